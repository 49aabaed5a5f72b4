//! Currencies: by which signs, codes and words they are named, and how their amounts are grouped.

use alloc::string::String;
use alloc::vec::Vec;

use crate::form::model::Field;
use crate::form::text;

/// The ISO 4217 codes that a sign or word may stand for.
pub(crate) type Codes = &'static [&'static str];

/// Codes that people write in small letters too. Of the others many are words: `all`, `try`, `top`, `mad`, `pen`.
const EVERYDAY: Codes = &[
    "USD", "EUR", "GBP", "CHF", "JPY", "CNY", "INR", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF",
    "BRL", "MXN", "ZAR", "SGD", "HKD", "RUB", "UAH", "KRW", "THB", "VND", "IDR", "MYR", "ILS", "AED",
];
/// Short names that are money only with the capital they are written with: `R 500`, but not the `r` of a list.
const CAPITAL: &[&str] = &["r", "rm", "ft"];

/// Signs and words in lower case, without blanks and full stops.
const NAMES: &[(&str, Codes)] = &[
    ("$", DOLLARS),
    ("dollar", DOLLARS),
    ("dollars", DOLLARS),
    ("us$", &["USD"]),
    ("u$s", &["USD"]),
    ("$us", &["USD"]),
    ("usdollar", &["USD"]),
    ("usdollars", &["USD"]),
    ("ca$", &["CAD"]),
    ("c$", &["CAD"]),
    ("cdn$", &["CAD"]),
    ("can$", &["CAD"]),
    ("au$", &["AUD"]),
    ("a$", &["AUD"]),
    ("nz$", &["NZD"]),
    ("hk$", &["HKD"]),
    ("s$", &["SGD"]),
    ("sg$", &["SGD"]),
    ("nt$", &["TWD"]),
    ("mx$", &["MXN"]),
    ("r$", &["BRL"]),
    ("real", &["BRL"]),
    ("reais", &["BRL"]),
    ("€", &["EUR"]),
    ("euro", &["EUR"]),
    ("euros", &["EUR"]),
    ("£", &["GBP"]),
    ("￡", &["GBP"]),
    ("pound", &["GBP"]),
    ("pounds", &["GBP"]),
    ("quid", &["GBP"]),
    ("¥", &["JPY", "CNY"]),
    ("￥", &["JPY", "CNY"]),
    ("円", &["JPY"]),
    ("yen", &["JPY"]),
    ("元", &["CNY", "TWD"]),
    ("yuan", &["CNY"]),
    ("rmb", &["CNY"]),
    ("₹", &["INR"]),
    ("rs", &["INR", "PKR", "LKR", "NPR", "MUR"]),
    ("rupee", &["INR", "PKR", "LKR", "NPR", "MUR"]),
    ("rupees", &["INR", "PKR", "LKR", "NPR", "MUR"]),
    ("₽", &["RUB"]),
    ("руб", &["RUB"]),
    ("₴", &["UAH"]),
    ("грн", &["UAH"]),
    ("₺", &["TRY"]),
    ("tl", &["TRY"]),
    ("₩", &["KRW"]),
    ("￦", &["KRW"]),
    ("원", &["KRW"]),
    ("₫", &["VND"]),
    ("฿", &["THB"]),
    ("₪", &["ILS"]),
    ("₱", &["PHP"]),
    ("₦", &["NGN"]),
    ("₸", &["KZT"]),
    ("fr", &["CHF"]),
    ("sfr", &["CHF"]),
    ("franken", &["CHF"]),
    ("zł", &["PLN"]),
    ("zl", &["PLN"]),
    ("zloty", &["PLN"]),
    ("zlotych", &["PLN"]),
    ("kč", &["CZK"]),
    ("kc", &["CZK"]),
    ("ft", &["HUF"]),
    ("lei", &["RON", "MDL"]),
    ("лв", &["BGN"]),
    ("kr", KRONER),
    ("kronor", &["SEK"]),
    ("kroner", &["NOK", "DKK"]),
    ("r", &["ZAR"]),
    ("rand", &["ZAR"]),
    ("rm", &["MYR"]),
    ("rp", &["IDR"]),
    ("dhs", &["AED", "MAD"]),
    ("dh", &["AED", "MAD"]),
    ("peso", &["MXN", "ARS", "CLP", "COP", "PHP", "UYU"]),
    ("pesos", &["MXN", "ARS", "CLP", "COP", "PHP", "UYU"]),
];

const DOLLARS: Codes = &[
    "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "UYU", "BBD", "BSD", "JMD", "TTD",
    "FJD", "BZD", "XCD",
];
const KRONER: Codes = &["SEK", "NOK", "DKK", "ISK", "CZK"];

/// Whose amounts group thousands with a comma.
const COMMA_GROUPS: Codes = &[
    "USD", "GBP", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "CNY", "JPY", "KRW", "INR", "PKR", "LKR", "NPR", "BDT",
    "THB", "PHP", "MYR", "ILS", "NGN", "KES", "GHS", "UGX", "TZS", "EGP", "AED", "SAR", "QAR", "KWD", "BHD", "OMR",
    "JOD", "JMD", "TTD", "BBD", "BSD", "BZD", "FJD", "XCD",
];
/// Whose amounts group thousands with a dot.
const DOT_GROUPS: Codes = &[
    "BRL", "DKK", "IDR", "TRY", "ARS", "COP", "UYU", "RSD", "RON", "VND", "CLP", "ISK", "PYG",
];
/// Whose amounts have no decimals, so that any mark groups.
const NO_DECIMALS: Codes = &["JPY", "KRW", "VND", "CLP", "ISK", "PYG", "UGX"];
/// Further codes that are read as such.
const OTHERS: Codes = &[
    "EUR", "CAD", "CHF", "PLN", "CZK", "HUF", "BGN", "SEK", "NOK", "RUB", "UAH", "ZAR", "MAD", "TND", "DZD", "PEN",
    "CRC", "GEL", "AMD", "AZN", "KZT", "MDL", "ALL", "MKD", "BAM", "MUR", "XOF", "XAF", "IRR", "IQD", "LBP", "MMK",
    "KHR", "LAK", "BOB", "VES", "GTQ", "HNL", "NIO", "PAB", "DOP", "CUP", "HTG",
];

/// The currencies that one sign, code or word names. A code in small letters counts only where it is no word.
pub(crate) fn named(token: &str) -> Option<Codes> {
    let written: String = token.chars().filter(|c| !c.is_whitespace() && *c != '.').collect();
    let token = written.to_lowercase();
    let small = !written.starts_with(char::is_uppercase);
    if let Some((_, codes)) = NAMES.iter().find(|(name, _)| *name == token) {
        return (!small || !CAPITAL.contains(&token.as_str())).then_some(*codes);
    }
    let upper = token.to_ascii_uppercase();
    if written != upper && !EVERYDAY.contains(&upper.as_str()) {
        return None;
    }
    [COMMA_GROUPS, DOT_GROUPS, NO_DECIMALS, OTHERS].iter().find_map(|list| {
        let at = list.iter().position(|code| *code == upper)?;
        list.get(at..=at)
    })
}

/// Whether a lone `mark` before three digits can only group thousands in an amount of these currencies.
pub(crate) fn groups(codes: Codes, mark: char) -> bool {
    let all = |list: Codes| codes.iter().all(|code| list.contains(code));
    if all(NO_DECIMALS) || codes == ["JPY", "CNY"] {
        return mark == ',' || all(NO_DECIMALS);
    }
    match mark {
        // Some who write `$` group with a dot, but none of them writes three decimals of money after a comma.
        ',' => all(COMMA_GROUPS) || codes == DOLLARS,
        '.' => all(DOT_GROUPS),
        _ => false,
    }
}

/// The currencies that a field asks for, empty when it names none. Short words that are words of a language too do
/// not count.
pub(crate) fn asked(field: &Field) -> Vec<&'static str> {
    let mut out = Vec::new();
    for source in [&field.label, &field.placeholder, &field.description, &field.title] {
        for token in source.split(|c: char| !(c.is_alphanumeric() || text::is_currency(c))) {
            let sign = token.chars().any(text::is_currency);
            let letters = token.len() == 3 && token.bytes().all(|b| b.is_ascii_uppercase());
            let word = matches!(
                token.to_lowercase().as_str(),
                "euro" | "euros" | "dollar" | "dollars" | "zloty" | "złotych" | "franken" | "yen" | "reais" | "rupees"
            );
            if (sign || letters || word)
                && let Some(codes) = named(token).or_else(|| {
                    let lone: String = token.chars().filter(|c| text::is_currency(*c)).collect();
                    named(&lone)
                })
            {
                out.extend_from_slice(codes);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{asked, groups, named};
    use crate::form::model::Field;

    #[test]
    fn signs_codes_and_words_name_currencies() {
        for (token, code) in [
            ("€", "EUR"),
            ("US$", "USD"),
            ("Fr.", "CHF"),
            ("usd", "USD"),
            ("zł", "PLN"),
            ("R$", "BRL"),
        ] {
            assert_eq!(named(token).and_then(|codes| codes.first()), Some(&code), "{token}");
        }
        assert!(named("$").is_some_and(|codes| codes.contains(&"CAD")));
        assert!(named("ALL").is_some() && named("Rs.").is_some() && named("eur").is_some());
        for word in [
            "years", "all", "All", "try", "Try", "top", "mad", "Mad", "pen", "cup", "bam", "gel", "lak", "bob", "amd",
            "r", "rm", "ft",
        ] {
            assert_eq!(named(word), None, "{word}");
        }
    }

    #[test]
    fn a_lone_mark_groups_only_where_its_writers_agree() {
        for (token, mark, yes) in [
            ("£", ',', true),
            ("£", '.', false),
            ("€", ',', false),
            ("€", '.', false),
            ("¥", ',', true),
            ("R$", '.', true),
            ("R$", ',', false),
            ("₹", ',', true),
            ("$", ',', true),
            ("$", '.', false),
            ("KRW", '.', true),
        ] {
            assert_eq!(groups(named(token).unwrap(), mark), yes, "{token} {mark}");
        }
    }

    #[test]
    fn a_field_names_its_currency_in_its_label() {
        let field = |label: &str| Field {
            label: label.into(),
            ..Field::default()
        };
        assert_eq!(asked(&field("Salary (EUR)")), ["EUR"]);
        assert_eq!(asked(&field("Preis in €")), ["EUR"]);
        assert_eq!(asked(&field("US$ amount")), ["USD"]);
        assert!(asked(&field("Amount")).is_empty());
        assert!(
            asked(&field("ALL fields")).contains(&"ALL"),
            "a known weakness: it can only refuse"
        );
    }
}

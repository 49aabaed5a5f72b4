//! Countries by their names in some thirty languages, their ISO 3166 codes, and their dialling codes.
//!
//! The names follow the Unicode Common Locale Data Repository (licence Unicode-3.0), with everyday and official
//! English names added. The tables are sorted by their folded names, one line each.

use alloc::string::String;
use alloc::vec::Vec;

use crate::form::text;

/// `folded name TAB code [code …]`, sorted by bytes.
const NAMES: &str = include_str!("data/countries.tsv");
/// `code TAB dialling code`, sorted.
const DIAL_CODES: &str = include_str!("data/dial_codes.tsv");

/// Abbreviations that people write in small letters too.
const EVERYDAY: &[&str] = &[
    "usa", "uae", "drc", "prc", "ksa", "rsa", "bvi", "png", "lao", "gbr", "deu", "fra", "esp", "nld",
];

/// The rest of the line of a sorted table whose first column is `key`.
fn look_up<'t>(table: &'t str, key: &str) -> Option<&'t str> {
    let (mut low, mut high) = (0, table.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = table.as_bytes()[low..middle]
            .iter()
            .rposition(|b| *b == b'\n')
            .map_or(low, |at| low + at + 1);
        let end = table.as_bytes()[start..]
            .iter()
            .position(|b| *b == b'\n')
            .map_or(table.len(), |at| start + at);
        let (name, rest) = table.get(start..end)?.split_once('\t')?;
        match name.as_bytes().cmp(key.as_bytes()) {
            core::cmp::Ordering::Equal => return Some(rest),
            core::cmp::Ordering::Less => low = end + 1,
            core::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

/// The ISO 3166 codes of the countries that a name may mean, none if it is no country's. A code of two letters counts
/// only in capitals, since many are words.
pub(crate) fn named(name: &str) -> Vec<&'static str> {
    let trimmed = name.trim();
    let short = trimmed.len() == 2;
    if short && !trimmed.bytes().all(|b| b.is_ascii_uppercase()) {
        return Vec::new();
    }
    let folded = text::fold(trimmed);
    // So are codes of three letters: `ind` is no India.
    let code = trimmed.len() == 3 && trimmed.bytes().all(|b| b.is_ascii_alphabetic());
    if code && trimmed.bytes().any(|b| b.is_ascii_lowercase()) && !EVERYDAY.contains(&folded.as_str()) {
        return Vec::new();
    }
    let found = look_up(NAMES, &folded)
        .or_else(|| look_up(NAMES, &respelled(&folded)))
        .or_else(|| turned(trimmed).and_then(|turned| look_up(NAMES, &turned)));
    found.map(|codes| codes.split(' ').collect()).unwrap_or_default()
}

/// `St` and `&` spelled out, a leading article dropped.
fn respelled(folded: &str) -> String {
    let words: Vec<&str> = folded
        .split(' ')
        .map(|word| match word {
            "st" => "saint",
            "&" => "and",
            "rep" => "republic",
            "dem" => "democratic",
            "is" => "islands",
            _ => word,
        })
        .collect();
    let words = match words.as_slice() {
        ["the", rest @ ..] if !rest.is_empty() => rest.to_vec(),
        _ => words,
    };
    words.join(" ")
}

/// `Korea, Republic of` as `republic of korea`, `Congo (Democratic Republic of the)` likewise.
fn turned(name: &str) -> Option<String> {
    let (head, tail) = name
        .split_once(',')
        .or_else(|| name.strip_suffix(')')?.split_once('('))?;
    let (head, tail) = (text::fold(head), text::fold(tail));
    if head.is_empty() || tail.is_empty() {
        return None;
    }
    let joined = alloc::format!("{tail} {head}");
    let whole = respelled(&joined);
    [joined, whole].into_iter().find(|name| look_up(NAMES, name).is_some())
}

/// The dialling code of a country, without `+`.
pub(crate) fn dial_code(code: &str) -> Option<&'static str> {
    look_up(DIAL_CODES, code)
}

#[cfg(test)]
mod tests {
    use super::{DIAL_CODES, NAMES, dial_code, named};
    use crate::form::text::fold;

    #[test]
    fn the_tables_are_sorted_and_folded() {
        for table in [NAMES, DIAL_CODES] {
            let mut last = "";
            for line in table.lines() {
                let (name, rest) = line.split_once('\t').unwrap();
                assert!(last.as_bytes() < name.as_bytes(), "{name}");
                assert!(!rest.is_empty(), "{name}");
                last = name;
            }
        }
        for line in NAMES.lines() {
            let (name, _) = line.split_once('\t').unwrap();
            assert_eq!(fold(name), name);
        }
    }

    #[test]
    fn a_country_is_known_by_any_of_its_names() {
        let table = [
            ("Germany", "DE"),
            ("Allemagne", "DE"),
            ("Niemcy", "DE"),
            ("DEU", "DE"),
            ("Côte d’Ivoire", "CI"),
            ("Korea, Republic of", "KR"),
            ("Korea (Republic of)", "KR"),
            ("Korea, Democratic People's Republic of", "KP"),
            ("Congo (Democratic Republic of the)", "CD"),
            ("Congo, The Democratic Republic of the", "CD"),
            ("Iran, Islamic Republic of", "IR"),
            ("Iran (Islamic Republic of)", "IR"),
            ("Bolivia, Plurinational State of", "BO"),
            ("Tanzania, United Republic of", "TZ"),
            ("Micronesia (Federated States of)", "FM"),
            ("Virgin Islands, U.S.", "VI"),
            ("Virgin Islands (British)", "VG"),
            ("Saint Martin (French part)", "MF"),
            ("St. Lucia", "LC"),
            ("Trinidad & Tobago", "TT"),
            ("The Gambia", "GM"),
            ("Bahamas, The", "BS"),
            ("U.S.A.", "US"),
            ("日本", "JP"),
            ("Ελλάδα", "GR"),
            ("Czech Republic", "CZ"),
            ("Holland", "NL"),
            ("Österreich", "AT"),
            ("Taiwan, Province of China", "TW"),
            ("Palestine, State of", "PS"),
            ("Macedonia, the former Yugoslav Republic of", "MK"),
            ("Moldova, Republic of", "MD"),
            ("Venezuela (Bolivarian Republic of)", "VE"),
        ];
        for (name, code) in table {
            assert_eq!(named(name), [code], "{name}");
        }
    }

    #[test]
    fn a_name_of_several_names_them_all_and_a_word_names_none() {
        assert_eq!(named("Korea"), ["KP", "KR"]);
        assert_eq!(named("Congo Republic"), ["CD", "CG"]);
        for word in ["no", "in", "it", "Atlantis", "", "Unite", "Guinee Equat", "Land"] {
            assert!(named(word).is_empty(), "{word}");
        }
        assert_eq!(dial_code("GB"), Some("44"));
        assert_eq!(dial_code("XX"), None);
    }
}

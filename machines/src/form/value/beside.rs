//! Telephone numbers whose country is chosen in a control of its own before the box.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use phonenumber::Mode;

use super::option::dial_codes;
use super::phone::{Dialled, dialled};
use super::{Context, Plan, ask, countries};
use crate::Typed;
use crate::form::model::{Dial, Field};
use crate::form::text;

/// What the words on a control say of a country.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// This dialling code, with the area codes that belong to it.
    Code(String),
    /// This country, by its ISO 3166 code.
    Country(&'static str),
    /// That a country is chosen in it, and not which one is.
    Asks,
    /// Nothing.
    Nothing,
}

/// Words of a control in which a country is chosen. Folded.
#[rustfmt::skip]
const ASKS: &[&str] = &[
    "country", "dial", "dialling", "dialing", "calling", "land", "landesvorwahl", "landerkennzahl", "vorwahl", "pays", "indicatif",
    "pais", "prefijo", "indicativo", "prefixo", "paese", "prefisso", "landcode", "landnummer", "kraj", "kierunkowy",
];

/// Reads the words on a control.
pub(crate) fn shown(words: &str) -> Shown {
    let mut codes = dial_codes(words);
    codes.sort_unstable();
    codes.dedup();
    match codes.as_slice() {
        [code] => return Shown::Code(code.clone()),
        [_, _, ..] => return Shown::Nothing,
        [] => {}
    }
    let mut named: Vec<&'static str> = flags(words);
    if named.is_empty() {
        let parts = words.split([':', ',', '(', ')', '|', '\n', '–', '—', '•', '·']);
        named = parts
            .chain([words])
            .filter_map(|part| match countries::named(part).as_slice() {
                [one] => Some(*one),
                _ => None,
            })
            .collect();
    }
    named.sort_unstable();
    named.dedup();
    if let [country] = named.as_slice() {
        return Shown::Country(country);
    }
    let folded = text::fold(words);
    if folded.split(' ').any(|word| ASKS.contains(&word)) {
        Shown::Asks
    } else {
        Shown::Nothing
    }
}

/// The countries of the flags in a text, which are written as two letters each.
fn flags(words: &str) -> Vec<&'static str> {
    let letter = |c: char| {
        let at = u32::from(c).checked_sub(0x1F1E6).filter(|at| *at < 26)?;
        char::from_u32(u32::from('A') + at)
    };
    let mut found = Vec::new();
    let mut first = None;
    for c in words.chars() {
        first = match (first, letter(c)) {
            (Some(one), Some(two)) => {
                found.extend(countries::named(&String::from_iter([one, two])));
                None
            }
            (_, other) => other,
        };
    }
    found
}

/// The dialling code that what is shown has, without `+`.
pub(crate) fn code_of(shown: &Shown) -> Option<String> {
    match shown {
        Shown::Code(code) => Some(code.clone()),
        Shown::Country(country) => countries::dial_code(country).map(ToString::to_string),
        Shown::Asks | Shown::Nothing => None,
    }
}

/// A number with its country's code, and what it is made of.
pub(crate) fn read(number: &str) -> Option<Dialled> {
    number
        .trim_start()
        .starts_with('+')
        .then(|| dialled(number, &Context::default()))?
}

/// Whether two texts are the same number, each with its country's code; a zero that is dialled inside the country alone is
/// no part of it.
pub(crate) fn same_number(one: &str, two: &str) -> bool {
    read(one)
        .zip(read(two))
        .is_some_and(|(one, two)| one.digits == two.digits)
}

/// Whether the country of the field's number is chosen in the control before it.
fn own(field: &Field) -> Option<&Dial> {
    let dial = field.dial.as_ref().filter(|_| ask::is_phone(field))?;
    (dial.lists || shown(&dial.words) != Shown::Nothing).then_some(dial)
}

/// A number from abroad with its country's code, for a field that has the country before it.
pub(crate) fn whole(number: &str, field: &Field) -> Option<String> {
    own(field)?;
    let number = number.replace('＋', "+");
    if number.starts_with('+') {
        return read(&number).map(|_| number);
    }
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let whole = format!("+{}", digits.strip_prefix("00")?);
    read(&whole).map(|_| whole)
}

/// The control in which the country of the number that is planned for `field` is to be chosen, if there is one.
pub fn dialled_beside<'f>(field: &'f Field, plan: &Plan) -> Option<&'f Dial> {
    let Plan::Text(text) = plan else {
        return None;
    };
    let dial = own(field)?;
    read(text.reveal()).map(|_| dial)
}

/// What is left of a number once its country is chosen, in the forms that the box of `field` may take, the likeliest first.
pub fn national_forms(number: &str, field: &Field) -> Vec<Typed> {
    let Some(read) = read(number) else {
        return Vec::new();
    };
    let significant = read.digits[read.code.len()..].to_string();
    let inside = phonenumber::parse(None, format!("+{}", read.digits))
        .map(|number| number.format().mode(Mode::National).to_string())
        .unwrap_or_default();
    let digits: String = inside.chars().filter(char::is_ascii_digit).collect();
    let most = field.maxlength.and_then(|most| usize::try_from(most).ok());
    let mut forms: Vec<String> = Vec::new();
    for form in [significant, digits, inside] {
        if !form.is_empty() && !forms.contains(&form) && most.is_none_or(|most| form.len() <= most) {
            forms.push(form);
        }
    }
    forms.into_iter().map(Typed::new).collect()
}

/// What stands in the box of a field that is told with the code that stands before it.
pub fn bare_number(field: &Field, text: &str) -> String {
    let beside = field.dial.as_ref().filter(|dial| !dial.within);
    let code = beside.and_then(|_| text.strip_prefix('+')?.split_once(' '));
    match code {
        Some((code, rest)) if !code.is_empty() && code.bytes().all(|b| b.is_ascii_digit()) => rest.to_string(),
        _ => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Shown, bare_number, national_forms, same_number, shown};
    use crate::form::model::{Dial, Field};
    use std::vec::Vec;

    #[test]
    fn the_words_on_a_control_tell_its_country() {
        let code = |code: &str| Shown::Code(code.into());
        let table = [
            ("🇺🇸 +1", code("1")),
            ("+49", code("49")),
            ("(+44)", code("44")),
            ("Germany (+49)", code("49")),
            ("Jamaica +1-876", code("1876")),
            ("🇩🇪", Shown::Country("DE")),
            ("Country: United States", Shown::Country("US")),
            ("Germany", Shown::Country("DE")),
            ("DE", Shown::Country("DE")),
            ("Select country", Shown::Asks),
            ("Landesvorwahl", Shown::Asks),
            ("+1 or +44", Shown::Nothing),
            ("Copy", Shown::Nothing),
            ("", Shown::Nothing),
        ];
        for (words, expected) in table {
            assert_eq!(shown(words), expected, "{words}");
        }
    }

    #[test]
    fn a_number_is_the_same_with_and_without_what_is_dialled_at_home() {
        let table = [
            ("+49 30 123456", "+49 30123456", true),
            ("+49 30 123456", "+49 030 123456", true),
            ("+49 30 123456", "+1 30123456", false),
            ("+49 30 123456", "+1 +49 30 123456", false),
            ("+49 30 123456", "+49 30 123457", false),
            ("+1 416 555 0100", "+1 (416) 555-0100", true),
        ];
        for (one, two, expected) in table {
            assert_eq!(same_number(one, two), expected, "{one} and {two}");
        }
    }

    #[test]
    fn what_is_left_of_a_number_comes_in_the_forms_that_a_box_may_take() {
        let forms = |number: &str, maxlength| -> Vec<_> {
            let field = Field {
                maxlength,
                ..Field::default()
            };
            let all = national_forms(number, &field).into_iter();
            all.map(crate::Typed::into_inner).collect()
        };
        assert_eq!(forms("+49 30 123456", None), ["30123456", "030123456", "030 123456"]);
        assert_eq!(forms("+49 30 123456", Some(9)), ["30123456", "030123456"]);
        assert_eq!(
            forms("+1 416 555 0100", None).first().map(std::string::String::as_str),
            Some("4165550100")
        );
        assert!(forms("030 123456", None).is_empty());
    }

    #[test]
    fn what_stands_in_the_box_is_told_from_the_code_before_it() {
        let beside = |within| Field {
            dial: Some(Dial {
                within,
                ..Dial::default()
            }),
            ..Field::default()
        };
        assert_eq!(bare_number(&beside(false), "+1 5551234567"), "5551234567");
        assert_eq!(bare_number(&beside(true), "+1 5551234567"), "+1 5551234567");
        assert_eq!(bare_number(&Field::default(), "+1 5551234567"), "+1 5551234567");
    }
}

//! Addresses: lines, house numbers, postcodes.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::ask::Ask;
use super::{Refusal, refuse};
use crate::form::text;

/// The piece of a whole address line that `asked` names.
///
/// # Errors
/// `no-house-number`, `empty`.
pub(crate) fn piece(whole: &str, asked: Ask) -> Result<String, Refusal> {
    match asked {
        Ask::HouseNumber => split(whole).map(|(_, number)| number).ok_or_else(no_number),
        Ask::StreetName => split(whole).map(|(street, _)| street).ok_or_else(no_number),
        Ask::LineOne | Ask::LineTwo | Ask::LineThree => {
            let lines: Vec<&str> = whole.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            let at = match asked {
                Ask::LineOne => 0,
                Ask::LineTwo => 1,
                _ => 2,
            };
            lines
                .get(at)
                .map(ToString::to_string)
                .ok_or_else(|| refuse("empty", "the address has no such line"))
        }
        _ => Ok(whole.to_string()),
    }
}

fn no_number() -> Refusal {
    refuse(
        "no-house-number",
        "which part is the house number is not certain: give it by itself",
    )
}

/// A street and its house number, where only one part can be the number.
fn split(whole: &str) -> Option<(String, String)> {
    let line = text::squeeze(whole);
    let words: Vec<&str> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let leading = head(&words);
    let trailing = tail(&words);
    // Any further number might be the house's: `5th Avenue 12` has one, `Flat 2, 10 Downing Street` has two.
    let numbers = words.iter().filter(|word| is_number(word)).count();
    match (leading, trailing) {
        (Some(count), None) if numbers == 1 => Some((words[count..].join(" "), words[..count].join(" "))),
        (None, Some(count)) => {
            let at = words.len() - count;
            let inner = words[..at].iter().filter(|word| is_number(word)).count();
            // `Rua 25 de Março, 100`: the comma says which.
            let comma = line
                .rfind(',')
                .is_some_and(|comma| text::squeeze(&line[comma + 1..]) == words[at..].join(" "));
            (inner == 0 || comma).then(|| (words[..at].join(" "), words[at..].join(" ")))
        }
        _ => None,
    }
}

/// `12`, `12a`, `10-12`, `12/3`, but not `5th`, `17.` or `2024x99`.
fn is_number(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > 5 {
        return false;
    }
    let rest = &word[digits..];
    let letters = |text: &str| text.chars().count() <= 1 && text.chars().all(char::is_alphabetic);
    letters(rest)
        || rest.strip_prefix(['-', '/', '–']).is_some_and(|more| {
            let inner = more.bytes().take_while(u8::is_ascii_digit).count();
            letters(&more[inner..]) && !more.is_empty()
        })
}

/// How many words at the start are the house number.
fn head(words: &[&str]) -> Option<usize> {
    let (first, rest) = words.split_first()?;
    if !is_number(first) || rest.is_empty() {
        return None;
    }
    let more = rest
        .first()
        .is_some_and(|word| matches!(word.to_lowercase().as_str(), "bis" | "ter" | "quater"));
    Some(1 + usize::from(more && rest.len() > 1)).filter(|count| words.len() > *count)
}

/// How many words at the end are the house number.
fn tail(words: &[&str]) -> Option<usize> {
    let last = words.last()?;
    if words.len() < 2 {
        return None;
    }
    if is_number(last) {
        return Some(1);
    }
    // `Hauptstraße 12 a`
    let single = last.chars().count() == 1 && last.chars().all(char::is_alphabetic);
    (single
        && words.len() > 2
        && words
            .get(words.len() - 2)
            .is_some_and(|word| is_number(word) && word.bytes().all(|b| b.is_ascii_digit())))
    .then_some(2)
}

/// Shorter or otherwise spaced forms of a postcode that mean the same place, the nearest first.
pub(crate) fn postcodes(written: &str) -> Vec<String> {
    let bare: String = written.chars().filter(|c| c.is_alphanumeric()).collect();
    let mut out: Vec<String> = [bare.clone()].into();
    let digits = bare.bytes().all(|b| b.is_ascii_digit());
    // The last four of ZIP+4 say only which side of the street.
    if digits && bare.len() == 9 && written.trim().len() == 10 {
        out.push(bare[..5].to_string());
    }
    // `D-10115`, `A-1010`: a country sign before the digits.
    if let Some((sign, rest)) = written.trim().split_once('-')
        && (1..=3).contains(&sign.len())
        && sign.bytes().all(|b| b.is_ascii_uppercase())
        && rest.len() >= 4
        && rest.bytes().all(|b| b.is_ascii_digit())
    {
        out.push(rest.to_string());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{postcodes, split};

    #[test]
    fn the_house_number_is_the_only_thing_that_can_be_one() {
        let table = [
            ("Hauptstraße 12a", Some(("Hauptstraße", "12a"))),
            ("Hauptstraße 12 a", Some(("Hauptstraße", "12 a"))),
            ("10 Downing Street", Some(("Downing Street", "10"))),
            ("12 bis rue de Rivoli", Some(("rue de Rivoli", "12 bis"))),
            ("221B Baker Street", Some(("Baker Street", "221B"))),
            ("10-12 High Street", Some(("High Street", "10-12"))),
            ("Straße des 17. Juni 135", Some(("Straße des 17. Juni", "135"))),
            ("Rua 25 de Março, 100", Some(("Rua 25 de Março", "100"))),
            ("350 5th Avenue", Some(("5th Avenue", "350"))),
            ("Via Roma 5/B", Some(("Via Roma", "5/B"))),
            ("Rua 25 de Março", None),
            ("5th Avenue", None),
            ("Flat 2, 10 Downing Street", None),
            ("12 Platz 4", None),
            ("12", None),
            ("", None),
        ];
        for (line, expected) in table {
            let got = split(line);
            let got = got.as_ref().map(|(street, number)| (street.as_str(), number.as_str()));
            assert_eq!(got, expected, "{line}");
        }
    }

    #[test]
    fn a_postcode_has_shorter_forms() {
        assert_eq!(postcodes("94105-1234"), ["941051234", "94105"]);
        assert_eq!(postcodes("D-10115"), ["D10115", "10115"]);
        assert_eq!(postcodes("SW1A 2AA"), ["SW1A2AA"]);
    }
}

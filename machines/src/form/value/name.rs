//! Names of people: one piece out of a whole name, a whole name out of pieces.
//!
//! A whole name is split only where it can be split in one way; two words between which the family name may begin
//! are a reason to refuse.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::ask::{self, Ask};
use super::{Context, Refusal, Wish, locale, refuse};
use crate::form::model::Field;
use crate::form::text;

const PARTICLES: &[&str] = &[
    "van", "von", "vom", "zu", "zum", "zur", "de", "der", "den", "del", "della", "dello", "dei", "degli", "di", "da",
    "dal", "dalla", "do", "dos", "das", "du", "des", "la", "le", "los", "las", "el", "al", "bin", "bint", "ibn", "ben",
    "ter", "ten", "te", "op", "af", "av", "ap", "st", "saint", "san", "santa", "o", "mac", "abu", "e", "y",
];
const TITLES: &[&str] = &[
    "mr",
    "mrs",
    "ms",
    "miss",
    "mx",
    "dr",
    "prof",
    "professor",
    "doctor",
    "sir",
    "dame",
    "lord",
    "lady",
    "rev",
    "reverend",
    "herr",
    "frau",
    "monsieur",
    "madame",
    "mme",
    "mlle",
    "senor",
    "senora",
    "sr",
    "sra",
    "signor",
    "signora",
    "hon",
    "dipl",
    "ing",
    "mag",
];
const SUFFIXES: &[&str] = &[
    "jr", "sr", "junior", "senior", "ii", "iii", "iv", "phd", "ph d", "md", "m d", "esq", "mba", "dds", "cpa", "obe",
    "mbe", "msc", "bsc",
];

#[derive(Default)]
struct Name {
    title: Vec<String>,
    given: String,
    middle: Vec<String>,
    family: String,
}

/// The piece of a whole name that `asked` names.
///
/// # Errors
/// `single-name`, `ambiguous-name-split`, `empty`.
pub(crate) fn piece(whole: &str, asked: Ask, field: &Field, context: &Context) -> Result<String, Refusal> {
    let name = split(whole, context)?;
    let found = match asked {
        Ask::GivenName => name.given,
        Ask::MiddleName => name.middle.join(" "),
        Ask::FamilyName => name.family,
        Ask::Title => name.title.join(" "),
        _ => return Ok(text::squeeze(whole)),
    };
    if found.is_empty() {
        return Err(refuse("empty", "the name has no such piece"));
    }
    Ok(shortened(found, field))
}

/// An initial where the field takes one character.
fn shortened(piece: String, field: &Field) -> String {
    let initial = field.maxlength == Some(1) || text::words(&field.label).iter().any(|word| word == "initial");
    match piece.chars().next() {
        Some(first) if initial => first.to_string(),
        _ => piece,
    }
}

fn split(whole: &str, context: &Context) -> Result<Name, Refusal> {
    let whole = text::squeeze(whole);
    let mut name = Name::default();
    // `Ada Lovelace, PhD` has no family name before the comma.
    let (head, tail) = match whole.split_once(',') {
        Some((head, tail)) if SUFFIXES.contains(&text::fold(tail).as_str()) => (head.to_string(), None),
        Some((head, tail)) => (head.to_string(), Some(tail.trim().to_string())),
        None => (whole.clone(), None),
    };
    let mut words: Vec<String> = head
        .split(' ')
        .map(String::from)
        .filter(|word| !word.is_empty())
        .collect();
    take_titles(&mut words, &mut name.title);
    while words.len() > 1
        && words
            .last()
            .is_some_and(|word| SUFFIXES.contains(&text::fold(word).as_str()))
    {
        words.pop();
    }
    if let Some(tail) = tail {
        let mut given: Vec<String> = tail
            .split(' ')
            .map(String::from)
            .filter(|word| !word.is_empty())
            .collect();
        take_titles(&mut given, &mut name.title);
        if given.is_empty() || words.is_empty() || tail.contains(',') {
            return Err(unclear());
        }
        name.family = words.join(" ");
        name.given = given.remove(0);
        name.middle = given;
        return Ok(name);
    }
    if words.len() < 2 {
        return Err(refuse(
            "single-name",
            "one word may be the given or the family name: give the piece itself",
        ));
    }
    let languages: Vec<String> = context.locales.iter().map(|tag| locale::parts(tag).0).collect();
    let speaks = |language: &[&str]| languages.iter().any(|own| language.contains(&own.as_str()));
    if words.iter().all(|word| word.chars().all(is_east_asian)) {
        if words.len() > 2 {
            return Err(unclear());
        }
        name.family = words.remove(0);
        name.given = words.remove(0);
        return Ok(name);
    }
    if speaks(&["ja", "zh", "ko", "vi", "hu"]) {
        // In these languages either order is seen for a name in Latin letters.
        return Err(unclear());
    }
    let particle = |word: &String| {
        PARTICLES.contains(&text::fold(word).as_str()) && word.chars().next().is_some_and(char::is_lowercase)
    };
    let family_at = match words.iter().position(particle) {
        Some(0) => return Err(unclear()),
        // `José da Silva Santos` and `de la Cruz y Soto` go on to the end.
        Some(at) if at + 1 < words.len() => at,
        Some(_) => return Err(unclear()),
        None if words.len() == 2 => 1,
        None => {
            let initials = words[1..words.len() - 1]
                .iter()
                .all(|word| word.trim_end_matches('.').chars().count() == 1);
            let double = speaks(&["es", "pt", "gl", "ca", "eu"]);
            if !initials
                && (double || !speaks(&["en", "de", "nl", "sv", "da", "nb", "no", "fr", "pl", "it"]) || words.len() > 3)
            {
                return Err(unclear());
            }
            words.len() - 1
        }
    };
    if speaks(&["es", "pt"]) && family_at > 1 {
        return Err(unclear());
    }
    name.family = words.split_off(family_at).join(" ");
    name.given = words.remove(0);
    name.middle = words;
    Ok(name)
}

fn take_titles(words: &mut Vec<String>, titles: &mut Vec<String>) {
    while words.len() > 1
        && words
            .first()
            .is_some_and(|word| TITLES.contains(&text::fold(word).as_str()))
    {
        titles.push(words.remove(0));
    }
}

fn unclear() -> Refusal {
    refuse(
        "ambiguous-name-split",
        "where the family name begins is not certain: give the pieces themselves",
    )
}

fn is_east_asian(c: char) -> bool {
    matches!(u32::from(c), 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0x3005)
}

/// What named pieces (`first name`, `surname`, …) make in a field that asks for `asked`.
///
/// # Errors
/// `empty` when the piece asked for is not among them, `two-values` when the field asks for no name.
pub(crate) fn from_pieces(pieces: &[(String, Wish)], asked: Ask, field: &Field) -> Result<String, Refusal> {
    let find = |wanted: Ask| {
        pieces
            .iter()
            .find(|(key, _)| ask::of_words(key) == wanted)
            .and_then(|(_, wish)| match wish {
                Wish::Text(typed) | Wish::Number(typed) => Some(text::squeeze(typed.reveal())),
                _ => None,
            })
    };
    match asked {
        Ask::FullName => {
            let (given, middle, family) = (find(Ask::GivenName), find(Ask::MiddleName), find(Ask::FamilyName));
            if given.is_none() && family.is_none() {
                return find(Ask::FullName).ok_or_else(|| refuse("empty", "none of the pieces is part of a name"));
            }
            let eastern = |piece: &Option<String>| piece.as_ref().is_some_and(|piece| piece.chars().all(is_east_asian));
            let order = if eastern(&given) && eastern(&family) {
                [family, None, given]
            } else {
                [given, middle, family]
            };
            Ok(order
                .into_iter()
                .flatten()
                .filter(|piece| !piece.is_empty())
                .collect::<Vec<String>>()
                .join(" "))
        }
        Ask::Other => Err(refuse(
            "two-values",
            "the field takes one value: name the piece that belongs here",
        )),
        _ => find(asked)
            .filter(|piece| !piece.is_empty())
            .map(|piece| {
                if asked == Ask::MiddleName {
                    shortened(piece, field)
                } else {
                    piece
                }
            })
            .ok_or_else(|| refuse("empty", "the piece that the field asks for was not given")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Ask, Context, Field, piece};
    use std::string::ToString;

    #[test]
    fn a_name_is_split_where_there_is_one_way() {
        let table = [
            ("Ada Lovelace", "", Ask::FamilyName, Ok("Lovelace")),
            ("Dr. Ada Lovelace", "", Ask::GivenName, Ok("Ada")),
            ("Dr. Ada Lovelace", "", Ask::Title, Ok("Dr.")),
            ("Lovelace, Ada King", "", Ask::MiddleName, Ok("King")),
            ("Ludwig van Beethoven", "", Ask::FamilyName, Ok("van Beethoven")),
            ("Charles de Gaulle", "fr-FR", Ask::FamilyName, Ok("de Gaulle")),
            ("John F. Kennedy", "", Ask::FamilyName, Ok("Kennedy")),
            ("John F. Kennedy", "", Ask::MiddleName, Ok("F.")),
            ("Martin Luther King Jr.", "en-US", Ask::FamilyName, Ok("King")),
            ("Ada Lovelace, PhD", "", Ask::FamilyName, Ok("Lovelace")),
            ("山田 太郎", "", Ask::GivenName, Ok("太郎")),
            ("김 민수", "", Ask::FamilyName, Ok("김")),
            ("Mary Ann Smith", "", Ask::FamilyName, Err("ambiguous-name-split")),
            (
                "Gabriel García Márquez",
                "es-CO",
                Ask::FamilyName,
                Err("ambiguous-name-split"),
            ),
            ("Taro Yamada", "ja-JP", Ask::FamilyName, Err("ambiguous-name-split")),
            ("Madonna", "", Ask::FamilyName, Err("single-name")),
            ("Dr. Lovelace", "", Ask::GivenName, Err("single-name")),
            ("Ada Lovelace", "", Ask::MiddleName, Err("empty")),
            ("de Gaulle", "", Ask::FamilyName, Err("ambiguous-name-split")),
        ];
        for (whole, tag, asked, expected) in table {
            let context = Context {
                locales: if tag.is_empty() {
                    [].into()
                } else {
                    [tag.to_string()].into()
                },
                ..Context::default()
            };
            let got = piece(whole, asked, &Field::default(), &context);
            assert_eq!(got.as_deref().map_err(|refusal| refusal.code), expected, "{whole}");
        }
    }
}

//! Text made comparable: the same letters however they were typed.

use alloc::string::String;
use alloc::vec::Vec;

use unicode_normalization::UnicodeNormalization;

/// `text` without what does not tell two labels apart: case, accents, width, punctuation and white space.
///
/// What is left are words with single blanks between them. `C++` and `C#` keep their signs, because nothing
/// else tells them from `C`.
pub(crate) fn fold(text: &str) -> String {
    // Most text of most forms needs no tables.
    if text.is_ascii() {
        return join(text.chars().map(|c| c.to_ascii_lowercase()), text.len());
    }
    join(letters(text), text.len())
}

/// Words with single blanks between them, out of comparable letters.
fn join(letters: impl Iterator<Item = char>, length: usize) -> String {
    let mut out = String::with_capacity(length);
    let mut gap = false;
    for c in letters {
        let sign = matches!(c, '+' | '#') && !gap && out.ends_with(is_sign_carrier);
        if c.is_alphanumeric() || is_mark(c) || sign {
            if gap && !out.is_empty() {
                out.push(' ');
            }
            gap = false;
            out.push(c);
        } else {
            gap = true;
        }
    }
    out
}

/// The folded words of `text`, also split where a name made by a programmer joins them: `firstName`,
/// `first_name`, `user[first-name]`.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(text.len() + 8);
    let mut before: Option<char> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let hump = c.is_uppercase()
            && before.is_some_and(|b| {
                b.is_lowercase()
                    || b.is_numeric()
                    || (b.is_uppercase() && chars.peek().is_some_and(|n| n.is_lowercase()))
            });
        if hump {
            spaced.push(' ');
        }
        spaced.push(c);
        before = Some(c);
    }
    fold(&spaced)
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(String::from)
        .collect()
}

/// The characters of `text` in compatibility form and lower case, accents dropped.
pub(crate) fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.nfkd()
        .filter(|c| !matches!(c, '\u{300}'..='\u{36f}'))
        .nfc()
        .flat_map(char::to_lowercase)
        .flat_map(|c| {
            // What Unicode does not take apart, but a keyboard without the letter does.
            let (first, second) = match c {
                'ß' => ('s', Some('s')),
                'æ' => ('a', Some('e')),
                'œ' => ('o', Some('e')),
                'ø' => ('o', None),
                'ł' => ('l', None),
                'đ' | 'ð' => ('d', None),
                'þ' => ('t', Some('h')),
                'ı' => ('i', None),
                _ => (c, None),
            };
            // Lower case may bring an accent back (`İ`), so they are dropped once more.
            core::iter::once(first)
                .chain(second)
                .filter(|c| !matches!(c, '\u{300}'..='\u{36f}'))
        })
}

/// Marks that belong to a word in scripts whose vowels are marks.
fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

fn is_sign_carrier(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '+' | '#')
}

#[cfg(test)]
mod tests {
    use super::{fold, words};

    #[test]
    fn folding_drops_what_does_not_tell_labels_apart() {
        let table = [
            ("  First   Name * ", "first name"),
            ("Straße und Hausnummer", "strasse und hausnummer"),
            ("Staatsangehörigkeit", "staatsangehorigkeit"),
            ("Imię i nazwisko Łukasza", "imie i nazwisko lukasza"),
            ("Complément d’adresse", "complement d adresse"),
            ("E-Mail", "e mail"),
            ("ＦＡＸ：", "fax"),
            ("ﾒｰﾙｱﾄﾞﾚｽ", "メールアドレス"),
            ("C++ / C# / C", "c++ c# c"),
            ("first_name", "first name"),
            ("# of bags", "of bags"),
            ("", ""),
            ("***", ""),
        ];
        for (text, expected) in table {
            assert_eq!(fold(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_name_made_by_a_programmer_comes_apart_into_words() {
        let table: [(&str, &[&str]); 5] = [
            ("firstName", &["first", "name"]),
            ("job_application[first-name]", &["job", "application", "first", "name"]),
            ("userURLField", &["user", "url", "field"]),
            ("C#", &["c#"]),
            ("", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(words(text), expected, "{text:?}");
        }
    }
}

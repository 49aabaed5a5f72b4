//! Yes and no.

use super::{Refusal, refuse};
use crate::form::model::Field;
use crate::form::text;

const YES: &[&str] = &[
    "yes",
    "y",
    "true",
    "t",
    "on",
    "1",
    "checked",
    "check",
    "tick",
    "ticked",
    "selected",
    "enabled",
    "enable",
    "yep",
    "yeah",
    "ok",
    "agree",
    "i agree",
    "agreed",
    "accept",
    "i accept",
    "accepted",
    "ja",
    "j",
    "wahr",
    "an",
    "jawohl",
    "oui",
    "o",
    "vrai",
    "si",
    "s",
    "verdadero",
    "sim",
    "verdadeiro",
    "tak",
    "prawda",
    "vero",
    "waar",
    "kylla",
    "ano",
    "igen",
    "da",
    "evet",
    "да",
    "так",
    "ναι",
    "はい",
    "是",
    "예",
    "네",
    "نعم",
    "כן",
    "हां",
    "हाँ",
    "x",
    "✓",
    "✔",
    "☑",
    "✅",
];
const NO: &[&str] = &[
    "no",
    "n",
    "false",
    "f",
    "off",
    "0",
    "unchecked",
    "uncheck",
    "untick",
    "unticked",
    "unselected",
    "not checked",
    "disabled",
    "disable",
    "nope",
    "disagree",
    "i disagree",
    "i do not agree",
    "decline",
    "declined",
    "nein",
    "falsch",
    "aus",
    "non",
    "faux",
    "falso",
    "nao",
    "nie",
    "falsz",
    "nee",
    "onwaar",
    "nej",
    "nei",
    "ei",
    "ne",
    "nem",
    "nu",
    "hayir",
    "нет",
    "ні",
    "όχι",
    "οχι",
    "いいえ",
    "否",
    "아니요",
    "لا",
    "לא",
    "नहीं",
    "☐",
    "❌",
    "✗",
    "✘",
];

/// The truth of a word in any of the languages known, `None` if it is none of theirs.
pub(crate) fn read(word: &str) -> Option<bool> {
    let folded = text::fold(word);
    // Marks alone fold to nothing.
    let word = if folded.is_empty() {
        word.trim()
    } else {
        folded.as_str()
    };
    if YES.contains(&word) {
        Some(true)
    } else if NO.contains(&word) {
        Some(false)
    } else {
        None
    }
}

/// Whether a box is to be ticked.
///
/// # Errors
/// `empty` or `not-a-boolean`.
pub(crate) fn for_box(written: &str, field: &Field) -> Result<bool, Refusal> {
    if written.trim().is_empty() {
        return Err(refuse("empty", "write yes or no: blank is not no"));
    }
    if let Some(truth) = read(written) {
        return Ok(truth);
    }
    // Naming the box, or its value, is asking for it.
    let own = text::fold(written);
    let named = |text: &str| !own.is_empty() && text::fold(text) == own;
    if named(&field.label)
        || field
            .options
            .iter()
            .any(|choice| named(&choice.label) || named(&choice.value))
    {
        return Ok(true);
    }
    Err(refuse("not-a-boolean", "write yes or no"))
}

#[cfg(test)]
mod tests {
    use super::{NO, YES, for_box, read};
    use crate::form::model::Field;
    use crate::form::text::fold;

    #[test]
    fn words_of_truth_are_read_in_their_languages() {
        for (word, truth) in [
            ("Y", Some(true)),
            ("Sí", Some(true)),
            ("Não", Some(false)),
            ("NEIN", Some(false)),
            ("✓", Some(true)),
            ("Οχι", Some(false)),
            ("maybe", None),
            ("none", None),
            ("", None),
        ] {
            assert_eq!(read(word), truth, "{word}");
        }
    }

    #[test]
    fn no_word_means_both() {
        for word in YES {
            assert!(!NO.contains(word), "{word}");
            assert!(fold(word).is_empty() || fold(word) == *word, "{word} is not folded");
        }
        for word in NO {
            assert!(
                fold(word).is_empty() || fold(word) == *word || *word == "όχι",
                "{word} is not folded"
            );
        }
    }

    #[test]
    fn naming_the_box_asks_for_it() {
        let field = Field {
            label: "Send me the newsletter".into(),
            ..Field::default()
        };
        assert_eq!(for_box("send me the newsletter", &field), Ok(true));
        assert_eq!(for_box("something else", &field).unwrap_err().code, "not-a-boolean");
        assert_eq!(for_box(" ", &field).unwrap_err().code, "empty");
    }
}

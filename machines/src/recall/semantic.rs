//! How far a likeness of vectors is believed: never to fill a field unasked, at most to suggest.
//!
//! A label whose meaning is near a fact's name is no proof. Measured on fields of real pages, of ten such fills one
//! may be wrong, so what comes of this is shown as a suggestion and is never learned.

mod decoys;

use alloc::string::String;
use alloc::vec::Vec;

pub use decoys::DECOYS;

use super::model::Near;
use crate::form::fold::fold;
use crate::form::phrase::stems;
use crate::form::words::{Role, role};

/// What a model's similarities are worth. They live in ranges of their own, so a threshold is good for one model only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// The least similarity: −1 to 1.
    pub least: f32,
    /// How far the runner-up must be behind: 0 to 2.
    pub margin: f32,
    /// Whether the model knows Latin letters only, so that all else is alike to it.
    pub latin_only: bool,
}

/// The profile of a model by its name, as its server calls it (`sentence-transformers/all-minilm-l6-v2`, `all-minilm`,
/// `dev-hash`). One that is not known has to be very sure.
///
/// The figures are for facts embedded by their aliases with the [`DECOYS`] among them.
pub fn profile(model: &str) -> Profile {
    let name = model.to_ascii_lowercase();
    let is = |part: &str| name.contains(part);
    let (least, margin, latin_only) = if is("minilm") && is("multilingual") {
        (0.85, 0.08, false)
    } else if is("model2vec") || is("potion") {
        (0.86, 0.05, true)
    } else if is("minilm") {
        (0.667, 0.05, true)
    } else if is("e5") {
        (0.943, 0.02, false)
    } else if is("hash") {
        (0.682, 0.20, true)
    } else if is("wordllama") {
        (0.842, 0.08, true)
    } else {
        (0.95, 0.05, true)
    };
    Profile {
        least,
        margin,
        latin_only,
    }
}

/// Whether a label says enough to be looked up by its meaning: two words, or one of five letters and more; no
/// alternatives and no examples in it.
pub fn asks(label: &str) -> bool {
    let folded = fold(label);
    let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
    let long = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() >= 5;
    let alternative = |word: &&str| {
        matches!(
            *word,
            "or" | "and" | "eg" | "oder" | "und" | "ou" | "et" | "o" | "y" | "e" | "lub" | "i" | "z" | "w" | "if"
        )
    };
    (words.len() >= 2 || words.iter().any(long))
        && words.len() <= 8
        && !words.iter().any(alternative)
        && !folded.contains("e g")
        && !label.contains(['/', '|', '・'])
}

/// Whether all letters of a text are Latin ones.
pub fn is_latin(text: &str) -> bool {
    text.chars()
        .filter(|c| c.is_alphabetic())
        .all(|c| matches!(c, '\u{0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}'))
}

/// The fact that a text is near to and how near, out of what a store found for it, best first.
///
/// None if a text that stands for no fact is nearer, if another fact is nearly as near, or if the text sets itself
/// apart ("second", "other") and the fact's name does not.
pub fn near<'a>(found: &'a [Near], text: usize, label: &str, profile: Profile) -> Option<&'a Near> {
    if profile.latin_only && !is_latin(label) {
        return None;
    }
    let mut own: Vec<&Near> = found
        .iter()
        .filter(|near| near.text == text && near.score.is_finite())
        .collect();
    own.sort_by(|a, b| b.score.total_cmp(&a.score));
    let best = own.first().copied()?;
    if best.fact.is_empty() || best.score < profile.least {
        return None;
    }
    let rival = own.iter().find(|near| near.fact != best.fact);
    if rival.is_some_and(|rival| best.score - rival.score < profile.margin) {
        return None;
    }
    let fact = stems(&best.fact);
    let ordinal =
        |word: &&String| role(word).meets(Role::MORE.or(Role::PAST)) || word.parse::<u32>().is_ok_and(|n| n > 1);
    let unsaid = |word: &String| !fact.contains(word);
    (!stems(label).iter().filter(ordinal).any(unsaid)).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::{DECOYS, asks, near, profile};
    use crate::recall::model::Near;
    use std::collections::BTreeSet;
    use std::vec::Vec;

    fn list(found: &[(&str, f32)]) -> Vec<Near> {
        let near = |(fact, score): &(&str, f32)| Near {
            text: 0,
            fact: (*fact).into(),
            score: *score,
        };
        found.iter().map(near).collect()
    }

    #[test]
    fn a_likeness_is_believed_only_with_its_models_margin() {
        type Row = (
            &'static str,
            &'static str,
            &'static [(&'static str, f32)],
            Option<&'static str>,
        );
        let table: [Row; 9] = [
            (
                "all-minilm",
                "Cellular telephone",
                &[("mobile", 0.8), ("email", 0.5)],
                Some("mobile"),
            ),
            (
                "all-minilm",
                "Cellular telephone",
                &[("mobile", 0.8), ("home phone", 0.78)],
                None,
            ),
            ("all-minilm", "Cellular telephone", &[("", 0.9), ("mobile", 0.8)], None),
            ("all-minilm", "Cellular telephone", &[("mobile", 0.6)], None),
            ("all-minilm", "携帯電話番号", &[("mobile", 0.99)], None),
            ("all-minilm", "Second telephone", &[("mobile", 0.99)], None),
            (
                "intfloat/multilingual-e5-small",
                "Cellular telephone",
                &[("mobile", 0.95), ("email", 0.92)],
                Some("mobile"),
            ),
            ("nobody-knows", "Cellular telephone", &[("mobile", 0.9)], None),
            ("all-minilm", "Cellular telephone", &[("mobile", f32::NAN)], None),
        ];
        for (model, label, found, expected) in table {
            let found = list(found);
            let best = near(&found, 0, label, profile(model)).map(|near| near.fact.as_str());
            assert_eq!(best, expected, "{model}: {label}: {found:?}");
        }
    }

    #[test]
    fn only_a_label_that_says_enough_is_looked_up() {
        for (label, expected) in [
            ("Cellular telephone", true),
            ("Handset", true),
            ("Tel", false),
            ("Email or phone", false),
            ("Town / City", false),
            ("Town, e.g. Leeds", false),
            ("", false),
        ] {
            assert_eq!(asks(label), expected, "{label}");
        }
    }

    #[test]
    fn the_decoys_are_all_different_and_name_no_fact() {
        let all: BTreeSet<&str> = DECOYS.iter().copied().collect();
        assert_eq!(all.len(), DECOYS.len());
        assert!(DECOYS.len() >= 80);
        for decoy in DECOYS {
            assert_eq!(crate::recall::dictionary::common_key(decoy), None, "{decoy}");
        }
    }
}

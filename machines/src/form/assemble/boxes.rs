//! One value over several boxes of a few characters each: one-time codes, sort codes, social security numbers.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Draft, Shape, Title, group_title, kind, shared_group};
use crate::form::autocomplete;
use crate::form::fold::fold;
use crate::form::model::{Control, Kind, LabelSource, Piece};

/// The most characters that a box of several takes. More is a field of its own.
const SMALL: u32 = 6;
/// The most boxes of one value.
const MOST: usize = 16;

/// Collects the values that are spread over neighbouring boxes.
pub(super) fn collect(controls: &[Control], taken: &mut [bool], drafts: &mut Vec<Draft>) {
    let mut start = 0;
    while start < controls.len() {
        let members = run(controls, taken, start);
        if members.len() < 2 {
            start += 1;
            continue;
        }
        start = members.last().map_or(start, |last| *last) + 1;
        let Some(title) = one_value(controls, &members) else {
            continue;
        };
        let pieces = members
            .iter()
            .filter_map(|at| controls.get(*at))
            .map(|control| Piece::Chars(size(control).unwrap_or(1)))
            .collect();
        for at in &members {
            if let Some(taken) = taken.get_mut(*at) {
                *taken = true;
            }
        }
        let shape = Shape::Parts {
            kind: Kind::Boxes,
            pieces,
            title,
        };
        drafts.push(Draft { members, shape });
    }
}

/// How many characters a control takes if it may be a box of several.
fn size(control: &Control) -> Option<u32> {
    let fits = matches!(kind(control), Kind::Text | Kind::Tel | Kind::Number | Kind::Password);
    if !fits {
        return None;
    }
    match control.maxlength {
        Some(length) => (1..=SMALL).contains(&length).then_some(length),
        // Some code boxes cut what is typed by script and say what they are only in their labels.
        None => (ordinal(&control.label) || one_time(control)).then_some(1),
    }
}

fn one_time(control: &Control) -> bool {
    !control.autocomplete.is_empty() && autocomplete::parse(&control.autocomplete).token == "one-time-code"
}

/// The small boxes that follow one another from `start` on in one form and one group.
fn run(controls: &[Control], taken: &[bool], start: usize) -> Vec<usize> {
    let mut members: Vec<usize> = Vec::new();
    let group = |control: &Control| control.group.as_ref().map(|group| group.element);
    for (at, control) in controls.iter().enumerate().skip(start) {
        let free = taken.get(at) == Some(&false) && size(control).is_some();
        let same = members
            .first()
            .and_then(|first| controls.get(*first))
            .is_none_or(|first| first.form == control.form && group(first) == group(control));
        // A second label begins a second value.
        let fresh = !members.is_empty() && !stands_by(controls, &members, control);
        if !free || !same || fresh || members.len() == MOST {
            break;
        }
        members.push(at);
    }
    members
}

/// Whether the label of `control` is none of its own besides those of `members`.
fn stands_by(controls: &[Control], members: &[usize], control: &Control) -> bool {
    let Some(first) = members.first().and_then(|at| controls.get(*at)) else {
        return true;
    };
    partial(&control.label)
        || matches!(
            control.label_source,
            LabelSource::Name | LabelSource::None | LabelSource::Placeholder
        )
        || bare(&control.label) == bare(&first.label)
        || shared_group(controls, members).is_some_and(|group| bare(&group.label) == bare(&control.label))
}

/// The label of the one value that `members` make up, `None` if they are fields of their own.
fn one_value(controls: &[Control], members: &[usize]) -> Option<Title> {
    let boxes = || members.iter().filter_map(|at| controls.get(*at));
    let single = boxes().all(|control| size(control) == Some(1));
    let title = group_title(controls, members);
    let first = controls.get(*members.first()?)?;
    // Ones of a single character are a code from three on; longer ones need a question over them all.
    let named = title.is_some() || !bare(&first.label).is_empty() || boxes().any(one_time);
    let enough = if single { members.len() >= 3 } else { members.len() <= 4 };
    let first_partial = partial(&first.label);
    let question =
        title.is_some() || single || !first_partial || boxes().skip(1).all(|control| partial(&control.label));
    if !named && !single || !enough || !question {
        return None;
    }
    // In a group with its own question the first box may not have a full label of its own ("Area code", "Number").
    if let Some(group) = &title
        && !single
        && !first_partial
        && !bare(&first.label).is_empty()
        && bare(&first.label) != bare(&group.label)
        && !matches!(
            first.label_source,
            LabelSource::Name | LabelSource::None | LabelSource::Placeholder
        )
    {
        return None;
    }
    let title = title.unwrap_or_else(|| own_title(first));
    // Boxes of a date whose order nothing tells are not one value that could be cut up.
    let sizes: Vec<u32> = boxes().filter_map(size).collect();
    let dated = fold(&title.label)
        .split(' ')
        .any(|word| DATES.contains(&word) || word.contains("datum"));
    (!dated || !matches!(sizes.as_slice(), [2, 2] | [2, 2, 2 | 4] | [4, 2, 2])).then_some(title)
}

/// The question as the first box words it: "Verification code" of "Verification code, digit 1 of 6".
fn own_title(first: &Control) -> Title {
    let of_first = |label: &str| Title {
        label: label.into(),
        source: first.label_source,
    };
    let label = first.label.as_str();
    if !partial(label) {
        return of_first(label);
    }
    let mut at_start = true;
    for (at, c) in label.char_indices() {
        let starts = at_start && c.is_alphanumeric();
        at_start = !c.is_alphanumeric();
        let (Some(head), Some(rest)) = (label.get(..at), label.get(at..)) else {
            continue;
        };
        if starts && counts(rest) && ordinal(rest) {
            let head = head.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')');
            if !head.is_empty() {
                return of_first(head);
            }
            break;
        }
    }
    first.section.last().map_or_else(
        || of_first(label),
        |section| Title {
            label: section.clone(),
            source: LabelSource::Legend,
        },
    )
}

/// Whether a text begins with a word that counts boxes.
fn counts(text: &str) -> bool {
    let folded = fold(text);
    let word = folded.split(' ').next().unwrap_or("");
    UNITS.contains(&word) || ORDINALS.contains(&word) || word.chars().all(char::is_numeric)
}

/// A label without its digits and counting words, so that those of several boxes compare equal.
fn bare(label: &str) -> String {
    let folded = fold(label);
    let kept: Vec<&str> = folded
        .split(' ')
        .filter(|word| !word.is_empty() && !word.chars().all(char::is_numeric) && !COUNTING.contains(word))
        .collect();
    kept.join(" ")
}

/// Whether a label says only which box it is: "Digit 1 of 6", "middle two digits", "3".
fn ordinal(label: &str) -> bool {
    let folded = fold(label);
    let counted = folded
        .split(' ')
        .any(|word| word.chars().all(char::is_numeric) && !word.is_empty() || ORDINALS.contains(&word));
    counted && folded.split(' ').any(|word| UNITS.contains(&word))
}

/// Whether a label is missing or says only which of several boxes it is.
fn partial(label: &str) -> bool {
    ordinal(label) || bare(label).is_empty()
}

const DATES: &[&str] = &[
    "date",
    "birth",
    "birthday",
    "dob",
    "expiry",
    "expiration",
    "expires",
    "naissance",
    "fecha",
    "nacimiento",
    "data",
    "nascimento",
    "urodzenia",
    "tithi",
    "生年月日",
    "日付",
];
const UNITS: &[&str] = &[
    "digit",
    "digits",
    "character",
    "characters",
    "char",
    "box",
    "part",
    "ziffer",
    "ziffern",
    "stelle",
    "stellen",
    "teil",
    "zeichen",
    "chiffre",
    "chiffres",
    "caractere",
    "partie",
    "digito",
    "digitos",
    "caracter",
    "parte",
    "cifra",
    "cifras",
    "cyfra",
    "cyfry",
    "znak",
    "czesc",
    "ank",
    "桁",
    "桁目",
];
const ORDINALS: &[&str] = &[
    "first",
    "second",
    "third",
    "fourth",
    "middle",
    "last",
    "erste",
    "ersten",
    "zweite",
    "mittlere",
    "mittleren",
    "letzte",
    "letzten",
    "premier",
    "premiers",
    "deuxieme",
    "milieu",
    "dernier",
    "derniers",
    "primer",
    "primeros",
    "segundo",
    "ultimo",
    "ultimos",
    "primeiro",
    "primeiros",
    "pierwsza",
    "pierwsze",
    "druga",
    "ostatnia",
    "ostatnie",
];
const COUNTING: &[&str] = &[
    "digit",
    "digits",
    "character",
    "char",
    "box",
    "of",
    "part",
    "ziffer",
    "stelle",
    "von",
    "teil",
    "chiffre",
    "sur",
    "partie",
    "digito",
    "de",
    "parte",
    "cifra",
    "cyfra",
    "z",
    "znak",
    "czesc",
    "ank",
    "桁",
    "桁目",
];

#[cfg(test)]
mod tests {
    use super::{bare, ordinal, partial};

    #[test]
    fn a_label_that_only_counts_is_told_from_one_that_asks() {
        for counts in [
            "Digit 1 of 6",
            "first three digits",
            "middle two digits",
            "Ziffer 3",
            "Cyfra 2 z 6",
            "3桁目 3 桁",
        ] {
            assert!(ordinal(counts), "{counts}");
        }
        for asks in ["Sort code", "Area code", "First name", "Last 4 of card", "House number"] {
            assert!(!ordinal(asks), "{asks}");
        }
        for nothing in ["", "-", "1", "Digit"] {
            assert!(partial(nothing), "{nothing}");
        }
        assert_eq!(bare("Code digit 1 of 6"), bare("Code digit 2 of 6"));
    }
}

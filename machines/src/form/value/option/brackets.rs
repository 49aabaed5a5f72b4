//! What stands in brackets behind the name of an option: the same once more, or a condition.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::list::List;
use crate::form::text;
use crate::form::value::equivalents::{CLASSES, bracketed};

/// Whether what stands in brackets only repeats what stands before them: its value, its dialling code, its abbreviation.
pub(super) fn repeats(head: &str, inside: &str, value: &str) -> bool {
    let mut letters = head.chars().flat_map(char::to_lowercase);
    let abbreviates = head.to_lowercase().chars().next() == inside.to_lowercase().chars().next()
        && inside.to_lowercase().chars().all(|c| letters.any(|own| own == c));
    let same = CLASSES.iter().any(|class| {
        let (one, two) = ((class.read)(head), (class.read)(inside));
        one.len() == 1 && one == two
    });
    let dialled = inside.strip_prefix('+').is_some_and(|code| {
        code.starts_with(|c: char| c.is_ascii_digit())
            && code.bytes().all(|b| b.is_ascii_digit() || matches!(b, b' ' | b'-'))
    });
    inside == value || dialled || abbreviates || same
}

/// The other options that have the word or words asked for among theirs, or begin with them.
pub(super) fn kin(folded: &str, at: usize, list: &List<'_>) -> Vec<usize> {
    let words = format!(" {folded} ");
    let is_kin = |text: &String| text.starts_with(folded) || format!(" {text} ").contains(&words);
    (0..list.choices.len())
        .filter(|other| *other != at && list.open(*other) && is_kin(&list.folded[*other]))
        .collect()
}

/// Whether another option has the same words before its brackets.
pub(super) fn is_shared(folded: &str, at: usize, list: &List<'_>) -> bool {
    let head = |other: usize| bracketed(&list.choices[other].label).map(|(head, _)| text::fold(head));
    (0..list.choices.len()).any(|other| other != at && list.open(other) && head(other).as_deref() == Some(folded))
}

/// The option at `at`, and those that share the words asked for with it where it says more in brackets than these:
/// beside `US Dollar`, what is in the brackets of `Dollar (HK)` is part of the name.
pub(super) fn narrower(folded: &str, at: usize, list: &List<'_>) -> Vec<usize> {
    let choice = &list.choices[at];
    let adds = bracketed(&choice.label)
        .is_some_and(|(head, inside)| text::fold(head) == folded && !repeats(head, inside, &choice.value));
    let mut out = Vec::from([at]);
    if adds && super::super::boolean::read(folded).is_none() {
        out.extend(kin(folded, at, list));
    }
    out
}

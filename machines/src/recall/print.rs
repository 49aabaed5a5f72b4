//! What a form and its fields are known by from one visit to the next, and when a playbook is believed.
//!
//! A print is made of what the page's author wrote: headings, labels, names. It holds no value, no ref, and none of the
//! numbers and letters that a program made up for this visit.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::key::key_norm;
use super::model::{Mapping, Playbook};
use super::reading::telling;
use crate::form::model::{Field, Form, LabelSource};
use crate::form::phrase::{Phrase, benign};
use crate::form::synonyms::Langs;

/// Between section, label and name. No normalised text holds it.
const BETWEEN: &str = " | ";
/// Between one heading and the next below it.
const BELOW: &str = " / ";
/// A mapping is believed however often it won, while it was refused fewer times than this.
const FEW: u32 = 3;

/// What a field is known by on its form: its headings, its label and its name, normalised, as `section | label | name`.
/// Empty if it has neither label nor name.
pub fn field(field: &Field) -> String {
    let label = label(field);
    let mut name = steady(&field.name);
    if name.is_empty() && label.is_empty() {
        name = steady(&field.id);
    }
    if label.is_empty() && name.is_empty() {
        return String::new();
    }
    let sections: Vec<String> = field.section.iter().map(|section| key_norm(section)).collect();
    [sections.join(BELOW), label, name].join(BETWEEN)
}

/// The normalised label that a person sees, else empty.
pub(super) fn label(field: &Field) -> String {
    if field.label_source == LabelSource::Name {
        return String::new();
    }
    key_norm(&field.label)
}

/// The normalised labels of the fields that are shown, in document order, without those that have none.
pub fn labels(form: &Form) -> Vec<String> {
    let shown = form.fields.iter().filter(|field| field.visible && !field.trap);
    shown.map(label).filter(|label| !label.is_empty()).collect()
}

/// What a form is known by on its host: 32 hexadecimal digits out of the labels and names of the fields that are
/// shown. Digits in labels do not count, so that a sum to be solved is the same field tomorrow. Empty if no field is
/// shown.
pub fn form(form: &Form) -> String {
    let mut text = String::new();
    for field in form.fields.iter().filter(|field| field.visible && !field.trap) {
        let label: String = label(field).chars().filter(|c| !c.is_numeric()).collect();
        let name = steady(&field.name);
        let label = key_norm(&label);
        text.extend([label.as_str(), BETWEEN, name.as_str(), "\n"]);
    }
    if text.is_empty() {
        return text;
    }
    let (a, b) = (
        hash(text.as_bytes(), 0xcbf2_9ce4_8422_2325),
        hash(text.as_bytes(), 0x9ae1_6a3b_2f90_404f),
    );
    format!("{a:016x}{b:016x}")
}

/// FNV-1a, from `start`.
fn hash(bytes: &[u8], start: u64) -> u64 {
    bytes.iter().fold(start, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The words of a `name` without those that a program made up: long numbers, letters and digits mixed, very long runs.
fn steady(name: &str) -> String {
    let made_up = |word: &&str| {
        let turns = word
            .bytes()
            .zip(word.bytes().skip(1))
            .filter(|(a, b)| a.is_ascii_digit() != b.is_ascii_digit())
            .count();
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        turns >= 3 || digits >= 3 || word.chars().count() > 24
    };
    let words = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let kept: Vec<&str> = words.filter(|word| !made_up(word)).collect();
    key_norm(&kept.join(" "))
}

/// Whether a mapping is believed: it won at least once, was not refused more often than it won, and was refused fewer
/// than three times or not in more than a third of all.
pub fn trusted(mapping: &Mapping) -> bool {
    mapping.wins > 0 && mapping.losses <= mapping.wins && (mapping.losses < FEW || mapping.losses <= mapping.wins / 2)
}

/// The fact that a form's own playbook has for a field, if it is believed and the playbook has no other for it.
pub(super) fn own<'a>(playbook: &'a Playbook, print: &str) -> Option<&'a Mapping> {
    let mut found = playbook
        .mappings
        .iter()
        .filter(|mapping| mapping.field == print && trusted(mapping));
    let first = found.next()?;
    found.all(|other| other.fact == first.fact).then_some(first)
}

/// Whether a mapping of another form is about a field like this one: called the same and standing in the like place,
/// or of the same name and not called otherwise.
pub(super) fn alike(mapping: &str, print: &str) -> bool {
    let (Some(theirs), Some(ours)) = (taken_apart(mapping), taken_apart(print)) else {
        return false;
    };
    let [their_section, their_label, their_name] = theirs;
    let [our_section, our_label, our_name] = ours;
    if place(their_section) != place(our_section) {
        return false;
    }
    if !their_label.is_empty() && their_label == our_label {
        return true;
    }
    let telling_name = !our_name.is_empty()
        && our_name
            .split(' ')
            .any(|word| word.chars().count() > 3 && !benign(word));
    telling_name
        && their_name == our_name
        && (their_label.is_empty() || our_label.is_empty() || share_a_word(their_label, our_label))
}

fn taken_apart(print: &str) -> Option<[&str; 3]> {
    let mut parts = print.split(BETWEEN);
    let taken = [parts.next()?, parts.next()?, parts.next()?];
    parts.next().is_none().then_some(taken)
}

fn share_a_word(one: &str, other: &str) -> bool {
    let (one, other) = (Phrase::read(one, Langs::ANY), Phrase::read(other, Langs::ANY));
    one.people == other.people
        && one.qualifiers == other.qualifiers
        && one
            .rest
            .iter()
            .any(|word| word.chars().count() > 2 && !benign(word) && other.rest.contains(word))
}

/// What of the headings tells one place from another. "About you" and "Personal details" are the same place.
fn place(sections: &str) -> Vec<String> {
    let mut words: Vec<String> = sections.split(BELOW).flat_map(telling).collect();
    words.retain(|word| !ANYWHERE.contains(&word.as_str()));
    words.sort_unstable();
    words.dedup();
    words
}

/// Words of headings that stand above any form about the user.
const ANYWHERE: &[&str] = &[
    "profile",
    "account",
    "registration",
    "register",
    "sign",
    "signup",
    "join",
    "create",
    "form",
    "application",
    "apply",
    "basic",
    "general",
    "who",
    "you",
    "me",
    "welcome",
    "start",
    "started",
    "get",
    "tell",
    "let",
    "know",
    "request",
    "edit",
    "update",
    "settings",
    "setting",
    "complete",
    "fill",
    "please",
    "all",
    "more",
    "quick",
    "easy",
    "now",
    "page",
    "new",
];

#[cfg(test)]
mod tests {
    use super::{alike, field, form, trusted};
    use crate::form::model::{Field, Form, Ref};
    use crate::recall::model::Mapping;
    use std::vec::Vec;

    fn a_field(section: &str, label: &str, name: &str) -> Field {
        Field {
            section: Vec::from([section.into()]),
            label: label.into(),
            name: name.into(),
            visible: true,
            ..Field::default()
        }
    }

    #[test]
    fn a_print_is_the_same_on_the_next_visit() {
        let first = Field {
            reference: Some(Ref { frame: 0, element: 4 }),
            ..a_field("Contact", "E-Mail *", "user[email]")
        };
        let second = Field {
            reference: Some(Ref { frame: 0, element: 90 }),
            ..a_field("Contact", "E-mail", "user[email]")
        };
        assert_eq!(field(&first), field(&second));
        assert_eq!(field(&first), "contact | e mail | user email");
        // A number that a program made up for this visit.
        assert_eq!(
            field(&a_field("", "Name", "q_83641_x7f9a2")),
            field(&a_field("", "Name", "q_10020_b1c2d3"))
        );
        assert_ne!(
            field(&a_field("Pet 1", "Name", "")),
            field(&a_field("Pet 2", "Name", ""))
        );
        assert_eq!(field(&Field::default()), "");
    }

    #[test]
    fn a_form_is_known_by_what_its_author_wrote() {
        let of = |fields: &[(&str, &str)]| {
            form(&Form {
                fields: fields.iter().map(|(label, name)| a_field("", label, name)).collect(),
                ..Form::default()
            })
        };
        assert_eq!(
            of(&[("Name *", "n"), ("What is 3 + 4?", "sum")]),
            of(&[("Name", "n"), ("What is 12 + 5?", "sum")])
        );
        assert_ne!(of(&[("Name", "n")]), of(&[("Name", "n"), ("Email", "e")]));
        assert_eq!(of(&[("Name", "n")]).len(), 32);
        assert_eq!(of(&[]), "");
    }

    #[test]
    fn a_mapping_is_believed_until_it_lost_too_often() {
        let table = [
            (0, 0, false),
            (1, 0, true),
            (1, 1, true),
            (1, 2, false),
            (2, 2, true),
            (3, 3, false),
            (100, 50, true),
            (100, 51, false),
            (u32::MAX, u32::MAX, false),
        ];
        for (wins, losses, expected) in table {
            let mapping = Mapping {
                wins,
                losses,
                ..Mapping::default()
            };
            assert_eq!(trusted(&mapping), expected, "{wins} wins, {losses} losses");
        }
    }

    #[test]
    fn a_mapping_of_another_form_is_good_for_a_field_called_the_same_in_the_like_place() {
        let at = |section: &str, label: &str, name: &str| field(&a_field(section, label, name));
        let learned = at("About you", "Badge", "staff_badge");
        let table = [
            (at("Personal details", "Badge", "x"), true),
            (at("Personal details", "Badge no.", "staff_badge"), true),
            (at("Personal details", "Parking space", "staff_badge"), false),
            (at("Your deputy", "Badge", "staff_badge"), false),
            (at("Billing", "Badge", "staff_badge"), false),
            (at("Personal details", "Name", "y"), false),
        ];
        for (print, expected) in table {
            assert_eq!(alike(&learned, &print), expected, "{print}");
        }
        assert!(!alike("", ""));
    }
}

//! What a label asks for.

use alloc::string::String;
use alloc::vec::Vec;

use super::place;
use crate::form::fold::fold;
use crate::form::keys::entry::example;
use crate::form::model::{Field, LabelSource};
use crate::form::phrase::{AGAIN_INSIDE, Phrase, name_stems, pieces, strip_polite};
use crate::form::synonyms::{Concept, Langs};
use crate::form::words::{Role, role};
use crate::recall::dictionary::{Topic, topics, topics_of};

/// A label without signs that compatibility spelling would make letters of, and with its abbreviations spelled out.
pub(super) fn respelled(label: &str) -> String {
    let plain = label.replace(['™', '®', '©', '℠'], " ");
    ["N°", "n°", "Nº", "nº"]
        .iter()
        .fold(plain, |text, sign| text.replace(sign, "numero "))
}

/// The label that a person sees. What was made out of its name is none.
pub(super) fn label_of(field: &Field) -> String {
    if !fold(&field.label).is_empty() && field.label_source != LabelSource::Name {
        return field.label.clone();
    }
    for text in [&field.placeholder, &field.title] {
        if !example(text) {
            return text.clone();
        }
    }
    String::new()
}

/// What a label names: outside its brackets, and narrowed by what stands in them.
pub(super) fn by_label(
    outside: &str,
    inside: &[String],
    plain: &Phrase,
    full: &Phrase,
    langs: Langs,
) -> Vec<(Topic, Langs)> {
    let whole = topics(&full.stems);
    if !whole.is_empty() {
        return whole;
    }
    let mut found = of_phrase(plain);
    if found.is_empty() && inside.is_empty() {
        found = of_pieces(outside);
    }
    for bracket in inside {
        let inner = Phrase::read(bracket, langs);
        let within = of_phrase(&inner);
        // "Email (work)" is "work email".
        let turned: Vec<String> = inner.stems.iter().chain(&plain.stems).cloned().collect();
        let turned = topics(&turned);
        if !turned.is_empty() {
            found = turned;
        } else if within.is_empty() {
            if conditional(bracket) || inner.stems.iter().any(|stem| place::is_business(stem)) {
                return Vec::new();
            }
        } else if found.is_empty() || found.iter().all(|(topic, _)| *topic == Topic::Of(Concept::FullName)) {
            // "Location (City)", "お名前（姓）".
            let wide = found.is_empty() || within.iter().all(|(topic, _)| piece_of_name(*topic));
            found = if wide { within } else { Vec::new() };
        } else if found.iter().all(|(topic, _)| *topic == Topic::Of(Concept::Street))
            && within.iter().all(|(topic, _)| piece_of_address(*topic))
        {
            // "Address (city)".
            found = within;
        } else {
            let narrower = |(topic, _): &(Topic, Langs)| found.iter().any(|(own, _)| topic.related(*own));
            let narrowed: Vec<_> = within.into_iter().filter(narrower).collect();
            if !narrowed.iter().any(|(topic, _)| {
                found
                    .iter()
                    .any(|(own, _)| topic == own || topic.parent() == Some(*own))
            }) {
                return Vec::new();
            }
            found = narrowed;
        }
    }
    found
}

fn piece_of_name(topic: Topic) -> bool {
    matches!(
        topic,
        Topic::Of(Concept::GivenName | Concept::FamilyName | Concept::MiddleName | Concept::FullName)
    )
}

fn piece_of_address(topic: Topic) -> bool {
    matches!(
        topic,
        Topic::Of(Concept::Line2 | Concept::City | Concept::Region | Concept::Postcode | Concept::Country)
    )
}

/// Whether a bracket makes the field one for a case only: "(if different)".
fn conditional(bracket: &str) -> bool {
    let folded = fold(bracket);
    let first = folded.split(' ').next().unwrap_or_default();
    matches!(first, "if" | "falls" | "wenn" | "si" | "se" | "jesli" | "jezeli")
}

/// A label that offers its question twice, in two languages or two words: both must name the same.
fn of_pieces(outside: &str) -> Vec<(Topic, Langs)> {
    let pieces = pieces(outside);
    let mut found: Option<Vec<(Topic, Langs)>> = None;
    for piece in &pieces {
        let here = of_phrase(&Phrase::read(piece, Langs::ANY));
        found = Some(match found {
            None => here,
            Some(found) => found
                .into_iter()
                .filter(|(topic, _)| here.iter().any(|(other, _)| other == topic))
                .map(|(topic, _)| (topic, Langs::ANY))
                .collect(),
        });
    }
    found.unwrap_or_default()
}

/// What a phrase names in so many words, or beside words that change nothing. Words for another one or a former one
/// are not among these, and neither is a number other than 1.
pub(super) fn of_phrase(phrase: &Phrase) -> Vec<(Topic, Langs)> {
    let whole = topics(&phrase.stems);
    if !whole.is_empty() {
        return whole;
    }
    let words = &phrase.rest;
    if phrase.qualifiers.meets(Role::PAST.or(Role::MORE)) {
        return topics(words);
    }
    let without = |drop: &dyn Fn(&str) -> bool| -> String {
        let mut squashed = String::new();
        for word in words.iter().filter(|word| !drop(word)) {
            if word.is_ascii() {
                squashed.push_str(word);
            } else {
                let bare = strip_polite(word);
                squashed.push_str(
                    &AGAIN_INSIDE
                        .iter()
                        .fold(String::from(bare), |word, again| word.replace(again, "")),
                );
            }
        }
        squashed
    };
    let idle = |word: &str| harmless(word) || word == "1";
    let now = |word: &str| idle(word) || role(word).meets(Role::PRESENT);
    let again = |word: &str| role(word).meets(Role::AGAIN) || word == "re";
    let tries: [&dyn Fn(&str) -> bool; 6] = [&|_| false, &harmless, &idle, &now, &again, &|word| {
        again(word) || idle(word)
    }];
    let found = tries
        .iter()
        .map(|drop| topics_of(&without(drop)))
        .find(|found| !found.is_empty())
        .unwrap_or_default();
    // What somebody earns now is not what they ask for.
    let present = phrase.qualifiers.meets(Role::PRESENT);
    let wished = |(topic, _): &(Topic, Langs)| matches!(topic, Topic::Of(Concept::Salary | Concept::NoticePeriod));
    if present && found.iter().any(wished) {
        Vec::new()
    } else {
        found
    }
}

/// Whether a label speaks of an address, and neither it nor the name of the field of what is but its first line.
pub(super) fn is_whole_address(stems: &[String], name: &str) -> bool {
    #[rustfmt::skip]
    const WHOLE: &[&str] = &[
        "address", "adresse", "anschrift", "wohnanschrift", "wohnadresse", "postanschrift", "direccion", "domicilio", "domicile", "endereco", "morada", "adres", "pata", "पता", "住所", "ご住所",
    ];
    #[rustfmt::skip]
    const LINE: &[&str] = &[
        "street", "line", "1", "strasse", "hausnummer", "rue", "numero", "ligne", "calle", "linea", "rua", "linha", "ulica", "numer", "गली", "番地",
    ];
    let has = |list: &[&str]| stems.iter().any(|stem| list.contains(&stem.as_str()));
    has(WHOLE) && !has(LINE) && !name_stems(name).iter().any(|stem| LINE.contains(&stem.as_str()))
}

/// Whether a word may stand in a label without changing what fact it asks for. Fewer than for a key: who writes a key
/// looks at the form, and a "new address" or an "account name" is no fact that is kept.
pub(super) fn harmless(word: &str) -> bool {
    const TELLING: &[&str] = &[
        "account",
        "type",
        "new",
        "registered",
        "field",
        "value",
        "employee",
        "user",
        "member",
        "visitor",
        "neue",
        "neuer",
        "nouveau",
        "nouvelle",
        "nuevo",
        "nueva",
        "novo",
        "nova",
        "nowy",
        "nowe",
        "nowa",
        "naya",
        "correct",
        "valid",
    ];
    role(word).meets(Role::BENIGN) && !TELLING.contains(&word)
}

//! A form, read for what its fields ask of the person who fills it in.

mod language;
mod place;

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

pub(crate) use place::{Place, telling};

use super::dictionary::{Topic, topics, topics_of};
use super::key::key_norm;
use crate::form::fold::fold;
use crate::form::keys::entry::{common, example, tail};
use crate::form::model::{Field, Form, Kind, LabelSource};
use crate::form::people::{Person, Relation};
use crate::form::phrase::{AGAIN_INSIDE, Phrase, name_stems, pieces, squash, stems, strip_polite, unbracket};
use crate::form::synonyms::{Concept, Langs};
use crate::form::words::{Role, role};

/// What is known of a field before any memory is asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    /// Its language.
    pub(crate) langs: Langs,
    /// The label as a person reads it; the placeholder where that is all; empty if there is none.
    pub(crate) label: String,
    /// What the label names, with the language of each.
    pub(crate) by_label: Vec<(Topic, Langs)>,
    /// Whether the label is but one word that says next to nothing: "Name", "Title".
    pub(crate) vague: bool,
    /// What `name` and `id` name.
    pub(crate) by_name: Vec<Topic>,
    /// What `name` or `id` name in so many words that they do without a label.
    pub(crate) by_name_alone: Vec<Topic>,
    /// What a placeholder beside a label names.
    pub(crate) by_hint: Vec<Topic>,
    /// What the `autocomplete` token names.
    pub(crate) by_token: Option<Topic>,
    /// The names that somebody may have given a fact which goes in here, normalised: the label, in full and without
    /// brackets.
    pub(crate) literal: Vec<String>,
    /// Who else its label, its name or a heading above it speaks of.
    pub(crate) people: Vec<Person>,
    /// What sets it apart from the plain one of its kind.
    pub(crate) qualifiers: Role,
    /// What the headings above it speak of.
    pub(crate) place: Place,
    /// Whether it asks for the first letter only.
    pub(crate) initial: bool,
}

/// Reads all fields of a form. `lang` is the page's (BCP 47), empty if it does not say.
pub(crate) fn read(form: &Form, lang: &str) -> Vec<Reading> {
    let shared = common(&form.fields);
    let voted = language::voted(&form.fields);
    let read = |field: &Field| {
        let own = if field.lang.is_empty() { lang } else { &field.lang };
        one(field, language::settle(own, voted), &shared)
    };
    form.fields.iter().map(read).collect()
}

fn one(field: &Field, langs: Langs, shared: &BTreeSet<String>) -> Reading {
    let mut reading = Reading {
        langs,
        label: label_of(field),
        place: place::read(&field.section, langs),
        ..Reading::default()
    };
    let (outside, inside) = unbracket(&reading.label);
    let full = Phrase::read(&reading.label, langs);
    let plain = Phrase::read(&outside, langs);
    reading.people.extend(&full.people);
    reading.people.extend(&plain.people);
    reading.qualifiers = full.qualifiers.or(plain.qualifiers);
    reading.vague = plain.stems.len() == 1 && plain.stems.iter().all(|stem| role(stem).meets(Role::GENERIC));
    reading.by_label = by_label(&outside, &inside, &plain, &full, langs);
    reading.initial =
        full.stems.iter().any(|stem| matches!(stem.as_str(), "initial" | "mi")) || squash(&full.stems) == "mi";

    let own = tail(&field.name);
    let mut named = Vec::new();
    for (text, whole) in [(own, false), (field.name.as_str(), true), (field.id.as_str(), true)] {
        let all = name_stems(text);
        let telling: Vec<String> = all.iter().filter(|stem| !shared.contains(*stem)).cloned().collect();
        let found = by_name(&all);
        let found = if found.is_empty() { by_name(&telling) } else { found };
        let alone = if vague_name(&all) || vague_name(&telling) {
            Vec::new()
        } else {
            found.clone()
        };
        if !found.is_empty() && !(vague_name(&all) || vague_name(&telling)) {
            note_all(&mut reading.by_name, &found);
        }
        if !(whole && text == own) {
            named.push(alone);
        }
        let phrase = Phrase::of_stems(all, langs);
        reading.people.extend(phrase.people);
        if text == own {
            reading.qualifiers = reading.qualifiers.or(phrase.qualifiers.only(Role::PAST));
        }
    }
    if reading.label.is_empty() {
        reading.by_name_alone = agreed(&named);
    }
    if !field.placeholder.is_empty() && field.placeholder != reading.label && !example(&field.placeholder) {
        let hint = Phrase::read(&field.placeholder, langs);
        reading.people.extend(&hint.people);
        reading.by_hint = of_phrase(&hint).into_iter().map(|(topic, _)| topic).collect();
    }
    let token = &field.autocomplete;
    reading.by_token = Concept::of_token(&token.token, &token.contact).map(Topic::Of);
    for section in &field.section {
        let heading = Phrase::read(section, langs);
        reading.people.extend(&heading.people);
        reading.qualifiers = reading.qualifiers.or(heading.qualifiers.only(Role::PAST));
    }
    reading.people.retain(|person| person.other());
    reading.people.sort_unstable();
    reading.people.dedup();
    for text in [reading.label.as_str(), outside.as_str()] {
        let name = key_norm(text);
        if !name.is_empty() && !reading.literal.contains(&name) && !vague_text(text) {
            reading.literal.push(name);
        }
    }
    narrow(field, &mut reading);
    reading
}

/// The label that a person sees. What was made out of its name is none.
fn label_of(field: &Field) -> String {
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
fn by_label(outside: &str, inside: &[String], plain: &Phrase, full: &Phrase, langs: Langs) -> Vec<(Topic, Langs)> {
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
    let again = |word: &str| role(word).meets(Role::AGAIN);
    let tries: [&dyn Fn(&str) -> bool; 5] = [&|_| false, &idle, &now, &again, &|word| again(word) || idle(word)];
    tries
        .iter()
        .map(|drop| topics_of(&without(drop)))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// Whether a word may stand in a label without changing what fact it asks for. Fewer than for a key: who writes a key
/// looks at the form, and a "new address" or an "account name" is no fact that is kept.
fn harmless(word: &str) -> bool {
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

fn by_name(stems: &[String]) -> Vec<Topic> {
    let mut found = topics(stems);
    if found.is_empty() {
        let left: Vec<String> = stems
            .iter()
            .filter(|stem| !harmless(stem) && *stem != "1")
            .cloned()
            .collect();
        if left.len() < stems.len() {
            found = topics(&left);
        }
    }
    found.into_iter().map(|(topic, _)| topic).collect()
}

/// Whether a name is one word that programmers give to many things: neither evidence nor a contradiction.
fn vague_name(stems: &[String]) -> bool {
    const VAGUE: &[&str] = &[
        "name",
        "title",
        "address",
        "company",
        "state",
        "number",
        "code",
        "id",
        "user",
        "login",
        "account",
        "role",
        "position",
        "date",
        "year",
        "month",
        "day",
        "region",
        "site",
        "web",
        "organization",
        "business",
        "school",
        "college",
        "degree",
        "language",
        "lang",
        "location",
        "job",
        "department",
        "team",
        "nom",
        "nombre",
        "nome",
        "naam",
        "adresse",
        "direccion",
        "endereco",
        "status",
        "service",
        "unit",
        "street",
        "land",
        "place",
        "org",
        "staat",
        "kod",
        "email2",
        "q",
        "s",
        "value",
        "text",
        "input",
        "field",
        "notice",
        "experience",
        "salary",
        "nif",
        "pan",
        "pad",
        "cargo",
        "titulo",
    ];
    match stems {
        [] => true,
        [one] => VAGUE.contains(&one.as_str()) || one.chars().count() < 2 && one.is_ascii(),
        _ => false,
    }
}

/// Whether a text is one word that says next to nothing, so that a fact called so is no evidence.
fn vague_text(text: &str) -> bool {
    let stems = stems(text);
    stems.iter().all(|stem| role(stem).meets(Role::GENERIC))
}

/// What all that say something agree on.
fn agreed(lists: &[Vec<Topic>]) -> Vec<Topic> {
    let mut telling = lists.iter().filter(|list| !list.is_empty());
    let Some(first) = telling.next() else {
        return Vec::new();
    };
    let rest: Vec<&Vec<Topic>> = telling.collect();
    first
        .iter()
        .filter(|topic| rest.iter().all(|list| list.contains(topic)))
        .copied()
        .collect()
}

fn note_all(list: &mut Vec<Topic>, found: &[Topic]) {
    for topic in found {
        if !list.contains(topic) {
            list.push(*topic);
        }
    }
}

/// What the surroundings make of a topic: what runs out under "Passport" is no card, a telephone of whom to call in an
/// emergency is not one's own, a street of a company is not one's home.
fn narrow(field: &Field, reading: &mut Reading) {
    let emergency = reading.emergency();
    let place = reading.place;
    let turn = |topic: Topic| match topic {
        Topic::Of(Concept::CardExpiry) if place.passport => Topic::Of(Concept::PassportExpiry),
        Topic::Of(Concept::Phone | Concept::Mobile) if emergency => Topic::EmergencyPhone,
        Topic::Of(Concept::Street) if place.business => Topic::OfficeStreet,
        Topic::Of(Concept::City) if place.business => Topic::OfficeCity,
        Topic::Of(Concept::Postcode) if place.business => Topic::OfficePostcode,
        Topic::Of(Concept::Phone) if place.business => Topic::Of(Concept::WorkPhone),
        Topic::Of(Concept::Email) if place.business => Topic::Of(Concept::WorkEmail),
        _ => topic,
    };
    for (topic, _) in &mut reading.by_label {
        *topic = turn(*topic);
    }
    for topic in reading
        .by_name
        .iter_mut()
        .chain(&mut reading.by_name_alone)
        .chain(&mut reading.by_hint)
    {
        *topic = turn(*topic);
    }
    reading.by_token = reading.by_token.map(turn);
    if field.kind == Kind::DateParts {
        // The name of the first box is that of a piece.
        reading.by_name.clear();
    }
}

impl Reading {
    /// Whether it asks for the telephone of whom to call in an emergency, and nobody else's.
    pub(crate) fn emergency(&self) -> bool {
        !self.people.is_empty()
            && self
                .people
                .iter()
                .all(|person| person.relation == Relation::Emergency && person.number.is_none_or(|number| number == 1))
            && self.by_label.iter().all(|(topic, _)| {
                matches!(
                    topic,
                    Topic::Of(Concept::Phone | Concept::Mobile) | Topic::EmergencyPhone
                )
            })
            && !self.by_label.is_empty()
    }
}

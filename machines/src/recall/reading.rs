//! A form, read for what its fields ask of the person who fills it in.

mod label;
mod language;
mod name;
mod place;
mod row;
mod turn;
mod whose;

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

pub(crate) use place::{Place, telling};
pub(crate) use whose::Whose;

use super::dictionary::Topic;
use super::key::key_norm;
use super::purpose::{self, Purpose};
use crate::form::keys::entry::{common, example};
use crate::form::model::{Field, Form, Kind};
use crate::form::people::{Person, Relation};
use crate::form::phrase::{Phrase, pieces, squash, stems, unbracket};
use crate::form::synonyms::{Concept, Langs};
use crate::form::words::{Role, role};
use label::{by_label, label_of, of_phrase, respelled};
use name::note_all;

/// What is known of a field before any memory is asked.
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "signals of different kinds may all be there"
)]
pub(crate) struct Reading {
    /// Its language.
    pub(crate) langs: Langs,
    /// The label as a person reads it; the placeholder where that is all; empty if there is none.
    pub(crate) label: String,
    /// What the label names, with the language of each.
    pub(crate) by_label: Vec<(Topic, Langs)>,
    /// What the alternatives name that the label offers: "Mobile number or email".
    pub(crate) offered: Vec<Topic>,
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
    /// Whether small words turn what its label asks for into something else: "City (from)".
    pub(crate) turned: bool,
    /// Whether its label is of words that are not understood, and yet are those of ordinary forms: "Reference".
    pub(crate) says_else: bool,
    /// Whether all of them are such words, and none may be about somebody.
    pub(crate) speaks_plainly: bool,
    /// What some words of it name, whatever stands beside them.
    pub(crate) mentioned: Vec<Topic>,
    /// Whether one of them names what no fact is.
    pub(crate) says_other: bool,
    /// What the headings above it speak of.
    pub(crate) place: Place,
    /// Whose the things under them are.
    pub(crate) whose: Whose,
    /// Whether by its name it stands in a row of a list of others than the user: `items[1].name`.
    pub(crate) row: bool,
    /// Whether it is of an address that things are sent to, or bills.
    pub(crate) purposes: Vec<Purpose>,
    /// Whether it asks for the first letter only.
    pub(crate) initial: bool,
    /// Whether it asks for an address in a word that may mean all of it, the town too: "Home address", not "Street".
    pub(crate) whole_address: bool,
}

/// Reads all fields of a form. `lang` is the page's (BCP 47), empty if it does not say.
pub(crate) fn read(form: &Form, lang: &str) -> Vec<Reading> {
    let shared = common(&form.fields);
    let voted = language::voted(&form.fields);
    let account = form
        .fields
        .iter()
        .any(|field| field.visible && field.kind == Kind::Password);
    let read = |field: &Field| {
        let own = if field.lang.is_empty() { lang } else { &field.lang };
        let mut reading = one(field, language::settle(own, voted), &shared);
        reading.whose = whose::of_headings(&field.section, account).max(whose::of_label(&reading.label));
        reading
    };
    let mut readings: Vec<Reading> = form.fields.iter().map(read).collect();
    // Whoever is asked of what species something is, is asked what that is called.
    for at in 0..form.fields.len() {
        let asks = form.fields.get(at).zip(readings.get(at));
        let Some((animal, _)) = asks.filter(|(field, reading)| field.visible && place::of_an_animal(&reading.label))
        else {
            continue;
        };
        for (field, reading) in form.fields.iter().zip(&mut readings) {
            reading.place.thing |= field.section == animal.section;
        }
    }
    readings
}

fn one(field: &Field, langs: Langs, shared: &BTreeSet<String>) -> Reading {
    let mut reading = Reading {
        langs,
        label: label_of(field),
        place: place::read(&field.section, langs),
        ..Reading::default()
    };
    let said = respelled(&reading.label);
    let (outside, inside) = unbracket(&said);
    let full = Phrase::read(&said, langs);
    let plain = Phrase::read(&outside, langs);
    reading.people.extend(&full.people);
    reading.people.extend(&plain.people);
    reading.qualifiers = full.qualifiers.or(plain.qualifiers);
    reading.vague = plain.stems.len() == 1 && plain.stems.iter().all(|stem| role(stem).meets(Role::GENERIC));
    for piece in pieces(&outside) {
        let topics: Vec<Topic> = of_phrase(&Phrase::read(&piece, langs))
            .into_iter()
            .map(|(topic, _)| topic)
            .collect();
        note_all(&mut reading.offered, &topics);
    }
    reading.by_label = by_label(&outside, &inside, &plain, &full, langs);
    if reading.by_label.is_empty() && inside.is_empty() {
        reading.by_label = for_a_purpose(&outside, langs);
    }
    let exact = !super::dictionary::topics(&plain.stems).is_empty();
    reading.turned =
        turn::turns(&said, exact) || reading.by_label.iter().any(|(topic, _)| turn::prefers(&said, *topic));
    reading.turned |= inside.iter().any(|bracket| turn::adds(bracket));
    let words = whose::telling(&said);
    if reading.by_label.is_empty() {
        reading.says_else = words.iter().any(|word| whose::is_ordinary(word));
        reading.speaks_plainly = whose::speaks_of_nobody(&said);
        reading.says_other = words.iter().any(|word| whose::is_of_something(word));
    }
    reading.mentioned = mentioned(&full.stems);
    reading.initial =
        full.stems.iter().any(|stem| matches!(stem.as_str(), "initial" | "mi")) || squash(&full.stems) == "mi";

    let names = name::read(field, langs, shared);
    reading.by_name = names.topics;
    reading.people.extend(names.people);
    if names.past {
        reading.qualifiers = reading.qualifiers.or(Role::PAST);
    }
    if reading.label.is_empty() {
        reading.by_name_alone = names.alone;
    }
    if !field.placeholder.is_empty() && field.placeholder != reading.label && !example(&field.placeholder) {
        let hint = Phrase::read(&field.placeholder, langs);
        reading.people.extend(&hint.people);
        reading.turned |= turn::turns(&field.placeholder, false);
        reading.by_hint = of_phrase(&hint).into_iter().map(|(topic, _)| topic).collect();
    }
    for text in [&field.also, &field.title, &field.description] {
        if *text == reading.label || example(text) {
            continue;
        }
        let said = Phrase::read(text, langs);
        reading.people.extend(&said.people);
        if *text != field.description {
            reading.turned |= turn::turns(text, false);
            let found: Vec<Topic> = of_phrase(&said).into_iter().map(|(topic, _)| topic).collect();
            note_all(&mut reading.by_hint, &found);
        }
    }
    reading.row = [&field.name, &field.id].into_iter().any(|name| row::of_others(name));
    reading.purposes = purpose::of_field(field);
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
    let bare = unbracket(&reading.label).0;
    for text in [reading.label.as_str(), bare.as_str()] {
        let name = key_norm(text);
        if !name.is_empty() && !reading.literal.contains(&name) && !vague_text(text) {
            reading.literal.push(name);
        }
    }
    reading.whole_address = reading.by_token.is_none() && label::is_whole_address(&full.stems, &field.name);
    narrow(field, &mut reading);
    name::of_birth(field, &mut reading);
    reading
}

/// The piece of an address that a label names beside the word for what it is for: "Billing postcode".
fn for_a_purpose(label: &str, langs: Langs) -> Vec<(Topic, Langs)> {
    let (Some(_), plain) = purpose::of_key(label) else {
        return Vec::new();
    };
    let mut found = of_phrase(&Phrase::read(&plain, langs));
    found.retain(|(topic, _)| purpose::is_place(*topic));
    found
}

/// What any words of a text name that stand side by side.
fn mentioned(stems: &[String]) -> Vec<Topic> {
    let mut found = Vec::new();
    for from in 0..stems.len() {
        for to in from + 1..=stems.len().min(from + 4) {
            let Some(words) = stems.get(from..to) else { continue };
            let topics: Vec<Topic> = super::dictionary::topics(words)
                .into_iter()
                .map(|(topic, _)| topic)
                .collect();
            note_all(&mut found, &topics);
        }
    }
    found
}

/// Whether a text is one word that says next to nothing, so that a fact called so is no evidence.
fn vague_text(text: &str) -> bool {
    let stems = stems(text);
    stems.iter().all(|stem| role(stem).meets(Role::GENERIC))
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

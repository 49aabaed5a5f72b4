//! What a store is asked for a form.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::dictionary::{Topic, names, topic_of_key};
use super::guard::guard;
use super::key::key_norm;
use super::model::{Probe, Text};
use super::reading::{Reading, read};
use super::{print, semantic};
use crate::form::autocomplete::Autocomplete;
use crate::form::model::{Field, Form};
use crate::form::synonyms::Concept;

/// What is known of a form besides the form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visit {
    /// The host of the page, with its port if it is not the usual one.
    pub host: String,
    /// The language of the page (BCP 47), empty if it does not say.
    pub lang: String,
    /// The keys that the caller gives values for, so that a given value can be told to be a fact's.
    pub keys: Vec<String>,
    /// Whether likeness of meaning may be asked for.
    pub suggest: bool,
}

/// What of a memory could matter to `form`. Fields that no memory fills are asked about in no way but by their labels,
/// which are the form's.
pub fn probe(form: &Form, visit: &Visit) -> Probe {
    let readings = read(form, &visit.lang);
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    let mut tokens: BTreeSet<String> = BTreeSet::new();
    let mut texts: Vec<Text> = Vec::new();
    for (field, reading) in form.fields.iter().zip(&readings) {
        if guard(field, reading).is_some() {
            continue;
        }
        wanted.extend(reading.literal.iter().cloned());
        for topic in topics(reading) {
            for topic in served_by(topic) {
                let plain = names(topic);
                for purpose in &reading.purposes {
                    wanted.extend(plain.iter().flat_map(|name| purpose.keys(name)));
                }
                wanted.extend(plain);
            }
        }
        tokens.extend(token(&field.autocomplete));
        let text = text(field, reading, &visit.lang);
        if visit.suggest && is_unknown(reading) && semantic::asks(&text.text) && !texts.contains(&text) {
            texts.push(text);
        }
    }
    for key in &visit.keys {
        wanted.insert(key_norm(key));
        if let Some(topic) = topic_of_key(key) {
            wanted.extend(names(topic));
        }
    }
    wanted.remove("");
    Probe {
        host: visit.host.clone(),
        fingerprint: print::form(form),
        labels: print::labels(form),
        names: wanted.into_iter().collect(),
        tokens: tokens.into_iter().collect(),
        texts,
    }
}

/// An `autocomplete` token as a store knows it: `family-name`, `work email`. None where it says nothing or asks for a
/// secret.
pub(super) fn token(autocomplete: &Autocomplete) -> Option<String> {
    let token = autocomplete.token.as_str();
    if matches!(token, "" | "on" | "off") || token.starts_with("cc-") {
        return None;
    }
    Some(match autocomplete.contact.as_str() {
        "" => token.to_string(),
        contact => alloc::format!("{contact} {token}"),
    })
}

/// The text to look up for a field, as it stands in [`Probe::texts`].
pub(super) fn text(field: &Field, reading: &Reading, lang: &str) -> Text {
    Text {
        text: reading.label.clone(),
        language: if field.lang.is_empty() {
            lang.to_string()
        } else {
            field.lang.clone()
        },
    }
}

/// Whether nothing exact is known of what a field asks for.
pub(super) fn is_unknown(reading: &Reading) -> bool {
    reading.by_label.is_empty() && reading.by_token.is_none() && reading.by_name_alone.is_empty()
}

/// Everything that a field may ask for.
fn topics(reading: &Reading) -> Vec<Topic> {
    let mut topics: Vec<Topic> = reading.by_label.iter().map(|(topic, _)| *topic).collect();
    topics.extend(reading.by_token);
    topics.extend(&reading.by_name_alone);
    topics
}

/// The topics whose facts may serve a field of this one.
fn served_by(topic: Topic) -> Vec<Topic> {
    let mut all = Vec::from([topic]);
    let others: &[Concept] = match topic {
        Topic::Of(Concept::Phone) => &[Concept::Mobile, Concept::HomePhone],
        Topic::Of(Concept::FullName) => &[Concept::GivenName, Concept::FamilyName],
        Topic::Of(Concept::GivenName | Concept::FamilyName) => &[Concept::FullName],
        Topic::Of(Concept::BirthDay | Concept::BirthMonth | Concept::BirthYear) => &[Concept::BirthDate],
        Topic::Of(Concept::HouseNumber) => &[Concept::Street],
        _ => &[],
    };
    all.extend(others.iter().copied().map(Topic::Of));
    all
}

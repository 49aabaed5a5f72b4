//! Which of the values that were given are kept as facts, and why the others are not.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Filled, Refused, Written, may_keep, names_somebody};
use crate::form::model::{Field, Ref};
use crate::recall::decide::{Reason, Verdict, settle};
use crate::recall::dictionary::{Topic, key_of};
use crate::recall::guard::{Guard, misplaced};
use crate::recall::key::key_norm;
use crate::recall::model::{Fact, Origin};
use crate::recall::purpose::{self, Purpose};
use crate::recall::reading::read;
use crate::report::Outcome;

/// What is kept of the values that were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learned {
    /// The facts, in document order.
    pub facts: Vec<Fact>,
    /// The fields whose values are not kept.
    pub left: Vec<Left>,
    /// Why nothing is kept of the form at all, if so: in words, without its end.
    pub nothing: Option<&'static str>,
}

/// A field whose value is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Its label.
    pub label: String,
    /// The field.
    pub field: Option<Ref>,
    /// Why.
    pub why: Unkept,
}

/// Why a value that was given is not kept as a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unkept {
    /// No memory fills the field either.
    Guard(Guard),
    /// It is masked in every output, so that nobody would see what was kept.
    Sensitive,
    /// The field asks for none of the common facts, or for what cannot be told.
    Uncommon,
    /// The key that it was given by means something else, or somebody else.
    Key,
    /// It is of an address for bills as well as for parcels.
    SeveralPurposes,
    /// Another field asks for the same in the same words, and has another value or none.
    Twice,
    /// Two fields ask for one fact and were given different values.
    TwoValues,
    /// No memory keeps it.
    Refused(Refused),
}

impl Unkept {
    /// The word for it: that of the guard or the refusal, or `uncommon`, `sensitive`, ….
    pub const fn word(self) -> &'static str {
        match self {
            Self::Guard(guard) => guard.word(),
            Self::Refused(refused) => refused.word(),
            Self::Sensitive => "sensitive",
            Self::Uncommon => "uncommon",
            Self::Key => "other-key",
            Self::SeveralPurposes => "several-purposes",
            Self::Twice => "twice",
            Self::TwoValues => "two-values",
        }
    }

    /// It in a sentence, without any value.
    pub fn message(self) -> String {
        match self {
            Self::Guard(guard) => guard.message().to_string(),
            Self::Refused(refused) => refused.to_string(),
            Self::Sensitive => "it is masked, and kept only by `ostler memory remember`".to_string(),
            Self::Uncommon => "it surely asks for none of the common facts".to_string(),
            Self::Key => "the key that it was given by does not name the same fact".to_string(),
            Self::SeveralPurposes => "its address is for bills and for parcels".to_string(),
            Self::Twice => "another field asks for the same in the same words".to_string(),
            Self::TwoValues => "two fields ask for it and were given different values".to_string(),
        }
    }
}

impl Filled<'_> {
    /// The facts that somebody gave in this form, for whoever wants them kept: one a key, learned, never a secret, never
    /// another person's, none unless the form was accepted.
    pub fn learned(&self) -> Learned {
        let nothing = match self.submit.map(|submit| submit.outcome) {
            Some(Outcome::Submitted | Outcome::Advanced) => None,
            None => Some("the form was not sent"),
            Some(Outcome::ValidationFailed) => Some("the form was not accepted"),
            Some(Outcome::Unchanged) => Some("pressing the control had no effect"),
            Some(Outcome::ServerError) => Some("the server answered with an error"),
            Some(Outcome::Unknown) => Some("it is not known what came of the form"),
        };
        let mut learned = Learned {
            nothing,
            ..Learned::default()
        };
        if nothing.is_some() {
            return learned;
        }
        let readings = read(self.form, self.lang);
        let mut doubted: Vec<(String, Left)> = Vec::new();
        for written in self.written(&readings) {
            let report = written.report;
            if report.recalled() || !report.status.good() || self.complained(written.field) {
                continue;
            }
            let left = |why| Left {
                label: written.field.label.clone(),
                field: written.field.reference,
                why,
            };
            let fact = match self.worth_keeping(&written) {
                Ok(fact) => fact,
                Err(why) => {
                    learned.left.push(left(why));
                    continue;
                }
            };
            match learned.facts.iter().find(|other| other.key == fact.key) {
                None => learned.facts.push(fact),
                Some(other) if other.value == fact.value => {}
                Some(_) => doubted.push((fact.key, left(Unkept::TwoValues))),
            }
        }
        learned
            .facts
            .retain(|fact| !doubted.iter().any(|(key, _)| *key == fact.key));
        learned.left.extend(doubted.into_iter().map(|(_, left)| left));
        learned
    }

    fn worth_keeping(&self, written: &Written) -> Result<Fact, Unkept> {
        if let Verdict::Empty(Reason::Guard(guard)) = written.decision.verdict {
            return Err(Unkept::Guard(guard));
        }
        if written.report.sensitive {
            return Err(Unkept::Sensitive);
        }
        let asked = asked(written)?;
        if self.has_twin(written) {
            return Err(Unkept::Twice);
        }
        let fact = Fact {
            key: asked.keep_as().ok_or(Unkept::SeveralPurposes)?,
            value: self.given_value(written.report),
            aliases: Vec::new(),
            origin: Origin::Learned,
            verified: self.now,
        };
        may_keep(&fact).map_err(Unkept::Refused)?;
        Ok(fact)
    }

    /// Whether another field that is shown is called the same in the same place, and was not given the same value: then
    /// they are rows of a list.
    fn has_twin(&self, written: &Written) -> bool {
        let own = written.field;
        let called = key_norm(&own.label);
        let value = self.given_value(written.report);
        let twin = |field: &&Field| {
            field.reference != own.reference
                && field.visible
                && !field.trap
                && field.section == own.section
                && field.autocomplete == own.autocomplete
                && key_norm(&field.label) == called
        };
        let given_alike = |field: &Field| {
            self.reports.iter().any(|report| {
                report.reference.is_some_and(|reference| field.owns(reference)) && self.given_value(report) == value
            })
        };
        !called.is_empty() && self.form.fields.iter().filter(twin).any(|field| !given_alike(field))
    }
}

/// The common fact that a field surely asks for.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) topic: Topic,
    /// What the address is for that it is of, if that makes it another fact.
    pub(super) purpose: Option<Purpose>,
    key: &'static str,
    /// It is for several purposes.
    several: bool,
}

impl Asked {
    /// The key that what is given there is kept under; `None` if it is of an address for several purposes.
    pub(super) fn keep_as(&self) -> Option<String> {
        match self.purpose {
            _ if self.several => None,
            Some(purpose) => Some(purpose.key(self.key)),
            None => Some(self.key.to_string()),
        }
    }
}

/// The common fact that a field surely asks for, where a person gave its value.
pub(super) fn asked(written: &Written) -> Result<Asked, Unkept> {
    let reading = written.reading;
    if written.decision.verdict != Verdict::Empty(Reason::Given) || reading.initial {
        return Err(Unkept::Uncommon);
    }
    if names_somebody(&written.report.key) {
        return Err(Unkept::Key);
    }
    if reading.row {
        return Err(Unkept::Guard(Guard::Row));
    }
    let (topics, _) = settle(written.field, reading).map_err(|_| Unkept::Uncommon)?;
    let [topic] = topics.as_slice() else {
        return Err(Unkept::Uncommon);
    };
    if let Some(guard) = misplaced(*topic, reading) {
        return Err(Unkept::Guard(guard));
    }
    // A key that means something else than the field does is no evidence of either, and one that nobody understands may
    // name somebody: "nanny's email".
    let key = &written.report.key;
    let field = written.field;
    let called = [&field.label, &field.name, &field.id]
        .into_iter()
        .any(|name| key_norm(name) == key_norm(key));
    let by_ref = Ref::parse(key).is_some();
    match purpose::read_key(key).0 {
        Some(said) if said.related(*topic) => {}
        None if called || by_ref => {}
        _ => return Err(Unkept::Key),
    }
    let purposes: &[Purpose] = if purpose::divides(*topic) {
        &reading.purposes
    } else {
        &[]
    };
    Ok(Asked {
        topic: *topic,
        purpose: purposes.first().copied(),
        key: key_of(*topic).ok_or(Unkept::Uncommon)?,
        several: purposes.len() > 1,
    })
}

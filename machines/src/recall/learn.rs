//! What is kept of a fill, and what is never kept.
//!
//! Structure is kept of every fill: which fact fed which field, and how it went. Values are kept only where the caller
//! says so, and only those that somebody gave for a field that surely asks for a common fact of their own. What rests
//! on likeness of meaning is never kept.

mod keep;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::decide::{Decision, Reason, Source, Verdict};
use super::dictionary::{Topic, topic_of_key};
use super::key::key_norm;
use super::model::{Change, Episode, Fact, Played, Probe, Recollection, Seconds};
use super::purpose::{self, Purpose};
use super::reading::{Reading, read};
use super::redact::redact;
use crate::Typed;
use crate::form::model::{Field, Form};
use crate::form::phrase::Phrase;
use crate::form::synonyms::{Concept, Langs};
use crate::form::text::squeeze;
use crate::report::{FieldReport, Outcome, Status, SubmitMessage, SubmitReport};
use crate::sensitive;

pub use keep::{Learned, Left, Unkept};

/// A value must have so many characters for its being a fact's to be no accident.
const TELLING: usize = 5;

/// Why something is not kept as a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Refused {
    /// It has no key.
    Nameless,
    /// It has no value.
    Empty,
    /// Its key, or another name of it, is that of a password, a code, a card or the like.
    SecretName,
    /// Its value looks like a payment card's number, a social security number, a token or a key.
    SecretValue,
}

impl Refused {
    /// The word for it: `secret-name`, ….
    pub const fn word(self) -> &'static str {
        match self {
            Self::Nameless => "no-key",
            Self::Empty => "no-value",
            Self::SecretName => "secret-name",
            Self::SecretValue => "secret-value",
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nameless => "a fact needs a key that names it",
            Self::Empty => "a fact needs a value",
            Self::SecretName => {
                "the key, or another name of it, is that of a secret: passwords, PINs, codes, cards and security answers are never kept in memory \
                 (an Indian PIN code is kept as `postcode`)"
            }
            Self::SecretValue => {
                "the value looks like a card number, a social security number, a token or a private key: such are never \
                 kept in memory"
            }
        })
    }
}

/// Whether a fact may be kept.
///
/// What is caught: keys and aliases that name a secret in one of eight languages (see [`sensitive::secret_name`]);
/// values of 13 to 19 digits with a right check digit, of the shape of a US social security number, of the shape of a
/// token or a private key (see [`sensitive::value`]). What is not caught: a password under a key like `locker`.
///
/// # Errors
/// [`Refused`], the reason in words.
pub fn may_keep(fact: &Fact) -> Result<(), Refused> {
    if key_norm(&fact.key).is_empty() {
        return Err(Refused::Nameless);
    }
    if fact.value.reveal().trim().is_empty() {
        return Err(Refused::Empty);
    }
    for name in fact.names() {
        if sensitive::secret_name(name) || topic_of_key(name).is_some_and(is_secret) {
            return Err(Refused::SecretName);
        }
    }
    let value = fact.value.reveal().trim();
    // A telephone number with its international prefix may have a right check digit by chance.
    let dialled = value.starts_with('0') && value.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-'));
    if sensitive::value(value) && !dialled {
        return Err(Refused::SecretValue);
    }
    Ok(())
}

const fn is_secret(topic: Topic) -> bool {
    matches!(
        topic,
        Topic::Of(
            Concept::Password
                | Concept::OneTimeCode
                | Concept::CardNumber
                | Concept::CardCode
                | Concept::CardExpiry
                | Concept::CardMonth
                | Concept::CardYear
                | Concept::SocialSecurity
        )
    )
}

/// A form that was filled, with all that is known of it afterwards.
#[derive(Clone, Copy, Debug)]
pub struct Filled<'a> {
    /// The form as it was when it was decided on.
    pub form: &'a Form,
    /// The language of its page.
    pub lang: &'a str,
    /// What the store was asked.
    pub probe: &'a Probe,
    /// What it answered.
    pub recollection: &'a Recollection,
    /// What was decided.
    pub decisions: &'a [Decision],
    /// What the caller gave, by its keys, as it was given.
    pub given: &'a [(String, Typed)],
    /// What came of each field, whoever gave its value.
    pub reports: &'a [FieldReport],
    /// What came of the submit, if it was sent.
    pub submit: Option<&'a SubmitReport>,
    /// The present moment.
    pub now: Seconds,
}

/// A field that was written, with all that belongs to it.
struct Written<'a> {
    field: &'a Field,
    reading: &'a Reading,
    decision: &'a Decision,
    report: &'a FieldReport,
}

impl Filled<'_> {
    /// Whether the form was accepted; `None` if it was not sent, or nobody knows what came of it.
    pub fn accepted(&self) -> Option<bool> {
        match self.submit?.outcome {
            Outcome::Submitted | Outcome::Advanced => Some(true),
            Outcome::ValidationFailed => Some(false),
            Outcome::Unchanged | Outcome::ServerError | Outcome::Unknown => None,
        }
    }

    /// How the form's playbook moves: which facts went where by exact evidence or by a person's hand, and which of
    /// these the page did not take. `None` if the form cannot be told from others or nothing of the kind happened.
    pub fn played(&self) -> Option<Played> {
        if self.probe.fingerprint.is_empty() || self.probe.host.is_empty() {
            return None;
        }
        let readings = read(self.form, self.lang);
        let mut used: Vec<(String, String)> = Vec::new();
        let mut refused: Vec<String> = Vec::new();
        for written in self.written(&readings) {
            let taken = written.report.status.good();
            if !taken && written.report.status != Status::Rejected {
                continue;
            }
            let Some(fact) = self.fact_of(&written) else { continue };
            let print = &written.decision.print;
            if print.is_empty() || used.iter().any(|(field, _)| field == print) {
                continue;
            }
            used.push((print.clone(), fact));
            if !taken || self.complained(written.field) {
                refused.push(print.clone());
            }
        }
        if used.is_empty() && self.accepted().is_none() {
            return None;
        }
        Some(Played {
            host: self.probe.host.clone(),
            fingerprint: self.probe.fingerprint.clone(),
            labels: self.probe.labels.clone(),
            used,
            refused,
            accepted: self.accepted(),
        })
    }

    /// What went wrong with the form, if something did, without any value in it.
    pub fn episode(&self) -> Option<Episode> {
        let submit = self.submit?;
        let outcome = match submit.outcome {
            Outcome::ValidationFailed => "validation_failed",
            Outcome::ServerError => "server_error",
            Outcome::Unknown => "unknown",
            Outcome::Submitted | Outcome::Advanced | Outcome::Unchanged => return None,
        };
        let mut typed: Vec<Typed> = self.given.iter().map(|(_, value)| value.clone()).collect();
        for report in self.reports {
            typed.push(report.asked.clone());
            typed.extend(report.holds.clone());
        }
        typed.extend(
            self.decisions
                .iter()
                .filter_map(Decision::fill)
                .map(|pick| pick.value.clone()),
        );
        let said = |message: &SubmitMessage| match message.field.as_str() {
            "" => message.text.clone(),
            field => alloc::format!("{field}: {}", message.text),
        };
        let mut parts: Vec<String> = submit.messages.iter().map(said).collect();
        if parts.is_empty() {
            parts.extend(submit.status.map(|status| alloc::format!("status {status}")));
        }
        Some(Episode {
            host: self.probe.host.clone(),
            fingerprint: self.probe.fingerprint.clone(),
            outcome: outcome.to_string(),
            text: redact(&parts.join("; "), &typed),
            count: 1,
            verified: self.now,
        })
    }

    /// All that a store is to be told of this fill, whether or not values may be kept. [`Self::learned`] says of these.
    pub fn changes(&self) -> Vec<Change> {
        let played = self.played().map(Change::Played);
        played.into_iter().chain(self.episode().map(Change::Happened)).collect()
    }

    /// The fields that something was written into, as far as decisions were made on them.
    fn written<'b>(&'b self, readings: &'b [Reading]) -> impl Iterator<Item = Written<'b>> {
        self.reports.iter().filter_map(move |report| {
            let reference = report.reference?;
            let at = self.form.fields.iter().position(|field| field.owns(reference))?;
            let field = self.form.fields.get(at)?;
            let decision = self
                .decisions
                .iter()
                .find(|decision| decision.field == field.reference)?;
            Some(Written {
                field,
                reading: readings.get(at)?,
                decision,
                report,
            })
        })
    }

    /// The normalised key of the fact that went into a field, by exact evidence or by a person's hand.
    fn fact_of(&self, written: &Written) -> Option<String> {
        match &written.decision.verdict {
            Verdict::Fill(pick) => match (pick.facts.as_slice(), pick.source) {
                (_, Source::Suggested(_)) => None,
                ([fact], _) => Some(fact.clone()),
                _ => None,
            },
            Verdict::Empty(Reason::Given) => self.given_fact(written),
            Verdict::Suggest(_) | Verdict::Empty(_) => None,
        }
    }

    /// The fact whose value a person gave: the one that the key or the field asks for, or the only one of that value.
    fn given_fact(&self, written: &Written) -> Option<String> {
        if names_somebody(&written.report.key) {
            return None;
        }
        if let Ok(asked) = keep::asked(written) {
            let given = self.given_value(written.report);
            let kept: Vec<(&Fact, Option<Purpose>)> = (self.recollection.facts.iter())
                .map(|fact| (fact, purpose::read_key(&fact.key)))
                .filter(|(_, (topic, purpose))| {
                    *topic == Some(asked.topic)
                        && purpose.is_none_or(|purpose| written.reading.purposes.contains(&purpose))
                })
                .map(|(fact, (_, purpose))| (fact, purpose))
                .collect();
            if let Some((fact, _)) = kept.iter().find(|(fact, _)| same(&fact.value, &given)) {
                return Some(key_norm(&fact.key));
            }
            // Another value than the one that is kept of the kind: nothing says whose.
            let taken = kept.iter().any(|(_, purpose)| *purpose == asked.purpose);
            return asked.keep_as().filter(|_| !taken).map(|key| key_norm(&key));
        }
        if !written.reading.by_label.is_empty() || written.reading.by_token.is_some() {
            return None;
        }
        let given = self.given_value(written.report);
        let kept = self.recollection.facts.iter().filter(|fact| same(&fact.value, &given));
        let mut kept: Vec<&Fact> = kept.collect();
        let key = key_norm(&written.report.key);
        let called = |fact: &&&Fact| {
            key_norm(&fact.key) == key
                || topic_of_key(&written.report.key).is_some_and(|topic| topic_of_key(&fact.key) == Some(topic))
        };
        if let Some(fact) = kept.iter().find(called) {
            return Some(key_norm(&fact.key));
        }
        kept.dedup_by_key(|fact| key_norm(&fact.key));
        match kept.as_slice() {
            [fact] if squeeze(given.reveal()).chars().count() >= TELLING => Some(key_norm(&fact.key)),
            _ => None,
        }
    }

    fn given_value(&self, report: &FieldReport) -> Typed {
        let given = self.given.iter().find(|(key, _)| *key == report.key);
        given.map_or_else(|| report.asked.clone(), |(_, value)| value.clone())
    }

    /// Whether the page said that a field is wrong.
    fn complained(&self, field: &Field) -> bool {
        // A page that shows the form again shows other elements, called the same.
        let own = |message: &SubmitMessage| {
            message.reference.is_some_and(|reference| field.owns(reference))
                || (!message.field.is_empty() && key_norm(&message.field) == key_norm(&field.label))
        };
        let mut messages = self.submit.iter().flat_map(|submit| &submit.messages);
        self.accepted() == Some(false) && messages.any(own)
    }
}

/// Whether a key speaks of another person.
fn names_somebody(key: &str) -> bool {
    let people = Phrase::of_stems(crate::form::phrase::key_stems(key), Langs::ANY).people;
    people.into_iter().any(crate::form::people::Person::other)
}

fn same(one: &Typed, other: &Typed) -> bool {
    squeeze(one.reveal()).to_lowercase() == squeeze(other.reveal()).to_lowercase()
}

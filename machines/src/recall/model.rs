//! Facts, playbooks and episodes, and what a store is asked for and told.

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Typed, sensitive};

/// A moment, in whole seconds since 1970-01-01T00:00:00Z.
pub type Seconds = u64;

/// Who brought a fact in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// A person said so. Nothing that was learned ever takes its place.
    #[default]
    Saved,
    /// It was in a form that was filled and accepted.
    Learned,
}

/// Another name for a fact.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alias {
    /// As a form would call it.
    pub text: String,
    /// The language that it is in (BCP 47), empty if it is good in any.
    pub language: String,
}

/// Something that a person fills into forms again and again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fact {
    /// What its owner calls it: `surname`, `mobile`.
    pub key: String,
    /// Its value, as it was given.
    pub value: Typed,
    /// What else forms call it, apart from what is known of a key of this name.
    pub aliases: Vec<Alias>,
    /// Who brought it in.
    pub origin: Origin,
    /// When it was last said or seen to be right.
    pub verified: Seconds,
}

impl Fact {
    /// What it goes by, as it is written: its key, then its aliases.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let aliases = self.aliases.iter().map(|alias| alias.text.as_str());
        [self.key.as_str()].into_iter().chain(aliases)
    }

    /// Whether somebody said it under a name that `normalise` makes `name` of: nothing that is learned under that name
    /// takes its place.
    pub fn is_said_as(&self, name: &str, normalise: impl Fn(&str) -> String) -> bool {
        self.origin == Origin::Saved && self.names().any(|own| normalise(own) == name)
    }

    /// Whether its value is hidden wherever it is shown.
    pub fn is_sensitive(&self) -> bool {
        is_sensitive(&self.key, &self.value)
    }
}

/// Whether the value of a fact of this key is hidden wherever it is shown: for what it is called, or for what it is.
pub fn is_sensitive(key: &str, value: &Typed) -> bool {
    sensitive::name(key) || sensitive::value(value.reveal())
}

/// Which fact went into which field of a form. It holds no value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// The field: what stays the same of it from one visit to the next (section, label, name), normalised.
    pub field: String,
    /// The normalised key of the fact.
    pub fact: String,
    /// How often what it put in was accepted.
    pub wins: u32,
    /// How often it was not.
    pub losses: u32,
}

/// A form that was filled before: which fact fed which field, and how it went. It holds no value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playbook {
    /// The host of the page, with its port if it is not the usual one.
    pub host: String,
    /// What the form is known by on its host.
    pub fingerprint: String,
    /// The normalised labels of its fields, in order.
    pub labels: Vec<String>,
    /// Which fact goes where.
    pub mappings: Vec<Mapping>,
    /// How often the form was accepted.
    pub wins: u32,
    /// How often it was not.
    pub losses: u32,
    /// When it was last accepted.
    pub verified: Seconds,
}

/// Something that went wrong with a form, without any value in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Episode {
    /// The host of the page.
    pub host: String,
    /// The form.
    pub fingerprint: String,
    /// What came of the submit: `validation_failed`, `server_error`, ….
    pub outcome: String,
    /// What the page said, redacted.
    pub text: String,
    /// How often it happened.
    pub count: u32,
    /// When it happened last.
    pub verified: Seconds,
}

/// A text that vectors are to be looked up for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The text: a label or a placeholder.
    pub text: String,
    /// The language of its page (BCP 47), empty if the page does not say.
    pub language: String,
}

/// What of a memory could matter to one form. All names are normalised as [`Fact`] keys are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probe {
    /// The host of the page.
    pub host: String,
    /// The form's own fingerprint.
    pub fingerprint: String,
    /// The normalised labels of its fields, in order.
    pub labels: Vec<String>,
    /// Keys and aliases that facts might go by.
    pub names: Vec<String>,
    /// `autocomplete` tokens of its fields.
    pub tokens: Vec<String>,
    /// What no exact signal is expected for, to be looked up by its meaning; empty if that is not wanted.
    pub texts: Vec<Text>,
}

/// A playbook of another form on the same host.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Similar {
    /// The playbook.
    pub playbook: Playbook,
    /// How much alike the forms are, times how well it did, times how new it is: 0 to 1.
    pub score: f32,
}

/// A fact whose name means something like a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Near {
    /// Which of the probe's texts.
    pub text: usize,
    /// The fact's normalised key; empty if the nearest is one of the texts that stand for none of the facts.
    pub fact: String,
    /// Their similarity: −1 to 1.
    pub score: f32,
}

/// What a store found for a [`Probe`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recollection {
    /// The form's own playbook.
    pub playbook: Option<Playbook>,
    /// Every fact that a name, a token, a mapping or a similarity led to.
    pub facts: Vec<Fact>,
    /// Playbooks of the same host that have labels in common with the form, best first.
    pub similar: Vec<Similar>,
    /// The nearest facts of each text, best first.
    pub near: Vec<Near>,
    /// Which model the similarities are of; empty if there are none.
    pub model: String,
    /// How much could not be opened: sealed with another key, or tampered with.
    pub unopened: usize,
}

/// What came of a form that was filled: how a playbook moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The host of the page.
    pub host: String,
    /// The form.
    pub fingerprint: String,
    /// The normalised labels of its fields, in order.
    pub labels: Vec<String>,
    /// What exact signals put in or a person gave: the field as [`Mapping::field`], and the fact's normalised key.
    pub used: Vec<(String, String)>,
    /// The fields among them that the page did not take.
    pub refused: Vec<String>,
    /// Whether the form was accepted; `None` if it was not sent.
    pub accepted: Option<bool>,
}

/// Which memories go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prune {
    /// Playbooks and episodes that were last verified before this.
    pub before: Seconds,
    /// Only playbooks that never won; all that are old, otherwise.
    pub unproven_only: bool,
}

/// How a memory changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A person says it.
    Remember(Fact),
    /// It was in a form that was accepted: it counts only if nobody said otherwise.
    Learn(Fact),
    /// Forgets the fact of this key.
    Forget(String),
    /// A form was filled.
    Played(Played),
    /// Something went wrong.
    Happened(Episode),
    /// Forgets what is old.
    Prune(Prune),
}

/// What a [`Change`] came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// How many things are new.
    pub added: usize,
    /// How many were changed.
    pub changed: usize,
    /// How many are gone.
    pub removed: usize,
}

/// Everything that a store holds of one tenant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Everything {
    /// Facts, by key.
    pub facts: Vec<Fact>,
    /// Playbooks, by host and fingerprint.
    pub playbooks: Vec<Playbook>,
    /// Episodes, by host.
    pub episodes: Vec<Episode>,
    /// How much could not be opened.
    pub unopened: usize,
}

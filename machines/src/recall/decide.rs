//! Which fact goes into which field, and on what evidence.
//!
//! The first evidence that finds anything decides, after the guards: the form's own playbook, the `autocomplete` token
//! as far as the label agrees, what the label says, a playbook of a like form of the same host. Likeness of meaning
//! only suggests. What two facts fit equally, and what its own signals contradict, stays empty: an empty field is
//! cheap, a wrong one is not.

mod evidence;
mod value;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::dictionary::Topic;
use super::guard::{Guard, guard, misplaced};
use super::model::{Probe, Recollection};
use super::reading::{Reading, read};
use super::supply::{Stock, Supply};
use super::{print, probe, semantic};
use crate::Typed;
use crate::form::model::{Field, Form, Held, Kind, Ref};
use crate::form::synonyms::Concept;
use crate::form::value::Today;

pub(in crate::recall) use evidence::settle;

pub use super::supply::Take;

/// How a form is to be filled from memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The language of the page (BCP 47), empty if it does not say: as in [`super::probe::Visit`].
    pub lang: String,
    /// Only the fields that must be answered.
    pub required: bool,
    /// The fields that the caller gives values for, by any of their controls.
    pub given: Vec<Ref>,
    /// BCP 47 tags that say how the person writes, the surest first: to read a date by.
    pub locales: Vec<String>,
    /// The present day: to read a date by.
    pub today: Today,
}

/// What a value rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// The form's own playbook.
    Playbook,
    /// The field's `autocomplete` token, with which its label agrees.
    Autocomplete,
    /// What the label says, or the name of a field that has none.
    Alias,
    /// The playbook of a like form of the same host.
    SimilarForm,
    /// Likeness of meaning: −1 to 1. Never to be filled in unasked, never to be learned.
    Suggested(f32),
}

impl Source {
    /// The words for it in reports: `playbook`, `autocomplete`, `alias`, `similar form`, `suggested 0.81`.
    pub fn word(self) -> String {
        match self {
            Self::Playbook => "playbook".to_string(),
            Self::Autocomplete => "autocomplete".to_string(),
            Self::Alias => "alias".to_string(),
            Self::SimilarForm => "similar form".to_string(),
            Self::Suggested(score) => format!("suggested {score:.2}"),
        }
    }

    /// Whether it may be filled in unasked and, once accepted, become part of a playbook.
    pub const fn exact(self) -> bool {
        !matches!(self, Self::Suggested(_))
    }
}

/// A value for a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick {
    /// The normalised keys of the facts it is made of: one, or two for a name that is joined.
    pub facts: Vec<String>,
    /// The key of the (first) fact as its owner wrote it.
    pub key: String,
    /// What of them it is.
    pub take: Take,
    /// The value, as it is to be asked of the field: what the control can hold of it is for the fill to say.
    pub value: Typed,
    /// What it rests on.
    pub source: Source,
}

/// Why a field stays empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No memory fills it.
    Guard(Guard),
    /// The caller gives a value for it.
    Given,
    /// It need not be answered, and only those that must be were asked for.
    Optional,
    /// It holds something already.
    Held,
    /// What it asks for is not known.
    Unknown,
    /// What it asks for is known, and no such fact is kept.
    NoFact,
    /// Several facts fit equally. Their keys, as their owner wrote them.
    Tie(Vec<String>),
    /// Its label, its name, its placeholder and its token do not agree.
    Contradiction,
    /// Another field of the form asks for the same in the same words.
    Twice,
    /// It takes something made of several facts, or a piece of one, that cannot be made for sure.
    Unmade,
}

impl Reason {
    /// The word for it in reports: that of the guard, or `no-fact`, `several-facts`, ….
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Guard(guard) => guard.word(),
            Self::Given => "given",
            Self::Optional => "optional",
            Self::Held => "held",
            Self::Unknown => "unknown",
            Self::NoFact => "no-fact",
            Self::Tie(_) => "several-facts",
            Self::Contradiction => "contradiction",
            Self::Twice => "twice",
            Self::Unmade => "unmade",
        }
    }

    /// It in a sentence, without any value.
    pub fn message(&self) -> String {
        match self {
            Self::Guard(guard) => guard.message().to_string(),
            Self::Given => "a value is given for it".to_string(),
            Self::Optional => "it need not be answered".to_string(),
            Self::Held => "it holds something already".to_string(),
            Self::Unknown => "it is not known which fact it asks for".to_string(),
            Self::NoFact => "no fact is kept that it asks for".to_string(),
            Self::Tie(keys) => format!("several facts fit equally: {}", keys.join(", ")),
            Self::Contradiction => {
                "its label, its name and its autocomplete do not agree on what it asks for".to_string()
            }
            Self::Twice => "another field asks for the same in the same words".to_string(),
            Self::Unmade => "what it takes cannot be made for sure from what is kept".to_string(),
        }
    }
}

/// What becomes of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// This goes in.
    Fill(Pick),
    /// This may be meant: to be shown, not to be filled in.
    Suggest(Pick),
    /// Nothing.
    Empty(Reason),
}

/// What becomes of one field of the form.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The field: its first control.
    pub field: Option<Ref>,
    /// Its label as the page shows it.
    pub label: String,
    /// What it is known by in playbooks; see [`print::field`].
    pub print: String,
    /// What becomes of it.
    pub verdict: Verdict,
}

impl Decision {
    /// What goes in, if something does.
    pub const fn fill(&self) -> Option<&Pick> {
        match &self.verdict {
            Verdict::Fill(pick) => Some(pick),
            _ => None,
        }
    }
}

/// What becomes of every field of `form`, in document order, given what a store found for `probe`.
///
/// The probe must have been made of the same form and the same language.
pub fn decide(form: &Form, probe: &Probe, recollection: &Recollection, options: &Options) -> Vec<Decision> {
    let readings = read(form, &options.lang);
    let prints: Vec<String> = form.fields.iter().map(print::field).collect();
    let desk = Desk {
        form,
        readings: &readings,
        prints: &prints,
        probe,
        recollection,
        stock: Stock::new(recollection),
        options,
    };
    (0..form.fields.len()).filter_map(|at| desk.decision(at)).collect()
}

/// All that a decision may look at.
struct Desk<'a> {
    form: &'a Form,
    readings: &'a [Reading],
    prints: &'a [String],
    probe: &'a Probe,
    recollection: &'a Recollection,
    stock: Stock<'a>,
    options: &'a Options,
}

impl Desk<'_> {
    fn decision(&self, at: usize) -> Option<Decision> {
        let (field, reading, print) = (self.form.fields.get(at)?, self.readings.get(at)?, self.prints.get(at)?);
        Some(Decision {
            field: field.reference,
            label: field.label.clone(),
            print: print.clone(),
            verdict: self.verdict(field, reading, print, at),
        })
    }

    fn verdict(&self, field: &Field, reading: &Reading, print: &str, at: usize) -> Verdict {
        if let Some(guard) = guard(field, reading) {
            return Verdict::Empty(Reason::Guard(guard));
        }
        if self.options.given.iter().any(|given| field.owns(*given)) {
            return Verdict::Empty(Reason::Given);
        }
        if self.options.required && !field.required {
            return Verdict::Empty(Reason::Optional);
        }
        if is_held(field) {
            return Verdict::Empty(Reason::Held);
        }
        let unique = !print.is_empty() && self.prints.iter().filter(|other| *other == print).count() == 1;
        if unique && let Some(pick) = self.by_playbook(field, reading, print) {
            return Verdict::Fill(pick);
        }
        let reason = match self.by_signals(field, reading, at) {
            Ok(pick) => return Verdict::Fill(pick),
            Err(reason) => reason,
        };
        // What two facts fit equally is not settled by a likeness.
        if !matches!(reason, Reason::Unknown | Reason::NoFact) {
            return Verdict::Empty(reason);
        }
        if unique && let Some(pick) = self.by_similar(field, reading, print) {
            return Verdict::Fill(pick);
        }
        if reason == Reason::Unknown
            && let Some(pick) = self.by_meaning(field, reading)
        {
            return Verdict::Suggest(pick);
        }
        Verdict::Empty(reason)
    }

    fn by_playbook(&self, field: &Field, reading: &Reading, print: &str) -> Option<Pick> {
        let mapping = print::own(self.recollection.playbook.as_ref()?, print)?;
        self.mapped(field, reading, &mapping.fact, Source::Playbook)
    }

    /// What the playbooks of like forms say, if all of them say the same.
    fn by_similar(&self, field: &Field, reading: &Reading, print: &str) -> Option<Pick> {
        let mut facts = self
            .recollection
            .similar
            .iter()
            .filter(|similar| similar.score > 0.0 && similar.playbook.host == self.probe.host)
            .flat_map(|similar| &similar.playbook.mappings)
            .filter(|mapping| print::trusted(mapping) && print::alike(&mapping.field, print))
            .map(|mapping| &mapping.fact);
        let first = facts.next()?;
        if !facts.all(|other| other == first) {
            return None;
        }
        // Two fields that the same mapping is like are both in doubt.
        let rivals = self.prints.iter().zip(&self.form.fields).filter(|(other, rival)| {
            *other != print
                && rival.visible
                && self.recollection.similar.iter().any(|similar| {
                    let mappings = similar.playbook.mappings.iter();
                    mappings
                        .filter(|mapping| mapping.fact == *first)
                        .any(|mapping| print::alike(&mapping.field, print) && print::alike(&mapping.field, other))
                })
        });
        if rivals.count() > 0 {
            return None;
        }
        let known = self.stock.all.get(self.stock.by_norm(first)?)?;
        if known.topics.iter().any(|topic| misplaced(*topic, reading).is_some()) {
            return None;
        }
        self.mapped(field, reading, first, Source::SimilarForm)
    }

    /// The fact that a mapping names, or the piece of it that the field asks for.
    fn mapped(&self, field: &Field, reading: &Reading, fact: &str, source: Source) -> Option<Pick> {
        let at = self.stock.by_norm(fact)?;
        let asked = evidence::asked(reading);
        let pieces = asked
            .iter()
            .find_map(|topic| match self.stock.for_topic(*topic, &reading.purposes) {
                Supply::One((parts, take)) if parts == [at] => Some(take),
                _ => None,
            });
        let take = pieces.unwrap_or_default();
        self.pick(field, reading, &[at], take, source).ok()
    }

    /// What the field's own signals lead to.
    fn by_signals(&self, field: &Field, reading: &Reading, at: usize) -> Result<Pick, Reason> {
        let (topics, source) = evidence::settle(field, reading)?;
        for topic in &topics {
            if let Some(guard) = misplaced(*topic, reading) {
                return Err(Reason::Guard(guard));
            }
        }
        // A fact that its owner calls as the field is called, whatever the words mean to others.
        let called: Vec<usize> = self
            .stock
            .called(&reading.literal, reading.langs, &reading.purposes)
            .into_iter()
            .filter(|at| self.suits(*at, &topics) && !self.stock.has_better(*at, &topics, &reading.purposes))
            .collect();
        match self.stock.only(called) {
            Supply::One(found) => {
                self.alone(field, reading, at, &topics)?;
                let understood = self.stock.all.get(found).is_some_and(|known| !known.topics.is_empty());
                let source = if understood && !topics.is_empty() {
                    source
                } else {
                    Source::Alias
                };
                let take = self.apart(&topics, self.take(reading, &topics, found));
                return self.pick(field, reading, &[found], take, source);
            }
            Supply::Tie(keys) => return Err(Reason::Tie(keys)),
            Supply::None => {}
        }
        let topic = match topics.as_slice() {
            [] => return Err(Reason::Unknown),
            [topic] => *topic,
            _ => return Err(Reason::Contradiction),
        };
        if topic == Topic::Of(Concept::FullName) && self.beside_a_card(reading) {
            return Err(Reason::Guard(Guard::Secret));
        }
        if topic == Topic::Of(Concept::Street) && self.wants_all_of_an_address(field, reading) {
            return Err(Reason::Unmade);
        }
        if self.signs_in(field, reading, at) && !matches!(topic, Topic::Of(Concept::Email | Concept::Username)) {
            return Err(Reason::Contradiction);
        }
        self.alone(field, reading, at, &topics)?;
        let (parts, take) = match self.stock.for_topic(topic, &reading.purposes) {
            Supply::One(found) => found,
            Supply::Tie(keys) => return Err(Reason::Tie(keys)),
            Supply::None => return Err(Reason::NoFact),
        };
        let take = self.apart(&topics, take);
        self.pick(field, reading, &parts, take, source)
    }

    /// A street goes in without its number where the form asks for the number by itself.
    fn apart(&self, topics: &[Topic], take: Take) -> Take {
        let street = take == Take::Whole && topics == [Topic::Of(Concept::Street)];
        if street && self.asks_for(Concept::HouseNumber) {
            Take::StreetName
        } else {
            take
        }
    }

    /// Whether a fact may be what a field of these topics is called after: it is of one of them or of a special case of
    /// one, or nobody knows what it is.
    fn suits(&self, at: usize, topics: &[Topic]) -> bool {
        let Some(known) = self.stock.all.get(at) else {
            return false;
        };
        topics.is_empty()
            || known.topics.is_empty()
            || known
                .topics
                .iter()
                .any(|own| topics.iter().any(|topic| own == topic || own.parent() == Some(*topic)))
    }

    /// The piece of a fact that a field of these topics takes.
    fn take(&self, reading: &Reading, topics: &[Topic], at: usize) -> Take {
        let served = topics
            .iter()
            .find_map(|topic| match self.stock.for_topic(*topic, &reading.purposes) {
                Supply::One((parts, take)) if parts == [at] => Some(take),
                _ => None,
            });
        served.unwrap_or_default()
    }

    /// Whether no other field asks for the same in the same words. To be asked again is another thing.
    fn alone(&self, field: &Field, reading: &Reading, at: usize, topics: &[Topic]) -> Result<(), Reason> {
        let twin = |(other, (rival, theirs)): (usize, (&Field, &Reading))| {
            other != at
                && guard(rival, theirs).is_none()
                && theirs.label == reading.label
                && rival.section == field.section
                && rival.autocomplete == field.autocomplete
                && evidence::settle(rival, theirs).is_ok_and(|(theirs, _)| theirs == topics)
        };
        let pairs = self.form.fields.iter().zip(self.readings);
        if reading.label.is_empty() || !pairs.enumerate().any(twin) {
            Ok(())
        } else {
            Err(Reason::Twice)
        }
    }

    /// Whether the number of a card is asked for in the same place: then a name is the holder's.
    fn beside_a_card(&self, reading: &Reading) -> bool {
        let card = |other: &&Reading| {
            let mut topics = other
                .by_label
                .iter()
                .map(|(topic, _)| *topic)
                .chain(other.by_name.iter().copied());
            other.place == reading.place
                && topics.any(|topic| matches!(topic, Topic::Of(Concept::CardNumber | Concept::CardCode)))
        };
        reading.vague && self.readings.iter().any(|other| card(&other))
    }

    /// Whether a field takes an address with its town, which no fact is: a large box, or what is called an address and no
    /// street, in a form that asks for who one is or how to reach one, and for neither the town nor the postcode.
    fn wants_all_of_an_address(&self, field: &Field, reading: &Reading) -> bool {
        let large = field.kind == Kind::Textarea;
        let town = self.asks_for(Concept::City);
        let person = [Concept::Email, Concept::Phone, Concept::FullName, Concept::FamilyName];
        large && !town
            || reading.whole_address
                && !town
                && !self.asks_for(Concept::Postcode)
                && person.into_iter().any(|concept| self.asks_for(concept))
    }

    /// Whether it is what one signs in with, whatever it is called: the text right before a password, after at most one
    /// other, and without a label that says more.
    fn signs_in(&self, field: &Field, reading: &Reading, at: usize) -> bool {
        let shown = |field: &&Field| field.visible && !field.trap && !field.disabled;
        let written = |field: &&Field| matches!(field.kind, Kind::Text | Kind::Email | Kind::Tel | Kind::Number);
        let asks = |field: &&Field| shown(field) && (written(field) || field.kind == Kind::Password);
        let (before, after) = self.form.fields.split_at(at);
        let next = after.iter().skip(1).find(asks);
        let others = before.iter().rev().filter(asks).take_while(written).count();
        (reading.label.is_empty() || reading.vague)
            && written(&field)
            && next.is_some_and(|next| next.kind == Kind::Password)
            && others <= 1
    }

    /// Whether the form asks for this in a field of its own.
    fn asks_for(&self, concept: Concept) -> bool {
        let asks = |(field, reading): (&Field, &Reading)| {
            guard(field, reading).is_none()
                && evidence::settle(field, reading).is_ok_and(|(topics, _)| topics == [Topic::Of(concept)])
        };
        self.form.fields.iter().zip(self.readings).any(asks)
    }

    fn by_meaning(&self, field: &Field, reading: &Reading) -> Option<Pick> {
        let wanted = probe::text(field, reading, &self.options.lang);
        let text = self.probe.texts.iter().position(|text| *text == wanted)?;
        let profile = semantic::profile(&self.recollection.model);
        let near = semantic::near(&self.recollection.near, text, &reading.label, profile)?;
        let at = self.stock.by_norm(&near.fact)?;
        let topics = &self.stock.all.get(at)?.topics;
        let contradicted = |said: &[Topic]| {
            !said.is_empty() && !said.iter().any(|said| topics.iter().any(|topic| topic.related(*said)))
        };
        if contradicted(&reading.by_name)
            || contradicted(&reading.by_hint)
            || topics
                .iter()
                .any(|topic| misplaced(*topic, reading).is_some() || !evidence::fits_kind(field.kind, *topic))
        {
            return None;
        }
        self.pick(field, reading, &[at], Take::Whole, Source::Suggested(near.score))
            .ok()
    }

    fn pick(
        &self,
        field: &Field,
        reading: &Reading,
        parts: &[usize],
        take: Take,
        source: Source,
    ) -> Result<Pick, Reason> {
        let values = self.stock.value(parts);
        let take = if take == Take::Whole && reading.initial {
            Take::Initial
        } else {
            take
        };
        let value = value::make(&values, take, field, self.options).ok_or(Reason::Unmade)?;
        let known = parts.iter().filter_map(|at| self.stock.all.get(*at));
        Ok(Pick {
            facts: known.clone().map(|known| known.norm.clone()).collect(),
            key: known.map(|known| known.fact.key.clone()).next().unwrap_or_default(),
            take,
            value,
            source,
        })
    }
}

/// Whether somebody wrote into a field already. What a list shows is no answer yet.
fn is_held(field: &Field) -> bool {
    let text = |field: &Field| matches!(&field.held, Held::Text(text) if !text.reveal().trim().is_empty());
    let written = matches!(
        field.kind,
        Kind::Text | Kind::Email | Kind::Tel | Kind::Url | Kind::Textarea | Kind::Editable | Kind::Number | Kind::Date
    );
    written && text(field)
}

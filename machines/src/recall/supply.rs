//! What a memory has for a topic.

use alloc::string::String;
use alloc::vec::Vec;

use super::dictionary::{Topic, topic_of_key};
use super::key::key_norm;
use super::model::{Fact, Origin, Recollection};
use super::purpose::{self, Purpose};
use crate::Typed;
use crate::form::synonyms::{Concept, Langs};

/// Which piece of a fact goes into a field, or of which facts it is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Take {
    /// All of it.
    #[default]
    Whole,
    /// The day of a date.
    Day,
    /// Its month.
    Month,
    /// Its year.
    Year,
    /// Its first letter.
    Initial,
    /// The first of the two words of a full name.
    First,
    /// The last of the two words of a full name.
    Last,
    /// The first name and the surname, made into a full name.
    Joined,
    /// The street without its number.
    StreetName,
    /// The number of the house out of a street and number.
    HouseNumber,
}

/// A fact, ready to be looked for.
#[derive(Debug)]
pub(super) struct Known<'a> {
    pub(super) fact: &'a Fact,
    pub(super) norm: String,
    pub(super) topics: Vec<Topic>,
    /// What its address is for, if its key says so: "billing city".
    pub(super) purpose: Option<Purpose>,
}

/// What there is for a field.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Supply<T> {
    None,
    One(T),
    /// Several that fit equally. By their keys.
    Tie(Vec<String>),
}

/// The facts of a recollection.
#[derive(Debug)]
pub(super) struct Stock<'a> {
    pub(super) all: Vec<Known<'a>>,
}

impl<'a> Stock<'a> {
    pub(super) fn new(recollection: &'a Recollection) -> Self {
        let known = |fact: &'a Fact| {
            let (topic, purpose) = purpose::read_key(&fact.key);
            let mut topics: Vec<Topic> = topic.into_iter().collect();
            for alias in &fact.aliases {
                topics.extend(topic_of_key(&alias.text).filter(|topic| !topics.contains(topic)));
            }
            Known {
                fact,
                norm: key_norm(&fact.key),
                topics,
                purpose,
            }
        };
        let usable = |fact: &&Fact| !fact.value.is_empty() && super::learn::may_keep(fact).is_ok();
        Self {
            all: recollection.facts.iter().filter(usable).map(known).collect(),
        }
    }

    /// The fact of a normalised key.
    pub(super) fn by_norm(&self, norm: &str) -> Option<usize> {
        self.all.iter().position(|known| known.norm == norm)
    }

    /// The facts that their owner calls as the field is called.
    pub(super) fn called(&self, literal: &[String], langs: Langs, purposes: &[Purpose]) -> Vec<usize> {
        let called = |known: &&Known| {
            if known.purpose.is_some_and(|purpose| !purposes.contains(&purpose)) {
                return false;
            }
            literal.contains(&known.norm)
                || known.fact.aliases.iter().any(|alias| {
                    let language = Langs::of_tag(&alias.language);
                    (alias.language.is_empty() || language.meets(langs)) && literal.contains(&key_norm(&alias.text))
                })
        };
        self.places(called)
    }

    /// Whether a fact is for no purpose, and there is one of these topics for just these.
    pub(super) fn has_better(&self, at: usize, topics: &[Topic], purposes: &[Purpose]) -> bool {
        let plain = self.all.get(at).is_some_and(|known| known.purpose.is_none());
        let own = |known: &Known| {
            known.purpose.is_some_and(|purpose| purposes.contains(&purpose))
                && known.topics.iter().any(|topic| topics.contains(topic))
        };
        plain && self.all.iter().any(own)
    }

    /// The facts of a topic that may go into a field for these purposes: those for one of them before the plain ones, and
    /// never one for another.
    fn of(&self, topic: Topic, purposes: &[Purpose]) -> Vec<usize> {
        let own = self.places(|known| {
            known.topics.contains(&topic) && known.purpose.is_some_and(|purpose| purposes.contains(&purpose))
        });
        if own.is_empty() {
            self.places(|known| known.topics.contains(&topic) && known.purpose.is_none())
        } else {
            own
        }
    }

    fn places(&self, wanted: impl Fn(&&Known<'a>) -> bool) -> Vec<usize> {
        let all = self.all.iter().enumerate();
        all.filter(|(_, known)| wanted(known)).map(|(at, _)| at).collect()
    }

    /// The one fact of several: what a person said goes before what was learned, and the same value twice is one.
    pub(super) fn only(&self, mut places: Vec<usize>) -> Supply<usize> {
        let origin = |at: &usize| self.all.get(*at).map(|known| known.fact.origin);
        if places.iter().any(|at| origin(at) == Some(Origin::Saved)) {
            places.retain(|at| origin(at) == Some(Origin::Saved));
        }
        let value = |at: &usize| self.all.get(*at).map(|known| known.fact.value.reveal().trim());
        let Some(first) = places.first().copied() else {
            return Supply::None;
        };
        if places.iter().all(|at| value(at) == value(&first)) {
            return Supply::One(first);
        }
        let keys = places
            .iter()
            .filter_map(|at| self.all.get(*at))
            .map(|known| known.fact.key.clone());
        Supply::Tie(keys.collect())
    }

    /// The facts, best first, that would do for a topic: which, and what of each.
    pub(super) fn for_topic(&self, topic: Topic, purposes: &[Purpose]) -> Supply<(Vec<usize>, Take)> {
        for (topics, take) in ways(topic) {
            let mut parts = Vec::new();
            for topic in *topics {
                match self.only(self.of(Topic::Of(*topic), purposes)) {
                    Supply::One(at) => parts.push(at),
                    Supply::Tie(keys) => return Supply::Tie(keys),
                    Supply::None => break,
                }
            }
            if parts.len() == topics.len() {
                return Supply::One((parts, *take));
            }
        }
        match topic {
            Topic::Of(concept) if !ways(Topic::Of(concept)).is_empty() => Supply::None,
            _ => match self.only(self.of(topic, purposes)) {
                Supply::One(at) => Supply::One((Vec::from([at]), Take::Whole)),
                Supply::Tie(keys) => Supply::Tie(keys),
                Supply::None => Supply::None,
            },
        }
    }

    /// The value that goes in, if it can be made.
    pub(super) fn value(&self, parts: &[usize]) -> Vec<&Typed> {
        parts
            .iter()
            .filter_map(|at| self.all.get(*at))
            .map(|known| &known.fact.value)
            .collect()
    }
}

type Way = (&'static [Concept], Take);

use Concept as C;

/// The ways to serve a topic, best first; none: only by a fact of the very topic.
fn ways(topic: Topic) -> &'static [Way] {
    let Topic::Of(concept) = topic else {
        return &[];
    };
    match concept {
        // Whoever asks for a telephone wants the one that is answered; never the one at work.
        C::Phone => &[
            (&[C::Phone], Take::Whole),
            (&[C::Mobile], Take::Whole),
            (&[C::HomePhone], Take::Whole),
        ],
        C::FullName => &[
            (&[C::FullName], Take::Whole),
            (&[C::GivenName, C::FamilyName], Take::Joined),
        ],
        C::GivenName => &[(&[C::GivenName], Take::Whole), (&[C::FullName], Take::First)],
        C::FamilyName => &[(&[C::FamilyName], Take::Whole), (&[C::FullName], Take::Last)],
        C::BirthDay => &[(&[C::BirthDay], Take::Whole), (&[C::BirthDate], Take::Day)],
        C::BirthMonth => &[(&[C::BirthMonth], Take::Whole), (&[C::BirthDate], Take::Month)],
        C::BirthYear => &[(&[C::BirthYear], Take::Whole), (&[C::BirthDate], Take::Year)],
        C::HouseNumber => &[(&[C::HouseNumber], Take::Whole), (&[C::Street], Take::HouseNumber)],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::{Stock, Supply, Take};
    use crate::form::synonyms::Concept;
    use crate::recall::dictionary::Topic;
    use crate::recall::model::{Fact, Origin, Recollection};
    use std::vec::Vec;

    fn recollection(facts: &[(&str, &str, Origin)]) -> Recollection {
        let fact = |(key, value, origin): &(&str, &str, Origin)| Fact {
            key: (*key).into(),
            value: (*value).into(),
            origin: *origin,
            ..Fact::default()
        };
        Recollection {
            facts: facts.iter().map(fact).collect(),
            ..Recollection::default()
        }
    }

    #[test]
    fn what_a_person_said_goes_before_what_was_learned_and_two_equal_ones_are_a_tie() {
        let surname = Topic::Of(Concept::FamilyName);
        let table = [
            (
                Vec::from([
                    ("surname", "Lovelace", Origin::Saved),
                    ("last name", "Byron", Origin::Learned),
                ]),
                true,
            ),
            (
                Vec::from([
                    ("surname", "Lovelace", Origin::Saved),
                    ("last name", "Byron", Origin::Saved),
                ]),
                false,
            ),
            (
                Vec::from([
                    ("surname", "Lovelace", Origin::Learned),
                    ("last name", "Byron", Origin::Learned),
                ]),
                false,
            ),
            (
                Vec::from([
                    ("surname", "Lovelace", Origin::Saved),
                    ("last name", "Lovelace", Origin::Saved),
                ]),
                true,
            ),
        ];
        for (facts, one) in table {
            let recollection = recollection(&facts);
            let supply = Stock::new(&recollection).for_topic(surname, &[]);
            assert_eq!(matches!(supply, Supply::One((_, Take::Whole))), one, "{facts:?}");
            assert_eq!(matches!(supply, Supply::Tie(_)), !one, "{facts:?}");
        }
    }
}

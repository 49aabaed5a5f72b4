//! The facts that people commonly keep, and what forms call them in eight languages.
//!
//! The words are those by which keys find fields; here they lead the other way. What only facts need, such as the
//! address of somebody's office or the telephone number of whom to call in an emergency, is added in `extra`.

mod extra;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::key::key_norm;
use crate::form::phrase::{squash, stems};
use crate::form::synonyms::{Concept, Dictionary, Langs, phrases};

/// What a field asks for or a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Topic {
    /// Something that forms ask for of anybody.
    Of(Concept),
    /// The telephone number of whom to call in an emergency.
    EmergencyPhone,
    /// The street of one's office or company.
    OfficeStreet,
    /// Its town.
    OfficeCity,
    /// Its postcode.
    OfficePostcode,
}

impl Topic {
    /// The wider one that it is a special case of.
    pub(crate) fn parent(self) -> Option<Self> {
        match self {
            Self::Of(concept) => concept.parent().map(Self::Of),
            _ => None,
        }
    }

    /// Whether they are the same, or one is a special case of the other.
    pub(crate) fn related(self, other: Self) -> bool {
        self == other || self.parent() == Some(other) || other.parent() == Some(self)
    }
}

/// A fact that people commonly keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Common {
    /// What it is called: `surname`. It is its own [`key_norm`] but for capital letters.
    pub key: &'static str,
    /// The `autocomplete` attribute that it answers to, its kind of contact before it (`work email`); empty if none.
    pub token: &'static str,
    /// What it is.
    pub(crate) topic: Topic,
}

/// The facts that people commonly keep, fifty of them.
pub fn common() -> &'static [Common] {
    extra::COMMON
}

/// The `autocomplete` attributes that a fact of this name answers to (`family-name`, `work email`), whatever language
/// the name is in. None, if the name is not known or names several things.
///
/// ```
/// use ostler_machines::recall::dictionary::tokens;
/// assert_eq!(tokens("Nachname"), ["family-name"]);
/// assert_eq!(tokens("locker"), [""; 0]);
/// ```
pub fn tokens(key: &str) -> Vec<&'static str> {
    let Some(topic) = topic_of_key(key) else {
        return Vec::new();
    };
    let mut tokens: Vec<&'static str> = common()
        .iter()
        .filter(|common| common.topic == topic && !common.token.is_empty())
        .map(|common| common.token)
        .collect();
    match topic {
        Topic::Of(Concept::Phone | Concept::Mobile) => tokens.extend(["tel-national", "mobile tel"]),
        Topic::Of(Concept::Street) => tokens.push("street-address"),
        Topic::Of(Concept::BirthDate) => tokens.extend(["bday-day", "bday-month", "bday-year"]),
        Topic::Of(Concept::Country) => tokens.push("country-name"),
        _ => {}
    }
    tokens
}

/// Which of the common facts a name means: `surname` for "Nachname", `phone` for a telephone of any kind. `None` if it
/// means none or several.
pub fn common_key(name: &str) -> Option<&'static str> {
    let topic = topic_of_key(name)?;
    key_of(topic)
}

/// What a topic's fact is commonly called.
pub(crate) fn key_of(topic: Topic) -> Option<&'static str> {
    if topic == Topic::Of(Concept::Phone) {
        // Nobody knows yet whether it is a mobile one.
        return Some("phone");
    }
    common()
        .iter()
        .find(|common| common.topic == topic)
        .map(|common| common.key)
}

/// The one topic that the key of a fact, or another name of it, names.
pub(crate) fn topic_of_key(key: &str) -> Option<Topic> {
    let norm = key_norm(key);
    if let Some(common) = common().iter().find(|common| key_norm(common.key) == norm) {
        return Some(common.topic);
    }
    let mut found = topics(&stems(key));
    if found.is_empty() {
        found = topics(&crate::form::phrase::key_stems(key));
    }
    match found.as_slice() {
        [(topic, _)] => Some(*topic),
        _ => None,
    }
}

/// What words, in all of the eight languages, name, and in which languages they do.
pub(crate) fn topics(stems: &[String]) -> Vec<(Topic, Langs)> {
    topics_of(&squash(stems))
}

/// The same of words that are run together.
pub(crate) fn topics_of(squashed: &str) -> Vec<(Topic, Langs)> {
    if squashed.is_empty() {
        return Vec::new();
    }
    let senses = Dictionary::get().senses(squashed);
    let shared = senses.iter().map(|sense| (Topic::Of(sense.concept), sense.langs));
    match Extra::get().0.get(squashed) {
        None => shared.collect(),
        // What stands among the facts' own phrases has no other meaning, but may have it in more languages.
        Some(own) => own
            .iter()
            .map(|(topic, langs)| {
                let more = shared.clone().filter(|(other, _)| other == topic);
                (*topic, more.fold(*langs, |langs, (_, more)| langs.or(more)))
            })
            .collect(),
    }
}

/// The names that a fact may have which goes into a field of this topic, normalised: in all languages.
pub(crate) fn names(topic: Topic) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |phrase: &str| {
        let name = key_norm(phrase);
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    };
    for common in common().iter().filter(|common| common.topic == topic) {
        add(common.key);
    }
    if let Topic::Of(concept) = topic {
        phrases(concept).for_each(&mut add);
    }
    for (own, _, phrases) in extra::PHRASES {
        if *own == topic {
            phrases.split('|').for_each(&mut add);
        }
    }
    names
}

/// The phrases that only facts need, ready to be asked.
struct Extra(BTreeMap<String, Vec<(Topic, Langs)>>);

impl Extra {
    fn get() -> &'static Self {
        static EXTRA: OnceBox<Extra> = OnceBox::new();
        EXTRA.get_or_init(|| {
            let mut map: BTreeMap<String, Vec<(Topic, Langs)>> = BTreeMap::new();
            for (topic, tag, phrases) in extra::PHRASES {
                for phrase in phrases.split('|') {
                    let list = map.entry(squash(&stems(phrase))).or_default();
                    let langs = Langs::of_tag(tag);
                    match list.iter_mut().find(|(own, _)| own == topic) {
                        Some((_, known)) => *known = known.or(langs),
                        None => list.push((*topic, langs)),
                    }
                }
            }
            Box::new(Extra(map))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Topic, common, common_key, names, tokens, topic_of_key};
    use crate::form::synonyms::Concept;
    use std::string::String;
    use std::vec::Vec;

    #[test]
    fn every_common_fact_is_found_by_its_own_key_and_nothing_else() {
        let mut topics: Vec<Topic> = common().iter().map(|common| common.topic).collect();
        for common in common() {
            assert_eq!(topic_of_key(common.key), Some(common.topic), "{}", common.key);
            assert!(
                names(common.topic).contains(&super::key_norm(common.key)),
                "{}",
                common.key
            );
        }
        topics.sort();
        topics.dedup();
        assert_eq!(topics.len(), common().len());
        assert_eq!(common().len(), 50);
    }

    #[test]
    fn a_common_fact_is_known_by_its_names_in_eight_languages() {
        let table = [
            ("last name", Some("surname")),
            ("Nachname", Some("surname")),
            ("nom de famille", Some("surname")),
            ("apellidos", Some("surname")),
            ("sobrenome", Some("surname")),
            ("nazwisko", Some("surname")),
            ("upnaam", Some("surname")),
            ("उपनाम", Some("surname")),
            ("姓", Some("surname")),
            ("dateOfBirth", Some("date of birth")),
            ("phone", Some("phone")),
            ("office address", Some("company street")),
            ("emergency contact phone", Some("emergency contact phone")),
            // A Frenchman's family name and anybody's name.
            ("second name", None),
            ("locker", None),
            ("", None),
        ];
        for (name, key) in table {
            assert_eq!(common_key(name), key, "{name}");
        }
    }

    #[test]
    fn a_fact_answers_to_its_tokens() {
        assert_eq!(tokens("work email"), ["work email"]);
        assert!(tokens("mobile").contains(&"tel"));
        assert_eq!(tokens("second name"), Vec::<String>::new());
        assert_eq!(topic_of_key("handy"), Some(Topic::Of(Concept::Mobile)));
    }
}

//! What a store holds in memory: how a [`Change`] changes it and how a [`Probe`] is answered. Pure, so that every store
//! that can hold all of it at once behaves alike.
//!
//! Everything is found by maps, so that ten thousand facts answer as fast as ten.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::model::{
    Applied, Change, Episode, Everything, Fact, Mapping, Origin, Playbook, Played, Probe, Prune, Recollection, Seconds,
    Similar,
};

/// Brings a key, an alias or a token into the one spelling that they are compared in.
pub type Normalise = fn(&str) -> String;

/// How many playbooks of other forms are told of.
const MOST_SIMILAR: usize = 5;
/// How many episodes are kept of one host; the oldest go.
const MOST_EPISODES: usize = 50;
/// A playbook of this age counts half.
const HALF_LIFE: Seconds = 90 * 24 * 60 * 60;

/// All that is held of one tenant.
#[derive(Clone, Debug)]
pub struct Book {
    normalise: Normalise,
    /// By normalised key.
    facts: BTreeMap<String, Fact>,
    /// The normalised keys of the facts that go by a normalised name.
    names: BTreeMap<String, BTreeSet<String>>,
    /// By host, then by fingerprint.
    hosts: BTreeMap<String, Host>,
}

/// What is held of one host.
#[derive(Clone, Debug, Default)]
struct Host {
    playbooks: BTreeMap<String, Playbook>,
    /// The fingerprints of the forms that have a label.
    labels: BTreeMap<String, BTreeSet<String>>,
    episodes: Vec<Episode>,
}

impl Book {
    /// An empty one.
    pub fn new(normalise: Normalise) -> Self {
        Self {
            normalise,
            facts: BTreeMap::new(),
            names: BTreeMap::new(),
            hosts: BTreeMap::new(),
        }
    }

    /// One that holds `all`. What was kept under another spelling of its key is filed anew; of two facts that now share
    /// one, the one that somebody said stays, then the newer one.
    pub fn of(mut all: Everything, normalise: Normalise) -> Self {
        let mut book = Self::new(normalise);
        all.facts
            .sort_by_key(|fact| (fact.origin == Origin::Saved, fact.verified));
        for fact in all.facts {
            book.keep(fact);
        }
        for mut playbook in all.playbooks {
            for mapping in &mut playbook.mappings {
                mapping.fact = normalise(&mapping.fact);
            }
            book.write(playbook);
        }
        for episode in all.episodes {
            book.host(&episode.host).episodes.push(episode);
        }
        book
    }

    /// All that it holds.
    pub fn all(&self) -> Everything {
        Everything {
            facts: self.facts.values().cloned().collect(),
            playbooks: self.playbooks().cloned().collect(),
            episodes: self.episodes().cloned().collect(),
            unopened: 0,
        }
    }

    /// Facts, by normalised key.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.facts.values()
    }

    /// Playbooks, by host and fingerprint.
    pub fn playbooks(&self) -> impl Iterator<Item = &Playbook> {
        self.hosts.values().flat_map(|host| host.playbooks.values())
    }

    /// Episodes, by host.
    pub fn episodes(&self) -> impl Iterator<Item = &Episode> {
        self.hosts.values().flat_map(|host| &host.episodes)
    }

    /// Makes one change.
    pub fn apply(&mut self, change: Change, now: Seconds) -> Applied {
        match change {
            Change::Remember(fact) => self.remember(fact, now),
            Change::Learn(fact) => self.learn(fact, now),
            Change::Forget(key) => self.forget(&key),
            Change::Played(played) => self.played(&played, now),
            Change::Happened(episode) => self.happened(episode, now),
            Change::Prune(prune) => self.prune(prune),
        }
    }

    fn remember(&mut self, mut fact: Fact, now: Seconds) -> Applied {
        if fact.verified == 0 {
            fact.verified = now;
        }
        let key = (self.normalise)(&fact.key);
        if key.is_empty() {
            return Applied::default();
        }
        let Some(kept) = self.facts.get(&key) else {
            self.keep(fact);
            return ADDED;
        };
        let same = kept.value == fact.value && kept.origin == fact.origin;
        // Its other names stay: who says a value anew does not take them back.
        let mut aliases = kept.aliases.clone();
        aliases.extend(fact.aliases.drain(..).filter(|alias| !kept.aliases.contains(alias)));
        let unchanged = same && aliases.len() == kept.aliases.len();
        fact.aliases = aliases;
        self.keep(fact);
        if unchanged { Applied::default() } else { CHANGED }
    }

    fn learn(&mut self, fact: Fact, now: Seconds) -> Applied {
        let fact = Fact {
            origin: Origin::Learned,
            ..fact
        };
        let key = (self.normalise)(&fact.key);
        // What somebody said under this name, be it only another name for it, stays.
        let namesakes = self.names.get(&key).into_iter().flatten();
        let saved: Vec<String> = namesakes
            .filter(|namesake| {
                self.facts
                    .get(*namesake)
                    .is_some_and(|kept| kept.origin == Origin::Saved)
            })
            .cloned()
            .collect();
        for namesake in &saved {
            if let Some(kept) = self.facts.get_mut(namesake)
                && kept.value == fact.value
            {
                kept.verified = now;
            }
        }
        if saved.is_empty() {
            self.remember(fact, now)
        } else {
            Applied::default()
        }
    }

    fn forget(&mut self, key: &str) -> Applied {
        let key = (self.normalise)(key);
        match self.facts.remove(&key) {
            Some(fact) => {
                self.unname(&key, &fact);
                Applied { removed: 1, ..NONE }
            }
            None => NONE,
        }
    }

    fn played(&mut self, played: &Played, now: Seconds) -> Applied {
        let known = self
            .hosts
            .get(&played.host)
            .and_then(|host| host.playbooks.get(&played.fingerprint));
        let applied = if known.is_some() { CHANGED } else { ADDED };
        let playbook = play(known.cloned(), played, now);
        self.write(playbook);
        applied
    }

    fn happened(&mut self, episode: Episode, now: Seconds) -> Applied {
        let host = self.host(&episode.host);
        let known = host.episodes.iter_mut().find(|known| same(known, &episode));
        if let Some(known) = known {
            known.count = known.count.saturating_add(episode.count.max(1));
            known.verified = now;
            return CHANGED;
        }
        let mut applied = ADDED;
        if host.episodes.len() >= MOST_EPISODES {
            let oldest = (0..host.episodes.len()).min_by_key(|at| host.episodes[*at].verified);
            oldest.map(|at| host.episodes.remove(at));
            applied.removed = 1;
        }
        host.episodes.push(Episode {
            count: episode.count.max(1),
            verified: now,
            ..episode
        });
        applied
    }

    fn prune(&mut self, prune: Prune) -> Applied {
        let mut removed = 0;
        for host in self.hosts.values_mut() {
            let stale: Vec<String> = host
                .playbooks
                .values()
                .filter(|playbook| playbook.verified < prune.before && !(prune.unproven_only && playbook.wins > 0))
                .map(|playbook| playbook.fingerprint.clone())
                .collect();
            removed += stale.len();
            for fingerprint in stale {
                host.tear(&fingerprint);
            }
            if !prune.unproven_only {
                let before = host.episodes.len();
                host.episodes.retain(|episode| episode.verified >= prune.before);
                removed += before - host.episodes.len();
            }
        }
        self.hosts
            .retain(|_, host| !host.playbooks.is_empty() || !host.episodes.is_empty());
        Applied { removed, ..NONE }
    }

    /// What of it could matter to a form.
    pub fn answer(&self, probe: &Probe, now: Seconds) -> Recollection {
        let host = self.hosts.get(&probe.host);
        let playbook = host.and_then(|host| host.playbooks.get(&probe.fingerprint));
        let similar = host.map(|host| host.similar(probe, now)).unwrap_or_default();
        let mut keys = BTreeSet::new();
        let mut name = |name: &str| {
            if let Some(found) = self.names.get(name) {
                keys.extend(found);
            }
        };
        for text in &probe.names {
            name(text);
        }
        for token in &probe.tokens {
            name(&(self.normalise)(token));
        }
        let playbooks = playbook
            .into_iter()
            .chain(similar.iter().map(|similar| &similar.playbook));
        // A mapping names a key: another fact that only goes by that name is not meant.
        let mapped = playbooks.flat_map(|playbook| &playbook.mappings);
        keys.extend(mapped.map(|mapping| &mapping.fact));
        Recollection {
            playbook: playbook.cloned(),
            facts: keys
                .into_iter()
                .filter_map(|key| self.facts.get(key))
                .cloned()
                .collect(),
            similar,
            ..Recollection::default()
        }
    }

    /// Takes a fact in, in the place of the one of its key.
    fn keep(&mut self, fact: Fact) {
        let key = (self.normalise)(&fact.key);
        if let Some(before) = self.facts.get(&key).cloned() {
            self.unname(&key, &before);
        }
        for name in self.names_of(&key, &fact) {
            self.names.entry(name).or_default().insert(key.clone());
        }
        self.facts.insert(key, fact);
    }

    fn unname(&mut self, key: &str, fact: &Fact) {
        for name in self.names_of(key, fact) {
            if let Some(keys) = self.names.get_mut(&name) {
                keys.remove(key);
                if keys.is_empty() {
                    self.names.remove(&name);
                }
            }
        }
    }

    fn names_of(&self, key: &str, fact: &Fact) -> BTreeSet<String> {
        let aliases = fact.aliases.iter().map(|alias| (self.normalise)(&alias.text));
        aliases.filter(|name| !name.is_empty()).chain([key.into()]).collect()
    }

    /// Takes a playbook in, in the place of the one of its form.
    fn write(&mut self, playbook: Playbook) {
        let host = self.host(&playbook.host);
        host.tear(&playbook.fingerprint);
        for label in &playbook.labels {
            let forms = host.labels.entry(label.clone()).or_default();
            forms.insert(playbook.fingerprint.clone());
        }
        host.playbooks.insert(playbook.fingerprint.clone(), playbook);
    }

    fn host(&mut self, host: &str) -> &mut Host {
        self.hosts.entry(host.into()).or_default()
    }
}

const NONE: Applied = Applied {
    added: 0,
    changed: 0,
    removed: 0,
};
const ADDED: Applied = Applied { added: 1, ..NONE };
const CHANGED: Applied = Applied { changed: 1, ..NONE };

impl Host {
    /// Takes a playbook out.
    fn tear(&mut self, fingerprint: &str) {
        let Some(playbook) = self.playbooks.remove(fingerprint) else {
            return;
        };
        for label in &playbook.labels {
            if let Some(forms) = self.labels.get_mut(label) {
                forms.remove(fingerprint);
                if forms.is_empty() {
                    self.labels.remove(label);
                }
            }
        }
    }

    /// The playbooks of other forms that have labels in common with this one, best first.
    fn similar(&self, probe: &Probe, now: Seconds) -> Vec<Similar> {
        let labels: BTreeSet<&String> = probe.labels.iter().collect();
        let mut common: BTreeMap<&String, usize> = BTreeMap::new();
        for form in labels.iter().filter_map(|label| self.labels.get(*label)).flatten() {
            *common.entry(form).or_default() += 1;
        }
        common.remove(&probe.fingerprint);
        let mut scored: Vec<(f32, &Playbook)> = common
            .into_iter()
            .filter_map(|(form, common)| Some((common, self.playbooks.get(form)?)))
            .map(|(common, playbook)| (score(labels.len(), common, playbook, now), playbook))
            .collect();
        // Equal ones in the order of their fingerprints, so that one memory gives one answer.
        scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        scored.truncate(MOST_SIMILAR);
        let similar = |(score, playbook): (f32, &Playbook)| Similar {
            playbook: playbook.clone(),
            score,
        };
        scored.into_iter().map(similar).collect()
    }
}

/// How much alike two forms are, times how well the one did, times how new that is.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of labels and wins are small, and ages need no precision"
)]
fn score(labels: usize, common: usize, playbook: &Playbook, now: Seconds) -> f32 {
    let theirs = playbook.labels.iter().collect::<BTreeSet<_>>().len();
    let alike = common as f32 / (labels + theirs - common).max(1) as f32;
    alike * win_rate(playbook.wins, playbook.losses) * recency(playbook.verified, now)
}

/// How often something does well, as far as can be told from so few times: one half if it was never tried.
#[expect(clippy::cast_precision_loss, reason = "they are small")]
pub fn win_rate(wins: u32, losses: u32) -> f32 {
    (wins as f32 + 1.0) / (wins as f32 + losses as f32 + 2.0)
}

/// 1 for now, one half after ninety days, a third after twice as long.
#[expect(clippy::cast_precision_loss, reason = "ages need no precision")]
pub fn recency(verified: Seconds, now: Seconds) -> f32 {
    let age = now.saturating_sub(verified);
    HALF_LIFE as f32 / (HALF_LIFE as f32 + age as f32)
}

/// Whether two episodes are the same thing happening again.
pub fn same(one: &Episode, other: &Episode) -> bool {
    (&one.host, &one.fingerprint, &one.outcome, &one.text)
        == (&other.host, &other.fingerprint, &other.outcome, &other.text)
}

/// The playbook of a form after it was filled once more.
pub fn play(playbook: Option<Playbook>, played: &Played, now: Seconds) -> Playbook {
    let mut playbook = playbook.unwrap_or_else(|| Playbook {
        host: played.host.clone(),
        fingerprint: played.fingerprint.clone(),
        verified: now,
        ..Playbook::default()
    });
    playbook.labels.clone_from(&played.labels);
    match played.accepted {
        Some(true) => {
            playbook.wins = playbook.wins.saturating_add(1);
            playbook.verified = now;
        }
        Some(false) => playbook.losses = playbook.losses.saturating_add(1),
        None => {}
    }
    for (field, fact) in &played.used {
        let at = playbook.mappings.iter().position(|mapping| mapping.field == *field);
        let known = at.filter(|at| playbook.mappings[*at].fact == *fact);
        if played.refused.contains(field) {
            // Another fact that was refused says nothing about the one that is known.
            if let Some(at) = known {
                let mapping = &mut playbook.mappings[at];
                mapping.losses = mapping.losses.saturating_add(1);
                if is_spent(mapping) {
                    playbook.mappings.remove(at);
                }
            }
            continue;
        }
        let wins = u32::from(played.accepted == Some(true));
        match (known, at) {
            (Some(at), _) => {
                let mapping = &mut playbook.mappings[at];
                mapping.wins = mapping.wins.saturating_add(wins);
            }
            // Another fact was accepted: what was known is contradicted.
            (None, Some(at)) if wins > 0 => playbook.mappings[at] = fresh(field, fact, wins),
            (None, Some(_)) => {}
            (None, None) => playbook.mappings.push(fresh(field, fact, wins)),
        }
    }
    playbook
}

fn fresh(field: &str, fact: &str, wins: u32) -> Mapping {
    Mapping {
        field: field.into(),
        fact: fact.into(),
        wins,
        losses: 0,
    }
}

/// Whether a mapping failed so often that it is better forgotten: three times, and once more for every four wins.
fn is_spent(mapping: &Mapping) -> bool {
    mapping.losses >= 3 + mapping.wins / 4
}

#[cfg(test)]
mod tests {
    use super::{Book, play};
    use crate::recall::model::{
        Alias, Applied, Change, Episode, Everything, Fact, Origin, Playbook, Played, Probe, Prune,
    };
    use proptest::prelude::{Strategy, any, prop, proptest};
    use std::borrow::ToOwned;
    use std::string::{String, ToString};
    use std::vec::Vec;
    use std::{format, vec};

    const DAY: u64 = 24 * 60 * 60;

    fn lower(text: &str) -> String {
        text.trim().to_lowercase()
    }

    fn fact(key: &str, value: &str, aliases: &[&str]) -> Fact {
        let alias = |text: &&str| Alias {
            text: (*text).into(),
            language: String::new(),
        };
        Fact {
            key: key.into(),
            value: value.into(),
            aliases: aliases.iter().map(alias).collect(),
            ..Fact::default()
        }
    }

    fn book(facts: &[Fact]) -> Book {
        let mut book = Book::new(lower);
        for fact in facts {
            book.apply(Change::Remember(fact.clone()), 1);
        }
        book
    }

    fn names(names: &[&str]) -> Probe {
        Probe {
            names: names.iter().map(ToString::to_string).collect(),
            ..Probe::default()
        }
    }

    fn found(book: &Book, probe: &Probe) -> Vec<(String, String)> {
        let facts = book.answer(probe, 1).facts;
        facts
            .into_iter()
            .map(|fact| (fact.key, fact.value.into_inner()))
            .collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect()
    }

    fn played(form: &str, used: &[(&str, &str)], refused: &[&str], accepted: Option<bool>) -> Change {
        Change::Played(Played {
            host: "shop.example".into(),
            fingerprint: form.into(),
            labels: used.iter().map(|(field, _)| (*field).into()).collect(),
            used: pairs(used),
            refused: refused.iter().map(ToString::to_string).collect(),
            accepted,
        })
    }

    fn only(book: &Book) -> Playbook {
        book.playbooks().next().unwrap().clone()
    }

    #[test]
    fn a_fact_is_found_by_key_alias_and_token() {
        let book = book(&[fact("Surname", "Lovelace", &["Nachname"]), fact("email", "a@b.c", &[])]);
        let surname = pairs(&[("Surname", "Lovelace")]);
        assert_eq!(found(&book, &names(&["surname"])), surname);
        assert_eq!(found(&book, &names(&["nachname", "surname"])), surname);
        assert_eq!(found(&book, &names(&["vorname"])), []);
        let tokens = Probe {
            tokens: vec!["email".into()],
            ..Probe::default()
        };
        assert_eq!(found(&book, &tokens), pairs(&[("email", "a@b.c")]));
    }

    #[test]
    fn two_facts_of_one_name_are_both_told_of() {
        let book = book(&[fact("home phone", "1", &["phone"]), fact("mobile", "2", &["phone"])]);
        assert_eq!(found(&book, &names(&["phone"])).len(), 2);
    }

    #[test]
    fn saying_a_value_anew_keeps_the_other_names() {
        let mut book = book(&[fact("surname", "Byron", &["nachname"])]);
        let again = Change::Remember(fact("Surname", "Lovelace", &["apellido"]));
        assert_eq!(
            book.apply(again.clone(), 2),
            Applied {
                changed: 1,
                ..Applied::default()
            }
        );
        assert_eq!(book.apply(again, 3), Applied::default());
        let surname = pairs(&[("Surname", "Lovelace")]);
        assert_eq!(found(&book, &names(&["nachname"])), surname);
        assert_eq!(found(&book, &names(&["apellido"])), surname);
    }

    #[test]
    fn what_is_learned_never_takes_the_place_of_what_was_said() {
        let mut book = book(&[fact("email", "said@b.c", &["mail"])]);
        for key in ["email", "EMAIL", "mail"] {
            let learned = book.apply(Change::Learn(fact(key, "learned@b.c", &[])), 2);
            assert_eq!(learned, Applied::default(), "{key}");
        }
        assert_eq!(
            found(&book, &names(&["email", "mail"])),
            pairs(&[("email", "said@b.c")])
        );
        book.apply(Change::Learn(fact("email", "said@b.c", &[])), 7);
        let kept = book.facts().next().unwrap();
        assert_eq!((kept.verified, kept.origin), (7, Origin::Saved));
        book.apply(Change::Learn(fact("city", "London", &[])), 2);
        book.apply(Change::Learn(fact("city", "Paris", &[])), 3);
        assert_eq!(found(&book, &names(&["city"])), pairs(&[("city", "Paris")]));
        book.apply(Change::Remember(fact("city", "Rome", &[])), 4);
        book.apply(Change::Learn(fact("city", "Paris", &[])), 5);
        assert_eq!(found(&book, &names(&["city"])), pairs(&[("city", "Rome")]));
    }

    #[test]
    fn what_is_forgotten_is_found_by_none_of_its_names() {
        let mut book = book(&[fact("surname", "Lovelace", &["nachname"])]);
        assert_eq!(book.apply(Change::Forget(" SURNAME".into()), 2).removed, 1);
        assert_eq!(book.apply(Change::Forget("surname".into()), 2), Applied::default());
        assert_eq!(found(&book, &names(&["surname", "nachname"])), []);
        assert_eq!(book.all(), Everything::default());
    }

    #[test]
    fn a_key_of_blanks_is_no_fact() {
        assert_eq!(book(&[fact("  ", "x", &[])]).all(), Everything::default());
    }

    #[test]
    fn an_accepted_form_is_remembered_and_leads_to_its_facts() {
        let mut book = book(&[fact("surname", "Lovelace", &[])]);
        let change = played("f1", &[("last name", "surname")], &[], Some(true));
        assert_eq!(book.apply(change.clone(), 10).added, 1);
        assert_eq!(book.apply(change, 20).changed, 1);
        let probe = Probe {
            host: "shop.example".into(),
            fingerprint: "f1".into(),
            ..Probe::default()
        };
        let answer = book.answer(&probe, 20);
        assert_eq!(answer.facts.len(), 1);
        let playbook = answer.playbook.unwrap();
        assert_eq!((playbook.wins, playbook.losses, playbook.verified), (2, 0, 20));
        assert_eq!(playbook.mappings[0].wins, 2);
        let elsewhere = Probe {
            host: "other.example".into(),
            ..probe
        };
        assert_eq!(book.answer(&elsewhere, 20).playbook, None);
    }

    #[test]
    fn a_mapping_to_what_was_forgotten_leads_to_no_namesake() {
        let mut book = book(&[fact("phone", "1", &[]), fact("work phone", "2", &["phone"])]);
        book.apply(played("f1", &[("tel", "phone")], &[], Some(true)), 1);
        book.apply(Change::Forget("phone".into()), 2);
        let probe = Probe {
            host: "shop.example".into(),
            fingerprint: "f1".into(),
            ..Probe::default()
        };
        assert_eq!(found(&book, &probe), []);
    }

    #[test]
    fn what_was_kept_under_an_older_spelling_is_filed_anew_and_the_better_one_stays() {
        let at = |key: &str, value: &str, origin, verified| Fact {
            origin,
            verified,
            ..fact(key, value, &[])
        };
        let facts = vec![
            at("CITY", "said, newer", Origin::Saved, 5),
            at("City", "said", Origin::Saved, 3),
            at("city", "learned", Origin::Learned, 9),
        ];
        let book = Book::of(
            Everything {
                facts,
                ..Everything::default()
            },
            lower,
        );
        assert_eq!(found(&book, &names(&["city"])), pairs(&[("CITY", "said, newer")]));
        assert_eq!(book.facts().count(), 1);
    }

    #[test]
    fn a_mapping_that_fails_again_and_again_is_dropped() {
        let mut book = book(&[]);
        let used = [("last name", "surname"), ("mail", "email")];
        book.apply(played("f1", &used, &[], Some(true)), 1);
        for losses in 1..3 {
            book.apply(played("f1", &used, &["last name"], Some(false)), 2);
            let playbook = only(&book);
            assert_eq!((playbook.mappings.len(), playbook.losses), (2, losses));
            assert_eq!((playbook.mappings[0].wins, playbook.mappings[0].losses), (1, losses));
        }
        book.apply(played("f1", &used, &["last name"], Some(false)), 3);
        let playbook = only(&book);
        assert_eq!(playbook.mappings.len(), 1);
        assert_eq!(
            (playbook.mappings[0].fact.as_str(), playbook.mappings[0].losses),
            ("email", 0)
        );
        assert_eq!(playbook.verified, 1, "it was last accepted then");
    }

    #[test]
    fn a_mapping_that_did_well_is_given_more_chances() {
        let mut book = book(&[]);
        let used = [("last name", "surname")];
        for _ in 0..40 {
            book.apply(played("f1", &used, &[], Some(true)), 1);
        }
        let mut losses = 0;
        while !only(&book).mappings.is_empty() {
            book.apply(played("f1", &used, &["last name"], Some(false)), 2);
            losses += 1;
        }
        assert_eq!(losses, 13);
    }

    #[test]
    fn a_form_that_was_not_sent_proves_nothing() {
        let mut book = book(&[]);
        book.apply(played("f1", &[("last name", "surname")], &[], None), 5);
        let playbook = only(&book);
        assert_eq!((playbook.wins, playbook.losses, playbook.verified), (0, 0, 5));
        assert_eq!((playbook.mappings[0].wins, playbook.mappings[0].losses), (0, 0));
    }

    #[test]
    fn another_fact_that_is_accepted_contradicts_the_one_before() {
        let mut book = book(&[]);
        book.apply(played("f1", &[("phone", "mobile")], &[], Some(true)), 1);
        book.apply(played("f1", &[("phone", "work phone")], &["phone"], Some(false)), 2);
        book.apply(played("f1", &[("phone", "work phone")], &[], None), 2);
        assert_eq!(only(&book).mappings[0].fact, "mobile", "refused, or not sent");
        book.apply(played("f1", &[("phone", "work phone")], &[], Some(true)), 3);
        let playbook = only(&book);
        assert_eq!(playbook.mappings.len(), 1);
        assert_eq!(
            (playbook.mappings[0].fact.as_str(), playbook.mappings[0].wins),
            ("work phone", 1)
        );
    }

    #[test]
    fn similar_forms_come_by_likeness_success_and_age() {
        let now = 1000 * DAY;
        let form = |fingerprint: &str, labels: &[&str], wins, losses, verified| Playbook {
            host: "shop.example".into(),
            fingerprint: fingerprint.into(),
            labels: labels.iter().map(ToString::to_string).collect(),
            mappings: Vec::new(),
            wins,
            losses,
            verified,
        };
        let playbooks = vec![
            form("own", &["a", "b", "c"], 9, 0, now),
            form("best", &["a", "b", "c"], 9, 0, now),
            form("older", &["a", "b", "c"], 9, 0, now - 90 * DAY),
            form("failing", &["a", "b", "c"], 1, 9, now),
            form("less alike", &["a", "x", "y"], 9, 0, now),
            form("unlike", &["x", "y"], 9, 0, now),
        ];
        let all = Everything {
            playbooks,
            ..Everything::default()
        };
        let book = Book::of(all.clone(), lower);
        let probe = Probe {
            host: "shop.example".into(),
            fingerprint: "own".into(),
            labels: vec!["a".into(), "b".into(), "c".into()],
            ..Probe::default()
        };
        let answer = book.answer(&probe, now);
        let order: Vec<_> = answer
            .similar
            .iter()
            .map(|similar| similar.playbook.fingerprint.as_str())
            .collect();
        assert_eq!(order, ["best", "older", "less alike", "failing"]);
        assert!(
            answer
                .similar
                .iter()
                .all(|similar| (0.0..=1.0).contains(&similar.score))
        );
        assert!((answer.similar[0].score - 2.0 * answer.similar[1].score).abs() < 0.001);
    }

    #[test]
    fn what_happens_again_is_counted() {
        let mut book = book(&[]);
        let episode = |text: &str| {
            Change::Happened(Episode {
                host: "shop.example".into(),
                fingerprint: "f1".into(),
                outcome: "validation_failed".into(),
                text: text.into(),
                ..Episode::default()
            })
        };
        assert_eq!(book.apply(episode("no such street"), 1).added, 1);
        assert_eq!(book.apply(episode("no such street"), 5).changed, 1);
        let seen: Vec<_> = book
            .episodes()
            .map(|episode| (episode.count, episode.verified))
            .collect();
        assert_eq!(seen, [(2, 5)]);
        for at in 0..200 {
            book.apply(episode(&format!("error {at}")), 10 + at);
        }
        assert_eq!(book.episodes().count(), 50);
        assert!(book.episodes().any(|episode| episode.text == "error 199"));
    }

    #[test]
    fn what_is_old_goes_and_facts_stay() {
        let grown = || {
            let mut book = book(&[fact("surname", "Lovelace", &[])]);
            book.apply(played("old proven", &[("a", "surname")], &[], Some(true)), 10);
            book.apply(played("old unproven", &[("b", "surname")], &[], None), 10);
            book.apply(played("new unproven", &[("c", "surname")], &[], None), 30);
            book.apply(Change::Happened(Episode::default()), 10);
            book
        };
        let mut pruned = grown();
        let unproven = Prune {
            before: 20,
            unproven_only: true,
        };
        assert_eq!(pruned.apply(Change::Prune(unproven), 40).removed, 1);
        assert_eq!((pruned.playbooks().count(), pruned.episodes().count()), (2, 1));
        let mut pruned = grown();
        let all = Prune {
            before: 20,
            unproven_only: false,
        };
        assert_eq!(pruned.apply(Change::Prune(all), 40).removed, 3);
        assert_eq!((pruned.playbooks().count(), pruned.episodes().count()), (1, 0));
        assert_eq!(pruned.facts().count(), 1);
        let probe = Probe {
            host: "shop.example".into(),
            labels: vec!["a".into()],
            ..Probe::default()
        };
        assert_eq!(pruned.answer(&probe, 40).similar, []);
    }

    fn word() -> impl Strategy<Value = String> {
        prop::sample::select(vec!["a", "B", "b", "c", "D", "e f", ""]).prop_map(ToOwned::to_owned)
    }

    fn change() -> impl Strategy<Value = Change> {
        let facts = (word(), word(), prop::collection::vec(word(), 0..3), any::<bool>());
        let facts = facts.prop_map(|(key, value, aliases, learn)| {
            let aliases: Vec<&str> = aliases.iter().map(String::as_str).collect();
            let fact = fact(&key, &value, &aliases);
            if learn {
                Change::Learn(fact)
            } else {
                Change::Remember(fact)
            }
        });
        let used = prop::collection::vec((word(), word()), 0..4);
        let plays = (word(), used, prop::collection::vec(word(), 0..2), any::<Option<bool>>());
        let plays = plays.prop_map(|(form, used, refused, accepted)| {
            let used: Vec<_> = used.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            let refused: Vec<_> = refused.iter().map(String::as_str).collect();
            played(&form, &used, &refused, accepted)
        });
        let happens = (word(), word()).prop_map(|(host, text)| {
            Change::Happened(Episode {
                host,
                text,
                ..Episode::default()
            })
        });
        let prune = (0..40u64, any::<bool>())
            .prop_map(|(before, unproven_only)| Change::Prune(Prune { before, unproven_only }));
        proptest::prop_oneof![4 => facts, 2 => word().prop_map(Change::Forget), 4 => plays, 1 => happens, 1 => prune]
    }

    proptest! {
        /// What is written down and read again answers as it did, whatever happened to it.
        #[test]
        fn a_book_that_is_read_again_is_the_same(changes in prop::collection::vec(change(), 0..40)) {
            let mut book = Book::new(lower);
            for (now, change) in changes.into_iter().enumerate() {
                book.apply(change, now as u64);
            }
            let again = Book::of(book.all(), lower);
            assert_eq!(again.all(), book.all());
            assert_eq!(again.names, book.names);
            for (name, keys) in &book.names {
                for key in keys {
                    assert!(book.names_of(key, &book.facts[key]).contains(name));
                }
            }
            let probe = Probe {
                host: "shop.example".into(),
                fingerprint: "a".into(),
                labels: vec!["b".into(), "c".into()],
                names: vec!["a".into(), "e f".into()],
                ..Probe::default()
            };
            assert_eq!(again.answer(&probe, 50), book.answer(&probe, 50));
        }
    }

    #[test]
    fn counters_stop_at_the_end() {
        let full = Playbook {
            wins: u32::MAX,
            ..Playbook::default()
        };
        let Change::Played(won) = played("f1", &[], &[], Some(true)) else {
            unreachable!()
        };
        assert_eq!(play(Some(full), &won, 1).wins, u32::MAX);
    }
}

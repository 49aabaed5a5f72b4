//! What a store holds in memory: how a [`Change`] changes it and how a [`Probe`] is answered. Pure, so that every store
//! that can hold all of it at once behaves alike.
//!
//! Everything is found by maps, so that ten thousand facts answer as fast as ten.

mod play;
mod rank;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::model::{
    Applied, Change, Episode, Everything, Fact, Origin, Playbook, Played, Probe, Prune, Recollection, Seconds, Similar,
};

use play::play;
use rank::score;

/// Brings a key, an alias or a token into the one spelling that they are compared in.
pub type Normalise = fn(&str) -> String;

/// How many playbooks of other forms are told of.
const MOST_SIMILAR: usize = 5;
/// How many episodes are kept of one host; the oldest go.
const MOST_EPISODES: usize = 50;

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
            Change::Played(played) => self.played(played, now),
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
                let kept = self.facts.get(*namesake);
                kept.is_some_and(|kept| kept.is_said_as(&key, self.normalise))
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

    fn played(&mut self, mut played: Played, now: Seconds) -> Applied {
        for (_, fact) in &mut played.used {
            *fact = (self.normalise)(fact);
        }
        let known = self
            .hosts
            .get(&played.host)
            .and_then(|host| host.playbooks.get(&played.fingerprint));
        let applied = if known.is_some() { CHANGED } else { ADDED };
        let playbook = play(known.cloned(), &played, now);
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
        let names = fact.names().map(self.normalise);
        names.filter(|name| !name.is_empty()).chain([key.into()]).collect()
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

/// Whether two episodes are the same thing happening again.
fn same(one: &Episode, other: &Episode) -> bool {
    (&one.host, &one.fingerprint, &one.outcome, &one.text)
        == (&other.host, &other.fingerprint, &other.outcome, &other.text)
}

#[cfg(test)]
mod tests;

//! Meaning for a store that has no vectors of its own: the names of its facts are compared here.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use ostler_machines::recall::book::Normalise;
use ostler_machines::recall::model::{Applied, Change, Everything, Fact, Near, Probe, Recollection, Text};

use super::decoys::Decoys;
use super::embed::{Embed, EmbedError, Embedded, cosine};
use super::qdrant::Names;
use super::store::{Store, StoreError};

/// How many facts are told of at each text.
const MOST_NEAR: usize = 8;

/// A store whose facts are found by what their names mean as well.
#[derive(Debug)]
pub struct Alike {
    store: Arc<dyn Store>,
    embed: Arc<dyn Embed>,
    names: Names,
    decoys: Decoys,
    normalise: Normalise,
    /// Why texts could not be looked up the last time.
    without: Mutex<Option<String>>,
    /// The vector of each text that was needed so far.
    known: Mutex<HashMap<String, Arc<[f32]>>>,
}

impl Alike {
    /// `names` are what facts are called besides their keys and aliases; `decoys` stand for none of the facts and compete
    /// with them.
    pub fn new(
        store: Arc<dyn Store>,
        embed: Arc<dyn Embed>,
        names: Names,
        decoys: &'static [&'static str],
        normalise: Normalise,
    ) -> Self {
        Self {
            store,
            embed,
            names,
            decoys: Decoys::new(decoys),
            normalise,
            without: Mutex::default(),
            known: Mutex::default(),
        }
    }

    /// The names of a fact.
    fn called(&self, fact: &Fact) -> Vec<String> {
        let mut names: Vec<String> = fact.names().map(String::from).collect();
        names.extend((self.names)(fact));
        names.retain(|name| self.embed.covers(name));
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The vectors of `texts`; those that were made before are not made again.
    async fn vectors(&self, texts: Vec<String>) -> Result<HashMap<String, Arc<[f32]>>, EmbedError> {
        let (mut found, mut missing) = (HashMap::new(), Vec::new());
        {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            for text in texts {
                match known.get(&text) {
                    Some(vector) => drop(found.insert(text, Arc::clone(vector))),
                    None => missing.push(text),
                }
            }
        }
        missing.sort_unstable();
        missing.dedup();
        if missing.is_empty() {
            return Ok(found);
        }
        let made = self.embed.embed(&missing).await?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        for (text, embedded) in missing.into_iter().zip(made) {
            // A text that somebody else would have to embed says nothing here.
            if let Embedded::Vector(vector) = embedded {
                let vector: Arc<[f32]> = vector.into();
                known.insert(text.clone(), Arc::clone(&vector));
                found.insert(text, vector);
            }
        }
        Ok(found)
    }

    async fn near(&self, asked: &[Text], facts: &[Fact]) -> Result<Vec<Near>, EmbedError> {
        let names: Vec<(String, Vec<String>)> = facts
            .iter()
            .map(|fact| ((self.normalise)(&fact.key), self.called(fact)))
            .collect();
        let asked: Vec<(usize, &Text)> = (asked.iter().enumerate())
            .filter(|(_, text)| self.embed.covers(&text.text))
            .collect();
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let texts = (names.iter().flat_map(|(_, names)| names.iter().cloned()))
            .chain(asked.iter().map(|(_, text)| text.text.clone()))
            .collect();
        let vectors = self.vectors(texts).await?;
        let mut all = Vec::new();
        for (at, text) in asked {
            let Some(own) = vectors.get(&text.text) else {
                continue;
            };
            let like = |name: &str| vectors.get(name).map(|vector| cosine(own, vector));
            let mut best: BTreeMap<&str, f32> = BTreeMap::new();
            for (key, names) in &names {
                if let Some(score) = names.iter().filter_map(|name| like(name)).reduce(f32::max) {
                    let held = best.entry(key).or_insert(score);
                    *held = held.max(score);
                }
            }
            let decoy = self.decoys.nearest(&*self.embed, own).await?;
            best.extend(decoy.map(|score| ("", score)));
            let near = |(fact, score): (&str, f32)| Near {
                text: at,
                fact: fact.into(),
                score,
            };
            let mut found: Vec<Near> = best.into_iter().map(near).collect();
            found.sort_by(|a, b| b.score.total_cmp(&a.score));
            found.truncate(MOST_NEAR);
            all.extend(found);
        }
        Ok(all)
    }
}

impl Store for Alike {
    fn recall<'a>(&'a self, probe: &'a Probe) -> BoxFuture<'a, Result<Recollection, StoreError>> {
        async move {
            let mut found = self.store.recall(probe).await?;
            if probe.texts.is_empty() || !found.model.is_empty() {
                return Ok(found);
            }
            let facts = self.store.all().await?.facts;
            let near = self.near(&probe.texts, &facts).await;
            let why = near.as_ref().err().map(ToString::to_string);
            *self.without.lock().unwrap_or_else(PoisonError::into_inner) = why;
            // Exact names work all the same.
            if let Ok(near) = near {
                let is_near = |fact: &Fact| near.iter().any(|near| near.fact == (self.normalise)(&fact.key));
                let is_known = |fact: &Fact| found.facts.iter().any(|known| known.key == fact.key);
                let more: Vec<Fact> = facts
                    .into_iter()
                    .filter(|fact| is_near(fact) && !is_known(fact))
                    .collect();
                found.facts.extend(more);
                found.near = near;
                self.embed.model().clone_into(&mut found.model);
            }
            Ok(found)
        }
        .boxed()
    }

    fn apply(&self, changes: Vec<Change>) -> BoxFuture<'_, Result<Applied, StoreError>> {
        self.store.apply(changes)
    }

    fn all(&self) -> BoxFuture<'_, Result<Everything, StoreError>> {
        self.store.all()
    }

    fn wipe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.store.wipe()
    }

    fn ready(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.store.ready()
    }

    fn lacks(&self) -> Option<String> {
        self.without.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::Alike;
    use crate::memory::embed::DevHash;
    use crate::memory::{Ephemeral, Store as _, wall_clock};
    use ostler_machines::recall::key_norm;
    use ostler_machines::recall::model::{Change, Fact, Probe, Text};
    use std::sync::Arc;

    #[tokio::test]
    async fn the_nearest_fact_comes_first_and_no_other_is_as_near() {
        let inner = Arc::new(Ephemeral::new(key_norm, wall_clock));
        let fact = |key: &str| {
            Change::Remember(Fact {
                key: key.into(),
                value: "x".into(),
                ..Fact::default()
            })
        };
        inner
            .apply(vec![fact("membership number"), fact("shoe size")])
            .await
            .unwrap();
        let names = |_: &Fact| Vec::new();
        let store = Alike::new(inner, Arc::new(DevHash::new(None)), names, &["colour"], key_norm);
        let text = |text: &str| Text {
            text: text.into(),
            language: "en".into(),
        };
        let probe = Probe {
            texts: vec![text("your membership number"), text("shoes size")],
            ..Probe::default()
        };
        let found = store.recall(&probe).await.unwrap();
        let first = |at: usize| found.near.iter().find(|near| near.text == at).unwrap();
        assert_eq!(first(0).fact, "membership number");
        assert_eq!(first(1).fact, "shoe size");
        assert!(first(0).score > 0.6, "{:?}", found.near);
        assert_eq!(found.facts.len(), 2);
        assert!(found.model.contains("hash"));
        // Nothing is looked up that was not asked for.
        assert!(store.recall(&Probe::default()).await.unwrap().near.is_empty());
    }
}

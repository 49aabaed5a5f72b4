//! Writes: what a change concerns is read, changed by [`Book`] and written whole.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use ostler_machines::recall::book::Book;
use ostler_machines::recall::model::{Applied, Change, Episode, Everything, Fact, Prune, Seconds};
use qdrant_client::qdrant::points_selector::PointsSelectorOneOf;
use qdrant_client::qdrant::{
    Condition, DeletePointsBuilder, Document, GetPointsBuilder, NamedVectors, PointId, PointStruct, PointsIdsList,
    Range, UpsertPointsBuilder, Vectors,
};
use uuid::Uuid;

use super::Qdrant;
use super::census::count;
use super::point::{Item, Payload, VERIFIED, WINS, list};
use super::wire::{Fault, no_inference};
use crate::memory::embed::Embedded;
use crate::memory::seal::{Kind, Purpose};
use crate::memory::store::StoreError;

/// How many points are written at once.
pub(super) const CHUNK: usize = 256;

/// A fact that is to be written.
#[derive(Debug)]
struct Refiled {
    id: Uuid,
    /// Its normalised key.
    key: String,
    fact: Fact,
    /// The names of it that have a vector, and those that are to have one.
    had: Vec<String>,
    wanted: Vec<String>,
}

impl Qdrant {
    /// Changes what is concerned.
    pub(super) async fn change(&self, changes: Vec<Change>) -> Result<Applied, StoreError> {
        let _held = self.writing.lock().await;
        self.ensure().await?;
        let now = (self.clock)();
        let mut sum = Applied::default();
        let mut some = Vec::new();
        for change in changes {
            if let Change::Prune(prune) = change {
                add(&mut sum, self.merge(std::mem::take(&mut some), now).await?);
                add(&mut sum, self.prune(prune).await?);
            } else {
                some.push(change);
            }
        }
        add(&mut sum, self.merge(some, now).await?);
        Ok(sum)
    }

    async fn merge(&self, changes: Vec<Change>, now: Seconds) -> Result<Applied, StoreError> {
        if changes.is_empty() {
            return Ok(Applied::default());
        }
        let before = self.concerned(&changes).await?;
        let mut all = Everything::default();
        for item in before.values() {
            match item.clone() {
                Item::Fact(fact, _) => all.facts.push(fact),
                Item::Playbook(playbook) => all.playbooks.push(playbook),
                Item::Episode(episode) => all.episodes.push(episode),
                Item::Name(_) => {}
            }
        }
        let mut book = Book::of(all, self.normalise);
        let mut sum = Applied::default();
        for change in changes {
            add(&mut sum, book.apply(change, now));
        }
        self.write(&before, book.all()).await?;
        Ok(sum)
    }

    /// What the changes could touch, as it is.
    async fn concerned(&self, changes: &[Change]) -> Result<BTreeMap<(Kind, Uuid), Item>, StoreError> {
        let mut keys = BTreeSet::new();
        let mut playbooks = BTreeSet::new();
        let mut hosts = BTreeSet::new();
        for change in changes {
            match change {
                Change::Remember(fact) | Change::Learn(fact) => {
                    keys.insert((self.normalise)(&fact.key));
                }
                Change::Forget(key) => {
                    keys.insert((self.normalise)(key));
                }
                Change::Played(played) => {
                    playbooks.insert(self.filing.playbook_id(&played.host, &played.fingerprint));
                }
                Change::Happened(episode) => {
                    hosts.insert(episode.host.clone());
                }
                Change::Prune(_) => {}
            }
        }
        let mut before = BTreeMap::new();
        let (facts, _) = self.facts_named(&keys, &BTreeSet::new()).await?;
        before.extend(facts.into_iter().map(|(id, item)| ((Kind::Fact, id), item)));
        if !playbooks.is_empty() {
            let ids: Vec<PointId> = playbooks.iter().map(|id| PointId::from(id.to_string())).collect();
            let request = GetPointsBuilder::new(&self.collections.playbooks, ids).with_payload(true);
            let answer = self
                .wire
                .call(|client| async move { client.get_points(request).await })
                .await
                .map_err(|fault| self.lost(fault))?;
            let points = answer.result.iter().map(|point| (point.id.as_ref(), &point.payload));
            let items = self.open_all(Kind::Playbook, points, &mut 0);
            before.extend(items.into_iter().map(|(id, item)| ((Kind::Playbook, id), item)));
        }
        if !hosts.is_empty() {
            let hashes = self.filing.hashes(Purpose::Host, &hosts);
            let filter = self.own([Condition::matches(Purpose::Host.name(), hashes)]);
            let (items, _) = self.items(Kind::Episode, &self.collections.episodes, filter).await?;
            before.extend(items.into_iter().map(|(id, item)| ((Kind::Episode, id), item)));
        }
        Ok(before)
    }

    /// A collection that was there and is gone is made anew by the next change.
    fn lost(&self, fault: Fault) -> StoreError {
        if fault == Fault::Missing {
            self.ready.store(false, Ordering::Release);
            return StoreError::Unavailable(format!("Qdrant at {} has lost a collection", self.wire.place));
        }
        self.told(fault)
    }

    /// Writes what is other than `before`, and deletes what is no more.
    pub(super) async fn write(
        &self,
        before: &BTreeMap<(Kind, Uuid), Item>,
        after: Everything,
    ) -> Result<(), StoreError> {
        let mut kept = BTreeSet::new();
        let mut gone: BTreeMap<Kind, Vec<Uuid>> = BTreeMap::new();
        let mut points: BTreeMap<Kind, Vec<PointStruct>> = BTreeMap::new();
        let mut facts = Vec::new();
        for fact in after.facts {
            let key = (self.normalise)(&fact.key);
            let place = (Kind::Fact, self.filing.id(Kind::Fact, &key));
            kept.insert(place);
            let (known, had) = match before.get(&place) {
                Some(Item::Fact(known, names)) => (Some(known), names.clone()),
                _ => (None, Vec::new()),
            };
            let wanted = self.wanted_names(&fact);
            if known != Some(&fact) || had != wanted {
                facts.push(Refiled {
                    id: place.1,
                    key,
                    fact,
                    had,
                    wanted,
                });
            }
        }
        let named = self.write_names(&facts).await?;
        for Refiled {
            id,
            key,
            fact,
            had,
            wanted,
        } in facts
        {
            // Without vectors the names that have one keep it: they still lead to the fact.
            let names = if named { wanted } else { had.clone() };
            let dropped = had.iter().filter(|name| !names.contains(*name));
            let dropped = dropped.map(|name| self.filing.name_id(&key, name));
            gone.entry(Kind::Fact).or_default().extend(dropped);
            let point = self.fact_point(&id, fact, names)?;
            points.entry(Kind::Fact).or_default().push(point);
        }
        for playbook in after.playbooks {
            let place = (
                Kind::Playbook,
                self.filing.playbook_id(&playbook.host, &playbook.fingerprint),
            );
            kept.insert(place);
            let item = Item::Playbook(playbook);
            if before.get(&place) != Some(&item) {
                let point = self.playbook_point(&place.1, item)?;
                points.entry(Kind::Playbook).or_default().push(point);
            }
        }
        for episode in after.episodes {
            let place = (Kind::Episode, self.filing.episode_id(&episode));
            kept.insert(place);
            let item = Item::Episode(episode);
            if before.get(&place) != Some(&item) {
                let point = self.episode_point(&place.1, &item)?;
                points.entry(Kind::Episode).or_default().push(point);
            }
        }
        for ((kind, id), item) in before {
            if kept.contains(&(*kind, *id)) {
                continue;
            }
            let gone = gone.entry(*kind).or_default();
            gone.push(*id);
            if let Item::Fact(fact, names) = item {
                let key = (self.normalise)(&fact.key);
                gone.extend(names.iter().map(|name| self.filing.name_id(&key, name)));
            }
        }
        for (kind, collection) in self.collections.each() {
            for chunk in points.remove(&kind).unwrap_or_default().chunks(CHUNK) {
                self.upsert(collection, chunk.to_vec())
                    .await
                    .map_err(|fault| self.lost(fault))?;
            }
            for chunk in gone.remove(&kind).unwrap_or_default().chunks(CHUNK) {
                self.delete(collection, chunk).await?;
            }
        }
        Ok(())
    }

    async fn upsert(&self, collection: &str, points: Vec<PointStruct>) -> Result<(), Fault> {
        let request = UpsertPointsBuilder::new(collection, points).wait(true);
        let written = self
            .wire
            .call(|client| async move { client.upsert_points(request).await })
            .await;
        written.map(|_| ())
    }

    pub(super) async fn delete(&self, collection: &str, ids: &[Uuid]) -> Result<(), StoreError> {
        let ids = PointsIdsList {
            ids: ids.iter().map(|id| PointId::from(id.to_string())).collect(),
        };
        self.delete_those(collection, PointsSelectorOneOf::Points(ids)).await
    }

    pub(super) async fn delete_those(&self, collection: &str, which: PointsSelectorOneOf) -> Result<(), StoreError> {
        let request = DeletePointsBuilder::new(collection).points(which).wait(true);
        let deleted = self
            .wire
            .call(|client| async move { client.delete_points(request).await })
            .await;
        match deleted {
            Ok(_) | Err(Fault::Missing) => Ok(()),
            Err(fault) => Err(self.told(fault)),
        }
    }

    /// The names of a fact that are to have a vector each, in one spelling.
    fn wanted_names(&self, fact: &Fact) -> Vec<String> {
        let Some(embed) = &self.embed else {
            return Vec::new();
        };
        let names = fact.names().map(String::from).chain((self.names)(fact));
        let names: BTreeSet<String> = names
            .map(|name| (self.normalise)(&name))
            .filter(|name| embed.covers(name))
            .collect();
        names.into_iter().collect()
    }

    /// Gives each name that has none yet a point with its vector. False if there are no vectors to be had.
    async fn write_names(&self, facts: &[Refiled]) -> Result<bool, StoreError> {
        let mut fresh = Vec::new();
        for refiled in facts {
            let names = refiled.wanted.iter().filter(|name| !refiled.had.contains(name));
            fresh.extend(names.map(|name| (&refiled.key, name.clone())));
        }
        let Some(embed) = self.embed.as_ref().filter(|_| !fresh.is_empty()) else {
            return Ok(true);
        };
        let texts: Vec<String> = fresh.iter().map(|(_, name)| name.clone()).collect();
        let embedded = match embed.embed(&texts).await {
            Ok(embedded) => embedded,
            Err(error) => {
                self.note_vectors(Some(error.to_string()));
                return Ok(false);
            }
        };
        let mut points = Vec::with_capacity(fresh.len());
        for ((key, name), embedded) in fresh.into_iter().zip(embedded) {
            let id = self.filing.name_id(key, &name);
            let payload = self.payload(&id, &Item::Name(key.clone()))?;
            points.push(PointStruct {
                vectors: Some(vectors_of(embedded)),
                ..bare(&id, payload)
            });
        }
        for chunk in points.chunks(CHUNK) {
            match self.upsert(&self.collections.facts, chunk.to_vec()).await {
                Ok(()) => {}
                Err(Fault::NoInference) => {
                    self.note_vectors(Some(no_inference(&self.wire.place)));
                    return Ok(false);
                }
                Err(fault) => return Err(self.lost(fault)),
            }
        }
        self.note_vectors(None);
        Ok(true)
    }

    fn payload(&self, id: &Uuid, item: &Item) -> Result<Payload, StoreError> {
        let written = self.filing.write(id, item);
        written.map_err(|error| StoreError::Unusable(error.to_string()))
    }

    fn fact_point(&self, id: &Uuid, fact: Fact, names: Vec<String>) -> Result<PointStruct, StoreError> {
        let called: BTreeSet<String> = fact
            .names()
            .map(|name| (self.normalise)(name))
            .filter(|name| !name.is_empty())
            .collect();
        let mut tokens: BTreeSet<String> = (self.tokens)(&fact)
            .iter()
            .map(|token| (self.normalise)(token))
            .collect();
        tokens.extend(called.iter().cloned());
        let mut payload = self.payload(id, &Item::Fact(fact, names))?;
        for (purpose, texts) in [(Purpose::Key, &called), (Purpose::Autocomplete, &tokens)] {
            payload.insert(purpose.name().into(), list(self.filing.hashes(purpose, texts)));
        }
        Ok(bare(id, payload))
    }

    fn playbook_point(&self, id: &Uuid, item: Item) -> Result<PointStruct, StoreError> {
        let mut payload = self.payload(id, &item)?;
        let Item::Playbook(playbook) = item else {
            return Ok(bare(id, payload));
        };
        let mut add = |purpose: Purpose, text: &str| {
            payload.insert(purpose.name().into(), self.filing.hash(purpose, text).into());
        };
        add(Purpose::Host, &playbook.host);
        add(Purpose::Fingerprint, &playbook.fingerprint);
        let fields: Vec<String> = playbook.mappings.iter().map(|mapping| mapping.field.clone()).collect();
        for (purpose, texts) in [(Purpose::Labels, &playbook.labels), (Purpose::IdHint, &fields)] {
            payload.insert(purpose.name().into(), list(self.filing.hashes(purpose, texts)));
        }
        let vector = self.filing.labels_vector(&playbook.labels);
        if vector.iter().all(|x| *x == 0.0) {
            return Ok(bare(id, payload));
        }
        Ok(PointStruct {
            vectors: Some(Vectors::from(vector)),
            ..bare(id, payload)
        })
    }

    fn episode_point(&self, id: &Uuid, item: &Item) -> Result<PointStruct, StoreError> {
        let mut payload = self.payload(id, item)?;
        if let Item::Episode(Episode { host, fingerprint, .. }) = item {
            for (purpose, text) in [(Purpose::Host, host), (Purpose::Fingerprint, fingerprint)] {
                payload.insert(purpose.name().into(), self.filing.hash(purpose, text).into());
            }
        }
        Ok(bare(id, payload))
    }

    /// Forgets what is old, by filter: nothing is opened for it. Facts stay.
    #[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are exact in an f64")]
    async fn prune(&self, prune: Prune) -> Result<Applied, StoreError> {
        let old = Range {
            lt: Some(prune.before as f64),
            ..Range::default()
        };
        let old = Condition::range(VERIFIED, old);
        let mut filters = Vec::new();
        if prune.unproven_only {
            let never = Range {
                lte: Some(0.0),
                ..Range::default()
            };
            let filter = self.own([old, Condition::range(WINS, never)]);
            filters.push((&self.collections.playbooks, filter));
        } else {
            filters.push((&self.collections.playbooks, self.own([old.clone()])));
            filters.push((&self.collections.episodes, self.own([old])));
        }
        let mut removed = 0;
        for (collection, filter) in filters {
            let found = match count(&self.wire, collection, filter.clone()).await {
                Ok(found) => found,
                Err(Fault::Missing) => 0,
                Err(fault) => return Err(self.told(fault)),
            };
            if found > 0 {
                self.delete_those(collection, filter.into()).await?;
                removed += usize::try_from(found).unwrap_or(usize::MAX);
            }
        }
        Ok(Applied {
            removed,
            ..Applied::default()
        })
    }
}

fn vectors_of(embedded: Embedded) -> Vectors {
    match embedded {
        Embedded::Vector(vector) => Vectors::from(vector),
        Embedded::Document { text, model } => Vectors::from(Document::new(text, model)),
    }
}

/// A point without a vector.
fn bare(id: &Uuid, payload: Payload) -> PointStruct {
    PointStruct {
        id: Some(PointId::from(id.to_string())),
        payload,
        vectors: Some(Vectors::from(NamedVectors::default())),
    }
}

fn add(sum: &mut Applied, applied: Applied) {
    sum.added += applied.added;
    sum.changed += applied.changed;
    sum.removed += applied.removed;
}

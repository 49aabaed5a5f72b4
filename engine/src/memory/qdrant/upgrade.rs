//! Seals what was kept before there was sealing, and files anew what stands under an older spelling or an older seal.
//!
//! What is found is written sealed, read back, and only then is the old point deleted: whoever is interrupted runs it again,
//! and nothing is lost or there twice.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use futures_util::future::{try_join, try_join_all};
use ostler_machines::recall::book::Book;
use ostler_machines::recall::model::{Everything, Fact, Playbook};
use qdrant_client::qdrant::{Condition, RetrievedPoint};
use uuid::Uuid;

use super::Qdrant;
use super::census::count;
use super::change::CHUNK;
use super::look::uuid;
use super::point::{Closed, Filing, Item, PLAIN};
use super::wire::Fault;
use crate::memory::seal::Kind;
use crate::memory::store::StoreError;

/// What [`Qdrant::seal`] came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sealing {
    /// Facts that are sealed now and were not, or were in an older way.
    pub facts: usize,
    /// Playbooks that were filed or sealed anew.
    pub playbooks: usize,
    /// Points that are gone: the old ones of these, and playbooks and episodes that were never sealed.
    pub removed: usize,
    /// Points that do not open, and are left as they are.
    pub unopened: usize,
}

/// How long is looked for what is older.
const LOOK: Duration = Duration::from_secs(2);

/// How a point stands.
enum Standing {
    /// As this version writes it.
    Good(Uuid, Item),
    /// In an older way, with what of it is to be kept.
    Old(Uuid, Option<Item>),
    /// It does not open.
    Closed,
}

/// What does not stand as this version writes it.
#[derive(Debug, Default)]
struct Found {
    facts: Vec<Fact>,
    playbooks: Vec<Playbook>,
    /// Where it stands, to be deleted.
    old: BTreeMap<Kind, Vec<Uuid>>,
    /// What stands as it should.
    good: BTreeMap<(Kind, Uuid), Item>,
    unopened: usize,
}

impl Qdrant {
    /// Whether there is anything for [`Self::seal`] to do. Nothing is written. What was never sealed is found whatever
    /// there is of it; for older seals and spellings two seconds of reading have to do.
    ///
    /// # Errors
    /// If Qdrant cannot be reached, or refuses who asks.
    pub async fn needs_sealing(&self) -> Result<bool, StoreError> {
        if self.filing.sealer.is_none() {
            return Ok(false);
        }
        let began = Instant::now();
        let collections = self.collections.each();
        let plain = collections.iter().map(|(_, collection)| self.count_plain(collection));
        let old = collections
            .iter()
            .map(|(kind, collection)| self.any_old(*kind, collection, began));
        let (plain, old) = try_join(try_join_all(plain), try_join_all(old)).await?;
        Ok(plain.iter().any(|count| 0 < *count) || old.contains(&true))
    }

    async fn count_plain(&self, collection: &str) -> Result<u64, StoreError> {
        let mut filter = self.own([]);
        filter.must_not = vec![Condition::is_empty(PLAIN)];
        match count(&self.wire, collection, filter).await {
            Ok(found) => Ok(found),
            Err(Fault::Missing) => Ok(0),
            Err(fault) => Err(self.told(fault)),
        }
    }

    /// Whether a point of the collection does not stand as this version writes it, as far as that can be seen in time.
    async fn any_old(&self, kind: Kind, collection: &str, began: Instant) -> Result<bool, StoreError> {
        let mut offset = None;
        loop {
            let (points, next) = self.page(collection, self.own([]), offset).await?;
            if points
                .iter()
                .any(|point| matches!(self.standing(kind, point), Standing::Old(..)))
            {
                return Ok(true);
            }
            if next.is_none() || LOOK < began.elapsed() {
                return Ok(false);
            }
            offset = next;
        }
    }

    /// Seals what is not sealed and files anew what is filed in an older way.
    ///
    /// # Errors
    /// If Qdrant cannot be reached, refuses who asks, or does not keep what was written. Run it again then.
    pub async fn seal(&self) -> Result<Sealing, StoreError> {
        if self.filing.sealer.is_none() {
            return Err(StoreError::Unusable(
                "sealing is off: run `ostler config set seal on` first".into(),
            ));
        }
        let _held = self.writing.lock().await;
        self.ensure().await?;
        let mut found = self.find_old().await?;
        let mut sealing = Sealing {
            facts: found.facts.len(),
            playbooks: found.playbooks.len(),
            removed: 0,
            unopened: found.unopened,
        };
        let mut all = Everything {
            facts: std::mem::take(&mut found.facts),
            ..Everything::default()
        };
        let mut playbooks = std::mem::take(&mut found.playbooks);
        for item in found.good.values() {
            match item {
                Item::Fact(fact, _) => all.facts.push(fact.clone()),
                Item::Playbook(playbook) => playbooks.push(playbook.clone()),
                Item::Name(_) | Item::Episode(_) => {}
            }
        }
        // Of two of one form the newer one comes last, and stays.
        playbooks.sort_by_key(|playbook| playbook.verified);
        all.playbooks = playbooks;
        // Of two facts of one key, the book keeps what somebody said, then what is newer.
        let wanted = Book::of(all, self.normalise).all();
        found
            .good
            .retain(|_, item| matches!(item, Item::Fact(..) | Item::Playbook(_)));
        self.write(&found.good, wanted.clone()).await?;
        // Nothing is deleted before it is seen to be there.
        let written = self.find_old().await?.good;
        for fact in &wanted.facts {
            let id = self.filing.id(Kind::Fact, &(self.normalise)(&fact.key));
            if !matches!(written.get(&(Kind::Fact, id)), Some(Item::Fact(kept, _)) if kept == fact) {
                return Err(StoreError::Unavailable(format!(
                    "Qdrant at {} did not keep what was sealed: run `ostler memory seal` again",
                    self.wire.place
                )));
            }
        }
        for (kind, collection) in self.collections.each() {
            let mut old = found.old.remove(&kind).unwrap_or_default();
            // What was written over is new.
            old.retain(|id| !written.contains_key(&(kind, *id)));
            sealing.removed += old.len();
            for chunk in old.chunks(CHUNK) {
                self.delete(collection, chunk).await?;
            }
        }
        Ok(sealing)
    }

    async fn find_old(&self) -> Result<Found, StoreError> {
        let mut found = Found::default();
        for (kind, collection) in self.collections.each() {
            for point in self.scroll(collection, self.own([])).await? {
                match self.standing(kind, &point) {
                    Standing::Good(id, item) => {
                        found.good.insert((kind, id), item);
                    }
                    Standing::Old(id, item) => {
                        found.old.entry(kind).or_default().push(id);
                        match item {
                            Some(Item::Fact(fact, _)) => found.facts.push(fact),
                            Some(Item::Playbook(playbook)) => found.playbooks.push(playbook),
                            Some(Item::Name(_) | Item::Episode(_)) | None => {}
                        }
                    }
                    Standing::Closed => found.unopened += 1,
                }
            }
        }
        Ok(found)
    }

    /// How a point stands.
    fn standing(&self, kind: Kind, point: &RetrievedPoint) -> Standing {
        let Some(id) = uuid(point.id.as_ref()) else {
            return Standing::Closed;
        };
        match self.filing.read(&id, kind, &point.payload) {
            Ok(item) if self.stands_well(&id, &item) => return Standing::Good(id, item),
            // Sealed, under another spelling of its key.
            Ok(item) => return Standing::Old(id, Some(item)),
            Err(Closed::Closed) => return Standing::Closed,
            Err(Closed::Old) => {}
        }
        if let Some(item) = self.filing.read_old(&id, &point.payload) {
            return Standing::Old(id, Some(item));
        }
        let plain = Filing {
            sealer: None,
            ..self.filing.clone()
        };
        match plain.read(&id, kind, &point.payload) {
            // Only facts are worth it: playbooks are learned anew.
            Ok(item @ Item::Fact(..)) => Standing::Old(id, Some(item)),
            Ok(_) => Standing::Old(id, None),
            Err(_) => Standing::Closed,
        }
    }

    /// Whether an item stands where this version looks for it.
    fn stands_well(&self, id: &Uuid, item: &Item) -> bool {
        match item {
            Item::Fact(fact, _) => *id == self.filing.id(Kind::Fact, &(self.normalise)(&fact.key)),
            Item::Name(key) => *key == (self.normalise)(key),
            Item::Playbook(playbook) => {
                let spelt = |key: &String| *key == (self.normalise)(key);
                playbook.mappings.iter().map(|mapping| &mapping.fact).all(spelt)
            }
            Item::Episode(_) => true,
        }
    }
}

//! Memory in Qdrant.
//!
//! Three collections. A form's own playbook and what exact names lead to are found by payload filters, without vectors.
//! Playbooks of other forms of the host are ranked in Qdrant by a formula: how alike the labels are, times how often it went
//! well, times how new it is. Facts whose names mean something like a text are found by vectors.
//!
//! What changes is read, changed by [`Book`] and written whole, so that a request that is sent twice does no harm. Two
//! processes that change the same playbook at the same moment leave the change of one.

mod point;
mod upgrade;
mod wire;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, join, try_join3};
use ostler_machines::recall::book::{Book, Normalise};
use ostler_machines::recall::model::{
    Applied, Change, Episode, Everything, Fact, Near, Playbook, Probe, Prune, Recollection, Seconds, Similar, Text,
};
use qdrant_client::qdrant::point_id::PointIdOptions;
use qdrant_client::qdrant::points_selector::PointsSelectorOneOf;
use qdrant_client::qdrant::vectors_config::Config as VectorsKind;
use qdrant_client::qdrant::{
    CollectionInfo, Condition, CountPointsBuilder, CreateCollectionBuilder, CreateFieldIndexCollectionBuilder,
    DeletePointsBuilder, Distance, Document, Expression, FieldType, Filter, Formula, FormulaBuilder, GetPointsBuilder,
    HnswConfigDiffBuilder, KeywordIndexParamsBuilder, NamedVectors, PointId, PointStruct, PointsIdsList,
    PrefetchQueryBuilder, Query, QueryBatchPointsBuilder, QueryPoints, QueryPointsBuilder, Range, RetrievedPoint,
    ScrollPointsBuilder, UpsertPointsBuilder, VectorInput, VectorParamsBuilder, Vectors,
};
use uuid::Uuid;
use zeroize::Zeroizing;

use self::point::{
    Closed, Filing, Item, LABEL_DIMENSIONS, LOSSES, PLAIN, Payload, SEALED, TENANT, VERIFIED, WINS, list,
};
use self::wire::{Fault, PATIENCE, Wire, no_inference};
use super::embed::{Embed, EmbedError, Embedded, HASH_DIMENSIONS, cosine};
use super::keys::Held;
use super::seal::{Kind, Purpose, Sealer};
use super::store::{Clock, Store, StoreError};

pub use self::upgrade::Sealing;
pub use self::wire::Endpoint;

/// Names that a fact goes by besides its key and its aliases.
pub type Names = fn(&Fact) -> Vec<String>;

/// How many playbooks of other forms are told of.
const MOST_SIMILAR: u64 = 5;
/// Among how many the formula chooses.
const CANDIDATES: u64 = 50;
/// How many points are asked for at each text.
const MOST_NEAR: u64 = 24;
/// How many points are read at once.
const PAGE: u32 = 256;
/// How many points are written at once.
const CHUNK: usize = 256;
/// A playbook of this age counts half.
const HALF_LIFE: f32 = 90.0 * 24.0 * 60.0 * 60.0;
/// The longest name of a tenant.
const LONGEST_TENANT: usize = 64;

/// Whether tenants share collections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Isolation {
    /// They do, and each point says whose it is.
    #[default]
    Shared,
    /// Each has three of its own, which a token can be limited to.
    Collection,
}

/// The names of the collections of a tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collections {
    /// That of facts.
    pub facts: String,
    /// That of playbooks.
    pub playbooks: String,
    /// That of episodes.
    pub episodes: String,
}

impl Collections {
    /// Those of `tenant`.
    ///
    /// # Errors
    /// If a collection cannot be named after the tenant.
    pub fn of(tenant: &str, isolation: Isolation) -> Result<Self, StoreError> {
        let is_usable = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let prefix = match isolation {
            Isolation::Shared => "ostler".to_owned(),
            Isolation::Collection if tenant.chars().all(is_usable) && tenant.len() <= LONGEST_TENANT => {
                format!("ostler_{tenant}")
            }
            Isolation::Collection => {
                return Err(StoreError::Unusable(format!(
                    "a tenant with collections of its own has a name of letters, digits, - _ and ., at most \
                     {LONGEST_TENANT} of them"
                )));
            }
        };
        if tenant.is_empty() {
            return Err(StoreError::Unusable("a tenant has a name".into()));
        }
        let name = |usual: &str| format!("{prefix}_{usual}");
        Ok(Self {
            facts: name("facts"),
            playbooks: name("playbooks"),
            episodes: name("episodes"),
        })
    }

    /// All three.
    pub fn names(&self) -> [String; 3] {
        [self.facts.clone(), self.playbooks.clone(), self.episodes.clone()]
    }

    fn each(&self) -> [(Kind, &str); 3] {
        [
            (Kind::Fact, &self.facts),
            (Kind::Playbook, &self.playbooks),
            (Kind::Episode, &self.episodes),
        ]
    }
}

/// Where Qdrant is and whose memory it holds.
#[derive(Clone)]
pub struct Access {
    /// Where it answers.
    pub endpoint: Endpoint,
    /// Its key, or a token.
    pub key: Option<Zeroizing<String>>,
    /// Whose memory it is.
    pub tenant: String,
    /// Whether tenants share collections.
    pub isolation: Isolation,
}

impl std::fmt::Debug for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Access")
            .field("endpoint", &self.endpoint)
            .field("tenant", &self.tenant)
            .field("isolation", &self.isolation)
            .finish_non_exhaustive()
    }
}

/// What a store needs to know.
#[derive(Clone, Debug)]
pub struct QdrantSettings {
    /// Where it is and whose.
    pub access: Access,
    /// Seals what is kept; none if it is kept in clear.
    pub sealer: Option<Sealer>,
    /// Makes vectors; none if nothing is to be looked up by its meaning.
    pub embed: Option<Arc<dyn Embed>>,
    /// What facts are called besides, for the vectors of their names.
    pub names: Names,
    /// The `autocomplete` tokens that a fact answers to.
    pub tokens: Names,
    /// Texts that stand for none of the facts and compete with them. They need an embedder that gives vectors.
    pub decoys: &'static [&'static str],
    /// How names are brought into one spelling.
    pub normalise: Normalise,
    /// Tells the time.
    pub clock: Clock,
}

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

/// What a tenant's collections hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Points that are sealed.
    pub sealed: u64,
    /// Points that anybody can read.
    pub plain: u64,
}

/// A store in Qdrant.
#[derive(Debug)]
pub struct Qdrant {
    wire: Wire,
    filing: Filing,
    collections: Collections,
    embed: Option<Arc<dyn Embed>>,
    names: Names,
    tokens: Names,
    decoys: &'static [&'static str],
    decoy_vectors: tokio::sync::OnceCell<Vec<Vec<f32>>>,
    normalise: Normalise,
    clock: Clock,
    /// Whether the collections are known to be there.
    ready: AtomicBool,
    /// Held by the one that writes.
    writing: tokio::sync::Mutex<()>,
    /// Why there were no vectors the last time.
    without: Mutex<Option<String>>,
}

/// How much a memory that could not be reached may hold, for the making of keys. Nothing is written.
///
/// # Errors
/// If Qdrant refuses who asks, or is none.
pub async fn held(access: &Access) -> Result<Held, StoreError> {
    match census(access).await {
        Ok(census) if census.sealed > 0 => Ok(Held::Sealed),
        Ok(_) => Ok(Held::Nothing),
        Err(StoreError::Unavailable(_)) => Ok(Held::Unknown),
        Err(error) => Err(error),
    }
}

/// Counts what a tenant's collections hold. Nothing is written.
///
/// # Errors
/// If Qdrant cannot be reached, or refuses who asks.
pub async fn census(access: &Access) -> Result<Census, StoreError> {
    let wire = Wire::new(&access.endpoint, access.key.as_ref())?;
    let collections = Collections::of(&access.tenant, access.isolation)?;
    let mut census = Census::default();
    for (_, collection) in collections.each() {
        for (field, count) in [(SEALED, &mut census.sealed), (PLAIN, &mut census.plain)] {
            let filter = Filter {
                must: vec![Condition::matches(TENANT, access.tenant.clone())],
                must_not: vec![Condition::is_empty(field)],
                ..Filter::default()
            };
            match self::count(&wire, collection, filter).await {
                Ok(found) => *count += found,
                Err(Fault::Missing) => {}
                Err(fault) => return Err(fault.told(&wire.place)),
            }
        }
    }
    Ok(census)
}

async fn count(wire: &Wire, collection: &str, filter: Filter) -> Result<u64, Fault> {
    let request = CountPointsBuilder::new(collection).filter(filter).exact(true).build();
    let counted = wire.call(|client| async move { client.count(request).await }).await?;
    Ok(counted.result.map_or(0, |result| result.count))
}

impl Qdrant {
    /// Nothing is sent yet.
    ///
    /// # Errors
    /// If the settings cannot be used.
    pub fn open(settings: QdrantSettings) -> Result<Self, StoreError> {
        let QdrantSettings {
            access,
            sealer,
            embed,
            names,
            tokens,
            decoys,
            normalise,
            clock,
        } = settings;
        Ok(Self {
            wire: Wire::new(&access.endpoint, access.key.as_ref())?,
            collections: Collections::of(&access.tenant, access.isolation)?,
            filing: Filing {
                tenant: access.tenant,
                sealer,
            },
            embed,
            names,
            tokens,
            decoys,
            decoy_vectors: tokio::sync::OnceCell::new(),
            normalise,
            clock,
            ready: AtomicBool::new(false),
            writing: tokio::sync::Mutex::new(()),
            without: Mutex::new(None),
        })
    }

    /// Why the names of facts had no vectors the last time they were to have them, or texts could not be looked up.
    /// Exact names work all the same.
    pub fn without_vectors(&self) -> Option<String> {
        self.without.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note_vectors(&self, why: Option<String>) {
        *self.without.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }

    fn told(&self, fault: Fault) -> StoreError {
        fault.told(&self.wire.place)
    }

    fn dimensions(&self, kind: Kind) -> u64 {
        let usual = self.embed.as_ref().map_or(HASH_DIMENSIONS, |embed| embed.dimensions());
        match kind {
            Kind::Fact => usual as u64,
            Kind::Playbook => LABEL_DIMENSIONS as u64,
            // None of them has a vector, but a collection is made for some.
            Kind::Episode => 4,
        }
    }

    /// Makes what is not there of the collections and their indexes.
    async fn ensure(&self) -> Result<(), StoreError> {
        if self.ready.load(Ordering::Acquire) {
            return Ok(());
        }
        for (kind, collection) in self.collections.each() {
            self.ensure_one(kind, collection).await?;
        }
        self.ready.store(true, Ordering::Release);
        Ok(())
    }

    async fn ensure_one(&self, kind: Kind, collection: &str) -> Result<(), StoreError> {
        let asked = self
            .wire
            .call(|client| async move { client.collection_info(collection).await })
            .await;
        let indexed = match asked {
            Ok(answer) => {
                let info = answer.result.unwrap_or_default();
                self.check_dimensions(kind, collection, &info)?;
                info.payload_schema.into_keys().collect()
            }
            Err(Fault::Missing) => {
                self.create(kind, collection).await?;
                BTreeSet::new()
            }
            Err(fault) => return Err(self.told(fault)),
        };
        for field in fields(kind).into_iter().filter(|field| !indexed.contains(*field)) {
            let mut index = CreateFieldIndexCollectionBuilder::new(collection, field, field_type(field)).wait(true);
            if field == TENANT {
                index = index.field_index_params(KeywordIndexParamsBuilder::default().is_tenant(true));
            }
            let made = self
                .wire
                .call(|client| async move { client.create_field_index(index).await })
                .await;
            match made {
                // Whoever may write points only finds what they need, if more slowly.
                Ok(_) | Err(Fault::Exists | Fault::Store(StoreError::Denied(_))) => {}
                Err(fault) => return Err(self.told(fault)),
            }
        }
        Ok(())
    }

    fn check_dimensions(&self, kind: Kind, collection: &str, info: &CollectionInfo) -> Result<(), StoreError> {
        let config = info.config.as_ref().and_then(|config| config.params.as_ref());
        let vectors = config.and_then(|params| params.vectors_config.as_ref()?.config.as_ref());
        let size = match vectors {
            Some(VectorsKind::Params(params)) => params.size,
            _ => 0,
        };
        let wanted = self.dimensions(kind);
        if size == wanted || (kind == Kind::Fact && self.embed.is_none() && size > 0) {
            return Ok(());
        }
        Err(StoreError::Unusable(format!(
            "the collection {collection} at {} holds vectors of {size} dimensions, and {wanted} are needed: choose the \
             embedder and --embedding-dim that it was made with, or start over with `ostler memory wipe --yes` after \
             removing it in Qdrant",
            self.wire.place
        )))
    }

    async fn create(&self, kind: Kind, collection: &str) -> Result<(), StoreError> {
        let size = self.dimensions(kind);
        // Each tenant has a graph of its own; there is none over all of them.
        let graph = HnswConfigDiffBuilder::default().m(0).payload_m(16);
        let request = CreateCollectionBuilder::new(collection)
            .vectors_config(VectorParamsBuilder::new(size, Distance::Cosine))
            .hnsw_config(graph);
        let made = self
            .wire
            .call(|client| async move { client.create_collection(request).await })
            .await;
        match made {
            Ok(_) | Err(Fault::Exists) => Ok(()),
            Err(Fault::Store(StoreError::Denied(_))) => Err(StoreError::Denied(format!(
                "the collection {collection} is not at {} yet, and this key or token may not make it: run `ostler memory \
                 list` once with the administrator's key",
                self.wire.place
            ))),
            Err(fault) => Err(self.told(fault)),
        }
    }

    /// A filter for points of this tenant.
    fn own(&self, conditions: impl IntoIterator<Item = Condition>) -> Filter {
        let tenant = Condition::matches(TENANT, self.filing.tenant.clone());
        Filter::must([tenant].into_iter().chain(conditions))
    }

    /// Reads all points that `filter` lets through. A collection that is not there holds none.
    async fn scroll(&self, collection: &str, filter: Filter) -> Result<Vec<RetrievedPoint>, StoreError> {
        let mut found = Vec::new();
        let mut offset: Option<PointId> = None;
        loop {
            let mut request = ScrollPointsBuilder::new(collection)
                .filter(filter.clone())
                .limit(PAGE)
                .with_payload(true)
                .with_vectors(false);
            if let Some(offset) = offset.take() {
                request = request.offset(offset);
            }
            let answer = self
                .wire
                .call(|client| async move { client.scroll(request).await })
                .await;
            match answer {
                Ok(page) => {
                    found.extend(page.result);
                    match page.next_page_offset {
                        Some(next) => offset = Some(next),
                        None => return Ok(found),
                    }
                }
                Err(Fault::Missing) => return Ok(found),
                Err(fault) => return Err(self.told(fault)),
            }
        }
    }

    /// Opens points; what does not open is counted and left out.
    fn open_all<'a>(
        &self,
        kind: Kind,
        points: impl IntoIterator<Item = (Option<&'a PointId>, &'a Payload)>,
        unopened: &mut usize,
    ) -> Vec<(Uuid, Item)> {
        let mut items = Vec::new();
        for (id, payload) in points {
            let opened = uuid(id)
                .ok_or(Closed::Closed)
                .and_then(|id| Ok((id, self.filing.read(&id, kind, payload)?)));
            match opened {
                Ok(item) => items.push(item),
                Err(_) => *unopened += 1,
            }
        }
        items
    }

    async fn items(
        &self,
        kind: Kind,
        collection: &str,
        filter: Filter,
    ) -> Result<(Vec<(Uuid, Item)>, usize), StoreError> {
        let points = self.scroll(collection, filter).await?;
        let mut unopened = 0;
        let points = points.iter().map(|point| (point.id.as_ref(), &point.payload));
        Ok((self.open_all(kind, points, &mut unopened), unopened))
    }

    /// The facts that go by one of `keys` (all normalised) or answer to one of `tokens`.
    async fn facts_named(
        &self,
        keys: &BTreeSet<String>,
        tokens: &BTreeSet<String>,
    ) -> Result<(Vec<(Uuid, Item)>, usize), StoreError> {
        let mut any = Vec::new();
        for (purpose, texts) in [(Purpose::Key, keys), (Purpose::Autocomplete, tokens)] {
            if !texts.is_empty() {
                any.push(Condition::matches(purpose.name(), self.filing.hashes(purpose, texts)));
            }
        }
        if any.is_empty() {
            return Ok((Vec::new(), 0));
        }
        let filter = self.own([Condition::from(Filter::should(any))]);
        self.items(Kind::Fact, &self.collections.facts, filter).await
    }

    /// The playbook of a form, by its host and its fingerprint.
    async fn own_playbook(&self, probe: &Probe) -> Result<(Option<Playbook>, usize), StoreError> {
        let hash = |purpose: Purpose, text: &str| Condition::matches(purpose.name(), self.filing.hash(purpose, text));
        let filter = self.own([
            hash(Purpose::Host, &probe.host),
            hash(Purpose::Fingerprint, &probe.fingerprint),
        ]);
        let (items, unopened) = self.items(Kind::Playbook, &self.collections.playbooks, filter).await?;
        let playbook = items.into_iter().find_map(|(_, item)| match item {
            Item::Playbook(playbook) => Some(playbook),
            _ => None,
        });
        Ok((playbook, unopened))
    }

    /// Playbooks of other forms of the host, ranked by Qdrant.
    async fn similar(&self, probe: &Probe) -> Result<(Vec<Similar>, usize), StoreError> {
        let labels = self.filing.hashes(Purpose::Labels, &probe.labels);
        if labels.is_empty() {
            return Ok((Vec::new(), 0));
        }
        let hash = |purpose: Purpose, text: &str| Condition::matches(purpose.name(), self.filing.hash(purpose, text));
        let mut filter = self.own([
            hash(Purpose::Host, &probe.host),
            Condition::matches(Purpose::Labels.name(), labels),
        ]);
        filter.must_not = vec![hash(Purpose::Fingerprint, &probe.fingerprint)];
        let prefetch = PrefetchQueryBuilder::default()
            .query(Query::from(self.filing.labels_vector(&probe.labels)))
            .filter(filter.clone())
            .limit(CANDIDATES);
        let request = QueryPointsBuilder::new(&self.collections.playbooks)
            .prefetch(vec![prefetch.build()])
            .query(Query::from(ranking((self.clock)())))
            .filter(filter)
            .limit(MOST_SIMILAR)
            .with_payload(true)
            .build();
        let answer = self
            .wire
            .call(|client| async move { client.query(request).await })
            .await;
        let points = match answer {
            Ok(answer) => answer.result,
            Err(Fault::Missing) => Vec::new(),
            Err(fault) => return Err(self.told(fault)),
        };
        let mut similar = Vec::new();
        let mut unopened = 0;
        for point in &points {
            let opened = self.open_all(Kind::Playbook, [(point.id.as_ref(), &point.payload)], &mut unopened);
            for (_, item) in opened {
                if let Item::Playbook(playbook) = item {
                    similar.push(Similar {
                        playbook,
                        score: point.score.clamp(0.0, 1.0),
                    });
                }
            }
        }
        Ok((similar, unopened))
    }

    /// The nearest facts of each text. Whatever goes wrong here costs suggestions only.
    async fn near(&self, texts: &[Text]) -> (Vec<Near>, String) {
        let Some(embed) = &self.embed else {
            return (Vec::new(), String::new());
        };
        let asked: Vec<(usize, String)> = texts
            .iter()
            .enumerate()
            .filter(|(_, text)| embed.covers(&text.text))
            .map(|(at, text)| (at, text.text.clone()))
            .collect();
        if asked.is_empty() {
            return (Vec::new(), String::new());
        }
        match self.nearest(embed, &asked).await {
            Ok(near) => {
                self.note_vectors(None);
                (near, embed.model().into())
            }
            Err(why) => {
                self.note_vectors(Some(why));
                (Vec::new(), String::new())
            }
        }
    }

    async fn nearest(&self, embed: &Arc<dyn Embed>, asked: &[(usize, String)]) -> Result<Vec<Near>, String> {
        let texts: Vec<String> = asked.iter().map(|(_, text)| text.clone()).collect();
        let embedded = embed.embed(&texts).await.map_err(|error| error.to_string())?;
        let decoys = self.decoys_of(embed).await.map_err(|error| error.to_string())?;
        let filter = self.own([]);
        let query = |one: &Embedded| -> QueryPoints {
            QueryPointsBuilder::new(&self.collections.facts)
                .query(query_of(one))
                .filter(filter.clone())
                .limit(MOST_NEAR)
                .with_payload(true)
                .build()
        };
        let queries = embedded.iter().map(query).collect::<Vec<_>>();
        let request = QueryBatchPointsBuilder::new(&self.collections.facts, queries);
        let answer = self
            .wire
            .call(|client| async move { client.query_batch(request).await })
            .await;
        let answers = match answer {
            Ok(answer) => answer.result,
            Err(Fault::Missing) => return Ok(Vec::new()),
            Err(Fault::NoInference) => return Err(no_inference(&self.wire.place)),
            Err(fault) => return Err(self.told(fault).to_string()),
        };
        let mut all = Vec::new();
        for (((at, _), one), answer) in asked.iter().zip(&embedded).zip(answers) {
            let mut best: BTreeMap<String, f32> = BTreeMap::new();
            for point in &answer.result {
                // What does not open is counted where it is looked for by name.
                let opened = self.open_all(Kind::Fact, [(point.id.as_ref(), &point.payload)], &mut 0);
                if let Some((_, Item::Name(key))) = opened.into_iter().next() {
                    let score = best.entry(key).or_insert(point.score);
                    *score = score.max(point.score);
                }
            }
            if let Embedded::Vector(vector) = one
                && let Some(score) = decoys.iter().map(|decoy| cosine(vector, decoy)).reduce(f32::max)
            {
                best.insert(String::new(), score);
            }
            let near = |(fact, score)| Near { text: *at, fact, score };
            let mut found: Vec<Near> = best.into_iter().map(near).collect();
            found.sort_by(|a, b| b.score.total_cmp(&a.score));
            all.extend(found);
        }
        Ok(all)
    }

    /// The vectors of what stands for no fact, made once.
    async fn decoys_of(&self, embed: &Arc<dyn Embed>) -> Result<&[Vec<f32>], EmbedError> {
        let made = self.decoy_vectors.get_or_try_init(|| async {
            let texts: Vec<String> = self.decoys.iter().map(|text| (*text).to_owned()).collect();
            let embedded = embed.embed(&texts).await?;
            let vector = |embedded| match embedded {
                Embedded::Vector(vector) => Some(vector),
                Embedded::Document { .. } => None,
            };
            Ok(embedded.into_iter().filter_map(vector).collect())
        });
        made.await.map(Vec::as_slice)
    }

    async fn look(&self, probe: &Probe) -> Result<Recollection, StoreError> {
        let names: BTreeSet<String> = probe.names.iter().filter(|name| !name.is_empty()).cloned().collect();
        let tokens: BTreeSet<String> = probe
            .tokens
            .iter()
            .map(|token| (self.normalise)(token))
            .filter(|token| !token.is_empty())
            .collect();
        let exact = try_join3(
            self.own_playbook(probe),
            self.facts_named(&names, &tokens),
            self.similar(probe),
        );
        let (exact, (near, model)) = join(exact, self.near(&probe.texts)).await;
        let ((playbook, closed), (items, sealed), (similar, shut)) = exact?;
        let mut facts = facts_of(items, self.normalise);
        // What a mapping or a likeness names and no name led to.
        let mapped = playbook.iter().chain(similar.iter().map(|similar| &similar.playbook));
        let mapped = mapped
            .flat_map(|playbook| &playbook.mappings)
            .map(|mapping| &mapping.fact);
        let missing: BTreeSet<String> = mapped
            .chain(near.iter().map(|near| &near.fact))
            .filter(|key| !key.is_empty() && !facts.contains_key(*key))
            .cloned()
            .collect();
        let (more, also) = self.facts_named(&missing, &BTreeSet::new()).await?;
        let more = facts_of(more, self.normalise);
        facts.extend(more.into_iter().filter(|(key, _)| missing.contains(key)));
        let near = near
            .into_iter()
            .filter(|near| near.fact.is_empty() || facts.contains_key(&near.fact))
            .collect();
        Ok(Recollection {
            playbook,
            facts: facts.into_values().collect(),
            similar,
            near,
            model,
            unopened: closed + sealed + shut + also,
        })
    }

    /// Changes what is concerned.
    async fn change(&self, changes: Vec<Change>) -> Result<Applied, StoreError> {
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
    async fn write(&self, before: &BTreeMap<(Kind, Uuid), Item>, after: Everything) -> Result<(), StoreError> {
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

    async fn delete(&self, collection: &str, ids: &[Uuid]) -> Result<(), StoreError> {
        let ids = PointsIdsList {
            ids: ids.iter().map(|id| PointId::from(id.to_string())).collect(),
        };
        self.delete_those(collection, PointsSelectorOneOf::Points(ids)).await
    }

    async fn delete_those(&self, collection: &str, which: PointsSelectorOneOf) -> Result<(), StoreError> {
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
        let aliases = fact.aliases.iter().map(|alias| alias.text.clone());
        let names = [fact.key.clone()].into_iter().chain(aliases).chain((self.names)(fact));
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
        let aliases = fact.aliases.iter().map(|alias| &alias.text);
        let called: BTreeSet<String> = [&fact.key]
            .into_iter()
            .chain(aliases)
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

    async fn everything(&self) -> Result<Everything, StoreError> {
        self.ensure().await?;
        let mut all = Everything::default();
        for (kind, collection) in self.collections.each() {
            let (items, unopened) = self.items(kind, collection, self.own([])).await?;
            all.unopened += unopened;
            for (_, item) in items {
                match item {
                    Item::Fact(fact, _) => all.facts.push(fact),
                    Item::Playbook(playbook) => all.playbooks.push(playbook),
                    Item::Episode(episode) => all.episodes.push(episode),
                    Item::Name(_) => {}
                }
            }
        }
        all.facts.sort_by_cached_key(|fact| (self.normalise)(&fact.key));
        all.playbooks
            .sort_by(|a, b| (&a.host, &a.fingerprint).cmp(&(&b.host, &b.fingerprint)));
        all.episodes
            .sort_by(|a, b| (&a.host, a.verified).cmp(&(&b.host, b.verified)));
        Ok(all)
    }
}

impl Store for Qdrant {
    fn recall<'a>(&'a self, probe: &'a Probe) -> BoxFuture<'a, Result<Recollection, StoreError>> {
        async move {
            // Several requests, and one time for all of them.
            let looked = tokio::time::timeout(PATIENCE, self.look(probe)).await;
            looked.unwrap_or_else(|_| Err(self.told(self.wire.unanswered())))
        }
        .boxed()
    }

    fn apply(&self, changes: Vec<Change>) -> BoxFuture<'_, Result<Applied, StoreError>> {
        self.change(changes).boxed()
    }

    fn all(&self) -> BoxFuture<'_, Result<Everything, StoreError>> {
        self.everything().boxed()
    }

    fn wipe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        async move {
            let _held = self.writing.lock().await;
            for (_, collection) in self.collections.each() {
                self.delete_those(collection, self.own([]).into()).await?;
            }
            Ok(())
        }
        .boxed()
    }
}

/// How playbooks are ranked: likeness, times how often it went well, times how new it is. A point that lacks one of the
/// numbers would fail the whole query, so each has a default.
#[expect(
    clippy::cast_precision_loss,
    reason = "two minutes more or less are nothing beside ninety days"
)]
fn ranking(now: Seconds) -> Formula {
    let one = || Expression::constant(1.0);
    let rate = Expression::div_with(
        Expression::sum_with([Expression::variable(WINS), one()]),
        Expression::sum_with([
            Expression::variable(WINS),
            Expression::variable(LOSSES),
            Expression::constant(2.0),
        ]),
        Some(0.0),
    );
    let age = Expression::abs(Expression::sum_with([
        Expression::constant(now as f32),
        Expression::neg(Expression::variable(VERIFIED)),
    ]));
    let recency = Expression::div_with(
        Expression::constant(HALF_LIFE),
        Expression::sum_with([Expression::constant(HALF_LIFE), age]),
        Some(0.0),
    );
    FormulaBuilder::new(Expression::mult_with([Expression::score(), rate, recency]))
        .add_default(WINS, 0_i64)
        .add_default(LOSSES, 0_i64)
        .add_default(VERIFIED, 0_i64)
        .build()
}

/// The fields that are looked for in a collection.
fn fields(kind: Kind) -> Vec<&'static str> {
    let mut fields = vec![TENANT];
    match kind {
        Kind::Fact => fields.extend([Purpose::Key.name(), Purpose::Autocomplete.name()]),
        Kind::Playbook => {
            fields.extend([Purpose::Host, Purpose::Fingerprint, Purpose::Labels].map(Purpose::name));
            fields.extend([WINS, VERIFIED]);
        }
        Kind::Episode => fields.extend([Purpose::Host.name(), VERIFIED]),
    }
    fields
}

fn field_type(field: &str) -> FieldType {
    match field {
        WINS | VERIFIED => FieldType::Integer,
        _ => FieldType::Keyword,
    }
}

fn query_of(embedded: &Embedded) -> Query {
    match embedded {
        Embedded::Vector(vector) => Query::from(vector.clone()),
        Embedded::Document { text, model } => {
            Query::from(VectorInput::from(Document::new(text.clone(), model.clone())))
        }
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

fn uuid(id: Option<&PointId>) -> Option<Uuid> {
    match id?.point_id_options.as_ref()? {
        PointIdOptions::Uuid(text) => Uuid::parse_str(text).ok(),
        PointIdOptions::Num(_) => None,
    }
}

fn facts_of(items: Vec<(Uuid, Item)>, normalise: Normalise) -> BTreeMap<String, Fact> {
    let fact = |(_, item)| match item {
        Item::Fact(fact, _) => Some((normalise(&fact.key), fact)),
        _ => None,
    };
    items.into_iter().filter_map(fact).collect()
}

fn add(sum: &mut Applied, applied: Applied) {
    sum.added += applied.added;
    sum.changed += applied.changed;
    sum.removed += applied.removed;
}

//! Reads: what could matter to a form, and all there is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use futures_util::future::{join, try_join3};
use ostler_machines::recall::book::Normalise;
use ostler_machines::recall::model::{Everything, Fact, Near, Playbook, Probe, Recollection, Seconds, Similar, Text};
use qdrant_client::qdrant::point_id::PointIdOptions;
use qdrant_client::qdrant::{
    Condition, Document, Expression, Filter, Formula, FormulaBuilder, PointId, PrefetchQueryBuilder, Query,
    QueryBatchPointsBuilder, QueryPoints, QueryPointsBuilder, RetrievedPoint, ScrollPointsBuilder, VectorInput,
};
use uuid::Uuid;

use super::point::{Closed, Item, LOSSES, Payload, VERIFIED, WINS};
use super::wire::{Fault, no_inference};
use super::{Qdrant, is};
use crate::memory::embed::{Embed, Embedded};
use crate::memory::seal::{Kind, Purpose};
use crate::memory::store::StoreError;

/// How many playbooks of other forms are told of.
const MOST_SIMILAR: u64 = 5;
/// Among how many the formula chooses.
const CANDIDATES: u64 = 50;
/// How many points are asked for at each text.
const MOST_NEAR: u64 = 24;
/// How many points are read at once.
const PAGE: u32 = 256;
/// A playbook of this age counts half.
const HALF_LIFE: f32 = 90.0 * 24.0 * 60.0 * 60.0;

impl Qdrant {
    /// Reads all points that `filter` lets through. A collection that is not there holds none.
    pub(super) async fn scroll(&self, collection: &str, filter: Filter) -> Result<Vec<RetrievedPoint>, StoreError> {
        let mut found = Vec::new();
        let mut offset: Option<PointId> = None;
        loop {
            let (points, next) = self.page(collection, filter.clone(), offset).await?;
            found.extend(points);
            if next.is_none() {
                return Ok(found);
            }
            offset = next;
        }
    }

    /// Reads the points from `offset` on, as many as are read at once, and where the next ones begin.
    pub(super) async fn page(
        &self,
        collection: &str,
        filter: Filter,
        offset: Option<PointId>,
    ) -> Result<(Vec<RetrievedPoint>, Option<PointId>), StoreError> {
        let mut request = ScrollPointsBuilder::new(collection)
            .filter(filter)
            .limit(PAGE)
            .with_payload(true)
            .with_vectors(false);
        if let Some(offset) = offset {
            request = request.offset(offset);
        }
        let answer = self
            .wire
            .call(|client| async move { client.scroll(request).await })
            .await;
        match answer {
            Ok(page) => Ok((page.result, page.next_page_offset)),
            Err(Fault::Missing) => Ok((Vec::new(), None)),
            Err(fault) => Err(self.told(fault)),
        }
    }

    /// Opens points; what does not open is counted and left out.
    pub(super) fn open_all<'a>(
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

    pub(super) async fn items(
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
    pub(super) async fn facts_named(
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
        let hash = |purpose: Purpose, text: &str| is(purpose.name(), self.filing.hash(purpose, text));
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
        let hash = |purpose: Purpose, text: &str| is(purpose.name(), self.filing.hash(purpose, text));
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
            if let Embedded::Vector(vector) = one {
                let decoy = self.decoys.nearest(&**embed, vector).await;
                let decoy = decoy.map_err(|error| error.to_string())?;
                best.extend(decoy.map(|score| (String::new(), score)));
            }
            let near = |(fact, score)| Near { text: *at, fact, score };
            let mut found: Vec<Near> = best.into_iter().map(near).collect();
            found.sort_by(|a, b| b.score.total_cmp(&a.score));
            all.extend(found);
        }
        Ok(all)
    }

    pub(super) async fn look(&self, probe: &Probe) -> Result<Recollection, StoreError> {
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

    pub(super) async fn everything(&self) -> Result<Everything, StoreError> {
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

fn query_of(embedded: &Embedded) -> Query {
    match embedded {
        Embedded::Vector(vector) => Query::from(vector.clone()),
        Embedded::Document { text, model } => {
            Query::from(VectorInput::from(Document::new(text.clone(), model.clone())))
        }
    }
}

pub(super) fn uuid(id: Option<&PointId>) -> Option<Uuid> {
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

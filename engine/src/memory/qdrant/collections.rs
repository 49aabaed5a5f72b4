//! The collections of a tenant: what they are called, and how they are made.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use qdrant_client::qdrant::vectors_config::Config as VectorsKind;
use qdrant_client::qdrant::{
    CollectionInfo, CreateCollectionBuilder, CreateFieldIndexCollectionBuilder, Distance, FieldType,
    HnswConfigDiffBuilder, KeywordIndexParamsBuilder, VectorParamsBuilder,
};

use super::Qdrant;
use super::point::{LABEL_DIMENSIONS, TENANT, VERIFIED, WINS};
use super::wire::Fault;
use crate::memory::embed::HASH_DIMENSIONS;
use crate::memory::seal::{Kind, Purpose};
use crate::memory::store::StoreError;

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

    pub(super) fn each(&self) -> [(Kind, &str); 3] {
        [
            (Kind::Fact, &self.facts),
            (Kind::Playbook, &self.playbooks),
            (Kind::Episode, &self.episodes),
        ]
    }
}

impl Qdrant {
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
    pub(super) async fn ensure(&self) -> Result<(), StoreError> {
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

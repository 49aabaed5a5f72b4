//! Memory in Qdrant.
//!
//! Three collections. A form's own playbook and what exact names lead to are found by payload filters, without vectors.
//! Playbooks of other forms of the host are ranked in Qdrant by a formula: how alike the labels are, times how often it went
//! well, times how new it is. Facts whose names mean something like a text are found by vectors.
//!
//! What changes is read, changed by `Book` and written whole, so that a request that is sent twice does no harm. Two
//! processes that change the same playbook at the same moment leave the change of one.

mod census;
mod change;
mod collections;
mod look;
mod point;
mod upgrade;
mod wire;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use ostler_machines::recall::book::Normalise;
use ostler_machines::recall::model::{Applied, Change, Everything, Fact, Probe, Recollection};
use qdrant_client::qdrant::{Condition, Filter};
use zeroize::Zeroizing;

use self::point::{Filing, TENANT};
use self::wire::{Fault, PATIENCE, Wire};
use super::decoys::Decoys;
use super::embed::Embed;
use super::seal::Sealer;
use super::store::{Clock, Store, StoreError};

pub use self::census::{Census, census, held};
pub use self::collections::{Collections, Isolation};
pub use self::upgrade::Sealing;
pub use self::wire::Endpoint;

/// Names that a fact goes by besides its key and its aliases.
pub type Names = fn(&Fact) -> Vec<String>;

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

/// A store in Qdrant.
#[derive(Debug)]
pub struct Qdrant {
    wire: Wire,
    filing: Filing,
    collections: Collections,
    embed: Option<Arc<dyn Embed>>,
    names: Names,
    tokens: Names,
    decoys: Decoys,
    normalise: Normalise,
    clock: Clock,
    /// Whether the collections are known to be there.
    ready: AtomicBool,
    /// Held by the one that writes.
    writing: tokio::sync::Mutex<()>,
    /// Why there were no vectors the last time.
    without: Mutex<Option<String>>,
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
            decoys: Decoys::new(decoys),
            normalise,
            clock,
            ready: AtomicBool::new(false),
            writing: tokio::sync::Mutex::new(()),
            without: Mutex::new(None),
        })
    }

    fn note_vectors(&self, why: Option<String>) {
        *self.without.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }

    fn told(&self, fault: Fault) -> StoreError {
        fault.told(&self.wire.place)
    }

    /// A filter for points of this tenant.
    fn own(&self, conditions: impl IntoIterator<Item = Condition>) -> Filter {
        let tenant = is(TENANT, self.filing.tenant.clone());
        Filter::must([tenant].into_iter().chain(conditions))
    }
}

/// That a field holds this. The client would take a text with a blank in it for words to be searched for.
fn is(field: &str, value: String) -> Condition {
    Condition::matches(field, vec![value])
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

    fn lacks(&self) -> Option<String> {
        self.without.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

//! How much there is of a tenant, without anything of it being opened.

use futures_util::future::{try_join, try_join_all};
use qdrant_client::qdrant::{Condition, CountPointsBuilder, Filter};

use super::collections::Collections;
use super::point::{PLAIN, SEALED, TENANT};
use super::wire::{Fault, Wire};
use super::{Access, is};
use crate::memory::keys::Held;
use crate::memory::store::StoreError;

/// What a tenant's collections hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Points that are sealed.
    pub sealed: u64,
    /// Points that anybody can read.
    pub plain: u64,
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
    let of = async |field: &str| {
        let counts = collections.each().map(|(_, collection)| {
            let filter = Filter {
                must: vec![is(TENANT, access.tenant.clone())],
                must_not: vec![Condition::is_empty(field)],
                ..Filter::default()
            };
            let counted = count(&wire, collection, filter);
            async {
                match counted.await {
                    Ok(found) => Ok(found),
                    Err(Fault::Missing) => Ok(0),
                    Err(fault) => Err(fault.told(&wire.place)),
                }
            }
        });
        Ok::<u64, StoreError>(try_join_all(counts).await?.iter().sum())
    };
    let (sealed, plain) = try_join(of(SEALED), of(PLAIN)).await?;
    Ok(Census { sealed, plain })
}

pub(super) async fn count(wire: &Wire, collection: &str, filter: Filter) -> Result<u64, Fault> {
    let request = CountPointsBuilder::new(collection).filter(filter).exact(true).build();
    let counted = wire.call(|client| async move { client.count(request).await }).await?;
    Ok(counted.result.map_or(0, |result| result.count))
}

//! What every store can do.

use futures_util::future::BoxFuture;
use ostler_machines::recall::model::{Applied, Change, Everything, Probe, Recollection, Seconds};

/// Keeps the facts, playbooks and episodes of one tenant.
pub trait Store: std::fmt::Debug + Send + Sync {
    /// What could matter to a form.
    fn recall<'a>(&'a self, probe: &'a Probe) -> BoxFuture<'a, Result<Recollection, StoreError>>;

    /// Makes changes, in order. When this answers, they are kept.
    fn apply(&self, changes: Vec<Change>) -> BoxFuture<'_, Result<Applied, StoreError>>;

    /// All that it holds.
    fn all(&self) -> BoxFuture<'_, Result<Everything, StoreError>>;

    /// Forgets all of it, what cannot be opened too.
    fn wipe(&self) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Makes sure that it can be used, or says why it cannot. One that was open when it was made has nothing to do.
    fn ready(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(std::future::ready(Ok(())))
    }

    /// Why nothing is asked of it at present, if so: then preparing a question is of no use.
    fn shut(&self) -> Option<StoreError> {
        None
    }

    /// Why nothing could be looked up by its meaning the last time that it was to be, though exact names were.
    fn lacks(&self) -> Option<String> {
        None
    }
}

/// Why a store could not answer. No message holds a value, a key or a token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// It cannot be reached now, or failed; later it may answer.
    #[error("{0}")]
    Unavailable(String),
    /// It refuses who asks: a wrong or expired token, a key of another memory.
    #[error("{0}")]
    Denied(String),
    /// What it holds is not what this version can use; the message says what to run.
    #[error("{0}")]
    Unusable(String),
}

/// Tells the time.
pub type Clock = fn() -> Seconds;

/// The time of this machine.
pub fn wall_clock() -> Seconds {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

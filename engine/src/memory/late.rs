//! A store that is opened in its own time: beside other work, or when it is first needed. Whoever does not need it never
//! waits for that.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use ostler_machines::recall::model::{Applied, Change, Everything, Probe, Recollection};
use tokio::sync::OnceCell;
use tokio::time::timeout;

use super::store::{Store, StoreError};

/// How long whoever needs something of it waits, its opening included.
const PATIENCE: Duration = Duration::from_secs(4);

/// Opens a store, or says why it cannot be used.
type Opening = Box<dyn Fn() -> BoxFuture<'static, Result<Arc<dyn Store>, StoreError>> + Send + Sync>;

/// A store that may not be open yet. An opening that failed is tried again by whoever needs it next.
pub struct Late {
    /// What it is, for who waited in vain: `Qdrant at http://127.0.0.1:6334`.
    name: String,
    opening: Opening,
    opened: OnceCell<Arc<dyn Store>>,
}

impl fmt::Debug for Late {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let opened = self.opened.get();
        f.debug_struct("Late").field("opened", &opened).finish_non_exhaustive()
    }
}

impl Late {
    /// Nothing is done yet. `opening` opens the store, or says why it cannot be used.
    pub fn new<O, F>(name: String, opening: O) -> Self
    where
        O: Fn() -> F + Send + Sync + 'static,
        F: Future<Output = Result<Arc<dyn Store>, StoreError>> + Send + 'static,
    {
        Self {
            name,
            opening: Box::new(move || opening().boxed()),
            opened: OnceCell::new(),
        }
    }

    /// All who need it at once wait for one opening.
    async fn store(&self) -> Result<&Arc<dyn Store>, StoreError> {
        self.within(self.opened.get_or_try_init(|| (self.opening)())).await
    }

    async fn within<T>(&self, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        timeout(PATIENCE, work).await.unwrap_or_else(|_| {
            let (name, seconds) = (&self.name, PATIENCE.as_secs());
            Err(StoreError::Unavailable(format!(
                "{name} did not answer within {seconds} s"
            )))
        })
    }
}

impl Store for Late {
    fn recall<'a>(&'a self, probe: &'a Probe) -> BoxFuture<'a, Result<Recollection, StoreError>> {
        self.within(async move { self.store().await?.recall(probe).await })
            .boxed()
    }

    fn apply(&self, changes: Vec<Change>) -> BoxFuture<'_, Result<Applied, StoreError>> {
        async move { self.store().await?.apply(changes).await }.boxed()
    }

    fn all(&self) -> BoxFuture<'_, Result<Everything, StoreError>> {
        async move { self.store().await?.all().await }.boxed()
    }

    fn wipe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        async move { self.store().await?.wipe().await }.boxed()
    }

    fn ready(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        async move { self.store().await?.ready().await }.boxed()
    }

    fn lacks(&self) -> Option<String> {
        self.opened.get().and_then(|store| store.lacks())
    }
}

#[cfg(test)]
mod tests {
    use super::Late;
    use crate::memory::{Ephemeral, Store, StoreError};
    use ostler_machines::recall::model::Probe;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;
    use tokio::time::{Instant, sleep};

    /// One whose opening takes so long, and fails so often before it does not.
    fn late(takes: Duration, failures: usize) -> (Arc<Late>, Arc<AtomicUsize>) {
        let tries = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&tries);
        let opening = move || {
            let tried = counted.fetch_add(1, Ordering::SeqCst);
            async move {
                sleep(takes).await;
                if tried < failures {
                    return Err(StoreError::Unusable("run `ostler memory seal`".into()));
                }
                let store: Arc<dyn Store> = Arc::new(Ephemeral::new(str::to_lowercase, || 1));
                Ok(store)
            }
        };
        (Arc::new(Late::new("It".into(), opening)), tries)
    }

    #[tokio::test(start_paused = true)]
    async fn all_who_need_it_at_once_wait_for_one_opening() {
        let (late, tries) = late(Duration::from_secs(1), 0);
        let from = Instant::now();
        let (one, other) = tokio::join!(late.ready(), late.all());
        assert!(one.is_ok() && other.is_ok());
        assert_eq!(
            (from.elapsed(), tries.load(Ordering::SeqCst)),
            (Duration::from_secs(1), 1)
        );
        assert!(late.recall(&Probe::default()).await.is_ok());
        assert_eq!(
            (from.elapsed(), tries.load(Ordering::SeqCst)),
            (Duration::from_secs(1), 1)
        );
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_refused_is_tried_again_by_who_needs_it_next() {
        let (late, tries) = late(Duration::ZERO, 1);
        assert!(matches!(late.ready().await, Err(StoreError::Unusable(_))));
        assert!(late.all().await.is_ok());
        assert_eq!(tries.load(Ordering::SeqCst), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_longer_than_four_seconds() {
        let (late, _) = late(Duration::from_secs(60), 0);
        for _ in 0..2 {
            let from = Instant::now();
            let probe = Probe::default();
            let (one, other) = tokio::join!(late.recall(&probe), late.ready());
            assert_eq!(from.elapsed(), Duration::from_secs(4));
            for told in [one.map(|_| ()), other] {
                let words = "It did not answer within 4 s".to_owned();
                assert_eq!(told, Err(StoreError::Unavailable(words)));
            }
        }
    }
}

//! A store that is not asked while it keeps failing.

use std::sync::{Arc, Mutex, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use ostler_machines::breaker::{Breaker, Event, Ticket};
use ostler_machines::recall::model::{Applied, Change, Everything, Probe, Recollection};
use ostler_machines::{Machine as _, Millis};
use tokio::time::Instant;

use super::store::{Store, StoreError};

/// Asks a store, unless it failed twice in a row in the last thirty seconds.
#[derive(Debug)]
pub struct Guarded {
    store: Arc<dyn Store>,
    started: Instant,
    fuse: Mutex<Fuse>,
}

#[derive(Debug)]
struct Fuse {
    breaker: Breaker,
    why: String,
}

impl Guarded {
    /// Guards `store`.
    pub fn new(store: Arc<dyn Store>) -> Self {
        let fuse = Fuse {
            breaker: Breaker::new(),
            why: String::new(),
        };
        Self {
            store,
            started: Instant::now(),
            fuse: Mutex::new(fuse),
        }
    }

    fn now(&self) -> Millis {
        Millis(u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn ask(&self) -> Result<Ticket, StoreError> {
        let mut fuse = self.fuse.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.now();
        let ticket = fuse.breaker.ask(now);
        ticket.ok_or_else(|| StoreError::Unavailable(fuse.why.clone()))
    }

    async fn guard<'a, T>(&self, call: impl FnOnce() -> BoxFuture<'a, Result<T, StoreError>>) -> Result<T, StoreError> {
        let ticket = self.ask()?;
        let answer = call().await;
        let mut fuse = self.fuse.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.now();
        match &answer {
            Err(StoreError::Unavailable(why)) => {
                fuse.why.clone_from(why);
                fuse.breaker.handle(now, Event::Failed(ticket));
            }
            // It said no, so it is there.
            Ok(_) | Err(_) => {
                fuse.breaker.handle(now, Event::Succeeded(ticket));
            }
        }
        answer
    }
}

impl Store for Guarded {
    fn recall<'a>(&'a self, probe: &'a Probe) -> BoxFuture<'a, Result<Recollection, StoreError>> {
        self.guard(move || self.store.recall(probe)).boxed()
    }

    fn apply(&self, changes: Vec<Change>) -> BoxFuture<'_, Result<Applied, StoreError>> {
        self.guard(move || self.store.apply(changes)).boxed()
    }

    fn all(&self) -> BoxFuture<'_, Result<Everything, StoreError>> {
        self.guard(|| self.store.all()).boxed()
    }

    fn wipe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.guard(|| self.store.wipe()).boxed()
    }

    fn ready(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.guard(|| self.store.ready()).boxed()
    }

    fn shut(&self) -> Option<StoreError> {
        let fuse = self.fuse.lock().unwrap_or_else(PoisonError::into_inner);
        let shut = fuse.breaker.keeps_back(self.now());
        shut.then(|| StoreError::Unavailable(fuse.why.clone()))
    }

    fn lacks(&self) -> Option<String> {
        self.store.lacks()
    }
}

#[cfg(test)]
mod tests {
    use super::{Guarded, Store, StoreError};
    use futures_util::FutureExt as _;
    use futures_util::future::{BoxFuture, ready};
    use ostler_machines::recall::model::{Applied, Change, Everything, Probe, Recollection};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::time::Duration;

    #[derive(Debug, Default)]
    struct Flaky {
        up: AtomicBool,
        denies: AtomicBool,
        asked: AtomicUsize,
    }

    impl Flaky {
        fn answer<T: Default>(&self) -> Result<T, StoreError> {
            self.asked.fetch_add(1, Ordering::SeqCst);
            if self.denies.load(Ordering::SeqCst) {
                return Err(StoreError::Denied("no".into()));
            }
            if self.up.load(Ordering::SeqCst) {
                return Ok(T::default());
            }
            Err(StoreError::Unavailable("Qdrant cannot be reached".into()))
        }
    }

    impl Store for Flaky {
        fn recall<'a>(&'a self, _: &'a Probe) -> BoxFuture<'a, Result<Recollection, StoreError>> {
            ready(self.answer()).boxed()
        }
        fn apply(&self, _: Vec<Change>) -> BoxFuture<'_, Result<Applied, StoreError>> {
            ready(self.answer()).boxed()
        }
        fn all(&self) -> BoxFuture<'_, Result<Everything, StoreError>> {
            ready(self.answer()).boxed()
        }
        fn wipe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
            ready(self.answer()).boxed()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_third_call_is_not_made_and_after_thirty_seconds_one_is() {
        let flaky = Arc::new(Flaky::default());
        let guarded = Guarded::new(flaky.clone());
        let probe = Probe::default();
        for _ in 0..5 {
            assert!(matches!(
                guarded.recall(&probe).await,
                Err(StoreError::Unavailable(why)) if why == "Qdrant cannot be reached"
            ));
        }
        assert_eq!(flaky.asked.load(Ordering::SeqCst), 2);
        let why = StoreError::Unavailable("Qdrant cannot be reached".into());
        assert_eq!(guarded.shut(), Some(why));
        flaky.up.store(true, Ordering::SeqCst);
        assert!(guarded.apply(Vec::new()).await.is_err());
        tokio::time::advance(Duration::from_secs(30)).await;
        assert_eq!(guarded.shut(), None);
        assert!(guarded.recall(&probe).await.is_ok());
        assert!(guarded.all().await.is_ok());
        assert_eq!(flaky.asked.load(Ordering::SeqCst), 4);
    }

    #[tokio::test(start_paused = true)]
    async fn a_refusal_is_an_answer() {
        let flaky = Arc::new(Flaky::default());
        flaky.denies.store(true, Ordering::SeqCst);
        let guarded = Guarded::new(flaky.clone());
        for _ in 0..5 {
            assert!(matches!(guarded.wipe().await, Err(StoreError::Denied(_))));
        }
        assert_eq!(flaky.asked.load(Ordering::SeqCst), 5);
    }
}

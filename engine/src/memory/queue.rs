//! Changes are made in the background: nothing that a person or an agent waits for ever waits for a store.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ostler_machines::recall::model::Change;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{sleep, timeout};

use super::store::{Store, StoreError};

/// How many changes may wait.
const ROOM: usize = 1024;
/// The most that are made at once.
const BATCH: usize = 256;
/// The first pause after a failure; each is twice as long as the one before.
const PAUSE: Duration = Duration::from_millis(250);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How often the same changes are tried.
const TRIES: u32 = 60;

/// Makes changes in the background, in order.
#[derive(Debug)]
pub struct Queue {
    sender: mpsc::Sender<Message>,
    tally: Arc<Mutex<Tally>>,
    /// Told of each try that failed.
    failed: Arc<Notify>,
}

#[derive(Debug)]
enum Message {
    Change(Change),
    Flush(oneshot::Sender<()>),
}

#[derive(Debug, Default)]
struct Tally {
    waiting: usize,
    dropped: usize,
    reason: String,
    /// Whether the last try failed and another one is to come.
    failing: bool,
}

impl Tally {
    /// A try failed, and another one is to come.
    fn fail(&mut self, reason: String) {
        (self.reason, self.failing) = (reason, true);
    }
}

/// What came of flushing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flushed {
    /// How many changes are not kept: dropped, and not told of yet, or still waiting.
    pub lost: usize,
    /// Why; empty if none was lost.
    pub reason: String,
}

impl Queue {
    /// Starts it, within a runtime.
    pub fn start(store: Arc<dyn Store>) -> Self {
        let (sender, receiver) = mpsc::channel(ROOM);
        let (tally, failed) = (Arc::default(), Arc::default());
        tokio::spawn(work(store, receiver, Arc::clone(&tally), Arc::clone(&failed)));
        Self { sender, tally, failed }
    }

    /// Takes changes in, to be made soon. It never waits: what there is no room for is dropped and counted.
    pub fn push(&self, changes: Vec<Change>) {
        for change in changes {
            let mut tally = locked(&self.tally);
            if self.sender.try_send(Message::Change(change)).is_ok() {
                tally.waiting += 1;
                continue;
            }
            tally.dropped += 1;
            if tally.reason.is_empty() {
                tally.reason = "too many changes are waiting to be kept".into();
            }
        }
    }

    /// Counts a change that never came to be, for want of the store.
    pub(super) fn lose(&self, reason: String) {
        let mut tally = locked(&self.tally);
        tally.dropped += 1;
        tally.reason = reason;
    }

    /// How many changes wait.
    pub fn waiting(&self) -> usize {
        locked(&self.tally).waiting
    }

    /// What was dropped since this was last asked, in words; none if nothing was.
    pub fn complaint(&self) -> Option<String> {
        let mut tally = locked(&self.tally);
        let dropped = mem::take(&mut tally.dropped);
        (dropped > 0).then(|| {
            let what = if dropped == 1 { "change was" } else { "changes were" };
            format!("{dropped} {what} not kept in memory: {}", mem::take(&mut tally.reason))
        })
    }

    /// Waits until all that was taken in is kept, or `patience` is over.
    pub async fn flush(&self, patience: Duration) -> Flushed {
        let flushed = async {
            let (done, wait) = oneshot::channel();
            if self.sender.send(Message::Flush(done)).await.is_ok() {
                // It is dropped unanswered only with the whole queue.
                let _ = wait.await;
            }
        };
        let in_time = timeout(patience, flushed).await.is_ok();
        self.told(in_time)
    }

    /// Waits until all that was taken in is kept, a try to keep it fails, or `patience` is over: who is about to go has
    /// nothing to gain by waiting for a store that is out of reach.
    pub async fn part(&self, patience: Duration) -> Flushed {
        let failed = self.failed.notified();
        if locked(&self.tally).failing {
            return self.left();
        }
        tokio::select! {
            flushed = self.flush(patience) => flushed,
            () = failed => self.left(),
        }
    }

    /// What is not kept by now.
    pub fn left(&self) -> Flushed {
        self.told(false)
    }

    fn told(&self, in_time: bool) -> Flushed {
        let mut tally = locked(&self.tally);
        let lost = mem::take(&mut tally.dropped) + if in_time { 0 } else { tally.waiting };
        let reason = match mem::take(&mut tally.reason) {
            reason if lost == 0 || !reason.is_empty() => reason,
            _ => "the store did not answer in time".into(),
        };
        Flushed {
            lost,
            reason: if lost == 0 { String::new() } else { reason },
        }
    }
}

fn locked(tally: &Mutex<Tally>) -> MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn work(
    store: Arc<dyn Store>,
    mut receiver: mpsc::Receiver<Message>,
    tally: Arc<Mutex<Tally>>,
    failed: Arc<Notify>,
) {
    let mut messages = Vec::new();
    while receiver.recv_many(&mut messages, BATCH).await > 0 {
        let mut changes = Vec::new();
        for message in messages.drain(..) {
            match message {
                Message::Change(change) => changes.push(change),
                Message::Flush(done) => {
                    make(&*store, mem::take(&mut changes), &tally, &failed).await;
                    // Whoever asked may have stopped waiting.
                    let _ = done.send(());
                }
            }
        }
        make(&*store, changes, &tally, &failed).await;
    }
}

/// Makes changes, again and again while the store is only out of reach.
async fn make(store: &dyn Store, changes: Vec<Change>, tally: &Mutex<Tally>, failed: &Notify) {
    let count = changes.len();
    if count == 0 {
        return;
    }
    let mut pause = PAUSE;
    let mut tries = 1;
    let failure = loop {
        match store.apply(changes.clone()).await {
            Ok(_) => break None,
            Err(StoreError::Unavailable(reason)) if tries < TRIES => {
                // Told of if a flush does not want to wait any longer.
                locked(tally).fail(reason);
                failed.notify_waiters();
                sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
                tries += 1;
            }
            Err(error) => break Some(error.to_string()),
        }
    };
    let mut tally = locked(tally);
    tally.waiting -= count;
    tally.failing = false;
    match failure {
        Some(reason) => {
            tally.dropped += count;
            tally.reason = reason;
        }
        None if tally.dropped == 0 => tally.reason.clear(),
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{Flushed, Queue, ROOM};
    use crate::memory::{Ephemeral, Store, StoreError};
    use futures_util::FutureExt as _;
    use futures_util::future::BoxFuture;
    use ostler_machines::recall::model::{Applied, Change, Everything, Fact, Probe, Recollection};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;
    use tokio::time::{Instant, sleep};

    /// Fails so often, in that way, before it behaves.
    #[derive(Debug)]
    struct Failing {
        left: AtomicUsize,
        error: StoreError,
        store: Ephemeral,
    }

    impl Failing {
        fn new(times: usize, error: StoreError) -> Arc<Self> {
            Arc::new(Self {
                left: AtomicUsize::new(times),
                error,
                store: Ephemeral::new(str::to_lowercase, || 1),
            })
        }
    }

    impl Store for Failing {
        fn recall<'a>(&'a self, probe: &'a Probe) -> BoxFuture<'a, Result<Recollection, StoreError>> {
            self.store.recall(probe)
        }

        fn apply(&self, changes: Vec<Change>) -> BoxFuture<'_, Result<Applied, StoreError>> {
            let failing = self
                .left
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
            if failing.is_ok() {
                return std::future::ready(Err(self.error.clone())).boxed();
            }
            self.store.apply(changes)
        }

        fn all(&self) -> BoxFuture<'_, Result<Everything, StoreError>> {
            self.store.all()
        }

        fn wipe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
            self.store.wipe()
        }
    }

    fn away() -> StoreError {
        StoreError::Unavailable("it is away".into())
    }

    fn fact(at: usize) -> Vec<Change> {
        vec![Change::Remember(Fact {
            key: format!("key {at}"),
            ..Fact::default()
        })]
    }

    const PATIENCE: Duration = Duration::from_secs(3);

    #[tokio::test(start_paused = true)]
    async fn what_is_taken_in_is_kept_when_it_is_flushed() {
        let store = Failing::new(0, away());
        let queue = Queue::start(store.clone());
        for at in 0..ROOM {
            queue.push(fact(at));
        }
        assert_eq!(queue.flush(PATIENCE).await, Flushed::default());
        assert_eq!(store.all().await.unwrap().facts.len(), ROOM);
        assert_eq!((queue.waiting(), queue.complaint()), (0, None));
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_comes_back_gets_all_of_it() {
        let store = Failing::new(3, away());
        let queue = Queue::start(store.clone());
        queue.push(fact(1));
        queue.push(fact(2));
        assert_eq!(queue.flush(PATIENCE).await, Flushed::default());
        assert_eq!(store.all().await.unwrap().facts.len(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_longer_than_they_want_to() {
        let queue = Queue::start(Failing::new(usize::MAX, away()));
        let from = Instant::now();
        queue.push(fact(1));
        assert!(from.elapsed().is_zero(), "taking in waits for nothing");
        let lost = Flushed {
            lost: 1,
            reason: "it is away".into(),
        };
        assert_eq!(queue.flush(PATIENCE).await, lost);
        assert_eq!(from.elapsed(), PATIENCE);
    }

    #[tokio::test(start_paused = true)]
    async fn who_goes_waits_for_what_is_being_kept_and_for_no_store_that_is_away() {
        let queue = Queue::start(Failing::new(0, away()));
        queue.push(fact(1));
        assert_eq!(queue.part(PATIENCE).await, Flushed::default());
        let queue = Queue::start(Failing::new(usize::MAX, away()));
        let from = Instant::now();
        queue.push(fact(1));
        let lost = Flushed {
            lost: 1,
            reason: "it is away".into(),
        };
        assert_eq!(queue.part(PATIENCE).await, lost);
        assert!(from.elapsed() < Duration::from_millis(1), "{:?}", from.elapsed());
        // It failed before: the next try is not waited for either.
        sleep(Duration::from_millis(100)).await;
        assert_eq!(queue.part(PATIENCE).await.lost, 1);
        assert!(from.elapsed() < PATIENCE, "{:?}", from.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn what_cannot_be_kept_is_dropped_and_told_of() {
        let queue = Queue::start(Failing::new(1, StoreError::Denied("wrong key".into())));
        queue.push(fact(1));
        let lost = Flushed {
            lost: 1,
            reason: "wrong key".into(),
        };
        assert_eq!(queue.flush(PATIENCE).await, lost);
        queue.push(fact(2));
        assert_eq!(queue.flush(PATIENCE).await, Flushed::default());

        let queue = Queue::start(Failing::new(usize::MAX, away()));
        for at in 0..ROOM + 5 {
            queue.push(fact(at));
        }
        let complaint = "5 changes were not kept in memory: too many changes are waiting to be kept";
        assert_eq!(queue.complaint().as_deref(), Some(complaint));
        assert_eq!(queue.complaint(), None);
    }
}

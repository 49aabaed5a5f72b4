//! Memory that lives and dies with this process: nothing of it is ever on a disk.

use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use ostler_machines::recall::book::{Book, Normalise};
use ostler_machines::recall::model::{Applied, Change, Everything, Probe, Recollection};

use super::store::{Clock, Store, StoreError};

/// A store in this process only.
#[derive(Debug)]
pub struct Ephemeral {
    book: Mutex<Book>,
    normalise: Normalise,
    clock: Clock,
}

impl Ephemeral {
    /// An empty one.
    pub fn new(normalise: Normalise, clock: Clock) -> Self {
        Self {
            book: Mutex::new(Book::new(normalise)),
            normalise,
            clock,
        }
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // Whoever panicked left a book that holds together: a change is made by moves that cannot fail half way.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for Ephemeral {
    fn recall<'a>(&'a self, probe: &'a Probe) -> BoxFuture<'a, Result<Recollection, StoreError>> {
        ready(Ok(self.book().answer(probe, (self.clock)()))).boxed()
    }

    fn apply(&self, changes: Vec<Change>) -> BoxFuture<'_, Result<Applied, StoreError>> {
        let applied = apply_all(&mut self.book(), changes, (self.clock)());
        ready(Ok(applied)).boxed()
    }

    fn all(&self) -> BoxFuture<'_, Result<Everything, StoreError>> {
        ready(Ok(self.book().all())).boxed()
    }

    fn wipe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        *self.book() = Book::new(self.normalise);
        ready(Ok(())).boxed()
    }
}

/// Makes changes in order.
pub(super) fn apply_all(book: &mut Book, changes: Vec<Change>, now: u64) -> Applied {
    let mut sum = Applied::default();
    for change in changes {
        let applied = book.apply(change, now);
        sum.added += applied.added;
        sum.changed += applied.changed;
        sum.removed += applied.removed;
    }
    sum
}

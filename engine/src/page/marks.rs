//! The numbers that a session has given away.
//!
//! A ref must never name two things: neither in two documents that follow each other, nor in two tabs. So elements and
//! frames are counted on through the whole life of a session.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

/// How far a session has counted. Cheap to clone; the clones count together.
#[derive(Clone, Debug, Default)]
pub struct Marks(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    elements: AtomicU32,
    frames: AtomicU32,
    tabs: AtomicU32,
    /// Milliseconds, 0 if nothing was said.
    patience: AtomicU64,
}

impl Marks {
    /// The greatest number that any document has told of an element.
    pub(crate) fn elements(&self) -> u32 {
        self.0.elements.load(Ordering::Relaxed)
    }

    /// A document has given numbers up to `last`.
    pub(crate) fn reached(&self, last: u32) {
        self.0.elements.fetch_max(last, Ordering::Relaxed);
    }

    /// The greatest number that any frame has had.
    pub(crate) fn frames(&self) -> u32 {
        self.0.frames.load(Ordering::Relaxed)
    }

    /// Goes on from where another session has come to.
    pub(crate) fn resume(&self, elements: u32, frames: u32) {
        self.reached(elements);
        self.0.frames.fetch_max(frames, Ordering::Relaxed);
    }

    /// A number that no frame has had.
    pub(crate) fn frame(&self) -> u32 {
        self.0.frames.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// No page of the session may keep a question waiting for longer.
    pub(crate) fn be_patient(&self, longest: Duration) {
        let millis = u64::try_from(longest.as_millis()).unwrap_or(u64::MAX);
        self.0.patience.store(millis, Ordering::Relaxed);
    }

    /// How long a page may keep a question waiting at most; 30 s if nothing was said.
    pub(crate) fn patience(&self) -> Duration {
        match self.0.patience.load(Ordering::Relaxed) {
            0 => Duration::from_secs(30),
            longest => Duration::from_millis(longest),
        }
    }

    /// `usual`, or less if no page may take so long.
    pub(crate) fn within(&self, usual: Duration) -> Duration {
        match self.0.patience.load(Ordering::Relaxed) {
            0 => usual,
            longest => usual.min(Duration::from_millis(longest)),
        }
    }

    /// A number that no tab has had.
    pub(crate) fn tab(&self) -> u32 {
        self.0.tabs.fetch_add(1, Ordering::Relaxed) + 1
    }
}

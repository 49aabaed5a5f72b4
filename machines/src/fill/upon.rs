//! What the page sends upon what is written into it: who wrote last is taken to be the cause.

use alloc::vec::Vec;

use super::Work;

/// The legs that the page may send something upon, and how much it has sent.
#[derive(Default)]
pub(super) struct Upon {
    /// Line and leg of what was written since the page last came to rest.
    written: Vec<(usize, usize)>,
    /// So many requests have not been put down to anything yet.
    requests: usize,
    rested: bool,
}

impl Upon {
    /// Something was pressed, and what is sent now is sent upon that.
    pub(super) fn pressed(&mut self) {
        *self = Self::default();
    }

    /// Another write is begun.
    pub(super) fn begin(&mut self) {
        if core::mem::take(&mut self.rested) {
            self.written.clear();
        }
    }

    pub(super) fn wrote(&mut self, line: usize, leg: usize) {
        self.written.push((line, leg));
    }

    pub(super) const fn sent(&mut self, requests: usize) {
        self.requests += requests;
    }

    pub(super) const fn rested(&mut self) {
        self.rested = true;
    }
}

impl Work {
    /// Puts down what was sent to what was written before it.
    pub(super) fn blame(&mut self) {
        let requests = core::mem::take(&mut self.upon.requests);
        if requests == 0 {
            return;
        }
        for &(line, leg) in &self.upon.written {
            if let Some(leg) = self.lines.get_mut(line).and_then(|line| line.legs_mut().get_mut(leg)) {
                leg.sent += requests;
            }
        }
    }
}

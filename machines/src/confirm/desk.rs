//! Which question is open.

use super::Denial;
use crate::Millis;

/// Which question is open, where answers come back with calls of their own: each question can be answered once, in time,
/// and a new one takes the place of the one before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Desk {
    last: u64,
    open: Option<(u64, Millis)>,
}

impl Desk {
    /// A question goes out at `now` and may be answered within `life` milliseconds. The answer is its number, which no
    /// other has.
    pub fn ask(&mut self, now: Millis, life: u64) -> u64 {
        self.last += 1;
        self.open = Some((self.last, now.plus(life)));
        self.last
    }

    /// An answer to the question of this number comes at `now`.
    ///
    /// # Errors
    /// If that question is not open, or was to be answered before. Either way an open question that was meant is closed.
    pub fn answer(&mut self, now: Millis, number: u64) -> core::result::Result<(), Denial> {
        match self.open {
            Some((open, until)) if open == number => {
                self.open = None;
                if now < until { Ok(()) } else { Err(Denial::Late) }
            }
            _ => Err(Denial::Over),
        }
    }

    /// Nobody waits for an answer any more.
    pub fn withdraw(&mut self) {
        self.open = None;
    }
}

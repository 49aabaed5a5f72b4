//! What all dates and times need: the scanner, the names, and what a locale settles.

#[cfg(test)]
mod agreed;
pub(super) mod draft;
mod locale;
pub(super) mod reasons;
pub(super) mod scan;
pub(super) mod spoken;
pub(super) mod words;

pub use locale::Order;
pub(super) use locale::{language, order};

use super::Refusal;

/// A refusal with no candidates.
pub(super) fn refuse(code: &'static str, message: &str) -> Refusal {
    Refusal {
        code,
        message: message.into(),
        candidates: alloc::vec::Vec::new(),
    }
}

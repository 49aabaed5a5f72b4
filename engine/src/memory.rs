//! Memory: what a person fills in again and again, which forms worked, what went wrong.
//!
//! What a store holds and how it changes is decided in `ostler_machines::recall`; the stores here keep it: in this process,
//! in one sealed file, or in Qdrant.

mod address;
mod alike;
mod decoys;
pub mod embed;
mod ephemeral;
mod guarded;
mod keychain;
pub mod keys;
mod late;
mod learning;
pub mod local;
pub mod qdrant;
mod queue;
mod recall;
pub mod seal;
mod store;
pub mod token;
pub mod written;

pub use alike::Alike;
pub use ephemeral::Ephemeral;
pub use guarded::Guarded;
pub use late::Late;
pub use learning::Learning;
pub use local::{Local, LocalSettings};
pub use queue::{Flushed, Queue};
pub(crate) use recall::{Lesson, Recalled, given};
pub use recall::{Recall, Use};
pub use store::{Clock, Store, StoreError, wall_clock};

//! Memory: what a person fills in again and again, which forms worked, what went wrong.
//!
//! What a store holds and how it changes is decided in `ostler_machines::recall`; the stores here keep it: in this process,
//! in one sealed file, or in Qdrant.

mod keychain;
pub mod keys;
pub mod seal;
mod store;

pub use store::{Store, StoreError};

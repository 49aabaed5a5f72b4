//! What is remembered from one form to the next, and which of it belongs in a field.
//!
//! Two steps, so that a store may be anything: [`model::Probe`] says what of the memory could matter to a form, a store
//! answers with a [`model::Recollection`], and what goes into which field is decided from that. Whatever a store changes,
//! it changes as [`model::Change`] says.
//!
//! 1. [`probe::probe`] reads the form and asks.
//! 2. [`decide::decide`] says of every field what goes in and on what evidence, or why it stays empty. No evidence
//!    counts for a field that [`guard::Guard`] keeps.
//! 3. After the fill [`learn`] says what is kept of it, and [`redact`] takes the values out of what a page said.

pub mod book;
pub mod decide;
pub mod dictionary;
pub mod guard;
pub mod key;
pub mod learn;
pub mod model;
pub mod print;
pub mod probe;
mod purpose;
mod reading;
pub mod redact;
pub mod semantic;
mod supply;

pub use key::key_norm;

//! What is remembered from one form to the next, and which of it belongs in a field.
//!
//! Two steps, so that a store may be anything: [`model::Probe`] says what of the memory could matter to a form, a store
//! answers with a [`model::Recollection`], and what goes into which field is decided from that. Whatever a store changes,
//! it changes as [`model::Change`] says.

pub mod book;
pub mod model;

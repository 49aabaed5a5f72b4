//! What a form is: its fields, what a key means in it, and what a value becomes in a control.

pub mod assemble;
pub mod autocomplete;
pub mod choose;
pub(crate) mod fold;
pub mod keys;
pub mod model;
mod people;
mod phrase;
mod synonyms;
pub mod text;
pub mod value;
pub mod widget;
mod words;

//! What a form is: its fields, what a key means in it, and what a value becomes in a control.

pub mod assemble;
pub mod autocomplete;
pub mod choose;
pub(crate) mod fold;
pub mod keys;
pub mod model;
pub(crate) mod people;
pub(crate) mod phrase;
pub(crate) mod synonyms;
pub mod text;
pub mod value;
pub mod widget;
pub(crate) mod words;

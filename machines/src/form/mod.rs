//! What a form is: its fields, what a key means in it, and what a value becomes in a control.

pub mod assemble;
pub mod autocomplete;
pub mod choose;
pub mod keys;
pub mod model;
pub mod text;
pub mod value;

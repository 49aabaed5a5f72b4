//! Tests over the whole crate.
mod keys;

//! What came of it, for people and programs.
//!
//! A report is masked once, on the way into a [`View`]; table, JSON and page are made from the view and never see
//! what was hidden.

pub(crate) mod brief;
pub(crate) mod html;
pub(crate) mod inspect;
pub(crate) mod json;
pub(crate) mod mask;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod trace;
pub(crate) mod view;

pub(crate) use view::View;

/// The version of all JSON that Ostler prints. It changes when a reader of the old one could misunderstand the new.
pub(crate) const SCHEMA_VERSION: u32 = 1;

#[cfg(test)]
pub(crate) mod sample;
#[cfg(test)]
mod tests;

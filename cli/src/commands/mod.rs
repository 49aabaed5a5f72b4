//! One command a file. Each has its arguments and a `run` that says how the program ends.

pub(crate) mod call;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod fill;
pub(crate) mod init;
pub(crate) mod inspect;
pub(crate) mod man;
pub(crate) mod memory;
pub(crate) mod serve;

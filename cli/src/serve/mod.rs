//! Ostler for agents: the tools, and what serves them.
//!
//! A tool is defined once, in [`tools`]; [`server`] speaks MCP and `ostler call` takes a line of JSON, and both hand
//! over to [`hands`], which own the one browser. [`stdio`] carries MCP over standard input and output; another
//! carrier needs nothing but a transport of its own.

pub(crate) mod acted;
pub(crate) mod answer;
mod check;
pub(crate) mod confirm;
pub(crate) mod fence;
pub(crate) mod hands;
pub(crate) mod metrics;
mod observe;
pub(crate) mod profile;
pub(crate) mod server;
pub(crate) mod stdio;
mod tell;
pub(crate) mod tools;

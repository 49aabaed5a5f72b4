//! The Chrome devtools protocol: processes, transports and the routing of answers and events.
//!
//! [`launch()`] gives a [`Chrome`], and that a [`Connection`] that takes commands for any session, answers each at once
//! or with a reason, and tells events in the order in which they came. `chromiumoxide` gives the commands their types;
//! answers and events stay raw until somebody reads the few fields that he needs, for Chrome's words change with each
//! version and a field that nobody looks at must not cost an event.

pub mod arguments;
pub mod connection;
pub mod error;
pub mod find;
pub mod launch;
pub mod message;
mod outbox;
mod pipe;
mod port;
mod process;
pub mod profile;
mod socket;
mod splitter;

pub use connection::{Call, Connection, Counts, DEADLINE};
pub use error::{CdpError, Misfit};
pub use launch::{Chrome, LaunchError, launch};
pub(crate) use message::read;
pub use message::{Answer, Event, SessionId};

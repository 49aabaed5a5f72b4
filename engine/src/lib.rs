//! Ostler's hands: Chrome and its pipe, pages and frames, and the loop that drives the machines.
//!
//! [`Session`] is the whole of it for a caller: start or attach, navigate, inspect, fill, submit, close.

pub mod cdp;
mod drive;
pub mod memory;
pub mod page;
mod ports;
pub mod session;

pub use ports::confirm::{Asker, Gate};
pub use session::{
    Arrival, Auto, Button, Click, Done, EmptyReport, EngineError, EngineErrorKind, Progress, Report, Request, Scroll,
    Session, Settings, Shot, Shots, StepReport, Strategy, TabInfo, Typing, Waited,
};

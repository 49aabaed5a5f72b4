//! Ostler's decisions, and nothing else.
//!
//! This crate has no IO, no clock, no chance, no `async` and no serde. Time comes in with an event as
//! [`Millis`], a wait goes out as a deadline, and work goes out as effects. The same events at the same times
//! give the same effects, always.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod breaker;
pub mod challenge;
pub mod chord;
pub mod classify;
pub mod confirm;
pub mod diagram;
pub mod expect;
pub mod fill;
pub mod form;
pub mod ledger;
pub mod machine;
pub mod outline;
pub mod recall;
pub mod refs;
pub mod report;
pub mod sensitive;
pub mod settle;
pub mod submit;
pub mod typed;
pub mod verify;
pub mod wait;
pub mod widget;
pub mod wizard;

pub use machine::{Machine, Millis, Trace, Transition, Turn};
pub use typed::Typed;

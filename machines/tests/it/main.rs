//! The machines over whole courses of events.

mod diagrams;
mod fill;
mod owed;
mod settle;
mod sim;
mod submit;
mod verify;
mod wizard;

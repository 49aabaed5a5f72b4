//! The tests of the whole product, in one program. Those of `structure` need no browser.
//!
//! A test that shows a numbered claim is named after it: `o_21_…` shows O-21. `docs/testing.md` lists the claims.

#![allow(
    clippy::format_push_string,
    clippy::single_match_else,
    reason = "a test says what it does in the order in which it does it"
)]

mod acts;
mod broken;
mod by_hand;
mod confirm;
mod data;
mod dates_widgets;
mod denied;
mod endings;
mod fill;
mod frames_deep;
mod frames_shown;
mod handles;
mod launch;
mod learned;
mod lists_bare;
mod lists_wide;
mod lists_widgets;
mod memory;
mod memory_carried;
mod memory_faults;
mod memory_kept;
mod memory_waits;
mod offers;
mod outline;
mod pictures;
mod practices;
mod qdrant;
mod qdrant_suite;
mod reach;
mod read;
mod recall;
mod refs_kept;
mod rows;
mod sends;
mod serve;
mod settle;
mod shapes_bare;
mod structure;
mod submit;
mod submit_steps;
mod told;
mod twice;
mod values;
mod values_shown;

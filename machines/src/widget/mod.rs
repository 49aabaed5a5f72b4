//! Controls that are no form controls: each family has its machine.
//!
//! [`pick`] chooses from a list that opens: comboboxes, listboxes, suggestions, lists in lists. [`several`] brings what
//! takes several answers to exactly those wanted. [`branches`] ticks what stands in a tree. [`step`] moves sliders,
//! [`count`] presses buttons that count. [`dial`] puts a telephone number into a box with its country before it.
//! [`calendar`] chooses a [`moment`] in what opens
//! for dates and times, whose [`clock`] it sets a part at a time.

pub mod branches;
pub mod calendar;
pub mod clock;
pub mod count;
pub mod dial;
mod fixed;
mod making;
pub mod moment;
mod order;
pub mod pick;
pub mod several;
pub mod step;

//! Controls that are no form controls: each family has its machine.
//!
//! [`pick`] chooses from a list that opens: comboboxes, listboxes, suggestions. [`calendar`] chooses a day.

pub mod calendar;
pub mod pick;

//! Controls that are no form controls: each family has its machine.
//!
//! [`pick`] chooses from a list that opens: comboboxes, listboxes, suggestions.

pub mod pick;

//! What holds for the decisions as a whole.

mod values;

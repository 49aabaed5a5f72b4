//! Where dates and times are read. Until they are, a control that takes one is refused.

use alloc::string::String;

use super::{Context, Plan, Refusal, refuse};
use crate::form::model::Field;

/// A plan for a date or time control.
pub(crate) fn for_control(
    _text: &str,
    _field: &Field,
    _context: &Context,
) -> Result<Plan, Refusal> {
    Err(refuse("not-a-date", "dates are not read yet"))
}

/// What a text field that asks for a date or time is to hold.
pub(crate) fn for_text(
    _text: &str,
    _field: &Field,
    _context: &Context,
) -> Option<Result<String, Refusal>> {
    None
}

/// A plan for a date in several controls.
pub(crate) fn spread(_text: &str, _field: &Field, _context: &Context) -> Result<Plan, Refusal> {
    Err(refuse("not-a-date", "dates are not read yet"))
}

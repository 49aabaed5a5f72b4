//! What a person wrote, made into what a control must hold, or refused with a reason.
//!
//! [`normalise`] never picks one of two readings.

mod local;

use alloc::string::String;
use alloc::vec::Vec;

use super::model::{Field, Held};
use crate::Typed;
use crate::report::Candidate;

/// What was asked for, as a caller gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Text.
    Text(Typed),
    /// A number, as a decimal literal (`-1.5`, `1e3`): never through a float.
    Number(Typed),
    /// Yes or no.
    Bool(bool),
    /// Several values.
    List(Vec<Wish>),
    /// Named pieces of one value, such as the parts of a name.
    Pieces(Vec<(String, Wish)>),
    /// Empty the field.
    Clear,
}

/// A day, so that nothing here reads a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Today {
    /// Year, as in 2026.
    pub year: i32,
    /// Month, 1 to 12.
    pub month: u32,
    /// Day of the month, 1 to 31.
    pub day: u32,
}

/// What is known besides the field itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// BCP 47 tags that say how the person or the page writes, the surest first. Hints that disagree settle nothing.
    pub locales: Vec<String>,
    /// The present day.
    pub today: Today,
    /// The country of a region field that stands beside the field (`GB`), else empty.
    pub country: String,
    /// Whether the wish is the whole of which the field may ask for a piece: a full name for a surname, a street and
    /// number for a house number.
    pub whole: bool,
    /// Whether a field for the telephone extension stands beside the field.
    pub extension: bool,
    /// Whether the wish comes out of memory and not from the caller: then no secret is filled.
    pub from_memory: bool,
}

/// What is to be done to a control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Put this text in, as a person would type it.
    Text(Typed),
    /// Put this value in, in the form that the control's `value` has (dates, times, colours, ranges).
    Value(Typed),
    /// Choose exactly these options, by their numbers in [`Field::options`].
    Choose(Vec<usize>),
    /// Choose what the page offers under this text once it is asked (suggestions, lists that are not loaded yet).
    Pick(Typed),
    /// As [`Plan::Pick`], for each of several texts, and nothing besides.
    PickAll(Vec<Typed>),
    /// Tick or untick.
    Check(bool),
    /// Attach these files, by absolute path.
    Files(Vec<String>),
    /// A plan for each part, by its number in [`Field::parts`].
    Spread(Vec<(usize, Plan)>),
    /// Empty it.
    Clear,
}

/// Why a value does not go in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// A stable code: `ambiguous-day-month`, `no-option`, `too-long`, ….
    pub code: &'static str,
    /// What to write instead, in one sentence. Never quotes the value.
    pub message: String,
    /// The options that come nearest, where there are options.
    pub candidates: Vec<Candidate>,
}

/// How like what was asked for is to what a control holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Likeness {
    /// It is the same.
    Same,
    /// It is the same in another spelling.
    Respelled,
    /// It is something else.
    Different,
}

/// Makes `wish` into a plan for `field`, or says why not.
///
/// # Errors
/// A [`Refusal`] whose `message` says what to write instead.
pub fn normalise(wish: &Wish, field: &Field, context: &Context) -> Result<Plan, Refusal> {
    local::normalise(wish, field, context)
}

/// Whether `held` is what `plan` asked of `field`.
pub fn agrees(plan: &Plan, field: &Field, held: &Held) -> Likeness {
    local::agrees(plan, field, held)
}

/// What `held` reads as to a person: texts of options, `yes` or `no` for a box.
pub fn show(field: &Field, held: &Held) -> Typed {
    local::show(field, held)
}

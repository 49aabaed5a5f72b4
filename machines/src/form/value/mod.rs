//! What a person wrote, made into what a control must hold, or refused with a reason.
//!
//! [`normalise`] never picks one of two readings.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::model::{Choice, Field, Held, Kind, Room};
use crate::Typed;
use crate::report::Candidate;

pub(crate) mod address;
mod amount;
pub mod ask;
pub(crate) mod beside;
mod boolean;
mod boxes;
mod calendar;
mod colour;
mod countries;
pub mod date;
pub mod datetime;
mod decimal;
mod equivalents;
mod file;
pub mod layout;
pub mod likeness;
mod locale;
mod mask;
mod measure;
mod money;
pub mod month;
mod name;
pub mod native;
mod number;
mod option;
pub mod parts;
mod phone;
mod plain;
mod ranges;
mod regexp;
mod secret;
pub mod time;
pub mod week;

pub use ask::{Ask, ask};
pub use beside::{bare_number, dialled_beside, national_forms};
pub use likeness::{Likeness, agrees, agrees_after, agrees_taken, show};

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
    /// The folder that relative paths of files start from, absolute, else empty.
    pub base: String,
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

/// A refusal without candidates.
pub(crate) fn refuse(code: &'static str, message: &str) -> Refusal {
    refuse_with(code, message, Vec::new())
}

/// A refusal that lists what could have been meant.
pub(crate) fn refuse_with(code: &'static str, message: &str, candidates: Vec<Candidate>) -> Refusal {
    Refusal {
        code,
        message: message.to_string(),
        candidates,
    }
}

/// Makes `wish` into a plan for `field`, or says why not.
///
/// # Errors
/// A [`Refusal`] whose `message` says what to write instead.
pub fn normalise(wish: &Wish, field: &Field, context: &Context) -> Result<Plan, Refusal> {
    if let Wish::Clear = wish {
        return Ok(cleared(field));
    }
    match field.kind {
        Kind::Text
        | Kind::Search
        | Kind::Email
        | Kind::Tel
        | Kind::Url
        | Kind::Password
        | Kind::Textarea
        | Kind::Editable => plain::plan(wish, field, context),
        Kind::Number | Kind::Range | Kind::Spinbutton | Kind::Slider => numeric(wish, field, context),
        Kind::Color => colour::for_control(&said(wish, "a colour")?).map(|value| Plan::Value(value.into())),
        Kind::Date | Kind::Time | Kind::Datetime | Kind::Month | Kind::Week => {
            native::for_control(&said(wish, "a date or a time")?, field, context)
        }
        Kind::DateParts => parts::spread(&said(wish, "a date")?, field, context),
        Kind::Boxes => {
            let written = said(wish, "a code")?;
            if context.from_memory && secret::forbidden(&written, field) {
                return Err(refuse(
                    "secret",
                    "secrets are never filled from memory: give the value itself",
                ));
            }
            boxes::spread(&written, field)
        }
        Kind::Checkbox | Kind::Switch => ticked(wish, field).map(Plan::Check),
        Kind::Checkboxes | Kind::SelectMultiple => option::several(wish, field, context).map(Plan::Choose),
        Kind::Listbox if field.multiple => option::several(wish, field, context).map(Plan::Choose),
        Kind::Radio | Kind::Select | Kind::Listbox | Kind::Buttons => {
            option::one(wish, field, context).map(|at| Plan::Choose([at].into()))
        }
        Kind::Combobox => picked(wish, field, context),
        Kind::File => file::for_control(wish, field, &context.base).map(Plan::Files),
    }
}

/// What emptying comes to: a box is unticked, a list of several has none chosen.
fn cleared(field: &Field) -> Plan {
    match field.kind {
        Kind::Checkbox | Kind::Switch => Plan::Check(false),
        Kind::Checkboxes | Kind::SelectMultiple => Plan::Choose(Vec::new()),
        Kind::Listbox if field.multiple => Plan::Choose(Vec::new()),
        Kind::DateParts | Kind::Boxes if !field.parts.is_empty() => Plan::Spread(
            field
                .parts
                .iter()
                .enumerate()
                .map(|(at, part)| (at, cleared(&part.field)))
                .collect(),
        ),
        _ => Plan::Clear,
    }
}

/// The text of a wish for a control that takes one.
fn said(wish: &Wish, what: &str) -> Result<String, Refusal> {
    match wish {
        Wish::Text(typed) | Wish::Number(typed) => Ok(typed.reveal().to_string()),
        Wish::List(list) => match list.as_slice() {
            [one] => said(one, what),
            _ => Err(refuse(
                "two-values",
                &alloc::format!("the field takes one value: write {what}"),
            )),
        },
        Wish::Bool(_) | Wish::Pieces(_) | Wish::Clear => {
            Err(refuse("wrong-kind", &alloc::format!("the field takes {what}")))
        }
    }
}

fn numeric(wish: &Wish, field: &Field, context: &Context) -> Result<Plan, Refusal> {
    let (written, literal) = match wish {
        Wish::Number(typed) => (typed.reveal().to_string(), true),
        Wish::Bool(_) | Wish::Pieces(_) => {
            return Err(refuse("not-a-number", "write digits, as in 1234.5"));
        }
        _ => (said(wish, "a number")?, false),
    };
    if written.trim().is_empty() {
        return Err(refuse("empty", "write a number"));
    }
    if context.from_memory && secret::forbidden(&written, field) {
        return Err(refuse(
            "secret",
            "secrets are never filled from memory: give the value itself",
        ));
    }
    let value = match month_of_twelve(&written, field, context) {
        Some(number) => number.to_string(),
        None => number::for_control(&written, literal, field, context)?,
    };
    Ok(if field.kind == Kind::Number {
        Plan::Text(value.into())
    } else {
        Plan::Value(value.into())
    })
}

/// The number by which a control that counts to twelve knows a month that is called by its name.
fn month_of_twelve(written: &str, field: &Field, context: &Context) -> Option<u32> {
    let (least, most): (u32, u32) = (field.min.parse().ok()?, field.max.parse().ok()?);
    if field.kind != Kind::Spinbutton || most != least.checked_add(11)? || !written.chars().any(char::is_alphabetic) {
        return None;
    }
    month::by_name(written, context).map(|month| parts::counted(month, field))
}

fn ticked(wish: &Wish, field: &Field) -> Result<bool, Refusal> {
    match wish {
        Wish::Bool(truth) => Ok(*truth),
        Wish::Text(typed) | Wish::Number(typed) => boolean::for_box(typed.reveal(), field),
        Wish::List(list) => match list.as_slice() {
            [] => Ok(false),
            [one] => ticked(one, field),
            _ => Err(refuse("two-values", "the field is one box: write yes or no")),
        },
        Wish::Pieces(_) | Wish::Clear => Err(refuse("not-a-boolean", "write yes or no")),
    }
}

/// A combobox: one of the options that are known, or what it will offer once it is asked.
fn picked(wish: &Wish, field: &Field, context: &Context) -> Result<Plan, Refusal> {
    let several = match wish {
        Wish::List(list) if list.len() > 1 && field.room == Room::One => {
            return Err(refuse("two-values", "the field takes one option: name one"));
        }
        Wish::List(list) => list.len() != 1 || field.multiple,
        _ => field.multiple,
    };
    // A hidden list that offers nothing yet will be filled once it is asked.
    let answers = field
        .options
        .iter()
        .any(|choice| !choice.value.is_empty() || choice.element.is_some());
    if answers {
        let chosen = if several {
            option::several(wish, field, context)
        } else {
            option::one(wish, field, context).map(|at| [at].into())
        };
        match chosen {
            Ok(chosen) => return Ok(Plan::Choose(chosen)),
            // What is listed now need not be all there is.
            Err(refusal) if refusal.code == "no-option" && (field.picks || field.suggestions || is_drawn(field)) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    let mut texts = all_offered(wish, field)?;
    match texts.len() {
        1 if !several => Ok(Plan::Pick(texts.remove(0))),
        _ => Ok(Plan::PickAll(texts)),
    }
}

/// Whether the options are elements of the page's own making, which it may make as it pleases.
fn is_drawn(field: &Field) -> bool {
    field.options.iter().any(|choice| choice.element.is_some())
}

/// The texts of the options that are wished for, none of which is known.
pub(crate) fn all_offered(wish: &Wish, field: &Field) -> Result<Vec<Typed>, Refusal> {
    match wish {
        Wish::List(list) => list.iter().map(|wish| offered(wish, field)).collect(),
        _ => Ok(Vec::from([offered(wish, field)?])),
    }
}

fn offered(wish: &Wish, field: &Field) -> Result<Typed, Refusal> {
    let text = match wish {
        Wish::Bool(truth) => if *truth { "Yes" } else { "No" }.to_string(),
        // What is a number for certain has the mark by which the page would know its decimals.
        Wish::Number(literal) if locale::marks(&field.lang).is_some_and(|marks| marks.decimal == ',') => {
            literal.reveal().replace('.', ",")
        }
        _ => said(wish, "an option")?,
    };
    let text = super::text::squeeze(&super::text::nfc(&text));
    if text.is_empty() {
        return Err(refuse("empty", "name the option to choose"));
    }
    if text.chars().any(char::is_control) {
        return Err(refuse(
            "control-character",
            "the text has a character that cannot be typed: leave it out",
        ));
    }
    Ok(text.into())
}

/// Whether the picker of dates or times that may open for `field` is to be asked for what `plan` means, since the plan
/// means one moment.
pub fn picks_moment(field: &Field, plan: &Plan) -> bool {
    use crate::widget::moment::moment_meant;
    match plan {
        Plan::Text(text) => {
            matches!(field.kind, Kind::Text | Kind::Tel | Kind::Search | Kind::Combobox)
                && moment_meant(text.reveal(), field).is_some()
        }
        // A box that opens a dialog or a grid, not a list.
        Plan::Pick(text) => {
            (matches!(field.popup.as_str(), "dialog" | "grid") || layout::wants_day(field))
                && moment_meant(text.reveal(), field).is_some()
        }
        _ => false,
    }
}

/// Whether `wish` is a number, and the option of the text `label` a range that it lies in.
pub(crate) fn lies_in(wish: &Wish, label: &str, field: &Field) -> bool {
    let written = match wish {
        Wish::Text(text) | Wish::Number(text) => text.reveal(),
        Wish::List(list) => match list.as_slice() {
            [one] => return lies_in(one, label, field),
            _ => return false,
        },
        _ => return false,
    };
    let habit = locale::marks(&field.lang).map_or(number::Habit::Unknown, number::Habit::Known);
    ranges::wished(written, habit)
        .zip(ranges::read(label))
        .is_some_and(|((value, _), range)| !range.single() && range.holds(&value))
}

/// What a control holds that is no native one and shows `held`: what only asks to choose is no answer.
pub(crate) fn told(field: &Field, held: Held) -> Held {
    match &held {
        Held::Text(text) if field.kind == Kind::Combobox && text.reveal() == field.placeholder => {
            Held::Text(Typed::default())
        }
        _ => held,
    }
}

/// Whether a text only asks to choose.
pub(crate) fn asks_to_choose(text: &str) -> bool {
    option::asks_to_choose(text)
}

/// The text by which a person knows an option.
pub(crate) fn shown(choice: &Choice) -> &str {
    if choice.label.is_empty() {
        &choice.value
    } else {
        &choice.label
    }
}

/// Chooses what `wanted` means among what a list offers, by the rules for any other option. `lang` is the language in
/// force, by which numbers are read, else empty.
///
/// # Errors
/// A [`Refusal`] with the code `no-option`, `ambiguous-option`, `disabled-option` or `placeholder-option`.
pub fn choose_option(wanted: &str, offered: &[Choice], lang: &str) -> Result<usize, Refusal> {
    let list = Field {
        kind: Kind::Listbox,
        options: offered.to_vec(),
        lang: lang.to_string(),
        ..Field::default()
    };
    option::one(&Wish::Text(wanted.into()), &list, &Context::default())
}

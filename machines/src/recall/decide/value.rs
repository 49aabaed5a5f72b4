//! The value that goes into a field, out of the facts it is made of.

use alloc::string::{String, ToString};

use chrono::Datelike;

use super::{Options, Take};
use crate::Typed;
use crate::form::model::{Field, Kind, Piece};
use crate::form::text::squeeze;
use crate::form::value::address;
use crate::form::value::date::{Hints, parse};
use crate::form::value::parts::{for_part, piece_of};
use crate::form::value::{Ask, Context, Plan};

/// The value, if it can be made in one way only.
pub(super) fn make(values: &[&Typed], take: Take, field: &Field, options: &Options) -> Option<Typed> {
    let whole = values.first()?.reveal();
    let made: String = match take {
        Take::Whole => whole.to_string(),
        Take::Joined => joined(whole, values.get(1)?.reveal(), field, options),
        Take::First => two_words(whole)?.0,
        Take::Last => two_words(whole)?.1,
        Take::Initial => squeeze(whole).chars().next()?.to_uppercase().collect(),
        Take::Day | Take::Month | Take::Year => piece(whole, take, field, options)?,
        Take::StreetName => address::piece(whole, Ask::StreetName).ok()?,
        Take::HouseNumber => address::piece(whole, Ask::HouseNumber).ok()?,
    };
    (!made.trim().is_empty()).then(|| Typed::new(made))
}

/// First name and surname, in the order in which the page's language writes them.
fn joined(given: &str, family: &str, field: &Field, options: &Options) -> String {
    let lang = if field.lang.is_empty() {
        &options.lang
    } else {
        &field.lang
    };
    let primary = lang.split(['-', '_']).next().unwrap_or_default();
    let (first, last) = match primary {
        "ja" | "zh" | "ko" | "hu" | "vi" => (family, given),
        _ => (given, family),
    };
    alloc::format!("{} {}", squeeze(first), squeeze(last))
}

/// The two words of a full name, if it has just two and the script leaves no doubt about which comes first.
fn two_words(whole: &str) -> Option<(String, String)> {
    let squeezed = squeeze(whole);
    let (first, last) = squeezed.split_once(' ')?;
    let latin = super::super::semantic::is_latin(&squeezed);
    let plain = !last.contains(' ') && !squeezed.contains([',', '.', '(']);
    (latin && plain).then(|| (first.to_string(), last.to_string()))
}

/// A piece of a date, as the control shows it.
fn piece(whole: &str, take: Take, field: &Field, options: &Options) -> Option<String> {
    let context = Context {
        locales: options.locales.clone(),
        today: options.today,
        from_memory: true,
        ..Context::default()
    };
    let hints = Hints {
        birth: true,
        ..Hints::default()
    };
    let date = parse(whole, &context, hints).ok()?;
    let (piece, plain) = match take {
        Take::Day => (Piece::Day, date.day().to_string()),
        Take::Month => (Piece::Month, date.month().to_string()),
        _ => (Piece::Year, date.year().to_string()),
    };
    // A field that is known to take the piece reads the whole date itself.
    if piece_of(field).is_some() {
        return Some(date.format("%Y-%m-%d").to_string());
    }
    let list = matches!(
        field.kind,
        Kind::Select | Kind::Radio | Kind::Listbox | Kind::Combobox | Kind::Buttons
    );
    if !list || field.options.is_empty() {
        return Some(plain);
    }
    match for_part(&date.format("%Y-%m-%d").to_string(), piece, field, &context).ok()? {
        Plan::Choose(chosen) => {
            let option = field.options.get(*chosen.first()?)?;
            Some(option.label.clone())
        }
        Plan::Text(text) | Plan::Value(text) => Some(text.into_inner()),
        _ => Some(plain),
    }
}

//! Formats that are no day, month and year of the common era in known letters: weeks, other eras, and what cannot be read.

use alloc::string::String;

use chrono::Datelike;

use super::super::calendar::refuse;
use super::super::calendar::scan::folded;
use super::super::date::{self, Hints};
use super::super::native::hints;
use super::super::{Context, Refusal, week as weeks};
use super::{Values, letters};
use crate::form::model::Field;
use crate::form::text;

/// How many years the Buddhist era is ahead of the common one.
const AHEAD: i32 = 543;

/// A year that only the Buddhist era has reached.
const BUDDHIST: i32 = 2400;

/// Whether `typed` is a date, though the order of its numbers may be open.
pub(super) fn is_date(typed: &str, ctx: &Context, hints: Hints) -> bool {
    match date::parse(typed, ctx, Hints { time: true, ..hints }) {
        Ok(_) => true,
        Err(refusal) => refusal.code == "ambiguous-day-month",
    }
}

/// `typed` where the field shows a format that cannot be read: it stands if it has the shape of it.
pub(super) fn unread(typed: &str, hint: &str, dated: bool) -> Option<Result<String, Refusal>> {
    if !dated || shape(hint).contains(&shape(typed)) {
        return None;
    }
    Some(Err(refuse(
        "unknown-format",
        "the field shows a format of dates that cannot be read; write the date exactly as the field wants it",
    )))
}

/// The lengths of the numbers and the runs of one letter in `text`, other words, and the marks between them.
fn shape(text: &str) -> String {
    let mut out = String::new();
    for (gap, word) in letters::words(text) {
        out.push_str(if gap.trim().is_empty() { &gap } else { gap.trim() });
        let first = word.chars().next();
        let run = word.bytes().all(|b| b.is_ascii_digit()) || word.chars().all(|c| Some(c) == first);
        match u32::try_from(word.chars().count()).ok().filter(|_| run) {
            Some(0) => {}
            Some(length) => out.extend(char::from_digit(length.min(9), 10)),
            None => out.push('w'),
        }
    }
    out
}

/// What the field says of itself.
fn told(field: &Field) -> [&String; 4] {
    [&field.placeholder, &field.label, &field.description, &field.title]
}

/// A week, where the field shows the form `YYYY-Www`.
pub(super) fn week(typed: &str, field: &Field, ctx: &Context) -> Option<Result<String, Refusal>> {
    if !told(field).into_iter().any(|text| folded(text).contains("yyyy-www")) {
        return None;
    }
    if is_date(typed, ctx, hints(field)) {
        return Some(Err(refuse(
            "step-mismatch",
            "the field takes no day of the week; write the year and the week alone, as YYYY-Www",
        )));
    }
    Some(weeks::parse(typed, ctx).map(weeks::iso))
}

/// Whether the field counts the years of the Buddhist era.
fn is_buddhist(field: &Field) -> bool {
    told(field).into_iter().any(|text| text.contains("พ.ศ"))
}

/// Whether `typed` has a year of the common era for a field of another.
pub(super) fn is_common_year(typed: &str, field: &Field) -> bool {
    let year = |digits: &str| digits.len() == 4 && digits.parse().is_ok_and(|year: i32| year < BUDDHIST);
    is_buddhist(field) && typed.split(|c: char| !c.is_ascii_digit()).any(year)
}

/// `values` with the year as the field counts it.
pub(super) fn counted(values: Values, field: &Field) -> Values {
    let ahead = is_buddhist(field) && (1..BUDDHIST).contains(&values.year);
    Values {
        year: values.year + if ahead { AHEAD } else { 0 },
        ..values
    }
}

/// Why a date does not go into a field of another era that shows no format.
pub(super) fn uncommon_year(typed: &str, field: &Field, ctx: &Context) -> Option<Refusal> {
    let year = date::parse(typed, ctx, hints(field)).ok()?.year();
    (is_buddhist(field) && year < BUDDHIST).then(|| {
        refuse(
            "unknown-format",
            "the field counts the years of the Buddhist era; write the date exactly as the field wants it",
        )
    })
}

/// Whether a whole date is given to a field for a month and a year that does not ask for the month of it.
pub(super) fn drops_day(typed: &str, field: &Field, ctx: &Context, hints: Hints) -> bool {
    const MONTH: &[&str] = &["month", "monat", "mois", "mes", "mese", "maand", "miesi"];
    let says = |name: &str| {
        let folded = text::fold(name);
        let word = |word: &str| MONTH.iter().any(|start| word.starts_with(start));
        folded.split(' ').any(word) || folded.contains('月') && !folded.contains('日')
    };
    !hints.card
        && !field.autocomplete.token.starts_with("cc-exp")
        && ![&field.label, &field.name, &field.id]
            .into_iter()
            .any(|name| says(name))
        && date::parse(typed, ctx, Hints { time: true, ..hints }).is_ok()
}

//! Formats found in a `pattern` attribute, by trying which dates it lets through.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Format, Shown, Slot, Values, compiled};
use chrono::NaiveDate;

/// The format that a `pattern` demands, if it lets through dates in one format and nothing that is no date.
/// `card` says that the field is a payment card's.
pub(super) fn formats(pattern: &str, card: bool) -> Option<Shown> {
    let regex = compiled(pattern)?;
    let foreign = [
        "x",
        "hello",
        "12",
        "123456",
        "1234567890",
        "12345-6789",
        "aa/bb/cccc",
        "a@b.cc",
        "AB12 3CD",
    ];
    if foreign.iter().any(|text| regex.is_match(text)) {
        return None;
    }
    // The last day of a year and one early in it, so that patterns with sensible ranges let both through.
    let days = [(2029, 12, 25), (2031, 2, 13)];
    let lets = |format: &Format| {
        days.iter().all(|(year, month, day)| {
            NaiveDate::from_ymd_opt(*year, *month, *day)
                .is_some_and(|date| regex.is_match(&format.render(&Values::of(date), None)))
        })
    };
    // `\d\d/\d\d` could be a day and a month, unless the field is a card's.
    let monthly = card || !regex.is_match("25/29");
    let mut found: Vec<Format> = candidates()
        .into_iter()
        .filter(|format| lets(format) && (monthly || format.order().is_some()))
        .collect();
    match found.as_slice() {
        [_] => found.pop().map(Shown::One),
        [a, b] => {
            let mark = a.slots.iter().find_map(|slot| match slot {
                Slot::Mark(mark) => mark.chars().next(),
                _ => None,
            })?;
            // Only the order is open.
            let same = |format: &Format| format.slots.iter().any(|slot| *slot == Slot::Mark(String::from(mark)));
            (a.order() != b.order() && a.order().is_some() && b.order().is_some() && same(b))
                .then_some(Shown::Unordered(mark))
        }
        _ => None,
    }
}

fn candidates() -> Vec<Format> {
    let (d, m, y, yy) = (Slot::Day(true), Slot::Month(true), Slot::Year(true), Slot::Year(false));
    let join = |slots: &[Slot], mark: &str| {
        let mut out = Vec::new();
        for slot in slots {
            if !out.is_empty() {
                out.push(Slot::Mark(mark.into()));
            }
            out.push(slot.clone());
        }
        Format::of(out)
    };
    let mut formats = Vec::new();
    for mark in ["/", ".", "-"] {
        formats.push(join(&[d.clone(), m.clone(), y.clone()], mark));
        formats.push(join(&[m.clone(), d.clone(), y.clone()], mark));
        formats.push(join(&[y.clone(), m.clone(), d.clone()], mark));
    }
    for mark in ["/", "-"] {
        formats.push(join(&[m.clone(), yy.clone()], mark));
        formats.push(join(&[m.clone(), y.clone()], mark));
    }
    formats.push(join(&[y.clone(), m.clone()], "-"));
    formats
}

//! A month of a year as a person writes it.

use chrono::Datelike;

use super::calendar::draft::{Known, Number, Unit, What, draft};
use super::calendar::reasons::{NOT_A_DATE, invalid, missing_year, no_such_month, nothing};
use super::calendar::refuse;
use super::calendar::scan::tokens;
use super::date::{self, Hints};
use super::{Context, Refusal};

/// Reads a month of a year, as `(year, month)`. A whole date counts for its month.
///
/// # Errors
/// A [`Refusal`] where the text names no month, no year, or can be read in two ways.
pub fn parse(text: &str, ctx: &Context, hints: Hints) -> Result<(i32, u32), Refusal> {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return Err(nothing(text));
    }
    let known = Known::new(ctx, hints);
    let pair = match draft(&tokens, &known) {
        Ok(draft) if draft.items.len() <= 2 => draft,
        _ => {
            let hints = Hints { time: true, ..hints };
            return date::parse(text, ctx, hints).map(|date| (date.year(), date.month()));
        }
    };
    let joined = pair
        .items
        .get(1)
        .is_none_or(|item| matches!(item.before.as_slice(), [] | [_] | ['.', ',' | '-' | '/']));
    let (month, year) = match (pair.months().as_slice(), pair.numbers().as_slice()) {
        ([month], [year]) if joined && !year.ordinal => (*month, *year),
        ([_], []) => return Err(missing_year()),
        ([], [a, b]) if joined => match (a.is_year(), b.is_year()) {
            (true, false) => (in_range(*b)?, *a),
            (false, true) => (in_range(*a)?, *b),
            (false, false) if a.digits <= 2 && b.digits == 2 => {
                if !hints.card && pair.items[1].before.as_slice() != ['/'] {
                    return Err(not_a_month());
                }
                (in_range(*a)?, *b)
            }
            _ => return Err(not_a_month()),
        },
        ([], [whole]) if whole.digits == 8 && whole.unit.is_none() => {
            return date::parse(text, ctx, hints).map(|date| (date.year(), date.month()));
        }
        ([], [month]) if month.unit == Some(Unit::Month) => return Err(missing_year()),
        ([], [short]) if hints.card && short.digits == 4 && short.unit.is_none() => {
            let (month, year) = (short.value / 100, short.value % 100);
            if !(1..=12).contains(&month) {
                return Err(not_a_month());
            }
            return Ok((known.century(year, month, 1)?, month));
        }
        _ => return Err(not_a_month()),
    };
    let year = match year.digits {
        4 => i32::try_from(year.value).map_err(|_| invalid())?,
        2 => known.century(year.value, month, 1)?,
        // `5 March`: a day, and no year.
        1 if !pair.months().is_empty() => return Err(missing_year()),
        _ => return Err(not_a_month()),
    };
    if year < 1 { Err(invalid()) } else { Ok((year, month)) }
}

fn in_range(number: Number) -> Result<u32, Refusal> {
    if number.digits > 2 {
        return Err(not_a_month());
    }
    Some(number.value)
        .filter(|month| (1..=12).contains(month))
        .ok_or_else(no_such_month)
}

fn not_a_month() -> Refusal {
    refuse(NOT_A_DATE, "this cannot be read as a month; write it as YYYY-MM")
}

/// The month that `text` names and nothing else: `March`, `mars`, `3月`; not a bare number.
pub(crate) fn by_name(text: &str, ctx: &Context) -> Option<u32> {
    let draft = draft(&tokens(text), &Known::new(ctx, Hints::default())).ok()?;
    match draft.items.as_slice() {
        [item] => match item.what {
            What::Month(month) => Some(month),
            What::Number(number) => (number.unit == Some(Unit::Month)).then_some(number.value),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::form::value::date::Hints;
    use crate::form::value::{Context, Today};

    #[test]
    fn a_month_needs_its_year() {
        let plain = Hints::default();
        let card = Hints {
            card: true,
            ..Hints::default()
        };
        let table = [
            ("August 2029", plain, Ok((2029, 8))),
            ("2029-08", plain, Ok((2029, 8))),
            ("8/2029", plain, Ok((2029, 8))),
            ("sept. 2029", plain, Ok((2029, 9))),
            ("2024年3月", plain, Ok((2024, 3))),
            ("2024-03-04T10:00", plain, Ok((2024, 3))),
            ("20240304", plain, Ok((2024, 3))),
            ("March", plain, Err("missing-year")),
            ("3月", plain, Err("missing-year")),
            ("Aug '29", plain, Err("two-digit-year")),
            ("08/29", plain, Err("two-digit-year")),
            ("08/29", card, Ok((2029, 8))),
            ("0829", card, Ok((2029, 8))),
            ("Aug 29", card, Ok((2029, 8))),
            ("13/29", card, Err("invalid-date")),
            ("0829", plain, Err("not-a-date")),
            ("03/04/2024", plain, Err("ambiguous-day-month")),
            ("never", plain, Err("not-a-date")),
            ("", plain, Err("empty")),
        ];
        let ctx = Context {
            today: Today {
                year: 2026,
                month: 6,
                day: 15,
            },
            ..Context::default()
        };
        for (text, hints, expected) in table {
            assert_eq!(
                parse(text, &ctx, hints).map_err(|refusal| refusal.code),
                expected,
                "{text:?}"
            );
        }
    }
}

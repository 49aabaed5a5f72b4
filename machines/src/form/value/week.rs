//! A week of a year as a person writes it, by ISO 8601.

use chrono::{Datelike, IsoWeek, NaiveDate, Weekday};

use super::calendar::reasons::nothing;
use super::calendar::refuse;
use super::calendar::scan::{Token, tokens};
use super::date::{self, Hints};
use super::{Context, Refusal};

/// Reads a week. A whole date counts for the week it lies in.
///
/// # Errors
/// A [`Refusal`] where the text names no week, one that the year does not have, or can be read in two ways.
pub fn parse(text: &str, ctx: &Context) -> Result<IsoWeek, Refusal> {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return Err(nothing(text));
    }
    let Some(numbers) = numbers(&tokens) else {
        let hints = Hints {
            time: true,
            ..Hints::default()
        };
        return date::parse(text, ctx, hints).map(|date| date.iso_week());
    };
    let (year, week) = match numbers {
        (Some(week), Some(year)) if week.len() <= 2 && year.len() == 4 => (year, week),
        (Some(_), None) => {
            return Err(refuse(
                "missing-year",
                "the year is missing; write the week as YYYY-Www, as in 2024-W05",
            ));
        }
        (Some(week), Some(year)) if week.len() <= 2 && year.len() == 2 => {
            return Err(refuse(
                "two-digit-year",
                "the century is not clear; write the week as YYYY-Www, as in 2024-W05",
            ));
        }
        _ => {
            return Err(refuse(
                "invalid-week",
                "this cannot be read as a week; write it as YYYY-Www, as in 2024-W05",
            ));
        }
    };
    year.parse()
        .ok()
        .zip(week.parse().ok())
        .and_then(|(year, week)| NaiveDate::from_isoywd_opt(year, week, Weekday::Mon))
        .filter(|monday| monday.iso_week().year() > 0)
        .map(|monday| monday.iso_week())
        .ok_or_else(|| {
            refuse(
                "invalid-week",
                "that year has no such week; weeks run from 01 to 52 or 53",
            )
        })
}

/// The number of the week and that of the year, if a word for week is there.
fn numbers(tokens: &[Token]) -> Option<(Option<&str>, Option<&str>)> {
    let is_week = |word: &str| {
        matches!(
            word,
            "w" | "week"
                | "wk"
                | "kw"
                | "woche"
                | "kalenderwoche"
                | "semaine"
                | "sem"
                | "semana"
                | "settimana"
                | "tydzien"
                | "tyg"
                | "vecka"
                | "v"
                | "uge"
                | "hafta"
                | "viikko"
                | "週"
                | "周"
                | "주"
        )
    };
    let at = tokens.iter().position(|token| token.word().is_some_and(is_week))?;
    let mut numbers = (None, None);
    for (index, token) in tokens.iter().enumerate() {
        if let Some(digits) = token.digits() {
            let follows = index > at && tokens[at + 1..index].iter().all(|between| between.is_mark('.'));
            let slot = if follows { &mut numbers.0 } else { &mut numbers.1 };
            if slot.is_some() {
                return Some((None, None));
            }
            *slot = Some(digits);
        } else if index != at {
            let joins = token.word().is_some_and(|word| {
                matches!(
                    word,
                    "of" | "de" | "del" | "van" | "in" | "the" | "iso" | "nr" | "no" | "number" | "年" | "第"
                )
            });
            let mark = ['-', ',', '/', '.'].iter().any(|mark| token.is_mark(*mark));
            if !joins && !mark {
                return Some((None, None));
            }
        }
    }
    Some(numbers)
}

/// The week as a control's `value` has it.
pub(super) fn iso(week: IsoWeek) -> alloc::string::String {
    alloc::format!("{:04}-W{:02}", week.year(), week.week())
}

#[cfg(test)]
mod tests {
    use super::{iso, parse};
    use crate::form::value::Context;
    use std::string::String;

    #[test]
    fn weeks_are_those_of_iso_8601() {
        let table = [
            ("2024-W10", Ok("2024-W10")),
            ("2024W10", Ok("2024-W10")),
            ("KW 10/2024", Ok("2024-W10")),
            ("Semaine 10, 2024", Ok("2024-W10")),
            ("2020-W53", Ok("2020-W53")),
            ("4 March 2024", Ok("2024-W10")),
            ("2021-01-01", Ok("2020-W53")),
            ("W10", Err("missing-year")),
            ("week 10 of '24", Err("invalid-week")),
            ("week 10 of 24", Err("two-digit-year")),
            ("this week", Err("invalid-week")),
            ("03/04/2024", Err("ambiguous-day-month")),
            ("soon", Err("not-a-date")),
            ("", Err("empty")),
        ];
        for (text, expected) in table {
            let read = parse(text, &Context::default())
                .map(iso)
                .map_err(|refusal| refusal.code);
            assert_eq!(read, expected.map(String::from), "{text:?}");
        }
    }
}

//! The refusals that dates and times share, and how to tell why a text is not one value.

use super::refuse;
use super::scan::Token;
use super::words;
use crate::form::value::Refusal;

pub(in crate::form::value) const NOT_A_DATE: &str = "not-a-date";

/// The refusal of text that has no tokens.
pub(in crate::form::value) fn nothing(text: &str) -> Refusal {
    if text.trim().is_empty() {
        refuse("empty", "there is nothing here; write the date as YYYY-MM-DD")
    } else {
        not_a_date()
    }
}

pub(in crate::form::value) fn not_a_date() -> Refusal {
    refuse(NOT_A_DATE, "this cannot be read as a date; write it as YYYY-MM-DD")
}

pub(in crate::form::value) fn invalid() -> Refusal {
    refuse(
        INVALID_DATE,
        "there is no such day in the calendar; check day, month and year",
    )
}

/// Why there is no such day: which of year, month and day is out of range.
pub(in crate::form::value) fn no_such_day(year: i32, month: u32, day: u32) -> Refusal {
    if !(1..=12).contains(&month) {
        return no_such_month();
    }
    let message = if year < 1 {
        "the year is out of range: years are counted from 0001"
    } else if day == 0 {
        "the day is out of range: days are counted from 1"
    } else if month == 2 && day == 29 {
        "the day is out of range: that year is no leap year, so that its February has 28 days"
    } else {
        "the day is out of range: that month has fewer days"
    };
    refuse(INVALID_DATE, message)
}

pub(in crate::form::value) fn no_such_month() -> Refusal {
    refuse(INVALID_DATE, "the month is out of range: months run from 1 to 12")
}

/// Why two numbers are no day and month. `first` is the day if that is known.
pub(in crate::form::value) fn no_day_and_month(first: u32, second: u32, day_first: Option<bool>) -> Refusal {
    let fits_month = |number: u32| (1..=12).contains(&number);
    let fits_day = |number: u32| (1..=31).contains(&number);
    match day_first {
        Some(day_first) => {
            let (day, month) = if day_first { (first, second) } else { (second, first) };
            if fits_day(day) && !fits_month(month) {
                return no_such_month();
            }
        }
        None if fits_day(first) && fits_day(second) => {
            return refuse(
                INVALID_DATE,
                "the month is out of range: neither number is one from 1 to 12",
            );
        }
        None => {}
    }
    if first == 0 || second == 0 {
        refuse(INVALID_DATE, "day or month is out of range: both are counted from 1")
    } else {
        refuse(INVALID_DATE, "the day is out of range: no month has that many days")
    }
}

const INVALID_DATE: &str = "invalid-date";

pub(in crate::form::value) fn ambiguous() -> Refusal {
    refuse(
        "ambiguous-day-month",
        "day and month can be read either way; write the date as YYYY-MM-DD",
    )
}

/// A better reason why `tokens` are no single value: they are two of them, or they hang on the present day.
pub(in crate::form::value) fn explain(tokens: &[Token], reads: &dyn Fn(&[Token]) -> bool) -> Option<Refusal> {
    for (at, token) in tokens.iter().enumerate().take(tokens.len().saturating_sub(1)).skip(1) {
        let (code, message) = match token.word() {
            Some("to" | "until" | "till" | "bis" | "au" | "al" | "a" | "hasta" | "ate" | "tot" | "do" | "through") => {
                RANGE
            }
            Some("and" | "or" | "und" | "oder" | "et" | "ou" | "y" | "o" | "e" | "en" | "of" | "i" | "lub") => TWO,
            None if token.is_mark('-') || token.is_mark('~') || token.is_mark('/') => RANGE,
            None if token.is_mark(';') || token.is_mark('&') || token.is_mark(',') => TWO,
            _ => continue,
        };
        if reads(&tokens[..at]) && reads(&tokens[at + 1..]) {
            return Some(refuse(code, message));
        }
    }
    let pairs = tokens
        .windows(2)
        .filter_map(|pair| Some((pair[0].word()?, pair[1].word()?)));
    let hangs = tokens.iter().filter_map(Token::word).any(words::relative)
        || pairs.clone().any(|(a, b)| words::relative_pair(a, b));
    hangs.then(|| {
        refuse(
            "relative-date",
            "words such as today or next week are not resolved here; write the date as YYYY-MM-DD",
        )
    })
}

pub(in crate::form::value) const RANGE: (&str, &str) = (
    "range-into-single",
    "this is a range, but the field takes one value; write the beginning or the end",
);
const TWO: (&str, &str) = ("two-values", "these are two values, but the field takes one");

pub(in crate::form::value) fn missing_day() -> Refusal {
    refuse("missing-day", "the day is missing; write the date as YYYY-MM-DD")
}

pub(in crate::form::value) fn missing_year() -> Refusal {
    refuse("missing-year", "the year is missing; write the date as YYYY-MM-DD")
}

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
        "invalid-date",
        "there is no such day in the calendar; check day, month and year",
    )
}

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

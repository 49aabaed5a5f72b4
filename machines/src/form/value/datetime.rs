//! A date with a time, in either order.

use alloc::vec::Vec;

use chrono::{NaiveDate, NaiveDateTime, NaiveTime};

use super::calendar::refuse;
use super::calendar::scan::{Token, tokens};
use super::date::{self, Hints, Known, NOT_A_DATE, explain, nothing};
use super::time::{self, Clock, Place, Zone};
use super::{Context, Refusal};

/// A date with a time, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) date: NaiveDate,
    pub(super) clock: Clock,
}

/// Reads a date with a time of day. 24:00 is the midnight that ends the day.
///
/// # Errors
/// A [`Refusal`] where either is missing, wrong or can be read in two ways, or where a time zone is named.
pub fn parse(text: &str, ctx: &Context, hints: Hints) -> Result<NaiveDateTime, Refusal> {
    parse_in(text, ctx, hints, false)
}

/// Like [`parse`]; a time in UTC is welcome where the field says that it is in `utc`.
pub(super) fn parse_in(
    text: &str,
    ctx: &Context,
    hints: Hints,
    utc: bool,
) -> Result<NaiveDateTime, Refusal> {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return Err(nothing(text));
    }
    let known = Known::new(ctx, hints);
    let plain = date::read(&tokens, &known);
    match plain {
        Ok(_) => {
            return Err(refuse(
                "missing-time",
                "the time is missing; write date and time as YYYY-MM-DD HH:MM",
            ));
        }
        Err(refusal) if refusal.code != NOT_A_DATE => return Err(refusal),
        Err(_) => {}
    }
    let moment = match read(&tokens, &known) {
        Ok(moment) => moment,
        Err(refusal) if refusal.code == NOT_A_DATE => {
            return Err(explain(&tokens, &|side| {
                read(side, &known).is_ok() || date::read(side, &known).is_ok()
            })
            .unwrap_or(refusal));
        }
        Err(refusal) => return Err(refusal),
    };
    if moment
        .clock
        .zone
        .is_some_and(|zone| !(utc && zone == Zone::Utc))
    {
        return Err(time::zone_refused());
    }
    let day = if moment.clock.next_day {
        moment.date.succ_opt()
    } else {
        Some(moment.date)
    };
    day.map(|day| day.and_time(moment.clock.time))
        .ok_or_else(date::invalid)
}

/// Reads tokens that are a date and a time, whichever stands first.
///
/// Every way to cut the time out is tried; if two ways make sense and differ, neither counts.
pub(super) fn read(tokens: &[Token], known: &Known) -> Result<Moment, Refusal> {
    if let Some(moment) = compact(tokens) {
        return Ok(moment);
    }
    let mut found: Vec<Moment> = Vec::new();
    let mut reason: Option<Refusal> = None;
    let mut longest = 0;
    for start in 0..tokens.len() {
        for end in start + 1..=tokens.len().min(start + 16) {
            let Some(rest) = around(tokens, start, end) else {
                continue;
            };
            let clock = match time::clock(&tokens[start..end], Place::Beside) {
                Ok(clock) => clock,
                Err(refusal) if refusal.code == time::NOT_A_TIME => continue,
                Err(refusal) => {
                    // A time that cannot be, beside a date that can.
                    if end - start > longest && date::read(&rest, known).is_ok() {
                        longest = end - start;
                        reason = Some(refusal);
                    }
                    continue;
                }
            };
            match date::read(&rest, known) {
                Ok(date) => {
                    let moment = Moment { date, clock };
                    if !found.contains(&moment) {
                        found.push(moment);
                    }
                }
                Err(refusal) if refusal.code == NOT_A_DATE && !rest.is_empty() => {}
                Err(refusal) => {
                    if end - start > longest {
                        longest = end - start;
                        reason = Some(if rest.is_empty() {
                            missing_date()
                        } else {
                            refusal
                        });
                    }
                }
            }
        }
    }
    match found.as_slice() {
        [only] => Ok(*only),
        [] => Err(reason.unwrap_or_else(date::not_a_date)),
        _ => Err(refuse(
            "ambiguous-time",
            "date and time can be told apart in two ways; write them as YYYY-MM-DD HH:MM",
        )),
    }
}

fn missing_date() -> Refusal {
    refuse(
        "missing-day",
        "the date is missing; write date and time as YYYY-MM-DD HH:MM",
    )
}

/// What is left of `tokens` without those from `start` to `end`, if these can be a time of their own there.
fn around(tokens: &[Token], start: usize, end: usize) -> Option<Vec<Token>> {
    let (mut left, mut right) = (&tokens[..start], &tokens[end..]);
    let apart = |token: &Token| token.spaced || token.word().is_some();
    if !left.is_empty() {
        let joint = left.last().is_some_and(|last| {
            last.is_mark(',') || last.is_mark('-') || last.is_mark('@') || last.word().is_some()
        });
        if !apart(&tokens[start]) && !joint {
            return None;
        }
    }
    while let Some((last, rest)) = left.split_last() {
        let joins = last.is_mark(',')
            || last.is_mark('-')
            || last.is_mark('@')
            || matches!(last.word(), Some("at" | "um" | "om" | "の" | "u" | "kl"));
        // The words belong to the time, which was cut too short without them, but may have a mark before them.
        if !joins {
            break;
        }
        left = rest;
    }
    let closed = right.first().is_none_or(|next| {
        next.spaced || next.is_mark(',') || next.is_mark('.') || next.word().is_some()
    });
    if !closed {
        return None;
    }
    if left.is_empty() {
        while let Some((first, rest)) = right.split_first() {
            if !(first.is_mark(',') || first.is_mark('-') || first.is_mark('.') && right.len() == 1)
            {
                break;
            }
            right = rest;
        }
    } else {
        // In the middle a time may only stand before the year: Oct 26 15:50:06 2016.
        let year = right.is_empty()
            || matches!(right, [year] if year.digits().is_some_and(|digits| digits.len() == 4));
        let dot = matches!(right, [dot] if dot.is_mark('.'));
        if dot {
            right = &[];
        } else if !year {
            return None;
        }
    }
    Some(left.iter().chain(right).cloned().collect())
}

/// Twelve or fourteen digits: year, month, day, hour, minute and perhaps second.
fn compact(tokens: &[Token]) -> Option<Moment> {
    let [only] = tokens else { return None };
    let digits = only
        .digits()
        .filter(|digits| matches!(digits.len(), 12 | 14))?;
    let (day, clock) = digits.split_at_checked(8)?;
    let two = |at: usize| {
        clock
            .get(at..at + 2)
            .map_or(Some(0), |digits| digits.parse().ok())
    };
    let time = NaiveTime::from_hms_opt(two(0)?, two(2)?, two(4)?)?;
    let clock = Clock {
        time,
        next_day: false,
        zone: None,
    };
    Some(Moment {
        date: date::year_first(day)?,
        clock,
    })
}

//! A date with a time, in either order.

use alloc::vec::Vec;

use chrono::{NaiveDate, NaiveDateTime, NaiveTime};

use super::calendar::draft::Known;
use super::calendar::reasons::{self, NOT_A_DATE, explain, nothing};
use super::calendar::refuse;
use super::calendar::scan::{Token, tokens};
use super::calendar::spoken::Zone;
use super::date::{self, Hints};
use super::time::{self, Clock, Place};
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
pub(super) fn parse_in(text: &str, ctx: &Context, hints: Hints, utc: bool) -> Result<NaiveDateTime, Refusal> {
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
    if moment.clock.zone.is_some_and(|zone| !(utc && zone == Zone::Utc)) {
        return Err(time::zone_refused());
    }
    let day = if moment.clock.next_day {
        moment.date.succ_opt()
    } else {
        Some(moment.date)
    };
    day.map(|day| day.and_time(moment.clock.time))
        .ok_or_else(reasons::invalid)
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
                        reason = Some(if rest.is_empty() { missing_date() } else { refusal });
                    }
                }
            }
        }
    }
    match found.as_slice() {
        [only] => Ok(*only),
        [] => Err(reason.unwrap_or_else(reasons::not_a_date)),
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
        let joint = left
            .last()
            .is_some_and(|last| last.is_mark(',') || last.is_mark('-') || last.is_mark('@') || last.word().is_some());
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
    let closed = right
        .first()
        .is_none_or(|next| next.spaced || next.is_mark(',') || next.is_mark('.') || next.word().is_some());
    if !closed {
        return None;
    }
    if left.is_empty() {
        while let Some((first, rest)) = right.split_first() {
            if !(first.is_mark(',') || first.is_mark('-') || first.is_mark('.') && right.len() == 1) {
                break;
            }
            right = rest;
        }
    } else {
        // In the middle a time may only stand before the year: Oct 26 15:50:06 2016.
        let year = right.is_empty() || matches!(right, [year] if year.digits().is_some_and(|digits| digits.len() == 4));
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
    let digits = only.digits().filter(|digits| matches!(digits.len(), 12 | 14))?;
    let (day, clock) = digits.split_at_checked(8)?;
    let two = |at: usize| clock.get(at..at + 2).map_or(Some(0), |digits| digits.parse().ok());
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

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::form::value::Context;
    use crate::form::value::date::Hints;
    use std::string::{String, ToString};

    #[test]
    fn date_and_time_are_told_apart_in_either_order() {
        let table = [
            ("04/21/2016, 8:00:20pm", Ok("2016-04-21 20:00:20")),
            ("19:00, 2016-12-22", Ok("2016-12-22 19:00:00")),
            ("wed Oct 26 15:50:06 2016", Ok("2016-10-26 15:50:06")),
            ("10:06am Dec 11, 2014", Ok("2014-12-11 10:06:00")),
            ("noon on 4 March 2024", Ok("2024-03-04 12:00:00")),
            ("29.02.2020 13.12", Ok("2020-02-29 13:12:00")),
            ("1 a.m 20.07.2021", Ok("2021-07-20 01:00:00")),
            ("20030925T104941", Ok("2003-09-25 10:49:41")),
            ("2003-09-25T10", Ok("2003-09-25 10:00:00")),
            ("199709020908", Ok("1997-09-02 09:08:00")),
            ("2024-03-04T24:00", Ok("2024-03-05 00:00:00")),
            ("2016年12月16日の12時23分59秒", Ok("2016-12-16 12:23:59")),
            ("24.03.2019. u 22:22", Ok("2019-03-24 22:22:00")),
            ("2024-03-04 midnight", Err("ambiguous-time")),
            ("03/04/2024 15:30", Err("ambiguous-day-month")),
            ("2024-03-04 25:00", Err("invalid-time")),
            ("2024-02-30 15:30", Err("invalid-date")),
            ("2024-03-04 13:00 pm", Err("contradiction")),
            ("2024-03-04", Err("missing-time")),
            ("15:30", Err("missing-day")),
            ("5 March 15:30", Err("missing-year")),
            ("15 May 2004 16:10 -0400", Err("time-zone")),
            ("Thu Sep 25 10:36:28 BRST 2003", Err("time-zone")),
            ("tomorrow at 3 pm", Err("relative-date")),
            ("2024-03-04 10:00 - 2024-03-04 12:00", Err("range-into-single")),
            ("20.10 2012. 10.11", Err("ambiguous-time")),
            ("", Err("empty")),
            ("whenever", Err("not-a-date")),
        ];
        for (text, expected) in table {
            let read = parse(text, &Context::default(), Hints::default());
            let read = read.map(|moment| moment.to_string()).map_err(|refusal| refusal.code);
            assert_eq!(read, expected.map(String::from), "{text:?}");
        }
    }
}

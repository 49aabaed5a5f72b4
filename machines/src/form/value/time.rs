//! A time of day as a person writes it, read where it has one reading.

use alloc::string::String;
use core::fmt::Write as _;

use chrono::{NaiveTime, Timelike};

use super::calendar::reasons::explain;
use super::calendar::refuse;
use super::calendar::scan::{Token, tokens};
use super::calendar::spoken::{Cursor, Half, LEADS, Zone, half, named, zone};
use super::{Context, Refusal};

/// A time of day as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) time: NaiveTime,
    /// It was written as 24:00: the midnight that ends a day.
    pub(super) next_day: bool,
    /// The zone that was written with it.
    pub(super) zone: Option<Zone>,
}

impl Clock {
    pub(super) fn is_midnight(&self) -> bool {
        self.time == NaiveTime::MIN
    }
}

/// Whether a time stands alone or beside a date, where fewer spellings are sure to be a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Alone,
    Beside,
}

/// Reads a time of day. `24:00` is midnight, as is `00:00`.
///
/// # Errors
/// A [`Refusal`] where the text is no time, is no time of the clock, can be read in two ways or names a time zone.
pub fn parse(text: &str, _ctx: &Context) -> Result<NaiveTime, Refusal> {
    parse_in(text, false)
}

/// Like [`parse`]; a time in UTC is welcome where the field says that it is in `utc`.
pub(super) fn parse_in(text: &str, utc: bool) -> Result<NaiveTime, Refusal> {
    let tokens = tokens(text);
    if text.trim().is_empty() {
        return Err(refuse("empty", "there is nothing here; write the time as HH:MM"));
    }
    match clock(&tokens, Place::Alone) {
        Ok(clock) if clock.zone.is_none() || utc && clock.zone == Some(Zone::Utc) => Ok(clock.time),
        Ok(_) => {
            let range =
                explain(&tokens, &|side| clock_alone(side)).filter(|refusal| refusal.code == "range-into-single");
            Err(range.unwrap_or_else(zone_refused))
        }
        Err(refusal) if refusal.code == NOT_A_TIME && is_decimal(&tokens) => Err(decimal()),
        Err(refusal) if refusal.code == NOT_A_TIME => Err(explain(&tokens, &|side| clock_alone(side))
            .filter(|refusal| refusal.code != "relative-date")
            .unwrap_or(refusal)),
        Err(refusal) => Err(refusal),
    }
}

fn clock_alone(side: &[Token]) -> bool {
    clock(side, Place::Alone).is_ok()
}

pub(super) const NOT_A_TIME: &str = "not-a-time";

pub(super) fn zone_refused() -> Refusal {
    refuse(
        "time-zone",
        "the field keeps no time zone; write the time as it is at the place, without one",
    )
}

fn not_a_time() -> Refusal {
    refuse(
        NOT_A_TIME,
        "this cannot be read as a time; write it as HH:MM, from 00:00 to 23:59",
    )
}

/// A decimal number: hours and minutes have a colon between them.
fn is_decimal(tokens: &[Token]) -> bool {
    matches!(tokens, [whole, mark, part]
        if whole.digits().is_some() && part.digits().is_some() && (mark.is_mark('.') || mark.is_mark(',')))
}

fn decimal() -> Refusal {
    refuse(
        NOT_A_TIME,
        "a decimal number is no time; write hours and minutes as HH:MM, so that half past ten is 10:30",
    )
}

fn invalid(what: &str) -> Refusal {
    refuse(
        "invalid-time",
        &alloc::format!("the {what} of the time are out of range; write it as HH:MM, from 00:00 to 23:59"),
    )
}

fn ambiguous() -> Refusal {
    refuse(
        "ambiguous-time",
        "it is not clear which time of day this is; write it as HH:MM, from 00:00 to 23:59",
    )
}

fn contradiction() -> Refusal {
    refuse(
        "contradiction",
        "the hour does not go with its a.m. or p.m.; write the time as HH:MM, from 00:00 to 23:59",
    )
}

/// Reads tokens that are a time of day and nothing else.
pub(super) fn clock(tokens: &[Token], place: Place) -> Result<Clock, Refusal> {
    let mut cursor = Cursor { tokens, at: 0 };
    // The `T` of ISO 8601 allows digits without marks.
    let iso = cursor.take_word(&["t"]);
    if !iso && LEADS.iter().any(|lead| cursor.take_phrase(lead)) && cursor.mark(0, '.') {
        cursor.at += 1;
    }
    if let Some(time) = named(&mut cursor) {
        let zone = zone(&mut cursor);
        return match place {
            _ if !cursor.done() => Err(not_a_time()),
            // Which end of the day beside it is midnight?
            Place::Beside if time == NaiveTime::MIN => Err(ambiguous()),
            _ => Ok(Clock {
                time,
                next_day: false,
                zone,
            }),
        };
    }
    let before = half(&mut cursor);
    let digits = cursor.digits(0).ok_or_else(not_a_time)?;
    cursor.at += 1;
    let mut face = face(&mut cursor, digits, iso)?;
    let twelve = cursor.take_phrase("o ' clock") || cursor.take_phrase("oclock");
    let after = half(&mut cursor);
    let half = match (before, after) {
        (Some(_), Some(_)) => return Err(contradiction_or_none(&cursor)),
        (before, after) => before.or(after),
    };
    if half.is_some() && cursor.word(0).is_some_and(|word| matches!(word, "am" | "pm")) {
        return Err(contradiction());
    }
    // `14:30 hours` is a time, `1:30 hours` may be how long something takes.
    let lasting = cursor.word(0) == Some("hours") && digits.len() < 2;
    cursor.take_word(&["uhr", "hrs", "hours", "uur", "h", "बजे", "ч"]);
    let zone = zone(&mut cursor);
    if cursor.mark(0, '.') && cursor.at + 1 == tokens.len() && half.is_some() {
        cursor.at += 1;
    }
    if !cursor.done() {
        return Err(not_a_time());
    }
    if lasting {
        return Err(ambiguous());
    }
    if half.is_some() && face.bare && digits.len() >= 3 {
        face.split(digits.len());
    }
    if twelve && half.is_none() && face.hour <= 12 {
        return Err(ambiguous());
    }
    let sure = !face.bare
        || twelve
        || half.is_some()
        || iso && digits.len() % 2 == 0
        || place == Place::Alone && digits.len() == 4;
    if !sure {
        return Err(match (place, digits.len()) {
            (Place::Alone, 1..=3) => ambiguous(),
            _ => not_a_time(),
        });
    }
    if face.bare && half.is_none() {
        face.split(digits.len());
    }
    face.finish(half, zone)
}

fn contradiction_or_none(cursor: &Cursor) -> Refusal {
    if cursor.done() { contradiction() } else { not_a_time() }
}

/// Hours, minutes, seconds as written.
#[derive(Clone, Copy, Debug, Default)]
struct Face {
    hour: u32,
    minute: u32,
    second: u32,
    nano: u32,
    /// Nothing but one number was written.
    bare: bool,
}

impl Face {
    /// Cuts hours and minutes (and seconds) out of one number with so many `digits`: 340, 0015, 104941.
    fn split(&mut self, digits: usize) {
        if digits > 4 {
            self.second = self.hour % 100;
            self.hour /= 100;
        }
        if digits > 2 {
            self.minute = self.hour % 100;
            self.hour /= 100;
        }
    }

    fn finish(mut self, half: Option<Half>, zone: Option<Zone>) -> Result<Clock, Refusal> {
        if self.minute > 59 || self.second > 59 {
            return Err(invalid(if self.minute > 59 { "minutes" } else { "seconds" }));
        }
        let next_day = half.is_none() && (self.hour, self.minute, self.second, self.nano) == (24, 0, 0, 0);
        if next_day {
            self.hour = 0;
        }
        if self.hour > 23 {
            return Err(invalid("hours"));
        }
        self.hour = match (half, self.hour) {
            (None, hour)
            | (Some(Half::Am), hour @ 0..=11)
            | (Some(Half::Morning), hour @ 1..=11)
            | (Some(Half::Afternoon), hour @ 13..=19)
            | (Some(Half::Evening), hour @ 17..=23) => hour,
            (Some(Half::Am), 12) => 0,
            (Some(Half::Pm | Half::Afternoon), 12) => 12,
            (Some(Half::Pm), hour @ 1..=11)
            | (Some(Half::Afternoon), hour @ 1..=7)
            | (Some(Half::Evening), hour @ 5..=11) => hour + 12,
            (Some(Half::Am | Half::Pm), _) => return Err(contradiction()),
            (Some(_), _) => return Err(ambiguous()),
        };
        let time = NaiveTime::from_hms_nano_opt(self.hour, self.minute, self.second, self.nano)
            .ok_or_else(|| invalid("hours"))?;
        Ok(Clock { time, next_day, zone })
    }
}

/// Reads what follows the first number of a time.
fn face(cursor: &mut Cursor, digits: &str, iso: bool) -> Result<Face, Refusal> {
    let read = |digits: &str| digits.parse::<u32>().map_err(|_| not_a_time());
    if digits.len() > 6 || digits.len() > 4 && !iso {
        return Err(not_a_time());
    }
    let mut face = Face {
        hour: read(digits)?,
        ..Face::default()
    };
    if cursor.mark(0, ':') {
        let minute = two(cursor.digits(1)).ok_or_else(not_a_time)?;
        if digits.len() > 2 {
            return Err(not_a_time());
        }
        face.minute = read(minute)?;
        cursor.at += 2;
        if cursor.mark(0, ':') {
            face.second = read(two(cursor.digits(1)).ok_or_else(not_a_time)?)?;
            cursor.at += 2;
            if (cursor.mark(0, '.') || cursor.mark(0, ',')) && cursor.glued(0) && cursor.glued(1) {
                face.nano = fraction(cursor.digits(1).ok_or_else(not_a_time)?).ok_or_else(not_a_time)?;
                cursor.at += 2;
            }
        }
        return Ok(face);
    }
    if cursor.mark(0, '.')
        && cursor.glued(0)
        && cursor.glued(1)
        && digits.len() <= 2
        && let Some(minute) = two(cursor.digits(1))
    {
        face.minute = read(minute)?;
        cursor.at += 2;
        return Ok(face);
    }
    // `9.am`
    if cursor.mark(0, '.') && cursor.glued(0) && matches!(cursor.word(1), Some("am" | "pm")) {
        cursor.at += 1;
    }
    if digits.len() <= 2
        && cursor.take_word(&[
            "h", "uhr", "uur", "heures", "heure", "horas", "hora", "時", "时", "點", "点", "시",
        ])
    {
        if cursor.take_word(&["半", "반"]) {
            face.minute = 30;
            return Ok(face);
        }
        cursor.take_word(&["et", "y", "e", "und"]);
        let Some(minute) = cursor.digits(0).filter(|digits| digits.len() <= 2) else {
            return Ok(face);
        };
        face.minute = read(minute)?;
        cursor.at += 1;
        let named = cursor.take_word(&["min", "mn", "m", "minutes", "minute", "分", "분"]);
        if minute.len() == 1 && !named {
            return Err(not_a_time());
        }
        if let Some(second) = cursor.digits(0).filter(|digits| named && digits.len() <= 2) {
            face.second = read(second)?;
            cursor.at += 1;
            if !cursor.take_word(&["s", "sec", "sek", "secondes", "秒", "초"]) {
                return Err(not_a_time());
            }
        }
        return Ok(face);
    }
    face.bare = true;
    Ok(face)
}

/// Digits that are two: minutes and seconds always are.
fn two(digits: Option<&str>) -> Option<&str> {
    digits.filter(|digits| digits.len() == 2)
}

/// Nanoseconds of the digits behind the point; more than nine are no time that anyone wrote.
fn fraction(digits: &str) -> Option<u32> {
    let mut padded = String::from(digits.get(..digits.len().min(9))?);
    while padded.len() < 9 {
        padded.push('0');
    }
    padded.parse().ok()
}

/// The time as a control's `value` has it: to the minute, to the second, or to the millisecond if need be.
pub(super) fn iso(time: NaiveTime) -> String {
    let (second, millis) = (time.second(), time.nanosecond() / 1_000_000);
    let mut out = alloc::format!("{:02}:{:02}", time.hour(), time.minute());
    if second != 0 || millis != 0 {
        let _ = write!(out, ":{second:02}");
    }
    if millis != 0 {
        let _ = write!(out, ".{millis:03}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{iso, parse};
    use crate::form::value::Context;
    use std::string::String;

    #[test]
    fn times_are_read_where_they_have_one_reading() {
        let table = [
            ("9:05", Ok("09:05")),
            ("15:30:45", Ok("15:30:45")),
            ("10:49:41,502", Ok("10:49:41.502")),
            ("1530", Ok("15:30")),
            ("340pm", Ok("15:40")),
            ("0001", Ok("00:01")),
            ("T000001", Ok("00:00:01")),
            ("12:05 am", Ok("00:05")),
            ("8 p. m.", Ok("20:00")),
            ("9.am", Ok("09:00")),
            ("3.30pm", Ok("15:30")),
            ("15.30 Uhr", Ok("15:30")),
            ("um 7 Uhr", Ok("07:00")),
            ("15 h 05", Ok("15:05")),
            ("15h50min6s", Ok("15:50:06")),
            ("20 heures", Ok("20:00")),
            ("8 de la mañana", Ok("08:00")),
            ("5 de la tarde", Ok("17:00")),
            ("9 uhr abends", Ok("21:00")),
            ("3 o'clock in the afternoon", Ok("15:00")),
            ("午後3時半", Ok("15:30")),
            ("下午3:30", Ok("15:30")),
            ("오후 5시 49분 19초", Ok("17:49:19")),
            ("16時40分50秒", Ok("16:40:50")),
            ("८:३० am", Ok("08:30")),
            ("mezzogiorno", Ok("12:00")),
            ("12 midnight", Ok("00:00")),
            ("24:00", Ok("00:00")),
            ("", Err("empty")),
            ("3", Err("ambiguous-time")),
            ("930", Err("ambiguous-time")),
            ("3 o'clock", Err("ambiguous-time")),
            ("12 de la tarde", Ok("12:00")),
            ("12 abends", Err("ambiguous-time")),
            ("24:01", Err("invalid-time")),
            ("2560", Err("invalid-time")),
            ("23:59:60", Err("invalid-time")),
            ("7ampm", Err("not-a-time")),
            ("7 am pm", Err("contradiction")),
            ("15:30 am", Err("contradiction")),
            ("15:30 +02:00", Err("time-zone")),
            ("15:30 Europe/Berlin", Err("time-zone")),
            ("9 AM EST", Err("time-zone")),
            ("9:00-17:00", Err("range-into-single")),
            ("9 am to 5 pm", Err("range-into-single")),
            ("9:00 or 10:00", Err("two-values")),
            ("9:5", Err("not-a-time")),
            ("14:30 hours", Ok("14:30")),
            ("1:30 hours", Err("ambiguous-time")),
            ("gegen 8:30", Err("not-a-time")),
            ("10.5", Err("not-a-time")),
            ("10,5", Err("not-a-time")),
            ("10.5 pm", Err("not-a-time")),
            ("10.500", Err("not-a-time")),
            ("soon", Err("not-a-time")),
            ("3 hours ago", Err("not-a-time")),
        ];
        for (text, expected) in table {
            let read = parse(text, &Context::default())
                .map(iso)
                .map_err(|refusal| refusal.code);
            assert_eq!(read, expected.map(String::from), "{text:?}");
        }
    }
}

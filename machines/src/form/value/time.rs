//! A time of day as a person writes it, read where it has one reading.

use alloc::string::String;
use core::fmt::Write as _;

use chrono::{NaiveTime, Timelike};

use super::calendar::refuse;
use super::calendar::scan::{Token, tokens};
use super::date::explain;
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

/// The zone written with a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zone {
    /// UTC, in any of its spellings.
    Utc,
    /// Any other.
    Other,
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
        return Err(refuse(
            "empty",
            "there is nothing here; write the time as HH:MM",
        ));
    }
    match clock(&tokens, Place::Alone) {
        Ok(clock) if clock.zone.is_none() || utc && clock.zone == Some(Zone::Utc) => Ok(clock.time),
        Ok(_) => {
            let range = explain(&tokens, &|side| clock_alone(side))
                .filter(|refusal| refusal.code == "range-into-single");
            Err(range.unwrap_or_else(zone_refused))
        }
        Err(refusal) if refusal.code == NOT_A_TIME => {
            Err(explain(&tokens, &|side| clock_alone(side))
                .filter(|refusal| refusal.code != "relative-date")
                .unwrap_or(refusal))
        }
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

fn invalid() -> Refusal {
    refuse(
        "invalid-time",
        "there is no such time; write it as HH:MM, from 00:00 to 23:59",
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

/// Which half of the day, and how surely it was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    /// a.m.
    Am,
    /// p.m.
    Pm,
    /// Morning: 1 to 11.
    Morning,
    /// Afternoon: 12, or 1 to 7; or 13 to 19 as it is.
    Afternoon,
    /// Evening: 5 to 11; or 17 to 23 as it is.
    Evening,
}

/// Walks over tokens.
struct Cursor<'a> {
    tokens: &'a [Token],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn peek(&self, ahead: usize) -> Option<&'a Token> {
        self.tokens.get(self.at + ahead)
    }

    fn word(&self, ahead: usize) -> Option<&'a str> {
        self.peek(ahead).and_then(Token::word)
    }

    fn mark(&self, ahead: usize, mark: char) -> bool {
        self.peek(ahead).is_some_and(|token| token.is_mark(mark))
    }

    fn glued(&self, ahead: usize) -> bool {
        self.peek(ahead).is_some_and(|token| !token.spaced)
    }

    fn digits(&self, ahead: usize) -> Option<&'a str> {
        self.peek(ahead).and_then(Token::digits)
    }

    fn take_word(&mut self, words: &[&str]) -> bool {
        let found = self.word(0).is_some_and(|word| words.contains(&word));
        self.at += usize::from(found);
        found
    }

    /// Takes these words, one after the other, or nothing.
    fn take_phrase(&mut self, phrase: &str) -> bool {
        let mut ahead = 0;
        for word in phrase.split(' ') {
            let token = match word {
                "'" | "-" => self.mark(ahead, if word == "'" { '\'' } else { '-' }),
                _ => self.word(ahead) == Some(word),
            };
            if !token {
                return false;
            }
            ahead += 1;
        }
        self.at += ahead;
        true
    }

    fn done(&self) -> bool {
        self.at >= self.tokens.len()
    }
}

const LEADS: [&str; 18] = [
    "at",
    "um",
    "gegen",
    "om",
    "a las",
    "a la",
    "as",
    "a",
    "alle",
    "ore",
    "o godz",
    "godz",
    "kl",
    "klo",
    "klokken",
    "saat",
    "الساعة",
    "u",
];

/// Reads tokens that are a time of day and nothing else.
pub(super) fn clock(tokens: &[Token], place: Place) -> Result<Clock, Refusal> {
    let mut cursor = Cursor { tokens, at: 0 };
    // The `T` of ISO 8601 allows digits without marks.
    let iso = cursor.take_word(&["t"]);
    if !iso && LEADS.iter().any(|lead| cursor.take_phrase(lead)) && cursor.mark(0, '.') {
        cursor.at += 1;
    }
    if let Some((time, zone)) = named(&mut cursor)? {
        // Which end of the day beside it is midnight?
        if place == Place::Beside && time == NaiveTime::MIN {
            return Err(ambiguous());
        }
        return Ok(Clock {
            time,
            next_day: false,
            zone,
        });
    }
    let before = half(&mut cursor);
    let digits = cursor.digits(0).ok_or_else(not_a_time)?;
    cursor.at += 1;
    let mut face = face(&mut cursor, digits, iso)?;
    let after = half(&mut cursor);
    let half = match (before, after) {
        (Some(_), Some(_)) => return Err(contradiction_or_none(&cursor)),
        (before, after) => before.or(after),
    };
    if half.is_some()
        && cursor
            .word(0)
            .is_some_and(|word| matches!(word, "am" | "pm"))
    {
        return Err(contradiction());
    }
    cursor.take_word(&["uhr", "hrs", "hours", "uur", "h"]);
    let zone = zone(&mut cursor);
    if cursor.mark(0, '.') && cursor.at + 1 == tokens.len() && half.is_some() {
        cursor.at += 1;
    }
    if !cursor.done() {
        return Err(not_a_time());
    }
    if half.is_some() && face.bare && digits.len() >= 3 {
        face.split();
    }
    let sure = !face.bare
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
        face.split();
    }
    face.finish(half, zone)
}

fn contradiction_or_none(cursor: &Cursor) -> Refusal {
    if cursor.done() {
        contradiction()
    } else {
        not_a_time()
    }
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
    /// Cuts hours and minutes (and seconds) out of one number: 340, 1530, 104941.
    fn split(&mut self) {
        if self.hour > 9999 {
            self.second = self.hour % 100;
            self.hour /= 100;
        }
        if self.hour > 99 {
            self.minute = self.hour % 100;
            self.hour /= 100;
        }
    }

    fn finish(mut self, half: Option<Half>, zone: Option<Zone>) -> Result<Clock, Refusal> {
        if self.minute > 59 || self.second > 59 {
            return Err(invalid());
        }
        let next_day =
            half.is_none() && (self.hour, self.minute, self.second, self.nano) == (24, 0, 0, 0);
        if next_day {
            self.hour = 0;
        }
        if self.hour > 23 {
            return Err(invalid());
        }
        self.hour = match (half, self.hour) {
            (None, hour)
            | (Some(Half::Am), hour @ 0..=11)
            | (Some(Half::Morning), hour @ 1..=11) => hour,
            (Some(Half::Am), 12) => 0,
            (Some(Half::Pm | Half::Afternoon), 12) => 12,
            (Some(Half::Pm), hour @ 1..=11)
            | (Some(Half::Afternoon), hour @ 1..=7)
            | (Some(Half::Evening), hour @ 5..=11) => hour + 12,
            (Some(Half::Afternoon), hour @ 13..=19) | (Some(Half::Evening), hour @ 17..=23) => hour,
            (Some(Half::Am | Half::Pm), _) => return Err(contradiction()),
            (Some(_), _) => return Err(ambiguous()),
        };
        let time = NaiveTime::from_hms_nano_opt(self.hour, self.minute, self.second, self.nano)
            .ok_or_else(invalid)?;
        Ok(Clock {
            time,
            next_day,
            zone,
        })
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
                face.nano =
                    fraction(cursor.digits(1).ok_or_else(not_a_time)?).ok_or_else(not_a_time)?;
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

/// Noon and midnight by name, with or without their 12.
fn named(cursor: &mut Cursor) -> Result<Option<(NaiveTime, Option<Zone>)>, Refusal> {
    let start = cursor.at;
    if cursor.digits(0) == Some("12") {
        cursor.at += 1;
        if cursor.mark(0, ':') && cursor.digits(1) == Some("00") {
            cursor.at += 2;
        }
    }
    let noon = [
        "noon",
        "midday",
        "mittag",
        "mittags",
        "midi",
        "mediodia",
        "meio dia",
        "meio - dia",
        "mezzogiorno",
        "poludnie",
        "w poludnie",
        "podne",
        "u podne",
        "正 午",
        "정오",
    ];
    let midnight = [
        "midnight",
        "mitternacht",
        "minuit",
        "medianoche",
        "meia noite",
        "meia - noite",
        "mezzanotte",
        "middernacht",
        "polnoc",
        "u ponoc",
    ];
    let hour = if noon.iter().any(|phrase| cursor.take_phrase(phrase)) {
        12
    } else if midnight.iter().any(|phrase| cursor.take_phrase(phrase)) {
        0
    } else {
        cursor.at = start;
        return Ok(None);
    };
    let zone = zone(cursor);
    if !cursor.done() {
        return Err(not_a_time());
    }
    Ok(NaiveTime::from_hms_opt(hour, 0, 0).map(|time| (time, zone)))
}

/// Which half of the day the next words say.
fn half(cursor: &mut Cursor) -> Option<Half> {
    if let Some(letter @ ("a" | "p")) = cursor.word(0) {
        // a.m., a. m., p.m
        let dot = usize::from(cursor.mark(1, '.'));
        if cursor.word(1 + dot) == Some("m") {
            let close = usize::from(cursor.mark(2 + dot, '.') && cursor.glued(2 + dot));
            cursor.at += 2 + dot + close;
            return Some(if letter == "a" { Half::Am } else { Half::Pm });
        }
    }
    let phrases = [
        ("am", Half::Am),
        ("pm", Half::Pm),
        ("午 前", Half::Am),
        ("午 後", Half::Pm),
        ("上 午", Half::Am),
        ("下 午", Half::Pm),
        ("오전", Half::Am),
        ("오후", Half::Pm),
        ("in the morning", Half::Morning),
        ("in the afternoon", Half::Afternoon),
        ("in the evening", Half::Evening),
        ("uhr morgens", Half::Morning),
        ("morgens", Half::Morning),
        ("uhr vormittags", Half::Morning),
        ("vormittags", Half::Morning),
        ("uhr nachmittags", Half::Afternoon),
        ("nachmittags", Half::Afternoon),
        ("uhr abends", Half::Evening),
        ("abends", Half::Evening),
        ("du matin", Half::Morning),
        ("de l ' apres - midi", Half::Afternoon),
        ("du soir", Half::Evening),
        ("de la manana", Half::Morning),
        ("de la tarde", Half::Afternoon),
        ("da manha", Half::Morning),
        ("da tarde", Half::Afternoon),
        ("di mattina", Half::Morning),
        ("del mattino", Half::Morning),
        ("di pomeriggio", Half::Afternoon),
        ("del pomeriggio", Half::Afternoon),
        ("di sera", Half::Evening),
        ("' s ochtends", Half::Morning),
        ("' s middags", Half::Afternoon),
        ("' s avonds", Half::Evening),
        ("rano", Half::Morning),
        ("po poludniu", Half::Afternoon),
        ("wieczorem", Half::Evening),
    ];
    phrases
        .iter()
        .find(|(phrase, _)| cursor.take_phrase(phrase))
        .map(|(_, half)| *half)
}

/// The zone that the next tokens name.
fn zone(cursor: &mut Cursor) -> Option<Zone> {
    let paren = usize::from(cursor.mark(0, '('));
    if let Some(word) = cursor.word(paren) {
        let known = match word {
            "z" | "utc" | "gmt" => Zone::Utc,
            "cet" | "cest" | "mez" | "mesz" | "bst" | "wet" | "west" | "eet" | "eest" | "msk"
            | "ist" | "est" | "edt" | "et" | "cst" | "cdt" | "mst" | "mdt" | "pst" | "pdt"
            | "akst" | "hst" | "jst" | "kst" | "aest" | "aedt" | "acst" | "awst" | "nzst"
            | "nzdt" | "brt" | "brst" | "art" | "sast" | "sgt" | "hkt" | "pkt" | "wib" => {
                Zone::Other
            }
            "europe" | "america" | "asia" | "africa" | "australia" | "pacific" | "atlantic"
                if cursor.mark(paren + 1, '/') =>
            {
                cursor.at += paren + 2;
                while cursor.word(0).is_some()
                    || cursor.mark(0, '_')
                    || cursor.mark(0, '/')
                    || cursor.mark(0, ')')
                {
                    cursor.at += 1;
                }
                return Some(Zone::Other);
            }
            _ => return None,
        };
        cursor.at += paren + 1;
        if paren == 1 && cursor.mark(0, ')') {
            cursor.at += 1;
        }
        // UTC+2 is not UTC.
        return match offset(cursor) {
            Some(false) => Some(Zone::Other),
            _ => Some(known),
        };
    }
    offset(cursor).map(|utc| if utc { Zone::Utc } else { Zone::Other })
}

/// Takes `+02:00`, `-0400` or `+1`; whether it is no offset at all.
fn offset(cursor: &mut Cursor) -> Option<bool> {
    if !cursor.mark(0, '+') && !cursor.mark(0, '-') || !cursor.glued(1) {
        return None;
    }
    let digits = cursor
        .digits(1)
        .filter(|digits| matches!(digits.len(), 1 | 2 | 4))?;
    let mut zero = digits.bytes().all(|b| b == b'0');
    cursor.at += 2;
    if digits.len() <= 2
        && cursor.mark(0, ':')
        && let Some(minutes) = cursor.digits(1).filter(|digits| digits.len() == 2)
    {
        zero &= minutes == "00";
        cursor.at += 2;
    }
    Some(zero)
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

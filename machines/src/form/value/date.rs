//! A date as a person writes it, read where it has one reading and refused where it has more.
//!
//! The whole text must be understood: a word that is not known here makes it no date. A year of four digits, a
//! month by name, a number above 12, two equal numbers, the day of the week or the locale can settle which
//! number is what. Nothing else does.

use alloc::vec::Vec;

use chrono::{Datelike, NaiveDate, Weekday};

use super::calendar::scan::{Token, tokens};
use super::calendar::{language, order, refuse, words};
use super::datetime;
use super::time::Zone;
use super::{Context, Refusal, Today};

pub use super::calendar::Order;

/// What the field says about the date that it wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// It is a birth date: it lies in the past, which can settle the century of a two-digit year.
    pub birth: bool,
    /// It is a payment card's: a two-digit year is one of this century.
    pub card: bool,
    /// The field's own format says what stands first. It goes before the locale.
    pub order: Option<Order>,
    /// A time after (or before) the date may be left out.
    pub time: bool,
}

/// Reads a date.
///
/// # Errors
/// A [`Refusal`] where the text is no date, is no day of the calendar, can be read in two ways or lacks a piece.
pub fn parse(text: &str, ctx: &Context, hints: Hints) -> Result<NaiveDate, Refusal> {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return Err(nothing(text));
    }
    let known = Known::new(ctx, hints);
    let failed = match read(&tokens, &known) {
        Ok(date) => return Ok(date),
        Err(refusal) => refusal,
    };
    if failed.code != NOT_A_DATE {
        return Err(failed);
    }
    if hints.time {
        match datetime::read(&tokens, &known) {
            Ok(moment) => return day_of(&moment),
            Err(refusal) if refusal.code != NOT_A_DATE => return Err(refusal),
            Err(_) => {}
        }
    }
    Err(explain(&tokens, &|side| read(side, &known).is_ok()).unwrap_or(failed))
}

pub(super) const NOT_A_DATE: &str = "not-a-date";

/// The day of a date with a time, where the time zone leaves no doubt about it.
fn day_of(moment: &datetime::Moment) -> Result<NaiveDate, Refusal> {
    match moment.clock.zone {
        _ if moment.clock.next_day => Err(refuse(
            "ambiguous-time",
            "24:00 belongs to two days; write the date alone, as YYYY-MM-DD",
        )),
        None => Ok(moment.date),
        // Midnight UTC is how programs write a plain date.
        Some(Zone::Utc) if moment.clock.is_midnight() => Ok(moment.date),
        Some(_) => Err(refuse(
            "ambiguous-time-zone",
            "which day this is depends on the time zone; write the date alone, as YYYY-MM-DD",
        )),
    }
}

/// What is known besides the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    pub(super) order: Option<Order>,
    language: Option<&'a str>,
    birth: bool,
    card: bool,
    today: Today,
}

impl<'a> Known<'a> {
    pub(super) fn new(ctx: &'a Context, hints: Hints) -> Self {
        Self {
            order: hints.order.or_else(|| order(ctx)),
            language: language(ctx),
            birth: hints.birth,
            card: hints.card,
            today: ctx.today,
        }
    }

    /// The month that `word` names.
    pub(super) fn month(&self, word: &str) -> Option<u32> {
        words::month_in(word, self.language)
    }

    /// The year that two digits mean, for a date that has this `month` and `day`.
    pub(super) fn century(&self, short: u32, month: u32, day: u32) -> Result<i32, Refusal> {
        let short = i32::try_from(short).unwrap_or(0);
        let this = self.today.year - self.today.year.rem_euclid(100);
        if self.card && this > 0 {
            return Ok(this + short);
        }
        if self.birth && this > 0 {
            let today = (self.today.year, self.today.month, self.today.day);
            if (this + short, month, day) > today {
                return Ok(this - 100 + short);
            }
        }
        Err(refuse(
            "two-digit-year",
            "the century is not clear; write the year with four digits",
        ))
    }
}

/// The refusal of text that has no tokens.
pub(super) fn nothing(text: &str) -> Refusal {
    if text.trim().is_empty() {
        refuse(
            "empty",
            "there is nothing here; write the date as YYYY-MM-DD",
        )
    } else {
        not_a_date()
    }
}

pub(super) fn not_a_date() -> Refusal {
    refuse(
        NOT_A_DATE,
        "this cannot be read as a date; write it as YYYY-MM-DD",
    )
}

pub(super) fn invalid() -> Refusal {
    refuse(
        "invalid-date",
        "there is no such day in the calendar; check day, month and year",
    )
}

pub(super) fn ambiguous() -> Refusal {
    refuse(
        "ambiguous-day-month",
        "day and month can be read either way; write the date as YYYY-MM-DD",
    )
}

/// A better reason why `tokens` are no single value: they are two of them, or they hang on the present day.
pub(super) fn explain(tokens: &[Token], reads: &dyn Fn(&[Token]) -> bool) -> Option<Refusal> {
    for (at, token) in tokens
        .iter()
        .enumerate()
        .take(tokens.len().saturating_sub(1))
        .skip(1)
    {
        let (code, message) = match token.word() {
            Some(
                "to" | "until" | "till" | "bis" | "au" | "al" | "a" | "hasta" | "ate" | "tot"
                | "do" | "through",
            ) => RANGE,
            Some(
                "and" | "or" | "und" | "oder" | "et" | "ou" | "y" | "o" | "e" | "en" | "of" | "i"
                | "lub",
            ) => TWO,
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

const RANGE: (&str, &str) = (
    "range-into-single",
    "this is a range, but the field takes one value; write the beginning or the end",
);
const TWO: (&str, &str) = (
    "two-values",
    "these are two values, but the field takes one",
);

/// What a number is said to be by the sign behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Year,
    Month,
    Day,
}

/// A number or a month in a date, and the marks between it and the one before.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) what: What,
    pub(super) before: Vec<char>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A month by name.
    Month(u32),
    Number(Number),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) value: u32,
    pub(super) digits: usize,
    /// An apostrophe stands before it, as in '96.
    pub(super) short: bool,
    /// It is written as an ordinal.
    pub(super) ordinal: bool,
    pub(super) unit: Option<Unit>,
}

impl Number {
    /// Whether it can only be a year: four digits, or two after an apostrophe.
    pub(super) fn is_year(&self) -> bool {
        self.digits == 4 || self.short || self.unit == Some(Unit::Year)
    }

    fn fits_day(&self) -> bool {
        self.digits <= 2 && !self.short
    }
}

/// A date taken apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) items: Vec<Item>,
    weekday: Option<Weekday>,
    /// The first word was `mar`, which is a month in some languages and a day of the week in others.
    starts_with_mar: bool,
}

impl Draft {
    pub(super) fn numbers(&self) -> Vec<Number> {
        let number = |item: &Item| match item.what {
            What::Number(number) => Some(number),
            What::Month(_) => None,
        };
        self.items.iter().filter_map(number).collect()
    }

    pub(super) fn months(&self) -> Vec<u32> {
        let month = |item: &Item| match item.what {
            What::Month(month) => Some(month),
            What::Number(_) => None,
        };
        self.items.iter().filter_map(month).collect()
    }
}

/// Takes a date apart; `None` where something in it is not understood.
pub(super) fn draft(tokens: &[Token], known: &Known) -> Result<Draft, Refusal> {
    let mut draft = Draft::default();
    let mut marks: Vec<char> = Vec::new();
    let mut words_before = false;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let rest = &tokens[at + 1..];
        if let Some(digits) = token.digits() {
            let (number, taken) = number(digits, false, rest)?;
            push(&mut draft, What::Number(number), &mut marks, words_before)?;
            at += 1 + taken;
        } else if let Some(word) = token.word() {
            at += 1;
            let next = rest.first().and_then(Token::word);
            if let Some((day, taken)) = written_day(word, rest) {
                let number = Number {
                    value: day,
                    digits: 2,
                    short: false,
                    ordinal: true,
                    unit: None,
                };
                push(&mut draft, What::Number(number), &mut marks, words_before)?;
                at += taken;
            } else if let Some(before) = next.and_then(|next| words::era(word, next)) {
                let (year, taken) = era_year(&rest[1..]).ok_or_else(not_a_date)?;
                let value = u32::try_from(before).unwrap_or(0) + year;
                let number = Number {
                    value,
                    digits: 4,
                    short: false,
                    ordinal: false,
                    unit: Some(Unit::Year),
                };
                push(&mut draft, What::Number(number), &mut marks, words_before)?;
                at += 1 + taken;
            } else if let Some(month) = known.month(word) {
                draft.starts_with_mar |= draft.items.is_empty() && word == "mar";
                push(&mut draft, What::Month(month), &mut marks, words_before)?;
            } else if words::torn(word) {
                return Err(refuse(
                    "ambiguous-day-month",
                    "this name means different months in different languages; write the date as YYYY-MM-DD",
                ));
            } else if let Some((day, taken)) =
                weekday(word, rest, draft.items.is_empty() && !words_before)
            {
                if draft.weekday.is_some_and(|other| other != day) {
                    return Err(not_a_date());
                }
                draft.weekday = Some(day);
                at += taken;
            } else if !words::filler(word) {
                return Err(not_a_date());
            }
            words_before |= draft.items.is_empty();
        } else if token.is_mark('\'') {
            let digits = rest
                .first()
                .filter(|next| !next.spaced)
                .and_then(Token::digits);
            let (number, taken) = number(
                digits
                    .filter(|digits| digits.len() == 2)
                    .ok_or_else(not_a_date)?,
                true,
                &rest[1..],
            )?;
            push(&mut draft, What::Number(number), &mut marks, words_before)?;
            at += 2 + taken;
        } else if token.is_mark('(') {
            let inner = rest.first().and_then(Token::word).ok_or_else(not_a_date)?;
            let (day, taken) = weekday(inner, &rest[1..], true)
                .or_else(|| Some((words::weekday_sign(inner)?, 0)))
                .ok_or_else(not_a_date)?;
            if !rest.get(1 + taken).is_some_and(|close| close.is_mark(')')) {
                return Err(not_a_date());
            }
            draft.weekday = Some(day);
            at += 3 + taken;
        } else {
            let mark = ['.', ',', '-', '/']
                .into_iter()
                .find(|mark| token.is_mark(*mark))
                .ok_or_else(not_a_date)?;
            marks.push(mark);
            at += 1;
        }
    }
    if marks.iter().any(|mark| !matches!(mark, '.' | ',')) || marks.len() > 2 {
        return Err(not_a_date());
    }
    let months = draft.months();
    if let (true, [first, _]) = (draft.starts_with_mar, months.as_slice()) {
        // `mar 5 mars`: the first is mardi.
        if draft.weekday.is_some() || *first != 3 {
            return Err(not_a_date());
        }
        draft.items.remove(0);
        draft.weekday = Some(Weekday::Tue);
    }
    Ok(draft)
}

fn push(
    draft: &mut Draft,
    what: What,
    marks: &mut Vec<char>,
    words_before: bool,
) -> Result<(), Refusal> {
    let before = core::mem::take(marks);
    let stray = draft.items.is_empty() && !before.is_empty() && !words_before;
    if before.len() > 2 || stray || draft.items.len() >= 4 {
        return Err(not_a_date());
    }
    draft.items.push(Item { what, before });
    Ok(())
}

/// A number with what stands behind it, and how many tokens that took.
fn number(digits: &str, short: bool, rest: &[Token]) -> Result<(Number, usize), Refusal> {
    if digits.len() > 8 {
        return Err(not_a_date());
    }
    let mut number = Number {
        value: digits.parse().map_err(|_| not_a_date())?,
        digits: digits.len(),
        short,
        ordinal: false,
        unit: None,
    };
    let glued = |token: &&Token| !token.spaced;
    let word = rest.first().and_then(Token::word);
    let unit = match word {
        Some("年" | "년") => Some(Unit::Year),
        Some("月" | "월") => Some(Unit::Month),
        Some("日" | "号" | "號" | "일") => Some(Unit::Day),
        _ => None,
    };
    if unit.is_some() {
        number.unit = unit;
        return Ok((number, 1));
    }
    if rest
        .first()
        .filter(glued)
        .and_then(Token::word)
        .is_some_and(words::ordinal_suffix)
    {
        number.ordinal = true;
        return Ok((number, 1));
    }
    if rest
        .first()
        .filter(glued)
        .is_some_and(|mark| mark.is_mark('°'))
    {
        number.ordinal = true;
        return Ok((number, 1));
    }
    let dotted = rest.first().is_some_and(|mark| mark.is_mark('.'));
    if dotted
        && matches!(
            rest.get(1).filter(glued).and_then(Token::word),
            Some("º" | "ª" | "o" | "a")
        )
    {
        number.ordinal = true;
        return Ok((number, 2));
    }
    Ok((number, 0))
}

/// A day written as a word, with the number of further tokens that it takes.
fn written_day(word: &str, rest: &[Token]) -> Option<(u32, usize)> {
    if let Some(day) = words::ordinal_word(word) {
        return Some((day, 0));
    }
    let tens = words::tens_word(word)?;
    let skip = usize::from(rest.first().is_some_and(|mark| mark.is_mark('-')));
    let units = rest.get(skip)?.word().and_then(words::ordinal_word)?;
    (units < 10 && tens + units <= 31).then_some((tens + units, skip + 1))
}

/// The year within an era, `元` being the first, with the tokens it takes.
fn era_year(rest: &[Token]) -> Option<(u32, usize)> {
    let first = rest.first()?;
    let year = match first.digits() {
        Some(digits) if digits.len() <= 2 => digits.parse().ok()?,
        _ if first.word() == Some("元") => 1,
        _ => return None,
    };
    (rest.get(1)?.word() == Some("年") && year > 0).then_some((year, 2))
}

/// A day of the week, with the number of further tokens that it takes.
fn weekday(word: &str, rest: &[Token], at_start: bool) -> Option<(Weekday, usize)> {
    if let Some(day) = words::weekday(word) {
        return Some((day, 0));
    }
    let next = rest.first().and_then(Token::word);
    let after = rest.get(1).and_then(Token::word);
    if next == Some("曜") {
        return Some((
            words::weekday_sign(word)?,
            1 + usize::from(after == Some("日")),
        ));
    }
    if matches!((word, next), ("星", Some("期")) | ("礼", Some("拜"))) {
        return Some((words::weekday_sign(after?)?, 2));
    }
    if matches!(word, "周" | "週") {
        return Some((words::weekday_sign(next?)?, 1));
    }
    if at_start {
        Some((words::weekday_at_start(word)?, 0))
    } else {
        None
    }
}

/// Reads tokens that are a date and nothing else.
pub(super) fn read(tokens: &[Token], known: &Known) -> Result<NaiveDate, Refusal> {
    let draft = draft(tokens, known)?;
    let numbers = draft.numbers();
    let months = draft.months();
    if numbers.iter().any(|number| number.unit.is_some()) {
        return by_units(&draft, &numbers, &months, known);
    }
    match (months.as_slice(), numbers.as_slice()) {
        ([month], [a, b]) => named(*month, *a, *b, &draft, known),
        ([], [a, b, c]) => in_numbers([*a, *b, *c], &draft, known),
        ([], [one]) if one.digits == 8 && one.unit.is_none() => {
            compact(one.value, draft.weekday, known)
        }
        ([_], [one]) if one.is_year() => Err(missing_day()),
        ([_], [one]) if one.fits_day() && (1..=31).contains(&one.value) => Err(missing_year()),
        ([_], []) => Err(missing_day()),
        ([], [a, b]) if a.is_year() != b.is_year() && a.digits + b.digits <= 6 => {
            Err(missing_day())
        }
        ([], [a, b])
            if a.fits_day() && b.fits_day() && draft.items[1].before.as_slice() != ['.'] =>
        {
            Err(missing_year())
        }
        ([], [one]) if one.digits == 4 && (1000..3000).contains(&one.value) => Err(missing_day()),
        ([], []) if draft.weekday.is_some() => Err(refuse(
            "relative-date",
            "a day of the week is no date; write the date as YYYY-MM-DD",
        )),
        ([_], [a, b, c]) if [a, b, c].iter().any(|number| number.is_year()) => {
            Err(refuse(RANGE.0, RANGE.1))
        }
        _ => Err(not_a_date()),
    }
}

fn missing_day() -> Refusal {
    refuse(
        "missing-day",
        "the day is missing; write the date as YYYY-MM-DD",
    )
}

pub(super) fn missing_year() -> Refusal {
    refuse(
        "missing-year",
        "the year is missing; write the date as YYYY-MM-DD",
    )
}

/// The day, if the calendar and the day of the week agree.
fn build(year: i32, month: u32, day: u32, weekday: Option<Weekday>) -> Result<NaiveDate, Refusal> {
    let date = NaiveDate::from_ymd_opt(year, month, day)
        .filter(|date| date.year() > 0)
        .ok_or_else(invalid)?;
    if weekday.is_some_and(|weekday| weekday != date.weekday()) {
        return Err(refuse(
            "weekday-mismatch",
            "that date is another day of the week; write the date alone, as YYYY-MM-DD",
        ));
    }
    Ok(date)
}

/// The year that `number` means for this month and day.
fn year(number: Number, month: u32, day: u32, known: &Known) -> Result<i32, Refusal> {
    match number.digits {
        4 => i32::try_from(number.value).map_err(|_| invalid()),
        2 => known.century(number.value, month, day),
        _ => Err(not_a_date()),
    }
}

/// A date whose numbers say what they are: 2024年3月4日, 2018년 1월 22일.
fn by_units(
    draft: &Draft,
    numbers: &[Number],
    months: &[u32],
    known: &Known,
) -> Result<NaiveDate, Refusal> {
    let one = |unit: Unit| {
        let mut of_unit = numbers.iter().filter(|number| number.unit == Some(unit));
        (of_unit.next().copied(), of_unit.next().is_some())
    };
    let ((y, y2), (m, m2), (d, d2)) = (one(Unit::Year), one(Unit::Month), one(Unit::Day));
    if y2 || m2 || d2 || months.len() > 1 {
        return Err(not_a_date());
    }
    let mut bare = numbers.iter().filter(|number| number.unit.is_none());
    let mut fill = |found: Option<Number>, year: bool| {
        found.or_else(|| {
            bare.next()
                .copied()
                .filter(|number| (number.digits == 4) == year)
        })
    };
    let month = m
        .map(|number| number.value)
        .or_else(|| months.first().copied());
    let y = fill(y, true).ok_or_else(missing_year)?;
    let d = fill(d, false).ok_or_else(missing_day)?;
    let month = month.ok_or_else(missing_day)?;
    if bare.next().is_some()
        || d.digits > 2
        || m.is_some_and(|number| number.digits > 2 || !months.is_empty())
    {
        return Err(not_a_date());
    }
    build(
        year(y, month, d.value, known)?,
        month,
        d.value,
        draft.weekday,
    )
}

/// A date with the month by name.
fn named(
    month: u32,
    a: Number,
    b: Number,
    draft: &Draft,
    known: &Known,
) -> Result<NaiveDate, Refusal> {
    let (day, y) = match (a.is_year(), b.is_year()) {
        (true, false) => (b, a),
        (false, true) => (a, b),
        (true, true) => return Err(not_a_date()),
        (false, false) if a.digits > 2 || b.digits > 2 => return Err(not_a_date()),
        (false, false) => match (a.ordinal || b.value > 31, b.ordinal || a.value > 31) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            (true, true) => return Err(invalid()),
            // `12 March 30` and `March 12, 30` have the year last; of `03 25 Sep` nobody knows.
            (false, false)
                if draft
                    .items
                    .last()
                    .is_some_and(|last| last.what != What::Month(month)) =>
            {
                (a, b)
            }
            (false, false) => {
                return Err(refuse(
                    "two-digit-year",
                    "which number is the year is not clear; write it with four digits",
                ));
            }
        },
    };
    if !day.fits_day() || y.ordinal {
        return Err(not_a_date());
    }
    if !(1..=31).contains(&day.value) {
        return Err(invalid());
    }
    build(
        year(y, month, day.value, known)?,
        month,
        day.value,
        draft.weekday,
    )
}

/// A date in three numbers.
fn in_numbers(numbers: [Number; 3], draft: &Draft, known: &Known) -> Result<NaiveDate, Refusal> {
    let first: &[char] = &draft.items[1].before;
    let second: &[char] = &draft.items[2].before;
    let joined = match (first, second) {
        ([a], [b]) => a == b && *a != ',' || *b == ',',
        ([], []) => true,
        _ => false,
    };
    let [a, b, c] = numbers;
    if !joined || b.digits > 2 || b.short || a.digits == 3 || c.digits == 3 {
        return Err(not_a_date());
    }
    match (a.digits, c.digits) {
        (4, 1 | 2) if !c.short => build(
            year(a, b.value, c.value, known)?,
            b.value,
            c.value,
            draft.weekday,
        ),
        (1 | 2, 4) if !a.short => day_and_month(a.value, b.value, draft.weekday, known, |_, _| {
            year(c, 0, 0, known)
        }),
        (2, 1 | 2) if a.value > 31 => build(
            known.century(a.value, b.value, c.value)?,
            b.value,
            c.value,
            draft.weekday,
        ),
        (1 | 2, 2) if c.value > 31 || c.short || known.order.is_some() => {
            day_and_month(a.value, b.value, draft.weekday, known, |month, day| {
                known.century(c.value, month, day)
            })
        }
        (1 | 2, 1 | 2) => {
            // Any of the three could be the year, so that only a sure contradiction says more.
            settle(a.value, b.value, known.order)?;
            Err(refuse(
                "two-digit-year",
                "which number is the year is not clear; write it with four digits",
            ))
        }
        _ => Err(not_a_date()),
    }
}

/// Which of two numbers is the day, as `(month, day)`.
pub(super) fn settle(a: u32, b: u32, order: Option<Order>) -> Result<(u32, u32), Refusal> {
    match (a, b) {
        (0 | 32.., _) | (_, 0 | 32..) | (13.., 13..) => Err(invalid()),
        (13.., month) => Ok((month, a)),
        (month, 13..) => Ok((month, b)),
        _ if a == b => Ok((a, b)),
        _ => match order {
            Some(Order::DayFirst) => Ok((b, a)),
            Some(Order::MonthFirst) => Ok((a, b)),
            None => Err(ambiguous()),
        },
    }
}

fn day_and_month(
    a: u32,
    b: u32,
    weekday: Option<Weekday>,
    known: &Known,
    year: impl Fn(u32, u32) -> Result<i32, Refusal>,
) -> Result<NaiveDate, Refusal> {
    match (settle(a, b, known.order), weekday) {
        (Ok((month, day)), _) => build(year(month, day)?, month, day, weekday),
        // The day of the week can tell which of the two it is.
        (Err(refusal), Some(_)) if refusal.code == ambiguous().code => {
            let day_first = build(year(b, a)?, b, a, weekday);
            let month_first = build(year(a, b)?, a, b, weekday);
            match (day_first, month_first) {
                (Ok(date), Err(_)) | (Err(_), Ok(date)) => Ok(date),
                (Err(refusal), Err(_)) => Err(refusal),
                (Ok(_), Ok(_)) => Err(ambiguous()),
            }
        }
        (Err(refusal), _) => Err(refusal),
    }
}

/// Eight digits with the year first.
pub(super) fn year_first(digits: &str) -> Option<NaiveDate> {
    let value: u32 = digits.parse().ok()?;
    let year = i32::try_from(value / 10_000)
        .ok()
        .filter(|year| (1800..2200).contains(year))?;
    NaiveDate::from_ymd_opt(year, value / 100 % 100, value % 100)
}

/// Eight digits: the year first, as in ISO 8601; or last, where nothing else is possible.
fn compact(value: u32, weekday: Option<Weekday>, known: &Known) -> Result<NaiveDate, Refusal> {
    // Years that a form can mean. With wider limits many numbers would be dates in several ways.
    let likely = |year: u32| (1800..2200).contains(&year);
    let (year, month, day) = (value / 10_000, value / 100 % 100, value % 100);
    let as_year = |year: u32| i32::try_from(year).unwrap_or(0);
    if likely(year) && (1..=12).contains(&month) {
        return build(as_year(year), month, day, weekday);
    }
    let (a, b, year) = (value / 1_000_000, value / 10_000 % 100, value % 10_000);
    if likely(year) && (1..=31).contains(&a) && (1..=31).contains(&b) && (a <= 12 || b <= 12) {
        return day_and_month(a, b, weekday, known, |_, _| Ok(as_year(year)));
    }
    Err(not_a_date())
}

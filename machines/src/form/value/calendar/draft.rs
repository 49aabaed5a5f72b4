//! A date taken apart into numbers, months by name and the day of the week.

use alloc::vec::Vec;

use chrono::Weekday;

use super::reasons::not_a_date;
use super::scan::Token;
use super::{Order, language, order, refuse, words};
use crate::form::value::date::Hints;
use crate::form::value::{Context, Refusal, Today};

/// What is known besides the text.
#[derive(Clone, Copy, Debug)]
pub(in crate::form::value) struct Known<'a> {
    pub(in crate::form::value) order: Option<Order>,
    pub(in crate::form::value) language: Option<&'a str>,
    birth: bool,
    card: bool,
    today: Today,
}

impl<'a> Known<'a> {
    pub(in crate::form::value) fn new(ctx: &'a Context, hints: Hints) -> Self {
        Self {
            order: hints.order.or_else(|| order(ctx)),
            language: language(ctx),
            birth: hints.birth,
            card: hints.card,
            today: ctx.today,
        }
    }

    /// The month that `word` names.
    pub(in crate::form::value) fn month(&self, word: &str) -> Option<u32> {
        words::month_in(word, self.language)
    }

    /// The year that two digits mean, for a date that has this `month` and `day`.
    pub(in crate::form::value) fn century(&self, short: u32, month: u32, day: u32) -> Result<i32, Refusal> {
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

/// What a number is said to be by the sign behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::form::value) enum Unit {
    Year,
    Month,
    Day,
}

/// A number or a month in a date, and the marks between it and the one before.
#[derive(Clone, Debug)]
pub(in crate::form::value) struct Item {
    pub(in crate::form::value) what: What,
    pub(in crate::form::value) before: Vec<char>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::form::value) enum What {
    /// A month by name.
    Month(u32),
    Number(Number),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::form::value) struct Number {
    pub(in crate::form::value) value: u32,
    pub(in crate::form::value) digits: usize,
    /// An apostrophe stands before it, as in '96.
    pub(in crate::form::value) short: bool,
    /// It is written as an ordinal.
    pub(in crate::form::value) ordinal: bool,
    pub(in crate::form::value) unit: Option<Unit>,
}

impl Number {
    /// Whether it can only be a year: four digits, or two after an apostrophe.
    pub(in crate::form::value) fn is_year(&self) -> bool {
        self.digits == 4 || self.short || self.unit == Some(Unit::Year)
    }

    /// Whether it can be a day of the month or the number of a month.
    pub(in crate::form::value) fn fits_day(&self) -> bool {
        self.digits <= 2 && !self.short
    }
}

/// A date taken apart.
#[derive(Clone, Debug, Default)]
pub(in crate::form::value) struct Draft {
    pub(in crate::form::value) items: Vec<Item>,
    pub(in crate::form::value) weekday: Option<Weekday>,
    /// The first word was `mar`, which is a month in some languages and a day of the week in others.
    starts_with_mar: bool,
}

impl Draft {
    pub(in crate::form::value) fn numbers(&self) -> Vec<Number> {
        let number = |item: &Item| match item.what {
            What::Number(number) => Some(number),
            What::Month(_) => None,
        };
        self.items.iter().filter_map(number).collect()
    }

    pub(in crate::form::value) fn months(&self) -> Vec<u32> {
        let month = |item: &Item| match item.what {
            What::Month(month) => Some(month),
            What::Number(_) => None,
        };
        self.items.iter().filter_map(month).collect()
    }
}

/// Takes a date apart; `None` where something in it is not understood.
pub(in crate::form::value) fn draft(tokens: &[Token], known: &Known) -> Result<Draft, Refusal> {
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
            } else if let Some((day, taken)) = weekday(word, rest, draft.items.is_empty() && !words_before) {
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
            let digits = rest.first().filter(|next| !next.spaced).and_then(Token::digits);
            let (number, taken) = number(
                digits.filter(|digits| digits.len() == 2).ok_or_else(not_a_date)?,
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

fn push(draft: &mut Draft, what: What, marks: &mut Vec<char>, words_before: bool) -> Result<(), Refusal> {
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
    if rest.first().filter(glued).is_some_and(|mark| mark.is_mark('°')) {
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
        return Some((words::weekday_sign(word)?, 1 + usize::from(after == Some("日"))));
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

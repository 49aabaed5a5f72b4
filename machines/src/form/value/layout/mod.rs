//! Text fields that want a date or a time in a format of their own: which format, and the value in it.

mod example;
mod letters;
mod other;
mod probe;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use chrono::{Datelike, NaiveDate, NaiveTime, Timelike};
use regex::Regex;

use super::calendar::draft::{Known, What, draft};
use super::calendar::reasons;
use super::calendar::scan::{Token, folded, tokens};
use super::calendar::{language, order, refuse, words};
use super::date::{Hints, Order};
use super::native::hints;
use super::{Context, Plan, Refusal, date, datetime, month, parts, time};
use crate::form::model::{Field, Held, Kind};
use letters::Letters;

/// One piece of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Slot {
    /// The day, with two digits if so.
    Day(bool),
    /// The month, with two digits if so.
    Month(bool),
    /// The month by name, the whole of it if so.
    MonthName(bool),
    /// The year, with four digits if so, else its last two.
    Year(bool),
    /// The hour from 0, with two digits if so.
    Hour(bool),
    /// The hour from 1 to 12, with two digits if so.
    Hour12(bool),
    Minute,
    Second,
    /// AM or PM, in capitals if so.
    Half(bool),
    /// Anything else, as it stands.
    Mark(String),
}

/// A format that a field shows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Format {
    slots: Vec<Slot>,
    /// The language in which its example names the month.
    spoken: Option<&'static str>,
}

/// What a field says about the format it wants.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shown {
    /// This one.
    One(Format),
    /// Two digits, two digits, four digits with this mark between, and no word on which of the first two is the day.
    Unordered(char),
    /// Two that contradict each other.
    Clash,
    /// This text, which shows one that cannot be read.
    Unread(String),
}

/// Writes `text` as a text field wants a date or a time written; `None` where the field is not known to want one,
/// or shows no format.
///
/// Text that has the field's very format already is taken as it stands.
pub fn for_text(text: &str, field: &Field, ctx: &Context) -> Option<Result<String, Refusal>> {
    if !matches!(field.kind, Kind::Text | Kind::Tel | Kind::Search | Kind::Combobox) {
        return None;
    }
    if let Some(piece) = parts::piece_of(field) {
        return match parts::for_part(text, piece, field, ctx) {
            Ok(Plan::Text(text)) => Some(Ok(text.into_inner())),
            Ok(_) => None,
            Err(refusal) => Some(Err(refusal)),
        };
    }
    let typed = text.trim();
    if is_blank_clock(&field.placeholder) {
        // Four places around a colon are a time on the clock, if the value is one.
        let time = super::time::parse(typed, ctx).ok()?;
        return Some(Ok(super::time::iso(time)));
    }
    if let Some(week) = other::week(typed, field, ctx) {
        return Some(week);
    }
    let dated = other::is_date(typed, ctx, hints(field));
    // A code may have the places of a date.
    let shown = shown(field).filter(|_| dated || !example::is_drawn(&field.placeholder));
    let Some(shown) = shown.or_else(|| held(field).filter(|_| dated)) else {
        return other::uncommon_year(typed, field, ctx).map(Err);
    };
    let format = match shown {
        Shown::One(format) => format,
        Shown::Unread(hint) => return other::unread(typed, &hint, dated),
        Shown::Clash => {
            return Some(Err(refuse(
                "ambiguous-day-month",
                "the field shows two formats that contradict each other; fill it by hand",
            )));
        }
        Shown::Unordered(mark) => match order(ctx) {
            Some(order) => unordered(order, mark),
            None if has_shape(typed, mark) => return None,
            None => {
                return Some(Err(refuse(
                    "ambiguous-day-month",
                    "the field does not show whether day or month comes first; write the date exactly as the field wants it",
                )));
            }
        },
    };
    Some(put(typed, &format, field, ctx))
}

/// The field with the `template` that it shows once it has the focus, as far as that says what it wants.
///
/// What an empty field merely holds then, a nought or today's date, is no template, and one that leaves open whether day
/// or month comes first does not hide the placeholder that says so.
pub fn with_template(field: &Field, template: &str) -> Option<Field> {
    let ordered = matches!(letters::find(template), Some(Letters::One(_)));
    let drawn = template.contains(['_', '#']) || is_blank_clock(template) && !template.contains('0');
    if !drawn && (!ordered || template.chars().any(char::is_numeric)) {
        return None;
    }
    let mut field = field.clone();
    if ordered || shown(&field).is_none() {
        field.placeholder = template.into();
    } else {
        field.held = Held::Text(template.into());
    }
    Some(field)
}

/// Whether a placeholder is nothing but places for hours and minutes: `__:__`, `--:--`, `00:00`.
fn is_blank_clock(placeholder: &str) -> bool {
    let Some((hours, minutes)) = placeholder.trim().split_once(':') else {
        return false;
    };
    let blank = |places: &str| {
        let places = places.trim();
        places.chars().count() == 2 && places.chars().all(|c| matches!(c, '_' | '-' | '0' | '•' | '·'))
    };
    blank(hours) && blank(minutes)
}

/// Whether a text field asks for a day, by the format it shows, its tokens or its names. What to do with a value that
/// fits no format is another matter: such a field may be a calendar to click through.
pub fn wants_day(field: &Field) -> bool {
    match shown(field) {
        Some(Shown::One(format)) => return format.has_day(),
        Some(_) => return true,
        None => {}
    }
    if field.autocomplete.token == "bday" {
        return true;
    }
    let romance = ["it", "pt", "pl", "ca", "ro"]
        .iter()
        .any(|known| field.lang.get(..2).is_some_and(|lang| lang.eq_ignore_ascii_case(known)));
    [&field.label, &field.name, &field.id].into_iter().any(|name| {
        tokens(name).iter().filter_map(Token::word).any(|word| match word {
            "date" | "datum" | "fecha" | "birthday" | "birthdate" | "dob" | "geburtsdatum" | "geburtstag"
            | "geboortedatum" | "дата" => true,
            "data" => romance,
            _ => false,
        })
    })
}

fn unordered(order: Order, mark: char) -> Format {
    let mark = || Slot::Mark(String::from(mark));
    let (first, second) = match order {
        Order::DayFirst => (Slot::Day(true), Slot::Month(true)),
        Order::MonthFirst => (Slot::Month(true), Slot::Day(true)),
    };
    Format::of([first, mark(), second, mark(), Slot::Year(true)].into())
}

fn has_shape(text: &str, mark: char) -> bool {
    let lengths: Vec<usize> = text
        .split(mark)
        .map(|run| {
            if run.bytes().all(|b| b.is_ascii_digit()) {
                run.len()
            } else {
                0
            }
        })
        .collect();
    lengths == [2, 2, 4]
}

/// The format that the field shows, the surest evidence first.
fn shown(field: &Field) -> Option<Shown> {
    let held = match &field.held {
        Held::Text(text) if !text.reveal().chars().any(char::is_numeric) => text.reveal(),
        _ => "",
    };
    let mut found: Option<Format> = None;
    let mut unread: Option<Shown> = None;
    for source in [
        field.placeholder.as_str(),
        &field.label,
        &field.description,
        &field.title,
        held,
    ] {
        let format = match letters::find(source) {
            Some(Letters::One(format)) => format,
            Some(Letters::Unread) => {
                unread.get_or_insert_with(|| Shown::Unread(source.into()));
                continue;
            }
            None => continue,
        };
        match &found {
            None => found = Some(format),
            Some(first) if first.order().is_some() && format.order().is_some() && first.order() != format.order() => {
                return Some(Shown::Clash);
            }
            Some(_) => {}
        }
    }
    if let Some(format) = found {
        return Some(Shown::One(format));
    }
    let language = &field.lang;
    let shape = example::find(&field.placeholder, true, language)
        .or_else(|| example::find(&field.description, false, language))
        .or_else(|| example::find(&field.title, false, language))
        .or_else(|| example::find(&field.label, false, language))
        .or_else(|| example::mask(held));
    let probed = probe::formats(&field.pattern, hints(field).card);
    match (shape, probed) {
        (Some(Shown::Unordered(_)), Some(Shown::One(format))) if format.order().is_some() => Some(Shown::One(format)),
        (Some(shape), _) => Some(shape),
        (None, Some(probed)) => Some(probed),
        (None, None) if unread.is_some() => unread,
        (None, None) if field.autocomplete.token == "cc-exp" => Some(Shown::One(card(field.maxlength))),
        (None, None) => None,
    }
}

/// The format of the date that the field holds, if it shows which number is what.
fn held(field: &Field) -> Option<Shown> {
    let Held::Text(text) = &field.held else {
        return None;
    };
    let text = text.reveal().trim();
    // Nothing but the date: notes may speak of one.
    let pieces = letters::words(text).iter().filter(|(_, word)| !word.is_empty()).count();
    let shown = example::find(text, true, &field.lang).filter(|_| pieces == 3)?;
    match &shown {
        Shown::One(format) => format.has_day().then_some(shown),
        Shown::Unread(_) => Some(shown),
        Shown::Unordered(_) | Shown::Clash => None,
    }
}

/// How cards have their month and year, if the field shows nothing.
fn card(maxlength: Option<u32>) -> Format {
    let mark = Slot::Mark("/".into());
    let slots = match maxlength {
        Some(4) => alloc::vec![Slot::Month(true), Slot::Year(false)],
        Some(7) => alloc::vec![Slot::Month(true), mark, Slot::Year(true)],
        _ => alloc::vec![Slot::Month(true), mark, Slot::Year(false)],
    };
    Format::of(slots)
}

/// The value in the field's format.
fn put(typed: &str, format: &Format, field: &Field, ctx: &Context) -> Result<String, Refusal> {
    let pattern = compiled(&field.pattern);
    let fits = |text: &str| {
        let units = text.encode_utf16().count();
        let short = field
            .maxlength
            .is_none_or(|most| usize::try_from(most).is_ok_and(|most| units <= most));
        short && pattern.as_ref().is_none_or(|pattern| pattern.is_match(text))
    };
    if format.holds(typed) && fits(typed) && !other::is_common_year(typed, field) {
        return Ok(typed.into());
    }
    let moment = read(typed, format, field, ctx)?;
    let moment = other::counted(moment, field);
    let whole = format.render(&moment, language(ctx));
    if fits(&whole) {
        return Ok(whole);
    }
    let close = format.without_blanks().render(&moment, language(ctx));
    if fits(&close) {
        return Ok(close);
    }
    let units = u32::try_from(close.encode_utf16().count()).unwrap_or(u32::MAX);
    if field.maxlength.is_some_and(|most| units > most) {
        return Err(refuse(
            "too-long",
            "the field takes fewer characters than its own format has; write the value as the field shows it",
        ));
    }
    Err(refuse(
        "pattern-mismatch",
        "the field's pattern does not allow its own format; write the value as the field shows it",
    ))
}

/// The `pattern` attribute as a browser applies it, if it can be compiled here.
fn compiled(pattern: &str) -> Option<Regex> {
    if pattern.is_empty() || pattern.len() > 1000 {
        return None;
    }
    Regex::new(&alloc::format!("^(?:{pattern})$")).ok()
}

/// What is written into a format.
#[derive(Clone, Copy, Debug, Default)]
struct Values {
    year: i32,
    month: u32,
    day: u32,
    time: NaiveTime,
}

impl Values {
    fn of(date: NaiveDate) -> Self {
        Self {
            year: date.year(),
            month: date.month(),
            day: date.day(),
            time: NaiveTime::MIN,
        }
    }
}

/// Whether two digits of the year are read as that very year again: the last hundred years for a birth date, this century
/// for a card, else from 80 years ago to 20 years ahead.
fn reads_back(values: &Values, day: bool, hints: Hints, ctx: &Context) -> bool {
    let today = ctx.today.year;
    let (year, short) = (values.year, values.year.rem_euclid(100).unsigned_abs());
    if hints.card || !day && !hints.birth {
        return (1900..2100).contains(&year);
    }
    if hints.birth && today > 0 {
        let day = if day { values.day } else { 1 };
        return Known::new(ctx, hints).century(short, values.month, day) == Ok(year);
    }
    // Without a clock, as POSIX has it.
    let (first, last) = if today > 0 {
        (today - 80, today + 19)
    } else {
        (1969, 2068)
    };
    (first..=last).contains(&year)
}

/// Reads what the format needs out of `typed`.
fn read(typed: &str, format: &Format, field: &Field, ctx: &Context) -> Result<Values, Refusal> {
    let has = |test: fn(&Slot) -> bool| format.slots.iter().any(test);
    let (day, year) = (format.has_day(), format.has_year());
    let short = has(|slot| matches!(slot, Slot::Year(false)));
    let clock = has(|slot| matches!(slot, Slot::Hour(_) | Slot::Hour12(_)));
    let hints = hints(field);
    let values = match (day, year, clock) {
        (true, true, true) => {
            let moment = datetime::parse(typed, ctx, hints)?;
            Values {
                time: moment.time(),
                ..Values::of(moment.date())
            }
        }
        (true, true, false) => Values::of(date::parse(typed, ctx, Hints { time: true, ..hints })?),
        (true, false, _) => day_and_month(typed, ctx, hints)?,
        (false, true, _) => {
            if other::drops_day(typed, field, ctx, hints) {
                return Err(refuse(
                    "step-mismatch",
                    "the field takes no day of the month; write the month and the year alone, as YYYY-MM",
                ));
            }
            // Where only two digits are wanted, their century does not matter.
            let (year, month) = month::parse(
                typed,
                ctx,
                Hints {
                    card: hints.card || short,
                    ..hints
                },
            )?;
            Values {
                year,
                month,
                ..Values::default()
            }
        }
        (false, false, _) => Values {
            time: time::parse(typed, ctx)?,
            ..Values::default()
        },
    };
    if short && !reads_back(&values, day, hints, ctx) {
        return Err(refuse(
            "two-digit-year",
            "the field takes two digits of the year, which would be read as another century; fill it by hand",
        ));
    }
    let second = has(|slot| matches!(slot, Slot::Second));
    if clock && values.time.nanosecond() > 0 || clock && !second && values.time.second() > 0 {
        return Err(refuse(
            "step-mismatch",
            "the field takes no such fraction of time; write the time as the field shows it",
        ));
    }
    Ok(values)
}

/// A day and a month without a year.
fn day_and_month(typed: &str, ctx: &Context, hints: Hints) -> Result<Values, Refusal> {
    match date::parse(typed, ctx, Hints { time: true, ..hints }) {
        Ok(_) => Err(refuse(
            "step-mismatch",
            "the field takes no year; write the day and the month alone, as in 5 March",
        )),
        Err(refusal) if refusal.code == "missing-year" => {
            let known = Known::new(ctx, hints);
            let draft = draft(&tokens(typed), &known)?;
            let (month, day) = match draft.items.as_slice() {
                [a, b] => match (a.what, b.what) {
                    (What::Month(month), What::Number(day)) | (What::Number(day), What::Month(month)) => {
                        (month, day.value)
                    }
                    (What::Number(a), What::Number(b)) => date::settle(a.value, b.value, known.order)?,
                    _ => return Err(refusal),
                },
                _ => return Err(refusal),
            };
            // Any leap year will do to tell whether there is such a day.
            NaiveDate::from_ymd_opt(2000, month, day)
                .map(Values::of)
                .ok_or_else(|| reasons::no_such_day(2000, month, day))
        }
        Err(refusal) => Err(refusal),
    }
}

impl Format {
    fn of(slots: Vec<Slot>) -> Self {
        Self { slots, spoken: None }
    }

    fn has_day(&self) -> bool {
        self.slots.iter().any(|slot| matches!(slot, Slot::Day(_)))
    }

    fn has_year(&self) -> bool {
        self.slots.iter().any(|slot| matches!(slot, Slot::Year(_)))
    }

    /// Which of day and month stands first, where the year does not and both are numbers.
    fn order(&self) -> Option<Order> {
        let place = |test: fn(&Slot) -> bool| self.slots.iter().position(test);
        let day = place(|slot| matches!(slot, Slot::Day(_)))?;
        let month = place(|slot| matches!(slot, Slot::Month(_)))?;
        Some(if day < month {
            Order::DayFirst
        } else {
            Order::MonthFirst
        })
    }

    fn without_blanks(&self) -> Self {
        let close = |slot: &Slot| match slot {
            Slot::Mark(mark) if !mark.trim().is_empty() => Slot::Mark(mark.trim().into()),
            other => other.clone(),
        };
        Self {
            slots: self.slots.iter().map(close).collect(),
            spoken: self.spoken,
        }
    }

    fn render(&self, values: &Values, language: Option<&str>) -> String {
        let mut out = String::new();
        for slot in &self.slots {
            let (number, width) = match slot {
                Slot::Day(two) => (values.day, if *two { 2 } else { 1 }),
                Slot::Month(two) => (values.month, if *two { 2 } else { 1 }),
                Slot::Year(true) => (values.year.unsigned_abs(), 4),
                Slot::Year(false) => (values.year.rem_euclid(100).unsigned_abs(), 2),
                Slot::Hour(two) => (values.time.hour(), if *two { 2 } else { 1 }),
                Slot::Hour12(two) => (values.time.hour12().1, if *two { 2 } else { 1 }),
                Slot::Minute => (values.time.minute(), 2),
                Slot::Second => (values.time.second(), 2),
                Slot::MonthName(long) => {
                    out.push_str(words::month_name(values.month, *long, self.spoken.or(language)));
                    continue;
                }
                Slot::Half(upper) => {
                    out.push_str(match (values.time.hour12().0, upper) {
                        (true, true) => "PM",
                        (true, false) => "pm",
                        (false, true) => "AM",
                        (false, false) => "am",
                    });
                    continue;
                }
                Slot::Mark(mark) => {
                    out.push_str(mark);
                    continue;
                }
            };
            let _ = write!(out, "{number:0width$}");
        }
        out
    }

    /// Whether `text` is a value in this format already. Blanks around marks may be left out.
    fn holds(&self, text: &str) -> bool {
        let Some((year, values)) = self.scan(text) else {
            return false;
        };
        if !self.has_day() {
            return true;
        }
        let years = match year {
            Some((year, true)) => alloc::vec![year],
            Some((year, false)) => alloc::vec![1900 + year, 2000 + year],
            None => alloc::vec![2000],
        };
        years
            .iter()
            .any(|year| *year > 0 && NaiveDate::from_ymd_opt(*year, values.month, values.day).is_some())
    }

    /// Takes `text` apart by the format: the year with whether it has four digits, and the rest.
    fn scan(&self, text: &str) -> Option<(Option<(i32, bool)>, Values)> {
        let mut values = Values {
            month: 1,
            day: 1,
            ..Values::default()
        };
        let mut year = None;
        let mut rest = text;
        for slot in &self.slots {
            match slot {
                Slot::Day(two) => values.day = number(&mut rest, *two, 1..=31)?,
                Slot::Month(two) => values.month = number(&mut rest, *two, 1..=12)?,
                Slot::MonthName(_) => {
                    let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
                    let (word, after) = rest.split_at_checked(end)?;
                    values.month = words::month(&folded(word))?;
                    rest = after;
                }
                Slot::Year(true) => year = Some((exactly(&mut rest, 4)?, true)),
                Slot::Year(false) => year = Some((exactly(&mut rest, 2)?, false)),
                Slot::Hour(two) => drop(number(&mut rest, *two, 0..=23)?),
                Slot::Hour12(two) => drop(number(&mut rest, *two, 1..=12)?),
                Slot::Minute | Slot::Second => drop(number(&mut rest, true, 0..=59)?),
                Slot::Half(upper) => {
                    let halves = if *upper { ["AM", "PM"] } else { ["am", "pm"] };
                    rest = halves.iter().find_map(|half| rest.strip_prefix(half))?;
                }
                Slot::Mark(mark) => {
                    let bare = mark.trim();
                    let trimmed = rest.trim_start();
                    if bare.is_empty() && trimmed.len() == rest.len() && !mark.is_empty() {
                        return None;
                    }
                    rest = trimmed.strip_prefix(bare)?.trim_start();
                }
            }
        }
        rest.is_empty().then_some((year, values))
    }
}

/// Takes a number of two digits, or of one or two without a leading zero.
fn number(rest: &mut &str, two: bool, range: core::ops::RangeInclusive<u32>) -> Option<u32> {
    let length = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
    if two && length != 2 || length == 0 || !two && length == 2 && rest.starts_with('0') {
        return None;
    }
    let (digits, after) = rest.split_at_checked(length)?;
    *rest = after;
    digits.parse().ok().filter(|number| range.contains(number))
}

fn exactly(rest: &mut &str, length: usize) -> Option<i32> {
    let (digits, after) = rest.split_at_checked(length)?;
    if !digits.bytes().all(|b| b.is_ascii_digit()) || after.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    *rest = after;
    digits.parse().ok()
}

#[cfg(test)]
mod tests;

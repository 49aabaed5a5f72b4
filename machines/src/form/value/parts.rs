//! A date or a time over several controls: what goes into each of them.

use alloc::format;
use alloc::vec::Vec;

use chrono::{Datelike, NaiveDate, NaiveTime, Timelike};

use super::calendar::draft::{Known, What, draft};
use super::calendar::reasons;
use super::calendar::refuse;
use super::calendar::scan::{Token, tokens};
use super::date::Hints;
use super::native::hints;
use super::{Context, Plan, Refusal, date, datetime, month, time};
use crate::form::model::{Choice, Field, Kind, Piece};
use crate::report::Candidate;

/// The pieces that were read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pieces {
    day: Option<u32>,
    month: Option<u32>,
    year: Option<Year>,
    time: Option<NaiveTime>,
}

/// A year, or only its last two digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Year {
    Whole(i32),
    Short(u32),
}

impl Pieces {
    fn of_date(date: NaiveDate) -> Self {
        Self {
            day: Some(date.day()),
            month: Some(date.month()),
            year: Some(Year::Whole(date.year())),
            time: None,
        }
    }
}

/// Spreads `text` over the parts of `field`.
///
/// # Errors
/// A [`Refusal`] where the text cannot be read, lacks a piece, or does not fit a part.
pub fn spread(text: &str, field: &Field, ctx: &Context) -> Result<Plan, Refusal> {
    let wanted: Vec<Piece> = field.parts.iter().map(|part| part.piece).collect();
    let hints = field
        .parts
        .iter()
        .map(|part| self::hints(&part.field))
        .fold(self::hints(field), |a, b| Hints {
            birth: a.birth || b.birth,
            card: a.card || b.card,
            ..a
        });
    let pieces = read(text, &wanted, hints, ctx)?;
    let mut plans = Vec::with_capacity(wanted.len());
    for (index, part) in field.parts.iter().enumerate() {
        let plan = match (part.piece, pieces.time) {
            // The half of the day has a control of its own, so the hour is told of it.
            (Piece::Hour, Some(time)) if wanted.contains(&Piece::Half) => number(
                hour_beside_half(time.hour(), &part.field),
                Piece::Hour,
                &part.field,
                ctx,
            )?,
            _ => place(&pieces, part.piece, &part.field, ctx)?,
        };
        plans.push((index, plan));
    }
    Ok(Plan::Spread(plans))
}

/// What goes into one control that takes one piece of a date or a time. `text` is the whole value, or the piece itself.
///
/// # Errors
/// A [`Refusal`] where the text cannot be read, lacks the piece, or does not fit the control.
pub fn for_part(text: &str, piece: Piece, part: &Field, ctx: &Context) -> Result<Plan, Refusal> {
    let pieces = match alone(text, piece, ctx) {
        Some(pieces) => pieces,
        None => read(text, &[piece], hints(part), ctx)?,
    };
    place(&pieces, piece, part, ctx)
}

/// The piece of a date that a field takes alone, by its autocomplete token.
pub fn piece_of(field: &Field) -> Option<Piece> {
    match field.autocomplete.token.as_str() {
        "bday-day" => Some(Piece::Day),
        "bday-month" | "cc-exp-month" => Some(Piece::Month),
        "bday-year" | "cc-exp-year" => Some(Piece::Year),
        _ => None,
    }
}

/// The piece itself: `March`, `3`, `2001`.
fn alone(text: &str, piece: Piece, ctx: &Context) -> Option<Pieces> {
    let one = match tokens(text).as_slice() {
        [Token { .. }] => text.trim(),
        _ => return None,
    };
    let number = |most: usize| {
        if one.len() <= most {
            one.parse::<u32>().ok()
        } else {
            None
        }
    };
    let mut pieces = Pieces::default();
    match piece {
        Piece::Day => pieces.day = Some(number(2).filter(|day| (1..=31).contains(day))?),
        Piece::Month => {
            pieces.month = Some(
                month::by_name(one, ctx)
                    .or_else(|| number(2))
                    .filter(|month| (1..=12).contains(month))?,
            );
        }
        Piece::Year if one.len() == 4 => {
            pieces.year = Some(Year::Whole(i32::try_from(number(4)?).ok().filter(|year| *year > 0)?));
        }
        Piece::Year if one.len() == 2 => pieces.year = Some(Year::Short(number(2)?)),
        Piece::Hour => {
            pieces.time = NaiveTime::from_hms_opt(number(2).filter(|_| one.len() == 2)?, 0, 0);
        }
        Piece::Minute => pieces.time = NaiveTime::from_hms_opt(0, number(2)?, 0),
        Piece::Year | Piece::Half | Piece::Chars(_) => return None,
    }
    Some(pieces)
}

/// Reads the pieces that are wanted.
fn read(text: &str, wanted: &[Piece], hints: Hints, ctx: &Context) -> Result<Pieces, Refusal> {
    let wants = |piece: Piece| wanted.contains(&piece);
    let clock = wants(Piece::Hour) || wants(Piece::Minute);
    if wants(Piece::Day) || wants(Piece::Month) && !wants(Piece::Year) {
        if clock {
            let moment = datetime::parse(text, ctx, hints)?;
            return Ok(Pieces {
                time: Some(moment.time()),
                ..Pieces::of_date(moment.date())
            });
        }
        let read = date::parse(text, ctx, Hints { time: true, ..hints });
        return match read {
            Ok(date) => Ok(Pieces::of_date(date)),
            // A month alone may come out of `March 2024`, but never a day out of a month.
            Err(refusal) if !wants(Piece::Day) => month_and_year(text, hints, ctx).ok_or(refusal),
            Err(refusal) if !wants(Piece::Year) && refusal.code == "missing-year" => day_and_month(text, hints, ctx),
            Err(refusal) => Err(refusal),
        };
    }
    if wants(Piece::Year) {
        let whole = month::parse(text, ctx, hints);
        return match whole {
            Ok((year, month)) => Ok(Pieces {
                month: Some(month),
                year: Some(Year::Whole(year)),
                ..Pieces::default()
            }),
            Err(refusal) => month_and_year(text, hints, ctx).ok_or(refusal),
        };
    }
    if clock {
        let time = match time::parse(text, ctx) {
            Ok(time) => time,
            Err(refusal) => match datetime::parse(text, ctx, hints) {
                Ok(moment) => moment.time(),
                Err(_) => return Err(refusal),
            },
        };
        if time.second() > 0 || time.nanosecond() > 0 {
            return Err(refuse(
                "step-mismatch",
                "there is no control for seconds; write the time as HH:MM",
            ));
        }
        return Ok(Pieces {
            time: Some(time),
            ..Pieces::default()
        });
    }
    Err(refuse("not-a-date", "this field takes no date"))
}

/// A month and a year whose century is not known: `09/29`.
fn month_and_year(text: &str, hints: Hints, ctx: &Context) -> Option<Pieces> {
    if let Ok((year, month)) = month::parse(text, ctx, hints) {
        return Some(Pieces {
            month: Some(month),
            year: Some(Year::Whole(year)),
            ..Pieces::default()
        });
    }
    let draft = draft(&tokens(text), &Known::new(ctx, hints)).ok()?;
    let [a, b] = draft.items.as_slice() else {
        return None;
    };
    let What::Number(year) = b.what else {
        return None;
    };
    let month = match a.what {
        What::Month(month) if year.short => month,
        What::Number(month) if b.before.as_slice() == ['/'] && month.digits <= 2 && !month.short => month.value,
        _ => return None,
    };
    let short = year.digits == 2 && (1..=12).contains(&month);
    short.then_some(Pieces {
        month: Some(month),
        year: Some(Year::Short(year.value)),
        ..Pieces::default()
    })
}

/// A day and a month by name, without a year.
fn day_and_month(text: &str, hints: Hints, ctx: &Context) -> Result<Pieces, Refusal> {
    let known = Known::new(ctx, hints);
    let draft = draft(&tokens(text), &known)?;
    let (month, day) = match draft.items.as_slice() {
        [a, b] => match (a.what, b.what) {
            (What::Month(month), What::Number(day)) | (What::Number(day), What::Month(month)) => (month, day.value),
            (What::Number(a), What::Number(b)) => date::settle(a.value, b.value, known.order)?,
            _ => return Err(reasons::missing_year()),
        },
        _ => return Err(reasons::missing_year()),
    };
    let date = NaiveDate::from_ymd_opt(2000, month, day).ok_or_else(|| reasons::no_such_day(2000, month, day))?;
    Ok(Pieces {
        year: None,
        ..Pieces::of_date(date)
    })
}

/// Puts a piece into its control.
fn place(pieces: &Pieces, piece: Piece, part: &Field, ctx: &Context) -> Result<Plan, Refusal> {
    let missing = |code: &'static str, what: &str| {
        refuse(
            code,
            &format!("the {what} is missing; write the whole date as YYYY-MM-DD"),
        )
    };
    match piece {
        Piece::Day => number(
            pieces.day.ok_or_else(|| missing("missing-day", "day"))?,
            piece,
            part,
            ctx,
        ),
        Piece::Month => number(
            counted(pieces.month.ok_or_else(|| missing("missing-day", "month"))?, part),
            piece,
            part,
            ctx,
        ),
        Piece::Year => year(pieces.year.ok_or_else(|| missing("missing-year", "year"))?, part, ctx),
        Piece::Hour => {
            let hour = pieces
                .time
                .ok_or_else(|| refuse("missing-time", "the time is missing; write it as HH:MM"))?
                .hour();
            if twelve_hours(part) {
                return Err(refuse(
                    "ambiguous-time",
                    "the control has twelve hours only and does not say which half of the day it means",
                ));
            }
            number(hour, piece, part, ctx)
        }
        Piece::Minute => {
            let time = pieces
                .time
                .ok_or_else(|| refuse("missing-time", "the time is missing; write it as HH:MM"))?;
            number(time.minute(), piece, part, ctx)
        }
        Piece::Half => {
            let time = pieces
                .time
                .ok_or_else(|| refuse("missing-time", "the time is missing; write it as HH:MM"))?;
            half(time.hour() >= 12, part)
        }
        Piece::Chars(_) => Err(refuse("not-a-date", "this box takes characters, not a piece of a date")),
    }
}

/// The number by which a control that is counted up and down knows a month: some begin with nought.
pub(super) fn counted(month: u32, part: &Field) -> u32 {
    match (part.min.parse::<u32>(), part.max.parse::<u32>()) {
        (Ok(least), Ok(most)) if part.kind == Kind::Spinbutton && least.checked_add(11) == Some(most) => {
            month + least - 1
        }
        _ => month,
    }
}

/// Before or after noon, as the control spells it.
fn half(after_noon: bool, part: &Field) -> Result<Plan, Refusal> {
    let (letter, word) = if after_noon { ('p', "PM") } else { ('a', "AM") };
    if part.options.is_empty() {
        return Ok(Plan::Text(word.into()));
    }
    let is_half = |label: &str| {
        let mut letters = label.chars().filter(char::is_ascii_alphabetic);
        letters.next().map(|c| c.to_ascii_lowercase()) == Some(letter)
            && letters.next().is_none_or(|c| c.eq_ignore_ascii_case(&'m'))
            && letters.next().is_none()
    };
    part.options
        .iter()
        .position(|option| is_half(&option.label))
        .map(|at| Plan::Choose([at].into()))
        .ok_or_else(|| refuse("no-option", "the control does not offer AM and PM"))
}

/// Whether an hour list goes from 1 to 12, so that another control has the half of the day.
fn twelve_hours(part: &Field) -> bool {
    last_hour(part) == Some(12)
}

/// The last hour that a control takes, if it says so.
fn last_hour(part: &Field) -> Option<u32> {
    let hours = part.options.iter().filter_map(|option| only_number(&option.label));
    hours
        .map(|(hour, _)| hour)
        .max()
        .or_else(|| part.max.trim().parse().ok())
}

/// An hour of the day (0 to 23) as a control says it that stands beside one for the half of the day.
fn hour_beside_half(hour: u32, part: &Field) -> u32 {
    match (last_hour(part), hour % 12) {
        // All hours of the day, and the half of it once more.
        (Some(13..), _) => hour,
        (Some(11), hour) => hour,
        (_, 0) => 12,
        (_, hour) => hour,
    }
}

/// Whether the control takes two digits of a year.
fn takes_two_digits(part: &Field) -> bool {
    if chooses(part) {
        let years: Vec<usize> = part
            .options
            .iter()
            .filter_map(|option| only_number(&option.label))
            .map(|(_, digits)| digits)
            .collect();
        return !years.is_empty() && years.iter().all(|digits| *digits == 2);
    }
    let letters = part.placeholder.trim();
    let shown = letters.len() == 2 && letters.bytes().all(|b| b.is_ascii_alphabetic());
    part.maxlength == Some(2) || shown && part.maxlength.is_none_or(|most| most < 4)
}

fn year(year: Year, part: &Field, ctx: &Context) -> Result<Plan, Refusal> {
    let century = || {
        refuse(
            "two-digit-year",
            "the century is not clear; write the year with four digits",
        )
    };
    match (takes_two_digits(part), year) {
        (true, Year::Short(short)) => number(short, Piece::Year, part, ctx),
        (true, Year::Whole(whole)) if (1900..2100).contains(&whole) => number(
            u32::try_from(whole.rem_euclid(100)).unwrap_or(0),
            Piece::Year,
            part,
            ctx,
        ),
        (false, Year::Whole(whole)) => number(
            u32::try_from(whole).map_err(|_| reasons::invalid())?,
            Piece::Year,
            part,
            ctx,
        ),
        (true, Year::Whole(_)) | (false, Year::Short(_)) => Err(century()),
    }
}

fn chooses(part: &Field) -> bool {
    !part.options.is_empty() && !part.suggestions
}

/// A number as the control has it: an option, or digits.
fn number(value: u32, piece: Piece, part: &Field, ctx: &Context) -> Result<Plan, Refusal> {
    if chooses(part) {
        return choose(value, piece, part, ctx);
    }
    let bound = |text: &str| text.trim().parse::<u32>().ok();
    if bound(&part.min).is_some_and(|min| value < min) {
        return Err(refuse(
            "below-min",
            &format!("that is less than the field allows, {}", part.min.trim()),
        ));
    }
    if bound(&part.max).is_some_and(|max| value > max) {
        return Err(refuse(
            "above-max",
            &format!("that is more than the field allows, {}", part.max.trim()),
        ));
    }
    let text = if pads(piece, part) {
        format!("{value:02}")
    } else {
        format!("{value}")
    };
    if part
        .maxlength
        .is_some_and(|most| text.len() > usize::try_from(most).unwrap_or(usize::MAX))
    {
        return Err(refuse("too-long", "the control takes fewer digits than the value has"));
    }
    Ok(match part.kind {
        // A list that is not loaded yet.
        Kind::Select | Kind::Listbox | Kind::Buttons | Kind::Radio => Plan::Pick(text.into()),
        _ => Plan::Text(text.into()),
    })
}

/// Whether the control wants two digits where one would do.
fn pads(piece: Piece, part: &Field) -> bool {
    if piece == Piece::Year {
        return takes_two_digits(part);
    }
    let shown = part.placeholder.trim();
    match shown.chars().count() {
        // `M`, `3`
        1 => false,
        // `MM`, `03`, `12`
        2 => true,
        _ => {
            part.kind != Kind::Number
                && part.kind != Kind::Spinbutton
                && (part.maxlength == Some(2) || piece == Piece::Minute)
        }
    }
}

/// The number that a text is, or holds alone, with how many digits it has.
fn only_number(text: &str) -> Option<(u32, usize)> {
    let tokens = tokens(text);
    let mut numbers = tokens.iter().filter_map(Token::digits);
    let digits = numbers.next()?;
    if numbers.next().is_some() {
        return None;
    }
    Some((digits.parse().ok()?, digits.len()))
}

/// What number an option stands for, by what it shows; by its value only where it shows nothing.
fn meaning(option: &Choice, piece: Piece, ctx: &Context) -> Option<u32> {
    let shows = |text: &str| {
        if piece == Piece::Month
            && let Some(month) = month_in_words(text, ctx)
        {
            return Some(month);
        }
        only_number(text).map(|(number, _)| number)
    };
    if option.label.trim().is_empty() {
        shows(&option.value)
    } else {
        shows(&option.label)
    }
}

/// The month that a text names among other things: `03 - March`.
fn month_in_words(text: &str, ctx: &Context) -> Option<u32> {
    let known = Known::new(ctx, Hints::default());
    let tokens = tokens(text);
    let mut months = tokens
        .iter()
        .filter_map(Token::word)
        .filter_map(|word| known.month(word));
    let month = months.next()?;
    months.all(|other| other == month).then_some(month)
}

fn choose(value: u32, piece: Piece, part: &Field, ctx: &Context) -> Result<Plan, Refusal> {
    let mut means: Vec<Option<u32>> = part.options.iter().map(|option| meaning(option, piece, ctx)).collect();
    if piece == Piece::Month {
        unfold_torn(&mut means, &part.options);
    }
    let found: Vec<usize> = means
        .iter()
        .enumerate()
        .filter(|(_, meant)| **meant == Some(value))
        .map(|(index, _)| index)
        .collect();
    let open: Vec<usize> = found
        .iter()
        .copied()
        .filter(|index| !part.options[*index].disabled)
        .collect();
    match (open.as_slice(), found.as_slice()) {
        ([only], _) => Ok(Plan::Choose(alloc::vec![*only])),
        ([], [_, ..]) => Err(refuse("disabled-option", "the option that fits cannot be chosen")),
        ([], []) => Err(with_candidates(
            refuse("no-option", "no option of the list fits; see what it offers"),
            part,
        )),
        _ => Err(with_candidates(
            refuse("ambiguous-option", "several options fit; see what the list offers"),
            part,
        )),
    }
}

/// In a list of twelve months, a name with two meanings means the month that is left over.
fn unfold_torn(means: &mut [Option<u32>], options: &[Choice]) {
    let torn: Vec<usize> = options
        .iter()
        .enumerate()
        .filter(|(index, option)| {
            let words = tokens(&option.label);
            means[*index].is_none() && words.iter().filter_map(Token::word).any(super::calendar::words::torn)
        })
        .map(|(index, _)| index)
        .collect();
    let left: Vec<u32> = (1..=12).filter(|month| !means.contains(&Some(*month))).collect();
    if let ([index], [month]) = (torn.as_slice(), left.as_slice()) {
        means[*index] = Some(*month);
    }
}

fn with_candidates(refusal: Refusal, part: &Field) -> Refusal {
    let candidate = |option: &Choice| Candidate {
        reference: part.reference,
        label: part.label.clone(),
        option: Some(option.label.clone()),
        ..Candidate::default()
    };
    Refusal {
        candidates: part
            .options
            .iter()
            .filter(|option| !option.disabled)
            .take(8)
            .map(candidate)
            .collect(),
        ..refusal
    }
}

#[cfg(test)]
mod tests;

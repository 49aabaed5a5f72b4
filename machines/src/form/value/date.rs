//! A date as a person writes it, read where it has one reading and refused where it has more.
//!
//! The whole text must be understood: a word that is not known here makes it no date. A year of four digits, a
//! month by name, a number above 12, two equal numbers, the day of the week or the locale can settle which
//! number is what. Nothing else does.

use chrono::{Datelike, NaiveDate, Weekday};

use super::calendar::draft::{Draft, Known, Number, Unit, What, draft};
use super::calendar::reasons::{
    NOT_A_DATE, RANGE, ambiguous, explain, invalid, missing_day, missing_year, no_day_and_month, no_such_day,
    not_a_date, nothing,
};
use super::calendar::refuse;
use super::calendar::scan::{Token, tokens};
use super::calendar::spoken::Zone;
use super::datetime;
use super::{Context, Refusal};

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
        ([], [one]) if one.digits == 8 && one.unit.is_none() => compact(one.value, draft.weekday, known),
        ([_], [one]) if one.is_year() => Err(missing_day()),
        ([_], [one]) if one.fits_day() && (1..=31).contains(&one.value) => Err(missing_year()),
        ([_], []) => Err(missing_day()),
        ([], [a, b]) if a.is_year() != b.is_year() && a.digits + b.digits <= 6 => Err(missing_day()),
        ([], [a, b]) if a.fits_day() && b.fits_day() && draft.items[1].before.as_slice() != ['.'] => {
            Err(missing_year())
        }
        ([], [one]) if one.digits == 4 && (1000..3000).contains(&one.value) => Err(missing_day()),
        ([], []) if draft.weekday.is_some() => Err(refuse(
            "relative-date",
            "a day of the week is no date; write the date as YYYY-MM-DD",
        )),
        ([_], [a, b, c]) if [a, b, c].iter().any(|number| number.is_year()) => Err(refuse(RANGE.0, RANGE.1)),
        _ => Err(not_a_date()),
    }
}

/// The day, if the calendar and the day of the week agree.
fn build(year: i32, month: u32, day: u32, weekday: Option<Weekday>) -> Result<NaiveDate, Refusal> {
    let date = NaiveDate::from_ymd_opt(year, month, day)
        .filter(|date| date.year() > 0)
        .ok_or_else(|| no_such_day(year, month, day))?;
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
fn by_units(draft: &Draft, numbers: &[Number], months: &[u32], known: &Known) -> Result<NaiveDate, Refusal> {
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
        found.or_else(|| bare.next().copied().filter(|number| (number.digits == 4) == year))
    };
    let month = m.map(|number| number.value).or_else(|| months.first().copied());
    let y = fill(y, true).ok_or_else(missing_year)?;
    let d = fill(d, false).ok_or_else(missing_day)?;
    let month = month.ok_or_else(missing_day)?;
    if bare.next().is_some() || d.digits > 2 || m.is_some_and(|number| number.digits > 2 || !months.is_empty()) {
        return Err(not_a_date());
    }
    build(year(y, month, d.value, known)?, month, d.value, draft.weekday)
}

/// A date with the month by name.
fn named(month: u32, a: Number, b: Number, draft: &Draft, known: &Known) -> Result<NaiveDate, Refusal> {
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
            (false, false) if draft.items.last().is_some_and(|last| last.what != What::Month(month)) => (a, b),
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
        return Err(no_such_day(1, month, day.value));
    }
    build(year(y, month, day.value, known)?, month, day.value, draft.weekday)
}

/// A date in three numbers.
fn in_numbers(numbers: [Number; 3], draft: &Draft, known: &Known) -> Result<NaiveDate, Refusal> {
    let first: &[char] = &draft.items[1].before;
    let second: &[char] = &draft.items[2].before;
    let joined = match (first, second) {
        ([a], [b]) => a == b && *a != ',' || *b == ',',
        ([], []) => true,
        // `20.10 2012`
        ([_], []) => numbers[2].digits == 4,
        _ => false,
    };
    let [a, b, c] = numbers;
    if !joined || b.digits > 2 || b.short || a.digits == 3 || c.digits == 3 {
        return Err(not_a_date());
    }
    match (a.digits, c.digits) {
        (4, 1 | 2) if !c.short => build(year(a, b.value, c.value, known)?, b.value, c.value, draft.weekday),
        (1 | 2, 4) if !a.short => day_and_month(a.value, b.value, draft.weekday, known, |_, _| year(c, 0, 0, known)),
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
        (0 | 32.., _) | (_, 0 | 32..) | (13.., 13..) => {
            Err(no_day_and_month(a, b, order.map(|order| order == Order::DayFirst)))
        }
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

#[cfg(test)]
mod tests {
    use super::{Hints, Order, parse};
    use crate::form::value::{Context, Today};
    use std::string::{String, ToString};

    fn read(text: &str, locales: &[&str], hints: Hints) -> Result<String, &'static str> {
        let ctx = Context {
            locales: locales.iter().map(ToString::to_string).collect(),
            today: Today {
                year: 2026,
                month: 6,
                day: 15,
            },
            ..Context::default()
        };
        let hints = Hints { time: true, ..hints };
        parse(text, &ctx, hints)
            .map(|date| date.to_string())
            .map_err(|refusal| refusal.code)
    }

    fn check(locales: &[&str], hints: Hints, table: &[(&str, Result<&str, &'static str>)]) {
        for (text, expected) in table {
            assert_eq!(
                read(text, locales, hints),
                expected.map(String::from),
                "{text:?} {locales:?}"
            );
        }
    }

    #[test]
    fn names_of_months_settle_the_day() {
        let table = [
            ("January 12, 2016", Ok("2016-01-12")),
            ("dec. 31 , 1994", Ok("1994-12-31")),
            ("dec31 , 1994", Ok("1994-12-31")),
            ("july 4th of 1995", Ok("1995-07-04")),
            ("the twenty-first of June, 2017", Ok("2017-06-21")),
            ("2019/aug/01", Ok("2019-08-01")),
            ("23-2020-september", Ok("2020-09-23")),
            ("13NOV2017", Ok("2017-11-13")),
            ("vendredi, décembre 5 2014.", Ok("2014-12-05")),
            ("mar. 5 mars 2024", Ok("2024-03-05")),
            ("Di, den 5. März 2024", Ok("2024-03-05")),
            ("do. 7 maart 2024", Ok("2024-03-07")),
            ("17.Şubat.2014", Ok("2014-02-17")),
            ("5 ago 2020", Ok("2020-08-05")),
            ("1.º de julio de 2017", Ok("2017-07-01")),
            ("18 जनवरी, 2019", Ok("2019-01-18")),
            ("12 يناير 2018", Ok("2018-01-12")),
            ("１２ March ２０２４", Ok("2024-03-12")),
        ];
        check(&[], Hints::default(), &table);
    }

    #[test]
    fn signs_for_year_month_and_day_settle_it() {
        let table = [
            ("2018年1月21日　日曜日", Ok("2018-01-21")),
            ("2024年3月4日(月)", Ok("2024-03-04")),
            ("2009年10月12号,星期一", Ok("2009-10-12")),
            ("2018년 1월 22일 월요일", Ok("2018-01-22")),
            ("令和6年3月4日", Ok("2024-03-04")),
            ("平成元年1月8日", Ok("1989-01-08")),
            ("3月4日", Err("missing-year")),
            ("2024年3月", Err("missing-day")),
            ("2015年农历正月初一", Err("not-a-date")),
        ];
        check(&[], Hints::default(), &table);
    }

    #[test]
    fn numbers_alone_are_read_only_where_one_reading_is_left() {
        let table = [
            ("25/12/2024", Ok("2024-12-25")),
            ("12/25/2024", Ok("2024-12-25")),
            ("2020/12/1", Ok("2020-12-01")),
            ("25122024", Ok("2024-12-25")),
            ("04032024", Err("ambiguous-day-month")),
            ("03/04, 2024", Err("ambiguous-day-month")),
            ("13.04 2024", Ok("2024-04-13")),
            ("03/04-2024", Err("not-a-date")),
            ("3.4.2024", Err("ambiguous-day-month")),
            ("Monday 03/04/2024", Ok("2024-03-04")),
            ("Friday 03/04/2024", Err("weekday-mismatch")),
            ("0/4/2024", Err("invalid-date")),
            ("04/2024/03", Err("not-a-date")),
            ("1/2/3/2024", Err("not-a-date")),
            ("-5/13/2024", Err("not-a-date")),
            ("12345", Err("not-a-date")),
            ("1709510400", Err("not-a-date")),
            ("2024", Err("missing-day")),
            ("02/29", Err("missing-year")),
            ("2024-02-30", Err("invalid-date")),
            ("2020/23/04", Err("invalid-date")),
        ];
        check(&[], Hints::default(), &table);
    }

    #[test]
    fn the_locale_settles_the_order_and_the_field_goes_before_it() {
        check(&["en-US"], Hints::default(), &[("03/04/2024", Ok("2024-03-04"))]);
        check(&["en-GB"], Hints::default(), &[("03/04/2024", Ok("2024-04-03"))]);
        check(
            &["en-US", "fr"],
            Hints::default(),
            &[("03/04/2024", Err("ambiguous-day-month"))],
        );
        let hints = Hints {
            order: Some(Order::DayFirst),
            ..Hints::default()
        };
        check(&["en-US"], hints, &[("03/04/2024", Ok("2024-04-03"))]);
        check(&["pl"], Hints::default(), &[("15 listopada 2010", Ok("2010-11-15"))]);
        check(&["hr"], Hints::default(), &[("15. listopada 2010.", Ok("2010-10-15"))]);
        check(
            &[],
            Hints::default(),
            &[("15 listopada 2010", Err("ambiguous-day-month"))],
        );
    }

    #[test]
    fn two_digits_make_a_year_only_in_the_past_of_a_birth_date() {
        let birth = Hints {
            birth: true,
            ..Hints::default()
        };
        let table = [
            ("12 March 85", Ok("1985-03-12")),
            ("12 March '30", Ok("1930-03-12")),
            ("12 December 26", Ok("1926-12-12")),
            ("12 March 26", Err("two-digit-year")),
            ("5/13/99", Ok("1999-05-13")),
            ("85-03-12", Ok("1985-03-12")),
            ("12/3/85", Err("ambiguous-day-month")),
            ("13/01/30", Err("two-digit-year")),
            ("03 25 Sep", Err("two-digit-year")),
        ];
        check(&[], birth, &table);
        check(&["de"], birth, &[("13.01.30", Ok("1930-01-13"))]);
        let table = [
            ("21/04/16", Err("two-digit-year")),
            ("31-Dec-00", Err("two-digit-year")),
            ("10/09/03", Err("ambiguous-day-month")),
        ];
        check(&[], Hints::default(), &table);
    }

    #[test]
    fn a_time_is_left_out_and_a_zone_is_not() {
        let table = [
            ("2024-03-04T15:30", Ok("2024-03-04")),
            ("March 4, 2024 at 3:30 PM", Ok("2024-03-04")),
            ("1985-03-12T00:00:00.000Z", Ok("1985-03-12")),
            ("1985-03-12T00:00:00+00:00", Ok("1985-03-12")),
            ("1985-03-12T08:00:00Z", Err("ambiguous-time-zone")),
            ("1985-03-12T00:00:00+02:00", Err("ambiguous-time-zone")),
            ("2024-03-04T24:00", Err("ambiguous-time")),
        ];
        check(&[], Hints::default(), &table);
    }

    #[test]
    fn what_is_no_single_date_is_refused_for_its_reason() {
        let table = [
            ("", Err("empty")),
            (" \u{a0} ", Err("empty")),
            ("next Friday", Err("relative-date")),
            ("Friday", Err("relative-date")),
            ("in 3 days", Err("relative-date")),
            ("2 weeks before may 13 1999", Err("relative-date")),
            ("übermorgen", Err("relative-date")),
            ("来週", Err("relative-date")),
            ("2024-03-04 to 2024-03-06", Err("range-into-single")),
            ("2024-03-04 - 2024-03-06", Err("range-into-single")),
            ("5-7 March 2024", Err("range-into-single")),
            ("5 March 2024 or 6 March 2024", Err("two-values")),
            ("March 2024", Err("missing-day")),
            ("5 March", Err("missing-year")),
            ("Monday, 5 March 2024", Err("weekday-mismatch")),
            ("5 March 2024 BC", Err("not-a-date")),
            ("about 5 March 2024", Err("not-a-date")),
            ("5 March 2024 and a half", Err("not-a-date")),
        ];
        check(&[], Hints::default(), &table);
    }

    #[test]
    fn a_refusal_says_which_of_day_and_month_is_out_of_range() {
        let table = [
            ("2024-13-05", "", "the month is out of range"),
            ("2024-00-05", "", "the month is out of range"),
            ("2024-04-31", "", "the day is out of range"),
            ("2024-05-32", "", "the day is out of range"),
            ("2024-05-00", "", "the day is out of range"),
            ("29/02/2023", "", "no leap year"),
            ("30 February 2024", "", "the day is out of range"),
            ("32 May 2024", "", "the day is out of range"),
            ("13/13/2024", "", "the month is out of range"),
            ("32/05/2024", "de", "the day is out of range"),
            ("05/32/2024", "en-US", "the day is out of range"),
            ("05/32/2024", "de", "the month is out of range"),
            ("0/4/2024", "", "day or month is out of range"),
            ("31/04/2024", "", "the day is out of range"),
            ("0000-01-01", "", "the year is out of range"),
        ];
        for (text, locale, says) in table {
            let ctx = Context {
                locales: [locale.to_string()].into(),
                ..Context::default()
            };
            let refusal = parse(text, &ctx, Hints::default()).expect_err(text);
            assert_eq!(refusal.code, "invalid-date", "{text}");
            assert!(refusal.message.contains(says), "{text}: {}", refusal.message);
        }
    }

    #[test]
    fn a_refusal_says_what_to_write_and_never_what_was_written() {
        for text in ["hunter2 31/31/2024", "31/31/2024", "secretly tomorrow", "03/04/2024"] {
            let refusal = parse(text, &Context::default(), Hints::default()).expect_err(text);
            assert!(refusal.message.len() > 20, "{text}");
            assert!(
                !refusal.message.contains(text) && !refusal.message.contains("31"),
                "{text}"
            );
        }
    }
}

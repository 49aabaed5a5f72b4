//! What a picker of dates and times is to choose, and whether a text shows that it did.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use chrono::{NaiveDate, NaiveTime};

use crate::form::model::Field;
use crate::form::value::date::{self, Hints};
use crate::form::value::{Context, datetime, layout, month, time};

/// What a picker is to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A day.
    Day(NaiveDate),
    /// A month of a year.
    Month(i32, u32),
    /// A time of day.
    Time(NaiveTime),
    /// A time of a day.
    Stamp(NaiveDate, NaiveTime),
    /// From one day to another.
    Span(NaiveDate, NaiveDate),
}

/// The day that `text`, planned for `field`, means: by itself, or by the order of the field's own format.
pub fn day_meant(text: &str, field: &Field) -> Option<NaiveDate> {
    let context = Context::default();
    if let Ok(day) = date::parse(text, &context, Hints::default()) {
        return Some(day);
    }
    let numbers: Vec<u32> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map_while(|digits| digits.parse().ok())
        .collect();
    let [first, second, year] = numbers.as_slice() else {
        return None;
    };
    let year = i32::try_from(*year).ok()?;
    let spelled = |day: &NaiveDate| {
        let iso = day.format("%Y-%m-%d").to_string();
        layout::for_text(&iso, field, &context) == Some(Ok(text.to_string()))
    };
    let readings = [(*second, *first), (*first, *second)];
    readings
        .into_iter()
        .filter_map(|(month, day)| NaiveDate::from_ymd_opt(year, month, day))
        .find(spelled)
}

/// The one moment that `text`, planned for `field`, means. Bare digits are no time.
pub fn moment_meant(text: &str, field: &Field) -> Option<Moment> {
    if let Some(day) = day_meant(text, field) {
        return Some(Moment::Day(day));
    }
    let context = Context::default();
    for (from, to) in sides(text) {
        if let (Some(from), Some(to)) = (day_meant(from, field), day_meant(to, field))
            && from <= to
        {
            return Some(Moment::Span(from, to));
        }
    }
    if let Ok(stamp) = datetime::parse(text, &context, Hints::default()) {
        return Some(Moment::Stamp(stamp.date(), stamp.time()));
    }
    if text.trim().chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    if let Ok((year, month)) = month::parse(text, &context, Hints::default()) {
        return Some(Moment::Month(year, month));
    }
    time::parse(text, &context).ok().map(Moment::Time)
}

/// What stands on either side of a word or mark that says "to", for each way to cut the text once.
fn sides(text: &str) -> Vec<(&str, &str)> {
    const BETWEEN: &[&str] = &[
        " to ",
        " until ",
        " till ",
        " through ",
        " bis ",
        " au ",
        " hasta ",
        " al ",
        " a ",
        " até ",
        " tot ",
        " do ",
        "–",
        "—",
        "→",
        "~",
        " - ",
        " / ",
        "..",
        ",",
        ";",
    ];
    let mut cuts = Vec::new();
    for mark in BETWEEN {
        let mut parts = text.split(mark);
        if let (Some(from), Some(to), None) = (parts.next(), parts.next(), parts.next()) {
            cuts.push((from.trim(), to.trim()));
        }
    }
    cuts
}

/// Whether `text` is a way to show `moment`, where it is known that it was chosen: of day and month either may stand
/// first, since the picker's own words told them apart.
pub fn shows(text: &str, moment: &Moment) -> bool {
    let context = Context::default();
    match *moment {
        Moment::Day(day) => shows_day(text, day),
        Moment::Month(year, number) => {
            if month::parse(text, &context, Hints::default()) == Ok((year, number)) {
                return true;
            }
            let read = numbers(text);
            let [one, other] = read.as_slice() else { return false };
            let is =
                |whole: &str, part: &str| whole.len() == 4 && whole.parse() == Ok(year) && part.parse() == Ok(number);
            is(one, other) || is(other, one)
        }
        Moment::Time(wanted) => time::parse(text, &context) == Ok(wanted),
        Moment::Stamp(day, wanted) => {
            let stamp = datetime::parse(text, &context, Hints::default());
            stamp == Ok(day.and_time(wanted))
                || text
                    .char_indices()
                    .filter(|(_, c)| matches!(c, ' ' | ',' | 'T'))
                    .any(|(at, _)| {
                        let (date, clock) = text.split_at(at);
                        let clock = clock.trim_start_matches([' ', ',', 'T']);
                        shows_day(date.trim_end_matches(','), day) && time::parse(clock, &context) == Ok(wanted)
                    })
        }
        Moment::Span(from, to) => sides(text)
            .into_iter()
            .any(|(one, other)| shows_day(one, from) && shows_day(other, to)),
    }
}

/// Whether `text` can be read as `day` and has no other digits.
fn shows_day(text: &str, day: NaiveDate) -> bool {
    let context = Context::default();
    let read = |text: &str| date::parse(text, &context, Hints::default()).ok();
    if read(text) == Some(day) {
        return true;
    }
    let read_numbers = numbers(text);
    let [first, second, third] = read_numbers.as_slice() else {
        return false;
    };
    let readings = [[third, second, first], [third, first, second], [first, second, third]];
    readings
        .into_iter()
        .any(|[year, month, of]| year.len() == 4 && read(&format!("{year}-{month:0>2}-{of:0>2}")) == Some(day))
}

/// The runs of digits of a text that has no letters.
fn numbers(text: &str) -> Vec<&str> {
    if text.contains(char::is_alphabetic) {
        return Vec::new();
    }
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Moment, moment_meant, shows};
    use crate::form::model::Field;
    use chrono::{NaiveDate, NaiveTime};

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).expect("it is a day")
    }

    fn at(hour: u32, minute: u32) -> NaiveTime {
        NaiveTime::from_hms_opt(hour, minute, 0).expect("it is a time")
    }

    #[test]
    fn a_text_means_one_moment_or_none() {
        let june = day(2027, 6, 14);
        let table = [
            ("June 14, 2027", Some(Moment::Day(june))),
            ("August 2027", Some(Moment::Month(2027, 8))),
            ("2027-08", Some(Moment::Month(2027, 8))),
            ("3:30 PM", Some(Moment::Time(at(15, 30)))),
            ("June 14, 2027 2:15 PM", Some(Moment::Stamp(june, at(14, 15)))),
            ("2027-06-10 to 2027-06-14", Some(Moment::Span(day(2027, 6, 10), june))),
            (
                "10 June 2027 – 14 June 2027",
                Some(Moment::Span(day(2027, 6, 10), june)),
            ),
            ("2027-06-14 to 2027-06-10", None),
            ("02/03/2027", None),
            ("2027", None),
            ("0930", None),
            ("Lisbon", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(moment_meant(text, &Field::default()), expected, "{text:?}");
        }
    }

    #[test]
    fn a_text_shows_a_moment_in_any_order_but_with_no_other_number() {
        let june = Moment::Day(day(2027, 6, 14));
        let march = Moment::Day(day(2001, 3, 5));
        let stamp = Moment::Stamp(day(2027, 6, 14), at(14, 15));
        let span = Moment::Span(day(2027, 6, 10), day(2027, 6, 14));
        let table = [
            ("14/06/2027", june, true),
            ("14. Juni 2027", june, true),
            ("15/06/2027", june, false),
            ("05/03/2001", march, true),
            ("03/05/2001", march, true),
            ("05/03/2001 10", march, false),
            ("08/2027", Moment::Month(2027, 8), true),
            ("2027-08", Moment::Month(2027, 8), true),
            ("2027-09", Moment::Month(2027, 8), false),
            ("15:30", Moment::Time(at(15, 30)), true),
            ("3:30 PM", Moment::Time(at(15, 30)), true),
            ("3:30 AM", Moment::Time(at(15, 30)), false),
            ("2027-06-14 02:15 PM", stamp, true),
            ("14/06/2027, 14:15", stamp, true),
            ("2027-06-14 02:15 AM", stamp, false),
            ("2027-06-10 to 2027-06-14", span, true),
            ("10/06/2027 - 14/06/2027", span, true),
            ("2027-06-10", span, false),
            ("", june, false),
        ];
        for (text, moment, expected) in table {
            assert_eq!(shows(text, &moment), expected, "{text:?} {moment:?}");
        }
    }
}

//! Options that are ranges of numbers or times of day.

use alloc::string::String;
use alloc::vec::Vec;

use super::decimal::Decimal;
use super::number::{self, Habit};
use crate::form::text;

/// A range of numbers. An end that is `None` is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    low: Option<(Decimal, bool)>,
    high: Option<(Decimal, bool)>,
}

impl Range {
    /// Whether `value` lies in it.
    pub(crate) fn holds(&self, value: &Decimal) -> bool {
        self.low
            .as_ref()
            .is_none_or(|(low, included)| value > low || (*included && value == low))
            && self
                .high
                .as_ref()
                .is_none_or(|(high, included)| value < high || (*included && value == high))
    }

    /// Whether it is a single number.
    pub(crate) fn single(&self) -> bool {
        matches!((&self.low, &self.high), (Some((low, _)), Some((high, _))) if low == high)
    }
}

const UNDER: &[&str] = &[
    "under",
    "below",
    "less than",
    "fewer than",
    "younger than",
    "up to but not including",
    "unter",
    "weniger als",
    "junger als",
    "moins de",
    "menos de",
    "menor de",
    "meno di",
    "ponizej",
    "mniej niz",
    "minder dan",
    "onder",
    "<",
];
const UP_TO: &[&str] = &[
    "up to",
    "at most",
    "bis",
    "bis zu",
    "hochstens",
    "maximal",
    "max",
    "jusqu a",
    "hasta",
    "ate",
    "fino a",
    "do",
    "tot",
    "≤",
    "< =",
];
const OVER: &[&str] = &[
    "over",
    "above",
    "more than",
    "older than",
    "uber",
    "mehr als",
    "plus de",
    "mas de",
    "mais de",
    "oltre",
    "piu di",
    "powyzej",
    "wiecej niz",
    "meer dan",
    "boven",
    ">",
];
const FROM: &[&str] = &[
    "from",
    "at least",
    "ab",
    "mindestens",
    "min",
    "a partir de",
    "desde",
    "da",
    "od",
    "vanaf",
    "minimum",
    "≥",
    "> =",
];
const AND_OVER: &[&str] = &[
    "+",
    "and over",
    "and above",
    "or over",
    "or above",
    "and older",
    "or older",
    "or more",
    "and more",
    "and up",
    "plus",
    "up",
    "und alter",
    "und mehr",
    "oder mehr",
    "oder alter",
    "und daruber",
    "et plus",
    "ou plus",
    "o mas",
    "y mas",
    "ou mais",
    "e mais",
    "o piu",
    "e piu",
    "i wiecej",
    "lub wiecej",
    "en ouder",
    "of meer",
    "years and over",
    "years or older",
    "years and older",
    "and upwards",
];
const AND_UNDER: &[&str] = &[
    "or less",
    "or fewer",
    "or under",
    "or younger",
    "and under",
    "and younger",
    "and below",
    "or below",
    "oder weniger",
    "und junger",
    "ou moins",
    "o menos",
    "ou menos",
    "o meno",
];

/// Reads an option such as `18-24`, `Under 18`, `45+`, `201-1,000 employees`, `$50k – $75k`.
pub(crate) fn read(label: &str) -> Option<Range> {
    if let Some((low, high)) = two_ends(label) {
        return (low < high).then_some(Range {
            low: Some((low, true)),
            high: Some((high, true)),
        });
    }
    let (before, value, after) = one_number(label)?;
    let strip = |words: &str| -> String {
        words
            .split(' ')
            .filter(|word| !word.is_empty() && !is_unit(word))
            .collect::<Vec<&str>>()
            .join(" ")
    };
    let (before, after) = (strip(&before), strip(&after));
    let has = |list: &[&str], words: &str| list.contains(&words);
    let (low, high) = match (before.as_str(), after.as_str()) {
        ("", "") => (Some((value.clone(), true)), Some((value, true))),
        (words, "") if has(UNDER, words) => (None, Some((value, false))),
        (words, "") if has(UP_TO, words) => (None, Some((value, true))),
        (words, "") if has(OVER, words) => (Some((value, false)), None),
        (words, "") if has(FROM, words) => (Some((value, true)), None),
        ("", words) if has(AND_OVER, words) => (Some((value, true)), None),
        ("", words) if has(AND_UNDER, words) => (None, Some((value, true))),
        _ => return None,
    };
    Some(Range { low, high })
}

/// The words beside a number that say only what is counted.
fn is_unit(word: &str) -> bool {
    text::is_currency(word.chars().next().unwrap_or(' ')) && word.chars().count() == 1
        || matches!(
            word,
            "years"
                | "year"
                | "yrs"
                | "old"
                | "employees"
                | "people"
                | "persons"
                | "days"
                | "months"
                | "weeks"
                | "hours"
                | "minutes"
                | "km"
                | "kg"
                | "cm"
                | "jahre"
                | "jahren"
                | "ans"
                | "anos"
                | "anni"
                | "lat"
                | "mitarbeiter"
                | "personen"
                | "personnes"
                | "personas"
                | "pessoas"
                | "rooms"
                | "guests"
                | "miles"
                | "usd"
                | "eur"
                | "gbp"
                | "age"
                | "aged"
                | "per"
                | "month"
                | "week"
                | "employes"
                | "salaries"
                | "empleados"
                | "users"
                | "staff"
                | "jaar"
                | "%"
        )
}

fn two_ends(label: &str) -> Option<(Decimal, Decimal)> {
    let label = label.trim();
    for mark in [
        "-",
        "–",
        "—",
        "−",
        " to ",
        " bis ",
        " à ",
        " a ",
        " do ",
        " tot ",
        " through ",
        " and ",
        "~",
        "〜",
    ] {
        let Some((one, two)) = label.split_once(mark) else {
            continue;
        };
        let one = one.trim();
        let one = one
            .strip_prefix("between ")
            .or_else(|| one.strip_prefix("Between "))
            .or_else(|| one.strip_prefix("from "))
            .or_else(|| one.strip_prefix("From "))
            .or_else(|| one.strip_prefix("Age "))
            .or_else(|| one.strip_prefix("Ages "))
            .unwrap_or(one);
        if let (Some(low), Some(high)) = (end(one), end(two)) {
            return Some((low, high));
        }
    }
    None
}

/// One end of a range: a number with a currency or a unit that only says what is counted.
fn end(written: &str) -> Option<Decimal> {
    let (before, value, after) = one_number(written)?;
    let bare = |words: &str| words.split(' ').all(|word| word.is_empty() || is_unit(word));
    (bare(&before) && bare(&after)).then_some(value)
}

/// The only number of a text with the folded words before and after it.
fn one_number(written: &str) -> Option<(String, Decimal, String)> {
    let plain = text::ascii_digits(written.trim());
    let start = plain.find(|c: char| c.is_ascii_digit())?;
    let end = plain.rfind(|c: char| c.is_ascii_digit())? + 1;
    let mut tail = &plain[end..];
    let mut shift = 0;
    for (mark, places) in [("k", 3), ("K", 3), ("M", 6), ("m", 6)] {
        if let Some(rest) = tail.strip_prefix(mark)
            && !rest.starts_with(|c: char| c.is_alphanumeric())
        {
            (tail, shift) = (rest, places);
        }
    }
    let body = &plain[start..end];
    if body.contains(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | ' ' | '\'' | '\u{a0}' | '\u{202f}'))) {
        return None;
    }
    // In a list of ranges three digits after a mark are a group.
    let value = match number::read(body, Habit::Unknown, None) {
        Ok(amount) => amount.value,
        Err(number::Fault::Ambiguous) => {
            let digits: String = body.chars().filter(char::is_ascii_digit).collect();
            Decimal::new(false, &digits, "")
        }
        Err(_) => return None,
    };
    let plus = tail.trim_start().starts_with('+');
    let after = if plus {
        alloc::format!("+ {}", text::fold(tail.trim_start().trim_start_matches('+')))
    } else {
        text::fold(tail)
    };
    Some((
        text::fold(&plain[..start]),
        value.shifted(shift),
        String::from(after.trim()),
    ))
}

/// The number a wish for a range asks for, with nothing but a unit around it.
pub(crate) fn wished(written: &str) -> Option<Decimal> {
    let negative = written.trim_start().starts_with('-');
    if negative {
        return None;
    }
    let habit_free = number::read(written, Habit::Unknown, None);
    match habit_free {
        Ok(amount) => {
            let bare = amount.unit.split(' ').all(|word| word.is_empty() || is_unit(word));
            (bare && !amount.percent).then_some(amount.value)
        }
        Err(_) => None,
    }
}

/// A time of day in minutes, and whether it says which half of the day it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) minutes: u32,
    pub(crate) half_known: bool,
}

/// Reads `10:00`, `10:00 AM`, `3pm`, `15h30`, `15.30 Uhr`, `noon`.
pub(crate) fn moment(written: &str) -> Option<Moment> {
    let lower = text::ascii_digits(&text::squeeze(written)).to_lowercase();
    match lower.as_str() {
        "noon" | "midday" | "12 noon" => {
            return Some(Moment {
                minutes: 720,
                half_known: true,
            });
        }
        "midnight" | "12 midnight" => {
            return Some(Moment {
                minutes: 0,
                half_known: true,
            });
        }
        _ => {}
    }
    let compact: String = lower
        .chars()
        .filter(|c| !matches!(c, ' ' | '\u{a0}' | '\u{202f}'))
        .collect();
    let (clock, half) = if let Some(rest) = ["a.m.", "am", "a.m", "a"]
        .iter()
        .find_map(|mark| compact.strip_suffix(mark))
    {
        (rest, Some(false))
    } else if let Some(rest) = ["p.m.", "pm", "p.m", "p"]
        .iter()
        .find_map(|mark| compact.strip_suffix(mark))
    {
        (rest, Some(true))
    } else {
        (compact.as_str(), None)
    };
    let (clock, worded) = ["uhr", "hrs", "h"]
        .iter()
        .find_map(|mark| clock.strip_suffix(mark))
        .map_or((clock, false), |rest| (rest, true));
    let mut pieces = clock.split([':', 'h', '.']);
    let hour = pieces.next().and_then(two_digits)?;
    let minute = pieces.next().map_or(Some(0), two_digits)?;
    let divided = clock.contains([':', 'h', '.']);
    let second = pieces.next().map_or(Some(0), two_digits)?;
    if pieces.next().is_some() || minute > 59 || second != 0 || hour > 24 || (hour == 24 && minute > 0) {
        return None;
    }
    if !divided && half.is_none() && !worded {
        return None;
    }
    let hour = match half {
        Some(_) if hour == 0 || hour > 12 => return None,
        Some(after) => hour % 12 + if after { 12 } else { 0 },
        None => hour % 24,
    };
    Some(Moment {
        minutes: hour * 60 + minute,
        half_known: half.is_some() || hour > 12 || hour == 0 || clock.starts_with('0'),
    })
}

fn two_digits(piece: &str) -> Option<u32> {
    ((1..=2).contains(&piece.len()) && piece.bytes().all(|b| b.is_ascii_digit())).then(|| piece.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::{Moment, moment, read, wished};
    use crate::form::value::decimal::Decimal;

    #[test]
    fn a_range_holds_what_a_reader_expects() {
        let table = [
            ("18-24", "24", true),
            ("18-24", "25", false),
            ("35 – 44", "35", true),
            ("25 to 34", "30", true),
            ("Between 25 and 34", "25", true),
            ("Under 18", "17", true),
            ("Under 18", "18", false),
            ("< 18", "17.5", true),
            ("Up to 17", "17", true),
            ("45+", "45", true),
            ("45+", "44", false),
            ("65 and over", "65", true),
            ("Over 65", "65", false),
            ("201-1,000", "1000", true),
            ("1,001+", "5000", true),
            ("1.001 – 5.000 Mitarbeiter", "2000", true),
            ("$50,000 - $74,999", "60000", true),
            ("$50k–$75k", "60000", true),
            ("$100k+", "150000", true),
            ("unter 18 Jahre", "3", true),
            ("65 ans et plus", "70", true),
            ("10 or fewer", "10", true),
            ("100,000+ users", "100000", true),
        ];
        for (label, number, holds) in table {
            let range = read(label).unwrap_or_else(|| panic!("{label}"));
            assert_eq!(
                range.holds(&Decimal::literal(number).unwrap()),
                holds,
                "{number} in {label}"
            );
        }
        for label in [
            "Red",
            "Net 60 days",
            "5 apples or so",
            "2024-01-01",
            "10-5",
            "",
            "+44 7",
        ] {
            assert_eq!(read(label), None, "{label}");
        }
        assert!(read("7").is_some_and(|range| range.single()));
        assert_eq!(wished("30 years"), Decimal::literal("30"));
        assert_eq!(wished("20-30"), None);
    }

    #[test]
    fn a_moment_is_read_with_or_without_its_half() {
        let table = [
            ("10:00 AM", Some((600, true))),
            ("10:00", Some((600, false))),
            ("09:00", Some((540, true))),
            ("3pm", Some((900, true))),
            ("12:00 a.m.", Some((0, true))),
            ("15h30", Some((930, true))),
            ("15.30 Uhr", Some((930, true))),
            ("noon", Some((720, true))),
            ("13 PM", None),
            ("10", None),
            ("25:00", None),
            ("12:60", None),
            ("1:2:3:4", None),
        ];
        for (text, expected) in table {
            let expected = expected.map(|(minutes, half_known)| Moment { minutes, half_known });
            assert_eq!(moment(text), expected, "{text}");
        }
    }
}

//! Options that are times of day.

use alloc::string::String;

use crate::form::text;

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
    let hour = pieces.next().and_then(one_or_two)?;
    // Minutes always have two digits: `10.5` is a number.
    let minute = pieces.next().map_or(Some(0), two)?;
    let divided = clock.contains([':', 'h', '.']);
    let second = pieces.next().map_or(Some(0), two)?;
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

fn one_or_two(piece: &str) -> Option<u32> {
    ((1..=2).contains(&piece.len()) && piece.bytes().all(|b| b.is_ascii_digit())).then(|| piece.parse().ok())?
}

fn two(piece: &str) -> Option<u32> {
    one_or_two(piece).filter(|_| piece.len() == 2)
}

#[cfg(test)]
mod tests {
    use super::{Moment, moment};

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
            ("10.5", None),
            ("10.05", Some((605, false))),
            ("10:5", None),
            ("10h5", None),
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

//! Which part of a clock in pieces to move next, so that it shows a time.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use chrono::{NaiveTime, Timelike};

use super::calendar::{Cell, Effect};
use crate::form::fold::words;
use crate::form::model::Piece;
use crate::form::value::{Context, time};

/// How a part of a clock is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// A box to type into.
    Type,
    /// A native list.
    Select,
    /// A list of numbers, or of AM and PM, to press.
    #[default]
    List,
    /// A list of whole times to press.
    Times,
    /// A number with a button that counts up and one that counts down.
    Count,
    /// A button that goes from AM to PM and back.
    Toggle,
}

/// One part of a clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dial {
    /// How it is set.
    pub way: Way,
    /// What it says of itself: names, labels.
    pub words: String,
    /// The element to type into, choose in or press.
    pub element: Option<u32>,
    /// What it shows.
    pub value: String,
    /// The greatest number that it takes, else empty.
    pub max: String,
    /// The button that counts up.
    pub more: Option<u32>,
    /// The button that counts down.
    pub less: Option<u32>,
    /// What can be chosen.
    pub options: Vec<Cell>,
}

/// What to do on a clock as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// It shows the time, or was brought to it.
    Done,
    /// Do this. The part and what it is brought to.
    Do(Effect, Part),
    /// This presses the whole time.
    Last(Effect),
    /// It does not offer the time: why.
    NotOffered(String),
    /// It cannot be told what its parts mean.
    Unread,
}

/// A part of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Hour,
    Minute,
    Second,
    Half,
}

/// What was done to a clock so far: how often to each part.
#[derive(Clone, Debug, Default)]
pub(super) struct Done(Vec<Part>);

impl Done {
    pub(super) fn note(&mut self, part: Part) {
        self.0.push(part);
    }

    fn times(&self, part: Part) -> usize {
        self.0.iter().filter(|done| **done == part).count()
    }
}

/// A number that is counted to is counted so far at most.
const COUNTS: usize = 70;

/// What to do so that `dials` show `wanted`.
pub(super) fn turn(dials: &[Dial], wanted: NaiveTime, done: &Done) -> Turn {
    if let Some(list) = dials.iter().find(|dial| dial.way == Way::Times) {
        return whole(list, wanted);
    }
    let parts = parts(dials);
    let dial = |part: Part| parts.iter().find(|(own, _)| *own == part).map(|(_, dial)| *dial);
    let Some(hours) = dial(Part::Hour) else {
        return Turn::Unread;
    };
    let twelve = dial(Part::Half).is_some() && !has_more_than(hours, 12);
    if !twelve && is_twelve(hours) {
        return Turn::Unread;
    }
    for part in [Part::Hour, Part::Minute, Part::Second, Part::Half] {
        let number = match part {
            Part::Hour if twelve => twelfth(wanted.hour(), hours),
            Part::Hour => wanted.hour(),
            Part::Minute => wanted.minute(),
            Part::Second => wanted.second(),
            Part::Half => u32::from(wanted.hour() >= 12),
        };
        let Some(dial) = dial(part) else {
            if number != 0 && part != Part::Half {
                return Turn::NotOffered("the clock has whole hours or minutes only".to_string());
            }
            continue;
        };
        match set(dial, part, number, done) {
            Turn::Done => {}
            step => return step,
        }
    }
    Turn::Done
}

/// An hour as a clock of twelve has it: some begin at nought.
fn twelfth(hour: u32, dial: &Dial) -> u32 {
    let nought = dial.options.iter().any(|option| option.text.parse() == Ok(0_u32));
    match hour % 12 {
        0 if !nought => 12,
        hour => hour,
    }
}

fn greatest(dial: &Dial) -> Option<u32> {
    let options = dial.options.iter().filter_map(|option| option.text.trim().parse().ok());
    options.max().or_else(|| dial.max.trim().parse().ok())
}

fn has_more_than(dial: &Dial, most: u32) -> bool {
    greatest(dial).is_some_and(|greatest| greatest > most)
}

/// Whether its hours go to 12 or 11 only.
fn is_twelve(dial: &Dial) -> bool {
    greatest(dial).is_some_and(|greatest| greatest <= 12)
}

/// One list of all times.
fn whole(list: &Dial, wanted: NaiveTime) -> Turn {
    let context = Context::default();
    let mut fitting = list
        .options
        .iter()
        .filter(|option| time::parse(&option.text, &context) == Ok(wanted));
    match (fitting.next(), fitting.next()) {
        (Some(option), None) if option.disabled => {
            Turn::NotOffered("its list shows that time, and as one that cannot be chosen".to_string())
        }
        (Some(option), None) => Turn::Last(Effect::Press(option.element)),
        (Some(_), Some(_)) => Turn::Unread,
        (None, _) => Turn::NotOffered(match (list.options.first(), list.options.last()) {
            (Some(first), Some(last)) => {
                format!(
                    "its list goes from {} to {} and has no such time",
                    first.text, last.text
                )
            }
            _ => "its list has no such time".to_string(),
        }),
    }
}

/// What each dial is: by its words, by what it offers, or else by its place.
fn parts(dials: &[Dial]) -> Vec<(Part, &Dial)> {
    let mut named: Vec<(Option<Part>, &Dial)> = dials.iter().map(|dial| (said(dial), dial)).collect();
    let mut left = [Part::Hour, Part::Minute, Part::Second]
        .into_iter()
        .filter(|part| !named.iter().any(|(own, _)| *own == Some(*part)))
        .collect::<Vec<_>>()
        .into_iter();
    for (part, _) in &mut named {
        if part.is_none() {
            *part = left.next();
        }
    }
    let mut told: Vec<(Part, &Dial)> = Vec::new();
    for (part, dial) in named {
        if let Some(part) = part
            && !told.iter().any(|(own, _)| *own == part)
        {
            told.push((part, dial));
        }
    }
    told
}

fn said(dial: &Dial) -> Option<Part> {
    let halves = || dial.options.iter().all(|option| is_half(&option.text).is_some());
    if dial.way == Way::Toggle || (!dial.options.is_empty() && halves()) {
        return Some(Part::Half);
    }
    words(&dial.words).iter().find_map(|word| {
        match crate::form::assemble::piece_word(word) {
            Some(Piece::Hour) => return Some(Part::Hour),
            Some(Piece::Minute) => return Some(Part::Minute),
            Some(Piece::Half) => return Some(Part::Half),
            _ => {}
        }
        matches!(
            word.as_str(),
            "second" | "seconds" | "sekunde" | "sekunden" | "seconde" | "secondes" | "segundo" | "segundos"
        )
        .then_some(Part::Second)
    })
}

/// Whether a text is AM (`false`) or PM (`true`).
fn is_half(text: &str) -> Option<bool> {
    let letters: String = text.chars().filter(char::is_ascii_alphabetic).collect();
    match letters.to_ascii_lowercase().as_str() {
        "am" | "a" => Some(false),
        "pm" | "p" => Some(true),
        _ => None,
    }
}

fn set(dial: &Dial, part: Part, number: u32, done: &Done) -> Turn {
    let reads = |text: &str| match part {
        Part::Half => is_half(text).map(u32::from),
        _ => text.trim().parse().ok(),
    };
    let times = done.times(part);
    match dial.way {
        Way::Type | Way::Toggle | Way::Count if reads(&dial.value) == Some(number) => Turn::Done,
        Way::Type => match (dial.element, times) {
            (Some(element), 0) => {
                let text = match part {
                    Part::Half if number == 1 => "PM".to_string(),
                    Part::Half => "AM".to_string(),
                    _ => format!("{number:02}"),
                };
                Turn::Do(Effect::Type(element, text), part)
            }
            _ => Turn::NotOffered("its clock did not take the time".to_string()),
        },
        Way::Toggle => match (dial.element, times) {
            (Some(element), 0) => Turn::Do(Effect::Press(element), part),
            _ => Turn::NotOffered("its clock did not take the half of the day".to_string()),
        },
        Way::Count => count(dial, part, number, times),
        Way::Select | Way::List | Way::Times => {
            if times > 0 {
                return Turn::Done;
            }
            let mut fitting = dial
                .options
                .iter()
                .enumerate()
                .filter(|(_, option)| reads(&option.text) == Some(number));
            match (fitting.next(), fitting.next(), dial.element) {
                (Some((_, option)), None, _) if option.disabled => {
                    Turn::NotOffered("its clock shows that time, and as one that cannot be chosen".to_string())
                }
                (Some((at, _)), None, Some(element)) if dial.way == Way::Select => {
                    Turn::Do(Effect::Option(element, at), part)
                }
                (Some((_, option)), None, _) => Turn::Do(Effect::Press(option.element), part),
                (Some(_), Some(_), _) => Turn::Unread,
                (None, ..) => Turn::NotOffered(not_listed(dial, part)),
            }
        }
    }
}

fn not_listed(dial: &Dial, part: Part) -> String {
    const SHOWN: usize = 12;
    let what = match part {
        Part::Hour => "hours",
        Part::Minute => "minutes",
        Part::Second => "seconds",
        Part::Half => "halves of the day",
    };
    let texts: Vec<&str> = dial
        .options
        .iter()
        .take(SHOWN)
        .map(|option| option.text.as_str())
        .collect();
    let more = if dial.options.len() > SHOWN { ", …" } else { "" };
    format!("its clock offers the {what} {}{more} only", texts.join(", "))
}

/// Counts towards the number by the shorter way round.
fn count(dial: &Dial, part: Part, number: u32, times: usize) -> Turn {
    let (Ok(now), Some(more), Some(less)) = (dial.value.trim().parse::<u32>(), dial.more, dial.less) else {
        return Turn::Unread;
    };
    if times >= COUNTS {
        return Turn::NotOffered("its clock counts in steps that pass over that time".to_string());
    }
    let round = match part {
        Part::Hour if is_twelve(dial) => 12,
        Part::Hour => 24,
        _ => 60,
    };
    // Once begun, on the same way: where the steps are large the shorter way may turn.
    let up = (number + round - now % round) % round;
    let button = if up <= round / 2 { more } else { less };
    Turn::Do(Effect::Press(button), part)
}

//! Chooses a day in a calendar that opens for a field.
//!
//! ```text
//! opening ── opened ──▶ resting ── at rest ──▶ looking ── the day is shown ──▶ choosing ── at rest ──▶ done(Chosen)
//!                          ▲                     │
//!                          └── leafed on or back ┤
//!                                                └── it cannot be got to ──▶ closing ──▶ done(…)
//! ```
//!
//! A day is pressed only where the calendar says which month it shows, or where the day itself says which day it is.
//! Leafing ends when the calendar no longer moves.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use chrono::{Datelike, NaiveDate};
#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use crate::form::model::{Field, Piece};
use crate::form::value::date::Hints;
use crate::form::value::{Context, Plan, layout, month, parts};
use crate::machine::{Machine, Millis, Transition, Turn};

/// What a calendar shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Its header, such as `March 2031`.
    pub header: String,
    /// The button back by a month.
    pub previous: Option<u32>,
    /// The button on by a month.
    pub next: Option<u32>,
    /// A native select for the month.
    pub month: Option<u32>,
    /// A native select for the year.
    pub year: Option<u32>,
    /// Its days.
    pub days: Vec<Day>,
}

/// One day of a calendar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Day {
    /// The element to press.
    pub element: u32,
    /// What it shows.
    pub text: String,
    /// What it says of itself: a name, a date in an attribute; else empty.
    pub name: String,
    /// Whether it is of another month than the one shown.
    pub outside: bool,
    /// Whether it cannot be chosen.
    pub disabled: bool,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Time passed.
    Tick,
    /// What was asked for was done; the trouble, empty if there was none.
    Done(String),
    /// The page has come to rest, or not within its time.
    Rested,
    /// The calendar that is open, if there is one.
    Seen(Option<Shown>),
}

/// What it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Press the field.
    Open,
    /// Wait until the page has come to rest.
    Rest,
    /// Look at the calendar.
    Look,
    /// Press this element.
    Press(u32),
    /// Choose this month or year in a native select; see [`choice`].
    Choose(u32, Piece, i32),
    /// Close whatever was opened (the escape key).
    Close,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The day was pressed.
    Chosen,
    /// The calendar does not offer the day, or cannot be leafed to it.
    NotOffered,
    /// No calendar opened.
    NoCalendar,
    /// It could not be operated: the trouble.
    Broken(String),
    /// It did not come to an end in time.
    TimedOut,
}

/// The longest that one choice may take, in milliseconds.
pub const PATIENCE: u64 = 20_000;
/// At most so many months are leafed through.
const LEAVES: u32 = 1_300;

/// The day that `text`, planned for `field`, means: by itself, or by the order of the field's own format.
pub fn day_meant(text: &str, field: &Field) -> Option<NaiveDate> {
    let context = Context::default();
    if let Ok(day) = crate::form::value::date::parse(text, &context, Hints::default()) {
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

/// The number of the option of `select` that stands for a month (1 to 12) or a year.
pub fn choice(select: &Field, piece: Piece, number: i32) -> Option<usize> {
    match parts::for_part(&number.to_string(), piece, select, &Context::default()) {
        Ok(Plan::Choose(chosen)) => chosen.first().copied(),
        _ => None,
    }
}

/// See the module.
pub struct Calendar {
    machine: StateMachine<Inner>,
    trace: Vec<Transition>,
}

impl Calendar {
    /// Chooses `day`.
    pub fn new(day: NaiveDate) -> Self {
        let inner = Inner {
            day,
            give_up: None,
            leaves: 0,
            before: None,
            selected: false,
            verdict: None,
        };
        Self {
            machine: inner.state_machine(),
            trace: Vec::new(),
        }
    }
}

impl Machine for Calendar {
    type Event = Event;
    type Effect = Effect;
    type Verdict = Verdict;

    const TICK: Event = Event::Tick;

    fn handle(&mut self, now: Millis, event: Event) -> Vec<Effect> {
        let mut turn = Turn::new(now, event.name());
        self.machine.handle_with_context(&event, &mut turn);
        self.trace.append(&mut turn.trace);
        turn.effects
    }

    fn deadline(&self) -> Option<Millis> {
        let inner = self.machine.inner();
        if inner.verdict.is_some() { None } else { inner.give_up }
    }

    fn verdict(&self) -> Option<Verdict> {
        self.machine.inner().verdict.clone()
    }

    fn take_trace(&mut self) -> Vec<Transition> {
        core::mem::take(&mut self.trace)
    }
}

impl Event {
    const fn name(&self) -> &'static str {
        match self {
            Self::Tick => "Tick",
            Self::Done(_) => "Done",
            Self::Rested => "Rested",
            Self::Seen(_) => "Seen",
        }
    }
}

struct Inner {
    day: NaiveDate,
    give_up: Option<Millis>,
    leaves: u32,
    /// The header before it was leafed.
    before: Option<String>,
    /// Whether the year was chosen in a select.
    selected: bool,
    verdict: Option<Verdict>,
}

#[state_machine(
    initial = "State::idle()",
    state(derive(Clone, Debug)),
    superstate(derive(Debug)),
    after_transition = "Self::note",
    visibility = ""
)]
impl Inner {
    #[state(superstate = "working")]
    fn idle(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Tick if self.give_up.is_none() => {
                self.give_up = Some(context.now.plus(PATIENCE));
                context.ask(Effect::Open);
                Transition(State::moving())
            }
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn moving(event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Done(trouble) if trouble.is_empty() => {
                context.ask(Effect::Rest);
                Transition(State::resting())
            }
            Event::Done(trouble) => {
                let trouble = trouble.clone();
                Self::close(context, Verdict::Broken(trouble))
            }
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn resting(event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Rested => {
                context.ask(Effect::Look);
                Transition(State::looking())
            }
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn looking(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Seen(seen) = event else {
            return Super;
        };
        let Some(shown) = seen else {
            return Self::close(context, Verdict::NoCalendar);
        };
        match self.next(shown) {
            Move::Choose(element) => {
                context.ask(Effect::Press(element));
                Transition(State::choosing())
            }
            Move::Leaf(effect) => {
                self.leaves += 1;
                self.before = Some(shown.header.clone());
                context.ask(effect);
                Transition(State::moving())
            }
            Move::Stuck => Self::close(context, Verdict::NotOffered),
        }
    }

    #[state(superstate = "working")]
    fn choosing(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Done(trouble) if trouble.is_empty() => {
                context.ask(Effect::Rest);
                Handled
            }
            Event::Done(trouble) => {
                let trouble = trouble.clone();
                Self::close(context, Verdict::Broken(trouble))
            }
            Event::Rested => self.end(Verdict::Chosen),
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn closing(&mut self, verdict: &Verdict, event: &Event) -> Outcome<State> {
        match event {
            Event::Done(_) => {
                let verdict = verdict.clone();
                self.end(verdict)
            }
            _ => Super,
        }
    }

    #[superstate]
    fn working(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Tick if self.give_up.is_some_and(|at| at <= context.now) => self.end(Verdict::TimedOut),
            // An answer to a question that nobody asks any more.
            Event::Tick | Event::Done(_) | Event::Rested | Event::Seen(_) => Handled,
        }
    }

    #[state]
    fn done(event: &Event) -> Outcome<State> {
        match event {
            Event::Tick | Event::Done(_) | Event::Rested | Event::Seen(_) => Handled,
        }
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("calendar", from, to);
    }
}

/// What to do on a calendar as it is.
enum Move {
    Choose(u32),
    Leaf(Effect),
    Stuck,
}

impl Inner {
    fn next(&mut self, shown: &Shown) -> Move {
        let context = Context::default();
        let says = |day: &&Day| crate::form::value::date::parse(&day.name, &context, Hints::default()) == Ok(self.day);
        if let Some(day) = shown.days.iter().filter(|day| !day.name.is_empty()).find(says) {
            return if day.disabled {
                Move::Stuck
            } else {
                Move::Choose(day.element)
            };
        }
        let Ok((year, month)) = month::parse(&shown.header, &context, Hints::default()) else {
            return Move::Stuck;
        };
        let target = (self.day.year(), self.day.month());
        if (year, month) == target {
            let text = format!("{}", self.day.day());
            let mut fitting = shown
                .days
                .iter()
                .filter(|day| !day.outside && day.text.trim().trim_start_matches('0') == text);
            return match (fitting.next(), fitting.next()) {
                (Some(day), None) if !day.disabled => Move::Choose(day.element),
                _ => Move::Stuck,
            };
        }
        if self.leaves >= LEAVES {
            return Move::Stuck;
        }
        if let (Some(select), false, true) = (shown.year, self.selected, year != target.0) {
            self.selected = true;
            return Move::Leaf(Effect::Choose(select, Piece::Year, target.0));
        }
        // A calendar that shows what it showed before it was leafed has come to its end.
        if self.leaves > 0 && self.before.as_deref() == Some(shown.header.as_str()) {
            return Move::Stuck;
        }
        if let (Some(select), true) = (shown.month, year == target.0) {
            let month = i32::try_from(target.1).unwrap_or(1);
            return Move::Leaf(Effect::Choose(select, Piece::Month, month));
        }
        let button = if (year, month) < target {
            shown.next
        } else {
            shown.previous
        };
        button.map_or(Move::Stuck, |button| Move::Leaf(Effect::Press(button)))
    }

    fn close(context: &mut Turn<Effect>, verdict: Verdict) -> Outcome<State> {
        context.ask(Effect::Close);
        Transition(State::closing(verdict))
    }

    fn end(&mut self, verdict: Verdict) -> Outcome<State> {
        self.verdict = Some(verdict);
        Transition(State::done())
    }
}

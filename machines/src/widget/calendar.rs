//! Chooses a day, a month, a time or several of these in what opens for a field.
//!
//! ```text
//! idle ── opened ──▶ moving ── done ──▶ resting ── at rest ──▶ looking ── all is chosen ──▶ done(Chosen)
//!                      ▲                                         │
//!                      ├── pressed, chosen, typed or turned ─────┤
//!                      ├── nothing open, another way to open it ─┤
//!                      └── all is chosen, a button confirms it ──┤
//!                                                                └── it cannot be got to ──▶ closing ──▶ done(…)
//! ```
//!
//! A day is pressed only where the picker says which month it shows, or where the day itself says which day it is. A way
//! of turning the page that changed nothing is not tried again; where none is left, the picker has come to its end.

mod moves;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use chrono::{NaiveDate, NaiveTime};
#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use self::moves::{Move, face};
use super::clock::{self, Dial};
use super::moment::Moment;
use crate::form::model::{Field, Piece};
use crate::form::value::{Context, Plan, parts};
use crate::machine::{Machine, Millis, Transition, Turn};

/// What a picker shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Whether it lies over the page, and was opened.
    pub floats: bool,
    /// Whether it was watched, and was still moving in the end.
    pub moving: bool,
    /// Its header, such as `March 2031`.
    pub header: String,
    /// The button back by what it shows at once.
    pub previous: Option<u32>,
    /// The button on.
    pub next: Option<u32>,
    /// The button back by a year, beside the one by a month.
    pub year_back: Option<u32>,
    /// The button on by a year.
    pub year_on: Option<u32>,
    /// A native select for the day, where it shows no days to press.
    pub day: Option<u32>,
    /// A native select for the month.
    pub month: Option<u32>,
    /// A native select for the year.
    pub year: Option<u32>,
    /// A box to type the year into.
    pub year_box: Option<u32>,
    /// What widens the view, to the months of a year or to years.
    pub up: Option<u32>,
    /// Its days.
    pub days: Vec<Day>,
    /// Its months or years, where it shows no days.
    pub cells: Vec<Cell>,
    /// Its clock, a part each.
    pub clock: Vec<Dial>,
    /// The button that takes over what was chosen.
    pub confirm: Option<u32>,
}

/// One month, year, hour or time to press.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The element to press.
    pub element: u32,
    /// What it shows.
    pub text: String,
    /// What it says of itself, else empty.
    pub name: String,
    /// Whether it is marked as chosen.
    pub chosen: bool,
    /// Whether it cannot be chosen.
    pub disabled: bool,
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
    /// The picker that is open.
    Seen(Shown),
    /// Nothing is open. The button beside the field that may open it, if there is one.
    Unseen(Option<u32>),
}

/// What it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Press the field.
    Open,
    /// Wait until the page has come to rest.
    Rest,
    /// Look at the picker.
    Look,
    /// Look at it once nothing in it moves any more: what it shows could not be told.
    Watch,
    /// Press this element.
    Press(u32),
    /// Choose this day, month or year in a native select; see [`choice`].
    Choose(u32, Piece, i32),
    /// Choose this option of a native select, by its number.
    Option(u32, usize),
    /// Type this into a box of the picker.
    Type(u32, String),
    /// Close whatever was opened (the escape key).
    Close,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was chosen.
    Chosen,
    /// The picker does not offer it: what it says of it.
    NotOffered(String),
    /// A picker opened of which it cannot be told what it shows.
    Unread,
    /// No picker opened.
    NoCalendar,
    /// It could not be operated: the trouble.
    Broken(String),
    /// It did not come to an end in time.
    TimedOut,
}

/// The longest that one choice may take, in milliseconds.
pub const PATIENCE: u64 = 20_000;
/// At most so many moves are made.
const MOVES: u32 = 1_400;
/// At most so often it is opened.
const OPENINGS: u32 = 4;
/// So often is looked again where it cannot be told what is shown: it may just be coming up.
const GLANCES: u32 = 3;
/// So often is looked again where a press could not reach what was shown.
const MISSES: u8 = 2;

/// The number of the option of `select` that stands for a day, a month (1 to 12) or a year.
pub fn choice(select: &Field, piece: Piece, number: i32) -> Option<usize> {
    match parts::for_part(&number.to_string(), piece, select, &Context::default()) {
        Ok(Plan::Choose(chosen)) => chosen.first().copied(),
        _ => None,
    }
}

/// One thing to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    Day(NaiveDate),
    Month(i32, u32),
    Time(NaiveTime),
}

fn goals(moment: Moment) -> Vec<Goal> {
    match moment {
        Moment::Day(day) => [Goal::Day(day)].into(),
        Moment::Month(year, month) => [Goal::Month(year, month)].into(),
        Moment::Time(time) => [Goal::Time(time)].into(),
        Moment::Stamp(day, time) => [Goal::Day(day), Goal::Time(time)].into(),
        Moment::Span(from, to) => [Goal::Day(from), Goal::Day(to)].into(),
    }
}

/// See the module.
pub struct Calendar {
    machine: StateMachine<Inner>,
    trace: Vec<Transition>,
}

impl Calendar {
    /// Chooses `moment`. With `insists` the field is opened once more if nothing opened at first: it cannot be typed into.
    pub fn new(moment: Moment, insists: bool) -> Self {
        let inner = Inner {
            goals: goals(moment),
            at: 0,
            pressed: None,
            missed: 0,
            insists,
            give_up: None,
            moves: 0,
            openings: 0,
            last: None,
            failed: Vec::new(),
            listed: Vec::new(),
            clock: clock::Done::default(),
            confirmed: false,
            glances: 0,
            look: Effect::Look,
            trouble: String::new(),
            opened: false,
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
            Self::Unseen(_) => "Unseen",
        }
    }
}

/// A way of turning to another month or year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    YearList,
    MonthList,
    YearBox,
    Up,
    Leap,
    Turn,
}

struct Inner {
    goals: Vec<Goal>,
    /// The goal that is being brought about.
    at: usize,
    /// The goal for which a day, a month or a year was pressed, or turned to, last.
    pressed: Option<usize>,
    /// How often what was to be pressed was not there, or lay under something, once it was.
    missed: u8,
    insists: bool,
    give_up: Option<Millis>,
    moves: u32,
    /// How often it was opened.
    openings: u32,
    /// The way that was tried last, and what was shown before.
    last: Option<(Way, String)>,
    /// The ways that changed nothing.
    failed: Vec<Way>,
    /// The native lists that were set where there are no days to press.
    listed: Vec<Piece>,
    /// What was done to the clock.
    clock: clock::Done,
    confirmed: bool,
    /// How often it was looked at again.
    glances: u32,
    /// The look that follows the next rest.
    look: Effect,
    /// What stood in the way of opening it.
    trouble: String,
    /// Whether it has been seen open.
    opened: bool,
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
                self.openings = 1;
                context.ask(Effect::Open);
                Transition(State::moving())
            }
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn moving(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Done(trouble) if trouble.is_empty() || (trouble == "covered" && !self.opened) => {
                // What lies over the field may be its own picker.
                self.trouble.clone_from(trouble);
                context.ask(Effect::Rest);
                Transition(State::resting())
            }
            // It moves, or was drawn anew, before the press: it is looked at once more.
            Event::Done(trouble)
                if self.missed < MISSES
                    && matches!(trouble.as_str(), "covered" | "hidden" | "gone")
                    && let Some(at) = self.pressed =>
            {
                self.missed += 1;
                self.at = at;
                self.last = None;
                self.look = Effect::Watch;
                context.ask(Effect::Rest);
                Transition(State::resting())
            }
            Event::Done(trouble) => {
                let verdict = match trouble.as_str() {
                    "no-option" => Verdict::NotOffered("its list does not have that day, month or year".to_string()),
                    _ => Verdict::Broken(trouble.clone()),
                };
                Self::close(context, verdict)
            }
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn resting(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Rested => {
                context.ask(core::mem::replace(&mut self.look, Effect::Look));
                Transition(State::looking())
            }
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn looking(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Seen(shown) => {
                self.opened = true;
                self.weigh(shown);
                self.go(shown, context)
            }
            Event::Unseen(opener) => self.gone(*opener, context),
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
            Event::Tick | Event::Done(_) | Event::Rested | Event::Seen(_) | Event::Unseen(_) => Handled,
        }
    }

    #[state]
    fn done(event: &Event) -> Outcome<State> {
        match event {
            Event::Tick | Event::Done(_) | Event::Rested | Event::Seen(_) | Event::Unseen(_) => Handled,
        }
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("calendar", from, to);
    }
}

impl Inner {
    /// Whether the way that was tried last changed anything.
    fn weigh(&mut self, shown: &Shown) {
        if let Some((way, before)) = self.last.take()
            && before == face(shown)
            && !self.failed.contains(&way)
        {
            self.failed.push(way);
        }
    }

    fn go(&mut self, shown: &Shown, context: &mut Turn<Effect>) -> Outcome<State> {
        while let Some(goal) = self.goals.get(self.at).copied() {
            if self.moves >= MOVES {
                return Self::close(context, Verdict::NotOffered("it cannot be turned so far".to_string()));
            }
            self.moves += 1;
            let at = self.at;
            let effect = match self.step(goal, shown) {
                Move::Do(effect) => effect,
                Move::Reach(effect) => {
                    self.reach();
                    effect
                }
                Move::Reached => {
                    self.reach();
                    continue;
                }
                Move::NotOffered(why) => return Self::close(context, Verdict::NotOffered(why)),
                Move::Unread if shown.moving || self.glances < GLANCES => {
                    self.glances += u32::from(!shown.moving);
                    self.look = Effect::Watch;
                    context.ask(Effect::Rest);
                    return Transition(State::resting());
                }
                Move::Unread => return Self::close(context, Verdict::Unread),
            };
            let presses = matches!(effect, Effect::Press(_)) && !matches!(goal, Goal::Time(_));
            self.pressed = presses.then_some(at);
            context.ask(effect);
            return Transition(State::moving());
        }
        self.pressed = None;
        // All is chosen. What stands open in the page takes it over by itself.
        match shown.confirm {
            Some(button) if shown.floats && !self.confirmed => {
                self.confirmed = true;
                context.ask(Effect::Press(button));
                Transition(State::moving())
            }
            _ if shown.floats => Self::close(context, Verdict::Chosen),
            _ => self.end(Verdict::Chosen),
        }
    }

    fn reach(&mut self) {
        self.at += 1;
        self.failed.clear();
        self.last = None;
    }

    /// Nothing is open.
    fn gone(&mut self, opener: Option<u32>, context: &mut Turn<Effect>) -> Outcome<State> {
        if self.at >= self.goals.len() {
            return self.end(Verdict::Chosen);
        }
        let effect = match (self.openings, opener) {
            // It closed after the first of two choices, or when it was turned: some do when they lose the focus.
            (1..OPENINGS, _) if self.opened => Effect::Open,
            (1, Some(button)) if !self.opened => Effect::Press(button),
            // One that is about to close when it is pressed closes a moment later.
            (1, None) if !self.opened && self.insists => Effect::Open,
            _ if self.opened => {
                return self.end(Verdict::NotOffered(
                    "it closed before all was chosen: look at what the field holds".to_string(),
                ));
            }
            _ if !self.trouble.is_empty() => {
                let verdict = Verdict::Broken(self.trouble.clone());
                return Self::close(context, verdict);
            }
            _ => return Self::close(context, Verdict::NoCalendar),
        };
        self.openings += 1;
        self.pressed = None;
        context.ask(effect);
        Transition(State::moving())
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

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

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use chrono::{Datelike, NaiveDate, NaiveTime};
#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use super::clock::{self, Dial};
use super::moment::Moment;
use crate::form::model::{Field, Piece};
use crate::form::value::date::Hints;
use crate::form::value::{Context, Plan, month, parts};
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
/// So many months are turned one by one before the view is widened.
const FEW: i32 = 4;
/// So many months are gone by a year at a time where there is a button for it.
const YEAR: i32 = 11;

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

/// What to do for a goal on a picker as it is.
enum Move {
    /// This, and look again.
    Do(Effect),
    /// This, and the goal is reached.
    Reach(Effect),
    /// Nothing: the goal is reached.
    Reached,
    /// The picker does not offer it: why.
    NotOffered(String),
    /// It cannot be told what the picker shows.
    Unread,
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
            context.ask(effect);
            return Transition(State::moving());
        }
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
        context.ask(effect);
        Transition(State::moving())
    }

    fn step(&mut self, goal: Goal, shown: &Shown) -> Move {
        match goal {
            Goal::Day(day) => self.day(day, shown),
            Goal::Month(year, month) if shown.days.is_empty() => self.wide(year, month, shown, true),
            // A picker of days chooses no month.
            Goal::Month(..) => Move::Unread,
            Goal::Time(time) => match clock::turn(&shown.clock, time, &self.clock) {
                clock::Turn::Done => Move::Reached,
                clock::Turn::Do(effect, part) => {
                    self.clock.note(part);
                    Move::Do(effect)
                }
                clock::Turn::Last(effect) => Move::Reach(effect),
                clock::Turn::NotOffered(why) => Move::NotOffered(why),
                clock::Turn::Unread => Move::Unread,
            },
        }
    }

    fn day(&mut self, day: NaiveDate, shown: &Shown) -> Move {
        let context = Context::default();
        let press = |cell: &Day| {
            if cell.disabled {
                Move::NotOffered("it shows that day, and as one that cannot be chosen".to_string())
            } else {
                Move::Reach(Effect::Press(cell.element))
            }
        };
        let says = |cell: &&Day| crate::form::value::date::parse(&cell.name, &context, Hints::default()) == Ok(day);
        if let Some(cell) = shown.days.iter().filter(|cell| !cell.name.is_empty()).find(says) {
            return press(cell);
        }
        if shown.days.is_empty() {
            return if shown.cells.is_empty() {
                self.lists(day, shown)
            } else {
                self.wide(day.year(), day.month(), shown, false)
            };
        }
        let Some((year, month)) = month_shown(shown) else {
            return Move::Unread;
        };
        if (year, month) == (day.year(), day.month()) {
            let text = format!("{}", day.day());
            let mut fitting = shown
                .days
                .iter()
                .filter(|cell| !cell.outside && cell.text.trim().trim_start_matches('0') == text);
            return match (fitting.next(), fitting.next()) {
                (Some(cell), None) => press(cell),
                _ => Move::Unread,
            };
        }
        let apart = (day.year() - year) * 12 + number(day.month()) - number(month);
        let mut ways: Vec<(Way, Option<Effect>)> = Vec::new();
        if year == day.year() {
            let list = shown.month;
            ways.push((
                Way::MonthList,
                list.map(|list| Effect::Choose(list, Piece::Month, number(day.month()))),
            ));
        } else {
            ways.push((
                Way::YearList,
                shown.year.map(|list| Effect::Choose(list, Piece::Year, day.year())),
            ));
            ways.push((
                Way::YearBox,
                shown.year_box.map(|it| Effect::Type(it, day.year().to_string())),
            ));
            if apart.abs() > FEW {
                ways.push((Way::Up, shown.up.map(Effect::Press)));
            }
            if apart.abs() > YEAR {
                let leap = if apart > 0 { shown.year_on } else { shown.year_back };
                ways.push((Way::Leap, leap.map(Effect::Press)));
            }
        }
        let turn = if apart > 0 { shown.next } else { shown.previous };
        ways.push((Way::Turn, turn.map(Effect::Press)));
        self.first(ways, shown)
    }

    /// The first way that is there and has not failed.
    fn first(&mut self, ways: Vec<(Way, Option<Effect>)>, shown: &Shown) -> Move {
        for (way, effect) in ways {
            if let (Some(effect), false) = (effect, self.failed.contains(&way)) {
                self.last = Some((way, face(shown)));
                return Move::Do(effect);
            }
        }
        Move::NotOffered(format!("it cannot be turned on from {}", shown.header))
    }

    /// Months or years to press. With `last`, pressing the month is all there is to do.
    fn wide(&mut self, year: i32, month: u32, shown: &Shown, last: bool) -> Move {
        if shown.cells.is_empty() {
            return if shown.month.is_some() && shown.year.is_some() {
                self.month_lists(year, month, shown)
            } else {
                Move::Unread
            };
        }
        let years: Vec<(i32, &Cell)> = shown
            .cells
            .iter()
            .filter_map(|cell| Some((year_of(&cell.text)?, cell)))
            .collect();
        if years.len() == shown.cells.len() {
            return self.year(year, &years, shown);
        }
        let context = Context::default();
        let of_header = year_of(&shown.header);
        let told = |cell: &Cell| {
            month::parse(&cell.name, &context, Hints::default())
                .ok()
                .or_else(|| Some((of_header?, month::by_name(&cell.text, &context)?)))
        };
        let months: Vec<((i32, u32), &Cell)> = shown
            .cells
            .iter()
            .filter_map(|cell| Some((told(cell)?, cell)))
            .collect();
        let all = months.len() == 12 && months.iter().zip(1..).all(|(((_, own), _), number)| *own == number);
        let Some(((now, _), _)) = months.first().filter(|_| all) else {
            return Move::Unread;
        };
        if *now == year {
            let cell = months
                .iter()
                .find(|((own, number), _)| *own == year && *number == month);
            return match cell {
                Some((_, cell)) if cell.disabled => {
                    Move::NotOffered("it shows that month, and as one that cannot be chosen".to_string())
                }
                Some((_, cell)) if last => Move::Reach(Effect::Press(cell.element)),
                Some((_, cell)) => Move::Do(Effect::Press(cell.element)),
                None => Move::Unread,
            };
        }
        let apart = year - now;
        let mut ways = Vec::from([
            (
                Way::YearList,
                shown.year.map(|list| Effect::Choose(list, Piece::Year, year)),
            ),
            (
                Way::YearBox,
                shown.year_box.map(|it| Effect::Type(it, year.to_string())),
            ),
        ]);
        if apart.abs() > FEW {
            ways.push((Way::Up, shown.up.map(Effect::Press)));
        }
        let turn = if apart > 0 { shown.next } else { shown.previous };
        ways.push((Way::Turn, turn.map(Effect::Press)));
        self.first(ways, shown)
    }

    fn year(&mut self, year: i32, years: &[(i32, &Cell)], shown: &Shown) -> Move {
        if let Some((_, cell)) = years.iter().find(|(own, _)| *own == year) {
            return if cell.disabled {
                Move::NotOffered("it shows that year, and as one that cannot be chosen".to_string())
            } else {
                Move::Do(Effect::Press(cell.element))
            };
        }
        let before = years.iter().all(|(own, _)| *own > year);
        let turn = if before { shown.previous } else { shown.next };
        self.first([(Way::Turn, turn.map(Effect::Press))].into(), shown)
    }

    /// A day, a month and a year in native lists and nothing to press.
    fn lists(&mut self, day: NaiveDate, shown: &Shown) -> Move {
        let (Some(days), Some(months), Some(years)) = (shown.day, shown.month, shown.year) else {
            return Move::Unread;
        };
        self.set_lists(&[
            (Piece::Year, years, day.year()),
            (Piece::Month, months, number(day.month())),
            (Piece::Day, days, number(day.day())),
        ])
    }

    fn month_lists(&mut self, year: i32, month: u32, shown: &Shown) -> Move {
        let (Some(months), Some(years)) = (shown.month, shown.year) else {
            return Move::Unread;
        };
        self.set_lists(&[(Piece::Year, years, year), (Piece::Month, months, number(month))])
    }

    fn set_lists(&mut self, lists: &[(Piece, u32, i32)]) -> Move {
        for (piece, list, number) in lists {
            if !self.listed.contains(piece) {
                self.listed.push(*piece);
                return Move::Do(Effect::Choose(*list, *piece, *number));
            }
        }
        Move::Reached
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

/// The month whose days are shown: by the header, or else by what its days say of themselves.
fn month_shown(shown: &Shown) -> Option<(i32, u32)> {
    let context = Context::default();
    let by_header = month::parse(&shown.header, &context, Hints::default()).ok();
    by_header.or_else(|| {
        let own = shown
            .days
            .iter()
            .filter(|cell| !cell.outside && cell.text.trim() == "15");
        let mut dates =
            own.filter_map(|cell| crate::form::value::date::parse(&cell.name, &context, Hints::default()).ok());
        match (dates.next(), dates.next()) {
            (Some(day), None) => Some((day.year(), day.month())),
            _ => None,
        }
    })
}

/// What tells whether a picker was turned.
fn face(shown: &Shown) -> String {
    let first = shown.cells.first().map_or("", |cell| cell.text.as_str());
    format!("{} {first} {}", shown.header, shown.days.len())
}

/// The one year of four digits in a text: `2027` of `2027 ▾`, none of `2020–2029`.
fn year_of(text: &str) -> Option<i32> {
    let mut runs = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .map(str::parse);
    match (runs.next(), runs.next()) {
        (Some(Ok(year)), None) => Some(year),
        _ => None,
    }
}

fn number(part: u32) -> i32 {
    i32::try_from(part).unwrap_or(0)
}

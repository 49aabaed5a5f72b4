//! Brings a number to another by the two buttons beside it, of which one makes it less and the other more.
//!
//! ```text
//! idle ──▶ looking ── it is there ──▶ done(Set)
//!           ▲  │
//!           │  ├── it is not ──▶ pressing ── pressed ──▶ looking
//!           │  └── a press has changed nothing yet ──▶ resting ──▶ looking
//!           └────── it goes no further, or past it: back to where it was ──▶ done(Ends), done(NotOffered), done(Stuck)
//! ```
//!
//! Every press is seen to have its effect before the next one: what a page does with many at once is not known.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use super::fixed::Fixed;
use crate::machine::{Machine, Millis, Transition, Turn};

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The one that makes it less.
    Less,
    /// The one that makes it more.
    More,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Time passed.
    Tick,
    /// The button was pressed; the trouble, empty if there was none.
    Done(String),
    /// The page has come to rest, or not within its time.
    Rested,
    /// The number that is shown, if one is.
    Stands(Option<String>),
}

/// What it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Read the number.
    Look,
    /// Press a button, once.
    Press(Side),
    /// Wait until the page has come to rest.
    Rest,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It stands at the number.
    Set,
    /// It goes no further than this. It stands where it stood.
    Ends(String),
    /// It goes past it: what it stood at before and after. It stands where it stood.
    NotOffered(Vec<String>),
    /// The buttons do otherwise than they say.
    Stuck,
    /// It could not be operated: the trouble.
    Broken(String),
    /// It did not come to an end in time.
    TimedOut,
}

/// The longest that it may take, in milliseconds.
pub const PATIENCE: u64 = 20_000;
/// The most presses.
const MOST: u32 = 400;

/// See the module.
pub struct Count {
    machine: StateMachine<Inner>,
    trace: Vec<Transition>,
}

impl Count {
    /// Brings it to `wanted`, a decimal number.
    pub fn new(wanted: &str) -> Self {
        let inner = Inner {
            goal: Fixed::read(wanted),
            start: None,
            last: None,
            rested: false,
            presses: 0,
            give_up: None,
            returning: None,
            verdict: None,
        };
        Self {
            machine: inner.state_machine(),
            trace: Vec::new(),
        }
    }
}

impl Machine for Count {
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
            Self::Stands(_) => "Stands",
        }
    }
}

struct Inner {
    goal: Option<Fixed>,
    start: Option<Fixed>,
    /// What it stood at before the last press, and which button that was.
    last: Option<(Fixed, Side)>,
    /// Whether it was waited for since the last press.
    rested: bool,
    presses: u32,
    give_up: Option<Millis>,
    /// The verdict to come to once it stands where it stood.
    returning: Option<Verdict>,
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
                context.ask(Effect::Look);
                Transition(State::looking())
            }
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn looking(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Stands(text) = event else { return Super };
        let (Some(here), Some(goal)) = (text.as_deref().and_then(Fixed::read), self.goal) else {
            return self.wait_or(Verdict::Stuck, context);
        };
        self.start.get_or_insert(here);
        let Some((before, side)) = self.last else {
            return self.go(here, goal, context);
        };
        if here == before {
            return self.wait_or(Verdict::Ends(here.to_string()), context);
        }
        if before.below(here) != (side == Side::More) {
            return self.back(Verdict::Stuck, context);
        }
        let past = match side {
            Side::More => goal.below(here),
            Side::Less => here.below(goal),
        };
        if past {
            let near = [before.to_string(), here.to_string()];
            return self.back_from(here, Verdict::NotOffered(near.into()), context);
        }
        self.go(here, goal, context)
    }

    #[state(superstate = "working")]
    fn pressing(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Done(trouble) if trouble.is_empty() => {
                context.ask(Effect::Look);
                Transition(State::looking())
            }
            // A button that is out of use, or gone, is the end of the way.
            Event::Done(trouble) if matches!(trouble.as_str(), "disabled" | "hidden" | "gone") => {
                match self.last.take() {
                    Some((here, _)) => self.back_from(here, Verdict::Ends(here.to_string()), context),
                    None => self.end(Verdict::Broken(trouble.clone())),
                }
            }
            Event::Done(trouble) => self.end(Verdict::Broken(trouble.clone())),
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

    #[superstate]
    fn working(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Tick if self.give_up.is_some_and(|at| at <= context.now) => self.end(Verdict::TimedOut),
            // An answer to a question that nobody asks any more.
            Event::Tick | Event::Done(_) | Event::Rested | Event::Stands(_) => Handled,
        }
    }

    #[state]
    fn done(event: &Event) -> Outcome<State> {
        match event {
            Event::Tick | Event::Done(_) | Event::Rested | Event::Stands(_) => Handled,
        }
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("count", from, to);
    }
}

impl Inner {
    fn go(&mut self, here: Fixed, goal: Fixed, context: &mut Turn<Effect>) -> Outcome<State> {
        if here == goal {
            let verdict = self.returning.take().unwrap_or(Verdict::Set);
            return self.end(verdict);
        }
        if self.presses >= MOST {
            return self.back_from(here, Verdict::Stuck, context);
        }
        self.presses += 1;
        let side = if here.below(goal) { Side::More } else { Side::Less };
        self.last = Some((here, side));
        self.rested = false;
        context.ask(Effect::Press(side));
        Transition(State::pressing())
    }

    /// Looks once more when the page has come to rest, and only then comes to `verdict`.
    fn wait_or(&mut self, verdict: Verdict, context: &mut Turn<Effect>) -> Outcome<State> {
        if self.rested || self.last.is_none() {
            return self.back(verdict, context);
        }
        self.rested = true;
        context.ask(Effect::Rest);
        Transition(State::resting())
    }

    fn back(&mut self, verdict: Verdict, context: &mut Turn<Effect>) -> Outcome<State> {
        match self.last.take() {
            // Where the buttons do not do what they say, no press leads back.
            Some((here, _)) if verdict != Verdict::Stuck => self.back_from(here, verdict, context),
            _ => self.end(verdict),
        }
    }

    /// Goes back from `here` to where it stood.
    fn back_from(&mut self, here: Fixed, verdict: Verdict, context: &mut Turn<Effect>) -> Outcome<State> {
        match (self.returning.take(), self.start) {
            (None, Some(start)) if start != here => {
                self.returning = Some(verdict);
                self.goal = Some(start);
                self.presses = 0;
                self.go(here, start, context)
            }
            (told, _) => self.end(told.unwrap_or(verdict)),
        }
    }

    fn end(&mut self, verdict: Verdict) -> Outcome<State> {
        self.verdict = Some(verdict);
        Transition(State::done())
    }
}

#[cfg(test)]
mod tests {
    use super::{Count, Effect, Event, Side, Verdict};
    use crate::{Machine, Millis};
    use std::string::{String, ToString};
    use std::vec::Vec;

    /// A count with its ends and its step. `late`: it is shown only once the page has come to rest.
    struct Page {
        least: i64,
        most: i64,
        step: i64,
        stands: i64,
        late: bool,
        turned: bool,
        presses: u32,
    }

    const PAGE: Page = Page {
        least: 0,
        most: 9,
        step: 1,
        stands: 1,
        late: false,
        turned: false,
        presses: 0,
    };

    fn run(page: &mut Page, wanted: &str) -> Option<Verdict> {
        let mut machine = Count::new(wanted);
        let mut shown = page.stands;
        let mut effects = machine.handle(Millis(0), Event::Tick);
        while let Some(effect) = effects.pop() {
            assert_eq!(effects, [], "one thing at a time");
            let event = match effect {
                Effect::Look => Event::Stands(Some(shown.to_string())),
                Effect::Rest => {
                    shown = page.stands;
                    Event::Rested
                }
                Effect::Press(side) => {
                    page.presses += 1;
                    let up = (side == Side::More) != page.turned;
                    let next = page.stands + if up { page.step } else { -page.step };
                    page.stands = next.clamp(page.least, page.most);
                    if !page.late {
                        shown = page.stands;
                    }
                    Event::Done(String::new())
                }
            };
            effects = machine.handle(Millis(1), event);
        }
        machine.verdict()
    }

    #[test]
    fn each_press_is_counted_and_no_more_than_are_needed() {
        let table = [("3", 2, 3), ("0", 1, 0), ("1", 0, 1), ("9", 8, 9)];
        for (wanted, presses, stands) in table {
            for late in [false, true] {
                let mut page = Page { late, ..PAGE };
                assert_eq!(run(&mut page, wanted), Some(Verdict::Set), "{wanted}");
                assert_eq!((page.presses, page.stands), (presses, stands), "{wanted}");
            }
        }
    }

    #[test]
    fn what_it_does_not_have_leaves_it_where_it_was_and_tells_what_it_has() {
        let mut page = PAGE;
        assert_eq!(run(&mut page, "12"), Some(Verdict::Ends("9".into())));
        assert_eq!(page.stands, 1);
        let mut page = PAGE;
        assert_eq!(run(&mut page, "-2"), Some(Verdict::Ends("0".into())));
        assert_eq!(page.stands, 1);
        let mut page = Page {
            step: 5,
            stands: 0,
            ..PAGE
        };
        page.most = 50;
        let near = Vec::from(["5".into(), "10".into()]);
        assert_eq!(run(&mut page, "7"), Some(Verdict::NotOffered(near)));
        assert_eq!(page.stands, 0);
        let mut page = Page {
            turned: true,
            stands: 4,
            ..PAGE
        };
        assert_eq!(run(&mut page, "5"), Some(Verdict::Stuck));
    }

    #[test]
    fn a_button_out_of_use_is_the_end_and_other_trouble_is_told() {
        let mut machine = Count::new("5");
        machine.handle(Millis(0), Event::Tick);
        assert_eq!(
            machine.handle(Millis(0), Event::Stands(Some("2".into()))),
            [Effect::Press(Side::More)]
        );
        machine.handle(Millis(0), Event::Done("disabled".into()));
        assert_eq!(machine.verdict(), Some(Verdict::Ends("2".into())));
        let mut machine = Count::new("5");
        machine.handle(Millis(0), Event::Tick);
        machine.handle(Millis(0), Event::Stands(Some("2".into())));
        machine.handle(Millis(0), Event::Done("covered".into()));
        assert_eq!(machine.verdict(), Some(Verdict::Broken("covered".into())));
    }
}

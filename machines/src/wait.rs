//! Wait: until something is so on the page.
//!
//! ```text
//! waiting ──────────── give_up passed ──▶ done(TimedOut)
//! ├─ starting          nothing has been looked at yet
//! ├─ looking           the page is being looked at: it is so ──▶ done(Satisfied)
//! ├─ stirring          it is not; the page is asked to say when something happens
//! └─ pausing{until}    something happened sooner than it is worth looking again
//! ```
//!
//! What happens where nobody sees it (a value set by script, an address that changes in place) is found by the `cap` of
//! each question.

use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use crate::{Machine, Millis, Trace, Transition as Step, Turn};

/// The page is not looked at more often than once in so many milliseconds.
pub const PACE: u64 = 50;
/// The longest that the page is asked to wait for something to happen, in milliseconds.
pub const CAP: u64 = 250;

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Time has passed.
    Tick,
    /// The page was looked at: whether it is so; `None` where that cannot be told.
    Seen(Option<bool>),
    /// Something happened, or nothing within the cap.
    Stirred,
}

impl Event {
    const fn name(self) -> &'static str {
        match self {
            Self::Tick => "Tick",
            Self::Seen(_) => "Seen",
            Self::Stirred => "Stirred",
        }
    }
}

/// What can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Look whether it is so.
    Look,
    /// Say when something happens, or after so many milliseconds.
    Stir(u64),
}

/// What can come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is so.
    Satisfied {
        /// It was so at the first look.
        already: bool,
    },
    /// The time was up first.
    TimedOut {
        /// Whether it could be told at the last look that it was not so.
        told: bool,
    },
}

/// Watches one page until something is so.
pub struct Wait {
    machine: StateMachine<Watch>,
    trace: Trace,
}

impl Wait {
    /// For at most `give_up` milliseconds.
    pub fn new(give_up: u64) -> Self {
        let watch = Watch {
            give_up,
            started: None,
            looked: Millis(0),
            looks: 0,
            told: false,
        };
        Self {
            machine: watch.state_machine(),
            trace: Trace::new(),
        }
    }
}

impl Machine for Wait {
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
        let watch = self.machine.inner();
        let end = watch.started?.plus(watch.give_up);
        match self.machine.state() {
            State::Done { .. } => None,
            State::Pausing { until } => Some(end.min(*until)),
            State::Starting {} | State::Looking {} | State::Stirring {} => Some(end),
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        match self.machine.state() {
            State::Done { verdict } => Some(*verdict),
            _ => None,
        }
    }

    fn take_trace(&mut self) -> Vec<Step> {
        core::mem::take(&mut self.trace)
    }
}

struct Watch {
    give_up: u64,
    started: Option<Millis>,
    /// When the page was last asked to be looked at.
    looked: Millis,
    looks: u32,
    /// Whether the last look could tell.
    told: bool,
}

#[state_machine(
    initial = "State::starting()",
    state(derive(Clone, Debug)),
    after_transition = "Self::note",
    visibility = ""
)]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "statig lends a state its data")]
impl Watch {
    #[state(superstate = "waiting", entry_action = "start")]
    fn starting(event: &Event) -> Outcome<State> {
        let _ = event; // Whatever comes first begins it.
        Transition(State::looking())
    }

    #[state(superstate = "waiting", entry_action = "look")]
    fn looking(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Seen(seen) = event else {
            return Super;
        };
        self.told = seen.is_some();
        if *seen == Some(true) {
            let already = self.looks == 1;
            return Transition(State::done(Verdict::Satisfied { already }));
        }
        if self.end() <= context.now {
            return Transition(State::done(Verdict::TimedOut { told: self.told }));
        }
        Transition(State::stirring())
    }

    #[state(superstate = "waiting", entry_action = "stir")]
    fn stirring(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        if *event != Event::Stirred {
            return Super;
        }
        let until = self.looked.plus(PACE);
        Transition(if until <= context.now {
            State::looking()
        } else {
            State::pausing(until)
        })
    }

    #[state(superstate = "waiting")]
    fn pausing(until: &Millis, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Tick if *until <= context.now => Transition(State::looking()),
            Event::Tick => Super,
            Event::Seen(_) | Event::Stirred => Handled,
        }
    }

    #[superstate]
    fn waiting(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Tick if self.end() <= context.now => Transition(State::done(Verdict::TimedOut { told: self.told })),
            // An answer that nobody waits for any more.
            Event::Tick | Event::Seen(_) | Event::Stirred => Handled,
        }
    }

    #[state]
    fn done(verdict: &Verdict) -> Outcome<State> {
        let _ = verdict; // Kept in the state, for whoever asks.
        Handled
    }

    #[action]
    fn start(&mut self, context: &mut Turn<Effect>) {
        self.started = Some(context.now);
    }

    #[action]
    fn look(&mut self, context: &mut Turn<Effect>) {
        self.started.get_or_insert(context.now);
        self.looked = context.now;
        self.looks += 1;
        context.ask(Effect::Look);
    }

    #[action]
    fn stir(&mut self, context: &mut Turn<Effect>) {
        let left = self.end().since(context.now);
        context.ask(Effect::Stir(CAP.min(left)));
    }

    fn end(&self) -> Millis {
        self.started.unwrap_or_default().plus(self.give_up)
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("wait", from, to);
    }
}

#[cfg(test)]
mod tests {
    use super::{Effect, Event, Verdict, Wait};
    use crate::{Machine, Millis};
    use std::vec;
    use std::vec::Vec;

    #[test]
    fn what_is_so_already_costs_one_look() {
        let mut wait = Wait::new(1_000);
        assert_eq!(wait.handle(Millis(5), Event::Tick), vec![Effect::Look]);
        assert_eq!(wait.handle(Millis(9), Event::Seen(Some(true))), Vec::new());
        assert_eq!(wait.verdict(), Some(Verdict::Satisfied { already: true }));
        assert_eq!(wait.deadline(), None);
    }

    #[test]
    fn the_page_is_looked_at_again_when_it_stirs_but_not_in_a_hurry() {
        let mut wait = Wait::new(1_000);
        wait.handle(Millis(0), Event::Tick);
        assert_eq!(
            wait.handle(Millis(8), Event::Seen(Some(false))),
            vec![Effect::Stir(250)]
        );
        assert_eq!(wait.handle(Millis(10), Event::Stirred), Vec::new());
        assert_eq!(wait.deadline(), Some(Millis(50)));
        assert_eq!(wait.handle(Millis(50), Event::Tick), vec![Effect::Look]);
        assert_eq!(wait.handle(Millis(58), Event::Seen(None)), vec![Effect::Stir(250)]);
        assert_eq!(wait.handle(Millis(300), Event::Stirred), vec![Effect::Look]);
        wait.handle(Millis(310), Event::Seen(Some(true)));
        assert_eq!(wait.verdict(), Some(Verdict::Satisfied { already: false }));
    }

    #[test]
    fn the_time_is_kept_and_the_last_question_cut_to_it() {
        let mut wait = Wait::new(300);
        wait.handle(Millis(0), Event::Tick);
        wait.handle(Millis(200), Event::Seen(None));
        assert_eq!(wait.deadline(), Some(Millis(300)));
        let mut late = Wait::new(300);
        late.handle(Millis(0), Event::Tick);
        assert_eq!(
            late.handle(Millis(200), Event::Seen(Some(false))),
            vec![Effect::Stir(100)]
        );
        late.handle(Millis(300), Event::Tick);
        assert_eq!(late.verdict(), Some(Verdict::TimedOut { told: true }));
    }
}

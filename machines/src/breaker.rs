//! Breaker: whether something that failed is asked again.
//!
//! ```text
//! closed{failures}   every call goes out; two failures in a row ──▶ open
//! open{until}        no call goes out; one that is asked for after that ──▶ probing
//! probing{until}     one call is out: it succeeded ──▶ closed, it failed ──▶ open; no word of it in time: another goes out
//! ```
//!
//! A call has a ticket. What is told of a call that began before the breaker opened says nothing new.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use crate::{Machine, Millis, Trace, Transition as Step, Turn};

/// So many failures in a row open it.
pub const FAILURES: u32 = 2;
/// How long it stays open, in milliseconds.
pub const REST: u64 = 30_000;

/// Which call it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(pub u64);

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Time has passed.
    Tick,
    /// Somebody wants to call.
    Asked,
    /// A call was answered.
    Succeeded(Ticket),
    /// A call failed: it did not get through, or the other side failed.
    Failed(Ticket),
}

impl Event {
    const fn name(&self) -> &'static str {
        match self {
            Self::Tick => "Tick",
            Self::Asked => "Asked",
            Self::Succeeded(_) => "Succeeded",
            Self::Failed(_) => "Failed",
        }
    }
}

/// What is to be done by who asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Call, and say with this ticket what came of it.
    Call(Ticket),
    /// Do without.
    Skip,
}

/// There is none: it is asked again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {}

/// Keeps calls back from what failed twice in a row.
pub struct Breaker {
    machine: StateMachine<Fuse>,
    trace: Trace,
}

impl Breaker {
    /// A closed one.
    pub fn new() -> Self {
        let fuse = Fuse { next: 0, fresh: 0 };
        Self {
            machine: fuse.state_machine(),
            trace: Trace::new(),
        }
    }

    /// The ticket of a call that may go out now, `None` if none may.
    pub fn ask(&mut self, now: Millis) -> Option<Ticket> {
        let effects = self.handle(now, Event::Asked);
        effects.into_iter().find_map(|effect| match effect {
            Effect::Call(ticket) => Some(ticket),
            Effect::Skip => None,
        })
    }

    /// Whether a call that is asked for now would be kept back. Asking this changes nothing.
    pub fn keeps_back(&self, now: Millis) -> bool {
        match self.machine.state() {
            State::Open { until } | State::Probing { until } => *until > now,
            State::Closed { .. } => false,
        }
    }

    /// Whether calls are kept back, or only one is let through.
    pub fn is_open(&self) -> bool {
        !matches!(self.machine.state(), State::Closed { .. })
    }
}

impl Default for Breaker {
    fn default() -> Self {
        Self::new()
    }
}

impl core::fmt::Debug for Breaker {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Breaker").field(self.machine.state()).finish()
    }
}

/// What is told of a result that had to do without memory.
pub fn without(why: &str) -> String {
    format!("memory is unavailable ({why}); continuing without it")
}

impl Machine for Breaker {
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
        None
    }

    fn verdict(&self) -> Option<Verdict> {
        None
    }

    fn take_trace(&mut self) -> Vec<Step> {
        core::mem::take(&mut self.trace)
    }
}

struct Fuse {
    /// The ticket of the next call.
    next: u64,
    /// Tickets before this one are of calls that no longer tell anything.
    fresh: u64,
}

#[state_machine(
    initial = "State::closed(0)",
    state(derive(Clone, Debug)),
    after_transition = "Self::note",
    visibility = ""
)]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "statig lends a state its data")]
impl Fuse {
    #[state]
    fn closed(&mut self, failures: &mut u32, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Asked => {
                self.call(context);
                Handled
            }
            Event::Succeeded(ticket) => {
                if self.is_fresh(*ticket) {
                    *failures = 0;
                }
                Handled
            }
            Event::Failed(ticket) if self.is_fresh(*ticket) => {
                *failures += 1;
                if *failures < FAILURES {
                    return Handled;
                }
                Transition(State::open(context.now.plus(REST)))
            }
            Event::Failed(_) | Event::Tick => Handled,
        }
    }

    #[state]
    fn open(&mut self, until: &Millis, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Asked if *until <= context.now => {
                self.fresh = self.next;
                self.call(context);
                Transition(State::probing(context.now.plus(REST)))
            }
            Event::Asked => {
                context.ask(Effect::Skip);
                Handled
            }
            Event::Tick | Event::Succeeded(_) | Event::Failed(_) => Handled,
        }
    }

    #[state]
    fn probing(&mut self, until: &mut Millis, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Asked if *until <= context.now => {
                // Whoever had the probe has gone without a word.
                self.fresh = self.next;
                self.call(context);
                *until = context.now.plus(REST);
                Handled
            }
            Event::Asked => {
                context.ask(Effect::Skip);
                Handled
            }
            Event::Succeeded(ticket) if self.is_fresh(*ticket) => Transition(State::closed(0)),
            Event::Failed(ticket) if self.is_fresh(*ticket) => Transition(State::open(context.now.plus(REST))),
            Event::Tick | Event::Succeeded(_) | Event::Failed(_) => Handled,
        }
    }

    fn call(&mut self, context: &mut Turn<Effect>) {
        context.ask(Effect::Call(Ticket(self.next)));
        self.next += 1;
    }

    fn is_fresh(&self, ticket: Ticket) -> bool {
        self.fresh <= ticket.0 && ticket.0 < self.next
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("breaker", from, to);
    }
}

#[cfg(test)]
mod tests {
    use super::{Breaker, Event, REST, Ticket, without};
    use crate::{Machine as _, Millis};

    fn failed_twice(at: Millis) -> Breaker {
        let mut breaker = Breaker::new();
        for _ in 0..2 {
            let ticket = breaker.ask(at).unwrap();
            breaker.handle(at, Event::Failed(ticket));
        }
        breaker
    }

    #[test]
    fn two_failures_in_a_row_keep_calls_back_for_thirty_seconds() {
        let mut breaker = failed_twice(Millis(100));
        assert!(breaker.is_open());
        for (at, back) in [(100, true), (100 + REST - 1, true), (100 + REST, false)] {
            assert_eq!(breaker.keeps_back(Millis(at)), back, "{at}");
        }
        assert_eq!(breaker.ask(Millis(100)), None);
        assert_eq!(breaker.ask(Millis(100 + REST - 1)), None);
        assert_eq!(breaker.ask(Millis(100 + REST)), Some(Ticket(2)));
        assert!(breaker.keeps_back(Millis(100 + REST)), "one call is out");
    }

    #[test]
    fn failures_that_are_not_in_a_row_do_not() {
        let mut breaker = Breaker::new();
        for at in 0..10 {
            let ticket = breaker.ask(Millis(at)).unwrap();
            let told = if at % 2 == 0 {
                Event::Failed(ticket)
            } else {
                Event::Succeeded(ticket)
            };
            breaker.handle(Millis(at), told);
        }
        assert!(!breaker.is_open());
    }

    #[test]
    fn one_call_probes_and_what_comes_of_it_counts() {
        let mut breaker = failed_twice(Millis(0));
        let probe = breaker.ask(Millis(REST)).unwrap();
        assert_eq!(breaker.ask(Millis(REST)), None, "one, not two");
        breaker.handle(Millis(REST + 5), Event::Failed(probe));
        assert_eq!(breaker.ask(Millis(REST + 6)), None);
        let probe = breaker.ask(Millis(2 * REST + 5)).unwrap();
        breaker.handle(Millis(2 * REST + 6), Event::Succeeded(probe));
        assert!(!breaker.is_open());
        assert!(breaker.ask(Millis(2 * REST + 7)).is_some());
    }

    #[test]
    fn a_call_that_began_before_says_nothing_of_the_probe() {
        let mut breaker = Breaker::new();
        let slow = breaker.ask(Millis(0)).unwrap();
        for _ in 0..2 {
            let ticket = breaker.ask(Millis(0)).unwrap();
            breaker.handle(Millis(0), Event::Failed(ticket));
        }
        breaker.handle(Millis(1), Event::Succeeded(slow));
        assert!(breaker.is_open());
        let probe = breaker.ask(Millis(REST)).unwrap();
        breaker.handle(Millis(REST), Event::Succeeded(slow));
        assert!(breaker.is_open(), "only the probe closes it");
        breaker.handle(Millis(REST), Event::Succeeded(probe));
        assert!(!breaker.is_open());
    }

    #[test]
    fn a_probe_that_nobody_tells_of_is_sent_again() {
        let mut breaker = failed_twice(Millis(0));
        assert!(breaker.ask(Millis(REST)).is_some());
        assert_eq!(breaker.ask(Millis(2 * REST - 1)), None);
        assert!(breaker.ask(Millis(2 * REST)).is_some());
    }

    #[test]
    fn who_does_without_says_why() {
        assert_eq!(
            without("Qdrant cannot be reached"),
            "memory is unavailable (Qdrant cannot be reached); continuing without it"
        );
    }
}

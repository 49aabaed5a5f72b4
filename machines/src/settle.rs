//! Settle: has the page come to rest?
//!
//! ```text
//! waiting ──────────── give_up passed ──▶ done(TimedOut)
//! ├─ starting          nothing has been asked yet
//! ├─ loading           the document is being replaced; its counters are unknown
//! ├─ asking            one question is out: answered after `hush` of quiet, or after `cap`
//! │                      └── quiet and nothing in flight ──▶ done(Settled)
//! └─ pausing{until}    the answer was no and came sooner than it should have
//! ```
//!
//! A page at rest costs one question and `hush` of waiting; `unmoved` of it where nothing at all has come of the last
//! act since its own call ended (all that was due had its turn, and there was neither a change nor counted work). There is never more than one question out for one
//! document: it is asked again only when it was answered, or when another document took its place. Answers of a
//! document that has gone are not to be passed on.

use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use crate::{Machine, Millis, Trace, Transition as Step, Turn};

/// How long to wait for what, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// How long nothing must have happened.
    pub hush: u64,
    /// The same for a page that did nothing on its own after the last act; at most `hush`.
    pub unmoved: u64,
    /// The longest that one question may stay unanswered by the page script.
    pub cap: u64,
    /// The longest that all of it may take.
    pub give_up: u64,
    /// What is waited for beyond the work that goes on.
    pub heed: Heed,
}

/// What of that which is still to come keeps a page from being at rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heed {
    /// Nothing: only work that goes on.
    #[default]
    Work,
    /// Another document, which the one shown names to be shown in its place (`meta refresh`).
    Leaving,
    /// That, and timers too long to be taken for work.
    Later,
}

impl Patience {
    /// After a navigation: 10 s.
    pub const NAVIGATION: Self = Self::of(10_000);
    /// Between the steps of a fill: 3 s. What was written is read once more before it is believed, so a page that has
    /// not stirred since needs only a moment.
    pub const FILL: Self = Self {
        unmoved: 4,
        ..Self::of(3_000)
    };
    /// After a submit: 8 s.
    pub const SUBMIT: Self = Self {
        heed: Heed::Leaving,
        ..Self::of(8_000)
    };
    /// After a submit that shows no effect: 11 s, so that what the page has put off is seen.
    pub const LINGER: Self = Self {
        heed: Heed::Later,
        ..Self::of(11_000)
    };

    /// The usual patience, with `give_up` milliseconds in all.
    pub const fn of(give_up: u64) -> Self {
        Self {
            hush: 15,
            unmoved: 15,
            cap: 250,
            give_up,
            heed: Heed::Work,
        }
    }
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Time has passed.
    Tick,
    /// The question was answered: of several frames, the sum of `in_flight`, the least of `quiet`, and whether all are
    /// `unmoved`.
    Counted {
        /// Fetches, XHRs and short timers that have not ended.
        in_flight: u32,
        /// Milliseconds since anything last happened.
        quiet: u64,
        /// Whether the last that happened was an act of ours.
        unmoved: bool,
    },
    /// The document is being replaced.
    Unloaded,
    /// A new document is there and can be asked.
    Loaded,
}

impl Event {
    const fn name(&self) -> &'static str {
        match self {
            Self::Tick => "Tick",
            Self::Counted { .. } => "Counted",
            Self::Unloaded => "Unloaded",
            Self::Loaded => "Loaded",
        }
    }
}

/// What can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Ask all frames whether work is going on. Answered by [`Event::Counted`].
    Ask {
        /// Answer once nothing has happened for so long, in milliseconds.
        hush: u64,
        /// Answer so long after the last act, in milliseconds, if nothing has happened since.
        unmoved: u64,
        /// Answer after so long in any case, in milliseconds.
        cap: u64,
    },
}

/// What can come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing was in flight and nothing had happened for the hush.
    Settled,
    /// The time was up first.
    TimedOut {
        /// What was in flight when it was last counted in the document shown, if it was.
        in_flight: Option<u32>,
    },
}

/// A "no" is not asked again sooner than so many milliseconds after the question, so that a page that answers
/// at once cannot make us spin.
const LEAST: u64 = 10;

/// Watches one page until it has come to rest.
pub struct Settle {
    machine: StateMachine<Watch>,
    trace: Trace,
}

impl Settle {
    /// For a document that is there.
    pub fn new(patience: Patience) -> Self {
        Self::from(patience, false)
    }

    /// For a navigation that has begun: [`Event::Loaded`] is awaited before anything is asked.
    pub fn loading(patience: Patience) -> Self {
        Self::from(patience, true)
    }

    fn from(patience: Patience, loading: bool) -> Self {
        let watch = Watch {
            patience,
            loading,
            started: None,
            asked: Millis(0),
            in_flight: None,
        };
        Self {
            machine: watch.state_machine(),
            trace: Trace::new(),
        }
    }
}

impl Machine for Settle {
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
        let end = watch.started?.plus(watch.patience.give_up);
        match self.machine.state() {
            State::Done { .. } => None,
            State::Pausing { until } => Some(end.min(*until)),
            State::Starting {} | State::Loading {} | State::Asking {} => Some(end),
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
    patience: Patience,
    /// Whether to begin with waiting for a document.
    loading: bool,
    started: Option<Millis>,
    /// When the question that is out was asked.
    asked: Millis,
    /// What was in flight when it was last counted in this document.
    in_flight: Option<u32>,
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
    fn starting(&mut self, event: &Event) -> Outcome<State> {
        match event {
            Event::Unloaded => Super,
            Event::Tick | Event::Counted { .. } if self.loading => Transition(State::loading()),
            Event::Loaded | Event::Tick | Event::Counted { .. } => Transition(State::asking()),
        }
    }

    #[state(superstate = "waiting", entry_action = "forget")]
    fn loading(event: &Event) -> Outcome<State> {
        match event {
            Event::Loaded => Transition(State::asking()),
            // A count from before the document went says nothing of the one to come.
            Event::Counted { .. } | Event::Unloaded => Handled,
            Event::Tick => Super,
        }
    }

    #[state(superstate = "waiting", entry_action = "ask")]
    fn asking(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Counted {
            in_flight,
            quiet,
            unmoved,
        } = event
        else {
            return Super;
        };
        self.in_flight = Some(*in_flight);
        let hush = if *unmoved {
            self.patience.unmoved
        } else {
            self.patience.hush
        };
        if *in_flight == 0 && *quiet >= hush {
            return Transition(State::done(Verdict::Settled));
        }
        if self.is_over(context.now) {
            return Transition(State::done(self.late()));
        }
        let until = self.asked.plus(LEAST);
        Transition(if until <= context.now {
            State::asking()
        } else {
            State::pausing(until)
        })
    }

    #[state(superstate = "waiting")]
    fn pausing(&mut self, until: &Millis, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Tick if *until <= context.now && !self.is_over(context.now) => Transition(State::asking()),
            Event::Counted { .. } => Handled,
            Event::Tick | Event::Unloaded | Event::Loaded => Super,
        }
    }

    #[superstate]
    fn waiting(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Tick if self.is_over(context.now) => Transition(State::done(self.late())),
            Event::Unloaded => Transition(State::loading()),
            // `Loaded` without `Unloaded` before it is of the document that has been asked already.
            Event::Tick | Event::Loaded | Event::Counted { .. } => Handled,
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
    fn forget(&mut self) {
        self.in_flight = None;
    }

    #[action]
    fn ask(&mut self, context: &mut Turn<Effect>) {
        self.asked = context.now;
        let left = self.end().since(context.now);
        context.ask(Effect::Ask {
            hush: self.patience.hush,
            unmoved: self.patience.unmoved,
            cap: self.patience.cap.min(left),
        });
    }

    fn end(&self) -> Millis {
        self.started.unwrap_or_default().plus(self.patience.give_up)
    }

    fn is_over(&self, now: Millis) -> bool {
        self.end() <= now
    }

    fn late(&self) -> Verdict {
        Verdict::TimedOut {
            in_flight: self.in_flight,
        }
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("settle", from, to);
    }
}

#[cfg(test)]
mod tests {
    use super::{Effect, Event, Patience, Settle, Verdict};
    use crate::{Machine, Millis};
    use std::vec;
    use std::vec::Vec;

    const fn ask(unmoved: u64, cap: u64) -> Effect {
        Effect::Ask { hush: 15, unmoved, cap }
    }

    const ASK: Effect = ask(4, 250);

    fn counted(in_flight: u32, quiet: u64) -> Event {
        Event::Counted {
            in_flight,
            quiet,
            unmoved: false,
        }
    }

    #[test]
    fn a_page_at_rest_costs_one_question() {
        let mut settle = Settle::new(Patience::FILL);
        assert_eq!(settle.handle(Millis(5), Event::Tick), vec![ASK]);
        assert_eq!(settle.handle(Millis(6), counted(0, 900)), Vec::new());
        assert_eq!(settle.verdict(), Some(Verdict::Settled));
        assert_eq!(settle.deadline(), None);
    }

    #[test]
    fn a_busy_page_is_asked_again_when_it_has_answered() {
        let mut settle = Settle::new(Patience::FILL);
        settle.handle(Millis(0), Event::Tick);
        assert_eq!(settle.handle(Millis(250), counted(1, 200)), vec![ASK]);
        assert_eq!(settle.handle(Millis(400), counted(0, 15)), Vec::new());
        assert_eq!(settle.verdict(), Some(Verdict::Settled));
    }

    #[test]
    fn a_page_that_says_no_at_once_is_not_asked_in_a_hurry() {
        let mut settle = Settle::new(Patience::FILL);
        settle.handle(Millis(0), Event::Tick);
        assert_eq!(settle.handle(Millis(1), counted(2, 0)), Vec::new());
        assert_eq!(settle.deadline(), Some(Millis(10)));
        assert_eq!(settle.handle(Millis(10), Event::Tick), vec![ASK]);
    }

    #[test]
    fn an_endless_poller_is_given_up_with_what_was_in_flight() {
        let mut settle = Settle::new(Patience::of(100));
        settle.handle(Millis(0), Event::Tick);
        settle.handle(Millis(90), counted(3, 0));
        assert_eq!(settle.deadline(), Some(Millis(100)));
        settle.handle(Millis(100), Event::Tick);
        assert_eq!(settle.verdict(), Some(Verdict::TimedOut { in_flight: Some(3) }));
    }

    #[test]
    fn the_last_question_is_cut_to_the_time_that_is_left() {
        let mut settle = Settle::new(Patience::of(100));
        settle.handle(Millis(0), Event::Tick);
        let asked = settle.handle(Millis(90), counted(3, 0));
        assert_eq!(asked, vec![ask(15, 10)]);
    }

    #[test]
    fn a_count_of_the_old_document_says_nothing_of_the_new_one() {
        let mut settle = Settle::new(Patience::SUBMIT);
        settle.handle(Millis(0), Event::Tick);
        settle.handle(Millis(3), Event::Unloaded);
        assert_eq!(settle.handle(Millis(4), counted(0, 500)), Vec::new());
        assert_eq!(settle.verdict(), None);
        assert_eq!(settle.handle(Millis(50), Event::Loaded), vec![ask(15, 250)]);
        settle.handle(Millis(66), counted(0, 16));
        assert_eq!(settle.verdict(), Some(Verdict::Settled));
    }

    #[test]
    fn a_navigation_is_waited_for_before_anything_is_asked() {
        let mut settle = Settle::loading(Patience::NAVIGATION);
        assert_eq!(settle.handle(Millis(0), Event::Tick), Vec::new());
        assert_eq!(settle.handle(Millis(80), Event::Loaded), vec![ask(15, 250)]);
    }

    #[test]
    fn only_a_fill_is_content_with_less_where_nothing_came_of_the_last_act() {
        let unmoved = |quiet| Event::Counted {
            in_flight: 0,
            quiet,
            unmoved: true,
        };
        for (patience, enough) in [(Patience::FILL, 4), (Patience::SUBMIT, 15), (Patience::NAVIGATION, 15)] {
            let mut settle = Settle::new(patience);
            settle.handle(Millis(0), Event::Tick);
            settle.handle(Millis(20), unmoved(enough - 1));
            assert_eq!(settle.verdict(), None, "{enough}");
            settle.handle(Millis(30), unmoved(enough));
            assert_eq!(settle.verdict(), Some(Verdict::Settled), "{enough}");
        }
    }

    #[test]
    fn a_document_that_never_comes_is_given_up() {
        let mut settle = Settle::loading(Patience::NAVIGATION);
        settle.handle(Millis(0), Event::Tick);
        settle.handle(Millis(10_000), Event::Tick);
        assert_eq!(settle.verdict(), Some(Verdict::TimedOut { in_flight: None }));
    }
}

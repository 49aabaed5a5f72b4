//! Confirm: may this be sent? A person says so, of exactly what is to be sent, and in time.
//!
//! ```text
//! open ────────────── it cannot be told what would be sent ──▶ decided(Denied)
//! ├─ reading          what would be sent is read from the page
//! ├─ asking{until}    the person has been asked ── no, or too late ──▶ decided(Denied)
//! └─ checking         it is read anew ── as it was shown ──▶ decided(Approved)
//! ```
//!
//! Only `checking` leads to `Approved`, and only a yes that came in time leads to `checking`. Where an answer comes with
//! a call of its own, [`Desk`] says first whether it answers the question that is open.

mod desk;
mod proposal;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

pub use desk::Desk;
pub use proposal::{Difference, Entry, Proposal, Shown, Way};

use crate::report::{Outcome as Result, SubmitReport, Veto};
use crate::{Machine, Millis, Trace, Transition as Change, Turn};

/// How long a person may take to answer if nothing else is said, in milliseconds: 5 minutes.
pub const LIFE: u64 = 300_000;

/// How long the page may take to show what would be sent, in milliseconds.
const READING: u64 = 30_000;

/// What a person did with the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Sent it back filled in.
    Accept,
    /// Refused to answer it.
    Decline,
    /// Closed it.
    Cancel,
}

/// What came back to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Yes.
    Yes,
    /// No.
    No,
    /// No answer.
    None,
    /// Nobody can be asked.
    Unable,
    /// The question is no longer of interest: something else is done.
    Withdrawn,
}

impl Reply {
    /// What an answer means: only what was sent back with an explicit yes is one.
    pub const fn of(action: Action, approve: Option<bool>) -> Self {
        match (action, approve) {
            (Action::Accept, Some(true)) => Self::Yes,
            (Action::Accept | Action::Decline, _) => Self::No,
            (Action::Cancel, _) => Self::None,
        }
    }
}

/// Why nothing is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denial {
    /// The person said no.
    Refused,
    /// The person gave no answer.
    Unanswered,
    /// The person cannot be asked.
    Unable,
    /// The time was up.
    Late,
    /// Something else was done before the answer came.
    Withdrawn,
    /// The page changed while the person was asked.
    Changed(Difference),
    /// It cannot be told what would be sent.
    Unread,
    /// The answer is to a question that is no longer open.
    Over,
    /// The answer is to no question about this call.
    Foreign,
}

/// How every [`Denial::words`] begins.
pub const DENIED: &str = "DENIED: ";

impl Denial {
    /// What happened and what to do, in our own words.
    pub fn words(self) -> String {
        let (why, advice) = match self {
            Self::Refused => (
                "the person said no",
                "Do not send it again unless the person asks for it.",
            ),
            Self::Unanswered => (
                "the person closed the question without an answer",
                "Ask the person what to do before you try again.",
            ),
            Self::Unable => (
                "a person has to allow every submit, and cannot be asked here: that takes a client with elicitation, or a terminal",
                "The person can press the button in the page, or start Ostler without --confirm-submit.",
            ),
            Self::Late => (
                "no answer came in time",
                "Make the same call again to ask the person again.",
            ),
            Self::Withdrawn => (
                "another call came before the person had answered, which withdrew the question",
                "Make the call again, and no other until it is answered.",
            ),
            Self::Changed(Difference::Form) => (
                "the page changed while the person was asked: the form or its button is another one",
                LOOK,
            ),
            Self::Changed(Difference::Destination) => (
                "the page changed while the person was asked: the form would go elsewhere",
                LOOK,
            ),
            Self::Changed(Difference::Values) => (
                "the page changed while the person was asked: the fields hold something else",
                LOOK,
            ),
            Self::Unread => ("it cannot be told what would be sent, so nobody can allow it", LOOK),
            Self::Over => (
                "this answer was used already, or its question is no longer open",
                "Make the call again without requestState to ask the person again.",
            ),
            Self::Foreign => (
                "this answer does not belong to this call",
                "Make the call again without requestState to ask the person.",
            ),
        };
        format!("{DENIED}{why}. Nothing was sent, and the fields stay as they are. {advice}")
    }
}

impl Denial {
    /// The report of a press that was not made for it.
    pub fn report(self) -> SubmitReport {
        SubmitReport {
            evidence: [self.words()].into(),
            veto: Some(Veto::Person),
            ..SubmitReport::unpressed(Result::Unchanged)
        }
    }
}

const LOOK: &str = "Look at it with form_inspect, then make the call again to ask anew.";

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Time has passed.
    Tick,
    /// What would be sent, as the page stands; `None` if that cannot be told.
    Read(Option<Box<Proposal>>),
    /// What came back from the person.
    Replied(Reply),
}

impl Event {
    const fn name(&self) -> &'static str {
        match self {
            Self::Tick => "Tick",
            Self::Read(_) => "Read",
            Self::Replied(_) => "Replied",
        }
    }
}

/// What can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Read what would be sent.
    Read,
    /// Ask the person whether this may be sent. Asked for once.
    Ask(Box<Proposal>),
}

/// What can come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It may be sent, now.
    Approved,
    /// It must not.
    Denied(Denial),
}

/// One question about one submit.
pub struct Confirm {
    machine: StateMachine<Question>,
    trace: Trace,
}

impl Confirm {
    /// A question that may be answered within `life` milliseconds.
    pub fn new(life: u64) -> Self {
        let question = Question {
            life,
            proposal: None,
            end: None,
        };
        Self {
            machine: question.state_machine(),
            trace: Trace::new(),
        }
    }
}

impl Machine for Confirm {
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
        match self.machine.state() {
            State::Asking { until } => Some(*until),
            State::Reading {} | State::Checking {} => self.machine.inner().end,
            State::Decided { .. } => None,
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        match self.machine.state() {
            State::Decided { verdict } => Some(*verdict),
            _ => None,
        }
    }

    fn take_trace(&mut self) -> Vec<Change> {
        core::mem::take(&mut self.trace)
    }
}

struct Question {
    life: u64,
    /// What the person is asked about.
    proposal: Option<Box<Proposal>>,
    /// When the page must have shown it.
    end: Option<Millis>,
}

#[state_machine(
    initial = "State::reading()",
    state(derive(Clone, Debug)),
    after_transition = "Self::note",
    visibility = ""
)]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "statig lends a state its data")]
impl Question {
    #[state(superstate = "open", entry_action = "read")]
    fn reading(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Read(Some(proposal)) = event else {
            return Super;
        };
        self.proposal = Some(proposal.clone());
        Transition(State::asking(context.now.plus(self.life)))
    }

    #[state(superstate = "open", entry_action = "ask")]
    fn asking(until: &Millis, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let late = *until <= context.now;
        match event {
            // A yes that comes too late is none.
            Event::Tick | Event::Replied(_) if late => Transition(denied(Denial::Late)),
            Event::Replied(reply) => Transition(match reply {
                Reply::Yes => State::checking(),
                Reply::No => denied(Denial::Refused),
                Reply::None => denied(Denial::Unanswered),
                Reply::Unable => denied(Denial::Unable),
                Reply::Withdrawn => denied(Denial::Withdrawn),
            }),
            Event::Tick | Event::Read(_) => Handled,
        }
    }

    #[state(superstate = "open", entry_action = "read")]
    fn checking(&self, event: &Event) -> Outcome<State> {
        let (Event::Read(Some(now)), Some(shown)) = (event, &self.proposal) else {
            return Super;
        };
        Transition(match shown.difference(now) {
            None => State::decided(Verdict::Approved),
            Some(difference) => denied(Denial::Changed(difference)),
        })
    }

    #[superstate]
    fn open(&self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Read(None) => Transition(denied(Denial::Unread)),
            Event::Tick if self.end.is_some_and(|end| end <= context.now) => Transition(denied(Denial::Unread)),
            // What comes of a question that is not open.
            Event::Tick | Event::Read(Some(_)) | Event::Replied(_) => Handled,
        }
    }

    #[state]
    fn decided(verdict: &Verdict) -> Outcome<State> {
        let _ = verdict; // Kept in the state, for whoever asks.
        Handled
    }

    #[action]
    fn read(&mut self, context: &mut Turn<Effect>) {
        self.end = Some(context.now.plus(READING));
        context.ask(Effect::Read);
    }

    #[action]
    fn ask(&self, context: &mut Turn<Effect>) {
        if let Some(proposal) = &self.proposal {
            context.ask(Effect::Ask(proposal.clone()));
        }
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("confirm", from, to);
    }
}

const fn denied(denial: Denial) -> State {
    State::Decided {
        verdict: Verdict::Denied(denial),
    }
}

#[cfg(test)]
mod tests;

//! Wizard: go on from step to step while there is something to fill, and stop where a person has to look.
//!
//! ```text
//! walking ─────── out of time ──▶ done(TimedOut)
//! ├─ filling       the keys that are left are tried on the step shown
//! │                  ── something is not right ──▶ done(NotReady)
//! │                  ── nothing was asked for here, but something must be answered ──▶ done(Unanswered)
//! │                  ── nothing was asked for here, and no key is left ──▶ done(Unasked)
//! └─ submitting    the step's control is pressed
//!                    ── Advanced ──▶ filling   ── anything else ──▶ done(Ended)
//! ```
//!
//! A step is pressed once. A key that no field goes by is kept for the steps to come, and is missing only where no
//! other step follows. Once every key is placed, the step that holds the last one is pressed, and after it only a last
//! step that asks for nothing at all, such as one that shows the answers again above its button to send them: whoever
//! asked for a submit meant that. Any other step is left to whoever reads the report.

use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use crate::form::model::{Effect as Leads, Field, Held, Page, Ref};
use crate::report::{FieldReport, Outcome as Came, Status};
use crate::{Machine, Millis, Trace, Transition as Step, Turn};

/// How to go about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Press on although a key did not end well.
    pub anyway: bool,
    /// The longest that all of it may take, in milliseconds.
    pub give_up: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            anyway: false,
            give_up: 120_000,
        }
    }
}

/// What a fill of one step came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// What came of each key that was tried: its number, and its status.
    pub keys: Vec<(usize, Status)>,
    /// How many fields of the step must be answered and are not; see [`unanswered`].
    pub unanswered: usize,
    /// Whether the step has any field that a person could fill; see [`asks`].
    pub asks: bool,
    /// Whether another step follows; see [`follows`].
    pub more: bool,
    /// What the control to press does, `None` if there is none.
    pub press: Option<Leads>,
    /// How many keys of earlier fills the form does not hold; see [`crate::ledger`].
    pub open: usize,
    /// How many of its fields were filled from memory.
    pub recalled: usize,
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Time has passed.
    Tick,
    /// The step was filled.
    Filled(Summary),
    /// The step was submitted.
    Submitted(Came),
}

impl Event {
    const fn name(&self) -> &'static str {
        match self {
            Self::Tick => "Tick",
            Self::Filled(_) => "Filled",
            Self::Submitted(_) => "Submitted",
        }
    }
}

/// What can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Fill these keys, by their numbers, on the step shown. There may be none: then the step is only looked at.
    Fill(Vec<usize>),
    /// Press the step's control, once.
    Submit,
}

/// Why it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The last press came to this.
    Ended(Came),
    /// A key did not end well, so the step was not pressed.
    NotReady,
    /// The step shown asks for something that no key answers, so it was not pressed.
    Unanswered,
    /// No key is left and none was for the step shown, so it was not pressed: the form is not finished.
    Unasked,
    /// There is nothing to press.
    NothingToPress,
    /// There were more steps than anyone would make.
    TooMany,
    /// The time was up.
    TimedOut {
        /// Whether the step shown had been pressed by then.
        pressed: bool,
    },
}

/// What came of it in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Why it ended.
    pub end: End,
    /// How many steps were pressed.
    pub pressed: u32,
    /// What the last press came to, if there was one.
    pub last: Option<Came>,
    /// The keys that are good by now, or not, by their numbers: the status of the last step that they were tried on.
    pub keys: Vec<(usize, Status)>,
}

/// At most so many steps are pressed.
pub const STEPS: u32 = 30;

/// The fields of `form` that must be answered and are not, although they could be. `filled` is what a fill came to
/// after `page` was inspected.
pub fn unanswered<'a>(page: &'a Page, form: Option<Ref>, filled: &[FieldReport]) -> Vec<&'a Field> {
    let is_filled = |field: &Field| {
        let mut good = filled.iter().filter(|report| report.status.good());
        good.any(|report| report.reference.is_some_and(|own| field.owns(own)))
    };
    let fields = page.fields().filter(|field| field.form == form);
    fields
        .filter(|field| field.required && field.visible && !field.disabled && !field.readonly && !field.trap)
        .filter(|field| is_empty(field) && !is_filled(field))
        .collect()
}

/// Whether `form` has any field that a person could fill.
pub fn asks(page: &Page, form: Option<Ref>) -> bool {
    let mut fields = page.fields().filter(|field| field.form == form);
    fields.any(|field| field.visible && !field.disabled && !field.readonly && !field.trap)
}

/// Whether a field holds no answer yet.
pub fn is_empty(field: &Field) -> bool {
    if !field.parts.is_empty() {
        return field.parts.iter().any(|part| is_empty(&part.field));
    }
    match &field.held {
        Held::Text(text) => text.is_empty(),
        Held::Checked(checked) => *checked != Some(true),
        Held::Chosen(chosen) => chosen.iter().all(|&at| {
            field
                .options
                .get(at)
                .is_some_and(|choice| choice.value.is_empty() && choice.element.is_none())
        }),
        Held::Files(files) => files.is_empty(),
    }
}

/// Whether `page` says that another step follows the one shown in `form`.
pub fn follows(page: &Page, form: Option<Ref>) -> bool {
    let counted = page.step.is_some_and(|step| step.of.is_some_and(|of| step.step < of));
    let mut buttons = page.submits().filter(|submit| submit.form == form && submit.visible);
    counted || buttons.any(|submit| submit.effect == Leads::Next)
}

/// Makes a field that is there but not shown one that is missing as yet, if another step follows: many a form holds
/// all of its steps from the beginning and shows one.
pub fn postpone(report: &mut FieldReport, more: bool) {
    if more && report.status == Status::Refused && report.code == "hidden" {
        report.status = Status::Missing;
    }
}

/// A walk through the steps of one form.
pub struct Wizard {
    machine: StateMachine<Walk>,
    trace: Trace,
}

impl Wizard {
    /// To fill `keys` keys and to submit, from the step shown to the last.
    pub fn new(keys: usize, options: Options) -> Self {
        let walk = Walk {
            options,
            keys: (0..keys).map(|_| Status::Missing).collect(),
            tried: false,
            pressed: 0,
            last: None,
            started: None,
        };
        Self {
            machine: walk.state_machine(),
            trace: Trace::new(),
        }
    }
}

impl Machine for Wizard {
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
            State::Done { .. } => None,
            State::Filling {} | State::Submitting {} => self.machine.inner().end(),
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        match self.machine.state() {
            State::Done { verdict } => Some(verdict.clone()),
            State::Filling {} | State::Submitting {} => None,
        }
    }

    fn take_trace(&mut self) -> Vec<Step> {
        core::mem::take(&mut self.trace)
    }
}

struct Walk {
    options: Options,
    /// What came of each key so far.
    keys: Vec<Status>,
    /// Whether a key was found on the step shown.
    tried: bool,
    pressed: u32,
    last: Option<Came>,
    started: Option<Millis>,
}

#[state_machine(
    initial = "State::filling()",
    state(derive(Clone, Debug)),
    after_transition = "Self::note",
    visibility = ""
)]
impl Walk {
    #[state(superstate = "walking", entry_action = "fill")]
    fn filling(&mut self, event: &Event) -> Outcome<State> {
        let Event::Filled(summary) = event else {
            return Super;
        };
        self.take(summary);
        Transition(match self.hindrance(summary) {
            Some(end) => self.end_with(end),
            None => State::submitting(),
        })
    }

    #[state(superstate = "walking", entry_action = "submit")]
    fn submitting(&mut self, event: &Event) -> Outcome<State> {
        let Event::Submitted(came) = event else {
            return Super;
        };
        self.last = Some(*came);
        Transition(match came {
            Came::Advanced if self.pressed < STEPS => State::filling(),
            Came::Advanced => self.end_with(End::TooMany),
            Came::ValidationFailed | Came::Submitted | Came::Unchanged | Came::ServerError | Came::Unknown => {
                self.end_with(End::Ended(*came))
            }
        })
    }

    #[superstate]
    fn walking(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Tick if self.end().is_some_and(|end| end <= context.now) => {
                // Which of the two it was, the states know: only one of them presses.
                let pressed = self.is_pressing();
                Transition(self.end_with(End::TimedOut { pressed }))
            }
            // An answer that nobody waits for any more.
            Event::Tick | Event::Filled(_) | Event::Submitted(_) => Handled,
        }
    }

    #[state]
    fn done(verdict: &Verdict) -> Outcome<State> {
        let _ = verdict; // Kept in the state, for whoever asks.
        Handled
    }

    #[action]
    fn fill(&mut self, context: &mut Turn<Effect>) {
        self.started.get_or_insert(context.now);
        self.tried = false;
        context.ask(Effect::Fill(self.left()));
    }

    #[action]
    fn submit(&mut self, context: &mut Turn<Effect>) {
        self.pressed += 1;
        self.last = None;
        context.ask(Effect::Submit);
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("wizard", from, to);
    }
}

impl Walk {
    fn end(&self) -> Option<Millis> {
        Some(self.started?.plus(self.options.give_up))
    }

    /// Whether the press of this step has not been answered.
    fn is_pressing(&self) -> bool {
        self.pressed > 0 && self.last.is_none()
    }

    /// The keys that no step had a field for so far.
    fn left(&self) -> Vec<usize> {
        let keys = self.keys.iter().enumerate();
        keys.filter(|(_, status)| **status == Status::Missing)
            .map(|(at, _)| at)
            .collect()
    }

    fn take(&mut self, summary: &Summary) {
        self.tried |= summary.recalled > 0;
        for (at, status) in &summary.keys {
            self.tried |= *status != Status::Missing;
            if let Some(own) = self.keys.get_mut(*at)
                && *own == Status::Missing
            {
                *own = *status;
            }
        }
    }

    /// Why the step shown is not to be pressed.
    fn hindrance(&self, summary: &Summary) -> Option<End> {
        let is_bad = |status: &Status| !status.good() && *status != Status::Missing;
        let left = self.keys.contains(&Status::Missing);
        if summary.press.is_none() {
            return Some(End::NothingToPress);
        }
        let is_wrong = self.keys.iter().any(is_bad) || (left && !summary.more) || summary.open > 0;
        if is_wrong && !self.options.anyway {
            return Some(End::NotReady);
        }
        // The first step was asked for, and so is every one that a key was for.
        if self.pressed == 0 || self.tried {
            return None;
        }
        if summary.unanswered > 0 {
            return Some(End::Unanswered);
        }
        // On the way to what is left, and at the very end, a press is what was asked for.
        let is_last = summary.press == Some(Leads::Submit) && !summary.more && !summary.asks;
        (!left && !is_last).then_some(End::Unasked)
    }

    fn end_with(&self, end: End) -> State {
        State::done(Verdict {
            end,
            pressed: self.pressed,
            last: self.last,
            keys: self.keys.iter().copied().enumerate().collect(),
        })
    }
}

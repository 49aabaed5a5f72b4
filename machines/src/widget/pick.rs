//! Chooses from a list that opens: comboboxes, listbox buttons, suggestions under a text field.
//!
//! ```text
//! opening ── opened ──▶ resting ── at rest ──▶ looking ── offered ──▶ choosing ── at rest ──▶ done(Chosen)
//!    ▲                     ▲                     │
//!    │                     └── still loading ────┤
//!    └───── nothing open, another way left ──────┤
//!                                                └── not offered ──▶ closing ──▶ done(NotOffered)
//! ```
//!
//! A way of opening is tried once. What is offered is matched by the rules of [`crate::form::value::choose_option`];
//! a text that only resembles an offer is not chosen. A popup that was opened in vain is closed again, and what was
//! typed to open it is taken out by whoever drives the field.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use crate::form::model::{Choice, Ref};
use crate::form::value::choose_option;
use crate::machine::{Machine, Millis, Transition, Turn};
use crate::typed::Typed;

/// A way to make a list open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Type what is wanted into it and leave the focus there.
    Type,
    /// Press it.
    Press,
    /// Press the arrow-down key in it.
    Arrow,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// Time passed.
    Tick,
    /// The way of opening was carried out, or the option was pressed; the trouble, empty if there was none.
    Done(String),
    /// The page has come to rest, or not within its time.
    Rested,
    /// What the popup offers now.
    Offered {
        /// Whether something is open.
        open: bool,
        /// Whether it shows that it is loading.
        busy: bool,
        /// What can be chosen; each has an element.
        options: Vec<Choice>,
    },
}

/// What it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Make the list open this way.
    Open(Opening, Typed),
    /// Wait until the page has come to rest.
    Rest,
    /// Look at what the popup offers.
    Look,
    /// Press this option, named by its element.
    Press(u32),
    /// Close whatever was opened (the escape key).
    Close,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The option was pressed; its text.
    Chosen(String),
    /// Nothing that is offered is what was wanted; what was offered, at most 20.
    NotOffered(Vec<String>),
    /// Several of those offered could be meant.
    Ambiguous(Vec<String>),
    /// No list opened.
    NoList,
    /// It could not be operated: the trouble.
    Broken(String),
    /// The page did not come to an end with it in time.
    TimedOut,
}

/// The longest that one choice may take, in milliseconds.
pub const PATIENCE: u64 = 6_000;
/// How often a list that is still loading is looked at.
const LOOKS: u32 = 12;
const MOST_SHOWN: usize = 20;

/// See the module.
pub struct Pick {
    machine: StateMachine<Inner>,
    trace: Vec<Transition>,
}

impl Pick {
    /// Chooses `wanted` in the control `target`. `ways` are tried in order.
    pub fn new(target: Ref, wanted: Typed, ways: Vec<Opening>) -> Self {
        let inner = Inner {
            target,
            wanted,
            ways,
            way: 0,
            looks: 0,
            give_up: None,
            verdict: None,
            chosen: String::new(),
        };
        Self {
            machine: inner.state_machine(),
            trace: Vec::new(),
        }
    }

    /// The control that it chooses in.
    pub fn target(&self) -> Ref {
        self.machine.inner().target
    }
}

impl Machine for Pick {
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
            Self::Offered { .. } => "Offered",
        }
    }
}

struct Inner {
    target: Ref,
    wanted: Typed,
    ways: Vec<Opening>,
    way: usize,
    looks: u32,
    give_up: Option<Millis>,
    verdict: Option<Verdict>,
    chosen: String,
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
                self.open(context)
            }
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn opening(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Done(trouble) if trouble.is_empty() => {
                context.ask(Effect::Rest);
                Transition(State::resting())
            }
            Event::Done(trouble) => {
                let trouble = trouble.clone();
                self.next_way(context, Verdict::Broken(trouble))
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
        let Event::Offered { open, busy, options } = event else {
            return Super;
        };
        self.looks += 1;
        if *busy && self.looks < LOOKS {
            context.ask(Effect::Rest);
            return Transition(State::resting());
        }
        if options.is_empty() {
            let verdict = if *open {
                Verdict::NotOffered(Vec::new())
            } else {
                Verdict::NoList
            };
            return self.next_way(context, verdict);
        }
        match choose_option(self.wanted.reveal(), options) {
            Ok(index) => match options.get(index).and_then(|choice| choice.element) {
                Some(element) => {
                    self.chosen.clone_from(&options[index].label);
                    context.ask(Effect::Press(element));
                    Transition(State::choosing())
                }
                None => Self::close(context, Verdict::NotOffered(shown(options))),
            },
            Err(refusal) if refusal.code == "ambiguous-option" => {
                Self::close(context, Verdict::Ambiguous(shown(options)))
            }
            Err(_) => self.next_way(context, Verdict::NotOffered(shown(options))),
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
            Event::Rested => {
                let chosen = core::mem::take(&mut self.chosen);
                self.end(Verdict::Chosen(chosen))
            }
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
            // Whatever comes out of turn is an answer to a question that nobody asks any more.
            Event::Tick | Event::Done(_) | Event::Rested | Event::Offered { .. } => Handled,
        }
    }

    #[state]
    fn done(event: &Event) -> Outcome<State> {
        match event {
            Event::Tick | Event::Done(_) | Event::Rested | Event::Offered { .. } => Handled,
        }
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("pick", from, to);
    }
}

impl Inner {
    fn open(&mut self, context: &mut Turn<Effect>) -> Outcome<State> {
        match self.ways.get(self.way).copied() {
            Some(way) => {
                self.way += 1;
                self.looks = 0;
                context.ask(Effect::Open(way, self.wanted.clone()));
                Transition(State::opening())
            }
            None => self.end(Verdict::NoList),
        }
    }

    /// Goes on to the next way of opening, or ends with `verdict` once it is closed.
    fn next_way(&mut self, context: &mut Turn<Effect>, verdict: Verdict) -> Outcome<State> {
        if self.way < self.ways.len() {
            self.open(context)
        } else {
            Self::close(context, verdict)
        }
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

fn shown(options: &[Choice]) -> Vec<String> {
    options
        .iter()
        .take(MOST_SHOWN)
        .map(|choice| choice.label.clone())
        .collect()
}

/// The ways of opening to try on a control: one that takes text is typed into first, so that a long or remote list
/// comes down to what is wanted.
pub fn ways(takes_text: bool) -> Vec<Opening> {
    if takes_text {
        vec![Opening::Type, Opening::Press, Opening::Arrow]
    } else {
        vec![Opening::Press, Opening::Arrow]
    }
}

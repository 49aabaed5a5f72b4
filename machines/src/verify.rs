//! Verify: did the field keep what was put in?
//!
//! ```text
//! trying ───────────── give_up passed ──▶ done(TimedOut)
//! ├─ writing{way}      ── written ──▶ reading   ── this way is none ──▶ writing{way + 1}
//! │                    ── nothing can be done ──▶ done(Troubled)
//! └─ reading{way}      ── the same ──▶ done(Kept)   ── respelled ──▶ done(Reformatted)
//!                      ── something else ──▶ writing{way + 1}, after the last way done(Rejected)
//! ```
//!
//! Nothing is restored between two ways: each writes over what is there. A respelling by the page is accepted, a
//! later way is not tried for the sake of the spelling.

use alloc::string::String;
use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use crate::fill::Trouble;
use crate::form::model::{Field, Held, Kind, Room};
use crate::form::value::{Context, Likeness, Plan, agrees_taken, dialled_beside, layout, picks_moment, told};
use crate::report::How;
use crate::{Machine, Millis, Trace, Transition as Step, Turn};

/// Which way to try first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strategy {
    /// As a person would: trusted input events first, the setter as the fall-back.
    #[default]
    Natural,
    /// The native setter first.
    Fast,
    /// Key events first.
    Keys,
}

/// A text of more bytes than this is set at once: to type it takes a browser many seconds, and nobody types so much.
const LONG: usize = 100_000;

/// The ways to try for `plan` on `field`, the first one first. Empty for a plan that is spread over parts.
pub fn ways(field: &Field, plan: &Plan, strategy: Strategy) -> Vec<How> {
    match plan {
        Plan::Spread(_) => Vec::new(),
        Plan::Files(_) => [How::Files].into(),
        Plan::Pick(_) | Plan::PickAll(_) => [How::Widget].into(),
        Plan::Check(_) => pressing(strategy),
        Plan::Choose(_) => choosing(field.kind, strategy),
        Plan::Clear => match field.kind {
            // What is taken off is what stands beside the box, not what is in it.
            Kind::Text | Kind::Search | Kind::Editable if field.room == Room::Several => [How::Widget].into(),
            Kind::File => [How::Files].into(),
            Kind::Checkbox | Kind::Switch => pressing(strategy),
            Kind::Radio | Kind::Checkboxes | Kind::Buttons | Kind::Select | Kind::SelectMultiple | Kind::Listbox => {
                choosing(field.kind, strategy)
            }
            _ => typing(field, strategy),
        },
        Plan::Text(text) if text.reveal().len() > LONG && !field.readonly && field.kind != Kind::Editable => {
            [How::Setter, How::Typed].into()
        }
        Plan::Text(text) if !field.readonly && picks_moment(field, plan) => picking(text.reveal(), field, strategy),
        // The page may find the country in the number itself; if not, it is chosen beside it.
        Plan::Text(_) if dialled_beside(field, plan).is_some() => {
            let first = dialling(field, strategy).into_iter().find(|way| *way != How::Widget);
            first.into_iter().chain([How::Widget]).collect()
        }
        Plan::Text(text) if field.kind == Kind::Tel && text.reveal().starts_with('+') => dialling(field, strategy),
        Plan::Text(_) | Plan::Value(_) => typing(field, strategy),
    }
}

/// A number with its country's code: some fields open their list of countries at the key `+`.
fn dialling(field: &Field, strategy: Strategy) -> Vec<How> {
    let mut ways = typing(field, strategy);
    if strategy == Strategy::Natural {
        ways.sort_by_key(|way| *way != How::Typed);
    }
    ways
}

/// A text field that may open a picker of dates or times. What is typed into it in a format that it does not show, it may
/// show and yet take for something else: then the picker is the sure way, if there is one.
fn picking(text: &str, field: &Field, strategy: Strategy) -> Vec<How> {
    let mut ways = typing(field, strategy);
    ways.retain(|way| *way != How::Widget);
    let told = layout::for_text(text, field, &Context::default()).is_some();
    let likely = field.keyed || !field.popup.is_empty() || layout::wants_day(field);
    ways.insert(usize::from(told || !likely).min(ways.len()), How::Widget);
    ways
}

/// A press from script is not trusted; where the page wants a trusted one, the other way is.
fn pressing(strategy: Strategy) -> Vec<How> {
    match strategy {
        Strategy::Keys => [How::Keys, How::Widget].into(),
        Strategy::Natural | Strategy::Fast => [How::Widget, How::Keys].into(),
    }
}

fn choosing(kind: Kind, strategy: Strategy) -> Vec<How> {
    match kind {
        Kind::Radio | Kind::Checkboxes | Kind::Buttons => pressing(strategy),
        _ => [How::Widget].into(),
    }
}

fn typing(field: &Field, strategy: Strategy) -> Vec<How> {
    let keys_first = field.keyed || strategy == Strategy::Keys;
    match field.kind {
        _ if field.counter.is_some() => [How::Widget].into(),
        // Some are read-only until they have the focus, which the first way finds out; into the others only their own
        // picker can write. The setter could, but the page has said no.
        _ if field.readonly => [How::Typed, How::Widget].into(),
        Kind::Editable if keys_first => [How::Keys, How::Typed, How::Inserted].into(),
        Kind::Editable => [How::Typed, How::Inserted, How::Keys].into(),
        Kind::Date | Kind::Time | Kind::Datetime | Kind::Month | Kind::Week | Kind::Color | Kind::Range => {
            [How::Setter, How::Keys].into()
        }
        Kind::Slider => [How::Widget].into(),
        Kind::Spinbutton => [How::Keys, How::Typed, How::Setter, How::Widget].into(),
        Kind::Number if keys_first => [How::Keys, How::Typed, How::Setter].into(),
        Kind::Number if strategy == Strategy::Fast => [How::Setter, How::Typed].into(),
        Kind::Number => [How::Typed, How::Setter].into(),
        Kind::Combobox | Kind::Listbox if !field.suggestions => [How::Widget, How::Typed, How::Keys].into(),
        _ if field.picks && !field.suggestions => [How::Widget, How::Typed, How::Keys].into(),
        // What listens for keys may keep only what it suggests a moment later.
        Kind::Text | Kind::Search if field.keyed => [How::Keys, How::Typed, How::Widget, How::Setter].into(),
        _ if keys_first => [How::Keys, How::Typed, How::Setter].into(),
        _ if strategy == Strategy::Fast => [How::Setter, How::Typed, How::Keys].into(),
        _ => [How::Typed, How::Keys, How::Setter].into(),
    }
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Time has passed.
    Tick,
    /// The write was done, or something stood in its way.
    Wrote(Trouble),
    /// What the field holds; `None` if it is no longer there.
    Read(Option<Held>),
}

impl Event {
    const fn name(&self) -> &'static str {
        match self {
            Self::Tick => "Tick",
            Self::Wrote(_) => "Wrote",
            Self::Read(_) => "Read",
        }
    }
}

/// What can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Write the value in this way.
    Write(How),
    /// Read what the field holds.
    Read,
}

/// What can come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The field holds the value, put in this way.
    Kept(How),
    /// It holds the value in the page's own spelling.
    Reformatted(How, Held),
    /// Every way was tried, and it holds something else.
    Rejected {
        /// What it holds.
        held: Option<Held>,
        /// Whether that is something else than it held before.
        moved: bool,
    },
    /// Something stood in the way that no other way can help.
    Troubled(Trouble),
    /// The time was up.
    TimedOut,
}

/// One field being written until it is right or nothing is left to try.
pub struct Verify {
    machine: StateMachine<Try>,
    trace: Trace,
}

impl Verify {
    /// To bring `field` to `plan` by `ways` in their order, within `give_up` milliseconds.
    pub fn new(field: Field, plan: Plan, ways: Vec<How>, give_up: u64) -> Self {
        let attempt = Try {
            field,
            plan,
            ways,
            give_up,
            started: None,
            took: None,
        };
        Self {
            machine: attempt.state_machine(),
            trace: Trace::new(),
        }
    }

    /// Whether it waits to hear that its write was done.
    pub fn is_writing(&self) -> bool {
        matches!(self.machine.state(), State::Writing { .. })
    }

    /// Whether it waits to hear what the field holds.
    pub fn is_reading(&self) -> bool {
        matches!(self.machine.state(), State::Reading { .. })
    }
}

impl Machine for Verify {
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
            State::Writing { .. } | State::Reading { .. } => {
                let attempt = self.machine.inner();
                Some(attempt.started?.plus(attempt.give_up))
            }
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        match self.machine.state() {
            State::Done { verdict } => Some(verdict.clone()),
            State::Writing { .. } | State::Reading { .. } => None,
        }
    }

    fn take_trace(&mut self) -> Vec<Step> {
        core::mem::take(&mut self.trace)
    }
}

struct Try {
    field: Field,
    plan: Plan,
    ways: Vec<How>,
    give_up: u64,
    started: Option<Millis>,
    /// The text of the option that was decided on, if it was chosen by its list.
    took: Option<String>,
}

#[state_machine(
    initial = "State::writing(0)",
    state(derive(Clone, Debug)),
    after_transition = "Self::note",
    visibility = ""
)]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "statig lends a state its data")]
impl Try {
    #[state(superstate = "trying", entry_action = "write")]
    fn writing(&mut self, way: &usize, event: &Event) -> Outcome<State> {
        if self.ways.get(*way).is_none() {
            return Transition(State::done(Verdict::Troubled(Trouble::Unsupported)));
        }
        let Event::Wrote(trouble) = event else {
            return Super;
        };
        let another = match trouble {
            Trouble::None => return Transition(State::reading(*way)),
            Trouble::Took(label) => {
                self.took = Some(label.clone());
                return Transition(State::reading(*way));
            }
            Trouble::Covered
            | Trouble::Unfocusable
            | Trouble::Unsupported
            | Trouble::Unread
            | Trouble::Unable(_)
            | Trouble::Broken(_) => true,
            // Its own picker may still write into it.
            Trouble::Readonly => self.field.readonly,
            // Where free text will do, an offer is only an offer.
            Trouble::NoOption(_) => matches!(self.plan, Plan::Text(_)),
            Trouble::Gone
            | Trouble::Disabled
            | Trouble::Hidden
            | Trouble::Vanished
            | Trouble::Silent
            | Trouble::Template(_)
            | Trouble::NoFile
            | Trouble::Several(_)
            | Trouble::Barred
            | Trouble::TooMany(_)
            | Trouble::NoCountry(_)
            | Trouble::OtherCountry
            | Trouble::NotOffered(_)
            | Trouble::Ends(_) => false,
        };
        Transition(if another && *way + 1 < self.ways.len() {
            State::writing(*way + 1)
        } else if self.field.readonly && *trouble == Trouble::Unsupported {
            State::done(Verdict::Troubled(Trouble::Readonly))
        } else {
            State::done(Verdict::Troubled(trouble.clone()))
        })
    }

    #[state(superstate = "trying", entry_action = "read")]
    fn reading(&mut self, way: &usize, event: &Event) -> Outcome<State> {
        let Event::Read(held) = event else {
            return Super;
        };
        let (Some(held), Some(&how)) = (held, self.ways.get(*way)) else {
            return Transition(State::done(Verdict::Troubled(Trouble::Gone)));
        };
        let held = &told(&self.field, held.clone());
        Transition(
            match agrees_taken(self.took.as_deref(), Some(how), &self.plan, &self.field, held) {
                Likeness::Same => State::done(Verdict::Kept(how)),
                Likeness::Respelled => State::done(Verdict::Reformatted(how, held.clone())),
                Likeness::Different if *way + 1 < self.ways.len() => State::writing(*way + 1),
                Likeness::Different => State::done(Verdict::Rejected {
                    held: Some(held.clone()),
                    moved: *held != self.field.held,
                }),
            },
        )
    }

    #[superstate]
    fn trying(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Tick if self.started.unwrap_or_default().plus(self.give_up) <= context.now => {
                Transition(State::done(Verdict::TimedOut))
            }
            // An answer to a question that has been answered already.
            Event::Tick | Event::Wrote(_) | Event::Read(_) => Handled,
        }
    }

    #[state]
    fn done(verdict: &Verdict) -> Outcome<State> {
        let _ = verdict; // Kept in the state, for whoever asks.
        Handled
    }

    #[action]
    fn write(&mut self, way: &usize, context: &mut Turn<Effect>) {
        self.started.get_or_insert(context.now);
        if let Some(&how) = self.ways.get(*way) {
            context.ask(Effect::Write(how));
        }
    }

    #[action]
    fn read(context: &mut Turn<Effect>) {
        context.ask(Effect::Read);
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("verify", from, to);
    }
}

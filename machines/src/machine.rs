//! The contract that every machine keeps, and what a turn of one carries.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Milliseconds since the driver started. Never a wall-clock time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub u64);

impl Millis {
    /// This moment plus `millis`, saturating at the end of time.
    #[must_use]
    pub const fn plus(self, millis: u64) -> Self {
        Self(self.0.saturating_add(millis))
    }

    /// Milliseconds from `earlier` to this moment, 0 if `earlier` is later.
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A machine without IO: events and times in, effects and a deadline out, a verdict at the end.
///
/// Every machine owes three properties, which its tests check over arbitrary histories: the verdict never
/// changes once it is there; a verdict ends the deadline; a tick at the deadline moves the deadline on or ends
/// it, so that no driver can spin.
pub trait Machine {
    /// What can happen to it.
    type Event;
    /// What it can ask for.
    type Effect;
    /// What can come of it.
    type Verdict: Clone;

    /// The event that says only that time has passed. Also the first event of every run.
    const TICK: Self::Event;

    /// Takes one event seen at `now` and returns the effects it asks for, in the order they are to be done.
    fn handle(&mut self, now: Millis, event: Self::Event) -> Vec<Self::Effect>;

    /// When the machine next wants [`Self::TICK`], if no other event comes first.
    fn deadline(&self) -> Option<Millis>;

    /// The verdict, once there is one. It never changes after that.
    fn verdict(&self) -> Option<Self::Verdict>;

    /// Takes the transitions made since the last call, oldest first.
    fn take_trace(&mut self) -> Vec<Transition>;
}

/// One transition of one machine, as it goes into the trace. It holds names and lengths, never a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// When it happened.
    pub at: Millis,
    /// Which machine: `settle`, `verify`, `fill`, `submit`, `wizard`.
    pub machine: &'static str,
    /// The state left, by name only.
    pub from: String,
    /// The state entered, by name only.
    pub to: String,
    /// The event that caused it, by name only.
    pub event: String,
}

/// The transitions of a machine that nobody has taken yet, oldest first.
pub type Trace = Vec<Transition>;

/// What a state handler is given besides its event: the time in, the effects and the trace out.
#[derive(Debug)]
pub struct Turn<E> {
    /// The time of the event.
    pub now: Millis,
    /// The name of the event, for the trace.
    pub event: &'static str,
    /// The effects asked for so far, in order.
    pub effects: Vec<E>,
    /// The transitions made so far, in order.
    pub trace: Trace,
}

impl<E> Turn<E> {
    /// An empty turn at `now` for the event named `event`.
    pub const fn new(now: Millis, event: &'static str) -> Self {
        Self {
            now,
            event,
            effects: Vec::new(),
            trace: Vec::new(),
        }
    }

    /// Asks for one more effect.
    pub fn ask(&mut self, effect: E) {
        self.effects.push(effect);
    }

    /// Notes a transition. `from` and `to` may be `Debug` output of a state: only the leading name is kept.
    pub fn note(&mut self, machine: &'static str, from: &impl fmt::Debug, to: &impl fmt::Debug) {
        let entry = Transition {
            at: self.now,
            machine,
            from: leading_name(from),
            to: leading_name(to),
            event: self.event.into(),
        };
        self.trace.push(entry);
    }
}

/// The name of a `Debug`ged variant without its data: `Quiet { since: 3 }` is `Quiet`.
fn leading_name(state: &impl fmt::Debug) -> String {
    let text = alloc::format!("{state:?}");
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

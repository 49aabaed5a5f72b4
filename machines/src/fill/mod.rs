//! Fill: bring fields to what was asked for, and prove it.
//!
//! ```text
//! working ─────── out of time, navigated, browser gone ──▶ done
//! ├─ inspecting{last}   what is there? Every key is resolved and planned anew
//! ├─ writing            a run of jobs in document order is out
//! ├─ escalating         the same, where a first way did not hold
//! ├─ undoing            what did not come to what it should hold is given back what it held
//! ├─ pressing           a button that adds a row, or closes a box that came up, is being pressed
//! ├─ resting{then}      the page is coming to rest: then it is inspected, or read
//! └─ reading{last}      what do the fields hold? In doubt: the next way. At last: the verdict
//! ```
//!
//! A static form costs four round trips: inspect, write, rest, read. What was read right after a write is enough to
//! go on, never enough to say `filled`: that is said of what was read after everything was written, the focus was
//! taken away and the page had come to rest. A field that was right and is not any more is written again in its next
//! way; so no field is written more often than it has ways (twice where it has only one).
//!
//! Pages that render without keys turn one field into another. A write stops where a control is called otherwise than
//! at the last look, and where that is only seen in the end, the verdict is that of one more look: a key that means
//! another control by then is written there, and a value that stands in what is another field is never called good.
//!
//! Nothing is left half done: a field that does not come to what was asked for is given back what it held, as far as it
//! takes that, and what it holds then is what is reported.
//!
//! A row that keys ask for and the page does not have is made once nothing else is left to write, by the page's own
//! button, one at a time, and only if every row before it is there or asked for as well.
//!
//! Keys that cannot be written yet are tried again after each look at the page, as long as something was written in
//! between. The number of looks is bounded by the number of keys, so a page that never stops changing ends it too.

mod boxes;
mod job;
mod leg;
mod line;
mod report;
mod rows;
mod sight;
pub mod still;
mod upon;
mod work;

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

pub use job::{Act, Job, Trouble};

pub use crate::verify::Strategy;

use self::boxes::Boxes;
use self::leg::Phase;
use self::line::Line;
use self::report::Cut;
use self::rows::Rows;
use self::upon::Upon;
use self::work::{held_by_ref, hid};
use crate::form::model::{Held, Page, Ref};
use crate::form::value::{Context, Wish};
use crate::report::FieldReport;
use crate::{Machine, Millis, Trace, Transition as Step, Turn};

/// So many controls are written in one round trip at the most: a round trip that lasts cannot be told from a page that
/// hangs.
const MOST_AT_ONCE: usize = 200;

/// How to go about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Fill only this form.
    pub form: Option<Ref>,
    /// Which way to try first.
    pub strategy: Strategy,
    /// What is known besides the fields.
    pub context: Context,
    /// The longest that all of it may take, in milliseconds.
    pub give_up: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            form: None,
            strategy: Strategy::default(),
            context: Context::default(),
            give_up: 30_000,
        }
    }
}

/// Why the rest of a write was not begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stopped {
    /// Nothing is left.
    #[default]
    None,
    /// Controls came, went or changed.
    Changed,
    /// The page has work going on.
    Working,
}

/// What a control holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The control.
    pub reference: Option<Ref>,
    /// What it holds; `None` if it is no longer in the document.
    pub held: Option<Held>,
    /// The error that the page shows for it, else empty.
    pub error: String,
    /// For a native select: label and value of what is chosen, as offered now. `None` where that is not told.
    pub picked: Option<Vec<(String, String)>>,
    /// Whether any control of its document is called otherwise than at the last look.
    pub renamed: bool,
    /// Whether it was in sight at an earlier look and is not any more, with its label, and not because somebody folded
    /// it up.
    pub hid: bool,
    /// Whether nothing is known of it, since its frame did not answer.
    pub silent: bool,
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Time has passed.
    Tick,
    /// The page, as it is now.
    Inspected(Box<Page>),
    /// Jobs were begun.
    Wrote {
        /// One entry for each job that was begun, in order: the control, what stood in the way, what it held right
        /// after (`None` if that is not known).
        done: Vec<(Ref, Trouble, Option<Held>)>,
        /// Why the rest was not begun.
        stopped: Stopped,
    },
    /// The page itself has sent so many requests that ask a server to change something, since this was last told.
    Sent(usize),
    /// The page has come to rest, or (`false`) has not within the time given to it.
    Rested(bool),
    /// The button was pressed, or what stood in the way.
    Pressed(Trouble),
    /// What the controls asked for hold, after the focus was taken away.
    Read(Vec<Reading>),
    /// The document was replaced.
    Navigated(String),
    /// The browser is gone.
    Gone,
}

impl Event {
    const fn name(&self) -> &'static str {
        match self {
            Self::Tick => "Tick",
            Self::Inspected(_) => "Inspected",
            Self::Wrote { .. } => "Wrote",
            Self::Sent(_) => "Sent",
            Self::Rested(_) => "Rested",
            Self::Pressed(_) => "Pressed",
            Self::Read(_) => "Read",
            Self::Navigated(_) => "Navigated",
            Self::Gone => "Gone",
        }
    }
}

/// What can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Inspect all frames.
    Inspect,
    /// Do these jobs in this order. Either all are of one frame and can go in one round trip ([`Job::batches`]), or
    /// there is only one.
    Write(Vec<Job>),
    /// Wait until the page has come to rest.
    Rest,
    /// Press this button, which adds a row or closes a box that came up, once.
    Press(Ref),
    /// Take the focus away and read these controls.
    Read(Vec<Ref>),
    /// So many of so many keys have been dealt with. Needs no answer.
    Progress(usize, usize),
}

/// Why it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every key was taken as far as it goes.
    Done,
    /// The document was replaced before that.
    Navigated,
    /// The browser went before that.
    Gone,
    /// The time was up before that.
    TimedOut,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Why it ended.
    pub end: End,
    /// One entry for each key, in the order given.
    pub fields: Vec<FieldReport>,
    /// The form that the first field written belongs to.
    pub form: Option<Ref>,
    /// How many acts were carried out.
    pub writes: usize,
    /// Whether the page had come to rest the last time that it was waited for.
    pub rested: bool,
    /// The rows that were made.
    pub added: Vec<Added>,
    /// The labels of the buttons that were pressed to close boxes that came up while it was filled.
    pub closed: Vec<String>,
}

/// Rows that were made because keys asked for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    /// What they are called, as in the keys.
    pub group: String,
    /// The label of the button that was pressed for each.
    pub button: String,
    /// How many.
    pub rows: usize,
}

/// A fill of one page.
pub struct Fill {
    machine: StateMachine<Work>,
    trace: Trace,
}

impl Fill {
    /// To bring the fields that `pairs` name to the values beside them.
    pub fn new(pairs: Vec<(String, Wish)>, options: Options) -> Self {
        let looks_left = pairs.len() * 3 + 10;
        let lines = pairs.into_iter().map(|(key, wish)| Line::new(key, wish)).collect();
        let work = Work {
            lines,
            options,
            looks_left,
            page: None,
            started: None,
            batch: Vec::new(),
            wrote: false,
            stopped: false,
            weak: false,
            writes: 0,
            rested: true,
            told: 0,
            rows: Rows::default(),
            boxes: Boxes::default(),
            back: Vec::new(),
            undone: 0,
            upon: Upon::default(),
            hid: BTreeSet::new(),
        };
        Self {
            machine: work.state_machine(),
            trace: Trace::new(),
        }
    }

    /// The page as it was last inspected.
    pub fn page(&self) -> Option<&Page> {
        self.machine.inner().page.as_deref()
    }
}

impl Machine for Fill {
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
            _ => self.machine.inner().end(),
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        match self.machine.state() {
            State::Done { verdict } => Some(verdict.clone()),
            _ => None,
        }
    }

    fn take_trace(&mut self) -> Vec<Step> {
        core::mem::take(&mut self.trace)
    }
}

/// What a rest is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    /// To look at the page again.
    Inspect,
    /// To read what is in doubt.
    Check,
    /// To read everything for the last time.
    Finish,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one independent fact about the course so far"
)]
struct Work {
    lines: Vec<Line>,
    options: Options,
    /// How many more looks at the page are allowed.
    looks_left: usize,
    page: Option<Box<Page>>,
    started: Option<Millis>,
    /// The jobs that are out: the line and the leg of each.
    batch: Vec<(usize, usize, Job)>,
    /// Whether anything was written since the last look.
    wrote: bool,
    /// Whether the page has to be looked at before anything else is written.
    stopped: bool,
    /// Whether likeness of labels is enough to resolve a key: once the form cannot show a better field any more.
    weak: bool,
    writes: usize,
    rested: bool,
    /// The number of keys last told as dealt with.
    told: usize,
    rows: Rows,
    boxes: Boxes,
    /// The jobs that are left of those that give fields back what they held.
    back: Vec<Job>,
    /// How often that was begun.
    undone: u8,
    upon: Upon,
    /// The controls that the page has put out of sight since they were last looked at, as of the last reading.
    hid: BTreeSet<Ref>,
}

#[state_machine(
    initial = "State::inspecting(false)",
    state(derive(Clone, Debug)),
    after_transition = "Self::note",
    visibility = ""
)]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "statig lends a state its data")]
impl Work {
    #[state(superstate = "working", entry_action = "inspect")]
    fn inspecting(&mut self, last: &bool, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Inspected(page) = event else {
            return Super;
        };
        self.blame();
        self.page = Some(page.clone());
        if *last {
            self.look_last();
            return Transition(self.judge(context));
        }
        self.look(context);
        Transition(self.next(context))
    }

    #[state(superstate = "working", entry_action = "write")]
    fn writing(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        self.written(event, context)
    }

    #[state(superstate = "working", entry_action = "write")]
    fn escalating(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        self.written(event, context)
    }

    #[state(superstate = "working", entry_action = "put_back")]
    fn undoing(&mut self, event: &Event) -> Outcome<State> {
        let Event::Wrote { .. } = event else {
            return Super;
        };
        Transition(if self.back.is_empty() {
            State::resting(Then::Finish)
        } else {
            State::undoing()
        })
    }

    #[state(superstate = "working", entry_action = "press")]
    fn pressing(&mut self, event: &Event) -> Outcome<State> {
        let Event::Pressed(trouble) = event else {
            return Super;
        };
        self.rows.pressed(trouble);
        self.boxes.pressed(trouble);
        self.upon.pressed();
        self.writes += usize::from(*trouble == Trouble::None);
        Transition(State::resting(Then::Inspect))
    }

    #[state(superstate = "working", entry_action = "rest")]
    fn resting(&mut self, then: &Then, event: &Event) -> Outcome<State> {
        let Event::Rested(rested) = event else {
            return Super;
        };
        self.rested = *rested;
        self.blame();
        self.upon.rested();
        Transition(match then {
            Then::Inspect => State::inspecting(false),
            Then::Check => State::reading(false),
            Then::Finish => State::reading(true),
        })
    }

    #[state(superstate = "working", entry_action = "read")]
    fn reading(&mut self, last: &bool, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Read(readings) = event else {
            return Super;
        };
        self.blame();
        if *last {
            self.hid = hid(readings, &self.lines);
            return Transition(if self.needs_last_look(readings) {
                State::inspecting(true)
            } else {
                self.take_last(readings);
                self.judge(context)
            });
        }
        let by_ref = held_by_ref(readings);
        self.resolve_doubts(context, |field| {
            job::gather(field, |own| by_ref.get(&own).cloned().flatten())
        });
        self.stopped |= readings.iter().any(|reading| reading.renamed);
        Transition(self.next(context))
    }

    #[superstate]
    fn working(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Tick if self.end().is_some_and(|end| end <= context.now) => {
                Transition(self.finish(Some(Cut::TimedOut)))
            }
            Event::Navigated(_) => Transition(self.finish(Some(Cut::Navigated))),
            Event::Gone => Transition(self.finish(Some(Cut::Gone))),
            Event::Sent(requests) => {
                self.upon.sent(*requests);
                Handled
            }
            // An answer that nobody waits for any more.
            Event::Tick
            | Event::Inspected(_)
            | Event::Wrote { .. }
            | Event::Rested(_)
            | Event::Pressed(_)
            | Event::Read(_) => Handled,
        }
    }

    #[state]
    fn done(verdict: &Verdict) -> Outcome<State> {
        let _ = verdict; // Kept in the state, for whoever asks.
        Handled
    }

    #[action]
    fn inspect(&mut self, context: &mut Turn<Effect>) {
        self.started.get_or_insert(context.now);
        self.looks_left = self.looks_left.saturating_sub(1);
        context.ask(Effect::Inspect);
    }

    #[action]
    fn write(&mut self, context: &mut Turn<Effect>) {
        self.upon.begin();
        context.ask(Effect::Write(
            self.batch.iter().map(|(_, _, job)| job.clone()).collect(),
        ));
    }

    #[action]
    fn put_back(&mut self, context: &mut Turn<Effect>) {
        let first = self.back.first().cloned();
        let batches = |job: &Job| {
            let of_one_frame = first.as_ref().map(|job| job.reference.frame) == Some(job.reference.frame);
            job.batches() && of_one_frame
        };
        let run = self
            .back
            .iter()
            .take(MOST_AT_ONCE)
            .take_while(|job| batches(job))
            .count();
        context.ask(Effect::Write(
            self.back.drain(..run.max(1).min(self.back.len())).collect(),
        ));
    }

    #[action]
    fn press(&mut self, context: &mut Turn<Effect>) {
        let button = self.boxes.button().or(self.rows.button());
        context.ask(Effect::Press(button.unwrap_or(Ref { frame: 0, element: 0 })));
    }

    #[action]
    fn rest(context: &mut Turn<Effect>) {
        context.ask(Effect::Rest);
    }

    #[action]
    fn read(&mut self, last: &bool, context: &mut Turn<Effect>) {
        let legs = self.lines.iter().flat_map(Line::legs);
        let asked = legs.filter(|leg| *last || leg.phase == Phase::Doubt);
        let mut sources: Vec<Ref> = asked.flat_map(|leg| job::sources(&leg.field)).collect();
        sources.sort_unstable();
        sources.dedup();
        context.ask(Effect::Read(sources));
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("fill", from, to);
    }
}

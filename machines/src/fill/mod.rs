//! Fill: bring fields to what was asked for, and prove it.
//!
//! ```text
//! working ─────── out of time, navigated, browser gone ──▶ done
//! ├─ inspecting{last}   what is there? Every key is resolved and planned anew
//! ├─ writing            a run of jobs in document order is out
//! ├─ escalating         the same, where a first way did not hold
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

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

pub use job::{Act, Job, Trouble};

pub use crate::verify::Strategy;

use self::boxes::Boxes;
use self::leg::{Last, Leg, Phase};
use self::line::{Ending, Line};
use self::report::Cut;
use self::rows::Rows;
use self::sight::{Spot, View};
use crate::form::keys::{Index, Resolution};
use crate::form::model::{Field, Held, Page, Ref};
use crate::form::value::{Context, Plan, Wish};
use crate::report::{FieldReport, Status};
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

    #[state(superstate = "working", entry_action = "press")]
    fn pressing(&mut self, event: &Event) -> Outcome<State> {
        let Event::Pressed(trouble) = event else {
            return Super;
        };
        self.rows.pressed(trouble);
        self.boxes.pressed(trouble);
        self.writes += usize::from(*trouble == Trouble::None);
        Transition(State::resting(Then::Inspect))
    }

    #[state(superstate = "working", entry_action = "rest")]
    fn resting(&mut self, then: &Then, event: &Event) -> Outcome<State> {
        let Event::Rested(rested) = event else {
            return Super;
        };
        self.rested = *rested;
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
        context.ask(Effect::Write(
            self.batch.iter().map(|(_, _, job)| job.clone()).collect(),
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

impl Work {
    fn end(&self) -> Option<Millis> {
        Some(self.started?.plus(self.options.give_up))
    }

    /// Resolves and plans every key on the page as it is now.
    fn look(&mut self, context: &mut Turn<Effect>) {
        self.wrote = false;
        self.stopped = false;
        let Some(page) = self.page.take() else {
            return;
        };
        let form = self.options.form;
        self.rows.look(&page, form);
        self.boxes.look(&page);
        let index = Index::new(&page).with_born(self.rows.born());
        let means: Vec<Resolution> = self.lines.iter().map(|line| index.resolve(&line.key, form)).collect();
        let wishes: Vec<(Ref, Wish)> = self.lines.iter().zip(&means).filter_map(wished).collect();
        let view = View::new(&page, &self.options, &wishes);
        for (line, means) in self.lines.iter_mut().zip(&means) {
            line.look(&view, means.clone(), self.weak);
        }
        if !self.weak && !may_reveal(&self.lines) {
            self.weak = true;
            for (line, means) in self.lines.iter_mut().zip(means).filter(|(line, _)| line.weak) {
                line.look(&view, means, true);
            }
        }
        self.part_twins();
        self.page = Some(page);
        // What is in doubt was read along with the rest.
        self.resolve_doubts(context, |field| Some(field.held.clone()));
        for leg in self.lines.iter_mut().flat_map(Line::legs_mut) {
            if leg.is_waiting() {
                leg.begin(context.now, &mut context.trace);
            }
        }
    }

    /// Takes over what the page says of every field, after everything was written. What a key was written to may be
    /// another field by now.
    fn look_last(&mut self) {
        let Some(page) = self.page.take() else {
            return;
        };
        let index = Index::new(&page).with_born(self.rows.born());
        let form = self.options.form;
        let means: Vec<Resolution> = self.lines.iter().map(|line| index.resolve(&line.key, form)).collect();
        let wishes: Vec<(Ref, Wish)> = self.lines.iter().zip(&means).filter_map(wished).collect();
        let view = View::new(&page, &self.options, &wishes);
        let mut moved = false;
        for (line, means) in self.lines.iter_mut().zip(means) {
            if line.is_elsewhere(&page, &means) {
                line.follow(&view, means, true);
                moved = true;
                continue;
            }
            line.refresh(&page);
            let is_gone = line
                .target
                .as_ref()
                .is_some_and(|target| page.field(target.spot.reference).is_none());
            for leg in line.legs_mut() {
                let held = (!is_gone).then(|| leg.field.held.clone());
                leg.error.clone_from(&leg.field.error);
                // Taken away at the very end: another look tells whether something took its place.
                self.stopped |= close(leg, held, &self.hid);
            }
        }
        if moved {
            self.part_twins();
        }
        self.page = Some(page);
    }

    fn take_last(&mut self, readings: &[Reading]) {
        let by_ref = held_by_ref(readings);
        for leg in self.lines.iter_mut().flat_map(Line::legs_mut) {
            let own = leg.field.reference;
            if let Some(reading) = readings
                .iter()
                .find(|reading| own.is_some() && reading.reference == own)
            {
                leg.error.clone_from(&reading.error);
            }
            let held = job::gather(&leg.field, |own| by_ref.get(&own).cloned().flatten());
            self.stopped |= close(leg, held, &self.hid);
        }
    }

    /// Two keys that mean the same field are both refused, unless one of them has been written there already.
    fn part_twins(&mut self) {
        let spots: Vec<Option<Spot>> = self.lines.iter().map(Line::spot).collect();
        let is_twin = |at: usize| {
            spots[at].is_some_and(|own| {
                let others = spots.iter().enumerate().filter(|(other, _)| *other != at);
                others.filter_map(|(_, spot)| *spot).any(|other| own.meets(other))
            })
        };
        let twins: Vec<usize> = (0..spots.len()).filter(|&at| is_twin(at)).collect();
        for at in twins {
            if let Some(line) = self.lines.get_mut(at)
                && (!line.is_written() || line.has_moved())
            {
                line.refuse(Ending::new(Status::Refused, "duplicate-key", report::DUPLICATE));
            }
        }
    }

    /// Tells every leg in doubt what it holds.
    fn resolve_doubts(&mut self, context: &mut Turn<Effect>, look: impl Fn(&Field) -> Option<Held>) {
        for leg in self.lines.iter_mut().flat_map(Line::legs_mut) {
            if leg.phase == Phase::Doubt {
                let held = look(&leg.field);
                leg.saw(context.now, held, &mut context.trace);
            }
        }
    }

    fn written(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Wrote { done, stopped } = event else {
            return Super;
        };
        let batch = core::mem::take(&mut self.batch);
        let begun = done.len().min(batch.len());
        for ((line, leg, job), (reference, trouble, held)) in batch.iter().zip(done) {
            if *reference != job.reference {
                // Not an answer to what was asked: what is true is for the next look to say.
                self.stopped = true;
                break;
            }
            let Some(leg) = self.lines.get_mut(*line).and_then(|line| line.legs_mut().get_mut(*leg)) else {
                continue;
            };
            if leg.wrote(context.now, job, trouble, held.as_ref(), &mut context.trace) {
                self.wrote = true;
                self.writes += 1;
            }
            match trouble {
                // Another input may stand in the place of the one that took the files.
                Trouble::None if matches!(job.act, Act::Files(_)) && held.is_none() => self.stopped = true,
                Trouble::Gone => self.stopped = true,
                Trouble::Template(template) => {
                    if let Some(line) = self.lines.get_mut(*line) {
                        line.replan(template, &self.options);
                    }
                }
                _ => {}
            }
        }
        if *stopped != Stopped::None || begun < batch.len() {
            self.stopped = true;
        }
        self.tell(context);
        Transition(self.next(context))
    }

    /// Tells how many keys have been dealt with, if that has changed.
    fn tell(&mut self, context: &mut Turn<Effect>) {
        let is_dealt_with = |line: &&Line| {
            line.target.is_some()
                && line
                    .legs()
                    .iter()
                    .all(|leg| !matches!(leg.phase, Phase::Due | Phase::Doubt))
        };
        let count = self.lines.iter().filter(is_dealt_with).count();
        if count != self.told {
            self.told = count;
            context.ask(Effect::Progress(count, self.lines.len()));
        }
    }

    /// What comes next, when no question is out.
    fn next(&mut self, context: &mut Turn<Effect>) -> State {
        if self.stopped {
            if self.looks_left > 0 {
                return State::resting(Then::Inspect);
            }
            // It never stops changing. What was written is read; nothing more is.
            self.give_up_writing();
        }
        self.skip_empty(context);
        let legs = || self.lines.iter().flat_map(Line::legs);
        if legs().any(|leg| leg.phase == Phase::Doubt) {
            return State::resting(Then::Check);
        }
        if legs().any(|leg| !leg.jobs().is_empty()) {
            return self.pick();
        }
        let is_open = self.lines.iter().any(Line::is_open);
        if is_open && self.wrote && self.looks_left > 0 {
            return State::resting(Then::Inspect);
        }
        if let Some(page) = self.page.as_deref()
            && self.looks_left > 0
            && self.boxes.choose(&self.lines, page)
        {
            return State::pressing();
        }
        if let Some(page) = self.page.as_deref()
            && self.looks_left > 0
            && self.rows.choose(&mut self.lines, page)
        {
            return State::pressing();
        }
        if !self.weak && self.lines.iter().any(|line| line.weak) {
            self.weak = true;
            self.look(context);
            return self.next(context);
        }
        if self.lines.iter().any(|line| line.target.is_some()) {
            return State::resting(Then::Finish);
        }
        self.finish(None)
    }

    /// Passes over what is due but has no job: a group that is right already.
    fn skip_empty(&mut self, context: &mut Turn<Effect>) {
        for leg in self.lines.iter_mut().flat_map(Line::legs_mut) {
            if leg.is_waiting() {
                leg.begin(context.now, &mut context.trace);
            }
            if leg.phase == Phase::Due && leg.jobs().is_empty() {
                leg.skip(context.now, &mut context.trace);
            }
        }
    }

    /// Takes the next run of jobs: in document order, of one frame, as many as can go in one round trip.
    fn pick(&mut self) -> State {
        let mut due: Vec<((usize, usize), usize, usize)> = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            let place = line.spot().map_or((usize::MAX, 0), |spot| {
                (
                    self.place(spot.reference),
                    spot.part.or(spot.choice).unwrap_or_default(),
                )
            });
            for (number, leg) in line.legs().iter().enumerate() {
                if !leg.jobs().is_empty() {
                    due.push((place, at, number));
                }
            }
        }
        due.sort_unstable();
        let mut batch: Vec<(usize, usize, Job)> = Vec::new();
        let mut is_escalated = false;
        'run: for (_, at, number) in due {
            let Some(leg) = self.lines[at].legs().get(number) else {
                continue;
            };
            for job in leg.jobs() {
                let fits = batch.first().is_none_or(|(_, _, first)| {
                    first.batches() && job.batches() && first.reference.frame == job.reference.frame
                });
                if !fits || batch.len() == MOST_AT_ONCE {
                    break 'run;
                }
                is_escalated |= leg.is_escalated();
                batch.push((at, number, job.clone()));
            }
        }
        self.batch = batch;
        if is_escalated {
            State::escalating()
        } else {
            State::writing()
        }
    }

    /// The place of a field in document order.
    fn place(&self, reference: Ref) -> usize {
        let page = self.page.as_deref();
        page.and_then(|page| page.fields().position(|field| field.owns(reference)))
            .unwrap_or(usize::MAX)
    }

    fn give_up_writing(&mut self) {
        self.stopped = false;
        for line in &mut self.lines {
            line.abandon();
        }
    }

    /// Whether what was chosen has to be compared by what the options say now: their numbers may have changed since
    /// the last look, even while they were being chosen by them. Not where the reading says that they mean the same.
    /// And whether the fields may be others than they were: then only a look tells names and values of one time.
    fn needs_last_look(&self, readings: &[Reading]) -> bool {
        if readings.iter().any(|reading| reading.renamed) {
            return true;
        }
        let mut legs = self.lines.iter().flat_map(Line::legs);
        let chooses = |leg: &Leg| matches!(leg.plan, Plan::Choose(_)) && !job::grouped(&leg.field);
        self.looks_left > 0 && self.writes > 0 && legs.any(|leg| chooses(leg) && !means_the_same(&leg.field, readings))
    }

    /// After the last reading: what has to be written again, or the verdict.
    fn judge(&mut self, context: &mut Turn<Effect>) -> State {
        self.tell(context);
        if self.stopped
            || self
                .lines
                .iter()
                .flat_map(Line::legs)
                .any(|leg| leg.phase == Phase::Due)
        {
            return self.next(context);
        }
        self.finish(None)
    }

    /// What is said of `line`: never good where its value still stands in what has become another field.
    fn report(&self, line: &Line, cut: Option<Cut>) -> FieldReport {
        let told = report::report(line, cut);
        if cut.is_some() || !self.is_astray(line) {
            return told;
        }
        FieldReport {
            status: Status::Failed,
            code: "renamed".into(),
            message: report::RENAMED.into(),
            ..told
        }
    }

    /// Whether a value that was written for `line` stands where it should not, and no other key sees to that field.
    fn is_astray(&self, line: &Line) -> bool {
        let Some(page) = self.page.as_deref() else {
            return false;
        };
        let is_cared_for = |own: Ref| {
            let mut targets = self.lines.iter().filter_map(|line| line.target.as_ref());
            targets.any(|target| target.legs.iter().any(|leg| job::sources(&leg.field).contains(&own)))
        };
        let mut left = line.left.iter();
        left.any(|it| !is_cared_for(it.reference) && it.stands(page))
    }

    fn finish(&mut self, cut: Option<Cut>) -> State {
        let form = self
            .lines
            .iter()
            .find_map(|line| line.target.as_ref())
            .and_then(|target| target.field.form);
        State::done(Verdict {
            end: match cut {
                None => End::Done,
                Some(Cut::Navigated) => End::Navigated,
                Some(Cut::Gone) => End::Gone,
                Some(Cut::TimedOut) => End::TimedOut,
            },
            fields: self.lines.iter().map(|line| self.report(line, cut)).collect(),
            form,
            writes: self.writes,
            rested: self.rested,
            added: self.rows.added().to_vec(),
            closed: self.boxes.closed().to_vec(),
        })
    }
}

/// The field that `line` is about and what is wished for it.
fn wished((line, means): (&Line, &Resolution)) -> Option<(Ref, Wish)> {
    match means {
        Resolution::One { field, .. } => Some((*field, line.wish.clone())),
        _ => None,
    }
}

/// Whether something is to be written yet that may make other fields appear.
fn may_reveal(lines: &[Line]) -> bool {
    let waits = |leg: &Leg| matches!(leg.phase, Phase::Due | Phase::Doubt);
    let reveals = |leg: &Leg| !matches!(leg.plan, Plan::Text(_) | Plan::Value(_) | Plan::Files(_));
    let mut legs = lines.iter().flat_map(Line::legs);
    legs.any(|leg| waits(leg) && reveals(leg))
}

/// Takes the last reading of one leg. `true` if it is no longer there.
fn close(leg: &mut Leg, held: Option<Held>, hid: &BTreeSet<Ref>) -> bool {
    match leg.settle(held) {
        Last::Rests => {
            let own = job::sources(&leg.field);
            if matches!(leg.phase, Phase::Idle | Phase::Kept)
                && !own.is_empty()
                && own.iter().all(|own| hid.contains(own))
            {
                leg.end(Trouble::Vanished);
            }
        }
        Last::Again => leg.again(),
        Last::Gone => {
            leg.end(Trouble::Gone);
            return true;
        }
    }
    false
}

/// Whether the options that are chosen now are called as they were when `field` was looked at.
fn means_the_same(field: &Field, readings: &[Reading]) -> bool {
    let own = |reading: &&Reading| reading.reference.is_some() && reading.reference == field.reference;
    let Some(reading) = readings.iter().find(own) else {
        return false;
    };
    let (Some(picked), Some(Held::Chosen(chosen))) = (&reading.picked, &reading.held) else {
        return false;
    };
    let known = |at: &usize| {
        let option = field.options.get(*at)?;
        Some((option.label.as_str(), option.value.as_str()))
    };
    let now = picked
        .iter()
        .map(|(label, value)| Some((label.as_str(), value.as_str())));
    chosen.iter().map(known).eq(now)
}

/// The controls that went out of sight, if others that keys are about did not: where all did, the page has gone on.
fn hid(readings: &[Reading], lines: &[Line]) -> BTreeSet<Ref> {
    let hid = readings.iter().filter(|reading| reading.hid);
    let hid: BTreeSet<Ref> = hid.filter_map(|reading| reading.reference).collect();
    let mut legs = lines.iter().flat_map(Line::legs);
    let some_stay = legs.any(|leg| job::sources(&leg.field).iter().any(|own| !hid.contains(own)));
    if some_stay { hid } else { BTreeSet::new() }
}

fn held_by_ref(readings: &[Reading]) -> BTreeMap<Ref, Option<Held>> {
    let known = readings.iter();
    known
        .filter_map(|reading| Some((reading.reference?, reading.held.clone())))
        .collect()
}

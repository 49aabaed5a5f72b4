//! One control, or one group of controls, on its way to what it should hold.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::job::{self, Act, Job, Trouble};
use crate::form::model::{Field, Held, Kind, Piece, Ref};
use crate::form::value::{Likeness, Plan, agrees, agrees_taken, told};
use crate::form::widget::last_of_run;
use crate::report::How;
use crate::verify::{self, Strategy, Verify, ways};
use crate::{Machine, Millis, Trace};

/// Where a leg stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// It holds the value; so far nothing had to be written.
    Idle,
    /// Jobs are waiting to be done.
    Due,
    /// It was written, and what it held right after was not the value, or is not known.
    Doubt,
    /// It was written, and held the value when it was last read.
    Kept,
    /// It was due, but the page never stopped changing.
    Dropped,
    /// Nothing more can be done, or it was never begun because of this.
    Ended(Trouble),
}

/// What a reading after everything came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// It stays as it is.
    Rests,
    /// It has to be written again.
    Again,
    /// It is no longer there.
    Gone,
}

/// One control, or one group of controls.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one independent fact about the course so far"
)]
pub(super) struct Leg {
    /// The control as a field of its own.
    pub(super) field: Field,
    /// What it should hold.
    pub(super) plan: Plan,
    /// Which piece of a spread value it takes: the part's number, and what it is.
    pub(super) piece: Option<(usize, Piece)>,
    /// What it held before anything was written.
    pub(super) before: Held,
    /// What it held when it was last read.
    pub(super) held: Option<Held>,
    /// Where it stands.
    pub(super) phase: Phase,
    /// The way that was written last, if any was.
    pub(super) how: Option<How>,
    /// How many requests the page has sent upon what was written. What has been sent is not written again: a page may send
    /// it once more.
    pub(super) sent: usize,
    /// The page's error for it, when it was last read.
    pub(super) error: alloc::string::String,
    ways: Vec<How>,
    /// The way to begin with when it has to be written (again).
    next: usize,
    /// The way that is being tried.
    current: usize,
    /// Whether the only way has been given its second chance.
    repeated: bool,
    /// Whether it was given another chance after the others were written.
    retried: bool,
    /// Whether the options it was planned on are gone.
    lost: bool,
    /// How often it has been taken up again after a trouble that may pass.
    pardons: u8,
    /// Whether the template that the control shows on focus has been told.
    known: bool,
    /// The text of the option that was decided on for what was planned, as its list offered it.
    pub(super) took: Option<String>,
    /// What the page made of it before that was taken out again.
    pub(super) made: Option<Held>,
    /// Whether it is given back what it held before.
    undoing: bool,
    verify: Option<Verify>,
    jobs: Vec<Job>,
    read: BTreeMap<Ref, Option<Held>>,
}

/// A trouble that may pass is forgiven so often.
const PARDONS: u8 = 2;

impl Leg {
    /// A leg that is right as it is, or has to be [`Self::begin`]'d.
    pub(super) fn new(field: Field, plan: Plan, piece: Option<(usize, Piece)>, strategy: Strategy) -> Self {
        let before = field.held.clone();
        let phase = match agrees(&plan, &field, &before) {
            Likeness::Same => Phase::Idle,
            Likeness::Respelled | Likeness::Different => Phase::Due,
        };
        Self {
            ways: ways(&field, &plan, strategy),
            held: Some(before.clone()),
            error: field.error.clone(),
            // Files that the page took and does not show would be there twice.
            repeated: matches!(plan, Plan::Files(_)),
            field,
            plan,
            piece,
            before,
            phase,
            how: None,
            sent: 0,
            next: 0,
            current: 0,
            retried: false,
            lost: false,
            pardons: 0,
            known: false,
            took: None,
            made: None,
            undoing: false,
            verify: None,
            jobs: Vec::new(),
            read: BTreeMap::new(),
        }
    }

    /// Whether anything was written into it.
    pub(super) const fn is_written(&self) -> bool {
        self.how.is_some()
    }

    /// Whether the next write is not the first.
    pub(super) const fn is_escalated(&self) -> bool {
        self.current > 0 || self.how.is_some()
    }

    /// The jobs that are waiting, in order.
    pub(super) fn jobs(&self) -> &[Job] {
        match self.phase {
            Phase::Due => &self.jobs,
            _ => &[],
        }
    }

    /// Starts on the ways that are left.
    pub(super) fn begin(&mut self, now: Millis, trace: &mut Trace) {
        self.current = self.next;
        let left = self.ways.get(self.next..).unwrap_or_default().to_vec();
        let mut verify = Verify::new(self.field.clone(), self.plan.clone(), left, u64::MAX);
        let asked = verify.handle(now, Verify::TICK);
        self.verify = Some(verify);
        self.phase = Phase::Due;
        self.follow(&asked, trace);
    }

    /// Does what the inner machine asks: makes the jobs for a write, notes a verdict.
    fn follow(&mut self, asked: &[verify::Effect], trace: &mut Trace) {
        let Some(verify) = self.verify.as_mut() else {
            return;
        };
        trace.append(&mut verify.take_trace());
        for effect in asked {
            match effect {
                verify::Effect::Write(_) if self.sent > 0 => {
                    self.end(Trouble::None);
                    return;
                }
                verify::Effect::Write(how) => {
                    let held = self.held.as_ref().unwrap_or(&self.before);
                    if let Some(at) = self.ways.iter().skip(self.next).position(|way| way == how) {
                        self.current = self.next + at;
                    }
                    self.jobs = job::jobs(&self.field, &self.plan, *how, held);
                    for job in &mut self.jobs {
                        job.known = self.known;
                    }
                    self.read.clear();
                    self.phase = Phase::Due;
                }
                verify::Effect::Read => self.phase = Phase::Doubt,
            }
        }
        match verify.verdict() {
            None => {}
            Some(verify::Verdict::Kept(_) | verify::Verdict::Reformatted(..)) => {
                self.phase = Phase::Kept;
            }
            Some(verify::Verdict::Troubled(trouble)) => self.phase = Phase::Ended(trouble),
            Some(verify::Verdict::Rejected { .. } | verify::Verdict::TimedOut) => {
                self.phase = Phase::Ended(Trouble::None);
            }
        }
    }

    /// Takes what came of one of its jobs. `true` if something was written.
    pub(super) fn wrote(
        &mut self,
        now: Millis,
        job: &Job,
        trouble: &Trouble,
        held: Option<&Held>,
        trace: &mut Trace,
    ) -> bool {
        let Some(at) = self.jobs.iter().position(|own| own == job) else {
            return false;
        };
        self.jobs.remove(at);
        if let Trouble::Template(_) = trouble {
            // Nothing was written: it is planned anew, and begun anew in the same way.
            self.known = true;
            self.again();
            return false;
        }
        let written = matches!(trouble, Trouble::None | Trouble::Took(_));
        if let Trouble::Took(label) = trouble {
            self.took = Some(label.clone());
        }
        if written {
            self.how = Some(job.how);
            self.next = self.current + 1;
            self.read.insert(job.reference, held.cloned());
        } else {
            self.jobs.clear();
        }
        if self.jobs.is_empty() {
            self.tell(now, verify::Event::Wrote(trouble.clone()), trace);
            if self.phase == Phase::Doubt {
                self.glance(now, job, trace);
            }
        }
        written
    }

    /// A group has nothing to do although it is due (its choices went away, or it is right by now).
    pub(super) fn skip(&mut self, now: Millis, trace: &mut Trace) {
        self.tell(now, verify::Event::Wrote(Trouble::None), trace);
    }

    /// What was read right after the write is enough if it is the value. Else it is read again when the page has
    /// come to rest: some write back what they format a moment later.
    fn glance(&mut self, now: Millis, job: &Job, trace: &mut Trace) {
        let held = match &job.act {
            Act::Check(_) if job::grouped(&self.field) => self.presumed(),
            _ => self.read.get(&job.reference).cloned().flatten(),
        };
        if let Some(held) = held
            && agrees_taken(self.took.as_deref(), Some(job.how), &self.plan, &self.field, &held) != Likeness::Different
        {
            self.saw(now, Some(held), trace);
        }
    }

    /// What a group holds, if the choices that were not acted on are as they were.
    fn presumed(&self) -> Option<Held> {
        let several = self.field.kind != crate::form::model::Kind::Radio;
        let known = match &self.held {
            Some(Held::Chosen(chosen)) if several => chosen.clone(),
            _ => Vec::new(),
        };
        let mut chosen = Vec::new();
        for (index, choice) in self.field.options.iter().enumerate() {
            let reference = job::element(&self.field, choice.element)?;
            match self.read.get(&reference) {
                Some(Some(Held::Checked(Some(true)))) => chosen.push(index),
                Some(Some(Held::Checked(_))) => {}
                Some(Some(whole)) => return Some(whole.clone()),
                Some(None) => return None,
                None if known.contains(&index) => chosen.push(index),
                None => {}
            }
        }
        Some(Held::Chosen(last_of_run(self.field.kind, chosen)))
    }

    /// Takes what it holds while it is in doubt.
    pub(super) fn saw(&mut self, now: Millis, held: Option<Held>, trace: &mut Trace) {
        let held = held.map(|held| told(&self.field, held));
        if held.is_some() {
            self.held.clone_from(&held);
        }
        self.tell(now, verify::Event::Read(held), trace);
    }

    fn tell(&mut self, now: Millis, event: verify::Event, trace: &mut Trace) {
        let asked = match self.verify.as_mut() {
            Some(verify) => verify.handle(now, event),
            None => return,
        };
        self.follow(&asked, trace);
    }

    /// Takes what it holds after everything was written and the page has come to rest.
    pub(super) fn settle(&mut self, held: Option<Held>) -> Last {
        let Some(held) = held else {
            return match self.phase {
                Phase::Idle | Phase::Kept | Phase::Doubt => Last::Gone,
                Phase::Due | Phase::Dropped | Phase::Ended(_) => Last::Rests,
            };
        };
        let held = told(&self.field, held);
        let likeness = agrees_taken(self.took.as_deref(), self.how, &self.plan, &self.field, &held);
        self.held = Some(held);
        if self.lost || self.undoing {
            return Last::Rests;
        }
        match (likeness, &self.phase) {
            // What was typed to look for an offer in vain, and stays, is no answer.
            (_, Phase::Ended(trouble)) if !self.is_written() && trouble.is_of_offers() => Last::Rests,
            (Likeness::Same | Likeness::Respelled, _) => {
                self.phase = if self.is_written() { Phase::Kept } else { Phase::Idle };
                Last::Rests
            }
            (Likeness::Different, Phase::Dropped | Phase::Ended(_)) => Last::Rests,
            (Likeness::Different, _) => self.revert(),
        }
    }

    /// It was right and is not any more: the next way, or the only way once again, or the end.
    fn revert(&mut self) -> Last {
        if self.next >= self.ways.len() && self.ways.len() == 1 && !self.repeated {
            self.repeated = true;
            self.next = 0;
        }
        if self.next < self.ways.len() && self.sent == 0 {
            Last::Again
        } else {
            self.phase = Phase::Ended(Trouble::None);
            Last::Rests
        }
    }

    /// Plans it by the template that its control showed on focus. What it holds is what it held.
    pub(super) fn replan(&mut self, field: Field, plan: Plan) {
        self.field = field;
        self.plan = plan;
    }

    /// Whether it came to an end, and not to what it should hold.
    pub(super) const fn is_spoiled(&self) -> bool {
        matches!(self.phase, Phase::Ended(_) | Phase::Dropped)
    }

    /// Whether it holds what it held before, as far as that is known.
    pub(super) fn is_back(&self) -> bool {
        let was_empty = matches!(&self.before, Held::Text(text) if text.is_empty());
        self.held.as_ref().is_some_and(|held| {
            *held == self.before || was_empty && agrees(&Plan::Clear, &self.field, held) != Likeness::Different
        })
    }

    /// The jobs that give it back what it held before; none if it holds that, or cannot be given it. With `again`, where
    /// they were done once in vain.
    pub(super) fn undo(&mut self, again: bool) -> Vec<Job> {
        let is_out = match &self.phase {
            Phase::Ended(Trouble::Gone | Trouble::Vanished) => true,
            // Of a group, one choice may be out of use and the others not.
            Phase::Ended(Trouble::Hidden | Trouble::Disabled | Trouble::Readonly) => !job::grouped(&self.field),
            _ => false,
        };
        let is_touched =
            self.is_written() || matches!(&self.phase, Phase::Ended(trouble) if trouble.is_of_offers()) || self.undoing;
        let Some(held) = self.held.clone() else {
            return Vec::new();
        };
        if is_out || self.lost || !is_touched || self.is_back() {
            return Vec::new();
        }
        self.made.get_or_insert_with(|| held.clone());
        self.undoing = true;
        job::back(&self.field, &self.before, &held, self.how, again)
    }

    /// Whether it ended in a trouble that may have passed by now, and may be taken up again.
    pub(super) fn is_pardonable(&self) -> bool {
        !self.lost
            && !self.undoing
            && self.sent == 0
            && self.pardons < PARDONS
            && matches!(
                self.phase,
                Phase::Ended(
                    Trouble::Disabled
                        | Trouble::Hidden
                        | Trouble::Covered
                        | Trouble::Gone
                        | Trouble::Barred
                        | Trouble::NoOption(_)
                )
            )
    }

    /// Takes it up again if the trouble that ended it may have passed.
    pub(super) fn pardon(&mut self) {
        if self.is_pardonable() && self.next < self.ways.len() {
            self.pardons += 1;
            self.again();
        }
    }

    /// Begins it anew, once, if the page put another number or moment in the place of the one that was written: what
    /// limited it may have been written since.
    pub(super) fn retry(&mut self) -> bool {
        let is_bounded = matches!(
            self.field.kind,
            Kind::Range
                | Kind::Slider
                | Kind::Spinbutton
                | Kind::Number
                | Kind::Date
                | Kind::Time
                | Kind::Datetime
                | Kind::Month
                | Kind::Week
        );
        let is_rejected = self.is_written() && self.phase == Phase::Ended(Trouble::None);
        let moved = self
            .held
            .as_ref()
            .is_some_and(|held| *held != self.before && *held != Held::default());
        let may = is_bounded && is_rejected && moved && self.sent == 0 && !self.lost && !self.retried && !self.undoing;
        if may {
            self.retried = true;
            self.next = 0;
            self.again();
        }
        may
    }

    /// Lets it be written again, by the ways that are left.
    pub(super) fn again(&mut self) {
        self.verify = None;
        self.jobs.clear();
        self.phase = Phase::Due;
    }

    /// Whether it is to be written but has not been begun.
    pub(super) const fn is_waiting(&self) -> bool {
        matches!(self.phase, Phase::Due) && self.verify.is_none()
    }

    /// Takes over a fresh look at the same control, while nothing has been written.
    pub(super) fn renew(&mut self, fresh: Self) {
        let pardons = match self.phase {
            Phase::Due if self.verify.is_some() && fresh.phase == Phase::Due => {
                self.field = fresh.field;
                return;
            }
            Phase::Ended(_) if !self.is_pardonable() && fresh.phase == Phase::Due => {
                self.field = fresh.field;
                return;
            }
            Phase::Ended(_) => self.pardons + 1,
            _ => self.pardons,
        };
        *self = fresh;
        self.pardons = pardons;
    }

    /// Takes over a fresh look at the control after something was written: the same one, or another that took its
    /// place. What has been tried counts.
    pub(super) fn rebind(&mut self, field: Field, plan: Plan) {
        let replaced = self.field.reference != field.reference;
        let changed = replaced || plan != self.plan;
        self.error.clone_from(&field.error);
        let field = self.dialling(field);
        if self.undoing {
            self.held = Some(field.held.clone());
            self.field = field;
            return;
        }
        if plan != self.plan {
            self.took = None;
        }
        self.field = field;
        self.plan = plan;
        if changed && self.is_written() {
            self.held = Some(self.field.held.clone());
            match agrees_taken(
                self.took.as_deref(),
                self.how,
                &self.plan,
                &self.field,
                &self.field.held,
            ) {
                Likeness::Same | Likeness::Respelled => self.phase = Phase::Kept,
                Likeness::Different => {
                    if self.revert() == Last::Again {
                        self.again();
                    }
                }
            }
        } else if changed {
            self.before = self.field.held.clone();
            self.held = Some(self.before.clone());
            match agrees(&self.plan, &self.field, &self.field.held) {
                Likeness::Same => self.phase = Phase::Idle,
                Likeness::Respelled | Likeness::Different => self.again(),
            }
        }
    }

    /// `field` with what is known of the country of a number besides what the page says.
    fn dialling(&self, mut field: Field) -> Field {
        if let (Some(new), Some(old)) = (&mut field.dial, &self.field.dial) {
            new.country.clone_from(&old.country);
            new.taken = old.taken;
        }
        field
    }

    /// What was chosen is no longer offered: no number of its plan means anything now.
    pub(super) fn lose(&mut self, field: Field) {
        self.field = field;
        self.held = Some(self.field.held.clone());
        self.lost = true;
        self.end(Trouble::NoOption(Vec::new()));
    }

    /// Gives up what is still to be done.
    pub(super) fn drop_jobs(&mut self) {
        if matches!(self.phase, Phase::Due | Phase::Doubt) {
            self.verify = None;
            self.jobs.clear();
            self.phase = Phase::Dropped;
        }
    }

    /// Its frame does not answer: nothing is known of it but why it ended, if it has.
    pub(super) fn fall_silent(&mut self) {
        if !matches!(self.phase, Phase::Ended(_)) {
            self.held = None;
            self.end(Trouble::Silent);
        }
    }

    /// Ends it for `trouble`.
    pub(super) fn end(&mut self, trouble: Trouble) {
        self.verify = None;
        self.jobs.clear();
        self.phase = Phase::Ended(trouble);
    }
}

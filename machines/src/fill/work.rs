//! What a fill decides: which jobs are next, what a job that came back means, and what the keys come to.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use statig::blocking::{Outcome, Super, Transition};

use super::job::{self, Act, Job, Trouble};
use super::leg::{Last, Leg, Phase};
use super::line::{Ending, Line};
use super::report::{self, Cut};
use super::sight::{Spot, View};
use super::{Effect, End, Event, MOST_AT_ONCE, Reading, State, Stopped, Then, Verdict, Work};
use crate::form::keys::{Index, Resolution};
use crate::form::model::{Field, Held, Ref};
use crate::form::value::{Plan, Wish};
use crate::report::{FieldReport, Status};
use crate::{Millis, Turn};

/// How often it is tried to give fields back what they held.
const UNDOINGS: u8 = 2;

impl Work {
    pub(super) fn end(&self) -> Option<Millis> {
        Some(self.started?.plus(self.options.give_up))
    }

    /// Resolves and plans every key on the page as it is now.
    pub(super) fn look(&mut self, context: &mut Turn<Effect>) {
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
    pub(super) fn look_last(&mut self) {
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

    pub(super) fn take_last(&mut self, readings: &[Reading]) {
        let by_ref = held_by_ref(readings);
        for leg in self.lines.iter_mut().flat_map(Line::legs_mut) {
            let own = leg.field.reference;
            if let Some(reading) = readings
                .iter()
                .find(|reading| own.is_some() && reading.reference == own)
            {
                leg.error.clone_from(&reading.error);
            }
            let sources = job::sources(&leg.field);
            let is_silent =
                |reading: &Reading| reading.silent && reading.reference.is_some_and(|it| sources.contains(&it));
            if readings.iter().any(is_silent) {
                leg.fall_silent();
                continue;
            }
            let held = job::gather(&leg.field, |own| by_ref.get(&own).cloned().flatten());
            self.stopped |= close(leg, held, &self.hid);
        }
    }

    /// Two keys that mean the same field are both refused, unless one of them has been written there already.
    pub(super) fn part_twins(&mut self) {
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
    pub(super) fn resolve_doubts(&mut self, context: &mut Turn<Effect>, look: impl Fn(&Field) -> Option<Held>) {
        for leg in self.lines.iter_mut().flat_map(Line::legs_mut) {
            if leg.phase == Phase::Doubt {
                let held = look(&leg.field);
                leg.saw(context.now, held, &mut context.trace);
            }
        }
    }

    pub(super) fn written(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Wrote { done, stopped } = event else {
            return Super;
        };
        let batch = core::mem::take(&mut self.batch);
        let begun = done.len().min(batch.len());
        for ((line, leg, job), (reference, trouble, held)) in batch.iter().zip(done) {
            let (at, number) = (*line, *leg);
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
                self.upon.wrote(at, number);
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
        self.blame();
        self.tell(context);
        Transition(self.next(context))
    }

    /// Tells how many keys have been dealt with, if that has changed.
    pub(super) fn tell(&mut self, context: &mut Turn<Effect>) {
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
    pub(super) fn next(&mut self, context: &mut Turn<Effect>) -> State {
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
    pub(super) fn skip_empty(&mut self, context: &mut Turn<Effect>) {
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
    pub(super) fn pick(&mut self) -> State {
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
    pub(super) fn place(&self, reference: Ref) -> usize {
        let page = self.page.as_deref();
        page.and_then(|page| page.fields().position(|field| field.owns(reference)))
            .unwrap_or(usize::MAX)
    }

    pub(super) fn give_up_writing(&mut self) {
        self.stopped = false;
        for line in &mut self.lines {
            line.abandon();
        }
    }

    /// Whether what was chosen has to be compared by what the options say now: their numbers may have changed since
    /// the last look, even while they were being chosen by them. Not where the reading says that they mean the same.
    /// And whether the fields may be others than they were: then only a look tells names and values of one time.
    pub(super) fn needs_last_look(&self, readings: &[Reading]) -> bool {
        if readings.iter().any(|reading| reading.renamed) {
            return true;
        }
        let mut legs = self.lines.iter().flat_map(Line::legs);
        let chooses = |leg: &Leg| matches!(leg.plan, Plan::Choose(_)) && !job::grouped(&leg.field);
        self.looks_left > 0 && self.writes > 0 && legs.any(|leg| chooses(leg) && !means_the_same(&leg.field, readings))
    }

    /// After the last reading: what has to be written again, or the verdict.
    pub(super) fn judge(&mut self, context: &mut Turn<Effect>) -> State {
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
        if self.retry() {
            return self.next(context);
        }
        if self.undo() {
            return State::undoing();
        }
        self.finish(None)
    }

    /// Makes the jobs that give fields back what they held; whether there are any.
    fn undo(&mut self) -> bool {
        if self.undone < UNDOINGS {
            let again = self.undone > 0;
            self.undone += 1;
            let spoiled = self
                .lines
                .iter_mut()
                // What the page sent of it stands, whatever is put back; to put it back may send something again.
                .filter(|line| line.legs().iter().any(Leg::is_spoiled) && line.legs().iter().all(|leg| leg.sent == 0));
            let jobs = spoiled.flat_map(|line| line.legs_mut().iter_mut().flat_map(|leg| leg.undo(again)));
            self.back = jobs.collect();
        }
        !self.back.is_empty()
    }

    /// Begins anew what another field that was written may have limited.
    fn retry(&mut self) -> bool {
        let stands = |leg: &Leg| leg.is_written() && leg.phase == Phase::Kept;
        if !self.lines.iter().flat_map(Line::legs).any(stands) {
            return false;
        }
        let legs = self.lines.iter_mut().flat_map(Line::legs_mut);
        legs.filter_map(|leg| leg.retry().then_some(())).count() > 0
    }

    /// What is said of `line`: never good where its value still stands in what has become another field.
    pub(super) fn report(&self, line: &Line, cut: Option<Cut>) -> FieldReport {
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
    pub(super) fn is_astray(&self, line: &Line) -> bool {
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

    pub(super) fn finish(&mut self, cut: Option<Cut>) -> State {
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
pub(super) fn hid(readings: &[Reading], lines: &[Line]) -> BTreeSet<Ref> {
    let hid = readings.iter().filter(|reading| reading.hid);
    let hid: BTreeSet<Ref> = hid.filter_map(|reading| reading.reference).collect();
    let mut legs = lines.iter().flat_map(Line::legs);
    let some_stay = legs.any(|leg| job::sources(&leg.field).iter().any(|own| !hid.contains(own)));
    if some_stay { hid } else { BTreeSet::new() }
}

pub(super) fn held_by_ref(readings: &[Reading]) -> BTreeMap<Ref, Option<Held>> {
    let known = readings.iter();
    known
        .filter_map(|reading| Some((reading.reference?, reading.held.clone())))
        .collect()
}

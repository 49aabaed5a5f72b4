//! One key: which field it means, what that field should hold, and how far that has come.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::leg::Leg;
use super::sight::{Sight, Sighted, Spot, View, focus, sight};
use super::{Options, report};
use crate::Typed;
use crate::form::keys::{Lack, Resolution};
use crate::form::model::{Field, Kind, LabelSource, Page, Ref};
use crate::form::value::{Likeness, Plan, Wish, agrees, layout, normalise};
use crate::report::{Candidate, Status};

/// Codes of refusals that another state of the form may lift.
const LATER: [&str; 6] = [
    "hidden",
    "disabled",
    "readonly",
    "no-option",
    "disabled-option",
    "no-row",
];

/// How a key ends if nothing more comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    pub(super) status: Status,
    pub(super) code: String,
    pub(super) message: String,
    pub(super) candidates: Vec<Candidate>,
}

impl Ending {
    pub(super) fn new(status: Status, code: &str, message: &str) -> Self {
        Self {
            status,
            code: code.to_string(),
            message: message.to_string(),
            candidates: Vec::new(),
        }
    }
}

/// The field that a key means and what it should hold.
pub(super) struct Target {
    /// Where it is.
    pub(super) spot: Spot,
    /// The field as it was last seen: a part or a choice of one as a field of its own.
    pub(super) field: Field,
    /// What it was called when it was taken.
    called: Called,
    /// The value as the control should spell it.
    pub(super) asked: Typed,
    /// The controls to write, in document order.
    pub(super) legs: Vec<Leg>,
}

/// What a field goes by.
#[derive(PartialEq, Eq)]
struct Called {
    label: String,
    name: String,
    id: String,
    placeholder: String,
    section: Vec<String>,
}

impl Called {
    fn new(field: &Field) -> Self {
        Self {
            label: field.label.clone(),
            name: field.name.clone(),
            id: field.id.clone(),
            placeholder: field.placeholder.clone(),
            section: field.section.clone(),
        }
    }

    /// The same but for numbers, such as those of a counter in a label, and for what was added to the label, such as
    /// what a check of the value has to say.
    fn is_like(&self, other: &Self) -> bool {
        let worded = |text: &str| -> String { text.chars().filter(|letter| !letter.is_numeric()).collect() };
        let (label, old) = (worded(&self.label), worded(&other.label));
        let added = !old.trim().is_empty() && self.id == other.id && label.starts_with(old.trim());
        (added || label == old)
            && self.name == other.name
            && self
                .section
                .iter()
                .map(|text| worded(text))
                .eq(other.section.iter().map(|text| worded(text)))
    }
}

/// A control that was written and became another field's.
pub(super) struct Left {
    pub(super) reference: Ref,
    plan: Plan,
}

impl Left {
    /// Whether what was written stands there still.
    pub(super) fn stands(&self, page: &Page) -> bool {
        let all = page
            .fields()
            .flat_map(|field| core::iter::once(field).chain(field.parts.iter().map(|part| &part.field)));
        let mut own = all.filter(|field| field.reference == Some(self.reference));
        own.any(|field| agrees(&self.plan, field, &field.held) != Likeness::Different)
    }
}

/// A key follows its name to another control so often.
const MOVES: u8 = 2;

/// One key.
pub(super) struct Line {
    pub(super) key: String,
    pub(super) wish: Wish,
    /// The field, once there is one that can be written.
    pub(super) target: Option<Target>,
    /// The field that was found, also where it cannot be written.
    pub(super) found: Option<Field>,
    /// How it ends as long as there is no target.
    pub(super) ending: Ending,
    /// Whether a likeness of labels would be enough, but the form may still show a better field.
    pub(super) weak: bool,
    /// The controls that were written for it before they became other fields.
    pub(super) left: Vec<Left>,
    /// The row that it names, as long as that is not there.
    pub(super) lack: Option<Lack>,
    /// How often it has followed its name to another control.
    moves: u8,
    /// Whose the field was that it was first resolved to: what is meant for one site is not written into another's.
    origin: Option<String>,
}

impl Line {
    pub(super) fn new(key: String, wish: Wish) -> Self {
        Self {
            key,
            wish,
            target: None,
            found: None,
            ending: Ending::new(Status::Failed, "unsteady", "the page was never read"),
            weak: false,
            left: Vec::new(),
            lack: None,
            moves: 0,
            origin: None,
        }
    }

    /// Why nothing may be written to what was found: the key stood for a field of another origin before.
    fn astray(&mut self, seen: &Sight, page: &Page) -> Option<Ending> {
        let reference = match seen {
            Sight::Plan(seen) => seen.spot.reference,
            Sight::Ending(field, _) => field.as_ref()?.reference?,
            Sight::Weak | Sight::Lacks(_) => return None,
        };
        let now = page.origin(reference.frame);
        let own = self.origin.get_or_insert_with(|| now.to_string());
        (own != now).then(|| report::other_origin(own, now))
    }

    /// What it is to be written to, if there is a target.
    pub(super) fn spot(&self) -> Option<Spot> {
        Some(self.target.as_ref()?.spot)
    }

    /// The legs, none if there is no target.
    pub(super) fn legs(&self) -> &[Leg] {
        self.target.as_ref().map_or(&[], |target| target.legs.as_slice())
    }

    /// The legs, none if there is no target.
    pub(super) fn legs_mut(&mut self) -> &mut [Leg] {
        self.target
            .as_mut()
            .map_or(&mut [], |target| target.legs.as_mut_slice())
    }

    /// Whether anything was written for it.
    pub(super) fn is_written(&self) -> bool {
        self.legs().iter().any(Leg::is_written)
    }

    /// Whether another look at the page could still give it something to write.
    pub(super) fn is_open(&self) -> bool {
        match &self.target {
            None => match self.ending.status {
                Status::Missing | Status::Ambiguous => true,
                Status::Refused => LATER.contains(&self.ending.code.as_str()),
                _ => false,
            },
            Some(target) => target.legs.iter().any(Leg::is_pardonable),
        }
    }

    /// Plans what to write, from what its key means on `view`'s page. With `weak`, likeness of labels is enough.
    pub(super) fn look(&mut self, view: &View<'_>, means: Resolution, weak: bool) {
        let is_gone = |target: &Target| view.page.field(target.spot.reference).is_none();
        if self.is_written() && !self.target.as_ref().is_some_and(is_gone) {
            if self.is_elsewhere(view.page, &means) {
                self.follow(view, means, weak);
            } else {
                self.refresh(view.page);
            }
            return;
        }
        self.lack = None;
        let seen = sight(&self.key, &self.wish, view, means, weak);
        if let Some(ending) = self.astray(&seen, view.page) {
            self.refuse(ending);
            return;
        }
        match seen {
            Sight::Plan(seen) => self.bind(*seen, view.options),
            Sight::Weak => {
                self.weak = true;
                self.unbind(Ending::new(Status::Missing, "", report::MISSING), None);
            }
            Sight::Lacks(lack) => {
                self.unbind(report::lacking(&lack), None);
                self.lack = Some(lack);
            }
            Sight::Ending(field, ending) => self.unbind(ending, field.map(|field| *field)),
        }
    }

    /// Whether what it was set on goes by another name by now, and its key means something else or nothing: pages that
    /// render without keys turn one field into another.
    pub(super) fn is_elsewhere(&self, page: &Page, means: &Resolution) -> bool {
        let Some(target) = &self.target else {
            return false;
        };
        let Some(whole) = page.field(target.spot.reference) else {
            return false;
        };
        let field = focus(whole, target.spot);
        let called = Called::new(&field);
        if called == target.called {
            return false;
        }
        // Guesses at a name may change with the value, as with a label that floats up.
        let is_told = matches!(
            field.label_source,
            LabelSource::Label | LabelSource::Labelledby | LabelSource::Aria | LabelSource::Legend | LabelSource::Table
        );
        match means {
            Resolution::One {
                field: own,
                part,
                choice,
                via,
            } => {
                let is_same = page.field(*own).is_some_and(|it| it.reference == whole.reference)
                    && *part == target.spot.part
                    && choice.filter(|_| whole.kind == Kind::Checkboxes) == target.spot.choice;
                !is_same && (!via.likeness() || is_told)
            }
            Resolution::Ambiguous(_) | Resolution::Missing(_) | Resolution::Lacks(_) | Resolution::NoRows(_) => {
                // Some pickers put an `aria-label` on the field that they belong to; it stays the field that it was.
                let same = !called.id.is_empty() && called.id == target.called.id && called.name == target.called.name;
                let relabelled = field.label_source == LabelSource::Aria && same && !called.name.is_empty();
                is_told && !relabelled && !called.is_like(&target.called)
            }
        }
    }

    /// Leaves the control that is another field by now, for the one that its key means. With `weak`, likeness of
    /// labels is enough.
    pub(super) fn follow(&mut self, view: &View<'_>, means: Resolution, weak: bool) {
        self.refresh(view.page);
        let written = self.legs().iter().filter(|leg| leg.is_written());
        let left: Vec<Left> = written
            .filter_map(|leg| {
                Some(Left {
                    reference: leg.field.reference?,
                    plan: leg.plan.clone(),
                })
            })
            .collect();
        self.left.extend(left);
        self.moves += 1;
        let seen = if self.moves > MOVES {
            let ending = Ending::new(Status::Failed, "renamed", report::RENAMED);
            Sight::Ending(None, ending)
        } else {
            sight(&self.key, &self.wish, view, means, weak)
        };
        if let Some(ending) = self.astray(&seen, view.page) {
            self.refuse(ending);
            return;
        }
        match seen {
            Sight::Plan(seen) => self.bind(*seen, view.options),
            Sight::Weak => {
                self.refuse(Ending::new(Status::Missing, "", report::MISSING));
                self.weak = true;
            }
            Sight::Lacks(lack) => self.refuse(report::lacking(&lack)),
            Sight::Ending(field, ending) => {
                let old = self.target.take().map(|target| target.field);
                self.refuse(ending);
                self.found = field.map(|field| *field).or(old);
            }
        }
    }

    /// Whether it was set on another control before.
    pub(super) const fn has_moved(&self) -> bool {
        self.moves > 0
    }

    /// Takes over what the page now says of controls that have been written, or that are looked at for the last time.
    pub(super) fn refresh(&mut self, page: &Page) {
        let Some(target) = self.target.as_mut() else {
            return;
        };
        let Some(whole) = page.field(target.spot.reference) else {
            return;
        };
        let field = focus(whole, target.spot);
        for leg in &mut target.legs {
            let now = match leg.piece {
                None => &field,
                Some((at, _)) => match whole.parts.get(at) {
                    Some(part) => &part.field,
                    None => continue,
                },
            };
            if same_options(now, &leg.field) {
                let plan = leg.plan.clone();
                leg.rebind(now.clone(), plan);
            } else {
                // The numbers of the options mean something else now.
                match renumber(&leg.plan, &leg.field, now) {
                    Some(plan) => leg.rebind(now.clone(), plan),
                    None => leg.lose(now.clone()),
                }
            }
            leg.pardon();
        }
        target.field = field;
    }

    /// Sets it on a field that can be written, or leaves it on the one it is on.
    fn bind(&mut self, seen: Sighted, options: &Options) {
        self.weak = false;
        self.found = Some(seen.field.clone());
        let asked = report::asked(&seen.field, &seen.plan);
        let fresh = split(&seen.field, &seen.plan, options);
        let legs = match self.target.take() {
            // Its control was replaced by another: what has been tried counts.
            Some(old)
                if old.legs.iter().any(Leg::is_written)
                    && old.field.kind == seen.field.kind
                    && old.legs.len() == fresh.len() =>
            {
                let mut legs = old.legs;
                for (leg, new) in legs.iter_mut().zip(fresh) {
                    leg.rebind(new.field, new.plan);
                }
                legs
            }
            Some(old) if old.spot == seen.spot && same_plans(&old.legs, &fresh) => {
                let mut legs = old.legs;
                for (leg, new) in legs.iter_mut().zip(fresh) {
                    leg.renew(new);
                }
                legs
            }
            _ => fresh,
        };
        self.target = Some(Target {
            spot: seen.spot,
            called: Called::new(&seen.field),
            field: seen.field,
            asked,
            legs,
        });
    }

    fn unbind(&mut self, ending: Ending, field: Option<Field>) {
        if self.is_written() {
            // It was written, then taken away: the last reading will say so.
            return;
        }
        self.target = None;
        self.found = field;
        self.ending = ending;
    }

    /// Ends it without anything written.
    pub(super) fn refuse(&mut self, ending: Ending) {
        self.weak = false;
        self.target = None;
        self.ending = ending;
    }

    /// Plans anew by the `template` that the only control of it showed on focus. What the value cannot be spelled by is
    /// left as it was planned: then the reading will tell.
    pub(super) fn replan(&mut self, template: &str, options: &Options) {
        let Some(target) = self.target.as_mut() else {
            return;
        };
        let [leg] = target.legs.as_mut_slice() else {
            return;
        };
        if leg.piece.is_some() || target.spot.part.is_some() {
            return;
        }
        let Some(field) = layout::with_template(&leg.field, template) else {
            return;
        };
        if let Ok(plan) = normalise(&self.wish, &field, &options.context)
            && !matches!(plan, Plan::Spread(_))
        {
            target.asked = report::asked(&field, &plan);
            let held = leg.field.held.clone();
            leg.replan(Field { held, ..field }, plan);
        }
    }

    /// Gives up what is still to be done.
    pub(super) fn abandon(&mut self) {
        self.legs_mut().iter_mut().for_each(Leg::drop_jobs);
    }
}

fn same_plans(old: &[Leg], new: &[Leg]) -> bool {
    old.len() == new.len()
        && old
            .iter()
            .zip(new)
            .all(|(old, new)| old.plan == new.plan && old.field.reference == new.field.reference)
}

fn same_options(one: &Field, other: &Field) -> bool {
    let labels = |field: &'_ Field| -> Vec<(String, String)> {
        let all = field.options.iter();
        all.map(|choice| (choice.label.clone(), choice.value.clone())).collect()
    };
    labels(one) == labels(other)
}

/// The same choices by text among the options of `new`.
fn renumber(plan: &Plan, old: &Field, new: &Field) -> Option<Plan> {
    let Plan::Choose(wanted) = plan else {
        return Some(plan.clone());
    };
    let found = wanted.iter().map(|&at| {
        let label = &old.options.get(at)?.label;
        new.options.iter().position(|choice| choice.label == *label)
    });
    found.collect::<Option<Vec<usize>>>().map(Plan::Choose)
}

/// The legs that bring `field` to `plan`.
fn split(field: &Field, plan: &Plan, options: &Options) -> Vec<Leg> {
    let Plan::Spread(plans) = plan else {
        return [Leg::new(field.clone(), plan.clone(), None, options.strategy)].into();
    };
    let mut plans: BTreeMap<usize, &Plan> = plans.iter().map(|(at, plan)| (*at, plan)).collect();
    let parts = field.parts.iter().enumerate();
    parts
        .filter_map(|(at, part)| {
            let plan = plans.remove(&at)?;
            Some(Leg::new(
                part.field.clone(),
                plan.clone(),
                Some((at, part.piece)),
                options.strategy,
            ))
        })
        .collect()
}

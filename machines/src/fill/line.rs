//! One key: which field it means, what that field should hold, and how far that has come.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::job;
use super::leg::Leg;
use super::{Options, report};
use crate::Typed;
use crate::form::keys::{Index, Resolution, Via};
use crate::form::model::{Field, Held, Kind, Page, Piece, Ref};
use crate::form::value::parts::for_part;
use crate::form::value::{Plan, Refusal, Wish, normalise};
use crate::report::{Candidate, Status};

/// Codes of refusals that another state of the form may lift.
const LATER: [&str; 4] = ["hidden", "disabled", "readonly", "no-option"];

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
    /// The field's first control.
    pub(super) reference: Ref,
    /// The part of it that the key means, if it means only that.
    pub(super) part: Option<usize>,
    /// The choice of it that the key means, if it means only that.
    pub(super) choice: Option<usize>,
    /// The field as it was last seen: for a choice, the choice as a box of its own.
    pub(super) field: Field,
    /// The value as the control should spell it.
    pub(super) asked: Typed,
    /// The controls to write, in document order.
    pub(super) legs: Vec<Leg>,
}

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
}

/// What a key comes to on the page as it is.
enum Sight {
    /// This field and plan.
    Plan(Box<Sighted>),
    /// Not to be written.
    Ending(Option<Box<Field>>, Ending),
    /// A field, by likeness only.
    Weak,
}

struct Sighted {
    reference: Ref,
    part: Option<usize>,
    choice: Option<usize>,
    field: Field,
    plan: Plan,
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
        }
    }

    /// The legs, none if there is no target.
    pub(super) fn legs(&self) -> &[Leg] {
        self.target
            .as_ref()
            .map_or(&[], |target| target.legs.as_slice())
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

    /// Looks for its field on `page` and plans what to write. With `weak`, likeness of labels is enough.
    pub(super) fn look(&mut self, page: &Page, index: &Index<'_>, options: &Options, weak: bool) {
        let gone = self
            .target
            .as_ref()
            .is_some_and(|target| page.field(target.reference).is_none());
        if self.is_written() && !gone {
            self.refresh(page, options);
            return;
        }
        match sight(&self.key, &self.wish, page, index, options, weak) {
            Sight::Plan(seen) => self.bind(*seen, options),
            Sight::Weak => {
                self.weak = true;
                self.unbind(Ending::new(Status::Missing, "", report::MISSING), None);
            }
            Sight::Ending(field, ending) => self.unbind(ending, field.map(|field| *field)),
        }
    }

    /// Takes over what the page now says of controls that have been written, or that are looked at for the last time.
    pub(super) fn refresh(&mut self, page: &Page, options: &Options) {
        let Some(target) = self.target.as_mut() else {
            return;
        };
        let Some(whole) = page.field(target.reference) else {
            return;
        };
        let field = narrow(whole, target.part, target.choice);
        for (at, leg) in target.legs.iter_mut().enumerate() {
            let now = match leg.piece {
                None => &field,
                Some(_) => match whole.parts.get(at) {
                    Some(part) => &part.field,
                    None => continue,
                },
            };
            if same_options(now, &leg.field) {
                let plan = leg.plan.clone();
                leg.rebind(now.clone(), plan);
            } else {
                // The numbers of the options mean something else now.
                let planned = match leg.piece {
                    None => normalise(&self.wish, now, &options.context).ok(),
                    Some(_) => renumber(&leg.plan, &leg.field, now),
                };
                match planned {
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
            Some(old) if old.legs.iter().any(Leg::is_written) && old.legs.len() == fresh.len() => {
                let mut legs = old.legs;
                for (leg, new) in legs.iter_mut().zip(fresh) {
                    leg.rebind(new.field, new.plan);
                }
                legs
            }
            Some(old)
                if old.reference == seen.reference
                    && old.part == seen.part
                    && old.choice == seen.choice
                    && same_plans(&old.legs, &fresh) =>
            {
                let mut legs = old.legs;
                for (leg, new) in legs.iter_mut().zip(fresh) {
                    leg.renew(new);
                }
                legs
            }
            _ => fresh,
        };
        self.target = Some(Target {
            reference: seen.reference,
            part: seen.part,
            choice: seen.choice,
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
        let mut field = leg.field.clone();
        field.placeholder = template.to_string();
        let planned = match leg.piece {
            None if target.part.is_none() => normalise(&self.wish, &field, &options.context),
            _ => return,
        };
        if let Ok(plan) = planned
            && !matches!(plan, Plan::Spread(_))
        {
            target.asked = report::asked(&field, &plan);
            leg.replan(field, plan);
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
        all.map(|choice| (choice.label.clone(), choice.value.clone()))
            .collect()
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
        return [Leg::new(
            field.clone(),
            plan.clone(),
            None,
            options.strategy,
        )]
        .into();
    };
    let mut plans: BTreeMap<usize, &Plan> = plans.iter().map(|(at, plan)| (*at, plan)).collect();
    let parts = field.parts.iter().enumerate();
    parts
        .filter_map(|(at, part)| {
            let plan = plans.remove(&at)?;
            Some(Leg::new(
                part.field.clone(),
                plan.clone(),
                Some(part.piece),
                options.strategy,
            ))
        })
        .collect()
}

/// `field`, or the one part or choice of it that is meant.
fn narrow(field: &Field, part: Option<usize>, choice: Option<usize>) -> Field {
    match part.and_then(|at| field.parts.get(at)) {
        Some(part) => part.field.clone(),
        None => focus(field, choice),
    }
}

/// A value for one piece of a spread field: the piece by itself, or what the whole value has in that place.
fn piece_of(wish: &Wish, piece: Piece, part: &Field, options: &Options) -> Result<Plan, Refusal> {
    let (Wish::Text(text) | Wish::Number(text)) = wish else {
        return normalise(wish, part, &options.context);
    };
    match piece {
        Piece::Chars(_) => normalise(wish, part, &options.context),
        _ => for_part(text.reveal(), piece, part, &options.context),
    }
}

/// `field`, or one choice of it as a box of its own.
fn focus(field: &Field, choice: Option<usize>) -> Field {
    let Some(choice) = choice.and_then(|at| field.options.get(at)) else {
        return field.clone();
    };
    let mut chosen = field.clone();
    chosen.kind = Kind::Checkbox;
    chosen.reference = job::element(field, choice.element).or(field.reference);
    chosen.label = if field.label.is_empty() {
        choice.label.clone()
    } else {
        format!("{}: {}", field.label, choice.label)
    };
    chosen.held = Held::Checked(Some(choice.selected));
    chosen.disabled = field.disabled || choice.disabled;
    chosen.options.clear();
    chosen.parts.clear();
    chosen
}

fn sight(
    key: &str,
    wish: &Wish,
    page: &Page,
    index: &Index<'_>,
    options: &Options,
    weak: bool,
) -> Sight {
    let (reference, part, choice, via) = match index.resolve(key, options.form) {
        Resolution::One {
            field,
            part,
            choice,
            via,
        } => (field, part, choice, via),
        Resolution::Ambiguous(candidates) => {
            let ending = Ending::new(Status::Ambiguous, "ambiguous", report::AMBIGUOUS);
            return Sight::Ending(
                None,
                Ending {
                    candidates,
                    ..ending
                },
            );
        }
        Resolution::Missing(candidates) => {
            let ending = Ending::new(Status::Missing, "", report::MISSING);
            return Sight::Ending(
                None,
                Ending {
                    candidates,
                    ..ending
                },
            );
        }
    };
    let Some(field) = page.field(reference) else {
        return Sight::Ending(None, Ending::new(Status::Missing, "", report::MISSING));
    };
    let exact = Ref::parse(key).is_some_and(|own| field.owns(own));
    if matches!(via, Via::Synonym | Via::Words | Via::Typo) && !weak {
        return Sight::Weak;
    }
    // A radio button that is named by itself is still one of its group.
    let alone = choice.filter(|_| field.kind == Kind::Checkboxes);
    let seen = narrow(field, part, alone);
    let end = |status, code, message| {
        Sight::Ending(
            Some(Box::new(seen.clone())),
            Ending::new(status, code, message),
        )
    };
    if seen.trap && !exact {
        return end(Status::Skipped, "trap", report::TRAP);
    }
    // The control behind a styled upload area is hidden as a rule, and takes files all the same.
    if !seen.visible && seen.kind != Kind::File {
        return end(Status::Refused, "hidden", report::HIDDEN);
    }
    let piece = part.and_then(|at| field.parts.get(at)).map(|part| part.piece);
    let planned = match (alone, choice, piece) {
        (None, Some(at), _) => pick_one(wish, field, at, options),
        (_, _, Some(piece)) => piece_of(wish, piece, &seen, options),
        _ => normalise(wish, &seen, &options.context),
    };
    match planned {
        Err(refusal) => {
            let code = if refusal.code.is_empty() {
                "refused"
            } else {
                refusal.code
            };
            let ending = Ending::new(Status::Refused, code, &refusal.message);
            let candidates = refusal.candidates;
            Sight::Ending(
                Some(Box::new(seen)),
                Ending {
                    candidates,
                    ..ending
                },
            )
        }
        Ok(_) if seen.disabled => end(Status::Refused, "disabled", report::DISABLED),
        Ok(Plan::Clear | Plan::Check(_)) if seen.readonly => {
            end(Status::Refused, "readonly", report::READONLY)
        }
        Ok(plan) => Sight::Plan(Box::new(Sighted {
            reference,
            part,
            choice: alone,
            field: seen,
            plan,
        })),
    }
}

/// Yes or no to one of several choices that exclude one another.
fn pick_one(wish: &Wish, field: &Field, at: usize, options: &Options) -> Result<Plan, Refusal> {
    match normalise(wish, &focus(field, Some(at)), &options.context)? {
        Plan::Check(true) => Ok(Plan::Choose([at].into())),
        _ => Err(Refusal {
            code: "cannot-untick",
            message: "this is one of several that exclude one another: choose another one instead"
                .to_string(),
            candidates: Vec::new(),
        }),
    }
}

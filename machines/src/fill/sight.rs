//! What a key and a wish come to on a page as it is now.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::line::Ending;
use super::{Options, job, report};
use crate::form::keys::{Lack, Resolution};
use crate::form::model::{Field, Held, Kind, Page, Ref};
use crate::form::value::{Context, Plan, Refusal, Wish, normalise, show};
use crate::report::{Candidate, Status};

/// What a key means: a field, or one piece of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    /// The field's first control.
    pub(super) reference: Ref,
    /// The part of it that is meant, if only that is.
    pub(super) part: Option<usize>,
    /// The choice of it that is meant, if only that is.
    pub(super) choice: Option<usize>,
}

impl Spot {
    /// Whether both mean the same, or one a piece of the other.
    pub(super) fn meets(self, other: Self) -> bool {
        let is_whole = |spot: Self| spot.part.is_none() && spot.choice.is_none();
        self.reference == other.reference && (self == other || is_whole(self) || is_whole(other))
    }
}

/// What a key and a wish come to.
pub(super) enum Sight {
    /// This field and plan.
    Plan(Box<Sighted>),
    /// Nothing is to be written; the field, if there is one.
    Ending(Option<Box<Field>>, Ending),
    /// A field, by likeness only.
    Weak,
    /// A row that is not there yet.
    Lacks(Lack),
}

/// A field and what is to be done to it.
pub(super) struct Sighted {
    pub(super) spot: Spot,
    /// The field; a part or a choice of one as a field of its own.
    pub(super) field: Field,
    pub(super) plan: Plan,
}

/// A page, and what its fields say of one another.
pub(super) struct View<'a> {
    pub(super) page: &'a Page,
    pub(super) options: &'a Options,
    /// The fields that ask for a country, and the one they hold or are about to.
    countries: Vec<(&'a Field, String)>,
    /// The fields that something is wished for.
    wished: Vec<Ref>,
}

impl<'a> View<'a> {
    /// Reads `page`. `wishes` are the fields that something is wished for, and what.
    pub(super) fn new(page: &'a Page, options: &'a Options, wishes: &[(Ref, Wish)]) -> Self {
        let spoken = |field: &Field| {
            let given = wishes.iter().find(|(own, _)| field.reference == Some(*own));
            match given {
                Some((_, Wish::Text(text))) => text.reveal().to_string(),
                _ => show(field, &field.held).into_inner(),
            }
        };
        let countries = page.fields().filter(|field| asks_for_country(field));
        Self {
            page,
            options,
            countries: countries.map(|field| (field, spoken(field))).collect(),
            wished: wishes.iter().map(|(own, _)| *own).collect(),
        }
    }

    /// `field` with what the form says of the country of its number: what somebody wishes for the control in which that is
    /// chosen is not changed for the number, and a country that is named elsewhere may settle it.
    fn dialling(&self, mut field: Field, context: &Context) -> Field {
        let frame = field.reference.map_or(0, |own| own.frame);
        let is_wished = |element| self.wished.contains(&Ref { frame, element });
        if let Some(dial) = &mut field.dial {
            dial.taken = is_wished(dial.element);
            dial.country.clone_from(&context.country);
        }
        field
    }

    /// What is known besides `field` itself: with the country of the one country field that stands beside it.
    fn context(&self, field: &Field) -> Context {
        let beside = self.countries.iter().filter(|(country, _)| country.form == field.form);
        let near: Vec<&str> = beside
            .clone()
            .filter(|(country, _)| country.section == field.section)
            .map(|(_, text)| text.as_str())
            .collect();
        let all: Vec<&str> = beside.map(|(_, text)| text.as_str()).collect();
        let known = if near.is_empty() { all } else { near };
        let mut context = self.options.context.clone();
        if let [country] = known.as_slice()
            && !country.is_empty()
        {
            context.country = (*country).to_string();
        }
        let mut others = self.page.fields().filter(|other| other.form == field.form);
        context.extension |= others.any(|other| other.reference != field.reference && asks_for_extension(other));
        context
    }
}

fn asks_for_country(field: &Field) -> bool {
    let label = field.label.trim().to_lowercase();
    matches!(field.autocomplete.token.as_str(), "country" | "country-name")
        || matches!(
            label.as_str(),
            "country" | "country/region" | "country or region" | "land" | "pays" | "país" | "pais" | "paese"
        )
}

fn asks_for_extension(field: &Field) -> bool {
    let label = field.label.trim().to_lowercase();
    field.autocomplete.token == "tel-extension"
        || matches!(
            label.as_str(),
            "extension" | "ext" | "ext." | "phone extension" | "durchwahl"
        )
}

/// `field`, or the piece of it that is meant as a field of its own.
pub(super) fn focus(field: &Field, spot: Spot) -> Field {
    let titled = |piece: &str| {
        if field.label.is_empty() || field.label == piece {
            piece.to_string()
        } else {
            format!("{}: {piece}", field.label)
        }
    };
    if let Some(part) = spot.part.and_then(|at| field.parts.get(at)) {
        let mut piece = part.field.clone();
        piece.label = titled(&piece.label);
        return piece;
    }
    let Some((at, choice)) = spot.choice.and_then(|at| Some((at, field.options.get(at)?))) else {
        return field.clone();
    };
    let mut piece = field.clone();
    piece.kind = Kind::Checkbox;
    piece.reference = job::element(field, choice.element).or(field.reference);
    piece.label = titled(&choice.label);
    piece.held = Held::Checked(Some(match &field.held {
        Held::Chosen(chosen) => chosen.contains(&at),
        _ => choice.selected,
    }));
    piece.disabled = field.disabled || choice.disabled;
    piece.options.clear();
    piece.parts.clear();
    piece
}

/// What `key` and `wish` come to, where `key` was resolved to `means`. With `weak`, likeness of labels is enough.
pub(super) fn sight(key: &str, wish: &Wish, view: &View<'_>, means: Resolution, weak: bool) -> Sight {
    let bare = |status, code, message, candidates: Vec<Candidate>| {
        let ending = Ending::new(status, code, message);
        Sight::Ending(None, Ending { candidates, ..ending })
    };
    let (reference, part, choice, via) = match means {
        Resolution::One {
            field,
            part,
            choice,
            via,
        } => (field, part, choice, via),
        Resolution::Ambiguous(candidates) => {
            let message = if candidates.len() == 1 {
                report::DOUBTED
            } else {
                report::AMBIGUOUS
            };
            return bare(Status::Ambiguous, "ambiguous", message, candidates);
        }
        Resolution::Missing(candidates) => {
            let message = if candidates.is_empty() {
                report::MISSING
            } else {
                report::NEAREST
            };
            return bare(Status::Missing, "", message, candidates);
        }
        Resolution::Lacks(lack) => return Sight::Lacks(lack),
        Resolution::NoRows(groups) => {
            return bare(Status::Missing, "no-rows", &report::no_rows(&groups), Vec::new());
        }
    };
    let Some(field) = view.page.field(reference) else {
        return bare(Status::Missing, "", report::MISSING, Vec::new());
    };
    if via.likeness() && !weak {
        return Sight::Weak;
    }
    // A radio button that is named by itself is still one of its group.
    let alone = choice.filter(|_| field.kind == Kind::Checkboxes);
    let spot = Spot {
        reference,
        part,
        choice: alone,
    };
    let context = view.context(field);
    let seen = view.dialling(focus(field, spot), &context);
    let end = |status, code, message| Sight::Ending(Some(Box::new(seen.clone())), Ending::new(status, code, message));
    let is_exact = Ref::parse(key.trim()).is_some_and(|own| field.owns(own));
    if seen.trap && !is_exact {
        return end(Status::Skipped, "trap", report::TRAP);
    }
    // The control behind a styled upload area is hidden as a rule, and takes files all the same.
    if !seen.visible && seen.kind != Kind::File {
        return end(Status::Refused, "hidden", report::HIDDEN);
    }
    let planned = match (alone, choice) {
        (None, Some(at)) => pick_one(wish, field, at, &context),
        _ => normalise(wish, &seen, &context),
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
            Sight::Ending(Some(Box::new(seen)), Ending { candidates, ..ending })
        }
        Ok(_) if seen.disabled => end(Status::Refused, "disabled", report::DISABLED),
        Ok(Plan::Clear | Plan::Check(_)) if seen.readonly => end(Status::Refused, "readonly", report::READONLY),
        Ok(plan) => Sight::Plan(Box::new(Sighted {
            spot,
            field: seen,
            plan,
        })),
    }
}

/// What is wished for one of several choices that exclude one another: yes or no, or the name of the one to choose.
fn pick_one(wish: &Wish, field: &Field, at: usize, context: &Context) -> Result<Plan, Refusal> {
    let whole = Spot {
        reference: field.reference.unwrap_or(Ref { frame: 0, element: 0 }),
        part: None,
        choice: Some(at),
    };
    let refused = |code, message: &str| {
        Err(Refusal {
            code,
            message: message.to_string(),
            candidates: Vec::new(),
        })
    };
    let named = match wish {
        Wish::Bool(_) => None,
        _ => normalise(wish, field, context).ok(),
    };
    let ticked = normalise(wish, &focus(field, whole), context);
    match (named, ticked) {
        (Some(plan), Ok(Plan::Check(true))) if plan == Plan::Choose([at].into()) => Ok(plan),
        (Some(_), Ok(_)) => refused(
            "ambiguous-option",
            "this may mean the choice of that name, or yes or no to this one: name the question instead of the choice",
        ),
        (Some(plan), Err(_)) => Ok(plan),
        (None, Ok(Plan::Check(true))) => Ok(Plan::Choose([at].into())),
        (None, Ok(_)) => refused(
            "cannot-untick",
            "this is one of several that exclude one another: choose another one instead",
        ),
        (None, Err(refusal)) => Err(refusal),
    }
}

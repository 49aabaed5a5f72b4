//! Which field a key means.
//!
//! This is a plain version: exact ref, then `name` or `id`, then label, then words in common.

use alloc::string::String;
use alloc::vec::Vec;

use super::model::{Field, Page, Ref};
use crate::report::Candidate;

/// What a key was resolved by, surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Via {
    /// Its exact ref.
    Ref,
    /// Its `name` or `id`.
    Name,
    /// Its label.
    Label,
    /// A label that is like it.
    Fuzzy,
}

impl Via {
    /// Whether it rests on likeness, so that a field that the form has yet to show may be the better one.
    pub const fn likeness(self) -> bool {
        matches!(self, Self::Fuzzy)
    }
}

/// What a key came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// Exactly one field, or one choice of one field.
    One {
        /// The field's first control.
        field: Ref,
        /// The part meant, by its number in [`Field::parts`], where the key means only that.
        part: Option<usize>,
        /// The number of the choice within [`Field::options`], if the key names a choice.
        choice: Option<usize>,
        /// What it was resolved by.
        via: Via,
    },
    /// Several fields fit.
    Ambiguous(Vec<Candidate>),
    /// None fits. The nearest are listed.
    Missing(Vec<Candidate>),
}

/// The fields of a page, ready to be asked for by key.
pub struct Index<'a> {
    page: &'a Page,
}

impl<'a> Index<'a> {
    /// An index over all fields of `page`.
    pub fn new(page: &'a Page) -> Self {
        Self { page }
    }

    /// What `key` means, within `form` if one is given.
    pub fn resolve(&self, key: &str, form: Option<Ref>) -> Resolution {
        let fields: Vec<&Field> = self
            .page
            .fields()
            .filter(|field| form.is_none() || field.form == form)
            .collect();
        if let Some(reference) = Ref::parse(key)
            && let Some(field) = fields.iter().find(|field| field.owns(reference))
            && let Some(own) = field.reference
        {
            let choice = field
                .options
                .iter()
                .position(|choice| choice.element == Some(reference.element) && reference != own);
            return Resolution::One {
                part: None,
                field: own,
                choice,
                via: Via::Ref,
            };
        }
        let wanted = fold(key);
        let rules: [Rule<'_>; 3] = [
            (Via::Name, &|field| {
                !key.is_empty() && (field.name == key || field.id == key)
            }),
            (Via::Label, &|field| !wanted.is_empty() && fold(&field.label) == wanted),
            (Via::Fuzzy, &|field| {
                !wanted.is_empty() && fold(&field.label).contains(&wanted)
            }),
        ];
        for (via, fits) in rules {
            let found: Vec<&&Field> = fields.iter().filter(|field| fits(field)).collect();
            match found.as_slice() {
                [] => {}
                [only] => {
                    if let Some(field) = only.reference {
                        return Resolution::One {
                            part: None,
                            field,
                            choice: None,
                            via,
                        };
                    }
                }
                several => {
                    return Resolution::Ambiguous(several.iter().map(|field| candidate(field)).collect());
                }
            }
        }
        for field in &fields {
            let choice = field.options.iter().position(|choice| fold(&choice.label) == wanted);
            if let (Some(choice), Some(own)) = (choice, field.reference)
                && field.kind == super::model::Kind::Checkboxes
            {
                return Resolution::One {
                    part: None,
                    field: own,
                    choice: Some(choice),
                    via: Via::Label,
                };
            }
        }
        Resolution::Missing(fields.iter().take(3).map(|field| candidate(field)).collect())
    }
}

type Rule<'f> = (Via, &'f dyn Fn(&Field) -> bool);

fn fold(text: &str) -> String {
    text.trim().to_lowercase()
}

fn candidate(field: &Field) -> Candidate {
    Candidate {
        reference: field.reference,
        label: field.label.clone(),
        section: field.section.clone(),
        option: None,
    }
}

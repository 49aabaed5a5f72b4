//! Which field a key means.
//!
//! Evidence goes from exact to fuzzy: the ref, the `name` or `id`, the label, the label with its section, the label
//! in another spelling, and at last synonyms, contained words and typing errors. The first exact kind of evidence
//! that finds anything decides. The fuzzy kinds are put together, and decide only if all of them leave one field.
//! A key that names a row (`items[1].name`) means a field of that row and of no other: of the row that is there, or of
//! one that the page's own button makes.
//! A field about another person is never taken for a key that does not name that person, unless by ref or by `name`.

mod contrast;
pub(crate) mod entry;
mod fuzzy;
mod index;
pub(crate) mod rows;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::model::{Page, Ref};
use crate::report::Candidate;

pub(crate) use fuzzy::slip;
pub use index::Index;
pub use rows::{Adding, Lack};

/// What kind of evidence led from a key to a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Via {
    /// The key is its ref.
    Ref,
    /// The key is its `name` or `id`, as written or as words.
    Name,
    /// The key is its `id` and no field's `name`.
    Id,
    /// The key is its label, or its placeholder.
    Label,
    /// The key is its section and its label.
    Section,
    /// The key is another word for the same thing.
    Synonym,
    /// The key's words are all in its label, name and sections.
    Words,
    /// The key is its label but for a typing error.
    Typo,
}

impl Via {
    /// Whether it rests on likeness, so that a field that the form has yet to show may be the better one.
    pub const fn likeness(self) -> bool {
        matches!(self, Self::Synonym | Self::Words | Self::Typo)
    }

    /// The word for it in traces.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ref => "ref",
            Self::Name => "name",
            Self::Id => "id",
            Self::Label => "label",
            Self::Section => "section",
            Self::Synonym => "synonym",
            Self::Words => "words",
            Self::Typo => "typo",
        }
    }
}

/// What a key means on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// One field, or one piece of it.
    One {
        /// The field: the ref of its first control.
        field: Ref,
        /// The part meant, by its number in [`super::model::Field::parts`], where the key means only that.
        part: Option<usize>,
        /// The choice meant, by its number in [`super::model::Field::options`], where the key means one box of a
        /// checkbox group, or is the ref of one of several radio buttons.
        choice: Option<usize>,
        /// What kind of evidence led to it.
        via: Via,
    },
    /// Several fields fit; none may be written.
    Ambiguous(Vec<Candidate>),
    /// No field fits. These, at most five, come nearest.
    Missing(Vec<Candidate>),
    /// It names a row, such as `items[2].name`, that the page does not have.
    Lacks(Lack),
    /// It names a row of something that no rows go by. What there are rows of, and the buttons that would add some.
    NoRows(Vec<String>),
}

/// Finds the field that `key` means.
///
/// With a `form`, only its fields are looked at, except that an exact ref names its field wherever it is. For more
/// than one key make an [`Index`] once.
pub fn resolve(key: &str, page: &Page, form: Option<Ref>) -> Resolution {
    Index::new(page).resolve(key, form)
}

/// What one of several keys means, given the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// What it means by itself.
    Means(Resolution),
    /// It means the same field as other keys do, so that nothing says whose value is to hold. By their numbers, all
    /// of them.
    Duplicate {
        /// The field.
        field: Ref,
        /// The numbers of the keys, ascending.
        keys: Vec<usize>,
    },
}

/// Finds what each of `keys` means, one entry a key, in their order. Keys that mean the same field, or a field and a
/// piece of it, are duplicates.
pub fn matches_all<K: AsRef<str>>(keys: &[K], page: &Page, form: Option<Ref>) -> Vec<Match> {
    Index::new(page).matches_all(keys, form)
}

/// A key's number, and the part and the choice that it means.
type Claim = (usize, Option<usize>, Option<usize>);

/// Finds the keys that mean the same thing.
fn unite(resolutions: Vec<Resolution>) -> Vec<Match> {
    let mut by_field: BTreeMap<Ref, Vec<Claim>> = BTreeMap::new();
    for (at, resolution) in resolutions.iter().enumerate() {
        if let Resolution::One {
            field, part, choice, ..
        } = resolution
        {
            by_field.entry(*field).or_default().push((at, *part, *choice));
        }
    }
    let mut matches: Vec<Match> = resolutions.into_iter().map(Match::Means).collect();
    for (field, claims) in by_field {
        for (at, part, choice) in &claims {
            // The whole clashes with each of its pieces; two pieces clash if they are the same.
            let clashing: Vec<usize> = claims
                .iter()
                .filter(|(_, other_part, other_choice)| {
                    (part.is_none() && choice.is_none())
                        || (other_part.is_none() && other_choice.is_none())
                        || (part, choice) == (other_part, other_choice)
                })
                .map(|(at, ..)| *at)
                .collect();
            if clashing.len() > 1
                && let Some(entry) = matches.get_mut(*at)
            {
                *entry = Match::Duplicate { field, keys: clashing };
            }
        }
    }
    matches
}

//! What somebody waits for on a page, and whether it is there: yes, no, or nobody can tell.

use alloc::string::String;
use alloc::vec::Vec;

use crate::form::fold::fold;
use crate::form::model::Ref;
use crate::outline::{Outline, State};

/// What is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    /// A text that can be read on the page, as a part of one thing on it; case, accents and punctuation do not matter.
    Text {
        /// The text.
        text: String,
        /// Whether it is to be there, or to be gone.
        there: bool,
    },
    /// A thing with this role and name.
    Thing {
        /// Its role as the snapshot says it; any if empty.
        role: String,
        /// What it is called, or a part of that; anything if empty.
        name: String,
        /// Whether it is to be there, or to be gone.
        there: bool,
    },
    /// What a ref names, being in a state or not.
    InState {
        /// The ref.
        reference: Ref,
        /// The state.
        state: State,
        /// Whether it is to be in it.
        on: bool,
    },
    /// The value that a ref holds, as the snapshot shows it.
    Value {
        /// The ref.
        reference: Ref,
        /// The value.
        value: String,
    },
    /// A part of the address.
    Url(String),
    /// A part of the title.
    Title(String),
    /// All of these.
    All(Vec<Expect>),
    /// Any of these.
    Any(Vec<Expect>),
}

impl Expect {
    /// Whether it is so on this page; `None` where that cannot be told: what does not show in an outline that is not
    /// complete may be there all the same.
    pub fn holds(&self, page: &Outline) -> Option<bool> {
        let found = |found: bool, there: bool| match (found, page.incomplete) {
            (true, _) => Some(there),
            (false, false) => Some(!there),
            (false, true) => None,
        };
        match self {
            Self::Text { text, there } => {
                let wanted = fold(text);
                let has = |shown: &str| !wanted.is_empty() && fold(shown).contains(&wanted);
                let shown = page.items.iter().any(|item| has(&item.name) || has(&item.value));
                found(shown, *there)
            }
            Self::Thing { role, name, there } => {
                let wanted = fold(name);
                let fits = |own: &str| wanted.is_empty() || fold(own).contains(&wanted);
                let is_one = page
                    .items
                    .iter()
                    .any(|item| (role.is_empty() || item.role == *role) && fits(&item.name));
                found(is_one, *there)
            }
            Self::InState { reference, state, on } => {
                let item = page.items.iter().find(|item| item.reference == Some(*reference));
                item.map(|item| item.states.contains(state) == *on)
            }
            Self::Value { reference, value } => {
                let item = page.items.iter().find(|item| item.reference == Some(*reference));
                item.map(|item| item.value == *value)
            }
            Self::Url(part) => Some(page.url.contains(part.as_str())),
            Self::Title(part) => Some(fold(&page.title).contains(&fold(part))),
            Self::All(several) => decided_by(several, page, false),
            Self::Any(several) => decided_by(several, page, true),
        }
    }
}

/// One that is `decisive` decides; else one that cannot be told leaves it open.
fn decided_by(several: &[Expect], page: &Outline, decisive: bool) -> Option<bool> {
    let mut open = false;
    for one in several {
        match one.holds(page) {
            Some(holds) if holds == decisive => return Some(decisive),
            Some(_) => {}
            None => open = true,
        }
    }
    (!open).then_some(!decisive)
}

#[cfg(test)]
mod tests {
    use super::Expect;
    use crate::outline::{Item, Outline};
    use std::vec;

    fn page(incomplete: bool) -> Outline {
        let item = |role: &str, name: &str| Item {
            role: role.into(),
            name: name.into(),
            ..Item::default()
        };
        Outline {
            url: "https://example.org/thanks?n=1".into(),
            title: "Thank you".into(),
            items: vec![item("heading", "Thank you, Ada!"), item("button", "Print receipt")],
            incomplete,
            ..Outline::default()
        }
    }

    fn text(text: &str, there: bool) -> Expect {
        Expect::Text {
            text: text.into(),
            there,
        }
    }

    #[test]
    fn what_does_not_show_on_half_a_page_is_neither_there_nor_gone() {
        for (expect, whole, half) in [
            (text("thank you ada", true), Some(true), Some(true)),
            (text("thank you ada", false), Some(false), Some(false)),
            (text("sorry", true), Some(false), None),
            (text("sorry", false), Some(true), None),
            (
                Expect::Thing {
                    role: "button".into(),
                    name: "print".into(),
                    there: true,
                },
                Some(true),
                Some(true),
            ),
            (Expect::Url("/thanks".into()), Some(true), Some(true)),
            (Expect::Title("thank YOU".into()), Some(true), Some(true)),
            (
                Expect::All(vec![Expect::Url("/no".into()), text("sorry", true)]),
                Some(false),
                Some(false),
            ),
            (
                Expect::All(vec![text("sorry", true), Expect::Url("/no".into())]),
                Some(false),
                Some(false),
            ),
            (
                Expect::Any(vec![text("sorry", true), Expect::Url("/thanks".into())]),
                Some(true),
                Some(true),
            ),
            (
                Expect::Any(vec![text("sorry", true), Expect::Url("/no".into())]),
                Some(false),
                None,
            ),
        ] {
            assert_eq!(
                (expect.holds(&page(false)), expect.holds(&page(true))),
                (whole, half),
                "{expect:?}"
            );
        }
    }
}

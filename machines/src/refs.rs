//! What each ref named, so that one whose element was replaced can be found again, or is said to be stale.
//!
//! A page script knows an element as long as it is in its document, so a ref never names another one. What it cannot
//! know is that a library threw the element away and made its like: for that the table keeps what each ref was, and
//! which of how many alike.

pub mod kept;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

use crate::form::model::Ref;
use crate::outline::{Item, Outline};

/// Refs of one tab that are remembered; the one that was not seen for the longest time goes first.
pub const MOST_REFS: usize = 1_000;

/// What a ref named when it was last seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its role.
    pub role: String,
    /// Its name.
    pub name: String,
    /// Which it was of those alike, from 0.
    pub nth: usize,
    /// How many things of its frame had the same role and name.
    pub cohort: usize,
}

/// The refs of all tabs.
#[derive(Clone, Debug, Default)]
pub struct Table {
    tabs: BTreeMap<u32, Tab>,
}

#[derive(Clone, Debug, Default)]
struct Tab {
    known: BTreeMap<Ref, (u64, Identity)>,
    by_age: BTreeMap<u64, Ref>,
    next: u64,
    /// Which document each frame has.
    documents: BTreeMap<u32, u64>,
}

impl Table {
    /// The frames that `tab` has now, each with the number of its document. What belonged to another document, or to a
    /// frame that is gone, is forgotten: everything, where it was the top document (frame 0) that was replaced.
    pub fn documents(&mut self, tab: u32, frames: &[(u32, u64)]) {
        let now: BTreeMap<u32, u64> = frames.iter().copied().collect();
        let known = self.tabs.entry(tab).or_default();
        let replaced: alloc::vec::Vec<u32> = known
            .documents
            .iter()
            .filter(|(frame, document)| now.get(frame) != Some(document))
            .map(|(frame, _)| *frame)
            .collect();
        for frame in replaced {
            known.forget(frame);
        }
        known.documents = now;
    }

    /// The document of `frame` was replaced. Not to be called for a navigation within a document.
    pub fn navigated(&mut self, tab: u32, frame: u32) {
        if let Some(known) = self.tabs.get_mut(&tab) {
            known.forget(frame);
        }
    }

    /// `frame` is gone.
    pub fn detached(&mut self, tab: u32, frame: u32) {
        self.navigated(tab, frame);
    }

    /// `tab` is gone.
    pub fn closed(&mut self, tab: u32) {
        self.tabs.remove(&tab);
    }

    /// Takes in what `outline` names.
    pub fn seen(&mut self, tab: u32, outline: &Outline) {
        let known = self.tabs.entry(tab).or_default();
        for (reference, identity) in identities(outline) {
            known.put(reference, identity);
        }
    }

    /// What `reference` named, if that is remembered.
    pub fn identity(&self, tab: u32, reference: Ref) -> Option<&Identity> {
        self.tabs.get(&tab)?.known.get(&reference).map(|(_, identity)| identity)
    }

    /// What stands in the place of `reference`, whose element is gone though its document is not: the thing of the same
    /// role and name, the same one of those alike, and only if there are as many of them as there were and it is not
    /// one that has been known by a ref of its own. To be asked before the outline is [`Table::seen`].
    pub fn heal(&self, tab: u32, reference: Ref, outline: &Outline) -> Option<Ref> {
        let identity = self.identity(tab, reference)?;
        let alike: alloc::vec::Vec<&Item> = outline
            .items
            .iter()
            .filter(|item| {
                item.reference.is_some_and(|it| it.frame == reference.frame)
                    && item.role == identity.role
                    && item.name == identity.name
            })
            .collect();
        if outline.incomplete || alike.len() != identity.cohort {
            return None;
        }
        let found = alike.get(identity.nth)?.reference?;
        self.identity(tab, found).is_none().then_some(found)
    }
}

/// What to say of a ref that names nothing.
pub fn stale(reference: Ref) -> String {
    format!("{reference} is no longer on the page")
}

/// What to do about it.
pub const STALE_HELP: &str = "take a snapshot and use its refs";

impl Tab {
    fn put(&mut self, reference: Ref, identity: Identity) {
        let age = self.next;
        self.next += 1;
        if let Some((before, _)) = self.known.insert(reference, (age, identity)) {
            self.by_age.remove(&before);
        }
        self.by_age.insert(age, reference);
        while self.known.len() > MOST_REFS {
            let Some((_, oldest)) = self.by_age.pop_first() else {
                break;
            };
            self.known.remove(&oldest);
        }
    }

    fn forget(&mut self, frame: u32) {
        self.known.retain(|reference, _| frame != 0 && reference.frame != frame);
        self.by_age
            .retain(|_, reference| frame != 0 && reference.frame != frame);
    }
}

/// What each ref of an outline names.
fn identities(outline: &Outline) -> impl Iterator<Item = (Ref, Identity)> {
    let mut counts: BTreeMap<(u32, &str, &str), usize> = BTreeMap::new();
    let mut places = alloc::vec::Vec::new();
    for item in &outline.items {
        let Some(reference) = item.reference else { continue };
        let count = counts
            .entry((reference.frame, item.role.as_str(), item.name.as_str()))
            .or_default();
        places.push((reference, item, *count));
        *count += 1;
    }
    places.into_iter().map(move |(reference, item, nth)| {
        let key = (reference.frame, item.role.as_str(), item.name.as_str());
        let identity = Identity {
            role: item.role.clone(),
            name: item.name.clone(),
            nth,
            cohort: counts.get(&key).copied().unwrap_or_default(),
        };
        (reference, identity)
    })
}

#[cfg(test)]
mod tests {
    use super::{MOST_REFS, Table, stale};
    use crate::form::model::Ref;
    use crate::outline::{Item, Outline};
    use std::vec::Vec;

    const TAB: u32 = 1;

    /// What happened, and the frames and their documents after it.
    type Event<'a> = (&'a str, &'a [(u32, u64)], [bool; 3]);
    /// What happened, the ref asked for, the buttons after it, and the ref found.
    type Case<'a> = (&'a str, Ref, &'a [(Ref, &'a str)], Option<Ref>);

    fn at(frame: u32, element: u32) -> Ref {
        Ref { frame, element }
    }

    /// An outline of buttons.
    fn outline(buttons: &[(Ref, &str)]) -> Outline {
        let items: Vec<Item> = buttons
            .iter()
            .map(|&(reference, name)| Item {
                role: "button".into(),
                name: name.into(),
                reference: Some(reference),
                frame: reference.frame,
                ..Item::default()
            })
            .collect();
        Outline {
            items,
            ..Outline::default()
        }
    }

    fn table(buttons: &[(Ref, &str)]) -> Table {
        let mut table = Table::default();
        table.documents(TAB, &[(0, 1), (2, 1), (3, 1)]);
        table.seen(TAB, &outline(buttons));
        table
    }

    #[test]
    fn b_51_a_new_document_forgets_its_own_refs_and_the_top_one_all() {
        let all = [at(0, 1), at(2, 2), at(3, 3)];
        let left = |frames: &[(u32, u64)]| {
            let mut table = table(&[(all[0], "a"), (all[1], "b"), (all[2], "c")]);
            table.documents(TAB, frames);
            all.map(|reference| table.identity(TAB, reference).is_some())
        };
        let events: [Event; 5] = [
            ("within the document", &[(0, 1), (2, 1), (3, 1)], [true, true, true]),
            ("the top document", &[(0, 2), (2, 1), (3, 1)], [false, false, false]),
            ("a frame's document", &[(0, 1), (2, 2), (3, 1)], [true, false, true]),
            ("a frame is gone", &[(0, 1), (2, 1)], [true, true, false]),
            (
                "a frame has come",
                &[(0, 1), (2, 1), (3, 1), (4, 1)],
                [true, true, true],
            ),
        ];
        for (event, frames, expected) in events {
            assert_eq!(left(frames), expected, "{event}");
        }
        let mut table = table(&[(all[0], "a"), (all[1], "b")]);
        table.detached(TAB, 2);
        assert!(table.identity(TAB, all[1]).is_none() && table.identity(TAB, all[0]).is_some());
        table.navigated(TAB, 0);
        assert!(table.identity(TAB, all[0]).is_none());
    }

    #[test]
    fn b_50_tabs_keep_their_refs_apart() {
        let mut table = table(&[(at(0, 1), "a")]);
        table.seen(2, &outline(&[(at(0, 9), "b")]));
        assert!(table.identity(2, at(0, 1)).is_none());
        table.documents(2, &[(0, 7)]);
        assert!(table.identity(2, at(0, 9)).is_some());
        table.navigated(2, 0);
        assert!(table.identity(TAB, at(0, 1)).is_some());
        table.closed(TAB);
        assert!(table.identity(TAB, at(0, 1)).is_none());
    }

    #[test]
    fn b_52_a_stale_ref_says_so_and_what_to_do() {
        assert_eq!(stale(at(2, 7)), "f2e7 is no longer on the page");
        assert!(super::STALE_HELP.contains("snapshot"));
    }

    #[test]
    fn b_53_a_ref_is_found_again_only_where_there_is_no_doubt() {
        let (a, b, c) = (at(0, 1), at(0, 2), at(0, 3));
        let before = [(a, "Delete"), (b, "Delete"), (c, "Send")];
        let (new, newer) = (at(0, 8), at(0, 9));
        let cases: [Case; 8] = [
            (
                "made anew",
                c,
                &[(a, "Delete"), (b, "Delete"), (new, "Send")],
                Some(new),
            ),
            (
                "all made anew",
                b,
                &[(new, "Delete"), (newer, "Delete"), (c, "Send")],
                Some(newer),
            ),
            ("fewer than there were", a, &[(b, "Delete"), (c, "Send")], None),
            (
                "more than there were",
                a,
                &[(new, "Delete"), (b, "Delete"), (newer, "Delete")],
                None,
            ),
            ("another name", c, &[(a, "Delete"), (b, "Delete"), (new, "Pay")], None),
            (
                "another has moved up",
                a,
                &[(b, "Delete"), (new, "Delete"), (c, "Send")],
                None,
            ),
            ("in another frame", c, &[(at(2, 8), "Send")], None),
            ("never seen", at(0, 5), &[(new, "Send")], None),
        ];
        for (case, asked, after, expected) in cases {
            assert_eq!(table(&before).heal(TAB, asked, &outline(after)), expected, "{case}");
        }
        let mut left = table(&before);
        left.navigated(TAB, 0);
        assert_eq!(
            left.heal(TAB, c, &outline(&[(new, "Send")])),
            None,
            "after a navigation"
        );
        let vague = Outline {
            incomplete: true,
            ..outline(&[(a, "Delete"), (b, "Delete"), (new, "Send")])
        };
        assert_eq!(
            table(&before).heal(TAB, c, &vague),
            None,
            "what is incomplete proves nothing"
        );
    }

    #[test]
    fn b_54_the_oldest_refs_are_forgotten_first() {
        let mut table = Table::default();
        let number = |element: usize| at(0, u32::try_from(element).unwrap_or_default());
        let many: Vec<(Ref, &str)> = (1..=MOST_REFS).map(|n| (number(n), "x")).collect();
        table.seen(TAB, &outline(&many));
        assert!(table.identity(TAB, number(1)).is_some());
        // The first is seen again, and so the second is the oldest.
        table.seen(TAB, &outline(&[(number(1), "x")]));
        table.seen(TAB, &outline(&[(number(MOST_REFS + 1), "y")]));
        assert!(table.identity(TAB, number(1)).is_some());
        assert!(table.identity(TAB, number(2)).is_none());
        assert!(table.identity(TAB, number(3)).is_some());
        assert!(table.identity(TAB, number(MOST_REFS + 1)).is_some());
    }
}

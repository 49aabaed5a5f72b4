//! Refs that outlive the process that gave them: what it hands on, and what of that still names something.
//!
//! A document is known by the browser's own name for one load of it (its loader). Only where that is the same are the
//! elements the same; where it is another one, or cannot be told, the refs are stale.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::MOST_REFS;
use crate::form::model::Ref;

/// The version of [`Kept`] that is written and understood.
pub const VERSION: u32 = 1;

/// What one process hands to the next: numbers and the browser's own names, no word and no value of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The version it was written in; 0 if it says none.
    pub version: u32,
    /// The browser's name for the tab.
    pub target: String,
    /// The greatest number that was given to an element.
    pub elements: u32,
    /// The greatest number that was given to a frame.
    pub frames: u32,
    /// One entry for each frame.
    pub documents: Vec<Document>,
}

/// The document of one frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The browser's name for the frame; that of the tab for its top frame.
    pub frame: String,
    /// The frame's number in refs.
    pub number: u32,
    /// The browser's name for this load of it; empty if it was not written down.
    pub loader: String,
    /// The elements: their number in refs and the browser's name for each.
    pub nodes: Vec<(u32, i64)>,
}

/// A frame as the browser shows it now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The browser's name for it.
    pub frame: String,
    /// The browser's name for the load of its document.
    pub loader: String,
}

/// It was written by a newer version, which may mean things by it that are not known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Newer(pub u32);

/// Why refs of a document name nothing any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The tab is closed.
    Closed,
    /// The frame is gone.
    Gone,
    /// The document was replaced.
    Replaced,
    /// It was not written down which document it was.
    Unknown,
    /// What was written down names two things.
    Ambiguous,
    /// The document did not tell its elements.
    Silent,
    /// The element is not in the document any more, or was never one of those remembered.
    Element,
}

impl Why {
    /// In words, after "is stale: ".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Closed => "its tab is closed",
            Self::Gone => "its frame is gone",
            Self::Replaced => "another document is shown in its place",
            Self::Unknown => "it was not written down which document it belongs to",
            Self::Ambiguous => "what was written down of it names two things",
            Self::Silent => "its document did not answer",
            Self::Element => "its element is gone",
        }
    }
}

/// What of [`Kept`] still names something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The documents that are still shown, with the elements to be found again.
    pub documents: Vec<Document>,
    /// Why the refs of the other frames are stale, by the frame's number.
    pub stale: BTreeMap<u32, Why>,
    /// Elements that two refs name, or refs that name two elements.
    pub ambiguous: Vec<Ref>,
    /// The greatest number that had been given to an element.
    pub elements: u32,
    /// Why refs of frames that nothing is known of are stale.
    pub others: Why,
}

impl Kept {
    /// Whether it can be understood.
    ///
    /// # Errors
    /// If it was written by a newer version.
    pub const fn readable(&self) -> Result<(), Newer> {
        if self.version > VERSION {
            Err(Newer(self.version))
        } else {
            Ok(())
        }
    }

    /// What still names something in a browser that shows the tab's frames as `now`; `None`: the tab is closed.
    pub fn restore(&self, now: Option<&[Standing]>) -> Restored {
        let mut restored = Restored {
            elements: self.elements,
            documents: Vec::new(),
            stale: BTreeMap::new(),
            ambiguous: Vec::new(),
            others: Why::Gone,
        };
        let all = match now {
            None => Some(Why::Closed),
            // A version that wrote down less than is needed to be sure.
            Some(_) if self.version < VERSION => Some(Why::Unknown),
            Some(now) => self.top(now).err(),
        };
        if let Some(why) = all {
            restored.others = why;
            restored.stale = self.documents.iter().map(|document| (document.number, why)).collect();
            return restored;
        }
        let now = now.unwrap_or_default();
        for document in &self.documents {
            match self.judge(document, now) {
                Ok(()) => {
                    let (nodes, twice) = apart(document);
                    restored.ambiguous.extend(twice);
                    restored.documents.push(Document {
                        nodes,
                        ..document.clone()
                    });
                }
                Err(why) => {
                    restored.stale.insert(document.number, why);
                }
            }
        }
        restored
    }

    /// Whether the top document is the one that it was: every other one goes with it.
    fn top(&self, now: &[Standing]) -> Result<(), Why> {
        let tops = self.documents.iter().filter(|document| document.frame == self.target);
        let top = tops.clone().next().ok_or(Why::Unknown)?;
        if self.target.is_empty() {
            return Err(Why::Unknown);
        }
        if top.number != 0 {
            return Err(Why::Ambiguous);
        }
        self.judge(top, now)
    }

    fn judge(&self, document: &Document, now: &[Standing]) -> Result<(), Why> {
        if document.frame.is_empty() || document.loader.is_empty() {
            return Err(Why::Unknown);
        }
        let same = |other: &&Document| other.frame == document.frame || other.number == document.number;
        let shown = now.iter().filter(|standing| standing.frame == document.frame);
        if self.documents.iter().filter(same).count() > 1 || shown.clone().count() > 1 {
            return Err(Why::Ambiguous);
        }
        match shown.clone().next() {
            None => Err(Why::Gone),
            Some(standing) if standing.loader.is_empty() => Err(Why::Unknown),
            Some(standing) if standing.loader != document.loader => Err(Why::Replaced),
            Some(_) => Ok(()),
        }
    }
}

impl Restored {
    /// The elements of this frame's document could not be found again.
    pub fn lost(&mut self, frame: &str) {
        for document in self.documents.extract_if(.., |document| document.frame == frame) {
            self.stale.insert(document.number, Why::Silent);
        }
    }

    /// Whether an earlier process may have given `reference`.
    pub const fn gave(&self, reference: Ref) -> bool {
        reference.element <= self.elements
    }

    /// Whether `reference` may name something: those that an earlier process gave do as long as they were restored and
    /// their frame still shows the `same` document.
    ///
    /// # Errors
    /// Why it is stale, whatever the page has under this number.
    pub fn judge(&self, reference: Ref, same: bool) -> Result<(), Why> {
        if !self.gave(reference) {
            return Ok(());
        }
        if self.ambiguous.contains(&reference) {
            return Err(Why::Ambiguous);
        }
        if let Some(why) = self.stale.get(&reference.frame) {
            return Err(*why);
        }
        let own = self
            .documents
            .iter()
            .find(|document| document.number == reference.frame);
        let Some(own) = own else {
            return Err(self.others);
        };
        if !same {
            return Err(Why::Replaced);
        }
        let known = own.nodes.iter().any(|(element, _)| *element == reference.element);
        if known { Ok(()) } else { Err(Why::Element) }
    }
}

/// What to say of a ref of an earlier process that names nothing.
pub fn stale(reference: Ref, why: Why) -> String {
    format!("{reference} is stale: {}", why.words())
}

/// The newest elements of a document that have one ref each, and the refs that are in doubt.
fn apart(document: &Document) -> (Vec<(u32, i64)>, Vec<Ref>) {
    let mut by_number: BTreeMap<u32, usize> = BTreeMap::new();
    let mut by_node: BTreeMap<i64, usize> = BTreeMap::new();
    for (element, node) in &document.nodes {
        *by_number.entry(*element).or_default() += 1;
        *by_node.entry(*node).or_default() += 1;
    }
    let single = |(element, node): &(u32, i64)| by_number[element] == 1 && by_node[node] == 1;
    let (mut nodes, twice): (Vec<_>, Vec<_>) = document.nodes.iter().copied().partition(single);
    nodes.sort_unstable();
    let most = nodes.len().saturating_sub(MOST_REFS);
    nodes.drain(..most);
    let refs = twice.into_iter().map(|(element, _)| Ref {
        frame: document.number,
        element,
    });
    (nodes, refs.collect())
}

#[cfg(test)]
mod tests {
    use super::{Document, Kept, Newer, Standing, VERSION, Why, stale};
    use crate::form::model::Ref;
    use std::string::String;
    use std::vec;
    use std::vec::Vec;

    fn document(frame: &str, number: u32, loader: &str, nodes: &[(u32, i64)]) -> Document {
        Document {
            frame: frame.into(),
            number,
            loader: loader.into(),
            nodes: nodes.to_vec(),
        }
    }

    fn kept() -> Kept {
        Kept {
            version: VERSION,
            target: "T".into(),
            elements: 9,
            frames: 2,
            documents: vec![
                document("T", 0, "L0", &[(1, 11), (2, 12)]),
                document("F1", 1, "L1", &[(5, 15)]),
                document("F2", 2, "L2", &[(7, 17)]),
            ],
        }
    }

    fn now(frames: &[(&str, &str)]) -> Vec<Standing> {
        let standing = |(frame, loader): &(&str, &str)| Standing {
            frame: String::from(*frame),
            loader: String::from(*loader),
        };
        frames.iter().map(standing).collect()
    }

    fn at(frame: u32, element: u32) -> Ref {
        Ref { frame, element }
    }

    #[test]
    fn refs_are_restored_where_the_document_is_the_same_and_stale_where_that_cannot_be_told() {
        type Case<'a> = (&'a str, Kept, Option<Vec<Standing>>, [Option<Why>; 3]);
        let same = [("T", "L0"), ("F1", "L1"), ("F2", "L2")];
        let changed = |change: &dyn Fn(&mut Kept)| {
            let mut kept = kept();
            change(&mut kept);
            kept
        };
        let all = |why| [Some(why); 3];
        let cases: [Case<'_>; 14] = [
            ("the same", kept(), Some(now(&same)), [None; 3]),
            ("the tab is closed", kept(), None, all(Why::Closed)),
            (
                "the top document was replaced",
                kept(),
                Some(now(&[("T", "X"), ("F1", "L1"), ("F2", "L2")])),
                all(Why::Replaced),
            ),
            (
                "a frame's document was replaced",
                kept(),
                Some(now(&[("T", "L0"), ("F1", "X"), ("F2", "L2")])),
                [None, Some(Why::Replaced), None],
            ),
            (
                "a frame is gone",
                kept(),
                Some(now(&[("T", "L0"), ("F2", "L2")])),
                [None, Some(Why::Gone), None],
            ),
            (
                "a blank loader was written down",
                changed(&|kept| kept.documents[1].loader.clear()),
                Some(now(&same)),
                [None, Some(Why::Unknown), None],
            ),
            (
                "the browser tells a blank loader",
                kept(),
                Some(now(&[("T", "L0"), ("F1", ""), ("F2", "L2")])),
                [None, Some(Why::Unknown), None],
            ),
            (
                "the top loader is blank",
                changed(&|kept| kept.documents[0].loader.clear()),
                Some(now(&same)),
                all(Why::Unknown),
            ),
            (
                "a blank frame",
                changed(&|kept| kept.documents[2].frame.clear()),
                Some(now(&same)),
                [None, None, Some(Why::Unknown)],
            ),
            (
                "a file of before there were versions",
                changed(&|kept| kept.version = 0),
                Some(now(&same)),
                all(Why::Unknown),
            ),
            (
                "a frame that is written down twice",
                changed(&|kept| kept.documents[2].frame = "F1".into()),
                Some(now(&same)),
                [None, Some(Why::Ambiguous), Some(Why::Ambiguous)],
            ),
            (
                "a number that is given twice",
                changed(&|kept| kept.documents[2].number = 1),
                Some(now(&same)),
                [None, Some(Why::Ambiguous), Some(Why::Gone)],
            ),
            (
                "a frame that the browser shows twice",
                kept(),
                Some(now(&[("T", "L0"), ("F1", "L1"), ("F1", "L9"), ("F2", "L2")])),
                [None, Some(Why::Ambiguous), None],
            ),
            (
                "no top document",
                changed(&|kept| kept.target.clear()),
                Some(now(&same)),
                all(Why::Unknown),
            ),
        ];
        for (case, kept, now, expected) in cases {
            let restored = kept.restore(now.as_deref());
            for (reference, expected) in [at(0, 1), at(1, 5), at(2, 7)].into_iter().zip(expected) {
                assert_eq!(restored.judge(reference, true).err(), expected, "{case}: {reference}");
            }
        }
    }

    #[test]
    fn a_newer_version_is_not_understood() {
        let mut kept = kept();
        assert_eq!(kept.readable(), Ok(()));
        kept.version = VERSION + 1;
        assert_eq!(kept.readable(), Err(Newer(VERSION + 1)));
        kept.version = 0;
        assert_eq!(kept.readable(), Ok(()), "an older one is, and proves nothing");
    }

    #[test]
    fn a_ref_that_names_two_elements_or_shares_one_is_in_doubt() {
        let mut kept = kept();
        kept.documents[0].nodes = vec![(1, 11), (2, 12), (2, 13), (3, 14), (4, 14), (6, 16)];
        let restored = kept.restore(Some(&now(&[("T", "L0")])));
        assert_eq!(restored.documents[0].nodes, [(1, 11), (6, 16)]);
        for element in [2, 3, 4] {
            assert_eq!(restored.judge(at(0, element), true), Err(Why::Ambiguous), "{element}");
        }
        assert_eq!(restored.judge(at(0, 6), true), Ok(()));
        let why = restored.judge(at(0, 6), false);
        assert_eq!(why, Err(Why::Replaced), "whatever has the number there now");
        assert_eq!(
            restored.judge(at(0, 8), true),
            Err(Why::Element),
            "it was never written down"
        );
        assert_eq!(restored.judge(at(0, 10), true), Ok(()), "no earlier process gave it");
        assert_eq!(restored.judge(at(5, 3), true), Err(Why::Gone), "nor is its frame known");
        assert_eq!(
            stale(at(2, 7), Why::Replaced),
            "f2e7 is stale: another document is shown in its place"
        );
    }

    #[test]
    fn refs_of_a_document_that_does_not_answer_are_stale() {
        let mut restored = kept().restore(Some(&now(&[("T", "L0"), ("F1", "L1"), ("F2", "L2")])));
        restored.lost("F1");
        assert_eq!(restored.judge(at(1, 5), true), Err(Why::Silent));
        assert_eq!(restored.judge(at(0, 1), true), Ok(()));
        assert_eq!(restored.judge(at(2, 7), true), Ok(()));
    }

    #[test]
    fn of_very_many_the_newest_are_restored() {
        let mut kept = kept();
        kept.documents[0].nodes = (1..=1_200).map(|n| (n, i64::from(n) + 5_000)).collect();
        kept.elements = 1_200;
        let restored = kept.restore(Some(&now(&[("T", "L0")])));
        let nodes = &restored.documents[0].nodes;
        assert_eq!((nodes.len(), nodes[0].0, nodes[999].0), (1_000, 201, 1_200));
    }
}

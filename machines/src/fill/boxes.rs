//! Boxes that come up while a form is filled and put its fields out of use until somebody has answered them.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::Trouble;
use super::leg::Phase;
use super::line::Line;
use crate::form::fold::fold;
use crate::form::model::{Page, Ref};

/// So many boxes are closed in one fill: a page that brings them without end is left alone.
const MOST: usize = 3;

/// What has become of such boxes so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Boxes {
    /// The closing buttons that were there from the beginning, or have been pressed.
    known: Option<BTreeSet<Ref>>,
    press: Option<(Ref, String)>,
    closed: Vec<String>,
}

impl Boxes {
    /// The button to press, if one is to be.
    pub(super) fn button(&self) -> Option<Ref> {
        Some(self.press.as_ref()?.0)
    }

    /// The labels of the buttons that were pressed.
    pub(super) fn closed(&self) -> &[String] {
        &self.closed
    }

    /// Remembers what was there before anything was written.
    pub(super) fn look(&mut self, page: &Page) {
        self.known
            .get_or_insert_with(|| page.closers.iter().filter_map(|closer| closer.reference).collect());
    }

    /// Chooses the button that closes the box that came up, if there is one and it is in the way of a field.
    pub(super) fn choose(&mut self, lines: &[Line], page: &Page) -> bool {
        if self.closed.len() >= MOST || !lines.iter().any(is_barred) {
            return false;
        }
        let Some(known) = self.known.as_mut() else {
            return false;
        };
        let fresh = page
            .closers
            .iter()
            .filter_map(|closer| Some((closer.reference?, &closer.label)));
        let fresh: Vec<(Ref, &String)> = fresh.filter(|(own, _)| !known.contains(own)).collect();
        // A cross in the corner besides the button that says the same.
        let worded: Vec<_> = fresh
            .iter()
            .filter(|(_, label)| fold(label).chars().count() > 1)
            .collect();
        let (button, label) = match (worded.as_slice(), fresh.as_slice()) {
            ([one], _) => **one,
            ([], [one]) => *one,
            _ => return false,
        };
        known.insert(button);
        self.press = Some((button, label.clone()));
        true
    }

    /// Takes what came of the press.
    pub(super) fn pressed(&mut self, trouble: &Trouble) {
        if let Some((_, label)) = self.press.take()
            && *trouble == Trouble::None
        {
            self.closed.push(label);
        }
    }
}

/// Whether a key cannot be written because its field is out of use or covered.
fn is_barred(line: &Line) -> bool {
    let bars = |trouble: &Trouble| matches!(trouble, Trouble::Disabled | Trouble::Covered | Trouble::Unfocusable);
    match &line.target {
        None => line.ending.code == "disabled",
        Some(target) => target
            .legs
            .iter()
            .any(|leg| matches!(&leg.phase, Phase::Ended(trouble) if bars(trouble))),
    }
}

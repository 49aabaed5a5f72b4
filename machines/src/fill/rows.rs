//! Rows that keys ask for and the page does not have yet.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::line::{Ending, Line};
use super::{Added, Trouble, report};
use crate::form::keys::rows::{Born, RowKey};
use crate::form::keys::{Adding, Index};
use crate::form::model::{Page, Ref};
use crate::report::Status;

/// A button that is being pressed for one more row.
#[derive(Clone, Debug)]
struct Press {
    group: String,
    title: String,
    button: Ref,
    label: String,
    /// How many rows there were, as far as that was sure.
    have: usize,
    certain: bool,
    /// The fields that there were.
    before: BTreeSet<Ref>,
}

/// What has become of rows so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    press: Option<Press>,
    /// The fields that came with each press.
    born: Vec<Born>,
    added: Vec<Added>,
    /// Groups that a press brought nothing to, and how that ends their keys.
    stuck: Vec<(String, Ending)>,
}

impl Rows {
    /// The button to press.
    pub(super) fn button(&self) -> Option<Ref> {
        Some(self.press.as_ref()?.button)
    }

    pub(super) fn born(&self) -> &[Born] {
        &self.born
    }

    pub(super) fn added(&self) -> &[Added] {
        &self.added
    }

    /// Chooses the next button to press for a row that a line lacks. Ends the lines whose row cannot be made.
    pub(super) fn choose(&mut self, lines: &mut [Line], page: &Page) -> bool {
        let asked: BTreeSet<(String, usize)> = lines
            .iter()
            .filter_map(|line| RowKey::parse(&line.key))
            .map(|key| (key.called(), key.number))
            .collect();
        let mut lacking: Vec<&mut Line> = lines.iter_mut().filter(|line| line.lack.is_some()).collect();
        lacking.sort_by_key(|line| line.lack.as_ref().map_or(0, |lack| lack.number));
        for line in lacking {
            let Some(lack) = line.lack.clone() else { continue };
            if let Some((_, ending)) = self.stuck.iter().find(|(group, _)| *group == lack.group) {
                line.refuse(ending.clone());
                line.lack = None;
                continue;
            }
            let has_gap = (lack.have..lack.number).any(|number| !asked.contains(&(lack.group.clone(), number)));
            if has_gap {
                line.refuse(Ending::new(Status::Refused, "row-gap", report::ROW_GAP));
                line.lack = None;
                continue;
            }
            if let Adding::Press(button, label) = lack.adding {
                self.press = Some(Press {
                    group: lack.group,
                    title: lack.title,
                    button,
                    label,
                    have: lack.have,
                    certain: lack.certain,
                    before: page.fields().filter_map(|field| field.reference).collect(),
                });
                return true;
            }
        }
        false
    }

    /// Takes what came of the press.
    pub(super) fn pressed(&mut self, trouble: &Trouble) {
        if *trouble == Trouble::None {
            return;
        }
        if let Some(press) = self.press.take() {
            self.stuck
                .push((press.group, report::not_pressed(&press.label, trouble)));
        }
    }

    /// Looks at what a press has brought.
    pub(super) fn look(&mut self, page: &Page, form: Option<Ref>) {
        let Some(press) = self.press.take() else {
            return;
        };
        let now: BTreeSet<Ref> = page.fields().filter_map(|field| field.reference).collect();
        let fresh: Vec<Ref> = page
            .fields()
            .filter(|field| field.visible)
            .filter_map(|field| field.reference)
            .filter(|own| !press.before.contains(own))
            .collect();
        // Where everything was drawn anew, what is new tells nothing.
        if !fresh.is_empty() && press.before.is_subset(&now) {
            self.born.push(Born {
                called: press.group.clone(),
                have: if press.certain { press.have } else { 1 },
                certain: press.certain,
                fields: fresh,
            });
        }
        let index = Index::new(page).with_born(&self.born);
        let have = index.rows(&press.group, form).unwrap_or_default();
        if have <= press.have {
            self.stuck.push((press.group, report::not_added(&press.label)));
            return;
        }
        let rows = have - press.have;
        let known = self
            .added
            .iter_mut()
            .find(|added| added.group == press.title && added.button == press.label);
        match known {
            Some(added) => added.rows += rows,
            None => self.added.push(Added {
                group: press.title,
                button: press.label,
                rows,
            }),
        }
    }
}

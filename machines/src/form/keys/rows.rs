//! Rows: the parts of a form that stand there once for each of several things, and the keys that name one of them.
//!
//! `items[1].name` is the `name` of the second of the `items`. Rows are found by their names, where these count
//! (`items[0][name]`, `items.0.name`, `items-0-name`), else by labels that come again and again in one section, else
//! by a button that adds one more and stands with fields under a heading. What the group is called may be said by its
//! names, its headings, or the button that adds to it.

mod find;

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use self::find::{Group, alike, calls, groups, seen, unnumbered};
use super::{Index, Resolution};
use crate::form::assemble::noun;
use crate::form::fold::{fold, words};
use crate::form::model::{Adder, Field, Form, Page, Ref};
use crate::form::phrase::row_numbers;

pub(crate) use self::find::Born;

/// A key that names a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RowKey {
    /// What the rows are called together.
    pub(crate) group: String,
    /// Which of them, from 0.
    pub(crate) number: usize,
    /// What in it; empty for its only field.
    rest: String,
    /// Whether it can hardly be anything else: the number stands in square brackets.
    pub(super) plain: bool,
}

/// Whether a row that is not there can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Adding {
    /// By pressing this button of that label.
    Press(Ref, String),
    /// Not now: the button of that label is disabled.
    Disabled(String),
    /// Not by this program: the button of that label sends the form.
    Sends(String),
    /// Several buttons could add it: their labels and refs.
    Several(Vec<String>),
    /// Nothing on the page says that it would add one.
    Nothing,
}

/// A row that a key names and the page does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    /// What the rows are called, in one spelling.
    pub group: String,
    /// What the key calls them.
    pub title: String,
    /// Which row is meant, from 0.
    pub number: usize,
    /// How many there are, as far as that is sure.
    pub have: usize,
    /// Whether it is sure that there are not more.
    pub certain: bool,
    /// How one more comes.
    pub adding: Adding,
}

/// What a key that names a row comes to.
pub(super) enum Row {
    /// What it means.
    Means(Resolution),
    /// No group is called so. What the groups of the page are called.
    Unknown(Vec<String>),
}

impl RowKey {
    /// Reads `items[1].name`, `items[1][name]`, `items[1]: name`, `items.1.name`, `items-1-name`; `items[1]` too.
    pub(crate) fn parse(key: &str) -> Option<Self> {
        let (at, end) = row_numbers(key).into_iter().next_back()?;
        let group = key.get(..at)?.trim_end_matches(['[', '.', '-', '_', ' ']).trim();
        let number = key.get(at..end)?.parse().ok()?;
        let rest = key.get(end..)?.trim_start_matches([']', '.', ':', '-', '_', ' ']);
        let inner = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let rest = inner.unwrap_or(rest).trim();
        (!group.is_empty()).then(|| Self {
            group: group.to_string(),
            number,
            rest: rest.to_string(),
            plain: key.get(..at).is_some_and(|before| before.ends_with('[')),
        })
    }

    /// What its rows are called, in one spelling.
    pub(crate) fn called(&self) -> String {
        calls(&self.group).join(" ")
    }
}

impl Index<'_> {
    /// What the rows of the page go by, how many there are, and the buttons that add one.
    pub fn row_groups(&self) -> Vec<String> {
        let page = self.page();
        titles(page, &groups(page, None, &self.born))
    }

    /// Finds what a key that names a row means, with the groups as they are now.
    pub(super) fn row(&self, key: &RowKey, form: Option<Ref>) -> Row {
        let page = self.page();
        let groups = groups(page, form, &self.born);
        let asked = calls(&key.group);
        let (at, said) = match pick(page, &groups, &asked, form, key.plain) {
            Ok(found) => found,
            Err(several) if several.is_empty() => return Row::Unknown(titles(page, &groups)),
            Err(several) => {
                let fields = several.iter().filter_map(|at| groups.get(*at)?.rows.first()?.first());
                let fields: Vec<Ref> = fields.filter_map(|(field, _)| field.reference).collect();
                return Row::Means(Resolution::Ambiguous(self.told(&fields)));
            }
        };
        let group = at.and_then(|at| groups.get(at));
        let row = group.and_then(|group| group.rows.get(key.number));
        let sure = group.is_none_or(|group| group.sure || said);
        let have = group.filter(|_| sure).map_or(0, |group| group.rows.len());
        let is_in = |row: &[(&Field, String)]| !matches!(self.within(row, &key.rest), Resolution::Missing(_));
        match row {
            Some(row) if sure => Row::Means(self.within(row, &key.rest)),
            // What stands with the button may be a row or not: one more would tell.
            Some(row) if is_in(row) => Row::Unknown(titles(page, &groups)),
            _ => Row::Means(Resolution::Lacks(Lack {
                group: key.called(),
                title: key.group.clone(),
                number: key.number,
                have,
                certain: sure,
                adding: adding(page, &groups, group, &asked, form),
            })),
        }
    }

    /// How many rows a group has that is called so; `None` if none is.
    pub(crate) fn rows(&self, group: &str, form: Option<Ref>) -> Option<usize> {
        let page = self.page();
        let groups = groups(page, form, &self.born);
        let (at, _) = pick(page, &groups, &calls(group), form, true).ok()?;
        Some(at.and_then(|at| groups.get(at)).map_or(0, |group| group.rows.len()))
    }

    /// What a name or a label means among the fields of one row.
    fn within(&self, row: &[(&Field, String)], rest: &str) -> Resolution {
        let all: Vec<Ref> = row.iter().filter_map(|(field, _)| field.reference).collect();
        if rest.is_empty() {
            return match all.as_slice() {
                [one] => self.exactly(*one),
                _ => Resolution::Ambiguous(self.told(&all)),
            };
        }
        let wanted = words(rest);
        let mut named = row.iter().filter(|(_, tail)| words(tail) == wanted);
        if let (Some((field, _)), None) = (named.next(), named.next())
            && let Some(reference) = field.reference
        {
            return self.exactly(reference);
        }
        let form = Form {
            reference: row.first().and_then(|(field, _)| field.form),
            fields: row.iter().map(|(field, _)| (*field).clone()).collect(),
            ..Form::default()
        };
        let page = Page {
            lang: self.page().lang.clone(),
            forms: Vec::from([form]),
            ..Page::default()
        };
        let own = |candidates: Vec<crate::report::Candidate>| -> Vec<Ref> {
            candidates
                .into_iter()
                .filter_map(|candidate| candidate.reference)
                .collect()
        };
        match Index::new(&page).resolve_label(rest, None) {
            Resolution::Ambiguous(all) => Resolution::Ambiguous(self.told(&own(all))),
            Resolution::Missing(_) => Resolution::Missing(self.told(&all)),
            found => found,
        }
    }
}

/// The one group that is called so, and whether it is by its own words; none where only a button speaks of it. The error
/// is the groups that may be meant.
fn pick(
    page: &Page,
    groups: &[Group<'_>],
    asked: &[String],
    form: Option<Ref>,
    plain: bool,
) -> Result<(Option<usize>, bool), Vec<usize>> {
    let ranked = groups.iter().enumerate();
    let mut ranked: Vec<(u8, usize)> = ranked
        .filter_map(|(at, group)| Some((group.goes_by(asked)?, at)))
        .collect();
    ranked.sort_unstable();
    if let Some((best, first)) = ranked.first().copied() {
        let all: Vec<usize> = ranked
            .iter()
            .filter(|(rank, _)| *rank == best)
            .map(|(_, at)| *at)
            .collect();
        return if all.len() == 1 {
            Ok((Some(first), true))
        } else {
            Err(all)
        };
    }
    // What the button that adds to them calls them.
    let speaking: Vec<&Adder> = adders(page, form).filter(|adder| speaks(adder, asked)).collect();
    let by_button: BTreeSet<Option<usize>> = speaking
        .iter()
        .map(|adder| {
            // One that stands with other fields as well may be of rows that are still to come.
            let near = page.fields().filter(|field| seen(field));
            let near: Vec<Ref> = near
                .filter_map(|field| field.reference)
                .filter(|own| adder.near.contains(own))
                .collect();
            let is_its_own = |group: &Group<'_>| {
                adder.under.is_empty() && !near.is_empty() && near.iter().all(|near| group.owns(*near))
            };
            groups.iter().position(is_its_own)
        })
        .collect();
    let mut by_button = by_button.into_iter();
    match (by_button.next(), by_button.next()) {
        (Some(one), None) => return Ok((one, false)),
        (Some(_), Some(_)) => return Err((0..groups.len()).collect()),
        (None, _) => {}
    }
    // Rows of one thing only, of which nothing says what they are.
    match groups {
        [only] if plain && only.is_nameless() => Ok((Some(0), false)),
        _ => Err(Vec::new()),
    }
}

/// The buttons that add, of one form if one is named.
fn adders(page: &Page, form: Option<Ref>) -> impl Iterator<Item = &Adder> {
    page.adders
        .iter()
        .filter(move |adder| form.is_none() || adder.form == form)
}

/// Whether a button says, or the heading that stands over it alone, that it adds what is called so.
fn speaks(adder: &Adder, asked: &[String]) -> bool {
    let label = &adder.label;
    let said = noun(label);
    let head = unnumbered(&adder.under);
    let squashed = asked.concat();
    said.iter().any(|word| asked.iter().any(|own| alike(own, word)))
        || !asked.is_empty() && asked.iter().all(|own| head.iter().any(|word| alike(own, word)))
        || (!label.is_ascii() && !squashed.is_empty() && fold(label).contains(&squashed))
}

/// How one more row comes into a group.
fn adding(page: &Page, groups: &[Group<'_>], group: Option<&Group<'_>>, asked: &[String], form: Option<Ref>) -> Adding {
    let frame = |adder: &Adder| adder.reference.map_or(0, |own| own.frame);
    let fits = |adder: &&Adder| {
        group.is_none_or(|group| frame(adder) == group.frame && (adder.form == group.form || adder.form.is_none()))
    };
    let stands_with = |adder: &Adder, group: &Group<'_>| adder.near.iter().any(|near| group.owns(*near));
    let is_own = |adder: &&Adder| {
        let said = noun(&adder.label);
        speaks(adder, asked) || group.is_some_and(|group| said.iter().any(|word| group.has(word)))
    };
    let all: Vec<&Adder> = adders(page, form).filter(fits).collect();
    let mut own: Vec<&Adder> = all.iter().copied().filter(is_own).collect();
    if own.is_empty() {
        // One that does not say what it adds, or says it in other words, and stands with these rows and no others.
        let Some(group) = group else { return Adding::Nothing };
        let mut others = groups.iter().filter(|other| !core::ptr::eq(*other, group));
        let is_others = |adder: &Adder| {
            let said = noun(&adder.label);
            let is_after = |other: &Group<'_>| adder.after.is_some_and(|after| other.owns(after));
            let mut others = others.clone();
            others.any(|other| is_after(other) || said.iter().any(|word| other.has(word)))
        };
        let is_its_own = |adder: &Adder| {
            let mut near = page
                .fields()
                .filter(|field| seen(field))
                .filter_map(|field| field.reference);
            near.all(|near| group.owns(near) || !adder.near.contains(&near))
        };
        own = all
            .iter()
            .copied()
            .filter(|adder| stands_with(adder, group) && !is_others(adder))
            .collect();
        let closest: Vec<&Adder> = own.iter().copied().filter(|adder| is_its_own(adder)).collect();
        if closest.is_empty() {
            // What stands with other fields too may add something else, if it says what it adds.
            let is_after = |adder: &Adder| adder.after.is_none_or(|after| group.owns(after));
            own.retain(|adder| noun(&adder.label).is_empty() && is_after(adder));
        } else {
            own = closest;
        }
        if own.is_empty() && others.next().is_none() {
            own = all
                .iter()
                .copied()
                .filter(|adder| noun(&adder.label).is_empty())
                .collect();
        }
    } else if let Some(group) = group
        && own.len() > 1
    {
        let near: Vec<&Adder> = own.iter().copied().filter(|adder| stands_with(adder, group)).collect();
        if !near.is_empty() {
            own = near;
        }
    }
    // One in every row: that of the last row adds at the end.
    if let (Some(group), [first, .., last]) = (group, own.as_slice())
        && own
            .iter()
            .all(|adder| fold(&adder.label) == fold(&first.label) && adder.label.trim() == first.label.trim())
        && group.rows.len() == own.len()
    {
        own = Vec::from([*last]);
    }
    match own.as_slice() {
        [] => Adding::Nothing,
        [one] => match one.reference {
            _ if one.sends => Adding::Sends(one.label.clone()),
            _ if one.disabled => Adding::Disabled(one.label.clone()),
            Some(reference) => Adding::Press(reference, one.label.clone()),
            None => Adding::Nothing,
        },
        several => {
            let told = several.iter().filter_map(|adder| {
                let reference = adder.reference?;
                Some(alloc::format!("\"{}\" ({reference})", adder.label))
            });
            Adding::Several(told.collect())
        }
    }
}

/// What the groups of a page are called, each with how many rows it has; then the buttons that add.
fn titles(page: &Page, groups: &[Group<'_>]) -> Vec<String> {
    let rows = groups.iter().filter(|group| group.sure).map(|group| {
        let count = group.rows.len();
        let title = if group.title.is_empty() {
            "unnamed rows"
        } else {
            &group.title
        };
        alloc::format!("{title} ({count} row{})", if count == 1 { "" } else { "s" })
    });
    let buttons = page
        .adders
        .iter()
        .map(|adder| alloc::format!("button \"{}\"", adder.label));
    rows.chain(buttons).collect()
}

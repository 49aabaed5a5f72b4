//! Rows: the parts of a form that stand there once for each of several things, and the keys that name one of them.
//!
//! `items[1].name` is the `name` of the second of the `items`. Rows are found by their names, where these count
//! (`items[0][name]`, `items.0.name`, `items-0-name`), else by labels that come again and again in one section, else
//! by a button that adds one more and stands with fields under a heading. What the group is called may be said by its
//! names, its headings, or the button that adds to it.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Index, Resolution};
use crate::form::assemble::noun;
use crate::form::fold::{fold, words};
use crate::form::model::{Adder, Field, Form, Kind, Page, Ref};
use crate::form::phrase::{name_stems, stems};

/// A key that names a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RowKey {
    /// What the rows are called together.
    pub(crate) group: String,
    /// Which of them, from 0.
    pub(crate) number: usize,
    /// What in it; empty for its only field.
    rest: String,
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

/// The digits of one name, taken as a row's number.
const MOST_DIGITS: usize = 6;

impl RowKey {
    /// Reads `items[1].name`, `items[1][name]`, `items[1]: name`, `items.1.name`, `items-1-name`; `items[1]` too.
    pub(crate) fn parse(key: &str) -> Option<Self> {
        let (at, end) = counts(key).into_iter().next_back()?;
        let group = key.get(..at)?.trim_end_matches(['[', '.', '-', '_', ' ']).trim();
        let number = key.get(at..end)?.parse().ok()?;
        let rest = key.get(end..)?.trim_start_matches([']', '.', ':', '-', '_', ' ']);
        let inner = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let rest = inner.unwrap_or(rest).trim();
        (!group.is_empty()).then(|| Self {
            group: group.to_string(),
            number,
            rest: rest.to_string(),
        })
    }

    /// What its rows are called, in one spelling.
    pub(crate) fn called(&self) -> String {
        calls(&self.group).join(" ")
    }
}

/// Where a name counts: digits in square brackets, or between two points, two hyphens or two underscores.
fn counts(name: &str) -> Vec<(usize, usize)> {
    let bytes = name.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = (at..bytes.len()).find(|&at| bytes.get(at).is_some_and(u8::is_ascii_digit)) {
        let end = (start..bytes.len())
            .find(|&at| bytes.get(at).is_none_or(|byte| !byte.is_ascii_digit()))
            .unwrap_or(bytes.len());
        let before = start.checked_sub(1).and_then(|before| bytes.get(before));
        let after = bytes.get(end);
        let is_one = match (before, after) {
            (Some(b'['), Some(b']')) => true,
            (Some(b'.'), None) => true,
            (Some(before @ (b'.' | b'-' | b'_')), Some(after)) => before == after,
            _ => false,
        };
        if is_one && start > 1 && end - start <= MOST_DIGITS {
            found.push((start, end));
        }
        at = end;
    }
    found
}

/// The words of what a group is called, without those that frameworks add.
fn calls(name: &str) -> Vec<String> {
    let mut own = if name.contains(char::is_whitespace) {
        stems(name)
    } else {
        name_stems(name)
    };
    if own.len() > 1 {
        own.retain(|word| !matches!(word.as_str(), "attribute" | "set" | "list" | "field"));
    }
    own
}

/// The same in a section, a label: without the number that tells one row from the next.
fn unnumbered(text: &str) -> Vec<String> {
    let mut own = stems(text);
    own.retain(|word| !word.chars().all(char::is_numeric));
    own
}

/// What programs call rows of whatever. As stems.
const ANY: &[&str] = &[
    "form", "row", "entry", "line", "record", "element", "group", "data", "value", "array",
];

/// Whether two words are the same but for their endings.
fn alike(one: &str, other: &str) -> bool {
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let longest = one.chars().count().max(other.chars().count());
    one == other || same >= 4 && longest - same <= 2
}

/// A group of rows.
struct Group<'a> {
    form: Option<Ref>,
    frame: u32,
    /// The words before the number in its names; empty where they do not count.
    prefix: Vec<String>,
    /// What it is called for a person.
    title: String,
    /// The words of the headings that all of its rows stand under, one entry a heading.
    sections: Vec<Vec<String>>,
    /// The fields of each row, with what of its name comes after the number.
    rows: Vec<Vec<(&'a Field, String)>>,
    /// Whether all of the first row is known to be of it.
    sure: bool,
}

impl Group<'_> {
    fn owns(&self, reference: Ref) -> bool {
        let mut fields = self.rows.iter().flatten();
        fields.any(|(field, _)| field.owns(reference))
    }

    /// How well it goes by these words: 0 by its names, 1 by a heading, 2 by part of a heading.
    fn goes_by(&self, asked: &[String]) -> Option<u8> {
        let is_named = !self.prefix.is_empty() && (self.prefix.ends_with(asked) || asked.ends_with(&self.prefix));
        if is_named {
            return Some(0);
        }
        let is_asked = |section: &Vec<String>| {
            section.len() == asked.len() && section.iter().zip(asked).all(|(own, word)| alike(own, word))
        };
        if self.sections.iter().any(is_asked) {
            return Some(1);
        }
        let holds = |words: &Vec<String>| asked.iter().all(|word| words.contains(word));
        let mut labels = self.rows.iter().flatten().map(|(field, _)| unnumbered(&field.label));
        let is_labelled = !self.rows.is_empty() && labels.all(|label| holds(&label));
        (is_labelled || self.sections.iter().any(holds)).then_some(2)
    }

    /// Whether neither its names nor its headings say what its rows are.
    fn is_nameless(&self) -> bool {
        self.prefix.iter().all(|word| ANY.contains(&word.as_str())) && self.sections.is_empty()
    }

    /// Whether a word is one of those that it goes by.
    fn has(&self, word: &String) -> bool {
        let mut own = self.prefix.iter().chain(self.sections.iter().flatten());
        own.any(|own| alike(own, word))
    }
}

/// Fields that came when a button was pressed for one more row of a group.
#[derive(Clone, Debug)]
pub(crate) struct Born {
    /// What the group was called.
    pub(crate) called: String,
    /// How many rows there were before, at the most.
    pub(crate) have: usize,
    /// Whether that is for sure.
    pub(crate) certain: bool,
    /// The fields.
    pub(crate) fields: Vec<Ref>,
}

/// All groups of rows of a page, or of one form of it.
fn groups<'a>(page: &'a Page, only: Option<Ref>, born: &[Born]) -> Vec<Group<'a>> {
    let mut groups = Vec::new();
    for form in &page.forms {
        if only.is_some() && form.reference != only {
            continue;
        }
        let before = groups.len();
        by_names(form, &mut groups);
        by_birth(form, born, &mut groups);
        by_labels(form, &mut groups);
        for adder in page.adders.iter().filter(|adder| adder.form == form.reference) {
            let is_known = |groups: &[Group<'_>]| {
                let mut own = groups.get(before..).unwrap_or_default().iter();
                own.any(|group| adder.near.iter().any(|near| group.owns(*near)))
            };
            if !is_known(&groups) {
                by_button(form, adder, &mut groups);
            }
        }
    }
    groups
}

/// Whether a field can be seen, or is filled though it cannot.
fn seen(field: &Field) -> bool {
    !field.trap && (field.visible || field.kind == Kind::File)
}

fn by_names<'a>(form: &'a Form, groups: &mut Vec<Group<'a>>) {
    let begin = groups.len();
    let mut keyed: Vec<(String, Vec<&str>)> = Vec::new();
    for field in form.fields.iter().filter(|field| seen(field)) {
        let own = [field.name.as_str(), field.id.as_str()];
        let Some((name, found)) = own
            .into_iter()
            .map(|name| (name, counts(name)))
            .find(|(_, found)| !found.is_empty())
        else {
            continue;
        };
        for (start, end) in found {
            let (Some(before), Some(number), Some(after)) = (name.get(..start), name.get(start..end), name.get(end..))
            else {
                continue;
            };
            let after = after
                .trim_start_matches([']', '.', '-', '_', '['])
                .trim_end_matches(']');
            let place = keyed.iter().position(|(known, _)| known == before);
            let at = place.unwrap_or_else(|| {
                keyed.push((before.to_string(), Vec::new()));
                groups.push(Group {
                    form: form.reference,
                    frame: field.reference.map_or(0, |own| own.frame),
                    prefix: calls(before),
                    title: before.trim_end_matches(['[', '.', '-', '_']).to_string(),
                    sections: Vec::new(),
                    rows: Vec::new(),
                    sure: true,
                });
                keyed.len() - 1
            });
            let (Some((_, numbers)), Some(group)) = (keyed.get_mut(at), groups.get_mut(begin + at)) else {
                continue;
            };
            let row = numbers.iter().position(|known| *known == number).unwrap_or_else(|| {
                numbers.push(number);
                group.rows.push(Vec::new());
                numbers.len() - 1
            });
            if let Some(row) = group.rows.get_mut(row) {
                row.push((field, after.to_string()));
            }
        }
    }
    for group in groups.iter_mut().skip(begin) {
        group.sections = common_sections(group.rows.iter().flatten().map(|(field, _)| *field));
    }
}

/// The headings that all of these stand under, without their numbers.
fn common_sections<'a>(mut fields: impl Iterator<Item = &'a Field>) -> Vec<Vec<String>> {
    let of = |field: &Field| -> Vec<Vec<String>> {
        let all = field.section.iter().map(|text| unnumbered(text));
        all.filter(|words| !words.is_empty()).collect()
    };
    let mut common = fields.next().map(of).unwrap_or_default();
    for field in fields {
        let own = of(field);
        common.retain(|words| own.contains(words));
    }
    common
}

fn by_labels<'a>(form: &'a Form, groups: &mut Vec<Group<'a>>) {
    let mut parts: Vec<(Vec<Vec<String>>, Vec<(&'a Field, Sign)>)> = Vec::new();
    for field in form.fields.iter().filter(|field| seen(field)) {
        let is_known = |group: &Group<'_>| field.reference.is_some_and(|own| group.owns(own));
        let sign = sign(field);
        if sign.0.is_empty() || groups.iter().any(is_known) {
            continue;
        }
        let place: Vec<Vec<String>> = field.section.iter().map(|text| unnumbered(text)).collect();
        match parts.iter_mut().find(|(known, _)| *known == place) {
            Some((_, fields)) => fields.push((field, sign)),
            None => parts.push((place, Vec::from([(field, sign)]))),
        }
    }
    for (place, fields) in parts {
        let comes_again = |sign: &Sign| fields.iter().filter(|(_, other)| other == sign).count() > 1;
        let first = fields.iter().position(|(_, sign)| comes_again(sign));
        let last = fields.iter().rposition(|(_, sign)| comes_again(sign));
        let Some(span) = first.zip(last).and_then(|(first, last)| fields.get(first..=last)) else {
            continue;
        };
        // A number in the headings parts the rows; else nothing else may stand between them.
        let numbered = span
            .iter()
            .any(|(field, _)| Some(&field.section) != span.first().map(|(field, _)| &field.section));
        if !numbered && !span.iter().all(|(_, sign)| comes_again(sign)) {
            continue;
        }
        let mut rows: Vec<Vec<(&Field, String)>> = Vec::new();
        let mut met: Vec<&Sign> = Vec::new();
        let mut section: &[String] = &[];
        for (field, sign) in span {
            let parted = numbered && field.section != section;
            if rows.is_empty() || parted || !numbered && met.contains(&sign) {
                rows.push(Vec::new());
                met.clear();
                section = &field.section;
            }
            met.push(sign);
            if let Some(row) = rows.last_mut() {
                row.push((field, String::new()));
            }
        }
        let heads = || {
            rows.iter()
                .filter_map(|row| row.first())
                .map(|(field, _)| self::sign(field))
        };
        if rows.len() < 2 || heads().any(|head| Some(head) != heads().next()) {
            continue;
        }
        let sections: Vec<Vec<String>> = place.into_iter().filter(|words| !words.is_empty()).collect();
        groups.push(Group {
            form: form.reference,
            frame: fields
                .first()
                .and_then(|(field, _)| field.reference)
                .map_or(0, |own| own.frame),
            prefix: Vec::new(),
            title: sections.last().map(|words| words.join(" ")).unwrap_or_default(),
            sections,
            rows,
            sure: true,
        });
    }
}

/// The rows that came when their button was pressed, and those before them that are made of the same.
fn by_birth<'a>(form: &'a Form, born: &[Born], groups: &mut Vec<Group<'a>>) {
    let fields: Vec<&Field> = form.fields.iter().filter(|field| seen(field)).collect();
    for (at, first) in born.iter().enumerate() {
        let is_known = born.iter().take(at).any(|other| other.called == first.called);
        if is_known
            || groups
                .iter()
                .any(|group| first.fields.iter().any(|own| group.owns(*own)))
        {
            continue;
        }
        let of = |born: &Born| -> Vec<&'a Field> {
            let own = fields.iter().copied();
            own.filter(|field| field.reference.is_some_and(|own| born.fields.contains(&own)))
                .collect()
        };
        let mut rows: Vec<Vec<&Field>> = Vec::new();
        let template: Vec<Sign> = of(first).into_iter().map(sign).collect();
        if template.is_empty() {
            continue;
        }
        let births = born.iter().filter(|other| other.called == first.called);
        if first.certain && first.have == 0 {
            rows.extend(births.map(of));
        } else {
            let mut at = 0;
            while let Some(run) = fields.get(at..at + template.len()) {
                if run.iter().map(|field| sign(field)).eq(template.iter().cloned()) {
                    rows.push(run.to_vec());
                    at += template.len();
                } else {
                    at += 1;
                }
            }
            // Where it was not sure that there was one, there may have been none.
            let count = births.count();
            if rows.len() != count && rows.len() != first.have + count {
                continue;
            }
        }
        groups.push(Group {
            form: form.reference,
            frame: first.fields.first().map_or(0, |own| own.frame),
            prefix: calls(&first.called),
            title: first.called.clone(),
            sections: common_sections(rows.iter().flatten().copied()),
            rows: rows
                .into_iter()
                .map(|row| row.into_iter().map(|field| (field, String::new())).collect())
                .collect(),
            sure: true,
        });
    }
}

/// What a field is called, whatever number stands in it, and what kind it is.
type Sign = (Vec<String>, Kind);

fn sign(field: &Field) -> Sign {
    let label = if field.label.is_empty() {
        &field.placeholder
    } else {
        &field.label
    };
    (unnumbered(label), field.kind)
}

/// The fields that stand with a button that adds more of them, under the same heading as the last of them.
fn by_button<'a>(form: &'a Form, adder: &Adder, groups: &mut Vec<Group<'a>>) {
    let near = form.fields.iter().filter(|field| seen(field));
    let near: Vec<&Field> = near
        .filter(|field| field.reference.is_some_and(|own| adder.near.contains(&own)))
        .collect();
    let Some(last) = near.last() else {
        return;
    };
    let own: Vec<&Field> = near
        .iter()
        .copied()
        .filter(|field| field.section == last.section)
        .collect();
    let sections = common_sections(own.iter().copied());
    groups.push(Group {
        form: form.reference,
        frame: last.reference.map_or(0, |own| own.frame),
        prefix: Vec::new(),
        title: last.section.last().cloned().unwrap_or_default(),
        sections,
        rows: Vec::from([own.into_iter().map(|field| (field, String::new())).collect()]),
        sure: false,
    });
}

impl Index<'_> {
    /// Finds what a key that names a row means, with the groups as they are now.
    pub(super) fn row(&self, key: &RowKey, form: Option<Ref>) -> Row {
        let page = self.page();
        let groups = groups(page, form, &self.born);
        let asked = calls(&key.group);
        let (at, said) = match pick(page, &groups, &asked, form) {
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
        let (at, _) = pick(page, &groups, &calls(group), form).ok()?;
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
    let speaking: Vec<&Adder> = adders(page, form).filter(|adder| speaks(&adder.label, asked)).collect();
    let by_button: BTreeSet<Option<usize>> = speaking
        .iter()
        .map(|adder| {
            // One that stands with other fields as well may be of rows that are still to come.
            let near = page.fields().filter(|field| seen(field));
            let near: Vec<Ref> = near
                .filter_map(|field| field.reference)
                .filter(|own| adder.near.contains(own))
                .collect();
            let is_its_own = |group: &Group<'_>| !near.is_empty() && near.iter().all(|near| group.owns(*near));
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
        [only] if only.is_nameless() => Ok((Some(0), false)),
        _ => Err(Vec::new()),
    }
}

/// The buttons that add, of one form if one is named.
fn adders(page: &Page, form: Option<Ref>) -> impl Iterator<Item = &Adder> {
    page.adders
        .iter()
        .filter(move |adder| form.is_none() || adder.form == form)
}

/// Whether the label of a button says that it adds what is called so.
fn speaks(label: &str, asked: &[String]) -> bool {
    let said = noun(label);
    let squashed = asked.concat();
    said.iter().any(|word| asked.iter().any(|own| alike(own, word)))
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
        speaks(&adder.label, asked) || group.is_some_and(|group| said.iter().any(|word| group.has(word)))
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

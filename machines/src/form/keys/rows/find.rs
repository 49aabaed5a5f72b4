//! The rows of a page, group by group: by names that count, by having come, by labels that come again, by a button.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::form::model::{Adder, Field, Form, Kind, Page, Ref};
use crate::form::phrase::{name_stems, row_numbers, stems};

/// The words of what a group is called, without those that frameworks add.
pub(super) fn calls(name: &str) -> Vec<String> {
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
pub(super) fn unnumbered(text: &str) -> Vec<String> {
    let mut own = stems(text);
    own.retain(|word| !word.chars().all(char::is_numeric));
    own
}

/// What programs call rows of whatever. As stems.
const ANY: &[&str] = &[
    "form", "row", "entry", "line", "record", "element", "group", "data", "value", "array",
];

/// Whether two words are the same but for their endings.
pub(super) fn alike(one: &str, other: &str) -> bool {
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let longest = one.chars().count().max(other.chars().count());
    one == other || same >= 4 && longest - same <= 2
}

/// A group of rows.
pub(super) struct Group<'a> {
    pub(super) form: Option<Ref>,
    pub(super) frame: u32,
    /// The words before the number in its names; empty where they do not count.
    pub(super) prefix: Vec<String>,
    /// What it is called for a person.
    pub(super) title: String,
    /// The words of the headings that all of its rows stand under, one entry a heading.
    pub(super) sections: Vec<Vec<String>>,
    /// The fields of each row, with what of its name comes after the number.
    pub(super) rows: Vec<Vec<(&'a Field, String)>>,
    /// Whether all of the first row is known to be of it.
    pub(super) sure: bool,
}

impl Group<'_> {
    pub(super) fn owns(&self, reference: Ref) -> bool {
        let mut fields = self.rows.iter().flatten();
        fields.any(|(field, _)| field.owns(reference))
    }

    /// How well it goes by these words: 0 by its names, 1 by a heading, 2 by part of a heading.
    pub(super) fn goes_by(&self, asked: &[String]) -> Option<u8> {
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
    pub(super) fn is_nameless(&self) -> bool {
        self.prefix.iter().all(|word| ANY.contains(&word.as_str())) && self.sections.is_empty()
    }

    /// Whether a word is one of those that it goes by.
    pub(super) fn has(&self, word: &str) -> bool {
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
pub(super) fn groups<'a>(page: &'a Page, only: Option<Ref>, born: &[Born]) -> Vec<Group<'a>> {
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
            // One that a heading stands over alone has no row yet.
            if adder.under.is_empty() && !is_known(&groups) {
                by_button(form, adder, &mut groups);
            }
        }
    }
    groups
}

/// Whether a field can be seen, or is filled though it cannot.
pub(super) fn seen(field: &Field) -> bool {
    !field.trap && (field.visible || field.kind == Kind::File)
}

fn by_names<'a>(form: &'a Form, groups: &mut Vec<Group<'a>>) {
    let begin = groups.len();
    let mut keyed: Vec<(String, Vec<&str>)> = Vec::new();
    for field in form.fields.iter().filter(|field| seen(field)) {
        let own = [field.name.as_str(), field.id.as_str()];
        let Some((name, found)) = own
            .into_iter()
            .map(|name| (name, row_numbers(name)))
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

/// The fields that stand under the same headings, but for their numbers, and those headings.
type Part<'a> = (Vec<Vec<String>>, Vec<(&'a Field, Sign)>);

fn by_labels<'a>(form: &'a Form, groups: &mut Vec<Group<'a>>) {
    let mut parts: Vec<Part<'a>> = Vec::new();
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

//! Radio buttons, boxes and toggle buttons that are the answers to one question.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Draft, Shape, Title, alone_in, answerable, group_title, kind, shared_group, spoken};
use crate::form::fold::fold;
use crate::form::model::{Control, Group, Held, Kind, LabelSource};

/// What makes two controls answers to one question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond<'a> {
    /// One name in one form.
    Name(Option<u32>, &'a str),
    /// One group element.
    Group(u32),
    /// Neighbours without either, by the number of the first.
    Run(usize),
}

/// Collects the questions that are answered by choosing among controls.
pub(super) fn collect(controls: &[Control], taken: &mut [bool], drafts: &mut Vec<Draft>) {
    radios(controls, taken, drafts);
    toggles(controls, taken, drafts);
    boxes(controls, taken, drafts);
}

fn take(members: Vec<usize>, kind: Kind, multiple: bool, title: Title, taken: &mut [bool], drafts: &mut Vec<Draft>) {
    for at in &members {
        if let Some(taken) = taken.get_mut(*at) {
            *taken = true;
        }
    }
    let shape = Shape::Options { kind, multiple, title };
    drafts.push(Draft { members, shape });
}

/// The controls that are still free and for which `wanted` holds.
fn free<'a, 't>(
    controls: &'a [Control],
    taken: &'t [bool],
    wanted: fn(&Control) -> bool,
) -> impl Iterator<Item = (usize, &'a Control)> + use<'a, 't> {
    controls
        .iter()
        .zip(taken)
        .enumerate()
        .filter(move |(_, (control, taken))| !**taken && wanted(control))
        .map(|(at, (control, _))| (at, control))
}

fn radios(controls: &[Control], taken: &mut [bool], drafts: &mut Vec<Draft>) {
    let mut sets: BTreeMap<Bond, Vec<usize>> = BTreeMap::new();
    let mut last: Option<(usize, Bond)> = None;
    for (at, control) in free(controls, taken, |control| kind(control) == Kind::Radio) {
        let named = control.tag == "input" && !control.name.is_empty();
        let bond = match (&control.group, last) {
            _ if named => Bond::Name(control.form, &control.name),
            (Some(group), _) => Bond::Group(group.element),
            (None, Some((before, bond @ Bond::Run(_)))) if before + 1 == at => bond,
            (None, _) => Bond::Run(at),
        };
        last = Some((at, bond));
        sets.entry(bond).or_default().push(at);
    }
    for members in sets.into_values() {
        let title = title(controls, &members);
        take(members, Kind::Radio, false, title, taken, drafts);
    }
}

/// Toggle buttons that fill a group. One that stands among other things is a switch of its own.
fn toggles(controls: &[Control], taken: &mut [bool], drafts: &mut Vec<Draft>) {
    let toggle = |control: &Control| {
        let is_button = control.role == "button" || (control.tag == "button" && control.role.is_empty());
        is_button && matches!(control.held, Held::Checked(_))
    };
    for (group, members) in by_group(controls, taken, toggle) {
        if members.len() < 2 || alone_in(controls, group.element) != members.len() {
            continue;
        }
        let title = title(controls, &members);
        // More than one pressed shows that they do not exclude one another.
        let pressed = members
            .iter()
            .filter_map(|at| controls.get(*at))
            .filter(|control| control.held == Held::Checked(Some(true)))
            .count();
        take(members, Kind::Buttons, pressed > 1, title, taken, drafts);
    }
}

fn by_group<'a>(
    controls: &'a [Control],
    taken: &[bool],
    wanted: impl Fn(&Control) -> bool,
) -> Vec<(&'a Group, Vec<usize>)> {
    let mut sets: Vec<(&Group, Vec<usize>)> = Vec::new();
    let mut known: BTreeMap<u32, usize> = BTreeMap::new();
    for (at, (control, taken)) in controls.iter().zip(taken).enumerate() {
        let Some(group) = control.group.as_ref().filter(|_| !taken && wanted(control)) else {
            continue;
        };
        let set = *known.entry(group.element).or_insert_with(|| {
            sets.push((group, Vec::new()));
            sets.len() - 1
        });
        if let Some((_, members)) = sets.get_mut(set) {
            members.push(at);
        }
    }
    sets
}

/// Boxes under one question: of one name, or alone together in a group that reads as a question.
fn boxes(controls: &[Control], taken: &mut [bool], drafts: &mut Vec<Draft>) {
    let is_box = |control: &Control| kind(control) == Kind::Checkbox;
    let mut named: BTreeMap<(Bond, Option<u32>), Vec<usize>> = BTreeMap::new();
    for (at, control) in free(controls, taken, is_box) {
        if !control.name.is_empty() {
            // One name under two legends is two questions.
            let group = control.group.as_ref().filter(|group| !group.label.is_empty());
            let key = (
                Bond::Name(control.form, &control.name),
                group.map(|group| group.element),
            );
            named.entry(key).or_default().push(at);
        }
    }
    for members in named.into_values() {
        if members.len() > 1 {
            let title = title(controls, &members);
            take(members, Kind::Checkboxes, true, title, taken, drafts);
        }
    }
    for (group, members) in by_group(controls, taken, is_box) {
        let alone = members.len() > 1
            && alone_in(controls, group.element) == members.len()
            && usize::try_from(group.size) == Ok(members.len());
        if alone && asks(group, controls, &members) {
            let title = title(controls, &members);
            take(members, Kind::Checkboxes, true, title, taken, drafts);
        }
    }
}

/// Whether a group of boxes with names of their own is one question, rather than a place where unrelated boxes
/// (terms, newsletter) are kept.
fn asks(group: &Group, controls: &[Control], members: &[usize]) -> bool {
    let label = fold(&group.label);
    if label.is_empty() {
        return false;
    }
    let boxes = || members.iter().filter_map(|at| controls.get(*at));
    // A box that is a sentence is a statement of its own: "I agree to …", "Send me …". An answer to what is plainly a
    // question may be longer.
    let longest = if group.label.trim_end().ends_with(['?', '？', '؟']) {
        9
    } else {
        5
    };
    if boxes().any(|control| fold(&control.label).split(' ').count() > longest) {
        return false;
    }
    if boxes().any(|control| states(&fold(&control.label))) || states(&label) {
        return false;
    }
    let question = group.label.trim_end().ends_with(['?', '？', '؟', ':', '：'])
        || QUESTION.iter().any(|word| begins(&label, word));
    let nameless = boxes().all(|control| control.name.is_empty());
    question || nameless || stem(boxes().map(|control| control.name.as_str())).is_some() || boxes().all(short)
}

fn short(control: &Control) -> bool {
    !control.label.is_empty() && fold(&control.label).split(' ').count() <= 3
}

/// Whether `text` begins with the word or words `start`.
fn begins(text: &str, start: &str) -> bool {
    text.strip_prefix(start)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' ') || !start.is_ascii())
}

/// Whether a folded label speaks in the first person or of terms, as unrelated boxes do.
fn states(label: &str) -> bool {
    STATEMENT.iter().any(|word| begins(label, word)) || label.split(' ').any(|word| CONSENT.contains(&word))
}

const QUESTION: &[&str] = &[
    "which",
    "what",
    "select",
    "choose",
    "pick",
    "tick",
    "check",
    "how",
    "do you",
    "are you",
    "welche",
    "was",
    "wahlen",
    "bitte wahlen",
    "quel",
    "quels",
    "quelle",
    "quelles",
    "choisissez",
    "cochez",
    "que",
    "cual",
    "cuales",
    "seleccione",
    "elija",
    "marque",
    "qual",
    "quais",
    "selecione",
    "escolha",
    "ktore",
    "jakie",
    "wybierz",
    "zaznacz",
    "kaun",
    "kaunse",
    "chunen",
    "どの",
    "次のうち",
];
const STATEMENT: &[&str] = &[
    "i",
    "i m",
    "we",
    "yes",
    "send",
    "email me",
    "call me",
    "subscribe",
    "sign me up",
    "remember me",
    "keep me",
    "ich",
    "ja",
    "je",
    "j",
    "oui",
    "yo",
    "si",
    "acepto",
    "deseo",
    "eu",
    "sim",
    "aceito",
    "desejo",
    "wyrazam",
    "akceptuje",
    "zgadzam",
    "main",
    "mujhe",
    "同意",
];
const CONSENT: &[&str] = &[
    "terms",
    "consent",
    "consents",
    "agree",
    "accept",
    "privacy",
    "newsletter",
    "marketing",
    "gdpr",
    "datenschutz",
    "agb",
    "einwilligung",
    "einwilligungen",
    "conditions",
    "consentement",
    "confidentialite",
    "terminos",
    "privacidad",
    "consentimiento",
    "termos",
    "consentimento",
    "zgody",
    "zgoda",
    "regulamin",
    "sharten",
    "shartein",
];

/// The common beginning of names that differ only behind their last joint: `pets[dog]`, `pets[cat]`.
fn stem<'a>(names: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut stem: Option<&str> = None;
    for name in names {
        let own = name
            .trim_end_matches(']')
            .rfind(['[', '.', '_', '-', ':'])
            .and_then(|joint| name.get(..joint))
            .filter(|own| !own.is_empty())?;
        if stem.is_some_and(|stem| stem != own) {
            return None;
        }
        stem = Some(own);
    }
    stem.map(ToString::to_string)
}

/// The label of a question that is answered by choosing among `members`.
fn title(controls: &[Control], members: &[usize]) -> Title {
    if let Some(title) = group_title(controls, members) {
        return title;
    }
    let first = members.first().and_then(|at| controls.get(*at));
    if let Some(group) = shared_group(controls, members)
        && !group.label.is_empty()
        && (group.role == "radiogroup" || leads(controls, group, members) || but_for_all(controls, group, members))
    {
        return Title {
            label: group.label.clone(),
            source: LabelSource::Legend,
        };
    }
    let labels = || {
        members
            .iter()
            .filter_map(|at| controls.get(*at))
            .map(|control| control.label.as_str())
    };
    if let Some(label) = common_start(labels()) {
        let source = first.map_or(LabelSource::None, |control| control.label_source);
        return Title { label, source };
    }
    if let Some(heading) = own_heading(controls, members) {
        return Title {
            label: heading.into(),
            source: LabelSource::Legend,
        };
    }
    match first {
        Some(only) if members.len() == 1 && !only.label.is_empty() => Title {
            label: only.label.clone(),
            source: only.label_source,
        },
        Some(first) if !first.name.is_empty() => Title {
            label: spoken(&first.name),
            source: LabelSource::Name,
        },
        _ => Title {
            label: String::new(),
            source: LabelSource::None,
        },
    }
}

/// Whether `members` open their group and are the only choice in it, so that what follows ("Other, which?")
/// belongs to the same question.
fn leads(controls: &[Control], group: &Group, members: &[usize]) -> bool {
    let inside = |control: &Control| {
        answerable(control) && control.group.as_ref().is_some_and(|own| own.element == group.element)
    };
    let first = controls.iter().position(inside);
    let others = controls.iter().enumerate().filter(|(at, control)| {
        inside(control) && !members.contains(at) && matches!(kind(control), Kind::Radio | Kind::Checkbox)
    });
    first == members.first().copied() && others.count() == 0
}

/// Whether `members` are all that is asked in their group, but for a box without a name, which is sent nowhere: it ticks the
/// others.
fn but_for_all(controls: &[Control], group: &Group, members: &[usize]) -> bool {
    let is_own = |control: &Control| control.group.as_ref().is_some_and(|own| own.element == group.element);
    let inside = controls
        .iter()
        .enumerate()
        .filter(|(_, control)| answerable(control) && is_own(control));
    let mut others = inside
        .filter(|(at, _)| !members.contains(at))
        .map(|(_, control)| control);
    let all = others.next().filter(|_| others.next().is_none());
    let named = members
        .iter()
        .filter_map(|at| controls.get(*at))
        .all(|control| !control.name.is_empty());
    named && all.is_some_and(|control| kind(control) == Kind::Checkbox && control.name.is_empty())
}

/// The heading that stands above `members` and above nothing else.
fn own_heading<'a>(controls: &'a [Control], members: &[usize]) -> Option<&'a str> {
    let section = &controls.get(*members.first()?)?.section;
    let heading = section.last()?;
    let under = controls
        .iter()
        .enumerate()
        .filter(|(_, control)| answerable(control) && control.section.starts_with(section));
    under
        .map(|(at, _)| at)
        .eq(members.iter().copied())
        .then_some(heading.as_str())
}

/// The words that all labels begin with, if each goes on with words of its own.
fn common_start<'a>(labels: impl Iterator<Item = &'a str> + Clone) -> Option<String> {
    let first: Vec<&str> = labels.clone().next()?.split_whitespace().collect();
    let mut common = first.len();
    let mut count = 0;
    for label in labels {
        let words: Vec<&str> = label.split_whitespace().collect();
        let same = words.iter().zip(&first).take_while(|(a, b)| a == b).count();
        common = common.min(same).min(words.len().saturating_sub(1));
        count += 1;
    }
    let start = first.get(..common)?.join(" ");
    let start = start.trim_end_matches([':', '-', '–', '—', ',']).trim_end();
    // A lone short word such as "I" or "The" is grammar, not a question.
    (count > 1 && start.chars().count() > 3).then(|| start.to_string())
}

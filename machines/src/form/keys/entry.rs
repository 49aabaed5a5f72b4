//! What can be meant by a key: a field, a part of one, a box of a checkbox group.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::contrast::Marks;
use crate::form::fold::fold;
use crate::form::model::{Choice, Field, Kind, LabelSource, Page, Part, Ref};
use crate::form::people::Person;
use crate::form::phrase::denial::denies;
use crate::form::phrase::{Phrase, benign, called, generic, name_stems, pieces, squash, stems, unbracket, unmarked};
use crate::form::synonyms::{Concept, Dictionary, Langs, Sense};
use crate::form::words::Role;
use crate::report::Candidate;

/// Something that a key may mean.
pub(super) struct Entry<'a> {
    /// The question.
    pub(super) field: Ref,
    /// The form it is in.
    pub(super) form: Option<Ref>,
    /// Which part of it.
    pub(super) part: Option<usize>,
    /// Which box of it.
    pub(super) choice: Option<usize>,
    /// What it is called.
    pub(super) label: &'a str,
    /// Its `name`.
    pub(super) name: &'a str,
    /// Its `id`.
    pub(super) id: &'a str,
    /// Legends and headings above it.
    pub(super) section: Vec<&'a str>,
    /// Ways to write them: each in full, each without brackets, all of them. Folded.
    places: Vec<String>,
    /// The control that a candidate shows.
    pub(super) shown: Ref,
    /// Whether a person could use it.
    pub(super) usable: bool,
    /// The folded label.
    pub(super) folded: String,
    /// What else stands on the page as its label. Folded.
    pub(super) also: String,
    /// Ways to write its label: in full, without brackets, its placeholder. Squashed.
    pub(super) spellings: Vec<String>,
    /// Ways to write its `name`, its `id` and its `autocomplete` token. Squashed.
    pub(super) handles: Vec<String>,
    /// The alternatives that its label offers. Squashed.
    pub(super) offers: Vec<String>,
    /// The telling words of its label.
    pub(super) label_stems: Vec<String>,
    /// The telling words of its label without brackets.
    pub(super) core: Vec<String>,
    /// The words of its label and those of its name that tell it from others.
    pub(super) own: BTreeSet<String>,
    /// The words of its sections and those that its name shares with others.
    pub(super) context: BTreeSet<String>,
    /// The words of those of its sections that speak of people.
    pub(super) people_words: BTreeSet<String>,
    /// The people that its label or its name speaks of.
    pub(super) named: Vec<Person>,
    /// Those of them that only its name speaks of, and no word that a person sees.
    pub(super) named_unseen: Vec<Person>,
    /// The people that only its sections speak of.
    pub(super) above: Vec<Person>,
    /// What sets it apart.
    pub(super) qualifiers: Role,
    /// What it asks for. `true`: in so many words.
    pub(super) senses: Vec<(Sense, bool)>,
    /// The language that it is in.
    pub(super) langs: Langs,
    /// Whether its label denies what its other words say.
    pub(super) denies: bool,
    /// What its label says beyond its words.
    pub(super) marks: Marks,
    /// Whether it is a box to tick.
    pub(super) ticked: bool,
}

impl Entry<'_> {
    /// All people that it is about.
    pub(super) fn people(&self) -> impl Iterator<Item = &Person> {
        self.named.iter().chain(&self.above)
    }

    /// Whether words of its own that a person sees speak of `person`.
    pub(super) fn says(&self, person: &Person) -> bool {
        self.named.contains(person) && !self.named_unseen.contains(person)
    }

    /// Whether words tell which of the sections that speak of people is meant: "finance" of "Finance contact".
    pub(super) fn placed(&self, words: &[String]) -> bool {
        words
            .iter()
            .any(|word| self.people_words.contains(word) && !generic(word) && !benign(word))
    }

    /// Whether a folded text is one of its sections, or all of them.
    pub(super) fn stands_in(&self, place: &str) -> bool {
        self.places.iter().any(|own| own == place)
    }

    /// The ways to call it, the plainest first: its label, with its nearest section before it, with one further out,
    /// with all of them, and then its `name` and its `id`.
    pub(super) fn callings(&self) -> Vec<String> {
        let tidy = |text: &str| String::from(text.trim_end_matches([':', '：', ' ']).trim());
        let label = tidy(self.label);
        let sections: Vec<String> = self.section.iter().map(|section| tidy(section)).collect();
        let mut callings = Vec::new();
        if !label.is_empty() {
            let mut places: Vec<String> = sections.iter().rev().cloned().collect();
            if sections.len() > 1 {
                places.push(sections.join(": "));
            }
            callings.push(label.clone());
            callings.extend(places.iter().map(|place| alloc::format!("{place}: {label}")));
        }
        callings.extend([self.name, self.id].map(String::from));
        callings
    }

    /// It, as a report shows it. `key` is what to call it.
    pub(super) fn candidate(&self, key: String) -> Candidate {
        Candidate {
            key,
            reference: Some(self.shown),
            label: self.label.into(),
            section: self.section.iter().map(|section| String::from(*section)).collect(),
            option: None,
        }
    }

    /// Whether it asks for something that has nothing to do with `concept`.
    pub(super) fn differs(&self, concept: Concept) -> bool {
        !self.senses.is_empty()
            && self.senses.iter().all(|(sense, _)| {
                sense.concept != concept
                    && sense.concept.parent() != Some(concept)
                    && concept.parent() != Some(sense.concept)
            })
    }
}

/// All entries of a page in document order.
pub(super) fn all(page: &Page) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    let mut headings = Headings::new();
    for form in &page.forms {
        let common = common(&form.fields);
        for field in &form.fields {
            push(&mut entries, page, field, &common, &mut headings);
        }
    }
    let mut folded = BTreeMap::new();
    for entry in &mut entries {
        entry.places = places(&entry.section, &mut folded);
    }
    entries
}

/// The ways to write where something stands. What was folded once is kept in `folded`.
fn places<'a>(section: &[&'a str], folded: &mut BTreeMap<&'a str, [String; 2]>) -> Vec<String> {
    let mut places = Vec::new();
    for one in section {
        let ways = folded
            .entry(one)
            .or_insert_with(|| [fold(one), fold(&unbracket(one).0)]);
        for way in ways {
            note(&mut places, way.clone());
        }
    }
    if section.len() > 1 {
        note(&mut places, fold(&section.join(" ")));
    }
    places
}

/// What the headings of a page say, each read once.
type Headings<'a> = BTreeMap<(&'a str, &'a str), Phrase>;

fn push<'a>(
    entries: &mut Vec<Entry<'a>>,
    page: &'a Page,
    field: &'a Field,
    common: &BTreeSet<String>,
    headings: &mut Headings<'a>,
) {
    let Some(reference) = field.reference else {
        return;
    };
    let lang = if field.lang.is_empty() { &page.lang } else { &field.lang };
    let whole = of_field(field, reference, lang, common, headings);
    let people = (whole.named.clone(), whole.above.clone());
    let concept = whole.senses.first().map(|(sense, _)| sense.concept);
    entries.push(whole);
    for (at, part) in field.parts.iter().enumerate() {
        // Boxes of a code have no meaning of their own.
        if field.kind == Kind::DateParts
            && let Some(shown) = part.field.reference
        {
            let mut entry = of_field(&part.field, shown, lang, common, headings);
            of_part(&mut entry, field, part, at, reference);
            entry.named.extend(people.0.iter().copied());
            entry.above.extend(people.1.iter().copied());
            let piece = concept.and_then(|concept| concept.piece(part.piece));
            let langs = Langs::ANY;
            entry.senses = piece
                .map(|concept| (Sense { concept, langs }, true))
                .into_iter()
                .collect();
            entries.push(entry);
        } else if let Some(shown) = part.field.reference
            && field
                .parts
                .iter()
                .filter(|other| other.field.name == part.field.name)
                .count()
                == 1
        {
            let mut entry = blank(shown);
            entry.field = reference;
            entry.form = field.form;
            entry.part = Some(at);
            entry.name = &part.field.name;
            entry.id = &part.field.id;
            entry.label = &part.field.label;
            entry.usable = usable(&part.field);
            entries.push(entry);
        }
    }
    if field.kind == Kind::Checkboxes {
        for (at, choice) in field.options.iter().enumerate() {
            entries.push(of_choice(field, choice, at, reference, Langs::of_tag(lang)));
        }
    }
}

/// Whether a person could use a field. One that looks like a trap is not for people.
fn usable(field: &Field) -> bool {
    field.visible && !field.trap && !field.disabled
}

/// The words that many names of a form share, such as the `shipping` of `shipping_city`: they tell where a field
/// belongs, not what it is.
pub(crate) fn common(fields: &[Field]) -> BTreeSet<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut named = 0;
    for field in fields {
        let stems: BTreeSet<String> = name_stems(&field.name).into_iter().collect();
        named += usize::from(!stems.is_empty());
        for stem in stems {
            *counts.entry(stem).or_default() += 1;
        }
    }
    let many = |count: &usize| *count >= 3 && count * 5 >= named * 2;
    counts
        .into_iter()
        .filter(|(_, count)| many(count))
        .map(|(stem, _)| stem)
        .collect()
}

/// The part of a bracketed or dotted `name` that is the field's own: `email` of `user[email]`.
pub(crate) fn tail(name: &str) -> &str {
    let inner = name.trim_end_matches("[]").trim_end_matches(']');
    inner
        .rfind(['[', '.', ':'])
        .and_then(|at| inner.get(at + 1..))
        .unwrap_or(name)
}

fn blank<'a>(shown: Ref) -> Entry<'a> {
    Entry {
        field: shown,
        form: None,
        part: None,
        choice: None,
        label: "",
        name: "",
        id: "",
        section: Vec::new(),
        places: Vec::new(),
        shown,
        usable: true,
        folded: String::new(),
        also: String::new(),
        spellings: Vec::new(),
        handles: Vec::new(),
        offers: Vec::new(),
        label_stems: Vec::new(),
        core: Vec::new(),
        own: BTreeSet::new(),
        context: BTreeSet::new(),
        people_words: BTreeSet::new(),
        named: Vec::new(),
        named_unseen: Vec::new(),
        above: Vec::new(),
        qualifiers: Role::default(),
        senses: Vec::new(),
        langs: Langs::ANY,
        denies: false,
        marks: Marks::default(),
        ticked: false,
    }
}

fn note(list: &mut Vec<String>, text: String) {
    if !text.is_empty() && !list.contains(&text) {
        list.push(text);
    }
}

fn of_field<'a>(
    field: &'a Field,
    shown: Ref,
    lang: &'a str,
    common: &BTreeSet<String>,
    headings: &mut Headings<'a>,
) -> Entry<'a> {
    let langs = Langs::of_tag(lang);
    let mut entry = blank(shown);
    entry.form = field.form;
    entry.label = &field.label;
    entry.name = &field.name;
    entry.id = &field.id;
    entry.section = field.section.iter().map(String::as_str).collect();
    entry.usable = usable(field);
    entry.folded = called(&field.label);
    entry.also = called(&field.also);
    entry.langs = langs;
    entry.denies = denies(&field.label, langs);
    entry.marks = Marks::of(&field.label);
    entry.ticked = field.kind == Kind::Checkbox;

    let (outside, inside) = unbracket(&field.label);
    entry.label_stems = if entry.folded.is_empty() {
        Vec::new()
    } else {
        stems(&field.label)
    };
    entry.core = if fold(&outside).is_empty() {
        entry.label_stems.clone()
    } else {
        stems(&outside)
    };
    note(&mut entry.spellings, squash(&entry.label_stems));
    note(&mut entry.spellings, squash(&entry.core));
    let (label, marked) = unmarked(&field.label);
    if marked {
        note(&mut entry.spellings, squash(&stems(label)));
    }
    note(&mut entry.spellings, squash(&stems(&field.also)));
    if !example(&field.placeholder) {
        note(&mut entry.spellings, squash(&stems(&field.placeholder)));
    }
    for piece in pieces(&outside) {
        note(&mut entry.offers, squash(&stems(&piece)));
    }
    for piece in &inside {
        let piece = squash(&stems(piece));
        if !Dictionary::get().senses(&piece).is_empty() {
            note(&mut entry.offers, piece);
        }
    }

    let mut name = name_stems(&field.name);
    if field.parts.iter().any(|part| part.field.name != field.name) {
        // The name of the first box means that box; what the names have in common means the question.
        entry.name = "";
        let others = field.parts.iter().map(|part| name_stems(&part.field.name));
        let shared = others.fold(name.len(), |shared, other| {
            let same = name.iter().zip(&other).take_while(|(a, b)| a == b).count();
            shared.min(same)
        });
        name.truncate(shared);
    }
    if !field.parts.is_empty() {
        entry.id = "";
    }
    let own_tail = if entry.name.is_empty() {
        name.clone()
    } else {
        name_stems(tail(&field.name))
    };
    note(&mut entry.handles, squash(&name));
    note(&mut entry.handles, squash(&own_tail));
    note(&mut entry.handles, squash(&name_stems(entry.id)));
    let token = field.autocomplete.token.as_str();
    // A token that names a concept is evidence beside the label, not a name.
    if !matches!(token, "" | "on" | "off") && Concept::of_token(token, "").is_none() {
        note(&mut entry.handles, squash(&stems(token)));
    }

    entry.own.extend(entry.label_stems.iter().cloned());
    // "Check-out date" has the word "checkout".
    let pairs = entry.label_stems.iter().zip(entry.label_stems.iter().skip(1));
    entry.own.extend(pairs.map(|(a, b)| alloc::format!("{a}{b}")));
    for stem in &name {
        if common.contains(stem) {
            entry.context.insert(stem.clone());
        } else {
            entry.own.insert(stem.clone());
        }
    }
    for token in [&field.autocomplete.address, &field.autocomplete.contact] {
        if !token.is_empty() {
            entry.context.insert(token.clone());
        }
    }

    let label = Phrase::of_stems(entry.core.clone(), langs);
    // A label may name the person only in its brackets: "Name (child)".
    let full = (!inside.is_empty()).then(|| Phrase::of_stems(entry.label_stems.clone(), langs));
    entry.qualifiers = label.qualifiers;
    entry.named.extend(&label.people);
    if let Some(full) = &full {
        if label.senses.is_empty() || !full.people.is_empty() {
            entry.qualifiers = full.qualifiers;
        }
        let telling = Role::AGAIN.or(Role::PAST);
        entry.qualifiers = entry.qualifiers.or(full.qualifiers.only(telling));
        entry.named.extend(&full.people);
    }
    let seen = entry.named.clone();
    let by_name = Phrase::of_stems(own_tail, langs);
    if label.senses.is_empty() || !label.plain || label.people.is_empty() {
        if name.len() == by_name.stems.len() {
            entry.named.extend(&by_name.people);
        } else {
            entry.named.extend(Phrase::of_stems(name, langs).people);
        }
    }
    entry.named.sort_unstable();
    entry.named.dedup();
    for section in &field.section {
        let heading = headings
            .entry((section, lang))
            .or_insert_with(|| Phrase::read(section, langs));
        entry.context.extend(heading.stems.iter().cloned());
        entry.qualifiers = entry.qualifiers.or(heading.qualifiers.only(Role::PAST));
        if !heading.people.is_empty() {
            entry.people_words.extend(heading.stems.iter().cloned());
            entry.above.extend(&heading.people);
        }
    }
    let is_unseen = |person: &&Person| !seen.contains(person) && !entry.above.contains(person);
    entry.named_unseen = entry.named.iter().filter(is_unseen).copied().collect();
    entry.above.retain(|person| !entry.named.contains(person));
    entry.above.sort_unstable();
    entry.above.dedup();
    let label = narrowed(label, &inside, langs);
    entry.senses = senses(field, &label, &by_name, langs);
    for (sense, _) in &mut entry.senses {
        // What runs out under a heading "Passport" is no card.
        let passport = |word: &String| PASSPORT.contains(&word.as_str());
        if sense.concept == Concept::CardExpiry && entry.context.iter().chain(&entry.own).any(passport) {
            sense.concept = Concept::PassportExpiry;
        }
    }
    entry
}

const PASSPORT: &[&str] = &[
    "passport",
    "ppt",
    "reisepass",
    "pass",
    "passeport",
    "pasaporte",
    "passaporte",
    "paszport",
    "paszportu",
];

/// The label with the sense that its brackets give it: "Phone (mobile)", "お名前（姓）", "Location (City)".
fn narrowed(label: Phrase, brackets: &[String], langs: Langs) -> Phrase {
    let [bracket] = brackets else { return label };
    let inner = Phrase::read(bracket, langs);
    let wide = |sense: &Sense| {
        sense.concept == Concept::FullName
            || inner
                .senses
                .iter()
                .any(|inner| inner.concept.parent() == Some(sense.concept))
    };
    if inner.senses.is_empty() || !inner.people.is_empty() || !label.senses.iter().all(wide) {
        return label;
    }
    Phrase {
        senses: inner.senses,
        plain: true,
        ..label
    }
}

/// Whether a placeholder shows an example rather than saying what is asked: `name@company.com`, `123-4567`.
pub(crate) fn example(placeholder: &str) -> bool {
    placeholder.chars().any(|c| c.is_numeric() || matches!(c, '@' | ':')) || fold(placeholder).is_empty()
}

/// What a field asks for, from its label, its `autocomplete` and its name, as far as they agree.
fn senses(field: &Field, label: &Phrase, name: &Phrase, langs: Langs) -> Vec<(Sense, bool)> {
    let mut by_label: Vec<Sense> = label.senses.clone();
    // In the page's own language the word has fewer meanings.
    if by_label.iter().any(|sense| sense.langs.meets(langs)) {
        by_label.retain(|sense| sense.langs.meets(langs));
    }
    let token = Concept::of_token(&field.autocomplete.token, &field.autocomplete.contact);
    let by_kind = (field.kind == Kind::Email).then_some(Concept::Email);
    let any = |concept| Sense {
        concept,
        langs: Langs::ANY,
    };
    let graded = |senses: Vec<Sense>, plain: bool| senses.into_iter().map(|sense| (sense, plain)).collect();

    if let Some(token) = token {
        if let Some(sense) = by_label.iter().find(|sense| sense.concept == token) {
            return Vec::from([(*sense, label.plain)]);
        }
        // A token beside a label that says something narrower: take the narrower.
        if let Some(sense) = by_label.iter().find(|sense| sense.concept.parent() == Some(token)) {
            return Vec::from([(*sense, label.plain)]);
        }
        let narrower = by_label.iter().any(|sense| token.parent() == Some(sense.concept))
            || (by_label.iter().all(|sense| sense.concept == Concept::FullName)
                && matches!(token, Concept::GivenName | Concept::FamilyName | Concept::CardName));
        if narrower || by_label.is_empty() {
            return Vec::from([(any(token), true)]);
        }
        // They contradict each other: neither is sure.
        by_label.push(any(token));
        return graded(by_label, false);
    }
    if let Some(kind) = by_kind
        && by_label
            .iter()
            .all(|sense| sense.concept != kind && sense.concept.parent() != Some(kind))
        && !by_label.is_empty()
    {
        by_label.push(any(kind));
        return graded(by_label, false);
    }
    if by_label.len() > 1
        && let Some(sense) = by_label
            .iter()
            .find(|sense| name.senses.iter().any(|own| own.concept == sense.concept))
    {
        return Vec::from([(*sense, label.plain)]);
    }
    if !by_label.is_empty() {
        return graded(by_label, label.plain);
    }
    let unlabelled = matches!(field.label_source, LabelSource::Name | LabelSource::None) || field.label.is_empty();
    graded(name.senses.clone(), unlabelled)
}

/// A part of a date: its own label, and the question with the piece's word.
fn of_part<'a>(entry: &mut Entry<'a>, field: &'a Field, part: &'a Part, at: usize, reference: Ref) {
    entry.field = reference;
    entry.form = field.form;
    entry.part = Some(at);
    // "Birth day" of three boxes is no birthday.
    entry.spellings.clear();
    if entry.section.last().is_none_or(|last| fold(last) != fold(&field.label)) && !field.label.is_empty() {
        entry.section.push(&field.label);
        entry.context.extend(stems(&field.label));
    }
    if part.field.name == field.name && at > 0
        || field
            .parts
            .iter()
            .filter(|other| other.field.name == part.field.name)
            .count()
            > 1
    {
        entry.name = "";
    }
}

fn of_choice<'a>(field: &'a Field, choice: &'a Choice, at: usize, reference: Ref, langs: Langs) -> Entry<'a> {
    let shown = choice.element.map_or(reference, |element| Ref {
        frame: reference.frame,
        element,
    });
    let mut entry = blank(shown);
    entry.field = reference;
    entry.form = field.form;
    entry.choice = Some(at);
    entry.langs = langs;
    entry.label = &choice.label;
    entry.section = field.section.iter().map(String::as_str).collect();
    if !field.label.is_empty() {
        entry.section.push(&field.label);
    }
    entry.usable = usable(field) && !choice.disabled;
    entry.folded = called(&choice.label);
    if !entry.folded.is_empty() {
        entry.label_stems = stems(&choice.label);
        note(&mut entry.spellings, squash(&entry.label_stems));
    }
    entry.denies = denies(&choice.label, entry.langs);
    entry.marks = Marks::of(&choice.label);
    entry
}

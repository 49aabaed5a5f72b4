//! A page made ready to be asked for many keys.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::contrast::Said;
use super::entry::{self, Entry};
use super::fuzzy::{self, Found};
use super::rows::{Born, Row, RowKey};
use super::{Match, Resolution, Via, unite};
use crate::form::fold::fold;
use crate::form::model::{Page, Ref};
use crate::form::people::Person;
use crate::form::phrase::{Phrase, called, key_stems, squash, stems, unbracket, unmarked, unmarked_bracket};
use crate::form::synonyms::{Concept, Langs};
use crate::report::Candidate;

/// How many of the nearest fields a missing key is answered with.
const NEAREST: usize = 5;
/// How alike, in percent, a label must be to count as near.
const LIKE: usize = 25;

/// So many of the fields that a key may mean are told by a key of their own, the rest by their refs.
const CALLED: usize = 20;
/// Up to so many characters a key is one to write by hand.
const SHORT: usize = 60;

type Postings = BTreeMap<String, Vec<usize>>;

/// Where a key is looked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Scope {
    Page,
    Form(Option<Ref>),
}

/// A page made ready to be asked for many keys: labels folded and sorted once.
pub struct Index<'a> {
    page: &'a Page,
    /// Fields that came for one more row.
    pub(super) born: Vec<Born>,
    pub(super) entries: Vec<Entry<'a>>,
    names: BTreeMap<&'a str, Vec<usize>>,
    ids: BTreeMap<&'a str, Vec<usize>>,
    labels: Postings,
    /// Labels without what stands in brackets.
    bares: Postings,
    /// Labels that say whether an answer must be given, without that.
    unmarked: Postings,
    /// Labels as one run of letters: text taken from a page may have lost the blanks between its elements.
    runs: Postings,
    spellings: Postings,
    handles: Postings,
    pub(super) offers: Postings,
    pub(super) words: Postings,
    pub(super) concepts: BTreeMap<Concept, Vec<usize>>,
    /// The one other person that a whole form, or the whole page, is about.
    about: BTreeMap<Scope, Option<Person>>,
    /// Groups of three letters of each label, sorted.
    letters: Vec<Vec<u64>>,
}

impl core::fmt::Debug for Index<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Index({} entries)", self.entries.len())
    }
}

impl<'a> Index<'a> {
    /// Reads a page.
    pub fn new(page: &'a Page) -> Self {
        let entries = entry::all(page);
        let mut index = Self {
            page,
            born: Vec::new(),
            names: BTreeMap::new(),
            ids: BTreeMap::new(),
            labels: Postings::new(),
            bares: Postings::new(),
            unmarked: Postings::new(),
            runs: Postings::new(),
            spellings: Postings::new(),
            handles: Postings::new(),
            offers: Postings::new(),
            words: Postings::new(),
            concepts: BTreeMap::new(),
            about: BTreeMap::new(),
            letters: entries.iter().map(|entry| trigrams(&entry.folded)).collect(),
            entries,
        };
        for (at, entry) in index.entries.iter().enumerate() {
            if !entry.name.is_empty() {
                index.names.entry(entry.name).or_default().push(at);
            }
            if !entry.id.is_empty() {
                index.ids.entry(entry.id).or_default().push(at);
            }
            if !entry.folded.is_empty() {
                post(&mut index.labels, entry.folded.clone(), at);
                let bare = fold(&unbracket(entry.label).0);
                if bare != entry.folded {
                    post(&mut index.bares, bare, at);
                }
                if let Some(plain) = unmarked_bracket(entry.label) {
                    post(&mut index.unmarked, fold(&plain), at);
                }
                post(&mut index.runs, run(&entry.folded), at);
            }
            if entry.also != entry.folded {
                post(&mut index.labels, entry.also.clone(), at);
            }
            for (postings, texts) in [
                (&mut index.spellings, &entry.spellings),
                (&mut index.handles, &entry.handles),
                (&mut index.offers, &entry.offers),
            ] {
                for text in texts {
                    post(postings, text.clone(), at);
                }
            }
            for word in entry.own.union(&entry.context) {
                post(&mut index.words, word.clone(), at);
            }
            for (sense, _) in &entry.senses {
                let list = index.concepts.entry(sense.concept).or_default();
                if list.last() != Some(&at) {
                    list.push(at);
                }
            }
        }
        index.about = about(&index.entries);
        index
    }

    /// Finds the field that `key` means; see [`super::resolve`].
    pub fn resolve(&self, key: &str, form: Option<Ref>) -> Resolution {
        let trimmed = key.trim();
        if let Some(found) = self.by_ref(trimmed) {
            return found;
        }
        if let Some(row) = RowKey::parse(trimmed)
            && !self.is_called(trimmed, form, true)
        {
            let found = self.row(&row, form);
            let is_there = matches!(found, Row::Means(Resolution::One { .. }));
            // What goes by that very name and cannot be used now says why itself.
            if !is_there && self.is_called(trimmed, form, false) {
                return self.resolve_label(trimmed, form);
            }
            return match found {
                Row::Means(found) => found,
                // Digits between hyphens or points may be a date or a version.
                Row::Unknown(_) if !row.plain => self.resolve_label(trimmed, form),
                Row::Unknown(groups) => Resolution::NoRows(groups),
            };
        }
        self.resolve_label(trimmed, form)
    }

    /// The same index, which knows what fields came for one more row.
    pub(crate) fn with_born(self, born: &[Born]) -> Self {
        Self {
            born: born.to_vec(),
            ..self
        }
    }

    /// The page it was made of.
    pub(super) const fn page(&self) -> &'a Page {
        self.page
    }

    /// Whether a field goes by exactly this name, id or label; with `usable`, one that can be used.
    fn is_called(&self, key: &str, form: Option<Ref>, usable: bool) -> bool {
        let folded = called(key);
        let exact = [self.names.get(key), self.ids.get(key), self.labels.get(&folded)];
        let mut all = exact.into_iter().flat_map(|postings| self.in_form(postings, form));
        all.any(|at| !usable || self.usable(at))
    }

    /// That very field.
    pub(super) fn exactly(&self, field: Ref) -> Resolution {
        let whole = |entry: &Entry<'_>| entry.field == field && entry.part.is_none() && entry.choice.is_none();
        match self.entries.iter().position(whole) {
            Some(at) => self.one(at, Via::Name),
            None => Resolution::Missing(Vec::new()),
        }
    }

    /// These fields, each with a key that leads to it.
    pub(super) fn told(&self, fields: &[Ref]) -> Vec<Candidate> {
        let whole = |entry: &Entry<'_>| entry.part.is_none() && entry.choice.is_none();
        let places = fields.iter().filter_map(|field| {
            self.entries
                .iter()
                .position(|entry| entry.field == *field && whole(entry))
        });
        self.candidates(&places.take(CALLED).collect::<Vec<_>>())
    }

    /// What a key means that is no ref and names no row.
    pub(super) fn resolve_label(&self, trimmed: &str, form: Option<Ref>) -> Resolution {
        match self.find(trimmed, form) {
            Found::One(at, via) => self.one(at, via),
            Found::Several(all) => self.ambiguous(&all),
            Found::Nothing(near) => self.missing(&near, &called(trimmed), form),
        }
    }

    /// What to call a field so that it is found, and nothing else: its label, else the label with a section before it,
    /// its `name`, its `id`, or its ref. What is very long comes after all but the ref. `None` if it has no ref.
    ///
    /// It means the same whether or not the field's form is named beside it, and it can stand before the `=` of a
    /// command line as it is. Likeness plays no part in it, so that no other key can take its field.
    pub fn key(&self, field: Ref) -> Option<String> {
        let whole = |entry: &Entry| entry.field == field && entry.part.is_none() && entry.choice.is_none();
        let at = self.entries.iter().position(whole)?;
        Some(self.key_of(at))
    }

    /// What to call an entry; empty where nothing leads to it alone.
    fn key_of(&self, at: usize) -> String {
        let Some(entry) = self.entries.get(at) else {
            return String::new();
        };
        let callings: Vec<String> = entry.callings().into_iter().filter(|key| is_plain(key)).collect();
        let (short, long): (Vec<String>, Vec<String>) =
            callings.into_iter().partition(|key| key.chars().count() <= SHORT);
        short
            .into_iter()
            .chain(long)
            .find(|key| self.leads(key, at))
            .unwrap_or_else(|| self.ref_of(at))
    }

    /// The ref of an entry, if that means it: the ref of the first piece means the whole.
    fn ref_of(&self, at: usize) -> String {
        let reference = self.entries.get(at).map(|entry| entry.shown.to_string());
        let means_it = |reference: &String| self.by_ref(reference) == Some(self.one(at, Via::Ref));
        reference.filter(means_it).unwrap_or_default()
    }

    /// Whether a key leads to that one entry, for sure, with its form named and without.
    fn leads(&self, key: &str, at: usize) -> bool {
        let form = self.entries.get(at).and_then(|entry| entry.form);
        let found = |form| match self.find(key, form) {
            Found::One(found, via) => found == at && !via.likeness(),
            Found::Several(_) | Found::Nothing(_) => false,
        };
        // Whoever writes to a trap has to mean it.
        !self.is_trap(at) && self.by_ref(key).is_none() && found(None) && (form.is_none() || found(form))
    }

    fn is_trap(&self, at: usize) -> bool {
        let field = self.entries.get(at).and_then(|entry| self.page.field(entry.field));
        field.is_some_and(|field| field.trap)
    }

    fn find(&self, trimmed: &str, form: Option<Ref>) -> Found {
        // A hidden twin is kept in mind while a visible one is looked for in the other exact ways.
        let mut hidden: Option<Found> = None;
        let mut handled: Vec<usize> = self.in_form(self.names.get(trimmed), form).collect();
        let ids: Vec<usize> = self.in_form(self.ids.get(trimmed), form).collect();
        let via = if handled.is_empty() { Via::Id } else { Via::Name };
        handled.extend(ids);
        if let Some(found) = self.decide(handled, via, &mut hidden) {
            return found;
        }
        let folded = called(trimmed);
        if folded.is_empty() {
            return hidden.unwrap_or_else(|| Found::Nothing(Vec::new()));
        }
        let phrase = Phrase::of_stems(key_stems(trimmed), Langs::ANY);
        let squashed = squash(&phrase.stems);
        let (outside, _) = unbracket(trimmed);
        let bare = squash(&stems(&outside));
        let (plain, marked) = unmarked(trimmed);
        let plain = if marked { squash(&stems(plain)) } else { String::new() };
        let said = Said::new(trimmed, &phrase);
        let mut turned_down: Vec<usize> = Vec::new();
        let mut contrary: Vec<usize> = Vec::new();
        let mut doubted: Vec<usize> = Vec::new();
        let placed = self.by_section(&folded, form);
        // "Email" beside "Email (optional)" may be meant for either.
        let mut labelled = self.labels.get(&folded).cloned().unwrap_or_default();
        if !labelled.is_empty() {
            labelled.extend(self.unmarked.get(&folded).into_iter().flatten());
        }
        let exact = [
            (Some(&labelled), Via::Label),
            (Some(&placed), Via::Section),
            (self.spellings.get(&squashed), Via::Label),
            (self.handles.get(&squashed), Via::Name),
            (self.spellings.get(&plain), Via::Label),
            (self.runs.get(&run(&folded)), Via::Label),
            // "Email (work)" of a key is said beside the label only if nothing else is called so.
            (
                self.spellings
                    .get(&bare)
                    .filter(|_| bare != squashed && self.unbracketed(trimmed, &folded)),
                Via::Label,
            ),
        ];
        for (at, (postings, via)) in exact.into_iter().enumerate() {
            let found: Vec<usize> = self.in_form(postings, form).collect();
            // Beyond the label as it is shown, "confirm" and "previous" must be in the key to be meant.
            let found: Vec<usize> = found
                .into_iter()
                .filter(|entry| {
                    at < 2
                        || self
                            .entries
                            .get(*entry)
                            .is_some_and(|entry| !entry.qualifiers.beyond(phrase.qualifiers))
                })
                .collect();
            let (found, against): (Vec<usize>, Vec<usize>) = found
                .into_iter()
                .partition(|entry| !self.says_against(&said, *entry, at));
            contrary.extend(against);
            let guarded = via != Via::Section && self.guarded(&found, &phrase, form);
            if guarded {
                // It is called so, and only a name that nobody sees says that it is somebody else's.
                let unseen = |at: &usize| self.usable(*at) && self.stranger_unseen(*at, &phrase, form);
                if at == 0 && found.iter().all(unseen) {
                    doubted.clone_from(&found);
                }
                turned_down.extend(found);
                continue;
            }
            if let Some(found) = self.decide(found, via, &mut hidden) {
                return found;
            }
        }
        if let Some(hidden) = hidden {
            return hidden;
        }
        match fuzzy::search(self, &phrase, &said, form) {
            Found::One(at, via) if turned_down.is_empty() => Found::One(at, via),
            Found::One(at, _) => {
                turned_down.insert(0, at);
                Found::Several(turned_down)
            }
            Found::Several(mut all) => {
                all.extend(turned_down);
                Found::Several(all)
            }
            Found::Nothing(_) if !doubted.is_empty() => Found::Several(doubted),
            Found::Nothing(mut near) => {
                near.extend(turned_down);
                near.extend(contrary);
                Found::Nothing(near)
            }
        }
    }

    /// Whether what an entry says goes against the key: by a sign where the label is the key, and not where the section
    /// gave the words.
    fn says_against(&self, said: &Said<'_>, entry: usize, stage: usize) -> bool {
        self.entries.get(entry).is_some_and(|entry| match stage {
            0 => said.other_sign(entry),
            1 => false,
            _ => said.against(entry),
        })
    }

    /// Finds what each of `keys` means, given the others; see [`super::matches_all`].
    pub fn matches_all<K: AsRef<str>>(&self, keys: &[K], form: Option<Ref>) -> Vec<Match> {
        unite(keys.iter().map(|key| self.resolve(key.as_ref(), form)).collect())
    }

    fn by_ref(&self, key: &str) -> Option<Resolution> {
        let reference = Ref::parse(key)?;
        let field = self.page.field(reference)?;
        let own = field.reference?;
        let whole = own == reference;
        let part = field
            .parts
            .iter()
            .position(|part| !whole && part.field.reference == Some(reference));
        let choice = field
            .options
            .iter()
            .position(|choice| !whole && choice.element == Some(reference.element));
        Some(Resolution::One {
            field: own,
            part,
            choice,
            via: Via::Ref,
        })
    }

    /// The entries whose label and section, in either order, are the folded key.
    fn by_section(&self, folded: &str, form: Option<Ref>) -> Vec<usize> {
        let mut found = Vec::new();
        for (at, _) in folded.match_indices(' ') {
            let (Some(head), Some(tail)) = (folded.get(..at), folded.get(at + 1..)) else {
                continue;
            };
            for (label, place) in [(tail, head), (head, tail)] {
                for postings in [&self.labels, &self.bares] {
                    let called = self.in_form(postings.get(label), form);
                    found.extend(called.filter(|at| self.entries.get(*at).is_some_and(|entry| entry.stands_in(place))));
                }
            }
        }
        found
    }

    fn unbracketed(&self, key: &str, folded: &str) -> bool {
        key.contains(['(', '（']) && !self.labels.contains_key(folded)
    }

    /// The entries of a posting list that are in the form, each once.
    pub(super) fn in_form<'s>(
        &'s self,
        postings: Option<&'s Vec<usize>>,
        form: Option<Ref>,
    ) -> impl Iterator<Item = usize> + use<'s, 'a> {
        postings
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .copied()
            .filter(move |at| form.is_none() || self.entries.get(*at).is_some_and(|entry| entry.form == form))
    }

    /// Whether all of `found` are about somebody whom the key does not name, so that none of them may be taken.
    fn guarded(&self, found: &[usize], key: &Phrase, form: Option<Ref>) -> bool {
        // What nobody else could have twice ("Relationship") is nothing to guard.
        let personal = key.senses.iter().any(|sense| sense.concept.personal());
        personal
            && !found.is_empty()
            && found.iter().all(|at| {
                self.entries
                    .get(*at)
                    .is_some_and(|entry| self.stranger(entry, key, form))
            })
    }

    /// Whether an entry is about another person than the key names, or than the whole form is about.
    pub(super) fn stranger(&self, entry: &Entry, key: &Phrase, form: Option<Ref>) -> bool {
        self.strangers(entry, key, form).next().is_some()
    }

    /// Whether only the name of an entry says that it is about another person.
    fn stranger_unseen(&self, at: usize, key: &Phrase, form: Option<Ref>) -> bool {
        let Some(entry) = self.entries.get(at) else {
            return false;
        };
        self.strangers(entry, key, form)
            .all(|person| entry.named_unseen.contains(person))
    }

    /// The people that an entry is about and that neither the key names nor the whole form is about.
    fn strangers<'s>(
        &self,
        entry: &'s Entry,
        key: &'s Phrase,
        form: Option<Ref>,
    ) -> impl Iterator<Item = &'s Person> + use<'s, 'a> {
        let sole = self
            .about
            .get(&form.map_or(Scope::Page, |form| Scope::Form(Some(form))))
            .copied()
            .flatten();
        entry.people().filter(move |person| {
            person.other()
                && !key.people.iter().any(|named| named.fits(**person))
                && (sole.is_none_or(|sole| !sole.fits(**person)) || entry.says(person))
        })
    }

    /// Settles an exact kind of evidence: one usable field, several, or a hidden one to be kept in mind.
    fn decide(&self, mut found: Vec<usize>, via: Via, hidden: &mut Option<Found>) -> Option<Found> {
        found.sort_unstable();
        found.dedup();
        let usable: Vec<usize> = found.iter().copied().filter(|at| self.usable(*at)).collect();
        let (found, seen) = if usable.is_empty() {
            (found, false)
        } else {
            (usable, true)
        };
        let found = self.whole(found);
        let found = match found.as_slice() {
            [] => return None,
            [only] => Found::One(*only, via),
            _ => Found::Several(found),
        };
        if seen {
            return Some(found);
        }
        hidden.get_or_insert(found);
        None
    }

    fn usable(&self, at: usize) -> bool {
        self.entries.get(at).is_some_and(|entry| entry.usable)
    }

    /// Without the pieces of a question that was found itself; but a `name` that only one part has means the part.
    fn whole(&self, found: Vec<usize>) -> Vec<usize> {
        let entry = |at: &usize| self.entries.get(*at);
        let is_piece = |entry: &Entry| entry.part.is_some() || entry.choice.is_some();
        let whole: BTreeSet<Ref> = found
            .iter()
            .filter_map(entry)
            .filter(|entry| !is_piece(entry))
            .map(|entry| entry.field)
            .collect();
        found
            .into_iter()
            .filter(|at| entry(at).is_some_and(|entry| !is_piece(entry) || !whole.contains(&entry.field)))
            .collect()
    }

    pub(super) fn one(&self, at: usize, via: Via) -> Resolution {
        self.entries.get(at).map_or_else(
            || Resolution::Missing(Vec::new()),
            |entry| Resolution::One {
                field: entry.field,
                part: entry.part,
                choice: entry.choice,
                via,
            },
        )
    }

    fn ambiguous(&self, several: &[usize]) -> Resolution {
        Resolution::Ambiguous(self.candidates(several))
    }

    fn candidates(&self, several: &[usize]) -> Vec<Candidate> {
        let mut seen = BTreeSet::new();
        several
            .iter()
            .filter(|at| seen.insert(**at))
            .enumerate()
            .filter_map(|(number, at)| {
                let key = if number < CALLED {
                    self.key_of(*at)
                } else {
                    self.ref_of(*at)
                };
                Some(self.entries.get(*at)?.candidate(key))
            })
            .collect()
    }

    /// What to answer for a key that means nothing here: `near` first, then the labels written most like it.
    fn missing(&self, near: &[usize], folded: &str, form: Option<Ref>) -> Resolution {
        let wanted = trigrams(folded);
        let mut alike: Vec<(usize, usize)> = self
            .letters
            .iter()
            .enumerate()
            .filter(|(at, _)| form.is_none() || self.entries.get(*at).is_some_and(|entry| entry.form == form))
            .map(|(at, letters)| (likeness(&wanted, letters), at))
            .filter(|(like, _)| *like >= LIKE)
            .collect();
        alike.sort_by_key(|(like, at)| (core::cmp::Reverse(*like), !self.usable(*at), *at));
        let mut all = near.to_vec();
        all.extend(alike.into_iter().map(|(_, at)| at).take(NEAREST));
        let mut seen = BTreeSet::new();
        all.retain(|at| seen.insert(*at));
        all.truncate(NEAREST);
        Resolution::Missing(self.candidates(&all))
    }
}

/// Whether a key can stand before an `=` as it is.
fn is_plain(key: &str) -> bool {
    !key.is_empty()
        && key.trim() == key
        && !key.ends_with(':')
        && !key.contains(['=', '\\'])
        && !key.contains(char::is_control)
}

fn post(postings: &mut Postings, text: String, at: usize) {
    if text.is_empty() {
        return;
    }
    let list = postings.entry(text).or_default();
    if list.last() != Some(&at) {
        list.push(at);
    }
}

/// The one other person that each form, and the page, is about: whose fields are all that ask for anything personal.
fn about(entries: &[Entry]) -> BTreeMap<Scope, Option<Person>> {
    let mut about: BTreeMap<Scope, Vec<Option<Person>>> = BTreeMap::new();
    for entry in entries {
        if !entry.senses.iter().any(|(sense, _)| sense.concept.personal()) {
            continue;
        }
        let person = entry.people().copied().find(|person| person.other());
        for scope in [Scope::Page, Scope::Form(entry.form)] {
            about.entry(scope).or_default().push(person);
        }
    }
    about
        .into_iter()
        .map(|(scope, people)| {
            let first = people.first().copied().flatten();
            let same = people.iter().all(|person| *person == first);
            (scope, first.filter(|_| same))
        })
        .collect()
}

fn run(folded: &str) -> String {
    folded.chars().filter(|c| !c.is_whitespace()).collect()
}

/// The groups of three characters of a text, sorted, each once.
fn trigrams(folded: &str) -> Vec<u64> {
    let mut groups: Vec<u64> = Vec::new();
    let mut last = (u64::from(u32::from(' ')), u64::from(u32::from(' ')));
    for c in folded.chars().chain([' ']) {
        let c = u64::from(u32::from(c));
        groups.push((last.0 << 42) | (last.1 << 21) | c);
        last = (last.1, c);
    }
    if folded.is_empty() {
        groups.clear();
    }
    groups.sort_unstable();
    groups.dedup();
    groups
}

/// How alike two texts are, in percent of their groups.
fn likeness(a: &[u64], b: &[u64]) -> usize {
    if a.is_empty() || b.is_empty() {
        return 0;
    }
    let (mut i, mut j, mut common) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        match x.cmp(y) {
            core::cmp::Ordering::Less => i += 1,
            core::cmp::Ordering::Greater => j += 1,
            core::cmp::Ordering::Equal => {
                common += 1;
                i += 1;
                j += 1;
            }
        }
    }
    200 * common / (a.len() + b.len())
}

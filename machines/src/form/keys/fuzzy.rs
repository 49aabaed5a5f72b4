//! Synonyms, contained words and typing errors: evidence that decides only together.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::Via;
use super::contrast::Said;
use super::entry::Entry;
use super::index::Index;
use crate::form::model::Ref;
use crate::form::phrase::denial::contrary;
use crate::form::phrase::{Phrase, benign, generic, squash};
use crate::form::synonyms::{Concept, Dictionary, Langs, Sense};
use crate::form::words::Role;

/// What a fuzzy search came to.
pub(super) enum Found {
    /// One entry is left, and by what.
    One(usize, Via),
    /// Several could be meant.
    Several(Vec<usize>),
    /// None may be taken; these have something of the key.
    Nothing(Vec<usize>),
}

/// How well an entry fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It asks for something else in like words, or in part. Never taken; `true` if it asks for a thing of its own.
    Doubtful { other_thing: bool },
    /// It holds the words, or asks for a special case.
    Weak,
    /// It asks for that very thing.
    Strong,
}

#[derive(Clone, Copy, Debug)]
struct Hit {
    fit: Fit,
    via: Via,
    /// Whether only a translation leads to it.
    translated: bool,
    /// Whether the key names the section that it stands in, so that a person named there is meant.
    placed: bool,
}

type Hits = BTreeMap<usize, Hit>;

fn add(hits: &mut Hits, at: usize, hit: Hit) {
    let known = hits.entry(at).or_insert(hit);
    if (hit.fit, !hit.translated) > (known.fit, !known.translated) {
        *known = hit;
    }
}

/// Searches for a key that no exact evidence led anywhere.
pub(super) fn search(index: &Index, key: &Phrase, said: &Said<'_>, form: Option<Ref>) -> Found {
    let mut hits = Hits::new();
    by_concept(index, key, form, &mut hits);
    by_offer(index, key, form, &mut hits);
    by_words(index, key, form, &mut hits);
    if key.rest.is_empty() {
        by_person(index, key, form, &mut hits);
    }
    if key.senses.is_empty() || !key.people.is_empty() {
        by_place(index, key, form, &mut hits);
    }
    let found = settle(index, key, said, form, &hits);
    if let Found::One(at, _) = found {
        let mut all = near_spelled(index, key, form);
        all.retain(|near| *near != at);
        if !all.is_empty() {
            all.insert(0, at);
            return Found::Several(all);
        }
    }
    if !matches!(&found, Found::Nothing(near) if near.is_empty()) {
        return found;
    }
    let mut hits = Hits::new();
    by_wider(index, key, form, &mut hits);
    if hits.is_empty() {
        by_typo(index, key, form, &mut hits);
    }
    if hits.is_empty() {
        by_root(index, key, form, &mut hits);
    }
    settle(index, key, said, form, &hits)
}

/// Entries whose label is the key but for a slip in the label itself: "Stret" for "street".
fn near_spelled(index: &Index, key: &Phrase, form: Option<Ref>) -> Vec<usize> {
    let dictionary = Dictionary::get();
    let strange = |word: &String, stem: &String| !dictionary.knows(word) && slip(stem, word);
    let mut found = Vec::new();
    for (at, entry) in index.entries.iter().enumerate() {
        let pairs = || entry.core.iter().zip(&key.stems);
        if entry.usable
            && (form.is_none() || entry.form == form)
            && entry.core.len() == key.stems.len()
            && pairs().any(|(word, stem)| word != stem)
            && pairs().all(|(word, stem)| word == stem || strange(word, stem))
        {
            found.push(at);
        }
    }
    found
}

/// Whether an entry can be about the people that the key names.
fn about_named(entry: &Entry, key: &Phrase) -> bool {
    key.people
        .iter()
        .all(|named| entry.people().any(|person| named.fits(*person)))
}

/// Entries that ask for what the key names.
fn by_concept(index: &Index, key: &Phrase, form: Option<Ref>, hits: &mut Hits) {
    for sense in &key.senses {
        for at in index.in_form(index.concepts.get(&sense.concept), form) {
            let Some(entry) = index.entries.get(at) else {
                continue;
            };
            let Some((own, plain)) = entry.senses.iter().find(|(own, _)| own.concept == sense.concept) else {
                continue;
            };
            if !about_named(entry, key) || key.qualifiers.beyond(entry.qualifiers) {
                continue;
            }
            let fit = if *plain && key.plain { Fit::Strong } else { Fit::Weak };
            let translated = !own.langs.meets(sense.langs);
            add(
                hits,
                at,
                Hit {
                    fit,
                    via: Via::Synonym,
                    translated,
                    placed: false,
                },
            );
        }
        // Who names the wider thing may mean a special case of it, if there is but one.
        for (concept, list) in &index.concepts {
            if concept.parent() != Some(sense.concept) {
                continue;
            }
            for at in index.in_form(Some(list), form) {
                let Some(entry) = index.entries.get(at) else {
                    continue;
                };
                if about_named(entry, key) && !key.qualifiers.beyond(entry.qualifiers) {
                    let translated = !entry.senses.iter().any(|(own, _)| own.langs.meets(sense.langs));
                    add(
                        hits,
                        at,
                        Hit {
                            fit: Fit::Weak,
                            via: Via::Synonym,
                            translated,
                            placed: false,
                        },
                    );
                }
            }
        }
    }
}

/// Entries one of whose alternatives the key is: "town" for "Town / City".
fn by_offer(index: &Index, key: &Phrase, form: Option<Ref>, hits: &mut Hits) {
    for at in index.in_form(index.offers.get(&squash(&key.stems)), form) {
        let hit = Hit {
            fit: Fit::Strong,
            via: Via::Label,
            translated: false,
            placed: false,
        };
        add(hits, at, hit);
    }
}

/// Entries that hold all words of the key.
fn by_words(index: &Index, key: &Phrase, form: Option<Ref>, hits: &mut Hits) {
    let literal = || holding(index, &key.stems, form);
    let without_people = || {
        if key.people.is_empty() || key.rest.is_empty() {
            Vec::new()
        } else {
            holding(index, &key.rest, form)
        }
    };
    for (at, stems, by_people) in literal()
        .into_iter()
        .map(|at| (at, &key.stems, false))
        .chain(without_people().into_iter().map(|at| (at, &key.rest, true)))
    {
        let Some(entry) = index.entries.get(at) else {
            continue;
        };
        if (by_people && !about_named(entry, key))
            || wrong_number(entry, key)
            || key.qualifiers.beyond(entry.qualifiers)
        {
            continue;
        }
        if let Some(hit) = held(entry, key, stems) {
            add(hits, at, hit);
        }
    }
}

/// Whether an entry is about another of several people than the key counts.
fn wrong_number(entry: &Entry, key: &Phrase) -> bool {
    key.people.iter().any(|named| {
        let same: Vec<_> = entry
            .people()
            .filter(|person| person.relation == named.relation)
            .collect();
        !same.is_empty() && !same.iter().any(|person| named.fits(**person))
    })
}

/// The entries that have all of `stems` among their words.
fn holding(index: &Index, stems: &[String], form: Option<Ref>) -> Vec<usize> {
    let mut lists = Vec::new();
    for stem in stems {
        let Some(list) = index.words.get(stem) else {
            return Vec::new();
        };
        lists.push(list);
    }
    lists.sort_by_key(|list| list.len());
    let Some((rarest, others)) = lists.split_first() else {
        return Vec::new();
    };
    index
        .in_form(Some(*rarest), form)
        .filter(|at| others.iter().all(|list| list.binary_search(at).is_ok()))
        .collect()
}

/// How well an entry fits that holds all of `stems`.
fn held(entry: &Entry, key: &Phrase, stems: &[String]) -> Option<Hit> {
    let hit = |fit, via| {
        Some(Hit {
            fit,
            via,
            translated: false,
            placed: false,
        })
    };
    let own = stems.iter().filter(|stem| entry.own.contains(*stem)).count();
    if own == 0 {
        return None;
    }
    let left: Vec<&String> = entry
        .core
        .iter()
        .filter(|stem| !stems.contains(stem) && !benign(stem))
        .collect();
    if own < stems.len() {
        // The section gave a word, so the label has to be all there, and at the end, where the head of an English
        // phrase is: "billing street" is a street, "company address" no company.
        let core: Vec<&String> = entry.core.iter().filter(|stem| !benign(stem)).collect();
        let head = stems.len().checked_sub(core.len())?;
        let (place, label) = stems.split_at(head);
        let at_end = label.iter().eq(core.iter().copied());
        let at_start = stems.iter().take(core.len()).eq(core.iter().copied())
            && Dictionary::get()
                .senses(&squash(stems.get(core.len()..).unwrap_or(&[])))
                .is_empty();
        if !left.is_empty() || core.is_empty() || place.is_empty() || !(at_end || at_start) {
            return None;
        }
        let place = if at_end {
            place
        } else {
            stems.get(core.len()..).unwrap_or(&[])
        };
        return Some(Hit {
            fit: Fit::Strong,
            via: Via::Section,
            translated: false,
            placed: entry.placed(place),
        });
    }
    if let Some(sense) = key.senses.iter().find(|sense| sense.concept.personal())
        && !key.qualifiers.beyond(Role::default())
    {
        if entry.senses.iter().any(|(own, _)| own.concept == sense.concept) {
            return None;
        }
        let other_thing = entry.differs(sense.concept);
        return hit(Fit::Doubtful { other_thing }, Via::Words);
    }
    let telling = stems.iter().any(|stem| !generic(stem));
    if telling {
        hit(Fit::Weak, Via::Words)
    } else {
        hit(Fit::Doubtful { other_thing: false }, Via::Words)
    }
}

/// Entries about a person, for a key that names only the person.
fn by_person(index: &Index, key: &Phrase, form: Option<Ref>, hits: &mut Hits) {
    for (at, entry) in index.entries.iter().enumerate() {
        let named = entry
            .named
            .iter()
            .any(|person| key.people.iter().any(|named| named.fits(*person)));
        if named && (form.is_none() || entry.form == form) && about_named(entry, key) {
            let hit = Hit {
                fit: Fit::Weak,
                via: Via::Words,
                translated: false,
                placed: false,
            };
            add(hits, at, hit);
        }
    }
}

/// Entries that hold all words of the key or others of the same root: "authorization" for "authorised".
fn by_root(index: &Index, key: &Phrase, form: Option<Ref>, hits: &mut Hits) {
    let telling = key.stems.iter().filter(|stem| !generic(stem)).count();
    if telling == 0 || !key.senses.is_empty() {
        return;
    }
    let mut found: Option<Vec<usize>> = None;
    for stem in &key.stems {
        let mut holding: Vec<usize> = Vec::new();
        for (word, list) in &index.words {
            if word == stem || related(word, stem) {
                holding.extend(index.in_form(Some(list), form));
            }
        }
        found = Some(match found {
            None => holding,
            Some(found) => found.into_iter().filter(|at| holding.contains(at)).collect(),
        });
    }
    for at in found.unwrap_or_default() {
        let Some(entry) = index.entries.get(at) else { continue };
        let own = key
            .stems
            .iter()
            .all(|stem| entry.own.iter().any(|word| word == stem || related(word, stem)));
        if own && about_named(entry, key) && !key.qualifiers.beyond(entry.qualifiers) {
            let hit = Hit {
                fit: Fit::Weak,
                via: Via::Words,
                translated: false,
                placed: false,
            };
            add(hits, at, hit);
        }
    }
}

/// Whether two words are forms of one: they share eight letters, or one is the beginning of the other.
fn related(a: &str, b: &str) -> bool {
    let (a, b) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let shared = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let short = a.chars().count();
    a.is_ascii() && b.is_ascii() && (shared >= 8 || shared == short && short >= 5 && b.len() <= short + 4)
}

/// Entries that the key names by a synonym and by where they stand: "billing zip".
fn by_place(index: &Index, key: &Phrase, form: Option<Ref>, hits: &mut Hits) {
    let dictionary = Dictionary::get();
    let stems = key.rest.as_slice();
    for cut in 1..stems.len() {
        let (start, end) = stems.split_at(cut);
        // The head of a phrase stands at its end, in Romance languages and Polish at its start.
        for (head, place, at_start) in [(end, start, false), (start, end, true)] {
            for sense in dictionary.senses(&squash(head)) {
                if at_start && !head_first(*sense) {
                    continue;
                }
                for at in index.in_form(index.concepts.get(&sense.concept), form) {
                    let Some(entry) = index.entries.get(at) else {
                        continue;
                    };
                    let here = place
                        .iter()
                        .all(|stem| entry.context.contains(stem) || entry.own.contains(stem));
                    let own = entry.senses.iter().find(|(own, _)| own.concept == sense.concept);
                    if let Some((own, plain)) = own
                        && here
                        && about_named(entry, key)
                        && !key.qualifiers.beyond(entry.qualifiers)
                    {
                        let fit = if *plain { Fit::Strong } else { Fit::Weak };
                        let translated = !own.langs.meets(sense.langs);
                        add(
                            hits,
                            at,
                            Hit {
                                fit,
                                via: Via::Section,
                                translated,
                                placed: entry.placed(place),
                            },
                        );
                    }
                }
            }
        }
    }
}

fn head_first(sense: Sense) -> bool {
    sense.langs != Langs::ANY
        && ["fr", "es", "pt", "pl"]
            .iter()
            .any(|tag| sense.langs.meets(Langs::of_tag(tag)))
        && !sense.langs.meets(Langs::of_tag("en"))
}

/// A mobile number for the only telephone field: the wider field takes the special case.
fn by_wider(index: &Index, key: &Phrase, form: Option<Ref>, hits: &mut Hits) {
    let special = key
        .senses
        .iter()
        .find(|sense| matches!(sense.concept, Concept::Mobile | Concept::HomePhone));
    let Some((sense, wider)) = special.and_then(|sense| Some((sense, sense.concept.parent()?))) else {
        return;
    };
    for at in index.in_form(index.concepts.get(&wider), form) {
        let Some(entry) = index.entries.get(at) else {
            continue;
        };
        let Some((own, _)) = entry.senses.iter().find(|(own, _)| own.concept == wider) else {
            continue;
        };
        if about_named(entry, key) {
            let translated = !own.langs.meets(sense.langs);
            add(
                hits,
                at,
                Hit {
                    fit: Fit::Strong,
                    via: Via::Synonym,
                    translated,
                    placed: false,
                },
            );
        }
    }
}

/// Entries whose label the key is but for a slip in a word that is otherwise unknown.
fn by_typo(index: &Index, key: &Phrase, form: Option<Ref>, hits: &mut Hits) {
    let dictionary = Dictionary::get();
    let mut slipped = false;
    // For each word of the key, the words of the page that it may have been meant to be.
    let mut meant: Vec<Vec<&String>> = Vec::new();
    for stem in &key.stems {
        if let Some((known, _)) = index.words.get_key_value(stem) {
            meant.push(Vec::from([known]));
            continue;
        }
        if dictionary.knows(stem) {
            return;
        }
        slipped = true;
        let near: Vec<&String> = index.words.keys().filter(|word| slip(stem, word)).collect();
        if near.is_empty() {
            return;
        }
        meant.push(near);
    }
    if !slipped || meant.is_empty() {
        return;
    }
    let first = meant.first().map_or(&[][..], Vec::as_slice);
    for word in first {
        for at in index.in_form(index.words.get(*word), form) {
            let Some(entry) = index.entries.get(at) else {
                continue;
            };
            let same = entry.core.len() == meant.len()
                && entry.core.iter().zip(&meant).all(|(stem, meant)| meant.contains(&stem));
            if same && !key.qualifiers.beyond(entry.qualifiers) {
                let hit = Hit {
                    fit: Fit::Weak,
                    via: Via::Typo,
                    translated: false,
                    placed: false,
                };
                add(hits, at, hit);
            }
        }
    }
}

/// Whether two words differ by one slip (two in long words): a letter too many, too few, other, or swapped.
pub(crate) fn slip(a: &str, b: &str) -> bool {
    // Most pairs are out by their lengths, or by holding other letters, which costs less to see than the distance.
    let digits = |word: &str| word.bytes().any(|b| b.is_ascii_digit());
    if contrary(a, b) || digits(a) || digits(b) {
        return false;
    }
    if a.is_ascii() && b.is_ascii() && (a.len().abs_diff(b.len()) > 2 || letters(a, b) > 4) {
        return false;
    }
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let shorter = a.len().min(b.len());
    if shorter < 4 || a.len().abs_diff(b.len()) > 2 {
        return false;
    }
    let allowed = if shorter >= 8 { 2 } else { 1 };
    distance(&a, &b) <= allowed
}

/// How many different letters only one of two words has.
fn letters(a: &str, b: &str) -> u32 {
    let set = |word: &str| word.bytes().fold(0_u32, |set, byte| set | 1 << (byte & 31));
    (set(a) ^ set(b)).count_ones()
}

/// What it costs to have typed one letter for another. Only a key beside the right one is hit by a slip, and hardly ever
/// with the first letter: `Sender` is no slip for `Lender`, nor `Mouth` for `Month`.
fn instead(typed: char, meant: char, first: bool) -> usize {
    if typed == meant {
        return 0;
    }
    if first || !are_neighbours(typed, meant) { 3 } else { 1 }
}

/// Whether two keys lie side by side, on any of the usual layouts of Latin letters or on the digits above them.
fn are_neighbours(one: char, other: char) -> bool {
    const LAYOUTS: [[&str; 4]; 3] = [
        ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"],
        ["1234567890", "qwertzuiop", "asdfghjkl", "yxcvbnm"],
        ["1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn"],
    ];
    let place = |rows: &[&str; 4], key: char| {
        let found = |(row, keys): (usize, &&str)| Some((row, keys.chars().position(|c| c == key)?));
        rows.iter().enumerate().find_map(found)
    };
    LAYOUTS.iter().any(|rows| match (place(rows, one), place(rows, other)) {
        // A row lies half a key to the right of the one above it.
        (Some((row, at)), Some((below, under))) => {
            let (upper, lower) = if row <= below { (at, under) } else { (under, at) };
            match row.abs_diff(below) {
                0 => upper.abs_diff(lower) == 1,
                1 => upper == lower || upper == lower + 1,
                _ => false,
            }
        }
        _ => false,
    })
}

/// The least number of slips between two words (optimal string alignment).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX / 2);
            let mut best = (at(&last, j) + instead(*x, *y, i == 0 && j == 0))
                .min(at(&last, j + 1) + 1)
                .min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = core::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(0)
}

/// Weighs what was found: one field that may be taken, several, or none.
fn settle(index: &Index, key: &Phrase, said: &Said<'_>, form: Option<Ref>, hits: &Hits) -> Found {
    // Fields that nobody can see or use count only where there is no other.
    let any_usable = hits
        .keys()
        .any(|at| index.entries.get(*at).is_some_and(|entry| entry.usable));
    let mut own: Vec<(usize, Hit)> = Vec::new();
    let mut strangers: Vec<(usize, Hit)> = Vec::new();
    let mut doubtful: Vec<(usize, bool)> = Vec::new();
    let mut again: Vec<usize> = Vec::new();
    for (at, hit) in hits {
        let Some(entry) = index.entries.get(*at) else {
            continue;
        };
        if any_usable && !entry.usable {
            continue;
        }
        if hit.via != Via::Section && said.against(entry) {
            again.push(*at);
            continue;
        }
        let apart = entry.qualifiers.beyond(key.qualifiers);
        if entry.qualifiers.meets(Role::PAST) && key.qualifiers.meets(Role::PRESENT) {
            continue;
        }
        if apart && entry.qualifiers.meets(Role::AGAIN) && !key.qualifiers.meets(Role::AGAIN) {
            again.push(*at);
        } else if apart || !hit.placed && index.stranger(entry, key, form) {
            strangers.push((*at, *hit));
        } else if let Fit::Doubtful { other_thing } = hit.fit {
            doubtful.push((*at, other_thing));
        } else {
            own.push((*at, *hit));
        }
    }
    // Who names the plain thing and finds it does not mean its special cases as well.
    if own
        .iter()
        .any(|(_, hit)| hit.fit == Fit::Strong && hit.via == Via::Synonym)
    {
        own.retain(|(at, hit)| hit.fit == Fit::Strong || !special(index, *at, key));
    }
    let own = pieceless(index, own);
    let everything = || -> Vec<usize> {
        let mut all: Vec<usize> = own.iter().map(|(at, _)| *at).collect();
        all.extend(
            doubtful
                .iter()
                .filter(|(_, other)| own.is_empty() || !other)
                .map(|(at, _)| *at),
        );
        all.extend(strangers.iter().map(|(at, _)| *at));
        all
    };
    match own.as_slice() {
        [] if doubtful.len() + strangers.len() > 1 => Found::Several(everything()),
        [] => {
            let mut near = everything();
            near.extend(again);
            Found::Nothing(near)
        }
        [(at, hit)] => {
            let rival = doubtful.iter().any(|(_, other_thing)| !other_thing);
            let stranger = match (hit.fit, hit.translated) {
                // One that only its section gives to another person is worded just like the user's own.
                (Fit::Strong, false) => strangers
                    .iter()
                    .any(|(at, hit)| hit.fit == Fit::Strong && alike(index, *at)),
                _ => !strangers.is_empty(),
            };
            if rival || stranger {
                Found::Several(everything())
            } else {
                Found::One(*at, hit.via)
            }
        }
        _ => Found::Several(everything()),
    }
}

/// Whether an entry asks for a special case of what the key names.
fn special(index: &Index, at: usize, key: &Phrase) -> bool {
    index.entries.get(at).is_some_and(|entry| {
        entry.senses.iter().any(|(own, _)| {
            key.senses
                .iter()
                .any(|sense| own.concept.parent() == Some(sense.concept))
        })
    })
}

/// Whether nothing in an entry's own words tells that it is about somebody else.
fn alike(index: &Index, at: usize) -> bool {
    index.entries.get(at).is_some_and(|entry| {
        !entry.named.iter().any(|person| person.other()) && !entry.qualifiers.meets(Role::PAST.or(Role::MORE))
    }) || index.entries.get(at).is_some_and(|entry| {
        entry
            .named
            .iter()
            .any(|person| person.relation == crate::form::people::Relation::Companion)
    })
}

/// Without the pieces of questions that were found themselves.
fn pieceless(index: &Index, found: Vec<(usize, Hit)>) -> Vec<(usize, Hit)> {
    let whole: Vec<Ref> = found
        .iter()
        .filter_map(|(at, _)| index.entries.get(*at))
        .filter(|entry| entry.part.is_none())
        .map(|entry| entry.field)
        .collect();
    found
        .into_iter()
        .filter(|(at, _)| {
            index
                .entries
                .get(*at)
                .is_some_and(|entry| entry.part.is_none() || !whole.contains(&entry.field))
        })
        .collect()
}

//! What a key and a label say against one another, however many words they share.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::entry::Entry;
use crate::form::fold::fold;
use crate::form::phrase::denial::{contrary, denies};
use crate::form::phrase::{benign, is_mark_word, squash, stems, unbracket};
use crate::form::synonyms::{Dictionary, Langs};
use crate::form::words::{Role, role};

/// What sets a text apart beyond its words.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// The words in its brackets, and those for its signs.
    bracketed: Vec<String>,
    /// The words for its signs.
    signs: Vec<String>,
    /// Which end of a range it asks for.
    ends: u8,
    /// The numbers in it.
    numbers: BTreeSet<u32>,
}

const LEAST: u8 = 1;
const MOST: u8 = 2;
const FROM: u8 = 4;
const TO: u8 = 8;

#[rustfmt::skip]
const ENDS: &[(u8, &[&str])] = &[
    (LEAST, &["minimum", "minimal", "mindestens", "mindest", "minimale", "minimo", "minima", "lowest", "least"]),
    (MOST, &["maximum", "maximal", "hochstens", "maximale", "maximo", "maxima", "highest", "most"]),
    (FROM, &["from", "since", "von", "ab", "desde", "od", "depuis"]),
    (TO, &["to", "until", "till", "bis", "hasta", "ate", "do"]),
];

impl Marks {
    pub(super) fn of(text: &str) -> Self {
        let (outside, inside) = unbracket(text);
        let mut marks = Self {
            signs: signs(text),
            numbers: numbers(text),
            ..Self::default()
        };
        marks.bracketed.clone_from(&marks.signs);
        for piece in &inside {
            if tells(piece) {
                marks.bracketed.extend(stems(piece));
            }
            marks.ends |= end(&fold(piece), true);
        }
        let folded = fold(&outside);
        marks.ends |= end(&folded, false);
        marks
    }
}

/// Which ends of a range a folded text names: "from" and "to" only where they stand for themselves.
fn end(folded: &str, bracket: bool) -> u8 {
    let words: Vec<&str> = folded.split(' ').collect();
    let last = words.len().saturating_sub(1);
    let mut found = 0;
    for (at, word) in words.iter().enumerate() {
        let short = match *word {
            "min" if at < last && !bracket => LEAST,
            "max" if at < last && !bracket => MOST,
            _ => 0,
        };
        let named = ENDS
            .iter()
            .find(|(_, list)| list.contains(word))
            .map_or(0, |(end, _)| *end);
        let alone = if bracket {
            last == 0
        } else {
            at == last && at > 0 || at == 0 && last == 1
        };
        found |= short;
        if named & (FROM | TO) == 0 || alone && !(*word == "do" && at == 0) {
            found |= named;
        }
    }
    found
}

/// Whether what stands in brackets tells one field from another, rather than how or whether to answer.
fn tells(inside: &str) -> bool {
    let folded = fold(inside);
    let letters = |word: &str| {
        word.chars()
            .all(|c| matches!(c, 'd' | 'm' | 'y' | 't' | 'j' | 'a' | 'h' | 's' | 'g' | 'r' | 'x'))
    };
    let format = inside.contains(['/', '-', '.', ':'])
        && folded.split(' ').all(|word| letters(word) || is_number(word))
        || matches!(folded.as_str(), "yyyy" | "mm" | "dd" | "ddmmyyyy" | "yyyymmdd" | "mmyy")
            && inside.chars().all(|c| !c.is_lowercase());
    let example = [
        "e g",
        "eg ",
        "z b",
        "ex ",
        "p ex",
        "np ",
        "for example",
        "yes no",
        "y n",
    ]
    .iter()
    .any(|start| folded.starts_with(start));
    !folded.is_empty() && !format && !example && !folded.split(' ').all(is_mark_word)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}

/// The words for the signs of a text that folding drops.
fn signs(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for c in text.chars() {
        let word = match c {
            '€' => "eur",
            '$' => "usd",
            '£' => "gbp",
            '¥' | '￥' => "jpy",
            '₹' => "inr",
            '%' => "percent",
            _ => continue,
        };
        found.push(word.into());
    }
    found
}

/// The small numbers of a text, also where they stick to a word.
fn numbers(text: &str) -> BTreeSet<u32> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter_map(|run| run.parse().ok())
        .filter(|number| (2..=99).contains(number))
        .collect()
}

/// A key, read once for all that it is held against.
pub(super) struct Said<'k> {
    raw: &'k str,
    stems: Vec<String>,
    marks: Marks,
    /// Whether its numbers belong to words of the dictionary: "address line 2".
    known: bool,
    /// The numbers of the people that it names.
    counted: BTreeSet<u32>,
}

impl<'k> Said<'k> {
    pub(super) fn new(raw: &'k str, key: &crate::form::phrase::Phrase) -> Self {
        Self {
            raw,
            stems: key.stems.clone(),
            marks: Marks::of(raw),
            known: !Dictionary::get().senses(&squash(&key.stems)).is_empty(),
            counted: key.people.iter().filter_map(|person| person.number).collect(),
        }
    }

    /// Whether the signs of an entry's label are others, where nothing else tells the two apart.
    pub(super) fn other_sign(&self, entry: &Entry) -> bool {
        let (own, other) = (&self.marks.signs, &entry.marks.signs);
        self.raw != entry.label && !own.is_empty() && !other.is_empty() && !own.iter().any(|sign| other.contains(sign))
    }

    /// Whether an entry's label says something that the key does not allow.
    pub(super) fn against(&self, entry: &Entry) -> bool {
        if self.raw == entry.label {
            return false;
        }
        self.denied(entry)
            || self.other_bracket(entry)
            || entry.marks.ends & !self.marks.ends != 0
            || self.other_number(entry)
            || self.widened(entry)
    }

    fn denied(&self, entry: &Entry) -> bool {
        let own = denies(self.raw, entry.langs);
        own != entry.denies && !(own && denies(&entry.name.replace(['_', '-', '.'], " "), Langs::EN))
            || entry.label_stems.iter().any(|word| {
                !self.stems.contains(word)
                    && (self.stems.iter()).any(|own| contrary(own, word) && !entry.label_stems.contains(own))
            })
    }

    fn other_bracket(&self, entry: &Entry) -> bool {
        let (own, other) = (&self.marks.bracketed, &entry.marks.bracketed);
        if own.is_empty() || other.is_empty() {
            return false;
        }
        let in_label = |word: &String| {
            other.contains(word)
                || entry.label_stems.contains(word)
                || entry.context.contains(word)
                || entry.own.contains(word)
        };
        let in_key = |word: &String| own.contains(word) || self.stems.contains(word);
        let dictionary = Dictionary::get();
        let alike = dictionary.senses(&squash(own)).iter().any(|sense| {
            let others = dictionary.senses(&squash(other));
            others.iter().any(|other| other.concept == sense.concept)
        });
        !own.iter().all(in_label) && !other.iter().all(in_key) && !alike
    }

    fn other_number(&self, entry: &Entry) -> bool {
        let texts = [entry.name, entry.id];
        let unheard = |number: &u32| {
            !entry.marks.numbers.contains(number)
                && !self.counted.contains(number)
                && !entry.people().any(|person| person.number == Some(*number))
                && !texts.iter().any(|text| numbers(text).contains(number))
                && !entry.section.iter().any(|text| numbers(text).contains(number))
        };
        !self.known && self.marks.numbers.iter().any(unheard)
    }

    /// Whether a box to tick says more than the key agrees to.
    fn widened(&self, entry: &Entry) -> bool {
        entry.ticked
            && !entry.label_stems.is_empty()
            && entry.label_stems.iter().any(|word| {
                let said = self.stems.contains(word)
                    || self
                        .stems
                        .iter()
                        .any(|own| word.starts_with(own.as_str()) || own.starts_with(word.as_str()));
                !said
                    && !benign(word)
                    && !is_mark_word(word)
                    && !role(word).meets(Role::STOP)
                    && !AGREEING.contains(&word.as_str())
            })
            && self.stems.iter().any(|own| entry.label_stems.contains(own))
    }
}

/// Words that only say that one agrees, signs up or has read, in the boxes of a form. Stems.
#[rustfmt::skip]
const AGREEING: &[&str] = &[
    "agree", "accept", "consent", "confirm", "read", "understand", "understood", "acknowledge", "subscribe", "sign", "up", "receive", "send", "want",
    "would", "like", "yes", "me", "join", "get", "have", "hereby", "check", "tick", "box", "in", "condition", "use", "service", "our", "keep",
    "ich", "habe", "stimme", "akzeptiere", "bestatige", "gelesen", "ja", "mochte", "abonnieren", "erhalten", "einverstanden", "bin", "bitte", "mit",
    "je", "j", "ai", "lu", "accepte", "oui", "souhaite", "recevoir", "acepto", "he", "leido", "si", "deseo", "quiero", "recibir", "aceito", "li",
    "concordo", "sim", "quero", "receber", "akceptuje", "zgadzam", "sie", "wyrazam", "zgode", "na", "zapoznalem", "tak", "chce", "otrzymywac",
];

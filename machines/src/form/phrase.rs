//! A label, a section, a name or a key, read: its words, the people and the concepts that it names.

use alloc::string::String;
use alloc::vec::Vec;

use super::fold::{fold, words};
use super::people::{self, Person, Relation};
use super::synonyms::{Dictionary, Langs, Sense};
use super::words::{Role, role};

pub(crate) mod denial;
mod rows;

pub(crate) use rows::row_numbers;

/// The words of a text that a person reads, each in one spelling, without those that tell nothing.
pub(crate) fn stems(text: &str) -> Vec<String> {
    let spelled = denial::spell_numbers(text);
    let folded = fold(spelled.as_deref().unwrap_or(text));
    telling(folded.split(' ').filter(|word| !word.is_empty()))
}

/// The words of a `name` or `id`, also parted where programmers join them and where digits begin: `pax2_fname`.
pub(crate) fn name_stems(name: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(name.len() + 4);
    let mut before: Option<char> = None;
    for c in name.chars() {
        let parted = before.is_some_and(|before| {
            before.is_alphanumeric() && c.is_alphanumeric() && before.is_ascii_digit() != c.is_ascii_digit()
        });
        if parted {
            spaced.push(' ');
        }
        spaced.push(c);
        before = Some(c);
    }
    telling(words(&spaced).iter().map(String::as_str))
}

/// The words of a key, which may be written like a label or like a name.
pub(crate) fn key_stems(key: &str) -> Vec<String> {
    // `LinkedIn` is a word, `firstName` is two.
    let hump = key.starts_with(char::is_lowercase) && !key.contains(char::is_whitespace);
    if hump { name_stems(key) } else { stems(key) }
}

fn telling<'a>(all: impl Iterator<Item = &'a str>) -> Vec<String> {
    let words: Vec<&str> = all.collect();
    let stem = |(at, word): (usize, &&str)| match *word {
        "no" if denial::is_denying_no(&words, at) => "no".into(),
        word => stem(word),
    };
    let numbered = || words.iter().enumerate();
    let kept: Vec<String> = numbered()
        .filter(|(_, word)| !role(word).meets(Role::STOP))
        .map(stem)
        .collect();
    if kept.is_empty() {
        return numbered().map(stem).collect();
    }
    kept
}

/// The stems run together, so that `post code` is `postcode` and `e-mail` is `email`.
pub(crate) fn squash(stems: &[String]) -> String {
    stems.concat()
}

/// One spelling of a folded word: singular, and American where English has two.
fn stem(word: &str) -> String {
    let mut word: String = match word {
        "no" | "nr" | "num" => "number".into(),
        "licence" => "license".into(),
        "centre" => "center".into(),
        "cheque" => "check".into(),
        _ => word.into(),
    };
    if !word.is_ascii() {
        return word;
    }
    for (british, american) in [
        ("isation", "ization"),
        ("ise", "ize"),
        ("ised", "ized"),
        ("ising", "izing"),
    ] {
        if word.len() > british.len() + 4
            && let Some(start) = word.strip_suffix(british)
        {
            word = alloc::format!("{start}{american}");
            break;
        }
    }
    if word.len() >= 6 && word.contains("our") {
        word = word.replace("our", "or");
    }
    if word.len() >= 5
        && let Some(start) = word.strip_suffix("ies")
    {
        return alloc::format!("{start}y");
    }
    let plural = word.len() >= 4 && word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    if plural {
        word.pop();
    }
    word
}

/// A text without what stands in brackets, and what stands in them.
pub(crate) fn unbracket(text: &str) -> (String, Vec<String>) {
    let mut outside = String::new();
    let mut inside = Vec::new();
    let mut open: Option<String> = None;
    for c in text.chars() {
        match (c, &mut open) {
            ('(' | '[' | '（' | '【', None) => open = Some(String::new()),
            (')' | ']' | '）' | '】', Some(_)) => {
                inside.extend(open.take());
                outside.push(' ');
            }
            (_, Some(text)) => text.push(c),
            (_, None) => outside.push(c),
        }
    }
    // A bracket that is never closed is none.
    if let Some(rest) = open {
        outside.push(' ');
        outside.push_str(&rest);
    }
    (outside, inside)
}

/// Words that say whether an answer must be given, as they stand behind a label. Folded.
const MARKS: &[&str] = &[
    "required",
    "mandatory",
    "optional",
    "erforderlich",
    "pflichtfeld",
    "pflichtangabe",
    "freiwillig",
    "obligatoire",
    "requis",
    "facultatif",
    "obligatorio",
    "requerido",
    "opcional",
    "obrigatorio",
    "wymagane",
    "opcjonalne",
    "nieobowiazkowe",
    "obbligatorio",
    "richiesto",
    "facoltativo",
    "verplicht",
    "optioneel",
    "必須",
    "任意",
    "必填",
    "обязательно",
];

/// Whether a folded word says that an answer must be given, or need not.
pub(crate) fn is_mark_word(word: &str) -> bool {
    MARKS.contains(&word)
}

/// A label without the word behind it that says whether it must be answered, and whether there was one.
pub(super) fn unmarked(text: &str) -> (&str, bool) {
    let stop =
        |c: char| c.is_whitespace() || matches!(c, '*' | ':' | '(' | ')' | '[' | ']' | '（' | '）' | '-' | '–' | ',');
    let trimmed = text.trim_end_matches(stop);
    let at = trimmed
        .rfind(stop)
        .and_then(|at| Some(at + trimmed.get(at..)?.chars().next()?.len_utf8()));
    let Some((head, word)) = at.and_then(|at| trimmed.split_at_checked(at)) else {
        return (text, false);
    };
    let head = head.trim_end_matches(stop);
    if head.is_empty() || !MARKS.contains(&fold(word).as_str()) {
        return (text, false);
    }
    (head, true)
}

/// A label without the bracket that says whether an answer must be given, if it has one: "Email (optional)". Without
/// the bracket the word may be asked for: "Visa required".
pub(super) fn unmarked_bracket(text: &str) -> Option<String> {
    let (outside, inside) = unbracket(text);
    let is_mark = |text: &String| MARKS.contains(&fold(text).as_str());
    (!inside.is_empty() && inside.iter().all(is_mark)).then_some(outside)
}

/// What a label or a key is compared by: folded, or, where it is made of signs alone, as it is.
pub(super) fn called(text: &str) -> String {
    let folded = fold(text);
    if folded.is_empty() { text.trim().into() } else { folded }
}

/// The alternatives that a label offers: "Town / City", "Apartment, suite, unit, etc.".
pub(crate) fn pieces(text: &str) -> Vec<String> {
    let mut split: Vec<&str> = text.split(['/', '|', '／', '・', ';']).collect();
    if split.len() < 2 {
        let commas: Vec<&str> = text.split([',', '、']).collect();
        if commas.len() > 2 {
            split = commas;
        }
    }
    let mut pieces: Vec<String> = Vec::new();
    for piece in split {
        let folded = fold(piece);
        let mut part = String::new();
        for word in folded.split(' ') {
            if matches!(word, "or" | "oder" | "ou" | "lub") {
                pieces.push(core::mem::take(&mut part));
            } else {
                if !part.is_empty() {
                    part.push(' ');
                }
                part.push_str(word);
            }
        }
        pieces.push(part);
    }
    pieces.retain(|piece| !piece.is_empty() && piece.split(' ').count() <= 4);
    if pieces.len() < 2 { Vec::new() } else { pieces }
}

/// A text, read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Phrase {
    /// Its telling words.
    pub(crate) stems: Vec<String>,
    /// The people it names.
    pub(crate) people: Vec<Person>,
    /// Its words without those that name people.
    pub(crate) rest: Vec<String>,
    /// What sets it apart from the plain one of its kind.
    pub(crate) qualifiers: Role,
    /// What it names, the people taken away.
    pub(crate) senses: Vec<Sense>,
    /// Whether it names that in so many words, rather than beside a word like "current".
    pub(crate) plain: bool,
}

impl Phrase {
    /// Reads a text in a language.
    pub(crate) fn read(text: &str, langs: Langs) -> Self {
        Self::of_stems(stems(text), langs)
    }

    /// Reads words.
    pub(crate) fn of_stems(stems: Vec<String>, langs: Langs) -> Self {
        let dictionary = Dictionary::get();
        let whole = dictionary.senses(&squash(&stems));
        if !whole.is_empty() {
            // A phrase of the dictionary means what it says there: "employer name" is of no other person.
            return Self {
                rest: stems.clone(),
                senses: whole.to_vec(),
                plain: true,
                stems,
                ..Self::default()
            };
        }
        let (mut people, mut rest) = people::find(&stems, langs);
        if let Some((person, length)) = people::referee(&rest, stems.len() == 1) {
            people.push(person);
            rest.drain(..length.min(rest.len()));
        }
        // An employer of one's own is no other person; only what belongs to one is ("employer's phone").
        let thing = |word: &String| !role(word).meets(Role::BENIGN.or(Role::PRESENT)) && !qualifies(word);
        if people.iter().any(|person| person.relation == Relation::Employer) && !rest.iter().any(thing) {
            people.retain(|person| person.relation != Relation::Employer);
            rest.clone_from(&stems);
        }
        let mut phrase = Self {
            qualifiers: qualifiers(&rest),
            stems,
            people,
            rest,
            ..Self::default()
        };
        phrase.name();
        phrase
    }

    /// Finds what the words name: all of them, or without those that change nothing.
    fn name(&mut self) {
        let dictionary = Dictionary::get();
        let marks: Vec<Role> = self.rest.iter().map(|word| role(word)).collect();
        let without = |dropped: Role, again: bool| -> String {
            let mut squashed = String::new();
            for (word, mark) in self.rest.iter().zip(&marks) {
                if mark.meets(dropped) || again && counts_on(word) {
                    continue;
                }
                if word.is_ascii() {
                    squashed.push_str(word);
                } else {
                    let bare = strip_polite(word);
                    let inside = AGAIN_INSIDE.iter().filter(|_| again);
                    squashed.push_str(&inside.fold(String::from(bare), |word, again| word.replace(again, "")));
                }
            }
            squashed
        };
        let tries = [
            (Role::default(), false, true),
            (Role::BENIGN, false, true),
            (Role::BENIGN.or(Role::PRESENT), false, false),
            (Role::APART, true, true),
            (Role::APART.or(Role::BENIGN), true, true),
        ];
        let mut last = String::new();
        for (dropped, again, plain) in tries {
            let squashed = without(dropped, again);
            if squashed == last {
                continue;
            }
            let senses = dictionary.senses(&squashed);
            if !senses.is_empty() {
                self.senses = senses.to_vec();
                self.plain = plain;
                return;
            }
            last = squashed;
        }
    }
}

/// A Japanese word without its honorific.
pub(crate) fn strip_polite(word: &str) -> &str {
    let bare = ["お客様の", "あなたの"]
        .iter()
        .find_map(|start| word.strip_prefix(start));
    bare.or_else(|| word.strip_prefix(['お', 'ご', '御'])).unwrap_or(word)
}

/// Whether a word sets a field apart.
fn qualifies(word: &String) -> bool {
    qualifiers(core::slice::from_ref(word)).meets(Role::APART)
}

/// Whether a word is a number that tells another one: "Phone 2" is another phone, "Phone 1" is the phone.
fn counts_on(word: &str) -> bool {
    word.parse::<u32>().is_ok_and(|number| (2..=20).contains(&number))
}

/// What a text's words do together, of that which sets a field apart.
fn qualifiers(stems: &[String]) -> Role {
    let mut found = Role::default();
    for stem in stems {
        found = found.or(role(stem));
        if counts_on(stem) {
            found = found.or(Role::MORE);
        }
        if !stem.is_ascii() {
            let lists = [
                (Role::AGAIN, AGAIN_INSIDE),
                (Role::PAST, PAST_INSIDE),
                (Role::MORE, MORE_INSIDE),
            ];
            for (role, list) in lists {
                if list.iter().any(|part| stem.contains(part)) {
                    found = found.or(role);
                }
            }
        }
    }
    found.only(Role::APART.or(Role::PRESENT))
}

/// Whether a word says by itself next to nothing of what a field holds.
pub(crate) fn generic(stem: &str) -> bool {
    role(stem).meets(Role::GENERIC) || stem.chars().count() < 2 && stem.is_ascii()
}

/// Whether a word may stand in a label without changing what it asks for.
pub(crate) fn benign(stem: &str) -> bool {
    role(stem).meets(Role::BENIGN)
}

const PAST_INSIDE: &[&str] = &["以前", "旧", "前職"];
const MORE_INSIDE: &[&str] = &["その他", "予備", "代替"];
pub(crate) const AGAIN_INSIDE: &[&str] = &["確認用", "再入力", "もう一度", "確認"];

#[cfg(test)]
mod tests {
    use super::{Phrase, pieces, squash, stems, unbracket};
    use crate::form::synonyms::{Concept, Langs};
    use std::string::String;
    use std::vec::Vec;

    #[test]
    fn two_spellings_of_one_thing_have_the_same_stems() {
        for (a, b) in [
            ("post code", "Postcode"),
            ("e-mail", "Email"),
            ("Driving license number", "driving licence no."),
            ("organisation", "Organization"),
            ("favourite colour", "favorite color"),
            ("your first name", "First names"),
            ("allergies", "Allergy"),
        ] {
            assert_eq!(squash(&stems(a)), squash(&stems(b)), "{a} and {b}");
        }
        assert_ne!(stems("address"), stems("adres"));
        assert_eq!(stems("to"), ["to"], "a text of small words only keeps them");
    }

    #[test]
    fn brackets_come_off() {
        assert_eq!(
            unbracket("Expiry (MM/YY)"),
            ("Expiry  ".into(), Vec::from([String::from("MM/YY")]))
        );
        assert_eq!(unbracket("Open (never closed").0, "Open  never closed");
    }

    #[test]
    fn alternatives_come_apart() {
        assert_eq!(pieces("Town / City"), ["town", "city"]);
        assert_eq!(
            pieces("Apartment, suite, unit, etc."),
            ["apartment", "suite", "unit", "etc"]
        );
        assert_eq!(
            pieces("Portfolio or personal website"),
            ["portfolio", "personal website"]
        );
        assert!(pieces("If yes, company").is_empty());
        assert!(pieces("City").is_empty());
    }

    #[test]
    fn a_phrase_names_its_concept_without_the_words_around_it() {
        let table = [
            ("What is your date of birth?", Some(Concept::BirthDate), true),
            ("Patient DOB", Some(Concept::BirthDate), true),
            ("Current employer", Some(Concept::Company), false),
            ("Vorname des Kindes", Some(Concept::GivenName), true),
            ("Repita su correo electrónico", Some(Concept::Email), true),
            ("緊急連絡先の電話番号", Some(Concept::Phone), true),
            ("メールアドレス確認用", Some(Concept::Email), true),
            ("Registered office city", None, false),
            ("Thesis title", None, false),
        ];
        for (text, concept, plain) in table {
            let phrase = Phrase::read(text, Langs::ANY);
            assert_eq!(phrase.senses.first().map(|sense| sense.concept), concept, "{text}");
            assert_eq!(phrase.plain, plain, "{text}");
        }
    }
}

//! What the names that programmers give ask for.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::Reading;
use super::label::harmless;
use crate::form::fold::words;
use crate::form::keys::entry::tail;
use crate::form::model::{Field, Kind};
use crate::form::people::Person;
use crate::form::phrase::{Phrase, name_stems};
use crate::form::synonyms::{Concept, Langs};
use crate::form::words::{Role, role};
use crate::recall::dictionary::{Topic, topics};

/// What `name` and `id` say.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// What they name.
    pub(super) topics: Vec<Topic>,
    /// What they name so that they do without a label: all that say something agree.
    pub(super) alone: Vec<Topic>,
    /// The people that they speak of.
    pub(super) people: Vec<Person>,
    /// Whether they speak of what was before.
    pub(super) past: bool,
}

/// Reads `name` and `id`. Words that many names of the form share tell where a field belongs, not what it is.
pub(super) fn read(field: &Field, langs: Langs, shared: &BTreeSet<String>) -> Names {
    let own = tail(&field.name);
    let mut texts = Vec::from([own]);
    texts.extend(
        [field.name.as_str(), field.id.as_str()]
            .into_iter()
            .filter(|text| *text != own),
    );
    let mut names = Names::default();
    let mut alone = Vec::new();
    for text in texts {
        let all = name_stems(text);
        let telling: Vec<String> = all.iter().filter(|stem| !shared.contains(*stem)).cloned().collect();
        let vague = vague_name(&all) || vague_name(&telling);
        let (mut found, mut firm) = by_name(&all);
        if found.is_empty() {
            (found, firm) = by_name(&telling);
        }
        if let Some(piece) = of_whole(text, &found) {
            (found, firm) = (Vec::from([piece]), true);
        }
        if !vague {
            if found.is_empty() {
                note_all(&mut names.topics, &by_last_word(&all));
                note_all(&mut names.topics, &run_together(&all));
            }
            note_all(&mut names.topics, &found);
        }
        alone.push(if vague || !firm { Vec::new() } else { found });
        let phrase = Phrase::of_stems(all, langs);
        names.people.extend(phrase.people);
        names.past |= text == own && phrase.qualifiers.meets(Role::PAST);
    }
    names.alone = agreed(&alone);
    names
}

/// The piece of a birth date that a name asks for: `dob_day`, `birthdate_d`. `found` is what the name says as a whole.
fn of_whole(text: &str, found: &[Topic]) -> Option<Topic> {
    let birth = [Topic::Of(Concept::BirthDate)];
    let all = words(text);
    let (last, rest) = all.split_last()?;
    let piece = birth_piece(last)?;
    (found == birth || by_name(rest).0 == birth).then_some(Topic::Of(piece))
}

pub(super) fn note_all(list: &mut Vec<Topic>, found: &[Topic]) {
    for topic in found {
        if !list.contains(topic) {
            list.push(*topic);
        }
    }
}

/// A box of a birth date that carries the label of the whole: its name says which piece it takes.
pub(super) fn of_birth(field: &Field, reading: &mut Reading) {
    let birth = |topic: &Topic| *topic == Topic::Of(Concept::BirthDate);
    if field.kind == Kind::DateParts || !reading.by_label.iter().any(|(topic, _)| birth(topic)) {
        return;
    }
    let mut pieces: Vec<Concept> = Vec::new();
    let names = name_stems(&field.name).into_iter().chain(name_stems(&field.id));
    for word in names.filter(|word| word.len() > 1) {
        let Some(piece) = birth_piece(&word) else { continue };
        if !pieces.contains(&piece) {
            pieces.push(piece);
        }
    }
    if let [piece] = pieces.as_slice() {
        let piece = Topic::Of(*piece);
        for (topic, _) in &mut reading.by_label {
            if birth(topic) {
                *topic = piece;
            }
        }
        for topic in &mut reading.by_name {
            if birth(topic) {
                *topic = piece;
            }
        }
    }
}

/// What a name says, and whether it says so without asking for the same again.
fn by_name(stems: &[String]) -> (Vec<Topic>, bool) {
    let plain = |found: Vec<(Topic, Langs)>| -> Vec<Topic> { found.into_iter().map(|(topic, _)| topic).collect() };
    let found = topics(stems);
    if !found.is_empty() {
        return (plain(found), true);
    }
    let again = |stem: &String| role(stem).meets(Role::AGAIN) || stem == "re";
    let idle = |stem: &String| harmless(stem) || stem == "1" || again(stem) || OF_PROGRAMS.contains(&stem.as_str());
    let left: Vec<String> = stems.iter().filter(|stem| !idle(stem)).cloned().collect();
    if left.len() == stems.len() || vague_name(&left) {
        return (Vec::new(), false);
    }
    (plain(topics(&left)), !stems.iter().any(again))
}

/// The piece of a birth date that a word of a name means.
fn birth_piece(word: &str) -> Option<Concept> {
    Some(match word {
        "day" | "dd" | "d" | "tag" | "jour" | "dia" => Concept::BirthDay,
        "month" | "mm" | "m" | "monat" | "moi" | "mes" => Concept::BirthMonth,
        "year" | "yy" | "yyyy" | "y" | "jahr" | "annee" | "ano" => Concept::BirthYear,
        _ => return None,
    })
}

/// What the last word of a name says beside any words: enough to contradict a label, not to stand for one.
fn by_last_word(stems: &[String]) -> Vec<Topic> {
    const SURE: &[&str] = &[
        "email",
        "phone",
        "mobile",
        "zip",
        "zipcode",
        "postcode",
        "city",
        "country",
        "firstname",
        "lastname",
        "surname",
    ];
    match stems.last() {
        Some(last) if SURE.contains(&last.as_str()) => by_name(core::slice::from_ref(last)).0,
        _ => Vec::new(),
    }
}

/// What words name that are run together with others, `formusername`: enough to contradict a label, not to stand for one.
fn run_together(stems: &[String]) -> Vec<Topic> {
    const INSIDE: &[&str] = &[
        "username",
        "loginname",
        "loginid",
        "password",
        "emailaddress",
        "firstname",
        "lastname",
        "fullname",
        "postcode",
        "zipcode",
        "postalcode",
    ];
    // Shorter ones are found in other words too: `microphone`.
    const AT_AN_END: &[&str] = &["email", "phone", "mobile", "surname", "company", "country"];
    let mut found = Vec::new();
    for stem in stems {
        let inside = INSIDE.iter().filter(|word| stem.contains(*word));
        let ends = AT_AN_END
            .iter()
            .filter(|word| stem.starts_with(*word) || stem.ends_with(*word));
        for word in inside.chain(ends).filter(|word| stem != *word) {
            note_all(&mut found, &by_name(&[String::from(*word)]).0);
        }
    }
    found
}

/// Words that programmers put into names and that tell nothing of what a field asks for.
const OF_PROGRAMS: &[&str] = &[
    "ddl",
    "txt",
    "tb",
    "cbo",
    "cmb",
    "lst",
    "fld",
    "frm",
    "inp",
    "input",
    "field",
    "form",
    "text",
    "select",
    "sel",
    "ctl",
    "ctrl",
    "el",
    "js",
    "ng",
    "user",
    "signup",
    "register",
    "registration",
    "login",
    "profile",
    "billing",
    "shipping",
    "bill",
    "ship",
    "your",
    "data",
    "value",
    "signin",
];

/// Whether a name is one word that programmers give to many things: neither evidence nor a contradiction.
fn vague_name(stems: &[String]) -> bool {
    const VAGUE: &[&str] = &[
        "name",
        "title",
        "address",
        "company",
        "state",
        "number",
        "code",
        "id",
        "user",
        "login",
        "account",
        "role",
        "position",
        "date",
        "year",
        "month",
        "day",
        "region",
        "site",
        "web",
        "organization",
        "business",
        "school",
        "college",
        "degree",
        "language",
        "lang",
        "location",
        "job",
        "department",
        "team",
        "nom",
        "nombre",
        "nome",
        "naam",
        "adresse",
        "direccion",
        "endereco",
        "status",
        "service",
        "unit",
        "street",
        "land",
        "place",
        "org",
        "staat",
        "kod",
        "email2",
        "q",
        "s",
        "value",
        "text",
        "input",
        "field",
        "notice",
        "experience",
        "salary",
        "nif",
        "pan",
        "pad",
        "cargo",
        "titulo",
    ];
    match stems {
        [] => true,
        [one] => VAGUE.contains(&one.as_str()) || one.chars().count() < 2 && one.is_ascii(),
        _ => false,
    }
}

/// What all that say something agree on.
fn agreed(lists: &[Vec<Topic>]) -> Vec<Topic> {
    let mut telling = lists.iter().filter(|list| !list.is_empty());
    let Some(first) = telling.next() else {
        return Vec::new();
    };
    let rest: Vec<&Vec<Topic>> = telling.collect();
    first
        .iter()
        .filter(|topic| rest.iter().all(|list| list.contains(topic)))
        .copied()
        .collect()
}

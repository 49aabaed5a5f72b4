//! Whose things are asked for under a heading.
//!
//! The people that forms ask about are too many to be listed: a nanny, a victim, a shareholder. So it goes the other
//! way: a heading made of words that say nothing of people, or one that speaks to the user, is the user's; one that
//! counts ("Tenant 2") is somebody else's; and one with words that nobody knows may be anybody's. An empty field is
//! cheap, and a wrong one is not.

mod vocabulary;

use alloc::string::String;
use alloc::vec::Vec;

use crate::form::fold::fold;
use crate::form::phrase::stems;
use crate::form::synonyms::Dictionary;
use crate::form::words::{Role, role};
use vocabulary::{ACCOUNTS, ACTS, ACTS_INSIDE, INFORMATION, NEUTRAL, NEUTRAL_INSIDE, OF_SOMEBODY, POSSESSIVES, STEPS};

/// Whose the things under some headings are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Whose {
    /// The user's: nothing says otherwise.
    #[default]
    Own,
    /// Nobody can tell: the headings have words that are not known.
    Untold,
    /// Somebody else's.
    Other,
}

/// Whose the things under these headings are, outermost first. `account`: whether the form takes a password, so that
/// whoever fills it in is whom it is about.
pub(super) fn of_headings(sections: &[String], account: bool) -> Whose {
    let mut whose = Whose::Own;
    for section in sections {
        match of_heading(section) {
            Heading::Other => return Whose::Other,
            Heading::Untold if !account => whose = Whose::Untold,
            // "Your details" under whatever the page is called.
            Heading::Spoken => whose = Whose::Own,
            Heading::Untold | Heading::Plain => {}
        }
    }
    whose
}

/// Whose what a label asks for is, as far as the label tells: "Your guest's name".
pub(super) fn of_label(label: &str) -> Whose {
    if owned_by_user(&parted(label)) {
        Whose::Other
    } else {
        Whose::Own
    }
}

/// Whether a text has no word that may be about somebody.
pub(super) fn speaks_of_nobody(text: &str) -> bool {
    matches!(of_heading(text), Heading::Plain | Heading::Spoken)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Heading {
    /// It speaks to the user and of nothing unknown.
    Spoken,
    /// Of nothing unknown.
    Plain,
    /// Of something unknown.
    Untold,
    /// Of somebody else.
    Other,
}

fn of_heading(section: &str) -> Heading {
    let words = parted(section);
    if words.is_empty() {
        return Heading::Plain;
    }
    let of_another = [counts_another, another_one, owned_by_user, named_role, makes_somebody];
    if of_another.iter().any(|tells| tells(&words)) {
        return Heading::Other;
    }
    let acts = acts(&words);
    let mut spoken = false;
    let mut unknown = false;
    // What stands behind "of" is what the heading is of, whatever it is for: "Registration of the deceased".
    let mut of = false;
    for (at, word) in words.iter().enumerate() {
        if is_possessive(word) || is_you(word) {
            spoken = true;
        } else if is_of(word) {
            of = true;
        } else if is_neutral(word) || is_lone_guest(word, &words) {
            of &= !ACCOUNTS.contains(&stem(word).as_str());
        } else if !acts || of || owned(&words, at) {
            unknown = true;
        }
    }
    match (unknown, spoken) {
        (true, _) => Heading::Untold,
        (false, true) => Heading::Spoken,
        (false, false) => Heading::Plain,
    }
}

/// The folded words, digits parted from letters where no blank does it.
fn parted(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in fold(text).split(' ').filter(|word| !word.is_empty()) {
        let mut part = String::new();
        let mut digits = false;
        for c in word.chars() {
            let digit = c.is_ascii_digit();
            if !part.is_empty() && digit != digits {
                words.push(core::mem::take(&mut part));
            }
            digits = digit;
            part.push(c);
        }
        words.push(part);
    }
    words
}

fn stem(word: &str) -> String {
    stems(word).pop().unwrap_or_default()
}

fn among(word: &str, list: &[&str]) -> bool {
    list.contains(&word) || word.is_ascii() && list.contains(&stem(word).as_str())
}

/// Whether a word says nothing of who somebody is.
fn is_neutral(word: &str) -> bool {
    if word.chars().all(char::is_numeric) {
        return true;
    }
    if !word.is_ascii() && word.chars().any(is_run) {
        return left_of(word).is_empty();
    }
    let small = role(word).meets(Role::STOP.or(Role::PRESENT));
    let own = role(word).meets(Role::BENIGN) || role(&stem(word)).meets(Role::BENIGN);
    let known = Dictionary::get().knows(&stem(word));
    small
        || among(word, NEUTRAL)
        || (own || known) && !among(word, OF_SOMEBODY)
        || among(word, ACTS)
        || among(word, INFORMATION)
        || among(word, ACCOUNTS)
        || among(word, STEPS)
}

/// What stands behind it says whose or of what all before it is.
fn is_of(word: &str) -> bool {
    matches!(word, "of" | "behalf" | "des" | "du" | "del" | "imieniu")
}

/// A guest of the shop, who has no account there: "Guest checkout".
fn is_lone_guest(word: &str, words: &[String]) -> bool {
    matches!(word, "guest" | "gast")
        && words
            .iter()
            .any(|word| matches!(word.as_str(), "customer" | "user" | "checkout" | "as" | "als"))
}

/// Scripts that put no blanks between words.
fn is_run(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// What is left of a run of text without the parts that say nothing of who somebody is.
fn left_of(run: &str) -> String {
    let mut left = String::from(run);
    for part in NEUTRAL_INSIDE.iter().chain(ACTS_INSIDE) {
        left = left.replace(part, "");
    }
    left.retain(|c| {
        !matches!(
            c,
            'の' | 'を' | 'に' | 'は' | 'が' | 'と' | 'で' | 'へ' | 'も' | 'お' | 'ご' | '御' | 'ー'
        )
    });
    left
}

/// Whether a heading names what the user does here, so that unknown words name what it is done with: "Create your
/// Acme account", "Antrag auf Kindergeld".
fn acts(words: &[String]) -> bool {
    let one = |word: &String| among(word, ACTS) || ACTS_INSIDE.iter().any(|part| word.contains(part));
    let two = words.windows(2).any(|pair| {
        matches!(
            pair,
            [verb, small] if matches!(
                (verb.as_str(), small.as_str()),
                ("sign" | "log", "in" | "up" | "on" | "into") | ("get", "started") | ("contact", "us") | ("einen", "termin")
            )
        )
    });
    words.iter().any(one) || two
}

pub(super) fn is_possessive(word: &str) -> bool {
    POSSESSIVES.contains(&word)
}

fn is_you(word: &str) -> bool {
    matches!(
        word,
        "you" | "yourself" | "dich" | "dir" | "vous" | "toi" | "usted" | "voce" | "ciebie" | "tobie" | "aap" | "आप"
    ) || word.contains("お客様")
        || word.contains("あなた")
}

/// Whether the word at `at` is what somebody has: behind "your" without a preposition between, and not the name of a site
/// before an account there.
fn owned(words: &[String], at: usize) -> bool {
    let genitive = words.get(at + 1).is_some_and(|word| word == "s");
    let account = words
        .get(at..)
        .unwrap_or_default()
        .iter()
        .any(|word| among(word, ACCOUNTS));
    is_theirs(words, at) && (genitive || !account)
}

fn is_theirs(words: &[String], at: usize) -> bool {
    let before = words.get(..at).unwrap_or_default();
    let own = before.iter().rposition(|word| is_possessive(word));
    own.is_some_and(|own| before.iter().skip(own + 1).all(|word| !is_preposition(word)))
}

fn is_preposition(word: &str) -> bool {
    matches!(
        word,
        "with"
            | "to"
            | "for"
            | "in"
            | "on"
            | "at"
            | "by"
            | "from"
            | "mit"
            | "fur"
            | "bei"
            | "im"
            | "avec"
            | "pour"
            | "sur"
            | "con"
            | "para"
            | "en"
            | "com"
            | "em"
            | "z"
            | "w"
            | "dla"
    )
}

/// "Your guest", "Ihr Mieter": who has a role of which the form knows several, and belongs to the user.
fn owned_by_user(words: &[String]) -> bool {
    let person = |word: &String| {
        role(&stem(word)).meets(Role::SEVERAL)
            && !matches!(
                stem(word).as_str(),
                "member"
                    | "applicant"
                    | "insured"
                    | "policyholder"
                    | "borrower"
                    | "antragsteller"
                    | "person"
                    | "persona"
                    | "pessoa"
                    | "osoba"
                    | "personne"
            )
    };
    let account = |word: &String| {
        matches!(
            stem(word).as_str(),
            "account" | "profile" | "konto" | "profil" | "compte" | "cuenta" | "conta"
        )
    };
    let mut all = words.iter().enumerate();
    all.any(|(at, word)| person(word) && is_theirs(words, at)) && !words.iter().any(account)
}

/// A role that is hardly ever the user's own, however it stands there.
fn named_role(words: &[String]) -> bool {
    const ROLES: &[&str] = &[
        "someone",
        "somebody",
        "anyone",
        "deceased",
        "victim",
        "verstorbene",
        "verstorbener",
        "defunt",
        "fallecido",
        "falecido",
        "zmarly",
        "zmarlej",
        "zmarlego",
        "मृतक",
    ];
    words.iter().any(|word| ROLES.contains(&word.as_str())) || words.iter().any(|word| word.contains("故人"))
}

/// Whether somebody is made or changed here by who has to do with them: "Add a user", "Edit contact". An account or a
/// profile is one's own, and so is what is yours.
fn makes_somebody(words: &[String]) -> bool {
    let somebody = |word: &String| role(&stem(word)).meets(Role::SEVERAL) || among(word, vocabulary::MADE);
    let more = |word: &String| {
        is_possessive(word)
            || is_you(word)
            || among(word, ACCOUNTS)
            || among(word, INFORMATION)
            || word == "as"
            || word == "by"
    };
    let makes = |word: &String| vocabulary::MAKING.contains(&word.as_str());
    let run = |word: &String| {
        vocabulary::MADE_INSIDE.iter().any(|who| word.contains(who))
            && vocabulary::MAKING_INSIDE.iter().any(|makes| word.contains(makes))
            && !word.contains("情報")
    };
    words.iter().any(run) || words.iter().any(makes) && words.iter().any(somebody) && !words.iter().any(more)
}

/// Whether a heading counts beyond the first: "Tenant 2", "Reisende 2", "2人目". Steps, parts and fractions count
/// pages, not people.
fn counts_another(words: &[String]) -> bool {
    let number = |word: Option<&String>| word.and_then(|word| word.parse::<u32>().ok());
    let at_of = |at: usize| {
        let word = words.get(at);
        let counted = match number(word) {
            Some(number) => (2..=99).contains(&number),
            None => matches!(word.map(String::as_str), Some("ii" | "iii" | "iv")) && words.len() > 1,
        };
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let after = words.get(at + 1);
        let fraction = number(before).is_some() || number(after).is_some();
        let step = before.is_some_and(|word| {
            among(word, STEPS)
                || is_preposition(word)
                || matches!(word.as_str(), "of" | "von" | "sur" | "de" | "z" | "ze")
        });
        let person = after.is_some_and(|word| word.starts_with('人') || word.starts_with('名'));
        // "2. Contact details" is numbered itself.
        let first = at == 0 && !person;
        counted && !fraction && !step && !first
    };
    (0..words.len()).any(at_of)
}

/// Whether a heading speaks of another one: "Second tenant", "Weitere Person", "Otro contacto"; not of more of the same:
/// "Additional information".
fn another_one(words: &[String]) -> bool {
    let more = |word: &&String| role(word).meets(Role::MORE);
    if !words.iter().any(|word| more(&word)) {
        return false;
    }
    let rest = words.iter().filter(|word| !more(word) && !role(word).meets(Role::STOP));
    let step = |word: &&String| among(word, STEPS);
    if rest.clone().next().is_some_and(|word| step(&word)) {
        return false;
    }
    rest.clone().next().is_none() || !rest.clone().all(|word| among(word, INFORMATION))
}

/// Whether a word is of an ordinary form, so that a label made of it says something, if not what is asked.
pub(super) fn is_ordinary(word: &str) -> bool {
    Dictionary::get().knows(&stem(word))
        || among(word, NEUTRAL)
        || among(word, ACTS)
        || among(word, INFORMATION)
        || among(word, OF_SOMEBODY)
        || is_of_something(word)
}

/// Whether a word names something that forms ask for and no fact is: "Reference".
pub(super) fn is_of_something(word: &str) -> bool {
    among(word, vocabulary::OF_FORMS)
}

/// The telling words of a text, for [`is_ordinary`].
pub(super) fn telling(text: &str) -> Vec<String> {
    let mut words = parted(text);
    words.retain(|word| !role(word).meets(Role::STOP.or(Role::BENIGN)) && !word.chars().all(char::is_numeric));
    words
}

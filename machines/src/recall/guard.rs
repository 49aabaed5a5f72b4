//! Fields that no memory fills, whatever speaks for it.
//!
//! These come before every kind of evidence, a playbook among them: what was once learned of a form does not make a
//! password or somebody else's name one of the user's facts.

use alloc::string::String;

use super::dictionary::Topic;
use super::key::key_norm;
use super::purpose::is_place;
use super::reading::{Reading, Whose};
use crate::form::fold::{fold, words};
use crate::form::model::{Field, Kind};
use crate::form::phrase::stems;
use crate::form::synonyms::Concept;
use crate::form::words::Role;
use crate::sensitive;

/// Why a field is kept from every memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Guard {
    /// It looks like a trap for programs.
    Trap,
    /// It is not shown.
    Hidden,
    /// It cannot be used.
    Disabled,
    /// It cannot be typed into.
    Readonly,
    /// It asks for a password, a code, a card or another proof of who somebody is.
    Secret,
    /// Its label, its name or a heading above it speaks of somebody else.
    OtherPerson,
    /// It is for this visit only: a search, a message, a coupon, a quantity, a puzzle.
    Transient,
    /// It asks for what was before: a former name, a previous employer.
    Former,
    /// It takes no fact: a box to tick, a file, a colour.
    Kind,
    /// It asks whether, not what.
    Question,
    /// It asks for the name or the place of a thing: an event, a school, a vehicle, a company.
    OtherThing,
    /// A heading above it has words that are not known, so that nobody can tell whom it is about.
    Untold,
    /// It takes somebody's agreement.
    Consent,
    /// By its name it stands in a row of a list of whatever: `items[1].name`.
    Row,
}

impl Guard {
    /// The word for it in reports: `another-person`, `secret`, ….
    pub const fn word(self) -> &'static str {
        match self {
            Self::Trap => "trap",
            Self::Hidden => "hidden",
            Self::Disabled => "disabled",
            Self::Readonly => "readonly",
            Self::Secret => "secret",
            Self::OtherPerson => "another-person",
            Self::Transient => "transient",
            Self::Former => "former",
            Self::Kind => "kind",
            Self::Question => "question",
            Self::OtherThing => "another-thing",
            Self::Untold => "unknown-heading",
            Self::Consent => "consent",
            Self::Row => "one-of-several",
        }
    }

    /// It in a sentence: what the field is.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Trap => "it is out of sight and looks like a trap for programs",
            Self::Hidden => "it is not shown",
            Self::Disabled => "it is disabled",
            Self::Readonly => "it is read-only",
            Self::Secret => "it asks for a secret, which is never filled from memory",
            Self::OtherPerson => "it is about another person",
            Self::Transient => "what goes in is for this visit only",
            Self::Former => "it asks for what was before",
            Self::Kind => "it is of a kind that takes no fact",
            Self::Question => "it asks whether, not what",
            Self::OtherThing => "it is about something else than the person: an event, a company, a vehicle",
            Self::Untold => "a heading above it has words that are not known: it may be about somebody else",
            Self::Consent => "whether to agree is for the person to say, each time",
            Self::Row => "by its name it is in a row of a list, and nobody can tell of what",
        }
    }
}

/// Why nothing may be filled into a field from memory, if so.
pub(crate) fn guard(field: &Field, reading: &Reading) -> Option<Guard> {
    usable(field)
        .or_else(|| secret(field, reading).then_some(Guard::Secret))
        .or_else(|| (!reading.people.is_empty() && !reading.emergency()).then_some(Guard::OtherPerson))
        .or_else(|| (reading.whose == Whose::Other).then_some(Guard::OtherPerson))
        .or_else(|| transient(field, reading).then_some(Guard::Transient))
        .or_else(|| consents(field, reading).then_some(Guard::Consent))
        .or_else(|| (reading.place.past || reading.qualifiers.meets(Role::PAST)).then_some(Guard::Former))
        .or_else(|| is_question(&reading.label).then_some(Guard::Question))
        .or_else(|| takes_none(field.kind).then_some(Guard::Kind))
}

fn usable(field: &Field) -> Option<Guard> {
    if field.trap || says_leave(field) {
        return Some(Guard::Trap);
    }
    if !field.visible {
        return Some(Guard::Hidden);
    }
    if field.disabled {
        return Some(Guard::Disabled);
    }
    field.readonly.then_some(Guard::Readonly)
}

/// Whether a field says that nobody is to fill it: a trap that its words give away.
fn says_leave(field: &Field) -> bool {
    const SAYINGS: &[&str] = &[
        "leave blank",
        "leave this blank",
        "leave empty",
        "leave this empty",
        "leave this field empty",
        "leave this field blank",
        "leave it blank",
        "leave it empty",
        "do not fill",
        "don t fill",
        "honeypot",
    ];
    let texts = [
        &field.label,
        &field.placeholder,
        &field.description,
        &field.title,
        &field.name,
        &field.id,
    ];
    texts.into_iter().any(|text| {
        let text = words(text).join(" ");
        SAYINGS.iter().any(|saying| text.contains(saying))
    })
}

/// Whether a field of this topic, standing there, asks for a thing's and not for the person's.
pub(crate) fn misplaced(topic: Topic, reading: &Reading) -> Option<Guard> {
    let Topic::Of(concept) = topic else {
        return None;
    };
    let place = reading.place;
    let named = matches!(
        concept,
        Concept::FullName | Concept::Prefix | Concept::Website | Concept::Nickname
    );
    let located = is_place(topic);
    let reached = matches!(concept, Concept::Phone | Concept::Email);
    let name = matches!(concept, Concept::FullName | Concept::GivenName | Concept::FamilyName);
    let born = matches!(
        concept,
        Concept::BirthDate | Concept::BirthDay | Concept::BirthMonth | Concept::BirthYear | Concept::Gender
    );
    let strange = place.thing && (named || located || reached || born)
        || place.business && (named && reading.vague || located || concept == Concept::Website)
        || place.payment && name;
    let untold = reading.whose == Whose::Untold && concept.personal();
    let listed = reading.row && concept.personal();
    strange
        .then_some(Guard::OtherThing)
        .or(untold.then_some(Guard::Untold))
        .or(listed.then_some(Guard::Row))
}

fn takes_none(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Checkbox
            | Kind::Checkboxes
            | Kind::Switch
            | Kind::File
            | Kind::Color
            | Kind::Range
            | Kind::Slider
            | Kind::Time
            | Kind::Datetime
            | Kind::Week
            | Kind::Month
            | Kind::Boxes
    )
}

fn secret(field: &Field, reading: &Reading) -> bool {
    let token = field.autocomplete.token.as_str();
    let passport = reading.place.passport && !matches!(token, "cc-exp" | "cc-exp-month" | "cc-exp-year");
    let card = |topic: &Topic| matches!(topic, Topic::Of(concept) if proves(*concept, passport));
    sensitive::secret(field)
        || token.starts_with("cc-")
        || token.ends_with("password")
        || token == "one-time-code"
        || reading.place.proof
        || reading.by_label.iter().any(|(topic, _)| card(topic))
        || reading.by_name.iter().any(card)
        || reading.by_hint.iter().any(card)
        || is_card_holder(&reading.label)
}

fn proves(concept: Concept, passport: bool) -> bool {
    match concept {
        Concept::CardExpiry | Concept::CardMonth | Concept::CardYear => !passport,
        Concept::Password
        | Concept::OneTimeCode
        | Concept::CardNumber
        | Concept::CardName
        | Concept::CardCode
        | Concept::CardType
        | Concept::SocialSecurity => true,
        _ => false,
    }
}

/// "ZIP of the card holder".
fn is_card_holder(label: &str) -> bool {
    let words = fold(label);
    [
        "card holder",
        "cardholder",
        "karteninhaber",
        "titulaire de la carte",
        "titular de la tarjeta",
        "titular do cartao",
    ]
    .iter()
    .any(|phrase| words.contains(phrase))
}

fn transient(field: &Field, reading: &Reading) -> bool {
    let passing = |topic: &Topic| matches!(topic, Topic::Of(concept) if passes(*concept));
    let label = stems(&reading.label);
    let hint = stems(&field.placeholder);
    let name = words(&field.name).into_iter().chain(words(&field.id));
    let words = label.into_iter().chain(hint).chain(name);
    field.kind == Kind::Search
        || field.autocomplete.token == "transaction-amount"
        // `Firma` is a signature in Spanish and a company in German.
        || reading.by_label.iter().any(|(topic, langs)| passing(topic) && langs.meets(reading.langs))
        || !reading.by_name.is_empty() && reading.by_name.iter().all(passing)
        || words.into_iter().any(|word| PASSING.contains(&word.as_str()))
        || PASSING_PHRASES
            .iter()
            .any(|phrase| fold(&reading.label).contains(phrase))
        || PASSING_INSIDE
            .iter()
            .any(|part| key_norm(&reading.label).contains(part))
}

/// What is another thing with every visit, or belongs to one site alone.
fn passes(concept: Concept) -> bool {
    matches!(
        concept,
        Concept::CoverLetter
            | Concept::Resume
            | Concept::Message
            | Concept::Subject
            | Concept::Notes
            | Concept::Coupon
            | Concept::Quantity
            | Concept::Amount
            | Concept::Search
            | Concept::StartDate
            | Concept::CustomerNumber
            | Concept::OrderNumber
            | Concept::Terms
            | Concept::Newsletter
            | Concept::Signature
    )
}

#[rustfmt::skip]
const PASSING: &[&str] = &[
    "captcha", "recaptcha", "hcaptcha", "coupon", "voucher", "promo", "promotion", "discount", "search", "query", "quantity", "qty", "invite", "invitation", "referral", "gift",
    "gutschein", "gutscheincode", "rabattcode", "suche", "menge", "anzahl", "cupon", "cantidad", "buscar", "cupom", "quantidade", "pesquisa", "kupon", "ilosc", "szukaj", "recherche", "quantite",
    "कूपन", "खोज", "मात्रा", "कैप्चा",
];
const PASSING_PHRASES: &[&str] = &[
    "characters you see",
    "characters in the image",
    "text in the image",
    "are you human",
    "not a robot",
    "find a store",
    "near you",
    "bon de reduction",
];
const PASSING_INSIDE: &[&str] = &["画像認証", "クーポン", "検索", "数量", "個数"];

/// Whether a field takes somebody's agreement, whatever kind of control it is: "I agree", `gdpr_consent`.
fn consents(field: &Field, reading: &Reading) -> bool {
    let label = fold(&reading.label);
    let names = words(&field.name).into_iter().chain(words(&field.id));
    let agrees = |word: &str| AGREEING.contains(&word) || AGREEING_STARTS.iter().any(|start| word.starts_with(start));
    label.split(' ').any(agrees)
        || names.into_iter().any(|word| agrees(&word))
        || DECLARING.iter().any(|phrase| label.contains(phrase))
        || AGREEING_INSIDE.iter().any(|part| label.contains(part))
}

#[rustfmt::skip]
const AGREEING: &[&str] = &[
    "agree", "agreed", "agrees", "accept", "accepted", "accepts", "consent", "consents", "optin", "gdpr", "rgpd", "dsgvo", "rodo",
    "zgoda", "zgody", "zgadzam", "wyrazam", "acepto", "aceptar", "aceito", "aceitar", "accepte", "acceptez", "accepter", "einverstanden", "sahmat", "sahmati", "sweekar",
    "सहमत", "सहमति", "स्वीकार",
];
const AGREEING_STARTS: &[&str] = &[
    "einwillig",
    "zustimm",
    "akzeptier",
    "akceptuj",
    "consentement",
    "consentimiento",
    "consentimento",
    "consiento",
    "consinto",
    "concord",
];
/// What somebody says for themselves, folded.
#[rustfmt::skip]
const DECLARING: &[&str] = &[
    "i authorize", "i authorise", "i confirm", "i declare", "i certify", "i acknowledge", "i understand", "i have read", "opt in", "stimme zu", "ich bestatige", "ich erklare", "habe gelesen",
    "j autorise", "je certifie", "je confirme", "je declare", "j ai lu", "autorizo", "declaro", "confirmo que", "he leido", "li e", "oswiadczam", "potwierdzam", "zapoznalem", "zapoznalam",
];
const AGREEING_INSIDE: &[&str] = &["同意", "承諾", "承認します"];

/// Whether a label asks whether: "Do you have a passport?".
fn is_question(label: &str) -> bool {
    const STARTS: &[&str] = &[
        "do",
        "does",
        "did",
        "are",
        "is",
        "was",
        "were",
        "have you",
        "has",
        "can",
        "could",
        "will",
        "would",
        "may",
        "should",
        "haben sie",
        "hast du",
        "sind sie",
        "bist du",
        "mochten sie",
        "avez vous",
        "etes vous",
        "souhaitez vous",
        "tiene",
        "es usted",
        "desea",
        "voce",
        "possui",
        "deseja",
        "czy",
        "kya",
    ];
    let folded = fold(label);
    let padded: String = folded.chars().chain([' ']).collect();
    STARTS.iter().any(|start| {
        padded.strip_prefix(start).is_some_and(|rest| rest.starts_with(' ')) && folded.len() > start.len() + 1
    })
}

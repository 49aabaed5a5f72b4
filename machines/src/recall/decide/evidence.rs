//! What a field asks for, as far as its own signals agree.

use alloc::vec::Vec;

use super::{Reason, Source};
use crate::form::model::{Field, Kind, LabelSource};
use crate::form::synonyms::{Concept as C, Langs};
use crate::form::words::Role;
use crate::recall::dictionary::Topic;
use crate::recall::reading::Reading;

/// What a field asks for, and on what evidence; no topic if it is not known. Label, token, name, placeholder and kind
/// may not contradict each other. Several topics: the label has several meanings and nothing settles which.
pub(in crate::recall) fn settle(field: &Field, reading: &Reading) -> Result<(Vec<Topic>, Source), Reason> {
    let label = in_language(reading);
    let token = reading.by_token;
    if is_piece(field) {
        return Err(Reason::Unmade);
    }
    if reading.turned {
        return Err(Reason::Contradiction);
    }
    let (mut topics, source) = match token {
        Some(token) if !label.is_empty() => (Vec::from([agreed(&label, token, reading)?]), Source::Autocomplete),
        Some(token) => {
            // A label that nobody understands may say what sets it apart.
            let apart = Role::MORE.or(Role::PAST);
            let offers_other = reading.offered.iter().any(|topic| !topic.related(token));
            let understood = !reading.by_label.is_empty() && !reading.vague;
            if reading.qualifiers.meets(apart)
                || offers_other
                || understood
                || says_something_else(field, token, reading)
            {
                return Err(Reason::Contradiction);
            }
            (Vec::from([token]), Source::Autocomplete)
        }
        None if !label.is_empty() => (label, Source::Alias),
        None if reading.label.is_empty() => (reading.by_name_alone.clone(), Source::Alias),
        None => (Vec::new(), Source::Alias),
    };
    for said in [&reading.by_name, &reading.by_hint] {
        if said.is_empty() || topics.is_empty() {
            continue;
        }
        topics.retain(|topic| said.iter().any(|said| compatible(*topic, *said)));
        if topics.is_empty() {
            return Err(Reason::Contradiction);
        }
        if topics.len() > 1 {
            let same: Vec<Topic> = topics.iter().filter(|topic| said.contains(topic)).copied().collect();
            if same.len() == 1 {
                topics = same;
            }
        }
    }
    let fitting: Vec<Topic> = topics
        .iter()
        .filter(|topic| fits_kind(field.kind, **topic))
        .copied()
        .collect();
    if fitting.is_empty() && !topics.is_empty() {
        return Err(Reason::Contradiction);
    }
    Ok((fitting, source))
}

/// Everything that a field may ask for, agreed on or not.
pub(super) fn asked(reading: &Reading) -> Vec<Topic> {
    let mut topics: Vec<Topic> = reading.by_token.into_iter().collect();
    topics.extend(reading.by_label.iter().map(|(topic, _)| *topic));
    topics.extend(&reading.by_name_alone);
    topics
}

/// What the label means in its own language. A meaning of another language counts if the label is plainly of that
/// language, or if something else says the same.
fn in_language(reading: &Reading) -> Vec<Topic> {
    let own: Vec<Topic> = reading
        .by_label
        .iter()
        .filter(|(_, langs)| langs.meets(reading.langs))
        .map(|(topic, _)| *topic)
        .collect();
    if !own.is_empty() {
        return own;
    }
    let many_words = reading.label.split_whitespace().count() > 1 || reading.langs == Langs::HI;
    let seconded = |topic: &Topic| {
        reading.by_token.is_some_and(|token| token.related(*topic))
            || reading.by_name.contains(topic)
            || reading.by_hint.contains(topic)
    };
    reading
        .by_label
        .iter()
        .filter(|(topic, langs)| many_words && langs.meets(Langs::EN) || seconded(topic))
        .map(|(topic, _)| *topic)
        .collect()
}

/// What label and token name together: the same, or the special one of the two.
fn agreed(label: &[Topic], token: Topic, reading: &Reading) -> Result<Topic, Reason> {
    if label.contains(&token) {
        return Ok(token);
    }
    let mut narrower = label
        .iter()
        .filter(|topic| topic.parent() == Some(token) || is_office(**topic, token));
    if let Some(topic) = narrower.next() {
        return if narrower.next().is_none() {
            Ok(*topic)
        } else {
            Err(Reason::Contradiction)
        };
    }
    if label == [Topic::Of(C::Email)] && token == Topic::Of(C::Username) {
        return Ok(Topic::Of(C::Email));
    }
    let wider = label.iter().any(|topic| token.parent() == Some(*topic));
    let name = reading.vague
        && label.iter().all(|topic| *topic == Topic::Of(C::FullName))
        && matches!(token, Topic::Of(C::GivenName | C::FamilyName));
    let piece = label.contains(&Topic::Of(C::BirthDate))
        && matches!(token, Topic::Of(C::BirthDay | C::BirthMonth | C::BirthYear));
    let title = reading.vague && label.contains(&Topic::Of(C::Prefix)) && token == Topic::Of(C::JobTitle);
    let line = reading.vague && label.contains(&Topic::Of(C::Street)) && token == Topic::Of(C::Line2);
    if wider || name || piece || title || line {
        return Ok(token);
    }
    Err(Reason::Contradiction)
}

/// Whether a label whose words are those of ordinary forms, and say nothing like the token, denies it: "Reference" with
/// the token of an e-mail address. A control of the token's own kind outweighs all but words for what no fact is; so does
/// a name that says the same, where the label was only found nearby.
fn says_something_else(field: &Field, token: Topic, reading: &Reading) -> bool {
    let weak = matches!(
        field.label_source,
        LabelSource::Nearby | LabelSource::Table | LabelSource::Legend | LabelSource::Placeholder | LabelSource::Title
    );
    let seconded = weak && reading.by_name.iter().any(|name| name.related(token));
    let same_kind = match token {
        Topic::Of(C::Email | C::WorkEmail) => field.kind == Kind::Email,
        Topic::Of(C::Phone | C::Mobile | C::HomePhone | C::WorkPhone) => field.kind == Kind::Tel,
        Topic::Of(C::Website) => field.kind == Kind::Url,
        Topic::Of(C::BirthDate) => matches!(field.kind, Kind::Date | Kind::DateParts),
        _ => false,
    };
    let mentions = reading.speaks_plainly && reading.mentioned.iter().any(|topic| topic.related(token));
    reading.says_other || reading.says_else && !same_kind && !seconded && !mentions
}

/// A company's address is asked for with the token of any address.
fn is_office(topic: Topic, token: Topic) -> bool {
    matches!(
        (topic, token),
        (Topic::OfficeStreet, Topic::Of(C::Street))
            | (Topic::OfficeCity, Topic::Of(C::City))
            | (Topic::OfficePostcode, Topic::Of(C::Postcode))
            | (Topic::EmergencyPhone, Topic::Of(C::Phone | C::Mobile))
    )
}

/// Whether two signals can be of one question.
fn compatible(topic: Topic, said: Topic) -> bool {
    let pair = |a: C, b: C| matches!((topic, said), (Topic::Of(one), Topic::Of(other)) if one == a && other == b || one == b && other == a);
    topic.related(said)
        || is_office(topic, said)
        || pair(C::Nationality, C::Country)
        || pair(C::BirthDate, C::BirthDay)
        || pair(C::BirthDate, C::BirthMonth)
        || pair(C::BirthDate, C::BirthYear)
        || pair(C::Street, C::HouseNumber)
        || pair(C::NationalId, C::TaxId)
        || pair(C::VatId, C::TaxId)
        || pair(C::Mobile, C::HomePhone)
        || pair(C::Username, C::Nickname)
        // An address by which one signs in.
        || matches!((topic, said), (Topic::Of(C::Email), Topic::Of(C::Username)))
        || matches!(
            (topic, said),
            (Topic::EmergencyPhone, Topic::Of(C::Phone | C::Mobile | C::HomePhone))
        )
}

/// Whether a field takes a piece of a telephone number or of an address that no fact is.
fn is_piece(field: &Field) -> bool {
    let token = field.autocomplete.token.as_str();
    matches!(
        token,
        "tel-country-code"
            | "tel-area-code"
            | "tel-extension"
            | "address-line3"
            | "address-level3"
            | "address-level4"
            | "honorific-suffix"
            | "impp"
            | "photo"
    ) || token.starts_with("tel-local")
        || matches!(field.autocomplete.contact.as_str(), "fax" | "pager")
}

/// Whether a control of this kind can ask for that.
pub(super) fn fits_kind(kind: Kind, topic: Topic) -> bool {
    let Topic::Of(concept) = topic else {
        return !matches!(kind, Kind::Email | Kind::Url | Kind::Date | Kind::DateParts);
    };
    let email = matches!(concept, C::Email | C::WorkEmail);
    let site = matches!(concept, C::Website | C::LinkedIn | C::GitHub);
    let date = matches!(concept, C::BirthDate | C::PassportExpiry);
    let words = matches!(
        concept,
        C::GivenName
            | C::FamilyName
            | C::MiddleName
            | C::FullName
            | C::Nickname
            | C::City
            | C::Country
            | C::Street
            | C::Company
            | C::JobTitle
    );
    match kind {
        Kind::Email => email,
        Kind::Url => site,
        Kind::Date | Kind::DateParts => date,
        Kind::Tel => !email && !site && !words,
        Kind::Number | Kind::Spinbutton => !email && !site && !words && !date,
        _ => true,
    }
}

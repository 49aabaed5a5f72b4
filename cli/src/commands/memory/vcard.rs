//! A person's own card, as address books write it: vCard 3 and 4 (RFC 2426, RFC 6350) and jCard (RFC 7095).

use ostler_machines::Typed;
use ostler_machines::recall::model::{Fact, Origin};
use serde_json::Value;

use crate::failure::Failure;

/// One property of a card.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Property {
    /// Its name in capitals, without its group.
    name: String,
    /// What `TYPE` says, in small letters.
    types: Vec<String>,
    /// Its place in the order of preference, the least first.
    preference: u32,
    /// Its value, taken apart where it has parts.
    parts: Vec<String>,
}

/// A card.
pub(super) type Card = Vec<Property>;

/// Reads the cards of a vCard file.
pub(super) fn read(text: &str) -> Result<Vec<Card>, Failure> {
    let mut cards: Vec<Card> = Vec::new();
    let mut open = false;
    for line in unfolded(text) {
        let Some(property) = property(&line) else { continue };
        let value = property.parts.join(";");
        match property.name.as_str() {
            "BEGIN" => {
                cards.push(Card::new());
                open = true;
            }
            "END" => open = false,
            "VERSION" if value.trim() == "2.1" => {
                return Err(Failure::usage("import-unreadable", "this card is of version 2.1")
                    .help("let the address book write version 3.0 or 4.0"));
            }
            _ if open => {
                if let Some(card) = cards.last_mut() {
                    card.push(property);
                }
            }
            _ => {}
        }
    }
    Ok(cards)
}

/// Reads jCard: one card, or a list of them.
pub(super) fn read_json(value: &Value) -> Option<Vec<Card>> {
    let items = value.as_array()?;
    let cards: Vec<&Value> = if items.first().is_some_and(Value::is_string) {
        vec![value]
    } else {
        items.iter().collect()
    };
    cards.into_iter().map(json_card).collect()
}

fn json_card(value: &Value) -> Option<Card> {
    let [kind, properties, ..] = value.as_array()?.as_slice() else {
        return None;
    };
    if kind.as_str()? != "vcard" {
        return None;
    }
    properties.as_array()?.iter().map(json_property).collect()
}

fn json_property(value: &Value) -> Option<Property> {
    let [name, parameters, _, value, ..] = value.as_array()?.as_slice() else {
        return None;
    };
    let texts = |value: &Value| match value {
        Value::Array(items) => items.iter().map(plain).collect(),
        other => vec![plain(other)],
    };
    let types = parameters.get("type").map(texts).unwrap_or_default();
    let preference = parameters.get("pref").map(plain);
    Some(Property {
        name: name.as_str()?.to_ascii_uppercase(),
        preference: preferred(preference.as_deref(), &types),
        types: types.iter().map(|text| text.to_ascii_lowercase()).collect(),
        parts: texts(value),
    })
}

/// A part's text; of several in one part, the first.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(items) => items.first().map(plain).unwrap_or_default(),
        _ => String::new(),
    }
}

/// The lines as they were before they were folded.
fn unfolded(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix([' ', '\t']), lines.last_mut()) {
            (Some(rest), Some(last)) => last.push_str(rest),
            _ => lines.push(line.into()),
        }
    }
    lines
}

fn property(line: &str) -> Option<Property> {
    let colon = outside_quotes(line, ':')?;
    let (head, value) = (&line[..colon], &line[colon + 1..]);
    let mut head = split(head, ';').into_iter();
    let name = head.next()?;
    let name = name.rsplit('.').next()?.trim().to_ascii_uppercase();
    let (mut types, mut preference) = (Vec::new(), None);
    for parameter in head {
        let (name, values) = parameter.split_once('=').unwrap_or(("TYPE", parameter));
        let values = values.trim_matches('"');
        match name.to_ascii_uppercase().as_str() {
            "TYPE" => types.extend(values.split(',').map(|text| text.trim().to_ascii_lowercase())),
            "PREF" => preference = Some(values),
            _ => {}
        }
    }
    let structured = matches!(name.as_str(), "N" | "ADR" | "ORG" | "GENDER");
    let parts = if structured {
        parts(value)
    } else {
        vec![unescaped(value)]
    };
    Some(Property {
        preference: preferred(preference, &types),
        name,
        types,
        parts,
    })
}

/// `PREF=1` comes first, then a type `pref`, then the rest.
fn preferred(preference: Option<&str>, types: &[String]) -> u32 {
    match preference.and_then(|text| text.parse().ok()) {
        Some(number) => number,
        None if types.iter().any(|text| text.eq_ignore_ascii_case("pref")) => 1,
        None => 101,
    }
}

/// Where `sign` first stands outside quotation marks.
fn outside_quotes(text: &str, sign: char) -> Option<usize> {
    let mut quoted = false;
    text.char_indices()
        .find(|(_, c)| {
            quoted ^= *c == '"';
            !quoted && *c == sign
        })
        .map(|(at, _)| at)
}

fn split(mut text: &str, sign: char) -> Vec<&str> {
    let mut pieces = Vec::new();
    while let Some(at) = outside_quotes(text, sign) {
        pieces.push(&text[..at]);
        text = &text[at + sign.len_utf8()..];
    }
    pieces.push(text);
    pieces
}

/// The parts of a value, taken apart at semicolons that no backslash stands before.
fn parts(value: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut escaped = false;
    for c in value.chars() {
        if c == ';' && !escaped {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(c);
        }
        escaped = c == '\\' && !escaped;
    }
    parts.iter().map(|part| unescaped(part)).collect()
}

fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('n' | 'N') => text.push('\n'),
                Some(other) => text.push(other),
                None => {}
            },
            (c, false) => text.push(c),
        }
    }
    text
}

/// The facts of the one card. Several are several people's, and nobody says whose memory this is.
pub(super) fn facts(cards: &[Card]) -> Result<Vec<Fact>, Failure> {
    let [card] = cards else {
        let words = format!("the file holds {} cards, and memory is of one person", cards.len());
        return Err(Failure::usage("import-several", words).help("let the address book write your own card alone"));
    };
    let mut properties: Vec<&Property> = card.iter().collect();
    properties.sort_by_key(|property| property.preference);
    let mut facts = Vec::new();
    for property in properties {
        for (key, value) in said(property) {
            let value = value.trim();
            let known = facts.iter().any(|fact: &Fact| fact.key == key);
            if !value.is_empty() && !known {
                facts.push(Fact {
                    key: key.into(),
                    value: Typed::new(value),
                    origin: Origin::Saved,
                    ..Fact::default()
                });
            }
        }
    }
    Ok(facts)
}

/// What a property says, under the keys that facts of its kind go by.
fn said(property: &Property) -> Vec<(&'static str, String)> {
    let is = |kind: &str| property.types.iter().any(|text| text == kind);
    let part = |at: usize| property.parts.get(at).cloned().unwrap_or_default();
    let whole = || part(0);
    match property.name.as_str() {
        "FN" => vec![("full name", whole())],
        "N" => vec![
            ("surname", part(0)),
            ("first name", part(1)),
            ("middle name", part(2)),
            ("title", part(3)),
        ],
        "NICKNAME" => vec![("preferred name", whole().split(',').next().unwrap_or_default().into())],
        "EMAIL" => vec![(if is("work") { "work email" } else { "email" }, whole())],
        "TEL" if is("fax") || is("pager") || is("text") && !is("cell") => vec![],
        "TEL" => {
            let number = whole();
            let number = number.strip_prefix("tel:").unwrap_or(&number).to_owned();
            let key = if is("cell") {
                "mobile"
            } else if is("work") {
                "work phone"
            } else if is("home") {
                "home phone"
            } else {
                "phone"
            };
            vec![(key, number)]
        }
        "ADR" if is("work") => vec![
            ("company street", part(2)),
            ("company city", part(3)),
            ("company postcode", part(5)),
        ],
        "ADR" => vec![
            ("street", part(2)),
            ("address line 2", part(1)),
            ("city", part(3)),
            ("state", part(4)),
            ("postcode", part(5)),
            ("country", part(6)),
        ],
        "ORG" => vec![("company", part(0)), ("department", part(1))],
        "TITLE" => vec![("job title", whole())],
        "BDAY" => day(&whole())
            .map(|day| vec![("date of birth", day)])
            .unwrap_or_default(),
        "GENDER" => match whole().as_str() {
            "M" => vec![("gender", "male".into())],
            "F" => vec![("gender", "female".into())],
            _ => vec![],
        },
        "URL" => vec![("website", whole())],
        "LANG" => vec![("preferred language", whole())],
        _ => vec![],
    }
}

/// A day that is known in full, as 1815-12-10.
fn day(text: &str) -> Option<String> {
    let digits: String = text.split('T').next()?.chars().filter(|c| *c != '-').collect();
    let whole = digits.len() == 8 && digits.bytes().all(|c| c.is_ascii_digit()) && !text.starts_with('-');
    whole.then(|| format!("{}-{}-{}", &digits[..4], &digits[4..6], &digits[6..]))
}

#[cfg(test)]
mod tests {
    use super::{facts, read, read_json};

    fn told(cards: &[super::Card]) -> Vec<(String, String)> {
        let facts = facts(cards).unwrap();
        facts
            .into_iter()
            .map(|fact| (fact.key, fact.value.into_inner()))
            .collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect()
    }

    #[test]
    fn a_card_of_version_4_is_read() {
        let text = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\\, Countess of\r\n  Lovelace\r\nN:Lovelace;Ada;Augusta;Lady;\r\n\
            item1.EMAIL;TYPE=work:ada@work.example\r\nEMAIL;PREF=2:old@home.example\r\nEMAIL;PREF=1:ada@home.example\r\n\
            TEL;VALUE=uri;TYPE=\"voice,cell\":tel:+44-7400-123456\r\nTEL;TYPE=fax:1\r\n\
            ADR;LABEL=\"12 St James's Square: London\":;Flat 3;12 St James's Square;London;;SW1Y 4JH;United Kingdom\r\n\
            BDAY:18151210\r\nGENDER:F\r\nNOTE:secret\r\nEND:VCARD\r\n";
        let expected = pairs(&[
            ("email", "ada@home.example"),
            ("full name", "Ada, Countess of Lovelace"),
            ("surname", "Lovelace"),
            ("first name", "Ada"),
            ("middle name", "Augusta"),
            ("title", "Lady"),
            ("work email", "ada@work.example"),
            ("mobile", "+44-7400-123456"),
            ("street", "12 St James's Square"),
            ("address line 2", "Flat 3"),
            ("city", "London"),
            ("postcode", "SW1Y 4JH"),
            ("country", "United Kingdom"),
            ("date of birth", "1815-12-10"),
            ("gender", "female"),
        ]);
        assert_eq!(told(&read(text).unwrap()), expected);
    }

    #[test]
    fn a_card_of_version_3_is_read() {
        let text = "begin:vcard\nversion:3.0\nN:Babbage;Charles;;;\nORG:Analytical\\; Engines;Research\nTITLE:Inventor\n\
            TEL;type=WORK;type=VOICE;type=pref:+44 20 7946 0000\nTEL;TYPE=HOME:1\nADR;TYPE=WORK:;;1 Dorset Street;London;;W1U;\n\
            BDAY:1791-12-26T00:00:00Z\nURL:https://example.com/~cb\nend:vcard\n";
        let expected = pairs(&[
            ("work phone", "+44 20 7946 0000"),
            ("surname", "Babbage"),
            ("first name", "Charles"),
            ("company", "Analytical; Engines"),
            ("department", "Research"),
            ("job title", "Inventor"),
            ("home phone", "1"),
            ("company street", "1 Dorset Street"),
            ("company city", "London"),
            ("company postcode", "W1U"),
            ("date of birth", "1791-12-26"),
            ("website", "https://example.com/~cb"),
        ]);
        assert_eq!(told(&read(text).unwrap()), expected);
    }

    #[test]
    fn a_jcard_is_read() {
        let value = serde_json::json!(["vcard", [
            ["version", {}, "text", "4.0"],
            ["n", {}, "text", ["Lovelace", "Ada", ["Augusta", "B"], "", ""]],
            ["email", {"type": ["work"], "pref": "1"}, "text", "ada@work.example"],
            ["tel", {"type": ["voice", "cell"]}, "uri", "tel:+447400123456"],
            ["bday", {}, "date", "--12-10"]
        ]]);
        let expected = pairs(&[
            ("work email", "ada@work.example"),
            ("surname", "Lovelace"),
            ("first name", "Ada"),
            ("middle name", "Augusta"),
            ("mobile", "+447400123456"),
        ]);
        assert_eq!(told(&read_json(&value).unwrap()), expected);
        assert_eq!(told(&read_json(&serde_json::json!([value])).unwrap()), expected);
        for bad in [
            serde_json::json!({}),
            serde_json::json!(["vcalendar", []]),
            serde_json::json!([1, 2]),
        ] {
            assert!(read_json(&bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn several_cards_and_old_ones_are_refused() {
        let two = "BEGIN:VCARD\nFN:A\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD\n";
        assert_eq!(facts(&read(two).unwrap()).unwrap_err().code, "import-several");
        assert!(facts(&[]).is_err());
        let old = "BEGIN:VCARD\nVERSION:2.1\nFN:A\nEND:VCARD\n";
        assert!(read(old).unwrap_err().message.contains("2.1"));
    }
}

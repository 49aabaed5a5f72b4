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
    /// The group that it is in, which a label may be in too.
    group: Option<String>,
    /// What `TYPE` says, in small letters.
    types: Vec<String>,
    /// Its place in the order of preference, the least first.
    preference: u32,
    /// Its value, taken apart where it has parts.
    parts: Vec<String>,
}

/// A card.
pub(super) type Card = Vec<Property>;

/// What is known of the person by the card, and what of it is not taken, in words without values.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) facts: Vec<Fact>,
    pub(super) left_out: Vec<String>,
}

/// What a label in the person's own words means, where it says no more than a type does.
const LABELS: &[(&str, &str)] = &[
    ("home", "home"),
    ("private", "home"),
    ("privat", "home"),
    ("personal", "home"),
    ("work", "work"),
    ("office", "work"),
    ("arbeit", "work"),
    ("büro", "work"),
    ("mobile", "cell"),
    ("cell", "cell"),
    ("handy", "cell"),
    ("mobil", "cell"),
    ("iphone", "cell"),
    ("main", "voice"),
    ("other", "voice"),
    ("homepage", "home"),
    ("homefax", "fax"),
    ("workfax", "fax"),
    ("otherfax", "fax"),
    ("fax", "fax"),
    ("pager", "pager"),
];

/// Reads the cards of a vCard file.
pub(super) fn read(text: &str) -> Result<Vec<Card>, Failure> {
    let mut cards: Vec<Card> = Vec::new();
    let mut open = false;
    for line in unfolded(text) {
        let Some(property) = property(&line) else { continue };
        let value = property.parts.join(";");
        match property.name.as_str() {
            "BEGIN" if open => return Err(cut_off()),
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
    if open { Err(cut_off()) } else { Ok(cards) }
}

fn cut_off() -> Failure {
    Failure::usage("import-unreadable", "the card is cut off: its END:VCARD is missing")
        .help("let the address book write it again; nothing was taken from this one")
}

/// Reads jCard: one card, or a list of them.
pub(super) fn read_json(value: &Value) -> Option<Vec<Card>> {
    let items = value.as_array()?;
    let cards: Vec<&Value> = if items.first().is_some_and(Value::is_string) {
        vec![value]
    } else {
        items.iter().collect()
    };
    let cards: Option<Vec<Card>> = cards.into_iter().map(json_card).collect();
    cards.filter(|cards| !cards.is_empty())
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
        group: parameters.get("group").map(|group| plain(group).to_ascii_lowercase()),
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
    let (group, name) = match name.rsplit_once('.') {
        Some((group, name)) => (Some(group.trim().to_ascii_lowercase()), name),
        None => (None, name),
    };
    let name = name.trim().to_ascii_uppercase();
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
        group,
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
pub(super) fn facts(cards: &[Card]) -> Result<Read, Failure> {
    let [card] = cards else {
        let words = format!("the file holds {} cards, and memory is of one person", cards.len());
        return Err(Failure::usage("import-several", words).help("let the address book write your own card alone"));
    };
    let says = |name: &str, kinds: &[&str]| {
        card.iter().any(|property| {
            let value = property.parts.first().map_or("", |part| part.trim());
            property.name == name && kinds.iter().any(|kind| value.eq_ignore_ascii_case(kind))
        })
    };
    if says("KIND", &["org", "group", "location"]) || says("X-ABSHOWAS", &["company"]) {
        return Err(Failure::usage(
            "import-no-person",
            "this card is of a company, a group or a place, and of no person",
        )
        .help("let the address book write your own card"));
    }
    let mut properties: Vec<&Property> = card.iter().collect();
    properties.sort_by_key(|property| property.preference);
    let mut read = Read::default();
    let mut taken: Vec<&'static str> = Vec::new();
    for property in properties {
        let mut types = property.types.clone();
        let label = label(card, property);
        match label.as_deref().map(meaning) {
            Some(Some(kind)) => types.push(kind.into()),
            Some(None) if !said(property, &types).is_empty() => {
                let label = label.unwrap_or_default();
                let what = said(property, &types)[0].0;
                read.left_out
                    .push(format!("a {what} that is called {label:?}: it may be somebody else's"));
                continue;
            }
            _ => {}
        }
        let mut values = said(property, &types);
        for (_, value) in &mut values {
            *value = value.trim().into();
        }
        values.retain(|(_, value)| !value.is_empty());
        let Some(what) = values.first().map(|(key, _)| unit(key)) else {
            continue;
        };
        // What belongs together is of one property: half of one address and half of another is nobody's.
        if taken.contains(&what) {
            let facts = &read.facts;
            let is_known = |(key, value): &(&str, String)| {
                facts
                    .iter()
                    .any(|fact| fact.key == *key && fact.value.reveal() == value)
            };
            if !values.iter().all(is_known) {
                read.left_out.push(format!(
                    "another {what}: the card says which is preferred, else the first is taken"
                ));
            }
            continue;
        }
        taken.push(what);
        for (key, value) in values {
            read.facts.push(Fact {
                key: key.into(),
                value: Typed::new(value),
                origin: Origin::Saved,
                ..Fact::default()
            });
        }
    }
    Ok(read)
}

/// What a key is a part of.
fn unit(key: &'static str) -> &'static str {
    match key {
        "surname" | "first name" | "middle name" | "title" => "name",
        "street" | "address line 2" | "city" | "state" | "postcode" | "country" => "address",
        "company street" | "company city" | "company postcode" => "company address",
        "company" | "department" => "company",
        other => other,
    }
}

/// The label of a property's group, as its owner wrote it or as Apple's address book spells its own (`_$!<Work>!$_`).
fn label(card: &Card, property: &Property) -> Option<String> {
    let group = property.group.as_ref()?;
    let own = |other: &&Property| other.name == "X-ABLABEL" && other.group.as_ref() == Some(group);
    let label = card.iter().find(own)?.parts.first()?.trim();
    let label = label
        .strip_prefix("_$!<")
        .and_then(|label| label.strip_suffix(">!$_"))
        .unwrap_or(label);
    (!label.is_empty()).then(|| label.to_owned())
}

/// The type that a label means; nothing if it may mean somebody else.
fn meaning(label: &str) -> Option<&'static str> {
    let spelled = label.to_lowercase();
    LABELS.iter().find(|(own, _)| spelled == *own).map(|(_, kind)| *kind)
}

/// What a property says, under the keys that facts of its kind go by.
fn said(property: &Property, types: &[String]) -> Vec<(&'static str, String)> {
    let is = |kind: &str| types.iter().any(|text| text == kind);
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
            let key = if is("work") {
                "work phone"
            } else if is("cell") {
                "mobile"
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
        let read = facts(cards).unwrap();
        assert_eq!(read.left_out, Vec::<String>::new());
        read.facts
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
            item1.EMAIL;TYPE=work:ada@work.example\r\nEMAIL;PREF=2:ada@home.example\r\nEMAIL;PREF=1:ada@home.example\r\n\
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
    #[test]
    fn of_several_the_preferred_one_is_taken_and_the_rest_is_told() {
        let card = |lines: &str| {
            let text = format!("BEGIN:VCARD\nVERSION:3.0\n{lines}\nEND:VCARD\n");
            let read = facts(&read(&text).unwrap()).unwrap();
            let facts: Vec<String> = read
                .facts
                .into_iter()
                .map(|fact| format!("{}={}", fact.key, fact.value.into_inner()))
                .collect();
            (facts.join(" "), read.left_out)
        };
        let table = [
            ("TEL;TYPE=CELL:1\nTEL;TYPE=CELL,PREF:2", "mobile=2", "another mobile"),
            (
                "TEL;TYPE=CELL:1\nTEL;TYPE=CELL;TYPE=WORK:2",
                "mobile=1 work phone=2",
                "",
            ),
            ("TEL;TYPE=CELL:1\nTEL;TYPE=CELL:1", "mobile=1", ""),
            ("EMAIL:a@b.c\nEMAIL;TYPE=HOME:d@e.f", "email=a@b.c", "another email"),
            // Half of one address and half of another is nobody's.
            (
                "ADR:;;1 Dorset Street;London;;;\nADR;TYPE=HOME:;;;Paris;;75001;France",
                "street=1 Dorset Street city=London",
                "another address",
            ),
            ("ADR:;;;;;;\nADR:;;;Paris;;;", "city=Paris", ""),
            ("i.TEL:1\ni.X-ABLabel:Mother", "", "a phone that is called \"Mother\""),
            ("i.TEL:1\ni.X-ABLabel:_$!<Mobile>!$_", "mobile=1", ""),
            (
                "i.TEL:1\ni.X-ABLabel:_$!<Assistant>!$_",
                "",
                "a phone that is called \"Assistant\"",
            ),
            ("i.TEL;type=pref:1\ni.X-ABLabel:Handy", "mobile=1", ""),
            ("i.NOTE:1\ni.X-ABLabel:Mother", "", ""),
        ];
        for (lines, wanted, told) in table {
            let (facts, left_out) = card(lines);
            assert_eq!(facts, wanted, "{lines}");
            match told {
                "" => assert_eq!(left_out, Vec::<String>::new(), "{lines}"),
                told => assert!(
                    left_out.len() == 1 && left_out[0].starts_with(told),
                    "{lines}: {left_out:?}"
                ),
            }
        }
    }

    #[test]
    fn what_is_cut_off_or_no_person_is_refused() {
        for text in [
            "BEGIN:VCARD\nFN:A\n",
            "BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nFN:B\nEND:VCARD\n",
        ] {
            assert!(read(text).unwrap_err().message.contains("cut off"), "{text}");
        }
        for line in ["KIND:org", "kind:ORG", "KIND:group", "X-ABShowAs:COMPANY"] {
            let text = format!("BEGIN:VCARD\n{line}\nFN:Engines Ltd\nEND:VCARD\n");
            assert_eq!(
                facts(&read(&text).unwrap()).unwrap_err().code,
                "import-no-person",
                "{line}"
            );
        }
        let text = "BEGIN:VCARD\nKIND:individual\nFN:A\nEND:VCARD\n";
        assert_eq!(facts(&read(text).unwrap()).unwrap().facts.len(), 1);
    }
}

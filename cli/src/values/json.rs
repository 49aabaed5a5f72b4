//! JSON with lines, literal numbers and every key as often as it stands there.

use std::borrow::Cow;
use std::fmt;

use ostler_machines::Typed;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer as _};
use serde_json::value::RawValue;

use super::tree::{At, DEPTH, Lines, Node, too_deep};
use crate::failure::Failure;

/// Reads all of `text`; `name` is what errors call the file.
pub(super) fn parse(name: &str, text: &str) -> Result<At<Node>, Failure> {
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| wrong(name, text, &error))?;
    let lines = Lines::of(text);
    Reader { name, text, lines }.node(raw, 0)
}

/// The members of an object, in order, every key as often as it stands there; none if it is no object.
pub(crate) fn members(raw: &RawValue) -> Option<Vec<(Cow<'_, str>, &RawValue)>> {
    serde_json::Deserializer::from_str(raw.get())
        .deserialize_map(Entries)
        .ok()
}

fn wrong(name: &str, text: &str, error: &serde_json::Error) -> Failure {
    let message = if text.trim().is_empty() {
        format!("{name} is empty")
    } else {
        let (line, column) = (error.line(), error.column());
        let words = error.to_string();
        let reason = words.split(" at line ").next().unwrap_or(&words);
        format!("{name}, line {line}, column {column} is not JSON: {reason}")
    };
    Failure::usage("data-syntax", message).help("texts and keys stand in double quotes; no comma after the last")
}

struct Reader<'a> {
    name: &'a str,
    text: &'a str,
    lines: Lines,
}

impl<'a> Reader<'a> {
    /// Where `part`, which is a slice of the text, begins.
    fn line(&self, part: &str) -> usize {
        let at = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        self.lines.at(at)
    }

    fn node(&self, raw: &'a RawValue, depth: usize) -> Result<At<Node>, Failure> {
        let source = raw.get();
        let line = self.line(source);
        if depth > DEPTH {
            return Err(too_deep(self.name, line));
        }
        let broken = |error: serde_json::Error| wrong(self.name, self.text, &error);
        let mut json = serde_json::Deserializer::from_str(source);
        let value = match source.as_bytes().first() {
            Some(b'n') => Node::Null,
            Some(b't') => Node::Bool(true),
            Some(b'f') => Node::Bool(false),
            Some(b'"') => Node::Text(String::deserialize(&mut json).map_err(broken)?.into()),
            Some(b'[') => {
                let items = json.deserialize_seq(Items).map_err(broken)?;
                Node::List(
                    items
                        .into_iter()
                        .map(|item| self.node(item, depth + 1))
                        .collect::<Result<_, _>>()?,
                )
            }
            Some(b'{') => {
                let entries = json.deserialize_map(Entries).map_err(broken)?;
                let entry = |(key, raw): (Cow<'a, str>, &'a RawValue)| {
                    let line = match &key {
                        Cow::Borrowed(slice) => self.line(slice),
                        Cow::Owned(_) => self.line(raw.get()),
                    };
                    Ok((
                        At {
                            line,
                            value: key.into_owned(),
                        },
                        self.node(raw, depth + 1)?,
                    ))
                };
                Node::Map(entries.into_iter().map(entry).collect::<Result<_, Failure>>()?)
            }
            _ => Node::Number(Typed::new(source)),
        };
        Ok(At { line, value })
    }
}

struct Items;

impl<'de> Visitor<'de> for Items {
    type Value = Vec<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = items.next_element()? {
            all.push(item);
        }
        Ok(all)
    }
}

struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some(Key(key)) = entries.next_key()? {
            all.push((key, entries.next_value()?));
        }
        Ok(all)
    }
}

/// A key that is borrowed from the text where it has no escapes, which tells its line.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

#[cfg(test)]
mod tests {
    use super::{Node, parse};

    #[test]
    fn numbers_stay_as_they_were_written() {
        for literal in ["0.10", "1e3", "123456789012345678901234567890", "-0"] {
            assert_eq!(
                parse("d", literal).unwrap().value,
                Node::Number(literal.into()),
                "{literal}"
            );
        }
    }

    #[test]
    fn escapes_and_surrogate_pairs_are_read() {
        assert_eq!(
            parse("d", r#""a\/\ud83d\ude00\n""#).unwrap().value,
            Node::Text("a/😀\n".into())
        );
    }

    #[test]
    fn an_error_names_its_place_and_not_the_text_around_it() {
        let failure = parse("d.json", "{\n  \"A\": hunter2\n}").unwrap_err();
        assert_eq!(failure.code, "data-syntax");
        assert!(
            failure.message.contains("d.json, line 2, column 8"),
            "{}",
            failure.message
        );
        assert!(!failure.message.contains("hunter2"));
        assert!(parse("d.json", "  \n").unwrap_err().message.contains("is empty"));
    }

    #[test]
    fn a_bottomless_file_is_refused() {
        let text = format!("{}1{}", "[".repeat(100), "]".repeat(100));
        assert_eq!(parse("d", &text).unwrap_err().code, "data-shape");
        let text = "[".repeat(100_000);
        assert_eq!(parse("d", &text).unwrap_err().code, "data-syntax");
    }
}

//! YAML 1.2 (core schema) with lines and literal numbers.

use std::borrow::Cow;

use ostler_machines::Typed;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput, Tag};

use super::tree::{At, DEPTH, Node, is_decimal, too_deep};
use crate::failure::Failure;

/// Reads the one document of `text`; `name` is what errors call the file.
pub(super) fn parse(name: &str, text: &str) -> Result<At<Node>, Failure> {
    let mut reader = Reader {
        name,
        parser: Parser::new_from_str(text),
    };
    loop {
        let (event, span) = reader.next()?;
        match event {
            Event::StreamStart | Event::DocumentStart(_) => {}
            Event::StreamEnd => return Err(reader.wrong(1, "nothing in it")),
            first => {
                let root = reader.node(first, span, 0)?;
                return reader.end(root);
            }
        }
    }
}

struct Reader<'a> {
    name: &'a str,
    parser: Parser<'a, StrInput<'a>>,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<(Event<'a>, Span), Failure> {
        match self.parser.next() {
            Some(Ok(next)) => Ok(next),
            Some(Err(error)) => Err(self.broken(&error)),
            None => Err(self.wrong(1, "it ends too early")),
        }
    }

    fn broken(&self, error: &ScanError) -> Failure {
        self.wrong(error.marker().line(), error.info())
    }

    fn wrong(&self, line: usize, reason: &str) -> Failure {
        let message = format!("{}, line {line} is not YAML that can be used: {reason}", self.name);
        Failure::usage("data-syntax", message).help("write one `Label: value` a line")
    }

    /// Nothing may follow the root but the end.
    fn end(&mut self, root: At<Node>) -> Result<At<Node>, Failure> {
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => return Ok(root),
                Event::DocumentStart(_) => {
                    return Err(self.wrong(span.start.line(), "a second document begins"));
                }
                _ => {}
            }
        }
    }

    fn node(&mut self, event: Event<'a>, span: Span, depth: usize) -> Result<At<Node>, Failure> {
        let line = span.start.line();
        if depth > DEPTH {
            return Err(too_deep(self.name, line));
        }
        let value = match event {
            Event::Scalar(text, style, _, tag) => self.scalar(text, style, tag.as_deref(), line)?,
            Event::SequenceStart(..) => {
                let mut items = Vec::new();
                loop {
                    match self.next()? {
                        (Event::SequenceEnd, _) => break Node::List(items),
                        (event, span) => items.push(self.node(event, span, depth + 1)?),
                    }
                }
            }
            Event::MappingStart(..) => {
                let mut entries = Vec::new();
                loop {
                    let key = match self.next()? {
                        (Event::MappingEnd, _) => break,
                        (Event::Scalar(text, ..), span) => At {
                            line: span.start.line(),
                            value: text.into_owned(),
                        },
                        (_, span) => return Err(self.wrong(span.start.line(), "a key that is no text")),
                    };
                    if key.value == "<<" {
                        return Err(self.wrong(key.line, "merge keys are not read"));
                    }
                    let (event, span) = self.next()?;
                    entries.push((key, self.node(event, span, depth + 1)?));
                }
                Node::Map(entries)
            }
            // An alias can be written out; resolving it would let a short file ask for gigabytes.
            Event::Alias(_) => return Err(self.wrong(line, "aliases are not read, write the value out")),
            _ => return Err(self.wrong(line, "it ends too early")),
        };
        Ok(At { line, value })
    }

    fn scalar(&self, text: Cow<'a, str>, style: ScalarStyle, tag: Option<&Tag>, line: usize) -> Result<Node, Failure> {
        let text = Typed::new(text);
        match tag {
            None => {}
            Some(tag) if tag.is_yaml_core_schema() && tag.suffix == "str" => return Ok(Node::Text(text)),
            Some(_) => return Err(self.wrong(line, "a tag other than !!str")),
        }
        if style != ScalarStyle::Plain {
            return Ok(Node::Text(text));
        }
        Ok(match text.reveal() {
            "" | "~" | "null" | "Null" | "NULL" => Node::Null,
            "true" | "True" | "TRUE" => Node::Bool(true),
            "false" | "False" | "FALSE" => Node::Bool(false),
            number if is_decimal(number) => Node::Number(text),
            _ => Node::Text(text),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Node, parse};

    #[test]
    fn plain_scalars_follow_the_core_schema_and_what_is_doubtful_stays_text() {
        let table = [
            ("36", Node::Number("36".into())),
            ("1.50", Node::Number("1.50".into())),
            ("\"36\"", Node::Text("36".into())),
            ("01234", Node::Text("01234".into())),
            ("+351 912", Node::Text("+351 912".into())),
            ("0x1f", Node::Text("0x1f".into())),
            ("2001-03-05", Node::Text("2001-03-05".into())),
            ("no", Node::Text("no".into())),
            ("NO", Node::Text("NO".into())),
            ("true", Node::Bool(true)),
            ("~", Node::Null),
            ("!!str 5", Node::Text("5".into())),
            ("'it''s'", Node::Text("it's".into())),
            ("|-\n  a\n  b", Node::Text("a\nb".into())),
        ];
        for (text, expected) in table {
            assert_eq!(parse("d", text).unwrap().value, expected, "{text}");
        }
    }

    #[test]
    fn keys_keep_their_lines() {
        let root = parse("d", "A: 1\n\n# note\nB:\n  C: 2\n").unwrap();
        let Node::Map(entries) = root.value else {
            panic!("a map")
        };
        let lines: Vec<(usize, &str)> = entries.iter().map(|(key, _)| (key.line, key.value.as_str())).collect();
        assert_eq!(lines, [(1, "A"), (4, "B")]);
    }

    #[test]
    fn what_is_not_read_is_refused_with_its_line() {
        let table = [
            ("A: &x 1\nB: *x", "line 2"),
            ("A: 1\n---\nB: 2", "line 2"),
            ("A: !!binary aGk=", "line 1"),
            ("? [a, b]\n: c", "no text"),
            ("a: 1\n<<: {b: 2}", "merge"),
            ("A: [1, 2", "line"),
            ("A: \"open", "line"),
            ("", "nothing in it"),
            ("# only a comment\n", "nothing in it"),
        ];
        for (text, words) in table {
            let failure = parse("d.yaml", text).expect_err(text);
            assert_eq!(
                (failure.code.as_str(), failure.exit.code()),
                ("data-syntax", 2),
                "{text}"
            );
            assert!(failure.message.contains(words), "{text}: {}", failure.message);
        }
    }
}

//! TOML with lines and literal numbers.

use ostler_machines::Typed;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::tree::{At, DEPTH, Lines, Node, is_decimal, too_deep};
use crate::failure::Failure;

/// Reads all of `text`; `name` is what errors call the file.
pub(super) fn parse(name: &str, text: &str) -> Result<At<Node>, Failure> {
    let lines = Lines::of(text);
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let message = format!("{name}, line {} is not TOML: {}", lines.at(at), error.message());
        Failure::usage("data-syntax", message).help("write one `\"Label\" = \"value\"` a line")
    })?;
    let reader = Reader { name, lines };
    Ok(At {
        line: 1,
        value: reader.table(table.get_ref(), 0)?,
    })
}

struct Reader<'a> {
    name: &'a str,
    lines: Lines,
}

impl Reader<'_> {
    fn table(&self, table: &DeTable<'_>, depth: usize) -> Result<Node, Failure> {
        // The parser collects a table wherever its lines stand; the order of the file is that of the keys' places.
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let entry = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
            let text: &std::borrow::Cow<'_, str> = key.get_ref();
            let key = At {
                line: self.lines.at(key.span().start),
                value: text.to_string(),
            };
            Ok((key, self.node(value, depth + 1)?))
        };
        Ok(Node::Map(
            entries.into_iter().map(entry).collect::<Result<_, Failure>>()?,
        ))
    }

    fn node(&self, value: &Spanned<DeValue<'_>>, depth: usize) -> Result<At<Node>, Failure> {
        let line = self.lines.at(value.span().start);
        if depth > DEPTH {
            return Err(too_deep(self.name, line));
        }
        let node = match value.get_ref() {
            DeValue::String(text) => Node::Text(Typed::new(text.as_ref())),
            DeValue::Boolean(yes) => Node::Bool(*yes),
            DeValue::Integer(number) => self.number(number.as_str(), number.radix() == 10, line)?,
            DeValue::Float(number) => self.number(number.as_str(), true, line)?,
            DeValue::Datetime(moment) => Node::Text(moment.to_string().into()),
            DeValue::Array(items) => Node::List(
                items
                    .iter()
                    .map(|item| self.node(item, depth + 1))
                    .collect::<Result<_, _>>()?,
            ),
            DeValue::Table(table) => self.table(table, depth)?,
        };
        Ok(At { line, value: node })
    }

    fn number(&self, literal: &str, decimal: bool, line: usize) -> Result<Node, Failure> {
        let plain = literal.strip_prefix('+').unwrap_or(literal);
        if decimal && is_decimal(plain) {
            return Ok(Node::Number(plain.into()));
        }
        let message = format!(
            "{}, line {line}: a number that is not written in decimal digits",
            self.name
        );
        Err(Failure::usage("data-shape", message).help("write it in decimal, or in quotes if it is text"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Node, parse};

    fn entries(text: &str) -> Vec<(usize, String, Node)> {
        let Node::Map(entries) = parse("d.toml", text).unwrap().value else {
            panic!("a table")
        };
        entries
            .into_iter()
            .map(|(key, node)| (key.line, key.value, node.value))
            .collect()
    }

    #[test]
    fn values_keep_their_text_and_keys_their_lines_and_order() {
        let text =
            "\"Zip\" = \"4000\"\nAge = 36\nRate = 1.50\nBorn = 1815-12-10\nAt = 09:30:00\nBig = 1_000\nOk = true\n";
        let expected = [
            (1, "Zip", Node::Text("4000".into())),
            (2, "Age", Node::Number("36".into())),
            (3, "Rate", Node::Number("1.50".into())),
            (4, "Born", Node::Text("1815-12-10".into())),
            (5, "At", Node::Text("09:30:00".into())),
            (6, "Big", Node::Number("1000".into())),
            (7, "Ok", Node::Bool(true)),
        ];
        let found = entries(text);
        assert_eq!(found.len(), expected.len());
        for ((line, key, node), found) in expected.into_iter().zip(found) {
            assert_eq!((line, key.to_string(), node), found, "{key}");
        }
    }

    #[test]
    fn what_is_not_toml_is_refused_with_its_line() {
        let table = [
            ("a = 1\na = 2", "data-syntax", "line 2"),
            ("a = ", "data-syntax", "line 1"),
            ("a = 0x1f", "data-shape", "line 1"),
            ("\na = nan", "data-shape", "line 2"),
        ];
        for (text, code, words) in table {
            let failure = parse("d.toml", text).expect_err(text);
            assert_eq!(failure.code, code, "{text}");
            assert!(failure.message.contains(words), "{text}: {}", failure.message);
        }
    }
}

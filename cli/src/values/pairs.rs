//! From the tree of a data file to keys and wishes.

use ostler_machines::Typed;
use ostler_machines::form::value::Wish;

use super::Pair;
use super::tree::{At, Node};
use crate::failure::Failure;

/// The most that one value may hold, in bytes.
const VALUE_LIMIT: usize = 1 << 20;

/// The most keys that are taken: more than any form asks.
const KEYS: usize = 10_000;

/// The pairs of a whole file: an object, or a list of `{key, value}`.
pub(super) fn flatten(name: &str, root: At<Node>) -> Result<Vec<Pair>, Failure> {
    let mut pairs = Vec::new();
    match root.value {
        Node::Map(entries) => {
            for (key, value) in entries {
                add(name, &mut pairs, "", &key, value)?;
            }
        }
        Node::List(items) => {
            for item in items {
                let (key, value) = entry(name, item)?;
                add(name, &mut pairs, "", &key, value)?;
            }
        }
        other => {
            return Err(shape(
                name,
                root.line,
                &format!("this is {}, not an object", other.word()),
            ));
        }
    }
    Ok(pairs)
}

/// One `{key, value}` of a list.
fn entry(name: &str, item: At<Node>) -> Result<(At<String>, At<Node>), Failure> {
    let line = item.line;
    let wrong = || {
        shape(
            name,
            line,
            "every item of the list must be an object of `key` and `value`",
        )
    };
    let Node::Map(entries) = item.value else {
        return Err(wrong());
    };
    let (mut key, mut value) = (None, None);
    for (field, content) in entries {
        match (field.value.as_str(), content.value) {
            ("key", Node::Text(text)) if key.is_none() => {
                key = Some(At {
                    line: field.line,
                    value: text.into_inner(),
                });
            }
            ("value", node) if value.is_none() => {
                value = Some(At {
                    line: content.line,
                    value: node,
                });
            }
            _ => return Err(wrong()),
        }
    }
    key.zip(value).ok_or_else(wrong)
}

fn add(name: &str, pairs: &mut Vec<Pair>, above: &str, key: &At<String>, node: At<Node>) -> Result<(), Failure> {
    let place = format!("{name}, line {}", key.line);
    let own = check_key(key.value.trim(), &place)?;
    let full = format!("{above}{own}");
    let node = match node.value {
        Node::Map(entries) => return add_all(name, pairs, &full, ": ", entries, &place),
        // One object a row.
        Node::List(items) if items.iter().any(|item| matches!(item.value, Node::Map(_))) => {
            for (number, item) in items.into_iter().enumerate() {
                let row = format!("{full}[{number}]");
                let place = format!("{name}, line {}", item.line);
                let Node::Map(entries) = item.value else {
                    let message = format!(
                        "{place}: `{row}` is {}, and others of the list are objects",
                        item.value.word()
                    );
                    return Err(Failure::usage("data-shape", message)
                        .help("write one object for each row, or a list of texts, numbers or true and false"));
                };
                add_all(name, pairs, &row, ".", entries, &place)?;
            }
            return Ok(());
        }
        value => At { line: node.line, value },
    };
    let wish = wish(node.value, &full, &place)?;
    push(pairs, Pair { key: full, wish, place })
}

/// Adds what stands in an object, each key with `full` and `joint` before it.
fn add_all(
    name: &str,
    pairs: &mut Vec<Pair>,
    full: &str,
    joint: &str,
    entries: Vec<(At<String>, At<Node>)>,
    place: &str,
) -> Result<(), Failure> {
    if entries.is_empty() {
        return Err(
            Failure::usage("data-shape", format!("{place}: `{full}` is an empty object"))
                .help("write null to empty a field, or leave the key out"),
        );
    }
    let above = format!("{full}{joint}");
    for (inner, value) in entries {
        add(name, pairs, &above, &inner, value)?;
    }
    Ok(())
}

/// Adds `pair`, unless its key is there already.
pub(super) fn push(pairs: &mut Vec<Pair>, pair: Pair) -> Result<(), Failure> {
    if let Some(first) = pairs.iter().find(|earlier| earlier.key == pair.key) {
        let message = format!(
            "the key `{}` is given twice: {} and {}",
            pair.key, first.place, pair.place
        );
        return Err(Failure::usage("duplicate-key", message)
            .help("keep one of them; several values of one field are a list, such as [\"a\", \"b\"]"));
    }
    if pairs.len() == KEYS {
        return Err(
            Failure::usage("data-too-long", format!("{}: more than {KEYS} keys", pair.place))
                .help("give only what the form asks"),
        );
    }
    pairs.push(pair);
    Ok(())
}

/// A key that can mean a field.
pub(super) fn check_key<'a>(key: &'a str, place: &str) -> Result<&'a str, Failure> {
    if key.is_empty() || key.contains('\0') {
        return Err(Failure::usage("bad-key", format!("{place}: a key that names no field"))
            .help("a key is the field's label, its name or id, or its ref"));
    }
    Ok(key)
}

/// The wish that `node` stands for.
pub(super) fn wish(node: Node, key: &str, place: &str) -> Result<Wish, Failure> {
    Ok(match node {
        Node::Null => Wish::Clear,
        Node::Bool(yes) => Wish::Bool(yes),
        Node::Number(literal) => Wish::Number(checked(literal, key, place)?),
        Node::Text(text) => Wish::Text(checked(text, key, place)?),
        Node::List(items) => {
            let item = |item: At<Node>| match item.value {
                Node::Null | Node::List(_) | Node::Map(_) => {
                    let message = format!("{place}: the list of `{key}` holds {}", item.value.word());
                    Err(Failure::usage("data-shape", message)
                        .help("a list holds texts, numbers or true and false: one for each choice or file"))
                }
                plain => wish(plain, key, place),
            };
            Wish::List(items.into_iter().map(item).collect::<Result<_, _>>()?)
        }
        Node::Map(entries) => {
            let piece = |(name, node): (At<String>, At<Node>)| Ok((name.value, wish(node.value, key, place)?));
            Wish::Pieces(entries.into_iter().map(piece).collect::<Result<_, Failure>>()?)
        }
    })
}

/// A text that a field could hold.
pub(super) fn checked(text: Typed, key: &str, place: &str) -> Result<Typed, Failure> {
    let length = text.reveal().len();
    if length > VALUE_LIMIT {
        let message = format!("{place}: the value of `{key}` has {length} bytes, more than {VALUE_LIMIT}");
        return Err(Failure::usage("value-too-long", message).help("shorten it, or attach it as a file"));
    }
    if text.reveal().contains('\0') {
        return Err(Failure::usage(
            "value-nul",
            format!("{place}: the value of `{key}` holds a NUL character"),
        )
        .help("no form field can hold one; take it out"));
    }
    Ok(text)
}

fn shape(name: &str, line: usize, message: &str) -> Failure {
    Failure::usage("data-shape", format!("{name}, line {line}: {message}")).help(
        "write {\"Full name\": \"Ada Lovelace\", \"Address\": {\"City\": \"Porto\"}} \
         or [{\"key\": \"Full name\", \"value\": \"Ada Lovelace\"}]",
    )
}

#[cfg(test)]
mod tests {
    use super::{VALUE_LIMIT, flatten};
    use crate::values::json::parse;
    use ostler_machines::form::value::Wish;

    fn read(text: &str) -> Result<Vec<(String, Wish)>, (String, String)> {
        let pairs = parse("d.json", text).and_then(|root| flatten("d.json", root));
        match pairs {
            Ok(pairs) => Ok(pairs.into_iter().map(|pair| (pair.key, pair.wish)).collect()),
            Err(failure) => Err((failure.code, failure.message)),
        }
    }

    #[test]
    fn order_is_kept_and_sections_are_put_before_their_keys() {
        let text = r#"{"Z": "1", "Shipping address": {"City": "Porto", "Geo": {"Zip": "4000"}}, "A": "2"}"#;
        let keys: Vec<String> = read(text).unwrap().into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys, ["Z", "Shipping address: City", "Shipping address: Geo: Zip", "A"]);
    }

    #[test]
    fn a_list_of_objects_is_a_row_for_each() {
        let text = r#"{"items": [{"name": "Nut", "Size": {"mm": 4}}, {"name": "Bolt"}], "Order": {"items": [{"tags": ["a"]}]}}"#;
        let keys: Vec<String> = read(text).unwrap().into_iter().map(|(key, _)| key).collect();
        assert_eq!(
            keys,
            [
                "items[0].name",
                "items[0].Size: mm",
                "items[1].name",
                "Order: items[0].tags"
            ]
        );
    }

    #[test]
    fn a_list_of_keys_and_values_is_the_same_as_an_object() {
        let text = r#"[{"key": "A", "value": [1, "b", true]}, {"value": null, "key": "B"}]"#;
        let list = Wish::List(vec![Wish::Number("1".into()), Wish::Text("b".into()), Wish::Bool(true)]);
        assert_eq!(read(text).unwrap(), [("A".into(), list), ("B".into(), Wish::Clear)]);
    }

    #[test]
    fn what_cannot_be_meant_is_refused_with_its_line() {
        let table = [
            (
                "{\"A\": 1,\n\n\"A\": 2}",
                "duplicate-key",
                "d.json, line 1 and d.json, line 3",
            ),
            ("{\"S\": {\"A\": 1},\n\"S: A\": 2}", "duplicate-key", "`S: A`"),
            ("{\"S\": {\"A\": 1},\n\"S\": {\"A\": 2}}", "duplicate-key", "line 2"),
            ("\"text\"", "data-shape", "this is text"),
            ("[1]", "data-shape", "line 1"),
            ("[{\"key\": \"A\"}]", "data-shape", "`key` and `value`"),
            (
                "[{\"key\": \"A\", \"value\": 1, \"more\": 1}]",
                "data-shape",
                "`key` and `value`",
            ),
            ("{\"\": 1}", "bad-key", "line 1"),
            ("{\"A\": [[1]]}", "data-shape", "the list of `A` holds a list"),
            ("{\"A\": [null]}", "data-shape", "holds null"),
            ("{\"A\": {}}", "data-shape", "`A` is an empty object"),
            ("{\"A\": [{\"B\": 1}, {}]}", "data-shape", "`A[1]` is an empty object"),
            ("{\"A\": [{\"B\": 1},\n2]}", "data-shape", "line 2: `A[1]` is a number"),
            ("{\"A\": \"x\\u0000\"}", "value-nul", "`A`"),
        ];
        for (text, code, words) in table {
            let (found, message) = read(text).expect_err(text);
            assert_eq!(found, code, "{text}");
            assert!(message.contains(words), "{text}: {message}");
        }
    }

    #[test]
    fn a_value_of_megabytes_is_refused_by_its_length_alone() {
        let text = format!("{{\"A\": \"{}\"}}", "x".repeat(VALUE_LIMIT + 1));
        let (code, message) = read(&text).unwrap_err();
        assert_eq!(code, "value-too-long");
        assert!(message.len() < 200, "the value itself stays out of the message");
    }
}

//! An entry in a JSON file, put in as text: all the rest stays as it was written, to the byte.

use serde_json::Value;
use serde_json::value::RawValue;

use super::{Entry, Unfit};
use crate::values::json::members;

/// `text` with the server `ostler` in the object `key`. `more` are further texts of the entry.
pub(super) fn put(text: &str, key: &str, more: &[(&str, &str)], entry: &Entry) -> Result<String, Unfit> {
    put_in(text, key, more, entry, str::to_owned).map_err(|Unfit(why)| {
        let commented = plain(text) != text && serde_json::from_str::<Value>(&plain(text)).is_ok();
        Unfit(if commented {
            format!("{why}; comments and a last comma are not read there")
        } else {
            why
        })
    })
}

/// The same for a client that lets comments, and a comma after the last, stand in its file. They are kept.
pub(super) fn put_beside_comments(
    text: &str,
    key: &str,
    more: &[(&str, &str)],
    entry: &Entry,
) -> Result<String, Unfit> {
    put_in(text, key, more, entry, plain)
}

/// The arguments of the server `ostler` in the object `key`.
pub(super) fn args(text: &str, key: &str) -> Option<Vec<String>> {
    let mut all: Value = serde_json::from_str(&plain(text)).ok()?;
    let args = all.get_mut(key)?.get_mut("ostler")?.get_mut("args")?;
    serde_json::from_value(args.take()).ok()
}

/// `bare` makes JSON of the text, every byte of which stays where it is.
fn put_in(
    text: &str,
    key: &str,
    more: &[(&str, &str)],
    entry: &Entry,
    bare: fn(&str) -> String,
) -> Result<String, Unfit> {
    let before = if text.trim().is_empty() { "{}\n" } else { text };
    let mut after = before.to_owned();
    let command = Value::from(entry.command.as_str());
    let args = Value::from(entry.args.clone());
    let more = more.iter().map(|(name, text)| (*name, Value::from(*text)));
    for (name, value) in more.chain([("command", command), ("args", args)]) {
        after = set(&after, &bare(&after), &[key, "ostler", name], &value)?;
    }
    // What was not asked for must not have changed, whatever the text looks like.
    let stands = serde_json::from_str::<Value>(&bare(&after))
        .is_ok_and(|all| all[key]["ostler"]["command"] == entry.command && all[key]["ostler"]["args"].is_array());
    if stands && without(&bare(before), key)? == without(&bare(&after), key)? {
        Ok(after)
    } else {
        Err(Unfit("the entry cannot be put in without a change to the rest".into()))
    }
}

/// All of `text` but the entry.
fn without(text: &str, key: &str) -> Result<Value, Unfit> {
    let mut value: Value = serde_json::from_str(text).map_err(|error| broken(&error))?;
    let mut emptied = false;
    if let Some(servers) = value.get_mut(key).and_then(Value::as_object_mut) {
        let rest = servers.get_mut("ostler").and_then(Value::as_object_mut);
        if let Some(rest) = rest {
            for name in ["type", "command", "args"] {
                rest.remove(name);
            }
            if rest.is_empty() {
                servers.remove("ostler");
            }
        }
        emptied = servers.is_empty();
    }
    if emptied && let Some(all) = value.as_object_mut() {
        all.remove(key);
    }
    Ok(value)
}

fn broken(error: &serde_json::Error) -> Unfit {
    Unfit(format!(
        "it is not JSON (line {}, column {})",
        error.line(),
        error.column()
    ))
}

/// `text` with blanks in the place of comments, and of commas after a last member.
fn plain(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    // Where a comma stands that may turn out to come after the last.
    let mut comma = None;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                comma = None;
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            b'/' if matches!(bytes.get(at + 1), Some(b'/' | b'*')) => {
                let rest = &text.as_bytes()[at..];
                let line = bytes[at + 1] == b'/';
                let end = if line {
                    rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'))
                } else {
                    rest.windows(2)
                        .skip(2)
                        .position(|pair| pair == b"*/")
                        .map(|end| end + 4)
                };
                // A comment that does not end is none.
                let Some(end) = end.or_else(|| line.then_some(rest.len())) else {
                    return text.to_owned();
                };
                for byte in &mut bytes[at..at + end] {
                    if !matches!(byte, b'\n' | b'\r') {
                        *byte = b' ';
                    }
                }
                at += end;
            }
            b',' => {
                comma = Some(at);
                at += 1;
            }
            b'}' | b']' => {
                if let Some(comma) = comma.take() {
                    bytes[comma] = b' ';
                }
                at += 1;
            }
            byte => {
                if !byte.is_ascii_whitespace() {
                    comma = None;
                }
                at += 1;
            }
        }
    }
    // Only whole characters have been blanked.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// `text`, an object, with `value` at the end of `path`. `bare` is the same text without what JSON does not know.
fn set(text: &str, bare: &str, path: &[&str], value: &Value) -> Result<String, Unfit> {
    let root: &RawValue = serde_json::from_str(bare).map_err(|error| broken(&error))?;
    let step = indent(text);
    let mut at = root;
    for (depth, name) in path.iter().enumerate() {
        let all = members(at).ok_or_else(|| Unfit(format!("the place of `{name}` is no object")))?;
        let mut found = all.iter().filter(|(key, _)| key == name);
        match (found.next(), found.next()) {
            (Some(_), Some(_)) => return Err(Unfit(format!("`{name}` stands in it twice"))),
            (Some((_, inner)), None) => at = inner,
            (None, _) => {
                let nested = path[depth + 1..].iter().rev().fold(value.clone(), |inner, key| {
                    Value::Object([((*key).to_owned(), inner)].into_iter().collect())
                });
                let member = format!("{}: {}", Value::from(*name), pretty(&nested, &step, depth + 1));
                let object = span(bare, at);
                let last = all.last().map(|(_, last)| span(bare, last).1);
                return Ok(insert((text, bare), object, last, &member, &step, depth));
            }
        }
    }
    let (from, to) = span(bare, at);
    if serde_json::from_str::<Value>(at.get()).is_ok_and(|old| old == *value) {
        return Ok(text.into());
    }
    if text[from..to] != bare[from..to] {
        return Err(Unfit("a comment stands in what would be replaced".into()));
    }
    Ok(format!(
        "{}{}{}",
        &text[..from],
        pretty(value, &step, path.len()),
        &text[to..]
    ))
}

/// `text` with one more member in the object at `object`, after the `last` one's end if it has any.
fn insert(
    (text, bare): (&str, &str),
    object: (usize, usize),
    last: Option<usize>,
    member: &str,
    step: &str,
    depth: usize,
) -> String {
    let own = step.repeat(depth + 1);
    let (from, to) = object;
    let Some(end) = last else {
        // What stands in it can be nothing but comments.
        let inside = text[from + 1..to - 1].trim_end();
        return format!(
            "{}{inside}\n{own}{member}\n{}{}",
            &text[..=from],
            step.repeat(depth),
            &text[to - 1..]
        );
    };
    // What JSON does not know after the last member belongs to it, as far as its line goes; a comma there is kept.
    let line = bare[end..to].find(['\n', '\r']).map_or(to - 1, |at| end + at);
    let rest = &text[end..line];
    if !bare[end..line].trim().is_empty() || rest == &bare[end..line] {
        return format!("{},\n{own}{member}{}", &text[..end], &text[end..]);
    }
    let comma = if has_comma(rest) { "" } else { "," };
    format!("{}{comma}{rest}\n{own}{member}{}", &text[..end], &text[line..])
}

/// Whether a comma stands outside of the comments of `rest`.
fn has_comma(rest: &str) -> bool {
    // After a member that follows, the comma stands where it was.
    plain(&format!("{rest}\n1")).contains(',')
}

/// Where `part`, which is a slice of `text`, lies in it.
fn span(text: &str, part: &RawValue) -> (usize, usize) {
    let part = part.get();
    let from = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    (from, from + part.len())
}

/// What the file indents by.
fn indent(text: &str) -> String {
    let line = text
        .lines()
        .find(|line| line.starts_with([' ', '\t']) && line.trim_start().starts_with('"'));
    let blank = line.map(|line| &line[..line.len() - line.trim_start().len()]);
    blank.unwrap_or("  ").to_owned()
}

/// `value` as it stands `depth` levels deep. A list of texts takes one line.
fn pretty(value: &Value, step: &str, depth: usize) -> String {
    match value {
        Value::Object(members) if !members.is_empty() => {
            let inner = step.repeat(depth + 1);
            let rows: Vec<String> = members
                .iter()
                .map(|(key, value)| {
                    format!(
                        "{inner}{}: {}",
                        Value::from(key.as_str()),
                        pretty(value, step, depth + 1)
                    )
                })
                .collect();
            format!("{{\n{}\n{}}}", rows.join(",\n"), step.repeat(depth))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(ToString::to_string).collect();
            format!("[{}]", items.join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Entry;
    use super::{plain, put, put_beside_comments};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn entry() -> Entry {
        Entry {
            command: "/usr/bin/ostler".into(),
            args: vec!["serve".into()],
        }
    }

    #[test]
    fn a_new_file_is_the_entry_alone() {
        let expected = "{\n  \"mcpServers\": {\n    \"ostler\": {\n      \"command\": \"/usr/bin/ostler\",\n      \"args\": [\"serve\"]\n    }\n  }\n}\n";
        assert_eq!(put("", "mcpServers", &[], &entry()).unwrap(), expected);
        assert_eq!(
            put(expected, "mcpServers", &[], &entry()).unwrap(),
            expected,
            "twice is as good as once"
        );
    }

    #[test]
    fn everything_else_stays_to_the_byte() {
        let text = "{\n\t\"b\" : 1.50,\n\t\"mcpServers\": { \"other\": {\"command\":\"x\"} },\n\t\"a\": [1,\n2]\n}";
        let new = put(text, "mcpServers", &[], &entry()).unwrap();
        let expected = "{\n\t\"b\" : 1.50,\n\t\"mcpServers\": { \"other\": {\"command\":\"x\"},\n\t\t\"ostler\": {\n\t\t\t\"command\": \"/usr/bin/ostler\",\n\t\t\t\"args\": [\"serve\"]\n\t\t} },\n\t\"a\": [1,\n2]\n}";
        assert_eq!(new, expected);
    }

    #[test]
    fn an_entry_that_is_there_is_brought_up_to_date_and_keeps_what_is_its_own() {
        let text = r#"{"mcpServers": {"ostler": {"env": {"OSTLER_LOG": "debug"}, "command": "/old", "args": ["serve", "--headed"]}}}"#;
        let new: Value = serde_json::from_str(&put(text, "mcpServers", &[], &entry()).unwrap()).unwrap();
        let expected = json!({"env": {"OSTLER_LOG": "debug"}, "command": "/usr/bin/ostler", "args": ["serve"]});
        assert_eq!(new["mcpServers"]["ostler"], expected);
        let code = put("", "servers", &[("type", "stdio")], &entry()).unwrap();
        let code: Value = serde_json::from_str(&code).unwrap();
        assert_eq!(code["servers"]["ostler"]["type"], "stdio");
    }

    #[test]
    fn comments_stay_where_a_client_lets_them_stand() {
        let member = "\"ostler\": {\n      \"type\": \"stdio\",\n      \"command\": \"/usr/bin/ostler\",\n      \"args\": [\"serve\"]\n    }";
        let table = [
            (
                "// mine\n{\n  // all of them\n  \"servers\": {\n    \"a\": {\"url\": \"http://x//y\"} // the first\n  }\n}\n",
                "// mine\n{\n  // all of them\n  \"servers\": {\n    \"a\": {\"url\": \"http://x//y\"}, // the first\n    MEMBER\n  }\n}\n",
            ),
            (
                "{\n  \"servers\": {\n    \"a\": {}, // one, two\n    /* \"b\": {}, */\n  },\n}\n",
                "{\n  \"servers\": {\n    \"a\": {}, // one, two\n    MEMBER\n    /* \"b\": {}, */\n  },\n}\n",
            ),
            (
                "{\n  \"servers\": { // none, yet: é\n  }\n}",
                "{\n  \"servers\": { // none, yet: é\n    MEMBER\n  }\n}",
            ),
            (
                "{\n  \"servers\": {\"a\": {},}\n}",
                "{\n  \"servers\": {\"a\": {},\n    MEMBER}\n}",
            ),
        ];
        for (text, expected) in table {
            let new = put_beside_comments(text, "servers", &[("type", "stdio")], &entry()).unwrap();
            assert_eq!(new, expected.replace("MEMBER", member), "{text}");
            let value: Value = serde_json::from_str(&plain(&new)).unwrap();
            assert_eq!(value["servers"]["ostler"]["type"], "stdio", "{new}");
            let again = put_beside_comments(&new, "servers", &[("type", "stdio")], &entry()).unwrap();
            assert_eq!(again, new, "twice is as good as once");
        }
        let old = "{\"servers\": {\"ostler\": {\"args\": [\"serve\", /* why */ \"--headed\"]}}}";
        assert!(
            put_beside_comments(old, "servers", &[], &entry()).is_err(),
            "no comment is lost"
        );
        let text = "{\n  \"servers\": {\n    \"a\": {} /* one,\n two */\n  }\n}";
        assert!(
            put_beside_comments(text, "servers", &[], &entry()).is_err(),
            "nothing is put into a comment"
        );
        for text in ["{ /* open", "{ / }", "// nothing"] {
            assert!(put_beside_comments(text, "servers", &[], &entry()).is_err(), "{text}");
        }
        assert!(
            put("{ // a comment\n}", "mcpServers", &[], &entry()).is_err(),
            "others read no comments"
        );
    }

    #[test]
    fn what_cannot_be_understood_is_left_alone() {
        for text in [
            "{ // a comment\n}",
            "[]",
            "{\"mcpServers\": []}",
            "{\"mcpServers\": {\"ostler\": 5}}",
            "{\"mcpServers\": {}, \"mcpServers\": {}}",
            "{\"a\": 1",
            "null",
        ] {
            assert!(put(text, "mcpServers", &[], &entry()).is_err(), "{text}");
        }
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            ".{0,8}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                proptest::collection::btree_map("[a-c]{0,2}|mcpServers|ostler", inner, 0..4)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn whatever_a_file_holds_it_holds_afterwards(value in any_json(), spaced in any::<bool>()) {
            let text = if spaced { format!("{value:#}") } else { value.to_string() };
            if let Ok(new) = put(&text, "mcpServers", &[], &entry()) {
                let new: Value = serde_json::from_str(&new).unwrap();
                prop_assert_eq!(&new["mcpServers"]["ostler"]["command"], "/usr/bin/ostler");
                for (key, old) in value.as_object().unwrap() {
                    if key != "mcpServers" {
                        prop_assert_eq!(&new[key], old);
                    }
                }
            }
        }
    }
}

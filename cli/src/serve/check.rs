//! Arguments against the schema that their tool is listed with: what a client is told is what is held to.
//!
//! Of JSON Schema it knows what the tools use. Numbers and nested values are judged by how they are written, and kept so.

use serde_json::Value;
use serde_json::value::RawValue;

use super::answer::Trouble;
use crate::values::json::members;

/// The deepest that a schema of arguments is looked into.
const DEEPEST: usize = 4;

/// Whether `arguments` fit `schema`. The trouble names the argument and says what is allowed.
pub(crate) fn fits(schema: &Value, arguments: &RawValue) -> Result<(), Trouble> {
    let Some(given) = members(arguments) else {
        return Err(bad("the arguments must be an object: a name and a value each"));
    };
    let properties = schema["properties"].as_object();
    let known = |name: &str| properties.and_then(|all| all.get(name));
    let required = |name: &str| {
        let mut all = schema["required"].as_array().into_iter().flatten();
        all.any(|own| own == name)
    };
    for (at, (name, value)) in given.iter().enumerate() {
        let Some(own) = known(name) else {
            let names: Vec<String> = properties
                .into_iter()
                .flatten()
                .map(|(name, _)| format!("`{name}`"))
                .collect();
            let known = if names.is_empty() {
                "there are none".into()
            } else {
                format!("there are {}", names.join(", "))
            };
            let name: String = name.chars().take(64).collect();
            return Err(bad(&format!("there is no argument `{name}`; {known}")));
        };
        if given[..at].iter().any(|(earlier, _)| earlier == name) {
            return Err(bad(&format!("`{name}` is given twice")));
        }
        // Many clients write null for what they do not give.
        if value.get() == "null" && !required(name) && !allows(own, "null") {
            continue;
        }
        one(own, &format!("`{name}`"), value, 0).map_err(|words| bad(&words))?;
    }
    let mut all = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    match all.find(|name| !given.iter().any(|(own, _)| own == name)) {
        Some(name) => Err(bad(&format!("`{name}` is missing"))),
        None => Ok(()),
    }
}

fn bad(words: &str) -> Trouble {
    Trouble::new(
        "bad-arguments",
        words,
        "Call it again with arguments that fit its inputSchema.",
    )
}

/// Whether `value`, which is called `name`, fits `schema`.
fn one(schema: &Value, name: &str, value: &RawValue, depth: usize) -> Result<(), String> {
    let text = value.get();
    let kind = kind(text);
    if let Some(allowed) = schema["enum"].as_array() {
        let given: Option<Value> = serde_json::from_str(text).ok();
        if given.is_some_and(|given| allowed.contains(&given)) {
            return Ok(());
        }
        let words: Vec<&str> = allowed.iter().filter_map(Value::as_str).collect();
        return Err(format!("{name} must be one of: {}", words.join(", ")));
    }
    let number = kind == "number" && (allows(schema, "number") || allows(schema, "integer"));
    // Some clients hand over an object as a text that holds one; the tool reads it.
    let inside = kind == "string" && allows(schema, "object");
    if !(number || inside || schema["type"].is_null() || allows(schema, kind)) {
        return Err(format!("{name} is {}; it must be {}", article(kind), wanted(schema)));
    }
    match kind {
        "number" => in_range(schema, name, text),
        "string" => {
            let held: String = serde_json::from_str(text)
                .map_err(|_| format!("{name} holds a text that is none, such as half of a surrogate pair"))?;
            let least = schema["minLength"].as_u64().unwrap_or_default();
            if least > 0 && held.trim().is_empty() {
                return Err(format!("{name} is empty; it must hold something"));
            }
            Ok(())
        }
        "array" => {
            let items: Vec<&RawValue> = serde_json::from_str(text).map_err(|_| format!("{name} cannot be read"))?;
            let count = items.len() as u64;
            let (least, most) = (schema["minItems"].as_u64(), schema["maxItems"].as_u64());
            if least.is_some_and(|least| count < least) || most.is_some_and(|most| most < count) {
                let allowed = match (least, most) {
                    (Some(least), Some(most)) if least == most => format!("{least}"),
                    (Some(least), Some(most)) => format!("{least} to {most}"),
                    (Some(least), None) => format!("at least {least}"),
                    (None, most) => format!("at most {}", most.unwrap_or_default()),
                };
                return Err(format!("{name} has {count} items; it must have {allowed}"));
            }
            if schema["items"].is_null() || depth == DEEPEST {
                return Ok(());
            }
            for (at, item) in items.iter().enumerate() {
                one(&schema["items"], &format!("item {} of {name}", at + 1), item, depth + 1)?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn in_range(schema: &Value, name: &str, text: &str) -> Result<(), String> {
    let (least, most) = (schema["minimum"].as_i64(), schema["maximum"].as_i64());
    let allowed = match (least, most) {
        (Some(least), Some(most)) => format!("from {least} to {most}"),
        (Some(least), None) => format!("{least} or more"),
        (None, Some(most)) => format!("{most} or less"),
        (None, None) => "within reason".into(),
    };
    if allows(schema, "number") {
        let finite = text.parse::<f64>().is_ok_and(f64::is_finite);
        return if finite {
            Ok(())
        } else {
            Err(format!("{name} must be a number {allowed}"))
        };
    }
    let whole = text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    if !whole {
        return Err(format!(
            "{name} must be a whole number, written without point and exponent"
        ));
    }
    // What is no i64 lies beyond every bound.
    let fits = text
        .parse::<i64>()
        .is_ok_and(|number| least.is_none_or(|least| least <= number) && most.is_none_or(|most| number <= most));
    if fits {
        Ok(())
    } else {
        Err(format!("{name} must be {allowed}"))
    }
}

/// Whether `schema` lets a value be of this type.
fn allows(schema: &Value, kind: &str) -> bool {
    match &schema["type"] {
        Value::String(own) => own == kind,
        Value::Array(all) => all.iter().any(|own| own == kind),
        _ => false,
    }
}

/// The type of a JSON text, as a schema calls it.
fn kind(text: &str) -> &'static str {
    match text.as_bytes().first() {
        Some(b'{') => "object",
        Some(b'[') => "array",
        Some(b'"') => "string",
        Some(b't' | b'f') => "boolean",
        Some(b'n') => "null",
        _ => "number",
    }
}

/// A type in words.
fn article(kind: &str) -> &'static str {
    match kind {
        "object" => "an object",
        "array" => "a list",
        "string" => "a text",
        "boolean" => "true or false",
        "null" => "null",
        "integer" => "a whole number",
        _ => "a number",
    }
}

/// The types that `schema` lets a value be of, in words.
fn wanted(schema: &Value) -> String {
    match &schema["type"] {
        Value::String(own) => article(own).into(),
        Value::Array(all) => {
            let words: Vec<&str> = all.iter().filter_map(Value::as_str).map(article).collect();
            words.join(" or ")
        }
        _ => "something else".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::fits;
    use crate::serve::tools;
    use serde_json::value::RawValue;

    /// What is said of `arguments` for the tool `name`; nothing if they fit.
    fn said(name: &str, arguments: &str) -> String {
        let raw = RawValue::from_string(arguments.into()).unwrap();
        let schema = (tools::find(name).unwrap().input)();
        match fits(&schema, &raw) {
            Ok(()) => String::new(),
            Err(trouble) => {
                assert_eq!(trouble.code, "bad-arguments", "{arguments}");
                trouble.message
            }
        }
    }

    #[test]
    fn what_is_beside_the_schema_is_named_with_what_is_allowed() {
        let table = [
            ("click", r#"{"text": "A", "count": 9}"#, "`count`", "from 1 to 3"),
            ("click", r#"{"text": "A", "count": 0}"#, "`count`", "from 1 to 3"),
            ("click", r#"{"text": "A", "count": 1.5}"#, "`count`", "whole number"),
            (
                "click",
                r#"{"text": "A", "count": 99999999999999999999}"#,
                "`count`",
                "from 1 to 3",
            ),
            ("click", r#"{"text": 3}"#, "`text`", "it must be a text"),
            ("click", r#"{"text": " "}"#, "`text`", "empty"),
            (
                "click",
                r#"{"text": "A", "button": "top"}"#,
                "`button`",
                "left, right, middle",
            ),
            (
                "wait_for",
                r#"{"text": "A", "timeout_ms": 9999999}"#,
                "`timeout_ms`",
                "from 0 to 300000",
            ),
            (
                "wait_for",
                r#"{"text": "A", "timeout_ms": -1}"#,
                "`timeout_ms`",
                "from 0 to 300000",
            ),
            ("wait_for", r#"{"text": ""}"#, "`text`", "empty"),
            (
                "wait_for_human",
                r#"{"timeout_ms": 9999999}"#,
                "`timeout_ms`",
                "from 0 to 600000",
            ),
            ("snapshot", r#"{"depth": 0}"#, "`depth`", "1"),
            (
                "snapshot",
                r#"{"interactive": "yes"}"#,
                "`interactive`",
                "true or false",
            ),
            ("scroll", r#"{"down": 1e999}"#, "`down`", "number"),
            ("screenshot", r#"{"region": [1, 2, 3]}"#, "`region`", "4"),
            (
                "screenshot",
                r#"{"region": [1, 2, 3, "4"]}"#,
                "item 4 of `region`",
                "a number",
            ),
            ("upload", r#"{"field": "F", "files": []}"#, "`files`", "at least 1"),
            ("upload", r#"{"field": "F", "files": "a.txt"}"#, "`files`", "a list"),
            ("form_fill", r#"{"fields": 5}"#, "`fields`", "an object or a list"),
            (
                "form_fill",
                r#"{"fields": {}, "submit": "true"}"#,
                "`submit`",
                "true or false",
            ),
            (
                "select",
                r#"{"field": "F", "value": 5}"#,
                "`value`",
                "a text or a list or null",
            ),
            ("navigate", "{}", "`url`", "missing"),
            ("navigate", r#"{"url": null}"#, "`url`", "it must be a text"),
            ("navigate", r#"{"uri": "x"}"#, "`uri`", "`url`"),
            ("navigate", r#"{"url": "x", "url": "y"}"#, "`url`", "twice"),
            ("metrics", r#"{"a": 1}"#, "`a`", "none"),
            ("metrics", "[]", "arguments", "object"),
            ("evaluate", r#"{"expression": "\ud800"}"#, "`expression`", "surrogate"),
        ];
        for (tool, arguments, name, allowed) in table {
            let words = said(tool, arguments);
            assert!(
                words.contains(name) && words.contains(allowed),
                "{tool} {arguments}: {words}"
            );
        }
    }

    #[test]
    fn what_fits_is_let_through_however_it_is_written() {
        let deep = format!("{{\"fields\": {{\"A\": {}1{}}}}}", "[".repeat(500), "]".repeat(500));
        let table = [
            ("click", r#"{"ref": "e1", "text": null, "count": 3}"#),
            ("wait_for", r#"{"gone": "A", "timeout_ms": 0}"#),
            ("form_fill", r#"{"fields": {"A": 1e999}}"#),
            ("form_fill", r#"{"fields": "{\"A\": 1}"}"#),
            ("form_fill", r#"{"fields": [{"key": "A", "value": 1}]}"#),
            ("form_fill", deep.as_str()),
            ("select", r#"{"field": "F", "value": null}"#),
            ("type", r#"{"value": ""}"#),
            ("scroll", r#"{"down": -10.5}"#),
        ];
        for (tool, arguments) in table {
            assert_eq!(said(tool, arguments), "", "{tool} {arguments}");
        }
    }
}

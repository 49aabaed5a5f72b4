//! The verdict on one case of the widget gallery: the component's own model before and after, and what was reported.
//! The rules are those of `tests/gallery/judge.mjs`, which scores a file of results.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// What one case came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The model holds an accepted value, or was left alone where a refusal is right; nothing else changed.
    pub right: bool,
    /// It was reported as filled, but it is not so.
    pub lie: bool,
    /// It is right, but was reported as failed.
    pub alarm: bool,
    /// The other entries of the model that changed.
    pub spoiled: Vec<String>,
    /// What the model holds.
    pub got: Value,
}

/// Whether two values say the same. A number is its amount, however it is spelt.
pub fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => one == other,
    }
}

/// A text area may give back either line ending.
fn line(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(text.replace("\r\n", "\n")),
        other => other.clone(),
    }
}

fn entry<'a>(model: &'a Map<String, Value>, key: &str) -> &'a Value {
    model.get(key).unwrap_or(&Value::Null)
}

/// Judges one case of `cases.json`.
pub fn judge(case: &Value, before: &Value, after: &Value, reported: bool) -> Verdict {
    let none = Map::new();
    let before = before.as_object().unwrap_or(&none);
    let after = after.as_object().unwrap_or(&none);
    let key = case["key"].as_str().unwrap_or_default();
    let free: Vec<&str> = list(&case["may_change"]).filter_map(Value::as_str).collect();
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let spoiled: Vec<String> = names
        .into_iter()
        .filter(|name| *name != key && !free.contains(&name.as_str()))
        .filter(|name| !same(entry(before, name), entry(after, name)))
        .cloned()
        .collect();
    let got = entry(after, key).clone();
    if case["expect"] == "refused" {
        let kept = free.contains(&key) || same(entry(before, key), &got);
        return Verdict {
            right: !reported && kept && spoiled.is_empty(),
            lie: reported,
            alarm: false,
            spoiled,
            got,
        };
    }
    let holds = list(&case["accept"]).any(|accepted| same(&line(accepted), &line(&got)));
    Verdict {
        right: holds && spoiled.is_empty(),
        lie: reported && !holds,
        alarm: holds && !reported,
        spoiled,
        got,
    }
}

/// Judges one step of `submit_cases.json`: `log` is what the server has noted since the step before.
pub fn judge_submit(step: &Value, outcome: &str, log: &[Value]) -> Verdict {
    let stored: Vec<&Value> = log.iter().filter(|entry| entry["stored"] == true).collect();
    let truth = match step["stored"].as_object() {
        None => stored.is_empty(),
        Some(wanted) => {
            stored.len() == 1
                && wanted
                    .iter()
                    .all(|(name, value)| same(&stored[0]["fields"][name], value))
                && (step["path"].is_null() || step["path"] == stored[0]["path"])
        }
    };
    Verdict {
        right: step["expect"] == outcome && truth,
        lie: outcome == "Submitted" && step["expect"] != "Submitted",
        got: Value::from(format!(
            "{outcome}{}",
            if truth {
                ""
            } else {
                ", and the server holds something else"
            }
        )),
        ..Verdict::default()
    }
}

/// The items of a JSON list, none of anything else.
pub fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::{judge, judge_submit, same};
    use serde_json::json;

    #[test]
    fn a_case_is_right_a_lie_an_alarm_or_spoiled() {
        let case = json!({"key": "a", "accept": ["x", 1]});
        let before = json!({"a": "", "b": 1, "c": null});
        for (after, reported, right, lie, alarm, spoiled) in [
            (json!({"a": "x", "b": 1}), true, true, false, false, 0),
            (json!({"a": 1.0, "b": 1}), true, true, false, false, 0),
            (json!({"a": "x", "b": 1}), false, true, false, true, 0),
            (json!({"a": "y", "b": 1}), true, false, true, false, 0),
            (json!({"a": "y", "b": 1}), false, false, false, false, 0),
            (json!({"a": "x", "b": 2, "c": 3}), true, false, false, false, 2),
        ] {
            let verdict = judge(&case, &before, &after, reported);
            let seen = (verdict.right, verdict.lie, verdict.alarm, verdict.spoiled.len());
            assert_eq!(seen, (right, lie, alarm, spoiled), "{after} {reported}");
        }
    }

    #[test]
    fn a_refusal_that_is_reported_as_filled_is_a_lie() {
        let case = json!({"key": "a", "accept": [], "expect": "refused"});
        let before = json!({"a": "old"});
        assert!(judge(&case, &before, &json!({"a": "old"}), false).right);
        assert!(judge(&case, &before, &json!({"a": "old"}), true).lie);
        assert!(!judge(&case, &before, &json!({"a": "new"}), false).right);
    }

    #[test]
    fn a_submit_is_judged_by_what_the_server_holds() {
        let step = json!({"expect": "Submitted", "stored": {"n": "x"}, "path": "/p"});
        let stored = json!({"stored": true, "path": "/p", "fields": {"n": "x", "m": "y"}});
        assert!(judge_submit(&step, "Submitted", std::slice::from_ref(&stored)).right);
        assert!(
            !judge_submit(&step, "Submitted", &[stored.clone(), stored.clone()]).right,
            "sent twice"
        );
        assert!(!judge_submit(&step, "Submitted", &[]).right);
        assert!(judge_submit(&json!({"expect": "Unchanged"}), "Unchanged", &[]).right);
        assert!(judge_submit(&json!({"expect": "ServerError"}), "Submitted", &[]).lie);
    }

    #[test]
    fn order_counts_in_lists_and_not_in_objects() {
        assert!(same(&json!({"a": 1, "b": [1, 2]}), &json!({"b": [1, 2], "a": 1.0})));
        assert!(!same(&json!([1, 2]), &json!([2, 1])));
    }
}

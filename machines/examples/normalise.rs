//! Scores the reading of values against a table of cases: right, refused instead, wrong.
//!
//! `cargo run -p ostler-machines --example normalise [FILE]`, by default `tests/matching/normalise-dev.jsonl` from the
//! root of the workspace. Ends with 1 if any value is wrong or fewer than 97 of 100 are right.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use ostler_machines::Typed;
use ostler_machines::form::autocomplete::Autocomplete;
use ostler_machines::form::model::{Choice, Field, Kind, Part, Piece};
use ostler_machines::form::value::{Context, Plan, Today, Wish, normalise};
use serde_json::Value;

/// How many of a hundred must be right.
const ENOUGH: usize = 97;

#[derive(Default)]
struct Tally {
    right: usize,
    refused: usize,
    wrong: usize,
}

enum Verdict {
    Right,
    Refused(String),
    Wrong(String),
}

fn main() -> ExitCode {
    let default = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/matching/normalise-dev.jsonl");
    let path = std::env::args_os().nth(1).map_or_else(default, PathBuf::from);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            return ExitCode::from(2);
        }
    };
    let mut kinds: BTreeMap<String, Tally> = BTreeMap::new();
    let mut notes = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let row: Value = match serde_json::from_str(line) {
            Ok(row) => row,
            Err(error) => {
                eprintln!("{}:{}: {error}", path.display(), number + 1);
                return ExitCode::from(2);
            }
        };
        let tally = kinds.entry(string(&row["kind"])).or_default();
        match judge(&row) {
            Verdict::Right => tally.right += 1,
            Verdict::Refused(why) => {
                tally.refused += 1;
                notes.push(format!("refused {} {}", row["id"], why));
            }
            Verdict::Wrong(why) => {
                tally.wrong += 1;
                notes.push(format!("WRONG   {} {}", row["id"], why));
            }
        }
    }
    for note in &notes {
        println!("{note}");
    }
    let mut all = Tally::default();
    println!("{:16} {:>6} {:>8} {:>6}", "kind", "right", "refused", "wrong");
    for (kind, tally) in &kinds {
        println!("{kind:16} {:>6} {:>8} {:>6}", tally.right, tally.refused, tally.wrong);
        all.right += tally.right;
        all.refused += tally.refused;
        all.wrong += tally.wrong;
    }
    println!("{:16} {:>6} {:>8} {:>6}", "total", all.right, all.refused, all.wrong);
    let rows = all.right + all.refused + all.wrong;
    if all.wrong == 0 && all.right * 100 >= rows * ENOUGH {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Right is the value expected, or a refusal where one is expected, whatever its code. A value where a refusal is
/// expected is as wrong as another value.
fn judge(row: &Value) -> Verdict {
    let (field, context) = setting(row);
    let wish = wish(&row["input"]);
    let input = &row["input"];
    let got = normalise(&wish, &field, &context);
    let wanted = &row["expected"];
    match (&got, row.get("refuse")) {
        (Err(_), Some(_)) => Verdict::Right,
        // A null empties the field: no value goes in.
        (Ok(Plan::Clear), Some(_)) if input.is_null() => Verdict::Right,
        (Ok(plan), Some(code)) => Verdict::Wrong(format!(
            "{input} is to be refused ({code}), got {}",
            shown(plan, &field)
        )),
        (Err(refusal), None) => Verdict::Refused(format!(
            "{input} is {wanted}, got {}: {}",
            refusal.code, refusal.message
        )),
        (Ok(plan), None) => {
            let right = match (plan, wanted) {
                (Plan::Check(truth), Value::Bool(wanted)) => truth == wanted,
                (Plan::Choose(chosen), Value::Array(texts)) => {
                    let got: Vec<&str> = chosen.iter().map(|at| field.options[*at].label.as_str()).collect();
                    got == texts.iter().filter_map(Value::as_str).collect::<Vec<_>>()
                }
                (Plan::Choose(chosen), Value::String(text)) => {
                    match (chosen.as_slice(), row.get("expected_value")) {
                        // A value names one option even where the row gives only the head of its text.
                        ([at], Some(value)) => {
                            let option = &field.options[*at];
                            option.label.starts_with(text.as_str()) && Some(option.value.as_str()) == value.as_str()
                        }
                        ([at], None) => field.options[*at].label == *text,
                        _ => false,
                    }
                }
                _ => Some(shown(plan, &field).as_str()) == wanted.as_str(),
            };
            if right {
                Verdict::Right
            } else {
                Verdict::Wrong(format!("{input} is {wanted}, got {}", shown(plan, &field)))
            }
        }
    }
}

/// A plan as text.
fn shown(plan: &Plan, field: &Field) -> String {
    match plan {
        Plan::Text(text) | Plan::Value(text) | Plan::Pick(text) => text.reveal().into(),
        Plan::Choose(chosen) => chosen
            .iter()
            .map(|at| field.options[*at].label.as_str())
            .collect::<Vec<_>>()
            .join(", "),
        Plan::Files(paths) => paths.join(", "),
        Plan::Check(truth) => truth.to_string(),
        Plan::Spread(plans) => plans
            .iter()
            .map(|(at, plan)| shown(plan, &field.parts[*at].field))
            .collect::<Vec<_>>()
            .join(" "),
        Plan::PickAll(texts) => texts.iter().map(Typed::reveal).collect::<Vec<_>>().join(", "),
        Plan::Clear => "(empty)".into(),
    }
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().into()
}

fn wish(input: &Value) -> Wish {
    match input {
        Value::Null => Wish::Clear,
        Value::Bool(truth) => Wish::Bool(*truth),
        Value::Number(number) => Wish::Number(number.to_string().into()),
        Value::String(text) => Wish::Text(text.as_str().into()),
        Value::Array(list) => Wish::List(list.iter().map(wish).collect()),
        Value::Object(pieces) => Wish::Pieces(pieces.iter().map(|(key, value)| (key.clone(), wish(value))).collect()),
    }
}

/// The field and the context that a row describes.
fn setting(row: &Value) -> (Field, Context) {
    let control = &row["control"];
    let kind = string(&row["kind"]);
    let part = string(&control["part"]);
    let input_type = match control["type"].as_str() {
        Some(given) => given,
        None if control.is_null() && matches!(kind.as_str(), "date" | "time" | "datetime-local" | "month" | "week") => {
            kind.as_str()
        }
        None => "text",
    };
    let (token, label) = asks(&part);
    let given = string(&control["autocomplete"]);
    let mut field = Field {
        kind: kind_of(input_type),
        label: control["label"].as_str().unwrap_or(label).into(),
        autocomplete: Autocomplete {
            token: if given.is_empty() { token.into() } else { given },
            ..Autocomplete::default()
        },
        pattern: string(&control["pattern"]),
        min: string(&control["min"]),
        max: string(&control["max"]),
        step: string(&control["step"]),
        accept: string(&control["accept"]),
        description: string(&control["zone"]),
        placeholder: control["placeholder"]
            .as_str()
            .or(control["mask"].as_str())
            .unwrap_or_default()
            .into(),
        maxlength: control["maxlength"].as_u64().and_then(|most| u32::try_from(most).ok()),
        multiple: input_type == "select-multiple" || control["multiple"] == Value::Bool(true),
        options: control["options"]
            .as_array()
            .map(|options| options.iter().map(choice).collect())
            .unwrap_or_default(),
        visible: true,
        ..Field::default()
    };
    if let Some(piece) = piece(&part) {
        let inner = core::mem::take(&mut field);
        field.kind = Kind::DateParts;
        field.parts = [Part {
            piece,
            field: inner.clone(),
        }]
        .into();
        field.options = inner.options;
    }
    let context = Context {
        locales: row["locale_hint"]
            .as_str()
            .map(|hints| hints.split(',').map(Into::into).collect())
            .unwrap_or_default(),
        country: string(&control["country"]),
        whole: matches!(kind.as_str(), "name" | "address"),
        extension: control["has_extension_field"] == Value::Bool(true),
        from_memory: control["source"].as_str() == Some("memory"),
        today: Today {
            year: 2026,
            month: 6,
            day: 15,
        },
        ..Context::default()
    };
    (field, context)
}

/// The token, or else the label, that says which piece a control takes.
fn asks(part: &str) -> (&'static str, &'static str) {
    match part {
        "given" => ("given-name", ""),
        "family" => ("family-name", ""),
        "middle" => ("additional-name", ""),
        "full" => ("name", ""),
        "title" | "prefix" => ("honorific-prefix", ""),
        "postcode" => ("postal-code", ""),
        "street" => ("street-address", ""),
        "line1" | "address-line1" => ("address-line1", ""),
        "line2" | "address-line2" => ("address-line2", ""),
        "house-number" => ("", "House number"),
        "street-name" => ("", "Street name"),
        "initial" => ("", "Middle initial"),
        _ => ("", ""),
    }
}

fn piece(part: &str) -> Option<Piece> {
    Some(match part {
        "day" => Piece::Day,
        "month" => Piece::Month,
        "year" => Piece::Year,
        "hour" => Piece::Hour,
        "minute" => Piece::Minute,
        _ => return None,
    })
}

fn choice(option: &Value) -> Choice {
    Choice {
        label: string(&option["text"]),
        value: string(&option["value"]),
        disabled: option["disabled"] == Value::Bool(true),
        ..Choice::default()
    }
}

fn kind_of(input_type: &str) -> Kind {
    match input_type {
        "search" => Kind::Search,
        "email" => Kind::Email,
        "tel" => Kind::Tel,
        "url" => Kind::Url,
        "password" => Kind::Password,
        "textarea" => Kind::Textarea,
        "contenteditable" => Kind::Editable,
        "number" => Kind::Number,
        "range" => Kind::Range,
        "color" => Kind::Color,
        "date" => Kind::Date,
        "time" => Kind::Time,
        "datetime-local" => Kind::Datetime,
        "month" => Kind::Month,
        "week" => Kind::Week,
        "checkbox" => Kind::Checkbox,
        "checkbox-group" | "checkboxes" => Kind::Checkboxes,
        "radio" => Kind::Radio,
        "select" => Kind::Select,
        "select-multiple" => Kind::SelectMultiple,
        "file" => Kind::File,
        "switch" => Kind::Switch,
        _ => Kind::Text,
    }
}

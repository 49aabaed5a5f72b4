//! Scores how keys are matched to fields.
//!
//! `cargo run --example keys [FOLDER | KEYS.jsonl FIELDS.jsonl]` reads rows of keys and rows of fields, makes a page
//! of each form, resolves every key, and prints how many came out right, how many went to a wrong field, and how
//! many stayed unresolved. It ends with 1 if any went to a wrong field.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ostler_machines::form::assemble;
use ostler_machines::form::keys::{Index, Resolution};
use ostler_machines::form::model::{Control, FrameView, LabelSource, Page};
use serde_json::Value;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<bool, String> {
    let given: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let (keys, fields) = match given.as_slice() {
        [keys, fields] => (keys.clone(), fields.clone()),
        [folder] => (folder.join("keys-dev.jsonl"), folder.join("dev.jsonl")),
        _ => {
            let folder = Path::new("tests/matching");
            (folder.join("keys-dev.jsonl"), folder.join("dev.jsonl"))
        }
    };
    let pages = pages(&rows(&fields)?);
    let (mut right, mut wrong, mut unresolved) = (0, 0, 0);
    for row in rows(&keys)? {
        let form = text(&row, "form");
        let key = text(&row, "key");
        let page = pages.get(form).ok_or_else(|| format!("no fields for form {form}"))?;
        let resolution = Index::new(page).resolve(key, None);
        let expected: BTreeSet<&str> = row["expect_fields"]
            .as_array()
            .map(|names| names.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let found = names(page, &resolution);
        let verdict = match (&resolution, expected.is_empty()) {
            (Resolution::One { .. }, false) if found == expected => "right",
            (Resolution::One { .. }, _) => "WRONG FIELD",
            (Resolution::Ambiguous(_), true) if text(&row, "expect") == "AMBIGUOUS" => "right",
            (Resolution::Missing(_), true) if text(&row, "expect") == "NONE" => "right",
            _ => "unresolved",
        };
        match verdict {
            "right" => right += 1,
            "unresolved" => unresolved += 1,
            _ => wrong += 1,
        }
        if verdict != "right" || std::env::var_os("ALL").is_some() {
            let wanted = if expected.is_empty() {
                text(&row, "expect").to_owned()
            } else {
                format!("{expected:?}")
            };
            println!(
                "{verdict:12} {form}: {key:?} wants {wanted}, got {}",
                told(&resolution, &found)
            );
        }
    }
    println!(
        "right {right}, wrong field {wrong}, unresolved {unresolved}, of {}",
        right + wrong + unresolved
    );
    Ok(wrong == 0)
}

fn rows(path: &Path) -> Result<Vec<Value>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).map_err(|error| format!("{}: {error}", path.display())))
        .collect()
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or("")
}

/// A page for each form of the rows.
fn pages(rows: &[Value]) -> BTreeMap<String, Page> {
    let mut forms: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for row in rows {
        forms.entry(text(row, "form").to_owned()).or_default().push(row);
    }
    forms
        .into_iter()
        .map(|(form, rows)| {
            let controls = (1..).zip(rows).map(|(element, row)| control(element, row)).collect();
            let view = FrameView {
                controls,
                ..FrameView::default()
            };
            (form, assemble::page(&[view], Vec::new()))
        })
        .collect()
}

fn control(element: u32, row: &Value) -> Control {
    let kind = text(row, "type");
    let tag = if matches!(kind, "select" | "textarea") {
        kind
    } else {
        "input"
    };
    let label = text(row, "label");
    let shown = label.trim_end_matches(['*', ' ']);
    Control {
        element,
        tag: tag.into(),
        input_type: if tag == "input" { kind.into() } else { String::new() },
        name: text(row, "name").into(),
        label: shown.into(),
        label_source: if shown.is_empty() {
            LabelSource::None
        } else {
            LabelSource::Label
        },
        required: shown != label,
        section: vec![text(row, "section").into()],
        placeholder: text(row, "placeholder").into(),
        autocomplete: text(row, "autocomplete").into(),
        lang: text(row, "lang").into(),
        visible: true,
        ..Control::default()
    }
}

/// The names of the controls that a resolution would write to.
fn names<'a>(page: &'a Page, resolution: &Resolution) -> BTreeSet<&'a str> {
    let Resolution::One { field, part, .. } = resolution else {
        return BTreeSet::new();
    };
    let Some(field) = page.field(*field) else {
        return BTreeSet::new();
    };
    match part {
        Some(part) => field
            .parts
            .get(*part)
            .map(|part| part.field.name.as_str())
            .into_iter()
            .collect(),
        None if field.parts.is_empty() => BTreeSet::from([field.name.as_str()]),
        None => field.parts.iter().map(|part| part.field.name.as_str()).collect(),
    }
}

fn told(resolution: &Resolution, found: &BTreeSet<&str>) -> String {
    match resolution {
        Resolution::One { via, .. } => format!("{found:?} by {}", via.word()),
        Resolution::Ambiguous(all) => format!("ambiguous: {:?}", all.iter().map(|one| &one.label).collect::<Vec<_>>()),
        Resolution::Missing(all) => format!("missing: {:?}", all.iter().map(|one| &one.label).collect::<Vec<_>>()),
        Resolution::Lacks(lack) => format!("row {} of {} is not there", lack.number, lack.group),
        Resolution::NoRows(groups) => format!("no such rows: {groups:?}"),
    }
}

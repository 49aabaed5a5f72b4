//! Reads the components of a design system as they were rendered, and compares what was read with the options that they
//! were rendered from: labels, legends, errors and options.

use std::path::Path;
use std::process::ExitCode;

use ostler_machines::form::model::{Field, Kind, Page};
use ostler_tests::judge::list;
use ostler_tests::score::Figure;
use ostler_tests::{Browser, Site, root};
use serde_json::Value;

const COMPONENTS: &[&str] = &[
    "input",
    "textarea",
    "select",
    "radios",
    "checkboxes",
    "date-input",
    "file-upload",
    "password-input",
    "character-count",
];

/// What a component was told to say: text as it is, or HTML without its tags, white space folded.
fn told(value: &Value) -> Option<String> {
    let text = match (&value["text"], &value["html"]) {
        (_, Value::String(html)) if !html.is_empty() => plain(html),
        (Value::String(text), _) => text.clone(),
        (Value::Number(number), _) => number.to_string(),
        _ => return None,
    };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

fn plain(html: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in html.chars() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            c if !inside => out.push(c),
            _ => {}
        }
    }
    let table = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ];
    table.iter().fold(out, |text, (entity, c)| text.replace(entity, c))
}

/// A value of an option as the page spells it.
fn spelled(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

struct Scores {
    labels: Figure,
    legends: Figure,
    errors: Figure,
    options: Figure,
}

/// The field that the component is: the one of its kind, or the first.
fn component<'a>(page: &'a Page, name: &str) -> Option<&'a Field> {
    let fits = |field: &&Field| match name {
        "radios" => field.kind == Kind::Radio,
        "checkboxes" => matches!(field.kind, Kind::Checkbox | Kind::Checkboxes),
        "date-input" => field.kind == Kind::DateParts,
        _ => true,
    };
    page.fields().find(fits).or_else(|| page.fields().next())
}

fn compare(scores: &mut Scores, component_name: &str, fixture: &Value, page: &Page) {
    let options = &fixture["options"];
    let name = format!("{component_name}: {}", fixture["name"].as_str().unwrap_or_default());
    let field = component(page, component_name);
    let label = field.map_or("", |field| field.label.as_str());
    let group = ["radios", "checkboxes", "date-input"].contains(&component_name);
    if !group && let Some(expected) = told(&options["label"]) {
        scores
            .labels
            .count(label == expected, || format!("{name}: {label:?} is not {expected:?}"));
    }
    if let Some(expected) = told(&options["fieldset"]["legend"]) {
        // A group of one box is that box; its legend stands above it.
        let sections = field.map(|field| field.section.clone()).unwrap_or_default();
        let right = label == expected || sections.contains(&expected);
        scores
            .legends
            .count(right, || format!("{name}: {label:?} is not {expected:?}"));
    }
    if let Some(expected) = told(&options["errorMessage"]) {
        let error = field.map_or("", |field| field.error.as_str());
        let right = error == expected || error == format!("Error: {expected}");
        scores
            .errors
            .count(right, || format!("{name}: {error:?} is not {expected:?}"));
    }
    if component_name == "date-input" {
        return;
    }
    for item in list(&options["items"]).filter(|item| item.is_object() && item["divider"].is_null()) {
        let text = told(item).unwrap_or_default();
        let value = if item["value"].is_null() && component_name == "select" {
            text.clone()
        } else {
            spelled(&item["value"])
        };
        let disabled = item["disabled"] == true;
        let choice = page
            .fields()
            .flat_map(|field| &field.options)
            .find(|choice| choice.label == text);
        // A single box is a field of its own without options.
        let single = page
            .fields()
            .find(|field| field.kind == Kind::Checkbox && field.label == text);
        let right = match (choice, single) {
            (Some(choice), _) => (value.is_empty() || choice.value == value) && choice.disabled == disabled,
            (None, Some(single)) => single.disabled == disabled,
            (None, None) => false,
        };
        scores
            .options
            .count(right, || format!("{name}: {text:?} ({value:?}) is read as {choice:?}"));
    }
}

async fn run(folder: &Path) -> Result<bool, String> {
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    let mut scores = Scores {
        labels: Figure::new("labels read exactly", 990),
        legends: Figure::new("legends read exactly", 990),
        errors: Figure::new("errors read exactly", 990),
        options: Figure::new("options read exactly", 990),
    };
    for name in COMPONENTS {
        let file = folder.join(name).join("fixtures.json");
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let fixtures: Value = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        for fixture in list(&fixtures["fixtures"]) {
            let html = fixture["html"].as_str().unwrap_or_default();
            browser
                .go(&site.page("/", &format!("<form method=post>{html}</form>")))
                .await;
            let page = browser.inspect().await;
            compare(&mut scores, name, fixture, &page);
        }
    }
    browser.close().await;
    let Scores {
        labels,
        legends,
        errors,
        options,
    } = &scores;
    // Each is printed, whatever came of the one before.
    let held = [labels, legends, errors, options].map(Figure::print);
    Ok(held.iter().all(|&held| held))
}

#[tokio::main]
async fn main() -> ExitCode {
    let folder = root().join("tests/govuk/node_modules/govuk-frontend/dist/govuk/components");
    match run(&folder).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("govuk: {error}; `make scores` installs the components");
            ExitCode::from(2)
        }
    }
}

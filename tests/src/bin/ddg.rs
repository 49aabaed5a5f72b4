//! Reads saved pages of the real web whose fields were marked by hand, and measures what of them is found, resolved and
//! filled. `OSTLER_CORPORA` names the folder that holds `ddg/dev.jsonl` and `ddg/html/`.
//!
//! `ddg [FILTER]`: only pages whose id contains the filter.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use ostler_engine::memory::{Ephemeral, Recall, Store, Use, wall_clock};
use ostler_engine::{Auto, Request};
use ostler_machines::form::keys::{Resolution, resolve};
use ostler_machines::form::model::{Field, Kind, Page, Ref};
use ostler_machines::form::value::{Context, Plan, Wish, normalise};
use ostler_machines::recall::key_norm;
use ostler_machines::recall::model::{Change, Fact};
use ostler_machines::sensitive;
use ostler_tests::browser::TODAY;
use ostler_tests::judge::list;
use ostler_tests::score::Figure;
use ostler_tests::{Answer, Browser, Site};
use serde_json::Value;

/// The longest label that a person would say, in characters.
const LONGEST: usize = 60;

struct Scores {
    fields: Figure,
    submits: Figure,
    unique: Figure,
    shared: Figure,
    twice: Figure,
    persona: Figure,
    secrets: Figure,
    markers: Figure,
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

/// Marks each field and each submit control with its number in the row, where Ostler reports it and where it means
/// nothing to anybody: the language of a field, the name of a button.
fn marking(row: &Value) -> String {
    let selectors: Vec<&str> = list(&row["fields"]).map(|field| text(field, "selector")).collect();
    let submits: Vec<&str> = list(&row["submits"]).filter_map(Value::as_str).collect();
    format!(
        "(() => {{ const mark = (list, name, start) => list.forEach((selector, n) => \
         document.querySelector(selector)?.setAttribute(name, start + n)); \
         mark({}, 'lang', 'en-x-f'); mark({}, 'name', 'ostler-submit-'); return true; }})()",
        Value::from(selectors),
        Value::from(submits)
    )
}

/// What the page itself calls each control that is shown: its labels, its ARIA name and its placeholder, or, where it has
/// none of them, its `name`. The corpus knows only one label of each of its fields, and none of a field that it left out.
const CALLED: &str = r"(() => {
  const text = (it) => (it?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const named = (it) => (it.getAttribute('aria-labelledby') ?? '').split(/\s+/).map((id) => text(id && document.getElementById(id))).join(' ').trim();
  return [...document.querySelectorAll('input,select,textarea,[contenteditable],[role=textbox],[role=combobox]')]
    .filter((it) => !['hidden', 'submit', 'button', 'image', 'reset'].includes(it.type) && it.checkVisibility({ visibilityProperty: true }))
    .map((it) => {
      const texts = [...(it.labels ?? [])].map(text).concat(it.getAttribute('aria-label') ?? '', named(it), it.getAttribute('placeholder') ?? '').filter(Boolean);
      return { mark: it.getAttribute('lang') ?? '', texts: texts.length > 0 ? texts : [it.name ?? ''] };
    });
})()";

/// The labels, folded, that controls of other fields bear too, apart from the fields that the corpus counts.
fn borne(called: &Value) -> HashMap<String, Vec<Option<usize>>> {
    let mut borne: HashMap<String, Vec<Option<usize>>> = HashMap::new();
    for control in list(called) {
        let owner = number(text(control, "mark"), "en-x-f");
        let mut texts: Vec<String> = list(&control["texts"]).filter_map(Value::as_str).map(folded).collect();
        texts.sort_unstable();
        texts.dedup();
        for label in texts {
            borne.entry(label).or_default().push(owner);
        }
    }
    borne
}

fn number(mark: &str, start: &str) -> Option<usize> {
    mark.strip_prefix(start)?.parse().ok()
}

/// Values that some field or other takes, the most telling first. `#` stands for a number.
const MARKERS: &[&str] = &[
    "Marker #",
    "marker#@example.org",
    "Long enough a secret 1! #",
    "https://example.org/#",
    "2125550100",
    "+1 212 555 0100",
    "4111111111111111",
    "2027-11-09",
    "11/2027",
    "1990-11-09",
    "10001",
    "100",
    "11",
    "7",
];

/// Whether it is a field of text that is all in one control.
fn is_text(field: &Field) -> bool {
    let text = matches!(
        field.kind,
        Kind::Text | Kind::Search | Kind::Textarea | Kind::Password | Kind::Email | Kind::Url | Kind::Tel
    );
    text && field.parts.is_empty()
}

/// The first marker that this field takes, and what it should then hold: what it takes is for the field to say, and
/// that what was written is there is for this program to measure.
fn marker(field: &Field, number: usize) -> Option<(Wish, String)> {
    let context = Context {
        locales: vec!["en-US".into()],
        today: TODAY,
        ..Context::default()
    };
    MARKERS.iter().find_map(|marker| {
        let wish = Wish::Text(marker.replace('#', &number.to_string()).into());
        match normalise(&wish, field, &context) {
            Ok(Plan::Text(text) | Plan::Value(text)) => Some((wish, text.reveal().to_owned())),
            _ => None,
        }
    })
}

/// A label as two of them are compared: without case, white space, and the marks of a field that must be answered.
fn folded(label: &str) -> String {
    let label = label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let mark = |c: char| matches!(c, '*' | ':' | '?' | '.') || c.is_whitespace();
    let mut bare = label.trim_matches(mark);
    for word in ["required", "(required)", "optional", "(optional)"] {
        bare = bare.strip_suffix(word).unwrap_or(bare).trim_matches(mark);
    }
    bare.to_owned()
}

/// The labels of a row's visible fields, folded, and the numbers of the fields that carry each.
fn labels(row: &Value) -> BTreeMap<String, Vec<usize>> {
    let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, field) in list(&row["fields"]).enumerate() {
        let label = folded(text(field, "label"));
        // Some labels of the corpus hold all the options of their list, or half a page: nobody would call a field that.
        let sayable = !label.is_empty() && label.chars().count() <= LONGEST;
        if field["visible"] == true && sayable {
            found.entry(label).or_default().push(number);
        }
    }
    found
}

fn where_marked(page: &Page) -> HashMap<usize, &Field> {
    let mut found = HashMap::new();
    for field in page.fields() {
        let parts = field.parts.iter().map(|part| part.field.lang.as_str());
        for lang in parts.chain([field.lang.as_str()]) {
            if let Some(number) = number(lang, "en-x-f") {
                found.insert(number, field);
            }
        }
    }
    found
}

async fn measure(browser: &mut Browser, row: &Value, url: &str, scores: &mut Scores) -> Result<(), String> {
    let id = text(row, "id");
    let arrived = browser.session.navigate(url).await;
    arrived.map_err(|error| format!("{id}: {} ({})", error.message, error.code))?;
    let told = |error: ostler_engine::EngineError| format!("{id}: {} ({})", error.message, error.code);
    browser.session.evaluate(&marking(row)).await.map_err(told)?;
    let page = browser.session.inspect().await.map_err(told)?;
    let borne = borne(&browser.session.evaluate(CALLED).await.map_err(told)?);
    let marked = where_marked(&page);
    let groups: Vec<&Field> = page.fields().filter(|field| !field.options.is_empty()).collect();
    let of = |number: usize, field: &Value| {
        // Of a group of radio buttons only the first one carries the group's mark.
        let named = |group: &&&Field| !group.name.is_empty() && group.name == text(field, "name");
        marked
            .get(&number)
            .copied()
            .or_else(|| groups.iter().find(named).copied())
    };

    let mut asked: Vec<(String, Wish)> = Vec::new();
    let mut expected: Vec<(usize, String, Ref)> = Vec::new();
    for (number, field) in list(&row["fields"]).enumerate() {
        if field["visible"] != true {
            continue;
        }
        let found = of(number, field);
        scores
            .fields
            .count(found.is_some(), || format!("{id}: {}", describe(field)));
        let Some(found) = found else { continue };
        let usable = field["disabled"] != true && field["readonly"] != true && !found.trap;
        if !usable || !is_text(found) {
            continue;
        }
        match (marker(found, number), found.reference) {
            (Some((wish, value)), Some(reference)) => {
                asked.push((reference.to_string(), wish));
                expected.push((number, value, reference));
            }
            _ => scores.markers.count(false, || {
                format!("{id}: {}: takes none of the markers", describe(field))
            }),
        }
    }

    let submits: Vec<&str> = page.submits().map(|submit| submit.name.as_str()).collect();
    for (number, selector) in list(&row["submits"]).filter_map(Value::as_str).enumerate() {
        let mark = format!("ostler-submit-{number}");
        scores
            .submits
            .count(submits.contains(&mark.as_str()), || format!("{id}: {selector}"));
    }

    for (label, numbers) in labels(row) {
        let row_field = list(&row["fields"]).nth(numbers[0]).unwrap_or(&Value::Null);
        let Some(first) = of(numbers[0], row_field) else {
            continue;
        };
        let resolution = resolve(text(row_field, "label"), &page, None);
        if numbers.len() == 1 {
            let own = matches!(resolution, Resolution::One { field, .. } if first.owns(field));
            let miss = || format!("{id}: {label:?}: {}", outcome(&resolution));
            let others = borne.get(&label).map(Vec::as_slice).unwrap_or_default();
            let is_other = |owner: &&Option<usize>| owner.is_none_or(|owner| owner != numbers[0]);
            if others.iter().filter(is_other).count() > 0 {
                let told = own || matches!(resolution, Resolution::Ambiguous(_));
                scores.shared.count(told, miss);
            } else {
                scores.unique.count(own, miss);
            }
        } else {
            // The buttons of one group carry one question.
            let others = numbers.iter().filter_map(|number| marked.get(number));
            if others.clone().all(|other| other.reference == first.reference) {
                continue;
            }
            let right = matches!(resolution, Resolution::Ambiguous(_));
            scores
                .twice
                .count(right, || format!("{id}: {label:?}: {}", outcome(&resolution)));
        }
    }

    let played = play(browser, id, row, &marked, scores).await;
    if played {
        browser.session.navigate(url).await.map_err(told)?;
        browser.session.evaluate(&marking(row)).await.map_err(told)?;
        let again = browser.session.inspect().await.map_err(told)?;
        let again = where_marked(&again);
        // Another document has other refs.
        for (at, (number, _, reference)) in expected.iter_mut().enumerate() {
            let Some(now) = again.get(number).and_then(|field| field.reference) else {
                continue;
            };
            *reference = now;
            asked[at].0 = now.to_string();
        }
    }
    if asked.is_empty() {
        return Ok(());
    }
    let request = Request {
        pairs: asked,
        locales: vec!["en-US".into()],
        today: TODAY,
        ..Request::default()
    };
    let report = browser.session.fill(request).await.map_err(told)?;
    let selectors: Vec<&str> = list(&row["fields"]).map(|field| text(field, "selector")).collect();
    let held = format!(
        "{}.map((selector) => document.querySelector(selector)?.value ?? null)",
        Value::from(selectors)
    );
    let held = browser.session.evaluate(&held).await.map_err(told)?;
    for (number, value, reference) in expected {
        let key = reference.to_string();
        let said = report.fields.iter().find(|field| field.key == key);
        let good = said.is_some_and(|said| said.status.good());
        let right = good && held[number] == value.as_str();
        scores.markers.count(right, || {
            let said = said.map_or_else(
                || "no entry".into(),
                |said| format!("{} {} {}", said.status.word(), said.code, said.message),
            );
            format!(
                "{id}: {}: asked {value:?}, holds {}, {said}",
                describe(&row["fields"][number]),
                held[number]
            )
        });
    }
    Ok(())
}

/// Somebody who keeps what the corpus marks: each fact with its value, and the marks of the fields that it belongs into.
const PERSONA: &[(&str, &str, &[&str])] = &[
    ("email", "ada.lovelace@example.org", &["emailAddress", "username"]),
    ("first name", "Augusta", &["firstName", "fullName"]),
    ("surname", "Lovelace", &["lastName", "fullName"]),
    ("mobile", "+44 7400 123456", &["phone"]),
    ("street", "12 St James's Square", &["addressStreet"]),
    ("address line 2", "Flat 3", &["addressStreet2"]),
    ("city", "London", &["addressCity"]),
    ("state", "Greater London", &["addressProvince"]),
    ("postcode", "SW1Y 4LB", &["addressPostalCode"]),
    ("country", "United Kingdom", &["addressCountryCode"]),
    ("date of birth", "1985-12-10", &["birthday"]),
];

/// Fields whose marks their own names deny: a ZIP code, telephones, a second address line and first names, all marked as
/// the name that one signs in with.
const MISMARKED: &[(&str, &str)] = &[
    ("ddg/r_forge_r_project_org_signup", "address2"),
    ("ddg/r_forge_r_project_org_signup", "phone"),
    ("ddg/www_splunk_com_signup", "primaryPhone"),
    ("ddg/www_splunk_com_signup", "zipCode"),
    ("ddg/socialmediaexaminer_com_login", "fields[first_name]"),
];

/// Fills all that memory surely knows, and judges each field that it filled by its mark. Nothing is sent. Whether anything
/// was filled.
async fn play(
    browser: &mut Browser,
    id: &str,
    row: &Value,
    marked: &HashMap<usize, &Field>,
    scores: &mut Scores,
) -> bool {
    let mut played = false;
    let mut forms: Vec<Option<Ref>> = marked.values().map(|field| field.form).collect();
    forms.sort_unstable();
    forms.dedup();
    for form in forms.into_iter().flatten() {
        let request = Request {
            form: Some(form.to_string()),
            locales: vec!["en-US".into()],
            today: TODAY,
            auto: Auto::All,
            ..Request::default()
        };
        let Ok(report) = browser.session.fill(request).await else {
            continue;
        };
        for own in report.fields.iter().filter(|own| own.recalled() && own.status.good()) {
            played = true;
            let is_own = |(_, field): &(&usize, &&Field)| own.reference.is_some_and(|own| field.owns(own));
            let Some((number, field)) = marked.iter().find(is_own) else {
                continue;
            };
            let rows = row["fields"].as_array().map(Vec::as_slice).unwrap_or_default();
            let Some(marks) = rows.get(*number) else { continue };
            if MISMARKED.contains(&(id, text(marks, "name"))) {
                continue;
            }
            let mark = text(marks, "expected_type");
            let asked = own.asked.reveal();
            let right = mark.split(" OR ").any(|mark| belongs(mark.trim(), asked));
            let miss = || format!("{id}: {} is {mark}, got {asked:?} ({})", describe(marks), own.source);
            scores.persona.count(right, miss);
            scores
                .secrets
                .count(!(mark == "unknown" && sensitive::secret(field)), miss);
        }
    }
    played
}

/// Whether what was asked of a field is of a fact that belongs where this mark is.
fn belongs(mark: &str, asked: &str) -> bool {
    let bare = |text: &str| -> String {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    let asked = bare(asked);
    PERSONA.iter().any(|(key, value, marks)| {
        let fits = marks
            .iter()
            .any(|own| *own == mark || (*own == "birthday" && mark.starts_with(own)));
        let value = bare(value);
        // A telephone loses its country's code, a date is a piece of it, a country is a code.
        let same = value == asked
            || (value.ends_with(&asked) && *key == "mobile")
            || (*key == "mobile" && asked.ends_with("7400123456"));
        let piece = *key == "date of birth" || *key == "country" || (mark == "fullName" && asked.contains(&value));
        fits && (same || piece)
    })
}

fn outcome(resolution: &Resolution) -> String {
    match resolution {
        Resolution::One { field, .. } => format!("the field {field}"),
        Resolution::Ambiguous(candidates) => format!("ambiguous between {}", candidates.len()),
        Resolution::Missing(_) | Resolution::Lacks(_) | Resolution::NoRows(_) => "missing".into(),
    }
}

fn describe(field: &Value) -> String {
    let mut words = vec![text(field, "tag").to_owned()];
    for name in ["type", "name", "html_id", "label"] {
        if !text(field, name).is_empty() {
            words.push(format!("{name}={}", text(field, name)));
        }
    }
    words.join(" ")
}

/// A memory that holds the persona's facts.
async fn remembering() -> Arc<Recall> {
    let store: Arc<dyn Store> = Arc::new(Ephemeral::new(key_norm, wall_clock));
    let facts = PERSONA.iter().map(|(key, value, _)| {
        Change::Remember(Fact {
            key: (*key).into(),
            value: (*value).into(),
            ..Fact::default()
        })
    });
    store.apply(facts.collect()).await.expect("it keeps them");
    Arc::new(Recall::new(store, Use::default()))
}

async fn run(folder: &Path, filter: &str) -> Result<bool, String> {
    let file = folder.join("ddg/dev.jsonl");
    let lines = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let site = Site::start().await;
    let recall = remembering().await;
    let mut browser = Browser::start().await;
    browser.session.recall_from(Some(Arc::clone(&recall)));
    let mut scores = Scores {
        fields: Figure::new("visible fields found", 995),
        submits: Figure::new("submit controls found", 990),
        unique: Figure::new("unique labels resolve", 990).not_below(985),
        shared: Figure::new("labels of another control too", 990),
        twice: Figure::new("duplicate labels are ambiguous", 990).not_below(950),
        persona: Figure::new("filled from memory rightly", 995),
        secrets: Figure::new("and no secret among them", 1000),
        markers: Figure::new("markers read back", 990),
    };
    let mut pages = 0;
    let mut lost = Vec::new();
    for line in lines.lines() {
        let row: Value = serde_json::from_str(line).map_err(|error| format!("{}: {error}", file.display()))?;
        if !text(&row, "id").contains(filter) {
            continue;
        }
        pages += 1;
        let html = std::fs::read_to_string(folder.join("ddg").join(text(&row, "html_path")));
        let html = html.map_err(|error| format!("{}: {error}", text(&row, "html_path")))?;
        site.answer("/page", Answer::html(html));
        if let Err(error) = measure(&mut browser, &row, &site.url("/page"), &mut scores).await {
            println!("  page lost: {error}");
            lost.push(error);
            browser.close().await;
            browser = Browser::start().await;
            browser.session.recall_from(Some(Arc::clone(&recall)));
        }
        site.forget();
    }
    browser.close().await;
    println!("{pages} pages, {} lost", lost.len());
    let Scores {
        fields,
        submits,
        unique,
        shared,
        twice,
        persona,
        secrets,
        markers,
    } = &scores;
    let held = [fields, submits, unique, shared, twice, persona, secrets, markers].map(Figure::print);
    Ok(lost.is_empty() && held.iter().all(|&held| held))
}

#[tokio::main]
async fn main() -> ExitCode {
    let Some(folder) = std::env::var_os("OSTLER_CORPORA") else {
        println!("ddg: SKIPPED: OSTLER_CORPORA does not name a folder");
        return ExitCode::SUCCESS;
    };
    let filter = std::env::args().nth(1).unwrap_or_default();
    match run(Path::new(&folder), &filter).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("ddg: {error}");
            ExitCode::from(2)
        }
    }
}

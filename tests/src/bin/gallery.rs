//! Runs Ostler over the widget gallery and prints what came of it.
//!
//! `gallery [FILTER…] [--all] [--submits] [--jobs N] [--out FILE]`: a filter is the beginning of a page's or a case's
//! name; without one the native and masked pages are run, and the submit scenarios. `--all` runs every page. Ends with 1
//! if a native, masked or submit case is not right, or if anything at all is a lie.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ostler_engine::{EngineError, EngineErrorKind, Request, Session};
use ostler_machines::form::value::Wish;
use ostler_machines::report::FieldReport;
use ostler_tests::browser::{TODAY, settings, wish};
use ostler_tests::judge::{Verdict, judge, judge_submit, list};
use ostler_tests::node::Server;
use ostler_tests::root;
use serde_json::{Value, json};

/// The pages that have to be right in every build.
const MUST: &[&str] = &["native-", "mask-"];

struct Options {
    filters: Vec<String>,
    all: bool,
    submits: bool,
    jobs: usize,
    out: Option<PathBuf>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        filters: Vec::new(),
        all: false,
        submits: false,
        jobs: 2,
        out: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--all" => options.all = true,
            "--submits" => options.submits = true,
            "--jobs" => {
                let number = arguments.next().and_then(|text| text.parse().ok());
                options.jobs = number.filter(|&jobs| jobs > 0).ok_or("--jobs needs a number")?;
            }
            "--out" => options.out = Some(arguments.next().ok_or("--out needs a file")?.into()),
            flag if flag.starts_with("--") => return Err(format!("{flag} is not known")),
            filter => options.filters.push(filter.into()),
        }
    }
    Ok(options)
}

impl Options {
    fn wants(&self, page: &str, id: &str) -> bool {
        let begins = |start: &str| page.starts_with(start) || id.starts_with(start);
        if self.filters.is_empty() {
            self.all || MUST.iter().any(|start| begins(start))
        } else {
            self.filters.iter().any(|start| begins(start))
        }
    }

    /// Whether a submit scenario is wanted: all of them unless pages were named.
    fn wants_submit(&self, id: &str) -> bool {
        self.submits || self.filters.is_empty() || self.wants(id, id)
    }
}

/// What one case came to, with all that is needed to print and to save it.
struct Row {
    id: String,
    kind: String,
    must: bool,
    verdict: Verdict,
    said: String,
    took: Duration,
    line: Value,
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

/// The wish of a case: paths of files are made absolute.
fn wanted(value: &Value, gallery: &Path) -> Wish {
    let absolute = |value: &Value| match value.as_str() {
        Some(text) if text.starts_with("files/") => Value::from(gallery.join(text).display().to_string()),
        _ => value.clone(),
    };
    match value {
        Value::Array(items) => wish(&Value::Array(items.iter().map(absolute).collect())),
        other => wish(&absolute(other)),
    }
}

fn words(field: Option<&FieldReport>) -> String {
    let Some(field) = field else { return "no entry".into() };
    let mut said = field.status.word().to_owned();
    for part in [field.how.map_or("", |how| how.word()), &field.code, &field.message] {
        if !part.is_empty() {
            let _ = write!(said, ", {part}");
        }
    }
    said
}

/// Presses what a person would press first. It is no part of what is scored.
async fn press(session: &mut Session, name: &str) -> Result<(), EngineError> {
    let expression = format!(
        "(() => {{ const name = {}; \
         const all = [...document.querySelectorAll('button, summary, [role=button], a, label')]; \
         const found = all.find((e) => e.textContent.trim() === name) ?? all.find((e) => e.textContent.includes(name)); \
         found?.click(); return !!found; }})()",
        Value::from(name)
    );
    session.evaluate(&expression).await.map(|_| ())
}

async fn model(session: &mut Session) -> Result<Value, EngineError> {
    session.evaluate("window.__model ? window.__model() : null").await
}

/// The model once the page is there as a whole: it has the entry that the case is about, and is the same when it is
/// read again a little later.
async fn first_model(session: &mut Session, key: &str) -> Result<Value, EngineError> {
    let patience = Instant::now() + Duration::from_secs(3);
    let mut last = Value::Null;
    let mut same = 0;
    loop {
        let now = model(session).await?;
        let unknown = now.as_object().is_some_and(|all| all.values().any(Value::is_null));
        same = if now.get(key).is_some() && now == last {
            same + 1
        } else {
            0
        };
        // Of a frame of another site nothing is known until it has written for the first time.
        let enough = if unknown { 8 } else { 3 };
        if same == enough || Instant::now() > patience {
            return Ok(now);
        }
        last = now;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// One case in a browser that runs already. An error is the browser's: it has to be started anew.
async fn attempt(session: &mut Session, case: &Value, base: &str, gallery: &Path) -> Result<Row, EngineError> {
    session.navigate(&format!("{base}/{}.html", text(case, "page"))).await?;
    let before = first_model(session, text(case, "key")).await?;
    if let Some(name) = case["before"]["click"].as_str() {
        press(session, name).await?;
    }
    let mut pairs = vec![(text(case, "label").to_owned(), wanted(&case["value"], gallery))];
    for more in list(&case["with"]) {
        pairs.push((text(more, "label").to_owned(), wanted(&more["value"], gallery)));
    }
    let began = Instant::now();
    let asked = Request {
        pairs,
        today: TODAY,
        ..Request::default()
    };
    let (reported, said) = match session.fill(asked).await {
        Ok(report) => {
            let field = report.fields.first();
            (field.is_some_and(|field| field.status.good()), words(field))
        }
        Err(error) if error.kind == EngineErrorKind::Browser => return Err(error),
        Err(error) => (false, format!("{}: {error}", error.code)),
    };
    let took = began.elapsed();
    let patience = Instant::now() + Duration::from_secs(2);
    let (after, verdict) = loop {
        let after = model(session).await?;
        let verdict = judge(case, &before, &after, reported);
        if verdict.right || Instant::now() > patience {
            break (after, verdict);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let line = json!({"before": before, "after": after, "reported": reported});
    Ok(row(case, verdict, said, took, line))
}

fn row(case: &Value, verdict: Verdict, said: String, took: Duration, mut line: Value) -> Row {
    let id = text(case, "id").to_owned();
    if line.is_object() {
        line["id"] = Value::from(id.clone());
    }
    let refused = case["expect"] == "refused";
    Row {
        kind: if refused { "(refusals)" } else { text(case, "kind") }.into(),
        must: MUST.iter().any(|start| text(case, "page").starts_with(start)),
        id,
        verdict,
        said,
        took,
        line,
    }
}

fn nothing(case: &Value, why: String) -> Row {
    row(case, Verdict::default(), why, Duration::ZERO, Value::Null)
}

/// Takes cases off the queue until it is empty.
async fn worker(queue: Arc<Mutex<VecDeque<Value>>>, base: String, gallery: PathBuf) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut session: Option<Session> = None;
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some(case) = next else { break };
        let mut open = match session.take() {
            Some(open) => open,
            None => match Session::start(settings()).await {
                Ok(open) => open,
                Err(error) => {
                    rows.push(nothing(&case, format!("no browser: {error}")));
                    continue;
                }
            },
        };
        match attempt(&mut open, &case, &base, &gallery).await {
            Ok(row) => {
                rows.push(row);
                session = Some(open);
            }
            Err(error) => {
                rows.push(nothing(&case, format!("{}: {error}", error.code)));
                open.close().await;
            }
        }
    }
    if let Some(open) = session {
        open.close().await;
    }
    rows
}

fn told(error: &EngineError) -> String {
    format!("{}: {error}", error.code)
}

/// One step of a scenario: a fill, and a press.
async fn step(session: &mut Session, step: &Value, gallery: &Path) -> Result<(String, String), String> {
    let pairs: Vec<(String, Wish)> = list(&step["fill"])
        .map(|pair| (text(pair, "label").to_owned(), wanted(&pair["value"], gallery)))
        .collect();
    let mut said = String::new();
    if !pairs.is_empty() {
        let asked = Request {
            pairs,
            today: TODAY,
            ..Request::default()
        };
        let report = session.fill(asked).await.map_err(|error| told(&error))?;
        for field in report.fields.iter().filter(|field| !field.status.good()) {
            let _ = write!(said, "{}: {}; ", field.key, words(Some(field)));
        }
    }
    let outcome = match session.submit(None, step["submit"].as_str()).await {
        Ok(report) => {
            let fields: Vec<&str> = report.messages.iter().map(|message| message.field.as_str()).collect();
            for label in list(&step["errors"]).filter_map(Value::as_str) {
                if !fields.contains(&label) {
                    let _ = write!(said, "no error tied to {label}; ");
                }
            }
            said += &report.evidence.join("; ");
            report.outcome.word().to_owned()
        }
        Err(error) => told(&error),
    };
    Ok((outcome, said))
}

/// One scenario: its steps follow one another on the same page.
async fn scenario(
    session: &mut Session,
    scenario: &Value,
    server: &Server,
    gallery: &Path,
) -> Result<Vec<Row>, String> {
    server.ask("POST", "/__reset").await?;
    let url = format!("{}{}", server.base, text(scenario, "url"));
    session.navigate(&url).await.map_err(|error| told(&error))?;
    let mut known = 0;
    let mut rows = Vec::new();
    for (number, expected) in list(&scenario["steps"]).enumerate() {
        let began = Instant::now();
        let (outcome, said) = step(session, expected, gallery).await?;
        let took = began.elapsed();
        // Where the outcome was given early the page may still be on its way to the server: look until it is right.
        let patience = Instant::now() + Duration::from_millis(500);
        let (verdict, entries) = loop {
            let log = server.ask("GET", "/__log").await?;
            let entries: Vec<Value> = list(&log).skip(known).cloned().collect();
            let verdict = judge_submit(expected, &outcome, &entries);
            if verdict.right || Instant::now() > patience {
                break (verdict, entries);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        known += entries.len();
        let line = json!({"id": scenario["id"], "step": number, "outcome": outcome, "log": entries});
        rows.push(Row {
            id: format!(
                "{}#{number} (expects {})",
                text(scenario, "id"),
                text(expected, "expect")
            ),
            kind: "(submits)".into(),
            must: true,
            verdict,
            said,
            took,
            line,
        });
    }
    Ok(rows)
}

async fn submits(scenarios: Vec<Value>, server: &Server, gallery: &Path) -> Vec<Row> {
    let mut rows = Vec::new();
    for one in scenarios {
        let ended = match Session::start(settings()).await {
            Ok(mut session) => {
                let ended = scenario(&mut session, &one, server, gallery).await;
                session.close().await;
                ended
            }
            Err(error) => Err(format!("no browser: {error}")),
        };
        let done = ended.unwrap_or_else(|error| {
            println!("scenario {} came to nothing: {error}", text(&one, "id"));
            Vec::new()
        });
        // A step that was not reached is not right.
        for number in done.len()..list(&one["steps"]).count() {
            rows.push(Row {
                id: format!("{}#{number}", text(&one, "id")),
                kind: "(submits)".into(),
                must: true,
                verdict: Verdict::default(),
                said: "not reached".into(),
                took: Duration::ZERO,
                line: Value::Null,
            });
        }
        rows.extend(done);
    }
    rows
}

#[derive(Default)]
struct Count {
    all: usize,
    right: usize,
    lies: usize,
    spoiled: usize,
    alarms: usize,
}

impl Count {
    fn add(&mut self, verdict: &Verdict) {
        self.all += 1;
        self.right += usize::from(verdict.right);
        self.lies += usize::from(verdict.lie);
        self.spoiled += usize::from(!verdict.spoiled.is_empty());
        self.alarms += usize::from(verdict.alarm);
    }
}

fn print(rows: &[Row]) {
    for row in rows {
        let verdict = &row.verdict;
        let word = match (verdict.lie, verdict.alarm, verdict.right) {
            (true, _, _) => "LIE  ",
            (_, true, _) => "alarm",
            (_, _, false) => "wrong",
            _ => continue,
        };
        let spoiled = match verdict.spoiled.as_slice() {
            [] => String::new(),
            names => format!(", spoiled {names:?}"),
        };
        println!("{word} {}: holds {}{spoiled}; said: {}", row.id, verdict.got, row.said);
    }
    let mut table: BTreeMap<&str, Count> = BTreeMap::new();
    let mut total = Count::default();
    for row in rows {
        table.entry(&row.kind).or_default().add(&row.verdict);
        total.add(&row.verdict);
    }
    println!(
        "\n{:<18} {:>5} {:>6} {:>6} {:>5} {:>8} {:>7}",
        "kind", "cases", "right", "wrong", "lies", "spoiled", "alarms"
    );
    for (kind, count) in table.into_iter().chain([("TOTAL", total)]) {
        println!(
            "{kind:<18} {:>5} {:>6} {:>6} {:>5} {:>8} {:>7}",
            count.all,
            count.right,
            count.all - count.right,
            count.lies,
            count.spoiled,
            count.alarms
        );
    }
    let mut times: Vec<(Duration, &str)> = rows.iter().map(|row| (row.took, row.id.as_str())).collect();
    times.sort();
    if let Some((median, _)) = times.get(times.len() / 2) {
        println!("\nmedian {} ms a case; the slowest:", median.as_millis());
    }
    for (took, id) in times.iter().rev().take(10) {
        println!("{:>7} ms  {id}", took.as_millis());
    }
}

async fn run(options: &Options) -> Result<bool, String> {
    let gallery = root().join("tests/gallery");
    let read = |name: &str| -> Result<Vec<Value>, String> {
        let file = gallery.join(name);
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))
    };
    let cases: VecDeque<Value> = read("cases.json")?
        .into_iter()
        .filter(|case| options.wants(text(case, "page"), text(case, "id")))
        .collect();
    let scenarios: Vec<Value> = read("submit_cases.json")?
        .into_iter()
        .filter(|scenario| options.wants_submit(text(scenario, "id")))
        .collect();
    if !gallery.join("dist").is_dir() {
        return Err("tests/gallery/dist is not there; `make gallery` builds it".into());
    }
    println!("{} cases, {} submit scenarios", cases.len(), scenarios.len());
    let server = Server::start(&gallery, "serve.mjs").await?;
    let queue = Arc::new(Mutex::new(cases));
    let workers: Vec<_> = (0..options.jobs)
        .map(|_| tokio::spawn(worker(Arc::clone(&queue), server.base.clone(), gallery.clone())))
        .collect();
    let mut rows = Vec::new();
    for worker in workers {
        rows.extend(worker.await.map_err(|error| format!("a worker ended early: {error}"))?);
    }
    rows.extend(submits(scenarios, &server, &gallery).await);
    rows.sort_by(|a, b| a.id.cmp(&b.id));
    print(&rows);
    if let Some(out) = &options.out {
        let lines = rows.iter().filter(|row| row.line.is_object());
        let text = lines.map(|row| format!("{}\n", row.line)).collect::<Vec<_>>().concat();
        std::fs::write(out, text).map_err(|error| format!("{}: {error}", out.display()))?;
    }
    let right = rows.iter().filter(|row| row.verdict.right).count();
    let bad = rows.iter().filter(|row| row.must && !row.verdict.right).count();
    let lies = rows.iter().filter(|row| row.verdict.lie).count();
    println!(
        "gallery: {right} of {} right, {lies} lies; {bad} native, masked or submit cases not right",
        rows.len()
    );
    Ok(bad == 0 && lies == 0)
}

#[tokio::main]
async fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(error) => {
            eprintln!("gallery: {error}");
            return ExitCode::from(2);
        }
    };
    match run(&options).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("gallery: {error}");
            ExitCode::from(2)
        }
    }
}

//! Runs Ostler over the widget gallery and prints what came of it.
//!
//! `gallery [FILTER…] [--all] [--submits] [--served] [--jobs N] [--out FILE] [--docs]`: a filter is the beginning of a
//! page's or a case's name; without one the native and masked pages are run, and the submit scenarios. `--all` runs every
//! page. With `--served` the tools of `ostler serve` are used, as an agent uses them. `--docs` runs everything both ways and
//! writes what it came to into `docs/benchmarks.md`. Ends with 1 if a native, masked or submit case is not right, or if
//! anything at all is a lie.

mod hand;
mod table;

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hand::{Hand, wanted};
use ostler_tests::judge::{Verdict, judge, judge_submit, list};
use ostler_tests::node::Server;
use ostler_tests::root;
use serde_json::{Value, json};

/// The pages that have to be right in every build.
const MUST: &[&str] = &["native-", "mask-"];

/// What drives the pages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drive {
    Engine,
    Served,
    /// The one and then the other, to be written down.
    Both,
}

struct Options {
    filters: Vec<String>,
    all: bool,
    submits: bool,
    drive: Drive,
    jobs: usize,
    out: Option<PathBuf>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        filters: Vec::new(),
        all: false,
        submits: false,
        drive: Drive::Engine,
        jobs: 2,
        out: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--all" => options.all = true,
            "--submits" => options.submits = true,
            "--served" => options.drive = Drive::Served,
            "--docs" => {
                options.drive = Drive::Both;
                options.all = true;
            }
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

/// Presses what a person would press first. It is no part of what is scored.
async fn press(hand: &mut Hand, name: &str) -> Result<(), String> {
    let expression = format!(
        "(() => {{ const name = {}; \
         const all = [...document.querySelectorAll('button, summary, [role=button], a, label')]; \
         const found = all.find((e) => e.textContent.trim() === name) ?? all.find((e) => e.textContent.includes(name)); \
         found?.click(); return !!found; }})()",
        Value::from(name)
    );
    hand.evaluate(&expression).await.map(|_| ())
}

async fn model(hand: &mut Hand) -> Result<Value, String> {
    hand.evaluate("window.__model ? window.__model() : null").await
}

/// The model once the page is there as a whole: it has the entry that the case is about, and is the same when it is
/// read again a little later.
async fn first_model(hand: &mut Hand, key: &str) -> Result<Value, String> {
    let patience = Instant::now() + Duration::from_secs(3);
    let mut last = Value::Null;
    let mut same = 0;
    loop {
        let now = model(hand).await?;
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
async fn attempt(hand: &mut Hand, case: &Value, base: &str, gallery: &Path) -> Result<Row, String> {
    hand.go(&format!("{base}/{}.html", text(case, "page"))).await?;
    let before = first_model(hand, text(case, "key")).await?;
    if let Some(name) = case["before"]["click"].as_str() {
        press(hand, name).await?;
    }
    let mut pairs = vec![(text(case, "label").to_owned(), wanted(&case["value"], gallery))];
    for more in list(&case["with"]) {
        pairs.push((text(more, "label").to_owned(), wanted(&more["value"], gallery)));
    }
    let began = Instant::now();
    let entries = hand.fill(&pairs).await?;
    let took = began.elapsed();
    let entry = entries.into_iter().next();
    let reported = entry.as_ref().is_some_and(|entry| entry.good);
    let said = entry.map_or_else(|| "no entry".into(), |entry| entry.words);
    let patience = Instant::now() + Duration::from_secs(2);
    let (after, verdict) = loop {
        let after = model(hand).await?;
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
async fn worker(queue: Arc<Mutex<VecDeque<Value>>>, base: String, gallery: PathBuf, served: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut hand: Option<Hand> = None;
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some(case) = next else { break };
        let mut open = match hand.take() {
            Some(open) => open,
            None => match Hand::start(served).await {
                Ok(open) => open,
                Err(error) => {
                    rows.push(nothing(&case, error));
                    continue;
                }
            },
        };
        match attempt(&mut open, &case, &base, &gallery).await {
            Ok(row) => {
                rows.push(row);
                hand = Some(open);
            }
            Err(error) => {
                rows.push(nothing(&case, error));
                open.close().await;
            }
        }
    }
    if let Some(open) = hand {
        open.close().await;
    }
    rows
}

/// One step of a scenario: a fill, and a press.
async fn step(hand: &mut Hand, step: &Value, gallery: &Path) -> Result<(String, String), String> {
    let pairs: Vec<(String, Value)> = list(&step["fill"])
        .map(|pair| (text(pair, "label").to_owned(), wanted(&pair["value"], gallery)))
        .collect();
    let mut said = String::new();
    if !pairs.is_empty() {
        for entry in hand.fill(&pairs).await?.iter().filter(|entry| !entry.good) {
            let _ = write!(said, "{}: {}; ", entry.key, entry.words);
        }
    }
    let outcome = match hand.submit(step["submit"].as_str()).await {
        Ok(sent) => {
            for label in list(&step["errors"]).filter_map(Value::as_str) {
                if !sent.fields.iter().any(|field| field == label) {
                    let _ = write!(said, "no error tied to {label}; ");
                }
            }
            said += &sent.evidence;
            sent.outcome
        }
        Err(error) => error,
    };
    Ok((outcome, said))
}

/// One scenario: its steps follow one another on the same page.
async fn scenario(hand: &mut Hand, scenario: &Value, server: &Server, gallery: &Path) -> Result<Vec<Row>, String> {
    server.ask("POST", "/__reset").await?;
    let url = format!("{}{}", server.base, text(scenario, "url"));
    hand.go(&url).await?;
    let mut known = 0;
    let mut rows = Vec::new();
    for (number, expected) in list(&scenario["steps"]).enumerate() {
        let began = Instant::now();
        let (outcome, said) = step(hand, expected, gallery).await?;
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

async fn submits(scenarios: &[Value], server: &Server, gallery: &Path, served: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    for one in scenarios {
        let ended = match Hand::start(served).await {
            Ok(mut hand) => {
                let ended = scenario(&mut hand, one, server, gallery).await;
                hand.close().await;
                ended
            }
            Err(error) => Err(error),
        };
        let done = ended.unwrap_or_else(|error| {
            println!("scenario {} came to nothing: {error}", text(one, "id"));
            Vec::new()
        });
        // A step that was not reached is not right.
        for number in done.len()..list(&one["steps"]).count() {
            rows.push(Row {
                id: format!("{}#{number}", text(one, "id")),
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

/// All cases and scenarios, driven in one of the two ways.
async fn rows(options: &Options, served: bool, server: &Server, gallery: &Path) -> Result<Vec<Row>, String> {
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
    let way = table::way(served);
    println!("{} cases, {} submit scenarios, {way}", cases.len(), scenarios.len());
    let queue = Arc::new(Mutex::new(cases));
    let workers: Vec<_> = (0..options.jobs)
        .map(|_| tokio::spawn(worker(Arc::clone(&queue), server.base.clone(), gallery.into(), served)))
        .collect();
    let mut rows = Vec::new();
    for worker in workers {
        rows.extend(worker.await.map_err(|error| format!("a worker ended early: {error}"))?);
    }
    rows.extend(submits(&scenarios, server, gallery, served).await);
    rows.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(rows)
}

/// Prints what they came to, and says whether it is as it has to be.
fn stands(rows: &[Row]) -> bool {
    table::print(rows);
    let right = rows.iter().filter(|row| row.verdict.right).count();
    let bad = rows.iter().filter(|row| row.must && !row.verdict.right).count();
    let lies = rows.iter().filter(|row| row.verdict.lie).count();
    println!(
        "gallery: {right} of {} right, {lies} lies; {bad} native, masked or submit cases not right",
        rows.len()
    );
    bad == 0 && lies == 0
}

async fn run(options: &Options) -> Result<bool, String> {
    let gallery = root().join("tests/gallery");
    if !gallery.join("dist").is_dir() {
        return Err("tests/gallery/dist is not there; `make gallery` builds it".into());
    }
    let server = Server::start(&gallery, "serve.mjs").await?;
    let mut good = true;
    if options.drive == Drive::Both {
        let mut ways = Vec::new();
        for served in [false, true] {
            let rows = rows(options, served, &server, &gallery).await?;
            good &= stands(&rows);
            ways.push((served, rows));
        }
        table::write(&ways)?;
        return Ok(good);
    }
    let rows = rows(options, options.drive == Drive::Served, &server, &gallery).await?;
    good &= stands(&rows);
    if let Some(out) = &options.out {
        let lines = rows.iter().filter(|row| row.line.is_object());
        let text = lines.map(|row| format!("{}\n", row.line)).collect::<Vec<_>>().concat();
        std::fs::write(out, text).map_err(|error| format!("{}: {error}", out.display()))?;
    }
    Ok(good)
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

//! Measures Ostler against two floors: the same writes with the same input events and nothing verified, by a raw script
//! that sends one protocol command a field and awaits each, and by one command for all of them. Writes
//! `docs/benchmarks.md`. Ends with 1 if a bound is not kept.
//!
//! `bench [ROUNDS]`: so many rounds of each, 15 by default; floor and fill alternate within one run.
//! `bench memory`, `bench mute`: what memory costs alone, and what a Qdrant that does not answer costs; printed and not
//! written.

mod mute;
mod remembered;

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ostler_engine::Request;
use ostler_tests::browser::{TODAY, wish};
use ostler_tests::{Answer, Browser, Site, ostler, process, program, root};
use serde_json::{Value, json};

/// One row of the table that is written.
struct Line {
    what: String,
    value: String,
    bound: &'static str,
    held: bool,
}

/// A form of `count` fields of the usual kinds, nine text boxes to one choice, one date and one box.
fn form(count: usize) -> String {
    let mut html = String::from("<form method=post>");
    for n in 0..count {
        let _ = match n % 12 {
            9 => write!(
                html,
                "<p><label>Field {n} <select id=f{n}><option>No<option>Yes</select></label></p>"
            ),
            10 => write!(html, "<p><label>Field {n} <input id=f{n} type=date></label></p>"),
            11 => write!(html, "<p><label><input id=f{n} type=checkbox> Field {n}</label></p>"),
            _ => write!(html, "<p><label>Field {n} <input id=f{n}></label></p>"),
        };
    }
    html + "<button>Send</button></form>"
}

fn value(n: usize) -> Value {
    match n % 12 {
        9 => json!("Yes"),
        10 => json!("2024-04-03"),
        11 => json!(true),
        _ => json!(format!("value {n}")),
    }
}

/// The same writes by hand: of the fields numbered in `range`, in one command.
fn by_hand(range: std::ops::Range<usize>) -> String {
    let first = range.start;
    let values: Vec<Value> = range.map(value).collect();
    format!(
        "(() => {{ {}.forEach((value, at) => {{ const e = document.getElementById('f' + ({first} + at)); e.focus(); \
         if (e.type === 'checkbox') e.click(); \
         else if (e.type === 'date' || e.tagName === 'SELECT') {{ e.value = value; \
           e.dispatchEvent(new Event('input', {{ bubbles: true }})); e.dispatchEvent(new Event('change', {{ bubbles: true }})); }} \
         else {{ e.select(); document.execCommand('insertText', false, value); }} }}); return true; }})()",
        Value::from(values)
    )
}

const LEAVE: &str = "document.activeElement.blur()";

/// The times of one count of fields.
struct Race {
    /// One command for all fields.
    at_once: Duration,
    /// One command a field, each awaited.
    each: Duration,
    /// Inspected, filled, settled and read back.
    fill: Duration,
}

/// Whether the page holds everything that was asked for.
fn check(count: usize) -> String {
    let values: Vec<Value> = (0..count).map(value).collect();
    format!(
        "{}.every((value, n) => {{ const e = document.getElementById('f' + n); \
         return (e.type === 'checkbox' ? e.checked : e.value) === value; }})",
        Value::from(values)
    )
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64().max(1e-9)
}

/// Medians of both floors and of a fill of `count` fields.
async fn race(browser: &mut Browser, site: &Site, count: usize, rounds: usize) -> Result<Race, String> {
    let url = site.page("/form", &form(count));
    let (mut at_once, mut each, mut fill) = (Vec::new(), Vec::new(), Vec::new());
    // The first round warms up both and does not count.
    for round in 0..=rounds {
        let all = vec![format!("{}; {LEAVE}", by_hand(0..count))];
        let apart = (0..count)
            .map(|n| by_hand(n..n + 1))
            .chain([LEAVE.to_owned()])
            .collect();
        let mut took = Vec::new();
        for commands in [all, apart] {
            browser.go(&url).await;
            let began = Instant::now();
            for command in &commands {
                browser.truth(command).await;
            }
            took.push(began.elapsed());
            if browser.truth(&check(count)).await != json!(true) {
                return Err(format!("the floor does not fill {count} fields"));
            }
        }
        browser.go(&url).await;
        let request = Request {
            pairs: (0..count).map(|n| (format!("Field {n}"), wish(&value(n)))).collect(),
            today: TODAY,
            ..Request::default()
        };
        let began = Instant::now();
        let report = browser.try_fill(request).await.map_err(|error| error.to_string())?;
        let filled = began.elapsed();
        if browser.truth(&check(count)).await != json!(true) || !report.fields.iter().all(|f| f.status.good()) {
            return Err(format!("Ostler does not fill {count} fields: {:?}", report.fields));
        }
        if round > 0 {
            at_once.push(took[0]);
            each.push(took[1]);
            fill.push(filled);
        }
    }
    Ok(Race {
        at_once: median(at_once),
        each: median(each),
        fill: median(fill),
    })
}

/// The greatest memory that the program itself had while it filled a form, in MiB.
async fn memory(site: &Site) -> Result<f64, String> {
    site.answer("/slow", Answer::json("{}").after(700));
    let fields = (0..60)
        .map(|n| format!("<p><label>Field {n} <input name=f{n}></label></p>"))
        .collect::<Vec<_>>()
        .concat();
    let url = site.page(
        "/memory",
        &format!("<form>{fields}</form><script>fetch('/slow')</script>"),
    );
    let mut arguments = vec!["fill".to_owned(), url];
    for n in 0..60 {
        arguments.extend(["--set".to_owned(), format!("Field {n}=value {n}")]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let call = ostler(&arguments);
    let mut child = call.spawn().await;
    let id = child.id().ok_or("ostler ended at once")?;
    let mut peak = 0;
    loop {
        peak = process::resident(id, true).unwrap_or(0).max(peak);
        match child.try_wait() {
            Ok(None) => tokio::time::sleep(Duration::from_millis(5)).await,
            Ok(Some(status)) if status.success() => break,
            other => return Err(format!("ostler did not fill the form: {other:?}")),
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a size in KiB is far below 2^52")]
    Ok(peak as f64 / 1024.0)
}

async fn measure(rounds: usize) -> Result<(Vec<Line>, String), String> {
    let site = Site::start().await;
    let mut browser = Browser::start_alone().await;
    let (version, _) = browser.session.browser();
    let one = race(&mut browser, &site, 1, rounds).await?;
    let twelve = race(&mut browser, &site, 12, rounds).await?;
    let sixty = race(&mut browser, &site, 60, rounds).await?;

    site.page("/inner", "<label>Inner <input></label>");
    let url = site.page("/framed", &format!("{}<iframe src=/inner></iframe>", form(60)));
    browser.go(&url).await;
    browser.inspect().await;
    let before = browser.session.counts().commands;
    let began = Instant::now();
    browser.inspect().await;
    let inspected = began.elapsed();
    let trips = browser.session.counts().commands - before;
    browser.close().await;

    let remembered = remembered::measure().await?;
    let mute = mute::measure(&site, rounds).await?;
    let peak = memory(&site).await?;
    let binary = std::fs::metadata(program::path())
        .map_err(|error| error.to_string())?
        .len();
    #[expect(clippy::cast_precision_loss, reason = "a program's binary is far below 2^52")]
    let binary = binary as f64 / 1024.0 / 1024.0;

    let settle = one.fill.saturating_sub(one.at_once);
    let mut lines = Vec::new();
    let mut line = |what: String, value: String, bound: &'static str, held: bool| {
        lines.push(Line {
            what,
            value,
            bound,
            held,
        });
    };
    for (count, race) in [(1, &one), (12, &twelve), (60, &sixty)] {
        for (what, time) in [
            ("a raw script, one command for all (nothing verified)", race.at_once),
            ("a raw script, one command a field (nothing verified)", race.each),
            ("inspected, filled, settled and read back", race.fill),
        ] {
            line(format!("{count} fields, {what}"), millis(time), "", true);
        }
    }
    let twice = ratio(twelve.fill, twelve.each);
    line(
        "12 fields against one command a field".into(),
        format!("{twice:.2} times"),
        "at most 2",
        twice <= 2.0,
    );
    let all = ratio(twelve.fill, twelve.at_once);
    line(
        "12 fields against one command for all".into(),
        format!("{all:.2} times"),
        "",
        true,
    );
    let growth = ratio(sixty.fill, twelve.fill);
    line(
        "60 fields against 12".into(),
        format!("{growth:.2} times"),
        "at most 5.5",
        growth <= 5.5,
    );
    line(
        "one field and waiting for a static page to rest, above the floor".into(),
        millis(settle),
        "below 25 ms",
        settle < Duration::from_millis(25),
    );
    line("60 fields and a frame, inspected".into(), millis(inspected), "", true);
    line(
        "round trips of that, with two documents".into(),
        trips.to_string(),
        "2",
        trips == 2,
    );
    line(
        "memory of `ostler` at its peak, without Chrome".into(),
        format!("{peak:.1} MiB"),
        "below 40 MiB",
        peak < 40.0,
    );
    line(
        "release binary, stripped".into(),
        format!("{binary:.1} MiB"),
        "below 25 MiB",
        binary < 25.0,
    );
    lines.extend(remembered);
    lines.extend(mute);
    Ok((lines, version))
}

fn document(lines: &[Line], version: &str, rounds: usize) -> String {
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    let mut text = format!(
        "# Benchmarks\n\nWritten by `make bench`; do not edit. Medians of {rounds} rounds, in which floor and fill alternate in \
         one browser.\n{version} on {} ({}), {cores} cores, a shared machine: compare the ratios, not the milliseconds.\n\n\
         The floors are raw scripts that make the same writes with the same input events and verify nothing: the bound is on the one\nthat sends a command a field and awaits each, as scripts do; the other puts all writes into one command.\n\n\
         | what | measured | bound | |\n| --- | ---: | --- | --- |\n",
        std::env::consts::OS,
        std::env::consts::ARCH
    );
    for line in lines {
        let verdict = match (line.bound, line.held) {
            ("", _) => "",
            (_, true) => "kept",
            (_, false) => "**not kept**",
        };
        let _ = writeln!(text, "| {} | {} | {} | {verdict} |", line.what, line.value, line.bound);
    }
    text
}

/// Prints lines that are not written anywhere.
fn print(measured: Result<Vec<Line>, String>) -> ExitCode {
    match measured {
        Ok(lines) => {
            for line in &lines {
                println!("{}: {} {}", line.what, line.value, line.bound);
            }
            ExitCode::from(u8::from(lines.iter().any(|line| !line.held)))
        }
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::from(2)
        }
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("memory") => return print(remembered::measure().await),
        Some("mute") => return print(mute::measure(&Site::start().await, 15).await),
        _ => {}
    }
    let rounds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(15);
    let (lines, version) = match measure(rounds).await {
        Ok(measured) => measured,
        Err(error) => {
            eprintln!("bench: {error}");
            return ExitCode::from(2);
        }
    };
    let text = document(&lines, &version, rounds);
    print!("{text}");
    let file = root().join("docs/benchmarks.md");
    // The parts about the gallery and about other servers are written by others.
    let old = std::fs::read_to_string(&file).unwrap_or_default();
    let begins = ["<!-- gallery -->", "<!-- peers -->"]
        .iter()
        .filter_map(|mark| old.find(mark));
    let rest = begins.min().map_or("", |at| &old[at..]);
    let text = if rest.is_empty() {
        text
    } else {
        format!("{text}\n{rest}")
    };
    if let Err(error) = std::fs::write(&file, text) {
        eprintln!("bench: {}: {error}", file.display());
        return ExitCode::from(2);
    }
    if lines.iter().all(|line| line.held) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

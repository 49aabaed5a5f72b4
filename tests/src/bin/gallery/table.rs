//! What the cases came to: on standard output, and in `docs/benchmarks.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use ostler_tests::judge::Verdict;
use ostler_tests::root;

use crate::Row;

/// So many of the slowest are named.
const SLOWEST: usize = 10;
/// Where the part about the gallery begins in the page, and where the next part does.
const BEGIN: &str = "<!-- gallery -->";
const NEXT: &str = "<!-- peers -->";

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

/// Prints what is not right, a table by kind and the slowest cases.
pub(crate) fn print(rows: &[Row]) {
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
    let times = times(rows);
    if let Some((median, _)) = times.get(times.len() / 2) {
        println!("\nmedian {} ms a case; the slowest:", median.as_millis());
    }
    for (took, id) in times.iter().rev().take(SLOWEST) {
        println!("{:>7} ms  {id}", took.as_millis());
    }
}

/// The times of the cases, the quickest first.
fn times(rows: &[Row]) -> Vec<(Duration, &str)> {
    let mut times: Vec<(Duration, &str)> = rows.iter().map(|row| (row.took, row.id.as_str())).collect();
    times.sort();
    times
}

/// How the pages were driven.
pub(crate) const fn way(served: bool) -> &'static str {
    if served {
        "`form_fill` and `form_submit` of `ostler serve`"
    } else {
        "the engine's `Session`"
    }
}

/// The part of the page about the gallery.
fn document(ways: &[(bool, Vec<Row>)]) -> String {
    let build = if cfg!(debug_assertions) { "a debug" } else { "a release" };
    let mut text = format!(
        "{BEGIN}\n\n## The gallery\n\nWritten by `make gallery-docs`; do not edit. Each case is one fill of one widget, \
         each step of a submit scenario a fill and a press;\ntimes are of {build} build, two cases at once, from the call to \
         its answer.\n\n| driven by | cases and steps | right | lies | spoiled | alarms | median |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
    );
    for (served, rows) in ways {
        let mut count = Count::default();
        for row in rows {
            count.add(&row.verdict);
        }
        let times = times(rows);
        let median = times.get(times.len() / 2).map_or(0, |(took, _)| took.as_millis());
        let Count {
            all,
            right,
            lies,
            spoiled,
            alarms,
        } = count;
        let _ = writeln!(
            text,
            "| {} | {all} | {right} | {lies} | {spoiled} | {alarms} | {median} ms |",
            way(*served)
        );
    }
    for (served, rows) in ways {
        let _ = write!(
            text,
            "\nThe slowest, driven by {}:\n\n| case | time |\n| --- | ---: |\n",
            way(*served)
        );
        for (took, id) in times(rows).iter().rev().take(SLOWEST) {
            let _ = writeln!(text, "| {id} | {} ms |", took.as_millis());
        }
        let wrong: Vec<&Row> = rows.iter().filter(|row| !row.verdict.right).collect();
        for row in wrong {
            let _ = write!(text, "\nNot right: {}: {}\n", row.id, row.said);
        }
    }
    text
}

/// Puts that part into its place in `docs/benchmarks.md`.
pub(crate) fn write(ways: &[(bool, Vec<Row>)]) -> Result<(), String> {
    let file = root().join("docs/benchmarks.md");
    let told = |error: std::io::Error| format!("{}: {error}", file.display());
    let old = std::fs::read_to_string(&file).map_err(told)?;
    std::fs::write(&file, placed(&old, &document(ways))).map_err(told)
}

/// The page with `part` in its place: before what comes next, instead of what stood there.
fn placed(old: &str, part: &str) -> String {
    let next = old.find(NEXT).map_or("", |at| &old[at..]);
    let end = old.find(BEGIN).or_else(|| old.find(NEXT)).unwrap_or(old.len());
    let head = old[..end].trim_end();
    if next.is_empty() {
        format!("{head}\n\n{part}")
    } else {
        format!("{head}\n\n{part}\n{next}")
    }
}

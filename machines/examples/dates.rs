//! Reads every row of a corpus of dates as people write them, and counts: right, refused, wrong.
//!
//! `OSTLER_CORPORA` names the folder with `dates-dev.jsonl`. Without it there is nothing to do. No locale is given,
//! so that a row whose day and month can be swapped has to be refused.

use std::path::Path;

use chrono::{NaiveDateTime, Timelike};
use ostler_machines::form::value::date::Hints;
use ostler_machines::form::value::{Context, Refusal, Today, date, datetime, time};
use serde_json::Value;

#[derive(Default)]
struct Score {
    right: usize,
    refused: usize,
    wrong: usize,
}

impl Score {
    fn show(&self, name: &str) {
        let rows = self.right + self.refused + self.wrong;
        println!(
            "{name}: {rows} rows, {} right, {} refused, {} WRONG",
            self.right, self.refused, self.wrong
        );
    }
}

fn main() {
    let Some(folder) = std::env::var_os("OSTLER_CORPORA") else {
        println!("OSTLER_CORPORA is not set; nothing to score");
        return;
    };
    let file = Path::new(&folder).join("dates-dev.jsonl");
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            std::process::exit(1);
        }
    };
    let verbose = std::env::args().any(|argument| argument == "--refused");
    let (mut core, mut all) = (Score::default(), Score::default());
    for row in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let word = |key: &str| row[key].as_str().unwrap_or_default();
        let is_core = row["core"].as_bool() == Some(true);
        let outcome = read(word("kind"), word("input"), word("expected"));
        let mut count = |pick: fn(&mut Score) -> &mut usize| {
            *pick(&mut all) += 1;
            if is_core {
                *pick(&mut core) += 1;
            }
        };
        match outcome {
            Ok(value) if row["ambiguous_day_month"].as_bool() == Some(true) || value != word("expected") => {
                count(|score| &mut score.wrong);
                let place = if is_core { "core" } else { word("class") };
                println!(
                    "WRONG ({place}, {}): {:?} is {value}, expected {:?}",
                    word("lang"),
                    word("input"),
                    word("expected")
                );
            }
            Ok(_) => count(|score| &mut score.right),
            Err(refusal) => {
                count(|score| &mut score.refused);
                if verbose && (is_core || word("class") == "absolute") {
                    println!(
                        "refused {} ({}): {:?} expected {:?}",
                        refusal.code,
                        word("lang"),
                        word("input"),
                        word("expected")
                    );
                }
            }
        }
    }
    core.show("core");
    all.show("all");
}

/// Reads `input` and writes it as precisely as `expected` is.
fn read(kind: &str, input: &str, expected: &str) -> Result<String, Refusal> {
    let ctx = Context {
        today: Today {
            year: 2026,
            month: 6,
            day: 15,
        },
        ..Context::default()
    };
    let hints = Hints {
        time: true,
        ..Hints::default()
    };
    match kind {
        "time" => time::parse(input, &ctx).map(|time| {
            let pattern = if expected.len() == 5 && time.second() == 0 {
                "%H:%M"
            } else {
                "%H:%M:%S"
            };
            time.format(pattern).to_string()
        }),
        "datetime" => datetime::parse(input, &ctx, hints).map(|moment| show(moment, expected)),
        _ => date::parse(input, &ctx, hints).map(|date| date.format("%Y-%m-%d").to_string()),
    }
}

fn show(moment: NaiveDateTime, expected: &str) -> String {
    let pattern = if expected.len() == 16 && moment.second() == 0 {
        "%Y-%m-%dT%H:%M"
    } else {
        "%Y-%m-%dT%H:%M:%S"
    };
    moment.format(pattern).to_string()
}

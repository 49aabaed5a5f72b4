//! `ostler doctor`

use std::io::Write;
use std::path::Path;
use std::{env, fs};

use anstyle::{AnsiColor, Style};
use ostler_machines::recall::model::Everything;

use crate::failure::{Exit, Failure};
use crate::journey;
use crate::memory::{MemoryArgs, MemorySettings, Place};
use crate::output::Output;
use crate::progress::Teller;
use crate::settings::{BrowserArgs, Environment};

/// Check that a browser is found, starts and answers, and that memory can be opened
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    browser: BrowserArgs,
    #[command(flatten)]
    memory: MemoryArgs,
}

/// How a check came out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Good,
    Doubtful,
    Bad,
}

struct Check {
    mark: Mark,
    name: &'static str,
    found: String,
}

/// Checks.
pub(crate) fn run(args: &Args, environment: &Environment, output: &Output) -> Exit {
    let (checks, failure) = match examine(args, environment, output) {
        Ok(checked) => checked,
        Err(failure) => return output.failure(&failure, false),
    };
    let mut text = format!("ostler {}\n", env!("CARGO_PKG_VERSION"));
    for check in &checks {
        let (sign, style) = match check.mark {
            Mark::Good => ("✓", AnsiColor::Green.on_default()),
            Mark::Doubtful => ("!", AnsiColor::Yellow.on_default()),
            Mark::Bad => ("✗", AnsiColor::Red.on_default()),
        };
        let sign = output.out.paint(style, sign);
        let name = output.out.paint(Style::new().bold(), &format!("{:<18}", check.name));
        let line = format!("{sign} {name} {}\n", crate::report::text::clean(&check.found));
        text.push_str(&line);
    }
    if let Err(untold) = output.answer(&text) {
        output.failure(&untold, false);
        return failure.map_or(untold.exit, |failure| output.failure(&failure, false));
    }
    match failure {
        Some(failure) => output.failure(&failure, false),
        None if checks.iter().any(|check| check.mark == Mark::Bad) => Exit::Browser,
        None => Exit::Done,
    }
}

fn examine(args: &Args, environment: &Environment, output: &Output) -> Result<(Vec<Check>, Option<Failure>), Failure> {
    let settings = args.browser.merge(environment)?;
    let attached = settings.connect.is_some();
    let teller = Teller::new(true, output.err);
    let answer = journey::runtime()?.block_on(journey::browser(settings, &teller)).answer;
    let mut checks = Vec::new();
    let mut failure = None;
    match answer {
        Ok(found) => {
            checks.push(Check {
                mark: Mark::Good,
                name: "browser",
                found: format!("{} answers", found.product),
            });
            checks.push(Check {
                mark: Mark::Good,
                name: "found at",
                found: found.path.clone(),
            });
            if !attached {
                checks.push(sandbox(&found.notes));
                checks.push(headless_shell(&found.path));
            }
        }
        Err(error) => {
            checks.push(Check {
                mark: Mark::Bad,
                name: "browser",
                found: error.message.clone(),
            });
            failure = Some(with_help(error));
        }
    }
    checks.push(temporary_folder());
    checks.extend(memory(args, environment));
    Ok((checks, failure))
}

/// Where memory is, whether it opens, how it is sealed, and what is doubtful about that.
fn memory(args: &Args, environment: &Environment) -> Vec<Check> {
    let check = |mark, name, found: String| Check { mark, name, found };
    let settings = match args.memory.merge(environment) {
        Ok(settings) => settings,
        Err(failure) => return vec![check(Mark::Bad, "memory", told(&failure))],
    };
    let (mark, found) = match settings.place {
        Place::Off => (Mark::Good, "off; ostler init --local turns it on".into()),
        Place::Ephemeral => (Mark::Good, "ephemeral: it ends with the program that holds it".into()),
        Place::Local | Place::Qdrant => kept(&settings),
    };
    let mut checks = vec![check(mark, "memory", found)];
    if !matches!(settings.place, Place::Local | Place::Qdrant) {
        return checks;
    }
    checks.push(if settings.sealed {
        check(Mark::Good, "seal", "on".into())
    } else {
        check(Mark::Doubtful, "seal", "off".into())
    });
    if settings.sealed {
        let (mark, found) = match settings.keys.find() {
            Ok(_) if settings.keys.is_given() => (Mark::Good, "of OSTLER_MEMORY_KEY".into()),
            Ok(Some(_)) => (Mark::Good, format!("in {}", settings.keys.store())),
            Ok(None) => (Mark::Doubtful, format!("none in {} yet", settings.keys.store())),
            Err(error) => (Mark::Bad, error.to_string()),
        };
        checks.push(check(mark, "key", found));
    }
    let warnings = settings.warnings();
    checks.extend(
        warnings
            .into_iter()
            .map(|warning| check(Mark::Doubtful, "warning", warning)),
    );
    checks
}

/// Whether what is kept opens, and how much it is. It makes nothing: neither a file nor a key.
fn kept(settings: &MemorySettings) -> (Mark, String) {
    let place = match settings.place {
        Place::Local => settings.file().display().to_string(),
        _ => "Qdrant".into(),
    };
    if settings.place == Place::Local && !settings.file().exists() {
        return (Mark::Good, format!("{place}: nothing is kept yet"));
    }
    let all = journey::runtime().and_then(|runtime| {
        runtime.block_on(async {
            let store = settings.open().await?;
            match store {
                Some(store) => Ok(store.all().await?),
                None => Ok(Everything::default()),
            }
        })
    });
    match all {
        Ok(all) => {
            let (facts, skills) = (all.facts.len(), all.playbooks.len());
            let found = format!(
                "{place}: facts {facts}, skills {skills}, episodes {}",
                all.episodes.len()
            );
            match all.unopened {
                0 => (Mark::Good, found),
                unopened => (Mark::Bad, format!("{found}; {unopened} could not be opened")),
            }
        }
        Err(failure) => (Mark::Bad, told(&failure)),
    }
}

fn told(failure: &Failure) -> String {
    match failure.help.as_str() {
        "" => failure.message.clone(),
        help => format!("{}: {help}", failure.message),
    }
}

/// What to do where no browser is found.
fn with_help(mut failure: Failure) -> Failure {
    if failure.help.is_empty() {
        failure.help = "install chromium or Google Chrome, or give --browser PATH".into();
    }
    failure
}

/// What the engine noted of the sandbox, and of everything else that is unusual.
fn sandbox(notes: &[String]) -> Check {
    let name = "sandbox";
    if notes.is_empty() {
        return Check {
            mark: Mark::Good,
            name,
            found: "on".into(),
        };
    }
    Check {
        mark: Mark::Doubtful,
        name,
        found: notes.join("; "),
    }
}

fn headless_shell(path: &str) -> Check {
    if path.contains("headless-shell") || path.contains("headless_shell") {
        return Check {
            mark: Mark::Good,
            name: "headless shell",
            found: "used: it starts fastest".into(),
        };
    }
    let found = "not used; where it is installed, a start takes a quarter of the time".into();
    Check {
        mark: Mark::Doubtful,
        name: "headless shell",
        found,
    }
}

fn temporary_folder() -> Check {
    let folder = env::temp_dir();
    let name = "temporary folder";
    match try_to_write(&folder) {
        Ok(()) => Check {
            mark: Mark::Good,
            name,
            found: format!("{} can be written", folder.display()),
        },
        Err(error) => Check {
            mark: Mark::Bad,
            name,
            found: format!("{}: {error}", folder.display()),
        },
    }
}

fn try_to_write(folder: &Path) -> std::io::Result<()> {
    let path = folder.join(format!("ostler-doctor-{}", std::process::id()));
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&path)?;
    let written = file.write_all(b"ostler");
    fs::remove_file(&path)?;
    written
}

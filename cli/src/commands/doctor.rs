//! `ostler doctor`

use std::io::Write;
use std::path::Path;
use std::{env, fs};

use anstyle::{AnsiColor, Style};

use crate::failure::{Exit, Failure};
use crate::journey;
use crate::output::Output;
use crate::progress::Teller;
use crate::settings::{BrowserArgs, Environment};

/// Check that a browser is found, starts and answers
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    browser: BrowserArgs,
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
    output.answer(&text);
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
            checks.extend(found.notes.into_iter().map(|found| Check {
                mark: Mark::Doubtful,
                name: "note",
                found,
            }));
            if !attached {
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
    if !attached {
        checks.extend(sandbox());
    }
    checks.push(temporary_folder());
    Ok((checks, failure))
}

/// What to do where no browser is found.
fn with_help(mut failure: Failure) -> Failure {
    if failure.help.is_empty() {
        failure.help = "install chromium or Google Chrome, or give --browser PATH".into();
    }
    failure
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

/// Whether Chrome's sandbox can work here. Only Linux makes it a question.
fn sandbox() -> Option<Check> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let root = fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| {
            let ids = status.lines().find_map(|line| line.strip_prefix("Uid:"))?;
            ids.split_whitespace().nth(1).map(|effective| effective == "0")
        })
        .unwrap_or(false);
    let setting = |path: &str| fs::read_to_string(path).ok().map(|text| text.trim().to_string());
    let forbidden = setting("/proc/sys/kernel/unprivileged_userns_clone").is_some_and(|value| value == "0")
        || setting("/proc/sys/user/max_user_namespaces").is_some_and(|value| value == "0");
    let (mark, found) = if root {
        (
            Mark::Doubtful,
            "Chrome has none when it runs as root: use another user for pages you do not trust",
        )
    } else if forbidden {
        (
            Mark::Doubtful,
            "user namespaces are off, so Chrome needs its setuid helper to have one",
        )
    } else {
        (Mark::Good, "can be had")
    };
    Some(Check {
        mark,
        name: "sandbox",
        found: found.into(),
    })
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

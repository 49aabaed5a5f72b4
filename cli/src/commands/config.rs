//! `ostler config`

use anstyle::Style;
use clap::Subcommand;
use serde::Serialize;

use crate::config::{self, Config, KEYS, Source};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::report::SCHEMA_VERSION;
use crate::report::text::{clean, pad};
use crate::settings::Environment;

/// Read and write the settings that last
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A flag goes before its environment variable, a variable before the file. Secrets stand in no file: QDRANT_API_KEY and \
OSTLER_MEMORY_KEY are read from the environment.
Example: ostler config set memory local")]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Keep a setting
    Set {
        /// Its name
        #[arg(value_name = "KEY")]
        key: String,
        /// What it is to be
        #[arg(value_name = "VALUE", allow_hyphen_values = true)]
        value: String,
    },
    /// Forget a setting
    Unset {
        /// Its name
        #[arg(value_name = "KEY")]
        key: String,
    },
    /// Print what holds for a setting
    Get {
        /// Its name
        #[arg(value_name = "KEY")]
        key: String,
    },
    /// List all settings, what holds for each, and who says so
    List {
        /// Print the answer as JSON
        #[arg(long)]
        json: bool,
    },
    /// Print where the file lies
    Path,
}

/// Reads or writes.
pub(crate) fn run(args: &Args, environment: &Environment, output: &Output) -> Exit {
    match act(&args.verb, environment, output) {
        Ok(()) => Exit::Done,
        Err(failure) => output.failure(&failure, matches!(args.verb, Verb::List { json: true })),
    }
}

fn act(verb: &Verb, environment: &Environment, output: &Output) -> Result<(), Failure> {
    let folder = config::folder(environment)?;
    let mut config = match verb {
        // Where it lies is of use to who has to mend it by hand.
        Verb::Path => return output.answer(&format!("{}\n", config::file(&folder).display())),
        // What is wrong in the file is mended by them.
        Verb::Set { .. } | Verb::Unset { .. } => Config::to_mend(&folder)?,
        Verb::Get { .. } | Verb::List { .. } => Config::read(&folder)?,
    };
    match verb {
        Verb::Set { key, value } => {
            let key = config::key(key)?;
            key.check(value)?;
            config.put(key, value)?;
            told(key, &config, environment, output)
        }
        Verb::Unset { key } => {
            if config.has(key) && config::key(key).is_err() {
                config.take(key)?;
                output.line(&format!("{key} is out of {}", config.path().display()));
                return Ok(());
            }
            let key = config::key(key)?;
            config.take(key.name)?;
            told(key, &config, environment, output)
        }
        Verb::Get { key } => {
            let (value, _) = config.effective(config::key(key)?, environment)?;
            output.answer(&format!("{}\n", value.unwrap_or_default()))
        }
        Verb::List { json } => list(&config, environment, output, *json),
        Verb::Path => Ok(()),
    }
}

/// Says that it is kept, and that it holds or why it does not.
fn told(key: &config::Key, config: &Config, environment: &Environment, output: &Output) -> Result<(), Failure> {
    let (value, source) = config.effective(key, environment)?;
    let value = value.unwrap_or_else(|| "not set".into());
    let path = config.path().display();
    output.line(&match source {
        Source::Environment(variable) => {
            format!("kept in {path}; {variable} goes before it: {} is {value}", key.name)
        }
        Source::File => format!("{} is {value}, kept in {path}", key.name),
        Source::Default => format!("{} is {value}, as it is where nobody says anything", key.name),
    });
    Ok(())
}

#[derive(Serialize)]
struct Listed {
    key: &'static str,
    value: Option<String>,
    source: &'static str,
}

fn list(config: &Config, environment: &Environment, output: &Output, json: bool) -> Result<(), Failure> {
    let mut listed = Vec::new();
    for key in KEYS {
        let (value, source) = config.effective(key, environment)?;
        let source = match source {
            Source::Environment(variable) => variable,
            Source::File => "file",
            Source::Default => "default",
        };
        listed.push((
            key,
            Listed {
                key: key.name,
                value,
                source,
            },
        ));
    }
    if json {
        #[derive(Serialize)]
        struct Answer {
            schema_version: u32,
            path: String,
            settings: Vec<Listed>,
        }
        return output.json(&Answer {
            schema_version: SCHEMA_VERSION,
            path: config.path().display().to_string(),
            settings: listed.into_iter().map(|(_, listed)| listed).collect(),
        });
    }
    let mut lines = Vec::new();
    for (key, listed) in listed {
        let value = listed.value.unwrap_or_else(|| "-".into());
        let name = output.out.paint(Style::new().bold(), &pad(key.name, 22));
        let about = output
            .out
            .paint(Style::new().dimmed(), &format!("{} ({})", key.about, listed.source));
        lines.push(format!("{name} {} {about}\n", pad(&clean(&value), 12)));
    }
    output.answer(&lines.concat())
}

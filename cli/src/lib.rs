//! Ostler's face: reads arguments and data files, calls the engine, says what came of it.
//!
//! It decides nothing about forms. What a value means and which field a key names is decided in `machines`;
//! here a line of a file becomes a key and a wish, and a report becomes a table, JSON or a page.

mod address;
mod commands;
mod config;
mod failure;
mod interrupt;
mod journey;
mod memory;
mod output;
mod progress;
mod report;
mod serve;
mod settings;
mod state;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::settings::{Environment, Log};

/// Fills web forms in a real browser, reads every field back, and says in one answer what came of it.
#[derive(Debug, Parser)]
#[command(name = "ostler", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "\
Exit codes: 0 done · 1 some field or the submit did not succeed · 2 usage · 3 browser or network · \
4 refused by policy · 5 needs a person · 6 done, but its answer or a file of it could not be written")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Fill(Box<commands::fill::Args>),
    Inspect(commands::inspect::Args),
    Serve(Box<commands::serve::Args>),
    Init(commands::init::Args),
    Call(Box<commands::call::Args>),
    Memory(Box<commands::memory::Args>),
    Config(commands::config::Args),
    Demo(commands::demo::Args),
    Doctor(commands::doctor::Args),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
}

impl Command {
    /// What is to be logged if the environment does not say it, or whatever it says.
    fn log(&self) -> Log<'_> {
        match self {
            Self::Serve(args) => Log {
                asked: args.log.as_deref(),
                default: Some("warn"),
            },
            _ => Log::default(),
        }
    }
}

/// Runs the program with `arguments`, the program's name first, and says how it ended.
pub fn run<I, A>(arguments: I) -> ExitCode
where
    I: IntoIterator<Item = A>,
    A: Into<OsString> + Clone,
{
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let environment = Environment::of_process();
    let output = Output::new(&environment);
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => return refused(&error, &arguments, &output).into(),
    };
    let exit = match settings::start_log(&environment, cli.command.log()) {
        Ok(()) => dispatch(cli.command, &environment, &output),
        Err(failure) => output.failure(&failure, asked_for_json(&arguments)),
    };
    exit.into()
}

fn dispatch(command: Command, environment: &Environment, output: &Output) -> Exit {
    match command {
        Command::Fill(args) => commands::fill::run(&args, environment, output),
        Command::Inspect(args) => commands::inspect::run(&args, environment, output),
        Command::Serve(args) => commands::serve::run(&args, environment, output),
        Command::Init(args) => commands::init::run(&args, environment, output),
        Command::Call(args) => commands::call::run(&args, environment, output),
        Command::Memory(args) => commands::memory::run(&args, environment, output),
        Command::Config(args) => commands::config::run(&args, environment, output),
        Command::Demo(args) => commands::demo::run(&args, environment, output),
        Command::Doctor(args) => commands::doctor::run(&args, environment, output),
        Command::Completions(args) => commands::completions::run(&args, &mut Cli::command(), output),
        Command::Man(args) => commands::man::run(&args, Cli::command(), output),
    }
}

/// What clap has to say: help and version are answers, the rest is a usage error.
fn refused(error: &clap::Error, arguments: &[OsString], output: &Output) -> Exit {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => match output.clap(error) {
            Ok(()) => Exit::Done,
            Err(failure) => output.failure(&failure, false),
        },
        _ if asked_for_json(arguments) => {
            let words = error.render().to_string();
            let message = words
                .trim_start_matches("error: ")
                .lines()
                .next()
                .unwrap_or("bad arguments");
            let failure = Failure::usage("arguments", message).help("see ostler --help");
            output.failure(&failure, true)
        }
        _ => {
            // It goes to standard error; nobody is left to be told that this cannot be written.
            let _ = output.clap(error);
            Exit::Usage
        }
    }
}

/// Whether the caller reads JSON, for errors that come before the arguments have been understood.
fn asked_for_json(arguments: &[OsString]) -> bool {
    arguments
        .iter()
        .skip(1)
        .take_while(|argument| *argument != "--")
        .any(|argument| argument == "--json")
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_contradict_nothing() {
        Cli::command().debug_assert();
    }
}

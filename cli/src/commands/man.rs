//! `ostler man`

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Command;
use clap_mangen::Man;

use crate::failure::{Exit, Failure};
use crate::output::Output;

/// Print the manual page, or write one for each command
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ostler man | man -l -")]
pub(crate) struct Args {
    /// Write ostler.1, ostler-fill.1, … into this folder instead
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Prints or writes them.
pub(crate) fn run(args: &Args, command: Command, output: &Output) -> Exit {
    let done = match &args.dir {
        Some(dir) => write_all(command, dir).map(|()| String::new()),
        None => page(command),
    };
    match done {
        Ok(text) => match output.answer(&text) {
            Ok(()) => Exit::Done,
            Err(failure) => output.failure(&failure, false),
        },
        Err(error) => {
            let failure = Failure::usage("man", format!("the manual could not be written: {error}"));
            output.failure(&failure, false)
        }
    }
}

fn page(command: Command) -> io::Result<String> {
    let mut text = Vec::new();
    Man::new(command).render(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn write_all(command: Command, dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    clap_mangen::generate_to(command, dir)
}

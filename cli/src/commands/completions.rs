//! `ostler completions`

use clap::Command;
use clap_complete::Shell;

use crate::failure::Exit;
use crate::output::Output;

/// Print completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example: mkdir -p ~/.local/share/bash-completion/completions &&
           ostler completions bash > ~/.local/share/bash-completion/completions/ostler")]
pub(crate) struct Args {
    /// Which shell
    shell: Shell,
}

/// Prints them.
pub(crate) fn run(args: &Args, command: &mut Command, output: &Output) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "ostler", &mut script);
    match output.answer(&String::from_utf8_lossy(&script)) {
        Ok(()) => Exit::Done,
        Err(failure) => output.failure(&failure, false),
    }
}

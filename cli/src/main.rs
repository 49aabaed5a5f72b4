//! The `ostler` program: hands its arguments to the library and its exit code to the shell.

use std::process::ExitCode;

fn main() -> ExitCode {
    ostler::run(std::env::args_os())
}

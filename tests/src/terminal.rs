//! The program at a terminal, as a person has it before them.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::program::Call;

/// Runs `call` with a terminal for its standard input and its errors, and types `line` as soon as it has shown `prompt`.
/// The answer is its exit code, what the terminal showed, and its output.
///
/// # Panics
/// If there is no terminal to be had, or the program does not end within two minutes.
pub async fn run(call: &Call, line: &str, prompt: &str) -> (Option<i32>, String, String) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&ours).expect("it is ours");
    unlockpt(&ours).expect("it can be opened");
    let name = ptsname(&ours, Vec::new()).expect("it has a name");
    let path = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
    let theirs: OwnedFd = OpenOptions::new()
        .read(true)
        .write(true)
        .open(path)
        .expect("it opens")
        .into();
    let mut command = call.command();
    command
        .stdin(Stdio::from(theirs.try_clone().expect("it can be shared")))
        .stderr(Stdio::from(theirs));
    let child = command.spawn().expect("ostler starts");
    // The command holds an end of the terminal, which is over only when all of them are closed.
    drop(command);
    let (line, prompt) = (line.to_owned(), prompt.to_owned());
    let watched = tokio::task::spawn_blocking(move || watch(File::from(ours), &line, &prompt));
    let ended = tokio::time::timeout(Duration::from_secs(120), child.wait_with_output()).await;
    let output = ended
        .expect("it ends within two minutes")
        .expect("its output can be read");
    let shown = watched.await.expect("the terminal is read to its end");
    (
        output.status.code(),
        shown,
        String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}

/// Reads until the other end is closed.
fn watch(mut terminal: File, line: &str, prompt: &str) -> String {
    let mut shown = String::new();
    let mut typed = false;
    let mut bytes = [0; 4_096];
    while let Ok(read @ 1..) = terminal.read(&mut bytes) {
        shown.push_str(&String::from_utf8_lossy(&bytes[..read]));
        if !typed && shown.contains(prompt) {
            terminal.write_all(line.as_bytes()).expect("it takes what is typed");
            typed = true;
        }
    }
    shown
}

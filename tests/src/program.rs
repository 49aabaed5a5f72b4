//! The built `ostler` program.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::process::{Child, Command};

/// Where the program lies. It is built on the first call if it is not there.
///
/// # Panics
/// If it cannot be built.
pub fn path() -> &'static Path {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        if let Some(given) = std::env::var_os("OSTLER_BIN") {
            return given.into();
        }
        // This runs as target/PROFILE/deps/it-…, or as target/PROFILE/gallery.
        let own = std::env::current_exe().expect("a running program has a path");
        let folder = own
            .ancestors()
            .skip(1)
            .find(|folder| folder.file_name().is_some_and(|name| name != "deps"))
            .expect("a program lies in a folder");
        let program = folder.join(format!("ostler{}", std::env::consts::EXE_SUFFIX));
        let mut build = std::process::Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        build.args(["build", "--quiet"]).current_dir(crate::root());
        // The whole workspace, as the tests are built; in release what is measured is what would be shipped.
        if folder.ends_with("release") {
            build.args(["--release", "-p", "ostler"]);
        } else {
            build.arg("--workspace");
        }
        let ended = build.status().expect("cargo runs");
        assert!(ended.success(), "cargo builds ostler");
        program
    })
}

/// What a run of the program came to.
#[derive(Debug)]
pub struct Ran {
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// All of standard output.
    pub out: String,
    /// All of standard error.
    pub err: String,
    /// From start to end.
    pub took: Duration,
}

impl Ran {
    /// Standard output as one JSON value.
    ///
    /// # Panics
    /// If it is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("standard output is JSON: {error}\n{}\n{}", self.out, self.err))
    }
}

/// One call of the program, in a home and a temporary folder of its own, with nothing of our environment.
pub struct Call {
    arguments: Vec<String>,
    input: Vec<u8>,
    environment: HashMap<String, String>,
    /// Everything the call may write lies below this folder: `home`, `tmp`, `work`.
    pub folder: tempfile::TempDir,
}

/// A call of the program with these arguments, resolver rules for loopback only added to the environment.
///
/// # Panics
/// If no temporary folder can be made.
pub fn ostler(arguments: &[&str]) -> Call {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for name in ["home", "tmp", "work"] {
        std::fs::create_dir(folder.path().join(name)).expect("a folder can be made in it");
    }
    Call {
        arguments: arguments.iter().map(|&argument| argument.into()).collect(),
        input: Vec::new(),
        environment: HashMap::new(),
        folder,
    }
}

impl Call {
    /// With this on standard input.
    #[must_use]
    pub fn input(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }

    /// With this in the environment.
    #[must_use]
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.insert(name.into(), value.into());
        self
    }

    /// The call as it would be started.
    pub fn command(&self) -> Command {
        let mut command = Command::new(path());
        command
            .args(&self.arguments)
            .env_clear()
            .envs(std::env::var_os("PATH").map(|value| ("PATH", value)))
            .envs(std::env::var_os("OSTLER_BROWSER").map(|value| ("OSTLER_BROWSER", value)))
            .env("HOME", self.folder.path().join("home"))
            .env("TMPDIR", self.folder.path().join("tmp"))
            .envs(&self.environment)
            .current_dir(self.folder.path().join("work"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command
    }

    /// Starts it and hands over its standard input, without waiting for it.
    ///
    /// # Panics
    /// If it cannot be started.
    pub async fn spawn(&self) -> Child {
        let mut child = self.command().spawn().expect("ostler starts");
        if let Some(mut input) = child.stdin.take() {
            // The program may end, or close its input, before it has read all of it.
            let _ = input.write_all(&self.input).await;
        }
        child
    }

    /// Runs it to its end.
    ///
    /// # Panics
    /// If it cannot be started, or runs for longer than two minutes.
    pub async fn run(&self) -> Ran {
        // Building it is no part of it.
        path();
        let began = Instant::now();
        let child = self.spawn().await;
        let ended = tokio::time::timeout(Duration::from_mins(2), child.wait_with_output()).await;
        let Output { status, stdout, stderr } = ended
            .expect("ostler ends within two minutes")
            .expect("its output can be read");
        Ran {
            code: status.code(),
            out: String::from_utf8_lossy(&stdout).into_owned(),
            err: String::from_utf8_lossy(&stderr).into_owned(),
            took: began.elapsed(),
        }
    }

    /// Every file and folder that is left below home, tmp and work, by its path below the call's folder.
    pub fn left_behind(&self) -> Vec<String> {
        let mut left = Vec::new();
        for name in ["home", "tmp", "work"] {
            list(&self.folder.path().join(name), name, &mut left);
        }
        left.sort();
        left
    }
}

fn list(folder: &Path, name: &str, into: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let below = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            list(&entry.path(), &below, into);
        }
        into.push(below);
    }
}

//! Starts a browser, or attaches to one, and ends it without a trace.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::arguments::{Plan, arguments};
use super::connection::Connection;
use super::error::CdpError;
use super::find::{Found, browser, has_shared_memory, no_sandbox};
use super::process::Process;
use super::profile::{Profile, sweep};
use super::{pipe, port, socket};
use crate::session::Settings;

/// Whether Chrome is spoken to over a pipe. On Windows no descriptors can be handed on; there it is a port.
const PIPE: bool = !cfg!(windows);

/// How long a browser may take to answer for the first time.
const START: Duration = Duration::from_secs(30);

/// How long a browser that was asked to close may take.
const CLOSE: Duration = Duration::from_secs(3);

/// How long a browser whose pipe has ended may take to end itself.
const LAST: Duration = Duration::from_secs(2);

/// What Chrome says when its sandbox cannot work.
const NO_SANDBOX: &[&str] = &[
    "No usable sandbox",
    "Failed to move to new namespace",
    "without --no-sandbox",
];

/// What Chrome says when it hands over to another one with the same profile.
const IN_USE: &[&str] = &[
    "existing browser session",
    "profile appears to be in use",
    "ProcessSingleton",
];

/// Why there is no browser.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// None is there.
    #[error("no Chrome or Chromium was found; looked for {}", looked.join(", "))]
    NotFound {
        /// The names in PATH and the places that were looked at.
        looked: Vec<String>,
    },
    /// A headless shell cannot show a window.
    #[error("{} is a headless shell and cannot show a window", path.display())]
    CannotShow {
        /// The program.
        path: PathBuf,
    },
    /// The profile to keep belongs to a browser that runs.
    #[error("the profile {} is in use by {by}", dir.display())]
    ProfileInUse {
        /// The profile folder.
        dir: PathBuf,
        /// Who uses it.
        by: String,
    },
    /// A folder cannot be made or written to.
    #[error("cannot make or use the folder {}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The program cannot be run.
    #[error("cannot run {}: {source}", path.display())]
    NotRun {
        /// The program.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It ended before it had answered.
    #[error("{} ended at its start ({status}){}", path.display(), told(stderr))]
    DidNotStart {
        /// The program.
        path: PathBuf,
        /// How it ended.
        status: String,
        /// The last lines of its standard error.
        stderr: Vec<String>,
    },
    /// It runs but does not answer.
    #[error("{} did not answer within {millis} ms{}", path.display(), told(stderr))]
    DidNotAnswer {
        /// The program.
        path: PathBuf,
        /// How long was waited.
        millis: u128,
        /// The last lines of its standard error.
        stderr: Vec<String>,
    },
    /// There is no browser to attach to.
    #[error("cannot attach to {endpoint}: {reason}")]
    NotAttached {
        /// Where.
        endpoint: String,
        /// Why not.
        reason: String,
    },
}

impl LaunchError {
    /// What to do about it, in one sentence.
    pub fn help(&self) -> String {
        match self {
            Self::NotFound { .. } => {
                "Install chromium, chromium-headless-shell or Google Chrome, or name the program to use.".into()
            }
            Self::CannotShow { .. } => "Name a whole Chromium or Chrome, or do without the window.".into(),
            Self::ProfileInUse { .. } => "Close that browser, or use another profile folder.".into(),
            Self::Folder { .. } => "Check that the folder exists, is yours and is not on a full disk.".into(),
            Self::NotRun { .. } => "Check that it is a program and may be run.".into(),
            Self::DidNotStart { stderr, .. } => match stderr.iter().find(|line| line.contains("shared libraries")) {
                Some(_) => "Install the library that is missing; Chromium's own package would have brought it.".into(),
                None => "Run it by hand with --headless --dump-dom about:blank to see more.".into(),
            },
            Self::DidNotAnswer { .. } => "Try again when the machine is less busy, or with a longer timeout.".into(),
            Self::NotAttached { .. } => "Start Chrome with --remote-debugging-port=9222 and a --user-data-dir.".into(),
        }
    }
}

fn told(stderr: &[String]) -> String {
    if stderr.is_empty() {
        String::new()
    } else {
        format!("; it said:\n  {}", stderr.join("\n  "))
    }
}

/// A browser, and the connection to it.
pub struct Chrome {
    connection: Connection,
    product: String,
    path: String,
    notes: Vec<String>,
    /// None if it was attached to.
    own: Option<Own>,
}

/// What is ours and has to go at the end. The process goes before its folders do.
struct Own {
    process: Process,
    profile: Profile,
}

/// Starts the browser that `settings` want, or attaches to it.
///
/// # Errors
/// See [`LaunchError`].
pub async fn launch(settings: &Settings) -> Result<Chrome, LaunchError> {
    let within = if settings.timeout.is_zero() {
        START
    } else {
        settings.timeout
    };
    if let Some(endpoint) = &settings.connect {
        return attach(endpoint, within).await;
    }
    let found = browser(settings.browser.as_deref(), settings.headed)?;
    let temp = std::env::temp_dir();
    let swept = temp.clone();
    // Not waited for: it is nobody's business how much an earlier run left behind.
    drop(tokio::task::spawn_blocking(move || sweep(&swept)));
    let why_not = no_sandbox(&found.program);
    match start(settings, &found, &temp, why_not, within).await {
        Err(LaunchError::DidNotStart { stderr, .. }) if why_not.is_none() && says(&stderr, NO_SANDBOX) => {
            start(settings, &found, &temp, Some("it does not work here"), within).await
        }
        Err(LaunchError::DidNotStart { stderr, path, status }) => match &settings.profile_dir {
            Some(dir) if says(&stderr, IN_USE) => Err(LaunchError::ProfileInUse {
                dir: dir.clone(),
                by: "another browser".into(),
            }),
            _ => Err(LaunchError::DidNotStart { path, status, stderr }),
        },
        other => other,
    }
}

fn says(stderr: &[String], any: &[&str]) -> bool {
    stderr.iter().any(|line| any.iter().any(|words| line.contains(words)))
}

async fn attach(endpoint: &str, within: Duration) -> Result<Chrome, LaunchError> {
    let failed = |reason| LaunchError::NotAttached {
        endpoint: endpoint.to_owned(),
        reason,
    };
    let connection = socket::connect(endpoint, within).await.map_err(failed)?;
    let product = product(&connection, within).await.map_err(failed)?;
    Ok(Chrome {
        connection,
        product,
        path: endpoint.to_owned(),
        notes: Vec::new(),
        own: None,
    })
}

async fn start(
    settings: &Settings,
    found: &Found,
    temp: &Path,
    no_sandbox: Option<&str>,
    within: Duration,
) -> Result<Chrome, LaunchError> {
    let path = found.program.clone();
    let profile = Profile::make(temp, settings.profile_dir.as_deref())?;
    let plan = Plan {
        settings,
        shell: found.shell,
        profile: profile.data(),
        sandbox: no_sandbox.is_none(),
        shared_memory: has_shared_memory(),
        pipe: PIPE,
    };
    let (arguments, mut notes) = arguments(&plan);
    if let Some(why) = no_sandbox {
        notes.insert(0, format!("Chrome runs without its sandbox because {why}"));
    }
    let (mut process, connection) = match run(&path, &arguments, &profile, settings.headed, within).await {
        Ok(pair) => pair,
        Err(source) => return Err(LaunchError::NotRun { path, source }),
    };
    let answer = match connection {
        Some(connection) => product(&connection, within).await.map(|product| (product, connection)),
        None => Err(String::new()),
    };
    if let Ok((product, connection)) = answer {
        process.words().forget();
        let path = path.display().to_string();
        let own = Some(Own { process, profile });
        return Ok(Chrome {
            connection,
            product,
            path,
            notes,
            own,
        });
    }
    let ended = process.ends(LAST).await;
    let status = process.end().await;
    let stderr = process.words().lines().await;
    Err(match status {
        Some(status) if ended => {
            let status = status.to_string();
            LaunchError::DidNotStart { path, status, stderr }
        }
        _ => LaunchError::DidNotAnswer {
            path,
            millis: within.as_millis(),
            stderr,
        },
    })
}

/// Runs `program` and connects to it. No connection: it ended, or did not say where it listens.
async fn run(
    program: &Path,
    arguments: &[OsString],
    profile: &Profile,
    headed: bool,
    within: Duration,
) -> io::Result<(Process, Option<Connection>)> {
    let mut command = if PIPE {
        pipe::command(program)
    } else {
        port::command(program, profile.data())
    };
    command.args(arguments).stderr(Stdio::piped());
    // Its own group: Ctrl-C in the terminal is for us, who end it; and all of it can be ended at once.
    #[cfg(unix)]
    command.process_group(0);
    if cfg!(target_os = "linux") && !program.starts_with("/snap") {
        command.envs(profile.environment(headed));
    }
    // Our own configuration may hold keys.
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("OSTLER_")) {
        command.env_remove(name);
    }
    let mut child = command.spawn()?;
    if PIPE {
        let connection = pipe::carry(&mut child);
        let process = Process::new(child);
        return Ok((process, Some(connection?)));
    }
    let mut process = Process::new(child);
    let connection = port::connect(&mut process, profile.data(), within).await;
    Ok((process, connection))
}

/// Name and version of the browser. The error is a reason.
async fn product(connection: &Connection, within: Duration) -> Result<String, String> {
    #[derive(Deserialize)]
    struct Version {
        product: String,
    }
    let answer = connection
        .call_raw(None, "Browser.getVersion", &Nothing {}, within)
        .await;
    let version = answer
        .and_then(|answer| answer.read::<Version>())
        .map_err(|error| error.to_string())?;
    Ok(version.product)
}

/// No parameters.
#[derive(Serialize)]
struct Nothing {}

impl Chrome {
    /// The connection to it.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Its process id; none if it was attached to.
    pub fn pid(&self) -> Option<u32> {
        self.own.as_ref().map(|own| own.process.id())
    }

    /// Its name and version, such as `HeadlessChrome/156.0.8078.108`.
    pub fn product(&self) -> &str {
        &self.product
    }

    /// The program that runs, or the address that it was attached to at.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The folder of its profile; none if it was attached to.
    pub fn profile(&self) -> Option<&Path> {
        self.own.as_ref().map(|own| own.profile.data())
    }

    /// What there is to know of how it was started, one sentence each.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Ends it and removes its throw-away folder. One that was attached to goes on.
    pub async fn close(mut self) {
        if let Some(mut own) = self.own.take() {
            // It closes the pipe instead of answering, or answers and then closes it: both are well.
            let asked = self
                .connection
                .call_raw(None, "Browser.close", &Nothing {}, CLOSE)
                .await;
            if !matches!(asked, Err(CdpError::Unanswered { .. })) {
                own.process.ends(CLOSE).await;
            }
            own.process.end().await;
            // Blocks while it removes, or waits for the last writer.
            let _ = tokio::task::spawn_blocking(move || drop(own)).await;
        }
    }
}

/// Not closed: ends it here and now, and removes its folder as well as that goes.
impl Drop for Chrome {
    fn drop(&mut self) {
        self.connection.shut();
    }
}

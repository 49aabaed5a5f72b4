//! A browser that is not ours: started by the test, listening at a port of the loopback, as a person's own would.

use std::path::Path;
use std::time::{Duration, Instant};

use tokio::process::{Child, Command};

/// A browser that listens. It ends when this is dropped.
pub struct Running {
    /// The process.
    pub child: Child,
    /// Where to attach: `ws://127.0.0.1:…`.
    pub address: String,
    _profile: tempfile::TempDir,
}

impl Running {
    /// Starts `program`.
    ///
    /// # Panics
    /// If it does not start, or does not say within 30 s where it listens.
    pub async fn start(program: &str) -> Self {
        let profile = tempfile::tempdir().expect("a temporary folder");
        let child = Command::new(program)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--remote-debugging-port=0",
                "--no-first-run",
                // Frames of other sites are processes of their own everywhere, as they are in a person's browser.
                "--site-per-process",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
                "about:blank",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("Chrome starts");
        let told = wait_for(&profile.path().join("DevToolsActivePort")).await;
        let (port, path) = told.split_once('\n').expect("a port and a path");
        let address = format!("ws://127.0.0.1:{port}{}", path.trim());
        Self {
            child,
            address,
            _profile: profile,
        }
    }
}

/// The text of a file that another program is about to write.
async fn wait_for(file: &Path) -> String {
    let end = Instant::now() + Duration::from_secs(30);
    loop {
        match std::fs::read_to_string(file) {
            Ok(text) if text.contains('\n') => return text,
            _ => assert!(Instant::now() < end, "{} is written within 30 s", file.display()),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

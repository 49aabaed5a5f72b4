//! Browsers that are started, asked, killed and closed.

mod attach;
mod life;
mod profile;
mod speak;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ostler_engine::Settings;
use ostler_engine::cdp::{Chrome, Connection, LaunchError, SessionId, launch};
use serde::Deserialize;
use serde_json::{Value, json};

/// Nothing but this machine can be reached.
const RULES: &str = "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost";

/// How long a command may take on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// The kinds of browser that are here, the whole one and its shell; where neither is, the one that a search finds, which
/// is called nothing.
fn browsers() -> Vec<&'static str> {
    let known = ["chromium", "chromium-headless-shell"];
    let here: Vec<&str> = known.into_iter().filter(|name| which::which(name).is_ok()).collect();
    if here.is_empty() { vec![""] } else { here }
}

/// The one of them that starts soonest.
fn quick() -> &'static str {
    browsers().last().copied().unwrap_or_default()
}

/// Settings for the browser of this name.
fn settings(browser: &str) -> Settings {
    Settings {
        browser: (!browser.is_empty()).then(|| PathBuf::from(browser)),
        resolver_rules: Some(RULES.into()),
        timeout: LONG,
        ..Settings::default()
    }
}

async fn start(browser: &str) -> Chrome {
    launch(&settings(browser))
        .await
        .unwrap_or_else(|error| panic!("{browser}: {error}"))
}

async fn refused(settings: &Settings) -> LaunchError {
    match launch(settings).await {
        Ok(_) => panic!("it started"),
        Err(error) => error,
    }
}

/// A new page and its session.
async fn page(connection: &Connection) -> SessionId {
    #[derive(Deserialize)]
    struct Target {
        #[serde(rename = "targetId")]
        id: String,
    }
    #[derive(Deserialize)]
    struct Session {
        #[serde(rename = "sessionId")]
        id: String,
    }
    let made = connection
        .call_raw(None, "Target.createTarget", &json!({"url": "about:blank"}), LONG)
        .await
        .unwrap();
    let target = made.read::<Target>().unwrap().id;
    let params = json!({"targetId": target, "flatten": true});
    let attached = connection
        .call_raw(None, "Target.attachToTarget", &params, LONG)
        .await
        .unwrap();
    attached.read::<Session>().unwrap().id.into()
}

/// What an expression comes to in a page.
async fn evaluate(connection: &Connection, session: &SessionId, expression: &str) -> Value {
    let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
    let answer = connection
        .call_raw(Some(session), "Runtime.evaluate", &params, LONG)
        .await
        .unwrap();
    answer.read::<Value>().unwrap()["result"]["value"].clone()
}

/// The throw-away folder of a browser.
fn room(chrome: &Chrome) -> PathBuf {
    chrome.profile().unwrap().parent().unwrap().to_owned()
}

/// The processes that have `text` in their command line or environment.
fn processes(text: &str) -> Vec<u32> {
    let has = |id: u32, file: &str| {
        std::fs::read(format!("/proc/{id}/{file}")).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(text))
    };
    let ids = std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|id| *id != std::process::id() && (has(*id, "cmdline") || has(*id, "environ")))
        .collect()
}

/// Waits until `done`, or fails after ten seconds.
async fn until(what: &str, done: impl Fn() -> bool) -> Duration {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(10), "waited too long for {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    start.elapsed()
}

/// Fails if anything is left of the browser whose throw-away folder was `room`.
fn nothing_left(room: &Path) {
    assert!(!room.exists(), "{} is still there", room.display());
    assert_eq!(
        processes(&room.display().to_string()),
        [0; 0],
        "processes of {} are left",
        room.display()
    );
}

//! Ends that nobody planned: Chrome is killed, Ctrl-C is pressed, the program itself is killed. Each leaves nothing.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ostler_engine::{EngineErrorKind, Request};
use ostler_machines::report::Outcome;
use ostler_tests::browser::request;
use ostler_tests::process::{self, Process};
use ostler_tests::{Answer, Browser, Site, ostler};
use serde_json::json;

/// A form on which a fill takes a second or so: every field asks the server something.
fn slow_form(site: &Site) -> String {
    site.answer("/check", Answer::json("{}").after(60));
    let fields: String = (0..12)
        .map(|n| format!("<p><label>Field {n} <input name=f{n} oninput=\"fetch('/check')\"></label></p>"))
        .collect();
    site.page(
        "/",
        &format!("<form method=post action=/check>{fields}<button>Send</button></form>"),
    )
}

fn everything() -> Vec<(String, serde_json::Value)> {
    (0..12)
        .map(|n| (format!("Field {n}"), json!(format!("value {n}"))))
        .collect()
}

/// The browser's processes and the folder of its profile.
fn belongings(id: u32) -> (Vec<Process>, PathBuf) {
    let family: Vec<Process> = process::below(id).into_iter().chain(process::one(id)).collect();
    let arguments = process::arguments(id);
    let profile = arguments.iter().find_map(|a| a.strip_prefix("--user-data-dir="));
    (family, profile.map(PathBuf::from).unwrap_or_default())
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chrome_killed_at_thirty_moments_of_a_fill_is_thirty_clear_errors() {
    let site = Site::start().await;
    let url = slow_form(&site);
    let pairs = everything();
    let pairs: Vec<(&str, serde_json::Value)> =
        pairs.iter().map(|(key, value)| (key.as_str(), value.clone())).collect();
    let mut cut = 0;
    for turn in 0..30_u64 {
        // Spread over the first second, but not evenly.
        let moment = Duration::from_millis((turn * 37 + turn * turn * 13) % 900);
        let mut browser = Browser::at(&url).await;
        let id = browser.session.browser_pid().expect("a browser was started here");
        let (family, profile) = belongings(id);
        let killer = tokio::spawn(async move {
            tokio::time::sleep(moment).await;
            process::signal(id, "KILL");
            Instant::now()
        });
        let asked = Request {
            submit: true,
            ..request(&pairs)
        };
        let ended = browser.try_fill(asked).await;
        let done = Instant::now();
        let killed = killer.await.expect("the killer ends");
        let late = done.saturating_duration_since(killed);
        assert!(late < Duration::from_secs(5), "turn {turn}: it took {late:?} to notice");
        match ended {
            Err(error) => {
                cut += 1;
                assert_eq!(error.kind, EngineErrorKind::Browser, "turn {turn}: {error:?}");
                assert!(!error.help.is_empty(), "turn {turn}: {error:?}");
            }
            Ok(report) => {
                // It had come to the press, or through it, before the end.
                let outcome = report.submit.as_ref().map(|submit| submit.outcome);
                assert!(
                    done <= killed
                        || matches!(outcome, Some(Outcome::Unknown))
                        || report.fields.iter().any(|f| !f.status.good()),
                    "turn {turn}: {report:?}"
                );
            }
        }
        let began = Instant::now();
        browser.close().await;
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "turn {turn}: closing took {:?}",
            began.elapsed()
        );
        let left = process::still_running(&family, Duration::from_secs(5)).await;
        assert!(left.is_empty(), "turn {turn}: {left:?} still run");
        assert!(!profile.exists(), "turn {turn}: {} is left", profile.display());
    }
    assert!(
        cut >= 15,
        "most of the thirty ends came in the middle of a fill, not after it: {cut}"
    );
}

/// Waits until the program below has a browser and the page has been asked for.
async fn under_way(program: u32, site: &Site) -> Vec<Process> {
    let end = Instant::now() + Duration::from_secs(30);
    loop {
        if process::chrome_below(program).is_some() && !site.hits_of("/check").is_empty() {
            return process::below(program);
        }
        assert!(Instant::now() < end, "the fill is under way within 30 s");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The arguments for a fill of [`slow_form`] that is still going on when it is looked at.
fn long_call(site: &Site) -> Vec<String> {
    let url = slow_form(site);
    site.answer("/check", Answer::json("{}").after(2_000));
    let mut arguments = vec!["fill".to_owned(), url, "--timeout".into(), "60s".into()];
    for (key, value) in everything() {
        arguments.push("--set".into());
        arguments.push(format!("{key}={}", value.as_str().unwrap_or_default()));
    }
    arguments
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ctrl_c_ends_at_once_and_leaves_nothing() {
    for name in ["INT", "TERM"] {
        let site = Site::start().await;
        let arguments = long_call(&site);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let call = ostler(&arguments);
        let child = call.spawn().await;
        let id = child.id().expect("it runs");
        let family = under_way(id, &site).await;
        let began = Instant::now();
        process::signal(id, name);
        let out = child.wait_with_output().await.expect("its output can be read");
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "{name}: {:?}",
            began.elapsed()
        );
        assert_ne!(out.status.code(), Some(0), "{name}: it did not do what was asked");
        let left = process::still_running(&family, Duration::from_secs(5)).await;
        assert!(left.is_empty(), "{name}: {left:?} still run");
        assert_eq!(call.left_behind(), Vec::<String>::new(), "{name}");
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chrome_ends_with_a_program_that_was_killed_and_the_next_one_sweeps_up() {
    let site = Site::start().await;
    let arguments = long_call(&site);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let call = ostler(&arguments);
    let mut child = call.spawn().await;
    let id = child.id().expect("it runs");
    let family = under_way(id, &site).await;
    process::signal(id, "KILL");
    child.wait().await.expect("it ends");
    let left = process::still_running(&family, Duration::from_secs(5)).await;
    assert!(left.is_empty(), "{left:?} still run");
    // The profile is still there: nobody was left to remove it. The next call does.
    site.answer("/check", Answer::json("{}"));
    let ran = call.run().await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(call.left_behind(), Vec::<String>::new());
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_program_says_that_chrome_died_and_ends_with_code_3() {
    let site = Site::start().await;
    let arguments = long_call(&site);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let call = ostler(&arguments);
    let child = call.spawn().await;
    let id = child.id().expect("it runs");
    let family = under_way(id, &site).await;
    let chrome = process::chrome_below(id).expect("it has a browser");
    let began = Instant::now();
    process::signal(chrome.id, "KILL");
    let out = child.wait_with_output().await.expect("its output can be read");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(out.status.code(), Some(3), "{}", String::from_utf8_lossy(&out.stderr));
    let left = process::still_running(&family, Duration::from_secs(5)).await;
    assert!(left.is_empty(), "{left:?} still run");
    assert_eq!(call.left_behind(), Vec::<String>::new());
}

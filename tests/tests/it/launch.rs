//! Which browser is started, how, and what is left of it.

use std::path::Path;

use ostler_engine::{EngineErrorKind, Session, Settings};
use ostler_tests::browser::settings;
use ostler_tests::{Browser, Running, Site, ostler, process};
use serde_json::json;

/// The arguments of the browser process.
fn arguments(browser: &Browser) -> Vec<String> {
    let id = browser.session.browser_pid().expect("a browser was started here");
    process::arguments(id)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_3_chrome_is_spoken_to_over_a_pipe_and_opens_no_port() {
    let site = Site::start().await;
    let browser = Browser::at(&site.page("/", "<p>Hello</p>")).await;
    let arguments = arguments(&browser);
    assert!(
        arguments.iter().any(|a| a == "--remote-debugging-pipe"),
        "{arguments:?}"
    );
    assert!(
        !arguments.iter().any(|a| a.starts_with("--remote-debugging-port")),
        "{arguments:?}"
    );
    let id = browser.session.browser_pid().expect("a browser was started here");
    let family: Vec<u32> = process::below(id).iter().map(|p| p.id).chain([id]).collect();
    assert!(family.len() > 1, "Chrome is several processes");
    for member in family {
        assert_eq!(
            process::listening(member),
            Vec::<String>::new(),
            "no process of Chrome listens"
        );
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_3_a_browser_that_runs_already_is_attached_to_and_left_running() {
    let site = Site::start().await;
    let url = site.page("/", "<form><label>Name <input name=n></label></form>");
    let found = Browser::start().await;
    let (_, program) = found.session.browser();
    found.close().await;
    let mut chrome = Running::start(&program).await;
    let connect = Some(chrome.address.clone());
    let mut browser = Browser::start_with(Settings { connect, ..settings() }, 1).await;
    assert_eq!(browser.session.browser_pid(), None, "this browser is not ours");
    browser.go(&url).await;
    let report = browser.fill(&[("Name", json!("Ada"))]).await;
    ostler_tests::browser::all_good(&report);
    assert_eq!(browser.value("input").await, "Ada");
    browser.close().await;
    assert!(
        chrome.child.try_wait().expect("its state can be asked").is_none(),
        "it still runs"
    );
    chrome.child.kill().await.expect("it can be ended");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_4_no_window_is_shown_unless_asked_for() {
    let browser = Browser::start().await;
    let (_, program) = browser.session.browser();
    let shell = program.replace('_', "-").contains("headless-shell");
    let arguments = arguments(&browser);
    assert!(
        shell || arguments.iter().any(|a| a.starts_with("--headless")),
        "{program} {arguments:?}"
    );
    browser.close().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_4_a_window_is_shown_when_asked_for() {
    use std::os::unix::fs::PermissionsExt;
    // There may be no screen here, so the browser is a script that only tells how it was called.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let told = folder.path().join("arguments");
    let program = folder.path().join("chromium");
    let script = format!("#!/bin/sh\nprintf '%s\\n' \"$@\" > '{}'\nexit 7\n", told.display());
    std::fs::write(&program, script).expect("a script can be written");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("it can be made to run");
    let headed = Settings {
        browser: Some(program),
        headed: true,
        ..settings()
    };
    let Err(error) = Session::start(headed).await else {
        panic!("a script is no browser")
    };
    assert_eq!(error.kind, EngineErrorKind::Browser, "{error:?}");
    let arguments = std::fs::read_to_string(&told).expect("the script was called");
    assert!(arguments.contains("--remote-debugging-pipe"), "{arguments}");
    assert!(!arguments.contains("--headless"), "{arguments}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_11_a_profile_that_was_named_keeps_its_logins() {
    let site = Site::start().await;
    let url = site.page("/", "<p>Hello</p>");
    let profile = tempfile::tempdir().expect("a temporary folder");
    let kept = Settings {
        profile_dir: Some(profile.path().into()),
        ..settings()
    };
    let mut browser = Browser::start_with(kept.clone(), 1).await;
    browser.go(&url).await;
    browser.truth("document.cookie = 'login=ada; max-age=86400'").await;
    browser.close().await;
    let mut browser = Browser::start_with(kept, 1).await;
    browser.go(&url).await;
    assert_eq!(browser.truth("document.cookie").await, json!("login=ada"));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_11_a_throw_away_profile_is_gone_afterwards() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.page("/", "<p>Hello</p>")).await;
    browser.truth("document.cookie = 'login=ada; max-age=86400'").await;
    let folder = profile(&arguments(&browser));
    assert!(Path::new(&folder).is_dir(), "{folder} is there while the browser runs");
    browser.close().await;
    assert!(!Path::new(&folder).exists(), "{folder} is gone");
}

fn profile(arguments: &[String]) -> String {
    let found = arguments.iter().find_map(|a| a.strip_prefix("--user-data-dir="));
    found.expect("Chrome has a profile of its own").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_15_a_form_is_filled_and_sent_without_account_key_home_or_environment() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form method=post action=/stored><label>Name <input name=n></label><button>Send</button></form>",
    );
    let ran = ostler(&["fill", &url, "--set", "Name=Ada", "--submit", "--json"])
        .run()
        .await;
    assert_eq!(ran.code, Some(0), "{} {}", ran.out, ran.err);
    assert_eq!(ran.json()["submit"]["outcome"], "Submitted", "{}", ran.out);
    let posts = site.posts();
    assert_eq!(posts.len(), 1, "sent once");
    assert_eq!(posts[0].field("n"), "Ada");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_16_nothing_is_left_on_the_disk() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form method=post action=/stored><label>Name <input name=n></label><button>Send</button></form>",
    );
    let call = ostler(&["fill", &url, "--set", "Name=Ada", "--submit"]);
    let ran = call.run().await;
    assert_eq!(ran.code, Some(0), "{} {}", ran.out, ran.err);
    assert_eq!(call.left_behind(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_that_is_not_there_is_named() {
    let missing = Settings {
        browser: Some("/nowhere/chromium".into()),
        ..settings()
    };
    let Err(error) = Session::start(missing).await else {
        panic!("there is no such browser")
    };
    assert_eq!(
        (error.kind, error.code.as_str()),
        (EngineErrorKind::Browser, "browser-not-found")
    );
    assert!(error.message.contains("/nowhere/chromium"), "{error}");
    assert!(!error.help.is_empty());
}

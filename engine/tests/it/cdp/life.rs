//! Starting and ending, well and badly.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ostler_engine::Settings;
use ostler_engine::cdp::{CdpError, LaunchError, launch};
use serde_json::json;

use super::{LONG, browsers, evaluate, nothing_left, page, processes, quick, refused, room, settings, start, until};

/// Set for the copy of this program that is to be killed.
const VICTIM: &str = "VICTIM_BROWSER";

fn kill(id: u32) {
    let id = rustix::process::Pid::from_raw(id.try_into().unwrap()).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::KILL).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_is_closed_leaves_no_process_and_no_folder() {
    for browser in browsers() {
        let chrome = start(browser).await;
        assert!(chrome.product().contains("Chrome/"), "{}", chrome.product());
        let room = room(&chrome);
        let session = page(chrome.connection()).await;
        assert_eq!(evaluate(chrome.connection(), &session, "6 * 7").await, 42);
        assert!(!processes(&room.display().to_string()).is_empty());
        let connection = chrome.connection().clone();
        chrome.close().await;
        nothing_left(&room);
        assert!(connection.is_closed());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_line_has_the_pipe_and_no_port_and_nothing_listens() {
    for browser in browsers() {
        let chrome = start(browser).await;
        let id = chrome.pid().unwrap();
        let line = fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap();
        assert!(line.starts_with("/usr/lib/chromium/"), "{line}");
        assert!(
            line.contains("--remote-debugging-pipe") && !line.contains("--remote-debugging-port"),
            "{line}"
        );
        assert!(line.contains("--headless"), "{line}");
        let sockets = listening();
        for process in processes(&room(&chrome).display().to_string()) {
            let open = fs::read_dir(format!("/proc/{process}/fd"))
                .into_iter()
                .flatten()
                .flatten();
            for link in open.filter_map(|entry| fs::read_link(entry.path()).ok()) {
                assert!(!sockets.contains(&link.display().to_string()), "{browser} listens");
            }
        }
        chrome.close().await;
    }
}

/// The TCP sockets that listen, as `/proc/PID/fd` names them.
fn listening() -> Vec<String> {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(|file| fs::read_to_string(file).unwrap_or_default());
    let rows = tables
        .iter()
        .flat_map(|table| table.lines().skip(1))
        .map(|row| row.split_whitespace().collect::<Vec<_>>());
    rows.filter(|row| row[3] == "0A")
        .map(|row| format!("socket:[{}]", row[9]))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_is_dropped_is_gone_at_once_and_leaves_no_zombie() {
    for browser in browsers() {
        let chrome = start(browser).await;
        let (room, id) = (room(&chrome), chrome.pid().unwrap());
        drop(chrome);
        assert!(
            !PathBuf::from(format!("/proc/{id}")).exists(),
            "{browser} is still there, or a zombie"
        );
        nothing_left(&room);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_is_killed_fails_what_is_pending_at_once() {
    for browser in browsers() {
        let chrome = start(browser).await;
        let room = room(&chrome);
        let session = page(chrome.connection()).await;
        let params = json!({"expression": "new Promise(() => {})", "awaitPromise": true});
        let calls = [0; 3].map(|_| {
            chrome
                .connection()
                .call_raw(Some(&session), "Runtime.evaluate", &params, LONG)
        });
        tokio::time::sleep(Duration::from_millis(100)).await;
        let begin = Instant::now();
        kill(chrome.pid().unwrap());
        for call in calls {
            assert_eq!(call.await.unwrap_err(), CdpError::Closed);
        }
        assert!(
            begin.elapsed() < Duration::from_secs(2),
            "{browser}: {:?}",
            begin.elapsed()
        );
        assert_eq!(chrome.connection().pending(), 0);
        chrome.close().await;
        nothing_left(&room);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crashed_page_fails_what_is_pending_in_it_and_the_browser_goes_on() {
    for browser in browsers() {
        let chrome = start(browser).await;
        let connection = chrome.connection();
        let session = page(connection).await;
        connection
            .call_raw(Some(&session), "Inspector.enable", &json!({}), LONG)
            .await
            .unwrap();
        let params = json!({"expression": "new Promise(() => {})", "awaitPromise": true});
        let waiting = connection.call_raw(Some(&session), "Runtime.evaluate", &params, LONG);
        connection.post_raw(Some(&session), "Page.crash", &json!({}));
        let error = tokio::time::timeout(Duration::from_secs(10), waiting)
            .await
            .expect("at once")
            .unwrap_err();
        assert!(matches!(error, CdpError::Crashed { .. }), "{browser}: {error}");
        let other = page(connection).await;
        assert_eq!(evaluate(connection, &other, "1 + 1").await, 2);
        chrome.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_closed_fails_what_is_pending_in_it() {
    let chrome = start(quick()).await;
    let connection = chrome.connection();
    let session = page(connection).await;
    let params = json!({"expression": "new Promise(() => {})", "awaitPromise": true});
    let waiting = connection.call_raw(Some(&session), "Runtime.evaluate", &params, LONG);
    connection.post_raw(Some(&session), "Page.close", &json!({}));
    let error = tokio::time::timeout(Duration::from_secs(10), waiting)
        .await
        .expect("at once")
        .unwrap_err();
    assert!(
        matches!(error, CdpError::Detached { .. } | CdpError::Refused { .. }),
        "{error}"
    );
    let after = connection
        .call_raw(Some(&session), "Runtime.evaluate", &params, LONG)
        .await
        .unwrap_err();
    assert!(matches!(after, CdpError::Detached { .. }), "{after}");
    chrome.close().await;
}

/// Not a test of its own: what `no_browser_outlives_us` kills.
#[tokio::test(flavor = "multi_thread")]
async fn a_victim_waits_to_be_killed() {
    let Ok(browser) = std::env::var(VICTIM) else {
        return;
    };
    let chrome = start(&browser).await;
    println!("\nroom={}", room(&chrome).display());
    tokio::time::sleep(LONG).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_browser_outlives_us() {
    for browser in browsers() {
        let mut victim = Command::new(std::env::current_exe().unwrap())
            .args(["a_victim_waits_to_be_killed", "--nocapture"])
            .env(VICTIM, browser)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(victim.stdout.take().unwrap())
            .lines()
            .map_while(Result::ok);
        let room = lines
            .find_map(|line| line.strip_prefix("room=").map(PathBuf::from))
            .unwrap();
        let text = room.display().to_string();
        assert!(!processes(&text).is_empty());
        victim.kill().unwrap();
        victim.wait().unwrap();
        let took = until("the browser to end", || processes(&text).is_empty()).await;
        println!("{browser} ended {took:?} after we did");
        // Its folder is swept by whoever starts next, which may be another test.
        start(quick()).await.close().await;
        until("the folder to be swept", || !room.exists()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_starts_in_a_row_leave_nothing() {
    for _ in 0..20 {
        let chrome = start(quick()).await;
        let room = room(&chrome);
        chrome.close().await;
        nothing_left(&room);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_at_once_know_nothing_of_each_other() {
    let (one, two) = tokio::join!(start(quick()), start(quick()));
    assert_ne!(room(&one), room(&two));
    let session = page(two.connection()).await;
    one.close().await;
    assert_eq!(evaluate(two.connection(), &session, "1 + 1").await, 2);
    two.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_does_not_start_is_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let program = |name: &str, script: &str| {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        Settings {
            browser: Some(path),
            timeout: Duration::from_secs(1),
            ..Settings::default()
        }
    };
    let broken = "echo 'error while loading shared libraries: libnss3.so' >&2; exit 127";
    let error = refused(&program("broken", broken)).await;
    assert!(
        matches!(&error, LaunchError::DidNotStart { status, .. } if status.contains("127")),
        "{error}"
    );
    assert!(
        error.to_string().contains("libnss3.so") && error.help().contains("library"),
        "{error}"
    );

    let error = refused(&program("mute", "exec sleep 60")).await;
    assert!(
        matches!(error, LaunchError::DidNotAnswer { millis: 1000, .. }),
        "{error}"
    );

    let missing = Settings {
        browser: Some(folder.path().join("none")),
        ..Settings::default()
    };
    assert!(matches!(refused(&missing).await, LaunchError::NotFound { .. }));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_without_a_sandbox_is_started_again_without_one_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chromium");
    let script = "#!/bin/sh\ncase \"$*\" in *--no-sandbox*) ;; *) echo 'FATAL: No usable sandbox!' >&2; exit 133;; esac\n\
                  exec /usr/lib/chromium/chromium-headless-shell \"$@\"\n";
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let chrome = launch(&Settings {
        browser: Some(path),
        ..settings("")
    })
    .await
    .unwrap();
    assert!(
        chrome.notes()[0].contains("without its sandbox"),
        "{:?}",
        chrome.notes()
    );
    chrome.close().await;
}

//! A browser that runs already.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use ostler_engine::Settings;
use ostler_engine::cdp::{CdpError, LaunchError, launch};
use serde_json::json;

use super::{LONG, RULES, browsers, evaluate, page, quick, refused, until};

/// A browser of the user's own.
struct Users {
    process: Child,
    port: u16,
    address: String,
    folder: tempfile::TempDir,
}

impl Users {
    async fn start(browser: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let process = Command::new(format!("/usr/lib/chromium/{browser}"))
            .args([
                "--headless",
                "--no-sandbox",
                "--no-proxy-server",
                "--remote-debugging-port=0",
            ])
            .arg(format!("--host-resolver-rules={RULES}"))
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .env("HOME", folder.path())
            .env("TMPDIR", folder.path())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let file = folder.path().join("DevToolsActivePort");
        let whole = || {
            std::fs::read_to_string(&file)
                .ok()
                .filter(|text| text.trim().contains('\n'))
        };
        until("a port", || whole().is_some()).await;
        let text = whole().unwrap();
        let (port, path) = text.trim().split_once('\n').unwrap();
        Self {
            process,
            port: port.parse().unwrap(),
            address: format!("ws://127.0.0.1:{port}{path}"),
            folder,
        }
    }

    fn end(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        // Its children write for a while yet.
        std::thread::sleep(Duration::from_millis(500));
        drop(self.folder);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_browser_is_used_and_left_running() {
    for browser in browsers() {
        let mut users = Users::start(browser).await;
        let port = users.port;
        for endpoint in [
            users.address.clone(),
            format!("http://127.0.0.1:{port}"),
            format!("ws://localhost:{port}"),
            format!("127.0.0.1:{port}"),
            port.to_string(),
        ] {
            let settings = Settings {
                connect: Some(endpoint.clone()),
                ..Settings::default()
            };
            let chrome = launch(&settings)
                .await
                .unwrap_or_else(|error| panic!("{endpoint}: {error}"));
            assert!(chrome.product().contains("Chrome/"));
            assert_eq!((chrome.pid(), chrome.path()), (None, endpoint.as_str()));
            let session = page(chrome.connection()).await;
            let big = evaluate(chrome.connection(), &session, "'x'.repeat(5 << 20)").await;
            assert_eq!(big.as_str().map(str::len), Some(5 << 20));
            let text = "y".repeat(5 << 20);
            let length = evaluate(chrome.connection(), &session, &format!("'{text}'.length")).await;
            assert_eq!(length, 5 << 20);
            let connection = chrome.connection().clone();
            chrome.close().await;
            connection.closed().await;
            assert!(users.process.try_wait().unwrap().is_none(), "{browser} was closed");
        }
        users.end();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_browser_that_dies_fails_what_is_pending_at_once() {
    let users = Users::start(quick()).await;
    let chrome = launch(&Settings {
        connect: Some(users.address.clone()),
        ..Settings::default()
    })
    .await
    .unwrap();
    let session = page(chrome.connection()).await;
    let params = json!({"expression": "new Promise(() => {})", "awaitPromise": true});
    let waiting = chrome
        .connection()
        .call_raw(Some(&session), "Runtime.evaluate", &params, LONG);
    users.end();
    let error = tokio::time::timeout(Duration::from_secs(5), waiting)
        .await
        .expect("at once")
        .unwrap_err();
    assert_eq!(error, CdpError::Closed);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endpoint_without_a_browser_is_named() {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = nobody.local_addr().unwrap().port();
    let mute = Settings {
        connect: Some(port.to_string()),
        timeout: Duration::from_millis(300),
        ..Settings::default()
    };
    let error = refused(&mute).await;
    assert!(
        matches!(&error, LaunchError::NotAttached { .. }) && error.to_string().contains("300 ms"),
        "{error}"
    );
    drop(nobody);
    for endpoint in [
        port.to_string(),
        format!("ws://127.0.0.1:{port}/devtools/browser/x"),
        "wss://h/x".into(),
    ] {
        let error = refused(&Settings {
            connect: Some(endpoint.clone()),
            ..Settings::default()
        })
        .await;
        assert!(error.to_string().contains(&endpoint), "{error}");
    }
}

//! What is kept and what is not.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use ostler_engine::Settings;
use ostler_engine::cdp::{Chrome, LaunchError, launch};
use serde_json::{Value, json};

use super::{LONG, browsers, evaluate, page, quick, refused, settings};

/// Set for the copy of this program that runs with folders of its own.
const GUEST: &str = "GUEST_BROWSER";

async fn cookies(chrome: &Chrome) -> Vec<String> {
    let answer = chrome
        .connection()
        .call_raw(None, "Storage.getCookies", &json!({}), LONG)
        .await
        .unwrap();
    let all = answer.read::<Value>().unwrap();
    all["cookies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["value"].to_string())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_profile_keeps_a_login_and_a_throw_away_one_keeps_nothing() {
    for browser in browsers() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("new/profile");
        let kept = Settings {
            profile_dir: Some(dir.clone()),
            ..settings(browser)
        };
        let cookie =
            json!({"cookies": [{"name": "login", "value": "yes", "url": "http://127.0.0.1/", "expires": 4e9}]});

        let chrome = launch(&kept).await.unwrap();
        assert_eq!(chrome.profile().unwrap(), dir.canonicalize().unwrap());
        chrome
            .connection()
            .call_raw(None, "Storage.setCookies", &cookie, LONG)
            .await
            .unwrap();
        chrome.close().await;

        let chrome = launch(&kept).await.unwrap();
        assert_eq!(cookies(&chrome).await, ["\"yes\""], "{browser}");
        chrome.close().await;
        assert!(dir.is_dir());

        let chrome = launch(&settings(browser)).await.unwrap();
        assert_eq!(cookies(&chrome).await, [""; 0]);
        chrome.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_in_use_is_refused_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let kept = Settings {
        profile_dir: Some(folder.path().into()),
        ..settings(quick())
    };
    let chrome = launch(&kept).await.unwrap();
    let error = refused(&kept).await;
    assert!(
        matches!(&error, LaunchError::ProfileInUse { dir, .. } if dir == folder.path()),
        "{error}"
    );
    chrome.close().await;

    // As a Chrome of the user's own would leave it.
    let host = rustix::system::uname().nodename().to_str().unwrap().to_owned();
    let lock = folder.path().join("SingletonLock");
    symlink(format!("{host}-{}", std::process::id()), &lock).unwrap();
    let error = refused(&kept).await;
    assert!(error.to_string().contains(&std::process::id().to_string()), "{error}");

    // And as a Chrome that was killed does.
    fs::remove_file(&lock).unwrap();
    symlink(format!("{host}-{}", i32::MAX), &lock).unwrap();
    launch(&kept).await.unwrap().close().await;
}

/// Not a test of its own: what `a_run_leaves_nothing_behind` runs with folders that it can look into.
#[tokio::test(flavor = "multi_thread")]
async fn a_guest_starts_and_closes() {
    let Ok(browser) = std::env::var(GUEST) else {
        return;
    };
    let chrome = launch(&settings(&browser)).await.unwrap();
    let session = page(chrome.connection()).await;
    assert_eq!(evaluate(chrome.connection(), &session, "1 + 1").await, 2);
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_leaves_nothing_behind() {
    for browser in browsers() {
        let folder = tempfile::tempdir().unwrap();
        let of = |name: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(&path).unwrap();
            path
        };
        let status = Command::new(std::env::current_exe().unwrap())
            .arg("a_guest_starts_and_closes")
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap())
            .envs([
                ("HOME", of("home")),
                ("TMPDIR", of("tmp")),
                ("XDG_RUNTIME_DIR", of("run")),
            ])
            .envs([
                ("XDG_CONFIG_HOME", of("config")),
                ("XDG_CACHE_HOME", of("cache")),
                ("XDG_DATA_HOME", of("data")),
            ])
            .env(GUEST, browser)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success());
        for name in ["home", "tmp", "run", "config", "cache", "data"] {
            let left: Vec<_> = fs::read_dir(of(name))
                .unwrap()
                .flatten()
                .map(|entry| entry.path())
                .collect();
            assert!(left.is_empty(), "{browser}: {left:?}");
        }
    }
}

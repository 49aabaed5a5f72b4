//! How a server and its browser begin and end.

use std::time::{Duration, Instant};

use ostler_tests::mcp::{Client, server, text};
use ostler_tests::program::Call;
use ostler_tests::{Answer, Site, process};
use serde_json::json;

use super::{PLAIN, go, good, hit, slow_form};

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m_9_the_end_of_input_and_a_signal_end_everything_in_two_seconds() {
    for how in ["end of input", "TERM", "INT"] {
        for busy in [false, true] {
            let site = Site::start().await;
            let (page, fields) = slow_form(&site);
            let mut client = Client::start(&[]).await;
            go(&mut client, &page).await;
            let family = process::below(client.id());
            assert!(!family.is_empty(), "a browser runs");
            if busy {
                client
                    .request(
                        "tools/call",
                        json!({"name": "form_fill", "arguments": {"fields": fields, "submit": true}}),
                    )
                    .await;
                hit(&site, "/check").await;
            }
            assert!(!client.call.left_behind().is_empty(), "its profile lies in its TMPDIR");
            let (call, ended) = if how == "end of input" {
                client.hang_up_and_keep().await
            } else {
                client.signal_and_keep(how).await
            };
            assert!(
                ended.took < Duration::from_secs(2),
                "{how}, busy {busy}: {:?}",
                ended.took
            );
            assert_eq!(ended.code, Some(0), "{how}, busy {busy}: {}", ended.err);
            let left = process::still_running(&family, Duration::from_secs(2)).await;
            assert!(left.is_empty(), "{how}, busy {busy}: {left:?}");
            assert_eq!(call.left_behind(), Vec::<String>::new(), "{how}, busy {busy}");
            assert_eq!(site.posts().len(), 0, "{how}, busy {busy}");
        }
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_first_calls_at_once_start_one_browser_and_one_that_died_is_started_anew() {
    let site = Site::start().await;
    let page = site.page("/", PLAIN);
    let mut client = Client::start(&[]).await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(
            client
                .request("tools/call", json!({"name": "navigate", "arguments": {"url": page}}))
                .await,
        );
    }
    for id in ids {
        let answer = match client.news.iter().position(|message| message["id"] == id) {
            Some(at) => client.news.remove(at).unwrap_or_default(),
            None => client.answer(id).await,
        };
        good(&answer["result"]);
    }
    let own = client.id();
    let chromes = || {
        let all = process::below(own);
        let is_main = |one: &&process::Process| {
            one.arguments.iter().any(|a| a.starts_with("--remote-debugging"))
                && !one.arguments.iter().any(|a| a.starts_with("--type="))
        };
        all.iter().filter(is_main).map(|one| one.id).collect::<Vec<u32>>()
    };
    let before = chromes();
    assert_eq!(before.len(), 1, "{before:?}");
    process::signal(before[0], "KILL");
    let told = client.call("form_inspect", json!({})).await;
    let words = text(&told);
    assert!(told["isError"] == true, "{words}");
    assert!(
        words.contains("[browser-gone]") || words.contains("started anew"),
        "{words}"
    );
    let again = go(&mut client, &page).await;
    assert!(text(&again).contains("Name *"), "{}", text(&again));
    assert_eq!(chromes().len(), 1, "one browser runs");
    client.hang_up().await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_sessions_that_end_in_every_way_leave_nothing() {
    let site = Site::start().await;
    let page = site.page("/", PLAIN);
    let mut call = server(&[]);
    let folder = call.folder.path().display().to_string();
    let asked = json!({"name": "navigate", "arguments": {"url": page}});
    for turn in 0..100 {
        let mut client = Client::over(call, true).await;
        // How far it gets: nothing was said; a profile is being made; a browser is on its way; it shows the page.
        match turn % 4 {
            0 => {}
            1 => {
                client.request("tools/call", asked.clone()).await;
                // A folder that is not locked yet looks like one that is being made, and is left alone for a minute.
                let end = Instant::now() + Duration::from_secs(30);
                let own = format!("tmp/ostler-{}-", client.id());
                let locked = |path: &String| path.starts_with(&own) && path.ends_with("/lock");
                while !client.call.left_behind().iter().any(locked) {
                    assert!(Instant::now() < end, "turn {turn}: a profile is made");
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            }
            2 => {
                client.request("tools/call", asked.clone()).await;
                let end = Instant::now() + Duration::from_secs(30);
                while process::below(client.id()).is_empty() {
                    assert!(Instant::now() < end, "turn {turn}: a browser is started");
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            }
            _ => {
                let answer = client.ask("tools/call", asked.clone()).await;
                good(&answer["result"]);
            }
        }
        let (kept, ended) = match turn / 4 % 3 {
            0 => client.signal_and_keep("KILL").await,
            1 => client.signal_and_keep("TERM").await,
            _ => client.hang_up_and_keep().await,
        };
        assert!(ended.took < Duration::from_secs(2), "turn {turn}: {:?}", ended.took);
        call = kept;
    }
    let left = process::still_running(&process::naming(&folder), Duration::from_secs(5)).await;
    assert!(left.is_empty(), "{left:?}");
    // The folders of those that were killed go with the next one.
    let mut client = Client::over(call, true).await;
    let answer = client.ask("tools/call", asked).await;
    good(&answer["result"]);
    let profiles = |call: &Call| {
        let all = call.left_behind().into_iter();
        all.filter(|path| path.starts_with("tmp/ostler-") && path.matches('/').count() == 1)
            .count()
    };
    let end = Instant::now() + Duration::from_secs(10);
    while profiles(&client.call) > 1 && Instant::now() < end {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let left: Vec<String> = client
        .call
        .left_behind()
        .into_iter()
        .filter(|path| path.matches('/').count() < 3)
        .collect();
    assert_eq!(profiles(&client.call), 1, "its own: {left:?}");
    let (call, _) = client.hang_up_and_keep().await;
    assert_eq!(call.left_behind(), Vec::<String>::new());
    assert!(process::naming(&folder).is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_that_come_at_once_are_done_in_the_order_they_came_in() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    let page = site.page("/", PLAIN);
    let mut client = Client::start(&[]).await;
    let calls = [
        ("navigate", json!({"url": page})),
        ("form_fill", json!({"fields": {"Name": "Ada"}})),
        ("form_fill", json!({"fields": {"Amount": 7}})),
        ("form_submit", json!({})),
    ];
    let mut last = 0;
    for (tool, arguments) in calls {
        last = client
            .request("tools/call", json!({"name": tool, "arguments": arguments}))
            .await;
    }
    let sent = client.answer(last).await["result"].clone();
    assert_eq!(good(&sent)["submit"]["outcome"], "Submitted", "{sent}");
    let posts = site.posts();
    assert_eq!((posts.len(), posts[0].body.as_str()), (1, "n=Ada&a=7"));
    client.hang_up().await;
}

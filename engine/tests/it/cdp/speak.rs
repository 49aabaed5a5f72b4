//! Commands, answers and events.

use std::time::Instant;

use chromiumoxide::cdp::browser_protocol::browser::GetVersionParams;
use chromiumoxide::cdp::js_protocol::runtime::EvaluateParams;
use ostler_engine::cdp::CdpError;
use serde_json::{Value, json};

use super::{LONG, browsers, evaluate, page, quick, start};

#[tokio::test(flavor = "multi_thread")]
async fn typed_commands_are_answered_and_counted() {
    let chrome = start(quick()).await;
    let connection = chrome.connection();
    let version = connection
        .call(None, &GetVersionParams {})
        .await
        .unwrap()
        .read::<Value>()
        .unwrap();
    assert_eq!(version["product"], chrome.product());
    let session = page(connection).await;
    let before = connection.counts();
    let answer = connection
        .call(Some(&session), &EvaluateParams::new("1 + 1"))
        .await
        .unwrap();
    assert_eq!(answer.read::<Value>().unwrap()["result"]["value"], 2);
    let after = connection.counts();
    assert_eq!(after.commands - before.commands, 1);
    assert_eq!(after.by_method["Runtime.evaluate"], 1);
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_megabytes_go_each_way() {
    for browser in browsers() {
        let chrome = start(browser).await;
        let connection = chrome.connection();
        let session = page(connection).await;
        let begin = Instant::now();
        let big = evaluate(connection, &session, "'ä\\u0000x'.repeat(1 << 20)").await;
        assert_eq!(big.as_str().map(str::len), Some(4 << 20));
        let text = "ö".repeat(3 << 20);
        let length = evaluate(connection, &session, &format!("'{text}'.length")).await;
        assert_eq!(length, 3 << 20);
        println!("{browser}: 4 MiB in and 6 MiB out in {:?}", begin.elapsed());
        chrome.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn half_a_surrogate_pair_in_a_page_hurts_nobody() {
    for browser in browsers() {
        let chrome = start(browser).await;
        let session = page(chrome.connection()).await;
        let text = evaluate(chrome.connection(), &session, "'a\\ud800b'").await;
        assert_eq!(text, "a\u{fffd}b", "{browser}");
        assert_eq!(evaluate(chrome.connection(), &session, "1").await, 1);
        chrome.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn events_come_in_order_to_everybody_and_before_the_answer() {
    let chrome = start(quick()).await;
    let connection = chrome.connection();
    let session = page(connection).await;
    let mut listeners = [connection.events(), connection.events()];
    connection
        .call_raw(Some(&session), "Runtime.enable", &json!({}), LONG)
        .await
        .unwrap();
    evaluate(connection, &session, "for (let i = 0; i < 50; i++) console.log(i)").await;
    for listener in &mut listeners {
        let mut logged = Vec::new();
        while let Ok(event) = listener.try_recv() {
            if &*event.method == "Runtime.consoleAPICalled" {
                assert_eq!(event.session.as_ref(), Some(&session));
                logged.push(event.read::<Value>().unwrap()["args"][0]["value"].as_u64().unwrap());
            }
        }
        assert_eq!(logged, (0..50).collect::<Vec<_>>());
    }
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_tells_no_parameter() {
    let chrome = start(quick()).await;
    let connection = chrome.connection();
    let session = page(connection).await;
    for (method, params) in [
        ("DOM.setNodeValue", json!({"nodeId": "hunter2", "value": "hunter2"})),
        ("Page.navigate", json!({"url": "hunter2"})),
        ("Input.insertText", json!({"text": 2})),
        (
            "Runtime.callFunctionOn",
            json!({"functionDeclaration": "hunter2", "objectId": "hunter2"}),
        ),
        ("No.such", json!({"value": "hunter2"})),
    ] {
        let error = connection
            .call_raw(Some(&session), method, &params, LONG)
            .await
            .unwrap_err();
        assert!(matches!(error, CdpError::Refused { .. }), "{method}: {error}");
        assert!(!format!("{error} {error:?}").contains("hunter2"), "{method}: {error}");
    }
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_never_was_is_detached() {
    let chrome = start(quick()).await;
    let error = chrome
        .connection()
        .call_raw(Some(&"none".into()), "Page.enable", &json!({}), LONG)
        .await
        .unwrap_err();
    assert!(matches!(error, CdpError::Detached { .. }), "{error}");
    chrome.close().await;
}

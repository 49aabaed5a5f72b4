//! The protocol: both of its eras, and what they owe a client.

use std::time::{Duration, Instant};

use ostler_tests::mcp::{Client, text};
use ostler_tests::{Answer, Site, process, root};
use serde_json::{Value, json};

use super::{PLAIN, go, good, hit, names, obeys, slow_form, tools};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_asks_is_answered_by_his_id_whatever_was_wrong() {
    let mut client = Client::start(&[]).await;
    let call =
        |id: i64, params: &str| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#);
    for (id, params, code) in [
        (
            901,
            r#"{"name":"form_fill","arguments":{"fields":{"Name":"\ud800"}}}"#,
            -32600,
        ),
        (902, r#"{"name":"form_inspect","arguments":[]}"#, -32602),
        (903, r#"{"name":"form_inspect","arguments":"x"}"#, -32602),
        (904, "[]", -32602),
    ] {
        client.send_line(&call(id, params)).await;
        let answer = client.answer(id).await;
        assert_eq!(answer["error"]["code"], code, "{answer}");
        assert!(!answer.to_string().contains("d800"), "{answer}");
    }
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m_1_both_eras_of_the_protocol_are_spoken() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    let page = site.page("/", PLAIN);
    let mut client = Client::silent(&[], true).await;
    let found = client.ask("server/discover", json!({})).await["result"].clone();
    let versions = found["supportedVersions"].as_array().cloned().unwrap_or_default();
    for version in ["2025-11-25", "2026-07-28"] {
        assert!(versions.contains(&json!(version)), "{found}");
    }
    assert!(
        found["instructions"]
            .as_str()
            .is_some_and(|words| words.contains("page_content")),
        "{found}"
    );
    let list = client.ask("tools/list", json!({})).await["result"].clone();
    assert_eq!(list["resultType"], "complete", "{list}");
    assert!(
        list["ttlMs"].as_u64().is_some_and(|ttl| ttl > 0) && list["cacheScope"] == "private",
        "{list}"
    );
    go(&mut client, &page).await;
    let sent = client
        .call("form_fill", json!({"fields": {"Name": "Ada"}, "submit": true}))
        .await;
    assert_eq!(good(&sent)["submit"]["outcome"], "Submitted", "{sent}");
    assert_eq!(sent["resultType"], "complete", "{sent}");
    client.hang_up().await;

    // Of old: `initialize` first, and nothing of the new in the answers.
    let mut client = Client::start(&[]).await;
    let list = client.ask("tools/list", json!({})).await["result"].clone();
    assert!(list["resultType"].is_null(), "{list}");
    let pong = client.ask("ping", json!({})).await;
    assert_eq!(pong["result"], json!({}));
    client.hang_up().await;

    let mut client = Client::silent(&[], false).await;
    let asked =
        json!({"protocolVersion": "1999-01-01", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let answer = client.ask("initialize", asked).await;
    assert_eq!(
        answer["result"]["protocolVersion"], "2025-11-25",
        "an unknown version is answered with ours"
    );
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m_2_every_tool_is_described_whole_and_its_data_obeys_its_schema() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    let page = site.page(
        "/",
        "<form method=post enctype=multipart/form-data action=/store><label>Name <input name=n></label><label>Size <select name=s><option>S<option>M</select></label><label>File <input type=file name=f></label><button>Send</button></form>",
    );
    let mut client = Client::start(&["--profile", "full"]).await;
    let list = tools(&mut client).await;
    for tool in &list {
        let name = &tool["name"];
        for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
            assert!(tool["annotations"][hint].is_boolean(), "{name}: {hint}");
        }
        assert!(tool["title"].is_string() && tool["description"].is_string(), "{name}");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{name}");
    }
    let by_name = |name: &str| {
        list.iter()
            .find(|tool| tool["name"] == name)
            .cloned()
            .unwrap_or_default()
    };
    assert_eq!(by_name("form_inspect")["annotations"]["readOnlyHint"], true);
    assert_eq!(by_name("form_submit")["annotations"]["destructiveHint"], true);
    assert_eq!(
        by_name("form_fill")["annotations"]["idempotentHint"],
        false,
        "with submit: true it sends"
    );
    assert_eq!(by_name("upload")["annotations"]["idempotentHint"], true);
    assert_eq!(by_name("metrics")["annotations"]["openWorldHint"], false);

    let file = client.call.folder.path().join("work/a.txt");
    std::fs::write(&file, "hello").expect("the folder is ours");
    let calls = [
        ("navigate", json!({"url": page})),
        ("navigate", json!({"url": page, "observe": "none"})),
        ("form_inspect", json!({})),
        ("upload", json!({"field": "File", "files": ["a.txt"]})),
        (
            "form_fill",
            json!({"fields": [{"key": "Name", "value": "Ada"}, {"key": "Fax", "value": 5}]}),
        ),
        ("form_submit", json!({"observe": "full"})),
        ("form_submit", json!({"force": true})),
        ("back", json!({})),
        ("snapshot", json!({"interactive": true, "depth": 5})),
        ("find", json!({"text": "Name"})),
        ("click", json!({"text": "Name", "count": 2})),
        ("type", json!({"field": "Name", "value": "Bea", "enter": false})),
        ("press", json!({"keys": "End shift+Home"})),
        ("hover", json!({"text": "Send"})),
        ("scroll", json!({"down": 10, "observe": "none"})),
        ("select", json!({"field": "Size", "value": "M"})),
        ("screenshot", json!({"region": [0, 0, 50, 50]})),
        ("wait_for", json!({"text": "Name"})),
        ("wait_for_human", json!({})),
        ("tabs", json!({"action": "open", "url": page, "observe": "full"})),
        ("tabs", json!({"action": "close"})),
        ("evaluate", json!({"expression": "({a: [1, null]})"})),
        ("metrics", json!({})),
    ];
    let schema = |name: &str| {
        let path = root().join("cli/schema").join(name);
        let text = std::fs::read_to_string(&path).expect("the schema is there");
        serde_json::from_str::<Value>(&text).expect("it is JSON")
    };
    let mut called = Vec::new();
    for (name, arguments) in calls {
        let tool = by_name(name);
        obeys(&tool["inputSchema"], &arguments);
        let result = client.call(name, arguments).await;
        let data = good(&result).clone();
        obeys(&tool["outputSchema"], &data);
        // What the command line prints as JSON is the same but for what was seen of the page afterwards.
        let mut same = data.clone();
        if let Some(object) = same.as_object_mut() {
            object.remove("observed");
        }
        match name {
            "form_fill" | "upload" => obeys(&schema("fill.json"), &same),
            "form_inspect" => obeys(&schema("inspect.json"), &same),
            _ => {}
        }
        called.push(name);
    }
    for name in names(&list) {
        assert!(called.contains(&name), "{name} is a tool that this test does not call");
    }
    assert!(site.posts()[0].body.contains("hello"), "the file was sent");
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m_3_an_answer_is_a_short_text_and_data_and_values_arrive_as_they_were_written() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<h1>Thank you</h1><p>Your number is 4711.</p>"));
    let page = site.page("/", PLAIN);
    let mut client = Client::start(&[]).await;
    let seen = go(&mut client, &page).await;
    let words = text(&seen);
    for part in [
        "HTTP 200",
        "Name *",
        "button \"Send\"",
        "<page_content untrusted=\"true\"",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
    // The order of the keys and the digits of a number are the caller's.
    let call = "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"tools/call\",\"params\":{\"name\":\"form_fill\",\
                \"arguments\":{\"fields\":{\"Name\":\"Ada\",\"Amount\":12345678901234567890.10},\"submit\":true}}}";
    client.send_line(call).await;
    let sent = client.next().await["result"].clone();
    let data = good(&sent);
    assert_eq!(data["fields"][0]["key"], "Name", "{data}");
    assert_eq!(data["submit"]["outcome"], "Submitted", "{data}");
    let words = text(&sent);
    assert!(
        words.contains("Your number is 4711."),
        "what the page says now is told: {words}"
    );
    assert!(words.len() < 300, "{words}");
    let posts = site.posts();
    assert_eq!(
        (posts.len(), posts[0].field("a").as_str()),
        (1, "12345678901234567890.10")
    );
    // A key that is given twice is no matter of luck.
    let twice = "{\"jsonrpc\":\"2.0\",\"id\":\"y\",\"method\":\"tools/call\",\"params\":{\"name\":\"form_fill\",\
                 \"arguments\":{\"fields\":{\"Name\":\"Ada\",\"Name\":\"Bea\"}}}}";
    client.send_line(twice).await;
    let refused = client.next().await["result"].clone();
    assert!(text(&refused).contains("duplicate-key"), "{refused}");
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m_4_what_could_not_be_done_is_a_result_with_advice() {
    let site = Site::start().await;
    let page = site.page("/", "<p>Nothing to fill here.</p>");
    // A port that was ours a moment ago, so that nobody listens there now.
    let nobody = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
        format!("http://{}/", listener.local_addr().expect("it has an address"))
    };
    let mut client = Client::start(&[]).await;
    let table = [
        ("form_inspect", json!({}), "no-page", "navigate"),
        ("form_fill", json!({"fields": {"A": 1}}), "no-page", "navigate"),
        ("form_submit", json!({}), "no-page", "navigate"),
        ("navigate", json!({}), "bad-arguments", "inputSchema"),
        (
            "navigate",
            json!({"url": 3}),
            "bad-arguments",
            "`url` is a number; it must be a text",
        ),
        (
            "form_fill",
            json!({"fields": 5}),
            "bad-arguments",
            "`fields` is a number",
        ),
        (
            "wait_for_human",
            json!({"timeout_ms": 9_999_999}),
            "bad-arguments",
            "from 0 to 600000",
        ),
        ("navigate", json!({"url": page, "wait": 5}), "bad-arguments", "`url`"),
        ("navigate", json!({"url": "ftp://a.example"}), "scheme", "https://"),
        (
            "navigate",
            json!({"url": "file:///etc/passwd"}),
            "file-address",
            "serve",
        ),
        ("navigate", json!({"url": nobody}), "connection-refused", "port"),
        (
            "navigate",
            json!({"url": "http://no-such-host.example/"}),
            "dns",
            "spelling",
        ),
        ("form_fill", json!({"fields": {}}), "nothing-to-do", "key"),
        ("form_fill", json!({"fields": "x"}), "data-syntax", "double quotes"),
        (
            "form_fill",
            json!({"fields": {"A": 1}, "button": "Go"}),
            "bad-arguments",
            "submit: true",
        ),
    ];
    for (tool, arguments, code, advice) in table {
        let result = client.call(tool, arguments.clone()).await;
        let words = text(&result);
        assert_eq!(result["isError"], true, "{tool} {arguments}: {words}");
        assert!(
            result["structuredContent"].is_null(),
            "{tool}: an error has no data that a schema could not fit"
        );
        assert!(
            words.contains(&format!("[{code}]")) && words.contains(advice),
            "{tool} {arguments}: {words}"
        );
        assert!(!words.contains("--"), "advice for an agent names no flags: {words}");
    }
    go(&mut client, &page).await;
    let result = client.call("form_fill", json!({"fields": {"A": 1}})).await;
    assert!(
        result["isError"] == true && text(&result).contains("[no-form]"),
        "{result}"
    );
    let unknown = client
        .ask("tools/call", json!({"name": "no_such_tool", "arguments": {}}))
        .await;
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
    let nameless = client.ask("tools/call", json!({"name": 5, "arguments": {}})).await;
    assert_eq!(nameless["error"]["code"], -32602, "{nameless}");
    assert!(
        nameless["error"]["message"]
            .as_str()
            .is_some_and(|words| words.contains("`name`")),
        "{nameless}"
    );
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m_5_the_instructions_are_short_and_no_browser_is_started_for_them() {
    let mut client = Client::silent(&[], false).await;
    let asked =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let answer = client.ask("initialize", asked).await["result"].clone();
    assert_eq!(answer["protocolVersion"], "2025-06-18");
    assert_eq!(answer["serverInfo"]["name"], "ostler");
    let words = answer["instructions"].as_str().unwrap_or_default();
    assert!(words.len() < 2_000 && words.contains("never an instruction"), "{words}");
    tools(&mut client).await;
    assert!(process::below(client.id()).is_empty(), "tools/list starts nothing");
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m_6_progress_is_told_a_field_and_only_grows() {
    let site = Site::start().await;
    let page = site.page("/", PLAIN);
    let mut client = Client::start(&[]).await;
    go(&mut client, &page).await;
    assert!(client.news.is_empty(), "nobody asked for news");
    let call = json!({"name": "form_fill", "arguments": {"fields": {"Name": "Ada", "Amount": 5}}, "_meta": {"progressToken": "t1"}});
    client.ask("tools/call", call).await;
    let news: Vec<Value> = client.news.drain(..).collect();
    assert!(!news.is_empty());
    let mut last = -1.0;
    for one in &news {
        assert_eq!(one["method"], "notifications/progress", "{one}");
        assert_eq!(one["params"]["progressToken"], "t1");
        let at = one["params"]["progress"].as_f64().expect("a number");
        assert!(at > last, "{news:?}");
        last = at;
    }
    assert!((last - 2.0).abs() < 1e-6, "two fields: {news:?}");
    assert_eq!(news.last().map(|one| one["params"]["total"].clone()), Some(json!(2.0)));
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m_6_a_cancelled_fill_ends_at_once_and_sends_nothing() {
    let site = Site::start().await;
    let (page, fields) = slow_form(&site);
    let mut client = Client::start(&["--profile", "full"]).await;
    go(&mut client, &page).await;
    let id = client
        .request(
            "tools/call",
            json!({"name": "form_fill", "arguments": {"fields": fields, "submit": true}}),
        )
        .await;
    hit(&site, "/check").await;
    let began = Instant::now();
    client
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id, "reason": "test"}}))
        .await;
    // The browser is free for the next call, which is told what became of the one before.
    let next = client.call("metrics", json!({})).await;
    assert!(began.elapsed() < Duration::from_millis(250), "{:?}", began.elapsed());
    let words = text(&next);
    assert!(
        words.contains("form_fill was cancelled") && words.contains("nothing was sent"),
        "{words}"
    );
    assert_eq!(good(&next)["tools"]["form_fill"]["cancelled"], 1, "{next}");
    let seen = client.call("form_inspect", json!({})).await;
    assert!(!text(&seen).contains("cancelled"), "it is told once");
    // A form that was left half filled is not the one filled last.
    assert_eq!(site.posts().len(), 0);
    assert!(
        client.news.iter().all(|message| message["id"] != id),
        "a cancelled request is not answered"
    );
    let ended = client.hang_up().await;
    assert!(ended.err.contains("cancelled"), "{}", ended.err);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m_6_a_submit_that_is_cancelled_says_that_it_may_have_been_sent() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks").after(3_000));
    let page = site.page("/", PLAIN);
    let mut client = Client::start(&["--profile", "full"]).await;
    go(&mut client, &page).await;
    let asked = json!({"name": "form_fill", "arguments": {"fields": {"Name": "Ada"}, "submit": true}});
    let id = client.request("tools/call", asked).await;
    hit(&site, "/store").await;
    let began = Instant::now();
    client
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}))
        .await;
    let next = client.call("metrics", json!({})).await;
    assert!(began.elapsed() < Duration::from_millis(250), "{:?}", began.elapsed());
    assert!(text(&next).contains("may or may not be stored"), "{}", text(&next));
    assert_eq!(site.posts().len(), 1);
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m_8_the_list_of_tools_is_always_the_same() {
    let mut lines = Vec::new();
    for _ in 0..2 {
        let mut client = Client::start(&["--profile", "full"]).await;
        for _ in 0..2 {
            let mut answer = client.ask("tools/list", json!({})).await;
            answer["id"] = json!(0);
            lines.push(answer.to_string());
        }
        client.hang_up().await;
    }
    assert!(lines.windows(2).all(|pair| pair[0] == pair[1]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m_10_names_are_those_that_every_client_takes() {
    let mut client = Client::start(&["--profile", "full"]).await;
    let list = tools(&mut client).await;
    for name in names(&list) {
        let fits = name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
        assert!(fits && (1..=64).contains(&name.len()), "{name}");
    }
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn arguments_that_exclude_each_other_are_refused_and_nothing_is_done() {
    let site = Site::start().await;
    let page = site.page(
        "/",
        "<button onclick=\"document.title = 'pressed'\">Press</button><label>Name <input></label>",
    );
    let mut client = Client::start(&["--profile", "full"]).await;
    go(&mut client, &page).await;
    let table = [
        ("click", json!({"ref": "e1", "text": "Press"}), "`ref` and `text`"),
        (
            "click",
            json!({"text": "Press", "count": 9}),
            "`count` must be from 1 to 3",
        ),
        ("hover", json!({"ref": "e1", "text": "Press"}), "`ref` and `text`"),
        (
            "type",
            json!({"ref": "e2", "field": "Name", "value": "x"}),
            "`ref` and `field`",
        ),
        (
            "screenshot",
            json!({"ref": "e1", "region": [0, 0, 9, 9]}),
            "`ref` and `region`",
        ),
        ("tabs", json!({"action": "list", "id": "ABC"}), "`id`"),
        ("tabs", json!({"action": "close", "url": page}), "`url`"),
        ("wait_for", json!({"text": ""}), "`text` is empty"),
        (
            "wait_for",
            json!({"text": "x", "timeout_ms": 9_999_999}),
            "`timeout_ms` must be from 0 to 300000",
        ),
        ("snapshot", json!({"depth": 0}), "`depth` must be"),
    ];
    for (tool, arguments, words) in table {
        let result = client.call(tool, arguments.clone()).await;
        let said = text(&result);
        assert!(
            result["isError"] == true && said.contains("[bad-arguments]") && said.contains(words),
            "{tool} {arguments}: {said}"
        );
    }
    let title = client.call("evaluate", json!({"expression": "document.title"})).await;
    assert_ne!(title["structuredContent"]["result"], "pressed");
    client.hang_up().await;
}

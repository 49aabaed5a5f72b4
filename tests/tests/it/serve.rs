//! `ostler serve` as an agent's client sees it, and `ostler call`, which has the same tools.

mod documented;
mod life;
mod protocol;
mod secrets;

use std::time::{Duration, Instant};

use ostler_tests::mcp::{Client, text};
use ostler_tests::{Answer, Site, ostler};
use serde_json::{Value, json};

/// Must never be seen in any output.
const CANARY: &str = "c4n4ry-hunter2";

const PLAIN: &str = "<form method=post action=/store><label>Name <input name=n required></label>\
    <label>Amount <input name=a></label><button>Send</button></form>";

const TWO: &str = "<h1>Two</h1><form aria-label=First method=post action=/first><label>Name <input name=n></label><button>Send first</button></form>\
    <form aria-label=Second method=post action=/second><label>City <input name=c></label><button>Send second</button></form>";

/// Checks `data` against `schema`.
fn obeys(schema: &Value, data: &Value) {
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler
        .add_resource("urn:schema", schema.clone())
        .expect("it is a schema");
    let index = compiler.compile("urn:schema", &mut schemas).expect("it is a schema");
    if let Err(error) = schemas.validate(data, index) {
        panic!("{error:#}\n{data:#}");
    }
}

async fn tools(client: &mut Client) -> Vec<Value> {
    let answer = client.ask("tools/list", json!({})).await;
    answer["result"]["tools"].as_array().cloned().unwrap_or_default()
}

fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().filter_map(|tool| tool["name"].as_str()).collect()
}

/// Fails unless the result is one of a tool that did its work.
fn good(result: &Value) -> &Value {
    assert_ne!(result["isError"], true, "{}", text(result));
    &result["structuredContent"]
}

async fn go(client: &mut Client, url: &str) -> Value {
    let result = client.call("navigate", json!({"url": url})).await;
    good(&result);
    result
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_1_every_byte_of_the_output_is_json_rpc_and_the_log_goes_elsewhere() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    let page = site.page(
        "/",
        "<form method=post action=/store><label>Password <input type=password name=p></label><button>Send</button></form>\
         <script>console.log('noise'); document.title = 'x\\ny'</script>",
    );
    let mut client = Client::start(&["--log", "trace"]).await;
    tools(&mut client).await;
    go(&mut client, &page).await;
    let filled = client
        .call("form_fill", json!({"fields": {"Password": CANARY}, "submit": true}))
        .await;
    assert_eq!(good(&filled)["submit"]["outcome"], "Submitted", "{filled}");
    // What is no message is answered as the standard says, and is not the end.
    client.send_line("this is not JSON").await;
    assert_eq!(client.next().await["error"]["code"], -32700);
    client.send_line("[1, 2]").await;
    assert_eq!(client.next().await["error"]["code"], -32600);
    client
        .send_line("{\"jsonrpc\": \"2.0\", \"id\": 77, \"method\": 5}")
        .await;
    let answer = client.next().await;
    assert_eq!(
        (answer["id"].clone(), answer["error"]["code"].clone()),
        (json!(77), json!(-32600))
    );
    client.send_line("").await;
    let unknown = client.ask("no/such", json!({})).await;
    assert_eq!(unknown["error"]["code"], -32601);
    assert!(
        client.wire.iter().all(|line| !line.contains(CANARY)),
        "the password is in no answer"
    );
    assert_eq!(site.posts().len(), 1);
    let ended = client.hang_up().await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(ended.rest, Vec::<String>::new(), "nothing more was written");
    assert!(ended.err.contains("answered"), "there is a log: {}", ended.err);
    assert!(!ended.err.contains(CANARY), "and no password in it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_2_profiles_list_tools_and_the_counts_can_be_read() {
    let site = Site::start().await;
    let page = site.page("/", PLAIN);
    let mut forms = Client::start(&[]).await;
    let list = tools(&mut forms).await;
    assert_eq!(
        names(&list),
        [
            "form_fill",
            "form_inspect",
            "form_submit",
            "navigate",
            "upload",
            "wait_for_human"
        ]
    );
    assert!(
        forms.wire.last().is_some_and(|line| line.len() < 6_000),
        "the list is small"
    );
    let refused = forms
        .ask("tools/call", json!({"name": "metrics", "arguments": {}}))
        .await;
    assert_eq!(refused["error"]["code"], -32602, "what is not listed cannot be called");
    forms.hang_up().await;

    let mut one = Client::start(&["--tools", "navigate,metrics"]).await;
    assert_eq!(names(&tools(&mut one).await), ["metrics", "navigate"]);
    one.hang_up().await;

    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("metrics.json");
    let mut full = Client::start(&["--profile", "full", "--metrics", &file.display().to_string()]).await;
    go(&mut full, &page).await;
    go(&mut full, &page).await;
    full.call("form_submit", json!({"form": "No such form"})).await;
    let counts = good(&full.call("metrics", json!({})).await)["tools"].clone();
    assert_eq!(
        (
            counts["navigate"]["calls"].clone(),
            counts["navigate"]["failures"].clone()
        ),
        (json!(2), json!(0))
    );
    assert_eq!(counts["form_submit"]["failures"], 1, "{counts}");
    assert!(counts["navigate"]["p95_ms"].as_u64() >= counts["navigate"]["p50_ms"].as_u64());
    assert!(
        counts["navigate"]["text_bytes"]
            .as_u64()
            .is_some_and(|bytes| bytes > 100),
        "{counts}"
    );
    full.hang_up().await;
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&file).expect("it was written")).expect("JSON");
    assert_eq!(written["tools"]["navigate"]["calls"], 2);
    assert_eq!(written["tools"]["metrics"]["calls"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_14_every_command_has_its_help_and_its_exit_codes() {
    for command in ["serve", "call", "init"] {
        let ran = ostler(&[command, "--help"]).run().await;
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(ran.out.contains(&format!("Usage: ostler {command}")), "{}", ran.out);
    }
    let table: [&[&str]; 10] = [
        &["init"],
        &["init", "emacs"],
        &["serve", "--profile", "none"],
        &["serve", "--tools", "no_such_tool"],
        &["serve", "--log", "rmcp=trace"],
        &["serve", "--here"],
        &["serve", "--metrics", "/no/such/folder/m.json"],
        &["call", "no_such_tool", "{}"],
        &["call", "navigate", "{url"],
        &["call", "navigate", "{}", "--timeout", "soon"],
    ];
    for arguments in table {
        let ran = ostler(arguments).run().await;
        assert_eq!(ran.code, Some(2), "{arguments:?}: {ran:?}");
        assert_eq!(ran.out, "", "{arguments:?}");
        assert!(!ran.err.is_empty(), "{arguments:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn init_writes_what_each_client_reads_keeps_the_rest_and_asks_first() {
    let call = ostler(&[
        "init",
        "claude-code",
        "claude-desktop",
        "cursor",
        "codex",
        "vscode",
        "--yes",
        "--",
        "--profile",
        "full",
    ]);
    let home = call.folder.path().join("home");
    let work = call.folder.path().join("work");
    let mine = "{\n    \"mcpServers\": {\"other\": {\"command\": \"x\"}}\n}\n";
    std::fs::write(work.join(".mcp.json"), mine).expect("the folder is ours");
    let ran = call.run().await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let read = |path: std::path::PathBuf| {
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let program = ostler_tests::program::path().display().to_string();
    for (path, key) in [
        (work.join(".mcp.json"), "mcpServers"),
        (work.join(".cursor/mcp.json"), "mcpServers"),
        (work.join(".vscode/mcp.json"), "servers"),
        (home.join(".config/Claude/claude_desktop_config.json"), "mcpServers"),
    ] {
        let value: Value = serde_json::from_str(&read(path.clone())).expect("it is JSON");
        let entry = &value[key]["ostler"];
        assert_eq!(
            entry["args"],
            json!(["serve", "--profile", "full"]),
            "{}",
            path.display()
        );
        assert_eq!(entry["command"], json!(program), "{}", path.display());
    }
    assert!(read(home.join(".codex/config.toml")).contains("[mcp_servers.ostler]\ncommand = "));
    assert!(read(work.join(".mcp.json")).contains("\"other\": {\"command\": \"x\"}"));
    assert_eq!(read(work.join(".mcp.json.backup")), mine, "the old one is kept");
    assert!(
        ran.out.contains("+    \"ostler\"") || ran.out.contains("+        \"ostler\""),
        "the change is shown: {}",
        ran.out
    );

    let again = call.run().await;
    assert!(
        again.err.contains("has it already") && again.out.is_empty(),
        "{again:?}"
    );

    // Without a word it is shown and not written; printed it is not even shown where.
    for (arguments, code) in [(&["init", "cursor"][..], 2), (&["init", "cursor", "--print"][..], 0)] {
        let call = ostler(arguments);
        let ran = call.run().await;
        assert_eq!(ran.code, Some(code), "{ran:?}");
        assert!(ran.out.contains("mcpServers"), "{ran:?}");
        assert_eq!(call.left_behind(), Vec::<String>::new());
    }
    // What cannot be understood is left alone.
    let call = ostler(&["init", "cursor", "--yes"]);
    let folder = call.folder.path().join("work/.cursor");
    std::fs::create_dir(&folder).expect("the folder is ours");
    std::fs::write(folder.join("mcp.json"), "{ // mine\n}").expect("the folder is ours");
    let ran = call.run().await;
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.err.contains("\"mcpServers\""), "it says what to paste: {}", ran.err);
    assert_eq!(read(folder.join("mcp.json")), "{ // mine\n}");
    // A client that reads comments keeps them.
    let call = ostler(&["init", "vscode", "--yes"]);
    let folder = call.folder.path().join("work/.vscode");
    std::fs::create_dir(&folder).expect("the folder is ours");
    std::fs::write(folder.join("mcp.json"), "{ // mine\n}").expect("the folder is ours");
    let ran = call.run().await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let new = read(folder.join("mcp.json"));
    assert!(new.starts_with("{ // mine\n  \"servers\": {\n    \"ostler\""), "{new}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_53_without_a_form_the_one_that_form_fill_filled_is_submitted_and_o_54_forgotten_by_it() {
    let site = Site::start().await;
    site.answer("/second", Answer::html("").status(204));
    let page = site.page("/", TWO);
    let mut client = Client::start(&[]).await;
    go(&mut client, &page).await;
    let filled = client.call("form_fill", json!({"fields": {"City": "Lisbon"}})).await;
    assert_eq!(good(&filled)["submit"], Value::Null, "{filled}");
    assert_eq!(site.posts().len(), 0);
    let sent = client.call("form_submit", json!({})).await;
    good(&sent);
    assert_eq!(
        site.posts().iter().map(|hit| hit.path.clone()).collect::<Vec<_>>(),
        ["/second"]
    );
    let again = client.call("form_submit", json!({})).await;
    assert_eq!(again["isError"], true, "{again}");
    assert_eq!(site.posts().len(), 1, "nothing more was sent");
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_55_several_forms_and_none_filled_is_refused_with_a_list_that_helps() {
    let site = Site::start().await;
    site.answer("/first", Answer::see_other("/thanks"));
    let page = site.page("/", TWO);
    let mut client = Client::start(&[]).await;
    go(&mut client, &page).await;
    let refused = client.call("form_submit", json!({})).await;
    assert_eq!(refused["isError"], true);
    let words = text(&refused);
    for part in [
        "First",
        "Second",
        "Send first",
        "Send second",
        "1 field",
        "`form`",
        "several-forms",
    ] {
        assert!(words.contains(part), "{part:?} in {words}");
    }
    assert_eq!(site.posts().len(), 0);
    let sent = client.call("form_submit", json!({"form": "First"})).await;
    assert_eq!(good(&sent)["submit"]["outcome"], "Submitted", "{sent}");
    assert_eq!(site.posts().len(), 1);
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dialog_that_comes_outside_of_a_call_is_told_with_the_next_answer_and_once() {
    let site = Site::start().await;
    let page = site.page(
        "/",
        "<p>Hello</p><script>alert('at load'); window.later = () => setTimeout(() => { alert('in between'); fetch('/rung'); }, 50);</script>",
    );
    let mut client = Client::start(&["--profile", "full"]).await;
    let arrived = text(&go(&mut client, &page).await);
    assert!(
        arrived.contains("Note: the page opened a dialog (alert)") && arrived.contains("at load"),
        "{arrived}"
    );
    let fenced = arrived.split_once("<page_content").expect("it is fenced").1;
    assert!(fenced.contains("at load"), "{arrived}");
    client.call("evaluate", json!({"expression": "later(), 1"})).await;
    hit(&site, "/rung").await;
    let next = text(&client.call("snapshot", json!({})).await);
    assert!(next.contains("in between") && !next.contains("at load"), "{next}");
    let after = text(&client.call("snapshot", json!({})).await);
    assert!(!after.contains("dialog"), "{after}");
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_submit_whose_answer_never_comes_keeps_its_report() {
    let site = Site::start().await;
    let page = site.page(
        "/",
        "<form method=post action=/reset><label>Name <input name=n></label><button>Send</button></form>",
    );
    let mut client = Client::start(&[]).await;
    go(&mut client, &page).await;
    let answer = client
        .call("form_fill", json!({"fields": {"Name": "Ada"}, "submit": true}))
        .await;
    let told = text(&answer);
    let data = good(&answer);
    assert_eq!(data["submit"]["outcome"], "Unknown", "{told}");
    assert!(told.contains("1 of 1 field filled"), "{told}");
    assert!(!told.contains("fault"), "{told}");
    client.hang_up().await;
}

/// A form on which a fill takes seconds: every field asks the server something.
fn slow_form(site: &Site) -> (String, Value) {
    site.answer("/check", Answer::json("{}").after(400));
    let fields: String = (0..12)
        .map(|n| format!("<p><label>Field {n} <input name=f{n} oninput=\"fetch('/check')\"></label></p>"))
        .collect();
    let page = site.page(
        "/",
        &format!("<form method=post action=/store>{fields}<button>Send</button></form>"),
    );
    let values = (0..12)
        .map(|n| (format!("Field {n}"), json!(format!("value {n}"))))
        .collect();
    (page, Value::Object(values))
}

/// Waits for the site to have been asked for `path`.
async fn hit(site: &Site, path: &str) {
    let end = Instant::now() + Duration::from_secs(30);
    while site.hits_of(path).is_empty() {
        assert!(Instant::now() < end, "{path} is asked for within 30 s");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_of_the_page_is_told_no_unless_the_caller_said_yes() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    let page = site.page(
        "/",
        "<form method=post action=/store onsubmit=\"return confirm('Really send?')\"><label>Name <input name=n></label><button>Send</button></form>",
    );
    let mut client = Client::start(&[]).await;
    go(&mut client, &page).await;
    let asked = client
        .call("form_fill", json!({"fields": {"Name": "Ada"}, "submit": true}))
        .await;
    let words = text(&asked);
    assert_eq!(good(&asked)["submit"]["outcome"], "Unchanged", "{words}");
    assert!(
        words.contains("Really send?") && words.contains("confirm: true"),
        "{words}"
    );
    assert_eq!(site.posts().len(), 0);
    let sent = client.call("form_submit", json!({"confirm": true})).await;
    assert_eq!(good(&sent)["submit"]["outcome"], "Submitted", "{sent}");
    assert_eq!(site.posts().len(), 1);
    // The yes was for that one call.
    go(&mut client, &page).await;
    let asked = client
        .call("form_fill", json!({"fields": {"Name": "Ada"}, "submit": true}))
        .await;
    assert_eq!(good(&asked)["submit"]["outcome"], "Unchanged");
    let sent = client
        .call(
            "form_fill",
            json!({"fields": {"Name": "Bea"}, "submit": true, "confirm": true}),
        )
        .await;
    assert_eq!(good(&sent)["submit"]["outcome"], "Submitted", "{sent}");
    assert_eq!(site.posts().len(), 2);
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wizard_with_a_step_that_comes_back_is_done_in_three_calls() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<h1>Thank you</h1><p>Reference W-12</p>"));
    let page = site.page(
        "/",
        "<h1>Account</h1><p id=where>Step 1 of 2</p><form id=f method=post action=/store novalidate>
         <div id=one><label>Name <input name=n></label><label>ZIP <input name=z id=z aria-describedby=e></label><p id=e role=alert></p>
         <button type=button id=next>Next</button></div>
         <div id=two hidden><label>City <input name=c></label><button>Open</button></div></form>
         <script>next.onclick = () => { if (z.value.length < 6) { e.textContent = 'Use nine digits'; z.setAttribute('aria-invalid', 'true'); return; }
           one.hidden = true; two.hidden = false; where.textContent = 'Step 2 of 2'; }</script>",
    );
    let mut client = Client::start(&[]).await;
    go(&mut client, &page).await;
    let all = json!({"Name": "Ada", "ZIP": "97201", "City": "Portland"});
    let first = client.call("form_fill", json!({"fields": all, "submit": true})).await;
    let words = text(&first);
    assert_eq!(good(&first)["submit"]["outcome"], "ValidationFailed", "{words}");
    assert!(
        words.contains("Use nine digits") && words.contains("not reached yet: City"),
        "{words}"
    );
    let rest = json!({"ZIP": "97201-4321", "City": "Portland"});
    let sent = client.call("form_fill", json!({"fields": rest, "submit": true})).await;
    assert_eq!(good(&sent)["submit"]["outcome"], "Submitted", "{}", text(&sent));
    assert!(text(&sent).contains("Reference W-12"), "{}", text(&sent));
    assert_eq!(site.posts()[0].body, "n=Ada&z=97201-4321&c=Portland");
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_action_brings_up_is_shown_and_what_was_there_before_is_not() {
    let site = Site::start().await;
    let page = site.page(
        "/",
        "<form><label>Country <select id=c><option value=''>Choose<option>Portugal<option>Spain</select></label><div id=d></div>
         <label>Name <input></label><button>Send</button></form>
         <script>c.onchange = () => d.innerHTML = '<label>Region <select><option>Norte<option>Sul</select></label>'</script>",
    );
    let mut client = Client::start(&[]).await;
    go(&mut client, &page).await;
    let filled = client
        .call("form_fill", json!({"fields": {"Country": "Portugal"}}))
        .await;
    let words = text(&filled);
    assert!(words.contains("Region [Norte | Sul]"), "{words}");
    assert!(!words.contains("Name") && !words.contains("button"), "{words}");
    assert_eq!(good(&filled)["observed"].as_array().map(Vec::len), Some(1), "{filled}");
    let none = client
        .call("form_fill", json!({"fields": {"Country": "Spain"}, "observe": "none"}))
        .await;
    assert_eq!(text(&none), "1 of 1 field filled and read back.\nNot submitted.");
    let full = client
        .call("form_fill", json!({"fields": {"Country": "Spain"}, "observe": "full"}))
        .await;
    assert!(text(&full).contains("button \"Send\""), "{}", text(&full));
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_of_pages_that_were_left_are_forgotten() {
    let site = Site::start().await;
    site.page("/inner", "<label>Voucher <input></label>");
    let other = site.elsewhere("/inner");
    let body = |title: &str| {
        format!(
            "<h1>{title}</h1><label>Name <input></label><iframe src='/inner'></iframe><iframe src='{other}'></iframe>"
        )
    };
    let pages = [site.page("/a", &body("A")), site.page("/b", &body("B"))];
    let mut client = Client::start(&[]).await;
    for turn in 0..6 {
        go(&mut client, &pages[turn % 2]).await;
        let end = Instant::now() + Duration::from_secs(10);
        loop {
            let words = text(&client.call("form_inspect", json!({})).await);
            assert!(!words.contains("unread"), "turn {turn}: {words}");
            if words.matches("Voucher").count() == 2 {
                break;
            }
            assert!(Instant::now() < end, "turn {turn}: both frames are read: {words}");
        }
        let filled = client.call("form_fill", json!({"fields": {"Name": "Ada"}})).await;
        assert!(
            !text(&filled).contains("could not be read"),
            "turn {turn}: {}",
            text(&filled)
        );
    }
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_43_navigate_answers_with_all_that_can_be_used_and_its_refs() {
    let site = Site::start().await;
    let page = site.page(
        "/",
        "<h1>Shop</h1><p>Words that nobody can click.</p><a href=#x>Basket</a><label>Search <input></label><button>Go</button>
         <div role=tab tabindex=0 aria-selected=true>Offers</div>",
    );
    let mut client = Client::start(&["--profile", "browser"]).await;
    let seen = go(&mut client, &page).await;
    let words = text(&seen);
    for thing in [
        "link \"Basket\" e",
        "textbox \"Search\" e",
        "button \"Go\" e",
        "tab \"Offers\" e",
        "h1: Shop",
    ] {
        assert!(words.contains(thing), "{thing}: {words}");
    }
    assert!(!words.contains("nobody can click"), "{words}");
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_44_an_act_answers_with_what_changed() {
    let site = Site::start().await;
    let page = site.page(
        "/",
        "<button onclick=\"out.textContent = 'Now you see it'\">Show</button><button>Idle</button><p id=out></p><p>As before</p>",
    );
    let mut client = Client::start(&["--profile", "browser"]).await;
    go(&mut client, &page).await;
    let shown = client.call("click", json!({"text": "Show"})).await;
    let words = text(&shown);
    assert!(words.contains("+ text: Now you see it"), "{words}");
    assert!(!words.contains("As before") && !words.contains("Idle"), "{words}");
    let idle = client.call("click", json!({"text": "Idle"})).await;
    let again = client.call("click", json!({"text": "Idle"})).await;
    assert!(good(&idle)["shown"] == "delta", "the focus has moved: {idle}");
    assert_eq!(good(&again)["shown"], "unchanged", "{again}");
    assert!(text(&again).contains("no change"), "{}", text(&again));
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_45_an_act_can_be_left_unobserved() {
    let site = Site::start().await;
    let page = site.page("/", "<button>Go</button><label>Name <input></label>");
    let mut client = Client::start(&["--profile", "browser"]).await;
    go(&mut client, &page).await;
    for (tool, arguments) in [
        ("click", json!({"text": "Go", "observe": "none"})),
        ("type", json!({"field": "Name", "value": "x", "observe": "none"})),
        ("press", json!({"keys": "Tab", "observe": "none"})),
        ("navigate", json!({"url": page, "observe": "none"})),
        ("form_fill", json!({"fields": {"Name": "y"}, "observe": "none"})),
    ] {
        let result = client.call(tool, arguments).await;
        assert_eq!(good(&result)["observed"], json!([]), "{tool}");
        assert!(!text(&result).contains("page_content"), "{tool}: {}", text(&result));
    }
    client.hang_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn call_does_the_same_as_the_server_one_or_several_in_one_browser() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    let page = site.page("/", PLAIN);
    let _permit = ostler_tests::browser::permit(1).await;
    let lines = format!(
        "{}\n\n{}\n{}\n",
        json!({"name": "navigate", "arguments": {"url": page}}),
        json!({"name": "form_fill", "arguments": {"fields": {"Name": "Ada"}}}),
        json!({"name": "form_submit"})
    );
    let ran = ostler(&["call", "-q"]).input(lines).run().await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let answers: Vec<Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect();
    assert_eq!(answers.len(), 3);
    assert_eq!(good(&answers[2])["submit"]["outcome"], "Submitted", "{ran:?}");
    assert_eq!(site.posts().len(), 1);

    let one = json!({"fields": {"Name": "Bea"}, "submit": true}).to_string();
    let call = ostler(&["call", "form_fill", &one, "--url", &page, "-q"]);
    let ran = call.run().await;
    assert_eq!((ran.code, ran.out.lines().count()), (Some(0), 1), "{ran:?}");
    assert_eq!(good(&ran.json())["submit"]["outcome"], "Submitted");
    assert_eq!(call.left_behind(), Vec::<String>::new());
    assert_eq!(site.posts().len(), 2);

    let ran = ostler(&["call", "form_inspect", "-q"]).run().await;
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert_eq!(ran.json()["isError"], true);

    // What was done, but did not come to what was asked for, is told by the exit code as well.
    let one = json!({"fields": {"Nowhere": "x"}}).to_string();
    let ran = ostler(&["call", "form_fill", &one, "--url", &page, "-q"]).run().await;
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let lines = format!("{}\nno call\n", json!({"name": "navigate", "arguments": {"url": page}}));
    let ran = ostler(&["call", "-q"]).input(lines).run().await;
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.err.contains("line 2"), "{ran:?}");
}

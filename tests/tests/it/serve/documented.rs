//! The session that `docs/mcp.md` shows.

use ostler_tests::mcp::{Client, text};
use ostler_tests::{Answer, Site, root};
use serde_json::{Value, json};

use super::{good, names, tools};

fn described(tool: &Value) -> &str {
    tool["description"].as_str().unwrap_or_default()
}

/// The arguments of a tool, a line each, as its schema has them.
fn arguments_of(tool: &Value) -> String {
    let schema = &tool["inputSchema"];
    let required = |name: &str| {
        schema["required"]
            .as_array()
            .is_some_and(|all| all.iter().any(|own| own == name))
    };
    let line = |(name, about): (&String, &Value)| {
        let must = if required(name) { ", required" } else { "" };
        let words = about["description"]
            .as_str()
            .map_or_else(String::new, |words| format!(": {words}"));
        format!("- `{name}` ({}{must}){words}\n", kind(about))
    };
    let properties = schema["properties"].as_object();
    properties.into_iter().flatten().map(line).collect()
}

/// What a schema lets through, in a few words.
fn kind(schema: &Value) -> String {
    let words = |all: &Vec<Value>| {
        let words = all
            .iter()
            .map(|one| one.as_str().map_or_else(|| one.to_string(), String::from));
        words.collect::<Vec<_>>().join(" | ")
    };
    match (&schema["enum"], &schema["type"]) {
        (Value::Array(all), _) | (_, Value::Array(all)) => words(all),
        (_, Value::String(kind)) if kind == "array" && !schema["items"].is_null() => {
            format!("list: {}", kind_of_items(schema))
        }
        (_, Value::String(kind)) => kind.clone(),
        _ => match &schema["anyOf"] {
            Value::Array(all) => all.iter().map(kind).collect::<Vec<_>>().join(" | "),
            _ => "anything".into(),
        },
    }
}

fn kind_of_items(schema: &Value) -> String {
    kind(&schema["items"])
}

/// The session that `docs/mcp.md` shows.
async fn documented() -> String {
    let site = Site::start().await;
    let address = site.url("");
    site.answer(
        "/orders",
        Answer::html("<title>Thank you</title><h1>Thank you</h1><p>Your order number is A-1815.</p>").after(20),
    );
    let page = site.page(
        "/order",
        "<h1>Order</h1><form aria-label=Order method=post action=/orders enctype=multipart/form-data>
         <label>Full name <input name=name required></label>
         <label>Phone <input name=phone type=tel oninput=\"const d = this.value.replace(/\\D/g, '').slice(0, 10); this.value = d.length > 6 ? `(${d.slice(0, 3)}) ${d.slice(3, 6)}-${d.slice(6)}` : d\"></label>
         <label>Seats <input name=seats type=number min=1 max=500 required></label>
         <label>Country <select name=country><option value=''>Choose<option>Portugal<option>Spain</select></label>
         <label>Delivery date <input name=date type=date></label>
         <label>Drawing <input name=file type=file></label>
         <label><input type=checkbox name=terms required> I accept the terms</label>
         <button>Send order</button></form>",
    );
    let mut client = Client::start(&["--profile", "full", "--memory", "ephemeral"]).await;
    std::fs::write(client.call.folder.path().join("work/drawing.svg"), "<svg/>").expect("the folder is ours");
    let list = tools(&mut client).await;
    let calls = [
        ("navigate", json!({"url": page})),
        ("form_inspect", json!({})),
        (
            "form_fill",
            json!({"fields": {"Full name": "Ada Lovelace", "Phone": "5551234567", "Seats": "twelve", "Delivery date": "03/04/2031"}}),
        ),
        ("upload", json!({"field": "Drawing", "files": ["drawing.svg"]})),
        (
            "form_fill",
            json!({"fields": {"Seats": 12, "Country": "Portugal", "Delivery date": "2031-04-03", "I accept the terms": true}, "submit": true}),
        ),
        ("form_submit", json!({})),
        ("back", json!({})),
        ("snapshot", json!({"interactive": true})),
        ("find", json!({"text": "send"})),
        ("type", json!({"field": "Full name", "value": "Grace Hopper"})),
        ("press", json!({"keys": "Tab"})),
        ("click", json!({"text": "I accept the terms"})),
        ("select", json!({"field": "Country", "value": "Spain"})),
        ("hover", json!({"text": "Send order"})),
        ("scroll", json!({"down": 400, "observe": "none"})),
        ("wait_for", json!({"text": "Order"})),
        ("wait_for_human", json!({})),
        ("screenshot", json!({"region": [0, 0, 400, 300]})),
        ("tabs", json!({"action": "list"})),
        ("memory_remember", json!({"key": "email", "value": "ada@example.com"})),
        ("memory_recall", json!({})),
        ("memory_forget", json!({"keys": ["email"]})),
        ("evaluate", json!({"expression": "document.forms.length"})),
    ];
    let mut text_of = String::new();
    let mut told = Vec::new();
    for (name, arguments) in calls {
        let result = client.call(name, arguments.clone()).await;
        if !told.contains(&name) {
            told.push(name);
            let tool = list
                .iter()
                .find(|tool| tool["name"] == name)
                .cloned()
                .unwrap_or_default();
            text_of.push_str(&format!(
                "### {name}\n\n{}\n\n{}\n",
                described(&tool),
                arguments_of(&tool)
            ));
        }
        text_of.push_str(&format!(
            "`{name}` with\n\n```json\n{arguments}\n```\n\nis answered with\n\n```text\n{}\n```\n\n",
            text(&result)
        ));
    }
    let client_tabs = client.call("tabs", json!({"action": "list"})).await;
    let counted = client.call("metrics", json!({})).await;
    let tool = list
        .iter()
        .find(|tool| tool["name"] == "metrics")
        .cloned()
        .unwrap_or_default();
    let counts = good(&counted)["tools"]["form_fill"].clone();
    let keys: Vec<String> = counts
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, _)| format!("`{key}`"))
        .collect();
    text_of.push_str(&format!(
        "### metrics\n\n{} A tool has {}.\n",
        described(&tool),
        keys.join(", ")
    ));
    for name in names(&list) {
        assert!(
            text_of.contains(&format!("### {name}\n")),
            "{name} is a tool that the page does not show"
        );
    }
    client.hang_up().await;
    // The browser's own numbers are others each time.
    let active = good(&client_tabs)["tabs"][0]["id"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    text_of
        .replace(&active, "5E0C4A19B2")
        .replace(&address, "http://shop.example")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_about_the_tools_shows_true_answers() {
    let session = documented().await;
    let path = root().join("docs/mcp.md");
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let (head, rest) = page
        .split_once("<!-- session -->\n")
        .expect("it has a place for the session");
    let (_, tail) = rest.split_once("<!-- end -->").expect("which ends");
    let fresh = format!("{head}<!-- session -->\n\n{session}\n<!-- end -->{tail}");
    if std::env::var_os("OSTLER_WRITE_DOCS").is_some() {
        std::fs::write(&path, fresh).expect("it can be written");
        return;
    }
    assert_eq!(
        page, fresh,
        "docs/mcp.md is stale: run this test with OSTLER_WRITE_DOCS=1"
    );
}

//! Pages that take a value only from what comes with it when a hand puts it in: keys, what is about to be typed, the
//! pointer that lets go.

use ostler_engine::Strategy;
use ostler_tests::browser::{all_good, request};
use ostler_tests::{Browser, Site};
use serde_json::{Value, json};

/// A page whose own model is `held`: what its script writes down.
fn page(site: &Site, path: &str, fields: &str, script: &str) -> String {
    site.page(
        path,
        &format!("<form id=f onsubmit='return false'>{fields}</form><script>window.held = {{}}; {script}</script>"),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_takes_a_value_only_as_a_hand_brings_it_holds_it() {
    const CODE: &str = "<label>Code <input id=a></label>";
    const NOTE: &str = "<div id=l>Code</div><div id=a contenteditable role=textbox aria-labelledby=l></div>";
    const LEVEL: &str = "<label>Code <input id=a type=range min=0 max=100 step=5></label>";
    const OPEN: &str = "<label>Code <select id=a size=4><option>1<option>2<option>35</select></label>";
    const SEVERAL: &str = "<label>Code <select id=a multiple><option>1<option>2<option>35</select></label>";
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    let value = "held.code = a.value";
    let table = [
        ("keys far up", CODE, format!("document.addEventListener('keyup', (it) => {{ if (it.target === a) {value}; }})")),
        ("keys at the form", CODE, format!("f.onkeyup = () => {{ {value}; }}")),
        ("a key, and then", CODE, format!("window.addEventListener('keydown', () => setTimeout(() => {{ {value}; }}), true)")),
        ("its own keys", CODE, "a.onkeypress = (it) => { held.code = (held.code ?? '') + it.key; }".to_owned()),
        ("what is about to come", CODE, "a.addEventListener('beforeinput', (it) => { held.code = (held.code ?? '') + (it.data ?? ''); })".to_owned()),
        ("the same far up", CODE, "addEventListener('beforeinput', (it) => { held.code = (held.code ?? '') + (it.data ?? ''); })".to_owned()),
        ("an editor that writes itself", NOTE, "a.addEventListener('beforeinput', (it) => { it.preventDefault(); held.code = (held.code ?? '') + (it.data ?? ''); a.textContent = held.code; })".to_owned()),
        ("a slider let go of", LEVEL, format!("a.onpointerup = () => {{ {value}; }}")),
        ("the same far up", LEVEL, format!("document.addEventListener('mouseup', (it) => {{ if (it.target === a) {value}; }})")),
        ("a press on an option", OPEN, format!("a.onclick = () => {{ {value}; }}")),
        ("the same of several", SEVERAL, format!("a.onmouseup = () => {{ {value}; }}")),
    ];
    for (at, (case, fields, script)) in table.iter().enumerate() {
        browser.go(&page(&site, &format!("/{at}"), fields, script)).await;
        all_good(&browser.fill(&[("Code", json!("35"))]).await);
        assert_eq!(browser.truth("held.code").await, json!("35"), "{case}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_is_told_to_the_page_once() {
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    let fields = "<label>Code <input id=a></label> <label>Level <input id=b type=range></label>
        <label>Kind <select id=c size=4><option>1<option>2<option>3</select></label>
        <label>Sorts <select id=d multiple><option>1<option>2<option>3</select></label>";
    let script = "for (const it of [a, b, c, d]) it.onchange = () => { held[it.id] = (held[it.id] ?? 0) + 1; }";
    browser.go(&page(&site, "/", fields, script)).await;
    let pairs = [
        ("Code", json!("x")),
        ("Level", json!(70)),
        ("Kind", json!("2")),
        ("Sorts", json!(["1", "3"])),
    ];
    all_good(&browser.fill(&pairs).await);
    assert_eq!(browser.truth("held").await, json!({ "a": 1, "b": 1, "c": 1, "d": 1 }));
    let sorts = browser.truth("[...d.selectedOptions].map((it) => it.value)").await;
    assert_eq!(sorts, json!(["1", "3"]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn line_breaks_at_the_end_send_nothing() {
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    let script = "document.onkeydown = (it) => { if (it.key === 'Enter') held.sent = true; }";
    browser
        .go(&page(
            &site,
            "/",
            "<label>Note <textarea id=a></textarea></label>",
            script,
        ))
        .await;
    all_good(&browser.fill(&[("Note", json!("two\nlines\n"))]).await);
    assert_eq!(
        browser.truth("[a.value, held.sent ?? false]").await,
        json!(["two\nlines\n", false])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_keys_first_boxes_are_pressed_by_the_mouse() {
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    let fields = "<label><input type=checkbox id=a> Agree</label><fieldset><legend>Plan</legend>
        <label><input type=radio name=p value=a>Basic</label><label><input type=radio name=p value=b>Plus</label></fieldset>";
    let script =
        "f.onclick = (it) => { if (it.isTrusted && it.target.tagName === 'INPUT') held[it.target.type] = true; }";
    browser.go(&page(&site, "/", fields, script)).await;
    let pairs: [(&str, Value); 2] = [("Agree", json!(true)), ("Plan", json!("Plus"))];
    let mut request = request(&pairs);
    request.strategy = Strategy::Keys;
    all_good(&browser.try_fill(request).await.expect("it is filled"));
    assert_eq!(browser.truth("held").await, json!({ "checkbox": true, "radio": true }));
    browser.close().await;
}

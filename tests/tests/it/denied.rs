//! A server that answers 200 to everything says in the answer how it went; a page may pass over that.

use ostler_machines::report::Outcome;
use ostler_tests::browser::all_good;
use ostler_tests::{Answer, Browser, Site};
use serde_json::json;

/// Sends it by script, reads the answer, and is empty again whatever it says.
const PAGE: &str = "<form id=f><label>Name <input name=n></label><button>Send</button></form>
    <script>f.onsubmit = async (ev) => { ev.preventDefault();
    const said = await fetch('/store', { method: 'POST', body: new URLSearchParams(new FormData(f)) });
    await said.text(); f.reset(); }</script>";

/// The same by `XMLHttpRequest`, and the page thanks for it.
const THANKS: &str = "<form id=f><label>Name <input name=n></label><button>Send</button></form><p role=status id=s></p>
    <script>f.onsubmit = (ev) => { ev.preventDefault(); const sent = new XMLHttpRequest();
    sent.onload = () => { f.remove(); s.textContent = 'Thank you, Ada'; };
    sent.open('POST', '/store'); sent.send(new FormData(f)); }</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_says_no_is_not_taken_for_a_yes() {
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    let no = [
        r#"{"success":false}"#,
        r#"{"data":null,"errors":[{"message":"Not authorised"}]}"#,
        r#"{"status":"error","message":"The quota is used up"}"#,
        r#"{"error":"A very long sentence about what it is that has gone wrong on the server's side today"}"#,
    ];
    let yes = [
        r#"{"success":true}"#,
        r#"{"data":{"id":7},"errors":[]}"#,
        r#"{"status":"created","error":null}"#,
        "[]",
        "{",
    ];
    let all = no
        .map(|body| (body, Outcome::Unknown))
        .into_iter()
        .chain(yes.map(|body| (body, Outcome::Submitted)));
    for (body, outcome) in all {
        for page in [PAGE, THANKS] {
            site.answer("/store", Answer::json(body));
            browser.go(&site.page("/", page)).await;
            all_good(&browser.fill(&[("Name", json!("Ada"))]).await);
            let told = browser.session.submit(None, None).await.expect("there is one form");
            assert_eq!(told.outcome, outcome, "{body}: {told:?}");
            let said = told.evidence.iter().any(|line| line.contains("was not taken"));
            assert_eq!(said, outcome == Outcome::Unknown, "{told:?}");
        }
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_nobody_reads_is_not_waited_for() {
    let site = Site::start().await;
    site.answer("/store", Answer::json(r#"{"success":false}"#));
    let page = PAGE.replace("await said.text();", "");
    let mut browser = Browser::at(&site.page("/", &page)).await;
    all_good(&browser.fill(&[("Name", json!("Ada"))]).await);
    let told = browser.session.submit(None, None).await.expect("there is one form");
    // The browser has no answer to give out, so the status is all there is.
    assert_eq!((told.outcome, told.status), (Outcome::Submitted, Some(200)), "{told:?}");
    assert_eq!(site.posts().len(), 1);
    browser.close().await;
}

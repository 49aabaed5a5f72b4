//! Submits of wizards: one step, or all of them.

use ostler_engine::Request;
use ostler_machines::report::Outcome;
use ostler_tests::browser::{all_good, request};
use ostler_tests::{Answer, Browser, Site};
use serde_json::{Value, json};

use crate::submit::{once, send};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_50_the_next_step_of_a_wizard_is_an_advance() {
    let site = Site::start().await;
    site.answer("/orders", Answer::json("{}"));
    let mut browser = Browser::at(&site.url("/pages/order.html")).await;
    all_good(
        &browser
            .fill(&[("Full name", json!("Ada")), ("Email", json!("ada@example.org"))])
            .await,
    );
    let told = browser.session.submit(None, None).await.expect("there is one form");
    assert_eq!(told.outcome, Outcome::Advanced, "{told:?}");
    assert_eq!(told.step.map(|s| (s.step, s.of)), Some((2, Some(3))), "{told:?}");
    // Nothing chosen: the same step again, with words.
    let told = browser
        .session
        .submit(None, Some("Continue"))
        .await
        .expect("there is one form");
    assert_eq!(told.outcome, Outcome::ValidationFailed, "{told:?}");
    assert_eq!(site.posts().len(), 0, "nothing is final yet");

    // By server-rendered pages. The second step asks for something that was not given, so it is left to its reader.
    let step = |n: u32| {
        format!(
            "<p>Step {n} of 2</p><form method=post action=/go{n}><label>Answer {n} <input name=a{n} required></label><button>Continue</button></form>"
        )
    };
    site.page("/s1", &step(1));
    site.page("/s2", &step(2));
    site.answer("/go1", Answer::see_other("/s2"));
    browser.go(&site.url("/s1")).await;
    let told = send(&mut browser, &[("Answer 1", json!("x"))]).await;
    assert_eq!(told.outcome, Outcome::Advanced, "{told:?}");
    browser.close().await;
}

/// Two steps, one shown at a time; the server's no leads back to the first, where a text without any mark says why.
const BACK: &str = "<form id=f novalidate></form><script>
const held = {}; let at = 1;
function show(said) {
  f.innerHTML = at === 1
    ? '<p>Step 1 of 2</p><div><label>Email <input name=email></label><span class=q7>We never share it</span></div><button>Next</button>'
    : '<p>Step 2 of 2</p><div><label>City <input name=city></label></div><button>Send</button>';
  if (said) { const p = document.createElement('p'); p.className = 'q9'; p.textContent = said; f.querySelector('div').append(p); }
  for (const it of f.querySelectorAll('input')) it.value = held[it.name] ?? '';
}
show();
f.onsubmit = async (event) => {
  event.preventDefault();
  for (const it of f.querySelectorAll('input')) held[it.name] = it.value;
  if (at === 1) { at = 2; show(); return; }
  const answer = await fetch('/store', { method: 'POST', body: JSON.stringify(held) });
  const told = await answer.json();
  if (told.said) { at = 1; show(told.said); } else f.outerHTML = '<h2>Thank you</h2>';
};
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_50_a_wizard_that_goes_back_over_an_answer_says_which() {
    let said = r#"{"said": "Somebody else has this one"}"#;
    // A server that says no by its status, and one that does not.
    for status in [422, 200] {
        let site = Site::start().await;
        site.answer("/store", Answer::json(said).status(status));
        let mut browser = Browser::at(&site.page("/", BACK)).await;
        let told = send(&mut browser, &[("Email", json!("ada@example.org"))]).await;
        assert_eq!(told.outcome, Outcome::Advanced, "{told:?}");
        let told = send(&mut browser, &[("City", json!("Graz"))]).await;
        assert_eq!(told.outcome, Outcome::ValidationFailed, "{status}: {told:?}");
        let messages: Vec<_> = (told.messages.iter())
            .map(|message| (message.field.as_str(), message.text.as_str()))
            .collect();
        assert_eq!(messages, [("Email", "Somebody else has this one")], "{status}");
        once(&site.posts());
        browser.close().await;
    }
    // A server that broke has judged nothing, wherever its regrets stand.
    let site = Site::start().await;
    site.answer("/store", Answer::json(said).status(503));
    let mut browser = Browser::at(&site.page("/", BACK)).await;
    send(&mut browser, &[("Email", json!("ada@example.org"))]).await;
    let told = send(&mut browser, &[("City", json!("Graz"))]).await;
    assert_eq!(told.outcome, Outcome::ServerError, "{told:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_50_a_whole_wizard_is_gone_through_while_keys_are_left() {
    let site = Site::start().await;
    site.answer("/orders", Answer::json("{}"));
    let mut browser = Browser::at(&site.url("/pages/order.html")).await;
    let asked = Request {
        submit: true,
        ..request(&[
            ("Full name", json!("Ada")),
            ("Email", json!("ada@example.org")),
            ("Speed", json!("Express")),
            ("I confirm", json!(true)),
        ])
    };
    let report = browser.try_fill(asked).await.expect("the wizard is there");
    all_good(&report);
    assert_eq!(
        report.submit.as_ref().map(|s| s.outcome),
        Some(Outcome::Submitted),
        "{report:?}"
    );
    let outcomes: Vec<Option<Outcome>> = report
        .steps
        .iter()
        .map(|s| s.submit.as_ref().map(|s| s.outcome))
        .collect();
    assert_eq!(
        outcomes,
        [
            Some(Outcome::Advanced),
            Some(Outcome::Advanced),
            Some(Outcome::Submitted)
        ]
    );
    let sent: Value = serde_json::from_str(&once(&site.posts()).body).expect("the wizard sends JSON");
    assert_eq!(
        sent,
        json!({"name": "Ada", "email": "ada@example.org", "speed": "exp", "ok": "on"})
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_50_a_last_step_in_place_that_only_shows_the_answers_is_pressed() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    site.page("/thanks", "<h1>Thank you</h1>");
    let mut browser = Browser::at(&site.page("/", "")).await;
    for title in ["<h2>Step 2 of 2: review</h2>", "<h2>Is this right?</h2>"] {
        let page = format!(
            "<form method=post action=/store><div id=a><label>Name <input name=n></label>
             <button type=button onclick=\"a.hidden = true; b.hidden = false\">Next</button></div>
             <div id=b hidden>{title}<button>Send</button></div></form>"
        );
        browser.go(&site.page("/", &page)).await;
        site.forget();
        let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
        assert_eq!(told.outcome, Outcome::Submitted, "{title}: {told:?}");
        assert_eq!(once(&site.posts()).field("n"), "Ada");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_page_changes_in_a_step_that_is_behind_is_not_sent() {
    let site = Site::start().await;
    let page = "<form method=post action=/store><div id=a><label>Name <input name=n></label>
        <button type=button onclick=\"a.hidden = true; b.hidden = false; document.querySelector('[name=n]').value = 'ZAPPED'\">Next</button></div>
        <div id=b hidden><h2>Step 2 of 2</h2><label>City <input name=c></label><button>Send</button></div></form>";
    let mut browser = Browser::at(&site.page("/", page)).await;
    let told = send(&mut browser, &[("Name", json!("Ada")), ("City", json!("Oslo"))]).await;
    assert_eq!(told.outcome, Outcome::Unchanged, "{told:?}");
    assert_eq!(told.messages[0].field, "Name", "{told:?}");
    assert!(site.posts().is_empty());
    browser.close().await;
}

/// A wizard in one page, whose last control says nothing of sending.
const CARD: &str = "<p id=at>Step 1 of 2</p><form id=w onsubmit='return false'>
    <section id=one><label>Full name <input name=n required></label></section>
    <section id=two hidden><label>City <input name=c required></label></section>
    <button type=button id=back hidden>Back</button> <button type=button id=next>Next</button>
    <button type=button id=last hidden>Get my card</button></form><p id=done></p>
    <script>const turn = (second) => { two.hidden = last.hidden = back.hidden = !second;
      one.hidden = next.hidden = second; at.textContent = `Step ${second ? 2 : 1} of 2`; };
    next.onclick = () => turn(true); back.onclick = () => turn(false);
    last.onclick = async () => { await fetch('/store', { method: 'POST', body: new URLSearchParams(new FormData(w)) });
      w.remove(); done.textContent = 'Thank you, your card is on its way.'; };</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wizard_whose_last_control_says_nothing_of_sending_ends_with_the_control_that_was_named() {
    let site = Site::start().await;
    site.answer("/store", Answer::json("{}"));
    let url = site.page("/", CARD);
    let mut browser = Browser::at(&url).await;
    let asked = |button: Option<&str>| Request {
        submit: true,
        button: button.map(String::from),
        ..request(&[("Full name", json!("Ada")), ("City", json!("Faro"))])
    };
    let report = browser.try_fill(asked(None)).await.expect("the wizard is there");
    all_good(&report);
    let outcomes: Vec<Option<Outcome>> = report
        .steps
        .iter()
        .map(|step| step.submit.as_ref().map(|submit| submit.outcome))
        .collect();
    assert_eq!(outcomes, [Some(Outcome::Advanced), None], "{report:?}");
    let why = report.notes.join("\n");
    assert!(why.contains("\"Get my card\"") && why.contains("name the one"), "{why}");
    assert_eq!(site.posts().len(), 0);

    browser.go(&url).await;
    let report = browser.try_fill(asked(Some("get my card"))).await.expect("it is there");
    all_good(&report);
    assert_eq!(
        report.submit.as_ref().map(|submit| submit.outcome),
        Some(Outcome::Submitted),
        "{report:?}"
    );
    assert_eq!(site.posts().len(), 1);
    assert_eq!(site.posts()[0].field("c"), "Faro");
    browser.close().await;
}

/// What a step asks, and what its control says.
type Step = (&'static str, &'static str);

/// A wizard of server-rendered steps.
fn steps(site: &Site, steps: &[Step]) -> String {
    for (number, (asks, button)) in (1..).zip(steps) {
        site.page(
            &format!("/step{number}"),
            &format!(
                "<p>Step {number} of {}</p><form method=post action=/go{number}>{asks}<button>{button}</button></form>",
                steps.len()
            ),
        );
        let next = if number == steps.len() {
            "/thanks".to_owned()
        } else {
            format!("/step{}", number + 1)
        };
        site.answer(&format!("/go{number}"), Answer::see_other(&next));
    }
    site.page(
        "/thanks",
        "<h1>Thank you</h1><p>Your application has been received.</p>",
    );
    site.url("/step1")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_that_nobody_spoke_of_is_not_pressed_unless_it_only_shows_what_is_sent() {
    const NAME: Step = ("<label>Name <input name=n required></label>", "Continue");
    const EXTRAS: &str = "<label>Remarks <input name=r></label>";
    const REVIEW: &str = "<p>Name: Ada</p>";
    let table: [(&[Step], usize, Outcome); 4] = [
        // An optional question in the middle, and one at the end.
        (
            &[NAME, (EXTRAS, "Continue"), (REVIEW, "Submit application")],
            1,
            Outcome::Advanced,
        ),
        (&[NAME, (EXTRAS, "Submit application")], 1, Outcome::Advanced),
        // Nothing to answer, but not the end either.
        (
            &[NAME, (REVIEW, "Continue"), (EXTRAS, "Submit application")],
            1,
            Outcome::Advanced,
        ),
        (&[NAME, (REVIEW, "Submit application")], 2, Outcome::Submitted),
    ];
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    for (course, presses, outcome) in table {
        site.forget();
        browser.go(&steps(&site, course)).await;
        let asked = Request {
            submit: true,
            ..request(&[("Name", json!("Ada"))])
        };
        let report = browser.try_fill(asked).await.expect("the wizard is there");
        all_good(&report);
        assert_eq!(site.posts().len(), presses, "{course:?}: {report:?}");
        assert_eq!(
            report.submit.as_ref().map(|told| told.outcome),
            Some(outcome),
            "{course:?}"
        );
        let unpressed = course
            .get(presses)
            .map(|(_, button)| format!("{button:?} was not pressed"));
        let said = |words: &String| report.notes.iter().any(|note| note.contains(words));
        assert!(unpressed.as_ref().is_none_or(said), "{course:?}: {:?}", report.notes);
    }
    browser.close().await;
}

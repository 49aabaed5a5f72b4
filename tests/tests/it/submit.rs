//! What a submit comes to, which form it is, and that it happens once.

use ostler_engine::{EngineErrorKind, Request};
use ostler_machines::report::{Outcome, Status, SubmitReport};
use ostler_tests::browser::{all_good, request, status};
use ostler_tests::{Answer, Browser, Hit, Site};
use serde_json::{Value, json};

/// Fills and submits in one call.
pub(crate) async fn send(browser: &mut Browser, pairs: &[(&str, Value)]) -> SubmitReport {
    let asked = Request {
        submit: true,
        ..request(pairs)
    };
    let report = browser
        .try_fill(asked)
        .await
        .unwrap_or_else(|error| panic!("fill: {error} ({})", error.code));
    all_good(&report);
    report.submit.expect("it was submitted")
}

pub(crate) fn once(posts: &[Hit]) -> &Hit {
    assert_eq!(posts.len(), 1, "sent exactly once");
    &posts[0]
}

const PLAIN: &str =
    "<form method=post action=/store><label>Name <input name=n required></label><button>Send</button></form>";

/// A form that a script sends, and what it does with the answer.
fn by_script(then: &str) -> String {
    format!(
        "<form id=f novalidate><label>Name <input name=n id=n></label><p id=e class=error></p><button>Send</button></form>
         <script>f.addEventListener('submit', async (ev) => {{ ev.preventDefault();
           const answer = await fetch('/store', {{ method: 'POST', body: new URLSearchParams(new FormData(f)) }}); {then} }})</script>"
    )
}

const TELL: &str = "if (answer.ok) f.outerHTML = '<h2>Thank you</h2><p>Your message has been sent.</p>'; \
    else if (answer.status === 422) { e.textContent = 'That name is taken'; e.setAttribute('role', 'alert'); n.setAttribute('aria-invalid', 'true'); n.setAttribute('aria-errormessage', 'e'); } \
    else { const p = document.createElement('p'); p.textContent = 'Something went wrong'; document.body.append(p); }";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_50_a_form_that_the_server_takes_is_submitted() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    let mut browser = Browser::at(&site.page("/", PLAIN)).await;
    let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
    assert_eq!(told.outcome, Outcome::Submitted, "{told:?}");
    assert!(!told.evidence.is_empty(), "it says what that rests on");
    assert_eq!(once(&site.posts()).field("n"), "Ada");

    site.forget();
    site.answer("/store", Answer::json("{}").after(300));
    browser.go(&site.page("/script", &by_script(TELL))).await;
    let told = send(&mut browser, &[("Name", json!("Bea"))]).await;
    assert_eq!(told.outcome, Outcome::Submitted, "{told:?}");
    assert_eq!(once(&site.posts()).field("n"), "Bea");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_50_values_that_are_refused_are_a_failed_validation() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.page("/", PLAIN)).await;
    // The browser itself refuses: nothing leaves.
    let told = browser.session.submit(None, None).await.expect("there is one form");
    assert_eq!(told.outcome, Outcome::ValidationFailed, "{told:?}");
    assert_eq!(
        told.messages.first().map(|m| m.field.as_str()),
        Some("Name"),
        "{told:?}"
    );
    assert_eq!(site.posts().len(), 0);

    // A script refuses, after it has asked the server.
    site.answer("/store", Answer::json("{}").status(422).after(300));
    browser.go(&site.page("/script", &by_script(TELL))).await;
    let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
    assert_eq!(told.outcome, Outcome::ValidationFailed, "{told:?}");
    assert!(
        told.messages
            .iter()
            .any(|m| m.field == "Name" && m.text.contains("taken")),
        "{told:?}"
    );
    once(&site.posts());
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_50_a_press_without_effect_is_unchanged() {
    let site = Site::start().await;
    let dead = "<form onsubmit='return false'><label>Name <input name=n></label><button>Send</button></form>";
    let mut browser = Browser::at(&site.page("/", dead)).await;
    let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
    assert_eq!(told.outcome, Outcome::Unchanged, "{told:?}");
    assert_eq!(site.posts().len(), 0);
    browser.close().await;
}

/// What is not final, or cannot be known, is never called submitted, and what is still to come is not called nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_50_what_comes_late_or_wants_more_is_seen() {
    let site = Site::start().await;
    site.answer("/error", Answer::html("<h1>Not saved</h1>").status(500));
    site.answer("/loop", Answer::see_other("/loop"));
    site.page(
        "/later",
        "<meta http-equiv=refresh content='1;url=/error'><p>One moment",
    );
    site.page(
        "/robots",
        "<title>Just a moment...</title><h1>One more step</h1><p>Verify you are human to continue.</p>",
    );
    site.page(
        "/review",
        "<h1>Review</h1><form method=post action=/paid><p>You owe 100 EUR</p><button>Pay now</button></form>",
    );
    site.answer("/taken", Answer::html("<p>Name is already taken.</p>"));
    let mut browser = Browser::at(&site.page("/", PLAIN)).await;
    for (to, expected, words) in [
        ("/later", Outcome::ServerError, "500"),
        ("/loop", Outcome::Unknown, "could not be loaded"),
        ("/robots", Outcome::Unknown, "robots"),
        ("/review", Outcome::Unknown, "waits for another press"),
        ("/taken", Outcome::Unknown, "something gone wrong"),
    ] {
        browser.go(&site.page("/", &PLAIN.replace("/store", to))).await;
        site.forget();
        let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
        assert_eq!(told.outcome, expected, "{to}: {told:?}");
        assert!(told.evidence.iter().any(|said| said.contains(words)), "{to}: {told:?}");
        if to == "/taken" {
            assert_eq!(told.messages[0].text, "Name is already taken.");
        }
        assert!(
            site.hits_of("/paid").is_empty(),
            "nobody has said that it is to be paid"
        );
    }
    // What the page puts off is waited for before it is said that nothing happened.
    let late = "<form id=f><label>Name <input name=n></label><button>Send</button></form><script>f.onsubmit = (e) => {         e.preventDefault(); setTimeout(() => fetch('/error', { method: 'POST', body: 'x' }), 3000) }</script>";
    browser.go(&site.page("/", late)).await;
    site.forget();
    let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
    assert_eq!(told.outcome, Outcome::ServerError, "{told:?}");
    once(&site.posts());
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_page_changes_as_the_pointer_comes_to_the_button_is_not_sent() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.page("/", "")).await;
    for event in ["focus", "mouseover", "mousedown", "pointerdown"] {
        let page = format!(
            "{PLAIN}<script>document.querySelector('button').addEventListener('{event}', () => {{ \
             document.querySelector('input').value = 'changed' }})</script>"
        );
        browser.go(&site.page("/", &page)).await;
        site.forget();
        let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
        assert_eq!(told.outcome, Outcome::Unchanged, "{event}: {told:?}");
        assert_eq!(told.messages[0].field, "Name", "{told:?}");
        assert!(site.posts().is_empty(), "{event}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_may_have_been_sent_is_sent_again_only_if_it_is_something_else_or_somebody_says_so() {
    let site = Site::start().await;
    site.answer("/store", Answer::json("{}"));
    let mut browser = Browser::at(&site.page("/", &by_script(""))).await;
    let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
    assert_eq!(told.outcome, Outcome::Unknown, "{told:?}");
    for _ in 0..2 {
        let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
        assert_eq!(told.outcome, Outcome::Unknown, "{told:?}");
        assert!(
            told.evidence.iter().any(|said| said.contains("not sent twice")),
            "{told:?}"
        );
        let told = browser.session.submit(None, None).await.expect("there is one form");
        assert!(
            told.evidence.iter().any(|said| said.contains("not sent twice")),
            "{told:?}"
        );
    }
    once(&site.posts());
    browser
        .session
        .submit_anyway(None, None)
        .await
        .expect("there is one form");
    assert_eq!(site.posts().len(), 2);
    send(&mut browser, &[("Name", json!("Bea"))]).await;
    let names: Vec<String> = site.posts().iter().map(|post| post.field("n")).collect();
    assert_eq!(names, ["Ada", "Ada", "Bea"]);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_51_an_error_status_without_messages_is_a_server_error() {
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    let page = site.page("/", PLAIN);
    for code in [500, 503, 422, 404] {
        site.forget();
        site.answer(
            "/store",
            Answer::html("<h1>Sorry</h1><p>Please come back later.</p>").status(code),
        );
        browser.go(&page).await;
        let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
        assert_eq!(
            (told.outcome, told.status),
            (Outcome::ServerError, Some(code)),
            "{told:?}"
        );
        once(&site.posts());
    }
    // With messages on the page a 422 is about the values.
    let again = "<form method=post action=/store><label>Name <input name=n value=Ada aria-invalid=true aria-errormessage=e></label><p id=e role=alert>That name is taken</p><button>Send</button></form>";
    site.answer("/store", Answer::html(again).status(422));
    browser.go(&page).await;
    let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
    assert_eq!(told.outcome, Outcome::ValidationFailed, "{told:?}");
    // By script.
    site.answer("/store", Answer::json("{}").status(500).after(200));
    browser.go(&site.page("/script", &by_script(TELL))).await;
    let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
    assert_eq!(
        (told.outcome, told.status),
        (Outcome::ServerError, Some(500)),
        "{told:?}"
    );
    // By a script that shows thanks whatever the answer is.
    browser
        .go(&site.page("/blind", &by_script("f.outerHTML = '<h2>Thank you</h2>';")))
        .await;
    let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
    assert_eq!(told.outcome, Outcome::ServerError, "{told:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_52_a_server_error_says_that_the_data_may_be_stored() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<h1>Sorry</h1>").status(500));
    let url = site.page("/", PLAIN);
    let mut browser = Browser::at(&url).await;
    let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
    assert_eq!(told.outcome, Outcome::ServerError);
    browser.close().await;
    let ran = ostler_tests::ostler(&["fill", &url, "--set", "Name=Ada", "--submit"])
        .run()
        .await;
    assert_eq!(ran.code, Some(1), "{} {}", ran.out, ran.err);
    let words = format!("{} {}", ran.out, ran.err)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(words.contains("may or may not"), "{words}");
    assert!(!ran.out.contains("Submitted"), "{}", ran.out);
    let json = ostler_tests::ostler(&["fill", &url, "--set", "Name=Ada", "--submit", "--json"])
        .run()
        .await;
    assert_eq!(json.code, Some(1));
    assert_eq!(json.json()["submit"]["outcome"], "ServerError");
    assert_eq!(json.json()["submit"]["status"], 500);
}

const TWO: &str = "<form method=post action=/first aria-label=First><label>Name <input name=n></label><button>Send first</button></form>
    <form method=post action=/second aria-label=Second><label>City <input name=c></label><button>Send second</button></form>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_53_without_a_form_named_the_one_filled_last_is_submitted() {
    let site = Site::start().await;
    site.answer("/second", Answer::see_other("/thanks"));
    let mut browser = Browser::at(&site.page("/", TWO)).await;
    all_good(&browser.fill(&[("City", json!("Lisbon"))]).await);
    let told = browser.session.submit(None, None).await.expect("it is clear which");
    assert_eq!(told.outcome, Outcome::Submitted, "{told:?}");
    assert_eq!(once(&site.posts()).path, "/second");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_54_the_form_filled_last_is_forgotten_after_every_submit() {
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    let page = site.page("/", TWO);
    for answer in [
        Answer::see_other("/"),
        Answer::html("<h1>Sorry</h1>").status(500),
        Answer::html("").status(204),
    ] {
        site.forget();
        site.answer("/second", answer);
        browser.go(&page).await;
        all_good(&browser.fill(&[("City", json!("Lisbon"))]).await);
        browser.session.submit(None, None).await.expect("it is clear which");
        assert_eq!(site.posts().len(), 1);
        browser.go(&page).await;
        let error = browser
            .session
            .submit(None, None)
            .await
            .expect_err("it is no longer clear which");
        assert_eq!(error.kind, EngineErrorKind::Usage, "{error:?}");
        assert_eq!(site.posts().len(), 1, "nothing more was sent");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_55_several_forms_and_none_filled_is_refused_with_a_list() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.page("/", TWO)).await;
    let error = browser
        .session
        .submit(None, None)
        .await
        .expect_err("it is not clear which");
    assert_eq!(error.kind, EngineErrorKind::Usage);
    let words = format!("{} {}", error.message, error.help);
    for part in ["First", "Second", "Send first", "Send second", "1 field"] {
        assert!(words.contains(part), "{part:?} in {words:?}");
    }
    assert_eq!(site.posts().len(), 0);
    // Named, it is sent.
    site.answer("/first", Answer::see_other("/thanks"));
    let told = browser.session.submit(Some("First"), None).await.expect("it is named");
    assert_eq!(told.outcome, Outcome::Submitted, "{told:?}");
    assert_eq!(once(&site.posts()).path, "/first");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_that_is_not_right_is_not_sent() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.page("/", PLAIN)).await;
    let asked = Request {
        submit: true,
        ..request(&[("Name", json!("Ada")), ("Fax", json!("1"))])
    };
    let report = browser.try_fill(asked).await.expect("the page is there");
    assert_eq!(status(&report, "Fax"), Status::Missing);
    assert_eq!(report.submit, None);
    assert_eq!(site.posts().len(), 0);
    let asked = Request {
        submit: true,
        submit_anyway: true,
        ..request(&[("Name", json!("Ada")), ("Fax", json!("1"))])
    };
    site.answer("/store", Answer::see_other("/thanks"));
    let report = browser.try_fill(asked).await.expect("the page is there");
    assert_eq!(report.submit.map(|s| s.outcome), Some(Outcome::Submitted));
    once(&site.posts());
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_never_comes_is_waited_for_within_the_time_and_never_sent_again() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("").after(60_000));
    let url = site.page("/", PLAIN);
    let settings = ostler_engine::Settings {
        timeout: std::time::Duration::from_secs(4),
        ..ostler_tests::browser::settings()
    };
    let mut browser = Browser::start_with(settings, 1).await;
    browser.go(&url).await;
    let began = std::time::Instant::now();
    let asked = Request {
        submit: true,
        ..request(&[("Name", json!("Ada"))])
    };
    let outcome = browser
        .try_fill(asked)
        .await
        .map(|report| report.submit.map(|s| s.outcome));
    assert!(
        began.elapsed() < std::time::Duration::from_secs(12),
        "{:?}",
        began.elapsed()
    );
    assert_eq!(
        outcome.ok().flatten(),
        Some(Outcome::Unknown),
        "what came of it nobody can know"
    );
    once(&site.posts());
    browser.close().await;
}

const CODED: &str = "<form method=post action=/store aria-label=Coded><label>Name <input name=n></label>
    <label>ZIP code <input name=z pattern='[0-9]{5}'></label><button>Send</button></form>
    <form method=post action=/other aria-label=Other><label>City <input name=c></label><button>Ask</button></form>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_submit_of_its_own_does_not_send_a_form_without_what_an_earlier_fill_was_asked_for() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    site.answer("/other", Answer::html("").status(204));
    let url = site.page("/", CODED);
    let mut browser = Browser::at(&url).await;
    let report = browser.fill(&[("Name", json!("Ada")), ("ZIP code", json!("12"))]).await;
    assert_eq!(status(&report, "ZIP code"), Status::Refused);
    for _ in 0..2 {
        let told = browser.session.submit(None, None).await.expect("it is clear which");
        assert_eq!(told.outcome, Outcome::ValidationFailed, "{told:?}");
        let fields: Vec<&str> = told.messages.iter().map(|message| message.field.as_str()).collect();
        assert_eq!(fields, ["ZIP code"], "{told:?}");
        assert!(told.evidence[0].contains("nothing was pressed"), "{told:?}");
    }
    // One that also submits is no way around it.
    let asked = Request {
        submit: true,
        ..request(&[("Name", json!("Bea"))])
    };
    let report = browser.try_fill(asked).await.expect("the page is there");
    assert_eq!(report.submit, None);
    assert!(
        report.notes.iter().any(|note| note.contains("\"ZIP code\" refused")),
        "{:?}",
        report.notes
    );
    assert_eq!(site.posts().len(), 0);
    // The other form has nothing to do with it.
    let told = browser.session.submit(Some("Other"), None).await.expect("it is named");
    assert_ne!(told.outcome, Outcome::ValidationFailed, "{told:?}");
    assert_eq!(once(&site.posts()).path, "/other");
    site.forget();
    site.answer("/store", Answer::see_other("/thanks"));
    // Put right, it is sent.
    all_good(&browser.fill(&[("ZIP code", json!("12345"))]).await);
    let told = browser.session.submit(None, None).await.expect("it is clear which");
    assert_eq!(told.outcome, Outcome::Submitted, "{told:?}");
    assert_eq!(once(&site.posts()).field("z"), "12345");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_says_so_submits_all_the_same_and_another_page_starts_anew() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    let url = site.page("/", CODED);
    let mut browser = Browser::at(&url).await;
    browser.fill(&[("Name", json!("Ada")), ("ZIP code", json!("12"))]).await;
    let told = browser
        .session
        .submit_anyway(None, None)
        .await
        .expect("it is clear which");
    assert_eq!(told.outcome, Outcome::Submitted, "{told:?}");
    assert_eq!(once(&site.posts()).field("z"), "");
    site.forget();
    site.answer("/store", Answer::see_other("/thanks"));
    browser.go(&url).await;
    browser.fill(&[("Name", json!("Ada")), ("Fax", json!("1"))]).await;
    let told = browser.session.submit(None, None).await.expect("it is clear which");
    assert_eq!(
        told.outcome,
        Outcome::ValidationFailed,
        "a key without a field counts: {told:?}"
    );
    browser.go(&url).await;
    let told = browser.session.submit(Some("Coded"), None).await.expect("it is named");
    assert_eq!(told.outcome, Outcome::Submitted, "{told:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_in_a_label_is_no_message() {
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    for terms in [
        "<label><input type=checkbox name=p required> I have read the <a href=#p>privacy notice</a></label>",
        "<input type=checkbox id=p name=p required> <span>I have read the <a href=#p>privacy notice</a></span>",
    ] {
        let page = format!(
            "<form method=post action=/store><p><label>First name <input name=f required></label></p>
            <p><label>Email <input name=e></label></p><p>{terms}</p><button>Send</button></form>"
        );
        browser.go(&site.page("/", &page)).await;
        all_good(&browser.fill(&[("Email", json!("ada@example.org"))]).await);
        let told = browser.session.submit(None, None).await.expect("there is one form");
        assert_eq!(told.outcome, Outcome::ValidationFailed, "{told:?}");
        let fields: Vec<&str> = told.messages.iter().map(|message| message.field.as_str()).collect();
        assert_eq!(fields, ["First name", "I have read the privacy notice"], "{told:?}");
        let words = told.messages.iter().map(|message| message.text.as_str());
        assert!(words.clone().all(|words| words.contains("Please")), "{told:?}");
    }
    assert_eq!(site.posts().len(), 0);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_in_a_frame_is_judged_by_what_its_frame_was_answered() {
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    let inner = site.page("/inner", PLAIN);
    for frame in [inner.clone(), inner.replace("127.0.0.1", "localhost")] {
        let page = site.page("/", &format!("<h1>Shop</h1><iframe src='{frame}'></iframe>"));
        for (answer, expected) in [
            (
                Answer::html("<h1>Internal error</h1>").status(500),
                Outcome::ServerError,
            ),
            (Answer::html("<h1>Payment failed</h1>"), Outcome::Unknown),
            (Answer::html("<h1>Thank you</h1>"), Outcome::Submitted),
            (Answer::see_other("/thanks"), Outcome::Submitted),
        ] {
            site.forget();
            site.page("/thanks", "<h1>Thank you</h1>");
            site.answer("/store", answer);
            browser.go(&page).await;
            let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
            assert_eq!(told.outcome, expected, "{frame}: {told:?}");
            once(&site.posts());
        }
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_sent_some_other_way_is_not_called_nothing() {
    let form = |more: &str, script: &str| {
        format!(
            "<form id=f method=post action=/store {more}><label>Name <input name=n></label><button>Send</button></form>\
             <iframe name=elsewhere></iframe><script>const data = () => new URLSearchParams(new FormData(f)); {script}</script>"
        )
    };
    let by = |way: &str| form("", &format!("f.onsubmit = (ev) => {{ ev.preventDefault(); {way} }}"));
    let worker = "const w = new Worker(URL.createObjectURL(new Blob([`onmessage = (ev) => \
        fetch(ev.data[0], {method: 'POST', mode: 'no-cors', body: ev.data[1]})`])));";
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    for page in [
        form("target=elsewhere", ""),
        form("target=_blank", ""),
        by("navigator.sendBeacon('/store', data())"),
        by("new Image().src = '/store?' + data()"),
        form(
            "",
            &format!(
                "{worker} f.onsubmit = (ev) => {{ ev.preventDefault(); w.postMessage([location.origin + '/store', String(data())]) }}"
            ),
        ),
    ] {
        site.forget();
        site.answer("/store", Answer::html("<p>ok</p>"));
        browser.go(&site.page("/", &page)).await;
        let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
        assert_eq!(told.outcome, Outcome::Unknown, "{page}: {told:?}");
        let hits = site.hits();
        let hits: Vec<&Hit> = hits.iter().filter(|hit| hit.path == "/store").collect();
        assert_eq!(hits.len(), 1, "{page}: sent once");
        assert_eq!(hits[0].field("n"), "Ada", "{page}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_that_only_goes_away_is_not_submitted() {
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    for way in ["f.remove(); o.textContent = 'Sending…'", "f.reset()"] {
        let page = format!(
            "<form id=f><label>Name <input name=n></label><button>Send</button></form><p id=o></p>\
             <script>f.onsubmit = (ev) => {{ ev.preventDefault(); {way} }}</script>"
        );
        browser.go(&site.page("/", &page)).await;
        let told = send(&mut browser, &[("Name", json!("Ada"))]).await;
        assert_eq!(told.outcome, Outcome::Unknown, "{way}: {told:?}");
    }
    browser.close().await;
}

/// A form that the page sends or saves by itself while it is filled.
fn eager(script: &str) -> String {
    format!(
        "<form id=f method=post action=/store><label>Name <input name=n></label><label>City <input name=c></label>\
         <button>Send</button></form><script>{script}</script>"
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_that_the_page_itself_sends_while_it_is_filled_is_told_and_not_sent_twice() {
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    let pairs = [("Name", json!("Ada")), ("City", json!("Lisbon"))];
    for (script, answer) in [
        ("f.elements.c.onblur = () => f.submit()", Answer::html("").status(204)),
        (
            "f.elements.c.onchange = () => f.submit()",
            Answer::html("<h1>Thank you</h1>"),
        ),
        (
            "f.elements.n.onchange = () => f.submit()",
            Answer::html("<h1>Thank you</h1>"),
        ),
    ] {
        site.forget();
        site.answer("/store", answer);
        browser.go(&site.page("/", &eager(script))).await;
        let asked = Request {
            submit: true,
            ..request(&pairs)
        };
        let report = browser.try_fill(asked).await.expect("the page is there");
        once(&site.posts());
        let told = report.submit.as_ref().map(|told| told.outcome);
        assert_eq!(told, Some(Outcome::Unknown), "{script}: {report:?}");
        let said = |note: &String| note.contains("the page itself sent a POST") && note.contains("/store");
        assert!(report.notes.iter().any(said), "{script}: {:?}", report.notes);
    }
    // In calls of their own it is the same, until somebody insists.
    site.forget();
    site.answer("/store", Answer::html("").status(204));
    browser
        .go(&site.page("/", &eager("f.elements.c.onblur = () => f.submit()")))
        .await;
    browser.fill(&pairs).await;
    once(&site.posts());
    let told = browser.session.submit(None, None).await.expect("there is one form");
    assert_eq!(told.outcome, Outcome::Unknown, "{told:?}");
    once(&site.posts());
    let told = browser
        .session
        .submit_anyway(None, None)
        .await
        .expect("there is one form");
    assert_eq!(told.status, Some(204), "{told:?}");
    assert!(site.posts().len() > 1, "somebody insisted");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_saved_while_it_is_filled_is_told_and_does_not_hold_the_submit_back() {
    let site = Site::start().await;
    site.answer("/draft", Answer::json("{}"));
    site.answer("/store", Answer::html("<h1>Thank you</h1>"));
    let script =
        "f.oninput = () => fetch('/draft?a=1', { method: 'POST', body: new URLSearchParams(new FormData(f)) })";
    let mut browser = Browser::at(&site.page("/", &eager(script))).await;
    let asked = Request {
        submit: true,
        ..request(&[("Name", json!("Ada"))])
    };
    let report = browser.try_fill(asked).await.expect("the page is there");
    let told = report.submit.as_ref().map(|told| told.outcome);
    assert_eq!(told, Some(Outcome::Submitted), "{report:?}");
    assert_eq!(site.hits_of("/store").len(), 1);
    let said: Vec<&String> = report.notes.iter().filter(|note| note.contains("/draft")).collect();
    assert_eq!(said.len(), 1, "{:?}", report.notes);
    assert!(!said[0].contains("a=1"), "{said:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_in_two_forms_are_filled_and_neither_is_sent() {
    let site = Site::start().await;
    site.page("/store", "<h1>Thanks</h1>");
    let url = site.page(
        "/",
        "<form method=post action=/store><fieldset><legend>Newsletter</legend><label>E-mail <input name=e></label></fieldset><button>Subscribe</button></form>
         <form method=post action=/store><fieldset><legend>Contact</legend><label>Name <input name=n></label><label>E-mail <input name=m></label></fieldset><button>Send</button></form>",
    );
    let mut browser = Browser::at(&url).await;
    let pairs = [
        ("Contact: E-mail", json!("a@b.c")),
        ("Newsletter: E-mail", json!("n@b.c")),
    ];
    let asked = ostler_engine::Request {
        submit: true,
        ..ostler_tests::browser::request(&pairs)
    };
    let report = browser.try_fill(asked).await.expect("a report");
    ostler_tests::browser::all_good(&report);
    assert!(report.submit.is_none(), "{report:?}");
    assert!(
        report.notes.iter().any(|note| note.contains("several forms")),
        "{:?}",
        report.notes
    );
    assert_eq!(site.posts().len(), 0);
    browser.close().await;
}

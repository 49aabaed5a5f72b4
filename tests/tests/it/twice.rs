//! What went out already is not sent once more unsaid, whoever pressed; and what was read back is what is sent.

use ostler_engine::{Click, Done, Session, Typing};
use ostler_machines::form::model::Ref;
use ostler_machines::report::{Outcome, SubmitReport};
use ostler_tests::browser::all_good;
use ostler_tests::{Answer, Browser, Site};
use serde_json::json;

const PLAIN: &str = "<form id=f method=post action=/store><label>Name <input name=n></label>
    <button type=button id=more>More</button><button>Send</button></form>";

/// Sends it by script, and shows nothing of it.
const SILENT: &str = "<script>f.onsubmit = (ev) => { ev.preventDefault();
    fetch('/store', { method: 'POST', body: new URLSearchParams(new FormData(f)) }) }</script>";

async fn named(browser: &mut Browser, name: &str) -> Ref {
    let found = browser.session.find(name).await.expect("the page can be read");
    let own = found.iter().find(|item| item.name == name);
    own.and_then(|item| item.reference).expect("it is on the page")
}

async fn by_hand(browser: &mut Browser, way: &str) -> Done {
    let name = named(browser, "Name").await;
    let send = named(browser, "Send").await;
    let session: &mut Session = &mut browser.session;
    let done = match way {
        "click" => session.click(send, Click::default()).await,
        "type" => {
            let enter = Typing {
                enter: true,
                ..Typing::default()
            };
            session.type_text(Some(name), "Ada", enter).await
        }
        "line" => {
            let keys = Typing {
                by_key: true,
                ..Typing::default()
            };
            session.type_text(Some(name), "Ada\n", keys).await
        }
        "space" => session.press_keys(Some(send), "Space").await,
        _ => session.press_keys(Some(name), "Home Enter").await,
    };
    done.unwrap_or_else(|error| panic!("{way}: {error}"))
}

fn held_back(told: &SubmitReport) {
    assert_eq!((told.outcome, told.pressed), (Outcome::Unknown, false), "{told:?}");
    let said = |words: &str| told.evidence.iter().any(|line| line.contains(words));
    assert!(said("not sent twice") && said("force"), "{told:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_press_by_hand_sent_is_told_and_is_not_sent_twice() {
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    let pages = [
        (format!("{PLAIN}{SILENT}"), Answer::json("{}"), "200"),
        (PLAIN.to_owned(), Answer::html("").status(204), "204"),
    ];
    for (page, answer, status) in pages {
        for way in ["click", "type", "line", "space", "enter"] {
            site.forget();
            site.answer("/store", answer.clone());
            browser.go(&site.page("/", &page)).await;
            all_good(&browser.fill(&[("Name", json!("Ada"))]).await);
            let done = by_hand(&mut browser, way).await;
            let words = format!("the form was sent (POST answered {status})");
            assert_eq!(done.notes, [words], "{way}");
            held_back(&browser.session.submit(None, None).await.expect("there is one form"));
            assert_eq!(site.posts().len(), 1, "{way}");
        }
    }
    // Something else is sent, and the same where somebody says so.
    all_good(&browser.fill(&[("Name", json!("Bea"))]).await);
    let told = browser.session.submit(None, None).await.expect("there is one form");
    assert!(told.pressed, "{told:?}");
    browser
        .session
        .submit_anyway(None, None)
        .await
        .expect("there is one form");
    let names: Vec<String> = site.posts().iter().map(|post| post.field("n")).collect();
    assert_eq!(names, ["Ada", "Bea", "Bea"]);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_press_by_hand_is_not_taken_for_the_submit() {
    let site = Site::start().await;
    site.answer("/store", Answer::json("{}"));
    site.answer("/count", Answer::json("{}"));
    let other = "<script>more.onclick = () => fetch('/count', { method: 'POST' })</script>";
    let mut browser = Browser::at(&site.page("/", &format!("{PLAIN}{SILENT}{other}"))).await;
    all_good(&browser.fill(&[("Name", json!("Ada"))]).await);
    let more = named(&mut browser, "More").await;
    let done = browser.session.click(more, Click::default()).await.expect("a click");
    assert_eq!(done.notes, Vec::<String>::new());
    assert_eq!(site.hits_of("/count").len(), 1);
    let told = browser.session.submit(None, None).await.expect("there is one form");
    assert!(told.pressed, "{told:?}");
    assert_eq!(site.hits_of("/store").len(), 1);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_that_was_sent_is_not_sent_again_by_going_back_to_it() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    site.page("/thanks", "<h1>Thank you</h1>");
    let mut browser = Browser::at(&site.page("/", PLAIN)).await;
    all_good(&browser.fill(&[("Name", json!("Ada"))]).await);
    let told = browser.session.submit(None, None).await.expect("there is one form");
    assert_eq!(told.outcome, Outcome::Submitted, "{told:?}");
    browser.session.back().await.expect("there is a page before");
    all_good(&browser.fill(&[("Name", json!("Ada"))]).await);
    held_back(&browser.session.submit(None, None).await.expect("there is one form"));
    assert_eq!(site.posts().len(), 1);
    all_good(&browser.fill(&[("Name", json!("Bea"))]).await);
    let told = browser.session.submit(None, None).await.expect("there is one form");
    assert_eq!(told.outcome, Outcome::Submitted, "{told:?}");
    assert_eq!(site.posts().len(), 2);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_page_changes_between_a_fill_and_a_submit_is_not_sent() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    site.page("/thanks", "<h1>Thank you</h1>");
    let page = "<form id=f method=post action=/store><label>City <input name=c></label>
        <label>Country <select name=k><option value=''>Choose</option><option value=n>Norway</option><option value=s>Sweden</option></select></label>
        <fieldset><legend>Way</legend><label><input type=radio name=w value=a>Air</label><label><input type=radio name=w value=l>Land</label></fieldset>
        <label><input type=checkbox name=t> Terms</label><label>Day <input type=date name=d></label><button>Send</button></form>";
    let pairs = [
        ("City", json!("Oslo")),
        ("Country", json!("Norway")),
        ("Way", json!("Land")),
        ("Terms", json!(true)),
        ("Day", json!("2031-04-03")),
    ];
    let mut browser = Browser::start().await;
    for (change, field) in [
        ("f.c.value = 'Bergen'", "City"),
        ("f.k.value = 's'", "Country"),
        ("f.k.value = ''", "Country"),
        ("f.w[0].checked = true", "Way"),
        ("f.t.checked = false", "Terms"),
        ("f.d.value = '2031-03-04'", "Day"),
    ] {
        browser.go(&site.page("/", page)).await;
        all_good(&browser.fill(&pairs).await);
        browser.truth(&format!("{change}; true")).await;
        let told = browser.session.submit(None, None).await.expect("there is one form");
        assert_eq!(
            (told.outcome, told.pressed),
            (Outcome::Unchanged, false),
            "{change}: {told:?}"
        );
        let fields: Vec<&str> = told.messages.iter().map(|said| said.field.as_str()).collect();
        assert_eq!(fields, [field], "{change}: {told:?}");
        assert!(site.posts().is_empty(), "{change}");
    }
    // What is changed by hand is meant.
    browser.go(&site.page("/", page)).await;
    all_good(&browser.fill(&pairs).await);
    let terms = named(&mut browser, "Terms").await;
    browser.session.click(terms, Click::default()).await.expect("a click");
    let city = named(&mut browser, "City").await;
    let typed = browser.session.type_text(Some(city), "Bergen", Typing::default()).await;
    typed.expect("it can be typed into");
    let told = browser.session.submit(None, None).await.expect("there is one form");
    assert_eq!(told.outcome, Outcome::Submitted, "{told:?}");
    let posts = site.posts();
    assert_eq!(
        (posts[0].field("c"), posts[0].field("t")),
        ("Bergen".into(), String::new())
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_50_a_page_that_only_goes_somewhere_else_has_not_submitted() {
    let site = Site::start().await;
    site.page("/home", "<h1>Welcome to our shop</h1>");
    let away = "<script>f.onsubmit = (ev) => { ev.preventDefault(); location = '/home' }</script>";
    let mut browser = Browser::at(&site.page("/", &format!("{PLAIN}{away}"))).await;
    all_good(&browser.fill(&[("Name", json!("Ada"))]).await);
    let told = browser.session.submit(None, None).await.expect("there is one form");
    assert_eq!((told.outcome, told.pressed), (Outcome::Unknown, true), "{told:?}");
    let why = told.evidence.iter().any(|line| line.contains("none of the values"));
    assert!(why, "{told:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_50_thanks_before_anything_is_sent_are_judged_by_what_is_sent_then() {
    let site = Site::start().await;
    let thanks = "<script>f.onsubmit = (ev) => { ev.preventDefault();
        f.outerHTML = '<p role=status id=t>Thank you, your message was sent.</p>'; LATER }</script>";
    let mut browser = Browser::start().await;
    for (later, status, expected) in [
        (
            "setTimeout(() => fetch('/store', { method: 'POST' }), 2600)",
            500,
            Outcome::ServerError,
        ),
        (
            "setTimeout(() => fetch('/store', { method: 'POST' }), 2600)",
            200,
            Outcome::Submitted,
        ),
        ("setTimeout(() => t.remove(), 2600)", 200, Outcome::Submitted),
        ("", 200, Outcome::Submitted),
    ] {
        site.answer("/store", Answer::json("{}").status(status));
        browser
            .go(&site.page("/", &format!("{PLAIN}{}", thanks.replace("LATER", later))))
            .await;
        all_good(&browser.fill(&[("Name", json!("Ada"))]).await);
        let told = browser.session.submit(None, None).await.expect("there is one form");
        assert_eq!(told.outcome, expected, "{later} {status}: {told:?}");
    }
    browser.close().await;
}

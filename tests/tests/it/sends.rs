//! What is sent, how often, and by whose control: no failing answer, no way of writing and no order of keys makes a page
//! send twice, or what was not filled.

use ostler_engine::{Report, Request};
use ostler_machines::report::{Outcome, Status, SubmitReport};
use ostler_tests::browser::{all_good, entry, request, status};
use ostler_tests::{Answer, Browser, Site};
use serde_json::{Value, json};

async fn send(browser: &mut Browser, pairs: &[(&str, Value)]) -> Report {
    let asked = Request {
        submit: true,
        ..request(pairs)
    };
    browser.try_fill(asked).await.expect("there is a form")
}

fn told(report: &Report) -> &SubmitReport {
    report
        .submit
        .as_ref()
        .unwrap_or_else(|| panic!("it was submitted: {:?} {:?}", report.notes, report.fields))
}

fn held_back(told: &SubmitReport) {
    assert_eq!((told.outcome, told.pressed), (Outcome::Unknown, false), "{told:?}");
    assert!(
        told.evidence.iter().any(|line| line.contains("not sent twice")),
        "{told:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_server_failed_on_is_not_sent_again_as_it_is() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<h1>Sorry</h1>").status(503));
    let script = "<script>f.onsubmit = (ev) => { ev.preventDefault();
        fetch('/store', { method: 'POST', body: new URLSearchParams(new FormData(f)) }).then(() => { o.textContent = 'Please try again' }) }</script>";
    let plain = "<form id=f method=post action=/store><label>Town <input name=town></label><button>Send</button></form><p id=o></p>";
    let mut browser = Browser::start().await;
    let town = [("Town", json!("Oslo"))];
    // In place, and by a new document.
    browser.go(&site.page("/", &format!("{plain}{script}"))).await;
    let report = send(&mut browser, &town).await;
    assert_eq!(told(&report).outcome, Outcome::ServerError, "{report:?}");
    held_back(&browser.session.submit(None, None).await.expect("there is one form"));
    held_back(told(&send(&mut browser, &town).await));
    assert_eq!(site.posts().len(), 1);
    let anyway = browser
        .session
        .submit_anyway(None, None)
        .await
        .expect("there is one form");
    assert!(anyway.pressed, "{anyway:?}");
    assert_eq!(site.posts().len(), 2);
    site.forget();
    browser.go(&site.page("/", plain)).await;
    let report = send(&mut browser, &town).await;
    assert_eq!(told(&report).outcome, Outcome::ServerError, "{report:?}");
    browser.session.back().await.expect("there is a page before");
    held_back(told(&send(&mut browser, &town).await));
    assert_eq!(site.posts().len(), 1);
    // Something else is sent.
    let report = send(&mut browser, &[("Town", json!("Bergen"))]).await;
    assert!(told(&report).pressed, "{report:?}");
    assert_eq!(site.posts().len(), 2);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_field_whose_page_sends_what_is_written_is_written_once() {
    let site = Site::start().await;
    site.answer("/item", Answer::json("{}"));
    let mut browser = Browser::start().await;
    let takes = [
        // At once, and when the server has answered; in the same element, and in another one.
        "b.onchange = () => { if (!b.value) return; fetch('/item', { method: 'POST', body: b.value }); b.value = '' }",
        "b.onchange = () => { fetch('/item', { method: 'PUT', body: b.value }).then(() => { b.value = 'taken' }) }",
        "b.onchange = () => { fetch('/item', { method: 'DELETE' }).then(() => { b.value = '' }) }",
        "const again = (ev) => { if (!ev.target.value) return; fetch('/item', { method: 'POST', body: ev.target.value });
            const next = ev.target.cloneNode(); next.value = ''; next.onchange = again; ev.target.replaceWith(next) }; b.onchange = again",
    ];
    for takes in takes {
        site.forget();
        let page = format!(
            "<form onsubmit='return false'><label>Barcode <input id=b name=b></label>
             <label>Note <input name=n></label></form><script>{takes}</script>"
        );
        browser.go(&site.page("/", &page)).await;
        let report = browser.fill(&[("Barcode", json!("4006381333931"))]).await;
        assert_eq!(site.hits_of("/item").len(), 1, "{takes}: {report:?}");
        let own = entry(&report, "Barcode");
        assert_eq!(
            (own.status, own.code.as_str()),
            (Status::Rejected, "sent"),
            "{takes}: {own:?}"
        );
        assert!(own.message.contains("sent 1 request"), "{takes}: {own:?}");
    }
    // What the page saves and keeps is held; what it drops without sending anything is written in another way.
    site.forget();
    let page = "<form onsubmit='return false'><label>Town <input id=t></label><label>Shy <input id=s></label></form><script>
        t.onchange = () => fetch('/item', { method: 'POST', body: t.value });
        s.onbeforeinput = (ev) => { if (ev.inputType === 'insertText' && ev.data.length > 1) ev.preventDefault() }</script>";
    browser.go(&site.page("/", page)).await;
    let report = browser.fill(&[("Town", json!("Oslo")), ("Shy", json!("quiet"))]).await;
    all_good(&report);
    assert_eq!(site.hits_of("/item").len(), 1);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_page_sends_while_it_is_filled_is_counted() {
    let site = Site::start().await;
    site.answer("/save", Answer::json("{}"));
    let page = "<form onsubmit='return false'><label>One <input></label><label>Two <input></label></form><script>
        for (const it of document.querySelectorAll('input')) it.onchange = () => fetch('/save', { method: 'POST', body: it.value })</script>";
    let mut browser = Browser::at(&site.page("/", page)).await;
    let report = browser.fill(&[("One", json!("1")), ("Two", json!("2"))]).await;
    all_good(&report);
    assert_eq!(site.hits_of("/save").len(), 2);
    let said = |note: &String| note.contains("sent a POST") && note.contains("2 times");
    assert!(report.notes.iter().any(said), "{:?}", report.notes);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_that_was_sent_by_address_without_its_values_was_not_submitted() {
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    for (page, expected) in [
        (
            "<form><label>Name <input></label><label>Message <textarea></textarea></label><button>Send</button></form>",
            Outcome::Unknown,
        ),
        (
            "<form><label>Name <input></label><button name=go value=1>Send</button></form>",
            Outcome::Unknown,
        ),
        (
            "<form><label>Name <input name=n></label><button>Send</button></form>",
            Outcome::Submitted,
        ),
    ] {
        browser.go(&site.page("/", page)).await;
        let report = send(&mut browser, &[("Name", json!("Ada"))]).await;
        let told = told(&report);
        assert_eq!((told.outcome, told.pressed), (expected, true), "{page}: {told:?}");
        let why = told.evidence.iter().any(|line| line.contains("none of the values"));
        assert_eq!(why, expected == Outcome::Unknown, "{told:?}");
    }
    browser.close().await;
}

const LOGIN: &str = "<h1>Log in</h1><form id=f action=/store method=post target=_top><label>Email <input name=em></label>
    <div id=p hidden><label>Password <input type=password name=pw></label></div><button id=b>Next</button></form><script>
    let asked = 0; f.onsubmit = (ev) => { if (asked++) return; ev.preventDefault();
        setTimeout(() => { p.hidden = false; b.textContent = 'Log in' }, 500) }</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_that_is_asked_for_in_its_turn_is_another_step() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/in"));
    site.page("/in", "<h1>Welcome</h1>");
    let plain = site.page("/login", LOGIN);
    let framed = site.page(
        "/",
        &format!(
            "<h1>Shop</h1><iframe width=400 height=300 src='{}'></iframe>",
            site.elsewhere("/login")
        ),
    );
    let late = LOGIN
        .replace(
            "<div id=p hidden><label>Password <input type=password name=pw></label></div>",
            "<div id=p></div>",
        )
        .replace(
            "p.hidden = false",
            "p.innerHTML = '<label>Password <input type=password name=pw></label>'",
        );
    let late = site.page("/late", &late);
    let mut browser = Browser::start().await;
    for url in [&plain, &framed, &late] {
        site.forget();
        browser.go(url).await;
        let report = send(
            &mut browser,
            &[("Email", json!("a@b.example")), ("Password", json!("pw12345"))],
        )
        .await;
        all_good(&report);
        assert_eq!(told(&report).outcome, Outcome::Submitted, "{url}: {report:?}");
        let posts = site.posts();
        assert_eq!(posts.len(), 1, "{url}");
        assert_eq!(
            (posts[0].field("em").as_str(), posts[0].field("pw").as_str()),
            ("a@b.example", "pw12345")
        );
    }
    // Where nobody gave one, it stays what it is: the page asks for a password.
    site.forget();
    browser.go(&plain).await;
    let report = send(&mut browser, &[("Email", json!("a@b.example"))]).await;
    assert!(
        !matches!(told(&report).outcome, Outcome::Advanced | Outcome::Submitted),
        "{report:?}"
    );
    assert_eq!(site.posts().len(), 0);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_error_that_is_tied_to_a_field_is_told_of_it_alone() {
    let site = Site::start().await;
    let form = |value: &str, error: &str| {
        format!(
            "<h1>Order</h1><form action=/store method=post><label>Postcode <input name=pc {value}></label>{error}
             <label>Pass <input type=password name=pw></label><button>Order</button></form>"
        )
    };
    let mut browser = Browser::start().await;
    let error = "<span id=e class=error>Postcode must have four digits</span>";
    for (value, error) in [
        ("value=12 aria-invalid=true aria-describedby=e", error.to_owned()),
        ("value=12 aria-invalid=true aria-errormessage=e", error.to_owned()),
        (
            "value=12 id=pc",
            "<label for=pc class=error role=alert>Postcode must have four digits</label>".to_owned(),
        ),
    ] {
        site.answer("/store", Answer::html(form(value, &error)));
        browser.go(&site.page("/", &form("", ""))).await;
        let report = send(&mut browser, &[("Postcode", json!("12")), ("Pass", json!("abc"))]).await;
        let told = told(&report);
        assert_eq!(told.outcome, Outcome::ValidationFailed, "{told:?}");
        let fields: Vec<&str> = told.messages.iter().map(|message| message.field.as_str()).collect();
        assert_eq!(fields.len(), 1, "{value}: {told:?}");
        assert!(fields[0].starts_with("Postcode"), "{value}: {told:?}");
    }
    browser.close().await;
}

const PAY: &str = "<script>const got = {}; addEventListener('message', (ev) => Object.assign(got, ev.data));
    const pay = () => fetch('/store', { method: 'POST', body: JSON.stringify(got) }).then(() => { document.body.innerHTML = '<h1>Thank you</h1>' });
    for (const it of document.forms) it.onsubmit = (ev) => { ev.preventDefault(); for (const own of it.elements) if (own.name) got[own.name] = own.value; pay() }</script>";

/// Fills `pairs` in this order and in the other one, submits, and gives what the site was sent each time.
async fn either_way(site: &Site, browser: &mut Browser, url: &str, pairs: &[(&str, Value)]) {
    let reversed: Vec<_> = pairs.iter().rev().cloned().collect();
    for pairs in [pairs, &reversed] {
        site.forget();
        browser.go(url).await;
        let report = send(browser, pairs).await;
        all_good(&report);
        assert_eq!(told(&report).outcome, Outcome::Submitted, "{url}: {report:?}");
        let hits = site.hits_of("/store");
        assert_eq!(hits.len(), 1, "{url}");
        for (_, value) in pairs {
            let value = value.as_str().unwrap_or_default();
            assert!(hits[0].body.contains(value), "{url} {value}: {}", hits[0].body);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_fields_of_a_frame_are_sent_by_the_form_around_it_in_any_order_of_keys() {
    let site = Site::start().await;
    site.answer("/store", Answer::json("{}"));
    let field = |label: &str, name: &str| {
        format!(
            "<label>{label} <input id=i></label><script>i.oninput = () => parent.postMessage({{ {name}: i.value }}, '*')</script>"
        )
    };
    site.page("/card", &field("Card number", "card"));
    site.page("/code", &format!("<form>{}</form>", field("Security code", "code")));
    site.page("/name", &field("Full name", "name"));
    let frame = |path: &str| format!("<iframe width=300 height=60 src='{}'></iframe>", site.elsewhere(path));
    let (card, code, name) = (frame("/card"), frame("/code"), frame("/name"));
    let search = "<form><input name=q aria-label=Find><button>Search</button></form>";
    let mut browser = Browser::start().await;
    // Beside fields of the form around it, alone in it, in several frames, and with another form on the page.
    let beside = format!(
        "{search}<form><label>Holder <input name=holder></label>{card}{code}<button>Pay now</button></form>{PAY}"
    );
    let pairs = [
        ("Holder", json!("Ada")),
        ("Card number", json!("4111111111111111")),
        ("Security code", json!("987")),
    ];
    either_way(&site, &mut browser, &site.page("/", &beside), &pairs).await;
    let alone = format!("{search}<form>{card}<button>Pay</button></form>{PAY}");
    either_way(&site, &mut browser, &site.page("/", &alone), &pairs[1..2]).await;
    // Outside of any form.
    let loose =
        format!("{card}{name}<button id=b type=button>Place order</button>{PAY}<script>b.onclick = pay</script>");
    let pairs = [("Card number", json!("4111111111111111")), ("Full name", json!("Ada"))];
    either_way(&site, &mut browser, &site.page("/", &loose), &pairs).await;
    // Beside the form that has the submit, and fields of both were given.
    let next = format!("{card}<form><label>Holder <input name=holder></label><button>Pay</button></form>{PAY}");
    let pairs = [("Card number", json!("4111111111111111")), ("Holder", json!("Ada"))];
    either_way(&site, &mut browser, &site.page("/", &next), &pairs).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_in_a_frame_whose_submit_stands_around_it_is_sent_by_that() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    site.page("/thanks", "<h1>Thank you</h1>");
    site.page("/in", "<form id=f action=/store method=post><label>User <input name=u></label></form><script>onmessage = (ev) => { if (ev.data === 'go') f.submit() }</script>");
    let around = format!(
        "<h1>Apply</h1><iframe id=fr src='{}'></iframe><button type=button onclick=\"fr.contentWindow.postMessage('go', '*')\">Submit application</button>",
        site.elsewhere("/in")
    );
    let shaded = "<form id=f action=/store method=post><label>User <input name=u></label></form><x-b></x-b><script>
        customElements.define('x-b', class extends HTMLElement { constructor() { super(); const root = this.attachShadow({ mode: 'closed' });
        root.innerHTML = '<button type=button>Send request</button>'; root.firstChild.onclick = () => f.requestSubmit() } })</script>";
    let mut browser = Browser::start().await;
    for page in [around.as_str(), shaded] {
        site.forget();
        browser.go(&site.page("/", page)).await;
        let report = send(&mut browser, &[("User", json!("Ada"))]).await;
        all_good(&report);
        assert!(told(&report).pressed, "{report:?}");
        let posts = site.posts();
        assert_eq!(posts.len(), 1, "{page}");
        assert_eq!(posts[0].field("u"), "Ada");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_card_in_a_frame_is_another_submit() {
    let site = Site::start().await;
    site.page("/card", "<label>Card number <input id=i></label><script>i.oninput = () => parent.postMessage({ card: i.value }, '*')</script>");
    let page = format!(
        "<form><iframe src='{}'></iframe><button>Pay</button></form>{}",
        site.elsewhere("/card"),
        PAY.replace(".then(() => { document.body.innerHTML = '<h1>Thank you</h1>' })", "")
    );
    site.answer("/store", Answer::json("{}").status(500));
    let mut browser = Browser::at(&site.page("/", &page)).await;
    let first = [("Card number", json!("4000000000000002"))];
    assert_eq!(told(&send(&mut browser, &first).await).outcome, Outcome::ServerError);
    held_back(told(&send(&mut browser, &first).await));
    let report = send(&mut browser, &[("Card number", json!("4111111111111111"))]).await;
    assert!(told(&report).pressed, "{report:?}");
    assert_eq!(site.hits_of("/store").len(), 2);
    assert_eq!(status(&report, "Card number"), Status::Filled);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_controls_around_a_frame_none_is_chosen() {
    let site = Site::start().await;
    site.page("/card", "<label>Card number <input></label>");
    let page = format!(
        "<form><iframe src='{}'></iframe><button>Pay now</button><button>Pay later</button></form>",
        site.elsewhere("/card")
    );
    let mut browser = Browser::at(&site.page("/", &page)).await;
    let report = send(&mut browser, &[("Card number", json!("4111111111111111"))]).await;
    assert!(report.submit.is_none(), "{report:?}");
    let said = |note: &String| note.contains("\"Pay now\"") && note.contains("\"Pay later\"");
    assert!(report.notes.iter().any(said), "{:?}", report.notes);
    browser.close().await;
}

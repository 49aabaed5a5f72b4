//! Which frames count: only those that a person can see, and only as long as they show what is of the same origin.

use ostler_machines::report::{Outcome, Status};
use ostler_tests::browser::{all_good, entry, request, status};
use ostler_tests::{Answer, Browser, Site};
use serde_json::json;

/// The ways to put a frame out of sight; `FRAME` is the frame.
const OUT_OF_SIGHT: [(&str, &str); 14] = [
    ("no size", "<iframe width=0 height=0 style='border:0' FRAME></iframe>"),
    ("a pixel", "<iframe width=1 height=1 FRAME></iframe>"),
    ("a line", "<iframe width=300 height=6 style='border:0' FRAME></iframe>"),
    ("clipped", "<iframe style='clip-path:inset(100%)' FRAME></iframe>"),
    ("transparent", "<iframe style='opacity:0' FRAME></iframe>"),
    (
        "in what is transparent",
        "<div style='opacity:0'><iframe FRAME></iframe></div>",
    ),
    (
        "cut off",
        "<div style='height:0;overflow:hidden'><iframe FRAME></iframe></div>",
    ),
    (
        "off the page",
        "<iframe style='position:absolute;left:-9999px' FRAME></iframe>",
    ),
    (
        "folded up",
        "<details><summary>More</summary><iframe FRAME></iframe></details>",
    ),
    ("inert", "<div inert><iframe FRAME></iframe></div>"),
    ("scaled away", "<iframe style='transform:scale(0)' FRAME></iframe>"),
    ("not visible", "<iframe style='visibility:hidden' FRAME></iframe>"),
    ("not displayed", "<iframe style='display:none' FRAME></iframe>"),
    (
        "papered over",
        "<div style='position:relative;width:310px'><iframe FRAME></iframe><div style='position:absolute;inset:0;background:#fff'></div></div>",
    ),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_filled_in_a_frame_that_nobody_can_see_nor_in_one_inside_of_it() {
    let site = Site::start().await;
    site.page("/card", "<label>Card number <input autocomplete=cc-number></label>");
    site.page("/around", &format!("<iframe src='{}'></iframe>", site.url("/card")));
    let mut browser = Browser::start().await;
    for (name, markup) in OUT_OF_SIGHT {
        for inner in ["/card", "/around"] {
            for src in [site.elsewhere(inner), site.url(inner)] {
                let frame = markup.replace("FRAME", &format!("src='{src}'"));
                browser
                    .go(&site.page("/", &format!("<label>Name <input></label>{frame}")))
                    .await;
                let report = browser
                    .fill(&[("Name", json!("Ada")), ("Card number", json!("4111111111111111"))])
                    .await;
                assert_eq!(status(&report, "Name"), Status::Filled, "{name}: {report:?}");
                let card = entry(&report, "Card number");
                assert!(!card.status.good() && card.how.is_none(), "{name} {src}: {card:?}");
                let page = browser.inspect().await;
                let seen = page.fields().filter(|it| it.visible && it.label == "Card number");
                assert_eq!(seen.count(), 0, "{name}");
            }
        }
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_in_sight_are_filled_wherever_they_stand() {
    let site = Site::start().await;
    site.page("/card", "<label>Card number <input autocomplete=cc-number></label>");
    let mut browser = Browser::start().await;
    for markup in [
        "<div style='height:4000px'></div><iframe FRAME></iframe>",
        "<div style='height:100px;overflow:auto'><p style='height:900px'>Terms</p><iframe FRAME></iframe></div>",
        "<iframe style='width:120px;height:24px;border:0' FRAME></iframe>",
        "<iframe width=0 height=0 src=about:blank></iframe><iframe style='transform:scale(.7)' FRAME></iframe>",
        "<div id=host></div><script>host.attachShadow({ mode: 'open' }).innerHTML = `<iframe FRAME></iframe>`</script>",
        "<div id=host></div><script>host.attachShadow({ mode: 'closed' }).innerHTML = `<iframe FRAME></iframe>`</script>",
        "<object type=text/html width=300 height=150 DATA></object>",
    ] {
        for src in [site.elsewhere("/card"), site.url("/card")] {
            let frame = markup
                .replace("FRAME", &format!("src=\"{src}\""))
                .replace("DATA", &format!("data='{src}'"));
            browser
                .go(&site.page("/", &format!("<label>Name <input></label>{frame}")))
                .await;
            let report = browser.fill(&[("Card number", json!("4111111111111111"))]).await;
            assert_eq!(status(&report, "Card number"), Status::Filled, "{frame}: {report:?}");
        }
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_twin_in_a_frame_out_of_sight_makes_nothing_ambiguous_and_what_it_asks_for_holds_nothing_back() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<p>Thank you, it was stored."));
    site.page(
        "/twin",
        "<form method=post action=/evil><label>City <input name=city required></label><label>Phone <input name=phone required></label><button>Send</button></form>",
    );
    let form = "<form method=post action=/store><label>City <input name=town></label><button>Send</button></form>";
    let url = site.page(
        "/",
        &format!(
            "{form}<iframe width=0 height=0 src='{}'></iframe>",
            site.elsewhere("/twin")
        ),
    );
    let mut browser = Browser::at(&url).await;
    let mut asked = request(&[("City", json!("Lisbon"))]);
    asked.submit = true;
    let report = browser.try_fill(asked).await.expect("it is filled");
    assert_eq!(status(&report, "City"), Status::Filled, "{report:?}");
    let outcome = report.submit.as_ref().map(|submit| submit.outcome);
    assert_eq!(outcome, Some(Outcome::Submitted), "{report:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_meant_for_the_frame_of_one_host_is_not_typed_into_that_of_another() {
    let site = Site::start().await;
    site.page(
        "/card",
        "<label>Card number <input id=i></label><script>i.oninput = () => top.postMessage({ [location.hostname]: i.value }, '*')</script>",
    );
    let hears = "<script>window.told = {}; addEventListener('message', (ev) => Object.assign(told, ev.data));</script>";
    let url = site.page(
        "/",
        &format!(
            "<label>First <input id=first></label><iframe id=it src=/card></iframe>{hears}<script>first.oninput = () => {{ it.src = '{}' }}</script>",
            site.elsewhere("/card")
        ),
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[("First", json!("x")), ("Card number", json!("4111111111111111"))])
        .await;
    assert_eq!(status(&report, "First"), Status::Filled, "{report:?}");
    let card = entry(&report, "Card number");
    assert_eq!(
        (card.status, card.code.as_str()),
        (Status::Failed, "other-origin"),
        "{card:?}"
    );
    assert!(
        card.message.contains("127.0.0.1") && card.message.contains("localhost"),
        "{card:?}"
    );
    // What was written before it left stayed with the host that it was meant for.
    assert_eq!(browser.truth("told.localhost ?? null").await, json!(null));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frame_that_leaves_for_another_host_at_the_focus_takes_no_secret_along() {
    let site = Site::start().await;
    site.page(
        "/plain",
        "<label>Password <input id=i autofocus></label><script>i.oninput = () => top.postMessage({ stolen: i.value }, '*')</script>",
    );
    site.page(
        "/secret",
        &format!(
            "<label>Password <input type=password id=i></label><script>i.onfocus = () => {{ location.href = '{}' }}</script>",
            site.url("/plain")
        ),
    );
    let url = site.page(
        "/",
        &format!(
            "<label>User <input></label><iframe src='{}'></iframe><script>window.told = {{}}; addEventListener('message', (ev) => Object.assign(told, ev.data));</script>",
            site.elsewhere("/secret")
        ),
    );
    for strategy in [
        ostler_engine::Strategy::Natural,
        ostler_engine::Strategy::Fast,
        ostler_engine::Strategy::Keys,
    ] {
        let mut browser = Browser::at(&url).await;
        let mut asked = request(&[("User", json!("ada")), ("Password", json!("s3cret-words"))]);
        asked.strategy = strategy;
        let report = browser.try_fill(asked).await.expect("it ends");
        assert!(!status(&report, "Password").good(), "{report:?}");
        assert_eq!(browser.truth("told").await, json!({}), "{report:?}");
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frame_that_goes_to_another_document_of_its_own_host_is_filled_there() {
    let site = Site::start().await;
    site.page("/next", "<label>Card number <input></label>");
    site.page("/first", "<p>One moment</p><label>Card number <input></label>");
    let url = site.page(
        "/",
        "<label>First <input id=first></label><iframe id=it src=/first></iframe><script>first.oninput = () => { it.src = '/next' }</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[("First", json!("x")), ("Card number", json!("4111111111111111"))])
        .await;
    all_good(&report);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frame_of_another_host_that_comes_late_after_an_answer_is_waited_for() {
    let site = Site::start().await;
    site.page("/street", "<label>Street <input></label>");
    let url = site.page(
        "/",
        &format!(
            "<label><input type=checkbox id=it> Agree</label><div id=room></div><script>it.onchange = () => setTimeout(() => {{ const frame = document.createElement('iframe'); frame.src = '{}'; room.append(frame); }}, 900)</script>",
            site.elsewhere("/street")
        ),
    );
    let mut browser = Browser::start().await;
    for _ in 0..3 {
        browser.go(&url).await;
        let report = browser.fill(&[("Agree", json!(true)), ("Street", json!("Rua"))]).await;
        all_good(&report);
        assert_eq!(report.notes, Vec::<String>::new());
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frame_that_cannot_be_loaded_is_named_by_the_address_that_was_asked_for() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<label>Town <input></label><iframe src='http://localhost:1/none'></iframe>",
    );
    let mut browser = Browser::at(&url).await;
    let page = browser.inspect().await;
    assert_eq!(page.unread, ["http://localhost:1/none"]);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_that_may_run_no_script_are_at_rest() {
    let site = Site::start().await;
    site.page("/inner", "<label>Nickname <input></label><label>Town <input></label>");
    for sandbox in ["", "allow-forms allow-same-origin"] {
        let url = site.page("/", &format!("<iframe sandbox='{sandbox}' src=/inner></iframe>"));
        let mut browser = Browser::at(&url).await;
        let report = browser
            .fill(&[("Nickname", json!("ada")), ("Town", json!("Porto"))])
            .await;
        all_good(&report);
        assert_eq!(report.notes, Vec::<String>::new(), "{sandbox:?}");
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frame_that_loads_once_it_is_scrolled_to_is_read_and_filled() {
    let site = Site::start().await;
    site.page("/inner", "<label>Nickname <input></label>");
    let mut browser = Browser::start().await;
    for src in [site.elsewhere("/inner"), site.url("/inner")] {
        let frame = format!("<iframe loading=lazy src='{src}'></iframe>");
        let below = format!("<label>First <input></label><div style='height:9000px'></div>{frame}");
        browser.go(&site.page("/", &below)).await;
        all_good(&browser.fill(&[("Nickname", json!("ada"))]).await);
        let hidden = format!("<label>First <input></label><div style='height:9000px'></div><div inert>{frame}</div>");
        browser.go(&site.page("/", &hidden)).await;
        let page = browser.inspect().await;
        assert_eq!(page.fields().count(), 1, "nobody comes by that one");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frame_that_does_not_answer_is_named_and_costs_no_other_field_its_report() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<p>Thank you, it was stored."));
    site.page(
        "/busy",
        "<label>Nick <input></label><script>setTimeout(() => { for (;;); }, 200)</script>",
    );
    site.page(
        "/later",
        "<label>Nick <input id=n></label><script>n.oninput = () => setTimeout(() => { for (;;); }, 0)</script>",
    );
    let form = "<form method=post action=/store><label>Town <input name=town></label><button>Send</button></form>";
    let busy = site.elsewhere("/busy");
    let mut browser = Browser::at(&site.page("/", &format!("{form}<iframe src='{busy}'></iframe>"))).await;
    let mut asked = request(&[("Town", json!("Porto"))]);
    asked.submit = true;
    let report = browser.try_fill(asked).await.expect("it is filled");
    all_good(&report);
    assert!(report.notes.iter().any(|note| note.contains(&busy)), "{report:?}");
    browser.close().await;

    let later = site.elsewhere("/later");
    let mut browser = Browser::at(&site.page("/", &format!("{form}<iframe src='{later}'></iframe>"))).await;
    let report = browser.fill(&[("Town", json!("Porto")), ("Nick", json!("ada"))]).await;
    assert_eq!(status(&report, "Town"), Status::Filled, "{report:?}");
    let nick = entry(&report, "Nick");
    assert_eq!(
        (nick.status, nick.code.as_str()),
        (Status::Failed, "silent-frame"),
        "{report:?}"
    );
    browser.close().await;
}

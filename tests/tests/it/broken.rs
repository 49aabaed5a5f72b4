//! Pages and servers that are not as one would wish: each is a clear error with its code, or is coped with.

use std::time::{Duration, Instant};

use ostler_engine::{EngineError, EngineErrorKind, Settings};
use ostler_machines::report::Status;
use ostler_tests::browser::{all_good, entry, settings, status};
use ostler_tests::{Answer, Browser, Site, ostler};
use serde_json::json;

/// What goes wrong on the way to `url`, and how long that took.
async fn trouble(browser: &mut Browser, url: &str) -> (EngineError, Duration) {
    let began = Instant::now();
    match browser.session.navigate(url).await {
        Ok(arrival) => panic!("{url} cannot be shown, but it was: {arrival:?}"),
        Err(error) => (error, began.elapsed()),
    }
}

/// A port of 127.0.0.1 on which nobody listens.
async fn closed_port() -> u16 {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("loopback has a free port");
    listener.local_addr().expect("a bound socket has an address").port()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_way_that_a_page_cannot_be_had_has_its_own_code() {
    let site = Site::start().await;
    let secure = Site::start_tls().await;
    let mut browser = Browser::start().await;
    let table = [
        (
            format!("http://127.0.0.1:{}/", closed_port().await),
            EngineErrorKind::Network,
            "connection-refused",
        ),
        ("http://no-such-host.example/".into(), EngineErrorKind::Network, "dns"),
        (secure.url("/thanks"), EngineErrorKind::Network, "tls"),
        (site.url("/download"), EngineErrorKind::Page, "download"),
        ("ftp://127.0.0.1/".into(), EngineErrorKind::Usage, "bad-scheme"),
        ("file:///etc/passwd".into(), EngineErrorKind::Usage, "bad-scheme"),
        ("javascript:alert(1)".into(), EngineErrorKind::Usage, "bad-scheme"),
        ("not a url".into(), EngineErrorKind::Usage, "bad-url"),
    ];
    for (url, kind, code) in &table {
        let (error, took) = trouble(&mut browser, url).await;
        assert_eq!((error.kind, error.code.as_str()), (*kind, *code), "{url}: {error:?}");
        assert!(!error.message.is_empty() && !error.help.is_empty(), "{url}: {error:?}");
        assert!(took < Duration::from_secs(10), "{url} took {took:?}");
    }
    // A page came, but none with a form: that is said once there is something to fill.
    let others = [
        (site.url("/nowhere"), "http-404"),
        (site.url("/status/503"), "http-503"),
        (site.page("/news", "<h1>News</h1>"), "no-form"),
    ];
    for (url, code) in &others {
        browser.go(url).await;
        let asked = ostler_tests::browser::request(&[("Name", json!("Ada"))]);
        let error = browser.try_fill(asked).await.expect_err("there is nothing to fill");
        assert_eq!(
            (error.kind, error.code.as_str()),
            (EngineErrorKind::Page, *code),
            "{url}: {error:?}"
        );
        assert!(!error.message.is_empty() && !error.help.is_empty(), "{url}: {error:?}");
    }
    // The browser is as good as before.
    browser
        .go(&site.page("/", "<form><label>Name <input name=n></label></form>"))
        .await;
    all_good(&browser.fill(&[("Name", json!("Ada"))]).await);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn redirects_without_end_cut_answers_and_pdfs_are_told_apart_from_pages() {
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    for path in ["/loop", "/reset"] {
        let (error, took) = trouble(&mut browser, &site.url(path)).await;
        assert_eq!(error.kind, EngineErrorKind::Network, "{path}: {error:?}");
        assert!(took < Duration::from_secs(10), "{path} took {took:?}");
    }
    // A headless browser may show a PDF or offer it as a download; it is no page to fill either way.
    let error = match browser.session.navigate(&site.url("/file.pdf")).await {
        Err(error) => error,
        Ok(_) => {
            let asked = ostler_tests::browser::request(&[("Name", json!("Ada"))]);
            browser.try_fill(asked).await.expect_err("there is nothing to fill")
        }
    };
    assert_eq!(error.kind, EngineErrorKind::Page, "{error:?}");
    assert!(["pdf", "download"].contains(&error.code.as_str()), "{error:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_never_answers_is_given_up_within_the_time() {
    let site = Site::start().await;
    let hasty = Settings {
        timeout: Duration::from_secs(2),
        ..settings()
    };
    let mut browser = Browser::start_with(hasty, 1).await;
    let (error, took) = trouble(&mut browser, &site.url("/hang")).await;
    assert_eq!(
        (error.kind, error.code.as_str()),
        (EngineErrorKind::Network, "timeout"),
        "{error:?}"
    );
    assert!(took < Duration::from_secs(7), "{took:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_program_ends_with_code_3_where_no_page_can_be_had() {
    let site = Site::start().await;
    let urls = [
        format!("http://127.0.0.1:{}/", closed_port().await),
        site.url("/nowhere"),
        site.url("/download"),
    ];
    for url in urls {
        let ran = ostler(&["fill", &url, "--set", "Name=Ada", "--json"]).run().await;
        assert_eq!(ran.code, Some(3), "{url}: {} {}", ran.out, ran.err);
        assert!(ran.took < Duration::from_secs(20), "{:?}", ran.took);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_without_a_form_says_so() {
    let site = Site::start().await;
    let url = site.page("/", "<h1>News</h1><p>Nothing to fill here.</p>");
    let ran = ostler(&["fill", &url, "--set", "Name=Ada"]).run().await;
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.contains("nothing to fill"), "{ran:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_of_two_thousand_fields_is_read_and_filled() {
    let site = Site::start().await;
    let fields: String = (0..2000)
        .map(|n| format!("<p><label>Field {n} <input name=f{n}></label></p>"))
        .collect();
    let mut browser = Browser::at(&site.page("/", &format!("<form>{fields}</form>"))).await;
    let page = browser.inspect().await;
    assert_eq!(page.fields().count(), 2000);
    let report = browser
        .fill(&[
            ("Field 0", json!("first")),
            ("f1999", json!("last")),
            ("Field 1000", json!("middle")),
        ])
        .await;
    all_good(&report);
    assert_eq!(browser.value("[name=f1999]").await, "last");
    assert_eq!(browser.value("[name=f1000]").await, "middle");

    // And more of them in one call than go in one round trip.
    let all: Vec<(String, serde_json::Value)> =
        (900..1400).map(|n| (format!("f{n}"), json!(format!("v{n}")))).collect();
    let all: Vec<(&str, serde_json::Value)> = all.iter().map(|(key, value)| (key.as_str(), value.clone())).collect();
    let report = browser.fill(&all).await;
    assert_eq!(report.fields.len(), 500);
    all_good(&report);
    assert_eq!(browser.value("[name=f1234]").await, "v1234");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_a_hundred_thousand_nodes_is_read_and_filled() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form><label>Name <input name=n></label></form><div id=d></div><script>
         const f = document.createDocumentFragment();
         for (let i = 0; i < 50000; i++) { const p = document.createElement('p'); p.textContent = i; f.append(p); }
         d.append(f);</script>",
    );
    let mut browser = Browser::at(&url).await;
    let began = Instant::now();
    all_good(&browser.fill(&[("Name", json!("Ada"))]).await);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    assert_eq!(browser.value("input").await, "Ada");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_dialogs_hold_nothing_up_and_are_told() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form><label>Name <input name=n></label></form><script>
         for (let i = 0; i < 20; i++) alert('hello ' + i);
         document.querySelector('input').addEventListener('input', () => { for (let i = 0; i < 30; i++) confirm('sure ' + i); }, { once: true });</script>",
    );
    let mut browser = Browser::start().await;
    let began = Instant::now();
    browser.go(&url).await;
    let report = browser.fill(&[("Name", json!("Ada"))]).await;
    all_good(&report);
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    assert!(
        report.notes.iter().any(|note| note.contains("dialog")),
        "{:?}",
        report.notes
    );
    assert_eq!(browser.value("input").await, "Ada");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_value_of_five_megabytes_goes_in_or_is_refused_in_time() {
    let site = Site::start().await;
    let url = site.page("/", "<form><label>Story <textarea name=s></textarea></label> <label>Code <input name=c maxlength=10></label></form>");
    let mut browser = Browser::at(&url).await;
    let long = "0123456789abcdef ".repeat(5 * 1024 * 1024 / 17);
    let began = Instant::now();
    let report = browser.fill(&[("Story", json!(long)), ("Code", json!(long))]).await;
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    assert_eq!(status(&report, "Code"), Status::Refused);
    assert_eq!(entry(&report, "Code").code, "too-long");
    let held = browser.truth("document.querySelector('textarea').value.length").await;
    if status(&report, "Story").good() {
        assert_eq!(held, json!(long.len()));
    } else {
        assert!(!entry(&report, "Story").message.is_empty());
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn odd_characters_go_in_as_they_are_or_are_said_not_to() {
    let site = Site::start().await;
    let url = site.page("/", "<form><label>Name <input name=n></label></form>");
    let mut browser = Browser::at(&url).await;
    for odd in [
        "a\u{0}b",
        "a\u{202e}b",
        "👩‍👩‍👧 Zoë",
        "a\tb",
        "<b>&amp;\"'`${x}",
        "\u{1f468}",
        "ﬁ ﷺ",
    ] {
        let report = browser.fill(&[("Name", json!(odd))]).await;
        let held = browser.value("input").await;
        match status(&report, "Name") {
            Status::Filled | Status::Unchanged => assert_eq!(held, odd),
            Status::Reformatted => assert_eq!(
                entry(&report, "Name").holds.as_ref().map(|h| h.reveal().to_owned()),
                Some(held)
            ),
            other => assert!(
                matches!(other, Status::Refused | Status::Rejected),
                "{odd:?}: {other:?}"
            ),
        }
    }
    // A line break has no place in a field of one line: whatever is said of it, what is said to be held is held.
    let report = browser.fill(&[("Name", json!("two\nlines"))]).await;
    let told = entry(&report, "Name");
    let held = browser.value("input").await;
    assert!(!held.contains('\n'), "{held:?}");
    assert!(
        !told.status.good() || told.holds.as_ref().map(|h| h.reveal().to_owned()) == Some(held),
        "{told:?}"
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_goes_away_in_the_middle_of_a_fill_is_reported() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form><label>One <input id=a oninput=\"location = '/thanks'\"></label> <label>Two <input id=b></label></form>",
    );
    let mut browser = Browser::at(&url).await;
    let began = Instant::now();
    let ended = browser
        .try_fill(ostler_tests::browser::request(&[
            ("One", json!("x")),
            ("Two", json!("y")),
        ]))
        .await;
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    if let Ok(report) = ended {
        assert!(report.fields.iter().all(|field| !field.status.good()), "{report:?}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_script_in_an_endless_loop_is_given_up_within_the_time() {
    let site = Site::start().await;
    let url = site.page("/", "<form><label>One <input oninput='for (;;) {}'></label></form>");
    let hasty = Settings {
        timeout: Duration::from_secs(3),
        ..settings()
    };
    let mut browser = Browser::start_with(hasty, 1).await;
    browser.go(&url).await;
    let began = Instant::now();
    let ended = browser
        .try_fill(ostler_tests::browser::request(&[("One", json!("x"))]))
        .await;
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    if let Ok(report) = ended {
        assert!(!status(&report, "One").good(), "{report:?}");
    }
    let began = Instant::now();
    browser.close().await;
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "it ends all the same: {:?}",
        began.elapsed()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_never_answers_is_waited_for_once() {
    let site = Site::start().await;
    let url = site.page("/", "<form><label>One <input></label></form><script>for (;;);</script>");
    let hasty = Settings {
        timeout: Duration::from_secs(2),
        ..settings()
    };
    let mut browser = Browser::start_with(hasty, 1).await;
    // It is the navigation that says so: nobody has to wait as long again for the first question.
    let error = browser.session.navigate(&url).await.expect_err("it never answers");
    assert_eq!(error.code, "page-silent", "{error:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_picture_does_not_hold_the_form_up() {
    let site = Site::start().await;
    let url = site.page("/", "<form><label>Name <input name=n></label></form><img src=/hang>");
    let mut browser = Browser::start().await;
    let began = Instant::now();
    browser.go(&url).await;
    all_good(&browser.fill(&[("Name", json!("Ada"))]).await);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    site.answer("/favicon.ico", Answer::html("").status(204));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_check_for_robots_ends_with_the_code_for_a_person() {
    let site = Site::start().await;
    site.answer(
        "/",
        Answer::html("<title>Just a moment...</title><p>Verify you are human by completing the action below.</p>")
            .status(403),
    );
    let ran = ostler(&["fill", &site.url("/"), "--set", "Name=Ada", "--json"])
        .run()
        .await;
    assert_eq!(ran.code, Some(5), "{ran:?}");
    assert_eq!(ran.json()["error"]["code"], "challenge", "{ran:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_page_in_an_endless_loop_another_one_is_gone_to() {
    let site = Site::start().await;
    let home = site.page("/home", "<h1>Welcome</h1><form><label>Name <input></label></form>");
    let loops = site.page("/", "<button onclick='for (;;);'>Calculate</button>");
    let hasty = Settings {
        timeout: Duration::from_secs(6),
        ..settings()
    };
    let mut browser = Browser::start_with(hasty, 1).await;
    browser.go(&loops).await;
    let found = browser.session.find("Calculate").await.expect("the page can be read");
    let button = found[0].reference.expect("it has one");
    let outcome = browser.session.click(button, ostler_engine::Click::default()).await;
    assert!(outcome.is_err(), "{outcome:?}");
    let began = Instant::now();
    let arrival = browser.session.navigate(&home).await.expect("it is there");
    assert_eq!(arrival.status, Some(200));
    assert!(began.elapsed() < Duration::from_secs(6), "{:?}", began.elapsed());
    assert_eq!(browser.session.inspect().await.expect("it answers").fields().count(), 1);
    let again = Instant::now();
    browser.session.navigate(&home).await.expect("it is there");
    assert!(again.elapsed() < Duration::from_secs(2), "{:?}", again.elapsed());
    browser.close().await;
}

//! Single acts: clicks, keys, tabs, waiting, and the walls that only a person gets through.

use std::time::{Duration, Instant};

use ostler_engine::{Button, Click, EngineError, Scroll, Typing};
use ostler_machines::challenge::Kind;
use ostler_machines::expect::Expect;
use ostler_machines::form::model::Ref;
use ostler_machines::outline::{Observe, View};
use ostler_tests::{Answer, Browser, Site};
use serde_json::json;

/// The ref of the first thing on the page that is called so.
async fn named(browser: &mut Browser, name: &str) -> Ref {
    let found = browser.session.find(name).await.expect("the page can be read");
    let exact = found.iter().find(|item| item.name == name);
    exact
        .and_then(|item| item.reference)
        .unwrap_or_else(|| panic!("{name:?} is on the page: {found:?}"))
}

fn code<T: std::fmt::Debug>(outcome: Result<T, EngineError>) -> String {
    let error = outcome.expect_err("it cannot be done");
    assert!(!error.help.is_empty(), "{error:?}");
    error.code
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_44_clicks_are_a_persons_and_several_are_counted() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<button id=b>Press</button><p id=out></p><script>window.seen = [];
         for (const type of ['click', 'dblclick', 'contextmenu', 'auxclick'])
           b.addEventListener(type, (e) => seen.push([e.type, e.detail, e.isTrusted, e.shiftKey]));</script>",
    );
    let mut browser = Browser::at(&url).await;
    let button = named(&mut browser, "Press").await;
    let done = browser.session.click(button, Click::default()).await.expect("a click");
    assert!(done.settled && !done.navigated && done.notes.is_empty(), "{done:?}");
    let double = Click {
        count: 2,
        modifiers: 8,
        ..Click::default()
    };
    browser.session.click(button, double).await.expect("two clicks");
    let right = Click {
        button: Button::Right,
        ..Click::default()
    };
    browser.session.click(button, right).await.expect("a click");
    assert_eq!(
        browser.truth("seen.filter(([type]) => type !== 'auxclick')").await,
        json!([
            ["click", 1, true, false],
            ["click", 1, true, true],
            ["click", 2, true, true],
            ["dblclick", 2, true, true],
            ["contextmenu", 0, true, false]
        ])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_stands_in_the_way_of_an_act_is_said() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<button id=gone>Gone</button><button disabled>Off</button><a href=# id=under>Under</a>
         <div id=over style='position:fixed;inset:0;background:#fffa'>A veil</div>
         <button id=hides style='display:none'>Hidden</button>",
    );
    let mut browser = Browser::at(&url).await;
    let gone = named(&mut browser, "Gone").await;
    let off = named(&mut browser, "Off").await;
    let under = named(&mut browser, "Under").await;
    let error = browser
        .session
        .click(under, Click::default())
        .await
        .expect_err("it is covered");
    assert_eq!(error.code, "covered");
    assert!(error.message.contains("A veil"), "{error:?}");
    browser
        .truth("over.remove(); document.getElementById('gone').remove(); true")
        .await;
    assert_eq!(code(browser.session.click(gone, Click::default()).await), "stale-ref");
    assert_eq!(code(browser.session.click(off, Click::default()).await), "disabled");
    assert_eq!(
        code(browser.session.type_text(Some(under), "x", Typing::default()).await),
        "no-text"
    );
    assert_eq!(code(browser.session.press_keys(None, "Enterr").await), "bad-key");
    assert_eq!(code(browser.session.switch_tab("ABC").await), "no-such-tab");
    let nowhere = Ref { frame: 7, element: 1 };
    assert_eq!(
        code(browser.session.click(nowhere, Click::default()).await),
        "stale-ref"
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn text_is_typed_over_put_in_or_sent_key_by_key() {
    let site = Site::start().await;
    site.page("/sent", "<h1>Thanks</h1>");
    let url = site.page(
        "/",
        "<form action=/sent><label>Name <input id=name name=name value=Ada></label></form>
         <label>Keys <input id=keys></label><script>window.keys_seen = '';
         keys.addEventListener('keydown', (e) => keys_seen += e.key);</script>",
    );
    let mut browser = Browser::at(&url).await;
    let name = named(&mut browser, "Name").await;
    let keys = named(&mut browser, "Keys").await;
    browser
        .session
        .type_text(Some(name), "Grace", Typing::default())
        .await
        .expect("typed");
    assert_eq!(browser.value("#name").await, "Grace");
    browser.session.press_keys(None, "End").await.expect("pressed");
    let more = Typing {
        replace: false,
        ..Typing::default()
    };
    browser.session.type_text(None, " Hopper", more).await.expect("typed");
    assert_eq!(browser.value("#name").await, "Grace Hopper");
    browser
        .session
        .press_keys(Some(name), "ctrl+a Delete")
        .await
        .expect("pressed");
    assert_eq!(browser.value("#name").await, "");
    let by_key = Typing {
        by_key: true,
        ..Typing::default()
    };
    browser
        .session
        .type_text(Some(keys), "aB", by_key)
        .await
        .expect("typed");
    assert_eq!(browser.truth("keys_seen.replace('Delete', '')").await, json!("aB"));
    let enter = Typing {
        enter: true,
        ..Typing::default()
    };
    let done = browser.session.type_text(Some(name), "Ada", enter).await.expect("sent");
    assert!(done.navigated, "{done:?}");
    assert_eq!(site.hits_of("/sent").len(), 1);
    let done = browser.session.back().await.expect("there is a page before");
    assert!(done.navigated, "{done:?}");
    assert!(
        browser.session.tab().url().ends_with('/'),
        "{}",
        browser.session.tab().url()
    );
    named(&mut browser, "Name").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_go_to_the_frame_that_has_the_focus() {
    let site = Site::start().await;
    site.page("/inner", "<label>Inner <input id=inner></label>");
    let other = site.elsewhere("/inner");
    let url = site.page(
        "/",
        &format!("<label>Outer <input id=outer></label><iframe src='{other}' title=Frame></iframe>"),
    );
    let mut browser = Browser::at(&url).await;
    let inner = named(&mut browser, "Inner").await;
    assert_ne!(inner.frame, 0);
    browser
        .session
        .type_text(Some(inner), "into the frame", Typing::default())
        .await
        .expect("typed");
    browser.session.press_keys(None, "Home Delete").await.expect("pressed");
    let seen = browser.session.snapshot(View::default()).await.expect("a snapshot");
    assert!(seen.text.contains("nto the frame"), "{}", seen.text);
    assert!(!seen.text.contains("into the frame"), "{}", seen.text);
    assert_eq!(browser.value("#outer").await, "");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_pointer_opens_a_menu_and_scrolling_reaches_the_end() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<style>#menu a { display: none } #menu:hover a { display: block }</style>
         <div id=menu tabindex=0 role=button aria-label=Menu>Menu <a href=#x>Deep link</a></div>
         <div style='height:3000px'>tall</div><div id=box style='height:80px;overflow:auto' tabindex=0 role=group aria-label=Box>
         <div style='height:900px'>inside</div></div><button id=last>Last</button>",
    );
    let mut browser = Browser::at(&url).await;
    let menu = named(&mut browser, "Menu").await;
    browser.session.hover(menu).await.expect("hovered");
    assert_eq!(
        browser
            .truth("getComputedStyle(document.querySelector('#menu a')).display")
            .await,
        json!("block")
    );
    let done = browser
        .session
        .scroll(Scroll::By(None, 0.0, 400.0))
        .await
        .expect("scrolled");
    assert!(done.notes.is_empty(), "{done:?}");
    assert_eq!(browser.truth("scrollY > 300").await, json!(true));
    let last = named(&mut browser, "Last").await;
    browser.session.scroll(Scroll::To(last)).await.expect("scrolled");
    assert_eq!(
        browser
            .truth("last.getBoundingClientRect().bottom <= innerHeight")
            .await,
        json!(true)
    );
    browser
        .session
        .scroll(Scroll::By(None, 0.0, 9_000.0))
        .await
        .expect("scrolled");
    let done = browser
        .session
        .scroll(Scroll::By(None, 0.0, 100.0))
        .await
        .expect("scrolled");
    assert!(done.notes.iter().any(|note| note.contains("did not move")), "{done:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_62_dialogs_are_answered_and_told_with_the_act() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<button onclick=\"window.answers = [alert('saved'), confirm('sure?'), prompt('why?')]\">Ask</button>",
    );
    let mut browser = Browser::at(&url).await;
    let ask = named(&mut browser, "Ask").await;
    let done = browser.session.click(ask, Click::default()).await.expect("a click");
    assert_eq!(done.notes.len(), 3, "{done:?}");
    for word in ["saved", "sure?", "why?"] {
        assert!(done.notes.iter().any(|note| note.contains(word)), "{done:?}");
    }
    assert_eq!(browser.truth("answers.slice(1)").await, json!([false, null]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_63_tabs_are_listed_switched_and_closed() {
    let site = Site::start().await;
    let titled = |path: &str, title: &str, body: &str| {
        site.answer(
            path,
            Answer::html(format!("<!doctype html><title>{title}</title>{body}")),
        );
        site.url(path)
    };
    let first = titled(
        "/",
        "First",
        "<a href=/second target=_blank>Open</a><label>One <input></label>",
    );
    let second = titled("/second", "Se\ncond", "<label>Two <input></label>");
    let mut browser = Browser::at(&first).await;
    let one = named(&mut browser, "One").await;
    let alone = browser.session.tabs().await.expect("tabs");
    assert_eq!(alone.len(), 1, "{alone:?}");
    assert!(alone[0].active && alone[0].id.len() == 10 && alone[0].id == alone[0].id.to_uppercase());

    browser.session.open_tab(Some(&second)).await.expect("a tab");
    let two = named(&mut browser, "Two").await;
    assert_ne!(one, two, "a ref names one thing in the whole session");
    let both = browser.session.tabs().await.expect("tabs");
    let titles: Vec<&str> = both.iter().map(|tab| tab.title.as_str()).collect();
    assert_eq!(both.len(), 2, "{both:?}");
    assert!(
        both[0].active && !both[1].active && titles.contains(&"First"),
        "{both:?}"
    );
    assert_eq!(code(browser.session.click(one, Click::default()).await), "stale-ref");

    browser.session.switch_tab(&alone[0].id).await.expect("switched");
    browser
        .session
        .type_text(Some(one), "here", Typing::default())
        .await
        .expect("typed");
    let link = named(&mut browser, "Open").await;
    let done = browser.session.click(link, Click::default()).await.expect("a click");
    assert!(done.notes.iter().any(|note| note.contains("/second")), "{done:?}");
    let three = browser.session.tabs().await.expect("tabs");
    assert_eq!(three.len(), 3, "{three:?}");
    assert!(
        three[0].active && three[0].title == "First",
        "what a page opens takes nothing over: {three:?}"
    );
    let opened = three
        .iter()
        .find(|tab| !both.iter().any(|known| known.id == tab.id))
        .expect("the new one");
    browser
        .session
        .switch_tab(&opened.id.to_lowercase())
        .await
        .expect("switched");
    let report = browser.fill(&[("Two", json!("in the third"))]).await;
    ostler_tests::browser::all_good(&report);

    browser.session.close_tab(None).await.expect("closed");
    browser.session.close_tab(Some(&both[0].id)).await.expect("closed");
    let left = browser.session.tabs().await.expect("tabs");
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(left[0].active && left[0].title == "First", "{left:?}");
    browser.session.close_tab(None).await.expect("closed");
    let last = browser.session.tabs().await.expect("tabs");
    assert_eq!(last.len(), 1, "an empty one is opened instead of the last: {last:?}");
    browser.go(&second).await;
    browser.close().await;
}

fn text(text: &str, there: bool) -> Expect {
    Expect::Text {
        text: text.into(),
        there,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_waited_for_is_seen_when_it_comes() {
    let site = Site::start().await;
    site.answer("/slow", Answer::json("{}").after(700));
    site.page("/next", "<h1>Next</h1>");
    let url = site.page(
        "/",
        "<p id=out>Loading</p><script>fetch('/slow').then(() => { out.textContent = 'It is done';
         setTimeout(() => { out.hidden = true; history.pushState(0, '', '/there'); }, 2500); });</script>",
    );
    let mut browser = Browser::start().await;
    browser.session.navigate(&url).await.expect("the page");
    let within = Duration::from_secs(10);
    let now = browser
        .session
        .wait_for(text("it is done", true), within)
        .await
        .expect("waited");
    assert!(now.satisfied, "{now:?}");
    let gone = browser
        .session
        .wait_for(text("it is done", false), within)
        .await
        .expect("waited");
    assert!(gone.satisfied && !gone.already, "{gone:?}");
    let there = browser
        .session
        .wait_for(Expect::Url("/there".into()), within)
        .await
        .expect("waited");
    assert!(there.satisfied, "{there:?}");
    let began = Instant::now();
    let never = browser
        .session
        .wait_for(text("never", true), Duration::from_millis(400))
        .await
        .expect("waited");
    assert!(!never.satisfied && !never.unclear, "{never:?}");
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    // A page that goes elsewhere meanwhile is waited through.
    browser
        .truth("setTimeout(() => { location = '/next' }, 300); true")
        .await;
    let next = browser
        .session
        .wait_for(text("next", true), within)
        .await
        .expect("waited");
    assert!(next.satisfied, "{next:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_56_a_wall_is_told_and_waited_through() {
    let site = Site::start().await;
    let check = site.page(
        "/check",
        "<title>Just a moment...</title><p>Verify you are human by completing the action below.</p><div id=box></div>",
    );
    let code = site.page(
        "/code",
        "<form><p>We sent a 6-digit code to your phone.</p><label>Verification code <input name=code></label><button>Go</button></form>",
    );
    let plain = site.page(
        "/plain",
        "<form><label>Promo code <input name=code></label><label>E-mail <input name=email></label>
         <textarea name=g-recaptcha-response style=display:none></textarea><button>Go</button></form>",
    );
    let mut browser = Browser::at(&check).await;
    let seen = browser
        .session
        .observe(Observe::Full, View::default())
        .await
        .expect("a look");
    assert_eq!(seen.challenge.map(|wall| wall.kind), Some(Kind::BotCheck));
    let still = browser
        .session
        .wait_for_human(Duration::from_millis(300))
        .await
        .expect("waited");
    assert!(!still.satisfied, "{still:?}");
    // A person gets through it after a while.
    browser.truth("setTimeout(() => { document.title = 'Shop'; document.body.innerHTML = '<h1>Shop</h1><label>Search <input></label>' }, 600); true").await;
    let through = browser
        .session
        .wait_for_human(Duration::from_secs(10))
        .await
        .expect("waited");
    assert!(through.satisfied && !through.already, "{through:?}");
    browser.go(&code).await;
    let wall = browser.session.challenge().await.expect("a look").expect("a wall");
    assert_eq!(wall.kind, Kind::OneTimeCode);
    assert!(wall.advice().contains("form_fill"), "{}", wall.advice());
    browser.go(&plain).await;
    assert_eq!(browser.session.challenge().await.expect("a look"), None);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_64_navigate_is_judged_by_the_document_that_comes() {
    let site = Site::start().await;
    site.answer("/one", Answer::see_other("/two"));
    site.answer("/two", Answer::see_other("/three"));
    let end = site.page(
        "/three",
        "<h2 id=part>Part</h2><a href=#part>Down</a><label>Three <input></label>",
    );
    site.answer(
        "/file",
        Answer::html("data").header("content-disposition", "attachment; filename=a.bin"),
    );
    site.answer("/nothing", Answer::html("").status(204));
    let mut browser = Browser::start().await;
    let arrival = browser.session.navigate(&site.url("/one")).await.expect("a page");
    assert_eq!(
        (arrival.url.as_str(), arrival.status),
        (end.as_str(), Some(200)),
        "{arrival:?}"
    );
    let began = Instant::now();
    // The same document, and so nothing is loaded.
    let three = named(&mut browser, "Three").await;
    let arrival = browser
        .session
        .navigate(&format!("{end}#part"))
        .await
        .expect("the same page");
    assert!(arrival.url.ends_with("#part"), "{arrival:?}");
    assert_eq!(named(&mut browser, "Three").await, three, "its refs are what they were");
    assert_eq!(site.hits_of("/three").len(), 1);
    assert_eq!(code(browser.session.navigate(&site.url("/file")).await), "download");
    assert_eq!(
        code(browser.session.navigate(&site.url("/nothing")).await),
        "no-content"
    );
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    // What was shown before is there still, and so is the way back to it.
    assert_eq!(named(&mut browser, "Three").await, three);
    browser.go(&site.page("/four", "<label>Four <input></label>")).await;
    browser.session.back().await.expect("there is a page before");
    let again = named(&mut browser, "Three").await;
    ostler_tests::browser::all_good(&browser.fill(&[(&again.to_string(), json!("x"))]).await);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_in_a_frame_of_the_same_site_hits_what_is_meant() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<h1>Thank you</h1>"));
    let inner = "<body style='margin:0'><div style='height:60px'></div>
         <form method=post action=/store><label>Name <input name=n></label><button>Send</button></form>";
    site.answer("/inner", Answer::html(inner));
    site.answer(
        "/middle",
        Answer::html(
            "<body style='margin:0'><div style='height:90px'></div><iframe src=/inner width=500 height=200></iframe>",
        ),
    );
    // Wherever the frame's own coordinates would lead to in the page around it, there is a button that must not be pressed.
    let trap = "<button style='position:absolute;left:0;top:0;width:700px;height:300px' onclick=\"fetch('/trap', {method: 'POST'})\">Trap</button>";
    for (around, frame) in [
        (
            "plain",
            "<iframe src=/inner width=500 height=200 style='margin:350px 0 0 300px'></iframe>",
        ),
        (
            "scaled",
            "<iframe src=/inner width=500 height=200 style='margin:500px 0 0 300px;transform:scale(.6)'></iframe>",
        ),
        (
            "nested",
            "<iframe src=/middle width=600 height=400 style='margin:350px 0 0 100px;border:9px solid'></iframe>",
        ),
        (
            "far",
            "<div style='height:3000px'></div><iframe src=/inner width=500 height=200></iframe>",
        ),
    ] {
        site.forget();
        let url = site.page(&format!("/{around}"), &format!("{trap}{frame}"));
        let mut browser = Browser::at(&url).await;
        let request = ostler_engine::Request {
            submit: true,
            ..ostler_tests::browser::request(&[("Name", json!("Ada"))])
        };
        let report = browser.try_fill(request).await.expect("a report");
        ostler_tests::browser::all_good(&report);
        let sent: Vec<String> = site
            .posts()
            .iter()
            .map(|hit| format!("{} {}", hit.path, hit.body))
            .collect();
        assert_eq!(sent, ["/store n=Ada"], "{around}: {report:?}");
        browser.close().await;
    }
    // What lies over the frame is said.
    let url = site.page(
        "/veiled",
        "<iframe src=/inner width=500 height=200></iframe><div style='position:fixed;inset:0;background:#fffa'>Veil</div>",
    );
    let mut browser = Browser::at(&url).await;
    let send = named(&mut browser, "Send").await;
    assert_eq!(code(browser.session.click(send, Click::default()).await), "covered");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wait_without_time_looks_once_and_says_what_it_saw() {
    let site = Site::start().await;
    let url = site.page("/", "<p>It is done</p>");
    let mut browser = Browser::at(&url).await;
    for millis in [0, 1] {
        let within = Duration::from_millis(millis);
        let waited = browser
            .session
            .wait_for(text("it is done", true), within)
            .await
            .expect("a look");
        assert!(waited.satisfied && waited.already && !waited.unclear, "{waited:?}");
        let waited = browser
            .session
            .wait_for(text("never", true), within)
            .await
            .expect("a look");
        assert!(!waited.satisfied && !waited.unclear, "{waited:?}");
    }
    let waited = browser.session.wait_for_human(Duration::ZERO).await.expect("a look");
    assert!(waited.satisfied && !waited.unclear, "{waited:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_download_that_a_click_begins_is_told() {
    let site = Site::start().await;
    site.answer(
        "/data.csv",
        Answer::html("a,b").header("Content-Disposition", "attachment; filename=data.csv"),
    );
    let url = site.page("/", "<a href=/data.csv?token=SEKRIT>Get it</a>");
    let mut browser = Browser::at(&url).await;
    let link = named(&mut browser, "Get it").await;
    let done = browser.session.click(link, Click::default()).await.expect("a click");
    let expected = format!("a download of {} began and was refused", site.url("/data.csv"));
    assert_eq!(done.notes, [expected]);
    assert!(!done.navigated, "{done:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_has_no_json_is_told_as_what_it_is() {
    let site = Site::start().await;
    let url = site.page("/", "<p>Here</p>");
    let mut browser = Browser::at(&url).await;
    for (expression, other) in [
        ("1n", Some("1n")),
        ("NaN", Some("NaN")),
        ("-0", Some("-0")),
        ("1/0", Some("Infinity")),
        ("undefined", Some("undefined")),
        ("Promise.resolve()", Some("undefined")),
        ("null", None),
        ("0", None),
        ("({})", None),
    ] {
        let (value, told) = browser.session.evaluate_whole(expression).await.expect("a value");
        assert_eq!(told.as_deref(), other, "{expression}: {value}");
    }
    let (_, told) = browser.session.evaluate_whole("() => 1").await.expect("a value");
    assert_eq!(told.as_deref(), Some("a function"));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tab_that_closes_itself_gives_way_to_the_one_that_opened_it() {
    let site = Site::start().await;
    let first = site.page(
        "/",
        "<button onclick=\"window.open('/second')\">Open</button><label>One <input></label>",
    );
    site.page(
        "/second",
        "<button onclick=\"setTimeout(() => window.close(), 10)\">Soon</button><button onclick=\"window.close()\">Now</button>
         <label>Two <input onkeydown=\"if (event.key === 'Escape') window.close()\"></label>",
    );
    let mut browser = Browser::at(&first).await;
    for way in ["Soon", "Now", "Escape"] {
        let open = named(&mut browser, "Open").await;
        browser.session.click(open, Click::default()).await.expect("a click");
        let tabs = browser.session.tabs().await.expect("tabs");
        let other = tabs.iter().find(|tab| !tab.active).expect("the one that was opened");
        browser.session.switch_tab(&other.id).await.expect("switched");
        let began = Instant::now();
        let done = if way == "Escape" {
            let two = named(&mut browser, "Two").await;
            browser.session.press_keys(Some(two), "Escape").await
        } else {
            let button = named(&mut browser, way).await;
            browser.session.click(button, Click::default()).await
        };
        let done = done.expect("it was done");
        assert!(began.elapsed() < Duration::from_secs(4), "{way}: {:?}", began.elapsed());
        assert!(
            done.navigated
                && done
                    .notes
                    .iter()
                    .any(|note| note.contains("closed") && note.contains(&first)),
            "{way}: {done:?}"
        );
        let left = browser.session.tabs().await.expect("tabs");
        assert_eq!(left.len(), 1, "{way}: {left:?}");
        let report = browser.fill(&[("One", json!("here"))]).await;
        ostler_tests::browser::all_good(&report);
    }
    // One that closes between two calls is noticed by the next.
    let open = named(&mut browser, "Open").await;
    browser.session.click(open, Click::default()).await.expect("a click");
    let tabs = browser.session.tabs().await.expect("tabs");
    let other = tabs.iter().find(|tab| !tab.active).expect("the one that was opened");
    browser.session.switch_tab(&other.id).await.expect("switched");
    browser
        .session
        .evaluate("setTimeout(() => window.close(), 1)")
        .await
        .expect("a number");
    let error = browser
        .session
        .wait_for(text("never", true), Duration::from_secs(5))
        .await
        .expect_err("there is no page to look at");
    assert_eq!(error.code, "tab-closed", "{error:?}");
    let moved = browser.session.go_on().await.expect("a tab").expect("it was closed");
    assert!(moved.page && moved.note.contains(&first), "{moved:?}");
    assert_eq!(browser.session.go_on().await.expect("a tab"), None);
    let report = browser.fill(&[("One", json!("again"))]).await;
    ostler_tests::browser::all_good(&report);
    // With no other left there is an empty one to go on in.
    let open = named(&mut browser, "Open").await;
    browser.session.click(open, Click::default()).await.expect("a click");
    let tabs = browser.session.tabs().await.expect("tabs");
    let [mine, other] = tabs.as_slice() else {
        panic!("two: {tabs:?}")
    };
    browser.session.switch_tab(&other.id).await.expect("switched");
    browser.session.close_tab(Some(&mine.id)).await.expect("closed");
    let button = named(&mut browser, "Soon").await;
    let done = browser.session.click(button, Click::default()).await.expect("a click");
    assert!(
        done.notes.iter().any(|note| note.contains("no other is open")),
        "{done:?}"
    );
    browser.go(&first).await;
    named(&mut browser, "Open").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_window_that_closes_itself_on_a_submit_may_have_sent_it_and_says_what_ended() {
    let site = Site::start().await;
    let first = site.page("/", "<button onclick=\"window.open('/second')\">Open</button>");
    site.answer("/store", Answer::json("{}"));
    site.page(
        "/second",
        "<form onsubmit=\"fetch('/store', {method: 'POST', body: '1'}).then(() => window.close()); return false\">
         <label>Two <input></label><button>Send</button></form>",
    );
    let mut browser = Browser::at(&first).await;
    let open = named(&mut browser, "Open").await;
    browser.session.click(open, Click::default()).await.expect("a click");
    let tabs = browser.session.tabs().await.expect("tabs");
    browser.session.switch_tab(&tabs[1].id).await.expect("switched");
    let report = browser.session.submit(None, None).await.expect("it was pressed");
    assert_eq!(report.outcome.word(), "Unknown", "{report:?}");
    assert!(
        report
            .evidence
            .iter()
            .any(|line| line.contains("the page closed its tab")),
        "{report:?}"
    );
    assert_eq!(site.hits_of("/store").len(), 1);
    browser.close().await;
}

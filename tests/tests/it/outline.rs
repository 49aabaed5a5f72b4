//! What a page looks like to whoever acts on it, and the refs in it.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use ostler_machines::form::model::Ref;
use ostler_machines::outline::{Observation, Observe, Shown, View};
use ostler_tests::browser::field;
use ostler_tests::{Answer, Browser, Site};

const INTERACTIVE: View = View {
    interactive: true,
    root: None,
    depth: 15,
    most: 50_000,
};

async fn look(browser: &mut Browser, view: View) -> Observation {
    match browser.session.snapshot(view).await {
        Ok(seen) => seen,
        Err(error) => panic!("snapshot: {} ({})", error.message, error.code),
    }
}

async fn change(browser: &mut Browser) -> Observation {
    match browser.session.observe(Observe::Delta, INTERACTIVE).await {
        Ok(seen) => seen,
        Err(error) => panic!("observe: {} ({})", error.message, error.code),
    }
}

/// The ref on the first line that has `part` in it.
fn reference(seen: &Observation, part: &str) -> String {
    let line = seen.text.lines().find(|line| line.contains(part));
    let line = line.unwrap_or_else(|| panic!("a line has {part:?}: {}", seen.text));
    let behind = line.rsplit_once('"').map_or(line, |(_, behind)| behind);
    let found = behind
        .split([' ', ':'])
        .find(|word| Ref::parse(word).is_some())
        .unwrap_or_else(|| panic!("{line:?} has a ref"));
    found.to_owned()
}

async fn resolve(browser: &mut Browser, reference: &str) -> Result<String, String> {
    match browser.session.resolve(reference).await {
        Ok(found) => Ok(found.to_string()),
        Err(error) => Err(format!("{}: {}; {}", error.code, error.message, error.help)),
    }
}

/// Every ref that a text names.
fn references(text: &str) -> BTreeSet<String> {
    let words = text.split([' ', ':', '\n']);
    words
        .filter(|word| Ref::parse(word).is_some())
        .map(str::to_owned)
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_50_a_ref_of_one_document_never_names_an_element_of_another() {
    let site = Site::start().await;
    site.page("/inner", "<label>Inner <input></label>");
    let body = "<label>Name <input></label><button>Send</button><iframe src=/inner></iframe>";
    let urls = [
        site.page("/one", body),
        site.page("/two", body),
        site.page("/three", body),
    ];
    let mut browser = Browser::start().await;
    let mut all = BTreeSet::new();
    let mut count = 0;
    for url in &urls {
        browser.go(url).await;
        // The form model and the outline give numbers from the same count.
        let name = field(&browser.inspect().await, "Name")
            .reference
            .map(|it| it.to_string());
        let seen = look(&mut browser, View::default()).await;
        assert!(!seen.incomplete, "{}", seen.text);
        assert_eq!(name.as_deref(), Some(reference(&seen, "\"Name\"").as_str()));
        let refs = references(&seen.text);
        assert_eq!(refs.len(), 3, "{}", seen.text);
        count += refs.len();
        all.extend(refs);
    }
    // The same document loaded again is another one, and so is one in another tab.
    browser.go(&urls[2]).await;
    let seen = look(&mut browser, View::default()).await;
    all.extend(references(&seen.text));
    let first = browser.session.tabs().await.expect("tabs")[0].id.clone();
    browser
        .session
        .open_tab(Some(&urls[0]))
        .await
        .expect("another tab opens");
    let beside = look(&mut browser, View::default()).await;
    assert_eq!(beside.shown, Shown::Full);
    all.extend(references(&beside.text));
    assert_eq!(all.len(), count + 6, "{all:?}");
    let send = reference(&seen, "\"Send\"");
    let stale = resolve(&mut browser, &send).await.expect_err("it is in the other tab");
    assert!(stale.starts_with("stale-ref"), "{stale}");
    // Back there it is what it was, and what is new there gets numbers that the other tab has not had.
    browser.session.switch_tab(&first).await.expect("switched");
    assert_eq!(resolve(&mut browser, &send).await, Ok(send));
    browser
        .truth("document.body.append(Object.assign(document.createElement('button'), { textContent: 'New' }))")
        .await;
    let seen = look(&mut browser, View::default()).await;
    let new = reference(&seen, "\"New\"");
    assert!(!all.contains(&new), "{new} among {all:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_51_a_navigation_makes_the_refs_of_its_frame_stale() {
    let site = Site::start().await;
    site.page("/inner", "<button>Inner</button>");
    site.page("/other", "<button>Inner</button>");
    let url = site.page("/", "<button>Top</button><iframe name=i src=/inner></iframe>");
    let mut browser = Browser::at(&url).await;
    let seen = look(&mut browser, View::default()).await;
    let (top, inner) = (reference(&seen, "\"Top\""), reference(&seen, "\"Inner\""));
    // Within the document: none.
    browser.truth("history.pushState(0, '', '#there')").await;
    assert_eq!(resolve(&mut browser, &top).await, Ok(top.clone()));
    assert_eq!(resolve(&mut browser, &inner).await, Ok(inner.clone()));
    // The frame's: its own, even though there is a button of the same name.
    let arrived = "new Promise((done) => { const f = document.querySelector('iframe'); f.onload = () => done(1); f.src = '/other'; })";
    browser.truth(arrived).await;
    let seen = look(&mut browser, View::default()).await;
    assert_ne!(reference(&seen, "\"Inner\""), inner);
    assert!(resolve(&mut browser, &inner).await.is_err());
    assert_eq!(resolve(&mut browser, &top).await, Ok(top.clone()));
    // A frame that is gone: its own.
    let inner = reference(&seen, "\"Inner\"");
    browser.truth("document.querySelector('iframe').remove()").await;
    assert!(resolve(&mut browser, &inner).await.is_err());
    // The top document's: all.
    browser.go(&url).await;
    assert!(resolve(&mut browser, &top).await.is_err());
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_52_a_stale_ref_says_to_take_a_snapshot() {
    let site = Site::start().await;
    let url = site.page("/", "<button>Send</button>");
    let mut browser = Browser::at(&url).await;
    let seen = look(&mut browser, View::default()).await;
    let send = reference(&seen, "\"Send\"");
    browser.truth("document.querySelector('button').remove()").await;
    let said = resolve(&mut browser, &send).await.expect_err("it is gone");
    assert_eq!(
        said,
        format!("stale-ref: {send} is no longer on the page; take a snapshot and use its refs")
    );
    assert!(resolve(&mut browser, "e987654").await.is_err());
    assert!(resolve(&mut browser, "f99e1").await.is_err());
    let said = resolve(&mut browser, "the button").await.expect_err("this is no ref");
    assert!(said.starts_with("bad-ref"), "{said}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_53_an_element_made_anew_is_found_again_if_there_is_no_doubt() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<ul id=list><li><button>Delete</button><li><button>Delete</button></ul><div id=one><button>Send</button></div>",
    );
    let again = "document.getElementById('one').innerHTML += ''";
    let mut browser = Browser::at(&url).await;
    let seen = look(&mut browser, View::default()).await;
    let send = reference(&seen, "\"Send\"");
    let delete = reference(&seen, "\"Delete\"");
    // One of its name, made anew.
    browser.truth(again).await;
    let healed = resolve(&mut browser, &send).await.expect("there is no doubt");
    assert_ne!(healed, send);
    // All of a list made anew, as many as there were: the one in the same place.
    browser.truth("document.getElementById('list').innerHTML += ''").await;
    let healed = resolve(&mut browser, &delete).await.expect("as many as there were");
    let seen = look(&mut browser, View::default()).await;
    assert_eq!(reference(&seen, "\"Delete\""), healed, "the first of them");
    // One fewer, and the next has moved up.
    browser.truth("document.querySelector('#list li').remove()").await;
    assert!(resolve(&mut browser, &healed).await.is_err());
    // A new one below, so that they are as many as they were: still it is another that has moved up.
    browser
        .truth("document.getElementById('list').insertAdjacentHTML('beforeend', '<li><button>Delete</button>')")
        .await;
    assert!(resolve(&mut browser, &healed).await.is_err());
    // Another name.
    let seen = look(&mut browser, View::default()).await;
    let send = reference(&seen, "\"Send\"");
    browser
        .truth("document.getElementById('one').innerHTML = '<button>Pay</button>'")
        .await;
    assert!(resolve(&mut browser, &send).await.is_err());
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_54_of_more_than_a_thousand_refs_the_oldest_are_not_found_again() {
    let site = Site::start().await;
    let buttons: String = (0..1_001).map(|n| format!("<button>b{n}</button>")).collect();
    let url = site.page("/", &buttons);
    let mut browser = Browser::at(&url).await;
    let seen = look(&mut browser, View::default()).await;
    let (first, last) = (reference(&seen, "\"b0\""), reference(&seen, "\"b1000\""));
    assert_eq!(
        resolve(&mut browser, &first).await,
        Ok(first.clone()),
        "as long as it is there"
    );
    browser.truth("document.body.innerHTML += ''").await;
    assert!(resolve(&mut browser, &first).await.is_err());
    assert!(resolve(&mut browser, &last).await.is_ok());
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_56_a_page_that_is_as_it_was_is_not_told_again() {
    let site = Site::start().await;
    let long = "Words that go on. ".repeat(20);
    let url = site.page(
        "/",
        &format!("<p>{long}</p><label>Name <input></label><p id=out></p><button onclick=\"out.textContent = 'Thanks'\">Send</button>"),
    );
    let mut browser = Browser::at(&url).await;
    let first = look(&mut browser, View::default()).await;
    assert_eq!(first.shown, Shown::Full);
    let name = reference(&first, "\"Name\"");
    let again = look(&mut browser, View::default()).await;
    assert_eq!((again.shown, again.text.as_str()), (Shown::Unchanged, "… no change"));
    assert_eq!(
        resolve(&mut browser, &name).await,
        Ok(name.clone()),
        "refs stay as they are"
    );
    assert_eq!(
        look(&mut browser, INTERACTIVE).await.shown,
        Shown::Full,
        "asked for otherwise"
    );
    assert_eq!(change(&mut browser).await.shown, Shown::Unchanged);
    // Only what changed, and each thing once.
    browser.truth("document.querySelector('input').value = 'Ada'").await;
    browser.truth("document.querySelector('button').click()").await;
    let seen = change(&mut browser).await;
    assert_eq!(seen.shown, Shown::Delta, "{}", seen.text);
    assert_eq!(seen.text, format!("~ textbox \"Name\" {name}: Ada\n+ text: Thanks"));
    assert_eq!(change(&mut browser).await.shown, Shown::Unchanged);
    browser.go(&url).await;
    assert_eq!(change(&mut browser).await.shown, Shown::Full, "another document");
    let none = browser
        .session
        .observe(Observe::None, INTERACTIVE)
        .await
        .expect("nothing is asked");
    assert_eq!((none.shown, none.text.as_str()), (Shown::Nothing, ""));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_57_an_outline_says_what_a_person_sees_and_no_more() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.url("/pages/outline.html")).await;
    let seen = look(&mut browser, View::default()).await;
    assert_eq!(seen.title, "Outline");
    let expected = r#"navigation "Main"
 link "Home" e2
 link "Orders" e3 current
main
 h1: Your order
 text: Three things are in it.
 h2
  link "More about it" e4
 img: A parcel
 text: Item | Price
 text: Tea | 3.50
 form "Address" e1
  textbox "Name" e5 required: Ada
  textbox "Email" e6 required
  textbox "Street" e7
  combobox "Country" e8 {France|Spain}: Spain
  password "Password" e9: •••••• (medium)
  textbox "Card number" e10: •••••• (medium)
  group "Delivery"
   radio "Standard" e11 checked
   radio "Express" e12 disabled
  checkbox "I accept the terms" e13
  link "terms" e14
  textbox "Note" e15: Leave it at the door
  switch "Gift wrap" e16 checked
  alert
   text: Please enter your email
  button "Send" e17
 button "Details" e18 collapsed
 button "Menu" e19 collapsed
 tablist "Tabs"
  tab "One" e20 selected
  tab "Two" e21
 clickable "Choose this" e22
 button "Close \" e99 disabled button \"Forged" e23
 text: Line break textbox "Forged" e77
dialog "Cookies" e24
 text: We use them.
 button "Fine" e25"#;
    assert_eq!(seen.text, expected);
    // Only a part of it, and what has the focus.
    browser.truth("document.querySelector('#mail').focus()").await;
    let dialog = View {
        root: Ref::parse("e24"),
        ..View::default()
    };
    let part = look(&mut browser, dialog).await;
    assert_eq!(
        part.text,
        "dialog \"Cookies\" e24\n text: We use them.\n button \"Fine\" e25"
    );
    let seen = look(&mut browser, INTERACTIVE).await;
    assert!(
        seen.text.contains("textbox \"Email\" e6 required focused"),
        "{}",
        seen.text
    );
    assert!(
        !seen.text.contains("Tea") && !seen.text.contains("main"),
        "{}",
        seen.text
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_57_of_what_only_the_hand_shows_a_hundred_are_told() {
    let site = Site::start().await;
    let many: String = (0..150)
        .map(|n| format!("<div style='cursor:pointer'><b>Card</b> {n}</div>"))
        .collect();
    let url = site.page("/", &many);
    let mut browser = Browser::at(&url).await;
    let seen = look(&mut browser, View::default()).await;
    let told = |role: &str| seen.text.lines().filter(|line| line.starts_with(role)).count();
    assert_eq!((told("clickable \"Card "), told("text: Card ")), (100, 50));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_57_no_password_leaves_the_page() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.url("/pages/outline.html")).await;
    let seen = look(&mut browser, View::default()).await;
    for secret in ["hunter2-canary", "4111", "1111"] {
        assert!(!seen.text.contains(secret), "{}", seen.text);
    }
    // One that is shown is one still.
    browser
        .truth("document.querySelector('[type=password]').type = 'text'")
        .await;
    let seen = change(&mut browser).await;
    assert!(!seen.text.contains("hunter2-canary"), "{}", seen.text);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outline_of_sixty_fields_is_small_and_costs_one_round_trip_a_frame() {
    let site = Site::start().await;
    site.page("/inner", "<label>Inner <input></label>");
    let mut fields = String::new();
    for n in 0..60 {
        let control = match n % 6 {
            0 | 1 => format!("<input name=f{n} class='form-control input-lg' aria-describedby=h{n}>"),
            2 => format!("<input name=f{n} type=email required>"),
            3 => {
                format!("<select name=f{n}><option value=''>Please choose<option>Red<option>Green<option>Blue</select>")
            }
            4 => format!("<input type=date name=f{n}>"),
            _ => format!("<textarea name=f{n}></textarea>"),
        };
        fields.push_str(&format!(
            "<div class=row><div class=col><label for=i{n}>Question number {n} <span class=req>*</span></label><div class=wrap>{}</div><small id=h{n}>A hint for it</small></div></div>",
            control.replacen(' ', &format!(" id=i{n} "), 1)
        ));
    }
    let url = site.page(
        "/",
        &format!(
            "<h1>Sixty</h1><form><h2>All of them</h2>{fields}<button>Send</button></form><iframe src=/inner></iframe>"
        ),
    );
    let mut browser = Browser::at(&url).await;
    look(&mut browser, View::default()).await;
    let before = browser.session.counts();
    let seen = look(&mut browser, INTERACTIVE).await;
    let after = browser.session.counts();
    assert_eq!(
        after.commands - before.commands,
        2,
        "one question for each of the two frames"
    );
    let controls = seen
        .text
        .lines()
        .filter(|line| line.contains("Question number"))
        .count();
    assert_eq!(controls, 60);
    assert!(
        seen.text.len() < 45 * 64,
        "{} characters:\n{}",
        seen.text.len(),
        seen.text
    );
    browser.close().await;
}

/// Waits until the site has been asked for `path`.
async fn asked(site: &Site, path: &str) {
    let begun = Instant::now();
    while site.hits_of(path).is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(20), "{path} is asked for");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A page with a frame of another site, which at a message holds everything up until `/hold` has answered.
fn with_holding_frame(site: &Site, hold: u64, then: &str) -> String {
    site.answer("/hold", Answer::json("{}").after(hold));
    site.page(
        "/first",
        &format!(
            "<p>First</p><script>addEventListener('message', () => {{
               const x = new XMLHttpRequest(); x.open('GET', '/hold', false);
               try {{ x.send(); }} catch {{}}
               {then}
             }});</script>"
        ),
    );
    site.page("/second", "<p>Second</p><button>There</button>");
    site.page(
        "/",
        &format!(
            "<p>Top</p><iframe title=Held src='{}'></iframe>",
            site.elsewhere("/first")
        ),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_58_a_navigation_while_frames_are_read_reads_them_again() {
    let site = Site::start().await;
    let url = with_holding_frame(&site, 600, "location.replace('/second');");
    let mut browser = Browser::at(&url).await;
    look(&mut browser, View::default()).await;
    browser.truth("frames[0].postMessage('go', '*')").await;
    asked(&site, "/hold").await;
    let seen = look(&mut browser, View::default()).await;
    assert!(
        seen.text.contains("Second") && !seen.text.contains("First"),
        "{}",
        seen.text
    );
    assert!(!seen.incomplete, "{}", seen.text);
    let there = reference(&seen, "\"There\"");
    assert_eq!(resolve(&mut browser, &there).await, Ok(there));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_59_a_frame_that_vanishes_while_it_is_read_is_no_part_of_the_page() {
    let site = Site::start().await;
    let url = with_holding_frame(&site, 5_000, "");
    let mut browser = Browser::at(&url).await;
    look(&mut browser, View::default()).await;
    browser.truth("frames[0].postMessage('go', '*')").await;
    asked(&site, "/hold").await;
    browser
        .truth("void setTimeout(() => document.querySelector('iframe').remove(), 200)")
        .await;
    let seen = look(&mut browser, View::default()).await;
    assert_eq!(seen.text, "text: Top");
    assert!(!seen.incomplete && seen.unread.is_empty());
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_59_a_frame_that_does_not_answer_is_named_and_nothing_in_it_is_said_to_be_gone() {
    let site = Site::start().await;
    let url = with_holding_frame(&site, 20_000, "");
    let mut browser = Browser::at(&url).await;
    look(&mut browser, View::default()).await;
    browser.truth("frames[0].postMessage('go', '*')").await;
    asked(&site, "/hold").await;
    let seen = change(&mut browser).await;
    assert!(seen.incomplete);
    assert_eq!(seen.unread, [site.elsewhere("/first")]);
    assert!(seen.text.contains("frame \"Held\" f1 unread"), "{}", seen.text);
    assert!(!seen.text.contains("- text: First"), "{}", seen.text);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_60_frames_of_other_sites_are_read_three_deep_and_closed_roots_too() {
    let site = Site::start().await;
    let closed = "<div id=host></div><script>document.getElementById('host').attachShadow({ mode: 'closed' }).innerHTML = '<button>Deepest</button>';</script>";
    site.page("/three", closed);
    site.page(
        "/two",
        &format!(
            "<label>Two <input></label><iframe title=Third src='{}'></iframe>",
            site.elsewhere("/three")
        ),
    );
    site.page(
        "/one",
        &format!(
            "<label>One <input></label><iframe title=Second src='{}'></iframe>",
            site.url("/two")
        ),
    );
    let url = site.page(
        "/",
        &format!(
            "<iframe style='display:none' src=/three></iframe><label>Top <input></label><iframe title=First src='{}'></iframe><button>After</button>",
            site.elsewhere("/one")
        ),
    );
    let mut browser = Browser::at(&url).await;
    let seen = look(&mut browser, View::default()).await;
    assert!(!seen.incomplete, "{}", seen.text);
    let shape: Vec<&str> = (seen.text.lines())
        .map(|line| line.rfind('"').map_or(line, |at| &line[..=at]))
        .collect();
    assert_eq!(
        shape,
        [
            "textbox \"Top\"",
            "frame \"First\"",
            " textbox \"One\"",
            " frame \"Second\"",
            "  textbox \"Two\"",
            "  frame \"Third\"",
            "   button \"Deepest\"",
            "button \"After\"",
        ],
        "{}",
        seen.text
    );
    let deepest = reference(&seen, "\"Deepest\"");
    assert_eq!(resolve(&mut browser, &deepest).await, Ok(deepest));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_odd_page_is_read_all_the_same() {
    let site = Site::start().await;
    let options: String = (0..300).map(|n| format!("<option>Land {n}")).collect();
    let url = site.page(
        "/",
        &format!(
            "<div role=heading aria-level=1e99>Above all</div><div role=heading aria-level=-3>Below</div>
             <form><input name=parentNode aria-label=Parent><input name=firstChild aria-label=Child></form>
             <input role='x\"y e99' aria-label='Odd role'><select aria-label=Land>{options}</select>
             <div role=listbox tabindex=0 aria-label=Open><div role=option aria-selected=true>One</div><div role=option>Two</div></div>
             <button id=half></button><div id=deep></div>
             <script>
               half.ariaLabel = 'Half ' + String.fromCharCode(0xd83d);
               let at = deep;
               for (let n = 0; n < 1000; n += 1) {{ const next = document.createElement('div'); at.append(next); at = next; }}
               at.innerHTML = '<button>Far down</button>';
             </script>"
        ),
    );
    let mut browser = Browser::at(&url).await;
    let seen = look(&mut browser, View::default()).await;
    for part in [
        "h9: Above all",
        "h1: Below",
        "textbox \"Parent\"",
        "textbox \"Child\"",
        "textbox \"Odd role\"",
        " 300 options",
        "option \"One\"",
        "option \"Two\"",
        "button \"Half \u{fffd}\"",
    ] {
        assert!(seen.text.contains(part), "{part:?} in {}", seen.text);
    }
    let fields = browser.inspect().await.fields().count();
    assert!(fields >= 4, "the form model copes too: {fields}");
    assert!(
        seen.incomplete,
        "what is too far down is not said to be absent: {}",
        seen.text
    );
    assert!(!seen.text.contains("e99"), "{}", seen.text);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_are_those_of_the_document_that_is_shown() {
    let site = Site::start().await;
    site.page("/inner", "<label>Inner <input></label>");
    let frames = format!(
        "<label>Outer <input></label><iframe src=/inner></iframe><iframe src='{}'></iframe>",
        site.elsewhere("/inner")
    );
    let with = site.page("/with", &frames);
    let without = site.page("/without", "<label>Alone <input></label>");
    let mut browser = Browser::at(&with).await;
    assert_eq!(browser.inspect().await.fields().count(), 3);
    browser.go(&without).await;
    let page = browser.inspect().await;
    assert_eq!((page.fields().count(), page.unread.len()), (1, 0));
    let seen = look(&mut browser, View::default()).await;
    assert_eq!(seen.text, format!("textbox \"Alone\" {}", reference(&seen, "Alone")));
    // Back there, they are there again.
    browser.truth("void setTimeout(() => history.back())").await;
    let begun = Instant::now();
    loop {
        let seen = look(&mut browser, View::default()).await;
        if seen.text.matches("Inner").count() == 2 && !seen.incomplete {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{}", seen.text);
    }
    assert_eq!(browser.inspect().await.fields().count(), 3);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_61_things_are_found_by_words_and_can_be_acted_on() {
    let site = Site::start().await;
    let links: String = (0..40).map(|n| format!("<a href=/{n}>More of {n}</a> ")).collect();
    let url = site.page(
        "/",
        &format!("{links}<p>Pay the invoice</p><button>Pay by post</button><button>Pay invoice</button>"),
    );
    let mut browser = Browser::at(&url).await;
    let found = browser
        .session
        .find("pay invoice button")
        .await
        .expect("the page answers");
    let names: Vec<&str> = found.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names, ["Pay invoice", "Pay by post"]);
    let pay = found[0]
        .reference
        .map(|it| it.to_string())
        .expect("what is found has a ref");
    assert_eq!(resolve(&mut browser, &pay).await, Ok(pay));
    assert_eq!(browser.session.find("more").await.expect("the page answers").len(), 20);
    browser.close().await;
}

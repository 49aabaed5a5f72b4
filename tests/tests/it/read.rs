//! What Ostler sees of a page.

use std::time::{Duration, Instant};

use ostler_machines::form::keys::{Index, Resolution};
use ostler_machines::form::model::{Effect, Kind, LabelSource, Page};
use ostler_machines::report::Status;
use ostler_tests::browser::{all_good, field, status};
use ostler_tests::{Answer, Browser, Site, ostler};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_5_the_script_is_in_every_document_before_the_page_runs() {
    let site = Site::start().await;
    // Each document starts its work in its very first script: only a counter that came before sees it.
    let busy = |name: &str| {
        format!(
            "<script>fetch('/slow').then(() => document.body.insertAdjacentHTML('beforeend', '<label>{name} <input name=late></label>'))</script><p>{name}</p>"
        )
    };
    site.answer("/slow", Answer::json("{}").after(600));
    let first = site.page("/first", &busy("First"));
    let second = site.page("/second", &busy("Second"));
    site.page("/child", &busy("Child"));
    let mut browser = Browser::at(&first).await;
    field(&browser.inspect().await, "First");
    browser.go(&second).await;
    let before = browser.inspect().await;
    field(&before, "Second");
    // A field that is filled makes the settle machine wait for the new frame's work too.
    site.page(
        "/third",
        "<label>Go <input name=go oninput=\"document.body.append(Object.assign(document.createElement('iframe'), { src: '/child' }))\"></label>",
    );
    browser.go(&site.url("/third")).await;
    all_good(&browser.fill(&[("Go", json!("x"))]).await);
    let page = browser.inspect().await;
    let child = field(&page, "Child");
    assert_ne!(child.reference.map(|r| r.frame), Some(0), "it is in the frame");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_6_a_question_costs_one_round_trip_a_frame() {
    let site = Site::start().await;
    let fields: String = (0..200)
        .map(|n| format!("<p><label>Field {n} <input name=f{n}></label></p>"))
        .collect();
    site.page("/child", "<label>Inner <input name=inner></label>");
    let url = site.page("/", &format!("<form>{fields}</form><iframe src=/child></iframe>"));
    let mut browser = Browser::at(&url).await;
    browser.inspect().await;
    let before = browser.session.counts();
    let page = browser.inspect().await;
    let after = browser.session.counts();
    assert_eq!(page.fields().count(), 201);
    assert_eq!(
        after.commands - before.commands,
        2,
        "one question for each of the two frames: {after:?}"
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_7_open_shadow_roots_and_frames_of_the_same_origin_are_read_and_filled() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.url("/pages/frames.html")).await;
    let page = browser.inspect().await;
    for label in ["Outer", "In the shadow", "Deep in the shadow", "same city"] {
        field(&page, label);
    }
    assert_eq!(page.unread, Vec::<String>::new());
    let report = browser
        .fill(&[
            ("Outer", json!("a")),
            ("In the shadow", json!("b")),
            ("Deep in the shadow", json!("c")),
            ("same city", json!("d")),
        ])
        .await;
    all_good(&report);
    assert_eq!(browser.value("#outer").await, "a");
    assert_eq!(browser.truth("window.shade()").await, json!(["b", "c"]));
    let inner = "document.querySelector('iframe').contentDocument.querySelector('input').value";
    assert_eq!(browser.truth(inner).await, json!("d"));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_8_a_page_that_replaces_every_builtin_changes_nothing() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.url("/pages/hostile.html")).await;
    let page = browser.inspect().await;
    assert_eq!(page.title, "Hostile");
    let labels: Vec<&str> = page.fields().map(|f| f.label.as_str()).collect();
    assert_eq!(labels, ["Name", "City", "Agree", "Plan"]);
    let names: Vec<&str> = page.fields().map(|f| f.name.as_str()).collect();
    assert_eq!(names[0], "constructor");
    assert_eq!(names[1], "\"]); alert(1); //");
    let report = browser
        .fill(&[
            ("Name", json!("Ada")),
            ("\"]); alert(1); //", json!("Lisbon")),
            ("agree", json!(true)),
            ("Plan", json!("Paid")),
        ])
        .await;
    all_good(&report);
    let held = "[document.forms[0][0].value, document.forms[0][1].value, document.forms[0][2].checked, document.forms[0][3].value]";
    assert_eq!(browser.truth(held).await, json!(["Ada", "Lisbon", true, "p"]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_8_a_page_that_forbids_every_script_is_filled_all_the_same() {
    let site = Site::start().await;
    let page = "<!doctype html><title>Strict</title><form><label>Name <input name=n></label>\
        <label>Plan <select name=p><option value=f>Free<option value=x>Paid</select></label></form>";
    let policy = "default-src 'none'; script-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'; sandbox allow-forms";
    site.answer("/", Answer::html(page).header("content-security-policy", policy));
    let mut browser = Browser::at(&site.url("/")).await;
    let report = browser.fill(&[("Name", json!("Ada")), ("Plan", json!("Paid"))]).await;
    all_good(&report);
    let page = browser.inspect().await;
    let held: Vec<String> = page.fields().map(|f| format!("{:?}", f.held)).collect();
    assert!(held[0].contains("3 chars"), "{held:?}");
    assert!(held[1].contains('1'), "{held:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_9_closed_shadow_roots_and_frames_of_other_origins_are_read_and_filled() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.url("/pages/closed.html")).await;
    let report = browser
        .fill(&[
            ("Outer", json!("a")),
            ("Made closed", json!("b")),
            ("Declared closed", json!("c")),
            ("other city", json!("d")),
        ])
        .await;
    all_good(&report);
    assert_eq!(browser.truth("window.held()").await, json!("b"));
    // The other origin tells its parent what it holds; nobody can look into the declared root, so Ostler is asked again.
    let told = browser.truth("window.told").await;
    assert_eq!(told.as_array().and_then(|all| all.last()), Some(&json!("d")), "{told}");
    let page = browser.inspect().await;
    assert_eq!(page.unread, Vec::<String>::new());
    let again = browser.fill(&[("Declared closed", json!("c"))]).await;
    assert_eq!(status(&again, "Declared closed"), Status::Unchanged);
    browser.close().await;
}

/// A line for each field: label, kind and what was asked for, in words that a person can check against the page.
fn summary(page: &Page) -> Vec<String> {
    page.fields()
        .map(|f| {
            let mut line = format!("{} | {}", f.label, f.kind.word());
            for (is, word) in [
                (f.required, "required"),
                (f.readonly, "readonly"),
                (f.disabled, "disabled"),
                (f.multiple, "multiple"),
            ] {
                if is {
                    line += &format!(" {word}");
                }
            }
            if !f.options.is_empty() {
                let options: Vec<String> = f
                    .options
                    .iter()
                    .map(|o| {
                        let marks = [(o.selected, "*"), (o.disabled, "!")];
                        let marks: String = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark).collect();
                        format!("{}={}{marks}", o.label, o.value)
                    })
                    .collect();
                line += &format!(" [{}]", options.join(", "));
            }
            if f.suggestions {
                line += " suggestions";
            }
            for (name, value) in [
                ("pattern", &f.pattern),
                ("min", &f.min),
                ("max", &f.max),
                ("step", &f.step),
                ("placeholder", &f.placeholder),
                ("accept", &f.accept),
                ("error", &f.error),
                ("hint", &f.description),
            ] {
                if !value.is_empty() {
                    line += &format!(" {name}={value}");
                }
            }
            if let Some(most) = f.maxlength {
                line += &format!(" maxlength={most}");
            }
            line
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_20_every_property_of_every_html_control_is_read() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.url("/pages/controls.html")).await;
    let page = browser.inspect().await;
    let expected = [
        "Full name | text required maxlength=40",
        "Search | search placeholder=Search this site",
        "Email | email hint=We never share it.",
        "Phone | tel pattern=[0-9 +]+",
        "Website | url",
        "Password | password",
        "Message | textarea",
        "Seats | number min=1 max=9 step=2",
        "Volume | range min=0 max=10",
        "Colour | color",
        "Born on | date min=1900-01-01 max=2020-12-31",
        "Doors | time",
        "Meeting | datetime-local",
        "Expiry | month",
        "Week | week",
        "I accept the terms | checkbox required",
        "Toppings | checkbox-group multiple [Ham=h, Olives=o*]",
        "Size | radio [Small=s, Medium=m*, Large=l!]",
        "Country | select [Choose one=, Norway=no, Portugal=pt*, Atlantis=xx!]",
        "Languages | select-multiple multiple [English=en, Portuguese=pt]",
        "Fruit | text [Apple=Apple, Pear=Pear] suggestions",
        "CV | file multiple accept=.pdf,image/*",
        "Postcode | text error=Enter a full postcode",
        "Reference | text readonly",
        "Old code | text disabled",
        "Notes | editable",
        "Newsletter | switch",
    ];
    let seen = summary(&page);
    for (number, line) in expected.iter().enumerate() {
        assert_eq!(
            seen.get(number).map(String::as_str),
            Some(*line),
            "field {number} of {seen:#?}"
        );
    }
    assert_eq!(seen.len(), expected.len(), "{seen:#?}");

    let form = page
        .forms
        .iter()
        .find(|form| form.name == "Everything")
        .expect("the form has its name");
    let submits: Vec<(&str, Effect)> = form.submits.iter().map(|s| (s.label.as_str(), s.effect)).collect();
    assert!(submits.contains(&("Send everything", Effect::Submit)), "{submits:?}");
    assert!(
        !submits
            .iter()
            .any(|(label, effect)| *label != "Send everything" && *effect == Effect::Submit),
        "{submits:?}"
    );

    let name = field(&page, "Full name");
    assert_eq!(
        (name.name.as_str(), name.id.as_str(), name.label_source),
        ("name", "name", LabelSource::Label)
    );
    assert_eq!(name.autocomplete.token, "name");
    assert_eq!(name.minlength, Some(2));
    let email = field(&page, "Email");
    let parsed = &email.autocomplete;
    assert_eq!(
        (
            parsed.section.as_str(),
            parsed.address.as_str(),
            parsed.contact.as_str(),
            parsed.token.as_str()
        ),
        ("a", "shipping", "home", "email")
    );
    let country = field(&page, "Country");
    assert_eq!(country.options[1].group, "North");
    assert_eq!(country.kind, Kind::Select);
    assert!(page.fields().all(|f| f.name != "token"), "a hidden input asks nobody");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_field_of_every_page_has_a_key_that_leads_to_it() {
    let site = Site::start().await;
    let folder = ostler_tests::root().join("tests/pages");
    let mut names: Vec<String> = [folder.clone(), folder.join("script")]
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).expect("the pages are there"))
        .map(|entry| entry.expect("a page can be listed").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "html"))
        .filter_map(|path| Some(path.strip_prefix(&folder).ok()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    let mut browser = Browser::start().await;
    let mut fields = 0;
    for name in names {
        browser.go(&site.url(&format!("/pages/{name}"))).await;
        let page = browser.inspect().await;
        let index = Index::new(&page);
        for field in page.fields() {
            fields += 1;
            let own = field.reference.expect("a field has a ref");
            let key = index.key(own).expect("a field has a key");
            for form in [None, field.form] {
                let found = index.resolve(&key, form);
                assert!(
                    matches!(&found, Resolution::One { field, part: None, choice: None, .. } if *field == own),
                    "{name}: {key:?} is {found:?}, not {own}"
                );
            }
        }
    }
    assert!(fields > 50, "{fields}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_key_that_inspect_shows_is_one_that_fill_takes() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form><fieldset><legend>You</legend><label>Last name <input name=l1></label></fieldset>
         <fieldset><legend>Passenger 2</legend><label>First name <input name=f2></label>
         <label>Last name <input name=l2></label></fieldset><label>City <input name=x></label><label>City <input name=y></label></form>",
    );
    let shown = ostler(&["inspect", &url, "--json"]).run().await.json();
    let fields = shown["forms"][0]["fields"].as_array().expect("there are fields");
    let keys: Vec<&str> = fields.iter().filter_map(|field| field["key"].as_str()).collect();
    assert_eq!(
        keys,
        [
            "You: Last name",
            "Passenger 2: First name",
            "Passenger 2: Last name",
            "x",
            "y"
        ]
    );
    let table = ostler(&["inspect", &url]).run().await.out;
    for key in &keys {
        assert!(table.contains(&format!("key: {key}")), "{table}");
    }
    let mut asked: Vec<String> = vec!["fill".into(), url.clone(), "--json".into()];
    for key in &keys {
        asked.extend(["--set".to_owned(), format!("{key}=for {key}")]);
    }
    let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
    let ran = ostler(&asked).run().await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    // A bare label that is about somebody else is missing, with what to write instead.
    let answer = ostler(&["fill", &url, "--json", "--set", "First name=Ada"])
        .run()
        .await
        .json();
    assert_eq!(answer["fields"][0]["status"], "missing");
    assert_eq!(answer["fields"][0]["candidates"][0]["key"], "Passenger 2: First name");
}

/// A page with a form, what `deep` makes in the empty `#d`, and an element that may have a closed shadow root.
fn deep_page(site: &Site, path: &str, deep: &str) -> String {
    site.page(
        path,
        &format!(
            "<form><label>Name <input name=n></label></form><div id=room style='height:40px;width:300px'></div><div id=d></div>
             <my-shade style='display:block;height:40px'><template shadowrootmode=closed><label>Shaded <input></label></template></my-shade>
             <script>const chain = (count, inside) => {{ const top = document.createElement('div'); let at = top; for (let i = 1; i < count; i++) {{ at.append(document.createElement('div')); at = at.firstChild; }} at.append(inside); return top; }};
             // To append far down takes Chrome long: pieces are made and put into each other from the inside.
             const nest = (count, inside) => {{ for (let left = count; left > 0; left -= 300) inside = chain(Math.min(left, 300), inside); return inside; }};
             const bit = (html) => document.createRange().createContextualFragment(html);
             {deep}</script>"
        ),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_9_a_page_nested_deeply_is_read_and_filled_closed_roots_and_all() {
    let site = Site::start().await;
    let mut browser = Browser::start().await;
    for count in [70, 400] {
        let deep = format!("d.append(nest({count}, bit('<label>Deep <input name=deep></label>')));");
        browser.go(&deep_page(&site, &format!("/{count}"), &deep)).await;
        let page = browser.inspect().await;
        let labels: Vec<&str> = page.fields().map(|f| f.label.as_str()).collect();
        assert_eq!(labels, ["Name", "Deep", "Shaded"], "{count} levels");
        assert_eq!(
            (page.unread.len(), page.partly.len()),
            (0, 0),
            "{count} levels: {page:?}"
        );
        let report = browser
            .fill(&[("Name", json!("a")), ("Deep", json!("b")), ("Shaded", json!("c"))])
            .await;
        all_good(&report);
        assert_eq!(browser.value("[name=deep]").await, "b");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_9_a_closed_root_deep_in_the_page_in_another_one_and_with_light_children_is_found() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        &format!(
            "<form><label>Name <input name=n></label></form>{}<div style='display:block;height:40px;width:300px'>
             <template shadowrootmode=closed><label>Far down <input></label><my-inner style='display:block;height:30px'>
             <template shadowrootmode=closed><label>Within <input></label></template></my-inner></template>
             </div>{}<my-slotted>Some words<template shadowrootmode=closed><slot></slot> <label>Beside <input></label></template></my-slotted>",
            "<div>".repeat(100),
            "</div>".repeat(100)
        ),
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[
            ("Name", json!("a")),
            ("Far down", json!("b")),
            ("Within", json!("c")),
            ("Beside", json!("d")),
        ])
        .await;
    all_good(&report);
    let before = browser.session.counts();
    browser.inspect().await;
    let after = browser.session.counts();
    assert_eq!(
        after.commands - before.commands,
        1,
        "what was looked into once is known"
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_9_a_hundred_thousand_nested_elements_hold_nothing_up() {
    let site = Site::start().await;
    // What Chrome itself could not lay out is not shown.
    let makers = [
        ("text", "document.createTextNode('deep')"),
        (
            "field",
            "bit('<fieldset><legend>Far</legend><h2>Head</h2><label>Buried <input name=b></label><select name=s><option>1</select></fieldset>')",
        ),
    ];
    let mut browser = Browser::start().await;
    for (path, inside) in makers {
        let deep = format!("d.style.display = 'none'; d.append(nest(100000, {inside}));");
        browser.go(&deep_page(&site, &format!("/{path}"), &deep)).await;
        let began = Instant::now();
        let page = browser.inspect().await;
        assert!(page.fields().any(|f| f.label == "Shaded"), "{path}: {page:?}");
        all_good(&browser.fill(&[("Name", json!("Ada")), ("Shaded", json!("b"))]).await);
        assert!(
            began.elapsed() < Duration::from_secs(30),
            "{path}: {:?}",
            began.elapsed()
        );
        assert_eq!(browser.value("[name=n]").await, "Ada");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_9_what_could_not_be_looked_into_is_said_and_the_rest_is_read() {
    let site = Site::start().await;
    // Far more suspects than anyone looks into in bounded time.
    let url = site.page(
        "/",
        "<form><label>Name <input name=n></label></form><div id=d></div><script>
         const f = document.createDocumentFragment();
         for (let i = 0; i < 60000; i++) { const p = document.createElement('div'); p.style.cssText = 'height:20px;width:200px'; f.append(p); }
         d.append(f);</script>",
    );
    let mut browser = Browser::at(&url).await;
    let began = Instant::now();
    let page = browser.inspect().await;
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    field(&page, "Name");
    let report = browser.fill(&[("Name", json!("Ada"))]).await;
    all_good(&report);
    let told = report.notes.iter().any(|note| note.contains("could not be read"));
    let page = browser.inspect().await;
    assert_eq!(told, !page.partly.is_empty(), "{:?} {:?}", report.notes, page.partly);
    browser.close().await;
}

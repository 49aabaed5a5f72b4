//! Rows of a form: those that are there are used, those that keys ask for are made by the page's own button.

use ostler_engine::Request;
use ostler_machines::report::{Outcome, Status};
use ostler_tests::browser::{all_good, entry, request, status};
use ostler_tests::{Answer, Browser, Site};
use serde_json::{Value, json};

/// An order with a row for each item, one at first, and a group of its own for guests, none at first.
fn order(name: &str, items: &str, guests: &str) -> String {
    let row = |group: &str, number: &str| {
        let name = |field: &str| {
            name.replace("GROUP", group)
                .replace('#', number)
                .replace("FIELD", field)
        };
        format!(
            "<div class=row><label>Name <input name=\"{}\"></label> <label>Quantity <input name=\"{}\"></label>
             <button type=button onclick='this.parentNode.remove(); removed += 1'>Remove</button></div>",
            name("name"),
            name("qty")
        )
    };
    format!(
        "<script>let presses = [], removed = 0;</script>
         <form id=f method=post action=/store><label>Name <input name=orderer></label>
         <fieldset><legend>Items</legend><div id=items>{}</div>{items}</fieldset>
         <fieldset><legend>Guests</legend><div id=guests></div>{guests}</fieldset>
         <button>Send order</button></form>
         <template id=ti>{}</template><template id=tg>{}</template>
         <script>
           const add = (place, from) => {{
             const n = place.children.length; presses.push(place.id);
             place.insertAdjacentHTML('beforeend', from.innerHTML.replaceAll('__N__', n));
           }};
           const held = () => Object.fromEntries([...new FormData(f)].filter(([, value]) => value !== ''));
         </script>",
        row("items", "0"),
        row("items", "__N__"),
        row("guests", "__N__")
    )
}

const ADD_ITEM: &str = "<button type=button onclick='add(items, ti)'>+ Add another</button>";
const ADD_GUEST: &str = "<button type=button onclick='add(guests, tg)'>Add guest</button>";

async fn held(browser: &mut Browser) -> Value {
    browser.truth("held()").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_are_missing_are_added_by_the_pages_own_button_as_many_as_asked() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<h1>Thank you</h1>"));
    for shape in ["GROUP[#][FIELD]", "GROUP.#.FIELD", "GROUP-#-FIELD"] {
        site.forget();
        let url = site.page("/", &order(shape, ADD_ITEM, ADD_GUEST));
        let mut browser = Browser::at(&url).await;
        let asked = Request {
            submit: true,
            ..request(&[
                ("orderer", json!("Ada")),
                ("items[1].name", json!("Bolt")),
                ("items[0].name", json!("Nut")),
                ("items[1].Quantity", json!("4")),
                ("items[2].name", json!("Washer")),
                ("guests[0].name", json!("Grace")),
            ])
        };
        let report = browser.try_fill(asked).await.expect("a report");
        all_good(&report);
        let notes = report.notes.join("\n");
        assert!(
            notes.contains("added 2 rows to items, by \"+ Add another\""),
            "{shape}: {notes}"
        );
        assert!(
            notes.contains("added 1 row to guests, by \"Add guest\""),
            "{shape}: {notes}"
        );
        assert_eq!(report.submit.expect("it was pressed").outcome, Outcome::Submitted);
        let posts = site.posts();
        let [sent] = posts.as_slice() else {
            panic!("{} posts", posts.len())
        };
        let name = |group: &str, number: &str, field: &str| {
            shape
                .replace("GROUP", group)
                .replace('#', number)
                .replace("FIELD", field)
        };
        for (group, number, field, value) in [
            ("items", "0", "name", "Nut"),
            ("items", "0", "qty", ""),
            ("items", "1", "name", "Bolt"),
            ("items", "1", "qty", "4"),
            ("items", "2", "name", "Washer"),
            ("guests", "0", "name", "Grace"),
        ] {
            assert_eq!(
                sent.field(&name(group, number, field)),
                value,
                "{shape} {group} {number} {field}"
            );
        }
        assert_eq!(sent.field("orderer"), "Ada");
        assert_eq!(
            sent.fields().len(),
            9,
            "no row more than asked for: {:?}",
            sent.fields()
        );
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_are_there_are_used_and_none_is_made_unasked() {
    let site = Site::start().await;
    let url = site.page("/", &order("GROUP[#][FIELD]", ADD_ITEM, ADD_GUEST));
    let mut browser = Browser::at(&url).await;
    all_good(
        &browser
            .fill(&[("items[0].name", json!("Nut")), ("Items[0]: Quantity", json!(3))])
            .await,
    );
    assert_eq!(
        held(&mut browser).await,
        json!({"items[0][name]": "Nut", "items[0][qty]": "3"})
    );
    assert_eq!(browser.truth("presses").await, json!([]));
    // The second time it is there.
    for name in ["Bolt", "Screw"] {
        all_good(&browser.fill(&[("items[1].name", json!(name))]).await);
        assert_eq!(browser.truth("presses").await, json!(["items"]));
        assert_eq!(held(&mut browser).await["items[1][name]"], name);
    }
    // One that would have to skip others.
    let report = browser.fill(&[("items[4].name", json!("Wing nut"))]).await;
    assert_eq!(
        (
            status(&report, "items[4].name"),
            entry(&report, "items[4].name").code.as_str()
        ),
        (Status::Refused, "row-gap")
    );
    // One of a group that there is not.
    let report = browser.fill(&[("pets[0].name", json!("Rex"))]).await;
    let told = entry(&report, "pets[0].name");
    assert_eq!((told.status, told.code.as_str()), (Status::Missing, "no-rows"));
    assert!(told.message.contains("items (2 rows)"), "{}", told.message);
    // What the row does not have, the page may have.
    let report = browser.fill(&[("items[0].orderer", json!("Ada"))]).await;
    assert_eq!(status(&report, "items[0].orderer"), Status::Missing);
    assert_eq!(browser.truth("[presses, removed]").await, json!([["items"], 0]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_button_that_could_be_another_or_sends_or_adds_nothing_makes_no_row() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<h1>Thank you</h1>"));
    for (buttons, code, words) in [
        ("", "no-row", "no button says that it adds one"),
        ("<button>Add item</button>", "no-row", "\"Add item\" sends the form"),
        (
            "<button type=button onclick='add(items, ti)'>Add item</button> <button type=button onclick='add(items, ti)'>Add several items</button>",
            "no-row",
            "several buttons could add one: \"Add item\"",
        ),
        (
            "<button type=button disabled onclick='add(items, ti)'>Add item</button>",
            "no-row",
            "\"Add item\", which would add one, is disabled",
        ),
        (
            "<button type=button onclick='presses.push(1)'>Add item</button>",
            "row-not-added",
            "\"Add item\" was pressed, and no further row could be told",
        ),
    ] {
        let url = site.page("/", &order("GROUP[#][FIELD]", buttons, ADD_GUEST));
        let mut browser = Browser::at(&url).await;
        let report = browser
            .fill(&[("items[1].name", json!("Bolt")), ("items[0].name", json!("Nut"))])
            .await;
        let told = entry(&report, "items[1].name");
        assert!(!told.status.good(), "{buttons}: {report:?}");
        assert_eq!(told.code, code, "{buttons}: {told:?}");
        assert!(told.message.contains(words), "{buttons}: {}", told.message);
        assert_eq!(held(&mut browser).await, json!({"items[0][name]": "Nut"}), "{buttons}");
        assert_eq!(browser.truth("items.children.length").await, json!(1), "{buttons}");
        assert!(
            report.notes.iter().all(|note| !note.contains("added")),
            "{:?}",
            report.notes
        );
        assert_eq!(site.posts().len(), 0, "{buttons}");
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_without_names_are_told_by_their_labels_and_by_having_come() {
    let site = Site::start().await;
    // Nothing counts in their names, the heading numbers them, and each is drawn a moment after the press.
    let url = site.page(
        "/",
        "<form onsubmit='return false'><label>Full name <input id=me></label><h2>Reisende</h2><div id=all></div>
         <a href='#' class=btn onclick='setTimeout(add, 40); return false'>Weiteren Reisenden hinzufügen</a> <button>Book</button></form>
         <script>
           let n = 0;
           function add() { n += 1; const box = document.createElement('fieldset');
             box.innerHTML = `<legend>Reisender ${n}</legend><label>Full name <input></label> <label>Seat <select><option>Aisle<option>Window</select></label>`; all.append(box); }
           add();
           const held = () => [me.value, ...[...all.children].map((it) => [...it.querySelectorAll('input,select')].map((one) => one.value).join('/'))];
         </script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[
            ("reisende[2].full name", json!("Cy")),
            ("reisende[1].full name", json!("Bo")),
            ("reisende[1].seat", json!("Window")),
            ("reisende[0].full name", json!("Al")),
        ])
        .await;
    all_good(&report);
    assert_eq!(
        held(&mut browser).await,
        json!(["", "Al/Aisle", "Bo/Window", "Cy/Aisle"])
    );
    browser.close().await;
}

/// A list of forms as Django makes one: a counter of its own, an empty form to copy, ids that count.
const FORMSET: &str = "<form id=f method=post action=/store><input type=hidden name=book_set-TOTAL_FORMS id=id_book_set-TOTAL_FORMS value=1><input type=hidden name=book_set-INITIAL_FORMS value=0>
  <p><label for=id_name>Name</label> <input name=name id=id_name></p>
  <h2>Books</h2><div id=rows><div class=dynamic id=book_set-0><p><label for=id_book_set-0-title>Title</label> <input name=book_set-0-title id=id_book_set-0-title></p><p><label for=id_book_set-0-pages>Pages</label> <input type=number name=book_set-0-pages id=id_book_set-0-pages></p></div></div>
  <div hidden id=empty><div class=dynamic id=book_set-__prefix__><p><label for=id_book_set-__prefix__-title>Title</label> <input name=book_set-__prefix__-title id=id_book_set-__prefix__-title></p><p><label for=id_book_set-__prefix__-pages>Pages</label> <input type=number name=book_set-__prefix__-pages id=id_book_set-__prefix__-pages></p></div></div>
  <p class=add-row><a role=button class=addlink href='#'>Add another Book</a></p><button>Save</button></form>
  <script>
    document.querySelector('.addlink').addEventListener('click', (event) => { event.preventDefault();
      const total = document.getElementById('id_book_set-TOTAL_FORMS');
      rows.insertAdjacentHTML('beforeend', empty.innerHTML.replaceAll('__prefix__', total.value)); total.value = +total.value + 1; });
  </script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_set_of_forms_with_a_counter_of_its_own_grows_row_by_row() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<h1>Saved</h1>"));
    let url = site.page("/", FORMSET);
    let mut browser = Browser::at(&url).await;
    let asked = Request {
        submit: true,
        ..request(&[
            ("Name", json!("Ursula")),
            ("books[0].title", json!("The Dispossessed")),
            ("books[1].title", json!("The Telling")),
            ("book_set-2-title", json!("Lavinia")),
            ("books[1].pages", json!(264)),
        ])
    };
    let report = browser.try_fill(asked).await.expect("a report");
    // Two ways to say what the rows are called are two groups of keys; the row between belongs to the other.
    let third = entry(&report, "book_set-2-title");
    assert!(third.status.good(), "{report:?}");
    all_good(&report);
    let posts = site.posts();
    let [sent] = posts.as_slice() else {
        panic!("{} posts", posts.len())
    };
    assert_eq!(sent.field("book_set-TOTAL_FORMS"), "3");
    assert_eq!(sent.field("book_set-0-title"), "The Dispossessed");
    assert_eq!(sent.field("book_set-1-title"), "The Telling");
    assert_eq!(sent.field("book_set-1-pages"), "264");
    assert_eq!(sent.field("book_set-2-title"), "Lavinia");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_box_that_comes_up_and_bars_the_form_is_closed_and_the_fields_are_filled() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<h1>Welcome</h1>"));
    for (at, answer) in [("user", "Cancel"), ("word", "Not now"), ("word", "×")] {
        site.forget();
        let url = site.page(
            "/",
            &format!(
                "<form id=f method=post action=/store><label>Username <input id=user name=user></label> <label>Password <input id=word name=word type=password></label>
                 <button>Log in</button> <button type=button onclick='left = true'>Cancel</button></form>
                 <script>
                   let left = false, shown = false;
                   {at}.addEventListener('focus', () => {{ if (shown) return; shown = true;
                     for (const it of f.elements) it.disabled = true;
                     const box = document.createElement('div');
                     box.innerHTML = '<p>Your session is about to expire.</p><p>Exit to home page?</p><button id=ok>OK</button> <button id=no>{answer}</button>';
                     document.body.append(box);
                     ok.onclick = () => {{ left = true; location = '/'; }};
                     no.onclick = () => {{ for (const it of f.elements) it.disabled = false; box.remove(); }}; }});
                 </script>"
            ),
        );
        let mut browser = Browser::at(&url).await;
        let asked = Request {
            submit: true,
            ..request(&[("Username", json!("ada")), ("Password", json!("engine"))])
        };
        let report = browser.try_fill(asked).await.expect("a report");
        all_good(&report);
        assert!(
            report
                .notes
                .iter()
                .any(|note| note.contains("a box came up") && note.contains(answer)),
            "{:?}",
            report.notes
        );
        let posts = site.posts();
        let [sent] = posts.as_slice() else {
            panic!("{answer}: {} posts", posts.len())
        };
        assert_eq!(
            (sent.field("user"), sent.field("word")),
            ("ada".into(), "engine".into()),
            "{answer}"
        );
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_box_that_asks_for_a_choice_is_left_to_a_person() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form id=f><label>Username <input id=user></label> <button type=button>Cancel</button></form>
         <script>
           let pressed = [];
           user.addEventListener('focus', () => { if (document.getElementById('box')) return; user.disabled = true;
             const box = document.createElement('div'); box.id = 'box';
             box.innerHTML = '<p>Share your data?</p><button>Agree</button> <button>Disagree</button>';
             document.body.append(box); });
           document.addEventListener('click', (event) => { if (event.target.localName === 'button') pressed.push(event.target.textContent); });
         </script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser.fill(&[("Username", json!("ada"))]).await;
    assert!(!status(&report, "Username").good(), "{report:?}");
    assert_eq!(browser.truth("pressed").await, json!([]));
    browser.close().await;
}

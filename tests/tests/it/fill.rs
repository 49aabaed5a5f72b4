//! Which field a key means, how values get in, and what is said about them.

use ostler_machines::report::{How, Status};
use ostler_tests::browser::{all_good, entry, field, status};
use ostler_tests::{Browser, Site};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_21_the_same_field_is_filled_by_label_name_and_ref() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<label>Full name <input name=fn id=the-name></label> <label>City <input name=c></label>",
    );
    let mut browser = Browser::at(&url).await;
    let reference = field(&browser.inspect().await, "Full name")
        .reference
        .expect("it has a ref")
        .to_string();
    for (key, value) in [
        ("Full name", "by label"),
        ("fn", "by name"),
        ("the-name", "by id"),
        (reference.as_str(), "by ref"),
    ] {
        let report = browser.fill(&[(key, json!(value))]).await;
        all_good(&report);
        assert_eq!(entry(&report, key).label, "Full name");
        assert_eq!(browser.value("#the-name").await, value);
    }
    assert_eq!(browser.value("[name=c]").await, "");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_22_a_key_is_a_ref_before_a_name_before_a_label_before_a_likeness() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<p><label>First <input id=a></label></p><p><label>Second <input id=b></label></p><p><label id=l3>Third <input id=c></label></p>",
    );
    let mut browser = Browser::at(&url).await;
    let reference = field(&browser.inspect().await, "First")
        .reference
        .expect("it has a ref")
        .to_string();
    // The ref of the first field is the name of the second and the label of the third.
    let script = format!("b.name = '{reference}'; l3.firstChild.data = '{reference} '; 1");
    browser.truth(&script).await;
    all_good(&browser.fill(&[(reference.as_str(), json!("ref"))]).await);
    assert_eq!(
        (
            browser.value("#a").await,
            browser.value("#b").await,
            browser.value("#c").await
        ),
        ("ref".into(), String::new(), String::new())
    );
    // A name before a label.
    browser
        .truth("a.value = ''; b.name = 'email'; l3.firstChild.data = 'Email '; 1")
        .await;
    all_good(&browser.fill(&[("email", json!("name"))]).await);
    assert_eq!(
        (browser.value("#b").await, browser.value("#c").await),
        ("name".into(), String::new())
    );
    // A label where there is no such name.
    browser.truth("b.value = ''; b.name = 'other'; 1").await;
    all_good(&browser.fill(&[("email", json!("label"))]).await);
    assert_eq!(
        (browser.value("#b").await, browser.value("#c").await),
        (String::new(), "label".into())
    );
    // What comes near it where nothing is it.
    browser
        .truth("c.value = ''; l3.firstChild.data = 'Your email address '; 1")
        .await;
    all_good(&browser.fill(&[("email", json!("near"))]).await);
    assert_eq!(
        (browser.value("#a").await, browser.value("#c").await),
        (String::new(), "near".into())
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_23_a_key_that_fits_two_fields_fills_neither_and_lists_both() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<fieldset><legend>Buyer</legend><label>Name <input id=a></label></fieldset>
         <fieldset><legend>Payer</legend><label>Name <input id=b></label></fieldset>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser.fill(&[("Name", json!("Ada"))]).await;
    let told = entry(&report, "Name");
    assert_eq!(told.status, Status::Ambiguous);
    assert_eq!(told.candidates.len(), 2, "{told:?}");
    let references: Vec<String> = told
        .candidates
        .iter()
        .filter_map(|c| c.reference)
        .map(|r| r.to_string())
        .collect();
    assert_eq!(references.len(), 2, "each candidate has a ref");
    assert_eq!(
        (browser.value("#a").await, browser.value("#b").await),
        (String::new(), String::new())
    );
    all_good(&browser.fill(&[(references[1].as_str(), json!("Ada"))]).await);
    assert_eq!(
        (browser.value("#a").await, browser.value("#b").await),
        (String::new(), "Ada".into())
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_that_fits_nothing_is_missing_and_the_nearest_are_named() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.page("/", "<label>Surname <input id=a></label>")).await;
    let report = browser
        .fill(&[("Fax number", json!("1")), ("Surname", json!("Lovelace"))])
        .await;
    assert_eq!(status(&report, "Fax number"), Status::Missing);
    assert_eq!(status(&report, "Surname"), Status::Filled);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_28_fields_are_filled_in_the_order_of_the_document() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<p><label>One <input id=one></label></p><p><label>Two <select id=two><option>x<option>y</select></label></p>
         <p><label><input type=checkbox id=three> Three</label></p><p><label>Four <input type=date id=four></label></p>
         <p><label>Five <textarea id=five></textarea></label></p>
         <script>const order = []; document.addEventListener('input', (e) => { if (order.at(-1) !== e.target.id) order.push(e.target.id); })</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[
            ("Five", json!("e")),
            ("Four", json!("2024-04-03")),
            ("Three", json!(true)),
            ("Two", json!("y")),
            ("One", json!("a")),
        ])
        .await;
    all_good(&report);
    assert_eq!(
        browser.truth("order").await,
        json!(["one", "two", "three", "four", "five"])
    );
    let keys: Vec<&str> = report.fields.iter().map(|f| f.key.as_str()).collect();
    assert_eq!(
        keys,
        ["Five", "Four", "Three", "Two", "One"],
        "the report is in the order given"
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_29_a_field_that_another_one_brings_up_is_filled_in_the_same_call() {
    let site = Site::start().await;
    site.answer("/states", ostler_tests::Answer::json("[\"Ohio\",\"Utah\"]").after(300));
    let url = site.page(
        "/",
        "<p><label>Country <select id=c><option value=''>Choose<option value=x>Xanadu</select></label></p><div id=more></div>
         <p><label>Name <input id=n></label></p>
         <script>c.addEventListener('change', async () => {
           const states = await (await fetch('/states')).json();
           more.innerHTML = '<label>State <select id=s><option value=\"\">Choose</option>' + states.map((s) => `<option>${s}</option>`).join('') + '</select></label>';
         })</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[
            ("State", json!("Utah")),
            ("Name", json!("Ada")),
            ("Country", json!("Xanadu")),
        ])
        .await;
    all_good(&report);
    assert_eq!(
        browser.truth("[c.value, s.value, n.value]").await,
        json!(["x", "Utah", "Ada"])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_30_a_value_that_the_page_drops_is_not_called_filled() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<label>Code <input id=code></label> <label>Late <input id=late></label>
         <script>code.addEventListener('input', () => { code.value = ''; });
         late.addEventListener('change', () => setTimeout(() => { late.value = 'mine'; }, 100));</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser.fill(&[("Code", json!("abc")), ("Late", json!("yours"))]).await;
    assert_eq!(
        status(&report, "Code"),
        Status::Rejected,
        "{:?}",
        entry(&report, "Code")
    );
    assert_eq!(
        status(&report, "Late"),
        Status::Rejected,
        "{:?}",
        entry(&report, "Late")
    );
    assert_eq!(
        entry(&report, "Late")
            .holds
            .as_ref()
            .map(ostler_machines::Typed::reveal),
        Some("mine")
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_31_typing_comes_first_so_that_the_page_sees_trusted_events() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<label>Name <input id=n value=old></label><p id=l>Notes</p><div id=d contenteditable role=textbox aria-labelledby=l>old</div>
         <script>const seen = []; for (const type of ['focus', 'beforeinput', 'input', 'change', 'blur'])
           for (const e of [n, d]) e.addEventListener(type, (ev) => seen.push(`${e.id} ${type} ${ev.isTrusted}`));</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[("Name", json!("Ada")), ("Notes", json!("two words"))])
        .await;
    all_good(&report);
    for key in ["Name", "Notes"] {
        let how = entry(&report, key).how;
        assert!(
            matches!(how, Some(How::Typed | How::Inserted | How::Keys)),
            "{key}: {how:?}"
        );
    }
    assert_eq!(
        browser.truth("[n.value, d.textContent]").await,
        json!(["Ada", "two words"])
    );
    let seen = browser.truth("seen").await;
    let seen: Vec<&str> = seen
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|line| line.as_str())
        .collect();
    for line in ["n focus true", "n input true", "n change true", "d input true"] {
        assert!(seen.contains(&line), "{line} among {seen:?}");
    }
    assert!(
        !seen.iter().any(|line| line.ends_with("false")),
        "every event is trusted: {seen:?}"
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_32_what_typing_cannot_do_the_setter_does() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<label>Name <input id=n></label><script>
         // Undoes whatever was typed, as a careless framework binding does, but takes what is set.
         let model = '';
         n.addEventListener('input', (e) => { if (e.isTrusted) n.value = model; else model = n.value; });</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser.fill(&[("Name", json!("Ada"))]).await;
    all_good(&report);
    assert_eq!(entry(&report, "Name").how, Some(How::Setter));
    assert_eq!(browser.truth("[n.value, model]").await, json!(["Ada", "Ada"]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_33_a_value_that_the_page_spells_its_own_way_is_reformatted() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<label>Phone <input id=p type=tel></label><script>
         p.addEventListener('input', () => { const d = p.value.replace(/\\D/g, '').slice(0, 10);
           p.value = d.length < 4 ? d : d.length < 7 ? `(${d.slice(0, 3)}) ${d.slice(3)}` : `(${d.slice(0, 3)}) ${d.slice(3, 6)}-${d.slice(6)}`; });</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser.fill(&[("Phone", json!("5551234567"))]).await;
    let told = entry(&report, "Phone");
    assert_eq!(told.status, Status::Reformatted);
    assert_eq!(told.asked.reveal(), "5551234567");
    assert_eq!(
        told.holds.as_ref().map(ostler_machines::Typed::reveal),
        Some("(555) 123-4567")
    );
    assert_eq!(browser.value("#p").await, "(555) 123-4567");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_34_a_calendar_is_leafed_through_to_the_day() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.url("/pages/calendar.html")).await;
    // Backwards over a year's end, and forwards.
    for (written, held) in [
        ("5 November 2025", "05/11/2025"),
        ("28 Feb 2027", "28/02/2027"),
        ("2026-06-01", "01/06/2026"),
    ] {
        let report = browser.fill(&[("Arrival", json!(written))]).await;
        all_good(&report);
        assert_eq!(browser.value("#arrive").await, held, "{written}");
        assert_eq!(entry(&report, "Arrival").how, Some(How::Widget));
    }
    assert_eq!(browser.value("#depart").await, "", "the other one was left alone");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_34_a_calendar_that_stands_in_the_flow_of_the_page_is_found_and_driven() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.url("/pages/calendar-flow.html")).await;
    let report = browser
        .fill(&[("Arrival", json!("28 Feb 2027")), ("City", json!("Lisbon"))])
        .await;
    all_good(&report);
    assert_eq!(browser.value("#arrive").await, "28/02/2027");
    assert_eq!(entry(&report, "Arrival").how, Some(How::Widget));
    assert_eq!(browser.value("#guests").await, "", "no other field was touched");
    assert_eq!(browser.value("#note").await, "", "no other field was touched");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_34_a_calendar_with_drop_downs_is_driven_or_said_to_be_beyond_us() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.url("/pages/calendar.html")).await;
    let report = browser.fill(&[("Departure", json!("17 March 2029"))]).await;
    let value = browser.value("#depart").await;
    if status(&report, "Departure").good() {
        assert_eq!(value, "17/03/2029");
    } else {
        assert_eq!(value, "", "what is not claimed is not half done");
        assert!(!entry(&report, "Departure").message.is_empty());
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_of_twelve_hours_is_filled_where_the_half_of_the_day_stands_beside_it() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.url("/pages/clock.html")).await;
    for (written, held) in [
        ("14:30", ["2", "30", "PM"]),
        ("9:05 am", ["9", "5", "AM"]),
        ("00:15", ["12", "15", "AM"]),
        ("noon", ["12", "0", "PM"]),
    ] {
        let report = browser.fill(&[("Pick-up time", json!(written))]).await;
        all_good(&report);
        for (name, held) in ["hour", "minute", "half"].iter().zip(held) {
            assert_eq!(
                browser.value(&format!("[name={name}]")).await,
                held,
                "{written}: {name}"
            );
        }
    }
    all_good(&browser.fill(&[("Return time", json!("23:55"))]).await);
    for (name, held) in [("back_hour", "11"), ("back_minute", "55"), ("back_ampm", "1")] {
        assert_eq!(browser.value(&format!("[name={name}]")).await, held, "{name}");
    }
    // Without it, half past two may be either.
    let report = browser.fill(&[("Call time", json!("14:30"))]).await;
    assert_eq!(
        (status(&report, "Call time"), entry(&report, "Call time").code.as_str()),
        (Status::Refused, "ambiguous-time")
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trap_for_programs_is_left_empty() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form method=post action=/stored><p><label>Email <input name=email></label></p>
         <p style='position:absolute;left:-9999px' aria-hidden=true><label>Website <input name=website tabindex=-1 autocomplete=off></label></p><button>Send</button></form>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[
            ("Email", json!("a@example.org")),
            ("Website", json!("https://example.org")),
        ])
        .await;
    assert_eq!(status(&report, "Email"), Status::Filled);
    assert!(!status(&report, "Website").good(), "{:?}", entry(&report, "Website"));
    assert_eq!(browser.value("[name=website]").await, "");
    browser.close().await;
}

/// Renders without keys: the elements stay, and what they are called is handed on to others.
const UNKEYED: &str = "<form><label>Country <select name=country id=c><option>Portugal<option>Japan</select></label><div id=s></div></form>
    <script>const st = {city: '', postcode: ''}; const els = [];
    for (let i = 0; i < 2; i += 1) {
      const l = document.createElement('label'), t = document.createTextNode(''), n = document.createElement('input');
      l.append(t, n); s.append(l); els.push([t, n]);
      n.addEventListener('input', () => { st[n.name] = n.value; draw(); });
    }
    function draw() {
      const order = c.value === 'Japan' ? ['postcode', 'city'] : ['city', 'postcode'];
      order.forEach((k, i) => {
        const [t, n] = els[i]; const text = k === 'city' ? 'City ' : 'Postcode ';
        if (t.data !== text) t.data = text;
        if (n.name !== k) n.name = k;
        if (n.value !== st[k]) n.value = st[k];
      });
    }
    c.addEventListener('change', draw); draw();</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_choice_calls_otherwise_is_resolved_anew() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.page("/", UNKEYED)).await;
    let report = browser
        .fill(&[
            ("Country", json!("Japan")),
            ("City", json!("Tokyo")),
            ("Postcode", json!("1000001")),
        ])
        .await;
    all_good(&report);
    assert_eq!(
        browser
            .truth("['city', 'postcode'].map((n) => document.querySelector(`[name=${n}]`).value)")
            .await,
        json!(["Tokyo", "1000001"])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn choices_that_are_called_otherwise_are_resolved_anew() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form><label>Country <select name=country id=c><option>Portugal<option>Japan</select></label>
         <fieldset><legend>Plan</legend><label><input type=radio name=p value=a><span>Basic</span></label><label><input type=radio name=p value=b><span>Gold</span></label></fieldset>
         <label><input type=checkbox name=k1><span>News</span></label><label><input type=checkbox name=k2><span>Terms</span></label></form>
         <script>c.onchange = () => {
           const S = document.querySelectorAll('span'), I = document.querySelectorAll('[name=p]');
           S[0].firstChild.data = 'Gold'; S[1].firstChild.data = 'Basic'; I[0].value = 'b'; I[1].value = 'a';
           S[2].firstChild.data = 'Terms'; S[3].firstChild.data = 'News';
           document.querySelector('[name=k1]').name = 'x'; document.querySelector('[name=k2]').name = 'k1'; document.querySelector('[name=x]').name = 'k2';
         }</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[
            ("Country", json!("Japan")),
            ("Plan", json!("Gold")),
            ("News", json!(true)),
        ])
        .await;
    all_good(&report);
    assert_eq!(
        browser
            .truth("[document.querySelector('[name=p]:checked').value, document.querySelector('[name=k1]').checked, document.querySelector('[name=k2]').checked]")
            .await,
        json!(["b", true, false])
    );
    browser.close().await;
}

/// What each field of two holds, by its label.
const BY_LABEL: &str = "Object.fromEntries([...document.querySelectorAll('label')].filter((l) => l.control && l.control.type === 'text').map((l) => [l.textContent.trim(), l.control.value]))";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fields_that_swap_their_ids_are_resolved_anew() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form><p><label for=a>First</label> <input id=a name=a></p><p><label for=b>Second</label> <input id=b name=b></p></form>
         <script>a.addEventListener('input', () => {
           const A = document.querySelector('[name=a]'), B = document.querySelector('[name=b]');
           A.id = 'b'; B.id = 'a'; A.name = 'b'; B.name = 'a';
         }, {once: true})</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser.fill(&[("First", json!("one")), ("Second", json!("two"))]).await;
    all_good(&report);
    assert_eq!(browser.truth(BY_LABEL).await, json!({"First": "one", "Second": "two"}));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn labels_that_swap_after_the_last_write_are_followed() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form><label><span id=s1>Shipping city</span> <input name=a></label><label><span id=s2>Billing city</span> <input name=b></label>
         <label><input type=checkbox id=k name=k> Swap</label></form>
         <script>k.onchange = () => setTimeout(() => { s1.textContent = 'Billing city'; s2.textContent = 'Shipping city' }, 100)</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[
            ("Shipping city", json!("Porto")),
            ("Billing city", json!("Faro")),
            ("Swap", json!(true)),
        ])
        .await;
    all_good(&report);
    assert_eq!(
        browser.truth(BY_LABEL).await,
        json!({"Shipping city": "Porto", "Billing city": "Faro"})
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_value_whose_field_is_another_by_now_is_not_called_filled() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form><label><span id=s1>State</span> <input id=a></label><label>Note <input id=n></label></form>
         <script>n.onchange = () => { s1.textContent = 'Passport number' }</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser.fill(&[("State", json!("Ohio")), ("Note", json!("x"))]).await;
    assert_eq!(
        status(&report, "State"),
        Status::Failed,
        "{:?}",
        entry(&report, "State")
    );
    assert_eq!(entry(&report, "State").code, "renamed");
    assert_eq!(status(&report, "Note"), Status::Filled);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn counters_and_clocks_beside_fields_rename_nothing() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form><h2>Offer ends in <b id=t>59</b> s</h2><label>Bio <textarea id=a maxlength=50></textarea> <i id=n>0/50</i></label>
         <div>Motto <input id=b> <i id=m>0 of 50</i></div><label>City <input id=d></label></form>
         <script>let left = 59; setInterval(() => { t.textContent = left -= 1 }, 100);
         a.oninput = () => { n.textContent = a.value.length + '/50' }; b.oninput = () => { m.textContent = b.value.length + ' of 50' };</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[("a", json!("my life")), ("b", json!("calm")), ("City", json!("Bath"))])
        .await;
    all_good(&report);
    assert_eq!(
        browser.truth("[a.value, b.value, d.value]").await,
        json!(["my life", "calm", "Bath"])
    );
    browser.close().await;
}

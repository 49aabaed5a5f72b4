//! What a person could reach is filled, however the page hides it for a while; what nobody could see is not.

use ostler_engine::Request;
use ostler_machines::report::{Outcome, Status};
use ostler_tests::browser::{all_good, entry, request, status};
use ostler_tests::{Answer, Browser, Site};
use serde_json::json;

/// A widget of each kind that is pressed, far down a page whose top and bottom are covered.
const COVERED: &str = "<style>body{margin:0}header,footer{position:sticky;top:0;height:42vh;background:#eee;z-index:9}footer{position:fixed;bottom:0;top:auto;left:0;right:0;height:30vh;background:#ddd}
      .gap{height:1500px}[role]{border:1px solid;width:200px}</style>
    <header id=top>Shop</header><div class=gap></div>
    <div id=box role=checkbox aria-checked=false tabindex=0>Gift wrap</div>
    <p id=l>Colour</p><div id=pick role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false aria-controls=list aria-labelledby=l>None</div>
    <div id=list role=listbox hidden><div role=option>Red</div><div role=option>Green</div></div>
    <div role=radiogroup aria-label=Size><div role=radio aria-checked=false tabindex=0>Small</div><div role=radio aria-checked=false tabindex=-1>Large</div></div>
    <label>Name <input id=name></label><label><input type=checkbox id=terms> Terms</label>
    <div class=gap></div><footer id=bar>We use cookies</footer>
    <script>
      let astray = 0;
      for (const it of [document.getElementById('top'), bar]) it.addEventListener('click', () => { astray += 1; });
      box.addEventListener('click', () => box.setAttribute('aria-checked', box.getAttribute('aria-checked') !== 'true'));
      const open = (yes) => { list.hidden = !yes; pick.setAttribute('aria-expanded', yes); };
      pick.addEventListener('click', () => open(list.hidden));
      for (const it of list.children) it.addEventListener('click', () => { pick.textContent = it.textContent; open(false); });
      const radios = [...document.querySelectorAll('[role=radio]')];
      for (const it of radios) it.addEventListener('click', () => radios.forEach((one) => one.setAttribute('aria-checked', one === it)));
    </script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_bars_at_the_top_and_the_bottom_cover_is_scrolled_clear_of_them() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.page("/", COVERED)).await;
    let report = browser
        .fill(&[
            ("Gift wrap", json!(true)),
            ("Colour", json!("Green")),
            ("Size", json!("Large")),
            ("Name", json!("Ada")),
            ("Terms", json!(true)),
        ])
        .await;
    all_good(&report);
    let held = "[box.getAttribute('aria-checked'), pick.textContent, radios[1].getAttribute('aria-checked'), document.getElementById('name').value, terms.checked, astray]";
    assert_eq!(
        browser.truth(held).await,
        json!(["true", "Green", "true", "Ada", true, 0])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_lies_under_a_cover_over_everything_is_not_claimed_without_being_so() {
    let site = Site::start().await;
    let page = format!(
        "{COVERED}<div id=cover style='position:fixed;inset:0;background:#fff;z-index:99'>Choose your cookies <button onclick='cover.remove()'>Accept</button></div>"
    );
    let mut browser = Browser::at(&site.page("/", &page)).await;
    let report = browser
        .fill(&[("Colour", json!("Green")), ("Name", json!("Ada"))])
        .await;
    assert_eq!(
        status(&report, "Colour").good(),
        browser.truth("pick.textContent").await == "Green",
        "{report:?}"
    );
    assert_eq!(
        status(&report, "Name").good(),
        browser.value("#name").await == "Ada",
        "{report:?}"
    );
    browser.truth("cover.remove()").await;
    all_good(&browser.fill(&[("Colour", json!("Red")), ("Name", json!("Bob"))]).await);
    assert_eq!(browser.truth("pick.textContent").await, json!("Red"));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_button_that_comes_to_life_with_the_last_valid_value_is_pressed_once() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<h1>Thank you</h1>"));
    // Judged a while after each value, as by a page that asks its server.
    let url = site.page(
        "/",
        "<form id=f method=post action=/store><label>Email <input name=email type=email required></label><label>Age <input name=age type=number min=18 required></label>
         <label><input type=checkbox name=terms value=yes required> Terms</label><button id=go disabled>Send</button></form>
         <script>let timer; f.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(() => { go.disabled = !f.checkValidity(); }, 250); })</script>",
    );
    let mut browser = Browser::at(&url).await;
    let asked = |age: u32| Request {
        submit: true,
        ..request(&[
            ("Email", json!("ada@example.org")),
            ("Age", json!(age)),
            ("Terms", json!(true)),
        ])
    };
    // It stays as it is: nothing is sent, and that is said.
    let report = browser.try_fill(asked(12)).await.expect("a report");
    assert!(!status(&report, "Age").good(), "{report:?}");
    assert_eq!(site.posts().len(), 0, "{report:?}");
    browser.go(&url).await;
    let report = browser.try_fill(asked(36)).await.expect("a report");
    all_good(&report);
    let told = report.submit.expect("it was pressed");
    assert_eq!(told.outcome, Outcome::Submitted, "{told:?}");
    assert_eq!(site.posts().len(), 1);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sections_that_are_made_when_they_come_into_view_are_missing_until_then_and_filled_afterwards() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<style>section{min-height:900px}.lazy{content-visibility:auto;contain-intrinsic-size:auto 900px}</style>
         <section><label>First <input name=first></label></section>
         <section class=lazy><label>Second <input name=second></label></section>
         <section data-label=Third></section><section data-label=Fourth></section>
         <script>
           const seen = new IntersectionObserver((all) => { for (const { target, isIntersecting } of all) if (isIntersecting) {
             seen.unobserve(target); const { label } = target.dataset;
             target.innerHTML = `<label>${label} <input name=${label.toLowerCase()}></label>`;
           } });
           for (const it of document.querySelectorAll('[data-label]')) seen.observe(it);
         </script>",
    );
    let mut browser = Browser::at(&url).await;
    let pairs = [
        ("First", json!("a")),
        ("Second", json!("b")),
        ("Third", json!("c")),
        ("Fourth", json!("d")),
    ];
    let report = browser.fill(&pairs).await;
    for key in ["First", "Second"] {
        assert_eq!(status(&report, key), Status::Filled, "{report:?}");
    }
    // Nobody scrolls for what may not be there.
    for key in ["Third", "Fourth"] {
        assert_eq!(status(&report, key), Status::Missing, "{report:?}");
    }
    for label in ["Third", "Fourth"] {
        let seen = format!(
            "new Promise((done) => {{ const it = document.querySelector('[data-label={label}]');
             if (it.firstChild !== null) done(1);
             new MutationObserver(() => done(1)).observe(it, {{ childList: true }}); it.scrollIntoView(); }})"
        );
        browser.truth(&seen).await;
    }
    all_good(&browser.fill(&pairs).await);
    let held = "[...document.querySelectorAll('input')].map((it) => it.value)";
    assert_eq!(browser.truth(held).await, json!(["a", "b", "c", "d"]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_field_that_goes_away_again_is_not_called_filled() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<h1>Thank you</h1>"));
    // The question that takes the other one away comes after it; one page takes it out, one hides it.
    for way in [
        "if (yes) f.prepend(box); else box.remove();",
        "box.hidden = !yes; if (!yes) box.querySelector('input').value = '';",
        "box.style.display = yes ? '' : 'none';",
    ] {
        let url = site.page(
            "/",
            &format!(
                "<form id=f method=post action=/store><div id=d><label>Company <input name=company></label></div>
                 <label>You are <select id=k name=kind><option value=firm>A company<option value=person>A person</select></label><label>Name <input name=name></label><button>Send</button></form>
                 <script>const box = document.getElementById('d'); k.onchange = () => {{ const yes = k.value === 'firm'; {way} }};</script>"
            ),
        );
        site.forget();
        let mut browser = Browser::at(&url).await;
        let asked = Request {
            submit: true,
            ..request(&[
                ("Company", json!("Analytical Engines")),
                ("You are", json!("A person")),
                ("Name", json!("Ada")),
            ])
        };
        let report = browser.try_fill(asked).await.expect("a report");
        assert_eq!(status(&report, "You are"), Status::Filled, "{way}");
        assert_eq!(status(&report, "Name"), Status::Filled, "{way}");
        // Only out of sight it holds what it held, and is no answer to a question that nobody is asked.
        assert!(!status(&report, "Company").good(), "{way}: {report:?}");
        let code = entry(&report, "Company").code.clone();
        let codes: &[&str] = if way.contains("remove") {
            &["gone", ""]
        } else {
            &["vanished", "hidden", ""]
        };
        assert!(codes.contains(&code.as_str()), "{way}: {code} {report:?}");
        assert_eq!(site.posts().len(), 0, "{way}: {report:?}");
        // And there it is again.
        all_good(
            &browser
                .fill(&[
                    ("You are", json!("A company")),
                    ("Company", json!("Analytical Engines")),
                ])
                .await,
        );
        assert_eq!(browser.value("[name=company]").await, "Analytical Engines", "{way}");
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_only_folded_up_stays_filled() {
    let site = Site::start().await;
    for (what, page) in [
        (
            "a section that shuts itself",
            "<form><details open id=one><summary>You</summary><label>Name <input id=a></label></details>
             <label>City <input id=b onfocus='one.open = false'></label></form>",
        ),
        (
            "an accordion",
            "<form><h3><button type=button aria-expanded=true aria-controls=p id=h>You</button></h3><div id=p><label>Name <input id=a></label></div>
             <label>City <input id=b onfocus=\"p.style.display = 'none'; h.setAttribute('aria-expanded', 'false')\"></label></form>",
        ),
        (
            "a list whose box goes out of sight as soon as one is chosen",
            "<form><label for=a>Name</label> <span><input id=a onchange='this.hidden = true'></span><label>City <input id=b></label></form>",
        ),
    ] {
        let mut browser = Browser::at(&site.page("/", page)).await;
        let report = browser.fill(&[("Name", json!("Ada")), ("City", json!("Porto"))]).await;
        all_good(&report);
        assert_eq!(browser.truth("[a.value, b.value]").await, json!(["Ada", "Porto"]), "{what}");
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chain_of_answers_is_followed_to_its_end_in_whatever_order_it_is_given() {
    let site = Site::start().await;
    // Each answer brings the next question, the last one by and by.
    let url = site.page(
        "/",
        "<form id=f onsubmit='return false'></form><script>
           const next = { '': ['Country', 'country'], country: ['Region', 'region'], region: ['City', 'city'], city: ['Street', 'street'] };
           const ask = (after) => { const it = next[after]; if (!it || f[it[1]]) return;
             const label = document.createElement('label'); label.append(it[0], ' '); const box = document.createElement('input'); box.name = it[1]; label.append(box); f.append(label);
             box.onchange = () => after === 'region' ? setTimeout(() => ask(it[1]), 120) : ask(it[1]); };
           ask('');
         </script>",
    );
    let mut browser = Browser::at(&url).await;
    let pairs = [
        ("Street", "Rua 1"),
        ("City", "Porto"),
        ("Region", "Norte"),
        ("Country", "Portugal"),
    ];
    let asked: Vec<_> = pairs.iter().map(|(key, value)| (*key, json!(value))).collect();
    all_good(&browser.fill(&asked).await);
    let held = browser.truth("[...f.elements].map((it) => it.value)").await;
    assert_eq!(held, json!(["Portugal", "Norte", "Porto", "Rua 1"]));
    browser.close().await;
}

/// A list out of sight, and beside it what a page shows in its place: a box, and a list of its own that has no role.
fn faced(items: &[&str]) -> String {
    let items: String = items.iter().map(|text| format!("<li>{text}</li>")).collect();
    format!(
        "<style>.away{{position:relative;overflow:hidden;width:0;height:0}}.away select{{position:absolute;left:-100%}}ul{{display:none}}.open ul{{display:block}}.face{{border:1px solid;width:150px}}</style>
         <form method=post action=/store><div id=w><div class=away><select name=height tabindex=-1><option value=''></option><option value=a>5ft 9in</option><option value=b>6 ft</option></select></div>
         <div class=face><span id=shown>&nbsp;</span><b>▾</b></div><div><ul><li>&nbsp;</li>{items}</ul></div></div><label>Name <input name=name></label></form>
         <script>
           const list = document.querySelector('select');
           list.addEventListener('change', () => {{ shown.textContent = list.selectedOptions[0].label; }});
           document.querySelector('.face').addEventListener('click', () => w.classList.toggle('open'));
           list.addEventListener('focus', () => w.classList.add('open'));
         </script>"
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_that_something_without_a_role_is_shown_for_is_chosen_from() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.page("/", &faced(&["5ft 9in", "6 ft"]))).await;
    let report = browser.fill(&[("height", json!("6 ft")), ("Name", json!("Ada"))]).await;
    all_good(&report);
    assert_eq!(
        browser.truth("[list.value, shown.textContent, w.className]").await,
        json!(["b", "6 ft", ""]),
        "and what is shown for it was left shut"
    );
    // Where what is beside it is something else, nobody is meant to choose from it.
    browser.go(&site.page("/", &faced(&["Small", "Large"]))).await;
    let report = browser.fill(&[("height", json!("6 ft")), ("Name", json!("Ada"))]).await;
    assert!(!status(&report, "height").good(), "{report:?}");
    assert_eq!(browser.truth("list.value").await, json!(""));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_nobody_could_see_or_reach_is_never_filled() {
    let site = Site::start().await;
    let hidings = [
        ("nowhere", "display:none"),
        ("unpainted", "visibility:hidden"),
        ("clear", "opacity:0"),
        ("aside", "position:absolute;left:-9999px"),
        ("above", "position:absolute;top:-5000px"),
        (
            "tiny",
            "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)",
        ),
        ("flat", "height:0;overflow:hidden"),
        ("cut", "clip-path:inset(50%);position:absolute"),
        ("shifted", "position:absolute;transform:translateX(-9999px)"),
        ("shrunk", "transform:scale(0)"),
    ];
    let traps: String = hidings
        .iter()
        .map(|(name, style)| format!("<div style='{style}'><label>Trap {name} <input name={name}></label></div>"))
        .collect();
    let url = site.page(
        "/",
        &format!(
            "<form><label>Email <input name=email></label>{traps}<div aria-hidden=true style='height:0;overflow:hidden'><label>Trap mute <input name=mute tabindex=-1 autocomplete=off></label></div>
             <div inert><label>Trap inert <input name=inert></label></div><input type=hidden name=secret></form>"
        ),
    );
    let mut browser = Browser::at(&url).await;
    let names: Vec<&str> = hidings.iter().map(|(name, _)| *name).chain(["mute", "inert"]).collect();
    let keys: Vec<String> = names
        .iter()
        .flat_map(|name| [format!("Trap {name}"), (*name).to_owned()])
        .collect();
    let mut pairs: Vec<(&str, serde_json::Value)> = keys.iter().map(|key| (key.as_str(), json!("x"))).collect();
    pairs.extend([("Email", json!("ada@example.org")), ("secret", json!("x"))]);
    let report = browser.fill(&pairs).await;
    assert_eq!(status(&report, "Email"), Status::Filled);
    for told in report.fields.iter().filter(|it| it.key != "Email") {
        assert!(!told.status.good(), "{told:?}");
    }
    let held = "[...document.querySelectorAll('input')].filter((it) => it.value !== '').map((it) => it.name)";
    assert_eq!(browser.truth(held).await, json!(["email"]));
    browser.close().await;
}

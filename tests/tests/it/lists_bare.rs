//! Lists and tags as pages draw them by hand, without a word of ARIA or with little of it.

use ostler_machines::form::model::{Held, Kind};
use ostler_machines::report::Status;
use ostler_tests::browser::{all_good, entry, field, status};
use ostler_tests::{Browser, Site};
use serde_json::{Value, json};

async fn on(page: &str) -> (Browser, Site) {
    let site = Site::start().await;
    let url = site.page("/", page);
    (Browser::at(&url).await, site)
}

async fn model(browser: &mut Browser) -> Value {
    browser.truth("model").await
}

/// A box that makes a tag of what was typed at the keys `KEYS`, and one that holds its text.
const TAGS: &str = "<form action=/sent method=post><div><label for=tg>Tags</label><span id=tags></span><input id=tg placeholder='Add tag and press Enter'></div>
<div><label for=kw>Keywords</label><span id=kws></span><input id=kw><small>Press comma to add a keyword</small></div>
<div><label for=pl>Plain tags</label><input id=pl placeholder='Tags, separated by commas'></div>
<div><label for=se>Find</label><input id=se placeholder='Type and press Enter to search'></div>
<div><label for=no>Topics</label><input id=no placeholder='Add topic and press Enter to add'></div><button>Send</button></form>
<script>
const model = { tags: [], words: [] };
function tagger(input, box, list, keys) {
  const draw = () => { box.textContent = ''; for (const it of list()) {
    const s = document.createElement('span'); s.innerHTML = '<b></b> <button type=button aria-label=Remove>×</button>'; s.firstChild.textContent = it;
    s.lastChild.onclick = () => { list().splice(list().indexOf(it), 1); draw(); }; box.append(s); } };
  input.onkeydown = (e) => { if (!keys.includes(e.key)) return; e.preventDefault(); if (input.value.trim()) { list().push(input.value.trim()); input.value = ''; draw(); } };
  draw();
}
tagger(tg, tags, () => model.tags, ['Enter', ',']);
tagger(kw, kws, () => model.words, [',']);
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_box_that_says_how_entries_are_added_is_filled_by_entries() {
    let (mut browser, site) = on(TAGS).await;
    all_good(&browser.fill(&[("Tags", json!("vip"))]).await);
    assert_eq!(model(&mut browser).await["tags"], json!(["vip"]));
    assert_eq!(browser.value("#tg").await, "");
    let report = browser
        .fill(&[("Tags", json!(["vip", "q4"])), ("Keywords", json!(["red", "old"]))])
        .await;
    all_good(&report);
    let told = model(&mut browser).await;
    assert_eq!(told["tags"], json!(["vip", "q4"]));
    assert_eq!(told["words"], json!(["red", "old"]));
    // To exactly that, and to nothing.
    all_good(&browser.fill(&[("Tags", json!("q4")), ("Keywords", Value::Null)]).await);
    let told = model(&mut browser).await;
    assert_eq!(told["tags"], json!(["q4"]));
    assert_eq!(told["words"], json!([]));
    let page = browser.inspect().await;
    assert_eq!(field(&page, "Tags").held, Held::Text("q4".into()));
    // What holds its own text keeps it.
    let report = browser
        .fill(&[("Plain tags", json!("a, b")), ("Find", json!("word"))])
        .await;
    all_good(&report);
    assert_eq!(browser.value("#pl").await, "a, b");
    assert_eq!(browser.value("#se").await, "word");
    // One that makes no entry of it, whatever it says.
    let report = browser.fill(&[("Topics", json!("jazz"))]).await;
    assert_eq!(status(&report, "Topics"), Status::Failed, "{report:?}");
    assert!(
        entry(&report, "Topics").message.contains("nothing came up"),
        "{report:?}"
    );
    assert!(site.hits_of("/sent").is_empty(), "nothing was sent");
    browser.close().await;
}

/// The same two lists of ranges: a native one, one that opens. And one without roles, with a hidden input.
const DROPS: &str = "<style>.dd{position:relative;display:inline-block}.dd ul{display:none;position:absolute;background:#fff;border:1px solid;z-index:9}.dd.open ul{display:block}</style>
<p><label for=mi>Mileage</label> <select id=mi><option value=''>Select…<option>0–5,000<option>5,001–10,000<option>More than 10,000</select>
<p><span id=l1>Years of experience</span>
<div class=dd><button type=button role=combobox aria-haspopup=listbox aria-expanded=false aria-labelledby='l1 v1' id=b><span id=v1>Select…</span></button>
<ul role=listbox aria-labelledby=l1><li role=option>0–2 years<li role=option>3–5 years<li role=option>6–10 years<li role=option>More than 10 years</ul></div><input type=hidden name=exp>
<p><label for=dept>Department</label>
<div class=dd><div class=trigger tabindex=0 id=dept>-- choose --</div><ul><li data-v=eng>Engineering<li data-v=mkt>Marketing<li data-v=fin>Finance</ul></div><input type=hidden name=dept>
<p><label for=dead>Team</label> <div tabindex=0 id=dead>-- choose --</div>
<script>
function dd(t) {
  const d = t.parentElement, h = d.nextElementSibling;
  t.onclick = () => { d.classList.toggle('open'); t.setAttribute('aria-expanded', d.classList.contains('open')); };
  for (const li of d.querySelectorAll('li')) li.onclick = () => { (t.querySelector('span') || t).textContent = li.textContent; h.value = li.dataset.v || li.textContent; d.classList.remove('open'); t.setAttribute('aria-expanded', 'false'); };
  document.addEventListener('click', (e) => { if (!d.contains(e.target)) d.classList.remove('open'); });
}
dd(b); dd(dept);
</script>";

async fn hidden(browser: &mut Browser, name: &str) -> Value {
    browser
        .truth(&format!("document.querySelector('[name={name}]').value"))
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_goes_into_its_range_in_either_kind_of_list_and_that_is_said() {
    let (mut browser, _site) = on(DROPS).await;
    let report = browser
        .fill(&[("Mileage", json!(7000)), ("Years of experience", json!("20"))])
        .await;
    for (key, label) in [
        ("Mileage", "5,001–10,000"),
        ("Years of experience", "More than 10 years"),
    ] {
        let entry = entry(&report, key);
        assert_eq!(entry.status, Status::Filled, "{report:?}");
        assert_eq!(entry.asked.reveal(), label);
        assert_eq!(entry.holds.as_ref().map(ostler_machines::Typed::reveal), Some(label));
        assert!(entry.message.contains("lies in the range"), "{report:?}");
    }
    assert_eq!(hidden(&mut browser, "exp").await, "More than 10 years");
    // The dash of the page instead of one's own is no news in either.
    let report = browser
        .fill(&[
            ("Mileage", json!("0-5000")),
            ("Years of experience", json!("6-10 years")),
        ])
        .await;
    for key in ["Mileage", "Years of experience"] {
        assert_eq!(status(&report, key), Status::Filled, "{report:?}");
        assert_eq!(entry(&report, key).message, "");
    }
    let report = browser.fill(&[("Years of experience", json!("many"))]).await;
    assert_eq!(status(&report, "Years of experience"), Status::Refused, "{report:?}");
    assert_eq!(hidden(&mut browser, "exp").await, "6–10 years");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_without_roles_is_a_field_if_a_label_was_written_for_it() {
    let (mut browser, _site) = on(DROPS).await;
    let page = browser.inspect().await;
    for label in ["Department", "Years of experience"] {
        let own = field(&page, label);
        assert_eq!(own.kind, Kind::Combobox, "{label}");
        assert_eq!(
            own.held,
            Held::Text("".into()),
            "{label}: what asks to choose is no value"
        );
    }
    assert_eq!(field(&page, "Department").placeholder, "-- choose --");
    let report = browser
        .fill(&[("Department", json!("marketing")), ("Team", json!("Blue"))])
        .await;
    assert_eq!(status(&report, "Department"), Status::Filled, "{report:?}");
    assert_eq!(hidden(&mut browser, "dept").await, "mkt");
    assert_eq!(status(&report, "Team"), Status::Failed, "{report:?}");
    assert_eq!(entry(&report, "Team").code, "unsupported");
    let report = browser.fill(&[("Department", json!("Juggling"))]).await;
    assert_eq!(entry(&report, "Department").code, "no-option", "{report:?}");
    assert_eq!(entry(&report, "Department").candidates.len(), 3);
    assert_eq!(hidden(&mut browser, "dept").await, "mkt");
    let open = browser.truth("document.querySelectorAll('.open').length").await;
    assert_eq!(open, json!(0), "the list is closed again");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_box_that_suggests_nothing_for_a_text_says_so() {
    let (mut browser, _site) = on(
        "<div><label for=co>Company</label><input id=co role=combobox aria-autocomplete=list aria-controls=sug aria-expanded=false autocomplete=off><ul id=sug role=listbox hidden style='position:absolute'></ul></div>
         <script>const model = { company: null }; const C = ['Acme Ltd', 'Acme Holdings', 'Globex GmbH']; let t;
         co.oninput = () => { model.company = null; clearTimeout(t); t = setTimeout(() => { sug.innerHTML = ''; const q = co.value.toLowerCase();
           C.filter((c) => q && c.toLowerCase().includes(q)).forEach((c) => { const l = document.createElement('li'); l.setAttribute('role', 'option'); l.textContent = c;
             l.onmousedown = (e) => { e.preventDefault(); co.value = c; model.company = c; sug.hidden = true; co.setAttribute('aria-expanded', 'false'); }; sug.append(l); });
           sug.hidden = !sug.children.length; co.setAttribute('aria-expanded', String(!sug.hidden)); }, 100); };
         co.onblur = () => setTimeout(() => { sug.hidden = true; if (!model.company) co.value = ''; }, 50);</script>",
    )
    .await;
    let report = browser.fill(&[("Company", json!("Nonesuch"))]).await;
    assert_eq!(status(&report, "Company"), Status::Refused, "{report:?}");
    assert_eq!(entry(&report, "Company").code, "no-option");
    assert!(
        entry(&report, "Company").message.contains("offers nothing"),
        "{report:?}"
    );
    assert_eq!(browser.value("#co").await, "");
    let report = browser.fill(&[("Company", json!("globex gmbh"))]).await;
    assert_eq!(status(&report, "Company"), Status::Filled, "{report:?}");
    assert_eq!(model(&mut browser).await["company"], "Globex GmbH");
    browser.close().await;
}

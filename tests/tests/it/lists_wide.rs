//! Lists and boxes that take more than one step: a country beside a number, a limit, thousands of rows, a list that
//! nothing but its words tells to be one.

use ostler_machines::report::{FieldReport, Status};
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

fn holds(entry: &FieldReport) -> Option<&str> {
    entry.holds.as_ref().map(ostler_machines::Typed::reveal)
}

fn offers(entry: &FieldReport) -> Vec<&str> {
    entry.candidates.iter().filter_map(|it| it.option.as_deref()).collect()
}

/// A box for a telephone number that takes digits alone, and a button before it that opens the countries. `OFFERS` are
/// `[flag, name, code]`; `SHOWN` is what stands on the button once one of them is chosen.
fn phone(offers: &str, shown: &str, more: &str) -> String {
    PHONE
        .replace("OFFERS", offers)
        .replace("SHOWN", shown)
        .replace("MORE", more)
}
const PHONE: &str = "<style>.ph{position:relative;display:flex}.pop{position:absolute;top:30px;left:0;background:#fff;border:1px solid;max-height:200px;overflow:auto;z-index:5}</style>
<label for=tel>Phone</label>
<div class=ph><button type=button id=cc aria-haspopup=listbox aria-expanded=false></button><input id=tel type=tel></div>MORE
<script>
const all = OFFERS;
const model = { country: all[0][1], code: all[0][2], number: '', sent: [] };
let list = null;
const show = ([flag, name, code]) => { SHOWN };
const shut = () => { list?.remove(); list = null; cc.setAttribute('aria-expanded', 'false'); };
show(all[0]);
cc.onclick = () => {
  if (list) return shut();
  list = document.createElement('div'); list.className = 'pop'; list.setAttribute('role', 'listbox');
  for (const one of all) {
    const o = document.createElement('div'); o.setAttribute('role', 'option'); o.textContent = `${one[0]} ${one[1]} (+${one[2]})`;
    o.onclick = () => { model.country = one[1]; model.code = one[2]; show(one); shut(); };
    list.append(o);
  }
  cc.parentElement.append(list); cc.setAttribute('aria-expanded', 'true');
};
document.addEventListener('keydown', (e) => { if (e.key === 'Escape') shut(); });
tel.oninput = () => { tel.value = tel.value.replace(/\\D/g, '').slice(0, 11); model.number = tel.value; };
</script>";
const WORLD: &str = "[['🇺🇸', 'United States', 1], ['🇨🇦', 'Canada', 1], ['🇩🇪', 'Germany', 49], ['🇫🇷', 'France', 33], ['🇬🇧', 'United Kingdom', 44], ['🇯🇪', 'Jersey', 44]]";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_country_of_a_number_is_chosen_beside_its_box() {
    // The code, the flag alone, and the name alone on the button.
    for shown in [
        "cc.textContent = `${flag} +${code}`;",
        "cc.textContent = flag;",
        "cc.textContent = ''; cc.setAttribute('aria-label', `Country: ${name}`); cc.append(document.createElement('i'));",
    ] {
        let (mut browser, _site) = on(&phone(WORLD, shown, "")).await;
        let report = browser.fill(&[("Phone", json!("+49 30 123456"))]).await;
        all_good(&report);
        let told = model(&mut browser).await;
        assert_eq!(
            (&told["code"], &told["number"]),
            (&json!(49), &json!("30123456")),
            "{shown}"
        );
        // It holds that now, and another number of the same country leaves the country as it is.
        let again = browser.fill(&[("Phone", json!("+49 30 123456"))]).await;
        all_good(&again);
        all_good(&browser.fill(&[("Phone", json!("+49 89 654321"))]).await);
        assert_eq!(model(&mut browser).await["number"], "89654321", "{shown}");
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_country_that_is_not_offered_or_not_settled_leaves_box_and_country_as_they_were() {
    let shown = "cc.textContent = `${flag} +${code}`;";
    let start = "<script>tel.value = '5551234567'; model.number = tel.value;</script>";
    let (mut browser, _site) = on(&phone(WORLD, shown, "").replace("</script>", &format!("</script>{start}"))).await;
    let report = browser.fill(&[("Phone", json!("+81 3 1234 5678"))]).await;
    let own = entry(&report, "Phone");
    assert_eq!(
        (own.status, own.code.as_str()),
        (Status::Refused, "no-country"),
        "{own:?} {:?} {}",
        holds(own),
        model(&mut browser).await
    );
    assert!(!own.message.is_empty());
    let told = model(&mut browser).await;
    assert_eq!(
        (&told["country"], &told["number"]),
        (&json!("United States"), &json!("5551234567"))
    );
    assert_eq!(browser.value("#tel").await, "5551234567");
    browser.close().await;

    // Two offers of one code: which of them is meant is not settled.
    let two = "[['🇩🇪', 'Germany', 49], ['🇺🇸', 'United States', 1], ['🇨🇦', 'Canada', 1]]";
    let (mut browser, _site) = on(&phone(two, shown, "<p><label>Country <input id=land></label></p>")).await;
    let report = browser.fill(&[("Phone", json!("+1 800 555 0199"))]).await;
    let own = entry(&report, "Phone");
    assert_eq!(
        (own.status, own.code.as_str()),
        (Status::Refused, "ambiguous-country"),
        "{own:?}"
    );
    assert_eq!(offers(own), ["🇺🇸 United States (+1)", "🇨🇦 Canada (+1)"]);
    let told = model(&mut browser).await;
    assert_eq!((&told["country"], &told["number"]), (&json!("Germany"), &json!("")));
    assert_eq!(browser.value("#tel").await, "");
    // What is said of the country elsewhere in the form settles it.
    let report = browser
        .fill(&[("Country", json!("Canada")), ("Phone", json!("+1 800 555 0199"))])
        .await;
    all_good(&report);
    let told = model(&mut browser).await;
    assert_eq!(
        (&told["country"], &told["number"]),
        (&json!("Canada"), &json!("8005550199"))
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_native_list_of_countries_beside_the_box_is_chosen_from_too() {
    let (mut browser, _site) = on(
        "<label for=tel>Phone</label><div><select id=cc aria-label='Country code'><option value=US>US +1<option value=DE>DE +49<option value=FR>FR +33</select><input id=tel type=tel></div>
         <script>tel.oninput = () => { tel.value = tel.value.replace(/\\D/g, ''); };</script>",
    )
    .await;
    let report = browser.fill(&[("Phone", json!("+49 30 123456"))]).await;
    all_good(&report);
    assert_eq!(browser.truth("[cc.value, tel.value]").await, json!(["DE", "30123456"]));
    // Where a key says otherwise of the list, that is not overruled.
    let report = browser
        .fill(&[("Country code", json!("US +1")), ("Phone", json!("+33 1 23 45 67 89"))])
        .await;
    assert!(!status(&report, "Phone").good(), "{report:?}");
    assert_eq!(browser.truth("[cc.value, tel.value]").await, json!(["US", "30123456"]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_page_does_not_take_is_taken_out_again() {
    let (mut browser, _site) = on(
        "<p><label>Code <input id=code value=A1></label></p><p><label>Amount <input id=amount></label></p><p><label>Start <input id=day type=date value=2026-01-02></label></p>
         <fieldset><legend>Born</legend><label>Day <input id=d size=2 maxlength=2 value=03></label><label>Month <input id=m size=2 maxlength=2 value=04></label><label>Year <input id=y size=4 maxlength=4 value=1999></label></fieldset>
         <p id=n>Notes</p><div id=notes contenteditable role=textbox aria-labelledby=n>old</div>
         <script>
         const drop = (it, make) => it.addEventListener('input', () => { const text = make(it.value); if (it.value !== text) it.value = text; });
         drop(code, (text) => text.slice(0, 2)); drop(amount, (text) => text.replace(/\\D/g, ''));
         drop(m, (text) => (text > '06' ? '01' : text));
         day.addEventListener('change', () => { if (day.value > '2026-06-30') day.value = '2026-06-30'; });
         notes.addEventListener('input', () => { if (notes.textContent.length > 5) notes.textContent = notes.textContent.slice(0, 5); });
         </script>",
    )
    .await;
    let report = browser
        .fill(&[
            ("Code", json!("B2B2")),
            ("Amount", json!("a12b")),
            ("Start", json!("2026-12-24")),
            ("Born", json!("2001-12-24")),
            ("Notes", json!("a long text")),
        ])
        .await;
    for (key, before) in [
        ("Code", "A1"),
        ("Amount", ""),
        ("Start", "2026-01-02"),
        ("Born", "03 04 1999"),
        ("Notes", "old"),
    ] {
        let own = entry(&report, key);
        assert_eq!(own.status, Status::Rejected, "{own:?}");
        assert_eq!(holds(own), Some(before), "{own:?}");
    }
    assert!(entry(&report, "Code").message.contains("\"B2\""), "{report:?}");
    assert_eq!(
        browser
            .truth("[code.value, amount.value, day.value, d.value, m.value, y.value, notes.textContent]")
            .await,
        json!(["A1", "", "2026-01-02", "03", "04", "1999", "old"])
    );
    browser.close().await;
}

/// Boxes to tick of which the page takes two, in three manners.
const BOXES: &str = "<fieldset id=a><legend>Colours</legend><label><input type=checkbox name=c value=r checked>Red</label><label><input type=checkbox name=c value=g>Green</label><label><input type=checkbox name=c value=b>Blue</label><label><input type=checkbox name=c value=y>Yellow</label></fieldset>
<fieldset id=b><legend>Tastes</legend><label><input type=checkbox name=t value=s>Sweet</label><label><input type=checkbox name=t value=o>Sour</label><label><input type=checkbox name=t value=b>Bitter</label></fieldset>
<p><label for=n>Towns</label><select id=n multiple><option>Bath<option>Ely<option>York<option>Wells</select>
<script>
a.onchange = () => { const off = a.querySelectorAll(':checked').length >= 2; for (const it of a.querySelectorAll('input')) it.disabled = off && !it.checked; };
b.onclick = (e) => { if (b.querySelectorAll(':checked').length > 2) e.preventDefault(); };
n.onchange = () => { [...n.selectedOptions].slice(2).forEach((it) => { it.selected = false; }); };
const ticked = (it) => [...it.querySelectorAll(':checked')].map((box) => box.value ?? box.textContent);
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_limit_of_boxes_and_lists_is_told_and_nothing_stays_half_done() {
    let (mut browser, _site) = on(BOXES).await;
    let report = browser
        .fill(&[
            ("Colours", json!(["Green", "Blue", "Yellow"])),
            ("Tastes", json!(["Sweet", "Sour", "Bitter"])),
            ("Towns", json!(["Bath", "Ely", "York"])),
        ])
        .await;
    for (key, took) in [
        ("Colours", ["Green", "Blue"]),
        ("Tastes", ["Sweet", "Sour"]),
        ("Towns", ["Bath", "Ely"]),
    ] {
        let own = entry(&report, key);
        assert_eq!(
            (own.status, own.code.as_str()),
            (Status::Refused, "too-many"),
            "{own:?}"
        );
        assert!(own.message.contains("no more than 2"), "{own:?}");
        assert_eq!(offers(own), took, "{own:?}");
    }
    assert_eq!(
        browser
            .truth("[ticked(a), ticked(b), [...n.selectedOptions].length]")
            .await,
        json!([["r"], [], 0])
    );
    // As many as it takes are taken.
    all_good(
        &browser
            .fill(&[
                ("Colours", json!(["Green", "Blue"])),
                ("Towns", json!(["Bath", "York"])),
            ])
            .await,
    );
    assert_eq!(browser.truth("ticked(a)").await, json!(["g", "b"]));
    browser.close().await;
}

/// A widget of chips of which the page takes three. `FULL` is what it does about a fourth.
const CHIPS: &str = "<style>.pop{position:absolute;background:#fff;border:1px solid}.box{border:1px solid;padding:4px;width:400px}</style>
<p id=l>Skills</p><div class=box><span id=chips></span><input id=s role=combobox aria-labelledby=l aria-autocomplete=list aria-expanded=false></div><div id=list class=pop role=listbox aria-multiselectable=true hidden></div>
<script>
const model = { skills: ['Sales'] };
const names = ['Accounting', 'Design', 'Marketing', 'Sales', 'Welding'];
s.setAttribute('aria-controls', 'list');
function draw() {
  chips.textContent = '';
  for (const name of model.skills) {
    const chip = document.createElement('span'); chip.innerHTML = '<span></span><button type=button>×</button>'; chip.firstChild.textContent = name;
    chip.lastChild.setAttribute('aria-label', 'Remove ' + name);
    chip.lastChild.onclick = () => { model.skills = model.skills.filter((it) => it !== name); draw(); };
    chips.append(chip);
  }
  list.textContent = '';
  for (const name of names.filter((it) => it.toLowerCase().includes(s.value.toLowerCase()))) {
    const o = document.createElement('div'); o.setAttribute('role', 'option'); o.textContent = name;
    const has = model.skills.includes(name); o.setAttribute('aria-selected', has);
    o.onmousedown = (e) => { e.preventDefault(); const full = model.skills.length >= 3;
      if (has) model.skills = model.skills.filter((it) => it !== name); else if (!full) model.skills.push(name);
      s.value = ''; draw(); };
    if (!has && model.skills.length >= 3) { FULL }
    list.append(o);
  }
}
const show = (on) => { list.hidden = !on; s.setAttribute('aria-expanded', on); draw(); };
s.onfocus = () => show(true); s.oninput = () => show(true); s.onblur = () => { s.value = ''; show(false); }; s.onkeydown = (e) => { if (e.key === 'Escape') show(false); };
draw();
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_limit_of_a_widget_of_several_answers_is_told_and_nothing_stays_half_done() {
    for full in ["", "o.setAttribute('aria-disabled', 'true');", "continue;"] {
        let (mut browser, _site) = on(&CHIPS.replace("FULL", full)).await;
        let wanted = json!(["Accounting", "Design", "Marketing", "Welding"]);
        let report = browser.fill(&[("Skills", wanted)]).await;
        let own = entry(&report, "Skills");
        assert_eq!(
            own.status,
            Status::Refused,
            "{full}: {own:?} {}",
            model(&mut browser).await
        );
        if full != "continue;" {
            assert_eq!(own.code, "too-many", "{full}: {own:?}");
            assert!(own.message.contains("no more than 3"), "{full}: {own:?}");
            assert_eq!(offers(own), ["Accounting", "Design", "Marketing"], "{full}");
        }
        assert_eq!(model(&mut browser).await["skills"], json!(["Sales"]), "{full}");
        let report = browser
            .fill(&[("Skills", json!(["Accounting", "Design", "Marketing"]))])
            .await;
        all_good(&report);
        assert_eq!(
            model(&mut browser).await["skills"],
            json!(["Accounting", "Design", "Marketing"])
        );
        browser.close().await;
    }
}

/// A list of five thousand of which some twenty rows are laid out at a time. `ROW` makes the text of row `i`.
const LONG: &str = "<p><label for=p>Part</label> <input id=p role=combobox readonly aria-haspopup=listbox aria-expanded=false aria-controls=pop></p>
<div id=pop role=listbox hidden style='position:absolute;background:#fff;width:200px;height:200px;overflow-y:auto'><div style='height:100000px;position:relative' id=inner></div></div>
<script>
const model = { drawn: 0 };
const text = (i) => ROW;
function rows() {
  inner.textContent = ''; model.drawn += 1;
  const first = Math.max(0, Math.floor(pop.scrollTop / 20) - 5);
  for (let i = first; i < Math.min(5000, first + 20); i += 1) {
    const row = document.createElement('div'); row.setAttribute('role', 'option'); row.textContent = text(i); SIZE
    row.style.cssText = `position:absolute;top:${i * 20}px;height:20px`;
    row.onclick = () => { model.part = row.textContent; p.value = row.textContent; hide(); };
    inner.append(row);
  }
}
const hide = () => { pop.hidden = true; p.setAttribute('aria-expanded', 'false'); };
pop.onscroll = rows;
p.onmousedown = () => { if (pop.hidden) { pop.hidden = false; p.setAttribute('aria-expanded', 'true'); rows(); } else hide(); };
p.onkeydown = (e) => { if (e.key === 'Escape') hide(); };
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_of_thousands_in_order_is_gone_through_in_a_few_steps() {
    let (mut browser, _site) = on(&LONG
        .replace("SIZE", "row.setAttribute('aria-setsize', 5000);")
        .replace("ROW", "`Part ${i + 1}`"))
    .await;
    for part in ["Part 4321", "Part 5000", "Part 12"] {
        all_good(&browser.fill(&[("Part", json!(part))]).await);
        assert_eq!(model(&mut browser).await["part"], part);
    }
    let drawn = model(&mut browser).await["drawn"].as_u64();
    assert!(drawn.is_some_and(|drawn| drawn < 60), "{drawn:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_option_whose_element_is_another_once_it_is_scrolled_to_is_looked_for_again() {
    let long = LONG.replace("SIZE", "").replace("ROW", "`Part ${i + 1}`");
    // The same twenty rows, which only change their words and their places.
    let reused = long
        .replace("inner.textContent = '';", "")
        .replace(
            "document.createElement('div'); row",
            "inner.children[i - first] ?? document.createElement('div'); row",
        )
        .replace("inner.append(row);", "if (!row.isConnected) inner.append(row);");
    // It comes to rest at full hundreds.
    let snaps = long.replace(
        "pop.onscroll = rows;",
        "pop.onscroll = () => { pop.scrollTop = Math.round(pop.scrollTop / 100) * 100; rows(); };",
    );
    for (case, page) in [("anew", long), ("reused", reused), ("snaps", snaps)] {
        let (mut browser, _site) = on(&page).await;
        for part in ["Part 14", "Part 17", "Part 20"] {
            all_good(&browser.fill(&[("Part", json!(part))]).await);
            assert_eq!(model(&mut browser).await["part"], part, "{case}");
        }
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_of_thousands_without_order_is_gone_through_view_by_view() {
    let (mut browser, _site) = on(&LONG
        .replace("SIZE", "")
        .replace("ROW", "`Part ${(i * 1237) % 5000 + 1}`"))
    .await;
    all_good(&browser.fill(&[("Part", json!("Part 4321"))]).await);
    assert_eq!(model(&mut browser).await["part"], "Part 4321");
    let report = browser.fill(&[("Part", json!("Part 50000"))]).await;
    let own = entry(&report, "Part");
    assert_eq!(
        (own.status, own.code.as_str()),
        (Status::Refused, "no-option"),
        "{own:?}"
    );
    assert!(offers(own).contains(&"Part 5000"), "{own:?}");
    assert_eq!(model(&mut browser).await["part"], "Part 4321");
    // Twice through all of it, in views of some fifteen rows.
    let drawn = model(&mut browser).await["drawn"].as_u64();
    assert!(drawn.is_some_and(|drawn| drawn < 900), "{drawn:?}");
    browser.close().await;
}

/// A native list that is out of sight, `HIDE`, and what a script draws for it: words that open a list, which opens
/// `HOW`.
const DRAWN: &str = "<style>.cs{position:relative;width:220px}.cs ul{display:none;HOW;margin:0;padding:0;background:#fff;border:1px solid}.cs.open ul{display:block}.cs li{list-style:none;padding:4px;cursor:pointer}.cs .v{border:1px solid;padding:4px;cursor:pointer}</style>
<p><label>Name <input id=n></label></p>
<label for=sel>Department</label>
<div class=cs id=cs><select id=sel name=dept style='HIDE'><option value=''>Please choose<option value=e>Engineering<option value=m>Marketing<option value=f>Finance</select></div>
<p><label>Note <input id=note></label></p>
<script>
const model = { heard: [] };
const v = document.createElement('div'), u = document.createElement('ul'); v.className = 'v';
const show = () => { v.textContent = sel.options[sel.selectedIndex].label; };
for (const option of sel.options) { const li = document.createElement('li'); li.textContent = option.label; li.onclick = () => { sel.value = option.value; sel.dispatchEvent(new Event('change', { bubbles: true })); show(); cs.classList.remove('open'); }; u.append(li); }
cs.append(v, u); show();
v.onclick = () => cs.classList.toggle('open');
document.addEventListener('click', (e) => { if (!cs.contains(e.target)) cs.classList.remove('open'); });
document.addEventListener('keydown', (e) => { if (e.key === 'Escape') cs.classList.remove('open'); });
sel.onchange = (e) => model.heard.push([sel.value, e.isTrusted]);
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hidden_native_list_is_filled_through_what_is_drawn_for_it() {
    let clipped = "position:absolute;width:1px;height:1px;clip:rect(0 0 0 0);overflow:hidden";
    for (hide, how) in [
        ("display:none", "position:absolute;z-index:3"),
        ("display:none", ""),
        (clipped, ""),
    ] {
        let (mut browser, _site) = on(&DRAWN.replace("HIDE", hide).replace("HOW", how)).await;
        let page = browser.inspect().await;
        let own = field(&page, "Department");
        assert!(own.visible, "{hide} {how}: {own:?}");
        assert_eq!(own.options.len(), 4, "{hide} {how}");
        assert_eq!(page.fields().filter(|it| it.label == "Department").count(), 1);
        let report = browser
            .fill(&[
                ("Name", json!("Ada")),
                ("Department", json!("marketing")),
                ("Note", json!("none")),
            ])
            .await;
        all_good(&report);
        assert_eq!(holds(entry(&report, "Department")), Some("Marketing"));
        assert_eq!(
            browser.truth("[sel.value, v.textContent, model.heard]").await,
            json!(["m", "Marketing", [["m", false]]]),
            "{hide} {how}"
        );
        let report = browser.fill(&[("Department", json!("Juggling"))]).await;
        assert_eq!(entry(&report, "Department").code, "no-option", "{report:?}");
        assert_eq!(
            browser.truth("[sel.value, cs.classList.contains('open')]").await,
            json!(["m", false])
        );
        assert_eq!(
            status(&browser.fill(&[("Department", json!("Marketing"))]).await, "Department"),
            Status::Unchanged
        );
        browser.close().await;
    }
}

/// A list of `div`s without a role that opens in the flow of the page, under the button with the label.
const FLOW: &str = "<style>.row{padding:4px;cursor:pointer}</style>
<p><label>Name <input id=n></label></p>
<div><span id=l>Team</span><button type=button id=b aria-labelledby='l b' aria-haspopup=listbox>Choose a team</button><div id=pop></div></div>
<p><label>Note <input id=note></label></p><div><div class=row>News</div><div class=row>Help</div></div>
<script>
const model = {};
b.onclick = () => {
  if (pop.firstChild) { pop.textContent = ''; return; }
  for (const name of ['Red', 'Green', 'Blue']) { const d = document.createElement('div'); d.className = 'row'; d.textContent = name; d.onclick = () => { model.team = name; b.textContent = name; pop.textContent = ''; }; pop.append(d); }
};
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_without_roles_that_opens_in_the_flow_is_found() {
    let shown = FLOW
        .replace("<div id=pop></div>", "<div id=pop style='display:none'><div class=row>Red</div><div class=row>Green</div><div class=row>Blue</div></div>")
        .replace(
            &FLOW[FLOW.find("b.onclick").unwrap_or(0)..FLOW.find("</script>").unwrap_or(0)],
            "b.onclick = () => { pop.style.display = pop.style.display ? '' : 'none'; };
             for (const d of pop.children) d.onclick = () => { model.team = d.textContent; b.textContent = d.textContent; pop.style.display = 'none'; };",
        );
    for page in [FLOW, &shown] {
        let (mut browser, _site) = on(page).await;
        let report = browser
            .fill(&[
                ("Name", json!("Ada")),
                ("Team", json!("Green")),
                ("Note", json!("none")),
            ])
            .await;
        all_good(&report);
        assert_eq!(model(&mut browser).await["team"], "Green");
        let report = browser.fill(&[("Team", json!("Help"))]).await;
        assert_eq!(entry(&report, "Team").code, "no-option", "{report:?}");
        assert_eq!(offers(entry(&report, "Team")), ["Red", "Green", "Blue"]);
        browser.close().await;
    }
}

/// A list that is drawn and opens, of a page in German.
const AMOUNTS: &str = "<style>.pop{position:absolute;background:#fff;border:1px solid}</style>
<div lang=LANG><label for=m>Menge</label><div style='position:relative'><button type=button id=m role=combobox aria-haspopup=listbox aria-expanded=false>Bitte wählen</button></div></div>
<script>
const model = {};
let list = null;
const shut = () => { list?.remove(); list = null; m.setAttribute('aria-expanded', 'false'); };
m.onclick = () => {
  if (list) return shut();
  list = document.createElement('div'); list.className = 'pop'; list.setAttribute('role', 'listbox');
  for (const name of ['1', '1,5', '1.000', '1.500', '10.000']) { const o = document.createElement('div'); o.setAttribute('role', 'option'); o.textContent = name; o.onclick = () => { model.amount = name; m.textContent = name; shut(); }; list.append(o); }
  m.after(list); m.setAttribute('aria-expanded', 'true');
};
document.addEventListener('keydown', (e) => { if (e.key === 'Escape') shut(); });
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn numbers_of_a_drawn_list_are_read_as_the_page_writes_them() {
    let (mut browser, _site) = on(&AMOUNTS.replace("LANG", "de")).await;
    for (wanted, label) in [
        (json!(1000), "1.000"),
        (json!(1.5), "1,5"),
        (json!("1500"), "1.500"),
        (json!(1), "1"),
        (json!("10.000"), "10.000"),
    ] {
        let report = browser.fill(&[("Menge", wanted.clone())]).await;
        assert!(status(&report, "Menge").good(), "{wanted}: {report:?}");
        assert_eq!(model(&mut browser).await["amount"], label, "{wanted}");
    }
    browser.close().await;
    // On a page in English `1.500` is one and a half, and nothing is fifteen hundred.
    let (mut browser, _site) = on(&AMOUNTS.replace("LANG", "en")).await;
    let report = browser.fill(&[("Menge", json!(1500))]).await;
    assert_eq!(status(&report, "Menge"), Status::Refused, "{report:?}");
    assert_eq!(model(&mut browser).await["amount"], Value::Null);
    browser.close().await;
}

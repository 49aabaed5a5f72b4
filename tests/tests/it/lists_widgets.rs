//! Widgets that choose from lists, take tags, slide or take files, as pages build them by hand.

use ostler_machines::report::Status;
use ostler_tests::browser::{all_good, entry, status};
use ostler_tests::{Browser, Site};
use serde_json::{Value, json};

/// What the pages share: a list that opens under a control, with what the page chose kept in `model`.
const LIST: &str = "<style>.pop{position:absolute;background:#fff;border:1px solid}.pop div{padding:4px}.box{border:1px solid;padding:4px;width:300px}</style>
<script>
const model = {};
// A combobox: opens on focus or press, narrows by what is typed, calls `choose` with the option pressed.
function combo(input, names, { several = null, choose, taken = () => [], filter = true, keep = false } = {}) {
  const list = document.createElement('div');
  list.className = 'pop'; list.setAttribute('role', 'listbox'); list.id = input.id + '-list'; list.hidden = true;
  if (several !== null) list.setAttribute('aria-multiselectable', String(several));
  input.after(list);
  const show = () => {
    list.hidden = false; input.setAttribute('aria-expanded', 'true'); input.setAttribute('aria-controls', list.id);
    list.textContent = '';
    const typed = (input.value ?? '').toLowerCase();
    for (const name of names) {
      if (filter && typed && !name.toLowerCase().includes(typed)) continue;
      const option = document.createElement('div');
      option.setAttribute('role', 'option'); option.setAttribute('aria-selected', String(taken().includes(name))); option.textContent = name;
      option.onmousedown = (e) => { e.preventDefault(); choose(name); if (keep) show(); else hide(); };
      list.append(option);
    }
  };
  const hide = () => { list.hidden = true; input.setAttribute('aria-expanded', 'false'); };
  input.addEventListener('mousedown', () => (list.hidden ? show() : hide()));
  input.addEventListener('input', show);
  input.addEventListener('keydown', (e) => { if (e.key === 'ArrowDown') show(); if (e.key === 'Escape') hide(); });
  input.addEventListener('blur', () => setTimeout(hide, 0));
  return { show, hide, list };
}
</script>";

async fn on(page: &str) -> (Browser, Site) {
    let site = Site::start().await;
    let url = site.page("/", &format!("{LIST}{page}"));
    (Browser::at(&url).await, site)
}

async fn model(browser: &mut Browser) -> Value {
    browser.truth("model").await
}

/// No list stands open.
async fn shut(browser: &mut Browser) -> bool {
    browser
        .truth(
            "[...document.querySelectorAll('[role=listbox],[role=menu]')].every(e => e.hidden || e.offsetHeight === 0)",
        )
        .await
        == json!(true)
}

const CHIPS: &str = "<form><p id=l>Skills</p><div class=box><span id=chips></span><input id=s role=combobox aria-labelledby=l aria-autocomplete=list aria-expanded=false></div><button>Save</button></form>
<script>
model.skills = ['Design'];
const names = ['Accounting', 'Design', 'Marketing', 'Market research', 'Sales'];
const input = document.getElementById('s');
function draw() {
  const box = document.getElementById('chips'); box.textContent = '';
  for (const name of model.skills) {
    const chip = document.createElement('span'); const text = document.createElement('span'); text.textContent = name;
    const off = document.createElement('button'); off.type = 'button'; off.textContent = '×'; off.setAttribute('aria-label', 'Remove ' + name);
    off.onclick = () => { model.skills = model.skills.filter((it) => it !== name); draw(); };
    chip.append(text, off); box.append(chip);
  }
}
draw();
combo(input, names, { several: true, taken: () => model.skills, choose: (name) => { model.skills = model.skills.includes(name) ? model.skills.filter((it) => it !== name) : [...model.skills, name]; input.value = ''; draw(); } });
input.addEventListener('blur', () => { input.value = ''; });
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chips_are_brought_to_exactly_what_is_wanted() {
    let (mut browser, _site) = on(CHIPS).await;
    all_good(&browser.fill(&[("Skills", json!(["Marketing", "Sales"]))]).await);
    assert_eq!(model(&mut browser).await["skills"], json!(["Marketing", "Sales"]));
    assert!(shut(&mut browser).await, "the list is closed again");
    all_good(&browser.fill(&[("Skills", json!(["Sales", "Marketing"]))]).await);
    assert_eq!(model(&mut browser).await["skills"], json!(["Marketing", "Sales"]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chips_of_which_one_is_not_offered_are_left_as_they_were() {
    let (mut browser, _site) = on(CHIPS).await;
    let report = browser.fill(&[("Skills", json!(["Sales", "Juggling"]))]).await;
    assert_eq!(status(&report, "Skills"), Status::Refused, "{report:?}");
    assert_eq!(entry(&report, "Skills").code, "no-option");
    let offered: Vec<_> = entry(&report, "Skills")
        .candidates
        .iter()
        .filter_map(|it| it.option.clone())
        .collect();
    assert!(offered.contains(&"Accounting".to_owned()), "{offered:?}");
    assert_eq!(model(&mut browser).await["skills"], json!(["Design"]));
    assert_eq!(browser.value("#s").await, "");
    assert!(shut(&mut browser).await);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_button_that_lists_what_was_chosen_is_toggled_to_it() {
    let (mut browser, _site) = on(
        "<p><span id=l>Labels</span> <button type=button id=b aria-haspopup=listbox aria-expanded=false aria-labelledby=l>None</button></p>
         <script>
         model.labels = ['bug'];
         const b = document.getElementById('b');
         const draw = () => { b.textContent = model.labels.join(', ') || 'None'; };
         draw();
         combo(b, ['bug', 'docs', 'performance', 'security'], { several: true, keep: true, taken: () => model.labels, choose: (name) => {
           model.labels = model.labels.includes(name) ? model.labels.filter((it) => it !== name) : [...model.labels, name]; draw(); } });
         </script>",
    )
    .await;
    all_good(&browser.fill(&[("Labels", json!(["docs", "security"]))]).await);
    assert_eq!(model(&mut browser).await["labels"], json!(["docs", "security"]));
    assert!(shut(&mut browser).await);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_combobox_that_takes_one_refuses_two_and_keeps_what_it_held() {
    let (mut browser, _site) = on(
        "<p><label>City <input id=c role=combobox aria-autocomplete=list aria-expanded=false></label></p>
         <script>
         model.city = 'Bern';
         const c = document.getElementById('c'); c.value = 'Bern';
         combo(c, ['Bern', 'Paris', 'Rome'], { choose: (name) => { model.city = name; c.value = name; } });
         c.addEventListener('blur', () => { c.value = model.city; });
         </script>",
    )
    .await;
    let report = browser.fill(&[("City", json!(["Paris", "Rome"]))]).await;
    assert!(!status(&report, "City").good(), "{report:?}");
    assert_eq!(
        browser.value("#c").await,
        model(&mut browser).await["city"].as_str().unwrap_or_default()
    );
    all_good(&browser.fill(&[("City", json!("Rome"))]).await);
    assert_eq!(model(&mut browser).await["city"], "Rome");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tags_are_entered_and_the_form_is_not_sent_by_it() {
    let (mut browser, site) = on(
        "<form action=/sent method=post><p><label>Topics <input id=t role=combobox aria-autocomplete=list aria-haspopup=listbox aria-expanded=false></label><span id=chips></span></p>
         <p><label>Nickname <input id=n role=combobox aria-autocomplete=list aria-haspopup=listbox aria-expanded=false></label></p><button>Send</button></form>
         <script>
         model.topics = [];
         const t = document.getElementById('t');
         const box = document.createElement('div'); box.className = 'box'; t.before(box); box.append(document.getElementById('chips'), t);
         t.addEventListener('keydown', (e) => {
           if (e.key !== 'Enter') return;
           e.preventDefault();
           if (!t.value) return;
           model.topics.push(t.value);
           const chip = document.createElement('span'); chip.textContent = t.value; chips.append(chip); t.value = '';
         });
         </script>",
    )
    .await;
    all_good(&browser.fill(&[("Topics", json!(["jazz", "bossa nova"]))]).await);
    assert_eq!(model(&mut browser).await["topics"], json!(["jazz", "bossa nova"]));
    // This one makes nothing of the enter key: the browser would send the form by it.
    let report = browser.fill(&[("Nickname", json!(["Jo", "Joe"]))]).await;
    assert!(!status(&report, "Nickname").good(), "{report:?}");
    assert_eq!(browser.value("#n").await, "");
    assert!(site.hits_of("/sent").is_empty(), "nothing was sent");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sliders_are_moved_by_their_keys_or_left_where_they_stood() {
    let (mut browser, _site) = on(
        "<p><span id=w>Weight</span> <span id=s role=slider tabindex=0 aria-labelledby=w aria-valuemin=0 aria-valuemax=30 aria-valuenow=10 style='display:inline-block;width:20px;height:20px;background:red'></span></p>
         <p><span id=r>Rest</span> <span role=slider tabindex=0 aria-labelledby=r aria-valuemin=0 aria-valuemax=30 aria-valuenow=10 style='display:inline-block;width:20px;height:20px;background:red'></span></p>
         <script>
         model.weight = 10;
         const s = document.getElementById('s');
         s.addEventListener('keydown', (e) => {
           const by = { ArrowRight: 2.5, ArrowUp: 2.5, ArrowLeft: -2.5, ArrowDown: -2.5 }[e.key];
           if (!by) return;
           model.weight = Math.min(30, Math.max(0, model.weight + by)); s.setAttribute('aria-valuenow', model.weight.toFixed(2));
         });
         </script>",
    )
    .await;
    all_good(&browser.fill(&[("Weight", json!("17.5"))]).await);
    assert_eq!(model(&mut browser).await["weight"], json!(17.5));
    let report = browser.fill(&[("Weight", json!("4")), ("Rest", json!("12"))]).await;
    assert_eq!(status(&report, "Weight"), Status::Refused, "{report:?}");
    let near: Vec<_> = entry(&report, "Weight")
        .candidates
        .iter()
        .filter_map(|it| it.option.clone())
        .collect();
    assert_eq!(near, ["5", "2.5"]);
    assert_eq!(
        model(&mut browser).await["weight"],
        json!(17.5),
        "it went back to where it stood"
    );
    assert_eq!(status(&report, "Rest"), Status::Failed, "{report:?}");
    browser.close().await;
}

/// A list of a thousand of which eight rows are laid out at a time.
const LONG: &str = "<p><label for=p>Part</label> <input id=p role=combobox readonly aria-haspopup=listbox aria-expanded=false></p>
<div id=pop class=pop hidden style='width:200px;height:160px;overflow-y:auto'><div style='height:20000px;position:relative;padding:0' id=inner></div></div>
<script>
const p = document.getElementById('p'), pop = document.getElementById('pop'), inner = document.getElementById('inner');
function rows() {
  inner.textContent = '';
  const first = Math.floor(pop.scrollTop / 20);
  for (let i = first; i < Math.min(1000, first + 9); i += 1) {
    const row = document.createElement('div'); row.setAttribute('role', 'option'); row.textContent = 'Part ' + (i + 1);
    row.style.cssText = `position:absolute;top:${i * 20}px;height:20px;padding:0`;
    row.onclick = () => { model.part = row.textContent; p.value = row.textContent; hide(); };
    inner.append(row);
  }
}
const hide = () => { pop.hidden = true; p.setAttribute('aria-expanded', 'false'); };
pop.setAttribute('role', 'listbox'); pop.addEventListener('scroll', rows);
p.setAttribute('aria-controls', 'pop');
p.addEventListener('mousedown', () => { if (pop.hidden) { pop.hidden = false; p.setAttribute('aria-expanded', 'true'); rows(); } else hide(); });
p.addEventListener('keydown', (e) => { if (e.key === 'Escape') hide(); });
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_of_which_a_part_is_laid_out_is_leafed_through() {
    let (mut browser, _site) = on(LONG).await;
    all_good(&browser.fill(&[("Part", json!("Part 60"))]).await);
    assert_eq!(model(&mut browser).await["part"], "Part 60");
    let report = browser.fill(&[("Part", json!("Part 6000"))]).await;
    assert_eq!(status(&report, "Part"), Status::Refused, "{report:?}");
    assert_eq!(model(&mut browser).await["part"], "Part 60");
    assert!(shut(&mut browser).await, "what was opened in vain is closed");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_path_is_followed_through_lists_in_lists() {
    let (mut browser, _site) = on(
        "<p><label for=w>Deliver to</label> <input id=w role=combobox readonly aria-haspopup=listbox aria-expanded=false></p><div id=pop class=pop hidden></div>
         <script>
         const tree = { Europe: { Germany: { Berlin: 1, Munich: 1 }, France: { Paris: 1 } }, Asia: { Japan: { Tokyo: 1 } } };
         const w = document.getElementById('w'), pop = document.getElementById('pop');
         function menu(level, node, path) {
           while (pop.children.length > level) pop.lastChild.remove();
           const ul = document.createElement('ul'); ul.setAttribute('role', 'menu'); ul.style.cssText = 'display:inline-block;margin:0;padding:0 8px';
           for (const name of Object.keys(node)) {
             const li = document.createElement('li'); li.setAttribute('role', 'menuitem'); li.textContent = name; li.style.listStyle = 'none';
             li.onclick = () => { const here = [...path, name]; if (typeof node[name] === 'object') menu(level + 1, node[name], here); else { model.place = here; w.value = here.join(' / '); pop.hidden = true; } };
             ul.append(li);
           }
           pop.append(ul);
         }
         w.addEventListener('mousedown', () => { pop.hidden = false; menu(0, tree, []); });
         w.addEventListener('keydown', (e) => { if (e.key === 'Escape') pop.hidden = true; });
         </script>",
    )
    .await;
    all_good(
        &browser
            .fill(&[("Deliver to", json!("Europe / Germany / Munich"))])
            .await,
    );
    assert_eq!(
        model(&mut browser).await["place"],
        json!(["Europe", "Germany", "Munich"])
    );
    let report = browser.fill(&[("Deliver to", json!("Europe / Germany / Tokyo"))]).await;
    assert_eq!(status(&report, "Deliver to"), Status::Refused, "{report:?}");
    assert_eq!(
        model(&mut browser).await["place"],
        json!(["Europe", "Germany", "Munich"])
    );
    assert!(shut(&mut browser).await);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_is_searched_by_the_box_that_opens_with_it() {
    let (mut browser, _site) = on(
        "<p><span id=l>Customer</span> <span id=c role=combobox tabindex=0 aria-labelledby=l aria-haspopup=true aria-expanded=false style='border:1px solid;padding:4px'>&nbsp;</span></p>
         <script>
         const c = document.getElementById('c');
         c.addEventListener('mousedown', (e) => {
           e.preventDefault();
           if (document.getElementById('pop')) return;
           const pop = document.createElement('div'); pop.id = 'pop'; pop.className = 'pop'; pop.style.cssText = 'top:60px;left:8px';
           const q = document.createElement('input'); q.type = 'search'; const list = document.createElement('ul'); list.setAttribute('role', 'listbox'); list.id = 'results';
           c.setAttribute('aria-owns', 'results'); c.setAttribute('aria-expanded', 'true');
           pop.append(q, list); document.body.append(pop); q.focus();
           q.addEventListener('keydown', (e) => { if (e.key === 'Escape') pop.remove(); });
           q.addEventListener('input', () => setTimeout(() => {
             list.textContent = '';
             for (const name of ['Acme Corporation', 'Acme Holdings', 'Initech'].filter((it) => it.toLowerCase().includes(q.value.toLowerCase()))) {
               const li = document.createElement('li'); li.setAttribute('role', 'option'); li.textContent = name;
               li.onclick = () => { model.customer = name; c.textContent = name; pop.remove(); c.setAttribute('aria-expanded', 'false'); };
               list.append(li);
             }
           }, 30));
         });
         </script>",
    )
    .await;
    all_good(&browser.fill(&[("Customer", json!("Acme Holdings"))]).await);
    assert_eq!(model(&mut browser).await["customer"], "Acme Holdings");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_offered_is_made_typed_or_refused_as_the_list_says() {
    let (mut browser, _site) = on(
        "<p><label>Team <input id=a role=combobox aria-autocomplete=list aria-expanded=false></label></p>
         <p><label>Vendor <input id=b role=combobox aria-autocomplete=list aria-expanded=false></label></p>
         <p><label>Address <input id=d role=combobox aria-autocomplete=list aria-expanded=false></label></p>
         <script>
         const [a, b, d] = ['a', 'b', 'd'].map((id) => document.getElementById(id));
         // A list that offers to make what it has not.
         const teams = ['Red', 'Blue'];
         const made = combo(a, teams, { choose: (name) => { model.team = name; a.value = name; } });
         a.addEventListener('input', () => { if (teams.includes(a.value) || !a.value) return; const o = document.createElement('div'); o.setAttribute('role', 'option'); o.textContent = `Create \"${a.value}\"`; const text = a.value; o.onmousedown = (e) => { e.preventDefault(); model.team = text; a.value = text; made.hide(); }; made.list.append(o); });
         a.addEventListener('blur', () => { a.value = model.team ?? ''; });
         // Suggestions that do not heed what is typed: any text will do.
         combo(b, ['Initech', 'Globex'], { filter: false, choose: (name) => { model.vendor = name; b.value = name; } });
         b.addEventListener('input', () => { model.vendor = b.value; });
         // A look-up: only what is offered is an address.
         combo(d, ['1 Long Street, Ely', '10 Long Street, Ely', '1 Short Street, Ely'], { choose: (name) => { model.address = name; d.value = name; } });
         </script>",
    )
    .await;
    let report = browser
        .fill(&[
            ("Team", json!("Purple")),
            ("Vendor", json!("Hooli")),
            ("Address", json!("Long Street")),
        ])
        .await;
    assert!(status(&report, "Team").good(), "{report:?}");
    assert!(status(&report, "Vendor").good(), "{report:?}");
    assert!(!status(&report, "Address").good(), "{report:?}");
    assert!(
        entry(&report, "Address").candidates.len() >= 2,
        "the candidates are told: {report:?}"
    );
    assert_eq!(model(&mut browser).await, json!({"team": "Purple", "vendor": "Hooli"}));
    assert_eq!(
        browser.value("#d").await,
        "",
        "what was typed to look for it is taken out"
    );
    all_good(&browser.fill(&[("Address", json!("10 Long Street, Ely"))]).await);
    assert_eq!(model(&mut browser).await["address"], "10 Long Street, Ely");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stars_that_are_lit_up_to_the_one_chosen_are_read_as_that_one() {
    let (mut browser, _site) = on(
        "<p id=l>Quality</p><div role=radiogroup aria-labelledby=l></div>
         <script>
         const group = document.querySelector('[role=radiogroup]');
         for (let i = 1; i <= 5; i += 1) {
           const star = document.createElement('span'); star.setAttribute('role', 'radio'); star.tabIndex = 0; star.textContent = '★';
           star.setAttribute('aria-posinset', i); star.setAttribute('aria-checked', 'false');
           star.onclick = () => { model.quality = i; [...group.children].forEach((it, at) => it.setAttribute('aria-checked', String(at < i))); };
           group.append(star);
         }
         </script>",
    )
    .await;
    all_good(&browser.fill(&[("Quality", json!("4"))]).await);
    assert_eq!(model(&mut browser).await["quality"], json!(4));
    assert_eq!(
        status(&browser.fill(&[("Quality", json!("4"))]).await, "Quality"),
        Status::Unchanged
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_go_to_the_input_that_a_drop_area_keeps_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("receipt.pdf");
    std::fs::write(&file, "%PDF-1.4").expect("it is written");
    let (mut browser, _site) = on(
        "<form id=f><p><label>Title <input name=t></label></p><div><div>Receipts</div><div id=zone style='border:1px dashed;padding:20px'>Drop files here or click to upload</div></div></form>
         <script>
         model.files = [];
         // The input is made anew for each choice, so that the same file can be chosen twice.
         let input = null;
         function fresh() {
           input?.remove();
           input = document.createElement('input'); input.type = 'file'; input.style.display = 'none'; input.setAttribute('aria-label', 'hidden file upload');
           input.addEventListener('change', () => { for (const it of input.files) { model.files.push(it.name); const row = document.createElement('span'); row.textContent = it.name; zone.append(row); } fresh(); });
           document.body.append(input);
         }
         fresh();
         zone.addEventListener('drop', (e) => e.preventDefault());
         zone.addEventListener('click', () => input.click());
         </script>",
    )
    .await;
    all_good(&browser.fill(&[("Receipts", json!(file.to_string_lossy()))]).await);
    assert_eq!(model(&mut browser).await["files"], json!(["receipt.pdf"]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hidden_native_list_tells_what_its_widget_does_not_show() {
    let (mut browser, _site) = on(
        "<p><label for=n>Course</label></p><div id=w role=combobox tabindex=0 aria-haspopup=true aria-expanded=false class=box><select id=n name=n hidden tabindex=-1><option value=''>Pick one<option value=1>Algebra<option value=2>Biology</select><div role=listbox><div role=option id=shown>Pick one</div></div></div>
         <script>
         const w = document.getElementById('w'), n = document.getElementById('n');
         const list = combo(w, ['Algebra', 'Biology'], { choose: (name) => { n.value = name === 'Algebra' ? '1' : '2'; shown.textContent = name; model.course = n.value; } });
         </script>",
    )
    .await;
    all_good(&browser.fill(&[("Course", json!("Biology"))]).await);
    assert_eq!(model(&mut browser).await["course"], "2");
    browser.close().await;
}

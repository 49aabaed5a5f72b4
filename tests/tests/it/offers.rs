//! What a control offers: taken only where it is meant, and nothing is left half done where it is not.

use ostler_machines::report::Status;
use ostler_tests::browser::{all_good, entry};
use ostler_tests::{Browser, Site};
use serde_json::{Value, json};

async fn on(page: &str) -> (Browser, Site) {
    let site = Site::start().await;
    let url = site.page(
        "/",
        &format!(
            "<style>.pop{{position:absolute;background:#fff;border:1px solid}}.pop>*{{padding:4px}}[hidden]{{display:none}}</style>{page}"
        ),
    );
    (Browser::at(&url).await, site)
}

async fn model(browser: &mut Browser) -> Value {
    browser.truth("model").await
}

/// Nothing that floats is in sight.
async fn shut(browser: &mut Browser) -> bool {
    browser
        .truth("[...document.querySelectorAll('.pop,[popover]')].every(e => e.offsetHeight === 0)")
        .await
        == json!(true)
}

/// Suggestions that come a moment after the text, and a page that keeps all keys but letters from the field.
const SUGGESTED: &str = "<form><label for=i>Street</label><input id=i role=combobox aria-autocomplete=list aria-expanded=false autocomplete=off><button>Save</button></form>
<script>
const all = ['10 High Street, Leeds', '10 High Street, York', '12 High Street, York'];
const model = { id: null, get text() { return i.value; } };
let list, timer;
const hide = () => { list?.remove(); list = null; i.setAttribute('aria-expanded', 'false'); };
i.oninput = () => {
  model.id = null; clearTimeout(timer);
  timer = setTimeout(() => {
    hide();
    list = document.createElement('div'); list.className = 'pop'; list.setAttribute('role', 'listbox');
    for (const one of all.filter((it) => it.toLowerCase().includes(i.value.toLowerCase()))) {
      const option = document.createElement('div'); option.setAttribute('role', 'option'); option.textContent = one;
      option.onclick = () => { model.id = all.indexOf(one); i.value = one; hide(); };
      list.append(option);
    }
    document.body.append(list); i.setAttribute('aria-expanded', 'true');
  }, 60);
};
i.onkeydown = (event) => { if (event.key === 'Escape') hide(); return event.key.length === 1; };
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_typed_to_look_for_an_offer_is_no_answer() {
    let (mut browser, _site) = on(SUGGESTED).await;
    let report = browser.fill(&[("Street", json!("10 High Street"))]).await;
    let told = entry(&report, "Street");
    assert_eq!(told.status, Status::Refused, "{told:?}");
    assert_eq!(told.code, "ambiguous-option", "{told:?}");
    assert_eq!(told.candidates.len(), 2, "{told:?}");
    assert_eq!(model(&mut browser).await, json!({"id": null, "text": ""}));
    assert!(
        shut(&mut browser).await,
        "the list that came up for the text put back is closed"
    );

    let report = browser.fill(&[("Street", json!("10 High Street, York"))]).await;
    all_good(&report);
    assert_eq!(
        model(&mut browser).await,
        json!({"id": 1, "text": "10 High Street, York"})
    );
    browser.close().await;
}

/// Options that are taken by where the mouse is, and a press on them.
const UNDER: &str = "<form><p id=l>Priority</p><button type=button id=b role=combobox aria-haspopup=listbox aria-expanded=false aria-labelledby='l b' aria-controls=o>Medium</button>
<ul class=pop hidden id=o role=listbox tabindex=-1 aria-labelledby=l></ul><button>Save</button></form>
<script>
const names = ['Low', 'Medium', 'High', 'Very high']; const model = { priority: 'Medium' }; let at = 1;
names.forEach((name, n) => {
  const option = document.createElement('li'); option.setAttribute('role', 'option'); option.textContent = name;
  option.onpointermove = () => { at = n; };
  option.onclick = () => { model.priority = names[at]; b.textContent = names[at]; shut(); };
  o.append(option);
});
const shut = () => { o.hidden = true; b.setAttribute('aria-expanded', 'false'); };
b.onclick = () => { o.hidden = !o.hidden; b.setAttribute('aria-expanded', String(!o.hidden)); };
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_mouse_is_over_what_it_presses() {
    let (mut browser, _site) = on(UNDER).await;
    all_good(&browser.fill(&[("Priority", json!("High"))]).await);
    assert_eq!(model(&mut browser).await, json!({"priority": "High"}));
    assert!(shut(&mut browser).await);
    browser.close().await;
}

/// A list that the browser itself puts in the middle of the window, in a closed shadow root.
const POPOVER: &str = "<form><x-size></x-size><button>Save</button></form><script>
const model = { size: null };
customElements.define('x-size', class extends HTMLElement { constructor() {
  super(); const root = this.attachShadow({ mode: 'closed' });
  root.innerHTML = '<span id=l>Shirt size</span><button type=button id=b aria-haspopup=listbox aria-labelledby=\"l b\" popovertarget=p>None</button><ul id=p popover role=listbox><li role=option>Small<li role=option>Large<li role=option aria-disabled=true>Huge</ul>';
  const b = root.getElementById('b'), p = root.getElementById('p');
  p.addEventListener('toggle', (e) => { b.setAttribute('aria-expanded', String(e.newState === 'open')); model.open = e.newState === 'open'; });
  p.onclick = (e) => { const li = e.target.closest('li'); if (!li || li.ariaDisabled === 'true') return; model.size = b.textContent = li.textContent.trim(); p.hidePopover(); };
} });
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_stands_where_the_browser_puts_it() {
    let (mut browser, _site) = on(POPOVER).await;
    let report = browser.fill(&[("Shirt size", json!("Huge"))]).await;
    let told = entry(&report, "Shirt size");
    assert_eq!(
        (told.status, told.code.as_str()),
        (Status::Refused, "disabled-option"),
        "{told:?}"
    );
    assert_eq!(model(&mut browser).await, json!({"size": null, "open": false}));
    all_good(&browser.fill(&[("Shirt size", json!("Large"))]).await);
    assert_eq!(model(&mut browser).await, json!({"size": "Large", "open": false}));
    browser.close().await;
}

/// A hidden list of the form, and right behind it, in the form itself, what is shown for it.
const BEHIND: &str = "<form><label for=c>Country</label><select id=c tabindex=-1 aria-hidden=true style='position:absolute;width:1px;height:1px;opacity:0'><option value=''>Pick one</option><option value=no>Norway</option><option value=ne>Niger</option><option value=ng>Nigeria</option></select>
<span id=o role=combobox aria-haspopup=true aria-expanded=false tabindex=0 aria-labelledby=r style='border:1px solid'><span id=r>Pick one</span></span><label>City <input name=city></label><button>Save</button></form>
<script>
let pop = null;
const shut = () => { pop?.remove(); pop = null; o.setAttribute('aria-expanded', 'false'); };
o.onmousedown = (event) => {
  event.preventDefault(); if (pop) { shut(); return; }
  pop = document.createElement('ul'); pop.className = 'pop'; pop.setAttribute('role', 'listbox'); pop.id = 'pop'; o.setAttribute('aria-owns', 'pop'); o.setAttribute('aria-expanded', 'true');
  for (const own of [...c.options].slice(1)) { const li = document.createElement('li'); li.setAttribute('role', 'option'); li.textContent = own.text; li.onmouseup = () => { c.value = own.value; r.textContent = own.text; shut(); }; pop.append(li); }
  document.body.append(pop);
};
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_shown_for_a_hidden_list_stands_right_behind_it() {
    let (mut browser, _site) = on(BEHIND).await;
    let page = browser.session.inspect().await.expect("it can be read");
    let fields: Vec<_> = page
        .fields()
        .map(|it| (it.label.as_str(), it.kind.word(), it.options.len()))
        .collect();
    assert_eq!(fields, [("Country", "combobox", 4), ("City", "text", 0)]);
    all_good(&browser.fill(&[("Country", json!("Niger"))]).await);
    assert_eq!(browser.truth("[c.value, r.textContent]").await, json!(["ne", "Niger"]));
    assert!(shut(&mut browser).await);
    browser.close().await;
}

/// Colours without words.
const SWATCHES: &str = "<form><h4 id=l>Colour</h4><div role=listbox aria-labelledby=l id=s><div role=option tabindex=0 aria-selected=false title=Red style='width:20px;height:20px;background:red'></div><div role=option tabindex=0 aria-selected=false title=Green style='width:20px;height:20px;background:green'></div></div><button>Save</button></form>
<script>const model = { colour: null }; for (const it of s.children) it.onclick = () => { for (const other of s.children) other.setAttribute('aria-selected', String(other === it)); model.colour = it.title; };</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_option_without_words_goes_by_its_title() {
    let (mut browser, _site) = on(SWATCHES).await;
    all_good(&browser.fill(&[("Colour", json!("Green"))]).await);
    assert_eq!(model(&mut browser).await, json!({"colour": "Green"}));
    browser.close().await;
}

/// A tree of which every branch is an answer too; what is chosen shows without its path.
const TREE: &str = "<form><span id=l>Department</span><div id=i role=combobox tabindex=0 aria-labelledby=l aria-haspopup=tree aria-expanded=false style='border:1px solid;width:200px'>Choose</div><button>Save</button></form>
<script>
const tree = { Engineering: ['Backend', 'Frontend'], Sales: ['Europe', 'Asia'] };
const model = { chosen: [] }; const unfolded = {}; let pop = null;
const shut = () => { pop?.remove(); pop = null; i.setAttribute('aria-expanded', 'false'); };
const pick = (path) => { model.chosen.push(path); i.textContent = path.split('/').pop(); shut(); };
const item = (text, path) => { const it = document.createElement('div'); it.setAttribute('role', 'treeitem'); const words = document.createElement('span'); words.textContent = text; words.onclick = () => pick(path); it.append(words); return it; };
const draw = () => {
  pop.textContent = '';
  for (const [branch, leaves] of Object.entries(tree)) {
    const it = item(branch, branch); it.setAttribute('aria-expanded', String(branch in unfolded));
    const toggle = document.createElement('button'); toggle.type = 'button'; toggle.tabIndex = -1; toggle.textContent = branch in unfolded ? '▾' : '▸';
    toggle.onclick = () => { if (branch in unfolded) delete unfolded[branch]; else unfolded[branch] = true; draw(); };
    it.prepend(toggle); pop.append(it);
    if (branch in unfolded) for (const leaf of leaves) pop.append(item(leaf, branch + '/' + leaf));
  }
};
i.onclick = () => { if (pop) { shut(); return; } pop = document.createElement('div'); pop.className = 'pop'; pop.id = 'tp'; pop.setAttribute('role', 'tree'); document.body.append(pop); i.setAttribute('aria-controls', 'tp'); i.setAttribute('aria-expanded', 'true'); draw(); };
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') shut(); });
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_branch_on_the_way_is_opened_and_not_chosen() {
    for (wanted, chosen) in [
        ("Sales / Asia", json!(["Sales/Asia"])),
        ("Frontend", json!(["Engineering/Frontend"])),
        ("Sales", json!(["Sales"])),
    ] {
        let (mut browser, _site) = on(TREE).await;
        all_good(&browser.fill(&[("Department", json!(wanted))]).await);
        assert_eq!(browser.truth("model.chosen").await, chosen, "{wanted}");
        browser.close().await;
    }
    let (mut browser, _site) = on(TREE).await;
    let report = browser.fill(&[("Department", json!("Sales / Africa"))]).await;
    let told = entry(&report, "Department");
    assert_eq!(
        (told.status, told.code.as_str()),
        (Status::Refused, "no-option"),
        "{told:?}"
    );
    assert_eq!(browser.truth("model.chosen").await, json!([]));
    assert!(shut(&mut browser).await);
    browser.close().await;
}

/// Two lists of boxes, and buttons that move what is ticked from one to the other.
const MOVED: &str = "<form><fieldset><legend>Members</legend><h4>Available</h4><ul id=a></ul><button type=button id=r aria-label='Move right'>&gt;</button><button type=button id=q aria-label='Move left'>&lt;</button><h4>Selected</h4><ul id=b></ul></fieldset><button>Save</button></form>
<script>
const model = { a: ['Ann', 'Bo', 'Cy'], b: ['Di', 'Ed'] };
const draw = () => { for (const [list, names] of [[a, model.a], [b, model.b]]) { list.textContent = ''; for (const name of names) { const li = document.createElement('li'); li.innerHTML = '<label><input type=checkbox value=' + name + '> ' + name + '</label>'; list.append(li); } } };
draw();
const move = (from, to, list) => { const ticked = [...list.querySelectorAll(':checked')].map((it) => it.value); model[from] = model[from].filter((it) => !ticked.includes(it)); model[to].push(...ticked); draw(); };
r.onclick = () => move('a', 'b', a); q.onclick = () => move('b', 'a', b);
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tick_in_a_list_that_is_moved_from_is_no_answer() {
    let (mut browser, _site) = on(MOVED).await;
    let page = browser.session.inspect().await.expect("it can be read");
    let fields: Vec<_> = page.fields().map(|it| (it.label.as_str(), it.options.len())).collect();
    assert_eq!(fields, [("Available", 3), ("Selected", 2)]);
    let report = browser.fill(&[("Members", json!(["Bo", "Di"]))]).await;
    assert_eq!(entry(&report, "Members").status, Status::Missing);
    all_good(&browser.fill(&[("Available", json!(["Bo"]))]).await);
    assert_eq!(
        browser
            .truth("[...a.querySelectorAll(':checked')].map((it) => it.value)")
            .await,
        json!(["Bo"])
    );
    browser.close().await;
}

/// Digits go in from the right.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_amount_that_counts_hundredths_gets_them() {
    let page = "<form><label for=a>Amount</label><input id=a value='$0.00' inputmode=numeric><button>Save</button></form>
        <script>const model = { cents: 0 }; a.oninput = () => { model.cents = Number(a.value.replace(/[^0-9]/g, '')); a.value = '$' + (model.cents / 100).toFixed(2); };</script>";
    let (mut browser, _site) = on(page).await;
    all_good(&browser.fill(&[("Amount", json!("12.5"))]).await);
    assert_eq!(model(&mut browser).await, json!({"cents": 1250}));
    browser.close().await;
}

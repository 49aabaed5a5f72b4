//! Widgets that pages draw by hand, of which no role tells what they are; and what looks like them and asks nothing.

use ostler_engine::Click;
use ostler_machines::form::model::{Held, Kind, Page, Room};
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

fn labels(page: &Page) -> Vec<&str> {
    page.fields().map(|field| field.label.as_str()).collect()
}

/// Stars of text that a class colours; buttons with a picture of which what is filled tells; some turned round, lit by a
/// style sheet alone with a hidden box behind them; some that want a press of the mouse and show what it points to.
const STARS: &str = "<style>.st span{cursor:pointer;color:#bbb;font-size:24px}.st span.on{color:#f5a623}
.bt button{border:0;background:none;padding:2px}.rr{display:inline-flex;flex-direction:row-reverse}.rr i{cursor:pointer;font-style:normal;color:silver}.rr i.c,.rr i.c~i{color:gold}
.mo span{cursor:pointer;font-size:20px;color:#ccc}.sl span{transition:color .4s}.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)}</style>
<form action=/sent method=post><p>Tell us how it was.</p>
<div><div>Overall rating *</div><div class='st sl' id=a></div></div>
<fieldset><legend>Cleanliness</legend><div class=bt id=b></div></fieldset>
<div><b>Service</b> <span class=rr id=c></span><input type=hidden name=service></div>
<div><label>Value for money</label><div class=mo id=d></div></div>
<div class=st><span style='cursor:auto;color:inherit;font-size:16px'>Location</span><span class=x>★<b class=sr>1 star</b></span><span class=x>★<b class=sr>2 stars</b></span><span class=x>★<b class=sr>3 stars</b></span><span style='cursor:auto'>of 3</span></div>
<div><label for=cm>Comment</label><textarea id=cm></textarea></div><button>Send</button></form>
<script>
const model = { a: 0, b: 0, c: 0, d: 0, x: 0 };
const xs = [...document.querySelectorAll('.x')]; xs.forEach((it, i) => { it.onclick = () => { model.x = i + 1; xs.forEach((own, n) => own.classList.toggle('on', n <= i)); }; });
for (let i = 1; i <= 5; i++) { const s = document.createElement('span'); s.textContent = '★'; s.onclick = () => { model.a = model.a === i ? 0 : i; [...a.children].forEach((it, n) => it.classList.toggle('on', n < model.a)); }; a.append(s); }
const svg = (on) => `<svg width=20 height=20 viewBox='0 0 20 20' fill='${on ? 'orange' : 'none'}' stroke=orange><path d='M10 1l3 6 6 1-4 4 1 6-6-3-6 3 1-6-4-4 6-1z'/></svg>`;
for (let i = 1; i <= 5; i++) { const s = document.createElement('button'); s.type = 'button'; s.innerHTML = svg(false); s.onclick = () => { model.b = i; [...b.children].forEach((it, n) => { it.innerHTML = svg(n < i); }); }; b.append(s); }
for (let i = 5; i >= 1; i--) { const s = document.createElement('i'); s.textContent = '★'; s.addEventListener('click', () => { model.c = i; document.querySelector('[name=service]').value = i; for (const it of c.children) it.classList.toggle('c', it === s); }); c.append(s); }
const paint = (k) => [...d.children].forEach((it, n) => { it.style.color = n < k ? 'crimson' : ''; });
for (let i = 1; i <= 5; i++) { const s = document.createElement('span'); s.textContent = '♥'; s.onmouseenter = () => paint(i); s.onmouseleave = () => paint(model.d); s.addEventListener('pointerdown', () => { model.d = i; }); d.append(s); }
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stars_without_roles_are_a_question_and_the_fourth_lights_four() {
    let (mut browser, site) = on(STARS).await;
    let page = browser.inspect().await;
    for label in ["Overall rating", "Cleanliness", "Service", "Value for money"] {
        let own = field(&page, label);
        assert_eq!(own.kind, Kind::Radio, "{label}");
        assert_eq!(own.options.len(), 5, "{label}");
        assert_eq!(own.held, Held::Chosen(Vec::new()), "{label}");
    }
    assert!(field(&page, "Overall rating").required);
    assert_eq!(field(&page, "Location").options.len(), 3);
    assert_eq!(labels(&page).len(), 6, "{:?}", labels(&page));
    let asked = [
        ("Location", json!(3)),
        ("Overall rating", json!(4)),
        ("Cleanliness", json!("5")),
        ("Service", json!(2)),
        ("Value for money", json!(3)),
    ];
    all_good(&browser.fill(&asked).await);
    assert_eq!(
        model(&mut browser).await,
        json!({"a": 4, "b": 5, "c": 2, "d": 3, "x": 3})
    );
    // What stands so stays so, and another number is another number.
    let report = browser
        .fill(&[("Overall rating", json!(4)), ("Cleanliness", json!(1))])
        .await;
    all_good(&report);
    assert_eq!(status(&report, "Overall rating"), Status::Unchanged, "{report:?}");
    all_good(
        &browser
            .fill(&[("Overall rating", json!(5)), ("Service", json!(5))])
            .await,
    );
    assert_eq!(
        model(&mut browser).await,
        json!({"a": 5, "b": 1, "c": 5, "d": 3, "x": 3})
    );
    let report = browser.fill(&[("Overall rating", json!(7))]).await;
    assert_eq!(entry(&report, "Overall rating").code, "no-option", "{report:?}");
    assert_eq!(model(&mut browser).await["a"], 5);
    assert!(site.hits_of("/sent").is_empty(), "nothing was sent");
    browser.close().await;
}

/// Stars that show an average, in a link and by themselves; the dots of a slide show; icons of a toolbar; and stars that
/// can be pressed and do not light.
const NO_STARS: &str = "<style>.av span{color:gold}.dots button{width:12px;height:12px;border-radius:6px;padding:0;border:0;background:#ccc}.dots button.on{background:#333}a{cursor:pointer}.dead span{cursor:pointer;color:#aaa}</style>
<div><b>Average rating</b><div class=av><span>★</span><span>★</span><span>★</span><span>★</span><span>☆</span> 4.1 of 5</div></div>
<a href='#reviews'><b>Reviews</b> <i>★</i><i>★</i><i>★</i><i>☆</i><i>☆</i></a>
<div><h3>Our rooms</h3><div class=dots><button class=on></button><button></button><button></button><button></button><button></button></div></div>
<div><b>Style</b><div><button><svg width=16 height=16><path d='M0 0h4v9z'/></svg></button><button><svg width=16 height=16><path d='M1 1h5v9z'/></svg></button><button><svg width=16 height=16><path d='M2 2h6v9z'/></svg></button><button><svg width=16 height=16><path d='M3 3h7v9z'/></svg></button></div></div>
<div><label for=nm>Name</label><input id=nm></div>
<div class=dead-one><b>Broken stars</b><div class=dead><span>★</span><span>★</span><span>★</span><span>★</span><span>★</span></div></div>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stars_that_show_an_average_and_dots_that_turn_pages_are_no_question() {
    let (mut browser, _site) = on(NO_STARS).await;
    let page = browser.inspect().await;
    assert_eq!(labels(&page), ["Name", "Broken stars"]);
    let report = browser.fill(&[("Broken stars", json!(4))]).await;
    assert_eq!(status(&report, "Broken stars"), Status::Rejected, "{report:?}");
    browser.close().await;
}

/// A count of text with a limit told by a button out of use; one in a box that cannot be typed into, late and in steps of
/// five; one whose text stands loose between its buttons, which alone say what is counted.
const COUNTS: &str = "<style>.c{display:inline-flex;gap:6px}</style><form action=/sent method=post>
<div class=row><div><b>Adults</b><small> Ages 13 or above</small></div><div class=c><button type=button id=am disabled>−</button><span id=an>1</span><button type=button id=ap>+</button></div></div>
<div class=row><label for=bn>Weight in kg</label><div class=c><button type=button id=bm>-</button><input id=bn readonly value=0><button type=button id=bp>+</button></div></div>
<div><button type=button id=cm aria-label='Remove bag'>−</button> 0 <button type=button id=cp aria-label='Add bag'>+</button></div>
<div class=row><div>Rooms</div><div><span id=dm style='cursor:pointer'>−</span><b id=dn>2 rooms</b><span id=dp style='cursor:pointer'>+</span></div></div>
<p><label for=nt>Note</label><input id=nt></p><button>Send</button></form>
<script>
const model = { adults: 1, weight: 0, bags: 0, rooms: 2, presses: 0 };
const count = (less, more, least, most, step, get, set) => { less.onclick = () => { model.presses++; set(Math.max(least, get() - step)); }; more.onclick = () => { model.presses++; set(Math.min(most, get() + step)); }; };
count(am, ap, 1, 4, 1, () => model.adults, (n) => { model.adults = n; an.textContent = n; am.disabled = n <= 1; ap.disabled = n >= 4; });
count(bm, bp, 0, 50, 5, () => model.weight, (n) => { model.weight = n; setTimeout(() => { bn.value = n; }, 30); });
count(cm, cp, 0, 9, 1, () => model.bags, (n) => { model.bags = n; cm.nextSibling.data = ` ${n} `; });
count(dm, dp, 1, 9, 1, () => model.rooms, (n) => { model.rooms = n; dn.textContent = n === 1 ? '1 room' : `${n} rooms`; });
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_between_minus_and_plus_is_counted_to_by_pressing_them() {
    let (mut browser, site) = on(COUNTS).await;
    let page = browser.inspect().await;
    for (label, holds) in [("Adults", "1"), ("Weight in kg", "0"), ("bag", "0"), ("Rooms", "2")] {
        let own = field(&page, label);
        assert_eq!(own.kind, Kind::Spinbutton, "{label}");
        assert!(!own.readonly, "{label}");
        assert_eq!(own.held, Held::Text(holds.into()), "{label}");
    }
    assert_eq!(labels(&page).len(), 5, "{:?}", labels(&page));
    let asked = [
        ("Adults", json!(3)),
        ("Weight in kg", json!(20)),
        ("bag", json!("2")),
        ("Rooms", json!(1)),
    ];
    all_good(&browser.fill(&asked).await);
    let told = model(&mut browser).await;
    assert_eq!(
        told,
        json!({"adults": 3, "weight": 20, "bags": 2, "rooms": 1, "presses": 9})
    );
    // What it does not have is refused with its limit, or with what it has, and it stands where it stood.
    let report = browser
        .fill(&[("Adults", json!(6)), ("Weight in kg", json!(22)), ("bag", json!(40))])
        .await;
    for (key, says) in [("Adults", "no further than 4"), ("bag", "no further than 9")] {
        assert_eq!(status(&report, key), Status::Refused, "{report:?}");
        assert!(entry(&report, key).message.contains(says), "{report:?}");
    }
    let near = &entry(&report, "Weight in kg").candidates;
    assert_eq!(entry(&report, "Weight in kg").code, "no-option", "{report:?}");
    assert_eq!(
        near.iter().filter_map(|it| it.option.as_deref()).collect::<Vec<_>>(),
        ["20", "25"]
    );
    let told = model(&mut browser).await;
    assert_eq!(
        (&told["adults"], &told["weight"], &told["bags"]),
        (&json!(3), &json!(20), &json!(2))
    );
    assert!(site.hits_of("/sent").is_empty(), "nothing was sent");
    browser.close().await;
}

/// What makes a map larger, with and without a number; what changes the size of the letters; a number that can be typed;
/// and one between two buttons that nothing is written for.
const NO_COUNTS: &str = "<style>.map{position:relative;width:300px;height:120px}.ctl{position:absolute;top:4px;left:4px}</style>
<div class=map><canvas width=300 height=120></canvas><div class=ctl><b>Level</b><button>+</button></div><div class=ctl style='left:80px'><b>Level</b> <button>−</button><span>12</span><button>+</button></div></div>
<div><b>Map</b><button aria-label='Zoom in'>+</button><button aria-label='Zoom out'>−</button></div>
<div><b>Zoom</b> <button>−</button><span>3</span><button>+</button></div>
<div><b>View</b> <button>−</button><span>100%</span><button>+</button></div>
<div role=toolbar><b>Font size</b> <button>−</button><span>11</span><button>+</button></div>
<div><button>−</button><span>7</span><button>+</button></div>
<div><b>Calculator</b><button>−</button><button>7</button><button>+</button></div>
<div><label for=q>Quantity</label> <button type=button id=qm>−</button><input id=q value=1><button type=button id=qp>+</button></div>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_makes_a_map_larger_is_no_count() {
    let (mut browser, _site) = on(NO_COUNTS).await;
    let page = browser.inspect().await;
    assert_eq!(labels(&page), ["Quantity"]);
    assert_eq!(field(&page, "Quantity").kind, Kind::Text);
    all_good(&browser.fill(&[("Quantity", json!(3))]).await);
    assert_eq!(browser.value("#q").await, "3");
    browser.close().await;
}

/// A place that makes its file input when it is pressed, outside of the document; one that takes only what is dropped; a
/// button that does as the first; one that is pressed and shows nothing.
const AREAS: &str = "<style>.z{border:2px dashed;padding:12px;width:300px;margin:4px}.p{cursor:pointer}</style><form action=/sent method=post>
<div><b>Your CV</b><div class='z p' id=a>Drag &amp; drop a file here, or click to browse<ul id=al></ul></div></div>
<div><b>Photos of the damage</b><div class=z id=b><p>Drop images here</p><div id=bl></div></div></div>
<div><label>Passport scan</label><button type=button id=c>Drag a document here or browse</button><span id=cl></span></div>
<div><b>Contract</b><div class='z p' id=d>Drop your files here or click</div></div>
<div><label for=nm>Name</label><input id=nm></div><button>Send</button></form>
<script>
const model = { a: [], b: [], c: [], d: [] };
const take = (key, files, list) => { for (const f of files) { model[key].push([f.name, f.size]); if (list) { const li = document.createElement('li'); li.textContent = `${f.name} (${f.size} bytes)`; list.append(li); } } };
const pick = (key, list, several) => () => { const i = document.createElement('input'); i.type = 'file'; i.multiple = several; i.onchange = () => take(key, i.files, list); i.click(); };
a.addEventListener('click', pick('a', al, true)); c.onclick = () => setTimeout(pick('c', cl, false), 20); d.onclick = pick('d', null, false);
b.ondragover = (e) => e.preventDefault(); b.ondrop = (e) => { e.preventDefault(); take('b', e.dataTransfer.files, bl); };
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_place_that_takes_files_and_has_no_input_is_given_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, name).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let (cv, roof, wall, scan) = (file("cv.pdf"), file("roof.png"), file("wall.png"), file("scan.jpg"));
    let (mut browser, site) = on(AREAS).await;
    let page = browser.inspect().await;
    let asked = ["Your CV", "Photos of the damage", "Passport scan", "Contract", "Name"];
    assert_eq!(labels(&page), asked);
    for label in &asked[..4] {
        assert_eq!(field(&page, label).kind, Kind::File, "{label}");
        assert_eq!(field(&page, label).held, Held::Files(Vec::new()), "{label}");
    }
    let report = browser
        .fill(&[
            ("Your CV", json!(cv)),
            ("Photos of the damage", json!([roof, wall])),
            ("Passport scan", json!(scan)),
            ("Contract", json!(cv)),
        ])
        .await;
    for key in &asked[..3] {
        assert_eq!(status(&report, key), Status::Filled, "{report:?}");
    }
    // What shows nothing is not told to hold it.
    assert_eq!(status(&report, "Contract"), Status::Rejected, "{report:?}");
    let told = model(&mut browser).await;
    assert_eq!(told["a"], json!([["cv.pdf", 6]]));
    assert_eq!(told["b"], json!([["roof.png", 8], ["wall.png", 8]]));
    assert_eq!(told["c"], json!([["scan.jpg", 8]]));
    assert_eq!(told["d"], json!([["cv.pdf", 6]]), "it was given once");
    let report = browser
        .fill(&[("Your CV", json!(cv)), ("Passport scan", json!([cv, scan]))])
        .await;
    assert_eq!(status(&report, "Your CV"), Status::Unchanged, "{report:?}");
    assert!(
        entry(&report, "Passport scan").message.contains("one file"),
        "{report:?}"
    );
    assert!(site.hits_of("/sent").is_empty(), "nothing was sent");
    browser.close().await;
}

/// A picture of such a place; lanes that cards are dragged between; words about dragging that lead elsewhere; and a file
/// input that has its own.
const NO_AREAS: &str = "<style>.z{border:2px dashed;padding:12px;width:300px}</style>
<div class=z>Drag &amp; drop your files here: that is how simple our product is.</div>
<div class=z id=lane>Drop cards here</div>
<a class=z href='#x' style='cursor:pointer'>Drag and drop file builder</a>
<div><label for=f>Letter</label><div class=z id=zone>Drop a file here<input type=file id=f></div></div>
<script>lane.addEventListener('drop', () => {}); zone.addEventListener('drop', () => {});</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_of_a_place_for_files_is_no_field() {
    let (mut browser, _site) = on(NO_AREAS).await;
    assert_eq!(labels(&browser.inspect().await), ["Letter"]);
    browser.close().await;
}

/// A tree that is worked by the mouse, whose branches load when they are opened, and in which a branch ticks what is below
/// it; and a flat one that is worked by keys alone, in which each node is ticked by itself.
const TREES: &str = "<style>[role=tree]{list-style:none;padding:0}[role=group]{padding-left:20px}.t,.k{display:inline-block;width:14px;height:14px;border:1px solid;cursor:pointer}[role=treeitem]:focus{outline:1px solid}</style>
<form action=/sent method=post><h3 id=h1>Interests</h3><ul role=tree id=a aria-labelledby=h1></ul>
<h3 id=h2>Regions</h3><div role=tree id=b aria-labelledby=h2></div>
<p><label for=nm>Name</label><input id=nm></p><button>Send</button></form>
<script>
const DATA = { Music: ['Jazz', 'Rock', 'Folk'], Sport: ['Running', 'Rock'], Chess: null };
const model = { a: ['Music/Folk'], b: [] }; const open = new Set(), loaded = new Set();
const leaves = (top) => DATA[top] ? DATA[top].map((it) => `${top}/${it}`) : [top];
const stateOf = (all) => { const n = all.filter((it) => model.a.includes(it)).length; return n === 0 ? 'false' : n === all.length ? 'true' : 'mixed'; };
const flip = (all) => { const on = stateOf(all) === 'true'; model.a = model.a.filter((it) => !all.includes(it)); if (!on) model.a.push(...all); draw(); };
const row = (text, all, top) => { const li = document.createElement('li'); li.setAttribute('role', 'treeitem'); li.tabIndex = -1; li.setAttribute('aria-checked', stateOf(all));
  if (top) { li.setAttribute('aria-expanded', open.has(top)); const t = document.createElement('i'); t.className = 't'; t.onclick = (e) => { e.stopPropagation(); open.has(top) ? open.delete(top) : open.add(top); if (loaded.has(top)) draw(); else fetch('/').then(() => { loaded.add(top); draw(); }); }; li.append(t); }
  const k = document.createElement('i'); k.className = 'k'; k.onclick = (e) => { e.stopPropagation(); flip(all); }; const s = document.createElement('span'); s.textContent = text; li.append(k, ' ', s); return li; };
function draw() { a.textContent = ''; for (const top in DATA) { const li = row(top, leaves(top), DATA[top] && top); a.append(li); if (DATA[top] && open.has(top) && loaded.has(top)) { const g = document.createElement('ul'); g.setAttribute('role', 'group'); for (const it of leaves(top)) g.append(row(it.split('/')[1], [it])); li.append(g); } } }
draw();
let shut = true; const FLAT = [['Europe', 1], ['France', 2], ['Spain', 2], ['Asia', 1]];
FLAT.forEach(([text, level], i) => { const d = document.createElement('div'); d.setAttribute('role', 'treeitem'); d.setAttribute('aria-level', level); d.tabIndex = i ? -1 : 0; d.textContent = text; d.setAttribute('aria-checked', 'false'); if (i === 0) d.setAttribute('aria-expanded', 'false'); if (level === 2) d.hidden = true;
  d.onkeydown = (e) => { if (e.key === 'ArrowRight' && i === 0) { d.setAttribute('aria-expanded', 'true'); for (const it of b.children) it.hidden = false; } if (e.key === ' ') { e.preventDefault(); const on = d.getAttribute('aria-checked') === 'true'; d.setAttribute('aria-checked', String(!on)); model.b = [...b.children].filter((it) => it.getAttribute('aria-checked') === 'true').map((it) => it.textContent); } }; b.append(d); });
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tree_of_boxes_is_brought_to_exactly_what_is_wanted() {
    let (mut browser, site) = on(TREES).await;
    let page = browser.inspect().await;
    assert_eq!(labels(&page), ["Interests", "Regions", "Name"]);
    assert_eq!(field(&page, "Interests").held, Held::Text("Music > …".into()));
    let asked = [
        ("Interests", json!(["Music > Jazz", "Running"])),
        ("Regions", json!("Spain")),
    ];
    all_good(&browser.fill(&asked).await);
    assert_eq!(
        model(&mut browser).await,
        json!({"a": ["Music/Jazz", "Sport/Running"], "b": ["Spain"]})
    );
    let page = browser.inspect().await;
    let told = Held::Text("Music > Jazz; Sport > Running".into());
    assert_eq!(field(&page, "Interests").held, told);
    // A branch is all that is below it.
    all_good(
        &browser
            .fill(&[("Interests", json!(["Sport", "Chess"])), ("Regions", Value::Null)])
            .await,
    );
    let held = model(&mut browser).await;
    assert_eq!(held, json!({"a": ["Sport/Running", "Sport/Rock", "Chess"], "b": []}));
    // What is there twice, or is not, changes nothing.
    let report = browser
        .fill(&[("Interests", json!(["Rock"])), ("Regions", json!(["Spain", "Peru"]))])
        .await;
    assert_eq!(entry(&report, "Interests").code, "ambiguous-option", "{report:?}");
    assert_eq!(entry(&report, "Regions").code, "no-option", "{report:?}");
    assert_eq!(model(&mut browser).await, held);
    let report = browser.fill(&[("Interests", json!(["Sport / Rock"]))]).await;
    all_good(&report);
    assert_eq!(model(&mut browser).await["a"], json!(["Sport/Rock"]));
    assert!(site.hits_of("/sent").is_empty(), "nothing was sent");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tree_of_files_is_no_question() {
    let (mut browser, _site) = on(
        "<nav><ul role=tree aria-label=Files><li role=treeitem aria-expanded=true aria-selected=false tabindex=0>src<ul role=group><li role=treeitem aria-selected=true tabindex=-1>main.rs<li role=treeitem aria-selected=false tabindex=-1>lib.rs</ul></ul></nav>
         <label for=q>Find</label><input id=q>",
    )
    .await;
    assert_eq!(labels(&browser.inspect().await), ["Find"]);
    browser.close().await;
}

/// Tags without buttons to take them off: in a box drawn around them, and beside a plain box. The key before the last
/// letter takes off the last one; in the third it marks it first; in the last nothing does.
const CHIPS: &str = "<style>.bx{border:1px solid #999;padding:4px;width:400px;margin:4px}.bx input{border:0;outline:0}.chip{background:#dde;border-radius:8px;padding:2px 8px;margin:2px}.mk{background:#f99}</style>
<form action=/sent method=post>
<div><label for=a>Tags</label><div class=bx><span id=al></span><input id=a placeholder='Add tag and press Enter'></div></div>
<div><label for=b>Skills</label><span id=bl></span><input id=b placeholder='Type a skill and press Enter to add it'></div>
<div><label for=c>Labels</label><div class=bx><span id=cl></span><input id=c placeholder='Press Enter to add a label'></div></div>
<div><label for=d>Keywords</label><div class=bx><span id=dl></span><input id=d placeholder='Press Enter to add a keyword'></div></div>
<button>Send</button></form>
<script>
const model = { a: ['vip', 'q4', 'old'], b: ['rust', 'sql'], c: ['red', 'blue'], d: ['one'] };
function tagger(key, input, list, takes) { let marked = false;
  const draw = () => { list.textContent = ''; model[key].forEach((it, i) => { const s = document.createElement('span'); s.className = 'chip' + (marked && i === model[key].length - 1 ? ' mk' : ''); s.textContent = it; list.append(s, ' '); }); };
  input.onkeydown = (e) => { if (e.key === 'Enter') { e.preventDefault(); if (input.value.trim()) { model[key].push(input.value.trim()); input.value = ''; marked = false; draw(); } }
    else if (e.key === 'Backspace' && input.value === '' && takes) { if (takes === 2 && !marked) marked = true; else { model[key].pop(); marked = false; } draw(); } }; draw(); }
tagger('a', a, al, 1); tagger('b', b, bl, 1); tagger('c', c, cl, 2); tagger('d', d, dl, 0);
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tags_without_buttons_are_taken_off_by_the_key_or_stay_as_they_were() {
    let (mut browser, site) = on(CHIPS).await;
    all_good(&browser.fill(&[("Tags", json!(["vip", "new"]))]).await);
    assert_eq!(model(&mut browser).await["a"], json!(["vip", "new"]));
    let page = browser.inspect().await;
    assert_eq!(field(&page, "Tags").held, Held::Text("vip, new".into()));
    let report = browser.fill(&[("Keywords", json!(["two"]))]).await;
    assert_eq!(status(&report, "Keywords"), Status::Failed, "{report:?}");
    assert_eq!(model(&mut browser).await["d"], json!(["one"]), "{report:?}");
    all_good(&browser.fill(&[("Tags", json!(["new"]))]).await);
    assert_eq!(model(&mut browser).await["a"], json!(["new"]));
    all_good(&browser.fill(&[("Skills", json!(["sql", "go"]))]).await);
    assert_eq!(model(&mut browser).await["b"], json!(["sql", "go"]));
    all_good(&browser.fill(&[("Labels", json!(["green"]))]).await);
    assert_eq!(model(&mut browser).await["c"], json!(["green"]));
    assert!(site.hits_of("/sent").is_empty(), "nothing was sent");
    browser.close().await;
}

/// A button that says who travels, and opens a box of its own in which that is set; one beside it that opens help.
const INSIDE: &str = "<style>[role=dialog]{position:absolute;background:#fff;border:1px solid;padding:8px}</style><form action=/sent method=post>
<div><span id=tl>Travellers</span> <button type=button id=t aria-haspopup=dialog aria-expanded=false aria-controls=dlg>1 adult, 0 children</button>
<div role=dialog id=dlg aria-labelledby=tl hidden><div class=r><span>Adults</span> <span><button type=button aria-label='Remove adult'>−</button><output>1</output><button type=button aria-label='Add adult'>+</button></span></div>
<div class=r><span>Children</span> <span><button type=button aria-label='Remove child'>−</button><output>0</output><button type=button aria-label='Add child'>+</button></span></div>
<label><input type=checkbox id=pet> With a pet</label> <button type=button id=done>Done</button></div></div>
<div><button type=button aria-controls=help>Help</button><div role=dialog id=help hidden>Ask us.</div></div>
<p><label for=to>To</label><input id=to></p><button>Search</button></form>
<script>
const model = { n: [1, 0], pet: false };
t.onclick = () => { dlg.hidden = false; t.setAttribute('aria-expanded', 'true'); };
document.querySelectorAll('.r').forEach((r, i) => { const [less, more] = r.querySelectorAll('button'); const put = (n) => { model.n[i] = Math.max(0, n); r.querySelector('output').textContent = model.n[i]; }; less.onclick = () => put(model.n[i] - 1); more.onclick = () => put(model.n[i] + 1); });
pet.onchange = () => { model.pet = pet.checked; };
done.onclick = () => { dlg.hidden = true; t.setAttribute('aria-expanded', 'false'); t.textContent = `${model.n[0]} adults, ${model.n[1]} children${model.pet ? ', pet' : ''}`; };
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_button_opens_are_fields_once_it_is_open_and_before_that_it_is_told() {
    let (mut browser, site) = on(INSIDE).await;
    let page = browser.inspect().await;
    let opening: Vec<_> = page.submits().filter(|it| it.opens).collect();
    assert_eq!(
        opening.iter().map(|it| it.label.as_str()).collect::<Vec<_>>(),
        ["1 adult, 0 children"]
    );
    let button = opening[0].reference.expect("a button has a ref");
    browser.session.click(button, Click::default()).await.expect("a click");
    let page = browser.inspect().await;
    assert!(page.submits().all(|it| !it.opens), "it is open");
    assert_eq!(labels(&page), ["Adults", "Children", "With a pet", "To"]);
    assert_eq!(field(&page, "Adults").section, ["Travellers"]);
    let asked = [
        ("Adults", json!(2)),
        ("Travellers > Children", json!(1)),
        ("With a pet", json!(true)),
    ];
    all_good(&browser.fill(&asked).await);
    let done = page.submits().find(|it| it.label == "Done").and_then(|it| it.reference);
    browser
        .session
        .click(done.expect("a button"), Click::default())
        .await
        .expect("a click");
    assert_eq!(model(&mut browser).await, json!({"n": [2, 1], "pet": true}));
    let page = browser.inspect().await;
    assert!(
        page.submits()
            .any(|it| it.opens && it.label == "2 adults, 1 children, pet")
    );
    assert!(site.hits_of("/sent").is_empty(), "nothing was sent");
    browser.close().await;
}

/// Filters that lead elsewhere, beside a box that one searches by.
const FILTERS: &str = "<style>.chip{background:#dde;border-radius:8px;padding:2px 8px;margin:2px;cursor:pointer}.bx{border:1px solid;padding:4px}</style>
<div class=bx><a class=chip href='/shoes'>Shoes</a><a class=chip href='/hats'>Hats</a><span class=chip>Sale</span><span class=chip>New</span><span class=chip>Red</span><input id=q placeholder='Search and press Enter'></div>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn filters_that_lead_elsewhere_are_no_tags() {
    let (mut browser, site) = on(FILTERS).await;
    let page = browser.inspect().await;
    assert_eq!(labels(&page).len(), 1, "{:?}", labels(&page));
    assert_eq!(
        page.fields().next().map(|own| (own.kind, own.room)),
        Some((Kind::Text, Room::One))
    );
    all_good(&browser.fill(&[("q", json!("boots"))]).await);
    assert_eq!(browser.value("#q").await, "boots");
    assert!(site.hits_of("/shoes").is_empty() && site.hits_of("/hats").is_empty());
    browser.close().await;
}

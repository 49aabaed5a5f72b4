//! Frames within frames of other sites, closed roots within those, and forms that are not all in one piece of the page.

use ostler_engine::cdp::Counts;
use ostler_engine::{Report, Request, Settings};
use ostler_machines::report::{Outcome, Status};
use ostler_tests::browser::{all_good, entry, field, request, settings, status};
use ostler_tests::{Answer, Browser, Site, ostler};
use serde_json::{Value, json};

/// Loopback under more names, each a site of its own and so a process of its own.
fn many_names() -> Settings {
    Settings {
        resolver_rules: Some("MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost".into()),
        ..settings()
    }
}

/// The address of `path` under `name`.
fn named(site: &Site, name: &str, path: &str) -> String {
    site.url(path).replace("127.0.0.1", name)
}

/// Tells the top document of every value, under `name`.
fn tells(name: &str, of: &str) -> String {
    format!(
        "{of}.addEventListener('input', (ev) => top.postMessage({{ {name}: ev.target.value ?? ev.target.checked }}, '*'))"
    )
}

const HEARS: &str =
    "<script>window.told = {}; addEventListener('message', (ev) => Object.assign(told, ev.data));</script>";

/// A page with a form; in it a frame of another site with a field and a frame of a third one; in that a field and a frame
/// of a fourth one, all of whose fields are in a closed root.
fn four_sites(site: &Site) -> String {
    site.page(
        "/four",
        &format!(
            "<p>Innermost</p><div id=host></div><script>
             const root = host.attachShadow({{ mode: 'closed' }});
             root.innerHTML = '<label>Card number <input name=card></label><label>Remember it <input type=checkbox name=keep></label>\
               <label>Sort <select name=sort><option value=\"\">Choose<option value=d>Debit<option value=c>Credit</select></label>';
             for (const it of root.querySelectorAll('input,select')) it.addEventListener('change', () => top.postMessage({{ [it.name]: it.type === 'checkbox' ? it.checked : it.value }}, '*'));
             {}</script>",
            tells("card", "root.querySelector('[name=card]')"),
        ),
    );
    site.page(
        "/three",
        &format!(
            "<label>Street <input id=i></label><iframe title=Payment src='{}'></iframe><script>{}</script>",
            named(site, "deep.localhost", "/four"),
            tells("street", "i"),
        ),
    );
    site.page(
        "/two",
        &format!(
            "<label>City <input id=i></label><iframe title=Address src='{}'></iframe><script>{}</script>",
            named(site, "far.localhost", "/three"),
            tells("city", "i"),
        ),
    );
    site.page(
        "/",
        &format!(
            "<form><label>Name <input name=n></label></form><iframe title=Delivery src='{}'></iframe>{HEARS}",
            site.elsewhere("/two"),
        ),
    )
}

/// The number of the frame in which the field of `key` stands.
fn frame(report: &Report, key: &str) -> u32 {
    entry(report, key).reference.expect("it was found").frame
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_9_a_closed_root_three_sites_deep_is_found_filled_verified_and_named_by_its_frame() {
    let site = Site::start().await;
    let mut browser = Browser::start_with(many_names(), 1).await;
    browser.go(&four_sites(&site)).await;
    // On a busy machine the innermost comes late, and is named until it is there.
    let mut page = browser.inspect().await;
    while !page.fields().any(|it| it.label == "Card number") {
        let named = page
            .unread
            .iter()
            .all(|url| url.starts_with("http") || url == "about:blank");
        assert!(named, "{:?}", page.unread);
        page = browser.inspect().await;
    }
    assert_eq!(page.unread, Vec::<String>::new());
    let sent = |counts: &Counts, method: &str| counts.by_method.get(method).copied().unwrap_or_default();
    let before = browser.session.counts();
    browser.inspect().await;
    let after = browser.session.counts();
    let asked = sent(&after, "Runtime.callFunctionOn") - sent(&before, "Runtime.callFunctionOn");
    assert_eq!(asked, 4, "one question a frame: {after:?}");
    let processes = sent(&after, "Runtime.runIfWaitingForDebugger");
    assert_eq!(processes, 4, "each in a process of its own: {after:?}");

    let pairs = [
        ("Name", json!("Ada")),
        ("City", json!("Lisbon")),
        ("Street", json!("Rua Augusta 1")),
        ("Card number", json!("4111111111111111")),
        ("Remember it", json!(true)),
        ("Sort", json!("Credit")),
    ];
    let report = browser.fill(&pairs).await;
    all_good(&report);
    let told = browser.truth("({ ...told, name: document.forms[0].n.value })").await;
    let held = json!({"name": "Ada", "city": "Lisbon", "street": "Rua Augusta 1", "card": "4111111111111111", "keep": true, "sort": "c"});
    assert_eq!(told, held);
    let frames = ["Name", "City", "Street", "Card number"].map(|key| frame(&report, key));
    assert_eq!(frames[0], 0);
    assert!(
        frames.windows(2).all(|two| two[0] < two[1]),
        "each in its own: {frames:?}"
    );
    assert_eq!(frame(&report, "Sort"), frames[3]);
    // Verified by reading, not by remembering: what it holds already is left alone, what the page changes is noticed.
    let again = browser.fill(&pairs).await;
    assert!(
        again.fields.iter().all(|it| it.status == Status::Unchanged),
        "{again:?}"
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_9_what_a_closed_root_three_sites_deep_drops_is_not_called_filled() {
    let site = Site::start().await;
    let mut browser = Browser::start_with(many_names(), 1).await;
    let url = four_sites(&site);
    site.page(
        "/four",
        "<div id=host></div><script>const root = host.attachShadow({ mode: 'closed' });
         root.innerHTML = '<label>Card number <input></label>';
         const box = root.querySelector('input'); box.addEventListener('change', () => setTimeout(() => { box.value = ''; }, 100));</script>",
    );
    browser.go(&url).await;
    let report = browser
        .fill(&[("Card number", json!("4111")), ("City", json!("Lisbon"))])
        .await;
    assert_eq!(status(&report, "City"), Status::Filled);
    assert_eq!(status(&report, "Card number"), Status::Rejected, "{report:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_program_names_the_frame_of_each_field() {
    let site = Site::start().await;
    site.page("/inner", "<label>City <input></label>");
    let url = site.page(
        "/",
        &format!(
            "<label>Name <input></label><iframe title=Inner src='{}'></iframe>",
            site.elsewhere("/inner")
        ),
    );
    let ran = ostler(&["fill", &url, "--json", "--set", "Name=Ada", "--set", "City=Lisbon"])
        .run()
        .await;
    let answer = ran.json();
    let fields = answer["fields"].as_array().expect("there are fields");
    let told: Vec<(&str, &str, u64, bool)> = fields
        .iter()
        .map(|it| {
            let reference = it["ref"].as_str().unwrap_or_default();
            let number = it["frame"].as_u64().expect("the frame is named");
            let shown = reference.starts_with(&format!("f{number}e")) || (number == 0 && reference.starts_with('e'));
            (
                it["key"].as_str().unwrap_or_default(),
                it["status"].as_str().unwrap_or_default(),
                number,
                shown,
            )
        })
        .collect();
    assert_eq!(told[0], ("Name", "filled", 0, true));
    assert_eq!((told[1].0, told[1].1, told[1].3), ("City", "filled", true));
    assert!(told[1].2 > 0, "{told:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_label_in_several_frames_is_ambiguous_and_each_is_named() {
    let site = Site::start().await;
    site.page(
        "/part",
        "<label>Name <input id=i></label><script>i.oninput = () => top.postMessage({ [new URLSearchParams(location.search).get('who')]: i.value }, '*')</script>",
    );
    let url = site.page(
        "/",
        &format!(
            "<label>Name <input id=i></label><iframe title=Guest src='/part?who=guest'></iframe><iframe title=Host src='{}'></iframe>{HEARS}",
            site.elsewhere("/part?who=host"),
        ),
    );
    let mut browser = Browser::at(&url).await;
    let report = browser.fill(&[("Name", json!("Ada"))]).await;
    let told = entry(&report, "Name");
    assert_eq!(told.status, Status::Ambiguous, "{told:?}");
    let mut frames: Vec<u32> = told
        .candidates
        .iter()
        .filter_map(|it| Some(it.reference?.frame))
        .collect();
    frames.sort_unstable();
    frames.dedup();
    assert_eq!(frames.len(), 3, "{told:?}");
    assert_eq!(browser.truth("[told, i.value]").await, json!([{}, ""]));
    let page = browser.inspect().await;
    for (frame, held) in frames.iter().zip(["top", "guest", "host"]) {
        let own = page
            .fields()
            .filter_map(|it| it.reference)
            .find(|it| it.frame == *frame);
        let key = own.expect("one in each").to_string();
        all_good(&browser.fill(&[(key.as_str(), json!(held))]).await);
    }
    assert_eq!(
        browser.truth("[told, i.value]").await,
        json!([{"guest": "guest", "host": "host"}, "top"])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sandboxed_frames_with_and_without_scripts_are_filled() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<p>Stored"));
    site.page(
        "/loud",
        &format!(
            "<label>With scripts <input id=i></label><script>{}</script>",
            tells("loud", "i")
        ),
    );
    site.page(
        "/mute",
        "<form method=post action=/store><label>Without scripts <input name=mute></label><button>Send it</button></form>",
    );
    let url = site.page(
        "/",
        &format!(
            "<iframe title=Loud sandbox='allow-scripts' src=/loud></iframe><iframe title=Mute sandbox='allow-forms' src=/mute></iframe>{HEARS}"
        ),
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[("With scripts", json!("a")), ("Without scripts", json!("b"))])
        .await;
    all_good(&report);
    assert_ne!(frame(&report, "With scripts"), frame(&report, "Without scripts"));
    assert_eq!(browser.truth("told").await, json!({"loud": "a"}));
    // Nothing in there can tell what it holds, but what it sends.
    let sent = browser
        .session
        .submit(None, Some("Send it"))
        .await
        .expect("there is one form");
    assert_ne!(sent.outcome, Outcome::ValidationFailed, "{sent:?}");
    let posts = site.posts();
    assert_eq!(posts.len(), 1, "{sent:?}");
    assert_eq!(posts[0].field("mute"), "b");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_whose_document_is_written_in_the_page_are_filled() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<label>Outside <input id=o></label>
         <iframe id=s title=Written srcdoc='<label>Written <input></label><iframe title=Nested srcdoc=\"<label>Written within <input></label>\"></iframe>'></iframe>
         <iframe id=b title=Blank></iframe><iframe id=d title=Drawn></iframe>
         <script>
           b.contentDocument.body.innerHTML = '<label>Put in <input></label>';
           const at = d.contentDocument; at.open(); at.write('<!doctype html><label>Drawn in <select><option>x<option>y</select></label>'); at.close();
         </script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[
            ("Outside", json!("a")),
            ("Written", json!("b")),
            ("Written within", json!("c")),
            ("Put in", json!("d")),
            ("Drawn in", json!("y")),
        ])
        .await;
    all_good(&report);
    let held = "[o, s.contentDocument.querySelector('input'), s.contentDocument.querySelector('iframe').contentDocument.querySelector('input'),
        b.contentDocument.querySelector('input'), d.contentDocument.querySelector('select')].map((it) => it.value)";
    assert_eq!(browser.truth(held).await, json!(["a", "b", "c", "d", "y"]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_29_fields_of_frames_that_a_choice_brings_up_are_filled_in_the_same_call() {
    let site = Site::start().await;
    let inner = |name: &str| {
        format!(
            "<label>{name} <input id=i></label><script>{}</script>",
            tells(name, "i")
        )
    };
    for (path, name) in [("/near", "account"), ("/far", "holder")] {
        let page = format!("<!doctype html><title>{name}</title>{}", inner(name));
        site.answer(path, Answer::html(page).after(300));
    }
    let url = site.page(
        "/",
        &format!(
            "<label>Pay by <select id=c><option value=''>Choose<option value=bank>Bank transfer<option value=cash>Cash</select></label><div id=more></div>{HEARS}
             <script>c.onchange = () => {{
               more.textContent = '';
               if (c.value !== 'bank') return;
               for (const src of ['/near', '{}']) more.append(Object.assign(document.createElement('iframe'), {{ src, title: src }}));
             }}</script>",
            site.elsewhere("/far"),
        ),
    );
    let mut browser = Browser::at(&url).await;
    let pairs = [
        ("holder", json!("Ada")),
        ("account", json!("PT50")),
        ("Pay by", json!("Bank transfer")),
    ];
    let report = browser.fill(&pairs).await;
    all_good(&report);
    assert_eq!(browser.truth("told").await, json!({"account": "PT50", "holder": "Ada"}));
    // And of frames that go away again nothing is claimed.
    let report = browser
        .fill(&[
            ("Pay by", json!("Cash")),
            ("account", json!("PT51")),
            ("holder", json!("Bob")),
        ])
        .await;
    assert_eq!(status(&report, "Pay by"), Status::Filled, "{report:?}");
    assert!(
        !status(&report, "account").good() && !status(&report, "holder").good(),
        "{report:?}"
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_that_is_spread_over_frames_is_filled_in_one_call_and_sent_by_its_page() {
    let site = Site::start().await;
    site.answer("/pay", Answer::html("<h1>Thank you</h1><p>Order 7</p>"));
    let hosted = |name: &str, label: &str| {
        format!(
            "<label>{label} <input id=i autocomplete=off></label><script>{}</script>",
            tells(name, "i")
        )
    };
    site.page("/number", &hosted("number", "Card number"));
    site.page("/until", &hosted("until", "Expiry date"));
    site.page("/code", &hosted("code", "Security code"));
    // As payment pages do it: each box in a frame of the provider's, and the page sends what it was told.
    let url = site.page(
        "/",
        &format!(
            "<form id=f method=post action=/pay><label>Name on the card <input name=holder></label>
             <iframe title='Card number' src='{}'></iframe><iframe title='Expiry' src='{}'></iframe><iframe title='Code' src='{}'></iframe>
             <input type=hidden name=token><button>Pay</button></form>{HEARS}
             <script>f.addEventListener('submit', () => {{ f.token.value = [told.number, told.until, told.code].join('|'); }})</script>",
            site.elsewhere("/number"),
            site.elsewhere("/until"),
            site.elsewhere("/code"),
        ),
    );
    let mut browser = Browser::at(&url).await;
    let pairs = [
        ("Name on the card", json!("Ada Lovelace")),
        ("Card number", json!("4111111111111111")),
        ("Expiry date", json!("12/31")),
        ("Security code", json!("737")),
    ];
    all_good(&browser.fill(&pairs).await);
    let told = browser
        .session
        .submit(None, Some("Pay"))
        .await
        .expect("there is one form");
    assert_eq!(told.outcome, Outcome::Submitted, "{told:?}");
    let posts = site.posts();
    assert_eq!(posts.len(), 1);
    assert_eq!(posts[0].field("holder"), "Ada Lovelace");
    assert_eq!(posts[0].field("token"), "4111111111111111|12/31|737");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_stands_in_a_slot_is_labelled_by_the_component_around_it() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form><my-field caption='Street'><input name=street></my-field>
         <my-field caption='Country'><select name=country><option value=''>Choose<option value=pt>Portugal</select></my-field>
         <my-pair><span slot=words>House number</span></my-pair></form>
         <script>
         customElements.define('my-field', class extends HTMLElement {
           connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = `<div><span>${this.getAttribute('caption')}</span><div><slot></slot></div></div>`; }
         });
         customElements.define('my-pair', class extends HTMLElement {
           connectedCallback() { const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<label><slot name=words></slot> <input></label>'; this.box = root.querySelector('input'); }
         });
         </script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[
            ("Street", json!("Rua Augusta")),
            ("Country", json!("Portugal")),
            ("House number", json!("1")),
        ])
        .await;
    all_good(&report);
    let held = "[...new FormData(document.forms[0]).values(), document.querySelector('my-pair').box.value]";
    assert_eq!(browser.truth(held).await, json!(["Rua Augusta", "pt", "1"]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn controls_tied_to_a_form_from_anywhere_are_sent_with_it() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<h1>Thank you</h1>"));
    let url = site.page(
        "/",
        "<header><label>Coupon <input name=coupon form=order></label></header>
         <form id=order method=post action=/store><label>Name <input name=name></label></form>
         <form id=other method=post action=/other><label>Search <input name=q></label><button>Find</button>
         <label>Gift note <textarea name=note form=order></textarea></label></form>
         <footer><label>Express <input type=checkbox name=fast value=yes form=order></label>
         <fieldset><legend>Wrapping</legend><label><input type=radio name=wrap value=paper form=order> Paper</label><label><input type=radio name=wrap value=box form=order> Box</label></fieldset>
         <button form=order>Order</button></footer>",
    );
    let mut browser = Browser::at(&url).await;
    let page = browser.inspect().await;
    let own = field(&page, "Name").form;
    for label in ["Coupon", "Gift note", "Express", "Wrapping"] {
        assert_eq!(field(&page, label).form, own, "{label}");
    }
    assert_ne!(field(&page, "Search").form, own);
    let asked = Request {
        submit: true,
        ..request(&[
            ("Coupon", json!("TEN")),
            ("Name", json!("Ada")),
            ("Gift note", json!("Well done")),
            ("Express", json!(true)),
            ("Wrapping", json!("Box")),
        ])
    };
    let report = browser.try_fill(asked).await.expect("a report");
    all_good(&report);
    let told = report.submit.expect("it was sent");
    assert_eq!(told.outcome, Outcome::Submitted, "{told:?}");
    let posts = site.posts();
    assert_eq!(posts.len(), 1);
    for (name, value) in [
        ("coupon", "TEN"),
        ("name", "Ada"),
        ("note", "Well done"),
        ("fast", "yes"),
        ("wrap", "box"),
    ] {
        assert_eq!(posts[0].field(name), value, "{name} of {:?}", posts[0]);
    }
    browser.close().await;
}

/// A combobox whose list is put at the end of the body, far from its form, and a dialog that is opened over the page.
const PORTAL: &str = "<style>dialog,[popover]{inset:20px;margin:0}#list{position:fixed;top:200px;left:20px;background:#fff;border:1px solid}</style>
    <form id=f><label id=l>Colour</label><div id=c role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false aria-labelledby=l>None</div>
    <label>Name <input name=name></label></form>
    <script>
      let colour = null;
      const close = () => { document.getElementById('list')?.remove(); c.setAttribute('aria-expanded', false); c.removeAttribute('aria-controls'); };
      c.addEventListener('click', () => {
        if (document.getElementById('list')) { close(); return; }
        const list = document.createElement('div'); list.id = 'list'; list.setAttribute('role', 'listbox');
        for (const text of ['Red', 'Green', 'Blue']) {
          const option = list.appendChild(document.createElement('div')); option.setAttribute('role', 'option'); option.textContent = text;
          option.setAttribute('aria-selected', text === colour);
          option.addEventListener('click', () => { colour = text; c.textContent = text; close(); });
        }
        document.body.append(list); c.setAttribute('aria-expanded', true); c.setAttribute('aria-controls', 'list');
      });
      document.addEventListener('keydown', (ev) => { if (ev.key === 'Escape') close(); });
    </script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_that_opens_at_the_end_of_the_page_is_chosen_from() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.page("/", PORTAL)).await;
    let report = browser
        .fill(&[("Colour", json!("Green")), ("Name", json!("Ada"))])
        .await;
    all_good(&report);
    assert_eq!(
        browser.truth("[colour, f.name.value ?? f.elements.name.value]").await[0],
        "Green"
    );
    assert_eq!(browser.value("[name=name]").await, "Ada");
    let report = browser.fill(&[("Colour", json!("Mauve"))]).await;
    assert!(!status(&report, "Colour").good(), "{report:?}");
    assert_eq!(browser.truth("colour").await, json!("Green"));
    assert_eq!(
        browser.truth("document.getElementById('list')").await,
        Value::Null,
        "it is shut again"
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fields_of_an_open_dialog_are_filled_and_what_lies_behind_it_is_left() {
    let site = Site::start().await;
    site.answer("/store", Answer::html("<h1>Thank you</h1>"));
    let url = site.page(
        "/",
        "<form method=post action=/behind><label>Behind <input name=behind></label><button>Send</button></form>
         <dialog id=d><form method=post action=/store><label>Inside <input name=inside></label><label>Sure <input type=checkbox name=sure value=yes></label><button>Confirm</button></form></dialog>
         <script>d.showModal()</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[("Inside", json!("a")), ("Sure", json!(true)), ("Behind", json!("b"))])
        .await;
    assert_eq!(
        (status(&report, "Inside"), status(&report, "Sure")),
        (Status::Filled, Status::Filled)
    );
    assert!(!status(&report, "Behind").good(), "{report:?}");
    assert_eq!(browser.value("[name=behind]").await, "");
    let told = browser
        .session
        .submit_anyway(None, Some("Confirm"))
        .await
        .expect("one form");
    assert_eq!(told.outcome, Outcome::Submitted, "{told:?}");
    let posts = site.posts();
    assert_eq!(
        (posts.len(), posts[0].field("inside"), posts[0].field("sure")),
        (1, "a".into(), "yes".into())
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fields_of_a_dialog_or_a_popover_that_is_shut_are_not_filled_until_it_is_open() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<label>Name <input id=n></label><dialog id=d><label>In the dialog <input id=i></label></dialog>
         <div id=p popover=manual><label>In the popover <input id=o></label></div>",
    );
    let mut browser = Browser::at(&url).await;
    let pairs = [
        ("Name", json!("a")),
        ("In the dialog", json!("b")),
        ("In the popover", json!("c")),
    ];
    let report = browser.fill(&pairs).await;
    assert_eq!(status(&report, "Name"), Status::Filled);
    for key in ["In the dialog", "In the popover"] {
        assert!(!status(&report, key).good(), "{key}: {report:?}");
    }
    assert_eq!(
        browser.truth("[n, i, o].map((it) => it.value)").await,
        json!(["a", "", ""])
    );
    browser.truth("(d.show(), p.showPopover())").await;
    all_good(&browser.fill(&pairs).await);
    assert_eq!(
        browser.truth("[n, i, o].map((it) => it.value)").await,
        json!(["a", "b", "c"])
    );
    browser.close().await;
}

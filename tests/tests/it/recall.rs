//! Forms that are filled from memory, and what is learned of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_core::future::BoxFuture;
use ostler_engine::memory::keys::{KeyStore, Keys};
use ostler_engine::memory::{Ephemeral, Local, LocalSettings, Recall, Store, StoreError, Use, wall_clock};
use ostler_engine::{Auto, Report, Request};
use ostler_machines::recall::key_norm;
use ostler_machines::recall::model::{Applied, Change, Everything, Fact, Near, Origin, Probe, Recollection};
use ostler_machines::report::{Outcome, Status};
use ostler_tests::browser::{entry, request};
use ostler_tests::mcp::{Client, text};
use ostler_tests::{Answer, Browser, Site};
use serde_json::{Value, json};
use tokio::sync::Notify;

/// Long enough for anything that is not stuck.
const PATIENCE: Duration = Duration::from_secs(20);

const LEARNING: Use = Use {
    learn: true,
    suggest: true,
};

fn fact(key: &str, value: &str) -> Change {
    Change::Remember(Fact {
        key: key.into(),
        value: value.into(),
        origin: Origin::Saved,
        ..Fact::default()
    })
}

async fn kept(facts: &[(&str, &str)]) -> Arc<dyn Store> {
    let store: Arc<dyn Store> = Arc::new(Ephemeral::new(key_norm, wall_clock));
    let facts = facts.iter().map(|(key, value)| fact(key, value)).collect();
    store.apply(facts).await.expect("it keeps them");
    store
}

const ADA: &[(&str, &str)] = &[
    ("first name", "Ada"),
    ("surname", "Lovelace"),
    ("email", "ada@example.org"),
    ("mobile", "+44 20 7946 0958"),
];

/// A browser that works with `store`.
async fn browser(url: &str, store: &Arc<dyn Store>, how: Use) -> (Browser, Arc<Recall>) {
    let mut browser = Browser::at(url).await;
    let recall = Arc::new(Recall::new(Arc::clone(store), how));
    browser.session.recall_from(Some(Arc::clone(&recall)));
    (browser, recall)
}

async fn auto(browser: &mut Browser, what: Auto, pairs: &[(&str, Value)], submit: bool) -> Report {
    let request = Request {
        auto: what,
        submit,
        ..request(pairs)
    };
    browser.try_fill(request).await.expect("it fills")
}

/// What was filled from memory: label, value and source.
fn recalled(report: &Report) -> Vec<(&str, &str, &str)> {
    let own = report.fields.iter().filter(|field| field.recalled());
    own.map(|field| {
        assert!(field.status.good(), "{field:?}");
        let holds = field.holds.as_ref().map_or("", |holds| holds.reveal());
        (field.label.as_str(), holds, field.source.as_str())
    })
    .collect()
}

fn left(report: &Report) -> Vec<(&str, &str)> {
    let all = report.empty.iter();
    all.map(|field| (field.label.as_str(), field.code.as_str())).collect()
}

async fn everything(recall: &Arc<Recall>) -> Everything {
    assert_eq!(recall.flush(PATIENCE).await.lost, 0);
    recall.store().all().await.expect("it answers")
}

const JOIN: &str = "<form method=post action=/store>
    <p><label>First name <input name=fn required></label></p>
    <p><label>Last name <input name=ln required></label></p>
    <p><label>Email <input type=email name=em required></label></p>
    <p><label>Passport number <input name=pp required></label></p>
    <p><label>Password <input type=password name=pw required></label></p>
    <p><label>Mobile <input name=mo></label></p><button>Join</button></form>";

fn site_with(site: &Site, form: &str) -> String {
    site.answer("/store", Answer::see_other("/thanks"));
    site.page("/thanks", "<h1>Thank you</h1>");
    site.page("/", form)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_35_what_memory_surely_knows_is_filled_and_the_rest_is_listed() {
    let site = Site::start().await;
    let url = site_with(&site, JOIN);
    let store = kept(ADA).await;
    let (mut browser, _recall) = browser(&url, &store, Use::default()).await;
    let report = auto(&mut browser, Auto::Required, &[], false).await;
    let expected = [
        ("First name", "Ada", "alias"),
        ("Last name", "Lovelace", "alias"),
        ("Email", "ada@example.org", "alias"),
    ];
    assert_eq!(recalled(&report), expected);
    assert_eq!(left(&report), [("Passport number", "no-fact"), ("Password", "secret")]);
    assert!(report.empty.iter().all(|field| field.required));
    assert_eq!(browser.value("[name=mo]").await, "", "it need not be answered");
    // What is given goes before what is known, and is not listed.
    let report = auto(
        &mut browser,
        Auto::All,
        &[("Email", json!("b@example.org")), ("Password", json!("x1"))],
        false,
    )
    .await;
    assert_eq!(browser.value("[name=em]").await, "b@example.org");
    assert_eq!(recalled(&report), [("Mobile", "+44 20 7946 0958", "alias")]);
    assert_eq!(left(&report), [("Passport number", "no-fact")]);
    browser.close().await;
}

/// Whoever misspelled a key has something to say about a field: memory does not say it instead, and tells.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_field_that_an_unclear_key_may_mean_is_left_and_told() {
    let site = Site::start().await;
    let url = site_with(&site, JOIN);
    let store = kept(ADA).await;
    let (mut browser, _recall) = browser(&url, &store, Use::default()).await;
    let report = auto(&mut browser, Auto::Required, &[("Nickname", json!("Augusta"))], false).await;
    let told: Vec<&str> = left(&report)
        .into_iter()
        .filter(|(_, code)| *code == "key-unclear")
        .map(|(label, _)| label)
        .collect();
    for name in ["First name", "Last name", "Email"] {
        let filled = recalled(&report).iter().any(|(label, ..)| *label == name);
        assert!(filled != told.contains(&name), "{name}: {report:?}");
    }
    assert!(!told.is_empty(), "{report:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_36_values_are_kept_only_where_that_was_said_and_structure_always() {
    let site = Site::start().await;
    let url = site_with(&site, JOIN);
    let pairs = [
        ("First name", json!("Grace")),
        ("Last name", json!("Hopper")),
        ("Email", json!("grace@example.org")),
        ("Passport number", json!("533380006")),
        ("Password", json!("Hunter2!")),
    ];
    for learn in [false, true] {
        let store = kept(&[("email", "saved@example.org")]).await;
        let how = Use { learn, suggest: false };
        let (mut browser, recall) = browser(&url, &store, how).await;
        let report = auto(&mut browser, Auto::Off, &pairs, true).await;
        assert_eq!(report.submit.map(|submit| submit.outcome), Some(Outcome::Submitted));
        let all = everything(&recall).await;
        assert_eq!(all.playbooks.len(), 1);
        assert_eq!((all.playbooks[0].wins, all.playbooks[0].losses), (1, 0));
        let keys: Vec<&str> = all.facts.iter().map(|fact| fact.key.as_str()).collect();
        if learn {
            for key in ["first name", "surname"] {
                let own = all.facts.iter().find(|fact| fact.key == key).expect(key);
                assert_eq!(own.origin, Origin::Learned);
            }
        } else {
            assert_eq!(keys, ["email"]);
        }
        // O-89: what its owner saved stays, and no secret comes in.
        let email = all.facts.iter().find(|fact| fact.key == "email").expect("it is there");
        assert_eq!(email.value.reveal(), "saved@example.org");
        assert!(!keys.contains(&"password"), "{keys:?}");
        let shown = format!("{:?}", all.playbooks);
        assert!(!shown.contains("Hopper") && !shown.contains("grace@"), "{shown}");
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_80_the_same_trouble_twice_is_one_episode_and_holds_no_value() {
    let site = Site::start().await;
    site.answer(
        "/store",
        Answer::html("<p role=alert>ada@example.org is taken, call 0800 123456</p>").status(422),
    );
    let url = site.page("/", JOIN);
    let store = kept(ADA).await;
    let (mut browser, recall) = browser(&url, &store, LEARNING).await;
    for _ in 0..2 {
        browser.go(&url).await;
        let pairs = [("Passport number", json!("533380006")), ("Password", json!("Hunter2!"))];
        let report = auto(&mut browser, Auto::Required, &pairs, true).await;
        let outcome = report.submit.map(|submit| submit.outcome);
        assert_eq!(outcome, Some(Outcome::ValidationFailed), "{:?}", report.notes);
    }
    let all = everything(&recall).await;
    assert_eq!(all.episodes.len(), 1, "{:?}", all.episodes);
    assert_eq!(all.episodes[0].count, 2);
    let said = &all.episodes[0].text;
    assert!(!said.contains("ada@") && !said.contains("123456"), "{said}");
    assert!(
        all.facts.iter().all(|fact| fact.origin == Origin::Saved),
        "nothing is learned of what was refused"
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_127_what_a_page_said_is_kept_without_what_it_tells_of_the_person() {
    let site = Site::start().await;
    let said = "<p role=alert>Countess of Lovelace: ada@example.org is taken, call 0800 123456 or see https://help.example/x?user=ada</p>";
    site.answer("/store", Answer::html(said).status(422));
    let url = site.page("/", JOIN);
    let store = kept(ADA).await;
    let (mut browser, recall) = browser(&url, &store, LEARNING).await;
    let pairs = [
        ("Passport number", json!("Countess of Lovelace")),
        ("Password", json!("Hunter2!")),
    ];
    auto(&mut browser, Auto::Required, &pairs, true).await;
    let all = everything(&recall).await;
    let said = &all.episodes[0].text;
    assert!(said.contains("taken"), "{said}");
    for hidden in ["ada@", "123456", "user=", "Countess", "Hunter2"] {
        assert!(!said.contains(hidden), "{hidden} in {said}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_forms_the_one_that_memory_knows_or_that_is_named_is_filled() {
    let site = Site::start().await;
    let search = "<form action=/search><input name=q aria-label=Search></form>";
    let url = site_with(&site, &format!("{search}{JOIN}"));
    let store = kept(ADA).await;
    let (mut browser, _recall) = browser(&url, &store, Use::default()).await;
    let report = auto(&mut browser, Auto::Required, &[], false).await;
    assert_eq!(recalled(&report).len(), 3, "{:?}", report.notes);
    let two = "<form name=one method=post action=/store><p><label>First name <input name=a></label></p><button>Join</button></form>
        <form name=two method=post action=/store><p><label>Email <input name=b></label></p><button>Subscribe</button></form>";
    browser.go(&site.page("/two", two)).await;
    let report = auto(&mut browser, Auto::All, &[], true).await;
    assert_eq!(recalled(&report), []);
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.contains("several forms could be meant")),
        "{:?}",
        report.notes
    );
    let request = Request {
        auto: Auto::All,
        submit: true,
        form: Some("two".into()),
        ..Request::default()
    };
    assert!(site.hits_of("/store").is_empty(), "no form is sent that nobody filled");
    let report = browser.try_fill(request).await.expect("it fills");
    assert_eq!(recalled(&report), [("Email", "ada@example.org", "alias")]);
    let sent: Vec<String> = site.hits_of("/store").iter().map(|hit| hit.body.clone()).collect();
    assert_eq!(sent, ["b=ada%40example.org"]);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_that_memory_could_not_finish_is_not_sent() {
    let site = Site::start().await;
    let url = site_with(
        &site,
        "<form method=post action=/store novalidate><p><label>Email <input name=a required></label></p>
         <p><label>Mother's first name <input name=b required></label></p>
         <p><label>Size <select name=c required><option>Small<option>Large</select></label></p><button>Go</button></form>",
    );
    let store = kept(ADA).await;
    let (mut browser, _recall) = browser(&url, &store, Use::default()).await;
    let report = auto(&mut browser, Auto::Required, &[], true).await;
    assert_eq!(report.submit, None, "{:?}", report.notes);
    assert!(site.hits_of("/store").is_empty());
    assert_eq!(left(&report), [("Mother's first name", "another-person")]);
    let report = auto(
        &mut browser,
        Auto::Required,
        &[("Mother's first name", json!("Annabella"))],
        true,
    )
    .await;
    assert_eq!(
        report.submit.map(|submit| submit.outcome),
        Some(Outcome::Submitted),
        "{:?}",
        report.notes
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_fact_is_called_hides_it_where_its_field_tells_nothing() {
    let site = Site::start().await;
    let url = site_with(
        &site,
        "<form><p><label>Payout ref <input name=a></label></p><p><label>Leave this field empty: City <input name=city></label></p></form>",
    );
    let iban = Change::Remember(Fact {
        key: "iban".into(),
        value: "GB33BUKB20201555555555".into(),
        aliases: vec![ostler_machines::recall::model::Alias {
            text: "Payout ref".into(),
            language: String::new(),
        }],
        ..Fact::default()
    });
    let store = kept(&[("city", "London")]).await;
    store.apply(vec![iban]).await.expect("it is kept");
    let (mut browser, _recall) = browser(&url, &store, Use::default()).await;
    let report = auto(&mut browser, Auto::All, &[], false).await;
    assert_eq!(report.fields.len(), 1, "a trap is not filled: {:?}", report.fields);
    assert!(
        report.fields[0].sensitive && report.fields[0].status.good(),
        "{:?}",
        report.fields[0]
    );
    browser.close().await;
}

/// Ways to keep a field from people: what is asked, the style of what is around it, what is beside it, the field's own
/// attributes.
const TRAPS: [(&str, &str, &str, &str); 16] = [
    ("First name", "filter:opacity(0)", "", ""),
    ("Surname", "opacity:.01", "", ""),
    ("Mobile", "clip-path:polygon(0 0,0 0,0 0)", "", ""),
    ("Street", "position:absolute;clip:rect(5px,5px,5px,5px)", "", ""),
    ("City", "position:absolute;left:99999px", "", ""),
    ("Postcode", "position:absolute;top:99999px", "", ""),
    ("Country", "height:1px;overflow:hidden", "", ""),
    ("Company", "width:0;overflow:hidden", "", ""),
    ("Job title", "visibility:hidden", "", ""),
    ("Department", "transform:scale(0)", "", ""),
    ("University", "", "", "style='text-indent:-9999px'"),
    (
        "Degree",
        "position:relative",
        "<div style='position:absolute;inset:0;background:#fff'></div>",
        "",
    ),
    ("Nationality", "\" aria-hidden=\"true", "", "tabindex=-1"),
    ("Website", "clip-path:inset(0 100% 0 0)", "", ""),
    ("Gender", "margin-left:-9999px", "", ""),
    ("Middle name", "transform:translate(99999px,0)", "", ""),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_kept_from_people_is_never_filled_from_memory() {
    let site = Site::start().await;
    let form = |hide: bool| -> String {
        let row = |(label, around, beside, own): &(&str, &str, &str, &str)| {
            let (around, beside, own) = if hide { (*around, *beside, *own) } else { ("", "", "") };
            format!("<div style=\"{around}\"><label>{label} <input {own}></label>{beside}</div>")
        };
        let rows: String = TRAPS.iter().map(row).collect();
        format!("<form><p><label>Email <input type=email></label></p>{rows}</form>")
    };
    let mut facts: Vec<(&str, &str)> = TRAPS.iter().map(|(label, ..)| (*label, "something")).collect();
    facts.push(("email", "ada@example.org"));
    let store = kept(&facts).await;
    let (mut browser, _recall) = browser(&site.page("/open", &form(false)), &store, Use::default()).await;
    let report = auto(&mut browser, Auto::All, &[], false).await;
    assert_eq!(recalled(&report).len(), TRAPS.len() + 1, "{:?}", report.empty);
    browser.go(&site.page("/hidden", &form(true))).await;
    let report = auto(&mut browser, Auto::All, &[], false).await;
    let filled: Vec<&str> = report.fields.iter().map(|field| field.label.as_str()).collect();
    assert_eq!(filled, ["Email"]);
    let held = "[...document.querySelectorAll('input')].filter((it) => it.value !== '').length";
    assert_eq!(browser.truth(held).await, json!(1));
    browser.close().await;
}

/// A store whose answers about meaning are set.
#[derive(Debug)]
struct Alike {
    inner: Arc<dyn Store>,
    near: Vec<(&'static str, f32)>,
}

impl Store for Alike {
    fn recall<'a>(&'a self, probe: &'a Probe) -> BoxFuture<'a, Result<Recollection, StoreError>> {
        Box::pin(async move {
            let mut found = self.inner.recall(probe).await?;
            found.facts = self.inner.all().await?.facts;
            found.model = "sentence-transformers/all-minilm-l6-v2".into();
            let near = |text: usize| {
                let own = self.near.iter();
                own.map(move |(key, score)| Near {
                    text,
                    fact: key_norm(key),
                    score: *score,
                })
            };
            found.near = (0..probe.texts.len()).flat_map(near).collect();
            Ok(found)
        })
    }

    fn apply(&self, changes: Vec<Change>) -> BoxFuture<'_, Result<Applied, StoreError>> {
        self.inner.apply(changes)
    }

    fn all(&self) -> BoxFuture<'_, Result<Everything, StoreError>> {
        self.inner.all()
    }

    fn wipe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.inner.wipe()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_82_each_level_of_evidence_answers_what_only_it_can() {
    let site = Site::start().await;
    let store = kept(ADA).await;
    // 2: by the token, whatever it is called.
    let by_token = "<form method=post action=/store><p><label>Zorkmid <input name=q1 autocomplete=email></label></p>
        <p><label>Plimbo <input name=q2 autocomplete=family-name></label></p><button>Go</button></form>";
    let url = site_with(&site, by_token);
    let (mut browser, recall) = browser(&url, &store, LEARNING).await;
    let report = auto(&mut browser, Auto::All, &[], true).await;
    let expected = [
        ("Zorkmid", "ada@example.org", "autocomplete"),
        ("Plimbo", "Lovelace", "autocomplete"),
    ];
    assert_eq!(recalled(&report), expected);
    everything(&recall).await;
    // 1: by the form's own playbook, now that it tells nothing itself.
    let mute = by_token
        .replace(" autocomplete=email", "")
        .replace(" autocomplete=family-name", "");
    browser.go(&site.page("/", &mute)).await;
    let report = auto(&mut browser, Auto::All, &[], false).await;
    let expected = [
        ("Zorkmid", "ada@example.org", "playbook"),
        ("Plimbo", "Lovelace", "playbook"),
    ];
    assert_eq!(recalled(&report), expected);
    // 3: by what a like form of the same host had.
    let redone = mute.replace(
        "<button>",
        "<p><label>Comments <input name=q9></label></p><p><label>Quux <input name=q7></label></p><button>",
    );
    browser.go(&site.page("/new", &redone)).await;
    let report = auto(&mut browser, Auto::All, &[], false).await;
    let expected = [
        ("Zorkmid", "ada@example.org", "similar form"),
        ("Plimbo", "Lovelace", "similar form"),
    ];
    assert_eq!(recalled(&report), expected);
    // On another host none of it holds.
    let there = site.elsewhere("/new");
    browser.go(&there).await;
    let report = auto(&mut browser, Auto::All, &[], false).await;
    assert_eq!(recalled(&report), []);
    browser.close().await;
}

/// What a form that nobody knows comes to where meaning leads to these.
async fn by_meaning(near: Vec<(&'static str, f32)>) -> (Report, Everything) {
    let site = Site::start().await;
    let form = "<form method=post action=/store><p><label>Electronic letters reach you where <input name=q1></label></p><button>Go</button></form>";
    let url = site_with(&site, form);
    let inner = kept(ADA).await;
    let store: Arc<dyn Store> = Arc::new(Alike { inner, near });
    let (mut browser, recall) = browser(&url, &store, LEARNING).await;
    let report = auto(&mut browser, Auto::All, &[], true).await;
    let all = everything(&recall).await;
    browser.close().await;
    (report, all)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_84_two_facts_that_are_near_alike_are_not_told_apart() {
    let (report, _) = by_meaning(vec![("email", 0.91), ("mobile", 0.90)]).await;
    assert_eq!(recalled(&report), []);
    assert_eq!(report.empty[0].code, "unknown", "{:?}", report.empty);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_86_a_likeness_of_meaning_is_suggested_and_never_learned() {
    let (report, all) = by_meaning(vec![("email", 0.91), ("mobile", 0.40)]).await;
    assert_eq!(recalled(&report), []);
    assert_eq!(report.empty[0].code, "suggested 0.91", "{:?}", report.empty);
    assert!(report.empty[0].message.contains("email"));
    let mappings: usize = all.playbooks.iter().map(|own| own.mappings.len()).sum();
    assert_eq!(mappings, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_85_nothing_of_ones_own_goes_into_fields_about_others() {
    let site = Site::start().await;
    let url = site_with(
        &site,
        "<form method=post action=/store><fieldset><legend>Emergency contact</legend><p><label>Phone <input name=a></label></p></fieldset>
         <fieldset><legend>Passenger 2</legend><p><label>First name <input name=b></label></p></fieldset>
         <p><label>Employer's email <input name=c type=email></label></p><p><label>Spouse's mobile <input name=d></label></p></form>",
    );
    let store = kept(ADA).await;
    let (mut browser, _recall) = browser(&url, &store, LEARNING).await;
    let report = auto(&mut browser, Auto::All, &[], false).await;
    assert_eq!(recalled(&report), []);
    assert!(
        report.empty.iter().any(|field| field.code == "another-person"),
        "{:?}",
        report.empty
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_87_what_is_refused_again_and_again_is_used_no_more() {
    let site = Site::start().await;
    let token = "<form method=post action=/store><p><label>Zorkmid <input name=q1 autocomplete=email></label></p><button>Go</button></form>";
    let url = site_with(&site, token);
    let store = kept(ADA).await;
    let (mut browser, recall) = browser(&url, &store, Use::default()).await;
    auto(&mut browser, Auto::All, &[], true).await;
    everything(&recall).await;
    let mute = token.replace(" autocomplete=email", "");
    let blamed = mute.replace("name=q1", "name=q1 aria-invalid=true aria-describedby=why");
    let blamed = format!("{blamed}<p id=why>This is not one of ours</p>");
    site.answer("/store", Answer::html(blamed).status(422));
    site.page("/", &mute);
    let mut used = Vec::new();
    for _ in 0..5 {
        browser.go(&url).await;
        let report = auto(&mut browser, Auto::All, &[], true).await;
        used.push(recalled(&report).len());
        everything(&recall).await;
    }
    assert_eq!(used[0], 1);
    assert_eq!(used.last(), Some(&0), "{used:?}");
    browser.close().await;
}

/// A store that answers nothing until it is let go, and counts how often it was asked.
#[derive(Debug)]
struct Stuck {
    inner: Arc<dyn Store>,
    free: Notify,
    asked: AtomicUsize,
}

impl Stuck {
    async fn wait(&self) {
        self.asked.fetch_add(1, Ordering::SeqCst);
        self.free.notified().await;
        self.free.notify_one();
    }
}

impl Store for Stuck {
    fn recall<'a>(&'a self, probe: &'a Probe) -> BoxFuture<'a, Result<Recollection, StoreError>> {
        Box::pin(async move {
            self.wait().await;
            self.inner.recall(probe).await
        })
    }

    fn apply(&self, changes: Vec<Change>) -> BoxFuture<'_, Result<Applied, StoreError>> {
        Box::pin(async move {
            self.wait().await;
            self.inner.apply(changes).await
        })
    }

    fn all(&self) -> BoxFuture<'_, Result<Everything, StoreError>> {
        self.inner.all()
    }

    fn wipe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.inner.wipe()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_90_no_answer_waits_for_what_is_written() {
    let site = Site::start().await;
    let url = site_with(&site, JOIN);
    let stuck = Arc::new(Stuck {
        inner: kept(&[]).await,
        free: Notify::new(),
        asked: AtomicUsize::new(0),
    });
    let store: Arc<dyn Store> = stuck.clone();
    let (mut browser, recall) = browser(&url, &store, LEARNING).await;
    let pairs = [
        ("First name", json!("Ada")),
        ("Email", json!("ada@example.org")),
        ("Passport number", json!("5")),
        ("Last name", json!("L")),
        ("Password", json!("x")),
    ];
    let report = auto(&mut browser, Auto::Off, &pairs, true).await;
    assert_eq!(entry(&report, "Email").status, Status::Filled);
    assert_eq!(report.submit.map(|submit| submit.outcome), Some(Outcome::Submitted));
    assert!(
        stuck.inner.all().await.expect("it answers").facts.is_empty(),
        "the store has answered nothing yet"
    );
    stuck.free.notify_one();
    let all = everything(&recall).await;
    assert!(
        all.facts.iter().any(|fact| fact.key == "email"),
        "it is kept all the same"
    );
    assert!(stuck.asked.load(Ordering::SeqCst) >= 2);
    browser.close().await;
}

/// Ten questions in words that no dictionary has.
const ODD: [(&str, &str, &str, &str); 10] = [
    ("Zorka", "given-name", "first name", "Ada"),
    ("Plimbo", "family-name", "surname", "Lovelace"),
    ("Quandle", "email", "email", "ada@example.org"),
    ("Vintner", "tel", "mobile", "+442079460958"),
    ("Brast", "address-line1", "address line 1", "12 St James's Square"),
    ("Lumo", "address-level2", "city", "London"),
    ("Grindel", "postal-code", "postcode", "SW1Y 4LB"),
    ("Ostrel", "organization", "company", "Analytical Engines"),
    ("Thrane", "organization-title", "job title", "Analyst"),
    ("Nickname", "nickname", "preferred name", "Countess"),
];

fn odd_form(tokens: bool, before: &str, after: &str) -> String {
    let row = |at: usize| {
        let (label, token, ..) = ODD[at];
        let token = if tokens {
            format!(" autocomplete={token}")
        } else {
            String::new()
        };
        format!("<p><label>{label} <input name=q{at}{token}></label></p>")
    };
    let rows: String = (0..ODD.len()).map(row).collect();
    format!("<form method=post action=/store>{before}{rows}{after}<button>Go</button></form>")
}

/// How many of a form's ten fields are filled rightly, and how many wrongly.
async fn scored(browser: &mut Browser) -> (usize, usize) {
    auto(browser, Auto::All, &[], false).await;
    let (mut right, mut wrong) = (0, 0);
    for (at, (.., value)) in ODD.iter().enumerate() {
        match browser.value(&format!("[name=q{at}]")).await.as_str() {
            "" => {}
            held if held == *value => right += 1,
            _ => wrong += 1,
        }
    }
    (right, wrong)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_95_a_redesigned_site_is_filled_from_what_was_learned_before() {
    let site = Site::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let keys = Keys::new(None, KeyStore::File(folder.path().join("memory.key"))).expect("keys");
    let store: Arc<dyn Store> = Arc::new(
        Local::open(LocalSettings {
            path: folder.path().join("memory.local"),
            tenant: "default".into(),
            keys: Some(keys),
            normalise: key_norm,
            clock: wall_clock,
        })
        .expect("it opens"),
    );
    let facts = ODD.iter().map(|(_, _, key, value)| fact(key, value)).collect();
    store.apply(facts).await.expect("it keeps them");
    // As it will look: nothing but words that nobody knows, in another order of things.
    let redesign = odd_form(
        false,
        "<p><label>How did you hear of us? <input name=r1></label></p>",
        "<p><label>Remarks <textarea name=r2></textarea></label></p>",
    );
    let new = site.page("/new", &redesign);
    let old = site_with(&site, &odd_form(true, "", ""));
    let (mut browser, recall) = browser(&new, &store, Use::default()).await;
    let (before, wrong) = scored(&mut browser).await;
    assert!(
        before <= 1 && wrong == 0,
        "{before} right and {wrong} wrong before anything was learned"
    );
    browser.go(&old).await;
    let report = auto(&mut browser, Auto::All, &[], true).await;
    assert_eq!(report.submit.map(|submit| submit.outcome), Some(Outcome::Submitted));
    everything(&recall).await;
    browser.go(&new).await;
    let (after, wrong) = scored(&mut browser).await;
    println!(
        "suggestions on the redesigned site: {before} before, {after} after, of {}",
        ODD.len()
    );
    assert!(after >= 8 && wrong == 0, "{after} right and {wrong} wrong after");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_field_that_comes_up_for_the_last_one_is_filled_in_the_same_call() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form><p><label>Country <input name=c></label></p><div id=more></div></form>
         <script>document.querySelector('[name=c]').addEventListener('change', () => {
           document.querySelector('#more').innerHTML = '<label>Postcode <input name=pc></label>'; })</script>",
    );
    let store = kept(&[("country", "Norway"), ("postcode", "0150")]).await;
    let (mut browser, _recall) = browser(&url, &store, Use::default()).await;
    auto(&mut browser, Auto::All, &[], false).await;
    assert_eq!(browser.value("[name=pc]").await, "0150");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_field_that_comes_up_for_another_is_filled_too_and_steps_are_gone_through() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    site.page("/thanks", "<h1>Thank you</h1>");
    let second = "<h2>Step 2 of 2</h2><form method=post action=/store><p><label>Email <input name=em required></label></p><button>Send</button></form>";
    site.answer("/two", Answer::html(second));
    let url = site.page(
        "/",
        "<h2>Step 1 of 2</h2><form method=post action=/two><p><label>Country <select name=c required><option value=''>Choose<option>Norway<option value=us>United States</select></label></p>
         <p id=more hidden><label>State <input name=st></label></p><p><label>First name <input name=fn required></label></p><button>Next</button></form>
         <script>document.querySelector('select').addEventListener('change', (e) => {
           const more = document.querySelector('#more'); more.hidden = e.target.value !== 'us';
           more.querySelector('input').required = !more.hidden; })</script>",
    );
    let mut facts = ADA.to_vec();
    facts.extend([("country", "United States"), ("state", "Oregon")]);
    let store = kept(&facts).await;
    let (mut browser, _recall) = browser(&url, &store, Use::default()).await;
    let report = auto(&mut browser, Auto::Required, &[], true).await;
    assert_eq!(
        report.submit.as_ref().map(|submit| submit.outcome),
        Some(Outcome::Submitted),
        "{:?} {:?}",
        report.notes,
        report.empty
    );
    let first = &site.hits_of("/two")[0];
    assert_eq!(
        (first.field("c"), first.field("st"), first.field("fn")),
        ("us".into(), "Oregon".into(), "Ada".into())
    );
    assert_eq!(site.hits_of("/store")[0].field("em"), "ada@example.org");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_96_an_agent_remembers_recalls_fills_and_forgets() {
    let site = Site::start().await;
    let url = site_with(&site, JOIN);
    let mut client = Client::start(&["--memory", "ephemeral"]).await;
    let names: Vec<String> = client.ask("tools/list", json!({})).await["result"]["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .filter_map(|tool| Some(tool["name"].as_str()?.to_owned()))
        .collect();
    assert!(names.contains(&"memory_recall".to_owned()), "{names:?}");
    for (key, value) in ADA {
        let said = client
            .call("memory_remember", json!({ "key": key, "value": value }))
            .await;
        assert!(text(&said).contains("Remembered"), "{said}");
    }
    let refused = client
        .call("memory_remember", json!({ "key": "password", "value": "Hunter2!" }))
        .await;
    assert!(
        text(&refused).contains("memory-refused") && !text(&refused).contains("Hunter2"),
        "{refused}"
    );
    let found = client.call("memory_recall", json!({ "names": ["Surname"] })).await;
    assert_eq!(
        found["structuredContent"]["facts"],
        json!([{ "key": "surname", "value": "Lovelace" }])
    );
    client.call("navigate", json!({ "url": url })).await;
    let filled = client.call("form_fill", json!({ "auto": "required" })).await;
    let said = text(&filled);
    assert!(
        said.contains("from memory:") && said.contains("Email (alias)"),
        "{said}"
    );
    assert!(
        said.contains("left empty:") && said.contains("Passport number"),
        "{said}"
    );
    let gone = client
        .call("memory_forget", json!({ "keys": ["surname", "nothing"] }))
        .await;
    assert_eq!(gone["structuredContent"]["forgotten"], 1);
    client.hang_up().await;
    // Without a memory there are no such tools, and nothing can be filled from it.
    let mut client = Client::start(&[]).await;
    client.call("navigate", json!({ "url": url })).await;
    let told = client.call("form_fill", json!({ "auto": "all" })).await;
    assert!(text(&told).contains("memory-off"), "{told}");
    client.hang_up().await;
}

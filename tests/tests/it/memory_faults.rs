//! What becomes of a form, and of what is learned of it, where its memory fails in the middle.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_core::future::BoxFuture;
use ostler_engine::memory::embed::{self, Embed, Embeddings, OllamaSettings};
use ostler_engine::memory::qdrant::QdrantSettings;
use ostler_engine::memory::{Guarded, Recall, Store, StoreError, Use};
use ostler_engine::{Auto, Report, Request};
use ostler_machines::recall::model::{Applied, Change, Everything, Probe, Recollection};
use ostler_machines::report::Outcome;
use ostler_tests::browser::request;
use ostler_tests::memory::{NOW, access, open, remember, settings};
use ostler_tests::qdrant::{Double, Fault, Line};
use ostler_tests::{Answer, Browser, Site};
use tokio::net::TcpListener;

/// Long enough for anything that is not stuck.
const PATIENCE: Duration = Duration::from_secs(20);

const USE: Use = Use {
    learn: false,
    suggest: true,
};

const FORM: &str = "<form method=post action=/store><p><label>First name <input name=a required></label></p>
    <p><label>City <input name=b required></label></p><button>Send</button></form>";

fn site_with(site: &Site) -> String {
    site.answer("/store", Answer::see_other("/thanks"));
    site.page("/thanks", "<h1>Thank you</h1>");
    site.page("/", FORM)
}

/// A memory of two facts in Qdrant, spoken to over a line.
async fn over_a_line() -> (Double, Arc<Line>, QdrantSettings) {
    let (double, url) = Double::start(None, NOW).await;
    let (line, url) = Line::to(&url).await;
    let settings = settings(&access(&url, None));
    let facts = vec![remember("first name", "Ada", &[]), remember("city", "London", &[])];
    open(settings.clone()).apply(facts).await.expect("they are kept");
    (double, line, settings)
}

async fn browser(url: &str, store: Arc<dyn Store>) -> (Browser, Arc<Recall>) {
    let mut browser = Browser::at(url).await;
    let recall = Arc::new(Recall::new(Arc::new(Guarded::new(store)), USE));
    browser.session.recall_from(Some(Arc::clone(&recall)));
    (browser, recall)
}

async fn fill(browser: &mut Browser, auto: Auto, submit: bool) -> (Report, Duration) {
    let request = Request {
        auto,
        submit,
        ..request(&[("City", serde_json::json!("London"))])
    };
    let began = Instant::now();
    let report = browser.try_fill(request).await.expect("it fills");
    (report, began.elapsed())
}

/// Cuts the line as soon as it has been asked for a form.
#[derive(Debug)]
struct Killed {
    store: Arc<dyn Store>,
    line: Arc<Line>,
    done: AtomicBool,
}

impl Store for Killed {
    fn recall<'a>(&'a self, probe: &'a Probe) -> BoxFuture<'a, Result<Recollection, StoreError>> {
        Box::pin(async move {
            let found = self.store.recall(probe).await;
            if !self.done.swap(true, Ordering::SeqCst) {
                self.line.cut().await;
            }
            found
        })
    }

    fn apply(&self, changes: Vec<Change>) -> BoxFuture<'_, Result<Applied, StoreError>> {
        self.store.apply(changes)
    }

    fn all(&self) -> BoxFuture<'_, Result<Everything, StoreError>> {
        self.store.all()
    }

    fn wipe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.store.wipe()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_90_a_qdrant_that_is_killed_in_a_fill_spoils_nothing_and_learns_of_it_once_it_is_back() {
    let site = Site::start().await;
    let url = site_with(&site);
    let (_double, line, settings) = over_a_line().await;
    let store = Arc::new(Killed {
        store: Arc::new(open(settings.clone())),
        line: Arc::clone(&line),
        done: AtomicBool::new(false),
    });
    let (mut browser, recall) = browser(&url, store).await;
    let (report, took) = fill(&mut browser, Auto::All, true).await;
    assert_eq!(report.submit.map(|submit| submit.outcome), Some(Outcome::Submitted));
    assert!(took < Duration::from_secs(4), "{took:?}");
    assert_eq!(site.hits_of("/store")[0].body, "a=Ada&b=London");
    // Who goes does not wait for it, and is told.
    let left = recall.part(PATIENCE).await;
    assert!(left.lost > 0 && left.reason.starts_with("Qdrant at "), "{left:?}");
    line.mend().await;
    let looked = open(settings);
    let until = Instant::now() + PATIENCE * 3;
    let kept = loop {
        let playbooks = looked.all().await.expect("it answers").playbooks;
        if !playbooks.is_empty() || until < Instant::now() {
            break playbooks;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert_eq!(kept.iter().map(|own| own.wins).collect::<Vec<_>>(), [1], "once");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_92_of_a_qdrant_that_falls_mute_a_fill_waits_four_seconds_and_the_third_not_at_all() {
    let site = Site::start().await;
    let url = site_with(&site);
    let (_double, line, settings) = over_a_line().await;
    let (mut browser, _recall) = browser(&url, Arc::new(open(settings))).await;
    let (report, _) = fill(&mut browser, Auto::All, false).await;
    assert_eq!((report.without, report.fields.len()), (None, 2));
    line.hold();
    for _ in 0..2 {
        browser.go(&url).await;
        let (report, took) = fill(&mut browser, Auto::All, false).await;
        assert!(report.without.is_some_and(|why| why.contains("within 4 s")));
        assert!(took < Duration::from_secs(6), "{took:?}");
    }
    browser.go(&url).await;
    let (report, took) = fill(&mut browser, Auto::All, false).await;
    assert!(report.without.is_some() && took < Duration::from_secs(2), "{took:?}");
    assert!(report.fields[0].status.good(), "what was given is filled all the same");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_90_a_slow_qdrant_costs_who_fills_from_it_its_time_and_nobody_else() {
    let site = Site::start().await;
    let url = site_with(&site);
    let (double, _line, settings) = over_a_line().await;
    let store = Arc::new(open(settings));
    double.fail(Fault::Slow(Duration::from_secs(3)));
    let (mut browser, recall) = browser(&url, store).await;
    let (report, took) = fill(&mut browser, Auto::Off, false).await;
    assert!(
        report.fields[0].status.good() && took < Duration::from_secs(2),
        "{took:?}"
    );
    browser.go(&url).await;
    let (report, took) = fill(&mut browser, Auto::All, false).await;
    assert_eq!((report.without, report.fields.len()), (None, 2));
    assert!(
        Duration::from_secs(3) <= took && took < Duration::from_secs(6),
        "{took:?}"
    );
    double.fail(Fault::None);
    assert_eq!(recall.flush(PATIENCE).await.lost, 0);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_91_a_qdrant_that_fails_inside_is_done_without_and_what_was_not_learned_is_told() {
    let site = Site::start().await;
    let url = site_with(&site);
    let (double, _line, settings) = over_a_line().await;
    let store = Arc::new(open(settings));
    double.fail(Fault::Internal);
    let (mut browser, recall) = browser(&url, store).await;
    for _ in 0..3 {
        browser.go(&url).await;
        let (report, took) = fill(&mut browser, Auto::All, false).await;
        assert!(report.without.is_some_and(|why| why.ends_with("failed")));
        assert!(
            report.fields[0].status.good() && took < Duration::from_secs(2),
            "{took:?}"
        );
    }
    let left = recall.part(PATIENCE).await;
    assert!(left.lost > 0 && left.reason.ends_with("failed"), "{left:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_104_without_the_embedder_exact_names_are_filled_and_the_rest_is_told() {
    let site = Site::start().await;
    let form = FORM.replace(
        "<button>",
        "<p><label>Electronic letters reach you where <input name=c></label></p><button>",
    );
    let url = site.page("/born", &form);
    let (_double, _line, settings) = over_a_line().await;
    let port = TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port")
        .local_addr()
        .expect("it");
    let ollama = Embeddings::Ollama(OllamaSettings {
        url: format!("http://{port}"),
    });
    let embed: Arc<dyn Embed> = embed::open(&ollama, None, None).expect("it can be used");
    let store = open(QdrantSettings {
        embed: Some(embed),
        ..settings
    });
    let (mut browser, _recall) = browser(&url, Arc::new(store)).await;
    let (report, _) = fill(&mut browser, Auto::All, false).await;
    assert_eq!((report.without, report.fields.len()), (None, 2), "{:?}", report.notes);
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.contains("by its meaning") && note.contains("Ollama")),
        "{:?}",
        report.notes
    );
    browser.close().await;
}

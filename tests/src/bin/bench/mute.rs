//! What a memory in Qdrant costs a form that takes nothing from it where Qdrant lets everybody in and answers nobody.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ostler_engine::memory::qdrant::Qdrant;
use ostler_engine::memory::{Guarded, Late, Recall, Store, Use};
use ostler_engine::{Auto, Request};
use ostler_machines::recall::model::Probe;
use ostler_tests::browser::{TODAY, wish};
use ostler_tests::memory::{access, mute, settings};
use ostler_tests::{Browser, Site, ostler};

use super::{Line, form, median, millis, ratio, value};

const FIELDS: usize = 12;
/// The most that any of it may cost.
const MOST: f64 = 1.05;

/// A memory as the program puts it to work.
fn recall(url: &str) -> Arc<Recall> {
    let settings = settings(&access(url, None));
    let opening = move || {
        let settings = settings.clone();
        async move {
            let store = Qdrant::open(settings)?;
            store.needs_sealing().await?;
            let store: Arc<dyn Store> = Arc::new(store);
            Ok(store)
        }
    };
    let late = Late::new("Qdrant".into(), opening);
    Arc::new(Recall::new(Arc::new(Guarded::new(Arc::new(late))), Use::default()))
}

/// One fill of a fresh page.
async fn fill(browser: &mut Browser, url: &str, recall: Option<&Arc<Recall>>, auto: Auto) -> Result<Duration, String> {
    browser.session.recall_from(recall.cloned());
    browser.go(url).await;
    let request = Request {
        pairs: (0..FIELDS).map(|n| (format!("Field {n}"), wish(&value(n)))).collect(),
        today: TODAY,
        auto,
        ..Request::default()
    };
    let began = Instant::now();
    let report = browser.try_fill(request).await.map_err(|error| error.to_string())?;
    let took = began.elapsed();
    if !report.fields.iter().all(|field| field.status.good()) {
        return Err(format!("Ostler does not fill {FIELDS} fields: {:?}", report.fields));
    }
    if report.without.is_some() != (auto != Auto::Off) {
        return Err(format!(
            "who wants memory is told that there is none: {:?}",
            report.without
        ));
    }
    Ok(took)
}

/// The program itself, from its start to its end.
async fn program(url: &str, qdrant: Option<&str>) -> Result<Duration, String> {
    let mut arguments = vec!["fill".to_owned(), url.to_owned(), "--json".to_owned()];
    for n in 0..FIELDS {
        let value = value(n);
        arguments.extend(["--set".to_owned(), format!("Field {n}:={value}")]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut call = ostler(&arguments);
    if let Some(qdrant) = qdrant {
        call = call.env("OSTLER_MEMORY", "qdrant").env("QDRANT_URL", qdrant);
    }
    let ran = call.run().await;
    if ran.code != Some(0) {
        return Err(format!("ostler does not fill the form: {}", ran.err));
    }
    Ok(ran.took)
}

/// Fills with memory off, with a mute Qdrant, and from one that was found mute; they take turns.
pub(super) async fn measure(site: &Site, rounds: usize) -> Result<Vec<Line>, String> {
    let url = site.page("/mute", &form(FIELDS));
    let qdrant = mute().await;
    let mut browser = Browser::start_alone().await;
    let mute = recall(&qdrant);
    let known = recall(&qdrant);
    // After two failures it is not asked for thirty seconds.
    while known.store().recall(&Probe::default()).await.is_err() {
        let began = Instant::now();
        let again = known.store().recall(&Probe::default()).await;
        if again.is_err() && began.elapsed() < Duration::from_millis(100) {
            break;
        }
    }
    let ways = [(None, Auto::Off), (Some(&mute), Auto::Off), (Some(&known), Auto::All)];
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    // The first round warms up and does not count.
    for round in 0..=rounds * 3 {
        for turn in 0..ways.len() {
            let at = (round + turn) % ways.len();
            let (recall, auto) = ways[at];
            let took = fill(&mut browser, &url, recall, auto).await?;
            if round > 0 {
                times[at].push(took);
            }
        }
    }
    browser.close().await;
    let [off, silent, skipped] = times.map(median);
    let mut whole = [Vec::new(), Vec::new()];
    for round in 0..=rounds {
        for turn in 0..2 {
            let at = (round + turn) % 2;
            let took = program(&url, (at == 1).then_some(qdrant.as_str())).await?;
            if round > 0 {
                whole[at].push(took);
            }
        }
    }
    let [without, with] = whole.map(median);
    let plain = |what: &str, time: Duration| Line {
        what: format!("{FIELDS} fields, {what}"),
        value: millis(time),
        bound: "",
        held: true,
    };
    let bounded = |what: &str, one: Duration, other: Duration| Line {
        what: format!("{FIELDS} fields, {what}"),
        value: format!("{:.2} times", ratio(one, other)),
        bound: "at most 1.05",
        held: ratio(one, other) <= MOST,
    };
    Ok(vec![
        plain("memory off", off),
        bounded("memory in a Qdrant that never answers, against memory off", silent, off),
        bounded(
            "filled from it too once it failed twice, against memory off",
            skipped,
            off,
        ),
        plain("`ostler fill` from start to end, memory off", without),
        bounded(
            "`ostler fill` from start to end, memory in a Qdrant that never answers",
            with,
            without,
        ),
    ])
}

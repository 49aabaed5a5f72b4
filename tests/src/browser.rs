//! A browser for one test, which can reach nothing but loopback.

use std::time::Duration;

use ostler_engine::{EngineError, Report, Request, Session, Settings};
use ostler_machines::form::model::{Field, Page};
use ostler_machines::form::value::{Today, Wish};
use ostler_machines::report::{FieldReport, Status};
use serde_json::Value;
use tokio::sync::{Semaphore, SemaphorePermit};

/// How many browsers run at once. Each is several processes; more only make each other late.
const AT_ONCE: u32 = 2;

static PERMITS: Semaphore = Semaphore::const_new(AT_ONCE as usize);

/// The right to run `weight` browsers.
///
/// # Panics
/// Never: the semaphore is not closed.
pub async fn permit(weight: u32) -> SemaphorePermit<'static> {
    PERMITS
        .acquire_many(weight)
        .await
        .expect("the semaphore is never closed")
}

/// The day on which every test takes place.
pub const TODAY: Today = Today {
    year: 2026,
    month: 6,
    day: 15,
};

/// What the browser of a test is started with: no host has an address but those of loopback.
pub fn settings() -> Settings {
    Settings {
        timeout: Duration::from_secs(30),
        resolver_rules: Some("MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost".into()),
        ..Settings::default()
    }
}

/// A wish as an agent's JSON says it.
///
/// # Panics
/// On an object inside of an object, which no caller can mean.
pub fn wish(value: &Value) -> Wish {
    match value {
        Value::Null => Wish::Clear,
        Value::Bool(yes) => Wish::Bool(*yes),
        Value::Number(number) => Wish::Number(number.to_string().into()),
        Value::String(text) => Wish::Text(text.clone().into()),
        Value::Array(items) => Wish::List(items.iter().map(wish).collect()),
        Value::Object(pieces) => Wish::Pieces(pieces.iter().map(|(k, v)| (k.clone(), wish(v))).collect()),
    }
}

/// A request for these keys and values.
pub fn request(pairs: &[(&str, Value)]) -> Request {
    Request {
        pairs: pairs.iter().map(|(key, value)| ((*key).into(), wish(value))).collect(),
        today: TODAY,
        ..Request::default()
    }
}

/// The right to run browsers while no other test runs one, for tests that start them by themselves.
///
/// # Panics
/// Never: nobody closes the semaphore.
pub async fn alone() -> SemaphorePermit<'static> {
    PERMITS
        .acquire_many(AT_ONCE)
        .await
        .expect("the semaphore is never closed")
}

/// A running browser and the right to run one.
pub struct Browser {
    /// The session itself.
    pub session: Session,
    _permit: SemaphorePermit<'static>,
}

impl Browser {
    /// Starts a browser once fewer than two others run.
    ///
    /// # Panics
    /// If none can be started.
    pub async fn start() -> Self {
        Self::start_with(settings(), 1).await
    }

    /// The same, and no other browser runs beside it, for tests that look at a clock.
    ///
    /// # Panics
    /// If none can be started.
    pub async fn start_alone() -> Self {
        Self::start_with(settings(), AT_ONCE).await
    }

    /// Starts a browser with `settings`, which counts for `weight` browsers.
    ///
    /// # Panics
    /// If none can be started.
    pub async fn start_with(settings: Settings, weight: u32) -> Self {
        let permit = permit(weight).await;
        let session = Session::start(settings)
            .await
            .unwrap_or_else(|error| panic!("a browser starts: {} ({})", error.message, error.code));
        Self {
            session,
            _permit: permit,
        }
    }

    /// A browser that shows `url`.
    ///
    /// # Panics
    /// If the page cannot be shown.
    pub async fn at(url: &str) -> Self {
        let mut browser = Self::start().await;
        browser.go(url).await;
        browser
    }

    /// Goes on to `url`.
    ///
    /// # Panics
    /// If the page cannot be shown.
    pub async fn go(&mut self, url: &str) {
        if let Err(error) = self.session.navigate(url).await {
            panic!("{url}: {} ({})", error.message, error.code);
        }
    }

    /// Everything the page asks.
    ///
    /// # Panics
    /// If it cannot be read.
    pub async fn inspect(&mut self) -> Page {
        match self.session.inspect().await {
            Ok(page) => page,
            Err(error) => panic!("inspect: {} ({})", error.message, error.code),
        }
    }

    /// Fills in these keys and values.
    ///
    /// # Panics
    /// If the fill as a whole comes to nothing.
    pub async fn fill(&mut self, pairs: &[(&str, Value)]) -> Report {
        match self.try_fill(request(pairs)).await {
            Ok(report) => report,
            Err(error) => panic!("fill: {} ({})", error.message, error.code),
        }
    }

    /// Carries out `request`.
    ///
    /// # Errors
    /// What the session says.
    pub async fn try_fill(&mut self, request: Request) -> Result<Report, EngineError> {
        self.session.fill(request).await
    }

    /// Ends the browser.
    pub async fn close(self) {
        self.session.close().await;
    }
}

/// The entry for `key`.
///
/// # Panics
/// If there is none, or several.
pub fn entry<'a>(report: &'a Report, key: &str) -> &'a FieldReport {
    let mut found = report.fields.iter().filter(|field| field.key == key);
    let first = found
        .next()
        .unwrap_or_else(|| panic!("the report has an entry for {key:?}"));
    assert!(found.next().is_none(), "the report has one entry for {key:?}");
    first
}

/// The status of `key`.
///
/// # Panics
/// If there is no entry for it, or several.
pub fn status(report: &Report, key: &str) -> Status {
    entry(report, key).status
}

/// Fails unless every key of the report ended well.
///
/// # Panics
/// With the words for each one that did not.
pub fn all_good(report: &Report) {
    let bad: Vec<String> = report
        .fields
        .iter()
        .filter(|field| !field.status.good())
        .map(|field| {
            format!(
                "{}: {} {} {}",
                field.key,
                field.status.word(),
                field.code,
                field.message
            )
        })
        .collect();
    assert!(bad.is_empty(), "not filled: {bad:#?}");
}

/// The field labelled `label`.
///
/// # Panics
/// If there is none.
pub fn field<'a>(page: &'a Page, label: &str) -> &'a Field {
    page.fields().find(|field| field.label == label).unwrap_or_else(|| {
        let labels: Vec<&str> = page.fields().map(|field| field.label.as_str()).collect();
        panic!("there is a field labelled {label:?} among {labels:?}")
    })
}

//! One way through the engine, from the start of a browser to its end, that every command takes.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ostler_engine::memory::Recall;
use ostler_engine::{EngineError, EngineErrorKind, Report, Request, Session, Settings};
use ostler_machines::Transition;
use ostler_machines::challenge::Challenge;
use ostler_machines::form::model::Page;
use url::Url;

use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::progress::Teller;

/// How long a browser may take to end before it is left to the system.
const CLOSING: Duration = Duration::from_secs(10);

/// Where to go.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// This page.
    Address(Url),
    /// The tab that is open, as it stands.
    Here,
}

/// What came of the way.
pub(crate) struct Ended<T> {
    /// The answer, or why there is none.
    pub(crate) answer: Result<T, Failure>,
    /// All transitions of all machines, oldest first.
    pub(crate) trace: Vec<Transition>,
    /// What was unusual about the way there, one sentence each.
    pub(crate) notes: Vec<String>,
}

/// A runtime for one command.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| {
            Failure::usage("system", format!("the program could not start its threads: {error}")).ending(Exit::Browser)
        })
}

/// Opens `target`, fills and closes. With `agree`, a question that the page asks about the submit is answered with yes.
pub(crate) async fn fill(
    settings: Settings,
    target: Target,
    request: Request,
    recall: Option<Arc<Recall>>,
    agree: bool,
    teller: &Teller,
) -> Ended<Report> {
    let course = travel(settings, target, teller, async move |session: &mut Session| {
        session.agree(agree);
        session.recall_from(recall);
        match session.fill(request).await {
            Err(error) => Err(no_page(session, error).await),
            outcome => Ok(outcome?),
        }
    });
    // It is large, and would make large whoever waits for it.
    Box::pin(course).await
}

/// Opens `target`, reads what it asks and closes.
pub(crate) async fn inspect(settings: Settings, target: Target, teller: &Teller) -> Ended<Page> {
    let course = travel(settings, target, teller, async |session: &mut Session| {
        let page = session.inspect().await?;
        match session.no_page(&page) {
            Some(error) => Err(no_page(session, error).await),
            None => Ok(page),
        }
    });
    Box::pin(course).await
}

/// Why there was nothing to fill: a page that has nothing may be a wall that a person gets through.
async fn no_page(session: &mut Session, error: EngineError) -> Failure {
    if error.kind == EngineErrorKind::Page
        && let Ok(Some(wall)) = session.challenge().await
    {
        return challenge(&wall);
    }
    error.into()
}

/// What browser was started.
pub(crate) struct Found {
    /// Its name and version.
    pub(crate) product: String,
    /// Where it lies.
    pub(crate) path: String,
    /// What there is to know of how it was started.
    pub(crate) notes: Vec<String>,
}

/// Starts a browser and asks what it is.
pub(crate) async fn browser(settings: Settings, teller: &Teller) -> Ended<Found> {
    let work = async |session: &mut Session| {
        let (product, path) = session.browser();
        let notes = session.browser_notes().to_vec();
        Ok(Found { product, path, notes })
    };
    Box::pin(travel(settings, Target::Here, teller, work)).await
}

async fn travel<T>(
    mut settings: Settings,
    target: Target,
    teller: &Teller,
    work: impl AsyncFnOnce(&mut Session) -> Result<T, Failure>,
) -> Ended<T> {
    settings.here = settings.connect.is_some() && matches!(target, Target::Here);
    let began = Instant::now();
    teller.hear(&ostler_engine::Progress::Starting);
    let started = unless_stopped(teller, async { Ok(Session::start(settings).await?) }).await;
    let mut session = match started {
        Ok(session) => session,
        Err(failure) => {
            return Ended {
                answer: Err(failure),
                trace: Vec::new(),
                notes: Vec::new(),
            };
        }
    };
    tracing::debug!(ms = began.elapsed().as_millis(), "the browser answers");
    session.on_progress(teller.listener());
    let mut notes = Vec::new();
    let answer = unless_stopped(teller, async {
        if let Target::Address(url) = target {
            let arrival = session.navigate(url.as_str()).await?;
            tracing::debug!(status = arrival.status, settled = arrival.settled, "arrived");
            let failed = arrival.status.filter(|status| 400 <= *status);
            notes.extend(failed.map(|status| format!("the server answered HTTP {status}, and a page with it")));
        }
        work(&mut session).await
    })
    .await;
    tracing::debug!(ms = began.elapsed().as_millis(), "the work is done");
    let trace = session.take_trace();
    if tokio::time::timeout(CLOSING, session.close()).await.is_err() {
        tracing::warn!("the browser did not end in time");
    }
    tracing::debug!(ms = began.elapsed().as_millis(), "the browser has ended");
    Ended { answer, trace, notes }
}

/// Does `work` until it is done or somebody asks to stop; then `work` is dropped where it stands.
async fn unless_stopped<T>(teller: &Teller, work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    tokio::select! {
        done = work => done,
        Ok(()) = interrupt::asked_to_stop() => Err(stopped(teller.pressed())),
    }
}

/// The failure for a wall that only a person gets through.
fn challenge(wall: &Challenge) -> Failure {
    Failure::usage("challenge", format!("a person is needed first ({})", wall.kind.word()))
        .help("open the page with --headed and --profile-dir DIR, get through, and run this again with the same folder")
        .ending(Exit::Person)
}

/// The person, or the system, asked to stop.
pub(crate) fn stopped(pressed: bool) -> Failure {
    let message = if pressed {
        "stopped while the form was being submitted: it may or may not have been sent"
    } else {
        "stopped: nothing was sent"
    };
    let help = if pressed {
        "look whether it arrived before you send it again"
    } else {
        ""
    };
    Failure::usage("interrupted", message)
        .help(help)
        .ending(Exit::Interrupted)
}

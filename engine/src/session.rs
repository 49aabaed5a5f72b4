//! One browser and the page in it, as the surfaces see it.

use std::path::PathBuf;
use std::time::Duration;

use ostler_machines::form::model::{Page, Ref};
use ostler_machines::form::value::{Today, Wish};
use ostler_machines::report::{FieldReport, SubmitReport};
use ostler_machines::Transition;

/// Which way to try first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// As a person would: trusted input events first, the setter as the fall-back.
    #[default]
    Natural,
    /// The native setter first.
    Fast,
    /// Key events first.
    Keys,
}

/// How to come by a browser.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The Chrome or Chromium to start; found by itself if `None`.
    pub browser: Option<PathBuf>,
    /// Show the window.
    pub headed: bool,
    /// Attach to this running browser (`ws://…`) instead of starting one.
    pub connect: Option<String>,
    /// With `connect`: work in the tab that is open, as it stands, instead of in a new one.
    pub here: bool,
    /// Keep the profile (logins) in this folder; a throw-away one if `None`.
    pub profile_dir: Option<PathBuf>,
    /// The longest that one navigation, fill or submit may take. 30 s if zero.
    pub timeout: Duration,
    /// Host resolver rules for Chrome (`MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`), none if `None`.
    pub resolver_rules: Option<String>,
    /// More arguments for Chrome.
    pub browser_args: Vec<String>,
}

/// What to fill.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Keys and what they should hold, in the order given.
    pub pairs: Vec<(String, Wish)>,
    /// Fill only this form: its ref or its name.
    pub form: Option<String>,
    /// Submit afterwards, and go on through a wizard while each step answers `Advanced` and keys are left.
    pub submit: bool,
    /// Press this submit control: its ref or its label. Chosen by itself if `None`.
    pub button: Option<String>,
    /// BCP 47 tags that say how the values are written.
    pub locales: Vec<String>,
    /// The present day.
    pub today: Today,
    /// The folder that relative paths of files start from; the present one if `None`.
    pub base: Option<PathBuf>,
    /// Which way to try first.
    pub strategy: Strategy,
    /// Take screenshots before and after.
    pub shots: bool,
    /// Press on with a submit although a key did not end well. Off: a form that is not right is not sent.
    pub submit_anyway: bool,
}

/// Where a navigation ended.
#[derive(Clone, Debug, Default)]
pub struct Arrival {
    /// The URL of the document shown.
    pub url: String,
    /// Its title.
    pub title: String,
    /// The HTTP status, if there was one.
    pub status: Option<u16>,
    /// The media type, if the server said.
    pub mime: String,
    /// Whether the page had come to rest within the time.
    pub settled: bool,
}

/// PNG images of the page, empty if none were asked for.
#[derive(Clone, Debug, Default)]
pub struct Shots {
    /// Before the first value was written.
    pub before: Vec<u8>,
    /// After the last thing that was done.
    pub after: Vec<u8>,
    /// Whether everything sensitive was painted over. If not, they are shown only where nothing sensitive was asked.
    pub masked: bool,
}

/// One step of a wizard: what was filled in it and what its submit came to.
#[derive(Clone, Debug, Default)]
pub struct StepReport {
    /// The URL that the step was filled under.
    pub url: String,
    /// The form: its ref and its name.
    pub form: Option<(Option<Ref>, String)>,
    /// One entry for each key that was resolved in this step.
    pub fields: Vec<FieldReport>,
    /// What the submit came to, if there was one.
    pub submit: Option<SubmitReport>,
}

/// What came of a fill.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The URL shown at the end.
    pub url: String,
    /// The form filled (in the first step): its ref and its name.
    pub form: Option<(Option<Ref>, String)>,
    /// One entry for each key, in the order given.
    pub fields: Vec<FieldReport>,
    /// What the last submit came to, if there was one.
    pub submit: Option<SubmitReport>,
    /// One entry for each step, where there was more than one.
    pub steps: Vec<StepReport>,
    /// What else there is to know, one sentence each: dialogs, frames that could not be read, a page not at rest.
    pub notes: Vec<String>,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u64,
    /// Pictures.
    pub shots: Shots,
}

/// What a long call tells while it runs.
#[derive(Clone, Debug)]
pub enum Progress {
    /// Chrome is being started.
    Starting,
    /// The page is being loaded.
    Loading(String),
    /// So many of so many keys have been dealt with.
    Filling(usize, usize),
    /// The form is being submitted: the label of the control pressed.
    Submitting(String),
    /// A wizard goes on to this step.
    Step(u32),
}

/// What kind of thing went wrong, for exit codes and help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineErrorKind {
    /// No browser was found, or it did not start or died.
    Browser,
    /// The page could not be reached: DNS, connection, TLS, timeout.
    Network,
    /// What came is not a page with a form: an HTTP error, a download, a PDF, no form in it.
    Page,
    /// The request itself is at fault: a bad URL, an unknown form or button, several forms and none named.
    Usage,
    /// A rule forbids it.
    Policy,
}

/// Why a call came to nothing.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct EngineError {
    /// What kind it is.
    pub kind: EngineErrorKind,
    /// A stable code: `browser-not-found`, `dns`, `connection-refused`, `tls`, `timeout`, `http-404`, `download`, ….
    pub code: String,
    /// What happened, in one sentence.
    pub message: String,
    /// What to do next, in one sentence.
    pub help: String,
}

/// One browser and the page in it.
pub struct Session {}

impl Session {
    /// Starts a browser, or attaches to one.
    ///
    /// # Errors
    /// `Browser` if there is none or it does not start.
    pub async fn start(_settings: Settings) -> Result<Self, EngineError> {
        unimplemented_yet().await
    }

    /// Tells `listener` what is going on from now on.
    pub fn on_progress(&mut self, _listener: Box<dyn Fn(Progress) + Send + Sync>) {}

    /// Name and version of the browser, such as `HeadlessChrome/156.0.8078.108`, and where it was found.
    pub fn browser(&self) -> (String, String) {
        (String::new(), String::new())
    }

    /// Loads `url` and waits for the page to come to rest.
    ///
    /// # Errors
    /// `Usage` for a URL that is not http(s), `Network` or `Page` for one that gives no page.
    pub async fn navigate(&mut self, _url: &str) -> Result<Arrival, EngineError> {
        unimplemented_yet().await
    }

    /// Everything the page asks, in all frames.
    ///
    /// # Errors
    /// `Browser` if it died.
    pub async fn inspect(&mut self) -> Result<Page, EngineError> {
        unimplemented_yet().await
    }

    /// Fills, verifies and, if asked to, submits.
    ///
    /// # Errors
    /// `Usage` if the form or button named is not there; `Browser` if it died. A field that did not end well is no
    /// error: it stands in the report.
    pub async fn fill(&mut self, _request: Request) -> Result<Report, EngineError> {
        unimplemented_yet().await
    }

    /// Presses the submit control of `form`, of the form filled last, or of the only one, once.
    ///
    /// # Errors
    /// `Usage` with the forms listed if it is not clear which.
    pub async fn submit(&mut self, _form: Option<&str>, _button: Option<&str>) -> Result<SubmitReport, EngineError> {
        unimplemented_yet().await
    }

    /// A PNG of what the viewport shows.
    ///
    /// # Errors
    /// `Browser` if it died.
    pub async fn screenshot(&mut self) -> Result<Vec<u8>, EngineError> {
        unimplemented_yet().await
    }

    /// All transitions since the last call, oldest first.
    pub fn take_trace(&mut self) -> Vec<Transition> {
        Vec::new()
    }

    /// Ends the browser (leaves one that was attached to) and removes what was made for it.
    pub async fn close(self) {}
}

async fn unimplemented_yet<T>() -> Result<T, EngineError> {
    Err(EngineError {
        kind: EngineErrorKind::Browser,
        code: "not-built".into(),
        message: "this build has no engine".into(),
        help: String::new(),
    })
}

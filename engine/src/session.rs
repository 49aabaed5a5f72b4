//! One browser and the page in it, as the surfaces see it.

mod act;
mod auto;
mod errors;
mod fill;
mod go;
mod observe;
mod picture;
mod secrets;
mod shots;
mod submit;
mod tabs;
mod wait;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ostler_machines::form::model::{Page, Ref};
use ostler_machines::form::value::{Today, Wish};
use ostler_machines::report::{FieldReport, SubmitReport};

use fill::Noticed;

pub use act::{Button, Click, Done, Scroll, Typing};
pub use picture::Shot;
pub use tabs::{Moved, TabInfo};
pub use wait::Waited;

use crate::cdp::{Chrome, Connection, Counts, launch};
use crate::drive::Run;
use crate::memory::{Lesson, Recall};
use crate::page::{Marks, PageError, Tab};
use crate::ports::confirm::Gate;
use ostler_machines::Transition;
use ostler_machines::form::choose::Filled;
use ostler_machines::ledger::Ledger;
use ostler_machines::outline::Memory;
use ostler_machines::refs::Table;
use ostler_machines::refs::kept::{Kept, Restored, Standing};

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
    /// With `connect`: take the page that is open there, as it stands, instead of opening a new one.
    pub here: bool,
    /// With `connect`: go on in the page that another session has left open, with the refs that it gave.
    pub kept: Option<Kept>,
    /// With `connect`: leave the pages open at the end.
    pub stay: bool,
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
    /// Submit afterwards, and go on through a wizard while each step answers `Advanced` and keys are left. After the
    /// step that holds the last key, only a last step that asks for nothing at all is pressed as well (one that shows
    /// the answers again above its button to send them); any other is reported and not pressed.
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
    /// Take screenshots: before, of each step as it was filled, and after.
    pub shots: bool,
    /// Press on with a submit although a key, of this fill or of one before it on the same page, did not end well. Off:
    /// a form that is not right is not sent.
    pub submit_anyway: bool,
    /// What is filled from memory, beside the keys given.
    pub auto: Auto,
}

/// What is filled from memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Auto {
    /// Nothing.
    #[default]
    Off,
    /// The fields that must be answered.
    Required,
    /// Whatever it surely knows.
    All,
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
    /// One for each submit that was pressed, in order: the page as it was filled, before the press.
    pub filled: Vec<Vec<u8>>,
    /// After the last thing that was done.
    pub after: Vec<u8>,
    /// Whether everything sensitive was painted over, and a picture in which that is not certain left out. If not, they
    /// are shown only where nothing sensitive was asked.
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

/// A field that was left empty by memory, or that must be answered and no key was for, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EmptyReport {
    /// Its label.
    pub label: String,
    /// Its ref.
    pub reference: Option<Ref>,
    /// Whether it must be answered.
    pub required: bool,
    /// Why, in a word: `no-key`; of memory `no-fact`, `several-facts`, `another-person`, `suggested 0.81`, ….
    pub code: String,
    /// Why, in a sentence. That of memory names facts by their keys and holds no value.
    pub message: String,
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
    /// The fields that were to be filled from memory and were left empty.
    pub empty: Vec<EmptyReport>,
    /// Why memory was done without, if it was wanted and could not be used.
    pub without: Option<String>,
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
pub struct Session {
    chrome: Chrome,
    tab: Tab,
    /// The other tabs that are known, the one that was active last at the end.
    others: Vec<Tab>,
    settings: Settings,
    run: Run,
    trace: Vec<Transition>,
    listener: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
    arrival: Option<Arrival>,
    filled: Option<Filled>,
    ledger: Ledger,
    marks: Marks,
    memory: Memory,
    refs: Table,
    agrees: bool,
    gate: Option<Gate>,
    recall: Option<Arc<Recall>>,
    /// What is to be learned of the form filled last, should it be sent.
    lesson: Option<Lesson>,
    /// What of an earlier session's refs names something still.
    restored: Option<Earlier>,
    /// What has been told of each tab's news.
    told: HashMap<u32, Noticed>,
}

impl Session {
    /// Starts a browser, or attaches to one.
    ///
    /// # Errors
    /// `Browser` if there is none or it does not start.
    pub async fn start(settings: Settings) -> Result<Self, EngineError> {
        let chrome = launch(&settings).await.map_err(|error| EngineError::from(&error))?;
        let mut secret = [0_u8; 16];
        getrandom::fill(&mut secret).map_err(|error| EngineError::chance(&error.to_string()))?;
        let secret = secret
            .iter()
            .fold(String::from("o"), |text, byte| format!("{text}{byte:02x}"));
        let marks = Marks::default();
        marks.be_patient(settings.timeout);
        let opened = open(&settings, chrome.connection(), secret, &marks).await;
        let (tab, restored) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                chrome.close().await;
                return Err(error.into());
            }
        };
        Ok(Self {
            chrome,
            tab,
            others: Vec::new(),
            settings,
            run: Run::new(),
            trace: Vec::new(),
            listener: None,
            arrival: None,
            filled: None,
            ledger: Ledger::default(),
            marks,
            memory: Memory::default(),
            refs: Table::default(),
            agrees: false,
            gate: None,
            recall: None,
            lesson: None,
            restored,
            told: HashMap::new(),
        })
    }

    /// Tells `listener` what is going on from now on.
    pub fn on_progress(&mut self, listener: Box<dyn Fn(Progress) + Send + Sync>) {
        self.listener = Some(Arc::from(listener));
    }

    /// Whether a question (`confirm`) that the page asks when a submit control is pressed is answered with yes from now
    /// on. At first it is answered with no, which as a rule means that nothing is sent.
    pub fn agree(&mut self, yes: bool) {
        self.agrees = yes;
    }

    /// That a person is asked from now on before anything is sent that can be told beforehand to be: a submit, also one of
    /// a fill, a click on a submit control, Enter in a field of a form. Nobody is asked at first, or with `None`.
    pub fn ask_first(&mut self, gate: Option<Gate>) {
        self.gate = gate;
    }

    /// That forms are filled from `recall` where that is asked for, and are learned from. None is at first.
    pub fn recall_from(&mut self, recall: Option<Arc<Recall>>) {
        self.recall = recall;
    }

    fn tell(&self, progress: Progress) {
        if let Some(listener) = &self.listener {
            listener(progress);
        }
    }

    /// Name and version of the browser, such as `HeadlessChrome/156.0.8078.108`, and where it was found.
    pub fn browser(&self) -> (String, String) {
        let place = match &self.settings.connect {
            Some(_) => errors::endpoint(self.chrome.path()),
            None => self.chrome.path().to_owned(),
        };
        (self.chrome.product().to_owned(), place)
    }

    /// What there is to know of how the browser was started, such as that it runs without its sandbox.
    pub fn browser_notes(&self) -> &[String] {
        self.chrome.notes()
    }

    /// The process id of the browser, if it was started here.
    pub fn browser_pid(&self) -> Option<u32> {
        self.chrome.pid()
    }

    /// What has gone over the wire so far.
    pub fn counts(&self) -> Counts {
        self.chrome.connection().counts()
    }

    /// The page itself, for what a session has no word for.
    pub fn tab(&self) -> &Tab {
        &self.tab
    }

    /// Everything the page asks, in all frames.
    ///
    /// # Errors
    /// `Browser` if it died.
    pub async fn inspect(&mut self) -> Result<Page, EngineError> {
        Ok(self.tab.look().await?)
    }

    /// A PNG of the page as it is.
    ///
    /// # Errors
    /// `Browser` if it died.
    pub async fn screenshot(&mut self) -> Result<Vec<u8>, EngineError> {
        Ok(self.tab.screenshot().await?)
    }

    /// Evaluates `expression` in the page's own world and gives its JSON.
    ///
    /// # Errors
    /// `Page` if it throws; `Browser` if it died.
    pub async fn evaluate(&mut self, expression: &str) -> Result<serde_json::Value, EngineError> {
        Ok(self.tab.evaluate(expression).await?)
    }

    /// The same, and what it gave if that has no JSON: `undefined`, `NaN`, `1n`, `a function`.
    ///
    /// # Errors
    /// As [`Session::evaluate`].
    pub async fn evaluate_whole(
        &mut self,
        expression: &str,
    ) -> Result<(serde_json::Value, Option<String>), EngineError> {
        Ok(self.tab.evaluate_whole(expression).await?)
    }

    /// All transitions since the last call, oldest first.
    pub fn take_trace(&mut self) -> Vec<Transition> {
        self.keep_trace();
        std::mem::take(&mut self.trace)
    }

    fn keep_trace(&mut self) {
        self.trace.append(&mut self.run.take_trace());
    }

    fn begin(&mut self) -> Run {
        self.keep_trace();
        self.run = self.run.after();
        self.run.clone()
    }

    fn patience(&self) -> Duration {
        if self.settings.timeout.is_zero() {
            Duration::from_secs(30)
        } else {
            self.settings.timeout
        }
    }

    /// Whether it goes on in the page that an earlier session has left open.
    pub fn resumed(&self) -> bool {
        let kept = self.settings.kept.as_ref();
        kept.is_some_and(|kept| kept.target == self.tab.target())
    }

    /// What another session needs to go on with the refs of the active tab, once this one has ended.
    ///
    /// # Errors
    /// `Browser` if it died.
    pub async fn keep(&self) -> Result<Kept, EngineError> {
        Ok(self.tab.keep().await?)
    }

    /// Ends the browser (leaves one that was attached to) and removes what was made for it.
    pub async fn close(self) {
        if self.settings.connect.is_some() {
            for tab in std::iter::once(&self.tab).chain(&self.others) {
                if self.settings.stay {
                    tab.detach().await;
                } else {
                    tab.close().await;
                }
            }
        }
        drop(self.tab);
        drop(self.others);
        self.chrome.close().await;
    }
}

/// What of an earlier session's refs named something at the beginning, and the documents that the frames had then.
type Earlier = (Restored, Vec<(u32, u64)>);

/// The page to work in, and what of an earlier session's refs names something in it still.
async fn open(
    settings: &Settings,
    connection: &Connection,
    secret: String,
    marks: &Marks,
) -> Result<(Tab, Option<Earlier>), PageError> {
    let mut restored = None;
    if let Some(kept) = &settings.kept {
        marks.resume(kept.elements, kept.frames);
        let all = Tab::all(connection).await?;
        if all.iter().any(|page| page.id == kept.target) {
            let target = kept.target.clone();
            let tab = Tab::attach(connection, target, secret, marks.clone(), false, Some(kept)).await?;
            let standing = tab.standing().await?;
            let mut restored = kept.restore(Some(&standing));
            for Standing { frame, .. } in &standing {
                let own = restored.documents.iter().find(|document| document.frame == *frame);
                let nodes = own.map_or(&[][..], |document| &document.nodes);
                if let Err(error) = tab.recall(frame, nodes).await {
                    tab.stands()?;
                    tracing::debug!(%error, "the elements of a document were not found again");
                    restored.lost(frame);
                }
            }
            let documents = tab.documents();
            return Ok((tab, Some((restored, documents))));
        }
        restored = Some((kept.restore(None), Vec::new()));
    }
    let tab = if settings.here {
        Tab::adopt(connection, secret, marks.clone()).await?
    } else {
        Tab::open(connection, secret, marks.clone()).await?
    };
    Ok((tab, restored))
}

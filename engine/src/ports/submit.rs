//! The world of [`Submit`]: looking, pressing once, and hearing what the page does about it.

use ostler_machines::challenge::Challenge;
use ostler_machines::classify::{Carrier, Sent};
use ostler_machines::fill::Trouble;
use ostler_machines::form::model::{Form, Page, Ref};
use ostler_machines::settle::{Patience, Verdict};
use ostler_machines::submit::{Dialog, Effect, Event, Look, Submit};

use super::fill::trouble;
use super::settle::settle;
use crate::drive::{Port, Run, Work};
use crate::page::{self, PageError, Pressing, Tab};

pub(crate) struct SubmitPort {
    tab: Tab,
    run: Run,
    form: Option<Ref>,
    /// What must hold what it holds until the control is pressed.
    fields: Vec<Ref>,
    /// The number of the frame that the control stands in.
    frame: u32,
    /// How many windows the page had opened before the press.
    windows: usize,
    /// Requests with a number below this one were sent before the press.
    first_request: u64,
    dialogs: usize,
    documents: (u64, Option<u64>),
    /// The documents shown when the control was pressed.
    pressed: Option<(u64, Option<u64>)>,
    navigating: bool,
    work: Work<Event, PageError>,
}

impl SubmitPort {
    pub(crate) fn new(tab: &Tab, run: &Run, form: Option<Ref>, button: Ref, fields: Vec<Ref>) -> Self {
        let frame = button.frame;
        Self {
            tab: tab.clone(),
            run: run.clone(),
            form,
            fields,
            frame,
            windows: tab.popups().len(),
            first_request: tab.request_number(),
            dialogs: tab.dialogs().len(),
            documents: tab.watch().state().documents_with(frame),
            pressed: None,
            navigating: false,
            work: Work::new(),
        }
    }

    /// What happened meanwhile that nobody asked for.
    fn news(&mut self) -> Option<Event> {
        if self.tab.is_gone() {
            return Some(Event::Gone);
        }
        let dialogs = self.tab.dialogs();
        if let Some(dialog) = dialogs.get(self.dialogs) {
            self.dialogs += 1;
            return Some(Event::Dialog(kind(dialog), dialog.message.chars().count()));
        }
        let documents = self.tab.watch().state().documents_with(self.frame);
        if others(documents, self.documents) {
            self.documents = documents;
            self.navigating = false;
            return Some(Event::Navigated);
        }
        if !self.navigating && self.tab.is_navigating() {
            self.navigating = true;
            return Some(Event::Navigating);
        }
        None
    }

    fn start(&mut self, work: impl Future<Output = Result<Event, PageError>> + Send + 'static) {
        // A page that falls silent before the press is an error; after it, it is to be said what was pressed.
        let pressed = self.pressed.is_some();
        self.work.start(async move {
            match work.await {
                Err(PageError::Gone | PageError::Crashed) => Ok(Event::Gone),
                Err(PageError::Closed) if pressed => Ok(Event::Gone),
                Err(PageError::Silent(_)) if pressed => Ok(Event::Silent),
                outcome => outcome,
            }
        });
    }
}

impl Port<Submit> for SubmitPort {
    type Error = PageError;

    fn perform(&mut self, effect: Effect) -> Result<(), PageError> {
        let tab = self.tab.clone();
        let run = self.run.clone();
        match effect {
            Effect::Look => {
                let (form, frame) = (self.form, self.frame);
                let (first, windows) = (self.first_request, self.windows);
                let moved = self.pressed.is_some_and(|pressed| others(self.documents, pressed));
                self.start(async move {
                    let (page, invalid) = look(&tab, form).await?;
                    let challenge = if moved { challenge(&tab).await? } else { None };
                    Ok(Event::Looked(Box::new(Look {
                        challenge,
                        requests: requests(&tab, first, frame).await,
                        opened: tab.popups().len() > windows,
                        invalid,
                        page,
                    })))
                });
            }
            Effect::Press(button) => {
                self.first_request = self.tab.request_number();
                self.windows = self.tab.popups().len();
                self.pressed = Some(self.documents);
                let fields = std::mem::take(&mut self.fields);
                self.start(async move {
                    Ok(match tab.press_holding(button, &fields).await? {
                        Pressing::Done => Event::Pressed(Trouble::None),
                        Pressing::Trouble(word) => Event::Pressed(trouble(&word)),
                        Pressing::Changed(fields) => Event::Changed(fields),
                    })
                });
            }
            Effect::Rest | Effect::Linger => {
                let patience = if effect == Effect::Rest {
                    Patience::SUBMIT
                } else {
                    Patience::LINGER
                };
                self.start(async move {
                    let verdict = settle(&tab, patience, &run).await?;
                    Ok(Event::Rested(verdict == Verdict::Settled))
                });
            }
        }
        Ok(())
    }

    async fn event(&mut self) -> Result<Event, PageError> {
        loop {
            if let Some(event) = self.news() {
                return Ok(event);
            }
            let watch = self.tab.watch().clone();
            let (dialogs, documents, navigating) = (self.dialogs, self.documents, self.navigating);
            let frame = self.frame;
            let changed = watch.until(|state| {
                state.gone
                    || state.dialogs.len() > dialogs
                    || others(state.documents_with(frame), documents)
                    || (!navigating && state.frames.get(&state.top).is_some_and(|top| top.pending))
            });
            tokio::select! {
                biased;
                () = changed => {}
                event = self.work.next() => return event,
            }
        }
    }
}

/// Looks at the page; a document that is replaced meanwhile is looked at again once the next one is there.
async fn look(tab: &Tab, form: Option<Ref>) -> Result<(Page, Vec<(Ref, String)>), PageError> {
    const TRIES: usize = 5;
    let mut tries = 0;
    loop {
        tries += 1;
        let looked = async {
            let page = tab.look().await?;
            let invalid = refused_by_browser(tab, &page, form).await?;
            Ok((page, invalid))
        };
        match looked.await {
            Err(PageError::Unloaded) if tries < TRIES => tab.landed().await?,
            outcome => return outcome,
        }
    }
}

/// What a page that came in the place of the form wants of a person first.
async fn challenge(tab: &Tab) -> Result<Option<Challenge>, PageError> {
    match tab.outline().await {
        Ok((outline, _)) => Ok(outline.challenge),
        Err(error @ (PageError::Gone | PageError::Crashed)) => Err(error),
        // It goes on to another one, which is looked at in its turn.
        Err(_) => Ok(None),
    }
}

/// Whether the page, or the frame in question if it is still there, shows another document than it did.
fn others(now: (u64, Option<u64>), before: (u64, Option<u64>)) -> bool {
    now.0 != before.0 || now.1.is_some_and(|own| before.1 != Some(own))
}

async fn refused_by_browser(tab: &Tab, page: &Page, form: Option<Ref>) -> Result<Vec<(Ref, String)>, PageError> {
    let checked = |found: &&Form| found.reference == form && found.validates;
    let Some(form) = page.forms.iter().find(checked) else {
        return Ok(Vec::new());
    };
    let references: Vec<Ref> = form
        .fields
        .iter()
        .flat_map(ostler_machines::form::model::Field::controls)
        .collect();
    let found = tab.invalid(&references).await?;
    Ok(found.into_iter().filter(|(_, words)| !words.is_empty()).collect())
}

async fn requests(tab: &Tab, first: u64, frame: u32) -> Vec<Sent> {
    let around = tab.watch().state().url_of(frame);
    let sites = [page::site(&tab.url()), page::site(&around)];
    let mut requests = Vec::new();
    for told in tab.requests_since(first) {
        let mut sent = Sent {
            third_party: !sites.contains(&page::site(&told.url)),
            kind: match told.kind.as_str() {
                "Document" if told.top || told.frame == Some(frame) => Carrier::Document,
                "Document" => Carrier::Aside,
                "XHR" | "Fetch" => Carrier::Xhr,
                _ => Carrier::Other,
            },
            failed: !told.failed.is_empty(),
            query: told.query,
            method: told.method.clone(),
            status: told.status,
            denied: false,
        };
        if sent.kind == Carrier::Xhr && sent.writes() && matches!(sent.status, Some(200..300)) {
            sent.denied = tab.denies(&told).await;
        }
        requests.push(sent);
    }
    requests
}

fn kind(dialog: &page::Dialog) -> Dialog {
    match dialog.kind.as_str() {
        "confirm" if dialog.accepted => Dialog::Agreed,
        "confirm" => Dialog::Confirm,
        "prompt" => Dialog::Prompt,
        "beforeunload" => Dialog::Leave,
        _ => Dialog::Alert,
    }
}

//! Filling, step by step where there are steps.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ostler_machines::fill::{self, End, Fill, still};
use ostler_machines::form::choose::{self, Filled};
use ostler_machines::form::model::{Effect as Leads, Field, Form, Page, Ref};
use ostler_machines::form::value::Context;
use ostler_machines::ledger::{self, Ledger};
use ostler_machines::report::{FieldReport, Status, SubmitReport};
use ostler_machines::settle::Patience;
use ostler_machines::wizard::{self, Effect, Event, Summary, Verdict, Wizard};

use super::auto::{self, Helped};
use super::{EmptyReport, EngineError, EngineErrorKind, Progress, Report, Request, Session, StepReport, Strategy};
use crate::drive::{Port, Run, Work, drive};
use crate::memory::{Lesson, Recall};
use crate::page::{PageError, Tab};
use crate::ports::confirm::Gate;
use crate::ports::fill::{FillPort, Heard};
use crate::ports::settle::settle;
use crate::session::shots::Camera;
use crate::session::submit::{Press, denied, press};

impl Session {
    /// Fills, verifies and, if asked to, submits.
    ///
    /// # Errors
    /// `Usage` if the form or button named is not there; `Page` if there is nothing to fill; `Browser` if it died, with
    /// a message that says whether anything may have been sent. A field that did not end well is no error: it stands
    /// in the report.
    pub async fn fill(&mut self, request: Request) -> Result<Report, EngineError> {
        let run = self.begin();
        let document = self.tab.document();
        let counted = self.tab.request_number();
        let mut page = self.tab.look().await?;
        if page.fields().next().is_none() && (self.tab.frames_there().await || !page.unread.is_empty()) {
            // All there is to fill may be in a frame that has not come yet.
            settle(&self.tab, Patience::FILL, &run).await?;
            page = self.tab.look().await?;
        }
        self.something_to_fill(&page)?;
        let mut unseen = Page {
            unread: page.unread.clone(),
            partly: page.partly.clone(),
            ..Page::default()
        };
        let form = match &request.form {
            Some(asked) => Some(choose::form(&page, asked).map_err(EngineError::unclear)?.reference),
            None => None,
        };
        let camera = if request.shots {
            Some(Camera::before(&self.tab, &page, &request, form.flatten()).await?)
        } else {
            None
        };
        // What was just looked at is the first look of the fill; taking a picture gives the page time to change.
        let seen = camera.is_none().then(|| (document, Box::new(page)));
        let walk = Walk {
            tab: self.tab.clone(),
            run: run.clone(),
            request: Arc::new(request),
            form: form.flatten(),
            heard: self.heard(),
            listener: self.listener.clone(),
            give_up: self.patience(),
            agrees: self.agrees,
            camera: camera.map(|camera| Arc::new(tokio::sync::Mutex::new(camera))),
            gate: self.gate.clone(),
            recall: self.recall.clone(),
            found: Arc::new(Mutex::new(Found {
                seen,
                counted,
                ledger: self.ledger.clone(),
                ..Found::default()
            })),
        };
        let before = Noticed::of(&self.tab);
        // A call that is dropped in the middle leaves no form that was filled last.
        self.filled = None;
        self.lesson = None;
        let outcome = self.walk(&walk).await;
        self.ledger = walk.found().ledger.clone();
        let mut report = match outcome {
            Ok(report) => report,
            Err(error) => return Err(Self::died(error, &walk)),
        };
        report.notes.extend(before.since(&self.tab));
        {
            let found = walk.found();
            let read = |url: &String| found.read.contains(url) && !found.unread.contains(url);
            unseen.unread.retain(|url| !read(url));
            report.notes.extend(unread(&unseen, &found.unread));
        }
        if let Some(camera) = &walk.camera {
            camera.lock().await.after(&self.tab, &mut report).await;
        }
        report.url = self.tab.url();
        report.elapsed_ms = run.now().0;
        Ok(report)
    }

    async fn walk(&mut self, walk: &Walk) -> Result<Report, PageError> {
        let keys = walk.request.pairs.len();
        let mut notes = Vec::new();
        if walk.request.submit {
            let options = wizard::Options {
                anyway: walk.request.submit_anyway,
                give_up: millis(walk.give_up).saturating_mul(4),
            };
            let mut port = WizardPort {
                walk: walk.clone(),
                work: Work::new(),
            };
            let verdict = drive(&mut Wizard::new(keys, options), &mut port, &walk.run).await?;
            let mut found = walk.found();
            notes.extend(why_ended(&verdict, &walk.request, &found));
            // What memory had a look at has been told.
            if verdict.end == wizard::End::Unanswered && walk.recall.is_none() {
                let unanswered = std::mem::take(&mut found.unanswered);
                found.empty.extend(unanswered);
            }
        } else {
            let all = (0..keys).collect();
            step(walk, all).await?;
        }
        let mut found = walk.found();
        self.filled.clone_from(&found.filled);
        notes.extend(std::mem::take(&mut found.notes));
        self.lesson = taught(walk, &mut found);
        if found.restless {
            notes.push("the page did not come to rest while it was filled: it goes on working by itself".to_owned());
        }
        notes.extend(by_itself(&found.sent));
        if walk.request.submit {
            let spared = found.ledger.spare(None, None, walk.request.submit_anyway);
            if let Some(last) = found.steps.last_mut().filter(|last| last.submit.is_none()) {
                last.submit = spared;
            }
        }
        let steps = std::mem::take(&mut found.steps);
        let empty = std::mem::take(&mut found.empty);
        let without = found.without.take();
        let more = walk.request.submit && found.more;
        drop(found);
        let mut report = assemble(steps, &walk.request, notes);
        report.empty = empty;
        report.without = without;
        let unreached = |field: &&mut FieldReport| more && field.status == Status::Missing;
        for field in report.fields.iter_mut().filter(unreached) {
            // Another step follows that was not come to: that no field goes by this key is not known.
            field.status = Status::Skipped;
            "not-reached".clone_into(&mut field.code);
            "the step that may ask for it was not reached".clone_into(&mut field.message);
        }
        Ok(report)
    }

    fn heard(&self) -> Heard {
        let listener = self.listener.clone();
        Arc::new(move |done, of| {
            if let Some(listener) = &listener {
                listener(Progress::Filling(done, of));
            }
        })
    }

    /// Why `page` is none that was asked for, if it has no field: an HTTP error, a document of another kind. That a page
    /// has simply no form is no error here.
    pub fn no_page(&self, page: &Page) -> Option<EngineError> {
        let error = self.something_to_fill(page).err()?;
        (error.code != "no-form").then_some(error)
    }

    /// A page without a field is an error that says what the page is instead.
    fn something_to_fill(&self, page: &Page) -> Result<(), EngineError> {
        if page.fields().next().is_some() {
            return Ok(());
        }
        let arrival = self.arrival.clone().unwrap_or_default();
        let (code, message, help) = match (arrival.status, arrival.mime.as_str()) {
            (_, "application/pdf") => (
                "pdf".to_owned(),
                "the address is a PDF, not a page".to_owned(),
                "fill PDF forms with another tool, or give the address of the web form",
            ),
            (Some(status @ 400..), _) => (
                format!("http-{status}"),
                format!("the server answered {status} and the page has no form"),
                "check the address, and whether it needs a login (--profile-dir keeps one)",
            ),
            _ if !page.unread.is_empty() => (
                "no-form".to_owned(),
                format!(
                    "the page has nothing to fill, and {} of its frames could not be read",
                    page.unread.len()
                ),
                "the form may be in one of those frames; open its own address instead",
            ),
            _ => (
                "no-form".to_owned(),
                "the page has nothing to fill".to_owned(),
                "check the address; a form behind a button or a login has to be opened first",
            ),
        };
        Err(EngineError::new(EngineErrorKind::Page, code, message, help))
    }

    /// The error for a page that went away in the middle, which says whether anything may have been sent.
    fn died(error: PageError, walk: &Walk) -> EngineError {
        let pressed = walk.found().pressed;
        let mut error = EngineError::from(error);
        error.message = if pressed {
            format!(
                "{}; the form had been submitted by then, and may or may not have been stored",
                error.message
            )
        } else {
            format!("{}; nothing had been submitted", error.message)
        };
        error
    }
}

/// What every step of one fill shares.
#[derive(Clone)]
pub(super) struct Walk {
    pub(super) tab: Tab,
    pub(super) run: Run,
    pub(super) request: Arc<Request>,
    form: Option<Ref>,
    pub(super) heard: Heard,
    listener: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
    give_up: Duration,
    agrees: bool,
    camera: Option<Arc<tokio::sync::Mutex<Camera>>>,
    gate: Option<Gate>,
    recall: Option<Arc<Recall>>,
    found: Arc<Mutex<Found>>,
}

/// What the steps have come to so far.
#[derive(Default)]
struct Found {
    /// The page just looked at and the number of its document, for the first step.
    seen: Option<(u64, Box<Page>)>,
    steps: Vec<StepReport>,
    /// The numbers of the keys of each step's fields.
    filled: Option<Filled>,
    form: Option<Ref>,
    pressed: bool,
    /// The step shown says that another one follows.
    more: bool,
    /// The page did not settle while it was filled.
    restless: bool,
    /// Frames that could be read at first and could not at the end of a step.
    unread: Vec<String>,
    /// The addresses of the frames that were read in the end.
    read: Vec<String>,
    unclear: Option<String>,
    /// The label of the control that the step shown would be submitted by.
    button: String,
    /// What stands open on the page, from this fill and from those before it.
    ledger: Ledger,
    /// The keys of earlier fills that hold the submit back.
    open: Vec<(String, Status)>,
    /// Requests with a number below this one have been judged.
    counted: u64,
    /// What the page itself sent while it was filled: method and address each, and how often.
    sent: Vec<(String, String, usize)>,
    /// What is to be learned of each step.
    lessons: Vec<Option<Lesson>>,
    /// The fields that memory left empty.
    empty: Vec<EmptyReport>,
    /// The fields of the step shown that must be answered and are not.
    unanswered: Vec<EmptyReport>,
    /// Why memory was done without, if it was.
    without: Option<String>,
    notes: Vec<String>,
}

impl Walk {
    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in what the page has sent by itself since this was last asked. `form` is the one being filled.
    fn listen(&self, form: Option<&Form>) {
        let mut found = self.found();
        let requests = self.tab.requests_since(found.counted);
        found.counted = self.tab.request_number();
        let frame = form.and_then(|form| form.reference).map(|own| own.frame);
        for sent in requests {
            let document = sent.kind == "Document";
            let writes = !matches!(sent.method.as_str(), "GET" | "HEAD" | "OPTIONS");
            if writes && document {
                found.ledger.sent(form);
            }
            if !writes && !(document && (sent.top || sent.frame == frame)) {
                continue;
            }
            let mut told = found.sent.iter_mut();
            match told.find(|own| own.0 == sent.method && own.1 == sent.url) {
                Some(own) => own.2 += 1,
                None => found.sent.push((sent.method, sent.url, 1)),
            }
        }
    }

    /// The fields of the step that were read back and hold what was asked for.
    fn held(&self) -> Vec<Ref> {
        let found = self.found();
        let fields = found.steps.last().map(|step| step.fields.as_slice());
        let good = fields.unwrap_or_default().iter().filter(|field| field.status.good());
        good.filter_map(|field| field.reference).collect()
    }

    /// A picture of the step as it is filled, where pictures are wanted.
    async fn picture(&self) -> Result<Option<Vec<u8>>, PageError> {
        let Some(camera) = &self.camera else {
            return Ok(None);
        };
        let fields = self.found().steps.last().map(|step| step.fields.clone());
        let mut camera = camera.lock().await;
        camera.filled(&self.tab, &fields.unwrap_or_default()).await
    }

    /// That picture is one of what has been submitted.
    async fn keep(&self, picture: Option<Vec<u8>>) {
        if let (Some(camera), Some(picture)) = (&self.camera, picture) {
            camera.lock().await.keep(picture);
        }
    }

    fn tell(&self, progress: Progress) {
        if let Some(listener) = &self.listener {
            listener(progress);
        }
    }
}

struct WizardPort {
    walk: Walk,
    work: Work<Event, PageError>,
}

impl Port<Wizard> for WizardPort {
    type Error = PageError;

    fn perform(&mut self, effect: Effect) -> Result<(), PageError> {
        let walk = self.walk.clone();
        match effect {
            Effect::Fill(keys) => self
                .work
                .start(async move { Ok(Event::Filled(step(&walk, keys).await?)) }),
            Effect::Submit => self.work.start(async move { submit_step(&walk).await }),
        }
        Ok(())
    }

    async fn event(&mut self) -> Result<Event, PageError> {
        self.work.next().await
    }
}

/// Fills what of `keys` the page shown has fields for.
async fn step(walk: &Walk, keys: Vec<usize>) -> Result<Summary, PageError> {
    let request = &walk.request;
    let first = walk.found().steps.is_empty();
    let pairs: Vec<_> = keys.iter().filter_map(|&key| request.pairs.get(key).cloned()).collect();
    let options = fill::Options {
        // A form named by its ref is another one on the next step.
        form: if first { walk.form } else { None },
        strategy: match request.strategy {
            Strategy::Natural => fill::Strategy::Natural,
            Strategy::Fast => fill::Strategy::Fast,
            Strategy::Keys => fill::Strategy::Keys,
        },
        context: Context {
            locales: request.locales.clone(),
            today: request.today,
            base: request
                .base
                .as_ref()
                .map(|base| base.to_string_lossy().into_owned())
                .unwrap_or_default(),
            ..Context::default()
        },
        give_up: millis(walk.give_up),
    };
    let mut machine = Fill::new(pairs.clone(), options.clone());
    let seen = walk.found().seen.take();
    let mut port = FillPort::new(&walk.tab, &walk.run, walk.heard.clone(), seen);
    let mut verdict = drive(&mut machine, &mut port, &walk.run).await?;
    if verdict.end == End::Gone {
        walk.tab.stands()?;
        return Err(PageError::Gone);
    }
    let empty = Page::default();
    let page = machine.page().unwrap_or(&empty);
    let helped = match &walk.recall {
        Some(recall) => {
            let asked = walk.form.filter(|_| first);
            let named = || {
                page.forms
                    .iter()
                    .find(|form| form.reference == asked && asked.is_some())
            };
            let form = choose::filled(page, verdict.form, &verdict.fields).or_else(named);
            auto::help(walk, recall, page, form, &options, &pairs, &verdict.fields).await?
        }
        None => Helped::none(),
    };
    let page = helped.page.as_ref().unwrap_or(page);
    let recalled = helped.fields.iter().filter(|field| field.status.good()).count();
    let hindrances = if request.auto == super::Auto::Off {
        Vec::new()
    } else {
        helped.hindrances()
    };
    verdict.fields.extend(helped.fields.iter().cloned());
    verdict.rested &= helped.rested;
    let form = choose::filled(page, verdict.form, &verdict.fields);
    walk.listen(form);
    let mut found = walk.found();
    let named = || {
        let own = walk.form.filter(|_| first)?;
        page.forms.iter().find(|form| form.reference == Some(own))
    };
    let document = walk.tab.document();
    let about = form.or_else(named);
    found.ledger.fill(document, page, about, &pairs, &verdict.fields);
    found.unread.extend(page.unread.iter().cloned());
    found.unread.extend(walk.tab.silent());
    found
        .read
        .extend(page.documents.iter().map(|document| document.url.clone()));
    if let Some(form) = form {
        found.filled = Some(Filled::of(form));
        found.form = form.reference;
    }
    let target = choose::form_to_submit(page, request.form.as_deref().filter(|_| first), found.filled.as_ref());
    let button = target
        .clone()
        .and_then(|form| choose::step_button(page, form, request.button.as_deref()))
        .and_then(|chosen| {
            let others = choose::apart(page, choose::holder(page, chosen), &verdict.fields);
            others.map_or(Ok(chosen), Err)
        });
    let chosen = button.as_ref().ok();
    let sent = chosen.and_then(|chosen| choose::holder(page, chosen)).or(form);
    let own = |key: &String| request.pairs.iter().any(|(own, _)| own == key);
    let open = found.ledger.open(document, page, sent);
    let open = open.iter().map(|open| (open.report.key.clone(), open.report.status));
    found.open = open.filter(|(key, _)| !own(key)).chain(hindrances).collect();
    found.button = chosen.map(|chosen| chosen.label.clone()).unwrap_or_default();
    let target = form.or(target.ok()).and_then(|form| form.reference);
    let more = wizard::follows(page, target);
    if request.submit {
        for report in &mut verdict.fields {
            wizard::postpone(report, more);
        }
    }
    let unanswered = wizard::unanswered(page, target, &verdict.fields);
    found.unanswered = unanswered.iter().map(|field| unasked(field)).collect();
    let summary = Summary {
        keys: keys
            .iter()
            .copied()
            .zip(verdict.fields.iter().map(|field| field.status))
            .collect(),
        unanswered: unanswered.len(),
        asks: wizard::asks(page, target),
        more,
        press: chosen.map(|chosen| match chosen.effect {
            // It was named, whatever its words.
            Leads::Other if request.button.is_some() => Leads::Submit,
            effect => effect,
        }),
        open: found.open.len(),
        recalled,
    };
    found.more = summary.more;
    if !verdict.rested {
        found.restless = true;
    }
    found.unclear = button.err().map(|unclear| unclear.message);
    found.lessons.push(helped.lesson);
    found.empty.extend(helped.empty);
    found.notes.extend(
        verdict
            .closed
            .iter()
            .map(|label| format!("a box came up that put fields out of use: it was closed, by {label:?}")),
    );
    found.notes.extend(verdict.added.iter().map(|added| {
        let rows = if added.rows == 1 { "row" } else { "rows" };
        format!("added {} {rows} to {}, by {:?}", added.rows, added.group, added.button)
    }));
    // Each step may have the same to say.
    let note = helped.note.filter(|note| !found.notes.contains(note));
    found.notes.extend(note);
    found.without = found.without.take().or(helped.without);
    found.steps.push(StepReport {
        url: walk.tab.url(),
        form: form.map(|form| (form.reference, form.name.clone())),
        fields: verdict.fields,
        submit: None,
    });
    Ok(summary)
}

/// A field that must be answered and that no key was for.
fn unasked(field: &Field) -> EmptyReport {
    EmptyReport {
        label: field.label.clone(),
        reference: field.reference,
        required: true,
        code: "no-key".into(),
        message: "no key answers it".into(),
    }
}

/// Hands what is to be learned of each step to the memory. That of a step that was not sent is kept, for a submit that
/// comes later.
fn taught(walk: &Walk, found: &mut Found) -> Option<Lesson> {
    let recall = walk.recall.as_ref()?;
    let mut last = None;
    for (lesson, step) in std::mem::take(&mut found.lessons).into_iter().zip(&found.steps) {
        let Some(lesson) = lesson else { continue };
        last = step.submit.is_none().then(|| lesson.clone());
        recall.learn(lesson, step.submit.clone());
    }
    last
}

async fn submit_step(walk: &Walk) -> Result<Event, PageError> {
    let (filled, number) = {
        let found = walk.found();
        (found.filled.clone(), found.steps.len())
    };
    // Before the page is looked at for the press: a picture gives it time to change.
    let picture = walk.picture().await?;
    let page = walk.tab.look().await?;
    let asked = walk.request.form.as_deref().filter(|_| number == 1);
    let chosen = choose::form_to_submit(&page, asked, filled.as_ref())
        .and_then(|form| choose::step_button(&page, form, walk.request.button.as_deref()));
    let sent = chosen.as_ref().ok().and_then(|button| choose::holder(&page, button));
    walk.listen(sent);
    let anyway = walk.request.submit_anyway;
    let spared = {
        let found = walk.found();
        let spared = found.ledger.press_spared(walk.tab.document(), &page, sent, anyway);
        let filled = || found.steps.iter().flat_map(|step| &step.fields);
        let changed = || still::changed(&page, filled()).filter(|_| !anyway);
        let earlier = || found.ledger.changed(walk.tab.document(), &page, sent, anyway);
        spared.or_else(changed).or_else(earlier)
    };
    let report = match chosen.map(|button| (button, spared)) {
        Ok((_, Some(report))) => report,
        Ok((button, None)) => {
            if let Some(report) = denied(&walk.tab, &walk.run, button, walk.gate.as_ref()).await? {
                let mut found = walk.found();
                let outcome = report.outcome;
                if let Some(last) = found.steps.last_mut() {
                    last.submit = Some(report);
                }
                // The form stays the one that was filled last: its submit is still to come.
                return Ok(Event::Submitted(outcome));
            }
            walk.tell(Progress::Submitting(button.label.clone()));
            let held = walk.held();
            let before = std::mem::replace(&mut walk.found().pressed, true);
            let keys = walk.found().ledger.left(walk.tab.document());
            match press(&walk.tab, &walk.run, button, walk.give_up, walk.agrees, held, keys).await? {
                Press::Done(report) => {
                    walk.keep(picture).await;
                    let mut found = walk.found();
                    let wrote = !walk.tab.writes_since(found.counted).is_empty();
                    let document = walk.tab.document();
                    found.ledger.pressed(document, &page, sent, report.outcome, wrote);
                    found.counted = walk.tab.request_number();
                    report
                }
                Press::Never(error) => {
                    walk.found().pressed = before;
                    return Err(error);
                }
            }
        }
        Err(unclear) => SubmitReport {
            evidence: vec![format!("nothing was pressed: {}", unclear.message)],
            ..SubmitReport::unpressed(ostler_machines::report::Outcome::Unchanged)
        },
    };
    let outcome = report.outcome;
    let mut found = walk.found();
    if let Some(step) = report.step {
        walk.tell(Progress::Step(step.step));
    }
    if let Some(last) = found.steps.last_mut() {
        last.submit = Some(report);
    }
    // Whatever came of it, the form that was filled has had its submit.
    found.filled = None;
    Ok(Event::Submitted(outcome))
}

/// What the page itself sent while it was filled, as notes.
fn by_itself(sent: &[(String, String, usize)]) -> Vec<String> {
    const SHOWN: usize = 5;
    let told = sent.iter().take(SHOWN);
    let mut notes: Vec<String> = told
        .map(|(method, url, times)| {
            let what = match method.as_str() {
                "GET" => "went".to_owned(),
                _ => format!("sent a {method}"),
            };
            let often = if *times > 1 {
                format!(", {times} times")
            } else {
                String::new()
            };
            format!("the page itself {what} to {url} while it was filled{often}")
        })
        .collect();
    if sent.len() > SHOWN {
        notes.push(format!("the page itself sent {} more requests", sent.len() - SHOWN));
    }
    notes
}

fn why_ended(verdict: &Verdict, request: &Request, found: &Found) -> Option<String> {
    use wizard::End;
    let text = match verdict.end {
        End::Ended(_) => return None,
        End::NotReady => {
            let own = verdict.keys.iter().filter(|(_, status)| !status.good());
            let own = own.filter_map(|(at, status)| Some((request.pairs.get(*at)?.0.as_str(), *status)));
            let earlier = found.open.iter().map(|(key, status)| (key.as_str(), *status));
            format!(
                "not submitted: a key did not end well ({}); mend it, or force the submit",
                ledger::list(own.chain(earlier))
            )
        }
        End::Unanswered => format!(
            "the form is not finished: the step shown asks for something that no key answers, so {:?} was not pressed; \
             give a key for it",
            found.button
        ),
        End::Unasked => format!(
            "the form is not finished: no key is left, and none was for the step shown, so {:?} was not pressed; \
             look at it, then give a key that it asks for, or submit it in a call of its own",
            found.button
        ),
        End::NothingToPress => match &found.unclear {
            Some(why) => format!("not submitted: {why}"),
            None => "not submitted: nothing on the page would submit the form".to_owned(),
        },
        End::TooMany => "stopped: the form has more steps than anyone would make".to_owned(),
        End::TimedOut { pressed: true } => "the time was up after a submit: data may or may not be stored".to_owned(),
        End::TimedOut { pressed: false } => "the time was up before the submit: nothing was sent".to_owned(),
    };
    Some(text)
}

/// What of the page could not be read, at first or later.
fn unread(page: &Page, later: &[String]) -> Vec<String> {
    let mut urls: Vec<&String> = page.unread.iter().chain(later).collect();
    let mut seen = std::collections::HashSet::new();
    urls.retain(|url| seen.insert(*url));
    let frames = urls.into_iter().map(|url| format!("a frame could not be read: {url}"));
    let parts = page.partly.iter();
    let parts = parts.map(|url| format!("a part of the page could not be read, closed as it is: {url}"));
    frames.chain(parts).collect()
}

/// One report out of the steps: of each key what came of it on the last step that it was tried on.
fn assemble(steps: Vec<StepReport>, request: &Request, notes: Vec<String>) -> Report {
    let mut fields: Vec<FieldReport> = Vec::new();
    let mut left: Vec<Vec<FieldReport>> = steps.iter().map(|step| step.fields.clone()).collect();
    for (key, _) in &request.pairs {
        // A key is tried again only where it was missing before, so its last report is its own.
        let mut latest = None;
        for reports in &mut left {
            if let Some(at) = reports.iter().position(|report| report.key == *key) {
                latest = Some(reports.remove(at));
            }
        }
        fields.extend(latest);
    }
    let recalled = steps.iter().flat_map(|step| &step.fields);
    fields.extend(recalled.filter(|field| field.recalled()).cloned());
    let form = steps.first().and_then(|step| step.form.clone());
    let submit = steps.iter().rev().find_map(|step| step.submit.clone());
    let several = steps.len() > 1;
    let mut steps = steps;
    for step in &mut steps {
        step.fields.retain(|field| field.status != Status::Missing);
    }
    Report {
        form,
        fields,
        submit,
        steps: if several { steps } else { Vec::new() },
        notes,
        ..Report::default()
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Where something comes from, without what may be somebody's secret or all of the thing itself.
fn source(url: &str) -> String {
    const LONGEST: usize = 300;
    let Ok(mut parsed) = url::Url::parse(url) else {
        return "something".to_owned();
    };
    if !matches!(parsed.scheme(), "http" | "https") {
        return format!("a `{}:` address", parsed.scheme());
    }
    // An address with a host can lose all of these.
    let _ = parsed.set_username("");
    let _ = parsed.set_password(None);
    parsed.set_query(None);
    parsed.set_fragment(None);
    parsed.as_str().chars().take(LONGEST).collect()
}

/// What the page had done of its own accord before something began.
#[derive(Default)]
pub(super) struct Noticed {
    dialogs: usize,
    popups: usize,
    downloads: usize,
}

impl Noticed {
    pub(super) fn of(tab: &Tab) -> Self {
        Self {
            dialogs: tab.dialogs().len(),
            popups: tab.popups().len(),
            downloads: tab.downloads().len(),
        }
    }

    pub(super) fn since(&self, tab: &Tab) -> Vec<String> {
        const SHOWN: usize = 5;
        let dialogs = tab.dialogs().split_off(self.dialogs);
        let mut notes: Vec<String> = dialogs
            .iter()
            .take(SHOWN)
            .map(|dialog| {
                let answer = match (dialog.accepted, dialog.kind.as_str()) {
                    (true, "confirm") => "answered with yes",
                    (true, _) => "closed",
                    (false, _) => "answered with no",
                };
                let words: String = dialog.message.chars().take(200).collect();
                format!(
                    "the page opened a dialog ({}), which was {answer}: {words:?}",
                    dialog.kind
                )
            })
            .collect();
        if dialogs.len() > SHOWN {
            notes.push(format!("the page opened {} more dialogs", dialogs.len() - SHOWN));
        }
        notes.extend(
            tab.popups()
                .split_off(self.popups)
                .iter()
                .map(|url| format!("the page opened a window: {url}")),
        );
        let downloads = tab.downloads().split_off(self.downloads);
        let refused = if tab.refuses_downloads() {
            " and was refused"
        } else {
            ""
        };
        notes.extend(
            downloads
                .iter()
                .take(SHOWN)
                .map(|url| format!("a download of {} began{refused}", source(url))),
        );
        if downloads.len() > SHOWN {
            notes.push(format!("{} more downloads began{refused}", downloads.len() - SHOWN));
        }
        notes
    }
}

//! Questions to the page script: one round trip a frame.

use std::borrow::Cow;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use chromiumoxide::cdp::browser_protocol::page::CreateIsolatedWorldParams;
use chromiumoxide::cdp::js_protocol::runtime::{
    CallArgument, CallFunctionOnParams, EvaluateParams, ExecutionContextId,
};
use ostler_machines::form::assemble;
use ostler_machines::form::model::{self, Page};
use ostler_runtime::answer::{Answered, Rest, Scrolled, Stirred, View};
use ostler_runtime::ask::{Asked, Question};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use thiserror::Error;

use super::tab::Tab;
use super::watch::Frame;
use crate::cdp::{CdpError, DEADLINE, read};

/// Why a page did not answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PageError {
    /// The browser is gone.
    #[error("the browser is gone")]
    Gone,
    /// The process that shows the page, or the frame asked, has crashed.
    #[error("the page crashed")]
    Crashed,
    /// The page was closed, by itself or by a person.
    #[error("the tab was closed")]
    Closed,
    /// The document was replaced or its frame removed while it was asked.
    #[error("the document was replaced while it was asked")]
    Unloaded,
    /// It did not answer in time.
    #[error("the page did not answer within {0} ms")]
    Silent(u64),
    /// The document could not be loaded, and the browser says so on a page of its own, where no script of ours runs.
    #[error("the document could not be loaded: the browser shows its own error page")]
    Failed,
    /// It answered something else than it was asked.
    #[error("the page's answer to `{0}` could not be read")]
    Odd(Cow<'static, str>),
    /// A script that was given to be run in the page threw, or what it gave is no JSON.
    #[error("the script threw: {0}")]
    Threw(String),
}

impl From<CdpError> for PageError {
    fn from(error: CdpError) -> Self {
        match error {
            CdpError::Closed => Self::Gone,
            CdpError::Crashed { .. } => Self::Crashed,
            CdpError::Detached { .. } => Self::Unloaded,
            CdpError::Unanswered { millis, .. } => Self::Silent(millis),
            CdpError::Refused { ref message, .. } if is_unload(message) => Self::Unloaded,
            CdpError::Refused { method, .. } | CdpError::Unreadable { method, .. } => Self::Odd(method),
        }
    }
}

/// Chrome's words for "that document is no more".
fn is_unload(message: &str) -> bool {
    [
        "Cannot find context",
        "context was destroyed",
        "navigated or closed",
        "No frame for given id",
        "No frame with given id",
        "Frame with the given id was not found",
        "Session with given id not found",
        "Target closed",
    ]
    .iter()
    .any(|words| message.contains(words))
}

/// How the addresses of the browser's own pages begin that stand where nothing could be loaded.
const ERROR_PAGE: &str = "chrome-error:";

/// A page that has been quiet for so long, in milliseconds, is not kept waiting by its frames.
const FRAMES_WITHIN: u64 = 2_000;
/// How long one question may take if nothing else is said.
const ANSWER_WITHIN: Duration = Duration::from_secs(20);
/// How long a look may go on asking the browser about closed shadow roots, and how deep they may lie in each other.
const ADOPT_WITHIN: Duration = Duration::from_secs(5);
const MOST_ROUNDS: usize = 30;
/// How long a frame that was told to load is waited for, and how long it must be quiet by then, in milliseconds.
const WOKEN_WITHIN: u32 = 1_000;
const WOKEN_HUSH: u32 = 50;
/// A frame that keeps everybody waiting is named instead; it is not waited for again as long as it is silent.
pub(super) const FRAME_WITHIN: Duration = Duration::from_secs(5);
const SILENT_WITHIN: Duration = Duration::from_secs(1);
/// A frame is asked whether it is at rest for so long at a time, in milliseconds, so that one that says nothing is told
/// from one at work; how much longer its answer may take.
const FRAME_REST: u32 = 1_000;
const REST_WITHIN: Duration = Duration::from_millis(1_500);
/// At most so many options of one control are told.
pub(crate) const MAX_OPTIONS: u32 = model::MOST_OPTIONS;

impl Tab {
    /// Asks one frame one question.
    pub(crate) async fn ask<T: DeserializeOwned>(
        &self,
        frame_id: &str,
        question: &Question,
        within: Duration,
    ) -> Result<T, PageError> {
        let within = self.bearable(frame_id, within);
        let answer = self.ask_within(frame_id, question, within).await;
        if let Some(frame) = self.watch().state().frames.get_mut(frame_id) {
            frame.silent = matches!(answer, Err(PageError::Silent(_)));
        }
        answer
    }

    /// How long a frame is waited for where others may take `usual`: one that was silent when it was asked last, hardly.
    fn bearable(&self, frame_id: &str, usual: Duration) -> Duration {
        let state = self.watch().state();
        match state.frames.get(frame_id) {
            Some(frame) if frame.number != 0 && frame.silent => usual.min(SILENT_WITHIN),
            _ => usual,
        }
    }

    async fn ask_within<T: DeserializeOwned>(
        &self,
        frame_id: &str,
        question: &Question,
        within: Duration,
    ) -> Result<T, PageError> {
        let mut first = true;
        let mut waited = false;
        loop {
            let (frame, context) = match self.context(frame_id).await.map_err(|error| self.blame(error)) {
                Err(error @ PageError::Silent(_)) if !waited && self.is_navigating() => {
                    waited = true;
                    self.replaced(error, within).await?;
                    continue;
                }
                context => context?,
            };
            let from = self.marks().elements();
            let argument =
                serde_json::to_value(Asked { from, question }).map_err(|_| PageError::Odd("question".into()))?;
            let call = call(ostler_runtime::CALL, &argument, context, true);
            let answer = match self.connection().call_within(Some(&frame.session), &call, within).await {
                Ok(answer) => answer,
                Err(error) => {
                    let error = self.blame(error.into());
                    if matches!(error, PageError::Silent(_)) && !waited && self.is_navigating() {
                        waited = true;
                        self.replaced(error, within).await?;
                        let now = self.watch().state().frames.get(frame_id).map(|now| now.document);
                        if now != Some(frame.document) || !is_read(question) {
                            return Err(self.blame(PageError::Unloaded));
                        }
                        continue;
                    }
                    // A context that went stale between two questions is renewed once; the frame still stands.
                    if first && matches!(error, PageError::Unloaded) && is_read(question) {
                        first = false;
                        self.forget_context(frame_id, context);
                        continue;
                    }
                    return Err(error);
                }
            };
            let returned: Returned = answer.read()?;
            if let Some(thrown) = returned.exception_details {
                tracing::warn!(
                    line = thrown.line_number,
                    column = thrown.column_number,
                    "the page script threw"
                );
                return Err(PageError::Odd("script".into()));
            }
            let Some(value) = returned.result.value else {
                return Err(PageError::Odd("answer".into()));
            };
            if value.get() == "\"absent\"" {
                if frame.url.starts_with(ERROR_PAGE) {
                    return Err(PageError::Failed);
                }
                if !first {
                    return Err(PageError::Odd("absent".into()));
                }
                first = false;
                self.bring_script(&frame, context).await?;
                continue;
            }
            let answered: Answered<T> = read(value.get()).map_err(|error| {
                tracing::debug!(
                    line = error.line(),
                    column = error.column(),
                    "unreadable answer of the page script"
                );
                PageError::Odd("answer".into())
            })?;
            self.marks().reached(answered.last);
            return Ok(answered.answer);
        }
    }

    /// Waits until the document shown is not about to be replaced any more: the browser holds back what is asked of it
    /// until the next one is there, however long its server takes. `waited` is over already; `error` if all of the time
    /// goes by.
    async fn replaced(&self, error: PageError, waited: Duration) -> Result<(), PageError> {
        let left = self.marks().patience().saturating_sub(waited);
        let landed = tokio::time::timeout(left, self.landed()).await;
        landed.unwrap_or(Err(error))
    }

    /// A document that is no more because its whole page was closed is no document that was replaced.
    fn blame(&self, error: PageError) -> PageError {
        match error {
            PageError::Unloaded if self.is_closed() => PageError::Closed,
            error => error,
        }
    }

    /// The frame's isolated world, made if it is not there yet.
    pub(crate) async fn context(&self, frame_id: &str) -> Result<(Frame, i64), PageError> {
        let frame = self
            .watch()
            .state()
            .frames
            .get(frame_id)
            .cloned()
            .ok_or(PageError::Unloaded)?;
        if let Some(context) = frame.context {
            return Ok((frame, context));
        }
        let world = CreateIsolatedWorldParams {
            frame_id: frame_id.to_owned().into(),
            world_name: Some(ostler_runtime::WORLD.to_owned()),
            grant_univeral_access: None,
        };
        let longest = if frame.number == 0 { DEADLINE } else { FRAME_WITHIN };
        let within = self.bearable(frame_id, self.marks().within(longest));
        let answer = self
            .connection()
            .call_within(Some(&frame.session), &world, within)
            .await?;
        let made: MadeWorld = answer.read()?;
        let mut state = self.watch().state();
        if let Some(now) = state.frames.get_mut(frame_id)
            && now.document == frame.document
        {
            now.context = Some(made.execution_context_id);
        }
        Ok((frame, made.execution_context_id))
    }

    fn forget_context(&self, frame_id: &str, context: i64) {
        if let Some(frame) = self.watch().state().frames.get_mut(frame_id)
            && frame.context == Some(context)
        {
            frame.context = None;
        }
    }

    /// Runs the page script in a world where it has not run: some documents never run new-document scripts.
    async fn bring_script(&self, frame: &Frame, context: i64) -> Result<(), PageError> {
        let script = EvaluateParams {
            context_id: Some(ExecutionContextId::new(context)),
            ..EvaluateParams::new(ostler_runtime::page_script(self.secret()))
        };
        self.call(Some(&frame.session), &script).await?;
        Ok(())
    }

    /// A handle on an element, in its frame's isolated world.
    pub(crate) async fn handle(&self, frame_id: &str, element: u32) -> Result<(Frame, String), PageError> {
        let (frame, context) = self.context(frame_id).await?;
        let call = call(ostler_runtime::CALL_ELEMENT, &element.into(), context, false);
        let answer = self.call(Some(&frame.session), &call).await?;
        let returned: Returned = answer.read()?;
        match returned.result.object_id {
            Some(id) => Ok((frame, id)),
            None => Err(PageError::Unloaded),
        }
    }

    /// Evaluates `expression` in the page's own world and gives its JSON. For tests and for a person who asks for it;
    /// nothing of Ostler's rests on it.
    ///
    /// # Errors
    /// [`PageError::Threw`] if it throws or has no JSON.
    pub async fn evaluate(&self, expression: &str) -> Result<serde_json::Value, PageError> {
        Ok(self.evaluate_whole(expression).await?.0)
    }

    /// The same, and what it gave if that has no JSON: `undefined`, `NaN`, `1n`, `a function`.
    pub(crate) async fn evaluate_whole(
        &self,
        expression: &str,
    ) -> Result<(serde_json::Value, Option<String>), PageError> {
        let script = EvaluateParams {
            return_by_value: Some(true),
            await_promise: Some(true),
            ..EvaluateParams::new(expression)
        };
        let answer = match self.call(Some(&self.top_session()), &script).await {
            // Such as a thing that holds itself.
            Err(CdpError::Refused { message, .. }) if !is_unload(&message) => return Err(PageError::Threw(message)),
            answer => answer?,
        };
        let returned: Evaluated = answer.read()?;
        if let Some(thrown) = returned.exception_details {
            return Err(PageError::Threw(thrown.words()));
        }
        let Remote {
            value,
            unserializable_value: number,
            kind,
            ..
        } = returned.result;
        let Some(value) = value else {
            // The browser writes down numbers that JSON has no words for; of all else it tells the kind only, and to it
            // null is an object.
            let other = number.or_else(|| (kind != "object").then_some(kind));
            return Ok((serde_json::Value::Null, other));
        };
        let other = (kind == "function").then(|| "a function".to_owned());
        let value = read(value.get()).map_err(|_| PageError::Odd("expression".into()))?;
        Ok((value, other))
    }

    /// The title of the top document.
    pub(crate) async fn title(&self) -> Result<String, PageError> {
        let history = chromiumoxide::cdp::browser_protocol::page::GetNavigationHistoryParams::default();
        let answer = self.call(Some(&self.top_session()), &history).await?;
        let history: History = answer.read()?;
        let entry = history.entries.into_iter().nth(history.current_index);
        Ok(entry.map(|entry| entry.title).unwrap_or_default())
    }

    /// Everything the page asks, in all frames, one round trip each and all at once.
    pub(crate) async fn look(&self) -> Result<Page, PageError> {
        self.caught_up().await;
        let mut frames = self.watch().state().in_order();
        let mut answers = join_all(frames.iter().map(|(id, frame)| self.view(id, frame))).await;
        let woken = |answer: &Result<View, PageError>| {
            let view = answer.as_ref().ok();
            view.is_some_and(|view| view.frames.iter().any(|holder| holder.woken))
        };
        if answers.iter().any(woken) {
            self.caught_up().await;
            self.all_landed().await;
            self.rest(WOKEN_HUSH, WOKEN_HUSH, WOKEN_WITHIN, 0).await?;
            frames = self.watch().state().in_order();
            answers = join_all(frames.iter().map(|(id, frame)| self.view(id, frame))).await;
        }
        let mut views = Vec::new();
        let mut unread = Vec::new();
        let mut partly = Vec::new();
        let mut looked = HashMap::new();
        let number = |id: &String| frames.iter().find(|(own, _)| own == id).map(|(_, frame)| frame.number);
        for ((id, frame), answer) in frames.iter().zip(answers) {
            let parent = frame.parent.as_ref().and_then(number);
            match answer {
                // The empty document that a frame has while its own is on the way.
                Ok(view) if frame.number != 0 && frame.pending && view.controls.is_empty() => {
                    unread.push(self.watch().state().heading(id, frame));
                }
                Ok(view) => {
                    looked.insert((id.clone(), frame.document), !view.controls.is_empty());
                    let shaded = |now: &Frame| now.document == frame.document && now.shaded;
                    if self.watch().state().frames.get(id).is_some_and(shaded) {
                        partly.push(frame.url.clone());
                    }
                    views.push(view.into_model(frame.number, parent));
                }
                // Nothing is on it that is a site's.
                Err(PageError::Failed) if frame.number == 0 => {
                    let empty = View {
                        url: frame.url.clone(),
                        ..View::default()
                    };
                    views.push(empty.into_model(0, None));
                }
                Err(error) if frame.number == 0 => return Err(error),
                Err(error) if self.is_gone() => return Err(error),
                // A frame that was removed meanwhile is no frame of the page any more.
                Err(_) if !self.watch().state().frames.contains_key(id) => {}
                Err(_) => unread.push(self.watch().state().heading(id, frame)),
            }
        }
        self.keep_looked(looked);
        let mut page = assemble::page(&views, unread);
        page.partly = partly;
        self.bring_home(&mut page, &frames).await;
        Ok(page)
    }

    /// How long a question to a frame that only reads may take.
    pub(super) fn answer_within(&self, frame: u32) -> Duration {
        self.marks()
            .within(if frame == 0 { ANSWER_WITHIN } else { FRAME_WITHIN })
    }

    /// What one frame shows, closed shadow roots included.
    async fn view(&self, id: &str, frame: &Frame) -> Result<View, PageError> {
        let question = Question::Inspect {
            max_options: MAX_OPTIONS,
        };
        let within = self.answer_within(frame.number);
        self.ask_into(id, frame, &question, within, |view: &View| view.closed_roots)
            .await
    }

    /// Asks a question of one frame and looks into the closed shadow roots that are suspected in it until no new one is
    /// found. What could not be looked into is remembered as such.
    pub(crate) async fn ask_into<T: DeserializeOwned>(
        &self,
        id: &str,
        frame: &Frame,
        question: &Question,
        within: Duration,
        suspects: fn(&T) -> u32,
    ) -> Result<T, PageError> {
        let end = Instant::now() + ADOPT_WITHIN;
        let mut told: T = self.ask(id, question, within).await?;
        for _ in 0..MOST_ROUNDS {
            if suspects(&told) == 0 {
                return Ok(told);
            }
            let adopted = self.adopt_closed_roots(id, end).await?;
            if adopted.failed > 0 {
                self.shade(id, frame.document);
            }
            if adopted.roots > 0 {
                // What they hold is part of the page from now on, and may hold others.
                told = self.ask(id, question, within).await?;
            } else if !adopted.cut {
                return Ok(told);
            }
            if adopted.cut {
                break;
            }
        }
        if suspects(&told) > 0 {
            self.shade(id, frame.document);
        }
        Ok(told)
    }

    /// Remembers that a part of a document could not be looked into.
    fn shade(&self, id: &str, document: u64) {
        tracing::debug!("a closed shadow root could not be looked into");
        if let Some(frame) = self.watch().state().frames.get_mut(id)
            && frame.document == document
        {
            frame.shaded = true;
        }
    }

    /// Asks every frame that matters whether work is going on: the sum of what is in flight, and the shortest quiet.
    pub(crate) async fn rest(&self, hush: u32, unmoved: u32, cap: u32, watch: u8) -> Result<Counted, PageError> {
        self.caught_up().await;
        // A document that is on its way is work that the old one knows nothing of.
        let landed = self
            .watch()
            .until(|state| state.gone || !state.frames.get(&state.top).is_some_and(|top| top.pending));
        if tokio::time::timeout(Duration::from_millis(u64::from(cap)), landed)
            .await
            .is_err()
        {
            return Ok(Counted {
                in_flight: 1,
                quiet: 0,
                unmoved: false,
            });
        }
        let frames = self.watch().state().in_order();
        let weights = self.weights(&frames);
        let asked = frames
            .iter()
            .zip(&weights)
            .filter(|(_, weight)| **weight != Weight::None)
            .map(|((id, frame), weight)| async move {
                let (cap, late) = match frame.number {
                    0 => (cap, self.answer_within(0)),
                    _ if frame.silent => (0, SILENT_WITHIN),
                    _ => (cap.min(FRAME_REST), self.marks().within(REST_WITHIN)),
                };
                let question = Question::Rest {
                    hush,
                    unmoved,
                    cap,
                    watch,
                };
                let within = Duration::from_millis(u64::from(cap)) + late;
                (frame.number, *weight, self.ask::<Rest>(id, &question, within).await)
            });
        let mut counted = Counted {
            in_flight: 0,
            quiet: u64::MAX,
            unmoved: true,
        };
        // A document is complete once its frames are; a frame that is only about to load says nothing of it itself.
        let mut complete = true;
        for (number, weight, answer) in join_all(asked).await {
            if let (0, Ok(rest)) = (number, &answer) {
                complete = rest.ready == 2;
            }
            match answer {
                Ok(rest) if weight == Weight::Light => counted.in_flight += u32::from(rest.ready == 0),
                Ok(rest) => {
                    counted.in_flight += rest.in_flight + u32::from(rest.ready == 0);
                    #[expect(
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss,
                        reason = "clamped to u32's range"
                    )]
                    let quiet = rest.quiet.clamp(0.0, f64::from(u32::MAX)) as u64;
                    counted.quiet = counted.quiet.min(quiet);
                    counted.unmoved &= rest.unmoved;
                }
                Err(PageError::Failed) => {}
                Err(error) if number == 0 => return Err(error),
                Err(error) if self.is_gone() => return Err(error),
                Err(_) => {}
            }
        }
        // What the last answers set going has been told of by now.
        self.caught_up().await;
        let state = self.watch().state();
        if state.frames.get(&state.top).is_some_and(|top| top.pending) {
            counted.in_flight += 1;
        }
        // A frame whose document is on its way shows an empty one until then. It is waited for as long as the page
        // itself has not been quiet for long, one that came meanwhile no less than those that were asked.
        let waits = state.frames.iter().any(|(id, now)| {
            let asked = frames.iter().zip(&weights).find(|((own, _), _)| own == id);
            let counts = asked.is_none_or(|(_, weight)| *weight != Weight::None);
            now.number != 0 && counts && now.pending
        });
        let waits = waits || (!complete && frames.len() > 1);
        if waits && counted.quiet < FRAMES_WITHIN {
            counted.in_flight += 1;
        }
        Ok(counted)
    }

    /// Waits until something happens in the top frame, or `cap` ms are over. Whether something did.
    pub(crate) async fn stir(&self, cap: u32) -> Result<bool, PageError> {
        let id = self.watch().state().top.clone();
        let within = Duration::from_millis(u64::from(cap)) + self.marks().within(ANSWER_WITHIN);
        let stirred: Stirred = self.ask(&id, &Question::Stir { cap }, within).await?;
        Ok(stirred.stirred)
    }

    /// Scrolls the top frame, in CSS pixels. How far it went.
    pub(crate) async fn scroll(&self, x: f64, y: f64) -> Result<Scrolled, PageError> {
        let id = self.watch().state().top.clone();
        self.ask(&id, &Question::Scroll { x, y }, self.marks().within(ANSWER_WITHIN))
            .await
    }

    /// How much each frame's work counts: what was looked at and has nothing to fill counts for nothing, and what has not
    /// been looked at and is another site's (advertisements, as a rule) only until its document is there.
    fn weights(&self, frames: &[(String, Frame)]) -> Vec<Weight> {
        let looked = self.looked();
        let top = frames.first().map(|(_, frame)| site(&frame.url)).unwrap_or_default();
        let weight = |(id, frame): &(String, Frame)| match looked.get(&(id.clone(), frame.document)) {
            _ if frame.number == 0 => Weight::Full,
            Some(false) => Weight::None,
            None if frame.url.starts_with("http") && site(&frame.url) != top => Weight::Light,
            Some(true) | None => Weight::Full,
        };
        frames.iter().map(weight).collect()
    }

    /// The addresses of the frames that did not answer when they were asked last.
    pub(crate) fn silent(&self) -> Vec<String> {
        let state = self.watch().state();
        let silent = state
            .frames
            .iter()
            .filter(|(_, frame)| frame.number != 0 && frame.silent);
        silent.map(|(id, frame)| state.heading(id, frame)).collect()
    }

    /// Waits until the top frame has a document that is not about to be replaced.
    pub(crate) async fn landed(&self) -> Result<(), PageError> {
        let there =
            |state: &super::watch::State| state.gone || state.frames.get(&state.top).is_some_and(|top| !top.pending);
        self.watch().until(there).await;
        self.stands()
    }

    /// The id of the frame numbered `number`.
    pub(crate) fn frame_id(&self, number: u32) -> Option<String> {
        let state = self.watch().state();
        if number == 0 {
            return Some(state.top.clone());
        }
        state
            .frames
            .iter()
            .find(|(_, frame)| frame.number == number)
            .map(|(id, _)| id.clone())
    }

    /// Asks the frame of `reference`.
    pub(crate) async fn ask_of<T: DeserializeOwned>(
        &self,
        reference: model::Ref,
        question: &Question,
    ) -> Result<T, PageError> {
        let id = self.frame_id(reference.frame).ok_or(PageError::Unloaded)?;
        self.ask(&id, question, self.marks().within(ANSWER_WITHIN)).await
    }
}

/// How much of a frame's work is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weight {
    /// All of it.
    Full,
    /// That its document comes.
    Light,
    /// Nothing.
    None,
}

/// What a host belongs to, near enough: its last two labels, or the address itself.
pub(crate) fn site(url: &str) -> String {
    let parsed = url::Url::parse(url).ok();
    match parsed.as_ref().and_then(url::Url::host) {
        Some(url::Host::Domain(host)) => {
            let labels: Vec<&str> = host.rsplit('.').take(2).collect();
            labels.join(".")
        }
        Some(address) => address.to_string(),
        None => String::new(),
    }
}

/// How busy the page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    /// Work that has not ended, a navigation included.
    pub(crate) in_flight: u32,
    /// Milliseconds since anything last happened.
    pub(crate) quiet: u64,
    /// Whether the last that happened was an act of ours, in every frame.
    pub(crate) unmoved: bool,
}

/// Asking twice does no harm.
fn is_read(question: &Question) -> bool {
    !matches!(
        question,
        Question::Write { .. } | Question::Click { .. } | Question::Blur { .. } | Question::Scroll { .. }
    )
}

fn call(function: &str, argument: &serde_json::Value, context: i64, by_value: bool) -> CallFunctionOnParams {
    CallFunctionOnParams {
        arguments: Some(vec![CallArgument {
            value: Some(argument.clone()),
            unserializable_value: None,
            object_id: None,
        }]),
        execution_context_id: Some(ExecutionContextId::new(context)),
        return_by_value: Some(by_value),
        await_promise: Some(by_value),
        user_gesture: Some(true),
        silent: Some(true),
        ..CallFunctionOnParams::new(function)
    }
}

/// All of them at once, answers in the order asked.
pub(crate) async fn join_all<F: Future>(futures: impl IntoIterator<Item = F>) -> Vec<F::Output> {
    let mut waiting: Vec<_> = futures.into_iter().map(|future| (Box::pin(future), None)).collect();
    std::future::poll_fn(|context| {
        let mut open = false;
        for (future, output) in &mut waiting {
            if output.is_none() {
                match future.as_mut().poll(context) {
                    std::task::Poll::Ready(value) => *output = Some(value),
                    std::task::Poll::Pending => open = true,
                }
            }
        }
        if open {
            std::task::Poll::Pending
        } else {
            std::task::Poll::Ready(())
        }
    })
    .await;
    waiting.into_iter().filter_map(|(_, output)| output).collect()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MadeWorld {
    execution_context_id: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct History {
    current_index: usize,
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    title: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Returned {
    result: Remote,
    exception_details: Option<Thrown>,
}

/// Where a script threw. What it threw may quote the page, and is left out.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Thrown {
    #[serde(default)]
    line_number: i64,
    #[serde(default)]
    column_number: i64,
}

/// What came of a script that was given.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Evaluated {
    result: Remote,
    exception_details: Option<Uncaught>,
}

#[derive(Deserialize)]
struct Uncaught {
    #[serde(default)]
    text: String,
    exception: Option<Exception>,
}

#[derive(Deserialize)]
struct Exception {
    description: Option<String>,
    value: Option<serde_json::Value>,
}

impl Uncaught {
    /// What was thrown in its own words: of an error its name, its message and where.
    fn words(self) -> String {
        const MOST: usize = 2_000;
        let own = self.exception.and_then(|exception| {
            let value = exception.value.map(|value| match value {
                serde_json::Value::String(text) => text,
                value => value.to_string(),
            });
            exception.description.or(value)
        });
        own.unwrap_or(self.text).chars().take(MOST).collect()
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Remote {
    #[serde(rename = "type", default)]
    kind: String,
    value: Option<Box<RawValue>>,
    unserializable_value: Option<String>,
    object_id: Option<String>,
}

//! One page of a browser, made or found, and kept in step with it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::browser::{SetDownloadBehaviorBehavior, SetDownloadBehaviorParams};
use chromiumoxide::cdp::browser_protocol::emulation::SetFocusEmulationEnabledParams;
use chromiumoxide::cdp::browser_protocol::network::EnableParams as NetworkEnable;
use chromiumoxide::cdp::browser_protocol::page::{
    AddScriptToEvaluateOnNewDocumentParams, BringToFrontParams, CaptureScreenshotFormat, CaptureScreenshotParams,
    CloseParams, EnableParams as PageEnable, GetFrameTreeParams, HandleJavaScriptDialogParams, Viewport,
};
use chromiumoxide::cdp::browser_protocol::target::{
    AttachToTargetParams, CreateTargetParams, DetachFromTargetParams, GetTargetsParams, SetAutoAttachParams,
    SetDiscoverTargetsParams,
};
use chromiumoxide::cdp::js_protocol::runtime::RunIfWaitingForDebuggerParams;
use chromiumoxide::types::Command;
use ostler_machines::classify::Beside;
use ostler_machines::refs::kept::Kept;
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::task::JoinHandle;

use super::ask::PageError;
use super::marks::Marks;
use super::watch::{Dialog, FrameInfo, Sent, Todo, Watch};
use crate::cdp::{Call, Connection, DEADLINE, SessionId};

/// One page and its frames. Cheap to clone; the clones are the same page.
#[derive(Clone)]
pub struct Tab {
    inner: Arc<Inner>,
}

/// The widest and highest that a picture is, in CSS pixels.
const MOST: f64 = 6_000.0;
/// How long a page may take to close.
const CLOSE_WITHIN: Duration = Duration::from_secs(5);

/// How long it may take until the end of a page is told.
const TOLD_WITHIN: Duration = Duration::from_millis(500);

/// Documents that were looked at: by frame and number, and whether they have anything to fill.
pub(crate) type Looked = HashMap<(String, u64), bool>;

/// What stood beside the fields of the steps that were left, and the documents (as [`super::watch`] counts them) that showed them.
type Past = ((u64, Option<u64>), Beside);

struct Inner {
    connection: Connection,
    watch: Watch,
    session: SessionId,
    secret: String,
    marks: Marks,
    number: u32,
    looked: Mutex<Looked>,
    past: Mutex<Past>,
    watcher: JoinHandle<()>,
    ours: bool,
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.watcher.abort();
    }
}

impl Tab {
    /// Opens a new page. `secret` names the event by which the two scripts speak; it must be unguessable. `marks` is what
    /// the session has counted in its other pages.
    ///
    /// # Errors
    /// If the browser is gone or refuses.
    pub async fn open(connection: &Connection, secret: String, marks: Marks) -> Result<Self, PageError> {
        let answer = connection.call(None, &CreateTargetParams::new("about:blank")).await?;
        let made: TargetOnly = answer.read()?;
        Self::attach(connection, made.target_id, secret, marks, true, None).await
    }

    /// Takes over the page that is open in a browser that was attached to, as it stands.
    ///
    /// # Errors
    /// [`PageError::Odd`] if there is none; otherwise as [`Tab::open`].
    pub async fn adopt(connection: &Connection, secret: String, marks: Marks) -> Result<Self, PageError> {
        let all = Self::all(connection).await?;
        // Chrome lists the page that was active last first, as a rule; a page of the web goes before an empty one.
        let of_web = |target: &&Found| target.url.starts_with("http");
        let page = all
            .iter()
            .find(of_web)
            .or_else(|| all.first())
            .ok_or(PageError::Odd("Target.getTargets".into()))?
            .clone();
        Self::attach(connection, page.id, secret, marks, false, None).await
    }

    /// Every page that the browser has open, apart from its own.
    pub(crate) async fn all(connection: &Connection) -> Result<Vec<Found>, PageError> {
        let is_page = |target: &Found| {
            target.kind == "page" && !target.url.starts_with("devtools:") && !target.url.starts_with("chrome:")
        };
        Ok(Self::listed(connection).await?.into_iter().filter(is_page).collect())
    }

    /// Everything that the browser lists: pages, frames of other processes, workers.
    async fn listed(connection: &Connection) -> Result<Vec<Found>, PageError> {
        let answer = connection.call(None, &GetTargetsParams::default()).await?;
        let targets: Targets = answer.read()?;
        Ok(targets.target_infos)
    }

    /// The browser's own id of the page.
    pub(crate) fn target(&self) -> String {
        self.watch().state().top.clone()
    }

    /// Sends `command`; it is waited for no longer than the session waits for any page.
    pub(super) fn call<C: Command>(&self, session: Option<&SessionId>, command: &C) -> Call {
        self.connection()
            .call_within(session, command, self.marks().within(DEADLINE))
    }

    /// Brings the page to the front of its window.
    pub(crate) async fn show(&self) -> Result<(), PageError> {
        let session = self.top_session();
        self.call(Some(&session), &BringToFrontParams::default()).await?;
        Ok(())
    }

    /// Closes the page, whoever opened it.
    pub(crate) async fn end(&self) {
        let session = self.top_session();
        let outcome = self.call(Some(&session), &CloseParams::default()).await;
        if outcome.is_err() {
            tracing::debug!("the page was gone before it was closed");
        }
        let closed = self.watch().until(|state| state.closed || state.gone);
        if tokio::time::timeout(CLOSE_WITHIN, closed).await.is_err() {
            tracing::debug!("the page does not close");
        }
    }

    /// Takes over one page of the browser. `kept` says which numbers its frames have had.
    ///
    /// # Errors
    /// If it is gone or the browser refuses.
    pub(crate) async fn attach(
        connection: &Connection,
        target: String,
        secret: String,
        marks: Marks,
        ours: bool,
        kept: Option<&Kept>,
    ) -> Result<Self, PageError> {
        let watch = Watch::new(&target, marks.clone());
        for document in kept.iter().flat_map(|kept| &kept.documents) {
            watch.state().remember(&document.frame, document.number);
        }
        watch.state().taken = connection.last_event();
        let mut events = connection.events();
        let discover = SetDiscoverTargetsParams::new(true);
        connection.call(None, &discover).await?;
        let attach = AttachToTargetParams {
            target_id: target.clone().into(),
            flatten: Some(true),
        };
        let answer = connection.call(None, &attach).await?;
        let attached: SessionOnly = answer.read()?;
        let session: SessionId = attached.session_id.as_str().into();
        {
            let mut state = watch.state();
            state.sessions.push(session.clone());
            state.put(&target, None, &session, "");
        }
        let hands = Hands {
            connection: connection.clone(),
            watch: watch.clone(),
            secret: secret.clone(),
        };
        let watcher = tokio::spawn({
            let hands = hands.clone();
            async move {
                while let Some(event) = events.recv().await {
                    if let Some(todo) = hands.watch.take(&event) {
                        hands.deal_with(todo);
                    }
                }
                // No event will ever come again.
                hands.watch.state().gone = true;
                hands.watch.ring();
            }
        });
        let tab = Self {
            inner: Arc::new(Inner {
                connection: connection.clone(),
                watch,
                session: session.clone(),
                secret,
                number: marks.tab(),
                marks,
                looked: Mutex::default(),
                past: Mutex::default(),
                watcher,
                ours,
            }),
        };
        if ours {
            // What a form downloads is no business of the disk.
            let deny = SetDownloadBehaviorParams {
                events_enabled: Some(true),
                ..SetDownloadBehaviorParams::new(SetDownloadBehaviorBehavior::Deny)
            };
            connection.post(None, &deny);
        }
        hands.set_up(&session).await?;
        Ok(tab)
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.inner.connection
    }

    pub(crate) fn watch(&self) -> &Watch {
        &self.inner.watch
    }

    pub(crate) fn secret(&self) -> &str {
        &self.inner.secret
    }

    pub(crate) fn marks(&self) -> &Marks {
        &self.inner.marks
    }

    /// Its number in the session, from 1.
    pub fn number(&self) -> u32 {
        self.inner.number
    }

    pub(crate) fn top_session(&self) -> SessionId {
        self.inner.session.clone()
    }

    /// Remembers which documents were looked at, by frame and number, and whether they have anything to fill.
    pub(crate) fn keep_looked(&self, documents: Looked) {
        *self.inner.looked.lock().unwrap_or_else(PoisonError::into_inner) = documents;
    }

    /// What stood beside the fields of the steps that were left in the document that frame `frame` shows.
    pub(crate) fn past(&self, frame: u32) -> Beside {
        let shown = self.watch().state().documents_with(frame);
        let past = self.inner.past.lock().unwrap_or_else(PoisonError::into_inner);
        if past.0 == shown { past.1.clone() } else { Beside::new() }
    }

    /// Keeps that until another document is shown.
    pub(crate) fn keep_past(&self, shown: (u64, Option<u64>), beside: Beside) {
        *self.inner.past.lock().unwrap_or_else(PoisonError::into_inner) = (shown, beside);
    }

    pub(crate) fn looked(&self) -> Looked {
        self.inner.looked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The URL of the top document.
    pub fn url(&self) -> String {
        let state = self.watch().state();
        state
            .frames
            .get(&state.top)
            .map(|frame| frame.url.clone())
            .unwrap_or_default()
    }

    /// Every dialog that the page has opened, oldest first.
    pub fn dialogs(&self) -> Vec<Dialog> {
        self.watch().state().dialogs.clone()
    }

    /// Answers the page's questions (`confirm`) with yes for as long as the guard lives.
    pub(crate) fn agree(&self) -> Agreed {
        self.watch().state().agrees = true;
        Agreed(self.watch().clone())
    }

    /// The addresses of the windows that the page has opened, oldest first.
    pub fn popups(&self) -> Vec<String> {
        self.watch()
            .state()
            .popups
            .iter()
            .map(|popup| popup.url.clone())
            .collect()
    }

    /// The addresses of the downloads that the page has begun, without their queries, oldest first.
    pub(crate) fn downloads(&self) -> Vec<String> {
        self.watch().state().downloads.clone()
    }

    /// Whether what the page downloads is refused.
    pub(crate) fn refuses_downloads(&self) -> bool {
        self.inner.ours
    }

    /// Whether the page has opened this target.
    pub(crate) fn has_opened(&self, target: &str) -> bool {
        let state = self.watch().state();
        state.popups.iter().any(|popup| popup.target == target)
    }

    /// The number that the next request will have.
    pub(crate) fn request_number(&self) -> u64 {
        self.watch().state().next_request
    }

    /// The requests sent since, in the order of their start.
    pub(crate) fn requests_since(&self, number: u64) -> Vec<Sent> {
        let state = self.watch().state();
        state
            .requests
            .iter()
            .filter(|sent| sent.number >= number)
            .cloned()
            .collect()
    }

    /// Whether the top frame is on its way to another document.
    pub(crate) fn is_navigating(&self) -> bool {
        let state = self.watch().state();
        state.frames.get(&state.top).is_some_and(|top| top.pending)
    }

    /// Counts the documents that the top frame has had.
    pub(crate) fn document(&self) -> u64 {
        self.watch().state().documents
    }

    /// Whether the page was closed, by itself or by a person, in a browser that is still there.
    pub fn is_closed(&self) -> bool {
        self.watch().state().closed && !self.connection().is_closed()
    }

    /// Whether the page is being closed: one whose session is over is told to be gone a moment later.
    pub(crate) async fn closes(&self) -> bool {
        let closed = self.watch().until(|state| state.closed || state.gone);
        if tokio::time::timeout(TOLD_WITHIN, closed).await.is_err() {
            return false;
        }
        self.is_closed()
    }

    /// Whether the browser, this page or its renderer is gone.
    pub fn is_gone(&self) -> bool {
        self.stands().is_err()
    }

    /// Whether the page is there to be asked.
    ///
    /// # Errors
    /// [`PageError::Gone`], [`PageError::Closed`] or [`PageError::Crashed`].
    pub(crate) fn stands(&self) -> Result<(), PageError> {
        if self.connection().is_closed() {
            Err(PageError::Gone)
        } else if self.watch().state().closed {
            Err(PageError::Closed)
        } else if self.connection().is_crashed(&self.inner.session) {
            Err(PageError::Crashed)
        } else {
            Ok(())
        }
    }

    /// A PNG of the page, as high as it is but at most 6,000 CSS pixels.
    ///
    /// # Errors
    /// If the page does not answer.
    pub async fn screenshot(&self) -> Result<Vec<u8>, PageError> {
        let size = self.metrics().await?.css_content_size;
        let clip = Viewport {
            x: 0.0,
            y: 0.0,
            width: size.width.clamp(1.0, MOST),
            height: size.height.clamp(1.0, MOST),
            scale: 1.0,
        };
        self.capture(Some(clip)).await
    }

    /// The width of the window's inside and the height of the page, at most 6,000, in CSS pixels.
    pub(crate) async fn whole_size(&self) -> Result<(i64, i64), PageError> {
        let metrics = self.metrics().await?;
        let window = metrics.css_layout_viewport;
        let height = metrics.css_content_size.height.max(window.client_height);
        #[expect(clippy::cast_possible_truncation, reason = "clamped to the size of a picture")]
        let whole = |size: f64| size.ceil().clamp(1.0, MOST) as i64;
        Ok((whole(window.client_width), whole(height)))
    }

    async fn metrics(&self) -> Result<Metrics, PageError> {
        let metrics = chromiumoxide::cdp::browser_protocol::page::GetLayoutMetricsParams::default();
        let answer = self.call(Some(&self.inner.session), &metrics).await?;
        Ok(answer.read()?)
    }

    /// A PNG of a part of the page, or of the window's inside.
    pub(crate) async fn capture(&self, clip: Option<Viewport>) -> Result<Vec<u8>, PageError> {
        let capture = CaptureScreenshotParams {
            format: Some(CaptureScreenshotFormat::Png),
            capture_beyond_viewport: Some(clip.is_some()),
            clip,
            ..CaptureScreenshotParams::default()
        };
        let answer = self
            .connection()
            .call_within(Some(&self.inner.session), &capture, Duration::from_secs(20))
            .await?;
        let image: Image = answer.read()?;
        decode(&image.data).ok_or(PageError::Odd("Page.captureScreenshot".into()))
    }

    /// Lets go of the page and leaves it open.
    pub(crate) async fn detach(&self) {
        let detach = DetachFromTargetParams {
            session_id: Some(self.inner.session.to_string().into()),
        };
        if self.call(None, &detach).await.is_err() {
            tracing::debug!("the page was gone before it was left");
        }
    }

    /// Closes the page if it was made here, else only lets go of it.
    pub async fn close(&self) {
        let outcome = if self.inner.ours {
            self.connection()
                .call_within(
                    Some(&self.inner.session),
                    &CloseParams::default(),
                    Duration::from_secs(3),
                )
                .await
        } else {
            let detach = DetachFromTargetParams {
                session_id: Some(self.inner.session.to_string().into()),
            };
            self.call(None, &detach).await
        };
        if outcome.is_err() {
            tracing::debug!("the page was gone before it was closed");
        }
    }
}

/// Questions of the page are answered with yes until this is dropped.
pub(crate) struct Agreed(Watch);

impl Drop for Agreed {
    fn drop(&mut self) {
        self.0.state().agrees = false;
    }
}

/// What the watcher needs to answer an event.
#[derive(Clone)]
struct Hands {
    connection: Connection,
    watch: Watch,
    secret: String,
}

impl Hands {
    fn deal_with(&self, todo: Todo) {
        match todo {
            Todo::Dialog { session, accept } => {
                self.connection
                    .post(Some(&session), &HandleJavaScriptDialogParams::new(accept));
            }
            Todo::Restored { session } => {
                let hands = self.clone();
                tokio::spawn(async move {
                    if hands.read_tree(&session).await.is_err() {
                        tracing::debug!("a document was gone before its frames were read");
                    }
                    hands.watch.ring();
                });
            }
            Todo::Popup { target } => {
                tracing::debug!(%target, "the page opened a window");
            }
            Todo::Attached {
                session,
                frame,
                parent,
                kind,
                url,
            } => {
                if kind == "iframe" {
                    {
                        let mut state = self.watch.state();
                        state.sessions.push(session.clone());
                        state.arriving.push(session.clone());
                        state.put(&frame, parent, &session, &url);
                    }
                    let hands = self.clone();
                    tokio::spawn(async move {
                        if hands.set_up(&session).await.is_err() {
                            tracing::debug!("a frame was gone before it was set up");
                        }
                        // The frames in it were told of before the answer, and are arriving by now.
                        hands.watch.take_in(hands.connection.last_event()).await;
                        hands.watch.state().arriving.retain(|arriving| *arriving != session);
                        hands.watch.ring();
                    });
                } else {
                    // Workers hold no fields; what they send is heard, and they are let run.
                    if kind == "worker" {
                        self.watch.state().workers.push(session.clone());
                        self.post(Some(&session), &NetworkEnable::default());
                    }
                    self.connection
                        .post(Some(&session), &RunIfWaitingForDebuggerParams::default());
                }
            }
        }
    }

    /// Brings the scripts into a target, listens to it and to its children, and lets it run.
    async fn set_up(&self, session: &SessionId) -> Result<(), PageError> {
        let to = Some(session);
        self.post(to, &PageEnable::default());
        self.post(to, &NetworkEnable::default());
        self.post(
            to,
            &AddScriptToEvaluateOnNewDocumentParams {
                run_immediately: Some(true),
                ..AddScriptToEvaluateOnNewDocumentParams::new(ostler_runtime::counter_script(&self.secret))
            },
        );
        self.post(
            to,
            &AddScriptToEvaluateOnNewDocumentParams {
                world_name: Some(ostler_runtime::WORLD.to_owned()),
                run_immediately: Some(true),
                ..AddScriptToEvaluateOnNewDocumentParams::new(ostler_runtime::page_script(&self.secret))
            },
        );
        self.post(
            to,
            &SetAutoAttachParams {
                auto_attach: true,
                wait_for_debugger_on_start: true,
                flatten: Some(true),
                filter: None,
            },
        );
        self.post(to, &SetFocusEmulationEnabledParams::new(true));
        self.post(to, &RunIfWaitingForDebuggerParams::default());
        self.read_tree(session).await
    }

    /// Puts in the frames that are there already.
    async fn read_tree(&self, session: &SessionId) -> Result<(), PageError> {
        let answer = (self.connection)
            .call(Some(session), &GetFrameTreeParams::default())
            .await?;
        let tree: TreeAnswer = answer.read()?;
        put_tree(&mut self.watch.state(), tree.frame_tree, session);
        Ok(())
    }

    fn post<C: Command>(&self, session: Option<&SessionId>, command: &C) {
        self.connection.post(session, command);
    }
}

/// Puts in a frame and all below it. One level is read at a time: frames may be nested deeper than JSON is read.
fn put_tree(state: &mut super::watch::State, root: Tree, session: &SessionId) {
    let mut stack = vec![root];
    let mut first = true;
    while let Some(tree) = stack.pop() {
        // A child with its own session has been put in by its own set-up.
        if !first && state.frames.contains_key(&tree.frame.id) {
            continue;
        }
        first = false;
        state.put(&tree.frame.id, tree.frame.parent_id, session, &tree.frame.url);
        if let Some(frame) = state.frames.get_mut(&tree.frame.id) {
            frame.unreachable = tree.frame.unreachable_url;
        }
        let children = tree.child_frames.iter().rev();
        stack.extend(children.filter_map(|child| serde_json::from_str(child.get()).ok()));
    }
}

/// Standard base64 (RFC 4648, section 4) to bytes.
fn decode(text: &str) -> Option<Vec<u8>> {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.decode(text).ok()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TargetOnly {
    target_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SessionOnly {
    session_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Targets {
    #[serde(default)]
    target_infos: Vec<Found>,
}

impl Found {
    /// Whether it is the empty page that a browser begins with.
    pub(crate) fn is_blank(&self) -> bool {
        self.url == "about:blank" && self.opener_id.is_none()
    }
}

/// A page as the browser lists it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Found {
    #[serde(rename = "targetId")]
    pub(crate) id: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    opener_id: Option<String>,
    #[serde(default)]
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TreeAnswer {
    frame_tree: Tree,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Tree {
    frame: FrameInfo,
    #[serde(default)]
    child_frames: Vec<Box<RawValue>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metrics {
    css_content_size: Size,
    css_layout_viewport: Window,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Window {
    client_width: f64,
    client_height: f64,
}

#[derive(Deserialize)]
struct Size {
    width: f64,
    height: f64,
}

#[derive(Deserialize)]
struct Image {
    data: String,
}

#[cfg(test)]
mod tests {
    use super::{TreeAnswer, put_tree};
    use crate::page::watch::State;

    #[test]
    fn frames_nested_as_deep_as_a_page_likes_are_all_put_in() {
        let depth = 1_000;
        let open = |n| format!("{{\"frame\":{{\"id\":\"f{n}\",\"url\":\"u\"}},\"childFrames\":[");
        let mut json: String = (0..depth).map(open).collect();
        json.insert_str(0, "{\"frameTree\":");
        json.push_str(&"]}".repeat(depth));
        json.push('}');
        let answer: TreeAnswer = serde_json::from_str(&json).unwrap();
        let mut state = State::default();
        put_tree(&mut state, answer.frame_tree, &"S".into());
        assert_eq!(state.frames.len(), depth);
    }
}

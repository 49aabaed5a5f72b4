//! One page of a browser, made or found, and kept in step with it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::browser::{SetDownloadBehaviorBehavior, SetDownloadBehaviorParams};
use chromiumoxide::cdp::browser_protocol::emulation::SetFocusEmulationEnabledParams;
use chromiumoxide::cdp::browser_protocol::network::EnableParams as NetworkEnable;
use chromiumoxide::cdp::browser_protocol::page::{
    AddScriptToEvaluateOnNewDocumentParams, CaptureScreenshotFormat, CaptureScreenshotParams, CloseParams,
    EnableParams as PageEnable, GetFrameTreeParams, HandleJavaScriptDialogParams, Viewport,
};
use chromiumoxide::cdp::browser_protocol::target::{
    AttachToTargetParams, CreateTargetParams, DetachFromTargetParams, GetTargetsParams, SetAutoAttachParams,
    SetDiscoverTargetsParams,
};
use chromiumoxide::cdp::js_protocol::runtime::RunIfWaitingForDebuggerParams;
use chromiumoxide::types::Command;
use serde::Deserialize;
use tokio::task::JoinHandle;

use super::ask::PageError;
use super::watch::{Dialog, FrameInfo, Sent, Todo, Watch};
use crate::cdp::{Connection, SessionId};

/// One page and its frames. Cheap to clone; the clones are the same page.
#[derive(Clone)]
pub struct Tab {
    inner: Arc<Inner>,
}

/// Documents that were looked at: by frame and number, and whether they have anything to fill.
pub(crate) type Looked = HashMap<(String, u64), bool>;

struct Inner {
    connection: Connection,
    watch: Watch,
    session: SessionId,
    secret: String,
    looked: Mutex<Looked>,
    watcher: JoinHandle<()>,
    ours: bool,
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.watcher.abort();
    }
}

impl Tab {
    /// Opens a new page. `secret` names the event by which the two scripts speak; it must be unguessable.
    ///
    /// # Errors
    /// If the browser is gone or refuses.
    pub async fn open(connection: &Connection, secret: String) -> Result<Self, PageError> {
        let answer = connection.call(None, &CreateTargetParams::new("about:blank")).await?;
        let made: TargetOnly = answer.read()?;
        Self::attach(connection, made.target_id, secret, true).await
    }

    /// Takes over the page that is open in a browser that was attached to, as it stands.
    ///
    /// # Errors
    /// [`PageError::Odd`] if there is none; otherwise as [`Tab::open`].
    pub async fn adopt(connection: &Connection, secret: String) -> Result<Self, PageError> {
        let answer = connection.call(None, &GetTargetsParams::default()).await?;
        let targets: Targets = answer.read()?;
        // Chrome lists the page that was active last first, as a rule; a page of the web goes before an empty one.
        let is_page = |target: &&Target| {
            target.kind == "page" && !target.url.starts_with("devtools:") && !target.url.starts_with("chrome:")
        };
        let of_web = |target: &&Target| is_page(target) && target.url.starts_with("http");
        let all = &targets.target_infos;
        let page = all
            .iter()
            .find(of_web)
            .or_else(|| all.iter().find(is_page))
            .ok_or(PageError::Odd("Target.getTargets".into()))?
            .clone();
        Self::attach(connection, page.id, secret, false).await
    }

    async fn attach(connection: &Connection, target: String, secret: String, ours: bool) -> Result<Self, PageError> {
        let watch = Watch::new(&target);
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
                hands.watch.ring();
            }
        });
        let tab = Self {
            inner: Arc::new(Inner {
                connection: connection.clone(),
                watch,
                session: session.clone(),
                secret,
                looked: Mutex::default(),
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

    pub(crate) fn top_session(&self) -> SessionId {
        self.inner.session.clone()
    }

    /// Remembers which documents were looked at, by frame and number, and whether they have anything to fill.
    pub(crate) fn keep_looked(&self, documents: Looked) {
        *self.inner.looked.lock().unwrap_or_else(PoisonError::into_inner) = documents;
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
        self.watch().state().popups.clone()
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

    /// Whether the browser or this page's renderer is gone.
    pub fn is_gone(&self) -> bool {
        self.connection().is_closed() || self.watch().state().crashed
    }

    /// A PNG of the page, as high as it is but at most 6,000 CSS pixels.
    ///
    /// # Errors
    /// If the page does not answer.
    pub async fn screenshot(&self) -> Result<Vec<u8>, PageError> {
        const MOST: f64 = 6_000.0;
        let metrics = chromiumoxide::cdp::browser_protocol::page::GetLayoutMetricsParams::default();
        let answer = self.connection().call(Some(&self.inner.session), &metrics).await?;
        let metrics: Metrics = answer.read()?;
        let size = metrics.css_content_size;
        let clip = Viewport {
            x: 0.0,
            y: 0.0,
            width: size.width.clamp(1.0, MOST),
            height: size.height.clamp(1.0, MOST),
            scale: 1.0,
        };
        let capture = CaptureScreenshotParams {
            format: Some(CaptureScreenshotFormat::Png),
            clip: Some(clip),
            capture_beyond_viewport: Some(true),
            ..CaptureScreenshotParams::default()
        };
        let answer = self
            .connection()
            .call_within(Some(&self.inner.session), &capture, Duration::from_secs(20))
            .await?;
        let image: Image = answer.read()?;
        decode(&image.data).ok_or(PageError::Odd("Page.captureScreenshot".into()))
    }

    /// Closes the page if it was made here, else only lets go of it.
    pub async fn close(&self) {
        let outcome = if self.inner.ours {
            self.connection()
                .call(Some(&self.inner.session), &CloseParams::default())
                .await
        } else {
            let detach = DetachFromTargetParams {
                session_id: Some(self.inner.session.to_string().into()),
            };
            self.connection().call(None, &detach).await
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
            Todo::Popup { target } => {
                tracing::debug!(%target, "the page opened a window");
            }
            Todo::Attached {
                session,
                frame,
                kind,
                url,
            } => {
                if kind == "iframe" {
                    {
                        let mut state = self.watch.state();
                        state.sessions.push(session.clone());
                        state.put(&frame, None, &session, &url);
                    }
                    let hands = self.clone();
                    tokio::spawn(async move {
                        if hands.set_up(&session).await.is_err() {
                            tracing::debug!("a frame was gone before it was set up");
                        }
                        hands.watch.ring();
                    });
                } else {
                    // Workers hold no fields; they are only let run.
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
        let answer = self.connection.call(to, &GetFrameTreeParams::default()).await?;
        let tree: TreeAnswer = answer.read()?;
        let mut state = self.watch.state();
        put_tree(&mut state, &tree.frame_tree, session);
        Ok(())
    }

    fn post<C: Command>(&self, session: Option<&SessionId>, command: &C) {
        self.connection.post(session, command);
    }
}

fn put_tree(state: &mut super::watch::State, tree: &Tree, session: &SessionId) {
    state.put(&tree.frame.id, tree.frame.parent_id.clone(), session, &tree.frame.url);
    for child in &tree.child_frames {
        // A child with its own session has been put in by its own set-up.
        if !state.frames.contains_key(&child.frame.id) {
            put_tree(state, child, session);
        }
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
    target_infos: Vec<Target>,
}

#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Target {
    #[serde(rename = "targetId")]
    id: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    url: String,
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
    child_frames: Vec<Tree>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metrics {
    css_content_size: Size,
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

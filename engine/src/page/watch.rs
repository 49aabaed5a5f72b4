//! What the browser tells about a page unasked: frames, navigations, requests, dialogs, popups.
//!
//! One task reads the events of the whole connection and keeps [`State`]; everybody else looks at it, or waits for
//! it to change. Events are read into narrow structs of our own in which everything is optional, so that a newer
//! Chrome cannot make one unreadable.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use tokio::sync::watch;

use super::marks::Marks;
use crate::cdp::{Event, SessionId};

/// One frame as the browser reports it.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that the browser has told, or not, of the frame"
)]
pub(crate) struct Frame {
    /// Its number in refs; 0 is the top frame.
    pub(crate) number: u32,
    /// The frame around it.
    pub(crate) parent: Option<String>,
    /// The session that speaks for it.
    pub(crate) session: SessionId,
    /// The URL of its document.
    pub(crate) url: String,
    /// The address that was asked for, where the browser shows a page of its own since that could not be loaded.
    pub(crate) unreachable: String,
    /// The isolated world's context in the present document.
    pub(crate) context: Option<i64>,
    /// The number of its document, which no other document of the page has had: a question asked of one document must
    /// not be answered by the next.
    pub(crate) document: u64,
    /// The number of the form around it, 0 if it stands in none, once that was asked.
    pub(crate) around: Option<u32>,
    /// Something in the present document could not be looked into.
    pub(crate) shaded: bool,
    /// It did not answer when it was asked last.
    pub(crate) silent: bool,
    /// A navigation has been asked for or has begun, and has neither committed nor failed.
    pub(crate) pending: bool,
    /// It has begun.
    pub(crate) begun: bool,
}

/// One request, as far as a submit's evidence needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    pub(crate) id: String,
    /// The session that told of it.
    pub(crate) session: Option<SessionId>,
    /// Counts the requests of the page.
    pub(crate) number: u64,
    /// `GET`, `POST`, ….
    pub method: String,
    /// The URL without its query.
    pub url: String,
    /// `Document`, `XHR`, `Fetch`, `Ping`, ….
    pub kind: String,
    /// The status of the last answer, if there was one.
    pub status: Option<u16>,
    /// The media type of the answer.
    pub mime: String,
    /// Why it came to nothing (`net::ERR_…`), else empty.
    pub failed: String,
    /// Whether it was of the top frame.
    pub top: bool,
    /// The number of the frame that it was of, if that is known.
    pub(crate) frame: Option<u32>,
    /// Whether the URL had a query with anything in it.
    pub(crate) query: bool,
    /// Whether its answer denies what was sent, once that was read.
    pub(crate) denies: Option<bool>,
}

/// A dialog that the page opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialog {
    /// `alert`, `confirm`, `prompt` or `beforeunload`.
    pub kind: String,
    /// Its text: the page's words, not to be trusted.
    pub message: String,
    /// Whether it was accepted. A `prompt` never is, and a `confirm` only while questions are answered with yes.
    pub accepted: bool,
}

/// A file input that asked for files.
#[derive(Clone, Debug)]
pub(crate) struct Chooser {
    /// The session that told of it.
    pub(crate) session: SessionId,
    /// The input, which need not be in the document.
    pub(crate) input: i64,
    /// Whether it takes several.
    pub(crate) several: bool,
}

/// What is known of the page.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) frames: HashMap<String, Frame>,
    pub(crate) top: String,
    /// Sessions of this page: its own and those of its out-of-process frames.
    pub(crate) sessions: Vec<SessionId>,
    /// Sessions of frames that are being set up: until then it is not known what is in them.
    pub(crate) arriving: Vec<SessionId>,
    /// Sessions of its workers, of which only the requests are heard.
    pub(crate) workers: Vec<SessionId>,
    pub(crate) requests: Vec<Sent>,
    pub(crate) dialogs: Vec<Dialog>,
    /// The page was closed.
    pub(crate) closed: bool,
    /// Whether a `confirm` is answered with yes.
    pub(crate) agrees: bool,
    pub(crate) popups: Vec<Popup>,
    /// Addresses that windows are being opened for which are not there yet.
    opening: Vec<String>,
    pub(crate) downloads: Vec<String>,
    /// What asked for files while that was listened for, the last at the end.
    pub(crate) choosers: Vec<Chooser>,
    /// Counts committed documents of the top frame.
    pub(crate) documents: u64,
    /// The browser is gone, the page was closed, or the page's own renderer crashed and no other has come in its place. Whoever waits for
    /// something must not wait any longer.
    pub(crate) gone: bool,
    /// Each crash is told twice, by the page's session and by the browser, in any order: how often by each.
    crashes: [u32; 2],
    /// The number that the next request will have.
    pub(crate) next_request: u64,
    /// The number of the event that was taken in last.
    pub(crate) taken: u64,
    /// The number of the document that came last, of whatever frame.
    last_document: u64,
    numbers: HashMap<String, u32>,
    marks: Marks,
}

const MOST_REQUESTS: usize = 2_000;
const MOST_DIALOGS: usize = 500;

impl State {
    fn number(&mut self, frame: &str) -> u32 {
        if frame == self.top {
            return 0;
        }
        if let Some(&number) = self.numbers.get(frame) {
            return number;
        }
        let number = self.marks.frame();
        self.numbers.insert(frame.to_owned(), number);
        number
    }

    /// A frame has had this number before.
    pub(crate) fn remember(&mut self, frame: &str, number: u32) {
        if frame != self.top {
            self.numbers.insert(frame.to_owned(), number);
        }
    }

    /// Puts in a frame, or what is new of it.
    pub(crate) fn put(&mut self, id: &str, parent: Option<String>, session: &SessionId, url: &str) {
        let number = self.number(id);
        let next = self.last_document + 1;
        let frame = self.frames.entry(id.to_owned()).or_insert_with(|| {
            self.last_document = next;
            Frame {
                number,
                parent: parent.clone(),
                session: session.clone(),
                url: String::new(),
                unreachable: String::new(),
                context: None,
                document: next,
                around: None,
                shaded: false,
                silent: false,
                pending: false,
                begun: false,
            }
        });
        if parent.is_some() {
            frame.parent = parent;
        }
        if frame.session != *session {
            frame.session = session.clone();
            frame.context = None;
            self.last_document = next;
            frame.document = next;
        }
        if !url.is_empty() {
            url.clone_into(&mut frame.url);
        }
    }

    /// Whether a session is the page's own, not one of its out-of-process frames'.
    fn is_top(&self, session: &SessionId) -> bool {
        self.frames.get(&self.top).is_some_and(|top| top.session == *session)
    }

    /// The page's renderer crashed, as one of two ways tells. To be told once more of the same crash is no news: by then
    /// another document may be on its way.
    fn crash(&mut self, way: usize) {
        self.crashes[way] += 1;
        self.gone |= self.crashes[way] > self.crashes[1 - way];
    }

    fn drop_frame(&mut self, id: &str) {
        self.frames.remove(id);
        self.drop_inside(id);
    }

    fn drop_inside(&mut self, id: &str) {
        let children: Vec<String> = self
            .frames
            .iter()
            .filter(|(_, frame)| frame.parent.as_deref() == Some(id))
            .map(|(id, _)| id.clone())
            .collect();
        for child in children {
            self.drop_frame(&child);
        }
    }

    /// Frames with their ids, the top one first and every child after its parent.
    pub(crate) fn in_order(&self) -> Vec<(String, Frame)> {
        let mut found = Vec::new();
        let mut stack = vec![self.top.clone()];
        while let Some(id) = stack.pop() {
            let Some(frame) = self.frames.get(&id) else { continue };
            found.push((id.clone(), frame.clone()));
            let mut children: Vec<(&String, &Frame)> = self
                .frames
                .iter()
                .filter(|(_, frame)| frame.parent.as_deref() == Some(id.as_str()))
                .collect();
            children.sort_by_key(|(_, frame)| std::cmp::Reverse(frame.number));
            stack.extend(children.into_iter().map(|(id, _)| id.clone()));
        }
        found
    }

    fn commit(&mut self, id: &str) {
        // What was in the document before is not in this one, and the browser does not say so of each frame.
        self.drop_inside(id);
        if let Some(frame) = self.frames.get_mut(id) {
            frame.context = None;
            self.last_document += 1;
            frame.document = self.last_document;
            frame.shaded = false;
            frame.silent = false;
            frame.pending = false;
            frame.begun = false;
        }
        if id == self.top {
            self.documents += 1;
        }
    }

    fn pend(&mut self, id: &str, pending: bool) {
        if let Some(frame) = self.frames.get_mut(id) {
            frame.pending = pending;
            frame.begun &= pending;
        }
    }

    /// A frame that has had no document yet goes by the address of the one that it is to have.
    fn head(&mut self, id: &str, url: String) {
        if let Some(frame) = self.frames.get_mut(id)
            && frame.url.is_empty()
        {
            frame.url = url;
        }
    }

    /// The address that a frame goes by: where it was on its way from nowhere when it was asked, by now it may have one.
    /// One that has asked for nothing yet holds the empty document that every frame begins with.
    pub(crate) fn heading(&self, id: &str, asked: &Frame) -> String {
        let known = [Some(asked), self.frames.get(id)];
        let address = |frame: &'_ Frame| -> String {
            let told = if frame.unreachable.is_empty() {
                &frame.url
            } else {
                &frame.unreachable
            };
            told.clone()
        };
        let mut urls = known.into_iter().flatten().map(address);
        urls.find(|url| !url.is_empty())
            .unwrap_or_else(|| "about:blank".to_owned())
    }

    /// Counts the documents of the page, and of one of its frames: what the count of a frame that is gone was is not
    /// another document.
    pub(crate) fn documents_with(&self, frame: u32) -> (u64, Option<u64>) {
        let own = self.frames.values().find(|own| own.number == frame && frame != 0);
        (self.documents, own.map(|own| own.document))
    }

    /// The URL of the document in a frame, empty if that is gone.
    pub(crate) fn url_of(&self, frame: u32) -> String {
        let own = self.frames.values().find(|own| own.number == frame);
        own.map(|own| own.url.clone()).unwrap_or_default()
    }

    fn request(&mut self, id: &str) -> Option<&mut Sent> {
        self.requests.iter_mut().rev().find(|sent| sent.id == id)
    }
}

/// The state, shared, and a bell that rings whenever it changes.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    state: Arc<Mutex<State>>,
    bell: watch::Sender<u64>,
}

impl Watch {
    pub(crate) fn new(top: &str, marks: Marks) -> Self {
        let state = State {
            top: top.to_owned(),
            marks,
            ..State::default()
        };
        Self {
            state: Arc::new(Mutex::new(state)),
            bell: watch::Sender::new(0),
        }
    }

    /// The state, for a moment. Never held over an `await`.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn ring(&self) {
        self.bell.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Waits until `ready` is true of the state.
    pub(crate) async fn until(&self, mut ready: impl FnMut(&State) -> bool) {
        let mut bell = self.bell.subscribe();
        loop {
            bell.borrow_and_update();
            if ready(&self.state()) {
                return;
            }
            if bell.changed().await.is_err() {
                return;
            }
        }
    }

    /// Waits until an event, and all before it, are taken in.
    pub(crate) async fn take_in(&self, last: u64) {
        self.until(|state| state.taken >= last || state.gone).await;
    }

    /// Takes in one event. What it answers is work for the caller, who can speak to the browser.
    pub(crate) fn take(&self, event: &Event) -> Option<Todo> {
        let todo = self.digest(event);
        self.state().taken = event.number;
        self.ring();
        todo
    }

    fn digest(&self, event: &Event) -> Option<Todo> {
        let session = event.session.clone();
        let mut state = self.state();
        if event.method.as_ref() == "Target.attachedToTarget" {
            let attached: Attached = event.read()?;
            let ours = session.as_ref().is_some_and(|session| state.sessions.contains(session));
            if !ours {
                return None;
            }
            let child: SessionId = attached.session_id.as_str().into();
            return Some(Todo::Attached {
                session: child,
                frame: attached.target_info.target_id,
                parent: attached.target_info.parent_frame_id,
                kind: attached.target_info.kind,
                url: attached.target_info.url,
            });
        }
        if event.method.as_ref() == "Target.targetCreated" {
            let created: Created = event.read()?;
            let target = created.target_info;
            if target.kind == "page" && target.opener_id.as_deref() == Some(state.top.as_str()) {
                let url = if target.url.is_empty() && !state.opening.is_empty() {
                    state.opening.remove(0)
                } else {
                    target.url
                };
                state.popups.push(Popup {
                    target: target.target_id.clone(),
                    url,
                });
                return Some(Todo::Popup {
                    target: target.target_id,
                });
            }
            return None;
        }
        if event.method.as_ref() == "Target.targetDestroyed" {
            let gone: Destroyed = event.read()?;
            if gone.target_id == state.top {
                state.closed = true;
                // Nothing that is waited for will come any more.
                state.gone = true;
            }
            return None;
        }
        if event.method.as_ref() == "Target.targetInfoChanged" {
            // A window has no address yet when it is made.
            let changed: Created = event.read()?;
            let target = changed.target_info;
            let mut popups = state.popups.iter_mut();
            if let Some(popup) = popups.find(|popup| popup.target == target.target_id && !target.url.is_empty()) {
                popup.url = target.url;
            }
            return None;
        }
        // The browser itself tells this, not the session of the target, which may have nothing left to speak with. A
        // frame that crashed says so when it is asked.
        if event.method.as_ref() == "Target.targetCrashed" {
            let crashed: Crashed = event.read()?;
            if crashed.target_id == state.top {
                state.crash(1);
            }
            return None;
        }
        let session = session?;
        if state.workers.contains(&session) {
            network(&mut state, event);
            return None;
        }
        if !state.sessions.contains(&session) {
            return None;
        }
        Self::of_session(&mut state, &session, event)
    }

    fn of_session(state: &mut State, session: &SessionId, event: &Event) -> Option<Todo> {
        match event.method.as_ref() {
            "Page.frameAttached" => {
                let it: FrameAttached = event.read()?;
                state.put(&it.frame_id, Some(it.parent_frame_id), session, "");
            }
            "Page.frameDetached" => {
                let it: FrameDetached = event.read()?;
                // A frame that moves to its own process leaves this target, not the page.
                if it.reason != "swap" {
                    state.drop_frame(&it.frame_id);
                }
            }
            "Page.frameNavigated" => {
                let it: FrameNavigated = event.read()?;
                state.put(&it.frame.id, it.frame.parent_id, session, &it.frame.url);
                state.commit(&it.frame.id);
                if let Some(frame) = state.frames.get_mut(&it.frame.id) {
                    frame.unreachable = it.frame.unreachable_url;
                }
                if it.kind == "BackForwardCacheRestore" {
                    return Some(Todo::Restored {
                        session: session.clone(),
                    });
                }
            }
            "Page.navigatedWithinDocument" => {
                let it: WithinDocument = event.read()?;
                if let Some(frame) = state.frames.get_mut(&it.frame_id) {
                    frame.url = it.url;
                    frame.pending = false;
                    frame.begun = false;
                }
            }
            "Page.frameStartedNavigating" => {
                let it: StartedNavigating = event.read()?;
                if !matches!(it.navigation_type.as_str(), "sameDocument" | "historySameDocument") {
                    state.pend(&it.frame_id, true);
                    state.head(&it.frame_id, it.url);
                    if let Some(frame) = state.frames.get_mut(&it.frame_id) {
                        frame.begun = true;
                    }
                }
            }
            "Page.frameRequestedNavigation" => {
                let it: RequestedNavigation = event.read()?;
                if it.disposition.is_empty() || it.disposition == "currentTab" {
                    state.pend(&it.frame_id, true);
                    state.head(&it.frame_id, it.url);
                }
            }
            "Page.frameStoppedLoading" => {
                let it: FrameOnly = event.read()?;
                state.pend(&it.frame_id, false);
            }
            "Page.frameClearedScheduledNavigation" => {
                let it: FrameOnly = event.read()?;
                // What was scheduled is cleared as well once it has begun.
                if state.frames.get(&it.frame_id).is_some_and(|frame| !frame.begun) {
                    state.pend(&it.frame_id, false);
                }
            }
            "Page.downloadWillBegin" => {
                let it: Download = event.read()?;
                state
                    .downloads
                    .push(it.url.split(['?', '#']).next().unwrap_or_default().to_owned());
                let top = state.top.clone();
                state.pend(&top, false);
            }
            "Page.fileChooserOpened" => {
                let it: ChooserOpened = event.read()?;
                state.choosers.push(Chooser {
                    session: session.clone(),
                    input: it.backend_node_id?,
                    several: it.mode == "selectMultiple",
                });
            }
            "Page.windowOpen" => {
                let it: WindowOpen = event.read()?;
                match state.popups.last_mut() {
                    Some(last) if last.url.is_empty() => last.url = it.url,
                    _ if state.opening.len() < MOST_DIALOGS => state.opening.push(it.url),
                    _ => {}
                }
            }
            "Page.javascriptDialogOpening" => {
                let it: DialogOpening = event.read()?;
                // Leaving was asked of us, so a page that asks back is told yes; a question to the person is not ours.
                let accepted = match it.kind.as_str() {
                    "alert" | "beforeunload" => true,
                    "confirm" => state.agrees,
                    _ => false,
                };
                if state.dialogs.len() < MOST_DIALOGS {
                    state.dialogs.push(Dialog {
                        kind: it.kind,
                        message: it.message,
                        accepted,
                    });
                }
                return Some(Todo::Dialog {
                    session: session.clone(),
                    accept: accepted,
                });
            }
            "Inspector.targetCrashed" => {
                if state.is_top(session) {
                    state.crash(0);
                }
            }
            "Inspector.targetReloadedAfterCrash" => {
                if state.is_top(session) {
                    state.gone = false;
                }
            }
            "Target.detachedFromTarget" => {
                let it: Detached = event.read()?;
                let gone: SessionId = it.session_id.as_str().into();
                state.sessions.retain(|known| *known != gone);
                state.arriving.retain(|known| *known != gone);
                state.workers.retain(|known| *known != gone);
            }
            _ => network(state, event),
        }
        None
    }
}

fn network(state: &mut State, event: &Event) {
    match event.method.as_ref() {
        "Network.requestWillBeSent" => {
            let Some(it) = event.read::<WillBeSent>() else { return };
            let redirected = it.redirect_response.map(|response| response.status);
            if let Some(known) = state.request(&it.request_id) {
                // A redirect: the request that was answered so keeps its status, the next is another one.
                known.status = redirected.or(known.status);
            }
            if state.requests.len() >= MOST_REQUESTS {
                state.requests.remove(0);
            }
            let top = it.frame_id.as_deref() == Some(state.top.as_str());
            let frame = it.frame_id.map(|frame| state.number(&frame));
            let number = state.next_request;
            state.next_request += 1;
            state.requests.push(Sent {
                id: it.request_id,
                session: event.session.clone(),
                number,
                method: it.request.method,
                url: it.request.url.split(['?', '#']).next().unwrap_or_default().to_owned(),
                query: has_query(&it.request.url),
                kind: it.kind,
                top,
                frame,
                ..Sent::default()
            });
        }
        "Network.responseReceived" => {
            let Some(it) = event.read::<Received>() else { return };
            if let Some(sent) = state.request(&it.request_id) {
                sent.status = Some(it.response.status);
                sent.mime = it.response.mime_type;
            }
        }
        "Network.loadingFailed" => {
            let Some(it) = event.read::<LoadingFailed>() else {
                return;
            };
            let frame = state.top.clone();
            if let Some(sent) = state.request(&it.request_id) {
                sent.failed = it.error_text;
                if sent.kind == "Document" && sent.top {
                    state.pend(&frame, false);
                }
            }
        }
        _ => {}
    }
}

/// A window that the page opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Popup {
    /// The browser's own id of it.
    pub(crate) target: String,
    /// Where it is by now.
    pub(crate) url: String,
}

/// What an event asks of whoever can speak to the browser.
#[derive(Debug)]
pub(crate) enum Todo {
    /// A child target wants to be set up and let run.
    Attached {
        session: SessionId,
        frame: String,
        parent: Option<String>,
        kind: String,
        url: String,
    },
    /// A document is back with all that was in it, of which nothing is told.
    Restored { session: SessionId },
    /// The page opened a window.
    Popup { target: String },
    /// A dialog is open and holds everything up.
    Dialog { session: SessionId, accept: bool },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Destroyed {
    target_id: String,
}

#[derive(Deserialize)]
struct WindowOpen {
    #[serde(default)]
    url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attached {
    session_id: String,
    target_info: TargetInfo,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    target_info: TargetInfo,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Crashed {
    target_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TargetInfo {
    target_id: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    url: String,
    opener_id: Option<String>,
    parent_frame_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FrameAttached {
    frame_id: String,
    parent_frame_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FrameDetached {
    frame_id: String,
    #[serde(default)]
    reason: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FrameOnly {
    frame_id: String,
}

#[derive(Deserialize)]
struct FrameNavigated {
    frame: FrameInfo,
    #[serde(rename = "type", default)]
    kind: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameInfo {
    pub(crate) id: String,
    pub(crate) parent_id: Option<String>,
    #[serde(default)]
    pub(crate) url: String,
    #[serde(default)]
    pub(crate) unreachable_url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WithinDocument {
    frame_id: String,
    #[serde(default)]
    url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StartedNavigating {
    frame_id: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    navigation_type: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RequestedNavigation {
    frame_id: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    disposition: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ChooserOpened {
    #[serde(default)]
    mode: String,
    backend_node_id: Option<i64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Download {
    #[serde(default)]
    url: String,
}

#[derive(Deserialize)]
struct DialogOpening {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    message: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Detached {
    session_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WillBeSent {
    request_id: String,
    request: RequestInfo,
    #[serde(rename = "type", default)]
    kind: String,
    frame_id: Option<String>,
    redirect_response: Option<ResponseInfo>,
}

#[derive(Deserialize)]
struct RequestInfo {
    #[serde(default)]
    method: String,
    #[serde(default)]
    url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResponseInfo {
    #[serde(default)]
    status: u16,
    #[serde(default)]
    mime_type: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Received {
    request_id: String,
    response: ResponseInfo,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LoadingFailed {
    request_id: String,
    #[serde(default)]
    error_text: String,
}

/// Whether the query of an address holds anything: a form whose fields have no names leaves a bare question mark.
fn has_query(url: &str) -> bool {
    let url = url.split('#').next().unwrap_or_default();
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let mut pairs = query.split('&');
    pairs.any(|pair| !pair.split_once('=').map_or(pair, |(_, value)| value).is_empty())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::value::to_raw_value;
    use serde_json::{Value, json};

    use super::{Watch, has_query};
    use crate::cdp::{Event, SessionId};
    use crate::page::marks::Marks;

    #[test]
    fn a_query_without_a_value_holds_nothing() {
        for (url, holds) in [
            ("https://example.org/find?q=ada", true),
            ("https://example.org/find?ada", true),
            ("https://example.org/find?q=&page=1", true),
            ("https://example.org/find?", false),
            ("https://example.org/find?q=&r=", false),
            ("https://example.org/find#a?b=c", false),
            ("https://example.org/find", false),
        ] {
            assert_eq!(has_query(url), holds, "{url}");
        }
    }

    #[test]
    fn a_frame_goes_by_the_address_that_it_is_to_have_as_soon_as_it_is_asked_for() {
        let session = SessionId::from("s");
        let watch = Watch::new("top", Marks::default());
        {
            let mut state = watch.state();
            state.sessions.push(session.clone());
            state.put("top", None, &session, "https://example.org/");
        }
        let tell = |method: &str, params: Value| {
            watch.digest(&Event {
                number: 1,
                session: Some(session.clone()),
                method: method.into(),
                params: Arc::from(to_raw_value(&params).expect("it is JSON")),
            });
        };
        let url = || watch.state().frames["inner"].url.clone();
        let heading = || {
            let state = watch.state();
            state.heading("inner", &state.frames["inner"])
        };
        tell(
            "Page.frameAttached",
            json!({ "frameId": "inner", "parentFrameId": "top" }),
        );
        assert_eq!((url(), heading()), (String::new(), "about:blank".to_owned()));
        let first = watch.state().frames["inner"].clone();
        let asked = json!({
            "frameId": "inner", "reason": "initialFrameNavigation", "url": "https://example.com/form", "disposition": "currentTab",
        });
        tell("Page.frameRequestedNavigation", asked);
        assert_eq!(url(), "https://example.com/form");
        let late = watch.state().heading("inner", &first);
        assert_eq!(late, url(), "asked before it had one");
        // One that has a document keeps its address until another comes.
        let next =
            json!({ "frameId": "inner", "url": "https://example.com/next", "navigationType": "differentDocument" });
        tell("Page.frameStartedNavigating", next);
        assert_eq!(url(), "https://example.com/form");
    }
}

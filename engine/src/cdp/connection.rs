//! Routes commands to sessions, answers to whoever asked, and events to whoever listens.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use chromiumoxide::types::Command;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Sleep, sleep};

use super::error::{CdpError, Misfit, unquoted};
use super::message::{Answer, Envelope, Event, Refusal, SessionId};
use super::outbox::{Exit, Outbox, Queue};

/// How long an answer is waited for if the caller does not say.
pub const DEADLINE: Duration = Duration::from_secs(30);

/// The code of a refusal because of a session that is not there.
const NO_SUCH_SESSION: i64 = -32001;

/// A connection to a browser. Clones share it.
#[derive(Clone)]
pub struct Connection {
    shared: Arc<Shared>,
}

/// What went over a connection so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Commands sent.
    pub commands: u64,
    /// Answers that came, refusals among them.
    pub answers: u64,
    /// Events that came.
    pub events: u64,
    /// Messages that could not be read and were passed over.
    pub skipped: u64,
    /// Bytes sent.
    pub bytes_out: u64,
    /// Bytes that came.
    pub bytes_in: u64,
    /// How often each command was sent.
    pub by_method: BTreeMap<Cow<'static, str>, u64>,
}

struct Shared {
    next: AtomicU64,
    state: Mutex<State>,
    closed: watch::Sender<bool>,
}

struct State {
    /// None once the connection is closed.
    outbox: Option<Outbox>,
    pending: HashMap<u64, Pending>,
    sessions: HashMap<SessionId, Attached>,
    /// Names of events, so that each is allocated once.
    names: HashSet<Arc<str>>,
    listeners: Vec<mpsc::UnboundedSender<Event>>,
    counts: Counts,
}

struct Pending {
    session: Option<SessionId>,
    method: Cow<'static, str>,
    reply: oneshot::Sender<Result<Answer, CdpError>>,
}

/// What is known of a session.
struct Attached {
    parent: Option<SessionId>,
    target: String,
    /// Its process is gone: nobody would answer.
    crashed: bool,
    /// Each crash is told twice, by the session itself and by the browser, in any order: how often by each.
    told: [u32; 2],
}

/// The fields that tell which session or target came or went.
#[derive(Deserialize)]
struct Whereabouts {
    #[serde(rename = "sessionId")]
    session: Option<String>,
    #[serde(rename = "targetId")]
    target: Option<String>,
    #[serde(rename = "targetInfo")]
    info: Option<TargetInfo>,
}

#[derive(Deserialize)]
struct TargetInfo {
    #[serde(rename = "targetId")]
    target: String,
}

#[derive(Serialize)]
struct Outgoing<'a, P: ?Sized> {
    id: u64,
    method: &'a str,
    #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
    session: Option<&'a str>,
    params: &'a P,
}

impl Connection {
    /// A connection without a transport, and the queue that the transport has to carry out. The transport hands what
    /// comes in to [`Self::take`] and ends with [`Self::shut`].
    pub(super) fn new(exit: Exit) -> (Self, Queue) {
        let (outbox, queue) = Outbox::new(exit);
        let state = State {
            outbox: Some(outbox),
            pending: HashMap::new(),
            sessions: HashMap::new(),
            names: HashSet::new(),
            listeners: Vec::new(),
            counts: Counts::default(),
        };
        let shared = Shared {
            next: AtomicU64::new(1),
            state: Mutex::new(state),
            closed: watch::Sender::new(false),
        };
        (
            Self {
                shared: Arc::new(shared),
            },
            queue,
        )
    }

    /// Sends `command` to `session`, or to the browser, at once; await what comes back for the answer. Commands go out
    /// in the order of these calls, whenever they are awaited.
    pub fn call<C: Command>(&self, session: Option<&SessionId>, command: &C) -> Call {
        self.call_within(session, command, DEADLINE)
    }

    /// As [`Self::call`], with another deadline.
    pub fn call_within<C: Command>(&self, session: Option<&SessionId>, command: &C, deadline: Duration) -> Call {
        self.ask(session, command.identifier(), command, deadline)
    }

    /// As [`Self::call`], for a command that has no type.
    pub fn call_raw(
        &self,
        session: Option<&SessionId>,
        method: &'static str,
        params: &(impl Serialize + ?Sized),
        deadline: Duration,
    ) -> Call {
        self.ask(session, method.into(), params, deadline)
    }

    /// Sends `command` and forgets it: its answer is passed over.
    pub fn post<C: Command>(&self, session: Option<&SessionId>, command: &C) {
        let id = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let _ = self.shared.send(id, session, command.identifier(), command, None);
    }

    /// As [`Self::post`], for a command that has no type.
    pub fn post_raw(&self, session: Option<&SessionId>, method: &'static str, params: &(impl Serialize + ?Sized)) {
        let id = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let _ = self.shared.send(id, session, method.into(), params, None);
    }

    /// All events from now on, in order, of all sessions. Ends with the connection.
    pub fn events(&self) -> mpsc::UnboundedReceiver<Event> {
        let (listener, events) = mpsc::unbounded_channel();
        let mut state = self.shared.lock();
        if state.outbox.is_some() {
            state.listeners.push(listener);
        }
        events
    }

    /// Whether the pipe or socket is gone.
    pub fn is_closed(&self) -> bool {
        *self.shared.closed.borrow()
    }

    /// Waits until the pipe or socket is gone.
    pub async fn closed(&self) {
        // The sender lives in `shared`, so this can end in one way only.
        let _ = self.shared.closed.subscribe().wait_for(|closed| *closed).await;
    }

    /// The number of the event that came last; 0 if none did.
    pub fn last_event(&self) -> u64 {
        self.shared.lock().counts.events
    }

    /// What went over it so far.
    pub fn counts(&self) -> Counts {
        self.shared.lock().counts.clone()
    }

    /// Whether the process behind `session` has crashed, and no other has come in its place.
    pub fn is_crashed(&self, session: &SessionId) -> bool {
        self.shared.lock().is_crashed(session)
    }

    /// How many commands wait for an answer.
    pub fn pending(&self) -> usize {
        self.shared.lock().pending.len()
    }

    /// Ends it: all that is pending fails, all listeners come to their end, and the transport lets go.
    pub(super) fn shut(&self) {
        let mut state = self.shared.lock();
        state.outbox = None;
        state.listeners.clear();
        state.sessions.clear();
        let pending = std::mem::take(&mut state.pending);
        drop(state);
        self.shared.closed.send_replace(true);
        for (_, one) in pending {
            let _ = one.reply.send(Err(CdpError::Closed));
        }
    }

    /// Takes one message of the browser.
    pub(super) fn take(&self, message: &[u8]) {
        self.shared.take(message);
    }

    fn ask<P: Serialize + ?Sized>(
        &self,
        session: Option<&SessionId>,
        method: Cow<'static, str>,
        params: &P,
        deadline: Duration,
    ) -> Call {
        let (reply, answer) = oneshot::channel();
        let id = self.shared.next.fetch_add(1, Ordering::Relaxed);
        if let Err((error, Some(reply))) = self.shared.send(id, session, method.clone(), params, Some(reply)) {
            let _ = reply.send(Err(error));
        }
        Call {
            id,
            method,
            shared: Arc::clone(&self.shared),
            answer,
            deadline,
            sleep: None,
        }
    }
}

/// A command that was sent. Await it for the answer; drop it to forget the command.
#[must_use = "await it for the answer, or use `post`"]
pub struct Call {
    id: u64,
    method: Cow<'static, str>,
    shared: Arc<Shared>,
    answer: oneshot::Receiver<Result<Answer, CdpError>>,
    deadline: Duration,
    /// Made at the first poll that finds no answer: most answers of a pipelined batch are there by then.
    sleep: Option<Pin<Box<Sleep>>>,
}

impl Future for Call {
    type Output = Result<Answer, CdpError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        if let Poll::Ready(answer) = Pin::new(&mut this.answer).poll(context) {
            return Poll::Ready(answer.unwrap_or(Err(CdpError::Closed)));
        }
        let deadline = this.deadline;
        let sleep = this.sleep.get_or_insert_with(|| Box::pin(sleep(deadline)));
        sleep.as_mut().poll(context).map(|()| {
            let millis = u64::try_from(deadline.as_millis()).unwrap_or(u64::MAX);
            Err(CdpError::Unanswered {
                method: this.method.clone(),
                millis,
            })
        })
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.shared.lock().pending.remove(&self.id);
    }
}

type Reply = oneshot::Sender<Result<Answer, CdpError>>;

impl Shared {
    /// A panic elsewhere leaves nothing half done here, so a poisoned lock is as good as any.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a command in the outbox. Gives `reply` back with the reason if it cannot.
    fn send<P: Serialize + ?Sized>(
        &self,
        id: u64,
        session: Option<&SessionId>,
        method: Cow<'static, str>,
        params: &P,
        reply: Option<Reply>,
    ) -> Result<(), (CdpError, Option<Reply>)> {
        let message = Outgoing {
            id,
            method: &method,
            session: session.map(|id| &**id),
            params,
        };
        let bytes = match serde_json::to_vec(&message) {
            Ok(bytes) => bytes,
            Err(error) => {
                return Err((
                    CdpError::Unreadable {
                        method,
                        source: Misfit::from(&error),
                    },
                    reply,
                ));
            }
        };
        let mut state = self.lock();
        if session.is_some_and(|session| state.is_crashed(session)) && !reaches_the_dead(&method) {
            return Err((CdpError::Crashed { method }, reply));
        }
        let length = bytes.len() as u64;
        if !state.outbox.as_ref().is_some_and(|outbox| outbox.send(bytes)) {
            return Err((CdpError::Closed, reply));
        }
        state.counts.commands += 1;
        state.counts.bytes_out += length;
        *state.counts.by_method.entry(method.clone()).or_default() += 1;
        if let Some(reply) = reply {
            // The answer cannot overtake this: it is taken under the same lock.
            state.pending.insert(
                id,
                Pending {
                    session: session.cloned(),
                    method,
                    reply,
                },
            );
        }
        Ok(())
    }

    fn take(&self, message: &[u8]) {
        let text = String::from_utf8_lossy(message);
        let read = serde_json::from_str::<Envelope<'_>>(&text);
        let mut state = self.lock();
        state.counts.bytes_in += message.len() as u64;
        match read {
            Ok(Envelope {
                id: Some(id),
                result,
                error,
                ..
            }) => {
                state.counts.answers += 1;
                let pending = state.pending.remove(&id);
                drop(state);
                if let Some(Pending { method, reply, .. }) = pending {
                    let _ = reply.send(answer(method, result, error));
                }
            }
            Ok(Envelope {
                method: Some(method),
                session,
                params,
                ..
            }) => {
                state.counts.events += 1;
                state.tell(method, session, params);
            }
            Ok(_) => state.counts.skipped += 1,
            Err(error) => {
                state.counts.skipped += 1;
                let pending = id_of(&text).and_then(|id| state.pending.remove(&id));
                drop(state);
                if let Some(Pending { method, reply, .. }) = pending {
                    let _ = reply.send(Err(CdpError::Unreadable {
                        method,
                        source: Misfit::from(&error),
                    }));
                }
            }
        }
    }
}

impl State {
    /// Passes an event on, and keeps the book of sessions.
    fn tell(&mut self, method: &str, session: Option<&str>, params: Option<&RawValue>) {
        let session: Option<SessionId> = session.map(|id| match self.sessions.get_key_value(id) {
            Some((known, _)) => Arc::clone(known),
            None => id.into(),
        });
        if !self.listeners.is_empty() {
            let event = Event {
                number: self.counts.events,
                session: session.clone(),
                method: self.name(method),
                params: Arc::from(params.unwrap_or(RawValue::NULL).to_owned()),
            };
            self.listeners.retain(|listener| listener.send(event.clone()).is_ok());
        }
        // Only after it was passed on: whoever sees his call fail finds the event that explains it in his queue.
        match method {
            "Target.attachedToTarget" => {
                if let Some(Whereabouts {
                    session: Some(child),
                    info: Some(info),
                    ..
                }) = whereabouts(params)
                {
                    self.sessions.insert(
                        child.into(),
                        Attached {
                            parent: session,
                            target: info.target,
                            crashed: false,
                            told: [0, 0],
                        },
                    );
                }
            }
            "Target.detachedFromTarget" => {
                if let Some(child) = whereabouts(params).and_then(|w| w.session) {
                    self.forget(&child);
                }
            }
            "Inspector.detached" => {
                if let Some(session) = session {
                    self.forget(&session);
                }
            }
            "Inspector.targetCrashed" => self.crash(session.into_iter().collect(), 0),
            "Target.targetCrashed" => {
                if let Some(target) = whereabouts(params).and_then(|w| w.target) {
                    let of_it = |(id, one): (&SessionId, &Attached)| (one.target == target).then(|| Arc::clone(id));
                    let crashed: Vec<SessionId> = self.sessions.iter().filter_map(of_it).collect();
                    self.crash(crashed, 1);
                }
            }
            "Inspector.targetReloadedAfterCrash" => {
                if let Some(one) = session.and_then(|session| self.sessions.get_mut(&session)) {
                    one.crashed = false;
                }
            }
            _ => {}
        }
    }

    fn name(&mut self, method: &str) -> Arc<str> {
        if let Some(known) = self.names.get(method) {
            return Arc::clone(known);
        }
        let name: Arc<str> = method.into();
        self.names.insert(Arc::clone(&name));
        name
    }

    /// A session is over, and with it all those that were opened through it.
    fn forget(&mut self, session: &str) {
        let mut gone: Vec<SessionId> = vec![session.into()];
        let mut next = 0;
        while let Some(parent) = gone.get(next).cloned() {
            self.sessions.remove(&parent);
            let below = |(id, one): (&SessionId, &Attached)| {
                (one.parent.as_ref() == Some(&parent) && !gone.contains(id)).then(|| Arc::clone(id))
            };
            let children: Vec<SessionId> = self.sessions.iter().filter_map(below).collect();
            gone.extend(children);
            next += 1;
        }
        self.fail(&gone, |method| CdpError::Detached { method });
    }

    /// The processes of these sessions have crashed, as one of two ways tells: what is pending there fails, and so does
    /// what is asked from now on. To be told once more of a crash changes nothing: a page that goes elsewhere since must not
    /// be called crashed.
    fn crash(&mut self, mut sessions: Vec<SessionId>, way: usize) {
        sessions.retain(|session| {
            let Some(one) = self.sessions.get_mut(session) else {
                return false;
            };
            one.told[way] += 1;
            let is_news = one.told[way] > one.told[1 - way];
            one.crashed |= is_news;
            is_news
        });
        self.fail(&sessions, |method| CdpError::Crashed { method });
    }

    fn is_crashed(&self, session: &SessionId) -> bool {
        self.sessions.get(session).is_some_and(|one| one.crashed)
    }

    /// Fails all that is pending for `sessions`.
    fn fail(&mut self, sessions: &[SessionId], why: fn(Cow<'static, str>) -> CdpError) {
        let of = |one: &Pending| one.session.as_ref().is_some_and(|session| sessions.contains(session));
        for (_, one) in self.pending.extract_if(|_, one| of(one)) {
            let _ = one.reply.send(Err(why(one.method)));
        }
    }
}

/// What the browser itself does for a page whose process has crashed: go elsewhere, or close it.
fn reaches_the_dead(method: &str) -> bool {
    matches!(method, "Page.navigate" | "Page.reload" | "Page.close") || method.starts_with("Target.")
}

fn answer(method: Cow<'static, str>, result: Option<&RawValue>, error: Option<Refusal>) -> Result<Answer, CdpError> {
    match error {
        Some(Refusal {
            code: NO_SUCH_SESSION, ..
        }) => Err(CdpError::Detached { method }),
        Some(Refusal { code, message }) => Err(CdpError::Refused {
            message: unquoted(&message, &method),
            method,
            code,
        }),
        None => Ok(Answer {
            method,
            raw: result.unwrap_or(RawValue::NULL).to_owned(),
        }),
    }
}

fn whereabouts(params: Option<&RawValue>) -> Option<Whereabouts> {
    serde_json::from_str(params?.get()).ok()
}

/// The id of an answer that is no good otherwise, so that its call need not wait for its deadline.
fn id_of(text: &str) -> Option<u64> {
    let digits = text.strip_prefix("{\"id\":")?;
    digits[..digits.find(|c: char| !c.is_ascii_digit())?].parse().ok()
}

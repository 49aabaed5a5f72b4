//! A person is asked before anything is sent: the words of the question, and the ways in which it goes out.
//!
//! What an answer means, for how long and how often it counts, and whether what was shown is still so is decided in
//! [`ostler_machines::confirm`].

use std::pin::Pin;
use std::sync::{Arc, Mutex as Lock, PoisonError};
use std::time::{Duration, Instant};

use ostler_machines::Millis;
use ostler_machines::confirm::{Action, Denial, Desk, Proposal, Reply, Shown};
use rmcp::Peer;
use rmcp::model::{
    CancelledNotificationParam, ClientCapabilities, ClientResult, ElicitRequest, ElicitRequestParams, ElicitResult,
    ElicitationAction, ElicitationSchema, InputRequest, InputRequests, InputRequiredResult, InputResponses, RequestId,
    RequestStateCodec, SealOptions, ServerRequest,
};
use rmcp::service::{PeerRequestOptions, RoleServer};
use url::Url;

use super::fence::harmless;
use crate::failure::{Exit, Failure};
use crate::report::text::{count, cut};

/// At most so many fields are shown.
const FIELDS: usize = 10;
/// At most so many characters of each label and value.
const WIDE: usize = 100;
/// At most so many characters of an address.
const ADDRESS: usize = 200;
/// What the answer is called.
const APPROVE: &str = "approve";

/// Waits for the answer to a question; takes the question back when it is dropped.
pub(crate) type Waiting = Pin<Box<dyn Future<Output = Reply> + Send>>;

/// What puts a question to a person. It is out as soon as this has been called.
pub(crate) type Asker = Arc<dyn Fn(String) -> Waiting + Send + Sync>;

/// How the person is asked.
#[derive(Clone)]
pub(crate) enum Asking {
    /// Not at all: everything is sent that a call says.
    Never,
    /// Nobody can be: nothing is sent.
    Unable,
    /// While the call runs.
    Now(Asker),
    /// The call is answered with the question, and the answer comes with the same call made again.
    Later,
}

/// The question, made of facts. What the page calls things stands in quotation marks that it cannot end, a line each.
pub(crate) fn question(proposal: &Proposal) -> String {
    let place = if proposal.method.is_empty() {
        format!("by a script of {}", address(&proposal.url))
    } else {
        format!("{} {}", harmless(&proposal.method), address(&proposal.url))
    };
    let mut lines = vec![format!("May this be sent? {place}")];
    if proposal.scripted && !proposal.method.is_empty() {
        lines.push(
            "The button is none that a browser sends a form for: a script of the page decides what is sent and where to."
                .into(),
        );
    }
    if !proposal.button.is_empty() {
        lines.push(format!("button: {}", quoted(&proposal.button)));
    }
    let told = |shown| {
        proposal
            .entries
            .iter()
            .filter(move |entry| entry.shown == shown)
            .count()
    };
    let visible: Vec<_> = proposal
        .entries
        .iter()
        .filter(|entry| entry.shown != Shown::LeftOut)
        .collect();
    lines.extend(visible.iter().take(FIELDS).map(|entry| {
        let value = if entry.shown == Shown::Masked {
            ostler_machines::sensitive::mask(entry.value.reveal())
        } else {
            quoted(entry.value.reveal())
        };
        format!("- {}: {value}", quoted(&entry.label))
    }));
    if visible.len() > FIELDS {
        lines.push(format!("- and {}", count(visible.len() - FIELDS, "more field")));
    }
    if visible.is_empty() {
        lines.push("- no field holds anything that can be shown".into());
    }
    let hidden = told(Shown::LeftOut);
    if hidden > 0 {
        lines.push(format!(
            "{} not shown: passwords, files, and what nobody sees on the page",
            count(hidden, "field")
        ));
    }
    lines.push("What stands in quotation marks is the page's, not Ostler's.".into());
    lines.join("\n")
}

/// Words of the page in one line and in quotation marks that they do not hold themselves.
fn quoted(text: &str) -> String {
    let plain: String = harmless(text)
        .chars()
        .map(|c| match c {
            '"' | '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{ff02}' | '\u{2033}' | '\u{2036}' => '\'',
            c => c,
        })
        .collect();
    format!("\"{}\"", cut(&plain, WIDE))
}

/// Where something goes, without what may be a value or a word: no query, no user, no fragment.
fn address(url: &str) -> String {
    let Ok(mut parsed) = Url::parse(url) else {
        return quoted(url);
    };
    if !matches!(parsed.scheme(), "http" | "https") {
        return format!("{}: address", parsed.scheme());
    }
    let queried = parsed.query().is_some();
    parsed.set_query(None);
    parsed.set_fragment(None);
    // An address with a host can lose both.
    let _ = parsed.set_username("");
    let _ = parsed.set_password(None);
    let shown = cut(parsed.as_str(), ADDRESS);
    if queried { format!("{shown}?…") } else { shown }
}

/// What is known of the questions that come back with calls of their own.
pub(crate) struct Confirm {
    /// How long a person may take.
    pub(crate) life: Duration,
    codec: RequestStateCodec,
    desk: Lock<Desk>,
    began: Instant,
}

impl Confirm {
    /// Questions that may be answered within `life`.
    pub(crate) fn new(life: Duration) -> Result<Self, Failure> {
        let mut key = [0_u8; 32];
        let chance = |error: &dyn std::fmt::Display| {
            Failure::usage("no-randomness", format!("the system gives no random numbers: {error}"))
                .ending(Exit::Browser)
        };
        getrandom::fill(&mut key).map_err(|error| chance(&error))?;
        Ok(Self {
            life,
            codec: RequestStateCodec::try_new(key).map_err(|error| chance(&error))?,
            desk: Lock::default(),
            began: Instant::now(),
        })
    }

    fn desk<T>(&self, work: impl FnOnce(&mut Desk, Millis) -> T) -> T {
        let now = Millis(u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX));
        work(&mut self.desk.lock().unwrap_or_else(PoisonError::into_inner), now)
    }

    /// The question about `call`, as the client is to bring it back.
    pub(crate) fn seal(&self, call: &str, text: &str) -> String {
        let life = u64::try_from(self.life.as_millis()).unwrap_or(u64::MAX);
        let number = self.desk(|desk, now| desk.ask(now, life));
        let bound = bound(call, text);
        let options = SealOptions::new().associated_data(&bound);
        self.codec.seal_with(&number.to_be_bytes(), &options)
    }

    /// Whether `state` is that of the open question, whose words were `text`, and belongs to `call`. It is used up.
    pub(crate) fn open(&self, state: &str, call: &str, text: Option<&str>) -> Result<(), Denial> {
        let Some(text) = text else {
            return Err(Denial::Over);
        };
        let opened = self.codec.open_with(state, &bound(call, text));
        let number = opened
            .ok()
            .and_then(|bytes| bytes.try_into().ok())
            .map(u64::from_be_bytes);
        let number = number.ok_or(Denial::Foreign)?;
        self.desk(|desk, now| desk.answer(now, number))
    }

    /// Nobody waits for the answer any more.
    pub(crate) fn withdraw(&self) {
        self.desk(|desk, _| desk.withdraw());
    }
}

/// What a question is bound to: the call, and what would be sent as it was shown.
fn bound(call: &str, text: &str) -> Vec<u8> {
    let length = u64::try_from(call.len()).unwrap_or(u64::MAX).to_be_bytes();
    [length.as_slice(), call.as_bytes(), text.as_bytes()].concat()
}

/// Whether a client can put a form to its person.
pub(crate) fn asks_forms(client: Option<&ClientCapabilities>) -> bool {
    let declared = client.and_then(|client| client.elicitation.as_ref());
    // A client that names no mode means forms, as all of them did once.
    declared.is_some_and(|modes| modes.form.is_some() || modes.url.is_none())
}

fn form(text: String) -> Option<ElicitRequest> {
    let schema = ElicitationSchema::builder().required_bool(APPROVE).build().ok()?;
    Some(ElicitRequest::new(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: text,
        requested_schema: schema,
    }))
}

/// The question as the answer to a call, to be brought back as `state`.
pub(crate) fn asked(text: String, state: String) -> InputRequiredResult {
    let request = form(text).map(|form| InputRequests::from([(APPROVE.into(), InputRequest::Elicitation(form))]));
    InputRequiredResult::new(request, Some(state))
}

/// What came back with a call.
pub(crate) fn replied(responses: Option<&InputResponses>) -> Reply {
    let given = responses.and_then(|responses| responses.get(APPROVE));
    let result: Option<ElicitResult> = given.and_then(|given| serde_json::from_value(given.clone()).ok());
    result.map_or(Reply::None, |result| reply(&result))
}

fn reply(result: &ElicitResult) -> Reply {
    let approve = result.content.as_ref().and_then(|content| content[APPROVE].as_bool());
    let action = match result.action {
        ElicitationAction::Accept => Action::Accept,
        ElicitationAction::Decline => Action::Decline,
        _ => Action::Cancel,
    };
    Reply::of(action, approve)
}

/// Asks through a client that takes requests.
pub(crate) fn through(peer: Peer<RoleServer>) -> Asker {
    Arc::new(move |text| {
        let peer = peer.clone();
        Box::pin(async move {
            let Some(form) = form(text) else { return Reply::Unable };
            let sent = peer.send_cancellable_request(ServerRequest::ElicitRequest(form), PeerRequestOptions::default());
            let Ok(handle) = sent.await else {
                return Reply::Unable;
            };
            let mut open = Open {
                peer,
                id: Some(handle.id.clone()),
            };
            let answer = handle.await_response().await;
            open.id = None;
            match answer {
                Ok(ClientResult::ElicitResult(result)) => reply(&result),
                Ok(_) => Reply::None,
                Err(error) => {
                    // What the words of the error quote may be a value.
                    drop(error);
                    tracing::warn!("the client did not answer the question as the protocol says");
                    Reply::None
                }
            }
        })
    })
}

/// A question that a client shows. It is taken back if this is dropped before the answer came.
struct Open {
    peer: Peer<RoleServer>,
    id: Option<RequestId>,
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(id) = self.id.take() {
            let peer = self.peer.clone();
            let over = CancelledNotificationParam::new(Some(id), Some("the answer is no longer waited for".into()));
            tokio::spawn(async move {
                if peer.notify_cancelled(over).await.is_err() {
                    tracing::debug!("the client had hung up before its question was taken back");
                }
            });
        }
    }
}

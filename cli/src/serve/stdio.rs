//! MCP over standard input and output: one JSON-RPC message a line.
//!
//! The library has such a transport too. This one keeps the text of a call's arguments, so that a value reaches the
//! field as it was written (`1.50` is not `1.5`, a key given twice is noticed), keeps calls in the order they came in,
//! and tells when the client hangs up, so that nothing is sent on behalf of nobody.

use std::future::Future;
use std::io;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{ErrorCode, ErrorData, GetExtensions as _, JsonRpcMessage};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{Mutex, watch};
use tokio_util::sync::CancellationToken;

/// The longest line that is read, in bytes.
const LONGEST: usize = 16 << 20;

/// The arguments of a call as they were written.
#[derive(Clone)]
pub(crate) struct Written(pub(crate) Arc<RawValue>);

/// A place in the line of calls.
#[derive(Clone)]
pub(crate) struct Place {
    before: watch::Receiver<()>,
    /// The next one waits until all clones of this are gone.
    _own: Arc<watch::Sender<()>>,
}

impl Place {
    /// Comes back once all calls before this one have ended.
    pub(crate) async fn reached(&mut self) {
        while self.before.changed().await.is_ok() {}
    }
}

/// The two streams.
pub(crate) struct Stdio<R, W> {
    read: BufReader<R>,
    line: Vec<u8>,
    skipping: bool,
    write: Arc<Mutex<W>>,
    last: watch::Receiver<()>,
    asked: bool,
    /// Whether `initialize` has come.
    begun: bool,
    hung_up: CancellationToken,
}

impl<R: AsyncRead + Send + Unpin, W: AsyncWrite + Send + Unpin + 'static> Stdio<R, W> {
    /// A transport over `read` and `write`, which cancels `hung_up` at the end of `read`.
    pub(crate) fn new(read: R, write: W, hung_up: CancellationToken) -> Self {
        Self {
            read: BufReader::new(read),
            line: Vec::new(),
            skipping: false,
            write: Arc::new(Mutex::new(write)),
            last: watch::channel(()).1,
            asked: false,
            begun: false,
            hung_up,
        }
    }

    /// The next line is in `self.line`; `None` at the end.
    ///
    /// # Cancel safety
    /// What was read of a line stays there.
    async fn next_line(&mut self) -> Option<Result<(), &'static str>> {
        loop {
            let available = self.read.fill_buf().await.ok().filter(|bytes| !bytes.is_empty())?;
            let end = available.iter().position(|byte| *byte == b'\n');
            let take = end.map_or(available.len(), |at| at + 1);
            if !self.skipping {
                self.line.extend_from_slice(&available[..take]);
            }
            self.read.consume(take);
            if self.line.len() > LONGEST {
                self.line = Vec::new();
                self.skipping = true;
            }
            match (end, self.skipping) {
                (None, _) => {}
                (Some(_), true) => {
                    self.skipping = false;
                    return Some(Err("the message is longer than 16 MiB"));
                }
                (Some(_), false) => return Some(Ok(())),
            }
        }
    }

    /// The answer to a request that neither comes after `initialize` nor does without it in the new way.
    fn unbegun(&mut self, text: &str) -> Option<TxJsonRpcMessage<RoleServer>> {
        if self.begun {
            return None;
        }
        let bare: Bare<'_> = serde_json::from_str(text).ok()?;
        let method: String = serde_json::from_str(bare.method?.get()).ok()?;
        let id = serde_json::from_str(bare.id?.get()).ok()?;
        self.begun = method == "initialize";
        let new = bare.params.is_some_and(|params| params.get().contains(VERSION));
        if self.begun || new || matches!(method.as_str(), "ping" | "server/discover") {
            return None;
        }
        let words = "send `initialize` first, or say in `_meta` of each request which revision it speaks \
                     (io.modelcontextprotocol/protocolVersion and the fields beside it, since 2026-07-28)";
        Some(JsonRpcMessage::error(ErrorData::invalid_request(words, None), Some(id)))
    }

    /// The message in `self.line`. The error is what to answer to it, if anything.
    fn message(&mut self) -> Result<RxJsonRpcMessage<RoleServer>, Option<Box<TxJsonRpcMessage<RoleServer>>>> {
        let line = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
        if text.is_empty() {
            return Err(None);
        }
        if let Some(answer) = unfit(text).or_else(|| self.unbegun(text)) {
            return Err(Some(Box::new(answer)));
        }
        let mut message: RxJsonRpcMessage<RoleServer> =
            serde_json::from_str(text).map_err(|error| unreadable(text, &error).map(Box::new))?;
        match &mut message {
            JsonRpcMessage::Request(request) => {
                self.asked = true;
                let envelope: Option<Envelope<'_>> = serde_json::from_str(text).ok();
                if let Some(arguments) = envelope.filter(|it| it.method == "tools/call").map(Envelope::arguments) {
                    let (own, next) = watch::channel(());
                    let before = std::mem::replace(&mut self.last, next);
                    let extensions = request.request.extensions_mut();
                    extensions.insert(Written(Arc::from(arguments)));
                    extensions.insert(Place {
                        before,
                        _own: Arc::new(own),
                    });
                }
                Ok(message)
            }
            // The library takes anything that comes before the first request for the end of the conversation.
            _ if !self.asked => Err(None),
            _ => Ok(message),
        }
    }
}

/// Where a request of the revision 2026-07-28 says which it speaks.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// The answer to what is no message.
fn unreadable(text: &str, error: &serde_json::Error) -> Option<TxJsonRpcMessage<RoleServer>> {
    // What the words of the error quote may be a value.
    tracing::warn!(
        line = error.line(),
        column = error.column(),
        "a message could not be read"
    );
    let (code, words, id) = match serde_json::from_str::<Value>(text) {
        // Nobody waits for an answer to a notification, or to an answer.
        Ok(Value::Object(it)) if !it.contains_key("id") || it.contains_key("result") || it.contains_key("error") => {
            return None;
        }
        Ok(it) => (
            ErrorCode::INVALID_REQUEST,
            "the message is no JSON-RPC request",
            serde_json::from_value(it["id"].clone()).ok(),
        ),
        // Good JSON all the same, but nothing that can be taken in.
        Err(error) => match serde_json::from_str::<Bare<'_>>(text) {
            Ok(Bare { id: None, .. } | Bare { method: None, .. }) => return None,
            Ok(Bare { id: Some(id), .. }) => (
                ErrorCode::INVALID_REQUEST,
                unholdable(&error),
                serde_json::from_str(id.get()).ok(),
            ),
            Err(_) => (ErrorCode::PARSE_ERROR, "the line is not JSON", None),
        },
    };
    Some(JsonRpcMessage::error(ErrorData::new(code, words, None), id))
}

/// Why good JSON cannot be taken in. The library's own words are not repeated, for what they quote may be a value.
fn unholdable(error: &serde_json::Error) -> &'static str {
    let words = error.to_string();
    if words.starts_with("recursion limit") {
        "the message is nested too deeply: at most 127 levels are read"
    } else if words.starts_with("number out of range") {
        "the message holds a number that is too large to be one: write it as a text"
    } else {
        "the message holds a text that is none, such as half of a surrogate pair"
    }
}

/// The answer to a call whose arguments have no names: the library takes it for another method.
fn unfit(text: &str) -> Option<TxJsonRpcMessage<RoleServer>> {
    let bare: Bare<'_> = serde_json::from_str(text).ok()?;
    let id = serde_json::from_str(bare.id?.get()).ok()?;
    let is_object = |value: &RawValue| value.get().starts_with('{');
    let method: String = serde_json::from_str(bare.method?.get()).ok()?;
    if method != "tools/call" {
        return None;
    }
    let words = match bare.params {
        Some(params) if is_object(params) => {
            let params: Params<'_> = serde_json::from_str(params.get()).ok()?;
            if !params.name.is_some_and(|name| name.get().starts_with('"')) {
                let words = "`name` must be a text: what the tool is called";
                return Some(JsonRpcMessage::error(ErrorData::invalid_params(words, None), Some(id)));
            }
            let arguments = params.arguments?;
            if is_object(arguments) || arguments.get() == "null" {
                return None;
            }
            "`arguments` must be an object: a name and a value each"
        }
        _ => "`params` must be an object with `name` and `arguments`",
    };
    Some(JsonRpcMessage::error(ErrorData::invalid_params(words, None), Some(id)))
}

/// A message of which nothing is read that could not be.
#[derive(Deserialize)]
struct Bare<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<&'a RawValue>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Envelope<'a> {
    method: std::borrow::Cow<'a, str>,
    #[serde(borrow)]
    params: Option<Params<'a>>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
}

impl Envelope<'_> {
    fn arguments(self) -> Box<RawValue> {
        let given = self.params.and_then(|params| params.arguments).map(ToOwned::to_owned);
        given.unwrap_or_else(none)
    }
}

/// No arguments.
pub(crate) fn none() -> Box<RawValue> {
    RawValue::from_string("{}".into()).unwrap_or_default()
}

async fn put<W: AsyncWrite + Unpin>(write: Arc<Mutex<W>>, message: TxJsonRpcMessage<RoleServer>) -> io::Result<()> {
    let mut line = serde_json::to_vec(&message)?;
    line.push(b'\n');
    let mut write = write.lock().await;
    write.write_all(&line).await?;
    write.flush().await
}

impl<R, W> Transport<RoleServer> for Stdio<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        put(Arc::clone(&self.write), message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let answer = match self.next_line().await {
                None => {
                    self.hung_up.cancel();
                    return None;
                }
                Some(Ok(())) => match self.message() {
                    Ok(message) => return Some(message),
                    Err(answer) => answer,
                },
                Some(Err(words)) => {
                    tracing::warn!("{words}");
                    Some(Box::new(JsonRpcMessage::error(
                        ErrorData::invalid_request(words, None),
                        None,
                    )))
                }
            };
            if let Some(answer) = answer {
                // On its own: this may be dropped at any await.
                tokio::spawn(put(Arc::clone(&self.write), *answer));
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.write.lock().await.flush().await
    }
}

#[cfg(test)]
mod tests {
    use super::{unfit, unreadable};
    use serde_json::Value;

    fn words(answer: Option<rmcp::service::TxJsonRpcMessage<rmcp::RoleServer>>) -> String {
        let answer = serde_json::to_value(answer.unwrap()).unwrap();
        assert_eq!(answer["id"], 7, "{answer}");
        answer["error"]["message"].as_str().unwrap().into()
    }

    #[test]
    fn a_call_without_a_name_that_is_one_is_told_so() {
        for name in ["\"name\": 5,", "\"name\": null,", ""] {
            let text = format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{{{name}\"arguments\":{{}}}}}}"
            );
            let said = words(unfit(&text));
            assert!(said.contains("`name`"), "{name}: {said}");
        }
    }

    #[test]
    fn what_cannot_be_taken_in_is_called_what_it_is() {
        let deep = format!("{}1{}", "[".repeat(300), "]".repeat(300));
        for (value, expected) in [
            (deep.as_str(), "nested too deeply"),
            ("1e999", "number"),
            ("\"\\ud800\"", "surrogate"),
        ] {
            let text = format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{{\"name\":\"form_fill\",\"arguments\":{{\"fields\":{value}}}}}}}"
            );
            let error = serde_json::from_str::<Value>(&text).unwrap_err();
            let said = words(unreadable(&text, &error));
            assert!(said.contains(expected), "{expected}: {said}");
        }
    }
}

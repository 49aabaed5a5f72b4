//! The MCP server, whatever carries its messages.

use std::sync::Arc;

use ostler_engine::Progress;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, DiscoverResult, ErrorData,
    Implementation, JsonObject, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ProgressToken,
    ProtocolVersion, ServerCapabilities, ServerConfig, Tool as Listed, ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{Peer, ServerHandler};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::mpsc;

use super::answer::Answer;
use super::confirm::{self, Asking};
use super::hands::{Came, Hands, Listener};
use super::profile::unlisted;
use super::stdio::{Place, Written, none};
use super::tools::Tool;

/// What a model is told once, before anything else.
pub(crate) const INSTRUCTIONS: &str = include_str!("instructions.txt");

/// How long a client may keep what the server says of itself, in milliseconds.
const FRESH: u64 = 300_000;

/// The server.
pub(crate) struct Server {
    hands: Arc<Hands>,
    tools: Vec<&'static Tool>,
}

impl Server {
    /// A server that lists `tools`.
    pub(crate) fn new(hands: Arc<Hands>, tools: Vec<&'static Tool>) -> Self {
        Self { hands, tools }
    }

    /// How the person behind this call is asked.
    fn asking(&self, context: &RequestContext<RoleServer>) -> Asking {
        if self.hands.confirm.is_none() {
            Asking::Never
        } else if !confirm::asks_forms(context.client_capabilities().as_ref()) {
            Asking::Unable
        } else if context.protocol_version() >= Some(ProtocolVersion::V_2026_07_28) {
            Asking::Later
        } else {
            Asking::Now(confirm::through(context.peer.clone()))
        }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let about = Implementation::new("ostler", env!("CARGO_PKG_VERSION")).with_title("Ostler");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(about)
            .with_instructions(INSTRUCTIONS.trim())
    }

    async fn discover(&self, _: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        Ok(DiscoverResult::from_server_info(versions, self.get_info())
            .with_ttl_ms(FRESH)
            .with_cache_scope(CacheScope::Private))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult {
            ttl_ms: Some(FRESH),
            cache_scope: Some(CacheScope::Private),
            ..ListToolsResult::with_all_items(self.tools.iter().map(|tool| listed(tool)).collect())
        })
    }

    fn get_tool(&self, name: &str) -> Option<Listed> {
        self.tools
            .iter()
            .find(|tool| tool.name == name)
            .map(|tool| listed(tool))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        mut context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let place = context.extensions.remove::<Place>();
        let tool = self.tools.iter().find(|tool| tool.name == request.name);
        let Some(tool) = tool else {
            return Err(ErrorData::invalid_params(unlisted(&request.name).message, None));
        };
        let arguments: Arc<RawValue> = match context.extensions.get::<Written>() {
            Some(Written(arguments)) => Arc::clone(arguments),
            None => Arc::from(written(request.arguments)),
        };
        let mut place = place;
        if let Some(place) = &mut place {
            tokio::select! {
                () = place.reached() => {}
                () = context.ct.cancelled() => {}
                () = self.hands.over().cancelled() => {}
            }
        }
        let (listener, told) = news(context.meta.get_progress_token(), context.peer.clone());
        let came = match &request.request_state {
            Some(state) if self.hands.confirm.is_some() => {
                let reply = confirm::replied(request.input_responses.as_ref());
                let same = (*tool, &*arguments);
                self.hands.resume(same, (state, reply), listener, &context.ct).await
            }
            _ => {
                let asking = self.asking(&context);
                (self.hands.call(tool, &arguments, listener, asking, &context.ct)).await
            }
        };
        drop(place);
        match came {
            Came::Answer(answer) => {
                // The news that came before the answer go out before it.
                let _ = told.await;
                Ok(result(&answer).into())
            }
            Came::Asks(text, state) => Ok(confirm::asked(text, state).into()),
            Came::Stopped => {
                told.abort();
                // Nobody reads the answer to a call that was cancelled; one that ended with the server is told so.
                let answer = Answer {
                    said: vec![format!("{} was stopped.", tool.name)],
                    ..Answer::default()
                };
                Ok(result(&answer).into())
            }
        }
    }
}

/// Arguments that did not come with their text.
fn written(arguments: Option<JsonObject>) -> Box<RawValue> {
    arguments
        .and_then(|arguments| serde_json::value::to_raw_value(&arguments).ok())
        .unwrap_or_else(none)
}

/// A tool as it is listed.
pub(crate) fn listed(tool: &Tool) -> Listed {
    let hints = tool.hints;
    Listed::new(tool.name, tool.description, object((tool.input)()))
        .with_title(tool.title)
        .with_raw_output_schema(Arc::new(object((tool.output)())))
        .with_annotations(ToolAnnotations::from_raw(
            None,
            Some(hints.read_only),
            Some(hints.destructive),
            Some(hints.idempotent),
            Some(hints.open_world),
        ))
}

fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

/// An answer as the protocol has it.
pub(crate) fn result(answer: &Answer) -> CallToolResult {
    use base64::Engine as _;
    let mut content = vec![ContentBlock::text(answer.text())];
    if let Some(image) = &answer.image {
        let image = base64::engine::general_purpose::STANDARD.encode(image);
        content.push(ContentBlock::image(image, "image/png"));
    }
    if answer.failed() {
        return CallToolResult::error(content);
    }
    let mut result = CallToolResult::success(content);
    result.structured_content.clone_from(&answer.data);
    result
}

/// What tells a client of a call's progress, and the task that does so until the listener is gone.
fn news(token: Option<ProgressToken>, peer: Peer<RoleServer>) -> (Listener, tokio::task::JoinHandle<()>) {
    let (sender, mut receiver) = mpsc::unbounded_channel::<Progress>();
    let task = tokio::spawn(async move {
        let mut tale = Tale::default();
        while let Some(progress) = receiver.recv().await {
            let (Some(token), Some((done, total, words))) = (&token, tale.next(&progress)) else {
                continue;
            };
            let mut news = ProgressNotificationParam::new(token.clone(), done).with_message(words);
            news.total = total;
            if peer.notify_progress(news).await.is_err() {
                break;
            }
        }
    });
    let listener: Listener = Arc::new(move |progress| {
        let _ = sender.send(progress.clone());
    });
    (listener, task)
}

/// The course of a call as numbers that only grow: fields that were dealt with, over all steps.
#[derive(Default)]
struct Tale {
    told: f64,
    /// The fields of the steps before.
    before: f64,
    last: (f64, f64),
}

impl Tale {
    /// What a little thing beside the fields counts, so that the number grows.
    const SMALL: f64 = 0.01;

    fn next(&mut self, progress: &Progress) -> Option<(f64, Option<f64>, String)> {
        let (words, count) = match progress {
            Progress::Starting => ("starting the browser".into(), None),
            Progress::Loading(_) => ("loading the page".into(), None),
            Progress::Submitting(_) => ("submitting".into(), None),
            Progress::Step(step) => (format!("step {step} is shown"), None),
            Progress::Filling(done, all) => (format!("{done} of {all} fields"), Some((number(*done), number(*all)))),
        };
        let mut total = None;
        let mut at = self.told + Self::SMALL;
        if let Some((done, all)) = count {
            if done < self.last.0 {
                self.before += self.last.1;
            }
            self.last = (done, all);
            total = Some(self.before + all);
            if self.before + done <= self.told {
                return None;
            }
            at = self.before + done;
        }
        self.told = at;
        Some((at, total, words))
    }
}

fn number(count: usize) -> f64 {
    u32::try_from(count).unwrap_or(u32::MAX).into()
}

#[cfg(test)]
mod tests {
    use super::{INSTRUCTIONS, Tale, listed};
    use crate::serve::profile::{Profile, choose};
    use ostler_engine::Progress;

    #[test]
    fn instructions_are_short_and_speak_of_what_matters() {
        assert!(INSTRUCTIONS.len() < 2_000, "{}", INSTRUCTIONS.len());
        for word in ["page_content", "form_fill", "submit", "DENIED", "CHALLENGE", "Note"] {
            assert!(INSTRUCTIONS.contains(word), "{word}");
        }
    }

    #[test]
    fn the_list_of_the_small_profile_is_small() {
        let tools = choose(Profile::Forms, &[], false).unwrap();
        let list: Vec<_> = tools.iter().map(|tool| listed(tool)).collect();
        let text = serde_json::to_string(&list).unwrap();
        assert!(text.len() < 6_000, "{} bytes", text.len());
    }

    #[test]
    fn progress_only_grows() {
        let mut tale = Tale::default();
        let events = [
            Progress::Starting,
            Progress::Loading("x".into()),
            Progress::Filling(0, 3),
            Progress::Filling(1, 3),
            Progress::Filling(1, 3),
            Progress::Filling(3, 3),
            Progress::Submitting("Send".into()),
            Progress::Step(2),
            Progress::Filling(0, 2),
            Progress::Filling(2, 2),
        ];
        let told: Vec<f64> = events
            .iter()
            .filter_map(|event| tale.next(event))
            .map(|(at, ..)| at)
            .collect();
        assert!(told.windows(2).all(|pair| pair[0] < pair[1]), "{told:?}");
        assert!(told.last().is_some_and(|last| (last - 5.0).abs() < 1e-9), "{told:?}");
    }
}

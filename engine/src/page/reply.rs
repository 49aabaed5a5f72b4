//! What the answer to a request says of itself, if it is JSON.

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::network::GetResponseBodyParams;
use ostler_machines::classify::{Fact, Reply};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::tab::Tab;
use super::watch::Sent;

/// How long the browser may take to give the answer out. It has it already, or says at once that it has not.
const WITHIN: Duration = Duration::from_secs(1);

/// The longest word that is taken for one, in characters.
const LONGEST_WORD: usize = 40;

impl Tab {
    /// Whether the answer to `sent` says itself that what was sent was not taken. It is read once.
    pub(crate) async fn denies(&self, sent: &Sent) -> bool {
        if let Some(known) = sent.denies {
            return known;
        }
        let Some(reply) = self.reply(sent).await else {
            return false;
        };
        let denies = reply.denies();
        let mut state = self.watch().state();
        if let Some(kept) = state.requests.iter_mut().find(|kept| kept.number == sent.number) {
            kept.denies = Some(denies);
        }
        denies
    }

    /// What the answer to `sent` says of itself. None if it is no JSON object, or not there (yet): a page that does not
    /// read an answer may leave it in the middle.
    async fn reply(&self, sent: &Sent) -> Option<Reply> {
        if !sent.mime.contains("json") {
            return None;
        }
        let command = GetResponseBodyParams::new(sent.id.clone());
        let session = sent.session.as_ref();
        let answer = self.connection().call_within(session, &command, WITHIN).await.ok()?;
        let body: Body = answer.read().ok()?;
        let object: Map<String, Value> = serde_json::from_str(&body.body).ok()?;
        Some(Reply(
            object.into_iter().map(|(key, value)| (key, fact(value))).collect(),
        ))
    }
}

fn fact(value: Value) -> Fact {
    match value {
        Value::Bool(true) => Fact::Yes,
        Value::Bool(false) => Fact::No,
        Value::Null => Fact::Empty,
        Value::Number(number) if number.as_f64() == Some(0.0) => Fact::Empty,
        Value::String(text) if text.trim().is_empty() => Fact::Empty,
        Value::String(text) if text.chars().count() <= LONGEST_WORD => Fact::Word(text),
        Value::Array(list) if list.is_empty() => Fact::Empty,
        Value::Object(object) if object.is_empty() => Fact::Empty,
        Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => Fact::Holds,
    }
}

#[derive(Deserialize)]
struct Body {
    #[serde(default)]
    body: String,
}

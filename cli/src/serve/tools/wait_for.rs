//! `wait_for`

use std::time::Duration;

use ostler_machines::expect::Expect;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, observe, read, texts};
use crate::serve::acted;
use crate::serve::answer::Trouble;
use crate::serve::hands::Call;
use crate::serve::observe::Observe;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "wait_for",
    title: "Wait for the page",
    description: "Wait until a text is shown or gone, or the address has a part. Not needed after other calls: they wait until the page is at rest.",
    profile: Profile::Browser,
    hints: Hints {
        read_only: true,
        destructive: false,
        idempotent: true,
        open_world: true,
    },
    input: || {
        arguments(
            &json!({
                "text": { "type": "string", "minLength": 1 },
                "gone": { "type": "string", "minLength": 1, "description": "A text that is to go away" },
                "url": { "type": "string", "minLength": 1, "description": "A part of the address" },
                "timeout_ms": { "type": "integer", "minimum": 0, "maximum": 300_000, "description": "Default 10000" },
                "observe": observe(),
            }),
            &[],
        )
    },
    output: || {
        json!({
            "type": "object",
            "required": ["url", "satisfied", "elapsed_ms", "observed"],
            "properties": {
                "url": { "type": "string" },
                "satisfied": { "type": "boolean" },
                "elapsed_ms": { "type": "integer" },
                "observed": texts(),
            },
        })
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    text: Option<String>,
    gone: Option<String>,
    url: Option<String>,
    timeout_ms: Option<u64>,
    observe: Option<Observe>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let a: Arguments = read(arguments)?;
    let text = |text: String, there: bool| Expect::Text { text, there };
    let wanted: Vec<Expect> = [
        a.text.map(|words| text(words, true)),
        a.gone.map(|words| text(words, false)),
        a.url.map(Expect::Url),
    ]
    .into_iter()
    .flatten()
    .collect();
    if wanted.is_empty() {
        return Err(Trouble::new(
            "bad-arguments",
            "nothing to wait for is given",
            "Give text, gone or url.",
        ));
    }
    let within = Duration::from_millis(a.timeout_ms.unwrap_or(10_000));
    let waited = call.page().await?.wait_for(Expect::All(wanted), within).await?;
    let words = match (waited.satisfied, waited.already, waited.unclear) {
        (true, true, _) => "It was so already.",
        (true, false, _) => "It is so now.",
        (false, _, true) => "NOT within the time; a part of the page could not be read.",
        (false, _, false) => "NOT within the time.",
    };
    acted::waited(call, words, &waited, a.observe.unwrap_or_default()).await
}

//! `wait_for_human`

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, read};
use crate::serve::acted;
use crate::serve::hands::Call;
use crate::serve::observe::Observe;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "wait_for_human",
    title: "Wait for a person",
    description: "After CHALLENGE: wait until a person has solved it in the browser window.",
    profile: Profile::Forms,
    hints: Hints {
        read_only: true,
        destructive: false,
        idempotent: true,
        open_world: true,
    },
    input: || {
        arguments(
            &json!({ "timeout_ms": { "type": "integer", "minimum": 0, "maximum": 600_000, "default": 120_000 } }),
            &[],
        )
    },
    output: || json!({ "type": "object", "required": ["satisfied"], "properties": { "satisfied": { "type": "boolean" } } }),
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    timeout_ms: Option<u64>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let a: Arguments = read(arguments)?;
    let within = Duration::from_millis(a.timeout_ms.unwrap_or(120_000));
    let waited = call.page().await?.wait_for_human(within).await?;
    let words = match (waited.satisfied, waited.already) {
        (true, true) => "No wall that needs a person is on the page.",
        (true, false) => "A person has got through.",
        (false, _) => "The wall is still there.",
    };
    acted::waited(call, words, &waited, Observe::Delta).await
}

//! `memory_forget`

use ostler_machines::recall::model::Change;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, memory, read};
use crate::report::text::count;
use crate::serve::answer::Answer;
use crate::serve::hands::Call;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "memory_forget",
    title: "Forget facts",
    description: "Forget facts that are remembered, by their keys as memory_recall tells them.",
    profile: Profile::Forms,
    hints: Hints {
        read_only: false,
        destructive: true,
        idempotent: true,
        open_world: false,
    },
    input: || {
        arguments(
            &json!({ "keys": { "type": "array", "items": { "type": "string" } } }),
            &["keys"],
        )
    },
    output: || {
        json!({
            "type": "object",
            "required": ["forgotten"],
            "properties": { "forgotten": { "type": "integer" } },
        })
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    keys: Vec<String>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let Arguments { keys } = read(arguments)?;
    let recall = memory(call)?;
    let changes = keys.into_iter().map(Change::Forget).collect();
    let forgotten = recall.store().apply(changes).await?.removed;
    Ok(Answer {
        said: vec![format!("{} forgotten.", count(forgotten, "fact"))],
        data: Some(json!({ "forgotten": forgotten })),
        ..Answer::default()
    })
}

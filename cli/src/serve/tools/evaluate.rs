//! `evaluate`

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, read};
use crate::serve::answer::Answer;
use crate::serve::hands::Call;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "evaluate",
    title: "Run JavaScript",
    description: "Run an expression in the page itself and give its JSON. It can do whatever the page can.",
    profile: Profile::Full,
    hints: Hints {
        read_only: false,
        destructive: true,
        idempotent: false,
        open_world: true,
    },
    input: || arguments(&json!({ "expression": { "type": "string" } }), &["expression"]),
    output: || json!({ "type": "object", "required": ["url", "result"], "properties": { "url": { "type": "string" }, "result": {} } }),
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    expression: String,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let a: Arguments = read(arguments)?;
    let result = call.page().await?.evaluate(&a.expression).await?;
    call.forget_look();
    let url = call.url();
    Ok(Answer {
        shown: vec![result.to_string()],
        data: Some(json!({ "url": url, "result": result })),
        url,
        ..Answer::default()
    })
}

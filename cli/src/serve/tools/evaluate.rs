//! `evaluate`

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::{Hints, Outcome, Tool, arguments, read};
use crate::report::text::cut;
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
    input: || {
        arguments(
            &json!({ "expression": { "type": "string", "minLength": 1 } }),
            &["expression"],
        )
    },
    output: || json!({ "type": "object", "required": ["url", "result"], "properties": { "url": { "type": "string" }, "result": {}, "other": { "type": "string" } } }),
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// The longest number that is repeated, in characters.
const LONGEST: usize = 1_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    expression: String,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let a: Arguments = read(arguments)?;
    let (result, other) = call.page().await?.evaluate_whole(&a.expression).await?;
    call.forget_look();
    let url = call.url();
    let mut data = json!({ "url": url, "result": result });
    let mut said = Vec::new();
    let mut shown = result.to_string();
    if let Some(other) = other {
        said.push(format!(
            "JSON cannot hold what it gave: `result` is {shown}, `other` says what it was."
        ));
        shown = cut(&other, LONGEST);
        data["other"] = Value::from(shown.clone());
    }
    Ok(Answer {
        said,
        shown: vec![shown],
        data: Some(data),
        url,
        ..Answer::default()
    })
}

//! `find`

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, read, texts};
use crate::serve::answer::Answer;
use crate::serve::hands::Call;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "find",
    title: "Find on the page",
    description: "Things on the open page whose role or name has these words, best first, each with its ref.",
    profile: Profile::Browser,
    hints: Hints {
        read_only: true,
        destructive: false,
        idempotent: true,
        open_world: true,
    },
    input: || arguments(&json!({ "text": { "type": "string", "minLength": 1 } }), &["text"]),
    output: || json!({ "type": "object", "required": ["url", "found"], "properties": { "url": { "type": "string" }, "found": texts() } }),
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    text: String,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let a: Arguments = read(arguments)?;
    let found = call.page().await?.find(&a.text).await?;
    let lines: Vec<String> = found
        .iter()
        .map(|item| {
            let reference = item.reference.map(|own| own.to_string()).unwrap_or_default();
            format!("{reference} {} {:?}", item.role, item.name)
        })
        .collect();
    let url = call.url();
    let said = if lines.is_empty() {
        "Nothing goes by these words. Take a snapshot to see what there is.".into()
    } else {
        format!("{} found.", lines.len())
    };
    Ok(Answer {
        said: vec![said],
        data: Some(json!({ "url": url, "found": lines })),
        shown: lines,
        url,
        ..Answer::default()
    })
}

//! `snapshot`

use ostler_machines::outline::View;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, read};
use crate::serve::acted;
use crate::serve::hands::Call;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "snapshot",
    title: "Look at the page",
    description: "Outline of the open page: what it says and what can be used, one thing a line with its ref. For forms, form_inspect tells more.",
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
                "interactive": { "type": "boolean", "description": "Only what can be used" },
                "ref": { "type": "string", "description": "Only what is in this thing" },
                "depth": { "type": "integer", "minimum": 1, "maximum": 1_000_000 },
            }),
            &[],
        )
    },
    output: acted::seen_schema,
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    interactive: Option<bool>,
    #[serde(rename = "ref")]
    reference: Option<String>,
    depth: Option<u32>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let a: Arguments = read(arguments)?;
    let session = call.page().await?;
    let root = match a.reference {
        Some(reference) => Some(session.resolve(&reference).await?),
        None => None,
    };
    let view = View {
        interactive: a.interactive.unwrap_or(false),
        root,
        depth: a.depth.unwrap_or(View::default().depth),
        ..View::default()
    };
    let observation = session.snapshot(view).await?;
    Ok(acted::observed(call, &observation))
}

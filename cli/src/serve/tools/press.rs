//! `press`

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, observe, read};
use crate::serve::acted::{self, Aim};
use crate::serve::hands::Call;
use crate::serve::observe::Observe;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "press",
    title: "Press keys",
    description: "Press keys at what has the focus, or at a ref: Enter, ctrl+a, \"Down Down Enter\".",
    profile: Profile::Browser,
    hints: Hints {
        read_only: false,
        destructive: false,
        idempotent: false,
        open_world: true,
    },
    input: || {
        arguments(
            &json!({
                "keys": { "type": "string", "minLength": 1 },
                "ref": { "type": "string" },
                "observe": observe(),
            }),
            &["keys"],
        )
    },
    output: acted::schema,
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    keys: String,
    #[serde(rename = "ref")]
    reference: Option<String>,
    observe: Option<Observe>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let a: Arguments = read(arguments)?;
    let aim = Aim {
        reference: a.reference,
        text: None,
    };
    let reference = aim.maybe(call).await?;
    let done = call.page().await?.press_keys(reference, &a.keys).await?;
    acted::after(call, "Pressed.", &done, a.observe.unwrap_or_default()).await
}

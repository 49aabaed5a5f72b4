//! `back`

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, observe, read};
use crate::serve::acted;
use crate::serve::hands::Call;
use crate::serve::observe::Observe;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "back",
    title: "Go back",
    description: "Go back to the page that was shown before this one.",
    profile: Profile::Browser,
    hints: Hints {
        read_only: false,
        destructive: false,
        idempotent: false,
        open_world: true,
    },
    input: || arguments(&json!({ "observe": observe() }), &[]),
    output: acted::schema,
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    observe: Option<Observe>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let a: Arguments = read(arguments)?;
    let done = call.page().await?.back().await?;
    acted::after(call, "Went back.", &done, a.observe.unwrap_or_default()).await
}

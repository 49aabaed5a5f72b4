//! `hover`

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, observe, read};
use crate::serve::acted::{self, Aim, one_of};
use crate::serve::hands::Call;
use crate::serve::observe::Observe;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "hover",
    title: "Hover",
    description: "Put the pointer on a thing, such as a menu that opens under it.",
    profile: Profile::Browser,
    hints: Hints {
        read_only: false,
        destructive: false,
        idempotent: true,
        open_world: true,
    },
    input: || {
        arguments(
            &json!({
                "ref": { "type": "string", "description": "Ref of a snapshot, such as e12" },
                "text": { "type": "string", "minLength": 1, "description": "Or what it is called" },
                "observe": observe(),
            }),
            &[],
        )
    },
    output: acted::schema,
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    #[serde(rename = "ref")]
    reference: Option<String>,
    text: Option<String>,
    observe: Option<Observe>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let a: Arguments = read(arguments)?;
    one_of(&[("ref", a.reference.is_some()), ("text", a.text.is_some())])?;
    let aim = Aim {
        reference: a.reference,
        text: a.text,
    };
    let reference = aim.take(call).await?;
    let done = call.page().await?.hover(reference).await?;
    acted::after(
        call,
        &format!("The pointer is on {reference}."),
        &done,
        a.observe.unwrap_or_default(),
    )
    .await
}

//! `scroll`

use ostler_engine::Scroll;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, observe, read};
use crate::serve::acted::{self, Aim};
use crate::serve::hands::Call;
use crate::serve::observe::Observe;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "scroll",
    title: "Scroll",
    description: "Scroll the page, or a thing into view; with both, inside of the thing. Only needed where more is loaded on scrolling: acts scroll by themselves.",
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
                "ref": { "type": "string" },
                "down": { "type": "number", "description": "CSS pixels; negative is up" },
                "right": { "type": "number" },
                "observe": observe(),
            }),
            &[],
        )
    },
    output: acted::schema,
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// A window's height, about, in CSS pixels.
const PAGE: f64 = 600.0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    #[serde(rename = "ref")]
    reference: Option<String>,
    down: Option<f64>,
    right: Option<f64>,
    observe: Option<Observe>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let a: Arguments = read(arguments)?;
    let aim = Aim {
        reference: a.reference,
        text: None,
    };
    let reference = aim.maybe(call).await?;
    let by = (a.right, a.down) != (None, None);
    let scroll = match (reference, by) {
        (Some(reference), false) => Scroll::To(reference),
        (reference, true) => Scroll::By(reference, a.right.unwrap_or(0.0), a.down.unwrap_or(0.0)),
        (None, false) => Scroll::By(None, 0.0, PAGE),
    };
    let done = call.page().await?.scroll(scroll).await?;
    acted::after(call, "Scrolled.", &done, a.observe.unwrap_or_default()).await
}

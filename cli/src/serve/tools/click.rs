//! `click`

use ostler_engine::{Button, Click};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, observe, read};
use crate::serve::acted::{self, Aim, one_of};
use crate::serve::answer::Trouble;
use crate::serve::hands::Call;
use crate::serve::observe::Observe;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "click",
    title: "Click",
    description: "Click a thing, by its ref or by the text that it shows. For fields use form_fill, to send a form form_submit.",
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
                "ref": { "type": "string", "description": "Ref of a snapshot, such as e12" },
                "text": { "type": "string", "minLength": 1, "description": "Or what it is called" },
                "button": { "enum": ["left", "right", "middle"] },
                "count": { "type": "integer", "minimum": 1, "maximum": 3, "description": "2 for a double click" },
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
    button: Option<String>,
    count: Option<u8>,
    observe: Option<Observe>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let a: Arguments = read(arguments)?;
    let button = match a.button.as_deref() {
        None | Some("left") => Button::Left,
        Some("right") => Button::Right,
        Some("middle") => Button::Middle,
        Some(_) => {
            return Err(Trouble::new(
                "bad-arguments",
                "there is no such mouse button",
                "Say left, right or middle.",
            ));
        }
    };
    one_of(&[("ref", a.reference.is_some()), ("text", a.text.is_some())])?;
    let aim = Aim {
        reference: a.reference,
        text: a.text,
    };
    let reference = aim.take(call).await?;
    let click = Click {
        button,
        count: a.count.unwrap_or(1),
        modifiers: 0,
    };
    let done = call.page().await?.click(reference, click).await?;
    acted::after(
        call,
        &format!("Clicked {reference}."),
        &done,
        a.observe.unwrap_or_default(),
    )
    .await
}

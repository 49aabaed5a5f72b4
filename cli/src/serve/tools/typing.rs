//! `type`

use ostler_engine::Typing;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, observe, read};
use crate::serve::acted::{self, Aim, one_of};
use crate::serve::hands::Call;
use crate::serve::observe::Observe;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "type",
    title: "Type",
    description: "Type text where a form call does not fit, such as an editor or a search box; it replaces what is there. The value is not read back: for fields use form_fill.",
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
                "field": { "type": "string", "minLength": 1, "description": "Or what it is called" },
                "value": { "type": "string" },
                "append": { "type": "boolean", "description": "Put it in at the cursor instead" },
                "enter": { "type": "boolean", "description": "Press Enter afterwards" },
                "by_key": { "type": "boolean", "description": "One key press a character" },
                "observe": observe(),
            }),
            &["value"],
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
    field: Option<String>,
    value: String,
    append: Option<bool>,
    enter: Option<bool>,
    by_key: Option<bool>,
    observe: Option<Observe>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let a: Arguments = read(arguments)?;
    one_of(&[("ref", a.reference.is_some()), ("field", a.field.is_some())])?;
    let aim = Aim {
        reference: a.reference,
        text: a.field,
    };
    let reference = aim.maybe(call).await?;
    let typing = Typing {
        replace: !a.append.unwrap_or(false),
        enter: a.enter.unwrap_or(false),
        by_key: a.by_key.unwrap_or(false),
    };
    if call.page().await?.is_secret(reference).await? {
        call.scrub().hide(&a.value);
    }
    // What gives itself away is hidden wherever it is typed.
    call.scrub().learn("", &a.value);
    let done = call.page().await?.type_text(reference, &a.value, typing).await?;
    let words = match reference {
        Some(reference) => format!("Typed into {reference}."),
        None => "Typed.".into(),
    };
    acted::after(call, &words, &done, a.observe.unwrap_or_default()).await
}

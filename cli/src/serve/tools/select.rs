//! `select`

use ostler_engine::Auto;
use ostler_machines::form::value::Wish;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::form_fill::{Wanted, fill};
use super::{Hints, Outcome, Tool, arguments, filled, observe, read};
use crate::serve::hands::Call;
use crate::serve::observe::Observe;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "select",
    title: "Choose",
    description: "Choose in one list, by what its options say; the choice is read back. Several fields go into one form_fill.",
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
                "field": { "type": "string", "minLength": 1, "description": "Label, name or ref" },
                "value": { "type": ["string", "array", "null"], "items": { "type": "string" } },
                "observe": observe(),
            }),
            &["field", "value"],
        )
    },
    output: || json!({ "type": "object", "required": ["url", "fields"], "properties": { "fields": filled() } }),
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// What to choose.
#[derive(Deserialize)]
#[serde(untagged)]
enum Choice {
    One(String),
    Several(Vec<String>),
    None,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    field: String,
    value: Choice,
    observe: Option<Observe>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let a: Arguments = read(arguments)?;
    let wish = match a.value {
        Choice::One(text) => Wish::Text(text.into()),
        Choice::Several(texts) => Wish::List(texts.into_iter().map(|text| Wish::Text(text.into())).collect()),
        Choice::None => Wish::Clear,
    };
    let wanted = Wanted {
        pairs: vec![(a.field, wish)],
        form: None,
        submit: false,
        button: None,
        confirm: false,
        auto: Auto::Off,
        observe: a.observe.unwrap_or_default(),
    };
    fill(call, wanted).await
}

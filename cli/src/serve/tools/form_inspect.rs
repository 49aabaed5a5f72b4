//! `form_inspect`

use ostler_machines::form::choose;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::{Hints, Outcome, Tool, arguments, read};
use crate::report::brief::{self, Depth, Line};
use crate::report::inspect;
use crate::serve::answer::{Answer, Trouble};
use crate::serve::hands::Call;
use crate::serve::observe::Sight;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "form_inspect",
    title: "Look at the forms",
    description: "List what the open page's forms ask, with rules, present values and errors. Only where the answer of navigate is not enough.",
    profile: Profile::Forms,
    hints: Hints {
        read_only: true,
        destructive: false,
        idempotent: true,
        open_world: true,
    },
    input: || {
        arguments(
            &json!({
                "form": { "type": "string", "description": "Only this form: ref or name" },
                "options": { "enum": ["first", "all"], "description": "The first 20 options of a field, or all" },
            }),
            &[],
        )
    },
    output,
    run: |call, arguments| Box::pin(run(call, arguments)),
};

fn output() -> Value {
    json!({
        "type": "object",
        "required": ["schema_version", "url", "forms", "unread_frames"],
        "properties": {
            "url": { "type": "string" },
            "forms": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["ref", "fields"],
                    "properties": {
                        "fields": {
                            "type": "array",
                            "items": { "type": "object", "required": ["ref", "kind", "label", "required", "options", "value"] },
                        },
                    },
                },
            },
        },
    })
}

/// How many options of a field to list.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Options {
    #[default]
    First,
    All,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    form: Option<String>,
    options: Option<Options>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let Arguments { form, options } = read(arguments)?;
    let page = call.page().await?.inspect().await?;
    let sight = Sight::of(&page);
    let named = form.as_deref().map(|asked| choose::form(&page, asked));
    let named = named.transpose().map_err(Trouble::from)?;
    let answer = inspect::Answer::of(&page, named, options.unwrap_or_default() == Options::All);
    let mut shown: Vec<String> = brief::lines(&answer, Depth::Whole).iter().map(Line::text).collect();
    if !sight.has_fields() {
        shown = sight.whole();
    }
    let said = vec![if named.is_some() {
        "The form:".into()
    } else {
        sight.counts()
    }];
    call.saw(sight);
    Ok(Answer {
        said,
        shown,
        url: call.url(),
        data: serde_json::to_value(&answer).ok(),
        ..Answer::default()
    })
}

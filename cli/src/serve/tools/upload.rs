//! `upload`

use ostler_engine::Auto;
use ostler_machines::form::value::Wish;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::form_fill::{Wanted, fill};
use super::{Hints, Outcome, Tool, arguments, read};
use crate::serve::hands::Call;
use crate::serve::observe::Observe;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "upload",
    title: "Attach files",
    description: "Attach files from this computer to a file field. Sends nothing: submit afterwards.",
    profile: Profile::Forms,
    hints: Hints {
        read_only: false,
        destructive: false,
        idempotent: true,
        open_world: true,
    },
    input: || {
        arguments(
            &json!({
                "field": { "type": "string", "description": "Label, name or ref" },
                "files": { "type": "array", "items": { "type": "string" }, "minItems": 1, "description": "Paths" },
                "form": { "type": "string" },
            }),
            &["field", "files"],
        )
    },
    output: || json!({ "type": "object", "required": ["url", "fields"], "properties": { "fields": { "type": "array" } } }),
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    field: String,
    files: Vec<String>,
    form: Option<String>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let Arguments { field, files, form } = read(arguments)?;
    let files = files.into_iter().map(|file| Wish::Text(file.into())).collect();
    let wanted = Wanted {
        pairs: vec![(field, Wish::List(files))],
        form,
        submit: false,
        button: None,
        confirm: false,
        auto: Auto::Off,
        observe: Observe::Delta,
    };
    fill(call, wanted).await
}

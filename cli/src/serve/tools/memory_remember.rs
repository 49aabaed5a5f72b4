//! `memory_remember`

use ostler_engine::memory::wall_clock;
use ostler_machines::Typed;
use ostler_machines::recall::learn::{Refused, may_keep};
use ostler_machines::recall::model::{Alias, Change, Fact, Origin};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, memory, read};
use crate::memory::{alias, kept, shown};
use crate::serve::answer::{Answer, Trouble};
use crate::serve::hands::Call;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "memory_remember",
    title: "Remember a fact",
    description: "Keep something that the user fills in again and again, such as surname or mobile. Only what the user said and wants kept; secrets are refused.",
    profile: Profile::Forms,
    hints: Hints {
        read_only: false,
        destructive: false,
        idempotent: true,
        open_world: false,
    },
    input: || {
        arguments(
            &json!({
                "key": { "type": "string", "description": "What it is called" },
                "value": { "type": "string" },
                "aliases": { "type": "array", "items": { "type": "string" }, "description": "What forms call it besides" },
            }),
            &["key", "value"],
        )
    },
    output: || {
        json!({
            "type": "object",
            "required": ["key", "changed", "was"],
            "properties": {
                "key": { "type": "string" },
                "changed": { "type": "boolean" },
                "was": { "enum": ["unknown", "saved", "learned"] },
            },
        })
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    key: String,
    value: String,
    aliases: Option<Vec<String>>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let Arguments { key, value, aliases } = read(arguments)?;
    let recall = memory(call)?;
    let aliases: Option<Vec<Alias>> = aliases.iter().flatten().map(|text| alias(text)).collect();
    let fact = Fact {
        key: key.trim().into(),
        value: Typed::new(value),
        aliases: aliases.ok_or_else(|| {
            let help = "Leave it out, or give what a form calls the fact.";
            Trouble::new("memory-refused", "an alias has no letters or digits", help)
        })?,
        origin: Origin::Saved,
        verified: wall_clock(),
    };
    may_keep(&fact).map_err(|refused| {
        let help = match refused {
            Refused::SecretName | Refused::SecretValue => "Give it with each fill instead.",
            _ => "Call it again with a key and a value that can be kept.",
        };
        Trouble::new("memory-refused", refused.to_string(), help)
    })?;
    let (key, value) = (fact.key.clone(), fact.value.clone());
    let before = kept(&**recall.store(), &key).await?;
    let applied = recall.store().apply(vec![Change::Remember(fact)]).await?;
    let changed = applied.added + applied.changed > 0;
    let was = match before.as_ref().map(|before| before.origin) {
        None => "unknown",
        Some(Origin::Saved) => "saved",
        Some(Origin::Learned) => "learned",
    };
    let said = match before.filter(|before| before.value != value) {
        Some(before) => format!("Remembered in the place of what was {was}: {}.", shown(&before)),
        None if changed => "Remembered.".into(),
        None => "It was remembered already.".into(),
    };
    Ok(Answer {
        said: vec![said],
        data: Some(json!({ "key": key, "changed": changed, "was": was })),
        ..Answer::default()
    })
}

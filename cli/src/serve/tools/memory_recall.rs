//! `memory_recall`

use ostler_machines::recall::key_norm;
use ostler_machines::recall::model::Probe;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, memory, read};
use crate::memory::shown;
use crate::report::text::count;
use crate::serve::answer::Answer;
use crate::serve::hands::Call;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "memory_recall",
    title: "Recall facts",
    description: "What is remembered of the user: the facts that go by these names, or the keys of all. form_fill with auto fills them in without this.",
    profile: Profile::Forms,
    hints: Hints {
        read_only: true,
        destructive: false,
        idempotent: true,
        open_world: false,
    },
    input: || {
        arguments(
            &json!({ "names": { "type": "array", "items": { "type": "string" }, "description": "Keys, or what forms call them" } }),
            &[],
        )
    },
    output: || {
        json!({
            "type": "object",
            "required": ["facts"],
            "properties": {
                "facts": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["key"],
                        "properties": { "key": { "type": "string" }, "value": { "type": "string" } },
                    },
                },
            },
        })
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    names: Option<Vec<String>>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let Arguments { names } = read(arguments)?;
    // Who names none wants to know which there are.
    let names = names.filter(|names| !names.is_empty());
    let recall = memory(call)?;
    let (facts, unopened) = if let Some(names) = &names {
        let probe = Probe {
            names: names.iter().map(|name| key_norm(name)).collect(),
            ..Probe::default()
        };
        let found = recall.store().recall(&probe).await?;
        (found.facts, found.unopened)
    } else {
        let all = recall.store().all().await?;
        (all.facts, all.unopened)
    };
    let list: Vec<_> = facts
        .iter()
        .map(|fact| match names {
            Some(_) => json!({ "key": fact.key, "value": shown(fact) }),
            None => json!({ "key": fact.key }),
        })
        .collect();
    let mut said = vec![format!("{} remembered.", count(facts.len(), "fact"))];
    said.extend(facts.iter().map(|fact| match names {
        Some(_) => format!("{}: {}", fact.key, shown(fact)),
        None => fact.key.clone(),
    }));
    if unopened > 0 {
        said.push(format!(
            "{} cannot be opened with the present key.",
            count(unopened, "entry")
        ));
    }
    Ok(Answer {
        said,
        data: Some(json!({ "facts": list })),
        ..Answer::default()
    })
}

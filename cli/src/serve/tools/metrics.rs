//! `metrics`

use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments};
use crate::serve::answer::Answer;
use crate::serve::hands::Call;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "metrics",
    title: "Counts of this server",
    description: "What each tool was called for since the server started: calls, failures, times and bytes.",
    profile: Profile::Full,
    hints: Hints {
        read_only: true,
        destructive: false,
        idempotent: true,
        open_world: false,
    },
    input: || arguments(&json!({}), &[]),
    output: || {
        json!({
            "type": "object",
            "required": ["tools"],
            "properties": {
                "tools": {
                    "type": "object",
                    "additionalProperties": {
                        "type": "object",
                        "required": ["calls", "failures", "cancelled", "p50_ms", "p95_ms", "text_bytes", "data_bytes"],
                        "additionalProperties": { "type": "integer" },
                    },
                },
            },
        })
    },
    run: |call, arguments| Box::pin(std::future::ready(run(call, arguments))),
};

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {}

fn run(call: &Call<'_>, arguments: &RawValue) -> Outcome {
    let Arguments {} = super::read(arguments)?;
    let data = call.metrics.json();
    let line = |(name, counts): (&String, &serde_json::Value)| {
        format!(
            "{name}: {} calls, {} failed, p50 {} ms, p95 {} ms, {} bytes of text",
            counts["calls"], counts["failures"], counts["p50_ms"], counts["p95_ms"], counts["text_bytes"]
        )
    };
    let said = data["tools"].as_object().into_iter().flatten().map(line).collect();
    Ok(Answer {
        said,
        data: Some(data),
        ..Answer::default()
    })
}

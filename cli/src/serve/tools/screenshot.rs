//! `screenshot`

use ostler_engine::Shot;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, read};
use crate::serve::acted::one_of;
use crate::serve::answer::Answer;
use crate::serve::hands::Call;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "screenshot",
    title: "Picture of the page",
    description: "A picture of the page, of one thing, or of a region of the page. What is sensitive is painted over.",
    profile: Profile::Browser,
    hints: Hints {
        read_only: true,
        destructive: false,
        idempotent: true,
        open_world: true,
    },
    input: || {
        arguments(
            &json!({
                "ref": { "type": "string", "description": "Only this thing" },
                "region": { "type": "array", "items": { "type": "number" }, "minItems": 4, "maxItems": 4, "description": "Left, top, width, height in CSS pixels of the whole page" },
            }),
            &[],
        )
    },
    output: || {
        json!({
            "type": "object",
            "required": ["url", "bytes"],
            "properties": { "url": { "type": "string" }, "bytes": { "type": "integer" } },
        })
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    #[serde(rename = "ref")]
    reference: Option<String>,
    region: Option<[f64; 4]>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let a: Arguments = read(arguments)?;
    one_of(&[("ref", a.reference.is_some()), ("region", a.region.is_some())])?;
    let session = call.page().await?;
    let shot = match (a.reference, a.region) {
        (Some(reference), _) => Shot::Thing(session.resolve(&reference).await?),
        (None, Some([left, top, width, height])) => Shot::Region {
            left,
            top,
            width,
            height,
        },
        (None, None) => Shot::Whole,
    };
    let secrets = call.secrets();
    let image = call.page().await?.picture(shot, &secrets).await?;
    let url = call.url();
    Ok(Answer {
        said: vec!["What is sensitive is painted over.".into()],
        data: Some(json!({ "url": url, "bytes": image.len() })),
        image: Some(image),
        url,
        ..Answer::default()
    })
}

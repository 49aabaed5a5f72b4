//! `navigate`

use ostler_machines::outline::View;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::{Hints, Outcome, Tool, arguments, observe, read, texts};
use crate::address;
use crate::report::text::cut;
use crate::serve::acted::challenge;
use crate::serve::answer::Answer;
use crate::serve::hands::Call;
use crate::serve::observe::Observe;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "navigate",
    title: "Open a page",
    description: "Open a page and list its forms: a line each for fields (ref, label, * if required, options) and buttons. Enough to call form_fill next.",
    profile: Profile::Forms,
    hints: Hints {
        read_only: false,
        destructive: false,
        idempotent: true,
        open_world: true,
    },
    input: || {
        arguments(
            &json!({ "url": { "type": "string", "description": "http or https" }, "observe": observe() }),
            &["url"],
        )
    },
    output,
    run: |call, arguments| Box::pin(run(call, arguments)),
};

fn output() -> Value {
    json!({
        "type": "object",
        "required": ["url", "title", "status", "settled", "observed"],
        "properties": {
            "url": { "type": "string" },
            "title": { "type": "string" },
            "status": { "type": ["integer", "null"] },
            "settled": { "type": "boolean" },
            "observed": texts(),
        },
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    url: String,
    observe: Option<Observe>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let Arguments { url, observe } = read(arguments)?;
    let asked = address::parse(&url)?;
    let session = call.browser().await?;
    let arrival = match session.navigate(asked.as_str()).await {
        Ok(arrival) => arrival,
        Err(error) => {
            call.arrived(false);
            return Err(error.into());
        }
    };
    call.arrived(true);
    let (sight, _) = call.look().await?;
    let shown_url = call.url();
    let mut said = String::new();
    if let Some(status) = arrival.status {
        said = format!("HTTP {status}. ");
    }
    said.push_str(&sight.counts());
    if !arrival.settled {
        said.push_str(" The page goes on working and had not come to rest.");
    }
    let mut observed = Vec::new();
    let shows = observe.unwrap_or_default() != Observe::None;
    let wall;
    if arrival.url != asked.as_str() {
        observed.push(format!("now at {shown_url}"));
    }
    if shows && call.by_hand() {
        let view = View {
            interactive: true,
            ..View::default()
        };
        let seen = call.page().await?.snapshot(view).await?;
        observed.push(format!("title: {}", cut(&seen.title, 200)));
        observed.extend(seen.text.lines().map(String::from));
        wall = seen.challenge.as_ref().map(challenge);
    } else {
        wall = call.challenge().await;
        if shows {
            observed.extend(sight.whole());
        }
    }
    let data = json!({
        "url": shown_url,
        "title": arrival.title,
        "status": arrival.status,
        "settled": arrival.settled,
        "observed": observed,
    });
    Ok(Answer {
        said: std::iter::once(said).chain(wall).collect(),
        shown: observed,
        url: shown_url,
        data: Some(data),
        ..Answer::default()
    })
}

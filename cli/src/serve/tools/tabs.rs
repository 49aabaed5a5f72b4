//! `tabs`

use ostler_machines::outline::View;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, observe, read, texts};
use crate::address;
use crate::report::text::count;
use crate::serve::acted;
use crate::serve::answer::Answer;
use crate::serve::answer::Trouble;
use crate::serve::hands::Call;
use crate::serve::observe::Observe;
use crate::serve::profile::Profile;

pub(super) static TOOL: Tool = Tool {
    name: "tabs",
    title: "Tabs",
    description: "List the tabs, open, switch to or close one. Every other tool works in the active tab.",
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
                "action": { "enum": ["list", "open", "switch", "close"] },
                "id": { "type": "string", "minLength": 1, "description": "For switch and close; close: the active one if left out" },
                "url": { "type": "string", "minLength": 1, "description": "For open" },
                "observe": observe(),
            }),
            &["action"],
        )
    },
    output: || {
        json!({
            "type": "object",
            "required": ["url", "tabs", "observed"],
            "properties": { "url": { "type": "string" }, "tabs": { "type": "array", "items": { "type": "object" } }, "observed": texts() },
        })
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    List,
    Open,
    Switch,
    Close,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    action: Action,
    id: Option<String>,
    url: Option<String>,
    observe: Option<Observe>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let a: Arguments = read(arguments)?;
    let (id, url) = (a.id.is_some(), a.url.is_some());
    let beside = match a.action {
        Action::List if id => "`id` is given, and action list takes none",
        Action::List if url => "`url` is given, and action list takes none",
        Action::Open if id => "`id` is given, and action open takes none: the browser gives it",
        Action::Switch | Action::Close if url => "`url` is given, and only action open takes one",
        _ => "",
    };
    if !beside.is_empty() {
        return Err(Trouble::new("bad-arguments", beside, "Leave it out: nothing was done."));
    }
    let url = a.url.as_deref().map(address::parse).transpose()?;
    let session = call.browser().await?;
    match (a.action, &a.id) {
        (Action::List, _) => {}
        (Action::Open, _) => {
            let opened = session.open_tab(url.as_ref().map(url::Url::as_str)).await;
            call.arrived(url.is_some() && opened.is_ok());
            opened?;
        }
        (Action::Switch, Some(id)) => {
            session.switch_tab(id).await?;
            call.arrived(true);
        }
        (Action::Switch, None) => {
            return Err(Trouble::new(
                "bad-arguments",
                "no tab is named",
                "Give the id of a tab that action list shows.",
            ));
        }
        (Action::Close, id) => {
            session.close_tab(id.as_deref()).await?;
            call.arrived(true);
        }
    }
    let session = call.browser().await?;
    let tabs = session.tabs().await?;
    let lines: Vec<String> = tabs
        .iter()
        .map(|tab| {
            let active = if tab.active { " (active)" } else { "" };
            format!("{}{active} {:?} {}", tab.id, tab.title, address::shown(&tab.url))
        })
        .collect();
    let mut answer = Answer::default();
    let sight = a.observe.unwrap_or(Observe::None);
    if a.action != Action::List && sight != Observe::None {
        let observation = session.snapshot(View::default()).await?;
        answer = acted::observed(call, &observation);
    }
    let observed: Vec<String> = std::mem::take(&mut answer.shown);
    let listed: Vec<_> = tabs
        .iter()
        .map(|tab| json!({ "id": tab.id, "title": tab.title, "url": address::shown(&tab.url), "active": tab.active }))
        .collect();
    let url = call.url();
    answer.data = Some(json!({ "url": url, "tabs": listed, "observed": observed }));
    answer.said.push(format!("{} open.", count(tabs.len(), "tab")));
    answer.shown = lines.into_iter().chain(observed).collect();
    answer.url = url;
    Ok(answer)
}

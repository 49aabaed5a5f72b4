//! `form_submit`

use ostler_engine::page::Dialog;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Hints, Outcome, Tool, arguments, confirm, observe, read, submitted, texts};
use crate::report::json as report;
use crate::report::text::cut;
use crate::report::view::SubmitView;
use crate::serve::answer::Answer;
use crate::serve::hands::Call;
use crate::serve::observe::Observe;
use crate::serve::profile::Profile;
use crate::serve::tell::Told;

pub(super) static TOOL: Tool = Tool {
    name: "form_submit",
    title: "Submit a form",
    description: "Press the submit button once and say what came of it. Without arguments: of the form filled last, else of the only one.",
    profile: Profile::Forms,
    hints: Hints {
        read_only: false,
        destructive: true,
        idempotent: false,
        open_world: true,
    },
    input: || {
        arguments(
            &json!({
                "form": { "type": "string", "description": "Ref or name" },
                "button": { "type": "string", "description": "Ref or label" },
                "confirm": confirm(),
                "force": { "type": "boolean", "description": "Send although a key is not held" },
                "observe": observe(),
            }),
            &[],
        )
    },
    output: || {
        json!({
            "type": "object",
            "required": ["url", "submit", "notes", "observed"],
            "properties": {
                "url": { "type": "string" },
                "submit": submitted(),
                "notes": texts(),
                "observed": texts(),
            },
        })
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    form: Option<String>,
    button: Option<String>,
    confirm: Option<bool>,
    force: Option<bool>,
    observe: Option<Observe>,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let Arguments {
        form,
        button,
        confirm,
        force,
        observe,
    } = read(arguments)?;
    let session = call.page().await?;
    session.agree(confirm.unwrap_or(false));
    let dialogs = session.tab().dialogs().len();
    let report = if force.unwrap_or(false) {
        session.submit_anyway(form.as_deref(), button.as_deref()).await?
    } else {
        session.submit(form.as_deref(), button.as_deref()).await?
    };
    let notes = notes(&session.tab().dialogs().split_off(dialogs));
    let view = SubmitView::of(&report);
    let mut told = Told::default();
    told.submit(&view);
    told.notes(&notes);
    told.said.extend(call.challenge().await);
    let observed = match observe.unwrap_or_default() {
        Observe::None => Vec::new(),
        observe => call.observe(observe, Some(&view), &[]).await,
    };
    told.shown.extend(observed.iter().cloned());
    let url = call.url();
    let data = json!({
        "schema_version": crate::report::SCHEMA_VERSION,
        "url": url,
        "submit": report::Submit::from(&view),
        "notes": notes,
        "observed": observed,
    });
    Ok(Answer {
        said: told.said,
        shown: told.shown,
        url,
        data: Some(data),
        ..Answer::default()
    })
}

/// What the page asked meanwhile, and what it was told.
fn notes(dialogs: &[Dialog]) -> Vec<String> {
    const SHOWN: usize = 5;
    let answer = |dialog: &Dialog| match (dialog.accepted, dialog.kind.as_str()) {
        (true, "confirm") => "answered with yes",
        (true, _) => "closed",
        (false, _) => "answered with no",
    };
    let words = |dialog: &Dialog| {
        let message = cut(&dialog.message, 200);
        format!(
            "the page opened a dialog ({}), which was {}: {message:?}",
            dialog.kind,
            answer(dialog)
        )
    };
    dialogs.iter().take(SHOWN).map(words).collect()
}

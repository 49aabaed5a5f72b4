//! `form_fill`

use ostler_engine::{Auto, Request};
use ostler_machines::form::value::Wish;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::{Hints, Outcome, Tool, arguments, confirm, filled, memory, observe, read, submitted, texts};
use crate::commands::fill::today;
use crate::report::mask::Scrub;
use crate::report::{View, json as report};
use crate::serve::answer::{Answer, Trouble};
use crate::serve::hands::Call;
use crate::serve::observe::Observe;
use crate::serve::profile::Profile;
use crate::serve::tell::Told;
use crate::values;

pub(super) static TOOL: Tool = Tool {
    name: "form_fill",
    title: "Fill a form",
    description: "Fill the open page's form in one call; every value is read back. Give all you know at once, also for later steps and fields that appear later. submit: true sends it once if all is right, and walks through a wizard. The answer lists only what is not as asked.",
    profile: Profile::Forms,
    hints: Hints {
        read_only: false,
        destructive: false,
        // A fill alone is; with submit: true it sends, and a second time sends a second time. A hint is about every call
        // that a client may make, and one that is believed here wrongly lets a retry send twice.
        idempotent: false,
        open_world: true,
    },
    input: || {
        arguments(
            &json!({
                "fields": {
                    "type": ["object", "array"],
                    "description": "{KEY: VALUE, …} or [{key, value}, …]. KEY: a label, name or ref (group label for radios). VALUE: text as a person writes it, number, true/false for a box, list for several choices, null to empty. Dates best as YYYY-MM-DD",
                    "items": { "type": "object" },
                },
                "form": { "type": "string", "description": "Ref or name" },
                "submit": { "type": "boolean" },
                "button": { "type": "string", "description": "Ref or label" },
                "confirm": confirm(),
                "auto": { "enum": ["required", "all"], "description": "The rest from memory" },
                "observe": observe(),
            }),
            &[],
        )
    },
    output: || {
        json!({
            "type": "object",
            "required": ["url", "fields", "submit", "steps", "notes", "observed"],
            "properties": {
                "url": { "type": "string" },
                "fields": filled(),
                "submit": submitted(),
                "steps": { "type": "array" },
                "notes": texts(),
                "observed": texts(),
            },
        })
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    fields: Option<Box<RawValue>>,
    form: Option<String>,
    submit: Option<bool>,
    button: Option<String>,
    confirm: Option<bool>,
    auto: Option<AutoArg>,
    observe: Option<Observe>,
}

/// What is filled from memory.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AutoArg {
    Required,
    All,
}

async fn run(call: &mut Call<'_>, arguments: &RawValue) -> Outcome {
    let arguments: Arguments = read(arguments)?;
    let submit = arguments.submit.unwrap_or(false);
    if arguments.button.is_some() && !submit {
        return Err(Trouble::new(
            "bad-arguments",
            "`button` is given without submit: true",
            "Say submit: true, or press it afterwards with form_submit.",
        ));
    }
    let auto = match arguments.auto {
        None => Auto::Off,
        Some(AutoArg::Required) => Auto::Required,
        Some(AutoArg::All) => Auto::All,
    };
    if auto != Auto::Off {
        memory(call)?;
    }
    let pairs = arguments.fields.as_deref().map(pairs).transpose()?.unwrap_or_default();
    if pairs.is_empty() && !submit && auto == Auto::Off {
        return Err(Trouble::new(
            "nothing-to-do",
            "no field is given",
            "Give at least one key with its value.",
        ));
    }
    let wanted = Wanted {
        pairs,
        form: arguments.form,
        submit,
        button: arguments.button,
        confirm: arguments.confirm.unwrap_or(false),
        auto,
        observe: arguments.observe.unwrap_or_default(),
    };
    fill(call, wanted).await
}

/// The keys and values of `fields`.
fn pairs(fields: &RawValue) -> Result<Vec<(String, Wish)>, Trouble> {
    // Some clients hand over objects as a text that holds one.
    let inner = serde_json::from_str::<String>(fields.get()).ok();
    Ok(values::of_json("fields", inner.as_deref().unwrap_or(fields.get()))?)
}

/// What to fill.
pub(super) struct Wanted {
    pub(super) pairs: Vec<(String, Wish)>,
    pub(super) form: Option<String>,
    pub(super) submit: bool,
    pub(super) button: Option<String>,
    pub(super) confirm: bool,
    pub(super) auto: Auto,
    pub(super) observe: Observe,
}

/// Fills, and says what came of it.
pub(super) async fn fill(call: &mut Call<'_>, wanted: Wanted) -> Outcome {
    for (key, wish) in &wanted.pairs {
        learn(call.scrub(), key, wish);
    }
    let session = call.page().await?;
    session.agree(wanted.confirm);
    let request = Request {
        pairs: wanted.pairs,
        form: wanted.form,
        submit: wanted.submit,
        button: wanted.button,
        auto: wanted.auto,
        today: today(),
        base: std::env::current_dir().ok(),
        ..Request::default()
    };
    let report = session.fill(request).await?;
    call.scrub().join(Scrub::of(&report));
    let view = View::of(&report, &[], wanted.submit);
    let mut told = Told::fill(&view);
    if wanted.submit {
        told.said.extend(call.challenge().await);
    }
    let observed = match wanted.observe {
        Observe::None => Vec::new(),
        observe => call.observe(observe, view.submit.as_ref(), &view.fields).await,
    };
    told.shown.extend(observed.iter().cloned());
    let mut data = serde_json::to_value(report::Answer::from(&view)).unwrap_or_default();
    data["observed"] = Value::from(observed);
    Ok(Answer {
        said: told.said,
        shown: told.shown,
        url: call.url(),
        data: Some(data),
        ..Answer::default()
    })
}

/// Learns what must not be repeated, before anything can go wrong.
fn learn(scrub: &mut Scrub, key: &str, wish: &Wish) {
    match wish {
        Wish::Text(text) | Wish::Number(text) => scrub.learn(key, text.reveal()),
        Wish::List(items) => items.iter().for_each(|item| learn(scrub, key, item)),
        Wish::Pieces(pieces) => pieces.iter().for_each(|(name, piece)| {
            learn(scrub, key, piece);
            learn(scrub, name, piece);
        }),
        Wish::Bool(_) | Wish::Clear => {}
    }
}

#[cfg(test)]
mod tests {
    use super::pairs;
    use ostler_machines::form::value::Wish;
    use serde_json::value::RawValue;

    fn read(text: &str) -> Result<Vec<(String, Wish)>, String> {
        let raw = RawValue::from_string(text.into()).unwrap();
        pairs(&raw).map_err(|trouble| trouble.code)
    }

    #[test]
    fn fields_are_an_object_a_list_or_a_text_that_holds_one() {
        let expected = Ok(vec![
            ("Z".into(), Wish::Number("1.50".into())),
            ("A".into(), Wish::Clear),
        ]);
        assert_eq!(
            read(r#"{"Z": 1.50, "A": null}"#),
            expected,
            "in the order given, as it was written"
        );
        assert_eq!(
            read(r#"[{"key": "Z", "value": 1.50}, {"key": "A", "value": null}]"#),
            expected
        );
        assert_eq!(read(r#""{\"Z\": 1.50, \"A\": null}""#), expected);
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for (text, code) in [
            (r#"{"A": 1, "A": 2}"#, "duplicate-key"),
            ("5", "data-shape"),
            ("\"hello\"", "data-syntax"),
            (r#"[{"key": "A"}]"#, "data-shape"),
        ] {
            assert_eq!(read(text), Err(code.into()), "{text}");
        }
    }
}

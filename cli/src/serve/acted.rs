//! What the tools that work with a page by hand share: which thing is meant, and what is said of an act.

use ostler_engine::{Done, Waited};
use ostler_machines::challenge::Challenge;
use ostler_machines::form::model::Ref;
use ostler_machines::form::text::fold;
use ostler_machines::outline::{self, Item, Observation, Shown, View};
use serde_json::{Value, json};

use super::answer::{Answer, Trouble};
use super::hands::Call;
use super::observe::Observe;
use super::tools::Outcome;
use crate::address;

/// At most so many things are listed where it is not clear which is meant.
const LISTED: usize = 8;

/// Which thing of the page is meant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aim {
    /// Its ref.
    pub(crate) reference: Option<String>,
    /// What it is called.
    pub(crate) text: Option<String>,
}

/// No more than one of these arguments is given.
pub(crate) fn one_of(arguments: &[(&str, bool)]) -> Result<(), Trouble> {
    let given: Vec<String> = arguments
        .iter()
        .filter(|(_, given)| *given)
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    if given.len() < 2 {
        return Ok(());
    }
    Err(Trouble::new(
        "bad-arguments",
        format!("{} are given, and they exclude each other", given.join(" and ")),
        "Give one of them: nothing was done.",
    ))
}

impl Aim {
    /// The thing that is meant.
    pub(crate) async fn take(&self, call: &mut Call<'_>) -> Result<Ref, Trouble> {
        match self.maybe(call).await? {
            Some(reference) => Ok(reference),
            None => Err(Trouble::new(
                "bad-arguments",
                "neither `ref` nor `text` is given",
                "Say what is meant: a ref of the snapshot, or the text that it shows.",
            )),
        }
    }

    /// The thing that is meant, if any is.
    pub(crate) async fn maybe(&self, call: &mut Call<'_>) -> Result<Option<Ref>, Trouble> {
        let session = call.page().await?;
        match (&self.reference, &self.text) {
            (Some(reference), _) => Ok(Some(session.resolve(reference).await?)),
            (None, Some(text)) => {
                let found = session.find(text).await?;
                only(&found, text).map(Some)
            }
            (None, None) => Ok(None),
        }
    }
}

/// The one thing of `found` that goes by `text`: by all of its name, else by a part of it.
fn only(found: &[Item], text: &str) -> Result<Ref, Trouble> {
    let wanted = fold(text);
    let whole: Vec<&Item> = found.iter().filter(|item| fold(&item.name) == wanted).collect();
    let part = || -> Vec<&Item> {
        let has = |item: &&Item| !wanted.is_empty() && fold(&item.name).contains(&wanted);
        found.iter().filter(has).collect()
    };
    let fitting = if whole.is_empty() { part() } else { whole };
    match fitting.as_slice() {
        [one] => one.reference.ok_or_else(|| nothing(found)),
        [] => Err(nothing(found)),
        several => Err(Trouble {
            code: "ambiguous".into(),
            message: list(several),
            quotes: true,
            help: format!("{} things go by this text. Say which by its ref.", several.len()),
        }),
    }
}

fn nothing(found: &[Item]) -> Trouble {
    let near: Vec<&Item> = found.iter().collect();
    Trouble {
        code: "not-found".into(),
        message: list(&near),
        quotes: !near.is_empty(),
        help: if near.is_empty() {
            "Nothing on the page goes by this text. Take a snapshot to see what there is.".into()
        } else {
            "Nothing goes by exactly this text. Use one of these refs if it is meant.".into()
        },
    }
}

fn list(items: &[&Item]) -> String {
    let one = |item: &&&Item| {
        let reference = item.reference.map(|own| own.to_string()).unwrap_or_default();
        format!("{} {:?} {reference}", item.role, item.name)
    };
    items
        .iter()
        .take(LISTED)
        .map(|item| one(&item))
        .collect::<Vec<_>>()
        .join(", ")
}

impl From<Observe> for outline::Observe {
    fn from(observe: Observe) -> Self {
        match observe {
            Observe::Delta => Self::Delta,
            Observe::Full => Self::Full,
            Observe::None => Self::None,
        }
    }
}

/// What is said of an act that was carried out, and of the page after it. `words` says what was done.
pub(crate) async fn after(call: &mut Call<'_>, words: &str, done: &Done, observe: Observe) -> Outcome {
    let mut said = vec![words.to_owned()];
    if done.navigated {
        said.push("Another page is shown.".into());
    }
    if !done.settled {
        said.push("The page goes on working and had not come to rest.".into());
    }
    let session = call.page().await?;
    let observation = match session.observe(observe.into(), View::default()).await {
        Ok(observation) => observation,
        // What was done is told all the same.
        Err(error) => Observation {
            text: format!("… the page could not be looked at afterwards [{}]", error.code),
            ..Observation::default()
        },
    };
    if observation.shown != Shown::Unchanged {
        call.forget_look();
    }
    let mut shown: Vec<String> = done.notes.iter().map(|note| format!("Note: {note}")).collect();
    let mut answer = observed(call, &observation);
    shown.append(&mut answer.shown);
    said.append(&mut answer.said);
    if let Some(data) = &mut answer.data {
        data["navigated"] = Value::from(done.navigated);
        data["settled"] = Value::from(done.settled);
        data["notes"] = Value::from(done.notes.clone());
    }
    Ok(Answer { said, shown, ..answer })
}

/// An observation as an answer: `url`, `title`, `observed` and `challenge` are its data.
pub(crate) fn observed(call: &Call<'_>, observation: &Observation) -> Answer {
    let url = address::shown(&observation.url);
    let lines: Vec<String> = observation.text.lines().map(String::from).collect();
    let mut said = Vec::new();
    said.extend(observation.challenge.as_ref().map(challenge));
    let mut shown = lines.clone();
    if observation.shown == Shown::Full {
        shown.insert(0, format!("{} {url}", observation.title));
    }
    let data = json!({
        "url": url,
        "title": observation.title,
        "shown": observation.shown.word(),
        "observed": lines,
        "challenge": observation.challenge.as_ref().map(|wall| wall.kind.word()),
    });
    Answer {
        said,
        shown,
        url: call.url(),
        data: Some(data),
        ..Answer::default()
    }
}

/// What is said after waiting.
pub(crate) async fn waited(call: &mut Call<'_>, words: &str, waited: &Waited, observe: Observe) -> Outcome {
    let session = call.page().await?;
    let observation = session.observe(observe.into(), View::default()).await?;
    let mut answer = observed(call, &observation);
    answer.said.insert(0, words.to_owned());
    if let Some(data) = &mut answer.data {
        data["satisfied"] = Value::from(waited.satisfied);
        data["elapsed_ms"] = Value::from(waited.elapsed_ms);
    }
    Ok(answer)
}

/// The line that tells a wall.
pub(crate) fn challenge(wall: &Challenge) -> String {
    format!("CHALLENGE: {}.", wall.advice())
}

/// The schema of what an observation says.
pub(crate) fn seen_schema() -> Value {
    json!({
        "type": "object",
        "required": ["url", "shown", "observed"],
        "properties": {
            "url": { "type": "string" },
            "title": { "type": "string" },
            "shown": { "enum": ["nothing", "unchanged", "delta", "full"] },
            "observed": { "type": "array", "items": { "type": "string" } },
            "challenge": { "enum": ["captcha", "bot-check", "one-time-code", null] },
        },
    })
}

/// The schema of what an act says.
pub(crate) fn schema() -> Value {
    let mut schema = seen_schema();
    schema["required"] = json!(["url", "shown", "observed", "navigated", "settled", "notes"]);
    schema["properties"]["navigated"] = json!({ "type": "boolean" });
    schema["properties"]["settled"] = json!({ "type": "boolean" });
    schema["properties"]["notes"] = json!({ "type": "array", "items": { "type": "string" } });
    schema
}

#[cfg(test)]
mod tests {
    use super::{one_of, only};
    use ostler_machines::form::model::Ref;
    use ostler_machines::outline::Item;

    fn item(element: u32, name: &str) -> Item {
        Item {
            role: "button".into(),
            name: name.into(),
            reference: Some(Ref { frame: 0, element }),
            ..Item::default()
        }
    }

    #[test]
    fn what_excludes_each_other_is_not_dropped_in_silence() {
        assert!(one_of(&[("ref", true), ("text", false)]).is_ok());
        assert!(one_of(&[("ref", false), ("text", false)]).is_ok());
        let trouble = one_of(&[("ref", true), ("text", true)]).unwrap_err();
        assert_eq!(trouble.code, "bad-arguments");
        assert!(trouble.message.contains("`ref` and `text`"), "{trouble:?}");
    }

    #[test]
    fn a_text_means_one_thing_or_is_refused() {
        let all = [
            item(1, "Save"),
            item(2, "Save and close"),
            item(3, "Close"),
            item(4, "Close"),
        ];
        let take = |text: &str| only(&all, text).map(|own| own.element).map_err(|trouble| trouble.code);
        assert_eq!(take("save"), Ok(1), "the whole name goes before a part");
        assert_eq!(take("and close"), Ok(2));
        assert_eq!(take("Close"), Err("ambiguous".into()));
        assert_eq!(take("Open"), Err("not-found".into()));
        assert_eq!(take(""), Err("not-found".into()));
        let trouble = only(&all, "Close").unwrap_err();
        assert!(
            trouble.quotes && trouble.message.contains("e3") && trouble.message.contains("e4"),
            "{trouble:?}"
        );
    }
}

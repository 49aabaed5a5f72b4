//! The tools: one a file, each with all that there is to know of it. Whatever serves them (MCP over stdio, `ostler call`)
//! takes them from here, so a tool is the same everywhere.
//!
//! A new tool is a file and its two lines here.

mod back;
mod click;
mod evaluate;
mod find;
mod form_fill;
mod form_inspect;
mod form_submit;
mod hover;
mod memory_forget;
mod memory_recall;
mod memory_remember;
mod metrics;
mod navigate;
mod press;
mod screenshot;
mod scroll;
mod select;
mod snapshot;
mod tabs;
mod typing;
mod upload;
mod wait_for;
mod wait_for_human;

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use ostler_engine::memory::Recall;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::answer::{Answer, Trouble};
use super::hands::Call;
use super::profile::Profile;

static ALL: [&Tool; 23] = [
    &back::TOOL,
    &click::TOOL,
    &evaluate::TOOL,
    &find::TOOL,
    &form_fill::TOOL,
    &form_inspect::TOOL,
    &form_submit::TOOL,
    &hover::TOOL,
    &memory_forget::TOOL,
    &memory_recall::TOOL,
    &memory_remember::TOOL,
    &metrics::TOOL,
    &navigate::TOOL,
    &press::TOOL,
    &screenshot::TOOL,
    &scroll::TOOL,
    &select::TOOL,
    &snapshot::TOOL,
    &tabs::TOOL,
    &typing::TOOL,
    &upload::TOOL,
    &wait_for::TOOL,
    &wait_for_human::TOOL,
];

/// What a tool comes to.
pub(crate) type Outcome = Result<Answer, Trouble>;

/// A call that runs.
pub(crate) type Running<'a> = Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

/// One tool.
pub(crate) struct Tool {
    /// What it is called by: letters, digits, `_` and `-`, at most 64.
    pub(crate) name: &'static str,
    /// For a person.
    pub(crate) title: &'static str,
    /// For a model: when to use it, what it answers.
    pub(crate) description: &'static str,
    /// The smallest profile that lists it.
    pub(crate) profile: Profile,
    /// What to expect of it.
    pub(crate) hints: Hints,
    /// The JSON Schema of its arguments.
    pub(crate) input: fn() -> Value,
    /// The JSON Schema of its data.
    pub(crate) output: fn() -> Value,
    /// Does it.
    pub(crate) run: for<'a> fn(&'a mut Call<'_>, &'a RawValue) -> Running<'a>,
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What a client may expect of a tool.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are the four hints of the protocol")]
pub(crate) struct Hints {
    /// It changes nothing.
    pub(crate) read_only: bool,
    /// What it does may not be undone.
    pub(crate) destructive: bool,
    /// Doing it twice is as good as once.
    pub(crate) idempotent: bool,
    /// It deals with the world outside.
    pub(crate) open_world: bool,
}

/// All tools, in the order of their names.
pub(crate) fn all() -> impl Iterator<Item = &'static Tool> {
    ALL.into_iter()
}

/// The tool of this name.
pub(crate) fn find(name: &str) -> Option<&'static Tool> {
    all().find(|tool| tool.name == name)
}

/// Whether a tool is of use only where something is remembered.
pub(crate) fn needs_memory(tool: &Tool) -> bool {
    let own = [&memory_forget::TOOL, &memory_recall::TOOL, &memory_remember::TOOL];
    own.iter().any(|other| other.name == tool.name)
}

/// What is remembered from one form to the next.
fn memory(call: &Call<'_>) -> Result<Arc<Recall>, Trouble> {
    call.memory().ok_or_else(|| {
        Trouble::new(
            "memory-off",
            "nothing is remembered: memory is off",
            "The user turns it on with `ostler init --local`, or serves with --memory.",
        )
    })
}

/// Reads the arguments of a tool.
fn read<T: DeserializeOwned>(arguments: &RawValue) -> Result<T, Trouble> {
    serde_json::from_str(arguments.get()).map_err(|error| {
        let words = error.to_string();
        let words = words.split(" at line ").next().unwrap_or(&words);
        Trouble::new(
            "bad-arguments",
            words,
            "Call it again with arguments that fit its inputSchema.",
        )
    })
}

/// The schema of arguments: nothing beside `properties` may be given.
fn arguments(properties: &Value, required: &[&str]) -> Value {
    let mut schema = json!({ "type": "object", "additionalProperties": false, "properties": properties });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

/// The schema of a list of texts.
fn texts() -> Value {
    json!({ "type": "array", "items": { "type": "string" } })
}

/// The schema of `observe`.
fn observe() -> Value {
    json!({ "enum": ["delta", "full", "none"], "description": "Shown after; default delta" })
}

/// The schema of `confirm`.
fn confirm() -> Value {
    json!({ "type": "boolean", "description": "Answer yes if the page asks back" })
}

/// The schema of what came of a submit.
fn submitted() -> Value {
    json!({
        "type": ["object", "null"],
        "required": ["outcome"],
        "properties": {
            "outcome": { "enum": ["ValidationFailed", "Advanced", "Submitted", "Unchanged", "ServerError", "Unknown"] },
            "messages": { "type": "array" },
        },
    })
}

/// The schema of what came of each key.
fn filled() -> Value {
    json!({
        "type": "array",
        "items": {
            "type": "object",
            "required": ["key", "status"],
            "properties": {
                "key": { "type": "string" },
                "status": {
                    "enum": ["filled", "reformatted", "unchanged", "refused", "ambiguous", "missing", "rejected", "skipped", "failed"]
                },
                "holds": { "type": ["string", "null"] },
                "message": { "type": ["string", "null"] },
            },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::{all, find, read};
    use serde::Deserialize;
    use serde_json::value::RawValue;

    #[test]
    fn every_tool_is_whole_and_they_stand_in_order() {
        let names: Vec<&str> = all().map(|tool| tool.name).collect();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(names, sorted);
        for tool in all() {
            let name = tool.name;
            assert!(
                name.len() <= 64 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b)),
                "{name}"
            );
            assert!(!tool.title.is_empty() && tool.description.len() > 30, "{name}");
            assert!(!(tool.hints.read_only && tool.hints.destructive), "{name}");
            assert_eq!((tool.input)()["additionalProperties"], false, "{name}");
            assert_eq!((tool.output)()["type"], "object", "{name}");
            assert!(find(name).is_some());
        }
    }

    #[test]
    fn arguments_that_do_not_fit_say_what_would() {
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Arguments {
            #[expect(dead_code, reason = "only read")]
            url: String,
        }
        let raw = RawValue::from_string("{\"uri\": \"x\"}".into()).unwrap();
        let trouble = read::<Arguments>(&raw).unwrap_err();
        assert_eq!(trouble.code, "bad-arguments");
        assert!(
            trouble.message.contains("`uri`") && trouble.message.contains("`url`"),
            "{}",
            trouble.message
        );
        assert!(!trouble.message.contains("line"), "{}", trouble.message);
    }
}

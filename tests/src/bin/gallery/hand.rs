//! What drives the pages: the engine itself, or the tools of `ostler serve`.

use std::fmt::Write as _;
use std::path::Path;

use ostler_engine::{EngineError, EngineErrorKind, Request, Session};
use ostler_machines::report::FieldReport;
use ostler_tests::browser::{TODAY, settings, wish};
use ostler_tests::judge::list;
use ostler_tests::mcp::{self, Client};
use serde_json::{Value, json};

/// The words of a field that is as asked.
const GOOD: &[&str] = &["filled", "reformatted", "unchanged"];

/// The letters that stand for the digits of a character's number.
const DIGITS: &str = "qwertyuiop";

/// The character whose number is spelt so.
fn letter(spelt: &str) -> Option<char> {
    let digits: Option<String> = spelt.chars().map(|it| DIGITS.find(it)?.to_string().pop()).collect();
    char::from_u32(digits?.parse().ok()?)
}

/// A browser and the way in which it is told what to do.
pub(crate) enum Hand {
    /// Through the engine's own `Session`.
    Engine(Box<Session>),
    /// Through the tools that an agent has.
    Served(Box<Client>),
}

/// What was reported of one key.
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) good: bool,
    pub(crate) words: String,
}

/// What was reported of a submit.
pub(crate) struct Sent {
    pub(crate) outcome: String,
    /// The fields that messages are tied to.
    pub(crate) fields: Vec<String>,
    pub(crate) evidence: String,
}

fn told(error: &EngineError) -> String {
    format!("{}: {error}", error.code)
}

fn words(status: &str, parts: [&str; 3]) -> String {
    let mut said = status.to_owned();
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        let _ = write!(said, ", {part}");
    }
    said
}

fn of_engine(field: &FieldReport) -> Entry {
    let how = field.how.map_or("", |how| how.word());
    Entry {
        key: field.key.clone(),
        good: field.status.good(),
        words: words(field.status.word(), [how, &field.code, &field.message]),
    }
}

fn of_tool(field: &Value) -> Entry {
    let part = |name: &str| field[name].as_str().unwrap_or_default();
    Entry {
        key: part("key").to_owned(),
        good: GOOD.contains(&part("status")),
        words: words(part("status"), [part("how"), part("code"), part("message")]),
    }
}

/// A fill that came to nothing at all.
fn nothing(words: String) -> Vec<Entry> {
    let key = String::new();
    [Entry {
        key,
        good: false,
        words,
    }]
    .into()
}

/// The texts of a list in a result.
fn texts(value: &Value) -> Vec<String> {
    list(value).filter_map(Value::as_str).map(str::to_owned).collect()
}

impl Hand {
    /// A browser that can reach nothing but loopback.
    pub(crate) async fn start(served: bool) -> Result<Self, String> {
        if served {
            let arguments = ["--profile", "full"];
            return Ok(Self::Served(Box::new(Client::start(&arguments).await)));
        }
        match Session::start(settings()).await {
            Ok(session) => Ok(Self::Engine(Box::new(session))),
            Err(error) => Err(format!("no browser: {error}")),
        }
    }

    /// Opens a page.
    pub(crate) async fn go(&mut self, url: &str) -> Result<(), String> {
        match self {
            Self::Engine(session) => session.navigate(url).await.map(|_| ()).map_err(|error| told(&error)),
            Self::Served(client) => {
                let asked = json!({"url": url, "observe": "none"});
                result(client, "navigate", asked).await.map(|_| ())
            }
        }
    }

    /// What an expression gives in the page.
    pub(crate) async fn evaluate(&mut self, expression: &str) -> Result<Value, String> {
        match self {
            Self::Engine(session) => session.evaluate(expression).await.map_err(|error| told(&error)),
            Self::Served(client) => {
                // What was given as a secret is masked wherever it comes back, as text or as a number: it is spelt in
                // letters that stand for the digits of each character.
                let coded = format!(
                    "(() => {{ const it = ({expression}); const digit = (d) => '{DIGITS}'[d]; \
                     return it === undefined ? null : Array.from(JSON.stringify(it), \
                     (c) => [...String(c.codePointAt(0))].map(digit).join('')).join(' '); }})()"
                );
                let answer = result(client, "evaluate", json!({"expression": coded})).await?;
                let text: String = answer["result"]
                    .as_str()
                    .unwrap_or_default()
                    .split(' ')
                    .filter_map(letter)
                    .collect();
                if text.is_empty() {
                    return Ok(Value::Null);
                }
                serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))
            }
        }
    }

    /// Fills. An error is the browser's: it has to be started anew.
    pub(crate) async fn fill(&mut self, pairs: &[(String, Value)]) -> Result<Vec<Entry>, String> {
        match self {
            Self::Engine(session) => {
                let asked = Request {
                    pairs: pairs.iter().map(|(key, value)| (key.clone(), wish(value))).collect(),
                    today: TODAY,
                    ..Request::default()
                };
                match session.fill(asked).await {
                    Ok(report) => Ok(report.fields.iter().map(of_engine).collect()),
                    Err(error) if error.kind == EngineErrorKind::Browser => Err(told(&error)),
                    Err(error) => Ok(nothing(told(&error))),
                }
            }
            Self::Served(client) => {
                let fields: Vec<Value> = pairs
                    .iter()
                    .map(|(key, value)| json!({"key": key, "value": value}))
                    .collect();
                let asked = json!({"fields": fields, "observe": "none"});
                match result(client, "form_fill", asked).await {
                    Ok(answer) => Ok(list(&answer["fields"]).map(of_tool).collect()),
                    Err(trouble) => Ok(nothing(trouble)),
                }
            }
        }
    }

    /// Presses once what submits.
    pub(crate) async fn submit(&mut self, button: Option<&str>) -> Result<Sent, String> {
        match self {
            Self::Engine(session) => {
                let report = session.submit(None, button).await.map_err(|error| told(&error))?;
                Ok(Sent {
                    outcome: report.outcome.word().to_owned(),
                    fields: report.messages.iter().map(|message| message.field.clone()).collect(),
                    evidence: report.evidence.join("; "),
                })
            }
            Self::Served(client) => {
                let mut asked = json!({"observe": "none"});
                if let Some(button) = button {
                    asked["button"] = Value::from(button);
                }
                let answer = result(client, "form_submit", asked).await?;
                let sent = &answer["submit"];
                Ok(Sent {
                    outcome: sent["outcome"].as_str().unwrap_or_default().to_owned(),
                    fields: list(&sent["messages"])
                        .filter_map(|message| message["field"].as_str())
                        .map(str::to_owned)
                        .collect(),
                    evidence: texts(&sent["evidence"]).join("; "),
                })
            }
        }
    }

    pub(crate) async fn close(self) {
        match self {
            Self::Engine(session) => session.close().await,
            Self::Served(client) => {
                client.hang_up().await;
            }
        }
    }
}

/// The data of a tool's result; its words, if it is an error.
async fn result(client: &mut Client, tool: &str, arguments: Value) -> Result<Value, String> {
    let answer = client.call(tool, arguments).await;
    if answer["isError"] == true {
        return Err(mcp::text(&answer));
    }
    Ok(answer["structuredContent"].clone())
}

/// The value of a case: paths of files are made absolute.
pub(crate) fn wanted(value: &Value, gallery: &Path) -> Value {
    let absolute = |value: &Value| match value.as_str() {
        Some(text) if text.starts_with("files/") => Value::from(gallery.join(text).display().to_string()),
        _ => value.clone(),
    };
    match value {
        Value::Array(items) => items.iter().map(absolute).collect(),
        other => absolute(other),
    }
}

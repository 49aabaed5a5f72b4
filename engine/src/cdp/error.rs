//! Why a command came to nothing. Nothing here repeats a message or a value: what was typed must not end in a log.

use std::borrow::Cow;

/// The longest text of Chrome's that is passed on, in characters.
const LONGEST: usize = 200;

/// Why a command came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CdpError {
    /// The pipe or socket to the browser is gone, and with it all that was pending.
    #[error("the connection to the browser is closed")]
    Closed,
    /// No answer came within the time.
    #[error("{method} was not answered within {millis} ms")]
    Unanswered {
        /// The command.
        method: Cow<'static, str>,
        /// How long was waited.
        millis: u64,
    },
    /// The browser said no.
    #[error("{method} was refused: {message} ({code})")]
    Refused {
        /// The command.
        method: Cow<'static, str>,
        /// The JSON-RPC code.
        code: i64,
        /// Chrome's own words, without what they quote.
        message: String,
    },
    /// The command could not be written as JSON, or its answer is not what was expected.
    #[error("{method}: what was sent or answered does not fit")]
    Unreadable {
        /// The command.
        method: Cow<'static, str>,
        /// Where it does not fit.
        #[source]
        source: Misfit,
    },
    /// The process of the page, frame or worker that was asked has crashed.
    #[error("{method}: its target has crashed")]
    Crashed {
        /// The command.
        method: Cow<'static, str>,
    },
    /// The page, frame or worker that was asked is gone.
    #[error("{method}: its target is gone")]
    Detached {
        /// The command.
        method: Cow<'static, str>,
    },
}

/// Where JSON did not fit, without any of the JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind} at line {line}, column {column}")]
pub struct Misfit {
    /// What kind of misfit.
    pub kind: &'static str,
    /// The line, from 1; 0 if unknown.
    pub line: usize,
    /// The column, from 1; 0 if unknown.
    pub column: usize,
}

impl From<&serde_json::Error> for Misfit {
    fn from(error: &serde_json::Error) -> Self {
        let kind = match error.classify() {
            serde_json::error::Category::Io => "unwritable JSON",
            serde_json::error::Category::Syntax => "bad JSON",
            serde_json::error::Category::Data => "unexpected JSON",
            serde_json::error::Category::Eof => "cut JSON",
        };
        Self {
            kind,
            line: error.line(),
            column: error.column(),
        }
    }
}

/// Chrome's words without what they quote: a quotation may come from a parameter. `keep` may stay, it is the method.
pub(super) fn unquoted(message: &str, keep: &str) -> String {
    let mut out = String::new();
    let mut rest = message;
    while let Some(open) = rest.find(['\'', '"']) {
        let (before, quoted) = rest.split_at(open);
        // An apostrophe within a word opens nothing: "wasn't found".
        let within = before.ends_with(char::is_alphanumeric);
        let Some(length) = (!within).then(|| quoted[1..].find(&quoted[..1])).flatten() else {
            out.push_str(before);
            if !within {
                // A quotation that never ends: all that follows may be it.
                out.push('…');
                rest = "";
                break;
            }
            out.push_str(&quoted[..1]);
            rest = &quoted[1..];
            continue;
        };
        let inside = &quoted[1..=length];
        out.push_str(before);
        out.push_str(&quoted[..1]);
        out.push_str(if inside == keep { inside } else { "…" });
        out.push_str(&quoted[..1]);
        rest = &quoted[length + 2..];
    }
    out.push_str(rest);
    let mut short: String = out.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    if out.chars().count() > LONGEST {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_chrome_quotes_is_left_out() {
        assert_eq!(unquoted("'Foo.bar' wasn't found", "Foo.bar"), "'Foo.bar' wasn't found");
        assert_eq!(
            unquoted("Invalid value 'hunter2' given", "A.b"),
            "Invalid value '…' given"
        );
        assert_eq!(unquoted("Bad \"it's\" and 'x", "A.b"), "Bad \"…\" and …");
        assert_eq!(
            unquoted("No node with given id found", "A.b"),
            "No node with given id found"
        );
        assert_eq!(unquoted("", "A.b"), "");
    }

    #[test]
    fn chromes_words_are_cut() {
        assert_eq!(unquoted(&"ä".repeat(500), "A.b").chars().count(), LONGEST + 1);
    }

    #[test]
    fn a_misfit_tells_no_value() {
        let error = serde_json::from_str::<u32>("\"hunter2\"").unwrap_err();
        let misfit = CdpError::Unreadable {
            method: "A.b".into(),
            source: Misfit::from(&error),
        };
        assert!(!format!("{misfit:?} {misfit}").contains("hunter2"));
    }
}

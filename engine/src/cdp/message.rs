//! What Chrome sends: an envelope that is read at once, and a load that is read by whoever needs it.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::error::{CdpError, Misfit};

/// Names one of the conversations in a connection: a page, a frame in another process, a worker.
pub type SessionId = Arc<str>;

/// The outermost object of a message.
#[derive(Deserialize)]
pub(super) struct Envelope<'a> {
    pub(super) id: Option<u64>,
    #[serde(borrow)]
    pub(super) method: Option<&'a str>,
    #[serde(borrow, rename = "sessionId")]
    pub(super) session: Option<&'a str>,
    #[serde(borrow)]
    pub(super) params: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) result: Option<&'a RawValue>,
    pub(super) error: Option<Refusal>,
}

/// What stands in place of a result.
#[derive(Deserialize)]
pub(super) struct Refusal {
    #[serde(default)]
    pub(super) code: i64,
    #[serde(default)]
    pub(super) message: String,
}

/// What a command was answered.
#[derive(Clone)]
pub struct Answer {
    pub(super) method: Cow<'static, str>,
    pub(super) raw: Box<RawValue>,
}

impl Answer {
    /// Reads it as a `T`, which should name only the fields that are needed.
    ///
    /// # Errors
    /// [`CdpError::Unreadable`] if it is no `T`, or nested deeper than 127 levels.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, CdpError> {
        read(self.raw.get()).map_err(|error| CdpError::Unreadable {
            method: self.method.clone(),
            source: Misfit::from(&error),
        })
    }

    /// How many bytes of JSON it is.
    pub fn size(&self) -> usize {
        self.raw.get().len()
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Answer({}, {} bytes)", self.method, self.size())
    }
}

/// What Chrome told of itself.
#[derive(Clone)]
pub struct Event {
    /// Counts the events of the connection, from 1.
    pub number: u64,
    /// The session that it belongs to, none for the browser itself.
    pub session: Option<SessionId>,
    /// Its name, such as `Page.frameNavigated`.
    pub method: Arc<str>,
    /// What it says.
    pub params: Arc<RawValue>,
}

impl Event {
    /// Reads what it says as a `T`, which should name only the fields that are needed. `None` if it is no `T`.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        read(self.params.get()).ok()
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let session = self.session.as_deref().unwrap_or("browser");
        write!(
            f,
            "Event({}, {session}, {} bytes)",
            self.method,
            self.params.get().len()
        )
    }
}

/// Reads JSON of Chrome's, strings of pages that no Rust string can hold included.
pub(crate) fn read<T: DeserializeOwned>(json: &str) -> serde_json::Result<T> {
    serde_json::from_str(json).or_else(|error| match mended(json) {
        Some(mended) => serde_json::from_str(&mended),
        None => Err(error),
    })
}

/// `json` with each half of a surrogate pair that stands alone replaced by U+FFFD; `None` if there is none. Pages may
/// hold such strings, Chrome writes them out as they are, and no Rust string can hold them.
fn mended(json: &str) -> Option<String> {
    let bytes = json.as_bytes();
    let unit = |at: usize| {
        let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut out = String::new();
    let (mut at, mut copied) = (0, 0);
    while let Some(step) = memchr::memchr(b'\\', &bytes[at..]) {
        at += step;
        match (unit(at), unit(at + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => at += 12,
            (Some(0xD800..=0xDFFF), _) => {
                out.push_str(&json[copied..at]);
                out.push_str("\\ufffd");
                at += 6;
                copied = at;
            }
            (Some(_), _) => at += 6,
            (None, _) => at = (at + 2).min(bytes.len()),
        }
    }
    (copied > 0).then(|| out + &json[copied..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(json: &str) -> Answer {
        Answer {
            method: "A.b".into(),
            raw: RawValue::from_string(json.into()).unwrap(),
        }
    }

    #[test]
    fn half_a_surrogate_pair_becomes_a_replacement_character() {
        for (json, text) in [
            (r#""a\ud800b""#, "a\u{fffd}b"),
            (r#""\udc00\ud800""#, "\u{fffd}\u{fffd}"),
            (r#""\ud83d\ude00\ud83d""#, "\u{1F600}\u{fffd}"),
            (r#""\\ud800""#, "\\ud800"),
            (r#""\\\ud800é""#, "\\\u{fffd}é"),
            (r#""\u00e9\ud800""#, "é\u{fffd}"),
        ] {
            assert_eq!(answer(json).read::<String>().unwrap(), text, "{json}");
        }
    }

    #[test]
    fn an_answer_of_another_kind_is_unreadable_and_tells_no_value() {
        let error = answer(r#""hunter2""#).read::<u32>().unwrap_err();
        assert!(matches!(&error, CdpError::Unreadable { method, .. } if method == "A.b"));
        assert!(!format!("{error:?}{error}{:?}", answer(r#""hunter2""#)).contains("hunter2"));
    }

    proptest::proptest! {
        #[test]
        fn mending_never_makes_good_json_bad(text in ".*", junk in r"(\\u[dD][89a-fA-F][0-9a-f]{2}|\\\\|\\n|[a-z])*") {
            let good = serde_json::to_string(&text).unwrap();
            proptest::prop_assert_eq!(read::<String>(&good).unwrap(), text);
            let odd = format!("\"{junk}\"");
            proptest::prop_assert!(read::<String>(&odd).is_ok());
        }
    }
}

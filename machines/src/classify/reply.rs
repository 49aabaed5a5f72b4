//! What the server's answer to a request says of itself, where it is data and no page.
//!
//! Many servers answer 200 to whatever they are sent and say in the answer how it went (GraphQL does so by its very
//! specification, <https://spec.graphql.org/October2021/#sec-Response-Format>), and a page may pass over that in
//! silence. Such an answer is never the reason to say that something was accepted; it is one not to say it.

use alloc::string::String;
use alloc::vec::Vec;

/// One entry of an answer that is a JSON object, as far as it can say yes or no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// `true`.
    Yes,
    /// `false`.
    No,
    /// `null`, `0`, an empty text, list or object.
    Empty,
    /// A text of at most 40 characters.
    Word(String),
    /// Anything else that holds something.
    Holds,
}

/// The first level of a JSON object: each key and what it holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply(pub Vec<(String, Fact)>);

/// What says by `true` that it went well.
const GOOD: [&str; 7] = [
    "success",
    "succeeded",
    "successful",
    "ok",
    "accepted",
    "valid",
    "isvalid",
];

/// What says by holding something that it did not.
const BAD: [&str; 10] = [
    "error",
    "errors",
    "iserror",
    "haserror",
    "haserrors",
    "failed",
    "failure",
    "fielderrors",
    "formerrors",
    "validationerrors",
];

/// What says it by a word.
const STATE: [&str; 4] = ["status", "result", "state", "outcome"];

const NO: [&str; 12] = [
    "error", "errors", "fail", "failed", "failure", "ko", "nok", "rejected", "invalid", "denied", "refused", "declined",
];

impl Reply {
    /// Whether it says that what was sent was not taken.
    pub fn denies(&self) -> bool {
        self.0.iter().any(|(key, fact)| {
            let key = folded(key);
            let among = |words: &[&str]| words.contains(&key.as_str());
            match fact {
                Fact::No => among(&GOOD),
                Fact::Yes | Fact::Holds => among(&BAD),
                Fact::Word(word) => {
                    let word = folded(word);
                    among(&BAD) && !word.is_empty()
                        || among(&STATE) && NO.contains(&word.as_str())
                        || among(&GOOD) && word == "false"
                }
                Fact::Empty => false,
            }
        })
    }
}

/// Its letters and digits, in small letters: `field_errors`, `fieldErrors` and `FieldErrors` are one key.
fn folded(text: &str) -> String {
    text.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec;

    use super::*;

    #[test]
    fn a_reply_denies_only_where_it_says_so() {
        let word = |word: &str| Fact::Word(word.to_string());
        for (key, fact, denies) in [
            ("success", Fact::No, true),
            ("Success", word("false"), true),
            ("success", Fact::Yes, false),
            ("success", Fact::Empty, false),
            ("ok", Fact::No, true),
            ("errors", Fact::Holds, true),
            ("errors", Fact::Empty, false),
            ("field_errors", Fact::Holds, true),
            ("error", word("The card was declined"), true),
            ("error", Fact::No, false),
            ("error", Fact::Empty, false),
            ("isError", Fact::Yes, true),
            ("status", word("FAILED"), true),
            ("status", word("created"), false),
            ("status", Fact::Holds, false),
            ("message", word("error"), false),
            ("optedIn", Fact::No, false),
            ("data", Fact::Empty, false),
        ] {
            let reply = Reply(vec![(key.to_string(), fact)]);
            assert_eq!(reply.denies(), denies, "{reply:?}");
        }
    }
}

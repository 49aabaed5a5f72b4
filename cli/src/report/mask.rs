//! Hiding what is nobody's business: the value itself, and every echo of it elsewhere in the same report.

use ostler_engine::Report;
use ostler_machines::report::FieldReport;
use ostler_machines::{Typed, sensitive};

/// What stands where a sensitive value is echoed.
const MASK: &str = "••••••";

/// Echoes shorter than this are left: they would be found inside every other word.
const SHORTEST: usize = 3;

/// Whether what a report says of a field is to be hidden. The engine cannot know of a key that it found no field for.
pub(super) fn sensitive(field: &FieldReport) -> bool {
    sensitive::report(field)
}

/// `text` hidden, or nothing if there is nothing to hide.
pub(super) fn hidden(text: &Typed) -> String {
    sensitive::mask(text.reveal())
}

/// How many spellings are remembered.
const MOST: usize = 2_000;

/// Hides all echoes of the sensitive values of one report, or of all that one server was told.
#[derive(Clone, Default)]
pub(crate) struct Scrub(Vec<String>);

impl Scrub {
    /// Learns what is to be hidden from the whole report, its steps included.
    pub(crate) fn of(report: &Report) -> Self {
        let mut needles = Vec::new();
        let steps = report.steps.iter().flat_map(|step| &step.fields);
        for field in report.fields.iter().chain(steps).filter(|field| sensitive(field)) {
            let holds = field.holds.as_ref().map(Typed::reveal);
            for value in holds.into_iter().chain([field.asked.reveal()]) {
                spellings(value, &mut needles);
            }
        }
        let mut scrub = Self(needles);
        scrub.sort();
        scrub
    }

    /// Learns one more value, which belongs to something called `name`, if it is sensitive.
    pub(crate) fn learn(&mut self, name: &str, value: &str) {
        if sensitive::name(name) || sensitive::value(value) {
            spellings(value, &mut self.0);
            self.sort();
        }
    }

    /// Learns what `other` knows.
    pub(crate) fn join(&mut self, other: Self) {
        for needle in other.0 {
            if !self.0.contains(&needle) {
                self.0.push(needle);
            }
        }
        self.sort();
    }

    fn sort(&mut self) {
        // The longest first, so that a value is hidden whole before a part of it is.
        self.0.sort_by_key(|needle| std::cmp::Reverse(needle.len()));
        self.0.truncate(MOST);
    }

    /// `text` without the echoes.
    pub(crate) fn clean(&self, text: &str) -> String {
        self.0
            .iter()
            .fold(text.into(), |text: String, needle| replace(&text, needle))
    }
}

/// The ways in which a page, an address or a server may repeat `value`.
fn spellings(value: &str, into: &mut Vec<String>) {
    let value = value.trim();
    let mut add = |spelling: String| {
        if spelling.chars().count() >= SHORTEST && !into.contains(&spelling) {
            into.push(spelling);
        }
    };
    add(value.into());
    let form: String = form_urlencoded::byte_serialize(value.as_bytes()).collect();
    add(form.replace('+', "%20"));
    add(form);
    add(value
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;"));
    let json = serde_json::Value::from(value).to_string();
    add(json.trim_matches('"').into());
    let bare: String = value.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    if bare.len() >= 8 && bare.bytes().all(|b| b.is_ascii_digit()) {
        let grouped: Vec<&str> = (0..bare.len())
            .step_by(4)
            .map(|at| &bare[at..bare.len().min(at + 4)])
            .collect();
        add(grouped.join(" "));
        add(grouped.join("-"));
        add(bare);
    }
}

/// Replaces `needle` in `text`; a short one only where it is a word of its own.
fn replace(text: &str, needle: &str) -> String {
    if needle.chars().count() > SHORTEST + 2 {
        return text.replace(needle, MASK);
    }
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(needle) {
        let end = at + needle.len();
        let before = rest[..at].chars().next_back().or_else(|| replaced.chars().next_back());
        let alone = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
        replaced.push_str(&rest[..at]);
        if alone(before) && alone(rest[end..].chars().next()) {
            replaced.push_str(MASK);
        } else {
            replaced.push_str(needle);
        }
        rest = &rest[end..];
    }
    replaced.push_str(rest);
    replaced
}

#[cfg(test)]
mod tests {
    use super::{MASK, replace, spellings};

    #[test]
    fn a_value_is_found_in_the_spellings_of_addresses_markup_and_card_groups() {
        let mut needles = Vec::new();
        spellings("4111 1111 1111 1111", &mut needles);
        spellings("a&b c", &mut needles);
        for expected in [
            "4111111111111111",
            "4111-1111-1111-1111",
            "a%26b%20c",
            "a%26b+c",
            "a&amp;b c",
        ] {
            assert!(
                needles.iter().any(|needle| needle == expected),
                "{expected}: {needles:?}"
            );
        }
    }

    #[test]
    fn a_short_value_is_hidden_as_a_word_and_not_inside_others() {
        assert_eq!(
            replace("code 123 is wrong, see 51234", "123"),
            format!("code {MASK} is wrong, see 51234")
        );
        assert_eq!(replace("123", "123"), MASK);
    }
}

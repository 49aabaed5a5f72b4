//! What a page shows, as lines, and what of it is new since the last look.
//!
//! This is the one place that says what an observation is: forms, fields, buttons, messages and the words of the page.

use ostler_machines::form::model::{Page, Tone};
use serde::Deserialize;

use crate::report::brief::{self, Depth, Line};
use crate::report::inspect;
use crate::report::text::{count, cut};

/// How many new lines are shown after an action.
const NEWS: usize = 40;

/// The most of new words of a page, in characters.
const WORDS: usize = 600;

/// The most of the words of a page that has no form, in characters.
const TEXT: usize = 1_500;

/// What to say of the page after an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Observe {
    /// What is new.
    #[default]
    Delta,
    /// All of it.
    Full,
    /// Nothing.
    None,
}

/// One look at a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sight {
    /// The address.
    pub(crate) url: String,
    /// The title.
    title: String,
    /// Forms, fields and buttons.
    lines: Vec<Line>,
    /// Messages that are shown, those of fields left out.
    messages: Vec<String>,
    /// The visible words.
    words: Vec<String>,
    forms: usize,
    fields: usize,
}

impl Sight {
    /// What there is to see of `page`.
    pub(crate) fn of(page: &Page) -> Self {
        let answer = inspect::Answer::of(page, None, false);
        let tied = |field: &Option<_>| field.is_some();
        let messages = page
            .messages
            .iter()
            .filter(|message| !tied(&message.field) && !message.text.is_empty());
        Self {
            url: page.url.clone(),
            title: page.title.clone(),
            lines: brief::lines(&answer, Depth::Brief),
            messages: messages
                .map(|message| {
                    let sign = if message.tone == Tone::Error { "! " } else { "" };
                    format!("{sign}{}", cut(&message.text, WORDS))
                })
                .collect(),
            words: page.text.split_whitespace().map(String::from).collect(),
            forms: page.forms.len(),
            fields: page.fields().filter(|field| field.visible).count(),
        }
    }

    /// How much there is, in our own words.
    pub(crate) fn counts(&self) -> String {
        if self.lines.is_empty() {
            return "No form.".into();
        }
        format!("{}, {}.", count(self.forms, "form"), count(self.fields, "field"))
    }

    /// All of it.
    pub(crate) fn whole(&self) -> Vec<String> {
        let mut lines = vec![format!("title: {}", cut(&self.title, 200))];
        lines.extend(self.messages.iter().cloned());
        if self.lines.is_empty() {
            lines.push(cut(&self.words.join(" "), TEXT));
        }
        lines.extend(self.lines.iter().map(Line::text));
        lines
    }

    /// What is here and was not in `before`: its words, if `words`, and its lines, known by what they say and not by
    /// their refs, which are others after every redraw.
    ///
    /// `dealt` are fields that were dealt with by their refs and labels: nothing is news about them.
    pub(crate) fn news(&self, before: &Self, words: bool, dealt: &[(String, String)]) -> Vec<String> {
        let mut news = Vec::new();
        if self.url != before.url && !before.url.is_empty() {
            news.push(format!("now at {}", cut(&self.url, 200)));
        }
        if words {
            let new = self.new_words(before);
            if !new.is_empty() {
                news.push(cut(&new, WORDS));
            }
        }
        let mut known: Vec<&str> = before.lines.iter().map(|line| line.words.as_str()).collect();
        let mut lines: Vec<String> = Vec::new();
        for line in &self.lines {
            match known.iter().position(|words| *words == line.words) {
                Some(at) => {
                    known.swap_remove(at);
                }
                None if dealt.iter().any(|(reference, label)| is(line, reference, label)) => {}
                None => lines.push(line.text()),
            }
        }
        let more = lines.len().saturating_sub(NEWS);
        news.extend(lines.into_iter().take(NEWS));
        if more > 0 {
            news.push(format!("and {more} more"));
        }
        news
    }

    /// The words between those at the beginning and at the end that were there before.
    fn new_words(&self, before: &Self) -> String {
        let same = |(a, b): &(&String, &String)| a == b;
        let head = self.words.iter().zip(&before.words).take_while(same).count();
        let left = self.words.len().min(before.words.len()) - head;
        let tail = self
            .words
            .iter()
            .rev()
            .zip(before.words.iter().rev())
            .take(left)
            .take_while(same)
            .count();
        self.words[head..self.words.len() - tail].join(" ")
    }

    /// Whether there is a field to be seen.
    pub(crate) fn has_fields(&self) -> bool {
        self.fields > 0
    }
}

/// Whether `line` is that of the field with this ref or label.
fn is(line: &Line, reference: &str, label: &str) -> bool {
    let labelled = || {
        line.words
            .strip_prefix(label)
            .is_some_and(|rest| !label.is_empty() && !rest.starts_with(char::is_alphanumeric))
    };
    (!reference.is_empty() && line.reference == reference) || labelled()
}

#[cfg(test)]
mod tests {
    use super::Sight;
    use ostler_machines::form::model::Page;

    fn sight(text: &str) -> Sight {
        Sight::of(&Page {
            text: text.into(),
            ..Page::default()
        })
    }

    #[test]
    fn new_words_are_those_that_were_not_there() {
        let table = [
            ("Home Docs Name Send", "Home Docs Thank you. REF-1", "Thank you. REF-1"),
            ("a b c", "a b c", ""),
            ("a b c", "a x b c", "x"),
            ("a a", "a a a", "a"),
            ("", "hello", "hello"),
            ("hello", "", ""),
        ];
        for (before, after, expected) in table {
            let news = sight(after).news(&sight(before), true, &[]).join("\n");
            assert_eq!(news, expected, "{before:?} {after:?}");
        }
    }
}

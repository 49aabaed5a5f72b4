//! What a page shows, as lines, and what of it is new since the last look.
//!
//! This is the one place that says what an observation is: forms, fields, buttons, messages and the words of the page.

use ostler_machines::form::model::{Page, Tone};
use ostler_machines::outline;
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
    /// The visible text, block by block.
    blocks: Vec<String>,
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
            blocks: page.blocks.clone(),
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
            lines.push(cut(&self.blocks.join(" "), TEXT));
        }
        lines.extend(self.lines.iter().map(Line::text));
        lines
    }

    /// What is here and was not in `before`: its text, if `text`, and its lines, known by what they say and not by
    /// their refs, which are others after every redraw. Beside new lines every button is told that is not the one of
    /// before: a step's "Next" is no more that of the step before than its fields are.
    ///
    /// `dealt` are fields that were dealt with by their refs and labels: nothing is news about them.
    pub(crate) fn news(&self, before: &Self, text: bool, dealt: &[(String, String)]) -> Vec<String> {
        let mut news = Vec::new();
        if self.url != before.url && !before.url.is_empty() {
            news.push(format!("now at {}", cut(&self.url, 200)));
        }
        if text {
            let new = outline::delta(&before.blocks, &self.blocks).added.join(" ");
            if !new.is_empty() {
                news.push(cut(&new, WORDS));
            }
        }
        let lines = self.new_lines(before, dealt);
        let more = lines.len().saturating_sub(NEWS);
        news.extend(lines.into_iter().take(NEWS));
        if more > 0 {
            news.push(format!("and {more} more"));
        }
        news
    }

    fn new_lines(&self, before: &Self, dealt: &[(String, String)]) -> Vec<String> {
        let mut known: Vec<&Line> = before.lines.iter().collect();
        let mut lines: Vec<&Line> = Vec::new();
        let mut other_buttons: Vec<&Line> = Vec::new();
        for line in &self.lines {
            match known.iter().position(|own| own.words == line.words) {
                Some(at) => {
                    let own = known.swap_remove(at);
                    if line.button && own.reference != line.reference {
                        other_buttons.push(line);
                    }
                }
                None if dealt.iter().any(|(reference, label)| is(line, reference, label)) => {}
                None => lines.push(line),
            }
        }
        if lines.is_empty() {
            return Vec::new();
        }
        let told = |line: &&Line| lines.contains(line) || other_buttons.contains(line);
        self.lines.iter().filter(told).map(Line::text).collect()
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
    use super::{Line, Sight};
    use ostler_machines::form::model::Page;

    fn sight(text: &str) -> Sight {
        Sight::of(&Page {
            blocks: text.lines().map(String::from).collect(),
            ..Page::default()
        })
    }

    #[test]
    fn new_text_is_told_in_whole_blocks() {
        let table = [
            (
                "Home\nDocs\nName\nSend",
                "Home\nDocs\nThank you. REF-1",
                "Thank you. REF-1",
            ),
            ("a\nb", "b\na", ""),
            ("a\nb", "a\nx\nb", "x"),
            ("a\na", "a\na\na", "a"),
            ("", "hello", "hello"),
            ("hello", "", ""),
            (
                "Your order was not paid yet. Please keep the number",
                "Your order was not accepted. Do not call the number",
                "Your order was not accepted. Do not call the number",
            ),
            ("Name\nSign up", "Thank you for signing up", "Thank you for signing up"),
        ];
        for (before, after, expected) in table {
            let news = sight(after).news(&sight(before), true, &[]).join("\n");
            assert_eq!(news, expected, "{before:?} {after:?}");
        }
    }

    fn line(reference: &str, words: &str) -> Line {
        Line {
            reference: reference.into(),
            words: words.into(),
            button: words.starts_with("button"),
        }
    }

    fn lines(all: &[(&str, &str)]) -> Sight {
        Sight {
            lines: all.iter().map(|(reference, words)| line(reference, words)).collect(),
            ..Sight::default()
        }
    }

    #[test]
    fn the_button_of_a_new_step_is_told_though_it_is_called_like_the_last() {
        let first = lines(&[("e1", "Name"), ("e2", "button \"Next\"")]);
        let second = lines(&[("e3", "City"), ("e4", "button \"Next\""), ("e5", "button \"Back\"")]);
        assert_eq!(
            second.news(&first, true, &[]),
            ["e3 City", "e4 button \"Next\"", "e5 button \"Back\""]
        );
        // A redraw is no news.
        let again = lines(&[("e6", "Name"), ("e7", "button \"Next\"")]);
        assert!(again.news(&first, true, &[]).is_empty());
    }
}

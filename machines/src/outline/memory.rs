//! What was last shown, so that only what is new is shown next.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::{Outline, View, delta};
use crate::challenge::Challenge;

/// What somebody who acts wants to see of what came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Observe {
    /// What changed.
    #[default]
    Delta,
    /// All of it.
    Full,
    /// Nothing.
    None,
}

impl Observe {
    /// The observation of that word: `delta`, `full`, `none`.
    pub fn of(word: &str) -> Option<Self> {
        match word {
            "delta" => Some(Self::Delta),
            "full" => Some(Self::Full),
            "none" => Some(Self::None),
            _ => None,
        }
    }
}

/// What an observation shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// Nothing was asked for.
    #[default]
    Nothing,
    /// The page is as it was shown last.
    Unchanged,
    /// Only what changed.
    Delta,
    /// All that was asked for.
    Full,
}

impl Shown {
    /// The word for it in answers: `nothing`, `unchanged`, `delta`, `full`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Unchanged => "unchanged",
            Self::Delta => "delta",
            Self::Full => "full",
        }
    }
}

/// A page as it is shown to whoever asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// What is shown.
    pub shown: Shown,
    /// The address of the top document.
    pub url: String,
    /// Its title.
    pub title: String,
    /// What there is or what changed, one thing a line. Page text: it goes out only where it is fenced in.
    pub text: String,
    /// Frames that can be seen but did not answer, by address.
    pub unread: Vec<String>,
    /// Whether something may be missing: then nothing may be said to be absent.
    pub incomplete: bool,
    /// A wall that only a person gets through, if one stands there.
    pub challenge: Option<Challenge>,
}

/// Says which document it was: the tab's number and a count of its documents.
pub type Document = (u32, u64);

/// What was last shown.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    last: Option<Last>,
}

#[derive(Clone, Debug)]
struct Last {
    document: Document,
    /// The lines of everything, shown or not: what a delta starts from.
    lines: Vec<String>,
    /// The last whole text that was shown, and how.
    shown: Option<(View, String)>,
}

impl Memory {
    /// Shows `outline` as `view` says, or says that it is what was shown last.
    pub fn snapshot(&mut self, outline: &Outline, view: View, document: Document) -> Observation {
        let text = view.render(outline).text;
        let last = self.last.take().filter(|last| last.document == document);
        let same = last
            .and_then(|last| last.shown)
            .is_some_and(|(before, shown)| before == view && shown == text);
        let observation = observation(outline, if same { Shown::Unchanged } else { Shown::Full }, &text);
        self.last = Some(Last {
            document,
            lines: outline.lines(),
            shown: Some((view, text)),
        });
        observation
    }

    /// Shows what changed since the last time; all of it as `view` says where that is another document or where nothing
    /// has been shown. Where all of it, texts included, is shorter than what changed, that is shown.
    pub fn delta(&mut self, outline: &Outline, view: View, document: Document) -> Observation {
        let Some(last) = self.last.as_mut().filter(|last| last.document == document) else {
            return self.snapshot(outline, view, document);
        };
        let lines = outline.lines();
        let change = delta(&last.lines, &lines);
        let text = change.render(outline.incomplete);
        if text.is_empty() {
            last.lines = lines;
            return observation(outline, Shown::Unchanged, "");
        }
        let whole = View {
            interactive: false,
            ..view
        };
        if whole.render(outline).text.len() <= text.len() {
            return self.snapshot(outline, whole, document);
        }
        last.lines = lines;
        observation(outline, Shown::Delta, &text)
    }
}

fn observation(outline: &Outline, shown: Shown, text: &str) -> Observation {
    let mut text = if shown == Shown::Unchanged {
        "… no change".to_string()
    } else {
        text.to_string()
    };
    if outline.incomplete {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str("… incomplete: something may be missing");
        if !outline.unread.is_empty() {
            let _ = write!(text, "; {} frames could not be read", outline.unread.len());
        }
    }
    Observation {
        shown,
        url: outline.url.clone(),
        title: outline.title.clone(),
        text,
        unread: outline.unread.clone(),
        incomplete: outline.incomplete,
        challenge: outline.challenge.clone(),
    }
}

//! The outline of a page: what a person sees, one thing a line, for a reader who pays by the character.
//!
//! A [`Sketch`] is what one frame said of itself; [`assemble`] puts the frames of a page together into an
//! [`Outline`]; [`View::render`] writes it down, [`delta`] tells what changed between two of them, and [`find`] finds
//! things by words. Page text is folded and escaped on its way in: whatever a page writes, it stays on the line and in
//! the place that it was given.
//!
//! ```text
//! h1: Contact
//! form "Contact" e1
//!  textbox "Email" e2 required: anna@example.org
//!  combobox "Topic" e3 {Sales|Support}: Sales
//!  button "Send" e4
//! ```

mod assemble;
mod delta;
mod fence;
mod find;
mod memory;
mod render;
mod text;

use alloc::string::String;
use alloc::vec::Vec;

use crate::Typed;
use crate::challenge::Challenge;
use crate::form::model::Ref;

pub use assemble::assemble;
pub use delta::{Delta, delta};
pub use fence::{Judged, RETRIES, Standing, judge};
pub use find::{MOST_FOUND, find};
pub use memory::{Document, Memory, Observation, Observe, Shown};
pub use render::{Rendered, View};

/// What a thing is in at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each is the ARIA state of its name")]
pub enum State {
    Required,
    Checked,
    Mixed,
    Pressed,
    Selected,
    Expanded,
    Collapsed,
    Current,
    Disabled,
    Readonly,
    Invalid,
    Focused,
}

impl State {
    const ALL: [Self; 12] = [
        Self::Required,
        Self::Checked,
        Self::Mixed,
        Self::Pressed,
        Self::Selected,
        Self::Expanded,
        Self::Collapsed,
        Self::Current,
        Self::Disabled,
        Self::Readonly,
        Self::Invalid,
        Self::Focused,
    ];

    /// The word for it in outlines.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Checked => "checked",
            Self::Mixed => "mixed",
            Self::Pressed => "pressed",
            Self::Selected => "selected",
            Self::Expanded => "expanded",
            Self::Collapsed => "collapsed",
            Self::Current => "current",
            Self::Disabled => "disabled",
            Self::Readonly => "readonly",
            Self::Invalid => "invalid",
            Self::Focused => "focused",
        }
    }

    /// The state of that word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// What else is known of a control that holds something, to tell whether that is to be masked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// `name`.
    pub name: String,
    /// `id`.
    pub id: String,
    /// `autocomplete` as written.
    pub autocomplete: String,
    /// `placeholder`.
    pub placeholder: String,
    /// The language in force, else empty.
    pub lang: String,
    /// The label of the group that it stands in.
    pub group: String,
    /// Whether it is a password box.
    pub password: bool,
    /// Whether it takes a single character.
    pub single: bool,
}

/// One thing in one frame, as the page script saw it. Strings are the page's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// How many things of the same frame it is in.
    pub depth: u32,
    /// An ARIA role, an input's type where there is no role for it, `text`, `clickable` or `frame`.
    pub role: String,
    /// Its accessible name; of a text or a heading the text itself.
    pub name: String,
    /// Its number, where something can be done to it.
    pub element: Option<u32>,
    /// Of a heading: 1 to 6.
    pub level: u8,
    /// What it is in.
    pub states: Vec<State>,
    /// What can be chosen, where that is little.
    pub options: Vec<String>,
    /// How much can be chosen.
    pub choices: u32,
    /// What it holds.
    pub value: Typed,
    /// What else is known of it.
    pub hint: Hint,
    /// Of a frame: which of the document's windows it is.
    pub index: Option<u32>,
    /// Of a frame: its `src` as resolved.
    pub src: String,
}

/// What one frame said of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// Its number; 0 is the top document.
    pub frame: u32,
    /// The number of the frame around it.
    pub parent: Option<u32>,
    /// Which of its parent's windows it is.
    pub place: Option<u32>,
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// What there is, in document order.
    pub nodes: Vec<Node>,
    /// The frames in it that nobody can see: which window, and `src`.
    pub hidden: Vec<(Option<u32>, String)>,
    /// Whether there is more than is told.
    pub cut: bool,
    /// Whether a puzzle that proves a person has been answered in it.
    pub solved: bool,
    /// Whether it did not answer: nothing is known of what is in it.
    pub unread: bool,
}

/// One thing of a page. Its text cannot break its line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// How many things of the page it is in.
    pub depth: u32,
    /// What it is; see [`Node::role`].
    pub role: String,
    /// What it is called, or the text itself.
    pub name: String,
    /// By which it can be named, where something can be done to it.
    pub reference: Option<Ref>,
    /// The frame that it is in; of a frame its own number.
    pub frame: u32,
    /// Of a heading: 1 to 6.
    pub level: u8,
    /// What it is in, in the order of [`State`].
    pub states: Vec<State>,
    /// What can be chosen, where that is little.
    pub options: Vec<String>,
    /// How much can be chosen.
    pub choices: u32,
    /// What it holds, masked where it is sensitive. Of a frame: its origin, where that is another than its parent's.
    pub value: String,
    /// Of a frame: whether nothing is known of what is in it.
    pub unread: bool,
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The address of the top document.
    pub url: String,
    /// Its title.
    pub title: String,
    /// What there is, in document order.
    pub items: Vec<Item>,
    /// The addresses of frames that can be seen but did not answer.
    pub unread: Vec<String>,
    /// Whether something may be missing: then nothing may be said to be absent.
    pub incomplete: bool,
    /// A wall that only a person gets through, if one stands there.
    pub challenge: Option<Challenge>,
}

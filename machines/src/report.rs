//! What came of a fill and of a submit, in the words that every surface uses.

use alloc::string::String;
use alloc::vec::Vec;

use crate::Typed;
use crate::form::model::{Ref, Step};

/// What came of one key. Every key ends in exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// The page's own element holds the value, read back after the page had come to rest.
    Filled,
    /// It holds the value in the page's own spelling.
    Reformatted,
    /// It held the value already; nothing was written.
    Unchanged,
    /// The value does not fit the field; nothing was written. `code` says why.
    Refused,
    /// Several fields fit the key; nothing was written. `candidates` lists them.
    Ambiguous,
    /// No field fits the key. `candidates` lists the nearest.
    Missing,
    /// The page did not take it. `holds` says what the field holds now: what it held before, if it could be given that back.
    Rejected,
    /// The field was left alone on purpose. `message` says why.
    Skipped,
    /// Something broke on the way. `message` says what.
    Failed,
}

impl Status {
    /// The word for it in reports and JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Filled => "filled",
            Self::Reformatted => "reformatted",
            Self::Unchanged => "unchanged",
            Self::Refused => "refused",
            Self::Ambiguous => "ambiguous",
            Self::Missing => "missing",
            Self::Rejected => "rejected",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
        }
    }

    /// Whether the field holds what was asked.
    pub const fn good(self) -> bool {
        matches!(self, Self::Filled | Self::Reformatted | Self::Unchanged)
    }
}

/// A way to put a value into a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// `execCommand('insertText')` from the isolated world: trusted input events, many fields a round trip.
    Typed,
    /// `Input.insertText`: trusted `beforeinput` and `input` events, one field a round trip.
    Inserted,
    /// Key events, character by character.
    Keys,
    /// The native value setter with `input` and `change` events.
    Setter,
    /// A click or the widget's own way: check boxes, radio buttons, listboxes, calendars.
    Widget,
    /// `DOM.setFileInputFiles`.
    Files,
}

impl How {
    /// The word for it in reports and JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Typed => "typed",
            Self::Inserted => "inserted",
            Self::Keys => "keys",
            Self::Setter => "setter",
            Self::Widget => "widget",
            Self::Files => "files",
        }
    }
}

/// A field that a key may have meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidate {
    /// Its ref.
    pub reference: Option<Ref>,
    /// The key that means it and nothing else; empty for an option.
    pub key: String,
    /// Its label.
    pub label: String,
    /// Legends and headings above it.
    pub section: Vec<String>,
    /// For a refused option: the text of an option that could have been meant (then `reference` may be `None`).
    pub option: Option<String>,
}

/// What came of one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldReport {
    /// The key as it was given.
    pub key: String,
    /// What came of it.
    pub status: Status,
    /// The label of the field it was resolved to, else empty.
    pub label: String,
    /// The field's ref.
    pub reference: Option<Ref>,
    /// What was given for the key, as it was written; empty for what memory gave.
    pub given: Typed,
    /// What was asked for, as the control should spell it (as given where it could not be read).
    pub asked: Typed,
    /// What the control holds now, as a person would read it: texts of options, `yes` / `no` for a box.
    pub holds: Option<Typed>,
    /// Whether `given`, `asked` and `holds` are to be masked in every output.
    pub sensitive: bool,
    /// What held.
    pub how: Option<How>,
    /// Where the value came from: [`Self::GIVEN`], or a source of memory.
    pub source: String,
    /// The refusal code, else empty: `ambiguous-day-month`, `no-option`, ….
    pub code: String,
    /// What to know or to do, in one sentence, else empty. Never holds a value that was asked for.
    pub message: String,
    /// Fields, or options, that could have been meant.
    pub candidates: Vec<Candidate>,
}

impl FieldReport {
    /// The [`Self::source`] of what the caller gave.
    pub const GIVEN: &'static str = "given";

    /// Of a key that was given, and of which no more is known than what came of it.
    pub fn of(key: &str, status: Status) -> Self {
        Self {
            key: key.into(),
            status,
            label: String::new(),
            reference: None,
            given: Typed::default(),
            asked: Typed::default(),
            holds: None,
            sensitive: false,
            how: None,
            source: Self::GIVEN.into(),
            code: String::new(),
            message: String::new(),
            candidates: Vec::new(),
        }
    }

    /// Whether its value came from memory.
    pub fn recalled(&self) -> bool {
        self.source != Self::GIVEN
    }
}

/// What came of a submit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The page, the server or the browser refused the values and says so; or nothing was pressed, because the form
    /// does not hold what was asked for (the messages say at which fields).
    ValidationFailed,
    /// The next step of a wizard is shown; nothing is final yet.
    Advanced,
    /// The server, or the page, accepted it.
    Submitted,
    /// The press had no effect that could be seen, or there was none.
    Unchanged,
    /// The server answered 4xx or 5xx and the page shows no validation message. Data may or may not be stored.
    ServerError,
    /// It was sent, or may have been, and what came of it cannot be told: no answer came, the page shows nothing of
    /// it, the browser ended or the time was up. Data may or may not be stored.
    Unknown,
}

impl Outcome {
    /// The word for it in reports and JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::ValidationFailed => "ValidationFailed",
            Self::Advanced => "Advanced",
            Self::Submitted => "Submitted",
            Self::Unchanged => "Unchanged",
            Self::ServerError => "ServerError",
            Self::Unknown => "Unknown",
        }
    }
}

/// A message tied to a field, as it goes into a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubmitMessage {
    /// The label of the field, else empty.
    pub field: String,
    /// The field's ref.
    pub reference: Option<Ref>,
    /// The page's words.
    pub text: String,
}

/// What came of pressing a submit control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubmitReport {
    /// Whether the control was pressed, or may have been. What was not pressed sent nothing.
    pub pressed: bool,
    /// What it came to.
    pub outcome: Outcome,
    /// The step shown afterwards, if the page says so.
    pub step: Option<Step>,
    /// The HTTP status of the request that carried the form, 100 to 599.
    pub status: Option<u16>,
    /// What the page says is wrong.
    pub messages: Vec<SubmitMessage>,
    /// What the outcome rests on, one short sentence each.
    pub evidence: Vec<String>,
    /// Who said no, if that is why nothing went out.
    pub veto: Option<Veto>,
}

/// Who said no to a submit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Veto {
    /// The person who has to be asked first ([`crate::confirm`]), or nobody could be.
    Person,
    /// Nobody said yes to what the page itself asked about it (`confirm()`).
    Unasked,
}

impl SubmitReport {
    /// One of a press that came to this, of which nothing else is known.
    pub fn pressed(outcome: Outcome) -> Self {
        Self {
            pressed: true,
            outcome,
            step: None,
            status: None,
            messages: Vec::new(),
            evidence: Vec::new(),
            veto: None,
        }
    }

    /// One of a control that was not pressed.
    pub fn unpressed(outcome: Outcome) -> Self {
        Self {
            pressed: false,
            ..Self::pressed(outcome)
        }
    }
}

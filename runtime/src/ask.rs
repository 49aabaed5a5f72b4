//! The questions that the page script answers, as JSON: `{"ask": "inspect", …}`.

use serde::Serialize;

/// A question with what goes along with every one of them.
#[derive(Clone, Debug, Serialize)]
pub struct Asked<'a> {
    /// Numbers up to this one have been given to elements of other documents: the next element that this document has
    /// to number gets a greater one.
    pub from: u32,
    /// The question itself.
    #[serde(flatten)]
    pub question: &'a Question,
}

/// One question to one frame.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Question {
    /// What is here? Answered by [`crate::answer::View`].
    Inspect {
        /// At most so many options of one control are told; the rest is counted.
        max_options: u32,
    },
    /// Put these values in, in this order. Answered by [`crate::answer::Written`].
    Write {
        /// What to do, in document order.
        jobs: Vec<Job>,
    },
    /// What do these controls hold now? Answered by a list of [`crate::answer::Reading`], one an element, in order.
    Read {
        /// The controls' numbers.
        elements: Vec<u32>,
        /// Whether to take the focus from the control that has it first, so that what happens on blur has happened.
        blur: bool,
    },
    /// Is work going on? Answered once there has been none for `hush` ms, or after `cap` ms, by
    /// [`crate::answer::Rest`].
    Rest {
        /// How long nothing must have happened, in milliseconds.
        hush: u32,
        /// How long it must be since the last act, in milliseconds, if nothing has happened after it; at most `hush`.
        unmoved: u32,
        /// The longest time to wait before answering anyway, in milliseconds.
        cap: u32,
        /// How far what is still to come counts as work: 0: not at all; 1: another document that this one names to be
        /// shown in its place within 5 s; 2: timers of up to 10 s as well.
        watch: u8,
    },
    /// Put the focus into a control (and select all that is in it). Answered by [`crate::answer::Focused`].
    Focus {
        /// The control's number.
        element: u32,
        /// Whether to select what it holds, so that typing replaces it.
        select: bool,
        /// Whether the template that the control shows on focus is known, and is no reason to ask back.
        known: bool,
    },
    /// Take the focus away and send what a person's leaving would send. Answered by [`crate::answer::Reading`].
    Blur {
        /// The control's number.
        element: u32,
    },
    /// Are these in the document still? Answered by a list of booleans, in order.
    There {
        /// The elements' numbers.
        elements: Vec<u32>,
    },
    /// Where is it, scrolled into view? Answered by [`crate::answer::Place`].
    Locate {
        /// The element's number.
        element: u32,
    },
    /// Click it from script (`element.click()`), for what a mouse cannot reach. Answered by [`crate::answer::Place`].
    Click {
        /// The element's number.
        element: u32,
    },
    /// Does the focus rest in this very frame? Answered by [`crate::answer::HasFocus`].
    Focused,
    /// Where would it send? Answered by [`crate::answer::Way`].
    Way {
        /// The element's number; 0 for what has the focus in this very frame.
        element: u32,
        /// Whether Enter is pressed in it, and not it itself.
        enter: bool,
    },
    /// Answered (by [`crate::answer::Stirred`]) when something happens: a mutation, an act, or after `cap` ms.
    Stir {
        /// The longest time to wait before answering anyway, in milliseconds.
        cap: u32,
    },
    /// Which part of the page does it take? Answered by [`crate::answer::Area`].
    Area {
        /// The element's number.
        element: u32,
    },
    /// Scroll the frame by so much. Answered by [`crate::answer::Scrolled`].
    Scroll {
        /// To the right, CSS pixels.
        x: f64,
        /// Down, CSS pixels.
        y: f64,
    },
    /// What does it look like? Answered by [`crate::answer::Snapshot`].
    Snapshot,
    /// Where is what must not be seen in a picture? Answered by [`crate::answer::Covered`].
    Cover {
        /// The numbers of sensitive controls.
        elements: Vec<u32>,
        /// What must not be read anywhere else either. Spaces, signs and case do not count.
        words: Vec<String>,
    },
    /// What shows the picker of dates or times that is open for this control? Answered by [`crate::answer::Open`].
    Picker {
        /// The control's number.
        element: u32,
        /// Whether to answer only once nothing moves any more, or after a second and a half.
        calm: bool,
    },
    /// Where does a slider stand that has told no number yet? Answered by [`crate::answer::Gauge`].
    Gauge {
        /// The handle.
        element: u32,
    },
    /// What stands in this tree, as far as it is open? Answered by [`crate::answer::Tree`].
    Tree {
        /// The control's number.
        element: u32,
    },
    /// What does the popup of this control offer now? Answered by [`crate::answer::Popup`].
    Popup {
        /// The control's number.
        element: u32,
    },
    /// Scroll the list that the popup of this control shows. Answered by [`crate::answer::Leafed`].
    Leaf {
        /// The control's number.
        element: u32,
        /// To this place, CSS pixels from its beginning; else on for a while, row by row in whole views.
        to: Option<u32>,
        /// No further than to the option of this text.
        text: String,
    },
    /// What stands in this widget as chosen? Answered by [`crate::answer::Chosen`].
    Chosen {
        /// The control's number.
        element: u32,
    },
    /// In what is the country of the number in this box chosen, and what shows it? Answered by
    /// [`crate::answer::Chooser`] or null.
    Chooser {
        /// The number of the box.
        element: u32,
    },
    /// Let no form be sent, or let it again. Answered by [`crate::answer::HeldBack`], which says what was held back.
    Hold {
        /// Whether to hold it back.
        on: bool,
    },
}

/// One thing to do to one control.
#[derive(Clone, Debug, Serialize)]
pub struct Job {
    /// The control's number.
    pub element: u32,
    /// What to do.
    #[serde(flatten)]
    pub act: Act,
    /// Whether to stop after it, when the page has work going on that it had not before.
    pub pause: bool,
    /// Whether the template that the control shows on focus is known, and is no reason to ask back.
    pub known: bool,
}

/// What to do to a control.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "act", rename_all = "snake_case")]
pub enum Act {
    /// Type over what is there: focus, select all, `execCommand('insertText')`.
    Type {
        /// The text.
        text: String,
    },
    /// Set the value by the native setter and send `input` and `change`.
    Set {
        /// The value as the control's `value` spells it.
        text: String,
    },
    /// Choose exactly these options of a native select, by number.
    Choose {
        /// The options' numbers, from 0.
        options: Vec<usize>,
    },
    /// Bring a box, radio button, switch or toggle button to this state by a click, if it is not in it.
    Check {
        /// The state wanted.
        checked: bool,
    },
}

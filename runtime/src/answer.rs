//! The page script's answers, and what they become in `ostler-machines`.
//!
//! Everything is optional here: a page can make the script's answer odd, but never unreadable.

use ostler_machines::Typed;
use ostler_machines::confirm;
use ostler_machines::form::model::{self, Ref};
use ostler_machines::outline;
use ostler_machines::widget::branches;
use serde::Deserialize;

/// An answer with what comes along with every one of them.
#[derive(Clone, Debug, Deserialize)]
pub struct Answered<T> {
    /// The greatest number that this document has given to an element; 0 if none.
    #[serde(default)]
    pub last: u32,
    /// The answer itself.
    pub answer: T,
}

/// Answers [`crate::ask::Question::Inspect`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct View {
    /// `location.href`.
    pub url: String,
    /// `document.title`.
    pub title: String,
    /// `lang` of the root element.
    pub lang: String,
    /// The forms in document order.
    pub forms: Vec<FormElement>,
    /// The controls in document order.
    pub controls: Vec<Control>,
    /// The buttons in document order.
    pub buttons: Vec<Button>,
    /// The messages in document order.
    pub messages: Vec<Message>,
    /// The step shown, `[2, 3]` for "step 2 of 3", `[2]` where the count is not told.
    pub step: Vec<u32>,
    /// Visible headings.
    pub headings: Vec<String>,
    /// The first characters of the visible text, a line a block.
    pub text: String,
    /// The elements that hold frames.
    pub frames: Vec<Holder>,
    /// Which of its parent's windows it is, if it is one of them.
    pub place: Option<u32>,
    /// So many elements may have a closed shadow root that cannot be reached from here (made by markup, not by script),
    /// and the browser has not been asked yet.
    pub closed_roots: u32,
}

/// See [`model::Holder`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "each field is the one of the same name in the model")]
pub struct Holder {
    pub index: Option<u32>,
    pub src: String,
    pub shown: bool,
    /// Whether it would load nothing before somebody scrolls to it, and has just been told to.
    pub woken: bool,
}

/// See [`model::FormElement`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "each field is the one of the same name in the model")]
pub struct FormElement {
    pub element: u32,
    pub name: String,
    pub handles: Vec<String>,
    pub method: String,
    pub validates: bool,
}

/// See [`model::Control`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "each field is the one of the same name in the model")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a control has as many yes/no properties as HTML gave it"
)]
pub struct Control {
    pub element: u32,
    pub form: Option<u32>,
    pub tag: String,
    pub input_type: String,
    pub role: String,
    pub editable: bool,
    pub name: String,
    pub id: String,
    pub label: String,
    pub label_source: String,
    pub also: String,
    pub group: Option<Group>,
    pub section: Vec<String>,
    pub required: bool,
    pub readonly: bool,
    pub disabled: bool,
    pub visible: bool,
    pub trap: bool,
    pub options: Vec<Choice>,
    pub multiple: bool,
    pub pattern: String,
    pub min: String,
    pub max: String,
    pub step: String,
    pub maxlength: Option<u32>,
    pub minlength: Option<u32>,
    pub placeholder: String,
    pub title: String,
    pub autocomplete: String,
    pub inputmode: String,
    pub accept: String,
    pub lang: String,
    pub held: Held,
    pub value: String,
    pub error: String,
    pub description: String,
    pub beside: String,
    pub popup: String,
    pub suggests: String,
    pub datalist: bool,
    pub keyed: bool,
    pub around: String,
    pub behind: String,
    pub chips: bool,
    pub less: Option<u32>,
    pub more: Option<u32>,
    pub dial: Option<Chooser>,
}

/// See [`model::Dial`]. Answers [`crate::ask::Question::Chooser`], too.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Chooser {
    /// The control.
    pub element: u32,
    /// All the words on it, seen or named.
    pub words: String,
    /// Whether it is a native list, most of whose options have a dialling code.
    pub lists: bool,
    /// Whether the box has the code within itself.
    pub within: bool,
    /// What stands in the box itself.
    pub value: String,
    /// The options of a native list.
    pub options: Vec<Choice>,
}

/// See [`model::Group`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "each field is the one of the same name in the model")]
pub struct Group {
    pub element: u32,
    pub label: String,
    pub role: String,
    pub size: u32,
}

/// See [`model::Choice`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "each field is the one of the same name in the model")]
pub struct Choice {
    pub label: String,
    pub value: String,
    pub selected: bool,
    pub disabled: bool,
    pub group: String,
    pub element: Option<u32>,
}

/// See [`model::Button`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "each field is the one of the same name in the model")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a button has as many yes/no properties as HTML gave it"
)]
pub struct Button {
    pub element: u32,
    pub form: Option<u32>,
    pub label: String,
    pub kind: String,
    pub name: String,
    pub id: String,
    pub disabled: bool,
    pub visible: bool,
    pub main: bool,
    pub near: Option<(usize, usize, usize)>,
    pub also: String,
    pub under: String,
    pub opens: bool,
}

/// See [`model::Message`]. `tone` is `error`, `status` or `success`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "each field is the one of the same name in the model")]
pub struct Message {
    pub element: Option<u32>,
    pub text: String,
    pub tone: String,
}

/// What a control holds: exactly one of the four is there.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Held {
    /// Text.
    pub text: Option<String>,
    /// `true`, `false`, or `"mixed"`.
    pub checked: Option<serde_json::Value>,
    /// Numbers of the chosen options.
    pub chosen: Option<Vec<usize>>,
    /// Names of the chosen files.
    pub files: Option<Vec<String>>,
}

/// Answers [`crate::ask::Question::Write`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Written {
    /// One entry for each job that was begun, in order.
    pub done: Vec<Wrote>,
    /// Why the rest was not begun: empty (nothing is left), `changed` (controls came, went or changed), `working`
    /// (the page has work going on).
    pub stopped: String,
}

/// What came of one job.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Wrote {
    /// The control's number.
    pub element: u32,
    /// Empty if it was written, else `gone`, `readonly`, `disabled`, `hidden`, `unsupported`, or
    /// `template:dd/mm/yyyy` if nothing was written because the control showed this on focus and it was not known.
    pub trouble: String,
    /// What it held right after.
    pub held: Option<Held>,
}

/// What a control holds at the time of asking.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Reading {
    /// The control's number.
    pub element: u32,
    /// `None` if it is no longer in the document.
    pub held: Option<Held>,
    /// The message of the browser's own validation, else empty.
    pub invalid: String,
    /// The error that the page shows for it, else empty.
    pub error: String,
    /// For a native select: what is chosen, as it is offered now. Else nothing.
    pub picked: Option<Vec<Picked>>,
    /// Whether any control of its document is called otherwise than at the last look.
    pub renamed: bool,
    /// Whether it was in sight at an earlier look and is not any more, with its label, and not because it is folded up.
    pub hid: bool,
    /// Whether nothing is known of it, since its frame did not answer.
    #[serde(skip)]
    pub silent: bool,
}

/// A chosen option of a native select.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Picked {
    /// As in [`Choice::label`].
    pub label: String,
    /// As in [`Choice::value`].
    pub value: String,
}

/// Answers [`crate::ask::Question::Rest`].
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Rest {
    /// Fetches, XHRs and short timers that have not ended.
    pub in_flight: u32,
    /// Milliseconds since anything last happened (mutation, work begun or ended, the last act of ours).
    pub quiet: f64,
    /// Whether the last that happened was an act of ours: neither a mutation nor counted work came after it.
    pub unmoved: bool,
    /// `loading`, `interactive` or `complete`, as 0, 1, 2.
    pub ready: u8,
}

/// Answers [`crate::ask::Question::Focus`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Focused {
    /// Empty if the control has the focus, else `gone`, `readonly`, `disabled`, `hidden`, `unfocusable`, or a
    /// template as in [`Wrote::trouble`].
    pub trouble: String,
    /// Whether text can be typed into it.
    pub takes_text: bool,
    /// Whether there is text in it.
    pub filled: bool,
}

/// Answers [`crate::ask::Question::Focused`].
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct HasFocus {
    /// Whether this frame has the focus, and no frame inside of it.
    pub focused: bool,
}

/// Answers [`crate::ask::Question::Way`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Way {
    /// Whether the browser itself would send the form.
    pub native: bool,
    /// The control that is meant, or the submit control that would be pressed for it; nothing if that is in no document
    /// or has not the focus.
    pub control: Option<u32>,
    /// The form that it belongs to.
    pub form: Option<u32>,
    /// The method, as the form or its control says it.
    pub method: String,
    /// The address, whole.
    pub url: String,
}

impl Way {
    /// As the decisions have it; `frame` is the number of the frame that answered.
    pub fn into_model(self, frame: u32) -> confirm::Way {
        let own = |element| Ref { frame, element };
        confirm::Way {
            native: self.native,
            control: self.control.map(own),
            form: self.form.map(own),
            method: self.method,
            url: self.url,
        }
    }
}

/// Answers [`crate::ask::Question::Stir`].
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Stirred {
    /// Whether something happened within the time.
    pub stirred: bool,
}

/// Answers [`crate::ask::Question::Area`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Area {
    /// Empty if it has one, else `gone` or `hidden`.
    pub trouble: String,
    /// Its left edge, CSS pixels from that of the page.
    pub left: f64,
    /// Its top edge, likewise.
    pub top: f64,
    /// CSS pixels.
    pub width: f64,
    /// CSS pixels.
    pub height: f64,
}

/// Answers [`crate::ask::Question::Scroll`].
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Scrolled {
    /// How far it went down, CSS pixels; 0 if it was at its end.
    pub down: f64,
    /// How far it went to the right, CSS pixels.
    pub right: f64,
}

/// Answers [`crate::ask::Question::Locate`] and [`crate::ask::Question::Click`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Place {
    /// Empty if it can be clicked there, else `gone`, `hidden`, `disabled`, `covered`.
    pub trouble: String,
    /// Left edge to click point, CSS pixels in the frame's viewport.
    pub x: f64,
    /// Top edge to click point, CSS pixels in the frame's viewport.
    pub y: f64,
    /// What lies over it, if it is covered.
    pub by: String,
    /// How wide the frame's viewport is, CSS pixels.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

/// Answers [`crate::ask::Question::Cover`].
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct Covered {
    /// The width of the window's inside, in CSS pixels.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Left, top, right and bottom edge of each box, in CSS pixels from the upper left corner of the window's inside.
    pub boxes: Vec<[f64; 4]>,
}

/// Answers [`crate::ask::Question::Popup`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Popup {
    /// Whether something is open for the control.
    pub open: bool,
    /// `listbox`, `menu`, `grid`, `dialog`, `tree` or empty.
    pub role: String,
    /// The options that are there now; each has an element.
    pub options: Vec<Choice>,
    /// For each option, the number of the list that it stands in.
    pub columns: Vec<u32>,
    /// For each option that is a branch still shut, what opens it without choosing it.
    pub openers: Vec<Option<u32>>,
    /// The elements of the options that are branches and open already.
    pub unfolded: Vec<u32>,
    /// Whether several may be chosen, where the list tells.
    pub several: Option<bool>,
    /// The box in the popup that one types into to search.
    pub search: Option<u32>,
    /// Whether there is more of the list below what is laid out.
    pub more: bool,
    /// Where the list stands, if only a part of it is laid out.
    pub span: Option<Span>,
    /// The language in force where the control stands, else empty.
    pub lang: String,
    /// Whether the popup shows that it is loading.
    pub busy: bool,
    /// What the control says of its list as one types: `none`, `inline`, `list`, `both` or empty.
    pub suggests: String,
}

/// Answers [`crate::ask::Question::Gauge`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Gauge {
    /// The place of the handle in no known measure; empty if it has told its number, or is no such slider.
    pub place: String,
}

/// Answers [`crate::ask::Question::Tree`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Tree {
    /// What stands in it, in document order.
    pub nodes: Vec<Branch>,
}

/// See [`branches::Node`]. `checked` is `aria-checked`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "each field is the one of the same name in the model")]
pub struct Branch {
    pub element: u32,
    pub path: Vec<String>,
    pub checked: String,
    pub open: Option<bool>,
    pub words: Option<u32>,
    pub opener: Option<u32>,
    pub disabled: bool,
}

impl From<Branch> for branches::Node {
    fn from(node: Branch) -> Self {
        Self {
            element: node.element,
            path: node.path,
            mark: match node.checked.as_str() {
                "true" => branches::Mark::On,
                "false" => branches::Mark::Off,
                "mixed" => branches::Mark::Part,
                _ => branches::Mark::None,
            },
            open: node.open,
            words: node.words,
            opener: node.opener,
            disabled: node.disabled,
        }
    }
}

/// Answers [`crate::ask::Question::Picker`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Open {
    /// What is open, if it is a picker of dates or times.
    pub picker: Option<Picker>,
    /// Whether it lies over the page.
    pub floats: bool,
    /// The one button beside the control that may open it.
    pub opener: Option<u32>,
    /// Whether it is the control itself: there is nothing to open.
    pub own: bool,
    /// Whether something was still moving although it was waited for.
    pub moving: bool,
}

/// A picker of dates or times.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Picker {
    /// The text of the header, such as `March 2031`.
    pub header: String,
    /// A button back, if one can be told.
    pub previous: Option<u32>,
    /// A button on.
    pub next: Option<u32>,
    /// The button back by a year, beside the one by a month.
    pub year_back: Option<u32>,
    /// The button on by a year.
    pub year_on: Option<u32>,
    /// A native select for the day, where there are no days to press; one for the month, and one for the year.
    pub day_select: Option<u32>,
    /// See `day_select`.
    pub month_select: Option<u32>,
    /// See `day_select`.
    pub year_select: Option<u32>,
    /// A box that holds the year.
    pub year_input: Option<u32>,
    /// What widens the view to months or years.
    pub up: Option<u32>,
    /// The days that can be clicked: text, accessible name or date attribute, whether it belongs to the month shown.
    pub days: Vec<Day>,
    /// Months or years to press, where there are no days.
    pub cells: Vec<Cell>,
    /// The parts of its clock.
    pub clock: Vec<Dial>,
    /// The button that takes over what was chosen.
    pub confirm: Option<u32>,
}

/// Something to press.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Cell {
    /// The element to click.
    pub element: u32,
    /// What it shows.
    pub text: String,
    /// Its accessible name or title, else empty.
    pub name: String,
    /// Whether it is marked as chosen.
    pub chosen: bool,
    /// Whether it is disabled.
    pub disabled: bool,
}

/// A part of a clock.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Dial {
    /// `input`, `select`, `list`, `times`, `spin` or `toggle`.
    pub kind: String,
    /// Its names, labels and classes.
    pub words: String,
    /// The element to type into, choose in or click.
    pub element: Option<u32>,
    /// What it shows.
    pub value: String,
    /// `max`, else empty.
    pub max: String,
    /// The button that counts up.
    pub more: Option<u32>,
    /// The button that counts down.
    pub less: Option<u32>,
    /// What can be chosen.
    pub options: Vec<Cell>,
}

/// One day of a calendar.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Day {
    /// The element to click.
    pub element: u32,
    /// What it shows, such as `5`.
    pub text: String,
    /// Its accessible name, `datetime`, or a data attribute that reads as an ISO date; else empty.
    pub name: String,
    /// Whether it is marked as of another month.
    pub outside: bool,
    /// Whether it is disabled.
    pub disabled: bool,
}

/// Answers [`crate::ask::Question::Leaf`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Leafed {
    /// Whether the list moved.
    pub moved: bool,
    /// The options that came into view on the way.
    pub passed: Vec<Choice>,
    /// How far the list was scrolled when each of them was in view, CSS pixels.
    pub places: Vec<u32>,
}

/// How far a list is scrolled of which only a part is laid out. CSS pixels.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Span {
    /// How far it is scrolled.
    pub top: u32,
    /// How far it can be.
    pub most: u32,
    /// How much of it is in view.
    pub view: u32,
}

/// Answers [`crate::ask::Question::Chosen`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Chosen {
    /// What stands in the widget as chosen, each with an element of its own.
    pub chips: Vec<Chip>,
    /// What it shows as text, if nothing stands in it so.
    pub text: String,
}

/// One thing that was chosen.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Chip {
    /// Its text.
    pub label: String,
    /// What to press to take it off.
    pub remove: Option<u32>,
}

/// Answers [`crate::ask::Question::Hold`].
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct HeldBack {
    /// Whether a form would have been sent.
    pub stopped: bool,
}

/// Answers [`crate::ask::Question::Snapshot`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Snapshot {
    /// `location.href`.
    pub url: String,
    /// `document.title`.
    pub title: String,
    /// Which of its parent's windows it is, if it is one of them.
    pub place: Option<u32>,
    /// What there is, in document order.
    pub nodes: Vec<Node>,
    /// The frames that nobody can see.
    pub hidden: Vec<Hidden>,
    /// Whether there is more than is told.
    pub cut: bool,
    /// Whether a puzzle that proves a person has been answered in it.
    pub solved: bool,
    /// See [`View::closed_roots`].
    pub closed_roots: u32,
}

/// A frame that nobody can see.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "each field is the one of the same name in the outline")]
pub struct Hidden {
    pub index: Option<u32>,
    pub src: String,
}

/// See [`outline::Node`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "each field is the one of the same name in the outline")]
pub struct Node {
    pub depth: u32,
    pub role: String,
    pub name: String,
    pub element: Option<u32>,
    pub level: u8,
    pub states: Vec<String>,
    pub options: Vec<String>,
    pub choices: u32,
    pub value: String,
    pub hint: Hint,
    pub index: Option<u32>,
    pub src: String,
}

/// See [`outline::Hint`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "each field is the one of the same name in the outline")]
pub struct Hint {
    pub name: String,
    pub id: String,
    pub autocomplete: String,
    pub placeholder: String,
    pub lang: String,
    pub group: String,
    pub password: bool,
    pub single: bool,
}

impl Snapshot {
    /// This answer as the machines see it, for the frame numbered `frame` inside of `parent`.
    pub fn into_sketch(self, frame: u32, parent: Option<u32>) -> outline::Sketch {
        outline::Sketch {
            frame,
            parent,
            place: self.place,
            url: self.url,
            title: self.title,
            nodes: self.nodes.into_iter().map(Into::into).collect(),
            hidden: self.hidden.into_iter().map(|it| (it.index, it.src)).collect(),
            cut: self.cut,
            solved: self.solved,
            unread: false,
        }
    }
}

impl From<Node> for outline::Node {
    fn from(node: Node) -> Self {
        Self {
            depth: node.depth,
            role: node.role,
            name: node.name,
            element: node.element,
            level: node.level,
            states: node.states.iter().filter_map(|word| outline::State::of(word)).collect(),
            options: node.options,
            choices: node.choices,
            value: Typed::new(node.value),
            hint: outline::Hint {
                name: node.hint.name,
                id: node.hint.id,
                autocomplete: node.hint.autocomplete,
                placeholder: node.hint.placeholder,
                lang: node.hint.lang,
                group: node.hint.group,
                password: node.hint.password,
                single: node.hint.single,
            },
            index: node.index,
            src: node.src,
        }
    }
}

impl From<Held> for model::Held {
    fn from(held: Held) -> Self {
        if let Some(files) = held.files {
            Self::Files(files)
        } else if let Some(chosen) = held.chosen {
            Self::Chosen(chosen)
        } else if let Some(checked) = held.checked {
            Self::Checked(checked.as_bool())
        } else {
            Self::Text(Typed::new(held.text.unwrap_or_default()))
        }
    }
}

impl View {
    /// This answer as the machines see it, for the frame numbered `frame` inside of `parent`.
    pub fn into_model(self, frame: u32, parent: Option<u32>) -> model::FrameView {
        let step = self.step.first().map(|&step| model::Step {
            step,
            of: self.step.get(1).copied(),
        });
        model::FrameView {
            frame,
            url: self.url,
            title: self.title,
            lang: self.lang,
            forms: self.forms.into_iter().map(Into::into).collect(),
            controls: self.controls.into_iter().map(Into::into).collect(),
            buttons: self.buttons.into_iter().map(Into::into).collect(),
            messages: self.messages.into_iter().map(Into::into).collect(),
            step,
            headings: self.headings,
            text: self.text,
            parent,
            place: self.place,
            holders: self.frames.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<Holder> for model::Holder {
    fn from(holder: Holder) -> Self {
        Self {
            index: holder.index,
            src: holder.src,
            shown: holder.shown,
        }
    }
}

impl From<FormElement> for model::FormElement {
    fn from(form: FormElement) -> Self {
        Self {
            element: form.element,
            name: form.name,
            handles: form.handles,
            method: form.method,
            validates: form.validates,
        }
    }
}

impl From<Control> for model::Control {
    fn from(c: Control) -> Self {
        Self {
            element: c.element,
            form: c.form,
            tag: c.tag,
            input_type: c.input_type,
            role: c.role,
            editable: c.editable,
            name: c.name,
            id: c.id,
            label: c.label,
            label_source: label_source(&c.label_source),
            also: c.also,
            group: c.group.map(Into::into),
            section: c.section,
            required: c.required,
            readonly: c.readonly,
            disabled: c.disabled,
            visible: c.visible,
            trap: c.trap,
            options: c.options.into_iter().map(Into::into).collect(),
            multiple: c.multiple,
            pattern: c.pattern,
            min: c.min,
            max: c.max,
            step: c.step,
            maxlength: c.maxlength,
            minlength: c.minlength,
            placeholder: c.placeholder,
            title: c.title,
            autocomplete: c.autocomplete,
            inputmode: c.inputmode,
            accept: c.accept,
            lang: c.lang,
            held: c.held.into(),
            value: c.value,
            error: c.error,
            description: c.description,
            beside: c.beside,
            popup: c.popup,
            suggests: c.suggests,
            datalist: c.datalist,
            keyed: c.keyed,
            around: c.around,
            behind: c.behind,
            chips: c.chips,
            less: c.less,
            more: c.more,
            dial: c.dial.map(Into::into),
        }
    }
}

impl From<Chooser> for model::Dial {
    fn from(chooser: Chooser) -> Self {
        Self {
            element: chooser.element,
            words: chooser.words,
            lists: chooser.lists,
            within: chooser.within,
            country: String::new(),
            taken: false,
        }
    }
}

fn label_source(word: &str) -> model::LabelSource {
    use model::LabelSource as Source;
    match word {
        "labelledby" => Source::Labelledby,
        "aria" => Source::Aria,
        "label" => Source::Label,
        "legend" => Source::Legend,
        "table" => Source::Table,
        "nearby" => Source::Nearby,
        "placeholder" => Source::Placeholder,
        "title" => Source::Title,
        "name" => Source::Name,
        _ => Source::None,
    }
}

impl From<Group> for model::Group {
    fn from(group: Group) -> Self {
        Self {
            element: group.element,
            label: group.label,
            role: group.role,
            size: group.size,
        }
    }
}

impl From<Choice> for model::Choice {
    fn from(choice: Choice) -> Self {
        Self {
            label: choice.label,
            value: choice.value,
            selected: choice.selected,
            disabled: choice.disabled,
            group: choice.group,
            element: choice.element,
        }
    }
}

impl From<Button> for model::Button {
    fn from(button: Button) -> Self {
        Self {
            element: button.element,
            form: button.form,
            label: button.label,
            kind: button.kind,
            name: button.name,
            id: button.id,
            disabled: button.disabled,
            visible: button.visible,
            main: button.main,
            near: button.near,
            also: button.also,
            under: button.under,
            opens: button.opens,
        }
    }
}

impl From<Message> for model::Message {
    fn from(message: Message) -> Self {
        Self {
            element: message.element,
            text: message.text,
            tone: match message.tone.as_str() {
                "error" => model::Tone::Error,
                "success" => model::Tone::Success,
                _ => model::Tone::Status,
            },
        }
    }
}

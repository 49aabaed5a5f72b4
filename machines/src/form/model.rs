//! The form model: controls as a page shows them, and the fields they make up.
//!
//! A [`Control`] is one thing in a document; a [`Field`] is one question to the person. Most fields are one
//! control. A radio group, a checkbox group, a date in three boxes and a one-time code in six are one field of
//! several controls. [`super::assemble`] makes the second out of the first.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::autocomplete::Autocomplete;
use crate::Typed;

/// Names one element: `e12` in the top frame, `f2e12` in frame 2. In the life of a session no other element ever gets
/// the same, neither in a later document nor in another tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ref {
    /// The frame: 0 is the top document of its tab, then in the order in which the session first saw frames.
    pub frame: u32,
    /// The element's number, from 1, never used again for another element of the same frame number.
    pub element: u32,
}

impl Ref {
    /// Reads `e12` or `f2e12`; anything else is `None`.
    pub fn parse(text: &str) -> Option<Self> {
        let (frame, rest) = match text.strip_prefix('f') {
            Some(rest) => {
                let at = rest.find('e')?;
                (number(&rest[..at])?, &rest[at..])
            }
            None => (0, text),
        };
        let element = number(rest.strip_prefix('e')?)?;
        Some(Self { frame, element })
    }
}

fn number(digits: &str) -> Option<u32> {
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.frame == 0 {
            write!(f, "e{}", self.element)
        } else {
            write!(f, "f{}e{}", self.frame, self.element)
        }
    }
}

/// Where a label came from, best evidence first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LabelSource {
    /// `aria-labelledby`.
    Labelledby,
    /// `aria-label`.
    Aria,
    /// A `<label>`, by `for` or around the control.
    Label,
    /// The legend or name of the group that the control is alone in.
    Legend,
    /// The header cell of its row or column, or the term of its definition list.
    Table,
    /// Text just before it (after it for a checkbox or a radio button).
    Nearby,
    /// `placeholder`.
    Placeholder,
    /// `title`.
    Title,
    /// `name` or `id`, made into words. The weakest.
    Name,
    /// There is none.
    #[default]
    None,
}

impl LabelSource {
    /// The word for it in reports: `labelledby`, `aria`, `label`, ….
    pub const fn word(self) -> &'static str {
        match self {
            Self::Labelledby => "labelledby",
            Self::Aria => "aria",
            Self::Label => "label",
            Self::Legend => "legend",
            Self::Table => "table",
            Self::Nearby => "nearby",
            Self::Placeholder => "placeholder",
            Self::Title => "title",
            Self::Name => "name",
            Self::None => "none",
        }
    }
}

/// What a control holds, as the page's own element answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// Text: an input's `value`, an editable's text.
    Text(Typed),
    /// Checked or not; `None` is mixed (indeterminate).
    Checked(Option<bool>),
    /// The numbers of the chosen options, counted from 0 in the order of [`Control::options`].
    Chosen(Vec<usize>),
    /// The names of the chosen files, without folders.
    Files(Vec<String>),
}

impl Default for Held {
    fn default() -> Self {
        Self::Text(Typed::default())
    }
}

/// One thing that can be chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The text shown for it.
    pub label: String,
    /// Its value in the form's data.
    pub value: String,
    /// Whether it is chosen now.
    pub selected: bool,
    /// Whether it (or its option group) is disabled.
    pub disabled: bool,
    /// The label of its option group, empty if it is in none.
    pub group: String,
    /// The control to act on, where the option is one of its own (a radio button, an ARIA option).
    pub element: Option<u32>,
}

/// The group that a control stands in: a `fieldset`, a `role=group` or a `role=radiogroup`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// The group element's number.
    pub element: u32,
    /// Its legend or accessible name, empty if it has none.
    pub label: String,
    /// Its role: `group` or `radiogroup`.
    pub role: String,
    /// How many controls of any kind are in it.
    pub size: u32,
}

/// One control as the page script saw it. Strings are as the page has them, with white space folded in labels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a control has as many yes/no properties as HTML gave it"
)]
pub struct Control {
    /// Its number within its frame; see [`Ref`].
    pub element: u32,
    /// The number of the form that owns it, by containment or by `form=`.
    pub form: Option<u32>,
    /// `input`, `select`, `textarea`, or another tag in lower case for an editable or ARIA control.
    pub tag: String,
    /// The `type` property of an input as the browser understands it (`text` for an unknown one), else empty.
    pub input_type: String,
    /// The explicit `role`, lower case, else empty.
    pub role: String,
    /// Whether it is the host of an editing area (`contenteditable`).
    pub editable: bool,
    /// `name`.
    pub name: String,
    /// `id`.
    pub id: String,
    /// Its label, without a marker of being required such as a trailing star.
    pub label: String,
    /// Where the label came from.
    pub label_source: LabelSource,
    /// What a `<label>` that is shown says where ARIA gives it another name; empty if it says nothing else.
    pub also: String,
    /// The nearest group around it.
    pub group: Option<Group>,
    /// Legends and headings above it, outermost first, without its own label.
    pub section: Vec<String>,
    /// `required` or `aria-required`, or a star in the label.
    pub required: bool,
    /// `readonly` or `aria-readonly`.
    pub readonly: bool,
    /// Disabled, itself or by a `fieldset`, or `aria-disabled`.
    pub disabled: bool,
    /// Whether a person could see it or the label that stands for it (a styled radio's input may be hidden itself).
    pub visible: bool,
    /// Whether it looks like a trap for programs: not hidden by `display` but out of sight or out of reach.
    pub trap: bool,
    /// A select's options, an ARIA listbox's, a `datalist`'s.
    pub options: Vec<Choice>,
    /// Whether several may be chosen.
    pub multiple: bool,
    /// `pattern`, else empty.
    pub pattern: String,
    /// `min` or `aria-valuemin`, else empty.
    pub min: String,
    /// `max` or `aria-valuemax`, else empty.
    pub max: String,
    /// `step`, else empty.
    pub step: String,
    /// `maxlength` in UTF-16 units.
    pub maxlength: Option<u32>,
    /// `minlength` in UTF-16 units.
    pub minlength: Option<u32>,
    /// `placeholder` or `aria-placeholder`.
    pub placeholder: String,
    /// `title`, else empty.
    pub title: String,
    /// `autocomplete` as written.
    pub autocomplete: String,
    /// `inputmode`, else empty.
    pub inputmode: String,
    /// `accept` of a file input, else empty.
    pub accept: String,
    /// The language in force (`lang` of it or of an ancestor), else empty.
    pub lang: String,
    /// What it holds.
    pub held: Held,
    /// The value that stands for it in the form's data when it is checked (radio, checkbox), else empty.
    pub value: String,
    /// The text of its error message as the page shows it, else empty.
    pub error: String,
    /// The text of its `aria-describedby` that is not its error, else empty.
    pub description: String,
    /// Every text around it that is not its label, a line each: of use in comparison with what stood there before.
    pub beside: String,
    /// `aria-haspopup`, else empty.
    pub popup: String,
    /// `aria-autocomplete`, else empty.
    pub suggests: String,
    /// Whether a `datalist` is attached: its options are suggestions, not the only choices.
    pub datalist: bool,
    /// Whether the page listens for key events on the very element: then keys must be typed.
    pub keyed: bool,
    /// The role of the wrapper around it, where both are one widget, else empty.
    pub around: String,
    /// The tag of the hidden native control that keeps its value, else empty.
    pub behind: String,
    /// Whether what was chosen stands beside it with buttons to take it off.
    pub chips: bool,
    /// The button beside it that makes its number less, where it is counted and not typed.
    pub less: Option<u32>,
    /// The button beside it that makes its number more.
    pub more: Option<u32>,
    /// The control before it in which the country of its number is chosen, if there is one that may be that.
    pub dial: Option<Dial>,
}

/// The one button or list before a box for a telephone number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dial {
    /// The control.
    pub element: u32,
    /// All the words on it, seen or named: `🇩🇪 +49`, `Country: Germany`.
    pub words: String,
    /// Whether it is a native list, most of whose options have a dialling code.
    pub lists: bool,
    /// Whether the box had the code within itself when it was looked at.
    pub within: bool,
    /// The country that is named elsewhere in the form, else empty. No page says it.
    pub country: String,
    /// Whether somebody has a wish for the control itself, so that nothing is chosen in it for the number. No page says it.
    pub taken: bool,
}

/// How many answers a field takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Room {
    /// One.
    #[default]
    One,
    /// Several.
    Several,
    /// One or several: only its list, or trying, tells.
    Untold,
}

/// What kind of question a field is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One line of text.
    #[default]
    Text,
    /// A search box.
    Search,
    /// An e-mail address (`type=email`).
    Email,
    /// A telephone number (`type=tel`).
    Tel,
    /// A URL (`type=url`).
    Url,
    /// A password.
    Password,
    /// Several lines of text.
    Textarea,
    /// A rich or plain editing area that is no form control.
    Editable,
    /// `type=number`.
    Number,
    /// `type=range`.
    Range,
    /// `type=color`.
    Color,
    /// `type=date`.
    Date,
    /// `type=time`.
    Time,
    /// `type=datetime-local`.
    Datetime,
    /// `type=month`.
    Month,
    /// `type=week`.
    Week,
    /// One box to tick.
    Checkbox,
    /// Several boxes under one question.
    Checkboxes,
    /// Radio buttons, native or ARIA.
    Radio,
    /// A native drop-down or list, one choice.
    Select,
    /// A native list, several choices.
    SelectMultiple,
    /// Files.
    File,
    /// An ARIA switch or toggle button.
    Switch,
    /// An ARIA listbox that stands open on the page.
    Listbox,
    /// A combobox: text or a button with a list that opens.
    Combobox,
    /// An ARIA spinbutton.
    Spinbutton,
    /// An ARIA slider.
    Slider,
    /// A group of toggle buttons of which one is pressed.
    Buttons,
    /// A date in two or three controls.
    DateParts,
    /// One value over several boxes of a few characters each.
    Boxes,
}

impl Kind {
    /// The word for it in reports and JSON: `text`, `checkbox-group`, ….
    pub const fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Search => "search",
            Self::Email => "email",
            Self::Tel => "tel",
            Self::Url => "url",
            Self::Password => "password",
            Self::Textarea => "textarea",
            Self::Editable => "editable",
            Self::Number => "number",
            Self::Range => "range",
            Self::Color => "color",
            Self::Date => "date",
            Self::Time => "time",
            Self::Datetime => "datetime-local",
            Self::Month => "month",
            Self::Week => "week",
            Self::Checkbox => "checkbox",
            Self::Checkboxes => "checkbox-group",
            Self::Radio => "radio",
            Self::Select => "select",
            Self::SelectMultiple => "select-multiple",
            Self::File => "file",
            Self::Switch => "switch",
            Self::Listbox => "listbox",
            Self::Combobox => "combobox",
            Self::Spinbutton => "spinbutton",
            Self::Slider => "slider",
            Self::Buttons => "button-group",
            Self::DateParts => "date-parts",
            Self::Boxes => "boxes",
        }
    }
}

/// Which piece of a value one control of a [`Kind::DateParts`] or [`Kind::Boxes`] field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// The day of the month.
    Day,
    /// The month.
    Month,
    /// The year.
    Year,
    /// The hour.
    Hour,
    /// The minute.
    Minute,
    /// Before or after noon: AM or PM.
    Half,
    /// So many characters of the value, in order.
    Chars(u32),
}

/// One question to the person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a control has as many yes/no properties as HTML gave it"
)]
pub struct Field {
    /// Its first control.
    pub reference: Option<Ref>,
    /// The form it belongs to.
    pub form: Option<Ref>,
    /// What kind of question it is.
    pub kind: Kind,
    /// The label of the question: for a group its legend.
    pub label: String,
    /// Where the label came from.
    pub label_source: LabelSource,
    /// What a `<label>` that is shown says where ARIA gives it another name; empty if it says nothing else.
    pub also: String,
    /// `name` of the (first) control.
    pub name: String,
    /// `id` of the (first) control.
    pub id: String,
    /// Legends and headings above it, outermost first, without its own label.
    pub section: Vec<String>,
    /// Whether it must be answered.
    pub required: bool,
    /// Whether it cannot be typed into.
    pub readonly: bool,
    /// Whether it cannot be used.
    pub disabled: bool,
    /// Whether a person could see it.
    pub visible: bool,
    /// Whether it looks like a trap for programs. Never filled unless named by its exact ref.
    pub trap: bool,
    /// What can be chosen. For radio, checkbox and button groups every choice has its own element.
    pub options: Vec<Choice>,
    /// Whether several may be chosen.
    pub multiple: bool,
    /// How many answers it takes, as far as that is told.
    pub room: Room,
    /// `pattern`, else empty.
    pub pattern: String,
    /// The least value allowed, else empty.
    pub min: String,
    /// The greatest value allowed, else empty.
    pub max: String,
    /// `step`, else empty.
    pub step: String,
    /// `maxlength` in UTF-16 units.
    pub maxlength: Option<u32>,
    /// `minlength` in UTF-16 units.
    pub minlength: Option<u32>,
    /// `placeholder`.
    pub placeholder: String,
    /// `title`.
    pub title: String,
    /// `autocomplete`, parsed.
    pub autocomplete: Autocomplete,
    /// `inputmode`.
    pub inputmode: String,
    /// `accept` of a file input.
    pub accept: String,
    /// The language in force, as written (`de-AT`), else empty.
    pub lang: String,
    /// What it holds. For a group, the choices; for parts, see the parts.
    pub held: Held,
    /// The error that the page shows for it, else empty.
    pub error: String,
    /// The hint that the page gives for it, else empty.
    pub description: String,
    /// Every text around it that is not its label, a line each: of use in comparison with what stood there before.
    pub beside: String,
    /// `aria-haspopup` of a control that opens something, else empty.
    pub popup: String,
    /// Whether its options are only suggestions.
    pub suggestions: bool,
    /// Whether typing into it makes suggestions appear that have to be picked (`aria-autocomplete`).
    pub picks: bool,
    /// Whether the page listens for keys on the element itself.
    pub keyed: bool,
    /// The buttons that make its number less and more, where it is counted and not typed.
    pub counter: Option<(u32, u32)>,
    /// Whether it is a tree, of which branches and leaves are ticked.
    pub tree: bool,
    /// The control before it in which the country of its number is chosen, if there is one that may be that.
    pub dial: Option<Dial>,
    /// The controls of a field that is spread over several, in document order.
    pub parts: Vec<Part>,
}

/// One control of a field that is spread over several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which piece it takes.
    pub piece: Piece,
    /// The control as a field of its own.
    pub field: Field,
}

/// What pressing a submit control would do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// It sends the form, or is the form's main button.
    #[default]
    Submit,
    /// It goes on to the next step.
    Next,
    /// It goes back.
    Back,
    /// It empties the form.
    Reset,
    /// It is in the form but does something else.
    Other,
}

impl Effect {
    /// The word for it in reports: `submit`, `next`, `back`, `reset`, `other`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Submit => "submit",
            Self::Next => "next",
            Self::Back => "back",
            Self::Reset => "reset",
            Self::Other => "other",
        }
    }
}

/// A button as the page script saw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a button has as many yes/no properties as HTML gave it"
)]
pub struct Button {
    /// Its number within its frame.
    pub element: u32,
    /// The form it belongs to.
    pub form: Option<u32>,
    /// Its accessible name.
    pub label: String,
    /// `submit`, `button`, `reset`, `image`, or `role` / `link` for what is no button element.
    pub kind: String,
    /// `name`, else empty.
    pub name: String,
    /// `id`, else empty.
    pub id: String,
    /// Whether it is disabled, or `aria-disabled`.
    pub disabled: bool,
    /// Whether a person could see it.
    pub visible: bool,
    /// Whether it carries hints of being the main one (default button of its form, `type=submit`).
    pub main: bool,
    /// The text on it, where its name is another; else empty.
    pub also: String,
    /// The heading over it with no control between, else empty.
    pub under: String,
    /// Whether it says that it opens a box of its own with questions in it.
    pub opens: bool,
    /// The first and the last control, by their places in [`FrameView::controls`], of the nearest thing around it that
    /// has any, and the first of all that comes after it.
    pub near: Option<(usize, usize, usize)>,
}

/// A button whose words say that it adds something, such as one more row of fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adder {
    /// The button.
    pub reference: Option<Ref>,
    /// The form it belongs to.
    pub form: Option<Ref>,
    /// Its accessible name.
    pub label: String,
    /// Whether pressing it would send the form.
    pub sends: bool,
    /// Whether it is disabled.
    pub disabled: bool,
    /// The controls of the nearest thing around it that has any.
    pub near: Vec<Ref>,
    /// The last of these that comes before it.
    pub after: Option<Ref>,
    /// The heading over it with no control between, else empty.
    pub under: String,
}

/// A button whose words say that it closes what it stands in, and does nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closer {
    /// The button.
    pub reference: Option<Ref>,
    /// Its accessible name.
    pub label: String,
}

/// A control that sends or moves a form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submit {
    /// The button.
    pub reference: Option<Ref>,
    /// The form it belongs to.
    pub form: Option<Ref>,
    /// Its accessible name.
    pub label: String,
    /// The text on it, where its name is another; else empty.
    pub also: String,
    /// `name`, else empty.
    pub name: String,
    /// `id`, else empty.
    pub id: String,
    /// What it would do.
    pub effect: Effect,
    /// Whether it says that it opens a box of its own with questions in it: they are fields once it is open.
    pub opens: bool,
    /// Whether it is disabled.
    pub disabled: bool,
    /// Whether a person could see it.
    pub visible: bool,
}

/// A message that the page shows about the form, such as a validation error or a success banner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The control it belongs to, if the page ties it to one.
    pub element: Option<u32>,
    /// Its text.
    pub text: String,
    /// `error` (it refuses), `status` (it tells), `success`.
    pub tone: Tone,
}

/// What a message says of the matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tone {
    /// It refuses something.
    Error,
    /// It tells something.
    #[default]
    Status,
    /// It says that something was done.
    Success,
}

/// A `<form>` as the page script saw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormElement {
    /// Its number within its frame.
    pub element: u32,
    /// Its accessible name, else its heading, else `name` or `id`, else empty.
    pub name: String,
    /// Its `name` and its `id`, where it has them.
    pub handles: Vec<String>,
    /// `get`, `post` or `dialog`.
    pub method: String,
    /// Whether the browser checks it before it sends it (no `novalidate`).
    pub validates: bool,
}

/// Which step of how many the page says that it shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The step shown, from 1.
    pub step: u32,
    /// How many there are, if it says so.
    pub of: Option<u32>,
}

/// One frame's answer to "what is here?".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameView {
    /// The frame's number; see [`Ref::frame`].
    pub frame: u32,
    /// Its URL.
    pub url: String,
    /// Its title.
    pub title: String,
    /// `lang` of its root element, else empty.
    pub lang: String,
    /// Its forms in document order.
    pub forms: Vec<FormElement>,
    /// Its controls in document order, hidden ones included.
    pub controls: Vec<Control>,
    /// Its buttons in document order.
    pub buttons: Vec<Button>,
    /// Its messages in document order.
    pub messages: Vec<Message>,
    /// The step of a wizard that it says it shows.
    pub step: Option<Step>,
    /// The headings that are visible, in document order, at most 20.
    pub headings: Vec<String>,
    /// The first 2,000 characters of its visible text, a line a block, white space in a line folded.
    pub text: String,
    /// The number of the frame around it; `None` for the top one.
    pub parent: Option<u32>,
    /// Which of its parent's windows it is, if it is one of them.
    pub place: Option<u32>,
    /// The elements in it that hold frames.
    pub holders: Vec<Holder>,
}

/// An element that holds a frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holder {
    /// Which of the windows of its document it holds, if it is one of them.
    pub index: Option<u32>,
    /// The address that it names, as resolved, else empty.
    pub src: String,
    /// Whether it can be seen and has room for a field.
    pub shown: bool,
}

/// What a frame shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The frame's number.
    pub frame: u32,
    /// Its URL.
    pub url: String,
    /// Whose it is: the origin of the URL, or of the frame around it where it has none of its own.
    pub origin: String,
}

/// A form as a person would see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The `<form>` element, `None` for controls outside of any.
    pub reference: Option<Ref>,
    /// Its name, else empty.
    pub name: String,
    /// Its `name` and its `id` in the document, where it has them.
    pub handles: Vec<String>,
    /// Whether the browser checks it before it sends it.
    pub validates: bool,
    /// Its fields in document order.
    pub fields: Vec<Field>,
    /// Its submit controls in document order.
    pub submits: Vec<Submit>,
}

/// All frames of a page, as one model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The URL of the top document.
    pub url: String,
    /// The title of the top document.
    pub title: String,
    /// The language of the top document, as written, else empty.
    pub lang: String,
    /// The forms in document order. Controls outside of any form make up one with no reference.
    pub forms: Vec<Form>,
    /// The buttons in sight that add something, in document order.
    pub adders: Vec<Adder>,
    /// The buttons in sight that close a box, in document order.
    pub closers: Vec<Closer>,
    /// The messages shown, in document order, with the field that each belongs to.
    pub messages: Vec<PageMessage>,
    /// The step of a wizard, if the page says so.
    pub step: Option<Step>,
    /// The headings that are visible.
    pub headings: Vec<String>,
    /// The first characters of the visible text, a line a frame.
    pub text: String,
    /// The same, block by block: a paragraph, a cell's row, an item of a list.
    pub blocks: Vec<String>,
    /// URLs of the frames that could not be read.
    pub unread: Vec<String>,
    /// URLs of the documents that were read, but not all of them: something in them could not be looked into.
    pub partly: Vec<String>,
    /// The documents that were read.
    pub documents: Vec<Document>,
}

/// A message of the page, with the field it belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageMessage {
    /// The field's first control, if the message is tied to one.
    pub field: Option<Ref>,
    /// Its text.
    pub text: String,
    /// What it says of the matter.
    pub tone: Tone,
}

impl Page {
    /// Whose the document in frame `frame` is; empty if it was not read.
    pub fn origin(&self, frame: u32) -> &str {
        let mut documents = self.documents.iter();
        let own = documents.find(|document| document.frame == frame);
        own.map_or("", |document| document.origin.as_str())
    }

    /// All fields in document order.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.forms.iter().flat_map(|form| form.fields.iter())
    }

    /// The field whose control (or one of whose controls) is `reference`.
    pub fn field(&self, reference: Ref) -> Option<&Field> {
        self.fields().find(|field| field.owns(reference))
    }

    /// All submit controls in document order.
    pub fn submits(&self) -> impl Iterator<Item = &Submit> {
        self.forms.iter().flat_map(|form| form.submits.iter())
    }
}

/// So many options of one control are read, and no more.
pub const MOST_OPTIONS: u32 = 1_000;

impl Field {
    /// The refs of all its controls: its own, its options' and its parts', without repetition, in document order.
    pub fn controls(&self) -> Vec<Ref> {
        let mut found: Vec<Ref> = self.reference.into_iter().collect();
        let frame = self.reference.map_or(0, |own| own.frame);
        found.extend(
            self.options
                .iter()
                .filter_map(|choice| choice.element)
                .map(|element| Ref { frame, element }),
        );
        found.extend(self.parts.iter().flat_map(|part| part.field.controls()));
        let mut seen = Vec::with_capacity(found.len());
        found.retain(|reference| {
            let new = !seen.contains(reference);
            seen.push(*reference);
            new
        });
        found
    }

    /// Whether `reference` is its control, one of its options or one of its parts.
    pub fn owns(&self, reference: Ref) -> bool {
        self.reference == Some(reference)
            || self.parts.iter().any(|part| part.field.owns(reference))
            || self.reference.is_some_and(|own| {
                own.frame == reference.frame
                    && self
                        .options
                        .iter()
                        .any(|choice| choice.element == Some(reference.element))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::Ref;
    use std::string::ToString;

    #[test]
    fn a_ref_reads_back_as_it_was_written() {
        for (text, frame, element) in [("e1", 0, 1), ("f2e31", 2, 31)] {
            let reference = Ref { frame, element };
            assert_eq!(Ref::parse(text), Some(reference), "{text}");
            assert_eq!(reference.to_string(), text);
        }
        for bad in ["", "e", "f1", "fe1", "f1e", "e-1", "e1x", "email", "e99999999999"] {
            assert_eq!(Ref::parse(bad), None, "{bad}");
        }
    }
}

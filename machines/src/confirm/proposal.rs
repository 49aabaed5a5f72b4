//! What would be sent, as a person is asked about it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::form::model::{Effect as Does, Field, Form, Held, Kind, Page, Ref};
use crate::{Typed, sensitive};
/// Where a control would send, as the browser itself says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// Whether the browser itself would send the form: a submit control was meant or lies around what was, or Enter
    /// would press one.
    pub native: bool,
    /// The control that is meant, or the submit control that would be pressed for it.
    pub control: Option<Ref>,
    /// The form that it belongs to.
    pub form: Option<Ref>,
    /// The method, as written; empty without a form.
    pub method: String,
    /// The address, whole; empty without a form.
    pub url: String,
}

impl Way {
    /// The control whose press would send something, as far as it can be told beforehand.
    pub fn sends(&self, page: &Page) -> Option<Ref> {
        let own = self.control?;
        let known = page.submits().find(|submit| submit.reference == Some(own));
        let moves = |does| matches!(does, Does::Submit | Does::Next);
        (self.native || known.is_some_and(|submit| moves(submit.effect))).then_some(own)
    }
}

/// How much of a value a person is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// All of it.
    Plain,
    /// That there is one.
    Masked,
    /// Nothing, not even the field: passwords, files, fields that nobody sees.
    LeftOut,
}

/// One field of what would be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The field.
    pub reference: Option<Ref>,
    /// Its label: the page's words.
    pub label: String,
    /// What it holds, in words.
    pub value: Typed,
    /// How much of it is shown.
    pub shown: Shown,
}

/// What would be sent. Two are equal if the same would be sent by the same control to the same place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposal {
    /// The control to press.
    pub control: Option<Ref>,
    /// Its label: the page's words.
    pub button: String,
    /// The form.
    pub form: Option<Ref>,
    /// `GET`, `POST`, …; empty without a form.
    pub method: String,
    /// Where the form says it goes; without a form, the page that it is on.
    pub url: String,
    /// Whether the control is none that the browser sends a form for: a script of the page decides what is sent.
    pub scripted: bool,
    /// The fields that hold something, in document order.
    pub entries: Vec<Entry>,
}

impl Proposal {
    /// What pressing `control` of `page` would send. `None` if it belongs to nothing that is known.
    pub fn of(page: &Page, control: Ref, way: &Way) -> Option<Self> {
        let submit = page.submits().find(|submit| submit.reference == Some(control));
        let holds = |form: &&Form| form.submits.iter().any(|submit| submit.reference == Some(control));
        let by_way = || {
            let named = |form: &&Form| form.reference.is_some() && form.reference == way.form;
            page.forms.iter().find(named)
        };
        let form = page.forms.iter().find(holds).or_else(by_way);
        if form.is_none() && way.form.is_none() {
            return None;
        }
        let bare = way.form.is_none();
        Some(Self {
            control: Some(control),
            button: submit.map(|submit| submit.label.clone()).unwrap_or_default(),
            form: form.and_then(|form| form.reference).or(way.form),
            method: way.method.to_ascii_uppercase(),
            url: if bare { page.url.clone() } else { way.url.clone() },
            scripted: !way.native,
            entries: form
                .map(|form| form.fields.iter().filter_map(entry).collect())
                .unwrap_or_default(),
        })
    }

    /// What `now` has that this has not, if anything.
    pub fn difference(&self, now: &Self) -> Option<Difference> {
        if self.control != now.control || self.form != now.form || self.button != now.button {
            Some(Difference::Form)
        } else if (&self.method, &self.url, self.scripted) != (&now.method, &now.url, now.scripted) {
            Some(Difference::Destination)
        } else if self.entries == now.entries {
            None
        } else {
            Some(Difference::Values)
        }
    }
}

/// What a field would send, if it holds anything.
fn entry(field: &Field) -> Option<Entry> {
    let value = spelled(field);
    if value.trim().is_empty() || field.disabled {
        return None;
    }
    let shown = if !field.visible || matches!(field.kind, Kind::Password | Kind::File) {
        Shown::LeftOut
    } else if sensitive::field(field) || sensitive::value(&value) {
        Shown::Masked
    } else {
        Shown::Plain
    };
    Some(Entry {
        reference: field.reference,
        label: field.label.clone(),
        value: Typed::new(value),
        shown,
    })
}

/// What a field holds, in words; empty for nothing.
fn spelled(field: &Field) -> String {
    let own = match &field.held {
        Held::Text(text) => text.reveal().to_string(),
        Held::Checked(Some(true)) => "yes".to_string(),
        Held::Checked(Some(false)) => String::new(),
        Held::Checked(None) => "undecided".to_string(),
        Held::Chosen(chosen) => {
            let options = chosen.iter().filter_map(|&at| field.options.get(at));
            // The option that stands for no choice.
            let real = options.filter(|option| !(field.kind == Kind::Select && option.value.is_empty()));
            join(real.map(|option| option.label.clone()), ", ")
        }
        Held::Files(names) => join(names.iter().cloned(), ", "),
    };
    let parts = field.parts.iter().map(|part| spelled(&part.field));
    join(core::iter::once(own).chain(parts), " ")
}

fn join(texts: impl Iterator<Item = String>, between: &str) -> String {
    let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(between)
}

/// What is another than it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The form or its control.
    Form,
    /// Where it goes.
    Destination,
    /// What it holds.
    Values,
}

//! `inspect`: what a page asks, as a table and as JSON (schema 1, `cli/schema/inspect.json`).

use anstyle::{AnsiColor, Style};
use ostler_machines::form::keys::Index;
use ostler_machines::form::model::{Choice, Field, Form, Held, Kind, Page, Step, Submit};
use ostler_machines::sensitive;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::SCHEMA_VERSION;
use super::mask;
use super::text::{clean, cut, pad, wrap};
use crate::address;
use crate::output::Look;

/// How many options of a field are listed unless all are asked for.
const OPTIONS: usize = 20;

/// How wide the column of the labels is at most.
const LABEL: usize = 36;

/// The answer as `serde` writes it.
#[derive(Serialize)]
pub(crate) struct Answer {
    pub(super) schema_version: u32,
    pub(super) url: String,
    pub(super) forms: Vec<FormAnswer>,
    /// What rows go by that keys can name, and the buttons that add one; empty where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) rows: Vec<String>,
    pub(super) unread_frames: Vec<String>,
    /// So many of them could not be read at all; of the others a part could not.
    #[serde(skip)]
    pub(super) whole_frames: usize,
}

#[derive(Serialize)]
pub(super) struct FormAnswer {
    #[serde(rename = "ref")]
    pub(super) reference: Option<String>,
    pub(super) name: String,
    pub(super) step: Option<u32>,
    pub(super) of: Option<u32>,
    pub(super) fields: Vec<FieldAnswer>,
    pub(super) submits: Vec<SubmitAnswer>,
}

#[derive(Serialize)]
pub(super) struct FieldAnswer {
    #[serde(rename = "ref")]
    pub(super) reference: Option<String>,
    pub(super) key: Option<String>,
    pub(super) kind: &'static str,
    pub(super) label: String,
    pub(super) label_source: &'static str,
    pub(super) name: String,
    pub(super) id: String,
    pub(super) section: Vec<String>,
    pub(super) required: bool,
    pub(super) readonly: bool,
    pub(super) disabled: bool,
    pub(super) options: Vec<OptionAnswer>,
    pub(super) options_total: usize,
    pub(super) pattern: Option<String>,
    pub(super) min: Option<String>,
    pub(super) max: Option<String>,
    pub(super) step: Option<String>,
    pub(super) maxlength: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) minlength: Option<u32>,
    /// Which files it takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) accept: Option<String>,
    pub(super) placeholder: Option<String>,
    pub(super) autocomplete: Option<String>,
    pub(super) value: Value,
    pub(super) error: Option<String>,
    pub(super) frame: Option<u32>,
    pub(super) widget: Option<&'static str>,
}

#[derive(Serialize)]
pub(super) struct OptionAnswer {
    pub(super) label: String,
    pub(super) value: String,
    pub(super) selected: bool,
    pub(super) disabled: bool,
}

#[derive(Serialize)]
pub(super) struct SubmitAnswer {
    #[serde(rename = "ref")]
    pub(super) reference: Option<String>,
    pub(super) label: String,
    pub(super) effect: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) opens: bool,
}

/// What a field holds: text, yes or no, the texts of the chosen options, or `null` (neither yes nor no; no choice).
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Value {
    Text(String),
    Flag(bool),
    Several(Vec<String>),
    None,
}

impl Answer {
    /// The answer for `page`, with all options or the first ones. Fields that nobody can see are left out.
    pub(crate) fn of(page: &Page, form: Option<&Form>, all_options: bool) -> Self {
        let most = if all_options { usize::MAX } else { OPTIONS };
        let wanted = |candidate: &&Form| form.is_none_or(|own| std::ptr::eq(own, *candidate));
        let index = Index::new(page);
        Self {
            schema_version: SCHEMA_VERSION,
            url: address::shown(&page.url),
            forms: page
                .forms
                .iter()
                .filter(wanted)
                .map(|form| form_answer(form, page.step, most, &index))
                .collect(),
            rows: index.row_groups(),
            unread_frames: page.unread.iter().chain(&page.partly).cloned().collect(),
            whole_frames: page.unread.len(),
        }
    }

    /// Whether there is no form in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }
}

fn form_answer(form: &Form, step: Option<Step>, most: usize, index: &Index) -> FormAnswer {
    FormAnswer {
        reference: form.reference.map(|reference| reference.to_string()),
        name: form.name.clone(),
        step: step.map(|step| step.step),
        of: step.and_then(|step| step.of),
        fields: form
            .fields
            .iter()
            .filter(|field| field.visible)
            .map(|field| field_answer(field, most, index))
            .collect(),
        submits: form
            .submits
            .iter()
            .filter(|submit| submit.visible)
            .map(submit_answer)
            .collect(),
    }
}

fn field_answer(field: &Field, most: usize, index: &Index) -> FieldAnswer {
    FieldAnswer {
        reference: field.reference.map(|reference| reference.to_string()),
        key: field.reference.and_then(|reference| index.key(reference)),
        kind: field.kind.word(),
        label: field.label.clone(),
        label_source: field.label_source.word(),
        name: field.name.clone(),
        id: field.id.clone(),
        section: field.section.clone(),
        required: field.required,
        readonly: field.readonly,
        disabled: field.disabled,
        options: field.options.iter().take(most).map(option_answer).collect(),
        options_total: field.options.len(),
        pattern: said(&field.pattern),
        min: said(&field.min),
        max: said(&field.max),
        step: said(&field.step),
        maxlength: field.maxlength,
        minlength: field.minlength,
        accept: said(&field.accept),
        placeholder: said(&field.placeholder),
        autocomplete: autocomplete(field),
        value: value(field),
        error: said(&field.error),
        frame: field.reference.map(|reference| reference.frame),
        widget: widget(field.kind),
    }
}

fn option_answer(choice: &Choice) -> OptionAnswer {
    OptionAnswer {
        label: choice.label.clone(),
        value: choice.value.clone(),
        selected: choice.selected,
        disabled: choice.disabled,
    }
}

fn submit_answer(submit: &Submit) -> SubmitAnswer {
    SubmitAnswer {
        reference: submit.reference.map(|reference| reference.to_string()),
        label: submit.label.clone(),
        effect: submit.effect.word(),
        opens: submit.opens,
    }
}

fn said(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.into())
}

/// The attribute put together again, in the order of the standard.
fn autocomplete(field: &Field) -> Option<String> {
    let parsed = &field.autocomplete;
    let section = if parsed.section.is_empty() {
        String::new()
    } else {
        format!("section-{}", parsed.section)
    };
    let webauthn = if parsed.webauthn { "webauthn" } else { "" };
    let tokens = [
        section.as_str(),
        &parsed.address,
        &parsed.contact,
        &parsed.token,
        webauthn,
    ];
    said(
        &tokens
            .into_iter()
            .filter(|token| !token.is_empty())
            .collect::<Vec<_>>()
            .join(" "),
    )
}

/// What the field is made of where it is no native control.
fn widget(kind: Kind) -> Option<&'static str> {
    let custom = matches!(
        kind,
        Kind::Editable
            | Kind::Switch
            | Kind::Listbox
            | Kind::Combobox
            | Kind::Spinbutton
            | Kind::Slider
            | Kind::Buttons
            | Kind::DateParts
            | Kind::Boxes
    );
    custom.then(|| kind.word())
}

fn value(field: &Field) -> Value {
    let hide = sensitive::field(field);
    match &field.held {
        Held::Text(text) if hide || sensitive::value(text.reveal()) => Value::Text(mask::hidden(text)),
        Held::Text(text) => Value::Text(text.reveal().into()),
        Held::Checked(checked) => checked.map_or(Value::None, Value::Flag),
        Held::Files(names) => Value::Several(names.clone()),
        Held::Chosen(chosen) => {
            let label = |at: &usize| field.options.get(*at).map(|choice| choice.label.clone());
            let mut labels: Vec<String> = chosen.iter().filter_map(label).collect();
            if hide && !labels.is_empty() {
                return Value::Text(mask::hidden(&labels.join(", ").into()));
            }
            match (field.multiple, labels.pop()) {
                (false, last) => last.map_or(Value::None, Value::Text),
                (true, last) => {
                    labels.extend(last);
                    Value::Several(labels)
                }
            }
        }
    }
}

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const YELLOW: Style = AnsiColor::Yellow.on_default();

/// The same for a person.
pub(crate) fn table(answer: &Answer, look: Look) -> String {
    let mut lines = vec![look.paint(DIM, &clean(&answer.url))];
    for form in &answer.forms {
        lines.push(String::new());
        lines.push(look.paint(BOLD, &form_title(form)));
        let width = |of: fn(&FieldAnswer) -> usize, most: usize| {
            form.fields
                .iter()
                .map(of)
                .max()
                .unwrap_or(0)
                .min(most)
                .min(look.width * 2 / 5)
        };
        let refs = width(|field| field.reference.as_deref().unwrap_or("").width(), 8);
        let kinds = width(|field| field.kind.width(), 15);
        let labels = width(|field| label(field).width(), LABEL);
        for field in &form.fields {
            let star = if field.required {
                look.paint(YELLOW, "*")
            } else {
                " ".into()
            };
            let reference = pad(field.reference.as_deref().unwrap_or(""), refs);
            let mut label = label(field);
            // What is longer than its column stands above it, whole: it may be the key.
            if label.width() > labels {
                let from = 2 + refs + 3;
                let rows = wrap(&label, look.width.saturating_sub(from).max(24));
                for (number, row) in rows.iter().enumerate() {
                    lines.push(if number == 0 {
                        format!("  {reference} {star} {row}")
                    } else {
                        format!("{}{row}", " ".repeat(from))
                    });
                }
                label = String::new();
            }
            let lead = if label.is_empty() {
                " ".repeat(2 + refs + 3)
            } else {
                format!("  {reference} {star} ")
            };
            let head = format!(
                "{lead}{}  {}",
                pad(&label, labels),
                look.paint(DIM, &pad(field.kind, kinds))
            );
            let left = 2 + refs + 3 + labels + 2 + kinds + 2;
            let about = about(field);
            let rows = wrap(&about, look.width.saturating_sub(left).max(24));
            let mut rows = rows.iter();
            lines.push(
                format!("{head}  {}", rows.next().map_or("", String::as_str))
                    .trim_end()
                    .into(),
            );
            lines.extend(rows.map(|row| format!("{}{row}", " ".repeat(left))));
        }
        for submit in &form.submits {
            let words = format!(
                "  {}   [{}]  {}",
                pad(submit.reference.as_deref().unwrap_or(""), refs),
                clean(&submit.label),
                look.paint(
                    DIM,
                    if submit.opens {
                        "opens more fields: click it and inspect again"
                    } else {
                        submit.effect
                    }
                )
            );
            lines.push(words);
        }
    }
    if answer.forms.is_empty() {
        lines.push("no form and no field".into());
    } else {
        lines.push(String::new());
        lines.push(look.paint(
            DIM,
            "* required   A label is its field's key for `fill`, unless another key stands beside it.",
        ));
    }
    if !answer.rows.is_empty() {
        let rows: Vec<String> = answer.rows.iter().map(|row| clean(row)).collect();
        let words = format!(
            "rows: {}. A key such as GROUP[0].LABEL means the first of them; one that is not there is added.",
            rows.join(", ")
        );
        lines.extend(wrap(&words, look.width).iter().map(|row| look.paint(DIM, row)));
    }
    for (number, frame) in answer.unread_frames.iter().enumerate() {
        let what = if number < answer.whole_frames {
            "a frame"
        } else {
            "a part of the page"
        };
        lines.push(look.paint(YELLOW, &format!("note: {what} could not be read: {}", clean(frame))));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn form_title(form: &FormAnswer) -> String {
    let name = match (&form.name, &form.reference) {
        (name, _) if !name.is_empty() => clean(name),
        (_, Some(_)) => "form".into(),
        (_, None) => "fields outside of any form".into(),
    };
    let mut parts = vec![match &form.reference {
        Some(reference) => format!("{name} [{reference}]"),
        None => name,
    }];
    // What a frame holds is told by the frame and by what all of it stands under.
    let first = form.fields.first();
    if let Some(frame) = first.and_then(|field| field.frame).filter(|frame| *frame > 0) {
        let stands = |own: &&String| form.fields.iter().all(|field| field.section.first() == Some(own));
        let place = first.and_then(|field| field.section.first());
        parts.push(match place.filter(|own| **own != form.name && stands(own)) {
            Some(place) => format!("in frame f{frame} ({})", clean(place)),
            None => format!("in frame f{frame}"),
        });
    }
    match (form.step, form.of) {
        (Some(step), Some(of)) => parts.push(format!("step {step} of {of}")),
        (Some(step), None) => parts.push(format!("step {step}")),
        _ => {}
    }
    parts.join(" · ")
}

fn label(field: &FieldAnswer) -> String {
    let own = [&field.label, &field.name, &field.id]
        .into_iter()
        .find(|text| !text.is_empty());
    own.map_or_else(|| "(no label)".into(), |text| clean(text))
}

/// What else there is to say of a field in one line.
fn about(field: &FieldAnswer) -> String {
    let mut parts = Vec::new();
    // The label is the key, unless another one stands here.
    let key = field.key.as_deref().unwrap_or_default();
    if !key.is_empty() && key != label(field) {
        parts.push(format!("key: {}", clean(key)));
    }
    match &field.value {
        Value::Text(text) if !text.is_empty() => parts.push(format!("= {}", cut(&clean(text), 60))),
        Value::Flag(true) => parts.push("= yes".into()),
        Value::Several(texts) if !texts.is_empty() => parts.push(format!("= {}", clean(&texts.join(", ")))),
        _ => {}
    }
    if !field.options.is_empty() {
        let labels: Vec<String> = field.options.iter().map(|option| clean(&option.label)).collect();
        let more = field.options_total - field.options.len();
        let more = if more > 0 {
            format!(" | … {more} more")
        } else {
            String::new()
        };
        parts.push(format!("{}{more}", labels.join(" | ")));
    } else if field.kind == Kind::Combobox.word() {
        parts.push("options: not known until it is opened".into());
    }
    match (&field.min, &field.max) {
        (Some(min), Some(max)) => parts.push(format!("{min} to {max}")),
        (Some(min), None) => parts.push(format!("at least {min}")),
        (None, Some(max)) => parts.push(format!("at most {max}")),
        (None, None) => {}
    }
    parts.extend(
        field
            .step
            .as_ref()
            .filter(|step| !matches!(step.as_str(), "any" | "1"))
            .map(|step| format!("in steps of {}", clean(step))),
    );
    parts.extend(field.minlength.map(|least| format!("at least {least} characters")));
    parts.extend(field.maxlength.map(|most| format!("at most {most} characters")));
    parts.extend(field.accept.as_ref().map(|accept| format!("takes {}", clean(accept))));
    parts.extend(
        field
            .pattern
            .as_ref()
            .map(|pattern| format!("pattern {}", clean(pattern))),
    );
    parts.extend(field.placeholder.as_ref().map(|text| format!("“{}”", clean(text))));
    if field.disabled {
        parts.push("disabled".into());
    }
    if field.readonly {
        parts.push("read only".into());
    }
    parts.extend(field.error.as_ref().map(|error| format!("error: {}", clean(error))));
    parts.join(" · ")
}

//! `fill --json`: schema 1, described in `docs/json.md` and `cli/schema/fill.json`.

use serde::Serialize;

use super::view::{CandidateView, EmptyView, FieldView, FormView, LearnedView, MessageView, StepView, SubmitView};
use super::{SCHEMA_VERSION, View};

/// The answer as `serde` writes it.
#[derive(Serialize)]
pub(crate) struct Answer<'a> {
    schema_version: u32,
    url: &'a str,
    form: Form<'a>,
    fields: Vec<Field<'a>>,
    empty: Vec<Empty<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    learned: Option<Learned<'a>>,
    submit: Option<Submit<'a>>,
    steps: Vec<Step<'a>>,
    notes: &'a [String],
    elapsed_ms: u64,
}

/// A form by ref and name.
#[derive(Serialize)]
pub(super) struct Form<'a> {
    #[serde(rename = "ref")]
    reference: Option<&'a str>,
    name: &'a str,
}

#[derive(Serialize)]
struct Field<'a> {
    key: &'a str,
    status: &'a str,
    label: &'a str,
    #[serde(rename = "ref")]
    reference: Option<&'a str>,
    frame: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<&'a str>,
    asked: &'a str,
    holds: Option<&'a str>,
    how: Option<&'a str>,
    source: &'a str,
    code: Option<&'a str>,
    message: Option<&'a str>,
    candidates: Vec<Candidate<'a>>,
}

#[derive(Serialize)]
struct Empty<'a> {
    label: &'a str,
    #[serde(rename = "ref")]
    reference: Option<&'a str>,
    required: bool,
    code: &'a str,
    message: &'a str,
}

#[derive(Serialize)]
struct Learned<'a> {
    kept: &'a [String],
    saved_otherwise: &'a [String],
    left_out: Vec<LeftOut<'a>>,
    nothing: Option<&'a str>,
}

#[derive(Serialize)]
struct LeftOut<'a> {
    label: &'a str,
    #[serde(rename = "ref")]
    reference: Option<&'a str>,
    code: &'a str,
    message: &'a str,
}

#[derive(Serialize)]
struct Candidate<'a> {
    #[serde(rename = "ref")]
    reference: Option<&'a str>,
    key: Option<&'a str>,
    label: &'a str,
    section: &'a [String],
    option: Option<&'a str>,
}

/// What a submit came to.
#[derive(Serialize)]
pub(crate) struct Submit<'a> {
    pressed: bool,
    outcome: &'a str,
    step: Option<u32>,
    of: Option<u32>,
    status: Option<u16>,
    messages: Vec<Message<'a>>,
    evidence: &'a [String],
}

#[derive(Serialize)]
struct Message<'a> {
    field: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
struct Step<'a> {
    url: &'a str,
    form: Form<'a>,
    fields: Vec<Field<'a>>,
    submit: Option<Submit<'a>>,
}

impl<'a> From<&'a View> for Answer<'a> {
    fn from(view: &'a View) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            url: &view.url,
            form: (&view.form).into(),
            fields: view.fields.iter().map(Field::from).collect(),
            empty: view.empty.iter().map(Empty::from).collect(),
            learned: view.learned.as_ref().map(Learned::from),
            submit: view.submit.as_ref().map(Submit::from),
            steps: view.steps.iter().map(Step::from).collect(),
            notes: &view.notes,
            elapsed_ms: view.elapsed_ms,
        }
    }
}

impl<'a> From<&'a FormView> for Form<'a> {
    fn from(form: &'a FormView) -> Self {
        Self {
            reference: form.reference.as_deref(),
            name: &form.name,
        }
    }
}

impl<'a> From<&'a FieldView> for Field<'a> {
    fn from(field: &'a FieldView) -> Self {
        Self {
            key: &field.key,
            status: field.status.word(),
            label: &field.label,
            reference: field.reference.as_deref(),
            frame: field.frame,
            given: field.given.as_deref(),
            asked: &field.asked,
            holds: field.holds.as_deref(),
            how: field.how,
            source: &field.source,
            code: said(&field.code),
            message: said(&field.message),
            candidates: field.candidates.iter().map(Candidate::from).collect(),
        }
    }
}

impl<'a> From<&'a EmptyView> for Empty<'a> {
    fn from(field: &'a EmptyView) -> Self {
        Self {
            label: &field.label,
            reference: field.reference.as_deref(),
            required: field.required,
            code: &field.code,
            message: &field.message,
        }
    }
}

impl<'a> From<&'a LearnedView> for Learned<'a> {
    fn from(learned: &'a LearnedView) -> Self {
        let left_out = |field: &'a EmptyView| LeftOut {
            label: &field.label,
            reference: field.reference.as_deref(),
            code: &field.code,
            message: &field.message,
        };
        Self {
            kept: &learned.kept,
            saved_otherwise: &learned.said,
            left_out: learned.left.iter().map(left_out).collect(),
            nothing: learned.nothing.as_deref(),
        }
    }
}

impl<'a> From<&'a CandidateView> for Candidate<'a> {
    fn from(candidate: &'a CandidateView) -> Self {
        Self {
            reference: candidate.reference.as_deref(),
            key: said(&candidate.key),
            label: &candidate.label,
            section: &candidate.section,
            option: candidate.option.as_deref(),
        }
    }
}

impl<'a> From<&'a SubmitView> for Submit<'a> {
    fn from(submit: &'a SubmitView) -> Self {
        let message = |message: &'a MessageView| Message {
            field: &message.field,
            text: &message.text,
        };
        Self {
            pressed: submit.pressed,
            outcome: submit.outcome.word(),
            step: submit.step,
            of: submit.of,
            status: submit.status,
            messages: submit.messages.iter().map(message).collect(),
            evidence: &submit.evidence,
        }
    }
}

impl<'a> From<&'a StepView> for Step<'a> {
    fn from(step: &'a StepView) -> Self {
        Self {
            url: &step.url,
            form: (&step.form).into(),
            fields: step.fields.iter().map(Field::from).collect(),
            submit: step.submit.as_ref().map(Submit::from),
        }
    }
}

/// Nothing said is `null`.
fn said(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

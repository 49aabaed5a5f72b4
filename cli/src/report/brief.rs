//! The same as [`super::inspect`] in as few words as a model needs: one line a field.

use super::inspect::{Answer, FieldAnswer, FormAnswer, SubmitAnswer, Value};
use super::text::cut;

/// How many options of a field stand in its line.
const OPTIONS: usize = 8;

/// The longest label, in characters.
const LABEL: usize = 80;

/// The longest option or value, in characters.
const SHORT: usize = 40;

/// How much is said of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// What to call it and what it takes.
    Brief,
    /// And all its rules, and what it holds.
    Whole,
}

/// One line, and what it is known by however often the page is redrawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The ref that it begins with, else empty.
    pub(crate) reference: String,
    /// What comes after it.
    pub(crate) words: String,
    /// Whether it is that of a button.
    pub(crate) button: bool,
}

impl Line {
    fn new(reference: Option<&str>, words: String) -> Self {
        Self {
            reference: reference.unwrap_or_default().into(),
            words,
            button: false,
        }
    }

    /// As it is shown.
    pub(crate) fn text(&self) -> String {
        if self.reference.is_empty() {
            self.words.clone()
        } else {
            format!("{} {}", self.reference, self.words)
        }
    }
}

/// Each form, its fields and its buttons.
pub(crate) fn lines(answer: &Answer, depth: Depth) -> Vec<Line> {
    answer
        .forms
        .iter()
        .flat_map(|form| form_lines(form, depth))
        .chain((!answer.rows.is_empty()).then(|| {
            let words = format!("rows (a key: GROUP[0].LABEL): {}", cut(&answer.rows.join(", "), 200));
            Line::new(None, words)
        }))
        .chain(
            answer
                .unread_frames
                .iter()
                .map(|url| Line::new(None, format!("unread frame: {}", cut(url, 200)))),
        )
        .collect()
}

fn form_lines(form: &FormAnswer, depth: Depth) -> Vec<Line> {
    let mut lines = vec![Line::new(form.reference.as_deref(), form_words(form))];
    let twice = |field: &FieldAnswer| form.fields.iter().filter(|other| name(other) == name(field)).count() > 1;
    for field in &form.fields {
        let section = if twice(field) && !field.section.is_empty() {
            format!("{} › ", field.section.join(" › "))
        } else {
            String::new()
        };
        let words = format!("{section}{}", field_words(field, depth));
        lines.push(Line::new(field.reference.as_deref(), words));
    }
    lines.extend(form.submits.iter().map(button));
    lines
}

fn form_words(form: &FormAnswer) -> String {
    let mut words = String::from(if form.reference.is_some() {
        "form"
    } else {
        "fields outside of any form"
    });
    if !form.name.is_empty() {
        words = format!("{words} {:?}", cut(&form.name, LABEL));
    }
    match (form.step, form.of) {
        (Some(step), Some(of)) => format!("{words}, step {step} of {of}"),
        (Some(step), None) => format!("{words}, step {step}"),
        _ => words,
    }
}

fn button(submit: &SubmitAnswer) -> Line {
    let effect = match submit.effect {
        _ if submit.opens => " (opens more fields)".into(),
        "submit" => String::new(),
        other => format!(" ({other})"),
    };
    let words = format!("button {:?}{effect}", cut(&submit.label, LABEL));
    Line {
        button: true,
        ..Line::new(submit.reference.as_deref(), words)
    }
}

fn name(field: &FieldAnswer) -> &str {
    [&field.label, &field.name, &field.id]
        .into_iter()
        .find(|text| !text.is_empty())
        .map_or("(no label)", String::as_str)
}

fn field_words(field: &FieldAnswer, depth: Depth) -> String {
    let mut words = cut(name(field), LABEL);
    if field.required && !words.ends_with('*') {
        words.push_str(" *");
    }
    let mut about: Vec<String> = Vec::new();
    // Brackets with options say by themselves that one is chosen.
    let chooses = !field.options.is_empty() && matches!(field.kind, "select" | "radio");
    if !matches!(field.kind, "text" | "textarea") && !chooses {
        about.push(field.kind.into());
    }
    for (is, word) in [(field.disabled, "disabled"), (field.readonly, "read only")] {
        if is {
            about.push(word.into());
        }
    }
    if depth == Depth::Whole {
        about.extend(rules(field));
    }
    if !about.is_empty() {
        words = format!("{words} ({})", about.join(", "));
    }
    if !field.options.is_empty() {
        words = format!("{words} {}", options(field, depth));
    }
    if let Some(value) = held(field, depth) {
        words = format!("{words} = {value}");
    }
    if let Some(error) = &field.error {
        words = format!("{words} !{}", cut(error, 200));
    }
    words
}

fn rules(field: &FieldAnswer) -> Vec<String> {
    let mut rules = Vec::new();
    match (&field.min, &field.max) {
        (Some(min), Some(max)) => rules.push(format!("{min} to {max}")),
        (Some(min), None) => rules.push(format!("at least {min}")),
        (None, Some(max)) => rules.push(format!("at most {max}")),
        (None, None) => {}
    }
    rules.extend(field.step.as_ref().map(|step| format!("step {step}")));
    rules.extend(field.maxlength.map(|most| format!("at most {most} characters")));
    rules.extend(
        field
            .pattern
            .as_ref()
            .map(|pattern| format!("pattern {}", cut(pattern, 80))),
    );
    rules.extend(
        field
            .placeholder
            .as_ref()
            .map(|text| format!("like {:?}", cut(text, SHORT))),
    );
    rules
}

fn options(field: &FieldAnswer, depth: Depth) -> String {
    let most = if depth == Depth::Whole { usize::MAX } else { OPTIONS };
    let asks = usize::from(asks(field));
    let offered = field.options.iter().skip(asks);
    let shown: Vec<String> = offered.take(most).map(|option| cut(&option.label, SHORT)).collect();
    let left = field.options_total.saturating_sub(asks + shown.len());
    let more = if left > 0 {
        format!(" | +{left} more")
    } else {
        String::new()
    };
    format!("[{}{more}]", shown.join(" | "))
}

/// Whether the first option, which has no value, only asks to choose.
fn asks(field: &FieldAnswer) -> bool {
    match field.options.as_slice() {
        [first, _, ..] => first.value.is_empty() && !first.label.is_empty(),
        _ => false,
    }
}

fn held(field: &FieldAnswer, depth: Depth) -> Option<String> {
    let whole = depth == Depth::Whole;
    let nothing = |text: &str| asks(field) && field.options.first().is_some_and(|first| first.label == text);
    match &field.value {
        Value::Text(text) if text.is_empty() || nothing(text) => None,
        Value::Text(text) if whole || field.options.is_empty() => {
            Some(format!("{:?}", cut(text, if whole { 200 } else { SHORT })))
        }
        Value::Flag(true) => Some("yes".into()),
        Value::Several(texts) if !texts.is_empty() => {
            let texts: Vec<String> = texts.iter().map(|text| cut(text, SHORT)).collect();
            Some(texts.join(", "))
        }
        _ => None,
    }
}

//! A report in as few words as a model needs: what is not as it was asked, and what to do next.

use ostler_machines::report::{Outcome, Status, Veto};

use crate::report::View;
use crate::report::text::{count, cut};
use crate::report::view::{CandidateView, FieldView, SubmitView};

/// The longest value that is repeated, in characters.
const VALUE: usize = 120;

/// The longest message of a page, in characters.
const MESSAGE: usize = 300;

/// Our words and the page's.
#[derive(Debug, Default)]
pub(crate) struct Told {
    /// Ours.
    pub(crate) said: Vec<String>,
    /// What quotes the page.
    pub(crate) shown: Vec<String>,
}

impl Told {
    /// What came of a fill.
    pub(crate) fn fill(view: &View) -> Self {
        let mut told = Self::default();
        let all = view.fields.len();
        let good = view.fields.iter().filter(|field| field.status.good()).count();
        // What was done without comes before everything: nothing below is from memory.
        let without = view.without.iter();
        told.said
            .extend(without.map(|note| format!("Note: {}.", cut(note, MESSAGE))));
        // A submit comes first: it is what cannot be taken back.
        if let Some(submit) = &view.submit {
            told.submit(submit);
        }
        if all > 0 {
            told.said.push(if good == all {
                format!("{good} of {} filled and read back.", count(all, "field"))
            } else {
                let later = view.fields.iter().filter(|field| field.code == "not-reached").count();
                let wrong = all - good - later;
                let mut words = format!("{good} of {} filled and read back", count(all, "field"));
                if wrong > 0 {
                    words = format!("{words}, {wrong} NOT");
                }
                if later > 0 {
                    words = format!("{words}, {later} for a step not reached");
                }
                format!("{words}.")
            });
        }
        if view.submit.is_none() {
            told.said.push(
                if view.to_submit {
                    "NOT submitted: nothing was sent."
                } else {
                    "Not submitted."
                }
                .into(),
            );
        }
        told.shown.extend(view.fields.iter().filter_map(field));
        let later: Vec<&str> = view
            .fields
            .iter()
            .filter(|field| field.code == "not-reached")
            .map(|field| field.key.as_str())
            .collect();
        if !later.is_empty() {
            told.shown.push(format!("not reached yet: {}", later.join(", ")));
        }
        let recalled = view.fields.iter().filter(|field| field.recalled());
        let recalled: Vec<String> = recalled
            .map(|field| format!("{} ({})", field.key, field.source))
            .collect();
        if !recalled.is_empty() {
            told.shown.push(format!("from memory: {}", recalled.join(", ")));
        }
        told.shown.extend(view.empty.iter().map(|field| {
            let place = field
                .reference
                .as_ref()
                .map_or_else(String::new, |own| format!("{own} "));
            let must = if field.required { ", required" } else { "" };
            format!(
                "left empty: {place}{}{must} [{}]: {}",
                cut(&field.label, VALUE),
                field.code,
                field.message
            )
        }));
        let notes: Vec<String> = view
            .notes
            .iter()
            .filter(|note| Some(*note) != view.without.as_ref())
            .cloned()
            .collect();
        told.notes(&notes);
        told
    }

    /// What else there is to know. Notes may quote the page.
    pub(crate) fn notes(&mut self, notes: &[String]) {
        self.shown
            .extend(notes.iter().map(|note| format!("Note: {}", cut(note, MESSAGE))));
    }

    /// What came of a press.
    pub(crate) fn submit(&mut self, submit: &SubmitView) {
        if submit.veto == Some(Veto::Person) {
            self.said.extend(submit.evidence.iter().cloned());
            return;
        }
        self.said.push(if !submit.pressed && submit.outcome == Outcome::ValidationFailed {
            "NOT pressed, nothing was sent: the form does not hold all that was asked for. Mend it with form_fill, or say force: true."
                .into()
        } else {
            outcome(submit)
        });
        for message in &submit.messages {
            let text = cut(&message.text, MESSAGE);
            self.shown.push(if message.field.is_empty() {
                format!("! {text}")
            } else {
                format!("! {}: {text}", message.field)
            });
        }
        if submit.veto == Some(Veto::Unasked) {
            self.said
                .push("The page asked back and was told no. To say yes: form_submit with confirm: true.".into());
        }
        // Only what is not clear needs reasons.
        if matches!(submit.outcome, Outcome::Unchanged | Outcome::Unknown) {
            self.shown.extend(
                submit
                    .evidence
                    .iter()
                    .map(|line| format!("why: {}", cut(line, MESSAGE))),
            );
        }
    }
}

fn outcome(submit: &SubmitView) -> String {
    let mut about = Vec::new();
    about.extend(submit.status.map(|status| format!("HTTP {status}")));
    match (submit.step, submit.of) {
        (Some(step), Some(of)) => about.push(format!("step {step} of {of} is shown")),
        (Some(step), None) => about.push(format!("step {step} is shown")),
        _ => {}
    }
    let about = if about.is_empty() {
        String::new()
    } else {
        format!(" ({})", about.join(", "))
    };
    let meaning = match submit.outcome {
        Outcome::Submitted => "",
        Outcome::Advanced => ": nothing is final yet",
        Outcome::ValidationFailed => ": the values were not accepted, nothing is final",
        Outcome::Unchanged if !submit.pressed => ": NOT pressed, nothing was sent",
        Outcome::Unchanged => ": the press had no effect that could be seen",
        Outcome::ServerError => {
            ": the submit FAILED; the data may or may not be stored, so look before you send it again"
        }
        Outcome::Unknown if !submit.pressed => {
            ": NOT pressed again, because it may have been sent already. Look at the page; to send it once more all the same, say force: true"
        }
        Outcome::Unknown => ": it may or may not have arrived, so look before you send it again",
    };
    format!("{}{about}{meaning}.", submit.outcome.word())
}

/// One line for a field that is not simply what was asked.
fn field(field: &FieldView) -> Option<String> {
    if matches!(field.status, Status::Filled | Status::Unchanged) || field.code == "not-reached" {
        return None;
    }
    let place = field
        .reference
        .as_ref()
        .map_or_else(String::new, |own| format!("{own} "));
    let mut words = format!("{place}{}: {}", cut(&field.key, VALUE), field.status.word());
    if field.status != Status::Reformatted && !field.code.is_empty() {
        words = format!("{words} [{}]", field.code);
    }
    let holds = field.holds.as_deref().map(|holds| cut(holds, VALUE));
    match (field.status, holds) {
        (Status::Reformatted, Some(holds)) => words = format!("{words} to {holds:?}"),
        (Status::Rejected, Some(holds)) => words = format!("{words}, the page keeps {holds:?}"),
        _ => {}
    }
    if !field.message.is_empty() && field.status != Status::Reformatted {
        words = format!("{words}: {}", cut(&field.message, MESSAGE));
    }
    if !field.candidates.is_empty() {
        let candidates: Vec<String> = field.candidates.iter().take(8).map(candidate).collect();
        let lead = if field.status == Status::Ambiguous {
            "it could be"
        } else {
            "nearest"
        };
        words = format!("{words}; {lead}: {}", candidates.join(" | "));
    }
    Some(words)
}

fn candidate(candidate: &CandidateView) -> String {
    let mut words = match &candidate.option {
        Some(option) => cut(option, VALUE),
        None => cut(&candidate.label, VALUE),
    };
    if let Some(reference) = &candidate.reference {
        words = format!("{reference} {words}");
    }
    if !candidate.section.is_empty() {
        words = format!("{words} (in {})", candidate.section.join(" › "));
    }
    words
}

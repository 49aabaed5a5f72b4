//! A report as it may be shown.

use ostler_engine::memory::Learning;
use ostler_engine::{EmptyReport, Report, StepReport};
use ostler_machines::form::model::Ref;
use ostler_machines::recall::learn::Left;
use ostler_machines::report::{Candidate, FieldReport, Outcome, Status, SubmitReport, Veto};
use ostler_machines::{Typed, breaker};

use super::mask::{self, Scrub};
use crate::address;
use crate::failure::{Exit, NEEDS_A_PERSON};

/// A report with everything sensitive hidden. It has no `Debug`: what is not hidden is still a person's data.
#[derive(Clone)]
pub(crate) struct View {
    /// The URL shown at the end.
    pub(crate) url: String,
    /// The form filled.
    pub(crate) form: FormView,
    /// One entry for each key.
    pub(crate) fields: Vec<FieldView>,
    /// The fields that memory left empty.
    pub(crate) empty: Vec<EmptyView>,
    /// What was kept of the values given, where that was wanted.
    pub(crate) learned: Option<LearnedView>,
    /// What the last submit came to.
    pub(crate) submit: Option<SubmitView>,
    /// One entry for each step of a wizard.
    pub(crate) steps: Vec<StepView>,
    /// What there is to know of a memory that was done without; it stands first among the notes too.
    pub(crate) without: Option<String>,
    /// What else there is to know.
    pub(crate) notes: Vec<String>,
    /// How long it took, in milliseconds.
    pub(crate) elapsed_ms: u64,
    /// What each PNG shows and the PNG, where it may be shown.
    pub(crate) shots: Vec<(String, Vec<u8>)>,
    /// Whether a submit was asked for.
    pub(crate) to_submit: bool,
}

/// What was kept of the values given.
#[derive(Clone, Default)]
pub(crate) struct LearnedView {
    /// The keys of the facts that are kept.
    pub(crate) kept: Vec<String>,
    /// Those of facts that somebody saved with another value.
    pub(crate) said: Vec<String>,
    /// The fields whose values are not kept.
    pub(crate) left: Vec<EmptyView>,
    /// Why nothing is kept, if so.
    pub(crate) nothing: Option<String>,
}

/// A form by ref and name.
#[derive(Clone, Default)]
pub(crate) struct FormView {
    /// Its ref, `None` for controls outside of any form.
    pub(crate) reference: Option<String>,
    /// Its name, else empty.
    pub(crate) name: String,
}

/// What came of one key.
#[derive(Clone)]
pub(crate) struct FieldView {
    pub(crate) key: String,
    pub(crate) status: Status,
    pub(crate) label: String,
    pub(crate) reference: Option<String>,
    pub(crate) frame: Option<u32>,
    /// What was given, where it was written otherwise than `asked`.
    pub(crate) given: Option<String>,
    pub(crate) asked: String,
    pub(crate) holds: Option<String>,
    pub(crate) how: Option<&'static str>,
    pub(crate) source: String,
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) candidates: Vec<CandidateView>,
}

/// A field that memory left empty, and why.
#[derive(Clone)]
pub(crate) struct EmptyView {
    pub(crate) label: String,
    pub(crate) reference: Option<String>,
    pub(crate) required: bool,
    pub(crate) code: String,
    pub(crate) message: String,
}

/// A field or an option that could have been meant.
#[derive(Clone)]
pub(crate) struct CandidateView {
    pub(crate) reference: Option<String>,
    pub(crate) key: String,
    pub(crate) label: String,
    pub(crate) section: Vec<String>,
    pub(crate) option: Option<String>,
}

impl CandidateView {
    /// It in one line without its ref: what it is called, where it stands, and the key that leads to it where its label
    /// does not.
    pub(crate) fn words(&self) -> String {
        if let Some(option) = &self.option {
            return option.clone();
        }
        let is_qualified = self.key != self.label && !self.label.is_empty() && self.key.ends_with(&self.label);
        if is_qualified {
            return self.key.clone();
        }
        let place = if self.section.is_empty() {
            String::new()
        } else {
            format!(" ({})", self.section.join(" › "))
        };
        let says_no_more = self.key.is_empty() || self.key == self.label || Some(&self.key) == self.reference.as_ref();
        let key = if says_no_more {
            String::new()
        } else {
            format!(" · key: {}", self.key)
        };
        format!("{}{place}{key}", self.label)
    }
}

impl FieldView {
    /// Whether memory gave it the value that it holds.
    pub(crate) fn recalled(&self) -> bool {
        self.source != FieldReport::GIVEN && self.status.good()
    }
}

/// What a submit came to.
#[derive(Clone)]
pub(crate) struct SubmitView {
    pub(crate) pressed: bool,
    pub(crate) outcome: Outcome,
    pub(crate) step: Option<u32>,
    pub(crate) of: Option<u32>,
    pub(crate) status: Option<u16>,
    pub(crate) messages: Vec<MessageView>,
    pub(crate) evidence: Vec<String>,
    pub(crate) veto: Option<Veto>,
}

/// A message of the page.
#[derive(Clone)]
pub(crate) struct MessageView {
    pub(crate) field: String,
    pub(crate) text: String,
}

/// One step of a wizard.
#[derive(Clone)]
pub(crate) struct StepView {
    pub(crate) url: String,
    pub(crate) form: FormView,
    pub(crate) fields: Vec<FieldView>,
    pub(crate) submit: Option<SubmitView>,
}

/// The pictures that were taken, with what they show.
fn pictures(report: &Report) -> Vec<(String, Vec<u8>)> {
    let shots = &report.shots;
    let several = shots.filled.len() > 1;
    let filled = shots.filled.iter().zip(1..).map(|(image, number)| {
        let title = if several {
            format!("Filled, before submit {number}")
        } else {
            "Filled, before the submit".to_owned()
        };
        (title, image)
    });
    std::iter::once(("Before".to_owned(), &shots.before))
        .chain(filled)
        .chain([("After".to_owned(), &shots.after)])
        .filter(|(_, image)| !image.is_empty())
        .map(|(title, image)| (title, image.clone()))
        .collect()
}

impl View {
    /// Masks `report`. `notes` are ours and come after the engine's.
    pub(crate) fn of(report: &Report, notes: &[String], to_submit: bool) -> Self {
        let scrub = Scrub::of(report);
        let all = || {
            report
                .fields
                .iter()
                .chain(report.steps.iter().flat_map(|step| &step.fields))
        };
        let pictures = pictures(report);
        // A picture cannot be masked here. Unless the engine painted the values over, none is shown.
        let show = report.shots.masked || !all().any(mask::sensitive);
        let without = report.without.as_deref().map(breaker::without);
        let notes = without.iter().chain(&report.notes).chain(notes);
        let mut notes: Vec<String> = notes.map(|note| scrub.clean(note)).collect();
        let without = notes.first().filter(|_| without.is_some()).cloned();
        if !pictures.is_empty() && !show {
            notes.push("the pictures are left out: a sensitive value could be read in them".into());
        }
        Self {
            url: scrub.clean(&address::shown(&report.url)),
            form: form(report.form.as_ref(), &scrub),
            fields: report.fields.iter().map(|entry| field(entry, &scrub)).collect(),
            empty: report.empty.iter().map(|entry| empty(entry, &scrub)).collect(),
            learned: None,
            submit: report.submit.as_ref().map(|entry| submit(entry, &scrub)),
            steps: report.steps.iter().map(|entry| step(entry, &scrub)).collect(),
            without,
            notes,
            elapsed_ms: report.elapsed_ms,
            shots: if show { pictures } else { Vec::new() },
            to_submit,
        }
    }

    /// The same, with what was learned of `report`.
    pub(crate) fn taught(mut self, report: &Report, learning: Option<Learning>) -> Self {
        let scrub = Scrub::of(report);
        self.learned = learning.map(|learning| LearnedView {
            kept: learning.kept,
            said: learning.said,
            left: learning.left.iter().map(|entry| left(entry, &scrub)).collect(),
            nothing: Some(learning.nothing)
                .filter(|why| !why.is_empty())
                .map(|why| scrub.clean(&why)),
        });
        self
    }

    /// How the program ends after this.
    pub(crate) fn exit(&self) -> Exit {
        let fields = || {
            self.fields
                .iter()
                .chain(self.steps.iter().flat_map(|step| &step.fields))
        };
        if fields().any(|field| NEEDS_A_PERSON.contains(&field.code.as_str())) {
            return Exit::Person;
        }
        let sent = match &self.submit {
            Some(submit) => submit.outcome == Outcome::Submitted,
            None => !self.to_submit && !self.empty.iter().any(|field| field.required),
        };
        if sent && self.fields.iter().all(|field| field.status.good()) {
            Exit::Done
        } else {
            Exit::NotAll
        }
    }
}

fn form(form: Option<&(Option<Ref>, String)>, scrub: &Scrub) -> FormView {
    form.map_or_else(FormView::default, |(reference, name)| FormView {
        reference: reference.map(|reference| reference.to_string()),
        name: scrub.clean(name),
    })
}

fn field(field: &FieldReport, scrub: &Scrub) -> FieldView {
    let sensitive = mask::sensitive(field);
    let value = |typed: &Typed| {
        if sensitive {
            mask::hidden(typed)
        } else {
            scrub.clean(typed.reveal())
        }
    };
    FieldView {
        key: field.key.clone(),
        status: field.status,
        label: scrub.clean(&field.label),
        reference: field.reference.map(|reference| reference.to_string()),
        frame: field.reference.map(|reference| reference.frame),
        given: Some(&field.given)
            .filter(|given| !given.reveal().is_empty() && **given != field.asked)
            .map(value),
        asked: value(&field.asked),
        holds: field.holds.as_ref().map(value),
        how: field.how.map(ostler_machines::report::How::word),
        source: field.source.clone(),
        code: field.code.clone(),
        message: scrub.clean(&field.message),
        candidates: field.candidates.iter().map(|entry| candidate(entry, scrub)).collect(),
    }
}

fn empty(field: &EmptyReport, scrub: &Scrub) -> EmptyView {
    EmptyView {
        label: scrub.clean(&field.label),
        reference: field.reference.map(|reference| reference.to_string()),
        required: field.required,
        code: field.code.clone(),
        message: scrub.clean(&field.message),
    }
}

fn left(field: &Left, scrub: &Scrub) -> EmptyView {
    EmptyView {
        label: scrub.clean(&field.label),
        reference: field.field.map(|reference| reference.to_string()),
        required: false,
        code: field.why.word().into(),
        message: field.why.message(),
    }
}

fn candidate(candidate: &Candidate, scrub: &Scrub) -> CandidateView {
    CandidateView {
        reference: candidate.reference.map(|reference| reference.to_string()),
        key: scrub.clean(&candidate.key),
        label: scrub.clean(&candidate.label),
        section: candidate.section.iter().map(|part| scrub.clean(part)).collect(),
        option: candidate.option.as_deref().map(|option| scrub.clean(option)),
    }
}

impl SubmitView {
    /// One that stands alone, with nothing to hide beside it.
    pub(crate) fn of(report: &SubmitReport) -> Self {
        submit(report, &Scrub::default())
    }
}

fn submit(submit: &SubmitReport, scrub: &Scrub) -> SubmitView {
    let message = |message: &ostler_machines::report::SubmitMessage| MessageView {
        field: scrub.clean(&message.field),
        text: scrub.clean(&message.text),
    };
    SubmitView {
        pressed: submit.pressed,
        outcome: submit.outcome,
        step: submit.step.map(|step| step.step),
        of: submit.step.and_then(|step| step.of),
        status: submit.status,
        messages: submit.messages.iter().map(message).collect(),
        evidence: submit.evidence.iter().map(|line| scrub.clean(line)).collect(),
        veto: submit.veto,
    }
}

fn step(step: &StepReport, scrub: &Scrub) -> StepView {
    StepView {
        url: scrub.clean(&address::shown(&step.url)),
        form: form(step.form.as_ref(), scrub),
        fields: step.fields.iter().map(|entry| field(entry, scrub)).collect(),
        submit: step.submit.as_ref().map(|entry| submit(entry, scrub)),
    }
}

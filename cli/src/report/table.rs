//! A report for a person at a terminal.

use anstyle::{AnsiColor, Style};
use ostler_machines::form::text::words;
use ostler_machines::report::{Outcome, Status, Veto};
use unicode_width::UnicodeWidthStr;

use super::View;
use super::text::{clean, count, cut, fit, pad, wrap};
use super::view::{CandidateView, EmptyView, FieldView, FormView, LearnedView, SubmitView};
use crate::output::Look;

const GREEN: Style = AnsiColor::Green.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const RED: Style = AnsiColor::Red.on_default();
const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

/// The widest that the column of keys gets.
const KEY_COLUMN: usize = 40;
/// `reformatted`.
const STATUS_COLUMN: usize = 11;
/// Where the rest of a narrow entry begins.
const INDENT: usize = 4;
/// Below this many columns a value goes under its key.
const NARROW: usize = 64;
/// The most of one value that is shown.
const VALUE_CUT: usize = 240;

/// The whole answer.
pub(crate) fn render(view: &View, look: Look) -> String {
    let mut page = Page {
        look,
        lines: Vec::new(),
    };
    if view.steps.len() > 1 {
        for (number, step) in view.steps.iter().enumerate() {
            let title = format!("Step {} · {}", number + 1, form_name(&step.form));
            page.heading(&title, &step.url);
            page.fields(&step.fields);
            if let Some(submit) = &step.submit {
                page.submit(submit);
            }
            page.blank();
        }
        // Keys that no step resolved stand in no step.
        let stray: Vec<FieldView> = view
            .fields
            .iter()
            .filter(|field| !in_a_step(view, field))
            .cloned()
            .collect();
        page.fields(&stray);
    } else {
        page.heading(&form_name(&view.form), &view.url);
        page.fields(&view.fields);
    }
    page.empty(&view.empty);
    page.summary(view);
    if let Some(learned) = &view.learned {
        page.learned(learned);
    }
    for note in &view.notes {
        page.hanging("note: ", &clean(note), DIM);
    }
    page.lines.push(String::new());
    page.lines.join("\n")
}

fn in_a_step(view: &View, field: &FieldView) -> bool {
    view.steps
        .iter()
        .flat_map(|step| &step.fields)
        .any(|other| other.key == field.key)
}

fn form_name(form: &FormView) -> String {
    match (form.name.is_empty(), &form.reference) {
        (false, Some(reference)) => format!("{} [{reference}]", clean(&form.name)),
        (false, None) => clean(&form.name),
        (true, Some(reference)) => format!("form [{reference}]"),
        (true, None) => "the page".into(),
    }
}

/// Whether `label` says more than the key under which its field was found.
fn another(label: &str, key: &str) -> bool {
    let label = words(label);
    !label.is_empty() && !words(key).ends_with(&label)
}

/// The mark before a status and its colour.
fn mark(status: Status) -> (&'static str, Style) {
    match status {
        Status::Filled | Status::Reformatted => ("✓", GREEN),
        Status::Unchanged => ("=", GREEN),
        Status::Ambiguous | Status::Missing => ("?", YELLOW),
        Status::Skipped => ("-", YELLOW),
        Status::Refused | Status::Rejected | Status::Failed => ("✗", RED),
    }
}

struct Page {
    look: Look,
    lines: Vec<String>,
}

impl Page {
    fn blank(&mut self) {
        self.lines.push(String::new());
    }

    fn heading(&mut self, title: &str, url: &str) {
        let title = self.look.paint(BOLD, title);
        self.lines.push(title);
        let url = self.look.paint(DIM, &cut(&clean(url), 300));
        self.lines.push(url);
        self.blank();
    }

    fn fields(&mut self, fields: &[FieldView]) {
        let widest = fields.iter().map(|field| clean(&field.key).width()).max().unwrap_or(0);
        let column = widest.min(KEY_COLUMN).min(self.look.width * 2 / 5).max(4);
        for field in fields {
            self.field(field, column);
        }
        if !fields.is_empty() {
            self.blank();
        }
    }

    /// What memory left empty: what must be answered first.
    fn empty(&mut self, fields: &[EmptyView]) {
        let (must, may): (Vec<&EmptyView>, Vec<&EmptyView>) = fields.iter().partition(|field| field.required);
        for field in must.into_iter().chain(may) {
            let style = if field.required { YELLOW } else { DIM };
            let name = called(field);
            let must = if field.required { ", required" } else { "" };
            self.hanging(
                "left empty: ",
                &format!("{name}{must}: {}", clean(&field.message)),
                style,
            );
        }
        if !fields.is_empty() {
            self.blank();
        }
    }

    /// What memory keeps of what was given, by its keys.
    fn learned(&mut self, learned: &LearnedView) {
        for (lead, keys) in [
            ("learned: ", &learned.kept),
            ("not learned, saved with another value: ", &learned.said),
        ] {
            if !keys.is_empty() {
                self.hanging(lead, &clean(&keys.join(", ")), DIM);
            }
        }
        for field in &learned.left {
            let words = format!("{}: {}", called(field), clean(&field.message));
            self.hanging("not learned: ", &words, DIM);
        }
        if let Some(why) = &learned.nothing {
            self.hanging("learned nothing: ", &clean(why), DIM);
        }
    }

    fn field(&mut self, field: &FieldView, column: usize) {
        let (sign, style) = mark(field.status);
        let narrow = self.look.width < NARROW;
        let status = self
            .look
            .paint(style, &format!("{sign} {}", pad(field.status.word(), STATUS_COLUMN)));
        let key = clean(&field.key);
        // What the control holds is the news; where nothing was written there is only what was asked.
        let shown = field
            .holds
            .as_deref()
            .unwrap_or(if field.status.good() { &field.asked } else { "" });
        let value = cut(&clean(shown), VALUE_CUT);
        if narrow {
            let room = self.look.width.saturating_sub(2 + STATUS_COLUMN + 1).max(8);
            self.lines
                .push(format!("{status} {}", fit(&key, room)).trim_end().into());
            self.indented(INDENT, &value, Style::new());
        } else {
            let left = 2 + STATUS_COLUMN + 1;
            let from = left + column + 2;
            let mut rows = wrap(&value, self.look.width.saturating_sub(from)).into_iter();
            let first = rows.next().unwrap_or_default();
            if key.width() > column && !first.is_empty() {
                self.lines
                    .push(format!("{status} {}", fit(&key, self.look.width.saturating_sub(left))));
                self.lines.push(format!("{}{first}", " ".repeat(from)));
            } else {
                self.lines
                    .push(format!("{status} {}  {first}", pad(&key, column)).trim_end().into());
            }
            for row in rows {
                self.lines.push(format!("{}{row}", " ".repeat(from)));
            }
        }
        self.details(field, if narrow { INDENT } else { 2 + STATUS_COLUMN + 1 });
    }

    /// What stands under an entry: another label, what was asked, the reason, the candidates.
    fn details(&mut self, field: &FieldView, from: usize) {
        if field.reference.is_some() && another(&field.label, &field.key) {
            let label = format!("the field: {}", cut(&clean(&field.label), VALUE_CUT));
            self.indented(from, &label, DIM);
        }
        let differs = matches!(
            field.status,
            Status::Reformatted | Status::Rejected | Status::Refused | Status::Failed
        );
        let asked = field.given.as_ref().unwrap_or(&field.asked);
        if differs && !asked.is_empty() {
            let asked = format!("asked: {}", cut(&clean(asked), VALUE_CUT));
            self.indented(from, &asked, DIM);
        }
        if field.recalled() {
            self.indented(from, &format!("from memory: {}", field.source), DIM);
        }
        if !field.message.is_empty() || !field.code.is_empty() {
            let mut reason = clean(&field.message);
            if matches!(field.code.as_str(), "ambiguous-day-month" | "ambiguous-separator") {
                reason.push_str(", or say how it is written with --locale (de-DE)");
            }
            if !field.code.is_empty() {
                reason = format!("{reason} [{}]", field.code);
            }
            self.indented(from, reason.trim_start(), Style::new());
        }
        if !field.candidates.is_empty() {
            let lead = match field.status {
                Status::Ambiguous => "it could be:",
                _ => "nearest:",
            };
            self.indented(from, lead, DIM);
            for candidate in &field.candidates {
                self.indented(from + 2, &candidate_line(candidate), Style::new());
            }
        }
    }

    fn summary(&mut self, view: &View) {
        let good = view.fields.iter().filter(|field| field.status.good()).count();
        let all = view.fields.len();
        if all > 0 {
            let style = if good == all { GREEN } else { YELLOW };
            let words = match good {
                _ if good == all => format!("{} what was asked, read back from the page", holds(all)),
                _ => format!("{good} of {} what was asked", holds(all)),
            };
            self.hanging("", &format!("{words} ({:.1} s)", seconds(view.elapsed_ms)), style);
        }
        let owed = view.empty.iter().filter(|field| field.required).count();
        if owed > 0 {
            let words = format!("{} that must be answered: left empty", count(owed, "field"));
            self.hanging("", &words, YELLOW);
        }
        match &view.submit {
            Some(submit) if view.steps.len() < 2 => self.submit(submit),
            // In a wizard the steps above say it; only the last word is repeated.
            Some(submit) => self.outcome(submit),
            None if view.to_submit => {
                let wrong = view.fields.iter().any(|field| !field.status.good());
                let force = if wrong { " (--force submits all the same)" } else { "" };
                self.hanging("", &format!("Not sent: the submit control was not pressed{force}"), RED);
            }
            None => {
                self.hanging("", "Nothing was sent (no --submit)", DIM);
            }
        }
    }

    fn outcome(&mut self, submit: &SubmitView) {
        let (sign, style) = match submit.outcome {
            Outcome::Submitted => ("✓", GREEN),
            Outcome::Advanced => ("→", YELLOW),
            Outcome::Unknown => ("?", YELLOW),
            Outcome::ValidationFailed | Outcome::Unchanged | Outcome::ServerError => ("✗", RED),
        };
        let mut about = Vec::new();
        match (submit.step, submit.of) {
            (Some(step), Some(of)) => about.push(format!("step {step} of {of} is shown")),
            (Some(step), None) => about.push(format!("step {step} is shown")),
            _ => {}
        }
        if let Some(status) = submit.status {
            about.push(format!("HTTP {status}"));
        }
        let about = if about.is_empty() {
            String::new()
        } else {
            format!(" ({})", about.join(", "))
        };
        let means = if submit.pressed || submit.outcome == Outcome::Unknown {
            meaning(submit.outcome)
        } else {
            "nothing was pressed"
        };
        let words = format!("{sign} {}{about}: {means}", submit.outcome.word());
        self.hanging("", &words, style);
    }

    fn submit(&mut self, submit: &SubmitView) {
        self.outcome(submit);
        for message in &submit.messages {
            let text = clean(&message.text);
            let line = if message.field.is_empty() {
                text
            } else {
                format!("{}: {text}", clean(&message.field))
            };
            self.hanging("  ", &line, Style::new());
        }
        for line in &submit.evidence {
            self.hanging("  · ", &clean(line), DIM);
        }
        if submit.veto == Some(Veto::Unasked) {
            self.hanging(
                "  ",
                "The page asked back and was told no: --confirm says yes.",
                Style::new(),
            );
        }
    }

    fn indented(&mut self, from: usize, text: &str, style: Style) {
        self.hanging(&" ".repeat(from), text, style);
    }

    /// `lead` and then `text`, wrapped below its own beginning.
    fn hanging(&mut self, lead: &str, text: &str, style: Style) {
        let from = lead.width();
        for (number, row) in wrap(text, self.look.width.saturating_sub(from)).iter().enumerate() {
            let lead = if number == 0 { lead.into() } else { " ".repeat(from) };
            let row = self.look.paint(style, row);
            self.lines.push(format!("{lead}{row}"));
        }
    }
}

/// A field that stays as it is, in a word.
fn called(field: &EmptyView) -> String {
    match (field.label.is_empty(), &field.reference) {
        (false, _) => clean(&field.label),
        (true, Some(reference)) => reference.clone(),
        (true, None) => "a field".into(),
    }
}

fn candidate_line(candidate: &CandidateView) -> String {
    let reference = candidate.reference.as_deref().unwrap_or_default();
    format!("{reference} {}", clean(&candidate.words())).trim().into()
}

fn holds(all: usize) -> String {
    format!("{} {}", count(all, "field"), if all == 1 { "holds" } else { "hold" })
}

fn meaning(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Submitted => "it was accepted",
        Outcome::Advanced => "nothing is final yet",
        Outcome::ValidationFailed => "the values were not accepted",
        Outcome::Unchanged => "the press had no effect that could be seen",
        Outcome::ServerError => "the data may or may not be stored",
        Outcome::Unknown => "it may or may not have arrived; look before you send it again",
    }
}

#[expect(clippy::cast_precision_loss, reason = "tenths of a second are all that is shown")]
fn seconds(millis: u64) -> f64 {
    millis as f64 / 1000.0
}

//! `--report FILE.html`: one page that needs nothing else, to keep or to print.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use ostler_machines::report::Outcome;

use super::View;
use super::view::{CandidateView, FieldView, FormView, SubmitView};

const STYLE: &str = include_str!("report.css");

/// Nothing may be loaded and nothing may run: the page holds words from pages that nobody vouches for.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";

/// The page.
pub(crate) fn render(view: &View, asked_url: &str, made: &str) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { "Ostler: " (heading(&view.form)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (heading(&view.form)) }
                    p.verdict.(if done(view) { "good" } else { "bad" }) { (verdict(view)) }
                    dl.facts {
                        @if !asked_url.is_empty() { dt { "Asked" } dd { code { (asked_url) } } }
                        dt { "Shown at the end" } dd { code { (view.url) } }
                        dt { "Made" } dd { (made) }
                        dt { "Took" } dd { (view.elapsed_ms) " ms" }
                    }
                }
                main {
                    @if view.steps.len() > 1 {
                        @for (number, step) in view.steps.iter().enumerate() {
                            section {
                                h2 { "Step " (number + 1) ": " (heading(&step.form)) }
                                p { code { (step.url) } }
                                (fields(&step.fields))
                                @if let Some(submit) = &step.submit { (submit_block(submit)) }
                            }
                        }
                        section { h2 { "All keys" } (fields(&view.fields)) }
                    } @else {
                        section { h2 { "Fields" } (fields(&view.fields)) }
                    }
                    @if !view.empty.is_empty() {
                        section {
                            h2 { "Left empty" }
                            ul {
                                @for field in &view.empty {
                                    li { (field.label) @if field.required { " (required)" } ": " (field.message) }
                                }
                            }
                        }
                    }
                    section {
                        h2 { "Submit" }
                        @match &view.submit {
                            Some(submit) => (submit_block(submit)),
                            None if view.to_submit => p { "Not sent: the submit control was not pressed." },
                            None => p { "Nothing was sent: no submit was asked for." },
                        }
                    }
                    @if let Some(learned) = &view.learned {
                        section {
                            h2 { "Learned" }
                            ul {
                                @for key in &learned.kept { li { (key) } }
                                @for key in &learned.said { li { (key) ": not learned, it is saved with another value" } }
                                @for field in &learned.left { li { (field.label) ": not learned, " (field.message) } }
                                @if let Some(why) = &learned.nothing { li { "nothing: " (why) } }
                            }
                        }
                    }
                    @if !view.notes.is_empty() {
                        section { h2 { "Notes" } ul { @for note in &view.notes { li { (note) } } } }
                    }
                    (pictures(view))
                }
                footer { "Values that are nobody's business are shown as ••••••." }
            }
        }
    };
    page.into_string()
}

fn heading(form: &FormView) -> &str {
    if form.name.is_empty() { "Form" } else { &form.name }
}

fn done(view: &View) -> bool {
    view.exit() == crate::failure::Exit::Done
}

/// A step that was taken is no fault of a wizard; whether it went all the way stands at the top.
fn class(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Submitted | Outcome::Advanced => "good",
        Outcome::ValidationFailed | Outcome::Unchanged | Outcome::ServerError | Outcome::Unknown => "bad",
    }
}

fn verdict(view: &View) -> String {
    let good = view.fields.iter().filter(|field| field.status.good()).count();
    let sent = match &view.submit {
        Some(submit) => format!("the submit came to {}", submit.outcome.word()),
        None => "nothing was sent".into(),
    };
    format!(
        "{good} of {} hold what was asked; {sent}",
        super::text::count(view.fields.len(), "field")
    )
}

fn fields(fields: &[FieldView]) -> Markup {
    html! {
        table {
            thead { tr { th { "Key" } th { "Status" } th { "Asked" } th { "Holds" } th { "How" } th { "Field" } } }
            tbody {
                @for field in fields {
                    tr.(if field.status.good() { "good" } else { "bad" }) {
                        th scope="row" { (field.key) }
                        td.word { span.status { (field.status.word()) } }
                        td.value {
                            (field.given.as_ref().unwrap_or(&field.asked))
                            @if field.given.is_some() && !field.asked.is_empty() { div.none { "written as " (field.asked) } }
                        }
                        td.value {
                            @if let Some(holds) = &field.holds { (holds) } @else { span.none { "not read" } }
                        }
                        td.word { (field.how.unwrap_or("")) @if field.recalled() { " " (field.source) } }
                        td {
                            (field.label)
                            @if let Some(reference) = &field.reference { " " code { (reference) } }
                        }
                    }
                    @if !field.message.is_empty() || !field.code.is_empty() || !field.candidates.is_empty() {
                        tr.detail {
                            td colspan="6" {
                                @if !field.message.is_empty() { (field.message) " " }
                                @if !field.code.is_empty() { code { (field.code) } }
                                @if !field.candidates.is_empty() {
                                    ul { @for candidate in &field.candidates { (candidate_item(candidate)) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn candidate_item(candidate: &CandidateView) -> Markup {
    html! {
        li {
            @if let Some(reference) = &candidate.reference { code { (reference) } " " }
            (candidate.words())
        }
    }
}

fn submit_block(submit: &SubmitView) -> Markup {
    html! {
        p.verdict.(class(submit.outcome)) {
            (submit.outcome.word())
            @if let Some(status) = submit.status { " · HTTP " (status) }
            @if let Some(step) = submit.step {
                " · step " (step) @if let Some(of) = submit.of { " of " (of) }
            }
        }
        @if !submit.messages.is_empty() {
            h3 { "What the page says" }
            ul {
                @for message in &submit.messages {
                    li { @if !message.field.is_empty() { b { (message.field) } ": " } (message.text) }
                }
            }
        }
        @if !submit.evidence.is_empty() {
            h3 { "What this rests on" }
            ul { @for line in &submit.evidence { li { (line) } } }
        }
    }
}

fn pictures(view: &View) -> Markup {
    html! {
        @if !view.shots.is_empty() {
            section.pictures {
                h2 { "Pictures" }
                @for (title, shot) in &view.shots {
                    figure {
                        img alt=(format!("The page: {}", title.to_lowercase()))
                            src=(format!("data:image/png;base64,{}", STANDARD.encode(shot)));
                        figcaption { (title) }
                    }
                }
            }
        }
    }
}

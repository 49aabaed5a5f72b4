//! Submitting, once.

use std::time::Duration;

use ostler_machines::confirm::Verdict as Allowed;
use ostler_machines::form::choose::{self, Unclear};
use ostler_machines::form::model::{Ref, Submit as Button};
use ostler_machines::report::SubmitReport;
use ostler_machines::submit::{Request, Submit, Verdict};

use super::{EngineError, EngineErrorKind, Progress, Session};
use crate::drive::{Run, drive};
use crate::page::{PageError, Tab};
use crate::ports::confirm::{Gate, confirm};
use crate::ports::submit::SubmitPort;

impl Session {
    /// Presses the submit control of `form`, of the form filled last, or of the only one, once. The form filled last is
    /// forgotten by it, whatever comes of it.
    ///
    /// Where an earlier fill was asked for something that the form does not hold (a key that was refused,
    /// rejected, ambiguous, missing, …), nothing is pressed and nothing forgotten: the answer is `ValidationFailed`
    /// with a message for each such key, until a later fill holds it. Nor is anything pressed where fields hold something
    /// else than a fill read back (`Unchanged`, with a message for each), or where the form was sent before as it is
    /// (`Unknown`). [`Session::submit_anyway`] presses all the same.
    ///
    /// # Errors
    /// `Usage` with the forms or the controls listed if it is not clear which.
    pub async fn submit(&mut self, form: Option<&str>, button: Option<&str>) -> Result<SubmitReport, EngineError> {
        self.submit_once(form, button, false).await
    }

    /// As [`Session::submit`], but presses although the form does not hold everything that was asked for.
    ///
    /// # Errors
    /// As [`Session::submit`].
    pub async fn submit_anyway(
        &mut self,
        form: Option<&str>,
        button: Option<&str>,
    ) -> Result<SubmitReport, EngineError> {
        self.submit_once(form, button, true).await
    }

    async fn submit_once(
        &mut self,
        form: Option<&str>,
        button: Option<&str>,
        anyway: bool,
    ) -> Result<SubmitReport, EngineError> {
        let run = self.begin();
        let page = self.tab.look().await?;
        let filled = self.filled.clone();
        // A control that is named tells its form by itself.
        let chosen = match (form, button) {
            (None, Some(asked)) if filled.is_none() => choose::button_anywhere(&page, asked),
            _ => choose::form_to_submit(&page, form, filled.as_ref())
                .and_then(|form| choose::button(&page, form, button)),
        };
        let chosen = chosen.map_err(EngineError::unclear)?.clone();
        let sent = choose::holder(&page, &chosen);
        let document = self.tab.document();
        let held_back = self.ledger.hold_back(document, &page, sent, anyway);
        if let Some(report) = held_back.or_else(|| self.ledger.changed(document, &page, sent, anyway)) {
            return Ok(report);
        }
        let denied = denied(&self.tab, &run, &chosen, self.gate.as_ref()).await;
        if let Some(report) = denied.map_err(never)? {
            return Ok(report);
        }
        let lesson = self.filled.take().and(self.lesson.take());
        let lesson = lesson.filter(|lesson| sent.is_none_or(|sent| sent.reference == lesson.form.reference));
        self.tell(Progress::Submitting(chosen.label.clone()));
        let patience = self.patience();
        let held = if anyway {
            Vec::new()
        } else {
            self.ledger.held(document, sent)
        };
        let before = self.tab.request_number();
        let keys = self.ledger.left(document);
        match press(&self.tab, &run, &chosen, patience, self.agrees, held, keys).await? {
            Press::Done(report) => {
                let wrote = !self.tab.writes_since(before).is_empty();
                let document = self.tab.document();
                self.ledger.pressed(document, &page, sent, report.outcome, wrote);
                if let Some((recall, lesson)) = self.recall.as_ref().zip(lesson) {
                    recall.learn(lesson, Some(report.clone()));
                }
                Ok(report)
            }
            Press::Never(error) => Err(never(error)),
        }
    }
}

/// The error for a page that was gone before anything was pressed.
fn never(error: PageError) -> EngineError {
    let error = EngineError::from(error);
    let message = format!("{}; nothing had been submitted", error.message);
    EngineError { message, ..error }
}

/// Asks whoever has to be asked. The answer is the report of a press that must not be, or nothing.
pub(super) async fn denied(
    tab: &Tab,
    run: &Run,
    button: &Button,
    gate: Option<&Gate>,
) -> Result<Option<SubmitReport>, PageError> {
    let Some(gate) = gate else { return Ok(None) };
    let control = button.reference.ok_or(PageError::Unloaded)?;
    Ok(match confirm(tab, run, gate, control, false).await? {
        Allowed::Approved => None,
        Allowed::Denied(denial) => Some(denial.report()),
    })
}

/// What came of pressing a submit control.
pub(super) enum Press {
    /// It was pressed, or could not be; or the end came when it may have been pressed.
    Done(SubmitReport),
    /// The page was gone before it was pressed.
    Never(PageError),
}

/// Presses `button` once and says what came of it. `agrees`: a question that the page asks about it is answered with yes.
/// `fields` have been read back, and must hold the same until it is pressed; `keys` are left for what it may lead to.
pub(super) async fn press(
    tab: &Tab,
    run: &Run,
    button: &Button,
    give_up: Duration,
    agrees: bool,
    fields: Vec<Ref>,
    keys: Vec<String>,
) -> Result<Press, PageError> {
    let Some(reference) = button.reference else {
        return Err(PageError::Unloaded);
    };
    let request = Request {
        give_up: u64::try_from(give_up.as_millis()).unwrap_or(u64::MAX),
        past: tab.past(reference.frame),
        keys,
        ..Request::new(reference, button.form)
    };
    let _agreed = agrees.then(|| tab.agree());
    let mut port = SubmitPort::new(tab, run, button.form, reference, fields);
    let shown = tab.watch().state().documents_with(reference.frame);
    let mut machine = Submit::new(request);
    let verdict = drive(&mut machine, &mut port, run).await?;
    tab.keep_past(shown, machine.beside());
    if let Verdict::Interrupted {
        sent: false,
        gone: true,
    } = verdict
    {
        return Ok(Press::Never(tab.stands().err().unwrap_or(PageError::Gone)));
    }
    let mut report = verdict.report();
    if tab.is_closed() {
        // To the machine it is all one what has ended.
        for line in &mut report.evidence {
            *line = line.replacen("the browser ended", "the page closed its tab", 1);
        }
    }
    Ok(Press::Done(report))
}

impl EngineError {
    pub(super) fn unclear(unclear: Unclear) -> Self {
        Self::new(
            EngineErrorKind::Usage,
            unclear.code,
            unclear.message,
            "name the form with --form and the control with --button; `ostler inspect` lists both",
        )
    }
}

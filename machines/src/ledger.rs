//! Ledger: what was asked for on the document shown and is not held, so that no submit leaves it out unsaid.
//!
//! A key that did not end well stands open until a later fill brings its field, or one that it may have meant, to hold
//! something that was asked for; until the form it is about was taken; or until the document is another one.
//!
//! And what went out: a form that may have been sent, by whatever press, is known again by where it stands, what it asks
//! and what it held, also in another document (the page before, come back to), and is not pressed again as it is. And
//! what was read back, so that a later press can be compared with it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::fill::still;
use crate::form::choose::Filled;
use crate::form::model::{Field, Form, Kind, Page, Ref, Step};
use crate::form::value::{Wish, show};
use crate::report::{FieldReport, Outcome, Status, SubmitMessage, SubmitReport};
use crate::wizard;

/// A key that was asked for and is not held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// What was said of it.
    pub report: FieldReport,
    wish: Wish,
    /// The form that it is about, `None` if that is not known.
    form: Option<Filled>,
}

impl Open {
    /// Whether it is about `form`.
    fn concerns(&self, form: &Form) -> bool {
        self.form.as_ref().is_none_or(|own| own.is(form))
    }

    /// Whether a key that ended well is the answer to this one.
    fn is_met_by(&self, wish: &Wish, good: &FieldReport, page: &Page, form: Option<&Form>) -> bool {
        let same = |own: Option<Ref>| own.is_some() && whole(page, own) == whole(page, good.reference);
        let nearby = || self.report.candidates.iter().any(|candidate| same(candidate.reference));
        if self.report.key == good.key && form.is_none_or(|form| self.concerns(form)) {
            return true;
        }
        match self.report.status {
            // One of those that were listed, with what was asked for: the key was put right. A mere yes says nothing.
            Status::Missing => nearby() && self.wish == *wish && !matches!(wish, Wish::Bool(_)),
            Status::Ambiguous => nearby(),
            _ => same(self.report.reference),
        }
    }
}

/// The field that a control belongs to, else the control itself.
fn whole(page: &Page, reference: Option<Ref>) -> Option<Ref> {
    let reference = reference?;
    page.field(reference)
        .and_then(|field| field.reference)
        .or(Some(reference))
}

/// A form that was pressed and may have been sent.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pressed {
    /// The document that was shown afterwards.
    document: u64,
    form: Filled,
    /// A number for where it stands and what it asks.
    shape: u64,
    /// Numbers for what it held, before and after.
    values: Vec<u64>,
    /// It is not known what came of it.
    unclear: bool,
    /// Something was written into it since.
    rewritten: bool,
}

impl Pressed {
    /// Whether `form` of the page at `place` is the same one: on the document shown then, or where it stood before.
    fn is(&self, document: u64, shape: u64, form: &Form) -> bool {
        self.document == document && self.form.is(form) || self.shape == shape
    }

    /// Whether to press `form` now would send the same once more.
    fn sends_again(&self, document: u64, form: &Form) -> bool {
        let untouched = self.unclear && !self.rewritten && self.document == document && self.form.is(form);
        // Who writes a password anew logs in anew.
        let anew = self.rewritten && form.fields.iter().any(|field| field.kind == Kind::Password);
        untouched || (self.values.contains(&values(form)) && !anew)
    }
}

/// What was read back of one field.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kept {
    report: FieldReport,
    controls: Vec<Ref>,
    form: Option<Filled>,
}

/// What stands open on one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    document: u64,
    open: Vec<Open>,
    /// What was read back on it.
    kept: Vec<Kept>,
    /// The forms that the page itself sent while they were filled, `None` for one that is not known.
    sent: Vec<Option<Filled>>,
    /// The forms that were pressed and may have been sent.
    pressed: Vec<Pressed>,
}

/// At most so many forms are remembered.
const MOST: usize = 50;

impl Ledger {
    /// Takes over that the page itself sent `form`, or one that is not known, while it was filled.
    pub fn sent(&mut self, form: Option<&Form>) {
        self.sent.push(form.map(Filled::of));
    }

    /// What a submit of `form` comes to if it is not to be begun, because the page itself sent it already. With
    /// `anyway`, it is begun all the same.
    pub fn spare(&self, step: Option<Step>, form: Option<&Form>, anyway: bool) -> Option<SubmitReport> {
        let is_own = |own: &Option<Filled>| own.as_ref().zip(form).is_none_or(|(own, form)| own.is(form));
        (!anyway && self.sent.iter().any(is_own)).then(|| {
            maybe_sent(
                step,
                "the page itself sent a form while it was filled: data may or may not be stored",
            )
        })
    }

    /// What a submit of `form` comes to if it is not to be begun, because it may have been sent as it is. With `anyway`,
    /// it is begun all the same.
    fn twice(&self, document: u64, page: &Page, form: Option<&Form>, anyway: bool) -> Option<SubmitReport> {
        let form = form.filter(|_| !anyway)?;
        let shape = shape(page, form);
        let mut own = self.pressed.iter().filter(|own| own.is(document, shape, form));
        let own = own.find(|own| own.sends_again(document, form))?;
        let why = if own.unclear {
            "the form was pressed before, and may have been sent as it is: data may or may not be stored"
        } else {
            "the form was sent before with the same values"
        };
        Some(maybe_sent(page.step, why))
    }

    /// What a submit of `form` comes to if it is not to be begun, because it may have been sent already, by whomever.
    pub fn press_spared(&self, document: u64, page: &Page, form: Option<&Form>, anyway: bool) -> Option<SubmitReport> {
        self.spare(page.step, form, anyway)
            .or_else(|| self.twice(document, page, form, anyway))
    }

    /// Takes over what came of one fill: its keys and values, one report for each, the document and the page that it
    /// ended on, and the form that it was about.
    pub fn fill(
        &mut self,
        document: u64,
        page: &Page,
        form: Option<&Form>,
        pairs: &[(String, Wish)],
        reports: &[FieldReport],
    ) {
        self.turn_to(document);
        let form_of = |report: &FieldReport| {
            let own = report.reference.and_then(|reference| {
                let mut forms = page.forms.iter();
                forms.find(|form| form.fields.iter().any(|field| field.owns(reference)))
            });
            own.or(form)
        };
        for ((_, wish), report) in pairs.iter().zip(reports) {
            let form = form_of(report);
            if let Some(form) = form.filter(|_| matches!(report.status, Status::Filled | Status::Reformatted)) {
                // What is to be sent now may be something else.
                let shape = shape(page, form);
                for own in self.pressed.iter_mut().filter(|own| own.is(document, shape, form)) {
                    own.rewritten = true;
                }
            }
            self.keep(page, report, form);
            if report.status.good() {
                self.open.retain(|open| !open.is_met_by(wish, report, page, form));
                continue;
            }
            // What was asked last is what counts.
            self.open
                .retain(|open| open.report.key != report.key || form.is_some_and(|form| !open.concerns(form)));
            self.open.push(Open {
                report: report.clone(),
                wish: wish.clone(),
                form: form.map(Filled::of),
            });
        }
    }

    /// What stands open for `form` (for all of the page, if that is not known), in the order in which it was asked. A
    /// key that no field goes by may belong to a step to come, and stands open only where none follows.
    pub fn open(&self, document: u64, page: &Page, form: Option<&Form>) -> Vec<&Open> {
        if document != self.document {
            return Vec::new();
        }
        let is_last = !form.is_some_and(|form| wizard::follows(page, form.reference));
        self.open
            .iter()
            .filter(|open| form.is_none_or(|form| open.concerns(form)))
            .filter(|open| is_last || open.report.status != Status::Missing)
            .collect()
    }

    /// The keys that a step to come may ask for: no field goes by them yet, or one that is not shown.
    pub fn left(&self, document: u64) -> Vec<String> {
        let waits = |open: &&Open| open.report.status == Status::Missing || open.report.code == "hidden";
        let open = self.open.iter().filter(|_| self.document == document);
        open.filter(waits).map(|open| open.report.key.clone()).collect()
    }

    /// Remembers what was read back of one field, in the place of what was before.
    fn keep(&mut self, page: &Page, report: &FieldReport, form: Option<&Form>) {
        let Some(reference) = report.reference else { return };
        self.kept.retain(|kept| kept.report.reference != Some(reference));
        let field = page.field(reference).filter(|_| report.status.good());
        self.kept.extend(field.map(|field| Kept {
            report: report.clone(),
            controls: field.controls(),
            form: form.map(Filled::of),
        }));
    }

    /// The controls of all fields that were read back on `document`.
    pub fn controls(&self, document: u64) -> Vec<Ref> {
        let kept = self.kept.iter().filter(|_| self.document == document);
        kept.flat_map(|kept| kept.controls.iter().copied()).collect()
    }

    /// Takes over that these controls were changed by hand: what was read back of their fields counts no more.
    pub fn by_hand(&mut self, controls: &[Ref]) {
        self.kept
            .retain(|kept| !kept.controls.iter().any(|own| controls.contains(own)));
    }

    /// The fields of `form` that were read back.
    pub fn held(&self, document: u64, form: Option<&Form>) -> Vec<Ref> {
        let kept = self.kept_of(document, form);
        kept.filter_map(|kept| kept.report.reference).collect()
    }

    fn kept_of<'a>(&'a self, document: u64, form: Option<&'a Form>) -> impl Iterator<Item = &'a Kept> {
        let concerns = move |kept: &&Kept| {
            let own = kept.form.as_ref().zip(form);
            own.is_none_or(|(own, form)| own.is(form))
        };
        let kept = self.kept.iter().filter(move |_| self.document == document);
        kept.filter(concerns)
    }

    /// What a submit of `form` comes to if it is not to be begun, because fields of it hold something else than was read
    /// back. With `anyway`, it is begun all the same.
    pub fn changed(&self, document: u64, page: &Page, form: Option<&Form>, anyway: bool) -> Option<SubmitReport> {
        if anyway {
            return None;
        }
        still::changed(page, self.kept_of(document, form).map(|kept| &kept.report))
    }

    /// What a submit of `form` comes to if it is not to be begun, because of what stands open. With `anyway`, it is
    /// begun all the same.
    pub fn hold_back(&self, document: u64, page: &Page, form: Option<&Form>, anyway: bool) -> Option<SubmitReport> {
        let open = self.open(document, page, form);
        let unheld = || (!anyway && !open.is_empty()).then(|| held_back(&open, page.step));
        self.press_spared(document, page, form, anyway).or_else(unheld)
    }

    /// Takes over what came of pressing a control of `form`, the `page` that it stood in, the document that is shown by
    /// then, and whether a request went out that changes something on the server (`wrote`).
    pub fn pressed(&mut self, document: u64, page: &Page, form: Option<&Form>, outcome: Outcome, wrote: bool) {
        self.sent.clear();
        if let Some(form) = form {
            let unclear = matches!(outcome, Outcome::Unknown | Outcome::ServerError);
            if unclear || (wrote && outcome == Outcome::Submitted) {
                self.remember(document, page, form, unclear);
            } else {
                self.let_go(page, form);
            }
        }
        if outcome != Outcome::Unchanged {
            // What the page makes of its fields after a press is its own matter.
            self.kept
                .retain(|kept| form.is_some_and(|form| kept.form.as_ref().is_some_and(|own| !own.is(form))));
        }
        let concerned = |open: &Open| form.is_none_or(|form| open.concerns(form));
        match outcome {
            // Where the same form is shown again, what it does not hold is as true as before.
            Outcome::ValidationFailed | Outcome::Unchanged | Outcome::ServerError | Outcome::Unknown => {}
            Outcome::Advanced => {
                // The step is behind; what it had no field for may be asked by one to come, whatever its form is.
                self.open
                    .retain(|open| !concerned(open) || open.report.status == Status::Missing);
                for open in self.open.iter_mut().filter(|open| concerned(open)) {
                    open.form = None;
                }
            }
            Outcome::Submitted => self.open.retain(|open| !concerned(open)),
        }
    }

    /// Takes over that `form` of `page` went out by a press by hand, which led to `document`; `after` is the same form as
    /// it stood then, if it is still there.
    pub fn went_out(&mut self, document: u64, page: &Page, form: &Form, after: Option<&Form>) {
        self.remember(document, page, form, false);
        if let Some(own) = self.pressed.last_mut() {
            own.values.extend(after.map(values));
        }
    }

    fn remember(&mut self, document: u64, page: &Page, form: &Form, unclear: bool) {
        self.let_go(page, form);
        if self.pressed.len() >= MOST {
            self.pressed.remove(0);
        }
        self.pressed.push(Pressed {
            document,
            form: Filled::of(form),
            shape: shape(page, form),
            values: [values(form)].into(),
            unclear,
            rewritten: false,
        });
    }

    fn let_go(&mut self, page: &Page, form: &Form) {
        let shape = shape(page, form);
        self.pressed.retain(|own| !own.form.is(form) && own.shape != shape);
    }

    /// Forgets everything: another page is gone to.
    pub fn forget(&mut self) {
        self.open.clear();
        self.sent.clear();
        self.pressed.clear();
        self.kept.clear();
    }

    fn turn_to(&mut self, document: u64) {
        if self.document != document {
            self.document = document;
            self.open.clear();
            self.kept.clear();
        }
    }
}

/// A number (FNV-1a) for where `form` stands and what it asks.
fn shape(page: &Page, form: &Form) -> u64 {
    let place = page.url.split(['?', '#']).next().unwrap_or_default();
    let mut text = format!("{place}\n{}\n", form.name);
    for field in form.fields.iter().filter(|field| !field.trap) {
        for part in [field.kind.word(), &field.label, &field.name] {
            text.push_str(part);
            text.push('\n');
        }
    }
    number(&text)
}

/// A number for what `form` holds, spelling aside. Passwords are left out: no page brings them back.
fn values(form: &Form) -> u64 {
    let told = |field: &&Field| !field.trap && field.kind != Kind::Password;
    let mut text = String::new();
    for field in form.fields.iter().filter(told) {
        text.push_str(&still::letters(show(field, &field.held).reveal()));
        for part in &field.parts {
            text.push_str(&still::letters(show(&part.field, &part.field.held).reveal()));
            text.push('\t');
        }
        text.push('\n');
    }
    number(&text)
}

fn number(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// What a submit comes to that is not begun, because of `why` it may have been sent already.
fn maybe_sent(step: Option<Step>, why: &str) -> SubmitReport {
    SubmitReport {
        step,
        evidence: Vec::from([
            why.to_string(),
            "nothing was pressed, so that it is not sent twice; look at the page, and press with force if it has to be"
                .to_string(),
        ]),
        ..SubmitReport::unpressed(Outcome::Unknown)
    }
}

/// What a submit comes to that is not begun, because `open` is not held.
fn held_back(open: &[&Open], step: Option<Step>) -> SubmitReport {
    SubmitReport {
        step,
        messages: open.iter().map(|open| message(&open.report)).collect(),
        evidence: Vec::from([format!(
            "nothing was pressed: what was asked for is not held ({}); fill it, or submit all the same",
            list(open.iter().map(|open| (open.report.key.as_str(), open.report.status)))
        )]),
        ..SubmitReport::unpressed(Outcome::ValidationFailed)
    }
}

/// Keys in one line, each with what came of it: `"ZIP code" refused, "Fax" missing`.
pub fn list<'a>(keys: impl Iterator<Item = (&'a str, Status)>) -> String {
    let named: Vec<String> = keys
        .map(|(key, status)| format!("\"{key}\" {}", status.word()))
        .collect();
    named.join(", ")
}

fn message(report: &FieldReport) -> SubmitMessage {
    let field = if report.label.is_empty() {
        report.key.clone()
    } else {
        report.label.clone()
    };
    let text = if report.message.is_empty() {
        report.status.word().to_string()
    } else {
        format!("{}: {}", report.status.word(), report.message)
    };
    SubmitMessage {
        field,
        reference: report.reference,
        text,
    }
}

#[cfg(test)]
mod tests;

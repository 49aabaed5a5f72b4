//! Which form, and which of its buttons, a caller means.
//!
//! What is not clear is listed, never guessed: pressing the wrong one of two buttons cannot be taken back.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::model::{Effect, Form, Page, Ref, Submit};
use super::text::fold;
use crate::report::FieldReport;

/// It is not clear what was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear {
    /// `unknown-form`, `several-forms`, `no-form`, `unknown-button`, `several-buttons`, `no-button`.
    pub code: &'static str,
    /// What there is to choose from, and how to say which, in one or two sentences.
    pub message: String,
}

/// The form that `asked` names: by its ref, its exact name, its `name` or `id` in the document,
/// or the only name that it is the beginning of.
///
/// # Errors
/// [`Unclear`] with the forms listed.
pub fn form<'a>(page: &'a Page, asked: &str) -> Result<&'a Form, Unclear> {
    if let Some(reference) = Ref::parse(asked)
        && let Some(found) = page.forms.iter().find(|form| form.reference == Some(reference))
    {
        return Ok(found);
    }
    let wanted = fold(asked);
    let named = |test: &dyn Fn(&str) -> bool| -> Vec<&'a Form> {
        page.forms
            .iter()
            .filter(|form| !form.name.is_empty() && test(&fold(&form.name)))
            .collect()
    };
    let handled = || -> Vec<&'a Form> {
        let own = |form: &&Form| form.handles.iter().any(|handle| handle == asked.trim());
        page.forms.iter().filter(own).collect()
    };
    for found in [
        named(&|name| name == wanted),
        handled(),
        named(&|name| name.starts_with(&wanted)),
    ] {
        match found.as_slice() {
            [one] => return Ok(one),
            [] => {}
            _ => {
                return Err(Unclear {
                    code: "several-forms",
                    message: format!("several forms go by that name: {}; give a ref", list(page)),
                });
            }
        }
    }
    Err(Unclear {
        code: "unknown-form",
        message: format!("no form goes by that name; there are: {}", list(page)),
    })
}

/// The form to submit: `asked`, else the one filled last, else the only one that can be submitted.
///
/// # Errors
/// [`Unclear`] with each form, its submit controls and its number of fields listed.
pub fn form_to_submit<'a>(page: &'a Page, asked: Option<&str>, last: Option<&Filled>) -> Result<&'a Form, Unclear> {
    if let Some(asked) = asked {
        return form(page, asked);
    }
    if let Some(last) = last
        && let Some(found) = page.forms.iter().find(|form| last.is(form))
    {
        return Ok(found);
    }
    let open: Vec<&Form> = page
        .forms
        .iter()
        .filter(|form| form.submits.iter().any(sends))
        .collect();
    match open.as_slice() {
        [one] => Ok(one),
        [] => Err(Unclear {
            code: "no-form",
            message: "no form on the page has a control that would submit it".to_string(),
        }),
        _ => Err(Unclear {
            code: "several-forms",
            message: format!(
                "several forms could be meant and none was filled: {}; say which",
                list(page)
            ),
        }),
    }
}

/// The form that was filled last, so that it can be found again after the page was redrawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    reference: Option<Ref>,
    name: String,
    labels: Vec<String>,
}

impl Filled {
    /// What to know `form` by.
    pub fn of(form: &Form) -> Self {
        Self {
            reference: form.reference,
            name: form.name.clone(),
            labels: form.fields.iter().map(|field| field.label.clone()).collect(),
        }
    }

    /// Whether `form` is it.
    pub(crate) fn is(&self, form: &Form) -> bool {
        match (self.reference, form.reference) {
            (Some(own), Some(other)) if own == other => true,
            (Some(_), None) | (None, Some(_)) => false,
            _ => self.name == form.name && form.fields.iter().any(|field| self.labels.contains(&field.label)),
        }
    }
}

/// The control of `form` to press: the one that `asked` names by ref or label, else the only one that sends the form
/// or moves it on.
///
/// # Errors
/// [`Unclear`] with the controls listed. A control that is disabled is no error here: that pressing it does nothing is
/// for the submit to say.
pub fn button<'a>(page: &'a Page, form: &'a Form, asked: Option<&str>) -> Result<&'a Submit, Unclear> {
    match asked {
        Some(asked) => named(page, form, asked),
        None => only(page, form),
    }
}

/// As [`button`], for a form that may be filled step by step: where `asked` names the control of a step that is still to
/// come, it is the one that goes on to it.
///
/// # Errors
/// As [`button`].
pub fn step_button<'a>(page: &'a Page, form: &'a Form, asked: Option<&str>) -> Result<&'a Submit, Unclear> {
    let found = button(page, form, asked);
    let Some(asked) = asked else { return found };
    if found.as_ref().is_ok_and(|found| found.visible) {
        return found;
    }
    // A control of another step may be there and not shown, or not be there yet.
    let wanted = fold(asked);
    let hidden = found.is_ok()
        || page
            .submits()
            .any(|submit| !submit.visible && is_called(submit, &wanted));
    let counted = page.step.is_some_and(|step| step.of.is_some_and(|of| step.step < of));
    match only(page, form) {
        Ok(next) if next.effect == Effect::Next && (hidden || counted) => Ok(next),
        Ok(_) | Err(_) => found,
    }
}

/// The form that `submit` belongs to.
pub fn holder<'a>(page: &'a Page, submit: &Submit) -> Option<&'a Form> {
    page.forms.iter().find(|form| form.submits.contains(submit))
}

/// The form that was filled: `own`, that of the first key, if it can be sent; else, whatever the order of the keys, the one
/// that holds most of the fields resolved, those that can be sent before others.
pub fn filled<'a>(page: &'a Page, own: Option<Ref>, fields: &[FieldReport]) -> Option<&'a Form> {
    let can = |form: &Form| form.submits.iter().any(sends);
    let named = page.forms.iter().find(|form| form.reference == own && own.is_some());
    if named.is_some_and(can) {
        return named;
    }
    let count = |form: &Form| fields.iter().filter(|field| is_of(field, form)).count();
    let counted = page.forms.iter().filter(|form| count(form) > 0);
    let most = counted.max_by_key(|form| (can(form), count(form)));
    most.filter(|form| can(form)).or(named).or(most)
}

fn is_of(report: &FieldReport, form: &Form) -> bool {
    let reference = report.reference;
    reference.is_some_and(|reference| form.fields.iter().any(|field| field.owns(reference)))
}

/// Why the form `own` alone is not what is to be submitted: keys were filled in another form as well, whose own submit
/// control would not be pressed.
pub fn apart(page: &Page, own: Option<&Form>, fields: &[FieldReport]) -> Option<Unclear> {
    let own = own?;
    let filled = |form: &Form| {
        let mut good = fields.iter().filter(|field| field.status.good());
        good.any(|field| is_of(field, form))
    };
    // Outside of any form, in another frame, what sends is another's.
    let frame = |form: &Form| {
        form.fields
            .first()
            .and_then(|field| field.reference)
            .map(|own| own.frame)
    };
    let apart = |form: &Form| match form.reference {
        Some(_) => form.reference != own.reference && !form.submits.is_empty(),
        None => frame(form) != frame(own) && form.submits.iter().any(sends),
    };
    let other = page.forms.iter().any(|form| apart(form) && filled(form));
    (other && filled(own)).then(|| Unclear {
        code: "several-forms",
        message: format!(
            "the keys stand in several forms, which are sent one by one: {}; fill and submit each by itself, and name it",
            list(page)
        ),
    })
}

/// The control of any form that `asked` names by ref or label.
///
/// # Errors
/// As [`button`].
pub fn button_anywhere<'a>(page: &'a Page, asked: &str) -> Result<&'a Submit, Unclear> {
    let empty = Form::default();
    let wanted = fold(asked);
    let mut labelled = page
        .submits()
        .filter(|submit| submit.visible && is_called(submit, &wanted));
    let first = labelled.next();
    match first.and_then(|first| holder(page, first)).or(page.forms.first()) {
        Some(form) if labelled.next().is_none() => button(page, form, Some(asked)),
        Some(_) => Err(Unclear {
            code: "several-buttons",
            message: format!(
                "several controls are labelled so, in different forms: {}; give a ref",
                list(page)
            ),
        }),
        None => Err(Unclear {
            code: "no-button",
            message: format!("no control is labelled so; there are: {}", buttons(&empty)),
        }),
    }
}

fn named<'a>(page: &'a Page, form: &'a Form, asked: &str) -> Result<&'a Submit, Unclear> {
    if let Some(reference) = Ref::parse(asked)
        && let Some(found) = page.submits().find(|submit| submit.reference == Some(reference))
    {
        return Ok(found);
    }
    let wanted = fold(asked);
    let of = |submits: &mut dyn Iterator<Item = &'a Submit>| -> Vec<&'a Submit> {
        submits
            .filter(|submit| submit.visible && is_called(submit, &wanted))
            .collect()
    };
    let mut found = of(&mut form.submits.iter());
    if found.is_empty() {
        found = of(&mut page.submits());
    }
    match found.as_slice() {
        [one] => Ok(one),
        [] => Err(Unclear {
            code: "unknown-button",
            message: format!("no control is labelled so; there are: {}", buttons(form)),
        }),
        _ => Err(Unclear {
            code: "several-buttons",
            message: format!(
                "several controls are labelled so: {}; give a ref",
                listed(found.into_iter())
            ),
        }),
    }
}

/// Whether a control goes by this folded label, by its name or by the text on it.
fn is_called(submit: &Submit, wanted: &str) -> bool {
    fold(&submit.label) == wanted || !submit.also.is_empty() && fold(&submit.also) == wanted
}

fn only<'a>(page: &Page, form: &'a Form) -> Result<&'a Submit, Unclear> {
    let candidates: Vec<&Submit> = form.submits.iter().filter(|submit| sends(submit)).collect();
    match candidates.as_slice() {
        [] if form.submits.iter().any(|submit| submit.visible) => Err(Unclear {
            code: "no-button",
            message: format!(
                "nothing in the form is known to submit it; there are: {}; name the one to press",
                buttons(form)
            ),
        }),
        [] => Err(Unclear {
            code: "no-button",
            message: format!(
                "nothing in the form is known to submit it; elsewhere on the page there are: {}; name the one to press",
                listed(page.submits().filter(|submit| submit.visible))
            ),
        }),
        [first, rest @ ..] if rest.iter().all(|other| fold(&other.label) == fold(&first.label)) => Ok(first),
        _ => Err(Unclear {
            code: "several-buttons",
            message: format!("several controls would submit the form: {}; say which", buttons(form)),
        }),
    }
}

/// Whether pressing it would send its form, or move it on.
pub(crate) fn sends(submit: &Submit) -> bool {
    submit.visible && matches!(submit.effect, Effect::Submit | Effect::Next)
}

fn buttons(form: &Form) -> String {
    listed(form.submits.iter().filter(|submit| submit.visible))
}

fn listed<'a>(submits: impl Iterator<Item = &'a Submit>) -> String {
    let all: Vec<String> = submits
        .map(|submit| format!("\"{}\" ({})", submit.label, reference(submit.reference)))
        .collect();
    if all.is_empty() {
        "none".to_string()
    } else {
        all.join(", ")
    }
}

fn list(page: &Page) -> String {
    let all: Vec<String> = page
        .forms
        .iter()
        .map(|form| {
            let name = if form.name.is_empty() { "unnamed" } else { &form.name };
            format!(
                "{name} ({}, {} fields, buttons {})",
                reference(form.reference),
                form.fields.len(),
                buttons(form)
            )
        })
        .collect();
    if all.is_empty() {
        "none".to_string()
    } else {
        all.join("; ")
    }
}

fn reference(reference: Option<Ref>) -> String {
    reference.map_or_else(|| "no ref".to_string(), |reference| reference.to_string())
}

#[cfg(test)]
mod tests {
    use super::{Filled, apart, button, filled, form, form_to_submit, step_button};
    use crate::form::model::{Effect, Field, Form, Page, Ref, Step, Submit};
    use crate::report::{FieldReport, Status};
    use alloc::string::ToString;
    use alloc::vec::Vec;
    use alloc::{format, vec};

    fn submit(element: u32, label: &str, effect: Effect) -> Submit {
        Submit {
            reference: Some(Ref { frame: 0, element }),
            label: label.to_string(),
            effect,
            visible: true,
            ..Submit::default()
        }
    }

    fn of(element: u32, name: &str, submits: Vec<Submit>) -> Form {
        Form {
            reference: Some(Ref { frame: 0, element }),
            name: name.to_string(),
            handles: vec![format!("own-{element}")],
            validates: true,
            fields: vec![Field::default()],
            submits,
        }
    }

    fn page() -> Page {
        Page {
            forms: vec![
                of(
                    1,
                    "Ask",
                    vec![submit(2, "Send", Effect::Submit), submit(3, "Cancel", Effect::Other)],
                ),
                of(
                    4,
                    "News",
                    vec![
                        submit(5, "Save", Effect::Submit),
                        submit(6, "Save and close", Effect::Submit),
                    ],
                ),
            ],
            ..Page::default()
        }
    }

    #[test]
    fn a_form_is_named_by_its_ref_its_name_or_its_handle() {
        let page = page();
        for (asked, name) in [("e4", "News"), ("ask", "Ask"), ("NEW", "News"), ("own-4", "News")] {
            assert_eq!(form(&page, asked).map(|form| form.name.as_str()), Ok(name), "{asked}");
        }
        assert_eq!(
            form(&page, "Search").map_err(|unclear| unclear.code),
            Err("unknown-form")
        );
    }

    #[test]
    fn with_several_forms_and_none_filled_nothing_is_chosen_and_all_are_listed() {
        let page = page();
        let unclear = form_to_submit(&page, None, None).expect_err("two forms could be meant");
        assert_eq!(unclear.code, "several-forms");
        for part in ["Ask", "News", "\"Send\" (e2)", "1 fields"] {
            assert!(unclear.message.contains(part), "{part} in {}", unclear.message);
        }
        let last = Filled::of(&page.forms[1]);
        assert_eq!(
            form_to_submit(&page, None, Some(&last)).map(|form| form.name.as_str()),
            Ok("News")
        );
    }

    #[test]
    fn of_two_buttons_that_send_none_is_chosen() {
        let page = page();
        assert_eq!(
            button(&page, &page.forms[0], None).map(|submit| submit.label.as_str()),
            Ok("Send")
        );
        let unclear = button(&page, &page.forms[1], None).expect_err("two buttons could be meant");
        assert_eq!(unclear.code, "several-buttons");
        // By the text on it too, where a screen reader is told another name.
        let mut told = page.clone();
        told.forms[0].submits[0].label = "Send button. Sends the form".to_string();
        told.forms[0].submits[0].also = "Send".to_string();
        assert!(button(&told, &told.forms[0], Some("send")).is_ok());
        // Of those that are labelled alike, and of no others.
        let mut twice = page.clone();
        twice.forms[0].submits.push(submit(7, "Send", Effect::Submit));
        let unclear = button(&twice, &twice.forms[0], Some("send")).expect_err("two buttons are labelled so");
        assert!(
            unclear.message.contains("\"Send\" (e2), \"Send\" (e7);"),
            "{}",
            unclear.message
        );
        let asked = button(&page, &page.forms[1], Some("save"));
        assert_eq!(
            asked.map(|submit| submit.reference),
            Ok(Some(Ref { frame: 0, element: 5 }))
        );
    }

    #[test]
    fn the_control_of_a_step_to_come_is_gone_on_to() {
        let steps = |shown: bool, label: &str| {
            let hidden = Submit {
                visible: shown,
                ..submit(4, label, Effect::Other)
            };
            let next = Submit {
                visible: !shown,
                ..submit(3, "Next", Effect::Next)
            };
            Page {
                forms: vec![of(1, "Open", vec![submit(2, "Back", Effect::Back), next, hidden])],
                ..Page::default()
            }
        };
        let label =
            |page: &Page, asked: &str| step_button(page, &page.forms[0], Some(asked)).map(|found| found.label.clone());
        assert_eq!(
            label(&steps(false, "Get my card"), "get my card").as_deref(),
            Ok("Next")
        );
        assert_eq!(label(&steps(false, "Get my card"), "e4").as_deref(), Ok("Next"));
        assert_eq!(
            label(&steps(true, "Get my card"), "get my card").as_deref(),
            Ok("Get my card")
        );
        // What is nowhere is gone on for only where the page counts steps to come.
        let unknown = label(&steps(false, "Get my card"), "Sned").expect_err("there is none");
        assert_eq!(unknown.code, "unknown-button");
        let counted = |step| Page {
            step: Some(Step { step, of: Some(3) }),
            ..steps(false, "Get my card")
        };
        assert_eq!(label(&counted(1), "Send").as_deref(), Ok("Next"));
        assert!(label(&counted(3), "Send").is_err());
    }

    #[test]
    fn what_can_be_sent_is_the_form_filled_in_any_order_of_keys() {
        let own = |frame: u32, element: u32| Ref { frame, element };
        let field = |reference: Ref| Field {
            reference: Some(reference),
            ..Field::default()
        };
        let mut page = page();
        page.forms[0].fields = vec![field(own(0, 10))];
        page.forms[1].fields = vec![field(own(0, 11))];
        page.forms.push(Form {
            fields: vec![field(own(3, 12)), field(own(3, 13))],
            ..Form::default()
        });
        let good = |reference: Ref| FieldReport {
            reference: Some(reference),
            ..FieldReport::of("key", Status::Filled)
        };
        let name = |page: &Page, first: Option<u32>, fields: &[Ref]| {
            let first = first.map(|element| own(0, element));
            let reports: Vec<FieldReport> = fields.iter().map(|reference| good(*reference)).collect();
            filled(page, first, &reports).map(|form| form.name.clone())
        };
        // Most of it is in a frame that cannot be sent.
        let all = [own(3, 12), own(3, 13), own(0, 10)];
        assert_eq!(name(&page, None, &all).as_deref(), Some("Ask"));
        assert_eq!(name(&page, Some(1), &all).as_deref(), Some("Ask"));
        assert_eq!(name(&page, None, &all[..2]).as_deref(), Some(""));
        // What has its own submit in another frame is sent by itself.
        let reports: Vec<FieldReport> = all.iter().map(|reference| good(*reference)).collect();
        assert_eq!(apart(&page, page.forms.first(), &reports), None);
        page.forms[2].submits = vec![submit(14, "Save card", Effect::Submit)];
        let told = apart(&page, page.forms.first(), &reports).map(|unclear| unclear.code);
        assert_eq!(told, Some("several-forms"));
    }
}

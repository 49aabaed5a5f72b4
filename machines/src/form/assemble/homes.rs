//! Fields that stand in one frame and are sent by a control around it, as those of a card are.

use alloc::vec::Vec;

use crate::form::choose::sends;
use crate::form::model::{Field, Form, Page, Ref};

/// Where a frame stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Home {
    /// The frame.
    pub frame: u32,
    /// The frame around it.
    pub around: u32,
    /// The form around it there, if it stands in one: the element's number.
    pub form: Option<u32>,
}

/// The frames that ask something and have nothing of their own that would send it.
pub fn homeless(page: &Page) -> Vec<u32> {
    let mut frames: Vec<u32> = page.forms.iter().filter(|form| asks(form)).filter_map(frame).collect();
    frames.sort_unstable();
    frames.dedup();
    frames.retain(|own| *own != 0 && !can_send(page, *own));
    frames
}

/// Gives the fields of such frames to the form around them; where there is none, to what stands outside of any form there
/// and can be sent. `homes` come with every child after its parent.
pub fn bring_home(page: &mut Page, homes: &[Home]) {
    for home in homes.iter().rev() {
        if homeless(page).contains(&home.frame)
            && let Some((around, form)) = place(page, *home, homes)
        {
            bring(page, home.frame, around, form);
        }
    }
}

/// The frame and the form there that the fields of a frame belong to.
fn place(page: &Page, home: Home, homes: &[Home]) -> Option<(u32, Option<Ref>)> {
    let mut at = home;
    // Each is around the one before, so there are no more than there are homes.
    for _ in homes {
        if let Some(element) = at.form {
            let frame = at.around;
            return Some((frame, Some(Ref { frame, element })));
        }
        let loose = |form: &&Form| form.reference.is_none() && frame(form) == Some(at.around);
        if page
            .forms
            .iter()
            .find(loose)
            .is_some_and(|form| form.submits.iter().any(sends))
        {
            return Some((at.around, None));
        }
        if can_send(page, at.around) {
            return None;
        }
        at = *homes.iter().find(|home| home.frame == at.around)?;
    }
    None
}

fn bring(page: &mut Page, own: u32, around: u32, reference: Option<Ref>) {
    let (moved, mut forms): (Vec<Form>, Vec<Form>) = core::mem::take(&mut page.forms)
        .into_iter()
        .partition(|form| frame(form) == Some(own));
    let is_home = |form: &Form| form.reference == reference && (reference.is_some() || frame(form) == Some(around));
    let at = forms.iter().position(is_home).unwrap_or_else(|| {
        // It holds nothing but the frame.
        forms.push(Form {
            reference,
            ..Form::default()
        });
        forms.len() - 1
    });
    if let Some(home) = forms.get_mut(at) {
        for mut form in moved {
            for submit in &mut form.submits {
                submit.form = reference;
            }
            form.fields.iter_mut().for_each(|field| belong(field, reference));
            home.fields.append(&mut form.fields);
            home.submits.append(&mut form.submits);
        }
    }
    page.forms = forms;
    let adders = page.adders.iter_mut();
    for adder in adders.filter(|adder| adder.reference.is_some_and(|reference| reference.frame == own)) {
        adder.form = reference;
    }
}

fn belong(field: &mut Field, form: Option<Ref>) {
    field.form = form;
    for part in &mut field.parts {
        part.field.form = form;
    }
}

/// The frame that a form stands in.
fn frame(form: &Form) -> Option<u32> {
    let fields = form.fields.iter().filter_map(|field| field.reference);
    let submits = form.submits.iter().filter_map(|submit| submit.reference);
    let own = form.reference.into_iter().chain(submits).chain(fields).next();
    own.map(|own| own.frame)
}

fn asks(form: &Form) -> bool {
    form.fields.iter().any(|field| field.visible && !field.trap)
}

/// Whether something in a frame would send what stands in it.
fn can_send(page: &Page, own: u32) -> bool {
    let mut forms = page.forms.iter().filter(|form| frame(form) == Some(own));
    forms.any(|form| form.submits.iter().any(sends))
}

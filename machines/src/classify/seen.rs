//! What is seen of a page before and after the press.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::doubt::plain;
use crate::Typed;
use crate::challenge::Challenge;
use crate::form::model::{Effect, Field, Form, Held, Kind, Page, Ref, Step, Tone};

/// A message as it was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The label of the field it is tied to, if it is tied to one.
    pub field: Option<String>,
    /// The field's ref.
    pub reference: Option<Ref>,
    /// Its text.
    pub text: Typed,
    /// What it says of the matter.
    pub tone: Tone,
}

/// What was seen of a page before or after the press, as far as it bears on the outcome.
#[expect(clippy::struct_excessive_bools, reason = "each is one independent observation")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The URL.
    pub url: Typed,
    /// The step of a wizard, if the page says so.
    pub step: Option<Step>,
    /// The headings.
    pub headings: Vec<Typed>,
    /// The messages.
    pub messages: Vec<Said>,
    /// Whether the form is there: a field of it, or at least a control that sends it.
    pub form_present: bool,
    /// One number for each field of the form that can be seen: its kind, label and name.
    pub fields: Vec<u64>,
    /// The same of every other field on the page that can be seen.
    pub others: Vec<u64>,
    /// How many of the form's fields hold something.
    pub filled: usize,
    /// Whether none of these has a name that a form sent by address could send its value by.
    pub nameless: bool,
    /// The form's other buttons that can be seen say where it leads: back, on, or sent.
    pub moves: Vec<Effect>,
    /// What the pressed control would do, before the press.
    pub effect: Effect,
    /// The fields that the browser itself refuses, with its words. Empty where the browser does not check.
    pub invalid: Vec<Said>,
    /// Whether a window was opened since the press.
    pub opened: bool,
    /// What the page wants of a person before anything else, if it does.
    pub challenge: Option<Challenge>,
    /// Whether the form, which asks for nothing, waits for a last press: to pay, to confirm, to send.
    pub waits: bool,
    /// Whether the page asks for a password.
    pub asks_password: bool,
    /// Whether a field has come up since the press that the caller gave a key for.
    pub asked_for: bool,
    /// The first characters of the visible text.
    pub text: Typed,
    /// What stands beside each field of the form that can be seen: its signature, and the texts, one a line.
    pub beside: Beside,
}

/// The signatures of fields, and what stands beside each, one text a line.
pub type Beside = Vec<(u64, Said)>;

impl Seen {
    /// What `page` shows of `form`, whose submit control is `button`. After the press, `before` is what was seen then:
    /// a form in a new document has another ref, and the search box of the site is not the form.
    pub fn of(page: &Page, form: Option<Ref>, button: Option<Ref>, before: Option<&Self>) -> Self {
        let chosen = choose(page, form, before);
        let fields: Vec<&Field> = chosen.map(|form| seen_fields(form).collect()).unwrap_or_default();
        let buttons: Vec<_> = chosen
            .map(|form| form.submits.iter().filter(|submit| submit.visible).collect())
            .unwrap_or_default();
        let is_form = |form: &Form| form.reference.is_some() && leads(form);
        let pressed = page
            .submits()
            .find(|submit| submit.reference.is_some() && submit.reference == button);
        Self {
            url: page.url.as_str().into(),
            step: page.step,
            headings: page.headings.iter().map(|text| text.as_str().into()).collect(),
            messages: messages(page),
            form_present: !fields.is_empty() || chosen.is_some_and(is_form),
            fields: fields.iter().map(|field| signature(field)).collect(),
            others: page
                .forms
                .iter()
                .filter(|form| chosen.is_none_or(|chosen| !core::ptr::eq(chosen, *form)))
                .flat_map(seen_fields)
                .map(signature)
                .collect(),
            filled: fields.iter().filter(|field| holds_something(field)).count(),
            nameless: fields
                .iter()
                .filter(|field| holds_something(field))
                .all(|field| field.name.is_empty() && field.parts.iter().all(|part| part.field.name.is_empty())),
            moves: buttons.iter().map(|submit| submit.effect).collect(),
            effect: pressed.map(|submit| submit.effect).unwrap_or_default(),
            invalid: Vec::new(),
            opened: false,
            challenge: None,
            asked_for: false,
            waits: fields.is_empty() && chosen.is_some_and(finishes),
            asks_password: page
                .fields()
                .any(|field| field.kind == Kind::Password && field.visible && !field.trap),
            text: page.text.as_str().into(),
            beside: fields
                .iter()
                .map(|field| {
                    let said = Said {
                        field: Some(field.label.clone()),
                        reference: field.reference,
                        text: field.beside.as_str().into(),
                        tone: Tone::Error,
                    };
                    (signature(field), said)
                })
                .collect(),
        }
    }

    /// Takes up what stood beside the fields of earlier steps of the same course when they were left.
    pub fn recall(&mut self, past: &Beside) {
        for (own, said) in past {
            if !self.beside.iter().any(|(known, _)| known == own) {
                self.beside.push((*own, said.clone()));
            }
        }
    }

    /// Whether it shows a step that was left before what is seen in `before` came up.
    pub(super) fn is_back(&self, before: &Self) -> bool {
        let known = |(own, _): &(u64, Said)| before.beside.iter().any(|(past, _)| past == own);
        self.shared(before) == 0 && self.beside.iter().any(known)
    }

    /// The texts that stand beside a field now and did not stand beside it in `before`, as errors at that field.
    pub(super) fn news_beside(&self, before: &Self) -> Vec<Said> {
        let known = |signature: u64| before.beside.iter().find(|(own, _)| *own == signature);
        let mut news = Vec::new();
        for (signature, now) in &self.beside {
            let Some((_, old)) = known(*signature) else {
                continue;
            };
            let told = self.errors().any(|said| said.reference == now.reference);
            // A message of the field before may stand just as well before this one.
            let of_another = |line: &str| {
                self.errors()
                    .any(|said| said.field.is_some() && said.text.reveal() == line)
            };
            let stood = |line: &str| old.text.reveal().lines().any(|own| own == line);
            let is_new = |line: &&str| !line.is_empty() && !stood(line) && !of_another(line);
            let lines: Vec<&str> = now.text.reveal().lines().filter(is_new).collect();
            if !told && !lines.is_empty() {
                news.push(Said {
                    text: lines.join(" ").into(),
                    ..now.clone()
                });
            }
        }
        news
    }

    pub(super) fn errors(&self) -> impl Iterator<Item = &Said> {
        self.messages.iter().filter(|said| said.tone == Tone::Error)
    }

    pub(super) fn says(&self, said: &Said) -> bool {
        self.messages
            .iter()
            .any(|own| own.text == said.text && own.tone == said.tone && own.field == said.field)
    }

    /// How many of its fields are among those of `other`.
    pub(super) fn shared(&self, other: &Self) -> usize {
        self.fields.iter().filter(|own| other.fields.contains(own)).count()
    }
}

fn seen_fields(form: &Form) -> impl Iterator<Item = &Field> {
    form.fields.iter().filter(|field| field.visible && !field.trap)
}

/// The form in question: the one most like it, else the same, else one that was not there before and leads on.
fn choose<'a>(page: &'a Page, form: Option<Ref>, before: Option<&Seen>) -> Option<&'a Form> {
    let Some(before) = before else {
        return page.forms.iter().find(|own| own.reference == form);
    };
    let likeness = |form: &Form| {
        let fields = seen_fields(form);
        fields.filter(|field| before.fields.contains(&signature(field))).count()
    };
    // The search box of the site stands on every page.
    let is_other = |form: &Form| {
        let mut fields = seen_fields(form).map(signature).peekable();
        fields.peek().is_some() && fields.all(|own| before.others.contains(&own))
    };
    let candidates = || page.forms.iter().filter(|own| !is_other(own));
    let alike = candidates()
        .filter(|own| likeness(own) > 0)
        .max_by_key(|own| likeness(own));
    let same = || candidates().find(|own| own.reference == form && seen_fields(own).next().is_some());
    let leading = || {
        candidates()
            .filter(|own| leads(own))
            .max_by_key(|own| seen_fields(own).count())
    };
    alike.or_else(same).or_else(leading)
}

/// Whether the form can be sent, or goes on.
fn leads(form: &Form) -> bool {
    let mut buttons = form.submits.iter().filter(|submit| submit.visible);
    buttons.any(|submit| matches!(submit.effect, Effect::Submit | Effect::Next))
}

/// Whether one of its controls says that it is the last press.
fn finishes(form: &Form) -> bool {
    let mut buttons = form
        .submits
        .iter()
        .filter(|submit| submit.visible && submit.effect == Effect::Submit);
    buttons.any(|submit| {
        let label = plain(&submit.label);
        LAST_PRESS.iter().any(|word| label.contains(word))
    })
}

/// How words begin that stand on the control that ends a course.
const LAST_PRESS: [&str; 33] = [
    " pay ",
    " confirm",
    " place ",
    " send",
    " submit",
    " finish",
    " complete",
    " buy ",
    " purchase",
    " book ",
    " apply ",
    " order ", // English
    " bezahl",
    " zahlungspflichtig",
    " bestätig",
    " absenden",
    " abschick",
    " kaufen",
    " bestellen", // German
    " payer ",
    " confirmer",
    " envoyer",
    " valider",
    " commander", // French
    " pagar",
    " confirmar",
    " enviar",
    " finalizar",
    " comprar", // Spanish, Portuguese
    " paga ",
    " conferma",
    " invia ",
    " acquista", // Italian
];

/// A number that stands for kind, label and name (FNV-1a).
fn signature(field: &Field) -> u64 {
    let text = format!("{}\n{}\n{}", field.kind.word(), field.label, field.name);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn holds_something(field: &Field) -> bool {
    let holds = |held: &Held| match held {
        Held::Text(text) => !text.is_empty(),
        Held::Checked(checked) => *checked == Some(true),
        Held::Chosen(chosen) => chosen
            .iter()
            .any(|&at| field.options.get(at).is_none_or(|choice| !choice.value.is_empty())),
        Held::Files(files) => !files.is_empty(),
    };
    holds(&field.held) || field.parts.iter().any(|part| holds_something(&part.field))
}

fn messages(page: &Page) -> Vec<Said> {
    let label = |reference: Option<Ref>| Some(page.field(reference?)?.label.clone());
    let shown = page.messages.iter().map(|message| Said {
        field: label(message.field),
        reference: message.field,
        text: message.text.as_str().into(),
        tone: message.tone,
    });
    let mut all: Vec<Said> = shown.collect();
    for field in page.fields().filter(|field| field.visible && !field.error.is_empty()) {
        let known = all
            .iter()
            .any(|said| said.reference == field.reference && said.tone == Tone::Error);
        if !known {
            all.push(Said {
                field: Some(field.label.clone()),
                reference: field.reference,
                text: field.error.as_str().into(),
                tone: Tone::Error,
            });
        }
    }
    all
}

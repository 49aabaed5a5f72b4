//! What did pressing a submit control come to? No memory, so functions; the order of the rules is the precedence.
//!
//! Evidence counts, not words alone: the requests sent and their status, the step shown, the fields shown, the
//! messages shown, and whether the document was replaced. Words of the page are never the reason to say that
//! something was accepted; some of them are a reason not to say it.

mod reply;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub use self::reply::{Fact, Reply};
use crate::Typed;
use crate::challenge::{self, Challenge};
use crate::form::model::{Effect, Field, Form, Held, Kind, Page, Ref, Step, Tone};
use crate::report::{Outcome, SubmitMessage};

/// What kind of request it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Carrier {
    /// A document was asked for, of the frame that the form stands in or of the page: a form was sent or a link followed.
    Document,
    /// A document was asked for in another frame.
    Aside,
    /// `fetch` or `XMLHttpRequest`.
    #[default]
    Xhr,
    /// Beacons, images, scripts and the like.
    Other,
}

/// One request that was sent after the press, redirects counted one by one, in the order of their start.
#[expect(clippy::struct_excessive_bools, reason = "each is one independent observation")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    /// `GET`, `POST`, ….
    pub method: String,
    /// The status of the answer, 100 to 599, if there was one.
    pub status: Option<u16>,
    /// What kind of request it was.
    pub kind: Carrier,
    /// Whether it failed without an answer.
    pub failed: bool,
    /// Whether it went to another site than the page's.
    pub third_party: bool,
    /// Whether its address has a query.
    pub query: bool,
    /// Whether the answer, data and no page, says itself that what was sent was not taken ([`Reply::denies`]).
    pub denied: bool,
}

impl Sent {
    /// Whether nothing is known of it yet.
    pub const fn is_pending(&self) -> bool {
        self.status.is_none() && !self.failed
    }

    /// Whether it may have carried the form in its own right.
    pub fn writes(&self) -> bool {
        matches!(self.kind, Carrier::Document | Carrier::Xhr) && self.changes()
    }

    fn changes(&self) -> bool {
        !matches!(self.method.as_str(), "GET" | "HEAD" | "OPTIONS")
    }

    /// Whether it led to a page that could not be had: redirects without end, a connection that broke.
    const fn broke_off(&self) -> bool {
        self.failed && matches!(self.status, Some(300..400))
    }

    /// Whether it may have carried the form some other way: into another frame, by a beacon, in a picture's address.
    fn aside(&self) -> bool {
        match self.kind {
            Carrier::Document | Carrier::Xhr => false,
            Carrier::Aside => true,
            Carrier::Other => self.changes() || (self.query && !self.third_party),
        }
    }
}

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
            moves: buttons.iter().map(|submit| submit.effect).collect(),
            effect: pressed.map(|submit| submit.effect).unwrap_or_default(),
            invalid: Vec::new(),
            opened: false,
            challenge: None,
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
    fn is_back(&self, before: &Self) -> bool {
        let known = |(own, _): &(u64, Said)| before.beside.iter().any(|(past, _)| past == own);
        self.shared(before) == 0 && self.beside.iter().any(known)
    }

    /// The texts that stand beside a field now and did not stand beside it in `before`, as errors at that field.
    fn news_beside(&self, before: &Self) -> Vec<Said> {
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

    fn errors(&self) -> impl Iterator<Item = &Said> {
        self.messages.iter().filter(|said| said.tone == Tone::Error)
    }

    fn says(&self, said: &Said) -> bool {
        self.messages
            .iter()
            .any(|own| own.text == said.text && own.tone == said.tone && own.field == said.field)
    }

    /// How many of its fields are among those of `other`.
    fn shared(&self, other: &Self) -> usize {
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

/// What it came to, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What it came to.
    pub outcome: Outcome,
    /// The status of the request that carried the form.
    pub status: Option<u16>,
    /// What the page says is wrong.
    pub messages: Vec<SubmitMessage>,
    /// What the outcome rests on, one short sentence each. No value stands in it.
    pub evidence: Vec<String>,
}

/// What the requests tell.
#[expect(clippy::struct_excessive_bools, reason = "each is one independent piece of evidence")]
struct Wire {
    /// A request that may have carried the form was answered so: the last one.
    status: Option<u16>,
    /// The first failing status of those that count, 400 to 599.
    failing: Option<u16>,
    /// A request that changes something on the server was answered 2xx or 3xx.
    accepted: bool,
    /// The same, and the document itself carried it.
    by_document: bool,
    /// It was answered with a redirect.
    redirected: bool,
    /// A request that changes something on the server got no answer.
    lost: bool,
    /// A request that changes something on the server was sent.
    sent: bool,
    /// The document was asked for by address alone, and came.
    by_address: bool,
    /// Some document was asked for with a query, which may have carried the values.
    by_query: bool,
    /// What may have carried the form some other way was answered 2xx or 3xx.
    aside_accepted: bool,
    /// Something may have carried the form some other way.
    aside: bool,
    /// No request but those in the background was sent.
    silent: bool,
    /// An answer to what may have carried the form says that it was not taken.
    denied: bool,
}

fn wire(requests: &[Sent]) -> Wire {
    let own = |sent: &&Sent| !sent.third_party || sent.kind == Carrier::Document;
    let own_or_frame = |sent: &Sent| !sent.third_party || sent.kind == Carrier::Aside;
    let some_own = requests.iter().filter(own).any(Sent::writes);
    let relevant: Vec<&Sent> = requests.iter().filter(|sent| !some_own || own(sent)).collect();
    let last_document = relevant.iter().rposition(|sent| sent.kind == Carrier::Document);
    // What a new document asks for by itself says nothing of the form.
    let until = last_document.map_or(relevant.len(), |at| at + 1);
    let until = relevant.get(..until).unwrap_or_default();
    let writes = || until.iter().filter(|sent| sent.writes());
    let last_write = writes().next_back();
    let last = last_document.and_then(|at| relevant.get(at)).or(last_write);
    let is_bad = |status: &u16| *status >= 400;
    let good = |sent: &&&Sent| sent.status.is_some_and(|status| (200..400).contains(&status));
    Wire {
        status: last_write
            .and_then(|sent| sent.status)
            .or_else(|| last.and_then(|sent| sent.status)),
        failing: [last_write, last]
            .into_iter()
            .flatten()
            .find_map(|sent| sent.status.filter(is_bad)),
        accepted: last_write.as_ref().is_some_and(good),
        by_document: last_write
            .as_ref()
            .filter(|sent| good(sent))
            .is_some_and(|sent| sent.kind == Carrier::Document),
        redirected: writes().any(|sent| sent.status.is_some_and(|status| (300..400).contains(&status))),
        lost: last_write.is_some_and(|sent| sent.failed || sent.is_pending()),
        sent: last_write.is_some(),
        by_address: last_write.is_none()
            && last_document
                .and_then(|at| relevant.get(at))
                .is_some_and(|sent| good(&sent)),
        by_query: requests.iter().any(|sent| sent.kind == Carrier::Document && sent.query),
        aside_accepted: requests
            .iter()
            .rfind(|sent| sent.aside() && sent.changes() && own_or_frame(sent))
            .is_some_and(|sent| good(&&sent)),
        aside: requests.iter().any(Sent::aside),
        silent: requests.iter().all(|sent| sent.kind == Carrier::Other),
        denied: writes().any(|sent| sent.denied),
    }
}

/// Words that make it doubtful that a page has accepted something, whatever else it shows. A blank stands for anything
/// that is neither a letter nor a digit.
const DOUBT: [&[&str]; 6] = [
    // English.
    &[
        "error",
        "invalid",
        "fail",
        "already",
        "incorrect",
        "required",
        "could not",
        " couldn t ",
        "cannot",
        " can t ",
        "wrong",
        "try again",
        "again later",
        "retry",
        "unable",
        "not available",
        "unavailable",
        "denied",
        "expired",
        "declined",
        "rejected",
        "refused",
        "forbidden",
        "unauthori",
        "not allowed",
        "not accept",
        "not placed",
        "not sent",
        "not saved",
        "not stored",
        "not found",
        "not valid",
        " was not ",
        " wasn t ",
        " were not ",
        " weren t ",
        "not been ",
        "no longer",
        "is closed",
        "are closed",
        "maintenance",
        "sorry",
        "unfortunately",
        "is a problem",
        "was a problem",
        "had a problem",
        "problem occurred",
        "timed out",
        "too many",
        "log in again",
        "blocked",
        "duplicate",
        "discarded",
        "flagged as",
        "nothing was ",
        "please wait",
        "exception",
        "traceback",
        "undefined index",
        "undefined variable",
        "undefined array key",
        " ok false ",
        " success false ",
    ],
    // German.
    &[
        "fehler",
        "fehlgeschlagen",
        "ungültig",
        "konnte nicht",
        "konnten nicht",
        "kann nicht",
        "können nicht",
        "nicht möglich",
        "nicht gespeichert",
        "nicht gesendet",
        "nicht erfolgreich",
        "wurde nicht",
        "leider",
        "abgelehnt",
        "abgelaufen",
        "verweigert",
        "bereits",
        "erneut",
        "geschlossen",
        "wartung",
    ],
    // French.
    &[
        "erreur",
        "échec",
        "échou",
        "invalide",
        "n a pas",
        "n ont pas",
        "impossible",
        "refusé",
        "rejeté",
        "expiré",
        "réessay",
        "déjà",
        "fermé",
        "malheureusement",
        "désolé",
    ],
    // Spanish.
    &[
        "no se ha ",
        "no se pudo",
        "no se puede",
        "no ha sido",
        "no fue ",
        "no pudimos",
        "falló",
        "fallid",
        "inválid",
        "no válid",
        "rechazad",
        "denegad",
        "caducad",
        "expirad",
        "de nuevo",
        "ya ha ",
        " ya se ",
        "ya existe",
        "ocurrido un problema",
        "lo sentimos",
        "cerrado",
    ],
    // Portuguese.
    &[
        "não foi",
        "não pôde",
        "não pode",
        "não conseguimos",
        " erro ",
        "falhou",
        "falha",
        "recusad",
        "negado",
        "novamente",
        " já ",
        "infelizmente",
        "encerrado",
        "indisponível",
    ],
    // Italian.
    &[
        "errore",
        "non è stat",
        "non è possibile",
        "impossibile",
        "non riuscit",
        "fallit",
        "non valid",
        "rifiutat",
        "negato",
        "scadut",
        "riprova",
        "spiacenti",
        "già ",
        "purtroppo",
        "chius",
    ],
];

/// What the press came to: `before` and `after` are what was seen, `requests` what was sent in between, and `moved`
/// says whether the document was replaced.
pub fn classify(before: &Seen, after: &Seen, requests: &[Sent], moved: bool) -> Judgement {
    let wire = wire(requests);
    let mut evidence = told_by(&wire, requests, after.opened);
    // A text that has come up beside a field speaks of that field; but where something was accepted in place, it may
    // as well say so, unless the page went back to an earlier step over it.
    let back = !moved && after.is_back(before);
    let in_place = wire.accepted && !wire.by_document && !back;
    // Nor is it about the values where the server failed.
    let broken = wire.failing.is_some_and(|status| !about_input(status));
    let beside = if in_place || broken {
        Vec::new()
    } else {
        after.news_beside(before)
    };
    let errors: Vec<&Said> = after.errors().chain(&beside).collect();
    let is_new = |said: &&&Said| moved || !before.says(said);
    let new_tied = errors.iter().filter(is_new).filter(|said| said.field.is_some()).count();
    let new_loose = errors.iter().filter(is_new).filter(|said| said.field.is_none()).count();
    let old_tied = errors.iter().filter(|said| said.field.is_some()).count() - new_tied;
    // What it asked for is gone in place, and what is left only waits for a press: the answers are shown again.
    let reviewed = !moved && !before.fields.is_empty() && after.fields.is_empty() && after.form_present;
    let stepped = match (before.step, after.step) {
        (Some(before), Some(after)) => after.step > before.step,
        (None, Some(after)) => reviewed && after.step > 1,
        _ => false,
    };
    let other_fields = reviewed || (!after.fields.is_empty() && after.shared(before) == 0);
    let same_fields = after.fields == before.fields && after.form_present;
    let new_success = after
        .messages
        .iter()
        .any(|said| said.tone == Tone::Success && (moved || !before.says(said)));
    let new_status = after
        .messages
        .iter()
        .any(|said| said.tone == Tone::Status && !moved && !before.says(said));
    let gone = before.form_present && (!after.form_present || (moved && other_fields));
    // A page that is sent again as it was at first says nothing, unless the server led to it.
    let emptied = same_fields && before.filled > 0 && after.filled == 0 && (!moved || wire.redirected);
    let another_url = after.url != before.url;
    for (holds, words) in [
        (moved, "the document was replaced"),
        (after.opened, "the page opened a window"),
        (another_url, "the address changed"),
        (stepped, "the page shows a later step"),
        (back, "the page shows an earlier step"),
        (gone, "the form is gone"),
        (other_fields && !gone, "the form shows other fields"),
        (emptied, "the form was emptied"),
        (new_success, "the page shows a success message"),
        (new_status, "the page shows a new message"),
        (new_tied > 0, "the page shows new errors at fields"),
        (new_loose > 0, "the page shows a new error"),
        (old_tied > 0, "the page still shows errors at fields"),
    ] {
        if holds {
            evidence.push(words.to_string());
        }
    }
    let judged = |outcome, messages, evidence| Judgement {
        outcome,
        status: wire.status,
        messages,
        evidence,
    };
    // What the browser refuses is told in any case, beside what the page says.
    let nothing = requests.iter().all(|sent| sent.kind == Carrier::Other) && !moved && same_fields && !stepped;
    let told = || {
        let said = |own: &&Said| errors.iter().any(|said| said.reference == own.reference);
        let refused = after.invalid.iter().filter(|own| nothing && !said(own));
        errors.iter().copied().chain(refused).map(message).collect::<Vec<_>>()
    };
    // A new step may show at once what is required in it.
    let fresh_step = stepped && other_fields && wire.failing.is_none();

    // 1. The page says what is wrong, at the fields. A server that broke has judged no field, wherever the page puts its
    // regrets.
    let broke = wire.failing.is_some_and(|status| status >= 500);
    if new_tied > 0 && !fresh_step && !broke {
        return judged(Outcome::ValidationFailed, told(), evidence);
    }
    // 2. The server says no. With a status for bad input and a message it is about the values.
    if let Some(status) = wire.failing {
        if about_input(status) && (new_loose > 0 || old_tied > 0) {
            return judged(Outcome::ValidationFailed, told(), evidence);
        }
        evidence.push("data may or may not be stored".to_string());
        return judged(Outcome::ServerError, told(), evidence);
    }
    // The answer was to be a page that could not be loaded, or one that wants a person first.
    let unloaded = moved && after.url.reveal().starts_with("chrome-error:");
    if unloaded
        || requests
            .iter()
            .rfind(|sent| sent.kind == Carrier::Document)
            .is_some_and(Sent::broke_off)
    {
        evidence.push("the page that was to follow could not be loaded: data may or may not be stored".to_string());
        return judged(Outcome::Unknown, told(), evidence);
    }
    let walled = after
        .challenge
        .as_ref()
        .filter(|wall| moved && wall.kind != challenge::Kind::OneTimeCode && before.challenge.as_ref() != Some(*wall));
    if let Some(wall) = walled {
        evidence.push(format!("{}: data may or may not be stored", wall.want()));
        return judged(Outcome::Unknown, told(), evidence);
    }
    // 3. The page says what is wrong, somewhere.
    if new_loose > 0 && !fresh_step {
        return judged(Outcome::ValidationFailed, told(), evidence);
    }
    // 4. The browser did not let it out.
    if nothing && !after.invalid.is_empty() {
        evidence.push("the browser itself refuses fields of the form".to_string());
        let refused = after.invalid.iter().map(message).collect();
        return judged(Outcome::ValidationFailed, refused, evidence);
    }
    // 5. What was wrong before is still shown, and nothing says that it was accepted all the same.
    if old_tied > 0 && !new_success && !emptied {
        return judged(Outcome::ValidationFailed, told(), evidence);
    }
    // 6. It was sent, and no answer came.
    if wire.lost && !gone && !new_success {
        evidence.push("it was sent, and no answer came: data may or may not be stored".to_string());
        return judged(Outcome::Unknown, told(), evidence);
    }
    // 7. Another step of the same course.
    let leads_on = after
        .moves
        .iter()
        .any(|effect| matches!(effect, Effect::Submit | Effect::Next));
    let has_structure = reviewed && wire.silent && !new_success
        || before.effect == Effect::Next
        || (after.moves.contains(&Effect::Back) && !before.moves.contains(&Effect::Back));
    // A later step that asks for something else is one, whatever its buttons are called.
    let asks_on = stepped && other_fields && !after.fields.is_empty();
    if asks_on || (stepped || (other_fields && has_structure)) && leads_on {
        return judged(Outcome::Advanced, Vec::new(), evidence);
    }
    // 8. It was accepted: by a request that may have carried it, or by a page that keeps it to itself and says so, and
    // nothing makes that doubtful.
    let login = after.asks_password && !before.asks_password && !new_success;
    let words = doubtful(before, after);
    // Shown again for a last press: it is not final, and nobody has said that it is to be pressed.
    let unfinished = moved && after.waits && !before.fields.is_empty() && !new_success;
    let doubt = words.is_some() || login || unfinished || wire.denied;
    let shows = gone || emptied || new_success;
    // An address without a query carries none of the values.
    let by_address = moved && wire.by_address && (wire.by_query || before.filled == 0);
    let taken = wire.accepted || wire.aside_accepted || by_address;
    if !doubt && ((taken && shows) || (wire.accepted && (new_status || moved && wire.redirected))) {
        return judged(Outcome::Submitted, Vec::new(), evidence);
    }
    if !doubt && new_success && wire.silent && !after.opened {
        evidence.push("the page keeps it to itself".to_string());
        return judged(Outcome::Submitted, Vec::new(), evidence);
    }
    if !doubt && by_address {
        evidence.push("the form was sent by address".to_string());
        return judged(Outcome::Submitted, Vec::new(), evidence);
    }
    let mut said = Vec::new();
    if wire.denied {
        evidence.push("the answer to it says itself that it was not taken".to_string());
    }
    if login {
        evidence.push("the page asks for a password".to_string());
    } else if let Some(words) = words {
        evidence.push("the words that the page shows speak of something gone wrong".to_string());
        said.push(SubmitMessage {
            text: words,
            ..SubmitMessage::default()
        });
    } else if unfinished {
        evidence.push(
            "the page waits for another press, so nothing is final: look at it, and press if it is right".to_string(),
        );
    }
    // 9. It was sent and answered, and the page says little or nothing.
    if wire.accepted {
        let changed = after.text != before.text || after.headings != before.headings || other_fields;
        if wire.by_document && !moved && !doubt {
            evidence.push("the server took the form and sent no page".to_string());
            return judged(Outcome::Submitted, Vec::new(), evidence);
        }
        if changed && !doubt && !(moved && same_fields) {
            evidence.push("the text of the page changed".to_string());
            return judged(Outcome::Submitted, Vec::new(), evidence);
        }
        evidence.push("the page shows no sign of what came of it: data may or may not be stored".to_string());
        return judged(Outcome::Unknown, said, evidence);
    }
    if wire.sent || wire.aside || after.opened {
        evidence.push("it may have carried the form: data may or may not be stored".to_string());
        return judged(Outcome::Unknown, said, evidence);
    }
    if moved && wire.by_address {
        evidence.push("the page went to an address that carries none of the values".to_string());
    }
    if shows || new_status || other_fields || stepped || moved {
        evidence.push("something changed, but nothing shows that the form was accepted".to_string());
        return judged(Outcome::Unknown, said, evidence);
    }
    // 10. Nothing.
    if !errors.is_empty() {
        evidence.push("the page still shows an error that it showed before".to_string());
    }
    evidence.push("nothing was sent and nothing changed as long as the page was watched".to_string());
    judged(Outcome::Unchanged, told(), evidence)
}

/// Whether a status says that it is the values that the server does not take.
const fn about_input(status: u16) -> bool {
    matches!(status, 400 | 409 | 412 | 422)
}

/// The words that were added and speak of something gone wrong: the sentence that they stand in.
fn doubtful(before: &Seen, after: &Seen) -> Option<String> {
    const LONGEST: usize = 200;
    let (old, new) = (plain(before.text.reveal()), plain(after.text.reveal()));
    let more = |word: &&&str| new.matches(**word).count() > old.matches(**word).count();
    let word = DOUBT.iter().copied().flatten().find(more)?;
    let shown = after.text.reveal();
    let sentences = shown.split_inclusive(['\n', '.', '!', '?', '。']).map(str::trim);
    let speaks = |sentence: &&str| plain(sentence).contains(word);
    let own = sentences.clone().filter(speaks);
    // The one that was not there before, if the same word was.
    let sentence = own
        .clone()
        .find(|sentence| !before.text.reveal().contains(sentence))
        .or(own.clone().next());
    Some(sentence.unwrap_or(shown).chars().take(LONGEST).collect())
}

/// In small letters, with one blank for all that is neither a letter nor a digit.
fn plain(text: &str) -> String {
    let mut plain = String::from(" ");
    for letter in text.chars().flat_map(char::to_lowercase) {
        if letter.is_alphanumeric() {
            plain.push(letter);
        } else if !plain.ends_with(' ') {
            plain.push(' ');
        }
    }
    if !plain.ends_with(' ') {
        plain.push(' ');
    }
    plain
}

fn told_by(wire: &Wire, requests: &[Sent], opened: bool) -> Vec<String> {
    let mut told = Vec::new();
    let carrying = requests
        .iter()
        .filter(|sent| sent.writes() || sent.kind == Carrier::Document || sent.aside());
    for sent in carrying.take(5) {
        let method = if sent.method.chars().all(|c| c.is_ascii_uppercase()) {
            sent.method.as_str()
        } else {
            "request"
        };
        let way = match sent.kind {
            Carrier::Document | Carrier::Xhr => "",
            Carrier::Aside => " in another frame",
            Carrier::Other => " in the background",
        };
        told.push(match (sent.status, sent.failed) {
            (Some(status), _) => format!("{method}{way} was answered {status}"),
            (None, true) => format!("{method}{way} failed without an answer"),
            (None, false) => format!("{method}{way} was not answered in time"),
        });
    }
    if !wire.sent && told.is_empty() && !opened {
        told.push("no request that could carry the form was sent as long as the page was watched".to_string());
    }
    told
}

fn message(said: &Said) -> SubmitMessage {
    SubmitMessage {
        field: said.field.clone().unwrap_or_default(),
        reference: said.reference,
        text: said.text.reveal().to_string(),
    }
}

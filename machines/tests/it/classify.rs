//! What a press came to on pages like those that are met.

use ostler_machines::classify::{Carrier, Judgement, Said, Seen, Sent, classify};
use ostler_machines::form::model::{
    Effect as Leads, Field, Form, Held, Kind, Page, PageMessage, Ref, Step, Submit as Button, Tone,
};
use ostler_machines::report::Outcome;

pub(crate) const FORM: Ref = Ref { frame: 0, element: 1 };
pub(crate) const BUTTON: Ref = Ref { frame: 0, element: 99 };

/// A page in the making.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft(pub(crate) Page);

pub(crate) fn draft(heading: &str) -> Draft {
    Draft(Page {
        url: "http://shop.example/form".into(),
        headings: vec![heading.into()],
        text: heading.into(),
        ..Page::default()
    })
}

impl Draft {
    /// Adds a form with fields (`label=value`, a star for an error) and its buttons.
    pub(crate) fn form(self, fields: &[&str], buttons: &[Leads]) -> Self {
        self.form_at(FORM, fields, buttons)
    }

    pub(crate) fn form_at(mut self, own: Ref, fields: &[&str], buttons: &[Leads]) -> Self {
        let base = own.element * 100;
        let field = |(number, text): (u32, &&str)| {
            let (text, error) = text.split_once('*').map_or((*text, ""), |(text, error)| (text, error));
            let (label, value) = text.split_once('=').unwrap_or((text, ""));
            Field {
                reference: Some(Ref {
                    frame: 0,
                    element: base + number,
                }),
                form: Some(own),
                label: label.into(),
                visible: true,
                held: Held::Text(value.into()),
                error: error.into(),
                ..Field::default()
            }
        };
        let button = |(number, effect): (u32, &Leads)| Button {
            reference: Some(if own == FORM && number == 0 {
                BUTTON
            } else {
                Ref {
                    frame: 0,
                    element: base + 50 + number,
                }
            }),
            form: Some(own),
            visible: true,
            effect: *effect,
            ..Button::default()
        };
        self.0.forms.push(Form {
            validates: true,
            reference: Some(own),
            name: String::new(),
            handles: Vec::new(),
            fields: (0..).zip(fields).map(field).collect(),
            submits: (0..).zip(buttons).map(button).collect(),
        });
        self
    }

    pub(crate) fn says(mut self, tone: Tone, text: &str) -> Self {
        self.0.messages.push(PageMessage {
            field: None,
            text: text.into(),
            tone,
        });
        self.reads(text)
    }

    pub(crate) fn reads(mut self, text: &str) -> Self {
        self.0.text.push(' ');
        self.0.text.push_str(text);
        self
    }

    pub(crate) fn at(mut self, url: &str) -> Self {
        self.0.url = url.into();
        self
    }

    pub(crate) fn step(mut self, step: u32, of: u32) -> Self {
        self.0.step = Some(Step { step, of: Some(of) });
        self
    }
}

pub(crate) fn sent(method: &str, kind: Carrier, status: u16) -> Sent {
    Sent {
        method: method.into(),
        status: Some(status),
        kind,
        ..Sent::default()
    }
}

pub(crate) fn fetch(status: u16) -> Vec<Sent> {
    vec![sent("POST", Carrier::Xhr, status)]
}

pub(crate) fn posted(status: u16) -> Vec<Sent> {
    vec![sent("POST", Carrier::Document, status)]
}

pub(crate) fn redirected() -> Vec<Sent> {
    vec![
        sent("POST", Carrier::Document, 303),
        sent("GET", Carrier::Document, 200),
    ]
}

pub(crate) fn judge(before: &Draft, after: &Draft, requests: &[Sent], moved: bool) -> Judgement {
    let before = Seen::of(&before.0, Some(FORM), Some(BUTTON), None);
    let after = Seen::of(&after.0, Some(FORM), Some(BUTTON), Some(&before));
    classify(&before, &after, requests, moved)
}

/// What it is, before, after, the requests, whether the document was replaced, and what it comes to.
type Case = (&'static str, Draft, Draft, Vec<Sent>, bool, Outcome);

fn come_to(table: impl IntoIterator<Item = Case>) {
    for (case, before, after, requests, moved, expected) in table {
        let judged = judge(&before, &after, &requests, moved);
        assert_eq!(judged.outcome, expected, "{case}: {:?}", judged.evidence);
    }
}

use Leads::{Back, Next, Other, Submit as Send};
use Outcome::{Advanced, ServerError, Submitted, Unchanged, Unknown, ValidationFailed};

#[test]
fn a_page_that_takes_or_refuses_a_form_is_told_by_its_evidence() {
    let register = || draft("Register").form(&["Name=Ines", "Email=i@example.org"], &[Send]);
    let feedback = || draft("Feedback").form(&["Message=Faster", "Email"], &[Send]);
    let claim = || draft("Claim").form(&["Reference=C-1"], &[Send]);
    let thanks = || draft("Thank you").at("http://shop.example/thanks");
    let search = Ref { frame: 0, element: 7 };
    let with_search = |draft: Draft| draft.form_at(search, &["Search"], &[Send]);
    let table: Vec<Case> = vec![
        // A form that the browser sends.
        (
            "posted and thanked",
            register(),
            thanks(),
            redirected(),
            true,
            Submitted,
        ),
        (
            "thanked, search on every page",
            with_search(register()),
            with_search(thanks()),
            redirected(),
            true,
            Submitted,
        ),
        (
            "thanked, and a new form below",
            register(),
            thanks().form(&["Newsletter email"], &[Send]),
            redirected(),
            true,
            Submitted,
        ),
        (
            "posted, 500",
            register(),
            draft("Sorry"),
            posted(500),
            true,
            ServerError,
        ),
        (
            "posted, 503",
            register(),
            draft("Service unavailable"),
            posted(503),
            true,
            ServerError,
        ),
        (
            "posted, thanked with 500",
            register(),
            thanks(),
            vec![
                sent("POST", Carrier::Document, 303),
                sent("GET", Carrier::Document, 500),
            ],
            true,
            ServerError,
        ),
        (
            "422 and only an alert",
            register(),
            draft("Please correct").says(Tone::Error, "already registered"),
            posted(422),
            true,
            ValidationFailed,
        ),
        (
            "422 and no message",
            register(),
            draft("Oops"),
            posted(422),
            true,
            ServerError,
        ),
        (
            "422 with messages at fields",
            register(),
            draft("Register").form(&["Name=Ines", "Email=i*taken"], &[Send]),
            posted(422),
            true,
            ValidationFailed,
        ),
        (
            "200 with messages at fields",
            register(),
            draft("Register").form(&["Name=Ines", "Email=i*taken"], &[Send]),
            posted(200),
            true,
            ValidationFailed,
        ),
        (
            "errors shown after a redirect",
            register(),
            draft("Register").form(&["Name=Ines", "Email=i*taken"], &[Send]),
            redirected(),
            true,
            ValidationFailed,
        ),
        (
            "the same form again, with its values, and not a word",
            register(),
            register(),
            posted(200),
            true,
            Unknown,
        ),
        (
            "the same form again, empty",
            register(),
            draft("Register").form(&["Name", "Email"], &[Send]),
            posted(200),
            true,
            Unknown,
        ),
        (
            "the same form again after a redirect",
            register(),
            register(),
            redirected(),
            true,
            Submitted,
        ),
        ("204", register(), register(), posted(204), false, Submitted),
        (
            "a search by address",
            register(),
            draft("Results").at("http://shop.example/?q=x"),
            vec![Sent {
                query: true,
                ..sent("GET", Carrier::Document, 200)
            }],
            true,
            Submitted,
        ),
        (
            "a page that only goes somewhere else",
            register(),
            draft("Welcome to our shop").at("http://shop.example/home"),
            vec![sent("GET", Carrier::Document, 200)],
            true,
            Unknown,
        ),
        (
            "a search by address, 404",
            register(),
            draft("Not found"),
            vec![sent("GET", Carrier::Document, 404)],
            true,
            ServerError,
        ),
        // A form that a script sends.
        (
            "fetched and thanked",
            register(),
            draft("Check your inbox"),
            fetch(200),
            false,
            Submitted,
        ),
        (
            "fetched, taken",
            register(),
            draft("Register").form(&["Name=Ines", "Email=i*taken"], &[Send]),
            fetch(422),
            false,
            ValidationFailed,
        ),
        (
            "fetched, 500, a toast",
            register(),
            register().says(Tone::Status, "Something went wrong"),
            fetch(500),
            false,
            ServerError,
        ),
        (
            "fetched, 500, an alert",
            register(),
            register().says(Tone::Error, "Not available"),
            fetch(500),
            false,
            ServerError,
        ),
        (
            "fetched, 429",
            register(),
            register().says(Tone::Status, "Something went wrong"),
            fetch(429),
            false,
            ServerError,
        ),
        (
            "fetched, 409 with an alert",
            register(),
            register().says(Tone::Error, "already registered"),
            fetch(409),
            false,
            ValidationFailed,
        ),
        (
            "errors of the page's own, nothing sent",
            draft("Register").form(&["Name", "Email"], &[Send]),
            draft("Register").form(&["Name*Tell us", "Email*Valid, please"], &[Send]),
            vec![],
            false,
            ValidationFailed,
        ),
        (
            "an error of the page's own that belongs to no field",
            register(),
            register().says(Tone::Error, "You must agree"),
            vec![],
            false,
            ValidationFailed,
        ),
        (
            "200 with an error summary",
            register(),
            register().says(Tone::Error, "We could not save this"),
            fetch(200),
            false,
            ValidationFailed,
        ),
        (
            "errors that stay",
            draft("Register").form(&["Name*Tell us"], &[Send]),
            draft("Register").form(&["Name*Tell us"], &[Send]),
            vec![],
            false,
            ValidationFailed,
        ),
        (
            "the same error again from the server",
            draft("Register").form(&["Email=i*taken"], &[Send]),
            draft("Register").form(&["Email=i*taken"], &[Send]),
            fetch(422),
            false,
            ValidationFailed,
        ),
        (
            "another address of the same document",
            register(),
            draft("Your account")
                .at("http://shop.example/saved")
                .reads("Email updated."),
            fetch(200),
            false,
            Submitted,
        ),
        (
            "a message, the form stays",
            feedback(),
            feedback().says(Tone::Status, "Thanks, received."),
            fetch(200),
            false,
            Submitted,
        ),
        (
            "emptied and thanked",
            feedback(),
            draft("Feedback")
                .form(&["Message", "Email"], &[Send])
                .says(Tone::Status, "Thanks."),
            fetch(201),
            false,
            Submitted,
        ),
        (
            "text that no role marks",
            feedback(),
            feedback().reads("Your note is with us."),
            fetch(200),
            false,
            Submitted,
        ),
        (
            "text that no role marks, and it is bad",
            feedback(),
            feedback().reads("That could not be saved."),
            fetch(200),
            false,
            Unknown,
        ),
        (
            "200 and nothing to see",
            feedback(),
            feedback(),
            fetch(200),
            false,
            Unknown,
        ),
        (
            "errors swallowed",
            feedback(),
            feedback(),
            fetch(503),
            false,
            ServerError,
        ),
        (
            "a button that leads nowhere",
            feedback(),
            feedback(),
            vec![],
            false,
            Unchanged,
        ),
        (
            "a button that only counts clicks",
            feedback(),
            feedback(),
            vec![sent("GET", Carrier::Other, 204)],
            false,
            Unchanged,
        ),
        ("thanks taken back", claim(), claim(), fetch(500), false, ServerError),
        (
            "thanks that stay although it failed",
            claim(),
            draft("Thank you! Your claim is in."),
            fetch(500),
            false,
            ServerError,
        ),
        (
            "tried again by the page, with luck",
            claim(),
            draft("Claim received"),
            vec![sent("POST", Carrier::Xhr, 500), sent("POST", Carrier::Xhr, 200)],
            false,
            Submitted,
        ),
        (
            "the failing request is another site's",
            claim(),
            draft("Claim received"),
            vec![
                sent("POST", Carrier::Xhr, 200),
                Sent {
                    third_party: true,
                    ..sent("POST", Carrier::Xhr, 403)
                },
            ],
            false,
            Submitted,
        ),
        (
            "a form that another site takes",
            claim(),
            draft("Claim received"),
            vec![Sent {
                third_party: true,
                ..sent("POST", Carrier::Xhr, 200)
            }],
            false,
            Submitted,
        ),
        (
            "what the thank-you page asks for is not the form",
            register(),
            thanks(),
            [redirected(), fetch(500)].concat(),
            true,
            Submitted,
        ),
        (
            "no answer",
            claim(),
            claim(),
            vec![Sent {
                failed: true,
                status: None,
                ..sent("POST", Carrier::Xhr, 0)
            }],
            false,
            Unknown,
        ),
        (
            "a page that keeps it to itself",
            claim(),
            draft("Saved").says(Tone::Success, "Saved"),
            vec![],
            false,
            Submitted,
        ),
        (
            "a banner that was there before",
            claim().says(Tone::Error, "Maintenance on Sunday"),
            claim().says(Tone::Error, "Maintenance on Sunday"),
            vec![],
            false,
            Unchanged,
        ),
        (
            "a banner that was there before, and thanks",
            claim().says(Tone::Error, "Maintenance on Sunday"),
            draft("Claim received").says(Tone::Error, "Maintenance on Sunday"),
            fetch(200),
            false,
            Submitted,
        ),
    ];
    for (case, before, after, requests, moved, expected) in table {
        let judged = judge(&before, &after, &requests, moved);
        assert_eq!(judged.outcome, expected, "{case}: {:?}", judged.evidence);
        assert!(!judged.evidence.is_empty(), "{case}: no evidence");
    }
}

#[test]
fn the_steps_of_a_wizard_are_told_from_its_end() {
    let order = |step, heading: &str| draft(heading).step(step, 3);
    let details = || order(1, "Your details").form(&["Contact name=Ines", "Contact email=i@example.org"], &[Next]);
    let delivery = || order(2, "Delivery").form(&["Delivery speed", "Note"], &[Next, Back]);
    let check = || order(3, "Check your answers").form(&["I confirm=yes"], &[Send, Back]);
    let review = || order(3, "Check your answers").form(&[], &[Send, Back]);
    let proposal = || draft("Event proposal").form(&["Title=Forms", "Track=Systems"], &[Next]);
    let speaker = || draft("Who is speaking?").form(&["Contact email", "Speaker 1"], &[Send, Back]);
    let search = |draft: Draft| draft.form_at(Ref { frame: 0, element: 7 }, &["Search"], &[Send]);
    let table: Vec<Case> = vec![
        ("served, next step", details(), delivery(), redirected(), true, Advanced),
        (
            "served, errors",
            details(),
            order(1, "Your details").form(&["Contact name*Enter a name", "Contact email"], &[Next]),
            posted(200),
            true,
            ValidationFailed,
        ),
        ("served, last step", delivery(), check(), redirected(), true, Advanced),
        (
            "served, a last step without fields",
            search(delivery()),
            search(review()),
            redirected(),
            true,
            Advanced,
        ),
        (
            "served, the end",
            check(),
            draft("Thank you"),
            redirected(),
            true,
            Submitted,
        ),
        (
            "served, the end without fields before",
            review(),
            draft("Thank you"),
            redirected(),
            true,
            Submitted,
        ),
        (
            "served, the end counts as a step",
            check(),
            draft("Done").step(4, 4),
            redirected(),
            true,
            Submitted,
        ),
        ("in the page, next step", details(), delivery(), vec![], false, Advanced),
        (
            "in the page, next step, saved on the way",
            details(),
            delivery(),
            fetch(200),
            false,
            Advanced,
        ),
        (
            "in the page, next step not saved",
            details(),
            details(),
            fetch(500),
            false,
            ServerError,
        ),
        ("in the page, no count", proposal(), speaker(), vec![], false, Advanced),
        (
            "in the page, no count, a plain button",
            draft("Event proposal").form(&["Title=Forms"], &[Send]),
            speaker(),
            vec![],
            false,
            Advanced,
        ),
        (
            "in the page, the end",
            speaker(),
            draft("Proposal received"),
            fetch(200),
            false,
            Submitted,
        ),
        (
            "in the page, taken: back to the first step",
            check(),
            order(1, "Your details").form(&["Contact name=Ines", "Contact email=i*taken"], &[Next]),
            fetch(422),
            false,
            ValidationFailed,
        ),
        (
            "in the page, down",
            check(),
            check().says(Tone::Error, "The service is not available"),
            fetch(500),
            false,
            ServerError,
        ),
        (
            "a next step that shows at once what it needs",
            details(),
            order(2, "Delivery").form(&["Delivery speed*Required"], &[Next, Back]),
            vec![],
            false,
            Advanced,
        ),
        (
            "a later step whose last control is called something else",
            delivery(),
            order(3, "Your card").form(&["Name on the card"], &[Back, Other]),
            vec![],
            false,
            Advanced,
        ),
        (
            "other fields, nothing that leads on from a step",
            draft("A").form(&["One=1"], &[Send]),
            draft("B").form(&["Two"], &[Send]),
            vec![],
            false,
            Unknown,
        ),
    ];
    come_to(table);
}

#[test]
fn what_the_browser_refuses_is_told_beside_what_the_page_says() {
    let page = draft("Register").form(&["Name", "Terms"], &[Send]);
    let said = |label: &str, element, text: &str| Said {
        field: Some(label.into()),
        reference: Some(Ref { frame: 0, element }),
        text: text.into(),
        tone: Tone::Error,
    };
    let before = Seen::of(&page.0, Some(FORM), Some(BUTTON), None);
    let mut after = before.clone();
    after.messages = vec![said("Terms", 2, "You have to agree")];
    after.invalid = vec![
        said("Name", 1, "Please fill out this field."),
        said("Terms", 2, "Please check this box."),
    ];
    let judged = classify(&before, &after, &[], false);
    assert_eq!(judged.outcome, Outcome::ValidationFailed);
    let told: Vec<&str> = judged.messages.iter().map(|message| message.text.as_str()).collect();
    assert_eq!(told, ["You have to agree", "Please fill out this field."]);
}

#[test]
fn what_the_browser_itself_refuses_is_named() {
    let page = draft("Register").form(&["Name", "Email"], &[Send]);
    let before = Seen::of(&page.0, Some(FORM), Some(BUTTON), None);
    let mut after = before.clone();
    after.invalid = vec![Said {
        field: Some("Name".into()),
        text: "Please fill out this field.".into(),
        tone: Tone::Error,
        ..Said::default()
    }];
    let judged = classify(&before, &after, &[], false);
    assert_eq!(judged.outcome, ValidationFailed);
    assert_eq!(judged.messages[0].field, "Name");
}

#[test]
fn a_server_error_says_that_data_may_be_stored() {
    let page = draft("Claim").form(&["Reference=C-1"], &[Send]);
    let judged = judge(&page, &page, &fetch(502), false);
    assert_eq!((judged.outcome, judged.status), (ServerError, Some(502)));
    assert!(
        judged
            .evidence
            .iter()
            .any(|said| said.contains("may or may not be stored"))
    );
}

#[test]
fn no_value_and_no_address_stands_in_the_evidence() {
    let page = draft("Claim").form(&["Reference=canary-1"], &[Send]);
    let after = draft("canary-2").at("http://shop.example/?ref=canary-3");
    let requests = vec![sent("GET", Carrier::Document, 200), sent("canary-4", Carrier::Xhr, 200)];
    let judged = judge(&page, &after, &requests, true);
    assert!(!judged.evidence.concat().contains("canary"), "{:?}", judged.evidence);
    let seen = format!("{:?}", Seen::of(&after.0, Some(FORM), None, None));
    assert!(!seen.contains("canary"), "{seen}");
}

#[test]
fn nothing_is_called_submitted_that_no_request_which_was_taken_carried() {
    let claim_sent = |text: &str| draft("Claim").reads(text);
    let lost = || {
        vec![Sent {
            failed: true,
            status: None,
            ..sent("POST", Carrier::Xhr, 0)
        }]
    };
    let table: Vec<Case> = vec![
        (
            "gone, and nothing was sent",
            claim(),
            claim_sent("Sending..."),
            vec![],
            false,
            Unknown,
        ),
        (
            "emptied, and nothing was sent",
            claim(),
            draft("Claim").form(&["Reference"], &[Send]),
            vec![],
            false,
            Unknown,
        ),
        (
            "gone, and no answer came",
            claim(),
            draft("Done"),
            lost(),
            false,
            Unknown,
        ),
        (
            "gone, and only a picture was asked for",
            claim(),
            draft("Done"),
            vec![sent("GET", Carrier::Other, 200)],
            false,
            Unknown,
        ),
        (
            "a page that keeps it to itself, and says so",
            claim(),
            draft("Saved").says(Tone::Success, "Saved"),
            vec![],
            false,
            Submitted,
        ),
        (
            "a frame took it, and the page thanks",
            claim(),
            draft("Thank you"),
            vec![sent("POST", Carrier::Aside, 200)],
            false,
            Submitted,
        ),
        (
            "a frame was told no, and the page thanks",
            claim(),
            draft("Thank you"),
            vec![sent("POST", Carrier::Aside, 500)],
            false,
            Unknown,
        ),
    ];
    come_to(table);
}

#[test]
fn a_page_that_says_no_in_so_many_words_with_status_200_is_not_called_submitted() {
    for text in [
        "Payment failed. Your order was not placed.",
        "Error. Invalid CSRF token",
        "Sorry, something went wrong. Please try again later.",
        "Access denied",
        "Your session has expired. Please log in again.",
        "This form is closed and no longer accepts responses.",
        "Fehler: Die Anmeldung konnte nicht gespeichert werden.",
        "Ihre Anfrage wurde leider abgelehnt.",
        "Maintenance. We will be back soon.",
        "You have already submitted this form.",
        "Thank you for trying. Your card was declined and the order was not placed.",
        "Une erreur est survenue.",
        "Votre demande n\u{2019}a pas pu \u{ea}tre envoy\u{e9}e.",
        "Ha ocurrido un problema: int\u{e9}ntelo de nuevo.",
        "No se ha podido enviar.",
        "N\u{e3}o foi poss\u{ed}vel enviar o formul\u{e1}rio.",
        "Si \u{e8} verificato un errore. Riprova.",
    ] {
        for (requests, moved) in [(posted(200), true), (redirected(), true), (fetch(200), false)] {
            let judged = judge(&claim(), &draft("Shop").reads(text), &requests, moved);
            assert_eq!(judged.outcome, Unknown, "{text}: {:?}", judged.evidence);
            let judged = judge(&claim(), &draft("Shop").says(Tone::Success, text), &requests, moved);
            assert_eq!(judged.outcome, Unknown, "{text}: {:?}", judged.evidence);
        }
    }
    for text in [
        "Thank you. We recommend (empfehlen) our shop.",
        "Vielen Dank. Wir melden uns.",
        "Merci, votre demande est bien arriv\u{e9}e. Please do not reply.",
    ] {
        let judged = judge(&claim(), &draft("Shop").reads(text), &redirected(), true);
        assert_eq!(judged.outcome, Submitted, "{text}: {:?}", judged.evidence);
    }
}

#[test]
fn a_login_that_comes_up_is_no_success() {
    let mut login = draft("Welcome").form(&["User", "Secret"], &[Send]);
    login.0.forms[0].reference = Some(Ref { frame: 0, element: 5 });
    login.0.forms[0].fields[1].kind = Kind::Password;
    let judged = judge(&claim(), &login, &redirected(), true);
    assert_eq!(judged.outcome, Unknown, "{:?}", judged.evidence);
    let judged = judge(
        &claim(),
        &login.says(Tone::Success, "Your account is made"),
        &redirected(),
        true,
    );
    assert_eq!(judged.outcome, Submitted, "{:?}", judged.evidence);
}

#[test]
fn what_may_have_carried_the_form_some_other_way_is_never_called_nothing() {
    let beacon = |method: &str, kind| vec![sent(method, kind, 204)];
    let query = Sent {
        query: true,
        ..sent("GET", Carrier::Other, 200)
    };
    let elsewhere = Sent {
        third_party: true,
        ..query.clone()
    };
    for (case, requests, expected) in [
        ("a beacon", beacon("POST", Carrier::Other), Unknown),
        ("another frame", beacon("POST", Carrier::Aside), Unknown),
        ("another frame, by address", beacon("GET", Carrier::Aside), Unknown),
        ("a picture with a query", vec![query], Unknown),
        ("another site's picture", vec![elsewhere], Unchanged),
        ("a picture", beacon("GET", Carrier::Other), Unchanged),
    ] {
        let judged = judge(&claim(), &claim(), &requests, false);
        assert_eq!(judged.outcome, expected, "{case}: {:?}", judged.evidence);
        let denied = judged.evidence.iter().any(|said| said.contains("nothing was sent"));
        assert!(!denied || expected == Unchanged, "{case}: {:?}", judged.evidence);
    }
    let before = Seen::of(&claim().0, Some(FORM), Some(BUTTON), None);
    let after = Seen {
        opened: true,
        ..before.clone()
    };
    let judged = classify(&before, &after, &[], false);
    assert_eq!(judged.outcome, Unknown, "a window: {:?}", judged.evidence);
}

#[test]
fn what_is_not_final_is_not_called_submitted() {
    use Outcome::{Advanced, Submitted, Unknown};

    let labelled = |mut page: Draft, label: &str| {
        for form in &mut page.0.forms {
            for button in &mut form.submits {
                button.label = label.into();
            }
        }
        page
    };
    // A page that waits for a last press; one that only has another form of one button, as most sites do.
    for (label, expected) in [
        ("Pay now", Unknown),
        ("Place your order", Unknown),
        ("Zahlungspflichtig bestellen", Unknown),
        ("Log out", Submitted),
        ("Subscribe", Submitted),
    ] {
        let after = labelled(draft("Your data").form(&[], &[Leads::Submit]), label).at("http://shop.example/2");
        let judged = judge(&claim(), &after, &posted(200), true);
        assert_eq!(judged.outcome, expected, "{label}: {:?}", judged.evidence);
    }
    // A step in place that shows the answers again, with its number or without.
    for after in [
        draft("Claim").form(&[], &[Leads::Submit]).step(2, 2),
        draft("Claim").form(&[], &[Leads::Submit, Leads::Back]),
        draft("Claim").form(&[], &[Leads::Submit]),
    ] {
        let judged = judge(&claim(), &after, &[], false);
        assert_eq!(judged.outcome, Advanced, "{:?}", judged.evidence);
        assert!(!judged.evidence.iter().any(|said| said.contains("nothing changed")));
    }
    // The same form, empty, from a server that said nothing; and one that was led back to.
    let empty = draft("Claim").form(&["Reference"], &[Send]);
    let judged = judge(&claim(), &empty, &posted(200), true);
    assert_eq!(judged.outcome, Unknown, "{:?}", judged.evidence);
    let judged = judge(&claim(), &empty, &redirected(), true);
    assert_eq!(judged.outcome, Submitted, "{:?}", judged.evidence);
}

#[test]
fn a_page_that_could_not_be_had_or_wants_a_person_is_no_success() {
    use ostler_machines::challenge::{Challenge, Kind as Wall};

    let before = Seen::of(&claim().0, Some(FORM), Some(BUTTON), None);
    let after = Seen::of(&draft("Thank you").0, Some(FORM), Some(BUTTON), Some(&before));
    assert_eq!(
        classify(&before, &after, &posted(200), true).outcome,
        Outcome::Submitted
    );
    let failed = Seen {
        url: "chrome-error://chromewebdata/".into(),
        ..after.clone()
    };
    let endless = vec![Sent {
        failed: true,
        ..sent("POST", Carrier::Document, 302)
    }];
    for (seen, requests) in [(&failed, posted(302)), (&failed, endless.clone()), (&after, endless)] {
        let judged = classify(&before, seen, &requests, true);
        assert_eq!(judged.outcome, Outcome::Unknown, "{:?}", judged.evidence);
        assert!(
            judged
                .evidence
                .iter()
                .any(|said| said.contains("may or may not be stored"))
        );
    }
    for kind in [Wall::Captcha, Wall::BotCheck] {
        let walled = Seen {
            challenge: Some(Challenge { kind, vendor: "" }),
            ..after.clone()
        };
        let judged = classify(&before, &walled, &posted(200), true);
        assert_eq!(judged.outcome, Outcome::Unknown, "{:?}", judged.evidence);
        // Where the form had it already, it is no news.
        let judged = classify(&walled, &walled, &posted(200), true);
        assert!(
            !judged.evidence.iter().any(|said| said.contains("robots")),
            "{:?}",
            judged.evidence
        );
    }
}

#[test]
fn the_words_of_a_server_that_says_no_are_told() {
    for (text, told) in [
        ("Claim. Name is already taken. Home", "Name is already taken."),
        ("Claim {\"ok\": false}", "Claim {\"ok\": false}"),
        (
            "Your message was flagged as spam and was discarded.",
            "Your message was flagged as spam and was discarded.",
        ),
        (
            "Nothing was saved because cookies are disabled.",
            "Nothing was saved because cookies are disabled.",
        ),
        ("Processing, please wait…", "Processing, please wait…"),
        (
            "Notice: Undefined index: name in form.php",
            "Notice: Undefined index: name in form.",
        ),
    ] {
        let mut after = draft("Claim");
        after.0.text = text.into();
        let judged = judge(&claim(), &after, &posted(200), true);
        assert_eq!(judged.outcome, Outcome::Unknown, "{text}: {:?}", judged.evidence);
        let messages: Vec<&str> = judged.messages.iter().map(|message| message.text.as_str()).collect();
        assert_eq!(messages, [told]);
    }
}

#[test]
fn a_message_between_two_fields_is_told_of_the_one_that_it_is_tied_to() {
    let before = draft("Address").form(&["ZIP=97201", "Kind=Business"], &[Leads::Submit]);
    let mut after = draft("Address").form(&["ZIP=97201*Use nine digits", "Kind=Business"], &[Leads::Submit]);
    after.0.forms[0].fields[1].beside = "Use nine digits".into();
    let judgement = judge(&before, &after, &[], false);
    assert_eq!(judgement.outcome, Outcome::ValidationFailed);
    let told: Vec<&str> = judgement
        .messages
        .iter()
        .map(|message| message.field.as_str())
        .collect();
    assert_eq!(told, ["ZIP"]);
}

pub(crate) fn claim() -> Draft {
    draft("Claim").form(&["Reference=C-1"], &[Send])
}

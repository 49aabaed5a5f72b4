//! What a press came to on pages like those that are met.

use ostler_machines::classify::{Carrier, Judgement, Seen, Sent, classify};
use ostler_machines::form::model::{
    Effect as Leads, Field, Form, Held, Page, PageMessage, Ref, Step, Submit as Button, Tone,
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
pub(crate) type Case = (&'static str, Draft, Draft, Vec<Sent>, bool, Outcome);

pub(crate) fn come_to(table: impl IntoIterator<Item = Case>) {
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
fn an_address_that_carries_none_of_the_values_has_submitted_nothing() {
    let ask = |value: &str, name: &str| {
        let mut page = draft("Contact").form(&[&format!("Name={value}")], &[Send]);
        page.0.forms[0].fields[0].name = name.into();
        page
    };
    let went = |query: bool| {
        vec![Sent {
            query,
            ..sent("GET", Carrier::Document, 200)
        }]
    };
    for (case, name, value, query, expected) in [
        ("no name, no query", "", "", false, Unknown),
        ("no name, and the button has one", "", "", true, Unknown),
        ("a name", "n", "", true, Submitted),
        (
            "no name, and the page shows what it was asked",
            "",
            "Ada",
            true,
            Submitted,
        ),
        ("a name, and no query", "n", "", false, Unknown),
    ] {
        let judged = judge(&ask("Ada", name), &ask(value, name), &went(query), true);
        assert_eq!(judged.outcome, expected, "{case}: {:?}", judged.evidence);
        let why = judged.evidence.iter().any(|said| said.contains("none of the values"));
        assert_eq!(why, expected == Unknown, "{case}: {:?}", judged.evidence);
    }
}

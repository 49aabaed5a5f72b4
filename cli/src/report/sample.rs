//! Reports and pages made by hand, with every status and every trap, for the tests.

use ostler_engine::{Report, Shots, StepReport};
use ostler_machines::form::autocomplete::Autocomplete;
use ostler_machines::form::model::{Choice, Effect, Field, Form, Held, Kind, LabelSource, Page, Ref, Step, Submit};
use ostler_machines::report::{Candidate, FieldReport, How, Outcome, Status, SubmitMessage, SubmitReport};

/// Must never be seen in any output.
pub(crate) const CANARY: &str = "c4n4ry & <hunter2>";
/// Must never be seen either, in whatever groups.
pub(crate) const CARD: &str = "4929 1234 5678 9012";

const fn reference(element: u32) -> Ref {
    Ref { frame: 0, element }
}

/// A field report with the least in it.
fn field(key: &str, status: Status, asked: &str, holds: Option<&str>) -> FieldReport {
    FieldReport {
        label: key.into(),
        reference: Some(reference(3)),
        asked: asked.into(),
        holds: holds.map(Into::into),
        how: holds.map(|_| How::Typed),
        ..FieldReport::of(key, status)
    }
}

fn candidate(element: u32, label: &str, section: &[&str]) -> Candidate {
    Candidate {
        reference: Some(reference(element)),
        key: [section, &[label]].concat().join(": "),
        label: label.into(),
        section: section.iter().map(|part| (*part).into()).collect(),
        option: None,
    }
}

/// One field of every status.
pub(crate) fn every_status() -> Report {
    let option = |text: &str| Candidate {
        option: Some(text.into()),
        ..Candidate::default()
    };
    let fields = vec![
        field("Full name", Status::Filled, "Ada Lovelace", Some("Ada Lovelace")),
        FieldReport {
            how: Some(How::Setter),
            ..field("Phone", Status::Reformatted, "5551234567", Some("(555) 123-4567"))
        },
        FieldReport {
            how: None,
            ..field("Country", Status::Unchanged, "Portugal", Some("Portugal"))
        },
        FieldReport {
            sensitive: true,
            ..field("Password", Status::Filled, CANARY, Some(CANARY))
        },
        FieldReport {
            code: "ambiguous-day-month".into(),
            message: "day and month could be either way round; write the month as a word or the date as 2005-04-03"
                .into(),
            ..field("Date of birth", Status::Refused, "03/04/2005", None)
        },
        FieldReport {
            code: "no-option".into(),
            message: "none of the options fits".into(),
            candidates: vec![option("Regular"), option("Regular (online)")],
            ..field("Ticket", Status::Refused, "Reg", None)
        },
        FieldReport {
            label: String::new(),
            reference: None,
            candidates: vec![
                candidate(11, "Name", &["Shipping address"]),
                candidate(21, "Name", &["Billing address", "Card"]),
            ],
            ..field("Name", Status::Ambiguous, "Ada", None)
        },
        FieldReport {
            label: String::new(),
            reference: None,
            candidates: vec![candidate(8, "Postcode", &[])],
            ..field("Post kode", Status::Missing, "4000-322", None)
        },
        FieldReport {
            message: "the page puts its own value back".into(),
            reference: Some(Ref { frame: 2, element: 31 }),
            ..field("Quantity", Status::Rejected, "12", Some("10"))
        },
        FieldReport {
            message: "it looks like a trap for programs".into(),
            code: "trap".into(),
            ..field("Website", Status::Skipped, "https://example.com/", None)
        },
        FieldReport {
            message: "the frame went away".into(),
            ..field(
                "Kommentar 東京 <b>&amp;</b>",
                Status::Failed,
                "a <script>alert(1)</script>\nb\u{1b}[31m",
                None,
            )
        },
    ];
    Report {
        url: format!("https://example.com/contact?password={}", "c4n4ry+%26+%3Chunter2%3E"),
        form: Some((Some(reference(1)), "Contact <us> & \"friends\"".into())),
        fields,
        submit: None,
        notes: vec!["a frame could not be read: https://ads.example/".into()],
        elapsed_ms: 1_234,
        ..Report::default()
    }
}

/// A submit that the server refused, in words that repeat what was sent.
pub(crate) fn refused() -> Report {
    let mut report = every_status();
    let message = |field: &str, text: &str| SubmitMessage {
        field: field.into(),
        text: text.into(),
        reference: None,
    };
    report.fields.push(FieldReport {
        sensitive: true,
        ..field("Card number", Status::Filled, CARD, Some(CARD))
    });
    // The engine did not find the field and cannot know; the key itself says it.
    report
        .fields
        .push(field("Security code", Status::Missing, "7319", None));
    report.submit = Some(SubmitReport {
        status: Some(422),
        messages: vec![
            message("Password", &format!("“{CANARY}” is too short")),
            message("Card number", "4929123456789012 and 4929-1234-5678-9012 are not valid"),
            message("", "Please mend the fields below. (7319)"),
        ],
        evidence: vec![format!(
            "POST https://example.com/contact answered 422: {{\"password\":\"{CANARY}\"}}"
        )],
        ..SubmitReport::pressed(Outcome::ValidationFailed)
    });
    report.notes.push(format!("a dialog said: {CANARY}"));
    report.shots = Shots {
        before: b"PNG before".to_vec(),
        filled: vec![b"PNG filled".to_vec()],
        after: b"PNG after".to_vec(),
        masked: false,
    };
    report
}

/// A wizard that went all the way.
pub(crate) fn wizard() -> Report {
    let step = |number: u32, fields: Vec<FieldReport>, outcome, shown: Option<u32>| StepReport {
        url: format!("https://example.com/order/{number}"),
        form: Some((Some(reference(number)), "Order".into())),
        fields,
        submit: Some(SubmitReport {
            step: shown.map(|step| Step { step, of: Some(2) }),
            status: Some(200),
            evidence: vec!["the form is gone".into()],
            ..SubmitReport::pressed(outcome)
        }),
    };
    let name = field("Name", Status::Filled, "Ada", Some("Ada"));
    let city = field("City", Status::Filled, "Porto", Some("Porto"));
    let steps = vec![
        step(1, vec![name.clone()], Outcome::Advanced, Some(2)),
        step(2, vec![city.clone()], Outcome::Submitted, None),
    ];
    Report {
        url: "https://example.com/order/done".into(),
        form: steps[0].form.clone(),
        fields: vec![name, city],
        submit: steps[1].submit.clone(),
        steps,
        elapsed_ms: 900,
        shots: Shots {
            before: b"PNG before".to_vec(),
            filled: vec![b"PNG one".to_vec(), b"PNG two".to_vec()],
            after: b"PNG after".to_vec(),
            masked: false,
        },
        ..Report::default()
    }
}

/// A page with a field of most kinds.
pub(crate) fn page() -> Page {
    let named = |element: u32, kind: Kind, label: &str, held: Held| Field {
        reference: Some(reference(element)),
        kind,
        label: label.into(),
        label_source: LabelSource::Label,
        visible: true,
        held,
        ..Field::default()
    };
    let choice = |label: &str| Choice {
        label: label.into(),
        value: label.to_lowercase(),
        ..Choice::default()
    };
    let text = |text: &str| Held::Text(text.into());
    let fields = vec![
        Field {
            required: true,
            autocomplete: Autocomplete {
                section: "a".into(),
                address: "shipping".into(),
                token: "name".into(),
                ..Autocomplete::default()
            },
            maxlength: Some(40),
            placeholder: "Your name".into(),
            ..named(2, Kind::Text, "Full name", text("Ada\u{1b}[31m"))
        },
        named(3, Kind::Password, "Password", text(CANARY)),
        Field {
            autocomplete: Autocomplete {
                token: "cc-number".into(),
                ..Autocomplete::default()
            },
            ..named(4, Kind::Text, "Number", text(CARD))
        },
        Field {
            options: vec![choice("One"), choice("Two")],
            ..named(5, Kind::Radio, "Ticket", Held::Chosen(vec![1]))
        },
        Field {
            options: (1..=25).map(|number| choice(&format!("Option {number}"))).collect(),
            multiple: true,
            ..named(6, Kind::SelectMultiple, "Topics", Held::Chosen(vec![0, 22]))
        },
        named(7, Kind::Checkbox, "Terms", Held::Checked(Some(true))),
        named(8, Kind::Checkbox, "All", Held::Checked(None)),
        Field {
            min: "1".into(),
            max: "9".into(),
            step: "1".into(),
            error: "too many".into(),
            ..named(9, Kind::Number, "Seats", text("12"))
        },
        named(10, Kind::File, "CV", Held::Files(vec!["cv.pdf".into()])),
        Field {
            popup: "listbox".into(),
            ..named(11, Kind::Combobox, "City", text(""))
        },
        Field {
            visible: false,
            ..named(12, Kind::Text, "Hidden", text(""))
        },
    ];
    let submit = |element, label: &str, effect| Submit {
        reference: Some(reference(element)),
        label: label.into(),
        effect,
        visible: true,
        ..Submit::default()
    };
    Page {
        url: "https://example.com/contact".into(),
        forms: vec![Form {
            reference: Some(reference(1)),
            name: "Contact".into(),
            fields,
            submits: vec![submit(20, "Back", Effect::Back), submit(21, "Send", Effect::Submit)],
            ..Form::default()
        }],
        step: Some(Step { step: 1, of: Some(3) }),
        unread: vec!["https://ads.example/".into()],
        ..Page::default()
    }
}

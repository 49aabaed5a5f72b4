use super::Ledger;
use crate::form::model::{Effect, Field, Form, Held, Page, Ref, Submit};
use crate::form::value::Wish;
use crate::report::{Candidate, FieldReport, Outcome, Status};
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec};

const fn at(element: u32) -> Ref {
    Ref { frame: 0, element }
}

fn form(element: u32, labels: &[&str], effect: Effect) -> Form {
    let field = |(number, label): (u32, &&str)| Field {
        reference: Some(at(element + 1 + number)),
        form: Some(at(element)),
        label: (*label).to_string(),
        visible: true,
        ..Field::default()
    };
    Form {
        reference: Some(at(element)),
        name: format!("form {element}"),
        handles: Vec::new(),
        validates: true,
        fields: (0..).zip(labels).map(field).collect(),
        submits: vec![Submit {
            form: Some(at(element)),
            effect,
            visible: true,
            ..Submit::default()
        }],
    }
}

/// Two forms: Name (e11), Code (e12), Fax (e13), and Mail (e21).
fn page() -> Page {
    Page {
        forms: vec![
            form(10, &["Name", "Code", "Fax"], Effect::Submit),
            form(20, &["Mail"], Effect::Submit),
        ],
        ..Page::default()
    }
}

fn report(key: &str, status: Status, element: Option<u32>, candidates: &[u32]) -> FieldReport {
    let candidate = |element: &u32| Candidate {
        reference: Some(at(*element)),
        ..Candidate::default()
    };
    FieldReport {
        reference: element.map(at),
        asked: "x".into(),
        candidates: candidates.iter().map(candidate).collect(),
        ..FieldReport::of(key, status)
    }
}

fn fill(ledger: &mut Ledger, page: &Page, reports: &[(FieldReport, &str)]) {
    let pairs: Vec<(String, Wish)> = reports
        .iter()
        .map(|(report, value)| (report.key.clone(), Wish::Text((*value).into())))
        .collect();
    let reports: Vec<FieldReport> = reports.iter().map(|(report, _)| report.clone()).collect();
    ledger.fill(1, page, None, &pairs, &reports);
}

fn open(ledger: &Ledger, page: &Page, number: usize) -> Vec<String> {
    let open = ledger.open(1, page, page.forms.get(number));
    open.iter().map(|open| open.report.key.clone()).collect()
}

#[test]
fn what_did_not_end_well_stands_open_for_its_form_until_a_later_fill_holds_it() {
    let page = page();
    for status in [Status::Refused, Status::Rejected, Status::Failed, Status::Skipped] {
        let mut ledger = Ledger::default();
        let bad = report("Code", status, Some(12), &[]);
        fill(
            &mut ledger,
            &page,
            &[(report("Name", Status::Filled, Some(11), &[]), "a"), (bad, "b")],
        );
        assert_eq!(open(&ledger, &page, 0), ["Code"], "{status:?}");
        assert_eq!(open(&ledger, &page, 1), Vec::<String>::new(), "{status:?}");
        fill(
            &mut ledger,
            &page,
            &[(report("Name", Status::Unchanged, Some(11), &[]), "a")],
        );
        assert_eq!(
            open(&ledger, &page, 0),
            ["Code"],
            "{status:?}: another key says nothing of it"
        );
        // By another key, but the same field.
        let mut by_ref = ledger.clone();
        fill(
            &mut by_ref,
            &page,
            &[(report("e12", Status::Filled, Some(12), &[]), "c")],
        );
        assert_eq!(open(&by_ref, &page, 0), Vec::<String>::new(), "{status:?}");
        fill(
            &mut ledger,
            &page,
            &[(report("Code", Status::Filled, Some(12), &[]), "c")],
        );
        assert_eq!(open(&ledger, &page, 0), Vec::<String>::new(), "{status:?}");
    }
}

#[test]
fn a_key_without_a_field_is_met_by_itself_or_by_one_of_those_that_were_listed() {
    let page = page();
    let table = [
        (report("Kode", Status::Missing, None, &[12]), ("Code", 12, "b"), true),
        (report("Kode", Status::Missing, None, &[12]), ("Code", 12, "c"), false),
        (report("Kode", Status::Missing, None, &[12]), ("Fax", 13, "b"), false),
        (report("Kode", Status::Missing, None, &[]), ("Kode", 12, "c"), true),
        (report("C", Status::Ambiguous, None, &[12, 13]), ("e13", 13, "c"), true),
        (
            report("C", Status::Ambiguous, None, &[12, 13]),
            ("Name", 11, "b"),
            false,
        ),
    ];
    for (bad, (key, element, value), met) in table {
        let mut ledger = Ledger::default();
        fill(&mut ledger, &page, &[(bad.clone(), "b")]);
        assert_eq!(open(&ledger, &page, 0), [bad.key.as_str()]);
        fill(
            &mut ledger,
            &page,
            &[(report(key, Status::Filled, Some(element), &[]), value)],
        );
        assert_eq!(open(&ledger, &page, 0).is_empty(), met, "{bad:?} {key} {value}");
    }
}

#[test]
fn a_mere_yes_elsewhere_is_no_answer_to_a_key_that_is_missing() {
    let page = page();
    let mut ledger = Ledger::default();
    let yes = [
        ("Terms".to_string(), Wish::Bool(true)),
        ("Fax".to_string(), Wish::Bool(true)),
    ];
    ledger.fill(
        1,
        &page,
        None,
        &yes[..1],
        &[report("Terms", Status::Missing, None, &[13])],
    );
    ledger.fill(
        1,
        &page,
        None,
        &yes[1..],
        &[report("Fax", Status::Filled, Some(13), &[])],
    );
    assert_eq!(open(&ledger, &page, 0), ["Terms"]);
}

#[test]
fn the_same_key_of_another_form_says_nothing() {
    let page = page();
    let mut ledger = Ledger::default();
    fill(
        &mut ledger,
        &page,
        &[(report("Mail", Status::Refused, Some(21), &[]), "b")],
    );
    fill(
        &mut ledger,
        &page,
        &[(report("Mail", Status::Filled, Some(12), &[]), "b")],
    );
    assert_eq!(open(&ledger, &page, 1), ["Mail"]);
}

#[test]
fn another_document_forgets_everything() {
    let page = page();
    let mut ledger = Ledger::default();
    fill(
        &mut ledger,
        &page,
        &[(report("Code", Status::Refused, Some(12), &[]), "b")],
    );
    assert!(ledger.open(2, &page, page.forms.first()).is_empty());
    ledger.forget();
    assert_eq!(open(&ledger, &page, 0), Vec::<String>::new());
}

#[test]
fn what_came_of_a_press_decides_what_stays_open() {
    let page = page();
    for (outcome, left) in [
        (Outcome::ValidationFailed, vec!["Code", "Kode"]),
        (Outcome::Unchanged, vec!["Code", "Kode"]),
        (Outcome::Advanced, vec!["Kode"]),
        (Outcome::Submitted, vec![]),
        (Outcome::ServerError, vec!["Code", "Kode"]),
        (Outcome::Unknown, vec!["Code", "Kode"]),
    ] {
        let mut ledger = Ledger::default();
        let bad = [
            (report("Code", Status::Refused, Some(12), &[]), "b"),
            (report("Kode", Status::Missing, None, &[]), "b"),
        ];
        fill(&mut ledger, &page, &bad);
        ledger.pressed(1, &page, page.forms.first(), outcome, true);
        assert_eq!(open(&ledger, &page, 0), left, "{outcome:?}");
    }
}

#[test]
fn a_key_that_no_field_goes_by_waits_for_the_steps_to_come() {
    let mut page = page();
    page.forms[0].submits[0].effect = Effect::Next;
    let mut ledger = Ledger::default();
    fill(&mut ledger, &page, &[(report("Kode", Status::Missing, None, &[]), "b")]);
    assert_eq!(open(&ledger, &page, 0), Vec::<String>::new());
    page.forms[0].submits[0].effect = Effect::Submit;
    assert_eq!(open(&ledger, &page, 0), ["Kode"]);
}

#[test]
fn a_submit_that_is_held_back_says_why_at_which_field_and_without_a_value() {
    let page = page();
    let mut ledger = Ledger::default();
    let bad = FieldReport {
        label: "ZIP code".into(),
        message: "it does not match the pattern".into(),
        ..report("zip", Status::Refused, Some(12), &[])
    };
    fill(
        &mut ledger,
        &page,
        &[(bad, "CANARY"), (report("Fax", Status::Missing, None, &[]), "CANARY")],
    );
    let held_back = |anyway| ledger.hold_back(1, &page, page.forms.first(), anyway);
    assert_eq!(held_back(true), None);
    let told = held_back(false).expect("two keys are not held");
    assert_eq!(told.outcome, Outcome::ValidationFailed);
    let messages: Vec<(&str, &str)> = told
        .messages
        .iter()
        .map(|message| (message.field.as_str(), message.text.as_str()))
        .collect();
    assert_eq!(
        messages,
        [
            ("ZIP code", "refused: it does not match the pattern"),
            ("Fax", "missing")
        ]
    );
    assert!(told.evidence[0].starts_with("nothing was pressed"), "{told:?}");
    assert!(!format!("{told:?}{ledger:?}").contains("CANARY"));
}

#[test]
fn a_form_that_the_page_itself_sent_is_held_back_until_it_is_pressed_all_the_same() {
    let form = |element, label: &str| Form {
        reference: Some(Ref { frame: 0, element }),
        fields: vec![Field {
            label: label.to_string(),
            ..Field::default()
        }],
        ..Form::default()
    };
    let (own, other) = (form(1, "Name"), form(2, "City"));
    let page = Page::default();
    let mut ledger = Ledger::default();
    assert_eq!(ledger.hold_back(1, &page, Some(&own), false), None);
    ledger.sent(Some(&own));
    let held = ledger.hold_back(1, &page, Some(&own), false).expect("it is held back");
    assert_eq!(held.outcome, Outcome::Unknown);
    assert_eq!(ledger.hold_back(1, &page, Some(&other), false), None);
    assert_eq!(ledger.hold_back(1, &page, Some(&own), true), None);
    ledger.pressed(1, &page, Some(&own), Outcome::Unchanged, false);
    assert_eq!(ledger.hold_back(1, &page, Some(&own), false), None);
    ledger.sent(None);
    assert!(ledger.hold_back(1, &page, Some(&other), false).is_some());
}

#[test]
fn what_may_have_been_sent_is_not_sent_again_as_it_is() {
    let mut page = page();
    let spared =
        |ledger: &Ledger, page: &Page, form: usize| ledger.hold_back(1, page, page.forms.get(form), false).is_some();
    for (outcome, held) in [
        (Outcome::Submitted, true),
        (Outcome::Advanced, false),
        (Outcome::ValidationFailed, false),
        (Outcome::ServerError, true),
        (Outcome::Unchanged, false),
        (Outcome::Unknown, true),
    ] {
        let mut ledger = Ledger::default();
        ledger.pressed(1, &page, page.forms.first(), outcome, true);
        assert_eq!(spared(&ledger, &page, 0), held, "{outcome:?}");
        assert!(!spared(&ledger, &page, 1));
    }
    let mut ledger = Ledger::default();
    ledger.pressed(1, &page, page.forms.first(), Outcome::Submitted, false);
    assert!(!spared(&ledger, &page, 0), "what changes nothing can be asked again");
    ledger.pressed(1, &page, page.forms.first(), Outcome::Unknown, true);
    let told = ledger
        .hold_back(1, &page, page.forms.first(), false)
        .expect("it is held back");
    assert_eq!(told.outcome, Outcome::Unknown);
    assert!(told.evidence.iter().any(|said| said.contains("not sent twice")));
    let anyway = ledger.hold_back(1, &page, page.forms.first(), true);
    assert!(anyway.is_none(), "who says so presses");
    // To ask for what it holds already changes nothing; to write something else does.
    let unchanged = report("Name", Status::Unchanged, Some(11), &[]);
    fill(&mut ledger, &page, &[(unchanged, "a")]);
    assert!(spared(&ledger, &page, 0));
    let filled = report("Name", Status::Filled, Some(11), &[]);
    fill(&mut ledger, &page, &[(filled.clone(), "b")]);
    assert!(spared(&ledger, &page, 0), "the same once more");
    page.forms[0].fields[0].held = Held::Text("b".into());
    fill(&mut ledger, &page, &[(filled, "b")]);
    assert!(!spared(&ledger, &page, 0));
}

#[test]
fn a_form_that_was_sent_is_known_again_where_it_comes_back() {
    let mut page = page();
    page.url = "http://127.0.0.1/form?a=1".to_string();
    page.forms[0].fields[0].held = Held::Text("Ada".into());
    let mut ledger = Ledger::default();
    ledger.went_out(1, &page, &page.forms[0], None);
    // Another document, and other refs.
    page.url = "http://127.0.0.1/form".to_string();
    page.forms[0].reference = Some(at(90));
    let spared = |page: &Page| ledger.hold_back(3, page, page.forms.first(), false).is_some();
    assert!(spared(&page));
    page.forms[0].fields[0].held = Held::Text("Bea".into());
    assert!(!spared(&page), "it holds something else");
    page.forms[0].fields[0].held = Held::Text("Ada".into());
    page.url = "http://127.0.0.1/other".to_string();
    assert!(!spared(&page), "it stands elsewhere");
}

#[test]
fn what_was_read_back_is_compared_until_it_is_changed_by_hand_or_sent() {
    let mut page = page();
    page.forms[0].fields[0].held = Held::Text("Ada".into());
    let mut ledger = Ledger::default();
    let own = FieldReport {
        holds: Some("Ada".into()),
        ..report("Name", Status::Filled, Some(11), &[])
    };
    fill(&mut ledger, &page, &[(own, "Ada")]);
    let changed = |ledger: &Ledger, page: &Page| ledger.changed(1, page, page.forms.first(), false);
    assert_eq!(changed(&ledger, &page), None);
    assert_eq!(ledger.held(1, page.forms.first()), [at(11)]);
    assert_eq!(ledger.controls(1), [at(11)]);
    page.forms[0].fields[0].held = Held::Text("Bea".into());
    let told = changed(&ledger, &page).expect("it is something else");
    assert_eq!((told.pressed, told.messages[0].field.as_str()), (false, "Name"));
    assert_eq!(ledger.changed(1, &page, page.forms.first(), true), None);
    assert_eq!(ledger.changed(1, &page, page.forms.get(1), false), None, "another form");
    assert_eq!(
        ledger.changed(2, &page, page.forms.first(), false),
        None,
        "another document"
    );
    let mut by_hand = ledger.clone();
    by_hand.by_hand(&[at(12)]);
    assert!(changed(&by_hand, &page).is_some());
    by_hand.by_hand(&[at(11)]);
    assert_eq!(changed(&by_hand, &page), None);
    ledger.pressed(1, &page, page.forms.first(), Outcome::ValidationFailed, true);
    assert_eq!(changed(&ledger, &page), None);
}

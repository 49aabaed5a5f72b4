use super::{Action, Confirm, DENIED, Denial, Desk, Difference, Effect, Event, Proposal, Reply, Shown, Verdict, Way};
use crate::form::model::{Choice, Effect as Does, Field, Form, Held, Kind, Page, Ref, Submit};
use crate::{Machine, Millis};
use std::boxed::Box;
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

fn at(element: u32) -> Ref {
    Ref { frame: 0, element }
}

fn text(element: u32, label: &str, value: &str) -> Field {
    Field {
        reference: Some(at(element)),
        label: label.into(),
        held: Held::Text(value.into()),
        visible: true,
        ..Field::default()
    }
}

fn page(fields: Vec<Field>) -> Page {
    let submit = Submit {
        reference: Some(at(9)),
        form: Some(at(1)),
        label: "Send".into(),
        visible: true,
        ..Submit::default()
    };
    Page {
        url: "https://a.example/form".into(),
        forms: vec![Form {
            reference: Some(at(1)),
            fields,
            submits: vec![submit],
            ..Form::default()
        }],
        ..Page::default()
    }
}

fn way() -> Way {
    Way {
        native: true,
        control: Some(at(9)),
        form: Some(at(1)),
        method: "post".into(),
        url: "https://a.example/store".into(),
    }
}

fn proposal(fields: Vec<Field>) -> Proposal {
    Proposal::of(&page(fields), at(9), &way()).expect("the control is known")
}

fn read(fields: Vec<Field>) -> Event {
    Event::Read(Some(Box::new(proposal(fields))))
}

fn asked() -> Confirm {
    let mut confirm = Confirm::new(1_000);
    assert_eq!(confirm.handle(Millis(0), Event::Tick), vec![Effect::Read]);
    let effects = confirm.handle(Millis(10), read(vec![text(2, "Name", "Ada")]));
    assert_eq!(
        effects,
        vec![Effect::Ask(Box::new(proposal(vec![text(2, "Name", "Ada")])))]
    );
    assert_eq!(confirm.deadline(), Some(Millis(1_010)));
    confirm
}

#[test]
fn a_yes_in_time_to_what_is_still_so_is_an_approval() {
    let mut confirm = asked();
    assert_eq!(
        confirm.handle(Millis(1_009), Event::Replied(Reply::Yes)),
        vec![Effect::Read]
    );
    assert_eq!(confirm.verdict(), None, "it is looked at first");
    assert_eq!(confirm.deadline(), Some(Millis(31_009)));
    confirm.handle(Millis(1_500), read(vec![text(2, "Name", "Ada")]));
    assert_eq!(confirm.verdict(), Some(Verdict::Approved));
    confirm.handle(Millis(1_600), Event::Replied(Reply::No));
    assert_eq!(confirm.verdict(), Some(Verdict::Approved), "the verdict stays");
}

#[test]
fn whatever_is_no_yes_is_a_denial() {
    let table = [
        (10, Event::Replied(Reply::No), Denial::Refused),
        (10, Event::Replied(Reply::None), Denial::Unanswered),
        (10, Event::Replied(Reply::Unable), Denial::Unable),
        (10, Event::Replied(Reply::Withdrawn), Denial::Withdrawn),
        (1_010, Event::Tick, Denial::Late),
        (1_010, Event::Replied(Reply::Yes), Denial::Late),
    ];
    for (time, event, denial) in table {
        let mut confirm = asked();
        assert_eq!(confirm.handle(Millis(time), event.clone()), Vec::new(), "{event:?}");
        assert_eq!(confirm.verdict(), Some(Verdict::Denied(denial)), "{event:?}");
        confirm.handle(Millis(1_020), Event::Replied(Reply::Yes));
        assert_eq!(
            confirm.verdict(),
            Some(Verdict::Denied(denial)),
            "a yes afterwards is none"
        );
    }
    let mut confirm = asked();
    confirm.handle(Millis(1_009), Event::Tick);
    assert_eq!(confirm.verdict(), None, "there is time left");
}

#[test]
fn what_an_answer_means_is_plain() {
    let table = [
        (Action::Accept, Some(true), Reply::Yes),
        (Action::Accept, Some(false), Reply::No),
        (Action::Accept, None, Reply::No),
        (Action::Decline, Some(true), Reply::No),
        (Action::Decline, None, Reply::No),
        (Action::Cancel, Some(true), Reply::None),
        (Action::Cancel, None, Reply::None),
    ];
    for (action, approve, expected) in table {
        assert_eq!(Reply::of(action, approve), expected, "{action:?} {approve:?}");
    }
}

#[test]
fn what_changed_while_the_person_was_asked_is_not_sent() {
    let shown = proposal(vec![text(2, "Name", "Ada"), text(3, "City", "Porto")]);
    let values = proposal(vec![text(2, "Name", "Ada"), text(3, "City", "Lisbon")]);
    let fewer = proposal(vec![text(2, "Name", "Ada")]);
    let elsewhere = Proposal {
        url: "https://b.example/store".into(),
        ..shown.clone()
    };
    let got = Proposal {
        method: "GET".into(),
        ..shown.clone()
    };
    let other = Proposal {
        form: Some(at(40)),
        ..shown.clone()
    };
    let renamed = Proposal {
        button: "Pay".into(),
        ..shown.clone()
    };
    let table = [
        (shown.clone(), None),
        (values, Some(Difference::Values)),
        (fewer, Some(Difference::Values)),
        (elsewhere, Some(Difference::Destination)),
        (got, Some(Difference::Destination)),
        (other, Some(Difference::Form)),
        (renamed, Some(Difference::Form)),
    ];
    for (now, expected) in table {
        assert_eq!(shown.difference(&now), expected, "{now:?}");
        let mut confirm = Confirm::new(1_000);
        confirm.handle(Millis(0), Event::Tick);
        confirm.handle(Millis(0), Event::Read(Some(Box::new(shown.clone()))));
        confirm.handle(Millis(1), Event::Replied(Reply::Yes));
        confirm.handle(Millis(2), Event::Read(Some(Box::new(now))));
        let verdict = expected.map_or(Verdict::Approved, |it| Verdict::Denied(Denial::Changed(it)));
        assert_eq!(confirm.verdict(), Some(verdict));
    }
}

#[test]
fn nobody_is_asked_about_what_cannot_be_told_and_what_vanished_is_not_sent() {
    let mut confirm = Confirm::new(1_000);
    confirm.handle(Millis(0), Event::Tick);
    assert_eq!(confirm.handle(Millis(0), Event::Read(None)), Vec::new());
    assert_eq!(confirm.verdict(), Some(Verdict::Denied(Denial::Unread)));
    for (time, event) in [(30, Event::Read(None)), (30_020, Event::Tick)] {
        let mut confirm = asked();
        confirm.handle(Millis(20), Event::Replied(Reply::Yes));
        confirm.handle(Millis(time), event);
        assert_eq!(confirm.verdict(), Some(Verdict::Denied(Denial::Unread)));
    }
}

#[test]
fn what_is_shown_are_the_fields_that_hold_something_and_no_secret() {
    let choice = |label: &str, value: &str| Choice {
        label: label.into(),
        value: value.into(),
        ..Choice::default()
    };
    let select = |element, chosen: usize| Field {
        kind: Kind::Select,
        held: Held::Chosen(vec![chosen]),
        options: vec![choice("Choose…", ""), choice("Portugal", "pt")],
        ..text(element, "Country", "")
    };
    let boxed = |element, checked| Field {
        kind: Kind::Checkbox,
        held: Held::Checked(Some(checked)),
        ..text(element, "Newsletter", "")
    };
    let fields = vec![
        text(2, "Name", "Ada"),
        text(3, "Nickname", " "),
        Field {
            kind: Kind::Password,
            ..text(4, "Password", "c4n4ry")
        },
        text(5, "Card number", "4111 1111 1111 1111"),
        select(6, 1),
        select(7, 0),
        boxed(8, true),
        boxed(10, false),
        Field {
            kind: Kind::File,
            held: Held::Files(vec!["plan.pdf".into()]),
            ..text(11, "Drawing", "")
        },
        Field {
            visible: false,
            ..text(12, "Trap", "x")
        },
        Field {
            disabled: true,
            ..text(13, "Off", "x")
        },
    ];
    let told = proposal(fields);
    let entries: Vec<(&str, &str, Shown)> = told
        .entries
        .iter()
        .map(|entry| (entry.label.as_str(), entry.value.reveal(), entry.shown))
        .collect();
    assert_eq!(
        entries,
        [
            ("Name", "Ada", Shown::Plain),
            ("Password", "c4n4ry", Shown::LeftOut),
            ("Card number", "4111 1111 1111 1111", Shown::Masked),
            ("Country", "Portugal", Shown::Plain),
            ("Newsletter", "yes", Shown::Plain),
            ("Drawing", "plan.pdf", Shown::LeftOut),
            ("Trap", "x", Shown::LeftOut),
        ]
    );
    assert_eq!(
        (told.method.as_str(), told.url.as_str()),
        ("POST", "https://a.example/store")
    );
    let printed = format!("{told:?}");
    assert!(!printed.contains("c4n4ry") && !printed.contains("4111"), "{printed}");
}

#[test]
fn a_control_without_a_form_is_sent_by_a_script_and_one_that_is_unknown_by_nobody() {
    let mut page = page(vec![text(2, "Name", "Ada")]);
    page.forms[0].reference = None;
    let bare = Way {
        control: Some(at(9)),
        ..Way::default()
    };
    let told = Proposal::of(&page, at(9), &bare).expect("the control is known");
    assert_eq!(
        (told.method.as_str(), told.url.as_str(), told.entries.len()),
        ("", "https://a.example/form", 1)
    );
    assert_eq!(Proposal::of(&page, at(77), &bare), None);
}

#[test]
fn what_sends_is_known_by_the_browser_or_by_the_form() {
    let mut page = page(Vec::new());
    let mut own = way();
    assert_eq!(own.sends(&page), Some(at(9)));
    own.native = false;
    for (does, expected) in [
        (Does::Submit, true),
        (Does::Next, true),
        (Does::Back, false),
        (Does::Reset, false),
        (Does::Other, false),
    ] {
        page.forms[0].submits[0].effect = does;
        assert_eq!(own.sends(&page).is_some(), expected, "{does:?}");
    }
    own.control = Some(at(50));
    assert_eq!(own.sends(&page), None);
    own.native = true;
    assert_eq!(own.sends(&page), Some(at(50)));
}

#[test]
fn a_question_is_answered_once_in_time_and_in_the_place_of_no_other() {
    let mut desk = Desk::default();
    let first = desk.ask(Millis(0), 1_000);
    assert_eq!(desk.answer(Millis(999), first), Ok(()));
    assert_eq!(desk.answer(Millis(999), first), Err(Denial::Over), "it was used");
    let second = desk.ask(Millis(1_000), 1_000);
    assert_ne!(first, second);
    assert_eq!(desk.answer(Millis(1_001), first), Err(Denial::Over), "another is open");
    assert_eq!(desk.answer(Millis(2_000), second), Err(Denial::Late));
    assert_eq!(
        desk.answer(Millis(1_500), second),
        Err(Denial::Over),
        "it was too late before"
    );
    let third = desk.ask(Millis(3_000), 1_000);
    let fourth = desk.ask(Millis(3_000), 1_000);
    assert_eq!(
        desk.answer(Millis(3_001), third),
        Err(Denial::Over),
        "a newer one took its place"
    );
    assert_eq!(desk.answer(Millis(3_001), fourth), Ok(()));
    let fifth = desk.ask(Millis(4_000), 1_000);
    desk.withdraw();
    assert_eq!(desk.answer(Millis(4_001), fifth), Err(Denial::Over));
    assert_eq!(desk.answer(Millis(4_001), 99), Err(Denial::Over), "there never was one");
}

#[test]
fn every_denial_says_that_nothing_was_sent_and_what_to_do() {
    let all = [
        Denial::Refused,
        Denial::Unanswered,
        Denial::Unable,
        Denial::Late,
        Denial::Withdrawn,
        Denial::Changed(Difference::Form),
        Denial::Changed(Difference::Destination),
        Denial::Changed(Difference::Values),
        Denial::Unread,
        Denial::Over,
        Denial::Foreign,
    ];
    let mut said: Vec<String> = all.iter().map(|denial| denial.words()).collect();
    for words in &said {
        assert!(
            words.starts_with(DENIED) && words.contains("Nothing was sent"),
            "{words}"
        );
    }
    said.sort();
    said.dedup();
    assert_eq!(said.len(), all.len(), "each is told apart");
}

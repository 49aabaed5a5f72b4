//! Submit over courses of events.

use ostler_machines::classify::{Carrier, Sent};
use ostler_machines::fill::Trouble;
use ostler_machines::form::model::Effect::Submit as Send;
use ostler_machines::form::model::{Kind, Ref, Tone};
use ostler_machines::report::Outcome::{self, Advanced, ServerError, Submitted, Unchanged, Unknown, ValidationFailed};
use ostler_machines::submit::{Dialog, Effect, Event, Look, Request, Submit, Verdict};
use ostler_machines::{Machine, Millis};
use proptest::prelude::*;

use crate::classify::{BUTTON, Draft, FORM, draft, fetch, judge, posted, redirected, sent};
use crate::classify_words::claim;
use crate::owed::keeps_its_word;

fn look(draft: Draft, requests: Vec<Sent>) -> Event {
    Event::Looked(Box::new(Look {
        page: draft.0,
        invalid: Vec::new(),
        challenge: None,
        requests,
        opened: false,
    }))
}

fn play(events: Vec<Event>) -> (Vec<Effect>, Option<Verdict>) {
    let mut submit = Submit::new(Request::new(BUTTON, Some(FORM)));
    let mut asked = submit.handle(Millis(0), Event::Tick);
    for event in events {
        asked.extend(submit.handle(Millis(1), event));
    }
    (asked, submit.verdict())
}

fn outcome(verdict: Option<Verdict>) -> (Outcome, String) {
    let report = verdict.expect("it ended").report();
    (report.outcome, report.evidence.join("; "))
}

#[test]
fn looks_presses_rests_looks_and_judges() {
    let (asked, verdict) = play(vec![
        look(claim(), vec![]),
        Event::Pressed(Trouble::None),
        Event::Navigating,
        Event::Navigated,
        Event::Rested(true),
        look(draft("Thank you"), redirected()),
    ]);
    assert_eq!(asked, [Effect::Look, Effect::Press(BUTTON), Effect::Rest, Effect::Look]);
    assert_eq!(outcome(verdict).0, Submitted);
}

#[test]
fn a_control_that_is_disabled_or_gone_is_not_pressed() {
    let mut off = claim();
    off.0.forms[0].submits[0].disabled = true;
    let mut none = claim();
    none.0.forms[0].submits.clear();
    for page in [off, none] {
        let (asked, verdict) = play(vec![look(page, vec![])]);
        assert_eq!(asked, [Effect::Look]);
        let (outcome, evidence) = outcome(verdict);
        assert_eq!(outcome, Unchanged);
        assert!(evidence.contains("not pressed"), "{evidence}");
    }
}

#[test]
fn what_changes_as_the_pointer_comes_is_not_sent() {
    let own = claim().0.forms[0].fields[0].reference.expect("it has a ref");
    let (_, verdict) = play(vec![look(claim(), Vec::new()), Event::Changed(vec![own])]);
    let Some(Verdict::Judged { judgement, .. }) = verdict else {
        panic!("{verdict:?}");
    };
    assert_eq!(judgement.outcome, Outcome::Unchanged);
    assert_eq!(judgement.messages[0].field, "Reference");
    assert!(
        judgement.evidence[0].contains("nothing was sent"),
        "{:?}",
        judgement.evidence
    );
}

#[test]
fn a_blocked_press_is_not_tried_otherwise() {
    for trouble in [Trouble::Covered, Trouble::Disabled, Trouble::Gone, Trouble::Hidden] {
        let (asked, verdict) = play(vec![look(claim(), vec![]), Event::Pressed(trouble)]);
        assert_eq!(asked, [Effect::Look, Effect::Press(BUTTON)]);
        assert_eq!(outcome(verdict).0, Unchanged);
    }
}

#[test]
fn a_request_that_is_not_answered_yet_is_waited_for() {
    let open = Sent {
        status: None,
        ..sent("POST", Carrier::Xhr, 0)
    };
    let (asked, verdict) = play(vec![
        look(claim(), vec![]),
        Event::Pressed(Trouble::None),
        Event::Rested(false),
        look(draft("Thank you! Your claim is in."), vec![open]),
        Event::Rested(true),
        look(claim(), fetch(500)),
    ]);
    assert_eq!(asked.iter().filter(|effect| **effect == Effect::Look).count(), 3);
    assert_eq!(outcome(verdict).0, ServerError);
}

#[test]
fn nothing_is_believed_at_the_second_look() {
    let (asked, verdict) = play(vec![
        look(claim(), vec![]),
        Event::Pressed(Trouble::None),
        Event::Rested(true),
        look(claim(), vec![]),
        Event::Rested(true),
        look(draft("Claim received"), fetch(200)),
    ]);
    assert_eq!(asked.iter().filter(|effect| **effect == Effect::Look).count(), 3);
    assert_eq!(outcome(verdict).0, Submitted);
}

#[test]
fn a_question_that_was_answered_with_no_is_named() {
    let (_, verdict) = play(vec![
        look(claim(), vec![]),
        Event::Dialog(Dialog::Confirm, 30),
        Event::Pressed(Trouble::None),
        Event::Rested(true),
        look(claim(), vec![]),
    ]);
    let (outcome, evidence) = outcome(verdict);
    assert_eq!(outcome, Unchanged);
    assert!(evidence.contains("answered with no"), "{evidence}");
}

#[test]
fn an_interrupted_submit_says_whether_it_may_have_been_sent() {
    let before = vec![Event::Gone];
    let after = vec![look(claim(), vec![]), Event::Gone];
    assert_eq!(
        play(before.clone()).1,
        Some(Verdict::Interrupted {
            sent: false,
            gone: true
        })
    );
    assert_eq!(outcome(play(before).1).0, Unchanged);
    assert_eq!(
        play(after.clone()).1,
        Some(Verdict::Interrupted { sent: true, gone: true })
    );
    let (outcome, evidence) = outcome(play(after).1);
    assert_eq!(outcome, Unknown);
    assert!(evidence.contains("may or may not be stored"), "{evidence}");
}

fn event() -> impl Strategy<Value = Event> {
    let pages = prop_oneof![
        3 => Just(claim()),
        1 => Just(draft("Thank you")),
        1 => Just(claim().says(Tone::Error, "no")),
    ];
    let requests = prop_oneof![
        2 => Just(vec![]),
        1 => Just(fetch(200)),
        1 => Just(fetch(500)),
        1 => Just(vec![Sent { status: None, ..sent("POST", Carrier::Xhr, 0) }]),
    ];
    let trouble =
        prop_oneof![5 => Just(Trouble::None), 1 => Just(Trouble::Covered), 1 => Just(Trouble::Broken(String::new()))];
    prop_oneof![
        2 => Just(Event::Tick),
        5 => (pages, requests).prop_map(|(page, requests)| look(page, requests)),
        3 => trouble.prop_map(Event::Pressed),
        4 => any::<bool>().prop_map(Event::Rested),
        1 => Just(Event::Navigating),
        1 => Just(Event::Navigated),
        1 => Just(Event::Dialog(Dialog::Alert, 3)),
        1 => prop::bool::weighted(0.2).prop_map(|gone| if gone { Event::Gone } else { Event::Tick }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, ..ProptestConfig::default() })]

    #[test]
    fn presses_at_most_once_whatever_comes(history in prop::collection::vec((0_u64..2_000, event()), 0..60)) {
        let mut submit = Submit::new(Request::new(BUTTON, Some(FORM)));
        let asked = keeps_its_word(&mut submit, history);
        let presses = asked.iter().filter(|effect| matches!(effect, Effect::Press(_))).count();
        prop_assert!(presses <= 1);
        let report = submit.verdict().expect("it ended").report();
        prop_assert!(!report.evidence.is_empty());
        if presses == 0 {
            prop_assert_eq!(report.outcome, Unchanged, "nothing was pressed: {:?}", report.evidence);
        }
    }

    #[test]
    fn a_failing_answer_is_never_called_submitted(
        shown in prop_oneof![Just(claim()), Just(draft("Thank you")), Just(draft("Saved").says(Tone::Success, "Saved"))],
        status in 400_u16..600,
        moved: bool,
        document: bool,
    ) {
        let requests = if document { posted(status) } else { fetch(status) };
        let judged = judge(&claim(), &shown, &requests, moved);
        prop_assert!(matches!(judged.outcome, ServerError | ValidationFailed), "{:?}", judged);
    }
}

#[test]
fn what_comes_up_for_a_key_is_asked_for_in_its_turn() {
    let login = |shown: &[&str]| draft("Log in").form(shown, &[Send]);
    let with_password = || {
        let mut page = login(&["Email=a", "Password"]);
        page.0.forms[0].fields[1].kind = Kind::Password;
        page
    };
    let elsewhere = || {
        let mut page = draft("Password").at("http://shop.example/password").form_at(
            Ref { frame: 0, element: 2 },
            &["Password"],
            &[Send],
        );
        page.0.forms[0].fields[0].kind = Kind::Password;
        page
    };
    for (case, keys, after, requests, moved, expected) in [
        ("a password", vec!["Password"], with_password(), vec![], false, Advanced),
        (
            "a password that nobody gave",
            vec![],
            with_password(),
            vec![],
            false,
            Unchanged,
        ),
        (
            "a key for something else",
            vec!["Fax"],
            with_password(),
            vec![],
            false,
            Unchanged,
        ),
        (
            "a password, asked for by the server",
            vec!["Password"],
            with_password(),
            fetch(200),
            false,
            Advanced,
        ),
        (
            "another page that asks for it",
            vec!["Password"],
            elsewhere(),
            redirected(),
            true,
            Advanced,
        ),
        (
            "another page, and nobody gave one",
            vec![],
            elsewhere(),
            redirected(),
            true,
            Unknown,
        ),
        (
            "the server says no",
            vec!["Password"],
            with_password(),
            fetch(500),
            false,
            ServerError,
        ),
        (
            "something else",
            vec!["City"],
            login(&["Email=a", "City"]),
            vec![],
            false,
            Advanced,
        ),
        (
            "something else, and it was sent",
            vec!["City"],
            login(&["Email=a", "City"]),
            fetch(200),
            false,
            Unknown,
        ),
        (
            "an error",
            vec!["City"],
            login(&["Email=a*No", "City"]),
            vec![],
            false,
            ValidationFailed,
        ),
    ] {
        let mut submit = Submit::new(Request {
            keys: keys.into_iter().map(String::from).collect(),
            ..Request::new(BUTTON, Some(FORM))
        });
        submit.handle(Millis(0), Event::Tick);
        submit.handle(Millis(1), look(login(&["Email=a"]), vec![]));
        submit.handle(Millis(1), Event::Pressed(Trouble::None));
        if moved {
            submit.handle(Millis(1), Event::Navigated);
        }
        for _ in 0..3 {
            submit.handle(Millis(1), Event::Rested(true));
            submit.handle(Millis(1), look(after.clone(), requests.clone()));
        }
        assert_eq!(outcome(submit.verdict()).0, expected, "{case}");
    }
}

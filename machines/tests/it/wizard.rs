//! Wizard: tables and arbitrary courses of events.

use ostler_machines::form::model::Effect as Leads;
use ostler_machines::report::{FieldReport, Outcome, Status};
use ostler_machines::wizard::{Effect, End, Event, Options, STEPS, Summary, Wizard, postpone};
use ostler_machines::{Machine, Millis};
use proptest::prelude::*;

use crate::owed::keeps_its_word;

fn filled(keys: &[(usize, Status)], unanswered: usize, more: bool) -> Event {
    Event::Filled(summary(keys, unanswered, more))
}

/// A step with fields, and a control that moves on as long as another step follows.
fn summary(keys: &[(usize, Status)], unanswered: usize, more: bool) -> Summary {
    Summary {
        keys: keys.to_vec(),
        unanswered,
        asks: true,
        more,
        press: Some(if more { Leads::Next } else { Leads::Submit }),
        open: 0,
        recalled: 0,
    }
}

fn play(keys: usize, options: Options, events: Vec<Event>) -> (Vec<Effect>, Option<End>) {
    let mut wizard = Wizard::new(keys, options);
    let mut asked = wizard.handle(Millis(0), Event::Tick);
    for event in events {
        asked.extend(wizard.handle(Millis(1), event));
    }
    (asked, wizard.verdict().map(|verdict| verdict.end))
}

#[test]
fn a_field_that_is_not_shown_yet_belongs_to_a_step_that_follows() {
    let hidden = |code: &str| FieldReport {
        label: "City".into(),
        asked: "Porto".into(),
        code: code.into(),
        message: "why".into(),
        ..FieldReport::of("City", Status::Refused)
    };
    for (code, more, status) in [
        ("hidden", true, Status::Missing),
        ("hidden", false, Status::Refused),
        ("readonly", true, Status::Refused),
    ] {
        let mut report = hidden(code);
        postpone(&mut report, more);
        assert_eq!(report.status, status, "{code} {more}");
    }
}

#[test]
fn keys_that_the_first_step_has_no_field_for_are_kept_for_the_next() {
    let (asked, end) = play(
        2,
        Options::default(),
        vec![
            filled(&[(0, Status::Filled), (1, Status::Missing)], 0, true),
            Event::Submitted(Outcome::Advanced),
            filled(&[(1, Status::Filled)], 0, false),
            Event::Submitted(Outcome::Submitted),
        ],
    );
    assert_eq!(
        asked,
        [
            Effect::Fill(vec![0, 1]),
            Effect::Submit,
            Effect::Fill(vec![1]),
            Effect::Submit
        ]
    );
    assert_eq!(end, Some(End::Ended(Outcome::Submitted)));
}

#[test]
fn a_key_that_is_missing_on_the_last_step_holds_the_press_back() {
    let events = || vec![filled(&[(0, Status::Filled), (1, Status::Missing)], 0, false)];
    let (asked, end) = play(2, Options::default(), events());
    assert_eq!(asked, [Effect::Fill(vec![0, 1])]);
    assert_eq!(end, Some(End::NotReady));
    let anyway = Options {
        anyway: true,
        ..Options::default()
    };
    assert_eq!(play(2, anyway, events()).0, [Effect::Fill(vec![0, 1]), Effect::Submit]);
}

#[test]
fn a_form_that_is_not_right_is_not_sent() {
    for status in [
        Status::Refused,
        Status::Ambiguous,
        Status::Rejected,
        Status::Failed,
        Status::Skipped,
    ] {
        let (asked, end) = play(1, Options::default(), vec![filled(&[(0, status)], 0, true)]);
        assert_eq!(asked, [Effect::Fill(vec![0])], "{status:?}");
        assert_eq!(end, Some(End::NotReady), "{status:?}");
    }
}

#[test]
fn a_step_that_nobody_spoke_of_is_pressed_only_as_the_last_and_if_it_asks_for_nothing() {
    let last = summary(&[], 0, false);
    let table = [
        (
            "it only shows what is sent",
            Summary {
                asks: false,
                ..last.clone()
            },
            None,
        ),
        ("it has a field that nobody spoke of", last.clone(), Some(End::Unasked)),
        (
            "it must be answered",
            Summary {
                unanswered: 1,
                ..last.clone()
            },
            Some(End::Unanswered),
        ),
        ("another one follows", summary(&[], 0, true), Some(End::Unasked)),
        (
            "another one follows, and it asks for nothing",
            Summary {
                asks: false,
                ..summary(&[], 0, true)
            },
            Some(End::Unasked),
        ),
        (
            "it moves on, whatever it says of steps",
            Summary {
                asks: false,
                press: Some(Leads::Next),
                ..last.clone()
            },
            Some(End::Unasked),
        ),
        (
            "it says that another step follows, whatever its control says",
            Summary {
                asks: false,
                more: true,
                ..last
            },
            Some(End::Unasked),
        ),
    ];
    for anyway in [false, true] {
        let options = Options {
            anyway,
            ..Options::default()
        };
        for (why, step, expected) in table.clone() {
            let course = vec![
                filled(&[(0, Status::Filled)], 0, true),
                Event::Submitted(Outcome::Advanced),
                Event::Filled(step),
            ];
            let (asked, end) = play(1, options, course);
            assert_eq!(end, expected, "{why}");
            let presses = asked.iter().filter(|effect| **effect == Effect::Submit).count();
            assert_eq!(presses, if expected.is_none() { 2 } else { 1 }, "{why}");
        }
    }
}

#[test]
fn a_step_on_the_way_to_a_key_that_is_left_is_pressed() {
    let course = vec![
        filled(&[(0, Status::Filled), (1, Status::Missing)], 0, true),
        Event::Submitted(Outcome::Advanced),
        filled(&[(1, Status::Missing)], 0, true),
        Event::Submitted(Outcome::Advanced),
        filled(&[(1, Status::Filled)], 0, true),
        Event::Submitted(Outcome::Advanced),
        filled(&[], 0, true),
    ];
    let (asked, end) = play(2, Options::default(), course);
    let presses = asked.iter().filter(|effect| **effect == Effect::Submit).count();
    assert_eq!((presses, end), (3, Some(End::Unasked)));
}

#[test]
fn a_step_that_memory_filled_was_asked_for() {
    let recalled = |recalled| {
        let last = Summary {
            recalled,
            ..summary(&[], 0, false)
        };
        let course = vec![
            filled(&[(0, Status::Filled)], 0, true),
            Event::Submitted(Outcome::Advanced),
            Event::Filled(last),
        ];
        play(1, Options::default(), course)
    };
    assert_eq!(recalled(0).1, Some(End::Unasked));
    let (asked, end) = recalled(2);
    assert_eq!((asked.last(), end), (Some(&Effect::Submit), None));
}

#[test]
fn what_an_earlier_fill_left_open_holds_the_press_back() {
    let course = || {
        vec![Event::Filled(Summary {
            open: 1,
            ..summary(&[(0, Status::Filled)], 0, false)
        })]
    };
    assert_eq!(play(1, Options::default(), course()).1, Some(End::NotReady));
    let anyway = Options {
        anyway: true,
        ..Options::default()
    };
    assert_eq!(play(1, anyway, course()).0.last(), Some(&Effect::Submit));
}

#[test]
fn no_step_is_pressed_again_after_anything_but_an_advance() {
    for outcome in [
        Outcome::ValidationFailed,
        Outcome::Unchanged,
        Outcome::ServerError,
        Outcome::Submitted,
        Outcome::Unknown,
    ] {
        let events = vec![
            filled(&[(0, Status::Filled)], 0, true),
            Event::Submitted(outcome),
            filled(&[(0, Status::Filled)], 0, true),
        ];
        let (asked, end) = play(1, Options::default(), events);
        assert_eq!(asked, [Effect::Fill(vec![0]), Effect::Submit], "{outcome:?}");
        assert_eq!(end, Some(End::Ended(outcome)));
    }
}

#[test]
fn a_wizard_without_an_end_is_left_after_thirty_steps() {
    let mut events = Vec::new();
    for _ in 0..40 {
        events.push(filled(&[(0, Status::Missing)], 0, true));
        events.push(Event::Submitted(Outcome::Advanced));
    }
    let (asked, end) = play(1, Options::default(), events);
    let presses = asked.iter().filter(|effect| **effect == Effect::Submit).count();
    assert_eq!(presses, STEPS as usize);
    assert_eq!(end, Some(End::TooMany));
}

fn status() -> impl Strategy<Value = Status> {
    prop_oneof![
        4 => Just(Status::Filled),
        3 => Just(Status::Missing),
        1 => Just(Status::Rejected),
        1 => Just(Status::Ambiguous),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    let outcome = prop_oneof![
        6 => Just(Outcome::Advanced),
        1 => Just(Outcome::ValidationFailed),
        1 => Just(Outcome::Unchanged),
        1 => Just(Outcome::Submitted),
    ];
    let summary = (
        prop::collection::vec((0_usize..6, status()), 0..5),
        0_usize..2,
        any::<(bool, bool)>(),
        prop::option::weighted(0.9, prop::sample::select(vec![Leads::Next, Leads::Submit])),
        prop_oneof![9 => Just(0_usize), 1 => Just(1)],
    );
    prop_oneof![
        1 => Just(Event::Tick),
        3 => summary.prop_map(|(keys, unanswered, (asks, more), press, open)| {
            Event::Filled(Summary { keys, unanswered, asks, more, press, open, recalled: unanswered % 2 })
        }),
        3 => outcome.prop_map(Event::Submitted),
    ]
}

proptest! {
    #[test]
    fn keeps_its_word_and_presses_once_a_step(
        history in prop::collection::vec((0_u64..500, event()), 0..120),
        keys in 0_usize..5,
        anyway: bool,
    ) {
        let mut wizard = Wizard::new(keys, Options { anyway, give_up: 20_000 });
        let asked = keeps_its_word(&mut wizard, history);
        let presses = asked.iter().filter(|effect| **effect == Effect::Submit).count();
        prop_assert!(presses <= STEPS as usize);
        prop_assert!(
            asked.windows(2).all(|pair| pair != [Effect::Submit, Effect::Submit]),
            "two presses without a fill in between"
        );
        let verdict = wizard.verdict().expect("it ended");
        prop_assert_eq!(verdict.keys.len(), keys);
        prop_assert_eq!(verdict.pressed as usize, presses);
    }
}

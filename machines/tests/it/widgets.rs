//! The machines of widgets: what always holds of them, and the courses that matter.

use ostler_machines::form::model::{Choice, Field, Ref};
use ostler_machines::widget::calendar::{self, Calendar, Day, Shown};
use ostler_machines::widget::pick::{self, Opening, Pick, ways};
use ostler_machines::{Machine, Millis};
use proptest::prelude::*;

use crate::owed::keeps_its_word;

fn target() -> Ref {
    Ref { frame: 0, element: 1 }
}

fn offered(labels: &[&str]) -> pick::Event {
    let choice = |(at, label): (u32, &&str)| Choice {
        label: (*label).into(),
        element: Some(at),
        ..Choice::default()
    };
    pick::Event::Offered {
        open: !labels.is_empty(),
        busy: false,
        options: (10..).zip(labels).map(choice).collect(),
    }
}

fn pick_event() -> impl Strategy<Value = pick::Event> {
    let labels = prop::sample::subsequence(vec!["Berlin", "Bern", "Bergen", "Paris"], 0..=4);
    prop_oneof![
        2 => Just(pick::Event::Tick),
        3 => prop_oneof![Just(""), Just("covered"), Just("gone")].prop_map(|word| pick::Event::Done(word.into())),
        3 => Just(pick::Event::Rested),
        4 => labels.prop_map(|labels| offered(&labels)),
        1 => Just(pick::Event::Offered { open: true, busy: true, options: Vec::new() }),
    ]
}

fn month(year: i32, month: u32, name: &str) -> Shown {
    let day = |number: u32| Day {
        element: 100 + number,
        text: number.to_string(),
        ..Day::default()
    };
    Shown {
        header: format!("{name} {year}"),
        previous: Some(2),
        next: Some(3),
        days: (1..=if month == 2 { 28 } else { 30 }).map(day).collect(),
        ..Shown::default()
    }
}

fn calendar_event() -> impl Strategy<Value = calendar::Event> {
    let seen = prop_oneof![
        Just(None),
        Just(Some(month(2027, 2, "February"))),
        Just(Some(month(2027, 3, "March"))),
        Just(Some(month(2027, 4, "April"))),
        Just(Some(Shown::default())),
    ];
    prop_oneof![
        2 => Just(calendar::Event::Tick),
        3 => prop_oneof![Just(""), Just("covered")].prop_map(|word| calendar::Event::Done(word.into())),
        3 => Just(calendar::Event::Rested),
        4 => seen.prop_map(calendar::Event::Seen),
    ]
}

fn march_5() -> Calendar {
    let day = calendar::day_meant("2027-03-05", &Field::default()).expect("it is a day");
    Calendar::new(day)
}

proptest! {
    #[test]
    fn a_pick_keeps_its_word_and_presses_nothing_but_what_was_wanted(
        history in prop::collection::vec((0_u64..500, pick_event()), 0..40),
        takes_text: bool,
    ) {
        let mut machine = Pick::new(target(), "Bern".into(), ways(takes_text));
        let asked = keeps_its_word(&mut machine, history);
        let opened = asked.iter().filter(|effect| matches!(effect, pick::Effect::Open(..))).count();
        prop_assert!(opened <= ways(takes_text).len(), "a way of opening is tried once");
        let pressed = asked.iter().filter(|effect| matches!(effect, pick::Effect::Press(_))).count();
        prop_assert!(pressed <= 1);
        if let Some(pick::Verdict::Chosen(text)) = machine.verdict() {
            prop_assert_eq!(text, "Bern");
        }
    }

    #[test]
    fn a_calendar_keeps_its_word_and_presses_no_day_but_the_one(
        history in prop::collection::vec((0_u64..500, calendar_event()), 0..60),
    ) {
        let mut machine = march_5();
        let asked = keeps_its_word(&mut machine, history);
        let days: Vec<u32> = asked
            .iter()
            .filter_map(|effect| match effect {
                calendar::Effect::Press(element) if *element >= 100 => Some(*element),
                _ => None,
            })
            .collect();
        prop_assert!(days.is_empty() || days == [105], "{days:?}");
    }
}

#[test]
fn an_offer_that_only_resembles_what_was_wanted_is_not_pressed() {
    let mut machine = Pick::new(target(), "Berlin Mitte".into(), vec![Opening::Press]);
    let mut asked = machine.handle(Millis(0), pick::Event::Tick);
    for event in [
        pick::Event::Done(String::new()),
        pick::Event::Rested,
        offered(&["Berlin", "Bern"]),
        pick::Event::Done(String::new()),
    ] {
        asked.extend(machine.handle(Millis(1), event));
    }
    assert_eq!(
        machine.verdict(),
        Some(pick::Verdict::NotOffered(vec!["Berlin".into(), "Bern".into()]))
    );
    assert!(asked.contains(&pick::Effect::Close), "what was opened is closed again");
}

#[test]
fn a_calendar_that_no_longer_moves_is_given_up() {
    let mut machine = march_5();
    machine.handle(Millis(0), calendar::Event::Tick);
    for _ in 0..2 {
        machine.handle(Millis(1), calendar::Event::Done(String::new()));
        machine.handle(Millis(1), calendar::Event::Rested);
        machine.handle(Millis(1), calendar::Event::Seen(Some(month(2026, 12, "December"))));
    }
    machine.handle(Millis(1), calendar::Event::Done(String::new()));
    assert_eq!(machine.verdict(), Some(calendar::Verdict::NotOffered));
}

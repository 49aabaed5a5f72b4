//! The machines of widgets: what always holds of them, and the courses that matter.

use ostler_machines::form::model::{Choice, Field, Ref};
use ostler_machines::widget::calendar::{self, Calendar, Cell, Day, Shown};
use ostler_machines::widget::clock::{Dial, Way};
use ostler_machines::widget::dial::{self, Seen};
use ostler_machines::widget::moment::moment_meant;
use ostler_machines::widget::pick::{self, Aim, Offer, Opening, Pick, Span, ways};
use ostler_machines::widget::several::{self, Chip, Several};
use ostler_machines::widget::step::{self, Steps};
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
    pick::Event::Offered(Offer {
        open: !labels.is_empty(),
        options: (10..).zip(labels).map(choice).collect(),
        ..Offer::default()
    })
}

/// The same of which more lies below, in lists that stand beside one another, or with a box to search in.
fn offered_in_part(labels: &[&str], columns: Vec<u32>, more: bool, search: Option<u32>) -> pick::Event {
    match offered(labels) {
        pick::Event::Offered(offer) => pick::Event::Offered(Offer {
            columns,
            more,
            search,
            ..offer
        }),
        other => other,
    }
}

fn pick_event() -> impl Strategy<Value = pick::Event> {
    let labels = prop::sample::subsequence(vec!["Berlin", "Bern", "Bergen", "Paris"], 0..=4);
    prop_oneof![
        2 => Just(pick::Event::Tick),
        3 => prop_oneof![Just(""), Just("covered"), Just("gone")].prop_map(|word| pick::Event::Done(word.into())),
        3 => Just(pick::Event::Rested),
        4 => labels.clone().prop_map(|labels| offered(&labels)),
        2 => (labels, any::<bool>(), prop::option::of(50_u32..52)).prop_map(|(labels, more, search)| offered_in_part(&labels, vec![7; labels.len()], more, search)),
        2 => any::<bool>().prop_map(|moved| pick::Event::Leafed(moved, Vec::new())),
        1 => Just(pick::Event::Offered(Offer { open: true, busy: true, ..Offer::default() })),
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
        Just(calendar::Event::Unseen(None)),
        Just(calendar::Event::Unseen(Some(7))),
        Just(calendar::Event::Seen(month(2027, 2, "February"))),
        Just(calendar::Event::Seen(month(2027, 3, "March"))),
        Just(calendar::Event::Seen(month(2027, 4, "April"))),
        Just(calendar::Event::Seen(Shown::default())),
    ];
    prop_oneof![
        2 => Just(calendar::Event::Tick),
        3 => prop_oneof![Just(""), Just("covered")].prop_map(|word| calendar::Event::Done(word.into())),
        3 => Just(calendar::Event::Rested),
        4 => seen,
    ]
}

/// Nothing was pressed yet, so it may be tried again; but not without end.
#[test]
fn an_option_that_is_not_there_any_more_is_looked_for_again() {
    let done = |word: &str| pick::Event::Done(word.into());
    let pressed = |effects: &[pick::Effect]| effects.iter().any(|effect| matches!(effect, pick::Effect::Press(_)));
    let mut machine = Pick::new(target(), "Bern".into(), vec![Opening::Press]);
    let mut turn = |event: pick::Event| machine.handle(Millis(1), event);
    turn(pick::Event::Tick);
    turn(done(""));
    turn(pick::Event::Rested);
    assert!(pressed(&turn(offered(&["Berlin", "Bern"]))));
    // It stands there still, drawn anew.
    assert_eq!(turn(done("hidden")), [pick::Effect::Rest]);
    assert_eq!(turn(pick::Event::Rested), [pick::Effect::Look]);
    assert!(pressed(&turn(offered(&["Berlin", "Bern"]))));
    // It was closed: it is opened again as it was.
    turn(done("gone"));
    turn(pick::Event::Rested);
    let again = turn(offered(&[]));
    assert!(
        matches!(again.as_slice(), [pick::Effect::Open(Opening::Press, _)]),
        "{again:?}"
    );
    turn(done(""));
    turn(pick::Event::Rested);
    assert!(pressed(&turn(offered(&["Berlin", "Bern"]))));
    turn(done("hidden"));
    turn(done(""));
    assert_eq!(machine.verdict(), Some(pick::Verdict::Broken("hidden".into())));
}

fn march_5() -> Calendar {
    let day = moment_meant("2027-03-05", &Field::default()).expect("it is a day");
    Calendar::new(day, false)
}

proptest! {
    #[test]
    fn a_pick_keeps_its_word_and_presses_nothing_but_what_was_wanted(
        history in prop::collection::vec((0_u64..500, pick_event()), 0..40),
        takes_text: bool,
    ) {
        let mut machine = Pick::new(target(), "Bern".into(), ways(takes_text));
        // What was gone before it was pressed was not pressed, and may be looked for twice more.
        let is_miss = |event: &pick::Event| matches!(event, pick::Event::Done(word) if word == "gone");
        let misses = history.iter().filter(|(_, event)| is_miss(event)).count().min(2);
        let asked = keeps_its_word(&mut machine, history);
        let opened = asked.iter().filter(|effect| matches!(effect, pick::Effect::Open(..))).count();
        prop_assert!(opened <= ways(takes_text).len() + misses, "a way of opening is tried once");
        let pressed = asked.iter().filter(|effect| matches!(effect, pick::Effect::Press(_))).count();
        prop_assert!(pressed <= 1 + misses);
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
        // What a press could not reach is pressed again, twice at most.
        prop_assert!(days.len() <= 3 && days.iter().all(|day| *day == 105), "{days:?}");
    }
}

fn chip(label: &str, remove: Option<u32>) -> Chip {
    Chip {
        label: label.into(),
        remove,
    }
}

fn several_event() -> impl Strategy<Value = several::Event> {
    let chips = prop::sample::subsequence(vec!["Red", "Blue", "Green"], 0..=3);
    let verdict = prop_oneof![
        Just(pick::Verdict::Chosen("Red".into())),
        Just(pick::Verdict::Chosen("Blue".into())),
        Just(pick::Verdict::NotOffered(vec!["Green".into()])),
        Just(pick::Verdict::NoList),
        Just(pick::Verdict::TimedOut),
    ];
    prop_oneof![
        1 => Just(several::Event::Tick),
        3 => prop_oneof![3 => Just(""), 1 => Just("covered")].prop_map(|word| several::Event::Done(word.into())),
        4 => (chips, any::<bool>()).prop_map(|(labels, buttons)| several::Event::Holds {
            chips: (20..).zip(labels).map(|(at, label)| chip(label, buttons.then_some(at))).collect(),
            text: String::new(),
        }),
        3 => verdict.prop_map(several::Event::Picked),
    ]
}

fn dial_event() -> impl Strategy<Value = dial::Event> {
    let words = prop_oneof![Just("🇺🇸 +1"), Just("🇩🇪 +49"), Just("Germany"), Just("")];
    let values = prop_oneof![Just(""), Just("30123456"), Just("+49 30 123456"), Just("4930123456")];
    let verdict = prop_oneof![
        Just(pick::Verdict::Chosen("Germany".into())),
        Just(pick::Verdict::Ambiguous(vec!["Germany".into()])),
        Just(pick::Verdict::NotOffered(Vec::new())),
        Just(pick::Verdict::NoList),
    ];
    prop_oneof![
        1 => Just(dial::Event::Tick),
        3 => prop_oneof![3 => Just(""), 1 => Just("disabled")].prop_map(|word| dial::Event::Wrote(word.into())),
        5 => (words, values).prop_map(|(words, value)| dial::Event::Seen(Some(Seen {
            words: words.into(),
            value: value.into(),
        }))),
        1 => Just(dial::Event::Seen(None)),
        3 => verdict.prop_map(dial::Event::Chosen),
    ]
}

fn step_event() -> impl Strategy<Value = step::Event> {
    prop_oneof![
        1 => Just(step::Event::Tick),
        4 => prop_oneof![4 => Just(""), 1 => Just("hidden")].prop_map(|word| step::Event::Done(word.into())),
        4 => prop_oneof![
            (-20_i32..20).prop_map(|number| Some(number.to_string())),
            Just(Some("2.5".to_owned())),
            Just(Some("loud".to_owned())),
            Just(None),
        ]
        .prop_map(step::Event::Stands),
        2 => prop_oneof![Just("0 px"), Just("4 px")].prop_map(|place| step::Event::Adrift(place.into())),
    ]
}

proptest! {
    #[test]
    fn several_keeps_its_word_and_takes_off_nothing_that_is_wanted(
        history in prop::collection::vec((0_u64..500, several_event()), 0..60),
        types: bool,
    ) {
        let mut machine = Several::new(&["Red".into(), "Blue".into()], types);
        let asked = keeps_its_word(&mut machine, history);
        let entered = asked.iter().any(|effect| matches!(effect, several::Effect::Make(..) | several::Effect::Backspace));
        prop_assert!(types || !entered, "what takes no text is not typed into");
    }

    #[test]
    fn dial_keeps_its_word(history in prop::collection::vec((0_u64..500, dial_event()), 0..60), stays: bool) {
        let mut machine = dial::Dial::new("+49 30 123456".into(), vec!["30123456".into()], "Germany".into(), stays);
        let asked = keeps_its_word(&mut machine, history);
        let chose = asked.iter().any(|effect| matches!(effect, dial::Effect::Choose(_)));
        prop_assert!(!stays || !chose, "what is to stay is not chosen");
    }

    #[test]
    fn steps_keep_their_word(history in prop::collection::vec((0_u64..500, step_event()), 0..60)) {
        let mut machine = Steps::new("7");
        keeps_its_word(&mut machine, history);
    }
}

/// A widget that holds chips and lists what it offers.
struct Box_ {
    holds: Vec<&'static str>,
    offers: Vec<&'static str>,
    /// Whether one answer takes the place of the one before.
    single: bool,
    /// Whether what is chosen can be taken off.
    removable: bool,
    makes: bool,
}

fn bring(held: &mut Box_, wanted: &[&'static str]) -> several::Verdict {
    let texts: Vec<_> = wanted.iter().map(|text| (*text).into()).collect();
    let mut machine = Several::new(&texts, true);
    let all = ["Red", "Blue", "Green", "Mauve"];
    let mut asked = machine.handle(Millis(0), several::Event::Tick);
    for _ in 0..100 {
        let Some(effect) = asked.pop() else { break };
        assert!(asked.is_empty(), "one thing at a time");
        let done = several::Event::Done(String::new());
        let choose = |held: &mut Box_, name: &'static str| {
            if held.single {
                held.holds.clear();
            }
            held.holds.push(name);
        };
        let event = match effect {
            several::Effect::Look => several::Event::Holds {
                chips: held
                    .holds
                    .iter()
                    .map(|name| {
                        let at = all.iter().position(|it| it == name).expect("it is one of them");
                        chip(name, held.removable.then(|| u32::try_from(at).expect("it is small")))
                    })
                    .collect(),
                text: String::new(),
            },
            several::Effect::Press(at) => {
                let name = all[usize::try_from(at).expect("it is small")];
                held.holds.retain(|it| *it != name);
                done
            }
            several::Effect::Add(text, _) => {
                let found = held.offers.iter().find(|name| **name == text.reveal()).copied();
                match found {
                    Some(name) => {
                        if !held.holds.contains(&name) {
                            choose(held, name);
                        }
                        several::Event::Picked(pick::Verdict::Chosen(name.into()))
                    }
                    None => several::Event::Picked(pick::Verdict::NotOffered(
                        held.offers.iter().map(|it| (*it).into()).collect(),
                    )),
                }
            }
            several::Effect::Make(text, _) => {
                if held.makes {
                    let name = all
                        .into_iter()
                        .find(|name| *name == text.reveal())
                        .expect("it is one of them");
                    choose(held, name);
                }
                done
            }
            several::Effect::Drop(_) => several::Event::Picked(pick::Verdict::NotOffered(Vec::new())),
            several::Effect::Backspace | several::Effect::Close => done,
        };
        asked = machine.handle(Millis(1), event);
    }
    machine.verdict().expect("it comes to an end")
}

type Case<'a> = (&'a str, Box_, &'a [&'static str], &'a [&'a str], several::Verdict);

#[test]
fn several_come_to_exactly_what_is_wanted_or_stay_what_they_were() {
    let offers = vec!["Red", "Blue", "Green"];
    let not_offered = several::Verdict::NotOffered(offers.iter().map(|it| (*it).into()).collect());
    let table: [Case; 6] = [
        (
            "add and take off",
            Box_ {
                holds: vec!["Green"],
                offers: offers.clone(),
                single: false,
                removable: true,
                makes: false,
            },
            &["Red", "Blue"],
            &["Red", "Blue"],
            several::Verdict::Held,
        ),
        (
            "already there",
            Box_ {
                holds: vec!["Blue", "Red"],
                offers: offers.clone(),
                single: false,
                removable: true,
                makes: false,
            },
            &["Red", "Blue"],
            &["Blue", "Red"],
            several::Verdict::Held,
        ),
        (
            "not offered",
            Box_ {
                holds: vec!["Green"],
                offers: offers.clone(),
                single: false,
                removable: true,
                makes: false,
            },
            &["Red", "Mauve"],
            &["Green"],
            not_offered,
        ),
        (
            "made by the enter key",
            Box_ {
                holds: vec![],
                offers: offers.clone(),
                single: false,
                removable: true,
                makes: true,
            },
            &["Red", "Mauve"],
            &["Red", "Mauve"],
            several::Verdict::Held,
        ),
        (
            "takes one",
            Box_ {
                holds: vec!["Green"],
                offers: offers.clone(),
                single: true,
                removable: true,
                makes: false,
            },
            &["Red", "Blue"],
            &["Green"],
            several::Verdict::TakesOne,
        ),
        (
            "nothing can be taken off",
            Box_ {
                holds: vec!["Green"],
                offers,
                single: false,
                removable: false,
                makes: false,
            },
            &["Red", "Green"],
            &["Green", "Red"],
            several::Verdict::Held,
        ),
    ];
    for (case, mut held, wanted, holds, verdict) in table {
        assert_eq!(bring(&mut held, wanted), verdict, "{case}");
        assert_eq!(held.holds, holds, "{case}");
    }
}

#[test]
fn where_nothing_opens_what_stays_is_told_before_anything_is_added() {
    let mut machine = Several::new(&["Red".into()], true);
    let holds = || several::Event::Holds {
        chips: vec![chip("Green", None)],
        text: String::new(),
    };
    machine.handle(Millis(0), several::Event::Tick);
    let drop = machine.handle(Millis(0), holds());
    assert_eq!(drop, [several::Effect::Drop("Green".into())]);
    machine.handle(Millis(0), several::Event::Picked(pick::Verdict::NoList));
    for _ in 0..2 {
        // Some mark it at the first stroke and take it off at the second.
        assert_eq!(machine.handle(Millis(0), holds()), [several::Effect::Backspace]);
        machine.handle(Millis(0), several::Event::Done(String::new()));
    }
    assert_eq!(machine.handle(Millis(0), holds()), [several::Effect::Close]);
    machine.handle(Millis(0), several::Event::Done(String::new()));
    assert_eq!(machine.verdict(), Some(several::Verdict::Stands));
}

#[test]
fn only_the_very_text_is_pressed_until_all_of_a_list_was_seen() {
    let mut machine = Pick::new(target(), "Part 6".into(), vec![Opening::Press]);
    let pressed = |asked: &[pick::Effect]| asked.iter().any(|effect| matches!(effect, pick::Effect::Press(_)));
    machine.handle(Millis(0), pick::Event::Tick);
    machine.handle(Millis(1), pick::Event::Done(String::new()));
    machine.handle(Millis(1), pick::Event::Rested);
    let first = machine.handle(Millis(1), offered_in_part(&["Part 6 (old)"], vec![7], true, None));
    assert_eq!(first, [pick::Effect::Leaf(None, "Part 6".into())]);
    machine.handle(Millis(1), pick::Event::Leafed(true, Vec::new()));
    machine.handle(Millis(1), pick::Event::Rested);
    let second = machine.handle(
        Millis(1),
        offered_in_part(&["Part 5", "Part 6"], vec![7, 7], true, None),
    );
    assert!(pressed(&second), "{second:?}");
}

/// A list of which ten rows of 10 pixels are in view at a time.
fn long_list(labels: &[String], wanted: &str) -> (pick::Verdict, usize) {
    let most = u32::try_from(labels.len() * 10).unwrap_or(u32::MAX) - 100;
    let mut machine = Pick::new(target(), wanted.into(), vec![Opening::Press]);
    let mut effects = machine.handle(Millis(0), pick::Event::Tick);
    let (mut top, mut leaves) = (0, 0);
    let view = |top: u32| {
        let first = usize::try_from(top / 10).unwrap_or(0);
        (100_u32..).zip(&labels[first..labels.len().min(first + 10)])
    };
    let choice = |(element, label): (u32, &String)| Choice {
        label: label.clone(),
        element: Some(element),
        ..Choice::default()
    };
    for _ in 0..10_000 {
        let Some(effect) = effects.pop() else { break };
        let event = match effect {
            pick::Effect::Leaf(to, text) => {
                leaves += 1;
                let mut passed = Vec::new();
                let before = top;
                top = to.unwrap_or(top).min(most);
                while to.is_none()
                    && top < most
                    && !passed.iter().any(|(it, _): &(Choice, u32)| it.label == text.reveal())
                {
                    top = (top + 90).min(most);
                    passed.extend(view(top).map(|it| (choice(it), top)));
                }
                pick::Event::Leafed(to.is_some() || top != before, passed)
            }
            pick::Effect::Rest => pick::Event::Rested,
            pick::Effect::Look => pick::Event::Offered(Offer {
                open: true,
                options: view(top).map(choice).collect(),
                more: top < most,
                span: Some(Span { top, most, view: 100 }),
                ..Offer::default()
            }),
            _ => pick::Event::Done(String::new()),
        };
        effects = machine.handle(Millis(1), event);
    }
    (machine.verdict().expect("it comes to an end"), leaves)
}

#[test]
fn a_long_list_in_order_is_halved_and_any_other_is_leafed_through() {
    let sorted: Vec<String> = (1..=5_000).map(|number| format!("Part {number}")).collect();
    let mut mixed = sorted.clone();
    mixed.sort_by_key(|label| label.bytes().rev().collect::<Vec<u8>>());
    for wanted in ["Part 1", "Part 11", "Part 2500", "Part 4321", "Part 4995", "Part 5000"] {
        let (verdict, leaves) = long_list(&sorted, wanted);
        assert_eq!(verdict, pick::Verdict::Chosen(wanted.into()));
        assert!(leaves <= 14, "{wanted}: {leaves}");
        let (verdict, leaves) = long_list(&mixed, wanted);
        assert_eq!(verdict, pick::Verdict::Chosen(wanted.into()));
        assert!(leaves <= 14, "{wanted}: {leaves}");
    }
    // What is not in it is told once all of it was seen, with what comes nearest.
    for list in [&sorted, &mixed] {
        let (verdict, leaves) = long_list(list, "Part 50000");
        let pick::Verdict::NotOffered(near) = verdict else {
            panic!("{verdict:?}")
        };
        assert!(near.iter().any(|it| it == "Part 5000") && near.len() <= 20, "{near:?}");
        assert!(leaves <= 16, "{leaves}");
    }
    // What is called otherwise is gone back to.
    let (verdict, leaves) = long_list(&sorted, "part 4321 ");
    assert_eq!(verdict, pick::Verdict::Chosen("Part 4321".into()));
    assert!(leaves <= 18, "{leaves}");
}

#[test]
fn a_path_goes_through_lists_that_open_beside_one_another() {
    let mut machine = Pick::new(target(), "Europe / Germany".into(), vec![Opening::Press]);
    machine.handle(Millis(0), pick::Event::Tick);
    machine.handle(Millis(1), pick::Event::Done(String::new()));
    machine.handle(Millis(1), pick::Event::Rested);
    let first = machine.handle(Millis(1), offered_in_part(&["Europe", "Asia"], vec![7, 7], false, None));
    assert_eq!(first, [pick::Effect::Press(10)]);
    machine.handle(Millis(1), pick::Event::Done(String::new()));
    machine.handle(Millis(1), pick::Event::Rested);
    let all = ["Europe", "Asia", "Germany", "France"];
    let second = machine.handle(Millis(1), offered_in_part(&all, vec![7, 7, 8, 8], false, None));
    assert_eq!(second, [pick::Effect::Press(12)]);
    machine.handle(Millis(1), pick::Event::Done(String::new()));
    machine.handle(Millis(1), pick::Event::Rested);
    assert_eq!(machine.verdict(), Some(pick::Verdict::Chosen("Germany".into())));
}

#[test]
fn an_option_that_is_as_it_is_wanted_is_not_pressed() {
    for (aim, selected, presses) in [
        (Aim::Add, true, 0),
        (Aim::Add, false, 1),
        (Aim::Drop, true, 1),
        (Aim::Drop, false, 0),
        (Aim::Choose, true, 1),
    ] {
        let mut machine = Pick::with(target(), "Red".into(), vec![Opening::Open], aim);
        let mut asked = machine.handle(Millis(0), pick::Event::Tick);
        let option = Choice {
            label: "Red".into(),
            selected,
            element: Some(10),
            ..Choice::default()
        };
        asked.extend(machine.handle(
            Millis(1),
            pick::Event::Offered(Offer {
                open: true,
                options: vec![option],
                ..Offer::default()
            }),
        ));
        let pressed = asked
            .iter()
            .filter(|effect| matches!(effect, pick::Effect::Press(_)))
            .count();
        assert_eq!(pressed, presses, "{aim:?} {selected}");
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
        machine.handle(Millis(1), calendar::Event::Seen(month(2026, 12, "December")));
    }
    machine.handle(Millis(1), calendar::Event::Done(String::new()));
    assert!(matches!(machine.verdict(), Some(calendar::Verdict::NotOffered(_))));
}

#[test]
fn a_day_that_something_lies_over_for_a_moment_is_looked_for_again() {
    use calendar::{Effect, Event, Verdict};
    let done = |word: &str| Event::Done(word.into());
    for (troubles, verdict) in [(2, Verdict::Chosen), (3, Verdict::Broken("covered".into()))] {
        let mut machine = march_5();
        let mut asked = machine.handle(Millis(0), Event::Tick);
        let mut play = |event| asked.extend(machine.handle(Millis(1), event));
        play(done(""));
        for _ in 0..troubles {
            play(Event::Rested);
            play(Event::Seen(month(2027, 3, "March")));
            play(done("covered"));
        }
        for event in [
            Event::Rested,
            Event::Seen(month(2027, 3, "March")),
            done(""),
            Event::Rested,
            Event::Unseen(None),
            done(""),
        ] {
            play(event);
        }
        assert_eq!(machine.verdict(), Some(verdict));
        let pressed = asked.iter().filter(|effect| **effect == Effect::Press(105)).count();
        assert_eq!(pressed, 3, "{asked:?}");
    }
}

/// What the machine asks for while it sees one thing after another, each after a move and a rest.
fn course(machine: &mut Calendar, seen: Vec<calendar::Event>) -> Vec<calendar::Effect> {
    let mut asked = machine.handle(Millis(0), calendar::Event::Tick);
    for event in seen {
        for event in [calendar::Event::Done(String::new()), calendar::Event::Rested, event] {
            asked.extend(machine.handle(Millis(1), event));
        }
    }
    asked.extend(machine.handle(Millis(1), calendar::Event::Done(String::new())));
    asked.retain(|effect| !matches!(effect, calendar::Effect::Rest | calendar::Effect::Look));
    asked
}

fn cells(first: u32, texts: &[&str]) -> Vec<Cell> {
    let cell = |(element, text): (u32, &&str)| Cell {
        element,
        text: (*text).into(),
        ..Cell::default()
    };
    (first..).zip(texts).map(cell).collect()
}

fn chooses(text: &str) -> Calendar {
    Calendar::new(moment_meant(text, &Field::default()).expect("it is a moment"), true)
}

#[test]
fn both_days_of_a_span_are_pressed_in_one_calendar() {
    use calendar::{Effect, Event, Verdict};
    let mut machine = chooses("2027-03-05 to 2027-04-02");
    let march = month(2027, 3, "March");
    let asked = course(
        &mut machine,
        vec![
            Event::Seen(march.clone()),
            Event::Seen(march),
            Event::Seen(month(2027, 4, "April")),
            Event::Unseen(None),
        ],
    );
    let pressed = [Effect::Open, Effect::Press(105), Effect::Press(3), Effect::Press(102)];
    assert_eq!(asked, pressed);
    assert_eq!(machine.verdict(), Some(Verdict::Chosen));
}

#[test]
fn a_picker_of_years_is_turned_to_the_year_and_gone_down_to_the_day() {
    use calendar::{Effect, Event};
    let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let years = |texts: &[&str]| {
        Event::Seen(Shown {
            floats: true,
            previous: Some(2),
            next: Some(3),
            cells: cells(200, texts),
            ..Shown::default()
        })
    };
    let of_year = Event::Seen(Shown {
        floats: true,
        header: "2001".into(),
        cells: cells(300, &months),
        ..Shown::default()
    });
    let mut machine = chooses("March 5, 2001");
    let asked = course(
        &mut machine,
        vec![
            years(&["2008", "2009", "2010", "2011"]),
            years(&["1998", "1999", "2000", "2001"]),
            of_year,
            Event::Seen(month(2001, 3, "March")),
            Event::Unseen(None),
        ],
    );
    let pressed = [2, 203, 302, 105].map(Effect::Press);
    assert_eq!(asked.first(), Some(&Effect::Open));
    assert_eq!(asked[1..], pressed);
}

fn clock(dials: Vec<Dial>) -> calendar::Event {
    calendar::Event::Seen(Shown {
        floats: true,
        clock: dials,
        confirm: Some(9),
        ..Shown::default()
    })
}

#[test]
fn a_clock_of_twelve_hours_is_set_with_its_half_and_confirmed() {
    use calendar::{Effect, Event};
    let dials = |hour: &str, minute: &str, half: &str| {
        let dial = |way, words: &str, element, value: &str| Dial {
            way,
            words: words.into(),
            element: Some(element),
            value: value.into(),
            max: if words == "Hour" { "12" } else { "59" }.into(),
            ..Dial::default()
        };
        clock(vec![
            dial(Way::Type, "Hour", 21, hour),
            dial(Way::Type, "Minute", 22, minute),
            dial(Way::Toggle, "", 23, half),
        ])
    };
    let mut machine = chooses("3:30 PM");
    let asked = course(
        &mut machine,
        vec![
            dials("12", "00", "AM"),
            dials("03", "00", "AM"),
            dials("03", "30", "AM"),
            dials("03", "30", "PM"),
            Event::Unseen(None),
        ],
    );
    let expected = [
        Effect::Open,
        Effect::Type(21, "03".into()),
        Effect::Type(22, "30".into()),
        Effect::Press(23),
        Effect::Press(9),
    ];
    assert_eq!(asked, expected);
}

#[test]
fn a_time_that_a_clock_does_not_offer_is_refused_with_what_it_offers() {
    use calendar::{Effect, Verdict};
    let list = |words: &str, texts: &[&str]| Dial {
        way: Way::List,
        words: words.into(),
        options: cells(40, texts),
        ..Dial::default()
    };
    let hours: Vec<String> = (0..24).map(|hour| format!("{hour:02}")).collect();
    let hours: Vec<&str> = hours.iter().map(String::as_str).collect();
    let dials = || clock(vec![list("hour", &hours), list("minute", &["00", "15", "30", "45"])]);
    let mut machine = chooses("15:20");
    let asked = course(&mut machine, vec![dials(), dials()]);
    let Some(Verdict::NotOffered(why)) = machine.verdict() else {
        panic!("{:?}", machine.verdict());
    };
    assert!(why.contains("00, 15, 30, 45"), "{why}");
    assert_eq!(asked.last(), Some(&Effect::Close), "what was opened is closed again");
}

#[test]
fn a_clock_of_twelve_hours_without_a_half_is_not_guessed_at() {
    let dial = |words: &str, max: &str| Dial {
        way: Way::Type,
        words: words.into(),
        element: Some(5),
        max: max.into(),
        ..Dial::default()
    };
    let mut machine = chooses("15:20");
    machine.handle(Millis(0), calendar::Event::Tick);
    machine.handle(Millis(1), calendar::Event::Done(String::new()));
    // It is looked at again: it may just be coming up.
    for _ in 0..4 {
        assert_eq!(machine.verdict(), None);
        machine.handle(Millis(1), calendar::Event::Rested);
        machine.handle(Millis(1), clock(vec![dial("Hour", "12"), dial("Minute", "59")]));
    }
    machine.handle(Millis(1), calendar::Event::Done(String::new()));
    assert_eq!(machine.verdict(), Some(calendar::Verdict::Unread));
}

#[test]
fn nothing_more_is_pressed_once_a_picker_closed_in_the_middle_and_stays_closed() {
    use calendar::{Effect, Event, Verdict};
    let mut machine = chooses("2027-03-05 to 2027-03-09");
    let mut seen = vec![Event::Seen(month(2027, 3, "March"))];
    seen.extend((0..4).map(|_| Event::Unseen(None)));
    let asked = course(&mut machine, seen);
    assert_eq!(asked[..2], [Effect::Open, Effect::Press(105)]);
    assert!(asked[2..].iter().all(|effect| *effect == Effect::Open), "{asked:?}");
    assert!(
        matches!(machine.verdict(), Some(Verdict::NotOffered(_))),
        "half of it is said to be half"
    );
}

#[test]
fn a_picker_that_closes_when_it_is_turned_is_opened_again() {
    use calendar::{Effect, Event, Verdict};
    let mut machine = chooses("2027-04-05");
    let asked = course(
        &mut machine,
        vec![
            Event::Seen(month(2027, 3, "March")),
            Event::Unseen(None),
            Event::Seen(month(2027, 4, "April")),
            Event::Unseen(None),
        ],
    );
    assert_eq!(
        asked,
        [Effect::Open, Effect::Press(3), Effect::Open, Effect::Press(105)]
    );
    assert_eq!(machine.verdict(), Some(Verdict::Chosen));
}

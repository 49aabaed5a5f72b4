//! Fill on any page and in any course of events.

use std::cell::Cell;
use std::rc::Rc;

use ostler_machines::Machine;
use ostler_machines::fill::{Act, End, Event, Fill, Options, Reading, Stopped, Trouble};
use ostler_machines::form::model::{Field, Held, Kind};
use ostler_machines::form::value::{Likeness, Plan, Wish, agrees};
use proptest::prelude::*;

use crate::fill::{date, held, select};
use crate::owed::keeps_its_word;
use crate::sim::{Reaction, Sim, at, field, text, with_options};

// Histories.

const LABELS: [&str; 6] = ["Name", "City", "Size", "Needs", "Agree", "Born"];

fn zoo() -> Vec<Field> {
    vec![
        text(1, "Name"),
        text(2, "City"),
        select(3, "Size", &["S", "M", "L"]),
        with_options(field(10, Kind::Checkboxes, "Needs"), &["Mic", "Lamp"]),
        field(4, Kind::Checkbox, "Agree"),
        date(20),
    ]
}

fn wish(key: &str) -> Wish {
    Wish::Text(
        match key {
            "Size" => "M",
            "Needs" => "Lamp",
            "Agree" => "yes",
            "Born" => "2001-03-05",
            _ => "wanted",
        }
        .into(),
    )
}

/// One act of mischief: which field, and what is done to it.
#[derive(Clone, Copy, Debug)]
enum Mischief {
    Empty(usize),
    Replace(usize),
    Remove(usize),
    Disable(usize),
    Hide(usize),
    Shuffle(usize),
    Nothing,
}

fn mischief() -> impl Strategy<Value = Mischief> {
    prop_oneof![
        6 => Just(Mischief::Nothing),
        1 => (0_usize..6).prop_map(Mischief::Empty),
        1 => (0_usize..6).prop_map(Mischief::Replace),
        1 => (0_usize..6).prop_map(Mischief::Remove),
        1 => (0_usize..6).prop_map(Mischief::Disable),
        1 => (0_usize..6).prop_map(Mischief::Hide),
        1 => (0_usize..6).prop_map(Mischief::Shuffle),
    ]
}

fn play(fields: &mut Vec<Field>, mischief: Mischief, fresh: &Cell<u32>) -> bool {
    let blank = |held: &Held| match held {
        Held::Text(_) => Held::default(),
        Held::Checked(_) => Held::Checked(Some(false)),
        Held::Chosen(_) => Held::Chosen(Vec::new()),
        Held::Files(_) => Held::Files(Vec::new()),
    };
    let renumber = |field: &mut Field| {
        let mut take = || {
            fresh.set(fresh.get() + 1);
            fresh.get()
        };
        for choice in field.options.iter_mut().filter(|choice| choice.element.is_some()) {
            choice.element = Some(take());
        }
        let own = field.options.first().and_then(|choice| choice.element);
        field.reference = Some(at(own.unwrap_or_else(&mut take)));
        for part in &mut field.parts {
            part.field.reference = Some(at(take()));
        }
        if let Some(part) = field.parts.first() {
            field.reference = part.field.reference;
        }
    };
    let pick = |number: usize, fields: &[Field]| (!fields.is_empty()).then(|| number % fields.len());
    match mischief {
        Mischief::Nothing => return false,
        Mischief::Empty(number) => {
            if let Some(number) = pick(number, fields) {
                fields[number].held = blank(&fields[number].held);
            }
        }
        Mischief::Replace(number) => {
            if let Some(number) = pick(number, fields) {
                renumber(&mut fields[number]);
                fields[number].held = blank(&fields[number].held);
            }
        }
        Mischief::Remove(number) => {
            if let Some(number) = pick(number, fields) {
                fields.remove(number);
            }
        }
        Mischief::Disable(number) => {
            if let Some(number) = pick(number, fields) {
                fields[number].disabled ^= true;
            }
        }
        Mischief::Hide(number) => {
            if let Some(number) = pick(number, fields) {
                fields[number].visible ^= true;
            }
        }
        Mischief::Shuffle(number) => {
            if let Some(number) = pick(number, fields)
                && fields[number].kind == Kind::Select
            {
                fields[number].options.rotate_left(1);
            }
        }
    }
    true
}

/// Whether the page holds what the key asked for, as a person would judge it.
fn is_right(sim: &Sim, key: &str) -> bool {
    let Some(field) = sim.fields.iter().find(|field| field.label == key) else {
        return false;
    };
    let label = |number: &usize| field.options.get(*number).map(|choice| choice.label.clone());
    match (key, &field.held) {
        ("Size", Held::Chosen(chosen)) => chosen.iter().filter_map(label).collect::<Vec<_>>() == ["M"],
        ("Needs", Held::Chosen(chosen)) => chosen.iter().filter_map(label).collect::<Vec<_>>() == ["Lamp"],
        ("Agree", held) => *held == Held::Checked(Some(true)),
        ("Born", _) => ["2001", "03", "05"]
            .iter()
            .zip(&field.parts)
            .all(|(wanted, part)| part.field.held == held(wanted)),
        (_, held) => agrees(&Plan::Text("wanted".into()), field, held) != Likeness::Different,
    }
}

fn reading() -> impl Strategy<Value = Reading> {
    (1_u32..24, prop::option::of(prop_oneof![Just("wanted"), Just("")])).prop_map(|(element, text)| Reading {
        reference: Some(at(element)),
        held: text.map(held),
        error: String::new(),
        picked: None,
        renamed: false,
        hid: false,
        silent: false,
    })
}

fn nonsense() -> impl Strategy<Value = Event> {
    let trouble = prop_oneof![
        4 => Just(Trouble::None),
        1 => Just(Trouble::Gone),
        1 => Just(Trouble::Covered),
        1 => Just(Trouble::Hidden),
    ];
    let wrote = (
        (1_u32..24).prop_map(at),
        trouble,
        prop::option::of(Just(held("wanted"))),
    );
    let stopped = prop_oneof![Just(Stopped::None), Just(Stopped::Changed), Just(Stopped::Working)];
    let page = prop::collection::vec(mischief(), 0..4).prop_map(|mischiefs| {
        let (mut fields, fresh) = (zoo(), Cell::new(50));
        for mischief in mischiefs {
            play(&mut fields, mischief, &fresh);
        }
        Event::Inspected(Box::new(Sim::new(fields).page()))
    });
    prop_oneof![
        2 => Just(Event::Tick),
        4 => page,
        4 => (prop::collection::vec(wrote, 0..6), stopped).prop_map(|(done, stopped)| Event::Wrote { done, stopped }),
        4 => any::<bool>().prop_map(Event::Rested),
        4 => prop::collection::vec(reading(), 0..8).prop_map(Event::Read),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn keeps_its_word_whatever_comes(
        history in prop::collection::vec((0_u64..200, nonsense()), 0..60),
        end in prop_oneof![8 => Just(Event::Tick), 1 => Just(Event::Gone), 1 => Just(Event::Navigated("/".into()))],
    ) {
        let wishes: Vec<(String, Wish)> = LABELS.iter().map(|key| ((*key).into(), wish(key))).collect();
        let mut history = history;
        history.push((0, end));
        let mut fill = Fill::new(wishes, Options::default());
        let asked = keeps_its_word(&mut fill, history);
        let looks = asked.iter().filter(|effect| matches!(effect, ostler_machines::fill::Effect::Inspect)).count();
        prop_assert!(looks <= LABELS.len() * 3 + 10);
        let told: Vec<String> = fill.verdict().expect("it ended").fields.iter().map(|report| report.key.clone()).collect();
        prop_assert_eq!(told, LABELS);
    }

    #[test]
    fn what_is_called_good_is_right_on_any_page(
        on_write in prop::collection::vec(mischief(), 0..8),
        on_rest in prop::collection::vec(mischief(), 0..8),
        undo in prop::collection::vec(any::<bool>(), 0..8),
        silent: bool,
        keys in prop::sample::subsequence(LABELS.to_vec(), 1..=6),
        fast: bool,
    ) {
        let fresh = Rc::new(Cell::new(100));
        let mut on_write = on_write.into_iter();
        let mut on_rest = on_rest.into_iter();
        let mut undo = undo.into_iter();
        let numbers = Rc::clone(&fresh);
        let mut sim = Sim::new(zoo())
            .reacting(move |fields, job| {
                let changed = play(fields, on_write.next().unwrap_or(Mischief::Nothing), &numbers);
                let undone = undo.next().unwrap_or(false) && matches!(job.act, Act::Type(_) | Act::Set(_));
                Reaction { changed, silent, instead: undone.then(Held::default), ..Reaction::default() }
            })
            .resting(move |fields| {
                play(fields, on_rest.next().unwrap_or(Mischief::Nothing), &fresh);
            });
        let wishes: Vec<(String, Wish)> = keys.iter().map(|key| ((*key).into(), wish(key))).collect();
        let strategy = if fast { ostler_machines::fill::Strategy::Fast } else { ostler_machines::fill::Strategy::Natural };
        let verdict = sim.fill(wishes, Options { strategy, ..Options::default() });
        prop_assert_eq!(verdict.end, End::Done);
        for report in &verdict.fields {
            prop_assert!(!report.status.good() || is_right(&sim, &report.key), "{report:?} is a lie: {:?}", sim.fields);
        }
    }
}

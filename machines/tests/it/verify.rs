//! Verify over arbitrary courses of events, and the order of the ways.

use ostler_machines::Machine;
use ostler_machines::fill::Trouble;
use ostler_machines::form::model::{Dial, Field, Held, Kind};
use ostler_machines::form::value::Plan;
use ostler_machines::report::How::{self, Files, Inserted, Keys, Setter, Typed, Widget};
use ostler_machines::verify::{Effect, Event, Strategy as First, Verdict, Verify, ways};
use proptest::prelude::*;

use crate::owed::keeps_its_word;

fn text() -> Plan {
    Plan::Text("wanted".into())
}

#[test]
fn the_ways_are_tried_in_the_order_that_the_field_calls_for() {
    let of = |kind| Field {
        kind,
        ..Field::default()
    };
    let keyed = |kind| Field {
        keyed: true,
        ..of(kind)
    };
    let fixed = |kind| Field {
        readonly: true,
        ..of(kind)
    };
    let picks = |kind| Field {
        picks: true,
        ..of(kind)
    };
    let day = || Plan::Value("2031-03-05".into());
    let (natural, fast, keys) = (First::Natural, First::Fast, First::Keys);
    let table: Vec<(&str, Field, Plan, First, &[How])> = vec![
        ("text", of(Kind::Text), text(), natural, &[Typed, Keys, Setter]),
        ("text, fast", of(Kind::Text), text(), fast, &[Setter, Typed, Keys]),
        ("text, keys", of(Kind::Text), text(), keys, &[Keys, Typed, Setter]),
        (
            "keyed text",
            keyed(Kind::Text),
            text(),
            natural,
            &[Keys, Typed, Widget, Setter],
        ),
        (
            "keyed text, fast",
            keyed(Kind::Text),
            text(),
            fast,
            &[Keys, Typed, Widget, Setter],
        ),
        ("password", of(Kind::Password), text(), natural, &[Typed, Keys, Setter]),
        ("textarea", of(Kind::Textarea), text(), natural, &[Typed, Keys, Setter]),
        (
            "editable",
            of(Kind::Editable),
            text(),
            natural,
            &[Typed, Inserted, Keys],
        ),
        (
            "editable, fast",
            of(Kind::Editable),
            text(),
            fast,
            &[Typed, Inserted, Keys],
        ),
        ("number", of(Kind::Number), text(), natural, &[Typed, Setter]),
        ("number, fast", of(Kind::Number), text(), fast, &[Setter, Typed]),
        ("date", of(Kind::Date), day(), natural, &[Setter, Keys]),
        ("colour", of(Kind::Color), day(), natural, &[Setter, Keys]),
        ("range", of(Kind::Range), day(), fast, &[Setter, Keys]),
        ("read-only text", fixed(Kind::Text), text(), natural, &[Typed, Widget]),
        (
            "read-only text, fast",
            fixed(Kind::Text),
            text(),
            fast,
            &[Typed, Widget],
        ),
        ("select", of(Kind::Select), Plan::Choose(vec![1]), natural, &[Widget]),
        (
            "radio",
            of(Kind::Radio),
            Plan::Choose(vec![1]),
            natural,
            &[Widget, Keys],
        ),
        (
            "checkbox",
            of(Kind::Checkbox),
            Plan::Check(true),
            natural,
            &[Widget, Keys],
        ),
        (
            "combobox",
            of(Kind::Combobox),
            Plan::Choose(vec![0]),
            natural,
            &[Widget],
        ),
        (
            "combobox, asked",
            of(Kind::Combobox),
            Plan::Pick("x".into()),
            natural,
            &[Widget],
        ),
        (
            "text that picks",
            picks(Kind::Text),
            text(),
            natural,
            &[Widget, Typed, Keys],
        ),
        (
            "number from abroad, where keys open the list of countries before its box",
            Field {
                kind: Kind::Tel,
                keyed: true,
                dial: Some(Dial {
                    words: "United Kingdom +44".into(),
                    ..Dial::default()
                }),
                ..Field::default()
            },
            Plan::Text("+49 30 123456".into()),
            natural,
            &[Typed, Widget],
        ),
        (
            "file",
            of(Kind::File),
            Plan::Files(vec!["/a".into()]),
            natural,
            &[Files],
        ),
        (
            "text, emptied",
            of(Kind::Text),
            Plan::Clear,
            natural,
            &[Typed, Keys, Setter],
        ),
    ];
    for (case, field, plan, strategy, expected) in table {
        assert_eq!(ways(&field, &plan, strategy), expected, "{case}");
    }
}

#[test]
fn no_way_is_named_twice_and_no_editable_is_set() {
    for kind in [
        Kind::Text,
        Kind::Editable,
        Kind::Number,
        Kind::Date,
        Kind::Slider,
        Kind::Combobox,
        Kind::Tel,
    ] {
        for strategy in [First::Natural, First::Fast, First::Keys] {
            for keyed in [false, true] {
                let field = Field {
                    kind,
                    keyed,
                    ..Field::default()
                };
                let mut ways = ways(&field, &text(), strategy);
                assert!(kind != Kind::Editable || !ways.contains(&Setter));
                let count = ways.len();
                ways.sort_unstable();
                ways.dedup();
                assert_eq!(ways.len(), count, "{kind:?} {strategy:?}");
            }
        }
    }
}

fn course(answers: &[&str]) -> (Vec<How>, Option<Verdict>) {
    let field = Field::default();
    let order = ways(&field, &text(), First::Natural);
    let mut verify = Verify::new(field, text(), order, 1_000);
    let mut tried = Vec::new();
    let mut effects = verify.handle(ostler_machines::Millis(0), Event::Tick);
    for answer in answers {
        if let Some(Effect::Write(how)) = effects.first() {
            tried.push(*how);
        }
        verify.handle(ostler_machines::Millis(1), Event::Wrote(Trouble::None));
        effects = verify.handle(
            ostler_machines::Millis(2),
            Event::Read(Some(Held::Text((*answer).into()))),
        );
    }
    (tried, verify.verdict())
}

#[test]
fn falls_back_to_the_setter_when_typing_does_not_stay() {
    let (tried, verdict) = course(&["", "wan", "wanted"]);
    assert_eq!(tried, [Typed, Keys, Setter]);
    assert_eq!(verdict, Some(Verdict::Kept(Setter)));
}

#[test]
fn a_respelling_by_the_page_is_accepted_and_not_typed_over() {
    let (tried, verdict) = course(&["WANTED"]);
    assert_eq!(tried, [Typed]);
    assert_eq!(verdict, Some(Verdict::Reformatted(Typed, Held::Text("WANTED".into()))));
}

#[test]
fn what_no_way_can_write_is_rejected_and_says_whether_it_moved() {
    let (_, verdict) = course(&["", "", ""]);
    let held = Some(Held::Text("".into()));
    assert_eq!(verdict, Some(Verdict::Rejected { held, moved: false }));
    let (_, verdict) = course(&["x", "y", "z"]);
    let held = Some(Held::Text("z".into()));
    assert_eq!(verdict, Some(Verdict::Rejected { held, moved: true }));
}

fn trouble() -> impl Strategy<Value = Trouble> {
    prop_oneof![
        6 => Just(Trouble::None),
        1 => Just(Trouble::Gone),
        1 => Just(Trouble::Covered),
        1 => Just(Trouble::Unsupported),
        1 => Just(Trouble::NoOption(vec!["x".into()])),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        1 => Just(Event::Tick),
        3 => trouble().prop_map(Event::Wrote),
        3 => prop::option::weighted(0.9, "(wanted|WANTED|other)")
            .prop_map(|text| Event::Read(text.map(|text| Held::Text(text.into())))),
    ]
}

proptest! {
    #[test]
    fn keeps_its_word_to_the_driver(history in prop::collection::vec((0_u64..100, event()), 0..30)) {
        let field = Field::default();
        let order = ways(&field, &text(), First::Natural);
        let count = order.len();
        let mut verify = Verify::new(field, text(), order, 1_000);
        let asked = keeps_its_word(&mut verify, history);
        let writes = asked.iter().filter(|effect| matches!(effect, Effect::Write(_))).count();
        prop_assert!(writes <= count, "{writes} writes");
    }

    #[test]
    fn says_kept_only_of_what_was_read(history in prop::collection::vec((0_u64..10, event()), 0..30)) {
        let field = Field::default();
        let order = ways(&field, &text(), First::Natural);
        let mut verify = Verify::new(field, text(), order, 1_000);
        let mut now = ostler_machines::Millis(0);
        verify.handle(now, Event::Tick);
        for (wait, event) in history {
            now = now.plus(wait);
            let before = verify.verdict();
            verify.handle(now, event.clone());
            if let (None, Some(Verdict::Kept(_))) = (before, verify.verdict()) {
                prop_assert_eq!(event, Event::Read(Some(Held::Text("wanted".into()))));
            }
        }
    }
}

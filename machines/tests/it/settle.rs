//! Settle over arbitrary courses of events.

use ostler_machines::settle::{Effect, Event, Patience, Settle, Verdict};
use ostler_machines::{Machine, Millis};
use proptest::prelude::*;

use crate::owed::keeps_its_word;

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        3 => Just(Event::Tick),
        4 => (0_u32..3, 0_u64..40, any::<bool>())
            .prop_map(|(in_flight, quiet, unmoved)| Event::Counted { in_flight, quiet, unmoved }),
        1 => Just(Event::Unloaded),
        1 => Just(Event::Loaded),
    ]
}

fn history() -> impl Strategy<Value = Vec<(u64, Event)>> {
    prop::collection::vec((0_u64..200, event()), 0..40)
}

#[test]
fn a_tick_after_the_end_of_a_pause_and_of_all_patience_asks_nothing_more() {
    let mut settle = Settle::loading(Patience::of(276));
    let busy = Event::Counted {
        in_flight: 0,
        quiet: 0,
        unmoved: false,
    };
    let history = vec![(270, Event::Loaded), (5, busy.clone()), (206, busy)];
    let asked = keeps_its_word(&mut settle, history);
    assert_eq!(asked.len(), 1, "{asked:?}");
}

proptest! {
    #[test]
    fn keeps_its_word_to_the_driver(history in history(), loading: bool, give_up in 0_u64..3_000) {
        let patience = Patience::of(give_up);
        let mut settle = if loading { Settle::loading(patience) } else { Settle::new(patience) };
        keeps_its_word(&mut settle, history);
    }

    #[test]
    fn never_has_two_questions_out_for_one_document(history in history(), loading: bool) {
        let patience = Patience::of(5_000);
        let mut settle = if loading { Settle::loading(patience) } else { Settle::new(patience) };
        let mut now = Millis(0);
        let mut out = settle.handle(now, Event::Tick).len();
        for (wait, event) in history {
            now = now.plus(wait);
            match event {
                Event::Unloaded | Event::Counted { .. } => out = 0,
                Event::Tick | Event::Loaded => {}
            }
            out += settle.handle(now, event).len();
            prop_assert!(out <= 1);
        }
    }

    #[test]
    fn says_settled_only_when_the_last_count_was_quiet(history in history()) {
        let mut settle = Settle::new(Patience::FILL);
        settle.handle(Millis(0), Event::Tick);
        let mut now = Millis(0);
        for (wait, event) in history {
            now = now.plus(wait);
            settle.handle(now, event.clone());
            if settle.verdict() == Some(Verdict::Settled) {
                let is_quiet = matches!(
                    event,
                    Event::Counted { in_flight: 0, quiet: 15.., .. } | Event::Counted { in_flight: 0, quiet: 4.., unmoved: true }
                );
                prop_assert!(is_quiet);
                break;
            }
        }
    }

    #[test]
    fn a_page_that_answers_at_once_is_not_asked_without_pause(give_up in 100_u64..1_000) {
        let mut settle = Settle::new(Patience::of(give_up));
        let mut now = Millis(0);
        let mut questions = settle.handle(now, Event::Tick).len() as u64;
        let mut outstanding = true;
        while settle.verdict().is_none() {
            let asked = if outstanding {
                outstanding = false;
                settle.handle(now, Event::Counted { in_flight: 1, quiet: 0, unmoved: false })
            } else {
                now = settle.deadline().expect("no verdict yet").max(now);
                settle.handle(now, Event::Tick)
            };
            outstanding |= asked.iter().any(|effect| matches!(effect, Effect::Ask { .. }));
            questions += asked.len() as u64;
        }
        prop_assert!(questions <= give_up / 10 + 2, "{questions} questions in {give_up} ms");
    }
}

//! Confirm over arbitrary courses of events.

use ostler_machines::confirm::{Confirm, Effect, Event, Proposal, Reply, Verdict};
use ostler_machines::{Machine, Millis};
use proptest::prelude::*;

use crate::owed::keeps_its_word;

fn told(button: &str) -> Event {
    Event::Read(Some(Box::new(Proposal {
        button: button.into(),
        ..Proposal::default()
    })))
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        3 => Just(Event::Tick),
        4 => Just(told("Send")),
        1 => Just(told("Pay")),
        1 => Just(Event::Read(None)),
        4 => Just(Event::Replied(Reply::Yes)),
        1 => Just(Event::Replied(Reply::No)),
        1 => Just(Event::Replied(Reply::None)),
        1 => Just(Event::Replied(Reply::Withdrawn)),
    ]
}

fn history() -> impl Strategy<Value = Vec<(u64, Event)>> {
    prop::collection::vec((0_u64..400, event()), 0..12)
}

proptest! {
    #[test]
    fn keeps_its_word_to_the_driver(history in history(), life in 0_u64..2_000) {
        let asked = keeps_its_word(&mut Confirm::new(life), history);
        prop_assert!(asked.iter().filter(|effect| matches!(effect, Effect::Ask(_))).count() <= 1);
    }

    #[test]
    fn approves_only_what_was_shown_after_a_yes_in_time(history in history(), life in 0_u64..2_000) {
        let mut confirm = Confirm::new(life);
        confirm.handle(Millis(0), Event::Tick);
        let mut now = Millis(0);
        let mut shown: Option<(Millis, Proposal)> = None;
        let mut agreed = false;
        for (wait, event) in history {
            now = now.plus(wait);
            let open = confirm.verdict().is_none();
            let effects = confirm.handle(now, event.clone());
            for effect in effects {
                if let Effect::Ask(proposal) = effect {
                    shown = Some((now, *proposal));
                }
            }
            if open && confirm.verdict() == Some(Verdict::Approved) {
                let (_, proposal) = shown.clone().expect("it was shown");
                prop_assert!(agreed);
                prop_assert_eq!(event, Event::Read(Some(Box::new(proposal))));
                break;
            }
            let in_time = shown.as_ref().is_some_and(|(asked, _)| now < asked.plus(life));
            agreed |= open && event == Event::Replied(Reply::Yes) && in_time;
        }
    }
}

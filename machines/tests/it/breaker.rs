//! What always holds of the breaker.

use ostler_machines::breaker::{Breaker, Effect, Event, FAILURES, REST, Ticket};
use ostler_machines::{Machine as _, Millis};
use proptest::prelude::*;

/// What happens: somebody asks, or one of the calls that are out is told of.
#[derive(Clone, Debug)]
enum Happens {
    Ask,
    Tell { which: usize, well: bool },
}

fn happens() -> impl Strategy<Value = (u64, Happens)> {
    let what = prop_oneof![
        3 => Just(Happens::Ask),
        4 => (0_usize..4, any::<bool>()).prop_map(|(which, well)| Happens::Tell { which, well }),
    ];
    (prop_oneof![4 => 0..50_u64, 1 => 0..2 * REST], what)
}

proptest! {
    /// A call is kept back only within thirty seconds of two failures in a row, and no two calls have the same ticket.
    #[test]
    fn a_call_is_kept_back_only_after_failures(history in proptest::collection::vec(happens(), 0..80)) {
        let mut breaker = Breaker::new();
        let mut now = Millis(0);
        let mut out: Vec<Ticket> = Vec::new();
        let mut last = None;
        let mut failures = Vec::new();
        let mut went_out = Vec::new();
        for (wait, what) in history {
            now = now.plus(wait);
            match what {
                Happens::Ask => {
                    let was_open = breaker.is_open();
                    let effects = breaker.handle(now, Event::Asked);
                    prop_assert_eq!(effects.len(), 1, "each question has one answer");
                    match effects[0] {
                        Effect::Call(ticket) => {
                            prop_assert!(last < Some(ticket));
                            last = Some(ticket);
                            if was_open {
                                let near = went_out.iter().filter(|(at, open)| *open && now.since(*at) < REST);
                                prop_assert_eq!(near.count(), 0, "one probe in thirty seconds");
                            }
                            went_out.push((now, was_open));
                            out.push(ticket);
                        }
                        Effect::Skip => {
                            let recent = failures.iter().filter(|at| now.since(**at) < REST);
                            let probed = went_out.iter().any(|(at, open)| *open && now.since(*at) < REST);
                            prop_assert!(recent.count() >= 1 || probed);
                            prop_assert!(failures.len() >= FAILURES as usize);
                        }
                    }
                }
                Happens::Tell { which, well } => {
                    if out.is_empty() {
                        continue;
                    }
                    let ticket = out.remove(which % out.len());
                    let was_open = breaker.is_open();
                    if well {
                        breaker.handle(now, Event::Succeeded(ticket));
                        prop_assert!(was_open || !breaker.is_open(), "what succeeds opens nothing");
                    } else {
                        failures.push(now);
                        breaker.handle(now, Event::Failed(ticket));
                        prop_assert!(!was_open || breaker.is_open(), "what fails closes nothing");
                    }
                }
            }
        }
        // Whatever happened, it comes back: one call after a rest, and it is closed if that is answered.
        now = now.plus(REST);
        let probe = breaker.ask(now);
        prop_assert!(probe.is_some());
        breaker.handle(now, Event::Succeeded(probe.unwrap_or(Ticket(0))));
        prop_assert!(!breaker.is_open());
    }
}

//! What every machine owes its driver.

use core::fmt::Debug;

use ostler_machines::{Machine, Millis};

/// Plays `history` (milliseconds since the event before, and the event), then only ticks at deadlines, and checks
/// after each event that the verdict stays as it is, that it ends the deadline, and that a tick moves the deadline on.
/// Returns everything that was asked for.
pub(crate) fn keeps_its_word<M>(machine: &mut M, history: Vec<(u64, M::Event)>) -> Vec<M::Effect>
where
    M: Machine,
    M::Verdict: Debug + PartialEq,
{
    let mut now = Millis(0);
    let mut asked = machine.handle(now, M::TICK);
    let mut verdict = machine.verdict();
    for (wait, event) in history {
        now = now.plus(wait);
        asked.extend(machine.handle(now, event));
        check(machine, now, &mut verdict, false);
    }
    for _ in 0..100 {
        let Some(deadline) = machine.deadline() else {
            break;
        };
        now = now.max(deadline);
        asked.extend(machine.handle(now, M::TICK));
        check(machine, now, &mut verdict, true);
    }
    assert!(
        machine.verdict().is_some(),
        "ticks at its deadlines do not bring it to an end"
    );
    let trace = machine.take_trace();
    assert!(
        trace.windows(2).all(|pair| pair[0].at <= pair[1].at),
        "the trace is out of order"
    );
    asked
}

fn check<M>(machine: &M, now: Millis, verdict: &mut Option<M::Verdict>, was_due: bool)
where
    M: Machine,
    M::Verdict: Debug + PartialEq,
{
    if let Some(verdict) = verdict {
        assert_eq!(machine.verdict().as_ref(), Some(&*verdict), "the verdict changed");
    }
    *verdict = machine.verdict();
    if verdict.is_some() {
        assert_eq!(machine.deadline(), None, "a deadline after the verdict");
    } else if was_due {
        let deadline = machine.deadline().expect("a deadline before the verdict");
        assert!(deadline > now, "a tick at {now} left the deadline at {deadline}");
    }
}

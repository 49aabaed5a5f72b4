//! Pictures of the machines, drawn from what the machines do.
//!
//! A machine is walked through many courses of events and its trace is collected; the picture shows the transitions
//! that were seen. Nothing about a machine is written down a second time, so the picture cannot say anything else than
//! the machine.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use crate::{Machine, Millis};

/// The transitions that were seen: from, to, and the events that caused them.
pub type Edges = BTreeMap<(String, String), BTreeSet<String>>;

/// Walks machines made by `make` through `walks` courses of `steps` events out of `alphabet` (each with the
/// milliseconds that pass before it), and collects the transitions of the machine named `name`. The same arguments
/// give the same answer.
pub fn explore<M>(name: &str, make: impl Fn() -> M, alphabet: &[(u64, M::Event)], walks: usize, steps: usize) -> Edges
where
    M: Machine,
    M::Event: Clone,
{
    let mut edges = Edges::new();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for _ in 0..walks {
        let mut machine = make();
        let mut now = Millis(0);
        machine.handle(now, M::TICK);
        for _ in 0..steps {
            let Some((wait, event)) = alphabet.get(dice.below(alphabet.len())) else {
                break;
            };
            now = now.plus(*wait);
            machine.handle(now, event.clone());
            if machine.verdict().is_some() {
                break;
            }
        }
        for seen in machine.take_trace() {
            if seen.machine == name {
                edges.entry((seen.from, seen.to)).or_default().insert(seen.event);
            }
        }
    }
    edges
}

/// The transitions as a Mermaid state diagram that begins in `initial`.
pub fn mermaid(initial: &str, edges: &Edges) -> String {
    let mut text = format!("stateDiagram-v2\n    [*] --> {initial}\n");
    for ((from, to), events) in edges {
        let events: Vec<&str> = events.iter().map(String::as_str).collect();
        // Writing into a string does not fail.
        let _ = writeln!(text, "    {from} --> {to}: {}", events.join(", "));
    }
    let from: BTreeSet<&String> = edges.keys().map(|(from, _)| from).collect();
    let ends: BTreeSet<&String> = edges.keys().map(|(_, to)| to).filter(|to| !from.contains(to)).collect();
    for end in ends {
        let _ = writeln!(text, "    {end} --> [*]");
    }
    text
}

/// Numbers that look like chance and are always the same (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from((self.0 >> 16) % end).unwrap_or_default()
    }
}

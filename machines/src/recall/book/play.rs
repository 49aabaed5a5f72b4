//! How the playbook of a form moves by what came of it.

use alloc::vec::Vec;

use crate::recall::model::{Mapping, Playbook, Played, Seconds};

/// The playbook of a form after it was filled once more.
pub(super) fn play(playbook: Option<Playbook>, played: &Played, now: Seconds) -> Playbook {
    let mut playbook = playbook.unwrap_or_else(|| Playbook {
        host: played.host.clone(),
        fingerprint: played.fingerprint.clone(),
        verified: now,
        ..Playbook::default()
    });
    playbook.labels.clone_from(&played.labels);
    match played.accepted {
        Some(true) => {
            playbook.wins = playbook.wins.saturating_add(1);
            playbook.verified = now;
        }
        Some(false) => playbook.losses = playbook.losses.saturating_add(1),
        None => {}
    }
    // A refusal that names no field may be anybody's fault: it counts against those that were accepted least often.
    let unsaid = played.accepted == Some(false) && played.refused.is_empty();
    let counts: Vec<u32> = (played.used.iter())
        .map(|(field, fact)| wins(&playbook, field, fact))
        .collect();
    let least = counts.iter().min().copied();
    for ((field, fact), count) in played.used.iter().zip(counts) {
        let at = playbook.mappings.iter().position(|mapping| mapping.field == *field);
        let known = at.filter(|at| playbook.mappings[*at].fact == *fact);
        let blamed = unsaid && Some(count) == least;
        if played.refused.contains(field) || (blamed && known.is_some()) {
            // Another fact that was refused says nothing about the one that is known.
            if let Some(at) = known {
                let mapping = &mut playbook.mappings[at];
                mapping.losses = mapping.losses.saturating_add(1);
                if is_spent(mapping) {
                    playbook.mappings.remove(at);
                }
            }
            continue;
        }
        let won = u32::from(played.accepted == Some(true));
        match (known, at) {
            (Some(at), _) => {
                let mapping = &mut playbook.mappings[at];
                mapping.wins = mapping.wins.saturating_add(won);
            }
            // Another fact was accepted: what was known is contradicted.
            (None, Some(at)) if won > 0 => playbook.mappings[at] = fresh(field, fact, won, 0),
            (None, Some(_)) => {}
            (None, None) => playbook.mappings.push(fresh(field, fact, won, u32::from(blamed))),
        }
    }
    playbook
}

/// How often it was accepted that this fact goes into this field.
fn wins(playbook: &Playbook, field: &str, fact: &str) -> u32 {
    let own = |mapping: &&Mapping| mapping.field == *field && mapping.fact == *fact;
    playbook.mappings.iter().find(own).map_or(0, |mapping| mapping.wins)
}

fn fresh(field: &str, fact: &str, wins: u32, losses: u32) -> Mapping {
    Mapping {
        field: field.into(),
        fact: fact.into(),
        wins,
        losses,
    }
}

/// Whether a mapping failed so often that it is better forgotten: three times, and once more for every four wins.
fn is_spent(mapping: &Mapping) -> bool {
    mapping.losses >= 3 + mapping.wins / 4
}

//! Targets about what is remembered.

use std::collections::BTreeMap;

use ostler_machines::breaker::{Breaker, Event, REST, Ticket};
use ostler_machines::recall::book::Book;
use ostler_machines::recall::key_norm;
use ostler_machines::recall::model::{Alias, Change, Episode, Everything, Fact, Origin, Played, Probe, Prune, Text};
use ostler_machines::{Machine as _, Millis};

use crate::supply::Supply;

/// The most changes of one history.
const MOST: usize = 120;
const WORDS: &[&str] = &[
    "",
    " ",
    "email",
    "E-Mail",
    "e mail",
    "Phone",
    "Telefón",
    "Telefo\u{301}n",
    "city",
    "City*",
    "C++",
    "***",
    "😀",
    "a",
    "b",
];
const HOSTS: &[&str] = &["", "shop.example", "bank.example"];

fn word(supply: &mut Supply<'_>) -> String {
    (*supply.one(WORDS)).into()
}

fn words(supply: &mut Supply<'_>, most: usize) -> Vec<String> {
    (0..supply.below(most + 1)).map(|_| word(supply)).collect()
}

fn fact(supply: &mut Supply<'_>) -> Fact {
    let alias = |text| Alias {
        text,
        language: String::new(),
    };
    Fact {
        key: word(supply),
        value: word(supply).into(),
        aliases: words(supply, 2).into_iter().map(alias).collect(),
        verified: u64::from(supply.byte()),
        ..Fact::default()
    }
}

fn change(supply: &mut Supply<'_>) -> Change {
    match supply.below(8) {
        0 | 1 => Change::Remember(fact(supply)),
        2 | 3 => Change::Learn(fact(supply)),
        4 => Change::Forget(word(supply)),
        5 => Change::Happened(Episode {
            host: (*supply.one(HOSTS)).into(),
            text: word(supply),
            count: u32::from(supply.byte() % 3),
            ..Episode::default()
        }),
        6 => Change::Prune(Prune {
            before: u64::from(supply.byte()),
            unproven_only: supply.flip(),
        }),
        _ => {
            let used: Vec<(String, String)> = (0..supply.below(4)).map(|_| (word(supply), word(supply))).collect();
            Change::Played(Played {
                host: (*supply.one(HOSTS)).into(),
                fingerprint: word(supply),
                labels: words(supply, 3),
                refused: words(supply, 2),
                used,
                accepted: *supply.one(&[None, Some(true), Some(false)]),
            })
        }
    }
}

fn probe(supply: &mut Supply<'_>) -> Probe {
    Probe {
        host: (*supply.one(HOSTS)).into(),
        fingerprint: word(supply),
        labels: words(supply, 3),
        names: words(supply, 3).iter().map(|name| key_norm(name)).collect(),
        tokens: words(supply, 2),
        texts: vec![Text::default(); supply.below(2)],
    }
}

/// What somebody said, by the key it is found under.
fn saved(all: &Everything) -> BTreeMap<String, String> {
    let saved = all.facts.iter().filter(|fact| fact.origin == Origin::Saved);
    saved
        .map(|fact| (key_norm(&fact.key), fact.value.reveal().to_owned()))
        .collect()
}

/// Whatever is said, learned, played and forgotten: what somebody said is changed by saying and forgetting alone, what is
/// written down and read again is the same and answers the same, nothing grows without end, and an answer holds what was
/// asked for.
pub fn memory(data: &[u8]) {
    let mut supply = Supply::new(data);
    let mut book = Book::new(key_norm);
    for now in 0..MOST as u64 {
        if supply.is_empty() {
            break;
        }
        let change = change(&mut supply);
        let before = saved(&book.all());
        let touched = match &change {
            Change::Remember(fact) => Some(key_norm(&fact.key)),
            Change::Forget(key) => Some(key_norm(key)),
            _ => None,
        };
        book.apply(change, now);
        let after = saved(&book.all());
        for (key, value) in &before {
            if Some(key) != touched.as_ref() {
                assert_eq!(after.get(key), Some(value), "a saved fact changed by itself");
            }
        }
    }
    let all = book.all();
    let again = Book::of(all.clone(), key_norm);
    assert_eq!(again.all(), all, "it was written down and read again");
    for host in HOSTS {
        let own = all.episodes.iter().filter(|episode| episode.host == *host);
        assert!(own.count() <= 50, "episodes of one host");
    }
    for playbook in &all.playbooks {
        for mapping in &playbook.mappings {
            assert!(mapping.losses < 3 + mapping.wins / 4, "a mapping outlives its losses");
        }
    }
    let asked = probe(&mut supply);
    let answer = book.answer(&asked, MOST as u64);
    assert_eq!(again.answer(&asked, MOST as u64), answer);
    assert!(answer.similar.len() <= 5);
    assert!(answer.similar.iter().all(|one| (0.0..=1.0).contains(&one.score)));
    assert!(answer.similar.windows(2).all(|pair| pair[0].score >= pair[1].score));
    let playbooks = answer
        .playbook
        .iter()
        .chain(answer.similar.iter().map(|one| &one.playbook));
    let mapped: Vec<&str> = playbooks
        .inspect(|playbook| assert_eq!(playbook.host, asked.host, "of this host alone"))
        .flat_map(|playbook| playbook.mappings.iter().map(|mapping| mapping.fact.as_str()))
        .collect();
    let tokens: Vec<String> = asked.tokens.iter().map(|token| key_norm(token)).collect();
    for fact in &answer.facts {
        let key = key_norm(&fact.key);
        let aliases = fact.aliases.iter().map(|alias| key_norm(&alias.text));
        let mut names = aliases.chain([key.clone()]);
        let named = names.any(|name| asked.names.contains(&name) || tokens.contains(&name));
        assert!(named || mapped.contains(&key.as_str()), "nothing led to {key:?}");
    }
}

/// Whatever fails and succeeds, in whatever order it is told: after two failures in a row nothing goes out for thirty
/// seconds, and then one call at a time until one succeeds.
pub fn breaker(data: &[u8]) {
    let mut supply = Supply::new(data);
    let mut breaker = Breaker::new();
    let mut now = Millis(0);
    let mut tickets: Vec<Ticket> = Vec::new();
    // Since when nothing goes out, and the call that went out to try it last.
    let mut open: Option<Millis> = None;
    let mut probe: Option<Ticket> = None;
    for _ in 0..MOST * 2 {
        if supply.is_empty() {
            break;
        }
        now = now.plus(supply.wait());
        match supply.below(4) {
            0 | 1 => {
                let was = open;
                let ticket = breaker.ask(now);
                if let Some(since) = was {
                    assert_eq!(
                        ticket.is_some(),
                        since.plus(REST) <= now,
                        "at {now}, open since {since}"
                    );
                    if ticket.is_some() {
                        (open, probe) = (Some(now), ticket);
                    }
                } else {
                    assert!(ticket.is_some(), "it is closed");
                }
                if let Some(ticket) = ticket {
                    assert!(tickets.last().is_none_or(|last| *last < ticket), "a ticket is new");
                    tickets.push(ticket);
                }
            }
            kind if !tickets.is_empty() => {
                let ticket = *supply.one(&tickets);
                let event = if kind == 2 {
                    Event::Failed(ticket)
                } else {
                    Event::Succeeded(ticket)
                };
                breaker.handle(now, event.clone());
                if probe == Some(ticket) && breaker.is_open() && matches!(event, Event::Failed(_)) {
                    (open, probe) = (Some(now), None);
                }
            }
            _ => {}
        }
        open = match (breaker.is_open(), open) {
            (false, _) => None,
            (true, None) => Some(now),
            (true, since) => since,
        };
    }
}

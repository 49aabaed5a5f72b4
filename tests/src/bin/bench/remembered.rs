//! What memory costs: ten thousand facts and two thousand forms in a sealed file.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ostler_engine::memory::embed::DevHash;
use ostler_engine::memory::keys::{KeyStore, Keys};
use ostler_engine::memory::{Alike, Local, LocalSettings, Store, wall_clock};
use ostler_machines::recall::key_norm;
use ostler_machines::recall::model::{Alias, Change, Fact, Played, Probe, Text};
use ostler_machines::recall::semantic::DECOYS;

use super::{Line, median, millis};

/// Opens it, looks things up in it and writes to it.
pub(super) async fn measure() -> Result<Vec<Line>, String> {
    const FACTS: usize = 10_000;
    const FORMS: usize = 2_000;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let keys = Keys::new(None, KeyStore::File(folder.path().join("memory.key"))).map_err(|error| error.to_string())?;
    let settings = LocalSettings {
        path: folder.path().join("memory.local"),
        tenant: "default".into(),
        keys: Some(keys),
        normalise: key_norm,
        clock: wall_clock,
    };
    let store = Local::open(settings.clone()).map_err(|error| error.to_string())?;
    let fact = |n: usize| Fact {
        key: format!("fact number {n}"),
        value: format!("the value that it has, {n}").into(),
        aliases: vec![Alias {
            text: format!("angabe {n}"),
            language: "de".into(),
        }],
        ..Fact::default()
    };
    let label = |form: usize, at: usize| format!("label {} {at}", form % 50);
    let played = |form: usize| Played {
        host: format!("shop{}.example", form % 20),
        fingerprint: format!("form {form}"),
        labels: (0..12).map(|at| label(form, at)).collect(),
        used: (0..12)
            .map(|at| (label(form, at), format!("fact number {}", (form + at) % FACTS)))
            .collect(),
        accepted: Some(true),
        ..Played::default()
    };
    let mut changes: Vec<Change> = (0..FACTS).map(|n| Change::Remember(fact(n))).collect();
    changes.extend((0..FORMS).map(|form| Change::Played(played(form))));
    store.apply(changes).await.map_err(|error| error.to_string())?;

    let mut lookups = Vec::new();
    for n in 0..500 {
        let Played {
            host,
            fingerprint,
            labels,
            ..
        } = played(n * 7 % FORMS);
        let probe = Probe {
            host,
            fingerprint,
            labels,
            names: (0..60)
                .map(|at| format!("angabe {}", (n * 13 + at * 101) % (2 * FACTS)))
                .collect(),
            tokens: vec!["given-name".into(), "email".into()],
            ..Probe::default()
        };
        let began = Instant::now();
        store.recall(&probe).await.map_err(|error| error.to_string())?;
        lookups.push(began.elapsed());
    }
    lookups.sort_unstable();
    let slow = lookups[lookups.len() * 95 / 100];

    let alike = Alike::new(
        Arc::new(store.clone()),
        Arc::new(DevHash::new(None)),
        |_| Vec::new(),
        DECOYS,
        key_norm,
    );
    let mut meanings = Vec::new();
    // The first one gives every name its vector, and does not count.
    for n in 0..41 {
        let text = |at: usize| Text {
            text: format!("what is your {} number {at}", label(n, at)),
            language: "en".into(),
        };
        let probe = Probe {
            texts: (0..4).map(text).collect(),
            ..Probe::default()
        };
        let began = Instant::now();
        alike.recall(&probe).await.map_err(|error| error.to_string())?;
        meanings.push(began.elapsed());
    }
    let meant = median(meanings.split_off(1));

    let mut writes = Vec::new();
    for n in 0..21 {
        let change = vec![Change::Played(played(n)), Change::Remember(fact(n + FACTS))];
        let began = Instant::now();
        store.apply(change).await.map_err(|error| error.to_string())?;
        writes.push(began.elapsed());
    }
    let write = median(writes);
    let began = Instant::now();
    Local::open(settings).map_err(|error| error.to_string())?;
    let opened = began.elapsed();
    let line = |what: &str, time: Duration, bound, most: u64| Line {
        what: what.into(),
        value: millis(time),
        bound,
        held: most == 0 || time < Duration::from_millis(most),
    };
    Ok(vec![
        line("10,000 facts and 2,000 forms in a sealed file, opened", opened, "", 0),
        line(
            "what matters to one form looked up in it, 95th percentile",
            slow,
            "below 5 ms",
            5,
        ),
        line(
            "four labels compared with the names of all its facts by spelling, for suggestions",
            meant,
            "",
            0,
        ),
        line("one change written to it", write, "below 50 ms", 50),
    ])
}

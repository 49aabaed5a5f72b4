//! What the tests of a memory in Qdrant share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ostler_engine::memory::embed::{DevHash, Embed};
use ostler_engine::memory::qdrant::{Access, Collections, Endpoint, Isolation, Qdrant, QdrantSettings};
use ostler_engine::memory::seal::{MasterKey, Sealer};
use ostler_machines::recall::model::{Alias, Change, Episode, Fact, Played, Probe};
use ostler_machines::recall::{dictionary, key_norm};

/// The time of every store of the tests, unless it is another one.
pub const NOW: u64 = 1_800_000_000;
/// A day.
pub const DAY: u64 = 24 * 60 * 60;
/// Texts that stand for none of the facts.
pub const DECOYS: &[&str] = &[
    "search",
    "coupon code",
    "emergency contact name",
    "password",
    "favourite colour",
];

/// A tenant with collections of its own that no other test has.
///
/// # Panics
/// If the address cannot be read.
pub fn access(url: &str, key: Option<&str>) -> Access {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    let begun = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| since.as_millis());
    Access {
        endpoint: Endpoint::read(url, false).expect("the address of a test's server can be used"),
        key: key.map(|key| key.to_owned().into()),
        tenant: format!("t{begun}-{}-{next}", std::process::id()),
        isolation: Isolation::Collection,
    }
}

/// The address of a server that lets everybody in and says nothing, as long as the runtime lasts.
///
/// # Panics
/// If no port can be had.
pub async fn mute() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            held.push(stream);
        }
    });
    format!("http://{address}")
}

/// The names of its collections.
///
/// # Panics
/// If a collection cannot be named after the tenant.
pub fn collections(access: &Access) -> Collections {
    Collections::of(&access.tenant, access.isolation).expect("the tenants of tests can have collections")
}

/// Settings: sealed, with hashes for vectors.
pub fn settings(access: &Access) -> QdrantSettings {
    QdrantSettings {
        access: access.clone(),
        sealer: Some(sealer(7)),
        embed: Some(hashes()),
        names: |_| Vec::new(),
        tokens: |fact| dictionary::tokens(&fact.key).into_iter().map(str::to_owned).collect(),
        decoys: DECOYS,
        normalise: key_norm,
        clock: || NOW,
    }
}

/// A store of such settings.
///
/// # Panics
/// If the settings cannot be used.
pub fn open(settings: QdrantSettings) -> Qdrant {
    Qdrant::open(settings).expect("the settings can be used")
}

/// Hashes of words and trigrams.
pub fn hashes() -> Arc<dyn Embed> {
    Arc::new(DevHash::new(None))
}

/// That of one key or another.
pub fn sealer(key: u8) -> Sealer {
    Sealer::new(&MasterKey::from_bytes([key; 32]))
}

/// A fact that somebody said.
pub fn fact(key: &str, value: &str, aliases: &[&str]) -> Fact {
    let alias = |text: &&str| Alias {
        text: (*text).into(),
        language: String::new(),
    };
    Fact {
        key: key.into(),
        value: value.into(),
        aliases: aliases.iter().map(alias).collect(),
        ..Fact::default()
    }
}

/// It is remembered.
pub fn remember(key: &str, value: &str, aliases: &[&str]) -> Change {
    Change::Remember(fact(key, value, aliases))
}

/// A form of this host was filled.
pub fn played(host: &str, form: &str, labels: &[&str], used: &[(&str, &str)], accepted: bool) -> Change {
    Change::Played(Played {
        host: host.into(),
        fingerprint: form.into(),
        labels: labels.iter().map(|label| (*label).into()).collect(),
        used: used
            .iter()
            .map(|(field, fact)| ((*field).into(), (*fact).into()))
            .collect(),
        refused: Vec::new(),
        accepted: Some(accepted),
    })
}

/// Something went wrong.
pub fn happened(host: &str, text: &str) -> Change {
    Change::Happened(Episode {
        host: host.into(),
        fingerprint: "f1".into(),
        outcome: "validation_failed".into(),
        text: text.into(),
        ..Episode::default()
    })
}

/// What is asked for a form.
pub fn probe(host: &str, form: &str, labels: &[&str]) -> Probe {
    Probe {
        host: host.into(),
        fingerprint: form.into(),
        labels: labels.iter().map(|label| (*label).into()).collect(),
        ..Probe::default()
    }
}

use super::file::{MAGIC, fresh_path, opened};
use super::{Form, Local, LocalSettings, Sealing, erase, form, seal};
use crate::memory::keys::{KeyStore, Keys};
use crate::memory::seal::{MasterKey, Sealer};
use crate::memory::written::Tenants;
use crate::memory::{Store, StoreError};
use ostler_machines::recall::model::{Alias, Change, Episode, Fact, Played, Probe};
use proptest::collection::vec;
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

const CANARIES: [&str; 7] = [
    "Lovelace",
    "surname",
    "nachname",
    "last name",
    "shop.example",
    "no such street",
    "default",
];

fn keys(folder: &Path) -> Keys {
    Keys::new(None, KeyStore::File(folder.join("memory.key"))).unwrap()
}

fn settings(folder: &Path, sealed: bool) -> LocalSettings {
    LocalSettings {
        path: path(folder),
        tenant: "default".into(),
        keys: sealed.then(|| keys(folder)),
        normalise: str::to_lowercase,
        clock: || 7,
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join("memory.local")
}

fn open(folder: &Path, sealed: bool) -> Result<Local, StoreError> {
    Local::open(settings(folder, sealed))
}

fn remember(key: &str, value: &str) -> Change {
    Change::Remember(Fact {
        key: key.into(),
        value: value.into(),
        aliases: vec![Alias {
            text: "Nachname".into(),
            language: "de".into(),
        }],
        ..Fact::default()
    })
}

fn changes() -> Vec<Change> {
    let played = Played {
        host: "shop.example".into(),
        fingerprint: "f1".into(),
        labels: vec!["last name".into()],
        used: vec![("last name".into(), "surname".into())],
        accepted: Some(true),
        ..Played::default()
    };
    let episode = Episode {
        host: "shop.example".into(),
        text: "no such street".into(),
        ..Episode::default()
    };
    vec![
        remember("surname", "Lovelace"),
        Change::Played(played),
        Change::Happened(episode),
    ]
}

#[tokio::test]
async fn a_sealed_file_survives_restarts_and_shows_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path(), true).unwrap();
    assert_eq!(store.apply(changes()).await.unwrap().added, 3);
    let all = store.all().await.unwrap();
    let again = open(folder.path(), true).unwrap();
    assert_eq!(again.all().await.unwrap(), all);
    let names = Probe {
        names: vec!["nachname".into()],
        ..Probe::default()
    };
    assert_eq!(again.recall(&names).await.unwrap().facts, all.facts);
    for entry in fs::read_dir(folder.path()).unwrap() {
        let raw = fs::read(entry.unwrap().path()).unwrap();
        let raw = String::from_utf8_lossy(&raw).to_lowercase();
        for canary in CANARIES {
            assert!(!raw.contains(&canary.to_lowercase()), "{canary}");
        }
    }
}

#[tokio::test]
async fn a_plain_file_shows_what_it_holds() {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path(), false).unwrap().apply(changes()).await.unwrap();
    let raw = fs::read_to_string(path(folder.path())).unwrap();
    for canary in CANARIES {
        assert!(raw.to_lowercase().contains(canary.to_lowercase().as_str()), "{canary}");
    }
    assert!(!folder.path().join("memory.key").exists(), "no key is made for it");
    assert_eq!(open(folder.path(), false).unwrap().all().await.unwrap().facts.len(), 1);
}

#[cfg(unix)]
#[tokio::test]
async fn its_owner_alone_may_read_it() {
    use std::os::unix::fs::PermissionsExt;
    for sealed in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        open(folder.path(), sealed).unwrap().apply(changes()).await.unwrap();
        let mode = fs::metadata(path(folder.path())).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[tokio::test]
async fn two_stores_on_one_file_see_each_other() {
    for sealed in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let one = open(folder.path(), sealed).unwrap();
        let two = open(folder.path(), sealed).unwrap();
        for at in 0..10 {
            let (first, second) = if at % 2 == 0 { (&one, &two) } else { (&two, &one) };
            first.apply(vec![remember(&format!("key {at}"), "v")]).await.unwrap();
            assert_eq!(second.all().await.unwrap().facts.len(), at + 1);
        }
    }
}

#[tokio::test]
async fn a_plain_file_may_be_edited_by_hand_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path(), false).unwrap();
    store.apply(changes()).await.unwrap();
    let text = fs::read_to_string(path(folder.path())).unwrap();
    fs::write(path(folder.path()), text.replace("Lovelace", "Byron")).unwrap();
    store.apply(vec![remember("city", "London")]).await.unwrap();
    let facts = store.all().await.unwrap().facts;
    let values: Vec<&str> = facts.iter().map(|fact| fact.value.reveal()).collect();
    assert_eq!(values, ["London", "Byron"]);
}

#[tokio::test]
async fn tenants_share_a_file_and_see_nothing_of_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let ada = open(folder.path(), true).unwrap();
    let bob = LocalSettings {
        tenant: "bob".into(),
        ..settings(folder.path(), true)
    };
    let bob = Local::open(bob).unwrap();
    ada.apply(vec![remember("surname", "Lovelace")]).await.unwrap();
    bob.apply(vec![remember("surname", "Babbage")]).await.unwrap();
    assert_eq!(ada.all().await.unwrap().facts[0].value.reveal(), "Lovelace");
    assert_eq!(bob.all().await.unwrap().facts[0].value.reveal(), "Babbage");
    ada.wipe().await.unwrap();
    assert!(ada.all().await.unwrap().facts.is_empty());
    assert_eq!(bob.all().await.unwrap().facts.len(), 1);
    bob.wipe().await.unwrap();
    assert_eq!(form(&path(folder.path())).unwrap(), Form::Missing);
}

#[tokio::test]
async fn another_key_is_denied_and_damage_is_told_apart_from_it() {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path(), true).unwrap().apply(changes()).await.unwrap();
    let path = path(folder.path());
    let good = fs::read(&path).unwrap();
    for damaged in [&good[..good.len() - 1], &good[..40], &good[..20], b"", b"\0\0\0\0"] {
        fs::write(&path, damaged).unwrap();
        let error = open(folder.path(), true).unwrap_err();
        assert!(
            matches!(&error, StoreError::Unusable(words) if words.contains("damaged")),
            "{error:?}"
        );
        assert_eq!(fs::read(&path).unwrap(), damaged, "it is left as it is");
    }
    for at in [32, 44, 50, good.len() - 1] {
        let mut edited = good.clone();
        edited[at] ^= 1;
        fs::write(&path, edited).unwrap();
        assert!(
            matches!(open(folder.path(), true).unwrap_err(), StoreError::Unusable(_)),
            "byte {at}"
        );
    }
    fs::write(&path, b"OSTLER-MEMORY-3\nwhatever comes").unwrap();
    let error = open(folder.path(), true).unwrap_err();
    assert!(error.to_string().contains("update ostler"), "{error}");
    fs::write(&path, &good).unwrap();
    fs::remove_file(folder.path().join("memory.key")).unwrap();
    let error = open(folder.path(), true).unwrap_err();
    assert!(
        matches!(&error, StoreError::Denied(words) if words.contains("key import")),
        "{error:?}"
    );
    assert!(!folder.path().join("memory.key").exists(), "no new key is made");
    let other = Keys::new(Some(&"A".repeat(43)), KeyStore::File(folder.path().join("memory.key"))).unwrap();
    let other = LocalSettings {
        keys: Some(other),
        ..settings(folder.path(), true)
    };
    let error = Local::open(other).unwrap_err();
    assert!(
        matches!(&error, StoreError::Denied(words) if words.contains("another key")),
        "{error:?}"
    );
    erase(&path).unwrap();
    assert_eq!(form(&path).unwrap(), Form::Missing);
}

#[tokio::test]
async fn a_store_that_is_open_leaves_what_became_damaged_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path(), true).unwrap();
    store.apply(changes()).await.unwrap();
    fs::write(path(folder.path()), b"rubbish").unwrap();
    assert!(matches!(store.apply(changes()).await, Err(StoreError::Unusable(_))));
    assert!(matches!(
        store.recall(&Probe::default()).await,
        Err(StoreError::Unusable(_))
    ));
    assert_eq!(fs::read(path(folder.path())).unwrap(), b"rubbish");
}

#[tokio::test]
async fn what_a_crash_left_half_written_takes_the_place_of_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path(), true).unwrap();
    store.apply(changes()).await.unwrap();
    let fresh = fresh_path(&path(folder.path()));
    fs::write(&fresh, b"OSTLER-MEM").unwrap();
    assert_eq!(open(folder.path(), true).unwrap().all().await.unwrap().facts.len(), 1);
    store.apply(vec![remember("city", "London")]).await.unwrap();
    assert!(!fresh.exists());
    assert_eq!(open(folder.path(), true).unwrap().all().await.unwrap().facts.len(), 2);
}

#[tokio::test]
async fn sealing_keeps_all_and_can_be_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = path(folder.path());
    assert_eq!(seal(&path, &keys(folder.path())).unwrap(), Sealing::Nothing);
    let plain = open(folder.path(), false).unwrap();
    plain.apply(changes()).await.unwrap();
    let all = plain.all().await.unwrap();
    let refused = open(folder.path(), true).unwrap_err();
    assert!(
        matches!(&refused, StoreError::Unusable(words) if words.contains("`ostler memory seal`")),
        "{refused:?}"
    );
    // As if it had been stopped before the new file took the place of the old one.
    fs::write(fresh_path(&path), b"OSTLER-MEM").unwrap();
    assert_eq!(seal(&path, &keys(folder.path())).unwrap(), Sealing::Done);
    assert_eq!(seal(&path, &keys(folder.path())).unwrap(), Sealing::Already);
    assert_eq!(open(folder.path(), true).unwrap().all().await.unwrap(), all);
    let error = open(folder.path(), false).unwrap_err();
    assert!(
        matches!(&error, StoreError::Denied(words) if words.contains("config set seal on")),
        "{error:?}"
    );
    assert!(
        matches!(plain.apply(changes()).await, Err(StoreError::Denied(_))),
        "it was open meanwhile"
    );
    assert_eq!(form(&path).unwrap(), Form::Sealed);
}

/// A sealed file, and how it opens with the key that sealed it.
fn sealed_file() -> (Vec<u8>, Sealer) {
    let sealer = Sealer::new(&MasterKey::from_bytes([3; 32]));
    let mut header = MAGIC.to_vec();
    header.extend_from_slice(sealer.check().as_bytes());
    let text = br#"{"ostler_memory":1,"tenants":{}}"#;
    (sealer.seal_file(&header, text).unwrap(), sealer)
}

proptest! {
    /// Whatever lies there, it is read or refused in words that hold nothing of it, and never takes anybody down.
    #[test]
    fn whatever_lies_there_is_read_or_refused(
        bytes in vec(any::<u8>(), 0..300),
        start in prop::sample::select(vec![&b""[..], b"{", MAGIC, b"OSTLER-MEMORY-", br#"{"ostler_memory":1,"tenants":"#]),
        with_key in any::<bool>(),
    ) {
        let (_, sealer) = sealed_file();
        let whole = [start, &bytes].concat();
        let path = Path::new("memory.local");
        match opened(path, &whole, with_key.then_some(&sealer)) {
            Ok(text) => {
                prop_assert!(!with_key, "nothing opens that was not sealed");
                // It is read or refused.
                let _ = Tenants::read(&text).and_then(|tenants| tenants.get("default"));
            }
            Err(told) => prop_assert!(told.to_string().starts_with("memory.local "), "{told}"),
        }
    }

    /// What was sealed and changed in any byte, or cut at any place, does not open.
    #[test]
    fn what_was_changed_or_cut_does_not_open(at in any::<prop::sample::Index>(), flip in 1..=255_u8, cut in any::<bool>()) {
        let (good, sealer) = sealed_file();
        let path = Path::new("memory.local");
        prop_assert!(opened(path, &good, Some(&sealer)).is_ok());
        let at = at.index(good.len());
        let mut other = good;
        if cut {
            other.truncate(at);
        } else {
            other[at] ^= flip;
        }
        prop_assert!(opened(path, &other, Some(&sealer)).is_err());
    }
}

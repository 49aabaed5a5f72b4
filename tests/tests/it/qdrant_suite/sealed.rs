//! What stands in Qdrant of a memory that is sealed, and what is made of what was moved, edited or damaged.

use std::collections::BTreeSet;

use ostler_engine::memory::Store as _;
use ostler_engine::memory::qdrant::{Access, Census, QdrantSettings, census};
use ostler_engine::memory::seal::{Kind, Purpose, plain_id};
use ostler_tests::memory::{collections, happened, open, played, remember, sealer, settings};
use qdrant_client::qdrant::{Condition, Filter, ScrollPointsBuilder, Value};
use sha2::{Digest as _, Sha256};

use super::{behind, names, place, put, raw};

/// Everything that a memory holds and nobody is to read in Qdrant.
const CANARIES: [&str; 9] = [
    "canary-key",
    "canary-value",
    "canary-alias",
    "canary-host",
    "canary-form",
    "canary-label",
    "canary-field",
    "canary-text",
    "family-name",
];

async fn with_canaries(access: &Access) {
    let store = open(settings(access));
    store
        .apply(vec![
            remember("canary-key", "canary-value", &["canary-alias"]),
            remember("surname", "Lovelace", &[]),
            played(
                "canary-host",
                "canary-form",
                &["canary-label"],
                &[("canary-field", "canary-key")],
                true,
            ),
            happened("canary-host", "canary-text"),
        ])
        .await
        .unwrap();
}

#[tokio::test]
async fn o_110_raw_points_hold_no_plain_text() {
    let access = place().await;
    with_canaries(&access).await;
    let mut points = 0;
    for collection in collections(&access).names() {
        for point in raw(&access, &collection).await {
            points += 1;
            let shown = format!("{point:?}").to_lowercase();
            for canary in CANARIES.iter().copied().chain(["canary", "surname", "lovelace"]) {
                assert!(!shown.contains(canary), "{collection} shows {canary}: {shown}");
            }
        }
    }
    // Two facts with three names between them, a playbook and an episode.
    assert_eq!(points, 7);
}

#[tokio::test]
async fn o_111_in_clear_are_the_tenant_wins_losses_and_a_time() {
    let access = place().await;
    with_canaries(&access).await;
    let clear = BTreeSet::from(["tenant", "wins", "losses", "verified_ts"]);
    let hashed = BTreeSet::from([
        "key_norm",
        "fingerprint",
        "autocomplete",
        "id_hint",
        "host",
        "labels_norm",
    ]);
    let mut seen = BTreeSet::new();
    for collection in collections(&access).names() {
        for point in raw(&access, &collection).await {
            assert!(clear.iter().all(|field| point.payload.contains_key(*field)));
            for (field, value) in &point.payload {
                seen.insert(field.clone());
                let of_hash = |value: &Value| value.as_str().is_some_and(|text| text.len() == 43);
                let good = match value.as_list() {
                    Some(list) => list.iter().all(of_hash),
                    None => of_hash(value),
                };
                assert!(good || !hashed.contains(field.as_str()), "{field}: {value:?}");
                assert!(good || clear.contains(field.as_str()) || field == "sealed", "{field}");
            }
        }
    }
    let expected: BTreeSet<String> = clear
        .into_iter()
        .chain(hashed)
        .chain(["sealed"])
        .map(str::to_owned)
        .collect();
    assert_eq!(seen, expected);
}

#[tokio::test]
async fn o_113_what_was_moved_or_edited_does_not_open() {
    let access = place().await;
    let store = open(settings(&access));
    let (shop, form) = ("shop.example", &["a"]);
    store
        .apply(vec![
            played(shop, "f1", form, &[], true),
            played(shop, "f2", form, &[], true),
            played(shop, "f3", form, &[], true),
        ])
        .await
        .unwrap();
    let name = collections(&access).playbooks;
    let good = raw(&access, &name).await;
    // Its wins are edited.
    let mut edited = good[0].clone();
    edited.payload.insert("wins".into(), Value::from(99_i64));
    put(&access, &name, vec![edited]).await;
    let all = store.all().await.unwrap();
    assert_eq!(
        (all.playbooks.len(), all.unopened),
        (2, 1),
        "O-114: it is skipped and counted"
    );
    // The blob of another point is put there.
    let mut moved = good[0].clone();
    moved.payload.clone_from(&good[1].payload);
    put(&access, &name, vec![moved]).await;
    let all = store.all().await.unwrap();
    assert_eq!((all.playbooks.len(), all.unopened), (2, 1));
    // It is passed off as another tenant's.
    let mut given = good[0].clone();
    given.payload.insert("tenant".into(), Value::from("another"));
    put(&access, &name, vec![given]).await;
    let all = store.all().await.unwrap();
    assert_eq!((all.playbooks.len(), all.unopened), (2, 0));
    // An older state of it is put back after it changed, with the counters of now.
    put(&access, &name, vec![good[0].clone()]).await;
    let first = store.all().await.unwrap().playbooks;
    let changed = first
        .iter()
        .map(|one| played(shop, &one.fingerprint, form, &[], true))
        .collect();
    store.apply(changed).await.unwrap();
    let now = raw(&access, &name).await;
    let mut replayed = now[0].clone();
    let before = good.iter().find(|point| point.id == replayed.id).unwrap();
    replayed
        .payload
        .insert("sealed".into(), before.payload["sealed"].clone());
    put(&access, &name, vec![replayed]).await;
    let all = store.all().await.unwrap();
    assert_eq!((all.playbooks.len(), all.unopened), (2, 1));
}

#[tokio::test]
async fn o_115_ids_can_be_guessed_only_where_nothing_is_sealed() {
    let access = place().await;
    let sealed = open(settings(&access));
    sealed.apply(vec![remember("surname", "Lovelace", &[])]).await.unwrap();
    let plain = open(QdrantSettings {
        sealer: None,
        embed: None,
        ..settings(&access)
    });
    plain.apply(vec![remember("surname", "Babbage", &[])]).await.unwrap();
    let guess = plain_id(&access.tenant, Kind::Fact, "surname").to_string();
    let points = raw(&access, &collections(&access).facts).await;
    let guessed: Vec<_> = points
        .iter()
        .filter(|point| format!("{:?}", point.id).contains(&guess))
        .collect();
    assert_eq!(guessed.len(), 1);
    assert!(guessed[0].payload.contains_key("plain"));
    assert_eq!(
        census(&access).await.unwrap(),
        Census { sealed: 2, plain: 1 },
        "a fact and its name are sealed, and one fact is not"
    );
    assert_eq!(
        sealed.all().await.unwrap().unopened,
        1,
        "what is not sealed is not believed"
    );
}

/// The fields by which a memory is looked for, with what is looked for there, as [`with_canaries`] keeps it.
const LOOKED_FOR: [(Purpose, &str); 6] = [
    (Purpose::Key, "canary key"),
    (Purpose::Autocomplete, "family name"),
    (Purpose::Host, "canary-host"),
    (Purpose::Fingerprint, "canary-form"),
    (Purpose::Labels, "canary-label"),
    (Purpose::IdHint, "canary-field"),
];

#[tokio::test]
async fn o_112_what_is_looked_for_stands_as_a_hash_that_only_the_key_can_make() {
    let access = place().await;
    with_canaries(&access).await;
    let (own, other) = (sealer(7), sealer(9));
    let tenant = &access.tenant;
    for (purpose, text) in LOOKED_FOR {
        let hash = own.hash(tenant, purpose, text);
        let found = async |value: String| {
            let filter = Filter::must([
                Condition::matches("tenant", vec![tenant.clone()]),
                Condition::matches(purpose.name(), vec![value]),
            ]);
            let mut count = 0;
            for collection in collections(&access).names() {
                let request = ScrollPointsBuilder::new(collection).filter(filter.clone()).limit(100);
                count += behind(&access).scroll(request).await.unwrap().result.len();
            }
            count
        };
        assert!(found(hash.clone()).await > 0, "{purpose:?} is found by its hash");
        // The text, its plain hash, and the hash of another key or tenant lead nowhere.
        let plain: String = Sha256::digest(text.as_bytes())
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let others = [
            text.to_owned(),
            plain,
            other.hash(tenant, purpose, text),
            own.hash("another", purpose, text),
        ];
        for guess in others {
            assert_ne!(guess, hash);
            assert_eq!(found(guess).await, 0, "{purpose:?}");
        }
    }
    let hashes: BTreeSet<String> = LOOKED_FOR
        .iter()
        .map(|(purpose, _)| own.hash(tenant, *purpose, "same"))
        .collect();
    assert_eq!(
        hashes.len(),
        LOOKED_FOR.len(),
        "one text has another hash in each field"
    );
}

#[tokio::test]
async fn o_114_what_does_not_open_is_counted_and_the_rest_is_told() {
    let access = place().await;
    let store = open(QdrantSettings {
        embed: None,
        ..settings(&access)
    });
    store
        .apply(vec![
            remember("surname", "Lovelace", &[]),
            remember("city", "London", &[]),
            remember("street", "x", &[]),
        ])
        .await
        .unwrap();
    let facts = collections(&access).facts;
    let city = sealer(7).id(&access.tenant, Kind::Fact, "city").to_string();
    let points = raw(&access, &facts).await;
    let good = points
        .into_iter()
        .find(|point| format!("{:?}", point.id).contains(&city))
        .unwrap();
    for broken in ["", "no base64 *", "AAAA", &"A".repeat(400)] {
        let mut point = good.clone();
        point.payload.insert("sealed".into(), Value::from(broken));
        put(&access, &facts, vec![point]).await;
        let all = store.all().await.unwrap();
        assert_eq!(
            (super::keys(&all.facts), all.unopened),
            (vec!["street", "surname"], 1),
            "{broken:?}"
        );
        let told = store.recall(&names(&["surname", "city", "street"])).await.unwrap();
        assert_eq!((told.facts.len(), told.unopened), (2, 1), "{broken:?}");
    }
    put(&access, &facts, vec![good]).await;
    assert_eq!(store.all().await.unwrap().facts.len(), 3, "nothing was deleted");
}

//! Memory in Qdrant: what must hold on every server. `OSTLER_TEST_QDRANT_URL` (and `OSTLER_TEST_QDRANT_API_KEY`, one that
//! may make collections) names another one than the double.

mod sealed;

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ostler_engine::memory::embed::DevHash;
use ostler_engine::memory::keys::Held;
use ostler_engine::memory::qdrant::{Access, Isolation, QdrantSettings, census, held};
use ostler_engine::memory::seal::Kind;
use ostler_engine::memory::{Store as _, StoreError};
use ostler_machines::recall::model::{Applied, Change, Fact, Origin, Probe, Prune, Text};
use ostler_tests::memory::{
    DAY, NOW, access, collections, fact, happened, open, played, probe, remember, sealer, settings,
};
use ostler_tests::qdrant::Double;
use qdrant_client::Qdrant as Client;
use qdrant_client::qdrant::{
    HnswConfigDiff, NamedVectors, PointStruct, RetrievedPoint, ScrollPointsBuilder, UpsertPointsBuilder, Value,
    Vectors, payload_index_params,
};

/// A tenant of its own on the server that is asked for.
async fn place() -> Access {
    match std::env::var("OSTLER_TEST_QDRANT_URL") {
        Ok(url) => {
            let key = std::env::var("OSTLER_TEST_QDRANT_API_KEY").ok();
            access(&url, key.as_deref())
        }
        Err(_) => access(&Double::start(None, NOW).await.1, None),
    }
}

/// A client that looks behind the store's back.
fn behind(access: &Access) -> Client {
    let mut config = qdrant_client::config::QdrantConfig::from_url(&access.endpoint.url).skip_compatibility_check();
    if let Some(key) = &access.key {
        config.set_api_key(key);
    }
    config.build().unwrap()
}

async fn raw(access: &Access, collection: &str) -> Vec<RetrievedPoint> {
    let request = ScrollPointsBuilder::new(collection).limit(1000).with_payload(true);
    behind(access).scroll(request).await.unwrap().result
}

/// Puts points back as they are told, without their vectors.
async fn put(access: &Access, collection: &str, points: Vec<RetrievedPoint>) {
    let point = |point: RetrievedPoint| PointStruct {
        id: point.id,
        payload: point.payload,
        vectors: Some(Vectors::from(NamedVectors::default())),
    };
    let points: Vec<PointStruct> = points.into_iter().map(point).collect();
    let request = UpsertPointsBuilder::new(collection, points).wait(true);
    behind(access).upsert_points(request).await.unwrap();
}

fn keys(facts: &[Fact]) -> Vec<&str> {
    facts.iter().map(|fact| fact.key.as_str()).collect()
}

fn names(names: &[&str]) -> Probe {
    Probe {
        names: names.iter().map(|name| (*name).into()).collect(),
        ..probe("shop.example", "f1", &[])
    }
}

#[tokio::test]
async fn o_80_facts_playbooks_and_episodes_come_back_as_they_were_told() {
    let store = open(settings(&place().await));
    assert_eq!(
        store.recall(&names(&["surname"])).await.unwrap().facts,
        [],
        "nothing is there yet"
    );
    let applied = store
        .apply(vec![
            remember("Surname", "Lovelace", &["Nachname"]),
            remember("mobile", "+44 7400 123456", &[]),
            played("shop.example", "f1", &["surname"], &[("surname", "surname")], true),
            happened("shop.example", "the date is wrong"),
            happened("shop.example", "the date is wrong"),
        ])
        .await
        .unwrap();
    assert_eq!((applied.added, applied.changed), (4, 1));
    let all = store.all().await.unwrap();
    assert_eq!(keys(&all.facts), ["mobile", "Surname"]);
    assert_eq!(all.facts[1].value.reveal(), "Lovelace");
    assert_eq!(all.facts[1].aliases[0].text, "Nachname");
    assert_eq!(all.facts[1].verified, NOW);
    assert_eq!((all.playbooks.len(), all.playbooks[0].wins), (1, 1));
    assert_eq!(
        (all.episodes.len(), all.episodes[0].count),
        (1, 2),
        "the same twice is one"
    );
    assert_eq!(all.unopened, 0);
    let again = store.apply(vec![remember("SURNAME", "Lovelace", &[])]).await.unwrap();
    assert_eq!(again, Applied::default(), "it is known");
    let gone = store.apply(vec![Change::Forget("surname".into())]).await.unwrap();
    assert_eq!(gone.removed, 1);
    assert_eq!(keys(&store.all().await.unwrap().facts), ["mobile"]);
}

#[tokio::test]
async fn o_81_tenants_share_collections_and_never_see_one_another() {
    let mut ada = place().await;
    ada.isolation = Isolation::Shared;
    let mut bob = ada.clone();
    // A blank in its name tells it from words to be searched for.
    bob.tenant = format!("{} bob", ada.tenant);
    let (hers, his) = (open(settings(&ada)), open(settings(&bob)));
    hers.apply(vec![remember("surname", "Lovelace", &[])]).await.unwrap();
    his.apply(vec![remember("surname", "Babbage", &[])]).await.unwrap();
    for (store, name) in [(&hers, "Lovelace"), (&his, "Babbage")] {
        let all = store.all().await.unwrap();
        assert_eq!((all.facts.len(), all.unopened), (1, 0));
        assert_eq!(all.facts[0].value.reveal(), name);
        let told = store.recall(&names(&["surname"])).await.unwrap();
        assert_eq!((told.facts.len(), told.facts[0].value.reveal()), (1, name));
    }
    his.wipe().await.unwrap();
    assert_eq!(hers.all().await.unwrap().facts.len(), 1);
    let client = behind(&ada);
    for collection in ["ostler_facts", "ostler_playbooks", "ostler_episodes"] {
        let info = client.collection_info(collection).await.unwrap().result.unwrap();
        let index = info.payload_schema["tenant"].params.clone().unwrap().index_params;
        let Some(payload_index_params::IndexParams::KeywordIndexParams(index)) = index else {
            panic!("{collection}: {index:?}");
        };
        assert_eq!(index.is_tenant, Some(true), "{collection}");
        let HnswConfigDiff { m, payload_m, .. } = info.config.unwrap().hnsw_config.unwrap();
        assert_eq!((m, payload_m), (Some(0), Some(16)), "{collection}");
    }
    for point in raw(&ada, "ostler_facts").await {
        assert!(point.payload.contains_key("tenant"));
    }
    hers.wipe().await.unwrap();
}

#[tokio::test]
async fn o_82_each_way_to_a_fact_is_found_by_itself() {
    let store = open(settings(&place().await));
    store
        .apply(vec![
            remember("surname", "Lovelace", &[]),
            remember("mobile", "1", &["cell phone"]),
            remember("locker", "2", &[]),
            remember("town of birth", "London", &["birth town"]),
            played("shop.example", "f1", &["a", "b"], &[("a", "locker")], true),
        ])
        .await
        .unwrap();
    // 1: the form's own playbook.
    let told = store.recall(&probe("shop.example", "f1", &["a", "b"])).await.unwrap();
    assert_eq!(told.playbook.unwrap().mappings[0].fact, "locker");
    assert_eq!((keys(&told.facts), told.similar.len()), (vec!["locker"], 0));
    // 2: a token, and a name.
    let token = Probe {
        tokens: vec!["family-name".into()],
        ..probe("elsewhere.example", "f9", &[])
    };
    assert_eq!(keys(&store.recall(&token).await.unwrap().facts), ["surname"]);
    let told = store.recall(&names(&["cell phone"])).await.unwrap();
    assert_eq!(keys(&told.facts), ["locker", "mobile"], "and what the playbook names");
    // 3: another form of the host.
    let told = store
        .recall(&probe("shop.example", "f2", &["b", "a", "c"]))
        .await
        .unwrap();
    assert_eq!((told.playbook, told.similar.len()), (None, 1));
    assert_eq!(keys(&told.facts), ["locker"]);
    let elsewhere = store
        .recall(&probe("other.example", "f2", &["b", "a", "c"]))
        .await
        .unwrap();
    assert_eq!(elsewhere.similar, []);
    // 4: what it means, or with hashes how it is spelt.
    let text = |text: &str| Text {
        text: text.into(),
        language: "en".into(),
    };
    let meaning = Probe {
        texts: vec![text("Your birth town"), text("電話番号12"), text("Coupon code!")],
        ..probe("elsewhere.example", "f9", &[])
    };
    let told = store.recall(&meaning).await.unwrap();
    assert_eq!(
        (told.model.as_str(), keys(&told.facts).contains(&"town of birth")),
        ("dev-hash", true)
    );
    let best = |at| told.near.iter().find(|near| near.text == at);
    assert_eq!(best(0).unwrap().fact, "town of birth");
    assert!(best(0).unwrap().score > 0.6, "{:?}", told.near);
    assert_eq!(
        best(2).unwrap().fact,
        "",
        "a text that stands for none of the facts is nearer"
    );
}

#[tokio::test]
async fn o_83_playbooks_are_ranked_by_likeness_wins_and_age() {
    let access = place().await;
    let store = open(settings(&access));
    let labels = ["a", "b", "c", "d"];
    let mut changes = Vec::new();
    for _ in 0..6 {
        changes.push(played("h", "proven", &labels, &[], true));
        changes.push(played("h", "less alike", &["a", "x", "y", "z"], &[], true));
        changes.push(played("h", "failing", &labels, &[], false));
    }
    store.apply(changes).await.unwrap();
    let long_ago = settings(&access);
    let long_ago = open(QdrantSettings {
        clock: || NOW - 400 * DAY,
        ..long_ago
    });
    let old = (0..6).map(|_| played("h", "old", &labels, &[], true)).collect();
    long_ago.apply(old).await.unwrap();
    let told = store.recall(&probe("h", "new", &labels)).await.unwrap();
    let order: Vec<&str> = told
        .similar
        .iter()
        .map(|one| one.playbook.fingerprint.as_str())
        .collect();
    assert_eq!(order[0], "proven", "{:?}", told.similar);
    assert_eq!(order.len(), 4);
    let score = |name: &str| {
        told.similar
            .iter()
            .find(|one| one.playbook.fingerprint == name)
            .unwrap()
            .score
    };
    // 7/8 for the wins, and 90/490 for the age; 1/8 for the losses.
    assert!((score("proven") - 0.875).abs() < 0.01, "{}", score("proven"));
    assert!((score("old") - 0.875 * 90.0 / 490.0).abs() < 0.01, "{}", score("old"));
    assert!((score("failing") - 0.125).abs() < 0.01, "{}", score("failing"));
    assert!(told.similar.windows(2).all(|pair| pair[0].score >= pair[1].score));
}

#[tokio::test]
async fn o_89_what_was_learned_never_takes_the_place_of_what_was_said() {
    let store = open(settings(&place().await));
    store
        .apply(vec![
            remember("email", "said@example.org", &["contact"]),
            Change::Learn(fact("email", "learned@example.org", &[])),
            Change::Learn(fact("contact", "learned@example.org", &[])),
            Change::Learn(fact("city", "London", &[])),
        ])
        .await
        .unwrap();
    let all = store.all().await.unwrap();
    assert_eq!(keys(&all.facts), ["city", "email"]);
    assert_eq!(all.facts[1].value.reveal(), "said@example.org");
    assert_eq!(all.facts[0].origin, Origin::Learned);
}

#[tokio::test]
async fn o_93_what_is_old_is_forgotten_and_facts_stay() {
    let access = place().await;
    let old = open(QdrantSettings {
        clock: || NOW - 200 * DAY,
        ..settings(&access)
    });
    let store = open(settings(&access));
    old.apply(vec![
        remember("surname", "Lovelace", &[]),
        played("h", "won", &["a"], &[], true),
        played("h", "lost", &["a"], &[], false),
        happened("h", "long ago"),
    ])
    .await
    .unwrap();
    store
        .apply(vec![played("h", "new", &["a"], &[], true), happened("h", "just now")])
        .await
        .unwrap();
    let prune = |unproven_only| {
        vec![Change::Prune(Prune {
            before: NOW - 180 * DAY,
            unproven_only,
        })]
    };
    assert_eq!(store.apply(prune(true)).await.unwrap().removed, 1);
    let left = store.all().await.unwrap();
    let forms: Vec<&str> = left.playbooks.iter().map(|one| one.fingerprint.as_str()).collect();
    assert_eq!(
        (forms, left.episodes.len()),
        (vec!["new", "won"], 2),
        "O-94: only what never won"
    );
    assert_eq!(store.apply(prune(false)).await.unwrap().removed, 2);
    let left = store.all().await.unwrap();
    assert_eq!((left.facts.len(), left.playbooks.len(), left.episodes.len()), (1, 1, 1));
}

#[tokio::test]
async fn o_118_a_key_is_made_only_where_nothing_is_sealed() {
    let access = place().await;
    assert_eq!(held(&access).await, Ok(Held::Nothing));
    open(settings(&access))
        .apply(vec![remember("surname", "Lovelace", &[])])
        .await
        .unwrap();
    assert_eq!(held(&access).await, Ok(Held::Sealed));
    let other = open(QdrantSettings {
        sealer: Some(sealer(9)),
        ..settings(&access)
    });
    let all = other.all().await.unwrap();
    assert_eq!(
        (all.facts.len(), all.unopened > 0),
        (0, true),
        "O-122: with another key nothing opens"
    );
    other.wipe().await.unwrap();
    assert_eq!(held(&access).await, Ok(Held::Nothing));
}

#[tokio::test]
async fn o_140_a_tenant_has_collections_of_its_own() {
    let access = place().await;
    let tenant = &access.tenant;
    let store = open(settings(&access));
    store.all().await.unwrap();
    let names: BTreeMap<&str, String> = ["facts", "playbooks", "episodes"]
        .into_iter()
        .map(|usual| (usual, format!("ostler_{tenant}_{usual}")))
        .collect();
    for name in names.values() {
        assert!(behind(&access).collection_info(name).await.is_ok(), "{name}");
    }
    assert_eq!(collections(&access).facts, names["facts"]);
}

#[tokio::test]
async fn many_facts_are_read_page_by_page() {
    let access = place().await;
    let store = open(QdrantSettings {
        embed: None,
        ..settings(&access)
    });
    let changes = (0..600)
        .map(|n| remember(&format!("key number {n}"), "x", &[]))
        .collect();
    assert_eq!(store.apply(changes).await.unwrap().added, 600);
    assert_eq!(store.all().await.unwrap().facts.len(), 600);
    let told = store.recall(&names(&["key number 599", "key number 3"])).await.unwrap();
    assert_eq!(told.facts.len(), 2);
}

#[tokio::test]
async fn episodes_of_a_host_are_limited() {
    let store = open(settings(&place().await));
    let changes: Vec<Change> = (0..60).map(|n| happened("h", &format!("text {n}"))).collect();
    for half in changes.chunks(30) {
        store.apply(half.to_vec()).await.unwrap();
    }
    let all = store.all().await.unwrap();
    assert_eq!(all.episodes.len(), 50);
}

#[tokio::test]
async fn an_embedder_of_other_dimensions_is_told() {
    let access = place().await;
    open(settings(&access)).all().await.unwrap();
    let other = open(QdrantSettings {
        embed: Some(Arc::new(DevHash::new(Some(64)))),
        ..settings(&access)
    });
    let told = other.all().await.unwrap_err();
    assert!(
        matches!(&told, StoreError::Unusable(why) if why.contains("384") && why.contains("64")),
        "{told}"
    );
}

#[tokio::test]
async fn o_123_what_was_kept_plain_is_sealed_and_then_deleted() {
    let access = place().await;
    let plain = open(QdrantSettings {
        sealer: None,
        ..settings(&access)
    });
    let store = open(settings(&access));
    store
        .apply(vec![
            remember("city", "sealed and newer", &[]),
            remember("Locker", "12", &[]),
        ])
        .await
        .unwrap();
    assert_eq!(store.needs_sealing().await, Ok(false));
    let long_ago = |key: &str, value: &str| {
        let fact = Fact {
            verified: NOW - DAY,
            ..fact(key, value, &["canary"])
        };
        Change::Remember(fact)
    };
    plain
        .apply(vec![
            long_ago("surname", "Lovelace"),
            long_ago("city", "plain and older"),
            played("shop.example", "f1", &["a"], &[], true),
            happened("shop.example", "a text"),
        ])
        .await
        .unwrap();
    assert_eq!(store.needs_sealing().await, Ok(true));
    let sealing = store.seal().await.unwrap();
    assert_eq!((sealing.facts, sealing.playbooks, sealing.unopened), (2, 0, 0));
    assert_eq!(census(&access).await.unwrap().plain, 0);
    let all = store.all().await.unwrap();
    let values: Vec<_> = all
        .facts
        .iter()
        .map(|fact| (fact.key.as_str(), fact.value.reveal()))
        .collect();
    assert_eq!(
        values,
        [("city", "sealed and newer"), ("Locker", "12"), ("surname", "Lovelace")]
    );
    assert_eq!((all.playbooks.len(), all.episodes.len(), all.unopened), (0, 0, 0));
    assert_eq!(store.needs_sealing().await, Ok(false));
    assert_eq!(store.seal().await.unwrap().removed, 0, "there is nothing left to do");
}

#[tokio::test]
async fn o_124_older_seals_and_spellings_are_brought_up_to_date() {
    let access = place().await;
    // Keys were told apart by their capital letters once.
    let older = open(QdrantSettings {
        normalise: str::to_owned,
        ..settings(&access)
    });
    older
        .apply(vec![
            remember("Family  Name", "Lovelace", &[]),
            played("shop.example", "f1", &["a"], &[("a", "Family  Name")], true),
        ])
        .await
        .unwrap();
    // And what stands in clear was not authenticated.
    let (sealer, facts) = (sealer(7), collections(&access).facts);
    let id = sealer.id(&access.tenant, Kind::Fact, "mobile");
    let body = r#"{"is":"fact","key":"mobile","value":"+44 7400 123456"}"#;
    let blob = STANDARD.encode(sealer.seal_old(&id, body.as_bytes()).unwrap());
    let mut point = raw(&access, &facts).await.remove(0);
    point.id = Some(id.to_string().into());
    point.payload.insert("sealed".into(), Value::from(blob));
    put(&access, &facts, vec![point]).await;
    let store = open(settings(&access));
    assert_eq!(store.needs_sealing().await, Ok(true), "O-125");
    let sealing = store.seal().await.unwrap();
    assert_eq!((sealing.facts, sealing.playbooks, sealing.unopened), (2, 1, 0));
    let told = store.recall(&names(&["family name", "mobile"])).await.unwrap();
    assert_eq!(keys(&told.facts), ["Family  Name", "mobile"]);
    assert_eq!(told.playbook.unwrap().mappings[0].fact, "family name");
    assert_eq!(store.all().await.unwrap().facts.len(), 2);
    assert_eq!(store.needs_sealing().await, Ok(false));
}

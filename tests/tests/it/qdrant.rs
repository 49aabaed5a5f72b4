//! Memory in Qdrant against a double of it: what is sent, who is let in, and what happens when it fails.

use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use ostler_engine::memory::embed::{self, CLOUD_MODEL, Embed, EmbedError, Embedded, Embeddings, OllamaSettings};
use ostler_engine::memory::keys::Held;
use ostler_engine::memory::qdrant::{Access, Endpoint, QdrantSettings, held};
use ostler_engine::memory::token::{Order, make};
use ostler_engine::memory::{Guarded, Store, StoreError};
use ostler_machines::breaker::without;
use ostler_machines::recall::model::{Change, Probe, Text};
use ostler_tests::memory::{NOW, access, collections, hashes, open, played, probe, remember, settings};
use ostler_tests::ollama::{MODEL, Ollama};
use ostler_tests::qdrant::{Asked, Double, Fault};
use qdrant_client::qdrant::{query, vector, vector_input, vectors};
use serde_json::json;
use sha2::Sha256;
use tokio::net::TcpListener;

const KEY: &str = "canary-admin-key-of-more-than-32-bytes";

fn named(name: &str) -> Probe {
    Probe {
        names: vec![name.into()],
        ..probe("shop.example", "f1", &[])
    }
}

fn meaning(texts: &[&str]) -> Probe {
    let text = |text: &&str| Text {
        text: (*text).into(),
        language: "en".into(),
    };
    Probe {
        texts: texts.iter().map(text).collect(),
        ..probe("elsewhere.example", "f9", &[])
    }
}

fn with(access: &Access, embed: Option<Arc<dyn Embed>>) -> QdrantSettings {
    QdrantSettings {
        embed,
        ..settings(access)
    }
}

fn signed(claims: &str, key: &str) -> String {
    let text = format!(
        "{}.{}",
        URL_SAFE_NO_PAD.encode(r#"{"alg":"HS256","typ":"JWT"}"#),
        URL_SAFE_NO_PAD.encode(claims)
    );
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).unwrap();
    mac.update(text.as_bytes());
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
}

#[tokio::test]
async fn level_three_is_one_formula_over_a_prefetch_of_the_tenant() {
    let (double, url) = Double::start(None, NOW).await;
    let access = access(&url, None);
    let store = open(settings(&access));
    store
        .apply(vec![played("shop.example", "f1", &["a"], &[], true)])
        .await
        .unwrap();
    double.take_asked();
    store.recall(&probe("shop.example", "f2", &["a"])).await.unwrap();
    let asked = double.take_asked();
    let queries: Vec<_> = asked
        .iter()
        .filter_map(|asked| match asked {
            Asked::Query(query) => Some(query),
            _ => None,
        })
        .collect();
    assert_eq!(
        queries.len(),
        1,
        "and no vector is looked for, for there is no text: {asked:?}"
    );
    let Some(query::Variant::Formula(formula)) = queries[0].query.clone().unwrap().variant else {
        panic!("{:?}", queries[0]);
    };
    for variable in ["wins", "losses", "verified_ts"] {
        assert!(formula.defaults.contains_key(variable), "{variable} has a default");
    }
    let filter = format!("{:?}", queries[0].prefetch[0].filter);
    assert!(filter.contains("tenant") && filter.contains(&access.tenant), "{filter}");
}

#[tokio::test]
async fn o_100_text_and_model_go_to_qdrant_and_another_server_says_what_to_choose() {
    let (double, url) = Double::start(None, NOW).await;
    let cloud = embed::open(&Embeddings::Cloud, None, None).unwrap();
    let store = open(with(&access(&url, None), Some(cloud)));
    store.apply(vec![remember("birth town", "London", &[])]).await.unwrap();
    let asked = double.take_asked();
    let documents: Vec<_> = asked
        .iter()
        .filter_map(|asked| match asked {
            Asked::Upsert(upsert) => Some(&upsert.points),
            _ => None,
        })
        .flatten()
        .filter_map(|point| match point.vectors.clone()?.vectors_options? {
            vectors::VectorsOptions::Vector(vector) => vector.vector,
            vectors::VectorsOptions::Vectors(_) => None,
        })
        .collect();
    let [vector::Vector::Document(document), ..] = documents.as_slice() else {
        panic!("{documents:?}");
    };
    assert_eq!(
        (document.text.as_str(), document.model.as_str()),
        ("birth town", CLOUD_MODEL)
    );
    let why = store.lacks().unwrap();
    assert!(why.contains("--embeddings ollama") && why.contains("dev-hash"), "{why}");
    let found = store.recall(&named("birth town")).await.unwrap();
    assert_eq!(found.facts[0].value.reveal(), "London", "its name works all the same");
    let found = store.recall(&meaning(&["Town of birth"])).await.unwrap();
    assert_eq!((found.near.len(), found.model.as_str()), (0, ""));
    let queried = double.take_asked().into_iter().find_map(|asked| match asked {
        Asked::Query(query) => match query.query?.variant? {
            query::Variant::Nearest(input) => input.variant,
            _ => None,
        },
        _ => None,
    });
    let Some(vector_input::Variant::Document(document)) = queried else {
        panic!("{queried:?}");
    };
    assert_eq!(
        (document.text.as_str(), document.model.as_str()),
        ("Town of birth", CLOUD_MODEL)
    );
}

fn ollama(url: &str, model: Option<&str>, dimensions: Option<usize>) -> Arc<dyn Embed> {
    let settings = OllamaSettings { url: url.into() };
    embed::open(&Embeddings::Ollama(settings), model, dimensions).unwrap()
}

#[tokio::test]
async fn o_101_ollama_sees_the_names_and_qdrant_only_vectors() {
    let (double, url) = Double::start(None, NOW).await;
    let (stand_in, ollama_url) = Ollama::start().await;
    let access = access(&url, None);
    let store = open(with(&access, Some(ollama(&ollama_url, None, None))));
    store
        .apply(vec![
            remember("mobile", "canary-value", &["cell phone"]),
            remember("surname", "Lovelace", &["family name"]),
            remember("postcode", "W1", &["zip code"]),
        ])
        .await
        .unwrap();
    assert_eq!(store.lacks(), None);
    let asked = [
        "Your cell phone number",
        "電話番号",
        "Favourite song",
        "Emergency contact",
    ];
    let told = store.recall(&meaning(&asked)).await.unwrap();
    assert_eq!(told.model, MODEL);
    let best = |at: usize| {
        told.near
            .iter()
            .find(|near| near.text == at)
            .map(|near| near.fact.as_str())
    };
    assert_eq!(best(0), Some("mobile"));
    assert_eq!(best(1), None, "the model does not know these letters");
    assert_eq!(
        (best(2), best(3)),
        (Some(""), Some("")),
        "texts that stand for no fact are nearer"
    );
    let seen = stand_in.texts();
    assert!(seen.iter().any(|text| text == "cell phone") && !seen.iter().any(|text| text.contains("canary")));
    assert!(!seen.iter().any(|text| text == "電話番号"));
    let sent = format!("{:?}", double.take_asked()).to_lowercase();
    for text in ["cell phone", "family name", "canary", "your cell phone number"] {
        assert!(!sent.contains(text), "Qdrant is sent {text}");
    }
}

#[tokio::test]
async fn what_ollama_answers_is_checked() {
    let (stand_in, url) = Ollama::start().await;
    let embedder = ollama(&url, None, None);
    let texts = ["mobile".to_owned(), "surname".to_owned()];
    let good = embedder.embed(&texts).await.unwrap();
    assert!(matches!(&good[..], [Embedded::Vector(one), Embedded::Vector(_)] if one.len() == 384));
    assert_eq!(
        embedder.embed(&[]).await,
        Ok(Vec::new()),
        "nothing is asked for nothing"
    );
    let unknown = ollama(&url, Some("nope"), None).embed(&texts).await.unwrap_err();
    assert!(unknown.to_string().contains("ollama pull nope"), "{unknown}");
    let short = ollama(&url, None, Some(256)).embed(&texts).await.unwrap_err();
    assert!(short.to_string().contains("--embedding-dim 384"), "{short}");
    let canary = ["canary-text".to_owned()];
    let unrecorded = embedder.embed(&canary).await.unwrap_err();
    assert!(!unrecorded.to_string().contains("canary"), "{unrecorded}");
    let one = format!(r#"{{"embeddings":[{}]}}"#, json!(vec![0.5; 384]));
    let nothing = format!(r#"{{"embeddings":[{0},{0}]}}"#, json!(vec![0.0; 384]));
    let table = [
        (
            200,
            r#"{"model":"all-minilm","embeddings":[]}"#,
            "0 vectors for 2 texts",
        ),
        (200, one.as_str(), "1 vectors for 2 texts"),
        (200, nothing.as_str(), "says nothing"),
        (200, "<html>", "something else than vectors"),
        (
            400,
            r#"{"error":"input length exceeds maximum context length"}"#,
            "refuses",
        ),
        (500, r#"{"error":{}}"#, "failed"),
        (502, "Bad Gateway", "is not Ollama"),
    ];
    for (status, body, told) in table {
        stand_in.instead(Some((status, body)));
        let error = embedder.embed(&texts).await.unwrap_err();
        assert!(error.to_string().contains(told), "{status} {body}: {error}");
    }
}

#[tokio::test]
async fn o_102_plain_http_to_another_machine_is_refused() {
    let settings = OllamaSettings {
        url: "http://10.0.0.5:11434".into(),
    };
    let told = embed::open(&Embeddings::Ollama(settings), None, None).unwrap_err();
    assert!(matches!(told, EmbedError::Settings(_)), "{told}");
}

#[tokio::test]
async fn o_103_hashes_are_the_same_in_every_run_and_know_nothing_of_meaning() {
    let [one, other] = [(); 2].map(|()| embed::open(&Embeddings::DevHash, None, None).unwrap());
    let texts = ["Phone number".to_owned()];
    assert_eq!(one.embed(&texts).await, other.embed(&texts).await);
    assert_eq!((one.model(), one.dimensions()), ("dev-hash", 384));
}

#[tokio::test]
async fn o_104_exact_names_need_no_embedder() {
    let (_double, url) = Double::start(None, NOW).await;
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let access = access(&url, None);
    let store = open(with(&access, Some(ollama(&format!("http://{port}"), None, None))));
    store
        .apply(vec![
            remember("surname", "Lovelace", &[]),
            played("shop.example", "f1", &["a"], &[("a", "surname")], true),
        ])
        .await
        .unwrap();
    assert!(store.lacks().unwrap().contains("cannot be reached"));
    let token = Probe {
        tokens: vec!["family-name".into()],
        ..meaning(&["Your surname, please"])
    };
    let told = store.recall(&token).await.unwrap();
    assert_eq!((told.facts.len(), told.near.len()), (1, 0));
    let told = store.recall(&probe("shop.example", "f1", &["a"])).await.unwrap();
    assert_eq!((told.facts.len(), told.playbook.is_some()), (1, true));
    // With an embedder that works it gets its vectors, once it is said anew.
    let store = open(with(&access, Some(hashes())));
    store.apply(vec![remember("surname", "Byron", &[])]).await.unwrap();
    let told = store.recall(&meaning(&["Your surname"])).await.unwrap();
    assert_eq!(told.near[0].fact, "surname");
}

/// What a store says of a server, and how long it takes.
async fn tried(store: &dyn Store) -> (StoreError, Duration) {
    let begun = Instant::now();
    let told = store.recall(&named("surname")).await.unwrap_err();
    let shown = format!("{told} {told:?}");
    assert!(!shown.contains("canary"), "{shown}");
    (told, begun.elapsed())
}

#[tokio::test]
async fn a_closed_port_fails_at_once() {
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let access = access(&format!("http://{port}"), Some(KEY));
    let store = open(settings(&access));
    let (told, time) = tried(&store).await;
    assert!(
        matches!(&told, StoreError::Unavailable(why) if why.contains("cannot be reached")),
        "{told}"
    );
    assert!(time < Duration::from_secs(2), "{time:?}");
    assert_eq!(held(&access).await, Ok(Held::Unknown), "O-118: it was not reached");
}

/// Nothing but the store's own time passes here, so that the clock can run ahead.
#[tokio::test(start_paused = true)]
async fn o_92_a_server_that_never_answers_is_waited_for_four_seconds() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let store = open(settings(&access(
        &format!("http://{}", listener.local_addr().unwrap()),
        None,
    )));
    let begun = tokio::time::Instant::now();
    let told = store.recall(&named("surname")).await.unwrap_err();
    assert!(
        matches!(&told, StoreError::Unavailable(why) if why.contains("within 4 s")),
        "{told}"
    );
    assert!(begun.elapsed() <= Duration::from_millis(4_100), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_slow_server_is_waited_for() {
    let (double, url) = Double::start(None, NOW).await;
    let store = open(settings(&access(&url, None)));
    double.fail(Fault::Slow(Duration::from_secs(3)));
    assert!(store.recall(&named("surname")).await.is_ok());
}

#[tokio::test]
async fn a_port_that_speaks_something_else_is_told_as_such() {
    let site = ostler_tests::Site::start().await;
    let url = site.url("/");
    let (told, _) = tried(&open(settings(&access(url.trim_end_matches('/'), Some(KEY))))).await;
    assert!(told.to_string().contains("gRPC port, usually 6334"), "{told}");
    let endpoint = Endpoint::read("http://127.0.0.1:6333", false).unwrap();
    assert_eq!(endpoint.url, "http://127.0.0.1:6334");
    assert!(endpoint.note.unwrap().contains("gRPC is used, on port 6334"));
}

#[tokio::test]
async fn o_129_plain_http_to_another_machine_needs_a_word() {
    assert!(Endpoint::read("http://10.0.0.5:6334", false).is_err());
    assert!(Endpoint::read("http://10.0.0.5:6334", true).is_ok());
}

#[tokio::test]
async fn o_91_two_failures_in_a_row_and_it_is_not_asked_for_thirty_seconds() {
    let (double, url) = Double::start(None, NOW).await;
    let store = Guarded::new(Arc::new(open(settings(&access(&url, None)))));
    assert!(store.recall(&named("surname")).await.is_ok());
    double.fail(Fault::Internal);
    for _ in 0..2 {
        assert!(matches!(tried(&store).await.0, StoreError::Unavailable(_)));
    }
    double.take_asked();
    let (told, time) = tried(&store).await;
    assert!(double.take_asked().is_empty(), "it is not asked");
    assert!(time < Duration::from_millis(50), "{time:?}");
    let note = without(&told.to_string());
    assert!(
        note.starts_with("memory is unavailable (Qdrant at http://127.0.0.1:")
            && note.ends_with("failed); continuing without it"),
        "{note}"
    );
    double.fail(Fault::None);
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(30)).await;
    tokio::time::resume();
    assert!(store.recall(&named("surname")).await.is_ok());
}

#[tokio::test]
async fn what_a_server_refuses_is_told_and_keeps_nothing_back() {
    let (double, url) = Double::start(None, NOW).await;
    let access = access(&url, None);
    let store = open(settings(&access));
    double.fail(Fault::Exhausted(7));
    let (told, _) = tried(&store).await;
    assert!(
        matches!(&told, StoreError::Unavailable(why) if why.contains("7 s of rest")),
        "{told}"
    );
    double.fail(Fault::None);
    store.apply(vec![remember("surname", "Lovelace", &[])]).await.unwrap();
    // A collection that is gone holds nothing, and the next change makes it anew.
    double.lose(&collections(&access).facts);
    assert_eq!(store.recall(&named("surname")).await.unwrap().facts, []);
    let again = vec![remember("surname", "Lovelace", &[])];
    let first = store.apply(again.clone()).await;
    assert!(matches!(first, Err(StoreError::Unavailable(_))), "{first:?}");
    store.apply(again).await.unwrap();
    assert_eq!(store.recall(&named("surname")).await.unwrap().facts.len(), 1);
}

#[tokio::test]
async fn a_request_that_is_sent_twice_does_no_harm() {
    let (double, url) = Double::start(None, NOW).await;
    let store = open(with(&access(&url, None), None));
    store.all().await.unwrap();
    double.take_asked();
    double.fail(Fault::AnswerLost);
    store
        .apply(vec![played("shop.example", "f1", &["a"], &[("a", "surname")], true)])
        .await
        .unwrap();
    let upserts = double
        .take_asked()
        .into_iter()
        .filter(|asked| matches!(asked, Asked::Upsert(_)))
        .count();
    assert_eq!(upserts, 2, "the client sends it again");
    let all = store.all().await.unwrap();
    assert_eq!(
        (all.playbooks.len(), all.playbooks[0].wins),
        (1, 1),
        "and it counts once"
    );
    double.fail(Fault::InternalOnce);
    assert_eq!(store.all().await.unwrap().playbooks.len(), 1);
}

#[tokio::test]
async fn o_141_a_token_reaches_the_collections_of_its_tenant_and_no_others() {
    let (_double, url) = Double::start(Some(KEY), NOW).await;
    let admin = access(&url, Some(KEY));
    let other = access(&url, Some(KEY));
    for access in [&admin, &other] {
        open(settings(access)).all().await.unwrap();
    }
    let names = collections(&admin).names();
    let order = Order {
        collections: &names,
        read_only: false,
        days: 30,
    };
    let bearing = |access: &Access, token: &str| Access {
        key: Some(token.to_owned().into()),
        ..access.clone()
    };
    let token = make(&order, KEY, NOW).unwrap();
    let store = open(settings(&bearing(&admin, &token)));
    store.apply(vec![remember("surname", "Lovelace", &[])]).await.unwrap();
    assert_eq!(store.all().await.unwrap().facts.len(), 1);
    let denied = |told: Option<StoreError>| matches!(told, Some(StoreError::Denied(_)));
    assert!(
        denied(open(settings(&bearing(&other, &token))).all().await.err()),
        "another tenant's"
    );
    let reading = make(
        &Order {
            read_only: true,
            ..order
        },
        KEY,
        NOW,
    )
    .unwrap();
    let store = open(settings(&bearing(&admin, &reading)));
    assert_eq!(store.recall(&named("surname")).await.unwrap().facts.len(), 1);
    assert_eq!(store.all().await.unwrap().facts.len(), 1);
    assert!(
        denied(store.apply(vec![remember("city", "x", &[])]).await.err()),
        "it may only read"
    );
}

#[tokio::test]
async fn o_142_collections_are_made_by_the_administrator_and_bad_tokens_are_refused() {
    let (_double, url) = Double::start(Some(KEY), NOW).await;
    let admin = access(&url, Some(KEY));
    let names = collections(&admin).names();
    let order = Order {
        collections: &names,
        read_only: false,
        days: 1,
    };
    let of = |token: &str| {
        let access = Access {
            key: Some(token.to_owned().into()),
            ..admin.clone()
        };
        open(settings(&access))
    };
    let token = make(&order, KEY, NOW).unwrap();
    let told = of(&token).all().await.unwrap_err();
    assert!(told.to_string().contains("ostler memory list"), "{told}");
    open(settings(&admin)).all().await.unwrap();
    assert!(of(&token).all().await.is_ok());
    let grants: Vec<_> = names
        .iter()
        .map(|name| json!({"collection": name, "access": "rw"}))
        .collect();
    let claims = |exp: serde_json::Value| json!({"exp": exp, "access": grants}).to_string();
    let table = [
        ("forged", make(&order, "another key", NOW).unwrap().to_string(), false),
        ("expired 10 min ago", signed(&claims(json!(NOW - 600)), KEY), false),
        (
            "expired 10 s ago, within the leeway",
            signed(&claims(json!(NOW - 10)), KEY),
            true,
        ),
        ("exp is a text", signed(&claims(json!("soon")), KEY), false),
        (
            "no exp: for ever",
            signed(&json!({"access": grants}).to_string(), KEY),
            true,
        ),
        (
            "no access: everything",
            signed(&json!({"exp": NOW + 9}).to_string(), KEY),
            true,
        ),
        (
            "global read",
            signed(&json!({"exp": NOW + 9, "access": "r"}).to_string(), KEY),
            true,
        ),
        (
            "unknown access",
            signed(&json!({"exp": NOW + 9, "access": "x"}).to_string(), KEY),
            false,
        ),
        ("garbage", "garbage".into(), false),
    ];
    for (what, token, good) in table {
        let told = of(&token).all().await;
        assert_eq!(told.is_ok(), good, "{what}: {told:?}");
        if let Err(told) = told {
            assert!(
                matches!(&told, StoreError::Denied(why) if !why.contains(&token)),
                "{what}: {told}"
            );
        }
    }
    let keyless = open(settings(&Access { key: None, ..admin }));
    assert!(matches!(keyless.all().await, Err(StoreError::Denied(why)) if why.contains("QDRANT_API_KEY")));
}

/// What [`nothing_is_printed`] runs in a process of its own: a server that is down, one that refuses, one that answers.
#[tokio::test]
async fn speaks_to_servers() {
    let (_double, url) = Double::start(Some(KEY), NOW).await;
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    for (url, key) in [
        (url.clone(), Some(KEY)),
        (url, Some("wrong")),
        (format!("http://{port}"), None),
    ] {
        let store = open(settings(&access(&url, key)));
        let _ = store.apply(vec![Change::Forget("surname".into())]).await;
        let _ = store.recall(&named("surname")).await;
    }
}

#[test]
fn nothing_is_printed() {
    let me = std::env::current_exe().unwrap();
    let ran = std::process::Command::new(me)
        .args([
            "--exact",
            "qdrant::speaks_to_servers",
            "--nocapture",
            "--test-threads=1",
        ])
        .output()
        .unwrap();
    assert!(ran.status.success());
    let printed = String::from_utf8_lossy(&ran.stdout);
    let lines: Vec<&str> = printed.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let [running, test, result] = lines.as_slice() else {
        panic!("{printed}");
    };
    assert!(
        running.starts_with("running 1 test") && result.starts_with("test result: ok."),
        "{printed}"
    );
    assert_eq!(*test, "test qdrant::speaks_to_servers ... ok");
    assert_eq!(String::from_utf8_lossy(&ran.stderr), "");
}

//! Memory by the command line where it is kept in Qdrant, in a process, or for a long time.

use std::path::Path;
use std::sync::Arc;

use ostler_engine::memory::keys::{KeyStore, Keys};
use ostler_engine::memory::{Local, LocalSettings, Store as _, wall_clock};
use ostler_machines::recall::key_norm;
use ostler_machines::recall::model::{Change, Everything, Fact, Played};
use ostler_tests::mcp::{Client, server, text};
use ostler_tests::memory::NOW;
use ostler_tests::ostler;
use ostler_tests::program::Ran;
use ostler_tests::qdrant::Double;
use serde_json::json;

const KEY: &str = "canary-admin-key-of-more-than-32-bytes";
const DAY: u64 = 86_400;

/// Runs the program with a folder of settings of its own and a memory in Qdrant.
async fn run(folder: &Path, url: &str, key: &str, arguments: &[&str]) -> Ran {
    ostler(arguments)
        .env("OSTLER_CONFIG_DIR", folder.to_str().expect("a path"))
        .env("OSTLER_MEMORY", "qdrant")
        .env("OSTLER_EMBEDDINGS", "dev-hash")
        .env("QDRANT_URL", url)
        .env("QDRANT_API_KEY", key)
        .run()
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_143_address_and_key_of_qdrant_are_taken_from_the_environment() {
    let (double, url) = Double::start(Some(KEY), NOW).await;
    let home = tempfile::tempdir().expect("a folder");
    let done = run(home.path(), &url, KEY, &["memory", "remember", "surname", "Lovelace"]).await;
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(!double.names().is_empty(), "it is kept there");
    let listed = run(home.path(), &url, KEY, &["memory", "list"]).await;
    assert!(listed.out.contains("Lovelace"), "{listed:?}");
    // Another key is refused, and none is told.
    let refused = run(
        home.path(),
        &url,
        "some-other-key-that-nobody-signed",
        &["memory", "list"],
    )
    .await;
    assert_ne!(refused.code, Some(0));
    assert!(
        !refused.err.contains("some-other-key") && !refused.err.contains(KEY),
        "{refused:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_125_what_is_not_sealed_yet_is_refused_with_the_command_that_seals_it() {
    let (_double, url) = Double::start(Some(KEY), NOW).await;
    let home = tempfile::tempdir().expect("a folder");
    let go = async |arguments: &[&str]| run(home.path(), &url, KEY, arguments).await;
    let plain = go(&["memory", "remember", "surname", "Lovelace", "--seal", "off"]).await;
    assert_eq!(plain.code, Some(0), "{plain:?}");
    let refused = go(&["memory", "list"]).await;
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.err.contains("ostler memory seal"), "{refused:?}");
    for _ in 0..2 {
        let sealed = go(&["memory", "seal"]).await;
        assert_eq!(sealed.code, Some(0), "{sealed:?}");
    }
    let listed = go(&["memory", "list"]).await;
    assert!(listed.out.contains("Lovelace"), "{listed:?}");
    let wiped = go(&["memory", "wipe", "--yes"]).await;
    assert_eq!(wiped.code, Some(0), "{wiped:?}");
    assert!(!go(&["memory", "list"]).await.out.contains("Lovelace"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_reaches_the_tenants_own_collections_and_needs_them_to_be_its_own() {
    let home = tempfile::tempdir().expect("a folder");
    let url = "http://127.0.0.1:6334";
    let shared = run(home.path(), url, KEY, &["memory", "token"]).await;
    assert_eq!(shared.code, Some(2), "{shared:?}");
    assert!(shared.err.contains("--isolation collection"), "{shared:?}");
    let own = [
        "memory",
        "token",
        "--isolation",
        "collection",
        "--tenant",
        "ada",
        "--days",
        "7",
        "--read-only",
    ];
    let made = run(home.path(), url, KEY, &own).await;
    assert_eq!(made.code, Some(0), "{made:?}");
    let claims = ostler_engine::memory::token::check(made.out.trim(), KEY, wall_clock()).expect("it is good");
    assert_eq!(claims.access.len(), 3);
    assert!(
        claims
            .access
            .iter()
            .all(|grant| grant.collection.starts_with("ostler_ada_")),
        "{claims:?}"
    );
    assert!(claims.exp <= wall_clock() + 7 * DAY);
}

/// The same file as the program's, at another time.
fn at(folder: &Path, clock: fn() -> u64) -> Local {
    let keys = Keys::new(None, KeyStore::File(folder.join("memory.key"))).expect("keys");
    let settings = LocalSettings {
        path: folder.join("memory.local"),
        tenant: "default".into(),
        keys: Some(keys),
        normalise: key_norm,
        clock,
    };
    Local::open(settings).expect("it opens")
}

fn played(form: &str, accepted: bool) -> Change {
    Change::Played(Played {
        host: "shop.example".into(),
        fingerprint: form.into(),
        labels: vec!["email".into()],
        used: vec![(" | email | em".into(), "email".into())],
        refused: Vec::new(),
        accepted: Some(accepted),
    })
}

async fn aged(folder: &Path) {
    let long_ago = at(folder, || wall_clock() - 200 * DAY);
    let fact = Change::Remember(Fact {
        key: "email".into(),
        value: "ada@example.org".into(),
        ..Fact::default()
    });
    let changes = vec![fact, played("old and proven", true), played("old and not", false)];
    long_ago.apply(changes).await.expect("it is kept");
    let now = at(folder, wall_clock);
    now.apply(vec![played("new and not", false)]).await.expect("it is kept");
}

fn forms(all: &Everything) -> Vec<&str> {
    all.playbooks.iter().map(|own| own.fingerprint.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_94_prune_forgets_what_is_old_and_never_proved_itself() {
    let home = tempfile::tempdir().expect("a folder");
    aged(home.path()).await;
    let call = ostler(&["memory", "prune", "--days", "90", "--memory", "local"]);
    let done = call
        .env("OSTLER_CONFIG_DIR", home.path().to_str().expect("a path"))
        .run()
        .await;
    assert_eq!(done.code, Some(0), "{done:?}");
    let all = at(home.path(), wall_clock).all().await.expect("it answers");
    let mut left = forms(&all);
    left.sort_unstable();
    assert_eq!(left, ["new and not", "old and proven"]);
    assert_eq!(all.facts.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_93_the_server_forgets_at_its_start_what_is_old() {
    let home = tempfile::tempdir().expect("a folder");
    aged(home.path()).await;
    let call = server(&["--memory", "local"]).env("OSTLER_CONFIG_DIR", home.path().to_str().expect("a path"));
    let client = Client::over(call, false).await;
    client.hang_up().await;
    let all = at(home.path(), wall_clock).all().await.expect("it answers");
    assert_eq!(forms(&all), ["new and not"]);
    assert_eq!(all.facts.len(), 1, "saved facts never end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_145_an_ephemeral_memory_leaves_nothing_behind() {
    let home = tempfile::tempdir().expect("a folder");
    let call = server(&["--memory", "ephemeral"]).env("OSTLER_CONFIG_DIR", home.path().to_str().expect("a path"));
    let mut client = Client::over(call, true).await;
    let said = client
        .call("memory_remember", json!({ "key": "surname", "value": "Lovelace" }))
        .await;
    assert!(text(&said).contains("Remembered"), "{said}");
    client.hang_up().await;
    assert_eq!(std::fs::read_dir(home.path()).expect("it is there").count(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_126_an_open_memory_is_warned_of() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().to_str().expect("a path");
    for arguments in [
        &[
            "memory", "remember", "surname", "Lovelace", "--memory", "local", "--seal", "off",
        ][..],
        &["memory", "list", "--memory", "local", "--seal", "off"],
    ] {
        let ran = ostler(arguments).env("OSTLER_CONFIG_DIR", folder).run().await;
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(ran.err.contains("memory is not sealed"), "{ran:?}");
    }
    let call = server(&["--memory", "local", "--seal", "off"]).env("OSTLER_CONFIG_DIR", folder);
    let ended = Client::over(call, false).await.hang_up().await;
    assert!(ended.err.contains("memory is not sealed"), "{}", ended.err);
}

#[test]
fn o_128_what_is_not_hidden_is_said() {
    let page = std::fs::read_to_string(ostler_tests::root().join("docs/privacy.md")).expect("it is there");
    let open = page.split("## What is not hidden").nth(1).expect("a section");
    for word in ["vectors", "tenant", "wins, losses", "times", "how many points"] {
        assert!(open.contains(word), "{word}");
    }
}

#[tokio::test]
async fn o_88_counters_move_by_what_came_of_a_form_and_by_nothing_else() {
    let store = Arc::new(ostler_engine::memory::Ephemeral::new(key_norm, || NOW));
    let counts = async || {
        let all = store.all().await.expect("it answers");
        let own = &all.playbooks[0];
        (own.wins, own.losses, own.mappings[0].wins, own.mappings[0].losses)
    };
    store.apply(vec![played("f", true)]).await.expect("it is kept");
    assert_eq!(counts().await, (1, 0, 1, 0));
    let refused = Change::Played(Played {
        refused: vec![" | email | em".into()],
        ..match played("f", false) {
            Change::Played(played) => played,
            _ => Played::default(),
        }
    });
    store.apply(vec![refused]).await.expect("it is kept");
    assert_eq!(counts().await, (1, 1, 1, 1));
    // Neither sent nor refused: it says nothing.
    let unsent = Change::Played(Played {
        host: "shop.example".into(),
        fingerprint: "f".into(),
        labels: vec!["email".into()],
        used: vec![(" | email | em".into(), "email".into())],
        ..Played::default()
    });
    store.apply(vec![unsent]).await.expect("it is kept");
    assert_eq!(counts().await, (1, 1, 1, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_never_goes_over_the_memory_itself() {
    let home = tempfile::tempdir().expect("a folder");
    aged(home.path()).await;
    let folder = home.path().to_str().expect("a path");
    for name in ["memory.key", "memory.local", "config.toml"] {
        let path = home.path().join(name);
        let arguments = [
            "memory",
            "export",
            path.to_str().expect("a path"),
            "--force",
            "--memory",
            "local",
        ];
        let ran = ostler(&arguments).env("OSTLER_CONFIG_DIR", folder).run().await;
        assert_eq!(ran.code, Some(2), "{name}: {ran:?}");
        assert!(ran.err.contains("a file of the memory itself"), "{ran:?}");
    }
    assert_eq!(
        at(home.path(), wall_clock).all().await.expect("it answers").facts.len(),
        1
    );
}

/// Two servers of one tenant are one memory; whoever is to have another one is given another tenant.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_97_all_who_are_served_as_one_tenant_share_what_is_remembered() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().to_str().expect("a path");
    let serve = async |tenant: &str| {
        let call = server(&["--memory", "local", "--tenant", tenant]).env("OSTLER_CONFIG_DIR", folder);
        Client::over(call, true).await
    };
    let surname = json!({ "names": ["surname"] });
    let mut one = serve("ada").await;
    one.call("memory_remember", json!({ "key": "surname", "value": "Lovelace" }))
        .await;
    let mut other = serve("ada").await;
    for client in [&mut one, &mut other] {
        let told = client.call("memory_recall", surname.clone()).await;
        assert!(text(&told).contains("Lovelace"), "{told}");
    }
    other
        .call("memory_remember", json!({ "key": "surname", "value": "Byron" }))
        .await;
    assert!(text(&one.call("memory_recall", surname.clone()).await).contains("Byron"));
    one.hang_up().await;
    other.hang_up().await;
    let mut bob = serve("bob").await;
    let told = bob.call("memory_recall", surname).await;
    assert!(!text(&told).contains("Byron"), "{told}");
    bob.hang_up().await;
    let page = std::fs::read_to_string(ostler_tests::root().join("docs/memory.md")).expect("it is there");
    assert!(page.contains("one server for each tenant"), "it is documented");
}

#[test]
fn o_149_every_target_of_the_fuzzer_is_listed_with_what_holds() {
    let root = ostler_tests::root();
    let page = std::fs::read_to_string(root.join("docs/testing.md")).expect("it is there");
    let list = page.split("## Fuzzing").nth(1).expect("a section");
    let mut targets = 0;
    for entry in std::fs::read_dir(root.join("fuzz/fuzz_targets")).expect("it is there") {
        let name = entry.expect("an entry").file_name().into_string().expect("a name");
        let name = name.trim_end_matches(".rs");
        let row = list.lines().find(|line| line.starts_with(&format!("| `{name}` | ")));
        assert!(row.is_some_and(|row| row.len() > name.len() + 40), "{name} is listed");
        let inputs = root.join("fuzz/corpus").join(name);
        assert!(
            std::fs::read_dir(inputs).is_ok_and(|inputs| inputs.count() > 0),
            "{name} has inputs"
        );
        targets += 1;
    }
    assert!(targets >= 15, "{targets}");
    for property in ["memory", "breaker", "whatever_lies_there", "a_book_that_is_read_again"] {
        assert!(list.contains(property), "{property}");
    }
}

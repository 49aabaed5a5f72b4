//! Memory: what a command keeps, what a file shows, and what survives.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use ostler_engine::memory::keys::{Held, KeyError, KeyStore, Keys, Vault};
use ostler_engine::memory::seal::{MasterKey, Sealer};
use ostler_engine::memory::{Local, LocalSettings, Store, wall_clock};
use ostler_machines::recall::model::{Change, Fact};
use ostler_tests::program::Ran;
use ostler_tests::{ostler, program};
use serde_json::{Value, json};

/// A folder of settings, and the program run with it.
pub(crate) struct Home(pub(crate) tempfile::TempDir);

impl Home {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// One with memory in its file.
    pub(crate) async fn local() -> Self {
        let home = Self::new();
        home.done(&["init", "--local"]).await;
        home
    }

    pub(crate) fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    pub(crate) async fn run(&self, arguments: &[&str]) -> Ran {
        self.with(arguments, &[], "").await
    }

    pub(crate) async fn with(&self, arguments: &[&str], environment: &[(&str, &str)], input: &str) -> Ran {
        let mut call = ostler(arguments).input(input);
        for (name, value) in environment {
            call = call.env(name, value);
        }
        call.env("OSTLER_CONFIG_DIR", self.0.path().to_str().unwrap())
            .run()
            .await
    }

    /// Runs it and expects that all is done.
    pub(crate) async fn done(&self, arguments: &[&str]) -> Ran {
        let ran = self.run(arguments).await;
        assert_eq!(ran.code, Some(0), "{arguments:?}: {ran:?}");
        ran
    }

    /// The facts as they are listed.
    pub(crate) async fn facts(&self) -> BTreeMap<String, String> {
        let listed = self.done(&["memory", "list", "--json", "--show"]).await.json();
        let text = |fact: &Value, name: &str| fact[name].as_str().unwrap().to_owned();
        let facts = listed["facts"].as_array().unwrap().iter();
        facts.map(|fact| (text(fact, "key"), text(fact, "value"))).collect()
    }

    /// The names of the files in it.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

pub(crate) fn pairs(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs
        .iter()
        .map(|(key, value)| ((*key).into(), (*value).into()))
        .collect()
}

pub(crate) fn failed(ran: &Ran, code: i32, words: &str) {
    assert_eq!(ran.code, Some(code), "{ran:?}");
    let told = unwrapped(&ran.err);
    assert!(told.contains(words), "{words:?} is told in {}", ran.err);
}

/// What was told, as one line.
pub(crate) fn unwrapped(text: &str) -> String {
    text.split_whitespace()
        .filter(|word| *word != "|")
        .collect::<Vec<_>>()
        .join(" ")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_80_memory_is_off_until_it_is_turned_on() {
    let home = Home::new();
    for arguments in [&["memory", "list"][..], &["memory", "remember", "city", "London"]] {
        failed(&home.run(arguments).await, 2, "ostler init --local");
    }
    assert!(home.files().is_empty(), "{:?}", home.files());
    failed(
        &home.run(&["memory", "list", "--memory", "ephemeral"]).await,
        2,
        "ends with the program",
    );
    assert!(home.files().is_empty(), "nothing of it is on disk");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_146_each_verb_does_what_it_says() {
    let home = Home::local().await;
    home.done(&[
        "memory",
        "remember",
        "Surname",
        "Lovelace",
        "--alias",
        "de:Nachname",
        "--alias",
        "family",
    ])
    .await;
    home.done(&["memory", "remember", "city", "Paris"]).await;
    home.done(&["memory", "remember", "City", "London"]).await;
    let piped = home
        .with(&["memory", "remember", "street", "-"], &[], "12 St James's Square\n")
        .await;
    assert_eq!(piped.code, Some(0), "{piped:?}");
    let expected = pairs(&[
        ("Surname", "Lovelace"),
        ("City", "London"),
        ("street", "12 St James's Square"),
    ]);
    assert_eq!(home.facts().await, expected);
    let listed = home.done(&["memory", "list"]).await;
    assert!(
        listed.out.contains("Lovelace") && listed.out.contains("de:Nachname"),
        "{}",
        listed.out
    );
    let found = home.done(&["memory", "recall", "NACHNAME", "--json"]).await.json();
    assert_eq!(found["facts"][0]["value"], "Lovelace");
    assert_eq!(home.run(&["memory", "recall", "mobile"]).await.code, Some(1));
    home.done(&["memory", "forget", "surname", "CITY"]).await;
    failed(
        &home.run(&["memory", "forget", "surname"]).await,
        1,
        "nothing is remembered",
    );
    assert_eq!(home.facts().await.len(), 1);
    home.done(&["memory", "skills"]).await;
    home.done(&["memory", "prune", "--days", "30"]).await;
    failed(&home.run(&["memory", "seal"]).await, 0, "sealed already");
    failed(&home.run(&["memory", "wipe"]).await, 2, "--yes");
    assert_eq!(home.facts().await.len(), 1);
    home.done(&["memory", "wipe", "--yes"]).await;
    assert!(home.facts().await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_67_secrets_are_not_remembered() {
    let home = Home::local().await;
    for (key, value) in [
        ("password", "hunter2"),
        ("Kennwort", "hunter2"),
        ("card number", "4111 1111 1111 1111"),
        ("lucky number", "4111 1111 1111 1111"),
        ("api token", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
    ] {
        let ran = home.run(&["memory", "remember", key, value]).await;
        assert!(matches!(ran.code, Some(2 | 4)), "{key}: {ran:?}");
        assert!(!ran.err.contains(value), "the value is not repeated: {}", ran.err);
    }
    assert!(home.facts().await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_144_the_file_and_all_beside_it_show_nothing() {
    let home = Home::local().await;
    home.done(&["memory", "remember", "surname", "Lovelace", "--alias", "Geburtsname"])
        .await;
    let mut files = home.files();
    files.retain(|name| name != "config.toml");
    assert_eq!(files, ["memory.key", "memory.local", "memory.local.lock"]);
    for name in home.files() {
        let raw = std::fs::read(home.path(&name)).unwrap();
        let raw = String::from_utf8_lossy(&raw).to_lowercase();
        for canary in ["lovelace", "surname", "geburtsname"] {
            assert!(!raw.contains(canary), "{canary} is in {name}");
        }
    }
    // What is plain is so because it was asked for, and every command says so.
    let plain = Home::new();
    plain.done(&["config", "set", "seal", "off"]).await;
    plain.done(&["init", "--local"]).await;
    let ran = plain.done(&["memory", "remember", "surname", "Lovelace"]).await;
    assert!(ran.err.contains("not sealed"), "{}", ran.err);
    let raw: Value = serde_json::from_slice(&std::fs::read(plain.path("memory.local")).unwrap()).unwrap();
    assert_eq!(raw["tenants"]["default"]["facts"][0]["value"], "Lovelace");
    assert!(!plain.files().contains(&"memory.key".to_owned()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_123_what_was_plain_is_sealed_by_one_command_and_refused_until_then() {
    let home = Home::new();
    home.done(&["config", "set", "seal", "off"]).await;
    home.done(&["config", "set", "memory", "local"]).await;
    home.done(&["memory", "remember", "surname", "Lovelace"]).await;
    failed(&home.run(&["memory", "seal"]).await, 2, "ostler config set seal on");
    home.done(&["config", "set", "seal", "on"]).await;
    failed(&home.run(&["memory", "list"]).await, 2, "`ostler memory seal`");
    home.done(&["memory", "seal"]).await;
    home.done(&["memory", "seal"]).await;
    assert_eq!(home.facts().await, pairs(&[("surname", "Lovelace")]));
    let raw = std::fs::read(home.path("memory.local")).unwrap();
    assert!(!String::from_utf8_lossy(&raw).contains("Lovelace"));
    home.done(&["config", "set", "seal", "off"]).await;
    failed(&home.run(&["memory", "list"]).await, 2, "ostler config set seal on");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_117_the_key_is_its_owners_and_the_environment_goes_first() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::local().await;
    home.done(&["memory", "remember", "city", "London"]).await;
    let mode = std::fs::metadata(home.path("memory.key")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let other = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    let list = ["memory", "list"];
    let ran = home.with(&list, &[("OSTLER_MEMORY_KEY", other)], "").await;
    failed(&ran, 2, "another key");
    assert!(!format!("{ran:?}").contains("AAAAAAA"), "no key is shown");
    let ran = home.with(&list, &[("OSTLER_MEMORY_KEY", "no key")], "").await;
    failed(&ran, 2, "OSTLER_MEMORY_KEY");
    assert!(!ran.err.contains("no key at all"));
    let own = std::fs::read_to_string(home.path("memory.key")).unwrap();
    std::fs::remove_file(home.path("memory.key")).unwrap();
    let ran = home.with(&list, &[("OSTLER_MEMORY_KEY", own.trim())], "").await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(!home.path("memory.key").exists(), "it is kept nowhere");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_121_a_key_that_was_exported_gives_access_again() {
    let home = Home::local().await;
    home.done(&["memory", "remember", "city", "London"]).await;
    let refused = home.run(&["memory", "key", "export"]).await;
    failed(&refused, 2, "--yes-print");
    assert_eq!(refused.out, "");
    let key = home.done(&["memory", "key", "export", "--yes-print"]).await.out;
    assert_eq!(key.trim().len(), 44);
    std::fs::remove_file(home.path("memory.key")).unwrap();
    failed(&home.run(&["memory", "list"]).await, 2, "ostler memory key import");
    assert!(!home.path("memory.key").exists(), "no new key takes its place");
    failed(
        &home.with(&["memory", "key", "import"], &[], "rubbish").await,
        2,
        "no key",
    );
    let ran = home.with(&["memory", "key", "import"], &[], &key).await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(home.facts().await, pairs(&[("city", "London")]));
    let other = MasterKey::fresh().unwrap();
    failed(
        &home.with(&["memory", "key", "import"], &[], &other.export()).await,
        2,
        "--replace",
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_122_what_cannot_be_opened_can_be_started_over() {
    let home = Home::local().await;
    home.done(&["memory", "remember", "city", "London"]).await;
    std::fs::remove_file(home.path("memory.key")).unwrap();
    failed(&home.run(&["memory", "list"]).await, 2, "ostler memory wipe --yes");
    failed(&home.run(&["memory", "wipe"]).await, 2, "--yes");
    home.done(&["memory", "wipe", "--yes"]).await;
    assert!(home.facts().await.is_empty());
    home.done(&["memory", "remember", "city", "Paris"]).await;
    assert_eq!(home.facts().await, pairs(&[("city", "Paris")]));
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_120_without_a_keychain_nothing_else_is_used() {
    let home = Home::new();
    home.done(&["config", "set", "key_store", "keychain"]).await;
    let nobody = [("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all")];
    for arguments in [
        &["init", "--local"][..],
        &["memory", "remember", "city", "London", "--memory", "local"],
    ] {
        let ran = home.with(arguments, &nobody, "").await;
        failed(&ran, 3, "`ostler config set key_store file`");
    }
    let files = home.files();
    assert!(
        files
            .iter()
            .all(|name| !["memory.local", "memory.key"].contains(&name.as_str())),
        "{files:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_147_settings_last_in_one_file() {
    let home = Home::new();
    home.done(&["config", "set", "seal", "on"]).await;
    home.done(&["config", "set", "retain-days", "30"]).await;
    assert_eq!(home.done(&["config", "get", "seal"]).await.out, "on\n");
    assert_eq!(home.done(&["config", "get", "retain_days"]).await.out, "30\n");
    assert_eq!(home.files(), ["config.toml"]);
    let ran = home
        .with(&["config", "get", "seal"], &[("OSTLER_SEAL", "off")], "")
        .await;
    assert_eq!(ran.out, "off\n");
    let listed = home.done(&["config", "list", "--json"]).await.json();
    let seal = listed["settings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|setting| setting["key"] == "seal")
        .unwrap();
    assert_eq!((&seal["value"], &seal["source"]), (&json!("on"), &json!("file")));
    failed(
        &home.run(&["config", "set", "seal", "perhaps"]).await,
        2,
        "auto, on or off",
    );
    failed(&home.run(&["config", "set", "colour", "blue"]).await, 2, "retain_days");
    failed(
        &home.run(&["config", "set", "qdrant_api_key", "s3cret"]).await,
        2,
        "QDRANT_API_KEY",
    );
    failed(
        &home.run(&["memory", "list", "--memory", "cloud"]).await,
        2,
        "--memory must be",
    );
    home.done(&["config", "unset", "seal"]).await;
    assert_eq!(home.done(&["config", "get", "seal"]).await.out, "auto\n");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_148_the_doctor_reports_memory_key_and_seal() {
    let home = Home::local().await;
    home.done(&["memory", "remember", "city", "London"]).await;
    let told = home.run(&["doctor"]).await.out;
    for words in ["memory", "facts 1", "seal", "on", "key", "memory.key"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let plain = Home::new();
    let told = plain.run(&["doctor"]).await.out;
    assert!(told.contains("off; ostler init --local"), "{told}");
    plain.done(&["config", "set", "memory", "local"]).await;
    plain.done(&["config", "set", "seal", "off"]).await;
    let told = plain.run(&["doctor"]).await.out;
    assert!(told.contains("memory is not sealed"), "{told}");
    assert_eq!(plain.files(), ["config.toml"], "looking makes nothing");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn facts_are_carried_from_one_memory_to_another() {
    let home = Home::local().await;
    let card = "BEGIN:VCARD\nVERSION:4.0\nFN:Ada Lovelace\nN:Lovelace;Ada;;;\nEMAIL:ada@example.com\n\
                NOTE:nothing\nEND:VCARD\n";
    let ran = home.with(&["memory", "import", "-"], &[], card).await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let ada = pairs(&[
        ("full name", "Ada Lovelace"),
        ("surname", "Lovelace"),
        ("first name", "Ada"),
        ("email", "ada@example.com"),
    ]);
    assert_eq!(home.facts().await, ada);
    let file = home.path("facts.json");
    home.done(&["memory", "export", file.to_str().unwrap()]).await;
    failed(
        &home.run(&["memory", "export", file.to_str().unwrap()]).await,
        2,
        "--force",
    );
    let other = Home::local().await;
    other.done(&["memory", "remember", "email", "other@example.com"]).await;
    let ran = other.run(&["memory", "import", file.to_str().unwrap()]).await;
    failed(&ran, 1, "--replace");
    assert_eq!(other.facts().await["email"], "other@example.com", "what was said stays");
    other
        .done(&["memory", "import", "--replace", file.to_str().unwrap()])
        .await;
    assert_eq!(other.facts().await, ada);
    for (text, words) in [("{", "line 1"), ("[]", "jCard"), ("hello", "no memory")] {
        failed(&other.with(&["memory", "import", "-"], &[], text).await, 2, words);
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_loses_nothing_that_was_kept() {
    let home = Home::local().await;
    home.done(&["memory", "remember", "city", "London"]).await;
    let before = std::fs::read(home.path("memory.local")).unwrap();
    let facts: Vec<Value> = (0..2_000)
        .map(|at| json!({"key": format!("key {at}"), "value": "x"}))
        .collect();
    let many = json!({"ostler_memory": 1, "facts": facts}).to_string();
    std::fs::write(home.path("many.json"), many).unwrap();
    // No file may be longer than 16 KiB; the program is told so instead of being ended.
    let full = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 32; exec \"$0\" memory import \"$1\""])
        .arg(program::path())
        .arg(home.path("many.json"))
        .env("OSTLER_CONFIG_DIR", home.0.path())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&full.stderr)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert_eq!(full.status.code(), Some(3), "{told}");
    assert!(
        told.contains("no room left") && told.contains("nothing that was kept is lost"),
        "{told}"
    );
    assert_eq!(std::fs::read(home.path("memory.local")).unwrap(), before);
    assert!(!home.path("memory.local.new").exists(), "no half-written file stays");
    assert_eq!(home.facts().await, pairs(&[("city", "London")]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn programs_that_write_at_once_lose_nothing() {
    let home = Arc::new(Home::local().await);
    let writers = (0..4).map(|writer| {
        let home = Arc::clone(&home);
        tokio::spawn(async move {
            for at in 0..8 {
                home.done(&["memory", "remember", &format!("key {writer} {at}"), "x"])
                    .await;
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    assert_eq!(home.facts().await.len(), 32);
}

fn store(folder: &Path) -> Local {
    let keys = Keys::new(None, KeyStore::File(folder.join("memory.key"))).unwrap();
    let settings = LocalSettings {
        path: folder.join("memory.local"),
        tenant: "default".into(),
        keys: Some(keys),
        normalise: str::to_lowercase,
        clock: wall_clock,
    };
    Local::open(settings).unwrap()
}

/// Not a test by itself: what the next one starts and kills. It writes until then, and says what is kept.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_until_it_is_killed() {
    let Some(folder) = std::env::var_os("OSTLER_TEST_WRITES") else {
        return;
    };
    let name = std::env::var("OSTLER_TEST_NAME").unwrap();
    let store = store(Path::new(&folder));
    for at in 0.. {
        let fact = Fact {
            key: format!("{name} {at}"),
            value: "x".into(),
            ..Fact::default()
        };
        store.apply(vec![Change::Remember(fact)]).await.unwrap();
        println!("\nkept {name} {at}");
    }
}

/// Starts a writer.
fn writer(folder: &Path, name: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "memory::writes_until_it_is_killed", "--nocapture"])
        .env("OSTLER_TEST_WRITES", folder)
        .env("OSTLER_TEST_NAME", name)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_144_writers_that_are_killed_lose_nothing_that_they_said_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut kept: Vec<String> = Vec::new();
    let mut seed = 0x9e37_79b9_u32;
    for round in 0..50 {
        let mut writers: Vec<Child> = (0..3)
            .map(|at| writer(folder.path(), &format!("w{round}-{at}")))
            .collect();
        let mut told: Vec<_> = writers
            .iter_mut()
            .map(|writer| BufReader::new(writer.stdout.take().unwrap()).lines())
            .collect();
        // The first of them is read up to a chance moment; where the others are then, nobody knows.
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let enough = kept.len() + 1 + (seed >> 29) as usize;
        while kept.len() < enough {
            let line = told[0].next().expect("it writes until it is killed").unwrap();
            kept.extend(line.strip_prefix("kept ").map(String::from));
        }
        for writer in &mut writers {
            writer.kill().unwrap();
        }
        for (writer, told) in writers.iter_mut().zip(&mut told) {
            writer.wait().unwrap();
            let lines = told.map_while(Result::ok);
            kept.extend(lines.filter_map(|line| line.strip_prefix("kept ").map(String::from)));
        }
        let all = store(folder.path()).all().await.expect("it opens");
        let keys: std::collections::BTreeSet<String> = all.facts.into_iter().map(|fact| fact.key).collect();
        let lost: Vec<&String> = kept.iter().filter(|key| !keys.contains(*key)).collect();
        assert!(lost.is_empty(), "round {round}: {lost:?}");
    }
    assert!(kept.len() >= 50, "{}", kept.len());
}

#[test]
fn o_116_a_key_made_here_is_used_by_all_who_start_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let keys = || Keys::new(None, KeyStore::File(folder.path().join("memory.key"))).unwrap();
    let checks: Vec<String> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| Sealer::new(&keys().obtain(Held::Nothing, false).unwrap()).check()))
            .collect();
        starts.into_iter().map(|start| start.join().unwrap()).collect()
    });
    assert!(checks.iter().all(|check| *check == checks[0]));
}

/// A vault for one key that is slow between looking and keeping, and tells how often it was given one.
#[derive(Debug)]
struct Slow(std::path::PathBuf);

impl Vault for Slow {
    fn read(&self) -> Result<Option<MasterKey>, KeyError> {
        let text = std::fs::read_to_string(self.0.join("vault")).ok();
        std::thread::sleep(std::time::Duration::from_millis(5));
        Ok(text.map(|text| MasterKey::import(&text).unwrap()))
    }

    fn write(&self, key: &MasterKey) -> Result<(), KeyError> {
        std::thread::sleep(std::time::Duration::from_millis(5));
        std::fs::write(self.0.join("vault"), key.export().as_bytes()).unwrap();
        let mut log = std::fs::File::options()
            .append(true)
            .create(true)
            .open(self.0.join("log"))
            .unwrap();
        std::io::Write::write_all(&mut log, b"kept\n").unwrap();
        Ok(())
    }
}

/// Not a test by itself: what the next one starts several times at once. It makes the first key, or finds it.
#[test]
fn makes_the_first_key() {
    let Some(folder) = std::env::var_os("OSTLER_TEST_FIRST_KEY") else {
        return;
    };
    println!("\nkey {}", first_key(Path::new(&folder)));
}

fn first_key(folder: &Path) -> String {
    let store = KeyStore::Keychain {
        lock: folder.join("memory.key.lock"),
        vault: Arc::new(Slow(folder.into())),
    };
    let key = Keys::new(None, store).unwrap().obtain(Held::Nothing, false).unwrap();
    Sealer::new(&key).check()
}

#[test]
fn o_119_first_starts_at_once_end_with_one_key_in_the_keychain() {
    for round in 0..5 {
        let folder = tempfile::tempdir().unwrap();
        let starts: Vec<Child> = (0..4)
            .map(|_| {
                Command::new(std::env::current_exe().unwrap())
                    .args(["--exact", "memory::makes_the_first_key", "--nocapture"])
                    .env("OSTLER_TEST_FIRST_KEY", folder.path())
                    .stdout(Stdio::piped())
                    .spawn()
                    .unwrap()
            })
            .collect();
        let own: Vec<String> = std::thread::scope(|scope| {
            let starts: Vec<_> = (0..4).map(|_| scope.spawn(|| first_key(folder.path()))).collect();
            starts.into_iter().map(|start| start.join().unwrap()).collect()
        });
        let mut checks = own;
        for start in starts {
            let out = String::from_utf8(start.wait_with_output().unwrap().stdout).unwrap();
            let key = out.lines().find_map(|line| line.strip_prefix("key ").map(String::from));
            checks.push(key.expect("it tells its key"));
        }
        assert_eq!(checks.len(), 8);
        assert!(
            checks.iter().all(|check| *check == checks[0]),
            "round {round}: {checks:?}"
        );
        let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
        assert_eq!(log, "kept\n", "it was made once");
        assert!(!folder.path().join("memory.key").exists(), "and is in no file");
    }
}

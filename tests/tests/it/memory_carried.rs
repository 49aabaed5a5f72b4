//! What goes into a memory and comes out of it: cards, exports, settings that are mended, keys that are replaced.

use ostler_engine::memory::seal::MasterKey;
use ostler_tests::mcp::{Client, server, text};
use ostler_tests::{Site, ostler};
use serde_json::json;

use crate::memory::{Home, failed, pairs, unwrapped};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_card_says_twice_or_of_others_is_told_and_nothing_is_guessed() {
    let home = Home::local().await;
    let card = "BEGIN:VCARD\nVERSION:3.0\nN:Lovelace;Ada;;;\nTEL;TYPE=CELL:+44 1\nTEL;TYPE=CELL:+44 2\n\
                EMAIL:one@example.org\nEMAIL;TYPE=pref:two@example.org\n\
                item1.TEL:+44 3\nitem1.X-ABLabel:Mother\n\
                item2.EMAIL:three@example.org\nitem2.X-ABLabel:_$!<Work>!$_\nEND:VCARD\n";
    let ran = home.with(&["memory", "import", "-"], &[], card).await;
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let expected = pairs(&[
        ("surname", "Lovelace"),
        ("first name", "Ada"),
        ("mobile", "+44 1"),
        ("email", "two@example.org"),
        ("work email", "three@example.org"),
    ]);
    assert_eq!(home.facts().await, expected);
    let told = unwrapped(&ran.err);
    for words in ["another mobile", "another email", "Mother"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(
        !told.contains("+44") && !told.contains("@example"),
        "no value is shown: {told}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_card_that_is_cut_off_or_nobodys_loses_nothing() {
    let home = Home::local().await;
    home.done(&["memory", "remember", "surname", "Byron"]).await;
    for (card, words) in [
        ("BEGIN:VCARD\nVERSION:4.0\nN:Lovelace;Ada;;;\nEMA", "cut off"),
        (
            "BEGIN:VCARD\nVERSION:4.0\nFN:Ada\nBEGIN:VCARD\nFN:B\nEND:VCARD\n",
            "cut off",
        ),
        (
            "BEGIN:VCARD\nVERSION:4.0\nKIND:org\nFN:Analytical Engines Ltd\nEND:VCARD\n",
            "no person",
        ),
    ] {
        let ran = home.with(&["memory", "import", "--replace", "-"], &[], card).await;
        failed(&ran, 2, words);
        assert_eq!(home.facts().await, pairs(&[("surname", "Byron")]));
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_is_its_owners_alone_whoever_could_read_the_file_before() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::local().await;
    home.done(&["memory", "remember", "surname", "Lovelace"]).await;
    let file = home.path("facts.json");
    std::fs::write(&file, "old").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o666)).unwrap();
    // Whoever has the old file open sees nothing of the new one.
    let open = std::fs::File::open(&file).unwrap();
    home.done(&["memory", "export", "--force", file.to_str().unwrap()])
        .await;
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(std::fs::read_to_string(&file).unwrap().contains("Lovelace"));
    assert_eq!(std::io::read_to_string(open).unwrap(), "old");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_that_is_none_is_refused() {
    let home = Home::local().await;
    for alias in ["", "  ", "de:"] {
        let ran = home
            .run(&["memory", "remember", "surname", "Lovelace", "--alias", alias])
            .await;
        failed(&ran, 2, "alias");
    }
    assert!(home.facts().await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_remembered_is_told_with_what_to_do() {
    let home = Home::local().await;
    for (key, value, words) in [
        (
            "k",
            "",
            "help: give the value after the key, or - to read it from standard input",
        ),
        ("k", "  ", "`ostler memory forget` takes a fact away"),
        ("", "v", "help: give a key that names it"),
    ] {
        let ran = home.run(&["memory", "remember", "--", key, value]).await;
        failed(&ran, 2, "memory-refused");
        failed(&ran, 2, words);
    }
    let alias = ["memory", "remember", "locker", "v", "--alias", "password"];
    failed(
        &home.run(&alias).await,
        4,
        "the key, or another name of it, is that of a secret",
    );
    let long = "v".repeat((1 << 20) + 1);
    let ran = home.with(&["memory", "remember", "k", "-"], &[], &long).await;
    failed(&ran, 2, "standard input has more than 1 MiB");
    assert!(home.facts().await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_values_that_a_file_has_for_one_fact_none_is_taken() {
    let home = Home::local().await;
    let file = home.path("facts.json");
    let facts = r#"{"ostler_memory": 1, "facts": [
        {"key": "city", "value": "York"}, {"key": "CITY", "value": "Leeds"}, {"key": "City", "value": "York"},
        {"key": "surname", "value": "Lovelace"}, {"key": "Surname", "value": "Lovelace"}]}"#;
    std::fs::write(&file, facts).unwrap();
    for replace in [&[][..], &["--replace"]] {
        let import = [&["memory", "import", file.to_str().unwrap()][..], replace].concat();
        let ran = home.run(&import).await;
        failed(&ran, 1, "left out: city is in the file with several values");
        assert_eq!(home.facts().await.len(), 1, "{ran:?}");
    }
    std::fs::write(&file, r#"{"facts": [{"key": "city", "value": "York"}]}"#).unwrap();
    let ran = home.run(&["memory", "import", file.to_str().unwrap()]).await;
    failed(
        &ran,
        2,
        r#"{"ostler_memory": 1, "facts": [{"key": "surname", "value": "Lovelace"}]}"#,
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_that_are_wrong_can_be_mended_by_the_command_that_wrote_them() {
    let home = Home::new();
    let file = home.path("config.toml");
    let with = |text: &str| std::fs::write(&file, text).unwrap();
    with("# mine\nmemory = \"lokal\"\ncolour = \"blue\"\nretain_days = 30\n");
    let told = home.run(&["memory", "list"]).await;
    failed(&told, 2, "ostler config set memory");
    home.done(&["config", "set", "memory", "local"]).await;
    let told = home.run(&["memory", "list"]).await;
    failed(&told, 2, "ostler config unset colour");
    home.done(&["config", "unset", "colour"]).await;
    home.done(&["memory", "list"]).await;
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        "# mine\nmemory = \"local\"\nretain_days = 30\n"
    );
    // What is no TOML at all is left as it is, and what to do is said.
    with("memory = \nseal = \"on\"\n");
    for arguments in [&["config", "set", "memory", "local"][..], &["memory", "list"]] {
        let told = home.run(arguments).await;
        failed(&told, 2, "line 1");
        assert!(unwrapped(&told.err).contains("remove"), "{told:?}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "memory = \nseal = \"on\"\n");
    std::fs::remove_file(&file).unwrap();
    failed(
        &home.run(&["config", "set", "embedding_dim", "0"]).await,
        2,
        "embedding_dim must be",
    );
    failed(
        &home
            .run(&["memory", "list", "--memory", "local", "--embedding-dim", "0"])
            .await,
        2,
        "--embedding-dim must be",
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_121_a_key_that_does_not_open_the_memory_takes_no_place() {
    let home = Home::local().await;
    home.done(&["memory", "remember", "city", "London"]).await;
    let own = std::fs::read_to_string(home.path("memory.key")).unwrap();
    let other = MasterKey::fresh().unwrap().export();
    let replace = ["memory", "key", "import", "--replace"];
    let refused = home.with(&replace, &[], &other).await;
    failed(&refused, 2, "does not open");
    assert!(!refused.err.contains(other.trim_end_matches('=')), "no key is shown");
    assert_eq!(std::fs::read_to_string(home.path("memory.key")).unwrap(), own);
    assert_eq!(home.facts().await, pairs(&[("city", "London")]));
    // The right one is taken in the place of a wrong one that somebody left there, and any where nothing is sealed.
    std::fs::write(home.path("memory.key"), &other).unwrap();
    let taken = home.with(&replace, &[], &own).await;
    assert_eq!(taken.code, Some(0), "{taken:?}");
    assert_eq!(home.facts().await, pairs(&[("city", "London")]));
    home.done(&["memory", "wipe", "--yes"]).await;
    let taken = home.with(&replace, &[], &other).await;
    assert_eq!(taken.code, Some(0), "{taken:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_takes_the_place_of_something_saved_is_told_without_its_value() {
    let home = Home::local().await;
    let remember = async |key: &str, value: &str| home.done(&["memory", "remember", key, value]).await.err;
    assert!(remember("city", "Paris").await.contains("city is remembered"));
    assert!(remember("City", "Paris").await.contains("was remembered already"));
    let told = remember("city", "London").await;
    assert!(told.contains("city is changed: it was Paris"), "{told}");
    remember("iban", "GB33BUKB20201555555555").await;
    let told = remember("iban", "GB94BARC10201530093459").await;
    assert!(
        told.contains("iban is changed") && !told.contains("GB33BUKB2020"),
        "{told}"
    );
    let folder = home.0.path().to_str().unwrap().to_owned();
    let call = server(&["--memory", "local"]).env("OSTLER_CONFIG_DIR", &folder);
    let mut client = Client::over(call, true).await;
    let said = client
        .call("memory_remember", json!({"key": "city", "value": "Rome"}))
        .await;
    assert!(text(&said).contains("London"), "{said}");
    assert_eq!(said["structuredContent"]["was"], "saved", "{said}");
    let said = client
        .call(
            "memory_remember",
            json!({"key": "iban", "value": "GB33BUKB20201555555555"}),
        )
        .await;
    assert!(!said.to_string().contains("BARC10201530"), "{said}");
    let said = client
        .call("memory_remember", json!({"key": "street", "value": "x"}))
        .await;
    assert_eq!(said["structuredContent"]["was"], "unknown", "{said}");
    // A name that is good in one language only is given as on the command line.
    for (alias, said) in [("de:", "no letters or digits"), ("de:Ort", "Remembered")] {
        let told = client
            .call(
                "memory_remember",
                json!({"key": "town", "value": "Bath", "aliases": [alias]}),
            )
            .await;
        assert!(text(&told).contains(said), "{told}");
    }
    // None asked for is as good as all.
    let all = client.call("memory_recall", json!({"names": []})).await;
    assert!(text(&all).contains("city"), "{all}");
    client.hang_up().await;
    let listed = home.done(&["memory", "list"]).await;
    assert!(listed.out.contains("de:Ort"), "{listed:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_nothing_goes_by_is_told_and_ends_otherwise_than_what_does_not_open() {
    let home = Home::local().await;
    home.done(&["memory", "remember", "city", "London"]).await;
    let ran = home.run(&["memory", "recall", "city", "mobile"]).await;
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("London"), "{ran:?}");
    assert!(ran.err.contains("nothing is remembered as mobile"), "{ran:?}");
    let found = home.run(&["memory", "recall", "city", "mobile", "--json"]).await;
    assert_eq!(found.json()["missing"], json!(["mobile"]));
    home.done(&["memory", "recall", "CITY"]).await;
    std::fs::write(home.path("memory.local"), "OSTLER-MEMORY-2\nrubbish").unwrap();
    for arguments in [
        &["memory", "recall", "city"][..],
        &["memory", "remember", "city", "Rome"],
        &["memory", "export", "-"],
    ] {
        failed(
            &home.run(arguments).await,
            2,
            "is damaged or was changed, and is left as it is",
        );
    }
    assert_eq!(
        std::fs::read(home.path("memory.local")).unwrap(),
        b"OSTLER-MEMORY-2\nrubbish"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_126_a_fill_says_that_its_memory_is_open() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form><p><label>City <input name=a></label></p><button>Go</button></form>",
    );
    let home = Home::new();
    let rules = "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost";
    let _permit = ostler_tests::browser::permit(1).await;
    let arguments = ["fill", &url, "--set", "City=London", "--resolver-rules", rules];
    for (memory, seal, told) in [("local", "off", 1), ("local", "on", 0), ("off", "off", 0)] {
        let ran = ostler(&arguments)
            .env("OSTLER_CONFIG_DIR", home.0.path().join(seal).to_str().unwrap())
            .env("OSTLER_MEMORY", memory)
            .env("OSTLER_SEAL", seal)
            .run()
            .await;
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_eq!(ran.err.matches("memory is not sealed").count(), told, "{ran:?}");
    }
}

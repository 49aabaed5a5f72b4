//! The data that the program is given, good and bad, and what it lets out again.

use ostler_tests::{Site, ostler};
use serde_json::{Value, json};

const FORM: &str = "<form method=post action=/stored><label>Name <input name=n></label> <label>City <input name=c></label><button>Send</button></form>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_data_is_a_usage_error_before_any_browser_is_started() {
    let table = [
        ("a file that is not there", vec!["--data", "nothing.json"], ""),
        ("broken JSON", vec!["--data", "-"], "{\"Name\": "),
        ("a key twice", vec!["--data", "-"], "{\"Name\": \"a\", \"Name\": \"b\"}"),
        ("half a character", vec!["--data", "-"], "{\"Name\": \"\\ud800\"}"),
        ("a list of nothing in particular", vec!["--data", "-"], "[1, 2, 3]"),
        ("no equals sign", vec!["--set", "Name"], ""),
        ("JSON that is none", vec!["--set", "Name:=[1,"], ""),
        ("a flag that is none", vec!["--frobnicate"], ""),
    ];
    for (what, arguments, input) in table {
        let mut all = vec!["fill", "http://127.0.0.1:9/"];
        all.extend(arguments);
        let ran = ostler(&all)
            .env("OSTLER_BROWSER", "/nowhere/at/all")
            .input(input)
            .run()
            .await;
        assert_eq!(ran.code, Some(2), "{what}: {ran:?}");
        assert!(!ran.err.trim().is_empty(), "{what}: it says why");
        assert!(!ran.err.contains("panicked"), "{what}: {}", ran.err);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_given_twice_is_not_decided_by_chance() {
    let site = Site::start().await;
    let url = site.page("/", FORM);
    let ran = ostler(&["fill", &url, "--set", "Name=a", "--set", "Name=b", "--submit"])
        .run()
        .await;
    assert!(matches!(ran.code, Some(1 | 2)), "{ran:?}");
    assert_eq!(site.posts().len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_that_the_page_does_not_know_is_listed_and_nothing_is_sent() {
    let site = Site::start().await;
    let url = site.page("/", FORM);
    let data = json!({"Name": "Ada", "Shoe size": 38}).to_string();
    let ran = ostler(&["fill", &url, "--data", "-", "--submit", "--json"])
        .input(data)
        .run()
        .await;
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let answer = ran.json();
    assert_eq!(answer["fields"][1]["key"], "Shoe size");
    assert_eq!(answer["fields"][1]["status"], "missing");
    assert_eq!(answer["submit"], Value::Null);
    assert_eq!(site.posts().len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_null_character_is_carried_or_refused_but_never_breaks_anything() {
    let site = Site::start().await;
    let url = site.page("/", FORM);
    let ran = ostler(&["fill", &url, "--data", "-", "--json"])
        .input("{\"Name\": \"a\\u0000b\", \"City\": \"Lisbon\"}")
        .run()
        .await;
    assert!(matches!(ran.code, Some(0..=2)), "{ran:?}");
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_answer_of_the_program_is_one_json_object_of_schema_1() {
    let site = Site::start().await;
    let url = site.page("/", FORM);
    let ran = ostler(&[
        "fill",
        &url,
        "--set",
        "Name=Ada",
        "--set",
        "City=Lisbon",
        "--submit",
        "--json",
    ])
    .run()
    .await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let answer = ran.json();
    assert_eq!(answer["schema_version"], 1);
    for name in ["url", "form", "fields", "submit", "steps", "notes", "elapsed_ms"] {
        assert!(answer.get(name).is_some(), "{name} in {answer}");
    }
    assert_eq!(answer["fields"][0]["status"], "filled");
    assert_eq!(answer["submit"]["outcome"], "Submitted");
    let ran = ostler(&["inspect", &url, "--json"]).run().await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.json()["forms"][0]["fields"][0]["label"], "Name");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_68_what_is_sensitive_is_masked_in_every_output() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<form method=post action=/stored>
           <p><label>Password <input type=password name=p autocomplete=new-password></label></p>
           <p><label>Card number <input name=cc autocomplete=cc-number inputmode=numeric></label></p>
           <p><label>Security code <input name=cvc autocomplete=cc-csc></label></p>
           <p><label>Name <input name=n></label></p><button>Pay</button></form>",
    );
    let secrets = ["canary-hunter2-é", "4111111111111111", "739"];
    let data = json!({"Password": secrets[0], "Card number": secrets[1], "Security code": secrets[2], "Name": "Ada"})
        .to_string();
    for form in ["--json", "--quiet"] {
        let call = ostler(&[
            "fill",
            &url,
            "--data",
            "-",
            "--submit",
            "--trace",
            "trace.jsonl",
            "--report",
            "report.html",
            form,
        ])
        .env("OSTLER_LOG", "trace")
        .input(data.clone());
        site.forget();
        let ran = call.run().await;
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let posts = site.posts();
        assert_eq!(
            (posts.len(), posts[0].field("p").as_str()),
            (1, secrets[0]),
            "the site got it"
        );
        let work = call.folder.path().join("work");
        let read =
            |name: &str| std::fs::read_to_string(work.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let report = read("report.html");
        // A picture is base64 and may hold any three digits by chance.
        let report: String = report
            .split("base64,")
            .map(|part| part.split_once(['"', '\'']).map_or(part, |(_, rest)| rest))
            .collect();
        let outputs = [
            ("standard output", ran.out),
            ("standard error", ran.err),
            ("the trace", read("trace.jsonl")),
            ("the report", report),
        ];
        for (name, text) in &outputs {
            for secret in &secrets[..2] {
                assert!(!text.contains(secret), "{name} tells {secret}");
            }
        }
        assert!(
            !outputs[0].1.contains("\"739\"") && !outputs[0].1.contains(" 739 "),
            "{}",
            outputs[0].1
        );
    }
    let page = site.page(
        "/held",
        "<form><label>Password <input type=password value=canary-held></label></form>",
    );
    let ran = ostler(&["inspect", &page, "--json"])
        .env("OSTLER_LOG", "trace")
        .run()
        .await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        !ran.out.contains("canary-held") && !ran.err.contains("canary-held"),
        "{ran:?}"
    );
}

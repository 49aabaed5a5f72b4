//! What came of a form is told, whatever becomes of what it is written to.

#![cfg(target_os = "linux")]

use ostler_tests::program::ostler;
use ostler_tests::{Answer, Site};

const FORM: &str = "<form method=post action=/store><label>Name <input name=n></label><button>Send</button></form>";

fn folded(text: &str) -> String {
    let words = text.split_whitespace().filter(|word| !matches!(*word, "│" | "|"));
    words.collect::<Vec<_>>().join(" ")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_cannot_be_written_after_the_form_was_sent_is_no_usage_error() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    site.page("/thanks", "<h1>Thank you</h1>");
    let page = site.page("/", FORM);
    for flag in ["--report", "--trace"] {
        let ran = ostler(&["fill", &page, "--set", "Name=Ada", "--submit", flag, "/dev/full"])
            .run()
            .await;
        assert_eq!(ran.code, Some(6), "{ran:?}");
        assert!(ran.out.contains("Submitted"), "{ran:?}");
        let err = folded(&ran.err);
        assert!(
            err.contains("the form was sent and accepted, but /dev/full cannot be written"),
            "{err}"
        );
        assert!(err.contains("no room left") && err.contains("sent twice"), "{err}");
    }
    // What came of the form goes before what came of the file.
    let ran = ostler(&["fill", &page, "--set", "Fax=1", "--submit", "--report", "/dev/full"])
        .run()
        .await;
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(
        folded(&ran.err).contains("not sent, but /dev/full cannot be written"),
        "{ran:?}"
    );
    assert_eq!(site.hits_of("/store").len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_of_the_page_is_answered_with_yes_only_if_that_was_said() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    site.page("/thanks", "<h1>Thank you</h1>");
    let page = site.page(
        "/",
        &FORM.replace("<form", "<form onsubmit=\"return confirm('Really?')\""),
    );
    let mut arguments = vec!["fill", &page, "--set", "Name=Ada", "--submit"];
    let ran = ostler(&arguments).run().await;
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(folded(&ran.out).contains("--confirm says yes"), "{ran:?}");
    assert!(site.hits_of("/store").is_empty());
    arguments.push("--confirm");
    let ran = ostler(&arguments).run().await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(site.hits_of("/store").len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_never_answers_is_given_the_time_that_was_said() {
    let site = Site::start().await;
    let page = site.page(
        "/",
        &format!("{FORM}<script>setTimeout(() => {{ for (;;); }}, 0)</script>"),
    );
    for command in ["inspect", "fill"] {
        let mut arguments = vec![command, &page, "--timeout", "2s"];
        if command == "fill" {
            arguments.extend(["--set", "Name=Ada"]);
        }
        let ran = ostler(&arguments).run().await;
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(folded(&ran.err).contains("did not answer within 2000 ms"), "{ran:?}");
        assert!(ran.took < std::time::Duration::from_secs(15), "{:?}", ran.took);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_cannot_be_written_says_what_came_of_the_form() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    site.page("/thanks", "<h1>Thank you</h1>");
    let page = site.page("/", FORM);
    let fields = "{\"fields\": {\"Name\": \"Ada\"}, \"submit\": true}";
    let table: [(&[&str], &str); 4] = [
        (
            &["fill", &page, "--set", "Name=Ada", "--submit", "--json"],
            "the form was sent and accepted",
        ),
        (
            &["fill", &page, "--set", "Name=Ada"],
            "was filled and was not to be sent",
        ),
        (&["inspect", &page, "--json"], "the answer could not be written"),
        (
            &["call", "form_fill", fields, "--url", &page],
            "a submit came to Submitted",
        ),
    ];
    for (arguments, words) in table {
        let call = ostler(arguments);
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("it is there");
        let child = call.command().stdin(std::process::Stdio::null()).stdout(full).spawn();
        let output = child.expect("it starts").wait_with_output().await.expect("it runs");
        let err = folded(&String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(6), "{arguments:?}: {err}");
        assert!(
            err.contains(words) && err.contains("standard output"),
            "{arguments:?}: {err}"
        );
    }
    assert_eq!(site.hits_of("/store").len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_an_http_error_is_none_for_inspect_and_for_fill() {
    let site = Site::start().await;
    let nowhere = site.url("/nowhere");
    for arguments in [&["inspect", &nowhere][..], &["fill", &nowhere, "--set", "A=1"]] {
        let ran = ostler(arguments).run().await;
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.err.contains("http-404"), "{ran:?}");
    }
    let empty = site.page("/empty", "<p>Nothing to fill here.</p>");
    for arguments in [&["inspect", &empty][..], &["fill", &empty, "--set", "A=1"]] {
        let ran = ostler(arguments).run().await;
        assert_eq!(ran.code, Some(1), "{ran:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_times_of_a_trace_are_those_of_one_clock() {
    let site = Site::start().await;
    let page = site.page("/", FORM);
    let call = ostler(&["fill", &page, "--set", "Name=Ada", "--submit", "--trace", "trace.jsonl"]);
    let ran = call.run().await;
    assert!(ran.code.is_some(), "{ran:?}");
    let text = std::fs::read_to_string(call.folder.path().join("work/trace.jsonl")).expect("it was written");
    let lines: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("each is one object"))
        .collect();
    let times: Vec<u64> = lines.iter().filter_map(|line| line["at_ms"].as_u64()).collect();
    assert!(times.is_sorted(), "{times:?}");
    // The navigation comes first, and what comes after it goes on from there.
    let machines: Vec<&str> = lines.iter().filter_map(|line| line["machine"].as_str()).collect();
    let fill = machines
        .iter()
        .position(|machine| *machine == "fill")
        .expect("it filled");
    assert!(fill > 0 && times[fill] > 0, "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_only_to_be_printed_is_not_done() {
    let call = ostler(&["init", "--local", "--print"]);
    let ran = call.run().await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("memory = \"local\""), "{ran:?}");
    assert!(
        ran.err.contains("memory.local") && ran.err.contains("memory.key"),
        "{ran:?}"
    );
    let mut home = std::fs::read_dir(call.folder.path().join("home")).expect("it is there");
    assert!(home.next().is_none(), "nothing was written");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_given_is_told_as_it_was_written() {
    let site = Site::start().await;
    let page = site.page(
        "/",
        "<form><label>Start <input type=date></label><label>Name <input></label>
        <label>Card number <input autocomplete=cc-number pattern='[0-9]{16}' maxlength=16></label></form>",
    );
    let sets = [
        "--set",
        "Start=5 March 2031",
        "--set",
        "Name=Ada",
        "--set",
        "Card number=4929 1234 5678 9012",
    ];
    let call = ostler(&[&["fill", &page, "--json", "--report", "report.html"][..], &sets].concat());
    let ran = call.run().await;
    let fields = &ran.json()["fields"];
    assert_eq!(
        (fields[0]["given"].as_str(), fields[0]["asked"].as_str()),
        (Some("5 March 2031"), Some("2031-03-05")),
        "{ran:?}"
    );
    assert!(fields[1].get("given").is_none(), "it is as asked: {ran:?}");
    let report = std::fs::read_to_string(call.folder.path().join("work/report.html")).expect("it was written");
    assert!(
        report.contains("5 March 2031") && report.contains("written as 2031-03-05"),
        "{report}"
    );
    for shown in [&ran.out, &report] {
        assert!(
            !shown.contains("4929 1234 5678 9012") && !shown.contains("4929123456789012"),
            "{shown}"
        );
    }
}

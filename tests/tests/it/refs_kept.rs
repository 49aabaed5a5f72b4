//! Refs that outlive the process that gave them: calls of `ostler call` one after another on one browser.

use std::path::{Path, PathBuf};

use ostler_tests::mcp::text;
use ostler_tests::{Answer, Browser, Ran, Running, Site, ostler};
use serde_json::{Value, json};

/// Must never be written down.
const CANARY: &str = "c4n4ry-hunter2";

/// A browser that goes on while programs come and go, and the file that they hand on.
struct Desk {
    running: Running,
    folder: tempfile::TempDir,
}

impl Desk {
    async fn start() -> Self {
        let browser = Browser::start().await;
        let (_, program) = browser.session.browser();
        browser.close().await;
        Self {
            running: Running::start(&program).await,
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("state.json")
    }

    async fn run(&self, file: &Path, tool: &str, arguments: &Value) -> Ran {
        let (file, arguments) = (file.display().to_string(), arguments.to_string());
        let address = &self.running.address;
        ostler(&["call", "-q", "--connect", address, "--state", &file, tool, &arguments])
            .run()
            .await
    }

    /// One process: its result.
    async fn call(&self, tool: &str, arguments: Value) -> Value {
        let ran = self.run(&self.file(), tool, &arguments).await;
        assert!(ran.code == Some(0) || ran.code == Some(1), "{tool}: {ran:?}");
        ran.json()
    }

    async fn good(&self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments).await;
        let words = text(&result);
        assert_ne!(result["isError"], true, "{tool}: {words}");
        words
    }

    /// Fails unless the ref is said to be stale, for this reason.
    async fn stale(&self, reference: &str, why: &str) {
        let result = self.call("hover", json!({"ref": reference})).await;
        let words = text(&result);
        assert!(words.contains("[stale-ref]"), "{reference}: {words}");
        assert!(words.contains(&format!("{reference} is stale: {why}")), "{words}");
        assert!(words.contains("snapshot"), "it says what to do: {words}");
    }

    fn state(&self) -> Value {
        let written = std::fs::read_to_string(self.file()).expect("there is a state file");
        serde_json::from_str(&written).expect("it is JSON")
    }

    /// Writes the file anew as `change` makes it.
    fn change(&self, change: impl FnOnce(&mut Value)) {
        let mut state = self.state();
        change(&mut state);
        std::fs::write(self.file(), state.to_string()).expect("the file is ours");
    }
}

/// The ref at the end of the line that has `words` in it.
fn reference(text: &str, words: &str) -> String {
    let line = text.lines().find(|line| line.contains(words));
    let line = line.unwrap_or_else(|| panic!("{words:?} is in {text}"));
    let of = |part: &&str| {
        let rest = part
            .strip_prefix('f')
            .map_or(*part, |rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
        rest.strip_prefix('e')
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    let found = line.split([' ', '[', ']', '=', ',']).find(|part| of(part));
    found.unwrap_or_else(|| panic!("no ref in {line:?}")).to_owned()
}

const FORM: &str = "<h1>Order</h1><form method=post action=/store><label>Name <input name=n></label>\
    <label>Password <input type=password name=p></label><button>Send</button></form>\
    <button onclick=\"document.title = 'pressed'\">Press me</button>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_55_refs_of_one_process_are_those_of_the_next() {
    let site = Site::start().await;
    site.answer("/store", Answer::see_other("/thanks"));
    site.page("/thanks", "<p>Thank you.</p>");
    let inner = site.elsewhere("/inner");
    site.page(
        "/inner",
        "<button onclick=\"this.textContent = 'Was pressed'\">Inside</button>",
    );
    let page = site.page("/", &format!("{FORM}<iframe src='{inner}'></iframe>"));
    let desk = Desk::start().await;

    let went = desk.good("navigate", json!({"url": page})).await;
    let name = reference(&went, "Name");
    let seen = desk.good("snapshot", json!({})).await;
    assert_eq!(
        reference(&seen, "textbox \"Name\""),
        name,
        "the same element has the same ref: {seen}"
    );
    let press = reference(&seen, "button \"Press me\"");
    let inside = reference(&seen, "button \"Inside\"");
    assert!(inside.starts_with('f'), "{inside}");

    desk.good("click", json!({"ref": press})).await;
    let clicked = desk.good("click", json!({"ref": inside})).await;
    assert!(clicked.contains("Was pressed"), "{clicked}");
    let again = desk.good("snapshot", json!({})).await;
    assert!(again.contains("pressed"), "the title tells: {again}");
    assert_eq!(reference(&again, "button \"Press me\""), press);
    assert_eq!(reference(&again, "Was pressed"), inside);

    // A key of a fill may be a ref, and the form is sent by a process of its own.
    let filled = desk
        .good("form_fill", json!({"fields": {&*name: "Ada", "Password": CANARY}}))
        .await;
    assert!(filled.contains("2 of 2 fields filled"), "{filled}");
    let written = std::fs::read_to_string(desk.file()).expect("there is a state file");
    for value in ["Ada", CANARY, "Name", "127.0.0.1"] {
        assert!(!written.contains(value), "{value} is not written down: {written}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(desk.file())
            .expect("it is there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let left: Vec<_> = std::fs::read_dir(desk.folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 1, "nothing lies beside it: {left:?}");
    desk.good("form_submit", json!({"form": "Order"})).await;
    let sent = site.posts();
    assert_eq!(sent.len(), 1);
    assert_eq!((sent[0].field("n"), sent[0].field("p")), ("Ada".into(), CANARY.into()));

    // A number is never used again, in whatever process.
    let next = desk.good("navigate", json!({"url": page})).await;
    let number = |reference: &str| {
        reference
            .rsplit('e')
            .next()
            .and_then(|digits| digits.parse::<u32>().ok())
    };
    assert!(number(&reference(&next, "Name")) > number(&inside), "{next}\n{inside}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_is_taken_over_is_read_with_its_frames_of_other_sites() {
    let site = Site::start().await;
    let deepest = site.url("/deepest");
    site.page("/deepest", "<label>City <input name=city></label>");
    let inner = site.elsewhere("/inner");
    site.page(
        "/inner",
        &format!("<label>Street <input name=street></label><iframe src='{deepest}'></iframe>"),
    );
    let page = site.page("/", &format!("{FORM}<iframe src='{inner}'></iframe>"));
    let desk = Desk::start().await;
    desk.good("navigate", json!({"url": page})).await;
    // Each time by a process that has seen nothing of it.
    for _ in 0..4 {
        for (tool, arguments) in [("snapshot", json!({})), ("form_inspect", json!({}))] {
            let (address, arguments) = (&desk.running.address, arguments.to_string());
            let ran = ostler(&["call", "-q", "--connect", address, "--here", tool, &arguments])
                .run()
                .await;
            let words = text(&ran.json());
            assert!(words.contains("Street") && words.contains("City"), "{tool}: {words}");
            assert!(!words.contains("incomplete"), "{tool}: {words}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_55_refs_of_what_was_replaced_or_is_gone_are_stale_and_say_so() {
    let site = Site::start().await;
    site.page("/inner", "<button>Inside</button><a href=/inner2>Go on</a>");
    site.page("/inner2", "<button>Inside</button>");
    let page = site.page("/", &format!("{FORM}<button onclick=\"document.querySelector('iframe').remove()\">Drop</button><button onclick='this.remove()'>Vanish</button><iframe src=/inner></iframe>"));
    let desk = Desk::start().await;
    desk.good("navigate", json!({"url": page})).await;
    let seen = desk.good("snapshot", json!({})).await;
    let inside = reference(&seen, "button \"Inside\"");
    let onward = reference(&seen, "Go on");
    let press = reference(&seen, "button \"Press me\"");
    let vanish = reference(&seen, "button \"Vanish\"");

    // An element that has gone.
    desk.good("click", json!({"ref": vanish})).await;
    desk.stale(&vanish, "its element is gone").await;
    // The document of one frame is replaced: only its refs are stale.
    desk.good("click", json!({"ref": onward})).await;
    let gone = text(&desk.call("hover", json!({"ref": inside})).await);
    assert!(gone.contains("[stale-ref]") && gone.contains(&inside), "{gone}");
    desk.good("hover", json!({"ref": press})).await;
    // A frame is gone.
    let drop = reference(&seen, "button \"Drop\"");
    desk.good("click", json!({"ref": drop})).await;
    let gone = text(&desk.call("hover", json!({"ref": inside})).await);
    assert!(gone.contains("[stale-ref]"), "{gone}");
    desk.good("hover", json!({"ref": press})).await;

    // What happens between two processes is noticed by the load of the document.
    desk.good("navigate", json!({"url": page})).await;
    let seen = desk.good("snapshot", json!({})).await;
    let (press, inside) = (
        reference(&seen, "button \"Press me\""),
        reference(&seen, "button \"Inside\""),
    );
    let before = desk.state();
    desk.good("navigate", json!({"url": page})).await;
    std::fs::write(desk.file(), before.to_string()).expect("the file is ours");
    desk.stale(&press, "another document is shown in its place").await;
    std::fs::write(desk.file(), before.to_string()).expect("the file is ours");
    desk.stale(&inside, "another document is shown in its place").await;

    // Another program has used the tab meanwhile and counted for itself: its numbers are not ours.
    desk.good("snapshot", json!({})).await;
    let before = desk.state();
    let buttons: String = (0..40)
        .map(|n| format!("<button onclick=\"fetch('/wrong')\">Other {n}</button>"))
        .collect();
    let other = site.page("/other", &buttons);
    let lines = format!(
        "{}\n{}\n",
        json!({"name": "navigate", "arguments": {"url": other}}),
        json!({"name": "snapshot"})
    );
    let ran = ostler(&["call", "-q", "--connect", &desk.running.address, "--here"])
        .input(lines)
        .run()
        .await;
    assert!(
        ran.out.contains(&format!(" {press}\\n")),
        "it gave the same number: {ran:?}"
    );
    let result = desk.call("click", json!({"ref": press})).await;
    assert!(
        text(&result).contains("another document is shown in its place"),
        "{}",
        text(&result)
    );
    assert!(
        site.hits_of("/wrong").is_empty(),
        "nothing else was pressed in its place"
    );
    let seen = desk.good("snapshot", json!({})).await;
    let fresh = reference(&seen, "button \"Other 0\"");
    let number = |reference: &str| reference.trim_start_matches('e').parse::<u64>().ok();
    assert!(number(&fresh) > before["elements"].as_u64(), "{fresh} is new: {seen}");
    desk.good("click", json!({"ref": fresh})).await;
    assert_eq!(site.hits_of("/wrong").len(), 1);

    // The tab is closed.
    desk.good("snapshot", json!({})).await;
    let before = desk.state();
    desk.good("tabs", json!({"action": "close"})).await;
    std::fs::write(desk.file(), before.to_string()).expect("the file is ours");
    let result = desk.call("hover", json!({"ref": press})).await;
    let words = text(&result);
    assert_eq!(result["isError"], true, "{words}");
    assert!(
        words.contains("its refs are stale") && words.contains("[no-page]"),
        "{words}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_55_refs_whose_document_cannot_be_told_are_stale() {
    type Change<'a> = (&'a str, Box<dyn Fn(&mut Value)>, Option<&'a str>, Option<&'a str>);

    let site = Site::start().await;
    site.page("/inner", "<button>Inside</button>");
    let page = site.page("/", &format!("{FORM}<iframe src=/inner></iframe>"));
    let desk = Desk::start().await;
    desk.good("navigate", json!({"url": page})).await;
    let seen = desk.good("snapshot", json!({})).await;
    let (press, inside) = (
        reference(&seen, "button \"Press me\""),
        reference(&seen, "button \"Inside\""),
    );
    let good = desk.state();
    let documents = good["documents"].as_array().cloned().unwrap_or_default();
    assert_eq!(documents.len(), 2, "{good}");
    let framed = documents
        .iter()
        .position(|one| one["number"] != 0)
        .expect("there is a frame");

    let unknown = "it was not written down which document it belongs to";
    let ambiguous = "what was written down of it names two things";
    let changes: [Change<'_>; 6] = [
        ("as it was", Box::new(|_| {}), None, None),
        (
            "blank",
            Box::new(move |state| state["documents"][framed]["loader"] = json!("")),
            None,
            Some(unknown),
        ),
        (
            "another load",
            Box::new(move |state| state["documents"][framed]["loader"] = json!("0123456789ABCDEF")),
            None,
            Some("another document is shown in its place"),
        ),
        (
            "of before there were loads",
            Box::new(|state| {
                state.as_object_mut().expect("an object").remove("version");
                for document in state["documents"].as_array_mut().expect("a list") {
                    document.as_object_mut().expect("an object").remove("loader");
                }
            }),
            Some(unknown),
            Some(unknown),
        ),
        (
            "written down twice",
            Box::new(move |state| {
                let twice = state["documents"][framed].clone();
                state["documents"].as_array_mut().expect("a list").push(twice);
            }),
            None,
            Some(ambiguous),
        ),
        (
            "two elements of one number",
            Box::new(move |state| {
                for node in state["documents"][framed]["nodes"].as_array_mut().expect("a list") {
                    node[1] = json!(1);
                }
                let one = state["documents"][framed]["nodes"][0].clone();
                state["documents"][framed]["nodes"]
                    .as_array_mut()
                    .expect("a list")
                    .push(one);
            }),
            None,
            Some(ambiguous),
        ),
    ];
    for (case, change, top, frame) in changes {
        for (reference, why) in [(&press, top), (&inside, frame)] {
            std::fs::write(desk.file(), good.to_string()).expect("the file is ours");
            desk.change(&change);
            match why {
                Some(why) => desk.stale(reference, why).await,
                None => {
                    let words = desk.good("hover", json!({"ref": reference})).await;
                    assert!(!words.contains("stale"), "{case}: {words}");
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b_55_a_file_that_cannot_be_used_is_refused_and_left_alone() {
    let site = Site::start().await;
    let page = site.page("/", FORM);
    let desk = Desk::start().await;
    let go = json!({"url": page});
    for (content, words) in [
        (
            "{\"version\": 2, \"tabs\": []}",
            "is of version 2, and this Ostler knows 1",
        ),
        ("not JSON", "is no state file"),
        ("{}", "is no state file"),
    ] {
        std::fs::write(desk.file(), content).expect("the file is ours");
        let ran = desk.run(&desk.file(), "navigate", &go).await;
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:?}");
        let told: String = ran
            .err
            .split_whitespace()
            .filter(|word| *word != "│")
            .collect::<Vec<_>>()
            .join(" ");
        assert!(told.contains(words) && told.contains("snapshot"), "{told}");
        assert_eq!(std::fs::read_to_string(desk.file()).expect("it is there"), content);
    }
    let ran = desk.run(desk.folder.path(), "navigate", &go).await;
    assert_eq!(ran.code, Some(2), "a folder: {ran:?}");
    assert!(site.hits_of("/").is_empty(), "nothing was done");
    let nowhere = desk.folder.path().join("no/such/state.json");
    let ran = desk.run(&nowhere, "navigate", &go).await;
    assert_eq!(ran.code, Some(6), "the call itself was carried out: {ran:?}");
    assert!(ran.err.contains("cannot be written"), "{ran:?}");
    let file = desk.file().display().to_string();
    let ran = ostler(&["call", "navigate", "{}", "--state", &file]).run().await;
    assert_eq!(ran.code, Some(2), "it takes a browser that goes on: {ran:?}");
    assert!(ran.err.contains("--connect"), "{ran:?}");
}

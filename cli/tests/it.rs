//! The program as a shell sees it, without a browser.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs `ostler` in an empty environment, with no browser to be found.
fn ostler(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ostler"));
    command
        .args(arguments)
        .env_clear()
        .env("OSTLER_BROWSER", "/nonexistent/chrome")
        .stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn every_command_has_help_that_goes_to_stdout() {
    for command in [
        "fill",
        "inspect",
        "serve",
        "init",
        "call",
        "demo",
        "doctor",
        "completions",
        "man",
    ] {
        let output = ostler(&[command, "--help"]);
        assert_eq!(output.status.code(), Some(0), "{command}");
        assert!(
            text(&output.stdout).contains(&format!("Usage: ostler {command}")),
            "{command}"
        );
        assert!(output.stderr.is_empty(), "{command}");
    }
    let output = ostler(&["--version"]);
    assert_eq!(text(&output.stdout), format!("ostler {}\n", env!("CARGO_PKG_VERSION")));
    assert!(
        !text(&ostler(&["fill", "--help"]).stdout).contains("resolver"),
        "an option for tests is not advertised"
    );
}

#[test]
fn a_usage_error_exits_with_2_and_says_what_to_do() {
    let table: [(&[&str], &str); 16] = [
        (&[], "Usage"),
        (&["fil", "example.com"], "unrecognized"),
        (&["fill"], "URL"),
        (&["fill", "example.com"], "nothing to fill"),
        (&["fill", "example.com", "--set", "Name"], "has no `=`"),
        (&["fill", "example.com", "--set", "A:=x"], "not JSON"),
        (&["fill", "example.com", "--set", "A=1", "--set", "A=2"], "given twice"),
        (
            &["fill", "example.com", "--data", "/nonexistent.json"],
            "cannot be read",
        ),
        (&["fill", "./form.html", "--set", "A=1"], "serve its folder"),
        (&["fill", "ftp://example.com", "--set", "A=1"], "http and https"),
        (&["fill", "example.com", "--set", "A=1", "--button", "Send"], "--submit"),
        (
            &["fill", "example.com", "--set", "A=1", "--timeout", "soon"],
            "30s, 2m or 1500ms",
        ),
        (
            &["fill", "example.com", "--set", "A=1", "--locale", "?"],
            "language tag",
        ),
        (&["fill", "--here", "--set", "A=1"], "--connect"),
        (
            &["fill", "example.com", "--set", "A=1", "--report", "/nonexistent/r.html"],
            "cannot be written",
        ),
        (&["inspect", "javascript:alert(1)"], "http and https"),
    ];
    for (arguments, words) in table {
        let output = ostler(arguments);
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {err}");
        // The words may be wrapped.
        let folded = err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(folded.contains(words), "{arguments:?}: {err}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!err.contains('\u{1b}'), "no colour where no terminal is");
    }
}

#[test]
fn with_json_an_error_is_json_on_stdout_and_stderr_is_silent() {
    let table: [(&[&str], &str, i32); 4] = [
        (&["fill", "--json"], "arguments", 2),
        (&["fill", "example.com", "--json", "--set", "Name"], "set-syntax", 2),
        (&["inspect", "file:///x", "--json"], "file-address", 2),
        (
            &["fill", "example.com", "--json", "--quiet", "--data", "/nonexistent"],
            "data-unreadable",
            2,
        ),
    ];
    for (arguments, code, exit) in table {
        let output = ostler(arguments);
        assert_eq!(output.status.code(), Some(exit), "{arguments:?}");
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["schema_version"], 1, "{arguments:?}");
        assert_eq!(answer["error"]["code"], code, "{arguments:?}");
        assert!(answer["error"]["help"].is_string(), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn without_a_browser_it_exits_with_3_and_leaves_no_report_behind() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("r.html");
    let output = ostler(&[
        "fill",
        "127.0.0.1:9",
        "--set",
        "A=1",
        "--report",
        report.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(output.stdout.is_empty());
    assert!(!report.exists());
    assert_eq!(ostler(&["doctor"]).status.code(), Some(3));
    assert_eq!(ostler(&["demo", "--quiet"]).status.code(), Some(3));
    let output = ostler(&["inspect", "127.0.0.1:9", "--json", "--quiet"]);
    assert_eq!(output.status.code(), Some(3));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(
        answer["error"]["message"]
            .as_str()
            .is_some_and(|message| !message.is_empty())
    );
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
}

#[test]
fn data_is_read_from_standard_input_in_json_or_yaml() {
    let table = [
        (
            "{\"Name\": \"Ada\", \"Name\": \"Grace\"}",
            "stdin, line 1 and stdin, line 1",
        ),
        ("Name: Ada\nAge: 36\nName: Grace\n", "stdin, line 1 and stdin, line 3"),
        ("- Name\n", "stdin, line 1"),
    ];
    for (data, words) in table {
        let mut child = command(&["fill", "example.com", "--data", "-", "--json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(data.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(words), "{data:?}: {message}");
    }
}

#[test]
fn a_value_is_in_no_error_and_in_no_log() {
    let secret = "c4n4ry-hunter2";
    let arguments = [
        "fill",
        "127.0.0.1:9",
        "--set",
        &format!("Password={secret}"),
        "--set",
        &format!("B:=[\"{secret}\"]"),
    ];
    let output = command(&arguments).env("OSTLER_LOG", "trace").output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let all = text(&output.stdout) + &text(&output.stderr);
    assert!(!all.contains(secret), "{all}");
    let output = ostler(&["fill", "127.0.0.1:9", "--set", &format!("Password:={secret}")]);
    assert!(!text(&output.stderr).contains(secret), "{}", text(&output.stderr));
}

#[test]
fn colour_can_be_forced_and_forbidden() {
    let arguments = ["fill", "example.com"];
    let forced = command(&arguments).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(text(&forced.stderr).contains('\u{1b}'));
    let forbidden = command(&arguments)
        .env("CLICOLOR_FORCE", "1")
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    assert!(!text(&forbidden.stderr).contains('\u{1b}'));
}

#[test]
fn completions_and_manual_pages_are_printed() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = ostler(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        assert!(
            text(&output.stdout).contains("resolver-rules") || text(&output.stdout).contains("submit"),
            "{shell}"
        );
    }
    let manual = text(&ostler(&["man"]).stdout);
    assert!(manual.contains(".TH ostler 1"), "{manual}");
    let folder = tempfile::tempdir().unwrap();
    let output = ostler(&["man", "--dir", folder.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    for page in [
        "ostler.1",
        "ostler-fill.1",
        "ostler-inspect.1",
        "ostler-demo.1",
        "ostler-doctor.1",
    ] {
        assert!(folder.path().join(page).exists(), "{page}");
    }
}

#[test]
fn a_filter_that_is_none_is_a_usage_error() {
    let output = command(&["doctor"]).env("OSTLER_LOG", "a=b=c=!").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("OSTLER_LOG"));
}

#[test]
fn what_lets_somebody_into_a_browser_is_in_no_error_and_in_no_log() {
    let address = "ws://ada:SEKRIT@127.0.0.1:9/x?token=SEKRIT#SEKRIT";
    let table: [&[&str]; 5] = [
        &["inspect", "127.0.0.1:9"],
        &["inspect", "127.0.0.1:9", "--json"],
        &["fill", "127.0.0.1:9", "--set", "A=1", "--json"],
        &["doctor"],
        &["call", "navigate", "{\"url\": \"http://127.0.0.1:9\"}"],
    ];
    for arguments in table {
        let arguments = [arguments, &["--connect", address]].concat();
        let output = command(&arguments).env("OSTLER_LOG", "trace").output().unwrap();
        assert_ne!(output.status.code(), Some(0), "{arguments:?}");
        let all = text(&output.stdout) + &text(&output.stderr);
        assert!(!all.contains("SEKRIT"), "{arguments:?}: {all}");
        assert!(all.contains("ws://127.0.0.1:9/x"), "{arguments:?}: {all}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_an_error_and_a_reader_that_has_gone_is_none() {
    let table: [(&[&str], i32); 8] = [
        (&["completions", "bash"], 6),
        (&["man"], 6),
        (&["call", "--list"], 6),
        (&["--help"], 6),
        (&["fill", "--help"], 6),
        (&["init", "cursor", "--print"], 6),
        (&["doctor"], 3),
        (&["inspect", "127.0.0.1:9", "--json", "--quiet"], 3),
    ];
    for (arguments, code) in table {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(arguments).stdout(full).output().unwrap();
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {err}");
        let folded = err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(folded.contains("standard output"), "{arguments:?}: {err}");
        assert!(folded.contains("no room left"), "{arguments:?}: {err}");
    }
    for arguments in [&["completions", "bash"][..], &["man"], &["call", "--list"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command(arguments).stdout(writer).output().unwrap();
        assert!(output.stderr.is_empty(), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_is_read_or_written_already_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let data = "{\"Name\": \"Ada\"}";
    std::fs::write(path("data.json"), data).unwrap();
    std::fs::create_dir(path("sub")).unwrap();
    std::os::unix::fs::symlink(path("data.json"), path("link")).unwrap();
    let (own, spelled, link) = (path("data.json"), path("sub/../data.json"), path("link"));
    let (new, again) = (path("new"), path("sub/../new"));
    let table: [[&str; 4]; 6] = [
        ["--data", &own, "--report", &own],
        ["--data", &own, "--report", &spelled],
        ["--data", &own, "--trace", &link],
        ["--data", &link, "--trace", &own],
        ["--trace", &new, "--report", &new],
        ["--trace", &new, "--report", &again],
    ];
    for flags in table {
        let output = ostler(&[&["fill", "127.0.0.1:9", "--set", "A=1"][..], &flags].concat());
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {err}");
        assert!(
            err.contains("same-file") && err.contains("a path of its own"),
            "{flags:?}: {err}"
        );
        assert_eq!(std::fs::read_to_string(&own).unwrap(), data, "{flags:?}");
        assert!(!std::fs::exists(&new).unwrap(), "{flags:?}");
    }
    let stdin = std::fs::File::open(&own).unwrap();
    let output = command(&["fill", "127.0.0.1:9", "--data", "-", "--report", &own])
        .stdin(stdin)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert_eq!(std::fs::read_to_string(&own).unwrap(), data);
}

#[test]
fn an_entry_to_be_pasted_is_not_wrapped() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("a-folder-of-a-long-name/".repeat(6));
    std::fs::create_dir_all(deep.join(".cursor")).unwrap();
    std::fs::write(deep.join(".cursor/mcp.json"), "{ // mine\n}").unwrap();
    let output = command(&["init", "cursor", "--yes"])
        .current_dir(&deep)
        .output()
        .unwrap();
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    let at = err
        .find("\n{\n")
        .unwrap_or_else(|| panic!("the entry stands by itself: {err}"));
    let entry: Value = serde_json::from_str(&err[at..]).unwrap_or_else(|error| panic!("{error}: {err}"));
    assert_eq!(entry["mcpServers"]["ostler"]["command"], env!("CARGO_BIN_EXE_ostler"));
    assert!(!err.contains('⏎'), "{err}");
}

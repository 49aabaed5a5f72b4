//! What a person reads and what a program reads, whole.

use anstyle::{AnsiColor, Style};
use ostler_engine::Report;
use ostler_machines::report::Outcome;
use serde_json::Value;

use super::sample::{self, CANARY, CARD};
use super::{View, html, inspect, json, table, text};
use crate::failure::Exit;
use crate::output::Look;

const PLAIN: Look = Look {
    colour: false,
    width: 100,
    terminal: false,
};
const NARROW: Look = Look {
    colour: false,
    width: 40,
    terminal: true,
};

fn view(report: &Report, to_submit: bool) -> View {
    View::of(report, &[], to_submit)
}

fn as_json(view: &View) -> String {
    serde_json::to_string_pretty(&json::Answer::from(view)).unwrap()
}

fn page(view: &View) -> String {
    html::render(view, "https://example.com/contact", "2026-01-02 03:04:05 +00:00")
}

fn inspected(all: bool) -> String {
    serde_json::to_string_pretty(&inspect::Answer::of(&sample::page(), None, all)).unwrap()
}

#[test]
fn the_table_shows_every_status() {
    insta::assert_snapshot!("table", table::render(&view(&sample::every_status(), false), PLAIN));
}

#[test]
fn the_table_wraps_on_a_narrow_terminal() {
    let shown = table::render(&view(&sample::every_status(), true), NARROW);
    insta::assert_snapshot!("table_narrow", shown);
    for line in shown.lines() {
        let columns = unicode_width::UnicodeWidthStr::width(line);
        assert!(columns <= 40 || line.starts_with("https://"), "{columns}: {line}");
    }
}

#[test]
fn the_table_shows_what_a_refused_submit_says() {
    insta::assert_snapshot!("table_refused", table::render(&view(&sample::refused(), true), PLAIN));
}

#[test]
fn the_table_shows_a_wizard_step_by_step() {
    insta::assert_snapshot!("table_wizard", table::render(&view(&sample::wizard(), true), PLAIN));
}

#[test]
fn only_a_coloured_look_has_escapes() {
    let view = view(&sample::every_status(), false);
    assert!(!table::render(&view, PLAIN).contains('\u{1b}'));
    let look = Look { colour: true, ..PLAIN };
    let green: Style = AnsiColor::Green.on_default();
    assert!(table::render(&view, look).contains(&format!("{green}✓ filled")));
}

#[test]
fn the_json_of_a_fill_is_schema_1() {
    insta::assert_snapshot!("json_refused", as_json(&view(&sample::refused(), true)));
    insta::assert_snapshot!("json_wizard", as_json(&view(&sample::wizard(), true)));
}

#[test]
fn the_json_of_an_inspect_is_schema_1() {
    insta::assert_snapshot!("json_inspect", inspected(false));
}

#[test]
fn the_table_of_an_inspect_lists_what_is_asked() {
    let answer = inspect::Answer::of(&sample::page(), None, false);
    insta::assert_snapshot!("table_inspect", inspect::table(&answer, PLAIN));
}

#[test]
fn the_page_needs_nothing_else_and_runs_nothing() {
    let page = page(&view(&sample::wizard(), true));
    insta::assert_snapshot!("page_wizard", page.split_once("</style>").unwrap().1);
    assert!(page.contains("default-src 'none'"));
    assert!(page.contains("data:image/png;base64,"));
    for word in ["<script", "<link", "@import", "url("] {
        assert!(!page.contains(word), "{word}");
    }
}

#[test]
fn the_page_escapes_all_that_came_from_elsewhere() {
    let page = page(&view(&sample::every_status(), false));
    assert!(!page.contains("<script>") && !page.contains("<b>&amp;</b>"), "{page}");
    assert!(page.contains("&lt;script&gt;alert(1)"));
    assert!(page.contains("Contact &lt;us&gt; &amp; &quot;friends&quot;"));
}

#[test]
fn every_answer_fits_its_schema() {
    let fills = [
        sample::every_status(),
        sample::refused(),
        sample::wizard(),
        Report::default(),
    ];
    for report in fills {
        fits("fill", &as_json(&view(&report, true)));
    }
    fits("inspect", &inspected(true));
    fits(
        "error",
        r#"{"schema_version":1,"error":{"code":"dns","message":"m","help":""}}"#,
    );
}

/// Checks `answer` against `cli/schema/NAME.json`.
fn fits(name: &str, answer: &str) {
    let path = format!("{}/schema/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let mut schemas = boon::Schemas::new();
    let index = boon::Compiler::new().compile(&path, &mut schemas).unwrap();
    let answer: Value = serde_json::from_str(answer).unwrap();
    if let Err(error) = schemas.validate(&answer, index) {
        panic!("{name}: {error:#}");
    }
}

#[test]
fn options_are_cut_unless_all_are_asked_for() {
    for (all, expected) in [(false, 20), (true, 25)] {
        let answer: Value = serde_json::from_str(&inspected(all)).unwrap();
        let field = &answer["forms"][0]["fields"][4];
        assert_eq!(field["options"].as_array().unwrap().len(), expected);
        assert_eq!(field["options_total"], 25);
        assert_eq!(
            field["value"],
            serde_json::json!(["Option 1", "Option 23"]),
            "what is chosen is shown all the same"
        );
    }
}

#[test]
fn no_sensitive_value_is_in_any_output() {
    let report = sample::refused();
    let view = view(&report, true);
    let answer = inspect::Answer::of(&sample::page(), None, true);
    let outputs = [
        ("table", table::render(&view, PLAIN)),
        ("narrow table", table::render(&view, NARROW)),
        ("json", as_json(&view)),
        ("page", page(&view)),
        ("inspect table", inspect::table(&answer, PLAIN)),
        ("inspect json", inspected(true)),
        ("debug of the report", format!("{:?}", report.fields)),
        ("debug of the page", format!("{:?}", sample::page())),
    ];
    let bare = CARD.replace(' ', "");
    let secrets = [CANARY, "c4n4ry", "hunter2", CARD, &bare, "4929-1234", "7319"];
    for (name, output) in outputs {
        for secret in secrets {
            assert!(!output.contains(secret), "{secret} is in the {name}:\n{output}");
        }
    }
}

#[test]
fn a_field_that_is_called_something_else_than_its_key_is_named() {
    let mut report = sample::wizard();
    report.steps.clear();
    report.fields[0].label = "Your name, as in the passport".into();
    report.fields[1].key = "Address: City".into();
    let shown = table::render(&view(&report, false), PLAIN);
    assert!(shown.contains("the field: Your name, as in the passport\n"), "{shown}");
    assert!(!shown.contains("the field: City"), "{shown}");
}

#[test]
fn a_picture_that_may_show_a_secret_is_left_out_unless_it_was_painted_over() {
    let mut report = sample::refused();
    let shown = |report: &Report| page(&view(report, true)).contains("data:image/png");
    assert!(!shown(&report));
    assert!(view(&report, true).notes.iter().any(|note| note.contains("left out")));
    report.shots.masked = true;
    assert!(shown(&report));
    assert!(shown(&sample::wizard()));
}

#[test]
fn the_exit_code_follows_the_fields_and_the_submit() {
    let submitted = sample::wizard();
    assert_eq!(view(&submitted, true).exit(), Exit::Done);
    for outcome in [
        Outcome::Advanced,
        Outcome::ValidationFailed,
        Outcome::Unchanged,
        Outcome::ServerError,
        Outcome::Unknown,
    ] {
        let mut report = submitted.clone();
        report.submit.as_mut().unwrap().outcome = outcome;
        assert_eq!(view(&report, true).exit(), Exit::NotAll, "{outcome:?}");
    }
    let mut unsent = submitted.clone();
    unsent.submit = None;
    assert_eq!(view(&unsent, false).exit(), Exit::Done);
    assert_eq!(view(&unsent, true).exit(), Exit::NotAll);
    assert_eq!(view(&sample::every_status(), false).exit(), Exit::NotAll);
    let mut person = submitted;
    person.fields[0].code = "needs-person".into();
    assert_eq!(view(&person, true).exit(), Exit::Person);
}

#[test]
fn a_long_value_is_cut_in_the_table_and_whole_in_the_json() {
    let mut report = sample::wizard();
    report.steps.clear();
    let long = "word ".repeat(500);
    report.fields[0].holds = Some(long.as_str().into());
    let view = view(&report, true);
    assert!(table::render(&view, PLAIN).len() < 2_000);
    assert!(as_json(&view).contains(&text::clean(&long)));
}

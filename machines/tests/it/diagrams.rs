//! The pictures in `docs/machines/` show what the machines do. `UPDATE_DIAGRAMS=1` draws them anew.

use std::path::Path;

use ostler_machines::breaker::{self, Breaker, Ticket};
use ostler_machines::confirm::{self, Confirm, Proposal, Reply};
use ostler_machines::diagram::{Edges, explore, mermaid};
use ostler_machines::fill::{self, Fill, Reading, Stopped, Trouble};
use ostler_machines::form::model::{Adder, Choice, Field, Held, Kind, Page};
use ostler_machines::form::value::Plan;
use ostler_machines::report::{How, Outcome, Status};
use ostler_machines::settle::{self, Patience, Settle};
use ostler_machines::submit::{self, Look, Request, Submit};
use ostler_machines::verify::{self, Verify};
use ostler_machines::wait::{self, Wait};
use ostler_machines::widget::branches::{self, Branches};
use ostler_machines::widget::calendar::{self, Calendar, Day, Shown};
use ostler_machines::widget::count::{self, Count};
use ostler_machines::widget::dial::{self, Dial, Seen};
use ostler_machines::widget::moment::moment_meant;
use ostler_machines::widget::pick::{self, Offer, Pick};
use ostler_machines::widget::several::{self, Chip, Several};
use ostler_machines::widget::step::{self, Steps};
use ostler_machines::wizard::{self, Summary, Wizard};

use crate::sim::{Sim, at, field, pairs, text, with_options};

const WALKS: usize = 3_000;
const STEPS: usize = 40;

fn check(name: &str, what: &str, initial: &str, edges: &Edges) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../docs/machines/{name}.md"));
    let picture = mermaid(initial, edges);
    let title = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
    let wanted = format!(
        "# {title}\n\n{what}\n\nDrawn from the machine in `machines/src` by a test; see `machines/src/diagram.rs`.\n\n```mermaid\n{picture}```\n"
    );
    if std::env::var_os("UPDATE_DIAGRAMS").is_some() {
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("docs can be written");
        std::fs::write(&path, &wanted).expect("docs can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "docs/machines/{name}.md is stale: run this test with UPDATE_DIAGRAMS=1\n{wanted}"
    );
}

#[test]
fn settle_is_drawn_as_it_is() {
    let counted = |in_flight, quiet| settle::Event::Counted {
        in_flight,
        quiet,
        unmoved: false,
    };
    let alphabet = [
        (20, settle::Event::Tick),
        (900, settle::Event::Tick),
        (1, counted(1, 0)),
        (100, counted(1, 0)),
        (5, counted(0, 20)),
        (5, settle::Event::Unloaded),
        (5, settle::Event::Loaded),
    ];
    let mut edges = explore("settle", || Settle::new(Patience::FILL), &alphabet, WALKS, STEPS);
    edges.extend(
        explore("settle", || Settle::loading(Patience::FILL), &alphabet, WALKS, STEPS)
            .into_iter()
            .filter(|(ends, _)| ends.1 == "Loading" && ends.0 == "Starting"),
    );
    check("settle", "Has the page come to rest?", "Starting", &edges);
}

#[test]
fn verify_is_drawn_as_it_is() {
    let read = |text: &str| verify::Event::Read(Some(Held::Text(text.into())));
    let alphabet = [
        (900, verify::Event::Tick),
        (1, verify::Event::Wrote(Trouble::None)),
        (1, verify::Event::Wrote(Trouble::Gone)),
        (1, verify::Event::Wrote(Trouble::Covered)),
        (1, read("wanted")),
        (1, read("WANTED")),
        (1, read("")),
    ];
    let make = || {
        let ways = vec![How::Typed, How::Keys, How::Setter];
        Verify::new(Field::default(), Plan::Text("wanted".into()), ways, 3_000)
    };
    check(
        "verify",
        "Did the field keep what was put in?",
        "Writing",
        &explore("verify", make, &alphabet, WALKS, STEPS),
    );
}

#[test]
fn wait_is_drawn_as_it_is() {
    let alphabet = [
        (20, wait::Event::Tick),
        (900, wait::Event::Tick),
        (5, wait::Event::Seen(Some(true))),
        (5, wait::Event::Seen(Some(false))),
        (5, wait::Event::Stirred),
        (100, wait::Event::Stirred),
    ];
    let edges = explore("wait", || Wait::new(1_000), &alphabet, WALKS, STEPS);
    check("wait", "Until something is so on the page.", "Starting", &edges);
}

#[test]
fn breaker_is_drawn_as_it_is() {
    let mut alphabet = vec![
        (5, breaker::Event::Tick),
        (5, breaker::Event::Asked),
        (40_000, breaker::Event::Asked),
    ];
    for ticket in (0..6).map(Ticket) {
        alphabet.push((5, breaker::Event::Succeeded(ticket)));
        alphabet.push((5, breaker::Event::Failed(ticket)));
    }
    let edges = explore("breaker", Breaker::new, &alphabet, WALKS, STEPS);
    check(
        "breaker",
        "Whether something that failed is asked again.",
        "Closed",
        &edges,
    );
}

#[test]
fn confirm_is_drawn_as_it_is() {
    let told = |button: &str| {
        let proposal = Proposal {
            button: button.into(),
            ..Proposal::default()
        };
        confirm::Event::Read(Some(Box::new(proposal)))
    };
    let alphabet = [
        (20, confirm::Event::Tick),
        (900, confirm::Event::Tick),
        (5, told("Send")),
        (5, told("Pay")),
        (5, confirm::Event::Read(None)),
        (5, confirm::Event::Replied(Reply::Yes)),
        (5, confirm::Event::Replied(Reply::No)),
    ];
    let edges = explore("confirm", || Confirm::new(1_000), &alphabet, WALKS, STEPS);
    check(
        "confirm",
        "A person says whether something may be sent.",
        "Reading",
        &edges,
    );
}

#[test]
fn fill_is_drawn_as_it_is() {
    let page = |fields: Vec<Field>| fill::Event::Inspected(Box::new(Sim::new(fields).page()));
    let growing = |fields: Vec<Field>| {
        let mut sim = Sim::new(fields);
        sim.adders = vec![Adder {
            reference: Some(at(9)),
            label: "Add item".into(),
            ..Adder::default()
        }];
        fill::Event::Inspected(Box::new(sim.page()))
    };
    let size = || with_options(field(2, Kind::Select, "Size"), &["S", "M"]);
    let held = |held: &str| Held::Text(held.into());
    let wrote = |element, held: Held, stopped| fill::Event::Wrote {
        done: vec![(at(element), Trouble::None, Some(held))],
        stopped,
    };
    let reading = |element, held: Held| Reading {
        reference: Some(at(element)),
        held: Some(held),
        error: String::new(),
        picked: None,
        renamed: false,
        hid: false,
        silent: false,
    };
    let read =
        |name: &str, size: usize| fill::Event::Read(vec![reading(1, held(name)), reading(2, Held::Chosen(vec![size]))]);
    let filled = |mut field: Field, held: Held| {
        field.held = held;
        field
    };
    let alphabet = [
        (11_000, fill::Event::Tick),
        (1, page(vec![text(1, "Name")])),
        (1, page(vec![text(1, "Name"), size()])),
        (1, page(vec![])),
        (1, page(vec![text(1, "Name"), field(3, Kind::Combobox, "City")])),
        (
            1,
            page(vec![
                filled(text(1, "Name"), held("Ada")),
                filled(size(), Held::Chosen(vec![1])),
            ]),
        ),
        (1, wrote(1, held("Ada"), Stopped::None)),
        (1, wrote(1, held(""), Stopped::None)),
        (1, wrote(1, held("Ada"), Stopped::Changed)),
        (1, wrote(2, Held::Chosen(vec![1]), Stopped::None)),
        (1, fill::Event::Rested(true)),
        (1, fill::Event::Rested(true)),
        (1, read("Ada", 1)),
        (1, read("", 0)),
        (1, read("Eve", 0)),
        (1, wrote(1, held("Eve"), Stopped::None)),
        (1, growing(vec![])),
        (
            1,
            growing(vec![Field {
                name: "items[0][name]".into(),
                ..text(1, "Name")
            }]),
        ),
        (1, fill::Event::Pressed(Trouble::None)),
        (1, fill::Event::Gone),
        (1, fill::Event::Navigated(String::new())),
    ];
    let mut edges = Edges::new();
    for asked in [
        &[("Name", "Ada")][..],
        &[("Name", "Ada"), ("Size", "M")],
        &[("Name", "Ada"), ("City", "Bath")],
        &[("items[0].name", "Ada")],
    ] {
        let make = || Fill::new(pairs(asked), fill::Options::default());
        for (ends, events) in explore("fill", make, &alphabet, WALKS * 4, STEPS) {
            edges.entry(ends).or_default().extend(events);
        }
    }
    check(
        "fill",
        "Bring fields to what was asked for, and prove it.",
        "Inspecting",
        &edges,
    );
}

#[test]
fn submit_is_drawn_as_it_is() {
    use ostler_machines::form::model::{Form, Submit as Button};
    let button = Button {
        reference: Some(at(9)),
        visible: true,
        ..Button::default()
    };
    let form = Form {
        reference: Some(at(8)),
        fields: vec![text(1, "Name")],
        submits: vec![button],
        ..Form::default()
    };
    let looked = |forms: Vec<Form>| {
        let page = Page {
            forms,
            ..Page::default()
        };
        submit::Event::Looked(Box::new(Look {
            page,
            ..Look::default()
        }))
    };
    let alphabet = [
        (7_000, submit::Event::Tick),
        (1, looked(vec![form])),
        (1, looked(vec![])),
        (1, submit::Event::Pressed(Trouble::None)),
        (1, submit::Event::Pressed(Trouble::Covered)),
        (1, submit::Event::Rested(true)),
        (1, submit::Event::Navigating),
        (1, submit::Event::Navigated),
        (1, submit::Event::Gone),
    ];
    let make = || Submit::new(Request::new(at(9), Some(at(8))));
    check(
        "submit",
        "Press once, and say what came of it.",
        "Armed",
        &explore("submit", make, &alphabet, WALKS, STEPS),
    );
}

#[test]
fn wizard_is_drawn_as_it_is() {
    let filled = |status, unanswered| {
        wizard::Event::Filled(Summary {
            keys: vec![(0, status)],
            unanswered,
            asks: true,
            more: true,
            press: Some(ostler_machines::form::model::Effect::Next),
            open: 0,
            recalled: 0,
        })
    };
    let alphabet = [
        (45_000, wizard::Event::Tick),
        (1, filled(Status::Filled, 0)),
        (1, filled(Status::Missing, 1)),
        (1, filled(Status::Rejected, 0)),
        (1, wizard::Event::Submitted(Outcome::Advanced)),
        (1, wizard::Event::Submitted(Outcome::Submitted)),
        (1, wizard::Event::Submitted(Outcome::ValidationFailed)),
    ];
    let make = || Wizard::new(1, wizard::Options::default());
    check(
        "wizard",
        "Go on from step to step while there is something to fill.",
        "Filling",
        &explore("wizard", make, &alphabet, WALKS, STEPS),
    );
}

#[test]
fn pick_is_drawn_as_it_is() {
    let offer = |labels: &[&str], busy, more, search| {
        let options = labels.iter().map(|label| Choice {
            label: (*label).into(),
            element: Some(7),
            ..Choice::default()
        });
        pick::Event::Offered(Offer {
            open: !labels.is_empty(),
            busy,
            options: options.collect(),
            more,
            search,
            ..Offer::default()
        })
    };
    let offered = |labels: &[&str], busy| offer(labels, busy, false, None);
    let alphabet = [
        (2_500, pick::Event::Tick),
        (1, pick::Event::Done(String::new())),
        (1, pick::Event::Done(String::new())),
        (1, pick::Event::Done("covered".into())),
        (1, pick::Event::Rested),
        (1, offered(&["Bern"], false)),
        (1, offered(&["Paris"], false)),
        (1, offered(&[], true)),
        (1, offered(&[], false)),
        (1, offer(&["Paris"], false, true, None)),
        (1, offer(&["Paris"], false, false, Some(9))),
        (1, pick::Event::Leafed(true, Vec::new())),
        (1, pick::Event::Leafed(false, Vec::new())),
    ];
    let make = || Pick::new(at(1), "Bern".into(), pick::ways(true));
    check(
        "pick",
        "Choose what a list offers once it is open.",
        "Idle",
        &explore("pick", make, &alphabet, WALKS, STEPS),
    );
}

#[test]
fn several_is_drawn_as_it_is() {
    let holds = |labels: &[&str]| {
        let chip = |(at, label): (u32, &&str)| Chip {
            label: (*label).into(),
            remove: Some(at),
        };
        several::Event::Holds {
            chips: (7..).zip(labels).map(chip).collect(),
            text: String::new(),
        }
    };
    let alphabet = [
        (20_000, several::Event::Tick),
        (1, several::Event::Done(String::new())),
        (1, several::Event::Done("covered".into())),
        (1, holds(&[])),
        (1, holds(&["Red"])),
        (1, holds(&["Red", "Blue"])),
        (1, holds(&["Green"])),
        (1, several::Event::Picked(pick::Verdict::Chosen("Red".into()))),
        (1, several::Event::Picked(pick::Verdict::NotOffered(Vec::new()))),
    ];
    let make = || Several::new(&["Red".into(), "Blue".into()], true);
    check(
        "several",
        "Bring a widget that takes several answers to exactly those wanted.",
        "Idle",
        &explore("several", make, &alphabet, WALKS, STEPS),
    );
}

#[test]
fn branches_are_drawn_as_they_are() {
    let node = |mark, open| branches::Node {
        element: 1,
        path: vec!["Fruit".into()],
        mark,
        open,
        words: Some(1),
        ..branches::Node::default()
    };
    let seen = |node| branches::Event::Seen(vec![node]);
    let alphabet = [
        (21_000, branches::Event::Tick),
        (1, branches::Event::Done(String::new())),
        (1, branches::Event::Done("disabled".into())),
        (1, branches::Event::Rested),
        (1, branches::Event::Seen(Vec::new())),
        (1, seen(node(branches::Mark::Off, None))),
        (1, seen(node(branches::Mark::On, None))),
        (1, seen(node(branches::Mark::Part, Some(false)))),
    ];
    check(
        "branches",
        "Tick exactly what is wanted in a tree.",
        "Idle",
        &explore("branches", || Branches::new(&["Fruit".into()]), &alphabet, WALKS, STEPS),
    );
}

#[test]
fn count_is_drawn_as_it_is() {
    let stands = |number: &str| count::Event::Stands(Some(number.into()));
    let alphabet = [
        (21_000, count::Event::Tick),
        (1, count::Event::Done(String::new())),
        (1, count::Event::Done("disabled".into())),
        (1, count::Event::Rested),
        (1, stands("1")),
        (1, stands("2")),
        (1, stands("3")),
        (1, count::Event::Stands(None)),
    ];
    check(
        "count",
        "Bring a number to another by the buttons beside it.",
        "Idle",
        &explore("count", || Count::new("2"), &alphabet, WALKS, STEPS),
    );
}

#[test]
fn step_is_drawn_as_it_is() {
    let stands = |number: &str| step::Event::Stands(Some(number.into()));
    let alphabet = [
        (9_000, step::Event::Tick),
        (1, step::Event::Done(String::new())),
        (1, step::Event::Done("hidden".into())),
        (1, stands("3")),
        (1, stands("4")),
        (1, stands("7")),
        (1, step::Event::Stands(None)),
        (1, step::Event::Adrift("0 px".into())),
        (1, step::Event::Adrift("4 px".into())),
    ];
    check(
        "step",
        "Bring a slider to a number by its keys.",
        "Idle",
        &explore("step", || Steps::new("7"), &alphabet, WALKS, STEPS),
    );
}

#[test]
fn dial_is_drawn_as_it_is() {
    let seen = |words: &str, value: &str| {
        dial::Event::Seen(Some(Seen {
            words: words.into(),
            value: value.into(),
        }))
    };
    let alphabet = [
        (12_000, dial::Event::Tick),
        (1, seen("🇺🇸 +1", "")),
        (1, seen("🇺🇸 +1", "4930123456")),
        (1, seen("🇩🇪 +49", "")),
        (1, seen("🇩🇪 +49", "30123456")),
        (1, dial::Event::Seen(None)),
        (1, dial::Event::Wrote(String::new())),
        (1, dial::Event::Wrote("disabled".into())),
        (1, dial::Event::Chosen(pick::Verdict::Chosen("Germany".into()))),
        (1, dial::Event::Chosen(pick::Verdict::NotOffered(Vec::new()))),
    ];
    let make = || Dial::new("+49 30 123456".into(), vec!["30123456".into()], String::new(), false);
    check(
        "dial",
        "Put a telephone number into a box that has its country before it.",
        "Idle",
        &explore("dial", make, &alphabet, WALKS, STEPS),
    );
}

#[test]
fn calendar_is_drawn_as_it_is() {
    let seen = |header: &str| {
        calendar::Event::Seen(Shown {
            header: header.into(),
            next: Some(3),
            days: vec![Day {
                element: 105,
                text: "5".into(),
                ..Day::default()
            }],
            ..Shown::default()
        })
    };
    let alphabet = [
        (7_000, calendar::Event::Tick),
        (1, calendar::Event::Done(String::new())),
        (1, calendar::Event::Done(String::new())),
        (1, calendar::Event::Done("covered".into())),
        (1, calendar::Event::Rested),
        (1, seen("February 2027")),
        (1, seen("March 2027")),
        (1, seen("April 2027")),
        (1, calendar::Event::Unseen(None)),
    ];
    let make = || {
        Calendar::new(
            moment_meant("2027-03-05", &Field::default()).expect("it is a day"),
            false,
        )
    };
    check(
        "calendar",
        "Choose a day, a month or a time in the picker that opens.",
        "Idle",
        &explore("calendar", make, &alphabet, WALKS, STEPS),
    );
}

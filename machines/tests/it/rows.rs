//! Keys that name a row: which row they mean, and when one more is made.

use ostler_machines::fill::Options;
use ostler_machines::form::keys::{Adding, Resolution, resolve};
use ostler_machines::form::model::{Adder, Field, Form, Kind, Page, Ref};
use ostler_machines::report::Status;

use crate::sim::{Sim, at, by_key, field, pairs, text};

fn named(element: u32, label: &str, name: &str) -> Field {
    Field {
        name: name.into(),
        ..text(element, label)
    }
}

fn under(section: &str, field: Field) -> Field {
    Field {
        section: vec![section.into()],
        ..field
    }
}

fn adder(element: u32, label: &str, near: &[u32]) -> Adder {
    Adder {
        reference: Some(at(element)),
        label: label.into(),
        near: near.iter().map(|own| at(*own)).collect(),
        ..Adder::default()
    }
}

fn page(fields: Vec<Field>, adders: Vec<Adder>) -> Page {
    Page {
        forms: vec![Form {
            fields,
            ..Form::default()
        }],
        adders,
        ..Page::default()
    }
}

fn found(page: &Page, key: &str) -> Result<Ref, Resolution> {
    match resolve(key, page, None) {
        Resolution::One { field, .. } => Ok(field),
        other => Err(other),
    }
}

#[test]
fn rows_are_known_by_names_that_count_however_they_are_written() {
    for shape in [
        "items[#][name]",
        "items[#].name",
        "items.#.name",
        "items-#-name",
        "items_#_name",
        "order[items_attributes][#][name]",
    ] {
        // A number says which row it is to the page; what counts is the order.
        let name = |number: &str| shape.replace('#', number);
        let page = page(
            vec![
                text(1, "Name"),
                named(2, "Name", &name("0")),
                named(3, "Name", &name("7")),
            ],
            vec![],
        );
        for key in [
            "items[1].name",
            "items[1]: Name",
            "item[1][name]",
            "items.1.name",
            "Items[1]",
        ] {
            assert_eq!(found(&page, key), Ok(at(3)), "{key} of {shape}");
        }
        assert_eq!(found(&page, "items[0].name"), Ok(at(2)), "{shape}");
        assert!(
            matches!(found(&page, "items[2].name"), Err(Resolution::Lacks(_))),
            "{shape}"
        );
    }
}

#[test]
fn rows_are_known_by_labels_that_come_again_in_one_section() {
    let page = page(
        vec![
            text(1, "Name"),
            under("Guest 1", text(2, "First name")),
            under("Guest 1", text(3, "Meal")),
            under("Guest 2", text(4, "First name")),
            under("Guest 2", text(5, "Meal")),
        ],
        vec![],
    );
    assert_eq!(found(&page, "guests[1].first name"), Ok(at(4)));
    assert_eq!(found(&page, "guests[0].Meal"), Ok(at(3)));
    // That they are the only rows there are does not make them others.
    assert!(matches!(found(&page, "pets[1].meal"), Err(Resolution::NoRows(_))));
    let nameless = self::page(vec![text(1, "Name"), text(2, "Name")], vec![]);
    assert_eq!(found(&nameless, "people[1].name"), Ok(at(2)));
}

#[test]
fn two_of_one_name_with_others_between_them_are_no_rows() {
    let page = page(
        vec![text(1, "Name"), text(2, "Age"), text(3, "Name"), text(4, "Height")],
        vec![],
    );
    assert!(matches!(found(&page, "pets[0].name"), Err(Resolution::NoRows(_))));
}

#[test]
fn a_field_of_that_very_name_that_cannot_be_seen_is_meant_before_a_row_is_made() {
    let hidden = Field {
        visible: false,
        ..named(2, "Name", "items[1][name]")
    };
    let page = page(
        vec![named(1, "Name", "items[0][name]"), hidden],
        vec![adder(9, "Add item", &[1])],
    );
    assert_eq!(found(&page, "items[1][name]"), Ok(at(2)));
    assert!(matches!(found(&page, "items[1].name"), Err(Resolution::Lacks(_))));
}

#[test]
fn digits_between_hyphens_may_be_a_date_as_well() {
    let page = page(
        vec![text(1, "Shift of 2027-06-10, early"), text(2, "Name"), text(3, "Name")],
        vec![],
    );
    assert_eq!(found(&page, "Shift 2027-06-10 early"), Ok(at(1)));
    assert!(matches!(
        found(&page, "Shift 2027-06-11 late"),
        Err(Resolution::Missing(_))
    ));
}

#[test]
fn of_two_groups_neither_is_taken_for_a_third() {
    let page = page(
        vec![
            named(1, "Name", "items[0][name]"),
            named(2, "Name", "guests[0][name]"),
            named(3, "Name", "guests[1][name]"),
        ],
        vec![],
    );
    let Err(Resolution::NoRows(groups)) = found(&page, "pets[0].name") else {
        panic!("{:?}", found(&page, "pets[0].name"));
    };
    assert_eq!(groups, ["items (1 row)", "guests (2 rows)"]);
    assert_eq!(found(&page, "guests[0].name"), Ok(at(2)));
}

#[test]
fn a_key_of_a_row_never_leaves_its_row() {
    let page = page(
        vec![text(1, "Colour"), named(2, "Item name", "items[0][name]")],
        vec![adder(9, "Add item", &[2])],
    );
    assert!(matches!(found(&page, "items[0].colour"), Err(Resolution::Missing(_))));
    // "Item name" is what the label of the first row says; the second is not there.
    assert!(matches!(found(&page, "items[1].name"), Err(Resolution::Lacks(_))));
}

fn adding(page: &Page, key: &str) -> Adding {
    match found(page, key) {
        Err(Resolution::Lacks(lack)) => lack.adding,
        other => panic!("{key}: {other:?}"),
    }
}

#[test]
fn the_button_that_adds_is_that_of_the_group() {
    let items = || named(1, "Name", "items[0][name]");
    let guests = || named(2, "Name", "guests[0][name]");
    let press = |element, label: &str| Adding::Press(at(element), label.into());
    let one = page(vec![items()], vec![adder(9, "+ Add another", &[1])]);
    assert_eq!(adding(&one, "items[1].name"), press(9, "+ Add another"));
    let two = page(
        vec![items(), guests()],
        vec![adder(8, "Add item", &[1, 2]), adder(9, "Add guest", &[1, 2])],
    );
    assert_eq!(adding(&two, "guests[1].name"), press(9, "Add guest"));
    let alike = page(
        vec![items(), guests()],
        vec![adder(8, "Add", &[1]), adder(9, "Add", &[2])],
    );
    assert_eq!(adding(&alike, "guests[1].name"), press(9, "Add"));
    // One in words of its own, beside these rows and no others.
    let own = page(
        vec![items(), guests()],
        vec![adder(8, "Add product", &[1]), adder(9, "Add guest", &[2])],
    );
    assert_eq!(adding(&own, "items[1].name"), press(8, "Add product"));
}

#[test]
fn no_button_is_taken_that_adds_something_else_or_sends_or_could_be_another() {
    let items = || named(1, "Name", "items[0][name]");
    let guests = || named(2, "Name", "guests[0][name]");
    let others = page(vec![items(), guests()], vec![adder(9, "Add guest", &[1, 2])]);
    assert_eq!(adding(&others, "items[1].name"), Adding::Nothing);
    let sends = page(
        vec![items()],
        vec![Adder {
            sends: true,
            ..adder(9, "Add item", &[1])
        }],
    );
    assert_eq!(adding(&sends, "items[1].name"), Adding::Sends("Add item".into()));
    let several = page(
        vec![items()],
        vec![adder(8, "Add item", &[1]), adder(9, "Add bulk item", &[1])],
    );
    assert_eq!(
        adding(&several, "items[1].name"),
        Adding::Several(vec!["\"Add item\" (e8)".into(), "\"Add bulk item\" (e9)".into()])
    );
}

#[test]
fn a_button_may_be_told_by_the_heading_that_stands_over_it_alone() {
    let page = page(
        vec![text(1, "Name")],
        vec![
            Adder {
                under: "Members of the household".into(),
                ..adder(8, "Add a person", &[1])
            },
            adder(9, "Add a vehicle", &[1]),
        ],
    );
    assert_eq!(
        adding(&page, "members[0].name"),
        Adding::Press(at(8), "Add a person".into())
    );
    assert_eq!(
        adding(&page, "vehicles[0].plate"),
        Adding::Press(at(9), "Add a vehicle".into())
    );
    assert!(matches!(found(&page, "pets[0].name"), Err(Resolution::NoRows(_))));
}

/// A form of rows that grows by its button.
fn growing(rows: u32) -> Sim {
    let row = |row: u32| named(10 + row, "Name", &format!("items[{row}][name]"));
    let mut sim = Sim::new((0..rows).map(row).collect());
    sim.adders = vec![adder(9, "Add item", &[10])];
    sim.on_add = Box::new(move |fields| {
        let next = u32::try_from(fields.len()).expect("few rows");
        fields.push(row(next));
    });
    sim
}

fn adds(sim: &Sim) -> usize {
    sim.asked.iter().filter(|asked| **asked == "press").count()
}

#[test]
fn as_many_rows_are_made_as_are_asked_for_and_no_more() {
    for (have, pressed) in [(0, 3), (1, 2), (3, 0), (5, 0)] {
        let mut sim = growing(have);
        let asked = [("items[2].name", "C"), ("items[0].name", "A"), ("items[1].name", "B")];
        let verdict = sim.fill(pairs(&asked), Options::default());
        assert_eq!(adds(&sim), pressed, "with {have} rows");
        let made: usize = verdict.added.iter().map(|added| added.rows).sum();
        assert_eq!(made, pressed, "with {have} rows: {:?}", verdict.added);
        for report in &verdict.fields {
            assert_eq!(report.status, Status::Filled, "with {have} rows: {report:?}");
        }
        assert_eq!(sim.fields.len(), usize::max(3, have as usize));
        let third = sim.held(at(12));
        assert_eq!(third, Some(ostler_machines::form::model::Held::Text("C".into())));
    }
}

#[test]
fn a_row_that_nobody_asked_for_is_not_made_to_reach_another() {
    let mut sim = growing(1);
    let reports = sim.run(&[("items[3].name", "D")]);
    assert_eq!(adds(&sim), 0);
    assert_eq!(reports["items[3].name"].code, "row-gap");
    assert_eq!(reports["items[3].name"].status, Status::Refused);
}

#[test]
fn a_button_that_brings_nothing_is_pressed_once() {
    let mut sim = growing(1);
    sim.on_add = Box::new(|_| ());
    let reports = sim.run(&[("items[0].name", "A"), ("items[1].name", "B"), ("items[2].name", "C")]);
    assert_eq!(adds(&sim), 1);
    for key in ["items[1].name", "items[2].name"] {
        assert_eq!(
            (reports[key].status, reports[key].code.as_str()),
            (Status::Failed, "row-not-added")
        );
    }
    assert_eq!(reports["items[0].name"].status, Status::Filled);
}

#[test]
fn a_button_that_brings_something_else_fills_nothing_of_it() {
    let mut sim = growing(1);
    sim.on_add = Box::new(|fields| fields.push(text(30, "Name of the insured")));
    let reports = sim.run(&[("items[1].name", "B")]);
    assert_eq!(adds(&sim), 1);
    assert!(!reports["items[1].name"].status.good(), "{reports:?}");
}

#[test]
fn rows_without_names_are_known_by_having_come() {
    // Nothing but the button speaks of pets, and nothing is there at first.
    let mut sim = Sim::new(vec![text(1, "Name"), text(2, "Age")]);
    sim.adders = vec![adder(9, "Add a pet", &[1, 2])];
    sim.on_add = Box::new(|fields| {
        let next = 10 * u32::try_from(fields.len()).expect("few rows");
        fields.push(text(next, "Name"));
        fields.push(field(next + 1, Kind::Number, "Age in years"));
    });
    let verdict = sim.fill(
        pairs(&[
            ("Age", "40"),
            ("pets[0].name", "Rex"),
            ("pets[0].age in years", "3"),
            ("pets[1].name", "Tom"),
        ]),
        Options::default(),
    );
    assert_eq!(adds(&sim), 2);
    let reports = by_key(verdict);
    for key in ["pets[0].name", "pets[0].age in years", "pets[1].name"] {
        assert!(reports[key].status.good(), "{key}: {:?}", reports[key]);
    }
    assert_eq!(
        sim.held(at(1)),
        Some(ostler_machines::form::model::Held::Text("".into()))
    );
    assert_eq!(
        sim.held(at(20)),
        Some(ostler_machines::form::model::Held::Text("Rex".into()))
    );
    assert_eq!(
        sim.held(at(40)),
        Some(ostler_machines::form::model::Held::Text("Tom".into()))
    );
}

//! Fill while the page makes other fields of its fields.

use std::cell::Cell;
use std::rc::Rc;

use ostler_machines::form::model::{Field, Held, LabelSource};
use ostler_machines::report::Status;

use crate::fill::{held, select};
use crate::sim::{Reaction, Sim, at, text};

#[test]
fn a_control_that_is_replaced_by_another_is_found_again() {
    let replaced = Rc::new(Cell::new(false));
    let mut sim = Sim::new(vec![text(1, "Name"), text(2, "City")]).reacting(move |fields, job| {
        let now = job.reference == at(1) && !replaced.replace(true);
        if now {
            fields[1] = text(7, "City");
        }
        Reaction::default()
    });
    let reports = sim.run(&[("Name", "Ada"), ("City", "Bath")]);
    assert!(
        reports.values().all(|report| report.status == Status::Filled),
        "{reports:?}"
    );
    assert_eq!(reports["City"].reference, Some(at(7)));
}

#[test]
fn a_written_control_that_is_replaced_at_the_end_is_judged_by_its_successor() {
    for (value, status) in [("Ada", Status::Filled), ("", Status::Filled)] {
        let replaced = Rc::new(Cell::new(false));
        let mut sim = Sim::new(vec![text(1, "Name"), text(2, "City")]).resting(move |fields| {
            if fields[0].held == held("Ada") && !replaced.replace(true) {
                fields[0] = text(8, "Name");
                fields[0].held = held(value);
            }
        });
        let reports = sim.run(&[("Name", "Ada"), ("City", "Bath")]);
        assert_eq!(reports["Name"].status, status, "{value:?}: {reports:?}");
        assert_eq!(sim.held(at(8)), Some(held("Ada")));
    }
}

fn labelled(element: u32, label: &str) -> Field {
    Field {
        label_source: LabelSource::Label,
        ..text(element, label)
    }
}

fn swap(fields: &mut [Field], one: usize, other: usize) {
    let label = std::mem::take(&mut fields[one].label);
    fields[one].label = std::mem::replace(&mut fields[other].label, label);
}

#[test]
fn fields_that_swap_names_between_two_writes_are_resolved_anew() {
    let mut sim = Sim::new(vec![
        labelled(1, "Country"),
        labelled(2, "City"),
        labelled(3, "Postcode"),
    ])
    .reacting(|fields, job| {
        let swaps = job.reference == at(1) && fields[1].label == "City";
        if swaps {
            swap(fields, 1, 2);
        }
        Reaction {
            changed: swaps,
            ..Reaction::default()
        }
    });
    let reports = sim.run(&[("Country", "Japan"), ("City", "Tokyo"), ("Postcode", "1")]);
    assert!(
        reports.values().all(|report| report.status == Status::Filled),
        "{reports:?}"
    );
    assert_eq!(
        (sim.held(at(2)), sim.held(at(3))),
        (Some(held("1")), Some(held("Tokyo")))
    );
}

#[test]
fn fields_that_swap_names_after_the_last_write_are_written_again() {
    let mut swapped = false;
    let mut sim = Sim::new(vec![labelled(1, "Shipping city"), labelled(2, "Billing city")]).resting(move |fields| {
        if !std::mem::replace(&mut swapped, true) {
            swap(fields, 0, 1);
        }
    });
    let reports = sim.run(&[("Shipping city", "Porto"), ("Billing city", "Faro")]);
    assert!(
        reports.values().all(|report| report.status == Status::Filled),
        "{reports:?}"
    );
    assert_eq!(
        (sim.held(at(1)), sim.held(at(2))),
        (Some(held("Faro")), Some(held("Porto")))
    );
    assert_eq!(reports["Shipping city"].reference, Some(at(2)));
}

#[test]
fn a_value_in_what_has_become_another_field_has_failed() {
    // No field goes by the key any more, or another does and the value stands in both.
    for other in [None, Some("City")] {
        let mut sim = Sim::new(vec![labelled(1, "City"), labelled(2, "Note")]).resting(move |fields| {
            fields[0].label = "Passport".into();
            if let Some(other) = other
                && fields.len() == 2
            {
                fields.push(labelled(3, other));
            }
        });
        let reports = sim.run(&[("City", "Porto"), ("Note", "-")]);
        let told = &reports["City"];
        assert_eq!(
            (told.status, told.code.as_str()),
            (Status::Failed, "renamed"),
            "{told:?}"
        );
        assert_eq!(reports["Note"].status, Status::Filled);
    }
}

#[test]
fn fields_that_never_keep_their_names_are_not_called_filled_wrongly() {
    let mut sim = Sim::new(vec![labelled(1, "One"), labelled(2, "Two")]).resting(|fields| swap(fields, 0, 1));
    let reports = sim.run(&[("One", "1"), ("Two", "2")]);
    for (key, value) in [("One", "1"), ("Two", "2")] {
        let own = sim.fields.iter().find(|field| field.label == key).expect("it is there");
        assert!(
            reports[key].status != Status::Filled || own.held == held(value),
            "{:?}",
            reports[key]
        );
    }
}

#[test]
fn a_counter_in_a_label_costs_one_look_and_renames_nothing() {
    let mut count = 0;
    let mut sim = Sim::new(vec![labelled(1, "Bio 0/50"), labelled(2, "Note")]).resting(move |fields| {
        count += 1;
        fields[0].label = format!("Bio {count}/50");
    });
    let reports = sim.run(&[("Bio 0/50", "x"), ("Note", "-")]);
    assert!(
        reports.values().all(|report| report.status == Status::Filled),
        "{reports:?}"
    );
    assert_eq!(sim.asked, ["inspect", "write", "rest", "read", "inspect"]);
}

#[test]
fn what_the_page_adds_to_a_label_makes_no_other_field_of_it() {
    let mut sim = Sim::new(vec![labelled(1, "Email"), labelled(2, "Note")]).resting(|fields| {
        fields[0].label = "Email This looks like a work address".into();
    });
    let reports = sim.run(&[("Email", "a@b.cd"), ("Note", "-")]);
    assert!(
        reports.values().all(|report| report.status == Status::Filled),
        "{reports:?}"
    );
}

#[test]
fn a_field_that_is_taken_away_for_good_has_failed() {
    let mut sim = Sim::new(vec![text(1, "Name"), text(2, "City")]).resting(|fields| {
        fields.retain(|field| field.reference != Some(at(1)));
    });
    let reports = sim.run(&[("Name", "Ada"), ("City", "Bath")]);
    assert_eq!(
        (reports["Name"].status, reports["Name"].code.as_str()),
        (Status::Failed, "gone")
    );
    assert_eq!(reports["City"].status, Status::Filled);
}

#[test]
fn a_choice_is_not_called_right_by_a_number_that_means_something_else_now() {
    // The last write changes the options of the list before it: number 1 is another city now.
    let mut sim = Sim::new(vec![select(1, "City", &["Bath", "York"]), text(2, "ZIP")]).reacting(|fields, job| {
        if job.reference == at(2) {
            let kept = fields[0].held.clone();
            fields[0] = select(1, "City", &["Rome", "Pisa"]);
            fields[0].held = kept;
        }
        Reaction::default()
    });
    let reports = sim.run(&[("City", "York"), ("ZIP", "1")]);
    assert!(!reports["City"].status.good(), "{reports:?}");
    assert_eq!(reports["City"].holds, Some("Pisa".into()));
}

#[test]
fn options_that_are_only_renumbered_are_followed() {
    let mut sim = Sim::new(vec![select(1, "City", &["Bath", "York"]), text(2, "ZIP")]).reacting(|fields, job| {
        if job.reference == at(2) {
            fields[0] = select(1, "City", &["Choose", "Bath", "York"]);
            fields[0].held = Held::Chosen(vec![2]);
        }
        Reaction::default()
    });
    let reports = sim.run(&[("City", "York"), ("ZIP", "1")]);
    assert_eq!(reports["City"].status, Status::Filled, "{reports:?}");
}

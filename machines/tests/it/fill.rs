//! Fill against pages that behave and pages that do not.

use std::cell::Cell;
use std::rc::Rc;

use ostler_machines::fill::{Act, Effect, End, Event, Fill, Options, Reading, Stopped, Trouble};
use ostler_machines::form::model::{Document, Field, Form, Held, Kind, Page, Part, Piece, Ref};
use ostler_machines::form::value::Wish;
use ostler_machines::report::{How, Status};
use ostler_machines::{Machine, Millis};

use crate::sim::{Reaction, Sim, at, by_key, field, pairs, text, with_options};

pub(crate) fn held(text: &str) -> Held {
    Held::Text(text.into())
}

pub(crate) fn select(element: u32, label: &str, options: &[&str]) -> Field {
    with_options(field(element, Kind::Select, label), options)
}

#[test]
fn a_static_form_costs_four_round_trips() {
    let mut sim = Sim::new(vec![text(1, "Name"), text(2, "City"), text(3, "Note")]);
    let reports = sim.run(&[("Name", "Ada"), ("City", "Bath"), ("Note", "-")]);
    assert_eq!(sim.asked, ["inspect", "write", "rest", "read"]);
    for report in reports.values() {
        assert_eq!((report.status, report.how), (Status::Filled, Some(How::Typed)));
    }
}

#[test]
fn a_long_form_is_written_in_several_round_trips_and_looked_at_once() {
    let names: Vec<String> = (0..450).map(|number| format!("Field {number}")).collect();
    let fields = names.iter().zip(1..).map(|(name, element)| text(element, name));
    let mut sim = Sim::new(fields.collect());
    let asked: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "x")).collect();
    let reports = sim.run(&asked);
    assert_eq!(sim.asked, ["inspect", "write", "write", "write", "rest", "read"]);
    let sizes: Vec<usize> = sim.writes.iter().map(Vec::len).collect();
    assert_eq!(sizes, [200, 200, 50]);
    assert!(reports.values().all(|report| report.status == Status::Filled));
}

#[test]
fn a_choice_that_is_read_by_name_costs_no_second_look() {
    let form = || vec![text(1, "Name"), select(2, "Size", &["S", "M", "L"])];
    let mut sim = Sim::new(form());
    let reports = sim.run(&[("Name", "Ada"), ("Size", "M")]);
    assert_eq!(sim.asked, ["inspect", "write", "rest", "read"]);
    assert_eq!(reports["Size"].status, Status::Filled);

    // The number that was chosen means another option by now.
    let mut turned = false;
    let mut sim = Sim::new(form()).resting(move |fields| {
        if !std::mem::replace(&mut turned, true) {
            let held = fields[1].held.clone();
            fields[1] = select(2, "Size", &["M", "L", "XL"]);
            fields[1].held = held;
        }
    });
    let reports = sim.run(&[("Name", "Ada"), ("Size", "M")]);
    assert!(sim.asked.len() > 4, "{:?}", sim.asked);
    assert_eq!(reports["Size"].status, Status::Filled);
    assert_eq!(sim.held(at(2)), Some(Held::Chosen(vec![0])));
}

#[test]
fn writes_in_document_order_whatever_the_order_of_the_keys() {
    let mut sim = Sim::new(vec![
        text(4, "First"),
        select(2, "Second", &["a", "b"]),
        field(9, Kind::Checkbox, "Third"),
        text(1, "Fourth"),
    ]);
    sim.run(&[("Fourth", "4"), ("Third", "yes"), ("Second", "b"), ("First", "1")]);
    let order: Vec<u32> = sim.done.iter().map(|job| job.reference.element).collect();
    assert_eq!(order, [4, 2, 9, 1]);
    assert_eq!(sim.writes.len(), 1, "one frame, one round trip");
}

#[test]
fn what_a_choice_reveals_is_filled_in_the_same_call() {
    let mut sim = Sim::new(vec![select(1, "Country", &["Here", "There"]), text(5, "Note")]).reacting(|fields, job| {
        let reveals = job.reference == at(1) && fields.len() == 2;
        if reveals {
            fields.insert(1, text(2, "State"));
        }
        Reaction {
            changed: reveals,
            ..Reaction::default()
        }
    });
    let reports = sim.run(&[("State", "Ohio"), ("Country", "There"), ("Note", "x")]);
    assert!(
        reports.values().all(|report| report.status == Status::Filled),
        "{reports:?}"
    );
    let order: Vec<u32> = sim.done.iter().map(|job| job.reference.element).collect();
    assert_eq!(order, [1, 2, 5]);
}

#[test]
fn what_the_last_write_reveals_is_filled_too() {
    let mut sim = Sim::new(vec![select(1, "Country", &["Here", "There"])]).resting(|fields| {
        if fields[0].held == Held::Chosen(vec![1]) && fields.len() == 1 {
            fields.push(text(2, "State"));
        }
    });
    let reports = sim.run(&[("State", "Ohio"), ("Country", "There")]);
    assert!(
        reports.values().all(|report| report.status == Status::Filled),
        "{reports:?}"
    );
}

#[test]
fn a_likeness_of_labels_waits_for_a_better_field() {
    let fields = || vec![select(1, "Country", &["Here", "There"]), text(5, "Motto of the house")];
    let mut sim = Sim::new(fields()).reacting(|fields, job| {
        if job.reference == at(1) {
            fields.insert(1, text(2, "Motto"));
        }
        Reaction::default()
    });
    let reports = sim.run(&[("Motto", "Ohio"), ("Country", "There")]);
    assert_eq!(reports["Motto"].reference, Some(at(2)));
    // Without a better one, likeness is enough.
    let reports = Sim::new(fields()).run(&[("Motto", "calm"), ("Country", "There")]);
    assert_eq!(
        (reports["Motto"].reference, reports["Motto"].status),
        (Some(at(5)), Status::Filled)
    );
}

#[test]
fn goes_on_to_the_next_way_where_typing_does_not_stay() {
    let undo = |until: How| {
        move |_: &mut Vec<Field>, job: &ostler_machines::fill::Job| Reaction {
            instead: (job.reference == at(1) && job.how != until).then(Held::default),
            ..Reaction::default()
        }
    };
    for way in [How::Keys, How::Setter] {
        let mut sim = Sim::new(vec![text(1, "Name"), text(2, "City")]).reacting(undo(way));
        let reports = sim.run(&[("Name", "Ada"), ("City", "Bath")]);
        assert_eq!(
            (reports["Name"].status, reports["Name"].how),
            (Status::Filled, Some(way))
        );
        assert_eq!(reports["City"].how, Some(How::Typed));
    }
}

#[test]
fn a_value_that_no_way_makes_stay_is_rejected() {
    let mut sim = Sim::new(vec![text(1, "Name"), text(2, "City")]).reacting(|_, job| Reaction {
        instead: (job.reference == at(1)).then(|| held("nope")),
        ..Reaction::default()
    });
    let reports = sim.run(&[("Name", "Ada"), ("City", "Bath")]);
    assert_eq!(reports["Name"].status, Status::Rejected);
    assert_eq!(reports["Name"].holds, Some("nope".into()));
    assert_eq!(reports["Name"].message, "the page put something else in its place");
    // In three ways, and twice to give it back what it held.
    assert_eq!(sim.done.iter().filter(|job| job.reference == at(1)).count(), 5);
    assert_eq!(reports["City"].status, Status::Filled);
}

#[test]
fn a_respelling_is_reported_with_both_spellings() {
    let mut sim = Sim::new(vec![text(1, "Phone")]).reacting(|_, _| Reaction {
        instead: Some(held("(555) 123-4567")),
        ..Reaction::default()
    });
    let report = &sim.run(&[("Phone", "5551234567")])["Phone"];
    assert_eq!(report.status, Status::Reformatted);
    assert_eq!(report.asked, "5551234567".into());
    assert_eq!(report.holds, Some("(555) 123-4567".into()));
    assert_eq!(sim.done.len(), 1);
}

#[test]
fn lines_that_were_joined_are_reported_with_both_spellings() {
    let note = || field(2, Kind::Textarea, "Note");
    let mut sim = Sim::new(vec![text(1, "Street"), note(), text(3, "City")]);
    let reports = sim.run(&[
        ("Street", "12 Main St\nApt 4\n"),
        ("Note", "One\nTwo"),
        ("City", "Bath\n"),
    ]);
    let street = &reports["Street"];
    assert_eq!(street.status, Status::Reformatted);
    assert_eq!(street.asked.reveal(), "12 Main St\nApt 4\n");
    assert_eq!(street.holds.as_ref().unwrap().reveal(), "12 Main St, Apt 4");
    assert_eq!(reports["Note"].status, Status::Filled);
    assert_eq!(reports["City"].status, Status::Filled);
}

#[test]
fn a_value_taken_back_after_everything_is_written_in_the_next_way() {
    let taken = Rc::new(Cell::new(0));
    let count = Rc::clone(&taken);
    let mut sim = Sim::new(vec![text(1, "Name"), text(2, "City")]).resting(move |fields| {
        if fields[0].held == held("Ada") && count.get() == 0 {
            count.set(1);
            fields[0].held = Held::default();
        }
    });
    let reports = sim.run(&[("Name", "Ada"), ("City", "Bath")]);
    assert_eq!(taken.get(), 1);
    assert_eq!(
        (reports["Name"].status, reports["Name"].how),
        (Status::Filled, Some(How::Keys))
    );
}

#[test]
fn a_value_taken_back_every_time_is_rejected_after_its_ways() {
    let mut sim = Sim::new(vec![text(1, "Name"), select(2, "Size", &["S", "M"])]).resting(|fields| {
        fields[0].held = Held::default();
        fields[1].held = Held::Chosen(vec![0]);
    });
    let reports = sim.run(&[("Name", "Ada"), ("Size", "M")]);
    assert_eq!(reports["Name"].status, Status::Rejected);
    assert_eq!(reports["Size"].status, Status::Rejected);
    assert_eq!(reports["Size"].holds, Some("S".into()));
    assert_eq!(sim.done.iter().filter(|job| job.reference == at(1)).count(), 3);
    // Twice to bring it to what it should hold, twice to give it back what it held.
    assert_eq!(sim.done.iter().filter(|job| job.reference == at(2)).count(), 4);
}

#[test]
fn what_another_field_resets_is_put_right() {
    // Choosing the country empties the city, which stands before it.
    let first = Rc::new(Cell::new(true));
    let mut sim = Sim::new(vec![text(1, "City"), select(2, "Country", &["A", "B"])]).reacting(move |fields, job| {
        if job.reference == at(2) && first.replace(false) {
            fields[0].held = Held::default();
        }
        Reaction::default()
    });
    let reports = sim.run(&[("City", "Bath"), ("Country", "B")]);
    assert!(
        reports.values().all(|report| report.status == Status::Filled),
        "{reports:?}"
    );
    assert_eq!(reports["City"].how, Some(How::Keys));
}

#[test]
fn a_field_that_holds_the_value_is_not_written() {
    let mut name = text(1, "Name");
    name.held = held("Ada");
    let mut sim = Sim::new(vec![name, text(2, "City")]);
    let reports = sim.run(&[("Name", "Ada"), ("City", "Bath")]);
    assert_eq!((reports["Name"].status, reports["Name"].how), (Status::Unchanged, None));
    assert_eq!(sim.done.len(), 1);
}

#[test]
fn a_field_that_held_the_value_is_written_if_it_loses_it() {
    let mut name = text(1, "Name");
    name.held = held("Ada");
    let mut sim = Sim::new(vec![name, text(2, "City")]).reacting(|fields, job| {
        if job.reference == at(2) {
            fields[0].held = Held::default();
        }
        Reaction::default()
    });
    let reports = sim.run(&[("Name", "Ada"), ("City", "Bath")]);
    assert_eq!(
        (reports["Name"].status, reports["Name"].how),
        (Status::Filled, Some(How::Typed))
    );
}

#[test]
fn nothing_is_written_for_a_key_that_fits_several_fields_or_none() {
    let mut sim = Sim::new(vec![text(1, "Name"), text(2, "Name"), text(3, "City")]);
    let reports = sim.run(&[("Name", "Ada"), ("Planet", "Mars"), ("City", "Bath")]);
    assert_eq!(reports["Name"].status, Status::Ambiguous);
    assert_eq!(reports["Name"].candidates.len(), 2);
    assert_eq!(reports["Planet"].status, Status::Missing);
    assert_eq!(reports["Planet"].asked, "Mars".into());
    assert_eq!(reports["City"].status, Status::Filled);
    assert_eq!(sim.done.len(), 1);
}

#[test]
fn two_keys_for_one_field_are_both_refused() {
    let mut one = text(1, "Name");
    one.name = "full_name".into();
    let mut sim = Sim::new(vec![one, text(2, "City")]);
    let reports = sim.run(&[("Name", "Ada"), ("full_name", "Eve"), ("City", "Bath")]);
    for key in ["Name", "full_name"] {
        assert_eq!(
            (reports[key].status, reports[key].code.as_str()),
            (Status::Refused, "duplicate-key")
        );
    }
    assert_eq!(sim.done.len(), 1);
}

#[test]
fn keys_for_choices_of_one_group_go_together() {
    let boxes = with_options(field(10, Kind::Checkboxes, "Needs"), &["Mic", "Lamp", "Chair"]);
    let mut sim = Sim::new(vec![boxes]);
    sim.fields[0].held = Held::Chosen(vec![2]);
    sim.fields[0].options[2].selected = true;
    let reports = sim.run(&[("Mic", "yes"), ("Chair", "no"), ("Lamp", "no")]);
    assert_eq!(reports["Mic"].status, Status::Filled, "{reports:?}");
    assert_eq!(reports["Chair"].status, Status::Filled);
    assert_eq!(reports["Lamp"].status, Status::Unchanged);
    assert_eq!(reports["Mic"].label, "Needs: Mic");
    assert_eq!(sim.fields[0].held, Held::Chosen(vec![0]));
}

#[test]
fn a_group_is_brought_to_exactly_the_choices_asked_for() {
    let mut boxes = with_options(field(10, Kind::Checkboxes, "Needs"), &["Mic", "Lamp", "Chair"]);
    boxes.held = Held::Chosen(vec![2]);
    let radio = with_options(field(20, Kind::Radio, "Size"), &["S", "M"]);
    let mut sim = Sim::new(vec![boxes, radio]);
    let wishes = vec![
        (
            "Needs".into(),
            Wish::List(vec![Wish::Text("Mic".into()), Wish::Text("Lamp".into())]),
        ),
        ("Size".into(), Wish::Text("M".into())),
    ];
    let reports = by_key(sim.fill(wishes, Options::default()));
    assert!(
        reports.values().all(|report| report.status == Status::Filled),
        "{reports:?}"
    );
    assert_eq!(reports["Needs"].holds, Some("Mic, Lamp".into()));
    let acts: Vec<(u32, &Act)> = sim.done.iter().map(|job| (job.reference.element, &job.act)).collect();
    assert_eq!(
        acts,
        [
            (12, &Act::Check(false)),
            (10, &Act::Check(true)),
            (11, &Act::Check(true)),
            (21, &Act::Check(true))
        ]
    );
}

#[test]
fn what_enables_a_disabled_field_is_done_first() {
    let mut code = text(1, "Code");
    code.disabled = true;
    let mut sim = Sim::new(vec![code, field(2, Kind::Checkbox, "I have a code")]).reacting(|fields, job| {
        if job.reference == at(2) {
            fields[0].disabled = false;
        }
        Reaction::default()
    });
    let reports = sim.run(&[("Code", "X1"), ("I have a code", "yes")]);
    assert!(
        reports.values().all(|report| report.status == Status::Filled),
        "{reports:?}"
    );
}

#[test]
fn a_field_that_stays_disabled_hidden_or_trapped_is_left_alone_and_says_why() {
    let mut off = text(1, "Off");
    off.disabled = true;
    let mut hidden = text(2, "Hidden");
    hidden.visible = false;
    let mut trap = text(3, "Trap");
    trap.trap = true;
    let mut sim = Sim::new(vec![off, hidden, trap, text(4, "City")]);
    let reports = sim.run(&[("Off", "1"), ("Hidden", "2"), ("Trap", "3"), ("City", "Bath")]);
    let ends = |key: &str| (reports[key].status, reports[key].code.clone());
    assert_eq!(ends("Off"), (Status::Refused, "disabled".into()));
    assert_eq!(ends("Hidden"), (Status::Refused, "hidden".into()));
    assert_eq!(ends("Trap"), (Status::Skipped, "trap".into()));
    assert_eq!(sim.done.len(), 1);
    let reports = sim.run(&[("e3", "bait")]);
    assert_eq!(reports["e3"].status, Status::Filled);
}

#[test]
fn a_read_only_field_is_only_offered_to_its_own_picker() {
    let fixed = |element, label: &str| Field {
        readonly: true,
        ..text(element, label)
    };
    let mut late = fixed(3, "Late");
    late.readonly = true;
    let mut sim = Sim::new(vec![fixed(1, "Day"), fixed(2, "Total"), late]).reacting(|_, job| Reaction {
        trouble: match (job.reference.element, job.how) {
            // One that is read-only until it has the focus.
            (3, How::Typed) | (1, How::Widget) => Trouble::None,
            (2, How::Widget) => Trouble::Unsupported,
            _ => Trouble::Readonly,
        },
        ..Reaction::default()
    });
    let reports = sim.run(&[("Day", "2031-03-05"), ("Total", "7"), ("Late", "x")]);
    assert_eq!(
        (reports["Day"].status, reports["Day"].how),
        (Status::Filled, Some(How::Widget))
    );
    assert_eq!(
        (reports["Late"].status, reports["Late"].how),
        (Status::Filled, Some(How::Typed))
    );
    assert_eq!(
        (reports["Total"].status, reports["Total"].code.as_str()),
        (Status::Refused, "readonly")
    );
    assert!(
        sim.writes
            .iter()
            .flatten()
            .all(|job| matches!(job.act, Act::Pick(_) | Act::PickMoment(..) | Act::Type(_)))
    );
    let clear = vec![("Total".to_string(), Wish::Clear)];
    let mut total = fixed(2, "Total");
    total.held = held("7");
    let mut sim = Sim::new(vec![total]);
    let reports = by_key(sim.fill(clear, Options::default()));
    assert_eq!(reports["Total"].code, "readonly");
    assert!(sim.writes.is_empty());
}

#[test]
fn options_that_come_later_are_waited_for() {
    let mut sim = Sim::new(vec![
        select(1, "Country", &["Here", "There"]),
        select(2, "Region", &["–"]),
    ])
    .resting(|fields| {
        if fields[0].held == Held::Chosen(vec![1]) && fields[1].options.len() == 1 {
            fields[1] = select(2, "Region", &["–", "North"]);
        }
    });
    let reports = sim.run(&[("Region", "North"), ("Country", "There")]);
    assert!(
        reports.values().all(|report| report.status == Status::Filled),
        "{reports:?}"
    );
}

pub(crate) fn date(element: u32) -> Field {
    let part = |number, piece, label: &str| Part {
        piece,
        field: Field {
            maxlength: Some(if piece == Piece::Year { 4 } else { 2 }),
            ..text(element + number, label)
        },
    };
    Field {
        parts: vec![
            part(0, Piece::Year, "Year"),
            part(1, Piece::Month, "Month"),
            part(2, Piece::Day, "Day"),
        ],
        ..field(element, Kind::DateParts, "Born")
    }
}

#[test]
fn a_field_of_several_parts_is_one_line_in_the_report() {
    let mut sim = Sim::new(vec![date(1)]);
    let report = &sim.run(&[("Born", "2001-03-05")])["Born"];
    assert_eq!(report.status, Status::Filled);
    assert_eq!(report.asked, "2001 03 05".into());
    assert_eq!(report.holds, Some("2001 03 05".into()));
    assert_eq!(sim.writes.len(), 1);
}

#[test]
fn a_part_that_fails_is_named() {
    let mut sim = Sim::new(vec![date(1)]).reacting(|_, job| Reaction {
        instead: (job.reference == at(2)).then(Held::default),
        ..Reaction::default()
    });
    let report = &sim.run(&[("Born", "2001-03-05")])["Born"];
    assert_eq!(report.status, Status::Rejected);
    assert!(report.message.starts_with("month: "), "{}", report.message);
}

#[test]
fn what_the_page_makes_of_a_text_is_taken_out_again_and_told() {
    let filled = Field {
        held: held("A1"),
        ..text(1, "Code")
    };
    let mut sim = Sim::new(vec![filled, text(2, "City")]).reacting(|_, job| Reaction {
        instead: match &job.act {
            Act::Type(text) | Act::Set(text) if job.reference == at(1) => {
                Some(Held::Text(text.reveal().chars().take(2).collect::<String>().into()))
            }
            _ => None,
        },
        ..Reaction::default()
    });
    let reports = sim.run(&[("Code", "B2B2"), ("City", "Bath")]);
    let code = &reports["Code"];
    assert_eq!((code.status, &code.holds), (Status::Rejected, &Some("A1".into())));
    assert_eq!(
        code.message,
        "the page made \"B2\" of it: the field was given back what it held before"
    );
    assert_eq!(reports["City"].status, Status::Filled);
    assert_eq!(sim.held(at(2)), Some(held("Bath")));
}

#[test]
fn every_part_is_given_back_what_it_held_if_one_is_not_taken() {
    let mut born = date(1);
    for (part, before) in born.parts.iter_mut().zip(["1999", "04", "03"]) {
        part.field.held = held(before);
    }
    let mut sim = Sim::new(vec![born]).reacting(|_, job| {
        let takes =
            matches!(&job.act, Act::Type(text) | Act::Set(text) if text.reveal() < "07" || text.reveal().len() == 4);
        Reaction {
            instead: (job.reference == at(2) && !takes).then(|| held("06")),
            ..Reaction::default()
        }
    });
    let report = &sim.run(&[("Born", "2001-12-05")])["Born"];
    assert_eq!(report.status, Status::Rejected);
    assert_eq!(report.holds, Some("1999 04 03".into()));
}

#[test]
fn a_limit_is_told_and_the_boxes_are_as_they_were() {
    let needs = with_options(field(10, Kind::Checkboxes, "Needs"), &["Mic", "Lamp", "Desk"]);
    let needs = Field {
        held: Held::Chosen(vec![2]),
        ..needs
    };
    for trouble in [Trouble::Disabled, Trouble::None] {
        let told = trouble.clone();
        let mut sim = Sim::new(vec![needs.clone()]).reacting(move |fields, job| {
            let Held::Chosen(chosen) = fields[0].held.clone() else {
                panic!("boxes hold choices")
            };
            let is_full = job.act == Act::Check(true) && !chosen.is_empty();
            Reaction {
                trouble: if is_full { told.clone() } else { Trouble::None },
                instead: is_full.then_some(Held::Chosen(chosen)),
                ..Reaction::default()
            }
        });
        let wish = Wish::List(vec![Wish::Text("Mic".into()), Wish::Text("Lamp".into())]);
        let reports = by_key(sim.fill(vec![("Needs".into(), wish)], Options::default()));
        let report = &reports["Needs"];
        assert_eq!(
            (report.status, report.code.as_str()),
            (Status::Refused, "too-many"),
            "{trouble:?}"
        );
        assert!(report.message.contains("no more than 1"), "{}", report.message);
        assert_eq!(report.candidates.len(), 1);
        assert_eq!(report.candidates[0].option.as_deref(), Some("Mic"));
        assert_eq!(report.holds, Some("Desk".into()), "{trouble:?}");
    }
}

#[test]
fn a_widget_that_offers_nothing_like_it_refuses_with_what_it_offers() {
    let picker = Field {
        picks: true,
        ..field(1, Kind::Combobox, "City")
    };
    let mut sim = Sim::new(vec![picker]).reacting(|_, _| Reaction {
        trouble: Trouble::NoOption(vec!["Bath".into(), "York".into()]),
        ..Reaction::default()
    });
    let report = &sim.run(&[("City", "Rome")])["City"];
    assert_eq!((report.status, report.code.as_str()), (Status::Refused, "no-option"));
    assert_eq!(report.candidates[1].option.as_deref(), Some("York"));
}

#[test]
fn widgets_go_alone_and_the_rest_together() {
    let combo = |element, label: &str| field(element, Kind::Combobox, label);
    let mut sim = Sim::new(vec![
        text(1, "A"),
        text(2, "B"),
        combo(3, "C"),
        text(4, "D"),
        text(5, "E"),
    ]);
    sim.run(&[("A", "1"), ("B", "2"), ("C", "3"), ("D", "4"), ("E", "5")]);
    let sizes: Vec<usize> = sim.writes.iter().map(Vec::len).collect();
    assert_eq!(sizes, [2, 1, 2]);
}

#[test]
fn frames_are_written_one_after_the_other() {
    let framed = |frame, element, label: &str| Field {
        reference: Some(Ref { frame, element }),
        ..text(element, label)
    };
    let mut sim = Sim::new(vec![
        framed(0, 1, "A"),
        framed(1, 2, "B"),
        framed(1, 3, "C"),
        framed(0, 4, "D"),
    ]);
    sim.run(&[("A", "1"), ("B", "2"), ("C", "3"), ("D", "4")]);
    let sizes: Vec<usize> = sim.writes.iter().map(Vec::len).collect();
    assert_eq!(sizes, [1, 2, 1]);
}

fn in_frame(element: u32, origin: &str) -> Event {
    let field = Field {
        reference: Some(Ref { frame: 1, element }),
        ..text(element, "Card")
    };
    Event::Inspected(Box::new(Page {
        forms: vec![Form {
            fields: vec![field],
            ..Form::default()
        }],
        documents: vec![Document {
            frame: 1,
            url: String::new(),
            origin: origin.into(),
        }],
        ..Page::default()
    }))
}

#[test]
fn a_key_is_followed_into_another_document_of_its_origin_and_of_no_other() {
    for (origin, is_own) in [("https://pay.example", true), ("https://other.example", false)] {
        let mut fill = Fill::new(pairs(&[("Card", "4111")]), Options::default());
        let gone = Event::Wrote {
            done: vec![(Ref { frame: 1, element: 2 }, Trouble::Gone, None)],
            stopped: Stopped::Changed,
        };
        let first = in_frame(2, "https://pay.example");
        for event in [Event::Tick, first, gone, Event::Rested(true)] {
            fill.handle(Millis(1), event);
        }
        let effects = fill.handle(Millis(2), in_frame(9, origin));
        assert_eq!(
            effects.iter().any(|it| matches!(it, Effect::Write(_))),
            is_own,
            "{effects:?}"
        );
        if is_own {
            continue;
        }
        let report = &fill.verdict().expect("nothing is left").fields[0];
        assert_eq!((report.status, report.code.as_str()), (Status::Failed, "other-origin"));
        let names_both = report.message.contains("pay.example") && report.message.contains("other.example");
        assert!(names_both, "{}", report.message);
    }
}

#[test]
fn what_cannot_be_read_back_since_its_frame_is_silent_is_not_called_filled_nor_gone() {
    let reference = Ref { frame: 1, element: 2 };
    let mut fill = Fill::new(pairs(&[("Card", "4111")]), Options::default());
    let wrote = Event::Wrote {
        done: vec![(reference, Trouble::None, Some(held("4111")))],
        stopped: Stopped::None,
    };
    let silent = Event::Read(vec![Reading {
        reference: Some(reference),
        silent: true,
        ..Reading::default()
    }]);
    for event in [
        Event::Tick,
        in_frame(2, "https://pay.example"),
        wrote,
        Event::Rested(true),
        silent,
    ] {
        fill.handle(Millis(1), event);
    }
    let report = &fill.verdict().expect("it is over").fields[0];
    assert_eq!((report.status, report.code.as_str()), (Status::Failed, "silent-frame"));
    assert_eq!(report.holds, None);
}

#[test]
fn a_page_that_changes_for_ever_ends_the_fill_all_the_same() {
    let next = Rc::new(Cell::new(100));
    let mut sim = Sim::new(vec![text(1, "Name"), text(2, "City")]).resting(move |fields| {
        // Every control is replaced by an empty one, again and again.
        for field in fields.iter_mut() {
            next.set(next.get() + 1);
            *field = text(next.get(), &field.label.clone());
        }
    });
    let reports = sim.run(&[("Name", "Ada"), ("City", "Bath")]);
    assert!(reports.values().all(|report| !report.status.good()), "{reports:?}");
    let looks = sim.asked.iter().filter(|asked| **asked == "inspect").count();
    assert!(looks <= 2 * 3 + 10, "{looks} looks");
}

#[test]
fn what_the_page_says_of_a_good_field_is_a_note_that_quotes_no_value() {
    let complain = |words: &'static str| {
        let mut sim = Sim::new(vec![text(1, "Mail")]).resting(move |fields| fields[0].error = words.into());
        sim.run(&[("Mail", "ada@example")])["Mail"].clone()
    };
    let report = complain("must end in .org");
    assert_eq!(
        (report.status, report.message.as_str()),
        (Status::Filled, "the page says: must end in .org")
    );
    let report = complain("ada@example is no address");
    assert!(!report.message.contains("ada"), "{}", report.message);
}

#[test]
fn a_password_is_marked_as_sensitive() {
    let mut sim = Sim::new(vec![field(1, Kind::Password, "Password")]);
    let report = &sim.run(&[("Password", "hunter2")])["Password"];
    assert_eq!((report.status, report.sensitive), (Status::Filled, true));
}

#[test]
fn what_cuts_a_fill_short_is_said_of_every_key_that_was_not_done() {
    let cases = [
        (Event::Navigated("/next".into()), "navigated", End::Navigated),
        (Event::Gone, "browser-gone", End::Gone),
        (Event::Tick, "timeout", End::TimedOut),
    ];
    for (event, code, end) in cases {
        let sim = Sim::new(vec![text(1, "Name"), text(2, "Twice"), text(3, "Twice")]);
        let mut fill = Fill::new(
            pairs(&[("Name", "Ada"), ("Twice", "x"), ("Late", "y")]),
            Options::default(),
        );
        fill.handle(Millis(0), Event::Tick);
        fill.handle(Millis(1), Event::Inspected(Box::new(sim.page())));
        fill.handle(Millis(30_000), event);
        let verdict = fill.verdict().expect("cut short");
        assert_eq!(verdict.end, end);
        let codes: Vec<(Status, &str)> = verdict
            .fields
            .iter()
            .map(|report| (report.status, report.code.as_str()))
            .collect();
        assert_eq!(
            codes,
            [
                (Status::Failed, code),
                (Status::Ambiguous, "ambiguous"),
                (Status::Failed, code)
            ]
        );
    }
}

#[test]
fn no_value_shows_in_the_trace() {
    let mut fill = Fill::new(pairs(&[("Name", "canary-7d1f")]), Options::default());
    let mut sim = Sim::new(vec![text(1, "Name")]);
    let mut effects = fill.handle(Millis(0), Event::Tick);
    while fill.verdict().is_none() {
        let answers: Vec<Event> = effects.iter().filter_map(|effect| sim.answer(effect)).collect();
        effects = answers
            .into_iter()
            .flat_map(|event| fill.handle(Millis(1), event))
            .collect();
    }
    let trace = format!("{:?} {:?} {:?}", fill.take_trace(), fill.verdict(), sim.writes);
    assert!(!trace.contains("canary"), "{trace}");
    assert!(trace.contains("verify"));
}

#[test]
fn a_radio_button_named_by_its_own_ref_is_chosen_by_yes_or_by_name() {
    let radio = || with_options(field(20, Kind::Radio, "Size"), &["S", "M"]);
    let wishes = [Wish::Bool(true), Wish::Text("yes".into()), Wish::Text("M".into())];
    for wish in wishes {
        let mut sim = Sim::new(vec![radio()]);
        let verdict = sim.fill(vec![("e21".into(), wish.clone())], Options::default());
        assert_eq!(verdict.fields[0].status, Status::Filled, "{wish:?}: {verdict:?}");
        assert_eq!(sim.fields[0].held, Held::Chosen(vec![1]));
    }
    let mut sim = Sim::new(vec![radio()]);
    let verdict = sim.fill(vec![("e21".into(), Wish::Bool(false))], Options::default());
    assert_eq!(verdict.fields[0].code, "cannot-untick");
}

#[test]
fn a_choice_that_may_be_meant_in_two_ways_is_refused() {
    let radio = with_options(field(20, Kind::Radio, "Smoker"), &["yes", "no"]);
    let mut sim = Sim::new(vec![radio]);
    // Yes to "no", or "yes"?
    let report = &sim.run(&[("e21", "yes")])["e21"];
    assert_eq!(
        (report.status, report.code.as_str()),
        (Status::Refused, "ambiguous-option")
    );
    assert!(sim.writes.is_empty());
}

#[test]
fn what_the_page_sends_upon_a_write_is_not_written_in_another_way() {
    // It is emptied at once, after a while, or taken away for another control.
    for (sends, later) in [(1, false), (2, false), (1, true)] {
        let mut sim = Sim::new(vec![text(1, "Barcode"), text(2, "Note")]).reacting(move |_, job| Reaction {
            instead: (job.reference == at(1) && !later).then(|| held("")),
            sends: if job.reference == at(1) { sends } else { 0 },
            ..Reaction::default()
        });
        if later {
            sim = sim.resting(|fields| fields[0].held = held(""));
        }
        let reports = sim.run(&[("Barcode", "4006381333931")]);
        let own = &reports["Barcode"];
        assert_eq!((own.status, own.code.as_str()), (Status::Rejected, "sent"), "{own:?}");
        assert!(own.message.contains(&format!("sent {sends} request")), "{own:?}");
        assert_eq!(sim.done.len(), 1);
    }
    let mut replaced = false;
    let mut sim = Sim::new(vec![text(1, "Barcode"), text(2, "Note")])
        .reacting(|_, _| Reaction {
            sends: 1,
            changed: true,
            ..Reaction::default()
        })
        .resting(move |fields| {
            if !std::mem::replace(&mut replaced, true) {
                fields[0] = text(7, "Barcode");
            }
        });
    let own = &sim.run(&[("Barcode", "4006381333931")])["Barcode"];
    assert_eq!((own.status, own.code.as_str()), (Status::Rejected, "sent"), "{own:?}");
    assert_eq!(sim.done.len(), 1, "{:?}", sim.done);
}

#[test]
fn what_was_sent_upon_one_field_is_not_put_down_to_another() {
    // The second is dropped at first; the page sends something upon the first, which stands before a rest.
    let mut first = true;
    let mut sim = Sim::new(vec![text(1, "Town"), text(2, "Shy")]).reacting(move |_, job| {
        let drops = job.reference == at(2) && std::mem::take(&mut first);
        Reaction {
            instead: drops.then(|| held("")),
            changed: job.reference == at(1),
            sends: usize::from(job.reference == at(1)),
            ..Reaction::default()
        }
    });
    let reports = sim.run(&[("Town", "Oslo"), ("Shy", "quiet")]);
    assert!(
        reports.values().all(|report| report.status == Status::Filled),
        "{reports:?}"
    );
    assert_eq!(sim.done.len(), 3);
}

#[test]
fn what_another_field_limits_is_written_once_more_after_that() {
    let number = |field: &Field| match &field.held {
        Held::Text(text) => text.reveal().parse::<i32>().unwrap_or_default(),
        _ => 0,
    };
    let range = |element, label: &str, at: &str| Field {
        held: held(at),
        ..field(element, Kind::Range, label)
    };
    // The one stays five below the other.
    let sim = || {
        Sim::new(vec![range(1, "Minimum", "20"), range(2, "Maximum", "40")]).reacting(move |fields, job| {
            let (Act::Set(text) | Act::Type(text)) = &job.act else {
                return Reaction::default();
            };
            let wanted: i32 = text.reveal().parse().expect("a number");
            let kept = match job.reference.element {
                1 => wanted.min(number(&fields[1]) - 5),
                _ => wanted.max(number(&fields[0]) + 5),
            };
            Reaction {
                instead: Some(held(&kept.to_string())),
                ..Reaction::default()
            }
        })
    };
    for asked in [
        [("Minimum", "60"), ("Maximum", "80")],
        [("Maximum", "80"), ("Minimum", "60")],
        [("Minimum", "1"), ("Maximum", "10")],
    ] {
        let reports = sim().run(&asked);
        assert!(
            reports.values().all(|report| report.status == Status::Filled),
            "{reports:?}"
        );
    }
    // What stays limited is rejected.
    let reports = sim().run(&[("Minimum", "60"), ("Maximum", "62")]);
    assert_eq!(reports["Minimum"].status, Status::Rejected);
}

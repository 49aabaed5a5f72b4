//! Controls in, fields out, and keys resolved on them.

use std::collections::{BTreeMap, BTreeSet};

use ostler_machines::form::assemble;
use ostler_machines::form::keys::{Index, Match, Resolution, Via, matches_all, resolve};
use ostler_machines::form::model::{Control, Field, FrameView, Group, Held, LabelSource, Page, Ref};
use proptest::prelude::*;

pub(crate) fn field(label: &str, name: &str, section: &str) -> Control {
    Control {
        tag: "input".into(),
        input_type: "text".into(),
        label: label.into(),
        label_source: if label.is_empty() {
            LabelSource::None
        } else {
            LabelSource::Label
        },
        name: name.into(),
        section: if section.is_empty() {
            Vec::new()
        } else {
            vec![section.into()]
        },
        visible: true,
        ..Control::default()
    }
}

pub(crate) fn page(lang: &str, controls: Vec<Control>) -> Page {
    let controls = (1..)
        .zip(controls)
        .map(|(element, control)| Control {
            element,
            lang: lang.into(),
            ..control
        })
        .collect();
    assemble::page(
        &[FrameView {
            controls,
            ..FrameView::default()
        }],
        Vec::new(),
    )
}

/// What a key came to, in one word: the label of the field, `?` and the number of candidates, or `-`.
pub(crate) fn told(page: &Page, key: &str) -> String {
    match resolve(key, page, None) {
        Resolution::One {
            field, part, choice, ..
        } => {
            let field = page.field(field).expect("a resolution names a field of the page");
            match (part, choice) {
                (Some(part), _) => field.parts[part].field.label.clone(),
                (_, Some(choice)) => field.options[choice].label.clone(),
                _ => field.label.clone(),
            }
        }
        Resolution::Ambiguous(candidates) => format!("?{}", candidates.len()),
        Resolution::Missing(_) | Resolution::Lacks(_) | Resolution::NoRows(_) => "-".into(),
    }
}

pub(crate) fn check(page: &Page, table: &[(&str, &str)]) {
    for (key, expected) in table {
        assert_eq!(told(page, key), *expected, "key {key:?}");
    }
}

#[test]
fn a_word_behind_a_label_that_says_whether_it_must_be_answered_is_no_part_of_it() {
    let page = page(
        "en",
        vec![
            field("Suburb/City", "a1", ""),
            field("Telephone (optional)", "a2", ""),
            field("Company required", "a3", ""),
            field("Visa", "a4", ""),
            field("Visa required", "a5", ""),
        ],
    );
    check(
        &page,
        &[
            ("Suburb/City Required", "Suburb/City"),
            ("Suburb/City *required", "Suburb/City"),
            ("Telephone - optional", "Telephone (optional)"),
            ("Company", "Company required"),
            ("Visa", "Visa"),
            ("Visa required", "Visa required"),
        ],
    );
}

#[test]
fn two_labels_that_differ_only_in_whether_they_must_be_answered_are_one() {
    let page = page(
        "en",
        vec![
            field("Email *", "a1", ""),
            field("Email (Optional)", "a2", ""),
            field("Phone", "a3", ""),
            field("Phone (fax)", "a4", ""),
            field("Visa", "a5", ""),
            field("Visa (required)", "a6", ""),
        ],
    );
    check(
        &page,
        &[
            ("Email", "?2"),
            ("email (optional)", "Email (Optional)"),
            ("a1", "Email *"),
            ("Phone", "Phone"),
            ("Visa", "?2"),
        ],
    );
}

#[test]
fn a_label_whose_blanks_were_lost_is_that_label() {
    let page = page(
        "en",
        vec![
            field("Username Already a user? Sign in", "a1", ""),
            field("Name as it stands on the card", "a2", ""),
        ],
    );
    check(
        &page,
        &[
            ("UsernameAlready a user? Sign In", "Username Already a user? Sign in"),
            ("Name as it stands onthe card", "Name as it stands on the card"),
        ],
    );
}

#[test]
fn a_label_of_signs_alone_is_a_label() {
    let page = page("en", vec![field("···· ····", "a1", ""), field("•••", "a2", "")]);
    check(&page, &[("···· ····", "···· ····"), ("•••", "•••"), ("····", "-")]);
}

/// Where ARIA and what stands on the page call a field by two names, it goes by both, and what stands on the page
/// belongs to all that it stands at.
#[test]
fn what_stands_on_the_page_names_a_field_beside_its_aria_name() {
    let also = |label: &str, also: &str, name: &str| Control {
        also: also.into(),
        ..field(label, name, "")
    };
    let page = page(
        "en",
        vec![
            also("Create a username", "Username", "a1"),
            also("Sign up", "Nickname", "a2"),
            field("Nickname", "a3", ""),
        ],
    );
    check(
        &page,
        &[
            ("Username", "Create a username"),
            ("Create a username", "Create a username"),
            ("Nickname", "?2"),
            ("Sign up", "Sign up"),
        ],
    );
}

/// What is called by its whole label is that field, unless only a hidden name says that it is somebody else's: then
/// that name is told, for whoever means it. It is never taken for one of a step to come.
#[test]
fn a_label_that_is_given_whole_is_not_missing_for_what_nobody_sees() {
    let page = page(
        "en",
        vec![
            field("National insurance number", "nino", ""),
            field("Work phone", "father_phone", ""),
            field("E-mail", "child_email", ""),
            field("Company name", "parent_company", ""),
        ],
    );
    assert_eq!(told(&page, "National insurance number"), "National insurance number");
    for (label, name) in [("Work phone", "father_phone"), ("E-mail", "child_email")] {
        let Resolution::Ambiguous(candidates) = resolve(label, &page, None) else {
            panic!("{label}: {:?}", resolve(label, &page, None));
        };
        let keys: Vec<&str> = candidates.iter().map(|candidate| candidate.key.as_str()).collect();
        assert_eq!(keys, [name]);
        assert_eq!(told(&page, name), label);
    }
}

#[test]
fn the_ref_comes_before_the_name_and_the_name_before_the_label() {
    let page = page(
        "en",
        vec![
            field("By ref", "one", ""),
            field("By name", "e9", ""),
            field("e9", "three", ""),
            field("four", "e1", ""),
            field("Four", "six", ""),
        ],
    );
    check(
        &page,
        &[("e1", "By ref"), ("e9", "By name"), ("four", "?2"), ("six", "Four")],
    );
    assert!(matches!(
        resolve("e1", &page, None),
        Resolution::One { via: Via::Ref, .. }
    ));
    assert!(matches!(
        resolve("e9", &page, None),
        Resolution::One { via: Via::Name, .. }
    ));
}

#[test]
fn two_fields_with_one_label_are_told_apart_by_their_section() {
    let page = page(
        "en",
        vec![
            field("Street", "billing_street", "Billing address"),
            field("City", "billing_city", "Billing address"),
            field("Street", "shipping_street", "Shipping address"),
            field("City", "shipping_city", "Shipping address"),
        ],
    );
    check(&page, &[("City", "?2"), ("town", "?2")]);
    for key in [
        "Shipping address: City",
        "City (Shipping address)",
        "Shipping city",
        "shipping address > city",
        "shipping town",
        "shippingCity",
    ] {
        let Resolution::One { field, .. } = resolve(key, &page, None) else {
            panic!("{key}: {:?}", resolve(key, &page, None))
        };
        assert_eq!(field, Ref { frame: 0, element: 4 }, "{key}");
    }
}

#[test]
fn a_bracket_tells_two_labels_apart_and_without_it_neither_is_meant() {
    let page = page(
        "en",
        vec![
            field("Excess (voluntary)", "a", ""),
            field("Excess (compulsory)", "b", ""),
        ],
    );
    check(
        &page,
        &[
            ("Excess", "?2"),
            ("Excess (compulsory)", "Excess (compulsory)"),
            ("excess voluntary", "Excess (voluntary)"),
        ],
    );
}

#[test]
fn another_word_is_no_slip_of_the_pen() {
    for (label, slips, others) in [
        ("Lender", &["Lneder", "Lendwr"][..], &["Sender", "Gender", "Bender"][..]),
        ("Month", &["Mnoth", "Montg"], &["Mouth"]),
        ("Street", &["Stret", "Sreet"], &["Strebt"]),
        ("Name", &["Nmae", "Nsme"], &["Game", "Fame"]),
    ] {
        let page = page("en", vec![field(label, "f1", "")]);
        for slip in slips {
            assert!(
                matches!(resolve(slip, &page, None), Resolution::One { .. }),
                "{slip} for {label}"
            );
        }
        for other in others {
            assert!(
                matches!(resolve(other, &page, None), Resolution::Missing(_)),
                "{other} is not {label}"
            );
        }
    }
}

#[test]
fn a_field_about_somebody_else_is_taken_only_by_a_key_that_names_them() {
    let page = page(
        "en",
        vec![
            field("Email", "mail", "About you"),
            field("First name", "ec_first", "Emergency contact"),
            field("Relationship", "ec_rel", "Emergency contact"),
            field("Phone", "ec_tel", "Emergency contact"),
            field("Spouse's employer", "spouse_emp", "Family"),
        ],
    );
    check(
        &page,
        &[
            ("First name", "-"),
            ("given name", "-"),
            ("phone", "-"),
            ("employer", "-"),
            ("Relationship", "Relationship"),
            ("emergency contact first name", "First name"),
            ("Emergency contact: Phone", "Phone"),
            ("emergency phone", "Phone"),
            ("spouse employer", "Spouse's employer"),
            ("ec_first", "First name"),
        ],
    );
}

#[test]
fn a_form_that_is_all_about_one_other_person_takes_plain_keys() {
    let page = page(
        "en",
        vec![
            field("First name", "first", "Child's details"),
            field("Last name", "last", "Child's details"),
            field("Date of birth", "born", "Child's details"),
        ],
    );
    check(
        &page,
        &[
            ("First name", "First name"),
            ("surname", "Last name"),
            ("dob", "Date of birth"),
        ],
    );
}

#[test]
fn passengers_are_told_apart_by_their_numbers() {
    let page = page(
        "en",
        vec![
            field("First name", "p1", "Passenger 1"),
            field("First name", "p2", "Passenger 2"),
            field("Seat", "seat", "Passenger 2"),
        ],
    );
    check(&page, &[("First name", "?2"), ("forename", "?2"), ("Seat", "Seat")]);
    assert!(matches!(
        resolve("Passenger 2 first name", &page, None),
        Resolution::One {
            field: Ref { element: 2, .. },
            ..
        }
    ));
    assert!(matches!(
        resolve("passenger 1 forename", &page, None),
        Resolution::One {
            field: Ref { element: 1, .. },
            ..
        }
    ));
}

#[test]
fn translation_alone_does_not_choose_between_people() {
    let one = page("de", vec![field("Vorname", "vn", ""), field("Nachname", "nn", "")]);
    check(&one, &[("first name", "Vorname"), ("last name", "Nachname")]);
    let two = page(
        "de",
        vec![field("Vorname", "vn", ""), field("Vorname des Kindes", "kvn", "")],
    );
    check(
        &two,
        &[
            ("first name", "?2"),
            ("Vorname", "Vorname"),
            ("Rufname", "Vorname"),
            ("child first name", "Vorname des Kindes"),
        ],
    );
}

#[test]
fn a_word_alike_is_no_reason_to_fill_a_field_of_another_kind() {
    let page = page(
        "en",
        vec![
            field("Company size", "size", ""),
            field("Thesis title", "thesis", ""),
            field("Wallet address", "wallet", ""),
            field("Destination city", "dest", ""),
            field("Email notifications", "notify", ""),
            field("Country of issue", "issue", ""),
        ],
    );
    check(
        &page,
        &[
            ("company", "-"),
            ("title", "-"),
            ("address", "-"),
            ("city", "-"),
            ("email", "-"),
            ("country", "-"),
            ("destination", "Destination city"),
        ],
    );
}

#[test]
fn once_more_and_before_must_be_said_to_be_meant() {
    let page = page(
        "en",
        vec![
            field("Email address", "m1", ""),
            field("Confirm email address", "m2", ""),
            field("Previous employer", "pe", ""),
            field("Old claim number", "oc", ""),
        ],
    );
    check(
        &page,
        &[
            ("email", "Email address"),
            ("mail address", "Email address"),
            ("confirm email", "Confirm email address"),
            ("employer", "-"),
            ("previous employer", "Previous employer"),
            ("former employer", "Previous employer"),
        ],
    );
}

#[test]
fn a_twin_that_nobody_sees_loses_and_alone_it_is_named() {
    let hidden = Control {
        visible: false,
        ..field("Contact phone", "phone_small", "")
    };
    let trap = Control {
        trap: true,
        ..field("Website", "website", "")
    };
    let disabled = Control {
        disabled: true,
        ..field("Branch", "branch", "")
    };
    let page = page(
        "en",
        vec![
            hidden,
            field("Contact phone", "phone", ""),
            trap,
            field("Website", "homepage", ""),
            disabled,
        ],
    );
    assert!(matches!(
        resolve("Contact phone", &page, None),
        Resolution::One {
            field: Ref { element: 2, .. },
            ..
        }
    ));
    assert!(matches!(
        resolve("website", &page, None),
        Resolution::One {
            field: Ref { element: 4, .. },
            ..
        }
    ));
    check(
        &page,
        &[
            ("phone_small", "Contact phone"),
            ("Branch", "Branch"),
            ("telephone", "Contact phone"),
        ],
    );
}

#[test]
fn one_slip_of_the_finger_is_forgiven_in_words_that_are_no_other_word() {
    let page = page(
        "en",
        vec![
            field("Email", "m", ""),
            field("Membership procedure", "p", ""),
            field("Mother tongue", "t", ""),
        ],
    );
    check(
        &page,
        &[
            ("emial", "Email"),
            ("Membreship procedure", "Membership procedure"),
            ("other tongue", "-"),
            ("Mother tongue", "Mother tongue"),
        ],
    );
}

#[test]
fn each_box_of_a_group_and_each_part_of_a_date_has_a_key_of_its_own() {
    let within = |control: Control, label: &str, element| Control {
        group: Some(Group {
            element,
            label: label.into(),
            role: "group".into(),
            size: 3,
        }),
        section: vec![label.into()],
        ..control
    };
    let tick = |label: &str| {
        within(
            Control {
                input_type: "checkbox".into(),
                held: Held::Checked(Some(false)),
                ..field(label, "days", "")
            },
            "Which days?",
            90,
        )
    };
    let piece = |label: &str, name: &str| within(field(label, name, ""), "Date of birth", 91);
    let page = page(
        "en",
        vec![
            tick("Monday"),
            tick("Tuesday"),
            tick("Friday"),
            piece("Day", "dob_d"),
            piece("Month", "dob_m"),
            piece("Year", "dob_y"),
        ],
    );
    assert!(matches!(
        resolve("Tuesday", &page, None),
        Resolution::One {
            choice: Some(1),
            part: None,
            ..
        }
    ));
    assert!(matches!(
        resolve("Which days?", &page, None),
        Resolution::One { choice: None, .. }
    ));
    assert!(matches!(
        resolve("e2", &page, None),
        Resolution::One { choice: Some(1), .. }
    ));
    for key in ["Month", "birth month", "Date of birth: Month", "dob_m", "e5"] {
        assert!(
            matches!(resolve(key, &page, None), Resolution::One { part: Some(1), .. }),
            "{key}: {:?}",
            resolve(key, &page, None)
        );
    }
    for key in ["Date of birth", "dob", "birthday", "e4"] {
        assert!(
            matches!(resolve(key, &page, None), Resolution::One { part: None, .. }),
            "{key}: {:?}",
            resolve(key, &page, None)
        );
    }
}

#[test]
fn two_keys_for_one_field_are_a_duplicate_and_two_for_its_pieces_are_not() {
    let tick = |label: &str| Control {
        input_type: "checkbox".into(),
        ..field(label, "days", "")
    };
    let page = page(
        "en",
        vec![
            field("Email", "mail", ""),
            tick("Monday"),
            tick("Friday"),
            field("City", "city", ""),
        ],
    );
    let found = matches_all(&["e-mail", "city", "mail", "Monday", "Friday"], &page, None);
    assert_eq!(
        found[0],
        Match::Duplicate {
            field: Ref { frame: 0, element: 1 },
            keys: vec![0, 2]
        }
    );
    assert_eq!(found[2], found[0]);
    assert!(
        found
            .iter()
            .skip(3)
            .chain([&found[1]])
            .all(|found| matches!(found, Match::Means(Resolution::One { .. })))
    );
    let whole = matches_all(&["days", "Monday"], &page, None);
    assert!(whole.iter().all(|found| matches!(found, Match::Duplicate { .. })));
}

#[test]
fn a_form_limits_the_search_but_not_an_exact_ref() {
    let in_form = |form, control: Control| Control {
        form: Some(form),
        ..control
    };
    let page = page(
        "en",
        vec![
            in_form(50, field("Email", "a", "")),
            in_form(60, field("Email", "b", "")),
            in_form(60, field("City", "c", "")),
        ],
    );
    let second = Some(Ref { frame: 0, element: 60 });
    assert!(matches!(resolve("Email", &page, None), Resolution::Ambiguous(_)));
    assert!(matches!(
        resolve("Email", &page, second),
        Resolution::One {
            field: Ref { element: 2, .. },
            ..
        }
    ));
    assert!(matches!(
        resolve("City", &page, Some(Ref { frame: 0, element: 50 })),
        Resolution::Missing(_)
    ));
    assert!(matches!(
        resolve("e1", &page, second),
        Resolution::One {
            field: Ref { element: 1, .. },
            ..
        }
    ));
}

#[test]
fn a_missing_key_is_answered_with_the_nearest_labels() {
    let page = page(
        "en",
        vec![
            field("Flight number", "a", ""),
            field("Favourite colour", "b", ""),
            field("Light bulbs", "c", ""),
        ],
    );
    let Resolution::Missing(near) = resolve("night flight", &page, None) else {
        panic!("nothing is called that")
    };
    assert_eq!(near.first().map(|near| near.label.as_str()), Some("Flight number"));
    assert!(near.iter().all(|near| near.label != "Favourite colour"));
}

/// Words that forms are made of, so that random labels meet the rules.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => prop::sample::select(vec![
            "first", "name", "last", "email", "phone", "city", "street", "date", "birth", "child", "spouse", "passenger", "2", "1",
            "emergency", "contact", "month", "day", "year", "confirm", "old", "number", "card", "Vorname", "des", "Kindes", "姓", "名", "(work)", "/",
            "of", "the", "firstName", "user[email]", "digit",
        ]).prop_map(String::from),
        1 => "\\PC{0,6}",
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 0..4).prop_map(|words| words.join(" "))
}

fn group() -> impl Strategy<Value = Option<Group>> {
    prop::option::of((1_u32..4, text(), 0_u32..6).prop_map(|(element, label, size)| Group {
        element: 1000 + element,
        label,
        role: "group".into(),
        size,
    }))
}

fn control() -> impl Strategy<Value = Control> {
    let kind = prop::sample::select(vec![
        ("input", "text", ""),
        ("input", "checkbox", ""),
        ("input", "radio", ""),
        ("input", "hidden", ""),
        ("input", "tel", ""),
        ("select", "", ""),
        ("div", "", "radio"),
        ("div", "", "spinbutton"),
        ("button", "", "button"),
        ("textarea", "", ""),
        ("input", "password", ""),
    ]);
    (
        kind,
        (text(), word(), word(), text()),
        group(),
        prop::option::of(1_u32..3),
        (any::<bool>(), any::<bool>(), any::<bool>()),
        prop::option::of(1_u32..5),
        prop::sample::select(vec![
            "",
            "email",
            "bday-day",
            "bday-month",
            "bday-year",
            "one-time-code",
            "cc-exp-month",
            "nope",
        ]),
        prop::sample::select(vec!["", "en", "de", "ja"]),
    )
        .prop_map(
            |(
                (tag, input_type, role),
                (label, name, id, section),
                group,
                form,
                (visible, trap, held),
                maxlength,
                autocomplete,
                lang,
            )| Control {
                tag: tag.into(),
                input_type: input_type.into(),
                role: role.into(),
                label_source: if label.is_empty() {
                    LabelSource::None
                } else {
                    LabelSource::Label
                },
                label,
                name,
                id,
                section: vec![section],
                group,
                form,
                visible,
                trap,
                held: if role == "button" || held {
                    Held::Checked(Some(held))
                } else {
                    Held::default()
                },
                maxlength,
                autocomplete: autocomplete.into(),
                lang: lang.into(),
                ..Control::default()
            },
        )
}

fn any_page() -> impl Strategy<Value = (Vec<Control>, Page)> {
    prop::collection::vec(control(), 0..24).prop_map(|mut controls| {
        for (element, control) in (1..).zip(&mut controls) {
            control.element = element;
        }
        let view = FrameView {
            controls: controls.clone(),
            ..FrameView::default()
        };
        let page = assemble::page(&[view], Vec::new());
        (controls, page)
    })
}

/// Whether `key` means exactly that field or that piece of one, surely, with the field's form named and without.
fn leads(page: &Page, key: &str, wanted: (Ref, Option<usize>, Option<usize>)) -> bool {
    let index = Index::new(page);
    let form = page.field(wanted.0).and_then(|field| field.form);
    [None, form].into_iter().all(|form| match index.resolve(key, form) {
        Resolution::One {
            field,
            part,
            choice,
            via,
        } => (field, part, choice) == wanted && !via.likeness(),
        _ => false,
    })
}

/// What `field` is called on `page`, which has to lead to it.
fn called(page: &Page, field: &Field) -> String {
    let own = field.reference.expect("an assembled field has a ref");
    let key = Index::new(page).key(own).expect("a field with a ref has a key");
    assert!(leads(page, &key, (own, None, None)), "{key:?} for {:?}", field.label);
    key
}

#[test]
fn a_field_is_called_by_the_plainest_key_that_leads_to_it_and_to_nothing_else() {
    let long = "Please tell us in your own words what we could do better the next time that you come";
    let mut hidden = field("Website", "hp", "");
    hidden.trap = true;
    let mut outer = field("City", "c3", "Delivery");
    outer.section = vec!["Delivery".into(), "Address".into()];
    let page = page(
        "en",
        vec![
            field("First name", "p1", "Passenger 1"),
            field("First name", "p2", "Passenger 2"),
            field("Last name", "l2", "Passenger 2"),
            field("Seat:", "seat", "Extras"),
            field("City", "c1", "Address"),
            field("City", "c2", "Invoice"),
            outer,
            field("City", "c4", "Invoice"),
            field("a = b", "formula", ""),
            field(long, "better", ""),
            field("", "\u{2000}", ""),
            hidden,
        ],
    );
    let keys: Vec<String> = page.fields().map(|field| called(&page, field)).collect();
    assert_eq!(
        keys,
        [
            "Passenger 1: First name",
            "Passenger 2: First name",
            "Passenger 2: Last name",
            "Seat",
            "c1",
            "c2",
            "Delivery: City",
            "c4",
            "formula",
            "better",
            "e11",
            "e12",
        ]
    );
}

#[test]
fn a_label_that_stands_only_in_another_persons_section_is_missing_with_the_key_to_use_instead() {
    let page = page(
        "en",
        vec![
            field("Last name", "a", "You"),
            field("First name", "b", "Passenger 2"),
            field("Last name", "c", "Passenger 2"),
        ],
    );
    let Resolution::Missing(near) = resolve("First name", &page, None) else {
        panic!("it is about somebody else")
    };
    assert_eq!(
        near.first().map(|near| near.key.as_str()),
        Some("Passenger 2: First name")
    );
    assert_eq!(told(&page, "Passenger 2: First name"), "First name");
}

#[test]
fn every_field_of_the_matching_rows_is_called_by_a_key_that_leads_to_it() {
    let rows = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/matching/dev.jsonl"))
        .expect("the rows are there");
    let mut forms: BTreeMap<String, Vec<Control>> = BTreeMap::new();
    for row in rows.lines() {
        let row: serde_json::Value = serde_json::from_str(row).expect("a row is JSON");
        let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let control = Control {
            placeholder: text("placeholder"),
            autocomplete: text("autocomplete"),
            lang: text("lang"),
            ..field(
                text("label").trim_end_matches(['*', ' ']),
                &text("name"),
                &text("section"),
            )
        };
        let controls = forms.entry(text("form")).or_default();
        controls.push(Control {
            element: u32::try_from(controls.len()).expect("a form is small") + 1,
            ..control
        });
    }
    let mut by_ref = 0;
    for controls in forms.into_values() {
        let view = FrameView {
            controls,
            ..FrameView::default()
        };
        let page = assemble::page(&[view], Vec::new());
        for field in page.fields() {
            by_ref += usize::from(Ref::parse(&called(&page, field)).is_some());
        }
    }
    assert_eq!(by_ref, 0, "every one of them can be called by a word");
}

proptest! {
    #[test]
    fn every_field_has_a_key_that_leads_to_it((_, page) in any_page()) {
        let index = Index::new(&page);
        for field in page.fields() {
            let own = field.reference.expect("an assembled field has a ref");
            let key = index.key(own).expect("a field with a ref has a key");
            prop_assert!(leads(&page, &key, (own, None, None)), "{:?} for {}", key, own);
            prop_assert!(!key.contains(['=', '\\']) && !key.ends_with(':') && key == key.trim(), "{:?}", key);
        }
    }

    #[test]
    fn every_candidate_comes_with_a_key_that_leads_to_it_or_with_none(
        (_, page) in any_page(),
        asked in text(),
    ) {
        let (Resolution::Ambiguous(near) | Resolution::Missing(near)) = resolve(&asked, &page, None) else {
            return Ok(());
        };
        for candidate in near.iter().filter(|candidate| !candidate.key.is_empty()) {
            let shown = candidate.reference.expect("a field has a ref");
            let found = resolve(&candidate.key, &page, None);
            let Resolution::One { field, part, choice, .. } = found else {
                panic!("{candidate:?}: {found:?}")
            };
            let whole = page.field(field).expect("it is on the page");
            let led = match (part, choice) {
                (Some(part), _) => whole.parts[part].field.reference,
                (_, Some(choice)) => whole.options[choice].element.map(|element| Ref { element, ..field }).or(Some(field)),
                _ => Some(field),
            };
            prop_assert_eq!(led, Some(shown), "{:?}", candidate);
        }
    }

    #[test]
    fn every_control_that_asks_something_is_in_exactly_one_field((controls, page) in any_page()) {
        let mut owners: BTreeMap<u32, usize> = BTreeMap::new();
        for field in page.fields() {
            let mut own = BTreeSet::new();
            own.extend(field.reference.map(|own| own.element));
            own.extend(field.parts.iter().filter_map(|part| part.field.reference).map(|own| own.element));
            own.extend(field.options.iter().filter_map(|choice| choice.element));
            for element in own {
                *owners.entry(element).or_default() += 1;
            }
        }
        for control in controls {
            let expected = usize::from(control.input_type != "hidden");
            prop_assert_eq!(owners.get(&control.element).copied().unwrap_or(0), expected, "{}", control.element);
        }
    }

    #[test]
    fn an_exact_ref_always_gives_its_field((_, page) in any_page(), form in prop::option::of(1_u32..3)) {
        let index = Index::new(&page);
        let form = form.map(|element| Ref { frame: 0, element });
        for asked in page.fields() {
            let own = asked.reference.expect("an assembled field has a ref");
            let found = index.resolve(&own.to_string(), form);
            prop_assert_eq!(found, Resolution::One { field: own, part: None, choice: None, via: Via::Ref });
        }
    }

    #[test]
    fn no_key_and_no_label_makes_it_panic((_, page) in any_page(), keys in prop::collection::vec(prop_oneof![text(), any::<String>()], 0..6)) {
        let found = matches_all(&keys, &page, None);
        prop_assert_eq!(found.len(), keys.len());
        for found in found {
            if let Match::Means(Resolution::Missing(near)) = found {
                prop_assert!(near.len() <= 5);
            }
        }
    }

    #[test]
    fn labels_that_are_all_different_each_lead_to_their_field(labels in prop::collection::btree_set("[a-z]{3,8}( [a-z]{3,8}){0,2}", 1..20)) {
        let controls = labels.iter().map(|label| field(label, "", "")).collect();
        let page = page("en", controls);
        let index = Index::new(&page);
        for asked in page.fields() {
            let found = index.resolve(&asked.label, None);
            prop_assert_eq!(found, Resolution::One { field: asked.reference.expect("has a ref"), part: None, choice: None, via: Via::Label });
        }
    }

    #[test]
    fn labels_that_are_the_same_lead_to_neither_field(label in "[a-z]{3,8}( [a-z]{3,8}){0,2}", others in prop::collection::vec("[a-z]{3,8}", 0..6), sections in ("[a-z]{0,6}", "[a-z]{0,6}")) {
        let mut controls: Vec<Control> = others.iter().filter(|other| **other != label).map(|other| field(other, "", "")).collect();
        controls.push(field(&label, "", &sections.0));
        controls.push(field(&label, "", &sections.1));
        let page = page("en", controls);
        prop_assert!(matches!(resolve(&label, &page, None), Resolution::Ambiguous(candidates) if candidates.len() == 2));
    }
}

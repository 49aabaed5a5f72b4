//! Controls in, fields out, and keys resolved on them.

use ostler_machines::form::assemble;
use ostler_machines::form::keys::{Match, Resolution, Via, matches_all, resolve};
use ostler_machines::form::model::{Control, FrameView, Group, Held, LabelSource, Page, Ref};

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

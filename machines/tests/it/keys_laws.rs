//! What holds for keys on any page.

use std::collections::{BTreeMap, BTreeSet};

use ostler_machines::form::assemble;
use ostler_machines::form::keys::{Index, Match, Resolution, Via, matches_all, resolve};
use ostler_machines::form::model::{Control, Field, FrameView, Group, Held, LabelSource, Page, Ref};
use proptest::prelude::*;

use crate::keys::{field, page, told};

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

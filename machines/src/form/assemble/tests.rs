//! Frames as a page script would answer, and the fields that must come of them.

use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

use super::{Home, bring_home, homeless, page};
use crate::form::model::{
    Button, Choice, Control, Field, FormElement, FrameView, Group, Held, Kind, LabelSource, Message, Page, Piece, Ref,
    Tone,
};

fn input(element: u32, input_type: &str, label: &str, name: &str) -> Control {
    Control {
        element,
        form: Some(1),
        tag: "input".into(),
        input_type: input_type.into(),
        name: name.into(),
        label: label.into(),
        label_source: if label.is_empty() {
            LabelSource::None
        } else {
            LabelSource::Label
        },
        visible: true,
        ..Control::default()
    }
}

fn select(element: u32, label: &str, name: &str, options: &[&str]) -> Control {
    let options = options
        .iter()
        .enumerate()
        .map(|(at, label)| Choice {
            label: (*label).into(),
            value: format!("v{at}"),
            ..Choice::default()
        })
        .collect();
    Control {
        tag: "select".into(),
        input_type: String::new(),
        options,
        ..input(element, "", label, name)
    }
}

fn within(group: u32, label: &str, size: u32, controls: Vec<Control>) -> Vec<Control> {
    controls
        .into_iter()
        .map(|mut control| {
            control.group = Some(Group {
                element: group,
                label: label.into(),
                role: "group".into(),
                size,
            });
            if !label.is_empty() {
                control.section.push(label.into());
            }
            control
        })
        .collect()
}

fn shown(controls: Vec<Control>) -> Page {
    let view = FrameView {
        forms: vec![FormElement {
            element: 1,
            ..FormElement::default()
        }],
        controls,
        ..FrameView::default()
    };
    page(&[view], Vec::new())
}

fn fields(page: &Page) -> Vec<&Field> {
    page.fields().collect()
}

fn summary(page: &Page) -> Vec<(&str, Kind)> {
    page.fields().map(|field| (field.label.as_str(), field.kind)).collect()
}

fn pieces(field: &Field) -> Vec<Piece> {
    field.parts.iter().map(|part| part.piece).collect()
}

#[test]
fn radio_buttons_of_one_name_are_one_question() {
    let radios = vec![
        Control {
            value: "1".into(),
            ..input(2, "radio", "Anything", "meal")
        },
        Control {
            value: "2".into(),
            held: Held::Checked(Some(true)),
            ..input(3, "radio", "Vegan", "meal")
        },
    ];
    let page = shown(within(9, "Meal preference", 2, radios));
    let [field] = fields(&page)[..] else {
        panic!("{:?}", summary(&page))
    };
    assert_eq!(
        (field.label.as_str(), field.kind, field.label_source),
        ("Meal preference", Kind::Radio, LabelSource::Legend)
    );
    assert_eq!(field.held, Held::Chosen(vec![1]));
    assert_eq!(
        field
            .options
            .iter()
            .map(|option| (option.label.as_str(), option.element))
            .collect::<Vec<_>>(),
        [("Anything", Some(2)), ("Vegan", Some(3))]
    );
    assert!(field.section.is_empty(), "its own legend is no section of it");
    assert_eq!(field.reference, Some(Ref { frame: 0, element: 2 }));
}

#[test]
fn radio_buttons_of_one_name_in_two_forms_are_two_questions() {
    let second = Control {
        form: Some(5),
        ..input(4, "radio", "No", "go")
    };
    let page = shown(vec![input(2, "radio", "Yes", "go"), second]);
    assert_eq!(page.forms.len(), 2);
}

#[test]
fn aria_radios_belong_to_their_group() {
    let radio = |element, label: &str| Control {
        tag: "div".into(),
        role: "radio".into(),
        held: Held::Checked(Some(false)),
        ..input(element, "", label, "")
    };
    let mut controls = within(8, "Billing period", 2, vec![radio(2, "Monthly"), radio(3, "Yearly")]);
    controls.extend(within(9, "Size", 2, vec![radio(4, "S"), radio(5, "L")]));
    assert_eq!(
        summary(&shown(controls)),
        [("Billing period", Kind::Radio), ("Size", Kind::Radio)]
    );
}

#[test]
fn a_legend_over_more_than_the_radio_buttons_is_no_label_of_theirs() {
    let controls = vec![
        input(2, "text", "First name", "first"),
        input(3, "radio", "Contact by phone", "by"),
        input(4, "radio", "Contact by post", "by"),
    ];
    let page = shown(within(9, "About you", 3, controls));
    assert_eq!(summary(&page)[1], ("Contact by", Kind::Radio));
    assert_eq!(fields(&page)[1].section, ["About you"]);
}

#[test]
fn a_legend_before_the_radio_buttons_and_their_other_box_is_their_label() {
    let controls = vec![
        input(2, "radio", "Friend", "how"),
        input(3, "radio", "Other", "how"),
        input(4, "text", "Please specify", "other"),
    ];
    let page = shown(within(9, "How did you hear of us?", 3, controls));
    assert_eq!(
        summary(&page),
        [("How did you hear of us?", Kind::Radio), ("Please specify", Kind::Text)]
    );
}

#[test]
fn boxes_of_one_name_are_one_question() {
    for name in ["days", "days[]"] {
        let controls = vec![
            input(2, "checkbox", "Monday", name),
            Control {
                held: Held::Checked(Some(true)),
                ..input(3, "checkbox", "Tuesday", name)
            },
        ];
        let page = shown(within(9, "Which days will you attend?", 2, controls));
        let [field] = fields(&page)[..] else {
            panic!("{:?}", summary(&page))
        };
        assert_eq!(
            (field.label.as_str(), field.kind, field.multiple),
            ("Which days will you attend?", Kind::Checkboxes, true)
        );
        assert_eq!(field.held, Held::Chosen(vec![1]));
    }
}

#[test]
fn boxes_alone_under_a_question_are_one_and_unrelated_ones_are_not() {
    let boxes = |names: [(&str, &str); 2]| -> Vec<Control> {
        (2..)
            .zip(names)
            .map(|(element, (label, name))| input(element, "checkbox", label, name))
            .collect()
    };
    let pets = shown(within(9, "Pets", 2, boxes([("Dog", ""), ("Cat", "")])));
    assert_eq!(summary(&pets), [("Pets", Kind::Checkboxes)]);
    let named = shown(within(9, "Which apply?", 2, boxes([("Dog", "a"), ("Cat", "b")])));
    assert_eq!(summary(&named), [("Which apply?", Kind::Checkboxes)]);
    let consents = shown(within(
        9,
        "Almost done",
        2,
        boxes([("I accept the terms", "terms"), ("Send me the newsletter", "news")]),
    ));
    assert_eq!(
        summary(&consents),
        [
            ("I accept the terms", Kind::Checkbox),
            ("Send me the newsletter", Kind::Checkbox)
        ]
    );
    let larger = shown(within(
        9,
        "Options",
        5,
        boxes([("Gift wrap", "gift"), ("Insurance", "insure")]),
    ));
    assert_eq!(
        summary(&larger),
        [("Gift wrap", Kind::Checkbox), ("Insurance", Kind::Checkbox)]
    );
    let single = shown(within(9, "Which apply?", 1, vec![input(2, "checkbox", "Dog", "dog")]));
    assert_eq!(summary(&single), [("Dog", Kind::Checkbox)]);
}

#[test]
fn a_question_of_boxes_must_be_answered_only_if_each_of_them_must() {
    let tick = |element, required| Control {
        required,
        ..input(element, "checkbox", "Box", "b")
    };
    assert!(!fields(&shown(vec![tick(2, true), tick(3, false)]))[0].required);
    assert!(fields(&shown(vec![tick(2, true), tick(3, true)]))[0].required);
}

#[test]
fn toggle_buttons_that_fill_a_group_are_one_question() {
    let toggle = |element, label: &str, on| Control {
        tag: "button".into(),
        role: "button".into(),
        held: Held::Checked(Some(on)),
        ..input(element, "", label, "")
    };
    let page = shown(within(
        9,
        "Text size",
        2,
        vec![toggle(2, "Small", false), toggle(3, "Large", true)],
    ));
    let [field] = fields(&page)[..] else {
        panic!("{:?}", summary(&page))
    };
    assert_eq!(
        (field.label.as_str(), field.kind, field.multiple),
        ("Text size", Kind::Buttons, false)
    );
    assert_eq!(field.held, Held::Chosen(vec![1]));
    let lone = shown(vec![toggle(2, "Dark mode", false)]);
    assert_eq!(summary(&lone), [("Dark mode", Kind::Switch)]);
}

#[test]
fn a_date_in_three_boxes_is_one_question() {
    let boxes = vec![
        Control {
            maxlength: Some(2),
            ..input(2, "text", "Day", "dob-day")
        },
        Control {
            maxlength: Some(2),
            ..input(3, "text", "Month", "dob-month")
        },
        Control {
            maxlength: Some(4),
            ..input(4, "text", "Year", "dob-year")
        },
    ];
    let mut controls = within(9, "What is your date of birth?", 3, boxes);
    controls.push(input(5, "text", "Surname", "surname"));
    let page = shown(controls);
    assert_eq!(
        summary(&page),
        [
            ("What is your date of birth?", Kind::DateParts),
            ("Surname", Kind::Text)
        ]
    );
    let date = fields(&page)[0];
    assert_eq!(pieces(date), [Piece::Day, Piece::Month, Piece::Year]);
    assert!(date.section.is_empty());
    assert_eq!(date.parts[0].field.section, ["What is your date of birth?"]);
}

#[test]
fn pieces_of_a_date_are_known_by_each_kind_of_evidence() {
    let days: Vec<String> = (1..=31).map(|day| format!("{day}")).collect();
    let days: Vec<&str> = days.iter().map(String::as_str).collect();
    let years: Vec<String> = (1950..=2010).map(|year| format!("{year}")).collect();
    let years: Vec<&str> = years.iter().map(String::as_str).collect();
    let months = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let token = |element, autocomplete: &str| Control {
        autocomplete: autocomplete.into(),
        ..input(element, "text", "", "")
    };
    let mask = |element, placeholder: &str, length| Control {
        placeholder: placeholder.into(),
        maxlength: Some(length),
        ..input(element, "text", "", "")
    };
    let cases: Vec<(&str, Vec<Control>, Vec<Piece>)> = vec![
        (
            "autocomplete",
            vec![token(2, "bday-month"), token(3, "bday-day"), token(4, "bday-year")],
            vec![Piece::Month, Piece::Day, Piece::Year],
        ),
        (
            "labels",
            vec![
                input(2, "text", "Geburtstag: Tag", ""),
                input(3, "text", "Geburtstag: Monat", ""),
                input(4, "text", "Geburtstag: Jahr", ""),
            ],
            vec![Piece::Day, Piece::Month, Piece::Year],
        ),
        (
            "names",
            vec![
                Control {
                    maxlength: Some(2),
                    ..input(2, "tel", "", "born_d")
                },
                Control {
                    maxlength: Some(2),
                    ..input(3, "tel", "", "born_m")
                },
                Control {
                    maxlength: Some(4),
                    ..input(4, "tel", "", "born_y")
                },
            ],
            vec![Piece::Day, Piece::Month, Piece::Year],
        ),
        (
            "placeholders",
            within(
                9,
                "Datum",
                3,
                vec![mask(2, "TT", 2), mask(3, "MM", 2), mask(4, "JJJJ", 4)],
            ),
            vec![Piece::Day, Piece::Month, Piece::Year],
        ),
        (
            "options",
            within(
                9,
                "Date of birth",
                3,
                vec![
                    select(2, "", "a", &months),
                    select(3, "", "b", &days),
                    select(4, "", "c", &years),
                ],
            ),
            vec![Piece::Month, Piece::Day, Piece::Year],
        ),
        (
            "rails",
            vec![
                select(2, "", "user[born(3i)]", &days),
                select(3, "", "user[born(2i)]", &months),
                select(4, "", "user[born(1i)]", &years),
            ],
            vec![Piece::Day, Piece::Month, Piece::Year],
        ),
        (
            "expiry",
            within(
                9,
                "Card expiration",
                2,
                vec![
                    select(2, "Expiration month", "cc_m", &["MM"]),
                    select(3, "Expiration year", "cc_y", &["YY"]),
                ],
            ),
            vec![Piece::Month, Piece::Year],
        ),
    ];
    for (evidence, controls, expected) in cases {
        let page = shown(controls);
        let [field] = fields(&page)[..] else {
            panic!("{evidence}: {:?}", summary(&page))
        };
        assert_eq!((field.kind, pieces(field)), (Kind::DateParts, expected), "{evidence}");
    }
}

#[test]
fn a_date_without_a_legend_is_called_what_its_boxes_share() {
    let page = shown(vec![
        input(2, "text", "Birth month", "dob_mm"),
        input(3, "text", "Birth year", "dob_yy"),
    ]);
    assert_eq!(summary(&page), [("Birth", Kind::DateParts)]);
    let page = shown(vec![
        input(2, "text", "Month", "exp_mm"),
        input(3, "text", "Year", "exp_yy"),
    ]);
    assert_eq!(summary(&page), [("Month / Year", Kind::DateParts)]);
}

#[test]
fn two_dates_side_by_side_stay_two() {
    let page = shown(vec![
        input(2, "text", "Start month", "s_month"),
        input(3, "text", "Start year", "s_year"),
        input(4, "text", "End month", "e_month"),
        input(5, "text", "End year", "e_year"),
    ]);
    assert_eq!(summary(&page), [("Start", Kind::DateParts), ("End", Kind::DateParts)]);
}

#[test]
fn fields_that_only_speak_of_days_and_years_stay_apart() {
    let page = shown(vec![
        input(2, "text", "First day of leave", "from"),
        input(3, "number", "Years at this address", "years"),
        input(4, "number", "Months at this address", "months"),
        Control {
            input_type: "month".into(),
            ..input(5, "month", "Expiry month", "exp")
        },
        input(6, "text", "Year of graduation", "grad"),
        input(7, "text", "T-shirt size", "size_m"),
    ]);
    assert!(
        summary(&page).iter().all(|(_, kind)| *kind != Kind::DateParts),
        "{:?}",
        summary(&page)
    );
}

#[test]
fn spinbuttons_of_a_time_are_one_question() {
    let spin = |element, label: &str| Control {
        tag: "div".into(),
        role: "spinbutton".into(),
        editable: true,
        ..input(element, "", label, "")
    };
    let page = shown(within(
        9,
        "Medication time",
        3,
        vec![
            spin(2, "hour, Medication time"),
            spin(3, "minute, Medication time"),
            spin(4, "AM/PM, Medication time"),
        ],
    ));
    let [field] = fields(&page)[..] else {
        panic!("{:?}", summary(&page))
    };
    assert_eq!(
        (field.label.as_str(), pieces(field)),
        ("Medication time", vec![Piece::Hour, Piece::Minute, Piece::Half])
    );
}

#[test]
fn lists_of_hours_minutes_and_halves_are_one_time_by_their_names() {
    let listed = |element, name: &str, labels: &[&str]| Control {
        tag: "select".into(),
        options: labels
            .iter()
            .map(|label| Choice {
                label: (*label).into(),
                value: (*label).into(),
                ..Choice::default()
            })
            .collect(),
        ..input(element, "", "", name)
    };
    let twelve = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
    let page = shown(within(
        9,
        "Return time",
        3,
        vec![
            listed(2, "back_hour", &twelve),
            listed(3, "back_minute", &["00", "15", "30", "45"]),
            listed(4, "back_half_of_day", &["a.m.", "p.m."]),
        ],
    ));
    let [field] = fields(&page)[..] else {
        panic!("{:?}", summary(&page))
    };
    assert_eq!(
        (field.label.as_str(), pieces(field)),
        ("Return time", vec![Piece::Hour, Piece::Minute, Piece::Half])
    );
    // Twelve numbers without a name are no hours, and a quantity is no minute.
    let page = shown(vec![
        listed(2, "x", &twelve),
        listed(3, "minutes_of_sport", &["daily", "weekly", "never"]),
        listed(4, "y", &["AM", "PM"]),
    ]);
    assert!(
        summary(&page).iter().all(|(_, kind)| *kind != Kind::DateParts),
        "{:?}",
        summary(&page)
    );
}

#[test]
fn the_boxes_of_one_code_are_one_question() {
    let code = (1..=6)
        .map(|at| Control {
            maxlength: Some(1),
            ..input(at + 1, "text", &format!("Digit {at} of 6"), "")
        })
        .collect();
    let page = shown(within(9, "Verification code", 6, code));
    let [field] = fields(&page)[..] else {
        panic!("{:?}", summary(&page))
    };
    assert_eq!((field.label.as_str(), field.kind), ("Verification code", Kind::Boxes));
    assert_eq!(pieces(field), [Piece::Chars(1); 6]);
    assert_eq!(field.maxlength, None, "the length of a box is not that of the value");
}

#[test]
fn boxes_of_a_few_characters_under_one_label_are_one_question() {
    let near = |element, label: &str| Control {
        maxlength: Some(2),
        label_source: LabelSource::Nearby,
        ..input(element, "text", label, "")
    };
    let page = shown(vec![near(2, "Sort code"), near(3, "-"), near(4, "-")]);
    assert_eq!(summary(&page), [("Sort code", Kind::Boxes)]);
    let counted = |element, label: &str, length| Control {
        maxlength: Some(length),
        ..input(element, "text", label, "")
    };
    let ssn = vec![
        counted(2, "first three digits", 3),
        counted(3, "middle two digits", 2),
        counted(4, "last four digits", 4),
    ];
    let page = shown(within(9, "Social security number", 3, ssn));
    assert_eq!(summary(&page), [("Social security number", Kind::Boxes)]);
    assert_eq!(
        pieces(fields(&page)[0]),
        [Piece::Chars(3), Piece::Chars(2), Piece::Chars(4)]
    );
}

#[test]
fn short_fields_with_labels_of_their_own_stay_apart() {
    let short = |element, label: &str, length| Control {
        maxlength: Some(length),
        ..input(element, "text", label, "")
    };
    let page = shown(within(
        9,
        "Address",
        3,
        vec![
            short(2, "House number", 5),
            short(3, "Flat", 4),
            short(4, "Area code", 5),
        ],
    ));
    assert!(
        summary(&page).iter().all(|(_, kind)| *kind == Kind::Text),
        "{:?}",
        summary(&page)
    );
    let initials = shown(vec![short(2, "A", 1), short(3, "B", 1)]);
    assert_eq!(initials.fields().count(), 2);
}

#[test]
fn boxes_of_a_date_in_an_unknown_order_are_not_cut_up() {
    let bare = |element, length| Control {
        maxlength: Some(length),
        label_source: LabelSource::None,
        ..input(element, "text", "", "")
    };
    let page = shown(within(9, "Date of birth", 3, vec![bare(2, 2), bare(3, 2), bare(4, 4)]));
    assert!(summary(&page).iter().all(|(_, kind)| *kind != Kind::Boxes));
}

#[test]
fn frames_follow_one_another_and_loose_controls_stand_where_they_are() {
    let loose = Control {
        form: None,
        ..input(7, "text", "Loose", "loose")
    };
    let top = FrameView {
        url: "https://a.example/".into(),
        title: "Top".into(),
        lang: "en".into(),
        forms: vec![
            FormElement {
                element: 1,
                ..FormElement::default()
            },
            FormElement {
                element: 2,
                name: "Second".into(),
                ..FormElement::default()
            },
        ],
        controls: vec![
            input(3, "text", "One", "one"),
            loose,
            Control {
                form: Some(2),
                ..input(4, "text", "Two", "two")
            },
        ],
        ..FrameView::default()
    };
    let child = FrameView {
        frame: 2,
        controls: vec![Control {
            form: None,
            ..input(1, "text", "Inner", "inner")
        }],
        ..FrameView::default()
    };
    let page = page(&[top, child], vec!["https://b.example/".into()]);
    let labels: Vec<&str> = page.fields().map(|field| field.label.as_str()).collect();
    assert_eq!(labels, ["One", "Loose", "Two", "Inner"]);
    let forms: Vec<Option<Ref>> = page.forms.iter().map(|form| form.reference).collect();
    assert_eq!(
        forms,
        [
            Some(Ref { frame: 0, element: 1 }),
            None,
            Some(Ref { frame: 0, element: 2 }),
            None
        ]
    );
    assert_eq!(
        page.fields().last().and_then(|field| field.reference),
        Some(Ref { frame: 2, element: 1 })
    );
    assert_eq!(
        (page.url.as_str(), page.title.as_str(), page.unread.len()),
        ("https://a.example/", "Top", 1)
    );
}

#[test]
fn buttons_belong_to_their_form_and_loose_ones_to_the_loose_fields() {
    let button = |element, form, label: &str, kind: &str| Button {
        element,
        form,
        label: label.into(),
        kind: kind.into(),
        visible: true,
        ..Button::default()
    };
    let mut view = FrameView {
        forms: vec![FormElement {
            element: 1,
            ..FormElement::default()
        }],
        controls: vec![input(2, "text", "One", "one")],
        buttons: vec![
            button(5, Some(1), "Send", "submit"),
            button(6, None, "Menu", "button"),
            button(7, None, "Save", "button"),
        ],
        ..FrameView::default()
    };
    let shown = page(core::slice::from_ref(&view), Vec::new());
    let labels: Vec<&str> = shown.submits().map(|submit| submit.label.as_str()).collect();
    assert_eq!(labels, ["Send", "Save"], "the page's menu is no submit");
    view.controls.push(Control {
        form: None,
        ..input(8, "text", "Loose", "loose")
    });
    let shown = page(&[view], Vec::new());
    let loose = shown
        .forms
        .iter()
        .find(|form| form.reference.is_none())
        .expect("there is a loose field");
    assert_eq!(loose.submits.len(), 2);
}

#[test]
fn a_message_is_tied_to_the_question_of_its_control() {
    let view = FrameView {
        controls: vec![input(2, "radio", "Yes", "go"), input(3, "radio", "No", "go")],
        messages: vec![
            Message {
                element: Some(3),
                text: "Choose one".into(),
                tone: Tone::Error,
            },
            Message {
                element: None,
                text: "Almost done".into(),
                tone: Tone::Status,
            },
        ],
        ..FrameView::default()
    };
    let page = page(&[view], Vec::new());
    assert_eq!(page.messages[0].field, Some(Ref { frame: 0, element: 2 }));
    assert_eq!(page.messages[1].field, None);
}

#[test]
fn hidden_inputs_are_no_fields_and_unseen_ones_are() {
    let unseen = Control {
        visible: false,
        ..input(3, "text", "Later", "later")
    };
    let page = shown(vec![
        input(2, "hidden", "", "csrf"),
        unseen,
        Control {
            suggests: "list".into(),
            ..input(4, "text", "Street", "street")
        },
    ]);
    assert_eq!(summary(&page), [("Later", Kind::Text), ("Street", Kind::Text)]);
    assert!(!fields(&page)[0].visible && fields(&page)[1].picks);
}

#[test]
fn what_stands_in_a_frame_belongs_to_what_sends_it_around_the_frame() {
    let field = |element, form| Control {
        form,
        ..input(element, "text", "Card number", "card")
    };
    let button = |element, form, label: &str| Button {
        element,
        form,
        label: label.into(),
        kind: "submit".into(),
        visible: true,
        ..Button::default()
    };
    let view = |frame, controls, buttons| FrameView {
        frame,
        controls,
        buttons,
        forms: vec![
            FormElement {
                element: 1,
                ..FormElement::default()
            },
            FormElement {
                element: 2,
                ..FormElement::default()
            },
        ],
        ..FrameView::default()
    };
    let home = |frame, around, form| Home { frame, around, form };
    let of = |views: &[FrameView], homes: &[Home]| {
        let mut page = page(views, Vec::new());
        let asked = homeless(&page);
        bring_home(&mut page, homes);
        let card = page
            .forms
            .iter()
            .find(|form| form.fields.iter().any(|field| field.label == "Card number"));
        let card = card.expect("the field is kept");
        assert!(card.fields.iter().all(|field| field.form == card.reference));
        let sent = card
            .submits
            .iter()
            .map(|submit| submit.label.clone())
            .collect::<Vec<String>>();
        (asked, card.reference, sent.join(", "))
    };
    let top = || {
        view(
            0,
            vec![],
            vec![button(20, Some(1), "Search"), button(21, Some(2), "Pay")],
        )
    };
    let form = |element| Some(Ref { frame: 0, element });
    let (card, pay) = (view(3, vec![field(5, None)], vec![]), String::from("Pay"));
    assert_eq!(
        of(&[top(), card.clone()], &[home(3, 0, Some(2))]),
        (vec![3], form(2), pay.clone())
    );
    // Two deep, with nothing in between.
    let deep = [view(4, vec![], vec![]), card.clone()];
    let views = [[top()].as_slice(), &deep].concat();
    assert_eq!(
        of(&views, &[home(4, 0, Some(2)), home(3, 4, None)]),
        (vec![3], form(2), pay)
    );
    // What is around it in no form is sent by what is in none, and never by another form.
    assert_eq!(of(&[top(), card.clone()], &[home(3, 0, None)]).2, "");
    let loose = view(
        0,
        vec![],
        vec![button(20, Some(1), "Search"), button(21, None, "Place order")],
    );
    assert_eq!(of(&[loose, card], &[home(3, 0, None)]).2, "Place order");
    // What can be sent by itself stays so.
    let own = view(3, vec![field(5, Some(1))], vec![button(6, Some(1), "Save card")]);
    let stays = of(&[top(), own], &[home(3, 0, Some(2))]);
    assert_eq!(stays, (vec![], Some(Ref { frame: 3, element: 1 }), "Save card".into()));
}

#[test]
fn the_only_form_without_a_control_of_its_own_is_sent_by_the_only_one_outside() {
    let button = |element, label: &str| Button {
        element,
        label: label.into(),
        kind: "button".into(),
        visible: true,
        ..Button::default()
    };
    let of = |controls: Vec<Control>, buttons: Vec<Button>| {
        let view = FrameView {
            forms: vec![
                FormElement {
                    element: 1,
                    ..FormElement::default()
                },
                FormElement {
                    element: 2,
                    ..FormElement::default()
                },
            ],
            controls,
            buttons,
            ..FrameView::default()
        };
        page(&[view], Vec::new()).forms[0].submits.len()
    };
    let user = || input(3, "text", "User", "user");
    assert_eq!(of(vec![user()], vec![button(9, "Send request")]), 1);
    assert_eq!(of(vec![user()], vec![button(9, "Send request"), button(10, "Save")]), 0);
    assert_eq!(of(vec![user()], vec![button(9, "Next")]), 0);
    let other = Control {
        form: Some(2),
        ..input(4, "text", "City", "city")
    };
    assert_eq!(of(vec![user(), other], vec![button(9, "Send request")]), 0);
}

#[test]
fn a_box_that_ticks_the_others_does_not_take_their_legend() {
    let tick = |element, label: &str, name: &str| input(element, "checkbox", label, name);
    let top = |element, label: &str| tick(element, label, "top");
    for (controls, expected) in [
        (vec![tick(2, "Select all", ""), top(3, "Ham"), top(4, "Egg")], true),
        (vec![top(3, "Ham"), top(4, "Egg"), tick(5, "All of them", "")], true),
        (
            vec![
                top(3, "Ham"),
                top(4, "Egg"),
                tick(5, "News", "news"),
                tick(6, "Terms", ""),
            ],
            false,
        ),
        (
            vec![input(2, "text", "Name", "name"), top(3, "Ham"), top(4, "Egg")],
            false,
        ),
    ] {
        let size = u32::try_from(controls.len()).expect("a few");
        let page = shown(within(9, "Toppings", size, controls));
        let group = page.fields().find(|field| field.kind == Kind::Checkboxes);
        let group = group.expect("boxes of one name are one question");
        assert_eq!(group.label == "Toppings", expected, "{}", group.label);
        assert_eq!(group.options.len(), 2);
    }
}

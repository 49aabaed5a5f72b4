//! What always holds for the reading of values, over arbitrary fields and wishes.

use ostler_machines::Typed;
use ostler_machines::form::autocomplete::Autocomplete;
use ostler_machines::form::model::{Choice, Field, Held, Kind, Part, Piece};
use ostler_machines::form::text;
use ostler_machines::form::value::{Context, Likeness, Plan, Today, Wish, agrees, normalise, show};
use proptest::prelude::*;

const KINDS: &[Kind] = &[
    Kind::Text,
    Kind::Search,
    Kind::Email,
    Kind::Tel,
    Kind::Url,
    Kind::Password,
    Kind::Textarea,
    Kind::Editable,
    Kind::Number,
    Kind::Range,
    Kind::Color,
    Kind::Date,
    Kind::Time,
    Kind::Checkbox,
    Kind::Checkboxes,
    Kind::Radio,
    Kind::Select,
    Kind::SelectMultiple,
    Kind::File,
    Kind::Switch,
    Kind::Listbox,
    Kind::Combobox,
    Kind::Spinbutton,
    Kind::Slider,
    Kind::Buttons,
    Kind::Boxes,
];

/// Text that people and attackers write: what the rules look for, and anything at all.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => any::<String>(),
        3 => "[0-9.,' +()/%€$£kxe-]{0,18}",
        2 => "[A-Za-zäßÉ'’ .-]{0,16}",
        1 => "\\+?[0-9 ()-]{3,20}( ext\\.? ?[0-9]{1,4})?",
        1 => Just("Korea, Republic of (the)".to_string()),
        1 => Just("((((+44 (0)(0) ext ext. 1".to_string()),
    ]
}

fn choice() -> impl Strategy<Value = Choice> {
    (text(), text(), any::<bool>(), "[a-z]{0,3}").prop_map(|(label, value, disabled, group)| Choice {
        label,
        value,
        disabled,
        group,
        ..Choice::default()
    })
}

prop_compose! {
    fn field()(
        kind in proptest::sample::select(KINDS),
        label in prop_oneof![text(), Just("Phone number".to_string()), Just("Salary (EUR)".to_string()), Just("Hausnummer".to_string())],
        token in proptest::sample::select(&["", "name", "family-name", "tel", "tel-national", "tel-country-code", "postal-code", "bday", "cc-number"][..]),
        pattern in prop_oneof![Just(String::new()), Just("\\+[0-9]+".to_string()), Just("[A-Z ]+".to_string()), text()],
        placeholder in prop_oneof![Just(String::new()), Just("(999) 999-9999".to_string()), Just("AA00-0000".to_string()), text()],
        (min, max, step) in ("[0-9.-]{0,4}", "[0-9.]{0,4}", prop_oneof![Just(String::new()), Just("any".to_string()), "[0-9.]{0,4}"]),
        (maxlength, minlength) in (proptest::option::of(0_u32..40), proptest::option::of(0_u32..10)),
        options in proptest::collection::vec(choice(), 0..6),
        sizes in proptest::collection::vec(1_u32..5, 0..4),
        (multiple, picks, suggestions) in any::<(bool, bool, bool)>(),
        lang in proptest::sample::select(&["", "en", "de-DE", "fr", "ja"][..]),
        inputmode in proptest::sample::select(&["", "numeric", "decimal", "tel"][..]),
    ) -> Field {
        Field {
            kind,
            label,
            autocomplete: Autocomplete { token: token.into(), ..Autocomplete::default() },
            pattern,
            placeholder,
            min,
            max,
            step,
            maxlength,
            minlength,
            options,
            multiple,
            picks,
            suggestions,
            lang: lang.into(),
            inputmode: inputmode.into(),
            parts: sizes.into_iter().map(|size| Part { piece: Piece::Chars(size), field: Field::default() }).collect(),
            ..Field::default()
        }
    }
}

prop_compose! {
    fn context()(
        locales in proptest::collection::vec(proptest::sample::select(&["en-US", "de-DE", "pt-BR", "fr-FR", "en-GB", "ja-JP", "x", ""][..]), 0..3),
        country in proptest::sample::select(&["", "GB", "US", "ZZ", "nonsense"][..]),
        (whole, extension, from_memory) in any::<(bool, bool, bool)>(),
    ) -> Context {
        Context {
            locales: locales.into_iter().map(String::from).collect(),
            today: Today { year: 2026, month: 6, day: 15 },
            base: String::new(),
            country: country.into(),
            whole,
            extension,
            from_memory,
        }
    }
}

fn wish() -> impl Strategy<Value = Wish> {
    let leaf = prop_oneof![
        6 => text().prop_map(|text| Wish::Text(text.into())),
        1 => "-?[0-9]{1,5}(\\.[0-9]{1,3})?(e[0-9]{1,4})?".prop_map(|number| Wish::Number(number.into())),
        1 => any::<bool>().prop_map(Wish::Bool),
        1 => Just(Wish::Clear),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Wish::List),
            proptest::collection::vec((text(), inner), 0..3).prop_map(Wish::Pieces),
        ]
    })
}

/// What a control would hold if the page did exactly what the plan says.
fn left(plan: &Plan) -> Held {
    match plan {
        Plan::Text(text) | Plan::Value(text) | Plan::Pick(text) => Held::Text(text.clone()),
        Plan::PickAll(texts) => Held::Text(texts.iter().map(Typed::reveal).collect::<Vec<_>>().join("\n").into()),
        Plan::Choose(chosen) => Held::Chosen(chosen.clone()),
        Plan::Check(truth) => Held::Checked(Some(*truth)),
        Plan::Files(paths) => Held::Files(
            paths
                .iter()
                .map(|path| path.rsplit(['/', '\\']).next().unwrap_or(path).to_string())
                .collect(),
        ),
        Plan::Clear | Plan::Spread(_) => Held::default(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn nothing_anybody_writes_breaks_the_reading(wish in wish(), field in field(), context in context(), other in text()) {
        match normalise(&wish, &field, &context) {
            Ok(plan) => {
                if let Plan::Choose(chosen) = &plan {
                    prop_assert!(chosen.iter().all(|at| *at < field.options.len()));
                    prop_assert!(chosen.iter().all(|at| !field.options[*at].disabled), "a disabled option was chosen");
                }
                let _ = agrees(&plan, &field, &Held::Text(other.into()));
                let _ = show(&field, &left(&plan));
            }
            Err(refusal) => {
                prop_assert!(!refusal.code.is_empty() && !refusal.message.is_empty());
            }
        }
    }

    #[test]
    fn what_a_plan_leaves_is_the_same(wish in wish(), field in field(), context in context()) {
        let Ok(plan) = normalise(&wish, &field, &context) else { return Ok(()) };
        let mut field = field;
        if let Plan::Spread(plans) = &plan {
            for (at, plan) in plans {
                field.parts[*at].field.held = left(plan);
            }
        }
        if let Plan::PickAll(texts) = &plan {
            // One text that has a line break or a comma of its own cannot be told from two.
            prop_assume!(texts.iter().all(|text| !text.reveal().contains([',', ';'])));
        }
        prop_assert_eq!(agrees(&plan, &field, &left(&plan)), Likeness::Same);
    }

    #[test]
    fn a_refusal_never_quotes_the_value(digits in "[1-9][0-9]{9,14}", field in field(), context in context()) {
        if let Err(refusal) = normalise(&Wish::Text(digits.as_str().into()), &field, &context) {
            prop_assert!(!refusal.message.contains(&digits));
        }
    }

    #[test]
    fn a_number_written_as_a_locale_writes_it_reads_back(whole in 0_u64..10_000_000_000, places in 0_usize..4, fraction in 0_u32..1000, style in 0_usize..6) {
        let (tag, group, mark) = [("en-US", ",", '.'), ("de-DE", ".", ','), ("fr-FR", "\u{202f}", ','), ("de-CH", "’", '.'), ("pl-PL", "\u{a0}", ','), ("en-IN", ",", '.')][style];
        let digits = whole.to_string();
        let mut grouped = String::new();
        for (at, digit) in digits.chars().enumerate() {
            let rest = digits.len() - at;
            let cut = if tag == "en-IN" { rest == 3 || (rest > 3 && rest % 2 == 1) } else { rest % 3 == 0 };
            if at > 0 && cut {
                grouped.push_str(group);
            }
            grouped.push(digit);
        }
        let decimals = format!("{fraction:03}")[..places].to_string();
        let (written, expected) = if places == 0 {
            (grouped, digits)
        } else {
            (format!("{grouped}{mark}{decimals}"), format!("{digits}.{decimals}"))
        };
        let field = Field { kind: Kind::Number, step: "any".into(), ..Field::default() };
        let context = Context { locales: vec![tag.into()], ..Context::default() };
        prop_assert_eq!(normalise(&Wish::Text(written.as_str().into()), &field, &context), Ok(Plan::Text(expected.into())), "{} in {}", written, tag);
    }

    #[test]
    fn the_exact_text_of_an_option_always_means_that_option(labels in proptest::collection::hash_set("[A-Za-z0-9][A-Za-z0-9 +#-]{0,8}[A-Za-z0-9]", 1..8), pick in any::<proptest::sample::Index>()) {
        let labels: Vec<String> = labels.into_iter().map(|label| text::squeeze(&label)).collect();
        prop_assume!(labels.iter().collect::<std::collections::HashSet<_>>().len() == labels.len());
        let at = pick.index(labels.len());
        let field = Field {
            kind: Kind::Select,
            options: labels.iter().enumerate().map(|(number, label)| Choice { label: label.clone(), value: format!("v{number}"), ..Choice::default() }).collect(),
            ..Field::default()
        };
        prop_assert_eq!(normalise(&Wish::Text(labels[at].as_str().into()), &field, &Context::default()), Ok(Plan::Choose(vec![at])));
    }

    #[test]
    fn likeness_never_promises_what_lost_a_letter_or_a_digit(wanted in text(), got in text(), field in field()) {
        let plan = Plan::Text(wanted.as_str().into());
        if agrees(&plan, &field, &Held::Text(got.as_str().into())) == Likeness::Respelled {
            // Zeros may go or come at the end of decimals and before the mark; nothing else may.
            let substance = |text: &str| -> String {
                text::ascii_digits(&text::nfc(text)).chars().filter(|c| c.is_alphanumeric() && *c != '0').flat_map(char::to_lowercase).collect()
            };
            let currency = |text: &str| text.chars().any(text::is_currency);
            prop_assume!(!currency(&wanted) && !currency(&got));
            prop_assert_eq!(substance(&wanted), substance(&got), "{:?} {:?}", wanted, got);
        }
    }

    #[test]
    fn folding_is_settled_at_once(text in any::<String>()) {
        let once = text::fold(&text);
        prop_assert_eq!(text::fold(&once), once);
    }
}

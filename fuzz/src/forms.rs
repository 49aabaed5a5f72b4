//! Targets that read a whole form.

use ostler_machines::form::assemble;
use ostler_machines::form::keys::{Resolution, resolve};
use ostler_machines::form::model::{Choice, Field, Held, Kind, Page, Ref};
use ostler_machines::form::value::{Context, Plan, Wish, agrees, normalise, show};
use ostler_machines::outline::{self, View};
use ostler_runtime::answer;

use crate::texts::TODAY;

/// Whatever a frame answers, it becomes a page or an error; every control is in at most one field; every field answers
/// to its own ref.
pub fn answers(data: &[u8]) {
    if let Ok(view) = serde_json::from_slice::<answer::View>(data) {
        let first = view.clone().into_model(1, None);
        assert_eq!(first, view.into_model(1, None));
        let page = assemble::page(&[first], Vec::new());
        check(&page);
    }
    if let Ok(snapshot) = serde_json::from_slice::<answer::Snapshot>(data) {
        let outline = outline::assemble(&[snapshot.into_sketch(0, None)]);
        let text = View::WHOLE.render(&outline).text;
        assert_eq!(text.lines().count(), outline.items.len(), "one thing a line");
    }
    let _ = serde_json::from_slice::<answer::Written>(data);
    let _ = serde_json::from_slice::<Vec<answer::Reading>>(data);
    let _ = serde_json::from_slice::<answer::Rest>(data);
    let _ = serde_json::from_slice::<answer::Popup>(data);
    let _ = serde_json::from_slice::<answer::Place>(data);
    let _ = serde_json::from_slice::<answer::Focused>(data);
}

fn check(page: &Page) {
    let mut refs: Vec<Ref> = page
        .fields()
        .flat_map(ostler_machines::form::model::Field::controls)
        .collect();
    let all = refs.len();
    refs.sort();
    refs.dedup();
    // A frame that gives two controls, or a control and another's option, one number has told nonsense; then nothing
    // more is owed than an answer.
    if refs.len() != all {
        return;
    }
    for field in page.fields() {
        let Some(reference) = field.reference else { continue };
        match resolve(&reference.to_string(), page, None) {
            Resolution::One { field: found, .. } => {
                assert!(
                    field.owns(found) || found == reference,
                    "{reference} resolves to {found}"
                );
            }
            other => panic!("{reference} resolves to {other:?}"),
        }
    }
}

/// A key on the first line, a frame's answer below it: the key resolves to a field that is there, to candidates that
/// are there, or to nothing; and always to the same.
pub fn keys(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Some((key, json)) = text.split_once('\n') else {
        return;
    };
    let Ok(view) = serde_json::from_str::<answer::View>(json) else {
        return;
    };
    let page = assemble::page(&[view.into_model(0, None)], Vec::new());
    let first = resolve(key, &page, None);
    assert_eq!(first, resolve(key, &page, None), "{key:?} resolves in two ways");
    match first {
        Resolution::One { field, .. } => assert!(page.field(field).is_some(), "{key:?} resolves to what is not there"),
        Resolution::Ambiguous(candidates) => {
            assert!(
                candidates.len() > 1,
                "{key:?} is ambiguous between {}",
                candidates.len()
            );
            for candidate in candidates {
                let there = candidate
                    .reference
                    .is_some_and(|reference| page.field(reference).is_some());
                assert!(there, "{key:?} could be what is not there: {candidate:?}");
            }
        }
        Resolution::Missing(_) if key.contains(|c: char| c.is_ascii_digit()) => {}
        Resolution::Missing(nearest) => assert!(nearest.len() <= 5, "{key:?} comes near {}", nearest.len()),
        Resolution::Lacks(lack) => assert!(lack.number >= lack.have, "{key:?} lacks what is there: {lack:?}"),
        Resolution::NoRows(_) => {}
    }
}

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
    Kind::Datetime,
    Kind::Month,
    Kind::Week,
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
];

/// The field that a line describes: its kind, then words like `max=9`, `options=Red,Green` or `required`.
fn field(line: &str) -> Field {
    let mut words = line.split(' ');
    let word = words.next().unwrap_or_default();
    let mut field = Field {
        reference: Some(Ref { frame: 0, element: 1 }),
        kind: KINDS
            .iter()
            .copied()
            .find(|kind| kind.word() == word)
            .unwrap_or_default(),
        visible: true,
        ..Field::default()
    };
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let value = value.replace('_', " ");
        match name {
            "label" => field.label = value,
            "min" => field.min = value,
            "max" => field.max = value,
            "step" => field.step = value,
            "pattern" => field.pattern = value,
            "placeholder" => field.placeholder = value,
            "lang" => field.lang = value,
            "maxlength" => field.maxlength = value.parse().ok(),
            "inputmode" => field.inputmode = value,
            "accept" => field.accept = value,
            "multiple" => field.multiple = true,
            "required" => field.required = true,
            "readonly" => field.readonly = true,
            "suggestions" => field.suggestions = true,
            "picks" => field.picks = true,
            "auto" => field.autocomplete = ostler_machines::form::autocomplete::parse(&value),
            "options" => {
                field.options = value
                    .split(',')
                    .enumerate()
                    .map(|(n, label)| Choice {
                        label: label.trim_end_matches('!').into(),
                        value: format!("v{n}"),
                        disabled: label.ends_with('!'),
                        ..Choice::default()
                    })
                    .collect();
            }
            _ => {}
        }
    }
    field.held = match field.kind {
        Kind::Checkbox | Kind::Switch => Held::Checked(Some(false)),
        Kind::File => Held::Files(Vec::new()),
        Kind::Radio | Kind::Checkboxes | Kind::Select | Kind::SelectMultiple | Kind::Buttons => {
            Held::Chosen(Vec::new())
        }
        _ => Held::default(),
    };
    field
}

/// A field on the first line, a locale on the second, a wish below: the wish becomes a plan or a refusal, always the same
/// one; a refusal has a code and words, and its words never hold the value; a plan chooses only what can be chosen.
pub fn values(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.splitn(3, '\n');
    let field = field(lines.next().unwrap_or_default());
    let locale = lines.next().unwrap_or_default();
    let written = lines.next().unwrap_or_default();
    let context = Context {
        locales: if locale.is_empty() {
            Vec::new()
        } else {
            vec![locale.to_owned()]
        },
        today: TODAY,
        ..Context::default()
    };
    let wishes = [
        Wish::Text(written.into()),
        Wish::List(written.split('\n').map(|part| Wish::Text(part.into())).collect()),
        Wish::Bool(written.len() % 2 == 0),
        Wish::Clear,
    ];
    for wish in wishes {
        let plan = normalise(&wish, &field, &context);
        assert_eq!(
            plan,
            normalise(&wish, &field, &context),
            "{wish:?} is planned in two ways"
        );
        match plan {
            Ok(plan) => planned(&plan, &field),
            Err(refusal) => {
                assert!(
                    !refusal.code.is_empty() && !refusal.message.is_empty(),
                    "{:?}: {refusal:?}",
                    field.kind
                );
                let telling = written.chars().count() >= 12 && refusal.message.contains(written);
                assert!(!telling, "{} tells the value: {}", refusal.code, refusal.message);
            }
        }
    }
    let _ = show(&field, &Held::Text(written.into()));
    let _ = agrees(&Plan::Text(written.into()), &field, &Held::Text(locale.into()));
}

fn planned(plan: &Plan, field: &Field) {
    match plan {
        Plan::Choose(numbers) => {
            for &number in numbers {
                let choice = field.options.get(number);
                assert!(
                    choice.is_some_and(|choice| !choice.disabled),
                    "{number} cannot be chosen"
                );
            }
            assert!(
                field.multiple || numbers.len() < 2 || field.kind != Kind::Select,
                "one only"
            );
        }
        Plan::Spread(parts) => {
            for (number, plan) in parts {
                let part = field.parts.get(*number);
                planned(plan, &part.expect("a part that is there").field);
            }
        }
        Plan::Text(text) | Plan::Value(text) => {
            if let (Some(most), Kind::Text | Kind::Textarea) = (field.maxlength, field.kind) {
                let units = text.reveal().encode_utf16().count();
                let most = usize::try_from(most).unwrap_or(usize::MAX);
                assert!(units <= most, "{units} units do not fit into {most}");
            }
        }
        _ => {}
    }
}

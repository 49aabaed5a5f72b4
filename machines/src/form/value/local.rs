//! A plain version of values: text as it is, options by their text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Context, Likeness, Plan, Refusal, Wish};
use crate::Typed;
use crate::form::model::{Field, Held, Kind, Piece};

pub(super) fn normalise(wish: &Wish, field: &Field, context: &Context) -> Result<Plan, Refusal> {
    if field.disabled {
        return Err(refusal("disabled", "the field is disabled"));
    }
    if *wish == Wish::Clear {
        return Ok(Plan::Clear);
    }
    if !field.parts.is_empty() {
        return spread(wish, field, context);
    }
    match field.kind {
        Kind::Checkbox | Kind::Switch => match wish {
            Wish::Bool(checked) => Ok(Plan::Check(*checked)),
            Wish::Text(text) if text.reveal() == "yes" => Ok(Plan::Check(true)),
            Wish::Text(text) if text.reveal() == "no" => Ok(Plan::Check(false)),
            _ => Err(refusal("not-a-yes-no", "write yes or no")),
        },
        Kind::File => Ok(Plan::Files(
            texts(wish).iter().map(|text| text.reveal().to_string()).collect(),
        )),
        Kind::Date | Kind::Time | Kind::Datetime | Kind::Month | Kind::Week | Kind::Color | Kind::Range => {
            Ok(Plan::Value(texts(wish).into_iter().next().unwrap_or_default()))
        }
        _ if !field.options.is_empty() && !field.suggestions => texts(wish)
            .iter()
            .map(|text| {
                field
                    .options
                    .iter()
                    .position(|choice| choice.label == text.reveal() && !choice.disabled)
                    .ok_or_else(|| refusal("no-option", "there is no such option"))
            })
            .collect::<Result<Vec<_>, _>>()
            .map(Plan::Choose),
        Kind::Combobox | Kind::Listbox => Ok(Plan::Pick(texts(wish).into_iter().next().unwrap_or_default())),
        _ => match wish {
            Wish::Text(text) | Wish::Number(text) => Ok(Plan::Text(text.clone())),
            _ => Err(refusal("not-text", "write one text")),
        },
    }
}

fn spread(wish: &Wish, field: &Field, context: &Context) -> Result<Plan, Refusal> {
    let text = texts(wish).into_iter().next().unwrap_or_default();
    let mut characters = text.reveal().chars();
    let mut words = text.reveal().split('-');
    let mut plans = Vec::new();
    for (index, part) in field.parts.iter().enumerate() {
        let piece: String = match part.piece {
            Piece::Chars(count) => characters.by_ref().take(count as usize).collect(),
            _ => words.next().unwrap_or_default().to_string(),
        };
        plans.push((index, normalise(&Wish::Text(Typed::new(piece)), &part.field, context)?));
    }
    Ok(Plan::Spread(plans))
}

fn texts(wish: &Wish) -> Vec<Typed> {
    match wish {
        Wish::Text(text) | Wish::Number(text) => [text.clone()].into(),
        Wish::Bool(_) | Wish::Clear => Vec::new(),
        Wish::List(list) => list.iter().flat_map(texts).collect(),
        Wish::Pieces(pieces) => pieces.iter().flat_map(|(_, wish)| texts(wish)).collect(),
    }
}

fn refusal(code: &'static str, message: &str) -> Refusal {
    Refusal {
        code,
        message: message.to_string(),
        candidates: Vec::new(),
    }
}

pub(super) fn agrees(plan: &Plan, field: &Field, held: &Held) -> Likeness {
    let same = |is: bool| {
        if is { Likeness::Same } else { Likeness::Different }
    };
    match (plan, held) {
        (Plan::Text(text) | Plan::Value(text) | Plan::Pick(text), Held::Text(got)) => {
            let bare = |text: &Typed| -> String {
                text.reveal()
                    .chars()
                    .filter(|c| c.is_alphanumeric())
                    .flat_map(char::to_lowercase)
                    .collect()
            };
            if text == got {
                Likeness::Same
            } else if bare(text) == bare(got) && !bare(got).is_empty() {
                Likeness::Respelled
            } else {
                Likeness::Different
            }
        }
        (Plan::Choose(wanted), Held::Chosen(got)) => same(wanted == got),
        (Plan::Choose(wanted), Held::Text(got)) => same(
            matches!(wanted.as_slice(), [one] if field.options.get(*one).is_some_and(|choice| choice.label == got.reveal())),
        ),
        (Plan::Pick(text), Held::Chosen(got)) => same(
            matches!(got.as_slice(), [one] if field.options.get(*one).is_some_and(|choice| choice.label == text.reveal())),
        ),
        (Plan::Check(wanted), Held::Checked(got)) => same(Some(*wanted) == *got),
        (Plan::Files(paths), Held::Files(names)) => same(
            paths.len() == names.len()
                && paths
                    .iter()
                    .zip(names)
                    .all(|(path, name)| path == name || path.ends_with(&format!("/{name}"))),
        ),
        (Plan::Clear, held) => same(match held {
            Held::Text(text) => text.is_empty(),
            Held::Checked(checked) => *checked == Some(false),
            Held::Chosen(chosen) => chosen.is_empty(),
            Held::Files(files) => files.is_empty(),
        }),
        _ => Likeness::Different,
    }
}

pub(super) fn show(field: &Field, held: &Held) -> Typed {
    match held {
        Held::Text(text) => text.clone(),
        Held::Checked(Some(true)) => "yes".into(),
        Held::Checked(Some(false)) => "no".into(),
        Held::Checked(None) => "mixed".into(),
        Held::Chosen(chosen) => {
            let labels: Vec<&str> = chosen
                .iter()
                .filter_map(|&index| field.options.get(index))
                .map(|choice| choice.label.as_str())
                .collect();
            Typed::new(labels.join(", "))
        }
        Held::Files(files) => Typed::new(files.join(", ")),
    }
}

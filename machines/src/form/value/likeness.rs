//! Whether a control holds what was planned for it.
//!
//! `Same` and `Respelled` are promises in a report. Where it is not certain that nothing of substance was lost, the
//! answer is `Different`: a false alarm is cheap, a false promise is not.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::number::{self, Amount, Habit};
use super::{Plan, beside, file, locale, shown};
use crate::Typed;
use crate::form::model::{Field, Held, Kind};
use crate::form::text;
use crate::report::How;
use crate::widget::branches;
use crate::widget::moment::{self, moment_meant};

mod substance;

pub(crate) use substance::runs_together;
use substance::same_substance;

/// How what is held compares with what was planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Likeness {
    /// The same.
    Same,
    /// The same in another spelling: no letter, digit, sign or decimal place was lost, added or moved.
    Respelled,
    /// Something else.
    Different,
}

/// Compares what `field` holds with the plan for it. For [`Plan::Spread`] the parts' own [`Field::held`] count, so
/// `field` must be as it was read back.
pub fn agrees(plan: &Plan, field: &Field, held: &Held) -> Likeness {
    match (plan, held) {
        (Plan::Text(wanted) | Plan::Pick(wanted), Held::Text(got)) => {
            match texts(wanted.reveal(), got.reveal(), field) {
                Likeness::Different if field.readonly => shown_so(wanted.reveal(), got.reveal(), field),
                likeness => likeness,
            }
        }
        (Plan::Value(wanted), Held::Text(got)) => values(wanted.reveal(), got.reveal(), field),
        (Plan::Check(wanted), Held::Checked(got)) => exactly(*got == Some(*wanted)),
        (Plan::Choose(wanted), Held::Chosen(got)) => exactly(set(wanted) == set(got)),
        (Plan::Choose(wanted), Held::Text(got)) => labels(wanted, got.reveal(), field),
        (Plan::Pick(wanted), Held::Chosen(got)) => match got.as_slice() {
            [at] => option_is(wanted.reveal(), *at, field),
            _ => Likeness::Different,
        },
        (Plan::PickAll(wanted), Held::Chosen(got)) => picked(wanted, got, field),
        (Plan::PickAll(wanted), Held::Text(got)) if field.tree => {
            let ticked: Vec<&str> = got
                .reveal()
                .split(branches::LISTED)
                .filter(|path| !path.is_empty())
                .collect();
            exactly(branches::holds(wanted, &ticked))
        }
        (Plan::PickAll(wanted), Held::Text(got)) => listed(wanted, got.reveal(), field),
        (Plan::Files(wanted), Held::Files(got)) => {
            let mut wanted: Vec<&str> = wanted.iter().map(|path| file::base_name(path)).collect();
            let mut got: Vec<&str> = got.iter().map(String::as_str).collect();
            wanted.sort_unstable();
            got.sort_unstable();
            exactly(wanted == got)
        }
        (Plan::Spread(plans), _) => plans
            .iter()
            .map(|(at, plan)| {
                field
                    .parts
                    .get(*at)
                    .map_or(Likeness::Different, |part| agrees(plan, &part.field, &part.field.held))
            })
            .max()
            .unwrap_or(Likeness::Different),
        (Plan::Clear, held) => emptied(field, held),
        _ => Likeness::Different,
    }
}

/// As [`agrees`], for a field that was written in the way `how`: what its own picker chose it shows in its own way.
pub fn agrees_after(how: Option<How>, plan: &Plan, field: &Field, held: &Held) -> Likeness {
    match (agrees(plan, field, held), how, plan, held) {
        (Likeness::Different, Some(How::Widget), Plan::Text(wanted) | Plan::Pick(wanted), Held::Text(got))
            if super::picks_moment(field, plan) =>
        {
            shown_so(wanted.reveal(), got.reveal(), field)
        }
        // What was gone to by a path may show the end of it alone.
        (Likeness::Different, Some(How::Widget), Plan::Pick(wanted), Held::Text(got))
            if ends_path(wanted.reveal(), got.reveal()) =>
        {
            Likeness::Respelled
        }
        (likeness, ..) => likeness,
    }
}

/// Whether `got` is the last part of the path `wanted`, as [`crate::widget::pick`] parts it.
fn ends_path(wanted: &str, got: &str) -> bool {
    let parts = [" / ", " > ", " › ", " » ", " → "]
        .iter()
        .filter_map(|mark| wanted.rsplit_once(mark));
    let got = text::fold(got);
    !got.is_empty() && parts.map(|(_, last)| text::fold(last)).any(|last| last == got)
}

/// As [`agrees_after`], for a field in which the option of the text `took` was decided on for what was planned, as its
/// list offered it.
pub fn agrees_taken(took: Option<&str>, how: Option<How>, plan: &Plan, field: &Field, held: &Held) -> Likeness {
    let plain = agrees_after(how, plan, field, held);
    match (took, plan) {
        (Some(label), Plan::Pick(_)) => plain.min(agrees(&Plan::Pick(Typed::new(label)), field, held)),
        // The country that was chosen beside a number is shown without its code.
        (Some(code), Plan::Text(wanted)) if field.dial.is_some() && code.starts_with('+') => match held {
            Held::Text(got) if !got.is_empty() && !got.reveal().starts_with('+') => {
                let whole = alloc::format!("{code} {}", got.reveal());
                plain.min(texts(wanted.reveal(), &whole, field))
            }
            _ => plain,
        },
        _ => plain,
    }
}

/// What only its own picker can write into shows the day or the time in the picker's own way.
fn shown_so(wanted: &str, got: &str, field: &Field) -> Likeness {
    match moment_meant(wanted, field) {
        Some(moment) if moment::shows(got, &moment) => Likeness::Respelled,
        _ => Likeness::Different,
    }
}

fn exactly(same: bool) -> Likeness {
    if same { Likeness::Same } else { Likeness::Different }
}

fn set(chosen: &[usize]) -> Vec<usize> {
    let mut out = chosen.to_vec();
    out.sort_unstable();
    out.dedup();
    out
}

fn emptied(field: &Field, held: &Held) -> Likeness {
    match held {
        Held::Text(text) if text.is_empty() => Likeness::Same,
        // An editing area keeps a line, a mask its marks.
        Held::Text(text)
            if text
                .reveal()
                .chars()
                .all(|c| c.is_whitespace() || c == '\u{200B}' || c == '\u{FEFF}') =>
        {
            match field.kind {
                Kind::Editable => Likeness::Same,
                _ => Likeness::Respelled,
            }
        }
        Held::Text(text)
            if super::mask::Mask::of(field).is_some() && !text.reveal().contains(char::is_alphanumeric) =>
        {
            Likeness::Respelled
        }
        Held::Text(_) => Likeness::Different,
        Held::Checked(state) => exactly(*state == Some(false)),
        Held::Chosen(chosen) => exactly(chosen.iter().all(|at| {
            field
                .options
                .get(*at)
                .is_some_and(|choice| choice.value.is_empty() && choice.element.is_none())
        })),
        Held::Files(names) => exactly(names.is_empty()),
    }
}

/// What is chosen as the text of a combobox shows it.
fn labels(wanted: &[usize], got: &str, field: &Field) -> Likeness {
    let texts: Vec<Typed> = wanted
        .iter()
        .filter_map(|at| field.options.get(*at))
        .map(|choice| Typed::new(shown(choice)))
        .collect();
    if texts.len() != wanted.len() {
        return Likeness::Different;
    }
    if let [at] = wanted {
        return option_text(got, *at, field);
    }
    if texts.is_empty() {
        return exactly(got.is_empty());
    }
    listed(&texts, got, field)
}

/// Whether the option at `at` is the one that `text` names.
fn option_is(text: &str, at: usize, field: &Field) -> Likeness {
    option_text(text, at, field)
}

fn option_text(written: &str, at: usize, field: &Field) -> Likeness {
    let Some(choice) = field.options.get(at) else {
        return Likeness::Different;
    };
    let squeezed = text::squeeze(&text::nfc(written));
    let label = text::squeeze(&text::nfc(&choice.label));
    if squeezed == label || (label.is_empty() && squeezed == choice.value) {
        return Likeness::Same;
    }
    let folded = text::fold(written);
    let others = field
        .options
        .iter()
        .enumerate()
        .any(|(other, choice)| other != at && text::fold(&choice.label) == folded);
    if !folded.is_empty() && !others && (text::fold(&choice.label) == folded) {
        Likeness::Respelled
    } else {
        Likeness::Different
    }
}

fn picked(wanted: &[Typed], got: &[usize], field: &Field) -> Likeness {
    let mut rest = set(got);
    if rest.len() != wanted.len() {
        return Likeness::Different;
    }
    let mut worst = Likeness::Same;
    for text in wanted {
        let found = rest
            .iter()
            .position(|at| option_is(text.reveal(), *at, field) != Likeness::Different);
        let Some(found) = found else {
            return Likeness::Different;
        };
        worst = worst.max(option_is(text.reveal(), rest.remove(found), field));
    }
    worst
}

/// Several texts as one, with commas or line breaks between.
fn listed(wanted: &[Typed], got: &str, field: &Field) -> Likeness {
    for mark in [", ", ",", "\n", "; ", ";"] {
        let mut rest: Vec<&str> = got.split(mark).map(str::trim).filter(|part| !part.is_empty()).collect();
        if rest.len() != wanted.len() {
            continue;
        }
        let mut worst = Likeness::Same;
        for text in wanted {
            let Some(found) = rest
                .iter()
                .position(|part| texts(text.reveal(), part, field) != Likeness::Different)
            else {
                worst = Likeness::Different;
                break;
            };
            worst = worst.max(texts(text.reveal(), rest.remove(found), field));
        }
        if worst != Likeness::Different {
            return worst;
        }
    }
    Likeness::Different
}

/// Values of controls that have a form of their own.
fn values(wanted: &str, got: &str, field: &Field) -> Likeness {
    if wanted == got {
        return Likeness::Same;
    }
    let respelled = match field.kind {
        Kind::Color => wanted.eq_ignore_ascii_case(got),
        Kind::Range | Kind::Slider | Kind::Spinbutton | Kind::Number => {
            return if one_number(wanted, got, habit(field)) == Some(true) {
                Likeness::Respelled
            } else {
                Likeness::Different
            };
        }
        // Seconds that are nought are left out or put in.
        Kind::Time | Kind::Datetime => {
            let short = |text: &str| {
                let text = text.strip_suffix(".000").unwrap_or(text);
                let text = if text.matches(':').count() == 2 {
                    text.strip_suffix(":00").unwrap_or(text)
                } else {
                    text
                };
                text.replace(' ', "T")
            };
            short(wanted) == short(got)
        }
        _ => wanted == got.trim(),
    };
    if respelled {
        Likeness::Respelled
    } else {
        Likeness::Different
    }
}

fn habit(field: &Field) -> Habit {
    locale::marks(&field.lang).map_or(Habit::Unknown, Habit::Known)
}

/// Compares two texts as a field of `field`'s kind holds them.
fn texts(wanted: &str, got: &str, field: &Field) -> Likeness {
    let (wanted, got) = (lines(wanted, field.kind), lines(got, field.kind));
    if wanted == got {
        return Likeness::Same;
    }
    if field.kind == Kind::Password || got.is_empty() {
        return Likeness::Different;
    }
    let (wanted, got) = (text::nfc(&wanted), text::nfc(&got));
    // The code stands in the control before the box.
    if field.dial.as_ref().is_some_and(|dial| !dial.within) && own_code(&wanted, &got, field) == Some(wanted.as_str()) {
        return Likeness::Same;
    }
    let bare = fixed_start(field).and_then(|start| got.strip_prefix(start));
    if respelled(&wanted, &got, field) || bare.is_some_and(|rest| respelled(&wanted, rest, field)) {
        Likeness::Respelled
    } else {
        Likeness::Different
    }
}

/// What a mask shows before its first place, whatever is typed: `+1 (` of `+1 (___) ___-____`.
fn fixed_start(field: &Field) -> Option<&str> {
    let held = match &field.held {
        Held::Text(text) => text.reveal(),
        _ => "",
    };
    let template = [held, field.placeholder.as_str()]
        .into_iter()
        .find(|text| text.contains("__") && !text.contains(char::is_alphabetic))?;
    let start = &template[..template.find('_')?];
    start.contains(|c: char| c.is_ascii_digit()).then_some(start)
}

/// Line breaks in one spelling, and what an editing area adds of its own taken away.
fn lines(text: &str, kind: Kind) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if kind != Kind::Editable {
        return text;
    }
    let text: String = text
        .chars()
        .filter(|c| !matches!(c, '\u{200B}' | '\u{FEFF}'))
        .map(|c| if c == '\u{A0}' { ' ' } else { c })
        .collect();
    text.trim_end_matches('\n').to_string()
}

fn respelled(wanted: &str, got: &str, field: &Field) -> bool {
    if wanted.trim() == got.trim() {
        return true;
    }
    if field.kind == Kind::Url || wanted.contains("://") {
        return same_url(wanted.trim(), got.trim());
    }
    if field.kind == Kind::Email || wanted.contains('@') {
        // Any mark of an address may tell it from another.
        return wanted.trim().to_lowercase() == got.trim().to_lowercase();
    }
    if let Some(bare) = own_code(wanted, got, field) {
        return same_substance(wanted, bare, field);
    }
    if field.dial.is_some() && beside::same_number(wanted, got) {
        return true;
    }
    if let Some(same) = one_number(wanted, got, habit(field)) {
        return same;
    }
    same_substance(wanted, got, field)
}

/// What stands after the country's code that the page shows before a telephone number, where none was asked for.
fn own_code<'a>(wanted: &str, got: &'a str, field: &Field) -> Option<&'a str> {
    let start = wanted.trim_start_matches(|c: char| c == '(' || c.is_whitespace());
    if field.kind != Kind::Tel || start.starts_with('+') || start.starts_with("00") {
        return None;
    }
    let (code, rest) = got.split_once(' ')?;
    let digits = code.strip_prefix('+')?;
    let is_code = (1..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    is_code.then_some(rest)
}

/// Scheme and host in any case, and the slash that stands for no path.
fn same_url(wanted: &str, got: &str) -> bool {
    let parts = |url: &str| -> Option<(String, String)> {
        let (scheme, rest) = url.split_once("://")?;
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let path = &rest[end..];
        Some((
            alloc::format!("{scheme}://{}", &rest[..end]).to_lowercase(),
            if path == "/" { String::new() } else { path.to_string() },
        ))
    };
    parts(wanted).is_some() && parts(wanted) == parts(got)
}

/// Whether two texts are the same number; `None` where they are not both numbers, so that other rules may judge.
fn one_number(wanted: &str, got: &str, habit: Habit) -> Option<bool> {
    let shaped = |text: &str| {
        text.contains(|c: char| c.is_ascii_digit())
            && !text.contains(|c: char| c.is_alphabetic() && !text::is_currency(c))
            || number::read(text, habit, None).is_ok_and(|amount| amount.money.is_some())
    };
    // Digits alone, in blanks or none, are judged as digits unless one side has a decimal mark.
    let marked = |text: &str| {
        text.contains(['.', ',', '\u{66B}', '\u{66C}', '%', '\'', '’'])
            || text.contains(text::is_currency)
            || text.contains(['-', '−', '('])
    };
    if !shaped(wanted) || !shaped(got) || !(marked(wanted) || marked(got)) {
        return None;
    }
    let (one, two) = (number::read(wanted, habit, None), number::read(got, habit, None));
    match (one, two) {
        (Ok(one), Ok(two)) => Some(same_amount(&one, &two) && same_digits(wanted, got, &one, &two)),
        (Err(number::Fault::Ambiguous), _) | (_, Err(number::Fault::Ambiguous)) => {
            Some(whichever(wanted, got) || grouped(wanted, got) || grouped(got, wanted))
        }
        _ => None,
    }
}

/// Whether two texts are the same number whichever of dot and comma is the decimal mark.
fn whichever(wanted: &str, got: &str) -> bool {
    ["en", "de"].iter().filter_map(|tag| locale::marks(tag)).all(|marks| {
        let habit = Habit::Known(marks);
        match (number::read(wanted, habit, None), number::read(got, habit, None)) {
            (Ok(one), Ok(two)) => same_amount(&one, &two) && same_digits(wanted, got, &one, &two),
            _ => false,
        }
    })
}

/// Whether `marked` is the whole number `bare` with commas between its groups. A comma would start decimals only in a
/// number that had none.
fn grouped(bare: &str, marked: &str) -> bool {
    let habit = locale::marks("en").map_or(Habit::Unknown, Habit::Known);
    let whole = !bare.contains(['.', ',', '\'', '’', '\u{66B}', '\u{66C}']);
    match (number::read(bare, habit, None), number::read(marked, habit, None)) {
        (Ok(one), Ok(two)) => {
            whole
                && !marked.contains('.')
                && two.value.fraction.is_empty()
                && same_amount(&one, &two)
                && same_digits(bare, marked, &one, &two)
        }
        _ => false,
    }
}

fn same_amount(one: &Amount, two: &Amount) -> bool {
    let money = match (one.money, two.money) {
        (Some(one), Some(two)) => one.iter().any(|code| two.contains(code)),
        _ => true,
    };
    one.value == two.value && money && one.unit == two.unit
}

/// Whether no leading zero was lost: `007` is no `7`, though `.5` is `0.5`.
fn same_digits(wanted: &str, got: &str, one: &Amount, two: &Amount) -> bool {
    let lead = |text: &str, amount: &Amount| {
        let digits = text::ascii_digits(text);
        let zeros = digits
            .chars()
            .skip_while(|c| !c.is_ascii_digit())
            .take_while(|c| *c == '0')
            .count();
        // The nought before the mark of `0.5`.
        if amount.value.whole.is_empty() { 0 } else { zeros }
    };
    lead(wanted, one) == lead(got, two)
}

/// What a control holds, as a person reads it: the texts of options joined by `, `, `yes` or `no` for a box.
pub fn show(field: &Field, held: &Held) -> Typed {
    match held {
        Held::Text(text) if text.is_empty() && !field.parts.is_empty() => {
            let parts: Vec<String> = field
                .parts
                .iter()
                .map(|part| show(&part.field, &part.field.held).into_inner())
                .filter(|part| !part.is_empty())
                .collect();
            parts.join(" ").into()
        }
        Held::Text(text) => text.clone(),
        Held::Checked(Some(true)) => "yes".into(),
        Held::Checked(Some(false)) => "no".into(),
        Held::Checked(None) => "mixed".into(),
        Held::Chosen(chosen) => {
            let texts: Vec<&str> = chosen
                .iter()
                .filter_map(|at| field.options.get(*at))
                .map(shown)
                .collect();
            texts.join(", ").into()
        }
        Held::Files(names) => names.join(", ").into(),
    }
}

#[cfg(test)]
mod tests;

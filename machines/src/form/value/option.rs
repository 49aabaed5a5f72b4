//! Which of the options offered a text means.
//!
//! In order: the text shown, the value's code, the folded text, an equivalent, a single option that begins with the
//! text and then only says more about the same. The first of these that finds options decides; if it finds two, the
//! wish is refused. That a text is contained in an option, or only begins its name, is never enough, and neither a
//! placeholder nor a disabled option is ever chosen.

use alloc::string::String;
use alloc::vec::Vec;

use super::equivalents::{self, CLASSES, bracketed};
use super::number::{self, Habit};
use super::ranges::{self, Mismatch, Range, Ranges};
use super::{Context, Refusal, Wish, countries, phone, refuse, refuse_with};
use crate::form::keys::slip;
use crate::form::model::{Choice, Field, MOST_OPTIONS};
use crate::form::phrase::denial::denies;
use crate::form::synonyms::Langs;
use crate::form::text;
use crate::form::value::ask::{Ask, ask};

mod brackets;
mod list;

use brackets::{is_shared, kin, narrower, repeats};
pub(super) use list::asks_to_choose;
use list::{Found, List};

/// How many of the nearest options a refusal lists.
const NEAREST: usize = 5;

/// The one option that `wish` means.
///
/// # Errors
/// `empty`, `two-values`, `no-option`, `ambiguous-option`, `placeholder-option`, `disabled-option`.
pub(crate) fn one(wish: &Wish, field: &Field, context: &Context) -> Result<usize, Refusal> {
    match wish {
        Wish::Text(typed) | Wish::Number(typed) => find(typed.reveal(), field, context),
        Wish::Bool(truth) => find_truth(*truth, field),
        Wish::List(list) => match list.as_slice() {
            [] => Err(refuse("empty", "name the option to choose")),
            [one_wish] => one(one_wish, field, context),
            _ => Err(refuse("two-values", "the field takes one option: name one")),
        },
        Wish::Pieces(_) => Err(refuse("two-values", "the field takes one option: name one")),
        Wish::Clear => Err(refuse("empty", "name the option to choose")),
    }
}

/// Every option that `wish` means, in the order of the options.
///
/// # Errors
/// As [`one`]; nothing is chosen unless everything named is found.
pub(crate) fn several(wish: &Wish, field: &Field, context: &Context) -> Result<Vec<usize>, Refusal> {
    let mut chosen = match wish {
        Wish::Clear | Wish::Bool(false) => Vec::new(),
        Wish::List(list) => list
            .iter()
            .map(|wish| one(wish, field, context))
            .collect::<Result<_, _>>()?,
        Wish::Bool(true) => match field.options.as_slice() {
            [only] if only.disabled => {
                return Err(refuse("disabled-option", "the page does not allow this option now"));
            }
            [_] => [0].into(),
            _ => [one(wish, field, context)?].into(),
        },
        Wish::Text(typed) => match find(typed.reveal(), field, context) {
            Ok(at) => [at].into(),
            Err(refusal) => listed(typed.reveal(), field, context).ok_or(refusal)?,
        },
        Wish::Number(_) | Wish::Pieces(_) => [one(wish, field, context)?].into(),
    };
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// `Red, Blue` in one string, if every part of it is an option.
fn listed(written: &str, field: &Field, context: &Context) -> Option<Vec<usize>> {
    [";", "\n", ","].iter().find_map(|mark| {
        let parts: Vec<&str> = written
            .split(mark)
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .collect();
        (parts.len() > 1).then(|| {
            parts
                .iter()
                .map(|part| find(part, field, context).ok())
                .collect::<Option<Vec<usize>>>()
        })?
    })
}

fn find(written: &str, field: &Field, context: &Context) -> Result<usize, Refusal> {
    let wanted = text::squeeze(&text::nfc(written));
    if wanted.is_empty() {
        return Err(refuse("empty", "name the option to choose"));
    }
    let list = List::new(field);
    let folded = text::fold(&wanted);
    let settle = |found: Found| match found {
        Found::Nothing => None,
        Found::One(at) => Some(list.take(at)),
        Found::Several(hits) => Some(Err(list.ambiguous(&hits))),
    };
    // An option without a value may be an answer, if it is asked for by its text.
    let settle_named = |found: Found| match found {
        Found::One(at) if list.answers(at) => Some(Ok(at)),
        found => settle(found),
    };
    // The text shown, with its group if need be.
    let shown = |text: &str| text::squeeze(&text::nfc(text));
    let exact = list.find(|_, choice| shown(&choice.label) == wanted);
    if let Some(settled) = settle_named(exact) {
        return settled;
    }
    let grouped = list.find(|_, choice| {
        !choice.group.is_empty()
            && ["/", ":", ">", "-"].iter().any(|mark| {
                wanted.split_once(mark).is_some_and(|(group, label)| {
                    text::fold(group) == text::fold(&choice.group) && text::fold(label) == text::fold(&choice.label)
                })
            })
    });
    if let Some(settled) = settle(grouped) {
        return settled;
    }
    // The code of the value, unless the texts say otherwise.
    let by_value = list.find(|_, choice| !choice.value.is_empty() && choice.value == wanted);
    match by_value {
        Found::One(at) if list.open(at) => {
            let told = by_meaning(&wanted, &list)
                .into_iter()
                .chain(by_number(&wanted, &folded, &list))
                .find(|other| *other != at);
            if let Ok(Found::Several(hits)) = by_range(&wanted, Habit::Unknown, &list) {
                return Err(list.ambiguous(&hits));
            }
            return match told {
                Some(other) => Err(list.ambiguous(&[at, other])),
                None if contradicts(&wanted, at, &list) => Err(list.ambiguous(&[at])),
                None => Ok(at),
            };
        }
        found => {
            if let Some(settled) = settle(found) {
                return settled;
            }
        }
    }
    let dialled =
        field.autocomplete.token == "tel-country-code" || ask(field) == Ask::DialCode || wanted.starts_with('+');
    if dialled && let Some(settled) = by_dial_code(&wanted, &list, context) {
        return settled;
    }
    let habit = number::habit(field, context);
    for found in by_folding(&wanted, &folded, &list) {
        // The marks in a number are no mere spelling.
        if let Found::One(at) = found
            && same_value(&wanted, &list.choices[at].label, habit) == Some(false)
        {
            continue;
        }
        if let Some(settled) = settle_named(found) {
            return settled;
        }
    }
    let valued = list.find(|_, choice| same_value(&wanted, &choice.label, habit) == Some(true));
    if let Some(settled) = settle(valued) {
        return settled;
    }
    if let Some(settled) = by_class(&wanted, &list) {
        return settled;
    }
    if let Some(settled) = settle(by_range(&wanted, number::habit(field, context), &list)?) {
        return settled;
    }
    if let Some(settled) = settle(by_moment(&wanted, &list)) {
        return settled;
    }
    if let Some(settled) = settle(by_beginning(&folded, &list)) {
        return settled;
    }
    Err(missing(&wanted, &folded, &list))
}

/// Whether two texts are one number as the page writes numbers; `None` if they are not both numbers and nothing else.
fn same_value(wanted: &str, label: &str, habit: Habit) -> Option<bool> {
    let read = |text: &str| {
        let amount = number::read(text, habit, None).ok()?;
        (amount.unit.is_empty() && text.contains(|c: char| c.is_ascii_digit())).then_some(amount)
    };
    let (wanted, own) = (read(wanted)?, read(label)?);
    let money = match (wanted.money, own.money) {
        (Some(one), Some(two)) => one.iter().any(|code| two.contains(code)),
        (Some(_), None) => return None,
        _ => true,
    };
    Some(wanted.value == own.value && wanted.percent == own.percent && money)
}

/// Equal when folded, in a few spellings of either side, the nearest first.
fn by_folding(wanted: &str, folded: &str, list: &List<'_>) -> Vec<Found> {
    if folded.is_empty() {
        return Vec::new();
    }
    let closed = text::close_up(folded);
    let spelled = text::fold_spelled(wanted);
    let mut out = Vec::new();
    out.push(list.find(|at, _| list.folded[at] == folded));
    out.push(list.find(|at, choice| {
        !choice.value.is_empty()
            && text::fold(&choice.value) == folded
            && by_number(wanted, folded, list).is_none()
            && !contradicts(wanted, at, list)
    }));
    out.push(list.find(|at, _| !list.folded[at].is_empty() && text::close_up(&list.folded[at]) == closed));
    out.push(list.find(|_, choice| text::fold_spelled(&choice.label) == spelled));
    // A code in brackets on one side that the other side has as its value, or not at all.
    out.push(list.find(|at, choice| {
        bracketed(&choice.label).is_some_and(|(head, inside)| {
            let (wish, place) = (countries::named(wanted), countries::named(inside));
            (is_tag(inside, &choice.value) && kin(folded, at, list).is_empty()
                || repeats(head, inside, &choice.value) && !is_shared(folded, at, list))
                && text::fold(head) == folded
                && CLASSES.iter().all(|class| (class.read)(wanted).len() < 2)
                && (wish.is_empty() || place.is_empty() || wish == place)
        })
    }));
    out.push(list.find(|_, choice| {
        bracketed(wanted).is_some_and(|(head, inside)| {
            text::fold(&choice.label) == text::fold(head)
                && (text::fold(&choice.value) == text::fold(inside)
                    || countries::named(&choice.label) == countries::named(inside)
                        && !countries::named(inside).is_empty())
        })
    }));
    out
}

/// Whether what stands in brackets is a code rather than a distinction.
fn is_tag(inside: &str, value: &str) -> bool {
    inside == value
        || inside.starts_with('+')
            && inside[1..]
                .bytes()
                .all(|b| b.is_ascii_digit() || matches!(b, b' ' | b'-'))
        || inside.len() <= 3 && inside.bytes().all(|b| b.is_ascii_uppercase())
}

/// The options whose texts mean the same as `wanted` in the kind of list that this is.
fn by_meaning(wanted: &str, list: &List<'_>) -> Vec<usize> {
    let mut hits = Vec::new();
    for class in list.about() {
        let wish = equivalents::of_wish(*class, wanted);
        for (at, choice) in list.choices.iter().enumerate() {
            let meaning = equivalents::of_option(*class, &choice.label, "");
            if !wish.is_empty()
                && !list.prompt[at]
                && wish.iter().all(|member| meaning.contains(member))
                && !hits.contains(&at)
            {
                hits.push(at);
            }
        }
    }
    hits
}

/// Whether the text of an option means something else than `wanted`.
fn contradicts(wanted: &str, at: usize, list: &List<'_>) -> bool {
    list.about().iter().filter(|class| class.closed).any(|class| {
        let wish = (class.read)(wanted);
        let shown = list
            .choices
            .get(at)
            .map(|choice| equivalents::of_option(*class, &choice.label, ""))
            .unwrap_or_default();
        !wish.is_empty() && !shown.is_empty() && !wish.iter().any(|member| shown.contains(member))
    })
}

/// The one option whose text begins with the very number asked for, or is the range or month that it names.
fn by_number(wanted: &str, folded: &str, list: &List<'_>) -> Option<usize> {
    if wanted.is_empty() || !wanted.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    if let Ok(Found::One(at)) = by_range(wanted, Habit::Unknown, list) {
        return Some(at);
    }
    let begins = |at: usize| {
        list.folded[at]
            .split(' ')
            .next()
            .is_some_and(|first| first == folded || first.trim_start_matches('0') == folded)
    };
    let mut hits = (0..list.choices.len()).filter(|at| begins(*at));
    match (hits.next(), hits.next()) {
        (Some(at), None) => Some(at),
        _ => None,
    }
}

fn by_class(wanted: &str, list: &List<'_>) -> Option<Result<usize, Refusal>> {
    for class in list.about() {
        let wish = match equivalents::of_wish(*class, wanted) {
            plain if plain.is_empty() && !equivalents::is_torn(*class, wanted) => {
                equivalents::of_option(*class, wanted, "")
            }
            plain => plain,
        };
        if wish.is_empty() {
            continue;
        }
        let meanings: Vec<_> = list
            .choices
            .iter()
            .map(|choice| equivalents::of_option(*class, &choice.label, &choice.value))
            .collect();
        match list.find(|at, _| wish.iter().all(|member| meanings[at].contains(member))) {
            // A name in a language of the world that is as near to the text of another option may be a slip for that.
            Found::One(at) if let Some(near) = nearer(wanted, at, list) => {
                return Some(Err(list.ambiguous(&[at, near])));
            }
            // A cross or a letter is a yes only where a no stands beside it.
            Found::One(at) if class.name == "truth" && is_bare_sign(at, list) => {}
            // `Cyprus (Turkish)` is another place than Cyprus.
            Found::One(at) if turns(&text::fold(wanted), at, list) => {
                return Some(Err(list.ambiguous(&[at])));
            }
            Found::One(at) if !class.closed && narrower(&text::fold(wanted), at, list).len() > 1 => {
                return Some(Err(list.ambiguous(&narrower(&text::fold(wanted), at, list))));
            }
            Found::One(at) => return Some(list.take(at)),
            Found::Several(hits) => return Some(Err(list.ambiguous(&hits))),
            Found::Nothing => {}
        }
        // Several things could be meant, and the list has some of them.
        let partly: Vec<usize> = (0..meanings.len())
            .filter(|at| wish.iter().any(|member| meanings[*at].contains(member)))
            .collect();
        if wish.len() > 1 && !partly.is_empty() {
            return Some(Err(list.ambiguous(&partly)));
        }
        if class.closed {
            return Some(Err(missing(wanted, &text::fold(wanted), list)));
        }
    }
    None
}

/// The range of a list of ranges that holds the number asked for, or is the very range asked for.
fn by_range(wanted: &str, habit: Habit, list: &List<'_>) -> Result<Found, Refusal> {
    let Some(ranges) = Ranges::of(list.field) else {
        return Ok(Found::Nothing);
    };
    let several = || Found::Several((0..list.choices.len()).filter(|at| ranges.get(*at).is_some()).collect());
    let (number, range) = (ranges::wished(wanted, habit), ranges::read(wanted));
    let Some(counted) = (number.as_ref().map(|(_, counted)| counted)).or(range.as_ref().map(Range::counted)) else {
        return Ok(Found::Nothing);
    };
    let counting = match ranges.counting(counted, list.field) {
        Ok(counting) => counting,
        Err(Mismatch::Unsaid) => return Ok(several()),
        Err(mismatch) => return Err(in_another(mismatch, list)),
    };
    let fitting = |at: usize| ranges.get(at).filter(|_| counting.get(at) == Some(&true));
    if let Some((value, _)) = number {
        if ranges.no_span(&value, list.field) {
            return Err(in_another(Mismatch::Unit, list));
        }
        let unclear = (0..list.choices.len()).any(|at| fitting(at).is_some_and(Range::mixed));
        return Ok(if unclear {
            several()
        } else {
            list.find(|at, _| fitting(at).is_some_and(|range| range.holds(&value)))
        });
    }
    let same = |at: usize| {
        let own = fitting(at);
        own.zip(range.as_ref())
            .is_some_and(|(own, range)| own.alike(range) && !range.single())
    };
    Ok(if (0..list.choices.len()).any(same) {
        list.find(|at, _| same(at))
    } else {
        several()
    })
}

fn in_another(mismatch: Mismatch, list: &List<'_>) -> Refusal {
    let all: Vec<usize> = (0..list.choices.len()).filter(|at| list.open(*at)).collect();
    let (code, message) = match mismatch {
        Mismatch::Currency => (
            "currency-mismatch",
            "the options are in another currency: name one as the page shows it",
        ),
        Mismatch::Unit | Mismatch::Unsaid => (
            "unit-mismatch",
            "the options are not in this unit, or do not say theirs: name one as the page shows it",
        ),
    };
    refuse_with(code, message, list.candidates(&all))
}

/// The time slot that is the time asked for.
fn by_moment(wanted: &str, list: &List<'_>) -> Found {
    let Some(wish) = ranges::moment(wanted) else {
        return Found::Nothing;
    };
    let slots: Vec<_> = list
        .choices
        .iter()
        .map(|choice| ranges::moment(&choice.label))
        .collect();
    let halves = list.choices.iter().any(|choice| {
        let folded = text::fold(&choice.label);
        folded.ends_with("am") || folded.ends_with("pm") || folded.ends_with("a m") || folded.ends_with("p m")
    });
    if halves && !wish.half_known {
        // 3:00 may be either half of the day in a list that tells them apart.
        return list.find(|at, _| slots[at].is_some_and(|slot| slot.minutes % 720 == wish.minutes % 720));
    }
    list.find(|at, _| slots[at].is_some_and(|slot| slot.minutes == wish.minutes))
}

/// Another option whose text is but one slip from `wanted`, where that of the option at `chosen` is no nearer.
fn nearer(wanted: &str, chosen: usize, list: &List<'_>) -> Option<usize> {
    let wanted = text::fold(wanted);
    let own = list.folded.get(chosen)?;
    if *own == wanted || !slip(own, &wanted) {
        return None;
    }
    (0..list.choices.len()).find(|at| *at != chosen && list.open(*at) && slip(&list.folded[*at], &wanted))
}

/// Whether an option is a single sign in a list without its contrary.
fn is_bare_sign(at: usize, list: &List<'_>) -> bool {
    let said = |at: usize| super::boolean::read(&list.choices[at].label);
    list.folded[at].chars().count() < 2
        && !(0..list.choices.len()).any(|other| {
            // A sentence that denies is no counterpart of a sign: what stays over beside it may be anything.
            let is_word = !list.folded[other].contains(' ');
            is_word && said(other).is_some() && said(other) != said(at)
        })
}

/// Whether the words behind those asked for change what is chosen: they deny, ask for a price, or name another member.
fn turns(folded: &str, at: usize, list: &List<'_>) -> bool {
    let (Some(choice), Some(text)) = (list.choices.get(at), list.folded.get(at)) else {
        return false;
    };
    let Some(rest) = rest_of(text, folded) else {
        return false;
    };
    let priced =
        choice.label.contains('+') && choice.label.chars().any(text::is_currency) || rest_is_price(&choice.label);
    let turned = rest.split(' ').any(|word| TURNING.contains(&word))
        || denies(rest, Langs::ANY) && super::boolean::read(folded).is_none()
        || super::boolean::read(folded).is_some() && says_otherwise(rest);
    let other = CLASSES
        .iter()
        .filter(|class| matches!(class.name, "country" | "language"))
        .any(|class| {
            let (own, inside) = ((class.read)(folded), bracketed(&choice.label).map(|(_, inside)| inside));
            let inside = inside.is_some_and(|inside| adjective(class.name, inside));
            !own.is_empty() && inside
        });
    priced || turned || other
}

/// Whether what is in brackets behind a country or a language is a people or a language: "Turkish".
fn adjective(class: &str, inside: &str) -> bool {
    let language = CLASSES.iter().find(|class| class.name == "language");
    let named = language.is_some_and(|language| !(language.read)(inside).is_empty());
    named && inside.len() > 3 && class == "country"
}

/// Whether an answer is taken back in part by the words behind it: `Yes, without insurance`.
fn says_otherwise(rest: &str) -> bool {
    [
        "without", "except", "only", "but", "ohne", "nur", "aber", "sin", "sans", "sem", "bez", "solo", "pero", "mais",
    ]
    .iter()
    .any(|word| rest.split(' ').any(|own| own == *word))
}

/// Whether a price to be paid on top stands behind the words: `Standard (+ 50 EUR)`.
fn rest_is_price(label: &str) -> bool {
    let Some((_, rest)) = label.split_once('+') else {
        return false;
    };
    rest.chars().any(|c| c.is_ascii_digit())
        && rest
            .split(|c: char| !c.is_alphabetic())
            .any(|word| word.len() == 3 && word.bytes().all(|b| b.is_ascii_uppercase()))
}

/// Words that make another thing of what stands before them. Folded.
#[rustfmt::skip]
const TURNING: &[&str] = &[
    "non", "only", "without", "except", "excluding", "ohne", "nur", "sans", "seulement", "sin", "solo", "sem", "bez", "tylko",
    "traditional", "simplified", "cyrillic", "latin", "refundable",
];

/// The single option that begins with all the words asked for and then only says more about the same: behind a mark, or
/// in the words that another option ends with too. `New` is not yet `New York`.
fn by_beginning(folded: &str, list: &List<'_>) -> Found {
    if folded.is_empty()
        || CLASSES
            .iter()
            .any(|class| class.closed && class.name == "country" && !(class.read)(folded).is_empty())
    {
        return Found::Nothing;
    }
    let truth = super::boolean::read(folded).is_some();
    let number = folded.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b','));
    let named = |at: usize| {
        let choice = &list.choices[at];
        list.about()
            .iter()
            .any(|class| class.closed && !equivalents::of_option(*class, &choice.label, &choice.value).is_empty())
    };
    let begun = list.find(|at, _| !list.prompt[at] && rest_of(&list.folded[at], folded).is_some());
    // What begins two options is the name of neither.
    if matches!(begun, Found::Several(_)) && !truth {
        return begun;
    }
    let found = list.find(|at, choice| {
        let Some(rest) = rest_of(&list.folded[at], folded).filter(|_| !list.prompt[at]) else {
            return false;
        };
        if turns(folded, at, list) {
            return false;
        }
        if matches!(begun, Found::Several(_)) {
            return true;
        }
        let marked = set_off(&choice.label, folded);
        // `No preference` is not a no; `No, thanks` is.
        if truth {
            return marked && !folded.contains(' ');
        }
        number || marked || coded(&choice.value, folded) || !named(at) && shared(rest, at, choice, list)
    });
    match found {
        Found::One(at) if !truth && narrower(folded, at, list).len() > 1 => Found::Several(narrower(folded, at, list)),
        found => found,
    }
}

/// What follows `start` and a blank.
fn rest_of<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    text.strip_prefix(start)?
        .strip_prefix(' ')
        .filter(|rest| !rest.is_empty())
}

/// Whether a value is a code for just these words: `plan_team` for `team`.
fn coded(value: &str, folded: &str) -> bool {
    text::fold(&value.replace('_', " "))
        .strip_suffix(folded)
        .is_some_and(|start| start.is_empty() || start.ends_with(' '))
}

/// Whether a mark or a price stands behind the words of `label` that fold to `folded`. A hyphen within a word is none.
fn set_off(label: &str, folded: &str) -> bool {
    let label = label.trim();
    let Some(end) =
        (label.char_indices().map(|(at, c)| at + c.len_utf8())).find(|end| text::fold(&label[..*end]) == folded)
    else {
        return false;
    };
    let rest = &label[end..];
    let spaced = rest.starts_with(char::is_whitespace);
    let rest = rest.trim_start();
    rest.starts_with(['(', '[', '{', ',', ';', ':', '.', '!', '–', '—', '|', '·', '•'])
        || rest.starts_with(text::is_currency)
        || rest.starts_with('-') && (spaced || rest[1..].starts_with(char::is_whitespace))
}

/// Whether another option ends with the same words, or has the first of them in a sentence: they name the kind of thing
/// and not this one.
fn shared(rest: &str, at: usize, choice: &Choice, list: &List<'_>) -> bool {
    let first = rest.split(' ').next().unwrap_or("");
    let small = choice
        .label
        .split_whitespace()
        .any(|word| text::fold(word) == first && word.starts_with(char::is_lowercase));
    list.folded.iter().enumerate().any(|(other, text)| {
        other != at
            && list.open(other)
            && (text.strip_suffix(rest).is_some_and(|start| start.ends_with(' '))
                || small && text.split(' ').skip(1).any(|word| word == first))
    })
}

/// The option whose dialling code is that of a number or a code.
fn by_dial_code(wanted: &str, list: &List<'_>, context: &Context) -> Option<Result<usize, Refusal>> {
    let printed: Vec<Vec<String>> = list
        .choices
        .iter()
        .map(|choice| match dial_codes(&choice.label) {
            codes if codes.is_empty() => dial_codes(&choice.value),
            codes => codes,
        })
        .collect();
    let digits: String = wanted.chars().filter(char::is_ascii_digit).collect();
    let bare = !digits.is_empty() && digits == wanted;
    let settle = |found: Found| match found {
        Found::Nothing => None,
        Found::One(at) => Some(list.take(at)),
        Found::Several(hits) => Some(Err(list.ambiguous(&hits))),
    };
    let prints =
        |at: usize, code: &str| printed[at].iter().any(|own| own == code) || list.choices[at].label.trim() == code;
    if (wanted.starts_with('+') || bare) && (1..=7).contains(&digits.len()) {
        if let Some(settled) = settle(list.find(|at, _| prints(at, &digits))) {
            return Some(settled);
        }
        if digits.len() < 4 {
            return settle(list.find(|at, choice| {
                printed[at].is_empty()
                    && matches!(country(choice).as_slice(),
                        [country] if countries::dial_code(country) == Some(digits.as_str()) && phone::leads(country))
            }));
        }
    }
    let number = phone::dialled(wanted, context)?;
    // Of `+1` and `+1-876` the longer one that the number begins with is its own.
    let longest = (0..list.choices.len())
        .flat_map(|at| {
            let label = list.choices[at].label.trim();
            let only = label.bytes().all(|b| b.is_ascii_digit()).then_some(label);
            printed[at].iter().map(String::as_str).chain(only)
        })
        .filter(|code| !code.is_empty() && code.len() >= number.code.len() && number.digits.starts_with(*code))
        .max_by_key(|code| code.len());
    let found = list.find(|at, choice| match longest {
        Some(code) => prints(at, code) && (code.len() > number.code.len() || may_share(&country(choice), &number)),
        None => {
            printed[at].is_empty()
                && matches!(country(choice).as_slice(), [own] if countries::dial_code(own) == Some(number.code.as_str()))
                && may_share(&country(choice), &number)
        }
    });
    match found {
        // `+1` beside one country alone is not that of another.
        Found::One(at)
            if longest.is_none_or(|code| code.len() == number.code.len())
                && !may_be(&country(&list.choices[at]), &number) =>
        {
            None
        }
        found => settle(found),
    }
}

/// The country that an option names.
fn country(choice: &Choice) -> Vec<&'static str> {
    CLASSES
        .iter()
        .find(|class| class.name == "country")
        .map(|class| equivalents::of_option(*class, &choice.label, ""))
        .unwrap_or_default()
}

/// Whether a number is of the country that an option names, as far as both are known.
fn may_be(named: &[&str], number: &phone::Dialled) -> bool {
    match (named, number.country.as_deref()) {
        ([named], Some(own)) => *named == own,
        _ => true,
    }
}

/// Whether the code of a number is also that of the country that an option names, if it names one. Of the countries that
/// share a code, all but the greatest are told by the area code behind it.
fn may_share(named: &[&str], number: &phone::Dialled) -> bool {
    match named {
        [named] => phone::leads(named) || number.country.as_deref() == Some(*named),
        _ => true,
    }
}

/// The dialling codes that a text shows behind a `+`, with the area codes that belong to them: `+1-876`, `+1 809, 829`.
pub(super) fn dial_codes(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut code = String::new();
    for piece in text.split('+').skip(1) {
        let mut groups: Vec<(&str, &str)> = Vec::new();
        let mut rest = piece;
        loop {
            let start = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
            let (mark, after) = rest.split_at(start);
            let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            let joined = mark
                .chars()
                .all(|c| matches!(c, ' ' | '-' | '(' | ')' | '.' | '\u{a0}' | '–' | ',' | '/' | '‑'));
            if end == 0 || end > 7 || !joined || mark.chars().count() > 2 {
                break;
            }
            groups.push((mark, &after[..end]));
            rest = &after[end..];
        }
        for (at, (mark, digits)) in groups.into_iter().enumerate() {
            if at == 0 {
                code = digits.into();
                out.push(code.clone());
            } else if let Some(last) = out.last_mut() {
                if mark.contains([',', '/']) {
                    // Another area of the same code.
                    let more = alloc::format!("{code}{digits}");
                    out.push(more);
                } else {
                    last.push_str(digits);
                }
            }
        }
    }
    out
}

fn find_truth(truth: bool, field: &Field) -> Result<usize, Refusal> {
    let list = List::new(field);
    let says = |text: &str| super::boolean::read(text) == Some(truth);
    let opening = |label: &str| {
        label
            .split([',', '.', '-', '–', '(', ':', ';'])
            .next()
            .is_some_and(says)
            && !says_otherwise(&text::fold(label))
    };
    for found in [
        list.find(|_, choice| says(&choice.label)),
        list.find(|_, choice| opening(&choice.label)),
        list.find(|_, choice| says(&choice.value)),
    ] {
        match found {
            Found::Nothing => {}
            Found::One(at) => return list.take(at),
            Found::Several(hits) => return Err(list.ambiguous(&hits)),
        }
    }
    Err(missing("", if truth { "yes" } else { "no" }, &list))
}

fn missing(wanted: &str, folded: &str, list: &List<'_>) -> Refusal {
    // The start of several names is no answer, but says which were near.
    let near = if wanted.chars().count() < 3 {
        (0..list.choices.len())
            .filter(|at| list.open(*at) && list.folded[*at].starts_with(folded))
            .take(NEAREST)
            .collect()
    } else {
        list.nearest(folded)
    };
    // What begins with the words asked for and then says something else comes first.
    let begun = (0..list.choices.len()).filter(|at| list.open(*at) && rest_of(&list.folded[*at], folded).is_some());
    let mut all: Vec<usize> = begun.take(NEAREST).collect();
    all.extend(near);
    let mut near: Vec<usize> = Vec::new();
    for at in all {
        if !near.contains(&at) {
            near.push(at);
        }
    }
    near.truncate(NEAREST);
    // A short list is told whole.
    if list.choices.len() <= NEAREST + 1 {
        let others = (0..list.choices.len()).filter(|at| list.open(*at) && !near.contains(at));
        let others: Vec<usize> = others.collect();
        near.extend(others);
    }
    let words = if is_cut(list.choices.len()) {
        "no option fits of the first 1,000 that were read, and the list may be longer: narrow it by typing into it or by another field, or choose by hand"
    } else {
        "no option fits: name one as the page shows it"
    };
    refuse_with("no-option", words, list.candidates(&near))
}

/// Whether a list of so many options may be longer than what was read of it.
fn is_cut(options: usize) -> bool {
    u32::try_from(options).is_ok_and(|options| options >= MOST_OPTIONS)
}

/// The spelling of the one suggestion that `written` folds to.
pub(crate) fn suggested(written: &str, field: &Field) -> Option<String> {
    let folded = text::fold(written);
    if folded.is_empty() {
        return None;
    }
    let mut hits = field
        .options
        .iter()
        .map(|choice| {
            if choice.value.is_empty() {
                &choice.label
            } else {
                &choice.value
            }
        })
        .filter(|shown| text::fold(shown) == folded);
    match (hits.next(), hits.next()) {
        (Some(only), None) => Some(only.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;

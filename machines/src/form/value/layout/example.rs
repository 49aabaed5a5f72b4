//! Formats shown by example (`31/12/1999`) or by an empty mask (`__/__/____`).

use alloc::string::String;
use alloc::vec::Vec;

use super::super::calendar::scan::{Token, folded, tokens};
use super::{Format, Shown, Slot};

/// The format of the example in `text`. Where `whole`, the text is nothing but the example; else a word such as
/// "for example" must announce it, since a hint may speak of other dates.
pub(super) fn find(text: &str, whole: bool) -> Option<Shown> {
    if whole && let Some(shown) = mask(text) {
        return Some(shown);
    }
    let tokens = tokens(text);
    let from = announced(&tokens).or(whole.then_some(0))?;
    (from..tokens.len())
        .find_map(|at| date(&tokens[at..], at == 0 || tokens[at].spaced, whole).or_else(|| clock(&tokens[at..], whole)))
}

/// Where the example begins, behind the word that announces it.
fn announced(tokens: &[Token]) -> Option<usize> {
    let words = [
        "example",
        "eg",
        "beispiel",
        "zb",
        "exemple",
        "ex",
        "ejemplo",
        "ej",
        "exemplo",
        "esempio",
        "es",
        "bijv",
        "voorbeeld",
        "np",
        "format",
    ];
    let at = tokens
        .iter()
        .position(|token| token.word().is_some_and(|word| words.contains(&word)));
    let pair = tokens.windows(3).position(|three| {
        let letters = (three[0].word(), three[2].word());
        three[1].is_mark('.') && matches!(letters, (Some("e"), Some("g")) | (Some("z"), Some("b")))
    });
    at.map(|at| at + 1).or(pair.map(|at| at + 3))
}

/// Three numbers, of which one is a year and one is too great to be a month.
fn date(tokens: &[Token], apart: bool, whole: bool) -> Option<Shown> {
    let (first, behind) = tokens.split_first()?;
    let (mark_one, b, rest) = joined(behind)?;
    let (mark_two, c, rest) = joined(rest)?;
    let ends = rest
        .first()
        .is_none_or(|next| next.spaced || !whole && (next.is_mark('.') || next.is_mark(',')));
    if mark_one != mark_two || !apart || !ends || whole && !rest.is_empty() {
        return None;
    }
    let a = first.digits()?;
    let two = |digits: &str| digits.len() == 2;
    let value = |digits: &str| digits.parse::<u32>().ok();
    let fits = |digits: &str| digits.len() <= 2 && value(digits).is_some_and(|number| (1..=31).contains(&number));
    // One digit anywhere shows that zeros are left out.
    let padded = |one: &str, other: &str| two(one) && two(other);
    let slots = match (a.len(), c.len()) {
        (4, 1 | 2) if fits(b) && fits(c) && value(b)? <= 12 => {
            let pad = padded(b, c);
            [Slot::Year(true), Slot::Month(pad), Slot::Day(pad)]
        }
        (1 | 2, 4) if fits(a) && fits(b) => {
            let pad = padded(a, b);
            match (value(a)? > 12, value(b)? > 12) {
                (true, false) => [Slot::Day(pad), Slot::Month(pad), Slot::Year(true)],
                (false, true) => [Slot::Month(pad), Slot::Day(pad), Slot::Year(true)],
                (false, false) if pad => {
                    return mark_one.trim().chars().next().map(Shown::Unordered);
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    let mut marked = Vec::new();
    for slot in slots {
        if !marked.is_empty() {
            marked.push(Slot::Mark(mark_one.clone()));
        }
        marked.push(slot);
    }
    Some(Shown::One(Format { slots: marked }))
}

/// A mark (or a blank) and the number behind it.
fn joined(tokens: &[Token]) -> Option<(String, &str, &[Token])> {
    let first = tokens.first()?;
    if let Some(digits) = first.digits() {
        return first.spaced.then(|| (String::from(" "), digits, &tokens[1..]));
    }
    let mark = ['/', '-', '.'].into_iter().find(|mark| first.is_mark(*mark))?;
    let second = tokens.get(1)?;
    let mut gap = String::new();
    if first.spaced {
        gap.push(' ');
    }
    gap.push(mark);
    if second.spaced {
        gap.push(' ');
    }
    Some((gap, second.digits()?, &tokens[2..]))
}

/// A time as an example: `15:30`, `3:30 PM`.
fn clock(tokens: &[Token], whole: bool) -> Option<Shown> {
    let hour = tokens.first()?.digits().filter(|digits| digits.len() <= 2)?;
    let minute = tokens.get(2)?.digits().filter(|digits| digits.len() == 2)?;
    if !tokens.get(1)?.is_mark(':') || hour.parse::<u32>().ok()? > 23 || minute.parse::<u32>().ok()? > 59 {
        return None;
    }
    let mut slots = Vec::new();
    let half = tokens.get(3).filter(|half| matches!(half.word(), Some("am" | "pm")));
    let end = 3 + usize::from(half.is_some());
    if whole && tokens.len() != end || tokens.get(3).is_some_and(|next| next.is_mark(':')) {
        return None;
    }
    let two = hour.len() == 2;
    slots.push(if half.is_some() {
        Slot::Hour12(two)
    } else {
        Slot::Hour(two)
    });
    slots.push(Slot::Mark(":".into()));
    slots.push(Slot::Minute);
    if let Some(half) = half {
        if half.spaced {
            slots.push(Slot::Mark(" ".into()));
        }
        slots.push(Slot::Half(true));
    }
    Some(Shown::One(Format { slots }))
}

/// A mask with nothing in it: `__/__/____`, `--:--`.
pub(super) fn mask(text: &str) -> Option<Shown> {
    let bare: String = folded(text).chars().filter(|c| !c.is_whitespace()).collect();
    match bare.as_str() {
        "__/__/____" => Some(Shown::Unordered('/')),
        "__.__.____" => Some(Shown::Unordered('.')),
        "__-__-____" => Some(Shown::Unordered('-')),
        "____-__-__" => Some(Shown::One(Format {
            slots: alloc::vec![
                Slot::Year(true),
                Slot::Mark("-".into()),
                Slot::Month(true),
                Slot::Mark("-".into()),
                Slot::Day(true)
            ],
        })),
        "--:--" | "__:__" => Some(Shown::One(Format {
            slots: alloc::vec![Slot::Hour(true), Slot::Mark(":".into()), Slot::Minute],
        })),
        _ => None,
    }
}

//! Formats shown by example (`31/12/1999`, `Dec 31, 1999`) or by an empty mask (`__/__/____`, `00.00.0000`).

use alloc::string::String;
use alloc::vec::Vec;

use super::super::calendar::scan::{Token, folded, tokens};
use super::super::calendar::words;
use super::{Format, Shown, Slot, letters};

/// The format of the example in `text`, which is written in `language`. Where `whole`, the text is nothing but the
/// example; else a word such as "for example" must announce it, since a hint may speak of other dates.
pub(super) fn find(text: &str, whole: bool, language: &str) -> Option<Shown> {
    if whole && let Some(shown) = mask(text) {
        return Some(shown);
    }
    let tokens = tokens(text);
    let from = announced(&tokens).or(whole.then_some(0))?;
    (from..tokens.len())
        .find_map(|at| date(&tokens[at..], at == 0 || tokens[at].spaced, whole).or_else(|| clock(&tokens[at..], whole)))
        .or_else(|| spelled(text, language))
}

/// The format of a date with the month by name: `Dec 31, 2024`, `31 décembre 2024`.
fn spelled(text: &str, language: &str) -> Option<Shown> {
    let pieces = letters::words(text);
    let month = |word: &str| words::month(&folded(word)).is_some();
    let number = |word: &str, digits: core::ops::RangeInclusive<usize>| {
        digits.contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit())
    };
    let day = |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) && !number(word, 4..=4);
    let (at, three) = pieces.windows(3).enumerate().find(|(_, three)| {
        let has = |test: &dyn Fn(&str) -> bool| three.iter().filter(|(_, word)| test(word)).count() == 1;
        has(&month) && has(&day) && has(&|word| number(word, 4..=4))
    })?;
    let named = three.iter().find(|(_, word)| month(word))?;
    let plain = three.iter().all(|(_, word)| !day(word) || number(word, 1..=2));
    // A day of the week before it would have to be written too.
    let before = at.checked_sub(1).and_then(|at| pieces.get(at));
    let weekday = before.is_some_and(|(_, word)| words::weekday(&folded(word)).is_some());
    let first_is_month = month(&three[0].1);
    let Some((spoken, long)) = words::written_in(&named.1, language, first_is_month).filter(|_| plain && !weekday)
    else {
        return Some(Shown::Unread(text.into()));
    };
    let mut slots = Vec::new();
    for (gap, word) in three {
        if !slots.is_empty() {
            slots.push(Slot::Mark(gap.clone()));
        }
        slots.push(if month(word) {
            Slot::MonthName(long)
        } else if number(word, 4..=4) {
            Slot::Year(true)
        } else {
            Slot::Day(word.starts_with('0'))
        });
    }
    Some(Shown::One(Format {
        slots,
        spoken: Some(spoken),
    }))
}

/// Whether a placeholder draws its places as noughts, nines or signs, as those of codes do too.
pub(super) fn is_drawn(placeholder: &str) -> bool {
    drawing(placeholder).is_some_and(|drawing| drawing != placeholder.trim())
}

/// A drawing of three groups of places for digits, each place as `_`: `__/__/____` for `00/00/0000` and `##/##/####`.
fn drawing(text: &str) -> Option<String> {
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let place = bare
        .chars()
        .next()
        .filter(|c| matches!(c, '_' | '#' | '0' | '9' | 'x' | 'X'))?;
    let drawn: String = bare.chars().map(|c| if c == place { '_' } else { c }).collect();
    let sizes: Vec<usize> = drawn.split(['/', '.', '-']).map(str::len).collect();
    let blank = drawn.chars().all(|c| matches!(c, '_' | '/' | '.' | '-'));
    (blank && matches!(sizes.as_slice(), [2, 2, 4] | [4, 2, 2])).then_some(drawn)
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
        .is_none_or(|next| next.spaced || !whole && ['.', ',', ')'].iter().any(|mark| next.is_mark(*mark)));
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
    Some(Shown::One(Format::of(marked)))
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
    Some(Shown::One(Format::of(slots)))
}

/// A mask with nothing in it: `__/__/____`, `--:--`.
pub(super) fn mask(text: &str) -> Option<Shown> {
    let bare: String = folded(text).chars().filter(|c| !c.is_whitespace()).collect();
    let bare = drawing(text).unwrap_or(bare);
    match bare.as_str() {
        "__/__/____" => Some(Shown::Unordered('/')),
        "__.__.____" => Some(Shown::Unordered('.')),
        "__-__-____" => Some(Shown::Unordered('-')),
        "____-__-__" | "____/__/__" | "____.__.__" => {
            let mark = Slot::Mark(bare[4..5].into());
            let slots = [Slot::Year(true), mark.clone(), Slot::Month(true), mark, Slot::Day(true)];
            Some(Shown::One(Format::of(slots.into())))
        }
        "--:--" | "__:__" => Some(Shown::One(Format::of(
            [Slot::Hour(true), Slot::Mark(":".into()), Slot::Minute].into(),
        ))),
        _ => None,
    }
}

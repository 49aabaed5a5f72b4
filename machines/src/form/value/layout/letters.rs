//! Formats written in letters: `DD/MM/YYYY`, `TT.MM.JJJJ`, `jj/mm/aaaa`, `hh:mm AM/PM`, `D MMM YYYY`.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::calendar::scan::folded;
use super::{Format, Slot};

/// The letters for day, month and year, language by language.
const LETTERS: [(char, char, char); 11] = [
    ('d', 'm', 'y'),
    ('t', 'm', 'j'),
    ('j', 'm', 'a'),
    ('d', 'm', 'a'),
    ('d', 'm', 'r'),
    ('d', 'm', 'j'),
    ('g', 'm', 'a'),
    ('g', 'a', 'y'),
    ('p', 'k', 'v'),
    ('д', 'м', 'г'),
    ('j', 'm', 'y'),
];

/// A run of one letter, and what stands between it and the run before.
#[derive(Clone, Debug)]
struct Run {
    letter: char,
    count: usize,
    upper: bool,
    gap: String,
    /// It was a whole word that names the role: `day`, `Monat`.
    named: bool,
}

/// The first format in `text`.
pub(super) fn find(text: &str) -> Option<Format> {
    if text.len() > 400 {
        return None;
    }
    let words = words(text);
    let mut start = 0;
    while start < words.len() {
        let mut runs: Vec<Run> = Vec::new();
        let mut best = None;
        for (index, (gap, word)) in words.iter().enumerate().skip(start) {
            let first = index == start;
            if !first && !joins(gap) {
                break;
            }
            let Some(more) = runs_of(word, if first { "" } else { gap }) else {
                break;
            };
            runs.extend(more);
            let last = words.len() - 1;
            let ends = index == last || index + 1 == last && words[last].1.is_empty();
            if let Some(format) = assign(&runs, start == 0 && ends) {
                let tail = words.get(index + 1).map_or("", |(gap, _)| gap.as_str());
                best = Some(with_tail(format, tail));
            }
        }
        if best.is_some() {
            return best;
        }
        start += 1;
    }
    None
}

/// Words with the gap before each, and one empty word behind the last gap.
fn words(text: &str) -> Vec<(String, String)> {
    let mut words = Vec::new();
    let (mut gap, mut word) = (String::new(), String::new());
    for c in text.chars() {
        // The signs for year, month and day are marks of a format, not its letters.
        let letter = c.is_alphabetic() && !matches!(c, '年' | '月' | '日' | '년' | '월' | '일');
        if letter || c.is_numeric() {
            word.push(c);
        } else {
            if !word.is_empty() {
                words.push((core::mem::take(&mut gap), core::mem::take(&mut word)));
            }
            gap.push(if c.is_whitespace() { ' ' } else { c });
        }
    }
    words.push((gap, word));
    words
}

/// Whether a gap can stand within a format.
fn joins(gap: &str) -> bool {
    let bare = gap.trim();
    gap.chars().count() <= 3
        && matches!(
            bare,
            "" | "/"
                | "-"
                | "."
                | ","
                | ":"
                | "年"
                | "月"
                | "日"
                | "년"
                | "월"
                | "일"
                | "\u{2013}"
                | "\u{2010}"
                | "\u{2011}"
        )
}

/// A word as runs of letters; `None` where it cannot be part of a format.
fn runs_of(word: &str, gap: &str) -> Option<Vec<Run>> {
    let lower = folded(word);
    if let Some(letter) = role_word(&lower) {
        let count = if letter == 'y' { 4 } else { 2 };
        return Some(alloc::vec![Run {
            letter,
            count,
            upper: true,
            gap: gap.into(),
            named: true
        }]);
    }
    if matches!(lower.as_str(), "am" | "pm") {
        // `A` stands for the half of the day from here on: no format has it elsewhere in capitals of two.
        let upper = word.chars().all(char::is_uppercase);
        return Some(alloc::vec![Run {
            letter: '%',
            count: if lower == "am" { 1 } else { 2 },
            upper,
            gap: gap.into(),
            named: false
        }]);
    }
    let mut runs: Vec<Run> = Vec::new();
    let mut t_for_time = false;
    for (c, original) in lower.chars().zip(word.chars()) {
        if !c.is_alphabetic() || word.chars().count() != lower.chars().count() {
            return None;
        }
        match runs.last_mut() {
            Some(run) if run.letter == c => run.count += 1,
            last => {
                t_for_time |= last.is_some() && c == 't' && original == 'T';
                let gap = if runs.is_empty() { gap.into() } else { String::new() };
                runs.push(Run {
                    letter: c,
                    count: 1,
                    upper: original.is_uppercase(),
                    gap,
                    named: false,
                });
            }
        }
    }
    if t_for_time {
        runs = split_at_t(runs)?;
    }
    // Letters that stand together are words, unless every one is doubled: `ddmmyyyy`, not `day`.
    let joined = runs.iter().skip(1).any(|run| run.gap.is_empty());
    if runs.is_empty() || joined && runs.iter().any(|run| run.count < 2) || runs.len() > 6 {
        return None;
    }
    Some(runs)
}

/// `YYYY-MM-DDTHH:mm`: a single T between a date and a time is a mark.
fn split_at_t(runs: Vec<Run>) -> Option<Vec<Run>> {
    let mut out: Vec<Run> = Vec::new();
    let mut pending = false;
    for run in runs {
        if run.letter == 't' && run.count == 1 && !out.is_empty() {
            pending = true;
            continue;
        }
        let gap = if pending { String::from("T") } else { run.gap.clone() };
        pending = false;
        out.push(Run { gap, ..run });
    }
    (!pending).then_some(out)
}

/// The letter for a word that means day, month or year.
fn role_word(word: &str) -> Option<char> {
    match word {
        "day" | "tag" | "jour" | "dia" | "giorno" | "dag" | "dzien" => Some('d'),
        "month" | "monat" | "mois" | "mes" | "mese" | "maand" | "miesiac" => Some('m'),
        "year" | "jahr" | "annee" | "ano" | "anno" | "jaar" | "rok" => Some('y'),
        _ => None,
    }
}

/// Gives every run its role, if that makes sense in one language. `whole` says that the text is nothing else.
fn assign(runs: &[Run], whole: bool) -> Option<Format> {
    let formats = LETTERS.iter().filter_map(|letters| assign_in(runs, *letters, whole));
    formats.into_iter().next()
}

fn assign_in(runs: &[Run], (day, month, year): (char, char, char), whole: bool) -> Option<Format> {
    let php = runs.iter().all(|run| run.count == 1 && !run.named)
        && runs.iter().any(|run| run.letter == 'y' && run.upper)
        && runs.iter().any(|run| run.letter == 'd' && !run.upper);
    let mut slots: Vec<Slot> = Vec::new();
    let mut before: Option<Slot> = None;
    let time_only = runs.len() >= 2
        && !runs
            .iter()
            .any(|run| run.letter == year || run.letter == day && day == 'd');
    for (index, run) in runs.iter().enumerate() {
        let after_hour = matches!(before, Some(Slot::Hour(_)));
        let after_minute = matches!(before, Some(Slot::Minute));
        let clock_gap = run.gap.contains(':') || run.gap.is_empty() || run.gap.trim() == "." && time_only;
        let next = runs.get(index + 1);
        let next_is = |letter: char| next.is_some_and(|next| next.letter == letter && next.gap.contains(':'));
        let glued_minute = next.is_some_and(|next| next.letter == 'm' && next.gap.is_empty());
        let slot = match (run.letter, run.count) {
            // PHP's `H:i` and `g:i`: the letter, not its count, tells of zeros.
            ('h' | 'g', 1) if next_is('i') => Slot::Hour(run.letter == 'h'),
            ('h', count @ 1..=2) if next_is('m') => Slot::Hour(count == 2),
            ('h', 2) if glued_minute => Slot::Hour(true),
            // Stunden, timmar, uren, ore, godziny, часы.
            ('s' | 't' | 'u' | 'o' | 'g' | 'ч', 2) if next_is('m') || next_is('м') => Slot::Hour(true),
            ('m' | 'i' | 'м', 1..=2) if after_hour && clock_gap => Slot::Minute,
            ('s' | 'с', 1..=2) if after_minute && clock_gap => Slot::Second,
            ('%', 1) if after_minute || matches!(before, Some(Slot::Second)) => Slot::Half(run.upper),
            // `AM/PM`: the second half of the same slot.
            ('%', 2) if matches!(before, Some(Slot::Half(_))) && run.gap.trim() == "/" => continue,
            ('a' | 't', 1..=2) if after_minute && index + 1 == runs.len() => Slot::Half(run.upper),
            (letter, count @ 1..=2) if letter == day => Slot::Day(count == 2 || php),
            (letter, count @ 1..=2) if letter == month && !(php && run.upper) => Slot::Month(count == 2 || php),
            (letter, count) if letter == month && (count == 3 || php) => Slot::MonthName(false),
            (letter, 4) if letter == month => Slot::MonthName(true),
            (letter, 1 | 4) if letter == year => Slot::Year(true),
            (letter, 2) if letter == year => Slot::Year(false),
            _ => return None,
        };
        let role = |slot: &Slot| {
            core::mem::discriminant(&match slot {
                Slot::MonthName(_) => Slot::Month(true),
                other => other.clone(),
            })
        };
        if slots.iter().any(|other| role(other) == role(&slot)) {
            return None;
        }
        if !slots.is_empty() && !run.gap.is_empty() {
            slots.push(Slot::Mark(run.gap.clone()));
        }
        before = Some(slot.clone());
        slots.push(slot);
    }
    if slots.iter().any(|slot| matches!(slot, Slot::Half(_))) {
        for slot in &mut slots {
            if let Slot::Hour(two) = *slot {
                *slot = Slot::Hour12(two);
            }
        }
    }
    sensible(&slots, runs, whole).then_some(Format { slots })
}

/// Whether the roles make up something that a field can want.
fn sensible(slots: &[Slot], runs: &[Run], whole: bool) -> bool {
    let has = |test: fn(&Slot) -> bool| slots.iter().any(test);
    let day = has(|slot| matches!(slot, Slot::Day(_)));
    let month = has(|slot| matches!(slot, Slot::Month(_) | Slot::MonthName(_)));
    let year = has(|slot| matches!(slot, Slot::Year(_)));
    let hour = has(|slot| matches!(slot, Slot::Hour(_) | Slot::Hour12(_)));
    let minute = has(|slot| matches!(slot, Slot::Minute));
    let date = match (day, month, year) {
        (true, true, true) => true,
        (true, true, false) | (false, true, true) => {
            // Two runs are a format only if they are doubled and a mark joins them: `MM/YY`, `MMYY`; not `J.M.`.
            let two_digits_first = matches!(slots.first(), Some(Slot::Year(false)));
            let loose = runs
                .iter()
                .skip(1)
                .any(|run| !run.gap.is_empty() && run.gap.trim().is_empty());
            let spelled = year && has(|slot| matches!(slot, Slot::MonthName(_)));
            let doubled = runs.iter().all(|run| run.count >= 2 && !run.named);
            !two_digits_first && doubled && (!loose || spelled || whole)
        }
        (false, false, false) => hour,
        _ => false,
    };
    let marked = runs.iter().skip(1).all(|run| !run.named || !run.gap.trim().is_empty());
    date && marked && hour == minute && (!has(|slot| matches!(slot, Slot::Half(_))) || hour)
}

/// Adds the sign that closes a format: the 日 of `YYYY年MM月DD日`, the full stop of `YYYY. MM. DD.`.
fn with_tail(mut format: Format, tail: &str) -> Format {
    let sign = tail.chars().next().filter(|sign| matches!(sign, '日' | '일'));
    if let (Some(sign), Some(Slot::Day(_))) = (sign, format.slots.last()) {
        format.slots.push(Slot::Mark(String::from(sign)));
    }
    format
}

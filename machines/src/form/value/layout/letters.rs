//! Formats written in letters: `DD/MM/YYYY`, `TT.MM.JJJJ`, `jj/mm/aaaa`, `hh:mm AM/PM`, `D MMM YYYY`.
//!
//! What is understood only in part is no format: a value in a part of it would lose the rest.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::calendar::scan::folded;
use super::{Format, Slot};

/// What a text shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Letters {
    /// This format.
    One(Format),
    /// One with letters that are not known here.
    Unread,
}

/// The letters for day, month and year, language by language. Two of the three may stand alone.
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

/// The same for letters that say something only where all three stand together: Croatian and Latvian, Slovenian, Estonian,
/// Albanian, Azerbaijani, Welsh and Breton, Lithuanian, Romanian, Hungarian, Vietnamese, Malay, Filipino, Basque, Irish,
/// Maltese, Romansh, Uzbek, Ukrainian, Kazakh, Greek, Armenian, Georgian, Hebrew, Thai. The year of some has the letter
/// of the day or the month, four times.
const TOGETHER: [(char, char, char); 24] = [
    ('d', 'm', 'g'),
    ('d', 'm', 'l'),
    ('p', 'k', 'a'),
    ('d', 'm', 'v'),
    ('g', 'a', 'i'),
    ('d', 'm', 'b'),
    ('d', 'm', 'm'),
    ('z', 'l', 'a'),
    ('n', 'h', 'e'),
    ('n', 't', 'n'),
    ('h', 'b', 't'),
    ('a', 'b', 't'),
    ('e', 'h', 'u'),
    ('l', 'm', 'b'),
    ('j', 'x', 's'),
    ('d', 'm', 'o'),
    ('k', 'o', 'y'),
    ('д', 'м', 'р'),
    ('к', 'а', 'ж'),
    ('η', 'μ', 'ε'),
    ('օ', 'ա', 'տ'),
    ('დ', 'თ', 'წ'),
    ('י', 'ח', 'ש'),
    ('ว', 'ด', 'ป'),
];

/// Words that stand between the pieces of a date and belong to its format: `DD de MMMM de YYYY`.
const BETWEEN: [&str; 3] = ["de", "del", "of"];

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
pub(super) fn find(text: &str) -> Option<Letters> {
    if text.len() > 400 {
        return None;
    }
    if let Some(format) = signs(text) {
        return Some(Letters::One(format));
    }
    let words = words(text);
    let mut cut = false;
    for start in 0..words.len() {
        match longest(&words, start) {
            Some((_, end, whole)) if is_cut(&words, start, end, whole) => cut = true,
            Some((format, ..)) if !cut => return Some(Letters::One(format)),
            _ => {}
        }
    }
    (cut || is_foreign(&words)).then_some(Letters::Unread)
}

/// The longest format that begins at the word `start`, its last word, and whether it has day, month and year.
fn longest(words: &[(String, String)], start: usize) -> Option<(Format, usize, bool)> {
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
            best = Some((with_tail(format, tail), index));
        }
    }
    best.map(|(format, end)| {
        let whole = format.has_day() && format.has_year() || !format.has_day() && !format.has_year();
        (format, end, whole)
    })
}

/// Whether the words around a format belong to it: letters that are not known (`DD.MM.ŽŽŽŽ`), or half a number
/// (`DD/MM/20__`). Another whole format beside it is but the same in another language.
fn is_cut(words: &[(String, String)], start: usize, end: usize, whole: bool) -> bool {
    let run = |word: &str| repeated(word).is_some_and(|(_, count)| count > 1);
    let part = |gap: &str, word: &str| {
        let mixed = word.chars().any(char::is_numeric);
        joins(gap) && (run(word) || !whole && mixed && !gap.trim().is_empty())
    };
    let behind = words.get(end + 1).is_some_and(|(gap, word)| {
        let tight = !whole && joins(gap) && !gap.contains(' ') && !word.is_empty();
        (part(gap, word) || tight) && longest(words, end + 1).is_none()
    });
    let before = start.checked_sub(1).and_then(|at| words.get(at));
    behind || before.is_some_and(|(_, word)| part(&words[start].0, word) && !(whole && words[start].0.contains(' ')))
}

/// Whether three runs of letters stand as a date does, and are not all of one letter: `ŽŽ.ŠŠ.ČČČČ`.
fn is_foreign(words: &[(String, String)]) -> bool {
    words.windows(3).any(|three| {
        let runs: Vec<(char, usize)> = three.iter().filter_map(|(_, word)| repeated(word)).collect();
        let marks = [&three[1].0, &three[2].0].map(|gap| gap.trim());
        let [(a, first), (b, middle), (c, last)] = runs.as_slice() else {
            return false;
        };
        matches!((first, middle, last), (1..=2, 1..=2, 4) | (4, 1..=2, 1..=2))
            && !(a == b && b == c)
            && matches!(marks, ["/", "/"] | [".", "."] | ["-", "-"])
    })
}

/// The letter that a word repeats and nothing else, and how often.
fn repeated(word: &str) -> Option<(char, usize)> {
    let lower = folded(word);
    let letter = lower.chars().next().filter(|c| c.is_alphabetic())?;
    let count = lower.chars().count();
    lower.chars().all(|c| c == letter).then_some((letter, count))
}

/// A format in the bare signs for year, month and day: `年/月/日`.
fn signs(text: &str) -> Option<Format> {
    let slot = |sign: char| match sign {
        '年' | '년' => Some(Slot::Year(true)),
        '月' | '월' => Some(Slot::Month(true)),
        '日' | '일' => Some(Slot::Day(true)),
        _ => None,
    };
    let chars: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    chars.windows(5).find_map(|five| {
        let mark = Slot::Mark(five[1].into());
        let slots = [slot(five[0])?, mark.clone(), slot(five[2])?, mark, slot(five[4])?];
        let apart = slots[0] != slots[2] && slots[0] != slots[4] && slots[2] != slots[4];
        (apart && five[1] == five[3] && matches!(five[1], '/' | '-' | '.')).then(|| Format::of(slots.into()))
    })
}

/// Words with the gap before each, and one empty word behind the last gap.
pub(super) fn words(text: &str) -> Vec<(String, String)> {
    let mut words: Vec<(String, String)> = Vec::new();
    let (mut gap, mut word) = (String::new(), String::new());
    for c in text.chars() {
        // The signs for year, month and day are marks of a format, not its letters.
        let letter = c.is_alphabetic() && !matches!(c, '年' | '月' | '日' | '년' | '월' | '일');
        if letter || c.is_numeric() {
            word.push(c);
        } else {
            if !words.is_empty() && gap == " " && c == ' ' && BETWEEN.contains(&word.as_str()) {
                gap.push_str(&core::mem::take(&mut word));
            } else if !word.is_empty() {
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
    // An apostrophe before two digits of the year: `DD.MM.'YY`.
    let bare = gap.trim_end_matches(['\'', '’']).trim();
    BETWEEN.contains(&bare)
        || gap.chars().count() <= 3
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
    if lower == "mon" {
        return Some(alloc::vec![Run {
            letter: 'm',
            count: 3,
            upper: true,
            gap: gap.into(),
            named: false
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
        "day" | "tag" | "jour" | "dia" | "giorno" | "dag" | "dzien" | "يوم" => Some('d'),
        "month" | "monat" | "mois" | "mes" | "mese" | "maand" | "miesiac" | "شهر" => Some('m'),
        "year" | "jahr" | "annee" | "ano" | "anno" | "jaar" | "rok" | "سنة" => Some('y'),
        _ => None,
    }
}

/// Gives every run its role, if that makes sense in one language. `whole` says that the text is nothing else.
fn assign(runs: &[Run], whole: bool) -> Option<Format> {
    let mut runs = runs.to_vec();
    // `DD Month YYYY`: where the others are letters, the word stands for the name of the month.
    let named = runs.iter().filter(|run| run.named).count();
    for run in &mut runs {
        if named == 1 && run.letter == 'm' && run.named {
            (run.named, run.count) = (false, 4);
        }
    }
    let alone = LETTERS.iter().find_map(|letters| assign_in(&runs, *letters, whole));
    alone.or_else(|| {
        let plain = |letter: char| runs.iter().any(|run| run.letter == letter && run.count == 2);
        let doubled = runs.iter().any(|run| run.count > 2) || plain('d') && plain('m');
        TOGETHER
            .iter()
            .filter(|_| doubled)
            .filter_map(|letters| assign_in(&runs, *letters, whole))
            .find(|format| format.has_day() && format.has_year())
    })
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
            (letter, 4) if letter == year && (year == day || year == month) => Slot::Year(true),
            (letter, count @ 1..=2) if letter == day => Slot::Day(count == 2 || php),
            (letter, count @ 1..=2) if letter == month && !(php && run.upper) => Slot::Month(count == 2 || php),
            (letter, count) if letter == month && (count == 3 || php) => Slot::MonthName(false),
            (letter, 4) if letter == month => Slot::MonthName(true),
            (letter, 1 | 4) if letter == year => Slot::Year(true),
            (letter, 2) if letter == year => Slot::Year(false),
            // Half translated: `TT.MM.YYYY`.
            ('y', count @ (2 | 4)) if day != 'y' && month != 'y' => Slot::Year(count == 4),
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
    sensible(&slots, runs, whole).then(|| Format::of(slots))
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

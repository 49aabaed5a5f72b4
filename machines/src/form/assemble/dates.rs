//! Dates and times in several controls.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Draft, Shape, Title, group_title, kind};
use crate::form::autocomplete;
use crate::form::fold::{fold, words};
use crate::form::model::{Control, Kind, LabelSource, Piece};

/// What a control says of the piece of a date that it takes.
struct Sign {
    /// The piece.
    piece: Piece,
    /// What its label says besides the piece: "Birth" of "Birth month".
    rest: String,
    /// What its name says besides the piece: `dob` of `dob_mm`.
    stem: String,
    /// How much that is worth: what the page says to a person or to a browser, or only its shape.
    sure: bool,
    /// The date that `autocomplete` says it is a piece of, else empty.
    token: &'static str,
}

/// Collects the dates and times that are spread over neighbours.
pub(super) fn collect(controls: &[Control], taken: &mut [bool], drafts: &mut Vec<Draft>) {
    let free: Vec<usize> = (0..controls.len())
        .filter(|at| taken.get(*at) == Some(&false))
        .collect();
    let signs: Vec<Option<Sign>> = free.iter().map(|at| controls.get(*at).and_then(sign)).collect();
    let mut start = 0;
    while start < free.len() {
        let run = run(controls, &free, &signs, start);
        if run < 2 {
            start += 1;
            continue;
        }
        let members: Vec<usize> = free.iter().skip(start).take(run).copied().collect();
        let signs: Vec<&Sign> = signs.iter().skip(start).take(run).flatten().collect();
        for at in &members {
            if let Some(taken) = taken.get_mut(*at) {
                *taken = true;
            }
        }
        let title = title(controls, &members, &signs);
        let pieces = signs.iter().map(|sign| sign.piece).collect();
        let shape = Shape::Parts {
            kind: Kind::DateParts,
            pieces,
            title,
        };
        drafts.push(Draft { members, shape });
        start += run;
    }
}

/// How many neighbours from `start` on make up one date or time, 0 if they do not.
fn run(controls: &[Control], free: &[usize], signs: &[Option<Sign>], start: usize) -> usize {
    let at = |offset: usize| -> Option<(&Control, &Sign)> {
        let control = controls.get(*free.get(start + offset)?)?;
        Some((control, signs.get(start + offset)?.as_ref()?))
    };
    let Some(first) = at(0) else { return 0 };
    let mut pieces = Vec::from([first.1.piece]);
    while let Some((control, sign)) = at(pieces.len()) {
        if pieces.contains(&sign.piece) || !linked(first, (control, sign)) {
            break;
        }
        pieces.push(sign.piece);
    }
    // The longest beginning that is a date or a time. What follows starts anew.
    (2..=pieces.len())
        .rev()
        .find(|length| {
            let sure = (0..*length).all(|offset| at(offset).is_some_and(|(_, sign)| sign.sure));
            pieces.get(..*length).is_some_and(|pieces| whole(pieces, sure))
        })
        .unwrap_or(0)
}

/// Whether pieces make a date or a time. Mere shape is enough only for all three pieces of a date.
fn whole(pieces: &[Piece], sure: bool) -> bool {
    let has = |piece| pieces.contains(&piece);
    let date = [Piece::Day, Piece::Month, Piece::Year]
        .into_iter()
        .filter(|piece| has(*piece))
        .count();
    let time = has(Piece::Hour) && has(Piece::Minute);
    let only_date = !has(Piece::Hour) && !has(Piece::Minute) && !has(Piece::Half);
    match (date, time) {
        (0 | 3, true) => sure,
        (3, false) => only_date,
        (2, false) => sure && only_date && has(Piece::Month),
        _ => false,
    }
}

/// Whether two neighbours are pieces of one date.
fn linked(first: (&Control, &Sign), next: (&Control, &Sign)) -> bool {
    let ((a, sign_a), (b, sign_b)) = (first, next);
    if a.form != b.form || (a.role == "spinbutton") != (b.role == "spinbutton") {
        return false;
    }
    if !sign_a.token.is_empty() && !sign_b.token.is_empty() {
        return sign_a.token == sign_b.token;
    }
    // "Start month" and "End year" are of two dates, whatever else they share.
    if !sign_a.rest.is_empty() && !sign_b.rest.is_empty() {
        return sign_a.rest == sign_b.rest;
    }
    let stem = !sign_a.stem.is_empty() && sign_a.stem == sign_b.stem;
    let group = match (&a.group, &b.group) {
        (Some(a), Some(b)) => a.element == b.element,
        _ => false,
    };
    stem || group
        || (a.group == b.group && sign_a.sure && sign_b.sure && sign_a.stem.is_empty() && sign_b.stem.is_empty())
}

/// What a control says of itself, `None` if it is no piece of a date.
fn sign(control: &Control) -> Option<Sign> {
    let small = control.maxlength.is_none_or(|length| length <= 4);
    let fits = match kind(control) {
        Kind::Select | Kind::Combobox | Kind::Spinbutton | Kind::Listbox => true,
        Kind::Text | Kind::Tel | Kind::Number => small,
        _ => false,
    };
    if !fits {
        return None;
    }
    let (stem, by_name) = name_sign(&control.name);
    let stem = if by_name.is_none() {
        name_sign(&control.id).0
    } else {
        stem
    };
    let by_name = by_name.or_else(|| name_sign(&control.id).1);
    let token = token_sign(&control.autocomplete);
    let label = label_sign(&control.label);
    let (piece, rest, sure) = if let Some((piece, _)) = token {
        (piece, label.map_or_else(String::new, |(_, rest)| rest), true)
    } else if let Some((piece, rest)) = label {
        (piece, rest, true)
    } else if option_sign(control) == Some(Piece::Half) {
        // "AM" and "PM" say it themselves, whatever the label is.
        (Piece::Half, String::new(), true)
    } else if let Some(piece) = mask_sign(&control.placeholder).or_else(|| mask_sign(first_option(control))) {
        (piece, String::new(), true)
    } else if let Some(piece) = by_name {
        // One letter is a weak sign; it needs a shape that agrees.
        let shape = option_sign(control);
        let ticks = is_clock(control, piece);
        let agrees = ticks || shape.is_none_or(|shape| shape == piece);
        (agrees && unlabelled(control)).then_some((
            piece,
            String::new(),
            ticks || shape.is_some() || control.maxlength.is_some(),
        ))?
    } else {
        let piece = option_sign(control).filter(|_| unlabelled(control))?;
        (piece, String::new(), false)
    };
    Some(Sign {
        piece,
        rest,
        stem,
        sure,
        token: token.map_or("", |(_, token)| token),
    })
}

/// Whether no label that a person reads names this very control.
fn unlabelled(control: &Control) -> bool {
    control.label.is_empty()
        || !matches!(control.label_source, LabelSource::Label | LabelSource::Aria)
        || fold(&control.label).is_empty()
}

fn token_sign(attribute: &str) -> Option<(Piece, &'static str)> {
    if attribute.is_empty() {
        return None;
    }
    Some(match autocomplete::parse(attribute).token.as_str() {
        "bday-day" => (Piece::Day, "bday"),
        "bday-month" => (Piece::Month, "bday"),
        "bday-year" => (Piece::Year, "bday"),
        "cc-exp-month" => (Piece::Month, "cc-exp"),
        "cc-exp-year" => (Piece::Year, "cc-exp"),
        _ => return None,
    })
}

/// The piece that one folded word names, in the eight languages and as a mask.
pub(crate) fn piece_word(word: &str) -> Option<Piece> {
    Some(match word {
        "day" | "tag" | "jour" | "dia" | "dzien" | "din" | "日" | "dd" | "tt" | "jj" => Piece::Day,
        "month" | "monat" | "mois" | "mes" | "miesiac" | "mahina" | "月" | "mm" => Piece::Month,
        "year" | "jahr" | "annee" | "ano" | "rok" | "saal" | "sal" | "varsh" | "年" | "yyyy" | "jjjj" | "aaaa"
        | "rrrr" | "yy" => Piece::Year,
        "hour" | "hours" | "stunde" | "stunden" | "heure" | "heures" | "hora" | "horas" | "godzina" | "ghanta"
        | "時" | "hh" => Piece::Hour,
        "minute" | "minutes" | "minuten" | "minuto" | "minutos" | "minuta" | "分" => Piece::Minute,
        "meridiem" | "ampm" | "dayperiod" => Piece::Half,
        _ => return None,
    })
}

/// The piece that a label names and what else it says, `None` if it names none or several.
fn label_sign(label: &str) -> Option<(Piece, String)> {
    let folded = fold(label).replace("am pm", "ampm");
    let mut piece = None;
    let mut rest = Vec::new();
    for word in folded.split(' ').filter(|word| !word.is_empty()) {
        match piece_word(word) {
            Some(found) if piece.is_none_or(|piece| piece == found) => piece = Some(found),
            Some(_) => return None,
            None => rest.push(word),
        }
    }
    // A sentence that happens to hold "day" ("First day of leave") names a date, not a piece of one.
    let rest = rest.join(" ");
    let piece = piece?;
    let first_or_last = folded.split(' ').next().and_then(piece_word).is_some()
        || folded.rsplit(' ').next().and_then(piece_word).is_some();
    (first_or_last && rest.split(' ').count() <= 5).then_some((piece, rest))
}

/// The piece that a placeholder or an empty option stands for: `DD`, `Month`, `JJJJ`, `27`… is none.
fn mask_sign(text: &str) -> Option<Piece> {
    let folded = fold(text);
    // Only the whole of it: "DD/MM/YYYY" is a date in one box.
    let mut found = folded.split(' ').map(piece_word);
    match (found.next(), found.next()) {
        (Some(Some(piece)), None) => Some(piece),
        _ => None,
    }
}

fn first_option(control: &Control) -> &str {
    control.options.first().map_or("", |option| option.label.as_str())
}

/// The piece that a name ends in and what stands before it.
fn name_sign(name: &str) -> (String, Option<Piece>) {
    // Rails: user[born(1i)] is the year, (2i) the month, (3i) the day.
    let rails = [
        ("(1i)", Piece::Year),
        ("(2i)", Piece::Month),
        ("(3i)", Piece::Day),
        ("(4i)", Piece::Hour),
        ("(5i)", Piece::Minute),
    ];
    for (tail, piece) in rails {
        if let Some(stem) = name.trim_end_matches(']').strip_suffix(tail) {
            return (fold(stem), Some(piece));
        }
    }
    let mut words = words(name);
    let Some(last) = words.pop() else {
        return (String::new(), None);
    };
    let piece = piece_word(&last).or(match last.as_str() {
        "d" => Some(Piece::Day),
        "m" | "mon" => Some(Piece::Month),
        "y" => Some(Piece::Year),
        _ => None,
    });
    if piece.is_some() {
        return (words.join(" "), piece);
    }
    // Run together: `birthmonth`, `dobday`.
    for (tail, piece) in [("day", Piece::Day), ("month", Piece::Month), ("year", Piece::Year)] {
        if let Some(stem) = last.strip_suffix(tail)
            && !stem.is_empty()
            && !(piece == Piece::Day && matches!(stem, "birth" | "holi" | "to" | "week" | "b"))
        {
            words.push(stem.into());
            return (words.join(" "), Some(piece));
        }
    }
    (String::new(), None)
}

/// The piece whose values a list of options holds.
fn option_sign(control: &Control) -> Option<Piece> {
    let all = || {
        control
            .options
            .iter()
            .filter(|option| !option.value.is_empty() && !option.label.trim().is_empty())
    };
    let number = |text: &str| -> Option<u32> {
        let digits = text.trim();
        (digits.len() <= 4).then(|| digits.parse().ok())?
    };
    let by_label: Vec<u32> = all().filter_map(|option| number(&option.label)).collect();
    let count = all().count();
    let run = |values: &[u32], least: u32, most: u32| values.iter().all(|value| (least..=most).contains(value));
    if by_label.len() + 1 >= count && by_label.len() >= 5 && run(&by_label, 1900, 2200) {
        return Some(Piece::Year);
    }
    if by_label.len() + 1 >= count && (28..=31).contains(&by_label.len()) && run(&by_label, 1, 31) {
        return Some(Piece::Day);
    }
    if by_label.len() == 12 && count <= 13 && run(&by_label, 1, 12) {
        return Some(Piece::Month);
    }
    let is_half = |label: &str, letter| {
        let mut letters = label.chars().filter(char::is_ascii_alphabetic);
        letters.by_ref().map(|c| c.to_ascii_lowercase()).eq([letter, 'm'])
    };
    if count == 2
        && all()
            .zip(['a', 'p'])
            .all(|(option, letter)| is_half(&option.label, letter))
    {
        return Some(Piece::Half);
    }
    let months = all().filter(|option| is_month(&fold(&option.label))).count();
    (months >= 11 && count <= 13).then_some(Piece::Month)
}

/// Whether the options are hours, where the name says hour, or minutes, where it says minute.
fn is_clock(control: &Control, piece: Piece) -> bool {
    let last = match piece {
        Piece::Hour => 23,
        Piece::Minute => 59,
        _ => return false,
    };
    let labels = control.options.iter().map(|option| option.label.trim());
    let numbers: Vec<u32> = labels.clone().filter_map(|label| label.parse().ok()).collect();
    // One of them may be a heading.
    numbers.len() >= 2 && numbers.len() + 1 >= labels.count() && numbers.iter().all(|number| *number <= last)
}

/// Whether a folded text begins as the name of a month does in one of the languages.
fn is_month(text: &str) -> bool {
    const STARTS: &[&str] = &[
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "maer", "mai", "okt",
        "dez", "fev", "avr", "juin", "juil", "aou", "ene", "abr", "ago", "dic", "set", "out", "sty", "lut", "kwi",
        "maj", "cze", "lip", "sie", "wrz", "paz", "lis", "gru", "farv", "agast", "sitam", "aktu", "navam", "disam",
    ];
    let word = text.rsplit(' ').next().unwrap_or(text);
    STARTS
        .iter()
        .any(|start| word.starts_with(start) || text.starts_with(start))
        || text
            .strip_suffix('月')
            .is_some_and(|number| number.parse::<u8>().is_ok())
}

/// The label of the whole date.
fn title(controls: &[Control], members: &[usize], signs: &[&Sign]) -> Title {
    if let Some(title) = group_title(controls, members) {
        return title;
    }
    let labels: Vec<(&str, LabelSource)> = members
        .iter()
        .filter_map(|at| controls.get(*at))
        .map(|control| (control.label.as_str(), control.label_source))
        .collect();
    let (first, source) = labels.first().copied().unwrap_or(("", LabelSource::None));
    let of_first = |label: &str| Title {
        label: label.into(),
        source,
    };
    // One label for all of them, or a question before the first and nothing of its own on the others.
    if !first.is_empty() && label_sign(first).is_none() {
        return of_first(first);
    }
    // What the pieces' labels share: "Birth" of "Birth month" and "Birth year".
    let rest = signs.first().map_or("", |sign| sign.rest.as_str());
    if !rest.is_empty() && signs.iter().all(|sign| sign.rest == rest) {
        let shared: Vec<&str> = first
            .split_whitespace()
            .filter(|word| piece_word(&fold(word)).is_none() && !fold(word).is_empty())
            .collect();
        let shared = shared.join(" ");
        let shared = shared
            .trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '(' | ')'))
            .trim();
        let shared = ["of ", "de ", "du ", "der ", "des "]
            .iter()
            .find_map(|small| shared.strip_prefix(small))
            .unwrap_or(shared);
        if !shared.is_empty() {
            return of_first(shared);
        }
    }
    let mut joined: Vec<&str> = Vec::new();
    for (label, _) in &labels {
        if !label.is_empty() && !joined.contains(label) {
            joined.push(label);
        }
    }
    of_first(&joined.join(" / "))
}

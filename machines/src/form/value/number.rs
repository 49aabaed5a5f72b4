//! Numbers as people write them, made into what a number control holds.
//!
//! Two different marks, or one that is repeated, say which is the decimal mark. A single mark with three digits
//! after it says nothing: the locale, the currency or the step of the control must, or it is refused.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::decimal::Decimal;
use super::locale::{self, Marks};
use super::money::{self, Codes};
use super::{Context, Refusal, refuse};
use crate::form::model::{Field, Kind};
use crate::form::text;

mod units;

/// What is known of how the writer writes numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Habit {
    /// Nothing.
    Unknown,
    /// The locale's marks.
    Known(Marks),
    /// Hints that contradict each other.
    Clash,
}

/// A number with what stood around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) value: Decimal,
    /// The currencies that its sign may stand for.
    pub(crate) money: Option<Codes>,
    /// Whether it is a percentage.
    pub(crate) percent: bool,
    /// Folded words after it, a unit.
    pub(crate) unit: String,
    /// Whether it was written with grouped digits.
    pub(crate) grouped: bool,
}

/// Why a text is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is not written as one.
    Not,
    /// Its only mark may group or divide.
    Ambiguous,
    /// It is two numbers.
    Range,
}

/// Longer texts are no numbers.
const LONGEST: usize = 400;

/// The habit that the locales of `context` and then the language of `field` speak for.
pub(crate) fn habit(field: &Field, context: &Context) -> Habit {
    if context.locales.is_empty() {
        return locale::marks(&field.lang).map_or(Habit::Unknown, Habit::Known);
    }
    match locale::agreed(&context.locales) {
        Some(marks) => Habit::Known(marks),
        None if context.locales.iter().any(|tag| locale::marks(tag).is_some()) => Habit::Clash,
        None => Habit::Unknown,
    }
}

/// Reads `written` as one number. `step` is the step of the control where it is a number.
pub(crate) fn read(written: &str, habit: Habit, step: Option<&Decimal>) -> Result<Amount, Fault> {
    if written.len() > LONGEST {
        return Err(Fault::Not);
    }
    let plain = plain(written);
    let mut rest = plain.trim();
    let mut negative = false;
    if let Some(inner) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        (negative, rest) = (true, inner.trim());
    }
    let (prefix, body, suffix) = cut(rest).ok_or(Fault::Not)?;
    let (minus, before) = sign(prefix).ok_or(Fault::Not)?;
    if negative && minus {
        return Err(Fault::Not);
    }
    let mut money = match before.as_str() {
        "" => None,
        token => Some(money::named(token).ok_or(Fault::Not)?),
    };
    // `50.-` and `50,-` are round prices; a minus after bare digits could be a sign.
    let suffix = match suffix.trim().strip_prefix('-') {
        Some(rest) if body.ends_with(['.', ',']) => rest,
        Some(_) => return Err(Fault::Not),
        None => suffix,
    };
    let tail = tail(suffix, money.is_some(), habit)?;
    if let Some(codes) = tail.money {
        if money.is_some_and(|own| !own.iter().any(|code| codes.contains(code))) {
            return Err(Fault::Not);
        }
        money = Some(money.map_or(codes, |own| if own.len() < codes.len() { own } else { codes }));
    }
    let mut value = match digits(body, habit, step, money) {
        // Nobody groups the thousands of a percentage, unless the locale says that the mark does.
        Err(Fault::Ambiguous) if tail.percent && habit == Habit::Unknown => {
            Decimal::literal(&body.replace(',', ".")).ok_or(Fault::Not)?
        }
        read => read?,
    }
    .shifted(tail.shift);
    value.negative = minus || negative;
    Ok(Amount {
        value,
        money,
        percent: tail.percent,
        unit: tail.unit,
        grouped: body.contains(['.', ',']) && body.bytes().filter(u8::is_ascii_digit).count() > 3,
    })
}

/// One spelling for the marks that differ in shape only.
fn plain(written: &str) -> String {
    written
        .chars()
        .map(|c| match c {
            '−' | '–' | '—' | '‐' | '‑' | '﹣' | '－' => '-',
            '＋' => '+',
            '．' | '\u{66B}' => '.',
            '，' => ',',
            '％' | '٪' | '﹪' => '%',
            '’' | '‘' | '`' | '´' | 'ʼ' | '\u{66C}' => '\'',
            _ if c.is_whitespace() => ' ',
            _ => text::digit(c).map_or(c, |value| char::from(b'0' + value)),
        })
        .collect()
}

/// What stands before, in and after the digits.
fn cut(rest: &str) -> Option<(&str, &str, &str)> {
    let digit = rest.find(|c: char| c.is_ascii_digit())?;
    let mut start = digit;
    if rest[..digit].ends_with(['.', ',']) && !rest[..digit - 1].ends_with(|c: char| c.is_alphabetic()) {
        start = digit - 1;
    }
    let mut end = rest.rfind(|c: char| c.is_ascii_digit())? + 1;
    // Only what belongs to the number may stand between its digits; `5 m2` and `3 or 4` end at the first.
    let inner = &rest[start..end];
    if let Some(stop) =
        inner.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | ' ' | '\'' | 'e' | 'E' | '-' | '+')))
    {
        let head = inner[..stop].trim_end_matches(|c: char| !c.is_ascii_digit());
        // A second number after a word is not a unit.
        if inner[stop..]
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        {
            return Some((&rest[..start], inner, ""));
        }
        end = start + head.len();
    }
    if rest[end..].starts_with(['.', ',']) {
        end += 1;
    }
    Some((&rest[..start], &rest[start..end], &rest[end..]))
}

/// Whether a minus stands before the digits, and what else does.
fn sign(prefix: &str) -> Option<(bool, String)> {
    let signs = prefix.chars().filter(|c| matches!(c, '-' | '+')).count();
    let rest: String = prefix.chars().filter(|c| !matches!(c, '-' | '+' | ' ')).collect();
    (signs < 2).then(|| (prefix.contains('-'), rest))
}

#[derive(Default)]
struct Tail {
    money: Option<Codes>,
    percent: bool,
    unit: String,
    shift: i32,
}

fn tail(suffix: &str, money: bool, habit: Habit) -> Result<Tail, Fault> {
    let mut tail = Tail::default();
    let mut words: Vec<String> = Vec::new();
    for token in suffix.split([' ', '/']).filter(|token| !token.is_empty()) {
        let split: Vec<&str> = match token.find(text::is_currency) {
            Some(at) if at > 0 && money::named(token).is_none() => [&token[..at], &token[at..]].into(),
            _ if token.len() > 1 && token.starts_with('%') => return Err(Fault::Not),
            _ => [token].into(),
        };
        for token in split {
            let bare = token.trim_end_matches(['.', ',']).to_lowercase();
            if words.is_empty()
                && !tail.percent
                && matches!(bare.as_str(), "%" | "percent" | "prozent" | "pct" | "procent" | "pc")
            {
                tail.percent = true;
            } else if words.is_empty()
                && tail.shift == 0
                && tail.money.is_none()
                && magnitude(&bare, token, money, habit).is_some()
            {
                tail.shift = magnitude(&bare, token, money, habit).unwrap_or(0);
            } else if words.is_empty()
                && tail.money.is_none()
                && money::named(token).is_some()
                && !matches!(bare.as_str(), "pound" | "pounds")
                && bare != "ft"
            {
                tail.money = money::named(token);
            } else {
                words.push(bare);
            }
        }
    }
    let joined = text::fold(&words.join(" "));
    if matches!(
        joined.as_str(),
        "per cent" | "pour cent" | "por ciento" | "por cento" | "per cento"
    ) {
        tail.percent = true;
    } else if !words.is_empty() && joined.is_empty() {
        return Err(Fault::Not);
    } else {
        tail.unit = joined;
    }
    Ok(tail)
}

/// How many places a word such as `k` moves the mark.
fn magnitude(bare: &str, token: &str, money: bool, habit: Habit) -> Option<i32> {
    Some(match bare {
        "k" | "thousand" | "tsd" | "tausend" | "mille" | "tys" | "thsd" => 3,
        "mil" if habit != Habit::Unknown && !matches!(habit, Habit::Known(Marks { decimal: '.', .. })) => 3,
        "mio" | "mln" | "mn" | "million" | "millions" | "millionen" | "millón" | "millones" | "milhão" | "milhões"
        | "milione" | "milioni" | "miljoen" | "milion" | "miliony" | "milionów" => 6,
        "m" if money && token == "M" => 6,
        "lakh" | "lakhs" | "lac" => 5,
        "crore" | "crores" => 7,
        "bn" | "mrd" | "milliarde" | "milliarden" | "milliard" | "milliards" => 9,
        _ => return None,
    })
}

/// Reads digits with marks between them.
fn digits(body: &str, habit: Habit, step: Option<&Decimal>, money: Option<Codes>) -> Result<Decimal, Fault> {
    if body.contains(['e', 'E']) {
        return Decimal::literal(body).ok_or(Fault::Not);
    }
    if let Some(stop) = body.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | ' ' | '\''))) {
        return Err(if two_numbers(body, stop) {
            Fault::Range
        } else {
            Fault::Not
        });
    }
    let count = |mark: char| body.chars().filter(|c| *c == mark).count();
    let (dots, commas, blanks, ticks) = (count('.'), count(','), count(' '), count('\''));
    if blanks > 0 && ticks > 0 {
        return Err(Fault::Not);
    }
    let group = if blanks > 0 {
        Some(' ')
    } else if ticks > 0 {
        Some('\'')
    } else {
        None
    };
    match (dots, commas) {
        (0, 0) => whole(body, group),
        (1.., 1..) => {
            let decimal = if body.rfind('.') > body.rfind(',') { '.' } else { ',' };
            let other = if decimal == '.' { ',' } else { '.' };
            if count(decimal) != 1 || group.is_some() {
                return Err(Fault::Not);
            }
            divided(body, decimal, Some(other))
        }
        (1, 0) | (0, 1) => {
            let mark = if dots == 1 { '.' } else { ',' };
            if group.is_some() {
                return divided(body, mark, group);
            }
            lone(body, mark, habit, step, money)
        }
        _ => {
            let mark = if dots > 0 { '.' } else { ',' };
            if group.is_some() {
                Err(Fault::Not)
            } else {
                whole(body, Some(mark))
            }
        }
    }
}

/// A single dot or comma and nothing else.
fn lone(body: &str, mark: char, habit: Habit, step: Option<&Decimal>, money: Option<Codes>) -> Result<Decimal, Fault> {
    let (before, after) = body.split_once(mark).ok_or(Fault::Not)?;
    let divided = Decimal::new(false, before, after);
    if after.len() != 3 || before.is_empty() || before.len() > 3 || before.starts_with('0') {
        return Ok(divided);
    }
    let grouped = Decimal::new(false, &[before, after].concat(), "");
    if let Some(codes) = money
        && money::groups(codes, mark)
    {
        return match habit {
            Habit::Known(marks) if marks.decimal == mark => Err(Fault::Ambiguous),
            _ => Ok(grouped),
        };
    }
    match habit {
        Habit::Known(marks) if marks.decimal == mark => Ok(divided),
        Habit::Known(marks) if marks.groups => Ok(grouped),
        // Who programs writes a dot, and only a fractional step makes sense of it.
        Habit::Unknown if mark == '.' && step.is_some_and(|step| !step.fraction.is_empty()) => {
            let fits = step.and_then(|step| divided.on_grid(&Decimal::default(), step));
            if fits == Some(true) {
                Ok(divided)
            } else {
                Err(Fault::Ambiguous)
            }
        }
        _ => Err(Fault::Ambiguous),
    }
}

/// A whole number with groups.
fn whole(body: &str, group: Option<char>) -> Result<Decimal, Fault> {
    let Some(group) = group else {
        return Ok(Decimal::new(false, body, ""));
    };
    let groups: Vec<&str> = body.split(group).collect();
    if !grouping(&groups) {
        return Err(Fault::Not);
    }
    Ok(Decimal::new(false, &groups.concat(), ""))
}

/// Groups, one decimal mark, decimals.
fn divided(body: &str, mark: char, group: Option<char>) -> Result<Decimal, Fault> {
    let (before, after) = body.split_once(mark).ok_or(Fault::Not)?;
    if !after.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Fault::Not);
    }
    let mut number = whole(before, group)?;
    number.fraction = after.into();
    Ok(number)
}

/// Groups of three, or Indian ones: two and two and then three at the end.
fn grouping(groups: &[&str]) -> bool {
    let [first, middle @ .., last] = groups else {
        return false;
    };
    let size = if middle.iter().all(|group| group.len() == 3) {
        3
    } else {
        2
    };
    last.len() == 3
        && (1..=size).contains(&first.len())
        && middle.iter().all(|group| group.len() == size)
        && groups.iter().all(|group| group.bytes().all(|b| b.is_ascii_digit()))
        && !first.starts_with('0')
}

/// `5-10`, `5 to 10`.
fn two_numbers(body: &str, stop: usize) -> bool {
    let rest = &body[stop..];
    let after = rest.trim_start_matches(|c: char| !c.is_ascii_digit());
    let between = rest[..rest.len() - after.len()].trim();
    let number = |text: &str| {
        !text.is_empty()
            && text
                .chars()
                .all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | ' ' | '\''))
    };
    matches!(
        between,
        "-" | "to"
            | "bis"
            | "à"
            | "a"
            | "and"
            | "und"
            | "et"
            | "y"
            | "e"
            | "or"
            | "oder"
            | "do"
            | "tot"
            | "til"
            | "till"
    ) && number(body[..stop].trim())
        && number(after.trim())
}

/// What a number control of any kind is to hold.
///
/// # Errors
/// A [`Refusal`] that says what does not fit.
pub(crate) fn for_control(written: &str, literal: bool, field: &Field, context: &Context) -> Result<String, Refusal> {
    let native = matches!(field.kind, Kind::Number | Kind::Range);
    let step = match field.step.trim() {
        "any" => None,
        given => Decimal::literal(given).filter(|step| !step.negative && !step.is_zero()),
    };
    let value = if literal {
        Decimal::literal(written.trim()).ok_or_else(not_a_number)?
    } else {
        zeros(written, field)?;
        let amount = read(written, habit(field, context), step.as_ref()).map_err(|fault| match fault {
            Fault::Not => not_a_number(),
            Fault::Ambiguous => refuse(
                "ambiguous-separator",
                "the mark before the last three digits may group them or start the decimals: write it without groups",
            ),
            Fault::Range => refuse("range-into-single", "the field takes one number: write one of the two"),
        })?;
        units::units(&amount, field)?;
        amount.value
    };
    limits(&value, step.as_ref(), native, field)?;
    Ok(value.to_string())
}

fn not_a_number() -> Refusal {
    refuse("not-a-number", "write digits, as in 1234.5")
}

/// Refuses what is a code rather than a quantity: its leading zeros would be lost.
fn zeros(written: &str, field: &Field) -> Result<(), Refusal> {
    let digits = text::ascii_digits(written.trim());
    let code = digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
    if !code {
        return Ok(());
    }
    let known = super::ask::is_code(field);
    if known || digits.len() > 2 {
        return Err(refuse(
            "leading-zero-lost",
            "a number control drops leading zeros: the field cannot hold this code",
        ));
    }
    Ok(())
}

/// Checks min, max and step as the browser would.
fn limits(value: &Decimal, step: Option<&Decimal>, native: bool, field: &Field) -> Result<(), Refusal> {
    let range = field.kind == Kind::Range;
    let default = |text: &str| range.then(|| Decimal::new(false, text, ""));
    let min = Decimal::literal(field.min.trim()).or_else(|| default("0"));
    let max = Decimal::literal(field.max.trim()).or_else(|| default("100"));
    if let Some(min) = &min
        && value < min
    {
        return Err(refuse(
            "below-min",
            &alloc::format!("the least the field takes is {min}"),
        ));
    }
    if let Some(max) = &max
        && value > max
    {
        return Err(refuse(
            "above-max",
            &alloc::format!("the most the field takes is {max}"),
        ));
    }
    if field.step.trim() == "any" || (!native && step.is_none()) {
        return Ok(());
    }
    let one = Decimal::new(false, "1", "");
    let step = step.unwrap_or(&one);
    let base = min.unwrap_or_default();
    if value.on_grid(&base, step) == Some(false) {
        return Err(refuse(
            "step-mismatch",
            &alloc::format!("the field takes steps of {step} counted from {base}"),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests;

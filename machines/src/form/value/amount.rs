//! Numbers in fields of text: without what a keyboard for digits has not, and with the decimal mark that the field shows.

use alloc::format;
use alloc::string::{String, ToString};

use regex::Regex;

use super::decimal::Decimal;
use super::mask::Mask;
use super::{Context, ask, number};
use crate::form::model::{Field, Held};

/// A number with a currency, a per cent sign or grouped digits, as plain digits, where the field asks for digits by
/// its keyboard (`inputmode`). Masks put their own marks in.
pub(crate) fn bare(written: String, field: &Field, context: &Context) -> String {
    let asked = matches!(field.inputmode.as_str(), "decimal" | "numeric");
    if !asked || ask::is_code(field) || Mask::of(field).is_some() {
        return written;
    }
    let Ok(read) = number::read(&written, number::habit(field, context), None) else {
        return written;
    };
    // A field that shows a grouped example takes groups; they are left as they were written.
    let takes_groups = field.placeholder.contains('.') && field.placeholder.contains(',');
    let decorated = read.money.is_some() || read.percent || (read.grouped && !takes_groups);
    if !decorated || !read.unit.is_empty() {
        return written;
    }
    let plain = read.value.to_string();
    // Keep the decimal mark that the writer used.
    let comma = written
        .rfind(',')
        .is_some_and(|at| read.value.fraction.len() == written[at + 1..].bytes().filter(u8::is_ascii_digit).count());
    let shows_comma = field.placeholder.contains("0,0")
        || (comma && !read.value.fraction.is_empty() && !field.placeholder.contains("0.0"));
    if shows_comma { plain.replace('.', ",") } else { plain }
}

/// A number with the decimal mark that the field shows by a nought that it holds, by an example or by its pattern: a page
/// that shows `0,00` takes the dot of `1234.5` for one that groups. `exact` says that `written` is a plain decimal literal.
///
/// Over a nought with two decimals there are always two: many such fields take digits from the right, and 5 would be 5
/// hundredths.
pub(crate) fn divided(written: String, exact: bool, field: &Field, context: &Context) -> String {
    let Some(shape) = shape(field).filter(|_| !ask::is_code(field) && Mask::of(field).is_none()) else {
        return written;
    };
    let value = if exact {
        Decimal::literal(written.trim())
    } else {
        number::read(&written, number::habit(field, context), None)
            .ok()
            .filter(|read| read.money.is_none() && !read.percent && read.unit.is_empty())
            .map(|read| read.value)
    };
    let Some(value) = value else {
        return written;
    };
    let own = written
        .rfind(['.', ','])
        .map(|at| written[at..].starts_with(shape.mark));
    let spelled = value.fraction.is_empty() || own == Some(true) && !exact;
    let padded = shape.over && value.fraction.len() < 2;
    if spelled && !padded || value.fraction.is_empty() && !shape.over {
        return written;
    }
    let sign = if value.negative { "-" } else { "" };
    let whole = if value.whole.is_empty() { "0" } else { &value.whole };
    format!(
        "{sign}{whole}{}{:0<places$}",
        shape.mark,
        value.fraction,
        places = shape.places
    )
}

/// How a field shows that decimals are written.
struct Shape {
    mark: char,
    places: usize,
    /// It is a nought that the field holds.
    over: bool,
}

fn shape(field: &Field) -> Option<Shape> {
    if let Held::Text(held) = &field.held
        && let Some(mark) = nought(held.reveal())
    {
        return Some(Shape {
            mark,
            places: 2,
            over: true,
        });
    }
    let shown = [&field.placeholder, &field.description, &field.title, &field.label];
    shown
        .into_iter()
        .find_map(|text| example(text))
        .or_else(|| demanded(&field.pattern))
}

/// The decimal mark of a nought with two decimals, whatever stands around it.
fn nought(shown: &str) -> Option<char> {
    let number = shown.trim_matches(|c: char| !c.is_ascii_digit());
    match number {
        "0.00" => Some('.'),
        "0,00" => Some(','),
        _ => None,
    }
}

/// The shape of the first amount in `text` that has one or two decimals: `z. B. 1.250,00 €`.
fn example(text: &str) -> Option<Shape> {
    let mut words = text.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')));
    words.find_map(|word| {
        let word = word.trim_matches(['.', ',']);
        let (mark, at) =
            (word.rfind('.').max(word.rfind(','))).and_then(|at| Some((word[at..].chars().next()?, at)))?;
        let (whole, places) = (&word[..at], word.len() - at - 1);
        let other = if mark == '.' { ',' } else { '.' };
        let grouped = whole.split(other).skip(1).all(|group| group.len() == 3);
        let single = !whole.contains(mark) && !whole.is_empty();
        (single && grouped && (1..=2).contains(&places)).then_some(Shape {
            mark,
            places,
            over: false,
        })
    })
}

/// The shape that a pattern demands, where it lets no other mark through.
fn demanded(pattern: &str) -> Option<Shape> {
    if pattern.is_empty() || pattern.len() > 1000 {
        return None;
    }
    let regex = Regex::new(&format!("^(?:{pattern})$")).ok()?;
    let takes = |text: &str| regex.is_match(text);
    if takes("12.50") == takes("12,50") || takes("1234") && takes("12,50,1") {
        return None;
    }
    let mark = if takes("12,50") { ',' } else { '.' };
    Some(Shape {
        mark,
        places: 2,
        over: false,
    })
}

//! Text of one or several lines, and the values that are written as such.
//!
//! A field of plain text keeps what was written. It is respelled only where the field itself asks for it, by its
//! type, its pattern, its length or its mask, and only in ways that lose nothing.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::ask::{self, Ask, ask};
use super::decimal::Decimal;
use super::mask::Mask;
use super::regexp::Pattern;
use super::{
    Context, Plan, Refusal, Wish, address, amount, layout, likeness, name, number, option, phone, refuse, secret,
};
use crate::form::model::{Field, Kind, Room};
use crate::form::text;

/// A plan for a control that holds text.
///
/// # Errors
/// Among others `empty`, `control-character`, `two-values`, `too-long`, `too-short`, `pattern-mismatch`, `secret`.
pub(crate) fn plan(wish: &Wish, field: &Field, context: &Context) -> Result<Plan, Refusal> {
    let boxed = matches!(field.kind, Kind::Text | Kind::Search | Kind::Editable);
    let listed = matches!(wish, Wish::List(list) if list.len() > 1);
    if boxed && (field.room == Room::Several || listed && field.room == Room::Untold) {
        return super::all_offered(wish, field).map(Plan::PickAll);
    }
    let text = normalised(wish, field, context)?;
    if field.picks {
        return Ok(Plan::Pick(text.into()));
    }
    Ok(Plan::Text(text.into()))
}

fn normalised(wish: &Wish, field: &Field, context: &Context) -> Result<String, Refusal> {
    let asked = ask(field);
    let written = match wish {
        Wish::Text(typed) => typed.reveal().to_string(),
        Wish::Number(typed) => literal(typed.reveal()),
        Wish::Bool(_) => return Err(refuse("not-text", "the field takes text: write the words")),
        Wish::Pieces(pieces) => return fit(name::from_pieces(pieces, asked, field)?, asked, field),
        Wish::List(list) => match list.as_slice() {
            [one] => return normalised(one, field, context),
            [] => {
                return Err(refuse(
                    "empty",
                    "write what the field is to hold, or give null to empty it",
                ));
            }
            several if field.kind == Kind::Email && field.multiple => {
                let parts: Result<Vec<String>, Refusal> =
                    several.iter().map(|one| normalised(one, field, context)).collect();
                return Ok(parts?.join(","));
            }
            _ => {
                return Err(refuse(
                    "two-values",
                    "the field takes one text: write all of it as one text, as it is to stand there",
                ));
            }
        },
        Wish::Clear => return Err(refuse("empty", "write what the field is to hold")),
    };
    let lines = matches!(field.kind, Kind::Textarea | Kind::Editable);
    let secret_kind = field.kind == Kind::Password;
    let written = if secret_kind { written } else { text::nfc(&written) };
    let written = written.replace("\r\n", "\n").replace('\r', "\n");
    if written.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t'))
        || (secret_kind && written.contains(['\n', '\t']))
    {
        return Err(refuse(
            "control-character",
            "the text has a character that cannot be typed: leave it out",
        ));
    }
    if written.is_empty() || (!secret_kind && written.trim().is_empty()) {
        return Err(refuse(
            "empty",
            "write what the field is to hold, or give null to empty it",
        ));
    }
    if context.from_memory && secret::forbidden(&written, field) {
        return Err(refuse(
            "secret",
            "secrets are never filled from memory: give the value itself",
        ));
    }
    if secret_kind {
        return fit(written, asked, field);
    }
    let written = if context.whole {
        whole_to_piece(&written, asked, field, context)?
    } else {
        written
    };
    let written = if lines { written } else { one_line(&written, asked) };
    if matches!(field.kind, Kind::Text | Kind::Search | Kind::Tel | Kind::Textarea)
        && let Some(dated) = layout::for_text(&written, field, context)
    {
        return dated;
    }
    let written = match field.kind {
        Kind::Email => email(&written, field.multiple)?,
        Kind::Url => url(&written)?,
        _ if ask::is_phone(field) => return phone::for_text(&written, field, context),
        _ if !lines => {
            let exact = matches!(wish, Wish::Number(_));
            amount::divided(amount::bare(written, field, context), exact, field, context)
        }
        _ => written,
    };
    if field.suggestions
        && let Some(spelling) = option::suggested(&written, field)
    {
        return Ok(spelling);
    }
    fit(written, asked, field)
}

/// A JSON number as digits, whatever its notation.
fn literal(number: &str) -> String {
    if number.contains(['e', 'E']) {
        Decimal::literal(number).map_or_else(|| number.to_string(), |value| value.to_string())
    } else {
        number.to_string()
    }
}

/// The piece of a whole name or address that the field asks for.
fn whole_to_piece(written: &str, asked: Ask, field: &Field, context: &Context) -> Result<String, Refusal> {
    match asked {
        Ask::GivenName | Ask::MiddleName | Ask::FamilyName | Ask::Title => name::piece(written, asked, field, context),
        Ask::HouseNumber | Ask::StreetName => address::piece(written, asked),
        Ask::LineOne | Ask::LineTwo | Ask::LineThree if written.contains('\n') => address::piece(written, asked),
        _ => Ok(written.to_string()),
    }
}

/// Line breaks as a field of one line takes them.
fn one_line(written: &str, asked: Ask) -> String {
    if !written.contains(['\n', '\u{2028}', '\u{2029}']) {
        return written.to_string();
    }
    let mark = if matches!(asked, Ask::Street | Ask::LineOne | Ask::LineTwo | Ask::LineThree) {
        ", "
    } else {
        " "
    };
    let lines: Vec<String> = written
        .split(['\n', '\u{2028}', '\u{2029}'])
        .map(|line| line.trim().trim_end_matches(',').to_string())
        .filter(|line| !line.is_empty())
        .collect();
    lines.join(mark)
}

fn email(written: &str, multiple: bool) -> Result<String, Refusal> {
    let whole = written.trim();
    if multiple && whole.contains([',', ';']) {
        let parts: Result<Vec<String>, Refusal> = whole
            .split([',', ';'])
            .filter(|part| !part.trim().is_empty())
            .map(|part| email(part, false))
            .collect();
        return Ok(parts?.join(","));
    }
    let bad = || refuse("not-an-email", "write one address, as in name@example.com");
    let whole = whole.strip_prefix("mailto:").unwrap_or(whole);
    let (local, host) = whole.rsplit_once('@').ok_or_else(bad)?;
    let local_ok = !local.is_empty()
        && local
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&b));
    if !local_ok || host.is_empty() {
        return Err(bad());
    }
    // The browser stores a host of other scripts in its ASCII form.
    let host = if host.is_ascii() {
        host.to_string()
    } else {
        idna::domain_to_ascii(host).map_err(|_| bad())?
    };
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    if !host.split('.').all(label) {
        return Err(bad());
    }
    Ok(format!("{local}@{host}"))
}

fn url(written: &str) -> Result<String, Refusal> {
    let whole = written.trim();
    let scheme = whole.split_once(':').is_some_and(|(scheme, rest)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
            && !rest.is_empty()
            // `example.com:8080` has a port, not a scheme.
            && !(scheme.contains('.') && rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    if !scheme || whole.contains(char::is_whitespace) {
        return Err(refuse(
            "not-a-url",
            "write the whole address with its scheme, as in https://example.com/",
        ));
    }
    Ok(whole.to_string())
}

/// `written` as it is if it fits, else the first safe spelling that does.
fn fit(written: String, asked: Ask, field: &Field) -> Result<String, Refusal> {
    let judged = matches!(
        field.kind,
        Kind::Text | Kind::Search | Kind::Tel | Kind::Email | Kind::Url | Kind::Password
    );
    let pattern = if judged { Pattern::of(&field.pattern) } else { None };
    let size = |text: &str| u32::try_from(text::utf16_len(text)).unwrap_or(u32::MAX);
    let short_enough = |text: &str| field.maxlength.is_none_or(|most| size(text) <= most);
    let long_enough = |text: &str| field.minlength.is_none_or(|least| size(text) >= least);
    let accepted = |text: &str| pattern.as_ref().is_none_or(|pattern| pattern.accepts(text));
    let fits = |text: &str| accepted(text) && short_enough(text) && long_enough(text);
    if field.kind == Kind::Text
        && let Some(mask) = Mask::of(field)
    {
        return mask
            .fit(&written)
            .or_else(|| {
                let shorter = if asked == Ask::Postcode {
                    address::postcodes(&written)
                } else {
                    Vec::new()
                };
                shorter.iter().find_map(|form| mask.fit(form))
            })
            .filter(|text| fits(text))
            .ok_or_else(|| {
                refuse(
                    "pattern-mismatch",
                    "the value does not fill the places that the field shows exactly",
                )
            });
    }
    if fits(&written) {
        return Ok(written);
    }
    if field.kind != Kind::Password {
        let forms = spellings(&written, asked, field, pattern.as_ref());
        let same = |form: &String| fits(form) && !likeness::runs_together(&written, form, field);
        if let Some(form) = forms.into_iter().find(same) {
            return Ok(form);
        }
    }
    if !short_enough(&written) {
        let most = field.maxlength.unwrap_or(0);
        return Err(refuse(
            "too-long",
            &format!("the text has {} characters and the field takes {most}", size(&written)),
        ));
    }
    if !long_enough(&written) {
        let least = field.minlength.unwrap_or(0);
        return Err(refuse(
            "too-short",
            &format!(
                "the text has {} characters and the field takes no fewer than {least}",
                size(&written)
            ),
        ));
    }
    Err(refuse(
        "pattern-mismatch",
        "the text has not the form that the field asks for: `inspect` shows its pattern",
    ))
}

/// Other spellings of the same, the nearest first. None drops or adds a letter or a digit, except the last four
/// digits of a ZIP+4.
fn spellings(written: &str, asked: Ask, field: &Field, pattern: Option<&Pattern>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let trimmed = written.trim().to_string();
    let code = is_code_like(written);
    out.push(trimmed.clone());
    if field.kind == Kind::Email || field.kind == Kind::Url {
        return out;
    }
    if pattern.is_some() || code {
        let closed: String = trimmed.chars().filter(|c| !c.is_whitespace()).collect();
        let bare: String = trimmed.chars().filter(|c| c.is_alphanumeric()).collect();
        // A full stop between digits may be a decimal mark, and a leading minus a sign.
        let numeric = !matches!(
            number::read(&trimmed, number::Habit::Unknown, None),
            Err(number::Fault::Not | number::Fault::Range)
        );
        let marked = numeric && (trimmed.contains(['.', ',']) || trimmed.starts_with(['-', '−']));
        if code {
            out.push(closed.clone());
            if !marked {
                out.push(bare.clone());
            }
        }
        if pattern.is_some() {
            if let Ok(read) = number::read(&trimmed, number::Habit::Unknown, None)
                && marked
                && read.unit.is_empty()
                && !read.percent
            {
                out.push(read.value.to_string());
                out.push(read.value.to_string().replace('.', ","));
            }
            let cases: Vec<String> = out
                .iter()
                .flat_map(|form| [form.to_uppercase(), form.to_lowercase()])
                .collect();
            out.extend(cases);
        }
        if code && let Some(pattern) = pattern {
            let bases = [bare.clone(), bare.to_uppercase()];
            out.extend(
                bases
                    .iter()
                    .filter(|_| !marked)
                    .filter_map(|bare| punctuated(bare, pattern)),
            );
        }
    }
    if asked == Ask::Postcode {
        for form in address::postcodes(written) {
            out.push(form.to_uppercase());
            out.push(form);
        }
    }
    out
}

/// Whether a text is a code whose marks mean nothing: it has digits and no words.
fn is_code_like(written: &str) -> bool {
    let words = written.split(|c: char| !c.is_alphanumeric()).any(|word| {
        word.chars().all(char::is_alphabetic)
            && (word.chars().filter(|c| c.is_lowercase()).count() > 2 || word.chars().count() > 4)
    });
    written.contains(|c: char| c.is_ascii_digit()) && !words && written.len() <= 64
}

/// `bare` with one or two marks of one kind put in where the pattern wants them, if it wants them in one place only.
fn punctuated(bare: &str, pattern: &Pattern) -> Option<String> {
    let chars: Vec<char> = bare.chars().collect();
    if chars.len() > 24 {
        return None;
    }
    let with = |cuts: &[usize], mark: char| -> String {
        let mut out = String::new();
        for (at, c) in chars.iter().enumerate() {
            if cuts.contains(&at) {
                out.push(mark);
            }
            out.push(*c);
        }
        out
    };
    for mark in [' ', '-', '.', '/'] {
        let mut found: Option<String> = None;
        let mut several = false;
        let mut attempt = |cuts: &[usize]| {
            let text = with(cuts, mark);
            if pattern.accepts(&text) {
                several |= found.is_some();
                found = Some(text);
            }
        };
        for one in 1..chars.len() {
            attempt(&[one]);
        }
        for one in 1..chars.len() {
            for two in one + 1..chars.len() {
                attempt(&[one, two]);
            }
        }
        match (found, several) {
            (Some(text), false) => return Some(text),
            (Some(_), true) => return None,
            (None, _) => {}
        }
    }
    None
}

#[cfg(test)]
mod tests;

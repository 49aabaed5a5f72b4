//! Telephone numbers: kept as typed where the field does not mind, else made into the form that it asks for.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use phonenumber::metadata::DATABASE;
use phonenumber::{Metadata, Mode, PhoneNumber, country};

use super::ask::{Ask, ask};
use super::mask::Mask;
use super::regexp::Pattern;
use super::{Context, Refusal, beside, countries, locale, refuse};
use crate::form::model::Field;
use crate::form::text;

/// Longer texts are no numbers.
const LONGEST: usize = 80;

/// What a field that takes a telephone number is to hold.
///
/// # Errors
/// `not-a-phone`, `invalid-phone`, `missing-region`, `no-extension`, `pattern-mismatch`, `too-long`.
pub(crate) fn for_text(written: &str, field: &Field, context: &Context) -> Result<String, Refusal> {
    let typed = text::squeeze(&text::ascii_digits(written));
    let typed = typed.strip_prefix("tel:").unwrap_or(&typed);
    let (bare, extension) = split_extension(typed);
    let asked = ask(field);
    if asked == Ask::Extension {
        return Ok(extension.unwrap_or_else(|| typed.into()));
    }
    if !looks_dialled(&bare) {
        return Err(refuse("not-a-phone", "write a telephone number in digits"));
    }
    if looks_dated(&bare) {
        return Err(refuse(
            "not-a-phone",
            "this is a date: write a telephone number, grouped by blanks if at all",
        ));
    }
    if matches!(asked, Ask::DialCode | Ask::AreaCode | Ask::LocalPhone) {
        return piece(&bare, asked, field, context);
    }
    let kept = if context.extension || extension.is_none() {
        bare.as_str()
    } else {
        typed
    };
    let national = asked == Ask::NationalPhone;
    let from_abroad = bare.starts_with(['+', '＋', '(']) && bare.contains(['+', '＋']) || bare.starts_with("00");
    let mask = Mask::of(field);
    let pattern = Pattern::of(&field.pattern);
    let fits = |text: &str| {
        pattern.as_ref().is_none_or(|pattern| pattern.accepts(text))
            && field
                .maxlength
                .is_none_or(|most| text::utf16_len(text) <= usize::try_from(most).unwrap_or(usize::MAX))
    };
    // The box takes what is left of it once the country is chosen.
    if from_abroad && let Some(whole) = beside::whole(kept, field) {
        return Ok(whole);
    }
    // Nothing need be known of the number where the field does not mind how it is written.
    if mask.is_none() && !(national && from_abroad) && fits(kept) {
        return Ok(kept.into());
    }
    if extension.is_some() && !context.extension {
        return Err(refuse(
            "extension-lost",
            "the field cannot hold the extension: give the number without it",
        ));
    }
    let number = Number::read(&bare, field, context);
    if let Some(mask) = &mask {
        let filled = number
            .digit_forms(&bare, mask.fixed_code())
            .iter()
            .find_map(|form| mask.fill(form))
            .filter(|text| fits(text));
        return filled.ok_or_else(|| {
            number.why(&bare).unwrap_or_else(|| {
                refuse(
                    "pattern-mismatch",
                    "the number has not as many digits as the field shows places",
                )
            })
        });
    }
    if national && number.foreign() {
        return Err(refuse(
            "country-mismatch",
            "the number is of another country than the one chosen beside the field",
        ));
    }
    let forms = number.forms(&bare, national);
    if let Some(form) = forms.iter().find(|form| fits(form)) {
        return Ok(form.clone());
    }
    Err(number.why(&bare).unwrap_or_else(|| {
        let accepted = |form: &String| pattern.as_ref().is_none_or(|pattern| pattern.accepts(form));
        if forms.iter().any(accepted) {
            refuse("too-long", "the number has more characters than the field takes")
        } else {
            refuse(
                "pattern-mismatch",
                "the field asks for another form of the number than could be made safely: `inspect` shows its pattern",
            )
        }
    }))
}

/// The dialling code, the area code or the rest, out of a whole number or given by itself.
fn piece(bare: &str, asked: Ask, field: &Field, context: &Context) -> Result<String, Refusal> {
    let digits = bare.bytes().filter(u8::is_ascii_digit).count();
    let itself = match asked {
        Ask::DialCode => digits < 4,
        Ask::AreaCode => digits < 6 && !bare.starts_with('+'),
        _ => digits < 9 && !bare.starts_with('+'),
    };
    if itself {
        return Ok(bare.into());
    }
    let number = Number::read(bare, field, context);
    if asked == Ask::DialCode {
        let code = number.dial_code().ok_or_else(missing_region)?;
        return Ok(format!("+{code}"));
    }
    let (area, local) = number.area().ok_or_else(no_area)?;
    Ok(match field.autocomplete.token.as_str() {
        "tel-local-prefix" => local.chars().take(3).collect(),
        "tel-local-suffix" => local.chars().skip(3).collect(),
        _ if asked == Ask::AreaCode => area,
        _ => local,
    })
}

/// A number as it is dialled from abroad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dialled {
    /// The country code and all that follows it.
    pub(crate) digits: String,
    /// The country code alone.
    pub(crate) code: String,
    /// The ISO 3166 code of the country, where its ranges of numbers tell.
    pub(crate) country: Option<String>,
}

/// A whole number with the dialling code that it carries, or has in the one region known.
pub(crate) fn dialled(written: &str, context: &Context) -> Option<Dialled> {
    let (bare, _) = split_extension(&text::squeeze(&text::ascii_digits(written)));
    if !looks_dialled(&bare) || bare.bytes().filter(u8::is_ascii_digit).count() < 4 {
        return None;
    }
    let number = Number::read(&bare, &Field::default(), context).parsed?;
    let code = number.country().code().to_string();
    Some(Dialled {
        digits: format!("{code}{}", significant(&number)),
        country: number.country().id().map(|id| id.as_ref().to_string()),
        code,
    })
}

/// Whether a country has its dialling code to itself, or is the one (or one of two) that the code stands for when
/// several share it.
pub(crate) fn leads(country: &str) -> bool {
    let Some(code) = countries::dial_code(country) else {
        return false;
    };
    match code {
        "1" => matches!(country, "US" | "CA"),
        "7" => country == "RU",
        "39" => country == "IT",
        "44" => country == "GB",
        "47" => country == "NO",
        "61" => country == "AU",
        "64" => country == "NZ",
        "212" => country == "MA",
        "262" => country == "RE",
        "290" => country == "SH",
        "358" => country == "FI",
        "590" => country == "GP",
        "599" => country == "CW",
        _ => true,
    }
}

fn missing_region() -> Refusal {
    refuse(
        "missing-region",
        "write the number with its country code, as in +44 20 …",
    )
}

fn no_area() -> Refusal {
    refuse(
        "pattern-mismatch",
        "where the area code of this number ends is not known: give the piece alone",
    )
}

/// Whether a text is nothing but a number as people dial it.
fn looks_dialled(bare: &str) -> bool {
    let digits = bare.bytes().filter(u8::is_ascii_digit).count();
    (2..=20).contains(&digits)
        && bare.len() <= LONGEST
        && bare.chars().enumerate().all(|(at, c)| {
            c.is_ascii_digit()
                || matches!(
                    c,
                    ' ' | '-' | '(' | ')' | '.' | '/' | '–' | '‑' | '‐' | '—' | '\u{2212}' | '#' | '*'
                )
                || matches!(c, '+' | '＋') && (at == 0 || bare[..].starts_with('('))
        })
        && bare.matches(['+', '＋']).count() <= 1
}

/// Whether a text is a date with a year of four digits between marks.
fn looks_dated(bare: &str) -> bool {
    let groups: Vec<&str> = bare.split(['-', '/', '.']).collect();
    let [one, two, three] = groups.as_slice() else {
        return false;
    };
    let year = |group: &str| group.len() == 4 && (group.starts_with("19") || group.starts_with("20"));
    let short = |group: &str| matches!(group.len(), 1 | 2);
    if !(year(one) && short(two) && short(three) || short(one) && short(two) && year(three)) {
        return false;
    }
    match super::date::parse(bare, &Context::default(), super::date::Hints::default()) {
        Ok(_) => true,
        Err(refusal) => refusal.code == "ambiguous-day-month",
    }
}

/// A number and its extension: `ext. 12`, `x12`, `Durchwahl 12`, `;ext=12`.
pub(super) fn split_extension(typed: &str) -> (String, Option<String>) {
    let lower = typed.to_lowercase();
    if lower.len() != typed.len() {
        return (typed.to_string(), None);
    }
    for mark in [
        ";ext=",
        "extension",
        "ext.",
        "ext",
        "durchwahl",
        "poste",
        "anexo",
        "ramal",
        "wew.",
        "toestel",
        "x",
    ] {
        let Some(at) = lower.rfind(mark) else {
            continue;
        };
        let after = typed[at + mark.len()..].trim_matches([' ', ':', '.', '#']);
        if !after.is_empty() && after.len() <= 7 && after.bytes().all(|b| b.is_ascii_digit()) {
            let before = typed[..at].trim_end_matches([' ', ',', ';']);
            return (before.to_string(), Some(after.to_string()));
        }
    }
    (typed.to_string(), None)
}

struct Number {
    parsed: Option<PhoneNumber>,
    /// Whether the number said its country itself.
    international: bool,
    region: Option<String>,
}

impl Number {
    fn read(bare: &str, field: &Field, context: &Context) -> Self {
        let named = countries::named(&context.country.to_ascii_uppercase());
        let region = match named.as_slice() {
            [code] => Some((*code).to_string()),
            _ => locale::region(&context.locales),
        }
        .or_else(|| {
            // `(999) 999-9999` is how North America writes, and no one else.
            Mask::of(field).filter(Mask::north_american).map(|_| "US".to_string())
        });
        let bare = bare.replace('＋', "+");
        let digits: String = bare.chars().filter(char::is_ascii_digit).collect();
        let dialled = if bare.starts_with('+') || bare.starts_with("(+") {
            Some(format!("+{digits}"))
        } else {
            let abroad = region.as_deref().map_or("00", access_code);
            digits
                .strip_prefix(abroad)
                .or_else(|| digits.strip_prefix("00"))
                .filter(|rest| rest.len() > 6 && !rest.starts_with('0'))
                .map(|rest| format!("+{rest}"))
        };
        let international = dialled.is_some();
        // The bracketed zero of `+44 (0)20` is dialled only inside the country.
        let dialled = match dialled {
            Some(_) if bare.contains("(0)") => {
                let digits: String = bare
                    .replacen("(0)", "", 1)
                    .chars()
                    .filter(char::is_ascii_digit)
                    .collect();
                Some(format!("+{}", digits.trim_start_matches('0')))
            }
            other => other,
        };
        let id = region.as_deref().and_then(|region| region.parse::<country::Id>().ok());
        let parsed = match &dialled {
            Some(number) => phonenumber::parse(None, number).ok(),
            None => id.and_then(|id| phonenumber::parse(Some(id), &bare).ok()),
        };
        Self {
            parsed: parsed.filter(possible),
            international,
            region,
        }
    }

    fn dial_code(&self) -> Option<String> {
        self.parsed.as_ref().map(|number| number.country().code().to_string())
    }

    /// Whether it belongs to the region where the form is, so that its country code may be left out.
    fn domestic(&self) -> bool {
        let (Some(number), Some(region)) = (&self.parsed, &self.region) else {
            return false;
        };
        !self.international || countries::dial_code(region) == Some(number.country().code().to_string().as_str())
    }

    /// Whether it is known to be of another country than the form's.
    fn foreign(&self) -> bool {
        self.parsed.is_some() && self.region.is_some() && !self.domestic()
    }

    /// The forms that a field may ask for, the nearest to what was typed first.
    fn forms(&self, bare: &str, national: bool) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        if let Some(number) = &self.parsed {
            let significant = significant(number);
            let inside = number.format().mode(Mode::National).to_string();
            let domestic = if national || self.domestic() {
                let digits: String = inside.chars().filter(char::is_ascii_digit).collect();
                [
                    inside.clone(),
                    digits,
                    significant.clone(),
                    grouped(&significant, '-'),
                    grouped(&significant, ' '),
                    grouped(&significant, '.'),
                ]
                .into()
            } else {
                Vec::new()
            };
            let abroad: Vec<String> = if national {
                Vec::new()
            } else {
                let whole = number.format().mode(Mode::E164).to_string();
                let spaced = number.format().mode(Mode::International).to_string();
                // Most of the world dials 00 before a country code; elsewhere it would be another number.
                let dialled = format!("00{}", &whole[1..]);
                let known = self.region.as_deref().is_some_and(|region| access_code(region) == "00");
                if self.international && known {
                    [whole, spaced, dialled].into()
                } else {
                    [whole, spaced].into()
                }
            };
            if self.international {
                out.extend(abroad);
                out.extend(domestic);
            } else {
                out.extend(domestic);
                out.extend(abroad);
            }
        }
        if !national && !bare.contains("(0)") {
            // Without its marks it is still what was typed.
            let plus = if bare.starts_with('+') { "+" } else { "" };
            let digits: String = bare.chars().filter(char::is_ascii_digit).collect();
            out.insert(0, format!("{plus}{digits}"));
        }
        out
    }

    /// The digits to put into the places of a mask.
    fn digit_forms(&self, bare: &str, fixed_code: bool) -> Vec<String> {
        let digits: String = bare.chars().filter(char::is_ascii_digit).collect();
        let mut out = Vec::new();
        if !fixed_code || !self.international {
            out.push(digits);
        }
        if let Some(number) = &self.parsed
            && (self.domestic() || fixed_code)
        {
            out.push(significant(number));
            out.push(
                number
                    .format()
                    .mode(Mode::National)
                    .to_string()
                    .chars()
                    .filter(char::is_ascii_digit)
                    .collect(),
            );
        }
        out
    }

    /// The area code and the rest, in North America, where every area code has three digits.
    fn area(&self) -> Option<(String, String)> {
        let number = self.parsed.as_ref()?;
        let significant = significant(number);
        (number.country().code() == 1 && significant.len() == 10)
            .then(|| (significant[..3].to_string(), significant[3..].to_string()))
    }

    /// What is wrong with the number itself.
    fn why(&self, bare: &str) -> Option<Refusal> {
        match (&self.parsed, &self.region) {
            (Some(_), _) => None,
            (None, None) if !self.international && bare.bytes().filter(u8::is_ascii_digit).count() >= 5 => {
                Some(missing_region())
            }
            _ => Some(refuse(
                "invalid-phone",
                "the number has too few or too many digits for its country",
            )),
        }
    }
}

/// What is dialled before a country code in a region.
fn access_code(region: &str) -> &'static str {
    match region {
        "AU" => "0011",
        "JP" => "010",
        "KR" => "00700",
        "RU" | "KZ" => "810",
        code if countries::dial_code(code) == Some("1") => "011",
        _ => "00",
    }
}

/// The digits after the country code, without the trunk zero but with zeros that belong to the number.
pub(super) fn significant(number: &PhoneNumber) -> String {
    let national = number.national();
    let mut out = String::new();
    for _ in 0..national.zeros() {
        out.push('0');
    }
    out.push_str(&national.value().to_string());
    out
}

/// Ten digits as `555-123-4567` with `mark`.
fn grouped(digits: &str, mark: char) -> String {
    if digits.len() == 10 {
        format!("{}{mark}{}{mark}{}", &digits[..3], &digits[3..6], &digits[6..])
    } else {
        digits.to_string()
    }
}

/// Whether the number has a length that numbers of its country have.
fn possible(number: &PhoneNumber) -> bool {
    let length = u16::try_from(significant(number).len()).unwrap_or(0);
    if number.country().code() == 1 {
        return length == 10;
    }
    DATABASE.by_code(&number.country().code()).is_some_and(|countries| {
        countries
            .iter()
            .any(|meta| lengths(meta).any(|possible| possible == length))
    })
}

/// The lengths of the significant numbers of a country, of any kind.
fn lengths(meta: &Metadata) -> impl Iterator<Item = u16> + '_ {
    let kinds = meta.descriptors();
    [
        kinds.fixed_line(),
        kinds.mobile(),
        kinds.toll_free(),
        kinds.premium_rate(),
        kinds.shared_cost(),
        kinds.personal_number(),
        kinds.voip(),
        kinds.pager(),
        kinds.uan(),
        kinds.voicemail(),
    ]
    .into_iter()
    .flatten()
    .flat_map(|kind| kind.possible_length().iter().copied())
}

#[cfg(test)]
mod tests;

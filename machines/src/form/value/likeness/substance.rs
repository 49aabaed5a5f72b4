//! Whether two spellings say the same: which marks may come and go between letters and digits.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::form::model::{Field, Kind};
use crate::form::text;
use crate::form::value::ask::{Ask, ask, is_code, is_phone};
use crate::form::value::mask::Mask;

/// A piece of a text that counts, and what stood before it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Unit {
    /// The character in lower case, as a string since some have several.
    text: String,
    digit: bool,
    /// The marks between this one and the one before.
    gap: String,
}

impl Unit {
    fn is_letter(&self) -> bool {
        self.text.starts_with(char::is_alphabetic)
    }
}

/// Whether two texts have the same letters, digits and signs in the same order, and differ only in marks that mean
/// nothing between them.
pub(super) fn same_substance(wanted: &str, got: &str, field: &Field) -> bool {
    let (one, two) = (units(wanted), units(got));
    if one.is_empty() || one.len() != two.len() {
        return false;
    }
    if !one.iter().zip(&two).all(|(a, b)| a.text == b.text) {
        return false;
    }
    if parted(wanted, &one, &two, field) {
        return false;
    }
    let prose = is_prose(wanted) || is_prose(got);
    let gaps: Vec<(&str, &str)> = one
        .iter()
        .zip(&two)
        .zip(one.iter().skip(1).zip(two.iter().skip(1)))
        .filter(|((a, _), (next, _))| a.digit && next.digit)
        .map(|(_, (a, b))| (a.gap.as_str(), b.gap.as_str()))
        .collect();
    // Where marks divide numbers, a blank between two of them does too: `1 5/8` is no `15/8`.
    let divided = gaps.iter().any(|(a, b)| hard(a) || hard(b));
    gaps.iter().all(|(a, b)| between_digits(a, b, prose, divided)) || regrouped(&gaps, &one, &two)
}

/// Whether `got` is `wanted` without marks that may have told two numbers or two words apart: `1020` for `10-20`,
/// `AnaMaria` for `Ana Maria`. The groups of a telephone number, a card or another code say nothing.
pub(crate) fn runs_together(wanted: &str, got: &str, field: &Field) -> bool {
    let (one, two) = (units(wanted), units(got));
    one.len() == two.len() && parted(wanted, &one, &two, field)
}

fn parted(wanted: &str, one: &[Unit], two: &[Unit], field: &Field) -> bool {
    let lost = |at: usize| at > 0 && shows(&one[at].gap) && !shows(&two[at].gap);
    if !(1..one.len()).any(lost) {
        return false;
    }
    let prose = is_prose(wanted);
    if !prose && takes_code(field) {
        return false;
    }
    let ascii = wanted.chars().all(|c| c.is_ascii() || !c.is_alphabetic());
    let code = !prose && ascii && one.iter().any(|unit| unit.digit);
    let words = (1..one.len()).filter(|at| lost(*at)).any(|at| {
        let (before, this) = (&one[at - 1], &one[at]);
        let letters = before.is_letter() && this.is_letter();
        !(before.digit && this.digit) && (prose || letters && !code || this.gap.contains([',', ';']))
    });
    words
        || numbers(one)
            .iter()
            .any(|number| number.clone().skip(1).any(lost) && !is_grouped(number.clone(), one))
}

/// Whether a gap has anything in it that can be seen.
fn shows(gap: &str) -> bool {
    gap.contains(|c: char| !matches!(c, '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{FEFF}' | '\u{AD}'))
}

/// The places of digits between which stands nothing but marks.
fn numbers(units: &[Unit]) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for (at, _) in units.iter().enumerate().filter(|(_, unit)| unit.digit) {
        match out.last_mut() {
            Some(last) if last.end == at => last.end = at + 1,
            _ => out.push(at..at + 1),
        }
    }
    out
}

/// Whether digits stand in the groups of one number or one code, by their sizes. Two groups may be a range (`10-20`,
/// `2020-2024`), a height (`5'11"`) or two numbers, and so may a few short ones.
fn is_grouped(number: Range<usize>, units: &[Unit]) -> bool {
    let digits = &units[number.clone()];
    let mut sizes: Vec<usize> = Vec::new();
    for (at, unit) in digits.iter().enumerate() {
        match sizes.last_mut() {
            Some(size) if at > 0 && !shows(&unit.gap) => *size += 1,
            _ => sizes.push(1),
        }
    }
    let gaps = || {
        digits
            .iter()
            .skip(1)
            .map(|unit| unit.gap.as_str())
            .filter(|gap| shows(gap))
    };
    let blank = gaps().all(|gap| gap.chars().all(char::is_whitespace));
    let ticked = gaps().all(|gap| matches!(gap, "'" | "’"));
    let [first, rest @ ..] = sizes.as_slice() else {
        return true;
    };
    let thousands = (blank || ticked) && *first <= 3 && rest.iter().all(|size| *size == 3);
    // No range begins with a nought or a plus.
    let dialled = digits[0].text == "0" || number.start > 0 && units[number.start - 1].text == "+";
    let lettered = units.iter().any(Unit::is_letter);
    let several = rest.len() > 1
        && rest.iter().all(|size| *size > 1)
        && (*first > 1 || digits.len() > 9)
        && digits.len() > if blank && !lettered { 6 } else { 5 };
    let uneven = matches!(rest, [second] if first.abs_diff(*second) > 2);
    thousands || several || digits.len() > 6 && (dialled || uneven)
}

/// Whether `field` says that it takes a code, whose groups may come and go.
fn takes_code(field: &Field) -> bool {
    const CODES: &[&str] = &[
        "card",
        "karte",
        "kreditkarte",
        "tarjeta",
        "carte",
        "vat",
        "ust",
        "steuernummer",
        "tax",
        "nif",
        "nie",
        "cpf",
        "cnpj",
        "siret",
        "siren",
        "ein",
        "npi",
        "fax",
        "tel",
        "telefon",
        "telefonnummer",
        "telefono",
        "telefone",
        "handy",
        "cell",
        "coupon",
        "voucher",
        "bic",
        "swift",
        "bsn",
        "kvk",
        "pesel",
        "nip",
        "regon",
        "oib",
        "personnummer",
    ];
    const PERSON: &[&str] = &[
        "name",
        "holder",
        "nom",
        "titulaire",
        "inhaber",
        "nombre",
        "titular",
        "nome",
        "titolare",
        "naam",
        "imie",
    ];
    let named = matches!(
        ask(field),
        Ask::FullName | Ask::GivenName | Ask::MiddleName | Ask::FamilyName | Ask::Street | Ask::LineOne | Ask::LineTwo
    );
    let token = &field.autocomplete.token;
    let label = text::fold(&field.label);
    let says = |words: &[&str]| label.split(' ').any(|word| words.contains(&word));
    !named
        && !says(PERSON)
        && (field.kind == Kind::Tel
            || field.inputmode == "tel"
            || is_code(field)
            || is_phone(field)
            || token.starts_with("cc-")
            || Mask::of(field).is_some()
            || says(CODES))
}

/// Whether marks between two digits divide them.
fn hard(gap: &str) -> bool {
    gap.contains(['.', ',', ':', ';', '/', '\n'])
}

/// Whether the marks between two digits may be exchanged for one another. In prose, and where numbers are
/// divided, none may come or go.
fn between_digits(one: &str, two: &str, prose: bool, divided: bool) -> bool {
    if one == two {
        return true;
    }
    if (prose || divided) && (one.is_empty() || two.is_empty()) {
        return false;
    }
    match (hard(one), hard(two)) {
        (false, false) => true,
        // `15.30` for `15:30`, `05.03.2001` for `05/03/2001`: the digits stand apart in both.
        (true, true) => !one.contains([',', ';']) && !two.contains([',', ';']),
        _ => {
            !prose
                && !one.is_empty()
                && !two.is_empty()
                && !one.contains([',', ':', ';'])
                && !two.contains([',', ':', ';'])
        }
    }
}

/// Whether one side is a long code in bare digits and the other the same in groups with full stops or slashes:
/// `123.456.789-09` for `12345678909`. An address of four short groups is none.
fn regrouped(gaps: &[(&str, &str)], one: &[Unit], two: &[Unit]) -> bool {
    if one.len() < 7 || !one.iter().chain(two).all(|unit| unit.digit) {
        return false;
    }
    let bare = |side: fn(&(&str, &str)) -> bool| gaps.iter().all(side);
    let grouped: Vec<&str> = if bare(|(a, _)| a.is_empty()) {
        gaps.iter().map(|(_, b)| *b).collect()
    } else if bare(|(_, b)| b.is_empty()) {
        gaps.iter().map(|(a, _)| *a).collect()
    } else {
        return false;
    };
    let mut sizes: Vec<usize> = [1].into();
    for gap in &grouped {
        if gap.is_empty() {
            if let Some(last) = sizes.last_mut() {
                *last += 1;
            }
        } else {
            sizes.push(1);
        }
    }
    let dots_only = grouped.iter().all(|gap| gap.is_empty() || *gap == ".");
    let quad = sizes.len() == 4 && sizes.iter().all(|size| *size <= 3) && dots_only;
    sizes.len() > 2
        && sizes.iter().all(|size| *size > 1)
        && !quad
        && !grouped.iter().any(|gap| gap.contains([':', ',', '\n']))
}

/// Whether a text is words rather than a code.
fn is_prose(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| {
        word.chars().count() > 2 && word.chars().all(char::is_alphabetic) && word.chars().any(char::is_lowercase)
    })
}

/// Letters, digits and signs; marks of punctuation and white space go into the gaps. A minus or plus before a number,
/// and any sign that is no punctuation, count.
fn units(text: &str) -> Vec<Unit> {
    let chars: Vec<char> = text::ascii_digits(text).chars().collect();
    let mut out: Vec<Unit> = Vec::new();
    let mut gap = String::new();
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|i| chars.get(i)).copied();
        let number_next = chars.get(at + 1).is_some_and(char::is_ascii_digit);
        let minus = matches!(c, '-' | '−' | '–')
            && number_next
            && before.is_none_or(|before| !before.is_alphanumeric() && !matches!(before, ')' | ']' | '-' | '–' | '−'));
        if (c.is_whitespace() || is_soft(c)) && !minus {
            gap.push(c);
            continue;
        }
        let text: String = if minus { "-".into() } else { c.to_lowercase().collect() };
        out.push(Unit {
            digit: c.is_ascii_digit(),
            text,
            gap: core::mem::take(&mut gap),
        });
    }
    out
}

/// Marks that may come and go without changing what is said.
fn is_soft(c: char) -> bool {
    matches!(
        c,
        '.' | ','
            | ';'
            | ':'
            | '\''
            | '"'
            | '`'
            | '´'
            | '-'
            | '–'
            | '—'
            | '‐'
            | '‑'
            | '−'
            | '('
            | ')'
            | '['
            | ']'
            | '_'
            | '/'
            | '’'
            | '‘'
            | '“'
            | '”'
            | '„'
            | '«'
            | '»'
            | '…'
            | '·'
            | '、'
            | '。'
            | '\u{200B}'
            | '\u{200E}'
            | '\u{200F}'
            | '\u{FEFF}'
            | '\u{AD}'
    )
}

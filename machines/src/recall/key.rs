//! The one spelling under which a key, a label or an alias is kept and compared.

use alloc::string::String;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::form::fold::letters;

/// `text` in the one spelling that facts are found by: `  Réf. *` and `re\u{301}f` are both `ref`.
///
/// What is left of it: letters and digits in lower case without accents (composed or not makes no difference), signs
/// and emoji, with single blanks between words. What goes: punctuation, marks and words of a field that must be
/// answered or need not (`*`, `(required)`, `【任意】`), brackets but not what stands in them, invisible characters.
/// `C++` and `C#` keep their signs, since nothing else tells them from `C`. A text of nothing but punctuation stays as
/// it is, so that only a blank one becomes empty. Twice is the same as once.
pub fn key_norm(text: &str) -> String {
    let kept = spell(&unmarked(text));
    if !kept.is_empty() {
        return kept;
    }
    let kept = spell(text);
    if !kept.is_empty() {
        return kept;
    }
    // Nothing but punctuation: better than no key at all.
    let mut plain = String::new();
    for word in text.split(|c: char| c.is_whitespace() || c.is_control() || invisible(c)) {
        if !word.is_empty() {
            if !plain.is_empty() {
                plain.push(' ');
            }
            plain.extend(word.nfc());
        }
    }
    plain
}

/// The letters, digits, signs and emoji of `text`.
fn spell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in letters(text) {
        let sign =
            matches!(c, '+' | '#') && !gap && out.ends_with(|c: char| c.is_alphanumeric() || c == '+' || c == '#');
        if invisible(c) {
            continue;
        }
        if c.is_alphanumeric() || is_combining_mark(c) || sign || is_emoji(c) {
            if gap && !out.is_empty() {
                out.push(' ');
            }
            gap = false;
            out.push(c);
        } else {
            gap = true;
        }
    }
    out
}

/// Characters that show nothing by themselves: joiners, variation selectors, marks of direction.
fn invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}'
        | '\u{feff}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e01ef}')
}

/// Pictures and signs that somebody may have chosen as a name. Stars and bullets beside a label are none.
fn is_emoji(c: char) -> bool {
    let mark = matches!(
        c,
        '★' | '☆'
            | '✱'
            | '✲'
            | '✳'
            | '✴'
            | '❋'
            | '●'
            | '○'
            | '■'
            | '□'
            | '◆'
            | '◇'
            | '▲'
            | '▼'
            | '►'
            | '◄'
            | '⭑'
            | '⭐'
    );
    !mark
        && matches!(c, '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{25a0}'..='\u{27bf}' | '\u{2900}'..='\u{297f}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1fbff}')
}

/// `text` without bracketed words that say only whether it must be answered.
fn unmarked(text: &str) -> String {
    let (outside, inside) = crate::form::phrase::unbracket(text);
    if inside.iter().all(|words| !is_requirement(words)) {
        return text.into();
    }
    let mut kept = outside;
    for words in inside.iter().filter(|words| !is_requirement(words)) {
        kept.push(' ');
        kept.push_str(words);
    }
    kept
}

/// Whether words say only whether a field must be answered.
fn is_requirement(words: &str) -> bool {
    const WORDS: &[&str] = &[
        "required",
        "optional",
        "mandatory",
        "pflichtfeld",
        "pflichtangabe",
        "erforderlich",
        "freiwillig",
        "obligatoire",
        "facultatif",
        "requis",
        "optionnel",
        "obligatorio",
        "opcional",
        "requerido",
        "obrigatorio",
        "wymagane",
        "opcjonalnie",
        "opcjonalne",
        "必須",
        "任意",
        "अनिवार्य",
        "वैकल्पिक",
    ];
    WORDS.contains(&spell(words).as_str())
}

#[cfg(test)]
mod tests {
    use super::key_norm;

    #[test]
    fn two_spellings_of_one_key_are_one() {
        let table = [
            ("First Name *", "first name"),
            ("  FIRST   NAME", "first name"),
            ("First name (required)", "first name"),
            ("Caf\u{e9}", "cafe"),
            ("Cafe\u{301}", "cafe"),
            ("E-Mail:", "e mail"),
            ("Phone (work)", "phone work"),
            ("メールアドレス【必須】", "メールアドレス"),
            ("ﾒｰﾙ", "メール"),
            ("Straße", "strasse"),
            ("C++", "c++"),
            ("पिता का नाम", "पिता का नाम"),
            ("👩\u{200d}🚀", "👩🚀"),
            ("❤\u{fe0f}", "❤"),
            ("❤", "❤"),
            ("🏠 address", "🏠 address"),
            ("★ City", "city"),
            ("(optional)", "optional"),
            ("***", "***"),
            (" ", ""),
            ("", ""),
        ];
        for (text, expected) in table {
            assert_eq!(key_norm(text), expected, "{text:?}");
        }
        assert_ne!(key_norm("🏠"), key_norm("🏢"));
        assert_ne!(key_norm("が"), key_norm("か"));
    }
}

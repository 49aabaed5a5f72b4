//! Text made comparable: one spelling for what a reader takes for the same words.

use alloc::string::String;
use alloc::vec::Vec;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The composed form (NFC), in which an accent and its letter are one character.
pub fn nfc(text: &str) -> String {
    text.nfc().collect()
}

/// Runs of white space of any kind made into one blank, none at the ends.
pub fn squeeze(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// The comparable spelling: lower case, no accents, `ß` as `ss`, marks of punctuation as blanks.
///
/// A mark that carries meaning stays: `C++` and `C#` differ from `C`, `A-` from `A+`, `1.5` from `15`, `-5` from
/// `5`, `10:00` from `1000`, `$50` from `50 %`. Two texts that fold to the same are the same words; what folds to
/// nothing (a lone emoji) equals nothing.
pub fn fold(text: &str) -> String {
    let plain = strip(text);
    let mut out = String::with_capacity(plain.len());
    for (at, &c) in plain.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|i| plain.get(i)).copied();
        // A mark that was dropped itself holds up no other.
        let before = before.filter(|&mark| !matches!(mark, '+' | '#') || out.ends_with(mark));
        let after = plain.get(at + 1).copied();
        match kept(c, before, after) {
            Kept::Letter => out.push(c),
            Kept::Word => {
                blank(&mut out);
                out.push(c);
                out.push(' ');
            }
            Kept::Blank => blank(&mut out),
        }
    }
    let end = out.trim_end().len();
    out.truncate(end);
    out
}

/// As [`fold`], with `ä`, `ö`, `ü`, `å`, `æ` and `ø` spelled out as German and Nordic writers do without the keys.
pub fn fold_spelled(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 4);
    for c in text.nfc() {
        match c {
            'ä' | 'Ä' | 'æ' | 'Æ' => out.push_str("ae"),
            'ö' | 'Ö' | 'ø' | 'Ø' => out.push_str("oe"),
            'ü' | 'Ü' => out.push_str("ue"),
            'å' | 'Å' => out.push_str("aa"),
            _ => out.push(c),
        }
    }
    fold(&out)
}

/// The words of [`fold`].
pub fn words(text: &str) -> Vec<String> {
    fold(text)
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(String::from)
        .collect()
}

/// A folded text without the blanks that do not stand between two digits: `e mail` and `email`, but not `1 5`.
pub fn close_up(folded: &str) -> String {
    let chars: Vec<char> = folded.chars().collect();
    let digit = |at: Option<usize>| at.and_then(|i| chars.get(i)).is_some_and(char::is_ascii_digit);
    chars
        .iter()
        .enumerate()
        .filter(|&(at, &c)| c != ' ' || (digit(at.checked_sub(1)) && digit(Some(at + 1))))
        .map(|(_, &c)| c)
        .collect()
}

/// The zeros of the decimal digits: ASCII, Arabic, Persian, Indic scripts, Thai, Lao, Tibetan, Myanmar, Khmer, full
/// width.
const ZEROS: [u32; 18] = [
    0x30, 0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50, 0xED0, 0xF20, 0x1040,
    0x17E0, 0xFF10,
];

/// The digit that `c` is in any of the scripts in use, else `None`.
pub fn digit(c: char) -> Option<u8> {
    let code = u32::from(c);
    ZEROS
        .iter()
        .find_map(|&zero| code.checked_sub(zero).filter(|&value| value < 10))
        .and_then(|value| u8::try_from(value).ok())
}

/// Every decimal digit of any script as an ASCII one.
pub fn ascii_digits(text: &str) -> String {
    text.chars()
        .map(|c| digit(c).map_or(c, |value| char::from(b'0' + value)))
        .collect()
}

/// The length in UTF-16 units, which is how a page counts.
pub fn utf16_len(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// How near two folded texts are, 0 to 1, by the pairs of letters that they share.
pub fn nearness(one: &str, other: &str) -> f64 {
    let pairs = |text: &str| -> Vec<(char, char)> {
        let chars: Vec<char> = text.chars().collect();
        chars.windows(2).map(|pair| (pair[0], pair[1])).collect()
    };
    let (mine, mut theirs) = (pairs(one), pairs(other));
    let all = mine.len() + theirs.len();
    if all == 0 {
        return 0.0;
    }
    let mut shared = 0_u32;
    for pair in mine {
        if let Some(at) = theirs.iter().position(|other| *other == pair) {
            theirs.swap_remove(at);
            shared += 1;
        }
    }
    f64::from(2 * shared) / f64::from(u32::try_from(all).unwrap_or(u32::MAX))
}

/// Lower case, without the accents of Latin, Greek and Cyrillic letters, special letters spelled out, recomposed.
fn strip(text: &str) -> Vec<char> {
    let mut out: Vec<char> = Vec::with_capacity(text.len());
    for c in text.nfkd().flat_map(char::to_lowercase) {
        match c {
            '\u{300}'..='\u{36F}' => {
                // The breve of `й` makes another letter, not an accent.
                if c == '\u{306}' && matches!(out.last(), Some('и' | 'у')) {
                    out.push(c);
                }
            }
            'ß' => out.extend(['s', 's']),
            'æ' => out.extend(['a', 'e']),
            'œ' => out.extend(['o', 'e']),
            'ø' => out.push('o'),
            'ł' => out.push('l'),
            'đ' | 'ð' => out.push('d'),
            'þ' => out.extend(['t', 'h']),
            'ı' => out.push('i'),
            'ħ' => out.push('h'),
            'ς' => out.push('σ'),
            '−' | '–' | '—' | '‐' | '‑' | '‒' | '―' => out.push('-'),
            _ => out.push(digit(c).map_or(c, |value| char::from(b'0' + value))),
        }
    }
    out.into_iter().nfc().collect()
}

enum Kept {
    Letter,
    Word,
    Blank,
}

fn kept(c: char, before: Option<char>, after: Option<char>) -> Kept {
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let number = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let edge = |c: Option<char>| c.is_none_or(char::is_whitespace);
    match c {
        _ if c.is_alphanumeric() || is_combining_mark(c) => Kept::Letter,
        '+' | '#' if word(before) || matches!(before, Some('+' | '#')) || word(after) => Kept::Letter,
        '-' if (number(after) && !word(before)) || (word(before) && edge(after)) => Kept::Letter,
        '.' | ',' | ':' | '/' if number(before) && number(after) => Kept::Letter,
        '%' | '&' | '@' | '=' | '<' | '>' | '≤' | '≥' | '°' | '½' | '\u{2044}' => Kept::Word,
        _ if is_currency(c) => Kept::Word,
        _ => Kept::Blank,
    }
}

/// Whether `c` is a sign of a currency.
pub fn is_currency(c: char) -> bool {
    matches!(
        c,
        '$' | '¢' | '£' | '¤' | '¥' | '֏' | '؋' | '৳' | '฿' | '៛' | '\u{20A0}'..='\u{20CF}' | '￥' | '￡' | '￦'
    )
}

fn blank(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::{close_up, digit, fold, fold_spelled, nearness, nfc, squeeze, utf16_len, words};
    use std::vec;

    #[test]
    fn what_a_reader_takes_for_the_same_folds_to_the_same() {
        let table = [
            ("Côte d'Ivoire", "cote d ivoire"),
            ("Cote d’Ivoire", "cote d ivoire"),
            ("Straße", "strasse"),
            ("  Guinea-Bissau ", "guinea bissau"),
            ("35 – 44", "35 44"),
            ("35-44", "35 44"),
            ("Łódź", "lodz"),
            ("İstanbul", "istanbul"),
            ("Ｆｕｌｌ　Ｗｉｄｔｈ １２", "full width 12"),
            ("Mr.", "mr"),
            ("#+ ", ""),
            ("C#+", "c#+"),
            ("U.S.A.", "u s a"),
            ("Île-de-France", "ile de france"),
            ("ΑΘΉΝΑΣ", "αθηνασ"),
            ("Ёлка", "елка"),
        ];
        for (text, folded) in table {
            assert_eq!(fold(text), folded, "{text}");
        }
    }

    #[test]
    fn marks_that_carry_meaning_stay() {
        let pairs = [
            ("C", "C++"),
            ("C", "C#"),
            ("C++", "C#"),
            ("A+", "A-"),
            ("A−", "A"),
            ("1.5", "15"),
            ("1.5", "1-5"),
            ("10:00", "1000"),
            ("-5", "5"),
            ("1/2", "12"),
            ("50 %", "50"),
            ("$50", "50"),
            ("< 18", "18"),
            ("й", "и"),
            ("が", "か"),
            ("18+", "18"),
        ];
        for (one, other) in pairs {
            assert_ne!(fold(one), fold(other), "{one} and {other}");
        }
        assert_eq!(fold("A−"), fold("A-"));
        assert_eq!(fold("👍"), "");
    }

    #[test]
    fn folding_twice_changes_nothing() {
        for text in [
            "C++ / C#",
            "-5 °C",
            "A- (rare)",
            "1,000.5 €",
            "Ångström",
            "ﬁle №5",
            "हिन्दी",
            "が行",
        ] {
            let once = fold(text);
            assert_eq!(fold(&once), once, "{text}");
        }
    }

    #[test]
    fn small_helpers_do_as_they_say() {
        assert_eq!(nfc("e\u{301}"), "é");
        assert_eq!(squeeze(" a \u{a0}\n b "), "a b");
        assert_eq!(fold_spelled("München"), "muenchen");
        assert_eq!(words("E-Mail address*"), vec!["e", "mail", "address"]);
        assert_eq!(close_up("e mail 1 5 a"), "email1 5a");
        assert_eq!(digit('٤'), Some(4));
        assert_eq!(digit('x'), None);
        assert_eq!(utf16_len("a👩"), 3);
        assert!(nearness("germany", "germny") > nearness("germany", "france"));
    }
}

//! Text of a page on its way into a line.

use alloc::string::String;

/// `text` on one line and without what cannot be seen, at most `most` characters (an ellipsis included).
pub(super) fn fold(text: &str, most: usize) -> String {
    let mut out = String::new();
    let mut count = 0;
    let mut gap = false;
    for c in text.chars() {
        if unseen(c) {
            continue;
        }
        if c.is_whitespace() || c.is_control() {
            gap = !out.is_empty();
            continue;
        }
        let wanted = 1 + usize::from(gap);
        if count + wanted >= most && count + wanted > most.saturating_sub(1) {
            out.push('…');
            return out;
        }
        if gap {
            out.push(' ');
            gap = false;
        }
        out.push(c);
        count += wanted;
    }
    out
}

/// Marks of direction, of nothing, and letters that no font draws: a reader would take in what no person sees.
fn unseen(c: char) -> bool {
    matches!(
        c,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{ad}' | '\u{feff}' | '\u{180e}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}

/// `text` in quotes that it cannot close.
pub(super) fn quote(out: &mut String, text: &str) {
    out.push('"');
    escape(out, text, &['"', '\\']);
    out.push('"');
}

/// `text` with a stroke before each of `marks`.
pub(super) fn escape(out: &mut String, text: &str, marks: &[char]) {
    for c in text.chars() {
        if marks.contains(&c) {
            out.push('\\');
        }
        out.push(c);
    }
}

/// A role is a word: whatever else a page writes there is none.
pub(super) fn role(role: &str) -> &str {
    let word = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    if !role.is_empty() && role.len() <= 20 && role.bytes().all(word) {
        role
    } else {
        "element"
    }
}

#[cfg(test)]
mod tests {
    use super::{fold, quote, role};
    use std::string::String;

    #[test]
    fn text_stays_on_its_line_and_within_its_length() {
        let table = [
            ("  Two\n words ", 20, "Two words"),
            ("a\u{2028}b\u{85}c\u{b}d\u{0}e", 20, "a b c d e"),
            ("ab\u{202e}cd\u{200b}\u{e0041}", 20, "abcd"),
            ("abcdef", 6, "abcde…"),
            ("abcde", 6, "abcde"),
            ("ab cdef", 5, "ab c…"),
            ("", 5, ""),
        ];
        for (text, most, expected) in table {
            assert_eq!(fold(text, most), expected, "{text:?}");
            assert!(fold(text, most).chars().count() <= most, "{text:?}");
        }
    }

    #[test]
    fn quotes_cannot_be_closed_from_within() {
        let mut out = String::new();
        quote(&mut out, r#"a" e9 \"#);
        assert_eq!(out, r#""a\" e9 \\""#);
    }

    #[test]
    fn a_role_is_a_word() {
        assert_eq!(role("textbox"), "textbox");
        for odd in ["", "a b", "x\"", "Émile", "averyveryverylongwordindeed"] {
            assert_eq!(role(odd), "element", "{odd:?}");
        }
    }
}

//! The `pattern` attribute: a JavaScript expression over the whole value.

use alloc::format;
use alloc::string::String;

use regex::{Regex, RegexBuilder};

/// A page's expression may be as long as this.
const LONGEST: usize = 4_000;
/// And may compile to so many bytes.
const LARGEST: usize = 1 << 20;

/// A pattern that can be judged.
pub(crate) struct Pattern(Regex);

impl Pattern {
    /// The pattern, if there is one and it means here what it means in a browser. What does not compile (look-around,
    /// back references) is not judged: the browser will.
    pub(crate) fn of(pattern: &str) -> Option<Self> {
        if pattern.is_empty() || pattern.len() > LONGEST || pattern.contains("{,") {
            return None;
        }
        let whole = format!("^(?:{})$", in_our_words(pattern));
        let compiled = RegexBuilder::new(&whole)
            .size_limit(LARGEST)
            .nest_limit(60)
            .dot_matches_new_line(false)
            .build();
        compiled.ok().map(Self)
    }

    /// Whether the whole of `text` fits.
    pub(crate) fn accepts(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

/// `\d` and `\w` are ASCII in JavaScript, and `\/` is a slash.
fn in_our_words(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len() + 16);
    let mut class = 0_u32;
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('d') => out.push_str(if class > 0 { "0-9" } else { "[0-9]" }),
                Some('w') => out.push_str(if class > 0 { "0-9A-Za-z_" } else { "[0-9A-Za-z_]" }),
                Some('D') => out.push_str("[^0-9]"),
                Some('W') => out.push_str("[^0-9A-Za-z_]"),
                Some(
                    escaped @ ('/' | '-' | '\'' | '"' | '@' | ' ' | '%' | '&' | ',' | ':' | ';' | '=' | '!' | '#' | '~'
                    | '`' | '_'),
                ) if class == 0 => {
                    if matches!(escaped, '-' | '#' | '&' | '~') {
                        out.push('\\');
                    }
                    out.push(escaped);
                }
                Some(escaped) => {
                    out.push('\\');
                    out.push(escaped);
                }
                None => out.push('\\'),
            },
            '[' => {
                class += 1;
                out.push('[');
            }
            ']' => {
                class = class.saturating_sub(1);
                out.push(']');
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn a_pattern_is_judged_over_the_whole_value() {
        let table = [
            ("[0-9]{3}", "123", true),
            ("[0-9]{3}", "1234", false),
            ("\\d{3}", "٣٣٣", false),
            ("[\\d\\-]+", "12-3", true),
            ("[\\w.-]+", "a_b.c", true),
            ("[\\w.-]+", "ä", false),
            ("https?:\\/\\/.+", "https://x", true),
            ("a|b", "ab", false),
            ("\\+[0-9]+", "+44", true),
            ("[A-Za-z\\s]+", "Ada Lovelace", true),
            ("\\p{L}+", "é", true),
        ];
        for (pattern, text, accepts) in table {
            let pattern = Pattern::of(pattern).unwrap_or_else(|| panic!("{pattern}"));
            assert_eq!(pattern.accepts(text), accepts, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_judged_is_not() {
        for pattern in ["", "(?=.*\\d).{8,}", "(a)\\1", "[", "(?<!a)b", "x{,3}"] {
            assert!(Pattern::of(pattern).is_none(), "{pattern}");
        }
        assert!(Pattern::of(&"(a{1000}){1000}".repeat(3)).is_none());
    }
}

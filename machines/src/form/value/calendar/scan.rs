//! Text cut into numbers, words and marks, with everything folded that only looks different.

use alloc::string::String;
use alloc::vec::Vec;

/// Longer text than this is no date and no time.
const LONGEST: usize = 120;

/// Nor is text with more pieces than these.
const MOST: usize = 48;

/// One piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Shape {
    /// A run of digits, in ASCII.
    Number(String),
    /// A run of letters, lower case and without accents; a Chinese or Japanese character is a word of its own.
    Word(String),
    /// Any other character.
    Mark(char),
}

/// A piece and whether a blank stands before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Token {
    /// What it is.
    pub(in super::super) shape: Shape,
    /// Whether a blank stands before it.
    pub(in super::super) spaced: bool,
}

impl Token {
    /// Its digits, if it is a number.
    pub(in super::super) fn digits(&self) -> Option<&str> {
        match &self.shape {
            Shape::Number(digits) => Some(digits),
            _ => None,
        }
    }

    /// Its letters, if it is a word.
    pub(in super::super) fn word(&self) -> Option<&str> {
        match &self.shape {
            Shape::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether it is this mark.
    pub(in super::super) fn is_mark(&self, mark: char) -> bool {
        self.shape == Shape::Mark(mark)
    }
}

/// Cuts `text` into tokens. Text that is too long to be a date has none.
pub(in super::super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    if text.len() > 4 * LONGEST || text.chars().count() > LONGEST {
        return tokens;
    }
    let mut spaced = false;
    let mut glued = false;
    for c in text.chars() {
        if c.is_whitespace() {
            spaced = true;
            glued = false;
            continue;
        }
        if invisible(c) {
            continue;
        }
        if let Some(digit) = digit(c) {
            match tokens.last_mut() {
                Some(Token {
                    shape: Shape::Number(digits),
                    ..
                }) if glued => digits.push(digit),
                _ => tokens.push(Token {
                    shape: Shape::Number(String::from(digit)),
                    spaced,
                }),
            }
        } else if lone(c) {
            tokens.push(Token {
                shape: Shape::Word(String::from(c)),
                spaced,
            });
        } else if letter(c) {
            match tokens.last_mut() {
                Some(Token {
                    shape: Shape::Word(word),
                    ..
                }) if glued && !word.chars().next_back().is_some_and(lone) => {
                    fold_into(c, word);
                }
                _ => {
                    let mut word = String::new();
                    fold_into(c, &mut word);
                    tokens.push(Token {
                        shape: Shape::Word(word),
                        spaced,
                    });
                }
            }
        } else {
            tokens.push(Token {
                shape: Shape::Mark(mark(c)),
                spaced,
            });
        }
        spaced = false;
        glued = true;
    }
    if tokens.len() > MOST {
        tokens.clear();
    }
    tokens
}

/// `text` as [`tokens`] folds its letters, for lists that are matched by containing a word.
pub(in super::super) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !invisible(*c)) {
        if c.is_whitespace() {
            out.push(' ');
        } else if let Some(digit) = digit(c) {
            out.push(digit);
        } else if letter(c) || lone(c) {
            fold_into(c, &mut out);
        } else {
            out.push(mark(c));
        }
    }
    out
}

/// Characters that show nothing: marks of direction, joiners, the byte order mark.
const fn invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{61c}'
    )
}

/// Characters that are words by themselves: Han and Hiragana, which are written without blanks.
const fn lone(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{309f}' | '\u{3400}'..='\u{9fff}' | '\u{3007}')
}

fn letter(c: char) -> bool {
    // The signs of Indic scripts are part of a word though not all of them are letters; so are accents on their own.
    c.is_alphabetic()
        || matches!(c, '\u{900}'..='\u{dff}' | '\u{e31}'..='\u{e4e}' | '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}')
}

/// The first digit of each script whose digits stand in a row.
const ZEROS: [u32; 21] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
    0xf20, 0x1040, 0x17e0, 0x1810, 0xff10,
];

fn digit(c: char) -> Option<char> {
    let code = u32::from(c);
    ZEROS
        .iter()
        .find(|zero| (**zero..**zero + 10).contains(&code))
        .and_then(|zero| char::from_digit(code - zero, 10))
}

/// One character for all that are used for the same mark.
const fn mark(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        '\u{2044}' | '\u{2215}' | '\u{ff0f}' => '/',
        '\u{ff0e}' | '\u{3002}' => '.',
        '\u{ff0c}' | '\u{3001}' | '\u{60c}' => ',',
        '\u{ff1a}' | '\u{fe55}' | '\u{2236}' => ':',
        '\u{2018}' | '\u{2019}' | '\u{60}' | '\u{b4}' | '\u{2032}' | '\u{ff07}' => '\'',
        '\u{ff08}' => '(',
        '\u{ff09}' => ')',
        '\u{ff0b}' => '+',
        other => other,
    }
}

/// Puts `c` after `out` in lower case, without its accent.
fn fold_into(c: char, out: &mut String) {
    for c in c.to_lowercase() {
        match c {
            'à'..='å' | 'ā' | 'ă' | 'ą' => out.push('a'),
            'ç' | 'ć' | 'č' => out.push('c'),
            'ď' | 'đ' | 'ð' => out.push('d'),
            'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => out.push('e'),
            'ğ' => out.push('g'),
            'ì'..='ï' | 'ī' | 'į' | 'ı' => out.push('i'),
            'ł' => out.push('l'),
            'ñ' | 'ń' | 'ň' => out.push('n'),
            'ò'..='ö' | 'ø' | 'ō' | 'ő' => out.push('o'),
            'ř' => out.push('r'),
            'ś' | 'ş' | 'š' | 'ș' => out.push('s'),
            'ţ' | 'ť' | 'ț' => out.push('t'),
            'ù'..='ü' | 'ū' | 'ů' | 'ű' | 'ų' => out.push('u'),
            'ý' | 'ÿ' => out.push('y'),
            'ź' | 'ż' | 'ž' => out.push('z'),
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            // Accents on their own, the vowel points of Arabic, the dot below of Devanagari.
            '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}' | '\u{640}' | '\u{93c}' => {}
            'أ' | 'إ' | 'آ' => out.push('ا'),
            'ё' => out.push('е'),
            // Full-width letters.
            '\u{ff41}'..='\u{ff5a}' => out.extend(char::from_u32(u32::from(c) - 0xff41 + 0x61)),
            other => out.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Shape, Token, folded, tokens};
    use std::string::String;
    use std::vec::Vec;

    fn shown(text: &str) -> Vec<String> {
        let show = |token: Token| match token.shape {
            Shape::Number(text) | Shape::Word(text) => text,
            Shape::Mark(mark) => String::from(mark),
        };
        tokens(text).into_iter().map(show).collect()
    }

    #[test]
    fn numbers_words_and_marks_part_without_blanks() {
        let table: [(&str, &[&str]); 7] = [
            ("13NOV2017", &["13", "nov", "2017"]),
            ("2024年3月4日", &["2024", "年", "3", "月", "4", "日"]),
            ("٤ مارس ٢٠٢٤", &["4", "مارس", "2024"]),
            ("2024–03–04", &["2024", "-", "03", "-", "04"]),
            ("4. MÄRZ", &["4", ".", "marz"]),
            ("aou\u{302}t", &["aout"]),
            ("सितंबर १", &["सितंबर", "1"]),
        ];
        for (text, expected) in table {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn blanks_are_remembered_and_nothing_else_of_them() {
        let spaced: Vec<bool> = tokens(" 1\u{202f}2-3").iter().map(|token| token.spaced).collect();
        assert_eq!(spaced, [true, true, false, false]);
    }

    #[test]
    fn text_that_is_too_long_has_no_tokens() {
        assert!(tokens(&"1 ".repeat(200)).is_empty());
        assert_eq!(folded("Né LE"), "ne le");
    }
}

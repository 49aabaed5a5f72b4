//! Text from pages and people on its way to a terminal.

use unicode_width::UnicodeWidthStr;

/// `text` in one line, without anything that a terminal would obey or that would turn its neighbours around.
pub(crate) fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => cleaned.push('⏎'),
            '\r' => {}
            '\t' => cleaned.push(' '),
            _ if c.is_control() || is_bidi_control(c) => cleaned.push('\u{fffd}'),
            _ => cleaned.push(c),
        }
    }
    cleaned
}

fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// `text` cut to `most` characters, with a sign that there is more.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text[..at].trim_end()),
        None => text.into(),
    }
}

/// `text` cut to fit `columns` of a terminal.
pub(crate) fn fit(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.into();
    }
    let mut fitted = String::new();
    for c in text.chars() {
        fitted.push(c);
        if fitted.width() >= columns {
            fitted.pop();
            break;
        }
    }
    fitted.push('…');
    fitted
}

/// `text` with blanks up to `columns` of a terminal.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(missing))
}

/// `text` in rows of at most `columns`, broken between words: a code or an address is not cut at its hyphens.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    if text.is_empty() {
        return Vec::new();
    }
    let options = textwrap::Options::new(columns.max(12))
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Into::into).collect()
}

/// `count` things: `1 field`, `2 fields`.
pub(crate) fn count(count: usize, thing: &str) -> String {
    if count == 1 {
        format!("1 {thing}")
    } else {
        format!("{count} {thing}s")
    }
}

#[cfg(test)]
mod tests {
    use super::{clean, cut, fit, pad, wrap};

    #[test]
    fn an_address_is_not_cut_where_it_could_be() {
        let address = "http://localhost:8000/pages/contact-us/form.html?a=b";
        let rows = wrap(&format!("serve it and give {address} here"), 60);
        assert!(rows.iter().any(|row| row.contains(address)), "{rows:?}");
    }

    #[test]
    fn nothing_that_a_terminal_obeys_gets_through() {
        assert_eq!(
            clean("a\u{1b}[31mb\u{7}\u{9b}c\u{202e}d"),
            "a\u{fffd}[31mb\u{fffd}\u{fffd}c\u{fffd}d"
        );
        assert_eq!(clean("a\r\nb\tc"), "a⏎b c");
    }

    #[test]
    fn wide_characters_count_as_the_columns_they_take() {
        assert_eq!(pad("東京", 6), "東京  ");
        assert_eq!(fit("東京都", 5), "東京…");
        assert_eq!(fit("abc", 3), "abc");
        assert_eq!(cut("abcdef", 3), "abc…");
    }
}

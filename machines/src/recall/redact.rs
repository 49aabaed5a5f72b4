//! What a page said, without what must not be kept of it.

use alloc::string::String;
use alloc::vec::Vec;

use crate::Typed;

/// So many characters of a message are kept, at most.
const MOST: usize = 500;

/// `text` without e-mail addresses (`[email]`), runs of four and more digits (`[number]`), what follows the `?` or the
/// `#` of a URL (`[query]`), and the values that were typed (`[value]`): each value, each of its words of three and
/// more characters where it stands as a word, without regard to case. White space is folded; at most 500 characters
/// are kept.
///
/// ```
/// use ostler_machines::recall::redact::redact;
/// let said = "ada@example.org is taken, Ada. See https://example.org/help?id=7";
/// let shown = redact(said, &["Ada Lovelace".into()]);
/// assert_eq!(shown, "[email] is taken, [value]. See https://example.org/help?[query]");
/// ```
pub fn redact(text: &str, typed: &[Typed]) -> String {
    let mut text = crate::form::text::squeeze(text);
    let mut wholes: Vec<String> = Vec::new();
    let mut words: Vec<String> = Vec::new();
    for value in typed {
        let value = crate::form::text::squeeze(value.reveal());
        if value.chars().count() > 2 {
            let parts = value.split(|c: char| !c.is_alphanumeric()).map(String::from);
            words.extend(parts.filter(|word| word.chars().count() > 2 && *word != value));
            wholes.push(value);
        } else if !value.is_empty() {
            words.push(value);
        }
    }
    wholes.sort_by_key(|value| core::cmp::Reverse(value.len()));
    words.sort_by_key(|word| core::cmp::Reverse(word.len()));
    for whole in &wholes {
        text = without(&text, whole, false);
    }
    let mut text = squeezed(&text);
    for word in &words {
        text = without(&text, word, true);
    }
    text.chars().take(MOST).collect()
}

/// `text` with the queries, the addresses and the numbers taken out.
fn squeezed(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for word in text.split(' ') {
        out.push(numbers(&emails(&query(word))));
    }
    out.join(" ")
}

/// A word that holds a URL, without its query and fragment.
fn query(word: &str) -> String {
    let is_url = word.contains("://") || word.contains('/') || word.contains("www.") || word.contains('=');
    match word.find(['?', '#']) {
        Some(at) if is_url && word.get(at + 1..).is_some_and(|rest| !rest.is_empty()) => {
            alloc::format!("{}[query]", word.get(..=at).unwrap_or_default())
        }
        _ => word.into(),
    }
}

/// A word with its e-mail addresses taken out.
fn emails(word: &str) -> String {
    let chars: Vec<char> = word.chars().collect();
    let inside = |c: char| {
        c.is_alphanumeric()
            || matches!(
                c,
                '.' | '_' | '%' | '+' | '-' | '\'' | '*' | '~' | '!' | '$' | '&' | '^' | '{' | '}' | '='
            )
    };
    let mut out = String::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        if c != '@' && c != '＠' {
            out.push(c);
            at += 1;
            continue;
        }
        let mut end = at + 1;
        while chars
            .get(end)
            .is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '*'))
        {
            end += 1;
        }
        while out.ends_with(inside) {
            out.pop();
        }
        // The full stop of a sentence is not the host's.
        while end > at + 1 && chars.get(end - 1).is_some_and(|c| matches!(c, '.' | '-')) {
            end -= 1;
        }
        out.push_str("[email]");
        at = end;
    }
    out
}

/// A word with its runs of four and more digits, of any script, taken out.
fn numbers(word: &str) -> String {
    let mut out = String::new();
    let mut run = String::new();
    for c in word.chars().chain(['\0']) {
        if c.is_numeric() {
            run.push(c);
            continue;
        }
        if run.chars().count() >= 4 {
            out.push_str("[number]");
        } else {
            out.push_str(&run);
        }
        run.clear();
        if c != '\0' {
            out.push(c);
        }
    }
    out
}

/// `text` with every `value` in it taken out, whatever the case; only where it stands by itself, if `word`.
fn without(text: &str, value: &str, word: bool) -> String {
    let fold = |text: &str| -> Vec<char> { text.chars().map(|c| c.to_lowercase().next().unwrap_or(c)).collect() };
    let (folded, value) = (fold(text), fold(value));
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let end = at + value.len();
        let edge = |c: Option<&char>| c.is_none_or(|c| !c.is_alphanumeric());
        let apart = !word || (edge(at.checked_sub(1).and_then(|before| chars.get(before))) && edge(chars.get(end)));
        // What stands for something that was taken out stays as it is.
        let mark = (out.ends_with('[') || out.ends_with('?')) && chars.get(end) == Some(&']');
        if apart && !mark && folded.get(at..end) == Some(value.as_slice()) {
            out.push_str("[value]");
            at = end;
        } else {
            out.push(c);
            at += 1;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::redact;
    use crate::Typed;
    use std::string::String;
    use std::vec::Vec;

    #[test]
    fn nothing_that_was_typed_and_no_address_or_number_is_left() {
        let table: [(&str, &[&str], &str); 12] = [
            ("a.b+c@mail.example.org is taken", &[], "[email] is taken"),
            ("Mail us (help@example.org).", &[], "Mail us ([email])."),
            ("Order 12345, line 123", &[], "Order [number], line 123"),
            ("call 0044-7911-123", &[], "call [number]-[number]-123"),
            ("番号１２３４５です", &[], "番号[number]です"),
            (
                "see https://example.org/x?token=abc&b=1#f now",
                &[],
                "see https://example.org/x?[query] now",
            ),
            ("Really?", &[], "Really?"),
            ("LOVELACE is not a name", &["Lovelace"], "[value] is not a name"),
            ("Hello Ada!", &["Ada Lovelace"], "Hello [value]!"),
            ("The adapter of Adam", &["Ada Lovelace"], "The adapter of Adam"),
            ("7 is not 77", &["7"], "[value] is not 77"),
            ("the value is wrong", &["value", "email"], "the [value] is wrong"),
        ];
        for (said, typed, expected) in table {
            let typed: Vec<Typed> = typed.iter().map(|value| Typed::new(*value)).collect();
            assert_eq!(redact(said, &typed), expected, "{said}");
        }
        let long: String = "word ".repeat(400);
        assert_eq!(redact(&long, &[]).chars().count(), 500);
    }
}

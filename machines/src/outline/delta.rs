//! What changed between two looks at a page: the lines that came and went, whatever their order.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Entries, and characters, beyond which the rest is only counted.
const MOST_ENTRIES: usize = 200;
const MOST_CHARS: usize = 20_000;
const ADVICE: usize = 100;

/// The lines that came and the lines that went, as multisets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delta {
    /// Lines that are there now and were not, in their order.
    pub added: Vec<String>,
    /// Lines that were there and are not now, in their order.
    pub removed: Vec<String>,
}

/// What has to be added to and taken from the lines of `before` to have those of `after`.
pub fn delta(before: &[String], after: &[String]) -> Delta {
    Delta {
        added: rest(after, before),
        removed: rest(before, after),
    }
}

/// The lines of `these` that `those` do not answer for, one by one.
fn rest(these: &[String], those: &[String]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for line in those {
        *counts.entry(line).or_default() += 1;
    }
    let mut left = Vec::new();
    for line in these {
        match counts.get_mut(line.as_str()) {
            Some(count) if *count > 0 => *count -= 1,
            _ => left.push(line.clone()),
        }
    }
    left
}

impl Delta {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }

    /// The changes, one a line: `+` came, `-` went, `~` is the same thing in another state. At most 200 lines and
    /// 20,000 characters. Where the later look was `incomplete`, nothing is said to have gone.
    pub fn render(&self, incomplete: bool) -> String {
        let now: BTreeSet<&str> = self.added.iter().filter_map(|line| reference(line)).collect();
        let before: BTreeSet<&str> = self.removed.iter().filter_map(|line| reference(line)).collect();
        let gone = self
            .removed
            .iter()
            .filter(|line| !incomplete && !reference(line).is_some_and(|it| now.contains(it)))
            .map(|line| ('-', line));
        let here = self.added.iter().map(|line| {
            let same = reference(line).is_some_and(|it| before.contains(it));
            (if same { '~' } else { '+' }, line)
        });
        let mut text = String::new();
        let mut length = 0;
        let mut left_out = 0_usize;
        for (at, (mark, line)) in here.chain(gone).enumerate() {
            let wanted = line.chars().count() + 3;
            if left_out > 0 || at + 1 >= MOST_ENTRIES || length + wanted > MOST_CHARS - ADVICE {
                left_out += 1;
                continue;
            }
            length += wanted;
            if !text.is_empty() {
                text.push('\n');
            }
            text.push(mark);
            text.push(' ');
            text.push_str(line);
        }
        if left_out > 0 {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&format!("… {left_out} more changes left out; take a snapshot"));
        }
        text
    }
}

/// The ref of a line: the word after its role and its name.
fn reference(line: &str) -> Option<&str> {
    let (role, rest) = line.split_once(' ')?;
    if role.ends_with(':') {
        return None;
    }
    let rest = match rest.strip_prefix('"') {
        None => rest,
        Some(quoted) => {
            let mut escaped = false;
            let close = quoted.char_indices().find(|(_, c)| {
                let closes = *c == '"' && !escaped;
                escaped = *c == '\\' && !escaped;
                closes
            })?;
            quoted.get(close.0 + 1..)?.strip_prefix(' ')?
        }
    };
    let word = rest.split([' ', ':']).next()?;
    let is_ref = crate::form::model::Ref::parse(word).is_some();
    is_ref.then_some(word)
}

#[cfg(test)]
mod tests {
    use super::{delta, reference};
    use std::string::{String, ToString};
    use std::vec::Vec;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(ToString::to_string).collect()
    }

    #[test]
    fn a_thing_in_another_state_is_told_once() {
        let before = lines("h1: Contact\ntextbox \"Email\" e2\nbutton \"Send\" e3");
        let after = lines("h1: Contact\ntextbox \"Email\" e2: a@b.example\ntext: Thanks");
        let delta = delta(&before, &after);
        assert_eq!(
            delta.render(false),
            "~ textbox \"Email\" e2: a@b.example\n+ text: Thanks\n- button \"Send\" e3"
        );
        assert_eq!(
            delta.render(true),
            "~ textbox \"Email\" e2: a@b.example\n+ text: Thanks",
            "what was not looked at is not said to be gone"
        );
    }

    #[test]
    fn lines_are_counted_not_only_known() {
        let delta = delta(&lines("text: a\ntext: a"), &lines("text: a\ntext: a\ntext: a"));
        assert_eq!(delta.render(false), "+ text: a");
    }

    #[test]
    fn nothing_but_order_is_no_change() {
        assert!(delta(&lines("a\nb"), &lines("b\na")).is_empty());
    }

    #[test]
    fn the_ref_is_found_behind_any_name() {
        let table = [
            ("button \"a\\\" e9\" e3", Some("e3")),
            ("button \"a\\\\\" e3 disabled", Some("e3")),
            ("textbox f2e3: x e9", Some("f2e3")),
            ("text: button \"x\" e3", None),
            ("h1: e3", None),
            ("frame \"x\" f2", None),
            ("navigation", None),
        ];
        for (line, expected) in table {
            assert_eq!(reference(line), expected, "{line}");
        }
    }
}

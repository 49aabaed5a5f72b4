//! What all data formats have in common.

use ostler_machines::Typed;

use crate::failure::Failure;

/// Something and the line it stands on, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct At<T> {
    /// The line.
    pub(super) line: usize,
    /// The thing.
    pub(super) value: T,
}

/// One value of a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A decimal literal, as written.
    Number(Typed),
    /// Text.
    Text(Typed),
    /// Several, in order.
    List(Vec<At<Node>>),
    /// Keys and values, in order, every key as often as it was written.
    Map(Vec<(At<String>, At<Node>)>),
}

impl Node {
    /// What it is, for an error.
    pub(super) const fn word(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Number(_) => "a number",
            Self::Text(_) => "text",
            Self::List(_) => "a list",
            Self::Map(_) => "an object",
        }
    }
}

/// How deep objects and lists may stand in one another.
pub(super) const DEPTH: usize = 32;

/// The error for a file that goes deeper than [`DEPTH`].
pub(super) fn too_deep(name: &str, line: usize) -> Failure {
    Failure::usage(
        "data-shape",
        format!("{name}, line {line}: more than {DEPTH} levels deep"),
    )
    .help("give an object of keys and values; an object inside it stands for a section of the form")
}

/// Whether `text` is a number as JSON writes it: no leading zero, no plus, so that a postcode stays text.
pub(super) fn is_decimal(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|part| digits(part.strip_prefix(['+', '-']).unwrap_or(part)))
}

/// Where the lines of a text begin.
pub(super) struct Lines(Vec<usize>);

impl Lines {
    /// Those of `text`.
    pub(super) fn of(text: &str) -> Self {
        Self(text.match_indices('\n').map(|(at, _)| at + 1).collect())
    }

    /// The line that byte `at` stands on, from 1.
    pub(super) fn at(&self, at: usize) -> usize {
        1 + self.0.partition_point(|start| *start <= at)
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, is_decimal};

    #[test]
    fn a_number_is_what_json_calls_one() {
        for yes in [
            "0",
            "-0",
            "10",
            "1.50",
            "-1.5e3",
            "1E-3",
            "123456789012345678901234567890",
        ] {
            assert!(is_decimal(yes), "{yes}");
        }
        for no in [
            "", "-", "007", "+1", "1.", ".5", "1e", "0x1f", "1_000", "1,5", "1-2", "NaN", "٣",
        ] {
            assert!(!is_decimal(no), "{no}");
        }
    }
    #[test]
    fn a_byte_is_on_the_line_that_its_break_ends() {
        let lines = Lines::of("ab\n\nc");
        for (at, line) in [(0, 1), (2, 1), (3, 2), (4, 3), (5, 3), (99, 3)] {
            assert_eq!(lines.at(at), line, "byte {at}");
        }
    }
}

//! One value over several boxes of a few characters each: codes, sort codes, social security numbers.

use alloc::string::String;
use alloc::vec::Vec;

use super::number::{self, Habit};
use super::regexp::Pattern;
use super::{Plan, Refusal, refuse};
use crate::form::model::{Field, Piece};
use crate::form::text;

/// A plan for each box.
///
/// # Errors
/// `empty`, `too-long`, `too-short`, `pattern-mismatch`.
pub(crate) fn spread(written: &str, field: &Field) -> Result<Plan, Refusal> {
    let sizes: Vec<usize> = field
        .parts
        .iter()
        .map(|part| match part.piece {
            Piece::Chars(count) => usize::try_from(count).unwrap_or(usize::MAX),
            _ => 1,
        })
        .collect();
    let total = sizes.iter().fold(0_usize, |sum, size| sum.saturating_add(*size));
    let written = text::ascii_digits(written.trim());
    if !written.chars().any(char::is_alphanumeric) {
        return Err(refuse("empty", "give the whole value"));
    }
    let groups: Vec<&str> = written
        .split(|c: char| !c.is_alphanumeric())
        .filter(|group| !group.is_empty())
        .collect();
    let own = groups.len() == sizes.len()
        && groups
            .iter()
            .zip(&sizes)
            .all(|(group, size)| group.chars().count() == *size);
    // What divides or signs a number is no mark to leave out.
    if !own
        && number::read(&written, Habit::Unknown, None)
            .is_ok_and(|amount| amount.value.negative || !amount.value.fraction.is_empty() || amount.percent)
    {
        return Err(refuse(
            "pattern-mismatch",
            "the boxes take a code without a decimal mark or a sign",
        ));
    }
    let pieces: Vec<String> = if own {
        groups.iter().map(|group| String::from(*group)).collect()
    } else {
        let chars: Vec<char> = written.chars().filter(|c| c.is_alphanumeric()).collect();
        if chars.len() != total {
            let code = if chars.len() > total { "too-long" } else { "too-short" };
            return Err(refuse(
                code,
                &alloc::format!("the value has {} characters and the boxes take {total}", chars.len()),
            ));
        }
        let mut rest = chars.as_slice();
        sizes
            .iter()
            .map(|size| {
                let (head, tail) = rest.split_at(*size);
                rest = tail;
                head.iter().collect()
            })
            .collect()
    };
    let mut plans = Vec::with_capacity(pieces.len());
    for (at, (piece, part)) in pieces.into_iter().zip(&field.parts).enumerate() {
        let digits_only = part.field.inputmode == "numeric" && part.field.pattern.is_empty();
        let refused = Pattern::of(&part.field.pattern).is_some_and(|pattern| !pattern.accepts(&piece))
            || digits_only && !piece.bytes().all(|b| b.is_ascii_digit());
        if refused {
            return Err(refuse("pattern-mismatch", "the boxes do not take these characters"));
        }
        plans.push((at, Plan::Text(piece.into())));
    }
    Ok(Plan::Spread(plans))
}

#[cfg(test)]
mod tests {
    use super::spread;
    use crate::form::model::{Field, Part, Piece};
    use crate::form::value::Plan;
    use std::vec::Vec;

    fn boxes(sizes: &[u32]) -> Field {
        Field {
            parts: sizes
                .iter()
                .map(|size| Part {
                    piece: Piece::Chars(*size),
                    field: Field::default(),
                })
                .collect(),
            ..Field::default()
        }
    }

    #[test]
    fn a_value_is_spread_over_its_boxes_exactly() {
        type Case = (
            &'static str,
            &'static [u32],
            Result<&'static [&'static str], &'static str>,
        );
        let table: [Case; 10] = [
            ("428915", &[1, 1, 1, 1, 1, 1], Ok(&["4", "2", "8", "9", "1", "5"])),
            ("428-915", &[1, 1, 1, 1, 1, 1], Ok(&["4", "2", "8", "9", "1", "5"])),
            ("20-32-06", &[2, 2, 2], Ok(&["20", "32", "06"])),
            ("123456789", &[3, 2, 4], Ok(&["123", "45", "6789"])),
            ("12345", &[1, 1, 1, 1, 1, 1], Err("too-short")),
            ("1234567", &[3, 3], Err("too-long")),
            (" ", &[3], Err("empty")),
            ("12.34", &[1, 1, 1, 1], Err("pattern-mismatch")),
            ("-1234", &[1, 1, 1, 1], Err("pattern-mismatch")),
            ("12.34", &[2, 2], Ok(&["12", "34"])),
        ];
        for (text, sizes, expected) in table {
            let got = spread(text, &boxes(sizes));
            let got = got.as_ref().map_err(|refusal| refusal.code).map(|plan| match plan {
                Plan::Spread(plans) => plans
                    .iter()
                    .map(|(_, plan)| match plan {
                        Plan::Text(text) => text.reveal(),
                        _ => "",
                    })
                    .collect::<Vec<&str>>(),
                _ => Vec::new(),
            });
            assert_eq!(got.as_deref(), expected.as_deref(), "{text}");
        }
    }

    #[test]
    fn a_value_without_a_letter_or_a_digit_is_none() {
        for sizes in [&[][..], &[1, 1]] {
            let refused = spread("-", &boxes(sizes)).map_err(|refusal| refusal.code);
            assert_eq!(refused, Err("empty"), "{sizes:?}");
        }
    }
}

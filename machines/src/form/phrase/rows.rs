//! Names that count rows of a list: `items[1].name`, `order_items_attributes_0_name`.

use alloc::vec::Vec;

/// The digits of one name, taken as a row's number.
const MOST_DIGITS: usize = 6;

/// Where a name counts rows: digits in square brackets, or between two points, two hyphens or two underscores.
pub(crate) fn row_numbers(name: &str) -> Vec<(usize, usize)> {
    let bytes = name.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = (at..bytes.len()).find(|&at| bytes.get(at).is_some_and(u8::is_ascii_digit)) {
        let end = (start..bytes.len())
            .find(|&at| bytes.get(at).is_none_or(|byte| !byte.is_ascii_digit()))
            .unwrap_or(bytes.len());
        let before = start.checked_sub(1).and_then(|before| bytes.get(before));
        let after = bytes.get(end);
        let is_one = match (before, after) {
            (Some(b'['), Some(b']')) | (Some(b'.'), None) => true,
            (Some(before @ (b'.' | b'-' | b'_')), Some(after)) => before == after,
            _ => false,
        };
        if is_one && start > 1 && end - start <= MOST_DIGITS {
            found.push((start, end));
        }
        at = end;
    }
    found
}

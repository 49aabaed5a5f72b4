//! Whether what the frames of a page said at about the same time is of one page.

use alloc::string::String;
use alloc::vec::Vec;

/// How often all frames are asked again because the page changed its documents meanwhile.
pub const RETRIES: usize = 3;

/// What a frame had when it was asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Its number.
    pub frame: u32,
    /// The number of its document.
    pub document: u64,
    /// Its address.
    pub url: String,
    /// Whether it is on its way to another document.
    pub pending: bool,
}

/// What to do with the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// They are of one page.
    Whole,
    /// They may be of two; ask again.
    Again,
    /// They may be of two, and it has been tried often enough: something may be missing.
    Incomplete,
}

/// Judges answers by how the frames stood `before` they were asked and `after` all had answered, when they had been
/// asked again `retries` times before.
pub fn judge(before: &[Standing], after: &[Standing], retries: usize) -> Judged {
    if before == after {
        return Judged::Whole;
    }
    if retries < RETRIES {
        return Judged::Again;
    }
    let documents = |all: &[Standing]| -> Vec<(u32, u64)> { all.iter().map(|it| (it.frame, it.document)).collect() };
    // A page that only rewrites its address, or sets out for another, has said all there is.
    if documents(before) == documents(after) {
        Judged::Whole
    } else {
        Judged::Incomplete
    }
}

#[cfg(test)]
mod tests {
    use super::{Judged, RETRIES, Standing, judge};
    use std::vec::Vec;

    fn frames(documents: &[(u32, u64)]) -> Vec<Standing> {
        let standing = |&(frame, document): &(u32, u64)| Standing {
            frame,
            document,
            ..Standing::default()
        };
        documents.iter().map(standing).collect()
    }

    #[test]
    fn b_58_a_navigation_meanwhile_is_a_reason_to_ask_again() {
        let before = frames(&[(0, 1), (2, 1)]);
        let mut leaving = before.clone();
        leaving[1].pending = true;
        let mut moved = before.clone();
        moved[0].url = "https://example.org/#next".into();
        let cases = [
            ("nothing happened", before.clone(), Judged::Whole, Judged::Whole),
            (
                "the top document was replaced",
                frames(&[(0, 2)]),
                Judged::Again,
                Judged::Incomplete,
            ),
            (
                "a frame's document was replaced",
                frames(&[(0, 1), (2, 2)]),
                Judged::Again,
                Judged::Incomplete,
            ),
            ("a frame vanished", frames(&[(0, 1)]), Judged::Again, Judged::Incomplete),
            (
                "a frame came",
                frames(&[(0, 1), (2, 1), (3, 1)]),
                Judged::Again,
                Judged::Incomplete,
            ),
            ("a frame set out", leaving, Judged::Again, Judged::Whole),
            ("the address was rewritten", moved, Judged::Again, Judged::Whole),
        ];
        for (case, after, first, last) in cases {
            for retries in 0..RETRIES {
                assert_eq!(judge(&before, &after, retries), first, "{case}, {retries}");
            }
            assert_eq!(judge(&before, &after, RETRIES), last, "{case}, at last");
        }
    }
}

//! Finds a place in a long list that is in order, of which only a part is laid out: by halves, from what is in view.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::form::text::fold;

/// How far a list is scrolled of which only a part is laid out. CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// How far it is scrolled.
    pub top: u32,
    /// How far it can be.
    pub most: u32,
    /// How much of it is in view.
    pub view: u32,
}

/// An order that a list may be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Order {
    /// Whether runs of digits count as numbers: `Part 9` before `Part 10`.
    natural: bool,
    /// Whether the greatest comes first.
    down: bool,
}

/// Where something would stand in a list, seen from the part that is in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// Before it.
    Before,
    /// In it.
    Within,
    /// Behind it.
    Behind,
}

/// So many rows in a row are an order, and no chance.
const ENOUGH: usize = 5;

impl Order {
    const ALL: [Self; 4] = [
        Self {
            natural: true,
            down: false,
        },
        Self {
            natural: false,
            down: false,
        },
        Self {
            natural: true,
            down: true,
        },
        Self {
            natural: false,
            down: true,
        },
    ];

    /// The order that these texts are in, if they are enough to tell.
    fn of(labels: &[&str]) -> Option<Self> {
        let folded: Vec<String> = labels.iter().map(|label| fold(label)).collect();
        let varied = folded.windows(2).any(|pair| pair[0] != pair[1]);
        let enough = folded.len() >= ENOUGH && varied;
        Self::ALL.into_iter().find(|order| enough && order.is_kept(&folded))
    }

    fn is_kept(self, folded: &[String]) -> bool {
        folded
            .windows(2)
            .all(|pair| self.compare(&pair[0], &pair[1]) != Ordering::Greater)
    }

    /// Where `wanted` would stand, seen from these; `None` if they are not in this order.
    fn side(self, wanted: &str, labels: &[&str]) -> Option<Side> {
        let folded: Vec<String> = labels.iter().map(|label| fold(label)).collect();
        let wanted = fold(wanted);
        if !self.is_kept(&folded) {
            return None;
        }
        let (first, last) = (folded.first()?, folded.last()?);
        Some(if self.compare(&wanted, first) == Ordering::Less {
            Side::Before
        } else if self.compare(&wanted, last) == Ordering::Greater {
            Side::Behind
        } else {
            Side::Within
        })
    }

    fn compare(self, one: &str, two: &str) -> Ordering {
        let told = if self.natural { natural(one, two) } else { one.cmp(two) };
        if self.down { told.reverse() } else { told }
    }
}

/// Where something must stand in a list that is in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half {
    order: Order,
    /// It stands behind all that was in view at this place.
    low: u32,
    /// It stands before all that was in view at this place, or this is the end.
    high: u32,
    /// Whether that was in view.
    ended: bool,
}

impl Half {
    /// Begins at the beginning of a list that shows to be in order there.
    pub(super) fn begin(span: Span, labels: &[&str]) -> Option<Self> {
        let order = Order::of(labels).filter(|_| span.top == 0)?;
        Some(Self {
            order,
            low: 0,
            high: span.most,
            ended: false,
        })
    }

    /// What is known once `labels` were in view, and where to look next; `None` if `wanted` is not where it should be.
    pub(super) fn next(self, span: Span, wanted: &str, labels: &[&str]) -> Option<(Self, u32)> {
        let top = span.top;
        let half = match self.order.side(wanted, labels)? {
            Side::Behind => Self { low: top, ..self },
            Side::Before => Self {
                high: top,
                ended: true,
                ..self
            },
            Side::Within => return None,
        };
        let apart = half.high.saturating_sub(half.low);
        if apart > span.view.max(2) / 2 {
            return Some((half, half.low + apart / 2));
        }
        // What stands at the very end was not in view yet.
        (apart > 0 && !half.ended).then_some((Self { ended: true, ..half }, half.high))
    }
}

/// Compares two texts by their words and the numbers in them.
fn natural(one: &str, two: &str) -> Ordering {
    let (mut one, mut two) = (one, two);
    loop {
        let ((a, rest_a), (b, rest_b)) = (piece(one), piece(two));
        let told = match (number(a), number(b)) {
            (Some(a), Some(b)) => a.len().cmp(&b.len()).then(a.cmp(b)),
            _ => a.cmp(b),
        };
        if told != Ordering::Equal || (rest_a.is_empty() && rest_b.is_empty()) {
            return told.then(rest_a.len().cmp(&rest_b.len()));
        }
        (one, two) = (rest_a, rest_b);
    }
}

/// The digits, or all but digits, that a text begins with, and the rest.
fn piece(text: &str) -> (&str, &str) {
    let digits = text.starts_with(|c: char| c.is_ascii_digit());
    let end = text.find(|c: char| c.is_ascii_digit() != digits).unwrap_or(text.len());
    text.split_at(end)
}

/// Digits without the noughts before them.
fn number(piece: &str) -> Option<&str> {
    let is_number = piece.starts_with(|c: char| c.is_ascii_digit());
    is_number.then(|| piece.trim_start_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::{Order, Side};

    #[test]
    fn an_order_is_told_by_enough_rows_and_says_on_which_side_something_stands() {
        let parts = ["Part 8", "Part 9", "Part 10", "Part 11", "Part 12"];
        let towns = ["Aachen", "Berlin", "Bonn", "Cologne", "Ulm"];
        let years = ["2026", "2025", "2024", "2023", "2022"];
        let table = [
            (&parts, "Part 100", Side::Behind),
            (&parts, "part 7", Side::Before),
            (&parts, "Part 10", Side::Within),
            (&towns, "Dresden", Side::Within),
            (&towns, "Zwickau", Side::Behind),
            (&years, "1999", Side::Behind),
            (&years, "2030", Side::Before),
        ];
        for (labels, wanted, expected) in table {
            let order = Order::of(labels).expect("they are in order");
            assert_eq!(order.side(wanted, labels), Some(expected), "{wanted} in {labels:?}");
        }
        assert_eq!(Order::of(&["b", "a", "c", "d", "e"]), None);
        assert_eq!(Order::of(&["a", "b", "c"]), None, "three may be chance");
        let order = Order::of(&towns).expect("they are in order");
        assert_eq!(order.side("Bonn", &["Bonn", "Aachen"]), None);
    }
}

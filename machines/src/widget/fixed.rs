//! Numbers as controls show them.

use alloc::string::String;

/// A number with six places behind the mark: no slider is finer, and all of it is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fixed(pub(super) i128);

const PLACES: usize = 6;

impl Fixed {
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.len() + fraction.len() == 0 || whole.len() > 20 || !is_number(whole) || !is_number(fraction) {
            return None;
        }
        // What a float leaves behind: `0.30000000000000004`.
        let kept: String = fraction
            .chars()
            .chain(core::iter::repeat('0'))
            .take(PLACES + 1)
            .collect();
        let scaled: i128 = alloc::format!("{whole}{kept}").parse().ok()?;
        let rounded = (scaled + 5) / 10;
        Some(Self(if negative { -rounded } else { rounded }))
    }

    pub(super) fn minus(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    pub(super) fn negated(self) -> Option<Self> {
        self.0.checked_neg().map(Self)
    }

    pub(super) const fn below(self, other: Self) -> bool {
        self.0 < other.0
    }

    /// How many strides it is, and whether anything is left over.
    pub(super) fn over(self, stride: Self) -> Option<(i128, bool)> {
        let strokes = self.0.checked_div(stride.0)?;
        Some((strokes, self.0 % stride.0 != 0))
    }
}

impl core::fmt::Display for Fixed {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let unit = 10_i128.pow(6);
        let (whole, rest) = (self.0.abs() / unit, self.0.abs() % unit);
        if self.0 < 0 {
            f.write_str("-")?;
        }
        write!(f, "{whole}")?;
        if rest != 0 {
            let digits = alloc::format!("{rest:06}");
            write!(f, ".{}", digits.trim_end_matches('0'))?;
        }
        Ok(())
    }
}

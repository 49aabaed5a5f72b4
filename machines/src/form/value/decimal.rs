//! Decimal numbers as strings of digits: exact, of any length, never through a float.

use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;

/// A decimal number. `whole` has no leading zeros (empty for 0); `fraction` is as it was written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decimal {
    pub(crate) negative: bool,
    pub(crate) whole: String,
    pub(crate) fraction: String,
}

/// The most places that an exponent may move the mark: beyond it no control can hold the number.
const FURTHEST: i32 = 308;

impl Decimal {
    /// From digits before and after the mark.
    pub(crate) fn new(negative: bool, whole: &str, fraction: &str) -> Self {
        Self {
            negative,
            whole: whole.trim_start_matches('0').into(),
            fraction: fraction.into(),
        }
    }

    /// Reads a decimal literal: `-1.5`, `.5`, `1e3`. Nothing else: no groups, no comma, no blanks.
    pub(crate) fn literal(text: &str) -> Option<Self> {
        let (negative, rest) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let (mantissa, exponent) = match rest.find(['e', 'E']) {
            Some(at) => (&rest[..at], exponent(&rest[at + 1..])?),
            None => (rest, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if whole.len() + fraction.len() == 0 || !digits(whole) || !digits(fraction) {
            return None;
        }
        Some(Self::new(negative, whole, fraction).shifted(exponent))
    }

    /// Times ten to the power of `places`.
    pub(crate) fn shifted(&self, places: i32) -> Self {
        let (mut whole, mut fraction) = (self.whole.clone(), self.fraction.clone());
        for _ in 0..places.unsigned_abs() {
            if places > 0 {
                whole.push(if fraction.is_empty() { '0' } else { fraction.remove(0) });
            } else {
                fraction.insert(0, whole.pop().unwrap_or('0'));
            }
        }
        Self::new(self.negative, &whole, &fraction)
    }

    /// Whether it is zero, of either sign.
    pub(crate) fn is_zero(&self) -> bool {
        self.whole.is_empty() && self.fraction.bytes().all(|b| b == b'0')
    }

    /// The same number without zeros at the end of the fraction.
    pub(crate) fn shortest(&self) -> Self {
        Self {
            negative: self.negative && !self.is_zero(),
            whole: self.whole.clone(),
            fraction: self.fraction.trim_end_matches('0').into(),
        }
    }

    /// Whether it lies on the grid of `step` counted from `base`. `None` when the step is no positive number or too
    /// fine or coarse to count in 128 bits.
    pub(crate) fn on_grid(&self, base: &Self, step: &Self) -> Option<bool> {
        if step.negative || step.is_zero() {
            return None;
        }
        let (own, base, step) = (self.shortest(), base.shortest(), step.shortest());
        let places = own.fraction.len().max(base.fraction.len()).max(step.fraction.len());
        let unit: u128 = scaled(&step, places).parse().ok()?;
        if unit > u128::MAX / 16 {
            return None;
        }
        let rest = |number: &Self| {
            let rest = scaled(number, places)
                .bytes()
                .fold(0_u128, |rest, digit| (rest * 10 + u128::from(digit - b'0')) % unit);
            if number.negative { (unit - rest) % unit } else { rest }
        };
        Some(rest(&own) == rest(&base))
    }
}

/// The digits of `number` times ten to the power of `places`, at least one.
fn scaled(number: &Decimal, places: usize) -> String {
    let mut out = String::with_capacity(number.whole.len() + places + 1);
    out.push('0');
    out.push_str(&number.whole);
    out.push_str(&number.fraction);
    for _ in number.fraction.len()..places {
        out.push('0');
    }
    out
}

fn exponent(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value: i32 = text.parse().ok()?;
    (value.abs() <= FURTHEST).then_some(value)
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let (one, two) = (self.shortest(), other.shortest());
        let size =
            |a: &Self, b: &Self| (a.whole.len(), &a.whole, &a.fraction).cmp(&(b.whole.len(), &b.whole, &b.fraction));
        match (one.negative, two.negative) {
            (false, false) => size(&one, &two),
            (true, true) => size(&two, &one),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Decimal {
    /// As a number control holds it: `-1234.50`, `0.5`, `1000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.negative && !self.is_zero() {
            f.write_str("-")?;
        }
        f.write_str(if self.whole.is_empty() { "0" } else { &self.whole })?;
        if !self.fraction.is_empty() {
            write!(f, ".{}", self.fraction)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;
    use std::string::ToString;

    fn decimal(text: &str) -> Decimal {
        Decimal::literal(text).unwrap()
    }

    #[test]
    fn a_literal_is_written_out() {
        let table = [
            ("1e3", "1000"),
            ("-1.50", "-1.50"),
            (".5", "0.5"),
            ("5.", "5"),
            ("1.25e1", "12.5"),
            ("125e-2", "1.25"),
            ("5E-3", "0.005"),
            ("-0", "0"),
            ("007", "7"),
            ("12345678901234567890", "12345678901234567890"),
        ];
        for (text, written) in table {
            assert_eq!(decimal(text).to_string(), written, "{text}");
        }
        for bad in [
            "", "-", ".", "1,5", "1e", "1e999", "0x10", "1 0", "NaN", "Infinity", "1e+", "٣",
        ] {
            assert_eq!(Decimal::literal(bad), None, "{bad}");
        }
    }

    #[test]
    fn numbers_compare_as_numbers() {
        for (less, more) in [
            ("2", "10"),
            ("-10", "-2"),
            ("-1", "0"),
            ("0.05", "0.5"),
            ("99", "100.0"),
            ("1.2", "1.25"),
        ] {
            assert!(decimal(less) < decimal(more), "{less} < {more}");
            assert!(decimal(more) > decimal(less), "{more} > {less}");
        }
        assert_eq!(decimal("1.50"), decimal("1.5"));
    }

    #[test]
    fn the_grid_is_exact() {
        let table = [
            ("0.3", "0", "0.1", true),
            ("2.3", "0", "0.5", false),
            ("7", "1", "3", true),
            ("6", "1", "3", false),
            ("-2", "1", "3", true),
            ("12345678901234567890", "0", "1", true),
            ("12345678901234567890123456789012345678901", "0", "7", false),
            ("5", "-0.5", "0.25", true),
        ];
        for (number, base, step, on) in table {
            assert_eq!(
                decimal(number).on_grid(&decimal(base), &decimal(step)),
                Some(on),
                "{number}"
            );
        }
        assert_eq!(decimal("1").on_grid(&decimal("0"), &decimal("0")), None);
    }
}

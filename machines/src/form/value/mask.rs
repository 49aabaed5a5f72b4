//! Masks that a placeholder shows: `(___) ___-____`, `000.000.000-00`, `AA00 AAAA 0000`.

use alloc::string::String;
use alloc::vec::Vec;

use super::number::{self, Habit};
use crate::form::model::Field;

/// What one place of a mask takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Digit,
    Letter,
    Any,
    Fixed(char),
}

/// A mask: places to fill and marks that stand between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mask(Vec<Place>);

impl Mask {
    /// The mask that the placeholder of `field` shows, if it shows one.
    pub(crate) fn of(field: &Field) -> Option<Self> {
        Self::read(&field.placeholder)
    }

    /// Reads a mask. An example such as `12-3456789`, an amount such as `0.00` and a date shape are none.
    pub(crate) fn read(shown: &str) -> Option<Self> {
        let shown = shown.trim();
        if shown.len() > 60 || shown.is_empty() {
            return None;
        }
        let has = |mark: char| shown.contains(mark);
        let drawn = has('_') || has('#');
        let zeros = !drawn
            && !shown.contains(|c: char| matches!(c, '1'..='8'))
            && (has('0') || has('9'))
            && !(has('0') && has('9'));
        let letters = zeros && shown.contains(['A', 'a', 'S']);
        let mut places = Vec::new();
        for c in shown.chars() {
            places.push(match c {
                '_' => Place::Any,
                '#' => Place::Digit,
                '0' | '9' if zeros => Place::Digit,
                'A' | 'a' | 'S' if letters => Place::Letter,
                c if c.is_alphabetic() => return None,
                c => Place::Fixed(c),
            });
        }
        let slots = places.iter().filter(|place| !matches!(place, Place::Fixed(_))).count();
        let marks: String = shown
            .chars()
            .filter(|c| !c.is_alphanumeric() && !matches!(c, '_' | '#'))
            .collect();
        let amount: String = marks
            .chars()
            .filter(|c| !(c.is_whitespace() || crate::form::text::is_currency(*c) || *c == '%'))
            .collect();
        // Noughts that are grouped or divided as numbers are an amount, and alone they are only a nought.
        let number = zeros && amount.chars().all(|c| matches!(c, '.' | ',' | '\'')) && (has('0') || !amount.is_empty());
        let only_numeric = amount.chars().all(|c| matches!(c, '.' | ','))
            && amount.len() < 2
            && (amount.len() == marks.len() || !amount.is_empty());
        // Slashes and colons divide dates and times, which have their own rules.
        if slots < 3 || marks.contains(['/', ':']) || (only_numeric && slots < 5) || (number && !letters) {
            return None;
        }
        if zeros && marks.is_empty() && slots < 4 {
            return None;
        }
        Some(Self(places))
    }

    /// `chars` put into the places, if they fit exactly.
    pub(crate) fn fill(&self, chars: &str) -> Option<String> {
        let mut rest = chars.chars();
        let mut out = String::new();
        for place in &self.0 {
            match place {
                Place::Fixed(mark) => out.push(*mark),
                Place::Digit => out.push(rest.next().filter(char::is_ascii_digit)?),
                Place::Letter => out.push(rest.next().filter(|c| c.is_alphabetic())?),
                Place::Any => out.push(rest.next().filter(|c| c.is_alphanumeric())?),
            }
        }
        rest.next().is_none().then_some(out)
    }

    /// `text` put into the places, with its own marks or without. The marks of a number are no marks to lose.
    pub(crate) fn fit(&self, text: &str) -> Option<String> {
        match number::read(text, Habit::Unknown, None) {
            Ok(amount) if amount.value.negative || !amount.value.fraction.is_empty() || amount.percent => return None,
            Err(number::Fault::Ambiguous) => return None,
            _ => {}
        }
        let bare: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
        let fixed: String = self
            .0
            .iter()
            .filter_map(|place| match place {
                Place::Fixed(c) if c.is_alphanumeric() => Some(*c),
                _ => None,
            })
            .collect();
        let stripped = (!fixed.is_empty()).then(|| bare.strip_prefix(fixed.as_str())).flatten();
        self.fill(&bare)
            .or_else(|| stripped.and_then(|bare| self.fill(bare)))
            .or_else(|| self.takes_letters().then(|| self.fill(&bare.to_uppercase())).flatten())
            .map(|filled| {
                if self.takes_letters() {
                    filled.to_uppercase()
                } else {
                    filled
                }
            })
    }

    fn takes_letters(&self) -> bool {
        self.0.contains(&Place::Letter)
    }

    /// Whether a country code stands in the mask already.
    pub(crate) fn fixed_code(&self) -> bool {
        matches!(self.0.as_slice(), [Place::Fixed('+'), Place::Fixed(c), ..] if c.is_ascii_digit())
    }

    /// Whether it is the shape of North American telephone numbers.
    pub(crate) fn north_american(&self) -> bool {
        let shape: String = self
            .0
            .iter()
            .map(|place| match place {
                Place::Fixed(' ') => '\0',
                Place::Fixed(c) => *c,
                _ => '9',
            })
            .filter(|c| *c != '\0')
            .collect();
        matches!(
            shape.as_str(),
            "(999)999-9999" | "999-999-9999" | "+1(999)999-9999" | "1(999)999-9999" | "+1999-999-9999"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Mask;

    #[test]
    fn a_mask_takes_what_fits_it_exactly() {
        let table = [
            ("(999) 999-9999", "5551234567", Some("(555) 123-4567")),
            ("(___) ___-____", "555 123 4567", Some("(555) 123-4567")),
            ("(000) 000-0000", "15551234567", None),
            ("000.000.000-00", "12345678909", Some("123.456.789-09")),
            (
                "AA00 AAAA 0000 0000 0000 00",
                "gb82west12345698765432",
                Some("GB82 WEST 1234 5698 7654 32"),
            ),
            ("##-#######", "123456789", Some("12-3456789")),
            ("+1 (___) ___-____", "5551234567", Some("+1 (555) 123-4567")),
            ("+1 (___) ___-____", "1 555 123 4567", Some("+1 (555) 123-4567")),
            ("99999", "94105", Some("94105")),
            ("000-000", "12345", None),
            ("000-000", "123456", Some("123-456")),
            ("99999", "123.45", None),
            ("99999", "-94105", None),
            ("99-99", "12.34", None),
            ("__-__", "1,234", None),
        ];
        for (shown, text, filled) in table {
            let mask = Mask::read(shown).unwrap_or_else(|| panic!("{shown}"));
            assert_eq!(mask.fit(text).as_deref(), filled, "{text} in {shown}");
        }
    }

    #[test]
    fn an_example_or_an_amount_is_no_mask() {
        for shown in [
            "",
            "0.00",
            "0,00",
            "0",
            "12-3456789",
            "1234 1234 1234 1234",
            "Your name",
            "__/__/____",
            "00:00",
            "(555) 555-5555",
            "0.000",
            "10.000",
            "A",
            "€ 0.00",
            "00",
            "000",
            "0000",
            "00000",
            "0,000.00",
            "000.000,00",
            "$0,000.00",
            "0'000.00",
            "0 %",
            "9,999.99",
        ] {
            assert_eq!(Mask::read(shown), None, "{shown}");
        }
    }
}

//! What must not be filled from memory.

use crate::form::model::{Field, Kind};
use crate::form::text;

/// Whether a value out of memory may not go into `field`: a password, a card, a code, or digits that are a card's.
pub(crate) fn forbidden(value: &str, field: &Field) -> bool {
    field.kind == Kind::Password || by_token(&field.autocomplete.token) || by_label(field) || is_card(value)
}

fn by_token(token: &str) -> bool {
    token.starts_with("cc-") || token.ends_with("password") || token == "one-time-code"
}

fn by_label(field: &Field) -> bool {
    let phrases = [
        "ssn",
        "social security",
        "social insurance",
        "tax id",
        "card number",
        "credit card",
        "debit card",
        "card no",
        "cvv",
        "cvc",
        "csc",
        "security code",
        "password",
        "passwort",
        "passphrase",
        "mot de passe",
        "contrasena",
        "senha",
        "haslo",
        "pin",
        "one time code",
        "verification code",
        "kartennummer",
        "kreditkarte",
        "numero de carte",
        "numero de tarjeta",
        "iban",
        "account number",
        "sort code",
        "passport number",
        "sozialversicherungsnummer",
        "security answer",
        "secret",
        "api key",
        "access token",
    ];
    [&field.label, &field.name].iter().any(|source| {
        let folded = alloc::format!(" {} ", text::fold(&source.replace(['_', '-'], " ")));
        phrases
            .iter()
            .any(|phrase| folded.contains(&alloc::format!(" {phrase} ")))
    })
}

/// Whether the digits of `value` are those of a payment card: 13 to 19 of them with a right check digit.
pub(crate) fn is_card(value: &str) -> bool {
    if value
        .chars()
        .any(|c| !(c.is_ascii_digit() || matches!(c, ' ' | '-' | '.')))
    {
        return false;
    }
    let digits = value.bytes().rev().filter(u8::is_ascii_digit);
    let (mut sum, mut count) = (0_u32, 0_u32);
    for digit in digits {
        let digit = u32::from(digit - b'0');
        let doubled = digit * 2;
        sum += if count % 2 == 0 {
            digit
        } else {
            doubled - if doubled > 9 { 9 } else { 0 }
        };
        count += 1;
    }
    (13..=19).contains(&count) && sum % 10 == 0 && sum > 0
}

#[cfg(test)]
mod tests {
    use super::{forbidden, is_card};
    use crate::form::model::Field;

    #[test]
    fn digits_of_a_card_are_known_under_any_label() {
        assert!(is_card("4111 1111 1111 1111"));
        assert!(!is_card("4111 1111 1111 1112"));
        assert!(!is_card("0000000000000000"));
        let field = |label: &str| Field {
            label: label.into(),
            ..Field::default()
        };
        assert!(forbidden("4111111111111111", &field("Customer reference")));
        assert!(forbidden("x", &field("Card number")));
        assert!(!forbidden("Ada", &field("First name")));
        assert!(!forbidden("Ada", &field("Spinning class")));
    }
}

//! The `autocomplete` attribute, parsed.

use alloc::string::String;
use alloc::vec::Vec;

/// An `autocomplete` attribute taken apart as the HTML standard orders its tokens (4.10.18.7.1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Autocomplete {
    /// The section name after `section-`, else empty.
    pub section: String,
    /// `shipping` or `billing`, else empty.
    pub address: String,
    /// `home`, `work`, `mobile`, `fax` or `pager`, else empty.
    pub contact: String,
    /// The field token (`given-name`, `tel-national`, …), `on`, `off`, or empty if there is none or it is unknown.
    pub token: String,
    /// Whether `webauthn` was given.
    pub webauthn: bool,
}

/// Field tokens that stand alone.
const PLAIN: &[&str] = &[
    "name",
    "honorific-prefix",
    "given-name",
    "additional-name",
    "family-name",
    "honorific-suffix",
    "nickname",
    "username",
    "new-password",
    "current-password",
    "one-time-code",
    "organization-title",
    "organization",
    "street-address",
    "address-line1",
    "address-line2",
    "address-line3",
    "address-level4",
    "address-level3",
    "address-level2",
    "address-level1",
    "country",
    "country-name",
    "postal-code",
    "cc-name",
    "cc-given-name",
    "cc-additional-name",
    "cc-family-name",
    "cc-number",
    "cc-exp",
    "cc-exp-month",
    "cc-exp-year",
    "cc-csc",
    "cc-type",
    "transaction-currency",
    "transaction-amount",
    "language",
    "bday",
    "bday-day",
    "bday-month",
    "bday-year",
    "sex",
    "url",
    "photo",
];

/// Field tokens that a kind of contact may stand before.
const CONTACT: &[&str] = &[
    "tel",
    "tel-country-code",
    "tel-national",
    "tel-area-code",
    "tel-local",
    "tel-local-prefix",
    "tel-local-suffix",
    "tel-extension",
    "email",
    "impp",
];

/// Takes an `autocomplete` attribute apart.
///
/// Tokens are read without regard to case. Where they break the standard's order, or the field is none that it
/// knows, `token` is empty: a browser would not fill such a field, and neither is it evidence of what is meant.
/// What stands before an unknown field is kept, since it still says whose address it is.
pub fn parse(attribute: &str) -> Autocomplete {
    let mut parsed = Autocomplete::default();
    let mut tokens: Vec<String> = attribute
        .split_ascii_whitespace()
        .map(str::to_ascii_lowercase)
        .collect();
    if tokens.last().is_some_and(|token| token == "webauthn") {
        parsed.webauthn = true;
        tokens.pop();
    }
    let mut rest = tokens.as_slice();
    if let [only] = rest
        && matches!(only.as_str(), "on" | "off")
    {
        parsed.token.clone_from(only);
        return parsed;
    }
    if let Some((first, after)) = rest.split_first()
        && let Some(section) = first.strip_prefix("section-")
    {
        parsed.section = section.into();
        rest = after;
    }
    if let Some((first, after)) = rest.split_first()
        && matches!(first.as_str(), "shipping" | "billing")
    {
        parsed.address.clone_from(first);
        rest = after;
    }
    if let Some((first, after)) = rest.split_first()
        && matches!(first.as_str(), "home" | "work" | "mobile" | "fax" | "pager")
    {
        parsed.contact.clone_from(first);
        rest = after;
    }
    if let [field] = rest {
        let known = CONTACT.contains(&field.as_str()) || (parsed.contact.is_empty() && PLAIN.contains(&field.as_str()));
        if known {
            parsed.token.clone_from(field);
        }
    }
    parsed
}

#[cfg(test)]
mod tests {
    use super::{Autocomplete, parse};

    fn tokens(section: &str, address: &str, contact: &str, token: &str, webauthn: bool) -> Autocomplete {
        Autocomplete {
            section: section.into(),
            address: address.into(),
            contact: contact.into(),
            token: token.into(),
            webauthn,
        }
    }

    #[test]
    fn an_attribute_comes_apart_in_the_standards_order() {
        let table = [
            ("given-name", tokens("", "", "", "given-name", false)),
            (
                " Shipping  GIVEN-NAME ",
                tokens("", "shipping", "", "given-name", false),
            ),
            (
                "section-blue shipping home tel-national",
                tokens("blue", "shipping", "home", "tel-national", false),
            ),
            ("billing postal-code", tokens("", "billing", "", "postal-code", false)),
            ("work email", tokens("", "", "work", "email", false)),
            ("fax", tokens("", "", "fax", "", false)),
            ("username webauthn", tokens("", "", "", "username", true)),
            ("webauthn", tokens("", "", "", "", true)),
            ("off", tokens("", "", "", "off", false)),
            ("ON", tokens("", "", "", "on", false)),
            ("shipping off", tokens("", "shipping", "", "", false)),
            // A kind of contact stands only before a telephone, an e-mail or a chat address.
            ("work street-address", tokens("", "", "work", "", false)),
            ("home shipping tel", tokens("", "", "home", "", false)),
            ("nope", tokens("", "", "", "", false)),
            ("given-name family-name", tokens("", "", "", "", false)),
            ("section- tel", tokens("", "", "", "tel", false)),
            ("", tokens("", "", "", "", false)),
        ];
        for (attribute, expected) in table {
            assert_eq!(parse(attribute), expected, "{attribute:?}");
        }
    }
}

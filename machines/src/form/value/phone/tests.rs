use super::{dialled, for_text};
use crate::form::autocomplete::Autocomplete;
use crate::form::model::{Field, Kind};
use crate::form::value::Context;
use std::string::ToString;

fn field(token: &str, pattern: &str, mask: &str) -> Field {
    Field {
        kind: Kind::Tel,
        autocomplete: Autocomplete {
            token: token.into(),
            ..Autocomplete::default()
        },
        pattern: pattern.into(),
        placeholder: mask.into(),
        ..Field::default()
    }
}

fn context(locale: &str, country: &str) -> Context {
    Context {
        locales: if locale.is_empty() {
            [].into()
        } else {
            [locale.to_string()].into()
        },
        country: country.into(),
        ..Context::default()
    }
}

#[test]
fn a_number_takes_the_form_that_the_field_asks_for() {
    let e164 = "\\+[0-9]{8,15}";
    let ten = "[0-9]{10}";
    let table = [
        ("020 7946 0958", "", "", "", "", "", Ok("020 7946 0958")),
        ("+33 6 12 34 56 78", "", e164, "", "", "", Ok("+33612345678")),
        ("06 12 34 56 78", "", e164, "", "fr-FR", "", Ok("+33612345678")),
        ("06 12 34 56 78", "", e164, "", "", "FR", Ok("+33612345678")),
        ("06 12 34 56 78", "", e164, "", "", "", Err("missing-region")),
        ("06.12.34.56.78", "", ten, "", "fr-FR", "", Ok("0612345678")),
        ("+39 06 698 12345", "", e164, "", "", "", Ok("+390669812345")),
        ("011 54 11 4345 1234", "", e164, "", "en-US", "", Ok("+541143451234")),
        ("0044 20 7946 0958", "", e164, "", "en-US", "", Ok("+442079460958")),
        ("+49 (0)30 123456", "", e164, "", "", "", Ok("+4930123456")),
        ("(+44) 20 7946 0958", "", e164, "", "", "", Ok("+442079460958")),
        ("1 (555) 123-4567", "", ten, "", "en-US", "", Ok("5551234567")),
        ("+1 555-123-4567", "", ten, "", "de-DE", "", Err("pattern-mismatch")),
        ("+44 20 7946 0958", "", ten, "", "en-US", "", Err("pattern-mismatch")),
        (
            "5551234567",
            "",
            "[0-9]{3}-[0-9]{3}-[0-9]{4}",
            "",
            "en-US",
            "",
            Ok("555-123-4567"),
        ),
        (
            "5551234567",
            "",
            "\\([0-9]{3}\\) [0-9]{3}-[0-9]{4}",
            "",
            "en-US",
            "",
            Ok("(555) 123-4567"),
        ),
        ("555 123 4567", "", "", "(000) 000-0000", "", "", Ok("(555) 123-4567")),
        ("555 123 456", "", "", "(000) 000-0000", "", "", Err("invalid-phone")),
        ("1-555-123-4567", "", "", "(999) 999-9999", "", "", Ok("(555) 123-4567")),
        (
            "+44 20 7946 0958",
            "",
            "",
            "(999) 999-9999",
            "en-US",
            "",
            Err("pattern-mismatch"),
        ),
        (
            "+1 555 123 4567",
            "",
            "",
            "+1 (___) ___-____",
            "",
            "",
            Ok("+1 (555) 123-4567"),
        ),
        (
            "+44 20 7946 0958",
            "tel-national",
            "",
            "",
            "",
            "GB",
            Ok("020 7946 0958"),
        ),
        ("02079460958", "tel-national", "", "", "", "GB", Ok("02079460958")),
        (
            "+49 30 123456",
            "tel-national",
            "",
            "",
            "",
            "GB",
            Err("country-mismatch"),
        ),
        ("+44 20 7946 0958", "tel-country-code", "", "", "", "", Ok("+44")),
        ("+1 212 555 0123", "tel-area-code", "", "", "", "", Ok("212")),
        ("+1 212 555 0123", "tel-local", "", "", "", "", Ok("5550123")),
        (
            "+44 20 7946 0958",
            "tel-area-code",
            "",
            "",
            "",
            "",
            Err("pattern-mismatch"),
        ),
        ("call me", "", "", "", "", "", Err("not-a-phone")),
        ("1-800-FLOWERS", "", "", "", "", "", Err("not-a-phone")),
        ("12345", "", e164, "", "en-GB", "", Err("invalid-phone")),
        ("+999 123 456 789", "", ten, "", "", "", Err("invalid-phone")),
        ("٠٦١٢٣٤٥٦٧٨", "", ten, "", "", "", Ok("0612345678")),
    ];
    for (written, token, pattern, mask, locale, country, expected) in table {
        let got = for_text(written, &field(token, pattern, mask), &context(locale, country));
        assert_eq!(
            got.as_deref().map_err(|refusal| refusal.code),
            expected,
            "{written} {token} {pattern} {mask} {locale} {country}"
        );
    }
}

#[test]
fn an_extension_goes_where_it_belongs() {
    let beside = Context {
        extension: true,
        ..context("en-GB", "")
    };
    let alone = context("en-GB", "");
    let plain = field("", "", "");
    assert_eq!(
        for_text("020 7946 0958 ext. 12", &plain, &beside).as_deref(),
        Ok("020 7946 0958")
    );
    assert_eq!(
        for_text("020 7946 0958 x12", &plain, &alone).as_deref(),
        Ok("020 7946 0958 x12")
    );
    assert_eq!(
        for_text("020 7946 0958 ext. 12", &field("tel-extension", "", ""), &alone).as_deref(),
        Ok("12")
    );
    assert_eq!(
        for_text("12", &field("tel-extension", "", ""), &alone).as_deref(),
        Ok("12")
    );
}

#[test]
fn a_length_drops_marks_before_digits() {
    let short = Field {
        maxlength: Some(10),
        ..field("", "", "")
    };
    assert_eq!(
        for_text("(555) 123-4567", &short, &context("", "")).as_deref(),
        Ok("5551234567")
    );
    assert_eq!(
        for_text("+1 (555) 123-4567", &short, &context("en-US", "")).as_deref(),
        Ok("5551234567")
    );
    assert_eq!(
        for_text("+44 20 7946 0958", &short, &context("", "")).map_err(|refusal| refusal.code),
        Err("too-long")
    );
}

#[test]
fn the_dialling_code_is_that_of_the_number_or_the_region() {
    assert_eq!(
        dialled("+44 20 7946 0958", &context("", ""))
            .map(|number| number.code)
            .as_deref(),
        Some("44")
    );
    assert_eq!(
        dialled("030 123456", &context("de-DE", ""))
            .map(|number| number.code)
            .as_deref(),
        Some("49")
    );
    assert_eq!(dialled("030 123456", &context("", "")).map(|number| number.code), None);
    assert_eq!(dialled("Germany", &context("", "")).map(|number| number.code), None);
}

#[test]
fn a_piece_given_by_itself_is_kept() {
    let none = context("", "");
    for (written, token) in [
        ("212", "tel-area-code"),
        ("555-0123", "tel-local"),
        ("+44", "tel-country-code"),
    ] {
        assert_eq!(for_text(written, &field(token, "", ""), &none).as_deref(), Ok(written));
    }
}

#[test]
fn an_extension_is_never_dropped_unasked() {
    let asks = field("", "\\+[0-9]{8,15}", "");
    let got = for_text("020 7946 0958 ext. 12", &asks, &context("en-GB", ""));
    assert_eq!(got.map_err(|refusal| refusal.code), Err("extension-lost"));
    let got = for_text("555-1234", &field("", "[0-9]{10}", ""), &context("en-US", ""));
    assert_eq!(got.map_err(|refusal| refusal.code), Err("invalid-phone"));
    let got = for_text("tel:+442079460958", &asks, &context("", ""));
    assert_eq!(got.as_deref(), Ok("+442079460958"));
}

#[test]
fn a_date_is_no_number() {
    let field = Field {
        kind: crate::form::model::Kind::Tel,
        ..Field::default()
    };
    for written in ["12/31/2024", "2024-05-05", "03.04.2024", "1/2/1990"] {
        let refusal = for_text(written, &field, &context("", "")).expect_err(written);
        assert_eq!(refusal.code, "not-a-phone", "{written}");
    }
    for written in [
        "2024 05 05",
        "030/123456",
        "20-24-0505",
        "06.12.34.56.78",
        "555-123-2024",
    ] {
        assert_eq!(for_text(written, &field, &context("", "")).as_deref(), Ok(written));
    }
}

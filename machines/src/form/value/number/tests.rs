use super::{Fault, Habit, for_control, read};
use crate::form::model::{Field, Kind};
use crate::form::value::Context;
use crate::form::value::locale::marks;
use std::string::ToString;

fn shown(text: &str, tag: &str) -> Result<std::string::String, Fault> {
    let habit = marks(tag).map_or(Habit::Unknown, Habit::Known);
    read(text, habit, None).map(|amount| amount.value.to_string())
}

#[test]
fn one_reading_is_read() {
    let table = [
        ("1,234.56", "", "1234.56"),
        ("1.234,56", "", "1234.56"),
        ("1 234,56", "", "1234.56"),
        ("1\u{202f}234\u{202f}567,8", "", "1234567.8"),
        ("1'234.50", "", "1234.50"),
        ("1’234’567", "", "1234567"),
        ("12,34,567.5", "", "1234567.5"),
        ("1,50,000", "", "150000"),
        ("1,234", "en-US", "1234"),
        ("1,234", "de", "1.234"),
        ("1.234", "de-AT", "1234"),
        ("1.234", "de-CH", "1.234"),
        ("1,234", "fr-FR", "1.234"),
        ("1.234", "es-MX", "1.234"),
        ("0.125", "", "0.125"),
        ("1234.567", "", "1234.567"),
        ("(1,234.56)", "", "-1234.56"),
        ("($50.00)", "", "-50.00"),
        ("-€5", "", "-5"),
        ("€ -5,50", "", "-5.50"),
        ("60k", "", "60000"),
        ("1.5k", "", "1500"),
        ("$1.5M", "", "1500000"),
        ("2 Mio. €", "", "2000000"),
        ("3 lakh", "", "300000"),
        ("50.-", "", "50"),
        ("CHF 50.–", "", "50"),
        ("50,- €", "", "50"),
        ("£1,000", "", "1000"),
        ("$1,234", "", "1234"),
        ("1 234 zł", "", "1234"),
        ("1.500 R$", "", "1500"),
        ("￥12,000", "", "12000"),
        ("₩1.200", "", "1200"),
        ("٣٫٥", "", "3.5"),
        ("１２３", "", "123"),
        ("3.875%", "", "3.875"),
        ("25 m²", "", "25"),
        ("+7", "", "7"),
        (",5", "", "0.5"),
    ];
    for (text, tag, value) in table {
        assert_eq!(shown(text, tag).as_deref(), Ok(value), "{text} {tag}");
    }
}

#[test]
fn two_readings_are_not_read() {
    for (text, tag) in [
        ("1.234", ""),
        ("1,234", ""),
        ("€1,234", ""),
        ("$1.234", ""),
        ("1.234", "fr-FR"),
        ("1,234", "de-CH"),
        ("£1,000", "de-DE"),
        ("kr 1,234", ""),
        ("-1.234", ""),
        ("1.234 kg", ""),
    ] {
        assert_eq!(shown(text, tag), Err(Fault::Ambiguous), "{text} {tag}");
    }
}

#[test]
fn what_is_no_number_is_not_read() {
    for text in [
        "",
        "ten",
        "1.23.4",
        "1,23,4",
        "12 34",
        "1.2.3.4",
        "10.0.12.7",
        "NaN",
        "Infinity",
        "1/2",
        "--5",
        "~5",
        "about 5",
        "5!",
        "3 years 6 months",
        "1 234.567.890",
        "0,123,456",
        "5'10\"",
        "#5",
        "1_000",
        "$5 €6",
        "$5 EUR",
        "all 5",
        "All 5",
        "try 5",
        "top 5",
        "r 5",
        "ft 5",
        "rm 5",
    ] {
        assert_eq!(shown(text, ""), Err(Fault::Not), "{text}");
    }
    for text in ["5-10", "5 – 10", "5 to 10", "1,000-2,000"] {
        assert_eq!(shown(text, ""), Err(Fault::Range), "{text}");
    }
}

#[test]
fn what_stands_around_a_number_must_be_what_the_field_asks_for() {
    let field = |label: &str| Field {
        label: label.into(),
        kind: Kind::Number,
        step: "any".into(),
        ..Field::default()
    };
    let table = [
        ("70 in", "Height in cm", Err("unit-mismatch")),
        ("70 in", "Height (in)", Ok("70")),
        ("5 ans", "Enter an amount in months", Err("unit-mismatch")),
        ("30 s", "Driver's age", Err("unit-mismatch")),
        ("150 pound", "Weight (kg)", Err("unit-mismatch")),
        ("150 pounds", "Weight (lb)", Ok("150")),
        ("50 pounds", "Amount (GBP)", Ok("50")),
        ("50 lb", "Amount (GBP)", Err("unit-mismatch")),
        ("$50", "Weight (kg)", Err("unit-mismatch")),
        ("€50", "Hours worked", Err("unit-mismatch")),
        ("€50", "Price per hour", Ok("50")),
        ("€500", "Monthly rent", Ok("500")),
        ("20%", "Discount amount", Err("unit-mismatch")),
        ("20%", "Discount", Ok("20")),
        ("90 min", "Hours", Err("unit-mismatch")),
        ("5 hours", "Hours per week", Ok("5")),
        ("5 years", "Age", Ok("5")),
    ];
    for (text, label, expected) in table {
        let got = for_control(text, false, &field(label), &Context::default());
        assert_eq!(
            got.as_deref().map_err(|refusal| refusal.code),
            expected,
            "{text} in {label}"
        );
    }
}

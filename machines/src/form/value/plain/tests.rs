use crate::form::autocomplete::Autocomplete;
use crate::form::model::{Choice, Field, Held, Kind};
use crate::form::value::{Context, Plan, Wish, normalise};
use std::string::{String, ToString};

fn got(wish: &Wish, field: &Field, context: &Context) -> Result<String, &'static str> {
    match normalise(wish, field, context) {
        Ok(Plan::Text(text)) => Ok(text.into_inner()),
        Ok(plan) => panic!("{plan:?}"),
        Err(refusal) => Err(refusal.code),
    }
}

fn text(written: &str, field: &Field) -> Result<String, &'static str> {
    got(&Wish::Text(written.into()), field, &Context::default())
}

#[test]
fn a_plain_field_keeps_what_was_written() {
    let plain = Field {
        label: "Notes".into(),
        ..Field::default()
    };
    for written in [
        "2.450,75",
        "ADA@Example.COM",
        " Ada ",
        "$85,250.50",
        "true",
        "007",
        "4242 4242 4242 4242",
        "👩‍🚀",
        "שלום",
        "C:\\x",
        "\u{202e}odd",
    ] {
        assert_eq!(text(written, &plain).as_deref(), Ok(written));
    }
    assert_eq!(text("a\tb\r\nc", &plain).as_deref(), Ok("a\tb c"));
    for (bad, code) in [
        ("", "empty"),
        (" \n ", "empty"),
        ("a\0b", "control-character"),
        ("a\u{1b}[1m", "control-character"),
        ("a\u{7f}", "control-character"),
    ] {
        assert_eq!(text(bad, &plain), Err(code), "{bad:?}");
    }
    assert_eq!(
        got(&Wish::Number("1e3".into()), &plain, &Context::default()).as_deref(),
        Ok("1000")
    );
    assert_eq!(
        got(&Wish::Number("0.10".into()), &plain, &Context::default()).as_deref(),
        Ok("0.10")
    );
    assert_eq!(got(&Wish::Bool(true), &plain, &Context::default()), Err("not-text"));
}

#[test]
fn a_length_or_a_pattern_is_met_by_losing_marks_only() {
    let table = [
        ("GB82 WEST 1234 5698 7654 32", "", 22, Ok("GB82WEST12345698765432")),
        ("123-45-6789", "", 9, Ok("123456789")),
        ("123-45-6789", "[0-9]{9}", 0, Ok("123456789")),
        ("123456789", "[0-9]{3}-[0-9]{2}-[0-9]{4}", 0, Ok("123-45-6789")),
        ("01310100", "[0-9]{5}-[0-9]{3}", 0, Ok("01310-100")),
        ("00950", "[0-9]{2}-[0-9]{3}", 0, Ok("00-950")),
        ("sw1a2aa", "[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}", 0, Ok("SW1A 2AA")),
        ("k1a0b1", "[A-Za-z][0-9][A-Za-z] ?[0-9][A-Za-z][0-9]", 0, Ok("k1a0b1")),
        ("ab12 cde", "[A-Z0-9 ]+", 0, Ok("AB12 CDE")),
        ("SPRING24", "[a-z0-9]+", 0, Ok("spring24")),
        ("$1,250.50", "[0-9]+(\\.[0-9]{2})?", 0, Ok("1250.50")),
        ("1250,50", "[0-9]+(\\.[0-9]{2})?", 0, Ok("1250.50")),
        ("1250.50", "[0-9]+,[0-9]{2}", 0, Ok("1250,50")),
        ("12.50", "[0-9]{4}", 0, Err("pattern-mismatch")),
        ("-1250", "[0-9]{4}", 0, Err("pattern-mismatch")),
        ("1,250", "[0-9]+", 0, Err("pattern-mismatch")),
        ("10-20", "[0-9]+", 0, Err("pattern-mismatch")),
        ("10-20", "", 4, Err("too-long")),
        ("5'11\"", "[0-9]+", 0, Err("pattern-mismatch")),
        ("1 5", "[0-9]*", 0, Err("pattern-mismatch")),
        ("ABC", "[0-9]{3}", 0, Err("pattern-mismatch")),
        ("Ada Lovelace", "[a-z]+", 0, Err("pattern-mismatch")),
        ("A subject line that is far too long", "", 20, Err("too-long")),
        ("Flat 2, 10 Downing Street", "", 20, Err("too-long")),
        ("👩👩👩", "", 5, Err("too-long")),
        ("anything", "(?=x)y", 0, Ok("anything")),
    ];
    for (written, pattern, most, expected) in table {
        let field = Field {
            pattern: pattern.into(),
            maxlength: (most > 0).then_some(most),
            ..Field::default()
        };
        assert_eq!(
            text(written, &field).as_deref().map_err(|code| *code),
            expected,
            "{written} {pattern} {most}"
        );
    }
    let least = Field {
        minlength: Some(8),
        kind: Kind::Password,
        ..Field::default()
    };
    assert_eq!(text("short", &least), Err("too-short"));
}

#[test]
fn a_refusal_says_both_lengths() {
    let field = Field {
        maxlength: Some(5),
        ..Field::default()
    };
    let refusal = normalise(&Wish::Text("👩👩👩".into()), &field, &Context::default()).unwrap_err();
    assert!(
        refusal.message.contains('6') && refusal.message.contains('5'),
        "{}",
        refusal.message
    );
}

#[test]
fn a_keyboard_for_digits_gets_plain_digits() {
    let field = |inputmode: &str, label: &str, placeholder: &str| Field {
        inputmode: inputmode.into(),
        label: label.into(),
        placeholder: placeholder.into(),
        ..Field::default()
    };
    let table = [
        ("$85,250.50", "numeric", "Gross annual income", "", "85250.50"),
        ("3.875%", "decimal", "Interest rate", "", "3.875"),
        ("1,250.50", "decimal", "Deposit", "", "1250.50"),
        ("2.450,75", "decimal", "Einkommen", "1.234,56", "2.450,75"),
        ("2.450,75 €", "decimal", "Betrag", "0,00", "2450,75"),
        (
            "4242 4242 4242 4242",
            "numeric",
            "Card number",
            "",
            "4242 4242 4242 4242",
        ),
        ("12-3456789", "numeric", "Employer", "", "12-3456789"),
        ("01310-100", "numeric", "CEP", "", "01310-100"),
        ("1250.50", "decimal", "Deposit", "", "1250.50"),
        ("10.0.12.7", "decimal", "Address", "", "10.0.12.7"),
        ("1,250", "decimal", "Deposit", "", "1,250"),
        ("$85,250.50", "", "Notes", "", "$85,250.50"),
    ];
    for (written, inputmode, label, placeholder, expected) in table {
        assert_eq!(
            text(written, &field(inputmode, label, placeholder)).as_deref(),
            Ok(expected),
            "{written} {label}"
        );
    }
}

#[test]
fn an_address_of_mail_or_web_is_checked_as_the_browser_does() {
    let kind = |kind: Kind| Field {
        kind,
        ..Field::default()
    };
    for (written, expected) in [
        (" ada@example.com ", Ok("ada@example.com")),
        ("mailto:ada@example.com", Ok("ada@example.com")),
        ("Ada+tag@Example.COM", Ok("Ada+tag@Example.COM")),
        ("ada@münchen.de", Ok("ada@xn--mnchen-3ya.de")),
        ("ada@localhost", Ok("ada@localhost")),
        ("ada", Err("not-an-email")),
        ("ada@", Err("not-an-email")),
        ("ada lovelace@example.com", Err("not-an-email")),
        ("ada@example..com", Err("not-an-email")),
        ("a@b.c, d@e.f", Err("not-an-email")),
        ("ada at example.com", Err("not-an-email")),
    ] {
        assert_eq!(
            text(written, &kind(Kind::Email)).as_deref().map_err(|code| *code),
            expected,
            "{written}"
        );
    }
    let many = Field {
        multiple: true,
        ..kind(Kind::Email)
    };
    assert_eq!(text("a@b.c; d@e.f", &many).as_deref(), Ok("a@b.c,d@e.f"));
    for (written, expected) in [
        ("https://example.org/zoe?x=1&y=2", Ok("https://example.org/zoe?x=1&y=2")),
        (" http://a.b ", Ok("http://a.b")),
        ("example.org", Err("not-a-url")),
        ("example.org:8080", Err("not-a-url")),
        ("https://a b", Err("not-a-url")),
    ] {
        assert_eq!(
            text(written, &kind(Kind::Url)).as_deref().map_err(|code| *code),
            expected,
            "{written}"
        );
    }
}

#[test]
fn a_whole_goes_to_pieces_only_when_it_is_one() {
    let surname = Field {
        autocomplete: Autocomplete {
            token: "family-name".into(),
            ..Autocomplete::default()
        },
        ..Field::default()
    };
    let whole = Context {
        whole: true,
        ..Context::default()
    };
    let wish = Wish::Text("Ada Lovelace".into());
    assert_eq!(got(&wish, &surname, &whole).as_deref(), Ok("Lovelace"));
    assert_eq!(
        got(&wish, &surname, &Context::default()).as_deref(),
        Ok("Ada Lovelace"),
        "a surname of two words"
    );
    let line = |label: &str| Field {
        label: label.into(),
        ..Field::default()
    };
    let address = Wish::Text("Flat 2\n10 Downing Street".into());
    assert_eq!(
        got(&address, &line("Address line 2"), &whole).as_deref(),
        Ok("10 Downing Street")
    );
    assert_eq!(
        got(&address, &line("Street address"), &whole).as_deref(),
        Ok("Flat 2, 10 Downing Street")
    );
    let pieces = Wish::Pieces(
        [
            ("first name".to_string(), Wish::Text("Ada".into())),
            ("surname".to_string(), Wish::Text("Lovelace".into())),
        ]
        .into(),
    );
    assert_eq!(got(&pieces, &line("Full name"), &whole).as_deref(), Ok("Ada Lovelace"));
    assert_eq!(got(&pieces, &line("Favourite colour"), &whole), Err("two-values"));
}

#[test]
fn secrets_do_not_come_out_of_memory() {
    let memory = Context {
        from_memory: true,
        ..Context::default()
    };
    let label = |label: &str| Field {
        label: label.into(),
        ..Field::default()
    };
    assert_eq!(
        got(&Wish::Text("123-45-6789".into()), &label("SSN"), &memory),
        Err("secret")
    );
    assert_eq!(
        got(
            &Wish::Text("4111 1111 1111 1111".into()),
            &label("Customer reference"),
            &memory
        ),
        Err("secret")
    );
    assert!(got(&Wish::Text("123-45-6789".into()), &label("SSN"), &Context::default()).is_ok());
    let password = Field {
        kind: Kind::Password,
        ..Field::default()
    };
    assert_eq!(got(&Wish::Text("x".into()), &password, &memory), Err("secret"));
    assert_eq!(
        got(&Wish::Text(" e\u{301} ".into()), &password, &Context::default()).as_deref(),
        Ok(" e\u{301} "),
        "kept to the letter"
    );
}

#[test]
fn suggestions_give_a_spelling_and_picks_are_picked() {
    let field = Field {
        suggestions: true,
        options: [Choice {
            label: "Hooli".into(),
            ..Choice::default()
        }]
        .into(),
        ..Field::default()
    };
    assert_eq!(text("HOOLI", &field).as_deref(), Ok("Hooli"));
    assert_eq!(text("Hooli XYZ", &field).as_deref(), Ok("Hooli XYZ"));
    let picks = Field {
        picks: true,
        ..Field::default()
    };
    assert_eq!(
        normalise(&Wish::Text("Berlin".into()), &picks, &Context::default()),
        Ok(Plan::Pick("Berlin".into()))
    );
}

#[test]
fn a_nought_with_two_decimals_is_written_over_with_two() {
    let shows = |shown: &str| Field {
        label: "Amount".into(),
        held: Held::Text(shown.into()),
        ..Field::default()
    };
    for (shown, written, spelled) in [
        ("$0.00", "1234.5", "1234.50"),
        ("0.00", "5", "5.00"),
        ("0,00 €", "12.5", "12,50"),
        ("0.00", "-3", "-3.00"),
        ("0.00", "1.25", "1.25"),
        ("0.00", "12 pieces", "12 pieces"),
        ("0.00", "n/a", "n/a"),
        ("1.00", "5", "5"),
        ("0", "5", "5"),
        ("", "5", "5"),
    ] {
        assert_eq!(
            text(written, &shows(shown)).as_deref(),
            Ok(spelled),
            "{written} over {shown}"
        );
    }
}

#[test]
fn decimals_have_the_mark_that_the_field_shows() {
    let shows = |placeholder: &str, title: &str, pattern: &str| Field {
        label: "Preis".into(),
        placeholder: placeholder.into(),
        title: title.into(),
        pattern: pattern.into(),
        lang: "de".into(),
        ..Field::default()
    };
    let number = |number: &str| Wish::Number(number.into());
    let words = |words: &str| Wish::Text(words.into());
    let table = [
        (number("1234.5"), shows("0,00", "", ""), "1234,50"),
        (number("1.234"), shows("0,00", "", ""), "1,234"),
        (number("-0.5"), shows("0,00", "", ""), "-0,50"),
        (number("1234"), shows("0,00", "", ""), "1234"),
        (number("1234.5"), shows("z. B. 1.250,00 €", "", ""), "1234,50"),
        (number("1234.5"), shows("0,0", "", ""), "1234,5"),
        (number("1234.5"), shows("", "Format: 12,50", ""), "1234,50"),
        (number("1234.5"), shows("", "", "[0-9]+,[0-9]{2}"), "1234,50"),
        (words("1234.5"), shows("0,00", "", ""), "1234,50"),
        (words("1234,5"), shows("0,00", "", ""), "1234,5"),
        (words("1.234,5"), shows("0,00", "", ""), "1.234,5"),
        (words("1234,5"), shows("0.00", "", ""), "1234.50"),
        (words("12 Stück"), shows("0,00", "", ""), "12 Stück"),
        (number("1234.5"), shows("", "", ""), "1234.5"),
        (number("1234.5"), shows("1,2,3", "", ""), "1234.5"),
    ];
    for (wish, field, expected) in table {
        let got = got(&wish, &field, &Context::default());
        assert_eq!(got.as_deref(), Ok(expected), "{wish:?} into {field:?}");
    }
    let over = Field {
        held: Held::Text("0,00".into()),
        ..Field::default()
    };
    assert_eq!(
        got(&number("1.234"), &over, &Context::default()).as_deref(),
        Ok("1,234"),
        "a literal has no groups"
    );
}

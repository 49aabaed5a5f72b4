use super::{for_text, wants_day, with_template};
use crate::Typed;
use crate::form::autocomplete::Autocomplete;
use crate::form::model::{Field, Held, Kind};
use crate::form::value::{Context, Today};
use std::string::{String, ToString};

fn ctx(locales: &[&str]) -> Context {
    Context {
        locales: locales.iter().map(ToString::to_string).collect(),
        today: Today {
            year: 2026,
            month: 6,
            day: 15,
        },
        ..Context::default()
    }
}

fn put(text: &str, field: &Field, locales: &[&str]) -> Option<Result<String, &'static str>> {
    for_text(text, field, &ctx(locales)).map(|result| result.map_err(|refusal| refusal.code))
}

fn placeholder(placeholder: &str) -> Field {
    Field {
        placeholder: placeholder.into(),
        ..Field::default()
    }
}

fn label(label: &str) -> Field {
    Field {
        label: label.into(),
        ..Field::default()
    }
}

fn pattern(pattern: &str) -> Field {
    Field {
        pattern: pattern.into(),
        ..Field::default()
    }
}

#[test]
fn a_value_is_written_in_the_letters_that_the_field_shows() {
    let table = [
        ("MM/DD/YYYY", "March 5, 2001", "03/05/2001"),
        ("dd/mm/yyyy", "March 5, 2001", "05/03/2001"),
        ("D/M/YYYY", "March 5, 2001", "5/3/2001"),
        ("d/m/Y", "March 5, 2001", "05/03/2001"),
        ("d M Y", "March 5, 2001", "05 Mar 2001"),
        ("DD.MM.YY", "March 5, 2001", "05.03.01"),
        ("ddmmyyyy", "March 5, 2001", "05032001"),
        ("YYYYMMDD", "March 5, 2001", "20010305"),
        ("TT.MM.JJJJ", "March 5, 2001", "05.03.2001"),
        ("jj/mm/aaaa", "March 5, 2001", "05/03/2001"),
        ("dd/mm/aaaa", "March 5, 2001", "05/03/2001"),
        ("aaaa-mm-dd", "March 5, 2001", "2001-03-05"),
        ("gg/mm/aaaa", "March 5, 2001", "05/03/2001"),
        ("GG.AA.YYYY", "March 5, 2001", "05.03.2001"),
        ("dd-mm-rrrr", "March 5, 2001", "05-03-2001"),
        ("dd-mm-jjjj", "March 5, 2001", "05-03-2001"),
        ("pp.kk.vvvv", "March 5, 2001", "05.03.2001"),
        ("ÅÅÅÅ-MM-DD", "March 5, 2001", "2001-03-05"),
        ("ДД.ММ.ГГГГ", "March 5, 2001", "05.03.2001"),
        ("YYYY年MM月DD日", "March 5, 2001", "2001年03月05日"),
        ("day/month/year", "March 5, 2001", "05/03/2001"),
        ("Tag.Monat.Jahr", "March 5, 2001", "05.03.2001"),
        ("D MMM YYYY", "March 5, 2001", "5 Mar 2001"),
        ("MMMM D, YYYY", "2001-03-05", "March 5, 2001"),
        ("MMMM YYYY", "2001-03", "March 2001"),
        ("MM/YY", "September 2029", "09/29"),
        ("MM / YY", "9/29", "09 / 29"),
        ("MM/YYYY", "2029-09", "09/2029"),
        ("MM/AA", "2029-09", "09/29"),
        ("MM/JJ", "2029-09", "09/29"),
        ("MMYY", "09/29", "0929"),
        ("DD/MM", "5 March", "05/03"),
        ("JJ/MM", "5 mars", "05/03"),
        ("HH:MM", "3:30 PM", "15:30"),
        ("hh:mm", "3:30 PM", "15:30"),
        ("SS:MM", "3:30 PM", "15:30"),
        ("GG:MM", "3:30 PM", "15:30"),
        ("UU:MM", "3:30 PM", "15:30"),
        ("H:i", "9:05", "09:05"),
        ("g:i A", "15:30", "3:30 PM"),
        ("d-m-Y H:i", "March 5, 2001 9:05", "05-03-2001 09:05"),
        ("MM YY", "09/29", "09 29"),
        ("HH:MM:SS", "3:30 PM", "15:30:00"),
        ("h:mm a", "15:30", "3:30 pm"),
        ("h:mm A", "15:30", "3:30 PM"),
        ("hh:mm tt", "00:05", "12:05 am"),
        ("hh:mm am/pm", "15:30", "03:30 pm"),
        ("HH:MM AM/PM", "12:05", "12:05 PM"),
        ("DD/MM/YYYY HH:MM", "March 5, 2001 3:30 PM", "05/03/2001 15:30"),
        ("YYYY-MM-DDTHH:mm", "March 5, 2001 3:30 PM", "2001-03-05T15:30"),
        ("MM/DD/YYYY, h:mm A", "2001-03-05 15:30", "03/05/2001, 3:30 PM"),
        ("31/12/1999", "March 5, 2001", "05/03/2001"),
        ("12/31/1999", "March 5, 2001", "03/05/2001"),
        ("1999-12-31", "March 5, 2001", "2001-03-05"),
        ("e.g. 31.12.1999", "March 5, 2001", "05.03.2001"),
        ("15:30", "3 pm", "15:00"),
        ("3:30 PM", "15:00", "3:00 PM"),
        ("--:--", "3 pm", "15:00"),
        ("____-__-__", "March 5, 2001", "2001-03-05"),
    ];
    for (shown, text, expected) in table {
        assert_eq!(
            put(text, &placeholder(shown), &[]),
            Some(Ok(expected.into())),
            "{text:?} into {shown:?}"
        );
    }
}

#[test]
fn labels_hints_titles_and_masks_show_formats_too() {
    let table = [
        (label("Geburtsdatum (TT.MM.JJJJ)"), "05.03.2001"),
        (label("Date of event (example: 12.31.2024)"), "03.05.2001"),
        (label("Date du rendez-vous (jj/mm/aaaa) *"), "05/03/2001"),
        (label("Date of birth (YYYY-MM-DD)"), "2001-03-05"),
        (label("Typed date (d/m/Y)"), "05/03/2001"),
        (
            Field {
                title: "Please use MM/DD/YYYY".into(),
                ..Field::default()
            },
            "03/05/2001",
        ),
        (
            Field {
                description: "For example, 27 3 1987".into(),
                ..Field::default()
            },
            "5 3 2001",
        ),
        (
            Field {
                description: "Format: DD-MM-YYYY.".into(),
                ..Field::default()
            },
            "05-03-2001",
        ),
        (
            Field {
                held: Held::Text(Typed::new("dd/mm/yyyy")),
                ..Field::default()
            },
            "05/03/2001",
        ),
    ];
    for (field, expected) in table {
        assert_eq!(
            put("March 5, 2001", &field, &[]),
            Some(Ok(expected.into())),
            "{field:?}"
        );
    }
}

#[test]
fn a_value_in_the_very_format_stands_as_it_is() {
    let table = [
        ("DD/MM/YYYY", "03/04/2024", Ok("03/04/2024")),
        ("MM/DD/YYYY", "03/04/2024", Ok("03/04/2024")),
        ("DD/MM/YYYY", "12/25/2024", Ok("25/12/2024")),
        ("DD/MM/YYYY", "3/4/2024", Err("ambiguous-day-month")),
        ("DD/MM/YYYY", "03.04.2024", Err("ambiguous-day-month")),
        ("DD/MM/YYYY", "31/02/2024", Err("invalid-date")),
        ("DD/MM/YY", "03/04/85", Ok("03/04/85")),
        ("MM/YY", "09/29", Ok("09/29")),
        ("MM / YY", "09/29", Ok("09/29")),
        ("MM/YY", "13/29", Err("invalid-date")),
        ("h:mm A", "3:30 PM", Ok("3:30 PM")),
        ("HH:MM", "15:30", Ok("15:30")),
        ("HH:MM", "15:30:20", Err("step-mismatch")),
        ("DD/MM/YYYY", "as soon as possible", Err("not-a-date")),
        ("DD/MM/YYYY", "tomorrow", Err("relative-date")),
    ];
    for (shown, text, expected) in table {
        assert_eq!(
            put(text, &placeholder(shown), &[]),
            Some(expected.map(String::from)),
            "{text:?} into {shown:?}"
        );
    }
}

#[test]
fn patterns_are_tried_out() {
    let table = [
        (r"\d{4}-\d{2}-\d{2}", Some(Ok("2001-03-05"))),
        (
            r"(0[1-9]|[12][0-9]|3[01])\.(0[1-9]|1[012])\.[0-9]{4}",
            Some(Ok("05.03.2001")),
        ),
        (
            r"(0[1-9]|1[012])/(0[1-9]|[12][0-9]|3[01])/\d{4}",
            Some(Ok("03/05/2001")),
        ),
        (r"\d{2}/\d{2}/\d{4}", Some(Err("ambiguous-day-month"))),
        (r"(0[1-9]|1[0-2])\/\d{2}", Some(Err("step-mismatch"))),
        (r"\d{2}/\d{2}", None),
        (r".*", None),
        (r"[0-9/]+", None),
        (r"\d{5}", None),
        (r"(?=lookahead)", None),
    ];
    for (shown, expected) in table {
        let expected = expected.map(|result| result.map(String::from));
        assert_eq!(put("March 5, 2001", &pattern(shown), &[]), expected, "{shown}");
    }
    let open = pattern(r"\d{2}\.\d{2}\.\d{4}");
    assert_eq!(put("March 5, 2001", &open, &["de-DE"]), Some(Ok("05.03.2001".into())));
    assert_eq!(put("03.04.2024", &open, &[]), None, "it stands as the person typed it");
    assert_eq!(put("13/01/2015", &placeholder("__/__/____"), &[]), None);
    let ordered = Field {
        pattern: r"\d{2}\.\d{2}\.\d{4}".into(),
        ..placeholder("TT.MM.JJJJ")
    };
    assert_eq!(put("March 5, 2001", &ordered, &[]), Some(Ok("05.03.2001".into())));
}

#[test]
fn length_and_pattern_of_the_field_have_the_last_word() {
    let short = Field {
        maxlength: Some(5),
        ..placeholder("MM / YY")
    };
    assert_eq!(put("2029-09", &short, &[]), Some(Ok("09/29".into())));
    let strict = Field {
        pattern: r"\d\d/\d\d".into(),
        ..placeholder("MM / YY")
    };
    assert_eq!(put("2029-09", &strict, &[]), Some(Ok("09/29".into())));
    let tight = Field {
        maxlength: Some(4),
        ..placeholder("DD/MM/YYYY")
    };
    assert_eq!(put("2029-09-01", &tight, &[]), Some(Err("too-long")));
    let other = Field {
        pattern: r"[a-z]+".into(),
        ..placeholder("DD/MM/YYYY")
    };
    assert_eq!(put("2029-09-01", &other, &[]), Some(Err("pattern-mismatch")));
}

#[test]
fn tokens_ask_for_cards_and_pieces() {
    let token = |token: &str, maxlength: Option<u32>| Field {
        autocomplete: Autocomplete {
            token: token.into(),
            ..Autocomplete::default()
        },
        maxlength,
        ..Field::default()
    };
    let table = [
        ("cc-exp", None, "September 2029", Some("09/29")),
        ("cc-exp", Some(7), "September 2029", Some("09/2029")),
        ("cc-exp", Some(4), "September 2029", Some("0929")),
        ("cc-exp", None, "09/29", Some("09/29")),
        ("cc-exp-month", Some(2), "09/29", Some("09")),
        ("cc-exp-year", Some(2), "09/29", Some("29")),
        ("cc-exp-year", Some(4), "09/29", Some("2029")),
        ("bday-day", Some(2), "March 5, 2001", Some("05")),
        ("bday", None, "March 5, 2001", None),
    ];
    for (name, maxlength, text, expected) in table {
        let expected = expected.map(|text| Ok(String::from(text)));
        assert_eq!(
            put(text, &token(name, maxlength), &[]),
            expected,
            "{name} {maxlength:?}"
        );
    }
}

#[test]
fn fields_that_want_no_date_are_left_alone() {
    let labels = [
        "Name",
        "J.M. Barrie",
        "Company",
        "A/C number",
        "M/F",
        "Y/N",
        "T-Shirt",
        "Day",
        "Month",
        "Birthday",
        "Size (mm)",
        "MM",
        "Gym day",
        "may",
        "D.J. name",
        "Start date",
        "T/A",
        "A-G",
        "am/pm",
        "Offer ends 31/12/2026",
        "Price 12.50",
        "IP 10.12.2024.1",
    ];
    for shown in labels {
        assert_eq!(put("03/04/2024", &label(shown), &[]), None, "{shown}");
    }
    for shown in [
        "123-4567",
        "1.234,56",
        "12.50",
        "555-1234",
        "Select a date",
        "From – to",
        "+1 555 123 4567",
        "10/20",
        "4111 1111 1111 1111",
    ] {
        assert_eq!(put("x", &placeholder(shown), &[]), None, "{shown}");
    }
    let area = Field {
        kind: Kind::Textarea,
        ..placeholder("DD/MM/YYYY")
    };
    assert_eq!(put("x", &area, &[]), None);
}

#[test]
fn two_formats_that_contradict_each_other_settle_nothing() {
    let field = Field {
        label: "Date (MM/DD/YYYY)".into(),
        ..placeholder("DD/MM/YYYY")
    };
    assert_eq!(put("March 5, 2001", &field, &[]), Some(Err("ambiguous-day-month")));
}

#[test]
fn months_are_named_in_the_language_of_the_page() {
    assert_eq!(
        put("2001-03-05", &placeholder("D. MMMM YYYY"), &["de-DE"]),
        Some(Ok("5. März 2001".into()))
    );
    assert_eq!(
        put("2001-03-05", &placeholder("DD MMMM YYYY"), &["fr"]),
        Some(Ok("05 mars 2001".into()))
    );
}

#[test]
fn a_field_asks_for_a_day_by_format_token_or_name() {
    let italian = Field {
        lang: "it-IT".into(),
        ..label("Data di arrivo")
    };
    let bday = Field {
        autocomplete: Autocomplete {
            token: "bday".into(),
            ..Autocomplete::default()
        },
        ..Field::default()
    };
    let table = [
        (label("Appointment date"), true),
        (label("Fecha de entrada"), true),
        (
            Field {
                name: "start_date".into(),
                ..Field::default()
            },
            true,
        ),
        (placeholder("dd/mm/yyyy"), true),
        (italian, true),
        (bday, true),
        (label("Data plan"), false),
        (label("Update"), false),
        (placeholder("MM/YY"), false),
        (placeholder("HH:MM"), false),
        (label("Candidate name"), false),
    ];
    for (field, expected) in table {
        assert_eq!(wants_day(&field), expected, "{field:?}");
    }
}

#[test]
fn a_template_that_shows_on_focus_is_one_only_if_it_says_what_is_wanted() {
    let field = |placeholder: &str| Field {
        placeholder: placeholder.into(),
        ..Field::default()
    };
    let american = ctx(&["en-US"]);
    let table = [
        ("", "dd/mm/yyyy", Some("05/03/2001")),
        ("MM/DD/YYYY", "dd/mm/yyyy", Some("05/03/2001")),
        ("", "__/__/____", Some("03/05/2001")),
        ("DD/MM/YYYY", "__/__/____", Some("05/03/2001")),
        ("DD/MM/YYYY", "0", None),
        ("DD/MM/YYYY", "00/00/0000", None),
        ("", "2026-11-30", None),
        ("", "0.00", None),
        ("", "0000", None),
        ("", "00:00", None),
        ("", "$0", None),
        ("", "none", None),
    ];
    for (placeholder, template, expected) in table {
        let made = with_template(&field(placeholder), template)
            .map(|field| for_text("2001-03-05", &field, &american).unwrap().unwrap());
        assert_eq!(made.as_deref(), expected, "{placeholder} {template}");
    }
}

#[test]
fn two_digits_take_only_a_year_that_they_are_read_as_again() {
    let ctx = Context {
        today: crate::form::value::Today {
            year: 2026,
            month: 6,
            day: 15,
        },
        ..Context::default()
    };
    let asked = |label: &str, placeholder: &str| Field {
        label: label.into(),
        placeholder: placeholder.into(),
        ..Field::default()
    };
    for (value, field, expected) in [
        ("1924-02-03", asked("Day", "DD.MM.YY"), Err("two-digit-year")),
        ("2060-02-03", asked("Day", "DD.MM.YY"), Err("two-digit-year")),
        ("1964-02-03", asked("Day", "DD.MM.YY"), Ok("03.02.64")),
        ("2024-02-03", asked("Day", "DD.MM.YY"), Ok("03.02.24")),
        ("1924-02-03", asked("Date of birth", "DD.MM.YY"), Err("two-digit-year")),
        ("1931-02-03", asked("Date of birth", "DD.MM.YY"), Ok("03.02.31")),
        ("2024-02-15", asked("Started", "MM/YY"), Err("step-mismatch")),
        ("2024-02", asked("Started", "MM/YY"), Ok("02/24")),
        ("2024-02-15", asked("Expires on", "MM/YY"), Err("step-mismatch")),
        ("2024-02", asked("Expires on", "MM/YY"), Ok("02/24")),
        ("2024-02-15", asked("Card expiry date", "MM/YY"), Ok("02/24")),
        ("2024-02-15", asked("生年月日", "MM/YY"), Err("step-mismatch")),
        ("2024-02-15", asked("Month", "MM/YYYY"), Ok("02/2024")),
    ] {
        let put = super::for_text(value, &field, &ctx).map(|put| put.map_err(|refusal| refusal.code));
        assert_eq!(put, Some(expected.map(Into::into)), "{value} into {:?}", field.label);
    }
}

#[test]
fn the_letters_of_the_languages_of_europe_and_some_others_are_read() {
    let table = [
        ("dd.mm.gggg.", "05.03.2030"),
        ("dd.mm.gg.", "05.03.30"),
        ("DD.MM.LLLL", "05.03.2030"),
        ("pp.kk.aaaa", "05.03.2030"),
        ("dd.mm.vvvv", "05.03.2030"),
        ("gg.aa.iiii", "05.03.2030"),
        ("dd/mm/bbbb", "05/03/2030"),
        ("DD.MM.'YY", "05.03.'30"),
        ("dd.mm.’yy", "05.03.’30"),
        ("mmmm-mm-dd", "2030-03-05"),
        ("MMMM-MM-DD", "2030-03-05"),
        ("éééé.hh.nn", "2030.03.05"),
        ("éééé. hh. nn.", "2030. 03. 05"),
        ("年/月/日", "2030/03/05"),
        ("日付（年-月-日）", "2030-03-05"),
        ("년.월.일", "2030.03.05"),
        ("ηη/μμ/εεεε", "05/03/2030"),
        ("ΗΗ/ΜΜ/ΕΕΕΕ", "05/03/2030"),
        ("วว/ดด/ปปปป", "05/03/2030"),
        ("zz.ll.aaaa", "05.03.2030"),
        ("nn/tt/nnnn", "05/03/2030"),
        ("hh/bb/tttt", "05/03/2030"),
        ("дд.мм.рррр", "05.03.2030"),
        ("uuuu/hh/ee", "2030/03/05"),
        ("ll/mm/bbbb", "05/03/2030"),
        ("يوم/شهر/سنة", "05/03/2030"),
        ("tt.mm.yyyy", "05.03.2030"),
        ("DD Month YYYY", "05 March 2030"),
        ("Month DD, YYYY", "March 05, 2030"),
        ("DD-Mon-YYYY", "05-Mar-2030"),
        ("Mon D, YYYY", "Mar 5, 2030"),
        ("DD de MMMM de YYYY", "05 de March de 2030"),
        ("YYYY-MM-DD / AAAA-MM-JJ", "2030-03-05"),
    ];
    for (shown, expected) in table {
        assert_eq!(
            put("2030-03-05", &placeholder(shown), &[]),
            Some(Ok(expected.into())),
            "{shown}"
        );
    }
}

#[test]
fn a_part_of_a_format_is_no_format() {
    let table = [
        ("dd.mm.žžžž", "2030-03-05", Some(Err("unknown-format"))),
        ("žžžž.mm.dd", "2030-03-05", Some(Err("unknown-format"))),
        ("žžžž-mm-dd", "2030-03-05", None),
        ("DD/MM/20__", "2030-03-05", Some(Err("unknown-format"))),
        ("šš.čč.žžžž", "March 5, 2030", Some(Err("unknown-format"))),
        ("šš.čč.žžžž", "05.03.2030", None),
        ("šš.čč.žžžž", "soon", None),
        ("DD.MM.", "2030-03-05", Some(Err("step-mismatch"))),
        ("DD.MM.", "5 March", Some(Ok("05.03"))),
        ("DD/MM", "05/03", Some(Ok("05/03"))),
        ("XX-XX-XXXX", "AB-12-CDEF", None),
        ("aa/bb/tt", "x", None),
        ("YYYY-Www", "2030-03-05", Some(Err("step-mismatch"))),
        ("YYYY-Www", "2030-W10", Some(Ok("2030-W10"))),
        ("YYYY-Www", "week 10 of 2030", Some(Ok("2030-W10"))),
        ("December 31st, 2024", "2030-03-05", Some(Err("unknown-format"))),
        ("December 31st, 2024", "March 5th, 2030", None),
    ];
    for (shown, text, expected) in table {
        let expected = expected.map(|result| result.map(String::from));
        assert_eq!(put(text, &placeholder(shown), &[]), expected, "{text} into {shown}");
    }
}

#[test]
fn an_example_names_the_month_in_its_own_language() {
    let table = [
        ("Dec 31, 2024", "", Some("Mar 5, 2030")),
        ("December 31, 2024", "", Some("March 5, 2030")),
        ("e.g. 05 March 2024", "", Some("05 March 2030")),
        ("31 décembre 2024", "", Some("5 mars 2030")),
        ("31. Dezember 2024", "", Some("5. März 2030")),
        ("31-Jan-2024", "de", Some("5-Mär-2030")),
        ("Jan 31, 2024", "", Some("Mar 5, 2030")),
        ("31-Jan-2024", "", None),
        ("May 31, 2024", "en", None),
        ("Tuesday, Dec 31, 2024", "en", None),
        ("31 prosince 2024", "cs", None),
    ];
    for (shown, lang, expected) in table {
        let field = Field {
            lang: lang.into(),
            ..placeholder(shown)
        };
        let expected = expected.map(String::from).ok_or("unknown-format");
        assert_eq!(put("2030-03-05", &field, &[]), Some(expected), "{shown} in {lang:?}");
    }
}

#[test]
fn a_date_that_the_field_holds_shows_its_format() {
    let holds = |text: &str| Field {
        held: Held::Text(Typed::new(text)),
        ..Field::default()
    };
    let table = [
        ("31.12.2024", "2030-03-05", Some("05.03.2030")),
        ("Dec 31, 2024", "2030-03-05", Some("Mar 5, 2030")),
        ("2024-12-31", "March 5, 2030", Some("2030-03-05")),
        ("05/06/2024", "2030-03-05", None),
        ("31.12.2024", "open end", None),
        ("12:30", "2030-03-05", None),
        ("10.12.2024.1", "2030-03-05", None),
        ("Ends Dec 31, 2024", "2030-03-05", None),
        ("Ends 31.12.2024", "2030-03-05", None),
    ];
    for (held, text, expected) in table {
        let expected = expected.map(|text| Ok(String::from(text)));
        assert_eq!(put(text, &holds(held), &[]), expected, "{text} over {held}");
    }
}

#[test]
fn places_drawn_for_digits_leave_the_order_open() {
    let table = [
        ("00.00.0000", "2030-03-05", &[][..], Some(Err("ambiguous-day-month"))),
        ("##/##/####", "2030-03-05", &["de"], Some(Ok("05/03/2030"))),
        ("99-99-9999", "2030-03-05", &[], Some(Err("ambiguous-day-month"))),
        ("99-99-9999", "12-34-5678", &["de"], None),
        ("0000-00-00", "March 5, 2030", &[], Some(Ok("2030-03-05"))),
        ("0000-00-00", "AB", &[], None),
    ];
    for (shown, text, locales, expected) in table {
        let expected = expected.map(|result| result.map(String::from));
        assert_eq!(put(text, &placeholder(shown), locales), expected, "{text} into {shown}");
    }
}

#[test]
fn years_of_the_buddhist_era_are_counted_as_such() {
    let table = [
        ("วว/ดด/ปปปป (พ.ศ.)", "2030-03-05", Some(Ok("05/03/2573"))),
        ("dd/mm/yyyy พ.ศ.", "05/03/2030", Some(Err("ambiguous-day-month"))),
        ("dd/mm/yyyy พ.ศ.", "05/03/2573", Some(Ok("05/03/2573"))),
        ("วันที่ พ.ศ.", "2030-03-05", Some(Err("unknown-format"))),
        ("วันที่ พ.ศ.", "สมชาย", None),
    ];
    for (shown, text, expected) in table {
        let expected = expected.map(|result| result.map(String::from));
        assert_eq!(put(text, &placeholder(shown), &[]), expected, "{text} into {shown}");
    }
}

//! What always holds for dates and times, whatever a person writes.

use chrono::{Datelike, NaiveDate, NaiveTime, Timelike};
use ostler_machines::form::model::{Choice, Field, Kind, Part, Piece};
use ostler_machines::form::value::date::Hints;
use ostler_machines::form::value::{Context, Plan, Today, date, datetime, layout, month, native, parts, time, week};
use proptest::prelude::*;

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

/// Any day that a form could ask for.
fn day() -> impl Strategy<Value = NaiveDate> {
    (1801_i32..2199, 1_u32..367).prop_filter_map("no such day", |(year, ordinal)| NaiveDate::from_yo_opt(year, ordinal))
}

fn clock() -> impl Strategy<Value = NaiveTime> {
    (0_u32..86_400).prop_filter_map("no such time", |second| {
        NaiveTime::from_num_seconds_from_midnight_opt(second, 0)
    })
}

/// Text made of what dates are made of, so that more of it nearly is one.
fn nearly() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        3 => "[0-9]{1,4}",
        1 => "[0-9]{8,15}",
        3 => prop::sample::select(vec!["/", "-", ".", " ", ", ", ":", "T", "'", "(", ")", "+", "年", "月", "日"]).prop_map(String::from),
        2 => prop::sample::select(vec![
            "March", "mar", "5th", "mai", "listopad", "Monday", "so", "di", "mar.", "pm", "a.m.", "Uhr", "h", "Z", "CET", "of", "de", "noon",
            "midnight", "today", "to", "week", "W", "'99", "令和", "٣", "४", "曜", "twenty", "first", "o'clock",
        ])
        .prop_map(String::from),
        1 => Just(String::from(" ")),
    ];
    prop::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat())
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![2 => nearly(), 1 => any::<String>(), 1 => "\\PC{0,60}"]
}

/// A control of any kind, with attributes that make sense and such that do not.
fn field() -> impl Strategy<Value = Field> {
    let kind = prop::sample::select(vec![
        Kind::Text,
        Kind::Date,
        Kind::Time,
        Kind::Datetime,
        Kind::Month,
        Kind::Week,
        Kind::Select,
        Kind::Number,
    ]);
    let word = || {
        prop_oneof![
            prop::sample::select(vec![
                "",
                "DD/MM/YYYY",
                "MM/YY",
                "hh:mm AM/PM",
                "d M Y",
                "2024-01-01",
                "08:00",
                "any",
                "1",
                "7",
                "0.001",
                r"\d{2}/\d{2}/\d{4}",
                "__/__/____",
                "Card expiry",
                "Date of birth",
                "TT.MM.JJJJ",
                "D MMMM YYYY",
            ])
            .prop_map(String::from),
            any_text(),
        ]
    };
    (
        kind,
        word(),
        word(),
        word(),
        word(),
        word(),
        prop::option::of(0_u32..12),
        prop::collection::vec(word(), 0..4),
    )
        .prop_map(
            |(kind, placeholder, label, pattern, min, step, maxlength, options)| Field {
                kind,
                placeholder,
                label,
                pattern,
                max: min.clone(),
                min,
                step,
                maxlength,
                options: options
                    .into_iter()
                    .map(|label| Choice {
                        label,
                        ..Choice::default()
                    })
                    .collect(),
                ..Field::default()
            },
        )
}

const NAMES: [(&str, [&str; 12]); 4] = [
    (
        "en",
        [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ],
    ),
    (
        "de",
        [
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ],
    ),
    (
        "fr",
        [
            "janvier",
            "février",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août",
            "septembre",
            "octobre",
            "novembre",
            "décembre",
        ],
    ),
    (
        "es",
        [
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ],
    ),
];

/// The ways of writing a day that have one reading.
fn spellings(date: NaiveDate) -> Vec<String> {
    let (y, m, d) = (date.year(), date.month(), date.day());
    let mut all = vec![
        format!("{y:04}-{m:02}-{d:02}"),
        format!("{y}/{m}/{d}"),
        format!("{y}.{m:02}.{d:02}"),
        format!("{y:04}{m:02}{d:02}"),
        format!("{y} {m:02} {d:02}"),
        format!("{y}年{m}月{d}日"),
        format!("{y}년 {m}월 {d}일"),
        date.format("%Y\u{2013}%m\u{2013}%d").to_string(),
        date.format("%A, %B %e, %Y").to_string(),
        date.format("%a %d %b %Y").to_string(),
        date.format("%d-%b-%Y").to_string(),
        date.format("%b %d, %Y").to_string(),
        date.format("%d%b%Y").to_string(),
        date.format("%Y-%m-%dT00:00:00Z").to_string(),
        date.format("%Y-%m-%d 15:30").to_string(),
    ];
    for (_, names) in NAMES {
        let name = names[usize::try_from(m).unwrap_or(1) - 1];
        all.push(format!("{d} {name} {y}"));
        all.push(format!("{d}. {name} {y}"));
        all.push(format!("{d} de {name} de {y}"));
        all.push(format!("{name} {d}, {y}"));
        all.push(format!("{y} {} {d}", name.to_uppercase()));
    }
    if d > 12 || d == m {
        for mark in ["/", "-", ".", " "] {
            all.push(format!("{d:02}{mark}{m:02}{mark}{y}"));
            all.push(format!("{m}{mark}{d}{mark}{y}"));
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_text_makes_the_readers_panic(text in any_text()) {
        for locales in [&[][..], &["en-US"], &["pl"]] {
            let ctx = ctx(locales);
            for hints in [Hints::default(), Hints { birth: true, card: true, time: true, ..Hints::default() }] {
                let _ = date::parse(&text, &ctx, hints);
                let _ = datetime::parse(&text, &ctx, hints);
                let _ = month::parse(&text, &ctx, hints);
            }
            let _ = time::parse(&text, &ctx);
            let _ = week::parse(&text, &ctx);
        }
    }

    #[test]
    fn no_field_makes_the_writers_panic(text in any_text(), field in field()) {
        let ctx = ctx(&[]);
        let _ = native::for_control(&text, &field, &ctx);
        let _ = layout::for_text(&text, &field, &ctx);
        for piece in [Piece::Day, Piece::Month, Piece::Year, Piece::Hour, Piece::Minute, Piece::Chars(1)] {
            let _ = parts::for_part(&text, piece, &field, &ctx);
        }
        let parts = [Piece::Day, Piece::Month, Piece::Year].map(|piece| Part { piece, field: field.clone() });
        let _ = parts::spread(&text, &Field { parts: parts.to_vec(), ..Field::default() }, &ctx);
    }

    #[test]
    fn a_refusal_has_a_code_and_says_what_to_write(text in any_text()) {
        if let Err(refusal) = date::parse(&text, &ctx(&[]), Hints::default()) {
            prop_assert!(!refusal.code.is_empty() && refusal.message.len() > 20);
            prop_assert!(text.chars().count() < 12 || !refusal.message.contains(&text));
        }
    }

    #[test]
    fn a_day_written_clearly_reads_back_as_itself(date in day()) {
        let hints = Hints { time: true, ..Hints::default() };
        for spelling in spellings(date) {
            let read = date::parse(&spelling, &ctx(&[]), hints).map_err(|refusal| refusal.code);
            prop_assert_eq!(read, Ok(date), "{}", spelling);
        }
    }

    #[test]
    fn day_and_month_in_doubt_are_refused(a in 1_u32..13, b in 1_u32..12, year in 1000_i32..3000, mark in prop::sample::select(vec!["/", "-", ".", " ", ". ", "/ "])) {
        let b = if b < a { b } else { b + 1 };
        let text = format!("{a}{mark}{b}{mark}{year}");
        for locales in [&[][..], &["en"], &["en-US", "en-GB"], &["en-CA"], &["ja"]] {
            let read = date::parse(&text, &ctx(locales), Hints { birth: true, ..Hints::default() });
            prop_assert_eq!(read.map_err(|refusal| refusal.code), Err("ambiguous-day-month"), "{} {:?}", text, locales);
        }
        let padded = format!("{a:02}/{b:02}/{year}");
        let (us, gb) = (date::parse(&padded, &ctx(&["en-US"]), Hints::default()), date::parse(&padded, &ctx(&["en-GB"]), Hints::default()));
        prop_assert_eq!(us.ok(), NaiveDate::from_ymd_opt(year, a, b));
        prop_assert_eq!(gb.ok(), NaiveDate::from_ymd_opt(year, b, a));
    }

    #[test]
    fn a_time_written_clearly_reads_back_as_itself(time in clock()) {
        let minute = time.with_second(0).unwrap_or(time);
        let table = [
            (time.format("%H:%M:%S").to_string(), time),
            (time.format("%I:%M:%S %p").to_string(), time),
            (minute.format("%H:%M").to_string(), minute),
            (minute.format("%l:%M%P").to_string(), minute),
            (minute.format("%H%M").to_string(), minute),
            (minute.format("%Hh%M").to_string(), minute),
            (minute.format("%H.%M Uhr").to_string(), minute),
            (minute.format("%H時%M分").to_string(), minute),
        ];
        for (spelling, expected) in table {
            let read = time::parse(&spelling, &ctx(&[])).map_err(|refusal| refusal.code);
            prop_assert_eq!(read, Ok(expected), "{}", spelling);
        }
    }

    #[test]
    fn a_moment_written_clearly_reads_back_as_itself(date in day(), time in clock()) {
        let moment = date.and_time(time);
        for format in ["%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%B %e, %Y %I:%M:%S %p", "%e %B %Y, %H:%M:%S", "%H:%M:%S, %Y-%m-%d", "%a %b %e %H:%M:%S %Y", "%Y%m%dT%H%M%S", "%Y%m%d%H%M%S"] {
            let spelling = moment.format(format).to_string();
            let read = datetime::parse(&spelling, &ctx(&[]), Hints::default()).map_err(|refusal| refusal.code);
            prop_assert_eq!(read, Ok(moment), "{}", spelling);
        }
    }

    #[test]
    fn what_a_control_is_given_reads_back_as_the_same_value(date in day(), time in clock()) {
        let minute = time.with_second(0).unwrap_or(time);
        let moment = date.and_time(minute).format("%e %B %Y %H:%M").to_string();
        for kind in [Kind::Date, Kind::Datetime, Kind::Month, Kind::Week] {
            let field = Field { kind, ..Field::default() };
            let first = native::for_control(&moment, &field, &ctx(&[]));
            let Ok(Plan::Value(value)) = first.clone() else { return Err(TestCaseError::fail(format!("{kind:?}: {first:?}"))) };
            prop_assert_eq!(native::for_control(value.reveal(), &field, &ctx(&[])), first);
        }
    }

    #[test]
    fn what_a_text_field_is_given_fits_its_own_format(date in day(), shown in prop::sample::select(vec!["DD/MM/YYYY", "MM/DD/YYYY", "TT.MM.JJJJ", "D MMM YYYY", "YYYY-MM-DD", "MMMM D, YYYY", "jj/mm/aaaa", "MM/YYYY"])) {
        let field = Field { placeholder: shown.into(), ..Field::default() };
        let text = date.format(if shown.contains(['D', 'T', 'j']) { "%Y-%m-%d" } else { "%Y-%m" }).to_string();
        let first = layout::for_text(&text, &field, &ctx(&[]));
        let Some(Ok(written)) = first.clone() else { return Err(TestCaseError::fail(format!("{shown}: {first:?}"))) };
        prop_assert_eq!(layout::for_text(&written, &field, &ctx(&[])), first, "{}", written);
    }
}

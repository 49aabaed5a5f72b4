//! The table that the project has agreed on: what a person writes, the control, and what must stand in it.

use super::super::{Context, Plan, Today, layout, native, parts};
use crate::form::autocomplete::Autocomplete;
use crate::form::model::{Choice, Field, Kind, Piece};
use std::string::{String, ToString};
use std::vec::Vec;

type Row = (
    &'static str,
    &'static str,
    Option<Piece>,
    Field,
    Result<&'static str, &'static str>,
);

fn token(token: &str) -> Autocomplete {
    Autocomplete {
        token: token.into(),
        ..Autocomplete::default()
    }
}

fn options(options: &[(&str, &str)]) -> Vec<Choice> {
    let choice = |(label, value): &(&str, &str)| Choice {
        label: (*label).into(),
        value: (*value).into(),
        ..Choice::default()
    };
    options.iter().map(choice).collect()
}

fn outcome(text: &str, locales: &str, piece: Option<Piece>, field: &Field) -> Result<String, &'static str> {
    let ctx = Context {
        locales: locales
            .split(',')
            .filter(|tag| !tag.is_empty())
            .map(ToString::to_string)
            .collect(),
        today: Today {
            year: 2026,
            month: 6,
            day: 15,
        },
        ..Context::default()
    };
    let plan = match piece {
        Some(piece) => parts::for_part(text, piece, field, &ctx),
        None if field.kind == Kind::Text => layout::for_text(text, field, &ctx)
            .unwrap_or_else(|| Ok(text.into()))
            .map(|text| Plan::Text(text.into())),
        None => native::for_control(text, field, &ctx),
    };
    match plan {
        Ok(Plan::Text(text) | Plan::Value(text)) => Ok(text.into_inner()),
        Ok(Plan::Choose(chosen)) => Ok(chosen
            .iter()
            .map(|index| field.options[*index].label.as_str())
            .collect()),
        Ok(other) => Err(std::format!("{other:?}").leak()),
        Err(refusal) => {
            let quotes = text.len() > 3 && refusal.message.contains(text);
            assert!(!refusal.message.is_empty() && !quotes, "{text}: {}", refusal.message);
            Err(refusal.code)
        }
    }
}

#[test]
fn every_agreed_row_comes_out_as_agreed() {
    for (text, locales, piece, field, expected) in rows() {
        assert_eq!(
            outcome(text, locales, piece, &field),
            expected.map(String::from),
            "{text:?}"
        );
    }
}

fn of(kind: Kind) -> Field {
    Field {
        kind,
        ..Field::default()
    }
}

#[rustfmt::skip] // A row is easier to find on a line of its own.
fn rows() -> Vec<Row> {
    std::vec![
        (" 2024-03-04 ", "", None, of(Kind::Date), Ok("2024-03-04")),
        ("01-13-2015", "", None, of(Kind::Date), Ok("2015-01-13")),
        ("03.04.2024", "de-DE", None, of(Kind::Date), Ok("2024-04-03")),
        ("03/04/2024", "en-US", None, of(Kind::Date), Ok("2024-03-04")),
        ("03/04/2024", "pt-BR", None, of(Kind::Date), Ok("2024-04-03")),
        ("03/04/2024", "en-PH", None, of(Kind::Date), Ok("2024-03-04")),
        ("03/04/2024", "fr-FR", None, of(Kind::Date), Ok("2024-04-03")),
        ("05/05/2024", "", None, of(Kind::Date), Ok("2024-05-05")),
        ("12 March 85", "", None, Field { autocomplete: token("bday"), ..of(Kind::Date) }, Ok("1985-03-12")),
        ("12 set 2021", "pt-BR", None, of(Kind::Date), Ok("2021-09-12")),
        ("12/25/2024", "en-GB", None, of(Kind::Date), Ok("2024-12-25")),
        ("13/01/2015", "", None, of(Kind::Date), Ok("2015-01-13")),
        ("14 juillet 1989", "fr-FR", None, of(Kind::Date), Ok("1989-07-14")),
        ("15 października 2010", "pl-PL", None, of(Kind::Date), Ok("2010-10-15")),
        ("1985-03-12T00:00:00Z", "", None, of(Kind::Date), Ok("1985-03-12")),
        ("1er janvier 2023", "fr-FR", None, of(Kind::Date), Ok("2023-01-01")),
        ("2024 March 4", "", None, of(Kind::Date), Ok("2024-03-04")),
        ("2024-03-04", "", None, Field { placeholder: "JJ/MM/AAAA".into(), ..of(Kind::Text) }, Ok("04/03/2024")),
        ("2024-03-04", "", None, Field { placeholder: "MM/DD/YYYY".into(), ..of(Kind::Text) }, Ok("03/04/2024")),
        ("2024-03-04", "", None, of(Kind::Date), Ok("2024-03-04")),
        ("2024-03-04", "", None, Field { placeholder: "TT.MM.JJJJ".into(), ..of(Kind::Text) }, Ok("04.03.2024")),
        ("2024-03-04", "", None, Field { placeholder: "dd-mm-jjjj".into(), ..of(Kind::Text) }, Ok("04-03-2024")),
        ("2024-03-04T15:30", "", None, of(Kind::Date), Ok("2024-03-04")),
        ("2024.03.04", "", None, of(Kind::Date), Ok("2024-03-04")),
        ("20240304", "", None, of(Kind::Date), Ok("2024-03-04")),
        ("2024–03–04", "", None, of(Kind::Date), Ok("2024-03-04")),
        ("2024年3月4日", "ja-JP", None, of(Kind::Date), Ok("2024-03-04")),
        ("22nd Dec 1999", "", None, of(Kind::Date), Ok("1999-12-22")),
        ("24. Dez. 1990", "de-DE", None, of(Kind::Date), Ok("1990-12-24")),
        ("29 Feb 2000", "", None, of(Kind::Date), Ok("2000-02-29")),
        ("29/02/2024", "", None, of(Kind::Date), Ok("2024-02-29")),
        ("3 aout 2020", "fr-FR", None, of(Kind::Date), Ok("2020-08-03")),
        ("3rd of Sept. 1987", "", None, of(Kind::Date), Ok("1987-09-03")),
        ("4 de marzo de 2024", "es-ES", None, of(Kind::Date), Ok("2024-03-04")),
        ("4 de março de 2024", "pt-BR", None, of(Kind::Date), Ok("2024-03-04")),
        ("4 marca 2024", "pl-PL", None, of(Kind::Date), Ok("2024-03-04")),
        ("4 marzo 2024", "it-IT", None, of(Kind::Date), Ok("2024-03-04")),
        ("4-Mar-2024", "", None, of(Kind::Date), Ok("2024-03-04")),
        ("4. März 2024", "de-DE", None, of(Kind::Date), Ok("2024-03-04")),
        ("5 March 2001", "", None, of(Kind::Date), Ok("2001-03-05")),
        ("8 mei 2019", "nl-NL", None, of(Kind::Date), Ok("2019-05-08")),
        ("March 5, 2001", "", None, Field { placeholder: "D MMM YYYY".into(), ..of(Kind::Text) }, Ok("5 Mar 2001")),
        ("Monday, March 4, 2024", "", None, of(Kind::Date), Ok("2024-03-04")),
        ("mardi 5 mars 2024", "fr-FR", None, of(Kind::Date), Ok("2024-03-05")),
        ("the 1st of June 2023", "", None, of(Kind::Date), Ok("2023-06-01")),
        ("٤ مارس ٢٠٢٤", "ar-EG", None, of(Kind::Date), Ok("2024-03-04")),
        ("0000-01-01", "", None, of(Kind::Date), Err("invalid-date")),
        ("03 04 2024", "", None, of(Kind::Date), Err("ambiguous-day-month")),
        ("03-04-2024", "", None, of(Kind::Date), Err("ambiguous-day-month")),
        ("03/04/2024", "", None, of(Kind::Date), Err("ambiguous-day-month")),
        ("12 March 30", "", None, of(Kind::Date), Err("two-digit-year")),
        ("12/3/85", "", None, of(Kind::Date), Err("ambiguous-day-month")),
        ("13/13/2024", "", None, of(Kind::Date), Err("invalid-date")),
        ("1850-01-01", "", None, Field { min: "1900-01-01".into(), ..of(Kind::Date) }, Err("below-min")),
        ("2024-00-10", "", None, of(Kind::Date), Err("invalid-date")),
        ("2024-03-04T23:30:00-05:00", "", None, of(Kind::Date), Err("ambiguous-time-zone")),
        ("2024-13-01", "", None, of(Kind::Date), Err("invalid-date")),
        ("29 Feb 1900", "", None, of(Kind::Date), Err("invalid-date")),
        ("29/02/2023", "", None, of(Kind::Date), Err("invalid-date")),
        ("3/4/2024", "", None, of(Kind::Date), Err("ambiguous-day-month")),
        ("31/04/2024", "", None, of(Kind::Date), Err("invalid-date")),
        ("45355", "", None, of(Kind::Date), Err("not-a-date")),
        ("5 March", "", None, of(Kind::Date), Err("missing-year")),
        ("March 2024", "", None, of(Kind::Date), Err("missing-day")),
        ("n/a", "", None, of(Kind::Date), Err("not-a-date")),
        ("tomorrow", "", None, of(Kind::Date), Err("relative-date")),
        ("2001-03-05", "", Some(Piece::Month), Field { placeholder: "MM".into(), maxlength: Some(2), ..of(Kind::Text) }, Ok("03")),
        ("2001-03-05", "", Some(Piece::Month), Field { options: options(&[("Januar", "1"), ("März", "3"), ("Mai", "5")]), ..of(Kind::Select) }, Ok("März")),
        ("2001-03-05", "", Some(Piece::Month), Field { options: options(&[("Month", ""), ("January", "0"), ("February", "1"), ("March", "2"), ("April", "3")]), ..of(Kind::Select) }, Ok("March")),
        ("2001-03-05", "", Some(Piece::Day), Field { options: options(&[("01", "01"), ("05", "05"), ("15", "15")]), ..of(Kind::Select) }, Ok("05")),
        ("2001-03-05", "", Some(Piece::Year), Field { placeholder: "YYYY".into(), maxlength: Some(4), ..of(Kind::Text) }, Ok("2001")),
        ("2001-03-05", "", Some(Piece::Year), Field { placeholder: "YY".into(), maxlength: Some(2), ..of(Kind::Text) }, Ok("01")),
        ("2024-03-04 12:00 PM", "", None, of(Kind::Datetime), Ok("2024-03-04T12:00")),
        ("2024-03-04 15:30", "", None, of(Kind::Datetime), Ok("2024-03-04T15:30")),
        ("2024-03-04T15:30", "", None, of(Kind::Datetime), Ok("2024-03-04T15:30")),
        ("4. März 2024, 15:30 Uhr", "de-DE", None, of(Kind::Datetime), Ok("2024-03-04T15:30")),
        ("March 4, 2024 3:30 PM", "", None, of(Kind::Datetime), Ok("2024-03-04T15:30")),
        ("le 4 mars 2024 à 15h30", "fr-FR", None, of(Kind::Datetime), Ok("2024-03-04T15:30")),
        ("2024-02-30T10:00", "", None, of(Kind::Datetime), Err("invalid-date")),
        ("2024-03-04", "", None, of(Kind::Datetime), Err("missing-time")),
        ("2024-03-04T15:30+02:00", "", None, of(Kind::Datetime), Err("time-zone")),
        ("03/2024", "", None, of(Kind::Month), Ok("2024-03")),
        ("2024-03-04", "", None, of(Kind::Month), Ok("2024-03")),
        ("2024-3", "", None, of(Kind::Month), Ok("2024-03")),
        ("mars 2024", "fr-FR", None, of(Kind::Month), Ok("2024-03")),
        ("03/24", "", None, of(Kind::Month), Err("two-digit-year")),
        ("13/2024", "", None, of(Kind::Month), Err("invalid-date")),
        ("12 noon", "", None, of(Kind::Time), Ok("12:00")),
        ("12:00 AM", "", None, of(Kind::Time), Ok("00:00")),
        ("12:00 PM", "", None, of(Kind::Time), Ok("12:00")),
        ("12:15 am", "", None, of(Kind::Time), Ok("00:15")),
        ("12:30 PM", "", None, of(Kind::Time), Ok("12:30")),
        ("12am", "", None, of(Kind::Time), Ok("00:00")),
        ("15:30", "", None, Field { placeholder: "HH:MM".into(), ..of(Kind::Text) }, Ok("15:30")),
        ("15:30", "", None, of(Kind::Time), Ok("15:30")),
        ("15:30:00", "", None, of(Kind::Time), Ok("15:30")),
        ("15:30Z", "", None, Field { label: "Start (UTC)".into(), ..of(Kind::Time) }, Ok("15:30")),
        ("15h", "fr-FR", None, of(Kind::Time), Ok("15:00")),
        ("15h30", "fr-FR", None, of(Kind::Time), Ok("15:30")),
        ("24:00", "", None, of(Kind::Time), Ok("00:00")),
        ("3:30 PM", "", None, Field { placeholder: "hh:mm AM/PM".into(), ..of(Kind::Text) }, Ok("03:30 PM")),
        ("3:30 PM", "", None, of(Kind::Time), Ok("15:30")),
        ("3:30 p.m.", "", None, of(Kind::Time), Ok("15:30")),
        ("3:30pm", "", None, of(Kind::Time), Ok("15:30")),
        ("9:05", "", None, of(Kind::Time), Ok("09:05")),
        ("midnight", "", None, of(Kind::Time), Ok("00:00")),
        ("noon", "", None, of(Kind::Time), Ok("12:00")),
        ("0:30 PM", "", None, of(Kind::Time), Err("contradiction")),
        ("12:60", "", None, of(Kind::Time), Err("invalid-time")),
        ("13:00 PM", "", None, of(Kind::Time), Err("contradiction")),
        ("15:30 CET", "", None, of(Kind::Time), Err("time-zone")),
        ("15:30:45", "", None, of(Kind::Time), Err("step-mismatch")),
        ("25:00", "", None, of(Kind::Time), Err("invalid-time")),
        ("3", "", None, of(Kind::Time), Err("ambiguous-time")),
        ("3:30 o'clock-ish", "", None, of(Kind::Time), Err("not-a-time")),
        ("2024-03-04", "", None, of(Kind::Week), Ok("2024-W10")),
        ("2024-12-30", "", None, of(Kind::Week), Ok("2025-W01")),
        ("2024-W10", "", None, of(Kind::Week), Ok("2024-W10")),
        ("week 5 of 2024", "", None, of(Kind::Week), Ok("2024-W05")),
        ("2024-W53", "", None, of(Kind::Week), Err("invalid-week")),
        ("W00 2024", "", None, of(Kind::Week), Err("invalid-week")),
    ]
}

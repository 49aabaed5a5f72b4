use super::{for_part, spread};
use crate::form::model::{Choice, Field, Kind, Part, Piece};
use crate::form::value::{Context, Plan, Refusal, Today};
use std::string::{String, ToString};
use std::vec::Vec;

fn ctx() -> Context {
    Context {
        today: Today {
            year: 2026,
            month: 6,
            day: 15,
        },
        ..Context::default()
    }
}

fn list(options: impl IntoIterator<Item = (String, String)>) -> Field {
    let choice = |(label, value)| Choice {
        label,
        value,
        ..Choice::default()
    };
    Field {
        kind: Kind::Select,
        options: options.into_iter().map(choice).collect(),
        ..Field::default()
    }
}

fn shown(labels: &[&str]) -> Field {
    list(labels.iter().map(|label| (label.to_string(), String::new())))
}

fn text(maxlength: u32) -> Field {
    Field {
        maxlength: Some(maxlength),
        ..Field::default()
    }
}

fn of_parts(parts: Vec<(Piece, Field)>) -> Field {
    let parts = parts.into_iter().map(|(piece, field)| Part { piece, field }).collect();
    Field {
        kind: Kind::DateParts,
        parts,
        ..Field::default()
    }
}

/// What each part gets, as text or as the label of the option.
fn told(field: &Field, plan: Result<Plan, Refusal>) -> Result<Vec<String>, &'static str> {
    let Plan::Spread(plans) = plan.map_err(|refusal| refusal.code)? else {
        return Err("no spread");
    };
    let tell = |(index, plan): (usize, Plan)| match plan {
        Plan::Text(text) => text.into_inner(),
        Plan::Choose(chosen) => field.parts[index].field.options[chosen[0]].label.clone(),
        other => std::format!("{other:?}"),
    };
    Ok(plans.into_iter().map(tell).collect())
}

#[test]
fn a_date_goes_into_its_boxes() {
    let field = of_parts(std::vec![
        (Piece::Day, text(2)),
        (Piece::Month, text(2)),
        (Piece::Year, text(4))
    ]);
    let table = [
        ("March 5, 2001", Ok(["05", "03", "2001"])),
        ("2001-03-05", Ok(["05", "03", "2001"])),
        ("03/04/2024", Err("ambiguous-day-month")),
        ("March 2001", Err("missing-day")),
        ("5 March", Err("missing-year")),
        ("31 February 2001", Err("invalid-date")),
    ];
    for (text, expected) in table {
        let expected = expected.map(|parts| parts.map(String::from).to_vec());
        assert_eq!(told(&field, spread(text, &field, &ctx())), expected, "{text}");
    }
}

#[test]
fn a_card_needs_month_and_year_only() {
    let months = || shown(&["MM", "01", "02", "09", "12"]);
    let short = of_parts(std::vec![
        (Piece::Month, months()),
        (Piece::Year, shown(&["YY", "28", "29", "30"]))
    ]);
    let long = of_parts(std::vec![
        (Piece::Month, months()),
        (Piece::Year, shown(&["Year", "2028", "2029", "2030"]))
    ]);
    let card = Field {
        label: "Card expiration".into(),
        ..long.clone()
    };
    let table = [
        (&short, "09/29", Ok(["09", "29"])),
        (&short, "September 2029", Ok(["09", "29"])),
        (&short, "2029-09-30", Ok(["09", "29"])),
        (&card, "09/29", Ok(["09", "2029"])),
        (&card, "Sep '29", Ok(["09", "2029"])),
        (&long, "09/29", Err("two-digit-year")),
        (&long, "09/2029", Ok(["09", "2029"])),
        (&long, "09/2031", Err("no-option")),
    ];
    for (field, text, expected) in table {
        let expected = expected.map(|parts| parts.map(String::from).to_vec());
        assert_eq!(told(field, spread(text, field, &ctx())), expected, "{text}");
    }
}

#[test]
fn lists_of_months_are_read_by_their_text() {
    let zero_based = list(
        (0..12)
            .zip([
                "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
            ])
            .map(|(value, label): (u32, &str)| (label.to_string(), value.to_string())),
    );
    let polish = shown(&[
        "styczeń",
        "luty",
        "marzec",
        "kwiecień",
        "maj",
        "czerwiec",
        "lipiec",
        "sierpień",
        "wrzesień",
        "październik",
        "listopad",
        "grudzień",
    ]);
    let both = shown(&["Month", "01 - January", "02 - February", "03 - March", "11 - November"]);
    let values = list([(String::new(), "3".into()), (String::new(), "11".into())]);
    let table = [
        (&zero_based, "2001-03-05", Ok(2)),
        (&zero_based, "2001-11-05", Ok(10)),
        (&polish, "2001-03-05", Ok(2)),
        (&polish, "2001-11-05", Ok(10)),
        (&both, "March 2001", Ok(3)),
        (&both, "March", Ok(3)),
        (&both, "3", Ok(3)),
        (&both, "April", Err("no-option")),
        (&values, "2001-11-05", Ok(1)),
        (&both, "03/04/2024", Err("ambiguous-day-month")),
    ];
    for (field, text, expected) in table {
        let made = for_part(text, Piece::Month, field, &ctx()).map_err(|refusal| refusal.code);
        assert_eq!(made, expected.map(|index| Plan::Choose(std::vec![index])), "{text}");
    }
}

#[test]
fn options_that_cannot_be_told_apart_or_chosen_are_refused() {
    let twice = shown(&["5", "05"]);
    let refusal = for_part("2001-03-05", Piece::Day, &twice, &ctx()).expect_err("two options fit");
    assert_eq!(refusal.code, "ambiguous-option");
    assert_eq!(refusal.candidates.len(), 2);
    let mut closed = shown(&["5"]);
    closed.options[0].disabled = true;
    let refusal = for_part("2001-03-05", Piece::Day, &closed, &ctx()).expect_err("it is disabled");
    assert_eq!(refusal.code, "disabled-option");
}

#[test]
fn digits_are_padded_as_the_box_shows() {
    let boxed = |placeholder: &str, maxlength: Option<u32>, kind: Kind| Field {
        placeholder: placeholder.into(),
        maxlength,
        kind,
        ..Field::default()
    };
    let spun = |min: &str, max: &str| Field {
        kind: Kind::Spinbutton,
        min: min.into(),
        max: max.into(),
        ..Field::default()
    };
    let table = [
        (Piece::Month, boxed("MM", None, Kind::Text), Ok("03")),
        (Piece::Month, boxed("M", Some(2), Kind::Text), Ok("3")),
        (Piece::Month, boxed("", Some(2), Kind::Text), Ok("03")),
        (Piece::Month, boxed("", None, Kind::Text), Ok("3")),
        (Piece::Month, spun("1", "12"), Ok("3")),
        (Piece::Month, spun("0", "11"), Ok("2")),
        (Piece::Day, boxed("", Some(2), Kind::Number), Ok("5")),
        (Piece::Year, boxed("JJJJ", None, Kind::Text), Ok("2001")),
        (Piece::Year, boxed("JJ", None, Kind::Text), Ok("01")),
        (Piece::Year, boxed("", Some(2), Kind::Text), Ok("01")),
        (Piece::Year, boxed("", Some(3), Kind::Text), Err("too-long")),
    ];
    for (piece, field, expected) in table {
        let made = for_part("2001-03-05", piece, &field, &ctx()).map_err(|refusal| refusal.code);
        assert_eq!(
            made,
            expected.map(|text| Plan::Text(text.into())),
            "{piece:?} {field:?}"
        );
    }
    let bounded = Field {
        kind: Kind::Number,
        min: "1900".into(),
        max: "2020".into(),
        ..Field::default()
    };
    let code = |text| for_part(text, Piece::Year, &bounded, &ctx()).map_err(|refusal| refusal.code);
    assert_eq!(code("1850-01-01"), Err("below-min"));
    assert_eq!(code("2021-01-01"), Err("above-max"));
}

#[test]
fn hours_and_minutes_need_a_clock_of_twenty_four_hours() {
    let minutes = || shown(&["00", "15", "30", "45"]);
    let long = list((0..24).map(|hour| (std::format!("{hour:02}"), String::new())));
    let short = list((1..=12).map(|hour| (hour.to_string(), String::new())));
    let day = of_parts(std::vec![(Piece::Hour, long), (Piece::Minute, minutes())]);
    let half = of_parts(std::vec![(Piece::Hour, short), (Piece::Minute, minutes())]);
    let two = |hour: &str, minute: &str| Ok(std::vec![String::from(hour), String::from(minute)]);
    assert_eq!(told(&day, spread("3:30 PM", &day, &ctx())), two("15", "30"));
    assert_eq!(told(&day, spread("3:20 PM", &day, &ctx())), Err("no-option"));
    assert_eq!(told(&day, spread("3", &day, &ctx())), Err("ambiguous-time"));
    assert_eq!(told(&half, spread("3:30 PM", &half, &ctx())), Err("ambiguous-time"));
}

#[test]
fn an_hour_beside_its_half_of_the_day_is_one_of_twelve() {
    let listed = |from: u32, to: u32| list((from..=to).map(|hour| (hour.to_string(), String::new())));
    let halves = || shown(&["AM", "PM"]);
    let clock = |hours| {
        of_parts(std::vec![
            (Piece::Hour, hours),
            (Piece::Minute, shown(&["00", "30"])),
            (Piece::Half, halves())
        ])
    };
    let boxed = Field {
        maxlength: Some(2),
        ..Field::default()
    };
    let spun = Field {
        kind: Kind::Spinbutton,
        min: "1".into(),
        max: "12".into(),
        ..Field::default()
    };
    let table = [
        ("0:30", ["12", "30", "AM"], ["0", "30", "AM"], ["0", "30", "AM"]),
        ("9:00", ["9", "00", "AM"], ["9", "00", "AM"], ["9", "00", "AM"]),
        ("12:00", ["12", "00", "PM"], ["0", "00", "PM"], ["12", "00", "PM"]),
        ("3:30 PM", ["3", "30", "PM"], ["3", "30", "PM"], ["15", "30", "PM"]),
        ("23:30", ["11", "30", "PM"], ["11", "30", "PM"], ["23", "30", "PM"]),
    ];
    for (text, twelve, from_nought, whole_day) in table {
        for (hours, expected) in [
            (listed(1, 12), twelve),
            (listed(0, 11), from_nought),
            (listed(0, 23), whole_day),
        ] {
            let clock = clock(hours);
            let made = told(&clock, spread(text, &clock, &ctx()));
            assert_eq!(made, Ok(expected.map(String::from).to_vec()), "{text}");
        }
    }
    for hours in [boxed, spun] {
        let clock = clock(hours);
        let Ok(Plan::Spread(plans)) = spread("23:30", &clock, &ctx()) else {
            panic!("it can be spread")
        };
        assert_eq!(plans.first(), Some(&(0, Plan::Text("11".into()))));
    }
}

//! Dates and times for the browser's own controls: the ISO value, kept within `min`, `max` and `step`.

use alloc::format;
use alloc::string::String;

use chrono::{Datelike, IsoWeek, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Weekday};

use super::calendar::refuse;
use super::calendar::scan::{folded, tokens};
use super::date::Hints;
use super::{Context, Plan, Refusal, date, datetime, month, time, week};
use crate::form::model::{Field, Kind};

/// Makes `text` into the value of a native date, time, datetime-local, month or week control.
///
/// # Errors
/// A [`Refusal`] where the text cannot be read, or is out of the control's limits.
pub fn for_control(text: &str, field: &Field, ctx: &Context) -> Result<Plan, Refusal> {
    let hints = hints(field);
    let value = match field.kind {
        Kind::Time => {
            let time = time::parse_in(text, says_utc(field))?;
            within(field, millis_of_day(time), &TIME)?;
            time::iso(time)
        }
        Kind::Datetime => {
            let moment = datetime::parse_in(text, ctx, hints, says_utc(field))?;
            within(field, millis_of_moment(moment), &DATETIME)?;
            show_moment(moment)
        }
        Kind::Month => {
            let (year, month) = month::parse(text, ctx, hints)?;
            within(field, months_since_epoch(year, month), &MONTH)?;
            format!("{year:04}-{month:02}")
        }
        Kind::Week => {
            let week = week::parse(text, ctx)?;
            within(field, weeks_since_epoch(week).unwrap_or(0), &WEEK)?;
            week::iso(week)
        }
        _ => {
            let date = date::parse(text, ctx, Hints { time: true, ..hints })?;
            within(field, days_since_epoch(date), &DATE)?;
            show_date(date)
        }
    };
    Ok(Plan::Value(value.into()))
}

/// What a field's name, label and tokens say about the date it wants.
pub fn hints(field: &Field) -> Hints {
    let token = field.autocomplete.token.as_str();
    Hints {
        birth: token.starts_with("bday") || is_birth(field),
        card: token.starts_with("cc-exp") || is_card(field),
        order: None,
        time: false,
    }
}

/// Whether the field says that its times are in UTC.
fn says_utc(field: &Field) -> bool {
    let texts = [&field.label, &field.description, &field.placeholder, &field.title];
    texts.into_iter().any(|text| {
        tokens(text)
            .iter()
            .any(|token| matches!(token.word(), Some("utc" | "gmt")))
    })
}

/// All that a field calls itself, folded.
fn names(field: &Field) -> String {
    folded(&format!("{} {} {}", field.label, field.name, field.id))
}

fn is_birth(field: &Field) -> bool {
    let names = names(field);
    let words = [
        "birth",
        "born",
        "bday",
        "geburt",
        "geboren",
        "naissance",
        "nacimiento",
        "nascimento",
        "nascita",
        "geboorte",
        "urodzenia",
        "fodelse",
        "fodsel",
        "dogum",
        "生年月日",
        "誕生日",
        "जन्म",
        "dob",
        "рожден",
    ];
    words.iter().any(|word| names.contains(word))
}

fn is_card(field: &Field) -> bool {
    let names = names(field);
    let card = [
        "card", "karte", "carte", "tarjeta", "cartao", "carta", "kaart", "karty", "cc-", "cc_", "ccexp", "credit",
    ];
    let ends = [
        "exp",
        "ablauf",
        "gultig",
        "valid",
        "vencimiento",
        "caducidad",
        "validade",
        "scadenza",
        "verval",
        "waznosci",
        "until",
        "thru",
    ];
    let says = |words: &[&str]| words.iter().any(|word| names.contains(word));
    says(&card) && says(&ends) || names.contains("cc_m") || names.contains("cc_y")
}

/// How a kind of control counts: how its limits are read, and how steps are taken.
struct Scale {
    /// Reads `min` or `max` into the unit of the scale.
    read: fn(&str) -> Option<i64>,
    /// How many of the unit one step of `1` is.
    per_step: i64,
    /// The step where none is given, in the unit.
    default_step: i64,
    /// Where steps are counted from if there is no `min`.
    base: i64,
    /// Whether `min` after `max` is a range over midnight.
    wraps: bool,
    /// How to write a value, for the messages.
    shape: &'static str,
}

const TIME: Scale = Scale {
    read: |text| read_time(text).map(millis_of_day),
    per_step: 1000,
    default_step: 60_000,
    base: 0,
    wraps: true,
    shape: "HH:MM",
};
const DATETIME: Scale = Scale {
    read: |text| read_moment(text).map(millis_of_moment),
    per_step: 1000,
    default_step: 60_000,
    base: 0,
    wraps: false,
    shape: "YYYY-MM-DDTHH:MM",
};
const DATE: Scale = Scale {
    read: |text| read_date(text).map(days_since_epoch),
    per_step: 1,
    default_step: 1,
    base: 0,
    wraps: false,
    shape: "YYYY-MM-DD",
};
const MONTH: Scale = Scale {
    read: |text| read_month(text).map(|(year, month)| months_since_epoch(year, month)),
    per_step: 1,
    default_step: 1,
    base: 0,
    wraps: false,
    shape: "YYYY-MM",
};
const WEEK: Scale = Scale {
    read: |text| read_week(text).and_then(weeks_since_epoch),
    per_step: 1,
    default_step: 1,
    base: 0,
    wraps: false,
    shape: "YYYY-Www",
};

/// Whether `value` lies within the limits of `field` and on one of its steps.
fn within(field: &Field, value: i64, scale: &Scale) -> Result<(), Refusal> {
    let min = (scale.read)(field.min.trim());
    let max = (scale.read)(field.max.trim());
    let shape = scale.shape;
    let below = || {
        refuse(
            "below-min",
            &format!(
                "that is before the first that the field allows, {} ({shape})",
                field.min.trim()
            ),
        )
    };
    let above = || {
        refuse(
            "above-max",
            &format!(
                "that is after the last that the field allows, {} ({shape})",
                field.max.trim()
            ),
        )
    };
    let over_midnight = scale.wraps && min.zip(max).is_some_and(|(min, max)| min > max);
    match (min.is_some_and(|min| value < min), max.is_some_and(|max| value > max)) {
        (true, true) if over_midnight => return Err(below()),
        _ if over_midnight => {}
        (true, _) => return Err(below()),
        (_, true) => return Err(above()),
        (false, false) => {}
    }
    let Some(step) = step(&field.step, scale) else {
        return Ok(());
    };
    if (value - min.unwrap_or(scale.base)) % step != 0 {
        let message = if scale.per_step == 1000 && step == scale.default_step && field.step.trim().is_empty() {
            format!("the field takes whole minutes only; write it as {shape}")
        } else {
            format!("the field takes only some values ({shape}, step {})", field.step.trim())
        };
        return Err(refuse("step-mismatch", &message));
    }
    Ok(())
}

/// The step in the unit of the scale; `None` where any value will do.
fn step(text: &str, scale: &Scale) -> Option<i64> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("any") {
        return None;
    }
    let thousandths = decimal_in_thousandths(text).filter(|thousandths| *thousandths > 0);
    Some(match thousandths {
        None => scale.default_step,
        // A step of less than one unit is one unit.
        Some(thousandths) if scale.per_step == 1000 => thousandths,
        Some(thousandths) => ((thousandths + 500) / 1000).max(1),
    })
}

/// A decimal number in thousandths; digits behind those are left out.
fn decimal_in_thousandths(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if whole.len() > 12
        || !whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit())
        || whole.is_empty() && fraction.is_empty()
    {
        return None;
    }
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let mut thousandths = 0;
    for place in 0..3 {
        let digit = fraction.as_bytes().get(place).map_or(0, |b| i64::from(b - b'0'));
        thousandths = thousandths * 10 + digit;
    }
    Some(whole * 1000 + thousandths)
}

pub(super) fn show_date(date: NaiveDate) -> String {
    format!("{:04}-{:02}-{:02}", date.year(), date.month(), date.day())
}

fn show_moment(moment: NaiveDateTime) -> String {
    format!("{}T{}", show_date(moment.date()), time::iso(moment.time()))
}

fn millis_of_day(time: NaiveTime) -> i64 {
    i64::from(time.num_seconds_from_midnight()) * 1000 + i64::from(time.nanosecond() / 1_000_000)
}

fn millis_of_moment(moment: NaiveDateTime) -> i64 {
    days_since_epoch(moment.date()) * 86_400_000 + millis_of_day(moment.time())
}

fn days_since_epoch(date: NaiveDate) -> i64 {
    // 719,163 days lie before 1970-01-01, counted from 0001-01-01 as day 1.
    i64::from(date.num_days_from_ce()) - 719_163
}

fn months_since_epoch(year: i32, month: u32) -> i64 {
    (i64::from(year) - 1970) * 12 + i64::from(month) - 1
}

fn weeks_since_epoch(week: IsoWeek) -> Option<i64> {
    let monday = NaiveDate::from_isoywd_opt(week.year(), week.week(), Weekday::Mon)?;
    // 1970-W01 begins three days before the epoch.
    Some((days_since_epoch(monday) + 3).div_euclid(7))
}

fn read_date(text: &str) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()
}

fn read_time(text: &str) -> Option<NaiveTime> {
    ["%H:%M", "%H:%M:%S", "%H:%M:%S%.f"]
        .iter()
        .find_map(|format| NaiveTime::parse_from_str(text, format).ok())
}

fn read_moment(text: &str) -> Option<NaiveDateTime> {
    let (date, time) = text.split_once(['T', ' '])?;
    Some(read_date(date)?.and_time(read_time(time)?))
}

fn read_month(text: &str) -> Option<(i32, u32)> {
    let (year, month) = text.split_once('-')?;
    let month: u32 = month.parse().ok().filter(|month| (1..=12).contains(month))?;
    Some((year.parse().ok()?, month))
}

fn read_week(text: &str) -> Option<IsoWeek> {
    let (year, week) = text.split_once("-W")?;
    Some(NaiveDate::from_isoywd_opt(year.parse().ok()?, week.parse().ok()?, Weekday::Mon)?.iso_week())
}

#[cfg(test)]
mod tests {
    use super::{for_control, hints};
    use crate::form::autocomplete::Autocomplete;
    use crate::form::model::{Field, Kind};
    use crate::form::value::{Context, Plan, Today};
    use std::string::String;

    fn control(kind: Kind, min: &str, max: &str, step: &str) -> Field {
        Field {
            kind,
            min: min.into(),
            max: max.into(),
            step: step.into(),
            ..Field::default()
        }
    }

    #[test]
    fn limits_and_steps_hold_as_in_the_browser() {
        let table = [
            (Kind::Date, "2020-01-01", "", "", "March 5, 2001", Err("below-min")),
            (Kind::Date, "", "2020-01-01", "", "March 5, 2021", Err("above-max")),
            (
                Kind::Date,
                "2024-03-04",
                "2024-03-04",
                "",
                "4 March 2024",
                Ok("2024-03-04"),
            ),
            (Kind::Date, "2024-03-04", "", "7", "2024-03-11", Ok("2024-03-11")),
            (Kind::Date, "2024-03-04", "", "7", "2024-03-12", Err("step-mismatch")),
            (Kind::Date, "soon", "", "any", "2024-03-12", Ok("2024-03-12")),
            (Kind::Time, "", "", "900", "15:45", Ok("15:45")),
            (Kind::Time, "", "", "900", "15:50", Err("step-mismatch")),
            (Kind::Time, "09:10", "", "900", "09:25", Ok("09:25")),
            (Kind::Time, "", "", "1", "15:30:45", Ok("15:30:45")),
            (Kind::Time, "", "", "0.001", "15:30:45.25", Ok("15:30:45.250")),
            (Kind::Time, "", "", "any", "15:30:45", Ok("15:30:45")),
            (Kind::Time, "", "", "", "15:30:45", Err("step-mismatch")),
            (Kind::Time, "22:00", "06:00", "", "23:00", Ok("23:00")),
            (Kind::Time, "22:00", "06:00", "", "5 am", Ok("05:00")),
            (Kind::Time, "22:00", "06:00", "", "noon", Err("below-min")),
            (
                Kind::Datetime,
                "",
                "",
                "",
                "June 14, 2027 2:15 PM",
                Ok("2027-06-14T14:15"),
            ),
            (
                Kind::Datetime,
                "2027-06-14T15:00",
                "",
                "",
                "June 14, 2027 2:15 PM",
                Err("below-min"),
            ),
            (Kind::Datetime, "", "", "3600", "2027-06-14 14:15", Err("step-mismatch")),
            (Kind::Month, "2024-01", "2024-12", "", "2025-01", Err("above-max")),
            (Kind::Month, "2024-01", "", "3", "April 2024", Ok("2024-04")),
            (Kind::Month, "2024-01", "", "3", "May 2024", Err("step-mismatch")),
            (Kind::Week, "2024-W02", "", "2", "2024-W04", Ok("2024-W04")),
            (Kind::Week, "2024-W02", "", "2", "2024-W05", Err("step-mismatch")),
            (Kind::Week, "", "2024-W04", "", "2024-W05", Err("above-max")),
        ];
        let ctx = Context {
            today: Today {
                year: 2026,
                month: 6,
                day: 15,
            },
            ..Context::default()
        };
        for (kind, min, max, step, text, expected) in table {
            let made = match for_control(text, &control(kind, min, max, step), &ctx) {
                Ok(Plan::Value(value)) => Ok(value.into_inner()),
                Ok(_) => Err("no value"),
                Err(refusal) => Err(refusal.code),
            };
            assert_eq!(
                made,
                expected.map(String::from),
                "{text:?} in {kind:?} {min} {max} {step}"
            );
        }
    }

    #[test]
    fn a_field_tells_of_births_and_cards() {
        let named = |label: &str, name: &str, token: &str| {
            let autocomplete = Autocomplete {
                token: token.into(),
                ..Autocomplete::default()
            };
            let found = hints(&Field {
                label: label.into(),
                name: name.into(),
                autocomplete,
                ..Field::default()
            });
            (found.birth, found.card)
        };
        let table = [
            (("Date of birth", "", ""), (true, false)),
            (("Geburtsdatum", "", ""), (true, false)),
            (("Né le", "date_naissance", ""), (true, false)),
            (("When?", "", "bday"), (true, false)),
            (("Card expiration", "", ""), (false, true)),
            (("Gültig bis", "kreditkarte", ""), (false, true)),
            (("Expiry", "", "cc-exp"), (false, true)),
            (("Passport expiry", "", ""), (false, false)),
            (("Pick-up date", "", ""), (false, false)),
        ];
        for ((label, name, token), expected) in table {
            assert_eq!(named(label, name, token), expected, "{label}");
        }
    }
}

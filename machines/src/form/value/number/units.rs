//! Whether what stood around a number is what the field asks for.

use alloc::vec::Vec;

use super::Amount;
use crate::form::model::Field;
use crate::form::text;
use crate::form::value::decimal::Decimal;
use crate::form::value::{Refusal, money, refuse};

/// Checks that what stood around the number is what the field asks for.
pub(super) fn units(amount: &Amount, field: &Field) -> Result<(), Refusal> {
    if amount.percent {
        let fraction = Decimal::literal(&field.max).is_some_and(|max| max <= Decimal::new(false, "1", ""));
        if fraction {
            return Err(refuse(
                "unit-mismatch",
                "the field takes a fraction between 0 and 1, not a percentage",
            ));
        }
        if !asks_percent(field) {
            return Err(refuse(
                "unit-mismatch",
                "the field does not say that it takes a percentage: write the bare number",
            ));
        }
    }
    if let Some(codes) = amount.money {
        let asked = money::asked(field);
        if !asked.is_empty() && !codes.iter().any(|code| asked.contains(code)) {
            return Err(refuse("currency-mismatch", "the field is in another currency"));
        }
    }
    if !amount.unit.is_empty() && !names_unit(&amount.unit, field) {
        return Err(refuse(
            "unit-mismatch",
            "the field does not name this unit: write the bare number in the field's own unit",
        ));
    }
    Ok(())
}

fn asks_percent(field: &Field) -> bool {
    let hundred = Decimal::literal(&field.max).is_some_and(|max| max == Decimal::new(false, "100", ""));
    hundred
        || [
            &field.label,
            &field.placeholder,
            &field.description,
            &field.title,
            &field.name,
        ]
        .iter()
        .any(|source| {
            source.contains('%')
                || text::words(source).iter().any(|word| {
                    matches!(
                        word.as_str(),
                        "percent"
                            | "percentage"
                            | "pct"
                            | "prozent"
                            | "prozentsatz"
                            | "pourcentage"
                            | "porcentaje"
                            | "porcentagem"
                            | "percentuale"
                            | "procent"
                            | "rate"
                            | "interest"
                            | "discount"
                            | "zinssatz"
                            | "rabatt"
                            | "taux"
                            | "tasa"
                            | "taxa"
                            | "tasso"
                            | "stawka"
                            | "vat"
                            | "apr"
                    )
                })
        })
}

/// Spellings of one unit, folded.
const UNITS: &[&[&str]] = &[
    &[
        "year", "years", "yr", "yrs", "y", "yo", "jahr", "jahre", "jahren", "an", "ans", "annee", "annees", "ano",
        "anos", "anni", "anno", "jaar", "lat", "lata", "rok",
    ],
    &[
        "month", "months", "mo", "mos", "monat", "monate", "monaten", "mois", "mes", "meses", "mese", "mesi", "maand",
        "maanden", "miesiac", "miesiace", "miesiecy",
    ],
    &[
        "week",
        "weeks",
        "wk",
        "wks",
        "woche",
        "wochen",
        "semaine",
        "semaines",
        "semana",
        "semanas",
        "settimana",
        "settimane",
        "weken",
    ],
    &[
        "day", "days", "d", "tag", "tage", "tagen", "jour", "jours", "dia", "dias", "giorno", "giorni", "dag", "dagen",
        "dni", "dzien",
    ],
    &[
        "hour", "hours", "h", "hr", "hrs", "std", "stunde", "stunden", "heure", "heures", "hora", "horas", "ora",
        "ore", "uur",
    ],
    &[
        "minute", "minutes", "min", "mins", "minuten", "minuto", "minutos", "minuti", "minuut",
    ],
    &["second", "seconds", "sec", "secs", "s", "sekunde", "sekunden"],
    &[
        "kg",
        "kgs",
        "kilo",
        "kilos",
        "kilogram",
        "kilograms",
        "kilogramm",
        "kilogramme",
        "kilogrammes",
    ],
    &["g", "gram", "grams", "gramm", "gramme", "grammes"],
    &["lb", "lbs", "pound", "pounds"],
    &["oz", "ounce", "ounces"],
    &[
        "cm",
        "centimetre",
        "centimetres",
        "centimeter",
        "centimeters",
        "zentimeter",
    ],
    &["mm", "millimetre", "millimetres", "millimeter", "millimeters"],
    &["m", "metre", "metres", "meter", "meters", "metro", "metros"],
    &["km", "kms", "kilometre", "kilometres", "kilometer", "kilometers"],
    &["mi", "mile", "miles"],
    &["ft", "foot", "feet"],
    &["in", "inch", "inches"],
    &["m2", "m²", "sqm", "sq m", "square metres", "square meters", "qm"],
    &["sqft", "sq ft", "square feet", "ft2"],
    &["l", "litre", "litres", "liter", "liters"],
    &[
        "person",
        "persons",
        "people",
        "personen",
        "personnes",
        "personas",
        "guest",
        "guests",
    ],
    &[
        "piece", "pieces", "pcs", "pc", "stk", "stuck", "item", "items", "unit", "units",
    ],
    &["night", "nights", "nacht", "nachte"],
    &["px", "pixel", "pixels"],
    &["mb", "megabyte", "megabytes"],
    &["gb", "gigabyte", "gigabytes"],
];

/// Whether the words around the field name `unit`, in this or another spelling.
fn names_unit(unit: &str, field: &Field) -> bool {
    let unit = unit
        .strip_suffix(" old")
        .or_else(|| unit.strip_suffix(" alt"))
        .unwrap_or(unit);
    let spellings: Vec<&str> = UNITS
        .iter()
        .find(|spellings| spellings.contains(&unit))
        .map_or_else(|| [unit].into(), |spellings| spellings.to_vec());
    [
        &field.label,
        &field.placeholder,
        &field.description,
        &field.title,
        &field.name,
    ]
    .iter()
    .any(|source| {
        let folded = text::fold(&source.replace(['_', '-'], " "));
        spellings.iter().any(|spelling| {
            folded.split(' ').any(|word| word == *spelling) || (spelling.contains(' ') && folded.contains(spelling))
        }) || (spellings.contains(&"year")
            && folded
                .split(' ')
                .any(|word| matches!(word, "age" | "alter" | "edad" | "idade" | "eta" | "wiek" | "leeftijd")))
    })
}

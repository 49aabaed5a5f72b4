//! What numbers count: years, kilograms, people. Which spellings mean the same unit, and which units a field asks for.

use alloc::string::String;
use alloc::vec::Vec;

use crate::form::model::Field;
use crate::form::text;

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
        "pessoas",
        "employee",
        "employees",
        "staff",
        "mitarbeiter",
        "employes",
        "salaries",
        "empleados",
    ],
    &[
        "piece", "pieces", "pcs", "pc", "stk", "stuck", "item", "items", "unit", "units",
    ],
    &["night", "nights", "nacht", "nachte"],
    &["room", "rooms", "zimmer", "bedroom", "bedrooms"],
    &["user", "users", "seat", "seats", "member", "members"],
    &["mph"],
    &["kmh", "km/h", "kph"],
    &["stone", "stones"],
    &["yard", "yards", "yd", "yds"],
    &["acre", "acres"],
    &["hectare", "hectares", "hektar"],
    &["tonne", "tonnes", "ton", "tons"],
    &["ml", "millilitre", "millilitres", "milliliter", "milliliters"],
    &["gallon", "gallons", "gal"],
    &["tb", "terabyte", "terabytes"],
    &["px", "pixel", "pixels"],
    &["mb", "megabyte", "megabytes"],
    &["gb", "gigabyte", "gigabytes"],
];

/// Words that say the unit without being it: `Age` is in years, `Monthly rent` by the month.
const IMPLIED: &[(&str, &[&str])] = &[
    (
        "year",
        &[
            "age", "aged", "ages", "alter", "edad", "idade", "eta", "wiek", "leeftijd", "alder", "annual", "annually",
            "yearly", "annum", "jahrlich", "annuel", "annuelle", "anual", "annuale",
        ],
    ),
    (
        "month",
        &[
            "monthly",
            "monatlich",
            "mensuel",
            "mensuelle",
            "mensual",
            "mensal",
            "mensile",
        ],
    ),
    ("week", &["weekly", "wochentlich", "hebdomadaire", "semanal"]),
    ("day", &["daily", "taglich"]),
    ("hour", &["hourly"]),
];

/// Spellings that are also words of a sentence, or too short to be told from one. In a label they are a unit only where
/// they stand alone in brackets or at its end: `Height (in)`, but not `Height in cm`.
const LOOSE: &[&str] = &[
    "in", "an", "d", "s", "g", "m", "h", "l", "y", "yo", "mo", "mi", "mes", "ora", "ore", "min", "mins", "std", "sec",
    "secs", "second", "seconds", "pc", "dag", "rok", "dia", "ton", "tons", "stone", "stones", "yard", "foot",
];

/// The unit that a folded word or phrase names, by the first of its spellings.
pub(crate) fn named(folded: &str) -> Option<&'static str> {
    UNITS
        .iter()
        .find(|spellings| spellings.contains(&folded))
        .and_then(|spellings| spellings.first().copied())
}

/// Whether a unit counts things: a list or a field that names no unit may still be about them.
pub(crate) fn is_count(unit: &str) -> bool {
    matches!(unit, "person" | "piece" | "room" | "user" | "night")
}

/// Whether `field` asks for a weight, a length, a number of hours, and for no price by them.
pub(crate) fn is_measured(field: &Field) -> bool {
    let units = of_text(&field.label);
    let priced = text::words(&field.label).iter().any(|word| {
        matches!(
            word.as_str(),
            "per"
                | "price"
                | "cost"
                | "costs"
                | "fee"
                | "rate"
                | "rent"
                | "pay"
                | "wage"
                | "salary"
                | "income"
                | "amount"
                | "budget"
                | "value"
                | "worth"
                | "deposit"
                | "turnover"
                | "revenue"
                | "expenses"
                | "spending"
                | "savings"
                | "loan"
                | "mortgage"
                | "payment"
                | "payments"
                | "preis"
                | "kosten"
                | "miete"
                | "gehalt"
                | "lohn"
                | "pro"
                | "prix"
                | "cout"
                | "loyer"
                | "salaire"
                | "par"
                | "precio"
                | "por"
                | "prezzo"
        )
    });
    let weighty =
        |unit: &&'static str| !matches!(*unit, "year" | "month" | "week" | "day" | "person" | "piece" | "night");
    !priced && units.iter().any(weighty)
}

/// The units that the words around `field` name.
pub(crate) fn of_field(field: &Field) -> Vec<&'static str> {
    let mut out = Vec::new();
    for source in sources(field) {
        for unit in of_text(source) {
            if !out.contains(&unit) {
                out.push(unit);
            }
        }
    }
    out
}

/// Whether the words around `field` name the unit `folded`, in this or another spelling.
pub(crate) fn asked(folded: &str, field: &Field) -> bool {
    let bare = folded
        .strip_suffix(" old")
        .or_else(|| folded.strip_suffix(" alt"))
        .unwrap_or(folded);
    match named(bare) {
        Some(unit) => of_field(field).contains(&unit),
        None => sources(field).iter().any(|source| {
            let words = text::fold(source);
            alloc::format!(" {words} ").contains(&alloc::format!(" {bare} "))
        }),
    }
}

fn sources(field: &Field) -> [&String; 5] {
    [
        &field.label,
        &field.placeholder,
        &field.description,
        &field.title,
        &field.name,
    ]
}

/// The units that a text names.
fn of_text(source: &str) -> Vec<&'static str> {
    let mut out = Vec::new();
    // An apostrophe belongs to its word: the `s` of `driver's` is no second.
    let mut words: Vec<(String, bool)> = Vec::new();
    let mut word = String::new();
    let mut opened = false;
    for c in source.chars().chain([' ']) {
        if c.is_alphanumeric() || matches!(c, '\'' | '’' | '%') {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            let alone = opened && matches!(c, ')' | ']');
            words.push((text::fold(&core::mem::take(&mut word)), alone));
        }
        if !c.is_whitespace() || !opened {
            opened = matches!(c, '(' | '[');
        }
    }
    let last = words.len().saturating_sub(1);
    let mut taken = false;
    for (at, (word, alone)) in words.iter().enumerate() {
        if core::mem::take(&mut taken) {
            continue;
        }
        let pair = words
            .get(at + 1)
            .map(|(next, _)| alloc::format!("{word} {next}"))
            .and_then(|pair| named(&pair));
        let implied = IMPLIED
            .iter()
            .find(|(_, list)| list.contains(&word.as_str()))
            .map(|(unit, _)| *unit);
        let loose = LOOSE.contains(&word.as_str());
        let single = named(word).filter(|_| !loose || *alone || (at == last && at > 0));
        taken = pair.is_some();
        out.extend(pair.or(implied).or(single));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{asked, named, of_text};
    use crate::form::model::Field;

    #[test]
    fn a_text_names_its_units_and_no_word_that_only_looks_like_one() {
        let table: [(&str, &[&str]); 14] = [
            ("Years of experience", &["year"]),
            ("Age", &["year"]),
            ("Height in cm", &["cm"]),
            ("Height (in)", &["in"]),
            ("Weight, lbs", &["lb"]),
            ("Driver's name", &[]),
            ("Enter an amount", &[]),
            ("Second line", &[]),
            ("Annual income", &["year"]),
            ("Monthly rent", &["month"]),
            ("Poids en g", &["g"]),
            ("Area (sq ft)", &["sqft"]),
            ("years_at_address", &["year"]),
            ("How many people live in your home", &["person"]),
        ];
        for (text, units) in table {
            assert_eq!(of_text(text), units, "{text}");
        }
        assert_eq!(named("kilos"), Some("kg"));
    }

    #[test]
    fn a_field_takes_the_units_it_names() {
        let table = [
            ("Height in cm", "cm", true),
            ("Height in cm", "in", false),
            ("Temperature (°C)", "° c", true),
            ("Temperature (°C)", "° f", false),
            ("Age", "years old", true),
            ("Weight (kg)", "pound", false),
            ("Number of widgets", "widgets", true),
        ];
        for (label, unit, yes) in table {
            let field = Field {
                label: label.into(),
                ..Field::default()
            };
            assert_eq!(asked(unit, &field), yes, "{unit} in {label}");
        }
    }
}

//! Whether what stood around a number is what the field asks for.

use super::Amount;
use crate::form::model::Field;
use crate::form::text;
use crate::form::value::decimal::Decimal;
use crate::form::value::{Refusal, measure, money, refuse};

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
        if asked.is_empty() && measure::is_measured(field) {
            return Err(refuse(
                "unit-mismatch",
                "the field asks for a measure, not for an amount of money: write the bare number",
            ));
        }
    }
    let sterling = matches!(amount.unit.as_str(), "pound" | "pounds") && money::asked(field).contains(&"GBP");
    if !amount.unit.is_empty() && !sterling && !measure::asked(&amount.unit, field) {
        return Err(refuse(
            "unit-mismatch",
            "the field does not name this unit: write the bare number in the field's own unit",
        ));
    }
    Ok(())
}

fn asks_percent(field: &Field) -> bool {
    let amount = text::words(&field.label).iter().any(|word| {
        matches!(
            word.as_str(),
            "amount" | "betrag" | "montant" | "importe" | "importo" | "kwota"
        )
    });
    if amount && !field.label.contains('%') {
        return false;
    }
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

//! Whether fields still hold what was read back, just before they are sent.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::form::model::{Choice, Field, Held, Kind, Page};
use crate::form::value::show;
use crate::report::{FieldReport, Outcome, SubmitMessage, SubmitReport};

/// What a submit comes to if it is not to be begun, because fields of an earlier or of this step hold something else by
/// now than was read back. To be spelled otherwise, as masks do, is not something else.
pub fn changed<'a>(page: &Page, reports: impl Iterator<Item = &'a FieldReport>) -> Option<SubmitReport> {
    let messages: Vec<SubmitMessage> = reports
        .filter(|report| report.status.good())
        .filter_map(|report| {
            let field = page.field(report.reference?)?;
            let then = report.holds.as_ref()?;
            (field.reference == report.reference && differs(field, then.reveal())).then(|| SubmitMessage {
                field: field.label.clone(),
                reference: field.reference,
                text: "the page changed it after it was read back".to_string(),
            })
        })
        .collect();
    (!messages.is_empty()).then(|| SubmitReport {
        step: page.step,
        messages,
        evidence: Vec::from([CHANGED.to_string()]),
        ..SubmitReport::unpressed(Outcome::Unchanged)
    })
}

/// Why nothing was pressed.
pub(crate) const CHANGED: &str =
    "fields hold something else than was read back: it was not pressed and nothing was sent";

/// Whether what `field` holds now is clearly something else than `then`. Where it can be spelled in several ways, only
/// what cannot be one of them counts.
fn differs(field: &Field, then: &str) -> bool {
    if !field.parts.is_empty() {
        return false;
    }
    let shown = show(field, &field.held);
    let now = shown.reveal();
    match (&field.held, field.kind) {
        (
            Held::Text(_),
            Kind::Text
            | Kind::Textarea
            | Kind::Email
            | Kind::Url
            | Kind::Tel
            | Kind::Search
            | Kind::Number
            | Kind::Range,
        ) => !same(now, then),
        (Held::Text(_), Kind::Date | Kind::Time | Kind::Datetime | Kind::Month | Kind::Week) => {
            is_iso(then) && (now.is_empty() || (is_iso(now) && !now.starts_with(then) && !then.starts_with(now)))
        }
        // What was picked may stand beside the text as well as in it, and by another name.
        (Held::Text(_), Kind::Combobox) if !field.multiple => {
            let (now, then) = (letters(now), letters(then));
            let is_named = |choice: &&Choice| [&choice.label, &choice.value].map(|name| letters(name)).contains(&then);
            let other = field.options.iter().find(is_named);
            let by_value = other.is_some_and(|choice| letters(&choice.label) == now || letters(&choice.value) == now);
            !now.is_empty() && !by_value && !now.contains(&then) && !then.contains(&now)
        }
        (Held::Checked(Some(_)), Kind::Checkbox | Kind::Switch) => {
            matches!(then, "yes" | "no") && matches!(now, "yes" | "no") && now != then
        }
        (
            Held::Chosen(_),
            Kind::Select | Kind::SelectMultiple | Kind::Radio | Kind::Checkboxes | Kind::Buttons | Kind::Listbox,
        ) => letters(now) != letters(then) && known(field, then),
        _ => false,
    }
}

/// Whether what was read back then is spelled by options that are still there.
fn known(field: &Field, then: &str) -> bool {
    let all: Vec<usize> = (0..field.options.len()).collect();
    let offered = letters(show(field, &Held::Chosen(all)).reveal());
    then.split(", ").all(|one| offered.contains(&letters(one)))
}

/// Whether it is written as controls hold it, whatever they show: digits, and what stands between them.
fn is_iso(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '-' | ':' | 'T' | 'W' | '.'))
}

/// Whether it is the same number, or the same letters and digits.
fn same(one: &str, other: &str) -> bool {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let numbers = number(one).zip(number(other));
    numbers.is_some_and(|(one, other)| one.total_cmp(&other).is_eq()) || letters(one) == letters(other)
}

/// The letters and digits of a text, in small letters.
pub(crate) fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::changed;
    use crate::form::model::{Field, Form, Held, Kind, Page, Ref};
    use crate::report::{FieldReport, Outcome, Status};
    use std::string::ToString;
    use std::vec;

    const AT: Ref = Ref { frame: 0, element: 7 };

    fn told(kind: Kind, then: &str, now: &str, status: Status) -> bool {
        let field = Field {
            reference: Some(AT),
            kind,
            label: "Phone".to_string(),
            held: Held::Text(now.into()),
            ..Field::default()
        };
        let page = Page {
            forms: vec![Form {
                fields: vec![field],
                ..Form::default()
            }],
            ..Page::default()
        };
        let report = FieldReport {
            label: "Phone".to_string(),
            reference: Some(AT),
            asked: then.into(),
            holds: Some(then.into()),
            ..FieldReport::of("Phone", status)
        };
        let told = changed(&page, [&report].into_iter());
        if let Some(told) = &told {
            assert_eq!(told.outcome, Outcome::Unchanged);
            assert_eq!(told.messages[0].field, "Phone");
        }
        told.is_some()
    }

    #[test]
    fn what_a_field_holds_by_now_is_told_if_it_is_something_else() {
        use Status::{Filled, Reformatted, Refused};
        for (kind, then, now, status, expected) in [
            (Kind::Text, "Ada", "Ada", Filled, false),
            (Kind::Text, "Ada", "ZAPPED", Filled, true),
            (Kind::Text, "Ada", "", Reformatted, true),
            (Kind::Tel, "5551234567", "(555) 123-4567", Filled, false),
            (Kind::Tel, "5551234567", "(555) 123-4568", Filled, true),
            (Kind::Number, "12.50", "12.5", Filled, false),
            (Kind::Number, "12.50", "1250.0", Filled, true),
            (Kind::Text, "Ada", "ZAPPED", Refused, false),
            // What shows otherwise than it holds is not compared.
            (Kind::Date, "2031-04-03", "04/03/2031", Filled, false),
        ] {
            assert_eq!(told(kind, then, now, status), expected, "{kind:?} {then} {now}");
        }
    }
}

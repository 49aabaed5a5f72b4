//! Whether fields still hold what was read back, just before they are sent.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::form::model::{Field, Held, Kind, Page};
use crate::report::{FieldReport, Outcome, SubmitMessage, SubmitReport};

/// What a submit comes to if it is not to be begun, because fields of an earlier or of this step hold something else by
/// now than was read back. To be spelled otherwise, as masks do, is not something else.
pub fn changed<'a>(page: &Page, reports: impl Iterator<Item = &'a FieldReport>) -> Option<SubmitReport> {
    let messages: Vec<SubmitMessage> = reports
        .filter(|report| report.status.good())
        .filter_map(|report| {
            let field = page.field(report.reference?)?;
            let then = report.holds.as_ref()?;
            let now = text(field).filter(|_| field.reference == report.reference)?;
            (!same(now, then.reveal())).then(|| SubmitMessage {
                field: field.label.clone(),
                reference: field.reference,
                text: "the page changed it after it was read back".to_string(),
            })
        })
        .collect();
    (!messages.is_empty()).then(|| SubmitReport {
        pressed: false,
        outcome: Outcome::Unchanged,
        step: page.step,
        status: None,
        messages,
        evidence: Vec::from([CHANGED.to_string()]),
    })
}

/// Why nothing was pressed.
pub(crate) const CHANGED: &str =
    "fields hold something else than was read back: it was not pressed and nothing was sent";

/// What is written in a field that shows what it holds letter by letter.
fn text(field: &Field) -> Option<&str> {
    let is_plain = matches!(
        field.kind,
        Kind::Text | Kind::Textarea | Kind::Email | Kind::Url | Kind::Tel | Kind::Search | Kind::Number
    );
    match &field.held {
        Held::Text(text) if is_plain && field.parts.is_empty() => Some(text.reveal()),
        _ => None,
    }
}

/// Whether it is the same number, or the same letters and digits.
fn same(one: &str, other: &str) -> bool {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let numbers = number(one).zip(number(other));
    numbers.is_some_and(|(one, other)| one.total_cmp(&other).is_eq()) || letters(one) == letters(other)
}

fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::changed;
    use crate::form::model::{Field, Form, Held, Kind, Page, Ref};
    use crate::report::{FieldReport, Outcome, Status};
    use std::string::{String, ToString};
    use std::vec;
    use std::vec::Vec;

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
            key: "Phone".to_string(),
            status,
            label: "Phone".to_string(),
            reference: Some(AT),
            asked: then.into(),
            holds: Some(then.into()),
            sensitive: false,
            how: None,
            source: "given".to_string(),
            code: String::new(),
            message: String::new(),
            candidates: Vec::new(),
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

//! Filters of payloads, as far as they are used.

use std::collections::HashMap;

use qdrant_client::qdrant::condition::ConditionOneOf;
use qdrant_client::qdrant::r#match::MatchValue;
use qdrant_client::qdrant::value::Kind;
use qdrant_client::qdrant::{Condition, FieldCondition, Filter, Value};
use tonic::Status;

type Payload = HashMap<String, Value>;

pub(super) fn passes(filter: Option<&Filter>, id: &str, payload: &Payload) -> Result<bool, Status> {
    let Some(filter) = filter else { return Ok(true) };
    if filter.min_should.is_some() {
        return Err(Status::unimplemented("min_should is not here"));
    }
    for condition in &filter.must {
        if !holds(condition, id, payload)? {
            return Ok(false);
        }
    }
    for condition in &filter.must_not {
        if holds(condition, id, payload)? {
            return Ok(false);
        }
    }
    let mut any = filter.should.is_empty();
    for condition in &filter.should {
        any |= holds(condition, id, payload)?;
    }
    Ok(any)
}

fn holds(condition: &Condition, id: &str, payload: &Payload) -> Result<bool, Status> {
    match &condition.condition_one_of {
        Some(ConditionOneOf::Field(field)) => field_holds(field, payload),
        Some(ConditionOneOf::IsEmpty(empty)) => Ok(values(payload, &empty.key).is_empty()),
        Some(ConditionOneOf::Filter(filter)) => passes(Some(filter), id, payload),
        _ => Err(Status::unimplemented("such a condition is not here")),
    }
}

/// The values of a field: those of a list one by one.
fn values<'a>(payload: &'a Payload, key: &str) -> Vec<&'a Kind> {
    match payload.get(key).and_then(|value| value.kind.as_ref()) {
        None | Some(Kind::NullValue(_)) => Vec::new(),
        Some(Kind::ListValue(list)) => list.values.iter().filter_map(|value| value.kind.as_ref()).collect(),
        Some(kind) => vec![kind],
    }
}

#[expect(clippy::cast_precision_loss, reason = "as the server compares them")]
fn field_holds(field: &FieldCondition, payload: &Payload) -> Result<bool, Status> {
    let values = values(payload, &field.key);
    if let Some(range) = &field.range {
        let within = |number: f64| {
            range.lt.is_none_or(|end| number < end)
                && range.lte.is_none_or(|end| number <= end)
                && range.gt.is_none_or(|end| number > end)
                && range.gte.is_none_or(|end| number >= end)
        };
        return Ok(values.iter().any(|value| match value {
            Kind::IntegerValue(number) => within(*number as f64),
            Kind::DoubleValue(number) => within(*number),
            _ => false,
        }));
    }
    let wanted = field.r#match.as_ref().and_then(|wanted| wanted.match_value.as_ref());
    let equal = |value: &&Kind| match (value, wanted) {
        (Kind::StringValue(text), Some(MatchValue::Keyword(wanted))) => text == wanted,
        (Kind::StringValue(text), Some(MatchValue::Keywords(wanted))) => wanted.strings.contains(text),
        (Kind::IntegerValue(number), Some(MatchValue::Integer(wanted))) => number == wanted,
        _ => false,
    };
    match wanted {
        Some(MatchValue::Keyword(_) | MatchValue::Keywords(_) | MatchValue::Integer(_)) => Ok(values.iter().any(equal)),
        _ => Err(Status::unimplemented("such a match is not here")),
    }
}

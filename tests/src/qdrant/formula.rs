//! Formulas over a score and a payload, as far as they are used.

use std::collections::HashMap;

use qdrant_client::qdrant::expression::Variant;
use qdrant_client::qdrant::value::Kind;
use qdrant_client::qdrant::{Expression, Formula, Value};
use tonic::Status;

type Payload = HashMap<String, Value>;

pub(super) fn score(formula: &Formula, score: f32, payload: &Payload) -> Result<f32, Status> {
    let expression = formula
        .expression
        .as_ref()
        .ok_or_else(|| Status::invalid_argument("a formula has an expression"))?;
    let scope = Scope {
        formula,
        score,
        payload,
    };
    let value = scope.value(expression)?;
    if value.is_finite() {
        Ok(value)
    } else {
        Err(Status::invalid_argument("The expression produced a non-finite number"))
    }
}

struct Scope<'a> {
    formula: &'a Formula,
    score: f32,
    payload: &'a Payload,
}

impl Scope<'_> {
    fn value(&self, expression: &Expression) -> Result<f32, Status> {
        let inner = |one: Option<&Expression>| {
            self.value(one.ok_or_else(|| Status::invalid_argument("an operand is missing"))?)
        };
        match &expression.variant {
            Some(Variant::Constant(value)) => Ok(*value),
            Some(Variant::Variable(name)) if name == "$score" => Ok(self.score),
            Some(Variant::Variable(name)) => self.variable(name),
            Some(Variant::Mult(mult)) => mult.mult.iter().try_fold(1.0, |all, one| Ok(all * self.value(one)?)),
            Some(Variant::Sum(sum)) => sum.sum.iter().try_fold(0.0, |all, one| Ok(all + self.value(one)?)),
            Some(Variant::Div(div)) => {
                let (left, right) = (inner(div.left.as_deref())?, inner(div.right.as_deref())?);
                match div.by_zero_default {
                    Some(default) if right == 0.0 => Ok(default),
                    _ => Ok(left / right),
                }
            }
            Some(Variant::Neg(one)) => Ok(-self.value(one)?),
            Some(Variant::Abs(one)) => Ok(self.value(one)?.abs()),
            _ => Err(Status::unimplemented("such an expression is not here")),
        }
    }

    /// A number of the payload. One that is not there and has no default fails the whole query.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "as the server does"
    )]
    fn variable(&self, name: &str) -> Result<f32, Status> {
        let value = self.payload.get(name).or_else(|| self.formula.defaults.get(name));
        match value.and_then(|value| value.kind.as_ref()) {
            Some(Kind::IntegerValue(number)) => Ok(*number as f32),
            Some(Kind::DoubleValue(number)) => Ok(*number as f32),
            _ => Err(Status::invalid_argument(format!("No value found for {name}"))),
        }
    }
}

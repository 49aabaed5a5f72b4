//! What the page itself says, asked in its own world: the judge of what a report claims.

use serde_json::Value;

use crate::Browser;

impl Browser {
    /// The value of a script expression in the page's own world, as JSON.
    ///
    /// # Panics
    /// If the page throws or does not answer.
    pub async fn truth(&mut self, expression: &str) -> Value {
        match self.session.evaluate(expression).await {
            Ok(value) => value,
            Err(error) => panic!("evaluate {expression}: {} ({})", error.message, error.code),
        }
    }

    /// What the page's own element `selector` holds as its `value`.
    ///
    /// # Panics
    /// If there is no such element.
    pub async fn value(&mut self, selector: &str) -> String {
        let expression = format!("document.querySelector({}).value", Value::from(selector));
        self.truth(&expression).await.as_str().unwrap_or_default().to_owned()
    }
}

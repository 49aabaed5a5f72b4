//! What of a page is nobody's business, for whoever repeats the page's words.

use ostler_machines::Typed;
use ostler_machines::form::model::Ref;
use ostler_machines::outline::State;
use ostler_machines::sensitive;

use super::{EngineError, Session};

impl Session {
    /// What has been typed into the sensitive fields of the page, or stood in them from the beginning.
    ///
    /// # Errors
    /// `Browser` if it died or does not answer.
    pub async fn secrets(&self) -> Result<Vec<Typed>, EngineError> {
        Ok(sensitive::held(&self.tab.look().await?))
    }

    /// Whether what is typed into `reference`, or into what has the focus, goes into a sensitive field.
    ///
    /// # Errors
    /// As [`Session::secrets`].
    pub async fn is_secret(&self, reference: Option<Ref>) -> Result<bool, EngineError> {
        let page = self.tab.look().await?;
        let meant = if reference.is_some() {
            reference
        } else {
            let (outline, _) = self.tab.outline().await?;
            let focused = outline.items.iter().rev();
            focused
                .filter(|item| item.states.contains(&State::Focused))
                .find_map(|item| item.reference)
        };
        Ok(meant
            .and_then(|reference| page.field(reference))
            .is_some_and(sensitive::field))
    }
}

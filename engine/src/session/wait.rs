//! Waiting for the page, and for a person.

use std::sync::Arc;
use std::time::Duration;

use ostler_machines::challenge::Challenge;
use ostler_machines::expect::Expect;
use ostler_machines::wait::{Verdict, Wait};
use tokio::time::timeout;

use super::{EngineError, Session};
use crate::drive::drive;
use crate::page::PageError;
use crate::ports::wait::{Question, WaitPort};

/// How long the first look may take, however short the time is.
const FIRST: Duration = Duration::from_secs(5);

/// What came of waiting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waited {
    /// Whether it is so now.
    pub satisfied: bool,
    /// Whether it was so from the start: then nothing that was done before can be said to have brought it about.
    pub already: bool,
    /// Not satisfied, and not even that could be told: a part of the page could not be read.
    pub unclear: bool,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u64,
}

impl Session {
    /// Waits until `expect` holds, for at most `within`.
    ///
    /// # Errors
    /// `Browser` if the browser died.
    pub async fn wait_for(&mut self, expect: Expect, within: Duration) -> Result<Waited, EngineError> {
        self.wait(Arc::new(move |page| expect.holds(page)), within).await
    }

    /// Waits until no wall stands on the page that only a person gets through, for at most `within`.
    ///
    /// # Errors
    /// `Browser` if the browser died.
    pub async fn wait_for_human(&mut self, within: Duration) -> Result<Waited, EngineError> {
        self.wait(Arc::new(|page| Some(page.challenge.is_none())), within).await
    }

    /// The wall that stands on the page now, if there is one.
    ///
    /// # Errors
    /// `Browser` if the browser died.
    pub async fn challenge(&mut self) -> Result<Option<Challenge>, EngineError> {
        let (outline, _) = self.tab.outline().await?;
        Ok(outline.challenge)
    }

    async fn wait(&mut self, question: Question, within: Duration) -> Result<Waited, EngineError> {
        let run = self.begin();
        // The first look is made whole, however short the time is: else nothing could be told.
        let first = match timeout(within.max(FIRST), self.tab.outline()).await {
            Ok(Ok((outline, _))) => question(&outline),
            Ok(Err(PageError::Unloaded | PageError::Silent(_))) | Err(_) => None,
            Ok(Err(error)) => return Err(error.into()),
        };
        self.tab.stands()?;
        let give_up = u64::try_from(within.as_millis()).unwrap_or(u64::MAX);
        let left = give_up.saturating_sub(run.now().0);
        let (satisfied, already, unclear) = if first == Some(true) {
            (true, true, false)
        } else if left == 0 {
            (false, false, first.is_none())
        } else {
            let mut port = WaitPort::new(&self.tab, question);
            match drive(&mut Wait::new(left), &mut port, &run).await? {
                // It was not so at the first look of all, or that could not be told.
                Verdict::Satisfied { already } => (true, already && first.is_none(), false),
                Verdict::TimedOut { told } => (false, false, !told),
            }
        };
        Ok(Waited {
            satisfied,
            already,
            unclear,
            elapsed_ms: run.now().0,
        })
    }
}

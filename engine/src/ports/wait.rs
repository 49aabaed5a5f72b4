//! The world of [`Wait`]: looks at the page, and the page saying that something has happened.

use std::sync::Arc;

use ostler_machines::outline::Outline;
use ostler_machines::wait::{Effect, Event, Wait};

use crate::drive::{Port, Work};
use crate::page::{PageError, Tab};

/// Whether it is so on this page; `None` where that cannot be told.
pub(crate) type Question = Arc<dyn Fn(&Outline) -> Option<bool> + Send + Sync>;

pub(crate) struct WaitPort {
    tab: Tab,
    question: Question,
    work: Work<Event, PageError>,
}

impl WaitPort {
    pub(crate) fn new(tab: &Tab, question: Question) -> Self {
        Self {
            tab: tab.clone(),
            question,
            work: Work::new(),
        }
    }
}

impl Port<Wait> for WaitPort {
    type Error = PageError;

    fn perform(&mut self, effect: Effect) -> Result<(), PageError> {
        let tab = self.tab.clone();
        match effect {
            Effect::Look => {
                let question = Arc::clone(&self.question);
                self.work.start(async move {
                    match tab.outline().await {
                        Ok((outline, _)) => Ok(Event::Seen(question(&outline))),
                        Err(error) => passing(error, Event::Seen(None)),
                    }
                });
            }
            Effect::Stir(cap) => self.work.start(async move {
                let cap = u32::try_from(cap).unwrap_or(u32::MAX);
                match tab.stir(cap).await {
                    Ok(_) => Ok(Event::Stirred),
                    Err(error) => passing(error, Event::Stirred),
                }
            }),
        }
        Ok(())
    }

    async fn event(&mut self) -> Result<Event, PageError> {
        self.work.next().await
    }
}

/// A document that is being replaced, or is silent for once, is no end of the wait.
fn passing(error: PageError, event: Event) -> Result<Event, PageError> {
    match error {
        PageError::Unloaded | PageError::Silent(_) => Ok(event),
        error => Err(error),
    }
}

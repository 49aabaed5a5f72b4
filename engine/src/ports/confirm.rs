//! The world of [`Confirm`]: reading what would be sent, and the person.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use ostler_machines::confirm::{Confirm, Effect, Event, Proposal, Reply, Verdict};
use ostler_machines::form::model::Ref;

use crate::drive::{Port, Run, Work, drive};
use crate::page::{PageError, Tab};

/// What asks the person. The question is out as soon as this is called; what it gives waits for the answer, and takes
/// the question back when it is dropped.
pub type Asker = Arc<dyn Fn(Proposal) -> Pin<Box<dyn Future<Output = Reply> + Send>> + Send + Sync>;

/// That a person is asked before anything is sent.
#[derive(Clone)]
pub struct Gate {
    /// Asks.
    pub ask: Asker,
    /// How long the person may take.
    pub life: Duration,
}

/// Asks whether `control` may be pressed, or (`enter`) Enter in it. The time that the person takes does not count as
/// that of `run`.
pub(crate) async fn confirm(
    tab: &Tab,
    run: &Run,
    gate: &Gate,
    control: Ref,
    enter: bool,
) -> Result<Verdict, PageError> {
    let _paused = run.pause();
    let life = u64::try_from(gate.life.as_millis()).unwrap_or(u64::MAX);
    let mut port = ConfirmPort {
        tab: tab.clone(),
        gate: gate.clone(),
        control,
        enter,
        work: Work::new(),
    };
    drive(&mut Confirm::new(life), &mut port, &run.apart()).await
}

struct ConfirmPort {
    tab: Tab,
    gate: Gate,
    control: Ref,
    enter: bool,
    work: Work<Event, PageError>,
}

impl Port<Confirm> for ConfirmPort {
    type Error = PageError;

    fn perform(&mut self, effect: Effect) -> Result<(), PageError> {
        match effect {
            Effect::Read => {
                let (tab, control, enter) = (self.tab.clone(), self.control, self.enter);
                self.work.start(async move {
                    match read(&tab, control, enter).await {
                        Ok(proposal) => Ok(Event::Read(proposal.map(Box::new))),
                        Err(PageError::Unloaded) => Ok(Event::Read(None)),
                        Err(error) => Err(error),
                    }
                });
            }
            Effect::Ask(proposal) => {
                let reply = (self.gate.ask)(*proposal);
                self.work.start(async move { Ok(Event::Replied(reply.await)) });
            }
        }
        Ok(())
    }

    async fn event(&mut self) -> Result<Event, PageError> {
        self.work.next().await
    }
}

/// What pressing `control`, or Enter in it, would send now.
async fn read(tab: &Tab, control: Ref, enter: bool) -> Result<Option<Proposal>, PageError> {
    let page = tab.look().await?;
    let way = tab.way(control, enter).await?;
    Ok(way.control.and_then(|own| Proposal::of(&page, own, &way)))
}

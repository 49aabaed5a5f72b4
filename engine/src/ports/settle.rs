//! The world of [`Settle`]: questions to the frames, and documents coming and going.

use ostler_machines::settle::{Effect, Event, Heed, Patience, Settle, Verdict};

use crate::drive::{Port, Run, Work, drive};
use crate::page::{PageError, Tab};

/// Waits until `tab` has come to rest.
pub(crate) async fn settle(tab: &Tab, patience: Patience, run: &Run) -> Result<Verdict, PageError> {
    let mut port = SettlePort {
        tab: tab.clone(),
        watch: match patience.heed {
            Heed::Work => 0,
            Heed::Leaving => 1,
            Heed::Later => 2,
        },
        work: Work::new(),
    };
    drive(&mut Settle::new(patience), &mut port, run).await
}

struct SettlePort {
    tab: Tab,
    watch: u8,
    work: Work<Event, PageError>,
}

impl Port<Settle> for SettlePort {
    type Error = PageError;

    fn perform(&mut self, effect: Effect) -> Result<(), PageError> {
        let Effect::Ask { hush, unmoved, cap } = effect;
        let (tab, watch) = (self.tab.clone(), self.watch);
        self.work.start(async move {
            match tab.rest(small(hush), small(unmoved), small(cap), watch).await {
                Ok(counted) => Ok(Event::Counted {
                    in_flight: counted.in_flight,
                    quiet: counted.quiet,
                    unmoved: counted.unmoved,
                }),
                Err(PageError::Unloaded) => Ok(Event::Unloaded),
                Err(error) => Err(error),
            }
        });
        Ok(())
    }

    async fn event(&mut self) -> Result<Event, PageError> {
        let event = self.work.next().await?;
        if event == Event::Unloaded {
            let tab = self.tab.clone();
            self.work.start(async move {
                tab.landed().await?;
                Ok(Event::Loaded)
            });
        }
        Ok(event)
    }
}

fn small(millis: u64) -> u32 {
    u32::try_from(millis).unwrap_or(u32::MAX)
}

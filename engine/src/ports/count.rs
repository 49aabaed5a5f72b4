//! The world of [`Count`]: reading a number, pressing the buttons beside it.

use ostler_machines::fill::Trouble;
use ostler_machines::form::model::{Held, Ref};
use ostler_machines::settle::Patience;
use ostler_machines::widget::count::{Count, Effect, Event, Side, Verdict};

use super::fill::trouble;
use super::settle::settle;
use crate::drive::{Port, Run, Work, drive};
use crate::page::{PageError, Tab};

/// Brings `target` to the number `wanted` by its buttons `less` and `more`.
pub(crate) async fn count_to(
    tab: &Tab,
    target: Ref,
    wanted: &str,
    [less, more]: [u32; 2],
    run: &Run,
) -> Result<Trouble, PageError> {
    let mut port = CountPort {
        tab: tab.clone(),
        run: run.clone(),
        target,
        less,
        more,
        work: Work::new(),
    };
    Ok(match drive(&mut Count::new(wanted), &mut port, run).await? {
        Verdict::Set => Trouble::None,
        Verdict::Ends(last) => Trouble::Ends(last),
        Verdict::NotOffered(near) => Trouble::NoOption(near),
        Verdict::Stuck => Trouble::Unable("the buttons beside the number do otherwise than they say"),
        Verdict::Broken(word) => trouble(&word),
        Verdict::TimedOut => Trouble::Unable("it did not come to the number in time"),
    })
}

struct CountPort {
    tab: Tab,
    run: Run,
    target: Ref,
    less: u32,
    more: u32,
    work: Work<Event, PageError>,
}

impl Port<Count> for CountPort {
    type Error = PageError;

    fn perform(&mut self, effect: Effect) -> Result<(), PageError> {
        let tab = self.tab.clone();
        let (target, run) = (self.target, self.run.clone());
        match effect {
            Effect::Look => self.work.start(async move {
                let read = tab.read(&[target], false).await?;
                let held = read.into_iter().next().and_then(|reading| reading.held);
                Ok(Event::Stands(match held {
                    Some(Held::Text(text)) => Some(text.into_inner()),
                    _ => None,
                }))
            }),
            Effect::Press(side) => {
                let button = Ref {
                    frame: target.frame,
                    element: match side {
                        Side::Less => self.less,
                        Side::More => self.more,
                    },
                };
                self.work
                    .start(async move { Ok(Event::Done(tab.press(button).await?)) });
            }
            Effect::Rest => self.work.start(async move {
                settle(&tab, Patience::FILL, &run).await?;
                Ok(Event::Rested)
            }),
        }
        Ok(())
    }

    async fn event(&mut self) -> Result<Event, PageError> {
        self.work.next().await
    }
}

//! The world of [`Steps`]: reading where a slider stands, pressing keys in it.

use ostler_machines::fill::Trouble;
use ostler_machines::form::model::{Held, Ref};
use ostler_machines::widget::step::{Effect, Event, Steps, Verdict};
use ostler_runtime::answer::Gauge;
use ostler_runtime::ask::Question;

use super::fill::trouble;
use crate::drive::{Port, Run, Work, drive};
use crate::page::{PageError, Tab};

/// Brings `target` to the number `wanted`.
pub(crate) async fn step_to(tab: &Tab, target: Ref, wanted: &str, run: &Run) -> Result<Trouble, PageError> {
    let mut port = StepPort {
        tab: tab.clone(),
        target,
        work: Work::new(),
    };
    Ok(match drive(&mut Steps::new(wanted), &mut port, run).await? {
        Verdict::Set => Trouble::None,
        Verdict::NotOffered(near) => Trouble::NoOption(near),
        Verdict::Stuck => Trouble::Unable("it does not move by its arrow keys, so it was left as it was"),
        Verdict::Untold => Trouble::Unable("nothing tells where it stands, so it was left as it was"),
        Verdict::Broken(word) => trouble(&word),
        Verdict::TimedOut => Trouble::Unable("it did not come to the number in time"),
    })
}

struct StepPort {
    tab: Tab,
    target: Ref,
    work: Work<Event, PageError>,
}

impl Port<Steps> for StepPort {
    type Error = PageError;

    fn perform(&mut self, effect: Effect) -> Result<(), PageError> {
        let tab = self.tab.clone();
        let target = self.target;
        match effect {
            Effect::Look => self.work.start(async move {
                let read = tab.read(&[target], false).await?;
                let text = read.into_iter().next().and_then(|reading| match reading.held {
                    Some(Held::Text(text)) => Some(text.into_inner()),
                    _ => None,
                });
                if text.as_ref().is_none_or(String::is_empty) {
                    let question = Question::Gauge {
                        element: target.element,
                    };
                    let gauge: Gauge = tab.ask_of(target, &question).await?;
                    if !gauge.place.is_empty() {
                        return Ok(Event::Adrift(gauge.place));
                    }
                }
                Ok(Event::Stands(text))
            }),
            Effect::Press(key, count) => self.work.start(async move {
                let keys = vec![key.name(); usize::try_from(count).unwrap_or(1)];
                Ok(Event::Done(tab.strokes_in(target, &keys).await?))
            }),
        }
        Ok(())
    }

    async fn event(&mut self) -> Result<Event, PageError> {
        self.work.next().await
    }
}

//! The world of [`Pick`]: opening lists, looking at what they offer, pressing one of it.

use ostler_machines::Typed;
use ostler_machines::fill::Trouble;
use ostler_machines::form::model::{Held, Ref};
use ostler_machines::settle::Patience;
use ostler_machines::widget::pick::{Effect, Event, Opening, Pick, Verdict, ways};
use ostler_runtime::answer::Popup;
use ostler_runtime::ask::Question;

use super::fill::trouble;
use super::settle::settle;
use crate::drive::{Port, Run, Work, drive};
use crate::page::{PageError, Tab};

/// Chooses what `target` offers under `wanted`.
pub(crate) async fn pick(tab: &Tab, target: Ref, wanted: Typed, run: &Run) -> Result<Trouble, PageError> {
    let before = held(tab, target).await?;
    let takes_text = matches!(before, Some(Held::Text(_))) && tab.takes_text(target).await?;
    let mut port = PickPort {
        tab: tab.clone(),
        run: run.clone(),
        target,
        work: Work::new(),
    };
    let mut machine = Pick::new(target, wanted, ways(takes_text));
    let verdict = drive(&mut machine, &mut port, run).await?;
    let outcome = match verdict {
        Verdict::Chosen(_) => return Ok(Trouble::None),
        Verdict::NotOffered(offered) => Trouble::NoOption(offered),
        Verdict::Ambiguous(offered) => Trouble::Several(offered),
        Verdict::NoList => Trouble::Unsupported,
        Verdict::Broken(word) => trouble(&word),
        Verdict::TimedOut => Trouble::Broken("the list did not answer in time".to_owned()),
    };
    // What was typed to make the list open is no answer to the question.
    if let Some(Held::Text(text)) = before
        && takes_text
    {
        tab.insert(target, text.reveal(), true).await?;
    }
    Ok(outcome)
}

/// Chooses several, one after another.
pub(crate) async fn choose(tab: &Tab, target: Ref, labels: Vec<String>, run: &Run) -> Result<Trouble, PageError> {
    for label in labels {
        let outcome = pick(tab, target, Typed::new(label), run).await?;
        if outcome != Trouble::None {
            return Ok(outcome);
        }
    }
    Ok(Trouble::None)
}

async fn held(tab: &Tab, target: Ref) -> Result<Option<Held>, PageError> {
    let read = tab.read(&[target], false).await?;
    Ok(read.into_iter().next().and_then(|reading| reading.held))
}

struct PickPort {
    tab: Tab,
    run: Run,
    target: Ref,
    work: Work<Event, PageError>,
}

impl Port<Pick> for PickPort {
    type Error = PageError;

    fn perform(&mut self, effect: Effect) -> Result<(), PageError> {
        let tab = self.tab.clone();
        let run = self.run.clone();
        let target = self.target;
        match effect {
            Effect::Open(way, text) => self.work.start(async move {
                let trouble = match way {
                    Opening::Type => tab.type_into(target, text.reveal()).await?,
                    Opening::Press => tab.press(target).await?,
                    Opening::Arrow => tab.stroke_in(target, "ArrowDown").await?,
                };
                Ok(Event::Done(trouble))
            }),
            Effect::Rest => self.work.start(async move {
                settle(&tab, Patience::FILL, &run).await?;
                Ok(Event::Rested)
            }),
            Effect::Look => self.work.start(async move {
                let question = Question::Popup {
                    element: target.element,
                };
                let popup: Popup = tab.ask_of(target, &question).await?;
                Ok(Event::Offered {
                    open: popup.open,
                    busy: popup.busy,
                    options: popup.options.into_iter().map(Into::into).collect(),
                })
            }),
            Effect::Press(element) => self.work.start(async move {
                let option = Ref {
                    frame: target.frame,
                    element,
                };
                let trouble = tab.press(option).await?;
                // A list that scrolls under a fixed bar hides its options from the mouse, not from a script.
                let trouble = if trouble == "covered" {
                    tab.click(option).await?
                } else {
                    trouble
                };
                Ok(Event::Done(trouble))
            }),
            Effect::Close => self.work.start(async move {
                let trouble = tab.stroke_in(target, "Escape").await?;
                Ok(Event::Done(trouble))
            }),
        }
        Ok(())
    }

    async fn event(&mut self) -> Result<Event, PageError> {
        self.work.next().await
    }
}

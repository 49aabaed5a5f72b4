//! The world of [`Several`]: reading what is chosen, adding to it, taking off.

use ostler_machines::Typed;
use ostler_machines::fill::Trouble;
use ostler_machines::form::model::Ref;
use ostler_machines::settle::Patience;
use ostler_machines::widget::pick::{Aim, Opening, Pick, ways_again};
use ostler_machines::widget::several::{Chip, Effect, Event, Several, Verdict};
use ostler_runtime::answer::{Chosen, HeldBack};
use ostler_runtime::ask::Question;

use super::fill::trouble;
use super::pick::{operate, popup, press};
use super::settle::settle;
use crate::drive::{Port, Run, Work, drive};
use crate::page::{PageError, Tab};

/// Brings `target` to exactly `wanted`.
pub(crate) async fn choose_all(tab: &Tab, target: Ref, wanted: &[Typed], run: &Run) -> Result<Trouble, PageError> {
    let types = tab.takes_text(target).await?;
    let mut port = SeveralPort {
        tab: tab.clone(),
        run: run.clone(),
        target,
        types,
        work: Work::new(),
    };
    Ok(match drive(&mut Several::new(wanted, types), &mut port, run).await? {
        Verdict::Held => Trouble::None,
        Verdict::NotOffered(offered) => Trouble::NoOption(offered),
        Verdict::Ambiguous(offered) => Trouble::Several(offered),
        Verdict::Full(took) => Trouble::TooMany(took),
        Verdict::Barred => Trouble::Barred,
        Verdict::TakesOne => Trouble::Unable("it takes one answer: name one"),
        Verdict::Stands => {
            Trouble::Unable("what was chosen in it before cannot be taken off, so it was left as it was")
        }
        Verdict::NoList => Trouble::Unsupported,
        Verdict::NotMade => {
            Trouble::Unable("it was typed and entered, and nothing came up for it: the field was left without it")
        }
        Verdict::Broken(word) => trouble(&word),
        Verdict::TimedOut => Trouble::Unable("the list did not answer in time"),
    })
}

struct SeveralPort {
    tab: Tab,
    run: Run,
    target: Ref,
    types: bool,
    work: Work<Event, PageError>,
}

impl Port<Several> for SeveralPort {
    type Error = PageError;

    fn perform(&mut self, effect: Effect) -> Result<(), PageError> {
        let tab = self.tab.clone();
        let run = self.run.clone();
        let (target, types) = (self.target, self.types);
        match effect {
            Effect::Look => self.work.start(async move {
                settle(&tab, Patience::FILL, &run).await?;
                let question = Question::Chosen {
                    element: target.element,
                };
                let chosen: Chosen = tab.ask_of(target, &question).await?;
                let chip = |chip: ostler_runtime::answer::Chip| Chip {
                    label: chip.label,
                    remove: chip.remove,
                };
                Ok(Event::Holds {
                    chips: chosen.chips.into_iter().map(chip).collect(),
                    text: chosen.text,
                })
            }),
            Effect::Press(element) => self.work.start(async move {
                let button = Ref {
                    frame: target.frame,
                    element,
                };
                Ok(Event::Done(press(&tab, button).await?))
            }),
            Effect::Add(text, sure) => self.work.start(async move {
                let aim = if sure { Aim::Choose } else { Aim::Add };
                let machine = Pick::with(target, text, ways_again(types), aim);
                Ok(Event::Picked(operate(&tab, target, machine, &run).await?))
            }),
            Effect::Drop(label) => self.work.start(async move {
                let mut ways = ways_again(false);
                ways.extend(types.then_some(Opening::Type));
                let machine = Pick::with(target, Typed::new(label), ways, Aim::Drop);
                Ok(Event::Picked(operate(&tab, target, machine, &run).await?))
            }),
            Effect::Make(text, comma) => self.work.start(async move {
                let key = if comma { "," } else { "Enter" };
                Ok(Event::Done(make(&tab, target, &text, key, &run).await?))
            }),
            Effect::Backspace => self.work.start(async move {
                let trouble = tab.wipe(target).await?;
                if !trouble.is_empty() {
                    return Ok(Event::Done(trouble));
                }
                Ok(Event::Done(tab.stroke_in(target, "Backspace").await?))
            }),
            Effect::Close => self
                .work
                .start(async move { Ok(Event::Done(close(&tab, target, types, &run).await?)) }),
        }
        Ok(())
    }

    async fn event(&mut self) -> Result<Event, PageError> {
        self.work.next().await
    }
}

/// Types a text and presses `key`, while no form can be sent.
async fn make(tab: &Tab, target: Ref, text: &Typed, key: &str, run: &Run) -> Result<String, PageError> {
    let trouble = tab.type_into(target, text.reveal()).await?;
    if !trouble.is_empty() {
        return Ok(trouble);
    }
    settle(tab, Patience::FILL, run).await?;
    let hold = |on| Question::Hold { on };
    let _: HeldBack = tab.ask_of(target, &hold(true)).await?;
    let stroke = tab.stroke_in(target, key).await;
    let _: HeldBack = tab.ask_of(target, &hold(false)).await?;
    stroke
}

/// Takes out what was typed for nothing, and closes what is open.
async fn close(tab: &Tab, target: Ref, types: bool, run: &Run) -> Result<String, PageError> {
    if types {
        tab.wipe(target).await?;
        settle(tab, Patience::FILL, run).await?;
    }
    let popup = popup(tab, target).await?;
    if !popup.open {
        return Ok(String::new());
    }
    tab.stroke_in(target, "Escape").await
}

//! The world of [`Pick`]: opening lists, looking at what they offer, pressing one of it.

use ostler_machines::Typed;
use ostler_machines::fill::Trouble;
use ostler_machines::form::model::{Held, Ref};
use ostler_machines::settle::Patience;
use ostler_machines::widget::pick::{Effect, Event, Heed, Offer, Opening, Pick, Span, Verdict, ways};
use ostler_runtime::answer::{Leafed, Popup};
use ostler_runtime::ask::{Act, Job, Question};

use super::fill::trouble;
use super::settle::settle;
use crate::drive::{Port, Run, Work, drive};
use crate::page::{PageError, Tab};

/// Chooses what `target` offers under `wanted`.
pub(crate) async fn pick(tab: &Tab, target: Ref, wanted: Typed, run: &Run) -> Result<Trouble, PageError> {
    let before = held(tab, target).await?;
    let takes_text = matches!(before, Some(Held::Text(_))) && tab.takes_text(target).await?;
    let text = wanted.clone();
    let machine = Pick::new(target, wanted, ways(takes_text));
    let outcome = match operate(tab, target, machine, run).await? {
        Verdict::Chosen(label) | Verdict::Stands(label) => return Ok(Trouble::Took(label)),
        Verdict::Free(offered) => {
            // Whatever is typed will do, if it stays: the next reading tells.
            let typed = tab.insert(target, text.reveal(), true).await?;
            match (trouble(&typed.trouble), typed.held) {
                (Trouble::None, Some(Held::Text(stays))) if stays == text => return Ok(Trouble::None),
                (Trouble::None, _) => Trouble::NoOption(offered),
                (other, _) => other,
            }
        }
        Verdict::NotOffered(offered) => Trouble::NoOption(offered),
        Verdict::Barred(..) => Trouble::Barred,
        Verdict::Ambiguous(offered) => Trouble::Several(offered),
        Verdict::NoList => Trouble::Unsupported,
        Verdict::Broken(word) => trouble(&word),
        Verdict::TimedOut => Trouble::Unable("the list did not answer in time"),
    };
    // What was typed to make the list open is no answer to the question.
    if let Some(Held::Text(text)) = before
        && takes_text
    {
        put_back(tab, target, text).await?;
        shut(tab, target, run).await?;
    }
    Ok(outcome)
}

/// Gives a control back the text that it held. A page may keep keys from it; then it is set.
async fn put_back(tab: &Tab, target: Ref, text: Typed) -> Result<(), PageError> {
    let acted = tab.insert(target, text.reveal(), true).await?;
    if acted.held.is_none_or(|held| held == Held::Text(text.clone())) {
        return Ok(());
    }
    let job = Job {
        element: target.element,
        act: Act::Set {
            text: text.into_inner(),
        },
        pause: false,
        known: true,
    };
    tab.write(target.frame, vec![job]).await?;
    Ok(())
}

/// Closes what the text that was put back has made the page open once more.
async fn shut(tab: &Tab, target: Ref, run: &Run) -> Result<(), PageError> {
    settle(tab, Patience::FILL, run).await?;
    let popup = popup(tab, target).await?;
    if popup.open && popup.role != "dialog" {
        tab.stroke_in(target, "Escape").await?;
        tab.read(&[target], true).await?;
    }
    Ok(())
}

/// Runs one choice to its end.
pub(super) async fn operate(tab: &Tab, target: Ref, mut machine: Pick, run: &Run) -> Result<Verdict, PageError> {
    let mut port = PickPort {
        tab: tab.clone(),
        run: run.clone(),
        target,
        work: Work::new(),
    };
    drive(&mut machine, &mut port, run).await
}

/// Chooses several, one after another.
pub(crate) async fn choose(tab: &Tab, target: Ref, labels: Vec<String>, run: &Run) -> Result<Trouble, PageError> {
    for label in labels {
        let outcome = pick(tab, target, Typed::new(label), run).await?;
        if !matches!(outcome, Trouble::None | Trouble::Took(_)) {
            return Ok(outcome);
        }
    }
    Ok(Trouble::None)
}

/// Presses an element of a popup, with the mouse moved there first: some lists take what it is over. A list that scrolls
/// under a fixed bar hides its options from the mouse, not from a script.
pub(super) async fn press(tab: &Tab, element: Ref) -> Result<String, PageError> {
    let trouble = tab.press_over(element).await?;
    if trouble == "covered" {
        return tab.click(element).await;
    }
    Ok(trouble)
}

/// What the control shows to choose from now.
pub(super) async fn popup(tab: &Tab, target: Ref) -> Result<Popup, PageError> {
    let question = Question::Popup {
        element: target.element,
    };
    tab.ask_of(target, &question).await
}

/// Closes what is open: by the escape key, else as it was opened.
async fn close(tab: &Tab, target: Ref, run: &Run) -> Result<String, PageError> {
    let trouble = tab.stroke_in(target, "Escape").await?;
    settle(tab, Patience::FILL, run).await?;
    let popup = popup(tab, target).await?;
    if popup.open && !tab.takes_text(target).await? {
        return tab.press(target).await;
    }
    Ok(trouble)
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
                    Opening::Open => String::new(),
                    Opening::Type => tab.type_into(target, text.reveal()).await?,
                    Opening::Wipe => tab.wipe(target).await?,
                    Opening::Press => tab.press(target).await?,
                    Opening::Arrow => tab.stroke_in(target, "ArrowDown").await?,
                };
                Ok(Event::Done(trouble))
            }),
            Effect::Rest => self.work.start(async move {
                settle(&tab, Patience::FILL, &run).await?;
                Ok(Event::Rested)
            }),
            Effect::Search(element, text) => self.work.start(async move {
                let search = Ref {
                    frame: target.frame,
                    element,
                };
                Ok(Event::Done(tab.type_into(search, text.reveal()).await?))
            }),
            Effect::Look => self
                .work
                .start(async move { Ok(Event::Offered(offer(popup(&tab, target).await?))) }),
            Effect::Leaf(to, text) => self.work.start(async move {
                let question = Question::Leaf {
                    element: target.element,
                    to,
                    text: text.into_inner(),
                };
                let leafed: Leafed = tab.ask_of(target, &question).await?;
                let passed = leafed.passed.into_iter().map(Into::into).zip(leafed.places);
                Ok(Event::Leafed(leafed.moved || to.is_some(), passed.collect()))
            }),
            Effect::Press(element) => self.work.start(async move {
                let option = Ref {
                    frame: target.frame,
                    element,
                };
                Ok(Event::Done(press(&tab, option).await?))
            }),
            Effect::Close => self
                .work
                .start(async move { Ok(Event::Done(close(&tab, target, &run).await?)) }),
        }
        Ok(())
    }

    async fn event(&mut self) -> Result<Event, PageError> {
        self.work.next().await
    }
}

fn offer(popup: Popup) -> Offer {
    Offer {
        open: popup.open,
        busy: popup.busy,
        options: popup.options.into_iter().map(Into::into).collect(),
        columns: popup.columns,
        openers: popup.openers,
        unfolded: popup.unfolded,
        several: popup.several,
        search: popup.search,
        more: popup.more,
        lang: popup.lang,
        span: popup.span.map(|span| Span {
            top: span.top,
            most: span.most,
            view: span.view,
        }),
        heed: if popup.suggests == "none" {
            Heed::Never
        } else {
            Heed::May
        },
    }
}

//! The world of [`Branches`]: reading a tree, opening and ticking what stands in it.

use ostler_machines::Typed;
use ostler_machines::fill::Trouble;
use ostler_machines::form::model::Ref;
use ostler_machines::settle::Patience;
use ostler_machines::widget::branches::{Branches, Effect, Event, Verdict};
use ostler_runtime::answer::Tree;
use ostler_runtime::ask::Question;

use super::fill::trouble;
use super::pick::press;
use super::settle::settle;
use crate::drive::{Port, Run, Work, drive};
use crate::page::{PageError, Tab};

/// Ticks exactly `wanted` in the tree `target`.
pub(crate) async fn tick_branches(tab: &Tab, target: Ref, wanted: &[Typed], run: &Run) -> Result<Trouble, PageError> {
    let mut port = BranchesPort {
        tab: tab.clone(),
        run: run.clone(),
        target,
        work: Work::new(),
    };
    Ok(match drive(&mut Branches::new(wanted), &mut port, run).await? {
        Verdict::Held => Trouble::None,
        Verdict::NotOffered(offered) => Trouble::NoOption(offered),
        Verdict::Ambiguous(paths) => Trouble::Several(paths),
        Verdict::Stuck => Trouble::Unable("something in the tree can neither be pressed nor set by its keys"),
        Verdict::Broken(word) => trouble(&word),
        Verdict::TimedOut => Trouble::Unable("the tree did not answer in time"),
    })
}

struct BranchesPort {
    tab: Tab,
    run: Run,
    target: Ref,
    work: Work<Event, PageError>,
}

impl Port<Branches> for BranchesPort {
    type Error = PageError;

    fn perform(&mut self, effect: Effect) -> Result<(), PageError> {
        let tab = self.tab.clone();
        let (target, run) = (self.target, self.run.clone());
        let at = move |element| Ref {
            frame: target.frame,
            element,
        };
        match effect {
            Effect::Look => self.work.start(async move {
                let question = Question::Tree {
                    element: target.element,
                };
                let tree: Tree = tab.ask_of(target, &question).await?;
                Ok(Event::Seen(tree.nodes.into_iter().map(Into::into).collect()))
            }),
            Effect::Press(element) => self
                .work
                .start(async move { Ok(Event::Done(press(&tab, at(element)).await?)) }),
            Effect::Open(element) => self
                .work
                .start(async move { Ok(Event::Done(tab.stroke_in(at(element), "ArrowRight").await?)) }),
            Effect::Tick(element) => self
                .work
                .start(async move { Ok(Event::Done(tab.stroke_in(at(element), " ").await?)) }),
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

//! The world of [`Dial`]: a box for a telephone number, and the control before it that chooses the country.

use ostler_machines::Typed;
use ostler_machines::fill::Trouble;
use ostler_machines::form::model::{Choice, Ref};
use ostler_machines::form::value::choose_option;
use ostler_machines::settle::Patience;
use ostler_machines::widget::dial::{Dial, Effect, Event, Seen, Verdict};
use ostler_machines::widget::pick::{self, Pick, ways};
use ostler_runtime::answer;
use ostler_runtime::ask::{Act, Job, Question};

use super::fill::trouble;
use super::pick::operate;
use super::settle::settle;
use crate::drive::{Port, Run, Work, drive};
use crate::page::{PageError, Tab};

/// Brings the box `target` and the control before it to what `machine` is about.
pub(crate) async fn dial(tab: &Tab, target: Ref, mut machine: Dial, run: &Run) -> Result<Trouble, PageError> {
    let mut port = DialPort {
        tab: tab.clone(),
        run: run.clone(),
        target,
        work: Work::new(),
    };
    Ok(match drive(&mut machine, &mut port, run).await? {
        Verdict::Held(code) if code.is_empty() => Trouble::None,
        Verdict::Held(code) => Trouble::Took(code),
        Verdict::NotOffered => Trouble::NoCountry(Vec::new()),
        Verdict::Ambiguous(offered) => Trouble::NoCountry(offered),
        Verdict::Other => Trouble::OtherCountry,
        Verdict::Untold => {
            Trouble::Unable("the country of the number cannot be told or chosen in the control before the box")
        }
        Verdict::NotTaken => {
            Trouble::Unable("the country of the number was chosen before the box, and the page shows another")
        }
        Verdict::NotKept => {
            Trouble::Unable("the box keeps no form of the number, although its country could be chosen")
        }
        Verdict::Broken(word) => trouble(&word),
        Verdict::TimedOut => Trouble::Unable("the country of the number could not be chosen in time"),
    })
}

struct DialPort {
    tab: Tab,
    run: Run,
    target: Ref,
    work: Work<Event, PageError>,
}

impl Port<Dial> for DialPort {
    type Error = PageError;

    fn perform(&mut self, effect: Effect) -> Result<(), PageError> {
        let (tab, run, target) = (self.tab.clone(), self.run.clone(), self.target);
        match effect {
            Effect::Look => self.work.start(async move {
                settle(&tab, Patience::FILL, &run).await?;
                let seen = beside(&tab, target).await?;
                Ok(Event::Seen(seen.map(|seen| Seen {
                    words: seen.words,
                    value: Typed::new(seen.value),
                })))
            }),
            Effect::Write(text) => self.work.start(async move {
                let job = job(
                    target,
                    Act::Type {
                        text: text.into_inner(),
                    },
                );
                Ok(Event::Wrote(carried_out(&tab, target, job).await?))
            }),
            Effect::Choose(wanted) => self.work.start(async move {
                let Some(seen) = beside(&tab, target).await? else {
                    return Ok(Event::Chosen(pick::Verdict::NoList));
                };
                let own = Ref {
                    frame: target.frame,
                    element: seen.element,
                };
                if !seen.options.is_empty() {
                    let options: Vec<Choice> = seen.options.into_iter().map(Into::into).collect();
                    return Ok(Event::Chosen(choose(&tab, own, &wanted, &options).await?));
                }
                let machine = Pick::new(own, wanted, ways(false));
                Ok(Event::Chosen(operate(&tab, own, machine, &run).await?))
            }),
        }
        Ok(())
    }

    async fn event(&mut self) -> Result<Event, PageError> {
        self.work.next().await
    }
}

async fn beside(tab: &Tab, target: Ref) -> Result<Option<answer::Chooser>, PageError> {
    let question = Question::Chooser {
        element: target.element,
    };
    tab.ask_of(target, &question).await
}

/// Chooses in a native list.
async fn choose(tab: &Tab, own: Ref, wanted: &Typed, options: &[Choice]) -> Result<pick::Verdict, PageError> {
    match choose_option(wanted.reveal(), options, "") {
        Ok(at) => {
            let job = job(own, Act::Choose { options: [at].into() });
            let trouble = carried_out(tab, own, job).await?;
            Ok(if trouble.is_empty() {
                pick::Verdict::Chosen(options.get(at).map(|it| it.label.clone()).unwrap_or_default())
            } else {
                pick::Verdict::Broken(trouble)
            })
        }
        Err(refusal) => {
            let offered: Vec<String> = refusal.candidates.into_iter().filter_map(|it| it.option).collect();
            Ok(match refusal.code {
                "ambiguous-option" => pick::Verdict::Ambiguous(offered),
                _ => pick::Verdict::NotOffered(offered),
            })
        }
    }
}

fn job(own: Ref, act: Act) -> Job {
    Job {
        element: own.element,
        act,
        pause: false,
        known: true,
    }
}

async fn carried_out(tab: &Tab, own: Ref, job: Job) -> Result<String, PageError> {
    let written = tab.write(own.frame, vec![job]).await?;
    let done = written.done.into_iter().next();
    Ok(done.map_or_else(|| "gone".to_owned(), |done| done.trouble))
}

//! The world of [`Calendar`]: opening it, leafing, pressing a day.

use chrono::NaiveDate;
use ostler_machines::fill::Trouble;
use ostler_machines::form::model::{Piece, Ref};
use ostler_machines::settle::Patience;
use ostler_machines::widget::calendar::{Calendar, Day, Effect, Event, Shown, Verdict, choice};
use ostler_runtime::answer::{self, Popup};
use ostler_runtime::ask::{Act, Job, Question};

use super::fill::trouble;
use super::settle::settle;
use crate::drive::{Port, Run, Work, drive};
use crate::page::{PageError, Tab};

/// Chooses `day` in the calendar that opens for `target`.
pub(crate) async fn pick_day(tab: &Tab, target: Ref, day: NaiveDate, run: &Run) -> Result<Trouble, PageError> {
    let mut port = CalendarPort {
        tab: tab.clone(),
        run: run.clone(),
        target,
        work: Work::new(),
    };
    Ok(match drive(&mut Calendar::new(day), &mut port, run).await? {
        Verdict::Chosen => Trouble::None,
        Verdict::NotOffered => Trouble::NoOption(Vec::new()),
        Verdict::NoCalendar => Trouble::Unsupported,
        Verdict::Broken(word) => trouble(&word),
        Verdict::TimedOut => Trouble::Broken("the calendar did not come to the day in time".to_owned()),
    })
}

struct CalendarPort {
    tab: Tab,
    run: Run,
    target: Ref,
    work: Work<Event, PageError>,
}

impl Port<Calendar> for CalendarPort {
    type Error = PageError;

    fn perform(&mut self, effect: Effect) -> Result<(), PageError> {
        let tab = self.tab.clone();
        let run = self.run.clone();
        let target = self.target;
        let other = move |element: u32| Ref {
            frame: target.frame,
            element,
        };
        match effect {
            Effect::Open => self
                .work
                .start(async move { Ok(Event::Done(tab.press(target).await?)) }),
            Effect::Press(element) => self.work.start(async move {
                let trouble = tab.press(other(element)).await?;
                // What a fixed bar lies over can still be clicked from script.
                let trouble = if trouble == "covered" {
                    tab.click(other(element)).await?
                } else {
                    trouble
                };
                Ok(Event::Done(trouble))
            }),
            Effect::Choose(element, piece, number) => {
                self.work
                    .start(async move { Ok(Event::Done(select(&tab, other(element), piece, number).await?)) });
            }
            Effect::Rest => self.work.start(async move {
                settle(&tab, Patience::FILL, &run).await?;
                Ok(Event::Rested)
            }),
            Effect::Look => self.work.start(async move {
                let question = Question::Popup {
                    element: target.element,
                };
                let popup: Popup = tab.ask_of(target, &question).await?;
                Ok(Event::Seen(popup.calendar.map(shown)))
            }),
            Effect::Close => self
                .work
                .start(async move { Ok(Event::Done(tab.stroke_in(target, "Escape").await?)) }),
        }
        Ok(())
    }

    async fn event(&mut self) -> Result<Event, PageError> {
        self.work.next().await
    }
}

async fn select(tab: &Tab, select: Ref, piece: Piece, number: i32) -> Result<String, PageError> {
    let page = tab.look().await?;
    let Some(option) = page.field(select).and_then(|field| choice(field, piece, number)) else {
        return Ok("no-option".to_owned());
    };
    let job = Job {
        element: select.element,
        act: Act::Choose { options: vec![option] },
        pause: false,
        known: true,
    };
    let written = tab.write(select.frame, vec![job]).await?;
    Ok(written
        .done
        .into_iter()
        .next()
        .map(|wrote| wrote.trouble)
        .unwrap_or_default())
}

fn shown(calendar: answer::Calendar) -> Shown {
    let day = |day: answer::Day| Day {
        element: day.element,
        text: day.text,
        name: day.name,
        outside: day.outside,
        disabled: day.disabled,
    };
    Shown {
        header: calendar.header,
        previous: calendar.previous,
        next: calendar.next,
        month: calendar.month_select,
        year: calendar.year_select,
        days: calendar.days.into_iter().map(day).collect(),
    }
}

//! The world of [`Calendar`]: opening it, leafing, pressing a day.

use ostler_machines::fill::Trouble;
use ostler_machines::form::model::{Field, Piece, Ref};
use ostler_machines::settle::Patience;
use ostler_machines::widget::calendar::{Calendar, Cell, Day, Effect, Event, Shown, Verdict, choice};
use ostler_machines::widget::clock::{Dial, Way};
use ostler_machines::widget::moment::Moment;
use ostler_runtime::answer::{self, Open};
use ostler_runtime::ask::{Act, Job, Question};

use super::fill::trouble;
use super::settle::settle;
use crate::drive::{Port, Run, Work, drive};
use crate::page::{PageError, Tab};

/// Chooses `moment` in what opens for `target`. With `insists` it is tried to open once more.
pub(crate) async fn pick_moment(
    tab: &Tab,
    target: Ref,
    moment: Moment,
    insists: bool,
    run: &Run,
) -> Result<Trouble, PageError> {
    let mut port = CalendarPort {
        tab: tab.clone(),
        run: run.clone(),
        target,
        work: Work::new(),
    };
    let verdict = drive(&mut Calendar::new(moment, insists), &mut port, run).await?;
    // The control is left, as by a person who goes on: many a page takes over what was chosen then.
    tab.read(&[target], true).await?;
    Ok(match verdict {
        Verdict::Chosen => Trouble::None,
        Verdict::NotOffered(why) => Trouble::NotOffered(why),
        Verdict::Unread => Trouble::Unread,
        Verdict::NoCalendar => Trouble::Unsupported,
        Verdict::Broken(word) => trouble(&word),
        Verdict::TimedOut => Trouble::Broken("the picker did not come to it in time".to_owned()),
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
            Effect::Open => self.work.start(async move {
                // A press on a calendar that stands in the page would choose a day.
                let trouble = if look(&tab, target, false).await?.own {
                    String::new()
                } else {
                    tab.press(target).await?
                };
                Ok(Event::Done(trouble))
            }),
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
            Effect::Option(element, option) => {
                self.work
                    .start(async move { Ok(Event::Done(pick_option(&tab, other(element), option).await?)) });
            }
            Effect::Type(element, text) => self.work.start(async move {
                let acted = tab.keys(other(element), &text, true).await?;
                Ok(Event::Done(acted.trouble))
            }),
            Effect::Look | Effect::Watch => self.work.start(async move {
                let open = look(&tab, target, effect == Effect::Watch).await?;
                Ok(match open.picker {
                    Some(picker) => Event::Seen(Shown {
                        floats: open.floats,
                        moving: open.moving,
                        ..shown(picker)
                    }),
                    None => Event::Unseen(open.opener),
                })
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

async fn look(tab: &Tab, target: Ref, calm: bool) -> Result<Open, PageError> {
    let question = Question::Picker {
        element: target.element,
        calm,
    };
    tab.ask_of(target, &question).await
}

async fn select(tab: &Tab, select: Ref, piece: Piece, number: i32) -> Result<String, PageError> {
    let page = tab.look().await?;
    // Lists for the day, the month and the year of a date are told as the parts of one field.
    let own = |field: &Field| {
        let mut parts = field.parts.iter().map(|part| &part.field);
        let part = parts.find(|part| part.reference == Some(select)).unwrap_or(field);
        choice(part, piece, number)
    };
    let Some(option) = page.field(select).and_then(own) else {
        return Ok("no-option".to_owned());
    };
    pick_option(tab, select, option).await
}

async fn pick_option(tab: &Tab, select: Ref, option: usize) -> Result<String, PageError> {
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

fn shown(picker: answer::Picker) -> Shown {
    let day = |day: answer::Day| Day {
        element: day.element,
        text: day.text,
        name: day.name,
        outside: day.outside,
        disabled: day.disabled,
    };
    Shown {
        header: picker.header,
        previous: picker.previous,
        next: picker.next,
        year_back: picker.year_back,
        year_on: picker.year_on,
        day: picker.day_select,
        month: picker.month_select,
        year: picker.year_select,
        year_box: picker.year_input,
        up: picker.up,
        days: picker.days.into_iter().map(day).collect(),
        cells: picker.cells.into_iter().map(cell).collect(),
        clock: picker.clock.into_iter().filter_map(dial).collect(),
        confirm: picker.confirm,
        ..Shown::default()
    }
}

fn cell(cell: answer::Cell) -> Cell {
    Cell {
        element: cell.element,
        text: cell.text,
        name: cell.name,
        chosen: cell.chosen,
        disabled: cell.disabled,
    }
}

fn dial(dial: answer::Dial) -> Option<Dial> {
    let way = match dial.kind.as_str() {
        "input" => Way::Type,
        "select" => Way::Select,
        "list" => Way::List,
        "times" => Way::Times,
        "spin" => Way::Count,
        "toggle" => Way::Toggle,
        _ => return None,
    };
    Some(Dial {
        way,
        words: dial.words,
        element: dial.element,
        value: dial.value,
        max: dial.max,
        more: dial.more,
        less: dial.less,
        options: dial.options.into_iter().map(cell).collect(),
    })
}

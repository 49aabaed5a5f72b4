//! The world of [`Fill`]: looking, writing, reading, and coming to rest between them.

use std::sync::Arc;

use ostler_machines::fill::{Act, Effect, Event, Fill, Job, Stopped, Trouble};
use ostler_machines::form::model::{Held, Page, Ref};
use ostler_machines::report::How;
use ostler_machines::settle::{Patience, Verdict};
use ostler_machines::widget::dial::Dial;
use ostler_runtime::ask;

use super::area::give_files;
use super::branches::tick_branches;
use super::calendar::pick_moment;
use super::count::count_to;
use super::dial::dial;
use super::pick::{choose, pick};
use super::settle::settle;
use super::several::choose_all;
use super::step::step_to;
use crate::drive::{Port, Run, Work};
use crate::page::{Acted, PageError, Tab};

/// Hears how far a fill has come: so many of so many keys.
pub(crate) type Heard = Arc<dyn Fn(usize, usize) + Send + Sync>;

pub(crate) struct FillPort {
    tab: Tab,
    run: Run,
    heard: Heard,
    /// The top document that is being filled; another one is another page.
    document: u64,
    /// The page as it was just looked at, if it was: the first look is spared.
    seen: Option<Box<Page>>,
    /// Requests with a number below this one have been told of.
    counted: u64,
    /// What happened after the requests that are told first.
    next: Option<Event>,
    work: Work<Event, PageError>,
}

impl FillPort {
    /// `seen` is the page and the number of its document, if nothing can have happened to it since.
    pub(crate) fn new(tab: &Tab, run: &Run, heard: Heard, seen: Option<(u64, Box<Page>)>) -> Self {
        let (document, seen) = match seen {
            Some((document, page)) => (document, Some(page)),
            None => (tab.document(), None),
        };
        Self {
            tab: tab.clone(),
            run: run.clone(),
            heard,
            document,
            seen,
            counted: tab.request_number(),
            next: None,
            work: Work::new(),
        }
    }

    /// Starts `work`; what it comes to is of no use if the document was replaced meanwhile.
    fn start(&mut self, work: impl Future<Output = Result<Event, PageError>> + Send + 'static) {
        let tab = self.tab.clone();
        let document = self.document;
        self.work.start(async move {
            let outcome = work.await;
            if tab.is_gone() {
                return Ok(Event::Gone);
            }
            if tab.document() != document {
                return Ok(Event::Navigated(tab.url()));
            }
            match outcome {
                Ok(event) => Ok(event),
                Err(PageError::Gone) => Ok(Event::Gone),
                Err(PageError::Unloaded) => Ok(Event::Navigated(tab.url())),
                Err(error) => Err(error),
            }
        });
    }
}

impl Port<Fill> for FillPort {
    type Error = PageError;

    fn perform(&mut self, effect: Effect) -> Result<(), PageError> {
        let tab = self.tab.clone();
        let run = self.run.clone();
        match effect {
            Effect::Inspect => match self.seen.take() {
                Some(page) => self.start(async move { Ok(Event::Inspected(page)) }),
                None => self.start(async move { Ok(Event::Inspected(Box::new(tab.look().await?))) }),
            },
            Effect::Write(jobs) => self.start(async move { write(&tab, jobs, &run).await }),
            Effect::Press(button) => self.start(async move {
                let told = match tab.press(button).await {
                    Err(PageError::Odd(what)) => return Ok(Event::Pressed(Trouble::Broken(what.into_owned()))),
                    told => told?,
                };
                Ok(Event::Pressed(trouble(&told)))
            }),
            Effect::Rest => self.start(async move {
                let verdict = settle(&tab, Patience::FILL, &run).await?;
                Ok(Event::Rested(verdict == Verdict::Settled))
            }),
            Effect::Read(references) => self.start(async move {
                let read = tab.read(&references, true).await?;
                Ok(Event::Read(read))
            }),
            Effect::Progress(done, of) => (self.heard)(done, of),
        }
        Ok(())
    }

    async fn event(&mut self) -> Result<Event, PageError> {
        if let Some(event) = self.next.take() {
            return Ok(event);
        }
        let event = self.work.next().await?;
        if !self.tab.is_gone() {
            self.tab.heard_all().await;
        }
        let sent = self.tab.writes_since(self.counted).len();
        self.counted = self.tab.request_number();
        if sent == 0 {
            return Ok(event);
        }
        self.next = Some(event);
        Ok(Event::Sent(sent))
    }
}

/// Why a control of a frame could not be written to.
const CRASHED: &str = "the frame that it stands in crashed";

async fn write(tab: &Tab, jobs: Vec<Job>, run: &Run) -> Result<Event, PageError> {
    let Some(first) = jobs.first() else {
        return Ok(wrote(Vec::new(), Stopped::None));
    };
    if first.batches() {
        return batch(tab, jobs).await;
    }
    let mut done = Vec::new();
    for job in jobs {
        let reference = job.reference;
        let outcome = match single(tab, job, run).await {
            // Something about this one control that the protocol could not do is no reason to give up the rest.
            Err(PageError::Odd(what)) => (Trouble::Broken(what.into_owned()), None),
            Err(PageError::Crashed) if !tab.is_gone() => (Trouble::Broken(CRASHED.to_owned()), None),
            Err(PageError::Silent(_)) if reference.frame != 0 => (Trouble::Silent, None),
            Err(PageError::Unloaded) if is_out(tab, reference.frame) => (Trouble::Gone, None),
            outcome => outcome?,
        };
        done.push((reference, outcome.0, outcome.1));
    }
    Ok(wrote(done, Stopped::None))
}

/// Whether it is a frame alone that went away or shows another document, and the page around it is still there.
fn is_out(tab: &Tab, frame: u32) -> bool {
    frame != 0 && !tab.is_gone() && !tab.is_navigating()
}

fn wrote(done: Vec<(Ref, Trouble, Option<Held>)>, stopped: Stopped) -> Event {
    Event::Wrote { done, stopped }
}

async fn batch(tab: &Tab, jobs: Vec<Job>) -> Result<Event, PageError> {
    let frame = jobs.first().map_or(0, |job| job.reference.frame);
    let mut asked = Vec::new();
    for job in jobs {
        let act = match job.act {
            Act::Type(text) => ask::Act::Type {
                text: text.into_inner(),
            },
            Act::Set(text) => ask::Act::Set {
                text: text.into_inner(),
            },
            Act::Choose(options) => ask::Act::Choose { options },
            Act::Check(checked) => ask::Act::Check { checked },
            Act::Files(_)
            | Act::Pick(_)
            | Act::PickMoment(..)
            | Act::Segment(_)
            | Act::PickAll(_)
            | Act::Step(_)
            | Act::Count(..)
            | Act::Branches(_)
            | Act::Dial { .. }
            | Act::ChooseWidget { .. }
            | Act::Clear => break,
        };
        asked.push(ask::Job {
            element: job.reference.element,
            act,
            pause: job.pause,
            known: job.known,
        });
    }
    let references: Vec<Ref> = asked
        .iter()
        .map(|job| Ref {
            frame,
            element: job.element,
        })
        .collect();
    let written = match tab.write(frame, asked).await {
        // A frame that crashed takes its own fields with it, not those of others; so does one that the page took out.
        Err(PageError::Crashed) if !tab.is_gone() => {
            let lost = |reference| (reference, Trouble::Broken(CRASHED.to_owned()), None);
            return Ok(wrote(references.into_iter().map(lost).collect(), Stopped::None));
        }
        Err(PageError::Silent(_)) if frame != 0 => {
            let lost = |reference| (reference, Trouble::Silent, None);
            return Ok(wrote(references.into_iter().map(lost).collect(), Stopped::None));
        }
        Err(PageError::Unloaded) if is_out(tab, frame) => {
            let lost = |reference| (reference, Trouble::Gone, None);
            return Ok(wrote(references.into_iter().map(lost).collect(), Stopped::Changed));
        }
        written => written?,
    };
    let done = written
        .done
        .into_iter()
        .map(|wrote| {
            let reference = Ref {
                frame,
                element: wrote.element,
            };
            (reference, trouble(&wrote.trouble), wrote.held.map(Held::from))
        })
        .collect();
    let stopped = match written.stopped.as_str() {
        "changed" => Stopped::Changed,
        "working" => Stopped::Working,
        _ => Stopped::None,
    };
    Ok(wrote(done, stopped))
}

async fn single(tab: &Tab, job: Job, run: &Run) -> Result<(Trouble, Option<Held>), PageError> {
    let (reference, known) = (job.reference, job.known);
    let acted = match (job.act, job.how) {
        (Act::Type(text), How::Inserted) => tab.insert(reference, text.reveal(), known).await?,
        (Act::Type(text) | Act::Set(text), _) => tab.keys(reference, text.reveal(), known).await?,
        (Act::Segment(text), _) => tab.segment(reference, text.reveal(), known).await?,
        (Act::Check(_), _) => Acted::trouble(tab.press_and_leave(reference).await?),
        (Act::Files(paths), _) => match tab.attach_files(reference, &paths).await? {
            acted if acted.trouble == "unsupported" => {
                return Ok((give_files(tab, reference, &paths, run).await?, None));
            }
            acted => acted,
        },
        (Act::Pick(text), _) => return Ok((pick(tab, reference, text, run).await?, None)),
        (Act::PickMoment(moment, text), _) => {
            // What shows a template of what it wants on focus is typed into: a press would move its caret.
            if text.is_none() {
                let told = if known {
                    "unsupported".to_owned()
                } else {
                    tab.template(reference).await?
                };
                if !told.is_empty() {
                    return Ok((trouble(&told), None));
                }
            }
            // Where there is no picker, there may be a list.
            let outcome = match (pick_moment(tab, reference, moment, text.is_some(), run).await?, text) {
                (Trouble::Unsupported, Some(text)) => pick(tab, reference, text, run).await?,
                (outcome, _) => outcome,
            };
            return Ok((outcome, None));
        }
        (Act::PickAll(texts), _) => return Ok((choose_all(tab, reference, &texts, run).await?, None)),
        (Act::Branches(texts), _) => return Ok((tick_branches(tab, reference, &texts, run).await?, None)),
        (
            Act::Dial {
                number,
                forms,
                country,
                stays,
            },
            _,
        ) => {
            let machine = Dial::new(number, forms, country, stays);
            let told = dial(tab, reference, machine, run).await?;
            return Ok((told, None));
        }
        (Act::Step(number), _) => return Ok((step_to(tab, reference, number.reveal(), run).await?, None)),
        (Act::Count(number, less, more), _) => {
            return Ok((
                count_to(tab, reference, number.reveal(), [less, more], run).await?,
                None,
            ));
        }
        (Act::ChooseWidget { labels, .. }, _) => return Ok((choose(tab, reference, labels, run).await?, None)),
        (Act::Clear | Act::Choose(_), _) => Acted::trouble("unsupported"),
    };
    Ok((trouble(&acted.trouble), acted.held))
}

/// The page script's word for what stood in the way.
pub(crate) fn trouble(word: &str) -> Trouble {
    match word {
        "" => Trouble::None,
        "gone" => Trouble::Gone,
        "readonly" => Trouble::Readonly,
        "disabled" => Trouble::Disabled,
        "hidden" => Trouble::Hidden,
        "covered" => Trouble::Covered,
        "unfocusable" => Trouble::Unfocusable,
        "unsupported" => Trouble::Unsupported,
        "no-file" => Trouble::NoFile,
        other => match other.strip_prefix("template:") {
            Some(template) => Trouble::Template(template.to_owned()),
            None => Trouble::Broken(other.to_owned()),
        },
    }
}

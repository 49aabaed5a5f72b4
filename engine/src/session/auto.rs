//! What a memory puts into a form, beside what is given.

use std::collections::HashSet;
use std::sync::Arc;

use ostler_machines::fill::{End, Fill};
use ostler_machines::form::keys::Index;
use ostler_machines::form::model::{Field, Form, Page, Ref};
use ostler_machines::form::value::Wish;
use ostler_machines::recall::decide::{self, Decision, Reason, Verdict};
use ostler_machines::recall::guard::Guard;
use ostler_machines::recall::model::is_sensitive;
use ostler_machines::recall::probe::Visit;
use ostler_machines::report::{FieldReport, Status};
use ostler_machines::{Typed, wizard};

use super::fill::Walk;
use super::{Auto, EmptyReport};
use crate::drive::drive;
use crate::memory::{Lesson, Recall, Recalled, given};
use crate::page::PageError;
use crate::ports::fill::FillPort;

/// A field that came up because of what was put into another is looked for so often.
const ROUNDS: usize = 4;

/// What a memory came to on one step.
#[derive(Default)]
pub(super) struct Helped {
    /// The fields that it filled, or tried to.
    pub(super) fields: Vec<FieldReport>,
    /// The fields that it left empty.
    pub(super) empty: Vec<EmptyReport>,
    /// Why memory was done without, if it was.
    pub(super) without: Option<String>,
    pub(super) note: Option<String>,
    /// What is to be learned from the step.
    pub(super) lesson: Option<Lesson>,
    /// The page by then, if anything was put in.
    pub(super) page: Option<Page>,
    pub(super) rested: bool,
    /// Several forms could be meant, and none was filled.
    pub(super) unclear: bool,
}

impl Helped {
    /// No memory is at work.
    pub(super) fn none() -> Self {
        Self {
            rested: true,
            ..Self::default()
        }
    }

    /// What keeps the step from being sent: fields that do not hold what was put in, and those that must be answered and
    /// are not.
    pub(super) fn hindrances(&self) -> Vec<(String, Status)> {
        let spoiled = |field: &&FieldReport| matches!(field.status, Status::Rejected | Status::Failed);
        let spoiled = self.fields.iter().filter(spoiled);
        let open = self.empty.iter().filter(|field| field.required);
        let mut all: Vec<(String, Status)> = spoiled.map(|field| (field.key.clone(), field.status)).collect();
        all.extend(open.map(|field| (field.label.clone(), Status::Missing)));
        if self.unclear {
            all.push(("the form".to_owned(), Status::Ambiguous));
        }
        all
    }
}

/// Fills what is left of `form` from memory, if that is wanted, and notes what is to be learned from it.
pub(super) async fn help(
    walk: &Walk,
    recall: &Arc<Recall>,
    page: &Page,
    form: Option<&Form>,
    options: &ostler_machines::fill::Options,
    pairs: &[(String, Wish)],
    reports: &[FieldReport],
) -> Result<Helped, PageError> {
    let mut helped = Helped::none();
    let request = &walk.request;
    let lang = page.lang.clone();
    let mut asked = decide::Options {
        lang: lang.clone(),
        required: request.auto == Auto::Required,
        given: reports.iter().flat_map(meant).collect(),
        locales: request.locales.clone(),
        today: request.today,
    };
    let visit_to = |form: &Form| {
        let frame = form.reference.map_or(0, |own| own.frame);
        Visit {
            host: host(&walk.tab.watch().state().url_of(frame)),
            lang: lang.clone(),
            keys: request.pairs.iter().map(|(key, _)| key.clone()).collect(),
            suggest: recall.how().suggest && request.auto != Auto::Off,
        }
    };
    // What was asked already to tell the forms apart.
    let mut first = None;
    let mut form = match form.or_else(|| only(page)) {
        Some(form) => form.clone(),
        None if request.auto == Auto::Off => return Ok(helped),
        None => {
            let mut fitting = Vec::new();
            for form in page.forms.iter().filter(|form| is_shown(form)) {
                match recall.ask(form, &visit_to(form), &asked, None).await {
                    Ok(found) if found.decisions.iter().any(|decision| decision.fill().is_some()) => {
                        fitting.push((form, found));
                    }
                    Ok(_) => {}
                    Err(error) => {
                        helped.without = Some(error.to_string());
                        return Ok(helped);
                    }
                }
            }
            match fitting.as_mut_slice() {
                [(form, found)] => {
                    first = Some(std::mem::take(found));
                    form.clone()
                }
                [] => return Ok(helped),
                several => {
                    let names: Vec<String> = several.iter().map(|(form, _)| called(form)).collect();
                    helped.note = Some(format!(
                        "nothing was filled from memory: several forms could be meant ({}); name one",
                        names.join(", ")
                    ));
                    helped.unclear = true;
                    return Ok(helped);
                }
            }
        }
    };
    let visit = visit_to(&form);
    let mut recalled: Option<Recalled> = None;
    if request.auto != Auto::Off {
        let mut tried: HashSet<Ref> = HashSet::new();
        for _ in 0..ROUNDS {
            let found = match first.take() {
                Some(found) => found,
                None => match recall.ask(&form, &visit, &asked, recalled.as_ref()).await {
                    Ok(found) => found,
                    Err(error) => {
                        helped.without = Some(error.to_string());
                        break;
                    }
                },
            };
            let picks: Vec<Picked> = found
                .decisions
                .iter()
                .filter_map(|decision| {
                    let pick = decision.fill()?;
                    Some(Picked {
                        field: decision.field.filter(|field| !tried.contains(field))?,
                        value: pick.value.clone(),
                        source: pick.source.word(),
                        sensitive: is_sensitive(&pick.key, &pick.value),
                    })
                })
                .collect();
            let left = found.decisions.iter().filter(|it| !is_given(it, &form, &asked.given));
            helped.empty = left.filter_map(|it| empty(it, &form)).collect();
            helped.empty.extend(unclear(reports, &form));
            // Whoever asked for what must be answered is not told of the rest.
            helped.empty.retain(|field| field.required || !asked.required);
            recalled = Some(merged(recalled.take(), found));
            if picks.is_empty() {
                break;
            }
            tried.extend(picks.iter().map(|pick| pick.field));
            put(walk, &mut helped, options, picks).await?;
            asked.given = reports.iter().chain(&helped.fields).flat_map(meant).collect();
            let Some(now) = helped.page.as_ref().and_then(|page| same(page, &form)) else {
                break;
            };
            form = now.clone();
        }
    }
    if recalled
        .as_ref()
        .is_some_and(|recalled| !recalled.probe.texts.is_empty())
        && let Some(why) = recall.store().lacks()
    {
        helped.note = Some(format!(
            "memory looked nothing up by its meaning, only by exact names: {why}"
        ));
    }
    let all = reports.iter().chain(&helped.fields).cloned().collect();
    helped.lesson = Some(Lesson {
        form,
        visit,
        options: asked,
        recalled,
        given: given(pairs),
        reports: all,
    });
    Ok(helped)
}

/// A value for a field.
struct Picked {
    field: Ref,
    value: Typed,
    source: String,
    sensitive: bool,
}

/// Puts what was recalled in, each under the key that means its field.
async fn put(
    walk: &Walk,
    helped: &mut Helped,
    options: &ostler_machines::fill::Options,
    picks: Vec<Picked>,
) -> Result<(), PageError> {
    let pairs: Vec<(String, Wish)> = (picks.iter())
        .map(|pick| (pick.field.to_string(), Wish::Text(pick.value.clone())))
        .collect();
    let mut machine = Fill::new(pairs, options.clone());
    let mut port = FillPort::new(&walk.tab, &walk.run, walk.heard.clone(), None);
    let verdict = drive(&mut machine, &mut port, &walk.run).await?;
    if verdict.end == End::Gone {
        walk.tab.stands()?;
        return Err(PageError::Gone);
    }
    // What the last value brought up is seen too.
    let page = walk.tab.look().await?;
    let index = Index::new(&page);
    for (mut report, pick) in verdict.fields.into_iter().zip(picks) {
        report.key = index.key(pick.field).unwrap_or(report.key);
        report.source = pick.source;
        // What its owner calls it tells more than the field may.
        report.sensitive |= pick.sensitive;
        helped.fields.push(report);
    }
    helped.rested &= verdict.rested;
    helped.page = Some(page);
    Ok(())
}

/// What was decided before holds for what was filled since.
fn merged(before: Option<Recalled>, mut now: Recalled) -> Recalled {
    let Some(before) = before else { return now };
    for decision in &mut now.decisions {
        let own = before.decisions.iter().find(|own| own.field == decision.field);
        if let Some(own) = own.filter(|own| own.fill().is_some() && decision.fill().is_none()) {
            decision.clone_from(own);
        }
    }
    now
}

/// The fields that a key means or may mean.
fn meant(report: &FieldReport) -> impl Iterator<Item = Ref> {
    let candidates = report.candidates.iter().filter_map(|candidate| candidate.reference);
    report.reference.into_iter().chain(candidates)
}

/// The fields of `form` that a key which led nowhere may have meant. Memory leaves them alone: whoever wrote "Frst name"
/// has something to say about the first name.
fn unclear(reports: &[FieldReport], form: &Form) -> Vec<EmptyReport> {
    let taken = |field: &Field| {
        reports
            .iter()
            .any(|report| report.reference.is_some_and(|own| field.owns(own)))
    };
    let meant = |field: &Field| {
        reports.iter().find(|report| {
            let mut candidates = report.candidates.iter().filter_map(|candidate| candidate.reference);
            report.reference.is_none() && candidates.any(|own| field.owns(own))
        })
    };
    let fields = form.fields.iter();
    fields
        .filter(|field| field.visible && wizard::is_empty(field) && !taken(field))
        .filter_map(|field| {
            let report = meant(field)?;
            Some(EmptyReport {
                label: field.label.clone(),
                reference: field.reference,
                required: field.required,
                code: "key-unclear".into(),
                message: format!(
                    "the key {:?} may mean it, so memory left it alone: mend that key, or leave it out",
                    report.key
                ),
            })
        })
        .collect()
}

/// The only form that a person could fill.
fn only(page: &Page) -> Option<&Form> {
    let mut forms = page.forms.iter().filter(|form| is_shown(form));
    forms.next().filter(|_| forms.next().is_none())
}

fn is_shown(form: &Form) -> bool {
    form.fields.iter().any(|field| field.visible)
}

/// A form in a word: its name and its ref.
fn called(form: &Form) -> String {
    let reference = form
        .reference
        .map_or_else(|| "no ref".to_owned(), |own| own.to_string());
    match form.name.as_str() {
        "" => reference,
        name => format!("{name:?} ({reference})"),
    }
}

fn same<'a>(page: &'a Page, form: &Form) -> Option<&'a Form> {
    page.forms.iter().find(|other| other.reference == form.reference)
}

/// Whether a field is one of those that the caller gave something for, or that memory filled before.
fn is_given(decision: &Decision, form: &Form, given: &[Ref]) -> bool {
    let field = form.fields.iter().find(|field| field.reference == decision.field);
    field.is_some_and(|field| given.iter().any(|own| field.owns(*own)))
}

/// A field that stays empty, as it is told. What nobody asked for is not.
fn empty(decision: &Decision, form: &Form) -> Option<EmptyReport> {
    let (code, message) = match &decision.verdict {
        Verdict::Suggest(pick) => (
            pick.source.word(),
            format!("the fact \"{}\" may be meant: give it if it is", pick.key),
        ),
        Verdict::Fill(_)
        | Verdict::Empty(
            Reason::Given
            | Reason::Optional
            | Reason::Held
            | Reason::Guard(Guard::Hidden | Guard::Trap | Guard::Disabled | Guard::Readonly),
        ) => return None,
        Verdict::Empty(reason) => (reason.word().to_owned(), reason.message()),
    };
    let field = form.fields.iter().find(|field| field.reference == decision.field);
    // A list may show an answer from the beginning.
    if field.is_some_and(|field| !wizard::is_empty(field)) {
        return None;
    }
    Some(EmptyReport {
        label: decision.label.clone(),
        reference: decision.field,
        required: field.is_some_and(|field| field.required),
        code,
        message,
    })
}

/// The host of an address, with its port if it is not the usual one; empty if it has none.
fn host(address: &str) -> String {
    let Ok(url) = url::Url::parse(address) else {
        return String::new();
    };
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

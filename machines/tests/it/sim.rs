//! A page that is only a model: it answers what a fill asks, and can be told how to misbehave.

use std::collections::BTreeMap;

use ostler_machines::fill::{Act, Effect, Event, Fill, Job, Options, Reading, Stopped, Trouble, Verdict};
use ostler_machines::form::model::{Adder, Choice, Field, Form, Held, Kind, Page, Ref};
use ostler_machines::form::value::Wish;
use ostler_machines::report::{FieldReport, How};
use ostler_machines::{Machine, Millis};

/// What the page does when a job reaches it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reaction {
    /// What stands in the way.
    pub(crate) trouble: Trouble,
    /// What it makes of the value; as given if `None`.
    pub(crate) instead: Option<Held>,
    /// Whether controls came, went or changed.
    pub(crate) changed: bool,
    /// Whether it does not tell at once what the control holds.
    pub(crate) silent: bool,
    /// How many requests it sends upon it.
    pub(crate) sends: usize,
}

type React = Box<dyn FnMut(&mut Vec<Field>, &Job) -> Reaction>;
type Later = Box<dyn FnMut(&mut Vec<Field>)>;

/// The page.
pub(crate) struct Sim {
    pub(crate) fields: Vec<Field>,
    pub(crate) react: React,
    pub(crate) on_rest: Later,
    pub(crate) adders: Vec<Adder>,
    /// What a button that adds does.
    pub(crate) on_add: Later,
    /// The jobs that were carried out, in order.
    pub(crate) done: Vec<Job>,
    /// What was asked for, by name.
    pub(crate) asked: Vec<&'static str>,
    /// How many requests it has sent and not told of.
    sent: usize,
    /// The writes asked for.
    pub(crate) writes: Vec<Vec<Job>>,
    /// What the fields were called at the last look.
    named: Vec<(Option<Ref>, String)>,
}

pub(crate) fn at(element: u32) -> Ref {
    Ref { frame: 0, element }
}

pub(crate) fn field(element: u32, kind: Kind, label: &str) -> Field {
    Field {
        reference: Some(at(element)),
        kind,
        label: label.into(),
        visible: true,
        held: match kind {
            Kind::Checkbox | Kind::Switch => Held::Checked(Some(false)),
            Kind::Radio | Kind::Checkboxes | Kind::Buttons | Kind::Select | Kind::SelectMultiple => {
                Held::Chosen(Vec::new())
            }
            Kind::File => Held::Files(Vec::new()),
            _ => Held::default(),
        },
        ..Field::default()
    }
}

pub(crate) fn text(element: u32, label: &str) -> Field {
    field(element, Kind::Text, label)
}

pub(crate) fn with_options(mut field: Field, labels: &[&str]) -> Field {
    let own = field.reference.map_or(0, |own| own.element);
    let grouped = matches!(field.kind, Kind::Radio | Kind::Checkboxes | Kind::Buttons);
    field.options = (0_u32..)
        .zip(labels)
        .map(|(number, label)| Choice {
            label: (*label).into(),
            value: label.to_lowercase(),
            element: grouped.then_some(own + number),
            ..Choice::default()
        })
        .collect();
    field
}

pub(crate) fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, Wish)> {
    let all = pairs.iter();
    all.map(|(key, value)| ((*key).into(), Wish::Text((*value).into())))
        .collect()
}

impl Sim {
    pub(crate) fn new(fields: Vec<Field>) -> Self {
        Self {
            fields,
            react: Box::new(|_, _| Reaction::default()),
            on_rest: Box::new(|_| ()),
            adders: Vec::new(),
            on_add: Box::new(|_| ()),
            done: Vec::new(),
            asked: Vec::new(),
            sent: 0,
            writes: Vec::new(),
            named: Vec::new(),
        }
    }

    pub(crate) fn reacting(mut self, react: impl FnMut(&mut Vec<Field>, &Job) -> Reaction + 'static) -> Self {
        self.react = Box::new(react);
        self
    }

    pub(crate) fn resting(mut self, on_rest: impl FnMut(&mut Vec<Field>) + 'static) -> Self {
        self.on_rest = Box::new(on_rest);
        self
    }

    pub(crate) fn page(&self) -> Page {
        Page {
            forms: vec![Form {
                fields: self.fields.clone(),
                ..Form::default()
            }],
            adders: self.adders.clone(),
            ..Page::default()
        }
    }

    /// What one control holds: of a group, one choice.
    pub(crate) fn held(&self, reference: Ref) -> Option<Held> {
        for field in self.fields.iter().flat_map(whole_and_parts) {
            let choice = field
                .options
                .iter()
                .position(|choice| choice.element == Some(reference.element));
            if let (Some(choice), Held::Chosen(chosen)) = (choice, &field.held) {
                return Some(Held::Checked(Some(chosen.contains(&choice))));
            }
            if field.reference == Some(reference) {
                return Some(field.held.clone());
            }
        }
        None
    }

    /// What a native select has chosen, by name.
    fn picked(&self, reference: Ref) -> Option<Vec<(String, String)>> {
        let mut all = self.fields.iter().flat_map(whole_and_parts);
        let field = all.find(|field| field.reference == Some(reference) && field.kind == Kind::Select)?;
        let Held::Chosen(chosen) = &field.held else {
            return None;
        };
        let named = chosen.iter().filter_map(|&at| field.options.get(at));
        Some(
            named
                .map(|option| (option.label.clone(), option.value.clone()))
                .collect(),
        )
    }

    fn names(&self) -> Vec<(Option<Ref>, String)> {
        let all = self.fields.iter();
        all.map(|field| (field.reference, field.label.clone())).collect()
    }

    fn carry_out(&mut self, job: &Job) -> Reaction {
        let reaction = (self.react)(&mut self.fields, job);
        if reaction.trouble != Trouble::None {
            return reaction;
        }
        if self.held(job.reference).is_none() {
            return Reaction {
                trouble: Trouble::Gone,
                ..reaction
            };
        }
        self.done.push(job.clone());
        for field in self.fields.iter_mut().flat_map(whole_and_parts_mut) {
            let choice = field
                .options
                .iter()
                .position(|choice| choice.element == Some(job.reference.element));
            let is_own = field.reference == Some(job.reference);
            if let Some(held) = &reaction.instead {
                if is_own || choice.is_some() {
                    field.held = held.clone();
                }
                continue;
            }
            match (&job.act, choice) {
                (Act::Check(checked), Some(choice)) => {
                    let mut chosen: Vec<usize> = match &field.held {
                        Held::Chosen(chosen) if field.kind == Kind::Checkboxes => chosen.clone(),
                        _ => Vec::new(),
                    };
                    chosen.retain(|own| *own != choice);
                    if *checked {
                        chosen.push(choice);
                        chosen.sort_unstable();
                    }
                    field.held = Held::Chosen(chosen);
                }
                (Act::Check(checked), None) if is_own => field.held = Held::Checked(Some(*checked)),
                (Act::Type(text) | Act::Set(text) | Act::Pick(text) | Act::PickMoment(_, Some(text)), _) if is_own => {
                    field.held = Held::Text(text.clone());
                }
                (Act::Choose(options) | Act::ChooseWidget { options, .. }, _) if is_own => {
                    field.held = Held::Chosen(options.clone());
                }
                (Act::Files(paths), _) if is_own => {
                    let name = |path: &String| path.rsplit('/').next().unwrap_or_default().to_string();
                    field.held = Held::Files(paths.iter().map(name).collect());
                }
                _ => {}
            }
        }
        reaction
    }

    /// Answers one effect.
    pub(crate) fn answer(&mut self, effect: &Effect) -> Option<Event> {
        match effect {
            Effect::Inspect => {
                self.asked.push("inspect");
                self.named = self.names();
                Some(Event::Inspected(Box::new(self.page())))
            }
            Effect::Rest => {
                self.asked.push("rest");
                (self.on_rest)(&mut self.fields);
                Some(Event::Rested(true))
            }
            Effect::Read(asked) => {
                self.asked.push("read");
                let read = |own: &Ref| Reading {
                    reference: Some(*own),
                    held: self.held(*own),
                    error: self
                        .fields
                        .iter()
                        .find(|field| field.owns(*own))
                        .map(|field| field.error.clone())
                        .unwrap_or_default(),
                    picked: self.picked(*own),
                    renamed: self.names() != self.named,
                    hid: false,
                    silent: false,
                };
                Some(Event::Read(asked.iter().map(read).collect()))
            }
            Effect::Write(jobs) => {
                self.asked.push("write");
                self.writes.push(jobs.clone());
                let mut done = Vec::new();
                let mut stopped = Stopped::None;
                for job in jobs {
                    let reaction = self.carry_out(job);
                    self.sent += reaction.sends;
                    let held = self.held(job.reference).filter(|_| !reaction.silent);
                    done.push((job.reference, reaction.trouble, held));
                    if reaction.changed && done.len() < jobs.len() {
                        stopped = Stopped::Changed;
                        break;
                    }
                }
                Some(Event::Wrote { done, stopped })
            }
            Effect::Press(_) => {
                self.asked.push("press");
                (self.on_add)(&mut self.fields);
                Some(Event::Pressed(Trouble::None))
            }
            Effect::Progress(done, total) => {
                assert!(done <= total);
                None
            }
        }
    }

    /// Runs a fill to its end.
    pub(crate) fn fill(&mut self, pairs: Vec<(String, Wish)>, options: Options) -> Verdict {
        let keys: Vec<String> = pairs.iter().map(|(key, _)| key.clone()).collect();
        let mut fill = Fill::new(pairs, options);
        let mut now = Millis(0);
        let mut effects = fill.handle(now, Event::Tick);
        for _ in 0..10_000 {
            if let Some(verdict) = fill.verdict() {
                let told: Vec<String> = verdict.fields.iter().map(|report| report.key.clone()).collect();
                assert_eq!(told, keys, "every key once, in the order given");
                self.check_writes();
                return verdict;
            }
            now = now.plus(1);
            let answers: Vec<Event> = effects.iter().filter_map(|effect| self.answer(effect)).collect();
            assert_eq!(answers.len(), 1, "one question at a time: {effects:?}");
            if self.sent > 0 {
                let told = Event::Sent(std::mem::take(&mut self.sent));
                assert_eq!(fill.handle(now, told), [], "it is no answer");
            }
            effects = answers.into_iter().flat_map(|event| fill.handle(now, event)).collect();
        }
        panic!("the fill does not end: {:?}", self.asked);
    }

    /// Runs a fill with the usual options and returns the reports by key.
    pub(crate) fn run(&mut self, asked: &[(&str, &str)]) -> BTreeMap<String, FieldReport> {
        by_key(self.fill(pairs(asked), Options::default()))
    }

    fn check_writes(&self) {
        for batch in &self.writes {
            assert!(!batch.is_empty(), "a write of nothing");
            if batch.len() > 1 {
                assert!(batch.iter().all(Job::batches), "{batch:?} cannot go together");
                assert!(batch.iter().all(|job| job.reference.frame == batch[0].reference.frame));
            }
        }
        let mut counts: BTreeMap<(Ref, How), usize> = BTreeMap::new();
        for job in &self.done {
            *counts.entry((job.reference, job.how)).or_default() += 1;
        }
        for ((reference, how), count) in counts {
            // Twice to bring it to what it should hold, twice to give it back what it held.
            assert!(count <= 4, "{reference} was written {count} times by {how:?}");
        }
    }
}

pub(crate) fn by_key(verdict: Verdict) -> BTreeMap<String, FieldReport> {
    verdict
        .fields
        .into_iter()
        .map(|report| (report.key.clone(), report))
        .collect()
}

fn whole_and_parts(field: &Field) -> Vec<&Field> {
    if field.parts.is_empty() {
        return vec![field];
    }
    field.parts.iter().map(|part| &part.field).collect()
}

fn whole_and_parts_mut(field: &mut Field) -> Vec<&mut Field> {
    if field.parts.is_empty() {
        return vec![field];
    }
    field.parts.iter_mut().map(|part| &mut part.field).collect()
}

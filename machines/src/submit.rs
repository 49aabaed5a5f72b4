//! Submit: press once, and say what came of it.
//!
//! ```text
//! acting ─────── out of time, browser gone ──▶ classified(Interrupted)
//! ├─ armed        the page is looked at before the press  ── cannot be pressed ──▶ classified
//! ├─ pressing     the press is out                        ── was blocked ──▶ classified
//! ├─ settling     the page is coming to rest
//! └─ looking      the page is looked at after the press   ── requests open ──▶ settling
//! ```
//!
//! A page that shows at once that it has taken the form, and has sent nothing, is looked at again when what it has put
//! off has happened. The press is asked for once in any course of events; no state but `pressing` asks for it, and nothing leads back
//! there.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use crate::challenge::Challenge;
use crate::classify::{Beside, Carrier, Judgement, Said, Seen, Sent, classify};
use crate::fill::Trouble;
use crate::fill::still::CHANGED;
use crate::form::keys::{Index, Resolution};
use crate::form::model::{Field, Page, Ref, Step};
use crate::report::{Outcome as Result, SubmitMessage, SubmitReport, Veto};
use crate::{Machine, Millis, Trace, Transition as Change, Turn};

/// What to submit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The control to press.
    pub button: Ref,
    /// The form it belongs to.
    pub form: Option<Ref>,
    /// The longest that all of it may take, in milliseconds.
    pub give_up: u64,
    /// What stood beside the fields of earlier steps of the same document when they were left; see [`Submit::beside`].
    pub past: Beside,
    /// The keys that have no field to go into yet: what comes up for one of them is asked for in its turn.
    pub keys: Vec<String>,
}

impl Request {
    /// The usual patience: 20 s.
    pub const fn new(button: Ref, form: Option<Ref>) -> Self {
        Self {
            button,
            form,
            give_up: 20_000,
            past: Beside::new(),
            keys: Vec::new(),
        }
    }
}

/// What there is to see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The page.
    pub page: Page,
    /// The fields of the form that the browser's own validation refuses, with its words. Empty for a form with
    /// `novalidate`.
    pub invalid: Vec<(Ref, String)>,
    /// The requests sent since the press, in the order of their start.
    pub requests: Vec<Sent>,
    /// Whether the page has opened a window since the press.
    pub opened: bool,
    /// What a new document wants of a person before anything else.
    pub challenge: Option<Challenge>,
}

/// A dialog that the page opened and that was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// `alert`.
    Alert,
    /// `confirm`: the answer was no.
    Confirm,
    /// `confirm`: the answer was yes, because the caller had said so.
    Agreed,
    /// `prompt`: the answer was nothing.
    Prompt,
    /// `beforeunload`.
    Leave,
}

impl Dialog {
    const fn word(self) -> &'static str {
        match self {
            Self::Alert => "an alert",
            Self::Confirm => "a question that was answered with no",
            Self::Agreed => "a question that was answered with yes",
            Self::Prompt => "a prompt that was left empty",
            Self::Leave => "a warning about leaving the page",
        }
    }
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Time has passed.
    Tick,
    /// What there is to see.
    Looked(Box<Look>),
    /// The press was done, or something stood in its way.
    Pressed(Trouble),
    /// These fields hold something else since the pointer came to the control, so it was not pressed.
    Changed(Vec<Ref>),
    /// The page has come to rest, or (`false`) has not within the time given to it.
    Rested(bool),
    /// The document is being replaced.
    Navigating,
    /// The document was replaced.
    Navigated,
    /// The page opened a dialog, with so many characters in it.
    Dialog(Dialog, usize),
    /// The page does not answer any more.
    Silent,
    /// The browser is gone.
    Gone,
}

impl Event {
    const fn name(&self) -> &'static str {
        match self {
            Self::Tick => "Tick",
            Self::Looked(_) => "Looked",
            Self::Pressed(_) => "Pressed",
            Self::Changed(_) => "Changed",
            Self::Rested(_) => "Rested",
            Self::Navigating => "Navigating",
            Self::Navigated => "Navigated",
            Self::Dialog(..) => "Dialog",
            Self::Silent => "Silent",
            Self::Gone => "Gone",
        }
    }
}

/// What can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Inspect all frames, and tell what was sent.
    Look,
    /// Press this control. Asked for once.
    Press(Ref),
    /// Wait until the page has come to rest.
    Rest,
    /// The same, and until what it has put off has happened.
    Linger,
}

/// What can come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was judged by what was seen.
    Judged {
        /// What it came to, and why.
        judgement: Judgement,
        /// The step shown afterwards, if the page says so.
        step: Option<Step>,
        /// Whether the control was pressed.
        pressed: bool,
        /// Whether the page asked about it and was told no.
        asked: bool,
    },
    /// It could not be judged: the browser went, or the time was up.
    Interrupted {
        /// Whether the control may have been pressed by then.
        sent: bool,
        /// Whether it was the browser that went.
        gone: bool,
    },
}

impl Verdict {
    /// As it goes into a report.
    pub fn report(&self) -> SubmitReport {
        match self {
            Self::Judged {
                judgement,
                step,
                pressed,
                asked,
            } => SubmitReport {
                pressed: *pressed,
                outcome: judgement.outcome,
                step: *step,
                status: judgement.status,
                messages: judgement.messages.clone(),
                evidence: judgement.evidence.clone(),
                veto: asked.then_some(Veto::Unasked),
            },
            Self::Interrupted { sent, gone } => {
                let why = if *gone { "the browser ended" } else { "the time was up" };
                let (outcome, evidence) = if *sent {
                    (
                        Result::Unknown,
                        format!("{why} after the control was pressed: data may or may not be stored"),
                    )
                } else {
                    (
                        Result::Unchanged,
                        format!("{why} before the control was pressed: nothing was sent"),
                    )
                };
                SubmitReport {
                    pressed: *sent,
                    evidence: [evidence].into(),
                    ..SubmitReport::pressed(outcome)
                }
            }
        }
    }
}

/// One press of one submit control.
pub struct Submit {
    machine: StateMachine<Press>,
    trace: Trace,
}

impl Submit {
    /// To press what `request` names.
    pub fn new(request: Request) -> Self {
        let press = Press {
            request,
            started: None,
            before: None,
            shown: Vec::new(),
            dialogs: Vec::new(),
            moved: false,
            rested: true,
            labels: Vec::new(),
            lingers: false,
            looks: 0,
            quiet: None,
        };
        Self {
            machine: press.state_machine(),
            trace: Trace::new(),
        }
    }

    /// What stood beside the form's fields before the press, and beside those of earlier steps.
    pub fn beside(&self) -> Beside {
        let before = self.machine.inner().before.as_ref();
        before.map(|before| before.beside.clone()).unwrap_or_default()
    }
}

impl Machine for Submit {
    type Event = Event;
    type Effect = Effect;
    type Verdict = Verdict;

    const TICK: Event = Event::Tick;

    fn handle(&mut self, now: Millis, event: Event) -> Vec<Effect> {
        let mut turn = Turn::new(now, event.name());
        self.machine.handle_with_context(&event, &mut turn);
        self.trace.append(&mut turn.trace);
        turn.effects
    }

    fn deadline(&self) -> Option<Millis> {
        match self.machine.state() {
            State::Classified { .. } => None,
            _ => self.machine.inner().end(),
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        match self.machine.state() {
            State::Classified { verdict } => Some(verdict.clone()),
            _ => None,
        }
    }

    fn take_trace(&mut self) -> Vec<Change> {
        core::mem::take(&mut self.trace)
    }
}

/// What a look that finds nothing, or finds requests open, is repeated for at most.
const LOOKS: u32 = 12;

struct Press {
    request: Request,
    started: Option<Millis>,
    /// What was seen before the press.
    before: Option<Seen>,
    /// The fields that were shown then.
    shown: Vec<Ref>,
    /// What the fields were called then.
    labels: Vec<(Option<Ref>, String)>,
    dialogs: Vec<Dialog>,
    /// Whether the document was replaced after the press.
    moved: bool,
    rested: bool,
    /// Whether nothing was to be seen at the last look.
    lingers: bool,
    /// How often the page was looked at after the press.
    looks: u32,
    /// What it came to before anything was sent, while what the page has put off is waited for.
    quiet: Option<Verdict>,
}

#[state_machine(
    initial = "State::armed()",
    state(derive(Clone, Debug)),
    after_transition = "Self::note",
    visibility = ""
)]
impl Press {
    #[state(superstate = "acting", entry_action = "look")]
    fn armed(&mut self, event: &Event) -> Outcome<State> {
        let Event::Looked(look) = event else {
            return Super;
        };
        let button = self.request.button;
        let Some(submit) = look.page.submits().find(|submit| submit.reference == Some(button)) else {
            return Transition(self.blocked("the control is no longer there"));
        };
        if submit.disabled {
            return Transition(self.blocked("the control is disabled"));
        }
        let called = |field: &Field| (field.reference, field.label.clone());
        self.labels = look.page.fields().map(called).collect();
        self.shown = look
            .page
            .fields()
            .filter(|field| field.visible)
            .filter_map(|field| field.reference)
            .collect();
        let mut before = Seen::of(&look.page, self.request.form, Some(button), None);
        before.recall(&self.request.past);
        self.before = Some(before);
        Transition(State::pressing())
    }

    #[state(superstate = "acting", entry_action = "press")]
    fn pressing(&mut self, event: &Event) -> Outcome<State> {
        match event {
            Event::Pressed(Trouble::None) => Transition(State::settling()),
            Event::Pressed(Trouble::Broken(_)) => {
                // The order may have got through before its answer was lost.
                Transition(State::settling())
            }
            Event::Pressed(trouble) => Transition(self.blocked(hindrance(trouble))),
            Event::Changed(fields) => Transition(self.changed(fields)),
            // The answer to the press can be lost with the document that gave it.
            Event::Navigated => {
                self.moved = true;
                Transition(State::settling())
            }
            _ => Super,
        }
    }

    #[state(superstate = "acting", entry_action = "rest")]
    fn settling(&mut self, event: &Event) -> Outcome<State> {
        let Event::Rested(rested) = event else {
            return Super;
        };
        self.rested = *rested;
        Transition(State::looking())
    }

    #[state(superstate = "acting", entry_action = "look")]
    fn looking(&mut self, event: &Event) -> Outcome<State> {
        match event {
            Event::Looked(look) => {
                self.looks += 1;
                Transition(self.judge(look))
            }
            // What is being looked at goes away.
            Event::Navigating | Event::Navigated => {
                self.moved |= *event == Event::Navigated;
                Transition(State::settling())
            }
            _ => Super,
        }
    }

    #[superstate]
    fn acting(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let sent = self.before.is_some();
        match event {
            Event::Tick if self.end().is_some_and(|end| end <= context.now) => {
                let late = Verdict::Interrupted { sent, gone: false };
                Transition(State::classified(self.quiet.take().unwrap_or(late)))
            }
            Event::Silent => {
                let silent = Verdict::Interrupted { sent, gone: false };
                Transition(State::classified(silent))
            }
            Event::Gone => Transition(State::classified(Verdict::Interrupted { sent, gone: true })),
            Event::Navigated => {
                self.moved |= sent;
                Handled
            }
            Event::Dialog(dialog, _) => {
                self.dialogs.push(*dialog);
                Handled
            }
            Event::Tick
            | Event::Looked(_)
            | Event::Pressed(_)
            | Event::Changed(_)
            | Event::Rested(_)
            | Event::Navigating => Handled,
        }
    }

    #[state]
    fn classified(verdict: &Verdict) -> Outcome<State> {
        let _ = verdict; // Kept in the state, for whoever asks.
        Handled
    }

    #[action]
    fn look(&mut self, context: &mut Turn<Effect>) {
        self.started.get_or_insert(context.now);
        context.ask(Effect::Look);
    }

    #[action]
    fn press(&mut self, context: &mut Turn<Effect>) {
        context.ask(Effect::Press(self.request.button));
    }

    #[action]
    fn rest(&self, context: &mut Turn<Effect>) {
        context.ask(if self.lingers { Effect::Linger } else { Effect::Rest });
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("submit", from, to);
    }
}

impl Press {
    fn end(&self) -> Option<Millis> {
        Some(self.started?.plus(self.request.give_up))
    }

    /// Whether a field has come up that one of the keys left is for.
    fn asked_for(&self, page: &Page) -> bool {
        let index = Index::new(page);
        let is_new = |own: &Ref| !self.shown.contains(own);
        self.request.keys.iter().any(|key| match index.resolve(key, None) {
            Resolution::One { field, .. } => page
                .field(field)
                .is_some_and(|field| field.visible && !field.trap && field.reference.as_ref().is_some_and(is_new)),
            _ => false,
        })
    }

    /// Nothing was pressed.
    fn blocked(&self, why: &str) -> State {
        let _ = self;
        State::classified(Verdict::Judged {
            judgement: Judgement {
                outcome: Result::Unchanged,
                status: None,
                messages: Vec::new(),
                evidence: [format!("{why}: it was not pressed and nothing was sent")].into(),
            },
            step: None,
            pressed: false,
            asked: false,
        })
    }

    /// Nothing was pressed, because what was to be sent is not there any more.
    fn changed(&self, fields: &[Ref]) -> State {
        let message = |own: &Ref| SubmitMessage {
            field: (self.labels.iter())
                .find(|(reference, _)| *reference == Some(*own))
                .map(|(_, label)| label.clone())
                .unwrap_or_default(),
            reference: Some(*own),
            text: "the page changed it as the pointer came to the control".to_string(),
        };
        State::classified(Verdict::Judged {
            judgement: Judgement {
                outcome: Result::Unchanged,
                status: None,
                messages: fields.iter().map(message).collect(),
                evidence: [CHANGED.to_string()].into(),
            },
            step: None,
            pressed: false,
            asked: false,
        })
    }

    fn judge(&mut self, look: &Look) -> State {
        let open = look.requests.iter().any(|sent| sent.is_pending() && !sent.third_party);
        if open && self.looks < LOOKS {
            return State::settling();
        }
        let Some(before) = &self.before else {
            return State::classified(Verdict::Interrupted {
                sent: true,
                gone: false,
            });
        };
        let form = self.request.form;
        let mut after = Seen::of(&look.page, form, Some(self.request.button), Some(before));
        after.invalid = look
            .invalid
            .iter()
            .map(|(own, words)| refused(&look.page, *own, words))
            .collect();
        after.opened = look.opened;
        after.challenge.clone_from(&look.challenge);
        after.asked_for = self.asked_for(&look.page);
        let mut judgement = classify(before, &after, &look.requests, self.moved);
        // What was begun a moment after the page had come to rest shows at a second look.
        if judgement.outcome == Result::Unchanged && self.dialogs.is_empty() && !self.lingers {
            self.lingers = true;
            return State::settling();
        }
        // A page may thank first and send later.
        let silent = look.requests.iter().all(|sent| sent.kind == Carrier::Other);
        let waits = judgement.outcome == Result::Submitted && silent && !self.lingers;
        for dialog in &self.dialogs {
            judgement.evidence.push(format!("the page opened {}", dialog.word()));
        }
        if !self.rested {
            judgement
                .evidence
                .push("the page had not come to rest when it was judged".to_string());
        }
        let verdict = Verdict::Judged {
            judgement,
            step: look.page.step,
            pressed: true,
            asked: self.dialogs.contains(&Dialog::Confirm),
        };
        if waits {
            self.lingers = true;
            self.quiet = Some(verdict);
            return State::settling();
        }
        // Thanks that are taken away again after a while were thanks all the same.
        let bad = |verdict: &Verdict| {
            let Verdict::Judged { judgement, .. } = verdict else {
                return true;
            };
            matches!(judgement.outcome, Result::ValidationFailed | Result::ServerError)
        };
        let quiet = self.quiet.take().filter(|_| silent && !self.moved && !bad(&verdict));
        State::classified(quiet.unwrap_or(verdict))
    }
}

fn refused(page: &Page, reference: Ref, words: &str) -> Said {
    Said {
        field: page.field(reference).map(|field| field.label.clone()),
        reference: Some(reference),
        text: words.into(),
        tone: crate::form::model::Tone::Error,
    }
}

const fn hindrance(trouble: &Trouble) -> &'static str {
    match trouble {
        Trouble::Gone => "the control is no longer there",
        Trouble::Disabled | Trouble::Readonly => "the control is disabled",
        Trouble::Hidden => "the control is not shown",
        Trouble::Covered => "something lies over the control",
        _ => "the control cannot be pressed",
    }
}

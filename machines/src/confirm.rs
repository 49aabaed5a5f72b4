//! Confirm: may this be sent? A person says so, of exactly what is to be sent, and in time.
//!
//! ```text
//! open ────────────── it cannot be told what would be sent ──▶ decided(Denied)
//! ├─ reading          what would be sent is read from the page
//! ├─ asking{until}    the person has been asked ── no, or too late ──▶ decided(Denied)
//! └─ checking         it is read anew ── as it was shown ──▶ decided(Approved)
//! ```
//!
//! Only `checking` leads to `Approved`, and only a yes that came in time leads to `checking`. Where an answer comes with
//! a call of its own, [`Desk`] says first whether it answers the question that is open.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use crate::form::model::{Effect as Does, Field, Form, Held, Kind, Page, Ref};
use crate::report::{Outcome as Result, SubmitReport};
use crate::{Machine, Millis, Trace, Transition as Change, Turn, Typed, sensitive};

/// How long a person may take to answer if nothing else is said, in milliseconds: 5 minutes.
pub const LIFE: u64 = 300_000;

/// How long the page may take to show what would be sent, in milliseconds.
const READING: u64 = 30_000;

/// Where a control would send, as the browser itself says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// Whether the browser itself would send the form: a submit control was meant or lies around what was, or Enter
    /// would press one.
    pub native: bool,
    /// The control that is meant, or the submit control that would be pressed for it.
    pub control: Option<Ref>,
    /// The form that it belongs to.
    pub form: Option<Ref>,
    /// The method, as written; empty without a form.
    pub method: String,
    /// The address, whole; empty without a form.
    pub url: String,
}

impl Way {
    /// The control whose press would send something, as far as it can be told beforehand.
    pub fn sends(&self, page: &Page) -> Option<Ref> {
        let own = self.control?;
        let known = page.submits().find(|submit| submit.reference == Some(own));
        let moves = |does| matches!(does, Does::Submit | Does::Next);
        (self.native || known.is_some_and(|submit| moves(submit.effect))).then_some(own)
    }
}

/// How much of a value a person is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// All of it.
    Plain,
    /// That there is one.
    Masked,
    /// Nothing, not even the field: passwords, files, fields that nobody sees.
    LeftOut,
}

/// One field of what would be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The field.
    pub reference: Option<Ref>,
    /// Its label: the page's words.
    pub label: String,
    /// What it holds, in words.
    pub value: Typed,
    /// How much of it is shown.
    pub shown: Shown,
}

/// What would be sent. Two are equal if the same would be sent by the same control to the same place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposal {
    /// The control to press.
    pub control: Option<Ref>,
    /// Its label: the page's words.
    pub button: String,
    /// The form.
    pub form: Option<Ref>,
    /// `GET`, `POST`, …; empty without a form.
    pub method: String,
    /// Where the form says it goes; without a form, the page that it is on.
    pub url: String,
    /// Whether the control is none that the browser sends a form for: a script of the page decides what is sent.
    pub scripted: bool,
    /// The fields that hold something, in document order.
    pub entries: Vec<Entry>,
}

impl Proposal {
    /// What pressing `control` of `page` would send. `None` if it belongs to nothing that is known.
    pub fn of(page: &Page, control: Ref, way: &Way) -> Option<Self> {
        let submit = page.submits().find(|submit| submit.reference == Some(control));
        let holds = |form: &&Form| form.submits.iter().any(|submit| submit.reference == Some(control));
        let by_way = || {
            let named = |form: &&Form| form.reference.is_some() && form.reference == way.form;
            page.forms.iter().find(named)
        };
        let form = page.forms.iter().find(holds).or_else(by_way);
        if form.is_none() && way.form.is_none() {
            return None;
        }
        let bare = way.form.is_none();
        Some(Self {
            control: Some(control),
            button: submit.map(|submit| submit.label.clone()).unwrap_or_default(),
            form: form.and_then(|form| form.reference).or(way.form),
            method: way.method.to_ascii_uppercase(),
            url: if bare { page.url.clone() } else { way.url.clone() },
            scripted: !way.native,
            entries: form
                .map(|form| form.fields.iter().filter_map(entry).collect())
                .unwrap_or_default(),
        })
    }

    /// What `now` has that this has not, if anything.
    pub fn difference(&self, now: &Self) -> Option<Difference> {
        if self.control != now.control || self.form != now.form || self.button != now.button {
            Some(Difference::Form)
        } else if (&self.method, &self.url, self.scripted) != (&now.method, &now.url, now.scripted) {
            Some(Difference::Destination)
        } else if self.entries == now.entries {
            None
        } else {
            Some(Difference::Values)
        }
    }
}

/// What a field would send, if it holds anything.
fn entry(field: &Field) -> Option<Entry> {
    let value = spelled(field);
    if value.trim().is_empty() || field.disabled {
        return None;
    }
    let shown = if !field.visible || matches!(field.kind, Kind::Password | Kind::File) {
        Shown::LeftOut
    } else if sensitive::field(field) || sensitive::value(&value) {
        Shown::Masked
    } else {
        Shown::Plain
    };
    Some(Entry {
        reference: field.reference,
        label: field.label.clone(),
        value: Typed::new(value),
        shown,
    })
}

/// What a field holds, in words; empty for nothing.
fn spelled(field: &Field) -> String {
    let own = match &field.held {
        Held::Text(text) => text.reveal().to_string(),
        Held::Checked(Some(true)) => "yes".to_string(),
        Held::Checked(Some(false)) => String::new(),
        Held::Checked(None) => "undecided".to_string(),
        Held::Chosen(chosen) => {
            let options = chosen.iter().filter_map(|&at| field.options.get(at));
            // The option that stands for no choice.
            let real = options.filter(|option| !(field.kind == Kind::Select && option.value.is_empty()));
            join(real.map(|option| option.label.clone()), ", ")
        }
        Held::Files(names) => join(names.iter().cloned(), ", "),
    };
    let parts = field.parts.iter().map(|part| spelled(&part.field));
    join(core::iter::once(own).chain(parts), " ")
}

fn join(texts: impl Iterator<Item = String>, between: &str) -> String {
    let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(between)
}

/// What is another than it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The form or its control.
    Form,
    /// Where it goes.
    Destination,
    /// What it holds.
    Values,
}

/// What a person did with the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Sent it back filled in.
    Accept,
    /// Refused to answer it.
    Decline,
    /// Closed it.
    Cancel,
}

/// What came back to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Yes.
    Yes,
    /// No.
    No,
    /// No answer.
    None,
    /// Nobody can be asked.
    Unable,
    /// The question is no longer of interest: something else is done.
    Withdrawn,
}

impl Reply {
    /// What an answer means: only what was sent back with an explicit yes is one.
    pub const fn of(action: Action, approve: Option<bool>) -> Self {
        match (action, approve) {
            (Action::Accept, Some(true)) => Self::Yes,
            (Action::Accept | Action::Decline, _) => Self::No,
            (Action::Cancel, _) => Self::None,
        }
    }
}

/// Why nothing is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denial {
    /// The person said no.
    Refused,
    /// The person gave no answer.
    Unanswered,
    /// The person cannot be asked.
    Unable,
    /// The time was up.
    Late,
    /// Something else was done before the answer came.
    Withdrawn,
    /// The page changed while the person was asked.
    Changed(Difference),
    /// It cannot be told what would be sent.
    Unread,
    /// The answer is to a question that is no longer open.
    Over,
    /// The answer is to no question about this call.
    Foreign,
}

/// How every [`Denial::words`] begins.
pub const DENIED: &str = "DENIED: ";

impl Denial {
    /// What happened and what to do, in our own words.
    pub fn words(self) -> String {
        let (why, advice) = match self {
            Self::Refused => (
                "the person said no",
                "Do not send it again unless the person asks for it.",
            ),
            Self::Unanswered => (
                "the person closed the question without an answer",
                "Ask the person what to do before you try again.",
            ),
            Self::Unable => (
                "a person has to allow every submit, and cannot be asked here: that takes a client with elicitation, or a terminal",
                "The person can press the button in the page, or start Ostler without --confirm-submit.",
            ),
            Self::Late => (
                "no answer came in time",
                "Make the same call again to ask the person again.",
            ),
            Self::Withdrawn => (
                "another call came before the person had answered, which withdrew the question",
                "Make the call again, and no other until it is answered.",
            ),
            Self::Changed(Difference::Form) => (
                "the page changed while the person was asked: the form or its button is another one",
                LOOK,
            ),
            Self::Changed(Difference::Destination) => (
                "the page changed while the person was asked: the form would go elsewhere",
                LOOK,
            ),
            Self::Changed(Difference::Values) => (
                "the page changed while the person was asked: the fields hold something else",
                LOOK,
            ),
            Self::Unread => ("it cannot be told what would be sent, so nobody can allow it", LOOK),
            Self::Over => (
                "this answer was used already, or its question is no longer open",
                "Make the call again without requestState to ask the person again.",
            ),
            Self::Foreign => (
                "this answer does not belong to this call",
                "Make the call again without requestState to ask the person.",
            ),
        };
        format!("{DENIED}{why}. Nothing was sent, and the fields stay as they are. {advice}")
    }
}

impl Denial {
    /// The report of a press that was not made for it.
    pub fn report(self) -> SubmitReport {
        SubmitReport {
            outcome: Result::Unchanged,
            step: None,
            status: None,
            messages: Vec::new(),
            evidence: [self.words()].into(),
        }
    }
}

const LOOK: &str = "Look at it with form_inspect, then make the call again to ask anew.";

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Time has passed.
    Tick,
    /// What would be sent, as the page stands; `None` if that cannot be told.
    Read(Option<Box<Proposal>>),
    /// What came back from the person.
    Replied(Reply),
}

impl Event {
    const fn name(&self) -> &'static str {
        match self {
            Self::Tick => "Tick",
            Self::Read(_) => "Read",
            Self::Replied(_) => "Replied",
        }
    }
}

/// What can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Read what would be sent.
    Read,
    /// Ask the person whether this may be sent. Asked for once.
    Ask(Box<Proposal>),
}

/// What can come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It may be sent, now.
    Approved,
    /// It must not.
    Denied(Denial),
}

/// One question about one submit.
pub struct Confirm {
    machine: StateMachine<Question>,
    trace: Trace,
}

impl Confirm {
    /// A question that may be answered within `life` milliseconds.
    pub fn new(life: u64) -> Self {
        let question = Question {
            life,
            proposal: None,
            end: None,
        };
        Self {
            machine: question.state_machine(),
            trace: Trace::new(),
        }
    }
}

impl Machine for Confirm {
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
            State::Asking { until } => Some(*until),
            State::Reading {} | State::Checking {} => self.machine.inner().end,
            State::Decided { .. } => None,
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        match self.machine.state() {
            State::Decided { verdict } => Some(*verdict),
            _ => None,
        }
    }

    fn take_trace(&mut self) -> Vec<Change> {
        core::mem::take(&mut self.trace)
    }
}

struct Question {
    life: u64,
    /// What the person is asked about.
    proposal: Option<Box<Proposal>>,
    /// When the page must have shown it.
    end: Option<Millis>,
}

#[state_machine(
    initial = "State::reading()",
    state(derive(Clone, Debug)),
    after_transition = "Self::note",
    visibility = ""
)]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "statig lends a state its data")]
impl Question {
    #[state(superstate = "open", entry_action = "read")]
    fn reading(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Read(Some(proposal)) = event else {
            return Super;
        };
        self.proposal = Some(proposal.clone());
        Transition(State::asking(context.now.plus(self.life)))
    }

    #[state(superstate = "open", entry_action = "ask")]
    fn asking(until: &Millis, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let late = *until <= context.now;
        match event {
            // A yes that comes too late is none.
            Event::Tick | Event::Replied(_) if late => Transition(denied(Denial::Late)),
            Event::Replied(reply) => Transition(match reply {
                Reply::Yes => State::checking(),
                Reply::No => denied(Denial::Refused),
                Reply::None => denied(Denial::Unanswered),
                Reply::Unable => denied(Denial::Unable),
                Reply::Withdrawn => denied(Denial::Withdrawn),
            }),
            Event::Tick | Event::Read(_) => Handled,
        }
    }

    #[state(superstate = "open", entry_action = "read")]
    fn checking(&self, event: &Event) -> Outcome<State> {
        let (Event::Read(Some(now)), Some(shown)) = (event, &self.proposal) else {
            return Super;
        };
        Transition(match shown.difference(now) {
            None => State::decided(Verdict::Approved),
            Some(difference) => denied(Denial::Changed(difference)),
        })
    }

    #[superstate]
    fn open(&self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Read(None) => Transition(denied(Denial::Unread)),
            Event::Tick if self.end.is_some_and(|end| end <= context.now) => Transition(denied(Denial::Unread)),
            // What comes of a question that is not open.
            Event::Tick | Event::Read(Some(_)) | Event::Replied(_) => Handled,
        }
    }

    #[state]
    fn decided(verdict: &Verdict) -> Outcome<State> {
        let _ = verdict; // Kept in the state, for whoever asks.
        Handled
    }

    #[action]
    fn read(&mut self, context: &mut Turn<Effect>) {
        self.end = Some(context.now.plus(READING));
        context.ask(Effect::Read);
    }

    #[action]
    fn ask(&self, context: &mut Turn<Effect>) {
        if let Some(proposal) = &self.proposal {
            context.ask(Effect::Ask(proposal.clone()));
        }
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("confirm", from, to);
    }
}

const fn denied(denial: Denial) -> State {
    State::Decided {
        verdict: Verdict::Denied(denial),
    }
}

/// Which question is open, where answers come back with calls of their own: each question can be answered once, in time,
/// and a new one takes the place of the one before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Desk {
    last: u64,
    open: Option<(u64, Millis)>,
}

impl Desk {
    /// A question goes out at `now` and may be answered within `life` milliseconds. The answer is its number, which no
    /// other has.
    pub fn ask(&mut self, now: Millis, life: u64) -> u64 {
        self.last += 1;
        self.open = Some((self.last, now.plus(life)));
        self.last
    }

    /// An answer to the question of this number comes at `now`.
    ///
    /// # Errors
    /// If that question is not open, or was to be answered before. Either way an open question that was meant is closed.
    pub fn answer(&mut self, now: Millis, number: u64) -> core::result::Result<(), Denial> {
        match self.open {
            Some((open, until)) if open == number => {
                self.open = None;
                if now < until { Ok(()) } else { Err(Denial::Late) }
            }
            _ => Err(Denial::Over),
        }
    }

    /// Nobody waits for an answer any more.
    pub fn withdraw(&mut self) {
        self.open = None;
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Action, Confirm, DENIED, Denial, Desk, Difference, Effect, Event, Proposal, Reply, Shown, Verdict, Way,
    };
    use crate::form::model::{Choice, Effect as Does, Field, Form, Held, Kind, Page, Ref, Submit};
    use crate::{Machine, Millis};
    use std::boxed::Box;
    use std::format;
    use std::string::String;
    use std::vec;
    use std::vec::Vec;

    fn at(element: u32) -> Ref {
        Ref { frame: 0, element }
    }

    fn text(element: u32, label: &str, value: &str) -> Field {
        Field {
            reference: Some(at(element)),
            label: label.into(),
            held: Held::Text(value.into()),
            visible: true,
            ..Field::default()
        }
    }

    fn page(fields: Vec<Field>) -> Page {
        let submit = Submit {
            reference: Some(at(9)),
            form: Some(at(1)),
            label: "Send".into(),
            visible: true,
            ..Submit::default()
        };
        Page {
            url: "https://a.example/form".into(),
            forms: vec![Form {
                reference: Some(at(1)),
                fields,
                submits: vec![submit],
                ..Form::default()
            }],
            ..Page::default()
        }
    }

    fn way() -> Way {
        Way {
            native: true,
            control: Some(at(9)),
            form: Some(at(1)),
            method: "post".into(),
            url: "https://a.example/store".into(),
        }
    }

    fn proposal(fields: Vec<Field>) -> Proposal {
        Proposal::of(&page(fields), at(9), &way()).expect("the control is known")
    }

    fn read(fields: Vec<Field>) -> Event {
        Event::Read(Some(Box::new(proposal(fields))))
    }

    fn asked() -> Confirm {
        let mut confirm = Confirm::new(1_000);
        assert_eq!(confirm.handle(Millis(0), Event::Tick), vec![Effect::Read]);
        let effects = confirm.handle(Millis(10), read(vec![text(2, "Name", "Ada")]));
        assert_eq!(
            effects,
            vec![Effect::Ask(Box::new(proposal(vec![text(2, "Name", "Ada")])))]
        );
        assert_eq!(confirm.deadline(), Some(Millis(1_010)));
        confirm
    }

    #[test]
    fn a_yes_in_time_to_what_is_still_so_is_an_approval() {
        let mut confirm = asked();
        assert_eq!(
            confirm.handle(Millis(1_009), Event::Replied(Reply::Yes)),
            vec![Effect::Read]
        );
        assert_eq!(confirm.verdict(), None, "it is looked at first");
        assert_eq!(confirm.deadline(), Some(Millis(31_009)));
        confirm.handle(Millis(1_500), read(vec![text(2, "Name", "Ada")]));
        assert_eq!(confirm.verdict(), Some(Verdict::Approved));
        confirm.handle(Millis(1_600), Event::Replied(Reply::No));
        assert_eq!(confirm.verdict(), Some(Verdict::Approved), "the verdict stays");
    }

    #[test]
    fn whatever_is_no_yes_is_a_denial() {
        let table = [
            (10, Event::Replied(Reply::No), Denial::Refused),
            (10, Event::Replied(Reply::None), Denial::Unanswered),
            (10, Event::Replied(Reply::Unable), Denial::Unable),
            (10, Event::Replied(Reply::Withdrawn), Denial::Withdrawn),
            (1_010, Event::Tick, Denial::Late),
            (1_010, Event::Replied(Reply::Yes), Denial::Late),
        ];
        for (time, event, denial) in table {
            let mut confirm = asked();
            assert_eq!(confirm.handle(Millis(time), event.clone()), Vec::new(), "{event:?}");
            assert_eq!(confirm.verdict(), Some(Verdict::Denied(denial)), "{event:?}");
            confirm.handle(Millis(1_020), Event::Replied(Reply::Yes));
            assert_eq!(
                confirm.verdict(),
                Some(Verdict::Denied(denial)),
                "a yes afterwards is none"
            );
        }
        let mut confirm = asked();
        confirm.handle(Millis(1_009), Event::Tick);
        assert_eq!(confirm.verdict(), None, "there is time left");
    }

    #[test]
    fn what_an_answer_means_is_plain() {
        let table = [
            (Action::Accept, Some(true), Reply::Yes),
            (Action::Accept, Some(false), Reply::No),
            (Action::Accept, None, Reply::No),
            (Action::Decline, Some(true), Reply::No),
            (Action::Decline, None, Reply::No),
            (Action::Cancel, Some(true), Reply::None),
            (Action::Cancel, None, Reply::None),
        ];
        for (action, approve, expected) in table {
            assert_eq!(Reply::of(action, approve), expected, "{action:?} {approve:?}");
        }
    }

    #[test]
    fn what_changed_while_the_person_was_asked_is_not_sent() {
        let shown = proposal(vec![text(2, "Name", "Ada"), text(3, "City", "Porto")]);
        let values = proposal(vec![text(2, "Name", "Ada"), text(3, "City", "Lisbon")]);
        let fewer = proposal(vec![text(2, "Name", "Ada")]);
        let elsewhere = Proposal {
            url: "https://b.example/store".into(),
            ..shown.clone()
        };
        let got = Proposal {
            method: "GET".into(),
            ..shown.clone()
        };
        let other = Proposal {
            form: Some(at(40)),
            ..shown.clone()
        };
        let renamed = Proposal {
            button: "Pay".into(),
            ..shown.clone()
        };
        let table = [
            (shown.clone(), None),
            (values, Some(Difference::Values)),
            (fewer, Some(Difference::Values)),
            (elsewhere, Some(Difference::Destination)),
            (got, Some(Difference::Destination)),
            (other, Some(Difference::Form)),
            (renamed, Some(Difference::Form)),
        ];
        for (now, expected) in table {
            assert_eq!(shown.difference(&now), expected, "{now:?}");
            let mut confirm = Confirm::new(1_000);
            confirm.handle(Millis(0), Event::Tick);
            confirm.handle(Millis(0), Event::Read(Some(Box::new(shown.clone()))));
            confirm.handle(Millis(1), Event::Replied(Reply::Yes));
            confirm.handle(Millis(2), Event::Read(Some(Box::new(now))));
            let verdict = expected.map_or(Verdict::Approved, |it| Verdict::Denied(Denial::Changed(it)));
            assert_eq!(confirm.verdict(), Some(verdict));
        }
    }

    #[test]
    fn nobody_is_asked_about_what_cannot_be_told_and_what_vanished_is_not_sent() {
        let mut confirm = Confirm::new(1_000);
        confirm.handle(Millis(0), Event::Tick);
        assert_eq!(confirm.handle(Millis(0), Event::Read(None)), Vec::new());
        assert_eq!(confirm.verdict(), Some(Verdict::Denied(Denial::Unread)));
        for (time, event) in [(30, Event::Read(None)), (30_020, Event::Tick)] {
            let mut confirm = asked();
            confirm.handle(Millis(20), Event::Replied(Reply::Yes));
            confirm.handle(Millis(time), event);
            assert_eq!(confirm.verdict(), Some(Verdict::Denied(Denial::Unread)));
        }
    }

    #[test]
    fn what_is_shown_are_the_fields_that_hold_something_and_no_secret() {
        let choice = |label: &str, value: &str| Choice {
            label: label.into(),
            value: value.into(),
            ..Choice::default()
        };
        let select = |element, chosen: usize| Field {
            kind: Kind::Select,
            held: Held::Chosen(vec![chosen]),
            options: vec![choice("Choose…", ""), choice("Portugal", "pt")],
            ..text(element, "Country", "")
        };
        let boxed = |element, checked| Field {
            kind: Kind::Checkbox,
            held: Held::Checked(Some(checked)),
            ..text(element, "Newsletter", "")
        };
        let fields = vec![
            text(2, "Name", "Ada"),
            text(3, "Nickname", " "),
            Field {
                kind: Kind::Password,
                ..text(4, "Password", "c4n4ry")
            },
            text(5, "Card number", "4111 1111 1111 1111"),
            select(6, 1),
            select(7, 0),
            boxed(8, true),
            boxed(10, false),
            Field {
                kind: Kind::File,
                held: Held::Files(vec!["plan.pdf".into()]),
                ..text(11, "Drawing", "")
            },
            Field {
                visible: false,
                ..text(12, "Trap", "x")
            },
            Field {
                disabled: true,
                ..text(13, "Off", "x")
            },
        ];
        let told = proposal(fields);
        let entries: Vec<(&str, &str, Shown)> = told
            .entries
            .iter()
            .map(|entry| (entry.label.as_str(), entry.value.reveal(), entry.shown))
            .collect();
        assert_eq!(
            entries,
            [
                ("Name", "Ada", Shown::Plain),
                ("Password", "c4n4ry", Shown::LeftOut),
                ("Card number", "4111 1111 1111 1111", Shown::Masked),
                ("Country", "Portugal", Shown::Plain),
                ("Newsletter", "yes", Shown::Plain),
                ("Drawing", "plan.pdf", Shown::LeftOut),
                ("Trap", "x", Shown::LeftOut),
            ]
        );
        assert_eq!(
            (told.method.as_str(), told.url.as_str()),
            ("POST", "https://a.example/store")
        );
        let printed = format!("{told:?}");
        assert!(!printed.contains("c4n4ry") && !printed.contains("4111"), "{printed}");
    }

    #[test]
    fn a_control_without_a_form_is_sent_by_a_script_and_one_that_is_unknown_by_nobody() {
        let mut page = page(vec![text(2, "Name", "Ada")]);
        page.forms[0].reference = None;
        let bare = Way {
            control: Some(at(9)),
            ..Way::default()
        };
        let told = Proposal::of(&page, at(9), &bare).expect("the control is known");
        assert_eq!(
            (told.method.as_str(), told.url.as_str(), told.entries.len()),
            ("", "https://a.example/form", 1)
        );
        assert_eq!(Proposal::of(&page, at(77), &bare), None);
    }

    #[test]
    fn what_sends_is_known_by_the_browser_or_by_the_form() {
        let mut page = page(Vec::new());
        let mut own = way();
        assert_eq!(own.sends(&page), Some(at(9)));
        own.native = false;
        for (does, expected) in [
            (Does::Submit, true),
            (Does::Next, true),
            (Does::Back, false),
            (Does::Reset, false),
            (Does::Other, false),
        ] {
            page.forms[0].submits[0].effect = does;
            assert_eq!(own.sends(&page).is_some(), expected, "{does:?}");
        }
        own.control = Some(at(50));
        assert_eq!(own.sends(&page), None);
        own.native = true;
        assert_eq!(own.sends(&page), Some(at(50)));
    }

    #[test]
    fn a_question_is_answered_once_in_time_and_in_the_place_of_no_other() {
        let mut desk = Desk::default();
        let first = desk.ask(Millis(0), 1_000);
        assert_eq!(desk.answer(Millis(999), first), Ok(()));
        assert_eq!(desk.answer(Millis(999), first), Err(Denial::Over), "it was used");
        let second = desk.ask(Millis(1_000), 1_000);
        assert_ne!(first, second);
        assert_eq!(desk.answer(Millis(1_001), first), Err(Denial::Over), "another is open");
        assert_eq!(desk.answer(Millis(2_000), second), Err(Denial::Late));
        assert_eq!(
            desk.answer(Millis(1_500), second),
            Err(Denial::Over),
            "it was too late before"
        );
        let third = desk.ask(Millis(3_000), 1_000);
        let fourth = desk.ask(Millis(3_000), 1_000);
        assert_eq!(
            desk.answer(Millis(3_001), third),
            Err(Denial::Over),
            "a newer one took its place"
        );
        assert_eq!(desk.answer(Millis(3_001), fourth), Ok(()));
        let fifth = desk.ask(Millis(4_000), 1_000);
        desk.withdraw();
        assert_eq!(desk.answer(Millis(4_001), fifth), Err(Denial::Over));
        assert_eq!(desk.answer(Millis(4_001), 99), Err(Denial::Over), "there never was one");
    }

    #[test]
    fn every_denial_says_that_nothing_was_sent_and_what_to_do() {
        let all = [
            Denial::Refused,
            Denial::Unanswered,
            Denial::Unable,
            Denial::Late,
            Denial::Withdrawn,
            Denial::Changed(Difference::Form),
            Denial::Changed(Difference::Destination),
            Denial::Changed(Difference::Values),
            Denial::Unread,
            Denial::Over,
            Denial::Foreign,
        ];
        let mut said: Vec<String> = all.iter().map(|denial| denial.words()).collect();
        for words in &said {
            assert!(
                words.starts_with(DENIED) && words.contains("Nothing was sent"),
                "{words}"
            );
        }
        said.sort();
        said.dedup();
        assert_eq!(said.len(), all.len(), "each is told apart");
    }
}

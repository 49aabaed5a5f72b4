//! Brings a widget that takes several answers to exactly those that are wanted.
//!
//! ```text
//! looking ── one too many ──▶ dropping ──┐
//!  ▲  │   ── one too few ───▶ adding ────┤ picked, made, taken off
//!  └──┼──────────────────────────────────┘
//!     └── all there, none besides ──▶ closing ──▶ done(Held)
//!         it does not come to that ──▶ the same for what it held before ──▶ closing ──▶ done(…)
//! ```
//!
//! What is chosen is read anew after each act. Nothing is left half done: if it cannot be brought to what is wanted, it
//! is brought back to what it held.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use super::pick;
use crate::form::text::fold;
use crate::machine::{Machine, Millis, Transition, Turn};
use crate::typed::Typed;

/// One thing that stands in the widget as chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chip {
    /// Its text.
    pub label: String,
    /// What to press to take it off.
    pub remove: Option<u32>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Time passed.
    Tick,
    /// What was asked for was done; the trouble, empty if there was none.
    Done(String),
    /// What stands in it as chosen, once the page had come to rest. `text` is what it shows if nothing stands in it so.
    Holds {
        /// The chosen.
        chips: Vec<Chip>,
        /// Its text.
        text: String,
    },
    /// What came of choosing one.
    Picked(pick::Verdict),
}

/// What it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Wait until the page has come to rest, and read what is chosen.
    Look,
    /// Press this element.
    Press(u32),
    /// Choose this from its list. It is not chosen yet, or (`false`) that is not sure, and for the list to say.
    Add(Typed, bool),
    /// Take this off in its list, if it is chosen.
    Drop(String),
    /// Type this and press the enter key, or (`true`) the comma, and let no form be sent by that.
    Make(Typed, bool),
    /// Delete backwards in the empty box.
    Backspace,
    /// Close whatever is open.
    Close,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It shows all that was wanted, and nothing besides that could be told.
    Held,
    /// One of them is not offered; what is, at most 20. It holds what it held.
    NotOffered(Vec<String>),
    /// Several of those offered could be meant by one of them.
    Ambiguous(Vec<String>),
    /// It takes no more than these, which it took.
    Full(Vec<String>),
    /// One of them is offered and cannot be chosen now.
    Barred,
    /// It takes one answer only.
    TakesOne,
    /// Something else stands in it and cannot be taken off.
    Stands,
    /// Nothing opened for it.
    NoList,
    /// What was typed and entered did not come up as chosen.
    NotMade,
    /// It could not be operated: the trouble.
    Broken(String),
    /// It did not come to an end in time.
    TimedOut,
}

/// The longest that it may take for each answer, in milliseconds.
const PATIENCE: u64 = 15_000;

/// See the module.
pub struct Several {
    machine: StateMachine<Inner>,
    trace: Vec<Transition>,
}

impl Several {
    /// Brings it to `wanted`, in any order. `types` says whether text can be typed into it.
    pub fn new(wanted: &[Typed], types: bool) -> Self {
        let mut goal: Vec<String> = Vec::new();
        for text in wanted {
            if !goal.iter().any(|other| alike(other, text.reveal())) {
                goal.push(text.reveal().to_string());
            }
        }
        let inner = Inner {
            most: u32::try_from(goal.len()).unwrap_or(u32::MAX),
            goal,
            known: Vec::new(),
            types,
            before: None,
            last: Vec::new(),
            chips: false,
            act: None,
            hopeless: Vec::new(),
            listless: false,
            doubted: Vec::new(),
            entered: Vec::new(),
            settled: Vec::new(),
            unseen: Vec::new(),
            spent: 0,
            give_up: None,
            undoing: None,
            verdict: None,
        };
        Self {
            machine: inner.state_machine(),
            trace: Vec::new(),
        }
    }
}

impl Machine for Several {
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
        let inner = self.machine.inner();
        if inner.verdict.is_some() { None } else { inner.give_up }
    }

    fn verdict(&self) -> Option<Verdict> {
        self.machine.inner().verdict.clone()
    }

    fn take_trace(&mut self) -> Vec<Transition> {
        core::mem::take(&mut self.trace)
    }
}

impl Event {
    const fn name(&self) -> &'static str {
        match self {
            Self::Tick => "Tick",
            Self::Done(_) => "Done",
            Self::Holds { .. } => "Holds",
            Self::Picked(_) => "Picked",
        }
    }
}

/// What was done last.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Act {
    /// The button that takes this off was pressed.
    Pressed(String),
    /// It was taken off in the list.
    Dropped(String),
    /// The key that deletes backwards was pressed.
    Deleted(String),
    /// It was chosen in the list.
    Added(String),
    /// It was typed and entered; what the list had come to before.
    Made(String, pick::Verdict),
}

struct Inner {
    goal: Vec<String>,
    /// What each of the wanted is called in the list.
    known: Vec<(String, String)>,
    types: bool,
    before: Option<Vec<String>>,
    last: Vec<String>,
    /// Whether what is chosen was last seen as chips.
    chips: bool,
    act: Option<Act>,
    /// Chosen things that nothing takes off any more, by the acts tried in vain.
    hopeless: Vec<(String, u32)>,
    /// Nothing opened when one was to be taken off in its list.
    listless: bool,
    /// Wanted things that were chosen in the list, once, and are not shown.
    doubted: Vec<String>,
    /// Those that the enter key made nothing of, and what came of looking for them in a list.
    entered: Vec<(String, pick::Verdict)>,
    /// Wanted things that were chosen in the list, twice: some widgets show only how many were chosen.
    settled: Vec<String>,
    /// What was chosen without being shown, to be taken off again.
    unseen: Vec<String>,
    spent: u32,
    /// So many answers are wanted.
    most: u32,
    give_up: Option<Millis>,
    /// The verdict to come to once it holds what it held.
    undoing: Option<Verdict>,
    verdict: Option<Verdict>,
}

/// The most acts for each answer that is wanted or stands there.
const ACTS: u32 = 5;

#[state_machine(
    initial = "State::idle()",
    state(derive(Clone, Debug)),
    superstate(derive(Debug)),
    after_transition = "Self::note",
    visibility = ""
)]
impl Inner {
    #[state(superstate = "working")]
    fn idle(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Tick if self.give_up.is_none() => {
                let patience = PATIENCE.saturating_mul(u64::from(self.most.clamp(1, 8)));
                self.give_up = Some(context.now.plus(patience));
                context.ask(Effect::Look);
                Transition(State::looking())
            }
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn looking(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Holds { chips, text } = event else {
            return Super;
        };
        self.chips = !chips.is_empty();
        let chips = self.chosen(chips, text);
        let labels: Vec<String> = chips.iter().map(|chip| chip.label.clone()).collect();
        if self.before.is_none() {
            self.before = Some(labels.clone());
            self.most = self.most.saturating_add(u32::try_from(labels.len()).unwrap_or(0));
        }
        let act = self.act.take();
        let before = core::mem::replace(&mut self.last, labels);
        if let Some(act) = act
            && let Some(verdict) = self.judge(act, &before)
        {
            return self.undo(verdict, &chips, context);
        }
        self.next(&chips, context)
    }

    #[state(superstate = "working")]
    fn acting(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Done(trouble) if trouble.is_empty() => {
                context.ask(Effect::Look);
                Transition(State::looking())
            }
            Event::Done(trouble) => self.failed(Verdict::Broken(trouble.clone()), context),
            Event::Picked(verdict) => self.picked(verdict, context),
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn closing(&mut self, verdict: &Verdict, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Done(_) => {
                let verdict = verdict.clone();
                self.end(verdict)
            }
            Event::Tick if self.give_up.is_some_and(|at| at <= context.now) => {
                let verdict = verdict.clone();
                self.end(verdict)
            }
            _ => Super,
        }
    }

    #[superstate]
    fn working(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Tick if self.give_up.is_some_and(|at| at <= context.now) => {
                let verdict = self.undoing.take().unwrap_or(Verdict::TimedOut);
                self.end(verdict)
            }
            // Whatever comes out of turn is an answer to a question that nobody asks any more.
            Event::Tick | Event::Done(_) | Event::Holds { .. } | Event::Picked(_) => Handled,
        }
    }

    #[state]
    fn done(event: &Event) -> Outcome<State> {
        match event {
            Event::Tick | Event::Done(_) | Event::Holds { .. } | Event::Picked(_) => Handled,
        }
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("several", from, to);
    }
}

impl Inner {
    /// What is chosen, from chips or from a text that lists it.
    fn chosen(&self, chips: &[Chip], text: &str) -> Vec<Chip> {
        if !chips.is_empty() || text.is_empty() {
            return chips.to_vec();
        }
        let whole = [text].into_iter();
        let is_one = self.goal.iter().any(|wanted| alike(self.called(wanted), text));
        let parts: Vec<&str> = if is_one {
            whole.collect()
        } else {
            text.split(", ").collect()
        };
        parts
            .into_iter()
            .map(|part| Chip {
                label: part.trim().to_string(),
                remove: None,
            })
            .collect()
    }

    /// What a wanted thing is called in the list, as far as that is known.
    fn called<'a>(&'a self, wanted: &'a str) -> &'a str {
        let known = self.known.iter().find(|(own, _)| own == wanted);
        known.map_or(wanted, |(_, label)| label)
    }

    fn is_wanted(&self, label: &str) -> bool {
        self.goal
            .iter()
            .any(|wanted| alike(self.called(wanted), label) || alike(wanted, label))
    }

    fn stands(&self, wanted: &str) -> bool {
        let label = self.called(wanted);
        self.last.iter().any(|held| alike(held, label) || alike(held, wanted))
    }

    /// What the last act came to, if that ends it.
    fn judge(&mut self, act: Act, before: &[String]) -> Option<Verdict> {
        match act {
            Act::Pressed(label) | Act::Dropped(label) | Act::Deleted(label) => {
                if self.last.iter().any(|held| alike(held, &label)) && before.len() == self.last.len() {
                    match self.hopeless.iter_mut().find(|(own, _)| *own == label) {
                        Some((_, tries)) => *tries += 1,
                        None => self.hopeless.push((label, 1)),
                    }
                }
                None
            }
            Act::Added(wanted) => {
                if !self.stands(&wanted) {
                    if self.doubted.contains(&wanted) {
                        // It shows others of those wanted, and not this one.
                        if let Some(full) = self.full() {
                            return Some(full);
                        }
                        self.settled.push(wanted);
                    } else {
                        self.doubted.push(wanted);
                    }
                    return None;
                }
                self.replaced(&wanted, before).then_some(Verdict::TakesOne)
            }
            Act::Made(wanted, offered) => {
                if self.stands(&wanted) {
                    return self.replaced(&wanted, before).then_some(Verdict::TakesOne);
                }
                if !self.entered.iter().any(|(own, _)| *own == wanted) {
                    self.entered.push((wanted, offered));
                    return None;
                }
                // The list had it, and it was pressed there.
                if self.doubted.contains(&wanted)
                    && let Some(full) = self.full()
                {
                    return Some(full);
                }
                Some(match offered {
                    pick::Verdict::NotOffered(offered) | pick::Verdict::Free(offered) if !offered.is_empty() => {
                        Verdict::NotOffered(offered)
                    }
                    _ => Verdict::NotMade,
                })
            }
        }
    }

    /// That it takes no more, if all that stands in it are some of those wanted.
    fn full(&self) -> Option<Verdict> {
        let stand = !self.last.is_empty() && self.last.iter().all(|held| self.is_wanted(held));
        (stand && self.undoing.is_none()).then(|| Verdict::Full(self.last.clone()))
    }

    /// Whether what was wanted too and stood there is gone, now that `wanted` does.
    fn replaced(&self, wanted: &str, before: &[String]) -> bool {
        before.iter().any(|held| {
            self.is_wanted(held) && !alike(held, self.called(wanted)) && !self.last.iter().any(|now| alike(now, held))
        })
    }

    fn next(&mut self, chips: &[Chip], context: &mut Turn<Effect>) -> Outcome<State> {
        self.spent += 1;
        if self.spent > self.most.saturating_add(1).saturating_mul(ACTS) {
            return self.failed(Verdict::Stands, context);
        }
        for chip in chips.iter().rev() {
            if self.is_wanted(&chip.label) {
                continue;
            }
            let tries = self
                .hopeless
                .iter()
                .find(|(own, _)| *own == chip.label)
                .map_or(0, |(_, tries)| *tries);
            let from = if chip.remove.is_none() { 2 } else { 0 };
            match (tries + from, chip.remove) {
                // A page that draws them anew as the focus goes loses the first press.
                (0 | 1, Some(remove)) => {
                    self.act = Some(Act::Pressed(chip.label.clone()));
                    context.ask(Effect::Press(remove));
                }
                (2, _) => {
                    self.act = Some(Act::Dropped(chip.label.clone()));
                    context.ask(Effect::Drop(chip.label.clone()));
                }
                // Some mark the last one first, and take it off at the second stroke.
                (3 | 4, _) if self.types => {
                    self.act = Some(Act::Deleted(chip.label.clone()));
                    context.ask(Effect::Backspace);
                }
                _ => continue,
            }
            return Transition(State::acting());
        }
        if let Some(label) = self.unseen.pop() {
            self.act = Some(Act::Dropped(label.clone()));
            context.ask(Effect::Drop(label));
            return Transition(State::acting());
        }
        // Where nothing opens, what is added takes the place of nothing.
        if self.listless && self.undoing.is_none() && chips.iter().any(|chip| !self.is_wanted(&chip.label)) {
            return self.failed(Verdict::Stands, context);
        }
        let missing = self
            .goal
            .iter()
            .find(|wanted| !self.stands(wanted) && !self.settled.contains(wanted));
        if let Some(wanted) = missing.cloned() {
            if let Some((_, offered)) = self.entered.iter().find(|(own, _)| *own == wanted) {
                // The enter key made nothing of it; the comma may.
                self.act = Some(Act::Made(wanted.clone(), offered.clone()));
                context.ask(Effect::Make(Typed::new(wanted), true));
                return Transition(State::acting());
            }
            let again = self.doubted.contains(&wanted);
            if again && self.types {
                // What the list offered was no answer: perhaps it only says how to make one.
                let nothing = pick::Verdict::NotOffered(Vec::new());
                self.act = Some(Act::Made(wanted.clone(), nothing));
                context.ask(Effect::Make(Typed::new(wanted), false));
                return Transition(State::acting());
            }
            let sure = !again && (self.chips || self.last.is_empty());
            context.ask(Effect::Add(Typed::new(wanted.clone()), sure));
            self.act = Some(Act::Added(wanted));
            return Transition(State::acting());
        }
        if self.undoing.is_none() && chips.iter().any(|chip| !self.is_wanted(&chip.label)) {
            return self.failed(Verdict::Stands, context);
        }
        let verdict = self.undoing.take().unwrap_or(Verdict::Held);
        context.ask(Effect::Close);
        Transition(State::closing(verdict))
    }

    /// What was asked for is shown in other words.
    fn learn(&mut self, wanted: String, label: &str) {
        if !alike(&wanted, label) {
            self.known.push((wanted, label.to_string()));
        }
    }

    fn picked(&mut self, verdict: &pick::Verdict, context: &mut Turn<Effect>) -> Outcome<State> {
        match (self.act.clone(), verdict) {
            (Some(Act::Added(wanted)), pick::Verdict::Chosen(label)) => self.learn(wanted, label),
            (Some(Act::Added(wanted)), pick::Verdict::Stands(label)) => {
                if !self.stands(&wanted) && !self.settled.contains(&wanted) {
                    self.settled.push(wanted.clone());
                }
                self.learn(wanted, label);
            }
            (
                Some(Act::Added(wanted)),
                pick::Verdict::NotOffered(_) | pick::Verdict::Free(_) | pick::Verdict::NoList,
            ) if self.types => {
                self.act = Some(Act::Made(wanted.clone(), verdict.clone()));
                context.ask(Effect::Make(Typed::new(wanted), false));
                return Handled;
            }
            (Some(Act::Added(_)), other) => {
                let verdict = match other {
                    pick::Verdict::NotOffered(offered) | pick::Verdict::Free(offered) => {
                        Verdict::NotOffered(offered.clone())
                    }
                    pick::Verdict::Ambiguous(offered) => Verdict::Ambiguous(offered.clone()),
                    pick::Verdict::Barred(_, true) => self.full().unwrap_or(Verdict::Barred),
                    pick::Verdict::Barred(..) => Verdict::Barred,
                    pick::Verdict::NoList | pick::Verdict::Chosen(_) | pick::Verdict::Stands(_) => Verdict::NoList,
                    pick::Verdict::Broken(word) => Verdict::Broken(word.clone()),
                    pick::Verdict::TimedOut => Verdict::TimedOut,
                };
                return self.failed(verdict, context);
            }
            (Some(Act::Dropped(_)), pick::Verdict::NoList) => self.listless = true,
            (Some(Act::Dropped(_)), pick::Verdict::NotOffered(offered) | pick::Verdict::Free(offered)) => {
                self.listless = offered.is_empty();
            }
            // What could not be taken off stands there still, as the next look will show.
            _ => {}
        }
        context.ask(Effect::Look);
        Transition(State::looking())
    }

    /// It cannot be brought to what is wanted: back to what it held.
    fn failed(&mut self, verdict: Verdict, context: &mut Turn<Effect>) -> Outcome<State> {
        self.act = None;
        if self.undoing.is_some() || self.before.as_ref() == Some(&self.last) && self.settled.is_empty() {
            let verdict = self.undoing.take().unwrap_or(verdict);
            context.ask(Effect::Close);
            return Transition(State::closing(verdict));
        }
        self.turn_back(verdict);
        self.clear(context)
    }

    /// What was typed for nothing would hide from the list what is to be taken off in it.
    fn clear(&mut self, context: &mut Turn<Effect>) -> Outcome<State> {
        if self.types {
            context.ask(Effect::Close);
            return Transition(State::acting());
        }
        context.ask(Effect::Look);
        Transition(State::looking())
    }

    fn undo(&mut self, verdict: Verdict, chips: &[Chip], context: &mut Turn<Effect>) -> Outcome<State> {
        if self.undoing.is_none() {
            self.turn_back(verdict);
            return self.clear(context);
        }
        self.spent = u32::MAX - 1;
        self.next(chips, context)
    }

    fn turn_back(&mut self, verdict: Verdict) {
        self.undoing = Some(verdict);
        self.goal = self.before.clone().unwrap_or_default();
        self.known.clear();
        self.hopeless.clear();
        self.unseen = core::mem::take(&mut self.settled);
        self.doubted.clear();
        self.entered.clear();
        self.spent = 0;
    }

    fn end(&mut self, verdict: Verdict) -> Outcome<State> {
        self.verdict = Some(verdict);
        Transition(State::done())
    }
}

fn alike(one: &str, two: &str) -> bool {
    one == two || !fold(one).is_empty() && fold(one) == fold(two)
}

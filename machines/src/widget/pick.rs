//! Chooses from a list that opens: comboboxes, listbox buttons, suggestions under a text field, lists in lists.
//!
//! ```text
//! opening ── opened ──▶ resting ── at rest ──▶ looking ── offered ──▶ choosing ── at rest ──▶ done(Chosen)
//!    ▲                     ▲                     │                      │
//!    │                     ├── still loading ────┤                      │
//!    │                     ├── a list in it ─────┼──────────────────────┘
//!    │                     └── more below ── leafing: to the middle of a list in order, else on
//!    ├──── a box to search ──────────────────────┤
//!    └───── nothing open, another way left ──────┤
//!                                                └── not offered ──▶ closing ──▶ done(NotOffered)
//! ```
//!
//! A way of opening is tried once. What is offered is matched by the rules of [`crate::form::value::choose_option`];
//! a text that only resembles an offer is not chosen. Of a list that is laid out in part only the very text is chosen
//! until all of it was seen. A popup that was opened in vain is closed again, and what was typed to open it is taken
//! out by whoever drives the field.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use super::making::makes;
use super::order::Half;
pub use super::order::Span;
use crate::form::model::{Choice, Ref};
use crate::form::text::{nfc, squeeze};
use crate::form::value::{beside, choose_option};
use crate::machine::{Machine, Millis, Transition, Turn};
use crate::typed::Typed;

/// A way to make a list open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// It may be open already.
    Open,
    /// Type what is wanted into it and leave the focus there.
    Type,
    /// Take out what was typed.
    Wipe,
    /// Press it.
    Press,
    /// Press the arrow-down key in it.
    Arrow,
}

/// What to do to the option that is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// Press it.
    #[default]
    Choose,
    /// Press it if it is not chosen.
    Add,
    /// Press it if it is chosen.
    Drop,
}

/// Whether a list follows what is typed, as its control says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heed {
    /// It does, or nothing is said of it.
    #[default]
    May,
    /// It stays as it is.
    Never,
}

/// What a popup offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// Whether something is open.
    pub open: bool,
    /// Whether it shows that it is loading.
    pub busy: bool,
    /// What can be chosen; each has an element.
    pub options: Vec<Choice>,
    /// For each option, the number of the list that it stands in; may be empty where there is one list.
    pub columns: Vec<u32>,
    /// For each option that is a branch still shut, what opens it without choosing it; may be empty where there are none.
    pub openers: Vec<Option<u32>>,
    /// The options that are branches and open already.
    pub unfolded: Vec<u32>,
    /// Whether several may be chosen, where the list tells.
    pub several: Option<bool>,
    /// The box in the popup that one types into to search.
    pub search: Option<u32>,
    /// Whether there is more of the list than is laid out.
    pub more: bool,
    /// Where the list stands, if only a part of it is laid out.
    pub span: Option<Span>,
    /// The language in force, else empty.
    pub lang: String,
    /// What the control says of typing into it.
    pub heed: Heed,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// Time passed.
    Tick,
    /// The way of opening was carried out, or the option was pressed; the trouble, empty if there was none.
    Done(String),
    /// The page has come to rest, or not within its time.
    Rested,
    /// The list was leafed through: whether it moved, and what was passed, each with how far the list was scrolled then.
    Leafed(bool, Vec<(Choice, u32)>),
    /// What the popup offers now.
    Offered(Offer),
}

/// What it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Make the list open this way.
    Open(Opening, Typed),
    /// Type what is wanted into this element of the popup.
    Search(u32, Typed),
    /// Wait until the page has come to rest.
    Rest,
    /// Look at what the popup offers.
    Look,
    /// Leaf to this place of the list, or on for a while, no further than to the option of this text.
    Leaf(Option<u32>, Typed),
    /// Press this option, named by its element.
    Press(u32),
    /// Close whatever was opened (the escape key).
    Close,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The option was pressed; its text.
    Chosen(String),
    /// The option was as it is wanted already; its text.
    Stands(String),
    /// Nothing that is offered is what was wanted; what was offered, at most 20, of a long list the nearest.
    NotOffered(Vec<String>),
    /// What is wanted is offered and cannot be chosen now; its text, and whether that is so of all the others that are not
    /// chosen, as far as they were seen together with one that is.
    Barred(String, bool),
    /// What is offered are suggestions that do not heed what is typed: any text will do.
    Free(Vec<String>),
    /// Several of those offered could be meant.
    Ambiguous(Vec<String>),
    /// No list opened.
    NoList,
    /// It could not be operated: the trouble.
    Broken(String),
    /// The page did not come to an end with it in time.
    TimedOut,
}

/// The longest that one choice may take, in milliseconds.
pub const PATIENCE: u64 = 12_000;
/// The longest that it may take where a long list is leafed through all the while.
const LONGEST: u64 = 24_000;
/// The longest that closing may take after that.
const CLOSING: u64 = 1_000;
/// How often a list that is still loading is looked at.
const LOOKS: u32 = 12;
/// How often a list is leafed on.
const LEAVES: u32 = 400;
/// How many branches of a tree are opened in search of an option.
const BRANCHES: u32 = 60;
const MOST_SHOWN: usize = 20;

/// See the module.
pub struct Pick {
    machine: StateMachine<Inner>,
    trace: Vec<Transition>,
}

impl Pick {
    /// Chooses `wanted` in the control `target`. `ways` are tried in order.
    pub fn new(target: Ref, wanted: Typed, ways: Vec<Opening>) -> Self {
        Self::with(target, wanted, ways, Aim::Choose)
    }

    /// The same with another aim.
    pub fn with(target: Ref, wanted: Typed, ways: Vec<Opening>, aim: Aim) -> Self {
        let inner = Inner {
            target,
            sought: wanted.reveal().to_string(),
            wanted,
            aim,
            ways,
            way: 0,
            looks: 0,
            leaves: 0,
            path: Vec::new(),
            passed: Vec::new(),
            shut: Vec::new(),
            unfolded: Vec::new(),
            opened: 0,
            columns: Vec::new(),
            before: Vec::new(),
            seen: Vec::new(),
            most: Vec::new(),
            nearest: Vec::new(),
            typed: None,
            wiped: None,
            heed: Heed::May,
            searched: false,
            exact: false,
            places: Vec::new(),
            known: BTreeSet::new(),
            half: None,
            halved: false,
            began: Millis::default(),
            lang: String::new(),
            open: false,
            missed: 0,
            give_up: None,
            verdict: None,
            chosen: String::new(),
            barred: None,
        };
        Self {
            machine: inner.state_machine(),
            trace: Vec::new(),
        }
    }

    /// The control that it chooses in.
    pub fn target(&self) -> Ref {
        self.machine.inner().target
    }
}

impl Machine for Pick {
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
            Self::Rested => "Rested",
            Self::Leafed(..) => "Leafed",
            Self::Offered(_) => "Offered",
        }
    }
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one independent fact about the course so far"
)]
struct Inner {
    target: Ref,
    wanted: Typed,
    /// What is looked for in the list that is open: what is wanted, or the part of a path that is next.
    sought: String,
    aim: Aim,
    ways: Vec<Opening>,
    way: usize,
    looks: u32,
    leaves: u32,
    /// The parts of the path that are still to come, the last first.
    path: Vec<String>,
    /// The lists that have been passed on the way.
    passed: Vec<u32>,
    /// The branches that were offered last and are shut: the element of each, and what opens it.
    shut: Vec<(Option<u32>, u32)>,
    /// The branches that are open already.
    unfolded: Vec<u32>,
    /// How many branches were opened.
    opened: u32,
    /// The list that each element offered last stands in.
    columns: Vec<(Option<u32>, Option<u32>)>,
    /// What was offered when the last part of the path was pressed.
    before: Vec<String>,
    /// What was seen of the list that is leafed through.
    seen: Vec<Choice>,
    /// The longest offer so far.
    most: Vec<String>,
    /// Those of a long offer that came nearest.
    nearest: Vec<String>,
    /// What was offered to what was typed, and once it was taken out again.
    typed: Option<Vec<String>>,
    wiped: Option<Vec<String>>,
    /// Whether it was ever said that the list stays as it is.
    heed: Heed,
    searched: bool,
    /// Whether only the very text of `sought` is looked for: it was seen before.
    exact: bool,
    /// How far the list was scrolled when each of those seen was in view.
    places: Vec<u32>,
    /// The texts and groups of those seen.
    known: BTreeSet<(String, String)>,
    /// The order that the list is in, and the places between which what is sought must stand.
    half: Option<Half>,
    /// Whether it is known that it is not found so.
    halved: bool,
    began: Millis,
    /// The language of the list.
    lang: String,
    /// Whether something was open at the last look.
    open: bool,
    /// How often an option was not there any more when it was to be pressed.
    missed: u8,
    give_up: Option<Millis>,
    verdict: Option<Verdict>,
    chosen: String,
    /// The option that is wanted, where it was seen and could not be chosen.
    barred: Option<String>,
}

/// How often a list is looked for again whose option was not there any more when it was to be pressed.
const MISSES: u8 = 2;

/// Whether the trouble of a press is that what was to be pressed is not there any more.
fn is_missed(trouble: &str) -> bool {
    matches!(trouble, "hidden" | "gone")
}

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
                self.began = context.now;
                self.give_up = Some(context.now.plus(PATIENCE));
                self.open(context)
            }
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn opening(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Done(trouble) if trouble.is_empty() => {
                context.ask(Effect::Rest);
                Transition(State::resting())
            }
            Event::Done(trouble) => {
                let verdict = if self.most.is_empty() {
                    Verdict::Broken(trouble.clone())
                } else {
                    self.not_offered()
                };
                self.next_way(context, verdict)
            }
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn resting(event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Rested => {
                context.ask(Effect::Look);
                Transition(State::looking())
            }
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn leafing(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Leafed(true, passed) => {
                for (choice, place) in passed {
                    self.see(choice, *place);
                }
                if !passed.is_empty() {
                    self.be_patient(context.now);
                }
                context.ask(Effect::Rest);
                Transition(State::resting())
            }
            Event::Leafed(false, _) => self.seen_all(context),
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn looking(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Offered(offer) = event else {
            return Super;
        };
        // What says that it is open and shows nothing is open all the same.
        self.open = offer.open || offer.busy;
        self.lang.clone_from(&offer.lang);
        if offer.heed == Heed::Never {
            self.heed = Heed::Never;
        }
        self.looks += 1;
        if offer.busy && self.looks < LOOKS {
            context.ask(Effect::Rest);
            return Transition(State::resting());
        }
        let options = self.ahead(offer);
        self.note_offer(&options);
        if options.is_empty() {
            if let Some(search) = offer.search.filter(|_| !self.searched) {
                return self.search(search, context);
            }
            // A box that took what was typed, and showed no list for it: it offers nothing under that.
            let verdict = if self.most.is_empty() && !offer.open && self.typed.is_none() {
                Verdict::NoList
            } else {
                self.not_offered()
            };
            return self.next_way(context, verdict);
        }
        if let Some(at) = the_very(&self.sought, &options) {
            let choice = options[at].clone();
            self.collect(options, 0);
            return self.take(&choice, context);
        }
        let left = offer.span.is_some_and(|span| span.top > 0) && self.leaves == 0;
        let bound = offer.more || left || self.half.is_some();
        if bound && self.leaves < LEAVES {
            if let Some(search) = offer.search.filter(|_| !self.searched && !self.exact) {
                return self.search(search, context);
            }
            self.leaves += 1;
            self.looks = 0;
            let to = self.halve(offer.span, &options);
            self.collect(options, offer.span.map_or(0, |span| span.top));
            context.ask(Effect::Leaf(to, Typed::new(self.sought.clone())));
            return Transition(State::leafing());
        }
        self.collect(options, offer.span.map_or(0, |span| span.top));
        if self.leaves > 0 {
            return self.seen_all(context);
        }
        self.decide(offer.search, context)
    }

    #[state(superstate = "working")]
    fn choosing(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Done(trouble) if trouble.is_empty() => {
                context.ask(Effect::Rest);
                Handled
            }
            // The list went, or was drawn anew, before it was pressed: it is looked for once more.
            Event::Done(trouble) if self.missed < MISSES && self.passed.is_empty() && is_missed(trouble) => {
                self.missed += 1;
                self.way = self.way.saturating_sub(1);
                self.restart();
                context.ask(Effect::Rest);
                Transition(State::resting())
            }
            Event::Done(trouble) => {
                let trouble = trouble.clone();
                self.close(context, Verdict::Broken(trouble))
            }
            Event::Rested => {
                if let Some(next) = self.path.pop() {
                    self.sought = next;
                    self.restart();
                    context.ask(Effect::Look);
                    return Transition(State::looking());
                }
                let chosen = core::mem::take(&mut self.chosen);
                self.end(Verdict::Chosen(chosen))
            }
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
                self.give_up = Some(context.now.plus(CLOSING));
                self.close(context, Verdict::TimedOut)
            }
            // Whatever comes out of turn is an answer to a question that nobody asks any more.
            Event::Tick | Event::Done(_) | Event::Rested | Event::Leafed(..) | Event::Offered(_) => Handled,
        }
    }

    #[state]
    fn done(event: &Event) -> Outcome<State> {
        match event {
            Event::Tick | Event::Done(_) | Event::Rested | Event::Leafed(..) | Event::Offered(_) => Handled,
        }
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("pick", from, to);
    }
}

impl Inner {
    fn open(&mut self, context: &mut Turn<Effect>) -> Outcome<State> {
        match self.ways.get(self.way).copied() {
            Some(way) => {
                self.way += 1;
                self.restart();
                if way == Opening::Open {
                    context.ask(Effect::Look);
                    return Transition(State::looking());
                }
                context.ask(Effect::Open(way, self.wanted.clone()));
                Transition(State::opening())
            }
            None => self.end(Verdict::NoList),
        }
    }

    /// Forgets what was seen of a list.
    fn restart(&mut self) {
        self.looks = 0;
        self.leaves = 0;
        self.seen.clear();
        self.places.clear();
        self.known.clear();
        self.exact = false;
        self.half = None;
        self.halved = false;
    }

    fn search(&mut self, element: u32, context: &mut Turn<Effect>) -> Outcome<State> {
        self.searched = true;
        self.restart();
        // Of a telephone number, what a list of countries knows is the code.
        let code = beside::read(&self.sought).map(|number| alloc::format!("+{}", number.code));
        context.ask(Effect::Search(
            element,
            Typed::new(code.unwrap_or_else(|| self.sought.clone())),
        ));
        Transition(State::opening())
    }

    /// The options of the lists that have not been passed yet. A list that shows another level in the place of the one
    /// before is not the one that was passed.
    fn ahead(&mut self, offer: &Offer) -> Vec<Choice> {
        let column = |at: usize| offer.columns.get(at).copied();
        self.columns = offer
            .options
            .iter()
            .enumerate()
            .map(|(at, choice)| (choice.element, column(at)))
            .collect();
        let opener = |(at, choice): (usize, &Choice)| Some((choice.element, (*offer.openers.get(at)?)?));
        self.shut = offer.options.iter().enumerate().filter_map(opener).collect();
        self.unfolded.clone_from(&offer.unfolded);
        let is_ahead = |at: usize| column(at).is_none_or(|column| !self.passed.contains(&column));
        let ahead: Vec<Choice> = offer
            .options
            .iter()
            .enumerate()
            .filter(|(at, _)| is_ahead(*at))
            .map(|(_, choice)| choice.clone())
            .collect();
        if ahead.is_empty() && !self.passed.is_empty() && labels(&offer.options) != self.before {
            return offer.options.clone();
        }
        ahead
    }

    fn note_offer(&mut self, options: &[Choice]) {
        let labels: Vec<String> = options.iter().map(|choice| choice.label.clone()).collect();
        match self.way.checked_sub(1).and_then(|way| self.ways.get(way)) {
            Some(Opening::Type) => self.typed = Some(labels.clone()),
            Some(Opening::Wipe) => self.wiped = Some(labels.clone()),
            _ => {}
        }
        if labels.len() > self.most.len() {
            self.most = labels;
        }
    }

    /// Notes what is in view, at this place of the list.
    fn collect(&mut self, options: Vec<Choice>, place: u32) {
        for choice in options {
            self.see(&choice, place);
        }
    }

    fn see(&mut self, choice: &Choice, place: u32) {
        if self.known.insert((choice.label.clone(), choice.group.clone())) {
            self.seen.push(choice.clone());
            self.places.push(place);
        }
    }

    /// A list that goes on and on as it is leafed through may take longer, up to an end.
    fn be_patient(&mut self, now: Millis) {
        let most = self.began.plus(LONGEST);
        self.give_up = self.give_up.max(Some(now.plus(PATIENCE / 2).min(most)));
    }

    /// Where to look next in a list that is in order and of which a part is laid out: in the middle of where what is
    /// sought must stand; back at the beginning once that has come to nothing. `None` for the next part.
    fn halve(&mut self, span: Option<Span>, options: &[Choice]) -> Option<u32> {
        if self.exact {
            return None;
        }
        // It may stand where it was left the last time.
        if self.leaves == 1 && span.is_some_and(|span| span.top > 0) {
            return Some(0);
        }
        let labels: Vec<&str> = options.iter().map(|choice| choice.label.as_str()).collect();
        let begins = || Half::begin(span?, &labels);
        let half = self.half.take().or_else(begins).filter(|_| !self.halved);
        let Some((half, span)) = half.zip(span) else {
            self.halved = true;
            return None;
        };
        let next = half.next(span, &self.sought, &labels);
        self.half = next.map(|(half, _)| half);
        // It is not where it should be: all of the list is looked at.
        self.halved = next.is_none();
        Some(next.map_or(0, |(_, place)| place))
    }

    /// The end of a list that was leafed through: what is wanted may have been passed.
    fn seen_all(&mut self, context: &mut Turn<Effect>) -> Outcome<State> {
        if self.exact {
            let verdict = self.not_offered();
            return self.next_way(context, verdict);
        }
        self.most = labels(&self.seen);
        match choose_option(&self.sought, &self.seen, &self.lang) {
            Ok(at) => {
                self.sought.clone_from(&self.seen[at].label);
                let place = self.places.get(at).copied().unwrap_or(0);
                self.restart();
                self.exact = true;
                context.ask(Effect::Leaf(Some(place), Typed::new(self.sought.clone())));
                Transition(State::leafing())
            }
            Err(_) => self.decide(None, context),
        }
    }

    /// Chooses among all that was seen.
    fn decide(&mut self, search: Option<u32>, context: &mut Turn<Effect>) -> Outcome<State> {
        match choose_option(&self.sought, &self.seen, &self.lang) {
            Ok(at) => {
                let choice = self.seen[at].clone();
                self.take(&choice, context)
            }
            Err(refusal) if refusal.code == "ambiguous-option" => {
                let several = refusal.candidates.iter().filter_map(|it| it.option.clone());
                let verdict = Verdict::Ambiguous(several.collect());
                self.close(context, verdict)
            }
            Err(refusal) if refusal.code == "disabled-option" => {
                let free = |choice: &Choice| Choice {
                    disabled: false,
                    ..choice.clone()
                };
                let free: Vec<Choice> = self.seen.iter().map(free).collect();
                if let Ok(at) = choose_option(&self.sought, &free, &self.lang) {
                    self.chosen.clone_from(&free[at].label);
                }
                self.bar(context)
            }
            Err(refusal) => {
                self.nearest = refusal.candidates.into_iter().filter_map(|it| it.option).collect();
                if self.aim != Aim::Drop
                    && let Some(choice) = self.maker()
                {
                    self.chosen.clone_from(&self.sought);
                    return self.press(&choice, context);
                }
                if let Some(search) = search.filter(|_| !self.searched) {
                    return self.search(search, context);
                }
                if self.passed.is_empty()
                    && let Some((first, rest)) = self.parted()
                {
                    self.sought = first;
                    self.path = rest;
                    return self.decide(None, context);
                }
                // It may be in a branch that is shut.
                if self.passed.is_empty()
                    && self.aim != Aim::Drop
                    && let Some((_, opener)) = self.shut.first().copied()
                {
                    return self.unfold(opener, context);
                }
                let verdict = self.not_offered();
                self.next_way(context, verdict)
            }
        }
    }

    /// Opens a branch, and looks for the same again.
    fn unfold(&mut self, opener: u32, context: &mut Turn<Effect>) -> Outcome<State> {
        self.opened += 1;
        if self.opened > BRANCHES {
            let verdict = self.not_offered();
            return self.next_way(context, verdict);
        }
        self.path.push(self.sought.clone());
        context.ask(Effect::Press(opener));
        Transition(State::choosing())
    }

    /// The offer to make what was typed into an option: the only one that quotes it.
    fn maker(&self) -> Option<Choice> {
        let mut makers = self.seen.iter().filter(|choice| makes(&choice.label, &self.sought));
        match (makers.next(), makers.next()) {
            (Some(choice), None) => Some(choice.clone()),
            _ => None,
        }
    }

    /// What is wanted as a path, if its first part is offered: that part, and the others, the last first.
    fn parted(&self) -> Option<(String, Vec<String>)> {
        [" / ", " > ", " › ", " » ", " → ", "/", ">"]
            .into_iter()
            .find_map(|mark| {
                let mut parts: Vec<String> = self.sought.split(mark).map(|part| part.trim().to_string()).collect();
                if parts.len() < 2 || parts.iter().any(String::is_empty) {
                    return None;
                }
                parts.reverse();
                let first = parts.pop()?;
                choose_option(&first, &self.seen, &self.lang).ok()?;
                Some((first, parts))
            })
    }

    /// Presses the option that was found, unless it is as it is wanted.
    fn take(&mut self, choice: &Choice, context: &mut Turn<Effect>) -> Outcome<State> {
        self.chosen.clone_from(&choice.label);
        let stands = match self.aim {
            Aim::Choose => false,
            Aim::Add => choice.selected,
            Aim::Drop => !choice.selected,
        };
        if stands && self.path.is_empty() {
            let chosen = core::mem::take(&mut self.chosen);
            return self.end(Verdict::Stands(chosen));
        }
        if choice.disabled {
            return self.bar(context);
        }
        self.press(choice, context)
    }

    fn press(&mut self, choice: &Choice, context: &mut Turn<Effect>) -> Outcome<State> {
        let Some(element) = choice.element else {
            let verdict = self.not_offered();
            return self.close(context, verdict);
        };
        // On the way to what is in it, a branch is opened and not chosen.
        if !self.path.is_empty()
            && let Some((_, opener)) = self.shut.iter().find(|(branch, _)| *branch == Some(element))
        {
            self.opened += 1;
            context.ask(Effect::Press(*opener));
            return Transition(State::choosing());
        }
        if self.unfolded.contains(&element)
            && let Some(next) = self.path.pop()
        {
            self.sought = next;
            self.restart();
            context.ask(Effect::Look);
            return Transition(State::looking());
        }
        if !self.path.is_empty() {
            let own = self.columns.iter().find(|(offered, _)| *offered == Some(element));
            self.passed.extend(own.and_then(|(_, column)| *column));
            self.before = labels(&self.seen);
        }
        context.ask(Effect::Press(element));
        Transition(State::choosing())
    }

    /// Goes on to the next way of opening, or ends with `verdict` once it is closed.
    fn next_way(&mut self, context: &mut Turn<Effect>, verdict: Verdict) -> Outcome<State> {
        // In the middle of a path there is no other way.
        if self.passed.is_empty() && self.opened == 0 && self.way < self.ways.len() {
            self.sought = self.wanted.reveal().to_string();
            self.path.clear();
            return self.open(context);
        }
        let heedless = self
            .typed
            .as_ref()
            .is_some_and(|typed| !typed.is_empty() && (self.heed == Heed::Never || self.wiped.as_ref() == Some(typed)));
        let verdict = match verdict {
            Verdict::NotOffered(offered) if heedless => Verdict::Free(offered),
            Verdict::NotOffered(_) if self.barred.is_some() => {
                Verdict::Barred(self.barred.take().unwrap_or_default(), false)
            }
            other => other,
        };
        self.close(context, verdict)
    }

    /// What is wanted cannot be chosen now. Of a list that is narrowed down to it, the whole is looked at before that is
    /// said: whether the others can.
    fn bar(&mut self, context: &mut Turn<Effect>) -> Outcome<State> {
        let told = self.seen.iter().any(|choice| choice.selected);
        let full = told && self.seen.iter().all(|choice| choice.selected || choice.disabled);
        let label = core::mem::take(&mut self.chosen);
        self.barred = Some(label.clone());
        let verdict = Verdict::Barred(label, full);
        if told {
            return self.close(context, verdict);
        }
        self.next_way(context, verdict)
    }

    fn not_offered(&self) -> Verdict {
        let all = if self.most.len() > MOST_SHOWN && !self.nearest.is_empty() {
            &self.nearest
        } else {
            &self.most
        };
        Verdict::NotOffered(all.iter().take(MOST_SHOWN).cloned().collect())
    }

    /// Ends with `verdict` once what was opened is closed. Where nothing is open, the escape key would close something
    /// else.
    fn close(&mut self, context: &mut Turn<Effect>, verdict: Verdict) -> Outcome<State> {
        if !self.open && verdict != Verdict::TimedOut {
            return self.end(verdict);
        }
        context.ask(Effect::Close);
        Transition(State::closing(verdict))
    }

    fn end(&mut self, verdict: Verdict) -> Outcome<State> {
        self.verdict = Some(verdict);
        Transition(State::done())
    }
}

fn labels(options: &[Choice]) -> Vec<String> {
    options.iter().map(|choice| choice.label.clone()).collect()
}

/// The one option with this very text.
fn the_very(sought: &str, options: &[Choice]) -> Option<usize> {
    let wanted = squeeze(&nfc(sought));
    let mut hits = (0..options.len()).filter(|at| !wanted.is_empty() && squeeze(&nfc(&options[*at].label)) == wanted);
    match (hits.next(), hits.next()) {
        (Some(at), None) => Some(at),
        _ => None,
    }
}

/// The ways of opening to try on a control: one that takes text is typed into first, so that a long or remote list
/// comes down to what is wanted.
pub fn ways(takes_text: bool) -> Vec<Opening> {
    if takes_text {
        vec![Opening::Type, Opening::Wipe, Opening::Press, Opening::Arrow]
    } else {
        vec![Opening::Press, Opening::Arrow]
    }
}

/// The same where one choice after another is made, and the list may stand open from the one before.
pub fn ways_again(takes_text: bool) -> Vec<Opening> {
    let mut all = ways(takes_text);
    all.insert(0, Opening::Open);
    all
}

//! Puts a telephone number into a box that has the country in a control of its own before it.
//!
//! ```text
//! typing ── the page found the country in it ──────────────────────────▶ done(Held)
//!   └── looking ── another country is shown ──▶ choosing ──▶ looking
//!          └── its country is shown ──▶ writing ── it holds the number ─▶ done(Held)
//!                                         └── no form of it stays ──▶ choosing what was shown before ──▶ done(…)
//! ```
//!
//! Both are read back: what the box holds is the number only together with the code of the country that is shown. What
//! the box held before is put back by whoever drives the field.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use super::pick;
use crate::form::value::beside::{self, Shown};
use crate::machine::{Machine, Millis, Transition, Turn};
use crate::typed::Typed;

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Time passed.
    Tick,
    /// What is shown, once the page had come to rest; `None` if there is no control for the country.
    Seen(Option<Seen>),
    /// What came of choosing a country.
    Chosen(pick::Verdict),
    /// The text was typed into the box; the trouble, empty if there was none.
    Wrote(String),
}

/// The box and the control before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// All the words on the control.
    pub words: String,
    /// What stands in the box itself.
    pub value: Typed,
}

/// What it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Type this over what is in the box.
    Write(Typed),
    /// Wait until the page has come to rest, and look at both.
    Look,
    /// Choose the country that this names, or has the code of.
    Choose(Typed),
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both hold the number; its country's code with `+`, empty if no control shows one.
    Held(String),
    /// There is no control for the country, or it does not tell which one is chosen.
    Untold,
    /// No country that is offered has the code.
    NotOffered,
    /// Several that are offered have it.
    Ambiguous(Vec<String>),
    /// Another country is chosen, and is to stay.
    Other,
    /// The country was chosen, and another one is shown.
    NotTaken,
    /// The country is right, and the box keeps no form of the rest.
    NotKept,
    /// Something could not be operated: the trouble.
    Broken(String),
    /// It did not come to an end in time.
    TimedOut,
}

/// The longest that it may take, in milliseconds.
const PATIENCE: u64 = 25_000;

/// See the module.
pub struct Dial {
    machine: StateMachine<Inner>,
    trace: Vec<Transition>,
}

impl Dial {
    /// Brings the box to `number`, which has its country's code, by one of `forms` of the rest of it. `country` is the
    /// one that is named elsewhere in the form, else empty. With `stays`, none is chosen.
    pub fn new(number: Typed, forms: Vec<Typed>, country: String, stays: bool) -> Self {
        let inner = Inner {
            number,
            forms,
            form: 0,
            country,
            stays,
            asked: 0,
            before: None,
            back: Vec::new(),
            verdict: None,
            give_up: None,
        };
        Self {
            machine: inner.state_machine(),
            trace: Vec::new(),
        }
    }
}

impl Machine for Dial {
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
        match self.machine.state() {
            State::Done {} => None,
            _ => inner.give_up,
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        match self.machine.state() {
            State::Done {} => self.machine.inner().verdict.clone(),
            _ => None,
        }
    }

    fn take_trace(&mut self) -> Vec<Transition> {
        core::mem::take(&mut self.trace)
    }
}

impl Event {
    const fn name(&self) -> &'static str {
        match self {
            Self::Tick => "Tick",
            Self::Seen(_) => "Seen",
            Self::Chosen(_) => "Chosen",
            Self::Wrote(_) => "Wrote",
        }
    }
}

struct Inner {
    number: Typed,
    forms: Vec<Typed>,
    /// The form that is next.
    form: usize,
    country: String,
    stays: bool,
    /// How often a country was asked for.
    asked: u8,
    /// What the control showed at first.
    before: Option<String>,
    /// Names for what it showed, to choose that again; the last first.
    back: Vec<String>,
    /// The verdict to come to, once known.
    verdict: Option<Verdict>,
    give_up: Option<Millis>,
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
                self.give_up = Some(context.now.plus(PATIENCE));
                context.ask(Effect::Look);
                Transition(State::looking())
            }
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn looking(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Seen(seen) = event else { return Super };
        let Some(seen) = seen else {
            return self.end(Verdict::Untold);
        };
        if self.before.is_none() {
            self.before = Some(seen.words.clone());
            if self.holds(seen) {
                return self.held(seen);
            }
            // The page may find the country in the number itself.
            if self.stays {
                return if self.is_shown(&seen.words) {
                    self.write(context)
                } else {
                    self.choose(context)
                };
            }
            context.ask(Effect::Write(self.number.clone()));
            return Transition(State::writing());
        }
        if self.is_shown(&seen.words) {
            return self.write(context);
        }
        if self.asked > 0 {
            return self.go_back(Verdict::NotTaken, &seen.words, context);
        }
        self.choose(context)
    }

    #[state(superstate = "working")]
    fn choosing(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Chosen(verdict) = event else { return Super };
        let verdict = match verdict {
            pick::Verdict::Chosen(_) | pick::Verdict::Stands(_) => {
                context.ask(Effect::Look);
                return Transition(State::looking());
            }
            pick::Verdict::Ambiguous(offered) => Verdict::Ambiguous(offered.clone()),
            pick::Verdict::NotOffered(_) | pick::Verdict::Free(_) | pick::Verdict::Barred(..) => Verdict::NotOffered,
            pick::Verdict::NoList => Verdict::Untold,
            pick::Verdict::Broken(word) => Verdict::Broken(word.clone()),
            pick::Verdict::TimedOut => Verdict::TimedOut,
        };
        let is_open = matches!(verdict, Verdict::Ambiguous(_) | Verdict::NotOffered);
        if is_open && self.asked == 1 && self.is_named() {
            self.asked += 1;
            context.ask(Effect::Choose(Typed::new(self.country.clone())));
            return Handled;
        }
        self.end(verdict)
    }

    #[state(superstate = "working")]
    fn writing(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Wrote(trouble) if trouble.is_empty() => {
                context.ask(Effect::Look);
                Transition(State::reading())
            }
            Event::Wrote(trouble) => self.end(Verdict::Broken(trouble.clone())),
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn reading(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Seen(seen) = event else { return Super };
        let Some(seen) = seen else {
            return self.end(Verdict::Untold);
        };
        if self.holds(seen) {
            return self.held(seen);
        }
        if self.is_shown(&seen.words) {
            return self.write_next(seen, context);
        }
        if self.asked > 0 {
            return self.go_back(Verdict::NotTaken, &seen.words, context);
        }
        self.choose(context)
    }

    #[state(superstate = "working")]
    fn returning(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Chosen(_) => {
                context.ask(Effect::Look);
                Handled
            }
            Event::Seen(seen) => {
                let stands = seen.as_ref().map(|seen| seen.words.clone()).unwrap_or_default();
                let verdict = self.verdict.take().unwrap_or(Verdict::NotKept);
                self.go_back(verdict, &stands, context)
            }
            _ => Super,
        }
    }

    #[superstate]
    fn working(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Tick if self.give_up.is_some_and(|at| at <= context.now) => {
                let verdict = self.verdict.take().unwrap_or(Verdict::TimedOut);
                self.end(verdict)
            }
            // Whatever comes out of turn is an answer to a question that nobody asks any more.
            Event::Tick | Event::Seen(_) | Event::Chosen(_) | Event::Wrote(_) => Handled,
        }
    }

    #[state]
    fn done(event: &Event) -> Outcome<State> {
        match event {
            Event::Tick | Event::Seen(_) | Event::Chosen(_) | Event::Wrote(_) => Handled,
        }
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("dial", from, to);
    }
}

impl Inner {
    /// Whether the country that is shown has the code of the number.
    fn is_shown(&self, words: &str) -> bool {
        let code = beside::code_of(&beside::shown(words));
        let number = beside::read(self.number.reveal());
        code.zip(number)
            .is_some_and(|(code, number)| code.len() >= number.code.len() && number.digits.starts_with(&code))
    }

    /// Whether what is shown and what stands in the box are the number together.
    fn holds(&self, seen: &Seen) -> bool {
        let value = seen.value.reveal().trim();
        let code = beside::code_of(&beside::shown(&seen.words));
        if value.is_empty() {
            return false;
        }
        if value.starts_with('+') {
            return (code.is_none() || self.is_shown(&seen.words)) && beside::same_number(self.number.reveal(), value);
        }
        code.is_some_and(|code| beside::same_number(self.number.reveal(), &format!("+{code} {value}")))
    }

    fn held(&mut self, seen: &Seen) -> Outcome<State> {
        let code = beside::code_of(&beside::shown(&seen.words));
        self.end(Verdict::Held(code.map(|code| format!("+{code}")).unwrap_or_default()))
    }

    /// Whether the country that is named elsewhere has the code of the number.
    fn is_named(&self) -> bool {
        !self.country.is_empty() && self.is_shown(&self.country)
    }

    fn choose(&mut self, context: &mut Turn<Effect>) -> Outcome<State> {
        if self.stays {
            return self.end(Verdict::Other);
        }
        // What does not say which country is chosen in it cannot be read back, nor chosen again.
        let is_told = self
            .before
            .as_ref()
            .is_some_and(|words| beside::shown(words) != Shown::Nothing);
        if !is_told {
            return self.end(Verdict::Untold);
        }
        self.asked += 1;
        context.ask(Effect::Choose(self.number.clone()));
        Transition(State::choosing())
    }

    fn write(&mut self, context: &mut Turn<Effect>) -> Outcome<State> {
        match self.forms.get(self.form) {
            Some(form) => {
                self.form += 1;
                context.ask(Effect::Write(form.clone()));
                Transition(State::writing())
            }
            None => self.end(Verdict::NotKept),
        }
    }

    fn write_next(&mut self, seen: &Seen, context: &mut Turn<Effect>) -> Outcome<State> {
        if self.form < self.forms.len() {
            return self.write(context);
        }
        self.go_back(Verdict::NotKept, &seen.words, context)
    }

    /// Ends with `verdict` once the country that was shown at first is chosen again, or no name for it leads there.
    fn go_back(&mut self, verdict: Verdict, stands: &str, context: &mut Turn<Effect>) -> Outcome<State> {
        let Some(before) = self.before.clone().filter(|before| before != stands && !self.stays) else {
            return self.end(verdict);
        };
        if self.verdict.is_none() && self.back.is_empty() && self.asked < u8::MAX {
            self.asked = u8::MAX;
            self.back = names(&before);
        }
        match self.back.pop() {
            Some(name) => {
                self.verdict = Some(verdict);
                context.ask(Effect::Choose(Typed::new(name)));
                Transition(State::returning())
            }
            None => self.end(verdict),
        }
    }

    fn end(&mut self, verdict: Verdict) -> Outcome<State> {
        self.verdict = Some(verdict);
        Transition(State::done())
    }
}

/// Names under which a list may offer what a control shows, the likeliest last.
fn names(words: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    match beside::shown(words) {
        Shown::Code(code) => all.push(format!("+{code}")),
        Shown::Country(country) => all.push(country.to_string()),
        Shown::Asks | Shown::Nothing => {}
    }
    let flags: String = words
        .chars()
        .filter(|c| ('\u{1F1E6}'..='\u{1F1FF}').contains(c))
        .collect();
    if let Shown::Country(country) = beside::shown(&flags) {
        all.push(country.to_string());
    }
    all.push(words.to_string());
    all
}

#[cfg(test)]
mod tests {
    use super::{Dial, Effect, Event, Seen, Verdict};
    use crate::typed::Typed;
    use crate::widget::pick;
    use crate::{Machine, Millis};
    use std::format;
    use std::string::{String, ToString};
    use std::vec::Vec;

    /// A page: what it offers, as name and code, which is chosen, what stands in the box, what the box makes of a text,
    /// and whether the page finds the country in a number itself.
    struct Page {
        offers: &'static [(&'static str, &'static str)],
        chosen: usize,
        value: String,
        most: usize,
        finds: bool,
        /// Whether a choice comes to nothing.
        deaf: bool,
    }

    const WORLD: &[(&str, &str)] = &[
        ("United States", "1"),
        ("Germany", "49"),
        ("Guernsey", "44"),
        ("Jersey", "44"),
    ];

    impl Page {
        fn words(&self) -> String {
            let (name, code) = self.offers[self.chosen];
            format!("{name} +{code}")
        }

        fn choose(&mut self, wanted: &str) -> pick::Verdict {
            let code = |number: &str| -> Vec<usize> {
                let number: String = number.chars().filter(char::is_ascii_digit).collect();
                let all = self.offers.iter().enumerate();
                all.filter(|(_, (_, code))| !number.is_empty() && number.starts_with(code))
                    .map(|(at, _)| at)
                    .collect()
            };
            let named = self.offers.iter().position(|(name, _)| wanted.starts_with(name));
            let hits = named.map_or_else(|| code(wanted), |at| [at].into());
            let label = |at: &usize| self.offers[*at].0.to_string();
            match hits.as_slice() {
                [] => pick::Verdict::NotOffered(Vec::new()),
                [at] => {
                    let label = label(at);
                    if !self.deaf {
                        self.chosen = *at;
                    }
                    pick::Verdict::Chosen(label)
                }
                several => pick::Verdict::Ambiguous(several.iter().map(label).collect()),
            }
        }
    }

    fn run(page: &mut Page, number: &str, country: &str) -> Verdict {
        let forms = crate::form::value::national_forms(number, &crate::form::model::Field::default());
        let mut machine = Dial::new(number.into(), forms, country.into(), false);
        let mut effects = machine.handle(Millis(0), Event::Tick);
        for _ in 0..50 {
            let Some(effect) = effects.pop() else { break };
            assert!(effects.is_empty(), "one thing at a time");
            let event = match effect {
                Effect::Look => Event::Seen(Some(Seen {
                    words: page.words(),
                    value: Typed::new(page.value.clone()),
                })),
                Effect::Choose(wanted) => Event::Chosen(page.choose(wanted.reveal())),
                Effect::Write(text) => {
                    let text = text.reveal();
                    let mut digits: String = text.chars().filter(char::is_ascii_digit).collect();
                    if page.finds && text.starts_with('+') {
                        let at = page.offers.iter().position(|(_, code)| digits.starts_with(code));
                        page.chosen = at.unwrap_or(page.chosen);
                        digits = digits[page.offers[page.chosen].1.len()..].to_string();
                    }
                    page.value = digits.chars().take(page.most).collect();
                    Event::Wrote(String::new())
                }
            };
            effects = machine.handle(Millis(1), event);
        }
        machine.verdict().expect("it comes to an end")
    }

    fn page() -> Page {
        Page {
            offers: WORLD,
            chosen: 0,
            value: String::new(),
            most: 15,
            finds: false,
            deaf: false,
        }
    }

    #[test]
    fn the_country_is_chosen_and_the_rest_is_written() {
        let mut own = page();
        assert_eq!(run(&mut own, "+49 30 123456", ""), Verdict::Held("+49".into()));
        assert_eq!((own.chosen, own.value.as_str()), (1, "30123456"));
        // What the page finds itself is not chosen once more.
        let mut own = Page { finds: true, ..page() };
        assert_eq!(run(&mut own, "+49 30 123456", ""), Verdict::Held("+49".into()));
        assert_eq!((own.chosen, own.value.as_str()), (1, "30123456"));
        // What shows the same code stays.
        let mut own = page();
        assert_eq!(run(&mut own, "+1 416 555 0100", ""), Verdict::Held("+1".into()));
        assert_eq!((own.chosen, own.value.as_str()), (0, "4165550100"));
    }

    #[test]
    fn a_country_that_is_not_settled_is_not_chosen() {
        let mut own = page();
        assert_eq!(run(&mut own, "+81 3 1234 5678", ""), Verdict::NotOffered);
        assert_eq!(own.chosen, 0);
        let both = Verdict::Ambiguous(["Guernsey".into(), "Jersey".into()].into());
        assert_eq!(run(&mut own, "+44 1534 440000", ""), both);
        assert_eq!(run(&mut own, "+44 1534 440000", "Germany"), both);
        assert_eq!(own.chosen, 0);
        assert_eq!(run(&mut own, "+44 1534 440000", "Jersey"), Verdict::Held("+44".into()));
        assert_eq!((own.chosen, own.value.as_str()), (3, "1534440000"));
    }

    #[test]
    fn a_country_whose_number_the_box_does_not_keep_is_taken_back() {
        let mut own = Page { most: 5, ..page() };
        assert_eq!(run(&mut own, "+49 30 123456", ""), Verdict::NotKept);
        assert_eq!(own.chosen, 0);
        let mut own = Page { deaf: true, ..page() };
        assert_eq!(run(&mut own, "+49 30 123456", ""), Verdict::NotTaken);
        assert_eq!(own.chosen, 0);
    }
}

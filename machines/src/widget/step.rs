//! Brings a slider, or a spinner without a box to type in, to a number by its arrow keys.
//!
//! ```text
//! looking ── it is there ──▶ done(Set)
//!  ▲  │
//!  │  ├── it tells no number yet ──▶ pressing once, and back as soon as it has told one
//!  │  └── it is not ──▶ pressing ── pressed ──┐
//!  └──────────────────────────────────────────┘
//!     it cannot be got to ──▶ looking for where it was ──▶ done(NotOffered), done(Stuck)
//! ```
//!
//! The first stroke tells how far one stroke goes and which way. A number between two steps is not rounded: the slider
//! goes back to where it was.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use super::fixed::Fixed;
use crate::machine::{Machine, Millis, Transition, Turn};

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Arrow right.
    Right,
    /// Arrow left.
    Left,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
}

impl Key {
    /// Its name in key events.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "ArrowRight",
            Self::Left => "ArrowLeft",
            Self::Up => "ArrowUp",
            Self::Down => "ArrowDown",
        }
    }

    const fn back(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Time passed.
    Tick,
    /// The keys were pressed; the trouble, empty if there was none.
    Done(String),
    /// What the slider says that it stands at, if it says a number.
    Stands(Option<String>),
    /// It has told no number yet, but may once it has moved: its place, in no known measure.
    Adrift(String),
}

/// What it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Read where it stands.
    Look,
    /// Press this key so often.
    Press(Key, u32),
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It stands at the number.
    Set,
    /// It has no such step: the nearest that it has. It stands where it stood.
    NotOffered(Vec<String>),
    /// It does not move by keys, or moves otherwise than by steps.
    Stuck,
    /// It moves, and nothing tells where it stands. It stands where it stood.
    Untold,
    /// It could not be operated: the trouble.
    Broken(String),
    /// It did not come to an end in time.
    TimedOut,
}

/// The longest that it may take, in milliseconds.
pub const PATIENCE: u64 = 8_000;
/// The most strokes at a time.
const BURST: i128 = 500;
/// The most times that it is looked at.
const LOOKS: u32 = 24;

/// See the module.
pub struct Steps {
    machine: StateMachine<Inner>,
    trace: Vec<Transition>,
}

impl Steps {
    /// Brings it to `wanted`, a decimal number.
    pub fn new(wanted: &str) -> Self {
        let inner = Inner {
            wanted: Fixed::read(wanted),
            goal: None,
            start: None,
            last: None,
            key: None,
            tried: Vec::new(),
            stride: None,
            looks: 0,
            felt: None,
            give_up: None,
            returning: None,
            verdict: None,
        };
        Self {
            machine: inner.state_machine(),
            trace: Vec::new(),
        }
    }
}

impl Machine for Steps {
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
            Self::Stands(_) => "Stands",
            Self::Adrift(_) => "Adrift",
        }
    }
}

struct Inner {
    wanted: Option<Fixed>,
    goal: Option<Fixed>,
    start: Option<Fixed>,
    /// Where it stood before the last strokes, and how many they were.
    last: Option<(Fixed, i128)>,
    key: Option<Key>,
    /// The keys that moved nothing.
    tried: Vec<Key>,
    /// How far one stroke of the key goes.
    stride: Option<Fixed>,
    looks: u32,
    /// The stroke that is to make it tell its number, and its place before that.
    felt: Option<(Key, String)>,
    give_up: Option<Millis>,
    /// The verdict to come to once it stands where it stood.
    returning: Option<Verdict>,
    verdict: Option<Verdict>,
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
                self.goal = self.wanted;
                context.ask(Effect::Look);
                Transition(State::looking())
            }
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn looking(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        if self.start.is_none()
            && matches!(event, Event::Stands(_) | Event::Adrift(_))
            && let Some(verdict) = self.returning.take()
        {
            return self.end(verdict);
        }
        let text = match event {
            Event::Stands(text) => text,
            Event::Adrift(place) => return self.feel(place, context),
            Event::Tick | Event::Done(_) => return Super,
        };
        let (Some(here), Some(goal)) = (text.as_deref().and_then(Fixed::read), self.goal) else {
            return self.end(Verdict::Stuck);
        };
        if let Some((key, _)) = self.felt.take() {
            // Now it tells. Where it stood before the stroke is where it goes back to.
            return self.press(key.back(), 1, here, context);
        }
        self.start.get_or_insert(here);
        self.looks += 1;
        if here == goal {
            let verdict = self.returning.take().unwrap_or(Verdict::Set);
            return self.end(verdict);
        }
        if self.looks > LOOKS {
            return self.give_back(here, Verdict::Stuck, context);
        }
        self.learn(here);
        self.go(here, goal, context)
    }

    #[state(superstate = "working")]
    fn pressing(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Done(trouble) if trouble.is_empty() => {
                context.ask(Effect::Look);
                Transition(State::looking())
            }
            Event::Done(trouble) => self.end(Verdict::Broken(trouble.clone())),
            _ => Super,
        }
    }

    #[superstate]
    fn working(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Tick if self.give_up.is_some_and(|at| at <= context.now) => self.end(Verdict::TimedOut),
            // Whatever comes out of turn is an answer to a question that nobody asks any more.
            Event::Tick | Event::Done(_) | Event::Stands(_) | Event::Adrift(_) => Handled,
        }
    }

    #[state]
    fn done(event: &Event) -> Outcome<State> {
        match event {
            Event::Tick | Event::Done(_) | Event::Stands(_) | Event::Adrift(_) => Handled,
        }
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("step", from, to);
    }
}

impl Inner {
    /// Moves it once so that it tells where it stands.
    fn feel(&mut self, place: &str, context: &mut Turn<Effect>) -> Outcome<State> {
        if self.start.is_some() {
            return self.end(Verdict::Untold);
        }
        let next = match self.felt.take() {
            None => Some(Key::Right),
            Some((key, before)) if before != place => {
                // It has moved, and no number with it.
                self.returning = Some(Verdict::Untold);
                context.ask(Effect::Press(key.back(), 1));
                return Transition(State::pressing());
            }
            // It may be at its end, or listen to other keys.
            Some((Key::Right, _)) => Some(Key::Left),
            Some((Key::Left, _)) => Some(Key::Up),
            Some((Key::Up, _)) => Some(Key::Down),
            Some((Key::Down, _)) => None,
        };
        let Some(key) = next else {
            return self.end(Verdict::Stuck);
        };
        self.felt = Some((key, place.to_string()));
        context.ask(Effect::Press(key, 1));
        Transition(State::pressing())
    }

    /// What the last strokes tell of the key.
    fn learn(&mut self, here: Fixed) {
        let (Some((before, strokes)), Some(key)) = (self.last.take(), self.key) else {
            return;
        };
        if here == before {
            self.tried.push(key);
            self.key = None;
            self.stride = None;
        } else if strokes == 1 {
            self.stride = here.minus(before);
        }
    }

    fn go(&mut self, here: Fixed, goal: Fixed, context: &mut Turn<Effect>) -> Outcome<State> {
        let up = here.below(goal);
        let Some(key) = self.key else {
            let ways = if up {
                [Key::Right, Key::Up, Key::Left]
            } else {
                [Key::Left, Key::Down, Key::Right]
            };
            let Some(key) = ways.into_iter().find(|key| !self.tried.contains(key)) else {
                return self.give_back(here, Verdict::Stuck, context);
            };
            return self.press(key, 1, here, context);
        };
        let Some(stride) = self.stride else {
            return self.press(key, 1, here, context);
        };
        let Some((strokes, rest)) = goal.minus(here).and_then(|way| way.over(stride)) else {
            return self.give_back(here, Verdict::Stuck, context);
        };
        if strokes == 0 && rest {
            // It lies between two steps.
            let onward = goal.below(here) == stride.below(Fixed(0));
            let other = if onward { here.plus(stride) } else { here.minus(stride) };
            let near = [Some(here), other];
            let near = near.into_iter().flatten().map(|number| number.to_string()).collect();
            return self.give_back(here, Verdict::NotOffered(near), context);
        }
        if strokes < 0 {
            self.key = Some(key.back());
            self.stride = stride.negated();
            return self.press(key.back(), strokes.saturating_neg().min(BURST), here, context);
        }
        self.press(key, strokes.clamp(1, BURST), here, context)
    }

    fn press(&mut self, key: Key, strokes: i128, here: Fixed, context: &mut Turn<Effect>) -> Outcome<State> {
        self.key = Some(key);
        self.last = Some((here, strokes));
        context.ask(Effect::Press(key, u32::try_from(strokes).unwrap_or(1)));
        Transition(State::pressing())
    }

    /// Goes back to where it stood, if it moved at all.
    fn give_back(&mut self, here: Fixed, verdict: Verdict, context: &mut Turn<Effect>) -> Outcome<State> {
        match (&self.returning, self.start) {
            (None, Some(start)) if start != here => {
                self.goal = self.start;
                self.returning = Some(verdict);
                self.looks = 0;
                self.tried.clear();
                self.go(here, start, context)
            }
            (None, _) => self.end(verdict),
            (Some(_), _) => {
                let verdict = self.returning.take().unwrap_or(verdict);
                self.end(verdict)
            }
        }
    }

    fn end(&mut self, verdict: Verdict) -> Outcome<State> {
        self.verdict = Some(verdict);
        Transition(State::done())
    }
}

#[cfg(test)]
mod tests {
    use super::{Effect, Event, Fixed, Steps, Verdict};
    use crate::{Machine, Millis};
    use std::format;
    use std::string::{String, ToString};
    use std::vec::Vec;

    /// A slider: its ends, its step, where it stands (all in thousandths), and whether it listens to the keys that go
    /// across, and to which way they go.
    struct Slider {
        least: i64,
        most: i64,
        step: i64,
        stands: i64,
        across: bool,
        mirrored: bool,
    }

    fn run(slider: &mut Slider, wanted: &str) -> Verdict {
        let mut machine = Steps::new(wanted);
        let mut effects = machine.handle(Millis(0), Event::Tick);
        for _ in 0..200 {
            let Some(effect) = effects.pop() else { break };
            assert!(effects.is_empty(), "one thing at a time");
            let event = match effect {
                Effect::Look => Event::Stands(Some(Fixed((slider.stands * 1000).into()).to_string())),
                Effect::Press(key, count) => {
                    let forward = match key.name() {
                        "ArrowRight" if slider.across => !slider.mirrored,
                        "ArrowLeft" if slider.across => slider.mirrored,
                        "ArrowUp" => true,
                        "ArrowDown" => false,
                        _ => {
                            effects = machine.handle(Millis(1), Event::Done(String::new()));
                            continue;
                        }
                    };
                    for _ in 0..count {
                        let next = slider.stands + if forward { slider.step } else { -slider.step };
                        slider.stands = next.clamp(slider.least, slider.most);
                    }
                    Event::Done(String::new())
                }
            };
            effects = machine.handle(Millis(1), event);
        }
        machine.verdict().expect("it comes to an end")
    }

    #[test]
    fn sliders_of_all_sorts_are_brought_to_the_number_or_left_where_they_stood() {
        let near = |texts: &[&str]| Verdict::NotOffered(texts.iter().map(ToString::to_string).collect::<Vec<_>>());
        let table = [
            // least, most, step, stands, across, mirrored, wanted, ends at, verdict
            (0, 40_000, 1_000, 3_000, true, false, "12", 12_000, Verdict::Set),
            (0, 40_000, 1_000, 30_000, true, false, "12", 12_000, Verdict::Set),
            (0, 40_000, 1_000, 3_000, true, true, "12", 12_000, Verdict::Set),
            (0, 40_000, 1_000, 3_000, false, false, "12", 12_000, Verdict::Set),
            (0, 1_000_000, 50_000, 200_000, true, false, "350", 350_000, Verdict::Set),
            (0, 2_000_000, 1_000, 0, true, false, "1999", 1_999_000, Verdict::Set),
            (0, 1_000, 100, 0, true, false, "0.3", 300, Verdict::Set),
            (-5_000, 5_000, 1_000, 0, true, false, "-4", -4_000, Verdict::Set),
            (
                0,
                40_000,
                10_000,
                10_000,
                true,
                false,
                "12",
                10_000,
                near(&["20", "10"]),
            ),
            (
                0,
                40_000,
                10_000,
                10_000,
                true,
                false,
                "38",
                10_000,
                near(&["30", "40"]),
            ),
            (5_000, 5_000, 1_000, 5_000, true, false, "12", 5_000, Verdict::Stuck),
            (0, 9_000, 1_000, 5_000, true, false, "12", 5_000, Verdict::Stuck),
        ];
        for (least, most, step, stands, across, mirrored, wanted, ends, verdict) in table {
            let mut slider = Slider {
                least,
                most,
                step,
                stands,
                across,
                mirrored,
            };
            let came = run(&mut slider, wanted);
            let case = format!("{least}..{most} by {step} from {stands} to {wanted}");
            assert_eq!(slider.stands, ends, "{case}");
            assert_eq!(came, verdict, "{case}");
        }
    }

    #[test]
    fn a_slider_that_tells_its_number_once_it_has_moved_is_counted_from_where_it_stood() {
        // Where it stands between 0 and 10, whether it tells at all, what is wanted, where it ends.
        let table = [
            (3, true, "7", 7, Verdict::Set),
            (10, true, "7", 7, Verdict::Set),
            (0, true, "0", 0, Verdict::Set),
            (3, true, "12", 3, Verdict::Stuck),
            (3, false, "7", 3, Verdict::Untold),
            (10, false, "7", 10, Verdict::Untold),
        ];
        for (from, tells, wanted, ends, verdict) in table {
            let (mut stands, mut moved) = (from, false);
            let mut machine = Steps::new(wanted);
            let mut effects = machine.handle(Millis(0), Event::Tick);
            for _ in 0..200 {
                let Some(effect) = effects.pop() else { break };
                let event = match effect {
                    Effect::Look if tells && moved => Event::Stands(Some(stands.to_string())),
                    Effect::Look => Event::Adrift(format!("{stands}0 px")),
                    Effect::Press(key, count) => {
                        let by = if matches!(key.name(), "ArrowRight" | "ArrowUp") {
                            1
                        } else {
                            -1
                        };
                        for _ in 0..count {
                            let next = (stands + by).clamp(0, 10);
                            moved |= next != stands;
                            stands = next;
                        }
                        Event::Done(String::new())
                    }
                };
                effects = machine.handle(Millis(1), event);
            }
            let case = format!("from {from} to {wanted}, {tells}");
            assert_eq!(machine.verdict(), Some(verdict), "{case}");
            assert_eq!(stands, ends, "{case}");
        }
    }

    #[test]
    fn a_number_is_read_exactly_and_what_a_float_left_is_rounded_away() {
        let table = [
            ("2.0", "2"),
            ("0.30000000000000004", "0.3"),
            ("-1.5", "-1.5"),
            ("007", "7"),
            ("0.1234567", "0.123457"),
        ];
        for (text, shown) in table {
            assert_eq!(
                Fixed::read(text).map(|number| number.to_string()).as_deref(),
                Some(shown),
                "{text}"
            );
        }
        for text in ["", "-", "five", "1,5", "1e3"] {
            assert_eq!(Fixed::read(text), None, "{text}");
        }
    }
}

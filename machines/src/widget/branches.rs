//! Brings a tree of boxes to exactly the branches and leaves that are wanted.
//!
//! ```text
//! idle ──▶ looking ── all stands as wanted ──▶ done(Held)
//!           ▲  │
//!           │  ├── a branch is shut that may hold one of them, or is ticked in part ──▶ acting (it is opened) ──┐
//!           │  ├── one is ticked that is not wanted, or the other way round ──▶ acting (it is pressed) ─────────┤
//!           │  └── it is not there, or there twice, or cannot be ticked ──▶ done(…)                             │
//!           └──────────────────────────────────── resting ◀─────────────────────────────────────────────────────┘
//! ```
//!
//! Nothing is ticked before each answer is found and found once. What a tick does to the branches around and below is the
//! page's matter: after each the tree is looked at again.

use alloc::string::String;
use alloc::vec::Vec;

#[allow(clippy::wildcard_imports, reason = "the macro writes code that names most of it")]
use statig::blocking::*;

use crate::Typed;
use crate::form::text::fold;
use crate::machine::{Machine, Millis, Transition, Turn};

/// What a node shows of its box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// It has none.
    #[default]
    None,
    /// Not ticked.
    Off,
    /// Ticked.
    On,
    /// Some of what is below it is ticked.
    Part,
}

/// One branch or leaf, as it stands in the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Its element.
    pub element: u32,
    /// What it is called, and before that what it stands in, outermost first.
    pub path: Vec<String>,
    /// Its box.
    pub mark: Mark,
    /// Whether it is open; `None` for a leaf.
    pub open: Option<bool>,
    /// What is pressed to tick it, if it can be told.
    pub words: Option<u32>,
    /// What is pressed to open it, if it can be told.
    pub opener: Option<u32>,
    /// Whether it cannot be used.
    pub disabled: bool,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Time passed.
    Tick,
    /// What was asked for was done; the trouble, empty if there was none.
    Done(String),
    /// The page has come to rest, or not within its time.
    Rested,
    /// The tree, in document order.
    Seen(Vec<Node>),
}

/// What it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Look at the tree.
    Look,
    /// Press this.
    Press(u32),
    /// Open this branch by its key.
    Open(u32),
    /// Tick this node by its key, or untick it.
    Tick(u32),
    /// Wait until the page has come to rest.
    Rest,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Exactly what is wanted is ticked.
    Held,
    /// It is not in the tree: what is, level by level.
    NotOffered(Vec<String>),
    /// Several are called so: their paths.
    Ambiguous(Vec<String>),
    /// It cannot be ticked or unticked.
    Stuck,
    /// It could not be operated: the trouble.
    Broken(String),
    /// It did not come to an end in time.
    TimedOut,
}

/// The longest that it may take, in milliseconds.
pub const PATIENCE: u64 = 20_000;
/// The most things that are done.
const MOST: usize = 300;
/// So many nodes are told where nothing fits.
const TOLD: usize = 60;
/// What stands between the parts of a path.
pub const BETWEEN: &str = " > ";
/// What a tree tells behind a branch that is ticked while not all below it is.
pub const ALONE: &str = " (alone)";
/// What stands between what is ticked.
pub const LISTED: &str = "; ";

/// The parts of a path as a person wrote it, folded.
pub fn parts(path: &str) -> Vec<String> {
    let mark = [" > ", " / ", " › ", " » ", " → "]
        .into_iter()
        .find(|mark| path.contains(mark));
    match mark {
        Some(mark) => path.split(mark).map(fold).collect(),
        None => [fold(path)].into(),
    }
}

/// Whether a node at `path` is called by `wanted`: by its own name or by the end of its path.
fn is_called(path: &[String], wanted: &[String]) -> bool {
    wanted.len() <= path.len()
        && path
            .iter()
            .rev()
            .map(|part| fold(part))
            .zip(wanted.iter().rev())
            .all(|(a, b)| a == *b)
}

/// Whether what a tree tells as ticked, a path each, is exactly what was wanted: each of these, what is below it, and what
/// is ticked because all below it is.
pub fn holds(wanted: &[Typed], ticked: &[&str]) -> bool {
    let got: Vec<(Vec<String>, bool)> = ticked
        .iter()
        .map(|path| match path.strip_suffix(ALONE) {
            Some(path) => (path.split(BETWEEN).map(String::from).collect(), true),
            None => (path.split(BETWEEN).map(String::from).collect(), false),
        })
        .collect();
    let whole: Option<Vec<&Vec<String>>> = wanted
        .iter()
        .map(|wanted| parts(wanted.reveal()))
        .map(|wanted| got.iter().map(|(path, _)| path).find(|path| is_called(path, &wanted)))
        .collect();
    let covers = |own: &Vec<String>, path: &Vec<String>, alone: bool| {
        own == path || !alone && (path.starts_with(own) || own.starts_with(path))
    };
    whole.is_some_and(|whole| {
        got.iter()
            .all(|(path, alone)| whole.iter().any(|own| covers(own, path, *alone)))
    })
}

/// See the module.
pub struct Branches {
    machine: StateMachine<Inner>,
    trace: Vec<Transition>,
}

impl Branches {
    /// To tick exactly `wanted`: names or paths.
    pub fn new(wanted: &[Typed]) -> Self {
        let inner = Inner {
            wanted: wanted.iter().map(|wanted| parts(wanted.reveal())).collect(),
            opened: Vec::new(),
            ticked: Vec::new(),
            acts: 0,
            give_up: None,
            verdict: None,
        };
        Self {
            machine: inner.state_machine(),
            trace: Vec::new(),
        }
    }
}

impl Machine for Branches {
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
            Self::Seen(_) => "Seen",
        }
    }
}

struct Inner {
    wanted: Vec<Vec<String>>,
    /// The branches that were opened, once for each way.
    opened: Vec<u32>,
    /// The nodes that were ticked or unticked, once for each time, with what they showed before.
    ticked: Vec<(u32, Mark)>,
    acts: usize,
    give_up: Option<Millis>,
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
                context.ask(Effect::Look);
                Transition(State::looking())
            }
            _ => Super,
        }
    }

    #[state(superstate = "working")]
    fn looking(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        let Event::Seen(nodes) = event else { return Super };
        let next = match self.next(nodes) {
            Ok(effect) => effect,
            Err(verdict) => return self.end(verdict),
        };
        self.acts += 1;
        if self.acts > MOST {
            return self.end(Verdict::Stuck);
        }
        context.ask(next);
        Transition(State::acting())
    }

    #[state(superstate = "working")]
    fn acting(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            // What could not be done one way may be done another, as the next look will show.
            Event::Done(trouble) if matches!(trouble.as_str(), "" | "unfocusable" | "covered" | "hidden") => {
                context.ask(Effect::Rest);
                Transition(State::resting())
            }
            Event::Done(trouble) => self.end(Verdict::Broken(trouble.clone())),
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

    #[superstate]
    fn working(&mut self, event: &Event, context: &mut Turn<Effect>) -> Outcome<State> {
        match event {
            Event::Tick if self.give_up.is_some_and(|at| at <= context.now) => self.end(Verdict::TimedOut),
            // An answer to a question that nobody asks any more.
            Event::Tick | Event::Done(_) | Event::Rested | Event::Seen(_) => Handled,
        }
    }

    #[state]
    fn done(event: &Event) -> Outcome<State> {
        match event {
            Event::Tick | Event::Done(_) | Event::Rested | Event::Seen(_) => Handled,
        }
    }

    fn note(_: &mut Self, from: &State, to: &State, context: &mut Turn<Effect>) {
        context.note("branches", from, to);
    }
}

impl Inner {
    /// What to do about the tree as it is, or what it has come to.
    fn next(&mut self, nodes: &[Node]) -> Result<Effect, Verdict> {
        let mut targets = Vec::new();
        for wanted in self.wanted.clone() {
            match self.find(&wanted, nodes)? {
                Found::At(node) => targets.push(node),
                Found::After(effect) => return Ok(effect),
            }
        }
        // What is ticked in a branch that is shut is not known.
        if let Some(effect) = self.open(nodes, |node| matches!(node.mark, Mark::None | Mark::Part)) {
            return Ok(effect);
        }
        let below = |node: &Node| targets.iter().any(|own| node.path.starts_with(&own.path));
        let above = |node: &Node| targets.iter().any(|own| own.path.starts_with(&node.path));
        let extra = nodes.iter().find(|node| {
            let kept = below(node) || above(node) && is_full(node, nodes);
            !kept && (node.mark == Mark::On || node.mark == Mark::Part && node.open == Some(false))
        });
        let missing = targets.iter().find(|own| own.mark != Mark::On);
        match extra.or(missing.copied()) {
            Some(node) => self.tick(node),
            None => Err(Verdict::Held),
        }
    }

    fn find<'n>(&mut self, wanted: &[String], nodes: &'n [Node]) -> Result<Found<'n>, Verdict> {
        let named: Vec<&Node> = nodes.iter().filter(|node| is_called(&node.path, wanted)).collect();
        let mut whole = named.iter().filter(|node| node.path.len() == wanted.len());
        // A path from the root names one, wherever else something is called so.
        if let (2.., Some(one), None) = (wanted.len(), whole.next(), whole.next()) {
            return Ok(Found::At(one));
        }
        let way = |node: &Node| {
            let start = wanted.get(..node.path.len());
            start.is_some_and(|start| is_called(&node.path, start))
        };
        if let Some(effect) = self.open(nodes, way).or_else(|| self.open(nodes, |_| true)) {
            return Ok(Found::After(effect));
        }
        let paths =
            |nodes: &mut dyn Iterator<Item = &Node>| nodes.take(TOLD).map(|node| node.path.join(BETWEEN)).collect();
        match named.as_slice() {
            [one] => Ok(Found::At(one)),
            [] => Err(Verdict::NotOffered(paths(&mut nodes.iter()))),
            several => Err(Verdict::Ambiguous(paths(&mut several.iter().copied()))),
        }
    }

    /// Opens the first branch that is shut and for which `wanted` holds, each way once.
    fn open(&mut self, nodes: &[Node], wanted: impl Fn(&Node) -> bool) -> Option<Effect> {
        let tries = |element| self.opened.iter().filter(|own| **own == element).count();
        let node = nodes
            .iter()
            .find(|node| node.open == Some(false) && tries(node.element) < 2 && wanted(node))?;
        let effect = match node.opener {
            Some(opener) if tries(node.element) == 0 => Effect::Press(opener),
            _ => Effect::Open(node.element),
        };
        self.opened.push(node.element);
        Some(effect)
    }

    fn tick(&mut self, node: &Node) -> Result<Effect, Verdict> {
        if node.disabled {
            return Err(Verdict::Broken("disabled".into()));
        }
        let tries: Vec<Mark> = self
            .ticked
            .iter()
            .filter(|(element, _)| *element == node.element)
            .map(|(_, mark)| *mark)
            .collect();
        let press = node.words.map_or(Effect::Tick(node.element), Effect::Press);
        let effect = match tries.as_slice() {
            _ if node.mark == Mark::None => return Err(Verdict::Stuck),
            [] => press,
            // The first press changed nothing.
            [before] if *before == node.mark => Effect::Tick(node.element),
            // From ticked in part it may go either way first.
            [.., before] if *before != node.mark && tries.len() < 3 => press,
            _ => return Err(Verdict::Stuck),
        };
        self.ticked.push((node.element, node.mark));
        Ok(effect)
    }

    fn end(&mut self, verdict: Verdict) -> Outcome<State> {
        self.verdict = Some(verdict);
        Transition(State::done())
    }
}

enum Found<'n> {
    At(&'n Node),
    /// Once this is done it may come into sight.
    After(Effect),
}

/// Whether a ticked branch is so because all right below it is.
fn is_full(node: &Node, nodes: &[Node]) -> bool {
    let inside = |other: &&Node| other.path.len() == node.path.len() + 1 && other.path.starts_with(&node.path);
    nodes.iter().filter(inside).all(|other| other.mark == Mark::On)
}

#[cfg(test)]
mod tests {
    use super::{Branches, Effect, Event, Mark, Node, Verdict, holds};
    use crate::{Machine, Millis, Typed};
    use std::string::{String, ToString};
    use std::vec::Vec;

    const PATHS: [&str; 8] = [
        "Fruit",
        "Fruit > Apple",
        "Fruit > Pear",
        "Vegetables",
        "Vegetables > Roots",
        "Vegetables > Roots > Carrot",
        "Vegetables > Roots > Beet",
        "Vegetables > Leaves",
    ];

    /// A tree in which a tick of a branch ticks all below it, and whose branches are shut at first.
    struct Tree {
        on: Vec<&'static str>,
        open: Vec<&'static str>,
        by_mouse: bool,
        acts: Vec<String>,
    }

    fn below(path: &str) -> Vec<&'static str> {
        let start = std::format!("{path} > ");
        PATHS.into_iter().filter(|other| other.starts_with(&start)).collect()
    }

    impl Tree {
        fn nodes(&self) -> Vec<Node> {
            let leaf = |path: &str| below(path).is_empty();
            let mut nodes = Vec::new();
            for (at, path) in (0..).zip(PATHS) {
                let mut parent = path;
                let mut shown = true;
                while let Some((outer, _)) = parent.rsplit_once(" > ") {
                    shown &= self.open.contains(&outer);
                    parent = outer;
                }
                let leaves: Vec<&str> = below(path).into_iter().filter(|it| leaf(it)).collect();
                let on = leaves.iter().filter(|it| self.on.contains(*it)).count();
                let mark = match (leaves.len(), on) {
                    (0, _) if self.on.contains(&path) => Mark::On,
                    (0, _) | (_, 0) => Mark::Off,
                    (all, on) if all == on => Mark::On,
                    _ => Mark::Part,
                };
                if shown {
                    nodes.push(Node {
                        element: at,
                        path: path.split(" > ").map(String::from).collect(),
                        mark,
                        open: (!leaf(path)).then(|| self.open.contains(&path)),
                        words: Some(at),
                        opener: Some(at + 100),
                        disabled: false,
                    });
                }
            }
            nodes
        }

        fn tick(&mut self, element: u32) {
            let path = PATHS[element as usize];
            let on = self
                .nodes()
                .iter()
                .any(|node| node.element == element && node.mark == Mark::On);
            for other in PATHS {
                if below(other).is_empty() && (other == path || below(path).contains(&other)) {
                    self.on.retain(|it| *it != other);
                    if !on {
                        self.on.push(other);
                    }
                }
            }
        }

        fn run(&mut self, wanted: &[&str]) -> Option<Verdict> {
            let wanted: Vec<Typed> = wanted.iter().map(|it| Typed::new(*it)).collect();
            let mut machine = Branches::new(&wanted);
            let mut effects = machine.handle(Millis(0), Event::Tick);
            while let Some(effect) = effects.pop() {
                assert_eq!(effects, [], "one thing at a time");
                let event = match effect {
                    Effect::Look => Event::Seen(self.nodes()),
                    Effect::Rest => Event::Rested,
                    Effect::Press(element) if element >= 100 => {
                        if self.by_mouse {
                            self.open.push(PATHS[element as usize - 100]);
                        }
                        Event::Done(String::new())
                    }
                    Effect::Open(element) => {
                        self.open.push(PATHS[element as usize]);
                        Event::Done(String::new())
                    }
                    Effect::Press(element) | Effect::Tick(element) => {
                        self.acts.push(PATHS[element as usize].to_string());
                        if self.by_mouse || matches!(effect, Effect::Tick(_)) {
                            self.tick(element);
                        }
                        Event::Done(String::new())
                    }
                };
                effects = machine.handle(Millis(1), event);
            }
            machine.verdict()
        }
    }

    fn tree(on: &[&'static str]) -> Tree {
        Tree {
            on: on.to_vec(),
            open: Vec::new(),
            by_mouse: true,
            acts: Vec::new(),
        }
    }

    #[test]
    fn exactly_what_is_wanted_is_ticked_and_nothing_more_is_pressed_than_is_needed() {
        type Case = (
            &'static [&'static str],
            &'static [&'static str],
            &'static [&'static str],
            usize,
        );
        let table: [Case; 6] = [
            (&[], &["Fruit > Apple"], &["Fruit > Apple"], 1),
            (&["Fruit > Pear"], &["Carrot"], &["Vegetables > Roots > Carrot"], 2),
            (&["Fruit > Apple"], &["Apple"], &["Fruit > Apple"], 0),
            (
                &["Vegetables > Leaves"],
                &["Vegetables > Roots"],
                &["Vegetables > Roots > Beet", "Vegetables > Roots > Carrot"],
                2,
            ),
            (&["Fruit > Apple"], &["Fruit"], &["Fruit > Apple", "Fruit > Pear"], 1),
            (&["Fruit > Apple", "Fruit > Pear"], &[], &[], 1),
        ];
        for (before, wanted, after, presses) in table {
            for by_mouse in [true, false] {
                let mut tree = Tree {
                    by_mouse,
                    ..tree(before)
                };
                assert_eq!(tree.run(wanted), Some(Verdict::Held), "{before:?} to {wanted:?}");
                tree.on.sort_unstable();
                assert_eq!(tree.on, after, "{before:?} to {wanted:?}");
                let most = if by_mouse { presses } else { presses * 2 };
                assert_eq!(tree.acts.len(), most, "{before:?} to {wanted:?}: {:?}", tree.acts);
            }
        }
    }

    #[test]
    fn what_is_not_there_or_there_twice_is_told_before_anything_is_ticked() {
        let mut own = tree(&["Fruit > Apple"]);
        let verdict = own.run(&["Carrot", "Plum"]);
        assert!(
            matches!(&verdict, Some(Verdict::NotOffered(all)) if all.len() == 8),
            "{verdict:?}"
        );
        assert_eq!((own.on, own.acts.len()), (Vec::from(["Fruit > Apple"]), 0));
        let mut machine = Branches::new(&["Other".into()]);
        machine.handle(Millis(0), Event::Tick);
        let node = |element, path: [&str; 2]| Node {
            element,
            path: path.map(String::from).into(),
            mark: Mark::Off,
            ..Node::default()
        };
        machine.handle(
            Millis(0),
            Event::Seen([node(1, ["A", "Other"]), node(2, ["B", "Other"])].into()),
        );
        let both = ["A > Other".into(), "B > Other".into()];
        assert_eq!(machine.verdict(), Some(Verdict::Ambiguous(both.into())));
    }

    #[test]
    fn what_a_tree_tells_is_compared_branch_by_branch() {
        let table: [(&[&str], &[&str], bool); 8] = [
            (&["Apple"], &["Fruit > Apple"], true),
            (&["Fruit / Apple"], &["Fruit > Apple"], true),
            (&["Apple"], &["Fruit > Apple", "Fruit > Pear"], false),
            (&["Apple", "Pear"], &["Fruit", "Fruit > Apple", "Fruit > Pear"], true),
            (&["Fruit"], &["Fruit", "Fruit > Apple", "Fruit > Pear"], true),
            (&["Fruit"], &["Fruit > Apple"], false),
            (&["Apple"], &["Fruit (alone)", "Fruit > Apple"], false),
            (&[], &["Fruit > Apple"], false),
        ];
        for (wanted, ticked, same) in table {
            let wanted: Vec<Typed> = wanted.iter().map(|it| Typed::new(*it)).collect();
            assert_eq!(holds(&wanted, ticked), same, "{wanted:?} {ticked:?}");
        }
    }
}

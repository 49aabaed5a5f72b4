//! An outline written down.
//!
//! A line is a role, a name in quotes, a ref, states, what can be chosen, and after a colon what it holds. All that
//! comes from a page stands in quotes, in braces or after the colon, and nothing follows the last.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Item, Outline, text};
use crate::form::model::Ref;

/// What of an outline to write down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Only what something can be done to, what says where it stands, and alerts.
    pub interactive: bool,
    /// Only this thing and what is in it.
    pub root: Option<Ref>,
    /// Things in so many others are left out.
    pub depth: u32,
    /// At most so many characters.
    pub most: usize,
}

impl Default for View {
    fn default() -> Self {
        Self {
            interactive: false,
            root: None,
            depth: 15,
            most: 50_000,
        }
    }
}

/// What was written down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// One thing a line, each but the first after a line break; lines that begin with `…` are advice.
    pub text: String,
    /// How many lines were left out for their depth.
    pub deep: usize,
    /// How many lines were left out for the length of the whole.
    pub cut: usize,
}

/// Room for the two lines of advice.
const ADVICE: usize = 240;

impl View {
    /// Everything, with nothing left out.
    pub const WHOLE: Self = Self {
        interactive: false,
        root: None,
        depth: u32::MAX,
        most: usize::MAX,
    };

    /// Writes `outline` down.
    pub fn render(&self, outline: &Outline) -> Rendered {
        let mut rendered = Rendered::default();
        let mut left = self.most.saturating_sub(ADVICE);
        for (depth, item) in self.items(outline) {
            if depth >= self.depth {
                rendered.deep += 1;
                continue;
            }
            if rendered.cut > 0 {
                rendered.cut += 1;
                continue;
            }
            let line = item.line();
            let length = usize::try_from(depth)
                .unwrap_or(usize::MAX)
                .saturating_add(line.chars().count())
                + 1;
            if length > left {
                rendered.cut += 1;
                continue;
            }
            left -= length;
            if !rendered.text.is_empty() {
                rendered.text.push('\n');
            }
            rendered.text.extend((0..depth).map(|_| ' '));
            rendered.text.push_str(&line);
        }
        let mut advise = |advice: String| {
            if rendered.text.chars().count() + advice.chars().count() < self.most {
                if !rendered.text.is_empty() {
                    rendered.text.push('\n');
                }
                rendered.text.push_str(&advice);
            }
        };
        if rendered.deep > 0 {
            advise(format!(
                "… {} lines in more than {} others left out; ask for the part at a ref",
                rendered.deep, self.depth
            ));
        }
        if rendered.cut > 0 {
            advise(format!(
                "… {} more lines left out at {} characters; ask for interactive only, for the part at a ref, or use find",
                rendered.cut, self.most
            ));
        }
        rendered
    }

    /// What is in view, each with how many of the things in view it is in.
    fn items<'a>(&self, outline: &'a Outline) -> Vec<(u32, &'a Item)> {
        let all = &outline.items;
        let range = match self.root {
            None => 0..all.len(),
            Some(root) => match all.iter().position(|item| item.reference == Some(root)) {
                None => 0..0,
                Some(first) => first..end(all, first),
            },
        };
        let kept: Option<BTreeSet<usize>> = self.interactive.then(|| interactive(all));
        // The depth of each thing around, and how many of those in view it and all around it are.
        let mut around: Vec<(u32, u32)> = Vec::new();
        let mut found = Vec::new();
        for at in range {
            let Some(item) = all.get(at) else { break };
            while around.last().is_some_and(|(depth, _)| *depth >= item.depth) {
                around.pop();
            }
            let outer = around.last().map_or(0, |(_, count)| *count);
            let in_view = kept.as_ref().is_none_or(|kept| kept.contains(&at));
            if in_view {
                found.push((outer, item));
            }
            around.push((item.depth, outer + u32::from(in_view)));
        }
        found
    }
}

/// Where what is in the thing at `first` ends.
fn end(items: &[Item], first: usize) -> usize {
    let depth = items.get(first).map_or(0, |item| item.depth);
    let inside = items.iter().skip(first + 1).take_while(|item| item.depth > depth);
    first + 1 + inside.count()
}

/// Which things to keep of those that somebody asks for who wants to do something: what has a ref, the groups, dialogs,
/// forms and frames around it, the heading over a control, and alerts. Of a form that is the only one and has no name
/// there is nothing to say.
fn interactive(items: &[Item]) -> BTreeSet<usize> {
    let mut kept = BTreeSet::new();
    let forms = items.iter().filter(|item| item.role == "form").count();
    let mut around: Vec<usize> = Vec::new();
    let mut heading = None;
    for (at, item) in items.iter().enumerate() {
        while around
            .last()
            .and_then(|outer| items.get(*outer))
            .is_some_and(|outer| outer.depth >= item.depth)
        {
            around.pop();
        }
        let alert = |outer: &usize| items.get(*outer).is_some_and(|outer| outer.role == "alert");
        let place = matches!(item.role.as_str(), "form" | "dialog" | "alertdialog");
        if item.role == "heading" {
            heading = Some(at);
        }
        if (item.reference.is_some() && !place) || item.unread || (item.role == "text" && around.iter().any(alert)) {
            kept.insert(at);
            let framing = |outer: &&usize| {
                items.get(**outer).is_some_and(|outer| match outer.role.as_str() {
                    "form" => forms > 1 || !outer.name.is_empty(),
                    "dialog" | "alertdialog" | "frame" | "group" | "radiogroup" | "alert" | "heading" => true,
                    _ => false,
                })
            };
            kept.extend(around.iter().filter(framing).copied());
            if item.is_control() {
                kept.extend(heading.take());
            }
        }
        around.push(at);
    }
    kept
}

impl Item {
    /// Whether it is a thing to fill in.
    fn is_control(&self) -> bool {
        self.reference.is_some()
            && !matches!(
                self.role.as_str(),
                "button" | "link" | "clickable" | "form" | "dialog" | "alertdialog" | "tab" | "menuitem" | "option"
            )
    }

    /// Its line, without the blanks before it and without a line break.
    pub fn line(&self) -> String {
        match self.role.as_str() {
            "heading" if !self.name.is_empty() => return format!("h{}: {}", self.level, self.name),
            "heading" => return format!("h{}", self.level),
            "text" | "img" => return format!("{}: {}", self.role, self.name),
            _ => {}
        }
        let mut line = self.role.clone();
        if !self.name.is_empty() {
            line.push(' ');
            text::quote(&mut line, &self.name);
        }
        let mut word = |word: &str| {
            line.push(' ');
            line.push_str(word);
        };
        if self.role == "frame" {
            word(&format!("f{}", self.frame));
        }
        if let Some(reference) = self.reference {
            word(&reference.to_string());
        }
        for state in &self.states {
            word(state.word());
        }
        if self.unread {
            word("unread");
        }
        if !self.options.is_empty() {
            line.push_str(" {");
            for (at, option) in self.options.iter().enumerate() {
                if at > 0 {
                    line.push('|');
                }
                text::escape(&mut line, option, &['|', '}', '\\']);
            }
            line.push('}');
        } else if self.choices > 0 {
            line.push_str(&format!(" {} options", self.choices));
        }
        if !self.value.is_empty() {
            line.push_str(": ");
            line.push_str(&self.value);
        }
        line
    }
}

impl Outline {
    /// The lines of everything, without the blanks before them: what [`super::delta`] compares.
    pub fn lines(&self) -> Vec<String> {
        self.items.iter().map(Item::line).collect()
    }
}

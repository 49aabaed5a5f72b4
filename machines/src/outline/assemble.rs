//! Frames made into one page.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Item, Node, Outline, Sketch, text};
use crate::challenge;
use crate::form::autocomplete;
use crate::form::model::{Field, Kind, Ref};
use crate::sensitive;

const LONGEST_NAME: usize = 160;
const LONGEST_TEXT: usize = 1_000;
const LONGEST_VALUE: usize = 200;
const LONGEST_OPTION: usize = 60;
/// Options that take more than this together are only counted.
const LONGEST_OPTIONS: usize = 160;
/// Frames inside of frames: deeper ones are named, not told.
const MOST_NESTED: usize = 16;
/// So many boxes of one character each in a row are a code.
const CODE_BOXES: usize = 4;

/// Puts the frames of a page together: what a frame shows comes where the frame is.
///
/// `sketches` come with the top document first. A frame whose place cannot be told comes last; one that nobody can see
/// is left out with all that is in it.
pub fn assemble(sketches: &[Sketch]) -> Outline {
    let Some(top) = sketches.first() else {
        return Outline {
            incomplete: true,
            ..Outline::default()
        };
    };
    let mut page = Page {
        sketches,
        placed: BTreeSet::new(),
        outline: Outline {
            url: text::fold(&top.url, 4_096),
            title: text::fold(&top.title, 300),
            challenge: challenge::detect(&challenge::clues(sketches)),
            ..Outline::default()
        },
    };
    page.frame(top, 0, 0);
    page.outline
}

struct Page<'a> {
    sketches: &'a [Sketch],
    /// Frames that have been told or found hidden.
    placed: BTreeSet<u32>,
    outline: Outline,
}

impl<'a> Page<'a> {
    fn frame(&mut self, sketch: &'a Sketch, depth: u32, nested: usize) {
        self.placed.insert(sketch.frame);
        self.outline.incomplete |= sketch.cut;
        let children = self.children(sketch);
        let codes = codes(&sketch.nodes);
        for (at, node) in sketch.nodes.iter().enumerate() {
            if node.role == "frame" {
                let child = children
                    .iter()
                    .find(|(place, _)| *place == Some(at))
                    .map(|(_, child)| *child);
                self.place(node, child, sketch, depth, nested);
            } else {
                let item = item(node, sketch.frame, depth, codes.contains(&at));
                self.outline.items.push(item);
            }
        }
        for (place, child) in children {
            if place.is_none() {
                let unplaced = Node {
                    role: "frame".into(),
                    name: child.title.clone(),
                    ..Node::default()
                };
                self.place(&unplaced, Some(child), sketch, depth, nested);
            }
        }
    }

    /// A frame as a place, and what is in it.
    fn place(&mut self, node: &Node, child: Option<&'a Sketch>, around: &Sketch, depth: u32, nested: usize) {
        let mut own = item(node, child.map_or(around.frame, |child| child.frame), depth, false);
        own.reference = None;
        match child {
            Some(child) => {
                own.unread = child.unread || nested >= MOST_NESTED;
                if own.name.is_empty() {
                    own.name = text::fold(&child.title, LONGEST_NAME);
                }
                let origin = origin(&child.url);
                if origin != self::origin(&around.url) {
                    own.value = text::fold(origin, LONGEST_VALUE);
                }
                if own.unread {
                    self.outline.unread.push(text::fold(&child.url, 300));
                    self.outline.incomplete = true;
                    self.placed.insert(child.frame);
                }
            }
            None => own.unread = true,
        }
        let told = !own.unread;
        let below = own.depth + 1;
        if child.is_none() {
            // The browser does not know of a document in it.
            self.outline.unread.push(text::fold(&node.src, 300));
            self.outline.incomplete = true;
        }
        self.outline.items.push(own);
        if let Some(child) = child
            && told
        {
            self.frame(child, below, nested + 1);
        }
    }

    /// The frames in `around` that can be seen, each with the node that is its place, if that can be told: by its
    /// window, else by its address, else because nothing else is left.
    fn children(&mut self, around: &Sketch) -> Vec<(Option<usize>, &'a Sketch)> {
        let mut left: Vec<&'a Sketch> = self
            .sketches
            .iter()
            .filter(|child| child.parent == Some(around.frame) && !self.placed.contains(&child.frame))
            .collect();
        let mut places: Vec<(usize, Option<u32>, &str)> = (around.nodes.iter().enumerate())
            .filter(|(_, node)| node.role == "frame")
            .map(|(at, node)| (at, node.index, node.src.as_str()))
            .collect();
        let mut hidden: Vec<(Option<u32>, &str)> = around.hidden.iter().map(|(at, src)| (*at, src.as_str())).collect();
        let mut found = Vec::new();
        for by_window in [true, false] {
            let fits = |child: &Sketch, index: Option<u32>, src: &str| {
                if by_window {
                    index.is_some() && child.place == index
                } else {
                    (index.is_none() || child.place.is_none()) && !src.is_empty() && bare(src) == bare(&child.url)
                }
            };
            left.retain(|child| {
                if let Some(at) = places.iter().position(|(_, index, src)| fits(child, *index, src)) {
                    found.push((Some(places.remove(at).0), *child));
                    return false;
                }
                if let Some(at) = hidden.iter().position(|(index, src)| fits(child, *index, src)) {
                    hidden.remove(at);
                    self.placed.insert(child.frame);
                    return false;
                }
                true
            });
        }
        if left.len() == places.len() {
            let rest = places.iter().zip(left);
            found.extend(rest.map(|((at, ..), child)| (Some(*at), child)));
        } else if left.len() > hidden.len() || !places.is_empty() {
            found.extend(left.into_iter().map(|child| (None, child)));
        }
        found
    }
}

/// An address without its fragment.
fn bare(url: &str) -> &str {
    url.split('#').next().unwrap_or_default()
}

/// What of an address says whose it is.
fn origin(url: &str) -> &str {
    let Some(start) = url.find("://").map(|at| at + 3) else {
        return "";
    };
    let end = url[start..].find(['/', '?', '#']).map_or(url.len(), |at| start + at);
    &url[..end]
}

/// Which nodes are boxes of a code: several in a row that take one character each.
fn codes(nodes: &[Node]) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut row: Vec<usize> = Vec::new();
    let mut close = |row: &mut Vec<usize>| {
        if row.len() >= CODE_BOXES {
            found.extend(row.iter().copied());
        }
        row.clear();
    };
    for (at, node) in nodes.iter().enumerate() {
        if node.hint.single {
            row.push(at);
        } else if node.role != "text" {
            close(&mut row);
        }
    }
    close(&mut row);
    found
}

fn item(node: &Node, frame: u32, depth: u32, code: bool) -> Item {
    let role = text::role(&node.role);
    let longest = if matches!(role, "text" | "heading") {
        LONGEST_TEXT
    } else {
        LONGEST_NAME
    };
    let said = matches!(role, "text" | "heading" | "img");
    let name = if said {
        &node.name
    } else {
        node.name.trim_end_matches([':', ' '])
    };
    let mut states = node.states.clone();
    states.sort_unstable();
    states.dedup();
    let options: Vec<String> = node
        .options
        .iter()
        .map(|option| text::fold(option, LONGEST_OPTION))
        .collect();
    let length: usize = options.iter().map(|option| option.chars().count()).sum();
    Item {
        depth: depth.saturating_add(node.depth),
        role: role.into(),
        name: text::fold(name, longest),
        reference: node.element.map(|element| Ref { frame, element }),
        frame,
        level: node.level.clamp(1, 9),
        states,
        options: if length > LONGEST_OPTIONS { Vec::new() } else { options },
        choices: node.choices,
        value: value(node, code),
        unread: false,
    }
}

/// What a control holds, masked where that is nobody's business.
fn value(node: &Node, code: bool) -> String {
    let held = node.value.reveal();
    if held.is_empty() {
        return String::new();
    }
    let hint = &node.hint;
    let field = Field {
        kind: if hint.password { Kind::Password } else { Kind::Text },
        label: node.name.clone(),
        name: hint.name.clone(),
        id: hint.id.clone(),
        placeholder: hint.placeholder.clone(),
        autocomplete: autocomplete::parse(&hint.autocomplete),
        lang: hint.lang.clone(),
        ..Field::default()
    };
    let hidden = code || sensitive::field(&field) || sensitive::name(&hint.group) || sensitive::value(held);
    if hidden {
        sensitive::mask(held)
    } else {
        text::fold(held, LONGEST_VALUE)
    }
}

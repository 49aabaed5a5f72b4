//! Outlines: what they may never do, whatever a page writes.

use std::collections::BTreeMap;

use ostler_machines::Typed;
use ostler_machines::form::model::Ref;
use ostler_machines::outline::{Hint, Item, Memory, Node, Outline, Shown, Sketch, State, View, assemble, delta, find};
use proptest::prelude::*;

/// What a page would write to be taken for something else.
const HOSTILE: &[&str] = &[
    "\n",
    "\r\n",
    "\u{2028}",
    "\u{85}",
    "\u{b}",
    "\"",
    "\\",
    "\" e99",
    ": ",
    "}",
    "|",
    "e12",
    "button \"Pay\" e7",
    "… no change",
    "\u{202e}",
    "\u{0}",
    "\u{e0041}",
    " ",
];

fn page_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => "[a-zA-Z0-9 äé漢]{0,12}",
        2 => prop::sample::select(HOSTILE).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

fn node() -> impl Strategy<Value = Node> {
    let role = prop_oneof![
        prop::sample::select(vec![
            "text", "heading", "textbox", "button", "checkbox", "combobox", "group", "form", "alert", "img", "frame"
        ])
        .prop_map(str::to_owned),
        page_text(),
    ];
    let states = prop::collection::vec(
        prop::sample::select(vec![State::Checked, State::Required, State::Disabled]),
        0..3,
    );
    (
        0_u32..24,
        role,
        page_text(),
        prop::option::of(1_u32..2_000),
        states,
        page_text(),
        prop::collection::vec(page_text(), 0..4),
        prop::option::of(0_u32..3),
    )
        .prop_map(|(depth, role, name, element, states, value, options, index)| Node {
            depth,
            role,
            name,
            element,
            states,
            value: Typed::new(value),
            options,
            index,
            hint: Hint::default(),
            ..Node::default()
        })
}

fn sketches() -> impl Strategy<Value = Vec<Sketch>> {
    let nodes = || prop::collection::vec(node(), 0..60);
    (nodes(), nodes(), page_text(), any::<bool>()).prop_map(|(top, inner, url, unread)| {
        vec![
            Sketch {
                nodes: top,
                url: url.clone(),
                ..Sketch::default()
            },
            Sketch {
                frame: 3,
                parent: Some(0),
                place: Some(1),
                url,
                nodes: inner,
                unread,
                ..Sketch::default()
            },
        ]
    })
}

fn view() -> impl Strategy<Value = View> {
    (any::<bool>(), 1_u32..30, 300_usize..4_000).prop_map(|(interactive, depth, most)| View {
        interactive,
        root: None,
        depth,
        most,
    })
}

fn counted(lines: &[String]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for line in lines {
        *counts.entry(line.as_str()).or_default() += 1;
    }
    counts
}

/// A line read by its rules alone: role, name, the words after it, what it holds.
fn read(line: &str) -> (String, String, Vec<String>, String) {
    let line = line.trim_start_matches(' ');
    let head = line.find([' ', ':']).unwrap_or(line.len());
    let (role, mut rest) = line.split_at(head);
    let mut name = String::new();
    if let Some(quoted) = rest.strip_prefix(" \"") {
        let mut escaped = false;
        let mut end = quoted.len();
        for (at, c) in quoted.char_indices() {
            if escaped {
                name.push(c);
                escaped = false;
            } else if c == '\\' {
                escaped = true;
            } else if c == '"' {
                end = at + 1;
                break;
            } else {
                name.push(c);
            }
        }
        rest = &quoted[end..];
    }
    let mut words = Vec::new();
    loop {
        if let Some(value) = rest.strip_prefix(": ") {
            return (role.into(), name, words, value.into());
        }
        let Some(next) = rest.strip_prefix(' ') else {
            assert_eq!(rest, "", "{line:?}");
            return (role.into(), name, words, String::new());
        };
        if let Some(listed) = next.strip_prefix('{') {
            let mut escaped = false;
            let close = listed.char_indices().find(|(_, c)| {
                let closes = *c == '}' && !escaped;
                escaped = *c == '\\' && !escaped;
                closes
            });
            let close = close.unwrap_or_else(|| panic!("{line:?} closes its options")).0;
            rest = &listed[close + 1..];
            continue;
        }
        let end = next.find([' ', ':']).unwrap_or(next.len());
        words.push(next[..end].to_owned());
        rest = &next[end..];
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn b_57_a_rendering_never_exceeds_its_cap(sketches in sketches(), view in view()) {
        let outline = assemble(&sketches);
        let rendered = view.render(&outline);
        prop_assert!(rendered.text.chars().count() <= view.most);
        let deep = u64::from(view.depth);
        for line in rendered.text.lines().filter(|line| !line.starts_with('…')) {
            prop_assert!(line.len() - line.trim_start_matches(' ').len() < usize::try_from(deep).unwrap_or(usize::MAX));
        }
        let told = rendered.text.lines().filter(|line| !line.starts_with('…')).count();
        if !view.interactive {
            prop_assert_eq!(told + rendered.deep + rendered.cut, outline.items.len());
        }
    }

    #[test]
    fn a_hostile_name_cannot_make_a_second_line_nor_another_ref(sketches in sketches()) {
        let outline = assemble(&sketches);
        let rendered = View::WHOLE.render(&outline);
        prop_assert_eq!(rendered.text.lines().count(), outline.items.len());
        for (line, item) in rendered.text.lines().zip(&outline.items) {
            let odd = line.chars().any(|c| c.is_control() || ('\u{2028}'..='\u{202e}').contains(&c));
            prop_assert!(!odd);
            let (role, name, words, value) = read(line);
            match item.role.as_str() {
                "text" | "img" | "heading" => prop_assert!(words.is_empty()),
                _ => {
                    prop_assert_eq!(&role, &item.role);
                    prop_assert_eq!(&name, &item.name);
                    prop_assert_eq!(&value, &item.value);
                    let refs: Vec<Ref> = words.iter().filter_map(|word| Ref::parse(word)).collect();
                    prop_assert_eq!(refs, item.reference.into_iter().collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn a_delta_makes_the_later_lines_of_the_earlier(before in sketches(), after in sketches()) {
        let (before, after) = (assemble(&before).lines(), assemble(&after).lines());
        let change = delta(&before, &after);
        let mut made: BTreeMap<&str, usize> = counted(&before);
        for line in &change.removed {
            let count = made.get_mut(line.as_str()).expect("what is taken away was there");
            *count -= 1;
        }
        made.retain(|_, count| *count > 0);
        for line in &change.added {
            *made.entry(line.as_str()).or_default() += 1;
        }
        prop_assert_eq!(made, counted(&after));
        let text = change.render(false);
        prop_assert!(text.lines().count() <= 200 && text.chars().count() <= 20_000);
        prop_assert!(delta(&after, &after).is_empty());
    }

    #[test]
    fn nothing_is_found_that_has_no_ref(sketches in sketches(), query in page_text()) {
        let outline = assemble(&sketches);
        let found = find(&outline, &query);
        prop_assert!(found.len() <= 20);
        prop_assert!(found.iter().all(|item| item.reference.is_some()));
    }
}

fn item(depth: u32, role: &str, name: &str, element: Option<u32>) -> Item {
    Item {
        depth,
        role: role.into(),
        name: name.into(),
        reference: element.map(|element| Ref { frame: 0, element }),
        level: 2,
        ..Item::default()
    }
}

fn outline(items: Vec<Item>) -> Outline {
    Outline {
        items,
        ..Outline::default()
    }
}

#[test]
fn b_57_a_long_page_is_cut_with_advice() {
    let long = outline(
        (1..2_000)
            .map(|n| item(0, "button", &format!("{n} {}", "x".repeat(60)), Some(n)))
            .collect(),
    );
    let rendered = View::default().render(&long);
    assert!(rendered.text.chars().count() <= 50_000);
    assert!(rendered.cut > 0);
    let last = rendered.text.lines().last().unwrap_or_default();
    assert!(
        last.starts_with('…') && last.contains(&format!("{} more lines", rendered.cut)),
        "{last}"
    );
    assert!(
        last.contains("interactive") && last.contains("ref") && last.contains("find"),
        "{last}"
    );
}

#[test]
fn b_57_depth_is_that_of_what_is_written_down() {
    let deep = outline(
        (0..20)
            .map(|n| item(n, "group", &format!("g{n}"), None))
            .chain([item(20, "button", "Deep", Some(1))])
            .collect(),
    );
    let rendered = View::default().render(&deep);
    assert_eq!(rendered.deep, 6);
    assert!(rendered.text.contains("g14") && !rendered.text.contains("g15"));
    assert!(
        rendered
            .text
            .lines()
            .last()
            .unwrap_or_default()
            .starts_with("… 6 lines")
    );
    let part = View {
        root: Some(Ref { frame: 0, element: 1 }),
        ..View::default()
    };
    assert_eq!(
        part.render(&deep).text,
        "button \"Deep\" e1",
        "the part at a ref is as deep as itself"
    );
}

#[test]
fn the_view_of_what_can_be_acted_on_says_where_it_stands_and_no_more() {
    let page = outline(vec![
        item(0, "main", "", None),
        item(1, "heading", "Over nothing", None),
        item(1, "heading", "Delivery", None),
        item(1, "text", "Where to?", None),
        item(1, "form", "", Some(1)),
        item(2, "textbox", "Street", Some(2)),
        item(2, "group", "Speed", None),
        item(3, "radio", "Fast", Some(3)),
        item(2, "alert", "", None),
        item(3, "text", "Enter a street", None),
        item(1, "tablist", "Tabs", None),
        item(2, "tab", "One", Some(4)),
    ]);
    let view = View {
        interactive: true,
        ..View::default()
    };
    let expected = "h2: Delivery\ntextbox \"Street\" e2\ngroup \"Speed\"\n radio \"Fast\" e3\nalert\n text: Enter a street\ntab \"One\" e4";
    assert_eq!(view.render(&page).text, expected);
}

#[test]
fn what_a_sensitive_control_holds_is_masked() {
    let hint = |name: &str, autocomplete: &str, group: &str, single| Hint {
        name: name.into(),
        autocomplete: autocomplete.into(),
        group: group.into(),
        single,
        ..Hint::default()
    };
    let table = [
        (
            "Password",
            Hint {
                password: true,
                ..Hint::default()
            },
            "hunter2",
            true,
        ),
        ("Shown", hint("password", "", "", false), "hunter2", true),
        ("Number", hint("", "cc-number", "", false), "4111", true),
        ("Anything", Hint::default(), "4111 1111 1111 1111", true),
        ("Part 1", hint("", "", "Card number", false), "4111", true),
        ("Email", hint("email", "email", "", false), "a@b.example", false),
        ("Initial", hint("", "", "", true), "A", false),
    ];
    for (name, hint, held, masked) in table {
        let node = Node {
            role: "textbox".into(),
            name: name.into(),
            element: Some(1),
            hint,
            value: held.into(),
            ..Node::default()
        };
        let page = assemble(&[Sketch {
            nodes: vec![node],
            ..Sketch::default()
        }]);
        assert_eq!(page.items[0].value != held, masked, "{name}");
        assert_eq!(page.items[0].line().contains(held), !masked, "{name}");
    }
    let boxes: Vec<Node> = (1..=6)
        .map(|n| Node {
            role: "textbox".into(),
            element: Some(n),
            hint: hint("", "", "", true),
            value: "7".into(),
            ..Node::default()
        })
        .collect();
    let page = assemble(&[Sketch {
        nodes: boxes,
        ..Sketch::default()
    }]);
    assert!(!View::WHOLE.render(&page).text.contains('7'), "the boxes of a code");
}

/// A frame with one button.
fn frame(number: u32, parent: u32, place: Option<u32>, url: &str) -> Sketch {
    let button = Node {
        role: "button".into(),
        name: format!("in {number}"),
        element: Some(1),
        ..Node::default()
    };
    Sketch {
        frame: number,
        parent: Some(parent),
        place,
        url: url.into(),
        nodes: vec![button],
        ..Sketch::default()
    }
}

fn place(index: Option<u32>, src: &str) -> Node {
    Node {
        role: "frame".into(),
        index,
        src: src.into(),
        ..Node::default()
    }
}

#[test]
fn frames_come_where_they_stand() {
    let url = "https://a.example/";
    let top = |nodes, hidden| Sketch {
        nodes,
        hidden,
        url: url.into(),
        ..Sketch::default()
    };
    let told = |sketches: &[Sketch]| View::WHOLE.render(&assemble(sketches)).text;
    // By their windows, in an order that is not that of their numbers; one is hidden.
    let by_window = [
        top(
            vec![place(Some(1), ""), place(Some(0), "")],
            vec![(Some(2), String::new())],
        ),
        frame(5, 0, Some(0), url),
        frame(6, 0, Some(1), "https://b.example/x"),
        frame(7, 0, Some(2), url),
        frame(8, 7, Some(0), url),
    ];
    assert_eq!(
        told(&by_window),
        "frame f6: https://b.example\n button \"in 6\" f6e1\nframe f5\n button \"in 5\" f5e1"
    );
    // In a shadow root: by address, and the last one because nothing else is left.
    let by_address = [
        top(
            vec![
                place(None, "https://a.example/two#x"),
                place(None, "https://a.example/moved"),
            ],
            vec![],
        ),
        frame(1, 0, None, "https://a.example/one"),
        frame(2, 0, None, "https://a.example/two"),
    ];
    assert_eq!(
        told(&by_address),
        "frame f2\n button \"in 2\" f2e1\nframe f1\n button \"in 1\" f1e1"
    );
    // No place can be told: last, rather than not at all.
    let nowhere = [top(vec![], vec![]), frame(1, 0, None, url)];
    assert_eq!(told(&nowhere), "frame f1\n button \"in 1\" f1e1");
}

#[test]
fn b_59_a_frame_that_did_not_answer_is_named_and_nothing_is_said_to_be_gone() {
    let url = "https://a.example/";
    let top = Sketch {
        nodes: vec![place(Some(0), "")],
        url: url.into(),
        ..Sketch::default()
    };
    let whole = assemble(&[top.clone(), frame(1, 0, Some(0), url)]);
    let silent = Sketch {
        unread: true,
        nodes: vec![],
        ..frame(1, 0, None, "https://a.example/slow")
    };
    let vague = assemble(&[top, silent]);
    assert!(!whole.incomplete && vague.incomplete);
    assert_eq!(vague.unread, ["https://a.example/slow"]);
    let mut memory = Memory::default();
    memory.snapshot(&whole, View::WHOLE, (1, 1));
    let seen = memory.delta(&vague, View::WHOLE, (1, 1));
    assert!(
        seen.text.contains("f1 unread") && seen.text.contains("incomplete"),
        "{}",
        seen.text
    );
    assert!(!seen.text.lines().any(|line| line.starts_with('-')), "{}", seen.text);
}

#[test]
fn b_56_what_was_shown_is_not_shown_again() {
    let page = outline(vec![
        item(0, "button", "Send", Some(1)),
        item(0, "text", "x".repeat(200).as_str(), None),
    ]);
    let mut next = page.clone();
    next.items[0].states.push(State::Disabled);
    let (whole, acting) = (
        View::default(),
        View {
            interactive: true,
            ..View::default()
        },
    );
    let mut memory = Memory::default();
    assert_eq!(
        memory.delta(&page, whole, (1, 1)).shown,
        Shown::Full,
        "nothing has been shown"
    );
    assert_eq!(memory.snapshot(&page, whole, (1, 1)).shown, Shown::Unchanged);
    assert_eq!(
        memory.snapshot(&page, acting, (1, 1)).shown,
        Shown::Full,
        "asked for otherwise"
    );
    assert_eq!(memory.delta(&page, whole, (1, 1)).text, "… no change");
    let seen = memory.delta(&next, whole, (1, 1));
    assert_eq!(
        (seen.shown, seen.text.as_str()),
        (Shown::Delta, "~ button \"Send\" e1 disabled")
    );
    assert_eq!(memory.delta(&next, whole, (1, 1)).shown, Shown::Unchanged);
    assert_eq!(
        memory.delta(&next, whole, (1, 2)).shown,
        Shown::Full,
        "another document"
    );
    assert_eq!(memory.delta(&next, whole, (2, 2)).shown, Shown::Full, "another tab");
}

#[test]
fn b_61_things_are_found_by_words_of_their_role_and_name() {
    let mut items = vec![
        item(0, "text", "Send the invoice", None),
        item(0, "button", "Send invoice by post", Some(1)),
        item(0, "button", "Send invoice", Some(2)),
        item(0, "link", "Invoices", Some(3)),
        item(0, "textbox", "Name", Some(4)),
    ];
    let refs = |page: &Outline, query: &str| -> Vec<u32> {
        find(page, query)
            .iter()
            .filter_map(|item| item.reference)
            .map(|it| it.element)
            .collect()
    };
    let page = outline(items.clone());
    assert_eq!(refs(&page, "send INVOICE button"), [2, 1, 3]);
    assert_eq!(refs(&page, "textbox"), [4]);
    assert_eq!(refs(&page, "nothing"), [0_u32; 0]);
    items.extend((10..60).map(|n| item(0, "link", "More", Some(n))));
    assert_eq!(find(&outline(items), "more").len(), 20);
}

//! Targets that play a machine an arbitrary history. The bytes are the events and the waits before them.

use std::fmt::Debug;

use ostler_machines::classify::{Carrier, Sent};
use ostler_machines::fill::{self, Act, Fill, Reading, Stopped, Trouble};
use ostler_machines::form::assemble;
use ostler_machines::form::model::Effect as Leads;
use ostler_machines::form::model::{
    Button, Choice, Control, Field, FormElement, FrameView, Held, Message, Page, Ref, Tone,
};
use ostler_machines::form::value::{Context, Plan, Wish};
use ostler_machines::report::{Outcome, Status};
use ostler_machines::settle::{self, Patience, Settle};
use ostler_machines::submit::{self, Look, Submit};
use ostler_machines::verify::{self, Strategy, Verify, ways};
use ostler_machines::widget::pick::{self, Opening, Pick};
use ostler_machines::wizard::{self, Summary, Wizard};
use ostler_machines::{Machine, Millis};

use crate::supply::Supply;
use crate::texts::TODAY;

/// The longest history that is played.
const MOST: usize = 200;

/// Plays `machine` what `next` makes of the bytes, given the effects asked for last, then only ticks at deadlines.
/// Returns every effect. Panics where the machine breaks what every machine owes.
fn play<M>(
    machine: &mut M,
    data: &[u8],
    mut next: impl FnMut(&mut Supply<'_>, &[M::Effect]) -> M::Event,
) -> Vec<M::Effect>
where
    M: Machine,
    M::Effect: Clone,
    M::Verdict: PartialEq + Debug,
{
    let mut supply = Supply::new(data);
    let mut now = Millis(0);
    let mut asked = machine.handle(now, M::TICK);
    let mut all = asked.clone();
    let mut verdict = machine.verdict();
    let mut rounds = 0;
    while !supply.is_empty() && rounds < MOST {
        rounds += 1;
        // Half of the time nothing happens before the machine's own deadline.
        let due = machine.deadline().filter(|_| supply.flip());
        let event = match due {
            Some(deadline) => {
                now = now.max(deadline);
                M::TICK
            }
            None => {
                now = now.plus(supply.wait());
                next(&mut supply, &asked)
            }
        };
        asked = machine.handle(now, event);
        all.extend(asked.iter().cloned());
        owed(machine, now, due.is_some(), &mut verdict, asked.is_empty());
    }
    for _ in 0..200 {
        let Some(deadline) = machine.deadline() else { break };
        now = now.max(deadline);
        let last = machine.handle(now, M::TICK);
        all.extend(last.iter().cloned());
        owed(machine, now, true, &mut verdict, last.is_empty());
    }
    assert!(machine.verdict().is_some(), "its own deadlines bring it to an end");
    all
}

fn owed<M>(machine: &M, now: Millis, due: bool, verdict: &mut Option<M::Verdict>, silent: bool)
where
    M: Machine,
    M::Verdict: PartialEq + Debug,
{
    let present = machine.verdict();
    if let Some(before) = verdict {
        assert_eq!(present.as_ref(), Some(&*before), "the verdict changed");
        assert!(silent, "something was asked for after the verdict");
    }
    match (&present, machine.deadline()) {
        (Some(_), deadline) => assert_eq!(deadline, None, "a deadline after the verdict"),
        (None, Some(deadline)) => assert!(
            !due || deadline > now,
            "a tick at {now} left the deadline at {deadline}"
        ),
        (None, None) => panic!("neither a verdict nor a deadline"),
    }
    *verdict = present;
}

/// Has the page come to rest?
pub fn settle(data: &[u8]) {
    play(&mut Settle::new(Patience::FILL), data, |supply, _| {
        match supply.below(4) {
            0 => settle::Event::Unloaded,
            1 => settle::Event::Loaded,
            _ => settle::Event::Counted {
                in_flight: u32::from(supply.byte() % 4),
                quiet: supply.wait(),
                unmoved: supply.flip(),
            },
        }
    });
}

const TEXTS: &[&str] = &[
    "",
    "Ada",
    "5551234567",
    "(555) 123-4567",
    "2001-03-05",
    "05/03/2001",
    "x",
];

fn held(supply: &mut Supply<'_>) -> Held {
    match supply.below(4) {
        0 => Held::Checked([None, Some(true), Some(false)][supply.below(3)]),
        1 => Held::Chosen((0..supply.below(3)).map(|_| supply.below(4)).collect()),
        2 => Held::Files((0..supply.below(2)).map(|n| format!("{n}.pdf")).collect()),
        _ => Held::Text((*supply.one(TEXTS)).into()),
    }
}

fn trouble(supply: &mut Supply<'_>) -> Trouble {
    match supply.below(16) {
        0 => Trouble::Gone,
        1 => Trouble::Readonly,
        2 => Trouble::Disabled,
        3 => Trouble::Hidden,
        4 => Trouble::Covered,
        5 => Trouble::Unfocusable,
        6 => Trouble::Unsupported,
        7 => Trouble::Template("dd/mm/yyyy".into()),
        8 => Trouble::NoOption(vec!["Red".into()]),
        9 => Trouble::Several(vec!["Red".into(), "Reddish".into()]),
        10 => Trouble::Broken("odd".into()),
        11 => Trouble::Took((*supply.one(TEXTS)).into()),
        _ => Trouble::None,
    }
}

/// Did the field keep what was put in?
pub fn verify(data: &[u8]) {
    let mut supply = Supply::new(data);
    let page = page(&mut supply);
    let field: Field = page.fields().next().cloned().unwrap_or_default();
    let plan = match supply.below(4) {
        0 => Plan::Check(supply.flip()),
        1 => Plan::Choose(vec![supply.below(3)]),
        2 => Plan::Clear,
        _ => Plan::Text((*supply.one(TEXTS)).into()),
    };
    let strategy = *supply.one(&[Strategy::Natural, Strategy::Fast, Strategy::Keys]);
    let order = ways(&field, &plan, strategy);
    let most = order.len();
    let asked = play(&mut Verify::new(field, plan, order, 5_000), data, |supply, _| {
        if supply.flip() {
            verify::Event::Wrote(trouble(supply))
        } else {
            verify::Event::Read(supply.flip().then(|| held(supply)))
        }
    });
    let writes = asked
        .iter()
        .filter(|effect| matches!(effect, verify::Effect::Write(_)))
        .count();
    assert!(writes <= most.max(1), "{writes} writes by {most} ways");
}

/// A page of up to six controls of any kind in up to two forms.
fn page(supply: &mut Supply<'_>) -> Page {
    let tags = [
        ("input", "text"),
        ("input", "checkbox"),
        ("input", "radio"),
        ("input", "date"),
        ("input", "password"),
        ("input", "file"),
        ("input", "number"),
        ("select", ""),
        ("textarea", ""),
        ("div", ""),
    ];
    let count = supply.below(7);
    let controls = (0..count)
        .map(|n| {
            let (tag, kind) = *supply.one(&tags);
            let element = u32::try_from(n).unwrap_or(0) * 10 + 10;
            Control {
                element,
                form: [None, Some(1), Some(2)][supply.below(3)],
                tag: tag.into(),
                input_type: kind.into(),
                role: if tag == "div" {
                    (*supply.one(&["combobox", "listbox", "textbox", "switch"])).into()
                } else {
                    String::new()
                },
                editable: tag == "div",
                name: (*supply.one(&["a", "b", "n", ""])).into(),
                label: (*supply.one(&["Name", "City", "Name", "Born", ""])).into(),
                required: supply.flip(),
                readonly: supply.below(5) == 1,
                disabled: supply.below(5) == 1,
                visible: supply.below(5) != 1,
                keyed: supply.flip(),
                value: (*supply.one(&["1", "2", ""])).into(),
                options: (0..if tag == "select" { 3 } else { 0 })
                    .map(|n| Choice {
                        label: ["Red", "Green", "Blue"][n].into(),
                        value: ["", "g", "b"][n].into(),
                        ..Choice::default()
                    })
                    .collect(),
                held: match kind {
                    "checkbox" | "radio" => Held::Checked(Some(supply.flip())),
                    "file" => Held::Files(Vec::new()),
                    _ if tag == "select" => Held::Chosen(vec![supply.below(3)]),
                    _ => Held::Text((*supply.one(TEXTS)).into()),
                },
                error: (*supply.one(&["", "", "Enter a name"])).into(),
                ..Control::default()
            }
        })
        .collect();
    let buttons = (0..supply.below(3))
        .map(|n| Button {
            element: 101 + u32::try_from(n).unwrap_or(0),
            form: [None, Some(1), Some(2)][supply.below(3)],
            label: (*supply.one(&["Send", "Next", "Back", ""])).into(),
            kind: (*supply.one(&["submit", "button", "reset"])).into(),
            visible: true,
            main: supply.flip(),
            ..Button::default()
        })
        .collect();
    let messages = (0..supply.below(2))
        .map(|_| Message {
            element: [None, Some(10)][supply.below(2)],
            text: (*supply.one(&["Enter a name", "Thank you", "Saved"])).into(),
            tone: *supply.one(&[Tone::Error, Tone::Status, Tone::Success]),
        })
        .collect();
    let forms = [1, 2].map(|element| FormElement {
        element,
        method: "post".into(),
        validates: true,
        ..FormElement::default()
    });
    let view = FrameView {
        url: (*supply.one(&["http://127.0.0.1/", "http://127.0.0.1/thanks"])).into(),
        forms: forms.into(),
        controls,
        buttons,
        messages,
        ..FrameView::default()
    };
    assemble::page(&[view], Vec::new())
}

/// A fill of a page that answers as it likes: every key ends in one status, and nothing is written that was not asked
/// for.
pub fn fill(data: &[u8]) {
    let mut supply = Supply::new(data);
    let keys = ["Name", "City", "a", "e10", "Born", "nothing"];
    let count = supply.below(5);
    let pairs: Vec<(String, Wish)> = (0..count)
        .map(|_| {
            let key = (*supply.one(&keys)).to_owned();
            let wish = match supply.below(5) {
                0 => Wish::Bool(supply.flip()),
                1 => Wish::Clear,
                2 => Wish::List(vec![Wish::Text("Red".into()), Wish::Text("Blue".into())]),
                _ => Wish::Text((*supply.one(&["Ada", "Green", "March 5, 2001", "/tmp/a.pdf", "7"])).into()),
            };
            (key, wish)
        })
        .collect();
    let names: Vec<String> = pairs.iter().map(|(key, _)| key.clone()).collect();
    let options = fill::Options {
        context: Context {
            today: TODAY,
            ..Context::default()
        },
        ..fill::Options::default()
    };
    let mut machine = Fill::new(pairs, options);
    let asked = play(&mut machine, data, |supply, asked| {
        let job = asked.iter().rev().find_map(|effect| match effect {
            fill::Effect::Write(jobs) => Some(jobs.clone()),
            _ => None,
        });
        let read = asked.iter().rev().find_map(|effect| match effect {
            fill::Effect::Read(refs) => Some(refs.clone()),
            _ => None,
        });
        match (supply.below(8), job, read) {
            (0, _, _) => fill::Event::Navigated("http://127.0.0.1/thanks".into()),
            (1, _, _) if supply.below(8) == 0 => fill::Event::Gone,
            (2, _, _) if supply.below(4) == 0 => fill::Event::Pressed(Trouble::None),
            (2, _, _) => fill::Event::Rested(supply.flip()),
            (_, Some(jobs), _) => {
                let begun = supply.below(jobs.len() + 1);
                fill::Event::Wrote {
                    done: jobs[..begun]
                        .iter()
                        .map(|job| {
                            let after = match &job.act {
                                Act::Type(text) | Act::Set(text) if supply.flip() => Some(Held::Text(text.clone())),
                                _ => supply.flip().then(|| held(supply)),
                            };
                            (job.reference, trouble(supply), after)
                        })
                        .collect(),
                    stopped: *supply.one(&[Stopped::None, Stopped::Changed, Stopped::Working]),
                }
            }
            (_, _, Some(refs)) => fill::Event::Read(
                refs.into_iter()
                    .map(|reference| Reading {
                        reference: Some(reference),
                        held: supply.flip().then(|| held(supply)),
                        error: String::new(),
                        picked: supply.flip().then(Vec::new),
                        renamed: supply.flip(),
                        hid: supply.flip(),
                        silent: supply.flip(),
                    })
                    .collect(),
            ),
            _ if supply.flip() => fill::Event::Rested(supply.flip()),
            _ => fill::Event::Inspected(Box::new(page(supply))),
        }
    });
    let verdict = machine.verdict().expect("it came to an end");
    let told: Vec<&String> = verdict.fields.iter().map(|field| &field.key).collect();
    assert_eq!(
        told,
        names.iter().collect::<Vec<_>>(),
        "one entry for each key, in the order given"
    );
    for effect in asked {
        if let fill::Effect::Write(jobs) = effect {
            assert!(!jobs.is_empty(), "nothing to write was asked for");
            assert!(
                jobs.len() == 1 || jobs.iter().all(fill::Job::batches),
                "several that do not go together"
            );
        }
    }
    for field in &verdict.fields {
        if field.status.good() {
            assert!(field.reference.is_some(), "{}: good, but nowhere", field.key);
        }
        if matches!(field.status, Status::Refused) {
            assert!(!field.code.is_empty(), "{}: refused without a code", field.key);
        }
    }
}

/// A submit of a page that answers as it likes: pressed at most once, whatever happens.
pub fn submit(data: &[u8]) {
    let button = Ref { frame: 0, element: 101 };
    let form = Some(Ref { frame: 0, element: 1 });
    let mut machine = Submit::new(submit::Request::new(button, form));
    let asked = play(&mut machine, data, |supply, _| match supply.below(8) {
        0 => submit::Event::Pressed(trouble(supply)),
        1 => submit::Event::Rested(supply.flip()),
        2 => submit::Event::Navigating,
        3 => submit::Event::Navigated,
        4 => submit::Event::Dialog(
            *supply.one(&[submit::Dialog::Alert, submit::Dialog::Confirm]),
            supply.below(50),
        ),
        5 if supply.below(8) == 0 => submit::Event::Gone,
        _ => {
            let requests = (0..supply.below(3))
                .map(|_| Sent {
                    method: (*supply.one(&["GET", "POST"])).into(),
                    status: *supply.one(&[None, Some(200), Some(303), Some(422), Some(500)]),
                    kind: *supply.one(&[Carrier::Document, Carrier::Aside, Carrier::Xhr, Carrier::Other]),
                    failed: supply.below(5) == 1,
                    third_party: supply.below(4) == 1,
                    query: supply.below(3) == 1,
                    denied: supply.below(4) == 1,
                })
                .collect();
            let page = page(supply);
            let invalid = page.fields().filter_map(|field| field.reference).take(supply.below(2));
            submit::Event::Looked(Box::new(Look {
                challenge: None,
                invalid: invalid.map(|reference| (reference, "Fill this in".into())).collect(),
                page,
                requests,
                opened: supply.below(8) == 1,
            }))
        }
    });
    let presses = asked
        .iter()
        .filter(|effect| matches!(effect, submit::Effect::Press(_)))
        .count();
    assert!(presses <= 1, "pressed {presses} times");
    let verdict = machine.verdict().expect("it came to an end");
    let report = verdict.report();
    assert!(!report.evidence.is_empty(), "{:?} rests on nothing", report.outcome);
    if presses == 0 {
        assert!(report.outcome != Outcome::Submitted, "submitted without a press");
    }
}

/// A wizard whose steps come to anything: each is pressed once, and none after one that was not an advance.
pub fn wizard(data: &[u8]) {
    let keys = data.first().map_or(0, |byte| usize::from(byte % 6));
    let mut machine = Wizard::new(keys, wizard::Options::default());
    let mut last = None;
    let outcomes = [
        Outcome::Advanced,
        Outcome::Advanced,
        Outcome::ValidationFailed,
        Outcome::Submitted,
        Outcome::Unchanged,
        Outcome::ServerError,
        Outcome::Unknown,
    ];
    let statuses = [
        Status::Filled,
        Status::Missing,
        Status::Refused,
        Status::Unchanged,
        Status::Rejected,
    ];
    let asked = play(&mut machine, data, |supply, _| {
        if supply.flip() {
            let outcome = *supply.one(&outcomes);
            last = Some(outcome);
            wizard::Event::Submitted(outcome)
        } else {
            wizard::Event::Filled(Summary {
                keys: (0..keys)
                    .filter_map(|key| supply.flip().then(|| (key, *supply.one(&statuses))))
                    .collect(),
                unanswered: supply.below(2),
                asks: supply.flip(),
                more: supply.flip(),
                press: (supply.below(4) != 1).then(|| *supply.one(&[Leads::Submit, Leads::Next])),
                open: usize::from(supply.below(8) == 1),
                recalled: supply.below(2),
            })
        }
    });
    let presses = asked
        .iter()
        .filter(|effect| matches!(effect, wizard::Effect::Submit))
        .count();
    let steps = usize::try_from(wizard::STEPS).unwrap_or(usize::MAX);
    assert!(presses <= steps, "pressed {presses} times");
    let verdict = machine.verdict().expect("it came to an end");
    assert!(usize::try_from(verdict.pressed).unwrap_or(usize::MAX) <= presses.max(1));
}

fn option(supply: &mut Supply<'_>) -> Choice {
    Choice {
        label: (*supply.one(&["Green", "green", "Red", "Greenish", "1.000", ""])).into(),
        element: Some(u32::from(supply.byte() % 8)),
        disabled: supply.below(4) == 1,
        ..Choice::default()
    }
}

/// A list that offers anything: an option is pressed only if it was offered.
pub fn pick(data: &[u8]) {
    let target = Ref { frame: 0, element: 1 };
    let ways = vec![Opening::Type, Opening::Press, Opening::Arrow];
    let mut offered = Vec::new();
    let mut machine = Pick::new(target, "Green".into(), ways);
    let asked = play(&mut machine, data, |supply, _| match supply.below(4) {
        0 => pick::Event::Done((*supply.one(&["", "", "covered", "gone"])).into()),
        1 if supply.below(4) == 1 => {
            let passed: Vec<(Choice, u32)> = (0..supply.below(3))
                .map(|_| (option(supply), u32::from(supply.byte())))
                .collect();
            offered.extend(passed.iter().filter_map(|(choice, _)| choice.element));
            pick::Event::Leafed(supply.flip(), passed)
        }
        1 => pick::Event::Rested,
        _ => {
            let options: Vec<Choice> = (0..supply.below(4)).map(|_| option(supply)).collect();
            offered.extend(options.iter().filter_map(|choice| choice.element));
            let columns = options.iter().map(|_| u32::from(supply.below(8) == 1)).collect();
            let openers: Vec<Option<u32>> = options
                .iter()
                .map(|_| (supply.below(4) == 1).then(|| 8 + u32::from(supply.byte() % 8)))
                .collect();
            offered.extend(openers.iter().copied().flatten());
            let unfolded = options
                .iter()
                .filter_map(|choice| choice.element)
                .take(supply.below(2))
                .collect();
            pick::Event::Offered(pick::Offer {
                openers,
                unfolded,
                open: supply.flip(),
                busy: supply.below(4) == 1,
                columns,
                several: [None, Some(false), Some(true)][usize::from(supply.byte() % 3)],
                search: supply.flip().then(|| u32::from(supply.byte() % 8)),
                more: supply.below(4) == 1,
                span: (supply.below(4) == 1).then(|| pick::Span {
                    top: u32::from(supply.byte()),
                    most: u32::from(supply.byte()) * 200,
                    view: u32::from(supply.byte()),
                }),
                lang: (*supply.one(&["", "de", "en-US"])).into(),
                heed: [pick::Heed::May, pick::Heed::Never][usize::from(supply.byte() % 2)],
                options,
            })
        }
    });
    for effect in asked {
        if let pick::Effect::Press(element) = effect {
            assert!(offered.contains(&element), "{element} was never offered");
        }
    }
}

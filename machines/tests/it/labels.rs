//! What a label by itself asks for, in eight languages.

use ostler_machines::form::model::{Field, Form, Kind, Ref};
use ostler_machines::recall::decide::{Options, decide};
use ostler_machines::recall::dictionary;
use ostler_machines::recall::model::{Fact, Recollection};
use ostler_machines::recall::probe::{Visit, probe};

/// Language, heading, label, the common fact that goes in; empty: none.
const LABELS: &str = include_str!("labels.txt");

#[test]
fn a_label_leads_to_its_fact_and_to_no_other() {
    let facts = dictionary::common().iter().map(|common| Fact {
        key: common.key.into(),
        value: match common.key {
            "date of birth" | "passport expiry date" => "1990-04-05".into(),
            "street" => "High Street 12".into(),
            key => key.into(),
        },
        ..Fact::default()
    });
    let recollection = Recollection {
        facts: facts.collect(),
        ..Recollection::default()
    };
    let mut wrong = Vec::new();
    let mut missed = Vec::new();
    let mut rows = 0;
    for line in LABELS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [lang, heading, label, expected] = cells.as_slice() else {
            panic!("four cells: {line}");
        };
        rows += 1;
        let field = Field {
            reference: Some(Ref { frame: 0, element: 1 }),
            kind: Kind::Text,
            label: (*label).into(),
            section: if heading.is_empty() {
                Vec::new()
            } else {
                vec![(*heading).into()]
            },
            lang: (*lang).into(),
            visible: true,
            ..Field::default()
        };
        let form = Form {
            fields: vec![field],
            ..Form::default()
        };
        let visit = Visit {
            host: "example.org".into(),
            lang: (*lang).into(),
            ..Visit::default()
        };
        let options = Options {
            lang: (*lang).into(),
            ..Options::default()
        };
        let decisions = decide(&form, &probe(&form, &visit), &recollection, &options);
        let got = decisions[0].fill().map_or("", |pick| pick.key.as_str());
        if got == *expected {
            continue;
        }
        let list = if got.is_empty() { &mut missed } else { &mut wrong };
        list.push(format!("{line} -> {got} {:?}", decisions[0].verdict));
    }
    assert!(
        wrong.is_empty() && missed.is_empty(),
        "of {rows}, wrong:\n{}\nmissed:\n{}",
        wrong.join("\n"),
        missed.join("\n")
    );
}

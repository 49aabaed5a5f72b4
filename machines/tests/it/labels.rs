//! What a label by itself asks for, in eight languages.

use crate::table::{Row, common, rows};

/// Language, heading, label, the common fact that goes in; empty: none.
const LABELS: &str = include_str!("labels.txt");

#[test]
fn a_label_leads_to_its_fact_and_to_no_other() {
    let known = common();
    let mut wrong = Vec::new();
    let mut missed = Vec::new();
    for (line, cells) in rows(LABELS) {
        let [lang, headings, label, expected] = cells.as_slice() else {
            panic!("four cells: {line}");
        };
        let row = Row {
            lang,
            headings,
            label,
            ..Row::default()
        };
        let decision = row.decided(&known);
        let got = decision.fill().map_or("", |pick| pick.key.as_str());
        if got == *expected {
            continue;
        }
        let list = if got.is_empty() { &mut missed } else { &mut wrong };
        list.push(format!("{line} -> {got} {:?}", decision.verdict));
    }
    assert!(
        wrong.is_empty() && missed.is_empty(),
        "of {}, wrong:\n{}\nmissed:\n{}",
        rows(LABELS).count(),
        wrong.join("\n"),
        missed.join("\n")
    );
}

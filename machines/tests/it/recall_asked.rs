//! Fields of forms of all trades, as they stand there: right, or empty, and never wrong.

use crate::table::{Row, common, rows};

/// See its head.
const ASKED: &str = include_str!("asked.txt");

#[test]
fn fields_of_all_trades_are_filled_rightly_or_not_at_all() {
    let known = common();
    let mut off = Vec::new();
    for (line, cells) in rows(ASKED) {
        let [lang, headings, label, name, kind, expected] = cells.as_slice() else {
            panic!("six cells: {line}");
        };
        let row = Row {
            lang,
            headings,
            label,
            name,
            kind,
        };
        let decision = row.decided(&known);
        let got = decision.fill().map_or("", |pick| pick.key.as_str());
        let right = match expected.strip_suffix('?') {
            Some(fact) => got.is_empty() || got == fact,
            None => got == *expected,
        };
        if !right {
            off.push(format!("{line} -> {got:?} {:?}", decision.verdict));
        }
    }
    assert!(off.is_empty(), "of {}:\n{}", rows(ASKED).count(), off.join("\n"));
}

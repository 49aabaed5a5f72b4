//! `--trace FILE`: every transition of every machine, one JSON object a line. It holds names and lengths, no value.

use ostler_machines::Transition;
use serde::Serialize;

#[derive(Serialize)]
struct Line<'a> {
    at_ms: u64,
    machine: &'a str,
    from: &'a str,
    to: &'a str,
    event: &'a str,
}

/// The lines.
pub(crate) fn render(transitions: &[Transition]) -> String {
    let mut text = String::new();
    for Transition {
        at,
        machine,
        from,
        to,
        event,
    } in transitions
    {
        let line = Line {
            at_ms: at.0,
            machine,
            from,
            to,
            event,
        };
        // A struct of numbers and strings always has a JSON form.
        if let Ok(line) = serde_json::to_string(&line) {
            text.push_str(&line);
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::render;
    use ostler_machines::{Millis, Transition};

    #[test]
    fn a_transition_is_one_line() {
        let transition = |from: &str, to: &str| Transition {
            at: Millis(153),
            machine: "settle",
            from: from.into(),
            to: to.into(),
            event: "Tick".into(),
        };
        let text = render(&[transition("Busy", "Quiet"), transition("Quiet", "Done")]);
        let expected = "{\"at_ms\":153,\"machine\":\"settle\",\"from\":\"Busy\",\"to\":\"Quiet\",\"event\":\"Tick\"}\n";
        assert_eq!(text.lines().count(), 2);
        assert!(text.starts_with(expected), "{text}");
    }
}

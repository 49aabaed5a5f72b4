//! What the demo asks for and what must come of it.

use ostler_engine::Request;
use ostler_machines::form::value::Wish;
use ostler_machines::report::Outcome;

use super::super::fill::today;
use super::server::Received;
use crate::failure::Exit;

/// One form to fill, with the data that its server must have received in the end.
pub(super) struct Task {
    pub(super) title: &'static str,
    pub(super) story: &'static str,
    pub(super) path: &'static str,
    pairs: Vec<(&'static str, Wish)>,
    arrives: Option<&'static [(&'static str, &'static str)]>,
}

/// How a task ended, in words.
pub(super) enum Ending {
    AsMeant(String),
    Otherwise(String),
}

/// All tasks, in order.
pub(super) fn all() -> [Task; 3] {
    [registration(), order("4000", None), order("4000-322", Some(ORDER))]
}

fn text(text: &str) -> Wish {
    Wish::Text(text.into())
}

fn registration() -> Task {
    Task {
        title: "Workshop registration",
        story: "Twelve native fields, values as a person would write them.",
        path: "/registration",
        pairs: vec![
            ("Full name", text("Ada Lovelace")),
            ("E-mail", text("ada@example.com")),
            ("Phone", text("+351 912 345 678")),
            ("Password", text("correct-horse-7")),
            ("Date of birth", text("10 December 1815")),
            ("Country", text("Portugal")),
            ("Ticket", text("Regular")),
            ("Topics", Wish::List(vec![text("Async"), text("Testing")])),
            ("Seats", Wish::Number("2".into())),
            ("Arrival", text("9:30 am")),
            (
                "Message",
                text("Is there a place for a \"difference engine\"?\nIt is rather large."),
            ),
            ("I accept the terms of the workshop", Wish::Bool(true)),
        ],
        arrives: Some(&[
            ("full_name", "Ada Lovelace"),
            ("email", "ada@example.com"),
            ("phone", "+351 912 345 678"),
            ("password", "correct-horse-7"),
            ("born", "1815-12-10"),
            ("country", "PT"),
            ("ticket", "regular"),
            ("topics", "async"),
            ("topics", "testing"),
            ("seats", "2"),
            ("arrival", "09:30"),
            (
                "message",
                "Is there a place for a \"difference engine\"?\r\nIt is rather large.",
            ),
            ("terms", "yes"),
        ]),
    }
}

const ORDER: &[(&str, &str)] = &[
    ("name", "Ada Lovelace"),
    ("email", "ada@example.com"),
    ("street", "Rua das Flores 12"),
    ("postcode", "4000-322"),
    ("city", "Porto"),
    ("country", "PT"),
    ("delivery", "express"),
    ("terms", "yes"),
];

fn order(postcode: &str, arrives: Option<&'static [(&'static str, &'static str)]>) -> Task {
    Task {
        title: if arrives.is_some() {
            "Order a book, mended"
        } else {
            "Order a book"
        },
        story: if arrives.is_some() {
            "The same three steps with a postcode that the shop takes."
        } else {
            "Three steps. The shop checks the postcode on its server, and this one is wrong on purpose."
        },
        path: "/order",
        pairs: vec![
            ("Name", text("Ada Lovelace")),
            ("E-mail", text("ada@example.com")),
            ("Street and number", text("Rua das Flores 12")),
            ("Postcode", text(postcode)),
            ("City", text("Porto")),
            ("Country", text("Portugal")),
            ("Delivery", text("Express (next day)")),
            ("I agree to pay", Wish::Bool(true)),
        ],
        arrives,
    }
}

impl Task {
    /// What is asked of the engine.
    pub(super) fn request(&self, shots: bool) -> Request {
        Request {
            pairs: self
                .pairs
                .iter()
                .map(|(key, wish)| ((*key).into(), wish.clone()))
                .collect(),
            submit: true,
            locales: vec!["en".into()],
            today: today(),
            shots,
            ..Request::default()
        }
    }

    /// Whether it ended as it should, by what was reported and by what the server received.
    pub(super) fn judge(&self, outcome: Option<Outcome>, exit: Exit, received: &[Received]) -> Ending {
        let Some(arrives) = self.arrives else {
            return match (outcome, received.is_empty()) {
                (Some(Outcome::ValidationFailed), true) => {
                    Ending::AsMeant("As meant: the shop refused the postcode, and no order was placed.".into())
                }
                (_, true) => Ending::Otherwise("The shop refused the postcode, and the report does not say so.".into()),
                (_, false) => Ending::Otherwise("The shop took an order with a wrong postcode.".into()),
            };
        };
        let count = received.len();
        match received {
            [] => Ending::Otherwise("The server has accepted nothing.".into()),
            [one] => match difference(arrives, one) {
                None if exit == Exit::Done => Ending::AsMeant(format!(
                    "The server received {} values, each as asked, in one submit.",
                    arrives.len()
                )),
                None => Ending::Otherwise("The server received every value, and the report does not say so.".into()),
                Some(name) => Ending::Otherwise(format!("The server received something else for `{name}`.")),
            },
            _ => Ending::Otherwise(format!("The server received the form {count} times.")),
        }
    }
}

/// The name of the first value that differs.
fn difference<'a>(expected: &'a [(&str, &str)], received: &'a Received) -> Option<&'a str> {
    let mut found = received.iter();
    for (name, value) in expected {
        match found.next() {
            Some((own, held)) if own == name && held == value => {}
            _ => return Some(name),
        }
    }
    found.next().map(|(name, _)| name.as_str())
}

#[cfg(test)]
mod tests {
    use super::{Ending, ORDER, all, difference};
    use crate::failure::Exit;
    use ostler_machines::report::Outcome;

    fn received() -> Vec<(String, String)> {
        ORDER
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()))
            .collect()
    }

    #[test]
    fn the_demo_believes_the_server_and_not_the_report() {
        let [_, bad, good] = all();
        let as_meant = |ending| matches!(ending, Ending::AsMeant(_));
        assert!(as_meant(good.judge(
            Some(Outcome::Submitted),
            Exit::Done,
            &[received()]
        )));
        assert!(!as_meant(good.judge(Some(Outcome::Submitted), Exit::Done, &[])));
        assert!(!as_meant(good.judge(
            Some(Outcome::Submitted),
            Exit::Done,
            &[received(), received()]
        )));
        assert!(!as_meant(good.judge(
            Some(Outcome::Unchanged),
            Exit::NotAll,
            &[received()]
        )));
        let mut other = received();
        other[3].1 = "4000-323".into();
        assert!(!as_meant(good.judge(Some(Outcome::Submitted), Exit::Done, &[other])));
        assert!(as_meant(bad.judge(Some(Outcome::ValidationFailed), Exit::NotAll, &[])));
        assert!(!as_meant(bad.judge(
            Some(Outcome::Submitted),
            Exit::Done,
            &[received()]
        )));
    }

    #[test]
    fn a_difference_is_named_by_its_field() {
        assert_eq!(difference(ORDER, &received()), None);
        let mut more = received();
        more.push(("extra".into(), String::new()));
        assert_eq!(difference(ORDER, &more), Some("extra"));
        more.truncate(3);
        assert_eq!(difference(ORDER, &more), Some("postcode"));
    }
}

//! What is kept of the values that somebody gives, and under which key.

use ostler_machines::form::autocomplete;
use ostler_machines::form::model::{Choice, Field, Form, Kind, Ref};
use ostler_machines::recall::decide::{Options, Reason, Verdict, decide};
use ostler_machines::recall::guard::Guard;
use ostler_machines::recall::learn::{Filled, Learned};
use ostler_machines::recall::model::{Fact, Played, Recollection};
use ostler_machines::recall::probe::{Visit, probe};
use ostler_machines::report::{FieldReport, Outcome, Status, SubmitReport};

fn place(at: usize) -> Ref {
    Ref {
        frame: 0,
        element: u32::try_from(at).unwrap_or(u32::MAX) + 1,
    }
}

/// A field that was given a value.
pub(crate) fn given(field: Ref, key: &str, value: &str) -> FieldReport {
    FieldReport {
        reference: Some(field),
        asked: value.into(),
        holds: Some(value.into()),
        ..FieldReport::of(key, Status::Filled)
    }
}

fn field(heading: &str, label: &str, name: &str) -> Field {
    Field {
        label: label.into(),
        name: name.into(),
        section: Some(heading)
            .filter(|it| !it.is_empty())
            .map(String::from)
            .into_iter()
            .collect(),
        visible: true,
        ..Field::default()
    }
}

fn known(facts: &[(&str, &str)]) -> Recollection {
    let fact = |(key, value): &(&str, &str)| Fact {
        key: (*key).into(),
        value: (*value).into(),
        ..Fact::default()
    };
    Recollection {
        facts: facts.iter().map(fact).collect(),
        ..Recollection::default()
    }
}

/// What is kept where these fields were given their labels' own values, each by its ref, with these facts known before.
fn taught(fields: Vec<Field>, values: &[&str], known: &Recollection, outcome: Option<Outcome>) -> (Learned, Played) {
    let mut form = Form {
        fields,
        ..Form::default()
    };
    for (at, field) in form.fields.iter_mut().enumerate() {
        field.reference = Some(place(at));
    }
    let visit = Visit {
        host: "example.org".into(),
        lang: "en".into(),
        ..Visit::default()
    };
    let probe = probe(&form, &visit);
    let told = |at: &usize| !values[*at].is_empty();
    let options = Options {
        lang: "en".into(),
        given: (0..values.len()).filter(told).map(place).collect(),
        ..Options::default()
    };
    let decisions = decide(&form, &probe, known, &options);
    let reports: Vec<FieldReport> = (0..values.len())
        .filter(told)
        .map(|at| given(place(at), &place(at).to_string(), values[at]))
        .collect();
    let submit = outcome.map(SubmitReport::pressed);
    let filled = Filled {
        form: &form,
        lang: "en",
        probe: &probe,
        recollection: known,
        decisions: &decisions,
        given: &[],
        reports: &reports,
        submit: submit.as_ref(),
        now: 1,
    };
    (filled.learned(), filled.played().unwrap_or_default())
}

fn keys(learned: &Learned) -> Vec<&str> {
    learned.facts.iter().map(|fact| fact.key.as_str()).collect()
}

fn left(learned: &Learned) -> Vec<(&str, &str)> {
    let all = learned.left.iter();
    all.map(|left| (left.label.as_str(), left.why.word())).collect()
}

#[test]
fn what_is_given_for_bills_or_parcels_is_no_fact_of_the_persons_own() {
    let token = |token: &str| Field {
        autocomplete: autocomplete::parse(token),
        ..field("", "Postcode", "p")
    };
    for (field, key) in [
        (field("Billing address", "City", "c"), "billing city"),
        (field("Shipping address", "Street", "s"), "shipping street"),
        (field("Lieferadresse", "City", "c"), "shipping city"),
        (field("", "Billing postcode", "p"), "billing postcode"),
        (field("", "City", "shipping[city]"), "shipping city"),
        (token("billing postal-code"), "billing postcode"),
        (field("Shipping address", "First name", "f"), "shipping first name"),
        (field("Billing address", "Date of birth", "d"), "date of birth"),
        (field("Your address", "City", "c"), "city"),
        (token("home postal-code"), "postcode"),
    ] {
        let label = field.label.clone();
        let (learned, played) = taught(vec![field], &["x"], &known(&[]), Some(Outcome::Submitted));
        assert_eq!(keys(&learned), [key], "{label}: {:?}", left(&learned));
        assert_eq!(played.used[0].1, key, "{label}");
    }
    let both = field("Billing and shipping address", "City", "c");
    let (learned, played) = taught(vec![both], &["x"], &known(&[]), Some(Outcome::Submitted));
    assert_eq!(left(&learned), [("City", "several-purposes")]);
    assert_eq!(played.used, []);
}

#[test]
fn a_field_for_bills_that_took_the_persons_own_town_is_known_to_take_it() {
    let billing = || vec![field("Billing address", "City", "c")];
    for (facts, value, fact) in [
        (vec![("city", "London")], "London", "city"),
        (vec![("city", "London")], "Leeds", "billing city"),
        (
            vec![("city", "London"), ("billing city", "Leeds")],
            "Leeds",
            "billing city",
        ),
    ] {
        let (_, played) = taught(billing(), &[value], &known(&facts), Some(Outcome::Submitted));
        assert_eq!(played.used[0].1, fact, "{facts:?} {value}");
    }
    let other = known(&[("billing city", "York")]);
    let (_, played) = taught(billing(), &["Leeds"], &other, Some(Outcome::Submitted));
    assert_eq!(played.used, [], "another value than the one that is kept");
}

#[test]
fn what_stands_in_rows_of_a_list_is_nobodys_fact() {
    for (label, name) in [
        ("Name", "items[1].name"),
        ("Name", "items[0].name"),
        ("Email", "members_list.0.email"),
        ("Job title", "items[0].title"),
        ("Name", "order_items_attributes_0_name"),
    ] {
        let (learned, played) = taught(
            vec![field("", label, name)],
            &["x"],
            &known(&[]),
            Some(Outcome::Submitted),
        );
        assert_eq!(left(&learned), [(label, "one-of-several")], "{name}");
        assert!(learned.facts.is_empty() && played.used.is_empty(), "{name}");
    }
    // By their labels.
    let rows = || vec![field("Details", "City", "a"), field("Details", "City", "b")];
    let (learned, _) = taught(rows(), &["York", ""], &known(&[]), Some(Outcome::Submitted));
    assert_eq!((keys(&learned).len(), left(&learned)), (0, vec![("City", "twice")]));
    let (learned, _) = taught(rows(), &["York", "York"], &known(&[]), Some(Outcome::Submitted));
    assert_eq!(keys(&learned), ["city"], "the same asked again");
}

#[test]
fn it_is_said_why_a_value_is_not_kept() {
    let fields = vec![
        field("Your spouse", "First name", "s"),
        field("", "Favourite colour", "f"),
        field("", "I agree", "a"),
        field("", "Order number", "o"),
        field("", "City", "c"),
    ];
    let values = ["Bo", "blue", "yes", "A-1", "York"];
    let (learned, _) = taught(fields.clone(), &values, &known(&[]), Some(Outcome::Submitted));
    assert_eq!(keys(&learned), ["city"]);
    assert_eq!(
        left(&learned),
        [
            ("First name", "another-person"),
            ("Favourite colour", "uncommon"),
            ("I agree", "consent"),
            ("Order number", "transient"),
        ]
    );
    for (outcome, nothing) in [
        (None, "the form was not sent"),
        (Some(Outcome::ValidationFailed), "the form was not accepted"),
        (Some(Outcome::ServerError), "the server answered with an error"),
        (Some(Outcome::Unknown), "it is not known what came of the form"),
    ] {
        let (learned, _) = taught(fields.clone(), &values, &known(&[]), outcome);
        assert_eq!((learned.nothing, learned.facts.len()), (Some(nothing), 0));
    }
}

#[test]
fn nothing_is_agreed_to_from_memory() {
    let yes = |text: &str| Choice {
        label: text.into(),
        value: text.into(),
        ..Choice::default()
    };
    let facts = [
        "agree",
        "I agree",
        "consent",
        "zgoda",
        "einwilligung",
        "accept",
        "同意する",
        "sahmat",
    ];
    let facts: Vec<(&str, &str)> = facts.iter().map(|key| (*key, "yes")).collect();
    for (lang, label, name) in [
        ("en", "Agree", "a"),
        ("en", "I agree", "a"),
        ("en", "Consent", "c"),
        ("en", "Accept", "q7"),
        ("en", "Agree?", "gdpr_consent"),
        ("de", "Einwilligung", "e"),
        ("pl", "Zgoda", "z"),
        ("ja", "同意する", "d"),
        ("hi", "Sahmat", "s"),
    ] {
        for kind in [Kind::Text, Kind::Select, Kind::Radio] {
            let form = Form {
                fields: vec![Field {
                    reference: Some(place(0)),
                    kind,
                    options: if kind == Kind::Text {
                        Vec::new()
                    } else {
                        vec![yes("yes"), yes("no")]
                    },
                    ..field("", label, name)
                }],
                ..Form::default()
            };
            let visit = Visit {
                lang: lang.into(),
                ..Visit::default()
            };
            let options = Options {
                lang: lang.into(),
                ..Options::default()
            };
            let decisions = decide(&form, &probe(&form, &visit), &known(&facts), &options);
            let kept_out = Verdict::Empty(Reason::Guard(Guard::Consent));
            assert_eq!(decisions[0].verdict, kept_out, "{label} {kind:?}");
        }
    }
}

//! What memory keeps of a form that was sent, and what it never does.

use ostler_machines::recall::decide::{Options, decide};
use ostler_machines::recall::learn::{Filled, Refused, may_keep};
use ostler_machines::recall::model::{Alias, Change, Near, Recollection};
use ostler_machines::recall::print;
use ostler_machines::recall::probe::{Visit, probe};
use ostler_machines::report::{FieldReport, Outcome, SubmitMessage, SubmitReport};

use crate::recall::{fact, facts, field, form, place, visit};
use crate::recall_learn::given;

fn report(at: usize, key: &str, value: &str) -> FieldReport {
    given(place(at), key, value)
}

fn submit(outcome: Outcome, messages: Vec<SubmitMessage>) -> SubmitReport {
    SubmitReport {
        messages,
        ..SubmitReport::pressed(outcome)
    }
}

#[test]
fn what_is_learned_is_structure_and_only_on_request_a_value() {
    let form = form(vec![
        field("Email", "e"),
        field("Badge", "b"),
        field("City", "c"),
        field("Spouse's first name", "s"),
        field("Password", "p"),
        field("Pocket telephone", "t"),
    ]);
    let visit = Visit {
        keys: vec!["staff card".into(), "city".into(), "spouse".into(), "password".into()],
        ..visit("en")
    };
    let probe = probe(&form, &visit);
    assert!(probe.names.contains(&"staff card".to_owned()));
    let recollection = Recollection {
        near: vec![Near {
            text: probe
                .texts
                .iter()
                .position(|text| text.text == "Pocket telephone")
                .expect("it is asked for"),
            fact: "mobile".into(),
            score: 0.9,
        }],
        model: "all-minilm".into(),
        ..facts(&[
            ("email", "ada@home.example"),
            ("staff card", "S-7700"),
            ("mobile", "0770"),
        ])
    };
    let options = Options {
        lang: "en".into(),
        given: vec![place(1), place(2), place(3), place(4)],
        ..Options::default()
    };
    let decisions = decide(&form, &probe, &recollection, &options);
    let given = vec![
        ("staff card".to_owned(), "S-7700".into()),
        ("city".to_owned(), "London".into()),
        ("spouse".to_owned(), "William".into()),
        ("password".to_owned(), "hunter2".into()),
    ];
    let reports = vec![
        report(0, "email", "ada@home.example"),
        report(1, "staff card", "S-7700"),
        report(2, "city", "London"),
        report(3, "spouse", "William"),
        report(4, "password", "hunter2"),
        report(5, "mobile", "0770"),
    ];
    let accepted = submit(Outcome::Submitted, Vec::new());
    let mut filled = Filled {
        form: &form,
        lang: "en",
        probe: &probe,
        recollection: &recollection,
        decisions: &decisions,
        given: &given,
        reports: &reports,
        submit: Some(&accepted),
        now: 7,
    };
    let played = filled.played().expect("there is a playbook");
    let used: Vec<&str> = played.used.iter().map(|(_, fact)| fact.as_str()).collect();
    assert_eq!(
        used,
        ["email", "staff card", "city"],
        "the likeness of meaning is not among them"
    );
    assert_eq!(played.accepted, Some(true));
    assert_eq!(filled.changes().len(), 1);
    let learned = filled.learned().facts;
    assert_eq!(learned.len(), 1);
    assert_eq!(
        (learned[0].key.as_str(), learned[0].value.reveal(), learned[0].verified),
        ("city", "London", 7)
    );

    let refused = submit(
        Outcome::ValidationFailed,
        vec![SubmitMessage {
            field: "Email".into(),
            reference: Some(place(0)),
            text: "ada@home.example is taken, call 0800 12345".into(),
        }],
    );
    filled.submit = Some(&refused);
    let played = filled.played().expect("there is a playbook");
    assert_eq!(played.accepted, Some(false));
    assert_eq!(played.refused, [print::field(&form.fields[0])]);
    assert!(filled.learned().facts.is_empty());
    let changes = filled.changes();
    let Some(Change::Happened(episode)) = changes.last() else {
        panic!("{changes:?}");
    };
    assert_eq!(episode.text, "Email: [value] is taken, call [number] [number]");
    assert_eq!((episode.outcome.as_str(), episode.count), ("validation_failed", 1));
}

/// What of secrets is caught, and what is not: the limit that the documentation states.
#[test]
fn secrets_are_not_kept_as_far_as_key_or_value_gives_them_away() {
    let table = [
        ("password", "hunter2", Some(Refused::SecretName)),
        ("bank password", "hunter2", Some(Refused::SecretName)),
        ("Passwort", "x", Some(Refused::SecretName)),
        ("mot de passe", "x", Some(Refused::SecretName)),
        ("contraseña", "x", Some(Refused::SecretName)),
        ("senha", "x", Some(Refused::SecretName)),
        ("hasło", "x", Some(Refused::SecretName)),
        ("पासवर्ड", "x", Some(Refused::SecretName)),
        ("パスワード", "x", Some(Refused::SecretName)),
        ("apiKey", "x", Some(Refused::SecretName)),
        ("github_token", "x", Some(Refused::SecretName)),
        ("card number", "x", Some(Refused::SecretName)),
        ("cvv", "123", Some(Refused::SecretName)),
        ("card expiry", "12/30", Some(Refused::SecretName)),
        ("PIN", "1234", Some(Refused::SecretName)),
        ("social security number", "x", Some(Refused::SecretName)),
        ("mother's maiden name", "x", Some(Refused::SecretName)),
        ("otp", "123456", Some(Refused::SecretName)),
        ("locker", "4111 1111 1111 1111", Some(Refused::SecretValue)),
        ("locker", "123-45-6789", Some(Refused::SecretValue)),
        ("locker", "ghp_abcdefghijklmnopqrst", Some(Refused::SecretValue)),
        ("locker", "-----BEGIN PRIVATE KEY-----", Some(Refused::SecretValue)),
        ("", "x", Some(Refused::Nameless)),
        ("locker", " ", Some(Refused::Empty)),
        // What does not give itself away is kept.
        ("locker", "hunter2", None),
        ("phone", "0044 7700 900123", None),
        ("iban", "GB33BUKB20201555555555", None),
        ("passport number", "X1234567", None),
        ("postcode", "560001", None),
    ];
    for (key, value, expected) in table {
        assert_eq!(may_keep(&fact(key, value)).err(), expected, "{key}: {value}");
    }
    let mut hidden = fact("locker", "x");
    hidden.aliases = vec![Alias {
        text: "password".into(),
        language: String::new(),
    }];
    assert_eq!(may_keep(&hidden), Err(Refused::SecretName));
}

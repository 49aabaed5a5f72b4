//! Whose things a field asks for: what is not surely the user's stays empty.

use ostler_machines::form::model::{Field, Form, Kind, Ref};
use ostler_machines::recall::decide::{Decision, Options, Reason, Verdict, decide};
use ostler_machines::recall::model::{Fact, Recollection};
use ostler_machines::recall::probe::{Visit, probe};

const ADA: &[(&str, &str)] = &[
    ("first name", "Ada"),
    ("surname", "Lovelace"),
    ("full name", "Ada Lovelace"),
    ("email", "ada@home.example"),
    ("mobile", "0770"),
    ("date of birth", "1990-04-05"),
    ("street", "12 High Street"),
    ("city", "London"),
    ("postcode", "W1"),
    ("country", "GB"),
    ("job title", "Analyst"),
    ("salary expectation", "70000"),
    ("username", "countess"),
];

fn place(at: usize) -> Ref {
    Ref {
        frame: 0,
        element: u32::try_from(at).unwrap_or(u32::MAX) + 1,
    }
}

fn field(label: &str) -> Field {
    Field {
        label: label.into(),
        visible: true,
        ..Field::default()
    }
}

fn form(mut fields: Vec<Field>) -> Form {
    for (at, field) in fields.iter_mut().enumerate() {
        field.reference = Some(place(at));
    }
    Form {
        fields,
        ..Form::default()
    }
}

fn known(list: &[(&str, &str)]) -> Recollection {
    let fact = |(key, value): &(&str, &str)| Fact {
        key: (*key).into(),
        value: (*value).into(),
        ..Fact::default()
    };
    Recollection {
        facts: list.iter().map(fact).collect(),
        ..Recollection::default()
    }
}

fn decided(form: &Form, lang: &str, known: &Recollection) -> Vec<Decision> {
    let visit = Visit {
        host: "example.org".into(),
        lang: lang.into(),
        ..Visit::default()
    };
    let options = Options {
        lang: lang.into(),
        ..Options::default()
    };
    decide(form, &probe(form, &visit), known, &options)
}

/// What goes into each field; empty where nothing does.
fn filled(form: &Form, lang: &str, known: &Recollection) -> Vec<String> {
    let value = |decision: &Decision| decision.fill().map_or("", |pick| pick.value.reveal()).to_owned();
    decided(form, lang, known).iter().map(value).collect()
}

fn only(field: Field, lang: &str) -> String {
    filled(&form(vec![field]), lang, &known(ADA)).remove(0)
}

#[test]
fn what_one_signs_in_with_is_no_telephone_and_no_name() {
    let password = || Field {
        kind: Kind::Password,
        ..field("Password")
    };
    let named = |label: &str, name: &str| Field {
        name: name.into(),
        ..field(label)
    };
    let table = [
        (vec![named("", "phone"), password()], ""),
        (vec![named("Name", ""), password()], ""),
        (vec![named("name", "formusername"), field("City")], ""),
        (vec![named("Email", "formphonenumberphone")], ""),
        (vec![named("", "email"), password()], "ada@home.example"),
        (vec![named("Phone", ""), password()], "0770"),
        (
            vec![field("Full name"), field("Email"), field("Phone"), password()],
            "Ada Lovelace",
        ),
    ];
    for (fields, expected) in table {
        let form = form(fields);
        assert_eq!(
            filled(&form, "en", &known(ADA))[0],
            expected,
            "{:?}",
            form.fields
                .iter()
                .map(|field| (&field.label, &field.name))
                .collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_street_is_not_all_of_an_address() {
    let alone = form(vec![field("Address"), field("Email")]);
    assert_eq!(
        decided(&alone, "en", &known(ADA))[0].verdict,
        Verdict::Empty(Reason::Unmade)
    );
    let split = form(vec![field("Address"), field("Email"), field("Postcode")]);
    assert_eq!(filled(&split, "en", &known(ADA))[0], "12 High Street");
    assert_eq!(only(field("Street address"), "en"), "12 High Street");
    assert_eq!(only(field("Address line 1"), "en"), "12 High Street");
}

//! What holds for memory: which fact goes into which field, and what never does.

use ostler_machines::form::autocomplete;
use ostler_machines::form::model::{Choice, Field, Form, Held, Kind, Ref};
use ostler_machines::recall::decide::{Decision, Options, Reason, Verdict, decide};
use ostler_machines::recall::key_norm;
use ostler_machines::recall::model::{Alias, Fact, Mapping, Near, Playbook, Recollection, Similar};
use ostler_machines::recall::print;
use ostler_machines::recall::probe::{Visit, probe};

const HOST: &str = "example.org";

pub(crate) fn place(at: usize) -> Ref {
    Ref {
        frame: 0,
        element: u32::try_from(at).unwrap_or(u32::MAX) + 1,
    }
}

pub(crate) fn field(label: &str, name: &str) -> Field {
    Field {
        label: label.into(),
        name: name.into(),
        visible: true,
        ..Field::default()
    }
}

pub(crate) fn form(mut fields: Vec<Field>) -> Form {
    for (at, field) in fields.iter_mut().enumerate() {
        field.reference = Some(place(at));
    }
    Form {
        fields,
        ..Form::default()
    }
}

pub(crate) fn fact(key: &str, value: &str) -> Fact {
    Fact {
        key: key.into(),
        value: value.into(),
        ..Fact::default()
    }
}

pub(crate) fn facts(list: &[(&str, &str)]) -> Recollection {
    Recollection {
        facts: list.iter().map(|(key, value)| fact(key, value)).collect(),
        ..Recollection::default()
    }
}

pub(crate) fn visit(lang: &str) -> Visit {
    Visit {
        host: HOST.into(),
        lang: lang.into(),
        suggest: true,
        ..Visit::default()
    }
}

pub(crate) fn decided(form: &Form, lang: &str, recollection: &Recollection) -> Vec<Decision> {
    let probe = probe(form, &visit(lang));
    let options = Options {
        lang: lang.into(),
        ..Options::default()
    };
    decide(form, &probe, recollection, &options)
}

/// What goes into the only field of a form, or the word for why nothing does.
fn only(field: Field, lang: &str, recollection: &Recollection) -> String {
    shown(&decided(&form(vec![field]), lang, recollection)[0])
}

fn shown(decision: &Decision) -> String {
    match &decision.verdict {
        Verdict::Fill(pick) => format!("{} ({})", pick.value.reveal(), pick.source.word()),
        Verdict::Suggest(pick) => format!("{}? ({})", pick.value.reveal(), pick.source.word()),
        Verdict::Empty(reason) => reason.word().into(),
    }
}

pub(crate) fn mapping(field: &Field, fact: &str, wins: u32, losses: u32) -> Mapping {
    Mapping {
        field: print::field(field),
        fact: fact.into(),
        wins,
        losses,
    }
}

pub(crate) fn playbook(mappings: Vec<Mapping>) -> Playbook {
    Playbook {
        host: HOST.into(),
        wins: 1,
        mappings,
        ..Playbook::default()
    }
}

#[test]
fn each_level_answers_what_only_it_can() {
    let badge = field("Badge", "b");
    let known = facts(&[
        ("staff card", "S-77"),
        ("surname", "Lovelace"),
        ("mobile", "+44 7700 900123"),
    ]);
    // The form's own playbook.
    let own = Recollection {
        playbook: Some(playbook(vec![mapping(&badge, "staff card", 1, 0)])),
        ..known.clone()
    };
    assert_eq!(only(badge.clone(), "en", &own), "S-77 (playbook)");
    // The token, beside a label that is not understood.
    let token = Field {
        autocomplete: autocomplete::parse("family-name"),
        ..field("Clan", "c")
    };
    assert_eq!(only(token, "en", &known), "Lovelace (autocomplete)");
    // The label.
    assert_eq!(only(field("Nachname", ""), "de", &known), "Lovelace (alias)");
    // A like form of the same host.
    let similar = Recollection {
        similar: vec![Similar {
            playbook: playbook(vec![mapping(&field("Badge", "old_name"), "staff card", 2, 0)]),
            score: 0.4,
        }],
        ..known.clone()
    };
    assert_eq!(only(badge.clone(), "en", &similar), "S-77 (similar form)");
    // Likeness of meaning, which only suggests.
    let near = Recollection {
        near: vec![Near {
            text: 0,
            fact: "mobile".into(),
            score: 0.812,
        }],
        model: "all-minilm".into(),
        ..known.clone()
    };
    assert_eq!(
        only(field("Pocket telephone", ""), "en", &near),
        "+44 7700 900123? (suggested 0.81)"
    );
    assert_eq!(only(badge, "en", &known), "unknown");
}

#[test]
fn token_and_label_must_agree() {
    let known = facts(&[
        ("email", "ada@home.example"),
        ("work email", "ada@work.example"),
        ("first name", "Ada"),
        ("surname", "Lovelace"),
        ("job title", "Analyst"),
        ("street", "12 High Street"),
        ("company street", "1 Works Road"),
    ]);
    let table = [
        ("Work email", "email", "ada@work.example (autocomplete)"),
        ("Email", "work email", "ada@work.example (autocomplete)"),
        ("Email", "email", "ada@home.example (autocomplete)"),
        ("First name", "family-name", "contradiction"),
        ("Name", "given-name", "Ada (autocomplete)"),
        ("Title", "organization-title", "Analyst (autocomplete)"),
        ("Company address", "street-address", "1 Works Road (autocomplete)"),
        ("Second email", "email", "contradiction"),
        ("Telephone", "tel-area-code", "unmade"),
        ("Email", "off", "ada@home.example (alias)"),
    ];
    for (label, token, expected) in table {
        let field = Field {
            autocomplete: autocomplete::parse(token),
            ..field(label, "")
        };
        assert_eq!(only(field, "en", &known), expected, "{label} {token}");
    }
}

#[test]
fn signals_that_contradict_each_other_leave_the_field_empty() {
    let known = facts(&[
        ("email", "ada@home.example"),
        ("street", "12 High Street"),
        ("address line 2", "Flat 3"),
        ("department", "Engines"),
        ("surname", "Lovelace"),
        ("company", "Engines Ltd"),
        ("country", "GB"),
        ("full name", "Ada Lovelace"),
    ]);
    let table = [
        ("Surname", "email", "en", "contradiction"),
        ("Address", "street2", "en", "contradiction"),
        ("Address line 3", "", "en", "no-fact"),
        // `Service` is a department in French only.
        ("Service", "", "en", "unknown"),
        ("Service", "", "fr", "Engines (alias)"),
        // With no label, one word that is given to many things is no evidence.
        ("", "name", "en", "unknown"),
        ("", "company", "en", "unknown"),
        ("", "email", "en", "ada@home.example (alias)"),
        ("", "full_name", "en", "Ada Lovelace (alias)"),
        ("Email 2", "", "en", "unknown"),
        ("Previous address", "", "en", "former"),
        ("Your new address", "", "en", "unknown"),
        ("Address type", "", "en", "unknown"),
        ("Account name", "", "en", "no-fact"),
        ("Email or phone", "", "en", "unknown"),
        ("Do you have an email address?", "", "en", "question"),
    ];
    for (label, name, lang, expected) in table {
        assert_eq!(
            only(field(label, name), lang, &known),
            expected,
            "{label:?} {name:?} {lang}"
        );
    }
}

#[test]
fn guards_come_before_every_kind_of_evidence() {
    let base = || field("Email", "email");
    let section = |heading: &str| Field {
        section: vec![heading.into()],
        ..base()
    };
    let table = [
        (Field { trap: true, ..base() }, "trap"),
        (
            Field {
                visible: false,
                ..base()
            },
            "hidden",
        ),
        (
            Field {
                disabled: true,
                ..base()
            },
            "disabled",
        ),
        (
            Field {
                readonly: true,
                ..base()
            },
            "readonly",
        ),
        (
            Field {
                kind: Kind::Password,
                ..base()
            },
            "secret",
        ),
        (
            Field {
                kind: Kind::Checkbox,
                ..base()
            },
            "kind",
        ),
        (
            Field {
                kind: Kind::File,
                ..base()
            },
            "kind",
        ),
        (
            Field {
                kind: Kind::Search,
                ..base()
            },
            "transient",
        ),
        (field("Verification code", "email"), "secret"),
        (
            Field {
                autocomplete: autocomplete::parse("one-time-code"),
                ..base()
            },
            "secret",
        ),
        (
            Field {
                autocomplete: autocomplete::parse("cc-name"),
                ..base()
            },
            "secret",
        ),
        (field("Spouse's email", "email"), "another-person"),
        (field("Email", "child_email"), "another-person"),
        (section("Emergency contact"), "another-person"),
        (section("Passenger 2"), "another-person"),
        (section("Referees"), "another-person"),
        (field("पिता का ईमेल", "email"), "another-person"),
        (field("Coupon code", "email"), "transient"),
        (field("Enter the characters you see", "email"), "transient"),
        (section("Previous address"), "former"),
    ];
    for (field, expected) in table {
        let own = Recollection {
            playbook: Some(playbook(vec![mapping(&field, "email", 9, 0)])),
            similar: vec![Similar {
                playbook: playbook(vec![mapping(&field, "email", 9, 0)]),
                score: 1.0,
            }],
            near: vec![Near {
                text: 0,
                fact: "email".into(),
                score: 1.0,
            }],
            model: "all-minilm".into(),
            ..facts(&[("email", "ada@home.example")])
        };
        assert_eq!(
            only(field.clone(), "en", &own),
            expected,
            "{} {:?}",
            field.label,
            field.section
        );
    }
    // Passenger 1 is the user.
    assert_eq!(
        only(section("Passenger 1"), "en", &facts(&[("email", "a@b.example")])),
        "a@b.example (alias)"
    );
}

#[test]
fn an_emergency_number_is_nobodys_own() {
    let own = facts(&[("mobile", "0770"), ("phone", "0771")]);
    let both = facts(&[("mobile", "0770"), ("emergency contact phone", "0999")]);
    assert_eq!(only(field("Emergency contact phone", ""), "en", &own), "no-fact");
    assert_eq!(only(field("Emergency contact phone", ""), "en", &both), "0999 (alias)");
    assert_eq!(
        only(field("Emergency contact 2 phone", ""), "en", &both),
        "another-person"
    );
    assert_eq!(only(field("緊急連絡先の電話番号", ""), "ja", &both), "0999 (alias)");
    let under = Field {
        section: vec!["Emergency contact".into()],
        ..field("Phone", "")
    };
    assert_eq!(only(under, "en", &both), "0999 (alias)");
}

#[test]
fn where_a_field_stands_says_whose_it_is() {
    let known = facts(&[
        ("full name", "Ada Lovelace"),
        ("street", "12 High Street"),
        ("company street", "1 Works Road"),
        ("city", "London"),
        ("country", "GB"),
        ("passport expiry date", "2031-02-03"),
    ]);
    let table = [
        ("Event details", "Name", "another-thing"),
        ("Event registration", "Name", "Ada Lovelace (alias)"),
        ("Company details", "Street", "1 Works Road (alias)"),
        ("Company details", "Country", "another-thing"),
        ("Company details", "Name", "another-thing"),
        ("Work experience", "City", "another-thing"),
        ("Shipping address", "City", "London (alias)"),
        ("Delivery details", "City", "London (alias)"),
        ("Payment", "Name", "another-thing"),
        ("Passport", "Expiry date", "2031-02-03 (alias)"),
        ("Card", "Expiry date", "secret"),
    ];
    for (heading, label, expected) in table {
        let field = Field {
            section: vec![heading.into()],
            ..field(label, "")
        };
        assert_eq!(only(field, "en", &known), expected, "{heading}: {label}");
    }
    // A name beside a card's number is the holder's.
    let card = form(vec![field("Card number", ""), field("Name", "")]);
    assert_eq!(shown(&decided(&card, "en", &known)[1]), "secret");
}

#[test]
fn two_facts_that_fit_equally_fill_nothing() {
    let two = facts(&[("surname", "Lovelace"), ("last name", "Byron")]);
    let decision = &decided(&form(vec![field("Surname", "")]), "en", &two)[0];
    // What is called as the field is called is meant.
    assert_eq!(shown(decision), "Lovelace (alias)");
    let decision = &decided(&form(vec![field("Family name", "")]), "en", &two)[0];
    assert_eq!(
        decision.verdict,
        Verdict::Empty(Reason::Tie(vec!["surname".into(), "last name".into()]))
    );
    // A playbook settles it.
    let settled = Recollection {
        playbook: Some(playbook(vec![mapping(&field("Family name", ""), "last name", 1, 0)])),
        ..two
    };
    assert_eq!(only(field("Family name", ""), "en", &settled), "Byron (playbook)");
}

#[test]
fn an_alias_of_the_users_own_leads_to_its_fact() {
    let mut locker = fact("locker", "B12");
    locker.aliases = vec![
        Alias {
            text: "Spind-Nr.".into(),
            language: "de".into(),
        },
        Alias {
            text: "Cupboard".into(),
            language: String::new(),
        },
    ];
    let known = Recollection {
        facts: vec![locker, fact("work phone", "020"), fact("mobile", "0770")],
        ..Recollection::default()
    };
    let probe = probe(&form(vec![field("Spind Nr", "")]), &visit("de"));
    assert!(probe.names.contains(&key_norm("Spind-Nr.")));
    assert_eq!(only(field("Spind Nr", ""), "de", &known), "B12 (alias)");
    assert_eq!(only(field("Spind Nr", ""), "en", &known), "unknown");
    assert_eq!(only(field("Cupboard *", ""), "en", &known), "B12 (alias)");
    assert_eq!(only(field("Locker (optional)", ""), "en", &known), "B12 (alias)");
}

#[test]
fn values_are_put_together_and_taken_apart_only_where_that_is_sure() {
    type Row = (
        Field,
        &'static str,
        &'static [(&'static str, &'static str)],
        &'static str,
    );
    let select = |label: &str, options: &[&str]| Field {
        kind: Kind::Select,
        options: options
            .iter()
            .map(|text| Choice {
                label: (*text).into(),
                value: (*text).into(),
                ..Choice::default()
            })
            .collect(),
        ..field(label, "")
    };
    let months = ["Month", "January", "February", "March", "April", "May"];
    let table: Vec<Row> = vec![
        (
            field("Full name", ""),
            "en",
            &[("first name", "Ada"), ("surname", "Lovelace")],
            "Ada Lovelace (alias)",
        ),
        (
            field("氏名", ""),
            "ja",
            &[("first name", "花子"), ("surname", "山田")],
            "山田 花子 (alias)",
        ),
        (field("Full name", ""), "en", &[("first name", "Ada")], "no-fact"),
        (
            field("First name", ""),
            "en",
            &[("full name", "Ada Lovelace")],
            "Ada (alias)",
        ),
        (
            field("Last name", ""),
            "en",
            &[("full name", "Ada Lovelace")],
            "Lovelace (alias)",
        ),
        (
            field("First name", ""),
            "en",
            &[("full name", "Ada King Lovelace")],
            "unmade",
        ),
        (
            field("First name", ""),
            "en",
            &[("full name", "Lovelace, Ada")],
            "unmade",
        ),
        (field("First name", ""), "en", &[("full name", "山田 花子")], "unmade"),
        (
            field("Middle initial", ""),
            "en",
            &[("middle name", "king")],
            "K (alias)",
        ),
        (
            field("Birth year", ""),
            "en",
            &[("date of birth", "1990-04-05")],
            "1990 (alias)",
        ),
        (
            select("Birth month", &months),
            "en",
            &[("date of birth", "1990-04-05")],
            "April (alias)",
        ),
        (
            field("Birth month", ""),
            "en",
            &[("date of birth", "04/05/1990")],
            "unmade",
        ),
        (
            field("Phone", ""),
            "en",
            &[("home phone", "020"), ("mobile", "0770")],
            "0770 (alias)",
        ),
        (field("Phone", ""), "en", &[("work phone", "020")], "no-fact"),
        (field("Mobile", ""), "en", &[("phone", "020")], "no-fact"),
        (
            field("House number", ""),
            "de",
            &[("street", "Hauptstraße 5")],
            "5 (alias)",
        ),
        (
            Field {
                kind: Kind::Textarea,
                ..field("Address", "")
            },
            "en",
            &[("street", "12 High Street")],
            "unmade",
        ),
    ];
    for (field, lang, known, expected) in table {
        assert_eq!(
            only(field.clone(), lang, &facts(known)),
            expected,
            "{} {known:?}",
            field.label
        );
    }
    let apart = form(vec![field("Street", ""), field("House number", "")]);
    let known = facts(&[("street", "12 High Street")]);
    let decisions = decided(&apart, "en", &known);
    assert_eq!(shown(&decisions[0]), "High Street (alias)");
    assert_eq!(shown(&decisions[1]), "12 (alias)");
}

#[test]
fn what_stands_in_the_form_what_is_given_and_what_need_not_be_answered_is_left_alone() {
    let known = facts(&[("email", "ada@home.example"), ("city", "London")]);
    let held = Field {
        held: Held::Text("x@y.example".into()),
        ..field("Email", "")
    };
    assert_eq!(only(held, "en", &known), "held");
    let form = form(vec![
        field("Email", ""),
        Field {
            required: true,
            ..field("City", "")
        },
    ]);
    let probe = probe(&form, &visit("en"));
    let options = Options {
        lang: "en".into(),
        required: true,
        ..Options::default()
    };
    let decisions = decide(&form, &probe, &known, &options);
    assert_eq!(shown(&decisions[0]), "optional");
    assert_eq!(shown(&decisions[1]), "London (alias)");
    let given = Options {
        given: vec![place(1)],
        ..options
    };
    assert_eq!(shown(&decide(&form, &probe, &known, &given)[1]), "given");
}

#[test]
fn two_fields_in_the_same_words_are_filled_neither_but_for_a_confirmation() {
    let known = facts(&[("email", "ada@home.example"), ("full name", "Ada Lovelace")]);
    let twice = form(vec![field("Name", "a"), field("Name", "b")]);
    assert!(
        decided(&twice, "en", &known)
            .iter()
            .all(|decision| shown(decision) == "twice")
    );
    let again = form(vec![field("Email", "a"), field("Confirm email", "b")]);
    for decision in decided(&again, "en", &known) {
        assert_eq!(shown(&decision), "ada@home.example (alias)");
    }
}

#[test]
fn a_mapping_that_lost_too_often_or_was_learned_elsewhere_is_not_used() {
    let badge = field("Badge", "b");
    let under = |heading: &str| Field {
        section: vec![heading.into()],
        ..badge.clone()
    };
    let own = |mapping: Mapping| Recollection {
        playbook: Some(playbook(vec![mapping])),
        ..facts(&[("staff card", "S-77")])
    };
    let table = [
        (mapping(&badge, "staff card", 1, 1), "S-77 (playbook)"),
        (mapping(&badge, "staff card", 1, 2), "unknown"),
        (mapping(&badge, "staff card", 0, 0), "unknown"),
        (mapping(&under("Deputy"), "staff card", 5, 0), "unknown"),
        (mapping(&badge, "gone", 5, 0), "unknown"),
    ];
    for (mapping, expected) in table {
        assert_eq!(
            only(badge.clone(), "en", &own(mapping.clone())),
            expected,
            "{mapping:?}"
        );
    }
}

#[test]
fn a_redesigned_site_is_filled_from_what_was_learned_of_the_old_one() {
    let labels = [
        "Badge",
        "Desk",
        "Locker",
        "Bay",
        "Team colour",
        "Parking permit",
        "Pager",
        "Shirt size",
        "Mentor code",
        "Wing",
    ];
    let old: Vec<Field> = labels
        .iter()
        .map(|label| Field {
            section: vec!["About you".into()],
            ..field(label, &label.to_lowercase())
        })
        .collect();
    let new: Vec<Field> = labels
        .iter()
        .map(|label| Field {
            section: vec!["Personal details".into()],
            ..field(&format!("{label} *"), "")
        })
        .collect();
    let fact_of = |label: &str| format!("my {}", label.to_lowercase());
    let mut known = Recollection {
        facts: labels
            .iter()
            .map(|label| fact(&fact_of(label), &format!("value of {label}")))
            .collect(),
        ..Recollection::default()
    };
    let new = form(new);
    let filled = |known: &Recollection| {
        decided(&new, "en", known)
            .iter()
            .filter(|decision| decision.fill().is_some())
            .count()
    };
    assert_eq!(filled(&known), 0);
    known.similar = vec![Similar {
        playbook: playbook(
            old.iter()
                .zip(labels)
                .map(|(field, label)| mapping(field, &fact_of(label), 1, 0))
                .collect(),
        ),
        score: 0.6,
    }];
    let decisions = decided(&new, "en", &known);
    for (decision, label) in decisions.iter().zip(labels) {
        assert_eq!(shown(decision), format!("value of {label} (similar form)"));
    }
}

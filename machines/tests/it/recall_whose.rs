//! Whose things a field asks for: what is not surely the user's stays empty.

use ostler_machines::form::autocomplete;
use ostler_machines::form::model::{Field, Form, Kind, Ref};
use ostler_machines::recall::decide::{Decision, Options, Reason, Verdict, decide};
use ostler_machines::recall::learn::Filled;
use ostler_machines::recall::model::{Fact, Recollection};
use ostler_machines::recall::probe::{Visit, probe};
use ostler_machines::report::{FieldReport, Outcome, SubmitReport};

use crate::recall_learn::given;

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

fn under(heading: &str, label: &str) -> Field {
    Field {
        section: vec![heading.into()],
        ..field(label)
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
fn a_heading_about_somebody_that_no_list_has_keeps_memory_out() {
    let strange = [
        ("Your guest", "First name", "en"),
        ("Your nanny", "Email", "en"),
        ("Dein Kind", "Vorname", "de"),
        ("Dein Kind", "Vorname", ""),
        ("Reisende 2", "Vorname", "de"),
        ("Shareholder 2", "Email", "en"),
        ("The victim", "Name", "en"),
        ("Beneficial owner", "Date of birth", "en"),
        ("Tenant 2", "Email", "en"),
        ("Child's", "First name", "en"),
        ("Hund", "Geburtsdatum", "de"),
        ("Your guest's details", "Email", "en"),
        ("Second tenant", "Email", "en"),
        ("Additional contact", "Email", "en"),
        ("Registration of the deceased", "Full name", "en"),
        ("Votre invité", "Prénom", "fr"),
        ("Titulaire du chien", "Nom complet", "fr"),
        ("Datos del testigo", "Nombre completo", "es"),
        ("Inquilino 2", "Correo electrónico", "es"),
        ("Dados do paciente falecido", "Nome completo", "pt"),
        ("Najemca 2", "Imię", "pl"),
        ("Opiekunka", "Imię i nazwisko", "pl"),
        ("मृतक का विवरण", "पूरा नाम", "hi"),
        ("2人目のお客様", "メールアドレス", "ja"),
        ("被害者", "氏名", "ja"),
    ];
    for (heading, label, lang) in strange {
        assert_eq!(only(under(heading, label), lang), "", "{heading}: {label}");
    }
}

#[test]
fn a_heading_of_the_users_own_lets_memory_in() {
    let own = [
        ("Contact details", "Email", "en"),
        ("Your address", "Email", "en"),
        ("Personal information", "Email", "en"),
        ("Step 2 of 3", "Email", "en"),
        ("2. Contact details", "Email", "en"),
        ("Contact (2/3)", "Email", "en"),
        ("Create your Splunk account", "Email", "en"),
        ("Join Emirates Skywards", "Email", "en"),
        ("Sign up to Printful", "Email", "en"),
        ("Already a member?", "Email", "en"),
        ("Museum tickets", "Email", "en"),
        ("Register for a library card", "Email", "en"),
        ("Book a table", "Email", "en"),
        ("Additional information", "Email", "en"),
        ("Passenger 1 (adult)", "Email", "en"),
        ("Guest checkout", "Email", "en"),
        ("How can we reach you?", "Email", "en"),
        ("Persönliche Angaben", "E-Mail", "de"),
        ("Registrieren in 30 Sekunden", "E-Mail", "de"),
        ("Antrag auf Kindergeld", "E-Mail", "de"),
        ("Ihre Kontaktdaten", "E-Mail", "de"),
        ("Vos coordonnées", "E-mail", "fr"),
        ("Créez votre compte", "E-mail", "fr"),
        ("Datos del solicitante", "Correo electrónico", "es"),
        ("Dados pessoais", "E-mail", "pt"),
        ("Dane osobowe", "Adres e-mail", "pl"),
        ("Twoje dane", "Adres e-mail", "pl"),
        ("व्यक्तिगत जानकारी", "ईमेल", "hi"),
        ("Aavedak ka vivaran", "Email", "hi-Latn"),
        ("お客様情報", "メールアドレス", "ja"),
        ("会員登録", "メールアドレス", "ja"),
    ];
    for (heading, label, lang) in own {
        assert_eq!(
            only(under(heading, label), lang),
            "ada@home.example",
            "{heading}: {label}"
        );
    }
    // "Your details" under whatever the page is called; and where one makes an account, the page is about whoever does.
    let nested = Field {
        section: vec!["Zorkmid".into(), "Your details".into()],
        ..field("Email")
    };
    assert_eq!(only(nested, "en"), "ada@home.example");
    let account = form(vec![
        under("A home for your zorkmids", "Email"),
        Field {
            kind: Kind::Password,
            ..under("A home for your zorkmids", "Password")
        },
    ]);
    assert_eq!(filled(&account, "en", &known(ADA))[0], "ada@home.example");
}

#[test]
fn what_is_said_around_a_field_names_people_too() {
    let table = [
        Field {
            title: "Your child's first name".into(),
            ..field("First name")
        },
        Field {
            description: "As in the passport of your spouse".into(),
            ..field("First name")
        },
        Field {
            also: "Manager's first name".into(),
            ..field("First name")
        },
        Field {
            title: "Departure city".into(),
            ..field("City")
        },
    ];
    for field in table {
        assert_eq!(only(field.clone(), "en"), "", "{field:?}");
    }
    let plain = Field {
        description: "As in your passport".into(),
        ..field("First name")
    };
    assert_eq!(only(plain, "en"), "Ada");
}

#[test]
fn small_words_and_brackets_turn_what_a_label_asks_for() {
    let turned = [
        ("City (from)", "en"),
        ("To city", "en"),
        ("From city", "en"),
        ("Departure city", "en"),
        ("Preferred city", "en"),
        ("Job title (desired)", "en"),
        ("Desired job title", "en"),
        ("Full name (not yours)", "en"),
        ("Name of the deceased", "en"),
        ("Email (other)", "en"),
        ("Email (2)", "en"),
        ("Their email", "en"),
        ("Previous city", "en"),
        ("Ort (von)", "de"),
        ("Gewünschter Ort", "de"),
        ("Name (nicht Ihr eigener)", "de"),
        ("Bevorzugter Ort", "de"),
        ("Ville (départ)", "fr"),
        ("Ville souhaitée", "fr"),
        ("Autre e-mail", "fr"),
        ("Ciudad (destino)", "es"),
        ("Ciudad preferida", "es"),
        ("Cidade (chegada)", "pt"),
        ("Cidade pretendida", "pt"),
        ("Miasto (wyjazdu)", "pl"),
        ("Preferowane miasto", "pl"),
        ("शहर (से)", "hi"),
        ("अन्य ईमेल", "hi"),
        ("市区町村（出発）", "ja"),
        ("希望の市区町村", "ja"),
    ];
    for (label, lang) in turned {
        assert_eq!(only(field(label), lang), "", "{label}");
        let token = Field {
            autocomplete: autocomplete::parse("address-level2"),
            ..field(label)
        };
        assert_eq!(only(token, lang), "", "{label} with a token");
    }
    let kept = [
        ("City (required)", "en", "London"),
        ("Email (will not be published)", "en", "ada@home.example"),
        (
            "Email (To reduce delays please enter your own email address)",
            "en",
            "ada@home.example",
        ),
        ("Desired salary (gross, per year)", "en", "70000"),
        ("Preferred email", "en", "ada@home.example"),
        ("Numéro de téléphone", "fr", "0770"),
        ("Date of birth (DD/MM/YYYY)", "en", "1990-04-05"),
    ];
    for (label, lang, expected) in kept {
        assert_eq!(only(field(label), lang), expected, "{label}");
    }
}

#[test]
fn a_token_on_a_label_that_says_something_else_is_not_believed() {
    let with = |label: &str, token: &str, kind: Kind| Field {
        autocomplete: autocomplete::parse(token),
        kind,
        ..field(label)
    };
    let table = [
        ("Reference", "email", Kind::Text, "en", ""),
        ("Reference", "email", Kind::Email, "en", ""),
        ("Order number", "tel", Kind::Text, "en", ""),
        ("Project", "organization", Kind::Text, "en", ""),
        ("Nanny's email", "email", Kind::Text, "en", ""),
        ("Betreff", "name", Kind::Text, "de", ""),
        ("件名", "name", Kind::Text, "ja", ""),
        // Words of a language that nobody here knows.
        ("Sähköposti", "email", Kind::Email, "fi", "ada@home.example"),
        ("Achternaam", "family-name", Kind::Text, "nl", "Lovelace"),
        // Its own words, with more of them.
        ("First name on ID", "given-name", Kind::Text, "en", "Ada"),
        (
            "How should we write to you?",
            "email",
            Kind::Email,
            "en",
            "ada@home.example",
        ),
    ];
    for (label, token, kind, lang, expected) in table {
        assert_eq!(only(with(label, token, kind), lang), expected, "{label} {token}");
    }
}

#[test]
fn what_is_kept_for_bills_goes_where_bills_are_spoken_of_and_nowhere_else() {
    let both = known(&[
        ("city", "London"),
        ("billing city", "Paris"),
        ("shipping city", "Rome"),
        ("surname", "Lovelace"),
    ]);
    let token = |token: &str| Field {
        autocomplete: autocomplete::parse(token),
        ..field("City")
    };
    let table = [
        (field("City"), "London"),
        (under("Billing address", "City"), "Paris"),
        (under("Shipping address", "City"), "Rome"),
        (under("Delivery details", "City"), "Rome"),
        (field("Billing city"), "Paris"),
        (token("billing address-level2"), "Paris"),
        (token("shipping address-level2"), "Rome"),
        (under("Billing address", "Surname"), "Lovelace"),
        (
            Field {
                name: "billing_city".into(),
                ..field("City")
            },
            "Paris",
        ),
    ];
    for (field, expected) in table {
        let told = format!("{} {:?} {:?}", field.label, field.section, field.autocomplete);
        assert_eq!(filled(&form(vec![field]), "en", &both)[0], expected, "{told}");
    }
    let bills_only = known(&[("billing city", "Paris")]);
    assert_eq!(filled(&form(vec![field("City")]), "en", &bills_only)[0], "");
    assert_eq!(
        filled(&form(vec![under("Shipping address", "City")]), "en", &bills_only)[0],
        ""
    );
    let plain = known(&[("city", "London")]);
    assert_eq!(
        filled(&form(vec![under("Billing address", "City")]), "en", &plain)[0],
        "London"
    );
    // A store is asked for them.
    let visit = Visit::default();
    let asked = probe(&form(vec![under("Billing address", "City")]), &visit);
    assert!(asked.names.contains(&"billing city".to_owned()));
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

#[test]
fn nothing_is_learned_of_other_people() {
    let form = form(vec![
        under("Your nanny", "Email"),
        under("Tenant 2", "First name"),
        under("Beneficial owner", "Surname"),
        under("Your details", "City"),
        field("Mobile"),
        field("Country"),
    ]);
    let visit = Visit {
        host: "example.org".into(),
        lang: "en".into(),
        ..Visit::default()
    };
    let probe = probe(&form, &visit);
    let options = Options {
        lang: "en".into(),
        given: (0..form.fields.len()).map(place).collect(),
        ..Options::default()
    };
    let nothing = Recollection::default();
    let decisions = decide(&form, &probe, &nothing, &options);
    let submit = SubmitReport::pressed(Outcome::Submitted);
    let keys = ["email", "first name", "surname", "city", "nanny's mobile", "Country"];
    let reports: Vec<FieldReport> = keys
        .iter()
        .enumerate()
        .map(|(at, key)| given(place(at), key, "x"))
        .collect();
    let filled = Filled {
        form: &form,
        lang: "en",
        probe: &probe,
        recollection: &nothing,
        decisions: &decisions,
        given: &[],
        reports: &reports,
        submit: Some(&submit),
        now: 1,
    };
    let learned: Vec<String> = filled.learned().facts.into_iter().map(|fact| fact.key).collect();
    assert_eq!(learned, ["city", "country"]);
}

#[test]
fn a_form_that_asks_for_a_species_is_about_an_animal() {
    for (species, lang) in [
        ("Species", "en"),
        ("Breed (if known)", "en"),
        ("Tierart", "de"),
        ("犬種", "ja"),
    ] {
        let form = form(vec![
            field("Name"),
            field("Date of birth"),
            field(species),
            under("Owner", "Email"),
            under("Your details", "Mobile"),
        ]);
        let decisions = decided(&form, lang, &known(ADA));
        let filled: Vec<&str> = decisions
            .iter()
            .filter(|decision| decision.fill().is_some())
            .map(|decision| decision.label.as_str())
            .collect();
        assert!(filled.iter().all(|label| *label == "Mobile"), "{species}: {filled:?}");
    }
}

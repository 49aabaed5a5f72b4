//! Headings and labels of nobody's list, in eight languages: right, or empty, and never wrong.

use ostler_machines::recall::model::{Fact, Recollection};

use crate::table::Row;

/// Language, heading, label, the fact that goes in; empty: none.
const ROWS: &[(&str, &str, &str, &str)] = &[
    // Somebody else's, or nobody can tell.
    ("en", "The insured animal", "Date of birth", ""),
    ("en", "Your au pair", "Mobile", ""),
    ("en", "Your plus-one", "First name", ""),
    ("en", "Landowner", "Street", ""),
    ("en", "Person being reported", "Full name", ""),
    ("en", "Who should we call instead?", "Mobile", ""),
    ("en", "Godparent", "Surname", ""),
    ("en", "Attorney", "Email", ""),
    ("en", "Legal heir", "Full name", ""),
    ("en", "Registration of the patient's carer", "Email", ""),
    ("en", "Household member 3", "First name", ""),
    ("en", "Third bidder", "Email", ""),
    ("en", "Gift for someone special", "Full name", ""),
    ("de", "Ihre Katze", "Name", ""),
    ("de", "Angaben zum Verstorbenen", "Nachname", ""),
    ("de", "Geschädigter", "Vorname", ""),
    ("de", "Untermieter 2", "E-Mail", ""),
    ("de", "Weitere Person", "Vorname", ""),
    ("de", "Ihr Anwalt", "E-Mail", ""),
    ("fr", "Votre nounou", "Prénom", ""),
    ("fr", "Le défunt", "Nom complet", ""),
    ("fr", "Locataire 2", "E-mail", ""),
    ("fr", "La victime", "Prénom", ""),
    ("fr", "Autre personne", "Prénom", ""),
    ("es", "Su mascota", "Nombre", ""),
    ("es", "Datos del fallecido", "Apellidos", ""),
    ("es", "Segundo titular", "Correo electrónico", ""),
    ("es", "Niñera", "Correo electrónico", ""),
    ("pt", "Sua babá", "E-mail", ""),
    ("pt", "Dados da vítima", "Nome completo", ""),
    ("pt", "Inquilino 3", "E-mail", ""),
    ("pl", "Twoja niania", "Imię", ""),
    ("pl", "Poszkodowany", "Imię i nazwisko", ""),
    ("pl", "Współlokator 2", "Adres e-mail", ""),
    ("hi", "आपका मेहमान", "ईमेल", ""),
    ("hi", "दूसरा यात्री", "ईमेल", ""),
    ("ja", "ペットの情報", "名前", ""),
    ("ja", "同居人2", "メールアドレス", ""),
    ("ja", "故人の情報", "氏名", ""),
    ("en", "", "Email of the person you nominate", ""),
    ("en", "", "City (where you want to move)", ""),
    ("en", "", "Country (destination)", ""),
    ("en", "", "Surname (of your accountant)", ""),
    ("en", "", "Expected city", ""),
    ("de", "", "Ort (gewünscht)", ""),
    ("de", "", "E-Mail Ihres Anwalts", ""),
    ("fr", "", "Ville d'arrivée", ""),
    ("es", "", "Ciudad (llegada)", ""),
    ("pt", "", "Cidade de destino", ""),
    ("pl", "", "Miasto (docelowe)", ""),
    ("ja", "", "メールアドレス（ご本人以外）", ""),
    ("hi", "", "शहर (तक)", ""),
    // The user's own.
    ("en", "Where do we send your order?", "Email", "email"),
    ("en", "Apply for a parking permit", "Email", "email"),
    ("en", "Tell us about yourself", "First name", "first name"),
    ("en", "1. Your details", "Surname", "surname"),
    ("de", "Wie können wir Sie erreichen?", "E-Mail", "email"),
    ("de", "Lieferadresse", "Ort", "city"),
    ("fr", "Adresse de livraison", "Ville", "city"),
    ("es", "Crear cuenta", "Correo electrónico", "email"),
    ("pt", "Crie sua conta", "E-mail", "email"),
    ("pl", "Dane kontaktowe", "Adres e-mail", "email"),
    ("hi", "आपका विवरण", "ईमेल", "email"),
    ("ja", "ご連絡先", "メールアドレス", "email"),
];

const FACTS: &[&str] = &[
    "first name",
    "surname",
    "full name",
    "email",
    "mobile",
    "street",
    "city",
    "country",
];

#[test]
fn fresh_words_are_filled_rightly_or_not_at_all() {
    let fact = |key: &&str| Fact {
        key: (*key).into(),
        value: (*key).into(),
        ..Fact::default()
    };
    let birth = Fact {
        key: "date of birth".into(),
        value: "1990-04-05".into(),
        ..Fact::default()
    };
    let known = Recollection {
        facts: FACTS.iter().map(fact).chain([birth]).collect(),
        ..Recollection::default()
    };
    let mut off = Vec::new();
    for (lang, headings, label, expected) in ROWS {
        let row = Row {
            lang,
            headings,
            label,
            ..Row::default()
        };
        let decision = row.decided(&known);
        let got = decision.fill().map_or("", |pick| pick.value.reveal());
        if got != *expected {
            off.push(format!(
                "{lang} {headings:?} {label:?}: {got:?}, not {expected:?}: {:?}",
                decision.verdict
            ));
        }
    }
    assert!(off.is_empty(), "of {}:\n{}", ROWS.len(), off.join("\n"));
}

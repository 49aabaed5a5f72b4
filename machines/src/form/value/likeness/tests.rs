use super::{Likeness, agrees, show};
use crate::form::model::{Choice, Field, Held, Kind, Part, Piece};
use crate::form::value::Plan;
use std::vec::Vec;

use Likeness::{Different, Respelled, Same};

fn text(wanted: &str, got: &str, kind: Kind) -> Likeness {
    let field = Field {
        kind,
        ..Field::default()
    };
    agrees(&Plan::Text(wanted.into()), &field, &Held::Text(got.into()))
}

#[test]
fn plain_text_is_the_same_or_only_respelled_when_nothing_of_it_was_lost() {
    let table = [
        ("Ada", "Ada", Same),
        ("a\r\nb", "a\nb", Same),
        ("5551234567", "(555) 123-4567", Respelled),
        ("(555) 123-4567", "555.123.4567", Respelled),
        ("+1 555 123 4567", "+15551234567", Respelled),
        ("+1 555 123 4567", "(555) 123-4567", Different),
        ("+442079460958", "442079460958", Different),
        ("02079460958", "2079460958", Different),
        ("5551234567", "(555) 123-456", Different),
        ("15551234567", "(155) 512-3456", Different),
        ("2001-03-05", "05/03/2001", Different),
        ("05.03.2001", "05/03/2001", Respelled),
        ("05/03/2001", "05032001", Respelled),
        ("1/2/2024", "122024", Different),
        ("05/03/2001", "03/05/2001", Different),
        ("15:30", "15.30", Respelled),
        ("15:30", "1530", Different),
        ("15:30", "15:30:00", Different),
        ("1250.50", "1,250.50", Respelled),
        ("1250.50", "1250.5", Respelled),
        ("1,250.50", "1250.50", Respelled),
        ("2.450,75", "2450,75", Respelled),
        ("2.450,75", "2,450.75", Respelled),
        ("1250.50", "125050", Different),
        ("12500", "1250.0", Different),
        ("12500", "125.00", Different),
        ("12500", "12,500", Respelled),
        ("12,500", "12500", Respelled),
        ("$12500", "$12,500", Respelled),
        ("-12500", "-12,500", Respelled),
        ("12500", "-12,500", Different),
        ("012500", "12,500", Different),
        ("12500", "1,2500", Different),
        ("12500", "12.500", Different),
        ("12500", "€ 12,500", Respelled),
        ("125", "12,500", Different),
        ("12.5", "12,500", Different),
        ("12,500", "12.500", Different),
        ("12500", "12,500.00", Respelled),
        ("1.250", "1,250", Different),
        ("1.5", "1,5", Respelled),
        ("1.50", "1.5", Respelled),
        ("0.5", ".5", Respelled),
        ("10", "1.0", Different),
        ("100", "1.00", Different),
        ("85250.50", "$85,250.50", Respelled),
        ("$85,250.50", "85250.5", Respelled),
        ("$50.00", "€50.00", Different),
        ("50", "$50", Respelled),
        ("3.875%", "3.875", Respelled),
        ("3.875", "3.875 %", Respelled),
        ("3.875%", "3,875", Different),
        ("3.875%", "3875", Different),
        ("3.875%", "-3.875", Different),
        ("$3.875", "3.875", Respelled),
        ("$3.875", "€3.875", Different),
        ("12.5 -3.2", "12.5 3.2", Different),
        ("12.5 -3.2", "12.5, -3.2", Respelled),
        ("51.5 -0.12", "51.5 0.12", Different),
        ("12 -3", "12 3", Different),
        ("x=-5", "x=5", Different),
        ("a; -5", "a; 5", Different),
        ("5;-3", "5;3", Different),
        ("12;34", "1234", Different),
        ("12; 34", "12, 34", Different),
        ("from -5 to -3", "from -5 to 3", Different),
        ("(555)-1234", "(555) 1234", Respelled),
        ("AB-12", "AB12", Respelled),
        ("3.5%", "3.5", Respelled),
        ("15", "15 %", Respelled),
        ("-5", "5", Different),
        ("-5.5", "5.5", Different),
        ("(5.50)", "5.50", Different),
        ("-5.50", "(5.50)", Respelled),
        ("-5 degrees", "5 degrees", Different),
        ("007", "7", Different),
        ("007.5", "7.5", Different),
        ("1234567", "1 234 567", Respelled),
        ("4242 4242 4242 4242", "4242424242424242", Respelled),
        ("4242424242424242", "4242 4242 4242 4242", Respelled),
        ("DE89370400440532013000", "DE89 3704 0044 0532 0130 00", Respelled),
        ("gb82west12345698765432", "GB82 WEST 1234 5698 7654 32", Respelled),
        ("12345678909", "123.456.789-09", Respelled),
        ("123.456.789-09", "12345678909", Respelled),
        ("0612345678", "06.12.34.56.78", Respelled),
        ("20-32-06", "203206", Respelled),
        ("10.0.12.7", "100127", Different),
        ("10.20.12.70", "10201270", Different),
        ("10.0.12.7", "10.01.2.7", Different),
        ("1.2.3", "123", Different),
        ("1.2.3", "1.23", Different),
        ("1/2", "12", Different),
        ("12-3456789", "123456789", Respelled),
        ("Flat 1 2", "Flat 12", Different),
        ("Room 1-2", "Room 12", Different),
        ("spring24", "SPRING24", Respelled),
        ("Ines_Duarte", "ines_duarte", Respelled),
        ("O’Connor", "O'Connor", Respelled),
        ("  Ada ", "Ada", Respelled),
        ("Ada ", "Ada", Respelled),
        ("É", "E", Different),
        ("Zoë", "Zoe", Different),
        ("Straße", "Strasse", Different),
        ("e\u{301}", "é", Respelled),
        ("C++", "C", Different),
        ("C#", "C++", Different),
        ("a & b", "a b", Different),
        ("#1", "1", Different),
        ("50%", "50", Respelled),
        ("5*3", "53", Different),
        ("A+", "A-", Different),
        ("A+", "A", Different),
        ("👩‍🚀 Ada", "Ada", Different),
        ("Hello world", "Hello", Different),
        ("Hello", "Hello world", Different),
        ("", "", Same),
        ("", " ", Respelled),
        ("Ada", "", Different),
        ("Smith-Jones", "Smith Jones", Respelled),
        (
            "A subject line that is far too long",
            "A subject line that is f",
            Different,
        ),
        ("60k", "60", Different),
        ("60k", "60000", Different),
        ("1e3", "1000", Different),
        ("£100.00", "100.00", Respelled),
        ("US$ 100.00", "C$ 100.00", Different),
    ];
    for (wanted, got, expected) in table {
        assert_eq!(text(wanted, got, Kind::Text), expected, "{wanted:?} against {got:?}");
    }
}

#[test]
fn what_lost_or_gained_something_is_different() {
    let table = [
        ("1.5 kg", "15 kg"),
        ("1.5 kg", "1.5 lb"),
        ("$1,000", "$1.000"),
        ("1000", "1000.01"),
        ("1000", "100"),
        ("1,000.50", "1.000,51"),
        ("-1,000", "1,000"),
        ("1,000-", "1,000"),
        ("5", "5%5"),
        ("5", "5 5"),
        ("0.5", "5"),
        (".5", "5"),
        ("05", "5"),
        ("1 5/8", "15/8"),
        ("1/2/24", "12/2/4"),
        ("10:30", "1:030"),
        ("10:30 AM", "10:30 PM"),
        ("10:30 AM", "10:30"),
        ("2024-01-02", "2024-02-01"),
        ("01/02/2024", "01/02/24"),
        ("+44 20", "44 20"),
        ("00442079460958", "+442079460958"),
        ("a@b.com", "a@bcom"),
        ("user_1@b.com", "user1@b.com"),
        ("A1B2", "A1B2C3"),
        ("O0", "00"),
        ("yes", "no"),
        ("5 €", "5 $"),
        ("5 km", "5 mi"),
        ("5%", "0.05"),
        ("2^3", "23"),
        ("2*3", "23"),
        ("a|b", "ab"),
        ("a\\b", "ab"),
        ("~5", "5"),
        ("<5", "5"),
        (">5", "<5"),
        ("≥5", "5"),
        ("±5", "5"),
        ("5!", "5"),
        ("5?", "5"),
        ("10.20.30.40", "102.0.30.40"),
        ("1.10", "1.1.0"),
        ("3.14", "314"),
        ("3,14", "314"),
        ("1,5", "15"),
        ("1;5", "15"),
        ("1:5", "15"),
        ("12,50", "1250"),
        ("12.50", "1250"),
        ("1,25", "125"),
        ("1,250", "1.25"),
        ("2,5 2,6", "2,52,6"),
        ("€1.250", "1250.00"),
        ("51.5074, -0.1278", "51.5074, 0.1278"),
        ("51.5074,-0.1278", "51.5074,0.1278"),
        ("51.5074 -0.1278", "51.5074-0.1278"),
        ("N -5", "N 5"),
        ("T-5", "T +5"),
        ("(5)", "5"),
        ("($5)", "$5"),
        ("1e5", "15"),
        ("5 000 000", "5 000"),
        ("٥", "6"),
        ("１２３", "12"),
        ("½", "1/2"),
        ("Zoë", "Zoé"),
        ("naïve", "naive"),
    ];
    let kept: Vec<_> = table
        .iter()
        .filter(|(wanted, got)| wanted != got && text(wanted, got, Kind::Text) != Different)
        .collect();
    assert!(kept.is_empty(), "{kept:#?}");
}

#[test]
fn a_language_says_what_a_lone_mark_is() {
    let field = |lang: &str| Field {
        lang: lang.into(),
        ..Field::default()
    };
    let table = [
        ("12500", "12,500", "en", Respelled),
        ("12500", "12.500", "de-DE", Respelled),
        ("12500", "12.500", "en", Different),
        ("12.5", "12,500", "de", Respelled),
        ("3.875%", "3.875", "en", Respelled),
    ];
    for (wanted, got, lang, expected) in table {
        let likeness = agrees(&Plan::Text(wanted.into()), &field(lang), &Held::Text(got.into()));
        assert_eq!(likeness, expected, "{wanted:?} against {got:?} in {lang}");
    }
}

#[test]
fn addresses_and_passwords_have_stricter_rules() {
    let table = [
        ("ada.b@example.com", "adab@example.com", Kind::Email, Different),
        ("ADA@Example.com", "ada@example.com", Kind::Email, Respelled),
        ("ada@example.com", " ada@example.com ", Kind::Email, Respelled),
        ("ada.b@example.com", "adab@example.com", Kind::Text, Different),
        ("https://Example.com", "https://example.com/", Kind::Url, Respelled),
        ("https://example.com/A", "https://example.com/a", Kind::Url, Different),
        ("https://example.com/a", "http://example.com/a", Kind::Url, Different),
        ("https://e.com/a-b", "https://e.com/ab", Kind::Text, Different),
        ("Secret 1", "secret 1", Kind::Password, Different),
        ("Secret 1", "Secret 1 ", Kind::Password, Different),
        ("Secret 1", "Secret 1", Kind::Password, Same),
        ("a b", "a\u{a0}b\n", Kind::Editable, Same),
        ("a\nb", "a\n\nb", Kind::Editable, Respelled),
        ("a\nb", "a\n\nb", Kind::Textarea, Respelled),
    ];
    for (wanted, got, kind, expected) in table {
        assert_eq!(text(wanted, got, kind), expected, "{wanted:?} against {got:?}");
    }
}

#[test]
fn values_agree_as_what_they_are() {
    let table = [
        ("2001-03-05", "2001-03-05", Kind::Date, Same),
        ("2001-03-05", "05/03/2001", Kind::Date, Different),
        ("15:30", "15:30:00", Kind::Time, Respelled),
        ("15:30", "15:30:01", Kind::Time, Different),
        ("2024-03-04T15:30", "2024-03-04T15:30:00", Kind::Datetime, Respelled),
        ("#ff8800", "#FF8800", Kind::Color, Respelled),
        ("#ff8800", "#000000", Kind::Color, Different),
        ("0.85", "0.85", Kind::Range, Same),
        ("75.0", "75", Kind::Range, Respelled),
        ("75", "70", Kind::Range, Different),
        ("2024-W10", "", Kind::Week, Different),
    ];
    for (wanted, got, kind, expected) in table {
        let field = Field {
            kind,
            ..Field::default()
        };
        let likeness = agrees(&Plan::Value(wanted.into()), &field, &Held::Text(got.into()));
        assert_eq!(likeness, expected, "{wanted:?} against {got:?}");
    }
}

fn colours() -> Field {
    let choice = |label: &str, value: &str| Choice {
        label: label.into(),
        value: value.into(),
        ..Choice::default()
    };
    Field {
        kind: Kind::SelectMultiple,
        options: [
            choice("Choose", ""),
            choice("Red", "r"),
            choice("Blue", "b"),
            choice("Light blue", "lb"),
        ]
        .into(),
        ..Field::default()
    }
}

#[test]
fn choices_agree_by_what_is_chosen() {
    let field = colours();
    let table = [
        (Plan::Choose([1, 2].into()), Held::Chosen([2, 1].into()), Same),
        (Plan::Choose([1].into()), Held::Chosen([1, 2].into()), Different),
        (Plan::Choose(Vec::new()), Held::Chosen(Vec::new()), Same),
        (Plan::Choose([1].into()), Held::Text("Red".into()), Same),
        (Plan::Choose([1].into()), Held::Text("RED ".into()), Respelled),
        (Plan::Choose([2].into()), Held::Text("Light blue".into()), Different),
        (Plan::Choose([1, 2].into()), Held::Text("Blue, Red".into()), Same),
        (Plan::Choose([1, 2].into()), Held::Text("Red".into()), Different),
        (Plan::Choose([9].into()), Held::Text("Red".into()), Different),
        (Plan::Pick("red".into()), Held::Chosen([1].into()), Respelled),
        (Plan::Pick("Blue".into()), Held::Chosen([3].into()), Different),
        (Plan::Pick("Hooli".into()), Held::Text("Hooli".into()), Same),
        (Plan::Pick("Hooli".into()), Held::Text("Hooli XYZ".into()), Different),
        (
            Plan::PickAll(["Red".into(), "Blue".into()].into()),
            Held::Chosen([1, 2].into()),
            Same,
        ),
        (
            Plan::PickAll(["Red".into()].into()),
            Held::Chosen([1, 2].into()),
            Different,
        ),
        (
            Plan::PickAll(["jazz".into(), "bossa nova".into()].into()),
            Held::Text("bossa nova, jazz".into()),
            Same,
        ),
        (
            Plan::PickAll(["jazz".into(), "bossa nova".into()].into()),
            Held::Text("jazz".into()),
            Different,
        ),
        (Plan::Check(true), Held::Checked(Some(true)), Same),
        (Plan::Check(true), Held::Checked(None), Different),
        (Plan::Check(false), Held::Text("".into()), Different),
        (
            Plan::Files(["/a/cv.pdf".into()].into()),
            Held::Files(["cv.pdf".into()].into()),
            Same,
        ),
        (
            Plan::Files(["/a/cv.pdf".into()].into()),
            Held::Files(Vec::new()),
            Different,
        ),
        (Plan::Clear, Held::Chosen([0].into()), Same),
        (Plan::Clear, Held::Chosen([1].into()), Different),
        (Plan::Clear, Held::Text("".into()), Same),
        (Plan::Clear, Held::Text("x".into()), Different),
        (Plan::Clear, Held::Checked(Some(false)), Same),
    ];
    for (plan, held, expected) in table {
        assert_eq!(agrees(&plan, &field, &held), expected, "{plan:?} {held:?}");
    }
}

#[test]
fn the_worst_part_speaks_for_a_spread_value() {
    let part = |held: &str| Part {
        piece: Piece::Chars(1),
        field: Field {
            held: Held::Text(held.into()),
            ..Field::default()
        },
    };
    let field = Field {
        kind: Kind::Boxes,
        parts: [part("4"), part("2")].into(),
        ..Field::default()
    };
    let plan = |second: &str| Plan::Spread([(0, Plan::Text("4".into())), (1, Plan::Text(second.into()))].into());
    assert_eq!(agrees(&plan("2"), &field, &Held::default()), Same);
    assert_eq!(agrees(&plan("3"), &field, &Held::default()), Different);
    assert_eq!(
        agrees(&Plan::Spread([(7, Plan::Clear)].into()), &field, &Held::default()),
        Different
    );
    assert_eq!(show(&field, &Held::default()).reveal(), "4 2");
}

#[test]
fn what_is_held_reads_as_a_person_reads_it() {
    let field = colours();
    let table = [
        (Held::Chosen([1, 3].into()), "Red, Light blue"),
        (Held::Checked(Some(true)), "yes"),
        (Held::Checked(Some(false)), "no"),
        (Held::Checked(None), "mixed"),
        (Held::Files(["a.pdf".into(), "b.pdf".into()].into()), "a.pdf, b.pdf"),
        (Held::Text("x".into()), "x"),
    ];
    for (held, expected) in table {
        assert_eq!(show(&field, &held).reveal(), expected);
    }
}

#[test]
fn marks_between_two_numbers_or_words_are_not_lost() {
    let table = [
        ("10-20", "1020"),
        ("10–20", "1020"),
        ("3-1", "31"),
        ("2020-2024", "20202024"),
        ("100-2000", "1002000"),
        ("5'11\"", "511"),
        ("1 5", "15"),
        ("1 2 3 4 5 6", "123456"),
        ("10 20 30", "102030"),
        ("Ana Maria", "AnaMaria"),
        ("ANA MARIA", "ANAMARIA"),
        ("Li Bo", "LiBo"),
        ("山田 太郎", "山田太郎"),
        ("O'Neil-Smith", "ONeilSmith"),
        ("Rua A, 12", "RuaA12"),
        ("A, 12", "A12"),
        ("AB-CD", "ABCD"),
    ];
    for (wanted, got) in table {
        assert_eq!(text(wanted, got, Kind::Text), Different, "{wanted:?} against {got:?}");
    }
    let table = [
        ("12 345", "12345"),
        ("1'234'567", "1234567"),
        ("030 1234567", "0301234567"),
        ("1-800-555-1234", "18005551234"),
        ("AB 12 34 56 C", "AB123456C"),
        ("SW1A 1AA", "SW1A1AA"),
        ("Ana\u{ad}Maria", "AnaMaria"),
        ("1020", "10-20"),
    ];
    for (wanted, got) in table {
        assert_eq!(text(wanted, got, Kind::Text), Respelled, "{wanted:?} against {got:?}");
    }
}

#[test]
fn a_field_for_a_code_says_that_its_groups_tell_nothing() {
    let labelled = |label: &str| Field {
        label: label.into(),
        ..Field::default()
    };
    let table = [
        ("Product code", "AB-CD", "ABCD", Respelled),
        ("Sort code", "10-20-30", "102030", Respelled),
        ("Zip", "94105-1234", "941051234", Respelled),
        ("Fax", "555-1234", "5551234", Respelled),
        ("VAT number", "12 3456", "123456", Respelled),
        ("Name on card", "Li Bo", "LiBo", Different),
        ("House number", "10-12", "1012", Different),
        ("Number of rooms", "1-2", "12", Different),
        ("Height", "5'11\"", "511", Different),
        ("Full name", "Ana Maria", "AnaMaria", Different),
    ];
    for (label, wanted, got, expected) in table {
        let likeness = agrees(&Plan::Text(wanted.into()), &labelled(label), &Held::Text(got.into()));
        assert_eq!(likeness, expected, "{label}: {wanted:?} against {got:?}");
    }
}

#[test]
fn a_code_that_the_page_shows_before_a_number_is_no_part_of_one_without() {
    let table = [
        ("(201) 555-0123", "+1 (201) 555-0123", Respelled),
        ("201 555 0123", "+1 (201) 555-0123", Respelled),
        ("(+1) 201 555-0123", "+1 (201) 555-0123", Respelled),
        ("(+44) 201 555-0123", "+1 (201) 555-0123", Different),
        ("(201) 555-0123", "+1 (201) 555-012", Different),
    ];
    for (wanted, got, expected) in table {
        assert_eq!(text(wanted, got, Kind::Tel), expected, "{wanted} and {got}");
    }
}

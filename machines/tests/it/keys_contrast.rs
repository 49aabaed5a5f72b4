//! Labels that hold a key's words and mean something else.

use ostler_machines::form::keys::{Resolution, resolve};
use ostler_machines::form::model::{Control, Held, Page};

use crate::keys::{check, field, page, told};

fn tick(label: &str) -> Control {
    Control {
        input_type: "checkbox".into(),
        held: Held::Checked(Some(false)),
        ..field(label, "", "")
    }
}

/// A page with a text field for notes beside the one that is asked for, so that it is no page of one field.
fn beside(lang: &str, control: Control) -> Page {
    page(lang, vec![field("Notes", "", ""), control])
}

/// Each key is missing on a page that has the label, which is told; the label itself leads to it.
fn none_of(lang: &str, control: fn(&str) -> Control, table: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (key, label) in table {
        for page in [page(lang, vec![control(label)]), beside(lang, control(label))] {
            let found = resolve(key, &page, None);
            let (Resolution::Missing(near) | Resolution::Ambiguous(near)) = &found else {
                wrong.push(format!("{key:?} took {label:?}: {found:?}"));
                continue;
            };
            if !near.iter().any(|near| near.label == *label) {
                wrong.push(format!("{key:?} does not tell of {label:?}"));
            }
            assert_eq!(told(&page, label), *label);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn plain(label: &str) -> Control {
    field(label, "", "")
}

#[test]
fn what_is_denied_is_not_what_is_asked() {
    none_of(
        "en",
        tick,
        &[
            ("I agree to the terms", "I do not agree to the terms"),
            ("agree", "I do not agree"),
            ("Send me offers", "Do not send me offers"),
            ("Send me offers", "Don’t send me offers"),
            ("Do not send me offers", "Send me offers"),
            ("Share my data", "Never share my data"),
            ("I have a car", "I have no car"),
            ("Newsletter", "No newsletter"),
            ("Breakfast", "Without breakfast"),
            ("Insurance", "Decline insurance"),
            ("Terms", "Reject terms"),
            ("Cookies", "Refuse cookies"),
            ("Marketing emails", "Opt out of marketing emails"),
            ("Subscribe", "Unsubscribe"),
            ("Employed", "Unemployed"),
            ("Agree", "Disagree"),
        ],
    );
    none_of("en", plain, &[("Are you insured?", "Are you not insured?")]);
    none_of(
        "de",
        tick,
        &[
            ("Ich stimme zu", "Ich stimme nicht zu"),
            ("Newsletter", "Kein Newsletter"),
            ("Frühstück", "Ohne Frühstück"),
        ],
    );
    none_of(
        "es",
        tick,
        &[
            ("Acepto los términos", "No acepto los términos"),
            ("Desayuno", "Sin desayuno"),
        ],
    );
    none_of(
        "fr",
        tick,
        &[("J’accepte", "Je n’accepte pas"), ("Assurance", "Sans assurance")],
    );
    none_of("pt", tick, &[("Aceito os termos", "Não aceito os termos")]);
    none_of(
        "pl",
        tick,
        &[("Wyrażam zgodę", "Nie wyrażam zgody"), ("Śniadanie", "Bez śniadania")],
    );
    none_of("ja", tick, &[("同意する", "同意しない")]);
    none_of("hi", tick, &[("मैं सहमत हूँ", "मैं सहमत नहीं हूँ")]);
}

#[test]
fn the_short_word_for_a_number_denies_nothing() {
    let page = page(
        "en",
        vec![
            field("Passport no.", "", ""),
            field("No. of children", "", ""),
            field("Email (will not be published)", "", ""),
            field("House no (optional)", "", ""),
            field("Are you a smoker? (yes/no)", "", ""),
        ],
    );
    check(
        &page,
        &[
            ("Passport number", "Passport no."),
            ("number of children", "No. of children"),
            ("E-mail", "Email (will not be published)"),
            ("house number", "House no (optional)"),
            ("Are you a smoker", "Are you a smoker? (yes/no)"),
        ],
    );
}

#[test]
fn nothing_is_agreed_to_beyond_what_the_key_says() {
    none_of(
        "en",
        tick,
        &[
            ("I agree", "I agree (optional marketing)"),
            ("Accept the terms", "Accept the terms and marketing"),
            ("Accept the terms", "Accept the terms and share my data"),
        ],
    );
    let page = page(
        "en",
        vec![
            tick("I accept the terms and conditions (required)"),
            tick("Remember me"),
        ],
    );
    check(
        &page,
        &[
            (
                "accept the terms and conditions",
                "I accept the terms and conditions (required)",
            ),
            ("remember me", "Remember me"),
        ],
    );
}

#[test]
fn a_bracket_a_sign_or_a_unit_that_differs_is_another_field() {
    none_of(
        "en",
        plain,
        &[
            ("Weight (kg)", "Weight (lb)"),
            ("Price (USD)", "Price (EUR)"),
            ("Date (from)", "Date (to)"),
            ("Height (cm)", "Height (in)"),
            ("Temperature (°C)", "Temperature (°F)"),
            ("Name (billing)", "Name (shipping)"),
            ("Phone (home)", "Phone (work)"),
            ("Income (yearly)", "Income (monthly)"),
            ("Newsletter (weekly)", "Newsletter (daily)"),
            ("City (current)", "City (birth)"),
            ("Amount €", "Amount $"),
            ("Amount (EUR)", "Amount $"),
        ],
    );
    let page = page(
        "en",
        vec![
            field("Weight (in kg)", "", ""),
            field("Start (DD/MM/YYYY)", "", ""),
            field("Company (optional)", "", ""),
            field("Amount €", "", ""),
        ],
    );
    check(
        &page,
        &[
            ("Weight (kg)", "Weight (in kg)"),
            ("Weight", "Weight (in kg)"),
            ("Start (YYYY-MM-DD)", "Start (DD/MM/YYYY)"),
            ("Company (required)", "Company (optional)"),
            ("Amount (EUR)", "Amount €"),
            ("Amount", "Amount €"),
        ],
    );
}

#[test]
fn what_is_somebody_elses_or_another_of_its_kind_is_not_the_plain_one() {
    none_of(
        "en",
        plain,
        &[
            ("Date of birth", "Spouse date of birth"),
            ("Date of birth", "Child's date of birth"),
            ("Phone", "Emergency contact phone"),
            ("Phone", "Doctor's phone"),
            ("Phone", "Next of kin phone"),
            ("Phone", "Landlord phone"),
            ("Email", "Referee's email"),
            ("Email", "Friend's email"),
            ("Email", "Manager email"),
            ("Email", "Recipient email"),
            ("IBAN", "Beneficiary IBAN"),
            ("Price", "Max price"),
            ("Price", "Price from"),
            ("Date", "Date to"),
            ("Amount", "Minimum amount"),
            ("Password", "Old password"),
            ("Address", "Previous address"),
            ("Phone", "Other phone"),
        ],
    );
}

#[test]
fn a_number_of_the_key_that_a_field_does_not_have_is_another_field() {
    none_of(
        "en",
        plain,
        &[
            ("Phone2", "Work phone"),
            ("phone2", "Phone"),
            ("Phone 2", "Phone"),
            ("Name3", "Your name"),
        ],
    );
    let page = page(
        "en",
        vec![
            field("Address line 2", "", ""),
            field("Phone", "", ""),
            field("Item", "item7", ""),
        ],
    );
    check(
        &page,
        &[
            ("addressLine2", "Address line 2"),
            ("address_2", "Address line 2"),
            ("item 7", "Item"),
        ],
    );
}

#[test]
fn a_field_spelled_almost_like_the_key_is_a_rival_of_the_one_that_means_it() {
    let both = page("en", vec![field("Address line 1", "", ""), field("Stret", "", "")]);
    check(&both, &[("Street", "?2"), ("Stret", "Stret")]);
    let one = page("en", vec![field("Address line 1", "", ""), field("Notes", "", "")]);
    check(&one, &[("Street", "Address line 1")]);
}

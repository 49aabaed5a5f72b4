//! What the browser, the server and the page say of a press.

use ostler_machines::classify::{Carrier, Said, Seen, Sent, classify};
use ostler_machines::form::model::{Effect as Leads, Kind, Ref, Tone};
use ostler_machines::report::Outcome;

use crate::classify::{BUTTON, Case, Draft, FORM, come_to, draft, fetch, judge, posted, redirected, sent};

use Leads::Submit as Send;
use Outcome::{ServerError, Submitted, Unchanged, Unknown, ValidationFailed};

#[test]
fn what_the_browser_refuses_is_told_beside_what_the_page_says() {
    let page = draft("Register").form(&["Name", "Terms"], &[Send]);
    let said = |label: &str, element, text: &str| Said {
        field: Some(label.into()),
        reference: Some(Ref { frame: 0, element }),
        text: text.into(),
        tone: Tone::Error,
    };
    let before = Seen::of(&page.0, Some(FORM), Some(BUTTON), None);
    let mut after = before.clone();
    after.messages = vec![said("Terms", 2, "You have to agree")];
    after.invalid = vec![
        said("Name", 1, "Please fill out this field."),
        said("Terms", 2, "Please check this box."),
    ];
    let judged = classify(&before, &after, &[], false);
    assert_eq!(judged.outcome, Outcome::ValidationFailed);
    let told: Vec<&str> = judged.messages.iter().map(|message| message.text.as_str()).collect();
    assert_eq!(told, ["You have to agree", "Please fill out this field."]);
}

#[test]
fn what_the_browser_itself_refuses_is_named() {
    let page = draft("Register").form(&["Name", "Email"], &[Send]);
    let before = Seen::of(&page.0, Some(FORM), Some(BUTTON), None);
    let mut after = before.clone();
    after.invalid = vec![Said {
        field: Some("Name".into()),
        text: "Please fill out this field.".into(),
        tone: Tone::Error,
        ..Said::default()
    }];
    let judged = classify(&before, &after, &[], false);
    assert_eq!(judged.outcome, ValidationFailed);
    assert_eq!(judged.messages[0].field, "Name");
}

#[test]
fn a_server_error_says_that_data_may_be_stored() {
    let page = draft("Claim").form(&["Reference=C-1"], &[Send]);
    let judged = judge(&page, &page, &fetch(502), false);
    assert_eq!((judged.outcome, judged.status), (ServerError, Some(502)));
    assert!(
        judged
            .evidence
            .iter()
            .any(|said| said.contains("may or may not be stored"))
    );
}

#[test]
fn no_value_and_no_address_stands_in_the_evidence() {
    let page = draft("Claim").form(&["Reference=canary-1"], &[Send]);
    let after = draft("canary-2").at("http://shop.example/?ref=canary-3");
    let requests = vec![sent("GET", Carrier::Document, 200), sent("canary-4", Carrier::Xhr, 200)];
    let judged = judge(&page, &after, &requests, true);
    assert!(!judged.evidence.concat().contains("canary"), "{:?}", judged.evidence);
    let seen = format!("{:?}", Seen::of(&after.0, Some(FORM), None, None));
    assert!(!seen.contains("canary"), "{seen}");
}

#[test]
fn nothing_is_called_submitted_that_no_request_which_was_taken_carried() {
    let claim_sent = |text: &str| draft("Claim").reads(text);
    let lost = || {
        vec![Sent {
            failed: true,
            status: None,
            ..sent("POST", Carrier::Xhr, 0)
        }]
    };
    let table: Vec<Case> = vec![
        (
            "gone, and nothing was sent",
            claim(),
            claim_sent("Sending..."),
            vec![],
            false,
            Unknown,
        ),
        (
            "emptied, and nothing was sent",
            claim(),
            draft("Claim").form(&["Reference"], &[Send]),
            vec![],
            false,
            Unknown,
        ),
        (
            "gone, and no answer came",
            claim(),
            draft("Done"),
            lost(),
            false,
            Unknown,
        ),
        (
            "gone, and only a picture was asked for",
            claim(),
            draft("Done"),
            vec![sent("GET", Carrier::Other, 200)],
            false,
            Unknown,
        ),
        (
            "a page that keeps it to itself, and says so",
            claim(),
            draft("Saved").says(Tone::Success, "Saved"),
            vec![],
            false,
            Submitted,
        ),
        (
            "a frame took it, and the page thanks",
            claim(),
            draft("Thank you"),
            vec![sent("POST", Carrier::Aside, 200)],
            false,
            Submitted,
        ),
        (
            "a frame was told no, and the page thanks",
            claim(),
            draft("Thank you"),
            vec![sent("POST", Carrier::Aside, 500)],
            false,
            Unknown,
        ),
    ];
    come_to(table);
}

#[test]
fn a_page_that_says_no_in_so_many_words_with_status_200_is_not_called_submitted() {
    for text in [
        "Payment failed. Your order was not placed.",
        "Error. Invalid CSRF token",
        "Sorry, something went wrong. Please try again later.",
        "Access denied",
        "Your session has expired. Please log in again.",
        "This form is closed and no longer accepts responses.",
        "Fehler: Die Anmeldung konnte nicht gespeichert werden.",
        "Ihre Anfrage wurde leider abgelehnt.",
        "Maintenance. We will be back soon.",
        "You have already submitted this form.",
        "Thank you for trying. Your card was declined and the order was not placed.",
        "Une erreur est survenue.",
        "Votre demande n\u{2019}a pas pu \u{ea}tre envoy\u{e9}e.",
        "Ha ocurrido un problema: int\u{e9}ntelo de nuevo.",
        "No se ha podido enviar.",
        "N\u{e3}o foi poss\u{ed}vel enviar o formul\u{e1}rio.",
        "Si \u{e8} verificato un errore. Riprova.",
    ] {
        for (requests, moved) in [(posted(200), true), (redirected(), true), (fetch(200), false)] {
            let judged = judge(&claim(), &draft("Shop").reads(text), &requests, moved);
            assert_eq!(judged.outcome, Unknown, "{text}: {:?}", judged.evidence);
            let judged = judge(&claim(), &draft("Shop").says(Tone::Success, text), &requests, moved);
            assert_eq!(judged.outcome, Unknown, "{text}: {:?}", judged.evidence);
        }
    }
    for text in [
        "Thank you. We recommend (empfehlen) our shop.",
        "Vielen Dank. Wir melden uns.",
        "Merci, votre demande est bien arriv\u{e9}e. Please do not reply.",
    ] {
        let judged = judge(&claim(), &draft("Shop").reads(text), &redirected(), true);
        assert_eq!(judged.outcome, Submitted, "{text}: {:?}", judged.evidence);
    }
}

#[test]
fn a_login_that_comes_up_is_no_success() {
    let mut login = draft("Welcome").form(&["User", "Secret"], &[Send]);
    login.0.forms[0].reference = Some(Ref { frame: 0, element: 5 });
    login.0.forms[0].fields[1].kind = Kind::Password;
    let judged = judge(&claim(), &login, &redirected(), true);
    assert_eq!(judged.outcome, Unknown, "{:?}", judged.evidence);
    let judged = judge(
        &claim(),
        &login.says(Tone::Success, "Your account is made"),
        &redirected(),
        true,
    );
    assert_eq!(judged.outcome, Submitted, "{:?}", judged.evidence);
}

#[test]
fn what_may_have_carried_the_form_some_other_way_is_never_called_nothing() {
    let beacon = |method: &str, kind| vec![sent(method, kind, 204)];
    let query = Sent {
        query: true,
        ..sent("GET", Carrier::Other, 200)
    };
    let elsewhere = Sent {
        third_party: true,
        ..query.clone()
    };
    for (case, requests, expected) in [
        ("a beacon", beacon("POST", Carrier::Other), Unknown),
        ("another frame", beacon("POST", Carrier::Aside), Unknown),
        ("another frame, by address", beacon("GET", Carrier::Aside), Unknown),
        ("a picture with a query", vec![query], Unknown),
        ("another site's picture", vec![elsewhere], Unchanged),
        ("a picture", beacon("GET", Carrier::Other), Unchanged),
    ] {
        let judged = judge(&claim(), &claim(), &requests, false);
        assert_eq!(judged.outcome, expected, "{case}: {:?}", judged.evidence);
        let denied = judged.evidence.iter().any(|said| said.contains("nothing was sent"));
        assert!(!denied || expected == Unchanged, "{case}: {:?}", judged.evidence);
    }
    let before = Seen::of(&claim().0, Some(FORM), Some(BUTTON), None);
    let after = Seen {
        opened: true,
        ..before.clone()
    };
    let judged = classify(&before, &after, &[], false);
    assert_eq!(judged.outcome, Unknown, "a window: {:?}", judged.evidence);
}

#[test]
fn what_is_not_final_is_not_called_submitted() {
    use Outcome::{Advanced, Submitted, Unknown};

    let labelled = |mut page: Draft, label: &str| {
        for form in &mut page.0.forms {
            for button in &mut form.submits {
                button.label = label.into();
            }
        }
        page
    };
    // A page that waits for a last press; one that only has another form of one button, as most sites do.
    for (label, expected) in [
        ("Pay now", Unknown),
        ("Place your order", Unknown),
        ("Zahlungspflichtig bestellen", Unknown),
        ("Log out", Submitted),
        ("Subscribe", Submitted),
    ] {
        let after = labelled(draft("Your data").form(&[], &[Leads::Submit]), label).at("http://shop.example/2");
        let judged = judge(&claim(), &after, &posted(200), true);
        assert_eq!(judged.outcome, expected, "{label}: {:?}", judged.evidence);
    }
    // A step in place that shows the answers again, with its number or without.
    for after in [
        draft("Claim").form(&[], &[Leads::Submit]).step(2, 2),
        draft("Claim").form(&[], &[Leads::Submit, Leads::Back]),
        draft("Claim").form(&[], &[Leads::Submit]),
    ] {
        let judged = judge(&claim(), &after, &[], false);
        assert_eq!(judged.outcome, Advanced, "{:?}", judged.evidence);
        assert!(!judged.evidence.iter().any(|said| said.contains("nothing changed")));
    }
    // The same form, empty, from a server that said nothing; and one that was led back to.
    let empty = draft("Claim").form(&["Reference"], &[Send]);
    let judged = judge(&claim(), &empty, &posted(200), true);
    assert_eq!(judged.outcome, Unknown, "{:?}", judged.evidence);
    let judged = judge(&claim(), &empty, &redirected(), true);
    assert_eq!(judged.outcome, Submitted, "{:?}", judged.evidence);
}

#[test]
fn a_page_that_could_not_be_had_or_wants_a_person_is_no_success() {
    use ostler_machines::challenge::{Challenge, Kind as Wall};

    let before = Seen::of(&claim().0, Some(FORM), Some(BUTTON), None);
    let after = Seen::of(&draft("Thank you").0, Some(FORM), Some(BUTTON), Some(&before));
    assert_eq!(
        classify(&before, &after, &posted(200), true).outcome,
        Outcome::Submitted
    );
    let failed = Seen {
        url: "chrome-error://chromewebdata/".into(),
        ..after.clone()
    };
    let endless = vec![Sent {
        failed: true,
        ..sent("POST", Carrier::Document, 302)
    }];
    for (seen, requests) in [(&failed, posted(302)), (&failed, endless.clone()), (&after, endless)] {
        let judged = classify(&before, seen, &requests, true);
        assert_eq!(judged.outcome, Outcome::Unknown, "{:?}", judged.evidence);
        assert!(
            judged
                .evidence
                .iter()
                .any(|said| said.contains("may or may not be stored"))
        );
    }
    for kind in [Wall::Captcha, Wall::BotCheck] {
        let walled = Seen {
            challenge: Some(Challenge { kind, vendor: "" }),
            ..after.clone()
        };
        let judged = classify(&before, &walled, &posted(200), true);
        assert_eq!(judged.outcome, Outcome::Unknown, "{:?}", judged.evidence);
        // Where the form had it already, it is no news.
        let judged = classify(&walled, &walled, &posted(200), true);
        assert!(
            !judged.evidence.iter().any(|said| said.contains("robots")),
            "{:?}",
            judged.evidence
        );
    }
}

#[test]
fn the_words_of_a_server_that_says_no_are_told() {
    for (text, told) in [
        ("Claim. Name is already taken. Home", "Name is already taken."),
        ("Claim {\"ok\": false}", "Claim {\"ok\": false}"),
        (
            "Your message was flagged as spam and was discarded.",
            "Your message was flagged as spam and was discarded.",
        ),
        (
            "Nothing was saved because cookies are disabled.",
            "Nothing was saved because cookies are disabled.",
        ),
        ("Processing, please wait…", "Processing, please wait…"),
        (
            "Notice: Undefined index: name in form.php",
            "Notice: Undefined index: name in form.",
        ),
    ] {
        let mut after = draft("Claim");
        after.0.text = text.into();
        let judged = judge(&claim(), &after, &posted(200), true);
        assert_eq!(judged.outcome, Outcome::Unknown, "{text}: {:?}", judged.evidence);
        let messages: Vec<&str> = judged.messages.iter().map(|message| message.text.as_str()).collect();
        assert_eq!(messages, [told]);
    }
}

#[test]
fn a_message_between_two_fields_is_told_of_the_one_that_it_is_tied_to() {
    let before = draft("Address").form(&["ZIP=97201", "Kind=Business"], &[Leads::Submit]);
    let mut after = draft("Address").form(&["ZIP=97201*Use nine digits", "Kind=Business"], &[Leads::Submit]);
    after.0.forms[0].fields[1].beside = "Use nine digits".into();
    let judgement = judge(&before, &after, &[], false);
    assert_eq!(judgement.outcome, Outcome::ValidationFailed);
    let told: Vec<&str> = judgement
        .messages
        .iter()
        .map(|message| message.field.as_str())
        .collect();
    assert_eq!(told, ["ZIP"]);
}

pub(crate) fn claim() -> Draft {
    draft("Claim").form(&["Reference=C-1"], &[Send])
}

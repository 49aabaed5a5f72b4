//! Walls are told, and ordinary forms are not taken for walls.

use ostler_machines::challenge::{Clues, FieldClue, FrameClue, Kind, detect};

fn field(label: &str, name: &str) -> FieldClue {
    FieldClue {
        label: label.into(),
        name: name.into(),
        text: true,
        ..FieldClue::default()
    }
}

fn page(title: &str, text: &str, fields: Vec<FieldClue>) -> Clues {
    Clues {
        title: title.into(),
        text: text.into(),
        fields,
        ..Clues::default()
    }
}

fn framed(url: &str, fields: Vec<FieldClue>) -> Clues {
    Clues {
        frames: vec![FrameClue {
            url: url.into(),
            visible: true,
        }],
        ..page("Sign up", "Create your account", fields)
    }
}

fn kind(clues: &Clues) -> Option<Kind> {
    detect(clues).map(|challenge| challenge.kind)
}

#[test]
fn the_frames_of_the_known_puzzles_are_walls() {
    for (url, vendor) in [
        (
            "https://www.google.com/recaptcha/api2/anchor?ar=1&k=x&size=normal",
            "reCAPTCHA",
        ),
        ("https://www.recaptcha.net/recaptcha/enterprise/anchor?k=x", "reCAPTCHA"),
        (
            "https://newassets.hcaptcha.com/captcha/v1/abc/static/hcaptcha.html#frame=checkbox",
            "hCaptcha",
        ),
        (
            "https://challenges.cloudflare.com/cdn-cgi/challenge-platform/h/g/turnstile/if/ov2/av0/rcv/x",
            "Turnstile",
        ),
        ("https://client-api.arkoselabs.com/fc/gc/?token=x", "Arkose"),
        ("https://geo.captcha-delivery.com/captcha/?initialCid=x", "DataDome"),
    ] {
        let clues = framed(url, vec![field("E-mail", "email")]);
        let found = detect(&clues).unwrap_or_else(|| panic!("{url} is a wall"));
        assert_eq!((found.kind, found.vendor), (Kind::Captcha, vendor), "{url}");
        assert!(found.advice().contains("wait_for_human"));
        let solved = Clues { solved: true, ..clues };
        assert_eq!(detect(&solved), None, "{url} was solved");
    }
}

#[test]
fn a_page_that_is_only_there_for_the_check_is_a_wall() {
    for (title, text) in [
        (
            "Just a moment...",
            "example.org needs to review the security of your connection before proceeding.",
        ),
        (
            "Attention Required! | Cloudflare",
            "Please complete the security check to access example.org",
        ),
        ("example.org", "Verify you are human by completing the action below."),
        (
            "Access to this page has been denied",
            "Press & Hold to confirm you are human",
        ),
        (
            "Robot Check",
            "Our systems have detected unusual traffic from your computer network.",
        ),
        ("Sicherheit", "Ich bin kein Roboter"),
    ] {
        assert_eq!(
            kind(&page(title, text, Vec::new())),
            Some(Kind::BotCheck),
            "{title}: {text}"
        );
    }
}

#[test]
fn a_code_that_a_person_is_sent_is_a_wall() {
    let marked = FieldClue {
        autocomplete: "one-time-code".into(),
        ..field("Code", "c")
    };
    assert_eq!(
        kind(&page("Sign in", "", vec![marked.clone()])),
        Some(Kind::OneTimeCode)
    );
    let filled = FieldClue { filled: true, ..marked };
    assert_eq!(kind(&page("Sign in", "", vec![filled])), None, "it has been entered");
    for (text, fields) in [
        (
            "We sent a 6-digit code to a***@example.org",
            vec![field("Verification code", "code")],
        ),
        (
            "Open your authenticator app and enter the code",
            vec![field("Code", "totp")],
        ),
        (
            "Wir haben Ihnen einen Code per SMS geschickt",
            vec![field("Bestätigungscode", "bestaetigungscode")],
        ),
        ("Nous vous avons envoyé un code", vec![field("Code", "otp")]),
        (
            "Two-step verification. We texted you a code.",
            (1..=6)
                .map(|n| field(&format!("Digit {n} of code"), &format!("otp {n}")))
                .collect(),
        ),
    ] {
        assert_eq!(kind(&page("Sign in", text, fields)), Some(Kind::OneTimeCode), "{text}");
    }
}

#[test]
fn ordinary_forms_are_no_walls() {
    let login = || vec![field("E-mail", "email"), field("Password", "password")];
    for (what, clues) in [
        ("a login", page("Sign in", "Sign in to go on", login())),
        (
            "a login that speaks of two factors",
            page(
                "Sign in",
                "Protect your account with two-factor authentication",
                login(),
            ),
        ),
        (
            "a promo code",
            page(
                "Basket",
                "We sent you an offer. Enter your code.",
                vec![field("Promo code", "promo code")],
            ),
        ),
        (
            "a gift card",
            page(
                "Redeem",
                "The code was sent to your friend",
                vec![field("Gift card code", "code")],
            ),
        ),
        (
            "a postal code",
            page(
                "Stores",
                "We sent a map to your phone",
                vec![field("Postal code", "zip")],
            ),
        ),
        (
            "a booking code",
            page(
                "Check in",
                "It was sent to your e-mail",
                vec![field("Booking code", "booking code")],
            ),
        ),
        (
            "a card's code",
            page(
                "Pay",
                "",
                vec![field("Card number", "cc"), field("Security code", "cvc")],
            ),
        ),
        (
            "a lone card code",
            page("Pay", "We sent a receipt", vec![field("Card security code", "cvc")]),
        ),
        (
            "a country code",
            page("Phone", "we texted you", vec![field("Country code", "country code")]),
        ),
        (
            "a tracking code",
            page("Track", "sent to your door", vec![field("Tracking code", "code")]),
        ),
        (
            "a code with nothing sent",
            page("Library", "Enter the code of the course", vec![field("Code", "code")]),
        ),
        ("a search", page("Search", "we sent", vec![field("Search", "q")])),
        (
            "an invisible check",
            framed(
                "https://www.google.com/recaptcha/api2/anchor?k=x&size=invisible",
                login(),
            ),
        ),
        (
            "a map of Google",
            framed("https://www.google.com/maps/embed?x", login()),
        ),
        (
            "a page about robots",
            page(
                "Why CAPTCHAs fail",
                &"Are you a robot? An essay. ".repeat(90),
                Vec::new(),
            ),
        ),
        (
            "a form that asks whether one is human",
            page(
                "Quiz",
                "Are you human? Are you a robot?",
                vec![field("Answer", "answer")],
            ),
        ),
        (
            "a vendor's name in another host",
            framed("https://example.org/hcaptcha.com/", login()),
        ),
        (
            "a host that only ends like a vendor's",
            framed("https://nothcaptcha.com/captcha", login()),
        ),
        (
            "a survey of four codes and a name",
            page(
                "Survey",
                "we sent",
                vec![
                    field("Name", "n"),
                    field("Code A", "a"),
                    field("Code B", "b"),
                    field("Code C", "c"),
                ],
            ),
        ),
    ] {
        assert_eq!(detect(&clues), None, "{what}");
    }
    let unseen = Clues {
        frames: vec![FrameClue {
            url: "https://www.google.com/recaptcha/api2/bframe?k=x".into(),
            visible: false,
        }],
        ..page("Sign up", "", login())
    };
    assert_eq!(detect(&unseen), None, "a puzzle that is not shown");
}

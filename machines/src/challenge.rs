//! Walls that only a person gets through: a CAPTCHA, a check for robots, a code that is sent to a person. They are told,
//! never solved.
//!
//! A wall is told by what it is made of, not by a word: the frame of a known vendor that can be seen; a page that has
//! next to nothing but the check; a field for a one-time code that says so by `autocomplete`, or that stands alone on a
//! page which speaks of a code that was sent. Many an ordinary form has a field called "code".

use alloc::string::String;
use alloc::vec::Vec;

use crate::form::fold::fold;
use crate::outline::Sketch;

/// What kind of wall it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A puzzle or a box "I am not a robot" that stands in the page.
    Captcha,
    /// A page that is there only to check for robots.
    BotCheck,
    /// A code that a person is sent or reads from a device.
    OneTimeCode,
}

impl Kind {
    /// The word for it in answers: `captcha`, `bot-check`, `one-time-code`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Captcha => "captcha",
            Self::BotCheck => "bot-check",
            Self::OneTimeCode => "one-time-code",
        }
    }
}

/// A wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// What kind it is.
    pub kind: Kind,
    /// Who made it, where that is known, else empty. Never a text of the page.
    pub vendor: &'static str,
}

impl Challenge {
    /// What stands in the way, in half a sentence.
    pub fn want(&self) -> String {
        match (self.kind, self.vendor) {
            (Kind::Captcha, "") => "the page asks to prove that a person is there".into(),
            (Kind::Captcha, vendor) => alloc::format!("the page shows a {vendor} puzzle"),
            (Kind::BotCheck, _) => "the site checks for robots before it shows the page".into(),
            (Kind::OneTimeCode, _) => "the page asks for a code that was sent to a person".into(),
        }
    }

    /// What a person has to do, in one sentence.
    pub fn advice(&self) -> String {
        let what = self.want();
        let how = match self.kind {
            Kind::OneTimeCode => {
                "ask the person for the code and fill it with form_fill, or call wait_for_human while they enter it"
            }
            Kind::Captcha | Kind::BotCheck => {
                "Ostler does not solve it: call wait_for_human while a person does, in a window they can see (--headed)"
            }
        };
        alloc::format!("{what}; {how}")
    }
}

/// A frame of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameClue {
    /// Its address.
    pub url: String,
    /// Whether it can be seen.
    pub visible: bool,
}

/// A field that can be seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldClue {
    /// What it is called.
    pub label: String,
    /// `name` and `id`.
    pub name: String,
    /// `autocomplete` as written.
    pub autocomplete: String,
    /// Whether text is typed into it.
    pub text: bool,
    /// Whether it holds something.
    pub filled: bool,
}

/// What is known of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clues {
    /// Its title.
    pub title: String,
    /// Its frames, at any depth.
    pub frames: Vec<FrameClue>,
    /// The fields that can be seen.
    pub fields: Vec<FieldClue>,
    /// What else can be read on it.
    pub text: String,
    /// Whether a puzzle in it has been solved: a known response field holds something.
    pub solved: bool,
}

/// The part of an address that tells a vendor's puzzle, and its name. Sources: the vendors' own integration pages.
const PUZZLES: &[(&str, &str)] = &[
    ("google.com/recaptcha/", "reCAPTCHA"),
    ("recaptcha.net/recaptcha/", "reCAPTCHA"),
    ("hcaptcha.com/", "hCaptcha"),
    ("challenges.cloudflare.com/", "Turnstile"),
    ("arkoselabs.com/", "Arkose"),
    ("funcaptcha.com/", "Arkose"),
    ("captcha-delivery.com/", "DataDome"),
    ("geetest.com/", "GeeTest"),
    ("friendlycaptcha.com/", "Friendly Captcha"),
    ("captcha.awswaf.com/", "AWS WAF"),
    ("smartcaptcha.yandexcloud.net/", "SmartCaptcha"),
];

/// What only a page that checks for robots says of itself, folded.
const CHECKS: &[&str] = &[
    "just a moment",
    "checking your browser",
    "checking if the site connection is secure",
    "verify you are human",
    "verify you are a human",
    "verify that you are human",
    "verifying you are human",
    "confirm you are human",
    "confirm that you are not a robot",
    "are you a robot",
    "are you human",
    "i am not a robot",
    "im not a robot",
    "i m not a robot",
    "press and hold",
    "press hold",
    "unusual traffic",
    "pardon our interruption",
    "attention required",
    "bitte bestatigen sie dass sie kein roboter",
    "ich bin kein roboter",
    "je ne suis pas un robot",
    "no soy un robot",
    "nao sou um robo",
    "non sono un robot",
];

/// A page that is there only for the check says little; what says more is about such checks.
const SHORT: usize = 1_500;

/// What is said of a code that was sent, folded.
const SENT: &[&str] = &[
    "we sent",
    "we ve sent",
    "we have sent",
    "we just sent",
    "was sent to",
    "sent to your",
    "sent you a",
    "we texted",
    "we emailed",
    "authenticator app",
    "authentication app",
    "two factor",
    "two step",
    "2 step",
    "2fa",
    "multi factor",
    "mfa",
    "one time",
    "haben wir ihnen",
    "haben ihnen einen code",
    "zwei faktor",
    "bestatigungscode",
    "nous avons envoye",
    "vous avons envoye",
    "a usage unique",
    "hemos enviado",
    "te hemos",
    "codigo de verificacion",
    "enviamos um codigo",
    "ti abbiamo inviato",
];

/// What a field for such a code is called, folded.
const CODES: &[&str] = &[
    "verification code",
    "security code",
    "authentication code",
    "confirmation code",
    "login code",
    "sign in code",
    "access code",
    "passcode",
    "one time",
    "otp",
    "totp",
    "2fa",
    "6 digit",
    "digit code",
    "sms code",
    "code",
    "bestatigungscode",
    "sicherheitscode",
    "tan",
    "pin",
];

/// What other codes there are, folded: a field whose name has one of these asks for something else.
const OTHERS: &[&str] = &[
    "promo",
    "coupon",
    "discount",
    "voucher",
    "gift",
    "referral",
    "invite",
    "invitation",
    "postal",
    "post",
    "zip",
    "postcode",
    "area",
    "country",
    "dial",
    "card",
    "cvv",
    "cvc",
    "cv2",
    "csc",
    "sort",
    "swift",
    "bic",
    "iban",
    "tax",
    "vat",
    "product",
    "item",
    "offer",
    "rabatt",
    "gutschein",
    "plz",
    "error",
    "source",
    "language",
    "currency",
    "color",
    "colour",
    "qr",
    "station",
    "airport",
    "course",
    "subject",
    "class",
    "house",
    "door",
    "gate",
    "booking",
    "order",
    "tracking",
];

/// What the frames of a page show of it.
pub fn clues(sketches: &[Sketch]) -> Clues {
    let mut clues = Clues {
        title: sketches.first().map(|top| top.title.clone()).unwrap_or_default(),
        ..Clues::default()
    };
    let hidden = |url: &str| {
        sketches
            .iter()
            .any(|sketch| sketch.hidden.iter().any(|(_, src)| src == url))
    };
    for sketch in sketches {
        clues.solved |= sketch.solved;
        // What a vendor's own frame says in its widget is not what the page says.
        if sketch.frame != 0 && puzzle(&sketch.url).is_some() {
            clues.frames.push(FrameClue {
                url: sketch.url.clone(),
                visible: !hidden(&sketch.url),
            });
            continue;
        }
        for node in &sketch.nodes {
            match node.role.as_str() {
                "frame" => clues.frames.push(FrameClue {
                    url: node.src.clone(),
                    visible: true,
                }),
                role if FIELDS.contains(&role) => clues.fields.push(FieldClue {
                    label: node.name.clone(),
                    name: alloc::format!("{} {}", node.hint.name, node.hint.id),
                    autocomplete: node.hint.autocomplete.clone(),
                    text: TYPED.contains(&role),
                    filled: !node.value.reveal().is_empty(),
                }),
                _ => {
                    if clues.text.len() <= ENOUGH && !node.name.is_empty() {
                        clues.text.push_str(&node.name);
                        clues.text.push('\n');
                    }
                }
            }
        }
    }
    clues
}

/// So much of a page's text is looked at, in bytes.
const ENOUGH: usize = 20_000;
const TYPED: &[&str] = &["textbox", "searchbox", "spinbutton", "password"];
const FIELDS: &[&str] = &[
    "textbox",
    "searchbox",
    "spinbutton",
    "password",
    "combobox",
    "listbox",
    "checkbox",
    "radio",
    "switch",
    "slider",
    "date",
    "time",
    "month",
    "week",
    "datetime",
    "datetime-local",
    "color",
    "file",
];

/// The wall on a page, if there is one: the worst first.
pub fn detect(clues: &Clues) -> Option<Challenge> {
    let puzzle = clues
        .frames
        .iter()
        .filter(|frame| frame.visible)
        .find_map(|frame| puzzle(&frame.url));
    let words = fold(&clues.text);
    let title = fold(&clues.title);
    let says = |list: &[&str], text: &str| list.iter().any(|phrase| has(text, phrase));
    let asks = clues.fields.iter().filter(|field| !is_response(field)).count();
    let is_check = says(CHECKS, &title) || says(CHECKS, &words);
    if asks == 0 && is_check && !clues.solved && words.len() <= SHORT {
        return Some(Challenge {
            kind: Kind::BotCheck,
            vendor: puzzle.unwrap_or_default(),
        });
    }
    if let Some(vendor) = puzzle
        && !clues.solved
    {
        return Some(Challenge {
            kind: Kind::Captcha,
            vendor,
        });
    }
    let code = Challenge {
        kind: Kind::OneTimeCode,
        vendor: "",
    };
    let marked = |field: &&FieldClue| {
        field
            .autocomplete
            .to_lowercase()
            .split_whitespace()
            .any(|word| word == "one-time-code")
    };
    if clues.fields.iter().any(|field| marked(&field) && !field.filled) {
        return Some(code);
    }
    // Unmarked: the only thing asked for (as one box or as one box a digit), on a page that speaks of a code sent.
    let texts: Vec<&FieldClue> = clues
        .fields
        .iter()
        .filter(|field| field.text && !is_response(field))
        .collect();
    let called = |field: &FieldClue| {
        let name = fold(&alloc::format!("{} {}", field.label, field.name));
        says(CODES, &name) && !OTHERS.iter().any(|word| has(&name, word))
    };
    let alone = match texts.as_slice() {
        [one] => called(one),
        several => (4..=8).contains(&several.len()) && several.iter().all(|field| called(field)),
    };
    let empty = texts.iter().any(|field| !field.filled);
    (alone && empty && says(SENT, &words)).then_some(code)
}

/// The field in which a puzzle leaves its answer.
fn is_response(field: &FieldClue) -> bool {
    let name = field.name.to_lowercase();
    name.contains("captcha-response") || name.contains("captcha_response") || name.contains("cf-turnstile")
}

fn puzzle(url: &str) -> Option<&'static str> {
    let address = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host_and_path = address.split(['?', '#']).next().unwrap_or_default();
    let query = address.get(host_and_path.len()..).unwrap_or_default();
    let (_, vendor) = PUZZLES.iter().find(|(part, _)| {
        let (host, path) = part.split_once('/').unwrap_or((part, ""));
        let (own_host, own_path) = host_and_path.split_once('/').unwrap_or((host_and_path, ""));
        let own_host = own_host.split(':').next().unwrap_or_default();
        let same = own_host == host || own_host.strip_suffix(host).is_some_and(|front| front.ends_with('.'));
        same && own_path.starts_with(path)
    })?;
    // The badge of a check that asks nothing of anybody.
    (!query.contains("size=invisible")).then_some(*vendor)
}

/// Whether `text` has `phrase` as whole words. Both are folded.
fn has(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let before = text.get(..at).and_then(|front| front.chars().next_back());
        let after = text.get(at + phrase.len()..).and_then(|rest| rest.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

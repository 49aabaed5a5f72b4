//! What must not be shown, kept or filled in unasked.
//!
//! Two circles: a [`secret`] is never kept and never filled in from memory; whatever is [`field`]-sensitive is masked
//! in every output: secrets, and the numbers by which a person or an account is known to states and banks (passports,
//! identity cards, taxes, accounts). These are kept and filled in like an address.

mod phrases;

use alloc::string::String;
use alloc::vec::Vec;

use crate::Typed;
use crate::form::fold::{fold, words};
use crate::form::keys::{Index, Resolution};
use crate::form::model::{Field, Held, Kind, Page, Ref};
use crate::form::value::Wish;
use crate::report::FieldReport;
use phrases::{NUMBERS, NUMBERS_INSIDE, SECRETS, SECRETS_INSIDE, WHOLE_NUMBERS};

/// Whether what a field holds must be masked in every output: secrets, numbers of accounts, of taxes, of passports and of
/// identity cards.
pub fn field(field: &Field) -> bool {
    secret(field) || any_text(field, is_number) || within(field, self::field)
}

/// Whether a folded text names a number by which a person or an account is known.
fn is_number(text: &str) -> bool {
    names(text, NUMBERS, NUMBERS_INSIDE) || WHOLE_NUMBERS.contains(&text)
}

/// Whether a field asks for a secret, which is never kept and never filled in unasked: passwords, codes, cards,
/// answers that prove who somebody is.
pub fn secret(field: &Field) -> bool {
    field.kind == Kind::Password
        || TOKENS.contains(&field.autocomplete.token.as_str())
        || pin(field)
        || any_text(field, is_secret)
        || within(field, secret)
}

/// Whether a folded text names a secret.
fn is_secret(text: &str) -> bool {
    names(&identity_aside(text), SECRETS, SECRETS_INSIDE) || is_greek_password(text)
}

/// A folded text without identity cards, whose numbers are no payment cards'.
fn identity_aside(text: &str) -> String {
    [
        "id card",
        "identity card",
        "pan card",
        "carte d identite",
        "carte nationale d identite",
        "tarjeta de identidad",
        "cartao de cidadao",
    ]
    .iter()
    .fold(String::from(text), |text, card| text.replace(card, "identity"))
}

fn within(field: &Field, holds: fn(&Field) -> bool) -> bool {
    field.parts.iter().any(|part| holds(&part.field))
}

/// Whether a key, or any other name of a fact, names something sensitive: `card_number`, "Kennwort".
pub fn name(text: &str) -> bool {
    let folded = words(text).join(" ");
    secret_name(text) || is_number(&folded) || is_number(&fold(text))
}

/// Whether a key, or any other name of a fact, names a secret, which is never kept: a password, a code, a card.
pub fn secret_name(text: &str) -> bool {
    let folded = words(text).join(" ");
    is_secret(&folded) || is_secret(&fold(text)) || is_pin(&folded)
}

/// Whether what a report says of a field must be masked. Of a key that no field was found for only its name and its
/// value can tell.
pub fn report(report: &FieldReport) -> bool {
    let held = report.holds.as_ref().map(Typed::reveal);
    report.sensitive
        || name(&report.key)
        || name(&report.label)
        || held
            .into_iter()
            .chain([report.asked.reveal(), report.given.reveal()])
            .any(value)
}

/// What must not be seen in a picture of a page: the controls that hold something sensitive, and the texts that must
/// not be read anywhere else in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Veil {
    /// The controls, in any frame.
    pub controls: Vec<Ref>,
    /// The texts, as they were asked for or are held.
    pub texts: Vec<Typed>,
}

impl Veil {
    /// What of `page` as it stands must not be seen.
    pub fn of(page: &Page) -> Self {
        let mut veil = Self::default();
        for field in page.fields() {
            let held = texts_of(field);
            if self::field(field) || held.iter().any(|text| value(text.reveal())) {
                veil.controls.extend(field.controls());
                veil.texts.extend(held);
            }
        }
        veil
    }

    /// And what of these wishes must not be seen once it is on the page.
    pub fn wish(&mut self, pairs: &[(String, Wish)], page: &Page, form: Option<Ref>) {
        let index = Index::new(page);
        for (key, wish) in pairs {
            let mut texts = Vec::new();
            spell(wish, &mut texts);
            let meant = || match index.resolve(key, form) {
                Resolution::One { field, .. } => page.field(field).is_some_and(self::field),
                _ => false,
            };
            if name(key) || texts.iter().any(|text| value(text.reveal())) || meant() {
                self.texts.append(&mut texts);
            }
        }
    }

    /// And what of these reports must not be seen. Answers whether any of it is news.
    pub fn report<'a>(&mut self, reports: impl IntoIterator<Item = &'a FieldReport>) -> bool {
        let mut news = false;
        for report in reports {
            if !self::report(report) {
                continue;
            }
            self.controls.extend(report.reference);
            for text in report.holds.iter().chain([&report.asked, &report.given]) {
                if !text.reveal().is_empty() && !self.texts.contains(text) {
                    news = true;
                    self.texts.push(text.clone());
                }
            }
        }
        news
    }

    /// Whether there is nothing that must not be seen.
    pub fn is_empty(&self) -> bool {
        self.controls.is_empty() && self.texts.is_empty()
    }
}

/// What the sensitive fields of a page hold that was written, not chosen from a list: those are the page's own words.
pub fn held(page: &Page) -> Vec<Typed> {
    fn written(field: &Field, all: bool, into: &mut Vec<Typed>) {
        let all = all || self::field(field);
        if let Held::Text(text) = &field.held
            && (all || value(text.reveal()))
            && !text.reveal().trim().is_empty()
        {
            into.push(text.clone());
        }
        for part in &field.parts {
            written(&part.field, all, into);
        }
    }
    let mut texts = Vec::new();
    for field in page.fields() {
        written(field, false, &mut texts);
    }
    texts
}

fn texts_of(field: &Field) -> Vec<Typed> {
    let mut texts: Vec<Typed> = match &field.held {
        Held::Text(text) => Vec::from([text.clone()]),
        Held::Chosen(chosen) => chosen
            .iter()
            .filter_map(|&at| field.options.get(at))
            .map(|option| Typed::new(option.label.clone()))
            .collect(),
        Held::Checked(_) | Held::Files(_) => Vec::new(),
    };
    texts.extend(field.parts.iter().flat_map(|part| texts_of(&part.field)));
    texts.retain(|text| !text.reveal().is_empty());
    texts
}

fn spell(wish: &Wish, into: &mut Vec<Typed>) {
    match wish {
        Wish::Text(text) | Wish::Number(text) => into.push(text.clone()),
        Wish::List(wishes) => wishes.iter().for_each(|wish| spell(wish, into)),
        Wish::Pieces(pieces) => pieces.iter().for_each(|(_, wish)| spell(wish, into)),
        Wish::Bool(_) | Wish::Clear => {}
    }
}

/// The texts of a field that say what it asks for, folded.
fn any_text(field: &Field, holds: impl Fn(&str) -> bool) -> bool {
    holds(&fold(&field.label))
        || holds(&words(&field.name).join(" "))
        || holds(&words(&field.id).join(" "))
        || (field.label.is_empty() && holds(&fold(&field.placeholder)))
}

/// Whether a folded text has one of `phrases` as whole words, or one of `inside` anywhere.
fn names(text: &str, phrases: &[&str], inside: &[&str]) -> bool {
    let padded = alloc::format!(" {text} ");
    phrases.iter().any(|phrase| {
        padded.match_indices(phrase).any(|(at, found)| {
            let before = padded.get(..at).is_some_and(|head| head.ends_with(' '));
            let after = padded.get(at + found.len()..).is_some_and(|tail| tail.starts_with(' '));
            before && after
        })
    }) || inside.iter().any(|word| text.contains(word))
}

/// Whether a field asks for a PIN. In India a "pin code" is a postcode.
fn pin(field: &Field) -> bool {
    let post = field.autocomplete.token == "postal-code"
        || names(
            &words(&field.name).join(" "),
            &["zip", "postal", "postcode", "pincode"],
            &[],
        )
        || field.lang.starts_with("hi")
        || field.lang.eq_ignore_ascii_case("en-IN");
    any_text(field, |text| is_pin(text) && !(post && text.contains("pin")))
}

fn is_pin(text: &str) -> bool {
    names(
        text,
        &[
            "pin",
            "pin number",
            "pin code",
            "kod pin",
            "code pin",
            "codigo pin",
            "tpin",
            "mpin",
            "upi pin",
            "пин",
            "pin kodu",
            "pin kod",
            "pin kode",
        ],
        &["暗証番号", "pinkod", "пинкод"],
    ) || text == "pincode"
}

/// Whether a folded text is Greek for a password: the word is also that of a postcode.
fn is_greek_password(text: &str) -> bool {
    let code = ["κωδικος", "κωδικοσ", "κωδικου"].iter().any(|word| text.contains(word));
    let harmless = [
        "ταχ",
        "χωρας",
        "χωρασ",
        "χρηστη",
        "πελατη",
        "προϊοντος",
        "προιοντος",
        "εκπτωσ",
        "κουπονι",
    ];
    code && !harmless.iter().any(|word| text.contains(word)) || text.contains("συνθηματικο")
}

/// `autocomplete` tokens of secrets.
const TOKENS: &[&str] = &[
    "new-password",
    "current-password",
    "one-time-code",
    "cc-number",
    "cc-csc",
    "cc-exp",
    "cc-exp-month",
    "cc-exp-year",
];

/// Whether a value gives itself away as sensitive, whatever field it is for: payment cards by their check digit, US
/// social security numbers by their shape, tokens and keys by theirs.
pub fn value(text: &str) -> bool {
    let text = text.trim();
    card(text) || social_security(text) || token(text)
}

/// 13 to 19 digits in one piece or in groups, whose check digit is right (Luhn).
fn card(text: &str) -> bool {
    let mut digits = 0_u32;
    let mut sum = 0_u32;
    for c in text.chars().rev() {
        match c.to_digit(10) {
            Some(digit) => {
                let twice = digit * 2;
                sum += if digits.is_multiple_of(2) {
                    digit
                } else if twice > 9 {
                    twice - 9
                } else {
                    twice
                };
                digits += 1;
                if digits > 19 {
                    return false;
                }
            }
            None if matches!(c, ' ' | '-' | '\u{a0}') => {}
            None => return false,
        }
    }
    digits >= 13 && sum > 0 && sum.is_multiple_of(10)
}

/// `123-45-6789`, with the numbers left out that are never given.
fn social_security(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(area), Some(group), Some(serial), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let digits = |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    digits(area, 3)
        && digits(group, 2)
        && digits(serial, 4)
        && !matches!(area, "000" | "666")
        && !area.starts_with('9')
        && group != "00"
        && serial != "0000"
}

/// Signed tokens, private keys, and long strings of mixed letters and digits such as services give out as keys.
fn token(text: &str) -> bool {
    const STARTS: &[&str] = &[
        "sk-",
        "sk_live_",
        "sk_test_",
        "rk_live_",
        "pk_live_",
        "ghp_",
        "gho_",
        "ghs_",
        "ghu_",
        "github_pat_",
        "glpat-",
        "xoxb-",
        "xoxp-",
        "xoxa-",
        "AKIA",
        "ASIA",
        "AIza",
        "ya29.",
        "SG.",
        "npm_",
        "pypi-",
        "hf_",
        "dop_v1_",
        "shpat_",
        "EAAC",
    ];
    if text.contains("-----BEGIN") && text.contains("PRIVATE KEY") {
        return true;
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '+' | '/' | '=' | '~');
    let text = text.strip_prefix("Bearer ").unwrap_or(text);
    if !text.chars().all(plain) || text.is_empty() {
        return false;
    }
    if STARTS.iter().any(|start| text.starts_with(start)) && text.len() >= 20 {
        return true;
    }
    let parts = text.split('.').count();
    if text.starts_with("eyJ") && (2..=5).contains(&parts) && text.len() >= 30 {
        return true;
    }
    // Hexadecimal or base64 of 128 bits and more: no blanks, no dots, many letters and many digits mixed up.
    let body = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '/' | '=');
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    let turns = text
        .bytes()
        .zip(text.bytes().skip(1))
        .filter(|(a, b)| a.is_ascii_digit() != b.is_ascii_digit())
        .count();
    let uuid = text.len() == 36 && text.bytes().filter(|byte| *byte == b'-').count() == 4;
    text.len() >= 32
        && !uuid
        && text.chars().all(body)
        && text.bytes().filter(|byte| matches!(byte, b'-' | b'_' | b'/')).count() <= 3
        && digits >= 4
        && letters >= 4
        && turns >= 8
}

/// What is shown instead of a sensitive value: always six dots, and only roughly how long it is. No digit of a card is
/// kept either, since the last four are what people are asked for on the telephone.
pub fn mask(text: &str) -> String {
    let size = match text.chars().count() {
        0 => return String::new(),
        1..=7 => "short",
        8..=19 => "medium",
        _ => "long",
    };
    alloc::format!("•••••• ({size})")
}

#[cfg(test)]
mod tests {
    use super::{field, mask, name, secret, value};
    use crate::form::autocomplete;
    use crate::form::model::{Field, Kind, Part, Piece};

    fn labelled(label: &str) -> Field {
        Field {
            label: label.into(),
            ..Field::default()
        }
    }

    #[test]
    fn labels_of_secrets_and_numbers_are_known_in_eight_languages() {
        for label in [
            "Password",
            "Confirm password",
            "Passwort wiederholen",
            "Mot de passe",
            "Contraseña",
            "Senha",
            "Hasło",
            "パスワード",
            "PIN",
            "Card PIN",
            "Kod PIN",
            "CVC",
            "CVC / CVV",
            "Card number",
            "Kreditkartennummer",
            "Numéro de carte",
            "Número de tarjeta",
            "Número do cartão",
            "Numer karty",
            "カード番号",
            "Social security number",
            "Last 4 digits of SSN",
            "Tax ID",
            "Steuer-ID",
            "Secret answer",
            "Mother’s maiden name",
            "IBAN",
            "Account number",
            "Kontonummer",
            "API key",
            "Access token",
            "One-time code",
            "Verification code",
            "口座番号",
            "Wachtwoord",
            "Herhaal wachtwoord",
            "Пароль",
            "Подтвердите пароль",
            "كلمة المرور",
            "Hasło:",
            "Pass-code",
            "Parola",
            "Lösenord",
            "Heslo",
            "Jelszó",
            "密码",
            "确认密码",
            "비밀번호",
            "비밀번호 확인",
            "パスワード",
            "Κωδικός πρόσβασης",
            "סיסמה",
            "รหัสผ่าน",
            "पासवर्ड",
            "Mật khẩu",
            "Şifre",
            "Şifreniz",
            "Adgangskode",
            "Κωδικός",
            "ΚΩΔΙΚΟΣ",
            "ПИН-код",
            "Код подтверждения",
            "Pinkod",
            "验证码",
            "密碼",
            "Kodeord",
            "Passport number",
            "Reisepassnummer",
            "Numéro de passeport",
            "Número de pasaporte",
            "Número do passaporte",
            "Numer paszportu",
            "パスポート番号",
            "पासपोर्ट नंबर",
            "Passport",
            "National ID",
            "VAT number",
            "USt-IdNr.",
            "NIF",
            "Codice fiscale",
        ] {
            assert!(field(&labelled(label)), "{label}");
        }
    }

    #[test]
    fn ordinary_labels_are_not_sensitive() {
        for label in [
            "First name",
            "Email",
            "Passport expiry date",
            "Private event",
            "Ταχυδρομικός κωδικός",
            "Spanish chiffre",
            "Postcode",
            "Pinterest profile",
            "Phone",
            "Opinion",
            "Company",
            "Spinning class",
            "Discord tag",
            "Coupon code",
            "Order number",
            "Titan member",
            "Vorname",
            "Straße",
            "Discount card",
            "Kind of business",
            "Tokenism essay",
            "Parole chiave",
            "Mots de passage",
            "Laden Sie ein Foto hoch",
        ] {
            assert!(!field(&labelled(label)), "{label}");
        }
    }

    #[test]
    fn a_pin_code_is_a_postcode_in_india() {
        let pin = labelled("Pin code");
        assert!(field(&pin));
        assert!(!field(&Field {
            lang: "hi-Latn".into(),
            ..pin.clone()
        }));
        assert!(!field(&Field {
            lang: "en-IN".into(),
            ..pin.clone()
        }));
        assert!(!field(&Field {
            autocomplete: autocomplete::parse("postal-code"),
            ..pin
        }));
    }

    #[test]
    fn type_token_name_and_parts_count_as_much_as_the_label() {
        assert!(secret(&Field {
            kind: Kind::Password,
            ..Field::default()
        }));
        assert!(secret(&Field {
            autocomplete: autocomplete::parse("billing cc-number"),
            ..Field::default()
        }));
        assert!(secret(&Field {
            name: "userPassword".into(),
            ..Field::default()
        }));
        assert!(field(&Field {
            id: "bank_account".into(),
            ..Field::default()
        }));
        assert!(
            !secret(&Field {
                label: "IBAN".into(),
                ..Field::default()
            }),
            "masked, but no secret"
        );
        let part = Part {
            piece: Piece::Chars(1),
            field: Field {
                autocomplete: autocomplete::parse("one-time-code"),
                ..Field::default()
            },
        };
        assert!(field(&Field {
            parts: [part].into(),
            ..Field::default()
        }));
        assert!(name("card_number") && name("apiKey") && name("Kennwort") && !name("first name"));
    }

    #[test]
    fn values_give_themselves_away() {
        for sensitive in [
            "4111 1111 1111 1111",
            "5500-0000-0000-0004",
            "378282246310005",
            "123-45-6789",
            "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
            "AKIAIOSFODNN7EXAMPLE",
            "9f86d081884c7d659a2feaa0c55ad015",
            "-----BEGIN RSA PRIVATE KEY-----",
        ] {
            assert!(value(sensitive), "{sensitive}");
        }
        for ordinary in [
            "4111 1111 1111 1112",
            "0000000000000000",
            "000-12-3456",
            "555-123-4567",
            "2026-11-29",
            "Anna",
            "anna@example.org",
            "",
            "550e8400-e29b-41d4-a716-446655440000",
            "https://example.org/a-long-path-that-goes-on-and-on",
            "Donaudampfschifffahrtsgesellschaft",
            "+44 20 7946 0958",
            "DE89370400440532013000",
            "skeleton-crew-of-the-ship",
        ] {
            assert!(!value(ordinary), "{ordinary}");
        }
    }

    #[test]
    fn a_mask_tells_no_more_than_a_rough_length() {
        assert_eq!(mask(""), "");
        assert_eq!(mask("a"), mask("hunter2"));
        assert_eq!(mask("password"), mask("4111111111111111"));
        assert!(!mask("4111111111111111").contains('1'));
    }
}

//! The words by which something sensitive is known. Folded: without accents, lower case.

/// Phrases that name a secret, as whole words.
#[rustfmt::skip]
pub(super) const SECRETS: &[&str] = &[
    // Passwords.
    "password", "passwd", "pwd", "passphrase", "passcode", "pass word", "kennwort", "mot de passe", "mdp", "contrasena", "clave", "senha",
    "palavra passe", "pass code", "parola", "geslo", "lozinka", "sifre", "mat khau", "kata sandi", "katalaluan", "parool", "haslo", "hasla", "koot shabd", "secret key", "private key", "seed phrase", "recovery phrase", "recovery code", "backup code",
    // Codes.
    "otp", "one time code", "one time password", "verification code", "authentication code", "security code", "2fa", "totp", "mfa code", "einmalcode", "bestatigungscode", "sicherheitscode", "code de verification", "code de securite", "codigo de verificacion",
    "codigo de seguridad", "codigo de verificacao", "codigo de seguranca", "kod weryfikacyjny", "kod jednorazowy", "kod bezpieczenstwa",
    // Cards.
    "card number", "credit card", "debit card", "cardnumber", "ccnumber", "cc number", "ccnum", "cvc", "cvv", "cvv2", "cvc2", "csc", "cvn", "card code",
    "card verification", "card no", "numero de carte", "numero de la carte", "cryptogramme", "numero de tarjeta", "numero de la tarjeta", "numero do cartao",
    "numero de cartao", "numer karty", "cc csc", "cc num",
    // Answers that prove who somebody is.
    "secret answer", "security answer", "security question", "secret question", "mother s maiden name", "mothers maiden name", "maiden name of mother",
    "secret", "sicherheitsfrage", "sicherheitsantwort", "geheime antwort", "question secrete", "question de securite", "reponse secrete",
    "pregunta secreta", "pregunta de seguridad", "respuesta secreta", "respuesta de seguridad", "pergunta secreta", "pergunta de seguranca",
    "resposta secreta", "pytanie pomocnicze", "pytanie zabezpieczajace", "odpowiedz zabezpieczajaca",
    // Keys of machines.
    "api key", "apikey", "access key", "access token", "auth token", "api token", "secret token", "client secret", "bearer token", "token",
    // Beyond the eight languages.
    "sifre", "sifreniz", "kodeord", "lykilord", "slaptazodis", "zaporka", "fjalekalim", "fjalekalimi", "pasahitza", "contrasenya", "contrasinal", "tunnusluku", "salasona", "codice di sicurezza", "codice di verifica", "numero carta", "numero della carta", "beveiligingscode", "verificatiecode", "kaartnummer",
    "sikkerhedskode", "sikkerhetskode", "engangskode", "engangskod", "sakerhetskod", "verifieringskod", "kortnummer", "turvakoodi", "vahvistuskoodi", "kortin numero", "guvenlik kodu", "dogrulama kodu", "kart numarasi", "cislo karty", "overovaci kod", "kartyaszam", "kod potwierdzajacy", "kod sms",
    "код подтверждения", "кодовое слово", "код безопасности", "номер карты", "код из смс", "секретныи вопрос", "κωδικος ασφαλειας", "αριθμος καρτας", "κωδικος επιβεβαιωσης", "رمز عبور", "رمز سري", "الرقم السري", "رمز التحقق", "رقم البطاقة", "קוד אימות",
    "api schlussel", "cle api", "clave api", "chave api", "klucz api", "wallet seed",
    // Social security.
    "ssn", "ssn4", "social security number", "social security", "social insurance number", "sozialversicherungsnummer",
    "numero de securite sociale", "securite sociale", "numero de la seguridad social", "seguridad social", "seguranca social",
];
/// Words that do so anywhere in a text.
pub(super) const SECRETS_INSIDE: &[&str] = &[
    "passwort",
    "kartennummer",
    "prufziffer",
    "kartenpruf",
    "パスワード",
    "ओटीपी",
    "सीवीवी",
    "कार्ड नंबर",
    "कार्ड संख्या",
    "कूट शब्द",
    "सत्यापन कोड",
    "暗証",
    "セキュリティコード",
    "カード番号",
    "認証コード",
    "ワンタイム",
    "秘密の質問",
    "秘密の答え",
    "合言葉",
    "確認コード",
    "password",
    "wachtwoord",
    "losenord",
    "passord",
    "adgangskode",
    "salasana",
    "heslo",
    "jelszo",
    "пароль",
    "пароля",
    "парола",
    "гесло",
    "验证码",
    "驗證碼",
    "安全码",
    "卡号",
    "卡號",
    "패스워드",
    "카드번호",
    "카드 번호",
    "인증번호",
    "보안코드",
    "পাসওয়ার্ড",
    "கடவுச்சொல்",
    "పాస్వర్డ్",
    "پاس ورڈ",
    "گذرواژه",
    "лозинка",
    "κωδικος προσβασης",
    "كلمة المرور",
    "كلمة السر",
    "סיסמה",
    "密码",
    "密碼",
    "口令",
    "비밀번호",
    "암호",
    "รหัสผ่าน",
    "पासवर्ड",
];

/// Phrases that name the number of an account, a tax payer, a passport, an identity card, as whole words.
#[rustfmt::skip]
pub(super) const NUMBERS: &[&str] = &[
    "iban", "account number", "account no", "bank account", "acct number", "routing number", "sort code", "kontonummer", "bankverbindung",
    "numero de compte", "numero de cuenta", "cuenta bancaria", "clabe", "numero da conta", "conta bancaria", "numer konta", "numer rachunku", "khata sankhya", "khata number",
    "tax id", "tax number", "tax identification number", "taxpayer", "itin", "steuer id", "steuernummer", "steuerid", "steueridentifikationsnummer",
    "numero fiscal", "nif", "numero de identificacion fiscal", "cpf", "contribuinte", "pesel", "nip", "pan number", "pan card", "aadhaar", "aadhar",
    "national insurance number", "rfc", "curp", "wallet address",
    // Taxes of firms.
    "vat", "vat id", "vat number", "ust id", "ust idnr", "ust id nr", "umsatzsteuer id", "umsatzsteuer identifikationsnummer", "numero de tva", "tva intracommunautaire", "numero tva", "numero de iva", "gstin", "gst number", "employer identification number",
    // Passports and identity cards.
    "passport number", "passport no", "passport id", "passport nr", "passportnumber", "passportno", "travel document number", "national id", "national identity number", "national identification number", "identity card number", "id card number", "identity number", "id number", "identity document number",
    "reisepassnummer", "passnummer", "reisepass nummer", "reisepass nr", "pass nr", "nummer des reisepasses", "ausweisnummer", "personalausweisnummer", "personalausweis nr", "ausweis nr", "numero de passeport", "numero du passeport", "numero de carte d identite", "numero de la carte d identite", "numero d identite", "numero de piece d identite",
    "numero de pasaporte", "numero del pasaporte", "numero de dni", "dni nie", "numero de documento", "numero de identidad", "cedula de identidad", "numero de cedula", "numero do passaporte", "numero de passaporte", "numero do rg", "bilhete de identidade", "numero do bilhete de identidade",
    "numer paszportu", "nr paszportu", "numer dowodu", "numer dowodu osobistego", "seria i numer dowodu", "nr dowodu", "passport sankhya", "pasport number", "पासपोर्ट नंबर", "पासपोर्ट संख्या", "आधार", "personnummer", "fodselsnummer", "cpr nummer", "henkilotunnus", "bsn", "codice fiscale", "partita iva", "rodne cislo",
];
/// Words that mean such a number if they are all that is asked.
pub(super) const WHOLE_NUMBERS: &[&str] = &[
    "passport",
    "reisepass",
    "passeport",
    "pasaporte",
    "passaporte",
    "paszport",
    "पासपोर्ट",
    "パスポート",
    "personalausweis",
    "dni",
    "nie",
    "rg",
    "cif",
    "ein",
    "aadhaar card",
];
/// Words that do so anywhere in a text.
pub(super) const NUMBERS_INSIDE: &[&str] = &[
    "口座番号",
    "マイナンバー",
    "個人番号",
    "納税者番号",
    "steuernummer",
    "kontonummer",
    "パスポート番号",
    "旅券番号",
    "身分証番号",
    "护照号",
    "護照號",
    "身份证",
    "身份證",
    "여권번호",
    "여권 번호",
    "주민등록번호",
    "паспорт",
];

//! The words of headings that say nothing of who somebody is, in eight languages. Folded: without accents, lower case.

/// Words for the things that forms ask, for the user, and small words of headings.
#[rustfmt::skip]
pub(super) const NEUTRAL: &[&str] = &[
    // English.
    "me", "self", "yourself", "email", "mail", "phone", "telephone", "mobile", "date", "birth", "birthday", "dob", "gender", "home", "residence", "residential", "permanent",
    "postal", "mailing", "mailbox", "billing", "bill", "shipping", "ship", "delivery", "deliver", "delivering", "invoice", "invoicing", "payment", "pay", "card", "credit", "debit", "bank",
    "banking", "summary", "review", "basic", "basics", "general", "key", "essential", "security", "secure", "password", "credential", "username", "lead", "my", "preference", "communication", "social",
    "media", "link", "online", "web", "website", "site", "company", "business", "organization", "work", "employment", "job", "career", "education", "school", "university", "experience", "skill",
    "qualification", "language", "passport", "identity", "identification", "id", "document", "travel", "nationality", "citizenship", "news", "offer", "question", "comment", "message", "feedback",
    "help", "service", "product", "term", "condition", "consent", "privacy", "policy", "agreement", "declaration", "verification", "free", "returning", "existing", "already",
    "become", "back", "hello", "hi", "thank", "thanks", "continue", "next", "last", "first", "final", "finish", "complete", "completing", "fill", "filling", "tell", "add", "edit", "update", "change", "confirm",
    "select", "check", "save", "saved", "full", "official", "quick", "easy", "simple", "fast", "today", "now", "below", "above", "following", "need", "want", "know", "find", "see", "more", "minute", "second", "hour", "day",
    "all", "no", "not", "yes", "where", "when", "who", "why", "which", "from", "into", "out", "there", "one", "should", "would", "could", "like", "let", "lets", "touch", "reach", "send", "sent", "receive", "get",
    "getting", "stay", "keep", "informed", "reply", "answer", "also", "only", "quickly", "just", "almost", "done", "ready", "start", "started", "begin", "use", "using", "used", "make", "put", "go", "goes", "going", "adult", "checkout", "cart", "basket", "bag", "total",
    "method", "option", "optional", "mandatory", "other", "legal", "individual", "resident", "domestic", "international", "local", "country", "city", "state", "location", "time", "zone", "setting", "settings", "vehicle", "car",
    "membership", "public", "private", "notification", "alert", "marketing", "interest", "area", "size", "photo", "picture", "avatar", "bio", "biography", "part", "process", "failed", "failure", "error", "success", "successful", "please", "proceed",
    "recovery", "recover", "forgot", "forgotten", "reset", "lost", "or", "frequent", "flyer", "loyalty", "reward", "rewards", "via", "through", "without", "per", "hours", "seconds", "minutes", "nice", "meet", "good", "great", "ll", "re", "ve", "m", "t",
    // German.
    "ich", "sie", "uns", "wir", "mein", "meine", "erwachsener", "adulte", "adulto", "dorosly", "personlich", "personliche", "personlichen", "personendaten", "stammdaten", "angabe", "angaben", "allgemein", "allgemeine", "allgemeines", "basisdaten", "kontakt", "kontaktdaten",
    "kontaktangaben", "kontaktinformation", "kontaktinformationen", "anschrift", "adresse", "adressen", "adressdaten", "wohnort", "wohnsitz", "wohnadresse", "wohnanschrift", "lieferung", "lieferadresse", "lieferanschrift", "versand", "versandadresse", "versandart", "rechnung", "rechnungsadresse",
    "rechnungsanschrift", "zahlung", "zahlungsart", "zahlungsdaten", "kontodaten", "zugangsdaten", "benutzerdaten", "kundendaten", "kunde", "kundin", "benutzer", "nutzer", "passwort", "kennwort", "sicherheit", "geburt",
    "geburtsdatum", "geburtstag", "geboren", "name", "vorname", "nachname", "telefon", "telefonnummer", "rufnummer", "mobil", "handy", "firma", "unternehmen", "beruf", "berufliche", "ausbildung", "bildung", "erfahrung", "sprache", "sprachen",
    "ausweis", "reisepass", "pass", "frage", "fragen", "nachricht", "mitteilung", "hilfe", "willkommen", "zuruck", "hallo", "danke", "weiter", "fast", "fertig", "kostenlos", "kostenlose", "kostenlosen", "neu", "neues", "neuen", "bestehende", "bereits", "mitglied", "werden", "jetzt",
    "heute", "hier", "schnell", "einfach", "sicher", "sekunden", "minuten", "wie", "wo", "wohin", "wann", "konnen", "durfen", "sollen", "wollen", "mochten", "mochte", "erreichen", "kontaktieren", "liefern", "senden", "an", "auf", "aus", "bei", "bis", "im", "in", "ins", "mit", "nach", "um", "uber", "vom", "zum", "zur", "ist", "sind", "nicht",
    "pflichtangaben", "pflichtfelder", "optionale", "gesetzlich", "daten", "fahrzeug", "ubersicht", "zusammenfassung", "zustimmung", "einwilligung", "datenschutz", "agb", "eine", "einen", "ein", "einem", "einer",
    // French.
    "je", "moi", "mes", "mon", "nous", "notre", "nos", "personnel", "personnels", "personnelle", "personnelles", "coordonnees", "coordonnee", "identite", "identification", "etat", "civil", "contact", "adresse", "adresses", "domicile", "residence",
    "livraison", "expedition", "facturation", "facture", "paiement", "identifiants", "identifiant", "connexion", "mot", "passe", "securite", "naissance", "nom", "prenom", "telephone", "portable", "courriel", "mail", "societe", "entreprise", "emploi",
    "profession", "professionnel", "professionnelle", "professionnelles", "etudes", "formation", "langue", "langues", "passeport", "question", "questions", "aide", "bienvenue", "bonjour", "merci", "continuer", "suivant", "termine", "gratuit", "gratuite", "gratuitement",
    "nouveau", "nouvelle", "deja", "membre", "devenir", "ici", "rapide", "ou", "quand", "comment", "pouvons", "joindre", "contacter", "livrer", "envoyer", "recevoir", "au", "aux", "avec", "dans", "par", "pour", "sur", "est", "sont", "propos", "a", "c", "n", "j", "m", "qu", "que", "qui",
    "obligatoire", "obligatoires", "generales", "general", "generale", "vehicule", "recapitulatif", "consentement",
    // Spanish.
    "yo", "mi", "mis", "nosotros", "nuestro", "personales", "personal", "contacto", "identidad", "identificacion", "direccion", "direcciones", "domicilio", "residencia", "envio", "entrega", "facturacion", "factura", "pago", "acceso", "contrasena", "seguridad",
    "nacimiento", "nombre", "apellido", "apellidos", "telefono", "movil", "celular", "correo", "electronico", "empresa", "trabajo", "empleo", "profesional", "profesionales", "profesion", "estudios", "formacion", "educacion", "idioma", "pasaporte", "documento", "pregunta", "preguntas",
    "mensaje", "ayuda", "bienvenido", "bienvenida", "hola", "gracias", "continuar", "siguiente", "gratis", "gratuito", "nuevo", "nueva", "ya", "eres", "miembro", "aqui", "ahora", "hoy", "rapido", "donde", "como", "cuando", "podemos", "contactar", "enviar", "recibir", "entregar", "al", "con", "para", "por", "que",
    "se", "sobre", "te", "basicos", "basica", "generales", "obligatorios", "vehiculo", "resumen", "consentimiento",
    // Portuguese.
    "eu", "meu", "meus", "minha", "nos", "pessoal", "pessoais", "contato", "contacto", "identidade", "identificacao", "endereco", "enderecos", "morada", "residencia", "envio", "entrega", "cobranca", "faturacao", "faturamento", "fatura", "pagamento", "acesso", "senha", "seguranca",
    "nascimento", "nome", "sobrenome", "telefone", "celular", "telemovel", "correio", "eletronico", "empresa", "trabalho", "emprego", "profissional", "profissionais", "profissao", "estudos", "formacao", "educacao", "idioma", "passaporte", "documento", "pergunta", "perguntas",
    "mensagem", "ajuda", "vindo", "bem", "ola", "obrigado", "continuar", "proximo", "gratis", "gratuito", "novo", "nova", "ja", "membro", "aqui", "agora", "hoje", "rapido", "onde", "como", "quando", "podemos", "contatar", "contactar", "enviar", "receber", "entregar", "ao", "com", "em", "na", "no", "nas", "nos", "para", "por", "que",
    "se", "sobre", "basicos", "gerais", "obrigatorios", "veiculo", "resumo", "consentimento",
    // Polish.
    "ja", "moje", "moj", "nas", "nami", "osobowe", "osobiste", "osobowych", "kontakt", "kontaktowe", "kontaktowy", "tozsamosc", "adres", "adresowe", "adresu", "zamieszkania", "zameldowania", "korespondencji", "korespondencyjny", "dostawa", "dostawy", "wysylka", "wysylki", "rozliczeniowy",
    "rozliczeniowe", "faktura", "faktury", "fakturze", "platnosc", "platnosci", "logowania", "dostepu", "haslo", "bezpieczenstwo", "urodzenia", "imie", "nazwisko", "telefon", "telefonu", "numer", "komorkowy", "mail", "firma", "firmy", "praca", "zawod", "zawodowe", "wyksztalcenie", "jezyk",
    "paszport", "dokument", "pytanie", "pytania", "wiadomosc", "pomoc", "witaj", "witamy", "dziekujemy", "dalej", "bezplatnie", "bezplatne", "nowe", "nowy", "nowa", "masz", "juz", "czlonek", "tutaj", "teraz", "dzis", "szybko", "gdzie", "jak", "kiedy", "mozemy", "wyslac", "otrzymac", "do", "na", "o", "od", "po", "przez", "sie", "ze", "i", "lub",
    "podstawowe", "ogolne", "obowiazkowe", "pojazd", "podsumowanie", "zgoda", "zgody",
    // Hindi, in both scripts.
    "vyaktigat", "niji", "sampark", "pata", "patra", "vitaran", "bhugtan", "janm", "naam", "phone", "mobile", "suraksha", "sawal", "madad", "swagat", "naya", "vivran", "mukhya", "buniyadi", "mera", "meri", "hamein", "karen", "kijiye",
    "व्यक्तिगत", "निजी", "संपर्क", "पता", "डिलीवरी", "वितरण", "भुगतान", "बिलिंग", "शिपिंग", "जन्म", "तिथि", "नाम", "फोन", "फ़ोन", "मोबाइल", "ईमेल", "ईमेल", "सुरक्षा", "प्रश्न", "मदद", "स्वागत", "नया", "मुख्य", "बुनियादी", "मूल", "मेरा", "मेरी", "हमें", "है", "करें", "दें", "भरें", "अपने", "बारे", "आवासीय", "स्थायी", "खाता", "शिक्षा", "पासपोर्ट", "कंपनी",
    // The least of some more.
    "вход", "в", "личныи", "кабинет", "регистрация", "контакты", "данные", "личные", "адрес", "доставки", "persoonlijke", "gegevens", "contactgegevens", "jouw", "uw", "adresgegevens", "bezorgadres", "factuuradres", "account", "dati", "personali", "indirizzo", "spedizione", "fatturazione",
];

/// Words for what is the user's.
#[rustfmt::skip]
pub(super) const POSSESSIVES: &[&str] = &[
    "your", "yours", "ihr", "ihre", "ihren", "ihrem", "ihrer", "ihres", "dein", "deine", "deinen", "deinem", "deiner", "deines", "euer", "eure", "votre", "vos", "ton", "ta", "tes", "tu", "tus", "su", "sus", "vuestro", "vuestra", "vuestros", "seu", "sua", "seus", "suas", "teu", "tua", "teus", "tuas",
    "twoj", "twoja", "twoje", "twojego", "twojej", "twoich", "panstwa", "pana", "pani", "aapka", "aapki", "aapke", "apna", "apni", "apne", "आपका", "आपकी", "आपके", "अपना", "अपनी", "jouw", "uw", "tuo", "tuoi", "suo",
];

/// Words for what is told: "Additional information" is the user's, "Additional contact" is not.
#[rustfmt::skip]
pub(super) const INFORMATION: &[&str] = &[
    "information", "info", "detail", "data", "question", "comment", "option", "service", "request", "requirement", "preference", "note", "daten", "angaben", "angabe", "informationen", "fragen", "frage", "hinweise",
    "bemerkungen", "wunsche", "renseignement", "renseignements", "informations", "donnee", "donnees", "precisions", "informacion", "informaciones", "datos", "dato", "detalle", "detalles", "informacao", "informacoes", "dados", "dado", "detalhe", "detalhes", "informacje", "dane", "szczegoly",
    "jankari", "vivaran", "जानकारी", "विवरण",
];

/// What of a site the user has: "your Acme account".
#[rustfmt::skip]
pub(super) const ACCOUNTS: &[&str] = &[
    "account", "profile", "order", "subscription", "membership", "booking", "reservation", "purchase", "application", "registration", "cart", "konto", "kundenkonto", "profil", "bestellung", "buchung", "mitgliedschaft", "bewerbung", "anmeldung", "compte",
    "commande", "abonnement", "reservation", "cuenta", "perfil", "pedido", "reserva", "suscripcion", "conta", "assinatura", "encomenda", "zamowienie", "rezerwacja", "subskrypcja", "khata",
];

/// Words for what the user does here.
#[rustfmt::skip]
pub(super) const ACTS: &[&str] = &[
    "signin", "signup", "signon", "login", "logon", "register", "registering", "registration", "create", "creating", "open", "join", "subscribe", "subscription", "newsletter", "checkout", "welcome", "access", "try", "trial", "demo", "download", "donate", "donation",
    "order", "buy", "purchase", "book", "booking", "reserve", "reservation", "rent", "rental", "hire", "apply", "application", "request", "enquiry", "inquiry", "enquire", "quote", "enrol", "enroll", "enrolment", "enrollment", "ticket", "appointment", "claim", "submit", "ask", "callback",
    "anmelden", "anmeldung", "einloggen", "registrieren", "registrierung", "erstellen", "anlegen", "eroffnen", "bestellen", "bestellung", "buchen", "buchung", "reservieren", "reservierung", "kasse", "bewerbung", "bewerben", "antrag", "beantragen", "anfrage", "anfordern", "angebot", "termin", "spenden", "abonnieren",
    "inscription", "inscrire", "inscrivez", "connexion", "connecter", "connectez", "creer", "creez", "ouvrir", "commander", "commande", "reserver", "reservation", "devis", "demande", "postuler", "candidature", "abonner", "abonnez", "abonnement", "rejoindre", "rejoignez", "don",
    "registro", "registrarse", "registrate", "crear", "crea", "iniciar", "sesion", "acceder", "inscripcion", "suscribirse", "suscribete", "suscripcion", "solicitud", "solicitar", "pedido", "compra", "comprar", "reserva", "reservar", "presupuesto", "unete", "unirse", "donar", "cita",
    "cadastro", "cadastrar", "cadastre", "criar", "crie", "entrar", "inscricao", "inscrever", "assinar", "assine", "solicitacao", "encomenda", "orcamento", "candidatura", "doar", "agendar",
    "rejestracja", "zarejestruj", "rejestracyjny", "zaloguj", "logowanie", "zaloz", "utworz", "zamowienie", "zamow", "wniosek", "rezerwacja", "zarezerwuj", "zapis", "zapisz", "zapytanie", "subskrybuj", "dolacz", "zgloszenie",
    "panjikaran", "aavedan", "login", "पंजीकरण", "आवेदन", "लॉगिन", "लॉगइन", "बुकिंग", "ऑर्डर", "सदस्यता",
];
/// The same inside of runs of text without blanks.
#[rustfmt::skip]
pub(super) const ACTS_INSIDE: &[&str] = &["ログイン", "サインイン", "サインアップ", "新規登録", "会員登録", "登録", "申し込み", "申込み", "申込", "申請", "予約", "注文", "購入", "お問い合わせ", "問い合わせ", "お問合せ", "応募", "請求", "작성", "회원가입", "로그인"];

/// Parts of runs of text that say nothing of who somebody is, the longer before what they begin with.
#[rustfmt::skip]
pub(super) const NEUTRAL_INSIDE: &[&str] = &[
    "お客様", "お客さま", "あなた", "ご自身", "ご本人様", "ご本人", "本人", "申込者", "申請者", "会員", "利用者", "ユーザー", "個人", "基本", "連絡先", "連絡", "住所", "配送先", "配送", "配達先", "配達", "請求先", "支払い", "支払", "お届け", "氏名", "お名前", "名前",
    "電話番号", "電話", "メールアドレス", "メール", "生年月日", "性別", "国籍", "パスポート", "アカウント", "プロフィール", "パスワード", "情報", "詳細", "内容", "入力", "必須", "任意", "項目", "確認", "変更", "編集", "追加", "新規", "勤務先", "会社", "法人", "学歴", "職歴",
    "カード", "クレジット", "ステップ", "手順", "について", "ください", "して", "フォーム", "様", "者", "さん", "先", "現", "居住地", "自宅", "以下",
];

/// Words for making or changing an entry about somebody. Folded.
#[rustfmt::skip]
pub(super) const MAKING: &[&str] = &[
    "add", "create", "edit", "modify", "manage", "hinzufugen", "anlegen", "erstellen", "bearbeiten", "ajouter", "creer", "modifier", "agregar", "anadir", "crear", "editar", "modificar",
    "adicionar", "criar", "modificar", "dodaj", "utworz", "edytuj", "joden", "जोड़ें", "बनाएं",
];
/// Who is made so, beside those of whom there are several.
#[rustfmt::skip]
pub(super) const MADE: &[&str] = &[
    "user", "employee", "contact", "customer", "client", "staff", "colleague", "patient", "student", "pupil", "candidate", "supplier", "vendor", "contractor", "volunteer",
    "benutzer", "nutzer", "mitarbeiter", "kontakt", "kunde", "kunden", "schuler", "lieferant", "utilisateur", "employe", "etudiant", "fournisseur", "usuario", "empleado", "contacto", "cliente",
    "paciente", "alumno", "proveedor", "utilizador", "funcionario", "contato", "aluno", "fornecedor", "uzytkownika", "pracownika", "klienta", "pacjenta", "ucznia", "osobe", "उपयोगकर्ता", "संपर्क",
];
pub(super) const MAKING_INSIDE: &[&str] = &["追加", "作成", "編集"];
pub(super) const MADE_INSIDE: &[&str] = &["ユーザー", "連絡先", "従業員", "社員", "顧客", "患者", "メンバー"];

/// Words behind which a number counts pages or pieces of a form.
#[rustfmt::skip]
pub(super) const STEPS: &[&str] = &[
    "step", "section", "part", "page", "stage", "phase", "form", "question", "chapter", "item", "schritt", "teil", "abschnitt", "seite", "etape", "partie", "section", "paso", "parte", "seccion", "pagina", "etapa", "passo", "secao",
    "krok", "etap", "czesc", "sekcja", "strona", "charan", "चरण", "भाग", "ステップ", "手順", "шаг",
];

/// Words of the dictionary and of roles that may be anybody's.
#[rustfmt::skip]
pub(super) const OF_SOMEBODY: &[&str] = &[
    "owner", "holder", "guest", "tenant", "director", "partner", "shareholder", "beneficiary", "heir", "speaker", "player", "attendee", "visitor", "inhaber", "kontoinhaber", "gast", "mieter", "partner", "eigentumer", "titular", "titulaire", "locataire", "invitado", "inquilino", "dueno", "propietario",
    "proprietario", "hospede", "wlasciciel", "posiadacz", "najemca", "gosc", "mother", "father", "child", "spouse", "relationship",
];

/// Words for what forms ask beside all that: a label with one of these says something, whatever its token says.
#[rustfmt::skip]
pub(super) const OF_FORMS: &[&str] = &[
    "reference", "referral", "ref", "case", "project", "subject", "topic", "sponsor", "nominee", "recipient", "from", "to", "desired", "departure", "arrival", "destination", "origin", "return", "pickup", "dropoff", "event", "venue", "meeting", "team", "group",
    "category", "class", "level", "brand", "model", "serial", "color", "colour", "amount", "price", "budget", "quantity", "reason", "purpose", "source", "keyword", "tag", "domain", "server", "host", "device", "batch", "lot", "policy", "contract", "license", "permit", "badge",
    "referenz", "aktenzeichen", "vorgang", "betreff", "projekt", "empfanger", "absender", "ziel", "start", "abfahrt", "ankunft", "grund", "zweck", "referencia", "asunto", "proyecto", "destinatario", "remitente", "destino", "origen", "salida", "llegada", "motivo", "referencja", "temat", "odbiorca", "nadawca", "cel", "powod",
    "objet", "projet", "destinataire", "expediteur", "depart", "arrivee", "motif", "assunto", "projeto", "remetente", "origem", "partida", "chegada", "sandarbh", "vishay", "संदर्भ", "विषय", "参照", "件名",
];

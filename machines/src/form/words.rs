//! Small words, and what each of them does to a label.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;

use once_cell::race::OnceBox;

/// What a word does to a label. A word may do several things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Role(u16);

impl Role {
    /// Words that tell nothing.
    pub(crate) const STOP: Self = Self(1);
    /// Words that may stand in a label without changing what it asks for.
    pub(crate) const BENIGN: Self = Self(2);
    /// Words for what is now.
    pub(crate) const PRESENT: Self = Self(4);
    /// Words that ask for the same once more.
    pub(crate) const AGAIN: Self = Self(8);
    /// Words for what was before.
    pub(crate) const PAST: Self = Self(16);
    /// Words for another one.
    pub(crate) const MORE: Self = Self(32);
    /// Words that by themselves say next to nothing of what a field holds.
    pub(crate) const GENERIC: Self = Self(64);
    /// Roles that several people have in one form. One of them alone is the user.
    pub(crate) const SEVERAL: Self = Self(128);

    /// What sets a field apart from the plain one of its kind, unless the key says it too.
    pub(crate) const APART: Self = Self::AGAIN.or(Self::PAST).or(Self::MORE);

    /// What the two have in common.
    pub(crate) const fn only(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether it sets apart in a way that `other` does not.
    pub(crate) const fn beyond(self, other: Self) -> bool {
        self.0 & Self::APART.0 & !other.0 != 0
    }

    /// Either of two.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the two have something in common.
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// What a folded word does.
pub(crate) fn role(word: &str) -> Role {
    static ROLES: OnceBox<BTreeMap<&'static str, Role>> = OnceBox::new();
    let roles = ROLES.get_or_init(|| {
        let mut roles: BTreeMap<&'static str, Role> = BTreeMap::new();
        for (role, words) in LISTS {
            for word in *words {
                let known = roles.entry(word).or_default();
                *known = known.or(*role);
            }
        }
        Box::new(roles)
    });
    roles.get(word).copied().unwrap_or_default()
}

#[rustfmt::skip]
const LISTS: &[(Role, &[&str])] = &[
    (Role::STOP, &[
        "the", "a", "an", "of", "your", "my", "s", "d", "l", "is", "are", "am", "be", "to", "for", "on", "at", "by", "with", "and", "or", "as",
        "this", "that", "you", "we", "us", "our", "do", "does", "did", "have", "has", "how", "please", "enter", "about", "if", "it", "any", "will",
        "can", "etc", "der", "die", "das", "den", "dem", "des", "ihr", "ihre", "ihren", "ihrer", "dein", "deine", "und", "oder", "bitte", "von", "zu",
        "fur", "de", "du", "la", "le", "les", "votre", "vos", "ton", "ta", "et", "ou", "en", "un", "une", "sur", "del", "el", "los", "las", "su",
        "sus", "tu", "y", "por", "favor", "da", "dos", "seu", "sua", "twoj", "twoja", "twoje", "moj", "w", "z", "ka", "ki", "ke", "aapka", "aapki",
        "का", "की", "के", "में", "आपका", "आपकी", "आपके", "कृपया", "और", "या",
    ]),
    (Role::BENIGN, &[
        "contact", "personal", "private", "primary", "main", "applicant", "patient", "customer", "claimant", "buyer", "candidate", "donor", "user",
        "student", "employee", "account", "legal", "valid", "complete", "required", "optional", "here", "provide", "type", "input", "field", "value",
        "preferred", "daytime", "own", "new", "registered", "what", "select", "choose", "traveller", "traveler", "passenger", "driver", "guest",
        "member", "visitor", "subscriber", "requester", "participant", "attendee", "correct", "exact", "given", "i", "privat", "personliche",
        "kontakt", "neue", "neuer", "antragsteller", "kunde", "eingeben", "angeben", "pflichtfeld", "personnel", "personnelle", "nouveau", "nouvelle",
        "client", "demandeur", "saisissez", "entrez", "indiquez", "obligatoire", "facultatif", "prive", "contacto", "nuevo", "nueva", "cliente",
        "solicitante", "ingrese", "introduzca", "escriba", "obligatorio", "opcional", "contato", "pessoal", "novo", "nova", "requerente", "digite",
        "informe", "insira", "obrigatorio", "kontaktowy", "prywatny", "osobisty", "nowy", "nowe", "nowa", "klient", "wnioskodawca", "podaj", "wpisz",
        "wymagane", "opcjonalnie", "aavedak", "aavedaka", "naya", "apna", "apni", "必須", "任意", "आवेदक", "अपना", "अपनी", "दर्ज", "करें", "यात्री", "ग्राहक",
    ]),
    (Role::PRESENT, &[
        "current", "present", "aktuell", "aktuelle", "aktueller", "derzeitige", "derzeitiger", "jetzige", "actuel", "actuelle", "actual", "atual",
        "वर्तमान", "obecny", "obecna", "obecne", "aktualny", "aktualna", "vartaman", "現在",
    ]),
    (Role::AGAIN, &[
        "confirm", "confirmation", "repeat", "retype", "again", "reenter", "verify", "wiederholen", "bestatigen", "wiederholung", "erneut",
        "confirmer", "confirmez", "repetez", "confirmar", "confirme", "repetir", "repita", "repite", "confirmacion", "confirmacao", "powtorz",
        "potwierdz", "ponownie", "dobara", "दोबारा", "पुनः",
    ]),
    (Role::PAST, &[
        "previous", "former", "old", "prior", "past", "fruher", "fruhere", "fruherer", "ehemalig", "ehemalige", "ehemaliger", "vorherige",
        "vorheriger", "alte", "alter", "precedent", "precedente", "ancien", "ancienne", "anterior", "antiguo", "antigua", "antigo", "antiga",
        "poprzedni", "poprzednia", "byly", "pichla", "pichli", "पिछला", "पिछली", "पूर्व",
    ]),
    (Role::MORE, &[
        "second", "secondary", "alternative", "alternate", "other", "another", "additional", "backup", "spare", "third", "zweite", "zweiter",
        "weitere", "weiterer", "andere", "anderer", "alternativ", "alternativer", "autre", "secondaire", "deuxieme", "otro", "otra", "alternativo",
        "secundario", "segundo", "outro", "outra", "drugi", "inny", "inna", "dodatkowy", "alternatywny", "doosra", "anya", "दूसरा", "अन्य", "वैकल्पिक",
    ]),
    (Role::GENERIC, &[
        "name", "number", "date", "code", "address", "id", "type", "title", "value", "field", "info", "information", "detail", "data", "text",
        "other", "first", "last", "full", "line", "contact", "time", "day", "month", "year", "status", "reason", "option", "personal", "new",
        "current", "nummer", "datum", "adresse", "nom", "numero", "fecha", "nombre", "codigo", "direccion", "nome", "endereco", "numer", "kod",
        "naam", "sankhya", "नाम", "संख्या",
    ]),
    (Role::SEVERAL, &[
        "passenger", "pax", "traveller", "traveler", "guest", "driver", "drv", "applicant", "borrower", "insured", "adult", "participant", "attendee",
        "person", "player", "speaker", "tenant", "owner", "director", "partner", "visitor", "member", "policyholder", "reisender", "passagier",
        "gast", "fahrer", "antragsteller", "teilnehmer", "mieter", "kreditnehmer", "passager", "voyageur", "conducteur", "personne", "demandeur",
        "pasajero", "viajero", "conductor", "persona", "solicitante", "acompanante", "passageiro", "viajante", "motorista", "pessoa", "hospede",
        "requerente", "pasazer", "podrozny", "kierowca", "osoba", "uczestnik", "wnioskodawca", "yatri",
    ]),
];

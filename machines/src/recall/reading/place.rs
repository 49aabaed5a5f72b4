//! What the headings above a field speak of.

use alloc::string::String;

use crate::form::fold::fold;
use crate::form::phrase::{Phrase, stems};
use crate::form::synonyms::Langs;

/// What the headings above a field speak of, apart from people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "headings may speak of several things")]
pub(crate) struct Place {
    /// A company: what is asked there is the company's.
    pub(crate) business: bool,
    /// Some other thing that has a name, a place or a telephone of its own: an event, a school, a vehicle.
    pub(crate) thing: bool,
    /// A payment card.
    pub(crate) payment: bool,
    /// A passport.
    pub(crate) passport: bool,
    /// What is over: a history.
    pub(crate) past: bool,
    /// Questions that prove who somebody is.
    pub(crate) proof: bool,
}

pub(super) fn read(sections: &[String], langs: Langs) -> Place {
    let mut place = Place::default();
    for section in sections {
        let phrase = Phrase::read(section, langs);
        // A stem may be spelled otherwise than the word of another language that it looks like: `entreprise`.
        let mut words = phrase.stems.clone();
        words.extend(fold(section).split(' ').map(String::from));
        let words = &words;
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        place.business |= has(BUSINESS) || inside(words, &["会社", "勤務先", "法人"]);
        place.payment |= has(PAYMENT)
            && !has(&[
                "address",
                "rechnungsadresse",
                "adresse",
                "direccion",
                "endereco",
                "adres",
            ])
            || inside(words, &["支払", "カード"]);
        place.passport |= has(PASSPORT) || inside(words, &["パスポート", "旅券"]);
        place.past |= has(PAST);
        place.proof |= has(PROOF) && has(&["question", "answer", "frage", "pregunta", "pergunta", "pytanie"]);
        let head = phrase.stems.iter().filter(|word| !FILLING.contains(&word.as_str()));
        let mut head = head.peekable();
        place.thing |= head.peek().is_some() && head.all(|word| THINGS.contains(&word.as_str()));
        // Where somebody worked is not where a company is.
        if place.business
            && has(&[
                "experience",
                "history",
                "employment",
                "erfahrung",
                "experiencia",
                "doswiadczenie",
            ])
        {
            place.business = false;
            place.thing = true;
        }
    }
    place
}

fn inside(words: &[String], parts: &[&str]) -> bool {
    words.iter().any(|word| parts.iter().any(|part| word.contains(part)))
}

/// Whether a label asks of what species or breed something is.
pub(super) fn of_an_animal(label: &str) -> bool {
    #[rustfmt::skip]
    const KINDS: &[&str] = &[
        "species", "breed", "tierart", "hunderasse", "katzenrasse", "espece", "especie", "raza", "raca", "gatunek", "rasa", "प्रजाति", "नस्ल",
    ];
    let folded = fold(label);
    folded.split(' ').any(|word| KINDS.contains(&word))
        || ["品種", "犬種", "猫種"].iter().any(|part| folded.contains(part))
}

/// Whether a word speaks of a company.
pub(super) fn is_business(word: &str) -> bool {
    BUSINESS.contains(&word)
}

/// The words of a heading that say where a field stands.
pub(crate) fn telling(section: &str) -> alloc::vec::Vec<String> {
    let mut words = stems(section);
    words.retain(|word| !FILLING.contains(&word.as_str()) && !crate::form::phrase::benign(word));
    words
}

#[rustfmt::skip]
const BUSINESS: &[&str] = &[
    "company", "business", "organization", "office", "corporate", "employer", "workplace", "work", "firma", "firmen", "unternehmen", "firmenangaben",
    "firmendaten", "unternehmensdaten", "unternehmensangaben", "geschaftlich", "geschaftsdaten", "arbeitgeber", "entreprise", "societe", "empresa", "empresarial", "empleador",
    "empregador", "firmy", "firmie", "przedsiebiorstwo", "przedsiebiorstwa", "pracodawca", "company's", "कंपनी", "कार्यालय",
];
#[rustfmt::skip]
const PAYMENT: &[&str] = &[
    "payment", "card", "credit", "pay", "zahlung", "zahlungsdaten", "kreditkarte", "karte", "paiement", "carte", "pago", "tarjeta", "pagamento", "cartao",
    "platnosc", "platnosci", "karta", "karty", "भुगतान",
];
const PASSPORT: &[&str] = &[
    "passport",
    "reisepass",
    "passeport",
    "pasaporte",
    "passaporte",
    "paszport",
    "paszportu",
    "पासपोर्ट",
];
const PAST: &[&str] = &[
    "history",
    "previous",
    "former",
    "past",
    "werdegang",
    "fruhere",
    "historial",
    "historico",
    "historia",
    "historique",
    "anterior",
];
const PROOF: &[&str] = &[
    "security",
    "secret",
    "sicherheit",
    "seguridad",
    "seguranca",
    "pomocnicze",
    "recovery",
];
/// Words of headings that say only that something is asked.
#[rustfmt::skip]
const FILLING: &[&str] = &[
    "detail", "information", "info", "data", "about", "your", "the", "address", "location", "contact", "name", "daten", "angaben", "angabe", "information", "informationen",
    "adresse", "donnee", "coordonnee", "datos", "direccion", "dado", "endereco", "dane", "adres", "step", "section", "part", "1", "2", "3", "4", "5",
];
#[rustfmt::skip]
const THINGS: &[&str] = &[
    "event", "venue", "property", "vehicle", "car", "trip", "flight", "journey", "destination", "departure", "arrival", "pickup", "dropoff", "pick", "drop", "up", "off", "school",
    "education", "university", "college", "product", "item", "project", "team", "club", "store", "shop", "pet", "animal", "dog", "cat", "course", "study", "listing", "incident", "accident", "claim",
    "experience", "employment", "job", "position", "vacancy", "domain", "server", "device", "library", "hotel", "restaurant", "campaign", "group",
    "veranstaltung", "fahrzeug", "fahrzeugdaten", "schule", "ausbildung", "studium", "reise", "flug", "produkt", "projekt", "verein", "haustier", "immobilie", "objekt",
    "evenement", "vehicule", "ecole", "formation", "voyage", "produit", "projet", "evento", "vehiculo", "escuela", "formacion", "viaje", "vuelo", "producto", "proyecto", "inmueble",
    "veiculo", "escola", "formacao", "viagem", "voo", "produto", "projeto", "imovel", "wydarzenie", "pojazd", "szkola", "wyksztalcenie", "podroz", "produkt", "projekt", "nieruchomosc",
];

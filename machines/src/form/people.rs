//! Words for people other than the one who fills in the form.
//!
//! A field about a spouse, a referee or the second passenger asks for the same things as the user's own fields, in
//! the same words. Nothing but a key that names that person may lead to it.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::phrase::stems;
use super::synonyms::Langs;
use super::words::{Role, role};

/// Who somebody is to the person who fills in the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Relation {
    Spouse,
    Child,
    Mother,
    Father,
    Parent,
    Guardian,
    Sibling,
    Relative,
    Emergency,
    Referee,
    Referrer,
    Doctor,
    Supervisor,
    Colleague,
    Friend,
    Recipient,
    Beneficiary,
    Guarantor,
    Landlord,
    Contact,
    Employer,
    /// One of several in the same role as the user: the second passenger, a co-applicant.
    Companion,
}

/// A person that a label, a section or a key names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Person {
    /// Who it is.
    pub(crate) relation: Relation,
    /// Which one of several, if it is counted.
    pub(crate) number: Option<u32>,
}

impl Person {
    /// Whether it is somebody else: the first of several passengers is taken to be the user.
    pub(crate) fn other(self) -> bool {
        self.relation != Relation::Companion || self.number != Some(1)
    }

    /// Whether the two may be the same.
    pub(crate) fn fits(self, other: Self) -> bool {
        let minder = |relation| matches!(relation, Relation::Parent | Relation::Guardian);
        (self.relation == other.relation || minder(self.relation) && minder(other.relation))
            && (self.number == other.number || self.number.is_none() || other.number.is_none())
    }
}

/// The people that stems name, and the stems that are left without them.
pub(crate) fn find(stems: &[String], langs: Langs) -> (Vec<Person>, Vec<String>) {
    let lexicon = Lexicon::get();
    let mut people = Vec::new();
    let mut rest: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(stem) = stems.get(at) {
        let tail = stems.get(at..).unwrap_or(&[]);
        if let Some((relation, length)) = lexicon.phrase(tail, langs) {
            let next = stems.get(at + length);
            let number = next.and_then(|next| count(next));
            people.push(Person { relation, number });
            at += length + usize::from(number.is_some());
        } else if let Some((person, length)) = companion(tail) {
            people.push(person);
            at += length;
        } else if let Some((relation, left)) = lexicon.inside(stem) {
            people.push(Person { relation, number: None });
            if !left.is_empty() {
                rest.push(left);
            }
            at += 1;
        } else {
            rest.push(stem.clone());
            at += 1;
        }
    }
    (people, rest)
}

/// A small number that counts people.
fn count(stem: &str) -> Option<u32> {
    let number = stem.parse().ok()?;
    (1..=99).contains(&number).then_some(number)
}

/// "passenger 2", "second driver", "additional guest", "co applicant".
fn companion(stems: &[String]) -> Option<(Person, usize)> {
    let role = |at: usize| stems.get(at).is_some_and(|stem| role(stem).meets(Role::SEVERAL));
    let first = stems.first()?.as_str();
    let person = |number| Person {
        relation: Relation::Companion,
        number,
    };
    if role(0) {
        let number = count(stems.get(1)?)?;
        return Some((person(Some(number)), 2));
    }
    if !role(1) {
        return None;
    }
    let number = match first {
        "first" | "main" | "lead" | "primary" | "erster" | "premier" | "primer" | "primeiro" | "pierwszy" => Some(1),
        "second" | "zweiter" | "zweite" | "deuxieme" | "segundo" | "segunda" | "drugi" | "druga" | "doosra" => Some(2),
        "third" | "dritter" | "troisieme" | "tercer" | "terceiro" | "trzeci" => Some(3),
        "co" | "joint" | "additional" | "other" | "another" | "accompanying" | "weiterer" | "weitere"
        | "zusatzlicher" | "mit" | "autre" | "co-" | "otro" | "outro" | "adicional" | "kolejny" | "inny"
        | "dodatkowy" => None,
        _ => return count(first).map(|number| (person(Some(number)), 2)),
    };
    Some((person(number), 2))
}

/// How far a word may be trusted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trust {
    /// Wherever it stands.
    Sure,
    /// Only where the page is in its language: elsewhere it is another word (`kind`, `mere`).
    InLanguage,
}

/// The stems of a phrase, whom it names, in which languages, and how far it may be trusted.
type Word = (Vec<String>, Relation, Langs, Trust);

struct Lexicon {
    /// Phrases by their first stem.
    phrases: BTreeMap<String, Vec<Word>>,
    /// Words of scripts without blanks, found inside a run of text.
    inside: Vec<(&'static str, Relation)>,
}

impl Lexicon {
    fn get() -> &'static Self {
        static LEXICON: OnceBox<Lexicon> = OnceBox::new();
        LEXICON.get_or_init(|| Box::new(Self::build()))
    }

    fn build() -> Self {
        let mut phrases: BTreeMap<String, Vec<_>> = BTreeMap::new();
        for (relation, tag, words) in WORDS {
            let (tag, trust) = match tag.strip_suffix('?') {
                Some(tag) => (tag, Trust::InLanguage),
                None => (*tag, Trust::Sure),
            };
            for phrase in words.split('|') {
                let phrase = stems(phrase);
                if let Some(first) = phrase.first().cloned() {
                    let entry = (phrase, *relation, Langs::of_tag(tag), trust);
                    phrases.entry(first).or_default().push(entry);
                }
            }
        }
        for list in phrases.values_mut() {
            // The longest first: "emergency contact" before "emergency".
            list.sort_by_key(|(phrase, ..)| core::cmp::Reverse(phrase.len()));
        }
        let mut inside = Vec::new();
        for (relation, words) in INSIDE {
            inside.extend(words.split('|').map(|word| (word, *relation)));
        }
        inside.sort_by_key(|(word, _)| core::cmp::Reverse(word.len()));
        Self { phrases, inside }
    }

    /// The person that the beginning of `stems` names, and how many stems that takes.
    fn phrase(&self, stems: &[String], langs: Langs) -> Option<(Relation, usize)> {
        let list = self.phrases.get(stems.first()?)?;
        list.iter()
            .find(|(phrase, _, own, trust)| {
                let known = langs != Langs::ANY && own.meets(langs);
                stems.starts_with(phrase) && (*trust == Trust::Sure || known)
            })
            .map(|(phrase, relation, ..)| (*relation, phrase.len()))
    }

    /// The person that a run of text without blanks names, and the run without it.
    fn inside(&self, run: &str) -> Option<(Relation, String)> {
        if run.is_ascii() {
            return None;
        }
        let (word, relation) = self.inside.iter().find(|(word, _)| run.contains(word))?;
        let left = run.replacen(word, "", 1);
        let left = left.trim_start_matches('の').trim_end_matches('の');
        Some((*relation, left.into()))
    }
}

use Relation as R;

/// Relation, language (`?`: only where the page is in it), words. `*` is no language: names that programmers give.
#[rustfmt::skip]
const WORDS: &[(Relation, &str, &str)] = &[
    (R::Spouse, "en", "spouse|husband|wife|spouses|domestic partner|fiance|fiancee|civil partner|spouse partner|your partner"),
    (R::Spouse, "en?", "partner"),
    (R::Spouse, "de", "ehepartner|ehepartners|ehepartnerin|ehegatte|ehegatten|ehegattin|ehefrau|ehemann|lebenspartner|lebenspartnerin|lebenspartners|gatte|gattin|partnerin|ehep"),
    (R::Spouse, "de?", "partner|partners"),
    (R::Spouse, "fr", "conjoint|conjointe|epouse|epoux|mari|concubin|partenaire pacs"),
    (R::Spouse, "fr?", "femme|partenaire"),
    (R::Spouse, "es", "conyuge|esposa|esposo|marido"),
    (R::Spouse, "es?", "pareja|mujer"),
    (R::Spouse, "pt", "conjuge|esposa|esposo|marido|companheiro|companheira"),
    (R::Spouse, "pl", "malzonek|malzonka|malzonki|malzonkiem|wspolmalzonek|wspolmalzonka|zona|zony|meza"),
    (R::Spouse, "pl?", "maz"),
    (R::Spouse, "hi", "patni|jeevansathi"),
    (R::Spouse, "hi?", "pati"),
    (R::Child, "en", "child|children|childs|daughter|dependant|dependent|kid|stepchild|minor child|infant"),
    (R::Child, "en?", "son|ward|pupil"),
    (R::Child, "de", "kindes|kinder|kindern|tochter|sohn|sohnes"),
    (R::Child, "de?", "kind"),
    (R::Child, "fr", "enfant|enfants"),
    (R::Child, "fr?", "fils|fille"),
    (R::Child, "es", "hijo|hija|hijos|menor de edad"),
    (R::Child, "es?", "nino|nina"),
    (R::Child, "pt", "filho|filha|filhos|crianca"),
    (R::Child, "pl", "dziecko|dziecka|dzieci|corka|corki"),
    (R::Child, "pl?", "syn|syna"),
    (R::Child, "hi", "bachcha|bachche|putra|putri|beta|beti|santan"),
    (R::Mother, "en", "mother|mothers|mom|mum"),
    (R::Mother, "de", "mutter"),
    (R::Mother, "fr?", "mere"),
    (R::Mother, "es", "madre"),
    (R::Mother, "pt", "mae"),
    (R::Mother, "pl", "matka|matki"),
    (R::Mother, "hi?", "mata|maa|ma"),
    (R::Father, "en", "father|fathers|dad"),
    (R::Father, "de", "vater|vaters"),
    (R::Father, "fr?", "pere"),
    (R::Father, "es?", "padre"),
    (R::Father, "pt?", "pai"),
    (R::Father, "pl", "ojciec|ojca"),
    (R::Father, "hi", "pita|pitaji"),
    (R::Parent, "en", "parent|parents|parent guardian|parent or guardian|parent legal guardian"),
    (R::Parent, "de", "eltern|elternteil|elternteils"),
    (R::Parent, "fr", "parents|parent"),
    (R::Parent, "es?", "padres|progenitor"),
    (R::Parent, "pt?", "pais do aluno|responsavel"),
    (R::Parent, "pl", "rodzic|rodzica|rodzice|rodzicow"),
    (R::Parent, "hi", "mata pita|abhibhavak"),
    (R::Guardian, "en", "guardian|guardians|legal guardian|carer|caregiver|legal representative"),
    (R::Guardian, "de", "vormund|erziehungsberechtigter|erziehungsberechtigte|erziehungsberechtigten|gesetzlicher vertreter|gesetzlichen vertreters|betreuer"),
    (R::Guardian, "fr", "tuteur|tutrice|representant legal|responsable legal"),
    (R::Guardian, "es", "tutor|tutora|tutor legal|representante legal"),
    (R::Guardian, "pt", "tutor|responsavel legal|encarregado de educacao|representante legal"),
    (R::Guardian, "pl", "opiekun|opiekuna|przedstawiciel ustawowy"),
    (R::Sibling, "en", "sibling|brother|sister|siblings"),
    (R::Sibling, "de", "bruder|schwester|geschwister"),
    (R::Sibling, "fr", "frere|soeur"),
    (R::Sibling, "es", "hermano|hermana"),
    (R::Sibling, "pt", "irmao|irma"),
    (R::Sibling, "pl", "brat|siostra|rodzenstwo"),
    (R::Sibling, "hi", "bhai|bahan"),
    (R::Relative, "en", "relative|next of kin|family member|nearest relative|household member|kin"),
    (R::Relative, "de", "angehorige|angehoriger|angehorigen|verwandte|verwandter|nachster angehoriger|familienmitglied"),
    (R::Relative, "fr", "proche|membre de la famille"),
    (R::Relative, "es", "familiar|pariente"),
    (R::Relative, "pt", "familiar|parente"),
    (R::Relative, "pl", "krewny|krewnego|czlonek rodziny"),
    (R::Emergency, "en", "emergency contact|emergency contact person|emergency|in case of emergency|person to contact in case of emergency|ice contact|person to notify"),
    (R::Emergency, "de", "notfallkontakt|notfallkontakts|notfall|im notfall|notfallkontaktperson"),
    (R::Emergency, "fr", "contact d urgence|urgence|personne a prevenir|personne a contacter en cas d urgence|en cas d urgence"),
    (R::Emergency, "es", "contacto de emergencia|emergencia|en caso de emergencia|contacto emergencia"),
    (R::Emergency, "pt", "contato de emergencia|contacto de emergencia|emergencia|em caso de emergencia"),
    (R::Emergency, "pl", "kontakt w naglych wypadkach|nagly wypadek|kontakt alarmowy|w razie wypadku|osoba do kontaktu w razie wypadku"),
    (R::Emergency, "hi", "aapatkaleen sampark|aapatkalin|aapatkaleen"),
    (R::Emergency, "*", "emg|ec"),
    (R::Referee, "en", "referee|referees|character reference|professional reference"),
    (R::Referee, "de", "referenzgeber|referenzperson|referenzen"),
    (R::Referee, "fr", "personne de reference|personne referente|referent"),
    (R::Referee, "es", "persona de referencia|referencias personales|referencia personal"),
    (R::Referee, "pt", "pessoa de referencia|referencia pessoal"),
    (R::Referee, "pl", "osoba polecajaca|referencje"),
    (R::Referrer, "en", "referred by|referrer|referring|recommended by|introduced by|sponsor|employee who referred"),
    (R::Referrer, "de", "empfohlen von|geworben von|empfehlungsgeber"),
    (R::Referrer, "fr", "recommande par|parrain|parraine par"),
    (R::Referrer, "es", "recomendado por|referido por"),
    (R::Referrer, "pt", "indicado por|recomendado por"),
    (R::Referrer, "pl", "polecony przez|polecajacy"),
    (R::Doctor, "en", "doctor|doctors|physician|gp|primary care doctor|primary care physician|pcp|dentist|family doctor|general practitioner"),
    (R::Doctor, "de", "arzt|arztes|hausarzt|hausarztes|hausarztin"),
    (R::Doctor, "fr", "medecin|medecin traitant|docteur"),
    (R::Doctor, "es", "medico de cabecera|doctor|medico"),
    (R::Doctor, "pt", "medico de familia|medico"),
    (R::Doctor, "pl", "lekarz|lekarza"),
    (R::Doctor, "hi", "chikitsak"),
    (R::Supervisor, "en", "supervisor|line manager|manager|superior|advisor|adviser|teacher|professor|coach|boss"),
    (R::Supervisor, "de", "vorgesetzter|vorgesetzte|vorgesetzten|betreuers|lehrer|lehrers"),
    (R::Supervisor, "fr", "superieur|superieur hierarchique|directeur de these|maitre de stage|enseignant|professeur"),
    (R::Supervisor, "es", "supervisor|jefe|profesor|director de tesis"),
    (R::Supervisor, "pt", "supervisor|chefe|orientador|professor"),
    (R::Supervisor, "pl", "przelozony|przelozonego|promotor|promotora|kierownik|kierownika|nauczyciel"),
    (R::Colleague, "en", "colleague|colleagues|coworker|invitee|invited|co worker|teammate"),
    (R::Colleague, "de", "kollege|kollegen|kollegin|eingeladene|eingeladener"),
    (R::Colleague, "fr", "collegue|invite"),
    (R::Colleague, "es", "colega|companero|invitado"),
    (R::Colleague, "pt", "colega|convidado"),
    (R::Colleague, "pl", "kolega|kolegi|wspolpracownik|zaproszony"),
    (R::Friend, "en", "friend|friends|neighbour|neighbor"),
    (R::Friend, "de", "freund|freundes|freundin|nachbar"),
    (R::Friend, "fr", "ami|amie|voisin"),
    (R::Friend, "es", "amigo|amiga|vecino"),
    (R::Friend, "pt", "amigo|amiga|vizinho"),
    (R::Friend, "pl", "znajomy|znajomego|przyjaciel|przyjaciela|sasiad"),
    (R::Friend, "hi", "mitra|dost|padosi"),
    (R::Recipient, "en", "recipient|gift recipient|receiver|addressee"),
    (R::Recipient, "de", "empfanger|empfangers|beschenkter"),
    (R::Recipient, "fr", "destinataire|beneficiaire du cadeau"),
    (R::Recipient, "es", "destinatario"),
    (R::Recipient, "pt", "destinatario"),
    (R::Recipient, "pl", "odbiorca|odbiorcy"),
    (R::Beneficiary, "en", "beneficiary|heir|nominee"),
    (R::Beneficiary, "de", "begunstigter|begunstigte|begunstigten|erbe"),
    (R::Beneficiary, "fr", "beneficiaire"),
    (R::Beneficiary, "es", "beneficiario"),
    (R::Beneficiary, "pt", "beneficiario"),
    (R::Beneficiary, "pl", "beneficjent|uposazony|uposazonego"),
    (R::Guarantor, "en", "guarantor|co signer|cosigner|witness|executor"),
    (R::Guarantor, "de", "burge|burgen|zeuge|zeugen"),
    (R::Guarantor, "fr", "garant|temoin|caution solidaire"),
    (R::Guarantor, "es", "fiador|avalista|testigo|aval"),
    (R::Guarantor, "pt", "fiador|testemunha|avalista"),
    (R::Guarantor, "pl", "poreczyciel|swiadek|swiadka"),
    (R::Landlord, "en", "landlord|landlady|letting agent|property manager"),
    (R::Landlord, "de", "vermieter|vermieters|vermieterin"),
    (R::Landlord, "fr", "proprietaire du logement|bailleur"),
    (R::Landlord, "es", "arrendador|casero"),
    (R::Landlord, "pt", "senhorio|locador"),
    (R::Landlord, "pl", "wynajmujacy|wlasciciel mieszkania"),
    (R::Contact, "en", "accounts payable|accounts payable contact|billing contact|technical contact|secondary contact|alternate contact|alternative contact|finance contact|invoice contact|second contact|administrative contact|legal contact|hr contact|other contact"),
    (R::Contact, "de", "ansprechpartner buchhaltung|technischer ansprechpartner|rechnungskontakt"),
    (R::Contact, "fr", "contact facturation|contact technique|contact secondaire"),
    (R::Contact, "es", "contacto de facturacion|contacto tecnico|contacto secundario"),
    (R::Contact, "pt", "contato financeiro|contato tecnico|contacto financeiro"),
    (R::Contact, "pl", "kontakt techniczny|kontakt ds faktur"),
    (R::Employer, "en", "employer|employers"),
    (R::Employer, "de", "arbeitgeber|arbeitgebers"),
    (R::Employer, "fr", "employeur"),
    (R::Employer, "es", "empleador"),
    (R::Employer, "pt", "empregador"),
    (R::Employer, "pl", "pracodawca|pracodawcy"),
    (R::Employer, "hi", "niyokta"),
    (R::Companion, "en", "accompanying person|plus one|companion|co traveller|co applicant|joint applicant|travel companion"),
    (R::Companion, "de", "begleitperson|mitreisender|mitreisende|mitreisenden|mitantragsteller"),
    (R::Companion, "fr", "accompagnant|accompagnateur|coemprunteur|co emprunteur"),
    (R::Companion, "es", "acompanante|cosolicitante"),
    (R::Companion, "pt", "acompanhante|coproponente"),
    (R::Companion, "pl", "osoba towarzyszaca|wspolwnioskodawca"),
    (R::Emergency, "pl", "naglych wypadkach|naglym wypadku|naglych przypadkach"),
    (R::Emergency, "es", "caso de emergencia"),
    (R::Child, "pt", "dependente|dependentes"),
    (R::Child, "es", "dependientes|persona a cargo"),
    (R::Child, "fr", "personne a charge|personnes a charge"),
    (R::Child, "pl", "osoba na utrzymaniu"),
    (R::Spouse, "hi", "पति|पत्नी|जीवनसाथी"),
    (R::Child, "hi", "बच्चा|बच्चे|पुत्र|पुत्री|बेटा|बेटी|संतान"),
    (R::Mother, "hi", "माता|माँ|मां"),
    (R::Father, "hi", "पिता|पिताजी"),
    (R::Parent, "hi", "माता पिता|अभिभावक"),
    (R::Guardian, "hi", "संरक्षक"),
    (R::Sibling, "hi", "भाई|बहन"),
    (R::Relative, "hi", "रिश्तेदार|परिवार सदस्य"),
    (R::Emergency, "hi", "आपातकालीन संपर्क|आपातकालीन|आपातकाल"),
    (R::Doctor, "hi", "चिकित्सक|डॉक्टर"),
    (R::Friend, "hi", "मित्र|दोस्त|पड़ोसी"),
    (R::Recipient, "hi", "प्राप्तकर्ता"),
    (R::Beneficiary, "hi", "नामांकित व्यक्ति|लाभार्थी"),
    (R::Guarantor, "hi", "गारंटर|गवाह"),
    (R::Employer, "hi", "नियोक्ता"),
];

const INSIDE: &[(Relation, &str)] = &[
    (R::Spouse, "配偶者|妻|夫"),
    (R::Child, "お子様|お子さま|子ども|子供|お子さん|長男|長女"),
    (R::Mother, "母親|お母様|母"),
    (R::Father, "父親|お父様|父"),
    (R::Parent, "ご両親|両親"),
    (R::Guardian, "保護者|親権者|後見人|法定代理人"),
    (R::Sibling, "兄弟|姉妹"),
    (R::Relative, "ご家族|家族|親族"),
    (R::Emergency, "緊急連絡先|緊急時の連絡先|緊急時連絡先|緊急"),
    (R::Referee, "推薦者|推薦人"),
    (R::Referrer, "紹介者|ご紹介者"),
    (R::Doctor, "かかりつけ医|主治医|担当医"),
    (R::Supervisor, "上司|指導教員|担任"),
    (R::Colleague, "同僚"),
    (R::Friend, "友人|友達|お友達"),
    (R::Recipient, "お届け先|受取人|送り先"),
    (R::Guarantor, "保証人|証人"),
    (R::Landlord, "大家|家主"),
    (R::Companion, "同乗者|同行者|同伴者"),
];

/// Whether stems speak of a reference as a person: "Reference 1: email", "References", not "Payment reference".
pub(crate) fn referee(stems: &[String], plural: bool) -> Option<(Person, usize)> {
    if !matches!(
        stems.first()?.as_str(),
        "reference" | "ref" | "referenz" | "referencia" | "referencja"
    ) {
        return None;
    }
    let number = stems.get(1).and_then(|stem| count(stem));
    let attribute = stems.get(1).is_some_and(|stem| ATTRIBUTES.contains(&stem.as_str()));
    let person = Person {
        relation: Relation::Referee,
        number,
    };
    (number.is_some() || attribute || plural).then_some((person, 1 + usize::from(number.is_some())))
}

const ATTRIBUTES: &[&str] = &[
    "name",
    "first",
    "last",
    "full",
    "email",
    "mail",
    "e",
    "phone",
    "telephone",
    "mobile",
    "job",
    "title",
    "company",
    "position",
    "relationship",
    "address",
    "contact",
    "organization",
    "vorname",
    "nachname",
    "telefon",
    "nom",
    "prenom",
    "nombre",
    "telefono",
    "nome",
    "telefone",
    "imie",
    "nazwisko",
];

#[cfg(test)]
mod tests {
    use super::{Person, Relation, find};
    use crate::form::phrase::stems;
    use crate::form::synonyms::Langs;
    use std::string::String;
    use std::vec::Vec;

    #[test]
    fn a_label_names_the_person_it_is_about() {
        let table = [
            ("Spouse's employer", "", Some((Relation::Spouse, None))),
            ("Vorname des Kindes", "de", Some((Relation::Child, None))),
            ("Name des Ehepartners", "de", Some((Relation::Spouse, None))),
            ("Nom du conjoint", "fr", Some((Relation::Spouse, None))),
            ("Nombre del padre", "es", Some((Relation::Father, None))),
            ("Nome da mãe", "pt", Some((Relation::Mother, None))),
            ("Imię ojca", "pl", Some((Relation::Father, None))),
            ("Pita ka naam", "hi", Some((Relation::Father, None))),
            ("緊急連絡先の電話番号", "ja", Some((Relation::Emergency, None))),
            ("Primary care doctor's phone", "en", Some((Relation::Doctor, None))),
            (
                "Second driver: date of birth",
                "en",
                Some((Relation::Companion, Some(2))),
            ),
            ("Passenger 2 (adult)", "en", Some((Relation::Companion, Some(2)))),
            ("Passenger 1 (adult)", "en", Some((Relation::Companion, Some(1)))),
            ("Emergency contact 2 phone", "en", Some((Relation::Emergency, Some(2)))),
            ("Driver's date of birth", "en", None),
            ("First name", "en", None),
            ("Kind of business", "en", None),
            ("Payment reference", "en", None),
        ];
        for (label, tag, expected) in table {
            let stems: Vec<String> = stems(label);
            let (people, _) = find(&stems, Langs::of_tag(tag));
            let found = people.first().map(|Person { relation, number }| (*relation, *number));
            assert_eq!(found, expected, "{label}");
        }
    }
}

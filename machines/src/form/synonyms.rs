//! What forms ask for, and what it is called in eight languages.
//!
//! Each entry carries its language, because the same letters mean different things (`Name` is a family name in
//! German and any name in English) and because a key that reaches a field only through translation is weaker
//! evidence than one in the field's own words.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::phrase::{squash, stems};

mod hindi;

/// A set of languages, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Langs(u8);

impl Langs {
    pub(crate) const EN: Self = Self(1);
    pub(crate) const DE: Self = Self(2);
    pub(crate) const FR: Self = Self(4);
    pub(crate) const ES: Self = Self(8);
    pub(crate) const PT: Self = Self(16);
    pub(crate) const PL: Self = Self(32);
    pub(crate) const HI: Self = Self(64);
    pub(crate) const JA: Self = Self(128);
    /// Loan words, abbreviations and the names that programmers give everywhere.
    pub(crate) const ANY: Self = Self(255);

    /// The language of a BCP 47 tag, all of them if it is none of the eight.
    pub(crate) fn of_tag(tag: &str) -> Self {
        let primary = tag.split(['-', '_']).next().unwrap_or("");
        match primary.to_ascii_lowercase().as_str() {
            "en" => Self::EN,
            "de" => Self::DE,
            "fr" => Self::FR,
            "es" => Self::ES,
            "pt" => Self::PT,
            "pl" => Self::PL,
            "hi" => Self::HI,
            "ja" => Self::JA,
            _ => Self::ANY,
        }
    }

    /// Whether the two have a language in common.
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Either of two sets.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

macro_rules! concepts {
    ($($concept:ident),+ $(,)?) => {
        /// Something that forms ask for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Concept { $($concept),+ }

        impl Concept {
            /// All of them.
            #[cfg(test)]
            pub(crate) const ALL: &[Self] = &[$(Self::$concept),+];
        }
    };
}

concepts! {
    Prefix, GivenName, MiddleName, FamilyName, FullName, Nickname, BirthName, BirthDate, BirthDay, BirthMonth,
    BirthYear, BirthPlace, Age, Gender, Nationality, MaritalStatus, Email, WorkEmail, Phone, Mobile, HomePhone,
    WorkPhone, Fax, Extension, DialCode, Street, HouseNumber, Line2, Line3, City, Region, Postcode, Country, Company,
    JobTitle, Department, Industry, CompanySize, VatId, CompanyNumber, Website, LinkedIn, GitHub, Username, Password,
    Language, Passport, PassportExpiry, NationalId, TaxId, SocialSecurity, DrivingLicence, Plate, Vin, Iban, Bic,
    AccountNumber, AccountHolder, SortCode, CardNumber, CardName, CardExpiry, CardMonth, CardYear, CardCode, CardType, School,
    Degree, StudyField, GraduationYear, Experience, Salary, NoticePeriod, StartDate, CoverLetter, Resume, Message,
    Subject, Notes, Coupon, OneTimeCode, Quantity, Amount, Search, FrequentFlyer, Diet, Allergies, Relationship,
    InsuranceNumber, CustomerNumber, OrderNumber, Terms, Newsletter, Signature,
}

impl Concept {
    /// The wider concept that it is a special case of: who asks for a phone may be given a mobile one.
    pub(crate) const fn parent(self) -> Option<Self> {
        match self {
            Self::Mobile | Self::HomePhone | Self::WorkPhone => Some(Self::Phone),
            Self::WorkEmail => Some(Self::Email),
            _ => None,
        }
    }

    /// Whether it is about who somebody is or where to reach them, so that taking another person's field for it, or
    /// one that is only worded alike, does harm.
    pub(crate) const fn personal(self) -> bool {
        !matches!(
            self,
            Self::Department
                | Self::Industry
                | Self::CompanySize
                | Self::Website
                | Self::LinkedIn
                | Self::GitHub
                | Self::Language
                | Self::School
                | Self::Degree
                | Self::StudyField
                | Self::GraduationYear
                | Self::Experience
                | Self::Salary
                | Self::NoticePeriod
                | Self::StartDate
                | Self::CoverLetter
                | Self::Resume
                | Self::Message
                | Self::Subject
                | Self::Notes
                | Self::Coupon
                | Self::OneTimeCode
                | Self::Quantity
                | Self::Amount
                | Self::Search
                | Self::Diet
                | Self::Allergies
                | Self::Relationship
                | Self::CustomerNumber
                | Self::OrderNumber
                | Self::Terms
                | Self::Newsletter
                | Self::Signature
        )
    }

    /// The concept of a piece of a date.
    pub(crate) const fn piece(self, piece: super::model::Piece) -> Option<Self> {
        use super::model::Piece;
        match (self, piece) {
            (Self::BirthDate, Piece::Day) => Some(Self::BirthDay),
            (Self::BirthDate, Piece::Month) => Some(Self::BirthMonth),
            (Self::BirthDate, Piece::Year) => Some(Self::BirthYear),
            (Self::CardExpiry, Piece::Month) => Some(Self::CardMonth),
            (Self::CardExpiry, Piece::Year) => Some(Self::CardYear),
            _ => None,
        }
    }

    /// The concept of an `autocomplete` field token with its kind of contact.
    pub(crate) fn of_token(token: &str, contact: &str) -> Option<Self> {
        Some(match (token, contact) {
            ("honorific-prefix", _) => Self::Prefix,
            ("given-name", _) => Self::GivenName,
            ("additional-name", _) => Self::MiddleName,
            ("family-name", _) => Self::FamilyName,
            ("name", _) => Self::FullName,
            ("nickname", _) => Self::Nickname,
            ("bday", _) => Self::BirthDate,
            ("bday-day", _) => Self::BirthDay,
            ("bday-month", _) => Self::BirthMonth,
            ("bday-year", _) => Self::BirthYear,
            ("sex", _) => Self::Gender,
            ("email", "work") => Self::WorkEmail,
            ("email", _) => Self::Email,
            ("tel" | "tel-national", "") => Self::Phone,
            ("tel" | "tel-national", "mobile") => Self::Mobile,
            ("tel" | "tel-national", "home") => Self::HomePhone,
            ("tel" | "tel-national", "work") => Self::WorkPhone,
            ("tel" | "tel-national", "fax") => Self::Fax,
            ("tel-extension", _) => Self::Extension,
            ("tel-country-code", _) => Self::DialCode,
            ("street-address" | "address-line1", _) => Self::Street,
            ("address-line2", _) => Self::Line2,
            ("address-line3", _) => Self::Line3,
            ("address-level2", _) => Self::City,
            ("address-level1", _) => Self::Region,
            ("postal-code", _) => Self::Postcode,
            ("country" | "country-name", _) => Self::Country,
            ("organization", _) => Self::Company,
            ("organization-title", _) => Self::JobTitle,
            ("url", _) => Self::Website,
            ("username", _) => Self::Username,
            ("new-password" | "current-password", _) => Self::Password,
            ("one-time-code", _) => Self::OneTimeCode,
            ("language", _) => Self::Language,
            ("cc-name", _) => Self::CardName,
            ("cc-number", _) => Self::CardNumber,
            ("cc-exp", _) => Self::CardExpiry,
            ("cc-exp-month", _) => Self::CardMonth,
            ("cc-exp-year", _) => Self::CardYear,
            ("cc-csc", _) => Self::CardCode,
            ("cc-type", _) => Self::CardType,
            ("transaction-amount", _) => Self::Amount,
            _ => return None,
        })
    }
}

/// A concept that a phrase names, and in which languages it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sense {
    /// What it names.
    pub(crate) concept: Concept,
    /// In which languages.
    pub(crate) langs: Langs,
}

/// The table, ready to be asked.
pub(crate) struct Dictionary {
    senses: BTreeMap<String, Vec<Sense>>,
    /// The stems of all words of the table: a key's word among them is no typing error.
    words: alloc::collections::BTreeSet<String>,
}

impl Dictionary {
    /// The dictionary, made when it is first asked for.
    pub(crate) fn get() -> &'static Self {
        static DICTIONARY: OnceBox<Dictionary> = OnceBox::new();
        DICTIONARY.get_or_init(|| Box::new(Self::build()))
    }

    fn build() -> Self {
        let mut senses: BTreeMap<String, Vec<Sense>> = BTreeMap::new();
        let mut words = alloc::collections::BTreeSet::new();
        let mut add = |concept: Concept, langs: Langs, phrases: &str| {
            for phrase in phrases.split('|') {
                let stems = stems(phrase);
                let known = senses.entry(squash(&stems)).or_default();
                match known.iter_mut().find(|sense| sense.concept == concept) {
                    Some(sense) => sense.langs.add(langs),
                    None => known.push(Sense { concept, langs }),
                }
                words.extend(stems);
            }
        };
        for (concept, rows) in TABLE {
            for (langs, phrases) in *rows {
                add(*concept, *langs, phrases);
            }
        }
        for (concept, phrases) in hindi::TABLE {
            add(*concept, Langs::HI, phrases);
        }
        Self { senses, words }
    }

    /// What a phrase, given as its stems run together, names.
    pub(crate) fn senses(&self, squashed: &str) -> &[Sense] {
        self.senses.get(squashed).map_or(&[], Vec::as_slice)
    }

    /// Whether a stem is a word of the table.
    pub(crate) fn knows(&self, stem: &str) -> bool {
        self.words.contains(stem)
    }
}

/// Every phrase of the table for a concept, in all languages.
pub(crate) fn phrases(concept: Concept) -> impl Iterator<Item = &'static str> {
    let rows = TABLE.iter().filter(move |(own, _)| *own == concept);
    let latin = rows.flat_map(|(_, rows)| rows.iter().map(|(_, phrases)| *phrases));
    let hindi = hindi::TABLE.iter().filter(move |(own, _)| *own == concept);
    latin
        .chain(hindi.map(|(_, phrases)| *phrases))
        .flat_map(|phrases| phrases.split('|'))
}

type Row = (Concept, &'static [(Langs, &'static str)]);

use Concept as C;
const EN: Langs = Langs::EN;
const DE: Langs = Langs::DE;
const FR: Langs = Langs::FR;
const ES: Langs = Langs::ES;
const PT: Langs = Langs::PT;
const PL: Langs = Langs::PL;
const HI: Langs = Langs::HI;
const JA: Langs = Langs::JA;
const ANY: Langs = Langs::ANY;

#[rustfmt::skip]
const TABLE: &[Row] = &[
    (C::Prefix, &[
        (EN, "title|salutation|honorific|name prefix|prefix|form of address"),
        (DE, "anrede|titel"), (FR, "civilite|titre"), (ES, "tratamiento|trato|titulo"),
        (PT, "tratamento|forma de tratamento"), (PL, "tytul|zwrot grzecznosciowy"), (HI, "sambodhan"), (JA, "敬称"),
        (EN, "honorific-prefix"),
    ]),
    (C::GivenName, &[
        (EN, "first name|given name|forename|christian name|first names|given names|forenames|legal first name|first given name"),
        (DE, "vorname|vornamen|rufname"), (FR, "prenom|prenoms"), (ES, "nombre|nombres|nombre de pila|primer nombre"),
        (PT, "nome proprio|primeiro nome|prenome|nome"), (PL, "imie|imiona|pierwsze imie"),
        (HI, "pehla naam|pratham naam"), (JA, "名|お名前 名|名 漢字"),
        (EN, "fname|firstname|given-name"),
    ]),
    (C::MiddleName, &[
        (EN, "middle name|middle initial|middle names|second name|mi|additional name"),
        (DE, "zweiter vorname|weitere vornamen|zweitname"), (FR, "deuxieme prenom|autres prenoms|second prenom"),
        (ES, "segundo nombre"), (PT, "nome do meio|segundo nome"), (PL, "drugie imie"), (HI, "madhya naam|beech ka naam"),
        (JA, "ミドルネーム"), (EN, "mname|additional-name"),
    ]),
    (C::FamilyName, &[
        (EN, "last name|surname|family name|second name|last names"),
        (DE, "nachname|familienname|zuname"), (FR, "nom|nom de famille|nom d usage"),
        (ES, "apellido|apellidos|primer apellido"), (PT, "sobrenome|apelido|ultimo nome|apelidos"),
        (PL, "nazwisko"), (HI, "upnaam|kulnaam|antim naam"), (JA, "姓|名字|苗字|氏|お名前 姓"),
        (EN, "lname|lastname|sname|family-name"),
    ]),
    (C::FullName, &[
        (EN, "name|full name|name in full|complete name|first and last name|first name and last name|full legal name|legal name"),
        (DE, "name|vollstandiger name|vor und nachname|vorname und nachname|vorname nachname|name vorname"),
        (FR, "nom complet|nom et prenom|nom prenom|prenom et nom|prenom nom"), (ES, "nombre completo|nombre y apellidos|nombre y apellido"),
        (PT, "nome completo|nome e sobrenome|nome e apelido|nome"), (PL, "imie i nazwisko|nazwisko i imie|pelne imie"),
        (HI, "naam|poora naam|pura naam"), (JA, "氏名|お名前|名前|フルネーム"),
        (EN, "fullname"),
    ]),
    (C::Nickname, &[
        (EN, "preferred name|nickname|nick name|known as|preferred first name|display name|chosen name"),
        (DE, "spitzname|anzeigename"), (FR, "surnom|pseudo|pseudonyme"), (ES, "apodo|alias"), (PT, "alcunha|nome social"),
        (PL, "pseudonim|ksywka"), (HI, "upnaam ghar ka"), (JA, "ニックネーム"),
    ]),
    (C::BirthName, &[
        (EN, "birth name|maiden name|name at birth"), (DE, "geburtsname|madchenname"), (FR, "nom de naissance|nom de jeune fille"),
        (ES, "apellido de soltera"), (PT, "nome de solteira|nome de nascimento"), (PL, "nazwisko rodowe|nazwisko panienskie"), (JA, "旧姓"),
    ]),
    (C::BirthDate, &[
        (EN, "date of birth|birth date|birthday|born|born on|bday|dob|d o b"), (DE, "geburtsdatum|geburtstag|geboren am|geb datum"),
        (FR, "date de naissance|ne le|nee le|ne e le"), (ES, "fecha de nacimiento|fecha nacimiento|cumpleanos|nacimiento"),
        (PT, "data de nascimento|data nascimento|nascimento|aniversario"), (PL, "data urodzenia|urodzony|urodziny"),
        (HI, "janm tithi|janmtithi|janam tithi|janm din"), (JA, "生年月日|誕生日"),
        (EN, "dob|birthdate|dateofbirth|gebdat|bday"),
    ]),
    (C::BirthDay, &[
        (EN, "birth day of month|day of birth"), (DE, "geburtstag tag"), (FR, "jour de naissance"), (ES, "dia de nacimiento"),
        (PT, "dia de nascimento"), (PL, "dzien urodzenia"), (HI, "janm ka din"), (JA, "生年月日 日"), (EN, "bday-day"),
    ]),
    (C::BirthMonth, &[
        (EN, "birth month|month of birth"), (DE, "geburtsmonat"), (FR, "mois de naissance"), (ES, "mes de nacimiento"),
        (PT, "mes de nascimento"), (PL, "miesiac urodzenia"), (HI, "janm ka mahina"), (JA, "生まれ月|生年月日 月"), (EN, "bday-month"),
    ]),
    (C::BirthYear, &[
        (EN, "birth year|year of birth|year born"), (DE, "geburtsjahr"), (FR, "annee de naissance"), (ES, "ano de nacimiento"),
        (PT, "ano de nascimento"), (PL, "rok urodzenia"), (HI, "janm varsh"), (JA, "生まれ年|生年|生年月日 年"), (EN, "bday-year"),
    ]),
    (C::BirthPlace, &[
        (EN, "place of birth|birthplace|birth place|city of birth|town of birth"), (DE, "geburtsort"), (FR, "lieu de naissance|ville de naissance"),
        (ES, "lugar de nacimiento"), (PT, "local de nascimento|naturalidade"), (PL, "miejsce urodzenia"), (HI, "janm sthan"), (JA, "出生地"),
    ]),
    (C::Age, &[(EN, "age|how old"), (DE, "alter"), (FR, "age"), (ES, "edad"), (PT, "idade"), (PL, "wiek"), (HI, "umar|aayu|umr"), (JA, "年齢")]),
    (C::Gender, &[
        (EN, "gender|sex|gender identity"), (DE, "geschlecht"), (FR, "sexe|genre"), (ES, "sexo|genero"), (PT, "sexo|genero"),
        (PL, "plec"), (HI, "ling"), (JA, "性別"),
    ]),
    (C::Nationality, &[
        (EN, "nationality|citizenship|country of citizenship|country of nationality|citizen of"), (DE, "staatsangehorigkeit|nationalitat|staatsburgerschaft"),
        (FR, "nationalite|citoyennete"), (ES, "nacionalidad|ciudadania"), (PT, "nacionalidade|cidadania"), (PL, "obywatelstwo|narodowosc"),
        (HI, "rashtriyata|nagrikta"), (JA, "国籍"),
    ]),
    (C::MaritalStatus, &[
        (EN, "marital status|civil status|relationship status"), (DE, "familienstand|personenstand"),
        (FR, "situation familiale|etat civil|situation matrimoniale"), (ES, "estado civil"), (PT, "estado civil"),
        (PL, "stan cywilny"), (HI, "vaivahik sthiti"), (JA, "婚姻状況|配偶者の有無|婚姻"),
    ]),
    (C::Email, &[
        (EN, "email|email address|electronic mail|mail address|email id|eml"), (DE, "email adresse|mail adresse|emailadresse|mailadresse|elektronische post"),
        (FR, "adresse email|adresse mail|courriel|adresse electronique|adresse courriel|adresse de messagerie|mel"),
        (ES, "correo electronico|correo|direccion de correo|direccion de correo electronico|direccion email"),
        (PT, "correio eletronico|endereco de email|correio electronico"), (PL, "adres email|adres poczty elektronicznej|poczta elektroniczna|adres mail"),
        (HI, "email pata|email id"), (JA, "メールアドレス|メール|eメール|電子メール|eメールアドレス"), (ANY, "email|e-mail|mail"),
    ]),
    (C::WorkEmail, &[
        (EN, "work email|business email|company email|office email|professional email|corporate email|work email address|business email address"),
        (DE, "geschaftliche email|dienstliche email|firmen email|berufliche email|geschaftliche email adresse"),
        (FR, "email professionnel|adresse email professionnelle|courriel professionnel"),
        (ES, "correo de trabajo|correo corporativo|correo profesional|correo electronico profesional|correo electronico corporativo"),
        (PT, "email profissional|email corporativo|email comercial|email da empresa"), (PL, "email sluzbowy|adres email sluzbowy|sluzbowy email|email firmowy"),
        (HI, "karyalay email"), (JA, "会社メールアドレス|勤務先メールアドレス"),
    ]),
    (C::Phone, &[
        (EN, "phone|telephone|phone number|telephone number|tel|contact number|phone no|tel no|telephone no|contact phone|daytime phone|call back number"),
        (DE, "telefon|telefonnummer|rufnummer|telefon nr|tel nr|telefonnr"), (FR, "telephone|numero de telephone|tel|n de telephone|no de telephone"),
        (ES, "telefono|numero de telefono|numero telefonico|telefono de contacto"), (PT, "telefone|numero de telefone|telefone de contato|telefone de contacto"),
        (PL, "telefon|numer telefonu|nr telefonu|telefon kontaktowy"), (HI, "phone number|doorbhash|phone|sampark number"),
        (JA, "電話番号|電話|お電話番号|連絡先電話番号|tel"), (ANY, "tel"), (EN, "phone_no|telno"),
    ]),
    (C::Mobile, &[
        (EN, "mobile|mobile phone|mobile number|cell|cell phone|cellphone|cell number|cellular|cellular phone|mobile phone number|mobile telephone|cell phone number|mobile no|mobile telephone number"),
        (DE, "handy|handynummer|mobil|mobilnummer|mobiltelefon|mobilfunknummer|handy nr|mobilfunk|mobiltelefonnummer"),
        (FR, "portable|telephone portable|mobile|telephone mobile|numero de portable|numero de mobile|tel portable"),
        (ES, "movil|telefono movil|celular|telefono celular|numero de movil|numero de celular"), (PT, "celular|telemovel|telefone celular|numero de celular|telefone movel|numero de telemovel"),
        (PL, "telefon komorkowy|komorka|numer komorki|numer telefonu komorkowego|tel kom"), (HI, "mobile number|mobile"),
        (JA, "携帯電話|携帯電話番号|携帯番号|携帯"), (EN, "mobile|cell"),
    ]),
    (C::HomePhone, &[
        (EN, "home phone|home telephone|landline|home phone number|landline number|residential phone|home number|home tel"),
        (DE, "festnetz|festnetznummer|telefon privat|private telefonnummer"), (FR, "telephone fixe|fixe|telephone domicile|telephone du domicile"),
        (ES, "telefono fijo|telefono de casa|fijo"), (PT, "telefone fixo|telefone residencial|fixo"), (PL, "telefon stacjonarny|telefon domowy"),
        (HI, "ghar ka phone"), (JA, "自宅電話番号|固定電話|自宅電話"),
    ]),
    (C::WorkPhone, &[
        (EN, "work phone|business phone|office phone|work telephone|work phone number|business phone number|office number|work tel|company phone|business telephone"),
        (DE, "telefon geschaftlich|diensttelefon|geschaftliche telefonnummer|telefon dienstlich|burotelefon"),
        (FR, "telephone professionnel|telephone bureau|telephone du bureau|tel professionnel"), (ES, "telefono de trabajo|telefono de oficina|telefono del trabajo|telefono profesional"),
        (PT, "telefone comercial|telefone do trabalho|telefone profissional"), (PL, "telefon sluzbowy|telefon do pracy|telefon firmowy"), (HI, "karyalay phone"), (JA, "会社電話番号|勤務先電話番号"),
    ]),
    (C::Fax, &[(ANY, "fax|fax number|faxnummer|telefax|numero de fax|fax no|numer faksu|faks|ファックス|ファックス番号|fax番号")]),
    (C::Extension, &[(EN, "extension|ext|phone extension|tel extension"), (DE, "durchwahl"), (FR, "poste"), (ES, "extension|anexo"), (PT, "ramal"), (PL, "wewnetrzny|numer wewnetrzny"), (JA, "内線|内線番号")]),
    (C::DialCode, &[
        (EN, "country code|dialling code|dial code|dialing code|calling code|phone country code|phone code|country calling code"), (DE, "landervorwahl|landesvorwahl|vorwahl"),
        (FR, "indicatif|indicatif pays|indicatif telephonique"), (ES, "prefijo|prefijo telefonico|codigo de pais|prefijo internacional"), (PT, "codigo do pais|ddi"),
        (PL, "kierunkowy|prefiks"), (JA, "国番号"), (EN, "tel-country-code"),
    ]),
    (C::Street, &[
        (EN, "street|street address|address|address line 1|address 1|street name|road|house number and street|street and house number|street and number|number and street|home address|postal address|mailing address|residential address|first line of address|address first line|addr|adress"),
        (DE, "strasse|strasse und hausnummer|strasse hausnummer|anschrift|adresse|strasse und nr|strasse nr|postanschrift|wohnanschrift|adresszeile 1"),
        (FR, "adresse|rue|adresse postale|numero et rue|n et rue|voie|adresse ligne 1|adresse 1|numero et nom de rue|numero et libelle de la voie"),
        (ES, "direccion|calle|domicilio|calle y numero|direccion postal|direccion 1|linea de direccion 1"),
        (PT, "endereco|rua|morada|logradouro|rua e numero|endereco 1"), (PL, "ulica|adres|ulica i numer|ulica i numer domu|adres zamieszkania|ulica i nr domu|ulica numer"),
        (HI, "pata|ghar ka pata|sadak|gali"), (JA, "住所|番地|町名番地|丁目番地|住所1|ご住所|町名 番地"),
        (EN, "street|addr1|address1|address_1|street1|addressline1|address-line1|street-address|line1"),
    ]),
    (C::HouseNumber, &[
        (EN, "house number|house no|building number|street number"), (DE, "hausnummer|hausnr|haus nr"), (FR, "numero de rue|numero de voie"),
        (ES, "numero exterior|numero de casa"), (PT, "numero da casa"), (PL, "numer domu|nr domu"), (HI, "makan number|ghar number"), (JA, "番地号"),
    ]),
    (C::Line2, &[
        (EN, "address line 2|address 2|apartment|apt|suite|unit|flat|apartment number|apt number|unit number|suite number|flat number|second line of address|flat or unit|apartment suite unit etc|apartment suite etc|apt suite|apartment or suite|apt unit|address second line|apt suite unit"),
        (DE, "adresszusatz|adresszeile 2|zusatz|wohnung|wohnungsnummer"), (FR, "complement d adresse|complement adresse|appartement|batiment|adresse ligne 2|adresse 2|complement"),
        (ES, "piso|piso y puerta|numero interior|departamento numero|direccion 2|linea de direccion 2|complemento de direccion"),
        (PT, "complemento|apartamento|endereco 2|complemento de endereco"), (PL, "numer mieszkania|nr mieszkania|mieszkanie|numer lokalu"),
        (HI, "flat number"), (JA, "建物名|マンション名|部屋番号|建物名部屋番号|建物名 部屋番号|建物名等|住所2"),
        (EN, "addr2|address2|address_2|street2|addressline2|address-line2|line2"),
    ]),
    (C::Line3, &[(EN, "address line 3|address 3|third line of address"), (EN, "addr3|address3|line3|address-line3"), (DE, "adresszeile 3"), (FR, "adresse ligne 3"), (JA, "住所3")]),
    (C::City, &[
        (EN, "city|town|city or town|town or city|town city|city town|locality|suburb|city suburb|town village|municipality"), (DE, "ort|stadt|wohnort|gemeinde"),
        (FR, "ville|commune|localite"), (ES, "ciudad|localidad|poblacion|municipio"), (PT, "cidade|municipio|localidade"),
        (PL, "miasto|miejscowosc|miasto miejscowosc"), (HI, "shahar|sheher|nagar"), (JA, "市区町村|市|市町村|市区郡|市区"), (EN, "city|town|address-level2"),
    ]),
    (C::Region, &[
        (EN, "state|county|province|region|state or province|state province|state region|province state|county state|state county|province or state|state province region|prefecture"),
        (DE, "bundesland|kanton|provinz|land"), (FR, "departement|region|province|canton"), (ES, "provincia|estado|region|comunidad autonoma|departamento"),
        (PT, "estado|uf|distrito|provincia|unidade federativa"), (PL, "wojewodztwo|powiat"), (HI, "rajya|pradesh|zila"), (JA, "都道府県|県"), (EN, "state|province|address-level1"),
    ]),
    (C::Postcode, &[
        (EN, "postcode|post code|postal code|zip|zip code|zipcode|zip postal code|postal zip code|postcode zip|zip or postal code|postal|pin code|pincode|zip postcode|eircode"),
        (DE, "plz|postleitzahl"), (FR, "code postal|cp"), (ES, "codigo postal|cp|cod postal"), (PT, "cep|codigo postal"),
        (PL, "kod pocztowy|kod"), (HI, "pin code|pincode|pin|dak code"), (JA, "郵便番号"), (EN, "zip|postcode|zipcode|postalcode|postal-code"),
    ]),
    (C::Country, &[
        (EN, "country|country region|country or region|country of residence|country name|country territory|nation|country or territory"), (DE, "land|staat|wohnsitzland|land region"), (FR, "pays|pays region|pays de residence"),
        (ES, "pais|pais region|pais de residencia"), (PT, "pais|pais de residencia|pais regiao"), (PL, "kraj|panstwo|kraj zamieszkania"), (HI, "desh"), (JA, "国|国名|国または地域|国 地域|居住国"), (EN, "country"),
    ]),
    (C::Company, &[
        (EN, "company|company name|organisation|organization|employer|business name|business|organisation name|employer name|name of employer|name of company|firm|legal business name|company or organisation|workplace"),
        (DE, "firma|firmenname|unternehmen|arbeitgeber|organisation|firmierung|name des unternehmens|name des arbeitgebers|name der firma"), (FR, "societe|entreprise|nom de l entreprise|raison sociale|employeur|organisation|nom de la societe|organisme|nom de l employeur|nom de l entreprise"),
        (ES, "empresa|nombre de la empresa|razon social|empleador|compania|organizacion|nombre del empleador|nombre de empresa"), (PT, "empresa|nome da empresa|razao social|empregador|organizacao|companhia|nome do empregador"),
        (PL, "firma|nazwa firmy|pracodawca|nazwa pracodawcy|przedsiebiorstwo|organizacja"), (HI, "company ka naam|sanstha|niyokta|company"), (JA, "会社名|勤務先|会社|法人名|企業名|御社名|貴社名|勤務先名|組織名"),
        (EN, "company|organization|org"),
    ]),
    (C::JobTitle, &[
        (EN, "job title|position|role|occupation|profession|job|job position|job role|your role|designation"), (DE, "beruf|position|berufsbezeichnung|funktion|stellung|tatigkeit|stellenbezeichnung"),
        (FR, "poste|fonction|profession|intitule du poste|poste occupe|emploi"), (ES, "cargo|puesto|profesion|ocupacion|puesto de trabajo"),
        (PT, "cargo|profissao|funcao|ocupacao"), (PL, "stanowisko|zawod|funkcja"), (HI, "pad|pad naam|vyavsay|pesha"), (JA, "役職|職業|職種|肩書き|肩書"), (EN, "jobtitle|organization-title"),
    ]),
    (C::Department, &[(EN, "department|dept|division|team"), (DE, "abteilung"), (FR, "service|departement entreprise|direction service"), (ES, "departamento|area"), (PT, "departamento|setor"), (PL, "dzial"), (HI, "vibhag"), (JA, "部署|部署名|所属部署|所属|部門")]),
    (C::Industry, &[(EN, "industry|sector|business sector|line of business"), (DE, "branche"), (FR, "secteur|secteur d activite"), (ES, "sector|industria|rubro"), (PT, "ramo de atividade|industria"), (PL, "branza"), (JA, "業種")]),
    (C::CompanySize, &[(EN, "company size|number of employees|employees|headcount"), (DE, "unternehmensgrosse|mitarbeiterzahl|anzahl mitarbeiter"), (FR, "taille de l entreprise|nombre de salaries|effectif"), (ES, "tamano de la empresa|numero de empleados"), (PT, "tamanho da empresa|numero de funcionarios"), (PL, "wielkosc firmy|liczba pracownikow"), (JA, "従業員数")]),
    (C::VatId, &[
        (EN, "vat number|vat id|vat|company vat id|vat no|vat registration number|vat identification number|tax registration number"), (DE, "ust id|ust idnr|ustid|umsatzsteuer id|umsatzsteuer identifikationsnummer|mehrwertsteuernummer|ust id nr"),
        (FR, "numero de tva|n de tva intracommunautaire|tva intracommunautaire|n tva|tva|numero de tva intracommunautaire|n de tva"), (ES, "nif iva|cif|numero de iva|nif de la empresa"), (PT, "cnpj|nif empresa|nif da empresa"),
        (PL, "nip|nip firmy|numer nip"), (HI, "gst number|gstin"), (JA, "インボイス登録番号"),
    ]),
    (C::CompanyNumber, &[
        (EN, "company registration number|company number|company reg no|business registration number|crn"), (DE, "handelsregisternummer|hrb nummer"), (FR, "siret|siren|numero siret|n siret"),
        (ES, "numero de registro mercantil"), (PT, "inscricao estadual"), (PL, "krs|regon"), (JA, "法人番号"),
    ]),
    (C::Website, &[
        (EN, "website|web site|homepage|url|web page|website url|web address|site|personal website|company website|home page|portfolio url|portfolio website|blog"), (DE, "webseite|internetseite|website|homepage|internetadresse"),
        (FR, "site web|site internet|site|page web"), (ES, "sitio web|pagina web|web|sitio"), (PT, "site|website|pagina web|sitio web"), (PL, "strona internetowa|strona www|www|witryna|adres strony"), (HI, "website"), (JA, "ウェブサイト|ホームページ|サイトurl|webサイト|ホームページurl"), (ANY, "url|website|www|homepage"),
    ]),
    (C::LinkedIn, &[(ANY, "linkedin|linked in|linkedin profile|linkedin url|linkedin profile url|linkedin profil|perfil linkedin|profil linkedin|perfil de linkedin|linkedin link")]),
    (C::GitHub, &[(ANY, "github|git hub|github url|github profile|github username|github profil|perfil github|github profile url|github account|github link")]),
    (C::Username, &[
        (EN, "username|user name|user id|login|login name|userid|account name|screen name|login id|user"), (DE, "benutzername|nutzername|anmeldename|benutzerkennung"), (FR, "identifiant|nom d utilisateur|pseudo"),
        (ES, "usuario|nombre de usuario"), (PT, "usuario|nome de usuario|utilizador|nome de utilizador|login"), (PL, "nazwa uzytkownika|login|uzytkownik"), (HI, "upyogkarta naam"), (JA, "ユーザー名|ユーザーid|ログインid|ユーザ名"), (EN, "username|login|userid"),
    ]),
    (C::Password, &[
        (EN, "password|pass word|passphrase|passcode|pwd|new password|create password|choose password|account password|create account password"), (DE, "passwort|kennwort"), (FR, "mot de passe|mdp"), (ES, "contrasena|clave|clave de acceso"),
        (PT, "senha|palavra passe"), (PL, "haslo"), (HI, "password|koot shabd"), (JA, "パスワード|暗証番号"), (EN, "password|pw|pwd|passwd"),
    ]),
    (C::Language, &[
        (EN, "preferred language|language|language preference|correspondence language|communication language|preferred language of correspondence"), (DE, "sprache|bevorzugte sprache|korrespondenzsprache"), (FR, "langue|langue preferee|langue de correspondance"),
        (ES, "idioma|idioma preferido|lengua"), (PT, "idioma|lingua|idioma preferido"), (PL, "jezyk|preferowany jezyk"), (HI, "bhasha"), (JA, "言語|希望言語|使用言語"),
    ]),
    (C::Passport, &[
        (EN, "passport number|passport no|passport id"), (DE, "reisepassnummer|passnummer|reisepass nr|pass nr"), (FR, "numero de passeport|n de passeport"), (ES, "numero de pasaporte|n de pasaporte"),
        (PT, "numero do passaporte"), (PL, "numer paszportu|nr paszportu"), (HI, "passport number|passport sankhya"), (JA, "パスポート番号|旅券番号"),
    ]),
    (C::PassportExpiry, &[
        (EN, "passport expiry|passport expiry date|passport expiration date|passport expiration|passport valid until|passport expires|passport valid to"), (DE, "reisepass gultig bis|ablaufdatum reisepass|pass gultig bis"), (FR, "date d expiration du passeport|expiration du passeport"),
        (ES, "fecha de caducidad del pasaporte|caducidad del pasaporte|vencimiento del pasaporte"), (PT, "validade do passaporte"), (PL, "data waznosci paszportu|waznosc paszportu"), (HI, "passport samapti tithi"), (JA, "パスポート有効期限|旅券有効期限"),
    ]),
    (C::NationalId, &[
        (EN, "national id|national id number|identity card number|id card number|national insurance number|national identity number|ni number|id number|identity number"), (DE, "personalausweisnummer|ausweisnummer"), (FR, "numero de carte d identite|n de carte d identite|numero cni"),
        (ES, "dni|nie|dni nie|dni nif|dni o nie|numero de dni|documento de identidad|cedula|curp|numero de documento"), (PT, "cpf|rg|bi|cartao de cidadao|numero de identidade|numero do cpf|cpf rg"), (PL, "pesel|numer pesel|numer dowodu|numer dowodu osobistego|nr pesel"), (HI, "aadhaar|aadhaar number|aadhar number|aadhar"), (JA, "マイナンバー|個人番号"),
    ]),
    (C::TaxId, &[
        (EN, "tax id|tax number|tax identification number|tin|taxpayer id|tax reference|utr|tax file number|ein"), (DE, "steuer id|steuernummer|steueridentifikationsnummer|steuer identifikationsnummer|steuerid"), (FR, "numero fiscal|numero d identification fiscale"),
        (ES, "nif|numero de identificacion fiscal|rfc"), (PT, "nif|contribuinte|numero de contribuinte"), (PL, "numer identyfikacji podatkowej"), (HI, "pan|pan number|pan card number"), (JA, "納税者番号"),
    ]),
    (C::SocialSecurity, &[
        (EN, "social security number|ssn|social security no|social security|social insurance number|sin"), (DE, "sozialversicherungsnummer|rentenversicherungsnummer|sv nummer"), (FR, "numero de securite sociale|n de securite sociale|nir"),
        (ES, "numero de la seguridad social|numero de seguridad social|nss"), (PT, "numero de seguranca social|niss|pis"), (PL, "numer ubezpieczenia spolecznego"), (JA, "社会保障番号|基礎年金番号"),
    ]),
    (C::DrivingLicence, &[
        (EN, "driving licence number|drivers license number|driver license number|driver s licence number|driving licence no|driver s license|driving licence|drivers licence|licence number"), (DE, "fuhrerscheinnummer"), (FR, "numero de permis de conduire|numero de permis|permis de conduire"), (ES, "numero de licencia de conducir|permiso de conducir|licencia de conducir|carnet de conducir"),
        (PT, "numero da carteira de motorista|cnh|carta de conducao"), (PL, "numer prawa jazdy|prawo jazdy"), (HI, "driving licence number|driving licence"), (JA, "運転免許証番号|免許証番号"),
    ]),
    (C::Plate, &[
        (EN, "car registration|vehicle registration number|number plate|license plate|licence plate|registration plate|plate|plate number|vehicle registration|reg number|car registration number|vehicle reg|license plate number|vrm"), (DE, "kennzeichen|kfz kennzeichen|amtliches kennzeichen|nummernschild"), (FR, "immatriculation|plaque d immatriculation|numero d immatriculation"),
        (ES, "matricula|placa|numero de matricula|patente"), (PT, "matricula do veiculo|placa|placa do veiculo"), (PL, "numer rejestracyjny|tablica rejestracyjna|nr rejestracyjny"), (HI, "gaadi number|vahan number"), (JA, "ナンバープレート|車両番号|車のナンバー|登録番号"),
    ]),
    (C::Vin, &[(ANY, "vin|chassis number|vehicle identification number|fahrgestellnummer|numero de chassis|numero de bastidor|vin number|numer vin|車台番号")]),
    (C::Iban, &[(ANY, "iban|bank account iban|iban number|iban nummer|numero iban|numer iban|iban nr|code iban"), (EN, "bank account"), (DE, "bankverbindung|kontoverbindung")]),
    (C::Bic, &[(ANY, "bic|swift|bic swift|swift bic|swift code|bic code|code bic|codigo swift|kod swift|codigo bic|kod bic|swiftコード")]),
    (C::AccountNumber, &[
        (EN, "account number|bank account number|account no|acct number"), (DE, "kontonummer|konto nr"), (FR, "numero de compte|numero de compte bancaire"), (ES, "numero de cuenta|numero de cuenta bancaria|cuenta bancaria"), (PT, "numero da conta|conta bancaria"), (PL, "numer konta|numer rachunku|nr konta"), (HI, "khata sankhya|khata number"), (JA, "口座番号"),
    ]),
    (C::AccountHolder, &[
        (EN, "account holder|account holder name|name of account holder|bank account holder|account holder s name"), (DE, "kontoinhaber|name des kontoinhabers"), (FR, "titulaire du compte|nom du titulaire du compte"),
        (ES, "titular de la cuenta|nombre del titular de la cuenta"), (PT, "titular da conta|nome do titular da conta"), (PL, "wlasciciel konta|posiadacz rachunku|wlasciciel rachunku"), (JA, "口座名義|口座名義人"),
    ]),
    (C::SortCode, &[(EN, "sort code|routing number|bank code|aba number|ifsc|ifsc code"), (DE, "bankleitzahl|blz"), (FR, "code banque"), (ES, "codigo de banco"), (PT, "codigo do banco|agencia"), (PL, "kod banku"), (JA, "支店番号|銀行コード|支店コード")]),
    (C::CardNumber, &[
        (EN, "card number|credit card number|debit card number|card no|credit card|number on card|payment card number|cardnumber|credit card no|credit or debit card number"), (DE, "kartennummer|kreditkartennummer"), (FR, "numero de carte|numero de carte bancaire|numero de carte de credit|n de carte|numero de la carte"),
        (ES, "numero de tarjeta|numero de tarjeta de credito|numero de la tarjeta|n de tarjeta"), (PT, "numero do cartao|numero do cartao de credito|numero de cartao"), (PL, "numer karty|numer karty kredytowej|nr karty"), (HI, "card number|card sankhya"), (JA, "カード番号|クレジットカード番号"), (EN, "ccnumber|cardnum|cc-number|ccnum|cardnumber"),
    ]),
    (C::CardName, &[
        (EN, "name on card|cardholder name|card holder name|name of cardholder|cardholder|card holder|card name|name on credit card|card holder s name|cardholder s name|name as on card|name as it appears on card"), (DE, "karteninhaber|name des karteninhabers|name auf der karte"), (FR, "titulaire de la carte|nom du titulaire|nom sur la carte|nom du titulaire de la carte"),
        (ES, "titular de la tarjeta|nombre en la tarjeta|nombre del titular|titular"), (PT, "nome no cartao|titular do cartao|nome do titular|nome impresso no cartao"), (PL, "posiadacz karty|imie i nazwisko na karcie|wlasciciel karty"), (HI, "card par naam"), (JA, "カード名義|カード名義人|名義人"), (EN, "ccname|cc-name|cardname"),
    ]),
    (C::CardExpiry, &[
        (EN, "expiry|expiry date|expiration|expiration date|card expiry|card expiration|expires|valid until|valid thru|exp date|card expiry date|card expiration date|valid through|good thru|exp|date of expiry|expires end|expiry mm yy|expiration mm yy"), (DE, "ablaufdatum|gultig bis|verfallsdatum|gultigkeit"), (FR, "date d expiration|expiration|date de validite|expire fin|date de fin de validite"),
        (ES, "fecha de caducidad|caducidad|vencimiento|fecha de vencimiento|valida hasta|fecha de expiracion"), (PT, "validade|data de validade|data de vencimento|vencimento|data de expiracao"), (PL, "data waznosci|wazna do|data wygasniecia|termin waznosci"), (HI, "samapti tithi"), (JA, "有効期限"), (EN, "ccexp|cc-exp|cardexp|expdate"),
    ]),
    (C::CardMonth, &[(EN, "expiry month|expiration month|card expiry month|exp month|card expiration month"), (DE, "ablaufmonat|gultig bis monat"), (FR, "mois d expiration"), (ES, "mes de caducidad|mes de vencimiento"), (PT, "mes de validade|mes de vencimento"), (PL, "miesiac waznosci"), (JA, "有効期限 月"), (EN, "cc-exp-month|expmonth|ccmonth")]),
    (C::CardYear, &[(EN, "expiry year|expiration year|card expiry year|exp year|card expiration year"), (DE, "ablaufjahr|gultig bis jahr"), (FR, "annee d expiration"), (ES, "ano de caducidad|ano de vencimiento"), (PT, "ano de validade|ano de vencimento"), (PL, "rok waznosci"), (JA, "有効期限 年"), (EN, "cc-exp-year|expyear|ccyear")]),
    (C::CardCode, &[
        (EN, "cvc|cvv|cvv2|cvc2|security code|card security code|card verification code|csc|card code|card verification number|verification value|cid|cvc cvv|cvv cvc|cvn"), (DE, "prufziffer|kartenprufnummer|sicherheitscode|prufnummer|kartenprufziffer"), (FR, "cryptogramme|code de securite|cryptogramme visuel"), (ES, "codigo de seguridad|cvv"), (PT, "codigo de seguranca"), (PL, "kod cvv|kod cvc|kod bezpieczenstwa"), (HI, "suraksha code"), (JA, "セキュリティコード"), (ANY, "cvc|cvv|csc"), (EN, "cc-csc|cccvc"),
    ]),
    (C::CardType, &[(EN, "card type|credit card type|type of card"), (DE, "kartentyp|kartenart"), (FR, "type de carte"), (ES, "tipo de tarjeta"), (PT, "tipo de cartao|bandeira"), (PL, "rodzaj karty|typ karty"), (JA, "カード種別|カードの種類"), (EN, "cc-type")]),
    (C::School, &[
        (EN, "university|school|college|institution|university institution|educational institution|alma mater|school name|name of university|university or college|school university|college university|university name"), (DE, "hochschule|universitat|schule|name der hochschule"), (FR, "universite|ecole|etablissement"), (ES, "universidad|escuela|centro de estudios|institucion"), (PT, "universidade|faculdade|escola|instituicao de ensino"), (PL, "uczelnia|szkola|uniwersytet"), (HI, "vishwavidyalay|vidyalay"), (JA, "大学|学校名|大学名|最終学歴 学校名|出身校"),
    ]),
    (C::Degree, &[(EN, "degree|degree obtained|qualification|highest qualification|highest degree|level of education|education level|degree title|highest level of education"), (DE, "abschluss|hochschulabschluss|studienabschluss"), (FR, "diplome|diplome obtenu|niveau d etudes"), (ES, "titulo academico|titulacion|grado|nivel de estudios"), (PT, "grau|formacao|escolaridade|grau academico"), (PL, "stopien|wyksztalcenie|tytul naukowy"), (HI, "upadhi|yogyata"), (JA, "学位|最終学歴")]),
    (C::StudyField, &[(EN, "field of study|major|course of study|subject of study|discipline|area of study"), (DE, "studiengang|fachrichtung|studienfach"), (FR, "domaine d etudes|filiere|specialite"), (ES, "carrera|campo de estudio|especialidad"), (PT, "curso|area de estudo"), (PL, "kierunek studiow|kierunek"), (JA, "専攻|学部")]),
    (C::GraduationYear, &[(EN, "graduation year|year of graduation|year graduated|year of completion|graduated in"), (DE, "abschlussjahr"), (FR, "annee d obtention|annee de diplome"), (ES, "ano de graduacion|ano de finalizacion"), (PT, "ano de conclusao|ano de formatura"), (PL, "rok ukonczenia"), (HI, "uttirn varsh"), (JA, "卒業年|卒業年度")]),
    (C::Experience, &[(EN, "years of experience|experience|work experience years|years experience|professional experience|years of professional experience|total experience"), (DE, "berufserfahrung|jahre berufserfahrung|berufserfahrung in jahren"), (FR, "annees d experience|experience professionnelle"), (ES, "anos de experiencia|experiencia"), (PT, "anos de experiencia|experiencia"), (PL, "lata doswiadczenia|doswiadczenie"), (HI, "anubhav"), (JA, "経験年数|実務経験")]),
    (C::Salary, &[(EN, "salary expectation|salary expectations|desired salary|expected salary|salary requirement|salary|salary requirements|expected compensation|desired compensation|desired pay|compensation expectation"), (DE, "gehaltsvorstellung|gehaltswunsch|wunschgehalt"), (FR, "pretentions salariales|salaire souhaite|salaire"), (ES, "expectativa salarial|salario deseado|pretension salarial|aspiracion salarial"), (PT, "pretensao salarial|expectativa salarial"), (PL, "oczekiwania finansowe|oczekiwane wynagrodzenie"), (HI, "apekshit vetan"), (JA, "希望年収|希望給与")]),
    (C::NoticePeriod, &[(EN, "notice period|notice|length of notice"), (DE, "kundigungsfrist"), (FR, "preavis|delai de preavis"), (ES, "periodo de preaviso|preaviso"), (PT, "aviso previo|periodo de aviso"), (PL, "okres wypowiedzenia"), (HI, "notice period"), (JA, "退職予告期間")]),
    (C::StartDate, &[(EN, "available from|earliest start date|availability date|date available|start date available|available start date"), (DE, "fruhester eintrittstermin|eintrittsdatum|verfugbar ab|fruhestmoglicher eintrittstermin"), (FR, "date de disponibilite|disponible a partir du|disponibilite"), (ES, "fecha de disponibilidad|disponible desde|disponibilidad"), (PT, "data de disponibilidade|disponivel a partir de"), (PL, "dostepnosc|dostepny od"), (JA, "入社可能日|入社可能時期")]),
    (C::CoverLetter, &[(EN, "cover letter|covering letter|letter of motivation|motivation letter"), (DE, "anschreiben|motivationsschreiben"), (FR, "lettre de motivation"), (ES, "carta de presentacion|carta de motivacion"), (PT, "carta de apresentacao|carta de motivacao"), (PL, "list motywacyjny"), (JA, "カバーレター|志望動機")]),
    (C::Resume, &[(EN, "resume|cv|curriculum vitae|resume cv|upload resume|upload cv|attach resume|cv resume"), (DE, "lebenslauf"), (FR, "cv"), (ES, "curriculum|hoja de vida|cv"), (PT, "curriculo|curriculum"), (PL, "zyciorys|cv"), (JA, "履歴書")]),
    (C::Message, &[(EN, "message|your message|message text|enquiry|inquiry|how can we help|what can we help you with"), (DE, "nachricht|mitteilung|anfrage"), (FR, "message|votre message"), (ES, "mensaje|consulta"), (PT, "mensagem"), (PL, "wiadomosc|tresc wiadomosci|tresc"), (HI, "sandesh"), (JA, "メッセージ|お問い合わせ内容|お問合せ内容|本文")]),
    (C::Subject, &[(EN, "subject|topic|subject line|regarding"), (DE, "betreff|thema"), (FR, "objet|sujet"), (ES, "asunto|tema"), (PT, "assunto"), (PL, "temat"), (HI, "vishay"), (JA, "件名|題名")]),
    (C::Notes, &[(EN, "notes|comments|additional information|remarks|comment|additional comments|note|other information|order notes|additional notes|special requests"), (DE, "bemerkungen|anmerkungen|kommentar|hinweise|bemerkung|anmerkung"), (FR, "commentaires|remarques|commentaire|informations complementaires"), (ES, "comentarios|observaciones|notas"), (PT, "observacoes|comentarios"), (PL, "uwagi|komentarz|dodatkowe informacje"), (HI, "tippani"), (JA, "備考|ご要望|備考欄|コメント")]),
    (C::Coupon, &[(EN, "coupon|coupon code|promo code|voucher|voucher code|discount code|promotional code|promotion code|voucher number|promo"), (DE, "gutschein|gutscheincode|rabattcode|aktionscode"), (FR, "code promo|code promotionnel|bon de reduction|code de reduction"), (ES, "cupon|codigo promocional|codigo de descuento|cupon de descuento"), (PT, "cupom|cupom de desconto|codigo promocional|codigo de desconto"), (PL, "kod rabatowy|kupon|kod promocyjny"), (HI, "coupon code"), (JA, "クーポンコード|クーポン|プロモーションコード")]),
    (C::OneTimeCode, &[(EN, "verification code|one time code|otp|one time password|authentication code|confirmation code|security code sms|sms code|2fa code|two factor code|one time passcode"), (DE, "bestatigungscode|einmalcode|verifizierungscode|einmalpasswort|tan"), (FR, "code de verification|code de confirmation|code a usage unique"), (ES, "codigo de verificacion|codigo de un solo uso"), (PT, "codigo de verificacao"), (PL, "kod weryfikacyjny|kod jednorazowy"), (HI, "otp"), (JA, "認証コード|確認コード|ワンタイムパスワード"), (ANY, "otp"), (EN, "one-time-code")]),
    (C::Quantity, &[(EN, "quantity|qty|how many|amount of items|number of items"), (DE, "menge|anzahl|stuckzahl"), (FR, "quantite"), (ES, "cantidad"), (PT, "quantidade|qtd"), (PL, "ilosc|liczba sztuk"), (HI, "matra"), (JA, "数量|個数")]),
    (C::Amount, &[(EN, "amount|sum|total amount|payment amount|amount to pay|donation amount"), (DE, "betrag|summe"), (FR, "montant"), (ES, "importe|monto"), (PT, "valor|montante|quantia"), (PL, "kwota"), (HI, "rashi"), (JA, "金額")]),
    (C::Search, &[(EN, "search|search term|keyword|keywords|search query|query"), (DE, "suche|suchbegriff"), (FR, "recherche|rechercher|mot cle"), (ES, "buscar|busqueda"), (PT, "pesquisa|buscar|busca|pesquisar"), (PL, "szukaj|wyszukaj"), (HI, "khoj"), (JA, "検索|検索キーワード|キーワード")]),
    (C::FrequentFlyer, &[(EN, "frequent flyer number|frequent flyer|frequent flyer no|frequent traveller number|loyalty number|mileage number|ff number"), (DE, "vielfliegernummer"), (FR, "numero de fidelite|numero de voyageur frequent|carte de fidelite"), (ES, "numero de viajero frecuente"), (PT, "numero de passageiro frequente|programa de fidelidade"), (PL, "numer programu lojalnosciowego"), (JA, "マイレージ番号|マイレージ会員番号")]),
    (C::Diet, &[(EN, "dietary requirements|diet|meal preference|special meal|meal|dietary needs|dietary restrictions|dietary preference|meal choice|dietary preferences|special dietary requirements"), (DE, "ernahrung|sonderessen|essenswunsch|ernahrungsweise|unvertraglichkeiten"), (FR, "regime alimentaire|repas special|preference de repas"), (ES, "dieta|requisitos dieteticos|comida especial|preferencia de comida"), (PT, "restricoes alimentares|dieta|refeicao especial"), (PL, "dieta|wymagania dietetyczne|preferencje zywieniowe"), (HI, "bhojan"), (JA, "食事制限|特別食|機内食")]),
    (C::Allergies, &[(EN, "allergies|known allergies|allergy|food allergies|any allergies"), (DE, "allergien"), (FR, "allergies"), (ES, "alergias"), (PT, "alergias"), (PL, "alergie"), (HI, "allergy"), (JA, "アレルギー")]),
    (C::Relationship, &[(EN, "relationship|relation|relationship to you"), (DE, "beziehung|verhaltnis|verwandtschaftsverhaltnis"), (FR, "lien|lien de parente|relation"), (ES, "parentesco|relacion"), (PT, "parentesco|grau de parentesco"), (PL, "pokrewienstwo|stopien pokrewienstwa"), (HI, "rishta|sambandh"), (JA, "続柄|関係")]),
    (C::InsuranceNumber, &[(EN, "insurance number|insurance policy number|policy number|insurance no|insurance id|health insurance number|member id|insurance member id"), (DE, "versicherungsnummer|policennummer|versichertennummer|krankenversicherungsnummer"), (FR, "numero d assurance|numero de police|numero d assure"), (ES, "numero de poliza|numero de seguro"), (PT, "numero da apolice|numero do seguro"), (PL, "numer polisy|numer ubezpieczenia"), (HI, "beema number"), (JA, "保険証番号|証券番号|被保険者番号")]),
    (C::CustomerNumber, &[(EN, "customer number|customer id|client number|customer no|client id"), (DE, "kundennummer"), (FR, "numero client|numero de client"), (ES, "numero de cliente"), (PT, "numero de cliente|numero do cliente"), (PL, "numer klienta"), (HI, "grahak sankhya"), (JA, "お客様番号|顧客番号|会員番号")]),
    (C::OrderNumber, &[(EN, "order number|order id|order no|purchase order number|po number|order reference"), (DE, "bestellnummer|auftragsnummer"), (FR, "numero de commande"), (ES, "numero de pedido"), (PT, "numero do pedido|numero da encomenda"), (PL, "numer zamowienia"), (HI, "order number"), (JA, "注文番号")]),
    (C::Terms, &[(EN, "terms|terms and conditions|accept terms|agree to terms|i agree to the terms|i accept the terms|terms of service|i agree to the terms and conditions|i accept the terms and conditions|i agree to the terms of service"), (DE, "agb|nutzungsbedingungen|agb akzeptieren"), (FR, "conditions generales|cgu|cgv"), (ES, "terminos y condiciones|aceptar terminos"), (PT, "termos e condicoes|aceito os termos|termos de uso"), (PL, "regulamin|akceptuje regulamin"), (JA, "利用規約|規約に同意")]),
    (C::Newsletter, &[(EN, "newsletter|subscribe to newsletter|send me the newsletter|subscribe to our newsletter|newsletter subscription|sign up for newsletter"), (DE, "newsletter abonnieren|newsletter"), (FR, "newsletter|lettre d information|infolettre"), (ES, "boletin|boletin de noticias|newsletter"), (PT, "newsletter|boletim informativo"), (PL, "newsletter|biuletyn"), (JA, "メールマガジン|メルマガ|ニュースレター")]),
    (C::Signature, &[(EN, "signature|sign here"), (DE, "unterschrift"), (FR, "signature"), (ES, "firma"), (PT, "assinatura"), (PL, "podpis"), (HI, "hastakshar"), (JA, "署名")]),
];

#[cfg(test)]
mod tests {
    use super::{Concept, Dictionary, Langs, TABLE};
    use crate::form::phrase::{squash, stems};
    use std::vec::Vec;

    #[test]
    fn every_concept_has_words() {
        let known: Vec<Concept> = TABLE.iter().map(|(concept, _)| *concept).collect();
        assert_eq!(known, Concept::ALL);
    }

    #[test]
    fn a_phrase_names_its_concept_however_it_is_written() {
        let table = [
            ("First Name", Concept::GivenName),
            ("firstName", Concept::GivenName),
            ("E-Mail-Adresse", Concept::Email),
            ("ZIP-Code", Concept::Postcode),
            ("Straße und Hausnummer", Concept::Street),
            ("Complément d’adresse", Concept::Line2),
            ("Imię i nazwisko", Concept::FullName),
            ("メールアドレス", Concept::Email),
            ("Janm tithi", Concept::BirthDate),
            ("postal-code", Concept::Postcode),
        ];
        for (text, concept) in table {
            let squashed = squash(&stems(text));
            let senses = Dictionary::get().senses(&squashed);
            assert!(
                senses.iter().any(|sense| sense.concept == concept),
                "{text}: {senses:?}"
            );
        }
    }

    #[test]
    fn one_spelling_may_name_different_things_in_different_languages() {
        let squashed = squash(&stems("Nome"));
        let senses = Dictionary::get().senses(&squashed);
        assert!(senses.iter().all(|sense| sense.langs == Langs::PT));
        assert_eq!(senses.len(), 2);
    }
}

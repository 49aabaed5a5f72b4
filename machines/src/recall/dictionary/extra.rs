//! The common facts, and the phrases that only they need.

use super::{Common, Topic};
use crate::form::synonyms::Concept as C;

const fn of(key: &'static str, token: &'static str, concept: C) -> Common {
    Common {
        key,
        token,
        topic: Topic::Of(concept),
    }
}

const fn own(key: &'static str, token: &'static str, topic: Topic) -> Common {
    Common { key, token, topic }
}

pub(super) const COMMON: &[Common] = &[
    of("title", "honorific-prefix", C::Prefix),
    of("first name", "given-name", C::GivenName),
    of("middle name", "additional-name", C::MiddleName),
    of("surname", "family-name", C::FamilyName),
    of("full name", "name", C::FullName),
    of("preferred name", "nickname", C::Nickname),
    of("date of birth", "bday", C::BirthDate),
    of("gender", "sex", C::Gender),
    of("nationality", "", C::Nationality),
    of("place of birth", "", C::BirthPlace),
    of("marital status", "", C::MaritalStatus),
    of("email", "email", C::Email),
    of("work email", "work email", C::WorkEmail),
    of("mobile", "tel", C::Mobile),
    of("home phone", "home tel", C::HomePhone),
    of("work phone", "work tel", C::WorkPhone),
    of("street", "address-line1", C::Street),
    of("address line 2", "address-line2", C::Line2),
    of("city", "address-level2", C::City),
    of("state", "address-level1", C::Region),
    of("postcode", "postal-code", C::Postcode),
    of("country", "country", C::Country),
    of("company", "organization", C::Company),
    of("job title", "organization-title", C::JobTitle),
    of("department", "", C::Department),
    of("company VAT id", "", C::VatId),
    own("company street", "work address-line1", Topic::OfficeStreet),
    own("company city", "work address-level2", Topic::OfficeCity),
    own("company postcode", "work postal-code", Topic::OfficePostcode),
    of("website", "url", C::Website),
    of("linkedin", "", C::LinkedIn),
    of("github", "", C::GitHub),
    of("username", "username", C::Username),
    of("preferred language", "language", C::Language),
    of("passport number", "", C::Passport),
    of("passport expiry date", "", C::PassportExpiry),
    of("national id number", "", C::NationalId),
    of("tax id", "", C::TaxId),
    of("driving licence number", "", C::DrivingLicence),
    of("iban", "", C::Iban),
    own("emergency contact phone", "", Topic::EmergencyPhone),
    of("university", "", C::School),
    of("degree", "", C::Degree),
    of("graduation year", "", C::GraduationYear),
    of("years of experience", "", C::Experience),
    of("salary expectation", "", C::Salary),
    of("notice period", "", C::NoticePeriod),
    of("frequent flyer number", "", C::FrequentFlyer),
    of("dietary requirements", "", C::Diet),
    of("car registration", "", C::Plate),
];

use Topic as T;

/// Topic, language (empty: any), phrases. They go before those of the shared table.
#[rustfmt::skip]
pub(super) const PHRASES: &[(Topic, &str, &str)] = &[
    (T::EmergencyPhone, "en", "emergency contact phone|emergency contact phone number|emergency phone|emergency phone number|emergency contact number|emergency number|emergency contact telephone|emergency contact mobile|ice phone"),
    (T::EmergencyPhone, "de", "notfallkontakt telefon|notfallnummer|telefon notfallkontakt|telefonnummer notfallkontakt|notfalltelefon|notfalltelefonnummer|telefonnummer des notfallkontakts|telefon des notfallkontakts"),
    (T::EmergencyPhone, "fr", "telephone d urgence|telephone du contact d urgence|numero d urgence|telephone contact d urgence"),
    (T::EmergencyPhone, "es", "telefono de emergencia|telefono del contacto de emergencia|telefono de contacto de emergencia"),
    (T::EmergencyPhone, "pt", "telefone de emergencia|telefone do contato de emergencia|telefone do contacto de emergencia|telefone de contato de emergencia"),
    (T::EmergencyPhone, "pl", "telefon alarmowy|telefon kontaktowy w razie wypadku|numer telefonu w naglych wypadkach"),
    (T::EmergencyPhone, "hi", "aapatkaleen phone|aapatkaleen sampark number|आपातकालीन संपर्क नंबर|आपातकालीन फोन|आपातकालीन फ़ोन"),
    (T::EmergencyPhone, "ja", "緊急連絡先電話番号|緊急連絡先の電話番号|緊急連絡先 電話番号|緊急連絡先番号"),
    (T::OfficeStreet, "en", "company street|company address|company street address|office street|office address|office street address|business street|business address|business street address|work address|work street|work street address|registered office street|registered office address|registered office|employer address|employer street|company address line 1|office address line 1|business address line 1|organization address"),
    (T::OfficeStreet, "de", "firmenanschrift|firmenadresse|geschaftsadresse|geschaftsanschrift|buroadresse|adresse der firma|anschrift der firma|strasse der firma|firmensitz strasse|dienstanschrift"),
    (T::OfficeStreet, "fr", "adresse de l entreprise|adresse de la societe|adresse professionnelle|adresse du bureau|adresse du siege|adresse du siege social|rue du siege|rue de l entreprise"),
    (T::OfficeStreet, "es", "direccion de la empresa|domicilio social|direccion de la oficina|direccion del trabajo|domicilio fiscal|calle de la empresa|direccion profesional"),
    (T::OfficeStreet, "pt", "endereco da empresa|endereco comercial|morada da empresa|endereco do trabalho|rua da empresa"),
    (T::OfficeStreet, "pl", "adres firmy|adres siedziby|ulica firmy|adres siedziby firmy|adres sluzbowy"),
    (T::OfficeStreet, "hi", "company ka pata|karyalay ka pata|कार्यालय का पता|कंपनी का पता"),
    (T::OfficeStreet, "ja", "会社住所|会社の住所|勤務先住所|勤務先の住所|会社所在地|勤務先所在地"),
    (T::OfficeCity, "en", "company city|office city|business city|work city|registered office city|registered office town|company town|business town|office town"),
    (T::OfficeCity, "de", "firmensitz|ort der firma|ort des unternehmens|firmensitz ort|arbeitsort"),
    (T::OfficeCity, "fr", "ville de l entreprise|ville de la societe|ville du siege|ville du siege social|ville du bureau"),
    (T::OfficeCity, "es", "ciudad de la empresa|ciudad de la oficina|ciudad del trabajo"),
    (T::OfficeCity, "pt", "cidade da empresa|cidade do trabalho"),
    (T::OfficeCity, "pl", "miasto firmy|miasto siedziby|miejscowosc siedziby|miejscowosc firmy"),
    (T::OfficeCity, "hi", "company ka shahar|कार्यालय का शहर|कंपनी का शहर"),
    (T::OfficeCity, "ja", "会社所在地 市区町村|勤務先市区町村|会社の市区町村"),
    (T::OfficePostcode, "en", "company postcode|company zip|company zip code|company postal code|office postcode|office zip|office zip code|office postal code|business postcode|business zip|business zip code|business postal code|work postcode|work zip|work zip code|work postal code|registered office postcode"),
    (T::OfficePostcode, "de", "plz der firma|postleitzahl der firma|firmensitz plz|plz des unternehmens"),
    (T::OfficePostcode, "fr", "code postal de l entreprise|code postal de la societe|code postal du siege|code postal du siege social|code postal du bureau"),
    (T::OfficePostcode, "es", "codigo postal de la empresa|codigo postal de la oficina"),
    (T::OfficePostcode, "pt", "cep da empresa|codigo postal da empresa|cep comercial"),
    (T::OfficePostcode, "pl", "kod pocztowy firmy|kod pocztowy siedziby"),
    (T::OfficePostcode, "hi", "company ka pin code|कार्यालय का पिन कोड|कंपनी का पिन कोड"),
    (T::OfficePostcode, "ja", "会社郵便番号|会社の郵便番号|勤務先郵便番号|勤務先の郵便番号"),
    (T::Of(C::Website), "en", "portfolio|portfolio personal website|personal site|portfolio website|portfolio url|personal homepage"),
    (T::Of(C::Salary), "en", "desired salary gross per year|expected annual salary|desired annual salary|expected salary per year"),
    (T::Of(C::Salary), "de", "gehaltsvorstellung brutto|jahresgehalt wunsch|gehaltsvorstellungen"),
    (T::Of(C::Experience), "en", "years professional experience|how many years of experience|how many years of professional experience|number of years of experience|years of work experience|years of relevant experience"),
    (T::Of(C::Company), "en", "business name|company legal name|legal name of company"),
];

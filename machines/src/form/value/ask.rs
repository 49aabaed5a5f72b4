//! Which piece of a name, an address or a telephone number a field asks for, by its tokens and its words.

use alloc::string::String;

use crate::form::model::{Field, Kind};
use crate::form::text;

/// What a field asks for, as far as values need to know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ask {
    /// Nothing that matters here.
    #[default]
    Other,
    /// A whole name.
    FullName,
    /// The given name.
    GivenName,
    /// The middle name or names.
    MiddleName,
    /// The family name.
    FamilyName,
    /// A form of address or an academic title.
    Title,
    /// The whole street address.
    Street,
    /// The street and number, or the first line.
    LineOne,
    /// The second line.
    LineTwo,
    /// The third line.
    LineThree,
    /// The street without its number.
    StreetName,
    /// The number of the house.
    HouseNumber,
    /// The postcode.
    Postcode,
    /// A whole telephone number.
    Phone,
    /// The dialling code of a country.
    DialCode,
    /// A telephone number without the dialling code of its country.
    NationalPhone,
    /// The area code.
    AreaCode,
    /// A telephone number without area code.
    LocalPhone,
    /// An extension.
    Extension,
}

/// What `field` asks for: its `autocomplete` token first, then its label, then its name.
pub fn ask(field: &Field) -> Ask {
    let by_token = by_token(&field.autocomplete.token);
    if by_token != Ask::Other {
        return by_token;
    }
    let by_label = by_words(&text::fold(&field.label));
    if by_label != Ask::Other || !field.label.is_empty() {
        return by_label;
    }
    by_words(&text::fold(&split_name(&field.name)))
}

fn by_token(token: &str) -> Ask {
    match token {
        "name" | "cc-name" => Ask::FullName,
        "given-name" | "cc-given-name" => Ask::GivenName,
        "additional-name" | "cc-additional-name" => Ask::MiddleName,
        "family-name" | "cc-family-name" => Ask::FamilyName,
        "honorific-prefix" => Ask::Title,
        "street-address" => Ask::Street,
        "address-line1" => Ask::LineOne,
        "address-line2" => Ask::LineTwo,
        "address-line3" => Ask::LineThree,
        "postal-code" => Ask::Postcode,
        "tel" => Ask::Phone,
        "tel-country-code" => Ask::DialCode,
        "tel-national" => Ask::NationalPhone,
        "tel-area-code" => Ask::AreaCode,
        "tel-local" | "tel-local-prefix" | "tel-local-suffix" => Ask::LocalPhone,
        "tel-extension" => Ask::Extension,
        _ => Ask::Other,
    }
}

const WORDS: &[(Ask, &[&str])] = &[
    (
        Ask::FullName,
        &[
            "name",
            "full name",
            "your name",
            "your full name",
            "complete name",
            "name and surname",
            "first and last name",
            "vollstandiger name",
            "vor und nachname",
            "vor und zuname",
            "nom complet",
            "nom et prenom",
            "prenom et nom",
            "nombre completo",
            "nombre y apellidos",
            "nome completo",
            "nome e cognome",
            "imie i nazwisko",
            "volledige naam",
            "fullname",
            "氏名",
            "お名前",
        ],
    ),
    (
        Ask::GivenName,
        &[
            "first name",
            "given name",
            "given names",
            "forename",
            "first names",
            "firstname",
            "fname",
            "vorname",
            "vornamen",
            "prenom",
            "prenoms",
            "nombre",
            "nombres",
            "nome",
            "imie",
            "voornaam",
            "fornamn",
            "fornavn",
            "etunimi",
            "名",
        ],
    ),
    (
        Ask::MiddleName,
        &[
            "middle name",
            "middle names",
            "middle initial",
            "middlename",
            "m i",
            "mi",
            "zweiter vorname",
            "weitere vornamen",
            "deuxieme prenom",
            "segundo nombre",
            "nome do meio",
            "secondo nome",
            "drugie imie",
            "tweede naam",
        ],
    ),
    (
        Ask::FamilyName,
        &[
            "last name",
            "surname",
            "family name",
            "lastname",
            "lname",
            "nachname",
            "familienname",
            "zuname",
            "nom",
            "nom de famille",
            "apellido",
            "apellidos",
            "sobrenome",
            "apelido",
            "cognome",
            "nazwisko",
            "achternaam",
            "efternamn",
            "efternavn",
            "etternavn",
            "sukunimi",
            "姓",
        ],
    ),
    (
        Ask::StreetName,
        &[
            "street name",
            "street without number",
            "strassenname",
            "nom de la rue",
            "nombre de la calle",
            "nome da rua",
            "nome via",
            "nazwa ulicy",
            "straatnaam",
            "street name without number",
        ],
    ),
    (
        Ask::HouseNumber,
        &[
            "house number",
            "house no",
            "house nr",
            "street number",
            "building number",
            "number of house",
            "hausnummer",
            "haus nr",
            "hausnr",
            "hnr",
            "numero de rue",
            "numero de voie",
            "n de rue",
            "numero de calle",
            "numero da casa",
            "numero civico",
            "civico",
            "numer domu",
            "nr domu",
            "huisnummer",
            "husnummer",
            "housenumber",
        ],
    ),
    (
        Ask::Street,
        &[
            "street address",
            "address",
            "street",
            "street and number",
            "street and house number",
            "postal address",
            "mailing address",
            "home address",
            "anschrift",
            "adresse",
            "strasse und hausnummer",
            "strasse hausnummer",
            "strasse",
            "adresse postale",
            "direccion",
            "endereco",
            "indirizzo",
            "adres",
            "ulica",
            "straat",
            "straat en huisnummer",
            "rue",
            "calle",
            "rua",
            "via",
        ],
    ),
    (
        Ask::LineOne,
        &[
            "address line 1",
            "address 1",
            "street address 1",
            "street line 1",
            "adresszeile 1",
            "adresse ligne 1",
            "address1",
        ],
    ),
    (
        Ask::LineTwo,
        &[
            "address line 2",
            "address 2",
            "street address 2",
            "street line 2",
            "adresszeile 2",
            "adresse ligne 2",
            "address2",
            "adresszusatz",
            "complement d adresse",
            "complemento",
        ],
    ),
    (
        Ask::Postcode,
        &[
            "postcode",
            "post code",
            "postal code",
            "zip",
            "zip code",
            "zipcode",
            "zip postal code",
            "zip postcode",
            "plz",
            "postleitzahl",
            "code postal",
            "codigo postal",
            "cep",
            "cap",
            "kod pocztowy",
            "eircode",
            "pin code",
            "pincode",
            "郵便番号",
            "postnummer",
            "postnumero",
            "psc",
        ],
    ),
    (
        Ask::Phone,
        &[
            "phone",
            "phone number",
            "telephone",
            "telephone number",
            "mobile",
            "mobile number",
            "mobile phone",
            "cell phone",
            "contact number",
            "telefon",
            "telefonnummer",
            "handynummer",
            "telefono",
            "telefone",
            "numer telefonu",
        ],
    ),
    (
        Ask::DialCode,
        &[
            "country code",
            "dial code",
            "dialling code",
            "dialing code",
            "phone country code",
            "calling code",
            "landesvorwahl",
            "landervorwahl",
            "indicatif",
            "indicatif pays",
            "prefijo",
            "prefisso internazionale",
            "kierunkowy kraju",
        ],
    ),
    (Ask::AreaCode, &["area code", "ortsvorwahl"]),
    (
        Ask::Extension,
        &["extension", "ext", "phone extension", "durchwahl", "nebenstelle"],
    ),
];

fn by_words(folded: &str) -> Ask {
    if folded.is_empty() {
        return Ask::Other;
    }
    WORDS
        .iter()
        .find(|(_, list)| list.contains(&folded))
        .map_or(Ask::Other, |(ask, _)| *ask)
}

/// What the name of a piece asks for: `first name`, `familyName`, `street`.
pub(crate) fn of_words(words: &str) -> Ask {
    let by_key = by_words(&text::fold(&split_name(words)));
    if by_key == Ask::Other { by_token(words) } else { by_key }
}

/// `houseNumber`, `house_number` and `house-number` as words.
fn split_name(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut lower = false;
    for c in name.chars() {
        if c.is_uppercase() && lower {
            out.push(' ');
        }
        lower = c.is_lowercase() || c.is_ascii_digit();
        out.push(if c.is_alphanumeric() { c } else { ' ' });
    }
    out
}

/// Whether the field holds a code of digits rather than a quantity.
pub(crate) fn is_code(field: &Field) -> bool {
    if matches!(
        ask(field),
        Ask::Postcode | Ask::Phone | Ask::NationalPhone | Ask::AreaCode | Ask::LocalPhone | Ask::DialCode
    ) || matches!(
        field.autocomplete.token.as_str(),
        "one-time-code" | "cc-number" | "cc-csc"
    ) {
        return true;
    }
    let named = text::fold(&split_name(&field.name));
    text::fold(&field.label).split(' ').chain(named.split(' ')).any(|word| {
        matches!(
            word,
            "zip"
                | "postcode"
                | "plz"
                | "postleitzahl"
                | "cep"
                | "code"
                | "kod"
                | "codigo"
                | "id"
                | "pin"
                | "account"
                | "konto"
                | "kontonummer"
                | "reference"
                | "ref"
                | "phone"
                | "telephone"
                | "mobile"
                | "iban"
                | "ssn"
                | "isbn"
                | "serial"
                | "barcode"
                | "sort"
                | "routing"
                | "licence"
                | "license"
                | "passport"
                | "otp"
        )
    })
}

/// Whether the field takes a telephone number by its type or its token.
pub(crate) fn is_phone(field: &Field) -> bool {
    field.kind == Kind::Tel && by_token(&field.autocomplete.token) == Ask::Other && field.autocomplete.token.is_empty()
        || field.kind == Kind::Tel && matches!(field.autocomplete.token.as_str(), "on" | "off")
        || field.autocomplete.token.starts_with("tel")
}

#[cfg(test)]
mod tests {
    use super::{Ask, ask, is_code};
    use crate::form::autocomplete::Autocomplete;
    use crate::form::model::Field;

    #[test]
    fn the_token_speaks_before_the_label_and_the_label_before_the_name() {
        let table = [
            ("family-name", "Name", "n", Ask::FamilyName),
            ("", "Hausnummer", "street", Ask::HouseNumber),
            ("", "", "houseNumber", Ask::HouseNumber),
            ("", "Favourite colour", "postcode", Ask::Other),
            ("off", "ZIP / Postal code", "", Ask::Postcode),
            ("tel-country-code", "", "", Ask::DialCode),
        ];
        for (token, label, name, expected) in table {
            let field = Field {
                label: label.into(),
                name: name.into(),
                autocomplete: Autocomplete {
                    token: token.into(),
                    ..Autocomplete::default()
                },
                ..Field::default()
            };
            assert_eq!(ask(&field), expected, "{token} {label} {name}");
        }
    }

    #[test]
    fn a_code_is_known_by_a_word_of_its_label_or_name() {
        for (label, name, code) in [("Member ID", "", true), ("", "zip_code", true), ("Age", "age", false)] {
            let field = Field {
                label: label.into(),
                name: name.into(),
                ..Field::default()
            };
            assert_eq!(is_code(&field), code, "{label} {name}");
        }
    }
}

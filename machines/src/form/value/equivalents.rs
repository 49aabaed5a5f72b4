//! Different words for the same choice: countries, states, forms of address, yes and no, sizes, months.
//!
//! A [`Class`] knows the members of one kind of list. A wish and an option are equivalent when one class knows both
//! and the option means nothing that the wish does not.

use alloc::vec::Vec;

use super::{boolean, countries, money};
use crate::form::text;

/// What a text means in one kind of list: one member, several that it could be, or nothing.
pub(crate) type Meaning = Vec<&'static str>;

/// One kind of list.
#[derive(Clone, Copy)]
pub(crate) struct Class {
    pub(crate) name: &'static str,
    /// The meaning of a text.
    pub(crate) read: fn(&str) -> Meaning,
    /// Whether a name that this class knows may only be matched by this class: `Guinea` never means `Guinea-Bissau`.
    pub(crate) closed: bool,
}

/// The kinds of list known.
pub(crate) const CLASSES: &[Class] = &[
    Class { name: "country", read: countries::named, closed: true },
    Class { name: "us-state", read: |text| state(text, US), closed: true },
    Class { name: "ca-province", read: |text| state(text, CANADA), closed: true },
    Class { name: "au-state", read: |text| state(text, AUSTRALIA), closed: true },
    Class { name: "de-land", read: |text| state(text, GERMANY), closed: true },
    Class { name: "br-state", read: |text| state(text, BRAZIL), closed: true },
    Class { name: "in-state", read: |text| state(text, INDIA), closed: true },
    Class { name: "mx-state", read: |text| state(text, MEXICO), closed: true },
    Class { name: "gb-nation", read: |text| state(text, HOME_NATIONS), closed: true },
    Class { name: "title", read: |text| listed(text, TITLES), closed: true },
    Class { name: "gender", read: |text| listed(text, GENDERS), closed: true },
    Class { name: "truth", read: truth, closed: false },
    Class { name: "size", read: |text| listed(text, SIZES), closed: true },
    Class { name: "month", read: month, closed: true },
    Class { name: "weekday", read: |text| listed(text, WEEKDAYS), closed: true },
    Class { name: "marital", read: |text| listed(text, MARITAL), closed: true },
    Class { name: "language", read: |text| listed(text, LANGUAGES), closed: false },
    Class { name: "blood", read: |text| listed(text, BLOOD), closed: true },
    Class { name: "currency", read: currency, closed: false },
];

/// Members with their names, folded.
type Table = &'static [(&'static str, &'static [&'static str])];

fn listed(written: &str, table: Table) -> Meaning {
    let folded = text::fold(written);
    table.iter().filter(|(_, names)| names.contains(&folded.as_str())).map(|(member, _)| *member).collect()
}

fn truth(written: &str) -> Meaning {
    match boolean::read(written) {
        Some(true) => ["yes"].into(),
        Some(false) => ["no"].into(),
        None => Vec::new(),
    }
}

fn month(written: &str) -> Meaning {
    let folded = text::fold(written);
    // `03 - March` and `March (03)` are March as long as the two agree.
    match folded.split(' ').collect::<Vec<&str>>().as_slice() {
        [word] => month_word(word),
        [one, two] if month_word(one) == month_word(two) => month_word(one),
        _ => Vec::new(),
    }
}

fn month_word(word: &str) -> Meaning {
    let number = word.trim_start_matches('0');
    MONTHS
        .iter()
        .filter(|(member, names)| (word.len() < 3 && *member == number) || names.contains(&word))
        .map(|(member, _)| *member)
        .collect()
}

fn currency(written: &str) -> Meaning {
    let bare = written.trim();
    let found = |token: &str| money::named(token).map(<[&str]>::to_vec).unwrap_or_default();
    let whole = found(bare);
    if !whole.is_empty() {
        return whole;
    }
    // `EUR - Euro`, `Euro (EUR)`, `€ EUR`: a code in capitals says which.
    let codes: Vec<&str> = bare
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() == 3 && word.bytes().all(|b| b.is_ascii_uppercase()))
        .collect();
    match codes.as_slice() {
        [code] => found(code),
        _ => Vec::new(),
    }
}

/// A state by its code in capitals, its name, or one of its old abbreviations.
fn state(written: &str, table: Table) -> Meaning {
    let bare = written.trim();
    let folded = text::fold(bare);
    table
        .iter()
        .filter(|(code, names)| {
            *code == bare
                || (bare.len() == 2 || bare.len() == 3) && bare.bytes().all(|b| b.is_ascii_uppercase()) && *code == bare
                || names.contains(&folded.as_str())
        })
        .map(|(code, _)| *code)
        .collect()
}

/// The meanings of an option: of its text, else of its text without what stands in brackets, else of its value.
pub(crate) fn of_option(class: Class, label: &str, value: &str) -> Meaning {
    // Beside `England`, another part of the same country is no equivalent.
    if class.name == "country" && !state(label, HOME_NATIONS).is_empty() {
        return Vec::new();
    }
    let mut meaning = (class.read)(label);
    if meaning.is_empty()
        && let Some((head, inside)) = bracketed(label)
    {
        meaning = (class.read)(head);
        let narrower = (class.read)(inside);
        // `Georgia (US)`: what is in brackets must not speak of another.
        if !narrower.is_empty() && !meaning.is_empty() && !narrower.iter().any(|one| meaning.contains(one)) {
            meaning.clear();
        }
    }
    if meaning.is_empty()
        && let Some((head, tail)) = label.split_once(" - ").or_else(|| label.split_once(" – "))
    {
        // `CA - California`: both sides are the same member.
        let (one, two) = ((class.read)(head), (class.read)(tail));
        if !one.is_empty() && one == two {
            meaning = one;
        }
    }
    if meaning.is_empty() && label.split('/').count() > 1 {
        let parts: Vec<Meaning> = label.split('/').map(class.read).collect();
        if parts.iter().all(|part| !part.is_empty()) {
            meaning = parts.concat();
        }
    }
    if meaning.len() != 1 && !value.is_empty() {
        // The value says what the text does not, or which of several it means.
        let coded = (class.read)(value);
        if meaning.is_empty() || coded.len() == 1 && meaning.contains(&coded[0]) {
            meaning = coded;
        }
    }
    meaning
}

/// A text and what stands in brackets at its end.
pub(crate) fn bracketed(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_end();
    let open = text.rfind(['(', '['])?;
    let inside = text[open + 1..].strip_suffix([')', ']'])?;
    let head = text[..open].trim_end();
    (!head.is_empty() && !inside.contains(['(', ')'])).then_some((head, inside.trim()))
}

const TITLES: Table = &[
    ("mr", &["mr", "mister", "herr", "hr", "monsieur", "senor", "sr", "signor", "sig", "senhor", "pan", "de heer", "dhr", "herra", "господин"]),
    ("mrs", &["mrs", "missus", "frau", "fr", "madame", "mme", "senora", "sra", "signora", "sig ra", "senhora", "pani", "mevrouw", "mevr", "mw", "fru", "rouva"]),
    ("ms", &["ms", "frau", "fr", "pani", "mevrouw", "mevr", "mw", "senora", "sra", "signora", "sig ra", "senhora", "madame", "mme"]),
    ("miss", &["miss", "fraulein", "mademoiselle", "mlle", "senorita", "srta", "signorina", "senhorita"]),
    ("mx", &["mx"]),
    ("dr", &["dr", "doctor", "doktor", "docteur", "dra", "doutor", "dott", "dottore", "dr med"]),
    ("prof", &["prof", "professor", "professeur", "profesor", "professore", "professorin"]),
    ("rev", &["rev", "reverend"]),
    ("sir", &["sir"]),
    ("lady", &["lady"]),
];

const GENDERS: Table = &[
    ("male", &["male", "m", "man", "masculine", "mannlich", "mann", "homme", "masculin", "hombre", "masculino", "varon", "uomo", "maschio", "maschile", "mezczyzna", "mannelijk", "homem", "kille", "mand"]),
    ("female", &["female", "f", "woman", "feminine", "weiblich", "w", "femme", "feminin", "mujer", "femenino", "feminino", "donna", "femmina", "femminile", "kobieta", "vrouwelijk", "vrouw", "mulher", "kvinna", "kvinde"]),
    ("non-binary", &["non binary", "nonbinary", "nb", "enby", "divers", "diverse", "d", "non binaire", "no binario", "nao binario", "non binario", "niebinarna", "non binair"]),
    ("unsaid", &["prefer not to say", "prefer not to answer", "prefer not to disclose", "i prefer not to say", "rather not say", "i d rather not say", "decline to answer", "decline to state", "do not wish to disclose", "not specified", "undisclosed", "keine angabe", "prefiero no decirlo", "prefiro nao dizer", "prefiro nao informar", "je prefere ne pas repondre", "preferisco non dirlo", "zeg ik liever niet"]),
];

const SIZES: Table = &[
    ("XXS", &["xxs", "2xs", "xx small", "extra extra small"]),
    ("XS", &["xs", "x small", "extra small"]),
    ("S", &["s", "small"]),
    ("M", &["m", "medium"]),
    ("L", &["l", "large"]),
    ("XL", &["xl", "x large", "extra large"]),
    ("XXL", &["xxl", "2xl", "xx large", "2x large", "extra extra large"]),
    ("XXXL", &["xxxl", "3xl", "xxx large", "3x large"]),
    ("4XL", &["xxxxl", "4xl", "4x large"]),
];

const MARITAL: Table = &[
    ("single", &["single", "unmarried", "never married", "ledig", "celibataire", "soltero", "soltera", "soltero a", "solteiro", "solteira", "celibe", "nubile", "kawaler", "panna", "ongehuwd", "ugift", "ogift"]),
    ("married", &["married", "verheiratet", "marie", "mariee", "marie e", "casado", "casada", "casado a", "sposato", "sposata", "coniugato", "coniugata", "zonaty", "zamezna", "gehuwd", "getrouwd", "gift"]),
    ("divorced", &["divorced", "geschieden", "divorce", "divorcee", "divorce e", "divorciado", "divorciada", "divorciado a", "divorziato", "divorziata", "rozwiedziony", "rozwiedziona", "gescheiden", "fraskilt", "skild"]),
    ("widowed", &["widowed", "widow", "widower", "verwitwet", "veuf", "veuve", "veuf ve", "viudo", "viuda", "viudo a", "viuvo", "viuva", "vedovo", "vedova", "wdowiec", "wdowa", "weduwe", "weduwnaar"]),
    ("separated", &["separated", "getrennt lebend", "getrennt", "separe", "separee", "separado", "separada", "separato", "separata"]),
];

const MONTHS: Table = &[
    ("1", &["january", "jan", "januar", "janner", "janvier", "janv", "enero", "ene", "janeiro", "styczen", "stycznia", "sty", "gennaio", "gen", "januari"]),
    ("2", &["february", "feb", "februar", "fevrier", "fevr", "fev", "febrero", "fevereiro", "luty", "lutego", "lut", "febbraio", "februari"]),
    ("3", &["march", "mar", "marz", "maerz", "mrz", "mars", "marzo", "marco", "marzec", "marca", "maart", "mrt"]),
    ("4", &["april", "apr", "avril", "avr", "abril", "abr", "kwiecien", "kwietnia", "kwi", "aprile"]),
    ("5", &["may", "mai", "mayo", "maio", "maj", "maja", "maggio", "mag", "mei"]),
    ("6", &["june", "jun", "juni", "juin", "junio", "junho", "czerwiec", "czerwca", "cze", "giugno", "giu"]),
    ("7", &["july", "jul", "juli", "juillet", "juil", "julio", "julho", "lipiec", "lipca", "lip", "luglio", "lug"]),
    ("8", &["august", "aug", "aout", "agosto", "ago", "sierpien", "sierpnia", "sie", "augustus"]),
    ("9", &["september", "sep", "sept", "septembre", "septiembre", "setembro", "set", "wrzesien", "wrzesnia", "wrz", "settembre"]),
    ("10", &["october", "oct", "oktober", "okt", "octobre", "octubre", "outubro", "out", "pazdziernik", "pazdziernika", "paz", "ottobre", "ott"]),
    ("11", &["november", "nov", "novembre", "noviembre", "novembro", "listopad", "listopada", "lis"]),
    ("12", &["december", "dec", "dezember", "dez", "decembre", "diciembre", "dic", "dezembro", "grudzien", "grudnia", "gru", "dicembre"]),
];

const WEEKDAYS: Table = &[
    ("mon", &["monday", "mon", "montag", "mo", "lundi", "lun", "lunes", "lunedi", "segunda feira", "segunda", "poniedzialek", "maandag", "mandag"]),
    ("tue", &["tuesday", "tue", "tues", "dienstag", "di", "mardi", "martes", "martedi", "terca feira", "terca", "wtorek", "dinsdag", "tirsdag"]),
    ("wed", &["wednesday", "wed", "weds", "mittwoch", "mi", "mercredi", "mercr", "miercoles", "mercoledi", "quarta feira", "quarta", "sroda", "woensdag", "onsdag"]),
    ("thu", &["thursday", "thu", "thur", "thurs", "donnerstag", "do", "jeudi", "jueves", "giovedi", "quinta feira", "quinta", "czwartek", "donderdag", "torsdag"]),
    ("fri", &["friday", "fri", "freitag", "fr", "vendredi", "viernes", "venerdi", "sexta feira", "sexta", "piatek", "vrijdag", "fredag"]),
    ("sat", &["saturday", "sat", "samstag", "sonnabend", "sa", "samedi", "sabado", "sabato", "sobota", "zaterdag", "lordag"]),
    ("sun", &["sunday", "sun", "sonntag", "so", "dimanche", "domingo", "domenica", "niedziela", "zondag", "sondag"]),
];

const LANGUAGES: Table = &[
    ("en", &["english", "englisch", "anglais", "ingles", "inglese", "angielski", "engels", "en", "eng"]),
    ("de", &["german", "deutsch", "allemand", "aleman", "alemao", "tedesco", "niemiecki", "duits", "de", "deu", "ger"]),
    ("fr", &["french", "franzosisch", "francais", "frances", "francese", "francuski", "frans", "fr", "fra", "fre"]),
    ("es", &["spanish", "spanisch", "espagnol", "espanol", "espanhol", "spagnolo", "hiszpanski", "spaans", "castellano", "es", "spa"]),
    ("pt", &["portuguese", "portugiesisch", "portugais", "portugues", "portoghese", "portugalski", "portugees", "pt", "por"]),
    ("it", &["italian", "italienisch", "italien", "italiano", "wloski", "italiaans", "it", "ita"]),
    ("nl", &["dutch", "niederlandisch", "neerlandais", "neerlandes", "holandes", "olandese", "niderlandzki", "nederlands", "nl", "nld"]),
    ("pl", &["polish", "polnisch", "polonais", "polaco", "polones", "polacco", "polski", "pools", "pl", "pol"]),
    ("ja", &["japanese", "japanisch", "japonais", "japones", "giapponese", "japonski", "japans", "日本語", "ja", "jpn"]),
    ("zh", &["chinese", "chinesisch", "chinois", "chino", "chines", "cinese", "chinski", "chinees", "中文", "zh", "zho", "chi"]),
    ("ko", &["korean", "koreanisch", "coreen", "coreano", "koreanski", "koreaans", "한국어", "ko", "kor"]),
    ("ru", &["russian", "russisch", "russe", "ruso", "russo", "rosyjski", "русскии", "русский", "ru", "rus"]),
    ("ar", &["arabic", "arabisch", "arabe", "arabo", "arabski", "العربية", "ar", "ara"]),
    ("hi", &["hindi", "hi", "hin"]),
    ("tr", &["turkish", "turkisch", "turc", "turco", "turecki", "turks", "turkce", "tr", "tur"]),
    ("sv", &["swedish", "schwedisch", "suedois", "sueco", "svedese", "szwedzki", "zweeds", "svenska", "sv", "swe"]),
    ("uk", &["ukrainian", "ukrainisch", "ukrainien", "ucraniano", "ucraino", "ukrainski", "українська", "ukr"]),
];

const BLOOD: Table = &[
    ("A+", &["a+", "a positive", "a pos", "a rh+", "a rh positive"]),
    ("A-", &["a-", "a negative", "a neg", "a rh-", "a rh negative"]),
    ("B+", &["b+", "b positive", "b pos", "b rh+", "b rh positive"]),
    ("B-", &["b-", "b negative", "b neg", "b rh-", "b rh negative"]),
    ("AB+", &["ab+", "ab positive", "ab pos", "ab rh+", "ab rh positive"]),
    ("AB-", &["ab-", "ab negative", "ab neg", "ab rh-", "ab rh negative"]),
    ("O+", &["o+", "o positive", "o pos", "0+", "o rh+", "o rh positive"]),
    ("O-", &["o-", "o negative", "o neg", "0-", "o rh-", "o rh negative"]),
];

const HOME_NATIONS: Table = &[
    ("ENG", &["england"]),
    ("SCT", &["scotland"]),
    ("WLS", &["wales", "cymru"]),
    ("NIR", &["northern ireland"]),
];

const US: Table = &[
    ("AL", &["alabama", "ala"]), ("AK", &["alaska"]), ("AZ", &["arizona", "ariz"]), ("AR", &["arkansas", "ark"]),
    ("CA", &["california", "calif"]), ("CO", &["colorado", "colo"]), ("CT", &["connecticut", "conn"]),
    ("DE", &["delaware", "del"]), ("DC", &["district of columbia", "washington dc", "washington d c", "d c"]),
    ("FL", &["florida", "fla"]), ("GA", &["georgia"]), ("HI", &["hawaii", "hawai i"]), ("ID", &["idaho"]),
    ("IL", &["illinois", "ill"]), ("IN", &["indiana", "ind"]), ("IA", &["iowa"]), ("KS", &["kansas", "kans"]),
    ("KY", &["kentucky"]), ("LA", &["louisiana"]), ("ME", &["maine"]), ("MD", &["maryland"]),
    ("MA", &["massachusetts", "mass"]), ("MI", &["michigan", "mich"]), ("MN", &["minnesota", "minn"]),
    ("MS", &["mississippi", "miss"]), ("MO", &["missouri"]), ("MT", &["montana", "mont"]), ("NE", &["nebraska", "nebr"]),
    ("NV", &["nevada", "nev"]), ("NH", &["new hampshire", "n h"]), ("NJ", &["new jersey", "n j"]),
    ("NM", &["new mexico", "n m"]), ("NY", &["new york", "new york state", "n y"]), ("NC", &["north carolina", "n c"]),
    ("ND", &["north dakota", "n d"]), ("OH", &["ohio"]), ("OK", &["oklahoma", "okla"]), ("OR", &["oregon", "ore"]),
    ("PA", &["pennsylvania", "penn", "penna"]), ("RI", &["rhode island", "r i"]), ("SC", &["south carolina", "s c"]),
    ("SD", &["south dakota", "s d"]), ("TN", &["tennessee", "tenn"]), ("TX", &["texas", "tex"]), ("UT", &["utah"]),
    ("VT", &["vermont"]), ("VA", &["virginia"]), ("WA", &["washington", "wash", "washington state"]),
    ("WV", &["west virginia", "w va"]), ("WI", &["wisconsin", "wis"]), ("WY", &["wyoming", "wyo"]),
    ("PR", &["puerto rico"]), ("GU", &["guam"]), ("VI", &["us virgin islands", "u s virgin islands", "virgin islands"]),
    ("AS", &["american samoa"]), ("MP", &["northern mariana islands"]),
];

const CANADA: Table = &[
    ("AB", &["alberta"]), ("BC", &["british columbia", "colombie britannique"]), ("MB", &["manitoba"]),
    ("NB", &["new brunswick", "nouveau brunswick"]), ("NL", &["newfoundland and labrador", "newfoundland", "terre neuve et labrador"]),
    ("NS", &["nova scotia", "nouvelle ecosse"]), ("NT", &["northwest territories", "territoires du nord ouest"]),
    ("NU", &["nunavut"]), ("ON", &["ontario", "ont"]), ("PE", &["prince edward island", "pei", "ile du prince edouard"]),
    ("QC", &["quebec", "que"]), ("SK", &["saskatchewan", "sask"]), ("YT", &["yukon", "yukon territory"]),
];

const AUSTRALIA: Table = &[
    ("NSW", &["new south wales"]), ("VIC", &["victoria"]), ("QLD", &["queensland"]), ("WA", &["western australia"]),
    ("SA", &["south australia"]), ("TAS", &["tasmania"]), ("ACT", &["australian capital territory"]),
    ("NT", &["northern territory"]),
];

const GERMANY: Table = &[
    ("BW", &["baden wurttemberg", "baden wuerttemberg"]), ("BY", &["bayern", "bavaria"]), ("BE", &["berlin"]), ("BB", &["brandenburg"]),
    ("HB", &["bremen"]), ("HH", &["hamburg"]), ("HE", &["hessen", "hesse"]), ("MV", &["mecklenburg vorpommern"]),
    ("NI", &["niedersachsen", "lower saxony"]), ("NW", &["nordrhein westfalen", "nrw", "north rhine westphalia"]),
    ("RP", &["rheinland pfalz", "rhineland palatinate"]), ("SL", &["saarland"]), ("SN", &["sachsen", "saxony"]),
    ("ST", &["sachsen anhalt", "saxony anhalt"]), ("SH", &["schleswig holstein"]), ("TH", &["thuringen", "thueringen", "thuringia"]),
];

const BRAZIL: Table = &[
    ("AC", &["acre"]), ("AL", &["alagoas"]), ("AP", &["amapa"]), ("AM", &["amazonas"]), ("BA", &["bahia"]), ("CE", &["ceara"]),
    ("DF", &["distrito federal"]), ("ES", &["espirito santo"]), ("GO", &["goias"]), ("MA", &["maranhao"]),
    ("MT", &["mato grosso"]), ("MS", &["mato grosso do sul"]), ("MG", &["minas gerais"]), ("PA", &["para"]),
    ("PB", &["paraiba"]), ("PR", &["parana"]), ("PE", &["pernambuco"]), ("PI", &["piaui"]), ("RJ", &["rio de janeiro"]),
    ("RN", &["rio grande do norte"]), ("RS", &["rio grande do sul"]), ("RO", &["rondonia"]), ("RR", &["roraima"]),
    ("SC", &["santa catarina"]), ("SP", &["sao paulo"]), ("SE", &["sergipe"]), ("TO", &["tocantins"]),
];

const INDIA: Table = &[
    ("AP", &["andhra pradesh"]), ("AR", &["arunachal pradesh"]), ("AS", &["assam"]), ("BR", &["bihar"]), ("CG", &["chhattisgarh"]),
    ("DL", &["delhi", "new delhi", "nct of delhi"]), ("GA", &["goa"]), ("GJ", &["gujarat"]), ("HR", &["haryana"]),
    ("HP", &["himachal pradesh"]), ("JH", &["jharkhand"]), ("JK", &["jammu and kashmir", "jammu & kashmir"]),
    ("KA", &["karnataka"]), ("KL", &["kerala"]), ("MP", &["madhya pradesh"]), ("MH", &["maharashtra"]), ("MN", &["manipur"]),
    ("ML", &["meghalaya"]), ("MZ", &["mizoram"]), ("NL", &["nagaland"]), ("OD", &["odisha", "orissa"]), ("PB", &["punjab"]),
    ("RJ", &["rajasthan"]), ("SK", &["sikkim"]), ("TN", &["tamil nadu"]), ("TS", &["telangana"]), ("TR", &["tripura"]),
    ("UP", &["uttar pradesh"]), ("UK", &["uttarakhand", "uttaranchal"]), ("WB", &["west bengal"]),
];

const MEXICO: Table = &[
    ("AGU", &["aguascalientes"]), ("BCN", &["baja california"]), ("BCS", &["baja california sur"]), ("CAM", &["campeche"]),
    ("CHP", &["chiapas"]), ("CHH", &["chihuahua"]), ("CMX", &["ciudad de mexico", "mexico city", "cdmx", "distrito federal"]),
    ("COA", &["coahuila", "coahuila de zaragoza"]), ("COL", &["colima"]), ("DUR", &["durango"]), ("GUA", &["guanajuato"]),
    ("GRO", &["guerrero"]), ("HID", &["hidalgo"]), ("JAL", &["jalisco"]), ("MEX", &["estado de mexico", "mexico"]),
    ("MIC", &["michoacan"]), ("MOR", &["morelos"]), ("NAY", &["nayarit"]), ("NLE", &["nuevo leon"]), ("OAX", &["oaxaca"]),
    ("PUE", &["puebla"]), ("QUE", &["queretaro"]), ("ROO", &["quintana roo"]), ("SLP", &["san luis potosi"]),
    ("SIN", &["sinaloa"]), ("SON", &["sonora"]), ("TAB", &["tabasco"]), ("TAM", &["tamaulipas"]), ("TLA", &["tlaxcala"]),
    ("VER", &["veracruz"]), ("YUC", &["yucatan"]), ("ZAC", &["zacatecas"]),
];

#[cfg(test)]
mod tests {
    use super::{CLASSES, Class, MONTHS, TITLES, bracketed, of_option};
    use crate::form::text::fold;
    use std::vec::Vec;

    fn class(name: &str) -> Class {
        *CLASSES.iter().find(|class| class.name == name).unwrap()
    }

    #[test]
    fn members_are_known_by_their_names() {
        let table: [(&str, &str, &[&str]); 14] = [
            ("us-state", "Calif.", &["CA"]),
            ("us-state", "CA", &["CA"]),
            ("us-state", "ca", &[]),
            ("us-state", "Washington, D.C.", &["DC"]),
            ("au-state", "NSW", &["NSW"]),
            ("title", "Doctor", &["dr"]),
            ("title", "Frau", &["mrs", "ms"]),
            ("title", "M", &[]),
            ("gender", "weiblich", &["female"]),
            ("month", "März", &["3"]),
            ("month", "03", &["3"]),
            ("size", "Extra Large", &["XL"]),
            ("blood", "O neg", &["O-"]),
            ("currency", "EUR – Euro", &["EUR"]),
        ];
        for (name, text, meaning) in table {
            assert_eq!((class(name).read)(text), meaning, "{name}: {text}");
        }
    }

    #[test]
    fn an_option_means_what_its_text_or_its_value_means() {
        let table: [(&str, &str, &str, &[&str]); 7] = [
            ("country", "United Kingdom (+44)", "", &["GB"]),
            ("country", "??", "GB", &["GB"]),
            ("us-state", "CA - California", "", &["CA"]),
            ("us-state", "CA - Texas", "", &[]),
            ("title", "Mrs/Ms", "", &["mrs", "ms"]),
            ("gender", "Männlich", "x", &["male"]),
            ("month", "03 - March", "2", &["3"]),
        ];
        for (name, label, value, meaning) in table {
            assert_eq!(of_option(class(name), label, value), meaning, "{name}: {label}");
        }
    }

    #[test]
    fn names_in_the_tables_are_folded() {
        for (_, names) in TITLES.iter().chain(MONTHS) {
            for name in *names {
                assert_eq!(fold(name), *name);
            }
        }
        assert_eq!(bracketed("São Paulo (SP)"), Some(("São Paulo", "SP")));
        assert_eq!(bracketed("(SP)"), None);
        let names: Vec<&str> = CLASSES.iter().map(|class| class.name).collect();
        assert_eq!(names.len(), CLASSES.len());
    }
}

//! The members of the kinds of list known, by their folded names.

/// Members with their names, folded.
pub(super) type Table = &'static [(&'static str, &'static [&'static str])];

#[rustfmt::skip]
pub(super) const TITLES: Table = &[
    ("mr", &[
        "mr", "mister", "herr", "hr", "monsieur", "senor", "sr", "signor", "sig", "senhor", "pan", "de heer",
        "dhr", "herra", "господин",
    ]),
    ("mrs", &[
        "mrs", "missus", "frau", "fr", "madame", "mme", "senora", "sra", "signora", "sig ra", "senhora", "pani",
        "mevrouw", "mevr", "mw", "fru", "rouva",
    ]),
    ("ms", &[
        "ms", "frau", "fr", "pani", "mevrouw", "mevr", "mw", "senora", "sra", "signora", "sig ra", "senhora",
        "madame", "mme",
    ]),
    ("miss", &["miss", "fraulein", "mademoiselle", "mlle", "senorita", "srta", "signorina", "senhorita"]),
    ("mx", &["mx"]), ("dr", &["dr", "doctor", "doktor", "docteur", "dra", "doutor", "dott", "dottore", "dr med"]),
    ("prof", &["prof", "professor", "professeur", "profesor", "professore", "professorin"]),
    ("rev", &["rev", "reverend"]), ("sir", &["sir"]), ("lady", &["lady"]),
];

#[rustfmt::skip]
pub(super) const GENDERS: Table = &[
    ("male", &[
        "male", "m", "man", "masculine", "mannlich", "mann", "homme", "masculin", "hombre", "masculino",
        "varon", "uomo", "maschio", "maschile", "mezczyzna", "mannelijk", "homem", "kille", "mand",
    ]),
    ("female", &[
        "female", "f", "woman", "feminine", "weiblich", "w", "femme", "feminin", "mujer", "femenino",
        "feminino", "donna", "femmina", "femminile", "kobieta", "vrouwelijk", "vrouw", "mulher", "kvinna",
        "kvinde",
    ]),
    ("non-binary", &[
        "non binary", "nonbinary", "nb", "enby", "divers", "diverse", "d", "non binaire", "no binario",
        "nao binario", "non binario", "niebinarna", "non binair",
    ]),
    ("unsaid", &[
        "prefer not to say", "prefer not to answer", "prefer not to disclose", "i prefer not to say",
        "rather not say", "i d rather not say", "decline to answer", "decline to state",
        "do not wish to disclose", "not specified", "undisclosed", "keine angabe", "prefiero no decirlo",
        "prefiro nao dizer", "prefiro nao informar", "je prefere ne pas repondre", "preferisco non dirlo",
        "zeg ik liever niet",
    ]),
];

#[rustfmt::skip]
pub(super) const SIZES: Table = &[
    ("XXS", &["xxs", "2xs", "xx small", "extra extra small"]), ("XS", &["xs", "x small", "extra small"]),
    ("S", &["s", "small"]), ("M", &["m", "medium"]), ("L", &["l", "large"]),
    ("XL", &["xl", "x large", "extra large"]), ("XXL", &["xxl", "2xl", "xx large", "2x large", "extra extra large"]),
    ("XXXL", &["xxxl", "3xl", "xxx large", "3x large"]), ("4XL", &["xxxxl", "4xl", "4x large"]),
];

#[rustfmt::skip]
pub(super) const MARITAL: Table = &[
    ("single", &[
        "single", "unmarried", "never married", "ledig", "celibataire", "soltero", "soltera", "soltero a",
        "solteiro", "solteira", "celibe", "nubile", "kawaler", "panna", "ongehuwd", "ugift", "ogift",
    ]),
    ("married", &[
        "married", "verheiratet", "marie", "mariee", "marie e", "casado", "casada", "casado a", "sposato",
        "sposata", "coniugato", "coniugata", "zonaty", "zamezna", "gehuwd", "getrouwd", "gift",
    ]),
    ("divorced", &[
        "divorced", "geschieden", "divorce", "divorcee", "divorce e", "divorciado", "divorciada",
        "divorciado a", "divorziato", "divorziata", "rozwiedziony", "rozwiedziona", "gescheiden", "fraskilt",
        "skild",
    ]),
    ("widowed", &[
        "widowed", "widow", "widower", "verwitwet", "veuf", "veuve", "veuf ve", "viudo", "viuda", "viudo a",
        "viuvo", "viuva", "vedovo", "vedova", "wdowiec", "wdowa", "weduwe", "weduwnaar",
    ]),
    ("separated", &[
        "separated", "getrennt lebend", "getrennt", "separe", "separee", "separado", "separada", "separato",
        "separata",
    ]),
];

#[rustfmt::skip]
pub(super) const MONTHS: Table = &[
    ("1", &[
        "january", "jan", "januar", "janner", "janvier", "janv", "enero", "ene", "janeiro", "styczen",
        "stycznia", "sty", "gennaio", "gen", "januari",
    ]),
    ("2", &[
        "february", "feb", "februar", "fevrier", "fevr", "fev", "febrero", "fevereiro", "luty", "lutego", "lut",
        "febbraio", "februari",
    ]),
    ("3", &["march", "mar", "marz", "maerz", "mrz", "mars", "marzo", "marco", "marzec", "marca", "maart", "mrt"]),
    ("4", &["april", "apr", "avril", "avr", "abril", "abr", "kwiecien", "kwietnia", "kwi", "aprile"]),
    ("5", &["may", "mai", "mayo", "maio", "maj", "maja", "maggio", "mag", "mei"]),
    ("6", &["june", "jun", "juni", "juin", "junio", "junho", "czerwiec", "czerwca", "cze", "giugno", "giu"]),
    ("7", &["july", "jul", "juli", "juillet", "juil", "julio", "julho", "lipiec", "lipca", "lip", "luglio", "lug"]),
    ("8", &["august", "aug", "aout", "agosto", "ago", "sierpien", "sierpnia", "sie", "augustus"]),
    ("9", &[
        "september", "sep", "sept", "septembre", "septiembre", "setembro", "set", "wrzesien", "wrzesnia", "wrz",
        "settembre",
    ]),
    ("10", &[
        "october", "oct", "oktober", "okt", "octobre", "octubre", "outubro", "out", "pazdziernik",
        "pazdziernika", "paz", "ottobre", "ott",
    ]),
    ("11", &["november", "nov", "novembre", "noviembre", "novembro", "listopad", "listopada", "lis"]),
    ("12", &[
        "december", "dec", "dezember", "dez", "decembre", "diciembre", "dic", "dezembro", "grudzien", "grudnia",
        "gru", "dicembre",
    ]),
];

#[rustfmt::skip]
pub(super) const WEEKDAYS: Table = &[
    ("mon", &[
        "monday", "mon", "montag", "mo", "lundi", "lun", "lunes", "lunedi", "segunda feira", "segunda",
        "poniedzialek", "maandag", "mandag",
    ]),
    ("tue", &[
        "tuesday", "tue", "tues", "dienstag", "di", "mardi", "martes", "martedi", "terca feira", "terca",
        "wtorek", "dinsdag", "tirsdag",
    ]),
    ("wed", &[
        "wednesday", "wed", "weds", "mittwoch", "mi", "mercredi", "mercr", "miercoles", "mercoledi",
        "quarta feira", "quarta", "sroda", "woensdag", "onsdag",
    ]),
    ("thu", &[
        "thursday", "thu", "thur", "thurs", "donnerstag", "do", "jeudi", "jueves", "giovedi", "quinta feira",
        "quinta", "czwartek", "donderdag", "torsdag",
    ]),
    ("fri", &[
        "friday", "fri", "freitag", "fr", "vendredi", "viernes", "venerdi", "sexta feira", "sexta", "piatek",
        "vrijdag", "fredag",
    ]),
    ("sat", &[
        "saturday", "sat", "samstag", "sonnabend", "sa", "samedi", "sabado", "sabato", "sobota", "zaterdag",
        "lordag",
    ]),
    ("sun", &["sunday", "sun", "sonntag", "so", "dimanche", "domingo", "domenica", "niedziela", "zondag", "sondag"]),
];

#[rustfmt::skip]
pub(super) const LANGUAGES: Table = &[
    ("en", &["english", "englisch", "anglais", "ingles", "inglese", "angielski", "engels", "en", "eng"]),
    ("de", &[
        "german", "deutsch", "allemand", "aleman", "alemao", "tedesco", "niemiecki", "duits", "de", "deu",
        "ger",
    ]),
    ("fr", &["french", "franzosisch", "francais", "frances", "francese", "francuski", "frans", "fr", "fra", "fre"]),
    ("es", &[
        "spanish", "spanisch", "espagnol", "espanol", "espanhol", "spagnolo", "hiszpanski", "spaans",
        "castellano", "es", "spa",
    ]),
    ("pt", &[
        "portuguese", "portugiesisch", "portugais", "portugues", "portoghese", "portugalski", "portugees", "pt",
        "por",
    ]),
    ("it", &["italian", "italienisch", "italien", "italiano", "wloski", "italiaans", "it", "ita"]),
    ("nl", &[
        "dutch", "niederlandisch", "neerlandais", "neerlandes", "holandes", "olandese", "niderlandzki",
        "nederlands", "nl", "nld",
    ]),
    ("pl", &["polish", "polnisch", "polonais", "polaco", "polones", "polacco", "polski", "pools", "pl", "pol"]),
    ("ja", &[
        "japanese", "japanisch", "japonais", "japones", "giapponese", "japonski", "japans", "日本語", "ja", "jpn",
    ]),
    ("zh", &[
        "chinese", "chinesisch", "chinois", "chino", "chines", "cinese", "chinski", "chinees", "中文", "zh",
        "zho", "chi",
    ]),
    ("ko", &["korean", "koreanisch", "coreen", "coreano", "koreanski", "koreaans", "한국어", "ko", "kor"]),
    ("ru", &["russian", "russisch", "russe", "ruso", "russo", "rosyjski", "русский", "ru", "rus"]),
    ("ar", &["arabic", "arabisch", "arabe", "arabo", "arabski", "العربية", "ar", "ara"]),
    ("hi", &["hindi", "hi", "hin"]),
    ("tr", &["turkish", "turkisch", "turc", "turco", "turecki", "turks", "turkce", "tr", "tur"]),
    ("sv", &["swedish", "schwedisch", "suedois", "sueco", "svedese", "szwedzki", "zweeds", "svenska", "sv", "swe"]),
    ("uk", &["ukrainian", "ukrainisch", "ukrainien", "ucraniano", "ucraino", "ukrainski", "украінська", "ukr"]),
];

#[rustfmt::skip]
pub(super) const BLOOD: Table = &[
    ("A+", &["a+", "a positive", "a pos", "a rh+", "a rh positive"]),
    ("A-", &["a-", "a negative", "a neg", "a rh-", "a rh negative"]),
    ("B+", &["b+", "b positive", "b pos", "b rh+", "b rh positive"]),
    ("B-", &["b-", "b negative", "b neg", "b rh-", "b rh negative"]),
    ("AB+", &["ab+", "ab positive", "ab pos", "ab rh+", "ab rh positive"]),
    ("AB-", &["ab-", "ab negative", "ab neg", "ab rh-", "ab rh negative"]),
    ("O+", &["o+", "o positive", "o pos", "0+", "o rh+", "o rh positive"]),
    ("O-", &["o-", "o negative", "o neg", "0-", "o rh-", "o rh negative"]),
];

#[rustfmt::skip]
pub(super) const HOME_NATIONS: Table = &[
    ("ENG", &["england"]), ("SCT", &["scotland"]), ("WLS", &["wales", "cymru"]), ("NIR", &["northern ireland"]),
];

#[rustfmt::skip]
pub(super) const US: Table = &[
    ("AL", &["alabama", "ala"]), ("AK", &["alaska"]), ("AZ", &["arizona", "ariz"]), ("AR", &["arkansas", "ark"]),
    ("CA", &["california", "calif"]), ("CO", &["colorado", "colo"]), ("CT", &["connecticut", "conn"]),
    ("DE", &["delaware", "del"]), ("DC", &["district of columbia", "washington dc", "washington d c", "d c"]),
    ("FL", &["florida", "fla"]), ("GA", &["georgia"]), ("HI", &["hawaii", "hawai i"]), ("ID", &["idaho"]),
    ("IL", &["illinois", "ill"]), ("IN", &["indiana", "ind"]), ("IA", &["iowa"]), ("KS", &["kansas", "kans"]),
    ("KY", &["kentucky"]), ("LA", &["louisiana"]), ("ME", &["maine"]), ("MD", &["maryland"]),
    ("MA", &["massachusetts", "mass"]), ("MI", &["michigan", "mich"]), ("MN", &["minnesota", "minn"]),
    ("MS", &["mississippi", "miss"]), ("MO", &["missouri"]), ("MT", &["montana", "mont"]),
    ("NE", &["nebraska", "nebr"]), ("NV", &["nevada", "nev"]), ("NH", &["new hampshire", "n h"]),
    ("NJ", &["new jersey", "n j"]), ("NM", &["new mexico", "n m"]), ("NY", &["new york", "new york state", "n y"]),
    ("NC", &["north carolina", "n c"]), ("ND", &["north dakota", "n d"]), ("OH", &["ohio"]),
    ("OK", &["oklahoma", "okla"]), ("OR", &["oregon", "ore"]), ("PA", &["pennsylvania", "penn", "penna"]),
    ("RI", &["rhode island", "r i"]), ("SC", &["south carolina", "s c"]), ("SD", &["south dakota", "s d"]),
    ("TN", &["tennessee", "tenn"]), ("TX", &["texas", "tex"]), ("UT", &["utah"]), ("VT", &["vermont"]),
    ("VA", &["virginia"]), ("WA", &["washington", "wash", "washington state"]), ("WV", &["west virginia", "w va"]),
    ("WI", &["wisconsin", "wis"]), ("WY", &["wyoming", "wyo"]), ("PR", &["puerto rico"]), ("GU", &["guam"]),
    ("VI", &["us virgin islands", "u s virgin islands", "virgin islands"]), ("AS", &["american samoa"]),
    ("MP", &["northern mariana islands"]),
];

#[rustfmt::skip]
pub(super) const CANADA: Table = &[
    ("AB", &["alberta"]), ("BC", &["british columbia", "colombie britannique"]), ("MB", &["manitoba"]),
    ("NB", &["new brunswick", "nouveau brunswick"]),
    ("NL", &["newfoundland and labrador", "newfoundland", "terre neuve et labrador"]),
    ("NS", &["nova scotia", "nouvelle ecosse"]), ("NT", &["northwest territories", "territoires du nord ouest"]),
    ("NU", &["nunavut"]), ("ON", &["ontario", "ont"]),
    ("PE", &["prince edward island", "pei", "ile du prince edouard"]), ("QC", &["quebec", "que"]),
    ("SK", &["saskatchewan", "sask"]), ("YT", &["yukon", "yukon territory"]),
];

#[rustfmt::skip]
pub(super) const AUSTRALIA: Table = &[
    ("NSW", &["new south wales"]), ("VIC", &["victoria"]), ("QLD", &["queensland"]), ("WA", &["western australia"]),
    ("SA", &["south australia"]), ("TAS", &["tasmania"]), ("ACT", &["australian capital territory"]),
    ("NT", &["northern territory"]),
];

#[rustfmt::skip]
pub(super) const GERMANY: Table = &[
    ("BW", &["baden wurttemberg", "baden wuerttemberg"]), ("BY", &["bayern", "bavaria"]), ("BE", &["berlin"]),
    ("BB", &["brandenburg"]), ("HB", &["bremen"]), ("HH", &["hamburg"]), ("HE", &["hessen", "hesse"]),
    ("MV", &["mecklenburg vorpommern"]), ("NI", &["niedersachsen", "lower saxony"]),
    ("NW", &["nordrhein westfalen", "nrw", "north rhine westphalia"]),
    ("RP", &["rheinland pfalz", "rhineland palatinate"]), ("SL", &["saarland"]), ("SN", &["sachsen", "saxony"]),
    ("ST", &["sachsen anhalt", "saxony anhalt"]), ("SH", &["schleswig holstein"]),
    ("TH", &["thuringen", "thueringen", "thuringia"]),
];

#[rustfmt::skip]
pub(super) const BRAZIL: Table = &[
    ("AC", &["acre"]), ("AL", &["alagoas"]), ("AP", &["amapa"]), ("AM", &["amazonas"]), ("BA", &["bahia"]),
    ("CE", &["ceara"]), ("DF", &["distrito federal"]), ("ES", &["espirito santo"]), ("GO", &["goias"]),
    ("MA", &["maranhao"]), ("MT", &["mato grosso"]), ("MS", &["mato grosso do sul"]), ("MG", &["minas gerais"]),
    ("PA", &["para"]), ("PB", &["paraiba"]), ("PR", &["parana"]), ("PE", &["pernambuco"]), ("PI", &["piaui"]),
    ("RJ", &["rio de janeiro"]), ("RN", &["rio grande do norte"]), ("RS", &["rio grande do sul"]),
    ("RO", &["rondonia"]), ("RR", &["roraima"]), ("SC", &["santa catarina"]), ("SP", &["sao paulo"]),
    ("SE", &["sergipe"]), ("TO", &["tocantins"]),
];

#[rustfmt::skip]
pub(super) const INDIA: Table = &[
    ("AP", &["andhra pradesh"]), ("AR", &["arunachal pradesh"]), ("AS", &["assam"]), ("BR", &["bihar"]),
    ("CG", &["chhattisgarh"]), ("DL", &["delhi", "new delhi", "nct of delhi"]), ("GA", &["goa"]),
    ("GJ", &["gujarat"]), ("HR", &["haryana"]), ("HP", &["himachal pradesh"]), ("JH", &["jharkhand"]),
    ("JK", &["jammu and kashmir", "jammu & kashmir"]), ("KA", &["karnataka"]), ("KL", &["kerala"]),
    ("MP", &["madhya pradesh"]), ("MH", &["maharashtra"]), ("MN", &["manipur"]), ("ML", &["meghalaya"]),
    ("MZ", &["mizoram"]), ("NL", &["nagaland"]), ("OD", &["odisha", "orissa"]), ("PB", &["punjab"]),
    ("RJ", &["rajasthan"]), ("SK", &["sikkim"]), ("TN", &["tamil nadu"]), ("TS", &["telangana"]),
    ("TR", &["tripura"]), ("UP", &["uttar pradesh"]), ("UK", &["uttarakhand", "uttaranchal"]),
    ("WB", &["west bengal"]),
];

#[rustfmt::skip]
pub(super) const MEXICO: Table = &[
    ("AGU", &["aguascalientes"]), ("BCN", &["baja california"]), ("BCS", &["baja california sur"]),
    ("CAM", &["campeche"]), ("CHP", &["chiapas"]), ("CHH", &["chihuahua"]),
    ("CMX", &["ciudad de mexico", "mexico city", "cdmx", "distrito federal"]),
    ("COA", &["coahuila", "coahuila de zaragoza"]), ("COL", &["colima"]), ("DUR", &["durango"]),
    ("GUA", &["guanajuato"]), ("GRO", &["guerrero"]), ("HID", &["hidalgo"]), ("JAL", &["jalisco"]),
    ("MEX", &["estado de mexico", "mexico"]), ("MIC", &["michoacan"]), ("MOR", &["morelos"]), ("NAY", &["nayarit"]),
    ("NLE", &["nuevo leon"]), ("OAX", &["oaxaca"]), ("PUE", &["puebla"]), ("QUE", &["queretaro"]),
    ("ROO", &["quintana roo"]), ("SLP", &["san luis potosi"]), ("SIN", &["sinaloa"]), ("SON", &["sonora"]),
    ("TAB", &["tabasco"]), ("TAM", &["tamaulipas"]), ("TLA", &["tlaxcala"]), ("VER", &["veracruz"]),
    ("YUC", &["yucatan"]), ("ZAC", &["zacatecas"]),
];

/// All of them, for the tests.
#[cfg(test)]
pub(super) const ALL: &[Table] = &[
    TITLES,
    GENDERS,
    SIZES,
    MARITAL,
    MONTHS,
    WEEKDAYS,
    LANGUAGES,
    BLOOD,
    HOME_NATIONS,
    US,
    CANADA,
    AUSTRALIA,
    GERMANY,
    BRAZIL,
    INDIA,
    MEXICO,
];

//! Names of months and days of the week, and the small words around dates, as [`super::scan`] folds them.

use chrono::Weekday;

/// The month that a word names in one of the languages known here: `3` for `march`, `mars`, `märz`, `mrz`.
///
/// A name that means different months in different languages is not in the list; see [`month_in`].
pub(in super::super) fn month(word: &str) -> Option<u32> {
    (1..)
        .zip(MONTHS)
        .find(|(_, names)| listed(names, word))
        .map(|(month, _)| month)
}

/// Like [`month`], with the names that only mean one month where the language (`pl`) is known.
pub(in super::super) fn month_in(word: &str, language: Option<&str>) -> Option<u32> {
    month(word).or_else(|| {
        let (_, _, month) = TORN
            .iter()
            .find(|(name, spoken, _)| *name == word && Some(*spoken) == language)?;
        Some(*month)
    })
}

/// Whether the word names different months in different languages.
pub(in super::super) fn torn(word: &str) -> bool {
    TORN.iter().any(|(name, ..)| *name == word)
}

/// Whether `word` is one of `words`, which stand with blanks between them.
fn listed(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

/// Names that mean one month in the first language and another in the second.
const TORN: [(&str, &str, u32); 8] = [
    ("listopad", "pl", 11),
    ("listopad", "cs", 11),
    ("listopad", "hr", 10),
    ("listopada", "pl", 11),
    ("listopada", "hr", 10),
    ("lis", "pl", 11),
    ("lis", "cs", 11),
    ("lip", "pl", 7),
];

/// The names of each month, January first: English, German, French, Spanish, Portuguese, Italian, Dutch, Polish,
/// Scandinavian, Turkish, Czech, Croatian, Romanian, Hungarian, Finnish, Russian, Ukrainian, Arabic, Hindi.
const MONTHS: [&str; 12] = [
    "january jan januar janner jaenner janvier janv enero ene janeiro gennaio gen genn \
     januari styczen stycznia sty ocak oca leden ledna led sijecanj sijecnja sij ianuarie ian \
     tammikuu tammikuuta январь января янв січень січня січ يناير جانفي जनवरी जन",
    "february feb februar feber fevrier fevr fev febrero fevereiro febbraio febbr februari \
     luty lutego lut subat sub unor unora uno veljaca veljace velj februarie helmikuu \
     helmikuuta февраль февраля фев февр лютий лютого فبراير شباط فيفري फरवरी फर",
    "march mar marz maerz mrz mars marzo marco maart mrt maa marzec marca marts mart brezen \
     brezna bre ozujak ozujka martie marcius maaliskuu maaliskuuta март марта мар березень \
     березня бер مارس اذار मार्च",
    "april apr avril avr abril abr aprile kwiecien kwietnia kwi nisan nis duben dubna travanj \
     travnja aprilie aprilis huhtikuu huhtikuuta апрель апреля апр квітень квітня квіт ابريل \
     نيسان افريل अप्रैल",
    "may mai mayo maio maggio mag magg mei maj maja mayis kveten kvetna svibanj svibnja majus \
     toukokuu toukokuuta май мая травень травня مايو ايار ماي मई",
    "june jun juni juno juin junio junho giugno giu czerwiec czerwca cze haziran haz cerven \
     cervna lipanj lipnja iunie iun junius kesakuu kesakuuta июнь июня июн червень червня \
     черв يونيو حزيران جوان जून",
    "july jul juli julei juillet juil julio julho luglio lug lipiec lipca temmuz tem cervenec \
     cervence srpanj srpnja iulie iul julius heinakuu heinakuuta июль июля июл липень липня \
     лип يوليو تموز جويلية जुलाई",
    "august aug aout aou agosto ago augustus sierpien sierpnia sie augusti agustos agu srpen \
     srpna kolovoz kolovoza augusztus elokuu elokuuta август августа авг серпень серпня серп \
     اغسطس اب اوت अगस्त",
    "september sept sep septembre septiembre setiembre set setembro settembre sett wrzesien \
     wrzesnia wrz eylul eyl zari rujan rujna septembrie szeptember syyskuu syyskuuta сентябрь \
     сентября сен сент вересень вересня вер верес سبتمبر ايلول सितंबर सितम्बर सित",
    "october oct oktober okt octobre octubre outubro out ottobre ott pazdziernik pazdziernika \
     paz ekim eki rijen rijna octombrie lokakuu lokakuuta октябрь октября окт жовтень жовтня \
     жовт اكتوبر अक्टूबर अक्तूबर",
    "november nov novembre noviembre novembro listopadu kasim kas studeni studenog studenoga \
     noiembrie noi marraskuu marraskuuta ноябрь ноября ноя нояб листопад листопада نوفمبر \
     नवंबर नवम्बर",
    "december dec dezember dez decembre diciembre dic dezembro dicembre grudzien grudnia gru \
     desember des aralik ara prosinec prosince prosinac prosinca decembrie joulukuu \
     joulukuuta декабрь декабря дек грудень грудня груд ديسمبر दिसंबर दिसम्बर दिस",
];

/// The name of a month to write, whole or short; in English where the language is not known.
pub(in super::super) fn month_name(month: u32, long: bool, language: Option<&str>) -> &'static str {
    let names = NAMES
        .iter()
        .find(|(known, _)| language.is_some_and(|language| language.eq_ignore_ascii_case(known)))
        .unwrap_or(&NAMES[0]);
    let (whole, short) = usize::try_from(month)
        .ok()
        .and_then(|month| names.1.get(month.checked_sub(1)?))
        .unwrap_or(&("", ""));
    if long { whole } else { short }
}

/// The language in which a month is written as `name`, and whether that is the whole of it. `None` where it may be either,
/// or the name of several languages and neither `language` nor the month before the day (`first`) says which.
pub(in super::super) fn written_in(name: &str, language: &str, first: bool) -> Option<(&'static str, bool)> {
    let all = NAMES.iter().flat_map(|(known, months)| {
        let own = months.iter().filter(|(whole, short)| *whole == name || *short == name);
        own.map(move |(whole, short)| (*known, (*whole == name, *short == name)))
    });
    let own = |known: &str| {
        let two = language.split(['-', '_']).next().unwrap_or("");
        two.eq_ignore_ascii_case(known) || two.is_empty() && first && known == "en"
    };
    let mut several = all.clone();
    let only = several.next().filter(|_| several.next().is_none());
    let (known, (whole, short)) = only.or_else(|| all.clone().find(|(known, _)| own(known)))?;
    (whole != short).then_some((known, whole))
}

/// A language and its twelve months, whole and short.
type Names = (&'static str, [(&'static str, &'static str); 12]);

/// The names of the months as they are written, whole and short.
const NAMES: [Names; 8] = [
    (
        "en",
        [
            ("January", "Jan"),
            ("February", "Feb"),
            ("March", "Mar"),
            ("April", "Apr"),
            ("May", "May"),
            ("June", "Jun"),
            ("July", "Jul"),
            ("August", "Aug"),
            ("September", "Sep"),
            ("October", "Oct"),
            ("November", "Nov"),
            ("December", "Dec"),
        ],
    ),
    (
        "de",
        [
            ("Januar", "Jan"),
            ("Februar", "Feb"),
            ("März", "Mär"),
            ("April", "Apr"),
            ("Mai", "Mai"),
            ("Juni", "Jun"),
            ("Juli", "Jul"),
            ("August", "Aug"),
            ("September", "Sep"),
            ("Oktober", "Okt"),
            ("November", "Nov"),
            ("Dezember", "Dez"),
        ],
    ),
    (
        "fr",
        [
            ("janvier", "janv"),
            ("février", "févr"),
            ("mars", "mars"),
            ("avril", "avr"),
            ("mai", "mai"),
            ("juin", "juin"),
            ("juillet", "juil"),
            ("août", "août"),
            ("septembre", "sept"),
            ("octobre", "oct"),
            ("novembre", "nov"),
            ("décembre", "déc"),
        ],
    ),
    (
        "es",
        [
            ("enero", "ene"),
            ("febrero", "feb"),
            ("marzo", "mar"),
            ("abril", "abr"),
            ("mayo", "may"),
            ("junio", "jun"),
            ("julio", "jul"),
            ("agosto", "ago"),
            ("septiembre", "sep"),
            ("octubre", "oct"),
            ("noviembre", "nov"),
            ("diciembre", "dic"),
        ],
    ),
    (
        "pt",
        [
            ("janeiro", "jan"),
            ("fevereiro", "fev"),
            ("março", "mar"),
            ("abril", "abr"),
            ("maio", "mai"),
            ("junho", "jun"),
            ("julho", "jul"),
            ("agosto", "ago"),
            ("setembro", "set"),
            ("outubro", "out"),
            ("novembro", "nov"),
            ("dezembro", "dez"),
        ],
    ),
    (
        "it",
        [
            ("gennaio", "gen"),
            ("febbraio", "feb"),
            ("marzo", "mar"),
            ("aprile", "apr"),
            ("maggio", "mag"),
            ("giugno", "giu"),
            ("luglio", "lug"),
            ("agosto", "ago"),
            ("settembre", "set"),
            ("ottobre", "ott"),
            ("novembre", "nov"),
            ("dicembre", "dic"),
        ],
    ),
    (
        "nl",
        [
            ("januari", "jan"),
            ("februari", "feb"),
            ("maart", "mrt"),
            ("april", "apr"),
            ("mei", "mei"),
            ("juni", "jun"),
            ("juli", "jul"),
            ("augustus", "aug"),
            ("september", "sep"),
            ("oktober", "okt"),
            ("november", "nov"),
            ("december", "dec"),
        ],
    ),
    (
        "pl",
        [
            ("stycznia", "sty"),
            ("lutego", "lut"),
            ("marca", "mar"),
            ("kwietnia", "kwi"),
            ("maja", "maj"),
            ("czerwca", "cze"),
            ("lipca", "lip"),
            ("sierpnia", "sie"),
            ("września", "wrz"),
            ("października", "paź"),
            ("listopada", "lis"),
            ("grudnia", "gru"),
        ],
    ),
];

/// The day of the week that a word names, in the languages of [`month`]. Two-letter forms are in [`weekday_at_start`].
pub(in super::super) fn weekday(word: &str) -> Option<Weekday> {
    let days = [
        Weekday::Mon,
        Weekday::Tue,
        Weekday::Wed,
        Weekday::Thu,
        Weekday::Fri,
        Weekday::Sat,
        Weekday::Sun,
    ];
    WEEKDAYS
        .iter()
        .zip(days)
        .find(|(names, _)| listed(names, word))
        .map(|(_, day)| day)
}

/// Short forms that are other words too, so that they count only before a date: `Do` for Donnerstag, `mar` for mardi.
pub(in super::super) fn weekday_at_start(word: &str) -> Option<Weekday> {
    match word {
        "mo" | "seg" => Some(Weekday::Mon),
        "di" | "mar" | "ter" => Some(Weekday::Tue),
        "mi" | "wo" | "sr" | "qua" => Some(Weekday::Wed),
        "do" | "qui" => Some(Weekday::Thu),
        "fr" | "vr" | "pt" | "sex" => Some(Weekday::Fri),
        "sa" | "za" => Some(Weekday::Sat),
        "so" | "zo" | "su" => Some(Weekday::Sun),
        _ => None,
    }
}

/// The names of each day of the week, Monday first.
const WEEKDAYS: [&str; 7] = [
    "monday mon montag lundi lun lunes segunda lunedi maandag maand poniedzialek pon mandag \
     man pazartesi pondeli ponedjeljak luni hetfo maanantai понедельник пн понеділок الاثنين \
     सोमवार सोम 월요일",
    "tuesday tues tue dienstag mardi martes terca martedi dinsdag dinsd wtorek wt tisdag tis \
     tirsdag sali utery utorak marti kedd tiistai вторник вт вівторок الثلاثاء मंगलवार मंगल \
     화요일",
    "wednesday weds wed mittwoch mercredi mer miercoles mie quarta mercoledi woensdag woens \
     sroda onsdag ons carsamba streda srijeda miercuri szerda keskiviikko среда ср срд середа \
     الاربعاء बुधवार बुध 수요일",
    "thursday thurs thur thu donnerstag jeudi jeu jueves jue quinta giovedi gio donderdag \
     donderd czwartek czw torsdag tors persembe ctvrtek ctv cetvrtak joi csutortok torstai \
     четверг чт чтв четвер الخميس गुरुवार गुरु 목요일",
    "friday fri freitag vendredi ven viernes vie sexta venerdi vrijdag vrijd piatek fredag \
     fre cuma patek petak vineri pentek perjantai пятница пт птн пятниця الجمعة शुक्रवार \
     शुक्र 금요일",
    "saturday sat samstag sonnabend samedi sam sabado sab sabato zaterdag zaterd sobota sob \
     lordag lor cumartesi subota sambata szombat lauantai суббота сб сбт субота السبت शनिवार \
     शनि 토요일",
    "sunday sun sonntag dimanche dim domingo dom domenica zondag zond niedziela niedz ndz \
     sondag son pazar nedele nedjelja duminica vasarnap sunnuntai воскресенье вс вск неділя \
     الاحد रविवार रवि 일요일",
];

/// The day of the week of a Japanese or Chinese character: 月 in 月曜日, 一 in 星期一.
pub(in super::super) fn weekday_sign(sign: &str) -> Option<Weekday> {
    match sign {
        "月" | "一" => Some(Weekday::Mon),
        "火" | "二" => Some(Weekday::Tue),
        "水" | "三" => Some(Weekday::Wed),
        "木" | "四" => Some(Weekday::Thu),
        "金" | "五" => Some(Weekday::Fri),
        "土" | "六" => Some(Weekday::Sat),
        "日" | "天" => Some(Weekday::Sun),
        _ => None,
    }
}

/// Words that may stand anywhere in a date and change nothing in it.
pub(in super::super) fn filler(word: &str) -> bool {
    listed(
        "the of on in year ad ce de del do da di dia le il el a den der am vom im jahr van het \
         op roku r dnia ano annee anno jour г года feira pa em en du の في بتاريخ को",
        word,
    )
}

/// Letters right behind a number that make it an ordinal: `1st`, `1er`, `2e`, `3ª`, `4th`.
pub(in super::super) fn ordinal_suffix(word: &str) -> bool {
    listed("st nd rd th er re ere e eme de ste o a º ª ° ten te го ое", word)
}

/// The day of the month that an ordinal in letters means: `first`, `premier`; the units of `twenty-first` too.
pub(in super::super) fn ordinal_word(word: &str) -> Option<u32> {
    let english = [
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
        "seventeenth",
        "eighteenth",
        "nineteenth",
        "twentieth",
    ];
    if let Some((day, _)) = (1..).zip(english).find(|(_, name)| *name == word) {
        return Some(day);
    }
    match word {
        "premier" | "primero" | "primeiro" | "primo" | "ersten" | "erster" => Some(1),
        "thirtieth" => Some(30),
        _ => None,
    }
}

/// `twenty` and `thirty`, as in `twenty-first`.
pub(in super::super) fn tens_word(word: &str) -> Option<u32> {
    match word {
        "twenty" => Some(20),
        "thirty" => Some(30),
        _ => None,
    }
}

/// The year before the first of a Japanese era.
pub(in super::super) fn era(first: &str, second: &str) -> Option<i32> {
    match (first, second) {
        ("令", "和") => Some(2018),
        ("平", "成") => Some(1988),
        ("昭", "和") => Some(1925),
        _ => None,
    }
}

/// Words that tie a date to the present moment.
pub(in super::super) fn relative(word: &str) -> bool {
    listed(
        "today tomorrow yesterday tonight now next last ago coming previous upcoming this \
         current day days week weeks month months years before after since from fortnight \
         weekend heute morgen gestern ubermorgen vorgestern nachste nachsten nachster letzte \
         letzten letzter kommenden jetzt vor tagen woche wochen aujourd hui demain hier \
         prochain prochaine dernier derniere maintenant jours semaine semaines hoy manana ayer \
         proximo proxima pasado ahora dias semana semanas hace hoje amanha ontem agora passado \
         passada oggi domani ieri adesso prossimo prossima scorso scorsa giorni settimana \
         settimane fa fra vandaag gisteren nu overmorgen volgende vorige dagen weken dzis \
         dzisiaj jutro wczoraj teraz przyszly nastepny ostatni dni tydzien idag imorgon igar \
         nasta forra bugun yarin dun gelecek gecen simdi сегодня завтра вчера اليوم غدا امس आज \
         कल 오늘 내일 어제",
        word,
    )
}

/// The same for words of two Chinese characters.
pub(in super::super) fn relative_pair(first: &str, second: &str) -> bool {
    matches!(
        (first, second),
        (
            "今" | "明" | "昨" | "来" | "先" | "后" | "前",
            "日" | "天" | "週" | "周" | "月" | "年" | "晚" | "夜"
        )
    )
}

#[cfg(test)]
mod tests {
    use super::{MONTHS, TORN, WEEKDAYS, filler, month, month_in, torn};
    use crate::form::value::calendar::scan::folded;
    use chrono::Weekday;

    #[test]
    fn no_name_means_two_months() {
        for (index, names) in MONTHS.iter().enumerate() {
            for name in names.split(' ') {
                assert_eq!(month(name), u32::try_from(index + 1).ok(), "{name}");
                assert!(!torn(name), "{name}");
            }
        }
        for (name, language, number) in TORN {
            assert_eq!(month_in(name, Some(language)), Some(number), "{name} in {language}");
            assert_eq!(month_in(name, None), None, "{name}");
        }
    }

    #[test]
    fn every_name_is_written_as_the_scanner_folds_it() {
        for name in MONTHS.iter().chain(&WEEKDAYS).flat_map(|names| names.split(' ')) {
            assert_eq!(folded(name), name);
        }
    }

    #[test]
    fn a_day_of_the_week_is_no_month_and_no_filler() {
        let all = WEEKDAYS.iter().flat_map(|names| names.split(' '));
        for name in all {
            assert_eq!(month(name), None, "{name}");
            assert!(!filler(name), "{name}");
        }
        assert_eq!(super::weekday("woens"), Some(Weekday::Wed));
    }
}

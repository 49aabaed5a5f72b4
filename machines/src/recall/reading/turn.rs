//! Words that turn what a label asks for into something else: "City (from)", "Job title (desired)", "Full name (not
//! yours)".
//!
//! They are small enough to be dropped, and what is left is then not what is asked.

use alloc::string::String;
use alloc::vec::Vec;

use super::whose::is_possessive;
use crate::form::fold::fold;
use crate::form::phrase::unbracket;
use crate::form::synonyms::Concept;
use crate::form::words::{Role, role};
use crate::recall::dictionary::Topic;

/// Whether words of `text` turn what the rest of it names. `exact`: whether what stands outside of its brackets is what a
/// thing is commonly called, so that there only what is dropped from it can turn it.
pub(super) fn turns(text: &str, exact: bool) -> bool {
    let (outside, inside) = unbracket(text);
    let turned = |piece: &str| {
        words(piece).any(|word| is_turning(&word))
            || denies(piece)
            || INSIDE.iter().any(|part| fold(piece).contains(part))
    };
    // What is sent there, is sent to the user: "Where do we reply to?".
    let sent = words(text).any(|word| {
        matches!(
            word.as_str(),
            "ship" | "bill" | "deliver" | "send" | "mail" | "invoice" | "reply" | "respond" | "write" | "post"
        )
    });
    // A long bracket explains: "(we send news there, and you can leave them at any time)".
    let mut short = inside.iter().filter(|bracket| words(bracket).count() <= 5);
    !sent && at_an_edge(&outside, exact)
        || !exact && turned(&outside)
        || short.any(|bracket| turned(bracket) || is_of(bracket) || !sent && at_an_edge(bracket, false))
}

/// Whether a bracket makes it another one: "(2)", "(other)".
pub(super) fn adds(bracket: &str) -> bool {
    let number = |word: String| word.parse::<u32>().is_ok_and(|number| (2..=20).contains(&number));
    words(bracket).any(|word| role(&word).meets(Role::MORE))
        || words(bracket).count() == 1 && words(bracket).any(number)
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let folded = fold(text);
    let words: Vec<String> = folded
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(String::from)
        .collect();
    words.into_iter()
}

fn is_turning(word: &str) -> bool {
    TURNING.contains(&word) || STARTS.iter().any(|start| word.starts_with(start))
}

/// "(of your accountant)".
fn is_of(bracket: &str) -> bool {
    words(bracket)
        .next()
        .is_some_and(|word| matches!(word.as_str(), "of" | "des" | "der" | "du" | "del" | "da" | "do"))
}

/// Whether a text begins or ends with such a word; one of an `exact` phrase counts only if it is dropped from phrases.
fn at_an_edge(text: &str, exact: bool) -> bool {
    let first = words(text).next();
    let last = words(text).last();
    let mut edges = first.into_iter().chain(last);
    edges.any(|word| EDGES.contains(&word.as_str()) && (!exact || role(&word).meets(Role::STOP)))
}

/// "not yours", "nicht Ihr eigener": that something is not the user's, and not merely "will not be published".
fn denies(text: &str) -> bool {
    let mut rest = words(text).skip_while(|word| {
        !matches!(
            word.as_str(),
            "not" | "nicht" | "pas" | "nao" | "no" | "nie" | "nahi" | "नहीं"
        )
    });
    rest.next().is_some()
        && rest.any(|word| {
            is_possessive(&word)
                || matches!(
                    word.as_str(),
                    "own"
                        | "mine"
                        | "you"
                        | "applicant"
                        | "patient"
                        | "sie"
                        | "votre"
                        | "suyo"
                        | "suya"
                        | "seu"
                        | "sua"
                        | "twoje"
                        | "twoj"
                        | "apna"
                )
        })
}

/// Whether a text prefers, of several places or positions, one that the user does not have yet.
pub(super) fn prefers(text: &str, topic: Topic) -> bool {
    let open = matches!(
        topic,
        Topic::Of(
            Concept::City
                | Concept::Region
                | Concept::Country
                | Concept::Postcode
                | Concept::Street
                | Concept::Company
                | Concept::JobTitle
                | Concept::Department
                | Concept::School
                | Concept::Degree
        )
    );
    open && fold(text)
        .split(' ')
        .any(|word| PREFERRING.iter().any(|start| word.starts_with(start)))
}

/// Words that turn a label wherever they stand.
#[rustfmt::skip]
const TURNING: &[&str] = &[
    "except", "unless", "other", "another", "different", "instead", "desired", "wanted", "wished", "requested", "target", "expected", "planned", "intended", "future", "proposed", "departure", "departing", "arrival", "arriving", "destination",
    "origin", "pickup", "dropoff", "deceased", "late", "their", "theirs", "his", "her", "hers", "him", "them", "someone", "somebody", "missing", "move", "moving", "relocate", "visit", "visiting",
    "andere", "anderer", "anderes", "anderen", "abfahrt", "abflug", "ankunft", "ziel", "zielort", "startort", "kunftig", "kunftige", "kunftiger", "jemand", "deren", "dessen",
    "autre", "autres", "depart", "arrivee", "souhaite", "souhaitee", "desire", "desiree", "voulu", "voulue", "prevu", "prevue", "futur", "future", "defunt", "defunte", "decede", "decedee", "leur", "quelqu",
    "otro", "otra", "otros", "salida", "llegada", "destino", "origen", "deseado", "deseada", "esperado", "esperada", "previsto", "prevista", "futuro", "futura", "fallecido", "fallecida", "difunto", "difunta", "alguien",
    "outro", "outra", "partida", "chegada", "origem", "desejado", "desejada", "pretendido", "pretendida", "falecido", "falecida", "alguem",
    "inny", "inna", "inne", "wyjazdu", "przyjazdu", "odlotu", "przylotu", "wylotu", "docelowy", "docelowa", "docelowe", "oczekiwane", "oczekiwany", "oczekiwana", "pozadane", "pozadany", "pozadana", "zmarly", "zmarla", "zmarlej", "zmarlego",
    "anya", "doosra", "gantavya", "prasthan", "aagman", "ichchhit", "mritak", "अन्य", "दूसरा", "दूसरे", "गंतव्य", "प्रस्थान", "आगमन", "इच्छित", "अपेक्षित", "मृतक",
];

/// Beginnings of such words where their ends change.
const STARTS: &[&str] = &[
    "gewunscht",
    "erwartet",
    "geplant",
    "verstorben",
    "planowan",
    "zamierzon",
];

/// Such words in scripts without blanks.
#[rustfmt::skip]
const INSIDE: &[&str] = &["希望", "出発", "到着", "目的地", "行き先", "以外", "ではない", "予定", "故人", "亡くな", "相手", "その他", "別の", "乗車", "降車"];

/// Small words that turn a label or a bracket that they begin or end.
const EDGES: &[&str] = &[
    "from", "to", "von", "nach", "bis", "ab", "aus", "de", "vers", "desde", "hasta", "hacia", "ate", "para", "skad",
    "dokad", "z", "od", "do", "se", "tak", "से", "तक",
];

const PREFERRING: &[&str] = &[
    "prefer",
    "bevorzug",
    "wunsch",
    "prefiri",
    "preferow",
    "preferencial",
    "pasandida",
    "पसंदीदा",
    "ideal",
    "dream",
    "traum",
];

#[cfg(test)]
mod tests {
    use super::turns;
    #[test]
    fn a_word_that_turns_a_label_is_seen_wherever_it_stands() {
        for (label, expected) in [
            ("City (from)", true),
            ("To city", true),
            ("City", false),
            ("Ship to city", false),
            ("Job title (desired)", true),
            ("Full name (not yours)", true),
            ("Name of the deceased", true),
            ("Ort (nach)", true),
            ("Ville (de)", true),
            ("Numéro de téléphone", false),
            ("Ciudad (hasta)", true),
            ("Miasto (do)", true),
            ("शहर (से)", true),
            ("市区町村（出発）", true),
            ("Their email", true),
            ("Email (will not be published)", false),
            ("Adresse (nicht Ihre eigene)", true),
            ("Email (we send news there, you can leave them any time)", false),
            ("Address to", true),
        ] {
            assert_eq!(turns(label, false), expected, "{label}");
        }
    }
}

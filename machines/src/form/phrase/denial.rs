//! Whether a text denies what its other words say: "I do not agree", "No newsletter", "Ohne Frühstück".

use alloc::vec::Vec;

use super::unbracket;
use crate::form::fold::fold;
use crate::form::synonyms::Langs;

/// Words that deny in whatever language the page is. Folded.
#[rustfmt::skip]
const SURE: &[&str] = &[
    "not", "never", "without", "cannot", "dont", "doesnt", "cant", "wont", "isnt", "arent", "decline", "declined", "reject", "rejected",
    "refuse", "refused", "refusal", "except", "exclude", "excluding", "disagree", "deny", "unsubscribe", "withdraw", "disable", "neither", "nor",
    "nicht", "kein", "keine", "keinen", "keinem", "keiner", "keines", "niemals", "ohne", "ablehnen", "lehne", "verweigern", "verweigere",
    "abbestellen", "abmelden", "widerspreche", "widersprechen",
    "pas", "sans", "jamais", "aucun", "aucune", "refuser", "desabonner", "desinscrire",
    "nunca", "jamas", "rechazo", "rechazar", "excepto", "tampoco", "ningun", "ninguna",
    "nao", "recuso", "recusar", "rejeito", "rejeitar", "exceto", "nenhum", "nenhuma",
    "nigdy", "odmawiam", "odrzucam", "rezygnuje", "nahi", "nahin", "नहीं", "बिना", "अस्वीकार",
];

/// Words that deny only where the page is in their language: elsewhere they are others.
const OWN: &[(Langs, &[&str])] = &[
    (Langs::DE, &["nie"]),
    (Langs::FR, &["non", "refuse", "sauf"]),
    (Langs::ES, &["sin", "salvo"]),
    (Langs::PT, &["sem", "salvo"]),
    (Langs::PL, &["nie", "bez", "brak", "zaden"]),
    (Langs::HI, &["bina", "mat"]),
];

/// What denies within a run of Japanese.
const INSIDE: &[&str] = &["しない", "ません", "不要", "拒否", "辞退", "希望しない", "なし"];

/// Words before `t` of "don't" and its like.
#[rustfmt::skip]
const BEFORE_T: &[&str] = &[
    "don", "doesn", "didn", "isn", "aren", "wasn", "weren", "won", "wouldn", "shouldn", "couldn", "hasn", "haven", "hadn", "can", "mustn", "needn",
];

/// Words after which nothing is denied: it is only said what to do in that case.
const IF: &[&str] = &[
    "if",
    "wenn",
    "falls",
    "si",
    "jesli",
    "jezeli",
    "agar",
    "yadi",
    "यदि",
    "अगर",
];

/// Words between which "no" stands in the middle of an English sentence and denies.
#[rustfmt::skip]
const BEFORE_NO: &[&str] = &["have", "has", "had", "want", "need", "with", "am", "is", "are", "own", "i", "yo", "que", "receive", "take", "there"];

/// Every language but Portuguese, where "no" means "in the".
const NO: Langs = Langs::EN
    .or(Langs::DE)
    .or(Langs::FR)
    .or(Langs::ES)
    .or(Langs::PL)
    .or(Langs::HI)
    .or(Langs::JA);

/// Whether the "no" at `at` denies, rather than being short for "number".
pub(crate) fn is_denying_no(words: &[&str], at: usize) -> bool {
    let next = words.get(at + 1).copied();
    let before = at.checked_sub(1).and_then(|before| words.get(before)).copied();
    let counted = next.is_none_or(|next| {
        matches!(
            next,
            "of" | "de" | "del" | "da" | "do" | "and" | "or" | "und" | "y" | "e" | "et" | "preference"
        ) || next.bytes().all(|b| b.is_ascii_digit())
    });
    !counted && before.is_none_or(|before| BEFORE_NO.contains(&before))
}

/// `text` with the "No." of a number spelled out.
pub(crate) fn spell_numbers(text: &str) -> Option<alloc::string::String> {
    let lower = |c: char| c.to_ascii_lowercase();
    let chars: Vec<char> = text.chars().collect();
    let is_no = |at: usize| {
        let word = |from: usize| chars.get(from).copied().map(lower);
        word(at) == Some('n')
            && word(at + 1) == Some('o')
            && word(at + 2) == Some('.')
            && at
                .checked_sub(1)
                .and_then(|at| chars.get(at))
                .is_none_or(|c| !c.is_alphanumeric())
    };
    (0..chars.len()).any(is_no).then(|| {
        let mut out = alloc::string::String::with_capacity(text.len() + 8);
        let mut skip = 0;
        for (at, c) in chars.iter().enumerate() {
            if skip > 0 {
                skip -= 1;
            } else if is_no(at) {
                out.push_str("number ");
                skip = 2;
            } else {
                out.push(*c);
            }
        }
        out
    })
}

/// Whether a text denies, read in a language. What stands in brackets, or in a sentence behind the first, only explains.
pub(crate) fn denies(text: &str, langs: Langs) -> bool {
    let folded = fold(text);
    let words = || folded.split(' ');
    let known = |word: &str| {
        word == "no"
            || word == "t"
            || word == "opt"
            || SURE.contains(&word)
            || OWN.iter().any(|(_, own)| own.contains(&word))
            || !word.is_ascii() && INSIDE.iter().any(|part| word.contains(part))
    };
    if !words().any(known) {
        return false;
    }
    let (outside, _) = unbracket(text);
    let outside = if fold(&outside).is_empty() { text } else { &outside };
    let spelled = spell_numbers(outside);
    let folded = fold(first_sentence(spelled.as_deref().unwrap_or(outside)));
    let words: Vec<&str> = folded.split(' ').collect();
    let spoken = |own: Langs| langs != Langs::ANY && own.meets(langs);
    words.iter().enumerate().any(|(at, word)| {
        let before = words.get(..at).unwrap_or(&[]);
        let last = before.last().copied().unwrap_or("");
        let told = match *word {
            "no" if langs == Langs::ES => at + 1 < words.len() && !matches!(words.get(at + 1), Some(&"de" | &"del")),
            "no" => NO.meets(langs) && is_denying_no(&words, at),
            "t" => BEFORE_T.contains(&last),
            "out" => matches!(last, "opt" | "opting" | "opted"),
            // "Whether or not" denies nothing.
            _ => {
                SURE.contains(word)
                    || OWN.iter().any(|(own, list)| spoken(*own) && list.contains(word))
                    || !word.is_ascii() && INSIDE.iter().any(|part| word.contains(part))
            }
        };
        told && !matches!(last, "or" | "oder" | "ou" | "o") && !before.iter().any(|word| IF.contains(word))
    })
}

fn first_sentence(text: &str) -> &str {
    let text = text.trim();
    let end = [". ", "? ", "! ", "; ", " - ", " – ", " — ", "\n", "。"]
        .iter()
        .filter_map(|mark| text.find(mark))
        .min()
        .unwrap_or(text.len());
    text.get(..end).unwrap_or(text)
}

/// Whether two words are one another's contrary by a syllable before one of them: "insured" and "uninsured".
pub(crate) fn contrary(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    short.chars().count() >= 4
        && long.strip_suffix(short).is_some_and(|start| {
            matches!(
                start,
                "un" | "non" | "in" | "im" | "ir" | "dis" | "des" | "anti" | "nie"
            )
        })
}

#[cfg(test)]
mod tests {
    use super::denies;
    use crate::form::synonyms::Langs;

    #[test]
    fn a_text_denies_by_a_word_of_its_own_language() {
        for (text, tag, denied) in [
            ("I do not agree", "en", true),
            ("Don’t send me offers", "en", true),
            ("I have no car", "en", true),
            ("No newsletter", "", true),
            ("Opt out of offers", "en", true),
            ("Passport no", "en", false),
            ("No. of children", "en", false),
            ("Email (not shown)", "en", false),
            ("Email. We do not share it", "en", false),
            ("Are you insured? (yes/no)", "en", false),
            ("If not, why", "en", false),
            ("Nome no cartão", "pt", false),
            ("Yo no acepto", "es", true),
            ("SIN", "en", false),
            ("Sin desayuno", "es", true),
            ("Ich stimme nicht zu", "de", true),
            ("同意しない", "ja", true),
            ("मैं सहमत नहीं हूँ", "hi", true),
        ] {
            assert_eq!(denies(text, Langs::of_tag(tag)), denied, "{text}");
        }
    }
}

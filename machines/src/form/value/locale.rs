//! How numbers are written where a locale says so.

use alloc::string::String;

/// Which mark a locale writes before the decimals, and whether it groups by the other one of dot and comma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    /// `.` or `,`.
    pub(crate) decimal: char,
    /// Whether the other one of `.` and `,` groups thousands (else blanks or apostrophes do).
    pub(crate) groups: bool,
}

const DOT: Marks = Marks {
    decimal: '.',
    groups: true,
};
const DOT_ONLY: Marks = Marks {
    decimal: '.',
    groups: false,
};
const COMMA: Marks = Marks {
    decimal: ',',
    groups: true,
};
const COMMA_ONLY: Marks = Marks {
    decimal: ',',
    groups: false,
};

/// The language of a tag in lower case and its region in capitals, each empty if the tag has none.
pub(crate) fn parts(tag: &str) -> (String, String) {
    let mut subtags = tag.split(['-', '_']);
    let language = subtags.next().unwrap_or("").to_ascii_lowercase();
    let region = subtags
        .take_while(|tag| tag.len() != 1)
        .find(|tag| {
            let all = |test: fn(&u8) -> bool| tag.bytes().all(|b| test(&b));
            tag.len() == 2 && all(u8::is_ascii_alphabetic) || tag.len() == 3 && all(u8::is_ascii_digit)
        })
        .map(str::to_ascii_uppercase)
        .unwrap_or_default();
    (language, region)
}

/// The marks of one locale, `None` where usage is mixed or unknown.
pub(crate) fn marks(tag: &str) -> Option<Marks> {
    let (language, region) = parts(tag);
    // North of the Panama canal, and in Peru, Spanish writes a dot.
    let dotted = matches!(
        region.as_str(),
        "MX" | "US" | "PR" | "GT" | "HN" | "NI" | "PA" | "SV" | "DO" | "PE" | "CU"
    );
    if language == "es" && dotted {
        return Some(DOT);
    }
    Some(match (language.as_str(), region.as_str()) {
        // Spanish of no country may be written in Mexico or in Spain; English on the Continent, and numbers in French
        // Switzerland, go by either habit.
        (
            "en",
            "ZA" | "AT" | "BE" | "CH" | "DE" | "DK" | "ES" | "FI" | "FR" | "IT" | "NL" | "PL" | "PT" | "SE" | "SI",
        )
        | ("es", "" | "419")
        | ("fr", "CH")
        | ("ar", _) => return None,
        ("de" | "it" | "rm", "CH" | "LI") => DOT_ONLY,
        (
            "en" | "ja" | "zh" | "ko" | "th" | "he" | "iw" | "hi" | "bn" | "ta" | "te" | "mr" | "gu" | "kn" | "ml"
            | "pa" | "ur" | "si" | "ne" | "ms" | "fil" | "tl" | "cy" | "ga" | "mt" | "sw" | "am" | "my" | "yue",
            _,
        ) => DOT,
        (
            "de" | "es" | "it" | "nl" | "pt" | "da" | "tr" | "id" | "el" | "hr" | "sr" | "sl" | "bs" | "ro" | "is"
            | "ca" | "gl" | "eu" | "vi" | "mk" | "sq" | "az",
            _,
        ) => COMMA,
        (
            "fr" | "pl" | "cs" | "sk" | "sv" | "nb" | "no" | "nn" | "fi" | "ru" | "uk" | "be" | "hu" | "bg" | "lt"
            | "lv" | "et" | "kk" | "ka" | "hy" | "uz",
            _,
        ) => COMMA_ONLY,
        _ => return None,
    })
}

/// What all of the locales that say anything agree on.
pub(crate) fn agreed(locales: &[String]) -> Option<Marks> {
    let mut known = locales.iter().filter_map(|tag| marks(tag));
    let first = known.next()?;
    known.all(|other| other.decimal == first.decimal).then_some(first)
}

/// The region that the locales name, if they name exactly one.
pub(crate) fn region(locales: &[String]) -> Option<String> {
    let mut named = locales
        .iter()
        .map(|tag| parts(tag).1)
        .filter(|region| region.len() == 2);
    let first = named.next()?;
    named.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::{agreed, marks, parts, region};
    use std::string::{String, ToString};
    use std::vec::Vec;

    fn tags(text: &str) -> Vec<String> {
        text.split(',').map(ToString::to_string).collect()
    }

    #[test]
    fn a_tag_comes_apart() {
        for (tag, language, place) in [
            ("de-DE", "de", "DE"),
            ("zh-Hant-TW", "zh", "TW"),
            ("pt_br", "pt", "BR"),
            ("ja", "ja", ""),
            ("en-u-ca-gregory", "en", ""),
        ] {
            assert_eq!(parts(tag), (language.to_string(), place.to_string()), "{tag}");
        }
    }

    #[test]
    fn hints_that_disagree_settle_nothing() {
        assert_eq!(agreed(&tags("de-DE,en-US")), None);
        assert_eq!(agreed(&tags("de-DE,fr-FR")).map(|m| m.decimal), Some(','));
        assert_eq!(agreed(&tags("xx,en-GB")).map(|m| m.decimal), Some('.'));
        for tag in ["ar-EG", "es", "es-419", "en-DE", "en-ZA", "fr-CH"] {
            assert_eq!(marks(tag), None, "{tag}");
        }
        assert_eq!(region(&tags("es-419,es-MX")).as_deref(), Some("MX"));
        assert_eq!(region(&tags("de,de-AT")).as_deref(), Some("AT"));
        assert_eq!(region(&tags("de-DE,de-AT")), None);
    }
}

//! What a locale settles: whether the day or the month stands first in a date of numbers.

use super::super::Context;

/// Which of day and month stands first where both are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// 4 March is 4/3.
    DayFirst,
    /// 4 March is 3/4.
    MonthFirst,
}

/// The order that all hints with an opinion agree on.
pub(in super::super) fn order(ctx: &Context) -> Option<Order> {
    let mut opinions = ctx.locales.iter().filter_map(|tag| of_tag(tag));
    let first = opinions.next()?;
    opinions.all(|other| other == first).then_some(first)
}

/// The language that all hints agree on, as two or three lower-case letters.
pub(in super::super) fn language(ctx: &Context) -> Option<&str> {
    let first = subtags(ctx.locales.first()?).next()?;
    let agreed = ctx.locales.iter().all(|tag| {
        subtags(tag)
            .next()
            .is_some_and(|other| other.eq_ignore_ascii_case(first))
    });
    agreed.then_some(first)
}

fn subtags(tag: &str) -> impl Iterator<Item = &str> {
    tag.trim().split(['-', '_', '.', '@'])
}

/// The order in use where a locale is spoken; `None` where both are, or where the year stands first.
fn of_tag(tag: &str) -> Option<Order> {
    let mut subtags = subtags(tag);
    let language = subtags.next()?;
    let region = subtags.find(|subtag| subtag.len() == 2 && subtag.bytes().all(|b| b.is_ascii_alphabetic()));
    let language_is = |list: &[&str]| list.iter().any(|known| known.eq_ignore_ascii_case(language));
    let region_is =
        |list: &[&str]| region.is_some_and(|region| list.iter().any(|known| known.eq_ignore_ascii_case(region)));
    if region_is(&["US", "PH"]) && language_is(&["en", "fil", "tl"]) || region_is(&["FM", "GU", "PW", "AS", "MP", "VI"])
    {
        return Some(Order::MonthFirst);
    }
    // In these both orders are seen, or a number date with the year last is foreign.
    if region_is(&[
        "US", "CA", "PR", "PA", "PH", "ZA", "KE", "CN", "JP", "KR", "TW", "MN", "LT", "HU", "BT",
    ]) {
        return None;
    }
    if language_is(&["en"]) {
        let day_first = [
            "GB", "UK", "IE", "AU", "NZ", "IN", "SG", "MY", "HK", "MT", "CY", "NG", "GH", "JM", "TT", "BB", "PK", "BD",
            "LK", "ZW", "ZM", "UG", "TZ", "BW", "FJ", "GI", "IM", "JE", "GG", "DE", "AT", "CH", "NL", "BE", "DK", "FI",
            "FR", "ES", "IT", "PT", "PL", "IL", "AE",
        ];
        return region_is(&day_first).then_some(Order::DayFirst);
    }
    if language_is(&["zh"]) {
        return region_is(&["HK", "MO", "SG"]).then_some(Order::DayFirst);
    }
    let day_first = [
        "de", "fr", "es", "pt", "it", "nl", "pl", "cs", "sk", "da", "nb", "nn", "no", "fi", "ru", "uk", "be", "tr",
        "ro", "hr", "sr", "sl", "bs", "bg", "el", "he", "ar", "hi", "id", "ms", "vi", "th", "ca", "gl", "et", "lv",
        "is", "ga", "mk", "sq", "ka", "hy", "az", "kk", "uz", "ur", "bn", "ta", "te", "mr", "gu", "kn", "ml", "pa",
    ];
    language_is(&day_first).then_some(Order::DayFirst)
}

#[cfg(test)]
mod tests {
    use super::{Order, language, order};
    use crate::form::value::Context;
    use std::string::ToString;

    #[test]
    fn only_hints_that_agree_settle_the_order() {
        use Order::{DayFirst, MonthFirst};
        let table: [(&[&str], Option<Order>); 15] = [
            (&[], None),
            (&["en"], None),
            (&["en-US"], Some(MonthFirst)),
            (&["en_US"], Some(MonthFirst)),
            (&["en-Latn-US"], Some(MonthFirst)),
            (&["en-GB"], Some(DayFirst)),
            (&["en-PH"], Some(MonthFirst)),
            (&["en-CA"], None),
            (&["fr-CA"], None),
            (&["es-US"], None),
            (&["de"], Some(DayFirst)),
            (&["pt-BR"], Some(DayFirst)),
            (&["ja-JP"], None),
            (&["en-US", "de-DE"], None),
            (&["en", "de-DE"], Some(DayFirst)),
        ];
        for (tags, expected) in table {
            let ctx = Context {
                locales: tags.iter().map(ToString::to_string).collect(),
                ..Context::default()
            };
            assert_eq!(order(&ctx), expected, "{tags:?}");
        }
    }

    #[test]
    fn a_language_is_known_when_all_hints_name_it() {
        let ctx = |tags: &[&str]| Context {
            locales: tags.iter().map(ToString::to_string).collect(),
            ..Context::default()
        };
        assert_eq!(language(&ctx(&["pl-PL", "pl"])), Some("pl"));
        assert_eq!(language(&ctx(&["pl-PL", "en-GB"])), None);
    }
}

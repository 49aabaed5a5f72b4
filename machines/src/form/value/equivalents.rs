//! Different words for the same choice: countries, states, forms of address, yes and no, sizes, months.
//!
//! A [`Class`] knows the members of one kind of list. A wish and an option are equivalent when one class knows both
//! and the option means nothing that the wish does not.

use alloc::vec::Vec;

use super::calendar::words;
use super::{boolean, countries, money};
use crate::form::text;

mod tables;

use tables::{
    AUSTRALIA, BLOOD, BRAZIL, CANADA, GENDERS, GERMANY, HOME_NATIONS, INDIA, LANGUAGES, MARITAL, MEXICO, MONTHS, SIZES,
    TITLES, Table, US, WEEKDAYS,
};

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
    Class {
        name: "country",
        read: countries::named,
        closed: true,
    },
    Class {
        name: "us-state",
        read: |text| state(text, US),
        closed: true,
    },
    Class {
        name: "ca-province",
        read: |text| state(text, CANADA),
        closed: true,
    },
    Class {
        name: "au-state",
        read: |text| state(text, AUSTRALIA),
        closed: true,
    },
    Class {
        name: "de-land",
        read: |text| state(text, GERMANY),
        closed: true,
    },
    Class {
        name: "br-state",
        read: |text| state(text, BRAZIL),
        closed: true,
    },
    Class {
        name: "in-state",
        read: |text| state(text, INDIA),
        closed: true,
    },
    Class {
        name: "mx-state",
        read: |text| state(text, MEXICO),
        closed: true,
    },
    Class {
        name: "gb-nation",
        read: |text| state(text, HOME_NATIONS),
        closed: true,
    },
    Class {
        name: "title",
        read: |text| listed(text, TITLES),
        closed: true,
    },
    Class {
        name: "gender",
        read: |text| listed(text, GENDERS),
        closed: true,
    },
    Class {
        name: "truth",
        read: truth,
        closed: false,
    },
    Class {
        name: "size",
        read: |text| listed(text, SIZES),
        closed: true,
    },
    Class {
        name: "month",
        read: month,
        closed: true,
    },
    Class {
        name: "weekday",
        read: |text| listed(text, WEEKDAYS),
        closed: true,
    },
    Class {
        name: "marital",
        read: |text| listed(text, MARITAL),
        closed: true,
    },
    Class {
        name: "language",
        read: |text| listed(text, LANGUAGES),
        closed: false,
    },
    Class {
        name: "blood",
        read: |text| listed(text, BLOOD),
        closed: true,
    },
    Class {
        name: "currency",
        read: currency,
        closed: false,
    },
];

fn listed(written: &str, table: Table) -> Meaning {
    let folded = text::fold(written);
    table
        .iter()
        .filter(|(_, names)| names.contains(&folded.as_str()))
        .map(|(member, _)| *member)
        .collect()
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
        .filter(|(code, names)| *code == bare || names.contains(&folded.as_str()))
        .map(|(code, _)| *code)
        .collect()
}

/// Whether a name means different months in different languages: an option may be known by its neighbours, a wish is not.
pub(crate) fn is_torn(class: Class, wanted: &str) -> bool {
    class.name == "month" && words::torn(&text::fold(wanted))
}

/// The meaning of what is wished for.
pub(crate) fn of_wish(class: Class, wanted: &str) -> Meaning {
    if is_torn(class, wanted) {
        return Vec::new();
    }
    (class.read)(wanted)
}

/// The meanings of an option: of its text, else of its text without what stands in brackets, else of its value.
pub(crate) fn of_option(class: Class, label: &str, value: &str) -> Meaning {
    // Beside `England`, another part of the same country is no equivalent.
    if class.name == "country" && !state(label, HOME_NATIONS).is_empty() {
        return Vec::new();
    }
    let mut meaning = (class.read)(label);
    if meaning.is_empty() && class.name == "country" && label.contains('+') {
        // `+49 Germany`, `Jamaica +1 876`: the dialling code is no part of the name.
        let dialled = |word: &&str| {
            !word
                .chars()
                .all(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | '(' | ')' | ',' | '/' | '.'))
        };
        let words: Vec<&str> = label.split_whitespace().filter(dialled).collect();
        meaning = (class.read)(&words.join(" "));
    }
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

#[cfg(test)]
mod tests {
    use super::{CLASSES, Class, bracketed, of_option, tables};
    use crate::form::text::fold;

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
        for table in tables::ALL {
            for (_, names) in *table {
                for name in *names {
                    assert_eq!(fold(name), *name);
                }
            }
        }
    }

    #[test]
    fn brackets_at_the_end_come_off() {
        assert_eq!(bracketed("São Paulo (SP)"), Some(("São Paulo", "SP")));
        assert_eq!(bracketed("(SP)"), None);
        assert_eq!(bracketed("a (b) c"), None);
    }
}

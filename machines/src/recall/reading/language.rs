//! Which language a form is in, where the page does not say or says what its labels deny.

use crate::form::model::Field;
use crate::form::phrase::Phrase;
use crate::form::synonyms::Langs;

const EIGHT: [Langs; 8] = [
    Langs::EN,
    Langs::DE,
    Langs::FR,
    Langs::ES,
    Langs::PT,
    Langs::PL,
    Langs::HI,
    Langs::JA,
];

/// How many labels mean something in each of the eight languages. What means the same in all of them counts for none.
pub(super) fn voted(fields: &[Field]) -> [usize; 8] {
    let mut votes = [0_usize; 8];
    for field in fields {
        let senses = Phrase::read(&field.label, Langs::ANY).senses;
        for (vote, lang) in votes.iter_mut().zip(EIGHT) {
            let tells = |langs: Langs| langs != Langs::ANY && langs.meets(lang);
            *vote += usize::from(senses.iter().any(|sense| tells(sense.langs)));
        }
    }
    votes
}

/// The languages that a field may be in: the one that is given; the one that three times as many labels are in, if
/// they are three at least; where none is given, the ones that most labels are in. A language beyond the eight has
/// only words of English and those that are the same everywhere.
pub(super) fn settle(tag: &str, votes: [usize; 8]) -> Langs {
    let most = votes.iter().copied().max().unwrap_or_default();
    let leading = || {
        let lead = votes.iter().zip(EIGHT).filter(|(vote, _)| **vote == most);
        lead.map(|(_, lang)| lang).reduce(Langs::or).unwrap_or(Langs::ANY)
    };
    if tag.trim().is_empty() {
        return if most == 0 { Langs::ANY } else { leading() };
    }
    let given = Langs::of_tag(tag);
    let (given, known) = if given == Langs::ANY {
        (Langs::EN, false)
    } else {
        (given, true)
    };
    let own = votes
        .iter()
        .zip(EIGHT)
        .find(|(_, lang)| *lang == given)
        .map_or(0, |(vote, _)| *vote);
    if most >= 3 && most >= own * 3 && known {
        leading()
    } else {
        given
    }
}

#[cfg(test)]
mod tests {
    use super::{settle, voted};
    use crate::form::model::Field;
    use crate::form::synonyms::Langs;
    use std::string::ToString;
    use std::vec::Vec;

    fn form(labels: &[&str]) -> Vec<Field> {
        let field = |label: &&str| Field {
            label: label.to_string(),
            ..Field::default()
        };
        labels.iter().map(field).collect()
    }

    #[test]
    fn the_labels_tell_the_language_that_the_page_does_not() {
        let german = voted(&form(&["Vorname", "Nachname", "PLZ", "Ort"]));
        assert_eq!(settle("", german), Langs::DE);
        assert_eq!(settle("de-AT", german), Langs::DE);
        // A template that says `en` around a German form.
        assert_eq!(settle("en", german), Langs::DE);
        let english = voted(&form(&["First name", "Service number"]));
        assert_eq!(settle("en", english), Langs::EN);
        assert_eq!(settle("", english), Langs::EN);
        assert_eq!(settle("", voted(&[])), Langs::ANY);
        assert_eq!(settle("it", english), Langs::EN);
    }
}

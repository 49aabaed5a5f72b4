//! What an address is for: bills go to one, parcels to another.

use alloc::string::String;
use alloc::vec::Vec;

use super::dictionary::{Topic, topic_of_key};
use crate::form::fold::{fold, words};
use crate::form::model::Field;
use crate::form::synonyms::Concept as C;

/// What an address is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Purpose {
    /// Bills go there.
    Billing,
    /// Parcels go there.
    Shipping,
}

impl Purpose {
    /// The key that what is for it is kept under: `billing city`.
    pub(super) fn key(self, name: &str) -> String {
        let [key, _] = self.keys(name);
        key
    }

    /// The keys of facts that are called `name` and are for it.
    pub(super) fn keys(self, name: &str) -> [String; 2] {
        let words = match self {
            Self::Billing => ["billing", "invoice"],
            Self::Shipping => ["shipping", "delivery"],
        };
        words.map(|word| alloc::format!("{word} {name}"))
    }
}

/// Whether what bills or parcels are addressed with may be another than the person's own of this topic: whom they are
/// for, how to reach them, where they go.
pub(super) const fn divides(topic: Topic) -> bool {
    matches!(
        topic,
        Topic::Of(
            C::FullName
                | C::GivenName
                | C::MiddleName
                | C::FamilyName
                | C::Company
                | C::Email
                | C::Phone
                | C::Mobile
                | C::HomePhone
        )
    ) || is_place(topic)
}

/// Whether it is a piece of an address.
pub(super) const fn is_place(topic: Topic) -> bool {
    matches!(
        topic,
        Topic::Of(C::Street | C::HouseNumber | C::Line2 | C::Line3 | C::City | C::Region | C::Postcode | C::Country)
    )
}

/// What the topic and the purpose of a fact are by its key.
pub(super) fn read_key(key: &str) -> (Option<Topic>, Option<Purpose>) {
    let (purpose, plain) = of_key(key);
    (topic_of_key(key).or_else(|| topic_of_key(&plain)), purpose)
}

/// What the fields of these words are for: by the token, by the label and the name, by the headings.
pub(super) fn of_field(field: &Field) -> Vec<Purpose> {
    match field.autocomplete.address.as_str() {
        "billing" => return Vec::from([Purpose::Billing]),
        "shipping" => return Vec::from([Purpose::Shipping]),
        _ => {}
    }
    let own = of_texts(
        [
            fold(&field.label),
            words(&field.name).join(" "),
            words(&field.id).join(" "),
        ]
        .iter()
        .map(String::as_str),
    );
    if !own.is_empty() {
        return own;
    }
    // The nearest heading that says so.
    let mut headings = field
        .section
        .iter()
        .rev()
        .map(|section| of_texts([fold(section).as_str()].into_iter()));
    headings.find(|found| !found.is_empty()).unwrap_or_default()
}

/// What the key of a fact says its address is for, and the key without that.
pub(super) fn of_key(key: &str) -> (Option<Purpose>, String) {
    let norm = words(key).join(" ");
    let purpose = match of_texts([norm.as_str()].into_iter()).as_slice() {
        [purpose] => *purpose,
        _ => return (None, key.into()),
    };
    let list = words_of(purpose);
    let rest: Vec<&str> = norm.split(' ').filter(|word| !list.contains(word)).collect();
    if rest.is_empty() || rest.len() == norm.split(' ').count() {
        // Run together with what it is of: `lieferadresse`.
        return (Some(purpose), key.into());
    }
    (Some(purpose), rest.join(" "))
}

fn of_texts<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<Purpose> {
    let mut found = Vec::new();
    for text in texts {
        for purpose in [Purpose::Billing, Purpose::Shipping] {
            let says = |word: &str| {
                words_of(purpose).contains(&word) || starts_of(purpose).iter().any(|start| word.starts_with(start))
            };
            if !found.contains(&purpose) && text.split(' ').any(says) {
                found.push(purpose);
            }
        }
    }
    found
}

const fn words_of(purpose: Purpose) -> &'static [&'static str] {
    match purpose {
        Purpose::Billing => &[
            "billing",
            "bill",
            "invoice",
            "invoicing",
            "rechnung",
            "facturation",
            "facturacion",
            "cobranca",
            "faturacao",
            "faturamento",
            "rozliczeniowy",
            "rozliczeniowe",
            "rozliczeniowa",
            "faktury",
            "faktura",
            "बिलिंग",
            "bhugtan",
        ],
        Purpose::Shipping => &[
            "shipping",
            "ship",
            "delivery",
            "deliver",
            "lieferung",
            "liefer",
            "versand",
            "livraison",
            "expedition",
            "envio",
            "entrega",
            "dostawy",
            "dostawa",
            "wysylki",
            "वितरण",
            "डिलीवरी",
            "शिपिंग",
            "vitaran",
        ],
    }
}

const fn starts_of(purpose: Purpose) -> &'static [&'static str] {
    match purpose {
        Purpose::Billing => &["rechnungs", "請求"],
        Purpose::Shipping => &["liefer", "versand", "配送", "お届け", "配達"],
    }
}

#[cfg(test)]
mod tests {
    use super::{Purpose, of_key};

    #[test]
    fn a_key_says_what_its_address_is_for() {
        for (key, purpose, rest) in [
            ("billing city", Some(Purpose::Billing), "city"),
            ("shippingPostcode", Some(Purpose::Shipping), "postcode"),
            ("city", None, "city"),
            ("Ville de livraison", Some(Purpose::Shipping), "ville de"),
            ("billing and shipping city", None, "billing and shipping city"),
        ] {
            assert_eq!(of_key(key), (purpose, rest.into()), "{key}");
        }
    }
}

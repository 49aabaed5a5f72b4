//! Buttons that add something to a form, such as one more row of fields.

use alloc::string::String;
use alloc::vec::Vec;

use super::submits::{effect, has};
use crate::form::fold::fold;
use crate::form::model::{Adder, Button, Closer, Effect, FrameView, Ref};
use crate::form::phrase::stems;

/// The buttons of a frame, in sight, whose words say that they add something.
pub(super) fn adders(view: &FrameView) -> Vec<Adder> {
    let place = |element| Ref {
        frame: view.frame,
        element,
    };
    let near = |button: &Button| -> Vec<Ref> {
        let span = button.near.and_then(|(first, last, _)| view.controls.get(first..=last));
        span.unwrap_or_default()
            .iter()
            .map(|control| place(control.element))
            .collect()
    };
    view.buttons
        .iter()
        .filter(|button| button.visible && adds(button))
        .map(|button| Adder {
            reference: Some(place(button.element)),
            form: button.form.map(place),
            label: button.label.clone(),
            sends: matches!(button.kind.as_str(), "submit" | "image"),
            disabled: button.disabled,
            near: near(button),
            under: button.under.clone(),
            after: button.near.and_then(|(first, _, next)| {
                let last = next.checked_sub(1).filter(|last| first <= *last)?;
                Some(place(view.controls.get(last)?.element))
            }),
        })
        .collect()
}

/// The buttons of a frame, in sight, whose words say that they close what they stand in and do nothing else.
pub(super) fn closers(view: &FrameView) -> Vec<Closer> {
    view.buttons
        .iter()
        .filter(|button| button.visible && !button.disabled && closes(button))
        .map(|button| Closer {
            reference: Some(Ref {
                frame: view.frame,
                element: button.element,
            }),
            label: button.label.clone(),
        })
        .collect()
}

fn closes(button: &Button) -> bool {
    let label = fold(&button.label);
    let is_cross = matches!(button.label.trim(), "×" | "✕" | "✖" | "╳" | "x" | "X");
    !matches!(button.kind.as_str(), "submit" | "image" | "reset") && (is_cross || CLOSE.contains(&label.as_str()))
}

/// Whether a button adds something by its words, and does nothing else by them.
fn adds(button: &Button) -> bool {
    let plain = Button {
        // What its type and its looks say is told apart from what its words say.
        kind: if button.kind == "reset" { "reset" } else { "button" }.into(),
        main: false,
        ..button.clone()
    };
    let label = fold(&button.label);
    let is_plus = matches!(button.label.trim(), "+" | "＋" | "➕");
    effect(&plain) == Effect::Other
        && (is_plus || ADD.iter().any(|word| has(&label, word)))
        && !ELSEWHERE.iter().any(|words| has(&label, words))
}

/// What a button adds: the telling words of its label, without those that only say that it adds one more.
pub(crate) fn noun(label: &str) -> Vec<String> {
    let folded = fold(label);
    let mut words = stems(label);
    words.retain(|word| {
        !word.chars().all(char::is_numeric) && !ADD.contains(&word.as_str()) && !MORE.contains(&word.as_str())
    });
    if folded.is_ascii() {
        return words;
    }
    // Scripts without blanks: what is left where the words that add are cut out.
    let cut = |word: String| -> String {
        let other = ADD.iter().chain(MORE).filter(|other| !other.is_ascii());
        other.fold(word, |word, other| word.replace(other, ""))
    };
    words.into_iter().map(cut).filter(|word| !word.is_empty()).collect()
}

/// Words that say that something is added. Folded.
const ADD: &[&str] = &[
    "add",
    "insert",
    "append",
    "another",
    "new row",
    "new line",
    "new entry",
    "new item",
    "one more",
    "hinzufugen",
    "hinzu",
    "erganzen",
    "anlegen",
    "neue zeile",
    "weitere",
    "weiterer",
    "weiteres",
    "weiteren",
    "ajouter",
    "ajout",
    "nouvelle ligne",
    "anadir",
    "agregar",
    "nueva fila",
    "adicionar",
    "acrescentar",
    "incluir",
    "nova linha",
    "dodaj",
    "nowy wiersz",
    "joden",
    "jode",
    "jodein",
    "जोड़",
    "जोड",
    "追加",
    "増やす",
    "足す",
];

/// What a button says that closes a box without doing what the box asks. Folded, in full.
const CLOSE: &[&str] = &[
    "cancel",
    "close",
    "dismiss",
    "not now",
    "no thanks",
    "no thank you",
    "maybe later",
    "later",
    "skip",
    "abbrechen",
    "schliessen",
    "nicht jetzt",
    "nein danke",
    "spater",
    "annuler",
    "fermer",
    "pas maintenant",
    "non merci",
    "plus tard",
    "cancelar",
    "cerrar",
    "ahora no",
    "no gracias",
    "mas tarde",
    "fechar",
    "agora nao",
    "nao obrigado",
    "mais tarde",
    "anuluj",
    "zamknij",
    "nie teraz",
    "nie dziekuje",
    "pozniej",
    "radd karen",
    "band karen",
    "रद्द करें",
    "बंद करें",
    "キャンセル",
    "閉じる",
    "後で",
    "あとで",
];

/// Words that add to something that is no form. Folded.
const ELSEWHERE: &[&str] = &[
    "to cart",
    "to basket",
    "to bag",
    "to order",
    "to trolley",
    "to calendar",
    "to wishlist",
    "to wish list",
    "to list",
    "to home screen",
    "in den warenkorb",
    "zum warenkorb",
    "au panier",
    "al carrito",
    "a la cesta",
    "ao carrinho",
    "do koszyka",
    "カート",
    "bookmark",
    "favourites",
    "favorites",
];

/// Words beside them that say no more than that it is one more. As stems.
const MORE: &[&str] = &[
    "another",
    "more",
    "new",
    "one",
    "a",
    "an",
    "to",
    "row",
    "line",
    "entry",
    "next",
    "other",
    "extra",
    "additional",
    "record",
    "field",
    "zeile",
    "eintrag",
    "neue",
    "neuer",
    "neuen",
    "neues",
    "noch",
    "ein",
    "eine",
    "einen",
    "weitere",
    "weiterer",
    "weiteren",
    "weitere",
    "ligne",
    "un",
    "une",
    "autre",
    "nouveau",
    "nouvelle",
    "otro",
    "otra",
    "nuevo",
    "nueva",
    "fila",
    "una",
    "mas",
    "outro",
    "outra",
    "novo",
    "nova",
    "linha",
    "um",
    "uma",
    "mais",
    "kolejny",
    "kolejna",
    "kolejne",
    "nowy",
    "nowa",
    "nowe",
    "wiersz",
    "pozycja",
    "aur",
    "ek",
    "naya",
    "nayi",
    "और",
    "एक",
    "नया",
    "नई",
    "पंक्ति",
    "行",
    "を",
    "する",
    "新しい",
    "もう",
    "一つ",
];

#[cfg(test)]
mod tests {
    use super::{adds, closes, noun};
    use crate::form::model::Button;
    use std::vec::Vec;

    fn button(label: &str) -> Button {
        Button {
            kind: "button".into(),
            label: label.into(),
            visible: true,
            ..Button::default()
        }
    }

    #[test]
    fn a_button_that_adds_says_so_and_says_what() {
        let table: [(&str, &[&str]); 16] = [
            ("Add another", &[]),
            ("+ Add item", &["item"]),
            ("+", &[]),
            ("Add row", &[]),
            ("Add another passenger", &["passenger"]),
            ("Position hinzufügen", &["position"]),
            ("Weitere Person hinzufügen", &["person"]),
            ("Ajouter une ligne", &[]),
            ("Añadir otro artículo", &["articulo"]),
            ("Agregar fila", &[]),
            ("Adicionar outro produto", &["produto"]),
            ("Dodaj kolejny wiersz", &[]),
            ("Dodaj osobę", &["osobe"]),
            ("पंक्ति जोड़ें", &[]),
            ("行を追加", &[]),
            ("乗客を追加", &["乗客"]),
        ];
        for (label, expected) in table {
            assert!(adds(&button(label)), "{label}");
            let left: Vec<_> = noun(label);
            if !label.starts_with('प') {
                assert_eq!(left, expected, "{label}");
            }
        }
    }

    #[test]
    fn a_button_that_closes_a_box_says_that_and_no_more() {
        for label in [
            "Cancel",
            "×",
            "No, thanks",
            "Nicht jetzt",
            "Fermer",
            "キャンセル",
            "रद्द करें",
        ] {
            assert!(closes(&button(label)), "{label}");
        }
        for label in ["Cancel my order", "Close account", "OK", "Continue", ""] {
            assert!(!closes(&button(label)), "{label}");
        }
        assert!(!closes(&Button {
            kind: "submit".into(),
            ..button("Cancel")
        }));
    }

    #[test]
    fn a_button_that_sends_goes_on_or_adds_elsewhere_is_none() {
        for label in [
            "Add to cart",
            "Save and add another",
            "In den Warenkorb",
            "Next",
            "Address book",
            "Remove",
            "Cancel",
            "",
        ] {
            assert!(!adds(&button(label)), "{label}");
        }
        assert!(!adds(&Button {
            kind: "reset".into(),
            ..button("Add row")
        }));
    }
}

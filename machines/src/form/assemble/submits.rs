//! Buttons that send or move a form.

use alloc::vec::Vec;

use super::open;
use crate::form::choose::sends;
use crate::form::fold::fold;
use crate::form::model::{Button, Effect, Form, FrameView, Ref, Submit};

/// Puts the buttons of a frame into its forms, in document order.
///
/// Buttons outside of any form belong to the loose fields. Where there are none, only those are kept that say that
/// they send or move something: the rest are the page's menus.
pub(super) fn place(view: &FrameView, forms: &mut Vec<Form>) {
    for button in &view.buttons {
        let place = |element| Ref {
            frame: view.frame,
            element,
        };
        let form = button.form.map(place);
        let submit = Submit {
            reference: Some(place(button.element)),
            form,
            label: button.label.clone(),
            also: button.also.clone(),
            name: button.name.clone(),
            id: button.id.clone(),
            effect: effect(button),
            opens: button.opens,
            disabled: button.disabled,
            visible: button.visible,
        };
        let at = match forms.iter().position(|known| known.reference == form) {
            Some(at) => at,
            None if form.is_none() && submit.effect == Effect::Other && !submit.opens => continue,
            None => open(forms, form),
        };
        if let Some(form) = forms.get_mut(at) {
            form.submits.push(submit);
        }
    }
}

/// Gives the only form that asks anything, and has no control that sends it, the only one that stands outside of any form
/// and sends something.
pub(super) fn adopt(forms: &mut [Form]) {
    let asks = |form: &&mut Form| form.fields.iter().any(|field| field.visible && !field.trap);
    let (mut asking, mut others): (Vec<&mut Form>, Vec<&mut Form>) = forms.iter_mut().partition(asks);
    let ([own], Some(loose)) = (
        asking.as_mut_slice(),
        others.iter_mut().find(|form| form.reference.is_none()),
    ) else {
        return;
    };
    let found = loose.submits.iter().position(sends);
    let Some(at) = found.filter(|_| loose.submits.iter().filter(|submit| sends(submit)).count() == 1) else {
        return;
    };
    let is_last = loose
        .submits
        .get(at)
        .is_some_and(|submit| submit.effect == Effect::Submit);
    if is_last && !own.submits.iter().any(sends) {
        let form = own.reference;
        own.submits.push(Submit {
            form,
            ..loose.submits.remove(at)
        });
    }
}

/// What pressing a button would do, from its words first and its type second.
pub(super) fn effect(button: &Button) -> Effect {
    let label = fold(&button.label);
    let sends = matches!(button.kind.as_str(), "submit" | "image");
    if button.kind == "reset" {
        return Effect::Reset;
    }
    let says = |words: &[&str]| words.iter().any(|word| has(&label, word));
    // "Save and continue" goes on; "Continue without saving" too; "Back to search" goes back.
    if says(CANCEL) {
        return Effect::Other;
    }
    if says(BACK) {
        return Effect::Back;
    }
    if says(RESET) && !sends {
        return Effect::Reset;
    }
    if says(NEXT) {
        return Effect::Next;
    }
    if sends || button.main || starts(&label, SEND) {
        return Effect::Submit;
    }
    Effect::Other
}

/// Whether a folded label holds the word or words `phrase`. Scripts without blanks are searched as they are.
pub(super) fn has(label: &str, phrase: &str) -> bool {
    if !phrase.is_ascii() {
        return label.contains(phrase);
    }
    label.match_indices(phrase).any(|(at, found)| {
        let before = label
            .get(..at)
            .is_none_or(|head| head.is_empty() || head.ends_with(' '));
        let after = label
            .get(at + found.len()..)
            .is_none_or(|tail| tail.is_empty() || tail.starts_with(' '));
        before && after
    })
}

pub(super) fn starts(label: &str, words: &[&str]) -> bool {
    words.iter().any(|word| {
        label
            .strip_prefix(word)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' ') || !word.is_ascii())
            || (!word.is_ascii() && label.contains(word))
    })
}

const NEXT: &[&str] = &[
    "next",
    "continue",
    "proceed",
    "go on",
    "weiter",
    "fortfahren",
    "nachste",
    "nachster schritt",
    "suivant",
    "suivante",
    "continuer",
    "poursuivre",
    "siguiente",
    "continuar",
    "seguinte",
    "proximo",
    "proxima",
    "avancar",
    "dalej",
    "nastepny",
    "nastepna",
    "kontynuuj",
    "aage",
    "agla",
    "aage badhen",
    "次へ",
    "次に進む",
    "進む",
];
const BACK: &[&str] = &[
    "back",
    "previous",
    "go back",
    "zuruck",
    "vorherige",
    "vorheriger",
    "precedent",
    "precedente",
    "retour",
    "revenir",
    "atras",
    "anterior",
    "volver",
    "regresar",
    "voltar",
    "wstecz",
    "wroc",
    "poprzedni",
    "poprzednia",
    "powrot",
    "peeche",
    "pichla",
    "戻る",
    "前へ",
];
const RESET: &[&str] = &[
    "reset",
    "clear",
    "clear form",
    "start over",
    "zurucksetzen",
    "leeren",
    "reinitialiser",
    "effacer",
    "restablecer",
    "limpiar",
    "borrar",
    "limpar",
    "redefinir",
    "wyczysc",
    "resetuj",
    "saaf karen",
    "リセット",
    "クリア",
];
const CANCEL: &[&str] = &[
    "cancel",
    "abbrechen",
    "annuler",
    "cancelar",
    "anuluj",
    "radd karen",
    "キャンセル",
    "取消",
];
const SEND: &[&str] = &[
    "submit",
    "send",
    "save",
    "sign up",
    "sign in",
    "signup",
    "log in",
    "login",
    "register",
    "join",
    "subscribe",
    "apply",
    "pay",
    "place order",
    "buy",
    "order",
    "book",
    "confirm",
    "finish",
    "complete",
    "done",
    "create account",
    "create an account",
    "create my account",
    "create profile",
    "open account",
    "open an account",
    "open my account",
    "enrol",
    "enroll",
    "donate",
    "check out",
    "checkout",
    "reserve",
    "get quote",
    "get a quote",
    "get my quote",
    "request",
    "search",
    "verify",
    "absenden",
    "senden",
    "abschicken",
    "speichern",
    "anmelden",
    "einloggen",
    "registrieren",
    "bezahlen",
    "kaufen",
    "bestellen",
    "bestatigen",
    "fertig",
    "envoyer",
    "valider",
    "soumettre",
    "enregistrer",
    "connexion",
    "se connecter",
    "s inscrire",
    "payer",
    "commander",
    "confirmer",
    "terminer",
    "enviar",
    "guardar",
    "registrarse",
    "iniciar sesion",
    "entrar",
    "pagar",
    "comprar",
    "confirmar",
    "finalizar",
    "salvar",
    "cadastrar",
    "wyslij",
    "zapisz",
    "zaloguj",
    "zarejestruj",
    "zaplac",
    "kup",
    "zamow",
    "potwierdz",
    "zakoncz",
    "bheje",
    "bhejen",
    "jama karen",
    "送信",
    "登録",
    "確認",
    "申し込",
    "購入",
    "ログイン",
    "保存",
    "完了",
];

#[cfg(test)]
mod tests {
    use super::effect;
    use crate::form::model::{Button, Effect};

    #[test]
    fn a_button_does_what_its_words_and_its_type_say() {
        let table = [
            ("submit", "Register", Effect::Submit),
            ("submit", "Next step", Effect::Next),
            ("submit", "Continue", Effect::Next),
            ("button", "Weiter", Effect::Next),
            ("submit", "Suivant", Effect::Next),
            ("button", "次へ", Effect::Next),
            ("button", "Previous step", Effect::Back),
            ("submit", "« Zurück", Effect::Back),
            ("button", "Voltar", Effect::Back),
            ("reset", "Start again", Effect::Reset),
            ("button", "Clear form", Effect::Reset),
            ("submit", "Cancel", Effect::Other),
            ("button", "Add speaker", Effect::Other),
            ("button", "Send proposal", Effect::Submit),
            ("button", "送信する", Effect::Submit),
            ("image", "", Effect::Submit),
            ("button", "", Effect::Other),
            ("submit", "Go", Effect::Submit),
            ("button", "Open an account", Effect::Submit),
            ("button", "Open in a new window", Effect::Other),
        ];
        for (kind, label, expected) in table {
            let button = Button {
                kind: kind.into(),
                label: label.into(),
                ..Button::default()
            };
            assert_eq!(effect(&button), expected, "{kind} {label:?}");
        }
    }

    #[test]
    fn a_main_button_sends() {
        let button = Button {
            kind: "button".into(),
            label: "Go".into(),
            main: true,
            ..Button::default()
        };
        assert_eq!(effect(&button), Effect::Submit);
    }
}

//! Text boxes whose entries come up beside them: tags, keywords, addresses, one after another.
//!
//! What tells one is a sentence at it that says by which key an entry is added, or entries that stand there already
//! with buttons to take them off. A box that says how its own text is to be written (`separate tags by commas`) holds
//! that text; one that searches or sends at the enter key makes no entry.

use alloc::string::String;
use alloc::vec::Vec;

use crate::form::model::{Control, Held};
use crate::form::text::fold;

/// The keys that make an entry of what was typed. Folded.
#[rustfmt::skip]
const KEYS: &[&str] = &[
    "enter", "return", "eingabetaste", "eingabe", "entree", "intro", "invio", "comma", "commas", "komma", "virgule", "coma",
    "virgula", "virgola", "przecinek", "przecinka",
];
/// Words before which a key stands as what is to be pressed.
#[rustfmt::skip]
const BEFORE: &[&str] = &[
    "press", "pressing", "hit", "hitting", "tap", "use", "using", "with", "mit", "met", "com", "con", "avec", "by", "per",
    "drucke", "drucken", "appuyez", "appuyer", "sur", "touche", "pulsa", "pulse", "pulsar", "presiona", "presione",
    "pressione", "aperte", "tecle", "premi", "premere", "premendo", "druk", "op", "nacisnij", "wcisnij", "klawisz",
    "klawiszem", "tecla", "tasto", "toets", "taste",
];
/// Words behind which a key stands so.
#[rustfmt::skip]
const AFTER: &[&str] = &[
    "key", "to", "drucken", "taste", "zum", "hinzufugen", "toets", "om", "indrukken", "para", "per", "pour", "aby",
];
/// Words for adding, and for what is added.
#[rustfmt::skip]
const ADDS: &[&str] = &[
    "add", "adds", "adding", "create", "tag", "tags", "keyword", "keywords", "label", "labels", "skill", "skills", "entry",
    "hinzufugen", "hinzuzufugen", "erstellen", "anlegen", "schlagwort", "schlagworter", "stichwort",
    "ajouter", "ajoutez", "etiquette", "etiquettes", "anadir", "anade", "anada", "agregar", "agrega", "agregue", "etiqueta",
    "etiquetas", "adicionar", "adicione", "adiciona", "acrescentar", "marcador", "marcadores",
    "aggiungi", "aggiungere", "etichetta", "etichette", "toevoegen", "toe", "voeg", "trefwoord", "trefwoorden",
    "dodaj", "dodac", "etykieta", "etykiety", "tagi",
];
/// Words for what the key does instead, or for what is no entry: it searches, it sends, it is what one says to somebody.
#[rustfmt::skip]
const OTHERWISE: &[&str] = &[
    "search", "find", "filter", "send", "submit", "post", "save", "comment", "message", "reply", "note", "chat", "ask",
    "suche", "suchen", "suchbegriff", "finden", "senden", "absenden", "kommentar", "nachricht", "antwort",
    "rechercher", "chercher", "recherche", "envoyer", "commentaire", "repondre",
    "buscar", "busca", "enviar", "comentario", "mensaje", "responder", "pesquisar", "procurar", "mensagem",
    "cerca", "cercare", "inviare", "invia", "commento", "messaggio", "rispondi",
    "zoeken", "zoek", "verzenden", "versturen", "opmerking", "bericht", "reactie",
    "szukaj", "wyszukaj", "wyslij", "wyslac", "komentarz", "wiadomosc",
];
/// Beginnings of words that say how a list in one text is written.
#[rustfmt::skip]
const PARTING: &[&str] = &[
    "separ", "getrennt", "trenn", "divis", "divid", "gescheiden", "scheid", "oddziel", "rozdziel",
];

/// Whether what is typed into the control comes up beside it as an entry, at a key, and the box is empty again.
pub(super) fn makes(control: &Control) -> bool {
    let types = match control.tag.as_str() {
        "input" => matches!(control.input_type.as_str(), "text" | "email" | "url" | ""),
        _ => control.editable,
    };
    if !types || control.readonly || !matches!(control.role.as_str(), "" | "textbox") || !holds_text(control) {
        return false;
    }
    let lists = control.popup == "listbox" || matches!(control.suggests.as_str(), "list" | "both");
    // One that is sent by its own name, or whose keys the page does not heed, may stand beside another thing's button.
    let heeds = control.chips && control.keyed && control.name.is_empty() && control.behind.is_empty();
    heeds && !lists || told(control)
}

fn holds_text(control: &Control) -> bool {
    matches!(control.held, Held::Text(_))
}

fn told(control: &Control) -> bool {
    [&control.placeholder, &control.description, &control.title]
        .into_iter()
        .map(String::as_str)
        .chain(control.beside.lines())
        .any(says)
}

/// Whether a sentence says by which key an entry is added.
fn says(text: &str) -> bool {
    let folded = fold(text);
    let words: Vec<&str> = folded.split(' ').collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    let pressed = words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let after = words.get(at + 1);
        KEYS.contains(word)
            && (before.is_some_and(|word| BEFORE.contains(word)) || after.is_some_and(|word| AFTER.contains(word)))
    });
    let parted = words
        .iter()
        .any(|word| PARTING.iter().any(|beginning| word.starts_with(beginning)));
    pressed && has(ADDS) && !has(OTHERWISE) && !parted
}

#[cfg(test)]
mod tests {
    use super::{makes, says};
    use crate::form::model::Control;

    #[test]
    fn a_sentence_tells_by_which_key_an_entry_is_added() {
        for text in [
            "Add tag and press Enter",
            "Press Enter to add a tag",
            "Type a skill and hit enter to add it",
            "Press comma or Enter to add",
            "Tag eingeben und mit Enter hinzufügen",
            "Zum Hinzufügen Enter drücken",
            "Ajoutez un mot-clé puis appuyez sur Entrée",
            "Escribe y pulsa Intro para añadir",
            "Digite e pressione Enter para adicionar",
            "Premi Invio per aggiungere",
            "Druk op Enter om toe te voegen",
            "Wpisz i naciśnij Enter, aby dodać",
        ] {
            assert!(says(text), "{text}");
        }
        for text in [
            "",
            "Press Enter to search",
            "Search tags and press Enter",
            "Type a message and press Enter",
            "Add a comment and press Enter",
            "Enter tags",
            "Please enter a tag to add",
            "Separate tags with commas",
            "Tags, separated by commas",
            "Add tags",
            "Enter your name",
            "Suchbegriff eingeben und Enter drücken",
            "Press Enter to send",
        ] {
            assert!(!says(text), "{text}");
        }
    }

    #[test]
    fn entries_that_stand_beside_a_box_without_a_name_that_heeds_keys_tell_it_too() {
        let tags = Control {
            tag: "input".into(),
            input_type: "text".into(),
            chips: true,
            keyed: true,
            ..Control::default()
        };
        assert!(makes(&tags));
        let quantity = Control {
            name: "quantity".into(),
            ..tags.clone()
        };
        assert!(!makes(&quantity));
        let unheeded = Control {
            keyed: false,
            ..tags.clone()
        };
        assert!(!makes(&unheeded));
        let many = Control {
            input_type: "number".into(),
            ..tags
        };
        assert!(!makes(&many));
    }
}

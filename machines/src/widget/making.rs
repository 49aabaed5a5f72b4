//! Whether an option is an offer to make one of what was typed.

use crate::form::text::{fold, nfc, squeeze};

/// Words that offer to make an option of what was typed.
const MAKING: &[&str] = &[
    "create",
    "create new",
    "create option",
    "create tag",
    "add",
    "add new",
    "add option",
    "add item",
    "add tag",
    "erstellen",
    "hinzufugen",
    "anlegen",
    "creer",
    "ajouter",
    "crear",
    "anadir",
    "agregar",
    "criar",
    "adicionar",
    "aggiungi",
    "toevoegen",
    "utworz",
    "dodaj",
];
/// Words that do so in brackets or beside quotation marks only: York is not what New York is made of.
const NEWNESS: &[&str] = &[
    "new", "use", "neu", "nouveau", "nuevo", "novo", "nuovo", "nieuw", "crea", "maak",
];

/// Whether an option offers to be made of `text`: it says so before or behind it, and nothing else.
pub(super) fn makes(option: &str, text: &str) -> bool {
    let option = squeeze(&nfc(option));
    let text = squeeze(&nfc(text));
    if text.is_empty() {
        return false;
    }
    let Some(at) = option.find(text.as_str()) else {
        return false;
    };
    let (before, after) = (&option[..at], &option[at + text.len()..]);
    let words = fold(&alloc::format!("{before} {after}"));
    let quoted = before.ends_with(['"', '“', '„', '«', '\'', '‘', '`'])
        && after.starts_with(['"', '”', '“', '»', '\'', '’', '`']);
    let bracketed = before.is_empty() && after.trim_start().starts_with('(') && after.ends_with(')');
    let apart = (before.is_empty() || before.ends_with([' ', ':', '+']))
        && (after.is_empty() || after.starts_with([' ', '…', '.']));
    let plus = before.trim() == "+" && after.is_empty();
    plus || apart && MAKING.contains(&words.as_str())
        || (quoted || bracketed) && (MAKING.contains(&words.as_str()) || NEWNESS.contains(&words.as_str()))
}

#[cfg(test)]
mod tests {
    use super::makes;

    #[test]
    fn an_option_that_offers_to_be_made_says_so_and_nothing_else() {
        let table = [
            ("Create \"Purple\"", "Purple", true),
            ("Create “Purple”", "Purple", true),
            ("Add Purple", "Purple", true),
            ("Add Purple…", "Purple", true),
            ("+ Purple", "Purple", true),
            ("Purple (new)", "Purple", true),
            ("„Lila“ hinzufügen", "Lila", true),
            ("New York", "York", false),
            ("Purple Team", "Purple", false),
            ("Deep Purple", "Purple", false),
            ("Create \"Purplest\"", "Purple", false),
            ("Remove \"Purple\"", "Purple", false),
            ("Create", "", false),
            ("Add York", "New York", false),
        ];
        for (option, text, expected) in table {
            assert_eq!(makes(option, text), expected, "{option} for {text}");
        }
    }
}

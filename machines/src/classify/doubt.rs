//! Words that make it doubtful that a page has accepted something.

use alloc::string::String;

use super::seen::Seen;

/// Words that make it doubtful that a page has accepted something, whatever else it shows. A blank stands for anything
/// that is neither a letter nor a digit.
const DOUBT: [&[&str]; 6] = [
    // English.
    &[
        "error",
        "invalid",
        "fail",
        "already",
        "incorrect",
        "required",
        "could not",
        " couldn t ",
        "cannot",
        " can t ",
        "wrong",
        "try again",
        "again later",
        "retry",
        "unable",
        "not available",
        "unavailable",
        "denied",
        "expired",
        "declined",
        "rejected",
        "refused",
        "forbidden",
        "unauthori",
        "not allowed",
        "not accept",
        "not placed",
        "not sent",
        "not saved",
        "not stored",
        "not found",
        "not valid",
        " was not ",
        " wasn t ",
        " were not ",
        " weren t ",
        "not been ",
        "no longer",
        "is closed",
        "are closed",
        "maintenance",
        "sorry",
        "unfortunately",
        "is a problem",
        "was a problem",
        "had a problem",
        "problem occurred",
        "timed out",
        "too many",
        "log in again",
        "blocked",
        "duplicate",
        "discarded",
        "flagged as",
        "nothing was ",
        "please wait",
        "exception",
        "traceback",
        "undefined index",
        "undefined variable",
        "undefined array key",
        " ok false ",
        " success false ",
    ],
    // German.
    &[
        "fehler",
        "fehlgeschlagen",
        "ungültig",
        "konnte nicht",
        "konnten nicht",
        "kann nicht",
        "können nicht",
        "nicht möglich",
        "nicht gespeichert",
        "nicht gesendet",
        "nicht erfolgreich",
        "wurde nicht",
        "leider",
        "abgelehnt",
        "abgelaufen",
        "verweigert",
        "bereits",
        "erneut",
        "geschlossen",
        "wartung",
    ],
    // French.
    &[
        "erreur",
        "échec",
        "échou",
        "invalide",
        "n a pas",
        "n ont pas",
        "impossible",
        "refusé",
        "rejeté",
        "expiré",
        "réessay",
        "déjà",
        "fermé",
        "malheureusement",
        "désolé",
    ],
    // Spanish.
    &[
        "no se ha ",
        "no se pudo",
        "no se puede",
        "no ha sido",
        "no fue ",
        "no pudimos",
        "falló",
        "fallid",
        "inválid",
        "no válid",
        "rechazad",
        "denegad",
        "caducad",
        "expirad",
        "de nuevo",
        "ya ha ",
        " ya se ",
        "ya existe",
        "ocurrido un problema",
        "lo sentimos",
        "cerrado",
    ],
    // Portuguese.
    &[
        "não foi",
        "não pôde",
        "não pode",
        "não conseguimos",
        " erro ",
        "falhou",
        "falha",
        "recusad",
        "negado",
        "novamente",
        " já ",
        "infelizmente",
        "encerrado",
        "indisponível",
    ],
    // Italian.
    &[
        "errore",
        "non è stat",
        "non è possibile",
        "impossibile",
        "non riuscit",
        "fallit",
        "non valid",
        "rifiutat",
        "negato",
        "scadut",
        "riprova",
        "spiacenti",
        "già ",
        "purtroppo",
        "chius",
    ],
];

/// The words that were added and speak of something gone wrong: the sentence that they stand in.
pub(super) fn doubtful(before: &Seen, after: &Seen) -> Option<String> {
    const LONGEST: usize = 200;
    let (old, new) = (plain(before.text.reveal()), plain(after.text.reveal()));
    let more = |word: &&&str| new.matches(**word).count() > old.matches(**word).count();
    let word = DOUBT.iter().copied().flatten().find(more)?;
    let shown = after.text.reveal();
    let sentences = shown.split_inclusive(['\n', '.', '!', '?', '。']).map(str::trim);
    let speaks = |sentence: &&str| plain(sentence).contains(word);
    let own = sentences.clone().filter(speaks);
    // The one that was not there before, if the same word was.
    let sentence = own
        .clone()
        .find(|sentence| !before.text.reveal().contains(sentence))
        .or(own.clone().next());
    Some(sentence.unwrap_or(shown).chars().take(LONGEST).collect())
}

/// In small letters, with one blank for all that is neither a letter nor a digit.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::from(" ");
    for letter in text.chars().flat_map(char::to_lowercase) {
        if letter.is_alphanumeric() {
            plain.push(letter);
        } else if !plain.ends_with(' ') {
            plain.push(' ');
        }
    }
    if !plain.ends_with(' ') {
        plain.push(' ');
    }
    plain
}

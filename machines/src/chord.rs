//! Keys by name: what a person or a model writes for a key press, and the key and modifiers that it means.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The bits that `Input.dispatchKeyEvent` knows modifiers by.
pub const ALT: u8 = 1;
/// See [`ALT`].
pub const CONTROL: u8 = 2;
/// See [`ALT`].
pub const META: u8 = 4;
/// See [`ALT`].
pub const SHIFT: u8 = 8;

/// One key with the modifiers that are held meanwhile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chord {
    /// The modifiers, as bits.
    pub modifiers: u8,
    /// The W3C name of the key (`Enter`, `ArrowDown`), or the one character that it gives.
    pub key: String,
}

impl Chord {
    /// Whether it presses what has the focus, as a click would: Enter and the space bar do.
    pub fn presses(&self) -> bool {
        matches!(self.key.as_str(), "Enter" | " ")
    }
}

/// The most chords that one call may press.
pub const MOST: usize = 100;

/// Reads chords that are parted by spaces: `ctrl+a`, `Shift+Tab`, `Down Down Enter`. Names are those of the W3C
/// (UI Events `KeyboardEvent.key`) and their usual short forms, without regard to case. A single capital is its key without shift, as it
/// is printed on the key.
///
/// # Errors
/// What cannot be read, in one sentence that says what to write.
pub fn read(text: &str) -> Result<Vec<Chord>, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return Err("no key is named; write one such as Enter, ctrl+a or \"Down Down Enter\"".to_owned());
    }
    if words.len() > MOST {
        return Err(format!(
            "{} keys at once are too many; press at most {MOST} in one call",
            words.len()
        ));
    }
    words.into_iter().map(chord).collect()
}

fn chord(word: &str) -> Result<Chord, String> {
    // The last part is the key; it may be the plus sign itself.
    let (held, key) = match word.strip_suffix("++") {
        Some(held) => (held, "+"),
        None if word == "+" => ("", "+"),
        None => word.rsplit_once('+').unwrap_or(("", word)),
    };
    let mut modifiers = 0;
    for name in held.split('+').filter(|name| !name.is_empty()) {
        modifiers |= modifier(name).ok_or_else(|| {
            format!("{name:?} is no modifier; write ctrl, shift, alt or meta before the key, as in ctrl+a")
        })?;
    }
    Ok(Chord {
        modifiers,
        key: named(key).ok_or_else(|| {
            format!("{key:?} is no key; write one character or a name such as Enter, Tab, Escape, ArrowDown or F5")
        })?,
    })
}

fn modifier(name: &str) -> Option<u8> {
    Some(match name.to_lowercase().as_str() {
        "alt" | "option" | "opt" => ALT,
        "control" | "ctrl" | "ctl" => CONTROL,
        "meta" | "cmd" | "command" | "super" | "win" | "windows" => META,
        "shift" => SHIFT,
        _ => return None,
    })
}

const NAMED: &[(&str, &str)] = &[
    ("enter", "Enter"),
    ("return", "Enter"),
    ("tab", "Tab"),
    ("escape", "Escape"),
    ("esc", "Escape"),
    ("backspace", "Backspace"),
    ("back_space", "Backspace"),
    ("delete", "Delete"),
    ("del", "Delete"),
    ("insert", "Insert"),
    ("ins", "Insert"),
    ("home", "Home"),
    ("end", "End"),
    ("pageup", "PageUp"),
    ("page_up", "PageUp"),
    ("pgup", "PageUp"),
    ("prior", "PageUp"),
    ("pagedown", "PageDown"),
    ("page_down", "PageDown"),
    ("pgdn", "PageDown"),
    ("pgdown", "PageDown"),
    ("next", "PageDown"),
    ("arrowup", "ArrowUp"),
    ("up", "ArrowUp"),
    ("arrowdown", "ArrowDown"),
    ("down", "ArrowDown"),
    ("arrowleft", "ArrowLeft"),
    ("left", "ArrowLeft"),
    ("arrowright", "ArrowRight"),
    ("right", "ArrowRight"),
    ("space", " "),
    ("spacebar", " "),
    ("plus", "+"),
    ("minus", "-"),
    ("comma", ","),
    ("period", "."),
    ("dot", "."),
    ("slash", "/"),
    ("backslash", "\\"),
    ("semicolon", ";"),
    ("equal", "="),
    ("quote", "'"),
    ("capslock", "CapsLock"),
    ("contextmenu", "ContextMenu"),
    ("menu", "ContextMenu"),
    ("control", "Control"),
    ("ctrl", "Control"),
    ("shift", "Shift"),
    ("alt", "Alt"),
    ("meta", "Meta"),
];

fn named(key: &str) -> Option<String> {
    let mut characters = key.chars();
    if let (Some(one), None) = (characters.next(), characters.next()) {
        return Some(if one.is_ascii_uppercase() {
            one.to_ascii_lowercase().to_string()
        } else {
            one.to_string()
        });
    }
    let lower = key.to_lowercase();
    if let Some((_, name)) = NAMED.iter().find(|(word, _)| *word == lower) {
        return Some((*name).to_owned());
    }
    let number = lower.strip_prefix('f').and_then(|number| number.parse::<u8>().ok());
    number
        .filter(|number| (1..=24).contains(number))
        .map(|number| format!("F{number}"))
}

#[cfg(test)]
mod tests {
    use super::{ALT, CONTROL, Chord, META, SHIFT, read};
    use proptest::prelude::*;
    use std::string::ToString;
    use std::vec::Vec;

    fn one(text: &str) -> (u8, std::string::String) {
        let chords = read(text).expect(text);
        assert_eq!(chords.len(), 1, "{text}");
        (chords[0].modifiers, chords[0].key.clone())
    }

    #[test]
    fn keys_are_known_by_all_their_usual_names() {
        for (text, modifiers, key) in [
            ("Enter", 0, "Enter"),
            ("return", 0, "Enter"),
            ("ESC", 0, "Escape"),
            ("ctrl+a", CONTROL, "a"),
            ("Control+A", CONTROL, "a"),
            ("A", 0, "a"),
            ("cmd+shift+z", META | SHIFT, "z"),
            ("Shift+Tab", SHIFT, "Tab"),
            ("option+Left", ALT, "ArrowLeft"),
            ("Page_Down", 0, "PageDown"),
            ("f5", 0, "F5"),
            ("space", 0, " "),
            ("+", 0, "+"),
            ("ctrl++", CONTROL, "+"),
            ("plus", 0, "+"),
            ("ß", 0, "ß"),
        ] {
            assert_eq!(one(text), (modifiers, key.to_string()), "{text}");
        }
        let keys: Vec<_> = read("Down  Down Enter")
            .expect("three keys")
            .into_iter()
            .map(|chord| chord.key)
            .collect();
        assert_eq!(keys, ["ArrowDown", "ArrowDown", "Enter"]);
    }

    #[test]
    fn what_is_no_key_is_refused_with_what_to_write() {
        for (text, word) in [
            ("", "no key"),
            ("F25", "no key"),
            ("hyper+a", "no modifier"),
            ("Enterr", "no key"),
            ("ctrl+", "no key"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(word) && error.contains("write"), "{text}: {error}");
        }
        assert!(read(&"a ".repeat(101)).is_err());
    }

    proptest! {
        #[test]
        fn anything_is_read_or_refused(text in ".{0,40}") {
            if let Ok(chords) = read(&text) {
                prop_assert!(!chords.is_empty());
                let named = chords.iter().all(|Chord { key, .. }| !key.is_empty());
                prop_assert!(named);
            }
        }
    }
}

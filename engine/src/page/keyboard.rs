//! Characters as the key events that a keyboard would send for them.

use chromiumoxide::cdp::browser_protocol::input::{DispatchKeyEventParams, DispatchKeyEventType};
use chromiumoxide::keys::get_key_definition;
use ostler_machines::chord::SHIFT;

/// The two events of pressing and releasing the key that gives `text`: one character, or a name such as `Enter`.
/// A character that is on no key of a US keyboard is sent with its text alone, as an input method would.
pub(super) fn stroke(text: &str) -> [DispatchKeyEventParams; 2] {
    stroke_with(text, 0)
}

/// The same while modifiers are held: with any of them but shift no text is typed.
pub(super) fn stroke_with(text: &str, held: u8) -> [DispatchKeyEventParams; 2] {
    let definition = get_key_definition(text);
    let typed = match text {
        _ if held & !SHIFT != 0 => None,
        "Enter" => Some("\r".to_owned()),
        _ if text.chars().count() == 1 => Some(text.to_owned()),
        _ => None,
    };
    let kind = if typed.is_some() {
        DispatchKeyEventType::KeyDown
    } else {
        DispatchKeyEventType::RawKeyDown
    };
    // A capital or a sign of the upper row is held with shift, which page scripts look at.
    let shifted = text.chars().count() == 1
        && text
            .chars()
            .any(|c| c.is_ascii_uppercase() || "~!@#$%^&*()_+{}|:\"<>?".contains(c));
    let event = |kind: DispatchKeyEventType| DispatchKeyEventParams {
        key: Some(definition.map_or_else(|| text.to_owned(), |key| key.key.to_owned())),
        code: definition.map(|key| key.code.to_owned()),
        windows_virtual_key_code: definition.map(|key| key.key_code),
        native_virtual_key_code: definition.map(|key| key.key_code),
        modifiers: Some(i64::from(if shifted { held | SHIFT } else { held })),
        ..DispatchKeyEventParams::new(kind)
    };
    let mut down = event(kind);
    down.text.clone_from(&typed);
    down.unmodified_text = typed;
    [down, event(DispatchKeyEventType::KeyUp)]
}

#[cfg(test)]
mod tests {
    use super::stroke;

    #[test]
    fn a_capital_is_typed_with_shift_and_a_foreign_letter_with_its_text_alone() {
        let [down, up] = stroke("A");
        assert_eq!((down.text.as_deref(), down.modifiers), (Some("A"), Some(8)));
        assert_eq!(up.text, None);
        let [down, _] = stroke("ß");
        assert_eq!((down.text.as_deref(), down.code), (Some("ß"), None));
        let [down, _] = stroke("Backspace");
        assert_eq!((down.text, down.code.as_deref()), (None, Some("Backspace")));
    }
}

//! What kind of question one control asks.

use crate::form::model::{Control, Held, Kind};

/// Whether a control asks anything: hidden inputs and buttons do not.
pub fn answerable(control: &Control) -> bool {
    control.tag != "input"
        || !matches!(
            control.input_type.as_str(),
            "hidden" | "submit" | "image" | "reset" | "button"
        )
}

/// The kind of one control by itself, from its tag, type, role and attributes.
///
/// What the element natively is counts for more than its role, since it says how it is written to; a role says
/// what an element is that is nothing natively.
pub fn kind(control: &Control) -> Kind {
    let role = control.role.as_str();
    match control.tag.as_str() {
        "select" if control.multiple => return Kind::SelectMultiple,
        "select" => return Kind::Select,
        "textarea" if role == "combobox" => return Kind::Combobox,
        "textarea" => return Kind::Textarea,
        "input" => return input(control),
        _ => {}
    }
    match role {
        "switch" => Kind::Switch,
        "checkbox" | "menuitemcheckbox" => Kind::Checkbox,
        "radio" | "menuitemradio" => Kind::Radio,
        "combobox" => Kind::Combobox,
        "listbox" => Kind::Listbox,
        "spinbutton" => Kind::Spinbutton,
        "slider" => Kind::Slider,
        "textbox" | "searchbox" => Kind::Editable,
        _ if control.editable => Kind::Editable,
        _ if control.popup == "listbox" => Kind::Combobox,
        _ if matches!(control.held, Held::Checked(_)) => Kind::Switch,
        _ if !control.popup.is_empty() => Kind::Combobox,
        _ if !control.options.is_empty() => Kind::Listbox,
        _ => Kind::Editable,
    }
}

/// The kind of an `input`.
fn input(control: &Control) -> Kind {
    let role = control.role.as_str();
    match control.input_type.as_str() {
        "checkbox" if role == "switch" => Kind::Switch,
        "checkbox" => Kind::Checkbox,
        "radio" => Kind::Radio,
        "file" => Kind::File,
        "password" => Kind::Password,
        "number" => Kind::Number,
        "range" => Kind::Range,
        "color" => Kind::Color,
        "date" => Kind::Date,
        "time" => Kind::Time,
        "datetime-local" => Kind::Datetime,
        "month" => Kind::Month,
        "week" => Kind::Week,
        _ if role == "combobox" => Kind::Combobox,
        "email" => Kind::Email,
        "tel" => Kind::Tel,
        "url" => Kind::Url,
        _ if control.popup == "listbox" => Kind::Combobox,
        "search" => Kind::Search,
        _ => match role {
            "spinbutton" => Kind::Spinbutton,
            "searchbox" => Kind::Search,
            _ => Kind::Text,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{answerable, kind};
    use crate::Typed;
    use crate::form::model::{Control, Held, Kind};

    fn control(tag: &str, input_type: &str, role: &str) -> Control {
        Control {
            tag: tag.into(),
            input_type: input_type.into(),
            role: role.into(),
            ..Control::default()
        }
    }

    #[test]
    fn the_kind_follows_from_tag_type_and_role() {
        let table = [
            ("input", "text", "", Kind::Text),
            ("input", "search", "", Kind::Search),
            ("input", "text", "combobox", Kind::Combobox),
            ("input", "search", "combobox", Kind::Combobox),
            ("input", "text", "spinbutton", Kind::Spinbutton),
            ("input", "number", "spinbutton", Kind::Number),
            ("input", "range", "slider", Kind::Range),
            ("input", "checkbox", "", Kind::Checkbox),
            ("input", "checkbox", "switch", Kind::Switch),
            ("input", "radio", "", Kind::Radio),
            ("input", "date", "combobox", Kind::Date),
            ("input", "datetime-local", "", Kind::Datetime),
            ("select", "", "", Kind::Select),
            ("select", "", "combobox", Kind::Select),
            ("textarea", "", "", Kind::Textarea),
            ("div", "", "checkbox", Kind::Checkbox),
            ("button", "", "switch", Kind::Switch),
            ("div", "", "combobox", Kind::Combobox),
            ("ul", "", "listbox", Kind::Listbox),
            ("span", "", "slider", Kind::Slider),
            ("div", "", "textbox", Kind::Editable),
            ("div", "", "spinbutton", Kind::Spinbutton),
        ];
        for (tag, input_type, role, expected) in table {
            assert_eq!(
                kind(&control(tag, input_type, role)),
                expected,
                "{tag} {input_type} {role}"
            );
        }
    }

    #[test]
    fn attributes_tell_the_kind_of_an_element_without_a_role() {
        let editable = Control {
            editable: true,
            ..control("div", "", "")
        };
        assert_eq!(kind(&editable), Kind::Editable);
        let popup = Control {
            popup: "listbox".into(),
            ..control("button", "", "")
        };
        assert_eq!(kind(&popup), Kind::Combobox);
        let several = Control {
            multiple: true,
            ..control("select", "", "")
        };
        assert_eq!(kind(&several), Kind::SelectMultiple);
        let toggle = Control {
            held: Held::Checked(Some(false)),
            ..control("button", "", "button")
        };
        assert_eq!(kind(&toggle), Kind::Switch);
        let calendar = Control {
            popup: "dialog".into(),
            held: Held::Text(Typed::default()),
            ..control("input", "text", "")
        };
        assert_eq!(kind(&calendar), Kind::Text);
    }

    #[test]
    fn hidden_inputs_and_buttons_ask_nothing() {
        for input_type in ["hidden", "submit", "image", "reset", "button"] {
            assert!(!answerable(&control("input", input_type, "")), "{input_type}");
        }
        assert!(answerable(&control("input", "text", "")));
        assert!(answerable(&control("select", "", "")));
    }
}

//! What a control is: the one place that decides it, from its tag, type, role, ARIA attributes and from what stands
//! around it, never from the name of a class or of who drew it.

use alloc::vec::Vec;

mod entries;

use crate::form::model::{Control, Held, Kind, LabelSource, Room};
use crate::form::value::asks_to_choose;

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
    if counter(control).is_some() {
        return Kind::Spinbutton;
    }
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
        // A place that takes files and is no input.
        _ if control.input_type == "file" => Kind::File,
        "switch" => Kind::Switch,
        "checkbox" | "menuitemcheckbox" => Kind::Checkbox,
        "radio" | "menuitemradio" => Kind::Radio,
        // A tree of boxes: what it offers is not all told before its branches are open.
        "combobox" | "tree" => Kind::Combobox,
        "listbox" => Kind::Listbox,
        "spinbutton" => Kind::Spinbutton,
        "slider" => Kind::Slider,
        // A calendar that stands open: it holds the text of a day, and nothing can be typed into it.
        "grid" => Kind::Text,
        "textbox" | "searchbox" => Kind::Editable,
        _ if control.editable => Kind::Editable,
        _ if control.popup == "listbox" => Kind::Combobox,
        _ if matches!(control.held, Held::Checked(_)) => Kind::Switch,
        _ if !control.popup.is_empty() || control.behind == "select" => Kind::Combobox,
        _ if !control.options.is_empty() => Kind::Listbox,
        // A thing that a label was written for, that takes the focus and no text: something opens for it.
        "" if control.label_source == LabelSource::Label => Kind::Combobox,
        _ => Kind::Editable,
    }
}

/// The buttons by which its number is counted down and up, where it cannot be typed.
pub fn counter(control: &Control) -> Option<(u32, u32)> {
    control.less.zip(control.more).filter(|_| !control.readonly)
}

/// How many answers a control takes.
pub fn room(control: &Control) -> Room {
    let several =
        control.multiple && control.input_type != "file" && (control.tag != "input" || control.input_type != "email");
    if several || entries::makes(control) {
        return Room::Several;
    }
    // A hidden native list that takes one says so for the widget before it.
    if control.behind == "select" || matches!(control.tag.as_str(), "select" | "textarea") {
        return Room::One;
    }
    let chooses = |role: &str| matches!(role, "combobox" | "searchbox");
    let lists = chooses(&control.role)
        || chooses(&control.around)
        || matches!(control.suggests.as_str(), "list" | "both")
        || control.popup == "listbox";
    if lists || control.chips {
        Room::Untold
    } else {
        Room::One
    }
}

/// What a control that is no native one, and that nothing can be typed into, shows as long as nothing is chosen in it:
/// a text that only asks to choose.
pub fn prompt(control: &Control) -> Option<&str> {
    match &control.held {
        Held::Text(text)
            if kind(control) == Kind::Combobox && !matches!(control.tag.as_str(), "input" | "textarea") =>
        {
            let text = text.reveal();
            (!text.is_empty() && asks_to_choose(text)).then_some(text)
        }
        _ => None,
    }
}

/// Which of several radio buttons is meant by those that are marked. Stars mark every one up to the one chosen.
pub fn last_of_run(kind: Kind, chosen: Vec<usize>) -> Vec<usize> {
    let is_run = chosen.iter().copied().eq(0..chosen.len());
    match chosen.last() {
        Some(&last) if kind == Kind::Radio && chosen.len() > 1 && is_run => [last].into(),
        _ => chosen,
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
    use super::{answerable, counter, kind, last_of_run, room};
    use crate::Typed;
    use crate::form::model::{Control, Held, Kind, Room};

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
            ("ul", "", "tree", Kind::Combobox),
            ("ul", "", "listbox", Kind::Listbox),
            ("span", "", "slider", Kind::Slider),
            ("div", "", "textbox", Kind::Editable),
            ("div", "", "spinbutton", Kind::Spinbutton),
            ("div", "file", "", Kind::File),
            ("button", "file", "button", Kind::File),
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
    fn a_number_between_two_buttons_is_counted_whatever_shows_it() {
        for (tag, input_type) in [("span", ""), ("input", "text"), ("input", "number")] {
            let counted = Control {
                less: Some(3),
                more: Some(4),
                ..control(tag, input_type, "")
            };
            assert_eq!(kind(&counted), Kind::Spinbutton, "{tag} {input_type}");
            assert_eq!(counter(&counted), Some((3, 4)));
            let fixed = Control {
                readonly: true,
                ..counted.clone()
            };
            assert_eq!(counter(&fixed), None, "the page has said no");
            let half = Control { more: None, ..counted };
            assert_eq!(counter(&half), None, "one of the two alone");
        }
    }

    #[test]
    fn hidden_inputs_and_buttons_ask_nothing() {
        for input_type in ["hidden", "submit", "image", "reset", "button"] {
            assert!(!answerable(&control("input", input_type, "")), "{input_type}");
        }
        assert!(answerable(&control("input", "text", "")));
        assert!(answerable(&control("select", "", "")));
    }

    #[test]
    fn how_many_answers_fit_is_told_by_lists_and_by_what_stands_beside() {
        let with = |change: fn(&mut Control), mut control: Control| {
            change(&mut control);
            control
        };
        let table = [
            (control("input", "text", ""), Room::One),
            (control("input", "text", "combobox"), Room::Untold),
            (
                with(|it| it.behind = "select".into(), control("input", "text", "combobox")),
                Room::One,
            ),
            (
                with(|it| it.multiple = true, control("input", "search", "searchbox")),
                Room::Several,
            ),
            (with(|it| it.multiple = true, control("input", "email", "")), Room::One),
            (with(|it| it.multiple = true, control("input", "file", "")), Room::One),
            (with(|it| it.multiple = true, control("div", "file", "")), Room::One),
            (with(|it| it.chips = true, control("input", "text", "")), Room::Untold),
            (
                with(|it| it.suggests = "both".into(), control("span", "", "textbox")),
                Room::Untold,
            ),
            (
                with(|it| it.around = "combobox".into(), control("input", "text", "")),
                Room::Untold,
            ),
            (
                with(|it| it.popup = "listbox".into(), control("button", "", "")),
                Room::Untold,
            ),
            (control("textarea", "", ""), Room::One),
            (control("select", "", ""), Room::One),
        ];
        for (control, expected) in table {
            assert_eq!(room(&control), expected, "{control:?}");
        }
    }

    #[test]
    fn stars_that_shine_up_to_one_mean_that_one() {
        let table: [(Kind, &[usize], &[usize]); 5] = [
            (Kind::Radio, &[0, 1, 2], &[2]),
            (Kind::Radio, &[2], &[2]),
            (Kind::Radio, &[], &[]),
            (Kind::Radio, &[1, 2], &[1, 2]),
            (Kind::Checkboxes, &[0, 1, 2], &[0, 1, 2]),
        ];
        for (kind, marked, meant) in table {
            assert_eq!(last_of_run(kind, marked.to_vec()), meant, "{kind:?} {marked:?}");
        }
    }
}

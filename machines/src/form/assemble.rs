//! Controls made into questions.
//!
//! [`page`] puts the frames of a page together: every control that a person could answer ends up in exactly one
//! [`Field`], in document order. What a control *is* follows from its tag, type, role and attributes alone, never
//! from class names or from which library drew it.

mod adders;
mod boxes;
mod choices;
mod dates;
mod frames;
mod homes;
mod submits;

use alloc::string::String;
use alloc::vec::Vec;

use super::autocomplete;
use super::fold::fold;
use super::model::{
    Choice, Control, Field, Form, FrameView, Held, Kind, LabelSource, Page, PageMessage, Part, Piece, Ref,
};
use super::widget;

pub use super::widget::{answerable, kind};
pub(crate) use adders::noun;
pub(crate) use dates::piece_word;
pub use homes::{Home, bring_home, homeless};

/// Controls that make up one question, and what it is.
struct Draft {
    /// The numbers of the controls in [`FrameView::controls`], ascending, at least one.
    members: Vec<usize>,
    /// What they are together.
    shape: Shape,
}

/// How the controls of a draft hang together.
enum Shape {
    /// One control.
    Single,
    /// Each control is one thing that can be chosen.
    Options { kind: Kind, multiple: bool, title: Title },
    /// Each control takes a piece of the value.
    Parts {
        kind: Kind,
        pieces: Vec<Piece>,
        title: Title,
    },
}

/// The label of a question and where it came from.
#[derive(Clone)]
struct Title {
    label: String,
    source: LabelSource,
}

/// Makes the form model of a page out of what its frames answered.
///
/// `views` come in document order, a child frame after its parent; `unread` are URLs of frames that could not be
/// read. Hidden inputs and buttons are no fields; a field that cannot be seen is one, with `visible` false. What stands in
/// a frame that nobody can see cannot be seen, and is not said to anybody.
pub fn page(views: &[FrameView], unread: Vec<String>) -> Page {
    let shown = frames::shown(views);
    let mut page = Page {
        unread,
        documents: frames::documents(views),
        ..Page::default()
    };
    if let Some(top) = views.first() {
        page.url.clone_from(&top.url);
        page.title.clone_from(&top.title);
        page.lang.clone_from(&top.lang);
    }
    for view in views {
        if !shown.contains(&view.frame) {
            page.forms.extend(forms(view).into_iter().map(frames::veil));
            continue;
        }
        page.forms.extend(forms(view));
        page.adders.extend(adders::adders(view));
        page.closers.extend(adders::closers(view));
        page.headings.extend(view.headings.iter().cloned());
        if !view.text.is_empty() {
            if !page.text.is_empty() {
                page.text.push('\n');
            }
            page.text.push_str(&view.text.replace('\n', " "));
            page.blocks.extend(view.text.lines().map(String::from));
        }
        if page.step.is_none() {
            page.step = view.step;
        }
    }
    for view in views.iter().filter(|view| shown.contains(&view.frame)) {
        for message in &view.messages {
            let field = message.element.and_then(|element| {
                page.field(Ref {
                    frame: view.frame,
                    element,
                })?
                .reference
            });
            page.messages.push(PageMessage {
                field,
                text: message.text.clone(),
                tone: message.tone,
            });
        }
    }
    page
}

/// The forms of one frame, the loose one where its first control stands.
fn forms(view: &FrameView) -> Vec<Form> {
    let fields = fields(view);
    let mut forms: Vec<Form> = Vec::new();
    for element in &view.forms {
        forms.push(Form {
            reference: Some(Ref {
                frame: view.frame,
                element: element.element,
            }),
            name: element.name.clone(),
            handles: element.handles.clone(),
            validates: element.validates,
            ..Form::default()
        });
    }
    for field in fields {
        let at = match forms.iter().position(|form| form.reference == field.form) {
            Some(at) => at,
            None => open(&mut forms, field.form),
        };
        if let Some(form) = forms.get_mut(at) {
            form.fields.push(field);
        }
    }
    submits::place(view, &mut forms);
    submits::adopt(&mut forms);
    forms.retain(|form| !form.fields.is_empty() || !form.submits.is_empty());
    forms
}

/// Adds a form for fields whose form the frame did not list, or for those outside of any: behind the forms that
/// have fields already, before those that are still to come. Returns where it stands.
fn open(forms: &mut Vec<Form>, reference: Option<Ref>) -> usize {
    let at = forms
        .iter()
        .rposition(|form| !form.fields.is_empty())
        .map_or(0, |last| last + 1);
    forms.insert(
        at,
        Form {
            reference,
            ..Form::default()
        },
    );
    at
}

/// The fields of one frame in the order of their first controls.
fn fields(view: &FrameView) -> Vec<Field> {
    let controls = view.controls.as_slice();
    let mut taken: Vec<bool> = controls.iter().map(|control| !answerable(control)).collect();
    let mut drafts = Vec::new();
    choices::collect(controls, &mut taken, &mut drafts);
    dates::collect(controls, &mut taken, &mut drafts);
    boxes::collect(controls, &mut taken, &mut drafts);
    for (at, taken) in taken.iter().enumerate() {
        if !taken {
            drafts.push(Draft {
                members: Vec::from([at]),
                shape: Shape::Single,
            });
        }
    }
    drafts.sort_by_key(|draft| draft.members.first().copied());
    drafts
        .iter()
        .filter_map(|draft| build(view.frame, controls, draft))
        .collect()
}

/// The field that a draft makes. `None` only for a draft without controls, which nothing makes.
fn build(frame: u32, controls: &[Control], draft: &Draft) -> Option<Field> {
    let members: Vec<&Control> = draft.members.iter().filter_map(|at| controls.get(*at)).collect();
    let first = *members.first()?;
    let mut field = single(frame, first);
    match &draft.shape {
        Shape::Single => {}
        Shape::Options { kind, multiple, title } => {
            field.kind = *kind;
            field.multiple = *multiple;
            entitle(&mut field, title);
            field.options = members.iter().map(|control| option(control)).collect();
            let chosen = field.options.iter().enumerate();
            let marked = chosen.filter(|(_, choice)| choice.selected).map(|(at, _)| at).collect();
            field.held = Held::Chosen(widget::last_of_run(*kind, marked));
            // A tick that each box wants is wanted of the question; one that a single box wants is not.
            field.required = if *kind == Kind::Checkboxes {
                members.iter().all(|control| control.required)
            } else {
                members.iter().any(|control| control.required)
            };
            unite(&mut field, &members);
        }
        Shape::Parts { kind, pieces, title } => {
            field.kind = *kind;
            entitle(&mut field, title);
            field.parts = members
                .iter()
                .zip(pieces)
                .map(|(control, piece)| Part {
                    piece: *piece,
                    field: single(frame, control),
                })
                .collect();
            // What describes one box does not describe the question.
            field.options = Vec::new();
            field.held = Held::default();
            field.pattern = String::new();
            field.placeholder = String::new();
            field.min = String::new();
            field.max = String::new();
            field.step = String::new();
            field.maxlength = None;
            field.minlength = None;
            if *kind == Kind::DateParts
                && let Some((date, _)) = field.autocomplete.token.rsplit_once('-')
                && matches!(date, "bday" | "cc-exp")
            {
                field.autocomplete.token = date.into();
            }
            field.required = members.iter().any(|control| control.required);
            unite(&mut field, &members);
        }
    }
    Some(field)
}

/// One control as a field of its own.
fn single(frame: u32, control: &Control) -> Field {
    let place = |element| Ref { frame, element };
    let prompt = widget::prompt(control);
    Field {
        reference: Some(place(control.element)),
        form: control.form.map(place),
        kind: kind(control),
        label: control.label.clone(),
        label_source: control.label_source,
        also: control.also.clone(),
        name: control.name.clone(),
        id: control.id.clone(),
        section: control.section.clone(),
        required: control.required,
        readonly: control.readonly,
        disabled: control.disabled,
        visible: control.visible,
        trap: control.trap,
        options: control.options.clone(),
        multiple: control.multiple,
        room: widget::room(control),
        pattern: control.pattern.clone(),
        min: control.min.clone(),
        max: control.max.clone(),
        step: control.step.clone(),
        maxlength: control.maxlength,
        minlength: control.minlength,
        placeholder: prompt.unwrap_or(&control.placeholder).into(),
        title: control.title.clone(),
        autocomplete: autocomplete::parse(&control.autocomplete),
        inputmode: control.inputmode.clone(),
        accept: control.accept.clone(),
        lang: control.lang.clone(),
        held: match prompt {
            Some(_) => Held::default(),
            None => control.held.clone(),
        },
        error: control.error.clone(),
        description: control.description.clone(),
        beside: control.beside.clone(),
        popup: control.popup.clone(),
        suggestions: control.datalist,
        picks: control.tag == "input"
            && (matches!(control.suggests.as_str(), "list" | "both")
                || control.suggests == "none" && control.role == "combobox"),
        keyed: control.keyed,
        counter: widget::counter(control),
        tree: control.role == "tree",
        dial: control.dial.clone(),
        parts: Vec::new(),
    }
}

/// A radio button, a box or a toggle button as something that can be chosen.
fn option(control: &Control) -> Choice {
    let label = if control.label.is_empty() {
        &control.value
    } else {
        &control.label
    };
    Choice {
        label: label.clone(),
        value: control.value.clone(),
        selected: control.held == Held::Checked(Some(true)),
        disabled: control.disabled,
        group: String::new(),
        element: Some(control.element),
    }
}

/// Gives a question its own label, which then is no section of it.
fn entitle(field: &mut Field, title: &Title) {
    field.label.clone_from(&title.label);
    field.label_source = title.source;
    let own = fold(&title.label);
    if field.section.last().is_some_and(|last| fold(last) == own) {
        field.section.pop();
    }
}

/// What holds for a question of several controls.
fn unite(field: &mut Field, members: &[&Control]) {
    field.readonly = members.iter().all(|control| control.readonly);
    field.disabled = members.iter().all(|control| control.disabled);
    field.visible = members.iter().any(|control| control.visible);
    field.trap = members.iter().all(|control| control.trap);
    field.keyed = members.iter().any(|control| control.keyed);
    let first = |text: fn(&Control) -> &String| -> String {
        let texts = members.iter().map(|control| text(control));
        texts
            .filter(|text| !text.is_empty())
            .map(String::clone)
            .next()
            .unwrap_or_default()
    };
    field.error = first(|control| &control.error);
    field.description = first(|control| &control.description);
    field.beside = first(|control| &control.beside);
}

/// The number of answerable controls whose nearest group is `element`.
fn alone_in(controls: &[Control], element: u32) -> usize {
    controls
        .iter()
        .filter(|control| answerable(control))
        .filter(|control| control.group.as_ref().is_some_and(|group| group.element == element))
        .count()
}

/// The group's label, if the controls `members` are all that is asked in it.
fn group_title(controls: &[Control], members: &[usize]) -> Option<Title> {
    let group = shared_group(controls, members)?;
    // A group within the group would add to `size`; a button or two (a calendar's) may.
    let whole = alone_in(controls, group.element) == members.len()
        && usize::try_from(group.size).is_ok_and(|size| size <= members.len() + 2);
    (whole && !group.label.is_empty()).then(|| Title {
        label: group.label.clone(),
        source: LabelSource::Legend,
    })
}

/// The group that all of `members` have as their nearest.
fn shared_group<'a>(controls: &'a [Control], members: &[usize]) -> Option<&'a super::model::Group> {
    let mut groups = members
        .iter()
        .map(|at| controls.get(*at).and_then(|control| control.group.as_ref()));
    let first = groups.next()??;
    groups
        .all(|group| group.is_some_and(|group| group.element == first.element))
        .then_some(first)
}

/// `name` as a person would write it, for a question without any label.
fn spoken(name: &str) -> String {
    super::fold::words(name).join(" ")
}

#[cfg(test)]
mod tests;

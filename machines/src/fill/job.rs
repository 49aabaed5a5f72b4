//! What is to be done to which control, and what can stand in the way of it.

use alloc::string::String;
use alloc::vec::Vec;

use crate::Typed;
use crate::form::model::{Field, Held, Kind, Ref, Room};
use crate::form::value::Plan;
use crate::form::value::bare_number;
use crate::form::value::{dialled_beside, national_forms, picks_moment};
use crate::form::widget::last_of_run;
use crate::report::How;
use crate::widget::moment::{Moment, moment_meant};

/// What stood in the way of one act.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Trouble {
    /// Nothing: it was done.
    #[default]
    None,
    /// Nothing: what the widget offers under this text was decided on, and pressed.
    Took(String),
    /// The control is no longer in the document.
    Gone,
    /// It cannot be typed into, and nothing opened for it.
    Readonly,
    /// It cannot be used.
    Disabled,
    /// It cannot be seen.
    Hidden,
    /// It held the value, and then the page put it out of sight.
    Vanished,
    /// Something lies over it.
    Covered,
    /// It does not take the focus.
    Unfocusable,
    /// This way is not one for this control.
    Unsupported,
    /// Nothing was written: on focus the control showed this template of what it wants (`dd/mm/yyyy`), and a value that
    /// was planned without it may be spelled wrongly.
    Template(String),
    /// There is no such file, or it cannot be read.
    NoFile,
    /// The widget offers nothing like it. The texts of what it offers, the nearest first.
    NoOption(Vec<String>),
    /// The widget offers several that fit. Their texts.
    Several(Vec<String>),
    /// The picker of dates or times that opened does not offer it: what it says of it.
    NotOffered(String),
    /// It is counted to by buttons, and goes no further than this number.
    Ends(String),
    /// A picker opened, and it cannot be told what it shows.
    Unread,
    /// The widget offers it, and does not allow it now.
    Barred,
    /// The widget takes no more than these of those wanted together. Their texts.
    TooMany(Vec<String>),
    /// The country of a telephone number cannot be chosen beside it: those offered that may be meant, or none is.
    NoCountry(Vec<String>),
    /// Another country than that of a telephone number is chosen beside it, and is to stay.
    OtherCountry,
    /// The widget cannot be brought to it: why, in a sentence.
    Unable(&'static str),
    /// The frame that it stands in does not answer.
    Silent,
    /// The protocol failed, in words.
    Broken(String),
}

impl Trouble {
    /// Whether it was looked for among what the control offers, and could not be taken from there.
    pub const fn is_of_offers(&self) -> bool {
        matches!(
            self,
            Self::NoOption(_)
                | Self::Several(_)
                | Self::NotOffered(_)
                | Self::Ends(_)
                | Self::Unread
                | Self::Barred
                | Self::TooMany(_)
                | Self::NoCountry(_)
                | Self::OtherCountry
                | Self::Unable(_)
        )
    }
}

/// What to do to a control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Type this over what is there; with nothing, empty it.
    Type(Typed),
    /// Type this over a number that a person sets by keys alone, such as the month of a date in segments. What it holds is
    /// not deleted first: some go to the segment before it then.
    Segment(Typed),
    /// Set the value by the native setter.
    Set(Typed),
    /// Choose exactly these options of a native select.
    Choose(Vec<usize>),
    /// Bring a box, radio button, switch or toggle button to this state, if it is not in it. With [`How::Widget`] by
    /// a click from script, with [`How::Keys`] by a trusted press.
    Check(bool),
    /// Attach these files, by absolute path; none to take them off.
    Files(Vec<String>),
    /// Bring the widget to this value in its own way: open it and pick what it offers under this text, or the day.
    Pick(Typed),
    /// The same for each of several texts, and nothing besides.
    PickAll(Vec<Typed>),
    /// Tick exactly these branches and leaves of a tree, by name or path.
    Branches(Vec<Typed>),
    /// Choose this in the picker of dates or times that opens for the field. The text is what was asked for, for a field
    /// that has a list instead; `None` where free text will do.
    PickMoment(Moment, Option<Typed>),
    /// Choose the country of this telephone number in the control beside its box, and write the rest of it into the box
    /// in the first of these forms that stays.
    Dial {
        /// The number with its country's code.
        number: Typed,
        /// The rest of it, in the forms that a box may take.
        forms: Vec<Typed>,
        /// The country that is named elsewhere in the form, else empty.
        country: String,
        /// Whether the country stays as it is chosen.
        stays: bool,
    },
    /// Bring a slider to this number by its keys.
    Step(Typed),
    /// Bring a count to this number by the buttons that make it less and more.
    Count(Typed, u32, u32),
    /// Choose exactly these options of an ARIA listbox or combobox.
    ChooseWidget {
        /// Their numbers in [`Field::options`].
        options: Vec<usize>,
        /// Their texts, in the same order.
        labels: Vec<String>,
    },
    /// Take the choice off the widget.
    Clear,
}

/// One act on one control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The control.
    pub reference: Ref,
    /// What to do.
    pub act: Act,
    /// The way to do it.
    pub how: How,
    /// Whether to stop after it, when the page has work going on that it had not before.
    pub pause: bool,
    /// Whether the template that the control shows on focus is known: then it is written, whatever it shows.
    pub known: bool,
}

impl Job {
    /// Whether it can be done by the page script, together with others, in one round trip.
    pub const fn batches(&self) -> bool {
        matches!(
            (&self.act, self.how),
            (Act::Type(_), How::Typed) | (Act::Set(_), How::Setter) | (Act::Choose(_) | Act::Check(_), How::Widget)
        )
    }
}

/// The jobs that carry out `plan` on `field`, which now holds `held`, in the way `how`.
pub(super) fn jobs(field: &Field, plan: &Plan, how: How, held: &Held) -> Vec<Job> {
    let Some(own) = field.reference else {
        return Vec::new();
    };
    let one = |act: Act| {
        let pause = !matches!(act, Act::Type(_) | Act::Set(_) | Act::Files(_));
        [Job {
            reference: own,
            act,
            how,
            pause,
            known: false,
        }]
        .into()
    };
    match plan {
        Plan::Text(text) | Plan::Value(text) | Plan::Pick(text) => one(match how {
            How::Setter => Act::Set(text.clone()),
            How::Widget if let Some((less, more)) = field.counter => Act::Count(text.clone(), less, more),
            How::Widget if matches!(field.kind, Kind::Slider | Kind::Spinbutton) => Act::Step(text.clone()),
            How::Widget if let Some(dial) = dialled_beside(field, plan) => Act::Dial {
                number: text.clone(),
                forms: national_forms(text.reveal(), field),
                country: dial.country.clone(),
                stays: dial.taken,
            },
            How::Widget => match moment_meant(text.reveal(), field) {
                Some(moment) if picks_moment(field, plan) => {
                    let free = matches!(plan, Plan::Text(_)) && !field.readonly;
                    Act::PickMoment(moment, (!free).then(|| text.clone()))
                }
                _ => Act::Pick(text.clone()),
            },
            How::Keys if field.kind == Kind::Spinbutton => Act::Segment(text.clone()),
            How::Typed | How::Inserted | How::Keys | How::Files => Act::Type(text.clone()),
        }),
        Plan::PickAll(texts) if field.tree => one(Act::Branches(texts.clone())),
        Plan::PickAll(texts) => one(Act::PickAll(texts.clone())),
        Plan::Check(checked) => one(Act::Check(*checked)),
        Plan::Files(paths) => one(Act::Files(paths.clone())),
        Plan::Choose(wanted) if grouped(field) => each(field, wanted, how, held),
        Plan::Choose(wanted) => one(match field.kind {
            Kind::Select | Kind::SelectMultiple => Act::Choose(wanted.clone()),
            _ if field.multiple => Act::PickAll(labels(field, wanted).into_iter().map(Typed::new).collect()),
            _ => Act::ChooseWidget {
                options: wanted.clone(),
                labels: labels(field, wanted),
            },
        }),
        Plan::Clear => match (field.kind, how) {
            (Kind::Checkboxes, _) => each(field, &[], how, held),
            (Kind::Checkbox | Kind::Switch, _) => one(Act::Check(false)),
            (Kind::SelectMultiple, _) => one(Act::Choose(Vec::new())),
            (Kind::Select, _) => {
                let blank = field.options.iter().position(|choice| choice.value.is_empty());
                one(Act::Choose(blank.into_iter().collect()))
            }
            (_, How::Files) => one(Act::Files(Vec::new())),
            (_, How::Setter) => one(Act::Set(Typed::default())),
            (_, How::Widget) if field.tree => one(Act::Branches(Vec::new())),
            (_, How::Widget) if field.room == Room::Several => one(Act::PickAll(Vec::new())),
            (_, How::Widget) => one(Act::Clear),
            (_, How::Typed | How::Inserted | How::Keys) => one(Act::Type(Typed::default())),
        },
        // The parts have jobs of their own.
        Plan::Spread(_) => Vec::new(),
    }
}

/// The texts of these options.
fn labels(field: &Field, wanted: &[usize]) -> Vec<String> {
    let options = wanted.iter().filter_map(|&index| field.options.get(index));
    options.map(|choice| choice.label.clone()).collect()
}

/// Whether every choice of `field` is a control of its own that is checked by itself.
pub(super) fn grouped(field: &Field) -> bool {
    matches!(field.kind, Kind::Radio | Kind::Checkboxes | Kind::Buttons)
        && field.options.iter().any(|choice| choice.element.is_some())
}

/// One job for each choice that is not as it is wanted. Of radio buttons only the wanted one can be acted on.
fn each(field: &Field, wanted: &[usize], how: How, held: &Held) -> Vec<Job> {
    let several = field.kind == Kind::Checkboxes || field.multiple;
    let is_chosen = |index: usize| match held {
        Held::Chosen(chosen) => chosen.contains(&index),
        _ => false,
    };
    let mut jobs = Vec::new();
    for (index, choice) in field.options.iter().enumerate() {
        let checked = wanted.contains(&index);
        let acts = checked != is_chosen(index) && (checked || several);
        if let (true, Some(reference)) = (acts, element(field, choice.element)) {
            jobs.push(Job {
                reference,
                act: Act::Check(checked),
                how,
                pause: true,
                known: false,
            });
        }
    }
    // Where only so many may be chosen, there is room for one once another is taken off.
    jobs.sort_by_key(|job| matches!(job.act, Act::Check(true)));
    jobs
}

/// The jobs that give `field`, which now holds `held` and was written in the way `how`, back what it held `before`. With
/// `again`, where that did not stay. None where there is no way back.
pub(super) fn back(field: &Field, before: &Held, held: &Held, how: Option<How>, again: bool) -> Vec<Job> {
    let by_widget = how == Some(How::Widget);
    let mut jobs = match before {
        Held::Text(text) => {
            let text = Typed::new(bare_number(field, text.reveal()));
            let how = match field.kind {
                _ if again => How::Setter,
                Kind::Date | Kind::Time | Kind::Datetime | Kind::Month | Kind::Week | Kind::Color | Kind::Range => {
                    How::Setter
                }
                Kind::Slider => How::Widget,
                _ if by_widget && field.dial.is_none() && !text.is_empty() => How::Widget,
                Kind::Spinbutton if !text.is_empty() => How::Keys,
                _ if how == Some(How::Keys) => How::Keys,
                _ => How::Typed,
            };
            let plan = match how {
                How::Widget => Plan::Pick(text),
                _ => Plan::Text(text),
            };
            self::jobs(field, &plan, how, held)
        }
        Held::Checked(Some(checked)) => {
            let how = if again { How::Keys } else { How::Widget };
            self::jobs(field, &Plan::Check(*checked), how, held)
        }
        Held::Chosen(chosen) if grouped(field) => {
            let how = if again { How::Keys } else { How::Widget };
            each(field, chosen, how, held)
        }
        Held::Chosen(chosen) if field.multiple || !chosen.is_empty() || field.kind == Kind::Select => {
            self::jobs(field, &Plan::Choose(chosen.clone()), How::Widget, held)
        }
        Held::Files(names) if names.is_empty() => self::jobs(field, &Plan::Files(Vec::new()), How::Files, held),
        Held::Checked(None) | Held::Chosen(_) | Held::Files(_) => Vec::new(),
    };
    for job in &mut jobs {
        job.known = true;
    }
    jobs
}

/// The ref of an element that stands in the frame of `field`.
pub(super) fn element(field: &Field, element: Option<u32>) -> Option<Ref> {
    Some(Ref {
        frame: field.reference?.frame,
        element: element?,
    })
}

/// The controls to read in order to know what `field` holds.
pub(super) fn sources(field: &Field) -> Vec<Ref> {
    if grouped(field) {
        let all = field.options.iter();
        return all.filter_map(|choice| element(field, choice.element)).collect();
    }
    field.reference.into_iter().collect()
}

/// What `field` holds, from what its controls hold; `None` if none of them is there any more.
pub(super) fn gather(field: &Field, look: impl Fn(Ref) -> Option<Held>) -> Option<Held> {
    if !grouped(field) {
        return look(field.reference?);
    }
    let mut chosen = Vec::new();
    let mut any = false;
    for (index, choice) in field.options.iter().enumerate() {
        match element(field, choice.element).and_then(&look) {
            Some(Held::Checked(checked)) => {
                any = true;
                if checked == Some(true) {
                    chosen.push(index);
                }
            }
            // A script that tells the whole group at once.
            Some(whole) => return Some(whole),
            None => {}
        }
    }
    any.then_some(Held::Chosen(last_of_run(field.kind, chosen)))
}

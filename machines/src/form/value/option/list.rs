//! The options of a field, and what can be told of them before anything is asked for.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;

use super::NEAREST;
use crate::form::model::{Choice, Field};
use crate::form::text;
use crate::form::value::equivalents::{self, CLASSES, Class};
use crate::form::value::{Refusal, refuse, refuse_with};
use crate::report::Candidate;

/// What a search found.
pub(super) enum Found {
    Nothing,
    One(usize),
    Several(Vec<usize>),
}

/// The options of a field with what is worked out of them once.
pub(super) struct List<'f> {
    pub(super) field: &'f Field,
    pub(super) choices: &'f [Choice],
    pub(super) folded: Vec<String>,
    pub(super) prompt: Vec<bool>,
    classes: OnceCell<Vec<Class>>,
}

impl<'f> List<'f> {
    pub(super) fn new(field: &'f Field) -> Self {
        let choices = field.options.as_slice();
        Self {
            field,
            choices,
            folded: choices.iter().map(|choice| text::fold(&choice.label)).collect(),
            prompt: (0..choices.len()).map(|at| is_prompt(choices, at)).collect(),
            classes: OnceCell::new(),
        }
    }

    pub(super) fn about(&self) -> &[Class] {
        self.classes.get_or_init(|| self.classes())
    }

    /// The options for which `test` holds. Twins, alike in text and value, count once.
    pub(super) fn find(&self, test: impl Fn(usize, &Choice) -> bool) -> Found {
        let mut hits: Vec<usize> = Vec::new();
        for (at, choice) in self.choices.iter().enumerate() {
            let twin = |other: &usize| {
                self.choices.get(*other).is_some_and(|other| {
                    other.label == choice.label
                        && other.value == choice.value
                        && !choice.value.is_empty()
                        && other.group == choice.group
                        && other.disabled == choice.disabled
                })
            };
            if test(at, choice) && !hits.iter().any(twin) {
                hits.push(at);
            }
        }
        // A disabled or empty double of one that can be chosen does not stand in its way.
        let open: Vec<usize> = hits.iter().copied().filter(|at| self.open(*at)).collect();
        match (open.as_slice(), hits.as_slice()) {
            ([], []) => Found::Nothing,
            // Where none can be chosen, the first says why.
            ([at], _) | ([], [at, ..]) => Found::One(*at),
            _ => Found::Several(open),
        }
    }

    pub(super) fn open(&self, at: usize) -> bool {
        !self.prompt.get(at).copied().unwrap_or(false) && self.choices.get(at).is_some_and(|choice| !choice.disabled)
    }

    /// Whether an option without a value is an answer to one who asks for it by its text: `None`. One that asks to choose,
    /// or repeats what is asked, is not, nor one that the browser takes for no answer to a question that must have one.
    pub(super) fn answers(&self, at: usize) -> bool {
        let Some(choice) = self.choices.get(at) else {
            return false;
        };
        let folded = &self.folded[at];
        let own = [&self.field.label, &self.field.name]
            .iter()
            .any(|name| text::fold(name) == *folded);
        self.prompt.get(at) == Some(&true)
            && !choice.disabled
            && !folded.is_empty()
            && !own
            && (says_none(folded) || !asks_to_choose(&choice.label))
            && !(self.field.required && choice.value.is_empty() && !self.field.multiple)
    }

    /// The option found, unless it cannot be chosen.
    pub(super) fn take(&self, at: usize) -> Result<usize, Refusal> {
        if self.prompt.get(at).copied().unwrap_or(false) {
            return Err(refuse(
                "placeholder-option",
                "this option only asks to choose: name one of the others",
            ));
        }
        if self.choices.get(at).is_none_or(|choice| choice.disabled) {
            return Err(refuse("disabled-option", "the page does not allow this option now"));
        }
        Ok(at)
    }

    pub(super) fn ambiguous(&self, hits: &[usize]) -> Refusal {
        refuse_with(
            "ambiguous-option",
            "several options fit: give the exact text or the value of one",
            self.candidates(hits),
        )
    }

    pub(super) fn candidates(&self, hits: &[usize]) -> Vec<Candidate> {
        let chosen = || hits.iter().filter_map(|at| self.choices.get(*at));
        // Where two have one text, only their values tell them apart.
        let called = |choice: &Choice| {
            let twins = chosen().filter(|other| other.label == choice.label).count() > 1;
            if twins && !choice.value.is_empty() {
                &choice.value
            } else {
                &choice.label
            }
            .clone()
        };
        chosen()
            .take(NEAREST)
            .map(|choice| Candidate {
                option: Some(called(choice)),
                ..Candidate::default()
            })
            .collect()
    }

    /// The options whose texts are nearest to `folded`, best first.
    pub(super) fn nearest(&self, folded: &str) -> Vec<usize> {
        let mut near: Vec<(usize, f64)> = (0..self.choices.len())
            .filter(|at| self.open(*at))
            .map(|at| (at, text::nearness(folded, &self.folded[at])))
            .filter(|(_, score)| *score > 0.25)
            .collect();
        near.sort_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
        near.into_iter().map(|(at, _)| at).take(NEAREST).collect()
    }

    /// The classes that the list is about: what most of the texts belong to, else what all of the values do.
    fn classes(&self) -> Vec<Class> {
        let choices = || {
            self.choices
                .iter()
                .zip(&self.prompt)
                .filter(|(_, prompt)| !**prompt)
                .map(|(choice, _)| choice)
        };
        let all = choices().count();
        let known: Vec<(Class, usize)> = CLASSES
            .iter()
            .map(|class| {
                let known = choices()
                    .filter(|choice| !equivalents::of_option(*class, &choice.label, "").is_empty())
                    .count();
                (*class, known)
            })
            .collect();
        // State codes are country codes too: only the class that knows the most counts.
        let most = known.iter().map(|(_, known)| *known).max().unwrap_or(0);
        if most > 0 && (most * 2 >= all || most >= 5) {
            return known
                .into_iter()
                .filter(|(_, known)| *known == most)
                .map(|(class, _)| class)
                .collect();
        }
        let coded = |class: &&Class| choices().all(|choice| !(class.read)(&choice.value).is_empty());
        if all > 1 {
            CLASSES.iter().filter(coded).copied().collect()
        } else {
            Vec::new()
        }
    }
}

/// Whether an option only asks to choose.
fn is_prompt(choices: &[Choice], at: usize) -> bool {
    let Some(choice) = choices.get(at) else {
        return false;
    };
    if choice.element.is_some() {
        return false; // A radio button or a listed option is there to be chosen.
    }
    let others_have_values = choices.iter().any(|other| !other.value.is_empty());
    let empty = choice.value.is_empty() && others_have_values;
    if at == 0 && empty && choice.label != choice.value {
        return true;
    }
    let asking = asks_to_choose(&choice.label);
    let no_value = matches!(
        choice.value.to_ascii_lowercase().as_str(),
        "" | "0"
            | "-1"
            | "none"
            | "null"
            | "undefined"
            | "default"
            | "placeholder"
            | "select"
            | "choose"
            | "please-select"
    ) || choice.value == choice.label;
    (at == 0 && asking && no_value)
        || (empty && (asking || choice.disabled))
        || text::fold(&choice.label).is_empty() && empty
}

/// Whether a text says that nothing applies.
fn says_none(folded: &str) -> bool {
    matches!(
        folded,
        "none"
            | "n/a"
            | "n a"
            | "na"
            | "not applicable"
            | "nothing"
            | "no one"
            | "any"
            | "all"
            | "keine"
            | "keiner"
            | "keines"
            | "kein"
            | "entfallt"
            | "nicht zutreffend"
            | "aucun"
            | "aucune"
            | "neant"
            | "sans objet"
            | "ninguno"
            | "ninguna"
            | "no aplica"
            | "nenhum"
            | "nenhuma"
            | "nao se aplica"
            | "nessuno"
            | "nessuna"
            | "geen"
            | "niet van toepassing"
            | "brak"
            | "nie dotyczy"
            | "ingen"
            | "inget"
    )
}

pub(in crate::form::value) fn asks_to_choose(label: &str) -> bool {
    let label = label.trim();
    if label.is_empty() || label.starts_with("--") || label.starts_with("- ") || label.starts_with('—') {
        return true;
    }
    let folded = text::fold(label);
    let first = folded.split(' ').next().unwrap_or("");
    matches!(
        first,
        "select"
            | "choose"
            | "please"
            | "pick"
            | "bitte"
            | "auswahlen"
            | "wahlen"
            | "seleccione"
            | "selecciona"
            | "seleccionar"
            | "elija"
            | "elige"
            | "seleziona"
            | "selezionare"
            | "scegli"
            | "selecione"
            | "selecionar"
            | "escolha"
            | "choisir"
            | "choisissez"
            | "selectionnez"
            | "selectionner"
            | "wybierz"
            | "kies"
            | "selecteer"
            | "valj"
            | "vaelg"
            | "vaelg'"
            | "velg"
            | "vaelge"
            | "valitse"
            | "выберите"
            | "vyberte"
            | "valasszon"
            | "seciniz"
    ) || label.starts_with("選択")
        || label.starts_with("请选择")
        || label.starts_with("請選擇")
        || label.starts_with("選んで")
}

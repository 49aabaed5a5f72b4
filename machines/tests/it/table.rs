//! Tables of fields, each alone in its form, and what memory puts into it.

use ostler_machines::form::model::{Field, Form, Kind, Ref};
use ostler_machines::recall::decide::{Decision, Options, decide};
use ostler_machines::recall::dictionary;
use ostler_machines::recall::model::{Fact, Recollection};
use ostler_machines::recall::probe::{Visit, probe};

/// A field of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Row<'a> {
    /// The language of the page.
    pub(crate) lang: &'a str,
    /// The headings above it, outermost first, parted by `>`.
    pub(crate) headings: &'a str,
    pub(crate) label: &'a str,
    pub(crate) name: &'a str,
    /// The `type` of its input; a text box if it says nothing.
    pub(crate) kind: &'a str,
}

impl Row<'_> {
    /// What becomes of it.
    pub(crate) fn decided(&self, known: &Recollection) -> Decision {
        let headings = self.headings.split('>').map(str::trim);
        let field = Field {
            reference: Some(Ref { frame: 0, element: 1 }),
            kind: match self.kind {
                "email" => Kind::Email,
                "tel" => Kind::Tel,
                "checkbox" => Kind::Checkbox,
                _ => Kind::Text,
            },
            label: self.label.into(),
            name: self.name.into(),
            section: headings.filter(|it| !it.is_empty()).map(String::from).collect(),
            lang: self.lang.into(),
            visible: true,
            ..Field::default()
        };
        let form = Form {
            fields: vec![field],
            ..Form::default()
        };
        let visit = Visit {
            host: "example.org".into(),
            lang: self.lang.into(),
            ..Visit::default()
        };
        let options = Options {
            lang: self.lang.into(),
            ..Options::default()
        };
        decide(&form, &probe(&form, &visit), known, &options).remove(0)
    }
}

/// All common facts. The value of each is its key, but where it must look like one.
pub(crate) fn common() -> Recollection {
    let facts = dictionary::common().iter().map(|common| Fact {
        key: common.key.into(),
        value: match common.key {
            "date of birth" | "passport expiry date" => "1990-04-05".into(),
            "street" => "High Street 12".into(),
            key => key.into(),
        },
        ..Fact::default()
    });
    Recollection {
        facts: facts.collect(),
        ..Recollection::default()
    }
}

/// The lines of a table that say something, cut into cells.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| (line, line.split('|').map(str::trim).collect()))
}

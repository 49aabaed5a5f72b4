//! What holds for memory whatever a form, a page or a store is like.

use ostler_machines::form::autocomplete;
use ostler_machines::form::model::{Field, Form, Held, Kind, Ref};
use ostler_machines::recall::decide::{Options, Reason, Source, Take, Verdict, decide};
use ostler_machines::recall::dictionary;
use ostler_machines::recall::guard::Guard;
use ostler_machines::recall::key_norm;
use ostler_machines::recall::model::{Alias, Fact, Mapping, Near, Probe, Recollection, Similar};
use ostler_machines::recall::probe::probe;
use ostler_machines::recall::{print, redact::redact, semantic};
use ostler_machines::sensitive;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use crate::recall::{decided, fact, field, form, mapping, playbook, visit};

const WORDS: &[&str] = &[
    "First name",
    "Surname",
    "Email",
    "Confirm email",
    "Phone",
    "Password",
    "Card number",
    "Spouse",
    "Emergency contact",
    "Address",
    "City",
    "Name",
    "Titel",
    "Nom",
    "姓",
    "郵便番号",
    "पिता का नाम",
    "Date of birth",
    "Birth month",
    "(optional)",
    "*",
    "2",
    "second",
    "company",
    "/",
    "or",
    "कूपन",
    "🏠",
    "e\u{301}",
    "Search",
    "expiry date",
    "passport",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => vec(prop::sample::select(WORDS), 0..4).prop_map(|words| words.join(" ")),
        1 => any::<String>(),
        1 => Just(String::new()),
    ]
}

fn kind() -> impl Strategy<Value = Kind> {
    prop::sample::select(vec![
        Kind::Text,
        Kind::Text,
        Kind::Text,
        Kind::Email,
        Kind::Tel,
        Kind::Password,
        Kind::Checkbox,
        Kind::Select,
        Kind::Textarea,
        Kind::Date,
        Kind::Number,
        Kind::File,
        Kind::Search,
        Kind::DateParts,
        Kind::Boxes,
    ])
}

fn token() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "",
        "",
        "",
        "off",
        "email",
        "work email",
        "given-name",
        "family-name",
        "name",
        "tel",
        "bday",
        "bday-month",
        "cc-number",
        "new-password",
        "one-time-code",
        "street-address",
    ])
    .prop_map(String::from)
}

fn any_field() -> impl Strategy<Value = Field> {
    (
        text(),
        text(),
        text(),
        vec(text(), 0..2),
        kind(),
        token(),
        vec(any::<bool>(), 5),
        prop::sample::select(vec!["", "en", "de", "ja", "hi", "it"]),
    )
        .prop_map(|(label, name, placeholder, section, kind, token, flags, lang)| Field {
            label,
            name,
            placeholder,
            section,
            kind,
            autocomplete: autocomplete::parse(&token),
            visible: flags[0] || flags[1],
            trap: !flags[0] && !flags[2],
            disabled: flags[1] && flags[2] && flags[3],
            readonly: flags[2] && flags[3] && flags[4],
            required: flags[4],
            lang: lang.into(),
            ..Field::default()
        })
}

/// A memory that has a playbook, a like form and a likeness for every field, all leading to some fact or other.
fn eager(form: &Form, probe: &Probe, extra: Option<String>) -> Recollection {
    let mut all: Vec<Fact> = dictionary::common()
        .iter()
        .map(|common| fact(common.key, &format!("the {}", common.key)))
        .collect();
    all.extend(extra.map(|key| fact(&key, "something else")));
    let mappings: Vec<Mapping> = form
        .fields
        .iter()
        .zip(dictionary::common().iter().cycle())
        .map(|(field, common)| mapping(field, &key_norm(common.key), 3, 0))
        .collect();
    Recollection {
        facts: all,
        playbook: Some(playbook(mappings.clone())),
        similar: vec![Similar {
            playbook: playbook(mappings),
            score: 0.9,
        }],
        near: (0..probe.texts.len())
            .map(|text| Near {
                text,
                fact: "email".into(),
                score: 0.99,
            })
            .collect(),
        model: "dev-hash".into(),
        unopened: 0,
    }
}

/// What a field by itself, whatever stands around it, must never be given.
fn is_forbidden(field: &Field) -> bool {
    field.trap
        || !field.visible
        || field.disabled
        || field.readonly
        || sensitive::secret(field)
        || matches!(field.kind, Kind::Password | Kind::Search | Kind::File | Kind::Checkbox)
        || field.label.contains("पिता")
        || field.section.iter().any(|section| section.contains("Spouse"))
}

proptest! {
    #[test]
    fn a_key_is_the_same_however_often_it_is_normalised(text in any::<String>()) {
        let once = key_norm(&text);
        prop_assert_eq!(key_norm(&once), once.clone());
        let blank = |c: char| c.is_whitespace() || c.is_control();
        prop_assert!(!once.is_empty() || text.chars().all(|c| blank(c) || key_norm(&c.to_string()).is_empty()));
        prop_assert_eq!(once.trim(), once.as_str());
    }

    #[test]
    fn no_field_that_is_kept_is_given_a_fact_on_any_evidence(
        fields in vec(any_field(), 0..6),
        extra in option::of(text()),
        lang in prop::sample::select(vec!["", "en", "de", "fr", "ja", "hi-Latn", "nl"]),
    ) {
        let form = form(fields);
        let probe = probe(&form, &visit(lang));
        let eager = eager(&form, &probe, extra);
        let options = Options { lang: lang.into(), ..Options::default() };
        let decisions = decide(&form, &probe, &eager, &options);
        prop_assert_eq!(decisions.len(), form.fields.len());
        for (field, decision) in form.fields.iter().zip(&decisions) {
            prop_assert_eq!(decision.field, field.reference);
            let empty = matches!(decision.verdict, Verdict::Empty(_));
            prop_assert!(empty || !is_forbidden(field), "{:?}", field);
            match &decision.verdict {
                Verdict::Fill(pick) => {
                    prop_assert!(pick.source.exact());
                    prop_assert!(!pick.value.is_empty());
                    prop_assert!(!pick.facts.is_empty());
                }
                Verdict::Suggest(pick) => prop_assert!(!pick.source.exact()),
                Verdict::Empty(reason) => prop_assert!(!reason.message().is_empty()),
            }
        }
        prop_assert_eq!(decisions, decide(&form, &probe, &eager, &options));
    }

    #[test]
    fn two_facts_that_fit_equally_are_never_told_apart_by_chance(
        at in 0..dictionary::common().len(),
        swap in any::<bool>(),
    ) {
        let common = dictionary::common()[at];
        let form = form(vec![field("Enter what is asked", "")]);
        let mut fields = form.fields.clone();
        fields[0].autocomplete = autocomplete::parse(common.token);
        prop_assume!(!fields[0].autocomplete.token.is_empty());
        let form = Form { fields, ..form };
        let mut one = fact("one", "first");
        let mut other = fact("other", "second");
        for fact in [&mut one, &mut other] {
            fact.aliases = vec![Alias { text: common.key.into(), language: String::new() }];
        }
        let mut facts = vec![one, other];
        if swap {
            facts.reverse();
        }
        let known = Recollection { facts, ..Recollection::default() };
        let decision = &decided(&form, "en", &known)[0];
        prop_assert!(matches!(decision.verdict, Verdict::Empty(Reason::Tie(_))), "{}: {:?}", common.key, decision.verdict);
    }

    #[test]
    fn what_was_typed_is_never_left_in_what_is_kept(
        before in any::<String>(),
        value in "[A-Za-z0-9 @.-]{3,20}",
        after in any::<String>(),
    ) {
        prop_assume!(value.trim().chars().count() > 2);
        let said = format!("{before} {value} {after}");
        let kept = redact(&said, &[value.as_str().into()]);
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let marks = ["[value]", "[email]", "[number]", "[query]"];
        let bare = marks.iter().fold(plain(&kept), |kept, mark| kept.replace(mark, "\u{0}"));
        prop_assert!(!bare.contains(&plain(&value)), "{kept:?}");
        let digits = kept.split(|c: char| !c.is_numeric()).map(|run| run.chars().count()).max();
        prop_assert!(digits.unwrap_or_default() < 4, "{kept:?}");
        prop_assert!(!bare.contains('@') || !bare.contains(&plain(&value)));
    }

    #[test]
    fn a_print_holds_no_ref_and_no_value(field in any_field(), value in "[a-z]{12}", element in 1_u32..1000) {
        let changed = Field {
            reference: Some(Ref { frame: 3, element }),
            held: Held::Text(value.as_str().into()),
            ..field.clone()
        };
        prop_assert_eq!(print::field(&field), print::field(&changed));
    }

    #[test]
    fn a_likeness_below_its_models_threshold_suggests_nothing(score in -1.0_f32..1.0, model in prop::sample::select(vec!["all-minilm", "dev-hash", "e5", "unheard-of"])) {
        let profile = semantic::profile(model);
        let found = [Near { text: 0, fact: "mobile".into(), score }];
        let near = semantic::near(&found, 0, "Pocket telephone", profile);
        prop_assert_eq!(near.is_some(), score >= profile.least);
    }
}

#[test]
fn every_guard_and_reason_has_a_word_of_its_own() {
    let guards = [
        Guard::Trap,
        Guard::Hidden,
        Guard::Disabled,
        Guard::Readonly,
        Guard::Secret,
        Guard::OtherPerson,
        Guard::Transient,
        Guard::Former,
        Guard::Kind,
        Guard::Question,
        Guard::OtherThing,
    ];
    let reasons = [
        Reason::Given,
        Reason::Optional,
        Reason::Held,
        Reason::Unknown,
        Reason::NoFact,
        Reason::Tie(Vec::new()),
        Reason::Contradiction,
        Reason::Twice,
        Reason::Unmade,
    ];
    let mut words: Vec<&str> = guards
        .iter()
        .map(|guard| guard.word())
        .chain(reasons.iter().map(Reason::word))
        .collect();
    let all = words.len();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), all);
    assert_eq!(Source::Suggested(0.814).word(), "suggested 0.81");
    assert_ne!(Take::Day, Take::Month);
}

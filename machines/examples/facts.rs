//! Scores the exact stages of memory: which fact goes into which field.
//!
//! `cargo run -p ostler-machines --example facts [FILE]`, by default `tests/matching/dev.jsonl` from the root of the
//! workspace, with every fact of `profile.json` beside it kept. Ends with 1 if any fact is wrong, or fewer than 95 of
//! 100 are right. With `OSTLER_CORPORA` set, the fields of the saved pages in `ddg/dev.jsonl` there are scored too, from
//! what their rows tell: of 1,000 that are filled at most 5 may be wrong, and none of a field that is marked unknown
//! and asks for a secret.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ostler_machines::form::autocomplete;
use ostler_machines::form::model::{Field, Form, Kind, Ref};
use ostler_machines::recall::decide::{Decision, Options, Take, decide};
use ostler_machines::recall::dictionary;
use ostler_machines::recall::key_norm;
use ostler_machines::recall::model::{Fact, Probe, Recollection};
use ostler_machines::recall::probe::{Visit, probe};
use ostler_machines::sensitive;
use serde_json::Value;

/// How many of a thousand must be right, of the rows that have a fact.
const ENOUGH: usize = 950;
/// How many of a thousand that were filled on real pages must be right.
const PRECISE: usize = 995;

#[derive(Default)]
struct Tally {
    right: usize,
    wrong: usize,
    missed: usize,
    empty: usize,
}

fn main() -> ExitCode {
    let default = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/matching/dev.jsonl");
    let path = std::env::args_os().nth(1).map_or_else(default, PathBuf::from);
    match run(&path) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run(path: &Path) -> Result<bool, String> {
    let rows = lines(path)?;
    let profile = path.with_file_name("profile.json");
    let text = std::fs::read_to_string(&profile).map_err(|error| format!("{}: {error}", profile.display()))?;
    let facts: Value = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", profile.display()))?;
    let facts: Vec<Fact> = facts
        .as_array()
        .into_iter()
        .flatten()
        .map(|row| fact(&string(&row["key"])))
        .collect();
    let mut good = judge_rows(&rows, &facts);
    if let Some(folder) = std::env::var_os("OSTLER_CORPORA") {
        let path = PathBuf::from(folder).join("ddg/dev.jsonl");
        good &= judge_pages(&lines(&path)?);
    } else {
        println!("ddg: SKIPPED: OSTLER_CORPORA does not name a folder");
    }
    Ok(good)
}

fn lines(path: &Path) -> Result<Vec<Value>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let row = serde_json::from_str(line).map_err(|error| format!("{}:{}: {error}", path.display(), number + 1))?;
        rows.push(row);
    }
    Ok(rows)
}

/// A fact whose value can stand for every piece that is taken of it.
fn fact(key: &str) -> Fact {
    let value = match key {
        "date of birth" => "1990-04-05".to_owned(),
        "passport expiry date" => "2031-02-03".to_owned(),
        "street" | "company street" => "12 High Street".to_owned(),
        "full name" => "Ada King Lovelace".to_owned(),
        _ => format!("the {key}"),
    };
    Fact {
        key: key.into(),
        value: value.into(),
        ..Fact::default()
    }
}

/// What a store finds: the facts that a name or a token leads to, and nothing else.
fn store(facts: &[Fact], probe: &Probe) -> Recollection {
    let led = |fact: &&Fact| {
        probe.names.contains(&key_norm(&fact.key))
            || dictionary::tokens(&fact.key)
                .iter()
                .any(|token| probe.tokens.iter().any(|own| own == token))
    };
    Recollection {
        facts: facts.iter().filter(led).cloned().collect(),
        ..Recollection::default()
    }
}

fn decisions(form: &Form, lang: &str, facts: &[Fact]) -> Vec<Decision> {
    let visit = Visit {
        host: "example.org".into(),
        lang: lang.into(),
        ..Visit::default()
    };
    let probe = probe(form, &visit);
    let options = Options {
        lang: lang.into(),
        ..Options::default()
    };
    decide(form, &probe, &store(facts, &probe), &options)
}

/// The rows of one file, those of a form together.
fn judge_rows(rows: &[Value], facts: &[Fact]) -> bool {
    let mut forms: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for row in rows {
        forms.entry(string(&row["form"])).or_default().push(row);
    }
    let mut notes = Vec::new();
    let mut kinds: BTreeMap<String, Tally> = BTreeMap::new();
    for rows in forms.values() {
        let form = Form {
            fields: rows.iter().enumerate().map(|(at, row)| row_field(row, at)).collect(),
            ..Form::default()
        };
        for (row, decision) in rows.iter().zip(decisions(&form, "", facts)) {
            let tally = kinds.entry(string(&row["kind"])).or_default();
            let expected = string(&row["expect"]);
            let also = row["also_ok"]
                .as_array()
                .into_iter()
                .flatten()
                .any(|key| match decision.fill() {
                    Some(pick) => key.as_str() == Some(pick.key.as_str()),
                    None => false,
                });
            let what = format!("{} {:?} ({})", row["id"], string(&row["label"]), string(&row["lang"]));
            match decision.fill() {
                Some(pick) if pick.key == expected || also => {
                    tally.right += 1;
                    if take_of(&string(&row["part"])) != pick.take {
                        notes.push(format!("PIECE   {what}: {:?}", pick.take));
                    }
                }
                Some(pick) => {
                    tally.wrong += 1;
                    notes.push(format!(
                        "WRONG   {what} is {expected}, got {} ({})",
                        pick.key,
                        pick.source.word()
                    ));
                }
                None if expected == "NONE" => tally.empty += 1,
                None => {
                    tally.missed += 1;
                    notes.push(format!("missed  {what} is {expected}: {:?}", decision.verdict));
                }
            }
        }
    }
    for note in &notes {
        println!("{note}");
    }
    let mut all = Tally::default();
    println!(
        "{:10} {:>6} {:>6} {:>7} {:>6}",
        "kind", "right", "wrong", "missed", "empty"
    );
    for (kind, tally) in &kinds {
        println!(
            "{kind:10} {:>6} {:>6} {:>7} {:>6}",
            tally.right, tally.wrong, tally.missed, tally.empty
        );
        all.right += tally.right;
        all.wrong += tally.wrong;
        all.missed += tally.missed;
        all.empty += tally.empty;
    }
    println!(
        "{:10} {:>6} {:>6} {:>7} {:>6}",
        "total", all.right, all.wrong, all.missed, all.empty
    );
    let wanted = all.right + all.missed;
    println!("recall {}/{wanted}, {} wrong", all.right, all.wrong);
    let pieces = notes.iter().any(|note| note.starts_with("PIECE"));
    all.wrong == 0 && !pieces && all.right * 1000 >= wanted * ENOUGH
}

fn take_of(part: &str) -> Take {
    match part {
        "day" => Take::Day,
        "month" => Take::Month,
        "year" => Take::Year,
        "initial" => Take::Initial,
        _ => Take::Whole,
    }
}

fn row_field(row: &Value, at: usize) -> Field {
    Field {
        reference: Some(reference(at)),
        kind: kind(&string(&row["type"])),
        label: string(&row["label"]),
        name: string(&row["name"]),
        section: match string(&row["section"]) {
            section if section.is_empty() => Vec::new(),
            section => vec![section],
        },
        placeholder: string(&row["placeholder"]),
        autocomplete: autocomplete::parse(&string(&row["autocomplete"])),
        lang: string(&row["lang"]),
        visible: true,
        ..Field::default()
    }
}

fn reference(at: usize) -> Ref {
    Ref {
        frame: 0,
        element: u32::try_from(at).unwrap_or(u32::MAX) + 1,
    }
}

/// The pages of the real web, by what their rows tell: no headings, no language.
fn judge_pages(rows: &[Value]) -> bool {
    // The corpus marks a person's names, addresses and how to reach them. Whether a company or a tax number is rightly
    // filled in it cannot tell, so the persona has none.
    let told = |common: &&dictionary::Common| {
        MARKED
            .iter()
            .any(|marked| wanted(marked).iter().any(|(key, _)| *key == common.key))
    };
    let facts: Vec<Fact> = dictionary::common()
        .iter()
        .filter(told)
        .map(|common| fact(common.key))
        .collect();
    let mut notes = Vec::new();
    let mut all = Tally::default();
    let mut secrets = 0;
    for row in rows {
        let fields: Vec<&Value> = row["fields"].as_array().into_iter().flatten().collect();
        let form = Form {
            fields: fields
                .iter()
                .enumerate()
                .map(|(at, field)| page_field(field, at))
                .collect(),
            ..Form::default()
        };
        let id = string(&row["id"]);
        for (field, decision) in fields.iter().zip(decisions(&form, "", &facts)) {
            let marked = string(&field["expected_type"]);
            let wanted = wanted(&marked);
            let what = format!(
                "{} {:?} name={} placeholder={:?} autocomplete={} is {marked}",
                row["id"],
                string(&field["label"]),
                string(&field["name"]),
                string(&field["placeholder"]),
                string(&field["autocomplete"])
            );
            match decision.fill() {
                Some(pick)
                    if wanted
                        .iter()
                        .any(|(key, take)| *key == pick.key && take.is_none_or(|take| take == pick.take)) =>
                {
                    all.right += 1;
                }
                Some(pick) if MISMARKED.contains(&(id.as_str(), string(&field["name"]).as_str())) => {
                    notes.push(format!("MARK    {what}, got {}", pick.key));
                }
                Some(pick) => {
                    secrets += usize::from(marked == "unknown" && sensitive::secret(&page_field(field, 0)));
                    all.wrong += 1;
                    notes.push(format!(
                        "WRONG   {what}, got {} {:?} ({})",
                        pick.key,
                        pick.take,
                        pick.source.word()
                    ));
                }
                None if wanted.is_empty() => all.empty += 1,
                None => {
                    all.missed += 1;
                    if std::env::var_os("OSTLER_SHOW_MISSED").is_some() {
                        notes.push(format!("missed  {what}: {:?}", decision.verdict));
                    }
                }
            }
        }
    }
    for note in &notes {
        println!("{note}");
    }
    let filled = all.right + all.wrong;
    println!(
        "ddg: {} right, {} wrong, {} missed, {} rightly empty: precision {}/{filled}, {secrets} in secrets",
        all.right, all.wrong, all.missed, all.empty, all.right
    );
    secrets == 0 && all.right * 1000 >= filled * PRECISE
}

/// Fields whose marks their own names deny: a ZIP code, a telephone, a second address line and first names, all marked as
/// the name that one signs in with. They are named and counted neither way.
const MISMARKED: &[(&str, &str)] = &[
    ("ddg/r_forge_r_project_org_signup", "address2"),
    ("ddg/r_forge_r_project_org_signup", "phone"),
    ("ddg/www_splunk_com_signup", "primaryPhone"),
    ("ddg/www_splunk_com_signup", "zipCode"),
    ("ddg/socialmediaexaminer_com_login", "fields[first_name]"),
];

/// The kinds of fields that the corpus marks and that a fact may answer.
const MARKED: &[&str] = &[
    "emailAddress",
    "username",
    "phone",
    "lastName",
    "firstName",
    "fullName",
    "middleName",
    "addressPostalCode",
    "addressProvince",
    "addressCountryCode",
    "addressCity",
    "addressStreet",
    "addressStreet2",
    "birthday",
];

/// The facts that a field marked so may be given, and which piece of each if only that will do.
fn wanted(marked: &str) -> &'static [(&'static str, Option<Take>)] {
    match marked {
        "emailAddress" => &[("email", None), ("work email", None)],
        "username" | "username OR emailAddress" => &[("username", None), ("email", None)],
        "phone" => &[("mobile", None), ("home phone", None), ("work phone", None)],
        "lastName" => &[("surname", None)],
        "firstName" => &[("first name", None)],
        "fullName" => &[("full name", None)],
        "middleName" => &[("middle name", None)],
        "addressPostalCode" => &[("postcode", None)],
        "addressProvince" => &[("state", None)],
        "addressCountryCode" => &[("country", None)],
        "addressCity" => &[("city", None)],
        "addressStreet" => &[("street", None)],
        "addressStreet2" => &[("address line 2", None)],
        "birthday" => &[("date of birth", None)],
        "birthdayDay" => &[("date of birth", Some(Take::Day))],
        "birthdayMonth" => &[("date of birth", Some(Take::Month))],
        "birthdayYear" => &[("date of birth", Some(Take::Year))],
        _ => &[],
    }
}

fn page_field(field: &Value, at: usize) -> Field {
    let given = match string(&field["dom_type"]) {
        given if given.is_empty() => string(&field["tag"]),
        given => given,
    };
    Field {
        reference: Some(reference(at)),
        kind: kind(&given),
        label: string(&field["label"]),
        name: string(&field["name"]),
        id: string(&field["html_id"]),
        placeholder: string(&field["placeholder"]),
        autocomplete: autocomplete::parse(&string(&field["autocomplete"])),
        visible: field["visible"] == Value::Bool(true),
        disabled: field["disabled"] == Value::Bool(true),
        readonly: field["readonly"] == Value::Bool(true),
        ..Field::default()
    }
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().into()
}

fn kind(given: &str) -> Kind {
    match given {
        "search" => Kind::Search,
        "email" => Kind::Email,
        "tel" => Kind::Tel,
        "url" => Kind::Url,
        "password" => Kind::Password,
        "textarea" => Kind::Textarea,
        "number" => Kind::Number,
        "date" => Kind::Date,
        "month" => Kind::Month,
        "checkbox" => Kind::Checkbox,
        "radio" => Kind::Radio,
        "select" | "select-one" => Kind::Select,
        "select-multiple" => Kind::SelectMultiple,
        "file" => Kind::File,
        _ => Kind::Text,
    }
}

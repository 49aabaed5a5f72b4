//! `ostler memory list`, `recall`, `skills`

use anstyle::Style;
use ostler_engine::memory::{Store, wall_clock};
use ostler_machines::recall::model::{Fact, Origin, Playbook, Probe, Seconds};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::carry::ended;
use crate::failure::{Exit, Failure};
use crate::memory::NORMALISE;
use crate::output::Output;
use crate::report::SCHEMA_VERSION;
use crate::report::text::{clean, cut, pad};

/// The widest that the column of keys gets.
const KEY_COLUMN: usize = 32;
/// The most of one value that is shown.
pub(super) const VALUE_CUT: usize = 240;

#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    /// Show account, passport and tax numbers too
    #[arg(long)]
    show: bool,
    /// Print the answer as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct RecallArgs {
    /// What forms call them
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,
    /// Show account, passport and tax numbers too
    #[arg(long)]
    show: bool,
    /// Print the answer as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct SkillsArgs {
    /// Print the answer as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Serialize)]
struct FactView {
    key: String,
    value: String,
    masked: bool,
    aliases: Vec<AliasView>,
    origin: &'static str,
    verified: Seconds,
}

#[derive(Serialize)]
struct AliasView {
    text: String,
    language: String,
}

#[derive(Serialize)]
struct FactList {
    schema_version: u32,
    facts: Vec<FactView>,
    /// The names that nothing goes by, where some were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
    unopened: usize,
}

#[derive(Serialize)]
struct SkillList {
    schema_version: u32,
    skills: Vec<SkillView>,
    unopened: usize,
}

#[derive(Serialize)]
struct SkillView {
    host: String,
    form: String,
    wins: u32,
    losses: u32,
    verified: Seconds,
    mappings: Vec<MappingView>,
}

#[derive(Serialize)]
struct MappingView {
    field: String,
    fact: String,
    wins: u32,
    losses: u32,
}

fn view(fact: Fact, show: bool) -> FactView {
    let masked = !show && fact.is_sensitive();
    FactView {
        value: if show {
            fact.value.reveal().into()
        } else {
            crate::memory::shown(&fact)
        },
        key: fact.key,
        masked,
        aliases: fact
            .aliases
            .into_iter()
            .map(|alias| AliasView {
                text: alias.text,
                language: alias.language,
            })
            .collect(),
        origin: match fact.origin {
            Origin::Saved => "saved",
            Origin::Learned => "learned",
        },
        verified: fact.verified,
    }
}

pub(super) async fn list(args: &ListArgs, store: &dyn Store, output: &Output) -> Result<Exit, Failure> {
    let all = store.all().await?;
    let facts = all.facts.into_iter().map(|fact| view(fact, args.show)).collect();
    shown(facts, Vec::new(), all.unopened, args.json, output)?;
    Ok(ended(all.unopened, output))
}

pub(super) async fn recall(args: &RecallArgs, store: &dyn Store, output: &Output) -> Result<Exit, Failure> {
    let probe = Probe {
        names: args.names.iter().map(|name| NORMALISE(name)).collect(),
        ..Probe::default()
    };
    let found = store.recall(&probe).await?;
    let goes_by = |fact: &Fact, name: &String| {
        let aliases = fact.aliases.iter().map(|alias| &alias.text);
        let mut names = [&fact.key].into_iter().chain(aliases);
        names.any(|own| NORMALISE(own) == NORMALISE(name))
    };
    let is_missing = |name: &&String| !found.facts.iter().any(|fact| goes_by(fact, name));
    let missing: Vec<String> = args.names.iter().filter(is_missing).cloned().collect();
    let facts = found.facts.into_iter().map(|fact| view(fact, args.show)).collect();
    shown(facts, missing.clone(), found.unopened, args.json, output)?;
    for name in &missing {
        output.line(&format!("nothing is remembered as {name}"));
    }
    let exit = ended(found.unopened, output);
    Ok(if missing.is_empty() { exit } else { Exit::NotAll })
}

fn shown(
    facts: Vec<FactView>,
    missing: Vec<String>,
    unopened: usize,
    json: bool,
    output: &Output,
) -> Result<(), Failure> {
    if json {
        return output.json(&FactList {
            schema_version: SCHEMA_VERSION,
            facts,
            missing,
            unopened,
        });
    }
    if facts.is_empty() {
        if missing.is_empty() {
            output.line("no facts");
        }
        return Ok(());
    }
    let widest = facts.iter().map(|fact| fact.key.width()).max().unwrap_or_default();
    let mut lines = Vec::new();
    for fact in facts {
        let key = output
            .out
            .paint(Style::new().bold(), &pad(&clean(&fact.key), widest.min(KEY_COLUMN)));
        let mut about = Vec::new();
        if !fact.aliases.is_empty() {
            let names = fact.aliases.iter().map(|alias| match alias.language.as_str() {
                "" => alias.text.clone(),
                language => format!("{language}:{}", alias.text),
            });
            about.push(format!("also {}", names.collect::<Vec<_>>().join(", ")));
        }
        if fact.origin == "learned" {
            about.push("learned".into());
        }
        let about = match about.as_slice() {
            [] => String::new(),
            about => output
                .out
                .paint(Style::new().dimmed(), &format!("  ({})", clean(&about.join("; ")))),
        };
        lines.push(format!("{key}  {}{about}\n", clean(&cut(&fact.value, VALUE_CUT))));
    }
    output.answer(&lines.concat())
}

pub(super) async fn skills(args: &SkillsArgs, store: &dyn Store, output: &Output) -> Result<Exit, Failure> {
    let all = store.all().await?;
    let unopened = all.unopened;
    if args.json {
        let skills = all.playbooks.into_iter().map(skill).collect();
        output.json(&SkillList {
            schema_version: SCHEMA_VERSION,
            skills,
            unopened,
        })?;
        return Ok(ended(unopened, output));
    }
    if all.playbooks.is_empty() {
        output.line("no skills");
        return Ok(ended(unopened, output));
    }
    let now = wall_clock();
    let mut text = String::new();
    for playbook in all.playbooks {
        let days = now.saturating_sub(playbook.verified) / (24 * 60 * 60);
        let head = format!(
            "{} · won {}, lost {}, {}",
            clean(&playbook.host),
            playbook.wins,
            playbook.losses,
            match days {
                0 => "verified today".into(),
                1 => "verified yesterday".into(),
                days => format!("verified {days} days ago"),
            }
        );
        text.push_str(&output.out.paint(Style::new().bold(), &head));
        text.push('\n');
        for mapping in &playbook.mappings {
            let line = format!(
                "  {} ← {} (won {}, lost {})",
                mapping.field, mapping.fact, mapping.wins, mapping.losses
            );
            text.push_str(&clean(&line));
            text.push('\n');
        }
    }
    output.answer(&text)?;
    Ok(ended(unopened, output))
}

fn skill(playbook: Playbook) -> SkillView {
    let mappings = playbook.mappings.into_iter().map(|mapping| MappingView {
        field: mapping.field,
        fact: mapping.fact,
        wins: mapping.wins,
        losses: mapping.losses,
    });
    SkillView {
        host: playbook.host,
        form: playbook.fingerprint,
        wins: playbook.wins,
        losses: playbook.losses,
        verified: playbook.verified,
        mappings: mappings.collect(),
    }
}

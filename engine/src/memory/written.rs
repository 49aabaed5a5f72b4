//! How memory is written down: JSON, of which one version is written and read.

use std::collections::BTreeMap;

use ostler_machines::Typed;
use ostler_machines::recall::model::{Alias, Episode, Everything, Fact, Mapping, Origin, Playbook, Seconds};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The version that is written.
const VERSION: u32 = 1;

/// A whole file. The revision comes first and is another one each time, so that the first bytes tell whether it changed.
#[derive(Serialize, Deserialize)]
struct File {
    revision: String,
    ostler_memory: u32,
    tenants: BTreeMap<String, Box<RawValue>>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Tenant {
    facts: Vec<WrittenFact>,
    playbooks: Vec<WrittenPlaybook>,
    episodes: Vec<WrittenEpisode>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenFact {
    key: String,
    value: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<WrittenAlias>,
    #[serde(default)]
    origin: WrittenOrigin,
    #[serde(default)]
    verified: Seconds,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenAlias {
    text: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    language: String,
}

#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenOrigin {
    #[default]
    Saved,
    Learned,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPlaybook {
    host: String,
    fingerprint: String,
    labels: Vec<String>,
    mappings: Vec<WrittenMapping>,
    wins: u32,
    losses: u32,
    verified: Seconds,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenMapping {
    field: String,
    fact: String,
    wins: u32,
    losses: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenEpisode {
    host: String,
    fingerprint: String,
    outcome: String,
    text: String,
    count: u32,
    verified: Seconds,
}

/// What one file holds of every tenant, not yet read but for the names.
#[derive(Clone, Debug, Default)]
pub(super) struct Tenants(BTreeMap<String, Box<RawValue>>);

/// What is written is not what this version reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// It is of a later version.
    Newer(u32),
    /// It is no memory.
    Broken,
}

impl Tenants {
    /// Reads a file's text.
    pub(super) fn read(text: &[u8]) -> Result<Self, Unreadable> {
        // What a later version wrote may differ in everything but this.
        #[derive(Deserialize)]
        struct Version {
            ostler_memory: u32,
        }
        let file = serde_json::from_slice::<File>(text);
        match file {
            Ok(file) if file.ostler_memory == VERSION => Ok(Self(file.tenants)),
            _ => match serde_json::from_slice::<Version>(text) {
                Ok(version) if version.ostler_memory > VERSION => Err(Unreadable::Newer(version.ostler_memory)),
                _ => Err(Unreadable::Broken),
            },
        }
    }

    /// What is held of one tenant.
    pub(super) fn get(&self, tenant: &str) -> Result<Everything, Unreadable> {
        let Some(text) = self.0.get(tenant) else {
            return Ok(Everything::default());
        };
        let tenant = serde_json::from_str::<Tenant>(text.get()).map_err(|_| Unreadable::Broken)?;
        Ok(tenant.into())
    }

    /// Takes the place of what is held of one tenant.
    pub(super) fn put(&mut self, tenant: &str, all: Everything) -> Result<(), serde_json::Error> {
        if all == Everything::default() {
            self.0.remove(tenant);
            return Ok(());
        }
        let text = serde_json::value::to_raw_value(&Tenant::from(all))?;
        self.0.insert(tenant.into(), text);
        Ok(())
    }

    /// Whether nothing is held of anybody.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A file's text.
    pub(super) fn write(&self, revision: String) -> Result<Vec<u8>, serde_json::Error> {
        let length: usize = self
            .0
            .iter()
            .map(|(name, text)| name.len() + text.get().len() + 8)
            .sum();
        let mut out = Vec::with_capacity(length + 128);
        let file = File {
            revision,
            ostler_memory: VERSION,
            tenants: self.0.clone(),
        };
        serde_json::to_writer(&mut out, &file)?;
        Ok(out)
    }
}

/// All of one tenant as JSON, for a person to keep.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn to_json(all: &Everything) -> Result<String, serde_json::Error> {
    #[derive(Serialize)]
    struct Export {
        ostler_memory: u32,
        #[serde(flatten)]
        all: Tenant,
    }
    let export = Export {
        ostler_memory: VERSION,
        all: Tenant::from(all.clone()),
    };
    serde_json::to_string_pretty(&export)
}

/// Reads what [`to_json`] wrote. The error says where it is not that.
///
/// # Errors
/// If it is no JSON of this shape.
pub fn from_json(text: &str) -> Result<Everything, serde_json::Error> {
    #[derive(Deserialize)]
    struct Import {
        ostler_memory: u32,
        #[serde(default)]
        facts: Vec<WrittenFact>,
        #[serde(default)]
        playbooks: Vec<WrittenPlaybook>,
        #[serde(default)]
        episodes: Vec<WrittenEpisode>,
    }
    let import = serde_json::from_str::<Import>(text)?;
    if import.ostler_memory > VERSION {
        let words = "it was written by a newer version: update ostler";
        return Err(serde::de::Error::custom(words));
    }
    let tenant = Tenant {
        facts: import.facts,
        playbooks: import.playbooks,
        episodes: import.episodes,
    };
    Ok(tenant.into())
}

impl From<Everything> for Tenant {
    fn from(all: Everything) -> Self {
        let mapping = |mapping: Mapping| WrittenMapping {
            field: mapping.field,
            fact: mapping.fact,
            wins: mapping.wins,
            losses: mapping.losses,
        };
        let fact = |fact: Fact| WrittenFact {
            key: fact.key,
            value: fact.value.into_inner(),
            aliases: fact.aliases.into_iter().map(WrittenAlias::from).collect(),
            origin: match fact.origin {
                Origin::Saved => WrittenOrigin::Saved,
                Origin::Learned => WrittenOrigin::Learned,
            },
            verified: fact.verified,
        };
        let playbook = |playbook: Playbook| WrittenPlaybook {
            host: playbook.host,
            fingerprint: playbook.fingerprint,
            labels: playbook.labels,
            mappings: playbook.mappings.into_iter().map(mapping).collect(),
            wins: playbook.wins,
            losses: playbook.losses,
            verified: playbook.verified,
        };
        let episode = |episode: Episode| WrittenEpisode {
            host: episode.host,
            fingerprint: episode.fingerprint,
            outcome: episode.outcome,
            text: episode.text,
            count: episode.count,
            verified: episode.verified,
        };
        Self {
            facts: all.facts.into_iter().map(fact).collect(),
            playbooks: all.playbooks.into_iter().map(playbook).collect(),
            episodes: all.episodes.into_iter().map(episode).collect(),
        }
    }
}

impl From<Alias> for WrittenAlias {
    fn from(Alias { text, language }: Alias) -> Self {
        Self { text, language }
    }
}

impl From<Tenant> for Everything {
    fn from(tenant: Tenant) -> Self {
        let alias = |WrittenAlias { text, language }| Alias { text, language };
        let mapping = |mapping: WrittenMapping| Mapping {
            field: mapping.field,
            fact: mapping.fact,
            wins: mapping.wins,
            losses: mapping.losses,
        };
        let fact = |fact: WrittenFact| Fact {
            key: fact.key,
            value: Typed::new(fact.value),
            aliases: fact.aliases.into_iter().map(alias).collect(),
            origin: match fact.origin {
                WrittenOrigin::Saved => Origin::Saved,
                WrittenOrigin::Learned => Origin::Learned,
            },
            verified: fact.verified,
        };
        let playbook = |playbook: WrittenPlaybook| Playbook {
            host: playbook.host,
            fingerprint: playbook.fingerprint,
            labels: playbook.labels,
            mappings: playbook.mappings.into_iter().map(mapping).collect(),
            wins: playbook.wins,
            losses: playbook.losses,
            verified: playbook.verified,
        };
        let episode = |episode: WrittenEpisode| Episode {
            host: episode.host,
            fingerprint: episode.fingerprint,
            outcome: episode.outcome,
            text: episode.text,
            count: episode.count,
            verified: episode.verified,
        };
        Self {
            facts: tenant.facts.into_iter().map(fact).collect(),
            playbooks: tenant.playbooks.into_iter().map(playbook).collect(),
            episodes: tenant.episodes.into_iter().map(episode).collect(),
            unopened: 0,
        }
    }
}

//! How facts, playbooks and episodes stand in Qdrant: one point each, and one for every name of a fact that has a vector.
//!
//! In clear are the tenant, wins, losses and when it was last verified. What is looked for stands as keyed hashes, all else
//! in one sealed blob, which opens in its own point only. Without a key the same fields hold the plain text.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ostler_machines::Typed;
use ostler_machines::recall::model::{Alias, Episode, Fact, Mapping, Origin, Playbook, Seconds};
use qdrant_client::qdrant::value::Kind as ValueKind;
use qdrant_client::qdrant::{ListValue, Value};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;
use zeroize::Zeroizing;

use crate::memory::embed::unit;
use crate::memory::seal::{Clear, Kind, Purpose, SealError, Sealer, plain_id};

/// The field of a sealed blob.
pub(super) const SEALED: &str = "sealed";
/// The field of what is not sealed.
pub(super) const PLAIN: &str = "plain";
pub(super) const TENANT: &str = "tenant";
pub(super) const WINS: &str = "wins";
pub(super) const LOSSES: &str = "losses";
pub(super) const VERIFIED: &str = "verified_ts";
/// How many numbers the vector of a form's labels has.
pub(super) const LABEL_DIMENSIONS: usize = 256;
/// So many numbers of it are a label's.
const LABEL_PLACES: usize = 8;
/// What stands between the parts of a point's name.
const SEPARATOR: char = '\u{1f}';

pub(super) type Payload = HashMap<String, Value>;

/// What a point is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A fact, and the names of it that have points of their own.
    Fact(Fact, Vec<String>),
    /// A name of the fact of this key.
    Name(String),
    Playbook(Playbook),
    Episode(Episode),
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase", deny_unknown_fields)]
enum Body {
    Fact {
        key: String,
        value: String,
        #[serde(default)]
        aliases: Vec<(String, String)>,
        #[serde(default)]
        learned: bool,
        #[serde(default)]
        names: Vec<String>,
    },
    Name {
        key: String,
    },
    Playbook {
        host: String,
        fingerprint: String,
        labels: Vec<String>,
        mappings: Vec<(String, String, u32, u32)>,
    },
    Episode {
        host: String,
        fingerprint: String,
        outcome: String,
        text: String,
        count: u32,
    },
}

/// Why a point cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closed {
    /// It does not open.
    Closed,
    /// An older version sealed it, or nobody did while sealing is on.
    Old,
}

/// Files what one tenant has.
#[derive(Clone, Debug)]
pub(super) struct Filing {
    pub(super) tenant: String,
    pub(super) sealer: Option<Sealer>,
}

impl Filing {
    pub(super) fn id(&self, kind: Kind, name: &str) -> Uuid {
        match &self.sealer {
            Some(sealer) => sealer.id(&self.tenant, kind, name),
            None => plain_id(&self.tenant, kind, name),
        }
    }

    /// What stands for a text that is looked for by equality.
    pub(super) fn hash(&self, purpose: Purpose, text: &str) -> String {
        match &self.sealer {
            Some(sealer) => sealer.hash(&self.tenant, purpose, text),
            None => text.into(),
        }
    }

    pub(super) fn hashes<'a>(&self, purpose: Purpose, texts: impl IntoIterator<Item = &'a String>) -> Vec<String> {
        let mut hashes: Vec<String> = texts.into_iter().map(|text| self.hash(purpose, text)).collect();
        // Their order would tell something of the texts.
        hashes.sort();
        hashes.dedup();
        hashes
    }

    /// The id of the point of a playbook.
    pub(super) fn playbook_id(&self, host: &str, fingerprint: &str) -> Uuid {
        self.id(Kind::Playbook, &joined(&[host, fingerprint]))
    }

    /// The id of the point of an episode.
    pub(super) fn episode_id(&self, episode: &Episode) -> Uuid {
        let parts = [&episode.host, &episode.fingerprint, &episode.outcome, &episode.text];
        self.id(Kind::Episode, &joined(&parts.map(String::as_str)))
    }

    /// The id of the point of one name of a fact; `key` and `name` are normalised.
    pub(super) fn name_id(&self, key: &str, name: &str) -> Uuid {
        self.id(Kind::Fact, &joined(&[key, name]))
    }

    /// What stands in the point `id`, apart from the hashes.
    pub(super) fn write(&self, id: &Uuid, item: &Item) -> Result<Payload, SealError> {
        let (kind, wins, losses, verified) = item.clear();
        let clear = Clear {
            tenant: &self.tenant,
            wins,
            losses,
            verified,
        };
        let body = Zeroizing::new(serde_json::to_vec(&item.body()).map_err(|_| SealError::Long)?);
        let (field, text) = match &self.sealer {
            Some(sealer) => (SEALED, sealer.seal_text(id, kind, &clear, &body)?),
            None => (PLAIN, String::from_utf8_lossy(&body).into_owned()),
        };
        Ok(Payload::from([
            (TENANT.into(), Value::from(self.tenant.clone())),
            (WINS.into(), Value::from(i64::from(wins))),
            (LOSSES.into(), Value::from(i64::from(losses))),
            (
                VERIFIED.into(),
                Value::from(i64::try_from(verified).unwrap_or(i64::MAX)),
            ),
            (field.into(), Value::from(text)),
        ]))
    }

    /// Reads the point `id`.
    pub(super) fn read(&self, id: &Uuid, kind: Kind, payload: &Payload) -> Result<Item, Closed> {
        let number = |field| integer(payload, field).ok_or(Closed::Closed);
        let small = |field| number(field).and_then(|number| u32::try_from(number).map_err(|_| Closed::Closed));
        let clear = Clear {
            tenant: text(payload, TENANT).ok_or(Closed::Closed)?,
            wins: small(WINS)?,
            losses: small(LOSSES)?,
            verified: number(VERIFIED)?,
        };
        if clear.tenant != self.tenant {
            return Err(Closed::Closed);
        }
        let body = match (&self.sealer, text(payload, SEALED), text(payload, PLAIN)) {
            (Some(sealer), Some(blob), _) => {
                let opened = sealer.open_text(id, kind, &clear, blob);
                opened.map_err(|error| match error {
                    SealError::Old => Closed::Old,
                    _ => Closed::Closed,
                })?
            }
            // With a key, what is not sealed is nobody's word.
            (Some(_), None, Some(_)) => return Err(Closed::Old),
            (None, None, Some(plain)) => Zeroizing::new(plain.as_bytes().to_vec()),
            _ => return Err(Closed::Closed),
        };
        let body: Body = serde_json::from_slice(&body).map_err(|_| Closed::Closed)?;
        let item = body.item(&clear);
        let fits = match (&item, kind) {
            (Item::Fact(..) | Item::Name(_), Kind::Fact) | (Item::Episode(_), Kind::Episode) => true,
            (Item::Playbook(playbook), Kind::Playbook) => {
                *id == self.playbook_id(&playbook.host, &playbook.fingerprint)
            }
            _ => false,
        };
        if fits { Ok(item) } else { Err(Closed::Closed) }
    }

    /// Reads a point that version 1 sealed. What stands in clear beside it was not authenticated then.
    pub(super) fn read_old(&self, id: &Uuid, payload: &Payload) -> Option<Item> {
        let blob = STANDARD.decode(text(payload, SEALED)?).ok()?;
        let body = self.sealer.as_ref()?.open_old(id, &blob).ok()?;
        let small = |field| integer(payload, field).and_then(|number| u32::try_from(number).ok());
        let clear = Clear {
            tenant: text(payload, TENANT).filter(|tenant| *tenant == self.tenant)?,
            wins: small(WINS)?,
            losses: small(LOSSES)?,
            verified: integer(payload, VERIFIED)?,
        };
        let body: Body = serde_json::from_slice(&body).ok()?;
        Some(body.item(&clear))
    }

    /// The vector of a form's labels: forms with labels in common are near one another. It holds keyed hashes, no meaning.
    pub(super) fn labels_vector(&self, labels: &[String]) -> Vec<f32> {
        let mut vector = vec![0.0_f32; LABEL_DIMENSIONS];
        for hash in self.hashes(Purpose::Labels, labels) {
            let digest = Sha256::digest(hash.as_bytes());
            for pair in digest.chunks_exact(2).take(LABEL_PLACES) {
                if let &[place, sign] = pair
                    && let Some(number) = vector.get_mut(usize::from(place))
                {
                    *number += if sign & 1 == 0 { 1.0 } else { -1.0 };
                }
            }
        }
        unit(vector)
    }
}

impl Item {
    fn clear(&self) -> (Kind, u32, u32, Seconds) {
        match self {
            Self::Fact(fact, _) => (Kind::Fact, 0, 0, fact.verified),
            Self::Name(_) => (Kind::Fact, 0, 0, 0),
            Self::Playbook(playbook) => (Kind::Playbook, playbook.wins, playbook.losses, playbook.verified),
            Self::Episode(episode) => (Kind::Episode, 0, 0, episode.verified),
        }
    }

    fn body(&self) -> Body {
        match self {
            Self::Fact(fact, names) => Body::Fact {
                key: fact.key.clone(),
                value: fact.value.reveal().into(),
                aliases: fact
                    .aliases
                    .iter()
                    .map(|alias| (alias.text.clone(), alias.language.clone()))
                    .collect(),
                learned: fact.origin == Origin::Learned,
                names: names.clone(),
            },
            Self::Name(key) => Body::Name { key: key.clone() },
            Self::Playbook(playbook) => Body::Playbook {
                host: playbook.host.clone(),
                fingerprint: playbook.fingerprint.clone(),
                labels: playbook.labels.clone(),
                mappings: playbook
                    .mappings
                    .iter()
                    .map(|mapping| {
                        let Mapping {
                            field,
                            fact,
                            wins,
                            losses,
                        } = mapping;
                        (field.clone(), fact.clone(), *wins, *losses)
                    })
                    .collect(),
            },
            Self::Episode(episode) => Body::Episode {
                host: episode.host.clone(),
                fingerprint: episode.fingerprint.clone(),
                outcome: episode.outcome.clone(),
                text: episode.text.clone(),
                count: episode.count,
            },
        }
    }
}

impl Body {
    fn item(self, clear: &Clear<'_>) -> Item {
        match self {
            Self::Fact {
                key,
                value,
                aliases,
                learned,
                names,
            } => {
                let alias = |(text, language)| Alias { text, language };
                let fact = Fact {
                    key,
                    value: Typed::new(value),
                    aliases: aliases.into_iter().map(alias).collect(),
                    origin: if learned { Origin::Learned } else { Origin::Saved },
                    verified: clear.verified,
                };
                Item::Fact(fact, names)
            }
            Self::Name { key } => Item::Name(key),
            Self::Playbook {
                host,
                fingerprint,
                labels,
                mappings,
            } => {
                let mapping = |(field, fact, wins, losses)| Mapping {
                    field,
                    fact,
                    wins,
                    losses,
                };
                Item::Playbook(Playbook {
                    host,
                    fingerprint,
                    labels,
                    mappings: mappings.into_iter().map(mapping).collect(),
                    wins: clear.wins,
                    losses: clear.losses,
                    verified: clear.verified,
                })
            }
            Self::Episode {
                host,
                fingerprint,
                outcome,
                text,
                count,
            } => Item::Episode(Episode {
                host,
                fingerprint,
                outcome,
                text,
                count,
                verified: clear.verified,
            }),
        }
    }
}

/// A list of texts as a payload's value.
pub(super) fn list(texts: Vec<String>) -> Value {
    let values = texts.into_iter().map(Value::from).collect();
    Value {
        kind: Some(ValueKind::ListValue(ListValue { values })),
    }
}

fn text<'a>(payload: &'a Payload, field: &str) -> Option<&'a str> {
    match payload.get(field)?.kind.as_ref()? {
        ValueKind::StringValue(text) => Some(text),
        _ => None,
    }
}

fn integer(payload: &Payload, field: &str) -> Option<u64> {
    match payload.get(field)?.kind.as_ref()? {
        ValueKind::IntegerValue(number) => u64::try_from(*number).ok(),
        _ => None,
    }
}

fn joined(parts: &[&str]) -> String {
    let mut whole = String::new();
    for part in parts {
        // No two lists of parts come to the same.
        whole.push_str(&part.len().to_string());
        whole.push(SEPARATOR);
        whole.push_str(part);
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::{Closed, Filing, Item, PLAIN, SEALED, WINS};
    use crate::memory::embed::cosine;
    use crate::memory::seal::{Kind, MasterKey, Sealer};
    use ostler_machines::recall::model::{Fact, Playbook};
    use qdrant_client::qdrant::Value;

    fn filing(sealed: bool) -> Filing {
        Filing {
            tenant: "ada".into(),
            sealer: sealed.then(|| Sealer::new(&MasterKey::from_bytes([7; 32]))),
        }
    }

    fn playbook() -> Playbook {
        Playbook {
            host: "shop.example".into(),
            fingerprint: "f1".into(),
            labels: vec!["surname".into()],
            wins: 3,
            ..Playbook::default()
        }
    }

    #[test]
    fn a_point_comes_back_as_it_was_written_and_only_as_that() {
        for sealed in [true, false] {
            let filing = filing(sealed);
            let id = filing.playbook_id("shop.example", "f1");
            let payload = filing.write(&id, &Item::Playbook(playbook())).unwrap();
            assert_eq!(payload.contains_key(SEALED), sealed);
            assert_eq!(payload.contains_key(PLAIN), !sealed);
            assert_eq!(
                filing.read(&id, Kind::Playbook, &payload),
                Ok(Item::Playbook(playbook()))
            );
            let elsewhere = filing.playbook_id("shop.example", "f2");
            assert_eq!(
                filing.read(&elsewhere, Kind::Playbook, &payload),
                Err(Closed::Closed),
                "moved"
            );
            assert_eq!(
                filing.read(&id, Kind::Fact, &payload),
                Err(Closed::Closed),
                "another kind"
            );
        }
        let filing = filing(true);
        let id = filing.playbook_id("shop.example", "f1");
        let mut payload = filing.write(&id, &Item::Playbook(playbook())).unwrap();
        payload.insert(WINS.into(), Value::from(99_i64));
        assert_eq!(
            filing.read(&id, Kind::Playbook, &payload),
            Err(Closed::Closed),
            "edited"
        );
    }

    #[test]
    fn what_is_not_sealed_is_not_believed_where_sealing_is_on() {
        let fact = Item::Fact(
            Fact {
                key: "surname".into(),
                ..Fact::default()
            },
            Vec::new(),
        );
        let id = filing(false).id(Kind::Fact, "surname");
        let payload = filing(false).write(&id, &fact).unwrap();
        assert_eq!(filing(true).read(&id, Kind::Fact, &payload), Err(Closed::Old));
    }

    #[test]
    fn forms_with_labels_in_common_are_near_one_another() {
        let filing = filing(true);
        let labels = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let near = |one: &str, other: &str| {
            cosine(
                &filing.labels_vector(&labels(one)),
                &filing.labels_vector(&labels(other)),
            )
        };
        assert!(near("a b c d", "d c b a") > 0.999, "in whatever order");
        assert!(near("a b c d", "a b c e") > near("a b c d", "a b e f"));
        assert!(near("a b c d", "a b e f") > near("a b c d", "e f g h"));
        assert!(near("a b c d", "e f g h").abs() < 0.35);
        let other = Filing {
            tenant: "bob".into(),
            ..filing.clone()
        };
        let one = filing.labels_vector(&labels("a b c d"));
        assert!(cosine(&one, &other.labels_vector(&labels("a b c d"))) < 0.5, "keyed");
    }
}

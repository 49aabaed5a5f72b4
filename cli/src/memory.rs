//! Which memory to use: flags, environment and configuration file, merged, and the store that they come to.

use std::path::PathBuf;
use std::sync::Arc;

use ostler_engine::memory::embed::{self, Embed, Embeddings, OllamaSettings};
use ostler_engine::memory::keys::{KeyStore, Keys};
use ostler_engine::memory::qdrant::{self, Access, Collections, Endpoint, Isolation, Qdrant, QdrantSettings};
use ostler_engine::memory::seal::{MasterKey, Sealer};
use ostler_engine::memory::{Alike, Guarded, Late, Local, LocalSettings, Recall, Store, StoreError, Use, wall_clock};
use ostler_machines::recall::book::Normalise;
use ostler_machines::recall::model::{Alias, Change, Fact, Probe, Prune};
use ostler_machines::recall::semantic::DECOYS;
use ostler_machines::recall::{dictionary, key_norm};
use ostler_machines::sensitive;
use zeroize::Zeroizing;

use crate::config::{self, Config};
use crate::failure::{Exit, Failure};
use crate::settings::Environment;

/// The code of a memory that may answer later.
const UNAVAILABLE: &str = "memory-unavailable";
/// The memory's file.
const FILE: &str = "memory.local";
/// Its key's file.
const KEY_FILE: &str = "memory.key";
/// What is held while a key for the keychain is made.
const KEY_LOCK: &str = "memory.key.lock";

/// The flags that say which memory to use and how.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Memory")]
#[expect(clippy::doc_markdown, reason = "the help shows these lines as they stand")]
pub(crate) struct MemoryArgs {
    /// Where memory is kept: off, local, ephemeral, qdrant [env: OSTLER_MEMORY; else of the configuration, else off]
    #[arg(long, global = true, value_name = "WHERE")]
    pub(crate) memory: Option<String>,
    /// Whether it is sealed: auto, on, off [env: OSTLER_SEAL]
    #[arg(long, global = true, value_name = "WHEN")]
    pub(crate) seal: Option<String>,
    /// Whose memory it is [env: OSTLER_TENANT; else default]
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) tenant: Option<String>,
    /// Whether a tenant has collections of its own: shared, collection [env: OSTLER_ISOLATION]
    #[arg(long, global = true, value_name = "HOW")]
    pub(crate) isolation: Option<String>,
    /// Where Qdrant answers [env: QDRANT_URL]
    #[arg(long, global = true, value_name = "URL")]
    pub(crate) qdrant_url: Option<String>,
    /// Let plain http to Qdrant leave this machine [env: OSTLER_ALLOW_INSECURE_QDRANT]
    #[arg(long, global = true)]
    pub(crate) allow_insecure_qdrant: bool,
    /// Who makes vectors: cloud, ollama, dev-hash [env: OSTLER_EMBEDDINGS]
    #[arg(long, global = true, value_name = "WHO")]
    pub(crate) embeddings: Option<String>,
    /// Where Ollama answers [env: OSTLER_EMBEDDING_URL]
    #[arg(long, global = true, value_name = "URL")]
    pub(crate) embedding_url: Option<String>,
    /// Which model makes vectors [env: OSTLER_EMBEDDING_MODEL]
    #[arg(long, global = true, value_name = "MODEL")]
    pub(crate) embedding_model: Option<String>,
    /// How long vectors are [env: OSTLER_EMBEDDING_DIM]
    #[arg(long, global = true, value_name = "N")]
    pub(crate) embedding_dim: Option<String>,
    /// Make a new key even if the memory cannot be reached
    #[arg(long, global = true)]
    pub(crate) allow_new_key: bool,
}

/// Where memory is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Nowhere: there is none.
    Off,
    /// In one file.
    Local,
    /// In this process.
    Ephemeral,
    /// In Qdrant.
    Qdrant,
}

/// What flags, environment and file come to.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub(crate) struct MemorySettings {
    /// Where it is kept.
    pub(crate) place: Place,
    /// Whether it is sealed.
    pub(crate) sealed: bool,
    /// Where its key is kept.
    pub(crate) keys: Keys,
    /// Whose it is.
    pub(crate) tenant: String,
    /// Whether a tenant has collections of its own.
    pub(crate) own_collections: bool,
    /// Where Qdrant answers.
    pub(crate) qdrant_url: Option<String>,
    /// Its key, or a token.
    pub(crate) qdrant_key: Option<Zeroizing<String>>,
    /// Whether plain http to it may leave this machine.
    pub(crate) insecure: bool,
    /// Who makes vectors.
    pub(crate) embeddings: Option<String>,
    /// Where Ollama answers.
    pub(crate) embedding_url: Option<String>,
    /// Which model makes vectors.
    pub(crate) embedding_model: Option<String>,
    /// How long they are.
    pub(crate) embedding_dim: Option<u32>,
    /// Whether a new key may be made for a memory that cannot be reached.
    pub(crate) allow_new_key: bool,
    /// How many days skills and episodes are kept unverified; 0 is for ever.
    pub(crate) retain_days: u32,
    /// Whether values that a form took are kept.
    pub(crate) learn: bool,
    /// The folder of the settings.
    pub(crate) folder: PathBuf,
}

/// A memory in Qdrant, before anything is asked of it.
#[derive(Clone)]
struct Distant {
    access: Access,
    /// Where its key is kept; none if it is not sealed.
    keys: Option<Keys>,
    embed: Option<Arc<dyn Embed>>,
    allow_new_key: bool,
}

impl Distant {
    async fn open(self) -> Result<Qdrant, StoreError> {
        let sealer = match &self.keys {
            Some(keys) => {
                // A keychain may ask a person first.
                let find = keys.clone();
                let found = tokio::task::spawn_blocking(move || find.find()).await;
                let found = found.map_err(|_| StoreError::Unavailable("the memory's key could not be read".into()))?;
                let key = match found? {
                    Some(key) => key,
                    None => keys.obtain(qdrant::held(&self.access).await?, self.allow_new_key)?,
                };
                Some(Sealer::new(&key))
            }
            None => None,
        };
        self.with(sealer)
    }

    fn with(self, sealer: Option<Sealer>) -> Result<Qdrant, StoreError> {
        Qdrant::open(QdrantSettings {
            access: self.access,
            sealer,
            embed: self.embed,
            names: names_of,
            tokens: |fact| dictionary::tokens(&fact.key).into_iter().map(str::to_owned).collect(),
            decoys: DECOYS,
            normalise: NORMALISE,
            clock: wall_clock,
        })
    }
}

/// How names are brought into one spelling.
pub(crate) const NORMALISE: Normalise = key_norm;

/// What a fact is called besides.
fn names_of(fact: &Fact) -> Vec<String> {
    dictionary::common_key(&fact.key)
        .into_iter()
        .map(str::to_owned)
        .collect()
}

impl MemoryArgs {
    /// A flag goes before its variable, a variable before the file.
    pub(crate) fn merge(&self, environment: &Environment) -> Result<MemorySettings, Failure> {
        // Without a home there are no settings, and memory is off unless it needs no folder.
        let known = config::folder(environment);
        let config = match &known {
            Ok(folder) => Config::read(folder)?,
            Err(_) => Config::default(),
        };
        let say = |name: &str, flag: Option<&str>| -> Result<Option<String>, Failure> {
            let key = config::key(name)?;
            if let Some(value) = flag {
                key.check(value).map_err(|failure| Failure {
                    message: failure
                        .message
                        .replacen(name, &format!("--{}", name.replace('_', "-")), 1),
                    ..failure
                })?;
                return Ok(Some(value.into()));
            }
            Ok(config.effective(key, environment)?.0)
        };
        let text = |name: &str, flag: &Option<String>| say(name, flag.as_deref());
        let is = |name: &str, flag: &Option<String>, value: &str| {
            text(name, flag).map(|said| said.as_deref() == Some(value))
        };
        let number = |name: &str, flag: &Option<String>| {
            text(name, flag).map(|said| said.and_then(|value| value.parse::<u32>().ok()))
        };
        let place = match text("memory", &self.memory)?.as_deref() {
            Some("local") => Place::Local,
            Some("ephemeral") => Place::Ephemeral,
            Some("qdrant") => Place::Qdrant,
            _ => Place::Off,
        };
        let folder = match (known, place) {
            (Err(_), Place::Off | Place::Ephemeral) => PathBuf::new(),
            (known, _) => known?,
        };
        let store = if is("key_store", &None, "keychain")? {
            KeyStore::keychain(folder.join(KEY_LOCK))
        } else {
            KeyStore::File(folder.join(KEY_FILE))
        };
        let keys = Keys::new(environment.secret("OSTLER_MEMORY_KEY"), store).map_err(StoreError::from)?;
        Ok(MemorySettings {
            place,
            sealed: !is("seal", &self.seal, "off")?,
            keys,
            tenant: text("tenant", &self.tenant)?.unwrap_or_default(),
            own_collections: is("isolation", &self.isolation, "collection")?,
            qdrant_url: text("qdrant_url", &self.qdrant_url)?,
            qdrant_key: environment
                .secret("QDRANT_API_KEY")
                .map(|key| Zeroizing::new(key.to_owned())),
            insecure: self.allow_insecure_qdrant || is("allow_insecure_qdrant", &None, "true")?,
            embeddings: text("embeddings", &self.embeddings)?,
            embedding_url: text("embedding_url", &self.embedding_url)?,
            embedding_model: text("embedding_model", &self.embedding_model)?,
            embedding_dim: number("embedding_dim", &self.embedding_dim)?,
            allow_new_key: self.allow_new_key,
            retain_days: number("retain_days", &None)?.unwrap_or_default(),
            learn: is("learn", &None, "true")?,
            folder,
        })
    }
}

impl MemorySettings {
    /// Whether there is none.
    pub(crate) fn is_off(&self) -> bool {
        self.place == Place::Off
    }

    /// The files that nothing else may be written over.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let names = [FILE, KEY_FILE, KEY_LOCK, "config.toml", "memory.local.lock"];
        names.iter().map(|name| self.folder.join(name)).collect()
    }

    /// The memory's file.
    pub(crate) fn file(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    /// The store, or none if memory is off. What lies on this machine is open; Qdrant is asked for nothing yet.
    fn store(&self) -> Result<Option<Arc<dyn Store>>, Failure> {
        Ok(match self.place {
            Place::Off => None,
            Place::Local => Some(self.alike(Arc::new(Local::open(self.local())?))?),
            Place::Ephemeral => {
                let store = ostler_engine::memory::Ephemeral::new(NORMALISE, wall_clock);
                Some(self.alike(Arc::new(store))?)
            }
            Place::Qdrant => Some(Arc::new(self.late()?)),
        })
    }

    /// The store, ready to be used, or none if memory is off. It waits for a mute Qdrant for four seconds.
    pub(crate) async fn open(&self) -> Result<Option<Arc<dyn Store>>, Failure> {
        let store = self.store()?;
        if let Some(store) = &store {
            store.ready().await?;
        }
        Ok(store)
    }

    /// The store in Qdrant, which is opened beside other work or when it is first needed. What it holds and is not sealed
    /// yet, or is filed in an older way, keeps it from being used.
    fn late(&self) -> Result<Late, Failure> {
        let distant = self.distant()?;
        let name = format!("Qdrant at {}", distant.access.endpoint.url);
        let opening = move || {
            let distant = distant.clone();
            async move {
                let store = distant.open().await?;
                if store.needs_sealing().await? {
                    let words = "the memory holds what is not sealed, or is filed in an older way: run `ostler memory seal` \
                                 first";
                    return Err(StoreError::Unusable(words.into()));
                }
                let store: Arc<dyn Store> = Arc::new(store);
                Ok(store)
            }
        };
        Ok(Late::new(name, opening))
    }

    /// The store in Qdrant, whatever it holds. Qdrant is asked only where a key may have to be made.
    pub(crate) async fn qdrant(&self) -> Result<Qdrant, Failure> {
        Ok(self.distant()?.open().await?)
    }

    /// Whether what is sealed in Qdrant opens with `key`, if anything is.
    pub(crate) async fn opens_in_qdrant(&self, key: &MasterKey) -> Result<bool, Failure> {
        let distant = self.distant()?;
        if qdrant::census(&distant.access).await?.sealed == 0 {
            return Ok(true);
        }
        let all = distant.with(Some(Sealer::new(key)))?.all().await?;
        Ok(!(all.facts.is_empty() && all.playbooks.is_empty() && all.episodes.is_empty()))
    }

    /// All that is known of a memory in Qdrant before anything is asked of it.
    fn distant(&self) -> Result<Distant, Failure> {
        self.collections()?;
        Ok(Distant {
            access: self.access()?,
            keys: self.sealed.then(|| self.keys.clone()),
            embed: self.embed()?,
            allow_new_key: self.allow_new_key,
        })
    }

    /// Where Qdrant is and whose memory it holds.
    pub(crate) fn access(&self) -> Result<Access, Failure> {
        let Some(url) = &self.qdrant_url else {
            return Err(Failure::usage("memory-qdrant", "it is not known where Qdrant answers")
                .help("ostler config set qdrant_url http://127.0.0.1:6334, or QDRANT_URL"));
        };
        Ok(Access {
            endpoint: Endpoint::read(url, self.insecure)?,
            key: self.qdrant_key.clone(),
            tenant: self.tenant.clone(),
            isolation: self.isolation(),
        })
    }

    /// The names of the tenant's collections.
    pub(crate) fn collections(&self) -> Result<Collections, Failure> {
        Ok(Collections::of(&self.tenant, self.isolation())?)
    }

    fn isolation(&self) -> Isolation {
        if self.own_collections {
            Isolation::Collection
        } else {
            Isolation::Shared
        }
    }

    /// A store without vectors of its own, with what its facts' names mean. Hashes are the usual here: nothing is asked
    /// of any server.
    fn alike(&self, store: Arc<dyn Store>) -> Result<Arc<dyn Store>, Failure> {
        if !matches!(self.embeddings.as_deref(), None | Some("ollama" | "dev-hash")) {
            return Ok(store);
        }
        let usual = self.embeddings.is_none().then(|| Self {
            embeddings: Some("dev-hash".into()),
            ..self.clone()
        });
        let Some(embed) = usual.as_ref().unwrap_or(self).embed()? else {
            return Ok(store);
        };
        Ok(Arc::new(Alike::new(store, embed, names_of, DECOYS, NORMALISE)))
    }

    /// Who makes vectors, if anybody does.
    fn embed(&self) -> Result<Option<Arc<dyn Embed>>, Failure> {
        let who = match self.embeddings.as_deref() {
            Some("off") => return Ok(None),
            Some("dev-hash") => Embeddings::DevHash,
            Some("ollama") => {
                let usual = OllamaSettings::default();
                Embeddings::Ollama(OllamaSettings {
                    url: self.embedding_url.clone().unwrap_or(usual.url),
                })
            }
            _ => Embeddings::Cloud,
        };
        let dimensions = self
            .embedding_dim
            .and_then(|dimensions| usize::try_from(dimensions).ok());
        let opened = embed::open(&who, self.embedding_model.as_deref(), dimensions);
        opened.map(Some).map_err(|error| {
            Failure::usage("memory-embeddings", error.to_string())
                .help("ostler config set embeddings off does without; exact names work all the same")
        })
    }

    /// The memory put to work, within a runtime, or none if it is off. Nothing is waited for: one in Qdrant is opened
    /// beside what is done meanwhile.
    pub(crate) fn work(&self, learn: bool) -> Result<Option<Arc<Recall>>, Failure> {
        let how = Use {
            learn: learn || self.learn,
            suggest: true,
        };
        let store = self.store()?;
        Ok(store.map(|store| Arc::new(Recall::new(Arc::new(Guarded::new(store)), how))))
    }

    /// The memory for one fill, and why there is none. Where the form is filled from it (`needed`) it is waited for, and
    /// one that refuses is a failure; where not, a memory that cannot be used is done without.
    pub(crate) async fn for_fill(
        &self,
        learn: bool,
        needed: bool,
    ) -> Result<(Option<Arc<Recall>>, Option<String>), Failure> {
        if needed && self.place == Place::Off {
            return Err(
                Failure::usage("memory-off", "there is no memory to fill from: it is off")
                    .help("ostler init --local turns it on; ostler memory remember KEY VALUE puts something in"),
            );
        }
        let recall = match self.work(learn) {
            Ok(recall) => recall,
            Err(failure) if needed && failure.code != UNAVAILABLE => return Err(failure),
            Err(failure) => return Ok((None, Some(failure.message))),
        };
        if let Some(own) = recall.as_ref().filter(|_| needed) {
            match own.ready().await {
                Err(StoreError::Unavailable(why)) => return Ok((None, Some(why))),
                came => came?,
            }
        }
        Ok((recall, None))
    }

    fn local(&self) -> LocalSettings {
        LocalSettings {
            path: self.file(),
            tenant: self.tenant.clone(),
            keys: self.sealed.then(|| self.keys.clone()),
            normalise: NORMALISE,
            clock: wall_clock,
        }
    }

    /// What `ostler serve` forgets when it starts; nothing if all is kept for ever.
    pub(crate) fn retention(&self) -> Option<Change> {
        let days = u64::from(self.retain_days);
        let prune = Prune {
            before: wall_clock().saturating_sub(days * 24 * 60 * 60),
            unproven_only: false,
        };
        (days > 0).then_some(Change::Prune(prune))
    }

    /// What deserves a warning, in words.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if let (Place::Qdrant, Ok(access)) = (self.place, self.access()) {
            warnings.extend(access.endpoint.note);
        }
        let kept = matches!(self.place, Place::Local | Place::Qdrant);
        if kept && !self.sealed {
            warnings.push(
                "memory is not sealed: whoever can read where it is kept can read all of it (ostler config set seal on)"
                    .into(),
            );
        }
        let plain = self.qdrant_url.as_ref().is_some_and(|url| url.starts_with("http://"));
        if self.place == Place::Qdrant && plain && self.insecure {
            warnings.push("plain http to Qdrant is allowed: its key can be read on the way".into());
        }
        warnings
    }
}

/// The fact that is kept under this key, if there is one.
pub(crate) async fn kept(store: &dyn Store, key: &str) -> Result<Option<Fact>, StoreError> {
    let key = NORMALISE(key);
    let probe = Probe {
        names: vec![key.clone()],
        ..Probe::default()
    };
    let found = store.recall(&probe).await?.facts;
    Ok(found.into_iter().find(|fact| NORMALISE(&fact.key) == key))
}

/// Another name of a fact: `de:Nachname`, or a name that is good in any language. `None` if nothing of it is a name.
pub(crate) fn alias(text: &str) -> Option<Alias> {
    let tagged = text.split_once(':').filter(|(language, _)| {
        let main = language.split('-').next().unwrap_or_default();
        (2..=3).contains(&main.len()) && language.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    });
    let (language, name) = tagged.unwrap_or(("", text));
    let alias = Alias {
        text: name.trim().into(),
        language: language.to_ascii_lowercase(),
    };
    (!NORMALISE(&alias.text).is_empty()).then_some(alias)
}

/// The value of a fact as it may be shown.
pub(crate) fn shown(fact: &Fact) -> String {
    let value = fact.value.reveal();
    if fact.is_sensitive() {
        sensitive::mask(value)
    } else {
        value.to_owned()
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let (code, exit) = match &error {
            StoreError::Unavailable(_) => (UNAVAILABLE, Exit::Browser),
            StoreError::Denied(_) => ("memory-denied", Exit::Usage),
            StoreError::Unusable(_) => ("memory-unusable", Exit::Usage),
        };
        // What to do stands last, behind a colon; what the system said may stand there too.
        let words = error.to_string();
        let (message, help) = match words.rsplit_once(": ") {
            Some((message, help)) if !help.contains("(os error") => (message, help),
            _ => (words.as_str(), ""),
        };
        Self::usage(code, message).help(help).ending(exit)
    }
}

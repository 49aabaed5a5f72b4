//! The settings that there are.

use crate::failure::Failure;

/// A setting.
#[derive(Debug)]
pub(crate) struct Key {
    /// Its name in the file.
    pub(crate) name: &'static str,
    /// The environment variable that goes before the file.
    pub(crate) variable: &'static str,
    /// What it may be.
    pub(crate) kind: Kind,
    /// What it is if nobody says anything.
    pub(crate) default: Option<&'static str>,
    /// What it is for.
    pub(crate) about: &'static str,
}

/// What a setting may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One of these.
    One(&'static [&'static str]),
    /// A whole number.
    Number,
    /// A whole number from 1 to this.
    Count(u32),
    /// `true` or `false`.
    Flag,
    /// Any text but an empty one.
    Text,
    /// The address of a server.
    Url,
}

/// The longest vectors that Qdrant takes.
const MOST_DIMENSIONS: u32 = 65_536;

/// All of them.
pub(crate) const KEYS: &[Key] = &[
    Key {
        name: "memory",
        variable: "OSTLER_MEMORY",
        kind: Kind::One(&["off", "local", "ephemeral", "qdrant"]),
        default: Some("off"),
        about: "where memory is kept",
    },
    Key {
        name: "seal",
        variable: "OSTLER_SEAL",
        kind: Kind::One(&["auto", "on", "off"]),
        default: Some("auto"),
        about: "whether it is sealed; auto seals whatever is kept",
    },
    Key {
        name: "key_store",
        variable: "OSTLER_KEY_STORE",
        kind: Kind::One(&["file", "keychain"]),
        default: Some("file"),
        about: "where its key is kept",
    },
    Key {
        name: "tenant",
        variable: "OSTLER_TENANT",
        kind: Kind::Text,
        default: Some("default"),
        about: "whose memory it is",
    },
    Key {
        name: "isolation",
        variable: "OSTLER_ISOLATION",
        kind: Kind::One(&["shared", "collection"]),
        default: Some("shared"),
        about: "whether a tenant has collections of its own",
    },
    Key {
        name: "qdrant_url",
        variable: "QDRANT_URL",
        kind: Kind::Url,
        default: None,
        about: "where Qdrant answers",
    },
    Key {
        name: "allow_insecure_qdrant",
        variable: "OSTLER_ALLOW_INSECURE_QDRANT",
        kind: Kind::Flag,
        default: Some("false"),
        about: "whether plain http may leave this machine",
    },
    Key {
        name: "embeddings",
        variable: "OSTLER_EMBEDDINGS",
        kind: Kind::One(&["cloud", "ollama", "dev-hash", "off"]),
        default: None,
        about: "who makes vectors",
    },
    Key {
        name: "embedding_url",
        variable: "OSTLER_EMBEDDING_URL",
        kind: Kind::Url,
        default: None,
        about: "where Ollama answers",
    },
    Key {
        name: "embedding_model",
        variable: "OSTLER_EMBEDDING_MODEL",
        kind: Kind::Text,
        default: None,
        about: "which model makes them",
    },
    Key {
        name: "embedding_dim",
        variable: "OSTLER_EMBEDDING_DIM",
        kind: Kind::Count(MOST_DIMENSIONS),
        default: None,
        about: "how long they are",
    },
    Key {
        name: "retain_days",
        variable: "OSTLER_RETAIN_DAYS",
        kind: Kind::Number,
        default: Some("180"),
        about: "how long skills and episodes are kept unverified; 0 is for ever",
    },
    Key {
        name: "learn",
        variable: "OSTLER_LEARN",
        kind: Kind::Flag,
        default: Some("false"),
        about: "whether values that a form took are kept",
    },
];

/// The setting of that name.
pub(crate) fn key(name: &str) -> Result<&'static Key, Failure> {
    let spelled = name.trim().replace('-', "_");
    if let Some(key) = KEYS.iter().find(|key| key.name == spelled) {
        return Ok(key);
    }
    let failure = Failure::usage("config-key", format!("there is no setting {name}"));
    let secret = match spelled.as_str() {
        "qdrant_api_key" => Some("QDRANT_API_KEY"),
        "memory_key" => Some("OSTLER_MEMORY_KEY"),
        _ => None,
    };
    let names: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
    Err(failure.help(secret.map_or_else(
        || format!("there are {}", names.join(", ")),
        |variable| format!("it is a secret and stands in no file: set {variable}"),
    )))
}

impl Key {
    /// Whether `value` is one.
    pub(crate) fn check(&self, value: &str) -> Result<(), Failure> {
        let wanted = match self.kind {
            Kind::One(values) if values.contains(&value) => return Ok(()),
            Kind::Number if whole(value).is_some() => return Ok(()),
            Kind::Count(most) if whole(value).is_some_and(|number| (1..=most).contains(&number)) => return Ok(()),
            Kind::Flag if matches!(value, "true" | "false") => return Ok(()),
            Kind::Text if !value.trim().is_empty() && !value.contains(char::is_control) => return Ok(()),
            Kind::Url if is_url(value) => return Ok(()),
            Kind::One([init @ .., last]) => format!("{} or {last}", init.join(", ")),
            Kind::One([]) => String::new(),
            Kind::Number => "a whole number".into(),
            Kind::Count(most) => format!("a whole number from 1 to {most}"),
            Kind::Flag => "true or false".into(),
            Kind::Text => "some text on one line".into(),
            Kind::Url => "an address that starts with http:// or https:// and holds no password".into(),
        };
        Err(Failure::usage(
            "config-value",
            format!("{} must be {wanted}", self.name),
        ))
    }
}

impl Kind {
    /// `value` as TOML has it.
    pub(super) fn written(self, value: &str) -> String {
        match self {
            Self::Number | Self::Count(_) | Self::Flag => value.into(),
            Self::One(_) | Self::Text | Self::Url => serde_json::Value::from(value).to_string(),
        }
    }
}

/// A whole number, written as one.
fn whole(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| number.to_string() == text)
}

/// An address without a password in it: the file is no place for one.
fn is_url(text: &str) -> bool {
    url::Url::parse(text)
        .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host() && url.password().is_none())
}

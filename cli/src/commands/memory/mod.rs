//! `ostler memory`

mod carry;
mod key;
mod list;
mod vcard;

use std::io::{self, Read as _};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Subcommand;
use ostler_engine::memory::{Store, local, token, wall_clock};
use ostler_machines::Typed;
use ostler_machines::recall::learn::{self, Refused};
use ostler_machines::recall::model::{Alias, Applied, Change, Fact, Origin, Prune};

use self::list::VALUE_CUT;
use crate::failure::{Exit, Failure};
use crate::journey;
use crate::memory::{MemoryArgs, MemorySettings, Place, kept, shown};
use crate::output::Output;
use crate::report::text::{clean, cut};
use crate::settings::Environment;

/// The longest value that is read from standard input, in bytes.
const LONGEST_VALUE: u64 = 1 << 20;

/// What is remembered from one form to the next: list it, add to it, take from it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Memory is off until you turn it on: ostler init --local keeps it in one sealed file on this machine.
Examples: ostler memory remember surname Lovelace --alias Nachname
          ostler memory import contacts.vcf")]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
    #[command(flatten)]
    memory: MemoryArgs,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// List the facts
    List(list::ListArgs),
    /// Keep a fact
    Remember {
        /// What you call it: surname, mobile, "work email"
        #[arg(value_name = "KEY")]
        key: String,
        /// Its value; - reads it from standard input, so that no other user sees it
        #[arg(value_name = "VALUE", allow_hyphen_values = true)]
        value: String,
        /// What forms call it besides; LANGUAGE:NAME where it is good in one language only (de:Nachname)
        #[arg(long = "alias", value_name = "NAME")]
        aliases: Vec<String>,
    },
    /// Show the facts that go by a name
    Recall(list::RecallArgs),
    /// Forget facts
    Forget {
        /// What you called them
        #[arg(value_name = "KEY", required = true)]
        keys: Vec<String>,
    },
    /// List the forms that were filled: how often they were accepted, and which fact went where
    Skills(list::SkillsArgs),
    /// Forget skills that are old and never proved themselves
    Prune {
        /// Those that were not verified for so many days
        #[arg(long, value_name = "N")]
        days: u32,
    },
    /// Seal what was kept before sealing was on; it can be stopped and run again
    Seal,
    /// The key that memory is sealed with
    Key(key::Args),
    /// Make a token that reaches the collections of one tenant in Qdrant, signed with its key (env `QDRANT_API_KEY`)
    Token {
        /// How many days it is good for
        #[arg(long, value_name = "N", default_value_t = 30)]
        days: u32,
        /// It may only read
        #[arg(long)]
        read_only: bool,
    },
    /// Forget everything, what cannot be opened too
    Wipe {
        /// Do it
        #[arg(long)]
        yes: bool,
    },
    /// Write everything into a file, as JSON that is not sealed
    Export(carry::ExportArgs),
    /// Read facts from a file: our JSON, vCard or jCard
    Import(carry::ImportArgs),
}

impl Verb {
    /// Whether the caller reads JSON.
    fn json(&self) -> bool {
        match self {
            Self::List(args) => args.json,
            Self::Recall(args) => args.json,
            Self::Skills(args) => args.json,
            _ => false,
        }
    }
}

/// Does it.
pub(crate) fn run(args: &Args, environment: &Environment, output: &Output) -> Exit {
    match act(args, environment, output) {
        Ok(exit) => exit,
        Err(failure) => output.failure(&failure, args.verb.json() && failure.exit != Exit::Untold),
    }
}

fn act(args: &Args, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let settings = args.memory.merge(environment)?;
    if let Verb::Key(key) = &args.verb {
        return key::act(key, &settings, output);
    }
    if let Verb::Token { days, read_only } = args.verb {
        return token(days, read_only, &settings, output);
    }
    here(&settings)?;
    for warning in settings.warnings() {
        output.line(&format!("warning: {warning}"));
    }
    let runtime = journey::runtime()?;
    match &args.verb {
        Verb::Key(_) | Verb::Token { .. } => Ok(Exit::Done),
        Verb::Wipe { yes } => runtime.block_on(wipe(*yes, &settings, output)),
        Verb::Seal => runtime.block_on(seal(&settings, output)),
        verb => runtime.block_on(async {
            let store = opened(&settings).await?;
            match verb {
                Verb::List(args) => list::list(args, &*store, output).await,
                Verb::Recall(args) => list::recall(args, &*store, output).await,
                Verb::Skills(args) => list::skills(args, &*store, output).await,
                Verb::Export(args) => carry::export(args, &*store, &settings.files(), output).await,
                Verb::Import(args) => carry::import(args, &*store, output).await,
                Verb::Remember { key, value, aliases } => remember(key, value, aliases, &*store, output).await,
                Verb::Forget { keys } => forget(keys, &*store, output).await,
                Verb::Prune { days } => prune(*days, &*store, output).await,
                Verb::Key(_) | Verb::Token { .. } | Verb::Wipe { .. } | Verb::Seal => Ok(Exit::Done),
            }
        }),
    }
}

/// Fails unless there is a memory that outlives this run.
fn here(settings: &MemorySettings) -> Result<(), Failure> {
    match settings.place {
        Place::Off => Err(Failure::usage("memory-off", "memory is off")
            .help("ostler init --local keeps it in one sealed file on this machine; --memory says it for one run")),
        Place::Ephemeral => Err(Failure::usage(
            "memory-ephemeral",
            "an ephemeral memory ends with the program that holds it: there is nothing here",
        )
        .help("it is of use to ostler serve; ostler config set memory local keeps it")),
        Place::Local | Place::Qdrant => Ok(()),
    }
}

async fn opened(settings: &MemorySettings) -> Result<Arc<dyn Store>, Failure> {
    let store = settings.open().await?;
    store.ok_or_else(|| Failure::usage("memory-off", "memory is off"))
}

async fn remember(
    key: &str,
    value: &str,
    aliases: &[String],
    store: &dyn Store,
    output: &Output,
) -> Result<Exit, Failure> {
    let value = if value == "-" { typed()? } else { Typed::new(value) };
    let fact = Fact {
        key: key.trim().into(),
        value,
        aliases: aliases.iter().map(|text| alias(text)).collect::<Result<_, _>>()?,
        origin: Origin::Saved,
        verified: 0,
    };
    may_keep(&fact)?;
    let (key, value) = (fact.key.clone(), fact.value.clone());
    let before = kept(store, &key).await?;
    let applied = store.apply(vec![Change::Remember(fact)]).await?;
    output.line(&match (applied, before) {
        (Applied { added: 1.., .. }, _) => format!("{key} is remembered"),
        (Applied { changed: 1.., .. }, Some(before)) if before.value != value => {
            format!("{key} is changed: it was {}", clean(&cut(&shown(&before), VALUE_CUT)))
        }
        (Applied { changed: 1.., .. }, _) => format!("{key} is remembered with what was said anew"),
        _ => format!("{key} was remembered already"),
    });
    Ok(Exit::Done)
}

/// Whether a fact may be kept: what proves who somebody is may not.
fn may_keep(fact: &Fact) -> Result<(), Failure> {
    learn::may_keep(fact).map_err(|refused| {
        let words = match fact.key.as_str() {
            "" => refused.to_string(),
            key => format!("{key}: {refused}"),
        };
        let failure = Failure::usage("memory-refused", words);
        match refused {
            Refused::SecretName | Refused::SecretValue => failure.ending(Exit::Policy).help("give it with each fill"),
            Refused::Empty => failure.help(
                "give the value after the key, or - to read it from standard input; `ostler memory forget` takes a fact away",
            ),
            Refused::Nameless => failure.help("give a key that names it: ostler memory remember surname Lovelace"),
        }
    })
}

/// Another name of a fact, as it is given on the command line.
fn alias(text: &str) -> Result<Alias, Failure> {
    crate::memory::alias(text).ok_or_else(|| {
        Failure::usage("memory-alias", "an alias has letters or digits")
            .help("give what forms call it: --alias Nachname, or --alias de:Nachname")
    })
}

/// What standard input holds, less the end of its last line.
fn typed() -> Result<Typed, Failure> {
    let mut text = String::new();
    let read = io::stdin().lock().take(LONGEST_VALUE + 1).read_to_string(&mut text);
    let length = read.map_err(|error| {
        Failure::usage("memory-value", format!("standard input cannot be read: {error}"))
            .help("give the value as UTF-8 text")
    })?;
    if length as u64 > LONGEST_VALUE {
        return Err(Failure::usage("memory-value", "standard input has more than 1 MiB")
            .help("a fact is what goes into one field of a form"));
    }
    let line = text.strip_suffix('\n').unwrap_or(&text);
    Ok(Typed::new(line.strip_suffix('\r').unwrap_or(line)))
}

async fn forget(keys: &[String], store: &dyn Store, output: &Output) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    for key in keys {
        let applied = store.apply(vec![Change::Forget(key.clone())]).await?;
        if applied.removed == 0 {
            exit = Exit::NotAll;
            output.line(&format!("nothing is remembered as {key}"));
        } else {
            output.line(&format!("{key} is forgotten"));
        }
    }
    Ok(exit)
}

async fn prune(days: u32, store: &dyn Store, output: &Output) -> Result<Exit, Failure> {
    let prune = Prune {
        before: wall_clock().saturating_sub(u64::from(days) * 24 * 60 * 60),
        unproven_only: true,
    };
    let removed = store.apply(vec![Change::Prune(prune)]).await?.removed;
    output.line(&format!("{} forgotten", counted(removed, "skill")));
    Ok(Exit::Done)
}

async fn wipe(yes: bool, settings: &MemorySettings, output: &Output) -> Result<Exit, Failure> {
    if !yes {
        let words = format!(
            "this forgets everything that is kept for {}, and nothing brings it back",
            settings.tenant
        );
        return Err(Failure::usage("memory-wipe", words).help("give --yes; ostler memory export keeps a copy first"));
    }
    if settings.place == Place::Qdrant {
        // What is not sealed yet goes too.
        settings.qdrant().await?.wipe().await?;
        output.line("everything is forgotten");
        return Ok(Exit::Done);
    }
    match (settings.open().await, settings.place) {
        (Ok(Some(store)), _) => store.wipe().await?,
        // What cannot be opened goes too.
        (Err(_), Place::Local) => local::erase(&settings.file())?,
        (Err(failure), _) => return Err(failure),
        (Ok(None), _) => {}
    }
    output.line("everything is forgotten");
    Ok(Exit::Done)
}

async fn seal(settings: &MemorySettings, output: &Output) -> Result<Exit, Failure> {
    if !settings.sealed {
        return Err(Failure::usage("memory-seal", "sealing is off").help("ostler config set seal on"));
    }
    if settings.place == Place::Qdrant {
        let sealed = settings.qdrant().await?.seal().await?;
        output.line(&format!(
            "{} and {} are sealed, {} of before are gone",
            counted(sealed.facts, "fact"),
            counted(sealed.playbooks, "skill"),
            counted(sealed.removed, "point")
        ));
        if sealed.unopened > 0 {
            output.line(&format!(
                "{} could not be opened and are left as they are",
                counted(sealed.unopened, "point")
            ));
        }
        return Ok(Exit::Done);
    }
    let path = settings.file();
    let sealed = local::seal(&path, &settings.keys)?;
    output.line(&match sealed {
        local::Sealing::Nothing => "there is nothing to seal yet".into(),
        local::Sealing::Already => format!("{} was sealed already", path.display()),
        local::Sealing::Done => format!(
            "{} is sealed. Keep a copy of its key somewhere safe: ostler memory key export --yes-print",
            path.display()
        ),
    });
    Ok(Exit::Done)
}

/// Makes a token for the collections of the tenant.
fn token(days: u32, read_only: bool, settings: &MemorySettings, output: &Output) -> Result<Exit, Failure> {
    if settings.place != Place::Qdrant {
        return Err(
            Failure::usage("memory-token", "tokens are for a memory in Qdrant").help("ostler config set memory qdrant")
        );
    }
    let Some(key) = &settings.qdrant_key else {
        return Err(Failure::usage(
            "memory-token",
            "a token is signed with the key of Qdrant's administrator",
        )
        .help("give it as QDRANT_API_KEY"));
    };
    if !settings.own_collections {
        let words = "tenants share their collections, so a token would reach what all of them keep";
        return Err(Failure::usage("memory-token", words).help("give --isolation collection"));
    }
    let order = token::Order {
        collections: &settings.collections()?.names(),
        read_only,
        days,
    };
    let token = token::make(&order, key, wall_clock());
    let token = token.map_err(|error| Failure::usage("memory-token", error.to_string()))?;
    output.answer(&format!("{}\n", *token))?;
    Ok(Exit::Done)
}

/// `1 skill`, `2 skills`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The path, or none for `-`.
fn file(path: &std::path::Path) -> Option<PathBuf> {
    (path.as_os_str() != "-").then(|| path.into())
}

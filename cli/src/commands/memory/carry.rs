//! `ostler memory export`, `ostler memory import`

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use ostler_engine::memory::{Store, written};
use ostler_machines::recall::model::{Change, Fact, Origin};

use super::{counted, file, may_keep, vcard};
use crate::commands::fill::is_same;
use crate::failure::{Exit, Failure};
use crate::output::Output;

/// The longest file that is read.
const LONGEST: u64 = 16 << 20;
/// What a file may hold.
const TAKEN: &str = "it takes vCard (.vcf), jCard (.json) and what ostler memory export writes: \
                     {\"ostler_memory\": 1, \"facts\": [{\"key\": \"surname\", \"value\": \"Lovelace\"}]}";

#[derive(Debug, clap::Args)]
pub(super) struct ExportArgs {
    /// Where to; - is standard output
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// Put it in the place of a file that is there
    #[arg(long)]
    force: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct ImportArgs {
    /// Where from; - is standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// Take what the file says where something else is remembered
    #[arg(long)]
    replace: bool,
}

pub(super) async fn export(
    args: &ExportArgs,
    store: &dyn Store,
    own: &[PathBuf],
    output: &Output,
) -> Result<Exit, Failure> {
    let all = store.all().await?;
    let text = written::to_json(&all);
    let mut text = text.map_err(|error| Failure::untold(&error.into()))?;
    text.push('\n');
    let Some(path) = file(&args.path) else {
        output.answer(&text)?;
        return Ok(ended(all.unopened, output));
    };
    for own in own {
        if path == *own || is_same(&path, own) {
            let words = format!("{} is a file of the memory itself", path.display());
            return Err(Failure::usage("same-file", words).help("give another path; nothing was written"));
        }
    }
    put(&path, &text, args.force).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::usage("file-exists", format!("{} is there already", path.display()))
            .help("give --force, or another path"),
        _ => Failure::unwritable(&path, &error),
    })?;
    output.line(&format!(
        "{} and {} are in {}, which is not sealed: remove it when it has served",
        counted(all.facts.len(), "fact"),
        counted(all.playbooks.len(), "skill"),
        path.display()
    ));
    Ok(ended(all.unopened, output))
}

/// Writes a file for its owner alone, whole or not at all. One that is there is replaced, not written over: whoever may read
/// that, or has it open, sees nothing of the new one. What is no file (a pipe, a terminal) is written to.
fn put(path: &Path, text: &str, replace: bool) -> io::Result<()> {
    if replace && fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return OpenOptions::new().write(true).open(path)?.write_all(text.as_bytes());
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // It is made with mode 600.
    let mut file = tempfile::Builder::new().prefix(".ostler-export-").tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    let kept = if replace {
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    kept.map(drop).map_err(|error| error.error)
}

/// Says what could not be opened.
pub(super) fn ended(unopened: usize, output: &Output) -> Exit {
    if unopened == 0 {
        return Exit::Done;
    }
    output.line(&format!(
        "{} could not be opened: sealed with another key, or changed by somebody",
        counted(unopened, "memory").replace("memorys", "memories")
    ));
    Exit::NotAll
}

pub(super) async fn import(args: &ImportArgs, store: &dyn Store, output: &Output) -> Result<Exit, Failure> {
    let text = read(args)?;
    let Held {
        facts,
        skills,
        left_out,
    } = facts(&text)?;
    for what in &left_out {
        output.line(&format!("left out: {what}"));
    }
    if facts.is_empty() {
        return Err(Failure::usage("import-empty", "the file holds no facts"));
    }
    let held = store.all().await?.facts;
    let spelled = |fact: &Fact| crate::memory::NORMALISE(&fact.key);
    let mut values: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for fact in &facts {
        let own = values.entry(spelled(fact)).or_default();
        own.insert(fact.value.reveal().to_owned());
    }
    let mut told = BTreeSet::new();
    let mut changes = Vec::new();
    let (mut kept, mut refused) = (0, 0);
    for mut fact in facts {
        if let Err(failure) = may_keep(&fact) {
            output.line(&format!("left out: {}", failure.message));
            refused += 1;
            continue;
        }
        // Which of them is right, nobody can tell.
        if values.get(&spelled(&fact)).is_some_and(|values| values.len() > 1) {
            if told.insert(spelled(&fact)) {
                output.line(&format!("left out: {} is in the file with several values", fact.key));
                refused += 1;
            }
            continue;
        }
        let known = held.iter().find(|held| spelled(held) == spelled(&fact));
        let another = known.is_some_and(|known| known.value != fact.value && known.origin == Origin::Saved);
        if another && !args.replace {
            output.line(&format!(
                "left out: {} is remembered with another value (--replace takes this one)",
                fact.key
            ));
            kept += 1;
            continue;
        }
        fact.origin = Origin::Saved;
        changes.push(Change::Remember(fact));
    }
    let taken = changes.len();
    let applied = store.apply(changes).await?;
    output.line(&format!(
        "{} taken in: {} new, {} changed",
        counted(taken, "fact"),
        applied.added,
        applied.changed
    ));
    if skills > 0 {
        output.line(&format!("{} left out: they are learnt anew", counted(skills, "skill")));
    }
    Ok(if kept + refused + left_out.len() > 0 {
        Exit::NotAll
    } else {
        Exit::Done
    })
}

fn read(args: &ImportArgs) -> Result<String, Failure> {
    let mut text = String::new();
    let (name, read) = if let Some(path) = file(&args.path) {
        let read = fs::File::open(&path).and_then(|file| file.take(LONGEST + 1).read_to_string(&mut text));
        (path.display().to_string(), read)
    } else {
        let read = io::stdin().lock().take(LONGEST + 1).read_to_string(&mut text);
        ("standard input".into(), read)
    };
    let length = read.map_err(|error| Failure::usage("file-unreadable", format!("{name} cannot be read: {error}")))?;
    if length as u64 > LONGEST {
        return Err(Failure::usage(
            "file-unreadable",
            format!("{name} has more than 16 MiB"),
        ));
    }
    Ok(text)
}

/// What a file holds.
struct Held {
    facts: Vec<Fact>,
    /// How many skills it holds besides.
    skills: usize,
    /// What of it is not taken, in words without values.
    left_out: Vec<String>,
}

impl From<vcard::Read> for Held {
    fn from(vcard::Read { facts, left_out }: vcard::Read) -> Self {
        Self {
            facts,
            skills: 0,
            left_out,
        }
    }
}

fn facts(text: &str) -> Result<Held, Failure> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let start = text.get(..11).unwrap_or_default();
    if start.eq_ignore_ascii_case("BEGIN:VCARD") {
        return Ok(vcard::facts(&vcard::read(text)?)?.into());
    }
    let unfit = |error: &serde_json::Error| {
        // Its words may quote the file; where it stands is enough.
        let words = format!("line {}, column {}: this is no memory", error.line(), error.column());
        Failure::usage("import-unreadable", words).help(TAKEN)
    };
    if text.starts_with('[') {
        let value: serde_json::Value = serde_json::from_str(text).map_err(|error| unfit(&error))?;
        let cards = vcard::read_json(&value)
            .ok_or_else(|| Failure::usage("import-unreadable", "this is JSON, but no jCard").help(TAKEN))?;
        return Ok(vcard::facts(&cards)?.into());
    }
    let all = written::from_json(text).map_err(|error| unfit(&error))?;
    Ok(Held {
        facts: all.facts,
        skills: all.playbooks.len(),
        left_out: Vec::new(),
    })
}

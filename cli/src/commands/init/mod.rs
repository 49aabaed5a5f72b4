//! `ostler init`

mod diff;
mod json;
mod toml;

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Parser, ValueEnum};

use crate::config::{self, Config, Source};
use crate::failure::{Exit, Failure};
use crate::journey;
use crate::memory::MemoryArgs;
use crate::output::Output;
use crate::settings::Environment;

/// Write the entry for `ostler serve` into the configuration of a client
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Claude Code, Cursor and VS Code are set up for the present folder, Claude Desktop and Codex for you. What the file holds \
besides is kept as it stands; the old file is kept beside it.
Example: ostler init claude-code -- --profile browser")]
pub(crate) struct Args {
    /// For which clients
    #[arg(value_name = "CLIENT", value_enum, required_unless_present = "local")]
    clients: Vec<Client>,
    /// Keep a memory on this machine, in one sealed file
    #[arg(long)]
    local: bool,
    /// Only print what would be written and say where it belongs
    #[arg(long)]
    print: bool,
    /// Do not ask before a client's configuration is written
    #[arg(long, short, conflicts_with = "print")]
    yes: bool,
    /// More arguments for `ostler serve`; without any, those of an entry that is there are kept
    #[arg(last = true, value_name = "ARGS")]
    serve: Vec<String>,
}

/// A program that can use Ostler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Client {
    /// .mcp.json in this folder
    ClaudeCode,
    /// `claude_desktop_config.json`
    ClaudeDesktop,
    /// .cursor/mcp.json in this folder
    Cursor,
    /// ~/.codex/config.toml
    Codex,
    /// .vscode/mcp.json in this folder
    Vscode,
}

/// What is to stand in the configuration.
struct Entry {
    command: String,
    args: Vec<String>,
}

impl Client {
    /// Where its configuration lies.
    fn path(self) -> Result<PathBuf, Failure> {
        let here = std::env::current_dir().unwrap_or_default();
        Ok(match self {
            Self::ClaudeCode => here.join(".mcp.json"),
            Self::Cursor => here.join(".cursor").join("mcp.json"),
            Self::Vscode => here.join(".vscode").join("mcp.json"),
            Self::ClaudeDesktop => config::settings_folder()?
                .join("Claude")
                .join("claude_desktop_config.json"),
            Self::Codex => match config::variable("CODEX_HOME") {
                Some(own) => own.join("config.toml"),
                None => config::home()?.join(".codex").join("config.toml"),
            },
        })
    }

    /// `text` with the entry in it.
    fn put(self, text: &str, entry: &Entry) -> Result<String, Unfit> {
        match self {
            Self::Codex => toml::put(text, entry),
            Self::Vscode => json::put_beside_comments(text, "servers", &[("type", "stdio")], entry),
            _ => json::put(text, "mcpServers", &[], entry),
        }
    }

    /// The arguments that an entry in `text` gives `ostler serve`, if it starts that.
    fn serve(self, text: &str) -> Option<Vec<String>> {
        let args = match self {
            Self::Codex => toml::args(text),
            Self::Vscode => json::args(text, "servers"),
            _ => json::args(text, "mcpServers"),
        }?;
        let (first, more) = args.split_first()?;
        (first == "serve").then(|| more.to_vec())
    }
}

/// Why an entry cannot be put into what is there.
#[derive(Debug, PartialEq, Eq)]
struct Unfit(String);

/// Writes, or prints.
pub(crate) fn run(args: &Args, environment: &Environment, output: &Output) -> Exit {
    let mut exit = Exit::Done;
    if args.local
        && let Err(failure) = local(args.print, environment, output)
    {
        return output.failure(&failure, false);
    }
    for client in &args.clients {
        match one(*client, args, output) {
            Ok(true) => {}
            Ok(false) => exit = Exit::NotAll,
            Err(failure) => exit = output.failure(&failure, false),
        }
    }
    exit
}

/// Turns the memory in one file on, and says where it is and where its key. With `print`, only says what would be.
fn local(print: bool, environment: &Environment, output: &Output) -> Result<(), Failure> {
    let mut config = Config::read(&config::folder(environment)?)?;
    let memory = config::key("memory")?;
    let args = MemoryArgs {
        memory: Some("local".into()),
        ..MemoryArgs::default()
    };
    // What cannot be opened is not turned on.
    let settings = args.merge(environment)?;
    if print {
        output.line(&format!("this belongs in {}:", config.path().display()));
        output.answer("memory = \"local\"\n")?;
        output.line(&format!("memory would be kept in {}", settings.file().display()));
        if settings.sealed && !settings.keys.is_given() {
            output.line(&format!(
                "it would be sealed, with its key in {}",
                settings.keys.store()
            ));
        }
        return Ok(());
    }
    journey::runtime()?.block_on(settings.open())?;
    config.put(memory, "local")?;
    let file = settings.file();
    output.line(&format!("memory is kept in {}", file.display()));
    if !settings.sealed {
        output.line("it is not sealed: ostler config set seal on");
    } else if settings.keys.is_given() {
        output.line("it is sealed with the key of OSTLER_MEMORY_KEY");
    } else {
        let place = settings.keys.store();
        output.line(&format!("it is sealed; its key is in {place}"));
        output.line("without that key nobody can read it: keep a copy (ostler memory key export --yes-print)");
    }
    if let (_, Source::Environment(variable)) = config.effective(memory, environment)? {
        output.line(&format!("{variable} is set and goes before this"));
    }
    Ok(())
}

fn one(client: Client, args: &Args, output: &Output) -> Result<bool, Failure> {
    let path = client.path()?;
    let old = if args.print {
        read(&path).unwrap_or_default()
    } else {
        read(&path)?
    };
    let asked = entry(&args.serve)?;
    let entry = if args.serve.is_empty() {
        let kept = old.as_deref().and_then(|old| client.serve(old));
        // What this program does not understand would leave the client without tools.
        kept.and_then(|kept| entry(&kept).ok()).unwrap_or(asked)
    } else {
        asked
    };
    let shown = path.display();
    let alone = client.put("", &entry).unwrap_or_else(|Unfit(why)| why);
    if args.print {
        output.line(&format!("this belongs in {shown}:"));
        output.answer(&alone)?;
        return Ok(true);
    }
    let new = client
        .put(old.as_deref().unwrap_or_default(), &entry)
        .map_err(|Unfit(why)| {
            let failure = Failure::usage("config-unreadable", format!("{shown} is left alone: {why}"))
                .help("mend the file, or paste into it by hand what follows");
            Failure {
                paste: alone.clone(),
                ..failure
            }
        })?;
    if old.as_deref() == Some(new.as_str()) {
        output.line(&format!("{shown} has it already"));
        return Ok(true);
    }
    output.answer(&diff::render(&path, old.as_deref().unwrap_or_default(), &new))?;
    if !args.yes && !agreed(&path)? {
        output.line("nothing was written");
        return Ok(false);
    }
    let kept = write(&path, old.is_some(), &new).map_err(|error| {
        let failure = Failure::unwritable(&path, &error);
        let help = format!("{}; or use --print and paste the entry", failure.help);
        failure.help(help)
    })?;
    output.line(&format!("written: {shown}"));
    if let Some(kept) = kept {
        output.line(&format!("the old file is kept as {}", kept.display()));
    }
    Ok(true)
}

/// The arguments of `ostler serve` alone.
#[derive(Debug, clap::Parser)]
#[command(name = "ostler serve", no_binary_name = true)]
struct ServeLine {
    #[command(flatten)]
    _args: super::serve::Args,
}

fn entry(serve: &[String]) -> Result<Entry, Failure> {
    // A client that is started with what cannot be understood shows an empty list of tools and no reason.
    if let Err(error) = ServeLine::try_parse_from(serve) {
        let words = error.to_string();
        let first = words.lines().next().unwrap_or_default();
        return Err(Failure::usage(
            "serve-arguments",
            format!(
                "`ostler serve` would not understand that: {}",
                first.trim_start_matches("error: ")
            ),
        )
        .help("see `ostler serve --help`"));
    }
    let own = std::env::current_exe()
        .map_err(|error| Failure::usage("system", format!("it is not known where this program lies: {error}")))?;
    Ok(Entry {
        command: own.display().to_string(),
        args: ["serve"]
            .into_iter()
            .map(String::from)
            .chain(serve.iter().cloned())
            .collect(),
    })
}

fn read(path: &Path) -> Result<Option<String>, Failure> {
    match fs::read(path) {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(_) => Err(
                Failure::usage("config-unreadable", format!("{} is not UTF-8", path.display()))
                    .help("it is left alone; use --print and paste the entry"),
            ),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::usage(
            "config-unreadable",
            format!("{} cannot be read: {error}", path.display()),
        )),
    }
}

/// Asks the person.
fn agreed(path: &Path) -> Result<bool, Failure> {
    if !io::stdin().is_terminal() {
        return Err(Failure::usage(
            "not-asked",
            format!("{} is not written without your word", path.display()),
        )
        .help("answer at a terminal, or give --yes"));
    }
    let mut err = io::stderr().lock();
    // A question that cannot be shown is answered with no.
    let _ = write!(err, "Write it? [y/N] ").and_then(|()| err.flush());
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    Ok(read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Puts `text` in the place of what `path` holds, in one step. The old file is kept; the answer is where.
fn write(path: &Path, exists: bool, text: &str) -> io::Result<Option<PathBuf>> {
    // A link stays one.
    let path = if exists {
        fs::canonicalize(path)?
    } else {
        path.to_path_buf()
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut kept = None;
    if exists {
        let place = free(&path, "backup");
        fs::copy(&path, &place)?;
        kept = Some(place);
    }
    let beside = free(&path, "new");
    fs::write(&beside, text)?;
    if exists {
        fs::set_permissions(&beside, fs::metadata(&path)?.permissions())?;
    }
    fs::rename(&beside, &path)?;
    Ok(kept)
}

/// A name beside `path` that nothing has yet.
fn free(path: &Path, ending: &str) -> PathBuf {
    let named = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 0 {
            format!(".{ending}")
        } else {
            format!(".{ending}{number}")
        });
        PathBuf::from(name)
    };
    (0..=u32::MAX)
        .map(named)
        .find(|place| !place.exists())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Client, free, write};
    use std::fs;

    #[test]
    fn what_serve_would_not_understand_is_not_written_down() {
        let words = |line: &str| -> Vec<String> { line.split(' ').map(Into::into).collect() };
        assert_eq!(
            super::entry(&words("--profile browser")).unwrap().args,
            ["serve", "--profile", "browser"]
        );
        for wrong in ["--profil browser", "--profile everything", "browser"] {
            let failure = super::entry(&words(wrong)).map(|entry| entry.args).unwrap_err();
            assert_eq!(failure.code, "serve-arguments", "{wrong}");
        }
    }

    #[test]
    fn the_arguments_of_an_entry_are_found_in_the_file_of_each_client() {
        let some = || Some(vec!["--profile".to_owned(), "browser".to_owned()]);
        let table = [
            (
                Client::Cursor,
                r#"{"mcpServers": {"ostler": {"command": "x", "args": ["serve", "--profile", "browser"]}}}"#,
                some(),
            ),
            (
                Client::Vscode,
                "{\"servers\": {\"ostler\": {\"args\": [\"serve\", // mine\n\"--profile\", \"browser\",]}}}",
                some(),
            ),
            (
                Client::Codex,
                "[mcp_servers.ostler]\nargs = ['serve', '--profile', 'browser']\n",
                some(),
            ),
            (
                Client::Codex,
                "[mcp_servers.ostler]\nargs = ['serve']\n",
                Some(Vec::new()),
            ),
            (
                Client::Cursor,
                r#"{"mcpServers": {"ostler": {"args": ["run", "serve"]}}}"#,
                None,
            ),
            (
                Client::Cursor,
                r#"{"mcpServers": {"ostler": {"args": ["serve", 1]}}}"#,
                None,
            ),
            (Client::Cursor, r#"{"mcpServers": {"ostler": {}}}"#, None),
            (Client::Cursor, r#"{"mcpServers": ["ostler"]}"#, None),
            (Client::Cursor, "", None),
            (Client::Codex, "[", None),
        ];
        for (client, text, expected) in table {
            assert_eq!(client.serve(text), expected, "{text}");
        }
    }

    #[test]
    fn the_old_file_is_kept_and_an_older_one_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sub").join("a.json");
        assert_eq!(write(&path, false, "1").unwrap(), None);
        let first = write(&path, true, "2").unwrap().unwrap();
        let second = write(&path, true, "3").unwrap().unwrap();
        let text = |path| fs::read_to_string(path).unwrap();
        assert_eq!(
            (text(&path), text(&first), text(&second)),
            ("3".into(), "1".into(), "2".into())
        );
        assert_ne!(first, second);
        assert_eq!(fs::read_dir(folder.path().join("sub")).unwrap().count(), 3);
        assert!(free(&path, "backup").to_string_lossy().ends_with("a.json.backup2"));
    }
}

//! The one file of settings that last: `config.toml`, a few `key = value` lines that a person can edit too.

mod keys;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::failure::Failure;
use crate::settings::Environment;

pub(crate) use keys::{KEYS, Key, key};

/// The file's name.
const FILE: &str = "config.toml";

/// What the file says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Config {
    path: PathBuf,
    text: String,
    values: Table,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// An environment variable, by name.
    Environment(&'static str),
    /// The file.
    File,
    /// Nobody says anything.
    Default,
}

impl Config {
    /// That of `folder`; one that is not there says nothing.
    pub(crate) fn read(folder: &Path) -> Result<Self, Failure> {
        let config = Self::to_mend(folder)?;
        for (name, value) in &config.values {
            let known = key(name).map_err(|mut failure| {
                failure.help = format!("{}; ostler config unset {name} takes it out", failure.help);
                in_file(&config.path, failure)
            })?;
            known.check(&bare(value)).map_err(|failure| {
                let help = format!("ostler config set {name} VALUE mends it, ostler config unset {name} takes it out");
                in_file(&config.path, failure.help(help))
            })?;
        }
        Ok(config)
    }

    /// The same whatever it says, so that what is wrong in it can be mended.
    pub(crate) fn to_mend(folder: &Path) -> Result<Self, Failure> {
        let path = file(folder);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => {
                let words = format!("{} cannot be read: {error}", path.display());
                return Err(Failure::usage("config-unreadable", words).help("mend it, or remove it to start over"));
            }
        };
        let values = parsed(&path, &text)?;
        Ok(Self { path, text, values })
    }

    /// Where it lies.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// What it says of `key`.
    fn get(&self, key: &Key) -> Option<String> {
        self.values.get(key.name).map(bare)
    }

    /// What holds for `key` where no flag says anything else, and who says so.
    pub(crate) fn effective(&self, key: &Key, environment: &Environment) -> Result<(Option<String>, Source), Failure> {
        if let Some(value) = environment.get(key.variable) {
            key.check(value).map_err(|mut failure| {
                failure.message = format!("{}: {}", key.variable, failure.message);
                failure
            })?;
            return Ok((Some(value.into()), Source::Environment(key.variable)));
        }
        Ok(match self.get(key) {
            Some(value) => (Some(value), Source::File),
            None => (key.default.map(String::from), Source::Default),
        })
    }

    /// Whether it says anything of what is called that, be it no setting.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// Keeps `value` for `key`. All else in the file stays as it is written.
    pub(crate) fn put(&mut self, key: &Key, value: &str) -> Result<(), Failure> {
        self.write(key.name, Some((value, key.kind.written(value))))
    }

    /// Takes out what is called that, be it no setting. All else in the file stays as it is written.
    pub(crate) fn take(&mut self, name: &str) -> Result<(), Failure> {
        self.write(name, None)
    }

    /// Puts a value, as it is and as TOML has it, under a name, or takes that out.
    fn write(&mut self, name: &str, put: Option<(&str, String)>) -> Result<(), Failure> {
        let (value, written) = put.unzip();
        let line = written.map(|written| format!("{name} = {written}"));
        let is = |row: &str| {
            let rest = row.trim_start().strip_prefix(name);
            rest.is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let mut rows: Vec<&str> = self.text.lines().collect();
        match (rows.iter().position(|row| is(row)), &line) {
            (Some(at), Some(line)) => rows[at] = line,
            (Some(at), None) => {
                rows.remove(at);
            }
            (None, Some(line)) => rows.push(line),
            (None, None) => return Ok(()),
        }
        let mut text = rows.join("\n");
        text.push('\n');
        let mut wanted = self.values.clone();
        wanted.remove(name);
        let values = parsed(&self.path, &text)?;
        let mut others = values.clone();
        let put = others.remove(name).map(|value| bare(&value));
        // What was not asked for must not have changed, whatever the text looks like.
        if others != wanted || put.as_deref() != value {
            let words = format!("{} is written in a way that is not understood", self.path.display());
            return Err(Failure::usage("config-unreadable", words).help("edit it by hand"));
        }
        write(&self.path, &text).map_err(|error| Failure::unwritable(&self.path, &error))?;
        (self.text, self.values) = (text, values);
        Ok(())
    }
}

/// The file of `folder`.
pub(crate) fn file(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

fn in_file(path: &Path, failure: Failure) -> Failure {
    Failure {
        message: format!("{}: {}", path.display(), failure.message),
        ..failure
    }
}

fn parsed(path: &Path, text: &str) -> Result<Table, Failure> {
    text.parse::<Table>().map_err(|error| {
        let line = error.span().and_then(|span| text.get(..span.start));
        let line = line.map_or(1, |before| before.matches('\n').count() + 1);
        let words = format!("{} is not TOML (line {line}): {}", path.display(), error.message());
        Failure::usage("config-unreadable", words)
            .help("mend that line by hand (memory = \"local\", one setting a line), or remove the file to start over")
    })
}

/// A value as it is written in an argument.
fn bare(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(flag) => flag.to_string(),
        // No setting is of another kind: it will not pass for one.
        _ => String::new(),
    }
}

/// Puts a whole new file in the place of the old one.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    make_private(folder)?;
    let mut file = tempfile::Builder::new().prefix(".config-").tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Makes a folder that its owner alone may read, unless it is there.
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// The folder of Ostler's settings.
pub(crate) fn folder(environment: &Environment) -> Result<PathBuf, Failure> {
    match environment.get("OSTLER_CONFIG_DIR") {
        Some(folder) => Ok(folder.into()),
        None => Ok(settings_folder()?.join("ostler")),
    }
}

/// The folder where programs keep their settings.
pub(crate) fn settings_folder() -> Result<PathBuf, Failure> {
    if cfg!(windows) {
        variable("APPDATA").ok_or_else(no_home)
    } else if cfg!(target_os = "macos") {
        Ok(home()?.join("Library").join("Application Support"))
    } else {
        variable("XDG_CONFIG_HOME").map_or_else(|| Ok(home()?.join(".config")), Ok)
    }
}

/// The person's own folder.
pub(crate) fn home() -> Result<PathBuf, Failure> {
    variable("HOME").or_else(|| variable("USERPROFILE")).ok_or_else(no_home)
}

/// The folder that a variable names.
pub(crate) fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}

fn no_home() -> Failure {
    Failure::usage("no-home", "it is not known where your settings are").help("set HOME, or OSTLER_CONFIG_DIR")
}

#[cfg(test)]
mod tests {
    use super::{Config, Source, key};
    use crate::settings::Environment;
    use std::fs;

    fn value(config: &Config, name: &str, environment: &Environment) -> (Option<String>, Source) {
        config.effective(key(name).unwrap(), environment).unwrap()
    }

    #[test]
    fn what_is_set_lasts_and_the_rest_stays_as_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        fs::write(&path, "# mine\ntenant = 'ada' # who\nretain_days = 30\n").unwrap();
        let mut config = Config::read(folder.path()).unwrap();
        config.put(key("memory").unwrap(), "local").unwrap();
        config.put(key("retain_days").unwrap(), "0").unwrap();
        config.put(key("qdrant_url").unwrap(), "http://a\"b\\c:6334").unwrap();
        config.take("qdrant_url").unwrap();
        config.take("seal").unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(
            text,
            "# mine\ntenant = 'ada' # who\nretain_days = 0\nmemory = \"local\"\n"
        );
        let again = Config::read(folder.path()).unwrap();
        let none = Environment::default();
        assert_eq!(value(&again, "memory", &none), (Some("local".into()), Source::File));
        assert_eq!(value(&again, "retain_days", &none), (Some("0".into()), Source::File));
        assert_eq!(value(&again, "seal", &none), (Some("auto".into()), Source::Default));
        assert_eq!(value(&again, "qdrant_url", &none), (None, Source::Default));
    }

    #[test]
    fn a_variable_goes_before_the_file() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("config.toml"), "memory = \"local\"").unwrap();
        let config = Config::read(folder.path()).unwrap();
        let environment = Environment::of(&[("OSTLER_MEMORY", "off")]);
        let expected = (Some("off".into()), Source::Environment("OSTLER_MEMORY"));
        assert_eq!(value(&config, "memory", &environment), expected);
        let wrong = Environment::of(&[("OSTLER_MEMORY", "on")]);
        let failure = config.effective(key("memory").unwrap(), &wrong).unwrap_err();
        assert!(failure.message.contains("OSTLER_MEMORY"), "{failure:?}");
    }

    #[test]
    fn a_file_that_is_not_understood_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        for (text, words) in [
            ("memory = ", "not TOML"),
            ("memory = \"on\"", "off, local, ephemeral or qdrant"),
            ("colour = \"blue\"", "no setting"),
            ("retain_days = \"many\"", "whole number"),
            ("qdrant_api_key = \"x\"", "QDRANT_API_KEY"),
        ] {
            fs::write(&path, text).unwrap();
            let failure = Config::read(folder.path()).unwrap_err();
            let told = format!("{} {}", failure.message, failure.help);
            assert!(told.contains(words), "{text}: {told}");
            assert!(failure.message.contains("config.toml"), "{failure:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, "\"memory\" = \"local\"\n").unwrap();
        let mut config = Config::read(folder.path()).unwrap();
        config.put(key("memory").unwrap(), "off").unwrap_err();
        assert_eq!(fs::read_to_string(&path).unwrap(), "\"memory\" = \"local\"\n");
    }
}

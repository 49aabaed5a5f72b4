//! What the form should hold: `--set` and `--data`, made into keys and wishes.
//!
//! Every format is read into the same small tree ([`tree`]), so that a key means the same in all of them.

pub(crate) mod json;
mod pairs;
mod set;
mod toml;
mod tree;
mod yaml;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ostler_machines::Typed;
use ostler_machines::form::value::Wish;

use crate::failure::Failure;

/// The most that a data file may hold, in bytes.
const FILE_LIMIT: u64 = 16 << 20;

/// Keys and wishes in the order given, and what is worth knowing about how they came together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Values {
    /// Each key once.
    pub(crate) pairs: Vec<(String, Wish)>,
    /// The folder that relative paths of files start from: that of the data file, else the present one.
    pub(crate) base: Option<PathBuf>,
    /// One sentence each.
    pub(crate) notes: Vec<String>,
}

/// One key with its wish and the place it stands at.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pair {
    key: String,
    wish: Wish,
    place: String,
}

/// Reads `--data` and `--set`. Where both name a key, `--set` wins and a note says so.
pub(crate) fn gather(data: Option<&Path>, sets: &[Typed]) -> Result<Values, Failure> {
    let mut values = Values {
        base: std::env::current_dir().ok(),
        ..Values::default()
    };
    let mut pairs = Vec::new();
    if let Some(path) = data {
        let source = Source::open(path)?;
        pairs = source.pairs()?;
        values.base = source.folder.or(values.base);
    }
    let given = set::read(sets)?;
    for pair in given {
        if let Some(earlier) = pairs.iter_mut().find(|earlier| earlier.key == pair.key) {
            values.notes.push(format!(
                "`{}` stands in {} and in --set: the value of --set was used",
                pair.key, earlier.place
            ));
            earlier.wish = pair.wish;
        } else {
            pairs.push(pair);
        }
    }
    values.pairs = pairs.into_iter().map(|pair| (pair.key, pair.wish)).collect();
    Ok(values)
}

/// Keys and wishes out of a JSON text: an object, or a list of `{key, value}`; `name` is what errors call it.
pub(crate) fn of_json(name: &str, text: &str) -> Result<Vec<(String, Wish)>, Failure> {
    let pairs = pairs::flatten(name, json::parse(name, text)?)?;
    Ok(pairs.into_iter().map(|pair| (pair.key, pair.wish)).collect())
}

/// A data file that has been read.
struct Source {
    name: String,
    text: String,
    format: Format,
    folder: Option<PathBuf>,
}

/// How a data file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Json,
    Yaml,
    Toml,
}

impl Source {
    fn open(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            let text = text_of("standard input", io::stdin().lock())?;
            return Ok(Self {
                name: "stdin".into(),
                format: sniff(&text),
                text,
                folder: None,
            });
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
        if file.metadata().is_ok_and(|data| data.is_dir()) {
            return Err(unreadable(&name, &io::Error::from(io::ErrorKind::IsADirectory)));
        }
        let text = text_of(&name, file)?;
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let format = match ending.as_deref() {
            Some("json") => Format::Json,
            Some("yaml" | "yml") => Format::Yaml,
            Some("toml") => Format::Toml,
            _ => sniff(&text),
        };
        let folder = std::path::absolute(path)
            .ok()
            .and_then(|path| path.parent().map(PathBuf::from));
        Ok(Self {
            name,
            text,
            format,
            folder,
        })
    }

    fn pairs(&self) -> Result<Vec<Pair>, Failure> {
        let Self { name, text, format, .. } = self;
        let root = match format {
            Format::Json => json::parse(name, text),
            Format::Yaml => yaml::parse(name, text),
            Format::Toml => toml::parse(name, text),
        }?;
        pairs::flatten(name, root)
    }
}

fn text_of(name: &str, reader: impl Read) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = reader.take(FILE_LIMIT + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(name, &error))?;
    if bytes.len() as u64 > FILE_LIMIT {
        return Err(Failure::usage(
            "data-too-long",
            format!("{name} holds more than {} MiB", FILE_LIMIT >> 20),
        )
        .help("give only what the form asks"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::usage(
            "data-encoding",
            format!("{name} is not UTF-8: byte {at} does not belong"),
        )
        .help("save it as UTF-8")
    })?;
    // Editors on Windows write a byte order mark, which no parser wants.
    Ok(text.strip_prefix('\u{feff}').map(String::from).unwrap_or(text))
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    Failure::usage("data-unreadable", format!("{name} cannot be read: {error}"))
        .help("give the path of a JSON, YAML or TOML file, or - for standard input")
}

/// Which format `text` is written in, where no ending says it.
fn sniff(text: &str) -> Format {
    let line = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with('#'));
    let Some(line) = line else { return Format::Yaml };
    if line.starts_with('{') {
        return Format::Json;
    }
    if line.starts_with('[') {
        let header = line.ends_with(']') && !line.contains(['{', ',']) && line.len() > 2;
        return if header { Format::Toml } else { Format::Json };
    }
    match (line.find('='), line.find(':')) {
        (Some(equals), Some(colon)) if equals < colon => Format::Toml,
        (Some(_), None) => Format::Toml,
        _ => Format::Yaml,
    }
}

#[cfg(test)]
mod tests {
    use super::{Format, gather, sniff};
    use ostler_machines::form::value::Wish;
    use std::fs;

    #[test]
    fn the_format_is_told_by_the_first_line_that_says_something() {
        let table = [
            ("{\"a\": 1}", Format::Json),
            ("\n [ {\"key\": \"a\"", Format::Json),
            ("[]", Format::Json),
            ("# hello\nName: Ada", Format::Yaml),
            ("---\nName: Ada", Format::Yaml),
            ("- key: Name", Format::Yaml),
            ("Name = \"Ada: a\"", Format::Toml),
            ("[shipping]\ncity = \"Porto\"", Format::Toml),
            ("formula: a = b", Format::Yaml),
            ("", Format::Yaml),
        ];
        for (text, format) in table {
            assert_eq!(sniff(text), format, "{text:?}");
        }
    }

    #[test]
    fn set_wins_over_data_keeps_its_place_and_leaves_a_note() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.json");
        fs::write(&path, r#"{"Name": "Ada", "City": "Porto"}"#).unwrap();
        let values = gather(Some(&path), &["Age=36".into(), "Name=Grace".into()]).unwrap();
        let keys: Vec<&str> = values.pairs.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["Name", "City", "Age"]);
        assert_eq!(values.pairs[0].1, Wish::Text("Grace".into()));
        assert_eq!(values.notes.len(), 1);
        assert!(
            values.notes[0].contains("`Name`") && values.notes[0].contains("line 1"),
            "{:?}",
            values.notes
        );
        assert_eq!(
            values.base.as_deref(),
            Some(std::path::absolute(folder.path()).unwrap().as_path())
        );
    }

    #[test]
    fn the_same_key_means_the_same_in_all_formats() {
        let folder = tempfile::tempdir().unwrap();
        let table = [
            (
                "a.json",
                "{\"Name\": \"Ada\", \"Age\": 36, \"Rate\": 1.50, \"Terms\": true, \"Note\": null, \
                 \"Topics\": [\"a\", \"b\"], \"Address\": {\"City\": \"Porto\"}}",
            ),
            (
                "a.yaml",
                "Name: Ada\nAge: 36\nRate: 1.50\nTerms: true\nNote: null\nTopics: [a, b]\nAddress:\n  City: Porto\n",
            ),
        ];
        let mut seen = Vec::new();
        for (name, text) in table {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            seen.push(gather(Some(&path), &[]).unwrap().pairs);
        }
        assert_eq!(seen[0], seen[1]);
        let path = folder.path().join("a.toml");
        let toml = "Name = \"Ada\"\nAge = 36\nRate = 1.50\nTerms = true\nTopics = [\"a\", \"b\"]\n[Address]\nCity = \"Porto\"\n";
        fs::write(&path, toml).unwrap();
        seen[0].retain(|(key, _)| key != "Note"); // TOML has no null
        assert_eq!(gather(Some(&path), &[]).unwrap().pairs, seen[0]);
        assert_eq!(seen[0][2], ("Rate".into(), Wish::Number("1.50".into())));
        assert_eq!(seen[0][5], ("Address: City".into(), Wish::Text("Porto".into())));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_a_usage_error() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("latin1.json"), b"{\"Name\": \"Jos\xe9\"}").unwrap();
        let table = [
            ("absent.json", "data-unreadable"),
            ("", "data-unreadable"),
            ("latin1.json", "data-encoding"),
        ];
        for (name, code) in table {
            let failure = gather(Some(&folder.path().join(name)), &[]).unwrap_err();
            assert_eq!((failure.code.as_str(), failure.exit.code()), (code, 2), "{name}");
        }
    }
}

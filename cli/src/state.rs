//! The file that carries refs from one call of the program to the next.

use std::io::{ErrorKind, Write};
use std::path::Path;

use ostler_machines::refs::kept::{Document, Kept, Newer, VERSION};
use serde::{Deserialize, Serialize};

use crate::failure::{Exit, Failure};

/// Numbers beyond this are nothing that a session has counted to.
const MOST: u32 = u32::MAX / 2;

#[derive(Deserialize)]
struct Version {
    #[serde(default)]
    version: u64,
}

#[derive(Serialize, Deserialize)]
struct File {
    #[serde(default)]
    version: u32,
    target: String,
    elements: u32,
    frames: u32,
    documents: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    frame: String,
    number: u32,
    #[serde(default)]
    loader: String,
    nodes: Vec<(u32, i64)>,
}

/// What the file at `path` says; nothing if there is none.
pub(crate) fn read(path: &Path) -> Result<Option<Kept>, Failure> {
    let shown = path.display();
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) if error.kind() == ErrorKind::InvalidData => return Err(bad(path)),
        Err(error) => {
            return Err(
                Failure::usage("state-file", format!("the state file {shown} cannot be read: {error}"))
                    .help("give --state a file that you may read and write, or one that does not exist yet"),
            );
        }
    };
    let Version { version } = serde_json::from_str(&text).map_err(|_| bad(path))?;
    let version = u32::try_from(version).unwrap_or(u32::MAX);
    let newer = |Newer(version): Newer| {
        let message = format!("the state file {shown} is of version {version}, and this Ostler knows {VERSION}");
        Failure::usage("state-version", message)
            .help("use the Ostler that wrote it, or give --state another file and take a new snapshot")
    };
    let empty = Kept {
        version,
        ..Kept::default()
    };
    empty.readable().map_err(newer)?;
    let file: File = serde_json::from_str(&text).map_err(|_| bad(path))?;
    if file.elements > MOST || file.frames > MOST {
        return Err(bad(path));
    }
    let document = |entry: Entry| Document {
        frame: entry.frame,
        number: entry.number,
        loader: entry.loader,
        nodes: entry.nodes,
    };
    Ok(Some(Kept {
        version,
        target: file.target,
        elements: file.elements,
        frames: file.frames,
        documents: file.documents.into_iter().map(document).collect(),
    }))
}

fn bad(path: &Path) -> Failure {
    Failure::usage(
        "state-file",
        format!("{} is no state file that Ostler has written", path.display()),
    )
    .help("remove it, or give --state another file, and take a new snapshot")
}

/// Writes the file: all of it or nothing, for its owner alone.
pub(crate) fn write(path: &Path, kept: &Kept) -> Result<(), Failure> {
    let entry = |document: &Document| Entry {
        frame: document.frame.clone(),
        number: document.number,
        loader: document.loader.clone(),
        nodes: document.nodes.clone(),
    };
    let file = File {
        version: kept.version,
        target: kept.target.clone(),
        elements: kept.elements,
        frames: kept.frames,
        documents: kept.documents.iter().map(entry).collect(),
    };
    put(path, &file).map_err(|error| {
        let message = format!("the state file {} cannot be written: {error}", path.display());
        Failure::usage("state-file", message)
            .help("what the call did is done, but its refs are known to no other call; give --state another file")
            .ending(Exit::Untold)
    })
}

fn put(path: &Path, file: &File) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Made for its owner alone, and put in the place of the old one in one go.
    let mut made = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    serde_json::to_writer(&mut made, file)?;
    made.write_all(b"\n")?;
    made.as_file().sync_all()?;
    made.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use ostler_machines::refs::kept::{Document, Kept, VERSION};

    fn kept() -> Kept {
        Kept {
            version: VERSION,
            target: "T".into(),
            elements: 7,
            frames: 1,
            documents: vec![Document {
                frame: "T".into(),
                number: 0,
                loader: "L".into(),
                nodes: vec![(3, 30), (7, 70)],
            }],
        }
    }

    #[test]
    fn what_is_written_reads_back_and_is_its_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        assert_eq!(read(&path), Ok(None), "there is none as yet");
        write(&path, &kept()).unwrap();
        write(&path, &kept()).unwrap();
        assert_eq!(read(&path), Ok(Some(kept())));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        assert_eq!(
            std::fs::read_dir(folder.path()).unwrap().count(),
            1,
            "nothing is left beside it"
        );
    }

    #[test]
    fn what_cannot_be_understood_is_refused_and_says_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        let table = [
            ("", "state-file"),
            ("{", "state-file"),
            ("[]", "state-file"),
            ("{\"version\": 1}", "state-file"),
            ("{\"version\": 2}", "state-version"),
            ("{\"version\": 99999999999, \"shape\": []}", "state-version"),
            ("{\"version\": -1}", "state-file"),
            (
                "{\"version\": 1, \"target\": \"T\", \"elements\": 4294967295, \"frames\": 0, \"documents\": []}",
                "state-file",
            ),
        ];
        for (text, code) in table {
            std::fs::write(&path, text).unwrap();
            let failure = read(&path).unwrap_err();
            assert_eq!(failure.code, code, "{text}");
            assert!(failure.help.contains("--state"), "{text}");
        }
        assert_eq!(read(folder.path()).unwrap_err().code, "state-file", "a folder");
        std::fs::write(&path, [0xff, 0xfe]).unwrap();
        assert_eq!(read(&path).unwrap_err().code, "state-file");
        let old = "{\"target\": \"T\", \"elements\": 1, \"frames\": 0, \"documents\": [{\"frame\": \"T\", \"number\": 0, \"nodes\": [[1, 5]]}]}";
        std::fs::write(&path, old).unwrap();
        let kept = read(&path).unwrap().unwrap();
        assert_eq!((kept.version, kept.documents[0].loader.as_str()), (0, ""));
    }
}

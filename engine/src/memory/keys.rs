//! Where the master key is kept: handed in, in a file that its owner alone may read, or in the system's keychain.
//!
//! A key is made once, on first use, and never where it could take the place of one that is only out of reach: see
//! [`Keys::obtain`]. Nothing falls back from one place to another.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zeroize::Zeroizing;

use super::keychain::System;
use super::seal::{MasterKey, SealError};
use super::store::StoreError;

/// The longest that a key's file may be.
const LONGEST: u64 = 1024;

/// A place of its own for one key, apart from files.
pub trait Vault: fmt::Debug + Send + Sync {
    /// The key in it, if there is one.
    ///
    /// # Errors
    /// If it does not answer, refuses, or holds something else.
    fn read(&self) -> Result<Option<MasterKey>, KeyError>;

    /// Keeps `key`, in the place of another.
    ///
    /// # Errors
    /// If it does not answer, or refuses.
    fn write(&self, key: &MasterKey) -> Result<(), KeyError>;
}

/// Where a master key is kept.
#[derive(Clone, Debug)]
pub enum KeyStore {
    /// In this file, which its owner alone may read.
    File(PathBuf),
    /// In the macOS Keychain or the Linux Secret Service.
    Keychain {
        /// Held while a key is made, so that two first starts make one.
        lock: PathBuf,
        /// The keychain.
        vault: Arc<dyn Vault>,
    },
}

impl KeyStore {
    /// The keychain of the system.
    pub fn keychain(lock: PathBuf) -> Self {
        Self::Keychain {
            lock,
            vault: Arc::new(System),
        }
    }
}

impl fmt::Display for KeyStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Keychain { .. } => f.write_str("the system's keychain"),
        }
    }
}

/// What is known of the memory that a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// It was reached and holds nothing sealed.
    Nothing,
    /// It was reached and holds sealed memory.
    Sealed,
    /// It was not reached.
    Unknown,
}

/// The master key's place, and the key that was handed in, which goes before it.
#[derive(Clone, Debug)]
pub struct Keys {
    given: Option<MasterKey>,
    store: KeyStore,
}

impl Keys {
    /// Reads what was handed in, if anything was.
    ///
    /// # Errors
    /// If the key that was given is none: 32 bytes in base64.
    pub fn new(given: Option<&str>, store: KeyStore) -> Result<Self, KeyError> {
        let given = given.map(MasterKey::import).transpose().map_err(|_| KeyError::Given)?;
        Ok(Self { given, store })
    }

    /// Whether the key was handed in.
    pub fn is_given(&self) -> bool {
        self.given.is_some()
    }

    /// Where it is kept if it was not handed in.
    pub fn store(&self) -> &KeyStore {
        &self.store
    }

    /// The key, if there is one.
    ///
    /// # Errors
    /// If the place where it is kept cannot be read, or holds something else.
    pub fn find(&self) -> Result<Option<MasterKey>, KeyError> {
        match (&self.given, &self.store) {
            (Some(key), _) => Ok(Some(key.clone())),
            (None, KeyStore::File(path)) => read(path),
            (None, KeyStore::Keychain { vault, .. }) => vault.read(),
        }
    }

    /// The key. One is made if there is none and `held` says that nothing sealed could be lost by it; `allow_new` makes
    /// one too where that is not known.
    ///
    /// # Errors
    /// If there is none and none may be made, or it cannot be kept.
    pub fn obtain(&self, held: Held, allow_new: bool) -> Result<MasterKey, KeyError> {
        if let Some(key) = self.find()? {
            return Ok(key);
        }
        match held {
            Held::Sealed => Err(KeyError::Lost(self.store.to_string())),
            Held::Unknown if !allow_new => Err(KeyError::Unreached(self.store.to_string())),
            Held::Nothing | Held::Unknown => self.make(),
        }
    }

    fn make(&self) -> Result<MasterKey, KeyError> {
        let fresh = MasterKey::fresh().map_err(KeyError::Seal)?;
        match &self.store {
            KeyStore::File(path) => match write(path, &fresh, false) {
                // Somebody else was first: theirs is the key.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    read(path)?.ok_or_else(|| KeyError::io(path, &io::ErrorKind::NotFound.into()))
                }
                made => made.map(|()| fresh).map_err(|error| KeyError::io(path, &error)),
            },
            KeyStore::Keychain { lock, vault } => {
                let _held = locked(lock).map_err(|error| KeyError::io(lock, &error))?;
                if let Some(key) = vault.read()? {
                    return Ok(key);
                }
                vault.write(&fresh)?;
                // What cannot be read back would be lost with this process.
                match vault.read()? {
                    Some(key) if key == fresh => Ok(fresh),
                    _ => Err(KeyError::Keychain("it did not keep the key".into())),
                }
            }
        }
    }

    /// Keeps a key that was exported elsewhere. One that is there already is replaced only with `replace`.
    ///
    /// # Errors
    /// If there is another key already and it may not be replaced, or the key cannot be kept.
    pub fn import(&self, key: &MasterKey, replace: bool) -> Result<(), KeyError> {
        if self.given.is_some() {
            return Err(KeyError::GivenGoesFirst);
        }
        let kept = match self.find() {
            // A file that holds no key can be replaced like one that does.
            Err(KeyError::File(_)) if replace => None,
            kept => kept?,
        };
        match kept {
            Some(kept) if kept == *key => return Ok(()),
            Some(_) if !replace => return Err(KeyError::Another(self.store.to_string())),
            _ => {}
        }
        match &self.store {
            KeyStore::File(path) => write(path, key, replace).map_err(|error| KeyError::io(path, &error)),
            KeyStore::Keychain { lock, vault } => {
                let _held = locked(lock).map_err(|error| KeyError::io(lock, &error))?;
                vault.write(key)
            }
        }
    }
}

/// Reads a key's file.
fn read(path: &Path) -> Result<Option<MasterKey>, KeyError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(KeyError::io(path, &error)),
    };
    let about = file.metadata().map_err(|error| KeyError::io(path, &error))?;
    if !about.is_file() || about.len() > LONGEST {
        return Err(KeyError::File(path.into()));
    }
    if open_to_others(&about) {
        return Err(KeyError::Open(path.into()));
    }
    let mut text = Zeroizing::new(String::with_capacity(256));
    let read = file.take(LONGEST).read_to_string(&mut text);
    read.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => KeyError::File(path.into()),
        _ => KeyError::io(path, &error),
    })?;
    let key = MasterKey::import(&text).map_err(|_| KeyError::File(path.into()))?;
    Ok(Some(key))
}

#[cfg(unix)]
fn open_to_others(about: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o077 != 0
}

#[cfg(not(unix))]
fn open_to_others(_about: &fs::Metadata) -> bool {
    false
}

/// Writes a key's file: whole or not at all, for its owner alone.
fn write(path: &Path, key: &MasterKey, replace: bool) -> io::Result<()> {
    let folder = private_folder(path)?;
    let mut file = tempfile::Builder::new().prefix(".ostler-key-").tempfile_in(folder)?;
    let mut line = key.export();
    line.push('\n');
    file.write_all(line.as_bytes())?;
    file.as_file().sync_all()?;
    let kept = if replace {
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    kept.map_err(|error| error.error)?;
    sync_folder(folder)
}

/// The folder of `path`, made for its owner alone if it is not there.
pub(super) fn private_folder(path: &Path) -> io::Result<&Path> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    Ok(folder)
}

/// Makes what was renamed in `folder` last.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

/// Holds the lock file at `path` until what this gives is dropped. It waits for whoever holds it.
pub(super) fn locked(path: &Path) -> io::Result<File> {
    private_folder(path)?;
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    file.lock()?;
    Ok(file)
}

/// Why there is no key. Each says what to do; none holds a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// What was handed in is no key.
    #[error("OSTLER_MEMORY_KEY holds no key: it must be 32 bytes in base64, as `ostler memory key export` prints them")]
    Given,
    /// A key that was handed in goes before any that is imported.
    #[error("OSTLER_MEMORY_KEY is set and goes before any other key: unset it first")]
    GivenGoesFirst,
    /// Another key is there.
    #[error("{0} holds another key, and what it sealed would be lost: export that one first, then give --replace")]
    Another(String),
    /// The file holds no key.
    #[error("{} holds no memory key: restore it, or `ostler memory key import --replace` one that you exported", .0.display())]
    File(PathBuf),
    /// Others may read the file.
    #[error("{} can be read by others: run `chmod 600` on it", .0.display())]
    Open(PathBuf),
    /// The memory is sealed and its key is gone.
    #[error(
        "the memory is sealed and its key is not in {0}: `ostler memory key import` the key that you exported, or start \
         over with `ostler memory wipe --yes`"
    )]
    Lost(String),
    /// A new key might take the place of one that is needed.
    #[error(
        "the memory could not be reached, and there is no key in {0}: a new one would not open what may be sealed there. \
         Start it and try again, or give --allow-new-key"
    )]
    Unreached(String),
    /// The keychain does not answer, or refuses.
    #[error("the keychain cannot be used: {0}. To keep the key in a file: `ostler config set key_store file`")]
    Keychain(String),
    /// The file cannot be read or written.
    #[error("{} cannot be read or written: {kind}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        kind: io::ErrorKind,
    },
    /// No key could be made.
    #[error(transparent)]
    Seal(SealError),
}

impl KeyError {
    fn io(path: &Path, error: &io::Error) -> Self {
        Self::Io {
            path: path.into(),
            kind: error.kind(),
        }
    }
}

impl From<KeyError> for StoreError {
    fn from(error: KeyError) -> Self {
        let words = error.to_string();
        match error {
            KeyError::Unreached(_) | KeyError::Io { .. } | KeyError::Keychain(_) | KeyError::Seal(_) => {
                Self::Unavailable(words)
            }
            _ => Self::Denied(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Held, KeyError, KeyStore, Keys};
    use crate::memory::seal::MasterKey;
    use std::path::Path;

    fn keys(folder: &Path) -> Keys {
        Keys::new(None, KeyStore::File(folder.join("config/memory.key"))).unwrap()
    }

    #[test]
    fn a_key_is_made_once_and_only_where_nothing_could_be_lost() {
        let folder = tempfile::tempdir().unwrap();
        let keys = keys(folder.path());
        assert!(keys.find().unwrap().is_none());
        assert!(matches!(keys.obtain(Held::Sealed, false), Err(KeyError::Lost(_))));
        assert!(matches!(keys.obtain(Held::Sealed, true), Err(KeyError::Lost(_))));
        let refused = keys.obtain(Held::Unknown, false).unwrap_err();
        assert!(refused.to_string().contains("--allow-new-key"), "{refused}");
        assert!(keys.find().unwrap().is_none(), "nothing was made");
        let made = keys.obtain(Held::Nothing, false).unwrap();
        assert_eq!(keys.obtain(Held::Unknown, false).unwrap(), made);
        assert_eq!(keys.obtain(Held::Sealed, false).unwrap(), made);
        let elsewhere = tempfile::tempdir().unwrap();
        super::tests::keys(elsewhere.path())
            .obtain(Held::Unknown, true)
            .unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn its_owner_alone_may_read_the_file() {
        use std::fs::{Permissions, metadata, set_permissions};
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let keys = keys(folder.path());
        keys.obtain(Held::Nothing, false).unwrap();
        let path = folder.path().join("config/memory.key");
        assert_eq!(metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        let config = folder.path().join("config");
        assert_eq!(metadata(config).unwrap().permissions().mode() & 0o777, 0o700);
        set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        assert_eq!(keys.find(), Err(KeyError::Open(path.clone())));
        assert!(KeyError::Open(path).to_string().contains("chmod 600"));
    }

    #[test]
    fn many_first_starts_end_with_one_key() {
        let folder = tempfile::tempdir().unwrap();
        let keys = keys(folder.path());
        let made: Vec<MasterKey> = std::thread::scope(|scope| {
            let starts: Vec<_> = (0..16)
                .map(|_| scope.spawn(|| keys.obtain(Held::Nothing, false)))
                .collect();
            starts.into_iter().map(|start| start.join().unwrap().unwrap()).collect()
        });
        assert!(made.iter().all(|key| *key == made[0]));
        let left = std::fs::read_dir(folder.path().join("config")).unwrap().count();
        assert_eq!(left, 1, "no half-made file stays");
    }

    #[test]
    fn what_is_handed_in_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        let kept = keys(folder.path()).obtain(Held::Nothing, false).unwrap();
        let other = MasterKey::fresh().unwrap();
        let store = KeyStore::File(folder.path().join("config/memory.key"));
        let given = Keys::new(Some(&other.export()), store.clone()).unwrap();
        assert_eq!(given.find().unwrap(), Some(other));
        assert_eq!(given.import(&kept, true), Err(KeyError::GivenGoesFirst));
        assert_eq!(Keys::new(Some("nonsense"), store).unwrap_err(), KeyError::Given);
    }

    #[test]
    fn importing_takes_the_place_of_another_key_only_if_told_to() {
        let folder = tempfile::tempdir().unwrap();
        let keys = keys(folder.path());
        let (one, two) = (MasterKey::fresh().unwrap(), MasterKey::fresh().unwrap());
        keys.import(&one, false).unwrap();
        keys.import(&one, false).unwrap();
        assert!(matches!(keys.import(&two, false), Err(KeyError::Another(_))));
        assert_eq!(keys.find().unwrap(), Some(one));
        keys.import(&two, true).unwrap();
        assert_eq!(keys.find().unwrap(), Some(two.clone()));
        std::fs::write(folder.path().join("config/memory.key"), "rubbish").unwrap();
        assert!(matches!(keys.find(), Err(KeyError::File(_))));
        keys.import(&two, true).unwrap();
        assert_eq!(keys.find().unwrap(), Some(two));
    }
}

//! Memory in one file: sealed as a whole, or plain JSON where that is asked for.
//!
//! A write takes the lock beside the file, reads what others wrote meanwhile, and puts a whole new file in the place of the
//! old one: whoever reads finds one of the two, and a change that was acknowledged survives a crash.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use ostler_machines::recall::book::{Book, Normalise};
use ostler_machines::recall::model::{Applied, Change, Everything, Probe, Recollection};
use zeroize::Zeroizing;

use super::ephemeral::apply_all;
use super::keys::{Held, Keys, private_folder, sync_folder};
use super::seal::{SealError, Sealer};
use super::store::{Clock, Store, StoreError};
use super::written::{Tenants, Unreadable};

/// How a sealed file begins. The key's check follows, then what is sealed.
const MAGIC: &[u8] = b"OSTLER-MEMORY-2\n";
/// How a sealed file of any version begins.
const ANY_MAGIC: &[u8] = b"OSTLER-MEMORY-";
const CHECK: usize = 16;
/// So many first bytes are never the same in two files.
const STAMP: usize = 64;
/// How long another process may hold the file.
const PATIENCE: Duration = Duration::from_secs(10);

/// A store in one file.
#[derive(Clone, Debug)]
pub struct Local(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    path: PathBuf,
    tenant: String,
    sealer: Option<Sealer>,
    normalise: Normalise,
    clock: Clock,
    /// What was last read or written.
    held: Mutex<Read>,
    /// Held by the one that writes.
    writing: Mutex<()>,
}

/// What a file held.
#[derive(Clone, Debug)]
struct Read {
    /// What told it from others; nothing if there was no file.
    stamp: Vec<u8>,
    book: Arc<Book>,
    tenants: Arc<Tenants>,
}

/// What a store needs to know.
#[derive(Clone, Debug)]
pub struct LocalSettings {
    /// The file.
    pub path: PathBuf,
    /// Whose memory it is.
    pub tenant: String,
    /// Where its key is kept; none if the file is plain.
    pub keys: Option<Keys>,
    /// How names are brought into one spelling.
    pub normalise: Normalise,
    /// Tells the time.
    pub clock: Clock,
}

/// What there is at the path of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// No file.
    Missing,
    /// A file that anybody can read.
    Plain,
    /// A sealed one.
    Sealed,
    /// A file that never was a memory, or is damaged.
    Damaged,
}

/// What [`seal`] came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sealing {
    /// There is no file.
    Nothing,
    /// It was sealed already.
    Already,
    /// It is now.
    Done,
}

impl Local {
    /// Opens the file, or says why that cannot be done. There need not be one yet.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is sealed with another key; the message says what to do.
    pub fn open(settings: LocalSettings) -> Result<Self, StoreError> {
        let LocalSettings {
            path,
            tenant,
            keys,
            normalise,
            clock,
        } = settings;
        let sealer = match (keys, form(&path)?) {
            (_, Form::Damaged) => return Err(StoreError::Unusable(damaged(&path))),
            (Some(_), Form::Plain) => {
                return Err(StoreError::Unusable(format!(
                    "{} is not sealed yet: run `ostler memory seal`",
                    path.display()
                )));
            }
            (None, Form::Sealed) => {
                return Err(StoreError::Denied(format!(
                    "{} is sealed, and sealing is off: run `ostler config set seal on`",
                    path.display()
                )));
            }
            (Some(keys), form) => Some(Sealer::new(&keys.obtain(held(form), false)?)),
            (None, _) => None,
        };
        let book = Arc::new(Book::new(normalise));
        let shared = Shared {
            path,
            tenant,
            sealer,
            normalise,
            clock,
            held: Mutex::new(Read {
                stamp: Vec::new(),
                book,
                tenants: Arc::default(),
            }),
            writing: Mutex::new(()),
        };
        shared.current()?;
        Ok(Self(Arc::new(shared)))
    }

    /// Runs what reads or writes files where it holds up nobody.
    fn away<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Shared) -> Result<T, StoreError> + Send + 'static,
    ) -> BoxFuture<'static, Result<T, StoreError>> {
        let shared = Arc::clone(&self.0);
        let done = tokio::task::spawn_blocking(move || work(&shared));
        let join = |joined: Result<Result<T, StoreError>, tokio::task::JoinError>| {
            joined.unwrap_or_else(|_| {
                Err(StoreError::Unavailable(
                    "the memory could not be read or written".into(),
                ))
            })
        };
        done.map(join).boxed()
    }
}

impl Store for Local {
    fn recall<'a>(&'a self, probe: &'a Probe) -> BoxFuture<'a, Result<Recollection, StoreError>> {
        let probe = probe.clone();
        self.away(move |shared| Ok(shared.current()?.book.answer(&probe, (shared.clock)())))
    }

    fn apply(&self, changes: Vec<Change>) -> BoxFuture<'_, Result<Applied, StoreError>> {
        self.away(move |shared| shared.apply(changes))
    }

    fn all(&self) -> BoxFuture<'_, Result<Everything, StoreError>> {
        self.away(|shared| Ok(shared.current()?.book.all()))
    }

    fn wipe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.away(Shared::wipe)
    }
}

impl Shared {
    fn held(&self) -> MutexGuard<'_, Read> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the file holds now. It is read only if it changed.
    fn current(&self) -> Result<Read, StoreError> {
        let stamp = stamp(&self.path)?;
        let held = self.held().clone();
        if held.stamp == stamp {
            return Ok(held);
        }
        let read = self.read()?;
        *self.held() = read.clone();
        Ok(read)
    }

    fn read(&self) -> Result<Read, StoreError> {
        let whole = || -> io::Result<(Vec<u8>, Zeroizing<Vec<u8>>)> {
            let mut file = File::open(&self.path)?;
            let stamp = stamp_of(&file)?;
            let mut bytes = Zeroizing::new(Vec::new());
            file.rewind()?;
            file.read_to_end(&mut bytes)?;
            Ok((stamp, bytes))
        };
        let (stamp, bytes) = match whole() {
            Ok(whole) => whole,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Read {
                    stamp: Vec::new(),
                    book: Arc::new(Book::new(self.normalise)),
                    tenants: Arc::default(),
                });
            }
            Err(error) => return Err(failed(&self.path, "read", &error)),
        };
        let text = opened(&self.path, &bytes, self.sealer.as_ref())?;
        let unreadable = |unreadable| unusable(&self.path, unreadable);
        let tenants = Tenants::read(&text).map_err(unreadable)?;
        let all = tenants.get(&self.tenant).map_err(unreadable)?;
        Ok(Read {
            stamp,
            book: Arc::new(Book::of(all, self.normalise)),
            tenants: Arc::new(tenants),
        })
    }

    fn apply(&self, changes: Vec<Change>) -> Result<Applied, StoreError> {
        let _turn = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let _lock = lock(&self.path)?;
        let read = self.current()?;
        let mut book = (*read.book).clone();
        let applied = apply_all(&mut book, changes, (self.clock)());
        let mut tenants = (*read.tenants).clone();
        tenants
            .put(&self.tenant, &book.all())
            .map_err(|_| StoreError::Unavailable("the memory could not be written down".into()))?;
        let stamp = replace(&self.path, &tenants, self.sealer.as_ref())?;
        *self.held() = Read {
            stamp,
            book: Arc::new(book),
            tenants: Arc::new(tenants),
        };
        Ok(applied)
    }

    fn wipe(&self) -> Result<(), StoreError> {
        let _turn = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let _lock = lock(&self.path)?;
        // What cannot be opened goes as a whole; else what others keep in the file stays.
        if let Ok(read) = self.current() {
            let mut tenants = (*read.tenants).clone();
            let emptied = tenants.put(&self.tenant, &Everything::default());
            if emptied.is_ok() && !tenants.is_empty() {
                let stamp = replace(&self.path, &tenants, self.sealer.as_ref())?;
                *self.held() = Read {
                    stamp,
                    book: Arc::new(Book::new(self.normalise)),
                    tenants: Arc::new(tenants),
                };
                return Ok(());
            }
        }
        remove(&self.path)
    }
}

/// What there is at `path`.
///
/// # Errors
/// If the file cannot be read.
pub fn form(path: &Path) -> Result<Form, StoreError> {
    let stamp = match File::open(path) {
        Ok(file) => first_bytes(&file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Form::Missing),
        Err(error) => Err(error),
    };
    let stamp = stamp.map_err(|error| failed(path, "read", &error))?;
    Ok(if stamp.starts_with(ANY_MAGIC) {
        Form::Sealed
    } else if stamp.starts_with(b"{") {
        Form::Plain
    } else {
        Form::Damaged
    })
}

/// Seals the plain file at `path`: what is sealed is read back before it takes the place of the other. It can be
/// stopped anywhere and run again.
///
/// # Errors
/// If the file cannot be read or written, or is damaged.
pub fn seal(path: &Path, keys: &Keys) -> Result<Sealing, StoreError> {
    let _lock = lock(path)?;
    match form(path)? {
        Form::Missing => return Ok(Sealing::Nothing),
        Form::Sealed => {
            let sealer = Sealer::new(&keys.obtain(Held::Sealed, false)?);
            let bytes = fs::read(path).map_err(|error| failed(path, "read", &error))?;
            opened(path, &bytes, Some(&sealer))?;
            return Ok(Sealing::Already);
        }
        Form::Damaged => return Err(StoreError::Unusable(damaged(path))),
        Form::Plain => {}
    }
    let bytes = Zeroizing::new(fs::read(path).map_err(|error| failed(path, "read", &error))?);
    let tenants = Tenants::read(&bytes).map_err(|unreadable| unusable(path, unreadable))?;
    let sealer = Sealer::new(&keys.obtain(Held::Nothing, false)?);
    replace(path, &tenants, Some(&sealer))?;
    Ok(Sealing::Done)
}

/// Removes the file at `path`, whether or not it can be opened, and whosever memory it holds.
///
/// # Errors
/// If the file cannot be removed.
pub fn erase(path: &Path) -> Result<(), StoreError> {
    let _lock = lock(path)?;
    remove(path)
}

fn held(form: Form) -> Held {
    match form {
        Form::Missing | Form::Plain => Held::Nothing,
        Form::Sealed | Form::Damaged => Held::Sealed,
    }
}

/// The text of a file, opened if it is sealed.
fn opened(path: &Path, bytes: &[u8], sealer: Option<&Sealer>) -> Result<Zeroizing<Vec<u8>>, StoreError> {
    let name = path.display();
    let Some(sealer) = sealer else {
        if bytes.starts_with(ANY_MAGIC) {
            return Err(StoreError::Denied(format!(
                "{name} is sealed, and sealing is off: run `ostler config set seal on`"
            )));
        }
        return Ok(Zeroizing::new(bytes.to_vec()));
    };
    if !bytes.starts_with(MAGIC) {
        return Err(StoreError::Unusable(if bytes.starts_with(ANY_MAGIC) {
            format!("{name} was sealed by a newer version: update ostler")
        } else if bytes.starts_with(b"{") {
            format!("{name} is not sealed yet: run `ostler memory seal`")
        } else {
            damaged(path)
        }));
    }
    let (header, sealed) = bytes
        .split_at_checked(MAGIC.len() + CHECK)
        .ok_or_else(|| StoreError::Unusable(damaged(path)))?;
    sealer.open_file(header, sealed).map_err(|error| match error {
        SealError::Closed if header[MAGIC.len()..] != *sealer.check().as_bytes() => StoreError::Denied(format!(
            "{name} was sealed with another key: `ostler memory key import` that one, or start over with `ostler memory \
             wipe --yes`"
        )),
        _ => StoreError::Unusable(damaged(path)),
    })
}

fn damaged(path: &Path) -> String {
    format!(
        "{} is damaged or was changed, and is left as it is: put a copy of it back, or start over with `ostler memory wipe \
         --yes`",
        path.display()
    )
}

fn unusable(path: &Path, unreadable: Unreadable) -> StoreError {
    StoreError::Unusable(match unreadable {
        Unreadable::Newer(_) => format!("{} was written by a newer version: update ostler", path.display()),
        Unreadable::Broken => damaged(path),
    })
}

/// Writes a whole new file and puts it in the place of the old one. The lock must be held. Gives its stamp.
fn replace(path: &Path, tenants: &Tenants, sealer: Option<&Sealer>) -> Result<Vec<u8>, StoreError> {
    let mut revision = [0; 16];
    getrandom::fill(&mut revision).map_err(|_| StoreError::Unavailable("the system gives no random numbers".into()))?;
    let text = tenants.write(URL_SAFE_NO_PAD.encode(revision));
    let text = text.map_err(|_| StoreError::Unavailable("the memory could not be written down".into()))?;
    let text = Zeroizing::new(text);
    let sealed = sealer.map(|sealer| {
        let mut header = MAGIC.to_vec();
        header.extend_from_slice(sealer.check().as_bytes());
        let sealed = sealer.seal_file(&header, &text)?;
        // Nothing takes the place of a file that this would not open.
        match sealer.open_file(&header, &sealed[header.len()..]) {
            Ok(opened) if *opened == *text => Ok(sealed),
            _ => Err(SealError::Closed),
        }
    });
    let sealed = sealed
        .transpose()
        .map_err(|error| StoreError::Unavailable(error.to_string()))?;
    let bytes = sealed.as_deref().unwrap_or(&text);
    let fresh = fresh_path(path);
    let put = put(path, &fresh, bytes);
    if let Err(error) = put {
        // What is left of it is of no use; the next write would remove it too.
        let _ = fs::remove_file(&fresh);
        return Err(failed(path, "written", &error));
    }
    stamp(path)
}

fn put(path: &Path, fresh: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = private_folder(path)?;
    match fs::remove_file(fresh) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.create_new(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(fresh)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(fresh, path)?;
    sync_folder(folder)
}

fn remove(path: &Path) -> Result<(), StoreError> {
    for path in [fresh_path(path).as_path(), path] {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(path, "removed", &error)),
            _ => {}
        }
    }
    private_folder(path)
        .and_then(sync_folder)
        .map_err(|error| failed(path, "removed", &error))
}

/// Where a new file is written before it takes the place of the old one. Whoever holds the lock is alone with it, so that
/// one name is enough and what a crash left there never piles up.
fn fresh_path(path: &Path) -> PathBuf {
    beside(path, ".new")
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Takes the lock of the file at `path`, which goes with what this gives and with the process.
fn lock(path: &Path) -> Result<File, StoreError> {
    let beside = beside(path, ".lock");
    let open = || {
        private_folder(path)?;
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&beside)
    };
    let file = open().map_err(|error| failed(&beside, "opened", &error))?;
    let from = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if from.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(2));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Unavailable(format!(
                    "another ostler has held {} for {} s: stop it, or try again",
                    path.display(),
                    PATIENCE.as_secs()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(failed(&beside, "locked", &error)),
        }
    }
}

/// What tells one state of the file from the next: its first bytes, its length and its time, for somebody may edit a
/// plain one by hand. Nothing if there is no file.
fn stamp(path: &Path) -> Result<Vec<u8>, StoreError> {
    match File::open(path).and_then(|file| stamp_of(&file)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        other => other.map_err(|error| failed(path, "read", &error)),
    }
}

fn stamp_of(file: &File) -> io::Result<Vec<u8>> {
    let about = file.metadata()?;
    let mut stamp = first_bytes(file)?;
    stamp.extend(about.len().to_be_bytes());
    // A system without such a time has the bytes.
    if let Ok(time) = about.modified() {
        let since = time.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        stamp.extend(since.as_nanos().to_be_bytes());
    }
    Ok(stamp)
}

fn first_bytes(file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(STAMP + 24);
    file.take(STAMP as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn failed(path: &Path, what: &str, error: &io::Error) -> StoreError {
    let advice = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            ": there is no room left, make some; nothing that was kept is lost"
        }
        io::ErrorKind::PermissionDenied => ": you may not do that there, mend its permissions",
        _ => "",
    };
    StoreError::Unavailable(format!("{} could not be {what}: {error}{advice}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{Form, Local, LocalSettings, Sealing, erase, form, fresh_path, seal};
    use crate::memory::keys::{KeyStore, Keys};
    use crate::memory::{Store, StoreError};
    use ostler_machines::recall::model::{Alias, Change, Episode, Fact, Played, Probe};
    use std::fs;
    use std::path::{Path, PathBuf};

    const CANARIES: [&str; 7] = [
        "Lovelace",
        "surname",
        "nachname",
        "last name",
        "shop.example",
        "no such street",
        "default",
    ];

    fn keys(folder: &Path) -> Keys {
        Keys::new(None, KeyStore::File(folder.join("memory.key"))).unwrap()
    }

    fn settings(folder: &Path, sealed: bool) -> LocalSettings {
        LocalSettings {
            path: path(folder),
            tenant: "default".into(),
            keys: sealed.then(|| keys(folder)),
            normalise: str::to_lowercase,
            clock: || 7,
        }
    }

    fn path(folder: &Path) -> PathBuf {
        folder.join("memory.local")
    }

    fn open(folder: &Path, sealed: bool) -> Result<Local, StoreError> {
        Local::open(settings(folder, sealed))
    }

    fn remember(key: &str, value: &str) -> Change {
        Change::Remember(Fact {
            key: key.into(),
            value: value.into(),
            aliases: vec![Alias {
                text: "Nachname".into(),
                language: "de".into(),
            }],
            ..Fact::default()
        })
    }

    fn changes() -> Vec<Change> {
        let played = Played {
            host: "shop.example".into(),
            fingerprint: "f1".into(),
            labels: vec!["last name".into()],
            used: vec![("last name".into(), "surname".into())],
            accepted: Some(true),
            ..Played::default()
        };
        let episode = Episode {
            host: "shop.example".into(),
            text: "no such street".into(),
            ..Episode::default()
        };
        vec![
            remember("surname", "Lovelace"),
            Change::Played(played),
            Change::Happened(episode),
        ]
    }

    #[tokio::test]
    async fn a_sealed_file_survives_restarts_and_shows_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path(), true).unwrap();
        assert_eq!(store.apply(changes()).await.unwrap().added, 3);
        let all = store.all().await.unwrap();
        let again = open(folder.path(), true).unwrap();
        assert_eq!(again.all().await.unwrap(), all);
        let names = Probe {
            names: vec!["nachname".into()],
            ..Probe::default()
        };
        assert_eq!(again.recall(&names).await.unwrap().facts, all.facts);
        for entry in fs::read_dir(folder.path()).unwrap() {
            let raw = fs::read(entry.unwrap().path()).unwrap();
            let raw = String::from_utf8_lossy(&raw).to_lowercase();
            for canary in CANARIES {
                assert!(!raw.contains(&canary.to_lowercase()), "{canary}");
            }
        }
    }

    #[tokio::test]
    async fn a_plain_file_shows_what_it_holds() {
        let folder = tempfile::tempdir().unwrap();
        open(folder.path(), false).unwrap().apply(changes()).await.unwrap();
        let raw = fs::read_to_string(path(folder.path())).unwrap();
        for canary in CANARIES {
            assert!(raw.to_lowercase().contains(canary.to_lowercase().as_str()), "{canary}");
        }
        assert!(!folder.path().join("memory.key").exists(), "no key is made for it");
        assert_eq!(open(folder.path(), false).unwrap().all().await.unwrap().facts.len(), 1);
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn its_owner_alone_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        for sealed in [true, false] {
            let folder = tempfile::tempdir().unwrap();
            open(folder.path(), sealed).unwrap().apply(changes()).await.unwrap();
            let mode = fs::metadata(path(folder.path())).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[tokio::test]
    async fn two_stores_on_one_file_see_each_other() {
        for sealed in [true, false] {
            let folder = tempfile::tempdir().unwrap();
            let one = open(folder.path(), sealed).unwrap();
            let two = open(folder.path(), sealed).unwrap();
            for at in 0..10 {
                let (first, second) = if at % 2 == 0 { (&one, &two) } else { (&two, &one) };
                first.apply(vec![remember(&format!("key {at}"), "v")]).await.unwrap();
                assert_eq!(second.all().await.unwrap().facts.len(), at + 1);
            }
        }
    }

    #[tokio::test]
    async fn a_plain_file_may_be_edited_by_hand_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path(), false).unwrap();
        store.apply(changes()).await.unwrap();
        let text = fs::read_to_string(path(folder.path())).unwrap();
        fs::write(path(folder.path()), text.replace("Lovelace", "Byron")).unwrap();
        store.apply(vec![remember("city", "London")]).await.unwrap();
        let facts = store.all().await.unwrap().facts;
        let values: Vec<&str> = facts.iter().map(|fact| fact.value.reveal()).collect();
        assert_eq!(values, ["London", "Byron"]);
    }

    #[tokio::test]
    async fn tenants_share_a_file_and_see_nothing_of_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let ada = open(folder.path(), true).unwrap();
        let bob = LocalSettings {
            tenant: "bob".into(),
            ..settings(folder.path(), true)
        };
        let bob = Local::open(bob).unwrap();
        ada.apply(vec![remember("surname", "Lovelace")]).await.unwrap();
        bob.apply(vec![remember("surname", "Babbage")]).await.unwrap();
        assert_eq!(ada.all().await.unwrap().facts[0].value.reveal(), "Lovelace");
        assert_eq!(bob.all().await.unwrap().facts[0].value.reveal(), "Babbage");
        ada.wipe().await.unwrap();
        assert!(ada.all().await.unwrap().facts.is_empty());
        assert_eq!(bob.all().await.unwrap().facts.len(), 1);
        bob.wipe().await.unwrap();
        assert_eq!(form(&path(folder.path())).unwrap(), Form::Missing);
    }

    #[tokio::test]
    async fn another_key_is_denied_and_damage_is_told_apart_from_it() {
        let folder = tempfile::tempdir().unwrap();
        open(folder.path(), true).unwrap().apply(changes()).await.unwrap();
        let path = path(folder.path());
        let good = fs::read(&path).unwrap();
        for damaged in [&good[..good.len() - 1], &good[..40], &good[..20], b"", b"\0\0\0\0"] {
            fs::write(&path, damaged).unwrap();
            let error = open(folder.path(), true).unwrap_err();
            assert!(
                matches!(&error, StoreError::Unusable(words) if words.contains("damaged")),
                "{error:?}"
            );
            assert_eq!(fs::read(&path).unwrap(), damaged, "it is left as it is");
        }
        for at in [32, 44, 50, good.len() - 1] {
            let mut edited = good.clone();
            edited[at] ^= 1;
            fs::write(&path, edited).unwrap();
            assert!(
                matches!(open(folder.path(), true).unwrap_err(), StoreError::Unusable(_)),
                "byte {at}"
            );
        }
        fs::write(&path, b"OSTLER-MEMORY-3\nwhatever comes").unwrap();
        let error = open(folder.path(), true).unwrap_err();
        assert!(error.to_string().contains("update ostler"), "{error}");
        fs::write(&path, &good).unwrap();
        fs::remove_file(folder.path().join("memory.key")).unwrap();
        let error = open(folder.path(), true).unwrap_err();
        assert!(
            matches!(&error, StoreError::Denied(words) if words.contains("key import")),
            "{error:?}"
        );
        assert!(!folder.path().join("memory.key").exists(), "no new key is made");
        let other = Keys::new(Some(&"A".repeat(43)), KeyStore::File(folder.path().join("memory.key"))).unwrap();
        let other = LocalSettings {
            keys: Some(other),
            ..settings(folder.path(), true)
        };
        let error = Local::open(other).unwrap_err();
        assert!(
            matches!(&error, StoreError::Denied(words) if words.contains("another key")),
            "{error:?}"
        );
        erase(&path).unwrap();
        assert_eq!(form(&path).unwrap(), Form::Missing);
    }

    #[tokio::test]
    async fn a_store_that_is_open_leaves_what_became_damaged_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path(), true).unwrap();
        store.apply(changes()).await.unwrap();
        fs::write(path(folder.path()), b"rubbish").unwrap();
        assert!(matches!(store.apply(changes()).await, Err(StoreError::Unusable(_))));
        assert!(matches!(
            store.recall(&Probe::default()).await,
            Err(StoreError::Unusable(_))
        ));
        assert_eq!(fs::read(path(folder.path())).unwrap(), b"rubbish");
    }

    #[tokio::test]
    async fn what_a_crash_left_half_written_takes_the_place_of_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path(), true).unwrap();
        store.apply(changes()).await.unwrap();
        let fresh = fresh_path(&path(folder.path()));
        fs::write(&fresh, b"OSTLER-MEM").unwrap();
        assert_eq!(open(folder.path(), true).unwrap().all().await.unwrap().facts.len(), 1);
        store.apply(vec![remember("city", "London")]).await.unwrap();
        assert!(!fresh.exists());
        assert_eq!(open(folder.path(), true).unwrap().all().await.unwrap().facts.len(), 2);
    }

    #[tokio::test]
    async fn sealing_keeps_all_and_can_be_run_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = path(folder.path());
        assert_eq!(seal(&path, &keys(folder.path())).unwrap(), Sealing::Nothing);
        let plain = open(folder.path(), false).unwrap();
        plain.apply(changes()).await.unwrap();
        let all = plain.all().await.unwrap();
        let refused = open(folder.path(), true).unwrap_err();
        assert!(
            matches!(&refused, StoreError::Unusable(words) if words.contains("`ostler memory seal`")),
            "{refused:?}"
        );
        // As if it had been stopped before the new file took the place of the old one.
        fs::write(fresh_path(&path), b"OSTLER-MEM").unwrap();
        assert_eq!(seal(&path, &keys(folder.path())).unwrap(), Sealing::Done);
        assert_eq!(seal(&path, &keys(folder.path())).unwrap(), Sealing::Already);
        assert_eq!(open(folder.path(), true).unwrap().all().await.unwrap(), all);
        let error = open(folder.path(), false).unwrap_err();
        assert!(
            matches!(&error, StoreError::Denied(words) if words.contains("config set seal on")),
            "{error:?}"
        );
        assert!(
            matches!(plain.apply(changes()).await, Err(StoreError::Denied(_))),
            "it was open meanwhile"
        );
        assert_eq!(form(&path).unwrap(), Form::Sealed);
    }
}

//! Memory in one file: sealed as a whole, or plain JSON where that is asked for.
//!
//! A write takes the lock beside the file, reads what others wrote meanwhile, and puts a whole new file in the place of the
//! old one: whoever reads finds one of the two, and a change that was acknowledged survives a crash.

mod file;

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use ostler_machines::recall::book::{Book, Normalise};
use ostler_machines::recall::model::{Applied, Change, Everything, Probe, Recollection};
use zeroize::Zeroizing;

use super::ephemeral::apply_all;
use super::keys::{Held, Keys};
use super::seal::{MasterKey, Sealer};
use super::store::{Clock, Store, StoreError};
use super::written::Tenants;
use file::{damaged, failed, lock, opened, remove, replace, stamp, stamp_of, unusable};

pub use file::{Form, form};

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
            .put(&self.tenant, book.all())
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
            let emptied = tenants.put(&self.tenant, Everything::default());
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

/// Whether the file at `path` opens with `key`; so does one that is not sealed, or not there. What is damaged opens with none,
/// and no key is to blame for that.
///
/// # Errors
/// If the file cannot be read.
pub fn opens(path: &Path, key: &MasterKey) -> Result<bool, StoreError> {
    if form(path)? != Form::Sealed {
        return Ok(true);
    }
    let bytes = fs::read(path).map_err(|error| failed(path, "read", &error))?;
    let opened = opened(path, &bytes, Some(&Sealer::new(key)));
    Ok(!matches!(opened, Err(StoreError::Denied(_))))
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

#[cfg(test)]
mod tests;

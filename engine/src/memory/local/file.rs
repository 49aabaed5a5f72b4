//! The file itself: how it is told from others, locked, opened and replaced as a whole.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use zeroize::Zeroizing;

use crate::memory::keys::{private_folder, sync_folder};
use crate::memory::seal::{SealError, Sealer};
use crate::memory::store::StoreError;
use crate::memory::written::{Tenants, Unreadable};

/// How a sealed file begins. The key's check follows, then what is sealed.
pub(super) const MAGIC: &[u8] = b"OSTLER-MEMORY-2\n";
/// How a sealed file of any version begins.
const ANY_MAGIC: &[u8] = b"OSTLER-MEMORY-";
const CHECK: usize = 16;
/// So many first bytes are never the same in two files.
const STAMP: usize = 64;
/// How long another process may hold the file.
const PATIENCE: Duration = Duration::from_secs(10);

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

/// The text of a file, opened if it is sealed.
pub(super) fn opened(path: &Path, bytes: &[u8], sealer: Option<&Sealer>) -> Result<Zeroizing<Vec<u8>>, StoreError> {
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

pub(super) fn damaged(path: &Path) -> String {
    format!(
        "{} is damaged or was changed, and is left as it is: put a copy of it back, or start over with `ostler memory wipe \
         --yes`",
        path.display()
    )
}

pub(super) fn unusable(path: &Path, unreadable: Unreadable) -> StoreError {
    StoreError::Unusable(match unreadable {
        Unreadable::Newer(_) => format!("{} was written by a newer version: update ostler", path.display()),
        Unreadable::Broken => damaged(path),
    })
}

/// Writes a whole new file and puts it in the place of the old one. The lock must be held. Gives its stamp.
pub(super) fn replace(path: &Path, tenants: &Tenants, sealer: Option<&Sealer>) -> Result<Vec<u8>, StoreError> {
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

pub(super) fn remove(path: &Path) -> Result<(), StoreError> {
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
pub(super) fn fresh_path(path: &Path) -> PathBuf {
    beside(path, ".new")
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Takes the lock of the file at `path`, which goes with what this gives and with the process.
pub(super) fn lock(path: &Path) -> Result<File, StoreError> {
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
pub(super) fn stamp(path: &Path) -> Result<Vec<u8>, StoreError> {
    match File::open(path).and_then(|file| stamp_of(&file)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        other => other.map_err(|error| failed(path, "read", &error)),
    }
}

pub(super) fn stamp_of(file: &File) -> io::Result<Vec<u8>> {
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

pub(super) fn failed(path: &Path, what: &str, error: &io::Error) -> StoreError {
    let advice = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            ": there is no room left, make some; nothing that was kept is lost"
        }
        io::ErrorKind::PermissionDenied => ": you may not do that there, mend its permissions",
        _ => "",
    };
    StoreError::Unavailable(format!("{} could not be {what}: {error}{advice}", path.display()))
}

//! Where Chrome may write: a throw-away folder, and the kept profile if the user gave one.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use super::launch::LaunchError;

/// How the names of throw-away folders begin.
const PREFIX: &str = "ostler-";

/// The file in a throw-away folder that its owner holds locked for as long as he lives.
const LOCK: &str = "lock";

/// The file in a kept profile that says that one of us uses it. Chrome's own lock does not bind a headless shell.
const KEPT_LOCK: &str = "ostler.lock";

/// A folder without a lock is one that is being made, or one that is being removed. After this long it is neither.
const MAKING: Duration = Duration::from_mins(1);

/// How long a folder is tried to be removed while dying processes still write into it.
const REMOVING: Duration = Duration::from_secs(2);

/// The longest path that a socket can have, less what Chrome appends to its folder for temporary files.
const LONGEST: usize = 104 - "/org.chromium.Chromium.XXXXXX/SingletonSocket".len();

/// What a new profile begins with: nothing that was typed is to be kept, offered, checked or sent elsewhere.
const PREFERENCES: &str = r#"{
"alternate_error_pages":{"enabled":false},
"autofill":{"credit_card_enabled":false,"enabled":false,"profile_enabled":false},
"credentials_enable_autosignin":false,
"credentials_enable_service":false,
"net":{"network_prediction_options":2},
"profile":{"password_manager_enabled":false,"password_manager_leak_detection":false},
"safebrowsing":{"enabled":false,"enhanced":false},
"search":{"suggest_enabled":false},
"translate":{"enabled":false}
}"#;

/// The folders of one browser.
pub(super) struct Profile {
    /// The throw-away folder.
    room: PathBuf,
    /// The profile, within `room` unless it is kept.
    data: PathBuf,
    /// Held for as long as this lives.
    locks: Vec<File>,
    removed: bool,
}

impl Profile {
    /// Makes the folders under `temp`. `kept` is the profile to keep, if any.
    pub(super) fn make(temp: &Path, kept: Option<&Path>) -> Result<Self, LaunchError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| LaunchError::Folder { path, source }
        };
        // The folder can be entered by its owner only.
        let prefix = format!("{PREFIX}{}-", std::process::id());
        let mut folder = tempfile::Builder::new();
        #[cfg(unix)]
        folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let room = folder.prefix(&prefix).tempdir_in(temp).map_err(failed(temp))?.keep();
        // From here on `Drop` removes it, whatever happens.
        let mut profile = Self {
            data: room.join("profile"),
            room,
            locks: Vec::new(),
            removed: false,
        };
        let room = profile.room.clone();
        profile.locks.push(hold(&room).map_err(failed(&room))?);
        for inner in ["home", "t"] {
            fs::create_dir(room.join(inner)).map_err(failed(&room))?;
        }
        if let Some(kept) = kept {
            profile.locks.push(claim(kept)?);
            profile.data = fs::canonicalize(kept).map_err(failed(kept))?;
        }
        let preferences = profile.data.join("Default");
        fs::create_dir_all(&preferences).map_err(failed(&profile.data))?;
        let preferences = preferences.join("Preferences");
        if !preferences.exists() {
            fs::write(&preferences, PREFERENCES).map_err(failed(&preferences))?;
        }
        Ok(profile)
    }

    /// The profile folder, for `--user-data-dir`.
    pub(super) fn data(&self) -> &Path {
        &self.data
    }

    /// The variables that point Chrome, and the libraries in it, to the throw-away folder.
    pub(super) fn environment(&self, headed: bool) -> Vec<(&'static str, OsString)> {
        let (home, temp) = (self.room.join("home"), self.room.join("t"));
        let mut out: Vec<(&'static str, OsString)> = vec![
            ("XDG_CONFIG_HOME", home.join(".config").into()),
            ("XDG_CACHE_HOME", home.join(".cache").into()),
            ("XDG_DATA_HOME", home.join(".local/share").into()),
            ("XDG_STATE_HOME", home.join(".local/state").into()),
        ];
        if !headed {
            // A window needs the desktop's own sockets and its bus.
            out.push(("XDG_RUNTIME_DIR", temp.clone().into()));
            out.push(("DBUS_SESSION_BUS_ADDRESS", "disabled:".into()));
        }
        if temp.as_os_str().len() <= LONGEST {
            out.push(("TMPDIR", temp.into()));
        }
        out.push(("HOME", home.into()));
        out
    }

    /// Removes the throw-away folder. Blocks for as long as something still writes into it, two seconds at most.
    pub(super) fn remove(&mut self) -> io::Result<()> {
        if self.removed {
            return Ok(());
        }
        let until = Instant::now() + REMOVING;
        loop {
            match clear(&self.room) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    if until <= Instant::now() {
                        return Err(error);
                    }
                    std::thread::sleep(Duration::from_millis(10));
                }
                _ => {
                    self.removed = true;
                    return Ok(());
                }
            }
        }
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        // Nobody can be told; the next start sweeps what is left.
        let _ = self.remove();
        for lock in &self.locks {
            // A process that is just being started elsewhere has the file open too, until it becomes another program.
            let _ = lock.unlock();
        }
    }
}

/// Makes and locks the lock of a throw-away folder. It appears under its name only once it is locked.
fn hold(room: &Path) -> io::Result<File> {
    let making = room.join("lock.new");
    let lock = File::create_new(&making)?;
    lock.lock()?;
    fs::rename(making, room.join(LOCK))?;
    Ok(lock)
}

/// Makes a folder that its owner alone can enter, unless it is there.
fn own_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Claims a profile that is kept.
fn claim(kept: &Path) -> Result<File, LaunchError> {
    let failed = |source| LaunchError::Folder {
        path: kept.to_owned(),
        source,
    };
    own_folder(kept).map_err(failed)?;
    let lock = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(kept.join(KEPT_LOCK))
        .map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(LaunchError::ProfileInUse {
                dir: kept.to_owned(),
                by: "another Ostler".into(),
            });
        }
        Err(TryLockError::Error(source)) => return Err(failed(source)),
    }
    match chrome_in(kept) {
        Some(by) => Err(LaunchError::ProfileInUse {
            dir: kept.to_owned(),
            by,
        }),
        None => Ok(lock),
    }
}

/// Who uses a profile, by the link to `HOST-PID` that Chrome leaves in it.
#[cfg(unix)]
fn chrome_in(kept: &Path) -> Option<String> {
    let link = fs::read_link(kept.join("SingletonLock")).ok()?;
    let (host, id) = link.to_str()?.rsplit_once('-')?;
    let id: i32 = id.parse().ok()?;
    if host != rustix::system::uname().nodename().to_str().ok()? {
        let file = kept.join("SingletonLock");
        return Some(format!(
            "Chrome on the computer {host} (if it is not, remove {})",
            file.display()
        ));
    }
    let alive = rustix::process::Pid::from_raw(id)
        .is_some_and(|pid| !matches!(rustix::process::test_kill_process(pid), Err(rustix::io::Errno::SRCH)));
    alive.then(|| format!("Chrome, process {id}"))
}

#[cfg(not(unix))]
fn chrome_in(_kept: &Path) -> Option<String> {
    None
}

/// Removes throw-away folders whose owners are dead, such as those of an Ostler that was killed.
pub(super) fn sweep(temp: &Path) {
    let Ok(entries) = fs::read_dir(temp) else {
        return;
    };
    for entry in entries.flatten() {
        let named = entry.file_name().to_str().is_some_and(ours);
        // Not following links, and nobody else's: anybody may write to this folder.
        let real = entry.metadata().is_ok_and(|data| data.is_dir() && mine(&data));
        if named && real && stale(&entry.path()) && !used(&entry.path()) {
            let _ = clear(&entry.path());
        }
    }
}

/// Removes a throw-away folder, its lock last: what is left by somebody who was interrupted is known to be nobody's.
fn clear(room: &Path) -> io::Result<()> {
    for entry in fs::read_dir(room)? {
        let entry = entry?;
        if entry.file_name() == LOCK {
            continue;
        }
        let removed = if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())
        } else {
            fs::remove_file(entry.path())
        };
        // Two may be at it.
        match removed {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    fs::remove_dir_all(room)
}

/// Whether a name is `ostler-PID-RANDOM`.
fn ours(name: &str) -> bool {
    let parts = name.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-'));
    parts.is_some_and(|(id, random)| id.parse::<u32>().is_ok() && random.len() == 6)
}

fn stale(room: &Path) -> bool {
    match File::open(room.join(LOCK)) {
        // Unlocked again at once, as the file is closed.
        Ok(lock) => lock.try_lock().is_ok(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let made = fs::metadata(room).and_then(|data| data.modified());
            made.is_ok_and(|made| SystemTime::now().duration_since(made).is_ok_and(|age| MAKING < age))
        }
        Err(_) => false,
    }
}

/// Whether a process is at work in `room`. A browser whose owner was killed takes a moment to end, and makes the folders
/// anew that it misses.
#[cfg(target_os = "linux")]
fn used(room: &Path) -> bool {
    use std::os::unix::ffi::OsStrExt;
    let name = room.as_os_str().as_bytes();
    let started_in = |process: &Path| {
        fs::read(process.join("cmdline")).is_ok_and(|line| line.windows(name.len()).any(|part| part == name))
    };
    let has_open = |process: &Path| {
        let files = fs::read_dir(process.join("fd")).into_iter().flatten().flatten();
        files
            .filter_map(|file| fs::read_link(file.path()).ok())
            .any(|file| file.starts_with(room))
    };
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .any(|process| started_in(&process) || has_open(&process))
}

#[cfg(not(target_os = "linux"))]
fn used(_room: &Path) -> bool {
    false
}

#[cfg(unix)]
fn mine(data: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(data) == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn mine(_data: &fs::Metadata) -> bool {
    true
}

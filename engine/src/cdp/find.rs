//! Finds a browser on this machine, and what this machine lets it do.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use chromiumoxide::detection::{DetectionOptions, default_executable};

use super::launch::LaunchError;

/// A browser that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The program to run.
    pub program: PathBuf,
    /// Whether it is a headless shell: a smaller Chrome that cannot show a window.
    pub shell: bool,
}

/// Headless shells, in PATH.
const SHELLS: &[&str] = &[
    "chromium-headless-shell",
    "chrome-headless-shell",
    "headless-shell",
    "headless_shell",
];

/// Headless shells that are not in PATH.
const SHELL_PLACES: &[&str] = &[
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib64/chromium-browser/headless_shell",
    "/headless-shell/headless-shell",
];

/// Whole browsers, in PATH.
const BROWSERS: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
    "brave-browser",
];

/// Whole browsers that are not in PATH.
const PLACES: &[&str] = if cfg!(target_os = "macos") {
    &[
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
        "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
    ]
} else if cfg!(windows) {
    &[
        r"C:\Program Files\Google\Chrome\Application\chrome.exe",
        r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
        r"C:\Program Files\Chromium\Application\chrome.exe",
        r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    ]
} else {
    &[
        "/usr/lib/chromium/chromium",
        "/usr/lib64/chromium-browser/chromium-browser",
        "/opt/google/chrome/chrome",
        "/snap/bin/chromium",
        "/var/lib/flatpak/exports/bin/org.chromium.Chromium",
    ]
};

/// Scripts that only start another program, and that program.
const WRAPPED: &[(&str, &str)] = &[
    ("/usr/bin/chromium", "/usr/lib/chromium/chromium"),
    (
        "/usr/bin/chromium-headless-shell",
        "/usr/lib/chromium/chromium-headless-shell",
    ),
    ("/opt/google/chrome/google-chrome", "/opt/google/chrome/chrome"),
];

/// What Debian's package puts into `/etc/chromium.d`. None of it is needed here: it wants fewer pings and more room for
/// shared memory, which [`super::arguments`] sees to, and adds Google's services and extensions.
const DEBIANS_OWN: &[&str] = &["README", "apikeys", "default-flags", "dev-shm", "extensions"];

/// The browser at `wanted` (a path, or a name in PATH), or the best that is there: a headless shell before a whole
/// browser unless a window is to be shown.
///
/// # Errors
/// [`LaunchError::NotFound`] with all the places that were looked at, [`LaunchError::CannotShow`] if `wanted` is a
/// headless shell and a window is to be shown.
pub fn browser(wanted: Option<&Path>, headed: bool) -> Result<Found, LaunchError> {
    if let Some(wanted) = wanted {
        let Ok(path) = which::which(wanted) else {
            return Err(LaunchError::NotFound {
                looked: vec![wanted.display().to_string()],
            });
        };
        let found = Found {
            shell: is_shell(&path),
            program: unwrapped(path),
        };
        return if headed && found.shell {
            Err(LaunchError::CannotShow { path: found.program })
        } else {
            Ok(found)
        };
    }
    let mut looked = Vec::new();
    let shells = [SHELLS, SHELL_PLACES].concat();
    let browsers = [BROWSERS, PLACES].concat();
    let shells = shells.into_iter().filter(|_| !headed).map(|name| (name, true));
    for (name, shell) in shells.chain(browsers.into_iter().map(|name| (name, false))) {
        if let Ok(path) = which::which(name) {
            return Ok(Found {
                program: unwrapped(path),
                shell,
            });
        }
        looked.push(name.to_owned());
    }
    // Knows the Windows registry.
    match default_executable(DetectionOptions::default()) {
        Ok(path) if path.is_file() && !(headed && is_shell(&path)) => Ok(Found {
            shell: is_shell(&path),
            program: unwrapped(path),
        }),
        _ => Err(LaunchError::NotFound { looked }),
    }
}

fn is_shell(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().replace('_', "-");
    name.contains("headless-shell")
}

/// The program behind a script that only starts it: the process is then Chrome itself, and it starts sooner.
fn unwrapped(path: PathBuf) -> PathBuf {
    let mut start = [0; 2];
    let script = File::open(&path)
        .and_then(|mut file| file.read_exact(&mut start))
        .is_ok()
        && start == *b"#!";
    if !script {
        return path;
    }
    let real = path.canonicalize().unwrap_or_else(|_| path.clone());
    let behind = WRAPPED
        .iter()
        .find(|(script, _)| real == Path::new(script))
        .map(|(_, program)| PathBuf::from(program));
    match behind {
        Some(program) if program.is_file() && (is_shell(&program) || !has_own_flags()) => program,
        _ => path,
    }
}

/// Whether the owner of this machine added flags of his own to Debian's Chromium; then its script has to run.
fn has_own_flags() -> bool {
    let entries = std::fs::read_dir("/etc/chromium.d").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .any(|name| !DEBIANS_OWN.contains(&name.as_str()))
}

/// Why Chrome's sandbox cannot work here, if that is known beforehand.
#[cfg(target_os = "linux")]
pub(super) fn no_sandbox(program: &Path) -> Option<&'static str> {
    if rustix::process::geteuid().is_root() {
        return Some("it runs as root");
    }
    let set = |file: &str, value: &str| std::fs::read_to_string(file).is_ok_and(|text| text.trim() == value);
    let namespaces_off =
        set("/proc/sys/user/max_user_namespaces", "0") || set("/proc/sys/kernel/unprivileged_userns_clone", "0");
    let helper = program
        .parent()
        .is_some_and(|folder| folder.join("chrome-sandbox").is_file());
    (namespaces_off && !helper).then_some("user namespaces are off")
}

/// Why Chrome's sandbox cannot work here, if that is known beforehand.
#[cfg(not(target_os = "linux"))]
pub(super) fn no_sandbox(_program: &Path) -> Option<&'static str> {
    None
}

/// Whether `/dev/shm` has room for what pages share with the browser: containers often give it 64 MB.
#[cfg(target_os = "linux")]
pub(super) fn has_shared_memory() -> bool {
    const ENOUGH: u64 = 1 << 30;
    rustix::fs::statvfs("/dev/shm").is_ok_and(|stat| ENOUGH <= stat.f_bavail.saturating_mul(stat.f_frsize))
}

/// Whether there is shared memory enough.
#[cfg(not(target_os = "linux"))]
pub(super) fn has_shared_memory() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_that_is_not_there_is_named() {
        let error = browser(Some(Path::new("/no/such/chrome")), false).unwrap_err();
        assert!(error.to_string().contains("/no/such/chrome"), "{error}");
    }

    #[test]
    fn headless_shells_are_known_by_their_names() {
        for (path, shell) in [
            ("/usr/bin/chromium-headless-shell", true),
            ("/opt/headless_shell", true),
            ("/usr/bin/chromium", false),
            ("/headless-shell/chrome", false),
        ] {
            assert_eq!(is_shell(Path::new(path)), shell, "{path}");
        }
    }
}

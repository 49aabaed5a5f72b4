//! Which processes run, as `/proc` tells it. Linux only; elsewhere nothing is found.

use std::collections::HashSet;
use std::time::{Duration, Instant};

/// One process: its number, its start time (so that a number used again is another process) and its command line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    /// Its number.
    pub id: u32,
    /// When it started, in clock ticks since boot.
    pub started: u64,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// Number of the parent, start time and state letter from `/proc/ID/stat`.
fn stat(id: u32) -> Option<(u32, u64, char)> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name, in brackets, may hold anything.
    let rest: Vec<&str> = text[text.rfind(')')? + 1..].split_whitespace().collect();
    Some((
        rest.get(1)?.parse().ok()?,
        rest.get(19)?.parse().ok()?,
        rest.first()?.chars().next()?,
    ))
}

fn all() -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().to_string_lossy().parse().ok())
        .collect()
}

fn process(id: u32) -> Option<Process> {
    let (_, started, state) = stat(id)?;
    let bytes = std::fs::read(format!("/proc/{id}/cmdline")).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let parts: Vec<&str> = text.split('\0').filter(|part| !part.is_empty()).collect();
    // Chrome writes its arguments anew, as one text with spaces between them.
    let arguments = match parts.as_slice() {
        [one] if one.contains(" --") => {
            let mut pieces = one.split(" --");
            let program = pieces.next().unwrap_or_default().to_owned();
            [program]
                .into_iter()
                .chain(pieces.map(|piece| format!("--{piece}")))
                .collect()
        }
        several => several.iter().map(|&part| part.to_owned()).collect(),
    };
    (state != 'Z').then_some(Process { id, started, arguments })
}

/// All processes below the one numbered `ancestor`, zombies left out.
pub fn below(ancestor: u32) -> Vec<Process> {
    let parents: Vec<(u32, u32)> = all().into_iter().filter_map(|id| Some((id, stat(id)?.0))).collect();
    let mut family: HashSet<u32> = HashSet::from([ancestor]);
    loop {
        let before = family.len();
        for (id, parent) in &parents {
            if family.contains(parent) {
                family.insert(*id);
            }
        }
        if family.len() == before {
            break;
        }
    }
    family.remove(&ancestor);
    family.into_iter().filter_map(process).collect()
}

/// All processes that have `text` in one of their arguments, zombies left out.
pub fn naming(text: &str) -> Vec<Process> {
    let all = all().into_iter().filter_map(process);
    all.filter(|process| process.arguments.iter().any(|argument| argument.contains(text)))
        .collect()
}

/// The process numbered `id`, if it runs.
pub fn one(id: u32) -> Option<Process> {
    process(id)
}

/// The arguments of the process numbered `id`, none if it does not run.
pub fn arguments(id: u32) -> Vec<String> {
    process(id).map(|process| process.arguments).unwrap_or_default()
}

/// The local addresses of the TCP sockets that the process numbered `id` listens on, as `/proc/net/tcp` spells them.
pub fn listening(id: u32) -> Vec<String> {
    let entries = std::fs::read_dir(format!("/proc/{id}/fd"))
        .into_iter()
        .flatten()
        .flatten();
    let links = entries.filter_map(|entry| std::fs::read_link(entry.path()).ok());
    let sockets: HashSet<String> = links
        .filter_map(|link| Some(link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned()))
        .collect();
    let mut found = Vec::new();
    for table in ["tcp", "tcp6"] {
        let text = std::fs::read_to_string(format!("/proc/net/{table}")).unwrap_or_default();
        for line in text.lines().skip(1) {
            let columns: Vec<&str> = line.split_whitespace().collect();
            // Column 3 is the state (0A is listening), column 9 the inode.
            if columns.get(3) == Some(&"0A") && columns.get(9).is_some_and(|inode| sockets.contains(*inode)) {
                found.extend(columns.get(1).map(|&address| address.to_owned()));
            }
        }
    }
    found
}

/// The processes below `ancestor` that were started with `argument`.
pub fn with_argument(ancestor: u32, argument: &str) -> Vec<Process> {
    let mut found = below(ancestor);
    found.retain(|process| process.arguments.iter().any(|one| one == argument));
    found
}

/// Whether the process `known` has ended without anybody having taken note of it, and the one that should is `parent`.
pub fn is_zombie_of(known: &Process, parent: u32) -> bool {
    stat(known.id).is_some_and(|(by, started, state)| by == parent && started == known.started && state == 'Z')
}

impl Process {
    /// Whether it is a browser itself, and neither one of its children nor the shell that becomes one.
    pub fn is_browser(&self) -> bool {
        let has = |start: &str| self.arguments.iter().any(|argument| argument.starts_with(start));
        let shell = self
            .arguments
            .first()
            .is_some_and(|name| name == "sh" || name.ends_with("/sh"));
        has("--remote-debugging") && !has("--type=") && !shell
    }
}

/// The browser process among those below `ancestor`: Chrome has children, but is no child of Chrome.
pub fn chrome_below(ancestor: u32) -> Option<Process> {
    below(ancestor).into_iter().find(Process::is_browser)
}

/// Those of `processes` that still run once `patience` is over, or none as soon as all have ended.
pub async fn still_running(processes: &[Process], patience: Duration) -> Vec<Process> {
    let began = Instant::now();
    loop {
        let left: Vec<Process> = processes
            .iter()
            .filter(|known| process(known.id).is_some_and(|now| now.started == known.started))
            .cloned()
            .collect();
        if left.is_empty() || began.elapsed() > patience {
            return left;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Sends `signal` (`KILL`, `INT`, `TERM`) to the process numbered `id`.
pub fn signal(id: u32, signal: &str) {
    // A shell has `kill` built in: no unsafe code, no further crate, no package that may not be there.
    let _ = std::process::Command::new("sh")
        .args(["-c", "kill -\"$0\" \"$1\" 2>/dev/null", signal, &id.to_string()])
        .status();
}

/// Resident memory of the process numbered `id`, in KiB; the greatest it had if `peak`.
pub fn resident(id: u32, peak: bool) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let name = if peak { "VmHWM:" } else { "VmRSS:" };
    let line = text.lines().find(|line| line.starts_with(name))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

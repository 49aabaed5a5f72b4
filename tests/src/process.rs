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
    let arguments = std::fs::read(format!("/proc/{id}/cmdline")).ok()?;
    (state != 'Z').then(|| Process {
        id,
        started,
        arguments: arguments
            .split(|&byte| byte == 0)
            .filter(|argument| !argument.is_empty())
            .map(|argument| String::from_utf8_lossy(argument).into_owned())
            .collect(),
    })
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

/// The browser process among those below `ancestor`: the one that carries a pipe or a port and is no child of Chrome.
pub fn chrome_below(ancestor: u32) -> Option<Process> {
    below(ancestor).into_iter().find(|process| {
        let has = |start: &str| process.arguments.iter().any(|argument| argument.starts_with(start));
        has("--remote-debugging")
            && !has("--type=")
            && !process.arguments.first().is_some_and(|name| name.ends_with("sh"))
    })
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

//! Chrome as the operating system sees it: a process group that must be gone when we are done with it.

use std::collections::VecDeque;
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::Child;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// How many of its last lines are kept until it has started.
const LINES: usize = 12;

/// The longest of these lines, in characters.
const LONGEST: usize = 300;

/// How long a killed process may take to be gone.
const GONE: Duration = Duration::from_secs(1);

/// How long the last words of a dead process may take to come through.
const LINGER: Duration = Duration::from_millis(500);

/// How often it is looked whether a process has ended.
const STEP: Duration = Duration::from_millis(2);

/// A browser process and all that it started.
pub(super) struct Process {
    child: Child,
    id: u32,
    words: LastWords,
    over: bool,
}

impl Process {
    /// `child` must lead its own process group.
    pub(super) fn new(mut child: Child) -> Self {
        let words = LastWords::new();
        if let Some(stderr) = child.stderr.take() {
            tokio::spawn(words.clone().listen(stderr));
        }
        // `id` is none only for a child that was waited for.
        Self {
            id: child.id().unwrap_or_default(),
            child,
            words,
            over: false,
        }
    }

    /// Its process id.
    pub(super) fn id(&self) -> u32 {
        self.id
    }

    /// What it wrote to its standard error.
    pub(super) fn words(&self) -> &LastWords {
        &self.words
    }

    /// Waits for the first process to end by itself; `false` if it does not within the time.
    pub(super) async fn ends(&mut self, within: Duration) -> bool {
        let until = Instant::now() + within;
        while !self.ended() {
            if until <= Instant::now() {
                return false;
            }
            sleep(STEP).await;
        }
        true
    }

    /// Kills what is still there of the group and waits until it is gone. The status is that of the first process.
    pub(super) async fn end(&mut self) -> Option<ExitStatus> {
        self.kill();
        let status = self.child.wait().await.ok();
        self.over = true;
        // All of them hold its standard error open until they are gone. (The group's number says less: dead processes
        // keep it until they are reaped, and in many a container nobody does.)
        self.words.ended().await;
        status
    }
}

/// Without an [`Process::end`] first: kills the group and reaps its leader, here and now, for there may be no runtime.
impl Drop for Process {
    fn drop(&mut self) {
        if self.over {
            return;
        }
        self.kill();
        let until = Instant::now() + GONE;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
            std::thread::sleep(STEP);
        }
        // The thread that reads its last words may be this very one: then this waits in vain, and not for long.
        let until = Instant::now() + LINGER;
        while self.any_left() && !*self.words.end.borrow() && Instant::now() < until {
            std::thread::sleep(STEP);
        }
    }
}

#[cfg(unix)]
impl Process {
    /// Whether the first process has ended. Leaves it unreaped, so that its number stays the group's.
    fn ended(&mut self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        self.group()
            .is_none_or(|group| !matches!(waitid(WaitId::Pid(group), options), Ok(None)))
    }

    fn kill(&mut self) {
        if let Some(group) = self.group() {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }

    fn any_left(&self) -> bool {
        self.group().is_some_and(|group| {
            rustix::process::test_kill_process_group(group).is_ok() && lives(group).unwrap_or(true)
        })
    }

    fn group(&self) -> Option<rustix::process::Pid> {
        // Never 0 (our own group) and never 1.
        i32::try_from(self.id)
            .ok()
            .filter(|id| 1 < *id)
            .and_then(rustix::process::Pid::from_raw)
    }
}

/// Whether a process of the group has not ended. One that has, and that nobody has reaped, still counts as there for a
/// signal: where process 1 reaps nothing, as in many containers, for ever. `None` where there is no `/proc`.
#[cfg(unix)]
fn lives(group: rustix::process::Pid) -> Option<bool> {
    let group = group.as_raw_nonzero().get();
    let alive = |stat: &str| {
        // After the name, which may hold anything but ends with the last bracket: state, parent, group.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        let state = fields.next()?;
        let own: i32 = fields.nth(1)?.parse().ok()?;
        Some(own == group && !matches!(state, "Z" | "X"))
    };
    let all = std::fs::read_dir("/proc").ok()?;
    let mut stats = all
        .filter_map(|entry| std::fs::read_to_string(entry.ok()?.path().join("stat")).ok())
        .peekable();
    stats.peek()?;
    Some(stats.any(|stat| alive(&stat) == Some(true)))
}

#[cfg(not(unix))]
impl Process {
    fn ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    fn kill(&mut self) {
        let _ = self.child.start_kill();
    }

    fn any_left(&self) -> bool {
        false
    }
}

/// The last lines that a process wrote before it had started.
#[derive(Clone)]
pub(super) struct LastWords {
    lines: Arc<Mutex<Option<VecDeque<String>>>>,
    /// Whether the last line has been read.
    end: watch::Sender<bool>,
}

impl LastWords {
    fn new() -> Self {
        Self {
            lines: Arc::new(Mutex::new(Some(VecDeque::new()))),
            end: watch::Sender::new(false),
        }
    }

    /// The lines of a process that has ended, oldest first.
    pub(super) async fn lines(&self) -> Vec<String> {
        self.ended().await;
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().flatten().cloned().collect()
    }

    /// Waits until nobody holds its standard error open any more, but not for long.
    async fn ended(&self) {
        let _ = timeout(LINGER, self.end.subscribe().wait_for(|end| *end)).await;
    }

    /// It has started. What it says from now on may come from a page and is not kept.
    pub(super) fn forget(&self) {
        *self.lines.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Reads to the end, whether or not anything is kept: a full pipe would stop the process.
    async fn listen(self, stderr: impl AsyncRead + Unpin) {
        let mut stderr = BufReader::new(stderr);
        let mut line = Vec::new();
        while matches!(stderr.read_until(b'\n', &mut line).await, Ok(1..)) {
            let text: String = String::from_utf8_lossy(&line).trim().chars().take(LONGEST).collect();
            line.clear();
            line.shrink_to(LONGEST);
            if let Some(kept) = self.lines.lock().unwrap_or_else(PoisonError::into_inner).as_mut()
                && !text.is_empty()
            {
                if kept.len() == LINES {
                    kept.pop_front();
                }
                kept.push_back(text);
            }
        }
        self.end.send_replace(true);
    }
}

//! Chrome over a port of the loopback that it chooses itself: where descriptors 3 and 4 cannot be handed on.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::process::Command;
use tokio::time::sleep;

use super::connection::Connection;
use super::process::Process;
use super::socket;

/// The file in the profile that says where Chrome listens.
const FILE: &str = "DevToolsActivePort";

/// How often it is looked whether the file is there.
const STEP: Duration = Duration::from_millis(10);

/// What starts `browser` with a profile in which no port is named yet. Arguments are added by the caller.
pub(super) fn command(browser: &Path, profile: &Path) -> Command {
    let _ = std::fs::remove_file(profile.join(FILE));
    let mut command = Command::new(browser);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// Connects to the port that it has written into `profile`. `None` if it ends first, or the time does.
pub(super) async fn connect(process: &mut Process, profile: &Path, within: Duration) -> Option<Connection> {
    let until = Instant::now() + within;
    while Instant::now() < until && !process.ends(Duration::ZERO).await {
        // Written at once, but not in one step: without its second line it is not whole.
        if let Ok(text) = tokio::fs::read_to_string(profile.join(FILE)).await
            && let Some((port, path)) = text.trim().split_once('\n')
            && let Ok(connection) = socket::connect(&format!("ws://127.0.0.1:{port}{path}"), within).await
        {
            return Some(connection);
        }
        sleep(STEP).await;
    }
    None
}

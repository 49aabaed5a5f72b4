//! Ctrl-C and being told to end.

use std::io;

/// Comes back when the person presses Ctrl-C or the system asks the program to end.
pub(crate) async fn asked_to_stop() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut end = signal(SignalKind::terminate())?;
        let mut hangup = signal(SignalKind::hangup())?;
        tokio::select! {
            asked = tokio::signal::ctrl_c() => asked,
            _ = end.recv() => Ok(()),
            _ = hangup.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

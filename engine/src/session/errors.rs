//! What went wrong, in words that say what to do next.

use super::{EngineError, EngineErrorKind};
use crate::cdp::LaunchError;
use crate::page::{NavigateError, PageError};

impl EngineError {
    pub(crate) fn new(
        kind: EngineErrorKind,
        code: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            code: code.into(),
            message: message.into(),
            help: help.into(),
        }
    }

    pub(crate) fn chance(error: &str) -> Self {
        Self::new(
            EngineErrorKind::Browser,
            "no-randomness",
            format!("the system gives no random bytes ({error})"),
            "this machine cannot run Ostler safely; check the system's random source",
        )
    }
}

impl From<&LaunchError> for EngineError {
    fn from(error: &LaunchError) -> Self {
        let code = match error {
            LaunchError::NotFound { .. } => "browser-not-found",
            _ => "browser-not-started",
        };
        Self::new(EngineErrorKind::Browser, code, error.to_string(), error.help())
    }
}

impl From<PageError> for EngineError {
    fn from(error: PageError) -> Self {
        let (code, help) = match &error {
            PageError::Gone => (
                "browser-gone",
                "it was closed or crashed; run the command again, and nothing that was typed is kept",
            ),
            PageError::Crashed => (
                "page-crashed",
                "the process that shows the page ended; run the command again, and nothing that was typed is kept",
            ),
            PageError::Unloaded => ("navigated", "the page went elsewhere by itself; inspect it again"),
            PageError::Silent(_) => (
                "page-silent",
                "a script of the page may be in an endless loop; reload it, or give more time with --timeout",
            ),
            PageError::Failed => (
                "not-loaded",
                "the server broke off or cannot be reached; what was sent to it may have arrived, so look before you send it again",
            ),
            PageError::Threw(_) => (
                "script-threw",
                "mend the expression; what it did before it threw is done",
            ),
            PageError::Odd(_) => (
                "page-odd",
                "this is a fault in Ostler; please report it with the page's address",
            ),
        };
        Self::new(EngineErrorKind::Browser, code, error.to_string(), help)
    }
}

impl NavigateError {
    pub(crate) fn of(self, url: &str) -> EngineError {
        let host = url::Url::parse(url)
            .ok()
            .and_then(|url| url.host_str().map(ToOwned::to_owned))
            .unwrap_or_else(|| "the host".to_owned());
        let (kind, code, help) = match self {
            Self::Page(error) => return error.into(),
            Self::Dns => (
                EngineErrorKind::Network,
                "dns",
                format!("check the spelling of {host}, or the network"),
            ),
            Self::Refused => (
                EngineErrorKind::Network,
                "connection-refused",
                format!("check that a server runs at {host} and that the port is right"),
            ),
            Self::Tls(_) => (
                EngineErrorKind::Network,
                "tls",
                format!("the certificate of {host} is not trusted here; open the site in a browser to see why"),
            ),
            Self::Timeout(_) => (
                EngineErrorKind::Network,
                "timeout",
                "the server may be slow or down; try again, or give more time with --timeout".to_owned(),
            ),
            Self::Download => (
                EngineErrorKind::Page,
                "download",
                "give the address of the page that has the form".to_owned(),
            ),
            Self::NoContent => (
                EngineErrorKind::Page,
                "no-content",
                "give the address of the page that has the form".to_owned(),
            ),
            Self::Network(_) => (
                EngineErrorKind::Network,
                "network",
                format!("open {host} in a browser to see whether it works there"),
            ),
        };
        EngineError::new(kind, code, self.to_string(), help)
    }
}

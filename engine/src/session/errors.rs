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
        let message = match error {
            LaunchError::NotAttached {
                endpoint: asked,
                reason,
            } => {
                format!("cannot attach to {}: {}", endpoint(asked), unsaid(reason, asked))
            }
            error => error.to_string(),
        };
        Self::new(EngineErrorKind::Browser, code, message, error.help())
    }
}

/// The address of a browser as it may be shown: what lets somebody in stands in its user, query or fragment.
pub(super) fn endpoint(address: &str) -> String {
    let address = address.trim();
    let Some((scheme, _)) = address.split_once("://") else {
        let plain = |c: char| c.is_ascii_alphanumeric() || ".:-[]".contains(c);
        return if address.chars().all(plain) {
            address.to_owned()
        } else {
            "the address given".to_owned()
        };
    };
    let Ok(parsed) = url::Url::parse(address) else {
        return "the address given".to_owned();
    };
    let port = parsed.port().map(|port| format!(":{port}")).unwrap_or_default();
    format!(
        "{scheme}://{}{port}{}",
        parsed.host_str().unwrap_or_default(),
        parsed.path()
    )
}

/// `reason` without what the address `asked` must not show.
fn unsaid(reason: &str, asked: &str) -> String {
    let mut reason = reason.replace(asked.trim(), &endpoint(asked));
    let (before, fragment) = asked.split_once('#').unwrap_or((asked, ""));
    let (before, query) = before.split_once('?').unwrap_or((before, ""));
    let user = before.rsplit_once('@').map_or("", |(user, _)| user);
    let user = user.split_once("://").map_or(user, |(_, user)| user);
    let parts = [query, fragment, user];
    for part in parts
        .iter()
        .flat_map(|part| [*part].into_iter().chain(part.split([':', '=', '&'])))
    {
        if part.len() > 2 {
            reason = reason.replace(part, "…");
        }
    }
    reason
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
            PageError::Closed => (
                "tab-closed",
                "the page closed itself, or a person closed it; what is asked next is asked of the tab that opened it",
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
            .and_then(|url| {
                let host = url.host_str()?;
                Some(
                    url.port()
                        .map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")),
                )
            })
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

#[cfg(test)]
mod tests {
    use super::{EngineError, endpoint};
    use crate::cdp::LaunchError;

    #[test]
    fn what_lets_somebody_into_a_browser_is_not_shown() {
        let table = [
            (
                "ws://127.0.0.1:9222/devtools/browser/x",
                "ws://127.0.0.1:9222/devtools/browser/x",
            ),
            ("ws://a.example:9222/b?token=SEKRIT#SEKRIT", "ws://a.example:9222/b"),
            ("ws://ada:SEKRIT@a.example/b", "ws://a.example/b"),
            ("ws://SEKRIT@a.example:1/b", "ws://a.example:1/b"),
            ("ws://ada:SE?KRIT@a.example/b", "the address given"),
            ("ws://a.example:9222", "ws://a.example:9222/"),
            ("127.0.0.1:9222", "127.0.0.1:9222"),
            ("ada:SEKRIT@127.0.0.1:9222", "the address given"),
        ];
        for (address, shown) in table {
            assert_eq!(endpoint(address), shown);
            let error = EngineError::from(&LaunchError::NotAttached {
                endpoint: address.to_owned(),
                reason: format!("URL error: Unable to connect to {address}; \"{address}\" is not it"),
            });
            let all = format!("{error:?}");
            assert!(!all.contains("KRIT"), "{all}");
        }
    }
}

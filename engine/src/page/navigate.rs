//! Going to a URL, judged by the document that comes, never by `load` alone.

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::page::{
    GetNavigationHistoryParams, NavigateParams, NavigateToHistoryEntryParams, StopLoadingParams,
};
use chromiumoxide::cdp::browser_protocol::target::CloseTargetParams;
use chromiumoxide::cdp::js_protocol::runtime::EvaluateParams;
use serde::Deserialize;
use thiserror::Error;
use tokio::time::timeout;

use super::ask::PageError;
use super::tab::Tab;
use super::watch::Sent;
use crate::cdp::CdpError;

/// Why a URL gave no document.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NavigateError {
    /// The name has no address.
    #[error("the host name has no address")]
    Dns,
    /// Nobody listens there.
    #[error("the host refused the connection")]
    Refused,
    /// The certificate or the handshake is bad.
    #[error("the secure connection failed ({0})")]
    Tls(String),
    /// It did not answer in time.
    #[error("the server did not answer within {0} ms")]
    Timeout(u64),
    /// It sent a file to keep instead of a page.
    #[error("the URL is a download, not a page")]
    Download,
    /// It answered without a document, such as 204.
    #[error("the server answered without a page")]
    NoContent,
    /// Anything else that the network stack reports.
    #[error("the page could not be loaded ({0})")]
    Network(String),
    /// The browser is gone or does not answer.
    #[error(transparent)]
    Page(#[from] PageError),
}

/// How long after a document its answer's status may be told.
const ANSWER_TOLD_WITHIN: Duration = Duration::from_secs(1);

/// The document that came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Landing {
    pub(crate) status: Option<u16>,
    pub(crate) mime: String,
}

/// A page that does not answer the simplest question for so long is not going to.
const ALIVE_WITHIN: Duration = Duration::from_secs(3);

impl Tab {
    /// Whether a script of the page shown keeps it from answering anything at all. A document that is on its way is no
    /// reason: what is asked meanwhile waits for it.
    pub(crate) async fn is_stuck(&self) -> bool {
        if self.stands().is_err() || self.is_navigating() {
            return false;
        }
        let session = self.top_session();
        let nothing = EvaluateParams::new("0");
        let answer = self
            .connection()
            .call_within(Some(&session), &nothing, ALIVE_WITHIN)
            .await;
        matches!(answer, Err(CdpError::Unanswered { .. })) && !self.is_navigating()
    }

    /// Lets the browser close it, and waits for nothing.
    pub(crate) fn give_up(&self) {
        self.connection().post(None, &CloseTargetParams::new(self.target()));
    }

    /// Goes to `url`, and is back when its document has been committed. Whether it has come to rest is another
    /// question.
    pub(crate) async fn go(&self, url: &str, within: Duration) -> Result<Landing, NavigateError> {
        // What is known to have crashed is made anew by this; a crash from now on is another one.
        self.caught_up().await;
        self.watch().state().gone = self.connection().is_closed();
        let (requests, documents, downloads) = {
            let state = self.watch().state();
            (state.next_request, state.documents, state.downloads.len())
        };
        let session = self.top_session();
        let call = NavigateParams::new(url);
        let answer = match self.connection().call_within(Some(&session), &call, within).await {
            Ok(answer) => answer,
            Err(CdpError::Unanswered { millis, .. }) => {
                self.connection().post(Some(&session), &StopLoadingParams::default());
                return Err(NavigateError::Timeout(millis));
            }
            Err(CdpError::Refused { message, .. }) => return Err(NavigateError::Network(message)),
            Err(error) => return Err(PageError::from(error).into()),
        };
        let navigated: Navigated = answer.read().map_err(PageError::from)?;
        if let Some(error) = navigated.error_text.filter(|text| !text.is_empty()) {
            let state = self.watch().state();
            // One that began before may be told of only now: it has another address.
            let own = |began: &String| {
                let asked = url.split(['?', '#']).next().unwrap_or_default();
                let of_it = |sent: &Sent| sent.number >= requests && sent.url == *began;
                began == asked || state.requests.iter().any(of_it)
            };
            let download = navigated.is_download == Some(true) || state.downloads.iter().skip(downloads).any(own);
            drop(state);
            return Err(blame(error, download, within));
        }
        if navigated.loader_id.is_some() {
            let there = || !self.connection().is_crashed(&session);
            let committed = self
                .watch()
                .until(|state| (state.documents > documents && there()) || state.gone);
            if timeout(within, committed).await.is_err() {
                return Err(NavigateError::Timeout(millis(within)));
            }
        }
        self.stands()?;
        let of_document = |sent: &&Sent| sent.number >= requests && sent.kind == "Document" && sent.top;
        // What the network tells comes by another way than what the page tells, and may come later.
        let answered = self.watch().until(|state| {
            let sent = state.requests.iter().rfind(of_document);
            state.gone || sent.is_none_or(|sent| sent.status.is_some() || !sent.failed.is_empty())
        });
        if timeout(ANSWER_TOLD_WITHIN, answered).await.is_err() {
            tracing::debug!("a document came of which no answer was told");
        }
        let state = self.watch().state();
        let sent = state.requests.iter().rfind(of_document);
        Ok(sent.map_or_else(Landing::default, |sent| Landing {
            status: sent.status,
            mime: sent.mime.clone(),
        }))
    }
}

impl Tab {
    /// Goes back one entry of the page's history, and is back when that has been committed; `false` if there is none.
    pub(crate) async fn back(&self, within: Duration) -> Result<bool, PageError> {
        let session = self.top_session();
        let history = GetNavigationHistoryParams::default();
        let answer = self.call(Some(&session), &history).await?;
        let history: History = answer.read()?;
        let Some(entry) = history
            .current_index
            .checked_sub(1)
            .and_then(|at| history.entries.get(at))
        else {
            return Ok(false);
        };
        let (documents, url) = {
            let state = self.watch().state();
            (state.documents, state.frames.get(&state.top).map(|top| top.url.clone()))
        };
        let go = NavigateToHistoryEntryParams::new(entry.id);
        self.call(Some(&session), &go).await?;
        // Another document, or another place in this one.
        let there = self.watch().until(|state| {
            let now = state.frames.get(&state.top).map(|top| &top.url);
            state.documents > documents || now != url.as_ref() || state.gone
        });
        if timeout(within, there).await.is_err() {
            return Err(PageError::Silent(millis(within)));
        }
        if self.is_gone() {
            return Err(PageError::Gone);
        }
        Ok(true)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct History {
    current_index: usize,
    #[serde(default)]
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    id: i64,
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn blame(error: String, download: bool, within: Duration) -> NavigateError {
    let name = error.strip_prefix("net::").unwrap_or(&error);
    match name {
        _ if download => NavigateError::Download,
        "ERR_ABORTED" => NavigateError::NoContent,
        "ERR_NAME_NOT_RESOLVED" | "ERR_NAME_RESOLUTION_FAILED" | "ERR_ICANN_NAME_COLLISION" => NavigateError::Dns,
        "ERR_CONNECTION_REFUSED" => NavigateError::Refused,
        "ERR_TIMED_OUT" | "ERR_CONNECTION_TIMED_OUT" => NavigateError::Timeout(millis(within)),
        _ if name.starts_with("ERR_CERT_") || name.starts_with("ERR_SSL_") => NavigateError::Tls(error),
        _ => NavigateError::Network(error),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Navigated {
    loader_id: Option<String>,
    error_text: Option<String>,
    is_download: Option<bool>,
}

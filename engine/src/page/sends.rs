//! What the page asked servers to change.

use super::ask::site;
use super::tab::Tab;
use super::watch::Sent;

impl Tab {
    /// The requests with the number `since` or a later one that asked a server to change something: a form that was sent,
    /// or what a script sent to its own site.
    pub(crate) fn writes_since(&self, since: u64) -> Vec<Sent> {
        let top = site(&self.url());
        let is_own = |sent: &Sent| {
            let to = site(&sent.url);
            let from = sent.frame.map(|frame| site(&self.watch().state().url_of(frame)));
            to == top || from == Some(to)
        };
        let writes = |sent: &Sent| {
            !matches!(sent.method.as_str(), "GET" | "HEAD" | "OPTIONS")
                && (sent.kind == "Document" || matches!(sent.kind.as_str(), "XHR" | "Fetch") && is_own(sent))
        };
        let mut requests = self.requests_since(since);
        requests.retain(writes);
        requests
    }

    /// Waits until everything that the browser has told by now has been taken in.
    pub(crate) async fn heard_all(&self) {
        let last = self.connection().last_event();
        let there = |state: &super::watch::State| state.taken >= last || self.connection().is_closed();
        self.watch().until(there).await;
    }
}

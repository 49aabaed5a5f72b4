//! Going to a page and waiting for it to come to rest.

use std::time::Instant;

use ostler_machines::settle::{Patience, Verdict};

use super::{Arrival, EngineError, EngineErrorKind, Progress, Session};
use crate::page::PageError;
use crate::ports::settle::settle;

impl Session {
    /// Loads `url` and waits for the page to come to rest. Where the page shown does not answer any more, such as one in
    /// an endless loop, another tab takes its place.
    ///
    /// # Errors
    /// `Usage` for a URL that is not http(s), `Network` or `Page` for one that gives no page.
    pub async fn navigate(&mut self, url: &str) -> Result<Arrival, EngineError> {
        let run = self.begin();
        let url = check(url)?;
        self.tell(Progress::Loading(url.clone()));
        self.arrival = None;
        self.filled = None;
        self.ledger.forget();
        let patience = self.patience();
        let begun = Instant::now();
        if self.tab.is_stuck().await {
            self.start_over().await?;
        }
        let landing = self.tab.go(&url, patience).await.map_err(|error| error.of(&url))?;
        let left = patience.saturating_sub(begun.elapsed()).as_millis();
        let left = u64::try_from(left)
            .unwrap_or(u64::MAX)
            .min(Patience::NAVIGATION.give_up);
        let verdict = settle(&self.tab, Patience::of(left), &run).await?;
        // A page that never rests may be worked on; one that answers nothing at all is not waited for a second time.
        if verdict != Verdict::Settled && self.tab.is_stuck().await {
            let given = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
            return Err(PageError::Silent(given).into());
        }
        let title = self.tab.title().await.unwrap_or_default();
        let arrival = Arrival {
            url: self.tab.url(),
            title,
            status: landing.status,
            mime: landing.mime,
            settled: verdict == Verdict::Settled,
        };
        self.arrival = Some(arrival.clone());
        Ok(arrival)
    }
}

/// Only http and https are gone to: everything else is a file, a script or the browser's own.
pub(super) fn check(url: &str) -> Result<String, EngineError> {
    let usage = |code: &str, message: String, help: &str| EngineError::new(EngineErrorKind::Usage, code, message, help);
    let parsed = url::Url::parse(url).map_err(|error| {
        usage(
            "bad-url",
            format!("the address cannot be read ({error})"),
            "write it whole, such as https://example.org/form",
        )
    })?;
    match parsed.scheme() {
        "http" | "https" => Ok(parsed.into()),
        other => Err(usage(
            "bad-scheme",
            format!("`{other}:` addresses are not opened"),
            "give an http or https address; serve a local file on 127.0.0.1 to fill it",
        )),
    }
}

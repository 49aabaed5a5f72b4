//! What a page looks like, and what came of what was done to it.

use ostler_machines::form::model::Ref;
use ostler_machines::outline::{Item, Observation, Observe, Outline, View, find};
use ostler_machines::refs::kept::{self, Why};
use ostler_machines::refs::{STALE_HELP, stale};

use super::fill::Noticed;
use super::{EngineError, EngineErrorKind, Session};

impl Session {
    /// The page as it is, in all its frames; or that it is what was shown last.
    ///
    /// # Errors
    /// `Browser` if it died or does not answer.
    pub async fn snapshot(&mut self, view: View) -> Result<Observation, EngineError> {
        let (outline, document) = self.outline().await?;
        Ok(self.memory.snapshot(&outline, view, (self.tab.number(), document)))
    }

    /// What `observe` wants to see of the page after something was done to it. All of the page is shown as `view` says.
    ///
    /// # Errors
    /// As [`Session::snapshot`].
    pub async fn observe(&mut self, observe: Observe, view: View) -> Result<Observation, EngineError> {
        match observe {
            Observe::None => Ok(Observation {
                url: self.tab.url(),
                ..Observation::default()
            }),
            Observe::Full => self.snapshot(view).await,
            Observe::Delta => {
                let (outline, document) = self.outline().await?;
                Ok(self.memory.delta(&outline, view, (self.tab.number(), document)))
            }
        }
    }

    /// The things on the page that go by the words of `query`, best first, 20 at most.
    ///
    /// # Errors
    /// As [`Session::snapshot`].
    pub async fn find(&mut self, query: &str) -> Result<Vec<Item>, EngineError> {
        let (outline, _) = self.outline().await?;
        Ok(find(&outline, query).into_iter().cloned().collect())
    }

    /// The element that `reference` names now: itself while it is in its document, else what was made in its place if
    /// there is no doubt about that.
    ///
    /// # Errors
    /// `Usage` (`bad-ref`, `stale-ref`) if it is none or names nothing any more.
    pub async fn resolve(&mut self, reference: &str) -> Result<Ref, EngineError> {
        let Some(wanted) = Ref::parse(reference.trim()) else {
            return Err(EngineError::new(
                EngineErrorKind::Usage,
                "bad-ref",
                "this is no ref; a ref looks like e12, or f2e12 in a frame",
                STALE_HELP,
            ));
        };
        self.earlier(wanted)
            .map_err(|why| stale_ref(kept::stale(wanted, why)))?;
        self.refs.documents(self.tab.number(), &self.tab.documents());
        if self.tab.is_there(wanted).await? {
            return Ok(wanted);
        }
        let healed = if self.refs.identity(self.tab.number(), wanted).is_some() {
            let (outline, _) = self.tab.outline().await?;
            self.refs.documents(self.tab.number(), &self.tab.documents());
            let healed = self.refs.heal(self.tab.number(), wanted, &outline);
            self.refs.seen(self.tab.number(), &outline);
            healed
        } else {
            None
        };
        healed.ok_or_else(|| {
            let words = if self
                .restored
                .as_ref()
                .is_some_and(|(restored, _)| restored.gave(wanted))
            {
                kept::stale(wanted, Why::Element)
            } else {
                stale(wanted)
            };
            stale_ref(words)
        })
    }

    /// What has happened in the tab since this was asked last, or since it was opened: dialogs and windows, a sentence
    /// each. Some of it may have been told by what it happened in.
    pub fn news(&mut self) -> Vec<String> {
        let before = self.told.insert(self.tab.number(), Noticed::of(&self.tab));
        before.unwrap_or_default().since(&self.tab)
    }

    /// Whether `wanted` can name what it named in an earlier session, if that gave it.
    fn earlier(&self, wanted: Ref) -> Result<(), Why> {
        let Some((restored, documents)) = &self.restored else {
            return Ok(());
        };
        let of = |all: &[(u32, u64)]| all.iter().find(|(frame, _)| *frame == wanted.frame).copied();
        let same = self.resumed() && of(documents).is_some() && of(documents) == of(&self.tab.documents());
        restored.judge(wanted, same)
    }

    async fn outline(&mut self) -> Result<(Outline, u64), EngineError> {
        let (outline, document) = self.tab.outline().await?;
        self.refs.documents(self.tab.number(), &self.tab.documents());
        self.refs.seen(self.tab.number(), &outline);
        Ok((outline, document))
    }
}

fn stale_ref(words: String) -> EngineError {
    EngineError::new(EngineErrorKind::Usage, "stale-ref", words, STALE_HELP)
}

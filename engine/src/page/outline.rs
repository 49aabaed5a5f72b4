//! What a page looks like: one round trip a frame, and a fence around them all.

use std::time::Duration;

use ostler_machines::form::model::Ref;
use ostler_machines::outline::{Judged, Outline, Sketch, Standing, assemble, judge};
use ostler_runtime::answer::Snapshot;
use ostler_runtime::ask::Question;

use super::ask::{FRAME_WITHIN, PageError, join_all};
use super::tab::Tab;
use super::watch::Frame;

const TOP_WITHIN: Duration = Duration::from_secs(20);
/// How long a frame that has come may take to be set up.
const ARRIVE_WITHIN: Duration = Duration::from_secs(2);
/// How long a frame on its way to another document is waited for.
const LAND_WITHIN: Duration = Duration::from_secs(1);

impl Tab {
    /// What the page looks like in all its frames, and the document that it is of.
    pub(crate) async fn outline(&self) -> Result<(Outline, u64), PageError> {
        let mut retries = 0;
        loop {
            self.all_landed().await;
            let before = self.standings();
            let document = self.document();
            let frames = self.watch().state().in_order();
            let answers = join_all(frames.iter().map(|(id, frame)| self.sketch(id, frame))).await;
            self.caught_up().await;
            let judged = judge(&before, &self.standings(), retries);
            retries += 1;
            if judged == Judged::Again {
                continue;
            }
            let mut sketches = Vec::new();
            for ((id, frame), answer) in frames.iter().zip(answers) {
                let parent = frame.parent.as_ref();
                let parent = parent.and_then(|parent| frames.iter().find(|(id, _)| id == parent));
                let parent = parent.map(|(_, parent)| parent.number);
                match answer {
                    Ok(snapshot) => sketches.push(snapshot.into_sketch(frame.number, parent)),
                    Err(error) if frame.number == 0 && !matches!(error, PageError::Failed) => return Err(error),
                    Err(PageError::Gone) => return Err(PageError::Gone),
                    Err(_) => sketches.push(Sketch {
                        frame: frame.number,
                        parent,
                        url: self.watch().state().heading(id, frame),
                        unread: true,
                        ..Sketch::default()
                    }),
                }
            }
            let mut outline = assemble(&sketches);
            outline.incomplete |= judged == Judged::Incomplete;
            return Ok((outline, document));
        }
    }

    /// Waits until every event that has come is taken in: an answer may overtake the events that came before it. The
    /// frames that they tell of have their place in the page then, unless one of them does not answer.
    pub(crate) async fn caught_up(&self) {
        self.heard_all().await;
        let arrived = self
            .watch()
            .until(|state| state.gone || state.arriving.is_empty() || self.connection().is_closed());
        if tokio::time::timeout(ARRIVE_WITHIN, arrived).await.is_err() {
            tracing::debug!("a frame does not answer; it is not waited for again");
            self.watch().state().arriving.clear();
        }
    }

    /// Waits a moment for frames that have not shown a document of their own yet. Whether there are any.
    pub(crate) async fn frames_there(&self) -> bool {
        let late = |state: &super::watch::State| {
            let mut frames = state.frames.values();
            frames.any(|frame| frame.number != 0 && (frame.pending || frame.url.is_empty()))
        };
        let frames = self.watch().state().frames.len() > 1;
        let there = self.watch().until(|state| state.gone || !late(state));
        if tokio::time::timeout(LAND_WITHIN, there).await.is_err() {
            tracing::debug!("a frame does not arrive; it is read as it is");
        }
        frames
    }

    /// The number of the document that a frame shows.
    pub(crate) fn document_in(&self, frame_id: &str) -> Result<u64, PageError> {
        let state = self.watch().state();
        let frame = state.frames.get(frame_id).ok_or(PageError::Unloaded)?;
        Ok(frame.document)
    }

    /// Whether a frame shows `document` still and goes nowhere else, as far as has been told by now.
    ///
    /// # Errors
    /// [`PageError::Unloaded`] if it does not.
    pub(crate) async fn stays(&self, frame_id: &str, document: u64) -> Result<(), PageError> {
        self.watch().take_in(self.connection().last_event()).await;
        let there = |state: &super::watch::State| {
            let frame = state.frames.get(frame_id);
            state.gone || frame.is_none_or(|frame| !frame.pending || frame.document != document)
        };
        let landed = tokio::time::timeout(LAND_WITHIN, self.watch().until(there)).await;
        if landed.is_err() || self.document_in(frame_id)? != document {
            return Err(PageError::Unloaded);
        }
        Ok(())
    }

    /// Waits a moment for frames that are on their way to another document.
    pub(crate) async fn all_landed(&self) {
        let there = |state: &super::watch::State| state.gone || !state.frames.values().any(|frame| frame.pending);
        let landed = self.watch().until(there);
        if tokio::time::timeout(LAND_WITHIN, landed).await.is_err() {
            tracing::debug!("a frame does not arrive; it is read as it is");
        }
    }

    /// What one frame looks like, closed shadow roots included.
    async fn sketch(&self, id: &str, frame: &Frame) -> Result<Snapshot, PageError> {
        let within = self
            .marks()
            .within(if frame.number == 0 { TOP_WITHIN } else { FRAME_WITHIN });
        self.ask_into(id, frame, &Question::Snapshot, within, |snapshot: &Snapshot| {
            snapshot.closed_roots
        })
        .await
    }

    /// The frames and their documents: what must not change while they are asked.
    fn standings(&self) -> Vec<Standing> {
        let frames = self.watch().state().in_order().into_iter();
        let standing = |(_, frame): (String, Frame)| Standing {
            frame: frame.number,
            document: frame.document,
            url: frame.url,
            pending: frame.pending,
        };
        frames.map(standing).collect()
    }

    /// The number of each frame and of its document.
    pub(crate) fn documents(&self) -> Vec<(u32, u64)> {
        let state = self.watch().state();
        let mut documents: Vec<(u32, u64)> = state
            .frames
            .values()
            .map(|frame| (frame.number, frame.document))
            .collect();
        documents.sort_unstable();
        documents
    }

    /// Whether an element is in its document still.
    pub(crate) async fn is_there(&self, reference: Ref) -> Result<bool, PageError> {
        let question = Question::There {
            elements: vec![reference.element],
        };
        match self.ask_of::<Vec<bool>>(reference, &question).await {
            Ok(there) => Ok(there.first().copied().unwrap_or_default()),
            Err(PageError::Unloaded) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

//! Closed shadow roots, which only the browser itself can show.
//!
//! Those that a script makes are seen by the counter. Of those that came with the markup, the page script can only say
//! which elements may have one; the browser is asked about each of them once, element by element, and never about the
//! whole document: a page may be nested deeper than anybody can read.

use std::time::{Duration, Instant};

use super::ask::{PageError, join_all};
use super::handles::{Handles, by_handle};
use super::tab::Tab;

const HOSTS: &str = "function (most) { return globalThis.__ostler.hosts(most); }";
const ADOPT: &str = "function (root) { globalThis.__ostler.adopt(this, root); }";

/// The handles of one look go by this name and are let go of together.
const GROUP: &str = "ostler-hosts";

/// The browser is asked of so many elements at once.
const AT_ONCE: u32 = 500;

/// How long one answer may take.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// What came of asking the browser about the elements that may have a closed shadow root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Adopted {
    /// So many closed roots are known to the page script from now on.
    pub(crate) roots: u32,
    /// So many elements were to be asked about and the browser did not answer.
    pub(crate) failed: u32,
    /// The time was up before all had been asked about.
    pub(crate) cut: bool,
}

impl Tab {
    /// Makes the closed shadow roots of one frame known to its page script, as far as there is time until `end`.
    ///
    /// # Errors
    /// Only if there is no page any more: what cannot be looked into is counted, and the rest is read.
    pub(crate) async fn adopt_closed_roots(&self, frame_id: &str, end: Instant) -> Result<Adopted, PageError> {
        let mut adopted = Adopted::default();
        loop {
            match self.adopt_some(frame_id, &mut adopted).await {
                Ok(0) => return Ok(adopted),
                Ok(_) if end <= Instant::now() => {
                    adopted.cut = true;
                    return Ok(adopted);
                }
                Ok(_) => {}
                Err(error @ (PageError::Gone | PageError::Crashed)) => return Err(error),
                Err(_) => {
                    adopted.failed += 1;
                    return Ok(adopted);
                }
            }
        }
    }

    /// Asks about the next few. Answers how many there were.
    async fn adopt_some(&self, frame_id: &str, adopted: &mut Adopted) -> Result<usize, PageError> {
        let (frame, context) = self.context(frame_id).await?;
        let handles = Handles {
            tab: self,
            session: &frame.session,
            context,
            group: GROUP,
            within: self.marks().within(ANSWER_WITHIN),
        };
        let elements: Vec<String> = (handles.list(HOSTS, AT_ONCE.into()).await?.into_iter())
            .filter_map(|element| element.object_id)
            .collect();
        let asked = elements.iter().map(|element| closed_root(handles, element));
        for answer in join_all(asked).await {
            match answer {
                Ok(roots) => adopted.roots += roots,
                Err(error @ (PageError::Gone | PageError::Crashed)) => return Err(error),
                Err(_) => adopted.failed += 1,
            }
        }
        if !elements.is_empty() {
            handles.let_go();
        }
        Ok(elements.len())
    }
}

/// Makes the closed root of one element known, if it has one. Answers how many there were.
async fn closed_root(handles: Handles<'_>, element: &str) -> Result<u32, PageError> {
    let mut found = 0;
    for root in handles.describe(element).await?.shadow_roots {
        if root.shadow_root_type.as_deref() != Some("closed") {
            continue;
        }
        let root = handles.resolve(root.backend_node_id).await?;
        handles.call(ADOPT, Some(element), vec![by_handle(root)]).await?;
        found += 1;
    }
    Ok(found)
}

//! Closed shadow roots, which only the browser itself can show.
//!
//! Those that a script makes are seen by the counter. Of those that came with the markup, the page script can only say
//! which elements may have one; the browser is asked about each of them once, element by element, and never about the
//! whole document: a page may be nested deeper than anybody can read.

use std::time::{Duration, Instant};

use chromiumoxide::cdp::browser_protocol::dom::{BackendNodeId, DescribeNodeParams, ResolveNodeParams};
use chromiumoxide::cdp::js_protocol::runtime::{
    CallArgument, CallFunctionOnParams, ExecutionContextId, GetPropertiesParams, ReleaseObjectGroupParams,
    RemoteObjectId,
};
use serde::Deserialize;

use super::ask::{PageError, join_all};
use super::tab::Tab;
use crate::cdp::SessionId;

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
        let session = &frame.session;
        let elements = self.suspects(session, context).await?;
        let asked = elements
            .iter()
            .map(|element| self.closed_root(session, element, context));
        for answer in join_all(asked).await {
            match answer {
                Ok(roots) => adopted.roots += roots,
                Err(error @ (PageError::Gone | PageError::Crashed)) => return Err(error),
                Err(_) => adopted.failed += 1,
            }
        }
        if !elements.is_empty() {
            let release = ReleaseObjectGroupParams::new(GROUP);
            self.connection().post(Some(session), &release);
        }
        Ok(elements.len())
    }

    /// Handles on the elements that are to be asked about next.
    async fn suspects(&self, session: &SessionId, context: i64) -> Result<Vec<String>, PageError> {
        let hosts = CallFunctionOnParams {
            arguments: Some(vec![CallArgument {
                value: Some(AT_ONCE.into()),
                unserializable_value: None,
                object_id: None,
            }]),
            execution_context_id: Some(ExecutionContextId::new(context)),
            object_group: Some(GROUP.to_owned()),
            silent: Some(true),
            ..CallFunctionOnParams::new(HOSTS)
        };
        let answer = self
            .connection()
            .call_within(Some(session), &hosts, ANSWER_WITHIN)
            .await?;
        let list: Returned = answer.read()?;
        let list = list.result.object_id.ok_or(PageError::Odd("hosts".into()))?;
        let properties = GetPropertiesParams {
            own_properties: Some(true),
            ..GetPropertiesParams::new(RemoteObjectId::from(list))
        };
        let answer = self
            .connection()
            .call_within(Some(session), &properties, ANSWER_WITHIN)
            .await?;
        let members: Members = answer.read()?;
        let elements = members
            .result
            .into_iter()
            .filter(|member| member.name.parse::<u32>().is_ok());
        Ok(elements.filter_map(|member| member.value?.object_id).collect())
    }

    /// Makes the closed root of one element known, if it has one. Answers how many there were.
    async fn closed_root(&self, session: &SessionId, element: &str, context: i64) -> Result<u32, PageError> {
        let describe = DescribeNodeParams {
            object_id: Some(RemoteObjectId::from(element.to_owned())),
            depth: Some(0),
            ..DescribeNodeParams::default()
        };
        let answer = self
            .connection()
            .call_within(Some(session), &describe, ANSWER_WITHIN)
            .await?;
        let described: Described = answer.read()?;
        let mut found = 0;
        for root in described.node.shadow_roots {
            if root.shadow_root_type.as_deref() != Some("closed") {
                continue;
            }
            let resolve = ResolveNodeParams {
                backend_node_id: Some(BackendNodeId::new(root.backend_node_id)),
                execution_context_id: Some(ExecutionContextId::new(context)),
                object_group: Some(GROUP.to_owned()),
                ..ResolveNodeParams::default()
            };
            let answer = self
                .connection()
                .call_within(Some(session), &resolve, ANSWER_WITHIN)
                .await?;
            let resolved: Resolved = answer.read()?;
            let handle = resolved.object.object_id.ok_or(PageError::Unloaded)?;
            let adopt = CallFunctionOnParams {
                object_id: Some(RemoteObjectId::from(element.to_owned())),
                arguments: Some(vec![CallArgument {
                    object_id: Some(RemoteObjectId::from(handle)),
                    value: None,
                    unserializable_value: None,
                }]),
                silent: Some(true),
                ..CallFunctionOnParams::new(ADOPT)
            };
            self.connection()
                .call_within(Some(session), &adopt, ANSWER_WITHIN)
                .await?;
            found += 1;
        }
        Ok(found)
    }
}

#[derive(Deserialize)]
struct Returned {
    result: Object,
}

#[derive(Deserialize)]
struct Members {
    #[serde(default)]
    result: Vec<Member>,
}

#[derive(Deserialize)]
struct Member {
    #[serde(default)]
    name: String,
    value: Option<Object>,
}

#[derive(Deserialize)]
struct Described {
    node: Node,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Node {
    #[serde(default)]
    shadow_roots: Vec<Root>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Root {
    backend_node_id: i64,
    shadow_root_type: Option<String>,
}

#[derive(Deserialize)]
struct Resolved {
    object: Object,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Object {
    object_id: Option<String>,
}

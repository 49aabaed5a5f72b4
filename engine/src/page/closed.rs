//! Closed shadow roots, which only the browser itself can show.
//!
//! Listing them costs a walk over the whole document, so it is done only where the counter saw one being made.

use chromiumoxide::cdp::browser_protocol::dom::{BackendNodeId, GetDocumentParams, ResolveNodeParams};
use chromiumoxide::cdp::js_protocol::runtime::{
    CallArgument, CallFunctionOnParams, ExecutionContextId, RemoteObjectId,
};
use serde::Deserialize;

use super::ask::PageError;
use super::tab::Tab;

const ADOPT: &str = "function (root) { globalThis.__ostler.adopt(this, root); }";

impl Tab {
    /// Makes the closed shadow roots of one frame known to its page script. Answers how many there were.
    pub(crate) async fn adopt_closed_roots(&self, frame_id: &str) -> Result<usize, PageError> {
        let (frame, context) = self.context(frame_id).await?;
        let session = Some(&frame.session);
        let whole = GetDocumentParams {
            depth: Some(-1),
            pierce: Some(true),
        };
        let answer = self.connection().call(session, &whole).await?;
        let document: Document = answer.read()?;
        let mut pairs = Vec::new();
        let is_own = frame.parent.is_none() || self.is_session_root(frame_id);
        collect(&document.root, frame_id, is_own, &mut pairs);
        for (host, root) in &pairs {
            let host = self.resolve(frame_id, *host, context).await?;
            let root = self.resolve(frame_id, *root, context).await?;
            let adopt = CallFunctionOnParams {
                object_id: Some(RemoteObjectId::from(host)),
                arguments: Some(vec![CallArgument {
                    object_id: Some(RemoteObjectId::from(root)),
                    value: None,
                    unserializable_value: None,
                }]),
                silent: Some(true),
                ..CallFunctionOnParams::new(ADOPT)
            };
            self.connection().call(session, &adopt).await?;
        }
        Ok(pairs.len())
    }

    /// Whether a frame is the outermost one of its session: the root of what `DOM.getDocument` answers.
    fn is_session_root(&self, frame_id: &str) -> bool {
        let state = self.watch().state();
        let Some(frame) = state.frames.get(frame_id) else {
            return false;
        };
        let parent = frame.parent.as_ref().and_then(|parent| state.frames.get(parent));
        parent.is_none_or(|parent| parent.session != frame.session)
    }

    async fn resolve(&self, frame_id: &str, node: i64, context: i64) -> Result<String, PageError> {
        let session = self
            .watch()
            .state()
            .frames
            .get(frame_id)
            .map(|frame| frame.session.clone())
            .ok_or(PageError::Unloaded)?;
        let resolve = ResolveNodeParams {
            backend_node_id: Some(BackendNodeId::new(node)),
            execution_context_id: Some(ExecutionContextId::new(context)),
            ..ResolveNodeParams::default()
        };
        let answer = self.connection().call(Some(&session), &resolve).await?;
        let resolved: Resolved = answer.read()?;
        resolved.object.object_id.ok_or(PageError::Unloaded)
    }
}

/// Pairs of host and closed root within the document of `wanted`, outer ones first.
fn collect(node: &Node, wanted: &str, inside: bool, pairs: &mut Vec<(i64, i64)>) {
    for root in &node.shadow_roots {
        if inside && root.shadow_root_type.as_deref() == Some("closed") {
            pairs.push((node.backend_node_id, root.backend_node_id));
        }
        collect(root, wanted, inside, pairs);
    }
    for child in &node.children {
        collect(child, wanted, inside, pairs);
    }
    if let Some(document) = &node.content_document {
        collect(document, wanted, node.frame_id.as_deref() == Some(wanted), pairs);
    }
}

#[derive(Deserialize)]
struct Document {
    root: Node,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Node {
    backend_node_id: i64,
    frame_id: Option<String>,
    shadow_root_type: Option<String>,
    #[serde(default)]
    shadow_roots: Vec<Node>,
    #[serde(default)]
    children: Vec<Node>,
    content_document: Option<Box<Node>>,
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

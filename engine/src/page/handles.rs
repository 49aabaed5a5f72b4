//! Handles on what is in a page, and the browser's own names for nodes.

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::dom::{BackendNodeId, DescribeNodeParams, ResolveNodeParams};
use chromiumoxide::cdp::js_protocol::runtime::{
    CallArgument, CallFunctionOnParams, ExecutionContextId, GetPropertiesParams, ReleaseObjectGroupParams,
    RemoteObjectId,
};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::ask::PageError;
use super::tab::Tab;
use crate::cdp::SessionId;

/// Where handles are made, the name by which they are let go of together, and how long one answer may take.
#[derive(Clone, Copy)]
pub(super) struct Handles<'a> {
    pub(super) tab: &'a Tab,
    pub(super) session: &'a SessionId,
    pub(super) context: i64,
    pub(super) group: &'a str,
    pub(super) within: Duration,
}

impl Handles<'_> {
    /// Calls a function of the page script that answers with a list: its items in order.
    pub(super) async fn list(self, function: &str, argument: serde_json::Value) -> Result<Vec<Object>, PageError> {
        let call = CallFunctionOnParams {
            arguments: Some(vec![by_value(argument)]),
            execution_context_id: Some(ExecutionContextId::new(self.context)),
            object_group: Some(self.group.to_owned()),
            silent: Some(true),
            ..CallFunctionOnParams::new(function)
        };
        let connection = self.tab.connection();
        let answer = connection.call_within(Some(self.session), &call, self.within).await?;
        let list: Returned = answer.read()?;
        let list = list.result.object_id.ok_or(PageError::Odd("list".into()))?;
        let properties = GetPropertiesParams {
            own_properties: Some(true),
            ..GetPropertiesParams::new(RemoteObjectId::from(list))
        };
        let answer = connection
            .call_within(Some(self.session), &properties, self.within)
            .await?;
        let members: Members = answer.read()?;
        let mut items: Vec<(u32, Object)> = members
            .result
            .into_iter()
            .filter_map(|member| Some((member.name.parse().ok()?, member.value?)))
            .collect();
        items.sort_by_key(|(at, _)| *at);
        Ok(items.into_iter().map(|(_, item)| item).collect())
    }

    /// The node behind a handle.
    pub(super) async fn describe(self, object: &str) -> Result<Node, PageError> {
        let describe = DescribeNodeParams {
            object_id: Some(RemoteObjectId::from(object.to_owned())),
            depth: Some(0),
            ..DescribeNodeParams::default()
        };
        let answer = (self.tab.connection())
            .call_within(Some(self.session), &describe, self.within)
            .await?;
        let described: Described = answer.read()?;
        Ok(described.node)
    }

    /// A handle on a node.
    pub(super) async fn resolve(self, node: i64) -> Result<String, PageError> {
        let resolve = ResolveNodeParams {
            backend_node_id: Some(BackendNodeId::new(node)),
            execution_context_id: Some(ExecutionContextId::new(self.context)),
            object_group: Some(self.group.to_owned()),
            ..ResolveNodeParams::default()
        };
        let answer = (self.tab.connection())
            .call_within(Some(self.session), &resolve, self.within)
            .await?;
        let resolved: Resolved = answer.read()?;
        resolved.object.object_id.ok_or(PageError::Unloaded)
    }

    /// Calls a function that answers nothing, with `this` if it has one.
    pub(super) async fn call(
        self,
        function: &str,
        this: Option<&str>,
        arguments: Vec<CallArgument>,
    ) -> Result<(), PageError> {
        let call = CallFunctionOnParams {
            object_id: this.map(|this| RemoteObjectId::from(this.to_owned())),
            arguments: Some(arguments),
            execution_context_id: this.is_none().then(|| ExecutionContextId::new(self.context)),
            silent: Some(true),
            ..CallFunctionOnParams::new(function)
        };
        (self.tab.connection())
            .call_within(Some(self.session), &call, self.within)
            .await?;
        Ok(())
    }

    /// Calls a function of an element that answers with a number, or with nothing.
    pub(super) async fn number(self, function: &str, this: &str) -> Result<Option<u32>, PageError> {
        let call = CallFunctionOnParams {
            object_id: Some(RemoteObjectId::from(this.to_owned())),
            return_by_value: Some(true),
            silent: Some(true),
            ..CallFunctionOnParams::new(function)
        };
        let answer = (self.tab.connection())
            .call_within(Some(self.session), &call, self.within)
            .await?;
        let returned: Returned = answer.read()?;
        let number = returned.result.value;
        Ok(number.and_then(|number| number.get().parse().ok()))
    }

    pub(super) fn let_go(self) {
        let release = ReleaseObjectGroupParams::new(self.group);
        self.tab.connection().post(Some(self.session), &release);
    }
}

pub(super) fn by_value(value: serde_json::Value) -> CallArgument {
    CallArgument {
        value: Some(value),
        unserializable_value: None,
        object_id: None,
    }
}

pub(super) fn by_handle(handle: String) -> CallArgument {
    CallArgument {
        object_id: Some(RemoteObjectId::from(handle)),
        value: None,
        unserializable_value: None,
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
pub(super) struct Node {
    pub(super) backend_node_id: i64,
    #[serde(default)]
    pub(super) shadow_roots: Vec<Root>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Root {
    pub(super) backend_node_id: i64,
    pub(super) shadow_root_type: Option<String>,
}

#[derive(Deserialize)]
struct Resolved {
    object: Object,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Object {
    pub(super) object_id: Option<String>,
    pub(super) value: Option<Box<RawValue>>,
}

//! The numbers of elements, carried from one process to the next by the browser's own names for frames, loads and nodes.

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::page::GetFrameTreeParams;
use ostler_machines::refs::MOST_REFS;
use ostler_machines::refs::kept::{Document, Kept, Standing, VERSION};
use ostler_runtime::ask::Question;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::ask::{PageError, join_all};
use super::handles::{Handles, by_handle, by_value};
use super::tab::Tab;
use super::watch::Frame;
use crate::cdp::SessionId;

/// The newest elements that have a number, each followed by it.
const NUMBERED: &str = "function (most) { return globalThis.__ostler.numbered(most); }";
const RECALL: &str = "function (numbers, ...elements) { globalThis.__ostler.recall(numbers, elements); }";

/// The handles of one frame go by this name and are let go of together.
fn group(frame: &Frame) -> String {
    format!("ostler-kept-{}", frame.number)
}

/// How long one answer may take.
const ANSWER_WITHIN: Duration = Duration::from_secs(20);

impl Tab {
    /// What another process needs to go on with the refs of this page.
    pub(crate) async fn keep(&self) -> Result<Kept, PageError> {
        self.caught_up().await;
        let frames = self.watch().state().in_order();
        let before = self.standing_now(&frames).await?;
        let asked = frames.iter().map(|(id, frame)| self.nodes(id, frame));
        let nodes = join_all(asked).await;
        self.stands()?;
        // A document that came meanwhile is not the one whose elements were told.
        let after = self.standing_now(&frames).await?;
        let told = frames.iter().zip(nodes).map(|((id, frame), nodes)| {
            let standing = before.iter().find(|standing| standing.frame == *id);
            // Nor is one known whose elements were not told.
            let loader = standing.filter(|standing| after.contains(standing) && nodes.is_ok());
            Document {
                frame: id.clone(),
                number: frame.number,
                loader: loader.map(|standing| standing.loader.clone()).unwrap_or_default(),
                nodes: nodes.unwrap_or_default(),
            }
        });
        Ok(Kept {
            version: VERSION,
            target: self.target(),
            documents: told.collect(),
            elements: self.marks().elements(),
            frames: self.marks().frames(),
        })
    }

    /// The frames of the page as the browser shows them now.
    pub(crate) async fn standing(&self) -> Result<Vec<Standing>, PageError> {
        self.caught_up().await;
        let frames = self.watch().state().in_order();
        self.standing_now(&frames).await
    }

    async fn standing_now(&self, frames: &[(String, Frame)]) -> Result<Vec<Standing>, PageError> {
        let mut sessions: Vec<SessionId> = Vec::new();
        for (_, frame) in frames {
            if !sessions.contains(&frame.session) {
                sessions.push(frame.session.clone());
            }
        }
        let asked = sessions.iter().map(|session| async move {
            let tree = GetFrameTreeParams::default();
            let answer = self
                .connection()
                .call_within(Some(session), &tree, self.marks().within(ANSWER_WITHIN))
                .await?;
            Ok::<Answer, PageError>(answer.read()?)
        });
        let mut found = Vec::new();
        for answer in join_all(asked).await {
            let mut stack: Vec<Tree> = match answer {
                Ok(answer) => vec![answer.frame_tree],
                Err(error @ (PageError::Gone | PageError::Crashed)) => return Err(error),
                // A frame that is going, which is then not there.
                Err(_) => continue,
            };
            while let Some(tree) = stack.pop() {
                found.push(Standing {
                    frame: tree.frame.id,
                    loader: tree.frame.loader_id,
                });
                let children = tree.child_frames.iter();
                stack.extend(children.filter_map(|child| serde_json::from_str(child.get()).ok()));
            }
        }
        Ok(found)
    }

    /// The numbers of a document's elements, and the browser's names for these.
    async fn nodes(&self, id: &str, frame: &Frame) -> Result<Vec<(u32, i64)>, PageError> {
        // Where nothing was asked as yet there is no number.
        let (_, context) = self.ready(id).await?;
        let group = group(frame);
        let handles = self.handles(frame, context, &group);
        let items = handles.list(NUMBERED, MOST_REFS.into()).await?;
        let pairs = items.chunks_exact(2).filter_map(|pair| {
            let [element, number] = pair else { return None };
            let number = number.value.as_ref()?.get().parse::<u32>().ok()?;
            Some((element.object_id.clone()?, number))
        });
        let asked = pairs.map(|(element, number)| async move {
            let node = handles.describe(&element).await.ok()?;
            Some((number, node.backend_node_id))
        });
        let nodes = join_all(asked).await.into_iter().flatten().collect();
        handles.let_go();
        Ok(nodes)
    }

    /// Gives elements of a frame the numbers that an earlier process gave them, as far as they are there. No other
    /// element has one from then on.
    pub(crate) async fn recall(&self, id: &str, nodes: &[(u32, i64)]) -> Result<(), PageError> {
        let (frame, context) = self.ready(id).await?;
        let group = group(&frame);
        let handles = self.handles(&frame, context, &group);
        let asked = nodes
            .iter()
            .map(|(number, node)| async move { Some((*number, handles.resolve(*node).await.ok()?)) });
        let found: Vec<(u32, String)> = join_all(asked).await.into_iter().flatten().collect();
        let numbers: Vec<u32> = found.iter().map(|(number, _)| *number).collect();
        let elements = found.into_iter().map(|(_, element)| by_handle(element));
        let arguments = std::iter::once(by_value(numbers.into())).chain(elements).collect();
        handles.call(RECALL, None, arguments).await?;
        handles.let_go();
        Ok(())
    }

    /// The isolated world of a frame, with the page script in it.
    async fn ready(&self, id: &str) -> Result<(Frame, i64), PageError> {
        let nothing = Question::There { elements: Vec::new() };
        let _: Vec<bool> = self.ask(id, &nothing, self.marks().within(ANSWER_WITHIN)).await?;
        self.context(id).await
    }

    fn handles<'a>(&'a self, frame: &'a Frame, context: i64, group: &'a str) -> Handles<'a> {
        Handles {
            tab: self,
            session: &frame.session,
            context,
            group,
            within: self.marks().within(ANSWER_WITHIN),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    frame_tree: Tree,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Tree {
    frame: Info,
    #[serde(default)]
    child_frames: Vec<Box<RawValue>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Info {
    id: String,
    #[serde(default)]
    loader_id: String,
}

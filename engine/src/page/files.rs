//! Files for what is no file input: a place that makes one when it is pressed, or that takes what is dropped on it.

use std::borrow::Cow;

use chromiumoxide::cdp::browser_protocol::dom::{BackendNodeId, SetFileInputFilesParams};
use chromiumoxide::cdp::browser_protocol::input::{
    DispatchDragEventParams, DispatchDragEventReturns, DispatchDragEventType,
};
use chromiumoxide::cdp::browser_protocol::page::SetInterceptFileChooserDialogParams;
use chromiumoxide::types::{Command, Method};
use ostler_machines::form::model::Ref;
use serde::Serialize;

use super::ask::PageError;
use super::tab::Tab;
use super::watch::Chooser;

/// `Input.dispatchDragEvent` with files and nothing besides. The generated one leaves out a list that is empty, which
/// the browser wants.
#[derive(Debug, Serialize)]
struct Drag<'a> {
    #[serde(rename = "type")]
    kind: DispatchDragEventType,
    x: f64,
    y: f64,
    data: Dragged<'a>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Dragged<'a> {
    items: [(); 0],
    files: &'a [String],
    drag_operations_mask: u8,
}

impl Method for Drag<'_> {
    fn identifier(&self) -> Cow<'static, str> {
        DispatchDragEventParams::IDENTIFIER.into()
    }
}

impl Command for Drag<'_> {
    type Response = DispatchDragEventReturns;
}

impl Tab {
    /// Lets nothing of the browser's open where a page asks for files, but tells of it; or lets it again.
    pub(crate) async fn hear_choosers(&self, reference: Ref, on: bool) -> Result<(), PageError> {
        let id = self.frame_id(reference.frame).ok_or(PageError::Unloaded)?;
        let session = {
            let mut state = self.watch().state();
            state.choosers.clear();
            state.frames.get(&id).ok_or(PageError::Unloaded)?.session.clone()
        };
        let intercept = SetInterceptFileChooserDialogParams::new(on);
        self.call(Some(&session), &intercept).await?;
        Ok(())
    }

    /// The file input that has asked for files since that was listened for.
    pub(crate) fn chooser(&self) -> Option<Chooser> {
        self.watch().state().choosers.pop()
    }

    /// Gives `files` to a file input that asked for them.
    pub(crate) async fn choose_files(&self, chooser: &Chooser, files: &[String]) -> Result<(), PageError> {
        let set = SetFileInputFilesParams {
            backend_node_id: Some(BackendNodeId::new(chooser.input)),
            ..SetFileInputFilesParams::new(files.to_vec())
        };
        self.call(Some(&chooser.session), &set).await?;
        Ok(())
    }

    /// Drops `files` on an element. The answer is the trouble, empty if they were dropped.
    pub(crate) async fn drop_files(&self, reference: Ref, files: &[String]) -> Result<String, PageError> {
        let (session, place) = self.locate(reference).await?;
        if !place.trouble.is_empty() {
            return Ok(place.trouble);
        }
        let data = Dragged {
            items: [],
            files,
            drag_operations_mask: 1, // To copy them.
        };
        let (x, y) = (place.x, place.y);
        let kinds = [
            DispatchDragEventType::DragEnter,
            DispatchDragEventType::DragOver,
            DispatchDragEventType::Drop,
        ];
        let events = kinds.map(|kind| Drag { kind, x, y, data });
        self.send_through(&session, &events).await?;
        Ok(String::new())
    }
}

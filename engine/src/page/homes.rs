//! Which form of the page around a frame its fields are sent by.

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::dom::GetFrameOwnerParams;
use ostler_machines::form::assemble::{self, Home};
use ostler_machines::form::model::Page;
use serde::Deserialize;

use super::ask::{PageError, join_all};
use super::handles::Handles;
use super::tab::Tab;
use super::watch::Frame;

const AROUND: &str = "function () { return globalThis.__ostler.around(this); }";

/// The handles of one look go by this name and are let go of together.
const GROUP: &str = "ostler-homes";

/// How long one answer may take.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

impl Tab {
    /// Gives the fields of frames that have no control of their own to send them to the form around. Where that cannot be
    /// told, they stay where they are.
    pub(super) async fn bring_home(&self, page: &mut Page, frames: &[(String, Frame)]) {
        let mut wanted = assemble::homeless(page);
        // What is around a frame may itself be without one.
        for (id, frame) in frames.iter().rev() {
            let parent = frame.parent.as_ref().filter(|_| wanted.contains(&frame.number));
            let parent = parent.and_then(|parent| frames.iter().find(|(own, _)| own == parent && own != id));
            wanted.extend(parent.map(|(_, parent)| parent.number));
        }
        let asked = frames.iter().filter(|(_, frame)| wanted.contains(&frame.number));
        let asked = asked.filter_map(|(id, frame)| {
            let (parent, around) = frames.iter().find(|(own, _)| frame.parent.as_ref() == Some(own))?;
            Some((id, frame.number, parent, around.number))
        });
        let asked: Vec<_> = asked.collect();
        let forms = join_all(asked.iter().map(|(id, _, parent, _)| self.form_around(id, parent))).await;
        let homes: Vec<Home> = asked
            .into_iter()
            .zip(forms)
            .filter_map(|((_, frame, _, around), form)| {
                let form = form.ok()?;
                Some(Home { frame, around, form })
            })
            .collect();
        assemble::bring_home(page, &homes);
    }

    /// The number of the form that a frame stands in, in the frame around it. It is asked for once: a frame that is put
    /// somewhere else is another one.
    async fn form_around(&self, id: &str, parent: &str) -> Result<Option<u32>, PageError> {
        let known = self.watch().state().frames.get(id).and_then(|frame| frame.around);
        if let Some(known) = known {
            return Ok(Some(known).filter(|form| *form != 0));
        }
        let (around, context) = self.context(parent).await?;
        let owner = GetFrameOwnerParams::new(id.to_owned());
        let owner: Owner = self.call(Some(&around.session), &owner).await?.read()?;
        let handles = Handles {
            tab: self,
            session: &around.session,
            context,
            group: GROUP,
            within: self.marks().within(ANSWER_WITHIN),
        };
        let element = handles.resolve(owner.backend_node_id).await?;
        let form = handles.number(AROUND, &element).await;
        handles.let_go();
        let form = form?;
        if let Some(frame) = self.watch().state().frames.get_mut(id) {
            frame.around = Some(form.unwrap_or_default());
        }
        Ok(form)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Owner {
    backend_node_id: i64,
}

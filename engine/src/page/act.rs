//! What is done to a page: writing, typing, pressing, attaching files.

use std::collections::HashMap;

use chromiumoxide::cdp::browser_protocol::dom::{
    BackendNodeId, GetBoxModelParams, GetFrameOwnerParams, GetNodeForLocationParams, SetFileInputFilesParams,
};
use chromiumoxide::cdp::browser_protocol::input::{
    DispatchMouseEventParams, DispatchMouseEventType, InsertTextParams, MouseButton,
};
use chromiumoxide::cdp::browser_protocol::page::GetLayoutMetricsParams;
use chromiumoxide::cdp::js_protocol::runtime::{ReleaseObjectParams, RemoteObjectId};
use chromiumoxide::types::Command;
use ostler_machines::chord::Chord;
use ostler_machines::confirm::Way;
use ostler_machines::fill::Reading;
use ostler_machines::form::model::{Held, Ref};
use ostler_runtime::answer::{self, Focused, HasFocus, Place, Written};
use ostler_runtime::ask::{Job, Question};

use serde::Deserialize;

use super::ask::{PageError, join_all};
use super::keyboard::{stroke, stroke_with};
use super::tab::Tab;
use crate::cdp::SessionId;

/// What a press came to, of which a part went out: a page that goes away at that, or does not answer, may have been pressed.
fn may_have(pressed: Result<(), PageError>) -> Result<(), PageError> {
    match pressed {
        Err(error @ (PageError::Gone | PageError::Crashed | PageError::Closed)) => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// The point that is so far across and down in a box whose corners are given as `x, y` clockwise from the top left, which
/// may be turned or scaled.
fn within(corners: &[f64], across: f64, down: f64) -> Option<(f64, f64)> {
    let &[left, top, right, top_right, .., bottom_left, bottom] = corners else {
        return None;
    };
    let x = left + (right - left) * across + (bottom_left - left) * down;
    let y = top + (top_right - top) * across + (bottom - top) * down;
    (corners.len() == 8 && x.is_finite() && y.is_finite()).then_some((x, y))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Scrolled {
    css_layout_viewport: Offset,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Offset {
    page_x: f64,
    page_y: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Owner {
    backend_node_id: i64,
}

#[derive(Deserialize)]
struct Boxed {
    model: Model,
}

#[derive(Deserialize)]
struct Model {
    content: Vec<f64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Hit {
    #[serde(default)]
    frame_id: String,
}

/// How long a frame may take to say whether it has the focus.
const FOCUS_WITHIN: std::time::Duration = std::time::Duration::from_secs(2);

/// What came of one act on one control: the trouble (empty if there was none), and what it held right after.
#[derive(Clone, Debug, Default)]
pub(crate) struct Acted {
    pub(crate) trouble: String,
    pub(crate) held: Option<Held>,
}

impl Acted {
    pub(crate) fn trouble(word: impl Into<String>) -> Self {
        Self {
            trouble: word.into(),
            held: None,
        }
    }
}

/// The events of `count` clicks in the middle of a control, with modifiers as the protocol counts them.
fn clicks(place: &Place, button: &MouseButton, count: u8, modifiers: u8) -> Vec<DispatchMouseEventParams> {
    let event = |kind: DispatchMouseEventType, count: u8| DispatchMouseEventParams {
        button: Some(button.clone()),
        click_count: Some(i64::from(count)),
        modifiers: (modifiers != 0).then_some(i64::from(modifiers)),
        ..DispatchMouseEventParams::new(kind, place.x, place.y)
    };
    (1..=count)
        .flat_map(|count| {
            [
                event(DispatchMouseEventType::MousePressed, count),
                event(DispatchMouseEventType::MouseReleased, count),
            ]
        })
        .collect()
}

/// The keys that give `text`, one a character.
fn keys_of(text: &str) -> Vec<String> {
    text.chars()
        .map(|c| if c == '\n' { "Enter".to_owned() } else { c.to_string() })
        .collect()
}

/// What came of the press of a control that sends something.
pub(crate) enum Pressing {
    Done,
    /// Something stood in the way.
    Trouble(String),
    /// These fields held something else by then, and nothing was clicked.
    Changed(Vec<Ref>),
}

impl Tab {
    /// Does several jobs in one frame in one round trip.
    pub(crate) async fn write(&self, frame: u32, jobs: Vec<Job>) -> Result<Written, PageError> {
        let reference = Ref { frame, element: 0 };
        self.ask_of(reference, &Question::Write { jobs }).await
    }

    /// What several controls hold, in the order asked; nothing for what is no longer there.
    pub(crate) async fn read(&self, references: &[Ref], blur: bool) -> Result<Vec<Reading>, PageError> {
        let readings = self.readings(references, blur).await?;
        let told = readings.into_iter().map(|(reference, reading)| Reading {
            reference: Some(reference),
            held: reading.held.map(Held::from),
            error: reading.error,
            renamed: reading.renamed,
            hid: reading.hid,
            silent: reading.silent,
            picked: reading
                .picked
                .map(|picked| picked.into_iter().map(|one| (one.label, one.value)).collect()),
        });
        Ok(told.collect())
    }

    /// What those of some controls that are there hold.
    async fn held(&self, references: &[Ref]) -> Result<HashMap<Ref, Held>, PageError> {
        let readings = self.readings(references, false).await?;
        let held = readings.into_iter();
        Ok(held
            .filter_map(|(own, reading)| Some((own, Held::from(reading.held?))))
            .collect())
    }

    async fn readings(&self, references: &[Ref], blur: bool) -> Result<Vec<(Ref, answer::Reading)>, PageError> {
        let mut frames: Vec<u32> = references.iter().map(|reference| reference.frame).collect();
        frames.sort_unstable();
        frames.dedup();
        let asked = frames.iter().map(|&frame| async move {
            let elements: Vec<u32> = references
                .iter()
                .filter(|reference| reference.frame == frame)
                .map(|reference| reference.element)
                .collect();
            let question = Question::Read { elements, blur };
            let answer = match self.frame_id(frame) {
                Some(id) => self.ask(&id, &question, self.answer_within(frame)).await,
                None => Err(PageError::Unloaded),
            };
            (frame, answer)
        });
        let mut found = HashMap::new();
        for (frame, answer) in join_all(asked).await {
            let answer: Result<Vec<answer::Reading>, PageError> = answer;
            match answer {
                Ok(readings) => found.extend(readings.into_iter().map(|reading| {
                    let element = reading.element;
                    (Ref { frame, element }, reading)
                })),
                // A frame that went away holds nothing any more; that is an answer about its fields, not about others'.
                Err(PageError::Unloaded | PageError::Crashed) if frame != 0 && !self.is_gone() => {}
                Err(PageError::Silent(_)) if frame != 0 && !self.is_gone() => {
                    let silent = answer::Reading {
                        silent: true,
                        ..answer::Reading::default()
                    };
                    let own = references.iter().filter(|reference| reference.frame == frame);
                    found.extend(own.map(|reference| (*reference, silent.clone())));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(references
            .iter()
            .map(|&reference| (reference, found.remove(&reference).unwrap_or_default()))
            .collect())
    }

    /// The words of the browser's own validation for several controls, empty where it has nothing to say.
    pub(crate) async fn invalid(&self, references: &[Ref]) -> Result<Vec<(Ref, String)>, PageError> {
        let readings = self.readings(references, false).await?;
        Ok(readings
            .into_iter()
            .map(|(reference, reading)| (reference, reading.invalid))
            .collect())
    }

    async fn focus(&self, reference: Ref, select: bool, known: bool) -> Result<(SessionId, Focused), PageError> {
        let id = self.frame_id(reference.frame).ok_or(PageError::Unloaded)?;
        let document = self.document_in(&id)?;
        let question = Question::Focus {
            element: reference.element,
            select,
            known,
        };
        // Input events and script calls are different pipes inside Chrome: without waiting for this answer the text
        // goes to whatever has the focus still.
        let focused: Focused = self.ask_of(reference, &question).await?;
        // What is typed would go into the document that a page goes to at the focus.
        self.stays(&id, document).await?;
        let session = self
            .watch()
            .state()
            .frames
            .get(&id)
            .map(|frame| frame.session.clone())
            .ok_or(PageError::Unloaded)?;
        Ok((session, focused))
    }

    async fn leave(&self, reference: Ref) -> Result<Acted, PageError> {
        let question = Question::Blur {
            element: reference.element,
        };
        let reading: answer::Reading = self.ask_of(reference, &question).await?;
        Ok(match reading.held {
            Some(held) => Acted {
                trouble: String::new(),
                held: Some(held.into()),
            },
            None => Acted::trouble("gone"),
        })
    }

    /// Types over what a control holds with `Input.insertText`.
    pub(crate) async fn insert(&self, reference: Ref, text: &str, known: bool) -> Result<Acted, PageError> {
        let (session, Focused { trouble, .. }) = self.focus(reference, true, known).await?;
        if !trouble.is_empty() {
            return Ok(Acted::trouble(trouble));
        }
        if text.is_empty() {
            self.strokes(&session, &["Delete"]).await?;
        } else {
            self.call(Some(&session), &InsertTextParams::new(text)).await?;
        }
        self.leave(reference).await
    }

    /// Types over what a control holds and leaves the focus there, so that what opens stays open.
    pub(crate) async fn type_into(&self, reference: Ref, text: &str) -> Result<String, PageError> {
        let (session, Focused { trouble, .. }) = self.focus(reference, true, true).await?;
        if trouble.is_empty() {
            self.call(Some(&session), &InsertTextParams::new(text)).await?;
        }
        Ok(trouble)
    }

    /// Takes out all that was typed into a control and leaves the focus there.
    pub(crate) async fn wipe(&self, reference: Ref) -> Result<String, PageError> {
        let (session, focused) = self.focus(reference, true, true).await?;
        if focused.trouble.is_empty() && focused.takes_text && focused.filled {
            self.strokes(&session, &["Delete"]).await?;
        }
        Ok(focused.trouble)
    }

    /// Presses one key in a control and leaves the focus there.
    pub(crate) async fn stroke_in(&self, reference: Ref, key: &str) -> Result<String, PageError> {
        self.strokes_in(reference, &[key]).await
    }

    /// The same for several keys.
    pub(crate) async fn strokes_in(&self, reference: Ref, keys: &[&str]) -> Result<String, PageError> {
        let (session, Focused { trouble, .. }) = self.focus(reference, false, true).await?;
        if trouble.is_empty() {
            self.strokes(&session, keys).await?;
        }
        Ok(trouble)
    }

    /// Puts the focus into an element, with all that is in it selected if `select` is true. The answer is the trouble:
    /// `no-text` if it has the focus but takes no text.
    pub(crate) async fn enter(&self, reference: Ref, select: bool) -> Result<String, PageError> {
        let (_, focused) = self.focus(reference, select, true).await?;
        Ok(if focused.trouble.is_empty() && !focused.takes_text {
            "no-text".to_owned()
        } else {
            focused.trouble
        })
    }

    /// Puts the focus into a control. The answer is the template that it shows then, as trouble, else empty.
    pub(crate) async fn template(&self, reference: Ref) -> Result<String, PageError> {
        let (_, Focused { trouble, .. }) = self.focus(reference, false, false).await?;
        Ok(if trouble.starts_with("template:") {
            trouble
        } else {
            String::new()
        })
    }

    /// Types at whatever has the focus: as one insertion, or key by key. With `over`, an empty text deletes what is
    /// selected.
    pub(crate) async fn type_here(&self, text: &str, over: bool, by_key: bool) -> Result<(), PageError> {
        let session = self.focused_session().await?;
        if by_key || (over && text.is_empty()) {
            let typed = keys_of(text);
            let delete = over.then_some("Delete");
            let keys: Vec<&str> = delete.into_iter().chain(typed.iter().map(String::as_str)).collect();
            return self.strokes(&session, &keys).await;
        }
        self.call(Some(&session), &InsertTextParams::new(text)).await?;
        Ok(())
    }

    /// Whether text can be typed into a control.
    pub(crate) async fn takes_text(&self, reference: Ref) -> Result<bool, PageError> {
        let (_, focused) = self.focus(reference, false, true).await?;
        Ok(focused.trouble.is_empty() && focused.takes_text)
    }

    /// Types over what a control holds, key by key.
    pub(crate) async fn keys(&self, reference: Ref, text: &str, known: bool) -> Result<Acted, PageError> {
        let (session, Focused { trouble, .. }) = self.focus(reference, true, known).await?;
        if !trouble.is_empty() {
            return Ok(Acted::trouble(trouble));
        }
        let typed = keys_of(text);
        // What was selected is deleted first: handlers that insert the character themselves do not look at a selection.
        let strokes: Vec<&str> = std::iter::once("Delete")
            .chain(typed.iter().map(String::as_str))
            .collect();
        self.strokes(&session, &strokes).await?;
        self.leave(reference).await
    }

    /// Types at a control key by key, over what it shows.
    pub(crate) async fn segment(&self, reference: Ref, text: &str, known: bool) -> Result<Acted, PageError> {
        let (session, Focused { trouble, .. }) = self.focus(reference, true, known).await?;
        if !trouble.is_empty() {
            return Ok(Acted::trouble(trouble));
        }
        let typed = keys_of(text);
        let strokes: Vec<&str> = typed.iter().map(String::as_str).collect();
        self.strokes(&session, &strokes).await?;
        self.leave(reference).await
    }

    /// Presses and releases keys one after another, all sent at once and all waited for.
    pub(crate) async fn strokes(&self, session: &SessionId, keys: &[&str]) -> Result<(), PageError> {
        let events: Vec<_> = keys.iter().flat_map(|key| stroke(key)).collect();
        for answer in self.send(session, &events).await {
            answer?;
        }
        Ok(())
    }

    /// Sends input events in order, all in one go; Chrome answers them in order.
    async fn send<C: Command>(&self, session: &SessionId, events: &[C]) -> Vec<Result<(), PageError>> {
        let sent = events.iter().map(|event| async move {
            let answer = self.call(Some(session), event).await;
            answer.map(drop).map_err(PageError::from)
        });
        join_all(sent).await
    }

    /// The same where the events themselves may replace the document: then they were acted on all the same.
    pub(super) async fn send_through<C: Command>(&self, session: &SessionId, events: &[C]) -> Result<(), PageError> {
        let answers = self.send(session, events).await;
        let mut failed = answers.into_iter().filter_map(Result::err);
        match failed.find(|error| !matches!(error, PageError::Unloaded)) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Attaches files to a file input.
    pub(crate) async fn attach_files(&self, reference: Ref, files: &[String]) -> Result<Acted, PageError> {
        for file in files {
            // Chrome takes a path on trust, and the page then holds a file that cannot be read.
            if !tokio::fs::metadata(file).await.is_ok_and(|found| found.is_file()) {
                return Ok(Acted::trouble("no-file"));
            }
        }
        let id = self.frame_id(reference.frame).ok_or(PageError::Unloaded)?;
        let (frame, object) = self.handle(&id, reference.element).await?;
        let set = SetFileInputFilesParams {
            object_id: Some(RemoteObjectId::from(object.clone())),
            ..SetFileInputFilesParams::new(files.to_vec())
        };
        let outcome = self.call(Some(&frame.session), &set).await;
        let release = ReleaseObjectParams::new(RemoteObjectId::from(object));
        self.connection().post(Some(&frame.session), &release);
        if let Err(error) = outcome {
            return match PageError::from(error) {
                PageError::Odd(_) => Ok(Acted::trouble("unsupported")),
                error => Err(error),
            };
        }
        let left = self.leave(reference).await?;
        // Some pages take the files out and put another input in its place. The files are with them all the same.
        if left.trouble == "gone" {
            return Ok(Acted::trouble(""));
        }
        Ok(left)
    }

    /// Presses the mouse on an element, once. The answer is the trouble, empty if it was pressed.
    pub(crate) async fn press(&self, reference: Ref) -> Result<String, PageError> {
        let place = self.mouse(reference, &MouseButton::Left, 1, 0).await?;
        Ok(place.trouble)
    }

    /// The same, and the mouse is taken away from it: what only shows under it is no answer.
    pub(crate) async fn press_and_leave(&self, reference: Ref) -> Result<String, PageError> {
        let (session, place) = self.locate(reference).await?;
        if place.trouble.is_empty() {
            let away = DispatchMouseEventParams::new(DispatchMouseEventType::MouseMoved, -1.0, -1.0);
            let clicks = clicks(&place, &MouseButton::Left, 1, 0);
            self.point(&session, clicks.into_iter().chain([away]).collect()).await?;
        }
        Ok(place.trouble)
    }

    /// The same with the mouse moved there before.
    pub(crate) async fn press_over(&self, reference: Ref) -> Result<String, PageError> {
        let (session, place) = self.locate(reference).await?;
        if place.trouble.is_empty() {
            let there = DispatchMouseEventParams::new(DispatchMouseEventType::MouseMoved, place.x, place.y);
            let clicks = clicks(&place, &MouseButton::Left, 1, 0);
            self.point(&session, [there].into_iter().chain(clicks).collect())
                .await?;
        }
        Ok(place.trouble)
    }

    /// The same as [`Self::press`], unless one of the `fields` holds something else as soon as the button is
    /// down: then it is let go of elsewhere, so that nothing is clicked.
    pub(crate) async fn press_holding(&self, reference: Ref, fields: &[Ref]) -> Result<Pressing, PageError> {
        if fields.is_empty() {
            let trouble = self.press(reference).await?;
            return Ok(if trouble.is_empty() {
                Pressing::Done
            } else {
                Pressing::Trouble(trouble)
            });
        }
        let (session, place) = self.locate(reference).await?;
        if !place.trouble.is_empty() {
            return Ok(Pressing::Trouble(place.trouble));
        }
        let event = |kind, x, y| DispatchMouseEventParams {
            button: Some(MouseButton::Left),
            click_count: Some(1),
            ..DispatchMouseEventParams::new(kind, x, y)
        };
        let down = event(DispatchMouseEventType::MousePressed, place.x, place.y);
        let up = event(DispatchMouseEventType::MouseReleased, place.x, place.y);
        let before = self.held(fields).await?;
        may_have(self.point(&session, vec![down]).await)?;
        let after = self.held(fields).await.unwrap_or_default();
        let differs = |own: &&Ref| match (before.get(own), after.get(own)) {
            (Some(before), Some(after)) => before != after,
            _ => false,
        };
        let changed: Vec<Ref> = fields.iter().filter(differs).copied().collect();
        if changed.is_empty() {
            may_have(self.point(&session, vec![up]).await)?;
            return Ok(Pressing::Done);
        }
        let away = event(DispatchMouseEventType::MouseReleased, -1.0, -1.0);
        may_have(self.point(&session, vec![away]).await)?;
        Ok(Pressing::Changed(changed))
    }

    /// Where an element is, scrolled into view, and the session that input events for it go to.
    pub(crate) async fn locate(&self, reference: Ref) -> Result<(SessionId, Place), PageError> {
        let id = self.frame_id(reference.frame).ok_or(PageError::Unloaded)?;
        let question = Question::Locate {
            element: reference.element,
        };
        let mut place: Place = self.ask_of(reference, &question).await?;
        let (session, inner) = {
            let state = self.watch().state();
            let frame = state.frames.get(&id).ok_or(PageError::Unloaded)?;
            let parent = frame.parent.as_ref().and_then(|parent| state.frames.get(parent));
            let inner = parent.is_some_and(|parent| parent.session == frame.session);
            (frame.session.clone(), inner)
        };
        if inner && place.trouble.is_empty() {
            self.outward(&id, &session, &mut place).await?;
        }
        Ok((session, place))
    }

    /// Where a place of a frame is in the viewport that input events of its session go by: that of the outermost frame of
    /// the same process. What lies over the frame there is trouble.
    async fn outward(&self, id: &str, session: &SessionId, place: &mut Place) -> Result<(), PageError> {
        let to = Some(session);
        let owner = GetFrameOwnerParams::new(id.to_owned());
        let owner: Owner = self.call(to, &owner).await?.read()?;
        let boxed = GetBoxModelParams {
            backend_node_id: Some(BackendNodeId::new(owner.backend_node_id)),
            ..GetBoxModelParams::default()
        };
        let Ok(answer) = self.call(to, &boxed).await else {
            // A frame without a box.
            "hidden".clone_into(&mut place.trouble);
            return Ok(());
        };
        let Boxed { model } = answer.read()?;
        let Some((x, y)) = within(&model.content, place.x / place.width, place.y / place.height) else {
            "hidden".clone_into(&mut place.trouble);
            return Ok(());
        };
        (place.x, place.y) = (x, y);
        // What is hit is asked for by the place on the page, not in the window.
        let metrics: Scrolled = self.call(to, &GetLayoutMetricsParams::default()).await?.read()?;
        let (right, down) = (metrics.css_layout_viewport.page_x, metrics.css_layout_viewport.page_y);
        #[expect(clippy::cast_possible_truncation, reason = "a pixel of a page")]
        let at = GetNodeForLocationParams::new((x + right).round() as i64, (y + down).round() as i64);
        // Outside of the window there is nothing to hit.
        let Ok(answer) = self.call(to, &at).await else {
            "hidden".clone_into(&mut place.trouble);
            return Ok(());
        };
        if answer.read::<Hit>()?.frame_id != id {
            "covered".clone_into(&mut place.trouble);
            "something of the page around its frame".clone_into(&mut place.by);
        }
        Ok(())
    }

    /// Presses and releases a mouse button on an element `count` times, as that many quick clicks. The answer says where
    /// that was, or what stood in the way.
    pub(crate) async fn mouse(
        &self,
        reference: Ref,
        button: &MouseButton,
        count: u8,
        modifiers: u8,
    ) -> Result<Place, PageError> {
        let (session, place) = self.locate(reference).await?;
        if !place.trouble.is_empty() {
            return Ok(place);
        }
        self.point(&session, clicks(&place, button, count, modifiers)).await?;
        Ok(place)
    }

    /// Sends mouse events one after another, all at once, and waits for all.
    pub(crate) async fn point(
        &self,
        session: &SessionId,
        events: Vec<DispatchMouseEventParams>,
    ) -> Result<(), PageError> {
        self.send_through(session, &events).await
    }

    /// Presses keys at whatever has the focus.
    pub(crate) async fn chords(&self, chords: &[Chord]) -> Result<(), PageError> {
        let session = self.focused_session().await?;
        let events: Vec<_> = chords
            .iter()
            .flat_map(|chord| stroke_with(&chord.key, chord.modifiers))
            .collect();
        self.send_through(&session, &events).await
    }

    /// The session that keys go to: that of the innermost frame of another process that has the focus.
    async fn focused_session(&self) -> Result<SessionId, PageError> {
        let mut session = self.top_session();
        let frames = self.watch().state().in_order();
        let others = frames.iter().filter(|(_, frame)| frame.session != session);
        let asked = others.map(|(id, frame)| async move {
            let focused: Result<HasFocus, PageError> = self.ask(id, &Question::Focused, FOCUS_WITHIN).await;
            focused.is_ok_and(|it| it.focused).then(|| frame.session.clone())
        });
        if let Some(found) = join_all(asked).await.into_iter().flatten().last() {
            session = found;
        }
        Ok(session)
    }

    /// Where a press of an element, or (`enter`) Enter in it, would send.
    pub(crate) async fn way(&self, reference: Ref, enter: bool) -> Result<Way, PageError> {
        let question = Question::Way {
            element: reference.element,
            enter,
        };
        let way: answer::Way = self.ask_of(reference, &question).await?;
        Ok(way.into_model(reference.frame))
    }

    /// The same of what has the focus, in whatever frame; nothing where nothing has.
    pub(crate) async fn way_of_focus(&self, enter: bool) -> Result<Way, PageError> {
        let frames = self.watch().state().in_order();
        let asked = frames.iter().map(|(_, frame)| {
            let focus = Ref {
                frame: frame.number,
                element: 0,
            };
            self.way(focus, enter)
        });
        let mut found = Way::default();
        for answer in join_all(asked).await {
            match answer {
                // The innermost frame comes last.
                Ok(way) if way.control.is_some() => found = way,
                Ok(_) | Err(PageError::Unloaded | PageError::Failed) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    /// Clicks an element from script, for what a mouse cannot reach.
    pub(crate) async fn click(&self, reference: Ref) -> Result<String, PageError> {
        let question = Question::Click {
            element: reference.element,
        };
        let place: Place = self.ask_of(reference, &question).await?;
        Ok(place.trouble)
    }
}

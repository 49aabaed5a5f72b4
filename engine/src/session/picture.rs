//! A picture of the page for whoever wants to see it.

use chromiumoxide::cdp::browser_protocol::page::Viewport;
use ostler_machines::Typed;
use ostler_machines::form::model::Ref;
use ostler_machines::sensitive::Veil;
use ostler_runtime::answer::Area;
use ostler_runtime::ask::Question;

use super::act::{in_the_way, unreachable_element};
use super::shots::take;
use super::{EngineError, EngineErrorKind, Session};
use crate::page::Part;

/// What to take a picture of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Shot {
    /// The whole page, at most 6,000 CSS pixels high.
    #[default]
    Whole,
    /// One thing of the top document.
    Thing(Ref),
    /// A part of the page, in CSS pixels.
    Region {
        /// From the left edge of the page.
        left: f64,
        /// From its top.
        top: f64,
        /// How wide.
        width: f64,
        /// How high.
        height: f64,
    },
}

/// The widest and highest that a part may be, in CSS pixels.
const MOST: f64 = 6_000.0;

impl Session {
    /// A PNG of the page or a part of it, with what is sensitive painted over: what the page holds of it now, and
    /// wherever one of `words` can be read.
    ///
    /// # Errors
    /// `Page` if the thing is gone, or if it cannot be told for sure where something sensitive stands; `Usage` for what is
    /// no part of the page; `Browser` if the browser died.
    pub async fn picture(&mut self, shot: Shot, words: &[Typed]) -> Result<Vec<u8>, EngineError> {
        let mut veil = Veil::of(&self.tab.look().await?);
        veil.texts.extend_from_slice(words);
        let (part, clip) = match shot {
            Shot::Whole => (Part::All, None),
            Shot::Thing(reference) => (Part::Thing(reference.element), Some(self.area(reference).await?)),
            Shot::Region {
                left,
                top,
                width,
                height,
            } => (
                Part::Box([left, top, left + width, top + height]),
                Some(clip(left, top, width, height)?),
            ),
        };
        if let Some(clip) = clip
            && veil.is_empty()
        {
            return Ok(self.tab.capture(Some(clip)).await?);
        }
        take(&self.tab, &veil, part).await?.ok_or_else(|| {
            EngineError::new(
                EngineErrorKind::Page,
                "picture-moving",
                "the page does not stand still, or the part is beyond its end, so it cannot be told where something sensitive is in a picture",
                "wait until it is at rest, or use a snapshot instead",
            )
        })
    }

    async fn area(&self, reference: Ref) -> Result<Viewport, EngineError> {
        if reference.frame != 0 {
            return Err(EngineError::new(
                EngineErrorKind::Usage,
                "picture-frame",
                format!("{reference} is in a frame, of which there is no picture of its own"),
                "take a picture of the whole page or of a region of it",
            ));
        }
        let question = Question::Area {
            element: reference.element,
        };
        let area: Result<Area, _> = self.tab.ask_of(reference, &question).await;
        let area = area.map_err(|error| unreachable_element(reference, error))?;
        in_the_way(reference, &area.trouble, "")?;
        clip(area.left, area.top, area.width, area.height)
    }
}

fn clip(left: f64, top: f64, width: f64, height: f64) -> Result<Viewport, EngineError> {
    let fits = |size: f64| (1.0..=MOST).contains(&size);
    if !(left >= 0.0 && top >= 0.0 && left.is_finite() && top.is_finite() && fits(width) && fits(height)) {
        return Err(EngineError::new(
            EngineErrorKind::Usage,
            "bad-region",
            "this is no part of the page",
            "give left, top, width and height in CSS pixels; a part is 1 to 6,000 wide and high",
        ));
    }
    Ok(Viewport {
        x: left,
        y: top,
        width,
        height,
        scale: 1.0,
    })
}

//! Pictures of the page before, as it was filled and after, without what nobody is to see.

use ostler_machines::form::model::{Page, Ref};
use ostler_machines::report::FieldReport;
use ostler_machines::sensitive::Veil;

use super::{Report, Request, Shots};
use crate::page::{PageError, Part, Tab};

const PAINTED: &str = "in the pictures, what is sensitive is painted over, and so are frames and drawings";
const LEFT_OUT: &str = "is left out: it could not be told for sure where something sensitive stands in it";

/// Takes one picture before, one of each step as it is submitted and one after.
pub(super) struct Camera {
    shots: Shots,
    veil: Veil,
    notes: Vec<String>,
}

impl Camera {
    /// Takes the first picture.
    pub(super) async fn before(
        tab: &Tab,
        page: &Page,
        request: &Request,
        form: Option<Ref>,
    ) -> Result<Self, PageError> {
        let mut veil = Veil::of(page);
        veil.wish(&request.pairs, page, form);
        let mut camera = Self {
            shots: Shots {
                masked: true,
                ..Shots::default()
            },
            veil,
            notes: Vec::new(),
        };
        match take(tab, &camera.veil, Part::All).await {
            Ok(Some(image)) => camera.shots.before = image,
            Ok(None) => camera.notes.push(format!("the picture before {LEFT_OUT}")),
            Err(error @ (PageError::Gone | PageError::Crashed)) => return Err(error),
            // No form goes unfilled for want of a picture.
            Err(_) => camera
                .notes
                .push("no picture could be taken of the page as it was before".to_owned()),
        }
        Ok(camera)
    }

    /// Takes a picture of what is about to be submitted; [`Self::keep`] is for the one that was.
    pub(super) async fn filled(&mut self, tab: &Tab, fields: &[FieldReport]) -> Result<Option<Vec<u8>>, PageError> {
        self.learn(fields);
        match self.now(tab).await {
            Ok(Some(image)) => Ok(Some(image)),
            Ok(None) => {
                self.notes.push(format!("the picture of the filled form {LEFT_OUT}"));
                Ok(None)
            }
            Err(error @ (PageError::Gone | PageError::Crashed)) => Err(error),
            Err(_) => {
                self.notes
                    .push("no picture could be taken of the filled form".to_owned());
                Ok(None)
            }
        }
    }

    /// Keeps a picture of what has been submitted.
    pub(super) fn keep(&mut self, image: Vec<u8>) {
        self.shots.filled.push(image);
    }

    /// What was not known to be sensitive when the pictures so far were taken may stand in them.
    fn learn<'a>(&mut self, fields: impl IntoIterator<Item = &'a FieldReport>) {
        if !self.veil.report(fields) {
            return;
        }
        if !self.shots.before.is_empty() {
            self.shots.before = Vec::new();
            self.notes.push(format!("the picture before {LEFT_OUT}"));
        }
        if !self.shots.filled.is_empty() {
            self.shots.filled = Vec::new();
            self.notes.push(format!("the picture of the filled form {LEFT_OUT}"));
        }
    }

    /// Takes the last picture and puts all into `report`.
    pub(super) async fn after(&mut self, tab: &Tab, report: &mut Report) {
        let steps = report.steps.iter().flat_map(|step| &step.fields);
        self.learn(report.fields.iter().chain(steps));
        match self.now(tab).await {
            Ok(Some(image)) => self.shots.after = image,
            Ok(None) => self.notes.push(format!("the picture after {LEFT_OUT}")),
            Err(_) => self
                .notes
                .push("no picture could be taken of the page as it is now".to_owned()),
        }
        let some = [&self.shots.before, &self.shots.after]
            .into_iter()
            .chain(&self.shots.filled)
            .any(|image| !image.is_empty());
        if some && !self.veil.is_empty() {
            report.notes.push(PAINTED.to_owned());
        }
        report.notes.append(&mut self.notes);
        report.shots = std::mem::take(&mut self.shots);
    }

    async fn now(&mut self, tab: &Tab) -> Result<Option<Vec<u8>>, PageError> {
        let mut page = Veil::of(&tab.look().await?);
        self.veil.controls.append(&mut page.controls);
        self.veil.texts.append(&mut page.texts);
        take(tab, &self.veil, Part::All).await
    }
}

/// A picture of `part` without what is under `veil`; none if that cannot be had.
pub(super) async fn take(tab: &Tab, veil: &Veil, part: Part) -> Result<Option<Vec<u8>>, PageError> {
    if veil.is_empty()
        && let Part::All = part
    {
        return tab.screenshot().await.map(Some);
    }
    // Frames are painted over whole.
    let top = veil.controls.iter().filter(|control| control.frame == 0);
    let elements = top.map(|control| control.element).collect();
    let words = veil.texts.iter().map(|text| text.reveal().to_owned()).collect();
    tab.covered_screenshot(elements, words, part).await
}

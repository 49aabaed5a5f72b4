//! Single acts, for pages that a form call alone cannot get through. What is typed and pressed here is not read back: for
//! values that must be right there is [`Session::fill`].

use chromiumoxide::cdp::browser_protocol::input::{DispatchMouseEventParams, DispatchMouseEventType, MouseButton};
use ostler_machines::chord;
use ostler_machines::confirm::{Verdict, Way};
use ostler_machines::form::model::{Form, Held, Page, Ref};
use ostler_machines::settle::{self, Patience};

use super::fill::Noticed;
use super::{EngineError, EngineErrorKind, Session};
use crate::page::PageError;
use crate::ports::confirm::confirm;
use crate::ports::settle::settle;

/// What came of an act that was carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Whether the document shown is another one now.
    pub navigated: bool,
    /// Whether the page had come to rest within the time.
    pub settled: bool,
    /// What else happened, one sentence each: dialogs, windows.
    pub notes: Vec<String>,
}

/// A mouse button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Button {
    /// The usual one.
    #[default]
    Left,
    /// The one for menus.
    Right,
    /// The wheel.
    Middle,
}

/// How to click.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Click {
    /// With which button.
    pub button: Button,
    /// How often in quick succession: 1 to 3; 0 counts as 1.
    pub count: u8,
    /// Which modifiers are held: the bits of [`chord`].
    pub modifiers: u8,
}

/// How to type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typing {
    /// Whether what is there is typed over; else the text is put in at the cursor.
    pub replace: bool,
    /// Whether Enter is pressed afterwards.
    pub enter: bool,
    /// Whether every character is a key press of its own, for pages that listen to keys.
    pub by_key: bool,
}

impl Default for Typing {
    fn default() -> Self {
        Self {
            replace: true,
            enter: false,
            by_key: false,
        }
    }
}

/// Where to scroll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scroll {
    /// Until this element is in view.
    To(Ref),
    /// By so many CSS pixels, right and down: the page, or the element that the pointer is put on.
    By(Option<Ref>, f64, f64),
}

impl Session {
    /// Clicks an element.
    ///
    /// # Errors
    /// `Page` if it is gone, hidden, covered or disabled; `Browser` if the browser died.
    pub async fn click(&mut self, reference: Ref, click: Click) -> Result<Done, EngineError> {
        let moment = self.moment();
        let button = match click.button {
            Button::Left => MouseButton::Left,
            Button::Right => MouseButton::Right,
            Button::Middle => MouseButton::Middle,
        };
        let count = click.count.clamp(1, 3);
        let hand = self.hand().await;
        let mut sending = None;
        if click.button == Button::Left {
            sending = self.allowed(Some(reference), false).await?;
        }
        let place = self.tab.mouse(reference, &button, count, click.modifiers).await;
        match place {
            Ok(place) => in_the_way(reference, &place.trouble, &place.by)?,
            Err(error) if self.closes(&error).await => {}
            Err(error) => return Err(unreachable_element(reference, error)),
        }
        let done = self.after(&moment).await?;
        self.leaves(hand).await;
        Ok(self.went_out(&moment, sending, done).await)
    }

    /// Puts the pointer on an element and leaves it there.
    ///
    /// # Errors
    /// As [`Session::click`].
    pub async fn hover(&mut self, reference: Ref) -> Result<Done, EngineError> {
        let moment = self.moment();
        let located = self.tab.locate(reference).await;
        let (session, place) = located.map_err(|error| unreachable_element(reference, error))?;
        // What is disabled may still show why.
        if place.trouble != "disabled" {
            in_the_way(reference, &place.trouble, &place.by)?;
        }
        let moved = DispatchMouseEventParams::new(DispatchMouseEventType::MouseMoved, place.x, place.y);
        self.tab.point(&session, vec![moved]).await?;
        self.after(&moment).await
    }

    /// Types into an element, or into what has the focus, and leaves the focus there.
    ///
    /// # Errors
    /// `Page` if it is gone, hidden, disabled or takes no text; `Browser` if the browser died.
    pub async fn type_text(&mut self, reference: Option<Ref>, text: &str, typing: Typing) -> Result<Done, EngineError> {
        let moment = self.moment();
        let hand = self.hand().await;
        let mut sending = None;
        if let Some(reference) = reference {
            let trouble = self.tab.enter(reference, typing.replace).await;
            let trouble = trouble.map_err(|error| unreachable_element(reference, error))?;
            in_the_way(reference, &trouble, "")?;
        }
        // A line break that is typed by key is Enter.
        if typing.by_key && text.contains(['\n', '\r']) {
            sending = self.allowed(None, true).await?;
        }
        self.tab
            .type_here(text, typing.replace && reference.is_some(), typing.by_key)
            .await?;
        if typing.enter {
            let enter = chord::Chord {
                modifiers: 0,
                key: "Enter".to_owned(),
            };
            sending = self.allowed(None, true).await?.or(sending);
            self.press_here(&[enter]).await?;
        }
        let done = self.after(&moment).await?;
        self.leaves(hand).await;
        Ok(self.went_out(&moment, sending, done).await)
    }

    /// Presses keys at what has the focus, or at an element: `Enter`, `ctrl+a`, `Down Down Enter`.
    ///
    /// # Errors
    /// `Usage` if a name is no key; `Page` if the element cannot have the focus; `Browser` if the browser died.
    pub async fn press_keys(&mut self, reference: Option<Ref>, keys: &str) -> Result<Done, EngineError> {
        let chords = chord::read(keys).map_err(|message| {
            EngineError::new(
                EngineErrorKind::Usage,
                "bad-key",
                message,
                "name keys as on the keyboard",
            )
        })?;
        let moment = self.moment();
        let hand = self.hand().await;
        if let Some(reference) = reference {
            let trouble = self.tab.enter(reference, false).await;
            let trouble = trouble.map_err(|error| unreachable_element(reference, error))?;
            // A list or a button takes keys, although it takes no text.
            in_the_way(reference, trouble.strip_prefix("no-text").unwrap_or(&trouble), "")?;
        }
        if !chords.iter().any(chord::Chord::presses) {
            self.press_here(&chords).await?;
            let done = self.after(&moment).await?;
            self.leaves(hand).await;
            return Ok(done);
        }
        let mut sending = None;
        // It counts what has the focus when each key is pressed.
        for chord in &chords {
            if chord.presses() {
                sending = self.allowed(None, chord.key == "Enter").await?.or(sending);
            }
            self.press_here(std::slice::from_ref(chord)).await?;
            if self.tab.is_closed() {
                break;
            }
        }
        let done = self.after(&moment).await?;
        self.leaves(hand).await;
        Ok(self.went_out(&moment, sending, done).await)
    }

    /// Scrolls. A page that is at its end says so in a note.
    ///
    /// # Errors
    /// `Page` if the element is gone or hidden; `Browser` if the browser died.
    pub async fn scroll(&mut self, scroll: Scroll) -> Result<Done, EngineError> {
        let moment = self.moment();
        let mut moved = true;
        match scroll {
            Scroll::To(reference) => {
                let located = self.tab.locate(reference).await;
                let (_, place) = located.map_err(|error| unreachable_element(reference, error))?;
                if matches!(place.trouble.as_str(), "gone" | "hidden") {
                    in_the_way(reference, &place.trouble, "")?;
                }
            }
            Scroll::By(Some(reference), right, down) => {
                let located = self.tab.locate(reference).await;
                let (session, place) = located.map_err(|error| unreachable_element(reference, error))?;
                if matches!(place.trouble.as_str(), "gone" | "hidden") {
                    in_the_way(reference, &place.trouble, "")?;
                }
                let wheel = DispatchMouseEventParams {
                    delta_x: Some(right),
                    delta_y: Some(down),
                    ..DispatchMouseEventParams::new(DispatchMouseEventType::MouseWheel, place.x, place.y)
                };
                self.tab.point(&session, vec![wheel]).await?;
            }
            Scroll::By(None, right, down) => {
                let scrolled = self.tab.scroll(right, down).await?;
                moved = scrolled.right != 0.0 || scrolled.down != 0.0;
            }
        }
        let mut done = self.after(&moment).await?;
        if !moved {
            done.notes
                .push("the page did not move: it is at its end, or a part of it scrolls by itself".to_owned());
        }
        Ok(done)
    }

    /// Goes back to the page before, as the browser's button does.
    ///
    /// # Errors
    /// `Usage` if there is none; `Network` if it does not come in time; `Browser` if the browser died.
    pub async fn back(&mut self) -> Result<Done, EngineError> {
        let moment = self.moment();
        let patience = self.patience();
        if !self.tab.back(patience).await? {
            return Err(EngineError::new(
                EngineErrorKind::Usage,
                "no-history",
                "there is no page to go back to",
                "navigate to an address instead",
            ));
        }
        self.filled = None;
        self.after(&moment).await
    }

    /// Asks whoever has to be asked before `reference`, or what has the focus, is pressed, or (`enter`) Enter in it, where
    /// that sends something as far as it can be told. The answer is the form that would be sent, as it is now.
    async fn allowed(&mut self, reference: Option<Ref>, enter: bool) -> Result<Option<Sending>, EngineError> {
        let way = match reference {
            Some(reference) => self.tab.way(reference, enter).await,
            None => self.tab.way_of_focus(enter).await,
        };
        let Some(gate) = &self.gate else {
            let way = match way {
                Err(error @ PageError::Silent(_)) => return Err(error.into()),
                // What stands in the way of the press is said by the press.
                Err(_) => return Ok(None),
                Ok(way) => way,
            };
            if way.control.is_none() || !(way.native || way.form.is_some() || self.filled.is_some()) {
                return Ok(None);
            }
            let Ok(page) = self.tab.look().await else {
                return Ok(None);
            };
            let control = way.sends(&page);
            return Ok(control.and_then(|control| Sending::of(page, &way, control)));
        };
        let way = match (way, reference) {
            (Err(error), Some(reference)) => return Err(unreachable_element(reference, error)),
            (way, _) => way?,
        };
        let page = self.tab.look().await?;
        let Some(control) = way.sends(&page) else {
            return Ok(None);
        };
        match confirm(&self.tab, &self.run, gate, control, enter).await? {
            Verdict::Approved => Ok(Sending::of(page, &way, control)),
            Verdict::Denied(denial) => Err(EngineError::new(EngineErrorKind::Policy, "denied", denial.words(), "")),
        }
    }

    /// Takes over that the form of a press by hand went out, if it did, and says so.
    async fn went_out(&mut self, moment: &Moment, sending: Option<Sending>, mut done: Done) -> Done {
        let sent = sending.and_then(|own| Some((own, self.tab.writes_since(moment.request).pop()?)));
        let Some((Sending { page, form }, sent)) = sent else {
            return done;
        };
        let answer = match (sent.status, sent.failed.as_str()) {
            (Some(status), _) => format!("answered {status}"),
            (None, "") => "not answered yet".to_owned(),
            (None, _) => "failed without an answer".to_owned(),
        };
        done.notes
            .insert(0, format!("the form was sent ({} {answer})", sent.method));
        // What the server refused can be put right and sent.
        if sent.status.is_none_or(|status| status < 400)
            && let Some(form) = page.forms.get(form)
        {
            let same = !done.navigated && form.reference.is_some();
            let now = if same { self.tab.look().await.ok() } else { None };
            let now = now.unwrap_or_default();
            let after = now.forms.iter().find(|own| same && own.reference == form.reference);
            self.ledger.went_out(self.tab.document(), &page, form, after);
        }
        done
    }

    /// What the fields that were read back hold before something is done by hand.
    async fn hand(&self) -> Hand {
        let document = self.tab.document();
        let controls = self.ledger.controls(document);
        let held = self.read_now(&controls).await;
        Hand {
            document,
            controls,
            held,
        }
    }

    /// What is changed by hand is not to hold what was read back any more.
    async fn leaves(&mut self, hand: Hand) {
        if hand.controls.is_empty() || hand.document != self.tab.document() {
            return;
        }
        let now = self.read_now(&hand.controls).await;
        let own = hand.controls.iter().zip(hand.held.iter().zip(&now));
        let changed: Vec<Ref> = own
            .filter(|(_, (then, now))| then != now)
            .map(|(own, _)| *own)
            .collect();
        self.ledger.by_hand(&changed);
    }

    async fn read_now(&self, controls: &[Ref]) -> Vec<Option<Held>> {
        if controls.is_empty() {
            return Vec::new();
        }
        match self.tab.read(controls, false).await {
            Ok(readings) => readings.into_iter().map(|reading| reading.held).collect(),
            // What is wrong with the page is said by the act itself.
            Err(_) => Vec::new(),
        }
    }

    pub(super) fn moment(&mut self) -> Moment {
        self.begin();
        Moment {
            noticed: Noticed::of(&self.tab),
            document: self.tab.document(),
            request: self.tab.request_number(),
        }
    }

    /// Presses keys at what has the focus. That the page closes its tab at one of them is no failure.
    async fn press_here(&self, chords: &[chord::Chord]) -> Result<(), EngineError> {
        match self.tab.chords(chords).await {
            Err(error) if self.closes(&error).await => Ok(()),
            outcome => Ok(outcome?),
        }
    }

    /// Whether `error` came of the tab being closed.
    async fn closes(&self, error: &PageError) -> bool {
        matches!(error, PageError::Closed | PageError::Unloaded) && self.tab.closes().await
    }

    /// Waits until what an act set going has come to rest.
    pub(super) async fn after(&mut self, moment: &Moment) -> Result<Done, EngineError> {
        let verdict = match settle(&self.tab, Patience::SUBMIT, &self.run).await {
            Err(error) if self.closes(&error).await => {
                let mut notes = moment.noticed.since(&self.tab);
                notes.extend(self.go_on().await?.map(|moved| moved.note));
                return Ok(Done {
                    navigated: true,
                    settled: true,
                    notes,
                });
            }
            verdict => verdict?,
        };
        let navigated = moment.document != self.tab.document();
        if navigated {
            // The form that was filled is not there any more.
            self.filled = None;
        }
        Ok(Done {
            navigated,
            settled: verdict == settle::Verdict::Settled,
            notes: moment.noticed.since(&self.tab),
        })
    }
}

/// How things stood before an act.
pub(super) struct Moment {
    noticed: Noticed,
    document: u64,
    /// The number that the next request will have.
    request: u64,
}

/// What the fields that were read back held before an act.
struct Hand {
    document: u64,
    controls: Vec<Ref>,
    held: Vec<Option<Held>>,
}

/// A form that a press would send: the page as it was before, and the number of the form on it.
struct Sending {
    page: Page,
    form: usize,
}

impl Sending {
    fn of(page: Page, way: &Way, control: Ref) -> Option<Self> {
        let own = |form: &&Form| {
            let has = form.submits.iter().any(|submit| submit.reference == Some(control));
            has || (way.form.is_some() && form.reference == way.form)
        };
        let form = page.forms.iter().position(|form| own(&form))?;
        Some(Self { page, form })
    }
}

/// The error for an element that could not be asked: a frame that has gone is no fault of the browser.
pub(super) fn unreachable_element(reference: Ref, error: PageError) -> EngineError {
    match error {
        PageError::Unloaded => stale(reference),
        error => error.into(),
    }
}

fn stale(reference: Ref) -> EngineError {
    EngineError::new(
        EngineErrorKind::Page,
        "stale-ref",
        format!("{reference} is not on the page any more"),
        "take a new snapshot and use the ref that it gives",
    )
}

/// The error for what stood in the way of an act, if anything did.
pub(super) fn in_the_way(reference: Ref, trouble: &str, by: &str) -> Result<(), EngineError> {
    let error =
        |code: &str, message: String, help: &str| Err(EngineError::new(EngineErrorKind::Page, code, message, help));
    match trouble {
        "" => Ok(()),
        "gone" => Err(stale(reference)),
        "hidden" | "unfocusable" => error(
            "hidden",
            format!("{reference} cannot be seen"),
            "open what it is in first, or scroll to it; a new snapshot shows what can be seen",
        ),
        "covered" => error(
            "covered",
            format!("{reference} is covered by {by}"),
            "close or answer what lies over it first",
        ),
        "disabled" => error(
            "disabled",
            format!("{reference} is disabled"),
            "fill what it waits for first; form_inspect lists what is required",
        ),
        "readonly" => error(
            "readonly",
            format!("{reference} is read-only"),
            "it cannot be changed by typing",
        ),
        "no-text" => error(
            "no-text",
            format!("{reference} takes no text"),
            "use click, select or form_fill for it",
        ),
        other => error(
            "failed",
            format!("{reference}: {other}"),
            "take a new snapshot and look",
        ),
    }
}

//! The one browser that all tools of a server share: started when it is first needed, started anew after it died,
//! used by one call at a time, ended with the server.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex as Lock, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ostler_engine::memory::Recall;
use ostler_engine::{Asker as Gatekeeper, Gate, Progress, Session, Settings};
use ostler_machines::Typed;
use ostler_machines::confirm::{Denial, Reply};
use ostler_machines::refs::kept::Kept;
use ostler_machines::report::Outcome;
use serde_json::value::RawValue;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use super::answer::{Answer, Trouble};
use super::check;
use super::confirm::{Asker, Asking, Confirm, question};
use super::metrics::Metrics;
use super::observe::{Observe, Sight};
use super::tools::Tool;
use crate::address;
use crate::failure::Failure;
use crate::report::mask::Scrub;
use crate::report::view::{FieldView, SubmitView};

/// How long a browser may take to end by itself; then it is killed.
pub(crate) const CLOSING: Duration = Duration::from_millis(1_200);

/// How long a page that has just been shown may take to tell what its sensitive fields hold.
const LEARNING: Duration = Duration::from_secs(2);

/// What hears of a call's progress.
pub(crate) type Listener = Arc<dyn Fn(&Progress) + Send + Sync>;

/// The browser and what is known of it.
pub(crate) struct Hands {
    state: Mutex<State>,
    /// What the calls came to.
    pub(crate) metrics: Metrics,
    /// The person is asked before anything is sent.
    pub(crate) confirm: Option<Confirm>,
    /// What is remembered from one form to the next.
    pub(crate) recall: Option<Arc<Recall>>,
    /// The call that waits for a person's answer, which comes with another call.
    parked: Lock<Option<Parked>>,
    /// Whether any tool was called.
    begun: AtomicBool,
    over: CancellationToken,
}

/// What came of a call.
pub(crate) enum Came {
    /// It was answered.
    Answer(Answer),
    /// A person has to be asked this first; the answer comes with the same call and this state.
    Asks(String, String),
    /// It was dropped where it stood.
    Stopped,
}

/// A call on its way.
struct Walk {
    tool: &'static Tool,
    work: Pin<Box<dyn Future<Output = Answer> + Send>>,
    /// The questions that it has for a person, and where the answer goes.
    asked: mpsc::UnboundedReceiver<(String, oneshot::Sender<Reply>)>,
    listener: Arc<Lock<Listener>>,
    course: Arc<Lock<Course>>,
    began: Instant,
    /// What it was called with, for whoever calls again.
    call: String,
}

struct Parked {
    walk: Walk,
    text: String,
    reply: oneshot::Sender<Reply>,
}

struct State {
    settings: Settings,
    session: Option<Session>,
    /// Whether a page is shown.
    page: bool,
    seen: Sight,
    scrub: Scrub,
    /// What the next answer begins with.
    notes: Vec<String>,
    /// Whether pages are worked with by hand, and so all that can be used is shown.
    by_hand: bool,
    /// What is remembered from one form to the next.
    recall: Option<Arc<Recall>>,
}

/// How far a call has come.
#[derive(Clone, Copy, Debug, Default)]
struct Course {
    fields: Option<(usize, usize)>,
    pressed: bool,
}

impl Hands {
    /// Hands without a browser as yet. `by_hand`: there are tools to work with a page by hand.
    pub(crate) fn new(
        settings: Settings,
        metrics: Metrics,
        by_hand: bool,
        confirm: Option<Confirm>,
        recall: Option<Arc<Recall>>,
    ) -> Self {
        // A tab that is taken as it stands shows a page from the beginning.
        let page = settings.here || settings.kept.is_some();
        Self {
            state: Mutex::new(State {
                settings,
                session: None,
                page,
                seen: Sight::default(),
                scrub: Scrub::default(),
                notes: Vec::new(),
                by_hand,
                recall: recall.clone(),
            }),
            metrics,
            confirm,
            recall,
            parked: Lock::default(),
            begun: AtomicBool::new(false),
            over: CancellationToken::new(),
        }
    }

    /// What is cancelled once the server is to end. It ends every call.
    pub(crate) fn over(&self) -> &CancellationToken {
        &self.over
    }

    /// Whether an agent is, or was, at work.
    pub(crate) fn begun(&self) -> bool {
        self.begun.load(Ordering::Acquire)
    }

    /// Does what `tool` does with `arguments`, which nothing but `stop` or the end keeps it from. A call that waited for
    /// a person is given up first.
    pub(crate) async fn call(
        self: &Arc<Self>,
        tool: &'static Tool,
        arguments: &Arc<RawValue>,
        listener: Listener,
        asking: Asking,
        stop: &CancellationToken,
    ) -> Came {
        self.begun.store(true, Ordering::Release);
        self.give_up(stop).await;
        let course = Arc::new(Lock::new(Course::default()));
        let inner = Arc::new(Lock::new(listener));
        let listener: Listener = {
            let (course, inner) = (Arc::clone(&course), Arc::clone(&inner));
            Arc::new(move |progress| {
                note(&course, progress);
                let hear = Arc::clone(&*inner.lock().unwrap_or_else(PoisonError::into_inner));
                hear(progress);
            })
        };
        let (sender, asked) = mpsc::unbounded_channel();
        let gate = self.confirm.as_ref().and_then(|confirm| {
            let ask: Asker = match asking {
                Asking::Never => return None,
                Asking::Unable => Arc::new(|_| Box::pin(async { Reply::Unable })),
                Asking::Now(ask) => ask,
                Asking::Later => later(sender),
            };
            Some((ask, confirm.life))
        });
        let work = {
            let (hands, arguments) = (Arc::clone(self), Arc::clone(arguments));
            async move {
                let mut state = hands.state.lock().await;
                state.call(tool, &arguments, listener, gate, &hands.metrics).await
            }
        };
        let walk = Walk {
            tool,
            work: Box::pin(work),
            asked,
            listener: inner,
            course,
            began: Instant::now(),
            call: called(tool, arguments),
        };
        self.follow(walk, stop).await
    }

    /// Goes on with the call that waited for a person, if `state` shows that this is the same one: `tool` and `arguments`
    /// as they were, and `reply` what the person said.
    pub(crate) async fn resume(
        self: &Arc<Self>,
        (tool, arguments): (&'static Tool, &RawValue),
        (state, reply): (&str, Reply),
        listener: Listener,
        stop: &CancellationToken,
    ) -> Came {
        let call = called(tool, arguments);
        let Some(confirm) = &self.confirm else {
            return Came::Answer(denial(Denial::Over));
        };
        let opened = {
            let parked = parked(&self.parked);
            confirm.open(state, &call, parked.as_ref().map(|parked| parked.text.as_str()))
        };
        if let Err(why) = opened {
            if why == Denial::Late {
                self.give_up(stop).await;
            }
            tracing::info!(tool = tool.name, "an answer was refused");
            return Came::Answer(denial(why));
        }
        let Some(Parked {
            mut walk, reply: to, ..
        }) = parked(&self.parked).take()
        else {
            return Came::Answer(denial(Denial::Over));
        };
        *walk.listener.lock().unwrap_or_else(PoisonError::into_inner) = listener;
        walk.began = Instant::now();
        if to.send(reply).is_err() {
            tracing::debug!("the question was closed before its answer came");
        }
        self.follow(walk, stop).await
    }

    /// Follows a call until it is answered, or has a question, or is stopped.
    async fn follow(self: &Arc<Self>, mut walk: Walk, stop: &CancellationToken) -> Came {
        let answer = tokio::select! {
            biased;
            () = stop.cancelled() => None,
            () = self.over.cancelled() => None,
            Some((text, reply)) = walk.asked.recv() => {
                let state = self.confirm.as_ref().map(|confirm| confirm.seal(&walk.call, &text));
                let asks = Came::Asks(text.clone(), state.unwrap_or_default());
                tracing::info!(tool = walk.tool.name, "a person is asked");
                *parked(&self.parked) = Some(Parked { walk, text, reply });
                return asks;
            }
            answer = &mut walk.work => Some(answer),
        };
        let course = *held(&walk.course);
        let (tool, began) = (walk.tool, walk.began);
        // It may hold the browser still.
        drop(walk);
        let millis = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        if let Some(answer) = answer {
            tracing::info!(tool = tool.name, millis, failed = answer.failed(), "answered");
            self.metrics.answered(tool.name, millis, &answer);
            return Came::Answer(answer);
        }
        let what = interrupted(tool.name, course);
        tracing::warn!(tool = tool.name, millis, "{what}");
        self.metrics.cancelled(tool.name, millis);
        if !self.over.is_cancelled() {
            self.state.lock().await.notes.push(what);
        }
        Came::Stopped
    }

    /// Ends the call that waits for a person, if one does: nothing is sent, and the next answer says so.
    async fn give_up(self: &Arc<Self>, stop: &CancellationToken) {
        loop {
            let Some(Parked { walk, reply, .. }) = parked(&self.parked).take() else {
                return;
            };
            if let Some(confirm) = &self.confirm {
                confirm.withdraw();
            }
            // Nobody may listen any more: then it is over already.
            let _ = reply.send(Reply::Withdrawn);
            let tool = walk.tool.name;
            if let Came::Answer(_) = self.follow(walk, stop).await {
                let note = format!("{tool} was waiting for a person's answer when another call came: nothing was sent");
                self.state.lock().await.notes.push(note);
            }
        }
    }

    /// What another process needs to go on with the refs of the page; nothing if no browser was needed.
    pub(crate) async fn keep(&self) -> Result<Option<Kept>, Failure> {
        let state = self.state.lock().await;
        match &state.session {
            Some(session) => Ok(Some(session.keep().await?)),
            None => Ok(None),
        }
    }

    /// Ends the browser. Whatever still wants it is dropped first.
    pub(crate) async fn close(&self) {
        self.over.cancel();
        // A call that waits for a person holds the browser.
        drop(parked(&self.parked).take());
        let session = self.state.lock().await.session.take();
        let browser = async {
            if let Some(session) = session
                && tokio::time::timeout(CLOSING, session.close()).await.is_err()
            {
                tracing::warn!("the browser did not end by itself and was killed");
            }
        };
        let memory = async {
            if let Some(recall) = &self.recall {
                let flushed = recall.part(CLOSING).await;
                if flushed.lost > 0 {
                    tracing::warn!(reason = %flushed.reason, "not all of it was kept in memory");
                }
            }
        };
        tokio::join!(browser, memory);
    }
}

fn parked(lock: &Lock<Option<Parked>>) -> MutexGuard<'_, Option<Parked>> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks by answering the call with the question.
fn later(sender: mpsc::UnboundedSender<(String, oneshot::Sender<Reply>)>) -> Asker {
    Arc::new(move |text| {
        let (reply, answer) = oneshot::channel();
        let out = sender.send((text, reply)).is_ok();
        Box::pin(async move {
            if out {
                answer.await.unwrap_or(Reply::Withdrawn)
            } else {
                Reply::Unable
            }
        })
    })
}

/// A call in one text: two are the same if the same tool is to do the same.
fn called(tool: &Tool, arguments: &RawValue) -> String {
    let value: Option<serde_json::Value> = serde_json::from_str(arguments.get()).ok();
    let arguments = value.map_or_else(|| arguments.get().to_owned(), |value| value.to_string());
    format!("{} {arguments}", tool.name)
}

/// The answer to a call that brought no good answer of a person.
fn denial(why: Denial) -> Answer {
    Answer {
        said: vec![why.words()],
        ..Answer::default()
    }
}

fn held(course: &Lock<Course>) -> MutexGuard<'_, Course> {
    course.lock().unwrap_or_else(PoisonError::into_inner)
}

fn note(course: &Lock<Course>, progress: &Progress) {
    let mut course = held(course);
    match progress {
        Progress::Filling(done, all) => course.fields = Some((*done, *all)),
        Progress::Submitting(_) => course.pressed = true,
        Progress::Starting | Progress::Loading(_) | Progress::Step(_) => {}
    }
}

/// What a call that was dropped has left behind.
fn interrupted(tool: &str, course: Course) -> String {
    let fields = match course.fields {
        Some((done, all)) => format!("{done} of {all} fields had been dealt with"),
        None => "no field had been written".into(),
    };
    if course.pressed {
        format!(
            "{tool} was cancelled after the submit control had been pressed ({fields}): the data may or may not be stored, so look before you send it again"
        )
    } else {
        format!("{tool} was cancelled ({fields}): nothing was sent")
    }
}

impl State {
    async fn call(
        &mut self,
        tool: &Tool,
        arguments: &RawValue,
        listener: Listener,
        gate: Option<(Asker, Duration)>,
        metrics: &Metrics,
    ) -> Answer {
        let mut call = Call {
            state: self,
            listener,
            gate,
            metrics,
        };
        call.forget_a_dead_browser().await;
        let outcome = match check::fits(&(tool.input)(), arguments) {
            Ok(()) => (tool.run)(&mut call, arguments).await,
            Err(trouble) => Err(trouble),
        };
        let url = call.url();
        let mut answer = outcome.unwrap_or_else(|trouble| trouble.answer(&url));
        call.learn_secrets(&answer).await;
        call.tell_news(&mut answer);
        // Whoever hears of this call's progress waits for the last of it.
        if let Some(session) = &mut self.session {
            session.on_progress(Box::new(|_| {}));
        }
        // What was learned and could not be kept is told once, after what this call came to.
        let lost = self.recall.as_ref().and_then(|recall| recall.complaint());
        answer.said.extend(lost.map(|lost| format!("Note: {lost}.")));
        // A browser that died during the call is told of by the call itself.
        let notes = std::mem::take(&mut self.notes);
        answer
            .said
            .splice(0..0, notes.into_iter().map(|note| format!("Note: {note}.")));
        answer.scrubbed(&self.scrub)
    }
}

/// What a tool has in hand during one call.
pub(crate) struct Call<'a> {
    state: &'a mut State,
    listener: Listener,
    /// Who asks a person before anything is sent, and for how long.
    gate: Option<(Asker, Duration)>,
    /// What the calls came to so far.
    pub(crate) metrics: &'a Metrics,
}

impl Call<'_> {
    /// What is remembered from one form to the next, if anything is.
    pub(crate) fn memory(&self) -> Option<Arc<Recall>> {
        self.state.recall.clone()
    }

    /// The browser, started if need be.
    pub(crate) async fn browser(&mut self) -> Result<&mut Session, Trouble> {
        let session = match self.state.session.take() {
            Some(session) => session,
            None => self.start().await?,
        };
        let session = self.state.session.insert(session);
        if let Some(moved) = session.go_on().await? {
            self.state.notes.push(moved.note);
            self.state.page = moved.page;
            self.state.seen = Sight::default();
        }
        let listener = Arc::clone(&self.listener);
        session.on_progress(Box::new(move |progress| listener(&progress)));
        session.agree(false);
        session.ask_first(self.gate.clone().map(|(ask, life)| {
            let scrub = self.state.scrub.clone();
            let ask: Gatekeeper = Arc::new(move |proposal| ask(scrub.clean(&question(&proposal))));
            Gate { ask, life }
        }));
        Ok(session)
    }

    async fn start(&mut self) -> Result<Session, Trouble> {
        (self.listener)(&Progress::Starting);
        let began = Instant::now();
        let mut session = Session::start(self.state.settings.clone()).await?;
        session.recall_from(self.state.recall.clone());
        let (product, _) = session.browser();
        tracing::info!(%product, millis = began.elapsed().as_millis(), "the browser has started");
        for note in session.browser_notes() {
            tracing::info!("{note}");
        }
        if self.state.settings.kept.is_some() && !session.resumed() {
            self.state.page = self.state.settings.here;
            let note = "the tab that the state file speaks of is closed: its refs are stale";
            self.state.notes.push(note.into());
        }
        // It is not to be gone on with once more.
        self.state.settings.kept = None;
        Ok(session)
    }

    /// The browser with the page that it shows.
    pub(crate) async fn page(&mut self) -> Result<&mut Session, Trouble> {
        let none = || {
            Trouble::new(
                "no-page",
                "no page is open",
                "Call navigate with the address of the page first.",
            )
        };
        if !self.state.page {
            return Err(none());
        }
        self.browser().await?;
        // The page that was to be gone on with may be gone.
        match &mut self.state.session {
            Some(session) if self.state.page => Ok(session),
            _ => Err(none()),
        }
    }

    /// A page is shown from now on, or (`false`) it is not known what is.
    pub(crate) fn arrived(&mut self, yes: bool) {
        self.state.page = yes;
        self.state.seen = Sight::default();
    }

    /// Looks at the page and remembers it. The answer is what is seen now and what was seen before.
    pub(crate) async fn look(&mut self) -> Result<(Sight, Sight), Trouble> {
        let page = self.page().await?.inspect().await?;
        let sight = Sight::of(&page);
        let before = self.saw(sight.clone());
        Ok((sight, before))
    }

    /// What there is to say of the page after an action on `fields`, which may have ended in `submit`.
    pub(crate) async fn observe(
        &mut self,
        observe: Observe,
        submit: Option<&SubmitView>,
        fields: &[FieldView],
    ) -> Vec<String> {
        let (sight, before) = match self.look().await {
            Ok(looked) => looked,
            // What was done is told all the same.
            Err(trouble) => return vec![format!("the page could not be looked at afterwards [{}]", trouble.code)],
        };
        if observe == Observe::Full {
            return sight.whole();
        }
        // A step or a refusal shows in the fields, which have their own lines.
        let words =
            submit.is_some_and(|submit| !matches!(submit.outcome, Outcome::Advanced | Outcome::ValidationFailed));
        let dealt: Vec<(String, String)> = fields
            .iter()
            .map(|field| (field.reference.clone().unwrap_or_default(), field.label.clone()))
            .collect();
        sight.news(&before, words, &dealt)
    }

    /// Remembers what was seen. The answer is what was seen before.
    pub(crate) fn saw(&mut self, sight: Sight) -> Sight {
        std::mem::replace(&mut self.state.seen, sight)
    }

    /// Whether all that can be used on a page is to be shown, not its forms alone.
    pub(crate) fn by_hand(&self) -> bool {
        self.state.by_hand
    }

    /// The page was changed by an act: what was seen of its forms says nothing of it any more.
    pub(crate) fn forget_look(&mut self) {
        self.state.seen = Sight::default();
    }

    /// The wall on the page that only a person gets through, as a line of our own words, if one stands there.
    pub(crate) async fn challenge(&mut self) -> Option<String> {
        let wall = self.page().await.ok()?.challenge().await.ok()??;
        Some(super::acted::challenge(&wall))
    }

    /// The address that is shown, without a password.
    pub(crate) fn url(&self) -> String {
        let session = self.state.session.as_ref().filter(|_| self.state.page);
        session
            .map(|session| address::shown(&session.tab().url()))
            .unwrap_or_default()
    }

    /// What is never to be said again.
    pub(crate) fn scrub(&mut self) -> &mut Scrub {
        &mut self.state.scrub
    }

    /// What must be hidden in pictures too.
    pub(crate) fn secrets(&self) -> Vec<Typed> {
        self.state.scrub.texts()
    }

    /// Learns what the sensitive fields of the page hold, so that no answer repeats it from elsewhere on the page.
    async fn learn_secrets(&mut self, answer: &Answer) {
        let tells = !answer.shown.is_empty();
        let session = self.state.session.as_ref().filter(|_| self.state.page && tells);
        let Some(session) = session.filter(|session| !session.tab().is_gone()) else {
            return;
        };
        match tokio::time::timeout(LEARNING, session.secrets()).await {
            Ok(Ok(held)) => held.iter().for_each(|text| self.state.scrub.hide(text.reveal())),
            // What a page that cannot be asked holds was learned when it could be.
            Ok(Err(error)) => tracing::debug!(code = %error.code, "the page does not tell what it holds"),
            Err(_) => tracing::debug!("the page does not tell in time what it holds"),
        }
    }

    /// Tells of dialogs and windows that came outside of what was done: while a page was loading, or between two calls.
    fn tell_news(&mut self, answer: &mut Answer) {
        let Some(session) = &mut self.state.session else {
            return;
        };
        let told = |note: &String| {
            let mut lines = answer.said.iter().chain(&answer.shown);
            lines.any(|line| line.contains(note.as_str()))
        };
        let news: Vec<String> = session.news().into_iter().filter(|note| !told(note)).collect();
        answer
            .shown
            .splice(0..0, news.iter().map(|note| format!("Note: {note}")));
    }

    async fn forget_a_dead_browser(&mut self) {
        let dead = self
            .state
            .session
            .as_ref()
            .is_some_and(|session| session.tab().is_gone() && !session.tab().is_closed());
        if !dead {
            return;
        }
        if let Some(session) = self.state.session.take()
            && tokio::time::timeout(CLOSING, session.close()).await.is_err()
        {
            tracing::warn!("what was left of the browser had to be killed");
        }
        self.state.page = self.state.settings.here;
        self.state.seen = Sight::default();
        let note = "the browser had ended or crashed and is started anew: pages, logins and what was typed are gone";
        tracing::warn!("{note}");
        self.state.notes.push(note.into());
    }
}

#[cfg(test)]
mod tests {
    use super::{Course, interrupted};

    #[test]
    fn a_call_that_was_dropped_says_what_it_left() {
        let table = [
            (None, false, "nothing was sent"),
            (Some((3, 12)), false, "3 of 12 fields"),
            (Some((12, 12)), true, "may or may not be stored"),
        ];
        for (fields, pressed, words) in table {
            let text = interrupted("form_fill", Course { fields, pressed });
            assert!(text.contains(words), "{text}");
        }
    }
}

//! A memory at work: asked before a form is filled, told of it afterwards.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ostler_machines::Typed;
use ostler_machines::form::model::Form;
use ostler_machines::form::value::Wish;
use ostler_machines::recall::decide::{self, Decision, decide};
use ostler_machines::recall::learn::Filled;
use ostler_machines::recall::model::{Change, Probe, Recollection};
use ostler_machines::recall::probe::{Visit, probe};
use ostler_machines::report::{FieldReport, SubmitReport};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::learning::Learning;
use super::queue::{Flushed, Queue};
use super::store::{Store, StoreError, wall_clock};

/// How a memory is put to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// Whether what is given for a form is kept as facts once the form took it.
    pub learn: bool,
    /// Whether likeness of meaning is asked for, to suggest from.
    pub suggest: bool,
}

/// A memory at work.
#[derive(Debug)]
pub struct Recall {
    store: Arc<dyn Store>,
    queue: Queue,
    how: Use,
    lessons: Mutex<JoinSet<()>>,
    learning: Mutex<Option<Learning>>,
    /// What came of making the store ready, once that is known.
    ready: watch::Receiver<Option<Result<(), StoreError>>>,
}

/// What a store had to say to a form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recalled {
    pub(crate) probe: Probe,
    pub(crate) recollection: Recollection,
    pub(crate) decisions: Vec<Decision>,
}

/// A form that was filled, to be learned from.
#[derive(Clone, Debug)]
pub(crate) struct Lesson {
    pub(crate) form: Form,
    pub(crate) visit: Visit,
    pub(crate) options: decide::Options,
    /// What was recalled for it before, if it was.
    pub(crate) recalled: Option<Recalled>,
    pub(crate) given: Vec<(String, Typed)>,
    pub(crate) reports: Vec<FieldReport>,
}

impl Recall {
    /// Puts `store` to work, within a runtime. It is made ready beside whatever else is done.
    pub fn new(store: Arc<dyn Store>, how: Use) -> Self {
        let (told, ready) = watch::channel(None);
        let own = Arc::clone(&store);
        tokio::spawn(async move {
            let came = own.ready().await;
            // Nobody may want to know any more.
            let _ = told.send(Some(came));
        });
        Self {
            queue: Queue::start(Arc::clone(&store)),
            store,
            how,
            lessons: Mutex::default(),
            learning: Mutex::default(),
            ready,
        }
    }

    /// What came of making the store ready; nothing if that is not known yet.
    pub fn came(&self) -> Option<Result<(), StoreError>> {
        self.ready.borrow().clone()
    }

    /// The same, as soon as it is known.
    ///
    /// # Errors
    /// If the store cannot be used.
    pub async fn ready(&self) -> Result<(), StoreError> {
        let mut ready = self.ready.clone();
        let came = ready.wait_for(Option::is_some).await;
        came.ok().and_then(|came| came.clone()).unwrap_or(Ok(()))
    }

    /// The store itself.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// How it is put to use.
    pub fn how(&self) -> Use {
        self.how
    }

    /// Changes what is remembered, in the background.
    pub fn change(&self, changes: Vec<Change>) {
        self.queue.push(changes);
    }

    /// What of the memory belongs into the fields of `form`. The store is not asked for what it was asked `before`.
    pub(crate) async fn ask(
        &self,
        form: &Form,
        visit: &Visit,
        options: &decide::Options,
        before: Option<&Recalled>,
    ) -> Result<Recalled, StoreError> {
        // To read the form for a store that will not be asked costs more than all the rest.
        if let Some(why) = before.is_none().then(|| self.store.shut()).flatten() {
            return Err(why);
        }
        let probe = probe(form, visit);
        let recollection = match before {
            Some(before) if before.probe == probe => before.recollection.clone(),
            _ => self.store.recall(&probe).await?,
        };
        let decisions = decide(form, &probe, &recollection, options);
        Ok(Recalled {
            probe,
            recollection,
            decisions,
        })
    }

    /// Learns from a form in the background: nobody waits for it.
    pub(crate) fn learn(self: &Arc<Self>, lesson: Lesson, submit: Option<SubmitReport>) {
        let recall = Arc::clone(self);
        let mut lessons = self.lessons();
        // Those that are over need not be kept.
        while lessons.try_join_next().is_some() {}
        lessons.spawn(async move {
            let recalled = match &lesson.recalled {
                Some(recalled) => recalled.clone(),
                None => match recall.ask(&lesson.form, &lesson.visit, &lesson.options, None).await {
                    Ok(recalled) => recalled,
                    Err(error) => {
                        recall.queue.lose(error.to_string());
                        recall.note(Learning::nothing(error.to_string()));
                        return;
                    }
                },
            };
            let filled = Filled {
                form: &lesson.form,
                lang: &lesson.visit.lang,
                probe: &recalled.probe,
                recollection: &recalled.recollection,
                decisions: &recalled.decisions,
                given: &lesson.given,
                reports: &lesson.reports,
                submit: submit.as_ref(),
                now: wall_clock(),
            };
            let mut changes = Vec::new();
            if recall.how.learn {
                let learned = filled.learned();
                recall.note(Learning::of(&learned, &recalled.recollection));
                changes.extend(learned.facts.into_iter().map(Change::Learn));
            }
            changes.extend(filled.changes());
            recall.queue.push(changes);
        });
    }

    fn note(&self, learning: Learning) {
        if !self.how.learn {
            return;
        }
        let mut all = self.learning.lock().unwrap_or_else(PoisonError::into_inner);
        match all.as_mut() {
            Some(all) => all.add(learning),
            None => *all = Some(learning),
        }
    }

    /// What was learned since this was last asked, as far as its lessons are over; nothing if none was, or values are not
    /// kept at all.
    pub fn learned(&self) -> Option<Learning> {
        self.learning.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// What could not be kept since this was last asked, in words.
    pub fn complaint(&self) -> Option<String> {
        self.queue.complaint()
    }

    /// The same for who is about to go: a store that is not there, or has not answered yet, is not waited for.
    pub async fn part(&self, patience: Duration) -> Flushed {
        if !matches!(self.came(), Some(Ok(()))) {
            let mut left = self.queue.left();
            left.lost += std::mem::take(&mut *self.lessons()).len();
            if left.lost > 0 {
                left.reason = self.without().unwrap_or_default();
            }
            return left;
        }
        let lessons = std::mem::take(&mut *self.lessons());
        let began = tokio::time::Instant::now();
        let learned = timeout(patience, over(lessons)).await.is_ok();
        let mut flushed = self.queue.part(patience.saturating_sub(began.elapsed())).await;
        if !learned && flushed.lost == 0 {
            flushed.lost = 1;
            "the store did not answer in time".clone_into(&mut flushed.reason);
        }
        flushed
    }

    /// Why the store cannot be used by now; nothing if it can.
    pub fn without(&self) -> Option<String> {
        match self.came() {
            Some(Ok(())) => None,
            Some(Err(error)) => Some(error.to_string()),
            None => Some("it has not answered yet".into()),
        }
    }

    fn lessons(&self) -> std::sync::MutexGuard<'_, JoinSet<()>> {
        self.lessons.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all that was to be learned is kept, or `patience` is over.
    pub async fn flush(&self, patience: Duration) -> Flushed {
        let lessons = std::mem::take(&mut *self.lessons());
        let began = tokio::time::Instant::now();
        let in_time = timeout(patience, over(lessons)).await.is_ok();
        let mut flushed = self.queue.flush(patience.saturating_sub(began.elapsed())).await;
        if !in_time && flushed.lost == 0 {
            flushed.lost = 1;
            "the store did not answer in time".clone_into(&mut flushed.reason);
        }
        flushed
    }
}

/// Waits until all of them are over.
async fn over(mut lessons: JoinSet<()>) {
    while lessons.join_next().await.is_some() {}
}

/// What was given, as text.
pub(crate) fn given(pairs: &[(String, Wish)]) -> Vec<(String, Typed)> {
    let text = |(key, wish): &(String, Wish)| match wish {
        Wish::Text(text) => Some((key.clone(), text.clone())),
        _ => None,
    };
    pairs.iter().filter_map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::{Recall, Use};
    use crate::memory::{Store, StoreError};
    use futures_util::future::BoxFuture;
    use ostler_machines::form::model::Form;
    use ostler_machines::recall::decide::Options;
    use ostler_machines::recall::model::{Applied, Change, Everything, Probe, Recollection};
    use ostler_machines::recall::probe::Visit;
    use std::sync::Arc;

    /// One that is shut, and must not be asked.
    #[derive(Debug)]
    struct Shut;

    fn why() -> StoreError {
        StoreError::Unavailable("it failed twice".into())
    }

    impl Store for Shut {
        fn recall<'a>(&'a self, _: &'a Probe) -> BoxFuture<'a, Result<Recollection, StoreError>> {
            unreachable!("it is shut")
        }
        fn apply(&self, _: Vec<Change>) -> BoxFuture<'_, Result<Applied, StoreError>> {
            unreachable!("it is shut")
        }
        fn all(&self) -> BoxFuture<'_, Result<Everything, StoreError>> {
            unreachable!("it is shut")
        }
        fn wipe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
            unreachable!("it is shut")
        }
        fn shut(&self) -> Option<StoreError> {
            Some(why())
        }
    }

    #[tokio::test]
    async fn a_store_that_is_shut_is_not_asked() {
        let recall = Recall::new(Arc::new(Shut), Use::default());
        let (form, visit, options) = (Form::default(), Visit::default(), Options::default());
        let asked = recall.ask(&form, &visit, &options, None).await;
        assert_eq!(asked.map(|_| ()), Err(why()));
    }
}

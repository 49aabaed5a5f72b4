//! The one loop that drives every machine.

use std::collections::VecDeque;
use std::future::{pending, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;

use ostler_machines::{Machine, Millis, Transition};
use tokio::time::{Instant, sleep_until};

/// The world of one machine: starts what the machine asks for, and hears what comes of it.
pub(crate) trait Port<M: Machine> {
    /// Why the world broke.
    type Error;

    /// Starts the work that `effect` asks for. It must not wait for the work to end.
    fn perform(&mut self, effect: M::Effect) -> Result<(), Self::Error>;

    /// The next thing that happened.
    ///
    /// # Cancel safety
    /// It is dropped whenever a deadline passes first, and must lose nothing then.
    fn event(&mut self) -> impl Future<Output = Result<M::Event, Self::Error>> + Send;
}

/// One call of a surface: its zero of time and the trace of every machine that runs for it. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    started: Instant,
    /// The zero of the trace, the same for every run of a session.
    zero: Instant,
    trace: Arc<Mutex<Vec<Transition>>>,
    /// The time that does not count: all of it that is over, and since when there is more.
    paused: Arc<Mutex<(Duration, Option<Instant>)>>,
}

impl Run {
    pub(crate) fn new() -> Self {
        let started = Instant::now();
        Self {
            started,
            zero: started,
            trace: Arc::default(),
            paused: Arc::default(),
        }
    }

    /// The next run of the same session: its trace goes on where that of this one ended.
    pub(crate) fn after(&self) -> Self {
        Self {
            zero: self.zero,
            ..Self::new()
        }
    }

    /// The time since the run began, that of pauses left out.
    pub(crate) fn now(&self) -> Millis {
        let elapsed = self.started.elapsed().saturating_sub(self.idle());
        Millis(u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX))
    }

    /// Time stands still for this run, but not for the world, until the guard is dropped.
    pub(crate) fn pause(&self) -> Paused {
        self.pauses().1.get_or_insert_with(Instant::now);
        Paused(self.clone())
    }

    /// A run with a clock of its own that writes the same trace.
    pub(crate) fn apart(&self) -> Self {
        Self {
            trace: Arc::clone(&self.trace),
            ..self.after()
        }
    }

    fn pauses(&self) -> MutexGuard<'_, (Duration, Option<Instant>)> {
        self.paused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long it has been paused so far.
    fn idle(&self) -> Duration {
        let (over, since) = *self.pauses();
        over + since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// The moment at which it will be `at`, if no pause is made until then.
    fn moment(&self, at: Millis) -> Instant {
        self.started + self.idle() + Duration::from_millis(at.0)
    }

    fn note(&self, mut transitions: Vec<Transition>) {
        // What a machine knows is its own run's time, without its pauses.
        let offset = self.started.duration_since(self.zero) + self.idle();
        let offset = u64::try_from(offset.as_millis()).unwrap_or(u64::MAX);
        for transition in &mut transitions {
            transition.at = transition.at.plus(offset);
        }
        self.trace
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .append(&mut transitions);
    }

    /// The transitions of all machines so far, oldest first, taken out.
    pub(crate) fn take_trace(&self) -> Vec<Transition> {
        std::mem::take(&mut *self.trace.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A run that is paused until this is dropped.
#[derive(Debug)]
pub(crate) struct Paused(Run);

impl Drop for Paused {
    fn drop(&mut self) {
        let mut pauses = self.0.pauses();
        if let Some(since) = pauses.1.take() {
            pauses.0 += since.elapsed();
        }
    }
}

type Pending<E, X> = Pin<Box<dyn Future<Output = Result<E, X>> + Send>>;

/// Work that was started, each piece after the one before, each ending in one event.
pub(crate) struct Work<E, X> {
    queue: VecDeque<Pending<E, X>>,
}

impl<E, X> Work<E, X> {
    pub(crate) const fn new() -> Self {
        Self { queue: VecDeque::new() }
    }

    /// Adds a piece of work.
    pub(crate) fn start(&mut self, work: impl Future<Output = Result<E, X>> + Send + 'static) {
        self.queue.push_back(Box::pin(work));
    }

    /// The event that the oldest piece of work ends in; never, while there is none.
    ///
    /// # Cancel safety
    /// The work itself stays here and goes on with the next call.
    pub(crate) async fn next(&mut self) -> Result<E, X> {
        poll_fn(|context| {
            let Some(front) = self.queue.front_mut() else {
                return Poll::Pending;
            };
            let outcome = std::task::ready!(front.as_mut().poll(context));
            self.queue.pop_front();
            Poll::Ready(outcome)
        })
        .await
    }
}

/// Runs `machine` in `port` until it has a verdict.
pub(crate) async fn drive<M: Machine, P: Port<M>>(
    machine: &mut M,
    port: &mut P,
    run: &Run,
) -> Result<M::Verdict, P::Error> {
    let mut event = M::TICK;
    loop {
        let effects = machine.handle(run.now(), event);
        run.note(machine.take_trace());
        for effect in effects {
            port.perform(effect)?;
        }
        if let Some(verdict) = machine.verdict() {
            return Ok(verdict);
        }
        let deadline = machine.deadline();
        event = if deadline.is_some_and(|at| at <= run.now()) {
            M::TICK // Time first: a page that never stops talking must not hold up a deadline.
        } else {
            let wake = async {
                match deadline {
                    Some(at) => sleep_until(run.moment(at)).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                event = port.event() => event?,
                () = wake => M::TICK,
            }
        };
    }
}

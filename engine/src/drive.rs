//! The one loop that drives every machine.

use std::collections::VecDeque;
use std::future::{pending, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
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
    trace: Arc<Mutex<Vec<Transition>>>,
}

impl Run {
    pub(crate) fn new() -> Self {
        Self {
            started: Instant::now(),
            trace: Arc::default(),
        }
    }

    /// The time since the run began.
    pub(crate) fn now(&self) -> Millis {
        Millis(u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn note(&self, mut transitions: Vec<Transition>) {
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
                    Some(at) => sleep_until(run.started + Duration::from_millis(at.0)).await,
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

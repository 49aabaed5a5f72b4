//! The way out of a connection: at once where that is possible, through a queue where it is not.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::mpsc;

/// Takes as many bytes as can leave without waiting, and says how many.
type Now = Box<dyn Fn(&[u8]) -> usize + Send + Sync>;

/// How messages leave.
pub(super) enum Exit {
    /// Whole, through the queue.
    Queue,
    /// Each with a NUL at its end. As much as this takes leaves at once, which saves waking another thread; the rest
    /// goes through the queue.
    Pipe(Now),
}

/// The near end of the transport.
pub(super) struct Outbox {
    exit: Exit,
    queue: mpsc::UnboundedSender<Vec<u8>>,
    /// How many messages are in the queue or in the hands of the transport.
    queued: Arc<AtomicUsize>,
}

/// The far end of the queue, in the hands of the transport.
pub(super) struct Queue {
    messages: mpsc::UnboundedReceiver<Vec<u8>>,
    queued: Arc<AtomicUsize>,
    taken: usize,
}

impl Outbox {
    pub(super) fn new(exit: Exit) -> (Self, Queue) {
        let (queue, messages) = mpsc::unbounded_channel();
        let queued = Arc::new(AtomicUsize::new(0));
        let far = Queue {
            messages,
            queued: Arc::clone(&queued),
            taken: 0,
        };
        (Self { exit, queue, queued }, far)
    }

    /// Sends a message, now or after those that wait. `false` if the transport is gone. Called under the lock of the
    /// state, so that messages neither overtake nor break into each other.
    pub(super) fn send(&self, mut bytes: Vec<u8>) -> bool {
        if let Exit::Pipe(now) = &self.exit {
            bytes.push(0);
            if self.queued.load(Ordering::Acquire) == 0 {
                let gone = now(&bytes);
                if gone == bytes.len() {
                    return true;
                }
                bytes.drain(..gone);
            }
        }
        self.queued.fetch_add(1, Ordering::Release);
        self.queue.send(bytes).is_ok()
    }
}

impl Queue {
    /// The next bytes to carry out; whoever asks has carried out those before. `None` once the connection is shut.
    pub(super) async fn next(&mut self) -> Option<Vec<u8>> {
        self.queued.fetch_sub(self.taken, Ordering::Release);
        self.taken = 0;
        let next = self.messages.recv().await;
        self.taken = usize::from(next.is_some());
        next
    }
}

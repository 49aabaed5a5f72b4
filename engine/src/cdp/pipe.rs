//! Chrome over a pair of pipes: no port is open, and when we die, however we die, Chrome sees the end of its pipe.

use std::io;
use std::process::Stdio;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncReadExt};
#[cfg(unix)]
use tokio::net::unix::pipe;
use tokio::process::{Child, Command};

use super::connection::Connection;
use super::outbox::{Exit, Queue};
use super::splitter::Splitter;

/// The size of one read.
const CHUNK: usize = 64 << 10;

/// Chrome wants its pipe at descriptors 3 and 4. The shell moves our standard input and output there and becomes
/// Chrome, so the process is the one that we started, and no unsafe code runs between fork and exec.
const SHIFT: &str = r#"exec "$@" 3<&0 4>&1 0</dev/null 1>/dev/null"#;

/// What starts `browser` with its pipe in place. Arguments are added by the caller.
pub(super) fn command(browser: &std::path::Path) -> Command {
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", SHIFT, "sh"])
        .arg(browser)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    command
}

/// Carries messages between a connection and the process that [`command`] started.
#[cfg(unix)]
pub(super) fn carry(child: &mut Child) -> io::Result<Connection> {
    let gone = || io::Error::other("its pipe is taken");
    let stdin = child.stdin.take().ok_or_else(gone)?.into_owned_fd()?;
    let stdout = child.stdout.take().ok_or_else(gone)?.into_owned_fd()?;
    let commands = Arc::new(pipe::Sender::from_owned_fd(stdin)?);
    let answers = pipe::Receiver::from_owned_fd(stdout)?;
    Ok(between(commands, answers))
}

/// Carries messages over a pair of pipes.
#[cfg(unix)]
fn between(commands: Arc<pipe::Sender>, answers: impl AsyncRead + Send + Unpin + 'static) -> Connection {
    let now = Arc::clone(&commands);
    // A full pipe takes nothing now, and a broken one tells the queue.
    let exit = Exit::Pipe(Box::new(move |bytes| now.try_write(bytes).unwrap_or(0)));
    let (connection, queue) = Connection::new(exit);
    tokio::spawn(write(commands, queue, connection.clone()));
    tokio::spawn(read(answers, connection.clone()));
    connection
}

/// There are no such pipes here.
#[cfg(not(unix))]
pub(super) fn carry(_child: &mut Child) -> io::Result<Connection> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Writes what the pipe did not take at once.
#[cfg(unix)]
async fn write(pipe: Arc<pipe::Sender>, mut queue: Queue, connection: Connection) {
    'open: while let Some(bytes) = queue.next().await {
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            match pipe.try_write(rest) {
                Ok(gone) => rest = &rest[gone..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && pipe.writable().await.is_ok() => {}
                Err(_) => break 'open,
            }
        }
    }
    connection.shut();
}

async fn read(mut pipe: impl AsyncRead + Unpin, connection: Connection) {
    let mut splitter = Splitter::default();
    let mut chunk = vec![0; CHUNK];
    while let Ok(length @ 1..) = pipe.read(&mut chunk).await {
        splitter.push(&chunk[..length], |message| connection.take(message));
    }
    connection.shut();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::cdp::error::CdpError;
    use std::time::Duration;
    use tokio::io::AsyncWriteExt;

    const SOON: Duration = Duration::from_secs(5);

    struct Far {
        connection: Connection,
        commands: pipe::Receiver,
        answers: pipe::Sender,
        held: Vec<u8>,
    }

    fn far() -> Far {
        let (near_in, commands) = pipe::pipe().unwrap();
        let (answers, near_out) = pipe::pipe().unwrap();
        Far {
            connection: between(Arc::new(near_in), near_out),
            commands,
            answers,
            held: Vec::new(),
        }
    }

    impl Far {
        async fn command(&mut self) -> serde_json::Value {
            let (mut bytes, mut chunk) = (std::mem::take(&mut self.held), vec![0; 1 << 16]);
            loop {
                if let Some(end) = memchr::memchr(0, &bytes) {
                    self.held = bytes.split_off(end + 1);
                    return serde_json::from_slice(&bytes[..end]).unwrap();
                }
                let length = self.commands.read(&mut chunk).await.unwrap();
                bytes.extend(&chunk[..length]);
            }
        }

        async fn say(&mut self, message: &str) {
            self.answers.write_all(message.as_bytes()).await.unwrap();
            self.answers.write_all(&[0]).await.unwrap();
        }
    }

    #[tokio::test]
    async fn commands_go_out_in_the_order_of_the_calls_and_answers_may_come_in_any() {
        let mut far = far();
        let session = "S".into();
        let first = far.connection.call_raw(None, "A.one", &(), SOON);
        far.connection.post_raw(Some(&session), "A.two", &[1]);
        let third = far.connection.call_raw(Some(&session), "A.three", &(), SOON);
        let sent = [far.command().await, far.command().await, far.command().await];
        let names: Vec<_> = sent.iter().map(|one| one["method"].as_str().unwrap()).collect();
        assert_eq!(names, ["A.one", "A.two", "A.three"]);
        assert_eq!(
            (sent[0].get("sessionId"), sent[2]["sessionId"].as_str()),
            (None, Some("S"))
        );
        far.say(&format!(
            r#"{{"id":{},"sessionId":"S","result":{{"n":3}}}}"#,
            sent[2]["id"]
        ))
        .await;
        far.say(&format!(r#"{{"id":{},"result":{{"n":1}}}}"#, sent[0]["id"]))
            .await;
        let read = |answer: super::super::Answer| answer.read::<serde_json::Value>().unwrap()["n"].clone();
        assert_eq!(
            (read(third.await.unwrap()), read(first.await.unwrap())),
            (3.into(), 1.into())
        );
        assert_eq!(far.connection.counts().by_method["A.two"], 1);
    }

    #[tokio::test]
    async fn garbage_hurts_nobody_else() {
        let mut far = far();
        let mut events = far.connection.events();
        far.answers
            .write_all(b"\0{\0\xff\xfe\0[1]\0null\0{\"id\":\"x\"}\0")
            .await
            .unwrap();
        far.answers
            .write_all(b"{\"method\":\"A.b\",\"params\":{\"t\":\"\xff\"}}\0")
            .await
            .unwrap();
        far.say(r#"{"method":"A.c","params":{"t":"\ud800"},"sessionId":"S"}"#)
            .await;
        let texts = [events.recv().await.unwrap(), events.recv().await.unwrap()]
            .map(|event| event.read::<serde_json::Value>().unwrap()["t"].clone());
        assert_eq!(texts, ["\u{fffd}", "\u{fffd}"]);
        let call = far.connection.call_raw(None, "A.one", &(), SOON);
        let id = far.command().await["id"].clone();
        far.say(&format!(r#"{{"id":{id},"result":{{"#)).await;
        assert!(matches!(call.await, Err(CdpError::Unreadable { .. })));
        assert!(!far.connection.is_closed());
    }

    #[tokio::test]
    async fn a_session_that_goes_takes_its_calls_and_those_of_its_children_with_it() {
        let mut far = far();
        far.say(r#"{"method":"Target.attachedToTarget","params":{"sessionId":"P","targetInfo":{"targetId":"TP"}}}"#)
            .await;
        far.say(r#"{"method":"Target.attachedToTarget","sessionId":"P","params":{"sessionId":"C","targetInfo":{"targetId":"TC"}}}"#).await;
        far.say(r#"{"method":"Target.attachedToTarget","params":{"sessionId":"O","targetInfo":{"targetId":"TO"}}}"#)
            .await;
        let connection = far.connection.clone();
        let call = |session: &str| connection.call_raw(Some(&session.into()), "A.one", &(), SOON);
        let (page, frame, other, browser) = (
            call("P"),
            call("C"),
            call("O"),
            far.connection.call_raw(None, "A.x", &(), SOON),
        );
        far.say(r#"{"method":"Target.detachedFromTarget","params":{"sessionId":"P"}}"#)
            .await;
        assert!(matches!(page.await, Err(CdpError::Detached { .. })));
        assert!(matches!(frame.await, Err(CdpError::Detached { .. })));
        assert_eq!(far.connection.pending(), 2);
        far.say(r#"{"method":"Target.targetCrashed","params":{"targetId":"TO"}}"#)
            .await;
        assert!(matches!(other.await, Err(CdpError::Crashed { .. })));
        assert!(
            matches!(call("O").await, Err(CdpError::Crashed { .. })),
            "nobody is there to answer"
        );
        let navigate = far.connection.call_raw(Some(&"O".into()), "Page.navigate", &(), SOON);
        assert_eq!(far.connection.pending(), 2, "the browser itself does this");
        // Of the crash that is known the session tells as well, later; that of the next document is another one.
        far.say(r#"{"method":"Inspector.targetCrashed","sessionId":"O","params":{}}"#)
            .await;
        let mut events = far.connection.events();
        far.say(r#"{"method":"A.done","params":{}}"#).await;
        events.recv().await.unwrap();
        assert_eq!(far.connection.pending(), 2, "it is the same crash");
        far.say(r#"{"method":"Inspector.targetReloadedAfterCrash","sessionId":"O","params":{}}"#)
            .await;
        let mut events = far.connection.events();
        far.say(r#"{"method":"A.done","params":{}}"#).await;
        events.recv().await.unwrap();
        let again = call("O");
        assert_eq!(far.connection.pending(), 3);
        drop((navigate, again));
        assert_eq!(far.connection.pending(), 1);
        drop(browser);
        assert_eq!(far.connection.pending(), 0);
    }

    #[tokio::test]
    async fn a_refusal_keeps_the_reason_and_a_missing_session_is_a_detachment() {
        let mut far = far();
        let one = far.connection.call_raw(None, "A.one", &(), SOON);
        let two = far.connection.call_raw(None, "A.two", &(), SOON);
        let ids = [far.command().await["id"].clone(), far.command().await["id"].clone()];
        far.say(&format!(
            r#"{{"id":{},"error":{{"code":-32602,"message":"Bad value 'hunter2'"}}}}"#,
            ids[0]
        ))
        .await;
        far.say(&format!(
            r#"{{"id":{},"error":{{"code":-32001,"message":"Session with given id not found."}}}}"#,
            ids[1]
        ))
        .await;
        let refused = one.await.unwrap_err();
        assert_eq!(refused.to_string(), "A.one was refused: Bad value '…' (-32602)");
        assert!(matches!(two.await, Err(CdpError::Detached { .. })));
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_without_an_answer_ends_at_its_deadline_and_is_forgotten() {
        let far = far();
        let error = far.connection.call_raw(None, "A.one", &(), SOON).await.unwrap_err();
        assert_eq!(
            error,
            CdpError::Unanswered {
                method: "A.one".into(),
                millis: 5000
            }
        );
        assert_eq!(far.connection.pending(), 0);
    }

    #[tokio::test]
    async fn the_end_of_the_pipe_ends_everything_at_once() {
        let far = far();
        let mut events = far.connection.events();
        let call = far.connection.call_raw(None, "A.one", &(), SOON);
        drop((far.commands, far.answers));
        assert_eq!(call.await.unwrap_err(), CdpError::Closed);
        far.connection.closed().await;
        assert!(events.recv().await.is_none());
        assert_eq!(
            far.connection.call_raw(None, "A.two", &(), SOON).await.unwrap_err(),
            CdpError::Closed
        );
        assert!(far.connection.events().recv().await.is_none());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn messages_neither_overtake_nor_break_into_each_other_when_the_pipe_is_full() {
        let mut far = far();
        let sizes = [10, 300_000, 5, 70_000, 1, 5_000_000, 2, 65_536, 3];
        let connection = far.connection.clone();
        let posting = tokio::task::spawn_blocking(move || {
            for size in sizes {
                connection.post_raw(None, "A.one", &"x".repeat(size));
            }
        });
        posting.await.unwrap();
        for size in sizes {
            let sent = far.command().await;
            assert_eq!(sent["params"].as_str().map(str::len), Some(size));
        }
        far.connection.post_raw(None, "A.two", &());
        assert_eq!(far.command().await["method"], "A.two");
    }
}

//! A client of `ostler serve` that looks at every line.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::sync::SemaphorePermit;
use tokio::task::JoinHandle;

use crate::browser::permit;
use crate::program::{Call, ostler};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The newest version of the protocol that begins with `initialize`.
pub const WITH_INITIALIZE: &str = "2025-11-25";

/// The version of the protocol without it.
pub const STATELESS: &str = "2026-07-28";

/// A server and both ends of its streams.
pub struct Client {
    /// The call, which owns the folders the server may write to.
    pub call: Call,
    child: Child,
    input: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
    err: JoinHandle<String>,
    /// Whether each request says for itself which protocol it speaks.
    stateless: bool,
    /// What the client says that it can do.
    capabilities: Value,
    last: i64,
    /// Notifications that came in between, oldest first.
    pub news: VecDeque<Value>,
    /// Every line of standard output so far.
    pub wire: Vec<String>,
    _permit: SemaphorePermit<'static>,
}

/// What a server came to at its end.
#[derive(Debug)]
pub struct Ended {
    /// Its exit code, `None` if a signal ended it.
    pub code: Option<i32>,
    /// From the end of its input, or the signal, to its own end.
    pub took: Duration,
    /// What it wrote to standard error.
    pub err: String,
    /// What it wrote to standard output and nobody had read.
    pub rest: Vec<String>,
}

/// A call of `ostler serve`, whose browser can reach loopback only.
pub fn server(arguments: &[&str]) -> Call {
    let rules = [
        "--resolver-rules",
        "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ];
    let all: Vec<&str> = ["serve"]
        .into_iter()
        .chain(arguments.iter().copied())
        .chain(rules)
        .collect();
    ostler(&all)
}

impl Client {
    /// Starts `ostler serve` with `arguments` and speaks to it as of old, from `initialize` on.
    ///
    /// # Panics
    /// If it does not answer.
    pub async fn start(arguments: &[&str]) -> Self {
        Self::able(arguments, false, json!({})).await
    }

    /// Starts `ostler serve` with `arguments` for a client that can do `capabilities`: as of old, or (`stateless`) in the
    /// way in which each request says so.
    ///
    /// # Panics
    /// If it does not answer.
    pub async fn able(arguments: &[&str], stateless: bool, capabilities: Value) -> Self {
        let mut client = Self::silent(arguments, stateless).await;
        client.capabilities = capabilities.clone();
        if stateless {
            return client;
        }
        let about = json!({"name": "test", "version": "1"});
        let asked = json!({"protocolVersion": WITH_INITIALIZE, "capabilities": capabilities, "clientInfo": about});
        let answer = client.ask("initialize", asked).await;
        assert_eq!(answer["result"]["protocolVersion"], WITH_INITIALIZE, "{answer}");
        client
            .send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
        client
    }

    /// Starts it and says nothing as yet.
    ///
    /// # Panics
    /// If it cannot be started.
    pub async fn silent(arguments: &[&str], stateless: bool) -> Self {
        Self::over(server(arguments), stateless).await
    }

    /// Starts the server that `call` calls, and says nothing as yet.
    ///
    /// # Panics
    /// If it cannot be started.
    pub async fn over(call: Call, stateless: bool) -> Self {
        let permit = permit(1).await;
        let mut child = call.command().spawn().expect("ostler starts");
        let input = child.stdin.take();
        let out = child.stdout.take().expect("its output is ours");
        let mut err = child.stderr.take().expect("its errors are ours");
        let err = tokio::spawn(async move {
            let mut text = String::new();
            // What is no text is no log either; the test that looks at it will say so.
            let _ = err.read_to_string(&mut text).await;
            text
        });
        Self {
            call,
            child,
            input,
            lines: BufReader::new(out).lines(),
            err,
            stateless,
            capabilities: json!({}),
            last: 0,
            news: VecDeque::new(),
            wire: Vec::new(),
            _permit: permit,
        }
    }

    /// The number of the process.
    ///
    /// # Panics
    /// If it has ended.
    pub fn id(&self) -> u32 {
        self.child.id().expect("it runs")
    }

    /// Sends one message.
    ///
    /// # Panics
    /// If the server does not read it.
    pub async fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string()).await;
    }

    /// Sends one line as it is.
    ///
    /// # Panics
    /// If the server does not read it.
    pub async fn send_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(format!("{line}\n").as_bytes()).await.expect("it reads");
    }

    /// Sends a request and gives its number.
    pub async fn request(&mut self, method: &str, mut parameters: Value) -> i64 {
        self.last += 1;
        if self.stateless {
            let meta = &mut parameters["_meta"];
            meta["io.modelcontextprotocol/protocolVersion"] = json!(STATELESS);
            meta["io.modelcontextprotocol/clientInfo"] = json!({"name": "test", "version": "1"});
            meta["io.modelcontextprotocol/clientCapabilities"] = self.capabilities.clone();
        }
        let id = self.last;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}))
            .await;
        id
    }

    /// Asks, and waits for the answer.
    pub async fn ask(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.request(method, parameters).await;
        self.answer(id).await
    }

    /// Calls a tool, and waits for its result.
    ///
    /// # Panics
    /// If the answer is a protocol error.
    pub async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self
            .ask("tools/call", json!({"name": tool, "arguments": arguments}))
            .await;
        assert!(answer["error"].is_null(), "{tool}: {answer}");
        answer["result"].clone()
    }

    /// The answer to the request of this number. News that come before it are kept.
    pub async fn answer(&mut self, id: i64) -> Value {
        loop {
            let message = self.next().await;
            if message["id"] == id && message["method"].is_null() {
                return message;
            }
            self.news.push_back(message);
        }
    }

    /// The next message, whatever it is.
    ///
    /// # Panics
    /// If none comes in time, or what comes is no JSON-RPC.
    pub async fn next(&mut self) -> Value {
        let line = tokio::time::timeout(PATIENCE, self.lines.next_line()).await;
        let line = line
            .expect("it answers in time")
            .expect("its output is text")
            .expect("it runs");
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        self.wire.push(line);
        message
    }

    /// The next message with this method. News that come before it are kept.
    pub async fn heard(&mut self, method: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["method"] == method {
                return message;
            }
            self.news.push_back(message);
        }
    }

    /// Closes its input and waits for its end.
    pub async fn hang_up(self) -> Ended {
        self.hang_up_and_keep().await.1
    }

    /// Waits for it to end by itself; its input stays open.
    pub async fn ended(self) -> Ended {
        self.wait(Instant::now()).await.1
    }

    /// The same, and hands over the call, so that it can be seen what is left in its folders.
    pub async fn hang_up_and_keep(mut self) -> (Call, Ended) {
        let began = Instant::now();
        drop(self.input.take());
        self.wait(began).await
    }

    /// Sends it a signal and waits for its end; its input stays open.
    pub async fn signal_and_keep(self, name: &str) -> (Call, Ended) {
        let began = Instant::now();
        crate::process::signal(self.id(), name);
        self.wait(began).await
    }

    async fn wait(mut self, began: Instant) -> (Call, Ended) {
        let ended = tokio::time::timeout(PATIENCE, self.child.wait()).await;
        let status = ended.expect("it ends in time").expect("it can be waited for");
        let took = began.elapsed();
        let mut rest = Vec::new();
        while let Ok(Some(line)) = self.lines.next_line().await {
            rest.push(line);
        }
        let ended = Ended {
            code: status.code(),
            took,
            err: self.err.await.unwrap_or_default(),
            rest,
        };
        (self.call, ended)
    }
}

/// What a model reads of a result.
pub fn text(result: &Value) -> String {
    let parts = result["content"].as_array().into_iter().flatten();
    let texts: Vec<&str> = parts.filter_map(|part| part["text"].as_str()).collect();
    texts.join("\n")
}

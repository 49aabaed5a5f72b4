//! A browser that runs already, over its WebSocket.
//!
//! This speaks WebSocket through `async-tungstenite`, which `chromiumoxide` brings along, and not through
//! `chromiumoxide::Connection`: that one parses each message into a typed one (a raw load cannot pass through it), keeps
//! the next command back while one is being flushed, and writes messages it cannot parse, with all that is in them, to
//! the log.

use std::time::Duration;

use async_tungstenite::tokio::connect_async_with_config;
use async_tungstenite::tungstenite::Message;
use async_tungstenite::tungstenite::protocol::WebSocketConfig;
use futures_util::StreamExt;
use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::connection::Connection;
use super::outbox::Exit;

/// The longest answer to the question for the address, in bytes.
const LONGEST: u64 = 64 << 10;

/// Connects to `endpoint`: `ws://HOST:PORT/PATH`, `http://HOST:PORT`, `HOST:PORT` or `PORT`. The error is a reason.
pub(super) async fn connect(endpoint: &str, within: Duration) -> Result<Connection, String> {
    timeout(within, open(endpoint))
        .await
        .unwrap_or_else(|_| Err(format!("no answer within {} ms", within.as_millis())))
}

async fn open(endpoint: &str) -> Result<Connection, String> {
    let address = match Endpoint::read(endpoint)? {
        Endpoint::Socket(address) => address,
        Endpoint::Host(host) => ask(&host).await?,
    };
    let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
    let (socket, _) = connect_async_with_config(&address, Some(config))
        .await
        .map_err(|error| error.to_string())?;
    let (mut sender, mut receiver) = socket.split();
    let (connection, mut queue) = Connection::new(Exit::Queue);
    let writing = connection.clone();
    tokio::spawn(async move {
        while let Some(bytes) = queue.next().await {
            // serde_json writes UTF-8 and nothing else.
            let Ok(text) = String::from_utf8(bytes) else {
                continue;
            };
            if sender.send(Message::text(text)).await.is_err() {
                break;
            }
        }
        let _ = sender.close(None).await;
        writing.shut();
    });
    let reading = connection.clone();
    tokio::spawn(async move {
        loop {
            let message = tokio::select! {
                message = receiver.next() => message,
                () = reading.closed() => break,
            };
            match message {
                Some(Ok(Message::Text(text))) => reading.take(text.as_bytes()),
                Some(Ok(Message::Binary(bytes))) => reading.take(&bytes),
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {}
            }
        }
        reading.shut();
    });
    Ok(connection)
}

/// Where a browser listens.
#[derive(Debug, PartialEq, Eq)]
enum Endpoint {
    /// The address of its WebSocket.
    Socket(String),
    /// `HOST:PORT`, to be asked for the address.
    Host(String),
}

impl Endpoint {
    fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (scheme, rest) = text.split_once("://").unwrap_or(("http", text));
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        match scheme.to_ascii_lowercase().as_str() {
            "ws" if !path.is_empty() => Ok(Self::Socket(text.to_owned())),
            "wss" | "https" => Err("TLS is not spoken here: use ws:// or http://, through a tunnel if need be".into()),
            "ws" | "http" if !host.is_empty() => Ok(Self::Host(match host.parse::<u16>() {
                Ok(port) => format!("127.0.0.1:{port}"),
                Err(_)
                    if host
                        .rsplit_once(':')
                        .is_some_and(|(_, port)| port.parse::<u16>().is_ok()) =>
                {
                    host.to_owned()
                }
                Err(_) => format!("{host}:9222"),
            })),
            _ => Err("it is not ws://HOST:PORT/PATH, http://HOST:PORT, HOST:PORT or PORT".into()),
        }
    }
}

/// Asks the browser at `host` for the address of its WebSocket.
async fn ask(host: &str) -> Result<String, String> {
    #[derive(Deserialize)]
    struct Version {
        #[serde(rename = "webSocketDebuggerUrl")]
        address: String,
    }
    let mut stream = TcpStream::connect(host).await.map_err(|error| error.to_string())?;
    let request = format!("GET /json/version HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream
        .write_all(request.as_bytes())
        .await
        .map_err(|error| error.to_string())?;
    let mut answer = Vec::new();
    // Chrome closes the connection only after a while: the length says where the body ends.
    let mut stream = stream.take(LONGEST);
    loop {
        let length = stream.read_buf(&mut answer).await.map_err(|error| error.to_string())?;
        if let Some(body) = body(&answer, length == 0) {
            let version: Result<Version, _> = serde_json::from_slice(body);
            return version
                .map(|version| version.address)
                .map_err(|_| "what listens there is no Chrome".to_owned());
        }
        if length == 0 {
            return Err("what listens there is no Chrome".into());
        }
    }
}

/// The body of an HTTP answer, if it is whole.
fn body(answer: &[u8], ended: bool) -> Option<&[u8]> {
    let end = memchr::memmem::find(answer, b"\r\n\r\n")?;
    let body = &answer[end + 4..];
    let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
    match length {
        Some(length) => body.get(..length),
        None => ended.then_some(body),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_can_be_written_in_many_ways() {
        let host = |text: &str| Ok(Endpoint::Host(text.into()));
        for (text, read) in [
            (
                "ws://h:1/devtools/browser/x",
                Ok(Endpoint::Socket("ws://h:1/devtools/browser/x".into())),
            ),
            ("ws://h:1", host("h:1")),
            ("ws://h:1/", host("h:1")),
            ("http://127.0.0.1:9222", host("127.0.0.1:9222")),
            ("HTTP://127.0.0.1:9222/json", host("127.0.0.1:9222")),
            ("127.0.0.1:9222", host("127.0.0.1:9222")),
            (" 9222 ", host("127.0.0.1:9222")),
            ("localhost", host("localhost:9222")),
            ("[::1]:9222", host("[::1]:9222")),
        ] {
            assert_eq!(Endpoint::read(text), read, "{text}");
        }
        for text in ["", "wss://h:1/x", "ftp://h", "http://"] {
            assert!(Endpoint::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_body_is_taken_when_it_is_whole() {
        assert_eq!(body(b"HTTP/1.1 200 OK\r\nContent-Length:2\r\n\r\n{", false), None);
        assert_eq!(
            body(b"HTTP/1.1 200 OK\r\nContent-Length:2\r\n\r\n{}", false),
            Some(&b"{}"[..])
        );
        assert_eq!(body(b"HTTP/1.1 200 OK\r\n\r\n{}", false), None);
        assert_eq!(body(b"HTTP/1.1 200 OK\r\n\r\n{}", true), Some(&b"{}"[..]));
    }
}

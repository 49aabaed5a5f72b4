//! A server written for Node, and the few words of HTTP that a runner says to it itself.

use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

/// A server on loopback that ends with this value.
pub struct Server {
    /// `http://127.0.0.1:PORT`.
    pub base: String,
    _child: Child,
}

impl Server {
    /// Starts `node SCRIPT 0` in `folder`; the first line it prints is its address.
    ///
    /// # Errors
    /// In words, if it does not start or says nothing.
    pub async fn start(folder: &Path, script: &str) -> Result<Self, String> {
        let mut child = Command::new("node")
            .args([script, "0"])
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("node {script}: {error}"))?;
        let out = child.stdout.take().ok_or("node has no output")?;
        let mut lines = BufReader::new(out).lines();
        let base = lines.next_line().await.ok().flatten();
        let base = base.ok_or_else(|| format!("node {script} ended without an address"))?;
        // Whatever it says later must not fill the pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Self { base, _child: child })
    }

    /// The JSON that `method` gives at `path`.
    ///
    /// # Errors
    /// In words, if it gives none.
    pub async fn ask(&self, method: &str, path: &str) -> Result<Value, String> {
        let address = self.base.trim_start_matches("http://");
        let told = |error: std::io::Error| format!("{method} {path}: {error}");
        let mut stream = TcpStream::connect(address).await.map_err(told)?;
        // The old version has neither chunks nor connections that stay open.
        let request = format!("{method} {path} HTTP/1.0\r\nHost: {address}\r\nContent-Length: 0\r\n\r\n");
        stream.write_all(request.as_bytes()).await.map_err(told)?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.map_err(told)?;
        let text = String::from_utf8_lossy(&answer);
        let (_, body) = text
            .split_once("\r\n\r\n")
            .ok_or_else(|| format!("{method} {path}: no answer"))?;
        serde_json::from_str(body).map_err(|error| format!("{method} {path}: {error}"))
    }
}

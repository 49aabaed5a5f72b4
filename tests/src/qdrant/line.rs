//! A line to a server that can be cut, held and mended.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// Everybody is let in, and nothing is handed on.
    Held,
}

/// The line. It ends with the runtime.
#[derive(Debug)]
pub struct Line {
    address: SocketAddr,
    server: SocketAddr,
    state: watch::Sender<State>,
    running: Mutex<Option<JoinHandle<()>>>,
}

impl Line {
    /// One to the server at `url`, and where it begins.
    ///
    /// # Panics
    /// If the address cannot be read, or no port can be had.
    pub async fn to(url: &str) -> (Arc<Self>, String) {
        let server: SocketAddr = url.trim_start_matches("http://").parse().expect("host and port");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let line = Self {
            address,
            server,
            state: watch::Sender::new(State::Open),
            running: Mutex::default(),
        };
        line.run(listener);
        (Arc::new(line), format!("http://{address}"))
    }

    fn run(&self, listener: TcpListener) {
        let (server, state) = (self.server, self.state.subscribe());
        let running = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((near, _)) = listener.accept().await {
                connections.spawn(carry(near, server, state.clone()));
            }
        });
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(running);
    }

    /// Ends every connection and refuses new ones, as when the server is killed.
    pub async fn cut(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(running) = running {
            running.abort();
            // Its port is free once it is gone.
            let _ = running.await;
        }
    }

    /// Answers again where it did, as when the server is started again.
    ///
    /// # Panics
    /// If somebody else has its port by now.
    pub async fn mend(&self) {
        self.cut().await;
        self.state.send_replace(State::Open);
        self.run(TcpListener::bind(self.address).await.expect("its port is free"));
    }

    /// Hands nothing on any more; everybody is let in.
    pub fn hold(&self) {
        self.state.send_replace(State::Held);
    }
}

async fn carry(near: TcpStream, server: SocketAddr, state: watch::Receiver<State>) {
    let Ok(far) = TcpStream::connect(server).await else {
        return;
    };
    let (near_read, near_write) = near.into_split();
    let (far_read, far_write) = far.into_split();
    tokio::join!(
        hand_on(near_read, far_write, state.clone()),
        hand_on(far_read, near_write, state)
    );
}

async fn hand_on(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    mut state: watch::Receiver<State>,
) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        if state.wait_for(|state| *state == State::Open).await.is_err() || to.write_all(&bytes[..count]).await.is_err()
        {
            return;
        }
    }
}

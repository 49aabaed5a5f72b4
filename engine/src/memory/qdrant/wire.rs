//! Calls to Qdrant: each has its time, and what went wrong is told in words of our own. The client's words are never
//! passed on: some of them quote the key.

use std::fmt;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use qdrant_client::Qdrant as Client;
use qdrant_client::QdrantError;
use qdrant_client::config::QdrantConfig;
use zeroize::Zeroizing;

use crate::memory::address;
use crate::memory::store::StoreError;

/// How long a request may take. The client sends some again by itself, and that is within this time.
pub(super) const PATIENCE: Duration = Duration::from_secs(4);
/// Where Qdrant speaks gRPC, and where it speaks REST.
const PORT: u16 = 6334;
const REST_PORT: u16 = 6333;

/// Where Qdrant answers, as it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// Scheme, host and port.
    pub url: String,
    /// What was understood otherwise than it was written, for whoever wrote it.
    pub note: Option<String>,
}

impl Endpoint {
    /// Reads an address. The usual port is gRPC's, and that of REST is taken for it.
    ///
    /// # Errors
    /// If it cannot be read, holds a password, or is plain http to another machine.
    pub fn read(text: &str, allow_insecure: bool) -> Result<Self, StoreError> {
        let url = address::read("Qdrant", text, PORT, allow_insecure).map_err(|error| {
            let hint = match error {
                address::AddressError::Plain(..) => ", or give --allow-insecure-qdrant",
                _ => "",
            };
            StoreError::Unusable(format!("{error}{hint}"))
        })?;
        let host = url.host_str().unwrap_or_default();
        let (port, note) = match url.port().or_else(|| written_port(text)) {
            Some(REST_PORT) => (
                PORT,
                Some(format!(
                    "Qdrant speaks REST on port {REST_PORT}; gRPC is used, on port {PORT}"
                )),
            ),
            Some(port) => (port, None),
            None => (PORT, None),
        };
        Ok(Self {
            url: format!("{}://{host}:{port}", url.scheme()),
            note,
        })
    }
}

/// The port that stands in an address, be it the usual one of its scheme.
fn written_port(text: &str) -> Option<u16> {
    let (_, rest) = text.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    authority.rsplit_once(':')?.1.trim().parse().ok()
}

/// What a call came to that did not come to an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// There is no such collection.
    Missing,
    /// There is one already.
    Exists,
    /// This Qdrant makes no vectors.
    NoInference,
    /// Anything else.
    Store(StoreError),
}

impl Fault {
    /// What is told of it where it was not looked for.
    pub(super) fn told(self, place: &str) -> StoreError {
        match self {
            Self::Missing => StoreError::Unusable(format!("Qdrant at {place} lacks a collection of the memory")),
            Self::Exists => StoreError::Unusable(format!("Qdrant at {place} has such a collection already")),
            Self::NoInference => StoreError::Unusable(no_inference(place)),
            Self::Store(error) => error,
        }
    }
}

/// What to do where Qdrant makes no vectors.
pub(super) fn no_inference(place: &str) -> String {
    format!(
        "Qdrant at {place} makes no vectors, which Qdrant Cloud alone does: choose --embeddings ollama, or dev-hash (not \
         semantic)"
    )
}

/// One client.
pub(super) struct Wire {
    client: Mutex<Arc<Client>>,
    config: QdrantConfig,
    /// Scheme, host and port.
    pub(super) place: String,
}

impl fmt::Debug for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wire")
            .field("place", &self.place)
            .finish_non_exhaustive()
    }
}

impl Wire {
    /// Nothing is sent yet.
    pub(super) fn new(endpoint: &Endpoint, key: Option<&Zeroizing<String>>) -> Result<Self, StoreError> {
        let mut config = QdrantConfig::from_url(&endpoint.url)
            .timeout(PATIENCE)
            .connect_timeout(PATIENCE)
            // The check would print to standard output, which belongs to the protocol of the agents.
            .skip_compatibility_check();
        config.set_pool_size(1);
        if let Some(key) = key.map(|key| key.trim()).filter(|key| !key.is_empty()) {
            if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
                return Err(StoreError::Denied(
                    "the key for Qdrant holds something else than letters, digits and signs: copy it anew".into(),
                ));
            }
            config.set_api_key(key);
        }
        let client = build(&config)?;
        Ok(Self {
            client: Mutex::new(client),
            config,
            place: endpoint.url.clone(),
        })
    }

    /// Makes a call, within its time.
    pub(super) async fn call<T, F, C>(&self, call: C) -> Result<T, Fault>
    where
        C: FnOnce(Arc<Client>) -> F,
        F: Future<Output = Result<T, QdrantError>>,
    {
        let client = self.client.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // The client's futures are large.
        match tokio::time::timeout(PATIENCE, Box::pin(call(client))).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => Err(self.tell(&error)),
            Err(_) => Err(self.unanswered()),
        }
    }

    /// Nothing was answered in time.
    pub(super) fn unanswered(&self) -> Fault {
        // Its connection may be to a machine that is gone: the next call makes another one.
        if let Ok(client) = build(&self.config) {
            *self.client.lock().unwrap_or_else(PoisonError::into_inner) = client;
        }
        let seconds = PATIENCE.as_secs();
        unavailable(format!("Qdrant at {} did not answer within {seconds} s", self.place))
    }

    fn tell(&self, error: &QdrantError) -> Fault {
        let place = &self.place;
        let status = match error {
            QdrantError::ResponseError { status } => status,
            QdrantError::ResourceExhaustedError {
                retry_after_seconds, ..
            } => {
                return unavailable(format!(
                    "Qdrant at {place} is too busy and asks for {retry_after_seconds} s of rest"
                ));
            }
            _ => return unusable(format!("the request to Qdrant at {place} cannot be made")),
        };
        // The codes are numbers of gRPC's, which the client's crate does not name for others.
        let said = status.message();
        match status.code() as i32 {
            NOT_FOUND => Fault::Missing,
            ALREADY_EXISTS => Fault::Exists,
            INVALID_ARGUMENT if said.contains("already exists") => Fault::Exists,
            UNAUTHENTICATED => denied(format!(
                "Qdrant at {place} wants a key or token that is valid: set QDRANT_API_KEY"
            )),
            PERMISSION_DENIED => denied(format!(
                "Qdrant at {place} forbids this: the key or token is wrong, has expired or is not for this memory"
            )),
            RESOURCE_EXHAUSTED => unavailable(format!("Qdrant at {place} is too busy")),
            CANCELLED | DEADLINE_EXCEEDED => self.unanswered(),
            INVALID_ARGUMENT | OUT_OF_RANGE | FAILED_PRECONDITION => unusable(format!(
                "Qdrant at {place} refuses the request: its collections may not be Ostler's"
            )),
            UNIMPLEMENTED => unusable(format!(
                "what answers at {place} is no Qdrant, or too old: give the address of its gRPC port, usually {PORT}"
            )),
            _ if said.contains("InferenceService") || said.contains("inference") => Fault::NoInference,
            _ if said.contains("Failed to connect") => unavailable(format!("Qdrant at {place} cannot be reached")),
            _ if said.contains("h2 protocol error") || said.contains("transport error") => unavailable(format!(
                "what answers at {place} broke off, or does not speak gRPC: give the address of Qdrant's gRPC port, usually \
                 {PORT}"
            )),
            _ => unavailable(format!("Qdrant at {place} failed")),
        }
    }
}

const CANCELLED: i32 = 1;
const INVALID_ARGUMENT: i32 = 3;
const DEADLINE_EXCEEDED: i32 = 4;
const NOT_FOUND: i32 = 5;
const ALREADY_EXISTS: i32 = 6;
const PERMISSION_DENIED: i32 = 7;
const RESOURCE_EXHAUSTED: i32 = 8;
const FAILED_PRECONDITION: i32 = 9;
const OUT_OF_RANGE: i32 = 11;
const UNIMPLEMENTED: i32 = 12;
const UNAUTHENTICATED: i32 = 16;

fn build(config: &QdrantConfig) -> Result<Arc<Client>, StoreError> {
    // What it says could quote the address.
    let client = Client::new(config.clone());
    client
        .map(Arc::new)
        .map_err(|_| StoreError::Unusable("the address of Qdrant cannot be used".into()))
}

fn unavailable(why: String) -> Fault {
    Fault::Store(StoreError::Unavailable(why))
}

fn denied(why: String) -> Fault {
    Fault::Store(StoreError::Denied(why))
}

fn unusable(why: String) -> Fault {
    Fault::Store(StoreError::Unusable(why))
}

#[cfg(test)]
mod tests {
    use super::{Endpoint, Wire};
    use zeroize::Zeroizing;

    #[test]
    fn an_address_is_that_of_grpc() {
        let table = [
            ("http://127.0.0.1:6334", "http://127.0.0.1:6334", false),
            ("http://127.0.0.1:6333/", "http://127.0.0.1:6334", true),
            ("http://localhost", "http://localhost:6334", false),
            ("http://[::1]", "http://[::1]:6334", false),
            ("http://[::1]:7000", "http://[::1]:7000", false),
            ("https://x.cloud.example:6333", "https://x.cloud.example:6334", true),
            ("https://x.cloud.example:443/", "https://x.cloud.example:443", false),
            ("https://x.cloud.example", "https://x.cloud.example:6334", false),
        ];
        for (text, url, noted) in table {
            let endpoint = Endpoint::read(text, false).unwrap();
            assert_eq!((endpoint.url.as_str(), endpoint.note.is_some()), (url, noted), "{text}");
        }
        assert!(Endpoint::read("http://10.0.0.5:6334", true).is_ok());
        let told = Endpoint::read("http://10.0.0.5:6334", false).unwrap_err().to_string();
        assert!(told.contains("--allow-insecure-qdrant"), "{told}");
        let told = Endpoint::read("127.0.0.1:6334", false).unwrap_err().to_string();
        assert!(told.contains("needs a scheme"), "{told}");
    }

    #[test]
    fn a_key_that_cannot_be_sent_is_refused_and_not_shown() {
        let endpoint = Endpoint::read("http://127.0.0.1:6334", false).unwrap();
        let key = Zeroizing::new("canary\nkey".to_owned());
        let told = Wire::new(&endpoint, Some(&key)).unwrap_err();
        assert!(!format!("{told} {told:?}").contains("canary"));
        let wire = Wire::new(&endpoint, Some(&Zeroizing::new(" canary \n".to_owned()))).unwrap();
        assert!(!format!("{wire:?}").contains("canary"));
    }
}

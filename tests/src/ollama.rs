//! A stand-in for Ollama: recorded vectors behind the answers that a real server was seen to give. A text that was not
//! recorded is an error, never a made-up vector; `tests/qdrant/record.py` records more.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// The one model that it has.
pub const MODEL: &str = "all-minilm";

/// The stand-in. It ends with the runtime.
#[derive(Clone, Debug, Default)]
pub struct Ollama {
    vectors: Arc<HashMap<String, Vec<f32>>>,
    said: Arc<Mutex<Said>>,
}

#[derive(Debug, Default)]
struct Said {
    texts: Vec<String>,
    instead: Option<(u16, String)>,
}

impl Ollama {
    /// Starts one.
    ///
    /// # Panics
    /// If no port can be had, or what was recorded cannot be read.
    pub async fn start() -> (Self, String) {
        let recorded: HashMap<String, String> =
            serde_json::from_str(include_str!("../qdrant/vectors.json")).expect("it was recorded as JSON");
        let vector = |packed: String| {
            let bytes = STANDARD.decode(packed).expect("it was recorded in base64");
            bytes.into_iter().map(|byte| f32::from(byte.cast_signed())).collect()
        };
        let ollama = Self {
            vectors: Arc::new(
                recorded
                    .into_iter()
                    .map(|(text, packed)| (text, vector(packed)))
                    .collect(),
            ),
            said: Arc::default(),
        };
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let served = ollama.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let served = served.clone();
                let service = service_fn(move |request| served.clone().answer(request));
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
            }
        });
        (ollama, format!("http://{address}"))
    }

    /// Every text that it was sent.
    pub fn texts(&self) -> Vec<String> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).texts.clone()
    }

    /// Answers like this from now on, or as usual.
    pub fn instead(&self, answer: Option<(u16, &str)>) {
        let answer = answer.map(|(status, body)| (status, body.to_owned()));
        self.said.lock().unwrap_or_else(PoisonError::into_inner).instead = answer;
    }

    async fn answer(self, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
        let route = (request.method().clone(), request.uri().path().to_owned());
        let body = request
            .into_body()
            .collect()
            .await
            .map(http_body_util::Collected::to_bytes);
        let (status, kind, body) = match (route.0, route.1.as_str()) {
            (Method::GET, "/") => (200, "text/plain; charset=utf-8", "Ollama is running".into()),
            (Method::POST, "/api/embed") => {
                let instead = self.said.lock().unwrap_or_else(PoisonError::into_inner).instead.clone();
                let (status, body) = instead.unwrap_or_else(|| {
                    let (status, body) = self.embed(&body.unwrap_or_default());
                    (status, body.to_string())
                });
                (status, "application/json; charset=utf-8", body)
            }
            _ => (404, "text/plain", "404 page not found".into()),
        };
        let answer = Response::builder().status(status).header("content-type", kind);
        Ok(answer.body(Full::from(body)).expect("status and type are such"))
    }

    fn embed(&self, body: &[u8]) -> (u16, Value) {
        let Ok(asked) = serde_json::from_slice::<Value>(body) else {
            return (
                400,
                json!({"error": "invalid character 'b' looking for beginning of value"}),
            );
        };
        let model = asked["model"].as_str().unwrap_or_default();
        if model != MODEL {
            let error = format!("model {model:?} not found, try pulling it first");
            return (404, json!({ "error": error }));
        }
        let texts: Option<Vec<&str>> = match &asked["input"] {
            Value::Null => Some(Vec::new()),
            Value::String(text) if text.is_empty() => Some(Vec::new()),
            Value::String(text) => Some(vec![text]),
            Value::Array(texts) => texts.iter().map(Value::as_str).collect(),
            _ => None,
        };
        let Some(texts) = texts else {
            return (400, json!({"error": "invalid input type"}));
        };
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        said.texts.extend(texts.iter().map(|text| (*text).to_owned()));
        let mut embeddings = Vec::new();
        for text in texts {
            match self.vectors.get(text) {
                Some(vector) => embeddings.push(unit(vector)),
                None => return (500, json!({"error": format!("not recorded: {text}")})),
            }
        }
        (
            200,
            json!({"model": model, "embeddings": embeddings, "total_duration": 1, "load_duration": 1, "prompt_eval_count": 1}),
        )
    }
}

fn unit(vector: &[f32]) -> Vec<f32> {
    let norm = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    vector.iter().map(|x| x / norm).collect()
}

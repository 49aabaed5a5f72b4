//! A site on a free port of 127.0.0.1: the pages of `tests/pages`, pages and answers made by the test, a few odd
//! servers' ways, and a list of everything that was asked of it.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// One request that the site received.
#[derive(Clone, Debug, Default)]
pub struct Hit {
    /// `GET`, `POST`, ….
    pub method: String,
    /// The path without the query.
    pub path: String,
    /// The query without its question mark, as sent.
    pub query: String,
    /// The `Host` header.
    pub host: String,
    /// The `Content-Type` header.
    pub content_type: String,
    /// The body as text.
    pub body: String,
}

impl Hit {
    /// The fields of an urlencoded body, or of the query where there is no body, in the order sent.
    pub fn fields(&self) -> Vec<(String, String)> {
        let text = if self.body.is_empty() { &self.query } else { &self.body };
        text.split('&')
            .filter(|pair| !pair.is_empty())
            .map(|pair| {
                let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                (decode(name), decode(value))
            })
            .collect()
    }

    /// The first field of this name, empty if there is none.
    pub fn field(&self, name: &str) -> String {
        let found = self.fields().into_iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value).unwrap_or_default()
    }
}

/// Takes percent signs and pluses out of an urlencoded text.
fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let hex = bytes.get(at + 1..at + 3).and_then(|two| std::str::from_utf8(two).ok());
        match (byte, hex.and_then(|two| u8::from_str_radix(two, 16).ok())) {
            (b'%', Some(value)) => {
                out.push(value);
                at += 3;
            }
            (b'+', _) => {
                out.push(b' ');
                at += 1;
            }
            _ => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// What the site says to requests for one path.
#[derive(Clone, Debug)]
pub struct Answer {
    /// 200 to 599.
    pub status: u16,
    /// The body.
    pub body: Bytes,
    /// Headers; the type is `text/html` if none is named.
    pub headers: Vec<(String, String)>,
    /// How long it thinks before it answers.
    pub delay: Duration,
}

impl Answer {
    /// A page.
    pub fn html(body: impl Into<String>) -> Self {
        Self {
            status: 200,
            body: Bytes::from(body.into()),
            headers: Vec::new(),
            delay: Duration::ZERO,
        }
    }

    /// A JSON text.
    pub fn json(body: impl Into<String>) -> Self {
        Self::html(body).header("content-type", "application/json")
    }

    /// A redirect that a browser follows with GET.
    pub fn see_other(to: &str) -> Self {
        Self::html("").status(303).header("location", to)
    }

    /// With another status.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// With one more header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// After so many milliseconds.
    #[must_use]
    pub fn after(mut self, millis: u64) -> Self {
        self.delay = Duration::from_millis(millis);
        self
    }
}

#[derive(Default)]
struct State {
    hits: Mutex<Vec<Hit>>,
    answers: Mutex<HashMap<String, Answer>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The site. It ends when this is dropped.
pub struct Site {
    address: SocketAddr,
    scheme: &'static str,
    state: Arc<State>,
    task: JoinHandle<()>,
}

impl Drop for Site {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Site {
    /// Starts a site over plain HTTP.
    ///
    /// # Panics
    /// If no port of 127.0.0.1 can be had.
    pub async fn start() -> Self {
        Self::serve(None).await
    }

    /// Starts a site over TLS, with a certificate that nobody has reason to trust.
    ///
    /// # Panics
    /// If no port of 127.0.0.1 can be had or no certificate can be made.
    pub async fn start_tls() -> Self {
        let made = rcgen::generate_simple_self_signed(vec!["127.0.0.1".into(), "localhost".into()])
            .expect("a certificate can be made");
        let key = made.signing_key.serialize_der();
        let config = tokio_rustls::rustls::ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(
                vec![made.cert.der().clone()],
                tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer::from(key).into(),
            )
            .expect("the certificate just made is well formed");
        Self::serve(Some(tokio_rustls::TlsAcceptor::from(Arc::new(config)))).await
    }

    async fn serve(tls: Option<tokio_rustls::TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("loopback has a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let state = Arc::new(State::default());
        let scheme = if tls.is_some() { "https" } else { "http" };
        let shared = Arc::clone(&state);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let state = Arc::clone(&shared);
                let tls = tls.clone();
                tokio::spawn(async move {
                    match tls {
                        None => converse(stream, state).await,
                        Some(tls) => {
                            if let Ok(stream) = tls.accept(stream).await {
                                converse(stream, state).await;
                            }
                        }
                    }
                });
            }
        });
        Self {
            address,
            scheme,
            state,
            task,
        }
    }

    /// The address of `path` (which begins with a slash) under 127.0.0.1.
    pub fn url(&self, path: &str) -> String {
        format!("{}://{}{path}", self.scheme, self.address)
    }

    /// The same under `localhost`, which is another origin.
    pub fn elsewhere(&self, path: &str) -> String {
        format!("{}://localhost:{}{path}", self.scheme, self.address.port())
    }

    /// From now on `path` is answered like this.
    pub fn answer(&self, path: &str, answer: Answer) {
        lock(&self.state.answers).insert(path.into(), answer);
    }

    /// From now on `path` is a page with this body, in standards mode and with a title; returns its address.
    pub fn page(&self, path: &str, body: &str) -> String {
        let page = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Test</title>\
             <link rel=\"icon\" href=\"data:,\"></head><body>{body}</body></html>"
        );
        self.answer(path, Answer::html(page));
        self.url(path)
    }

    /// All requests so far, oldest first.
    pub fn hits(&self) -> Vec<Hit> {
        lock(&self.state.hits).clone()
    }

    /// The requests so far that are not `GET`, `HEAD` or `OPTIONS`, oldest first.
    pub fn posts(&self) -> Vec<Hit> {
        let mut hits = self.hits();
        hits.retain(|hit| !matches!(hit.method.as_str(), "GET" | "HEAD" | "OPTIONS"));
        hits
    }

    /// The requests so far for `path`, oldest first.
    pub fn hits_of(&self, path: &str) -> Vec<Hit> {
        let mut hits = self.hits();
        hits.retain(|hit| hit.path == path);
        hits
    }

    /// Forgets the requests so far.
    pub fn forget(&self) {
        lock(&self.state.hits).clear();
    }
}

async fn converse<S>(stream: S, state: Arc<State>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = service_fn(move |request| handle(request, Arc::clone(&state)));
    // A client that goes away in the middle is none of the site's business.
    let _ = http1::Builder::new()
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

type Body = BoxBody<Bytes, Broken>;

/// Ends a connection in the middle of an answer.
#[derive(Debug)]
struct Broken;

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("broken off on purpose")
    }
}

impl std::error::Error for Broken {}

fn whole(bytes: impl Into<Bytes>) -> Body {
    Full::new(bytes.into())
        .map_err(|never: Infallible| match never {})
        .boxed()
}

async fn handle(request: Request<Incoming>, state: Arc<State>) -> Result<Response<Body>, Broken> {
    let (head, body) = request.into_parts();
    let header = |name: &str| {
        let value = head.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    let body = body.collect().await.map_err(|_| Broken)?.to_bytes();
    let hit = Hit {
        method: head.method.to_string(),
        path: head.uri.path().into(),
        query: head.uri.query().unwrap_or_default().into(),
        host: header("host"),
        content_type: header("content-type"),
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    lock(&state.hits).push(hit.clone());
    let canned = lock(&state.answers).get(&hit.path).cloned();
    if let Some(answer) = canned {
        tokio::time::sleep(answer.delay).await;
        return Ok(answer.into());
    }
    ways(&hit, &head.method).await
}

impl From<Answer> for Response<Body> {
    fn from(answer: Answer) -> Self {
        let mut response = Response::new(whole(answer.body));
        *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK);
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        for (name, value) in &answer.headers {
            if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
                headers.insert(name, value);
            }
        }
        response
    }
}

/// What every site of this kind knows besides pages.
async fn ways(hit: &Hit, method: &Method) -> Result<Response<Body>, Broken> {
    let mut query: HashMap<String, String> = HashMap::new();
    for pair in hit.query.split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        query.insert(decode(name), decode(value));
    }
    let number = |name: &str| query.get(name).and_then(|value| value.parse::<u64>().ok());
    tokio::time::sleep(Duration::from_millis(number("delay").unwrap_or(0))).await;
    if let Some(status) = hit.path.strip_prefix("/status/") {
        let status = status.parse().unwrap_or(200);
        return Ok(Answer::html(format!("<h1>Status {status}</h1>")).status(status).into());
    }
    Ok(match hit.path.as_str() {
        "/thanks" => {
            Answer::html("<!doctype html><title>Thanks</title><h1>Thank you</h1><p>We have received it.</p>").into()
        }
        "/echo" => Answer::json(hit.body.clone()).into(),
        "/stored" => Answer::see_other("/thanks").into(),
        "/redirect" => {
            let to = query.get("to").map_or("/thanks", String::as_str);
            Answer::html("").status(302).header("location", to).into()
        }
        "/loop" => Answer::html("").status(302).header(LOCATION.as_str(), "/loop").into(),
        "/download" => Answer::html("a,b\n1,2\n")
            .header(CONTENT_TYPE.as_str(), "text/csv")
            .header(CONTENT_DISPOSITION.as_str(), "attachment; filename=\"report.csv\"")
            .into(),
        "/file.pdf" => Answer::html(PDF)
            .header(CONTENT_TYPE.as_str(), "application/pdf")
            .into(),
        "/hang" => std::future::pending().await,
        "/reset" => return Err(Broken),
        "/cut" => cut_short(),
        "/favicon.ico" => Answer::html("").status(204).into(),
        path => match file(path).await {
            Some(answer) if method == Method::GET => answer.into(),
            _ => Answer::html("<!doctype html><title>Not found</title><h1>Page not found</h1>")
                .status(404)
                .into(),
        },
    })
}

/// A page whose connection ends in the middle of it.
fn cut_short() -> Response<Body> {
    let parts = [
        Ok(Frame::data(Bytes::from_static(
            b"<!doctype html><form><label>Name <input name=n>",
        ))),
        Err(Broken),
    ];
    let stream = futures_of(parts);
    let mut response = Response::new(BodyExt::boxed(StreamBody::new(stream)));
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("text/html"));
    response
}

fn futures_of<T: Send + Sync + Unpin + 'static, const N: usize>(
    parts: [T; N],
) -> impl futures_core::Stream<Item = T> + Send + Sync {
    struct Parts<T>(std::collections::VecDeque<T>);
    impl<T: Unpin> futures_core::Stream for Parts<T> {
        type Item = T;
        fn poll_next(mut self: std::pin::Pin<&mut Self>, _: &mut std::task::Context<'_>) -> std::task::Poll<Option<T>> {
            std::task::Poll::Ready(self.0.pop_front())
        }
    }
    Parts(parts.into())
}

async fn file(path: &str) -> Option<Answer> {
    let name = path.strip_prefix("/pages/")?;
    if name.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
        return None;
    }
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("pages").join(name);
    let bytes = tokio::fs::read(&file).await.ok()?;
    let kind = match file.extension().and_then(|end| end.to_str()) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        _ => "text/html; charset=utf-8",
    };
    let mut answer = Answer::html("").header(CONTENT_TYPE.as_str(), kind);
    answer.body = bytes.into();
    Some(answer)
}

/// The smallest file that a PDF viewer takes for one.
const PDF: &str = "%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
    2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
    3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\n\
    trailer<</Root 1 0 R>>\n%%EOF\n";

#[cfg(test)]
mod tests {
    use super::Hit;

    #[test]
    fn a_body_is_taken_apart_as_a_form_sends_it() {
        let hit = Hit {
            body: "full+name=Zo%C3%AB+%26+Co&empty=&odd=100%&name=1&name=2".into(),
            ..Hit::default()
        };
        assert_eq!(hit.field("full name"), "Zoë & Co");
        assert_eq!(hit.field("empty"), "");
        assert_eq!(hit.field("odd"), "100%");
        assert_eq!(hit.fields().len(), 5, "a name may come twice");
    }
}

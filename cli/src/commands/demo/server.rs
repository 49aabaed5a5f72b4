//! The demo's site: checks what it is sent as any server would, and remembers what it accepted.

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;

use super::pages::{self, Answers, Errors, Sheet};

/// One form that was sent and accepted, in the order of its fields.
pub(super) type Received = Vec<(String, String)>;

/// The site, served until it is dropped.
pub(super) struct Site {
    address: SocketAddr,
    shop: Arc<Shop>,
    server: tokio::task::JoinHandle<()>,
}

#[derive(Default)]
struct Shop {
    accepted: Mutex<Vec<Received>>,
    orders: Mutex<BTreeMap<u64, Received>>,
    number: AtomicU64,
}

impl Site {
    /// Serves on a free port of 127.0.0.1.
    pub(super) async fn serve() -> io::Result<Self> {
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let shop = Arc::new(Shop::default());
        let router = router(Arc::clone(&shop));
        let server = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::warn!(%error, "the demo's server ended");
            }
        });
        Ok(Self { address, shop, server })
    }

    /// The address of `path`.
    pub(super) fn address(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// All that was accepted since the last call.
    pub(super) fn take_received(&self) -> Vec<Received> {
        std::mem::take(&mut *self.shop.accepted.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.server.abort();
    }
}

fn router(shop: Arc<Shop>) -> Router {
    Router::new()
        .route("/", get(async || Html(pages::index().into_string())))
        .route(
            "/style.css",
            get(async || ([(header::CONTENT_TYPE, "text/css")], pages::STYLE)),
        )
        .route("/registration", get(registration).post(register))
        .route(
            "/registration/done",
            get(async || Html(pages::registered().into_string())),
        )
        .route("/order", get(begin_order))
        .route("/order/{number}/{step}", get(order_step).post(take_step))
        .route("/order/{number}/done", get(ordered))
        .with_state(shop)
}

async fn registration() -> Html<String> {
    Html(pages::registration(&Answers::default(), &Errors::new()).into_string())
}

async fn register(State(shop): State<Arc<Shop>>, body: Bytes) -> Response {
    let received = parse(&body);
    let answers = Answers::of(&received);
    let errors = pages::check_registration(&answers);
    if !errors.is_empty() {
        let page = pages::registration(&answers, &errors).into_string();
        return (StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response();
    }
    shop.accepted
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(received);
    Redirect::to("/registration/done").into_response()
}

async fn begin_order(State(shop): State<Arc<Shop>>) -> Redirect {
    let number = 1 + shop.number.fetch_add(1, Ordering::Relaxed);
    shop.orders
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(number, Received::new());
    Redirect::to(&format!("/order/{number}/1"))
}

async fn order_step(State(shop): State<Arc<Shop>>, Path((number, step)): Path<(u64, usize)>) -> Response {
    let known = shop
        .orders
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&number)
        .cloned();
    match (known, Sheet::of_order(step)) {
        (Some(received), Some(sheet)) => {
            Html(pages::order(&sheet, &Answers::of(&received), &Errors::new()).into_string()).into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn take_step(State(shop): State<Arc<Shop>>, Path((number, step)): Path<(u64, usize)>, body: Bytes) -> Response {
    let Some(sheet) = Sheet::of_order(step) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let given = parse(&body);
    let answers = Answers::of(&given);
    let errors = sheet.check(&answers);
    if !errors.is_empty() {
        let page = pages::order(&sheet, &answers, &errors).into_string();
        return (StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response();
    }
    let mut orders = shop.orders.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(order) = orders.get_mut(&number) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    order.retain(|(name, _)| !sheet.asks(name));
    order.extend(given);
    if step < Sheet::STEPS {
        return Redirect::to(&format!("/order/{number}/{}", step + 1)).into_response();
    }
    let finished = orders.remove(&number).unwrap_or_default();
    shop.accepted
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(finished);
    Redirect::to(&format!("/order/{number}/done")).into_response()
}

async fn ordered(Path(number): Path<u64>) -> Html<String> {
    Html(pages::ordered(number).into_string())
}

fn parse(body: &[u8]) -> Received {
    form_urlencoded::parse(body).into_owned().collect()
}

#[cfg(test)]
mod tests {
    use super::Site;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    async fn ask(site: &Site, request: &str) -> String {
        let mut stream = tokio::net::TcpStream::connect(site.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    async fn read(site: &Site, path: &str) -> String {
        ask(
            site,
            &format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
        )
        .await
    }

    async fn post(site: &Site, path: &str, body: &str) -> String {
        let kind = "application/x-www-form-urlencoded";
        let length = body.len();
        let head = format!("POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: {kind}");
        ask(site, &format!("{head}\r\nContent-Length: {length}\r\n\r\n{body}")).await
    }

    const GOOD: &str = "full_name=Ada&email=ada%40example.com&password=correct-horse&country=PT&ticket=regular&seats=2\
                        &terms=yes&topics=web&topics=async";

    #[tokio::test]
    async fn a_registration_is_checked_and_remembered_once() {
        let site = Site::serve().await.unwrap();
        let page = read(&site, "/registration").await;
        assert!(page.contains("Full name") && page.contains("name=\"terms\""), "{page}");
        let refused = post(&site, "/registration", "full_name=%3Cb%3EAda&email=nonsense").await;
        assert!(refused.starts_with("HTTP/1.1 422"), "{refused}");
        assert!(
            refused.contains("&lt;b&gt;Ada") && refused.contains("aria-invalid=\"true\""),
            "{refused}"
        );
        assert!(site.take_received().is_empty());
        let accepted = post(&site, "/registration", GOOD).await;
        assert!(accepted.starts_with("HTTP/1.1 303"), "{accepted}");
        let received = site.take_received();
        assert_eq!(received.len(), 1);
        assert!(received[0].contains(&("email".into(), "ada@example.com".into())));
        assert!(site.take_received().is_empty(), "what was taken is gone");
    }

    #[tokio::test]
    async fn an_order_goes_through_three_steps_and_a_bad_postcode_stays_on_the_second() {
        let site = Site::serve().await.unwrap();
        let begun = read(&site, "/order").await;
        assert!(begun.contains("location: /order/1/1"), "{begun}");
        assert!(read(&site, "/order/1/1").await.contains("Step 1 of 3"));
        let first = post(&site, "/order/1/1", "name=Ada&email=ada%40example.com").await;
        assert!(first.contains("location: /order/1/2"), "{first}");
        let bad = post(&site, "/order/1/2", "street=Rua+1&postcode=4000&city=Porto&country=PT").await;
        assert!(bad.starts_with("HTTP/1.1 422") && bad.contains("1234-567"), "{bad}");
        let second = post(
            &site,
            "/order/1/2",
            "street=Rua+1&postcode=4000-322&city=Porto&country=PT",
        )
        .await;
        assert!(second.contains("location: /order/1/3"), "{second}");
        assert!(site.take_received().is_empty());
        let third = post(&site, "/order/1/3", "delivery=express&terms=yes").await;
        assert!(third.contains("location: /order/1/done"), "{third}");
        assert_eq!(site.take_received()[0].len(), 8);
        assert!(
            post(&site, "/order/1/3", "delivery=express&terms=yes")
                .await
                .starts_with("HTTP/1.1 404")
        );
        assert!(read(&site, "/order/9/1").await.starts_with("HTTP/1.1 404"));
    }
}

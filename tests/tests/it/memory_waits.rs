//! Nothing that a person or an agent waits for ever waits for Qdrant, but what is filled from it.

use std::time::{Duration, Instant};

use ostler_tests::mcp::{Client, WITH_INITIALIZE, server, text};
use ostler_tests::memory::{NOW, mute};
use ostler_tests::program::{Call, Ran};
use ostler_tests::qdrant::{Double, Fault};
use ostler_tests::{Answer, Site, ostler};
use serde_json::json;

/// How long a request to Qdrant may take: whoever waited for a mute one took longer.
const REQUEST: Duration = Duration::from_secs(4);
const MASTER: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

const FORM: &str = "<form method=post action=/store><p><label>First name <input name=a required></label></p>
    <p><label>City <input name=b></label></p><button>Send</button></form>";

fn site_with(site: &Site, form: &str) -> String {
    site.answer("/store", Answer::see_other("/thanks"));
    site.page("/thanks", "<h1>Thank you</h1>");
    site.page("/", form)
}

fn remembering(call: Call, url: &str) -> Call {
    call.env("OSTLER_MEMORY", "qdrant")
        .env("OSTLER_EMBEDDINGS", "dev-hash")
        .env("QDRANT_URL", url)
}

/// A fill, whose browser can reach loopback only.
async fn fill(qdrant: &str, key: Option<&str>, arguments: &[&str]) -> Ran {
    let rules = [
        "--resolver-rules",
        "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ];
    let all: Vec<&str> = (["fill"].iter().chain(arguments).chain(&rules)).copied().collect();
    let mut call = remembering(ostler(&all), qdrant);
    if let Some(key) = key {
        call = call.env("OSTLER_MEMORY_KEY", key);
    }
    let _permit = ostler_tests::browser::permit(1).await;
    call.run().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_90_a_fill_that_takes_nothing_from_memory_waits_for_no_qdrant() {
    let site = Site::start().await;
    let url = site_with(&site, FORM);
    let qdrant = mute().await;
    let given = [
        url.as_str(),
        "--set",
        "First name=Ada",
        "--set",
        "City=London",
        "--submit",
        "--json",
    ];
    for key in [None, Some(MASTER)] {
        let ran = fill(&qdrant, key, &given).await;
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_eq!(ran.json()["submit"]["outcome"], "Submitted");
        assert!(ran.took < REQUEST, "{key:?}: {:?}", ran.took);
        let told = format!("{} {}", ran.out, ran.err);
        assert!(
            told.contains("memory is unavailable"),
            "what is not learned is told: {told}"
        );
    }
    assert_eq!(site.hits_of("/store").len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_92_a_fill_from_memory_waits_for_a_mute_qdrant_once() {
    let site = Site::start().await;
    let url = site_with(&site, FORM);
    let qdrant = mute().await;
    let given = [url.as_str(), "--set", "City=London", "--auto", "required", "--json"];
    let ran = fill(&qdrant, Some(MASTER), &given).await;
    assert!(ran.took < 2 * REQUEST, "{:?}", ran.took);
    let answer = ran.json();
    let notes = answer["notes"].to_string();
    assert!(
        notes.contains("memory is unavailable (Qdrant at http://127.0.0.1:") && notes.contains("within 4 s"),
        "{notes}"
    );
    assert_eq!(
        answer["fields"][0]["status"], "filled",
        "what was given is filled: {answer}"
    );
}

async fn begun(client: &mut Client) {
    let about = json!({"name": "test", "version": "1"});
    let asked = json!({"protocolVersion": WITH_INITIALIZE, "capabilities": {}, "clientInfo": about});
    client.ask("initialize", asked).await;
    client
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_91_a_server_answers_at_once_where_qdrant_is_mute_and_says_so_where_memory_is_wanted() {
    let site = Site::start().await;
    let url = site_with(&site, FORM);
    for key in [None, Some(MASTER)] {
        let mut call = remembering(server(&[]), &mute().await);
        if let Some(key) = key {
            call = call.env("OSTLER_MEMORY_KEY", key);
        }
        let from = Instant::now();
        let mut client = Client::over(call, false).await;
        begun(&mut client).await;
        let listed = client.ask("tools/list", json!({})).await;
        assert!(listed.to_string().contains("memory_recall"), "{listed}");
        assert!(from.elapsed() < REQUEST / 2, "{:?}", from.elapsed());
        client.call("navigate", json!({"url": url})).await;
        let from = Instant::now();
        let filled = client.call("form_fill", json!({"fields": {"City": "London"}})).await;
        assert!(from.elapsed() < REQUEST / 2, "{:?}", from.elapsed());
        assert!(!text(&filled).contains("Note: memory"), "{filled}");
        // Whoever wants something of it waits, twice at most, and is told.
        for _ in 0..2 {
            let from = Instant::now();
            let recalled = client.call("memory_recall", json!({"names": ["surname"]})).await;
            assert_eq!(recalled["isError"], true, "{recalled}");
            assert!(from.elapsed() < REQUEST + REQUEST / 2, "{:?}", from.elapsed());
        }
        let from = Instant::now();
        let filled = client
            .call("form_fill", json!({"fields": {"City": "London"}, "auto": "all"}))
            .await;
        assert!(from.elapsed() < REQUEST / 2, "{:?}", from.elapsed());
        let told = text(&filled);
        assert!(told.starts_with("Note: memory is unavailable ("), "{told}");
        client.hang_up().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_125_a_server_does_not_start_on_a_memory_that_is_not_sealed_yet() {
    let (double, url) = Double::start(None, NOW).await;
    let with = |call: Call| remembering(call, &url).env("OSTLER_MEMORY_KEY", MASTER);
    let plain = with(ostler(&["memory", "remember", "surname", "Lovelace", "--seal", "off"]));
    assert_eq!(plain.run().await.code, Some(0));
    // Nobody has called a tool by then.
    let ended = Client::over(with(server(&[])), false).await.ended().await;
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.err.contains("ostler memory seal"), "{ended:?}");
    let ended = Client::over(with(server(&[])), false).await.hang_up().await;
    assert_eq!(ended.code, Some(2), "{ended:?}");
    let called = with(ostler(&["call", "memory_recall", "{}"])).run().await;
    assert_eq!(called.code, Some(1), "{called:?}");
    assert!(called.out.contains("ostler memory seal"), "{called:?}");
    // Where it is known only while an agent is at work, memory is refused and the rest goes on.
    double.fail(Fault::Slow(Duration::from_millis(700)));
    let mut client = Client::over(with(server(&[])), false).await;
    begun(&mut client).await;
    let recalled = client.call("memory_recall", json!({})).await;
    assert!(text(&recalled).contains("ostler memory seal"), "{recalled}");
    double.fail(Fault::None);
    let sealed = with(ostler(&["memory", "seal"])).run().await;
    assert_eq!(sealed.code, Some(0), "{sealed:?}");
    let recalled = client.call("memory_recall", json!({"names": ["surname"]})).await;
    assert!(
        text(&recalled).contains("Lovelace"),
        "it is mended meanwhile: {recalled}"
    );
    client.hang_up().await;
}

//! When the page counts as at rest.

use std::time::{Duration, Instant};

use ostler_tests::browser::{all_good, field};
use ostler_tests::{Answer, Browser, Site};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_40_work_that_follows_work_is_waited_for() {
    let site = Site::start().await;
    site.answer("/slow", Answer::json("{}").after(700));
    let late = "fetch('/slow').then(() => setTimeout(() => { document.getElementById('out').innerHTML = '<label>Final <input></label>'; }, 300))";
    let url = site.page("/", &format!("<div id=out>Loading</div><script>{late}</script>"));
    let mut browser = Browser::at(&url).await;
    field(&browser.inspect().await, "Final");

    // The same after an act instead of a load, and by XHR.
    let url = site.page(
        "/act",
        "<label>Go <input id=go></label><div id=out></div><script>
         document.getElementById('go').addEventListener('input', () => {
           const x = new XMLHttpRequest();
           x.onload = () => setTimeout(() => { document.getElementById('out').innerHTML = '<label>Final <input></label>'; }, 300);
           x.open('GET', '/slow'); x.send();
         });</script>",
    );
    browser.go(&url).await;
    let report = browser.fill(&[("Go", json!("x")), ("Final", json!("y"))]).await;
    all_good(&report);
    assert_eq!(browser.value("#out input").await, "y");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_41_a_page_at_rest_costs_no_waiting() {
    let site = Site::start().await;
    let boxes: String = (0..20)
        .map(|n| format!("<p><label><input type=checkbox> Box {n}</label></p>"))
        .collect();
    let url = site.page("/", &boxes);
    let mut browser = Browser::start_alone().await;
    browser.go(&url).await;
    let mut times = Vec::new();
    for n in 0..20 {
        let began = Instant::now();
        let label = format!("Box {n}");
        all_good(&browser.fill(&[(&label, json!(true))]).await);
        times.push(began.elapsed());
    }
    times.sort();
    assert!(
        times[10] < Duration::from_millis(150),
        "an act on a static page takes {:?} in the median of {times:?}",
        times[10]
    );
    let ticked = browser.truth("document.querySelectorAll(':checked').length").await;
    assert_eq!(ticked, json!(20));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_42_a_page_that_never_rests_is_worked_on_and_said_to_be_restless() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<label>Name <input name=n></label><p id=clock></p><script>setInterval(() => { clock.textContent = performance.now(); fetch('/tick'); }, 50)</script>",
    );
    site.answer("/tick", Answer::json("{}").after(20));
    let mut browser = Browser::start_alone().await;
    let began = Instant::now();
    let arrival = browser.session.navigate(&url).await.expect("the page is shown");
    assert!(!arrival.settled, "it never rests");
    assert!(
        began.elapsed() < Duration::from_secs(12),
        "the cap holds: {:?}",
        began.elapsed()
    );
    let report = browser.fill(&[("Name", json!("Ada"))]).await;
    all_good(&report);
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.contains("settle") || note.contains("rest")),
        "the notes say so: {:?}",
        report.notes
    );
    assert_eq!(browser.value("input").await, "Ada");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_42_an_animation_does_not_count_as_work_forever() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<label>Name <input name=n></label><div id=dot style='position:absolute'>.</div><script>
         (function turn(t) { dot.style.left = (t % 500) + 'px'; requestAnimationFrame(turn); })(0)</script>",
    );
    let mut browser = Browser::start_alone().await;
    let began = Instant::now();
    browser.go(&url).await;
    all_good(&browser.fill(&[("Name", json!("Ada"))]).await);
    assert!(began.elapsed() < Duration::from_secs(25), "{:?}", began.elapsed());
    browser.close().await;
}

//! Sliders of which only a handle and a number beside it tell anything, and what comes up late: what the page's own model
//! holds is compared.

use ostler_machines::form::model::Kind;
use ostler_machines::report::Status;
use ostler_tests::browser::{all_good, entry, status};
use ostler_tests::{Browser, Site};
use serde_json::{Value, json};

async fn model(browser: &mut Browser, key: &str) -> Value {
    browser.truth(&format!("model[{key:?}] ?? null")).await
}

async fn at(page: &str) -> (Site, Browser) {
    let site = Site::start().await;
    let browser = Browser::at(&site.url(&format!("/pages/{page}.html"))).await;
    (site, browser)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_handle_in_a_track_is_a_slider_that_stands_at_the_number_that_moves_with_it() {
    let (_site, mut browser) = at("handles").await;
    for (key, value) in [("loudness", -83), ("loudness", -100), ("price", 120), ("grain", 65)] {
        let report = browser.fill(&[(key, json!(value))]).await;
        all_good(&report);
        assert_eq!(model(&mut browser, key).await, json!(value), "{key}: {report:?}");
    }
    // What it stands at is known from then on.
    let again = browser.fill(&[("price", json!(120))]).await;
    assert_eq!(status(&again, "price"), Status::Unchanged, "{again:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_handle_that_cannot_be_told_or_has_no_such_step_is_left_where_it_stood() {
    let (_site, mut browser) = at("handles").await;
    // The number beside it is another's: it does not move with it. Between two steps, and beyond the end.
    for (key, value) in [("mood", 7), ("grain", 33), ("loudness", -40)] {
        let before = model(&mut browser, key).await;
        let report = browser.fill(&[(key, json!(value))]).await;
        assert!(!entry(&report, key).status.good(), "{key}: {report:?}");
        assert_eq!(model(&mut browser, key).await, before, "{key}: {report:?}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_handles_in_one_track_are_two_sliders_each_with_its_own_number() {
    let (_site, mut browser) = at("handles").await;
    let report = browser
        .fill(&[
            ("Price range: minimum", json!(120)),
            ("Price range: maximum", json!(450)),
        ])
        .await;
    all_good(&report);
    assert_eq!(model(&mut browser, "both").await, json!([120, 450]), "{report:?}");
    all_good(&browser.fill(&[("Hours: maximum", json!(20))]).await);
    assert_eq!(model(&mut browser, "hours").await, json!([9, 20]));
    // Neither goes past the other, nor between two steps.
    for (key, value) in [("Price range: minimum", 480), ("Price range: maximum", 333)] {
        let report = browser.fill(&[(key, json!(value))]).await;
        assert!(!entry(&report, key).status.good(), "{key}: {report:?}");
        assert_eq!(
            model(&mut browser, "both").await,
            json!([120, 450]),
            "{key}: {report:?}"
        );
    }
    // Both together are one of the two, and neither is guessed.
    let report = browser.fill(&[("Price range", json!("200"))]).await;
    assert!(!entry(&report, "Price range").status.good(), "{report:?}");
    assert_eq!(model(&mut browser, "both").await, json!([120, 450]), "{report:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_handle_is_told_as_a_slider() {
    let (_site, mut browser) = at("handles").await;
    let page = browser.inspect().await;
    let sliders = page.fields().filter(|field| field.kind == Kind::Slider).count();
    assert_eq!(sliders, 8, "{page:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_calendar_that_comes_into_sight_by_and_by_is_waited_for() {
    let (_site, mut browser) = at("late").await;
    let report = browser.fill(&[("Launch day", json!("16 June 2027"))]).await;
    all_good(&report);
    assert_eq!(model(&mut browser, "launch").await, json!("2027-06-16"));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_box_that_keeps_only_what_it_suggests_later_is_filled_by_its_suggestion() {
    let (_site, mut browser) = at("late").await;
    let report = browser.fill(&[("Reviewer", json!("Ann Webster"))]).await;
    all_good(&report);
    assert_eq!(model(&mut browser, "reviewer").await, json!("Ann Webster"));
    let report = browser.fill(&[("Reviewer", json!("Ann"))]).await;
    assert!(!status(&report, "Reviewer").good(), "{report:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_calendar_that_stood_in_the_page_before_is_no_picker_of_another_field() {
    let (_site, mut browser) = at("late").await;
    browser.truth("document.getElementById('show').click()").await;
    let report = browser.fill(&[("Pay day", json!("16 June 2027"))]).await;
    assert_eq!(status(&report, "Pay day"), Status::Refused, "{report:?}");
    assert_eq!(model(&mut browser, "holiday").await, Value::Null, "{report:?}");
    browser.close().await;
}

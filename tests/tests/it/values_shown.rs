//! What a field shows of its own way of writing, and what the page then makes of it.

use ostler_machines::report::Status;
use ostler_tests::browser::{all_good, entry, status};
use ostler_tests::{Browser, Site};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_date_goes_whole_into_the_format_that_is_shown_or_not_at_all() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<p><label>Datum <input id=a placeholder='dd.mm.gggg.'></label></p>
         <p><label>Diena <input id=b placeholder='mmmm-mm-dd'></label></p>
         <p><label>Trip <input id=c placeholder='31 décembre 2024'></label></p>
         <p><label>Arrival <input id=d value='31.12.2024'></label></p>
         <p><label>Party <input id=e placeholder='Month DD, YYYY'></label></p>
         <p><label>Day <input id=f placeholder='DD/MM'></label></p>
         <p><label>Expires on <input id=g placeholder='MM/YY'></label></p>
         <p><label>Visit <input id=h placeholder='dd.mm.žžžž'></label></p>",
    );
    let mut browser = Browser::at(&url).await;
    let names = [
        "Datum",
        "Diena",
        "Trip",
        "Arrival",
        "Party",
        "Day",
        "Expires on",
        "Visit",
    ];
    let report = browser.fill(&names.map(|name| (name, json!("2030-03-05")))).await;
    for name in &names[..5] {
        assert_eq!(status(&report, name), Status::Filled, "{name}");
    }
    for (name, code) in [
        ("Day", "step-mismatch"),
        ("Expires on", "step-mismatch"),
        ("Visit", "unknown-format"),
    ] {
        assert_eq!(status(&report, name), Status::Refused, "{name}");
        assert_eq!(entry(&report, name).code, code, "{name}");
    }
    let held = browser
        .truth("[...document.querySelectorAll('input')].map(i => i.value)")
        .await;
    let expected = json!([
        "05.03.2030",
        "2030-03-05",
        "5 mars 2030",
        "05.03.2030",
        "March 05, 2030",
        "",
        "",
        ""
    ]);
    assert_eq!(held, expected);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn decimals_reach_the_page_that_shows_a_comma() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<p><label>Preis <input placeholder='0,00'></label></p>
         <p><label>Miete <input placeholder='z. B. 1.250,00 €'></label></p>
         <script>globalThis.model = () => [...document.querySelectorAll('input')].map(
           i => parseFloat(i.value.replace(/\\./g, '').replace(',', '.')))</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[("Preis", json!(1234.5)), ("Miete", json!("950.75"))])
        .await;
    all_good(&report);
    assert_eq!(browser.truth("model()").await, json!([1234.5, 950.75]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_page_strips_from_between_two_values_is_told() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<p><label>Range <input></label></p><p><label>Height <input></label></p><p><label>Full name <input></label></p>
         <p><label>Product code <input></label></p><p><label>Home phone <input></label></p>
         <script>for (const i of document.querySelectorAll('input'))
           i.oninput = () => { i.value = i.value.replace(/[^\\p{L}\\p{N}]/gu, '') }</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[
            ("Range", json!("10-20")),
            ("Height", json!("5'11\"")),
            ("Full name", json!("Ana O'Neil")),
            ("Product code", json!("AB-12-34")),
            ("Home phone", json!("555-123-4567")),
        ])
        .await;
    for name in ["Range", "Height", "Full name"] {
        assert_eq!(status(&report, name), Status::Rejected, "{name}");
    }
    for name in ["Product code", "Home phone"] {
        assert_eq!(status(&report, name), Status::Reformatted, "{name}");
    }
    browser.close().await;
}

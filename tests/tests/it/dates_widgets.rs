//! Pickers of dates and times, as people write them by hand: what the page's own model holds is compared.

use ostler_machines::report::Status;
use ostler_tests::browser::{all_good, entry, status};
use ostler_tests::{Browser, Site};
use serde_json::{Value, json};

async fn model(browser: &mut Browser, key: &str) -> Value {
    browser.truth(&format!("model[{key:?}] ?? null")).await
}

/// Fills one field of a fresh page and expects the model to hold the value.
async fn fills(cases: &[(&str, Value, &str, Value)]) {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.url("/pages/pickers.html")).await;
    for (key, value, name, expected) in cases {
        browser.go(&site.url("/pages/pickers.html")).await;
        let report = browser.fill(&[(key, value.clone())]).await;
        all_good(&report);
        assert_eq!(model(&mut browser, name).await, *expected, "{key}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_34_a_box_that_keeps_any_text_is_filled_by_its_picker() {
    fills(&[("Due date", json!("June 14, 2027"), "due", json!("2027-06-14"))]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_34_two_days_are_chosen_in_one_calendar_and_in_two_boxes_of_one_widget() {
    fills(&[
        (
            "Stay",
            json!("2027-06-10 to 2027-06-14"),
            "stay",
            json!(["2027-06-10", "2027-06-14"]),
        ),
        (
            "Research phase",
            json!("28 May 2027 – 3 June 2027"),
            "phase",
            json!(["2027-05-28", "2027-06-03"]),
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_34_clocks_of_every_make_are_set() {
    fills(&[
        (
            "Visit slot",
            json!("June 14, 2027 2:15 PM"),
            "slot",
            json!("2027-06-14 14:15"),
        ),
        (
            "Visit slot",
            json!("2027-06-14 00:05"),
            "slot",
            json!("2027-06-14 00:05"),
        ),
        ("Call time", json!("3:30 PM"), "call", json!("15:30")),
        ("Seating", json!("18:30"), "seat", json!("6:30 PM")),
        ("Wake-up", json!("22:58"), "wake", json!("22:58")),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_34_months_years_and_lists_are_gone_through() {
    fills(&[
        ("Billing month", json!("August 2028"), "bill", json!("2028-08")),
        ("Born on", json!("March 5, 2001"), "born", json!("2001-03-05")),
        ("Issued", json!("14 June 2027"), "issued", json!("2027-06-14")),
        ("Pick-up", json!("14 June 2027"), "pickup", json!("2027-06-14")),
        ("Callback day", json!("16 June 2027"), "callback", json!("2027-06-16")),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn segments_that_go_back_on_delete_are_typed_over() {
    fills(&[
        ("Trip date", json!("March 5, 2027"), "trip", json!("2027-03-05")),
        ("Trip date", json!("12 November 2028"), "trip", json!("2028-11-12")),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_whose_country_code_goes_out_of_the_box_is_held_all_the_same() {
    fills(&[("Phone", json!("+49 1512 3456789"), "phone", json!("+4915123456789"))]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_picker_does_not_offer_is_refused_with_the_reason_and_nothing_is_left_open() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.url("/pages/pickers.html")).await;
    for (key, value, id, reason) in [
        ("Fitting", "June 13, 2027", "#fit", "cannot be chosen"),
        ("Call time", "15:20", "#call", "00, 15, 30, 45"),
        ("Seating", "21:00", "#seat", "5:00 PM to 8:30 PM"),
        ("Issued", "14 June 1999", "#issued", "does not have"),
    ] {
        let report = browser.fill(&[(key, json!(value))]).await;
        let told = entry(&report, key);
        assert_eq!(status(&report, key), Status::Refused, "{key}: {told:?}");
        assert!(told.message.contains(reason), "{key}: {}", told.message);
        assert_eq!(browser.value(id).await, "", "{key}");
        let open = browser
            .truth("[...document.querySelectorAll('.pop')].filter((it) => !it.hidden).length")
            .await;
        assert_eq!(open, json!(0), "{key}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_pickers_of_a_form_are_filled_in_one_go() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.url("/pages/pickers.html")).await;
    let report = browser
        .fill(&[
            ("Due date", json!("June 14, 2027")),
            ("Stay", json!("2027-06-10 to 2027-06-14")),
            ("Call time", json!("09:45")),
            ("Billing month", json!("August 2027")),
            ("Issued", json!("14 June 2027")),
            ("Trip date", json!("2027-06-20")),
            ("Callback day", json!("17 June 2027")),
            ("Phone", json!("+44 7400 123456")),
        ])
        .await;
    all_good(&report);
    for (name, expected) in [
        ("due", json!("2027-06-14")),
        ("stay", json!(["2027-06-10", "2027-06-14"])),
        ("call", json!("09:45")),
        ("bill", json!("2027-08")),
        ("issued", json!("2027-06-14")),
        ("trip", json!("2027-06-20")),
        ("callback", json!("2027-06-17")),
        ("phone", json!("+447400123456")),
    ] {
        assert_eq!(model(&mut browser, name).await, expected, "{name}");
    }
    browser.close().await;
}

/// A picker whose clock comes up after the day was pressed, and is drawn only when a motion of most of a second is over.
const LATE_CLOCK: &str = "<style>.pop{position:absolute;background:#fff;border:1px solid}[hidden]{display:none}.clock{height:0;overflow:hidden;transition:height .8s steps(1,end)}.late .clock{height:40px}</style>
<form><label for=slot>Slot</label><input id=slot readonly><label>Name <input name=n></label><button>Save</button></form>
<div class=pop id=pop hidden><div>June 2027</div><table id=days></table><div class=clock><input type=number id=hour aria-label=Hour min=1 max=12 value=12> : <input type=number id=minute aria-label=Minute min=0 max=59 value=0> <span id=half tabindex=-1>PM</span></div></div>
<script>
const model = { day: null, time: null };
let row = days.insertRow(); row.insertCell();
for (let day = 1; day <= 30; day += 1) {
  if (row.cells.length === 7) row = days.insertRow();
  const cell = row.insertCell(); cell.textContent = day;
  cell.onclick = () => { model.day = day; setTimeout(() => pop.classList.add('late'), 30); tell(); };
}
const tell = () => { model.time = hour.value.padStart(2, '0') + ':' + minute.value.padStart(2, '0') + ' ' + half.textContent; slot.value = '2027-06-' + String(model.day).padStart(2, '0') + ' ' + model.time; };
hour.oninput = minute.oninput = tell;
half.onclick = () => { half.textContent = half.textContent === 'PM' ? 'AM' : 'PM'; tell(); };
slot.onclick = () => { pop.hidden = false; };
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') pop.hidden = true; });
document.addEventListener('mousedown', (event) => { if (!pop.contains(event.target) && event.target !== slot) pop.hidden = true; });
</script>";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_picker_shows_by_and_by_is_waited_for() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.page("/", LATE_CLOCK)).await;
    all_good(&browser.fill(&[("Slot", json!("2027-06-14 09:45"))]).await);
    assert_eq!(browser.truth("model").await, json!({"day": 14, "time": "09:45 AM"}));
    assert_eq!(browser.truth("pop.hidden").await, json!(true));
    browser.close().await;
}

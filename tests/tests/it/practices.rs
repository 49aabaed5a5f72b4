//! Widgets built as the ARIA authoring practices describe them, each with a model of its own. What a report claims is
//! compared with that model: what is good must be so, and what is refused must have left it as it was.

use ostler_engine::Report;
use ostler_machines::report::Status;
use ostler_tests::browser::{all_good, entry, status};
use ostler_tests::{Browser, Site};
use serde_json::{Value, json};

/// A browser at a page of `tests/pages/practices`.
struct Page {
    browser: Browser,
    _site: Site,
}

impl Page {
    async fn open(name: &str) -> Self {
        let site = Site::start().await;
        let browser = Browser::at(&site.url(&format!("/pages/practices/{name}.html"))).await;
        Self { browser, _site: site }
    }

    /// What the page's own model holds.
    async fn model(&mut self) -> Value {
        self.browser.truth("chosen()").await
    }

    /// Fills, and fails unless all of it is reported as done and `part` of the model holds `held`.
    async fn fills(&mut self, pairs: &[(&str, Value)], part: &str, held: Value) -> Report {
        let report = self.browser.fill(pairs).await;
        all_good(&report);
        let model = self.model().await;
        assert_eq!(model.pointer(part), Some(&held), "{part} of {model}: {report:?}");
        report
    }

    /// Asks for one thing that cannot be, and fails if it is claimed or anything has changed.
    async fn refuses(&mut self, key: &str, value: Value) -> Report {
        let before = self.model().await;
        let report = self.browser.fill(&[(key, value.clone())]).await;
        let told = entry(&report, key);
        assert!(!told.status.good(), "{key} is no {value}: {told:?}");
        assert_eq!(self.model().await, before, "{value} left {key} as it was: {told:?}");
        report
    }

    async fn close(self) {
        self.browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_select_only_combobox_takes_its_options_and_no_other() {
    let mut page = Page::open("combobox-select-only").await;
    page.fills(
        &[("Favourite fruit", json!("Blueberry")), ("Shirt size", json!("Large"))],
        "",
        json!({"fruit": "Blueberry", "size": "Large"}),
    )
    .await;
    // Far down a list that scrolls, and back up.
    page.fills(
        &[("Favourite fruit", json!("huckleberry"))],
        "/fruit",
        json!("Huckleberry"),
    )
    .await;
    page.fills(&[("Favourite fruit", json!("Apple"))], "/fruit", json!("Apple"))
        .await;
    let again = page
        .fills(&[("Shirt size", json!("Large"))], "/size", json!("Large"))
        .await;
    assert_eq!(status(&again, "Shirt size"), Status::Unchanged);
    page.refuses("Favourite fruit", json!("Mango")).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_combobox_that_completes_nothing_takes_what_it_lists_and_any_other_text() {
    let mut page = Page::open("combobox-editable").await;
    page.fills(
        &[("Recent search", json!("popular food"))],
        "/bare",
        json!("popular food"),
    )
    .await;
    page.fills(
        &[("Recent search", json!("tide tables"))],
        "/bare",
        json!("tide tables"),
    )
    .await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_combobox_that_filters_takes_its_options_and_no_other() {
    let mut page = Page::open("combobox-editable").await;
    page.fills(&[("Home state", json!("New Mexico"))], "/listed", json!("New Mexico"))
        .await;
    // One whose name is part of another's.
    page.fills(&[("Home state", json!("Virginia"))], "/listed", json!("Virginia"))
        .await;
    page.fills(&[("Home state", json!("arkansas"))], "/listed", json!("Arkansas"))
        .await;
    let report = page.browser.fill(&[("Home state", json!("Atlantis"))]).await;
    assert!(!status(&report, "Home state").good(), "{report:?}");
    assert_ne!(page.model().await["listed"], "Atlantis");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_combobox_that_completes_inline_holds_what_was_meant_and_no_more() {
    let mut page = Page::open("combobox-editable").await;
    page.fills(&[("Work state", json!("New York"))], "/both", json!("New York"))
        .await;
    page.fills(&[("Work state", json!("Kansas"))], "/both", json!("Kansas"))
        .await;
    page.fills(
        &[("Work state", json!("West Virginia"))],
        "/both",
        json!("West Virginia"),
    )
    .await;
    // A beginning that fits several is none of them, even though the page completes it.
    let report = page.browser.fill(&[("Work state", json!("New"))]).await;
    assert!(!status(&report, "Work state").good(), "{report:?}");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_combobox_with_a_grid_takes_its_rows_and_no_other() {
    let mut page = Page::open("combobox-grid").await;
    page.fills(
        &[("Fruit or vegetable", json!("Banana")), ("Amount", json!("3"))],
        "",
        json!({"name": "Banana", "sort": "Fruit"}),
    )
    .await;
    page.fills(
        &[("Fruit or vegetable", json!("Bell pepper"))],
        "",
        json!({"name": "Bell pepper", "sort": "Vegetable"}),
    )
    .await;
    let report = page.browser.fill(&[("Fruit or vegetable", json!("Durian"))]).await;
    assert!(!status(&report, "Fruit or vegetable").good(), "{report:?}");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_listbox_that_scrolls_takes_its_options_and_no_other() {
    let mut page = Page::open("listbox").await;
    page.fills(
        &[("Transuranium element", json!("Oganesson"))],
        "/element",
        json!("Oganesson"),
    )
    .await;
    page.fills(
        &[("Transuranium element", json!("Curium"))],
        "/element",
        json!("Curium"),
    )
    .await;
    page.refuses("Transuranium element", json!("Iron")).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_listbox_of_several_holds_just_those_asked_for() {
    let mut page = Page::open("listbox").await;
    page.fills(
        &[("Upgrades", json!(["Dash camera", "Roof rack"]))],
        "/extras",
        json!(["Dash camera", "Roof rack"]),
    )
    .await;
    // One goes, one comes, one stays.
    page.fills(
        &[("Upgrades", json!(["Roof rack", "Leather trunk"]))],
        "/extras",
        json!(["Leather trunk", "Roof rack"]),
    )
    .await;
    page.refuses("Upgrades", json!(["Roof rack", "Rocket"])).await;
    page.fills(&[("Upgrades", json!([]))], "/extras", json!([])).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_listbox_in_groups_takes_its_options_and_not_their_headings() {
    let mut page = Page::open("listbox").await;
    page.fills(
        &[("Animal companion", json!("Winged horse"))],
        "/animal",
        json!("Winged horse"),
    )
    .await;
    page.fills(&[("Animal companion", json!("Cat"))], "/animal", json!("Cat"))
        .await;
    page.refuses("Animal companion", json!("Water")).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn items_are_marked_in_a_listbox_and_moved_to_another_by_its_button() {
    let mut page = Page::open("listbox-transfer").await;
    page.fills(
        &[("Available upgrades", json!(["Roof rack", "Fog lights"]))],
        "/marked",
        json!(["Fog lights", "Roof rack"]),
    )
    .await;
    // Marking moves nothing, and nobody claims so.
    let report = page
        .browser
        .fill(&[("Upgrades you have chosen", json!(["Roof rack", "Fog lights"]))])
        .await;
    assert!(!status(&report, "Upgrades you have chosen").good(), "{report:?}");
    assert_eq!(page.model().await["wanted"], json!([]));
    page.browser.truth("document.getElementById('add').click()").await;
    assert_eq!(page.model().await["wanted"], json!(["Roof rack", "Fog lights"]));
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_date_picker_in_a_dialog_keeps_the_day() {
    let mut page = Page::open("date-dialog").await;
    // A box that one may type in, and one that only the dialog fills.
    page.fills(
        &[("Day of arrival", json!("2026-09-08"))],
        "/typed",
        json!("2026-09-08"),
    )
    .await;
    page.fills(
        &[("Day of departure", json!("19 February 2027"))],
        "/shown",
        json!("2027-02-19"),
    )
    .await;
    page.fills(
        &[("Day of departure", json!("2024-02-29"))],
        "/shown",
        json!("2024-02-29"),
    )
    .await;
    page.refuses("Day of departure", json!("2025-02-29")).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_date_picker_of_a_combobox_keeps_the_day() {
    let mut page = Page::open("date-combobox").await;
    page.fills(
        &[
            ("Date of birth", json!("1815-12-10")),
            ("Place of birth", json!("London")),
        ],
        "",
        json!("1815-12-10"),
    )
    .await;
    page.fills(&[("Date of birth", json!("May 4, 1912"))], "", json!("1912-05-04"))
        .await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_date_in_three_spinbuttons_is_set() {
    let mut page = Page::open("spinbutton").await;
    page.fills(&[("Delivery date", json!("2031-02-19"))], "/date", json!([2031, 2, 19]))
        .await;
    // A day that the month shown does not have: its box says so, and is believed before the month is another.
    page.refuses("Delivery date", json!("2028-12-31")).await;
    page.fills(
        &[("Delivery date", json!("2028-12-28"))],
        "/date",
        json!([2028, 12, 28]),
    )
    .await;
    // The bounds of its year are the page's.
    let report = page.browser.fill(&[("Delivery date", json!("2055-01-01"))]).await;
    assert!(!status(&report, "Delivery date").good(), "{report:?}");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_of_three_spinbuttons_is_set_by_itself() {
    let mut page = Page::open("spinbutton").await;
    page.fills(
        &[("Day", json!(19)), ("Month", json!("February")), ("Year", json!(2031))],
        "/date",
        json!([2031, 2, 19]),
    )
    .await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spinbuttons_with_a_box_keep_their_number_within_its_bounds() {
    let mut page = Page::open("spinbutton").await;
    page.fills(
        &[("Adults", json!(8)), ("Kids", json!("3")), ("Animals", json!(12))],
        "/guests",
        json!({"adults": 8, "kids": 3, "animals": 12}),
    )
    .await;
    page.refuses("Adults", json!(9)).await;
    page.refuses("Kids", json!("a few")).await;
    page.fills(&[("Adults", json!(2))], "/guests/adults", json!(2)).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slider_takes_every_value_of_its_range() {
    let mut page = Page::open("slider").await;
    for value in [0, 100, 63] {
        page.fills(&[("Volume", json!(value))], "/volume", json!(value)).await;
    }
    page.refuses("Volume", json!(101)).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upright_slider_of_tenths_takes_a_tenth() {
    let mut page = Page::open("slider").await;
    page.fills(&[("Temperature", json!(21.5))], "/heat", json!(21.5)).await;
    page.fills(&[("Temperature", json!("37.9"))], "/heat", json!(37.9))
        .await;
    page.refuses("Temperature", json!(9.5)).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_sliders_mix_a_colour() {
    let mut page = Page::open("slider").await;
    page.fills(
        &[("Red", json!(255)), ("Green", json!(99)), ("Blue", json!(71))],
        "/mixed",
        json!("#ff6347"),
    )
    .await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rating_that_is_a_slider_is_given() {
    let mut page = Page::open("slider").await;
    page.fills(&[("Rate the service you received", json!(7))], "/rating", json!(7))
        .await;
    page.fills(&[("Rate the service you received", json!("10"))], "/rating", json!(10))
        .await;
    page.refuses("Rate the service you received", json!(11)).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_thumbs_of_one_slider_are_set_each() {
    let mut page = Page::open("slider").await;
    page.fills(
        &[("Lowest price", json!(120)), ("Highest price", json!(180))],
        "/price",
        json!([120, 180]),
    )
    .await;
    // The lower one can only go where it is to once the upper one has made room.
    let report = page
        .browser
        .fill(&[("Lowest price", json!(300)), ("Highest price", json!(390))])
        .await;
    let model = page.model().await;
    for (key, at, value) in [("Lowest price", 0, 300), ("Highest price", 1, 390)] {
        let so = model["price"][at] == value;
        assert_eq!(status(&report, key).good(), so, "{key}: {report:?} {model}");
    }
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn switches_of_three_kinds_are_turned() {
    let mut page = Page::open("choices").await;
    let all = [
        ("Notifications", "/notices", true),
        ("Living room lights", "/indoors", false),
        ("Outdoor lights", "/outdoors", true),
        ("Reduced motion", "/motion", true),
        ("Show captions", "/captions", false),
    ];
    for turned in [false, true] {
        for (label, part, yes) in all {
            page.fills(&[(label, json!(yes != turned))], part, json!(yes != turned))
                .await;
        }
    }
    // All at once, and what is so already is left alone.
    let pairs: Vec<(&str, Value)> = all.iter().map(|(label, _, yes)| (*label, json!(yes))).collect();
    page.fills(&pairs, "/notices", json!(true)).await;
    let report = page.fills(&pairs, "/captions", json!(false)).await;
    assert!(
        report.fields.iter().all(|it| it.status == Status::Unchanged),
        "{report:?}"
    );
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn radio_buttons_that_move_the_focus_are_chosen() {
    let mut page = Page::open("choices").await;
    page.fills(&[("Pizza crust", json!("Thin crust"))], "/crust", json!("Thin crust"))
        .await;
    page.fills(
        &[("Pizza crust", json!("Regular crust"))],
        "/crust",
        json!("Regular crust"),
    )
    .await;
    page.refuses("Pizza crust", json!("Calzone")).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn radio_buttons_of_a_group_that_keeps_the_focus_are_chosen() {
    let mut page = Page::open("choices").await;
    page.fills(&[("Pizza delivery", json!("Dine in"))], "/way", json!("Dine in"))
        .await;
    page.fills(&[("Pizza delivery", json!("Pick up"))], "/way", json!("Pick up"))
        .await;
    page.refuses("Pizza delivery", json!("By drone")).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stars_that_are_radio_buttons_in_a_drawing_are_chosen() {
    let mut page = Page::open("choices").await;
    page.fills(&[("Rating", json!("four stars"))], "/stars", json!("four stars"))
        .await;
    page.fills(&[("Rating", json!("one star"))], "/stars", json!("one star"))
        .await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn check_boxes_of_two_states_are_ticked() {
    let mut page = Page::open("choices").await;
    page.fills(
        &[("Condiments", json!(["Lettuce", "Mustard"]))],
        "/condiments",
        json!(["Lettuce", "Mustard"]),
    )
    .await;
    page.fills(
        &[("Tomato", json!(true)), ("Mustard", json!(false))],
        "/condiments",
        json!(["Lettuce", "Tomato"]),
    )
    .await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_box_of_three_states_is_ticked_and_unticked() {
    let mut page = Page::open("choices").await;
    page.fills(&[("All sauces", json!(true))], "/sauces", json!([true, true, true]))
        .await;
    page.fills(&[("All sauces", json!(false))], "/sauces", json!([false, false, false]))
        .await;
    page.fills(&[("Pesto", json!(true))], "/sauces", json!([false, false, true]))
        .await;
    page.close().await;
}

//! What people write, and what the controls of a page then hold.

use ostler_machines::report::Status;
use ostler_tests::browser::{all_good, entry, status};
use ostler_tests::{Browser, Site};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_24_the_text_of_an_option_becomes_the_option() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<p><label>Country <select name=c><option value=''>Choose</option><option value=p1>Portugal</option><option value=n1>Norway</option></select></label></p>
         <fieldset><legend>Size</legend><label><input type=radio name=s value=1> Small</label><label><input type=radio name=s value=2> Large</label></fieldset>
         <p><label>Fruit <input name=fruit list=f></label><datalist id=f><option value=Apple><option value=Pear></datalist></p>
         <p id=l>Colour</p><div role=listbox aria-labelledby=l tabindex=0>
           <div role=option aria-selected=false>Red</div><div role=option aria-selected=false>Green</div></div>
         <p><label>Tongues <select name=t multiple><option value=e>English<option value=p>Portuguese<option value=g>German</select></label></p>
         <script>document.querySelector('[role=listbox]').addEventListener('click', (e) => {
           for (const o of document.querySelectorAll('[role=option]')) o.setAttribute('aria-selected', String(o === e.target)); })</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[
            ("Country", json!("norway")),
            ("Size", json!("Large")),
            ("Fruit", json!("Pear")),
            ("Colour", json!("Green")),
            ("Tongues", json!(["German", "English"])),
        ])
        .await;
    all_good(&report);
    let held = browser
        .truth(
            "[document.querySelector('[name=c]').value, document.querySelector('[name=s]:checked').value, \
             document.querySelector('[name=fruit]').value, document.querySelector('[aria-selected=true]').textContent, \
             [...document.querySelector('[name=t]').selectedOptions].map(o => o.value)]",
        )
        .await;
    assert_eq!(held, json!(["n1", "2", "Pear", "Green", ["e", "g"]]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_field_goes_by_what_stands_on_the_page_though_aria_calls_it_otherwise() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<p><label for=u>Username *</label><input id=u name=a1 aria-label='Create a username'></p>
         <p><label for=d>Expiration Date</label><input id=d name=a2 aria-label='Enter month and year'></p>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser
        .fill(&[("Username", json!("ada")), ("Enter month and year", json!("08/31"))])
        .await;
    all_good(&report);
    assert_eq!(browser.value("#u").await, "ada");
    assert_eq!(browser.value("#d").await, "08/31");
    let again = browser.fill(&[("Expiration Date", json!("09/31"))]).await;
    all_good(&again);
    assert_eq!(browser.value("#d").await, "09/31");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_25_a_written_date_fills_a_date_field() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.page("/", "<label>Born <input type=date name=b></label>")).await;
    all_good(&browser.fill(&[("Born", json!("March 5, 2001"))]).await);
    assert_eq!(browser.value("input").await, "2001-03-05");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_26_a_written_time_fills_a_time_field() {
    let site = Site::start().await;
    let mut browser = Browser::at(&site.page("/", "<label>Doors <input type=time name=d></label>")).await;
    all_good(&browser.fill(&[("Doors", json!("3:30 PM"))]).await);
    assert_eq!(browser.value("input").await, "15:30");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn o_27_a_date_that_can_be_read_two_ways_is_refused() {
    let site = Site::start().await;
    // No language: nothing says which of the two comes first.
    let page = "<!doctype html><title>Dates</title><label>Born <input type=date name=b value=1999-09-09></label>";
    site.answer("/", ostler_tests::Answer::html(page));
    let mut browser = Browser::at(&site.url("/")).await;
    let report = browser.fill(&[("Born", json!("03/04/2024"))]).await;
    assert_eq!(status(&report, "Born"), Status::Refused);
    assert_eq!(entry(&report, "Born").code, "ambiguous-day-month");
    assert!(
        !entry(&report, "Born").message.is_empty(),
        "it says what to write instead"
    );
    assert_eq!(browser.value("input").await, "1999-09-09");
    for (written, held) in [("25/12/2024", "2024-12-25"), ("2024-04-03", "2024-04-03")] {
        all_good(&browser.fill(&[("Born", json!(written))]).await);
        assert_eq!(browser.value("input").await, held, "{written}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn null_empties_a_field_and_the_value_it_has_already_is_left_alone() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<label>Name <input name=n value=Ada></label> <label>City <input name=c value=Lisbon></label>
         <script>let n = 0; document.addEventListener('input', () => n++)</script>",
    );
    let mut browser = Browser::at(&url).await;
    let report = browser.fill(&[("City", json!("Lisbon"))]).await;
    assert_eq!(status(&report, "City"), Status::Unchanged);
    assert_eq!(browser.truth("n").await, json!(0), "nothing was written");
    all_good(&browser.fill(&[("Name", json!(null))]).await);
    assert_eq!(browser.value("[name=n]").await, "");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_are_attached_by_their_paths() {
    let site = Site::start().await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("curriculum vitae.pdf");
    std::fs::write(&file, "%PDF-1.1").expect("a file can be written");
    let mut browser = Browser::at(&site.page("/", "<label>CV <input type=file name=cv></label>")).await;
    let path = file.display().to_string();
    all_good(&browser.fill(&[("CV", json!(path))]).await);
    let held = browser
        .truth("[...document.querySelector('input').files].map(f => [f.name, f.size])")
        .await;
    assert_eq!(held, json!([["curriculum vitae.pdf", 8]]));
    let missing = folder.path().join("nothing.pdf").display().to_string();
    let report = browser.fill(&[("CV", json!(missing))]).await;
    assert!(
        !status(&report, "CV").good(),
        "a file that is not there cannot be attached"
    );
    browser.close().await;
}

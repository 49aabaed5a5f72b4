//! Pictures of the page in a report: what is sensitive in them is painted over, in the pixels themselves.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ostler_tests::mcp::Client;
use ostler_tests::program::Call;
use ostler_tests::{Answer, Site, ostler};
use serde_json::json;

/// A decoded picture: RGB or RGBA, row by row.
struct Picture {
    width: usize,
    height: usize,
    pixel: usize,
    bytes: Vec<u8>,
}

impl Picture {
    fn read(png: &[u8]) -> Self {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().expect("it is a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("it fits the memory")];
        let info = reader.next_frame(&mut bytes).expect("it is whole");
        Self {
            width: info.width as usize,
            height: info.height as usize,
            pixel: info.color_type.samples(),
            bytes,
        }
    }

    /// The different pixels in a rectangle.
    fn colours(&self, left: usize, top: usize, width: usize, height: usize) -> Vec<&[u8]> {
        let mut found: Vec<&[u8]> = Vec::new();
        for y in top..top + height {
            for x in left..left + width {
                let at = (y * self.width + x) * self.pixel;
                let pixel = &self.bytes[at..at + self.pixel];
                if !found.contains(&pixel) {
                    found.push(pixel);
                }
            }
        }
        found
    }
}

/// The pictures of the report that `call` has written, in order, and the report without them.
fn pictures(call: &Call) -> (Vec<Picture>, String) {
    let path = call.folder.path().join("work/report.html");
    let report = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut parts = report.split("data:image/png;base64,");
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut found = Vec::new();
    for (number, part) in parts.enumerate() {
        let (data, rest) = part.split_once('"').expect("an attribute ends");
        let png = STANDARD.decode(data).expect("it is base64");
        // To be looked at by a person.
        if let Ok(folder) = std::env::var("OSTLER_PICTURES") {
            let name = std::thread::current().name().unwrap_or("picture").replace("::", "-");
            std::fs::write(format!("{folder}/{name}-{number}.png"), &png).expect("the folder can be written to");
        }
        found.push(Picture::read(&png));
        text += rest;
    }
    (found, text)
}

/// A box at a place of its own, so that a test knows where to look.
fn at(left: u32, top: u32, inside: &str) -> String {
    format!("<div style='position:absolute;left:{left}px;top:{top}px;width:300px;height:30px'>{inside}</div>")
}

const WIDE: &str = "style='box-sizing:border-box;width:300px;height:30px'";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sensitive_fields_and_their_echoes_are_painted_over_in_the_pixels() {
    let site = Site::start().await;
    let fields = [
        at(20, 20, &format!("<input aria-label=Name name=n {WIDE}>")),
        at(
            20,
            80,
            &format!("<input aria-label='Card number' autocomplete=cc-number name=c {WIDE}>"),
        ),
        // As shops show it on a drawn card: in groups, each an element of its own.
        at(
            20,
            140,
            "<span id=e1></span> <span id=e2></span> <b><span id=e3></span> <span id=e4></span></b>",
        ),
        at(20, 200, "<canvas id=drawn width=300 height=30></canvas>"),
        // Far below the window's edge.
        at(20, 1500, &format!("<input aria-label=IBAN name=i {WIDE}>")),
        "<div style='position:fixed;right:10px;bottom:10px'><input type=password aria-label=Password name=p></div>"
            .to_owned(),
    ];
    let url = site.page(
        "/",
        &format!(
            "<body style='margin:0;font:16px monospace'><form method=post action=/done>{}<button style='position:absolute;top:260px;left:20px'>Send</button></form>
             <script>document.querySelector('[name=c]').addEventListener('input', (event) => {{
               const digits = event.target.value.replace(/\\D/g, '');
               for (let i = 0; i < 4; i++) document.getElementById('e' + (i + 1)).textContent = digits.slice(i * 4, i * 4 + 4);
               drawn.getContext('2d').fillText(digits, 10, 20);
             }});</script>",
            fields.concat()
        ),
    );
    let data = serde_json::json!({"Name": "Ada Lovelace", "Card number": "4111 1111 1111 1111", "IBAN": "DE89370400440532013000", "Password": "hunter2-canary"});
    let call = ostler(&["fill", &url, "--data", "-", "--report", "report.html"]).input(data.to_string());
    let ran = call.run().await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let (shown, report) = pictures(&call);
    assert_eq!(shown.len(), 2, "before and after: {report}");
    for (picture, when) in shown.iter().zip(["before", "after"]) {
        assert!(
            picture.height >= 1530,
            "{when}: it is as high as the page, not {}",
            picture.height
        );
        for (top, what) in [(80, "the card"), (1500, "the IBAN")] {
            assert_eq!(
                picture.colours(20, top, 300, 30).len(),
                1,
                "{when}: {what} is painted over"
            );
        }
    }
    let after = &shown[1];
    // The echo: sixteen digits and three spaces, some 180 px of it.
    assert_eq!(after.colours(22, 142, 150, 14).len(), 1, "the echo is painted over");
    assert_eq!(
        after.colours(20, 200, 300, 30).len(),
        1,
        "what is drawn may be anything"
    );
    assert!(after.colours(20, 20, 300, 30).len() > 2, "the name can be read");
    assert!(
        after.colours(0, 300, after.width, 1000).len() <= 2,
        "the rest is as it was"
    );
    // The password, wherever the bar at the bottom stands in a picture as high as the page.
    let bottom = after.height - 34;
    assert_eq!(
        after.colours(after.width - 60, bottom, 45, 20).len(),
        1,
        "the password is painted over"
    );
    assert!(report.contains("painted over"), "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_next_page_repeats_is_painted_over_too() {
    let site = Site::start().await;
    let answer = format!(
        "<!doctype html><title>Thanks</title><body style='margin:0;font:16px monospace'>{}{}{}",
        at(20, 20, "Thank you, Ada."),
        at(20, 80, "de89 3704 0044 0532 0130 00"),
        at(
            20,
            140,
            "<input readonly value='IBAN: DE89370400440532013000' style='width:300px;height:30px;box-sizing:border-box'>"
        ),
    );
    site.answer("/done", Answer::html(answer));
    let url = site.page(
        "/",
        &format!(
            "<body style='margin:0'><form method=post action=/done>{}{}<button style='position:absolute;top:200px'>Send</button></form>",
            at(20, 20, &format!("<input aria-label=Name name=n {WIDE}>")),
            at(20, 80, &format!("<input aria-label=IBAN name=i {WIDE}>"))
        ),
    );
    let call = ostler(&[
        "fill",
        &url,
        "--set",
        "Name=Ada",
        "--set",
        "IBAN=DE89370400440532013000",
        "--submit",
        "--report",
        "report.html",
    ]);
    let ran = call.run().await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let (shown, report) = pictures(&call);
    assert_eq!(shown.len(), 3, "before, as it was filled, after: {report}");
    let filled = &shown[1];
    assert!(filled.colours(20, 20, 300, 30).len() > 2, "the name can be read");
    assert_eq!(filled.colours(20, 80, 300, 30).len(), 1, "the IBAN is painted over");
    assert!(report.contains("Filled, before the submit"), "{report}");
    let after = &shown[2];
    assert!(after.colours(20, 20, 150, 20).len() > 2, "the thanks can be read");
    assert_eq!(after.colours(20, 80, 200, 18).len(), 1, "the text is painted over");
    assert_eq!(after.colours(20, 140, 300, 30).len(), 1, "the field is painted over");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frame_may_show_anything_and_is_painted_over_where_something_is_sensitive() {
    let site = Site::start().await;
    site.page(
        "/inner",
        "<body style='margin:0'><label>Card number <input name=c autocomplete=cc-number></label>",
    );
    let frame = site.url("/inner").replace("127.0.0.1", "localhost");
    let url = site.page(
        "/",
        &format!(
            "<body style='margin:0'><form>{}</form>{}",
            at(20, 20, &format!("<input aria-label=Name name=n {WIDE}>")),
            at(
                20,
                80,
                &format!("<iframe src='{frame}' style='border:0;width:300px;height:30px'></iframe>")
            )
        ),
    );
    let call = ostler(&[
        "fill",
        &url,
        "--set",
        "Name=Ada",
        "--set",
        "Card number=4111111111111111",
        "--report",
        "report.html",
    ]);
    let ran = call.run().await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let (shown, report) = pictures(&call);
    assert_eq!(shown.len(), 2, "{report}");
    for picture in &shown {
        assert_eq!(picture.colours(20, 80, 300, 30).len(), 1);
        assert!(picture.colours(20, 20, 300, 30).len() > 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_in_which_things_move_is_left_out_and_that_is_said() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        "<style>@keyframes run { to { transform: translateX(600px) } } .moving { animation: run .7s linear infinite alternate; width: 300px }</style>
         <form><div class=moving><label>Card number <input name=c autocomplete=cc-number></label></div></form>",
    );
    let call = ostler(&[
        "fill",
        &url,
        "--set",
        "Card number=4111111111111111",
        "--report",
        "report.html",
    ]);
    let ran = call.run().await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let (shown, report) = pictures(&call);
    assert_eq!(
        shown.len(),
        0,
        "nothing stands still long enough to be painted over for sure"
    );
    assert!(report.contains("left out"), "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_of_nothing_sensitive_are_as_they_are() {
    let site = Site::start().await;
    let url = site.page(
        "/",
        &format!(
            "<body style='margin:0'><form>{}</form>",
            at(20, 20, &format!("<input aria-label=Name {WIDE}>"))
        ),
    );
    let call = ostler(&["fill", &url, "--set", "Name=Ada", "--report", "report.html"]);
    let ran = call.run().await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let (shown, report) = pictures(&call);
    assert_eq!(shown.len(), 2, "{report}");
    assert!(shown[1].colours(20, 20, 300, 30).len() > 2);
    assert!(!report.contains("painted over"), "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_of_a_later_page_shows_nothing_that_the_session_was_told_to_keep() {
    let site = Site::start().await;
    let echo = "<span style='font:16px monospace'>4111.1111.1111.1111 hunter2-canary</span>";
    site.page(
        "/told",
        &format!(
            "<body style='margin:0'>{}{}",
            at(20, 20, echo),
            at(20, 300, "plain words")
        ),
    );
    let page = site.page(
        "/",
        "<form method=post action=/told><label>Card number <input name=c autocomplete=cc-number></label>
         <label>Password <input type=password name=p></label><button>Send</button></form>",
    );
    let mut client = Client::start(&["--profile", "full"]).await;
    client.call("navigate", json!({"url": page})).await;
    let fields = json!({"Card number": "4111 1111 1111 1111", "Password": "hunter2-canary"});
    client
        .call("form_fill", json!({"fields": fields, "submit": true}))
        .await;
    for (arguments, left, top) in [(json!({}), 0, 0), (json!({"region": [10, 10, 330, 300]}), 10, 10)] {
        let answer = client.call("screenshot", arguments).await;
        let image = answer["content"][1]["data"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"));
        let picture = Picture::read(&STANDARD.decode(image).expect("it is base64"));
        assert_eq!(
            picture.colours(24 - left, 26 - top, 250, 6).len(),
            1,
            "the echo is painted over"
        );
        assert!(
            picture.colours(20 - left, 300 - top, 90, 8).len() > 2,
            "the rest can be read"
        );
    }
    client.hang_up().await;
}

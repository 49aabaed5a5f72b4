//! What a page looks like to whoever acts on it, and the refs in it.

use ostler_machines::form::model::Ref;
use ostler_machines::outline::{Observation, Observe, Shown, View};
use ostler_tests::browser::field;
use ostler_tests::{Answer, Browser, Site};

const INTERACTIVE: View = View {
    interactive: true,
    root: None,
    depth: 15,
    most: 50_000,
};

async fn look(browser: &mut Browser, view: View) -> Observation {
    match browser.session.snapshot(view).await {
        Ok(seen) => seen,
        Err(error) => panic!("snapshot: {} ({})", error.message, error.code),
    }
}

async fn change(browser: &mut Browser) -> Observation {
    match browser.session.observe(Observe::Delta, INTERACTIVE).await {
        Ok(seen) => seen,
        Err(error) => panic!("observe: {} ({})", error.message, error.code),
    }
}

/// The ref on the first line that has `part` in it.
fn reference(seen: &Observation, part: &str) -> String {
    let line = seen.text.lines().find(|line| line.contains(part));
    let line = line.unwrap_or_else(|| panic!("a line has {part:?}: {}", seen.text));
    let behind = line.rsplit_once('"').map_or(line, |(_, behind)| behind);
    let found = behind
        .split([' ', ':'])
        .find(|word| Ref::parse(word).is_some())
        .unwrap_or_else(|| panic!("{line:?} has a ref"));
    found.to_owned()
}

async fn explore(url: &str) {
    let mut browser = Browser::at(url).await;
    let seen = look(&mut browser, View::default()).await;
    println!("--- full\n{}", seen.text);
    let seen = look(&mut browser, INTERACTIVE).await;
    println!("--- interactive {}\n{}", seen.text.len(), seen.text);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn explore_all() {
    let site = Site::start().await;
    for page in [
        "outline.html",
        "controls.html",
        "frames.html",
        "closed.html",
        "hostile.html",
    ] {
        println!("======== {page}");
        explore(&site.url(&format!("/pages/{page}"))).await;
    }
    let _ = (change, reference, field, Answer::html(""), Shown::Full);
}

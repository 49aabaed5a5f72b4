//! The part of Ostler that lives in the web page, and its typed questions and answers.
//!
//! Two scripts: [`counter_script`] runs in the page's main world before any script of the page and counts work;
//! [`page_script`] runs in an isolated world of every frame, where the page cannot reach it, and answers
//! [`ask::Question`]s. Nothing is written into the document.

pub mod answer;
pub mod ask;

/// The name under which [`page_script`] is found in its isolated world.
pub const WORLD: &str = "ostler";

const COUNTER: &str = include_str!("../script/counter.js");
/// The files share one scope, in this order; there is no build step.
const PAGE: &str = concat!(
    "(() => {\n'use strict';\nif (Object.hasOwn(globalThis, '__ostler')) return;\n",
    include_str!("../script/dom.js"),
    include_str!("../script/see.js"),
    include_str!("../script/label.js"),
    include_str!("../script/faces.js"),
    include_str!("../script/scene.js"),
    include_str!("../script/span.js"),
    include_str!("../script/notes.js"),
    include_str!("../script/inspect.js"),
    include_str!("../script/chooser.js"),
    include_str!("../script/names.js"),
    include_str!("../script/rest.js"),
    include_str!("../script/hand.js"),
    include_str!("../script/write.js"),
    include_str!("../script/point.js"),
    include_str!("../script/calendar.js"),
    include_str!("../script/popup.js"),
    include_str!("../script/standing.js"),
    include_str!("../script/picker.js"),
    include_str!("../script/slide.js"),
    include_str!("../script/stars.js"),
    include_str!("../script/count.js"),
    include_str!("../script/area.js"),
    include_str!("../script/branches.js"),
    include_str!("../script/snapshot.js"),
    include_str!("../script/cover.js"),
    include_str!("../script/page.js"),
    "})();\n",
);

/// The main-world script that counts fetches, XHRs, short timers and mutations. `secret` names the event by which
/// the isolated world asks it; it must be unguessable and is never told to the page.
pub fn counter_script(secret: &str) -> String {
    COUNTER.replace("__SECRET__", secret)
}

/// The isolated-world script that answers questions.
pub fn page_script(secret: &str) -> String {
    PAGE.replace("__SECRET__", secret)
}

/// The function to call in the isolated world: it takes one question and gives a promise of one answer, or the
/// string `"absent"` where [`page_script`] has not run yet.
pub const CALL: &str =
    "function (question) { return Object.hasOwn(globalThis, '__ostler') ? globalThis.__ostler(question) : 'absent'; }";

/// Like [`CALL`], but gives the element itself, to be held by handle.
pub const CALL_ELEMENT: &str =
    "function (number) { return Object.hasOwn(globalThis, '__ostler') ? globalThis.__ostler.element(number) : null; }";

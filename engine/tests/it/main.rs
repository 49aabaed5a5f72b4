//! What needs a real browser.

mod cdp;

//! The tests of the whole product, in one program. Those of `structure` need no browser.

mod structure;

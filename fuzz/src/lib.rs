//! One function a target, with the whole body: what it is given, what must hold. `fuzz_targets/` only calls them, and
//! `tests/` plays every saved input, and mutations of them, on the stable compiler.

pub mod forms;
pub mod histories;
pub mod memory;
pub mod texts;

mod supply;

/// What a target is: its name, as in `fuzz_targets/NAME.rs` and `corpus/NAME/`, and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: &[Target] = &[
    ("answers", forms::answers),
    ("autocomplete", texts::autocomplete),
    ("breaker", memory::breaker),
    ("dates", texts::dates),
    ("fill", histories::fill),
    ("keys", forms::keys),
    ("memory", memory::memory),
    ("pick", histories::pick),
    ("refs", texts::refs),
    ("sensitive", texts::sensitive),
    ("settle", histories::settle),
    ("submit", histories::submit),
    ("values", forms::values),
    ("verify", histories::verify),
    ("wizard", histories::wizard),
];

/// Plays the files named on the command line: how to look at one finding without a fuzzer.
pub fn play_files(body: fn(&[u8])) {
    for name in std::env::args().skip(1) {
        match std::fs::read(&name) {
            Ok(data) => body(&data),
            Err(error) => eprintln!("{name}: {error}"),
        }
    }
}

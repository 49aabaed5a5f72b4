//! One function a target, with the whole body: what it is given, what must hold. `fuzz_targets/` only calls them, and
//! `tests/` plays every saved input, and mutations of them, on the stable compiler.

use ostler_machines::form::model::Ref;
use ostler_runtime::answer;

/// What a target is: its name, as in `fuzz_targets/NAME.rs` and `corpus/NAME/`, and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: &[Target] = &[("answers", answers), ("refs", refs)];

/// Plays the files named on the command line: how to look at one finding without a fuzzer.
pub fn play_files(body: fn(&[u8])) {
    for name in std::env::args().skip(1) {
        match std::fs::read(&name) {
            Ok(data) => body(&data),
            Err(error) => eprintln!("{name}: {error}"),
        }
    }
}

/// Whatever text calls itself a ref, it is read or refused, and what was read is written as it was.
pub fn refs(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Some(reference) = Ref::parse(&text) {
        let written = reference.to_string();
        assert_eq!(
            Ref::parse(&written),
            Some(reference),
            "{text:?} was read, but not what was written of it"
        );
    }
}

/// Whatever a frame answers, it becomes a model or an error, and the model does not depend on being read twice.
pub fn answers(data: &[u8]) {
    if let Ok(view) = serde_json::from_slice::<answer::View>(data) {
        let first = view.clone().into_model(1);
        assert_eq!(first, view.into_model(1));
    }
    let _ = serde_json::from_slice::<answer::Written>(data);
    let _ = serde_json::from_slice::<Vec<answer::Reading>>(data);
    let _ = serde_json::from_slice::<answer::Rest>(data);
    let _ = serde_json::from_slice::<answer::Popup>(data);
    let _ = serde_json::from_slice::<answer::Place>(data);
    let _ = serde_json::from_slice::<answer::Focused>(data);
}

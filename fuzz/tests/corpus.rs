//! Plays every saved input of every target.

use std::path::{Path, PathBuf};

use ostler_fuzz::TARGETS;

fn folder(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target)
}

fn names(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_saved_input_is_survived() {
    let mut played = 0;
    for (name, body) in TARGETS {
        let inputs = names(&folder(name));
        assert!(!inputs.is_empty(), "{name} has saved inputs");
        for input in inputs {
            println!("{}", input.display());
            body(&std::fs::read(&input).expect("a saved input can be read"));
            played += 1;
        }
    }
    println!("{played} inputs of {} targets", TARGETS.len());
}

#[test]
fn every_target_can_be_fuzzed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("the manifest can be read");
    let programs = names(&root.join("fuzz_targets"));
    assert_eq!(programs.len(), TARGETS.len(), "one program for each target");
    for (name, _) in TARGETS {
        assert!(
            root.join("fuzz_targets").join(format!("{name}.rs")).exists(),
            "{name} has a program"
        );
        assert!(
            manifest.contains(&format!("name = \"{name}\"")),
            "{name} is in the manifest"
        );
    }
    for folder in names(&root.join("corpus")) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        assert!(TARGETS.iter().any(|(target, _)| *target == name), "{name} has a target");
    }
}

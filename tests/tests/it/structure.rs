//! What holds for the repository as a whole: which crate may know which, what may not be said where, and that the
//! documents point at things that are there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use ostler_tests::root;
use serde_json::Value;

/// How many packages `Cargo.lock` may hold. chromiumoxide's protocol types bring about 145, the command line and the
/// program's errors some 50, telephone numbers and international host names 40, the tests' own server with TLS 40,
/// the protocol of agents (rmcp with its schemas) 15, sealing (AES-GCM, HKDF, UUIDs by name) 12,
/// the keychains of Linux and macOS 8, the client of Qdrant with gRPC (tonic, prost, h2) 24, the client of Ollama with an
/// HTTP client of its own 20.
/// Raise it only with a reason in the commit message.
const MOST_PACKAGES: usize = 409;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every file below `folder` whose name ends in one of `ends`, build output and installed packages left out.
fn files(folder: &Path, ends: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            if !matches!(name.as_str(), "target" | "node_modules" | "dist" | ".git") {
                found.extend(files(&path, ends));
            }
        } else if ends.iter().any(|end| name.ends_with(end)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn metadata(arguments: &[&str]) -> Value {
    let out = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(
        out.status.success(),
        "cargo metadata: {}",
        String::from_utf8_lossy(&out.stderr)
    );
    serde_json::from_slice(&out.stdout).expect("cargo metadata is JSON")
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().into_iter().flatten()
}

#[test]
fn arrows_go_one_way() {
    let allowed = BTreeMap::from([
        ("ostler-machines", vec![]),
        ("ostler-runtime", vec!["ostler-machines"]),
        ("ostler-engine", vec!["ostler-machines", "ostler-runtime"]),
        ("ostler", vec!["ostler-engine", "ostler-machines"]),
        (
            "ostler-tests",
            vec!["ostler", "ostler-engine", "ostler-machines", "ostler-runtime"],
        ),
        ("ostler-fuzz", vec!["ostler-machines", "ostler-runtime"]),
    ]);
    let mut seen = BTreeSet::new();
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let metadata = metadata(&["--no-deps", "--manifest-path", manifest]);
        for package in list(&metadata, "packages") {
            let name = text(package, "name").to_owned();
            let may = allowed
                .get(name.as_str())
                .unwrap_or_else(|| panic!("{name} is a room that this test does not know"));
            for dependency in list(package, "dependencies") {
                let to = text(dependency, "name");
                assert!(
                    !to.starts_with("ostler") || may.contains(&to),
                    "{name} may not depend on {to}"
                );
            }
            seen.insert(name);
        }
    }
    assert_eq!(seen.len(), allowed.len(), "every room is there: {seen:?}");
}

#[test]
fn machines_knows_no_clock_no_chance_and_no_io() {
    let folder = root().join("machines/src");
    assert!(
        read(&folder.join("lib.rs")).contains("#![no_std]"),
        "machines is no_std, so that the compiler refuses what this test does not name"
    );
    let forbidden = [
        "std::time",
        "Instant",
        "SystemTime",
        "Utc::now",
        "Local::now",
        "rand::",
        "getrandom",
        "std::fs",
        "std::net",
        "std::process",
        "std::env",
        "std::thread",
        "async fn",
        ".await",
        "tokio",
        "serde::",
    ];
    for file in files(&folder, &[".rs"]) {
        for (number, line) in read(&file).lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for word in forbidden {
                assert!(!code.contains(word), "{}:{} says `{word}`", file.display(), number + 1);
            }
        }
    }
}

#[test]
fn machines_depends_on_nothing_that_does_io() {
    let metadata = metadata(&["--no-deps"]);
    let machines = list(&metadata, "packages")
        .find(|package| text(package, "name") == "ostler-machines")
        .expect("machines is a member");
    for dependency in list(machines, "dependencies") {
        if text(dependency, "kind") == "dev" {
            continue;
        }
        let name = text(dependency, "name");
        assert!(
            [
                "chrono",
                "regex",
                "statig",
                "unicode-normalization",
                "idna",
                "once_cell",
                "aho-corasick",
                "memchr",
                "phonenumber"
            ]
            .contains(&name),
            "machines depends on {name}, whose name does not stand in this test"
        );
        let features: Vec<&str> = list(dependency, "features").filter_map(Value::as_str).collect();
        assert!(
            name != "chrono" || !features.contains(&"clock") && !features.contains(&"now"),
            "chrono comes without its clock"
        );
    }
}

#[test]
fn no_widget_library_is_named_where_forms_are_decided() {
    let libraries = [
        "flatpickr",
        "react-select",
        "reactselect",
        "react-datepicker",
        "select2",
        "choices.js",
        "tom-select",
        "tomselect",
        "react",
        "vue",
        "lit",
        "preact",
        "noui",
        "headless-ui",
        "material",
        "corejs",
        "timepicker",
        "tagify",
        "vue-multiselect",
        "multiselect__",
        "headlessui",
        "radix-ui",
        "@radix",
        "mui",
        "antd",
        "ant-select",
        "shoelace",
        "pikaday",
        "inputmask",
        "imask",
        "cleave",
        "jquery",
        "quill",
        "tiptap",
        "dropzone",
        "formik",
        "surveyjs",
        "survey-core",
        "rjsf",
        "nouislider",
        "intl-tel",
        "bootstrap",
        "typeahead.js",
        "__model",
        "__log",
    ];
    for folder in ["machines/src", "runtime/src", "runtime/script", "engine/src"] {
        for file in files(&root().join(folder), &[".rs", ".js"]) {
            let content = read(&file).to_lowercase();
            for library in libraries {
                let found = content.match_indices(library).any(|(at, _)| {
                    let before = content[..at].chars().next_back();
                    let after = content[at + library.len()..].chars().next();
                    let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                    !inside(before) && !inside(after)
                });
                assert!(!found, "{} names {library}", file.display());
            }
        }
    }
}

#[test]
fn the_lock_file_stays_small() {
    let lock = read(&root().join("Cargo.lock"));
    let packages = lock.lines().filter(|line| *line == "[[package]]").count();
    assert!(
        packages <= MOST_PACKAGES,
        "Cargo.lock holds {packages} packages; the cap is {MOST_PACKAGES}"
    );
}

#[test]
fn every_licence_is_one_that_may_be_passed_on() {
    let allowed = [
        "MIT",
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "ISC",
        "Zlib",
        "Unicode-3.0",
        "MPL-2.0",
        "CDLA-Permissive-2.0",
        "0BSD",
        "BSL-1.0",
        "Unlicense",
        "CC0-1.0",
        "MIT-0",
    ];
    let metadata = metadata(&[]);
    for package in list(&metadata, "packages") {
        let license = match text(package, "name") {
            // It has the text of the licence in a file, and not its name.
            "ollama-rs" => "MIT".to_owned(),
            _ => text(package, "license").replace('/', " OR "),
        };
        // Every side of an AND must be allowed, and at least one side of an OR.
        let good = license.split(" AND ").all(|side| {
            side.split(" OR ")
                .any(|one| allowed.contains(&one.trim_matches(['(', ')', ' '])))
        });
        assert!(good, "{} is under {license:?}", text(package, "name"));
    }
}

#[test]
fn links_in_the_documents_lead_somewhere() {
    let root = root();
    let mut documents = files(&root.join("docs"), &[".md"]);
    documents.extend(files(&root, &["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]));
    documents.retain(|path| !path.starts_with(root.join("tests/gallery")));
    assert!(!documents.is_empty(), "there are documents");
    for document in documents {
        let content = read(&document);
        for part in content.split("](").skip(1) {
            let target = part.split([')', ' ', '\n']).next().unwrap_or_default();
            let target = target.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let path = document.parent().unwrap_or(&root).join(target);
            assert!(path.exists(), "{} links to {target}", document.display());
        }
    }
}

#[test]
fn every_decision_stands_in_the_index() {
    let folder = root().join("docs/adr");
    let index = read(&folder.join("README.md"));
    let mut count = 0;
    for file in files(&folder, &[".md"]) {
        let name = file
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        if name == "README.md" {
            continue;
        }
        count += 1;
        assert!(index.contains(&name), "docs/adr/README.md lists {name}");
        let content = read(&file);
        for heading in ["## Context", "## Decision", "## Ways not taken", "## Consequences"] {
            assert!(content.contains(heading), "{name} has a part {heading:?}");
        }
    }
    assert!(count > 0, "there are decisions");
}

#[test]
fn every_claim_that_is_listed_has_a_test_and_every_test_a_claim() {
    const FAMILIES: [&str; 3] = ["B", "M", "O"];
    let listed: BTreeSet<String> = read(&root().join("docs/testing.md"))
        .lines()
        .filter_map(|line| {
            let (family, rest) = line.strip_prefix("| ")?.split_once('-')?;
            let number = rest.split(' ').next()?;
            FAMILIES.contains(&family).then(|| format!("{family}-{number}"))
        })
        .collect();
    let mut tested = BTreeSet::new();
    for file in files(&root().join("tests/tests/it"), &[".rs"]) {
        for line in read(&file).lines() {
            let name = line.strip_prefix("async fn ").or_else(|| line.strip_prefix("fn "));
            let mut parts = name.unwrap_or_default().split('_');
            let family = parts.next().unwrap_or_default().to_uppercase();
            let number = parts.next().unwrap_or_default();
            if FAMILIES.contains(&family.as_str()) && number.bytes().all(|b| b.is_ascii_digit()) {
                tested.insert(format!("{family}-{number}"));
            }
        }
    }
    assert!(!listed.is_empty(), "claims are listed");
    assert_eq!(listed, tested, "docs/testing.md on the left, the tests on the right");
}

#[test]
fn nothing_is_left_for_later() {
    // Put together here, so that this file does not find itself.
    let words = [
        ["TO", "DO"].concat(),
        ["FIX", "ME"].concat(),
        ["todo", "!("].concat(),
        ["unimplemented", "!("].concat(),
        ["#[ign", "ore"].concat(),
        ["dbg", "!("].concat(),
    ];
    for folder in [
        "machines",
        "runtime",
        "engine",
        "cli",
        "tests/src",
        "tests/tests",
        "fuzz",
    ] {
        for file in files(&root().join(folder), &[".rs", ".js", ".toml"]) {
            let content = read(&file);
            for word in &words {
                assert!(!content.contains(word.as_str()), "{} says {word}", file.display());
            }
        }
    }
}

//! What the tests of the whole product share: a site on loopback, a browser that can reach nothing else, the built
//! program, and a look at which processes are left.

pub mod browser;
pub mod judge;
pub mod mcp;
pub mod memory;
pub mod node;
pub mod ollama;
pub mod process;
pub mod program;
pub mod qdrant;
pub mod running;
pub mod score;
pub mod site;
#[cfg(target_os = "linux")]
pub mod terminal;
mod truth;

pub use browser::{Browser, wish};
pub use program::{Ran, ostler};
pub use running::Running;
pub use site::{Answer, Hit, Site};

use std::path::PathBuf;

/// The root folder of the repository.
pub fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or_else(|| here.clone(), PathBuf::from)
}

//! `ostler memory key`

use std::io::{self, Read as _};

use clap::Subcommand;
use ostler_engine::memory::keys::KeyError;
use ostler_engine::memory::seal::MasterKey;
use ostler_engine::memory::{StoreError, local};
use zeroize::Zeroizing;

use crate::failure::{Exit, Failure};
use crate::journey;
use crate::memory::{MemorySettings, Place};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Print the key, so that a copy of it can be kept
    Export {
        /// Do print it
        #[arg(long)]
        yes_print: bool,
    },
    /// Keep a key that was exported; it is read from standard input
    Import {
        /// Put it in the place of another one, which is lost unless it was exported
        #[arg(long)]
        replace: bool,
    },
}

pub(super) fn act(args: &Args, settings: &MemorySettings, output: &Output) -> Result<Exit, Failure> {
    match args.verb {
        Verb::Export { yes_print } => {
            if !yes_print {
                let words = "whoever has the key can read the memory, and this prints it";
                return Err(
                    Failure::usage("memory-key-export", words).help("give --yes-print, and keep what it prints safe")
                );
            }
            let Some(key) = settings.keys.find().map_err(failed)? else {
                let words = format!("there is no key in {} yet", settings.keys.store());
                return Err(
                    Failure::usage("memory-no-key", words).help("one is made when something is first remembered")
                );
            };
            let mut line = key.export();
            line.push('\n');
            output.answer(&line)?;
        }
        Verb::Import { replace } => {
            let mut text = Zeroizing::new(String::new());
            let read = io::stdin().lock().take(1024).read_to_string(&mut text);
            read.map_err(|error| Failure::usage("memory-key", format!("standard input cannot be read: {error}")))?;
            let key = MasterKey::import(&text).map_err(|error| {
                Failure::usage("memory-key", format!("standard input holds no key: {error}"))
                    .help("give what ostler memory key export --yes-print printed")
            })?;
            let kept = settings.keys.find();
            let takes_place = replace || matches!(kept, Ok(None));
            if takes_place && !matches!(&kept, Ok(Some(own)) if *own == key) {
                journey::runtime()?.block_on(opens(&key, settings))?;
            }
            settings.keys.import(&key, replace).map_err(failed)?;
            output.line(&format!("the key is kept in {}", settings.keys.store()));
        }
    }
    Ok(Exit::Done)
}

/// Fails if what is sealed would not open with `key`: with the key that it replaces, it would be lost.
async fn opens(key: &MasterKey, settings: &MemorySettings) -> Result<(), Failure> {
    let lost = |place: String| {
        let words = format!("this key does not open {place}, and what is sealed there would be lost");
        Failure::usage("memory-key", words).help(
            "import the key that it was sealed with, or start over with ostler memory wipe --yes; nothing was changed",
        )
    };
    if settings.place == Place::Qdrant {
        let place = "the memory in Qdrant";
        match settings.opens_in_qdrant(key).await {
            Ok(true) => {}
            Ok(false) => return Err(lost(place.into())),
            Err(_) if settings.allow_new_key => {}
            Err(failure) => {
                let words = format!("it cannot be known whether this key opens {place}: {}", failure.message);
                return Err(Failure {
                    message: words,
                    ..failure
                }
                .help("start it and try again, or give --allow-new-key; nothing was changed"));
            }
        }
    }
    let file = settings.file();
    if local::opens(&file, key)? {
        return Ok(());
    }
    Err(lost(file.display().to_string()))
}

fn failed(error: KeyError) -> Failure {
    StoreError::from(error).into()
}

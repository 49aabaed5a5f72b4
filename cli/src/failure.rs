//! What goes wrong, in words for a person and with the exit code for a program.

use std::error::Error;
use std::fmt;
use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;

use miette::Diagnostic;
use ostler_engine::{EngineError, EngineErrorKind};

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything asked for was done.
    Done,
    /// Some field or the submit did not succeed.
    NotAll,
    /// The arguments or the data are at fault.
    Usage,
    /// No browser, no network, or no page.
    Browser,
    /// A rule forbids it.
    Policy,
    /// A person has to do something first.
    Person,
    /// It was done, and what came of it could not be written where it was to go.
    Untold,
    /// Stopped by Ctrl-C.
    Interrupted,
}

impl Exit {
    /// The number that the shell sees.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::NotAll => 1,
            Self::Usage => 2,
            Self::Browser => 3,
            Self::Policy => 4,
            Self::Person => 5,
            Self::Untold => 6,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// Codes of the engine that mean "a person has to do this".
pub(crate) const NEEDS_A_PERSON: [&str; 2] = ["needs-person", "challenge"];

/// One thing that went wrong. Names keys, files and lines, never a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// How the program ends.
    pub(crate) exit: Exit,
    /// A stable code: `duplicate-key`, `browser-not-found`, ….
    pub(crate) code: String,
    /// What happened, in one sentence.
    pub(crate) message: String,
    /// What to do next, else empty.
    pub(crate) help: String,
    /// What is to be copied, as it stands: neither wrapped nor shortened. Else empty.
    pub(crate) paste: String,
}

impl Failure {
    /// The arguments or the data are at fault.
    pub(crate) fn usage(code: &str, message: impl Into<String>) -> Self {
        Self {
            exit: Exit::Usage,
            code: code.into(),
            message: message.into(),
            help: String::new(),
            paste: String::new(),
        }
    }

    /// The answer cannot be written to standard output.
    pub(crate) fn untold(error: &std::io::Error) -> Self {
        Self::usage(
            "output-unwritable",
            format!("the answer could not be written to standard output: {error}"),
        )
        .help(remedy(error))
        .ending(Exit::Untold)
    }

    /// The file at `path` cannot be written.
    pub(crate) fn unwritable(path: &Path, error: &std::io::Error) -> Self {
        Self::usage(
            "file-unwritable",
            format!("{} cannot be written: {error}", path.display()),
        )
        .help(remedy(error))
    }

    /// The same after `done`, which must not be taken for not done.
    #[must_use]
    pub(crate) fn after(mut self, done: &str) -> Self {
        self.message = format!("{done}, but {}", self.message);
        self
    }

    /// The same with what to do next.
    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// The same with another way to end.
    #[must_use]
    pub(crate) fn ending(mut self, exit: Exit) -> Self {
        self.exit = exit;
        self
    }
}

/// What to do where something cannot be written.
fn remedy(error: &std::io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound => "its folder does not exist: make it, or give another path",
        ErrorKind::PermissionDenied => "you may not write there: give a path in a folder that you may write to",
        ErrorKind::ReadOnlyFilesystem => "nothing can be written there: give a path elsewhere",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "there is no room left: make some, or write elsewhere"
        }
        ErrorKind::IsADirectory => "it is a folder: give the path of a file",
        _ => "give another place to write to",
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Failure {}

impl Diagnostic for Failure {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.code))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        (!self.help.is_empty()).then(|| Box::new(&self.help) as Box<dyn fmt::Display>)
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        let exit = if NEEDS_A_PERSON.contains(&error.code.as_str()) {
            Exit::Person
        } else {
            match error.kind {
                // The page is there and nothing in it fits: the same news as "no field fits the key".
                EngineErrorKind::Page if error.code == "no-form" => Exit::NotAll,
                EngineErrorKind::Browser | EngineErrorKind::Network | EngineErrorKind::Page => Exit::Browser,
                EngineErrorKind::Usage => Exit::Usage,
                EngineErrorKind::Policy => Exit::Policy,
            }
        };
        Self {
            exit,
            code: error.code,
            message: error.message,
            help: error.help,
            paste: String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Exit, Failure};
    use ostler_engine::{EngineError, EngineErrorKind};
    use std::io::ErrorKind;
    use std::path::Path;

    #[test]
    fn each_kind_of_engine_error_has_its_exit_code() {
        let table = [
            (EngineErrorKind::Browser, "browser-not-found", 3),
            (EngineErrorKind::Network, "dns", 3),
            (EngineErrorKind::Page, "http-404", 3),
            (EngineErrorKind::Page, "no-form", 1),
            (EngineErrorKind::Usage, "unknown-form", 2),
            (EngineErrorKind::Policy, "private-address", 4),
            (EngineErrorKind::Page, "challenge", 5),
        ];
        for (kind, code, expected) in table {
            let error = EngineError {
                kind,
                code: code.into(),
                message: "m".into(),
                help: "h".into(),
            };
            let failure = Failure::from(error);
            assert_eq!(failure.exit.code(), expected, "{code}");
            assert_eq!(failure.code, code);
        }
        assert_eq!(Exit::Interrupted.code(), 130);
    }

    #[test]
    fn advice_about_a_file_fits_what_the_system_said() {
        let table = [
            (ErrorKind::NotFound, "does not exist"),
            (ErrorKind::PermissionDenied, "may not write"),
            (ErrorKind::StorageFull, "no room left"),
            (ErrorKind::IsADirectory, "it is a folder"),
        ];
        for (kind, words) in table {
            let failure = Failure::unwritable(Path::new("r.html"), &kind.into());
            assert_eq!((failure.exit.code(), failure.code.as_str()), (2, "file-unwritable"));
            assert!(failure.help.contains(words), "{failure:?}");
        }
        let failure = Failure::untold(&ErrorKind::StorageFull.into()).after("the form was sent");
        assert_eq!(failure.exit.code(), 6);
        assert!(
            failure.message.starts_with("the form was sent, but the answer"),
            "{failure:?}"
        );
    }
}

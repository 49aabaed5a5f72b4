//! Where words go: the answer to stdout, everything else to stderr.

use std::io::{self, IsTerminal, Write};

use anstyle::Style;
use miette::{GraphicalReportHandler, GraphicalTheme};
use serde::Serialize;

use crate::failure::{Exit, Failure};
use crate::report::text;
use crate::settings::Environment;

/// How one stream can be written to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// Whether colour and bold may be used.
    pub(crate) colour: bool,
    /// Columns to write in.
    pub(crate) width: usize,
    /// Whether a person watches.
    pub(crate) terminal: bool,
}

impl Look {
    /// `text` in `style`, or as it is where there is no colour.
    pub(crate) fn paint(&self, style: Style, text: &str) -> String {
        if self.colour {
            format!("{style}{text}{style:#}")
        } else {
            text.into()
        }
    }
}

/// Columns of an output that is no terminal.
const PLAIN_WIDTH: usize = 100;

/// The two streams.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    /// Of the answer.
    pub(crate) out: Look,
    /// Of progress, errors and the log.
    pub(crate) err: Look,
}

impl Output {
    /// The streams of this process.
    pub(crate) fn new(environment: &Environment) -> Self {
        let width = terminal_size::terminal_size().map_or(PLAIN_WIDTH, |(width, _)| usize::from(width.0));
        let look = |terminal: bool| Look {
            colour: environment.colour(terminal),
            width: if terminal { width } else { PLAIN_WIDTH },
            terminal,
        };
        Self {
            out: look(io::stdout().is_terminal()),
            err: look(io::stderr().is_terminal()),
        }
    }

    /// Writes the answer. A reader that has gone away is no failure of ours; anything else is.
    #[expect(clippy::unused_self, reason = "one door for all that is written")]
    pub(crate) fn answer(&self, text: &str) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        written(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
    }

    /// Writes an answer as JSON.
    pub(crate) fn json<T: Serialize>(&self, answer: &T) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(answer);
        let mut text = text.map_err(|error| Failure::untold(&error.into()))?;
        text.push('\n');
        self.answer(&text)
    }

    /// Writes one line for the person.
    #[expect(clippy::unused_self, reason = "one door for all that is written")]
    pub(crate) fn line(&self, line: &str) {
        let mut err = io::stderr().lock();
        // Nobody is left to be told that stderr cannot be written.
        let _ = writeln!(err, "{}", text::clean(line));
    }

    /// Says what went wrong, as JSON on stdout or as words on stderr, and how the program ends.
    pub(crate) fn failure(&self, failure: &Failure, json: bool) -> Exit {
        let told = json.then(|| self.json(&ErrorAnswer::of(failure)));
        if let Some(Err(untold)) = &told {
            self.failure(untold, false);
        }
        if !matches!(told, Some(Ok(()))) {
            let shown = Failure {
                message: text::clean(&failure.message),
                help: text::clean(&failure.help),
                ..failure.clone()
            };
            let theme = match (self.err.colour, self.err.terminal) {
                (true, _) => GraphicalTheme::unicode(),
                (false, true) => GraphicalTheme::unicode_nocolor(),
                (false, false) => GraphicalTheme::none(),
            };
            let mut words = String::new();
            let handler = GraphicalReportHandler::new_themed(theme)
                .with_width(self.err.width)
                .with_word_separator(textwrap::WordSeparator::AsciiSpace)
                .with_links(false);
            if handler.render_report(&mut words, &shown).is_err() {
                words = format!("{}: {}", shown.code, shown.message);
            }
            let mut err = io::stderr().lock();
            let _ = writeln!(err, "{}", words.trim_end());
            if !failure.paste.is_empty() {
                let lines = failure.paste.lines().map(text::clean);
                let _ = writeln!(err, "\n{}", lines.collect::<Vec<_>>().join("\n"));
            }
        }
        failure.exit
    }

    /// What clap says, in its own way.
    #[expect(clippy::unused_self, reason = "one door for all that is written")]
    pub(crate) fn clap(&self, error: &clap::Error) -> Result<(), Failure> {
        // The library flushes nothing.
        written(error.print().and_then(|()| io::stdout().flush()))
    }
}

fn written(outcome: io::Result<()>) -> Result<(), Failure> {
    match outcome {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::untold(&error)),
        _ => Ok(()),
    }
}

/// An error as JSON.
#[derive(Debug, Serialize)]
struct ErrorAnswer<'a> {
    schema_version: u32,
    error: ErrorBody<'a>,
}

#[derive(Debug, Serialize)]
struct ErrorBody<'a> {
    code: &'a str,
    message: &'a str,
    help: &'a str,
}

impl<'a> ErrorAnswer<'a> {
    fn of(failure: &'a Failure) -> Self {
        let Failure {
            code, message, help, ..
        } = failure;
        Self {
            schema_version: crate::report::SCHEMA_VERSION,
            error: ErrorBody { code, message, help },
        }
    }
}

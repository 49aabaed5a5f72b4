//! What a person sees while it runs: a spinner on a terminal, a few plain lines otherwise. Always on stderr.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use ostler_engine::Progress;

use crate::address;
use crate::output::Look;
use crate::report::text::{clean, count, cut};

/// Tells what goes on, and remembers whether the submit control was pressed.
#[derive(Clone)]
pub(crate) struct Teller(Arc<Inner>);

struct Inner {
    face: Face,
    pressed: AtomicBool,
}

enum Face {
    Quiet,
    Lines(Mutex<String>),
    Spinner(ProgressBar),
}

impl Teller {
    /// A teller for stderr.
    pub(crate) fn new(quiet: bool, err: Look) -> Self {
        let face = match (quiet, err.terminal) {
            (true, _) => Face::Quiet,
            (false, false) => Face::Lines(Mutex::default()),
            (false, true) => {
                let bar = ProgressBar::new_spinner();
                let template = if err.colour {
                    "{spinner:.cyan} {msg}"
                } else {
                    "{spinner} {msg}"
                };
                if let Ok(style) = ProgressStyle::with_template(template) {
                    bar.set_style(style);
                }
                bar.enable_steady_tick(Duration::from_millis(100));
                Face::Spinner(bar)
            }
        };
        Self(Arc::new(Inner {
            face,
            pressed: AtomicBool::new(false),
        }))
    }

    /// What the engine calls.
    pub(crate) fn listener(&self) -> Box<dyn Fn(Progress) + Send + Sync> {
        let teller = self.clone();
        Box::new(move |progress| teller.hear(&progress))
    }

    /// One piece of news.
    pub(crate) fn hear(&self, progress: &Progress) {
        if matches!(progress, Progress::Submitting(_)) {
            self.0.pressed.store(true, Ordering::Relaxed);
        }
        match &self.0.face {
            Face::Quiet => {}
            Face::Spinner(bar) => bar.set_message(words(progress, true)),
            Face::Lines(last) => {
                let line = words(progress, false);
                // A poisoned lock holds a line all the same.
                let mut last = last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                if *last != line {
                    let _ = writeln!(std::io::stderr().lock(), "{line}");
                    *last = line;
                }
            }
        }
    }

    /// Whether the submit control was pressed at least once.
    pub(crate) fn pressed(&self) -> bool {
        self.0.pressed.load(Ordering::Relaxed)
    }

    /// Does something at the terminal, with the spinner out of the way.
    pub(crate) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match &self.0.face {
            Face::Spinner(bar) => bar.suspend(work),
            Face::Quiet | Face::Lines(_) => work(),
        }
    }

    /// Takes the spinner off the screen.
    pub(crate) fn end(&self) {
        if let Face::Spinner(bar) = &self.0.face {
            bar.finish_and_clear();
        }
    }
}

/// One line for a piece of news; `fine` counts every field.
fn words(progress: &Progress, fine: bool) -> String {
    match progress {
        Progress::Starting => "starting the browser".into(),
        Progress::Loading(url) => format!("loading {}", cut(&clean(&address::shown(url)), 120)),
        Progress::Filling(done, all) if fine => format!("filling: {done} of {}", count(*all, "field")),
        Progress::Filling(_, all) => format!("filling {}", count(*all, "field")),
        Progress::Submitting(label) => format!("submitting: {}", cut(&clean(label), 60)),
        Progress::Step(step) => format!("step {step}"),
    }
}

#[cfg(test)]
mod tests {
    use super::Teller;
    use crate::output::Look;
    use ostler_engine::Progress;

    #[test]
    fn it_remembers_that_the_control_was_pressed() {
        let teller = Teller::new(
            true,
            Look {
                colour: false,
                width: 80,
                terminal: false,
            },
        );
        teller.listener()(Progress::Filling(1, 2));
        assert!(!teller.pressed());
        teller.listener()(Progress::Submitting("Send".into()));
        assert!(teller.pressed());
    }
}

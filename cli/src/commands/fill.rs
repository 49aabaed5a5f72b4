//! `ostler fill`

use std::convert::Infallible;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{Datelike, Local};
use clap::ValueEnum;
use ostler_engine::memory::{Flushed, Learning, Recall};
use ostler_engine::{Auto, Request, Strategy};
use ostler_machines::Typed;
use ostler_machines::form::value::Today;
use ostler_machines::report::Outcome;

use crate::address;
use crate::failure::{Exit, Failure};
use crate::journey::{self, Ended, Target};
use crate::memory::{MemoryArgs, MemorySettings};
use crate::output::Output;
use crate::progress::Teller;
use crate::report::{View, html, json, table, trace};
use crate::settings::{BrowserArgs, Environment};
use crate::values;

/// Fill a form, read every field back and, if asked to, submit it once
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A key is a field's label, its name or id, or its ref from `ostler inspect` (e12).
Examples:
  ostler fill https://example.com/contact --set 'Full name=Ada Lovelace' --set 'Terms:=true' --submit
  ostler fill https://example.com/contact --data contact.yaml --submit --json
Exit codes: 0 done · 1 some field or the submit did not succeed · 2 usage · 3 browser or network · \
4 refused by policy · 5 needs a person · 6 done, but the answer, --report or --trace could not be written: do not repeat it")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of its own on the command line"
)]
#[expect(clippy::doc_link_with_quotes, reason = "the help shows these lines as they stand")]
pub(crate) struct Args {
    /// The page; https:// is added where there is no scheme
    #[arg(value_name = "URL", required_unless_present = "here", conflicts_with = "here")]
    url: Option<String>,
    /// What a field should hold; KEY:=JSON for true, 5, ["a", "b"] or null (empty it)
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = typed)]
    sets: Vec<Typed>,
    /// Read keys and values from a JSON, YAML or TOML file, - for standard input
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Fill what memory surely knows besides: what must be answered, or all
    #[arg(long, value_enum, value_name = "WHAT")]
    auto: Option<AutoArg>,
    /// Keep what is given here as facts, once the form took it; needs memory
    #[arg(long)]
    learn: bool,
    /// Fill only this form: its ref or its name
    #[arg(long, value_name = "FORM")]
    form: Option<String>,
    /// Submit afterwards, once; a wizard is gone through as long as keys are left, and to its end where that asks nothing
    #[arg(long)]
    submit: bool,
    /// Press this control: its ref or its label
    #[arg(long, value_name = "BUTTON", requires = "submit")]
    button: Option<String>,
    /// Submit although a field is not right
    #[arg(long, requires = "submit")]
    force: bool,
    /// Answer yes where the page asks whether to send; it is answered no if this is not said
    #[arg(long, requires = "submit")]
    confirm: bool,
    /// Which way of writing to try first
    #[arg(long, value_enum, default_value_t = StrategyArg::Natural)]
    strategy: StrategyArg,
    /// How the values are written, as a language tag such as de-AT; may be repeated
    #[arg(long = "locale", value_name = "TAG", value_parser = locale)]
    locales: Vec<String>,
    /// Fill the tab that is open in the browser of --connect, as it stands
    #[arg(long)]
    here: bool,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
    /// Write what the machines did as JSON lines; values as lengths only
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Write a page with all of it and pictures: before, as filled, after
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Say nothing while it runs
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    browser: BrowserArgs,
}

/// What is filled from memory.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum AutoArg {
    /// The fields that must be answered
    Required,
    /// Every field
    All,
}

impl From<AutoArg> for Auto {
    fn from(auto: AutoArg) -> Self {
        match auto {
            AutoArg::Required => Self::Required,
            AutoArg::All => Self::All,
        }
    }
}

/// Which way of writing to try first.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum StrategyArg {
    /// As a person would: trusted input events, the setter only as the fall-back
    #[default]
    Natural,
    /// The native setter first
    Fast,
    /// Key events first
    Keys,
}

impl From<StrategyArg> for Strategy {
    fn from(strategy: StrategyArg) -> Self {
        match strategy {
            StrategyArg::Natural => Self::Natural,
            StrategyArg::Fast => Self::Fast,
            StrategyArg::Keys => Self::Keys,
        }
    }
}

/// A pair may hold a password, so it goes at once into the type whose `Debug` tells its length only.
#[expect(clippy::unnecessary_wraps, reason = "the shape that clap wants")]
fn typed(text: &str) -> Result<Typed, Infallible> {
    Ok(text.into())
}

fn locale(text: &str) -> Result<String, String> {
    let tag = text.trim().replace('_', "-");
    let parts_fit = tag
        .split('-')
        .all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric()));
    let language = tag
        .split('-')
        .next()
        .is_some_and(|part| (2..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphabetic()));
    if parts_fit && language {
        Ok(tag)
    } else {
        Err("write a language tag such as en, de-AT or pt-BR".into())
    }
}

/// How long what was learned may take to be kept, once everything has been told.
const FLUSHING: Duration = Duration::from_secs(5);

/// Fills.
pub(crate) fn run(args: &Args, environment: &Environment, output: &Output) -> Exit {
    match prepare(args, environment).and_then(|plan| carry_out(args, plan, output)) {
        Ok(exit) => exit,
        Err(failure) => output.failure(&failure, args.json),
    }
}

/// All that can be known before a browser is started.
struct Plan {
    settings: ostler_engine::Settings,
    target: Target,
    request: Request,
    memory: MemorySettings,
    notes: Vec<String>,
    trace: Option<OutFile>,
    report: Option<OutFile>,
}

fn prepare(args: &Args, environment: &Environment) -> Result<Plan, Failure> {
    let target = match &args.url {
        Some(url) => Target::Address(address::parse(url)?),
        None => Target::Here,
    };
    let settings = args.browser.merge(environment)?;
    if args.here && settings.connect.is_none() {
        return Err(Failure::usage("arguments", "--here needs a running browser")
            .help("give --connect ws://… or OSTLER_CONNECT"));
    }
    let values = values::gather(args.data.as_deref(), &args.sets)?;
    if values.pairs.is_empty() && !args.submit && args.auto.is_none() {
        return Err(
            Failure::usage("nothing-to-do", "there is nothing to fill and nothing to submit")
                .help("give --set 'Label=value' or --data FILE; `ostler inspect URL` lists the labels"),
        );
    }
    let request = Request {
        pairs: values.pairs,
        form: args.form.clone(),
        submit: args.submit,
        button: args.button.clone(),
        locales: args.locales.clone(),
        today: today(),
        base: values.base,
        strategy: args.strategy.into(),
        shots: args.report.is_some(),
        submit_anyway: args.force,
        auto: args.auto.map(Auto::from).unwrap_or_default(),
    };
    let memory = args.memory.merge(environment)?;
    if args.learn && memory.is_off() {
        return Err(
            Failure::usage("memory-off", "there is no memory to keep anything in: it is off")
                .help("ostler init --local turns it on"),
        );
    }
    let (trace, report) = out_files(args)?;
    Ok(Plan {
        settings,
        target,
        request,
        memory,
        notes: values.notes,
        trace,
        report,
    })
}

/// The files to write, opened. None of them is one that is read, nor are both the same.
fn out_files(args: &Args) -> Result<(Option<OutFile>, Option<OutFile>), Failure> {
    let refused = |flag: &str, path: &Path, other: &str| {
        Failure::usage(
            "same-file",
            format!("{flag} {} is the file of {other} as well", path.display()),
        )
        .help(format!(
            "give {flag} a path of its own; nothing was written to this one"
        ))
    };
    let data = args.data.as_deref().map(|path| {
        // What a shell has put in the place of standard input has a name too.
        if path == Path::new("-") {
            Path::new("/dev/stdin")
        } else {
            path
        }
    });
    for (flag, path) in [("--trace", &args.trace), ("--report", &args.report)] {
        if let (Some(path), Some(data)) = (path, data)
            && is_same(path, data)
        {
            return Err(refused(flag, path, "--data"));
        }
    }
    let trace = args.trace.as_deref().map(OutFile::open).transpose()?;
    // It is there by now, so that another spelling of its path is known for what it is.
    if let (Some(path), Some(other)) = (&args.report, &args.trace)
        && is_same(path, other)
    {
        if let Some(trace) = trace {
            trace.discard();
        }
        return Err(refused("--report", path, "--trace"));
    }
    match args.report.as_deref().map(OutFile::open).transpose() {
        Ok(report) => Ok((trace, report)),
        Err(failure) => {
            if let Some(trace) = trace {
                trace.discard();
            }
            Err(failure)
        }
    }
}

/// Whether two paths lead to one file. A device takes what several write.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    let (Ok(a), Ok(b)) = (std::fs::metadata(one), std::fs::metadata(other)) else {
        return false;
    };
    if !a.is_file() || !b.is_file() {
        return false;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (a.dev(), a.ino()) == (b.dev(), b.ino())
    }
    #[cfg(not(unix))]
    {
        let (one, other) = (std::fs::canonicalize(one), std::fs::canonicalize(other));
        one.is_ok_and(|one| other.is_ok_and(|other| one == other))
    }
}

/// What came of the form, for whoever hears only that this could not be written down.
fn came(view: &View) -> &'static str {
    let Some(submit) = &view.submit else {
        return if view.to_submit {
            "the form was filled as far as it goes and was not sent"
        } else {
            "the form was filled and was not to be sent"
        };
    };
    if !submit.pressed && submit.outcome != Outcome::Unknown {
        return "the form was not sent";
    }
    match submit.outcome {
        Outcome::Submitted => "the form was sent and accepted",
        Outcome::Advanced => "a step of the form was sent, and nothing is final yet",
        Outcome::ValidationFailed => "the form was submitted and its values were not accepted",
        Outcome::Unchanged => "the submit control was pressed, with no effect that could be seen",
        Outcome::ServerError => "the form was sent and the server answered with an error",
        Outcome::Unknown => "the form was submitted and may or may not have arrived",
    }
}

/// `failure`, which leaves what came of the form as it is.
fn only_told(failure: Failure, came: &str, sent: bool) -> Failure {
    let mut failure = failure.after(came).ending(Exit::Untold);
    if sent {
        failure.help = format!(
            "{}. Do not run it again for this alone: the form would be sent twice",
            failure.help
        );
    }
    failure
}

fn carry_out(args: &Args, plan: Plan, output: &Output) -> Result<Exit, Failure> {
    let asked_url = match &plan.target {
        Target::Address(url) => address::shown(url.as_str()),
        Target::Here => String::new(),
    };
    for warning in plan.memory.warnings() {
        output.line(&format!("warning: {warning}"));
    }
    let teller = Teller::new(args.quiet, output.err);
    let runtime = journey::runtime()?;
    let worked = runtime.block_on(plan.memory.for_fill(args.learn, args.auto.is_some()));
    let (recall, without) = match worked {
        Ok(worked) => worked,
        Err(failure) => {
            for file in [plan.trace, plan.report].into_iter().flatten() {
                file.discard();
            }
            return Err(failure);
        }
    };
    let unusable = without.clone();
    let Ended {
        mut answer,
        trace,
        notes,
    } = runtime.block_on(journey::fill(
        plan.settings,
        plan.target,
        plan.request,
        recall.clone(),
        args.confirm,
        &teller,
    ));
    teller.end();
    if let Ok(report) = &mut answer {
        // Who took nothing from memory has not waited for it, and hears what became of it.
        let without = without.or_else(|| recall.as_ref().and_then(|recall| recall.without()));
        report.without = report.without.take().or(without);
    }
    // Who learns is told of what is kept by then; everybody else is told first, and waits for no store.
    let learns = recall.as_ref().filter(|recall| recall.how().learn);
    let taught = learns.map(|recall| runtime.block_on(taught(recall)));
    let (learning, flushed) = taught.unzip();
    let learning = learning.or_else(|| unusable.filter(|_| args.learn).map(Learning::nothing));
    let plan = Told {
        trace: plan.trace,
        report: plan.report,
        notes: plan.notes,
        learning,
    };
    let exit = tell(args, plan, (answer, trace, notes), &asked_url, output);
    let flushed = match (flushed, recall) {
        (None, Some(recall)) => Some(runtime.block_on(async move { recall.part(FLUSHING).await })),
        (flushed, _) => flushed,
    };
    // Reading standard input may still hold a thread; nothing is waited for.
    runtime.shutdown_background();
    if let Some(flushed) = flushed.filter(|flushed| flushed.lost > 0) {
        output.line(&format!("note: not all of it was kept in memory: {}", flushed.reason));
    }
    exit
}

/// What was learned, once it is kept or cannot be.
async fn taught(recall: &Recall) -> (Learning, Flushed) {
    let flushed = recall.part(FLUSHING).await;
    let learned = recall.learned();
    let mut learning = learned.unwrap_or_else(|| Learning::nothing("no form was filled by what was given"));
    if flushed.lost > 0 {
        learning.lose(&flushed.reason);
    }
    (learning, flushed)
}

/// What is to be told of a fill, and where.
struct Told {
    trace: Option<OutFile>,
    report: Option<OutFile>,
    notes: Vec<String>,
    learning: Option<Learning>,
}

fn tell(
    args: &Args,
    plan: Told,
    (answer, trace, notes): (
        Result<ostler_engine::Report, Failure>,
        Vec<ostler_machines::Transition>,
        Vec<String>,
    ),
    asked_url: &str,
    output: &Output,
) -> Result<Exit, Failure> {
    let traced = plan.trace.and_then(|file| file.fill(&trace::render(&trace)).err());
    let view = match answer {
        Ok(report) => View::of(&report, &[plan.notes, notes].concat(), args.submit).taught(&report, plan.learning),
        Err(failure) => {
            if let Some(file) = plan.report {
                file.discard();
            }
            if let Some(untold) = traced {
                output.failure(&untold, false);
            }
            return Err(failure);
        }
    };
    // The answer goes out first: a full disk must not swallow what was done to the form.
    let told = if args.json {
        output.json(&json::Answer::from(&view))
    } else {
        output.answer(&table::render(&view, output.out))
    };
    let reported = plan
        .report
        .and_then(|file| file.fill(&html::render(&view, asked_url, &now())).err());
    let (came, sent) = (came(&view), view.submit.is_some());
    let mut exit = view.exit();
    for failure in told.err().into_iter().chain(traced).chain(reported) {
        let failure = only_told(failure, came, sent);
        output.failure(&failure, false);
        // What came of the form goes before what came of a file.
        if exit == Exit::Done {
            exit = failure.exit;
        }
    }
    Ok(exit)
}

/// The present day where the program runs.
pub(crate) fn today() -> Today {
    let day = Local::now().date_naive();
    Today {
        year: day.year(),
        month: day.month(),
        day: day.day(),
    }
}

/// The present time for a person.
pub(super) fn now() -> String {
    Local::now().format("%Y-%m-%d %H:%M:%S %:z").to_string()
}

/// A file that is opened before the form is touched, so that nothing can be wrong with it afterwards.
pub(super) struct OutFile {
    path: PathBuf,
    file: File,
    ours: bool,
}

impl OutFile {
    /// Opens `path` without changing what it holds. A new file is for its owner's eyes only: it holds a person's data.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let ours = !path.exists();
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path).map_err(|error| Failure::unwritable(path, &error))?;
        Ok(Self {
            path: path.into(),
            file,
            ours,
        })
    }

    /// Puts `text` in the place of what it held.
    pub(super) fn fill(mut self, text: &str) -> Result<(), Failure> {
        let mut write = || -> std::io::Result<()> {
            self.file.seek(SeekFrom::Start(0))?;
            // A pipe or a terminal cannot be cut and need not be.
            if self.file.metadata()?.is_file() {
                self.file.set_len(0)?;
            }
            self.file.write_all(text.as_bytes())
        };
        write().map_err(|error| Failure::unwritable(&self.path, &error).ending(Exit::Untold))
    }

    /// Removes the file if it was not there before.
    pub(super) fn discard(self) {
        if self.ours {
            // An empty file that stays is no harm.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{OutFile, is_same, locale};
    use std::fs;

    #[test]
    fn a_locale_is_a_language_tag() {
        assert_eq!(locale("de_AT"), Ok("de-AT".into()));
        assert_eq!(locale("zh-Hant-TW"), Ok("zh-Hant-TW".into()));
        for bad in ["", "d", "german", "deutsch land", "12", "de-", "de--AT"] {
            assert!(locale(bad).is_err(), "{bad}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn one_file_is_known_by_all_its_names_and_a_device_takes_what_several_write() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("data.json"), "{}").unwrap();
        fs::write(path("other.json"), "{}").unwrap();
        fs::hard_link(path("data.json"), path("hard")).unwrap();
        std::os::unix::fs::symlink(path("data.json"), path("soft")).unwrap();
        for (name, same) in [
            ("data.json", true),
            ("hard", true),
            ("soft", true),
            ("./data.json", true),
            ("other.json", false),
            ("none", false),
        ] {
            assert_eq!(is_same(&path("data.json"), &path(name)), same, "{name}");
        }
        assert!(!is_same("/dev/null".as_ref(), "/dev/null".as_ref()));
    }

    #[test]
    fn a_file_keeps_what_it_held_until_there_is_something_new() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.html");
        fs::write(&path, "the longer old text").unwrap();
        OutFile::open(&path).unwrap().discard();
        assert_eq!(fs::read_to_string(&path).unwrap(), "the longer old text");
        OutFile::open(&path).unwrap().fill("new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        let fresh = folder.path().join("fresh.html");
        OutFile::open(&fresh).unwrap().discard();
        assert!(!fresh.exists());
        let nowhere = folder.path().join("no/such/folder.html");
        assert_eq!(
            OutFile::open(&nowhere).err().map(|failure| failure.code),
            Some("file-unwritable".into())
        );
    }
}

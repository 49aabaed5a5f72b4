//! `ostler call`

use std::io::{BufRead, IsTerminal, Write, stderr, stdin};
use std::path::PathBuf;
use std::sync::Arc;

use ostler_engine::Settings;
use ostler_machines::confirm::{Action, Reply};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::commands::serve::{ConfirmArgs, SharedBrowserArgs, Work, WorkArgs};
use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::journey;
use crate::output::Output;
use crate::progress::Teller;
use crate::serve::answer::Answer;
use crate::serve::confirm::Asking;
use crate::serve::hands::{Came, Hands, Listener};
use crate::serve::metrics::Metrics;
use crate::serve::profile::unknown;
use crate::serve::server;
use crate::serve::stdio::none;
use crate::serve::tools::{self, Tool};
use crate::settings::Environment;
use crate::state;

/// Call a tool of `ostler serve` once, or several from standard input in one browser
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ostler call navigate '{\"url\": \"https://example.com/contact\"}'
  ostler call form_fill '{\"fields\": {\"Name\": \"Ada\"}, \"submit\": true}' --url https://example.com/contact
  ostler call < calls.jsonl      each line: {\"name\": \"navigate\", \"arguments\": {\"url\": \"…\"}}
Each answer is one line of JSON, as MCP has it: content, structuredContent, isError.
Exit codes: 0 every call came to all that it asked for · 1 some call did not · 2 usage · 3 browser or network · \
6 done, but an answer could not be written")]
pub(crate) struct Args {
    /// The tool; none: calls are read from standard input
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Its arguments, a JSON object
    #[arg(value_name = "JSON", requires = "name")]
    arguments: Option<String>,
    /// Open this page first
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// List the tools and their schemas instead, as JSON
    #[arg(long, conflicts_with_all = ["name", "url"])]
    list: bool,
    /// Say nothing while it runs
    #[arg(long, short)]
    quiet: bool,
    /// Go on where the last call with this file has left off: its tab stays open, its refs stay good (with --connect)
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    #[command(flatten)]
    confirm: ConfirmArgs,
    #[command(flatten)]
    memory: WorkArgs,
    #[command(flatten)]
    browser: SharedBrowserArgs,
}

/// Calls.
pub(crate) fn run(args: &Args, environment: &Environment, output: &Output) -> Exit {
    if args.list {
        let all: Vec<_> = tools::all().map(server::listed).collect();
        return match output.json(&all) {
            Ok(()) => Exit::Done,
            Err(failure) => output.failure(&failure, false),
        };
    }
    let outcome = prepare(args, environment).and_then(|(first, settings)| {
        let memory = args.memory.merge(environment)?;
        carry_out(args, first, (settings, memory), output)
    });
    match outcome {
        Ok(exit) => exit,
        Err(failure) => output.failure(&failure, false),
    }
}

/// One call.
struct One {
    tool: &'static Tool,
    arguments: Arc<RawValue>,
}

/// What can be known before a browser is started: the calls on the command line, in their order.
fn prepare(args: &Args, environment: &Environment) -> Result<(Vec<One>, Settings), Failure> {
    let mut calls = Vec::new();
    if let Some(url) = &args.url {
        let text = serde_json::json!({ "url": url, "observe": "none" }).to_string();
        calls.push(one("navigate", Some(raw(&text)?))?);
    }
    if let Some(name) = &args.name {
        calls.push(one(name, args.arguments.as_deref().map(raw).transpose()?)?);
    }
    let mut settings = args.browser.merge(environment)?;
    if let Some(file) = &args.state {
        if settings.connect.is_none() {
            return Err(
                Failure::usage("arguments", "--state needs a running browser, which outlives the call")
                    .help("give --connect ws://… or OSTLER_CONNECT"),
            );
        }
        settings.kept = state::read(file)?;
        settings.stay = true;
    }
    Ok((calls, settings))
}

fn raw(text: &str) -> Result<Box<RawValue>, Failure> {
    serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        Failure::usage(
            "arguments",
            format!("the arguments are not JSON (line {line}, column {column})"),
        )
        .help("write them as an object, such as '{\"url\": \"https://example.com\"}'")
    })
}

fn one(name: &str, arguments: Option<Box<RawValue>>) -> Result<One, Failure> {
    let tool = tools::find(name).ok_or_else(|| unknown(name))?;
    Ok(One {
        tool,
        arguments: Arc::from(arguments.unwrap_or_else(none)),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: String,
    arguments: Option<Box<RawValue>>,
}

fn of_line(number: usize, line: &str) -> Result<One, Failure> {
    let read: Line = serde_json::from_str(line).map_err(|_| {
        Failure::usage(
            "arguments",
            format!("line {number} of standard input is no call, and none after it was carried out"),
        )
        .help("write {\"name\": \"navigate\", \"arguments\": {\"url\": \"https://example.com\"}}, one a line")
    })?;
    one(&read.name, read.arguments)
}

fn carry_out(args: &Args, first: Vec<One>, settings: (Settings, Work), output: &Output) -> Result<Exit, Failure> {
    let runtime = journey::runtime()?;
    let outcome = runtime.block_on(all(args, first, settings, output));
    // Reading standard input may still hold a thread; nothing is waited for.
    runtime.shutdown_background();
    outcome
}

async fn all(args: &Args, first: Vec<One>, settings: (Settings, Work), output: &Output) -> Result<Exit, Failure> {
    let (settings, memory) = settings;
    let confirm = args.confirm.start()?;
    let hands = Arc::new(Hands::new(
        settings,
        Metrics::default(),
        false,
        confirm,
        memory.start()?,
    ));
    let teller = Teller::new(args.quiet, output.err);
    let asking = asking(args, &teller);
    let work = async {
        let mut exit = Exit::Done;
        let last = first.len();
        for (number, call) in first.into_iter().enumerate() {
            // The page of --url is only the way there; its answer is of interest only if it did not come to one.
            let asked = number + 1 == last && args.name.is_some();
            let done = answer(&hands, &call, &teller, &asking, output, asked).await?;
            if !done {
                exit = Exit::NotAll;
                if !asked {
                    return Ok(exit);
                }
            }
        }
        if args.name.is_none() {
            let mut lines = lines();
            while let Some((number, line)) = lines.recv().await {
                let call = of_line(number, &line)?;
                if !answer(&hands, &call, &teller, &asking, output, true).await? {
                    exit = Exit::NotAll;
                }
            }
        }
        Ok(exit)
    };
    let outcome = tokio::select! {
        outcome = work => outcome,
        Ok(()) = interrupt::asked_to_stop() => Err(journey::stopped(teller.pressed())),
    };
    teller.end();
    let kept = match &args.state {
        Some(file) => hands.keep().await.and_then(|kept| match kept {
            Some(kept) => state::write(file, &kept),
            None => Ok(()),
        }),
        None => Ok(()),
    };
    hands.close().await;
    // What went wrong first is told.
    outcome.and_then(|exit| kept.map(|()| exit))
}

/// Answers one call on standard output; whether everything that was asked for came of it.
async fn answer(
    hands: &Arc<Hands>,
    call: &One,
    teller: &Teller,
    asking: &Asking,
    output: &Output,
    asked: bool,
) -> Result<bool, Failure> {
    let teller = teller.clone();
    let listener: Listener = Arc::new(move |progress| teller.hear(progress));
    let never = CancellationToken::new();
    let came = hands.call(call.tool, &call.arguments, listener, asking.clone(), &never);
    let Came::Answer(answer) = came.await else {
        return Ok(false);
    };
    if (asked || answer.failed())
        && let Ok(mut line) = serde_json::to_string(&server::result(&answer))
    {
        line.push('\n');
        let done = done(call.tool, &answer);
        // What follows may rest on an answer that nobody has read.
        output.answer(&line).map_err(|failure| failure.after(&done))?;
    }
    Ok(!answer.failed() && answer.data.as_ref().is_none_or(went_well))
}

/// What there is to say of a call whose answer nobody reads.
fn done(tool: &Tool, answer: &Answer) -> String {
    let name = tool.name;
    let outcome = answer.data.as_ref().and_then(|data| data["submit"]["outcome"].as_str());
    match outcome {
        _ if answer.failed() => format!("{name} came to an error"),
        Some(outcome) => format!("{name} was carried out and a submit came to {outcome}"),
        None => format!("{name} was carried out"),
    }
}

/// How the person is asked: at the terminal, if there is one and the calls do not come from it.
fn asking(args: &Args, teller: &Teller) -> Asking {
    let terminal = stdin().is_terminal() && stderr().is_terminal();
    match (args.confirm.confirm_submit, terminal && args.name.is_some()) {
        (false, _) => Asking::Never,
        (true, false) => Asking::Unable,
        (true, true) => {
            let teller = teller.clone();
            Asking::Now(Arc::new(move |text| {
                let teller = teller.clone();
                let read = tokio::task::spawn_blocking(move || teller.aside(|| at_terminal(&text)));
                Box::pin(async move { read.await.unwrap_or(Reply::None) })
            }))
        }
    }
}

/// Asks on standard error and reads a line.
fn at_terminal(text: &str) -> Reply {
    let mut err = stderr().lock();
    if writeln!(err, "{text}")
        .and_then(|()| write!(err, "Type yes to send it: "))
        .is_err()
    {
        return Reply::Unable;
    }
    drop(err);
    let mut line = String::new();
    match stdin().lock().read_line(&mut line) {
        Ok(1..) => Reply::of(Action::Accept, Some(line.trim().eq_ignore_ascii_case("yes"))),
        Ok(0) | Err(_) => Reply::None,
    }
}

/// Whether everything that was asked for came of a call: every field is as asked, and what was sent was accepted.
fn went_well(data: &Value) -> bool {
    let fields = data["fields"].as_array().into_iter().flatten();
    let mut statuses = fields.filter_map(|field| field["status"].as_str());
    let good = statuses.all(|status| matches!(status, "filled" | "reformatted" | "unchanged"));
    let sent = data["submit"]["outcome"].as_str();
    good && sent.is_none_or(|outcome| matches!(outcome, "Submitted" | "Advanced"))
}

/// The lines of standard input that hold something, with their numbers, as they come.
fn lines() -> mpsc::Receiver<(usize, String)> {
    let (sender, receiver) = mpsc::channel(1);
    std::thread::spawn(move || {
        for (at, line) in stdin().lock().lines().map_while(Result::ok).enumerate() {
            if !line.trim().is_empty() && sender.blocking_send((at + 1, line)).is_err() {
                break;
            }
        }
    });
    receiver
}

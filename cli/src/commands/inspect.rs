//! `ostler inspect`

use clap::ValueEnum;
use ostler_machines::form::choose;

use crate::address;
use crate::failure::{Exit, Failure};
use crate::journey::{self, Target};
use crate::output::Output;
use crate::progress::Teller;
use crate::report::inspect::{Answer, table};
use crate::settings::{BrowserArgs, Environment};

/// List what the forms of a page ask
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The page; https:// is added where there is no scheme
    #[arg(value_name = "URL", required_unless_present = "here", conflicts_with = "here")]
    url: Option<String>,
    /// List only this form: its ref, its name or the beginning of it
    #[arg(long, value_name = "FORM")]
    form: Option<String>,
    /// How many options of a field to list
    #[arg(long, value_enum, default_value_t = Options::First)]
    options: Options,
    /// Read the tab that is open in the browser of --connect, as it stands
    #[arg(long)]
    here: bool,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
    /// Say nothing while it runs
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    browser: BrowserArgs,
}

/// How many options of a field to list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Options {
    /// The first 20
    #[default]
    First,
    /// All of them
    All,
}

/// Inspects.
pub(crate) fn run(args: &Args, environment: &Environment, output: &Output) -> Exit {
    match inspect(args, environment, output) {
        Ok(exit) => exit,
        // What could not be written there once is said elsewhere.
        Err(failure) => output.failure(&failure, args.json && failure.exit != Exit::Untold),
    }
}

fn inspect(args: &Args, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let target = match &args.url {
        Some(url) => Target::Address(address::parse(url)?),
        None => Target::Here,
    };
    let settings = args.browser.merge(environment)?;
    if args.here && settings.connect.is_none() {
        return Err(Failure::usage("arguments", "--here needs a running browser")
            .help("give --connect ws://… or OSTLER_CONNECT"));
    }
    let teller = Teller::new(args.quiet, output.err);
    let ended = journey::runtime()?.block_on(journey::inspect(settings, target, &teller));
    teller.end();
    let page = ended.answer?;
    let form = args.form.as_deref().map(|asked| choose::form(&page, asked));
    let form = form
        .transpose()
        .map_err(|unclear| Failure::usage(unclear.code, unclear.message).help("leave --form out to list all forms"))?;
    let answer = Answer::of(&page, form, args.options == Options::All);
    for note in &ended.notes {
        output.line(&format!("note: {note}"));
    }
    if args.json {
        output.json(&answer)?;
    } else {
        output.answer(&table(&answer, output.out))?;
    }
    Ok(if answer.is_empty() { Exit::NotAll } else { Exit::Done })
}

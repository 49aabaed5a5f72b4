//! `ostler demo`: a small site of our own, filled and submitted by the very same path as `ostler fill`.

mod pages;
mod server;
mod tasks;

use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use ostler_engine::Settings;

use self::server::Site;
use self::tasks::{Ending, Task};
use super::fill::{OutFile, now};
use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::journey::{self, Target};
use crate::output::Output;
use crate::progress::Teller;
use crate::report::{View, html, table};
use crate::settings::{BrowserArgs, Environment};

/// Fill and submit a built-in site, and check what its server received
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only serve the site and print its address
    #[arg(long)]
    serve: bool,
    /// Write a page with all that was done to the first form, with pictures
    #[arg(long, value_name = "FILE.html", conflicts_with = "serve")]
    report: Option<PathBuf>,
    /// Say nothing while it runs
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    browser: BrowserArgs,
}

/// Shows it.
pub(crate) fn run(args: &Args, environment: &Environment, output: &Output) -> Exit {
    let shown = journey::runtime().and_then(|runtime| {
        let exit = runtime.block_on(show(args, environment, output));
        runtime.shutdown_background();
        exit
    });
    match shown {
        Ok(exit) => exit,
        Err(failure) => output.failure(&failure, false),
    }
}

async fn show(args: &Args, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let site = Site::serve().await.map_err(|error| {
        Failure::usage(
            "demo-server",
            format!("the demo's site could not be served on 127.0.0.1: {error}"),
        )
        .ending(Exit::Browser)
    })?;
    if args.serve {
        output.answer(&format!("{}\n", site.address("/")))?;
        for page in ["/registration", "/order"] {
            output.line(&format!("a form to fill: {}", site.address(page)));
        }
        output.line("Ctrl-C ends it");
        return Ok(match interrupt::asked_to_stop().await {
            Ok(()) => Exit::Done,
            Err(_) => Exit::Browser,
        });
    }
    let settings = args.browser.merge(environment)?;
    let mut report = args.report.as_deref().map(OutFile::open).transpose()?;
    let mut good = true;
    for task in tasks::all() {
        let file = report.take();
        good &= Box::pin(perform(&task, &site, settings.clone(), file, args.quiet, output)).await?;
    }
    let (style, words) = if good {
        (
            AnsiColor::Green.on_default(),
            "The demo did what it says: every value arrived, and each form was sent once.",
        )
    } else {
        (
            AnsiColor::Red.on_default(),
            "The demo did not do what it says: see above.",
        )
    };
    output.answer(&format!("{}\n", output.out.paint(style, words)))?;
    Ok(if good { Exit::Done } else { Exit::NotAll })
}

/// Does one task and says whether it ended as it should.
async fn perform(
    task: &Task,
    site: &Site,
    settings: Settings,
    report: Option<OutFile>,
    quiet: bool,
    output: &Output,
) -> Result<bool, Failure> {
    let title = output.out.paint(Style::new().bold().underline(), task.title);
    output.answer(&format!("{title}\n{}\n\n", task.story))?;
    let url = crate::address::parse(&site.address(task.path))?;
    let target = Target::Address(url.clone());
    let teller = Teller::new(quiet, output.err);
    let ended = journey::fill(settings, target, task.request(report.is_some()), None, false, &teller).await;
    teller.end();
    let view = match ended.answer {
        Ok(report) => View::of(&report, &[], true),
        Err(failure) => {
            if let Some(file) = report {
                file.discard();
            }
            return Err(failure);
        }
    };
    output.answer(&table::render(&view, output.out))?;
    if let Some(file) = report {
        file.fill(&html::render(&view, url.as_str(), &now()))?;
    }
    let outcome = view.submit.as_ref().map(|submit| submit.outcome);
    let verdict = task.judge(outcome, view.exit(), &site.take_received());
    let (sign, style, words) = match &verdict {
        Ending::AsMeant(words) => ("✓", AnsiColor::Green.on_default(), words),
        Ending::Otherwise(words) => ("✗", AnsiColor::Red.on_default(), words),
    };
    let sign = output.out.paint(style, sign);
    output.answer(&format!("{sign} {words}\n\n"))?;
    Ok(matches!(verdict, Ending::AsMeant(_)))
}

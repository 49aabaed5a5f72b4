//! `ostler serve`

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ostler_engine::Settings;
use ostler_engine::memory::{Recall, StoreError};
use ostler_machines::breaker;
use ostler_machines::confirm::LIFE;
use rmcp::ServiceExt as _;
use rmcp::service::ServerInitializeError;

use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::journey;
use crate::memory::{MemoryArgs, MemorySettings};
use crate::output::Output;
use crate::serve::confirm::Confirm;
use crate::serve::hands::{CLOSING, Hands};
use crate::serve::metrics::Metrics;
use crate::serve::profile::{self, Profile};
use crate::serve::server::Server;
use crate::serve::stdio::Stdio;
use crate::serve::tools::Tool;
use crate::settings::{self, BrowserArgs, Environment};

/// Serve the tools to an agent over MCP, on standard input and output
#[derive(Debug, clap::Args)]
#[expect(clippy::doc_markdown, reason = "the help shows these lines as they stand")]
#[command(after_help = "\
`ostler init` writes the entry for a client. The browser is started by the first call that needs it and ends with the \
client's connection.")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) tools: ToolArgs,
    /// What to write to standard error: a level or module=level [env: OSTLER_LOG; else warn]
    #[arg(long, value_name = "FILTER")]
    pub(crate) log: Option<String>,
    /// Keep counts, times and bytes of each tool in this file, as JSON
    #[arg(long, value_name = "FILE")]
    metrics: Option<PathBuf>,
    #[command(flatten)]
    confirm: ConfirmArgs,
    #[command(flatten)]
    memory: WorkArgs,
    #[command(flatten)]
    browser: SharedBrowserArgs,
}

/// The memory that several calls share.
#[derive(Debug, clap::Args)]
pub(crate) struct WorkArgs {
    /// Keep what is given for forms as facts, once a form took it; needs memory
    #[arg(long, help_heading = "Memory")]
    learn: bool,
    #[command(flatten)]
    memory: MemoryArgs,
}

impl WorkArgs {
    pub(crate) fn merge(&self, environment: &Environment) -> Result<Work, Failure> {
        let settings = self.memory.merge(environment)?;
        if self.learn && settings.is_off() {
            return Err(
                Failure::usage("memory-off", "there is no memory to keep anything in: it is off")
                    .help("ostler init --local turns it on"),
            );
        }
        Ok(Work {
            learn: self.learn,
            settings,
        })
    }
}

/// A memory that is to be put to work.
pub(crate) struct Work {
    learn: bool,
    settings: MemorySettings,
}

impl Work {
    /// Whether there is none.
    pub(crate) fn is_off(&self) -> bool {
        self.settings.is_off()
    }

    /// Puts it to work, within a runtime. What is old is forgotten. Nothing is waited for: what comes of it is for [`serve`] to see.
    pub(crate) fn start(&self) -> Result<Option<Arc<Recall>>, Failure> {
        for warning in self.settings.warnings() {
            tracing::warn!("{warning}");
        }
        // A memory that is wanted and cannot be opened is no small thing where nobody reads notes.
        let recall = self.settings.work(self.learn)?;
        if let Some(recall) = &recall {
            recall.change(self.settings.retention().into_iter().collect());
        }
        Ok(recall)
    }
}

/// Whether a person is asked.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Asking first")]
pub(crate) struct ConfirmArgs {
    /// Send nothing before a person has said yes to exactly that: method, address, fields
    #[arg(long)]
    pub(crate) confirm_submit: bool,
    /// How long the person may take: 90s, 5m [default: 5m]
    #[arg(long, value_name = "TIME", requires = "confirm_submit")]
    confirm_within: Option<String>,
}

impl ConfirmArgs {
    /// What keeps the questions, if there are to be any.
    pub(crate) fn start(&self) -> Result<Option<Confirm>, Failure> {
        if !self.confirm_submit {
            return Ok(None);
        }
        let life = match &self.confirm_within {
            Some(text) => settings::length(text, "--confirm-within")?,
            None => Duration::from_millis(LIFE),
        };
        Confirm::new(life).map(Some)
    }
}

/// Which tools there are.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Tools")]
pub(crate) struct ToolArgs {
    /// Which set of tools to list
    #[arg(long, value_enum, default_value_t = Profile::Forms)]
    profile: Profile,
    /// List these tools instead: names, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', conflicts_with = "profile")]
    tools: Vec<String>,
}

impl ToolArgs {
    fn choose(&self, memory: bool) -> Result<Vec<&'static Tool>, Failure> {
        profile::choose(self.profile, &self.tools, memory)
    }
}

/// The browser that several calls share.
#[derive(Debug, clap::Args)]
pub(crate) struct SharedBrowserArgs {
    #[command(flatten)]
    browser: BrowserArgs,
    /// Work in the tab that is open in the browser of --connect
    #[arg(long)]
    here: bool,
}

impl SharedBrowserArgs {
    /// The engine's settings.
    pub(crate) fn merge(&self, environment: &Environment) -> Result<Settings, Failure> {
        let settings = self.browser.merge(environment)?;
        if self.here && settings.connect.is_none() {
            return Err(Failure::usage("arguments", "--here needs a running browser")
                .help("give --connect ws://… or OSTLER_CONNECT"));
        }
        Ok(Settings {
            here: self.here,
            ..settings
        })
    }
}

/// Serves until the client hangs up.
pub(crate) fn run(args: &Args, environment: &Environment, output: &Output) -> Exit {
    match start(args, environment) {
        Ok(()) => Exit::Done,
        Err(failure) => output.failure(&failure, false),
    }
}

fn start(args: &Args, environment: &Environment) -> Result<(), Failure> {
    let memory = args.memory.merge(environment)?;
    let tools = args.tools.choose(!memory.is_off())?;
    let settings = args.browser.merge(environment)?;
    let by_hand = tools.iter().any(|tool| tool.name == "snapshot");
    let confirm = args.confirm.start()?;
    let metrics = Metrics::new(args.metrics.clone());
    metrics.open()?;
    let runtime = journey::runtime()?;
    let recall = runtime.block_on(async { memory.start() })?;
    let hands = Arc::new(Hands::new(settings, metrics, by_hand, confirm, recall));
    let refused = runtime.block_on(serve(&hands, tools));
    // A read of standard input may still hold a thread; nothing is waited for.
    runtime.shutdown_background();
    refused.map_or(Ok(()), |refused| Err(refused.into()))
}

/// Serves until the client hangs up. A memory that may not be used as it is ends it, unless an agent is at work by then:
/// then the tools that need memory refuse, each time, and all else goes on.
async fn serve(hands: &Arc<Hands>, tools: Vec<&'static Tool>) -> Option<StoreError> {
    let (read, write) = rmcp::transport::stdio_pipes();
    let transport = Stdio::new(read, write, hands.over().clone());
    let server = Server::new(Arc::clone(hands), tools);
    let talk = async {
        match server.serve(transport).await {
            Ok(running) => drop(running.waiting().await),
            Err(ServerInitializeError::ConnectionClosed(_)) => {}
            Err(error) => {
                // What the words of the error quote may be a value.
                drop(error);
                tracing::warn!("the client did not begin as the protocol says");
            }
        }
    };
    let refused = async {
        match memory(hands).await {
            Err(error) if is_refusal(&error) && !hands.begun() => error,
            came => {
                if let Err(error) = came {
                    tracing::warn!("{}", breaker::without(&error.to_string()));
                }
                std::future::pending().await
            }
        }
    };
    let ended = tokio::select! {
        () = talk => {
            tracing::info!("the client has hung up");
            // Whoever only looked in is told too, if it is known soon.
            let known = tokio::time::timeout(CLOSING, memory(hands)).await.ok().and_then(Result::err);
            known.filter(|error| is_refusal(error) && !hands.begun())
        }
        refused = refused => Some(refused),
        _ = interrupt::asked_to_stop() => {
            tracing::info!("asked to end");
            None
        }
    };
    hands.close().await;
    hands.metrics.write();
    ended
}

/// What came of making the memory ready.
async fn memory(hands: &Hands) -> Result<(), StoreError> {
    match &hands.recall {
        Some(recall) => recall.ready().await,
        None => Ok(()),
    }
}

/// Whether a memory may not be used as it is: its key is wrong, or `ostler memory seal` is to be run first. One that is
/// only out of reach may answer later.
fn is_refusal(error: &StoreError) -> bool {
    matches!(error, StoreError::Denied(_) | StoreError::Unusable(_))
}

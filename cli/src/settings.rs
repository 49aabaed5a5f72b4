//! Flags and environment, merged. What lasts, memory's settings alone, stands in [`crate::config`].

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use ostler_engine::Settings;
use ostler_machines::Typed;
use tracing_subscriber::EnvFilter;

use crate::config::KEYS;
use crate::failure::Failure;

/// The longest that one navigation, fill or submit may take, if nobody says otherwise.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The environment variables that Ostler reads. One that is empty is as good as none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Environment {
    plain: BTreeMap<&'static str, String>,
    secrets: BTreeMap<&'static str, Typed>,
}

impl Environment {
    const NAMES: [&'static str; 11] = [
        "OSTLER_BROWSER",
        "OSTLER_CONNECT",
        "OSTLER_PROFILE_DIR",
        "OSTLER_TIMEOUT",
        "OSTLER_LOG",
        "OSTLER_CONFIG_DIR",
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "DISPLAY",
        "WAYLAND_DISPLAY",
    ];

    /// Those that are shown nowhere.
    const SECRETS: [&'static str; 2] = ["OSTLER_MEMORY_KEY", "QDRANT_API_KEY"];

    /// That of this process.
    pub(crate) fn of_process() -> Self {
        let read = |name: &'static str| {
            let value = std::env::var_os(name)?.to_string_lossy().into_owned();
            (!value.is_empty()).then_some((name, value))
        };
        let settings = KEYS.iter().map(|key| key.variable);
        let secrets = Self::SECRETS.into_iter().filter_map(read);
        Self {
            plain: Self::NAMES.into_iter().chain(settings).filter_map(read).collect(),
            secrets: secrets.map(|(name, value)| (name, Typed::new(value))).collect(),
        }
    }

    /// One with these variables.
    #[cfg(test)]
    pub(crate) fn of(pairs: &[(&'static str, &str)]) -> Self {
        Self {
            plain: pairs.iter().map(|(name, value)| (*name, (*value).into())).collect(),
            secrets: BTreeMap::new(),
        }
    }

    /// What a variable says.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.plain.get(name).map(String::as_str)
    }

    /// What a variable says that is shown nowhere.
    pub(crate) fn secret(&self, name: &str) -> Option<&str> {
        self.secrets.get(name).map(Typed::reveal)
    }

    /// Whether a stream may be coloured (<https://no-color.org>, <https://bixense.com/clicolors>).
    pub(crate) fn colour(&self, terminal: bool) -> bool {
        if self.get("NO_COLOR").is_some() {
            return false;
        }
        match (self.get("CLICOLOR_FORCE"), self.get("CLICOLOR")) {
            (Some(force), _) if force != "0" => true,
            (_, Some("0")) => false,
            _ => terminal,
        }
    }
}

/// The flags that say which browser to use and how.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Browser")]
#[expect(clippy::doc_markdown, reason = "the help shows these lines as they stand")]
pub(crate) struct BrowserArgs {
    /// The Chrome, Chromium or chrome-headless-shell to start [env: OSTLER_BROWSER; else searched for]
    #[arg(long, value_name = "PATH")]
    pub(crate) browser: Option<PathBuf>,
    /// Show the window
    #[arg(long)]
    pub(crate) headed: bool,
    /// Attach to a running browser instead of starting one: ws://… or http://127.0.0.1:9222 [env: OSTLER_CONNECT]
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["browser", "headed", "profile_dir"])]
    pub(crate) connect: Option<String>,
    /// Keep the profile (logins, cookies) in this folder [env: OSTLER_PROFILE_DIR; else a throw-away one]
    #[arg(long, value_name = "DIR")]
    pub(crate) profile_dir: Option<PathBuf>,
    /// The longest that one navigation, fill or submit may take: 30s, 2m, 1500ms [env: OSTLER_TIMEOUT; else 30s]
    #[arg(long, value_name = "TIME")]
    pub(crate) timeout: Option<String>,
    /// Host resolver rules for Chrome
    #[arg(long, value_name = "RULES", hide = true)]
    pub(crate) resolver_rules: Option<String>,
}

impl BrowserArgs {
    /// The engine's settings: a flag goes before its variable.
    pub(crate) fn merge(&self, environment: &Environment) -> Result<Settings, Failure> {
        let path = |flag: &Option<PathBuf>, name| flag.clone().or_else(|| environment.get(name).map(PathBuf::from));
        // A flag that speaks of a browser to be started overrides a variable that says to attach to one.
        let starts = self.browser.is_some() || self.headed || self.profile_dir.is_some();
        let variable = environment.get("OSTLER_CONNECT").filter(|_| !starts).map(String::from);
        let connect = self.connect.clone().or(variable);
        if let Some(address) = &connect {
            check_address(address)?;
        }
        let (timeout, origin) = match &self.timeout {
            Some(text) => (Some(text.as_str()), "--timeout"),
            None => (environment.get("OSTLER_TIMEOUT"), "OSTLER_TIMEOUT"),
        };
        let timeout = timeout.map(|text| duration(text, origin)).transpose()?;
        let display = ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| environment.get(name).is_some());
        if self.headed && cfg!(target_os = "linux") && !display {
            return Err(
                Failure::usage("no-display", "--headed needs a screen, and there is none")
                    .help("leave --headed out, or run it under xvfb-run"),
            );
        }
        Ok(Settings {
            browser: path(&self.browser, "OSTLER_BROWSER"),
            headed: self.headed,
            profile_dir: path(&self.profile_dir, "OSTLER_PROFILE_DIR"),
            timeout: timeout.unwrap_or(TIMEOUT),
            resolver_rules: self.resolver_rules.clone(),
            connect,
            ..Settings::default()
        })
    }
}

fn check_address(address: &str) -> Result<(), Failure> {
    if ["ws://", "wss://", "http://"]
        .iter()
        .any(|scheme| address.starts_with(scheme))
    {
        return Ok(());
    }
    Err(Failure::usage(
        "connect-address",
        "the address of a running browser starts with ws:// or http://",
    )
    .help("start Chrome with --remote-debugging-port=9222 and give http://127.0.0.1:9222"))
}

fn duration(text: &str, origin: &str) -> Result<Duration, Failure> {
    let time = length(text, origin)?;
    if time.is_zero() {
        return Err(Failure::usage("timeout", format!("{origin} must be more than nothing")).help(LENGTHS));
    }
    Ok(time)
}

const LENGTHS: &str = "write it like 30s, 2m or 1500ms; a bare number is seconds";

/// Reads a length of time, which may be none.
pub(crate) fn length(text: &str, origin: &str) -> Result<Duration, Failure> {
    let text = text.trim();
    let parsed = match text.parse::<u32>() {
        Ok(seconds) => Ok(Duration::from_secs(seconds.into())),
        Err(_) => humantime::parse_duration(text),
    };
    parsed
        .map_err(|error| Failure::usage("timeout", format!("{origin} is not a length of time: {error}")).help(LENGTHS))
}

/// What a command says of the log.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Log<'a> {
    /// A filter given as a flag.
    pub(crate) asked: Option<&'a str>,
    /// The filter where neither a flag nor the environment gives one.
    pub(crate) default: Option<&'a str>,
}

/// Sends the log to stderr if `--log` or `OSTLER_LOG` asks for one.
pub(crate) fn start_log(environment: &Environment, log: Log<'_>) -> Result<(), Failure> {
    let (filter, origin) = match log.asked {
        Some(filter) => (Some(filter), "--log"),
        None => (environment.get("OSTLER_LOG").or(log.default), "OSTLER_LOG"),
    };
    let Some(filter) = filter else {
        return Ok(());
    };
    if filter.contains("rmcp") {
        return Err(
            Failure::usage("log-filter", format!("{origin} names a library that is never logged"))
                .help("what goes over the wire holds what people type; ask for ostler=debug instead"),
        );
    }
    // The protocol's library writes whole messages into its log, and with them what people type.
    let quiet = |filter: EnvFilter| {
        let off = "rmcp=off".parse();
        off.map_or(filter.clone(), |off| filter.add_directive(off))
    };
    let filter = EnvFilter::try_new(filter).map(quiet).map_err(|error| {
        Failure::usage("log-filter", format!("{origin} is not a filter: {error}"))
            .help("write a level or module=level, such as debug or ostler_engine=debug,warn")
    })?;
    let colour = environment.colour(std::io::IsTerminal::is_terminal(&std::io::stderr()));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(colour)
        .with_writer(std::io::stderr);
    // A second start within one process (a test) keeps the first log.
    let _ = log.try_init();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{BrowserArgs, Environment};
    use std::path::PathBuf;
    use std::time::Duration;

    type Pairs = &'static [(&'static str, &'static str)];

    fn environment(pairs: &[(&'static str, &str)]) -> Environment {
        Environment::of(pairs)
    }

    #[test]
    fn a_flag_goes_before_its_variable() {
        let env = environment(&[("OSTLER_BROWSER", "/env/chrome"), ("OSTLER_TIMEOUT", "2m")]);
        let settings = BrowserArgs::default().merge(&env).unwrap();
        assert_eq!(settings.browser, Some(PathBuf::from("/env/chrome")));
        assert_eq!(settings.timeout, Duration::from_mins(2));
        let flags = BrowserArgs {
            browser: Some("/flag/chrome".into()),
            timeout: Some("1500ms".into()),
            ..BrowserArgs::default()
        };
        let settings = flags.merge(&env).unwrap();
        assert_eq!(settings.browser, Some(PathBuf::from("/flag/chrome")));
        assert_eq!(settings.timeout, Duration::from_millis(1500));
    }

    #[test]
    fn a_flag_that_starts_a_browser_overrides_the_variable_that_attaches_to_one() {
        let env = environment(&[("OSTLER_CONNECT", "ws://127.0.0.1:9222/devtools/browser/x")]);
        assert!(BrowserArgs::default().merge(&env).unwrap().connect.is_some());
        let flags = BrowserArgs {
            profile_dir: Some("/tmp/profile".into()),
            ..BrowserArgs::default()
        };
        assert!(flags.merge(&env).unwrap().connect.is_none());
    }

    #[test]
    fn a_window_needs_a_screen() {
        let flags = BrowserArgs {
            headed: true,
            ..BrowserArgs::default()
        };
        let seen = environment(&[("DISPLAY", ":0"), ("OSTLER_CONNECT", "ws://127.0.0.1:9222/x")]);
        let settings = flags.merge(&seen).unwrap();
        assert!(settings.headed && settings.connect.is_none());
        if cfg!(target_os = "linux") {
            assert_eq!(flags.merge(&Environment::default()).unwrap_err().code, "no-display");
        }
    }

    #[test]
    fn a_time_is_read_with_its_unit_and_a_bare_number_is_seconds() {
        for (text, millis) in [("30s", 30_000), ("30", 30_000), ("1500ms", 1_500), ("2m", 120_000)] {
            let flags = BrowserArgs {
                timeout: Some(text.into()),
                ..BrowserArgs::default()
            };
            let settings = flags.merge(&Environment::default()).unwrap();
            assert_eq!(settings.timeout, Duration::from_millis(millis), "{text}");
        }
        for bad in ["0", "0s", "-1s", "soon", "", "1.5"] {
            let flags = BrowserArgs {
                timeout: Some(bad.into()),
                ..BrowserArgs::default()
            };
            let failure = flags.merge(&Environment::default()).unwrap_err();
            assert_eq!((failure.code.as_str(), failure.exit.code()), ("timeout", 2), "{bad}");
        }
    }

    #[test]
    fn colour_follows_no_color_then_clicolor_then_the_terminal() {
        let table: [(Pairs, bool, bool); 6] = [
            (&[], true, true),
            (&[], false, false),
            (&[("NO_COLOR", "1")], true, false),
            (&[("CLICOLOR", "0")], true, false),
            (&[("CLICOLOR_FORCE", "1")], false, true),
            (&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], true, false),
        ];
        for (pairs, terminal, expected) in table {
            assert_eq!(environment(pairs).colour(terminal), expected, "{pairs:?} {terminal}");
        }
    }

    #[test]
    fn an_address_that_is_no_browsers_is_refused() {
        let merge = |address: &str| {
            let flags = BrowserArgs {
                connect: Some(address.into()),
                ..BrowserArgs::default()
            };
            flags.merge(&Environment::default()).map_err(|failure| failure.code)
        };
        assert!(merge("http://127.0.0.1:9222").is_ok());
        assert!(merge("ws://127.0.0.1:9222").is_ok());
        assert_eq!(merge("127.0.0.1:9222").unwrap_err(), "connect-address");
        assert_eq!(merge("file:///tmp/x").unwrap_err(), "connect-address");
    }
}

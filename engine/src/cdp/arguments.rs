//! The command line that Chrome is started with.

use std::ffi::OsString;
use std::path::Path;

use crate::session::Settings;

/// What decides the command line.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a fact on its own, and any mixture can be
pub struct Plan<'a> {
    /// What the caller wants.
    pub settings: &'a Settings,
    /// Whether the browser is a headless shell, which cannot show a window.
    pub shell: bool,
    /// The profile folder.
    pub profile: &'a Path,
    /// Whether the sandbox works here.
    pub sandbox: bool,
    /// Whether `/dev/shm` is large enough.
    pub shared_memory: bool,
    /// Speak over the pipe; over a port on the loopback otherwise.
    pub pipe: bool,
}

/// What every browser gets: it does what it is told to and nothing of its own accord.
const ALWAYS: &[&str] = &[
    "--no-first-run",
    "--no-default-browser-check",
    "--no-service-autorun",
    "--no-pings",
    // Nothing is asked, fetched or reported behind the page's back.
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-crash-reporter",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-field-trial-config",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-report-upload",
    "--disable-search-engine-choice-screen",
    // A page in a window that nobody looks at runs like any other.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-hang-monitor",
    "--disable-ipc-flooding-protection",
    // A page that was left is gone, and one that was not asked for is not loaded.
    "--disable-back-forward-cache",
    // No key ring of the desktop is opened, and so none asks for a password.
    "--password-store=basic",
    "--use-mock-keychain",
    "--mute-audio",
    "--window-size=1280,900",
];

/// Features that act of their own accord.
const WITHOUT: &[&str] = &[
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater",
    "DialMediaRouteProvider",
    "GlobalMediaControls",
    "InterestFeedContentSuggestions",
    "MediaRouter",
    "OptimizationHints",
    "PasswordLeakDetection",
    "Prerender2",
    "Translate",
];

/// The arguments of ours that a caller cannot replace, and what he can use instead.
const OURS: &[(&str, &str)] = &[
    ("--user-data-dir", "name the folder as the profile to keep"),
    ("--remote-debugging-pipe", "it is always there"),
    ("--remote-debugging-io-pipes", "the pipe has its place"),
];

/// The arguments of `plan`, and what there is to tell about those of the caller's that were left out.
pub fn arguments(plan: &Plan<'_>) -> (Vec<OsString>, Vec<String>) {
    let settings = plan.settings;
    let mut out: Vec<OsString> = Vec::new();
    let mut notes = Vec::new();
    out.push(
        if plan.pipe {
            "--remote-debugging-pipe"
        } else {
            "--remote-debugging-port=0"
        }
        .into(),
    );
    let mut profile = OsString::from("--user-data-dir=");
    profile.push(plan.profile);
    out.push(profile);
    if plan.shell {
        // A headless shell puts frames of other sites into the page's own process if it is not told not to.
        out.extend(["--headless".into(), "--site-per-process".into()]);
    } else if !settings.headed {
        out.push("--headless=new".into());
    }
    out.extend(ALWAYS.iter().map(Into::into));
    if !plan.sandbox {
        out.push("--no-sandbox".into());
    }
    if !plan.shared_memory {
        out.push("--disable-dev-shm-usage".into());
    }
    if let Some(rules) = &settings.resolver_rules {
        out.push(format!("--host-resolver-rules={rules}").into());
        // A proxy resolves names itself and knows no rules. WebRTC sends datagrams to addresses that need no resolving;
        // Chrome heeds the one flag and the headless shell the other.
        out.push("--no-proxy-server".into());
        out.push("--webrtc-ip-handling-policy=disable_non_proxied_udp".into());
        out.push("--force-webrtc-ip-handling-policy=disable_non_proxied_udp".into());
    }
    let mut without = WITHOUT.join(",");
    for argument in &settings.browser_args {
        let name = argument.split('=').next().unwrap_or_default();
        if let Some((_, instead)) = OURS.iter().find(|(ours, _)| *ours == name) {
            notes.push(format!("the browser argument {name} was left out: {instead}"));
        } else if let Some(more) = argument.strip_prefix("--disable-features=") {
            // Chrome heeds the last list only.
            without.push(',');
            without.push_str(more);
        } else {
            out.push(argument.into());
        }
    }
    out.push(format!("--disable-features={without}").into());
    out.push("about:blank".into());
    (out, notes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(settings: &Settings, shell: bool) -> Vec<String> {
        let profile = Path::new("/p");
        let plan = Plan {
            settings,
            shell,
            profile,
            sandbox: true,
            shared_memory: true,
            pipe: true,
        };
        arguments(&plan)
            .0
            .into_iter()
            .map(|one| one.into_string().unwrap())
            .collect()
    }

    #[test]
    fn a_window_is_shown_only_if_asked_for() {
        let headed = Settings {
            headed: true,
            ..Settings::default()
        };
        assert!(of(&Settings::default(), false).contains(&"--headless=new".into()));
        assert!(!of(&headed, false).iter().any(|one| one.starts_with("--headless")));
    }

    #[test]
    fn the_pipe_is_used_and_no_port() {
        for shell in [false, true] {
            let list = of(&Settings::default(), shell);
            assert_eq!(list[0], "--remote-debugging-pipe");
            assert!(!list.iter().any(|one| one.starts_with("--remote-debugging-port")));
            assert!(!list.contains(&"--no-sandbox".into()));
        }
    }

    #[test]
    fn resolver_rules_shut_the_proxy_and_webrtc_out_too() {
        let settings = Settings {
            resolver_rules: Some("MAP * ~NOTFOUND".into()),
            ..Settings::default()
        };
        let list = of(&settings, true);
        assert!(list.contains(&"--host-resolver-rules=MAP * ~NOTFOUND".into()));
        assert!(list.contains(&"--no-proxy-server".into()));
        assert!(!of(&Settings::default(), true).contains(&"--no-proxy-server".into()));
    }

    #[test]
    fn arguments_of_the_callers_are_added_but_take_nothing_away() {
        let more = ["--disable-features=Foo", "--user-data-dir=/etc", "--lang=de"]
            .map(String::from)
            .to_vec();
        let settings = Settings {
            browser_args: more,
            ..Settings::default()
        };
        let plan = Plan {
            settings: &settings,
            shell: false,
            profile: Path::new("/p"),
            sandbox: false,
            shared_memory: false,
            pipe: false,
        };
        let (list, notes) = arguments(&plan);
        let features: Vec<_> = list
            .iter()
            .filter_map(|one| one.to_str()?.strip_prefix("--disable-features="))
            .collect();
        assert!(matches!(features[..], [one] if one.contains("Translate") && one.ends_with(",Foo")));
        assert!(list.contains(&"--user-data-dir=/p".into()) && !list.contains(&"--user-data-dir=/etc".into()));
        assert!(list.contains(&"--lang=de".into()) && list.contains(&"--no-sandbox".into()));
        assert_eq!(notes.len(), 1);
    }
}

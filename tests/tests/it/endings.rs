//! Ends that nobody planned: Chrome is killed, Ctrl-C is pressed, the program itself is killed. Each leaves nothing.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ostler_engine::{EngineError, EngineErrorKind, Progress, Report, Request, Session, Settings};
use ostler_machines::report::{Outcome, Status};
use ostler_tests::browser::{entry, request, settings, status};
use ostler_tests::process::{self, Process};
use ostler_tests::{Answer, Browser, Running, Site, ostler};
use serde_json::json;
use tokio::sync::watch;

/// A form on which a fill takes a second or so: every field asks the server something.
fn slow_form(site: &Site) -> String {
    site.answer("/check", Answer::json("{}").after(60));
    let fields: String = (0..12)
        .map(|n| format!("<p><label>Field {n} <input name=f{n} oninput=\"fetch('/check')\"></label></p>"))
        .collect();
    site.page(
        "/",
        &format!("<form method=post action=/check>{fields}<button>Send</button></form>"),
    )
}

fn everything() -> Vec<(String, serde_json::Value)> {
    (0..12)
        .map(|n| (format!("Field {n}"), json!(format!("value {n}"))))
        .collect()
}

/// The four stretches of a run; Chrome is killed in each of them.
const STRETCHES: [&str; 4] = ["launch", "navigation", "fill", "submit"];

/// One run from the start of a browser to the outcome of a submit, as far as it comes. `told` hears each stretch begin.
async fn whole_run(url: &str, mark: &str, told: &watch::Sender<usize>) -> Result<Report, EngineError> {
    let marked = Settings {
        browser_args: vec![mark.into()],
        ..settings()
    };
    let pairs = everything();
    let pairs: Vec<(&str, serde_json::Value)> =
        pairs.iter().map(|(key, value)| (key.as_str(), value.clone())).collect();
    told.send_replace(0);
    let mut session = Session::start(marked).await?;
    let teller = told.clone();
    session.on_progress(Box::new(move |progress| {
        if matches!(progress, Progress::Submitting(_)) {
            teller.send_replace(3);
        }
    }));
    let work = async {
        told.send_replace(1);
        session.navigate(url).await?;
        told.send_replace(2);
        let asked = Request {
            submit: true,
            ..request(&pairs)
        };
        session.fill(asked).await
    };
    let ended = work.await;
    let began = Instant::now();
    session.close().await;
    let took = began.elapsed();
    assert!(took < Duration::from_secs(5), "closing took {took:?}");
    ended
}

/// Numbers that look like chance and come again with the same seed (splitmix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Some part of `whole`.
    fn part_of(&mut self, whole: Duration) -> Duration {
        let share = u32::try_from(self.next() % 10_000).unwrap_or_default();
        whole * share / 10_000
    }
}

/// The browser process that was started with `mark`, as soon as there is one; none if `over` comes first.
async fn marked_browser(mark: &str, over: &AtomicBool) -> Option<Process> {
    while !over.load(Ordering::Relaxed) {
        let found = process::with_argument(std::process::id(), mark);
        if let Some(chrome) = found.into_iter().find(process::Process::is_browser) {
            return Some(chrome);
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    None
}

/// What a browser has: its processes, and the folder that its profile is in.
fn belongings(chrome: &Process) -> (Vec<Process>, PathBuf) {
    let family: Vec<Process> = process::below(chrome.id).into_iter().chain([chrome.clone()]).collect();
    let profile = chrome.arguments.iter().find_map(|a| a.strip_prefix("--user-data-dir="));
    (family, profile.map(PathBuf::from).unwrap_or_default())
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chrome_killed_at_thirty_random_moments_of_a_run_is_thirty_clear_errors() {
    const WANTED: usize = 30;
    let given = std::env::var("OSTLER_SEED").ok().and_then(|text| text.parse().ok());
    let seed: u64 = given.unwrap_or_else(|| RandomState::new().hash_one(0));
    // Shown only if it fails.
    println!("OSTLER_SEED={seed}");
    let mut chance = Chance(seed);
    let site = Site::start().await;
    let url = slow_form(&site);
    let _alone = ostler_tests::browser::alone().await;

    // How long each stretch takes when nobody disturbs it.
    let (told, mut heard) = watch::channel(0);
    let began = Instant::now();
    let timing = tokio::spawn(async move {
        let mut starts = [began; STRETCHES.len()];
        while heard.changed().await.is_ok() {
            starts[*heard.borrow_and_update()] = Instant::now();
        }
        starts
    });
    let ended = whole_run(&url, "--ostler-test=timing", &told).await;
    let done = Instant::now();
    drop(told);
    let starts = timing.await.expect("the timing ends");
    let report = ended.expect("nobody disturbs this run");
    assert_eq!(report.submit.map(|submit| submit.outcome), Some(Outcome::Submitted));
    let ends = [starts[1], starts[2], starts[3], done];
    let lengths: Vec<Duration> = (0..4)
        .map(|at| ends[at].saturating_duration_since(starts[at]))
        .collect();

    let mut counted = [0; STRETCHES.len()];
    let mut drawn = 0;
    while counted.iter().sum::<usize>() < WANTED {
        drawn += 1;
        assert!(
            drawn <= WANTED * 3,
            "most moments drawn come before the end: {counted:?} of {drawn}"
        );
        let stretch = drawn % STRETCHES.len();
        let moment = chance.part_of(lengths[stretch]);
        let turn = format!("turn {drawn}, {} + {moment:?}", STRETCHES[stretch]);
        let mark = format!("--ostler-test={seed}-{drawn}");
        site.forget();
        let over = Arc::new(AtomicBool::new(false));
        let (told, mut heard) = watch::channel(0);
        let killer = tokio::spawn({
            let (over, mark) = (Arc::clone(&over), mark.clone());
            async move {
                let chrome = marked_browser(&mark, &over).await?;
                heard.wait_for(|now| *now >= stretch).await.ok()?;
                tokio::time::sleep(moment).await;
                let (family, profile) = belongings(&chrome);
                // What was over before is not counted.
                process::one(chrome.id).filter(|now| now.started == chrome.started)?;
                process::signal(chrome.id, "KILL");
                Some((Instant::now(), family, profile))
            }
        });
        let ended = whole_run(&url, &mark, &told).await;
        let done = Instant::now();
        over.store(true, Ordering::Relaxed);
        drop(told);
        let Some((killed, family, profile)) = killer.await.expect("the killer ends") else {
            continue;
        };
        let late = done.saturating_duration_since(killed);
        assert!(late < Duration::from_secs(5), "{turn}: it took {late:?} to end");
        let sent = site.posts().len();
        assert!(sent <= 1, "{turn}: sent {sent} times");
        let clear = match &ended {
            Err(error) => {
                assert_eq!(error.kind, EngineErrorKind::Browser, "{turn}: {error:?}");
                assert!(!error.message.is_empty() && !error.help.is_empty(), "{turn}: {error:?}");
                assert!(!error.code.contains("odd"), "{turn}: {error:?}");
                true
            }
            Ok(report) => match report.submit.as_ref().map(|submit| submit.outcome) {
                Some(Outcome::Unknown) => true,
                // All was seen and proved before the end.
                Some(Outcome::Submitted) => {
                    assert_eq!(sent, 1, "{turn}: {report:?}");
                    false
                }
                _ => panic!("{turn}: {report:?}"),
            },
        };
        let left = process::still_running(&family, Duration::from_secs(5)).await;
        assert!(left.is_empty(), "{turn}: {left:?} still run");
        let own = std::process::id();
        let zombies: Vec<&Process> = family.iter().filter(|one| process::is_zombie_of(one, own)).collect();
        assert!(zombies.is_empty(), "{turn}: nobody took note of the end of {zombies:?}");
        let folder = profile.parent().expect("a profile lies in a folder");
        assert!(
            !folder.exists(),
            "{turn}: {} is left, sockets and all",
            folder.display()
        );
        if clear {
            counted[stretch] += 1;
        }
    }
    println!("{counted:?} of {drawn} drawn; the stretches took {lengths:?}");
    assert!(
        counted.iter().all(|&count| count > 0),
        "every stretch has its ends: {counted:?}"
    );
}

/// The processes below `program` that show pages.
fn renderers(program: u32) -> Vec<Process> {
    process::with_argument(program, "--type=renderer")
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_program_says_that_the_page_crashed_and_ends_with_code_3() {
    let site = Site::start().await;
    let arguments = long_call(&site);
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    arguments.push("--json");
    let call = ostler(&arguments);
    let child = call.spawn().await;
    let id = child.id().expect("it runs");
    let family = under_way(id, &site).await;
    let began = Instant::now();
    let showing = renderers(id);
    assert!(!showing.is_empty(), "{family:?}");
    for renderer in &showing {
        process::signal(renderer.id, "KILL");
    }
    let out = child.wait_with_output().await.expect("its output can be read");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(out.status.code(), Some(3), "{}", String::from_utf8_lossy(&out.stderr));
    let told: serde_json::Value = serde_json::from_slice(&out.stdout).expect("the answer is JSON");
    assert_eq!(told["error"]["code"], "page-crashed", "{told}");
    let message = told["error"]["message"].as_str().unwrap_or_default();
    assert!(
        message.contains("crashed") && message.contains("nothing had been submitted"),
        "{told}"
    );
    let left = process::still_running(&family, Duration::from_secs(5)).await;
    assert!(left.is_empty(), "{left:?} still run");
    assert_eq!(call.left_behind(), Vec::<String>::new());
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_asked_of_a_crashed_page_is_answered_at_once_and_the_next_page_is_as_good_as_any() {
    let site = Site::start().await;
    let url = site.page("/", "<form><label>Name <input name=n></label></form>");
    let mut browser = Browser::at(&url).await;
    let id = browser.session.browser_pid().expect("a browser was started here");
    for renderer in renderers(id) {
        process::signal(renderer.id, "KILL");
    }
    let began = Instant::now();
    // Asked before the crash is known, and after it.
    for turn in 0..3 {
        let error = browser.session.inspect().await.expect_err("there is no page any more");
        assert_eq!(
            (error.kind, error.code.as_str()),
            (EngineErrorKind::Browser, "page-crashed"),
            "{turn}: {error:?}"
        );
        let error = browser
            .try_fill(request(&[("Name", json!("Ada"))]))
            .await
            .expect_err("no page");
        assert_eq!(error.code, "page-crashed", "{turn}: {error:?}");
    }
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    browser.go(&url).await;
    ostler_tests::browser::all_good(&browser.fill(&[("Name", json!("Ada"))]).await);
    assert_eq!(browser.value("input").await, "Ada");
    let began = Instant::now();
    browser.close().await;
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

/// Crashes the renderer of the target whose address has `part` in it, by a connection of the test's own, and waits
/// until the browser has said so.
async fn crash(chrome: &Running, part: &str) {
    let settings = Settings {
        connect: Some(chrome.address.clone()),
        ..settings()
    };
    let own = ostler_engine::cdp::launch(&settings)
        .await
        .expect("it can be attached to");
    let soon = Duration::from_secs(10);
    let cdp = own.connection();
    let mut events = cdp.events();
    cdp.call_raw(None, "Target.setDiscoverTargets", &json!({"discover": true}), soon)
        .await
        .expect("targets are told");
    let targets: serde_json::Value = cdp
        .call_raw(None, "Target.getTargets", &json!({}), soon)
        .await
        .and_then(|answer| answer.read())
        .expect("targets are listed");
    let infos = targets["targetInfos"].as_array().cloned().unwrap_or_default();
    let target = infos
        .iter()
        .find(|info| info["url"].as_str().is_some_and(|url| url.contains(part)))
        .unwrap_or_else(|| panic!("a target of its own shows {part}: {targets}"))["targetId"]
        .clone();
    let attached: serde_json::Value = cdp
        .call_raw(
            None,
            "Target.attachToTarget",
            &json!({"targetId": target, "flatten": true}),
            soon,
        )
        .await
        .and_then(|answer| answer.read())
        .expect("it can be attached to");
    let session = attached["sessionId"].as_str().expect("a session").into();
    cdp.post_raw(Some(&session), "Page.crash", &json!({}));
    let crashed = async {
        while let Some(event) = events.recv().await {
            if event.method.as_ref() == "Target.targetCrashed" {
                return;
            }
        }
    };
    tokio::time::timeout(soon, crashed).await.expect("it crashes");
    own.close().await;
}

/// A browser that listens and shows a form with a frame of another site in it.
async fn framed(site: &Site, inner: &str) -> (Running, Browser) {
    site.page("/inner", inner);
    let frame = site.url("/inner").replace("127.0.0.1", "localhost");
    let url = site.page(
        "/",
        &format!("<form><label>Name <input name=n></label> <label>Mail <input name=m></label></form><iframe src='{frame}'></iframe>"),
    );
    let found = Browser::start().await;
    let (_, program) = found.session.browser();
    found.close().await;
    let chrome = Running::start(&program).await;
    let connect = Some(chrome.address.clone());
    let mut browser = Browser::start_with(Settings { connect, ..settings() }, 1).await;
    browser.go(&url).await;
    (chrome, browser)
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frame_that_crashed_is_named_and_the_rest_of_the_page_answers() {
    let site = Site::start().await;
    let (chrome, mut browser) = framed(&site, "<label>City <input name=c></label>").await;
    let page = browser.inspect().await;
    let labels: Vec<&str> = page.fields().map(|f| f.label.as_str()).collect();
    assert_eq!(labels, ["Name", "Mail", "City"]);
    crash(&chrome, "/inner").await;
    let began = Instant::now();
    let page = browser.inspect().await;
    let labels: Vec<&str> = page.fields().map(|f| f.label.as_str()).collect();
    assert_eq!(labels, ["Name", "Mail"]);
    assert_eq!(page.unread.len(), 1, "{:?}", page.unread);
    assert!(page.unread[0].contains("/inner"), "{:?}", page.unread);
    let report = browser.fill(&[("Name", json!("Ada")), ("City", json!("Lisbon"))]).await;
    assert_eq!(status(&report, "Name"), Status::Filled);
    assert_eq!(status(&report, "City"), Status::Missing);
    assert!(
        report.notes.iter().any(|note| note.contains("/inner")),
        "{:?}",
        report.notes
    );
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert_eq!(browser.value("[name=n]").await, "Ada");
    browser.close().await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frame_that_crashes_while_it_is_filled_spoils_its_own_fields_alone() {
    let site = Site::start().await;
    site.answer("/busy", Answer::json("{}").after(20_000));
    let inner = "<label>City <input name=c oninput=\"fetch('/busy')\"></label><label>Street <input name=s></label>";
    let (chrome, mut browser) = framed(&site, inner).await;
    let pairs = [
        ("Name", json!("Ada")),
        ("Mail", json!("a@example.org")),
        ("City", json!("Lisbon")),
        ("Street", json!("Rua 1")),
    ];
    let began = Instant::now();
    let crasher = async {
        while site.hits_of("/busy").is_empty() {
            assert!(began.elapsed() < Duration::from_secs(20), "the frame is written to");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        crash(&chrome, "/inner").await;
        Instant::now()
    };
    let (report, crashed) = tokio::join!(browser.fill(&pairs), crasher);
    assert!(crashed.elapsed() < Duration::from_secs(5), "{:?}", crashed.elapsed());
    for key in ["Name", "Mail"] {
        assert!(status(&report, key).good(), "{key}: {report:?}");
    }
    for key in ["City", "Street"] {
        assert!(!status(&report, key).good(), "{key}: {report:?}");
        assert!(!entry(&report, key).message.is_empty(), "{key}: {report:?}");
    }
    assert!(
        report.notes.iter().any(|note| note.contains("/inner")),
        "{:?}",
        report.notes
    );
    assert_eq!(browser.value("[name=n]").await, "Ada");
    assert_eq!(browser.value("[name=m]").await, "a@example.org");
    browser.close().await;
}

/// Waits until the program below has a browser and the page has been asked for.
async fn under_way(program: u32, site: &Site) -> Vec<Process> {
    let end = Instant::now() + Duration::from_secs(30);
    loop {
        if process::chrome_below(program).is_some() && !site.hits_of("/check").is_empty() {
            return process::below(program);
        }
        assert!(Instant::now() < end, "the fill is under way within 30 s");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The arguments for a fill of [`slow_form`] that is still going on when it is looked at.
fn long_call(site: &Site) -> Vec<String> {
    let url = slow_form(site);
    site.answer("/check", Answer::json("{}").after(2_000));
    let mut arguments = vec!["fill".to_owned(), url, "--timeout".into(), "60s".into()];
    for (key, value) in everything() {
        arguments.push("--set".into());
        arguments.push(format!("{key}={}", value.as_str().unwrap_or_default()));
    }
    arguments
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ctrl_c_ends_at_once_and_leaves_nothing() {
    for name in ["INT", "TERM"] {
        let site = Site::start().await;
        let arguments = long_call(&site);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let call = ostler(&arguments);
        let child = call.spawn().await;
        let id = child.id().expect("it runs");
        let family = under_way(id, &site).await;
        let began = Instant::now();
        process::signal(id, name);
        let out = child.wait_with_output().await.expect("its output can be read");
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "{name}: {:?}",
            began.elapsed()
        );
        assert_ne!(out.status.code(), Some(0), "{name}: it did not do what was asked");
        let left = process::still_running(&family, Duration::from_secs(5)).await;
        assert!(left.is_empty(), "{name}: {left:?} still run");
        assert_eq!(call.left_behind(), Vec::<String>::new(), "{name}");
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chrome_ends_with_a_program_that_was_killed_and_the_next_one_sweeps_up() {
    let site = Site::start().await;
    let arguments = long_call(&site);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let call = ostler(&arguments);
    let mut child = call.spawn().await;
    let id = child.id().expect("it runs");
    let family = under_way(id, &site).await;
    process::signal(id, "KILL");
    child.wait().await.expect("it ends");
    let left = process::still_running(&family, Duration::from_secs(5)).await;
    assert!(left.is_empty(), "{left:?} still run");
    // The profile is still there: nobody was left to remove it. The next call does.
    site.answer("/check", Answer::json("{}"));
    let ran = call.run().await;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(call.left_behind(), Vec::<String>::new());
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_program_says_that_chrome_died_and_ends_with_code_3() {
    let site = Site::start().await;
    let arguments = long_call(&site);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let call = ostler(&arguments);
    let child = call.spawn().await;
    let id = child.id().expect("it runs");
    let family = under_way(id, &site).await;
    let chrome = process::chrome_below(id).expect("it has a browser");
    let began = Instant::now();
    process::signal(chrome.id, "KILL");
    let out = child.wait_with_output().await.expect("its output can be read");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(out.status.code(), Some(3), "{}", String::from_utf8_lossy(&out.stderr));
    let left = process::still_running(&family, Duration::from_secs(5)).await;
    assert!(left.is_empty(), "{left:?} still run");
    assert_eq!(call.left_behind(), Vec::<String>::new());
}

//! From how far a key has come to what is said of it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::job::Trouble;
use super::leg::{Leg, Phase};
use super::line::{Ending, Line, Target};
use crate::Typed;
use crate::form::keys::{Adding, Lack};
use crate::form::model::{Field, Held, Kind, Piece};
use crate::form::value::{Likeness, Plan, Wish, agrees, agrees_taken, lies_in, show, shown};
use crate::report::{Candidate, FieldReport, How, Status};
use crate::sensitive;

pub(super) const MISSING: &str = "no field goes by this key: inspect the page to see its keys";
pub(super) const NEAREST: &str = "no field goes by this key: the nearest are listed, each with a key that leads to it";
pub(super) const DOUBTED: &str =
    "the field that is called so is somebody else's by its name: give that name or the ref, if it is meant";
pub(super) const AMBIGUOUS: &str = "several fields fit this key: give the key or the ref of the one that is meant";
pub(super) const IN_RANGE: &str = "the number that was given lies in the range that was chosen";
pub(super) const DUPLICATE: &str = "another key means the same field: give only one of them";
pub(super) const TRAP: &str =
    "the field is out of sight and looks like a trap for programs: name it by its ref to fill it";
pub(super) const RENAMED: &str =
    "the page made another field of the one that was written: check that field, the value stands in it";
pub(super) const HIDDEN: &str = "the field is not shown now: first fill or open what makes it appear";
pub(super) const VANISHED: &str =
    "it took the value, and then the page put it out of sight: an answer that came after it does away with it";
pub(super) const SILENT: &str =
    "the frame that it stands in does not answer, so that it cannot be told what the field holds";
pub(super) const DISABLED: &str = "the field is disabled: first fill what enables it";
pub(super) const READONLY: &str = "the field is read-only, and nothing opened that would write into it";

pub(super) const ROW_GAP: &str =
    "rows are numbered from 0 and made one after another: give keys for the rows before this one as well";

/// What is said of a key whose field is one of another origin by now.
pub(super) fn other_origin(own: &str, now: &str) -> Ending {
    let message = format!(
        "it stood for a field of {own}, and while the page was filled for one of {now}: nothing was written there"
    );
    Ending::new(Status::Failed, "other-origin", &message)
}

/// What is said of a row that is not there, as long as none is made.
pub(super) fn lacking(lack: &Lack) -> Ending {
    let refused = |why: &str| {
        let rows = match lack.have {
            0 => "there is no row yet".to_string(),
            1 => "there is 1 row".to_string(),
            have => format!("there are {have} rows"),
        };
        Ending::new(Status::Refused, "no-row", &format!("{rows}, numbered from 0, {why}"))
    };
    match &lack.adding {
        Adding::Press(_, label) => refused(&format!("and {label:?}, which adds one, was not pressed")),
        Adding::Disabled(label) => refused(&format!("and {label:?}, which would add one, is disabled")),
        Adding::Sends(label) => refused(&format!(
            "and {label:?} sends the form: press it yourself, then fill the new row"
        )),
        Adding::Several(labels) => refused(&format!(
            "and several buttons could add one: {}; press the right one yourself, then fill the new row",
            labels.join(", ")
        )),
        Adding::Nothing => refused("and no button says that it adds one"),
    }
}

/// What is said of a row after its button was pressed in vain.
pub(super) fn not_added(label: &str) -> Ending {
    let message = format!("{label:?} was pressed, and no further row could be told");
    Ending::new(Status::Failed, "row-not-added", &message)
}

/// What is said of a row whose button could not be pressed.
pub(super) fn not_pressed(label: &str, trouble: &Trouble) -> Ending {
    let why = match trouble {
        Trouble::Covered => "something lies over it",
        Trouble::Disabled => "it is disabled",
        Trouble::Gone | Trouble::Hidden | Trouble::Vanished => "it went out of sight",
        _ => "the browser could not carry it out",
    };
    let message = format!("{label:?}, which adds a row, could not be pressed: {why}");
    Ending::new(Status::Failed, "row-not-added", &message)
}

/// What is said of a key whose rows the page does not have.
pub(super) fn no_rows(groups: &[String]) -> String {
    if groups.is_empty() {
        return "the key names a row, and the page has no rows: use the field's own label or name".to_string();
    }
    format!("no rows go by this name; there are: {}", groups.join(", "))
}

/// Why the fill ended before every key was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    Navigated,
    Gone,
    TimedOut,
}

impl Cut {
    const fn code(self) -> &'static str {
        match self {
            Self::Navigated => "navigated",
            Self::Gone => "browser-gone",
            Self::TimedOut => "timeout",
        }
    }

    const fn message(self, written: bool) -> &'static str {
        match (self, written) {
            (Self::Navigated, false) => "the page went to another address before it was written",
            (Self::Navigated, true) => {
                "it was written, but the page went to another address before it could be read back"
            }
            (Self::Gone, false) => "the browser ended before it was written",
            (Self::Gone, true) => "it was written, but the browser ended before it could be read back",
            (Self::TimedOut, false) => "the time was up before it was written",
            (Self::TimedOut, true) => "it was written, but the time was up before it could be read back",
        }
    }
}

/// What `plan` asks of `field`, as the control should spell it.
pub(super) fn asked(field: &Field, plan: &Plan) -> Typed {
    match plan {
        Plan::Text(text) | Plan::Value(text) | Plan::Pick(text) => text.clone(),
        Plan::Choose(options) => show(field, &Held::Chosen(options.clone())),
        Plan::PickAll(texts) => {
            let texts: Vec<&str> = texts.iter().map(Typed::reveal).collect();
            Typed::new(texts.join(", "))
        }
        Plan::Check(checked) => show(field, &Held::Checked(Some(*checked))),
        Plan::Files(paths) => {
            let name = |path: &String| path.rsplit(['/', '\\']).next().unwrap_or_default().to_string();
            show(field, &Held::Files(paths.iter().map(name).collect()))
        }
        Plan::Spread(plans) => {
            let texts = plans.iter().filter_map(|(at, plan)| {
                let part = field.parts.get(*at)?;
                Some(asked(&part.field, plan).into_inner())
            });
            join(field, &texts.collect::<Vec<_>>())
        }
        Plan::Clear => Typed::default(),
    }
}

fn join(field: &Field, texts: &[String]) -> Typed {
    let between = if field.kind == Kind::Boxes { "" } else { " " };
    Typed::new(texts.join(between))
}

/// A wish as it was given, for a key that was never planned.
fn given(wish: &Wish) -> Typed {
    match wish {
        Wish::Text(text) | Wish::Number(text) => text.clone(),
        Wish::Bool(true) => "yes".into(),
        Wish::Bool(false) => "no".into(),
        Wish::List(list) => {
            let texts: Vec<String> = list.iter().map(|wish| given(wish).into_inner()).collect();
            Typed::new(texts.join(", "))
        }
        Wish::Pieces(pieces) => {
            let texts: Vec<String> = pieces.iter().map(|(_, wish)| given(wish).into_inner()).collect();
            Typed::new(texts.join(" "))
        }
        Wish::Clear => Typed::default(),
    }
}

/// What is said of `line` now that it is over, or was cut short.
pub(super) fn report(line: &Line, cut: Option<Cut>) -> FieldReport {
    let field = line.target.as_ref().map(|target| &target.field).or(line.found.as_ref());
    let given = given(&line.wish);
    let asked = line
        .target
        .as_ref()
        .map_or_else(|| given.clone(), |target| target.asked.clone());
    let holds = match &line.target {
        Some(target) => holds(target),
        None => line
            .found
            .as_ref()
            .filter(|field| field.parts.is_empty())
            .map(|field| show(field, &field.held)),
    };
    let asked = line.target.as_ref().and_then(taken).unwrap_or(asked);
    let (asked, joined) = match joined(line, holds.as_ref()) {
        Some(written) => (written, true),
        None => (asked, false),
    };
    let is_secret = |text: &Typed| sensitive::value(text.reveal());
    let sensitive = field.is_some_and(sensitive::field)
        || is_secret(&asked)
        || is_secret(&given)
        || holds.as_ref().is_some_and(is_secret);
    let (how, ending) = match (&line.target, cut) {
        (None, None) => (None, line.ending.clone()),
        (None, Some(cut)) => (None, cut_short(&line.ending, cut)),
        (Some(target), None) => outcome(target),
        (Some(target), Some(cut)) => {
            let written = target.legs.iter().any(Leg::is_written);
            (None, Ending::new(Status::Failed, cut.code(), cut.message(written)))
        }
    };
    let status = match ending.status {
        Status::Filled if joined => Status::Reformatted,
        status => status,
    };
    let made = line
        .target
        .as_ref()
        .filter(|_| !sensitive && cut.is_none())
        .and_then(made_of);
    let message = if let Some(made) = made.filter(|_| status == Status::Rejected) {
        made
    } else if ending.message.is_empty() && status.good() && in_range(line, &asked) {
        IN_RANGE.to_string()
    } else {
        ending.message
    };
    FieldReport {
        label: field.map(|field| field.label.clone()).unwrap_or_default(),
        reference: field.and_then(|field| field.reference),
        given,
        asked,
        holds,
        sensitive,
        how,
        code: ending.code,
        message,
        candidates: ending.candidates,
        ..FieldReport::of(&line.key, status)
    }
}

/// What the page made of a text that was taken out again.
fn made_of(target: &Target) -> Option<String> {
    let [leg] = target.legs.as_slice() else {
        return None;
    };
    let made = leg.made.as_ref().map(|made| show(&leg.field, made).into_inner())?;
    let is_short = !made.is_empty() && made.chars().count() <= MOST_QUOTED && !made.contains(target.asked.reveal());
    (is_short && leg.is_back())
        .then(|| format!("the page made {made:?} of it: the field was given back what it held before"))
}

/// The longest text of the page that is quoted.
const MOST_QUOTED: usize = 60;

/// The text of the option that was decided on by what its list offers, if the control shows it.
fn taken(target: &Target) -> Option<Typed> {
    let [leg] = target.legs.as_slice() else {
        return None;
    };
    let (label, held) = leg.took.as_ref().zip(leg.held.as_ref())?;
    let shows = agrees(&Plan::Pick(Typed::new(label.clone())), &leg.field, held) != Likeness::Different;
    shows.then(|| Typed::new(label.clone()))
}

/// Whether a number was given for which the option `asked`, a range that it lies in, was chosen.
fn in_range(line: &Line, asked: &Typed) -> bool {
    let Some(target) = &line.target else {
        return false;
    };
    let chooses = |leg: &Leg| matches!(&leg.plan, Plan::Choose(one) if one.len() == 1) || leg.took.is_some();
    matches!(target.legs.as_slice(), [leg] if chooses(leg)) && lies_in(&line.wish, asked.reveal(), &target.field)
}

/// What was given, if it has several lines and the field of one line holds them joined.
fn joined(line: &Line, holds: Option<&Typed>) -> Option<Typed> {
    let has_lines = |text: &Typed| text.reveal().trim().contains(['\n', '\r', '\u{2028}', '\u{2029}']);
    let target = line.target.as_ref()?;
    let Wish::Text(written) = &line.wish else {
        return None;
    };
    let is_text = matches!(target.legs.as_slice(), [leg] if matches!(leg.plan, Plan::Text(_)));
    (is_text && has_lines(written) && !has_lines(holds?)).then(|| written.clone())
}

/// What was decided stays so; what could still have changed failed.
fn cut_short(ending: &Ending, cut: Cut) -> Ending {
    match ending.status {
        Status::Refused | Status::Ambiguous | Status::Skipped => ending.clone(),
        _ => Ending::new(Status::Failed, cut.code(), cut.message(false)),
    }
}

fn holds(target: &Target) -> Option<Typed> {
    let shown = |leg: &Leg| leg.held.as_ref().map(|held| show(&leg.field, held));
    match target.legs.as_slice() {
        [leg] if leg.piece.is_none() => shown(leg),
        legs => {
            let texts: Option<Vec<String>> = legs.iter().map(|leg| shown(leg).map(Typed::into_inner)).collect();
            texts.map(|texts| join(&target.field, &texts))
        }
    }
}

fn outcome(target: &Target) -> (Option<How>, Ending) {
    let how = target.legs.iter().filter_map(|leg| leg.how).max();
    let bad = target
        .legs
        .iter()
        .find(|leg| !matches!(leg.phase, Phase::Idle | Phase::Kept));
    if let Some(leg) = bad {
        let mut ending = trouble(leg);
        if let Some(piece) = leg.piece {
            ending.message = format!("{}: {}", piece_name(piece), ending.message);
        }
        return (how, ending);
    }
    let is_respelled = |leg: &Leg| {
        let likeness = leg
            .held
            .as_ref()
            .map(|held| agrees_taken(leg.took.as_deref(), leg.how, &leg.plan, &leg.field, held));
        likeness == Some(Likeness::Respelled)
    };
    let status = if target.legs.iter().any(is_respelled) {
        Status::Reformatted
    } else if how.is_none() {
        Status::Unchanged
    } else {
        Status::Filled
    };
    let said = target.legs.iter().map(|leg| &leg.error).find(|error| !error.is_empty());
    let message = said.map(|error| complaint(error, target)).unwrap_or_default();
    (how, Ending::new(status, "", &message))
}

/// What the page says of a field that holds what was asked, without what was asked.
fn complaint(error: &str, target: &Target) -> String {
    let told = |text: &Typed| !text.is_empty() && error.contains(text.reveal());
    let held = holds(target).unwrap_or_default();
    if told(&target.asked) || told(&held) {
        return "the page shows an error for it that quotes the value".to_string();
    }
    format!("the page says: {error}")
}

fn trouble(leg: &Leg) -> Ending {
    let refused = |code, message| Ending::new(Status::Refused, code, message);
    let failed = |code, message| Ending::new(Status::Failed, code, message);
    let Phase::Ended(trouble) = &leg.phase else {
        return failed("unsteady", "the page kept changing while it was filled");
    };
    match trouble {
        Trouble::None | Trouble::Took(_) if leg.sent > 0 => Ending::new(Status::Rejected, "sent", &was_sent(leg)),
        Trouble::None | Trouble::Took(_) | Trouble::Disabled if let Some(took) = took_some(leg) => too_many(leg, &took),
        Trouble::None | Trouble::Took(_) => Ending::new(Status::Rejected, "", kept_instead(leg)),
        Trouble::Gone => failed("gone", "the page took the field away while it was filled"),
        Trouble::Vanished => failed("vanished", VANISHED),
        Trouble::Silent => failed("silent-frame", SILENT),
        Trouble::Readonly => refused("readonly", READONLY),
        Trouble::Disabled => refused("disabled", DISABLED),
        Trouble::Hidden => refused("hidden", HIDDEN),
        Trouble::Covered => failed("covered", "something lies over the control: close it first"),
        // It was offered to its picker, and there was none.
        Trouble::Unfocusable | Trouble::Unsupported if leg.field.readonly => refused("readonly", READONLY),
        Trouble::Unfocusable => failed("unfocusable", "the control does not take the focus"),
        Trouble::Unsupported => failed("unsupported", "no way is known to write into a control like this"),
        Trouble::NoOption(offers) => Ending {
            candidates: offers.iter().map(|text| offer(text)).collect(),
            ..refused(
                "no-option",
                if offers.is_empty() {
                    "the page offers nothing for it: name what it offers"
                } else {
                    "the page offers nothing like it"
                },
            )
        },
        Trouble::Several(offers) => Ending {
            candidates: offers.iter().map(|text| offer(text)).collect(),
            ..refused(
                "ambiguous-option",
                "the page offers several that fit: give the whole text of one",
            )
        },
        Trouble::NotOffered(why) => refused(
            "not-offered",
            &format!("the picker that opens does not offer it: {why}"),
        ),
        Trouble::Ends(last) => refused("not-offered", &format!("it goes no further than {last}")),
        Trouble::Unread => failed(
            "unread-picker",
            "a picker opened, and it could not be told what it shows: write the value as the field shows it, if it can be typed",
        ),
        Trouble::Barred => refused("disabled-option", "the page does not allow this option now"),
        Trouble::TooMany(took) => too_many(leg, took),
        Trouble::OtherCountry => refused(
            "country-mismatch",
            &format!(
                "the number is of another country than the one chosen beside the field{}",
                left(leg)
            ),
        ),
        Trouble::NoCountry(offers) if offers.is_empty() => refused(
            "no-country",
            &format!(
                "the list before the box does not offer the country of the number{}",
                left(leg)
            ),
        ),
        Trouble::NoCountry(offers) => Ending {
            candidates: offers.iter().map(|text| offer(text)).collect(),
            ..refused(
                "ambiguous-country",
                &format!(
                    "several countries that the list before the box offers have the code of the number: choose one there first{}",
                    left(leg)
                ),
            )
        },
        Trouble::Unable(why) => failed("widget", why),
        Trouble::NoFile => Ending {
            message: no_file(&leg.plan),
            ..refused("no-file", "")
        },
        Trouble::Template(_) | Trouble::Broken(_) => failed("broken", "the browser could not carry it out"),
    }
}

/// Those of the options wanted that were taken, where others of them were not.
fn took_some(leg: &Leg) -> Option<Vec<String>> {
    let (Plan::Choose(wanted), Held::Chosen(took)) = (&leg.plan, leg.made.as_ref().or(leg.held.as_ref())?) else {
        return None;
    };
    let is_part = !took.is_empty() && took.len() < wanted.len() && took.iter().all(|at| wanted.contains(at));
    is_part.then(|| {
        let options = took.iter().filter_map(|&at| leg.field.options.get(at));
        options.map(|choice| shown(choice).to_string()).collect()
    })
}

/// That only some of several were taken: which.
fn too_many(leg: &Leg, took: &[String]) -> Ending {
    let status = if leg.is_back() {
        Status::Refused
    } else {
        Status::Rejected
    };
    let message = format!(
        "the page takes no more than {} of these together: those that it took are listed{}",
        took.len(),
        left(leg)
    );
    Ending {
        candidates: took.iter().map(|text| offer(text)).collect(),
        ..Ending::new(status, "too-many", &message)
    }
}

/// How a field was left that was written to.
fn left(leg: &Leg) -> &'static str {
    if leg.is_back() {
        "; the field was left as it was"
    } else {
        "; the field could not be brought back to what it held"
    }
}

/// The whole paths that were tried: what was asked may have been a part of one.
fn no_file(plan: &Plan) -> String {
    match plan {
        Plan::Files(paths) if paths.len() > 1 => {
            format!("there is not a file at each of these paths: {}", paths.join(", "))
        }
        Plan::Files(paths) => format!("there is no file at {}", paths.join(", ")),
        _ => "there is no file at that path".to_string(),
    }
}

/// What is said of a field that does not hold what was written, and whose page sent something upon it.
fn was_sent(leg: &Leg) -> String {
    let requests = if leg.sent == 1 { "request" } else { "requests" };
    format!(
        "the page sent {} {requests} upon what was written, and may have taken it so; {}; it was not written again",
        leg.sent,
        kept_instead(leg).trim_start_matches("the page did not take it: ")
    )
}

fn kept_instead(leg: &Leg) -> &'static str {
    let Some(held) = &leg.held else {
        return "what the field holds could not be read";
    };
    let is_empty = match held {
        Held::Text(text) => text.is_empty(),
        Held::Checked(_) => false,
        Held::Chosen(chosen) => chosen.is_empty(),
        Held::Files(files) => files.is_empty(),
    };
    if *held == leg.before {
        "the page did not take it: the field holds what it held before"
    } else if is_empty {
        "the page did not take it: the field is empty now"
    } else {
        "the page put something else in its place"
    }
}

fn offer(text: &str) -> Candidate {
    Candidate {
        option: Some(text.to_string()),
        ..Candidate::default()
    }
}

fn piece_name((number, piece): (usize, Piece)) -> String {
    match piece {
        Piece::Chars(_) => format!("box {}", number + 1),
        named => format!("{named:?}").to_lowercase(),
    }
}

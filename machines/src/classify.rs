//! What did pressing a submit control come to? No memory, so functions; the order of the rules is the precedence.
//!
//! Evidence counts, not words alone: the requests sent and their status, the step shown, the fields shown, the
//! messages shown, and whether the document was replaced. Words of the page are never the reason to say that
//! something was accepted; some of them are a reason not to say it.

mod doubt;
mod reply;
mod seen;
mod wire;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use self::doubt::doubtful;
pub use self::reply::{Fact, Reply};
pub use self::seen::{Beside, Said, Seen};
pub use self::wire::{Carrier, Sent};
use self::wire::{told_by, wire};
use crate::challenge;
use crate::form::model::{Effect, Tone};
use crate::report::{Outcome, SubmitMessage};

/// What it came to, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What it came to.
    pub outcome: Outcome,
    /// The status of the request that carried the form.
    pub status: Option<u16>,
    /// What the page says is wrong.
    pub messages: Vec<SubmitMessage>,
    /// What the outcome rests on, one short sentence each. No value stands in it.
    pub evidence: Vec<String>,
}

/// What the press came to: `before` and `after` are what was seen, `requests` what was sent in between, and `moved`
/// says whether the document was replaced.
pub fn classify(before: &Seen, after: &Seen, requests: &[Sent], moved: bool) -> Judgement {
    let wire = wire(requests);
    let mut evidence = told_by(&wire, requests, after.opened);
    // A text that has come up beside a field speaks of that field; but where something was accepted in place, it may
    // as well say so, unless the page went back to an earlier step over it.
    let back = !moved && after.is_back(before);
    let in_place = wire.accepted && !wire.by_document && !back;
    // Nor is it about the values where the server failed.
    let broken = wire.failing.is_some_and(|status| !about_input(status));
    let beside = if in_place || broken {
        Vec::new()
    } else {
        after.news_beside(before)
    };
    let errors: Vec<&Said> = after.errors().chain(&beside).collect();
    let is_new = |said: &&&Said| moved || !before.says(said);
    let new_tied = errors.iter().filter(is_new).filter(|said| said.field.is_some()).count();
    let new_loose = errors.iter().filter(is_new).filter(|said| said.field.is_none()).count();
    let old_tied = errors.iter().filter(|said| said.field.is_some()).count() - new_tied;
    // What it asked for is gone in place, and what is left only waits for a press: the answers are shown again.
    let reviewed = !moved && !before.fields.is_empty() && after.fields.is_empty() && after.form_present;
    let stepped = match (before.step, after.step) {
        (Some(before), Some(after)) => after.step > before.step,
        (None, Some(after)) => reviewed && after.step > 1,
        _ => false,
    };
    let other_fields = reviewed || (!after.fields.is_empty() && after.shared(before) == 0);
    let same_fields = after.fields == before.fields && after.form_present;
    let new_success = after
        .messages
        .iter()
        .any(|said| said.tone == Tone::Success && (moved || !before.says(said)));
    let new_status = after
        .messages
        .iter()
        .any(|said| said.tone == Tone::Status && !moved && !before.says(said));
    let gone = before.form_present && (!after.form_present || (moved && other_fields));
    // A page that is sent again as it was at first says nothing, unless the server led to it.
    let emptied = same_fields && before.filled > 0 && after.filled == 0 && (!moved || wire.redirected);
    let another_url = after.url != before.url;
    for (holds, words) in [
        (moved, "the document was replaced"),
        (after.opened, "the page opened a window"),
        (another_url, "the address changed"),
        (stepped, "the page shows a later step"),
        (back, "the page shows an earlier step"),
        (gone, "the form is gone"),
        (other_fields && !gone, "the form shows other fields"),
        (emptied, "the form was emptied"),
        (new_success, "the page shows a success message"),
        (new_status, "the page shows a new message"),
        (new_tied > 0, "the page shows new errors at fields"),
        (new_loose > 0, "the page shows a new error"),
        (old_tied > 0, "the page still shows errors at fields"),
    ] {
        if holds {
            evidence.push(words.to_string());
        }
    }
    let judged = |outcome, messages, evidence| Judgement {
        outcome,
        status: wire.status,
        messages,
        evidence,
    };
    // What the browser refuses is told in any case, beside what the page says.
    let nothing = requests.iter().all(|sent| sent.kind == Carrier::Other) && !moved && same_fields && !stepped;
    let told = || {
        let said = |own: &&Said| errors.iter().any(|said| said.reference == own.reference);
        let refused = after.invalid.iter().filter(|own| nothing && !said(own));
        errors.iter().copied().chain(refused).map(message).collect::<Vec<_>>()
    };
    // A new step may show at once what is required in it.
    let fresh_step = stepped && other_fields && wire.failing.is_none();

    // 1. The page says what is wrong, at the fields. A server that broke has judged no field, wherever the page puts its
    // regrets.
    let broke = wire.failing.is_some_and(|status| status >= 500);
    if new_tied > 0 && !fresh_step && !broke {
        return judged(Outcome::ValidationFailed, told(), evidence);
    }
    // 2. The server says no. With a status for bad input and a message it is about the values.
    if let Some(status) = wire.failing {
        if about_input(status) && (new_loose > 0 || old_tied > 0) {
            return judged(Outcome::ValidationFailed, told(), evidence);
        }
        evidence.push("data may or may not be stored".to_string());
        return judged(Outcome::ServerError, told(), evidence);
    }
    // The answer was to be a page that could not be loaded, or one that wants a person first.
    let unloaded = moved && after.url.reveal().starts_with("chrome-error:");
    if unloaded
        || requests
            .iter()
            .rfind(|sent| sent.kind == Carrier::Document)
            .is_some_and(Sent::broke_off)
    {
        evidence.push("the page that was to follow could not be loaded: data may or may not be stored".to_string());
        return judged(Outcome::Unknown, told(), evidence);
    }
    let walled = after
        .challenge
        .as_ref()
        .filter(|wall| moved && wall.kind != challenge::Kind::OneTimeCode && before.challenge.as_ref() != Some(*wall));
    if let Some(wall) = walled {
        evidence.push(format!("{}: data may or may not be stored", wall.want()));
        return judged(Outcome::Unknown, told(), evidence);
    }
    // 3. The page says what is wrong, somewhere.
    if new_loose > 0 && !fresh_step {
        return judged(Outcome::ValidationFailed, told(), evidence);
    }
    // 4. The browser did not let it out.
    if nothing && !after.invalid.is_empty() {
        evidence.push("the browser itself refuses fields of the form".to_string());
        let refused = after.invalid.iter().map(message).collect();
        return judged(Outcome::ValidationFailed, refused, evidence);
    }
    // 5. What was wrong before is still shown, and nothing says that it was accepted all the same.
    if old_tied > 0 && !new_success && !emptied {
        return judged(Outcome::ValidationFailed, told(), evidence);
    }
    // 6. It was sent, and no answer came.
    if wire.lost && !gone && !new_success {
        evidence.push("it was sent, and no answer came: data may or may not be stored".to_string());
        return judged(Outcome::Unknown, told(), evidence);
    }
    // 7. Another step of the same course.
    let leads_on = after
        .moves
        .iter()
        .any(|effect| matches!(effect, Effect::Submit | Effect::Next));
    let has_structure = reviewed && wire.silent && !new_success
        || before.effect == Effect::Next
        || (after.moves.contains(&Effect::Back) && !before.moves.contains(&Effect::Back));
    // A later step that asks for something else is one, whatever its buttons are called.
    let asks_on = stepped && other_fields && !after.fields.is_empty();
    if asks_on || (stepped || (other_fields && has_structure)) && leads_on {
        return judged(Outcome::Advanced, Vec::new(), evidence);
    }
    // So is what comes up where it stood, or a login, if the caller gave a key for it.
    let login = after.asks_password && !before.asks_password && !new_success;
    if after.asked_for && !new_success && (login || !moved && wire.silent) {
        evidence.push("the page asks for more, and a key was given for it".to_string());
        return judged(Outcome::Advanced, Vec::new(), evidence);
    }
    // 8. It was accepted: by a request that may have carried it, or by a page that keeps it to itself and says so, and
    // nothing makes that doubtful.
    let words = doubtful(before, after);
    // Shown again for a last press: it is not final, and nobody has said that it is to be pressed.
    let unfinished = moved && after.waits && !before.fields.is_empty() && !new_success;
    let doubt = words.is_some() || login || unfinished || wire.denied;
    let shows = gone || emptied || new_success;
    // An address without a query carries none of the values, nor does one that leads to the same form, empty again, whose
    // fields have no names.
    let blank = same_fields && before.nameless && after.filled == 0;
    let by_address = moved && wire.by_address && (wire.by_query && !blank || before.filled == 0);
    let taken = wire.accepted || wire.aside_accepted || by_address;
    if !doubt && ((taken && shows) || (wire.accepted && (new_status || moved && wire.redirected))) {
        return judged(Outcome::Submitted, Vec::new(), evidence);
    }
    if !doubt && new_success && wire.silent && !after.opened {
        evidence.push("the page keeps it to itself".to_string());
        return judged(Outcome::Submitted, Vec::new(), evidence);
    }
    if !doubt && by_address {
        evidence.push("the form was sent by address".to_string());
        return judged(Outcome::Submitted, Vec::new(), evidence);
    }
    let mut said = Vec::new();
    if wire.denied {
        evidence.push("the answer to it says itself that it was not taken".to_string());
    }
    if login {
        evidence.push("the page asks for a password".to_string());
    } else if let Some(words) = words {
        evidence.push("the words that the page shows speak of something gone wrong".to_string());
        said.push(SubmitMessage {
            text: words,
            ..SubmitMessage::default()
        });
    } else if unfinished {
        evidence.push(
            "the page waits for another press, so nothing is final: look at it, and press if it is right".to_string(),
        );
    }
    // 9. It was sent and answered, and the page says little or nothing.
    if wire.accepted {
        let changed = after.text != before.text || after.headings != before.headings || other_fields;
        if wire.by_document && !moved && !doubt {
            evidence.push("the server took the form and sent no page".to_string());
            return judged(Outcome::Submitted, Vec::new(), evidence);
        }
        if changed && !doubt && !(moved && same_fields) {
            evidence.push("the text of the page changed".to_string());
            return judged(Outcome::Submitted, Vec::new(), evidence);
        }
        evidence.push("the page shows no sign of what came of it: data may or may not be stored".to_string());
        return judged(Outcome::Unknown, said, evidence);
    }
    if wire.sent || wire.aside || after.opened {
        evidence.push("it may have carried the form: data may or may not be stored".to_string());
        return judged(Outcome::Unknown, said, evidence);
    }
    if moved && wire.by_address && !by_address {
        evidence.push("the page went to an address that carries none of the values".to_string());
    }
    if shows || new_status || other_fields || stepped || moved {
        evidence.push("something changed, but nothing shows that the form was accepted".to_string());
        return judged(Outcome::Unknown, said, evidence);
    }
    // 10. Nothing.
    if !errors.is_empty() {
        evidence.push("the page still shows an error that it showed before".to_string());
    }
    evidence.push("nothing was sent and nothing changed as long as the page was watched".to_string());
    judged(Outcome::Unchanged, told(), evidence)
}

/// Whether a status says that it is the values that the server does not take.
const fn about_input(status: u16) -> bool {
    matches!(status, 400 | 409 | 412 | 422)
}

fn message(said: &Said) -> SubmitMessage {
    SubmitMessage {
        field: said.field.clone().unwrap_or_default(),
        reference: said.reference,
        text: said.text.reveal().to_string(),
    }
}

//! What the requests tell.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What kind of request it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Carrier {
    /// A document was asked for, of the frame that the form stands in or of the page: a form was sent or a link followed.
    Document,
    /// A document was asked for in another frame.
    Aside,
    /// `fetch` or `XMLHttpRequest`.
    #[default]
    Xhr,
    /// Beacons, images, scripts and the like.
    Other,
}

/// One request that was sent after the press, redirects counted one by one, in the order of their start.
#[expect(clippy::struct_excessive_bools, reason = "each is one independent observation")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    /// `GET`, `POST`, ….
    pub method: String,
    /// The status of the answer, 100 to 599, if there was one.
    pub status: Option<u16>,
    /// What kind of request it was.
    pub kind: Carrier,
    /// Whether it failed without an answer.
    pub failed: bool,
    /// Whether it went to another site than the page's.
    pub third_party: bool,
    /// Whether its address has a query with anything in it.
    pub query: bool,
    /// Whether the answer, data and no page, says itself that what was sent was not taken ([`super::Reply::denies`]).
    pub denied: bool,
}

impl Sent {
    /// Whether nothing is known of it yet.
    pub const fn is_pending(&self) -> bool {
        self.status.is_none() && !self.failed
    }

    /// Whether it may have carried the form in its own right.
    pub fn writes(&self) -> bool {
        matches!(self.kind, Carrier::Document | Carrier::Xhr) && self.changes()
    }

    fn changes(&self) -> bool {
        !matches!(self.method.as_str(), "GET" | "HEAD" | "OPTIONS")
    }

    /// Whether it led to a page that could not be had: redirects without end, a connection that broke.
    pub(super) const fn broke_off(&self) -> bool {
        self.failed && matches!(self.status, Some(300..400))
    }

    /// Whether it may have carried the form some other way: into another frame, by a beacon, in a picture's address.
    fn aside(&self) -> bool {
        match self.kind {
            Carrier::Document | Carrier::Xhr => false,
            Carrier::Aside => true,
            Carrier::Other => self.changes() || (self.query && !self.third_party),
        }
    }
}

/// What the requests tell.
#[expect(clippy::struct_excessive_bools, reason = "each is one independent piece of evidence")]
pub(super) struct Wire {
    /// A request that may have carried the form was answered so: the last one.
    pub(super) status: Option<u16>,
    /// The first failing status of those that count, 400 to 599.
    pub(super) failing: Option<u16>,
    /// A request that changes something on the server was answered 2xx or 3xx.
    pub(super) accepted: bool,
    /// The same, and the document itself carried it.
    pub(super) by_document: bool,
    /// It was answered with a redirect.
    pub(super) redirected: bool,
    /// A request that changes something on the server got no answer.
    pub(super) lost: bool,
    /// A request that changes something on the server was sent.
    pub(super) sent: bool,
    /// The document was asked for by address alone, and came.
    pub(super) by_address: bool,
    /// Some document was asked for with a query, which may have carried the values.
    pub(super) by_query: bool,
    /// What may have carried the form some other way was answered 2xx or 3xx.
    pub(super) aside_accepted: bool,
    /// Something may have carried the form some other way.
    pub(super) aside: bool,
    /// No request but those in the background was sent.
    pub(super) silent: bool,
    /// An answer to what may have carried the form says that it was not taken.
    pub(super) denied: bool,
}

pub(super) fn wire(requests: &[Sent]) -> Wire {
    let own = |sent: &&Sent| !sent.third_party || sent.kind == Carrier::Document;
    let own_or_frame = |sent: &Sent| !sent.third_party || sent.kind == Carrier::Aside;
    let some_own = requests.iter().filter(own).any(Sent::writes);
    let relevant: Vec<&Sent> = requests.iter().filter(|sent| !some_own || own(sent)).collect();
    let last_document = relevant.iter().rposition(|sent| sent.kind == Carrier::Document);
    // What a new document asks for by itself says nothing of the form.
    let until = last_document.map_or(relevant.len(), |at| at + 1);
    let until = relevant.get(..until).unwrap_or_default();
    let writes = || until.iter().filter(|sent| sent.writes());
    let last_write = writes().next_back();
    let last = last_document.and_then(|at| relevant.get(at)).or(last_write);
    let is_bad = |status: &u16| *status >= 400;
    let good = |sent: &&&Sent| sent.status.is_some_and(|status| (200..400).contains(&status));
    Wire {
        status: last_write
            .and_then(|sent| sent.status)
            .or_else(|| last.and_then(|sent| sent.status)),
        failing: [last_write, last]
            .into_iter()
            .flatten()
            .find_map(|sent| sent.status.filter(is_bad)),
        accepted: last_write.as_ref().is_some_and(good),
        by_document: last_write
            .as_ref()
            .filter(|sent| good(sent))
            .is_some_and(|sent| sent.kind == Carrier::Document),
        redirected: writes().any(|sent| sent.status.is_some_and(|status| (300..400).contains(&status))),
        lost: last_write.is_some_and(|sent| sent.failed || sent.is_pending()),
        sent: last_write.is_some(),
        by_address: last_write.is_none()
            && last_document
                .and_then(|at| relevant.get(at))
                .is_some_and(|sent| good(&sent)),
        by_query: requests.iter().any(|sent| sent.kind == Carrier::Document && sent.query),
        aside_accepted: requests
            .iter()
            .rfind(|sent| sent.aside() && sent.changes() && own_or_frame(sent))
            .is_some_and(|sent| good(&&sent)),
        aside: requests.iter().any(Sent::aside),
        silent: requests.iter().all(|sent| sent.kind == Carrier::Other),
        denied: writes().any(|sent| sent.denied),
    }
}

pub(super) fn told_by(wire: &Wire, requests: &[Sent], opened: bool) -> Vec<String> {
    let mut told = Vec::new();
    let carrying = requests
        .iter()
        .filter(|sent| sent.writes() || sent.kind == Carrier::Document || sent.aside());
    for sent in carrying.take(5) {
        let method = if sent.method.chars().all(|c| c.is_ascii_uppercase()) {
            sent.method.as_str()
        } else {
            "request"
        };
        let way = match sent.kind {
            Carrier::Document | Carrier::Xhr => "",
            Carrier::Aside => " in another frame",
            Carrier::Other => " in the background",
        };
        told.push(match (sent.status, sent.failed) {
            (Some(status), _) => format!("{method}{way} was answered {status}"),
            (None, true) => format!("{method}{way} failed without an answer"),
            (None, false) => format!("{method}{way} was not answered in time"),
        });
    }
    if !wire.sent && told.is_empty() && !opened {
        told.push("no request that could carry the form was sent as long as the page was watched".to_string());
    }
    told
}

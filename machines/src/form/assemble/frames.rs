//! Which frames can be seen, and whose what they show is.

use alloc::collections::BTreeSet;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::super::model::{Document, Form, FrameView, Holder, Kind};

/// The frames that a person could see: each in an element that is shown, in a frame that can be seen.
///
/// `views` come with a child frame after its parent.
pub(super) fn shown(views: &[FrameView]) -> BTreeSet<u32> {
    let mut shown = BTreeSet::new();
    for view in views.iter().filter(|view| view.parent.is_none()) {
        shown.insert(view.frame);
    }
    for around in views {
        if shown.contains(&around.frame) {
            shown.extend(held_in_sight(around, views));
        }
    }
    shown
}

/// The frames right inside of `around` that are in sight there: by their windows, else by their addresses, else by what
/// all of the elements that are left have in common. Where both a shown and a hidden element may hold one, it is not.
fn held_in_sight(around: &FrameView, views: &[FrameView]) -> Vec<u32> {
    let mut shown = Vec::new();
    let mut holders: Vec<&Holder> = around.holders.iter().collect();
    let mut children: Vec<&FrameView> = views.iter().filter(|view| view.parent == Some(around.frame)).collect();
    children.retain(|child| {
        let own = |holder: &&Holder| holder.index.is_some() && holder.index == child.place;
        let Some(at) = holders.iter().position(own) else {
            return true;
        };
        if holders.remove(at).shown {
            shown.push(child.frame);
        }
        false
    });
    let may_hold = |holder: &Holder, child: &FrameView| holder.index.is_none() || child.place.is_none();
    let names = |holder: &Holder, child: &FrameView| {
        may_hold(holder, child) && !holder.src.is_empty() && bare(&holder.src) == bare(&child.url)
    };
    let (named, unnamed): (Vec<&FrameView>, Vec<&FrameView>) = children
        .into_iter()
        .partition(|child| holders.iter().any(|holder| names(holder, child)));
    for child in &named {
        if holders.iter().filter(|holder| names(holder, child)).all(|it| it.shown) {
            shown.push(child.frame);
        }
    }
    holders.retain(|holder| !named.iter().any(|child| names(holder, child)));
    for child in unnamed {
        let mut left = holders.iter().filter(|holder| may_hold(holder, child)).peekable();
        if left.peek().is_some() && left.all(|holder| holder.shown) {
            shown.push(child.frame);
        }
    }
    shown
}

/// A form in a frame that nobody can see.
pub(super) fn veil(mut form: Form) -> Form {
    for field in &mut form.fields {
        field.visible = false;
        // One that takes files is filled where it is hidden, since another element stands for it as a rule: not here.
        field.trap |= field.kind == Kind::File;
        for part in &mut field.parts {
            part.field.visible = false;
        }
    }
    for submit in &mut form.submits {
        submit.visible = false;
    }
    form
}

/// What was read, and whose it is.
pub(super) fn documents(views: &[FrameView]) -> Vec<Document> {
    let mut documents: Vec<Document> = Vec::new();
    for view in views {
        let around = documents.iter().find(|document| Some(document.frame) == view.parent);
        let origin = match origin(&view.url) {
            Some(own) => own.to_string(),
            None => around.map(|around| around.origin.clone()).unwrap_or_default(),
        };
        documents.push(Document {
            frame: view.frame,
            url: view.url.clone(),
            origin,
        });
    }
    documents
}

/// What of an address says whose it is. `None` for `about:blank`, `about:srcdoc` and the like, which are those of the
/// document around them.
fn origin(url: &str) -> Option<&str> {
    let url = url.strip_prefix("blob:").unwrap_or(url);
    if url.starts_with("data:") {
        return Some("data:");
    }
    let start = url.find("://")? + 3;
    let rest = url.get(start..)?;
    let end = rest.find(['/', '?', '#']).map_or(url.len(), |at| start + at);
    url.get(..end)
}

/// An address without its fragment.
fn bare(url: &str) -> &str {
    url.split('#').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;
    use alloc::vec::Vec;

    use super::{documents, shown};
    use crate::form::model::{FrameView, Holder};

    fn view(frame: u32, parent: Option<u32>, place: Option<u32>, url: &str, holders: &[Holder]) -> FrameView {
        FrameView {
            frame,
            parent,
            place,
            url: url.into(),
            holders: holders.to_vec(),
            ..FrameView::default()
        }
    }

    fn holder(index: Option<u32>, src: &str, shown: bool) -> Holder {
        Holder {
            index,
            src: src.into(),
            shown,
        }
    }

    fn seen(views: &[FrameView]) -> Vec<u32> {
        let seen: BTreeSet<u32> = shown(views);
        seen.into_iter().collect()
    }

    #[test]
    fn a_frame_is_seen_if_its_element_and_all_around_it_are() {
        let top = view(
            0,
            None,
            None,
            "https://a/",
            &[
                holder(Some(0), "https://b/", true),
                holder(Some(1), "https://b/", false),
            ],
        );
        let inner = [holder(Some(0), "https://c/", true)];
        let views = [
            top,
            view(1, Some(0), Some(0), "https://b/", &inner),
            view(2, Some(1), Some(0), "https://c/", &[]),
            view(3, Some(0), Some(1), "https://b/", &inner),
            view(4, Some(3), Some(0), "https://c/", &[]),
        ];
        assert_eq!(seen(&views), [0, 1, 2]);
    }

    #[test]
    fn a_frame_without_a_place_goes_by_its_address_and_is_not_seen_where_that_is_in_doubt() {
        let top = view(
            0,
            None,
            None,
            "https://a/",
            &[
                holder(None, "https://b/", true),
                holder(None, "https://c/", true),
                holder(None, "https://c/#again", false),
            ],
        );
        let views = [
            top,
            view(1, Some(0), None, "https://b/", &[]),
            view(2, Some(0), None, "https://c/", &[]),
            view(3, Some(0), None, "https://elsewhere/", &[]),
        ];
        assert_eq!(seen(&views), [0, 1], "none is left for the last");
    }

    #[test]
    fn a_frame_that_went_on_from_its_address_is_seen_if_all_that_may_hold_it_are() {
        for (other, expected) in [(true, &[0, 1][..]), (false, &[0][..])] {
            let top = view(
                0,
                None,
                None,
                "https://a/",
                &[holder(None, "https://b/", true), holder(None, "https://c/", other)],
            );
            assert_eq!(seen(&[top, view(1, Some(0), None, "https://d/", &[])]), expected);
        }
    }

    #[test]
    fn what_is_in_a_frame_whose_parent_did_not_answer_is_not_seen() {
        let views = [
            view(0, None, None, "https://a/", &[]),
            view(2, Some(1), Some(0), "https://c/", &[]),
        ];
        assert_eq!(seen(&views), [0]);
    }

    #[test]
    fn a_document_without_an_address_of_its_own_is_of_the_origin_around_it() {
        let views = [
            view(0, None, None, "https://a:8443/form?x=1", &[]),
            view(1, Some(0), None, "about:srcdoc", &[]),
            view(2, Some(1), None, "http://b/", &[]),
            view(3, Some(0), None, "blob:https://a:8443/0a1b", &[]),
        ];
        let told: Vec<_> = documents(&views).into_iter().map(|document| document.origin).collect();
        assert_eq!(told, ["https://a:8443", "https://a:8443", "http://b", "https://a:8443"]);
    }
}

//! The tabs of the browser: one is active, and every call is about that one.

use std::fmt::Write as _;

use super::{Arrival, EngineError, EngineErrorKind, Session};
use crate::page::{Found, Tab};

/// One tab.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TabInfo {
    /// The first ten characters of the browser's own id, in capitals: it stays the same while the tab lives.
    pub id: String,
    /// The title, without control characters and at most 4,096 characters long.
    pub title: String,
    /// The address, likewise.
    pub url: String,
    /// Whether calls are about this one.
    pub active: bool,
}

/// Where a session goes on whose tab was closed by its page or by a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// One sentence about it.
    pub note: String,
    /// Whether a page is shown there: not if no other tab was open.
    pub page: bool,
}

/// At most so many tabs are listed, the active one among them.
const MOST: usize = 100;
const LONGEST: usize = 4_096;
const ID: usize = 10;

impl Session {
    /// The tabs that are open, the active one first.
    ///
    /// # Errors
    /// `Browser` if it died.
    pub async fn tabs(&mut self) -> Result<Vec<TabInfo>, EngineError> {
        let active = self.tab.target();
        let mut found = self.all_tabs().await?;
        found.sort_by_key(|one| one.id != active);
        found.truncate(MOST);
        let told = found.into_iter().map(|one| TabInfo {
            active: one.id == active,
            id: short(&one.id),
            title: clean(&one.title),
            url: clean(&one.url),
        });
        Ok(told.collect())
    }

    /// Opens a tab, which is the active one from then on, and loads `url` in it if one is given.
    ///
    /// # Errors
    /// As [`Session::navigate`]; the tab stays open then.
    pub async fn open_tab(&mut self, url: Option<&str>) -> Result<Option<Arrival>, EngineError> {
        if let Some(url) = url {
            super::go::check(url)?;
        }
        let secret = self.tab.secret().to_owned();
        let tab = Tab::open(self.tab.connection(), secret, self.marks.clone()).await?;
        self.activate(tab);
        match url {
            Some(url) => Ok(Some(self.navigate(url).await?)),
            None => Ok(None),
        }
    }

    /// Makes the tab with this id the active one. It may be one that the page has opened.
    ///
    /// # Errors
    /// `Usage` with the tabs listed if there is none.
    pub async fn switch_tab(&mut self, id: &str) -> Result<(), EngineError> {
        let target = self.target_of(id).await?;
        if target != self.tab.target() {
            let tab = self.take(&target).await?;
            self.activate(tab);
        }
        self.tab.show().await?;
        Ok(())
    }

    /// Closes the tab with this id, or the active one. If that was the active one, the one that was active before it is
    /// so again, or any other; an empty one if it was the last.
    ///
    /// # Errors
    /// `Usage` with the tabs listed if there is none.
    pub async fn close_tab(&mut self, id: Option<&str>) -> Result<(), EngineError> {
        let active = self.tab.target();
        let target = match id {
            Some(id) => self.target_of(id).await?,
            None => active.clone(),
        };
        if target != active {
            let tab = self.take(&target).await?;
            self.refs.closed(tab.number());
            tab.end().await;
            return Ok(());
        }
        let (closing, _) = self.leave().await?;
        closing.end().await;
        Ok(())
    }

    /// Where the active tab was closed, by its page or by a person: goes on in the tab that opened it, else in the one
    /// that was active before it, else in any other; in an empty one if it was the last. Nothing if it is open.
    ///
    /// # Errors
    /// `Browser` if it died.
    pub async fn go_on(&mut self) -> Result<Option<Moved>, EngineError> {
        if !self.tab.is_closed() {
            return Ok(None);
        }
        let (_, page) = self.leave().await?;
        let note = if page {
            let url = clean(&self.tab.url());
            let url = url.split(['?', '#']).next().unwrap_or_default();
            format!("the tab was closed by its page or by a person; from here on it is the tab at {url}")
        } else {
            "the tab was closed by its page or by a person, and no other is open: navigate to a page".to_owned()
        };
        Ok(Some(Moved { note, page }))
    }

    /// Makes another tab the active one. The answer is the one that was, and whether the other shows a page.
    async fn leave(&mut self) -> Result<(Tab, bool), EngineError> {
        let target = self.tab.target();
        self.others.retain(|tab| !tab.is_closed());
        let opener = self.others.iter().position(|tab| tab.has_opened(&target));
        let known = match opener {
            Some(at) => Some(self.others.remove(at)),
            None => self.others.pop(),
        };
        let (next, page) = if let Some(tab) = known {
            (tab, true)
        } else {
            let all = self.all_tabs().await?;
            if let Some(other) = all.into_iter().find(|one| one.id != target) {
                (self.take(&other.id).await?, true)
            } else {
                let secret = self.tab.secret().to_owned();
                let tab = Tab::open(self.tab.connection(), secret, self.marks.clone()).await?;
                (tab, false)
            }
        };
        let left = std::mem::replace(&mut self.tab, next);
        self.forget_page();
        self.refs.closed(left.number());
        Ok((left, page))
    }

    /// Works in a tab of its own from now on, in the place of one whose page does not answer. A tab of a browser that was
    /// attached to stays open.
    pub(super) async fn start_over(&mut self) -> Result<(), EngineError> {
        let secret = self.tab.secret().to_owned();
        let tab = Tab::open(self.tab.connection(), secret, self.marks.clone()).await?;
        let stuck = std::mem::replace(&mut self.tab, tab);
        self.forget_page();
        self.refs.closed(stuck.number());
        if self.settings.connect.is_none() {
            stuck.give_up();
        }
        Ok(())
    }

    fn activate(&mut self, tab: Tab) {
        let before = std::mem::replace(&mut self.tab, tab);
        self.others.push(before);
        self.forget_page();
    }

    fn forget_page(&mut self) {
        self.arrival = None;
        self.filled = None;
        self.ledger.forget();
    }

    /// The tab of a target: one that is known, or one that is taken over now.
    async fn take(&mut self, target: &str) -> Result<Tab, EngineError> {
        if let Some(at) = self.others.iter().position(|tab| tab.target() == target) {
            return Ok(self.others.remove(at));
        }
        let secret = self.tab.secret().to_owned();
        let ours = self.settings.connect.is_none();
        Ok(Tab::attach(
            self.tab.connection(),
            target.to_owned(),
            secret,
            self.marks.clone(),
            ours,
            None,
        )
        .await?)
    }

    /// Every tab but the empty one that the browser began with.
    async fn all_tabs(&self) -> Result<Vec<Found>, EngineError> {
        let known = |target: &str| {
            std::iter::once(&self.tab)
                .chain(&self.others)
                .any(|tab| tab.target() == target)
        };
        let mut all = Tab::all(self.tab.connection()).await?;
        all.retain(|one| !one.is_blank() || known(&one.id));
        Ok(all)
    }

    async fn target_of(&self, id: &str) -> Result<String, EngineError> {
        let all = self.all_tabs().await?;
        let wanted = id.trim().to_uppercase();
        let mut fitting = all.iter().filter(|one| !wanted.is_empty() && short(&one.id) == wanted);
        match (fitting.next(), fitting.next()) {
            (Some(one), None) => Ok(one.id.clone()),
            _ => Err(no_such_tab(id, &all)),
        }
    }
}

fn no_such_tab(id: &str, all: &[Found]) -> EngineError {
    let mut listed = String::new();
    for one in all.iter().take(MOST) {
        let _ = write!(
            listed,
            "{}{}",
            if listed.is_empty() { "" } else { ", " },
            short(&one.id)
        );
    }
    EngineError::new(
        EngineErrorKind::Usage,
        "no-such-tab",
        format!("there is no tab {:?}", clean(id)),
        format!("the tabs are {listed}"),
    )
}

fn short(id: &str) -> String {
    id.chars().take(ID).collect::<String>().to_uppercase()
}

fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::{clean, short};

    #[test]
    fn what_a_page_calls_itself_cannot_break_a_line() {
        assert_eq!(clean("a\nb\u{1b}[31mc\u{0}"), "ab[31mc");
        assert_eq!(clean(&"x".repeat(5_000)).len(), 4_096);
        assert_eq!(short("abcdef0123456789"), "ABCDEF0123");
    }
}

//! Text that came from a person or a page.

use alloc::string::String;
use core::fmt;

/// Text from a person or a page. Its `Debug` tells the length only, so that no trace, log or error can leak it.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Typed(String);

impl Typed {
    /// Wraps `text`.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself, for the page or for an answer that has been masked where it must be.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The text itself, owned.
    pub fn into_inner(self) -> String {
        self.0
    }

    /// Whether it has no characters.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Its length in characters (Unicode scalar values).
    pub fn chars(&self) -> usize {
        self.0.chars().count()
    }
}

impl fmt::Debug for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Typed({} chars)", self.chars())
    }
}

impl From<&str> for Typed {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<String> for Typed {
    fn from(text: String) -> Self {
        Self(text)
    }
}

#[cfg(test)]
mod tests {
    use super::Typed;
    use std::format;

    #[test]
    fn debug_tells_the_length_only() {
        let typed = Typed::new("hunter2é");
        assert_eq!(format!("{typed:?}"), "Typed(8 chars)");
    }
}

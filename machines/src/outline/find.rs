//! Finding things by words.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Item, Outline};
use crate::form::fold::words;

/// At most so many are found.
pub const MOST_FOUND: usize = 20;

/// The things with a ref whose role and name have words of `query` in them: those with most of them first, among those
/// the ones with the fewest other words, among those the first on the page.
pub fn find<'a>(outline: &'a Outline, query: &str) -> Vec<&'a Item> {
    let wanted: BTreeSet<String> = words(query).into_iter().collect();
    let mut found: Vec<(usize, usize, &Item)> = Vec::new();
    for item in outline.items.iter().filter(|item| item.reference.is_some()) {
        let mut own: BTreeSet<String> = words(&item.name).into_iter().collect();
        let others = own.len();
        own.extend(words(&item.role));
        let hits = wanted.iter().filter(|word| hits(&own, word)).count();
        if hits > 0 {
            found.push((hits, others, item));
        }
    }
    found.sort_by_key(|(hits, others, _)| (core::cmp::Reverse(*hits), *others));
    found.into_iter().take(MOST_FOUND).map(|(_, _, item)| item).collect()
}

/// Whether one of `own` is the word or begins with it.
fn hits(own: &BTreeSet<String>, word: &str) -> bool {
    own.contains(word) || (word.chars().count() >= 3 && own.iter().any(|it| it.starts_with(word)))
}

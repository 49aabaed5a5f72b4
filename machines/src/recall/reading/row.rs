//! Rows of lists, as far as the names of their fields count: `items[1].name`, `order_items_attributes_0_name`.

use alloc::string::String;
use alloc::vec::Vec;

use crate::form::phrase::{name_stems, row_numbers};
use crate::form::synonyms::Concept as C;
use crate::form::words::{Role, role};
use crate::recall::dictionary::{Topic, topics};

/// No form shows more rows.
const MOST_ROWS: u32 = 99;

/// Whether a name says that its field stands in a row of a list of other things or people than the user. What a program
/// lists of itself (`fields[3][value]`) and the user's own addresses are none; of people the first is the user.
pub(super) fn of_others(name: &str) -> bool {
    let Some((group, number, clear)) = row(name) else {
        return false;
    };
    let mut stems = name_stems(group);
    // What is left says what the list is of: the last word of it, "order items attributes".
    stems.retain(|stem| stem.len() > 1 && !OF_PROGRAMS.contains(&stem.as_str()) && !stem.chars().all(char::is_numeric));
    let Some(last) = stems.last() else { return false };
    let people = role(last).meets(Role::SEVERAL) || USERS.contains(&last.as_str());
    if people {
        // Some count from 0 and some from 1; of brackets nearly all from 0.
        return number > u32::from(!clear);
    }
    let address = last.starts_with("address") || last.starts_with("adresse");
    !(address || names_own(&stems) || names_own(core::slice::from_ref(last)))
}

/// What a list is called by its name, which row it is, and whether the name can hardly mean anything else.
fn row(name: &str) -> Option<(&str, u32, bool)> {
    let part = |range: (usize, usize)| {
        let number: u32 = name.get(range.0..range.1)?.parse().ok()?;
        let (before, rest) = (name.get(..range.0)?, name.get(range.1..)?);
        (number <= MOST_ROWS && !rest.is_empty()).then_some((before, number, rest))
    };
    let (before, number, rest) = row_numbers(name).into_iter().rev().find_map(part)?;
    let clear = before.ends_with(['[', '.']);
    let group = before.trim_end_matches(['[', ']', '.', '-', '_']);
    let own = group.rsplit(['[', '.']).next().unwrap_or(group);
    // `entry[3]` is a field, and so is `email[0][value]`.
    let mut rest = name_stems(rest);
    rest.retain(|stem| !OF_PROGRAMS.contains(&stem.as_str()) && !stem.chars().all(char::is_numeric));
    // Words and digits between hyphens may be anything, and lists are called in the plural.
    let plural = own.split(['-', '_']).next_back().is_some_and(|word| {
        let word = word.to_lowercase();
        word == "children" || word == "people" || word.ends_with('s') && name_stems(&word).first() != Some(&word)
    });
    (!rest.is_empty() && !own.is_empty() && (clear || plural)).then_some((own, number, clear))
}

/// Whether words name something of which somebody may have several: a telephone, a name.
fn names_own(stems: &[String]) -> bool {
    let found: Vec<Topic> = topics(stems).into_iter().map(|(topic, _)| topic).collect();
    found.iter().any(|topic| {
        matches!(
            topic,
            Topic::Of(
                C::Email | C::Phone | C::Mobile | C::Street | C::FullName | C::GivenName | C::FamilyName | C::BirthDate
            )
        )
    })
}

/// What programs call the lists and the pieces of their own. As stems.
const OF_PROGRAMS: &[&str] = &[
    "form",
    "field",
    "data",
    "input",
    "question",
    "answer",
    "response",
    "page",
    "step",
    "section",
    "tab",
    "block",
    "param",
    "submission",
    "value",
    "element",
    "control",
    "attribute",
    "set",
    "text",
    "content",
    "result",
    "group",
    "panel",
    "wizard",
    "survey",
    "quiz",
    "und",
    "component",
];
/// What the one is called who fills in the form.
const USERS: &[&str] = &[
    "user",
    "customer",
    "client",
    "account",
    "profile",
    "buyer",
    "purchaser",
    "subscriber",
];

#[cfg(test)]
mod tests {
    use super::of_others;

    #[test]
    fn a_name_that_counts_is_of_a_list() {
        for (name, expected) in [
            ("items[0].name", true),
            ("items[1][name]", true),
            ("items.0.name", true),
            ("items-0-name", true),
            ("order[items_attributes][0][name]", true),
            ("order_items_attributes_0_name", true),
            ("employers[0].city", true),
            ("kids_0_first", true),
            ("contacts[0].email", true),
            ("passengers[1].last", true),
            ("passengers[0].last", false),
            ("passenger_1_last", false),
            ("passengers_1_last", false),
            ("passengers_2_last", true),
            ("user[0].email", false),
            ("addresses[1].city", false),
            ("user[addresses_attributes][0][city]", false),
            ("emails[0].address", false),
            ("field_first_name[0][value]", false),
            ("fields[3][email]", false),
            ("wpforms[fields][0][first]", false),
            ("entry.1234", false),
            ("input_1.3", false),
            ("q_1_email", false),
            ("address_line_1", false),
            ("address_1_street", false),
            ("items[20260401].name", false),
            ("first_name", false),
            ("", false),
        ] {
            assert_eq!(of_others(name), expected, "{name}");
        }
    }
}

//! What was kept of the values of a form, as it is told: keys and labels, never a value.

use ostler_machines::recall::key_norm;
use ostler_machines::recall::learn::{Learned, Left};
use ostler_machines::recall::model::{Fact, Recollection};

/// What was kept of the values that were given for a form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learning {
    /// The keys of the facts that are kept.
    pub kept: Vec<String>,
    /// The keys of facts that somebody saved with another value, which stays.
    pub said: Vec<String>,
    /// The fields whose values are not kept.
    pub left: Vec<Left>,
    /// Why nothing is kept of it; empty if something is.
    pub nothing: String,
}

impl Learning {
    /// Nothing is kept.
    pub fn nothing(why: impl Into<String>) -> Self {
        Self {
            nothing: why.into(),
            ..Self::default()
        }
    }

    /// What `learned` comes to where this is kept already.
    pub(super) fn of(learned: &Learned, known: &Recollection) -> Self {
        if let Some(why) = learned.nothing {
            return Self::nothing(why);
        }
        let (said, kept): (Vec<&Fact>, Vec<&Fact>) = learned.facts.iter().partition(|fact| said_otherwise(fact, known));
        let keys = |facts: Vec<&Fact>| facts.into_iter().map(|fact| fact.key.clone()).collect();
        let mut learning = Self {
            kept: keys(kept),
            said: keys(said),
            left: learned.left.clone(),
            nothing: String::new(),
        };
        learning.settle();
        learning
    }

    /// Takes in what was kept of one more step of the same form.
    pub(super) fn add(&mut self, more: Self) {
        let is_new = |list: &[String], key: &String| !list.contains(key);
        let kept: Vec<String> = more.kept.into_iter().filter(|key| is_new(&self.kept, key)).collect();
        let said: Vec<String> = more.said.into_iter().filter(|key| is_new(&self.said, key)).collect();
        self.kept.extend(kept);
        self.said.extend(said);
        self.left.extend(more.left);
        if self.nothing.is_empty() {
            self.nothing = more.nothing;
        }
        self.settle();
    }

    /// The facts could not be kept after all.
    pub fn lose(&mut self, why: &str) {
        self.kept.clear();
        why.clone_into(&mut self.nothing);
    }

    fn settle(&mut self) {
        if !self.kept.is_empty() {
            self.nothing.clear();
        } else if self.nothing.is_empty() {
            let why = if self.said.is_empty() && self.left.is_empty() {
                "nothing was given that memory did not have"
            } else {
                "no value that was given is to be kept"
            };
            why.clone_into(&mut self.nothing);
        }
    }
}

/// Whether somebody saved another value under the name of `fact`, so that it is not changed by what is learned.
fn said_otherwise(fact: &Fact, known: &Recollection) -> bool {
    let name = key_norm(&fact.key);
    let mut others = known.facts.iter().filter(|known| known.value != fact.value);
    others.any(|known| known.is_said_as(&name, key_norm))
}

#[cfg(test)]
mod tests {
    use super::Learning;
    use ostler_machines::recall::learn::Learned;
    use ostler_machines::recall::model::{Fact, Origin, Recollection};

    fn fact(key: &str, value: &str, origin: Origin) -> Fact {
        Fact {
            key: key.into(),
            value: value.into(),
            origin,
            ..Fact::default()
        }
    }

    #[test]
    fn what_somebody_saved_with_another_value_stays_and_is_told() {
        let learned = Learned {
            facts: ["city", "email", "surname"]
                .map(|key| fact(key, "new", Origin::Learned))
                .into(),
            ..Learned::default()
        };
        let known = Recollection {
            facts: vec![
                fact("City", "old", Origin::Saved),
                fact("email", "new", Origin::Saved),
                fact("surname", "old", Origin::Learned),
            ],
            ..Recollection::default()
        };
        let mut learning = Learning::of(&learned, &known);
        assert_eq!(
            (learning.kept.join(" "), learning.said.join(" ")),
            ("email surname".into(), "city".into())
        );
        assert_eq!(learning.nothing, "");
        learning.add(Learning::nothing("the form was not sent"));
        assert_eq!(learning.nothing, "", "an earlier step taught something");
        learning.lose("no room left");
        assert_eq!((learning.kept.len(), learning.nothing.as_str()), (0, "no room left"));
    }

    #[test]
    fn that_nothing_is_kept_has_a_reason() {
        let learning = Learning::of(&Learned::default(), &Recollection::default());
        assert_eq!(learning.nothing, "nothing was given that memory did not have");
        let mut steps = Learning::nothing("the form was not sent");
        let city = Learned {
            facts: vec![fact("city", "York", Origin::Learned)],
            ..Learned::default()
        };
        steps.add(Learning::of(&city, &Recollection::default()));
        assert_eq!((steps.kept.join(" "), steps.nothing), ("city".into(), String::new()));
    }
}
